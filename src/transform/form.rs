//! Forms of a region, equal in what they do, whose nests allow other orders.

use std::borrow::Cow;
use std::sync::Arc;

use super::analyses;
use super::order::Candidate;
use super::step::Step;
use crate::access::{Access, Accesses};
use crate::dependence::Dependences;
use crate::dependence::graph::Edge;
use crate::id::{AccessId, LoopId};
use crate::ir::{TargetRegion, Type};
use crate::machine::Machine;
use crate::policy::Policy;
use crate::source::Span;
use crate::symbolic::eval::{AccessKind, Reference};

/// What forms are made for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    /// The number of outermost loops that share the threads as written.
    pub(crate) declared: usize,
    pub(crate) machine: &'a Machine,
    pub(crate) policy: &'a Policy,
}

/// The loops with the bounds of their boxes among the outermost ones.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    pub(super) loops: Vec<LoopId>,
    /// The loops whose bounds follow the counters of others without boxes, each with one of these.
    pub(super) follows: Vec<(LoopId, LoopId)>,
    /// Those of them whose steps are not 1. The directions of dependences are those of the numbers of iterations, which the box counts
    /// otherwise: two values of such a counter may have one number in two iterations of the loop that is followed.
    pub(super) renumbered: Vec<(LoopId, LoopId)>,
}

/// A form of a region.
#[derive(Clone, Debug)]
pub(crate) struct Form<'a> {
    pub(crate) region: Cow<'a, TargetRegion>,
    pub(crate) accesses: Cow<'a, Accesses>,
    /// The steps that lead to it.
    pub(crate) steps: Vec<Step>,
    /// The number of outermost loops that all changes of this form touch, where statements have moved into the last of
    /// these.
    pub(crate) span: Option<usize>,
    /// The loops with the bounds of their boxes.
    pub(super) boxes: Option<Boxes>,
    /// The loops that stood behind a condition that has moved.
    pub(super) guarded: Vec<LoopId>,
    /// Whether its nest has loops that the nest as written has not.
    pub(super) uncovers: bool,
    /// Reads of memory that have moved, each with the loops that it has moved into.
    pub(crate) moved: Vec<(AccessId, Vec<LoopId>)>,
    /// Its dependences, where they are not those of the region as written.
    pub(crate) dependences: Option<Arc<Dependences>>,
}

impl<'a> Form<'a> {
    /// The region as written.
    pub(crate) fn written(region: &'a TargetRegion, accesses: &'a Accesses) -> Form<'a> {
        Form {
            region: Cow::Borrowed(region),
            accesses: Cow::Borrowed(accesses),
            steps: Vec::new(),
            span: None,
            boxes: None,
            guarded: Vec::new(),
            uncovers: false,
            moved: Vec::new(),
            dependences: None,
        }
    }

    /// This form with another region, which must have the same accesses, in the same order: then the number of one says which it is.
    pub(super) fn changed(&self, region: TargetRegion, policy: &Policy) -> Option<Form<'a>> {
        let accesses = analyses::accesses(&region, policy);
        let are_alike = accesses.list.iter().map(key).eq(self.accesses.list.iter().map(key));
        let (region, accesses) = (Cow::Owned(region), Cow::Owned(accesses));
        are_alike.then(|| Form { region, accesses, ..self.clone() })
    }

    /// This form with dependences of its own.
    pub(super) fn with_own_dependences(mut self, policy: &Policy) -> Form<'a> {
        let own = analyses::dependences(&self.region, &self.accesses, policy);
        self.dependences = Some(Arc::new(own));
        self
    }

    /// Whether a candidate of this form is not one of the region as written, or of another form that does less.
    pub(crate) fn concerns(&self, candidate: &Candidate) -> bool {
        let is_own = |boxes: &Boxes| {
            let keeps = |(l, outer): &(LoopId, LoopId)| {
                candidate.mapped().contains(outer) || !passes(candidate, *l, *outer)
            };
            boxes.loops == in_the_way(&boxes.follows, candidate)
                && boxes.renumbered.iter().all(keeps)
        };
        self.is_for(candidate.span) && self.boxes.iter().all(is_own)
    }

    /// Whether changes that touch `span` loops may be of this form.
    pub(crate) fn is_for(&self, span: usize) -> bool {
        self.span.is_none_or(|own| own == span)
    }

    /// Whether a refusal of this form says nothing that the refusals of the form as written do not.
    pub(crate) fn is_speculative(&self) -> bool {
        self.dependences.is_some() && !self.uncovers
    }

    /// The dependences by which a read may find another value in an iteration of the loops that it has moved into than
    /// in the first.
    pub(super) fn reread<'b>(
        &'b self,
        dependences: &'b Dependences,
    ) -> impl Iterator<Item = &'b Edge> {
        self.moved.iter().flat_map(move |(read, loops)| {
            let of_read = move |edge: &&Edge| {
                let pair = &dependences.pairs[edge.origin.0];
                pair.all().any(|(source, sink)| source == *read || sink == *read)
            };
            loops.iter().flat_map(move |l| dependences.graph.carried_by(*l).filter(of_read))
        })
    }
}

/// What tells one access from another in every form.
fn key(access: &Access) -> (Span, AccessKind, Type) {
    let Reference { span, kind, ty, .. } = access.reference;
    (span, kind, ty)
}

/// Whether a loop stands further out than another under a candidate.
fn passes(candidate: &Candidate, l: LoopId, outer: LoopId) -> bool {
    candidate.order.iter().find(|other| [l, outer].contains(other)) == Some(&l)
}

/// Those of the loops that must not follow what they follow under the candidate: they share the threads, or pass it.
pub(super) fn in_the_way(follows: &[(LoopId, LoopId)], candidate: &Candidate) -> Vec<LoopId> {
    let meets = |(l, outer): &&(LoopId, LoopId)| {
        candidate.mapped().contains(l) || passes(candidate, *l, *outer)
    };
    let mut found: Vec<LoopId> = follows.iter().filter(meets).map(|(l, _)| *l).collect();
    found.dedup();
    found
}
