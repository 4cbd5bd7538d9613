//! Definitions between the loops of a nest that can be computed again in every innermost iteration.
//!
//! Those that read memory can where nothing inside writes it, and declarations without a value where nothing inside
//! needs the value of an iteration before; `place.rs` finds that out.

use std::collections::BTreeSet;

use super::blocker::{Blocker, Cause};
use super::guards::{ends_iteration, guarded};
use crate::dependence::scalar::{ScalarUse, classify, contains, is_private};
use crate::diag::Code;
use crate::id::{StmtId, SymbolId};
use crate::ir::{
    Base, Expr, ExprKind, Loop, Place, Scope, Stmt, StmtKind, SymbolKind, TargetRegion, named,
    walk_statements,
};

/// The statements that stand beside the inner loops of `nest` (all but the innermost loop's body),
/// if each can move into the innermost body.
///
/// Such a statement is a definition of a private scalar or pointer (a row of an array), before the inner loop, by an
/// expression without reads that `allowed` does not include, calls with effects, or variables that the inner loops
/// assign; no loop header of the nest uses it; nothing uses its last value, which an empty inner loop would not define
/// any more; and no name means anything else further in. Where memory may be read, it may be a condition,
/// too (`guards.rs`).
pub(crate) fn between(
    region: &TargetRegion,
    nest: &[&Loop],
    allowed: Reads,
) -> Result<Vec<StmtId>, Blocker> {
    let mut moved = Vec::new();
    for (outer, inner) in nest.iter().zip(nest.iter().skip(1)) {
        let refuse =
            |stmt: &Stmt| Blocker::new(Code::NotPerfect, Some(outer.id), Cause::Statement(stmt.id));
        let Beside { before, behind } = Beside::of(&outer.body, inner);
        for (at, stmt) in before.iter().enumerate() {
            let level = Level { outer, inner, later: &before[at + 1..] };
            let is_movable = match allowed {
                Reads::Variables => is_movable(region, nest, (&level, stmt), allowed),
                Reads::Memory => {
                    is_declaration(region, nest, stmt)
                        || is_condition(region, (&level, stmt))
                        || is_movable(region, nest, (&level, stmt), allowed)
                }
            };
            if !is_movable {
                return Err(refuse(stmt));
            }
        }
        if let Some(stmt) = behind {
            return Err(refuse(stmt));
        }
        moved.extend(before.iter().map(|stmt| stmt.id));
    }
    Ok(moved)
}

/// What stands beside the next loop of a nest.
#[derive(Default)]
pub(super) struct Beside<'a> {
    /// In its order what stands before the loop, conditions around it with what is before it in these.
    pub(super) before: Vec<&'a Stmt>,
    /// The first statement behind it.
    behind: Option<&'a Stmt>,
}

impl<'a> Beside<'a> {
    /// All that stands before the inner loops of a nest.
    pub(super) fn all(nest: &[&'a Loop]) -> Vec<&'a Stmt> {
        nest.windows(2).flat_map(|pair| Self::of(&pair[0].body, pair[1]).before).collect()
    }

    pub(super) fn of(body: &'a [Stmt], inner: &Loop) -> Beside<'a> {
        let is_loop = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Loop(l) if l.id == inner.id);
        let leads = |stmt: &Stmt| {
            is_loop(stmt) || guarded(stmt).is_some_and(|then| contains(then, inner.id))
        };
        let at = body.iter().position(leads).unwrap_or(0);
        let (before, rest) = body.split_at(at);
        let mut beside = Beside { before: before.iter().collect(), behind: None };
        if let Some((first, behind)) = rest.split_first() {
            if let Some(then) = guarded(first).filter(|_| !is_loop(first)) {
                beside.before.push(first);
                let inside = Beside::of(then, inner);
                beside.before.extend(inside.before);
                beside.behind = inside.behind;
            }
            beside.behind = beside.behind.or(behind.first());
        }
        beside
    }
}

/// Where a statement stands between two loops.
struct Level<'a> {
    outer: &'a Loop,
    inner: &'a Loop,
    /// What stands between it and the inner loop.
    later: &'a [&'a Stmt],
}

impl Level<'_> {
    /// How often the inner loop assigns a variable.
    fn assigns(&self, symbol: SymbolId) -> usize {
        let mut assigned = vec![self.inner.iv];
        self.inner.body.iter().for_each(|stmt| assignments(stmt, &mut assigned));
        assigned.iter().filter(|own| **own == symbol).count()
    }

    /// Whether one of the variables gets a value behind the statement, before the inner loop begins.
    fn redefines(&self, region: &TargetRegion, variables: &BTreeSet<SymbolId>) -> bool {
        let mut later = self.later.iter().filter_map(|stmt| definition(region, stmt));
        later.any(|(target, _)| variables.contains(&target))
    }
}

/// Whether the statement is a condition around the inner loop, or one that ends the iteration, without
/// effects, by values that are the same when the inner loop has begun.
fn is_condition(region: &TargetRegion, (level, stmt): (&Level, &Stmt)) -> bool {
    let around = guarded(stmt).is_some_and(|then| contains(then, level.inner.id));
    let condition = match &stmt.kind {
        StmtKind::If { condition, .. } if around => Some(condition),
        _ => ends_iteration(stmt),
    };
    let mut operands = BTreeSet::new();
    condition.is_some_and(|own| has_no_effect(own, Reads::Memory, &mut operands))
        && operands.iter().all(|own| level.assigns(*own) == 0 && unique_name(region, *own))
        && !level.redefines(region, &operands)
}

/// What an expression may read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reads {
    /// Variables.
    Variables,
    /// Variables and memory.
    Memory,
}

/// Whether the statement declares a variable of the nest without giving it a value, that no header needs but as the
/// counter of a loop, or inside of that one.
fn is_declaration(region: &TargetRegion, nest: &[&Loop], stmt: &Stmt) -> bool {
    let StmtKind::Declare { symbol, value: None } = stmt.kind else { return false };
    let declared = region.symbol(symbol);
    let plain =
        [SymbolKind::Scalar, SymbolKind::Pointer, SymbolKind::Array].contains(&declared.kind);
    let own = nest.iter().position(|l| l.iv == symbol);
    let outside = &nest[..own.map_or(nest.len(), |own| own + 1)];
    plain
        && declared.scope == Scope::Region
        && declared.ty.bytes() > 0
        && !stmt.in_macro
        && !outside.iter().any(|l| l.header_names(symbol))
        && unique_name(region, symbol)
        && !is_addressed(region, symbol)
}

/// Whether a pointer may reach the variable or the array.
fn is_addressed(region: &TargetRegion, symbol: SymbolId) -> bool {
    let mut found = false;
    let is_base = |place: &Place| matches!(place.base, Base::Symbol(base) if base == symbol);
    region.walk_expressions(&mut |e| {
        found |= matches!(&e.kind, ExprKind::AddressOf(place) if is_base(place));
    });
    found
}

fn is_movable(
    region: &TargetRegion,
    nest: &[&Loop],
    (level, stmt): (&Level, &Stmt),
    allowed: Reads,
) -> bool {
    let Some((target, value)) = definition(region, stmt) else { return false };
    let mut operands = BTreeSet::new();
    if stmt.in_macro || !has_no_effect(value, allowed, &mut operands) {
        return false;
    }
    let named = operands.iter().copied().chain([target]).collect();
    let overwritten = || {
        let inside = nest.iter().skip_while(|l| l.id != level.outer.id).skip(1);
        allowed == Reads::Memory
            && !nest.iter().any(|l| l.iv == target)
            && !is_addressed(region, target)
            && inside.into_iter().all(|l| is_own(region, l, target))
    };
    is_private(region, target)
        && (level.assigns(target) == 0 || overwritten())
        && operands.iter().all(|operand| level.assigns(*operand) == 0 && *operand != target)
        && !level.redefines(region, &named)
        && !nest.iter().any(|l| l.header_names(target))
        && unique_name(region, target)
        && operands.iter().all(|operand| unique_name(region, *operand))
}

/// Whether every iteration of the loop assigns the variable before it uses it, or does not assign it.
pub(crate) fn is_own(region: &TargetRegion, l: &Loop, symbol: SymbolId) -> bool {
    let is_own = |(other, usage)| other != symbol || usage == ScalarUse::Private;
    classify(region, l).into_iter().all(is_own)
}

/// Whether the statement may be repeated in several regions: it declares a scalar or pointer, or defines a
/// private one by an expression that reads variables only.
pub(crate) fn is_repeatable(region: &TargetRegion, stmt: &Stmt) -> bool {
    if let StmtKind::Declare { symbol, value: None } = stmt.kind {
        let kind = region.symbol(symbol).kind;
        return !stmt.in_macro && matches!(kind, SymbolKind::Scalar | SymbolKind::Pointer);
    }
    let mut operands = BTreeSet::new();
    definition(region, stmt).is_some_and(|(target, value)| {
        !stmt.in_macro && is_private(region, target) && is_pure(value, &mut operands)
    })
}

/// The variable and the value of a plain definition of a scalar or pointer.
pub(crate) fn definition<'a>(
    region: &TargetRegion,
    stmt: &'a Stmt,
) -> Option<(SymbolId, &'a Expr)> {
    let (symbol, value) = match &stmt.kind {
        StmtKind::Declare { symbol, value: Some(value) } => (*symbol, value),
        StmtKind::Assign { target, op: None, value } => (target.as_symbol()?, value),
        _ => return None,
    };
    let kind = region.symbol(symbol).kind;
    matches!(kind, SymbolKind::Scalar | SymbolKind::Pointer).then_some((symbol, value))
}

/// Whether evaluation reads variables only and has no effects; collects the variables.
pub(crate) fn is_pure(expr: &Expr, operands: &mut BTreeSet<SymbolId>) -> bool {
    has_no_effect(expr, Reads::Variables, operands)
}

/// Whether evaluation reads what is `allowed` and has no effects; collects the variables.
pub(crate) fn has_no_effect(
    expr: &Expr,
    allowed: Reads,
    operands: &mut BTreeSet<SymbolId>,
) -> bool {
    let mut pure = true;
    let memory = allowed == Reads::Memory;
    expr.walk(&mut |e| match &e.kind {
        ExprKind::Symbol(symbol) => {
            operands.insert(*symbol);
        }
        ExprKind::Load(place) | ExprKind::AddressOf(place) => {
            let reads = matches!(e.kind, ExprKind::Load(_)) && place.as_symbol().is_none();
            pure &= memory || !reads;
            pure &= memory || matches!(place.base, Base::Symbol(_));
            operands.extend(place.root());
        }
        ExprKind::Opaque { .. } => pure = false,
        ExprKind::Call { pure_fn, .. } => pure &= *pure_fn,
        _ => {}
    });
    pure
}

/// Every variable that the region assigns, as often as it does; counters of loops too.
pub(crate) fn assigned(region: &TargetRegion) -> Vec<SymbolId> {
    let mut found = Vec::new();
    region.body.iter().for_each(|stmt| assignments(stmt, &mut found));
    found
}

/// Every variable that a statement assigns, as often as it does; loop counters of the nest too.
pub(crate) fn assignments(stmt: &Stmt, found: &mut Vec<SymbolId>) {
    let addresses = |expr: &Expr, found: &mut Vec<SymbolId>| {
        expr.walk(&mut |e| {
            if let ExprKind::AddressOf(place) = &e.kind {
                found.extend(place.as_symbol());
            }
        });
    };
    match &stmt.kind {
        StmtKind::Declare { symbol, value } => {
            found.push(*symbol);
            value.iter().for_each(|value| addresses(value, found));
        }
        StmtKind::Assign { target, value, .. } => {
            found.extend(target.as_symbol());
            addresses(value, found);
        }
        StmtKind::Evaluate(expr) => addresses(expr, found),
        StmtKind::If { then, otherwise, .. } => {
            then.iter().chain(otherwise).for_each(|s| assignments(s, found));
        }
        StmtKind::Loop(inner) => {
            found.push(inner.iv);
            inner.body.iter().for_each(|s| assignments(s, found));
        }
        StmtKind::While { body, .. } | StmtKind::Directive(_, body) => {
            body.iter().for_each(|s| assignments(s, found));
        }
        StmtKind::Jump(_) | StmtKind::Opaque { .. } => {}
    }
}

/// Whether no other symbol in the region's body has the symbol's name, so that text that names it can move.
pub(crate) fn unique_name(region: &TargetRegion, symbol: SymbolId) -> bool {
    let name = &region.symbol(symbol).name;
    let mut others = region.symbols_named(name).filter(|other| *other != symbol);
    !others.any(|other| occurs(region, other))
}

/// Whether the body declares or names a symbol. A construct of a region, or a part of one, keeps the symbols of all of it.
fn occurs(region: &TargetRegion, symbol: SymbolId) -> bool {
    let mut found = named(&region.body).contains(&symbol);
    walk_statements(&region.body, &mut |stmt| {
        found |= match &stmt.kind {
            StmtKind::Declare { symbol: declared, .. } => *declared == symbol,
            StmtKind::Loop(l) => l.iv == symbol,
            _ => false,
        };
    });
    found
}
