//! The part of warpcc's JSON report (`warpcc-report/1`) that the tables show.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use crate::failure::Failure;

/// What is wrong with a report that says nothing.
pub(crate) const NO_REGION: &str = "no region";

/// The report of one translation unit.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Report {
    pub(crate) schema: String,
    #[serde(default)]
    pub(crate) regions: Vec<Region>,
}

/// One target region, or a construct inside of one.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Region {
    #[serde(default)]
    pub(crate) file: String,
    /// Where its directive begins.
    #[serde(default)]
    pub(crate) line: u32,
    /// Of a construct inside of a target region: where that one's directive begins.
    #[serde(default)]
    pub(crate) inside: Option<u32>,
    pub(crate) function: String,
    #[serde(default)]
    pub(crate) directive: String,
    #[serde(default)]
    pub(crate) loops: Vec<Loop>,
    #[serde(default)]
    pub(crate) accesses: Vec<Access>,
    #[serde(default)]
    pub(crate) dependences: Vec<Dependence>,
    pub(crate) plan: Option<Plan>,
    #[serde(default)]
    pub(crate) codes: Vec<String>,
}

/// One loop of a region: numbers, or symbols; `?` is a value that is not known.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Loop {
    pub(crate) name: String,
    pub(crate) lower: String,
    pub(crate) upper: String,
    pub(crate) trip_count: String,
}

/// One memory access of a region.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Access {
    #[serde(default)]
    pub(crate) line: u32,
    #[serde(default)]
    pub(crate) column: u32,
    #[serde(default)]
    pub(crate) text: String,
    /// Where debug information has its load, if that is elsewhere.
    #[serde(default)]
    pub(crate) debug: Option<DebugPlace>,
    /// The size of an element.
    #[serde(default)]
    pub(crate) bytes: u32,
    /// The base and what is added to it, as in `&A + 4*n*i + 4*j`.
    #[serde(default)]
    pub(crate) address: Option<String>,
    pub(crate) base: String,
    /// `read`, `write` or `update`, which is both.
    #[serde(default)]
    pub(crate) kind: String,
    /// How often each thread executes it: a number or symbols.
    #[serde(default)]
    pub(crate) executions: Option<String>,
    pub(crate) sectors_before: Sectors,
    pub(crate) sectors_after: Sectors,
}

/// A place in debug information.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct DebugPlace {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// 32-byte sectors of one request: one memory instruction of one warp.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Sectors {
    /// Over the warps of the region.
    Known {
        min: f64,
        max: f64,
        mean: f64,
        /// The mean with sizes as programs have them, where that differs.
        likely: Option<f64>,
    },
    /// Not known; the report says why.
    Unknown(Value),
}

impl Sectors {
    /// The least, the most, and the mean to be expected.
    pub(crate) fn expected(&self) -> Option<[f64; 3]> {
        match *self {
            Sectors::Known { min, max, mean, likely } => Some([min, max, likely.unwrap_or(mean)]),
            Sectors::Unknown(_) => None,
        }
    }
}

/// One pair of accesses that may touch the same storage.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Dependence {
    pub(crate) kind: String,
    pub(crate) base: String,
    pub(crate) source: End,
    pub(crate) sink: End,
    #[serde(default)]
    pub(crate) loops: Vec<String>,
    pub(crate) verdict: String,
    pub(crate) test: Option<String>,
    #[serde(default)]
    pub(crate) proof: Vec<String>,
}

/// One end of a dependence.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct End {
    pub(crate) line: u32,
    pub(crate) text: String,
}

/// What was chosen for a region, and what was not.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Plan {
    #[serde(default)]
    pub(crate) steps: Vec<Step>,
    pub(crate) applied: bool,
    #[serde(default)]
    pub(crate) sectors_per_warp_before: Value,
    #[serde(default)]
    pub(crate) sectors_per_warp_after: Value,
    pub(crate) gain: Option<f64>,
    #[serde(default)]
    pub(crate) rejected: Vec<Rejected>,
}

impl Plan {
    /// The steps that decide which loops the threads share: not how many threads a team has, nor how many iterations of a loop
    /// each of them runs.
    pub(crate) fn steps_of_loops(&self) -> Vec<Step> {
        let decides = |step: &&Step| {
            !matches!(step.kind.as_str(), "launch_bounds" | "tile" | "scalar" | "unroll")
        };
        self.steps.iter().filter(decides).cloned().collect()
    }
}

/// One transformation; which fields it has depends on its kind.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Step {
    pub(crate) kind: String,
    pub(crate) depth: Option<u32>,
    #[serde(default)]
    pub(crate) loops: Vec<String>,
    /// The regions that a region becomes.
    #[serde(default)]
    pub(crate) parts: Vec<Part>,
}

/// One of the regions that a region becomes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Part {
    pub(crate) steps: Vec<Step>,
}

/// One refused transformation.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Rejected {
    pub(crate) step: Option<Step>,
    pub(crate) code: String,
    #[serde(default)]
    pub(crate) reason: String,
}

/// Reads the report at `path`. One without a region is an error: every kernel has some.
pub(crate) fn read(path: &Path) -> Result<Report, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::new("no report", format!("{}: {error}", path.display())))?;
    parse(&text)
}

/// Reads a report's text.
pub(crate) fn parse(text: &str) -> Result<Report, Failure> {
    let report: Report = serde_json::from_str(text)
        .map_err(|error| Failure::new("bad report", error.to_string()))?;
    if report.schema != "warpcc-report/1" {
        return Err(Failure::new("bad report", format!("schema is {:?}", report.schema)));
    }
    if report.regions.is_empty() {
        return Err(Failure::new(NO_REGION, "the report holds no target region"));
    }
    Ok(report)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn sample() -> Report {
        parse(include_str!("../tests/data/gemm.report.json")).unwrap()
    }

    #[test]
    fn the_keys_that_the_tables_need_are_read() {
        let report = sample();
        let region = &report.regions[0];
        assert_eq!(region.function, "gemm");
        assert_eq!(
            region.accesses[0].sectors_before,
            Sectors::Known { min: 32.0, max: 32.0, mean: 32.0, likely: None }
        );
        let plan = region.plan.as_ref().unwrap();
        assert_eq!((plan.steps[0].kind.as_str(), plan.steps[0].depth), ("collapse", Some(2)));
        assert_eq!(plan.gain, Some(7.25));
        assert_eq!(plan.rejected[0].code, "WC205");
        assert_eq!(region.dependences[0].test.as_deref(), Some("ipda"));
    }

    #[test]
    fn places_and_loops_are_read() {
        let report = sample();
        let access = &report.regions[0].accesses[1];
        assert_eq!((access.line, access.column, access.bytes), (17, 9, 4));
        assert_eq!(access.text, "C[i*NJ + j]");
        assert_eq!(access.address.as_deref(), Some("&C + 2048*i + 4*j"));
        assert!(report.regions[0].loops.is_empty());
    }

    #[test]
    fn unknown_sectors_stay_unknown() {
        let second = &sample().regions[1];
        assert!(matches!(second.accesses[0].sectors_before, Sectors::Unknown(_)));
    }

    #[test]
    fn another_schema_and_broken_text_are_refused() {
        let failure = parse(r#"{"schema": "warpcc-report/2"}"#).unwrap_err();
        assert_eq!(failure.detail, "schema is \"warpcc-report/2\"");
        assert_eq!(parse("{").unwrap_err().summary, "bad report");
        let failure = parse(r#"{"schema": "warpcc-report/1", "regions": []}"#).unwrap_err();
        assert_eq!(failure.summary, "no region");
    }
}
