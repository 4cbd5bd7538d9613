//! Definitions between the loops that read memory, computed again in every iteration of the loops inside, and declarations
//! without a value, made there.
//!
//! `for i { x = a[i];  for j B }` becomes `for i for j { x = a[i];  B }`. That is the same where no iteration inside
//! writes what a definition reads: each of them then reads what the one before the loop did. In the new form a
//! write that could come between is a dependence between the read and the write in different iterations
//! of the loops that the read has moved into, those outside equal; the form's own dependences answer for it. The same
//! holds of conditions that have moved (`reshape.rs`).
//!
//! A variable or an array that every iteration of the loops inside assigns before it uses it is as good as declared there, and
//! a loop's counter as declared in its header.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::private::refilled;
use super::reshape::{Form, are_alike};
use super::sinkable::{self, Reads};
use crate::access::{self, Accesses};
use crate::dependence::graph::Edge;
use crate::dependence::{self, Dependences};
use crate::id::{AccessId, LoopId, StmtId, SymbolId};
use crate::ir::{Loop, Stmt, StmtKind, SymbolKind, TargetRegion};
use crate::policy::Policy;

/// Definitions that have moved into the innermost of a form's loops.
#[derive(Clone, Debug)]
pub(super) struct Sunk {
    pub(super) statements: Vec<StmtId>,
    /// Their reads of memory, each with the loops that it has moved into.
    reads: Vec<(AccessId, Vec<LoopId>)>,
}

impl Sunk {
    /// The dependences by which a read may find another value in an iteration of the loops that it has moved into than
    /// in the first.
    pub(super) fn reread<'a>(
        &'a self,
        dependences: &'a Dependences,
    ) -> impl Iterator<Item = &'a Edge> {
        self.reads.iter().flat_map(move |(read, loops)| {
            let of_read = move |edge: &&Edge| {
                let pair = &dependences.pairs[edge.origin.0];
                pair.all().any(|(source, sink)| source == *read || sink == *read)
            };
            loops.iter().flat_map(move |l| dependences.graph.carried_by(*l).filter(of_read))
        })
    }
}

/// For each number of loops from two on the form in which all definitions between them stand in the innermost,
/// where these are more than values of variables.
pub(super) fn forms<'a>(written: &Form<'a>, policy: &Policy) -> Vec<Form<'a>> {
    let depth = written.region.nest().len();
    let spans = (2..=depth).filter(|span| written.is_for(*span));
    spans.filter_map(|span| form(written, policy, span)).collect()
}

/// The form in which the definitions between `span` loops stand in the innermost, as conditions do that have moved there.
pub(super) fn form<'a>(written: &Form<'a>, policy: &Policy, span: usize) -> Option<Form<'a>> {
    let (region, accesses) = (&*written.region, &*written.accesses);
    let nest = region.nest();
    let statements = sinkable::between(region, &nest[..span], Reads::Memory).ok()?;
    let of_moved = |id: StmtId| statements.contains(&id);
    let declared = declared(&nest[..span], &of_moved);
    let may_move = |(level, symbol): &(usize, SymbolId)| {
        may_declare(region, accesses, &nest[level + 1..span], *symbol)
    };
    let is_sinkable = || sinkable::between(region, &nest[..span], Reads::Variables).is_ok();
    if !declared.iter().all(may_move) || is_sinkable() {
        return None;
    }
    let is_counter = |(level, symbol): &&(usize, SymbolId)| {
        nest[level + 1..span].iter().any(|l| l.iv == *symbol)
    };
    let counters: Vec<_> = declared.iter().filter(is_counter).collect();
    if !counters.iter().all(|(level, symbol)| is_divisible(region, nest[*level], *symbol)) {
        return None;
    }
    let counters: Vec<SymbolId> = counters.into_iter().map(|(_, symbol)| *symbol).collect();
    let mut moved = region.clone();
    declare_counters(&mut moved.body, &counters);
    put_inside(&mut moved.body, nest[span - 1].id, &of_moved, &mut Vec::new());
    let collected = access::collect(&moved, policy);
    if !are_alike(&collected, accesses) {
        return None;
    }
    let inner = |(old, new): (&access::Access, &access::Access)| {
        let around: BTreeSet<_> = old.reference.loops.iter().collect();
        let loops = new.reference.loops.iter().filter(|l| !around.contains(l)).copied();
        (new.id, loops.collect::<Vec<_>>())
    };
    let reads = accesses.list.iter().zip(&collected.list).map(inner);
    let reads = reads.filter(|(_, loops)| !loops.is_empty()).collect();
    let dependences = Arc::new(dependence::analyze(&moved, &collected, policy));
    Some(Form {
        region: Cow::Owned(moved),
        accesses: Cow::Owned(collected),
        span: Some(span),
        sunk: Some(Sunk { statements, reads }),
        dependences: Some(dependences),
        ..written.clone()
    })
}

/// The variables that statements of the nest declare without a value, each with the number of loops around it less one.
fn declared(nest: &[&Loop], of_moved: &impl Fn(StmtId) -> bool) -> Vec<(usize, SymbolId)> {
    let in_body = |(level, l): (usize, &&'_ Loop)| {
        let bare = |stmt: &Stmt| match stmt.kind {
            StmtKind::Declare { symbol, value: None } if of_moved(stmt.id) => Some((level, symbol)),
            _ => None,
        };
        l.body.iter().filter_map(bare).collect::<Vec<_>>()
    };
    nest.iter().enumerate().flat_map(in_body).collect()
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
        return sinkable::assigned(region).iter().filter(|other| **other == symbol).count() == 2;
    }
    inner.iter().all(|l| sinkable::is_own(region, l, symbol))
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
            declare_counters(&mut l.body, counters);
        }
    }
}

/// Takes the statements `of_moved` away, and puts them at the beginning of the loop `inner`.
fn put_inside(
    body: &mut Vec<Stmt>,
    inner: LoopId,
    of_moved: &impl Fn(StmtId) -> bool,
    taken: &mut Vec<Stmt>,
) {
    taken.extend(body.extract_if(.., |stmt| of_moved(stmt.id)));
    for stmt in body {
        let StmtKind::Loop(l) = &mut stmt.kind else { continue };
        if l.id == inner {
            l.body.splice(0..0, taken.drain(..));
        } else {
            put_inside(&mut l.body, inner, of_moved, taken);
        }
    }
}
