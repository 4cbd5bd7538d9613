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

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use access::Access;
use command::CompileCommand;
use cost::lines::{Lines, lines};
use dependence::Dependences;
use diag::Code;
use emit::EditSet;
use frontend::{FrontendError, Unit};
use id::{FileId, LoopId, StmtId, SymbolId};
use ir::{HazardKind, TargetRegion};
use machine::Machine;
use plan::Decision;
use plan::gain::Gain;
use plan::race::Race;
use policy::{Limit, Moves, Policy};
use source::Span;
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

    /// Writes nothing, for the reason `code`.
    fn refuse(&mut self, code: Code) {
        self.decision.refuse(code);
        self.edits = EditSet::default();
    }

    /// Does nothing: the region is not there any more.
    fn withdraw(&mut self) {
        self.decision.withdraw();
        self.edits = EditSet::default();
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
    /// The list items of regions that need not be copied as they are.
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
    let (mut tightened, mut transfers) = (Vec::new(), transfer::Transfers::default());
    if policy.transfers != Moves::Off {
        (tightened, transfers) = transfers_of(&unit, &analyses, &policy);
    }
    if policy.transfers == Moves::On {
        keep_on_device(&unit, &mut edits, &mut transfers);
    }
    tightened.retain(|own| !stays(own, &transfers.residences));
    if policy.transfers == Moves::On {
        write_clauses((&unit, &analyses), &mut tightened, &mut edits);
    }
    let texts = edits.iter().filter(|(_, edits)| !edits.is_empty());
    let mut headers: Vec<_> =
        texts.map(|(id, edits)| (*id, edits.apply(unit.sources.file(*id)))).collect();
    let is_main = headers.first().is_some_and(|(id, _)| id.index() == 0);
    let rewritten = is_main.then(|| headers.remove(0).1);
    let keeps_on_device = policy.transfers == Moves::On;
    Ok(UnitAnalysis { unit, analyses, transfers, keeps_on_device, tightened, rewritten, headers })
}

/// Decides what is done with each region, beside the others; answers the edits of all of them, by file.
fn decide(unit: &Unit, analyses: &mut [Analysis], policy: &Policy) -> BTreeMap<FileId, EditSet> {
    check_inner(unit, analyses);
    let mut groups: BTreeMap<(bool, FileId, Span), Vec<usize>> = BTreeMap::new();
    for (k, region) in unit.regions.iter().enumerate() {
        let is_outer = !region.is_inner();
        groups.entry((is_outer, region.file, region.directive.span)).or_default().push(k);
    }
    for group in groups.values() {
        settle(unit, analyses, group, policy);
    }
    let mut files: BTreeMap<FileId, EditSet> = BTreeMap::new();
    for ((_, file, _), group) in &groups {
        let edits = group.iter().map(|k| &analyses[*k].edits).find(|edits| !edits.is_empty());
        let Some(edits) = edits else { continue };
        let all = files.entry(*file).or_default();
        let mut shared = group.iter().filter(|k| is_shared(&unit.regions[**k]));
        let fits = shared.all(|k| {
            let text = unit.sources.file(*file);
            kernel(unit, *k).is_some_and(|k| emit::can_be_numbered(&unit.regions[k], text, policy))
        });
        match all.clone().union(edits.clone()) {
            Ok(merged) if fits => *all = merged,
            _ => group.iter().for_each(|k| analyses[*k].refuse(Code::NotEditable)),
        }
    }
    let mut files = number_apart(unit, analyses, files);
    if !policy.regions {
        files.clear();
    }
    files
}

/// The list items of regions that copy less, and what stays on the device.
fn transfers_of(
    unit: &Unit,
    analyses: &[Analysis],
    policy: &Policy,
) -> (Vec<Tightened>, transfer::Transfers) {
    let both = unit.regions.iter().zip(analyses);
    let kernels = both.map(|(region, own)| transfer::Kernel {
        region,
        accesses: &own.accesses,
        loops: &own.loops,
        is_known: own.obstacles.iter().all(|own| own.code == Code::UnmodelledMapping),
    });
    let kernels: Vec<_> = kernels.collect();
    transfer::of_unit(&unit.functions, &kernels, policy)
}

/// Whether edits of the unit's text may mean something else than they say.
fn has_fixed_text(unit: &Unit) -> bool {
    unit.regions.iter().any(|region| region.has_hazard(HazardKind::FixedText))
}

/// Whether a list item of a region is on the device around it, so that the region does not copy it.
fn stays(own: &Tightened, residences: &[transfer::Residence]) -> bool {
    residences.iter().any(|residence| {
        residence.file == own.file
            && residence.span.contains(own.directive)
            && residence.items.iter().any(|item| item.text == own.item)
    })
}

/// Adds the edits of clauses, where they stand beside the others.
fn write_clauses(
    (unit, analyses): (&Unit, &[Analysis]),
    tightened: &mut [Tightened],
    files: &mut BTreeMap<FileId, EditSet>,
) {
    if has_fixed_text(unit) {
        return;
    }
    let mut groups: BTreeMap<(FileId, Span), Vec<&mut Tightened>> = BTreeMap::new();
    let main = |own: &&mut Tightened| own.file.index() == 0;
    for own in tightened.iter_mut().filter(main) {
        groups.entry((own.file, own.directive)).or_default().push(own);
    }
    for ((file, span), group) in groups {
        let own = |(region, _): &(&TargetRegion, &Analysis)| {
            region.file == file && region.directive.span == span
        };
        let mut all = unit.regions.iter().zip(analyses).filter(own);
        let is_parted = all.any(|(_, own)| own.decision.makes_several());
        let directive = unit.directive(file, span).filter(|_| !is_parted);
        let Some((directive, _)) = directive else { continue };
        let text = unit.sources.file(file);
        let items: Vec<&Tightened> = group.iter().map(|own| &**own).collect();
        let Some(new) = emit::tightened(directive, &items, text) else { continue };
        let edits = files.entry(file).or_default();
        if let Ok(both) = edits.clone().union(new) {
            *edits = both;
            group.into_iter().for_each(|own| own.is_written = true);
        }
    }
}

/// Adds the edits that keep data on the device, where they stand beside those of the regions. A residence whose text cannot be written
/// becomes a refusal.
fn keep_on_device(
    unit: &Unit,
    files: &mut BTreeMap<FileId, EditSet>,
    found: &mut transfer::Transfers,
) {
    let is_fixed = has_fixed_text(unit);
    let main = FileId::from_index(0);
    let file = unit.sources.file(main);
    let of_regions = files.get(&main).cloned().unwrap_or_default();
    let mut all: Vec<emit::Placed> = Vec::new();
    let together = |all: &[emit::Placed]| {
        let before = all.iter().flat_map(|own| own.before.iter().cloned());
        let behind = all.iter().rev().flat_map(|own| own.behind.iter().cloned());
        let regions = of_regions.edits().iter().cloned();
        EditSet::new(before.chain(regions).chain(behind).collect())
    };
    for own in std::mem::take(&mut found.residences) {
        let can_stand = own.file == main && !is_fixed;
        let placed = can_stand.then(|| emit::residence(&own, file)).flatten();
        let fits = placed.is_some_and(|placed| {
            all.push(placed);
            let fits = together(&all).is_ok();
            all.truncate(all.len() - usize::from(!fits));
            fits
        });
        if fits {
            found.residences.push(own);
        } else {
            found.refusals.push(own.refused());
        }
    }
    if let (false, Ok(edits)) = (all.is_empty(), together(&all)) {
        files.insert(main, edits);
    }
}

/// Whether other units of the program may have the region, too.
fn is_shared(region: &TargetRegion) -> bool {
    region.has_hazard(HazardKind::SharedFunction)
}

/// The region whose kernel has the region of this number: itself where that is inside of no other one.
fn kernel(unit: &Unit, number: usize) -> Option<usize> {
    let region = &unit.regions[number];
    let has = |outer: &TargetRegion| !outer.is_inner() && region.is_inside(outer);
    if region.is_inner() { unit.regions.iter().position(has) } else { Some(number) }
}

/// The edits by which the kernels that other units may have, too, get names of their own.
fn number_apart(
    unit: &Unit,
    analyses: &[Analysis],
    mut files: BTreeMap<FileId, EditSet>,
) -> BTreeMap<FileId, EditSet> {
    for (id, edits) in &mut files {
        let mut kernels: BTreeMap<Span, (&TargetRegion, EditSet)> = BTreeMap::new();
        let own = (0..analyses.len()).filter(|k| unit.regions[*k].file == *id);
        for (number, kernel) in own.filter_map(|k| Some((k, kernel(unit, k)?))) {
            let region = &unit.regions[kernel];
            if is_shared(region) {
                let entry = kernels.entry(region.directive.span);
                let (_, set) = entry.or_insert((region, EditSet::default()));
                let new = analyses[number].edits.clone();
                *set = set.clone().union(new).unwrap_or_else(|_| set.clone());
            }
        }
        let kernels: Vec<_> = kernels.into_values().collect();
        *edits = std::mem::take(edits).numbered_apart(&kernels, unit.sources.file(*id));
    }
    files
}

/// The constructs inside of a region.
fn constructs_inside<'a>(
    unit: &'a Unit,
    region: &'a TargetRegion,
) -> impl Iterator<Item = (usize, &'a TargetRegion)> {
    let all = unit.regions.iter().enumerate();
    all.filter(|(_, inner)| inner.is_inner() && inner.is_inside(region))
}

/// A region says of the constructs inside of it what they do not know by themselves.
fn check_inner(unit: &Unit, analyses: &mut [Analysis]) {
    for (k, region) in unit.regions.iter().enumerate() {
        for (inner, construct) in constructs_inside(unit, region) {
            let checked = transform::serial::check_inside(region, &analyses[k].loops, construct);
            if let Err(blocker) = checked {
                analyses[inner].decision.give_up(blocker);
            }
        }
    }
}

/// Decides on the regions of these numbers, which share one directive. A region that becomes a combined construct has none inside any
/// more: it must gain more than these do, which have been decided on.
fn settle(unit: &Unit, analyses: &mut [Analysis], group: &[usize], policy: &Policy) {
    let inside = group.iter().flat_map(|k| constructs_inside(unit, &unit.regions[*k]));
    let inside: Vec<usize> = inside.map(|(k, _)| k).collect();
    let changed = inside.iter().map(|k| &analyses[*k].decision).filter(|inner| inner.applies());
    let gains: Vec<Gain> = changed.map(Decision::gain).collect();
    for k in group {
        let pays = |gain: &Gain| plan::combined::gains_more(gain, &gains);
        let variants = &mut analyses[*k].decision.variants;
        variants.retain(|variant| !variant.combined || pays(&variant.gain));
    }
    write(unit, analyses, group, policy);
    if group.iter().any(|k| analyses[*k].decision.is_combined()) {
        inside.into_iter().for_each(|k| analyses[k].withdraw());
    }
}

/// Whether another target region of the function stands on a region's line. clang 19 numbers the kernels of a line, and gives the number of
/// one that only the host has to the next one, too.
fn shares_line(unit: &Unit, region: &TargetRegion) -> bool {
    let place = |own: &TargetRegion| (own.line, own.file);
    let others = unit.regions.iter().filter(|other| place(other) == place(region));
    let mut others = others.filter(|other| other.directive.span != region.directive.span);
    others.any(|other| !other.is_inner() && other.function == region.function)
}

/// Writes the regions of these numbers, which share one directive.
fn write(unit: &Unit, analyses: &mut [Analysis], group: &[usize], policy: &Policy) {
    let own = analyses.iter_mut().enumerate().filter(|(k, _)| group.contains(k));
    let mut own: Vec<_> = own.map(|(k, own)| (&unit.regions[k], &mut own.decision)).collect();
    let Some(first) = own.first().map(|(region, _)| *region) else { return };
    let host_loops = policy.host_loops && !shares_line(unit, first);
    let policy = Policy { host_loops, ..*policy };
    let edits = emit::take(&mut own, unit.sources.file(first.file), &policy);
    for k in group {
        let is_written = analyses[*k].decision.applies();
        analyses[*k].edits = if is_written { edits.clone() } else { EditSet::default() };
    }
}
