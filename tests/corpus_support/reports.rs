//! What every case's report must be, in full.

use std::fs;
use std::path::Path;

use jsonschema::Validator;
use serde_json::Value;
use warpcc::report::{Region, Report};

use super::Outcome;

/// The schema of reports.
///
/// # Panics
/// Where it is no schema.
pub(crate) fn schema() -> Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/report.schema.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    jsonschema::meta::validate(&schema).expect("the schema is a schema");
    jsonschema::validator_for(&schema).expect("the schema can be used")
}

/// What is wrong with a report by the schema, if anything.
pub(crate) fn check_schema(outcome: &Outcome, schema: &Validator) -> Option<String> {
    let report: Value = serde_json::from_str(&outcome.report.to_json()).expect("JSON");
    let errors: Vec<_> = schema.iter_errors(&report).map(|error| error.to_string()).collect();
    (!errors.is_empty()).then(|| format!("{}: {}", outcome.case.name, errors.join("\n")))
}

/// What a report loses when it is written and read, if anything.
pub(crate) fn check_reading(outcome: &Outcome) -> Option<String> {
    let text = outcome.report.to_json();
    let read: Report = serde_json::from_str(&text).expect("a report");
    (read.to_json() != text).then(|| format!("{}: it reads back as another", outcome.case.name))
}

/// The sectors of a warp before and after the plan, where both are numbers and the plan has a gain.
pub(crate) fn gained(region: &Region) -> Option<(f64, f64)> {
    let plan = &region.plan;
    let before = plan.sectors_per_warp_before.parse().ok()?;
    let after = plan.sectors_per_warp_after.parse().ok()?;
    (plan.gain > 1.0).then_some((before, after))
}
