//! Which iterations each lane runs, for every directive form and schedule.
//!
//! clang lowers a worksharing construct for a GPU in two levels: iterations go to teams in *team
//! chunks*, and those of a team chunk to its threads in *thread chunks*, dealt in rounds. Every form is
//! a [`ThreadMap`] with these two sizes; a region has one for each place where the mapping changes
//! (`teams distribute` around `parallel for`). The forms are those measured on clang 19 for nvptx64;
//! `docs/theory/coalescing.md`, §1, has the table.

use crate::diag::Code;
use crate::id::{LoopId, StmtId};
use crate::ir::{Directive, Stmt, StmtKind, TargetRegion, clauses, launch, nest_of};
use crate::machine::Machine;
use crate::openmp::{ClauseKind, Construct, Leaf, Leaves, construct};

/// How many consecutive iterations are handed out at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// So many.
    Of(u32),
    /// All: there is one taker.
    Whole,
    /// One block for each taker, of equal size.
    Share,
}

/// Which iterations of `loops` the lanes of a warp run in one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadMap {
    /// The loops whose collapsed iterations are spread over the lanes, outermost first; the last
    /// varies fastest. Empty where all lanes run the same iteration.
    pub loops: Vec<LoopId>,
    /// The loops whose iterations are spread over the teams: the same for all lanes of a warp.
    pub teams: Vec<LoopId>,
    /// Whether other teams, it is not known how many, run loops like these at the same time.
    pub repeated: bool,
    /// Threads of a team.
    pub team_size: u32,
    /// Whether the runtime may launch teams of fewer threads than that ([`crate::cost::launch`]).
    pub shrinks: bool,
    /// Lanes of a warp.
    pub warp: u32,
    /// What a team gets.
    pub team_chunk: Chunk,
    /// What a thread gets of its team's chunk; `Whole`: one thread runs it.
    pub thread_chunk: Chunk,
    /// The schedule in effect, in the words of a `schedule` clause.
    pub schedule: String,
    /// The loop over the threads of a team (`ir::launch`), inside a `parallel` construct. Where each thread runs
    /// everything, it is the one of `loops`.
    pub thread: Option<LoopId>,
}

/// The maps of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The map of what stands in no inner worksharing loop.
    pub main: ThreadMap,
    /// The maps of inner worksharing loops, by the outermost loop that they apply to.
    pub inner: Vec<(LoopId, ThreadMap)>,
    /// What a reader should know of it.
    pub findings: Vec<Finding>,
}

/// Something about a mapping that a programmer may not expect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// WC105 to WC108.
    pub code: Code,
    /// In words.
    pub text: String,
}

/// Fewer team chunks than these stand for no space.
const LEAST_CHUNKS: i64 = 16;

/// 2^32 by the golden ratio: the fractions of its multiples lie evenly.
const GOLDEN: u32 = 0x9e37_79b9;

fn starts(from: i64, to: i64, step: i64) -> impl Iterator<Item = i64> {
    (from..to).step_by(step.max(1) as usize)
}

impl ThreadMap {
    /// The loops that are spread over lanes or teams.
    pub fn spread(&self) -> Vec<LoopId> {
        self.teams.iter().chain(&self.loops).copied().collect()
    }

    /// Whether each thread of a team runs everything.
    pub fn is_repeated(&self) -> bool {
        self.thread.is_some_and(|thread| self.loops == [thread])
    }

    /// Whether one thread of a team, or of the device, runs it all.
    pub fn is_serial(&self) -> bool {
        self.thread_chunk == Chunk::Whole
    }

    /// Lanes of a full warp that run an iteration.
    pub fn active(&self) -> u32 {
        self.working_threads().min(self.warp)
    }

    /// Threads of a team that work on a full team chunk.
    pub fn working_threads(&self) -> u32 {
        match (self.team_chunk, self.thread_chunk) {
            (_, Chunk::Whole) => 1,
            (Chunk::Of(team), Chunk::Of(thread)) => team.div_ceil(thread).min(self.team_size),
            (Chunk::Of(team), Chunk::Share) => {
                team.div_ceil(team.div_ceil(self.team_size)).min(self.team_size)
            }
            _ => self.team_size,
        }
    }

    /// The distance of neighbouring lanes in iterations of the collapsed space; `None` where it
    /// depends on the number of iterations.
    pub fn stride(&self) -> Option<u32> {
        match (self.team_chunk, self.thread_chunk) {
            (_, Chunk::Whole) => Some(0),
            (_, Chunk::Of(thread)) => Some(thread),
            (Chunk::Of(team), Chunk::Share) => Some(team.div_ceil(self.team_size)),
            (_, Chunk::Share) => None,
        }
    }

    /// Whether consecutive warps run consecutive iterations, all lanes working.
    pub(crate) fn is_plain(&self) -> bool {
        let team = match self.team_chunk {
            Chunk::Of(size) => size.min(self.team_size),
            Chunk::Whole | Chunk::Share => self.team_size,
        };
        self.stride() == Some(1) && team.is_multiple_of(self.warp)
    }

    /// The clause that leaves threads without work.
    fn sparing(&self) -> String {
        match self.team_chunk {
            Chunk::Of(team) if team < self.team_size => format!("dist_schedule(static,{team})"),
            _ => format!("schedule({})", self.schedule),
        }
    }

    /// Whether each team's part begins at a known iteration.
    pub fn is_placed(&self) -> bool {
        self.team_chunk != Chunk::Share
    }

    /// The requests of `total` iterations: for each the positions in the collapsed space that its
    /// lanes run, in the order of team chunks, rounds, warps and steps.
    pub fn requests(&self, total: i64) -> impl Iterator<Item = Vec<i64>> + use<> {
        self.all_progressions(total).map(|p| p.positions().collect())
    }

    /// The iterations of a team chunk; those of the last one may be fewer.
    fn team_iterations(&self, total: i64) -> i64 {
        match self.team_chunk {
            Chunk::Of(size) => i64::from(size),
            Chunk::Whole | Chunk::Share => total.max(1),
        }
    }

    /// How many consecutive iterations a team gets at once: its chunk, or a round of its threads where it gets them all. `None` where
    /// that depends on the number of iterations.
    pub(crate) fn dealt_at_once(&self) -> Option<i64> {
        match (self.team_chunk, self.thread_chunk) {
            (Chunk::Of(team), _) => Some(i64::from(team)),
            (Chunk::Whole, Chunk::Of(thread)) => {
                Some(i64::from(self.team_size) * i64::from(thread))
            }
            _ => None,
        }
    }

    pub(crate) fn all_progressions(&self, total: i64) -> impl Iterator<Item = Progression> + use<> {
        self.progressions(total, starts(0, total, self.team_iterations(total)))
    }

    /// Those of team chunks that lie evenly over the whole space, at no fixed distance so that they fall in with no
    /// period of it: about `count` requests. `None` where chunks are too long for that.
    pub(crate) fn spread_progressions(
        &self,
        total: i64,
        count: i64,
    ) -> Option<impl Iterator<Item = Progression> + use<>> {
        let team = self.team_iterations(total);
        let each = (self.requests_per_iteration(total as f64) * team as f64).ceil() as i64;
        let (chunks, wanted) = (total / team, count / each.max(1));
        let width =
            chunks.checked_div(wanted).filter(|width| *width > 1 && wanted >= LEAST_CHUNKS)?;
        let start = move |k: i64| {
            let fraction = i64::from((k as u32).wrapping_mul(GOLDEN));
            (k * width + ((fraction * width.min(i64::from(u32::MAX))) >> 32)) * team
        };
        Some(self.progressions(total, (0..wanted).map(start)))
    }

    /// The requests of the team chunks that begin at `chunks`.
    fn progressions<C: Iterator<Item = i64>>(
        &self,
        total: i64,
        chunks: C,
    ) -> impl Iterator<Item = Progression> + use<C> {
        let team = self.team_iterations(total);
        let threads = i64::from(self.team_size);
        let thread = match self.thread_chunk {
            Chunk::Of(size) => i64::from(size),
            Chunk::Share => (team + threads - 1) / threads,
            Chunk::Whole => team,
        };
        let (width, threads) = match self.thread_chunk {
            Chunk::Whole => (1, 1),
            _ => (i64::from(self.warp), threads),
        };
        let round = threads.saturating_mul(thread);
        chunks.flat_map(move |chunk| {
            let end = chunk.saturating_add(team).min(total);
            starts(chunk, end, round).flat_map(move |dealt| {
                starts(0, threads, width).flat_map(move |warp| {
                    let lanes = width.min(threads - warp);
                    (0..thread).map_while(move |step| {
                        let first = dealt + warp * thread + step;
                        let inside = (end - first + thread - 1) / thread;
                        let lanes = lanes.min(inside);
                        (first < end).then_some(Progression { first, stride: thread, lanes })
                    })
                })
            })
        })
    }

    /// The first `count` requests of `total` iterations, one line each: the positions in the
    /// collapsed space that the lanes run, from lane 0 on.
    pub fn draw(&self, total: i64, count: usize) -> Vec<String> {
        let line = |(number, positions): (usize, Vec<i64>)| {
            format!("request {number}: {} on {} lanes", progression(&positions), positions.len())
        };
        self.requests(total).take(count).enumerate().map(line).collect()
    }

    /// The number of requests of an access for each iteration of the mapped loops, of which there
    /// are about `total`: 1/32 where all lanes work.
    pub fn requests_per_iteration(&self, total: f64) -> f64 {
        if self.is_serial() || self.loops.is_empty() {
            return 1.0;
        }
        let chunk = match self.team_chunk {
            Chunk::Of(size) => f64::from(size).min(total),
            Chunk::Whole | Chunk::Share => total,
        };
        let stride = self.stride().map_or(chunk / f64::from(self.team_size), f64::from).max(1.0);
        let dealt = f64::from(self.team_size) * stride;
        let full = (chunk / dealt).floor();
        let warps = |iterations: f64| (iterations / stride / f64::from(self.warp)).ceil();
        let requests = stride.min(chunk) * (full * warps(dealt) + warps(chunk - full * dealt));
        requests / chunk
    }
}

/// Positions in the collapsed space that the lanes of one request run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progression {
    pub(crate) first: i64,
    pub(crate) stride: i64,
    /// At least one.
    pub(crate) lanes: i64,
}

impl Progression {
    pub(crate) fn positions(&self) -> impl Iterator<Item = i64> + use<> {
        let Progression { first, stride, lanes } = *self;
        (0..lanes).map(move |lane| first + lane * stride)
    }
}

impl Mapping {
    /// The map of code inside `loops`.
    pub fn of(&self, loops: &[LoopId]) -> &ThreadMap {
        let inner = self.inner.iter().rev().find(|(root, _)| loops.contains(root));
        inner.map_or(&self.main, |(_, map)| map)
    }

    /// Whether no part of the region runs on more than one thread of a team.
    pub fn is_serial(&self) -> bool {
        self.main.is_serial() && self.inner.iter().all(|(_, map)| map.is_serial())
    }

    /// The map that most of the work has: the inner one where there is only one, or that of all threads.
    pub fn principal(&self) -> &ThreadMap {
        let repeated = self.inner.iter().map(|(_, map)| map).find(|map| map.is_repeated());
        match (self.inner.as_slice(), repeated) {
            ([(_, only)], _) if self.main.active() < only.active() => only,
            (_, Some(repeated)) if self.main.is_serial() => repeated,
            _ => &self.main,
        }
    }
}

/// `0, 4, …, 124`: the first two and the last where the distances are equal, else all.
fn progression(positions: &[i64]) -> String {
    let even = positions.windows(3).all(|w| w[1] - w[0] == w[2] - w[1]);
    match positions {
        [first, second, _, .., last] if even => format!("{first}, {second}, …, {last}"),
        _ => positions.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// What the constructs around a statement have arranged so far.
#[derive(Clone)]
struct Context<'a> {
    region: &'a TargetRegion,
    machine: &'a Machine,
    /// The loops that the region's own directive maps in place of those it is written for.
    loops: &'a [LoopId],
    team_size: u32,
    in_teams: bool,
    in_parallel: bool,
    repeated: bool,
    distributed: Vec<LoopId>,
    /// The loop over the threads.
    thread: Option<LoopId>,
}

/// The mapping that clang's lowering for nvptx gives the region when `loops` are the loops
/// associated with its own directive.
pub fn mapping(
    region: &TargetRegion,
    machine: &Machine,
    loops: &[LoopId],
) -> Result<Mapping, Code> {
    let in_teams = region.around.iter().any(|around| around.has(Leaf::Teams));
    let mut context = Context {
        region,
        machine,
        loops,
        team_size: machine.team,
        in_teams: false,
        in_parallel: false,
        repeated: in_teams && !region.directive.has(Leaf::Distribute),
        distributed: Vec::new(),
        thread: None,
    };
    if loops.is_empty() && region.loops().is_empty() && !runs_plainly(region) {
        return Err(Code::NoLoop);
    }
    for around in &region.around {
        context.enter(around, (None, &[]))?;
    }
    let main = context.enter(&region.directive, (None, loops))?;
    let mut mapping = Mapping { main, inner: Vec::new(), findings: Vec::new() };
    if mapping.main.is_repeated() {
        let outside = context.single();
        let repeated = std::mem::replace(&mut mapping.main, outside);
        mapping.inner.extend(repeated.loops.first().map(|thread| (*thread, repeated.clone())));
    }
    if mapping.main.loops.is_empty() {
        context.block(&region.body, &mut mapping)?;
    }
    mapping.findings = findings(&mapping);
    Ok(mapping)
}

impl Context<'_> {
    /// The map inside a construct, the region's own where there is no statement of it, whose associated loops are
    /// `loops`.
    fn enter(
        &mut self,
        directive: &Directive,
        (stmt, loops): (Option<StmtId>, &[LoopId]),
    ) -> Result<ThreadMap, Code> {
        let leaves = directive.leaves();
        let has = |leaf| leaves.contains(leaf);
        let asked = launch::threads(directive).unwrap_or(self.team_size);
        let compiled = launch::compiled_threads(directive).unwrap_or(asked);
        self.team_size = asked.min(compiled);
        self.in_teams |= has(Leaf::Teams);
        let off = clauses::switched_off(directive, Leaf::Parallel).is_some();
        let combined_loop =
            has(Leaf::Loop) && (has(Leaf::Teams) || self.in_teams) && !has(Leaf::Parallel);
        let shares = has(Leaf::For) || has(Leaf::Loop) && has(Leaf::Parallel);
        if launch::repeats_by_teams(directive) && !self.region.is_inner() {
            self.distributed.push(launch::team_loop(self.region));
        }
        if has(Leaf::Distribute) || has(Leaf::Loop) && !has(Leaf::Parallel) {
            self.distributed.retain(|l| *l != launch::team_loop(self.region));
        }
        if launch::is_parallel(directive) {
            self.thread = Some(launch::thread_loop(self.region, stmt));
        }
        if has(Leaf::Distribute) && has(Leaf::Parallel) && !off || combined_loop {
            self.in_parallel = true;
            let map = self.shared(directive, loops, distribute_chunk(directive, compiled)?)?;
            return Ok(ThreadMap { shrinks: self.may_shrink(), ..map });
        }
        if has(Leaf::Distribute) {
            self.distributed.extend(loops);
            return Ok(self.single());
        }
        self.in_parallel |= has(Leaf::Parallel) && !off;
        if shares && self.in_parallel && !loops.is_empty() {
            return self.shared(directive, loops, Chunk::Whole);
        }
        if is_of_one(directive) {
            return Ok(self.single());
        }
        if launch::repeats_by_threads(directive) {
            return Ok(self.repeated());
        }
        let unknown = self.in_parallel && directive.shares_work();
        let thread_chunk = if unknown { Chunk::Of(1) } else { Chunk::Whole };
        Ok(ThreadMap { thread_chunk, ..self.single() })
    }

    /// Iterations shared by the threads, `team_chunk` of them by one team at a time.
    fn shared(
        &self,
        directive: &Directive,
        loops: &[LoopId],
        team_chunk: Chunk,
    ) -> Result<ThreadMap, Code> {
        let (thread_chunk, schedule) = thread_chunk(directive)?;
        Ok(ThreadMap { loops: loops.to_vec(), team_chunk, thread_chunk, schedule, ..self.single() })
    }

    /// Whether no clause says how many teams or threads run the region's own iterations, which the host counts for the runtime.
    fn may_shrink(&self) -> bool {
        let TargetRegion { directive, around, .. } = self.region;
        around.is_empty()
            && directive.clause(ClauseKind::NumTeams).is_none()
            && !launch::limits_threads(directive)
    }

    /// One thread of a team runs it all.
    fn single(&self) -> ThreadMap {
        ThreadMap {
            loops: Vec::new(),
            teams: self.distributed.clone(),
            repeated: self.repeated,
            team_size: self.team_size,
            shrinks: false,
            warp: self.machine.warp,
            team_chunk: Chunk::Whole,
            thread_chunk: Chunk::Whole,
            schedule: "none".into(),
            thread: self.thread,
        }
    }

    /// Every thread of a team runs it all.
    fn repeated(&self) -> ThreadMap {
        let loops = self.thread.into_iter().collect();
        ThreadMap { loops, thread_chunk: Chunk::Of(1), ..self.single() }
    }

    fn block(&self, body: &[Stmt], mapping: &mut Mapping) -> Result<(), Code> {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Directive(directive, inner) => {
                    self.nested((stmt.id, directive), inner, mapping)?;
                }
                StmtKind::Loop(l) => self.block(&l.body, mapping)?,
                StmtKind::If { then, otherwise, .. } => {
                    self.block(then, mapping)?;
                    self.block(otherwise, mapping)?;
                }
                StmtKind::While { body, .. } => self.block(body, mapping)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn nested(
        &self,
        (stmt, directive): (StmtId, &Directive),
        body: &[Stmt],
        mapping: &mut Mapping,
    ) -> Result<(), Code> {
        let mut inside = self.clone();
        let loops = self.associated(directive, body)?;
        let map = inside.enter(directive, (Some(stmt), &loops))?;
        if map.is_repeated() {
            mapping.inner.extend(map.thread.map(|thread| (thread, map)));
            return inside.block(body, mapping);
        }
        let starts = Leaves::of(&[Leaf::Parallel, Leaf::Teams]) | construct::WORK;
        if !directive.leaves().meets(starts) && !is_of_one(directive) {
            return inside.block(body, mapping);
        }
        match loops.first().filter(|_| directive.shares_work()) {
            Some(root) => mapping.inner.push((*root, map.clone())),
            None => {
                first_loops(body).into_iter().for_each(|l| mapping.inner.push((l, map.clone())));
            }
        }
        if map.loops.is_empty() { inside.block(body, mapping) } else { Ok(()) }
    }

    /// The loops associated with a nested construct: those that stand in for the region's own where
    /// the construct is chained to it.
    fn associated(&self, directive: &Directive, body: &[Stmt]) -> Result<Vec<LoopId>, Code> {
        let count = directive.associated_loops().ok_or(Code::UnknownClause)? as usize;
        let nest = nest_of(body);
        let first = nest.first().map(|l| l.id);
        if first.is_some()
            && first == self.loops.first().copied()
            && !self.region.directive.shares_work()
        {
            return Ok(self.loops.to_vec());
        }
        Ok(nest.iter().take(count).map(|l| l.id).collect())
    }
}

/// Whether one thread of a team at a time runs the construct.
fn is_of_one(directive: &Directive) -> bool {
    let construct = directive.construct();
    matches!(construct, Construct::Single | Construct::Critical)
        || construct.leaves().meets(construct::MASKED)
}

/// Whether a region without a loop is understood: its directive wants none, and no part is opaque. Where teams or
/// threads run it all, loops without counters are.
fn runs_plainly(region: &TargetRegion) -> bool {
    let repeated = launch::is_repeated(region);
    let opaque = |stmt: &Stmt| match stmt.kind {
        StmtKind::Opaque { .. } => true,
        StmtKind::While { .. } => !repeated,
        _ => false,
    };
    let wants_loop = region.directive.shares_work() || region.directive.has(Leaf::Simd);
    !wants_loop && !region.body.iter().any(opaque)
}

/// The outermost loops of a block.
fn first_loops(body: &[Stmt]) -> Vec<LoopId> {
    body.iter()
        .flat_map(|stmt| match &stmt.kind {
            StmtKind::Loop(l) => vec![l.id],
            StmtKind::If { then, otherwise, .. } => {
                [first_loops(then), first_loops(otherwise)].concat()
            }
            StmtKind::While { body, .. } | StmtKind::Directive(_, body) => first_loops(body),
            _ => Vec::new(),
        })
        .collect()
}

/// What a team gets of a distributed loop: as many iterations as it has threads, unless
/// `dist_schedule` says otherwise.
fn distribute_chunk(directive: &Directive, team_size: u32) -> Result<Chunk, Code> {
    match arguments(directive, ClauseKind::DistSchedule).as_slice() {
        [] => Ok(Chunk::Of(team_size)),
        [kind] if kind == "static" => Ok(Chunk::Share),
        [kind, chunk] if kind == "static" => positive(chunk).map(Chunk::Of),
        _ => Err(Code::UnmodelledSchedule),
    }
}

/// What a thread gets of its team's chunk, and the schedule's name. For `auto` clang calls the runtime's dispatcher, which deals out
/// iterations one by one, as without a clause: `kmp_sched_auto` becomes `kmp_sched_static_chunk` with chunk 1 (LLVM 19,
/// `DeviceRTL/src/Workshare.cpp`, `dispatch_init`).
fn thread_chunk(directive: &Directive) -> Result<(Chunk, String), Code> {
    let words = arguments(directive, ClauseKind::Schedule);
    let kind = words.first().map_or("static", |kind| kind.rsplit(':').next().unwrap_or(kind));
    match (kind, words.get(1)) {
        ("static", None) if words.is_empty() => Ok((Chunk::Of(1), "static,1".into())),
        ("static", None) => Ok((Chunk::Share, "static".into())),
        ("auto", None) => Ok((Chunk::Of(1), "auto".into())),
        ("static", Some(chunk)) => Ok((Chunk::Of(positive(chunk)?), format!("static,{chunk}"))),
        _ => Err(Code::UnmodelledSchedule),
    }
}

fn positive(text: &str) -> Result<u32, Code> {
    text.parse().ok().filter(|size| *size > 0).ok_or(Code::UnmodelledSchedule)
}

/// The arguments of a clause without blanks; none where it is absent.
fn arguments(directive: &Directive, kind: ClauseKind) -> Vec<String> {
    let argument = directive.argument(kind);
    let words = argument.into_iter().flat_map(|text| text.split(','));
    words.map(|word| word.chars().filter(|c| !c.is_whitespace()).collect()).collect()
}

/// What stands out: lanes, threads or teams without work.
fn findings(mapping: &Mapping) -> Vec<Finding> {
    let mut found = Vec::new();
    let maps = || std::iter::once(&mapping.main).chain(mapping.inner.iter().map(|(_, map)| map));
    let parallel = |map: &&ThreadMap| !map.is_serial();
    if mapping.is_serial() {
        let (code, text) = if maps().any(|map| !map.teams.is_empty()) {
            (Code::OneThreadTeams, "one thread of each team works: there is no parallel construct")
        } else {
            (Code::SerialRegion, "one thread of the device runs the region")
        };
        found.push(Finding { code, text: text.into() });
    }
    let repeated = |map: &&ThreadMap| map.is_repeated();
    let shared = || maps().filter(parallel).filter(|map| !map.loops.is_empty());
    for map in shared().filter(|map| !repeated(map)).chain(shared().filter(repeated)) {
        let working = map.working_threads();
        if working < map.team_size {
            let text = format!(
                "only {working} of {} threads of a team work because of {}",
                map.team_size,
                map.sparing()
            );
            found.push(Finding { code: Code::IdleThreads, text });
        }
        let known = map.is_repeated() && found.iter().any(|own| own.code == Code::OneTeam);
        let alone = map.team_chunk == Chunk::Whole && map.teams.is_empty() && !map.repeated;
        if alone && !known {
            let what = if map.is_repeated() { "region" } else { "loop" };
            let text = format!("one team of {} threads runs the {what}", map.team_size);
            found.push(Finding { code: Code::OneTeam, text });
        }
    }
    found
}
