//! Definitions between the loops that read memory, computed again in every iteration of the loops inside, and declarations
//! without a value, made there.
//!
//! `for i { x = a[i];  for j B }` becomes `for i for j { x = a[i];  B }`. That is the same where no iteration inside
//! writes what a definition reads: each of them then reads what the one before the loop did. In the new form a
//! write that could come between is a dependence between the read and the write in different iterations
//! of the loops that the read has moved into, those outside equal; the form's own dependences answer for it. The same
//! holds of conditions that have moved (`boxes.rs`).
//!
//! A variable or an array that every iteration of the loops inside assigns before it uses it is as good as declared there, and
//! a loop's counter as declared in its header.

use std::collections::BTreeSet;

use super::form::{Context, Form};
use super::guards::{self, ends_iteration};
use super::movable::{self, Beside, Reads};
use super::nest;
use super::private::refilled;
use super::step::{Moved, Step, StepKind, Subject};
use crate::access::{self, Accesses};
use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::{Loop, Stmt, StmtKind, SymbolKind, TargetRegion};
use crate::policy::Policy;
use crate::source::Span;

impl StepKind {
    /// Definitions between the loops move into the innermost body, in their order.
    pub const SINK: StepKind = StepKind::named("sink");
}

/// The statements at the beginning of the body of the loop that they move into; loops whose counters were declared among them declare these themselves.
pub(super) fn apply(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Moved(Moved { statements, into }) = subject else { return None };
    let mut region = region.clone();
    let nest = guards::nest(&region.body);
    let loops = nest.iter().position(|l| l.id == *into)? + 1;
    let nest = &nest[..loops];
    let of_moved = |id: StmtId| statements.contains(&id);
    let counters = declared(nest, &of_moved).into_iter();
    let counters: Vec<SymbolId> =
        counters.filter(|own| is_counter(nest, own)).map(|(_, symbol)| symbol).collect();
    declare_counters(&mut region.body, &counters);
    put_inside(&mut region.body, *into, &of_moved, &mut Vec::new());
    nest::drop_simd(&mut region.body, loops);
    Some(vec![region])
}

/// For each number of loops from two on the form in which all definitions between them stand in the innermost,
/// where these are more than values of variables.
pub(super) fn forms<'a>(written: &Form<'a>, context: &Context) -> Vec<Form<'a>> {
    let depth = guards::nest(&written.region.body).len();
    let spans = (2..=depth).filter(|span| written.is_for(*span));
    spans.filter_map(|span| form(written, context.policy, span)).collect()
}

/// The form in which the definitions and conditions between `span` loops stand in the innermost.
pub(super) fn form<'a>(written: &Form<'a>, policy: &Policy, span: usize) -> Option<Form<'a>> {
    let (region, accesses) = (&*written.region, &*written.accesses);
    let nest = guards::nest(&region.body);
    let nest = nest.get(..span)?;
    let statements = movable::between(region, nest, Reads::Memory).ok()?;
    let of_moved = |id: StmtId| statements.contains(&id);
    let declared = declared(nest, &of_moved);
    let may_move = |(level, symbol): &(usize, SymbolId)| {
        may_declare(region, accesses, &nest[level + 1..span], *symbol)
    };
    let is_sinkable = || movable::between(region, nest, Reads::Variables).is_ok();
    if !declared.iter().all(may_move) || is_sinkable() {
        return None;
    }
    let mut counters = declared.iter().filter(|own| is_counter(nest, own));
    if !counters.all(|(level, symbol)| is_divisible(region, nest[*level], *symbol)) {
        return None;
    }
    let behind = guards::behind(nest, &statements);
    let between = Beside::all(nest);
    let tested = guards::tested(nest, &between);
    if !nest.iter().filter(|l| behind.contains(&l.id)).all(|l| guards::is_harmless(l, &tested)) {
        return None;
    }
    let is_test = |stmt: &&&Stmt| matches!(stmt.kind, StmtKind::If { .. });
    let tests: Vec<&&Stmt> = between.iter().filter(is_test).collect();
    if tests.iter().any(|stmt| guards::tells_place(region, stmt)) {
        return None;
    }
    let kind = if tests.is_empty() { StepKind::SINK } else { StepKind::GUARD };
    let step = Step::new(kind, Subject::Moved(Moved { statements, into: nest.last()?.id }));
    let moved = apply(region, &step.subject)?.pop()?;
    let form = written.changed(moved, policy)?.with_own_dependences(policy);
    let inner = |(old, new): (&access::Access, &access::Access)| {
        let around: BTreeSet<_> = old.reference.loops.iter().collect();
        let loops = new.reference.loops.iter().filter(|l| !around.contains(l)).copied();
        (new.id, loops.collect::<Vec<_>>())
    };
    let reads = accesses.list.iter().zip(&form.accesses.list).map(inner);
    let reads = reads.filter(|(_, loops)| !loops.is_empty()).collect();
    let steps = [written.steps.as_slice(), &[step]].concat();
    let uncovers = region.nest().len() < span;
    Some(Form { steps, span: Some(span), guarded: behind, uncovers, moved: reads, ..form })
}

/// Whether a variable that is declared inside `level + 1` loops of the nest is the counter of one further in.
fn is_counter(nest: &[&Loop], (level, symbol): &(usize, SymbolId)) -> bool {
    nest.iter().skip(level + 1).any(|l| l.iv == *symbol)
}

/// The variables that statements of the nest declare without a value, each with the number of loops around it less one.
fn declared(nest: &[&Loop], of_moved: &impl Fn(StmtId) -> bool) -> Vec<(usize, SymbolId)> {
    let before = |(level, pair): (usize, &[&Loop])| {
        let bare = |stmt: &&Stmt| match stmt.kind {
            StmtKind::Declare { symbol, value: None } if of_moved(stmt.id) => Some((level, symbol)),
            _ => None,
        };
        Beside::of(&pair[0].body, pair[1]).before.iter().filter_map(bare).collect::<Vec<_>>()
    };
    nest.windows(2).enumerate().flat_map(before).collect()
}

/// Whether a variable may be declared inside the loops `inner`, or in the header of the one whose counter it is.
fn may_declare(
    region: &TargetRegion,
    accesses: &Accesses,
    inner: &[&Loop],
    symbol: SymbolId,
) -> bool {
    if region.symbol(symbol).kind == SymbolKind::Array {
        let loops = refilled(region, accesses, symbol);
        return inner.iter().all(|l| loops.contains(&l.id));
    }
    if inner.iter().any(|l| l.iv == symbol) {
        return movable::assigned(region).iter().filter(|other| **other == symbol).count() == 2;
    }
    inner.iter().all(|l| movable::is_own(region, l, symbol))
}

/// Whether a counter's declaration is one of scalars of its type alone, so that its text can be taken apart.
fn is_divisible(region: &TargetRegion, l: &Loop, counter: SymbolId) -> bool {
    let declares =
        |stmt: &&Stmt| matches!(stmt.kind, StmtKind::Declare { symbol, .. } if symbol == counter);
    let Some(own) = l.body.iter().find(declares) else { return false };
    let of_type = |stmt: &Stmt| match stmt.kind {
        StmtKind::Declare { symbol, value: None } => {
            let [other, own] = [symbol, counter].map(|symbol| region.symbol(symbol));
            other.kind == SymbolKind::Scalar && other.ty == own.ty
        }
        _ => false,
    };
    l.body.iter().filter(|stmt| stmt.span == own.span).all(of_type)
}

/// Loops whose counters were declared between them declare these themselves.
fn declare_counters(body: &mut Vec<Stmt>, counters: &[SymbolId]) {
    body.retain(|stmt| match stmt.kind {
        StmtKind::Declare { symbol, value: None } => !counters.contains(&symbol),
        _ => true,
    });
    for stmt in body {
        if let StmtKind::Loop(l) = &mut stmt.kind {
            l.declares_iv |= counters.contains(&l.iv);
        }
        if matches!(stmt.kind, StmtKind::Loop(_) | StmtKind::If { .. }) {
            stmt.blocks_mut().for_each(|block| declare_counters(block, counters));
        }
    }
}

/// Takes the statements `of_moved` away, and puts them at the beginning of the loop `inner`. What a condition
/// among them stood before stays where it is, and the condition has no text with all of that any more.
fn put_inside(
    body: &mut Vec<Stmt>,
    inner: LoopId,
    of_moved: &impl Fn(StmtId) -> bool,
    taken: &mut Vec<Stmt>,
) {
    while let Some(at) = body.iter().position(|stmt| of_moved(stmt.id)) {
        let mut stmt = body.remove(at);
        if ends_iteration(&stmt).is_none()
            && let StmtKind::If { then, .. } = &mut stmt.kind
        {
            body.splice(at..at, std::mem::take(then));
            stmt.span = Span::default();
        }
        taken.push(stmt);
    }
    for stmt in body {
        let StmtKind::Loop(l) = &mut stmt.kind else { continue };
        if l.id == inner {
            let body = nest::behind_conditions(&mut l.body);
            body.into_iter().for_each(|body| put_before(body, std::mem::take(taken)));
        } else {
            put_inside(&mut l.body, inner, of_moved, taken);
        }
    }
}

/// Puts statements before a body; behind a condition without a body comes all that follows.
fn put_before(body: &mut Vec<Stmt>, taken: Vec<Stmt>) {
    for mut stmt in taken.into_iter().rev() {
        match &mut stmt.kind {
            StmtKind::If { then, .. } if then.is_empty() => {
                *then = std::mem::take(body);
                body.push(stmt);
            }
            _ => body.insert(0, stmt),
        }
    }
}
