//! What is to be done with a region, and why.

use std::collections::BTreeSet;

use super::fact::Fact;
use super::gain::Gain;
use super::several::Distribution;
use super::test::HostTest;
use crate::cost::Coalescing;
use crate::dependence::scalar;
use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::TargetRegion;
use crate::transform::blocker::{Blocker, Cause};
use crate::transform::step::{Step, StepKind};

/// A candidate that was not taken.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// Its steps.
    pub steps: Vec<Step>,
    /// Why.
    pub blocker: Blocker,
}

/// A way to run a region that computes what the region as written computes, and gains enough.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The steps from the region as written.
    pub steps: Vec<Step>,
    /// The mapping as written, where the test holds.
    pub before: Coalescing,
    /// The mapping after the steps.
    pub after: Coalescing,
    /// What the steps save.
    pub gain: Gain,
    /// What legality and counts rest on.
    pub assumptions: BTreeSet<Code>,
    /// The test under which the steps are legal and pay.
    pub test: Option<HostTest>,
    /// The facts of the test that the counts take for granted.
    pub stated: Vec<Fact>,
    /// What the regions have in common that the region becomes.
    pub distribution: Option<Distribution>,
    /// Whether the region becomes a combined construct.
    pub combined: bool,
    /// In a template: the C++ condition on its parameters of the instances whose text the steps change.
    pub instances: Option<String>,
    /// Why no text can hold the steps, whatever it is.
    pub unwritable: Option<Code>,
}

impl Variant {
    /// The region as it is, to which steps may be added.
    pub(super) fn unchanged(before: &Coalescing) -> Variant {
        Variant {
            steps: Vec::new(),
            before: before.clone(),
            after: before.clone(),
            gain: Gain::NONE,
            assumptions: BTreeSet::new(),
            test: None,
            stated: Vec::new(),
            distribution: None,
            combined: false,
            instances: None,
            unwritable: None,
        }
    }

    /// The kinds of its steps, and of those of its parts.
    pub(super) fn kinds(&self) -> Vec<StepKind> {
        let of_parts = self.steps.iter().flat_map(Step::parts).flat_map(|part| &part.steps);
        self.steps.iter().chain(of_parts).map(|step| step.kind).collect()
    }

    /// Whether one of the steps is of one of these kinds.
    pub fn has_any(&self, kinds: &[StepKind]) -> bool {
        self.steps.iter().any(|step| step.is_any(kinds))
    }

    /// Whether a refusal says nothing beside this variant: that of the same steps without the test, and that of a statement between
    /// loops which the steps move.
    fn answers(&self, refusal: &Rejected) -> bool {
        const MOVE: [StepKind; 3] = [StepKind::SINK, StepKind::SUBSTITUTE, StepKind::GUARD];
        let moves = |step: &&Step| step.is_any(&MOVE);
        let mut moving = self.steps.iter().filter(moves);
        let is_moved = match refusal.blocker.cause {
            Cause::Statement(stmt) if refusal.blocker.code == Code::NotPerfect => {
                moving.any(|step| step.statements().contains(&stmt))
            }
            _ => false,
        };
        let own = self.steps.iter().filter(|step| step.kind != StepKind::LAUNCH);
        is_moved || self.test.is_some() && own.eq(&refusal.steps)
    }
}

/// What is to be done with a region, and why.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The mapping as written, where it is modelled.
    pub before: Result<Coalescing, Code>,
    /// The ways to run the region, the best first: each takes the place of those before it where the text cannot hold these, and one
    /// without a test that of one with a test where this fails. None where the region stays as it is.
    pub variants: Vec<Variant>,
    /// Why the text cannot hold any of them.
    pub(crate) refused: Option<Code>,
    /// The candidates that were not taken.
    pub rejected: Vec<Rejected>,
    /// Inner loop variables that are shared by the threads as written.
    pub shared_counters: Vec<SymbolId>,
}

impl Decision {
    /// That nothing is done with the region.
    pub(super) fn keep(region: &TargetRegion, before: Result<Coalescing, Code>) -> Decision {
        let nest = region.nest();
        Decision {
            before,
            variants: Vec::new(),
            refused: None,
            rejected: Vec::new(),
            shared_counters: scalar::shared_counters(region, nest.get(1..).unwrap_or_default()),
        }
    }

    /// That nothing is done with a region of which nothing is known, for the reason `code`.
    pub(crate) fn left_alone(region: &TargetRegion, code: Code) -> Decision {
        Decision::keep(region, Err(code))
    }

    /// The variant that is taken.
    pub fn taken(&self) -> Option<&Variant> {
        self.variants.first()
    }

    /// The variant that runs where the test of the first one fails.
    pub fn otherwise(&self) -> Option<&Variant> {
        self.variants.get(1)
    }

    /// The steps of the variant that is taken.
    pub fn steps(&self) -> &[Step] {
        self.taken().map_or(&[], |taken| &taken.steps)
    }

    /// The mapping as written, where it is modelled: for the sizes for which the variant is taken.
    pub fn before(&self) -> Result<&Coalescing, Code> {
        self.taken()
            .map(|taken| &taken.before)
            .map_or_else(|| self.before.as_ref(), Ok)
            .map_err(|c| *c)
    }

    /// The mapping as written for all sizes, or why it is not modelled.
    pub(super) fn as_written(&self) -> Result<&Coalescing, Blocker> {
        self.before.as_ref().map_err(|code| Blocker::unmodelled(*code))
    }

    /// The mapping after the steps.
    pub fn after(&self) -> Option<&Coalescing> {
        self.taken().map(|taken| &taken.after)
    }

    /// What is gained.
    pub fn gain(&self) -> Gain {
        self.taken().map_or(Gain::NONE, |taken| taken.gain)
    }

    /// The test before the region.
    pub fn test(&self) -> Option<&HostTest> {
        self.taken()?.test.as_ref()
    }

    /// Whether a step is about accesses, and not about the launch alone.
    pub fn moves_accesses(&self) -> bool {
        self.steps().iter().any(|step| step.kind != StepKind::LAUNCH)
    }

    /// Whether steps are to be written into the source.
    pub fn applies(&self) -> bool {
        !self.variants.is_empty() && self.not_applied().is_none()
    }

    /// Whether the region becomes a combined construct.
    pub(crate) fn is_combined(&self) -> bool {
        self.applies() && self.taken().is_some_and(|taken| taken.combined)
    }

    /// Whether other regions come before or behind what becomes of the region.
    pub(crate) fn makes_several(&self) -> bool {
        const SEVERAL: [StepKind; 3] = [StepKind::DISTRIBUTE, StepKind::TEAMS, StepKind::TRANSPOSE];
        let is_several = |own: &Variant| own.distribution.is_some() || own.has_any(&SEVERAL);
        self.applies() && self.variants.iter().any(is_several)
    }

    /// Why the variant that is taken is not written.
    pub fn not_applied(&self) -> Option<Code> {
        self.taken().and_then(|taken| self.refused.or(taken.unwritable))
    }

    /// Keeps the variant of this number, with the one to run where its test fails.
    pub(crate) fn take(&mut self, number: usize, otherwise: Option<usize>) {
        let kept = [Some(number), otherwise].into_iter().flatten();
        self.variants = kept.map(|number| self.variants[number].clone()).collect();
        let [taken, ..] = self.variants.as_slice() else { return };
        self.rejected.retain(|refusal| !taken.answers(refusal));
    }

    /// Says that none of the variants is written, for the reason `code`. Where all of them need a test, what forbids them without the test
    /// is said, too: that refusal is kept beside the reason why there is no test.
    pub(crate) fn refuse(&mut self, code: Code) {
        let is_shown = |variant: &Variant| variant.test.is_none() || variant.unwritable.is_some();
        match self.variants.iter().position(is_shown) {
            Some(shown) => self.take(shown, None),
            None => return self.give_up(Blocker::unmodelled(code)),
        }
        self.refused = self.refused.or(Some(code));
    }

    /// Keeps the variant of this number, which is not written for the reason `code`.
    pub(crate) fn withhold(&mut self, number: usize, code: Code) {
        self.take(number, None);
        self.refused = Some(code);
    }

    /// Refuses all variants.
    pub(crate) fn give_up(&mut self, blocker: Blocker) {
        self.refused = None;
        let steps =
            std::mem::take(&mut self.variants).into_iter().map(|variant| variant.steps).next();
        self.rejected.extend(steps.map(|steps| Rejected { steps, blocker }));
    }

    /// Does nothing: the region is not there any more.
    pub(crate) fn withdraw(&mut self) {
        self.variants.clear();
        self.refused = None;
    }
}
