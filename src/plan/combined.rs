//! What combined constructs gain ([`crate::transform::combine`]).

use std::collections::BTreeSet;

use super::gain::Gain;
use super::several::may_gain;
use super::{Decision, LEAST_GAIN, Pricing, Rejected, Variant, choose};
use crate::access::{self, Accesses};
use crate::coalesce::Coalescing;
use crate::dependence::{self, Dependences};
use crate::diag::Code;
use crate::ir::TargetRegion;
use crate::openmp::construct;
use crate::source::Span;
use crate::transform::blocker::Blocker;
use crate::transform::combine::{self, Joined};
use crate::transform::step::{PartSteps, Step, StepKind, Subject};
use crate::transform::{legality, order, serial, split};

/// What it costs to enter a parallel region is known from its instructions, not from measured times, so that the time must be
/// lowered by this factor.
const COMBINED_GAIN: f64 = 2.0;
/// Adds the combined constructs that gain enough more than what else can be done.
pub(super) fn improve(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    pricing: &Pricing,
    decision: &mut Decision,
) {
    let threshold = COMBINED_GAIN * decision.gain().of_requests().max(1.0);
    let concerned = combine::combined_name(region).is_some() && !region.is_instance();
    if !concerned || !may_gain(accesses, pricing, decision, threshold) {
        return;
    }
    match carry_out(region, accesses, dependences, pricing, decision) {
        Ok(found) => drop(decision.variants.splice(..0, found)),
        Err(_) if region.directive.leaves() == combine::TEAMS_LOOP => {}
        Err(blocker) if decision.variants.is_empty() => {
            let steps = vec![combine::combined_to(construct::TEAMS | construct::THREADS)];
            decision.rejected.push(Rejected { steps, blocker });
        }
        Err(_) => {}
    }
}

/// Time by time of the variant, if the region were written as the best one so far has it.
fn over(variant: &Variant, decision: &Decision, pricing: &Pricing) -> f64 {
    let best = decision.taken();
    let Some(written) = best.map(|best| &best.after).or(decision.before.as_ref().ok()) else {
        return 0.0;
    };
    let recovery = Gain::of(&written.cost, &variant.after.cost).recovery;
    let is_one = |variant: &Variant| variant.distribution.is_none();
    let are_one = is_one(variant) && best.is_none_or(is_one);
    let known = are_one.then(|| at_once(pricing, written, &variant.after)).flatten();
    let requests = match known {
        Some(gain) => gain.of_requests(),
        None => variant.gain.of_requests() / decision.gain().of_requests().max(1.0),
    };
    requests * recovery
}

/// What is gained from one mapping of the accesses to another. A product of gains is less, for each of its factors credits nothing that
/// was not known before it.
fn at_once(pricing: &Pricing, old: &Coalescing, new: &Coalescing) -> Option<Gain> {
    let are_alike = old.sectors.len() == new.sectors.len();
    are_alike.then(|| pricing.gain(old, new))
}

/// Whether a region's variant gains more than those of the constructs inside of it, which fall away with it.
pub(crate) fn gains_more(gain: &Gain, inside: &[Gain]) -> bool {
    let gains = inside.iter().map(Gain::time);
    inside.is_empty() || gain.time() > LEAST_GAIN * gains.fold(1.0, f64::max)
}

/// What can be done with the region as a combined construct, the best first, and that it becomes one alone.
fn carry_out(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    pricing: &Pricing,
    decision: &Decision,
) -> Result<Vec<Variant>, Blocker> {
    let policy = pricing.policy;
    let before = decision.as_written()?;
    let joined = Joined::of(region)?;
    serial::check(region, accesses, &dependences.declared)?;
    if let Some(inner) = &joined.inner {
        let iterations = serial::iterations(&accesses.loops, &inner.loops);
        serial::check_directive(&[&region.directive], &inner.directive, iterations)?;
    }
    let own = access::collect(&joined.region, policy);
    if let Some(obstacle) = own.obstacles.first() {
        return Err(combine::refusal(Code::UnknownEffect, obstacle.why.clone()));
    }
    legality::check_unschedule(&joined.region)?;
    let places = |accesses: &Accesses| -> Vec<Span> {
        accesses.list.iter().map(|access| access.reference.span).collect()
    };
    if places(&own) != places(accesses) {
        return Err(combine::refusal(Code::TooComplex, "its accesses would be others"));
    }
    for l in joined.region.nest().iter().take(dependences.declared.len()) {
        legality::check_scalars(&joined.region, l)?;
    }
    let (whole, dependences) = if let Some(collapsed) = joined.collapsed(&own, policy) {
        collapsed
    } else {
        joined.check_counters()?;
        (joined.region.clone(), dependence::analyze(&joined.region, &own, policy))
    };
    let even = order::without_schedule(&whole);
    let found = choose(&even, &own, &dependences, pricing.machine, pricing.policy);
    let bare = Variant::unchanged(found.as_written()?);
    let mut assumptions = super::assumptions(&dependences);
    assumptions.insert(Code::DeclaredParallel);
    assumptions.extend(&own.assumptions);
    let deeper = whole.directive.associated_loops() != region.directive.associated_loops();
    let depth = whole.directive.associated_loops().filter(|_| deeper);
    let change = Change { region, whole, joined, depth, assumptions, before, pricing };
    let all = found.variants.into_iter().chain([bare]).filter(|variant| change.may_join(variant));
    let mut finished: Vec<Variant> = all.map(|variant| change.finish(variant)).collect();
    finished.retain(|variant| over(variant, decision, pricing) > COMBINED_GAIN);
    if finished.is_empty() && change.joined.inner.is_some() {
        return Err(combine::refusal(Code::NoGain, "the two levels as written are as fast"));
    }
    Ok(finished)
}

/// What a variant of the combined region must be made one of the region's with.
struct Change<'a> {
    region: &'a TargetRegion,
    whole: TargetRegion,
    joined: Joined,
    /// The loops that the combined directive is associated with, where the region's is with fewer.
    depth: Option<u32>,
    assumptions: BTreeSet<Code>,
    before: &'a Coalescing,
    pricing: &'a Pricing<'a>,
}

impl Change<'_> {
    /// Whether a variant can go together with the directive that joins the region's: the text of one version has no place for it, and two
    /// levels or several regions would need it again.
    fn may_join(&self, variant: &Variant) -> bool {
        let separate = [StepKind::TEAMS, StepKind::DISTRIBUTE];
        self.joined.inner.is_none() || variant.test.is_none() && !variant.has_any(&separate)
    }

    /// The region's variant.
    fn finish(&self, variant: Variant) -> Variant {
        let is_one = variant.distribution.is_none();
        let known = is_one.then(|| at_once(self.pricing, self.before, &variant.after)).flatten();
        let gain = known
            .unwrap_or_else(|| self.pricing.gain(self.before, &variant.before).and(&variant.gain));
        let mut assumptions = variant.assumptions;
        assumptions.extend(&self.assumptions);
        assumptions.extend(variant.after.sectors.iter().flatten().flat_map(|s| &s.assumptions));
        let steps = match variant.steps.as_slice() {
            [Step { subject: Subject::Parts(parts), .. }] => {
                let own = |part: &PartSteps| PartSteps {
                    steps: self.steps(part.steps.clone()),
                    ..part.clone()
                };
                vec![split::step(parts.iter().map(own).collect())]
            }
            _ => self.steps(variant.steps),
        };
        Variant {
            steps,
            before: self.before.clone(),
            gain,
            assumptions,
            unwritable: super::not_writable(self.region, self.pricing.policy),
            combined: true,
            ..variant
        }
    }

    /// The steps of the combined region, with those that make it one.
    fn steps(&self, steps: Vec<Step>) -> Vec<Step> {
        let has_levels = steps.iter().any(|step| step.kind == StepKind::TEAMS);
        let whole = self.whole.directive.leaves();
        let directive = if has_levels { construct::TEAMS } else { whole };
        let changes = directive != self.region.directive.leaves();
        let combine = changes.then(|| combine::combined_to(directive));
        let says_depth = steps.iter().any(|step| step.kind == StepKind::COLLAPSE);
        let depth = self.depth.filter(|_| !says_depth);
        let collapse = depth.map(Step::collapse);
        let scheduled = order::schedule_clauses(&self.whole);
        let unschedule = (!scheduled.is_empty()).then_some(Step::unschedule(scheduled));
        combine.into_iter().chain(steps).chain(collapse).chain(unschedule).collect()
    }
}
