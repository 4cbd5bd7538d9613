//! What is known of a region, and how a variant of the whole region compares with the best so far.

use super::gain::{Gain, ratio};
use super::pricing::{Pricing, never_runs};
use super::{Decision, Rejected, Variant};
use crate::access::Accesses;
use crate::cost::{Coalescing, Cost};
use crate::dependence::Dependences;
use crate::ir::{TargetRegion, launch};
use crate::transform::LEAST_MARGIN;
use crate::transform::step::StepKind;

/// The factor for the time of memory that a `loop` gains at least which one lane of each team runs, or which loses iterations: as good as
/// none. A warp of all lanes issues one instruction for 32 iterations, where one lane issues 32, and that time is not counted.
const NO_DEARER: f64 = 0.98;

/// What is known of a region.
pub(super) struct Study<'a> {
    pub(super) region: &'a TargetRegion,
    pub(super) accesses: &'a Accesses,
    pub(super) dependences: &'a Dependences,
    pub(super) pricing: Pricing<'a>,
}

/// Variants of which each takes the place of those before it where the text cannot hold these.
pub(super) struct Chain {
    pub(super) variants: Vec<Variant>,
    /// What is said where none of them gains enough.
    pub(super) otherwise: Option<Rejected>,
}

/// What one way leads to: the later chains are weighed against the earlier ones, too.
#[derive(Default)]
pub(super) struct Proposed {
    pub(super) chains: Vec<Chain>,
    /// Candidates that were not taken.
    pub(super) rejected: Vec<Rejected>,
    /// What runs where the test of the best variant fails, if no other one does.
    pub(super) behind: Option<Variant>,
    /// What is said where the region stays as it is.
    pub(super) refused: Option<Rejected>,
}

impl Study<'_> {
    /// Whether a change with a step of this kind could gain enough more than the best of `decision`.
    pub(super) fn may_gain(&self, decision: &Decision, kind: StepKind) -> bool {
        let Study { accesses: Accesses { list, loops, .. }, pricing, .. } = self;
        let Ok(before) = &decision.before else { return false };
        let time = Cost::least_time(list, loops, &before.sectors, pricing.machine);
        let best = decision.gain().of_requests().max(1.0);
        never_runs(self.accesses, pricing.declared).is_none()
            && ratio(before.cost.whole_time(), time) > self.margin(kind) * best
    }

    /// What a change with such a step must lower the time by against one without.
    fn margin(&self, kind: StepKind) -> f64 {
        if launch::weak_loop(self.region).is_some() { NO_DEARER } else { kind.margin() }
    }

    /// Whether a variant gains enough over the best of `decision`: by the greatest margin of the steps that only it has.
    pub(super) fn gains_enough(&self, variant: &Variant, decision: &Decision) -> bool {
        let known = decision.taken().map(Variant::kinds).unwrap_or_default();
        let new = variant.kinds().into_iter().filter(|kind| !known.contains(kind));
        let margin = new.map(|kind| self.margin(kind)).reduce(f64::max).unwrap_or(LEAST_MARGIN);
        variant.gain.time() > margin.min(LEAST_MARGIN) && self.advantage(variant, decision) > margin
    }

    /// Time by time of the variant, if the region were written as the best one so far has it. Of two ways to count the requests that are
    /// saved the one that finds more is taken: each credits nothing that it did not know before. Instructions that are saved are a gain
    /// only where the same loops are spread over teams and lanes: then nothing else differs.
    fn advantage(&self, variant: &Variant, decision: &Decision) -> f64 {
        let Some(best) = decision.taken() else { return variant.gain.time() };
        let written = &best.after;
        let is_one = |variant: &Variant| variant.distribution.is_none();
        let are_one = is_one(variant) && is_one(best);
        let known = are_one.then(|| self.gain(written, &variant.after)).flatten();
        let quotient = variant.gain.of_requests() / decision.gain().of_requests().max(1.0);
        let requests = known.map_or(quotient, |gain| gain.of_requests().max(quotient));
        let (old, new) = (&written.cost, &variant.after.cost);
        let instructions = if written.mapping.spreads_as(&variant.after.mapping) {
            ratio(old.whole_time(), new.whole_time()) / ratio(old.time, new.time)
        } else {
            Gain::of([old; 2], new).recovery
        };
        requests * instructions
    }

    /// What is gained from one mapping of the accesses to another, where they are the same accesses.
    pub(super) fn gain(&self, old: &Coalescing, new: &Coalescing) -> Option<Gain> {
        let are_alike = old.sectors.len() == new.sectors.len();
        are_alike.then(|| self.pricing.gain(old, new))
    }
}
