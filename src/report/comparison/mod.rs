//! Two states of a program, by their reports: which regions became worse, and which better.
//!
//! `docs/guide/reports.md` says how regions are matched and what worse means;
//! `docs/report-diff.schema.json` describes the JSON.

mod judge;
mod matching;
mod names;
mod requests;
mod words;

use std::collections::BTreeMap;

use serde::Serialize;

use super::remark::{self, Remark};
use super::sarif::Run;
use super::step::Step;
use super::{Access, Remarks, Report, Sources, Tool};
use crate::diag::Code;
use matching::Pair;

/// The version of a comparison's shape.
pub const SCHEMA: &str = "warpcc-report-diff/1";

/// What became of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It takes more sectors than it did.
    Worse,
    /// It was not there.
    New,
    /// It is not there any more.
    Lost,
    /// Its requests are not counted, or were not.
    Uncounted,
    /// It takes fewer sectors than it did.
    Better,
    /// Its requests take as many sectors as they did.
    Same,
}

impl Kind {
    /// All of them, the worst first.
    pub const ALL: [Kind; 6] =
        [Kind::Worse, Kind::New, Kind::Lost, Kind::Uncounted, Kind::Better, Kind::Same];

    /// As the JSON and the texts have it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Worse => "worse",
            Kind::New => "new",
            Kind::Lost => "lost",
            Kind::Uncounted => "uncounted",
            Kind::Better => "better",
            Kind::Same => "same",
        }
    }
}

/// A region in one of two states of a program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Counts {
    /// The file, as the report names it.
    pub file: String,
    /// The directive's line.
    pub line: u32,
    /// What a request takes on average; `null` where that is not counted.
    pub sectors_per_request: Option<f64>,
    /// What a warp takes in one iteration of the parallel loops, in words.
    pub sectors_per_warp: String,
    /// Accesses.
    pub accesses: u64,
    /// Accesses of more than twice the sectors that they need.
    pub uncoalesced: u64,
    /// What warpcc does with it.
    pub steps: Vec<Step>,
}

/// What became of one region.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// What became of it.
    #[serde(rename = "change")]
    pub kind: Kind,
    /// The file; of the new state, where it is in that.
    pub file: String,
    /// The directive's line, likewise.
    pub line: u32,
    /// The function.
    pub function: String,
    /// The directive's words.
    pub directive: String,
    /// As it was.
    pub old: Option<Counts>,
    /// As it is.
    pub new: Option<Counts>,
    /// Why, in words.
    pub reasons: Vec<String>,
}

/// Units that were analysed in one state only, and why not in the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Failure {
    /// The unit.
    pub unit: String,
    /// The failure's code.
    pub code: String,
    /// In words.
    pub reason: String,
}

/// What tells two states of a program apart.
#[derive(Debug, Serialize)]
pub struct Comparison<'r> {
    schema: &'static str,
    tool: Tool,
    /// What sectors may grow by before a region counts as worse, as a part of what they were.
    pub tolerance: f64,
    /// How many regions became what.
    pub summary: BTreeMap<&'static str, u64>,
    /// The regions, the worst first, but for those that are the same.
    pub regions: Vec<Change>,
    /// Units that are not analysed in the new state.
    pub failures: Vec<Failure>,
    #[serde(skip)]
    pairs: Vec<Pair<'r>>,
    #[serde(skip)]
    known_failures: Vec<Failure>,
}

/// Compares two states of a program.
pub fn compare<'r>(old: &'r [Report], new: &'r [Report], tolerance: f64) -> Comparison<'r> {
    let pairs = matching::pairs(old, new);
    let mut changes: Vec<Change> =
        pairs.iter().map(|pair| judge::change(pair, tolerance)).collect();
    changes.sort_by_cached_key(|change| {
        let text = serde_json::to_string(change).unwrap_or_default();
        (change.kind, change.file.clone(), change.line, text)
    });
    changes.dedup();
    let mut summary: BTreeMap<_, u64> = Kind::ALL.map(|kind| (kind.name(), 0)).into();
    for change in &changes {
        *summary.entry(change.kind.name()).or_default() += 1;
    }
    let is_told = |change: &Change| change.kind != Kind::Same && !is_silent(change);
    changes.retain(is_told);
    let tool = Tool { name: "warpcc".into(), version: env!("CARGO_PKG_VERSION").into() };
    let (known_failures, failures) = (failures(old), failures(new));
    let schema = SCHEMA;
    Comparison {
        schema,
        tool,
        tolerance,
        summary,
        regions: changes,
        failures,
        pairs,
        known_failures,
    }
}

/// Whether a region's requests are counted in neither state.
fn is_silent(change: &Change) -> bool {
    change.kind == Kind::Uncounted && change.reasons.is_empty()
}

fn failures(reports: &[Report]) -> Vec<Failure> {
    let failure = |report: &Report| {
        let failure = report.failure.as_ref()?;
        let (code, reason) = (failure.code.clone(), failure.reason.clone());
        Some(Failure { unit: report.unit.clone(), code, reason })
    };
    let mut failures: Vec<_> = reports.iter().filter_map(failure).collect();
    failures.sort();
    failures.dedup();
    failures
}

impl Comparison<'_> {
    /// The regions that became this.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Change> {
        self.regions.iter().filter(move |change| change.kind == kind)
    }

    /// The JSON text, ending in a newline.
    ///
    /// # Panics
    /// Never: the types have a JSON form.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("the types have a JSON form") + "\n"
    }

    /// For people.
    pub fn to_text(&self) -> String {
        words::text(self)
    }

    /// For the summary of a build.
    pub fn to_markdown(&self) -> String {
        words::markdown(self)
    }

    /// Adds the findings that the new state has and the old one has not.
    pub fn add_new_findings(&self, run: &mut Run, sources: &Sources) {
        for pair in &self.pairs {
            let Some(new) = &pair.new else { continue };
            let fresh = judge::newly_wasteful(pair);
            let mut known = pair.old.as_ref().map_or(Vec::new(), known_remarks);
            let mut is_new = |remark: &Remark| {
                if remark.code == Code::Uncoalesced.to_string() {
                    return fresh.iter().any(|access| is_at(access, remark));
                }
                let at = known.iter().position(|own| *own == subject(remark));
                at.map(|at| known.remove(at)).is_none()
            };
            run.add_region(new.region, sources, &mut is_new);
        }
        let is_new = |failure: &&Failure| !self.known_failures.contains(failure);
        for failure in self.failures.iter().filter(is_new) {
            run.add_failure(&failure.unit, &failure.code, &failure.reason);
        }
    }
}

fn is_at(access: &Access, remark: &Remark) -> bool {
    (access.line, access.column) == (remark.line, remark.column)
}

/// What the remarks of a region are about.
fn known_remarks(side: &matching::Side) -> Vec<(String, String)> {
    let mut remarks = Vec::new();
    for region in [side.region].iter().chain(&side.inner) {
        remark::of_region(&mut remarks, region, Remarks::All);
    }
    remarks.iter().map(subject).collect()
}

/// A remark's code, and the step that it is about.
fn subject(remark: &Remark) -> (String, String) {
    let step = remark.text.split(':').next().filter(|_| remark.kind == remark::Kind::Missed);
    (remark.code.clone(), step.unwrap_or_default().to_owned())
}
