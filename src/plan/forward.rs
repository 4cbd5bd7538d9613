//! Definitions between the loops whose values take the place of their names in loop headers (forward substitution;
//! Allen, Kennedy: "Optimizing Compilers for Modern Architectures", ch. 4).
//!
//! `for i { m = n - 1;  for (j = 0; j < m; j++) B }` becomes `for i for (j = 0; j < (n - 1); j++) B`. The value is made
//! of variables that the region leaves alone and of counters of the loops outside, so that it is the same
//! in the header. A definition that nothing else uses goes; another one may sink, for no header needs it any more.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::reshape::{Form, are_alike, nest_through};
use super::sinkable;
use crate::access;
use crate::dependence::scalar::is_private;
use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::{Expr, ExprKind, Loop, Stmt, StmtKind, TargetRegion, Type, named, walk_statements};
use crate::policy::Policy;

/// Definitions that were put into headers.
#[derive(Clone, Debug)]
pub(super) struct Forward {
    pub(super) statements: Vec<StmtId>,
    /// Those of them that nothing uses any more.
    pub(super) removed: Vec<StmtId>,
    /// The loops around the first header that changes.
    pub(super) around: usize,
}

/// The form without names of definitions in the headers of its nest; `None` where no header has one.
pub(super) fn form<'a>(written: &Form<'a>, policy: &Policy) -> Option<Form<'a>> {
    let region = &*written.region;
    let nest = region.nest();
    let mut known = Vec::new();
    for (level, l) in nest.iter().enumerate() {
        for stmt in &l.body {
            let defined = substitutable(region, stmt, nest.split_at(level + 1));
            known.extend(defined.map(|(target, value)| (stmt.id, target, value)));
        }
    }
    let named = |l: &Loop, symbol: SymbolId| l.header_names(symbol);
    let around = nest.iter().position(|l| known.iter().any(|(_, target, _)| named(l, *target)))?;
    let mut needed: BTreeSet<SymbolId> = BTreeSet::new();
    let mut statements = Vec::new();
    for (stmt, target, value) in known.iter().rev() {
        if needed.contains(target) || nest.iter().any(|l| named(l, *target)) {
            needed.extend(value.symbols());
            statements.insert(0, *stmt);
        }
    }
    let fixed = fixed(region, &nest);
    let steady = |value: &Expr| value.symbols().iter().all(|symbol| fixed.contains(symbol));
    if !values(region, &statements).values().all(steady) {
        return None;
    }
    let mut applied = applied(region, &statements, &[]);
    let removed = remove_unused(&mut applied, &statements)?;
    let collected = access::collect(&applied, policy);
    are_alike(&collected, &written.accesses).then(|| Form {
        region: Cow::Owned(applied),
        accesses: Cow::Owned(collected),
        forward: Some(Forward { statements, removed, around }),
        ..written.clone()
    })
}

/// The variable and the value of a statement inside the loops `around` that defines it once and for all, for the loops
/// `inner`.
fn substitutable<'s>(
    region: &TargetRegion,
    stmt: &'s Stmt,
    (around, inner): (&[&Loop], &[&Loop]),
) -> Option<(SymbolId, &'s Expr)> {
    let (target, value) = sinkable::definition(region, stmt)?;
    let ty = region.symbol(target).ty;
    let once = sinkable::assigned(region).iter().filter(|symbol| **symbol == target).count() == 1;
    let mut operands = BTreeSet::new();
    let plain = sinkable::is_pure(value, &mut operands);
    let unique =
        std::iter::once(&target).chain(&operands).all(|s| sinkable::unique_name(region, *s));
    let early = around.iter().any(|l| l.header_names(target));
    let late = inner.iter().any(|l| operands.contains(&l.iv));
    let alone = !shares_text(region, stmt);
    let mut whole = value.ty == ty && ty.bytes() >= Type::INT.bytes();
    value.walk(&mut |e| whole &= e.ty.is_int());
    let whole = whole && plain && once && unique && alone && !early && !late;
    (whole && !stmt.in_macro && is_private(region, target)).then_some((target, value))
}

/// Whether the statement is one declarator of several.
fn shares_text(region: &TargetRegion, stmt: &Stmt) -> bool {
    let mut number = 0;
    walk_statements(&region.body, &mut |other| number += usize::from(other.span == stmt.span));
    number > 1
}

/// The variables that the region leaves alone, and the counters of its nest.
fn fixed(region: &TargetRegion, nest: &[&Loop]) -> BTreeSet<SymbolId> {
    let assigned = sinkable::assigned(region);
    let times = |symbol: &SymbolId| assigned.iter().filter(|other| *other == symbol).count();
    let counter = |symbol: &SymbolId| nest.iter().any(|l| l.iv == *symbol);
    let all = (0..region.symbols.len()).map(SymbolId::from_index);
    all.filter(|symbol| times(symbol) == usize::from(counter(symbol))).collect()
}

/// The region with the values of `statements` in the place of their names in the headers of its nest, through the
/// conditions `guards`.
pub(crate) fn applied(
    region: &TargetRegion,
    statements: &[StmtId],
    guards: &[StmtId],
) -> TargetRegion {
    let values = values(region, statements);
    let nest: Vec<LoopId> = nest_through(region, guards).iter().map(|l| l.id).collect();
    let mut applied = region.clone();
    let mut level = &mut applied.body;
    for id in nest {
        let Some(l) = level.iter_mut().find_map(|stmt| loop_in(stmt, id)) else { break };
        for expr in [&mut l.lower, &mut l.bound, &mut l.step] {
            *expr = with(expr, &values);
        }
        level = &mut l.body;
    }
    applied
}

/// The loop, where the statement is it or a condition around just it.
fn loop_in(stmt: &mut Stmt, id: LoopId) -> Option<&mut Loop> {
    match &mut stmt.kind {
        StmtKind::Loop(l) if l.id == id => Some(l),
        StmtKind::If { then, .. } => then.iter_mut().find_map(|inner| loop_in(inner, id)),
        _ => None,
    }
}

/// The values of the variables that `statements` define, by names that none of them defines.
fn values(region: &TargetRegion, statements: &[StmtId]) -> BTreeMap<SymbolId, Expr> {
    let mut values = BTreeMap::new();
    walk_statements(&region.body, &mut |stmt| {
        let defined = sinkable::definition(region, stmt).filter(|_| statements.contains(&stmt.id));
        if let Some((target, value)) = defined {
            let value = with(value, &values);
            values.insert(target, value);
        }
    });
    values
}

/// The expression, without reads of memory, with values in the place of variables.
fn with(expr: &Expr, values: &BTreeMap<SymbolId, Expr>) -> Expr {
    if let Some(value) = expr.variable().and_then(|symbol| values.get(&symbol)) {
        return value.clone();
    }
    let of = |operand: &Expr| Box::new(with(operand, values));
    let kind = match &expr.kind {
        ExprKind::Unary(op, operand) => ExprKind::Unary(*op, of(operand)),
        ExprKind::Cast(operand) => ExprKind::Cast(of(operand)),
        ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, of(left), of(right)),
        ExprKind::Compare(op, left, right) => ExprKind::Compare(*op, of(left), of(right)),
        ExprKind::Select(condition, then, otherwise) => {
            ExprKind::Select(of(condition), of(then), of(otherwise))
        }
        other => other.clone(),
    };
    Expr { kind, ..expr.clone() }
}

/// Takes those of the definitions away that nothing uses, the last first, and answers which; `None` where a variable
/// that is declared elsewhere would be left without a use, of which compilers warn.
fn remove_unused(region: &mut TargetRegion, statements: &[StmtId]) -> Option<Vec<StmtId>> {
    let mut removed = Vec::new();
    for id in statements.iter().rev() {
        let mut body = region.body.clone();
        let stmt = take(&mut body, *id)?;
        let (target, _) = sinkable::definition(region, &stmt)?;
        if named(&body).contains(&target) {
            continue;
        }
        if !matches!(stmt.kind, StmtKind::Declare { .. }) {
            return None;
        }
        region.body = body;
        removed.insert(0, *id);
    }
    Some(removed)
}

/// Takes a statement of the loops' bodies away.
fn take(body: &mut Vec<Stmt>, id: StmtId) -> Option<Stmt> {
    if let Some(place) = body.iter().position(|stmt| stmt.id == id) {
        return Some(body.remove(place));
    }
    body.iter_mut().find_map(|stmt| match &mut stmt.kind {
        StmtKind::Loop(l) => take(&mut l.body, id),
        _ => None,
    })
}
