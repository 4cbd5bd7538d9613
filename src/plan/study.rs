//! What is known of a region, and how a variant of the whole region compares with the best so far.

use super::gain::{Gain, ratio};
use super::{Decision, LEAST_GAIN, Pricing, Rejected, Variant};
use crate::access::Accesses;
use crate::cost::{Coalescing, Cost};
use crate::dependence::Dependences;
use crate::ir::TargetRegion;
use crate::transform::step::StepKind;

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
    pub(super) refused: Option<Rejected>,
}

impl Study<'_> {
    /// Whether some change could gain more than `least` in time.
    pub(super) fn may_gain(&self, decision: &Decision, least: f64) -> bool {
        decision.before.as_ref().is_ok_and(|before| {
            let Accesses { list, loops, .. } = self.accesses;
            let time = Cost::least_time(list, loops, &before.sectors, self.pricing.machine);
            ratio(before.cost.whole_time(), time) > least
        })
    }

    /// Whether a variant gains enough over the best of `decision`: by the greatest margin of the steps that only it has.
    pub(super) fn gains_enough(&self, variant: &Variant, decision: &Decision) -> bool {
        let known = decision.taken().map(Variant::kinds).unwrap_or_default();
        let new = variant.kinds().into_iter().filter(|kind| !known.contains(kind));
        let margin = new.map(StepKind::margin).fold(LEAST_GAIN, f64::max);
        variant.gain.time() > LEAST_GAIN && self.advantage(variant, decision) > margin
    }

    /// Time by time of the variant, if the region were written as the best one so far has it. Of two ways to count the requests that are
    /// saved the one that finds more is taken: each credits nothing that it did not know before.
    fn advantage(&self, variant: &Variant, decision: &Decision) -> f64 {
        let best = decision.taken();
        let Some(written) = best.map(|best| &best.after).or(decision.before.as_ref().ok()) else {
            return 0.0;
        };
        let is_one = |variant: &Variant| variant.distribution.is_none();
        let are_one = is_one(variant) && best.is_none_or(is_one);
        let known = are_one.then(|| self.gain(written, &variant.after)).flatten();
        let quotient = variant.gain.of_requests() / decision.gain().of_requests().max(1.0);
        let requests = known.map_or(quotient, |gain| gain.of_requests().max(quotient));
        requests * Gain::of(&written.cost, &variant.after.cost).recovery
    }

    /// What is gained from one mapping of the accesses to another, where they are the same accesses.
    pub(super) fn gain(&self, old: &Coalescing, new: &Coalescing) -> Option<Gain> {
        let are_alike = old.sectors.len() == new.sectors.len();
        are_alike.then(|| self.pricing.gain(old, new))
    }
}
