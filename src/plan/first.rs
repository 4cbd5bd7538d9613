//! Statements between the loops that run in the first inner iteration.
//!
//! `for i { S  for j B }` becomes `for i for j { if (j == first) S  B }`, where the loop over j has an
//! iteration whenever `S` runs: then `S` runs as often as before, and before every `B` of its
//! iteration of i. That this order also holds between threads is asked of the new form's dependences.

use std::borrow::Cow;
use std::sync::Arc;

use super::facts::Fact;
use super::reshape::{Form, are_alike};
use crate::access::{self, Accesses};
use crate::dependence;
use crate::id::{LoopId, StmtId};
use crate::ir::{Expr, ExprKind, Loop, Relation, Stmt, StmtKind, TargetRegion, Type, named};
use crate::policy::Policy;
use crate::symbolic::eval::symbol_facts;

/// Statements that run in the first iteration of the loop `inner`, which has `around` loops outside.
#[derive(Clone, Debug)]
pub(super) struct First {
    pub(super) statements: Vec<StmtId>,
    pub(super) inner: LoopId,
    pub(super) around: usize,
}

/// The form in which the statements of the one level that has any stand in the loop inside it.
pub(super) fn form<'a>(
    region: &'a TargetRegion,
    accesses: &Accesses,
    policy: &Policy,
    facts: &[Fact],
) -> Option<Form<'a>> {
    let nest = region.nest();
    let beside: Vec<usize> =
        (0..nest.len().saturating_sub(1)).filter(|level| nest[*level].body.len() != 1).collect();
    let [level] = beside[..] else { return None };
    let inner = nest[level + 1];
    let (last, before) = nest[level].body.split_last()?;
    let movable = |stmt: &Stmt| may_move(region, inner, stmt);
    let is_inner = matches!(&last.kind, StmtKind::Loop(l) if l.id == inner.id);
    if !is_inner || !before.iter().all(movable) || !runs(region, accesses, inner.id, facts) {
        return None;
    }
    let first = First {
        statements: before.iter().map(|stmt| stmt.id).collect(),
        inner: inner.id,
        around: level + 1,
    };
    let condition = in_first_iteration(region, inner)?;
    let mut moved = region.clone();
    put_inside(&mut moved.body, inner.id, &mut before.to_vec(), condition);
    let collected = access::collect(&moved, policy);
    if !are_alike(&collected, accesses) {
        return None;
    }
    let dependences = Arc::new(dependence::analyze(&moved, &collected, policy));
    Some(Form {
        first: Some(first),
        dependences: Some(dependences),
        ..Form::new(Cow::Owned(moved), Cow::Owned(collected))
    })
}

/// A store to memory whose text can be moved, and which does not name the counter: that has no value
/// yet, or another one.
fn may_move(region: &TargetRegion, inner: &Loop, stmt: &Stmt) -> bool {
    let StmtKind::Assign { target, .. } = &stmt.kind else { return false };
    let names_counter = named(std::slice::from_ref(stmt)).contains(&inner.iv);
    let counter = &region.symbol(inner.iv).name;
    let unique = region.symbols.iter().filter(|other| other.name == *counter).count() == 1;
    !stmt.in_macro && !target.steps.is_empty() && !names_counter && unique
}

/// Whether the loop has an iteration in every iteration of the loops around it, where `known` holds.
fn runs(region: &TargetRegion, accesses: &Accesses, l: LoopId, known: &[Fact]) -> bool {
    let Some(values) = accesses.loop_values(l) else { return false };
    let (Some(first), Some(last)) = (&values.first, &values.last) else { return false };
    let mut facts = symbol_facts(region);
    for fact in known {
        if let Fact::Least(sum) = fact {
            facts.assume_nonnegative(sum);
        }
    }
    accesses.facts_inside(facts, &values.enclosing).nonnegative(&(last - first))
}

/// `j == lower`, where that is a number or a variable that the region leaves alone.
fn in_first_iteration(region: &TargetRegion, inner: &Loop) -> Option<Expr> {
    let ty = region.symbol(inner.iv).ty;
    let plain = match &inner.lower.kind {
        ExprKind::Int(_) => true,
        _ => inner.lower.variable().is_some_and(|symbol| {
            !super::sinkable::assigned(region).contains(&symbol)
                && super::sinkable::unique_name(region, symbol)
        }),
    };
    let counter = Expr { ty, kind: ExprKind::Symbol(inner.iv) };
    let compare = ExprKind::Compare(Relation::Eq, Box::new(counter), Box::new(inner.lower.clone()));
    (plain && inner.lower.ty == ty && ty.is_int()).then_some(Expr { ty: Type::INT, kind: compare })
}

/// Takes the statements beside the loop `inner` away, and puts them into it under `condition`.
fn put_inside(body: &mut Vec<Stmt>, inner: LoopId, moved: &mut Vec<Stmt>, condition: Expr) {
    let holds = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Loop(l) if l.id == inner);
    if body.iter().any(holds) {
        body.retain(holds);
        let Some(StmtKind::Loop(l)) = body.first_mut().map(|stmt| &mut stmt.kind) else { return };
        let Some(like) = moved.first().cloned() else { return };
        let then = std::mem::take(moved);
        let kind = StmtKind::If { condition, then, otherwise: Vec::new() };
        l.body.insert(0, Stmt { kind, ..like });
        return;
    }
    for stmt in body {
        if let StmtKind::Loop(l) = &mut stmt.kind {
            put_inside(&mut l.body, inner, moved, condition.clone());
        }
    }
}
