//! Conditions between the loops of a nest, tested in every iteration of the loops inside.
//!
//! `for i { if (c) for j B }` becomes `for i for j { if (c) B }`, and `for i { if (c) continue;  for j B }`
//! becomes `for i for j { if (c) continue;  B }`. A condition sinks like a definition (`place.rs`), with the
//! definitions around it in their order: it has no effect, and what it reads is the same in all iterations of
//! the loops that it has moved into. A loop that stood behind a condition is counted without it, and runs
//! without it: that must do no harm where the condition does not hold.

use std::collections::BTreeSet;

use super::step::StepKind;
use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::{
    BinaryOp, Expr, ExprKind, HazardKind, Jump, Loop, Stmt, StmtKind, TargetRegion, UnaryOp,
};
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

/// The only loop of a body where it has to stay behind the conditions before it ([`is_harmless`]).
pub(super) fn kept(body: &[Stmt]) -> Option<&Loop> {
    let is_loop = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Loop(_));
    let inner = only_loop(body).filter(|_| !body.iter().any(is_loop))?;
    let before: Vec<&Stmt> = body.iter().collect();
    (!is_harmless(inner, &tested(&[inner], &before))).then_some(inner)
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

/// The variables whose values conditions among the statements look at, in their own text or in that of the definitions before them. What
/// a condition reads from memory says nothing of the variables in the address; and what is compared with a counter of the `nest` says nothing
/// of variables by which that counter's own loop is bounded, unless it was computed between the loops. Any other variable may be a large
/// number that the condition keeps from mattering: `if (i >= w) for (k = 0; k < w; k++)`.
pub(super) fn tested(nest: &[&Loop], between: &[&Stmt]) -> BTreeSet<SymbolId> {
    let target = |stmt: &&Stmt| match &stmt.kind {
        StmtKind::Declare { symbol, .. } => Some(*symbol),
        StmtKind::Assign { target, .. } => target.as_symbol(),
        _ => None,
    };
    let defined: BTreeSet<SymbolId> = between.iter().filter_map(target).collect();
    let is_counter = |symbol: &SymbolId| nest.iter().any(|l| l.iv == *symbol);
    let compared = |expr: &Expr| {
        let named = expr.symbols();
        let own: Vec<_> = nest.iter().filter(|l| named.contains(&l.iv)).collect();
        let bounds = |symbol: &SymbolId| own.iter().any(|l| l.header_names(*symbol));
        let is_computed = named.iter().any(|symbol| defined.contains(symbol));
        let others = named.iter().filter(|symbol| !is_counter(symbol) && !bounds(symbol));
        (!own.is_empty() && !is_computed).then(|| others.copied().collect())
    };
    let mut found = BTreeSet::new();
    let add_variables = |expr: &Expr, found: &mut BTreeSet<SymbolId>| add(expr, &compared, found);
    for stmt in between.iter().rev() {
        match &stmt.kind {
            StmtKind::If { condition, .. } => add_variables(condition, &mut found),
            StmtKind::Declare { symbol, value: Some(value) } if found.contains(symbol) => {
                add_variables(value, &mut found);
            }
            StmtKind::Assign { target, value, .. }
                if target.as_symbol().is_some_and(|symbol| found.contains(&symbol)) =>
            {
                add_variables(value, &mut found);
            }
            _ => {}
        }
    }
    found
}

/// Adds the variables of an expression, but for those in addresses; of a comparison those that `compared` says, if it does.
fn add(
    expr: &Expr,
    compared: &dyn Fn(&Expr) -> Option<BTreeSet<SymbolId>>,
    found: &mut BTreeSet<SymbolId>,
) {
    match &expr.kind {
        ExprKind::Load(place) => found.extend(place.as_symbol()),
        ExprKind::Symbol(symbol) => drop(found.insert(*symbol)),
        ExprKind::Unary(_, a) | ExprKind::Cast(a) => add(a, compared, found),
        ExprKind::Compare(_, a, b) => match compared(expr) {
            Some(others) => found.extend(others),
            None => [a, b].into_iter().for_each(|own| add(own, compared, found)),
        },
        ExprKind::Binary(_, a, b) => {
            [a, b].into_iter().for_each(|own| add(own, compared, found));
        }
        ExprKind::Select(a, b, c) => {
            [a, b, c].into_iter().for_each(|own| add(own, compared, found));
        }
        _ => {}
    }
}

/// Whether a loop may be counted and run where a condition before it does not hold: its header reads no memory, divides by nothing that may be
/// 0, multiplies no sizes and takes nothing from an unsigned one, and names no variable that is `tested`. So `if (m > 2)` stays before
/// `j < m - 1`, which may be a large number without it.
pub(super) fn is_harmless(l: &Loop, tested: &BTreeSet<SymbolId>) -> bool {
    let is_number = |expr: &Expr| matches!(&expr.kind, ExprKind::Int(number) if *number != 0);
    let mut harmless = true;
    let mut look = |expr: &Expr| {
        harmless &= match &expr.kind {
            ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, _, divisor) => is_number(divisor),
            ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, _, by) => is_number(by),
            ExprKind::Binary(BinaryOp::Mul, a, b) => is_number(a) || is_number(b),
            ExprKind::Binary(BinaryOp::Sub, ..) | ExprKind::Unary(UnaryOp::Neg, _) => {
                expr.ty.is_signed()
            }
            ExprKind::Load(place) => place.as_symbol().is_some(),
            ExprKind::Call { .. } | ExprKind::Opaque { .. } => false,
            _ => true,
        };
    };
    l.header_expressions().into_iter().for_each(|expr| expr.walk(&mut look));
    harmless && !tested.iter().any(|symbol| l.header_names(*symbol))
}
