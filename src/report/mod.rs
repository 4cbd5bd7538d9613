//! The report: what other programs and people read of an analysis.
//!
//! The types here are the JSON's shape (`docs/report.schema.json`), separate from the analysis'
//! types, so that either can change without the other.

mod build;
pub mod comparison;
mod findings;
mod flat;
pub mod html;
mod lanes;
pub mod merge;
mod nominal;
mod overlap;
pub mod record;
mod remark;
pub mod sarif;
mod serial;
pub mod step;
mod transfers;
mod words;

use serde::{Deserialize, Serialize};

use crate::UnitAnalysis;
use crate::command::CompileCommand;
use crate::cost;
use crate::diag::Code;
use crate::ir::TargetRegion;
use step::Step;
pub use transfers::Transfer;

/// Source files by the names that reports have for them.
pub type Sources = std::collections::BTreeMap<String, crate::source::SourceFile>;

/// The version of the report's shape.
pub const SCHEMA: &str = "warpcc-report/1";

/// The report of one translation unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// Who wrote it.
    pub tool: Tool,
    /// The clang behind it.
    pub compiler: Compiler,
    /// The main file as the user named it.
    pub unit: String,
    /// Its target regions in the order of their lines.
    pub regions: Vec<Region>,
    /// What crosses the bus, where that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transfers: Vec<Transfer>,
    /// Totals.
    pub summary: Summary,
    /// How the dependence tests fared.
    pub statistics: Statistics,
    /// Why the unit was not analysed or not rewritten as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
}

/// The program that wrote a report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tool {
    /// `warpcc`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The compiler of a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compiler {
    /// `clang`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The GPU architectures asked for.
    pub offload_arch: Vec<String>,
}

/// Why a whole unit was left alone.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// `WC901` and the like.
    pub code: String,
    /// In words.
    pub reason: String,
}

/// One target region, but for the constructs inside of it that have entries of their own; or such a construct.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Region {
    /// `file:line:function`.
    pub id: String,
    /// The file.
    pub file: String,
    /// The directive's line.
    pub line: u32,
    /// Of a construct inside of a target region: the line of the target region's directive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<u32>,
    /// The enclosing function.
    pub function: String,
    /// The directive's words.
    pub directive: String,
    /// How iterations go to threads as written.
    pub mapping: Mapping,
    /// The mapping drawn: which lane runs which iteration in the first requests, as written and under
    /// the plan. Not part of the JSON.
    #[serde(skip)]
    pub lanes: Vec<String>,
    /// All loops in textual order.
    pub loops: Vec<Loop>,
    /// Scalars that the loops assign.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scalars: Vec<Scalar>,
    /// Accesses to memory that threads share.
    pub accesses: Vec<Access>,
    /// Statements that accumulate into memory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reductions: Vec<Reduction>,
    /// Pairs of accesses that were tested.
    pub dependences: Vec<Dependence>,
    /// What is done, and what is not.
    pub plan: Plan,
    /// What else stands out in it as it is written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// The codes of the findings, ascending.
    pub codes: Vec<String>,
}

/// Something that stands out in a region as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// `WC110` and the like.
    pub code: String,
    /// Its line.
    pub line: u32,
    /// Its column, from 1.
    pub column: u32,
    /// In words.
    pub text: String,
}

/// How iterations go to threads.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Mapping {
    /// Threads of a team; `null` where the mapping is not modelled.
    pub team_size: Option<u32>,
    /// The schedule in effect; `null` where the mapping is not modelled.
    pub schedule: Option<String>,
    /// The loops whose iterations are spread over teams only, one at a time to each.
    pub team_loops: Vec<String>,
    /// The loops whose iterations are spread over the threads.
    pub parallel_loops: Vec<String>,
    /// Lanes of a warp that work; `null` where the mapping is not modelled.
    pub lanes: Option<u32>,
    /// Barriers that warps wait at in one launch, each warp counted; absent where the iterations are no known number, or
    /// constructs inside decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barriers: Option<u64>,
    /// What stands out: threads or lanes without work.
    pub findings: Vec<Assumption>,
    /// What else to know.
    pub note: Option<String>,
}

/// One loop.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Loop {
    /// Its variable.
    pub name: String,
    /// Its line.
    pub line: u32,
    /// Loops of the region around it.
    pub depth: u32,
    /// First value.
    pub lower: String,
    /// One past the last value.
    pub upper: String,
    /// Step.
    pub step: String,
    /// Number of iterations.
    pub trip_count: String,
    /// `declared`, `proved`, `carried` or `unknown`.
    pub independence: String,
    /// Why it is not independent; empty where it is.
    pub reason: String,
}

/// What a loop does with a scalar that its body assigns.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scalar {
    /// Its name.
    pub name: String,
    /// The loop's variable.
    #[serde(rename = "loop")]
    pub at: String,
    /// `private`, `reduction`, `carried` or `shared`.
    #[serde(rename = "use")]
    pub usage: String,
    /// The operation by which it is accumulated, where that is all that happens to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
    /// Whether its last value may be used behind the loop.
    pub live_out: bool,
}

/// A statement that accumulates into memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reduction {
    /// Its line.
    pub line: u32,
    /// The element.
    pub text: String,
    /// The array or pointer.
    pub base: String,
    /// The operation.
    pub operator: String,
    /// The loops whose iterations may accumulate into one element.
    pub loops: Vec<String>,
    /// Whether the subscript comes from memory.
    pub indirect: bool,
}

/// A range of bytes: `[base + first, base + end)`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Range {
    /// The array or pointer.
    pub base: String,
    /// Bytes to the first.
    pub first: String,
    /// Bytes to one past the last.
    pub end: String,
}

/// Two ranges that must not overlap.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Condition {
    /// In words.
    pub text: String,
    /// One range.
    pub left: Range,
    /// The other.
    pub right: Range,
}

/// One access.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Access {
    /// Its line.
    pub line: u32,
    /// Its column, from 1.
    pub column: u32,
    /// Its text.
    pub text: String,
    /// What it is called in words, where its text does not tell what is accessed: `a in ELEMENT(…)` of a macro.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// Where debug information has its load, if that is elsewhere: at the name of a member, or in a function that the region
    /// calls. The access then has the call's line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub debug: Option<DebugPlace>,
    /// The array or pointer.
    pub base: String,
    /// `read`, `write` or `update`.
    pub kind: String,
    /// Bytes of one execution.
    pub bytes: u32,
    /// The address as a symbolic value.
    pub address: String,
    /// Bytes between neighbouring lanes as written.
    pub lane_difference: String,
    /// `uniform`, `coalesced`, `strided`, `scattered` or `unknown`, as written.
    pub pattern: String,
    /// Sectors of one request as written; an update makes two. `null` for storage of one thread
    /// alone and where the mapping is not modelled.
    pub sectors_before: Option<Sectors>,
    /// Sectors of one request after the plan; the same as before where it is not applied.
    pub sectors_after: Option<Sectors>,
    /// What it and others of the same iteration touch together as written, where they share sectors: the fields of a record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared_before: Option<Shared>,
    /// The same under the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared_after: Option<Shared>,
    /// Of the sectors that its loads ask for as written, the part that no L1 cache has: between 0 and 1, with 1024 for sizes that are
    /// not known. Not there for a write, and where the address is no sum of counters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l1_missed: Option<f64>,
    /// How often one iteration of the plan's parallel loops executes it.
    pub executions: String,
}

/// A place in debug information: that of an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DebugPlace {
    /// The file, as the compiler names it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// Sectors per request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sectors {
    /// Least of any warp.
    pub min: u32,
    /// Most of any warp.
    pub max: u32,
    /// Mean over all alignments, by which plans are chosen.
    pub mean: f64,
    /// Mean with sizes as programs have them, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likely: Option<f64>,
}

/// Sectors that accesses of one iteration touch together, each counted once: the first request fetches them, and the
/// others find them in the cache. Of an update what the load touches, if that shares any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shared {
    /// How many accesses these are.
    pub accesses: u32,
    /// Bytes that a lane touches by all of them.
    pub bytes: u32,
    /// The sectors.
    pub sectors: Sectors,
}

/// A place in a dependence.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Its line.
    pub line: u32,
    /// Its text.
    pub text: String,
}

/// A pair of accesses and what is known of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dependence {
    /// `flow`, `anti` or `output`.
    pub kind: String,
    /// The array or pointer.
    pub base: String,
    /// The textually first access.
    pub source: Place,
    /// The textually second access.
    pub sink: Place,
    /// The loops over which it was tested; for a dependence, those that may carry it.
    pub loops: Vec<String>,
    /// `independent`, `dependent` or `unknown`.
    pub verdict: String,
    /// The strongest test that was needed, or the last that was tried.
    pub test: String,
    /// The steps of the proof, or the iterations that meet.
    pub proof: Vec<String>,
    /// How many pairs of accesses this is said of: those whose addresses differ by as much, or whose
    /// arrays are as different.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub pairs: u32,
    /// Distances, or directions where they are not constant, over the loops around both that are not
    /// declared parallel; one vector for each way in which the dependence may exist.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vectors: Vec<String>,
    /// What the proof rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    /// What would disprove the dependence at run time: all of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(pairs: &u32) -> bool {
    *pairs == 1
}

/// An assumption behind a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumption {
    /// `WC3nn`.
    pub code: String,
    /// In words.
    pub text: String,
}

/// A transformation that was not taken.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rejected {
    /// The step that stands for it.
    pub step: Step,
    /// The steps that go with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further_steps: Vec<Step>,
    /// `WC2nn` and the like.
    pub code: String,
    /// In words, with lines.
    pub reason: String,
    /// It would be legal if all of these held.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
    /// Why no test before the region finds out whether they hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untested: Option<String>,
}

/// A test that the host makes before a region.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Guard {
    /// As a C expression.
    pub test: String,
    /// The pointers whose addresses on the device it compares too.
    pub translated: Vec<String>,
    /// What it finds out: all of these hold.
    pub conditions: Vec<Condition>,
    /// What it finds out of sizes and strides, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    /// What is done with the region where they do not hold; empty where it is as written then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub otherwise: Vec<Step>,
}

/// What is done with a region.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The steps; empty where it stays as it is.
    pub steps: Vec<Step>,
    /// Whether they were written into the source.
    pub applied: bool,
    /// Sectors that a warp requests in one iteration of the plan's parallel loops, as written.
    pub sectors_per_warp_before: String,
    /// The same under the plan.
    pub sectors_per_warp_after: String,
    /// Sectors that it touches in such an iteration as written, those that several accesses share counted once, where
    /// they are fewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct_per_warp_before: Option<String>,
    /// The same under the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct_per_warp_after: Option<String>,
    /// Sectors before by sectors after, as they are likely; those that several accesses share count once.
    pub gain: f64,
    /// The least and the most that the gain may be, as far as the counts tell.
    pub gain_range: [f64; 2],
    /// How much more of the bandwidth the warps can use after the change, as a factor: more than 1
    /// where few iterations were parallel before.
    pub parallelism: f64,
    /// Below 1 where threads must recover the indices of more collapsed loops after the change: the
    /// time is divided by `gain`, `parallelism` and this, if nothing hides it.
    #[serde(default = "nothing", skip_serializing_if = "is_nothing")]
    pub recovery: f64,
    /// The test under which the steps are legal, where they need one: both versions are in the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<Guard>,
    /// In a template: the C++ condition on its parameters of the instances that the steps change, of which this is one;
    /// others are as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instances: Option<String>,
    /// Why the accesses stay as they are, where no entry of `rejected` says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
    /// What the decision rests on.
    pub assumptions: Vec<Assumption>,
    /// What was considered and not taken.
    pub rejected: Vec<Rejected>,
    /// The change of the source text that carries the steps out, in the order of the text; empty
    /// where they are not applied, `null` where the new text is not UTF-8 or compiles with the macros of this compilation
    /// only.
    #[serde(default)]
    pub edits: Option<Vec<Edit>>,
}

/// A replacement in the region's file. Lines and columns count from 1, columns in bytes; the end is
/// one past the last byte replaced.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Edit {
    /// Line of the first byte.
    pub line: u32,
    /// Column of the first byte.
    pub column: u32,
    /// Line of the end.
    pub end_line: u32,
    /// Column of the end.
    pub end_column: u32,
    /// The new text.
    pub text: String,
}

/// Totals of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Summary {
    /// Target regions.
    pub regions: u64,
    /// Regions rewritten.
    pub rewritten: u64,
    /// Accesses.
    pub accesses: u64,
    /// Accesses of more sectors than twice their least, as written.
    pub uncoalesced_before: u64,
    /// The same under the plans.
    pub uncoalesced_after: u64,
}

/// How the dependence tests fared.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// By the test's name.
    pub tests: std::collections::BTreeMap<String, Count>,
}

/// Tried and proved.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Count {
    /// Subsets of loops tried.
    pub tried: u32,
    /// Subsets proved independent.
    pub proved: u32,
}

/// Which remarks are wanted on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remarks {
    /// None.
    None,
    /// What is wrong in the program as written: proved races, iterations and values that are lost.
    Races,
    /// Those, and regions that were rewritten.
    Applied,
    /// What is wrong, and regions that were not rewritten, and why.
    Missed,
    /// All of these, and every access that stays uncoalesced.
    All,
}

/// The report of `unit`.
pub fn build(command: &CompileCommand, unit: &UnitAnalysis) -> Report {
    let mut report = empty(command);
    let regions = &unit.unit.regions;
    let combined: Vec<&TargetRegion> = regions
        .iter()
        .zip(&unit.analyses)
        .filter(|(_, analysis)| analysis.decision.is_combined())
        .map(|(region, _)| region)
        .collect();
    let is_mixed = cost::is_mixed(regions);
    let is_part = |inner: &TargetRegion| combined.iter().any(|region| inner.is_inside(region));
    for (region, analysis) in regions.iter().zip(&unit.analyses) {
        build::add_statistics(&mut report.statistics, &analysis.dependences);
        if is_part(region) {
            continue;
        }
        let file = unit.unit.sources.file(region.file);
        let inner = regions.iter().filter(|inner| inner.is_inside(region) && !is_part(inner));
        let inner = inner.map(TargetRegion::span).collect();
        report.regions.push(build::region((region, inner), analysis, (file, is_mixed)));
    }
    report.transfers = transfers::of_unit(unit, unit.keeps_on_device);
    report.summarize();
    report
}

/// The report of a unit that was not analysed, for the reason `code`.
pub fn not_analyzed(command: &CompileCommand, code: Code, reason: &str) -> Report {
    Report {
        failure: Some(Failure { code: code.to_string(), reason: reason.into() }),
        ..empty(command)
    }
}

/// A refusal in words: its reason, and why no test before the region finds out whether it holds.
pub fn refusal(reason: &str, untested: Option<&str>) -> String {
    match untested {
        Some(why) => format!("{reason}; not tested: {why}"),
        None => reason.to_owned(),
    }
}

/// The factor of what changes nothing.
fn nothing() -> f64 {
    1.0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_nothing(factor: &f64) -> bool {
    (factor - 1.0).abs() < f64::EPSILON
}

fn empty(command: &CompileCommand) -> Report {
    let compiler = Compiler {
        name: "clang".into(),
        version: command.compiler.version.clone(),
        offload_arch: command.compiler.offload_arch.clone(),
    };
    let tool = Tool { name: "warpcc".into(), version: env!("CARGO_PKG_VERSION").into() };
    Report {
        schema: SCHEMA.into(),
        tool,
        compiler,
        unit: command.input.clone(),
        regions: Vec::new(),
        transfers: Vec::new(),
        summary: Summary::default(),
        statistics: Statistics::default(),
        failure: None,
    }
}

impl Report {
    /// The JSON text, ending in a newline.
    ///
    /// # Panics
    /// Never: the report's types have a JSON form.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("the report's types have a JSON form") + "\n"
    }

    /// Notes that clang rejected the rewritten source: nothing was applied.
    pub fn mark_rejected(&mut self) {
        let code = Code::RejectedByClang;
        self.failure = Some(Failure { code: code.to_string(), reason: code.title().into() });
        self.leave_as_written();
    }

    /// Notes that clang compiles the source as it is written: nothing is applied.
    pub fn leave_as_written(&mut self) {
        self.transfers.iter_mut().for_each(|own| own.applied = false);
        for region in &mut self.regions {
            region.plan.applied = false;
            region.plan.edits = Some(Vec::new());
            region.codes.retain(|c| *c != Code::Improved.to_string());
            for access in &mut region.accesses {
                access.sectors_after.clone_from(&access.sectors_before);
                access.shared_after.clone_from(&access.shared_before);
            }
        }
        self.summarize();
    }

    /// Remarks in clang's form, one a line.
    pub fn remarks(&self, which: Remarks) -> String {
        remark::render(self, which)
    }

    /// Counts the regions, but for those of templates in headers that the unit makes no instance of: another unit's counts tell of them.
    fn summarize(&mut self) {
        let is_foreign = |region: &Region| {
            let dependent = Code::DependentTemplate.to_string();
            region.file != self.unit && region.codes.contains(&dependent)
        };
        let foreign = self.regions.iter().filter(|region| is_foreign(region)).count();
        let accesses = || self.regions.iter().flat_map(|region| &region.accesses);
        self.summary = Summary {
            regions: (self.regions.len() - foreign) as u64,
            rewritten: self.regions.iter().filter(|region| region.plan.applied).count() as u64,
            accesses: accesses().count() as u64,
            uncoalesced_before: accesses().filter(|a| a.is_wasteful_before()).count() as u64,
            uncoalesced_after: accesses().filter(|a| a.is_wasteful()).count() as u64,
        };
    }
}

impl Region {
    /// The code that says that it is coalesced as it is written, if it is.
    pub(crate) fn coalesced(&self) -> Option<Code> {
        Code::COALESCED.into_iter().find(|code| self.codes.contains(&code.to_string()))
    }

    /// Whether a code is said of it, or of what its counts and its plan rest on.
    pub fn is_said(&self, code: &str) -> bool {
        let beside = self.mapping.findings.iter().chain(&self.plan.assumptions);
        self.codes.iter().any(|own| own == code) || beside.into_iter().any(|own| own.code == code)
    }
}

impl Plan {
    /// Whether the gain is the sectors per warp before by those after; else it is of all warps, of which a plan may make more.
    pub fn gain_is_ratio(&self) -> bool {
        let number = |text: &str| text.parse::<f64>().ok();
        let each = number(&self.sectors_per_warp_before).zip(number(&self.sectors_per_warp_after));
        each.is_none_or(|(before, after)| (before / after / self.gain - 1.0).abs() <= 0.1)
    }
}

impl Access {
    /// Whether it takes more than twice the sectors that it needs, as written.
    pub(crate) fn is_wasteful_before(&self) -> bool {
        self.wastes(self.sectors_before.as_ref(), self.shared_before.as_ref())
    }

    /// The same under the plan.
    pub(crate) fn is_wasteful(&self) -> bool {
        self.wastes(self.sectors_after.as_ref(), self.shared_after.as_ref())
    }

    /// Whether it takes more than twice the sectors that it needs, which others need, too.
    pub(crate) fn wastes_alone(&self) -> bool {
        let alone = self.sectors_after.as_ref().is_some_and(|own| own.is_wasteful(self.bytes));
        alone && !self.is_wasteful()
    }

    /// What several accesses fetch together is no waste where they need it together.
    fn wastes(&self, sectors: Option<&Sectors>, shared: Option<&Shared>) -> bool {
        match (sectors, shared) {
            (Some(_), Some(shared)) => shared.sectors.is_wasteful(shared.bytes),
            (sectors, _) => sectors.is_some_and(|sectors| sectors.is_wasteful(self.bytes)),
        }
    }
}

impl Sectors {
    /// The mean to be expected.
    pub fn expected(&self) -> f64 {
        self.likely.unwrap_or(self.mean)
    }

    /// Whether a request takes more than twice the 32-byte sectors that 32 lanes of `bytes` need.
    pub fn is_wasteful(&self, bytes: u32) -> bool {
        self.mean > f64::from(2 * bytes.max(1))
    }
}
