//! Conditions between the loops of a nest, tested in every iteration of the loops inside.
//!
//! `for i { if (c) for j B }` becomes `for i for j { if (c) B }`, and `for i { if (c) continue;  for j B }`
//! becomes `for i for j { if (c) continue;  B }`. A condition sinks like a definition (`place.rs`), with the
//! definitions around it in their order: it has no effect, and what it reads is the same in all iterations of
//! the loops that it has moved into. A loop that stood behind a condition is counted without it, and runs
//! without it: that must do no harm where the condition does not hold.

use super::step::StepKind;
use crate::id::{LoopId, StmtId};
use crate::ir::{BinaryOp, Expr, ExprKind, HazardKind, Jump, Loop, Stmt, StmtKind, TargetRegion};
use crate::source::Span;

impl StepKind {
    /// Conditions between the loops move into the innermost body, with the definitions around them, in their order.
    pub const GUARD: StepKind = StepKind::named("guard");
}

/// The loops from the only loop of `body` inwards, as far as each is the only one, also behind conditions.
pub(super) fn nest(body: &[Stmt]) -> Vec<&Loop> {
    let mut nest = Vec::new();
    let mut body = body;
    while let Some(inner) = only_loop(body) {
        nest.push(inner);
        body = &inner.body;
    }
    nest
}

/// The only loop of a body, or of what a condition without an `else` stands before.
fn only_loop(body: &[Stmt]) -> Option<&Loop> {
    let mut loops = body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Loop(inner) => Some(inner.as_ref()),
        _ => None,
    });
    match (loops.next(), loops.next()) {
        (Some(inner), None) => Some(inner),
        (Some(_), Some(_)) => None,
        (None, _) => {
            let mut guarded = body.iter().filter_map(|stmt| guarded(stmt).and_then(only_loop));
            guarded.next().filter(|_| guarded.next().is_none())
        }
    }
}

/// What stands behind a condition that has no `else` and a text of its own.
pub(super) fn guarded(stmt: &Stmt) -> Option<&[Stmt]> {
    match &stmt.kind {
        StmtKind::If { then, otherwise, .. } if otherwise.is_empty() && !stmt.in_macro => {
            Some(then)
        }
        _ => None,
    }
}

/// The condition of a statement that ends an iteration and does nothing else.
pub(super) fn ends_iteration(stmt: &Stmt) -> Option<&Expr> {
    let StmtKind::If { condition, .. } = &stmt.kind else { return None };
    let jump = [StmtKind::Jump(Jump::Continue)];
    let then = guarded(stmt)?;
    then.iter().map(|stmt| &stmt.kind).eq(&jump).then_some(condition)
}

/// Whether the text of a condition tells where it stands, so that it cannot move.
pub(super) fn tells_place(region: &TargetRegion, stmt: &Stmt) -> bool {
    let StmtKind::If { then, .. } = &stmt.kind else { return false };
    let end = then.first().map_or(stmt.span.end, |first| first.span.start);
    let head = Span::new(stmt.span.start, end.max(stmt.span.start));
    let mut tellers = region.hazards.iter().filter(|own| own.kind == HazardKind::TellsPlace);
    tellers.any(|own| head.contains(own.span))
}

/// Those of the loops of a nest that stand behind a condition among the statements `moved`.
pub(super) fn behind(nest: &[&Loop], moved: &[StmtId]) -> Vec<LoopId> {
    let tests = |l: &&&Loop| {
        l.body.iter().any(|stmt| {
            let is_moved = moved.contains(&stmt.id);
            is_moved && matches!(stmt.kind, StmtKind::If { .. })
        })
    };
    let first = nest.iter().position(|l| tests(&l));
    let inside = first.and_then(|first| nest.get(first + 1..)).unwrap_or_default();
    inside.iter().map(|l| l.id).collect()
}

/// Whether a header can be evaluated where a condition before it does not hold: it reads no memory, and
/// divides by nothing that may be 0.
pub(super) fn is_harmless(l: &Loop) -> bool {
    let is_number = |expr: &Expr| matches!(&expr.kind, ExprKind::Int(number) if *number != 0);
    let mut harmless = true;
    let mut look = |expr: &Expr| {
        harmless &= match &expr.kind {
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, _, divisor) => is_number(divisor),
            ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, _, by) => is_number(by),
            ExprKind::Load(place) => place.as_symbol().is_some(),
            ExprKind::Call { .. } | ExprKind::Opaque { .. } => false,
            _ => true,
        };
    };
    l.header_expressions().into_iter().for_each(|expr| expr.walk(&mut look));
    harmless
}
