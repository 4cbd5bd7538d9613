//! The numbers of teams and threads: how many there are, and the loops that stand for them.
//!
//! Code that each team runs, or each thread of one, is executed as if there were a loop over the teams and
//! one over the threads around it. These loops have ids behind those of the region's own: one for
//! the teams, and one for the threads of each `parallel` construct, in the order of the text.

use std::collections::BTreeSet;

use super::{
    Directive, HazardKind, Stmt, StmtKind, SymbolKind, TargetRegion, clauses, walk_statements,
};
use crate::id::{LoopId, StmtId, SymbolId};
use crate::openmp::{ClauseKind, Leaf, Leaves};
use crate::source::Span;

/// The threads of a team where the program does not say: what libomptarget starts on nvptx.
pub const DEFAULT_THREADS: u32 = 128;

/// What a call of the runtime library asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Number {
    /// `omp_get_thread_num()`.
    Thread,
    /// `omp_get_team_num()`.
    Team,
    /// `omp_get_num_threads()`.
    Threads,
    /// `omp_get_num_teams()`.
    Teams,
}

impl Number {
    /// What a call of the function called `name` asks for.
    pub(crate) fn asked_by(name: &str) -> Option<Number> {
        match name {
            "omp_get_thread_num" => Some(Number::Thread),
            "omp_get_team_num" => Some(Number::Team),
            "omp_get_num_threads" => Some(Number::Threads),
            "omp_get_num_teams" => Some(Number::Teams),
            _ => None,
        }
    }
}

/// The clauses that bound the threads of a team.
const OF_THREADS: [ClauseKind; 2] = [ClauseKind::ThreadLimit, ClauseKind::NumThreads];

/// The threads of a team that a literal `num_threads` or `thread_limit` asks for.
pub(crate) fn threads(directive: &Directive) -> Option<u32> {
    let sizes = OF_THREADS.into_iter().filter_map(|kind| literal(directive, kind));
    sizes.min()
}

/// The threads of a team that clang compiles the directive's kernel for: the least of those and of the launch bounds of a
/// literal attribute.
pub(crate) fn compiled_threads(directive: &Directive) -> Option<u32> {
    threads(directive).into_iter().chain(bounds(directive)).min()
}

/// `32` of `ompx_attribute(__attribute__((launch_bounds(32))))`.
fn bounds(directive: &Directive) -> Option<u32> {
    let argument = directive.argument(ClauseKind::OmpxAttribute)?;
    let (_, behind) = argument.split_once("launch_bounds")?;
    let inside = behind.trim_start_matches('_').trim_start().strip_prefix('(')?;
    let number = inside.split([',', ')']).next()?;
    number.trim().parse::<u32>().ok().filter(|number| *number > 0)
}

/// Whether a clause of the directive is about the number of threads, literal or not.
pub(crate) fn limits_threads(directive: &Directive) -> bool {
    OF_THREADS.into_iter().any(|kind| directive.clause(kind).is_some())
}

/// The teams that a literal `num_teams` asks for.
pub(crate) fn teams(directive: &Directive) -> Option<u32> {
    literal(directive, ClauseKind::NumTeams)
}

/// The number that is a clause's argument.
pub(crate) fn literal(directive: &Directive, clause: ClauseKind) -> Option<u32> {
    let argument = directive.argument(clause)?;
    argument.trim().parse::<u32>().ok().filter(|number| *number > 0)
}

/// Whether the construct starts threads.
pub(crate) fn is_parallel(directive: &Directive) -> bool {
    directive.has(Leaf::Parallel) && clauses::switched_off(directive, Leaf::Parallel).is_none()
}

/// Whether each thread runs what the construct governs.
pub(crate) fn repeats_by_threads(directive: &Directive) -> bool {
    is_parallel(directive) && !directive.shares_work()
}

/// Whether each team runs what the construct governs.
pub(crate) fn repeats_by_teams(directive: &Directive) -> bool {
    directive.has(Leaf::Teams) && !directive.has(Leaf::Distribute) && !directive.has(Leaf::Loop)
}

/// What clang 19 makes of a `loop` whose iterations teams share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TeamsLoop {
    /// What it makes of `distribute parallel for`.
    Lanes,
    /// What it makes of `distribute`: one lane of each team works.
    OneLane,
    /// One lane of each team works, and most iterations are lost.
    Lost,
}

/// The same of a directive of `region` that has `loop` and does not have `parallel`, its own or one inside of it.
pub(crate) fn teams_loop(region: &TargetRegion, directive: &Directive) -> TeamsLoop {
    let is_weak = |kind| region.has_hazard(kind);
    match (directive.has(Leaf::Target), directive.has(Leaf::Teams)) {
        (true, true) if is_weak(HazardKind::LostIterations) => TeamsLoop::Lost,
        (true, true) if !is_weak(HazardKind::OneLane) => TeamsLoop::Lanes,
        (false, true) => TeamsLoop::Lost,
        _ => TeamsLoop::OneLane,
    }
}

/// What clang 19 makes of the region's own directive, where that is a `loop` whose iterations teams share and not what it seems to
/// be.
pub(crate) fn weak_loop(region: &TargetRegion) -> Option<TeamsLoop> {
    let is_loop =
        |directive: &Directive| directive.has(Leaf::Loop) && !directive.has(Leaf::Parallel);
    let all = || region.around.iter().chain([&region.directive]);
    let in_teams = all().any(|directive| directive.has(Leaf::Teams));
    let found =
        (is_loop(&region.directive) && in_teams).then(|| teams_loop(region, &region.directive));
    found.filter(|found| *found != TeamsLoop::Lanes)
}

/// Where a construct of the region, its own or one inside of it, loses iterations.
pub(crate) fn lost_iterations(region: &TargetRegion) -> Option<Span> {
    if weak_loop(region) == Some(TeamsLoop::Lost) {
        return Some(region.directive.span);
    }
    let mut found = None;
    walk_statements(&region.body, &mut |stmt| match &stmt.kind {
        StmtKind::Directive(own, _) if own.leaves() == Leaves::of(&[Leaf::Teams, Leaf::Loop]) => {
            found = found.or(Some(own.span));
        }
        _ => {}
    });
    found
}

/// The loop over the teams of a region.
pub(crate) fn team_loop(region: &TargetRegion) -> LoopId {
    LoopId(region.loop_count)
}

/// The loops over teams and threads that a region has or might have.
pub(crate) fn number_loops(region: &TargetRegion) -> u32 {
    1 + parallels(region).len() as u32
}

/// The loop over the threads of a `parallel` construct: that of a statement, or of the region itself.
pub(crate) fn thread_loop(region: &TargetRegion, construct: Option<StmtId>) -> LoopId {
    let all = parallels(region);
    let position = all.iter().position(|own| *own == construct).unwrap_or(0);
    LoopId(region.loop_count + 1 + position as u32)
}

/// The `parallel` constructs, from that of the region itself on, which has no statement.
fn parallels(region: &TargetRegion) -> Vec<Option<StmtId>> {
    let mut found = vec![None];
    walk_statements(&region.body, &mut |stmt| match &stmt.kind {
        StmtKind::Directive(directive, _) if directive.has(Leaf::Parallel) => {
            found.push(Some(stmt.id));
        }
        _ => {}
    });
    found
}

/// Whether some construct of the region has several threads.
pub(crate) fn has_threads(region: &TargetRegion) -> bool {
    is_parallel(&region.directive)
        || region.directive.has(Leaf::Loop) && weak_loop(region).is_none()
        || parallels(region).len() > 1
}

/// Whether some code of the region is run by each team or each thread.
pub(crate) fn is_repeated(region: &TargetRegion) -> bool {
    let repeats = |directive: &Directive| {
        repeats_by_threads(directive) || repeats_by_teams(directive) && !region.is_inner()
    };
    let mut found = repeats(&region.directive);
    walk_statements(&region.body, &mut |stmt: &Stmt| {
        if let StmtKind::Directive(directive, _) = &stmt.kind {
            found |= repeats(directive);
        }
    });
    found
}

impl TargetRegion {
    /// The arrays that the threads of a team share: they are declared outside of every `parallel` construct, and the compiler has them
    /// in the memory of the team.
    pub(crate) fn team_arrays(&self) -> BTreeSet<SymbolId> {
        let mut found = BTreeSet::new();
        let mut all = self.around.iter().chain([&self.directive]);
        if !all.any(|directive| directive.has(Leaf::Parallel)) {
            self.collect_team_arrays(&self.body, &mut found);
        }
        found
    }

    fn collect_team_arrays(&self, body: &[Stmt], found: &mut BTreeSet<SymbolId>) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Declare { symbol, .. } => {
                    let is_array = self.symbol(*symbol).kind == SymbolKind::Array;
                    found.extend(is_array.then_some(*symbol));
                }
                StmtKind::Directive(directive, _) if directive.has(Leaf::Parallel) => {}
                _ => stmt.blocks().into_iter().for_each(|own| self.collect_team_arrays(own, found)),
            }
        }
    }
}
