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
//! CompileCommand → Unit → TargetRegion → Value → Access → Dependences → Sectors/Cost → Decision → EditSet
//!                              └──────────────→ Report
//! ```
//!
//! The library is pure but for the front end, which reads the sources through libclang.

pub mod access;
pub mod coalesce;
pub mod command;
pub mod cost;
pub mod dependence;
pub mod diag;
pub mod emit;
pub mod frontend;
pub mod id;
pub mod ir;
pub mod isl;
pub mod machine;
pub mod openmp;
pub mod plan;
pub mod policy;
pub mod report;
pub mod schedule;
pub mod source;
pub mod symbolic;
pub mod transfer;
pub mod transform;

use std::sync::Arc;

use rayon::prelude::*;

use access::Access;
use command::CompileCommand;
use cost::lines::{Lines, lines};
use dependence::Dependences;
use diag::Code;
use emit::{EditSet, UnitEdits};
use frontend::{FrontendError, Unit};
use id::{FileId, LoopId, StmtId, SymbolId};
use ir::{HazardKind, TargetRegion};
use machine::{Bus, Machine};
use plan::Decision;
use plan::race::Race;
use plan::unit::Planned;
use policy::{Limit, Moves, Policy};
use symbolic::eval::{LoopValues, Obstacle};
use transfer::Tightened;

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
    /// What L1 caches do not have as written, by access; empty where the mapping is not modelled.
    pub lines: Vec<Option<Lines>>,
    /// Where the warps of one launch wait for each other as written, where that is known.
    pub meetings: Option<cost::Meetings>,
    /// The transformation chosen, with its proof, and those refused, with their reasons.
    pub decision: Decision,
    /// The edits that carry it out, where its unit has been decided on.
    pub edits: EditSet,
}

/// Analyses one region: accesses, dependences, sectors, plan. Where the policy's time ends before, the region is left alone.
pub fn analyze(region: &TargetRegion, machine: &Machine, policy: &Policy) -> Analysis {
    if region.has_hazard(HazardKind::DeviceText) {
        return Analysis::left_alone(region, Code::DeviceText);
    }
    let mut accesses = access::collect(region, policy);
    let dependences = dependence::analyze(region, &accesses, policy);
    let mut decision = plan::choose(region, &accesses, &dependences, machine, policy);
    let race = plan::race::find(region, &accesses, &dependences);
    if let Some(race) = &race {
        decision.give_up(race.blocker());
    }
    let carried_scalars = dependence::scalar::carried(region);
    if policy.limit.is_over() {
        return Analysis::left_alone(region, Code::OverBudget);
    }
    let before = decision.before().ok();
    let lines = before.map(|before| lines(&accesses.counting().list, before, machine));
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
        lines: lines.unwrap_or_default(),
        meetings: before.and_then(|before| cost::Meetings::of(region, before, machine)),
        decision,
        edits: EditSet::default(),
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
            lines: Vec::new(),
            meetings: None,
            decision: Decision::left_alone(region, code),
            edits: EditSet::default(),
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
    /// What crosses the bus, where that was asked for.
    pub transfers: transfer::Transfers,
    /// Whether the new bytes keep data on the device so.
    pub keeps_on_device: bool,
    /// The list items of regions and data constructs that need not be copied as they are.
    pub tightened: Vec<Tightened>,
    /// The main file's new bytes, where a region of it is to be rewritten.
    pub rewritten: Option<Vec<u8>>,
    /// The headers that get new bytes, and these.
    pub headers: Vec<(FileId, Vec<u8>)>,
}

/// What a caller adds to the line: how long regions may take and on which threads, and a clock for its phases.
pub trait Supervisor {
    /// Does the work of a phase: `load`, `parse` or `analyse`.
    fn phase<T>(&self, name: &str, work: impl FnOnce() -> T) -> T;

    /// Analyses the regions of a unit by `one`; the analyses are in the regions' order.
    fn regions(
        &self,
        regions: &[TargetRegion],
        one: impl Fn(&TargetRegion, Limit) -> Analysis + Clone + Send + Sync + 'static,
    ) -> Vec<Analysis>;
}

/// No limits and no clock; regions are analysed on the threads of the pool.
#[derive(Clone, Copy, Debug)]
pub struct Unsupervised;

/// Fewer regions than these are analysed before threads have started.
const MIN_PARALLEL: usize = 4;

impl Supervisor for Unsupervised {
    fn phase<T>(&self, _: &str, work: impl FnOnce() -> T) -> T {
        work()
    }

    fn regions(
        &self,
        regions: &[TargetRegion],
        one: impl Fn(&TargetRegion, Limit) -> Analysis + Clone + Send + Sync + 'static,
    ) -> Vec<Analysis> {
        let one = |region: &TargetRegion| one(region, Limit::NONE);
        match regions {
            few if few.len() < MIN_PARALLEL => few.iter().map(one).collect(),
            many => many.par_iter().map(one).collect(),
        }
    }
}

/// Reads, analyses and rewrites one translation unit.
pub fn analyze_unit(
    command: &CompileCommand,
    machine: &'static Machine,
    policy: &Policy,
    supervisor: &impl Supervisor,
) -> Result<UnitAnalysis, FrontendError> {
    supervisor.phase("load", || frontend::load(command))?;
    let parse =
        if policy.transfers == Moves::Off { frontend::parse_regions } else { frontend::parse };
    let unit = supervisor.phase("parse", || parse(command, emit::WORDS))?;
    let policy = policy.for_unit(command);
    let one = move |region: &TargetRegion, limit| analyze(region, machine, &policy.within(limit));
    let mut analyses = supervisor.phase("analyse", || supervisor.regions(&unit.regions, one));
    let mut edits = decide(&unit, &mut analyses, &policy);
    for (analysis, own) in analyses.iter_mut().zip(std::mem::take(&mut edits.regions)) {
        analysis.edits = own;
    }
    let (mut tightened, mut transfers) = (Vec::new(), transfer::Transfers::default());
    if policy.transfers != Moves::Off {
        (tightened, transfers) = transfers_of(&unit, &analyses, (machine, &policy));
    }
    if policy.transfers == Moves::On {
        edits.keep_on_device(&unit.regions, &unit.sources, &mut transfers);
    }
    tightened.retain(|own| !stays(own, &transfers.residences));
    if policy.transfers == Moves::On {
        let decisions = analyses.iter().map(|own| &own.decision);
        let regions: Vec<_> = unit.regions.iter().zip(decisions).collect();
        edits.tighten(&regions, (&unit.functions, &unit.sources), &mut tightened);
        edits.update_once(&unit.regions, &unit.functions, &mut transfers);
    }
    let texts = edits.files.iter().filter(|(_, edits)| !edits.is_empty());
    let mut headers: Vec<_> =
        texts.map(|(id, edits)| (*id, edits.apply(unit.sources.file(*id)))).collect();
    let is_main = headers.first().is_some_and(|(id, _)| id.index() == 0);
    let rewritten = is_main.then(|| headers.remove(0).1);
    let keeps_on_device = policy.transfers == Moves::On;
    Ok(UnitAnalysis { unit, analyses, transfers, keeps_on_device, tightened, rewritten, headers })
}

/// Decides what is done with each region, beside the others, and writes it.
fn decide(unit: &Unit, analyses: &mut [Analysis], policy: &Policy) -> UnitEdits {
    let both = unit.regions.iter().zip(analyses);
    let planned = both.map(|(region, own)| Planned {
        region,
        loops: &own.loops,
        decision: &mut own.decision,
    });
    UnitEdits::of(&mut planned.collect::<Vec<_>>(), &unit.sources, policy)
}

/// The list items of regions that copy less, and what stays on the device.
fn transfers_of(
    unit: &Unit,
    analyses: &[Analysis],
    (machine, policy): (&Machine, &Policy),
) -> (Vec<Tightened>, transfer::Transfers) {
    let both = unit.regions.iter().zip(analyses);
    let kernels = both.map(|(region, own)| transfer::Kernel {
        region,
        accesses: &own.accesses,
        loops: &own.loops,
        is_known: own.obstacles.iter().all(|own| own.code == Code::UnmodelledMapping),
    });
    let kernels: Vec<_> = kernels.collect();
    let Bus { launch, element } = machine.bus;
    transfer::of_unit(&unit.functions, &kernels, policy, transfer::Costs { launch, element })
}

/// Whether a list item of a region is on the device around it whenever it runs, so that the region does not copy it.
fn stays(own: &Tightened, residences: &[transfer::Residence]) -> bool {
    residences.iter().any(|residence| {
        residence.file == own.file
            && residence.span.contains(own.directive)
            && residence.items.iter().any(|item| item.text == own.item)
            && residence
                .buffers
                .iter()
                .all(|buffer| buffer.flat.is_some() || buffer.item != own.item)
    })
}
