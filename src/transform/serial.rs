//! Directives that have one thread run their iterations, which then have an order: what a directive says of its loops, that
//! no dependence is between their iterations, is not said there.

use super::blocker::Blocker;
use crate::access::Accesses;
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{Clause, Directive, StmtKind, TargetRegion, clauses, nest_of, walk_statements};
use crate::openmp::argument::{split, split_modifiers};
use crate::openmp::{ClauseKind, Leaf};
use crate::symbolic::eval::LoopValues;
use crate::symbolic::poly::Poly;

/// Refuses a region whose iterations one thread runs. `loops` are those that its directive is for.
pub(crate) fn check(
    region: &TargetRegion,
    accesses: &Accesses,
    loops: &[LoopId],
) -> Result<(), Blocker> {
    let around: Vec<&Directive> = region.around.iter().collect();
    check_directive(&around, &region.directive, iterations(&accesses.loops, loops))
}

/// The same of a construct inside of `region`, of whose `loops` more is known than of those of the construct by itself.
pub(crate) fn check_inside(
    region: &TargetRegion,
    loops: &[Option<LoopValues>],
    inner: &TargetRegion,
) -> Result<(), Blocker> {
    let mut own = Vec::new();
    walk_statements(&region.body, &mut |stmt| match &stmt.kind {
        StmtKind::Directive(directive, body) if directive.span == inner.directive.span => {
            let depth = directive.associated_loops().unwrap_or(0) as usize;
            own = nest_of(body).iter().take(depth).map(|l| l.id).collect();
        }
        _ => {}
    });
    let around: Vec<&Directive> = inner.around.iter().collect();
    check_directive(&around, &inner.directive, iterations(loops, &own))
}

/// The same of a directive inside the constructs `around`, with so many iterations.
pub(crate) fn check_directive(
    around: &[&Directive],
    directive: &Directive,
    iterations: Option<i64>,
) -> Result<(), Blocker> {
    let concurrent = |clause: &Clause| clause.argument.as_deref().is_some_and(says_concurrent);
    if directive.has(Leaf::Loop) || directive.clause(ClauseKind::Order).is_some_and(concurrent) {
        return Ok(());
    }
    let all: Vec<&Directive> = around.iter().copied().chain([directive]).collect();
    let teams = || all.iter().find_map(|one| of_one_team(one, iterations));
    let threads = || all.iter().find_map(|one| of_one_thread(one, iterations));
    let blamed = match (directive.has(Leaf::Distribute), directive.has(Leaf::For)) {
        (true, true) => threads().filter(|_| teams().is_some()),
        (true, false) => teams(),
        (false, true) => threads().or_else(|| clauses::conditional(directive, Leaf::Parallel)),
        (false, false) => None,
    };
    match blamed {
        Some(clause) => {
            let words =
                format!("clause {} has one thread run the iterations in order", clause.name);
            Err(Blocker::in_words(Code::NotEditable, None, words))
        }
        None => Ok(()),
    }
}

/// The number of iterations of `loops` together, where it is a number.
pub(crate) fn iterations(values: &[Option<LoopValues>], loops: &[LoopId]) -> Option<i64> {
    let count = |l: &LoopId| {
        let values = values[l.index()].as_ref()?;
        values.trip_count.as_ref().and_then(Poly::as_constant)?.to_i64()
    };
    loops.iter().try_fold(1_i64, |product, l| product.checked_mul(count(l)?.max(0)))
}

fn says_concurrent(argument: &str) -> bool {
    argument.rsplit(':').next().is_some_and(|order| order.trim() == "concurrent")
}

/// The clause that leaves one team, or gives one team all iterations.
fn of_one_team(directive: &Directive, iterations: Option<i64>) -> Option<&Clause> {
    let found = directive.clauses.iter().find(|clause| match clause.kind() {
        ClauseKind::NumTeams => is_one(clause),
        ClauseKind::DistSchedule => holds_all(clause, iterations),
        _ => false,
    });
    found.or_else(|| clauses::switched_off(directive, Leaf::Teams))
}

/// The clause that leaves one thread of a team, or gives one thread all iterations.
fn of_one_thread(directive: &Directive, iterations: Option<i64>) -> Option<&Clause> {
    let found = directive.clauses.iter().find(|clause| match clause.kind() {
        ClauseKind::NumThreads | ClauseKind::ThreadLimit => is_one(clause),
        ClauseKind::Schedule => holds_all(clause, iterations),
        _ => false,
    });
    found.or_else(|| clauses::switched_off(directive, Leaf::Parallel))
}

/// Whether a number of teams or threads may be 1: a number, or a name in capitals, which is a constant's that is not known
/// here. A size that is computed when the program runs is not meant to be 1.
pub(crate) fn is_one(clause: &Clause) -> bool {
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let count = argument(clause);
    count.parse().map_or(count.chars().all(is_name), |count: i64| count <= 1)
}

/// Chunks from here on may be meant to have all iterations, where it is not known how many there are.
const LARGE_CHUNK: i64 = 4096;

/// Whether a schedule's chunk may have all iterations: its size or their number is not known.
fn holds_all(clause: &Clause, iterations: Option<i64>) -> bool {
    let parts = split(clause.argument.as_deref().unwrap_or_default(), b',');
    let Some(chunk) = parts.get(1) else { return false };
    let chunk = chunk.trim().parse::<i64>();
    chunk.map_or(true, |chunk| chunk >= iterations.unwrap_or(LARGE_CHUNK))
}

/// A clause's argument behind its modifiers.
fn argument(clause: &Clause) -> &str {
    let text = clause.argument.as_deref().unwrap_or_default();
    split_modifiers(&clause.name, text).1.trim()
}
