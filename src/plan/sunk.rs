//! Definitions between the loops that read memory, computed again in every iteration of the loops inside.
//!
//! `for i { x = a[i];  for j B }` becomes `for i for j { x = a[i];  B }`. That is the same where no iteration inside
//! writes what a definition reads: each of them then reads what the one before the loop did. In the new form a
//! write that could come between is a dependence between the read and the write in different iterations
//! of the loops that the read has moved into, those outside equal; the form's own dependences answer for it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::reshape::{Form, are_alike};
use super::sinkable::{self, Reads};
use crate::access::{self, Accesses};
use crate::dependence::graph::Edge;
use crate::dependence::{self, Dependences};
use crate::id::{AccessId, LoopId, StmtId};
use crate::ir::{Stmt, StmtKind, TargetRegion};
use crate::policy::Policy;

/// Definitions that have moved into the innermost of `span` loops.
#[derive(Clone, Debug)]
pub(super) struct Sunk {
    pub(super) statements: Vec<StmtId>,
    pub(super) span: usize,
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
/// where one of these reads memory.
pub(super) fn forms<'a>(
    region: &TargetRegion,
    accesses: &Accesses,
    policy: &Policy,
) -> Vec<Form<'a>> {
    let depth = region.nest().len();
    (2..=depth).filter_map(|span| form(region, accesses, policy, span)).collect()
}

fn form<'a>(
    region: &TargetRegion,
    accesses: &Accesses,
    policy: &Policy,
    span: usize,
) -> Option<Form<'a>> {
    let nest = region.nest();
    let statements = sinkable::between(region, &nest[..span], Reads::Memory).ok()?;
    let of_moved = |id: StmtId| statements.contains(&id);
    if !accesses.list.iter().any(|access| of_moved(access.reference.stmt)) {
        return None;
    }
    let mut moved = region.clone();
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
        sunk: Some(Sunk { statements, span, reads }),
        dependences: Some(dependences),
        ..Form::new(Cow::Owned(moved), Cow::Owned(collected))
    })
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
