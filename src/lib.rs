//! warpcc makes OpenMP GPU offload fast without the user changing a line.
//!
//! For every `omp target` loop nest it computes the memory sectors that each GPU warp will request,
//! by Iteration Point Difference Analysis (Chikin, Lloyd, Amaral, Tiotto, Usman: "Memory-access-aware
//! Safety and Profitability Analysis for Transformation of Accelerator-bound OpenMP Loops", ACM TACO
//! 16(3), 2019), finds the loop order and collapse depth that need the fewest, proves that the change
//! is safe, and rewrites the source text.
//!
//! The line of data is one direction, and each stage's output type is the next one's input:
//!
//! ```text
//! CompileCommand → Unit → TargetRegion → Value → Access → Dependences → Sectors/Cost → Plan → EditSet
//!                              └──────────────→ Report
//! ```
//!
//! The library is pure but for the front end, which reads the sources through libclang.

pub mod access;
pub mod coalesce;
pub mod command;
pub mod dependence;
pub mod diag;
pub mod edit;
pub mod frontend;
pub mod id;
pub mod ir;
pub mod isl;
pub mod openmp;
pub mod plan;
pub mod policy;
pub mod report;
pub mod source;
pub mod symbolic;

use std::sync::Arc;

use rayon::prelude::*;

use access::Access;
use coalesce::machine::Machine;
use command::CompileCommand;
use dependence::Dependences;
use diag::Code;
use frontend::{FrontendError, Unit};
use id::{LoopId, StmtId, SymbolId};
use ir::{HazardKind, TargetRegion};
use plan::Plan;
use plan::race::Race;
use policy::Policy;
use source::SourceFile;
use symbolic::eval::{LoopValues, Obstacle};

/// Accesses, and the bounds of a region's loops by [`LoopId`].
pub type Counting = (Vec<Access>, Arc<[Option<LoopValues>]>);

/// Everything that was found out about one region.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The memory accesses, in textual order.
    pub accesses: Vec<Access>,
    /// Bounds of each loop that was reached, by `LoopId`.
    pub loops: Arc<[Option<LoopValues>]>,
    /// Accesses and bounds as counts saw them, where they are others.
    pub counting: Option<Counting>,
    /// Calls and statements that the analysis cannot follow.
    pub obstacles: Vec<Obstacle>,
    /// Scalars that carry a value over a loop.
    pub carried_scalars: Vec<(SymbolId, LoopId)>,
    /// What is known of the dependences between them.
    pub dependences: Dependences,
    /// Two iterations of a loop declared parallel that are proved to meet, if any; then nothing is changed.
    pub race: Option<Race>,
    /// The transformation chosen, with its proof, and those refused, with their reasons.
    pub plan: Plan,
}

/// Analyses one region: accesses, dependences, sectors, plan. Where the policy's time ends before, the region is left alone.
pub fn analyze(region: &TargetRegion, machine: &Machine, policy: &Policy) -> Analysis {
    if region.has_hazard(HazardKind::DeviceText) {
        return Analysis::left_alone(region, Code::DeviceText);
    }
    let mut accesses = access::collect(region, policy);
    let dependences = dependence::analyze(region, &accesses, policy);
    let mut plan = plan::choose(region, &accesses, &dependences, machine, policy);
    let race = plan::race::find(region, &accesses, &dependences);
    if let Some(race) = &race {
        plan.give_up(region, race.blocker());
    }
    let carried_scalars = dependence::scalar::carried(region);
    if policy.limit.is_over() {
        return Analysis::left_alone(region, Code::OverBudget);
    }
    let counting = accesses.take_counting().map(|own| (own.list, own.loops));
    let access::Accesses { list, loops, obstacles, .. } = accesses;
    Analysis {
        accesses: list,
        loops,
        counting,
        obstacles,
        carried_scalars,
        dependences,
        race,
        plan,
    }
}

impl Analysis {
    /// What stands for the analysis of a region that was given up, for the reason `code`: nothing is
    /// known, and nothing is done.
    pub fn left_alone(region: &TargetRegion, code: Code) -> Analysis {
        let loops: Vec<LoopId> = region.loops().iter().map(|l| l.id).collect();
        let nothing_known =
            Obstacle { stmt: StmtId::from_index(0), code, why: code.title().into(), loops };
        Analysis {
            accesses: Vec::new(),
            loops: vec![None; nothing_known.loops.len()].into(),
            counting: None,
            obstacles: vec![nothing_known],
            carried_scalars: Vec::new(),
            dependences: Dependences::default(),
            race: None,
            plan: plan::left_alone(region, code),
        }
    }
}

/// Everything that was found out about one translation unit.
#[derive(Clone, Debug)]
pub struct UnitAnalysis {
    /// The sources and regions.
    pub unit: Unit,
    /// One analysis for each region, in the same order.
    pub analyses: Vec<Analysis>,
    /// The main file's new bytes, where a region of it is to be rewritten.
    pub rewritten: Option<Vec<u8>>,
}

/// Reads and analyses one translation unit.
pub fn analyze_unit(
    command: &CompileCommand,
    machine: &Machine,
    policy: &Policy,
) -> Result<UnitAnalysis, FrontendError> {
    let unit = frontend::parse(command)?;
    let policy = &policy.for_unit(command);
    let one = |region: &TargetRegion| analyze(region, machine, policy);
    let analyses = match unit.regions.as_slice() {
        few if few.len() < MIN_PARALLEL => few.iter().map(one).collect(),
        many => many.par_iter().map(one).collect(),
    };
    Ok(complete(unit, analyses, policy))
}

/// Fewer regions than these are analysed before threads have started.
const MIN_PARALLEL: usize = 4;

/// Joins a unit with the analyses of its regions, one for each in their order, and rewrites its
/// main file.
pub fn complete(unit: Unit, mut analyses: Vec<Analysis>, policy: &Policy) -> UnitAnalysis {
    settle(&unit, &mut analyses, policy);
    let plans = analyses.iter_mut().map(|analysis| &mut analysis.plan).collect();
    let rewritten = edit::rewrite(&unit.sources, &unit.regions, plans, policy.alternatives);
    UnitAnalysis { unit, analyses, rewritten }
}

/// A region that becomes a combined construct has none inside any more. One that does not says of those inside what they do not
/// know by themselves.
fn settle(unit: &Unit, analyses: &mut [Analysis], policy: &Policy) {
    let numbered = || unit.regions.iter().enumerate();
    let constructs: Vec<_> = numbered().filter(|(_, region)| region.is_inner()).collect();
    for (k, region) in numbered() {
        let inside = constructs.iter().filter(|(_, inner)| inner.is_inside(region));
        let inside: Vec<usize> = inside.map(|(k, _)| *k).collect();
        let file = unit.sources.file(region.file);
        let changes = applied(unit, analyses, &inside);
        if combines((region, &analyses[k].plan), file, &changes, policy) {
            inside.into_iter().for_each(|k| analyses[k].plan.withdraw());
            continue;
        }
        let combined = analyses[k].plan.combined.take();
        if let Some(combined) = combined {
            analyses[k].plan = combined.otherwise;
        }
        for inner in &inside {
            let construct = &unit.regions[*inner];
            let checked = plan::serial::check_inside(region, &analyses[k].loops, construct);
            if let Err(blocker) = checked {
                analyses[*inner].plan.give_up(construct, blocker);
            }
        }
    }
}

/// The regions of these numbers that are to be rewritten, with their plans.
fn applied<'a>(
    unit: &'a Unit,
    analyses: &'a [Analysis],
    numbers: &[usize],
) -> Vec<(&'a TargetRegion, &'a Plan)> {
    let own = numbers.iter().map(|k| (&unit.regions[*k], &analyses[*k].plan));
    own.filter(|(_, plan)| plan.applies()).collect()
}

/// Whether a region's plan makes it a combined construct, the text can be written, and the plans for the constructs `inside` are
/// worth less.
fn combines(
    (region, plan): (&TargetRegion, &Plan),
    file: &SourceFile,
    inside: &[(&TargetRegion, &Plan)],
    policy: &Policy,
) -> bool {
    if plan.combined.is_none() || !plan.applies() {
        return false;
    }
    let is_written = |plan: &Plan| {
        let set = edit::edits(region, plan, file);
        set.is_ok_and(|set| policy.alternatives || set.holds_elsewhere(region, file))
    };
    let otherwise = plan.guarded.as_ref().map(|guarded| &guarded.otherwise);
    let written = is_written(plan) || otherwise.is_some_and(is_written);
    written && plan::combine::gains_more(plan, inside)
}
