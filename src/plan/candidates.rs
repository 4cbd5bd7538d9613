//! The transformations that are considered.

use super::{Blocker, Cause, Rejected, Step};
use crate::dependence::Dependences;
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{Stmt, StmtKind, TargetRegion};

/// A transformation of a nest, not yet known to be legal.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// What is done.
    pub(super) steps: Vec<Step>,
    /// The whole nest in its new order.
    pub(super) order: Vec<LoopId>,
    /// Loops at the front of `order` that share the threads.
    pub(super) depth: usize,
    /// Loops of the nest that the change touches: every statement between them must move.
    pub(super) span: usize,
    /// The loops that become parallel.
    pub(super) newly_parallel: Vec<LoopId>,
}

impl Candidate {
    /// The loops whose iterations are spread over the lanes.
    pub(super) fn mapped(&self) -> &[LoopId] {
        &self.order[..self.depth]
    }

    /// A measure of how much text changes.
    pub(super) fn edit_size(&self) -> usize {
        self.steps.len() * 16 + self.span
    }
}

/// Why there is no candidate although loops stand inside the declared ones; `None` where none does.
pub(super) fn why_none(region: &TargetRegion, dependences: &Dependences) -> Option<Rejected> {
    let nest = region.nest();
    let innermost = nest.last()?;
    let declared = dependences.declared.len();
    let refuse = |code, words: &str| Rejected {
        steps: vec![Step::Collapse { depth: declared as u32 + 1 }],
        blocker: Blocker::new(code, Some(innermost.id), Cause::Other(words.into())),
    };
    if region.directive.associated_loops().is_none() {
        return Some(refuse(Code::UnknownClause, "the argument of collapse is not a number"));
    }
    let inner_loops = region.loops().len() > nest.len() || has_uncounted_loop(&innermost.body);
    let alone = nest.len() <= declared && inner_loops;
    alone.then(|| refuse(Code::NotPerfect, "its body is not one counted loop"))
}

fn has_uncounted_loop(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::While { .. } => true,
        StmtKind::If { then, otherwise, .. } => {
            has_uncounted_loop(then) || has_uncounted_loop(otherwise)
        }
        _ => false,
    })
}

/// Collapse to every depth beyond the declared one; every deeper loop moved outward to stand right
/// inside the declared ones, and collapsed with them.
pub(super) fn enumerate(region: &TargetRegion, dependences: &Dependences) -> Vec<Candidate> {
    let nest: Vec<LoopId> = region.nest().iter().map(|l| l.id).collect();
    let declared = dependences.declared.len();
    if declared == 0 || region.directive.associated_loops().is_none() {
        return Vec::new();
    }
    let collapses = (declared + 1..=nest.len()).map(|depth| Candidate {
        steps: vec![Step::Collapse { depth: depth as u32 }],
        order: nest.clone(),
        depth,
        span: depth,
        newly_parallel: nest[declared..depth].to_vec(),
    });
    let interchanges = (declared + 1..nest.len()).map(|moved| {
        let mut order = nest.clone();
        order[declared..=moved].rotate_right(1);
        Candidate {
            steps: vec![
                Step::Interchange { loops: order[..=moved].to_vec() },
                Step::Collapse { depth: declared as u32 + 1 },
            ],
            order,
            depth: declared + 1,
            span: moved + 1,
            newly_parallel: vec![nest[moved]],
        }
    });
    collapses.chain(interchanges).collect()
}
