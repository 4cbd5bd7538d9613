//! Loops that clang unrolls further than it does of its own accord. A thread that sums along a loop waits for the loads of one round before it
//! adds them; with more iterations in a round it has more loads under way, which is what a device with few threads lacks. The iterations
//! have the values that they had, in the same order.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::movable;
use super::scalar;
use super::step::{Step, StepKind, Subject};
use crate::id::{LoopId, SymbolId};
use crate::ir::{
    Expr, Loop, Place, Relation, StmtKind, SymbolKind, TargetRegion, Written, replace_statements,
    walk_statements,
};

/// Iterations of a round. clang takes 8 where the number of iterations is not known. On an H200 sums of columns with 16 were never
/// slower in 16 combinations of sizes and types, with 32 sometimes (docs/results/gpu.md).
const COUNT: u32 = 16;

/// A loop with fewer iterations than two rounds stays as it is.
const LEAST: u32 = 2 * COUNT;

impl StepKind {
    /// Loops are unrolled further.
    pub const UNROLL: StepKind = StepKind::named("unroll");
}

/// The step for the loops `loops`.
pub(crate) fn step(loops: Vec<LoopId>) -> Step {
    Step::new(StepKind::UNROLL, Subject::Loops(loops))
}

/// The pragma's text behind the word `pragma`.
pub(crate) fn pragma() -> String {
    format!("clang loop unroll_count({COUNT})")
}

/// Whether unrolling a loop can bring more loads under way: its number of iterations is known before it, and none has to wait for a
/// store of another one. `scalars` tells that the elements that it accumulates are scalars.
pub(crate) fn fits(region: &TargetRegion, l: &Loop, scalars: bool) -> bool {
    let plain = l.written == Written::InFile && !l.has_hint() && scalar::is_plain(l);
    plain && is_counted(region, l) && stores_nothing(region, l, scalars)
}

/// Whether the ends of a loop are the same in all iterations of the loops around, or follow their counters, and it has enough iterations
/// where these are numbers. Rows of a sparse matrix are short: where a row's ends are variables of the body, the loop does not count.
fn is_counted(region: &TargetRegion, l: &Loop) -> bool {
    let mut assigned = Vec::new();
    region.body.iter().for_each(|stmt| movable::assignments(stmt, &mut assigned));
    let counters: Vec<SymbolId> = region.loops().into_iter().map(|own| own.iv).collect();
    let mut operands = BTreeSet::new();
    let header = l.header_expressions();
    let pure = header.into_iter().all(|own| movable::is_pure(own, &mut operands));
    let known = |own: &SymbolId| counters.contains(own) || !assigned.contains(own);
    let ordered = matches!(l.relation, Relation::Lt | Relation::Le | Relation::Gt | Relation::Ge);
    pure && ordered && operands.iter().all(known) && !is_short(l)
}

/// Whether the numbers in the header leave few iterations.
fn is_short(l: &Loop) -> bool {
    let number = |own: &Expr| own.integer()?.to_i64();
    let ends = [&l.lower, &l.bound, &l.step].map(number);
    let [Some(first), Some(end), Some(step)] = ends else { return false };
    end.abs_diff(first) / step.unsigned_abs().max(1) < u64::from(LEAST)
}

/// Whether the body stores into variables alone.
fn stores_nothing(region: &TargetRegion, l: &Loop, scalars: bool) -> bool {
    let elements = if scalars { scalar::elements(region, l) } else { Vec::new() };
    let is_scalar = |own| region.symbol(own).kind == SymbolKind::Scalar;
    let is_variable = |place: &Place| place.as_symbol().is_some_and(is_scalar);
    let mut nothing = true;
    walk_statements(&l.body, &mut |stmt| {
        if let StmtKind::Assign { target, .. } = &stmt.kind {
            nothing &= is_variable(target) || elements.iter().any(|own| own.base == target.base);
        }
    });
    nothing
}

/// The region whose loops have the pragma.
pub(super) fn apply(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Loops(loops) = subject else { return None };
    let mut new = region.clone();
    new.body = replace_statements(new.body, &|mut stmt| {
        if let StmtKind::Loop(l) = &mut stmt.kind
            && loops.contains(&l.id)
        {
            l.pragma = Some(pragma());
        }
        ControlFlow::Continue(stmt)
    });
    Some(vec![new])
}
