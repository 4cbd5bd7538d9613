//! What combined constructs gain ([`crate::transform::combine`]).

use std::collections::BTreeSet;

use super::gain::Gain;
use super::short::Short;
use super::study::{Chain, Proposed, Study};
use super::{Decision, Rejected, Variant, choose};
use crate::access::Accesses;
use crate::cost::Coalescing;
use crate::diag::Code;
use crate::ir::{TargetRegion, launch};
use crate::openmp::construct;
use crate::transform::analyses;
use crate::transform::blocker::Blocker;
use crate::transform::combine::{self, Collapsed, Joined};
use crate::transform::step::{PartSteps, Step, StepKind, Subject};
use crate::transform::{LEAST_MARGIN, legality, order, serial, split};

/// What can be done with the region as a combined construct.
pub(super) fn propose(study: &Study, decision: &Decision) -> Proposed {
    let concerned = combine::combined_name(study.region).is_some() && !study.region.is_instance();
    if !concerned || !study.may_gain(decision, StepKind::COMBINE) {
        return Proposed::default();
    }
    let refusal = |blocker: Blocker| {
        let steps = vec![combine::combined_to(construct::TEAMS | construct::THREADS)];
        let is_lanes = study.region.directive.leaves() == construct::TEAMS_LOOP;
        let is_said = !is_lanes || launch::weak_loop(study.region).is_some();
        is_said.then_some(Rejected { steps, blocker })
    };
    match carry_out(study, decision) {
        Ok((variants, has_levels)) => {
            let too_little = "by sectors and threads it gains less than a factor of 2 against the two levels as written";
            let otherwise = has_levels.then(|| refusal(combine::refusal(Code::NoGain, too_little)));
            let chain = Chain { variants, otherwise: otherwise.flatten() };
            Proposed { chains: vec![chain], ..Proposed::default() }
        }
        Err(blocker) => Proposed { refused: refusal(blocker), ..Proposed::default() },
    }
}

/// Whether a region's variant gains more than those of the constructs inside of it, which fall away with it.
pub(crate) fn gains_more(gain: &Gain, inside: &[Gain]) -> bool {
    let gains = inside.iter().map(Gain::time);
    inside.is_empty() || gain.time() > LEAST_MARGIN * gains.fold(1.0, f64::max)
}

/// What can be done with the region as a combined construct, the best first, and that it becomes one alone; and whether a directive of
/// threads joins it.
fn carry_out(study: &Study, decision: &Decision) -> Result<(Vec<Variant>, bool), Blocker> {
    let Study { region, accesses, dependences, ref pricing } = *study;
    let policy = pricing.policy;
    let before = decision.as_written()?;
    let joined = Joined::of(region)?;
    serial::check(region, accesses, &dependences.declared)?;
    if let Some(inner) = &joined.inner {
        let iterations = serial::iterations(&accesses.loops, &inner.loops);
        serial::check_directive(&[&region.directive], &inner.directive, iterations)?;
    }
    let own = analyses::accesses(&joined.region, policy);
    if let Some(obstacle) = own.obstacles.first() {
        return Err(combine::refusal(Code::UnknownEffect, obstacle.why.clone()));
    }
    legality::check_unschedule(&joined.region)?;
    if !own.stand_where(accesses) {
        return Err(combine::refusal(Code::TooComplex, "its accesses would be others"));
    }
    for l in joined.region.nest().iter().take(dependences.declared.len()) {
        legality::check_scalars(&joined.region, l)?;
    }
    let Collapsed { region: whole, accesses: own, dependences, moved } =
        if let Some(collapsed) = joined.collapsed(&own, policy) {
            collapsed
        } else {
            joined.check_counters()?;
            let region = joined.region.clone();
            let dependences = analyses::dependences(&region, &own, policy);
            Collapsed { region, accesses: own, dependences, moved: Vec::new() }
        };
    let even = order::without_schedule(&whole);
    let found = choose(&even, &own, &dependences, pricing.machine, pricing.policy);
    let bare = Variant::unchanged(found.as_written()?);
    let mut assumptions = super::assumptions(&dependences);
    assumptions.insert(Code::DeclaredParallel);
    assumptions.extend(&own.assumptions);
    let deeper = whole.directive.associated_loops() != region.directive.associated_loops();
    let depth = whole.directive.associated_loops().filter(|_| deeper);
    let change = Change { study, whole, joined, depth, moved, assumptions, before };
    let short = change.where_short((&even, &own), &bare, decision);
    let all = found.variants.into_iter().chain([bare]).filter(|variant| change.may_join(variant));
    let mut finished: Vec<Variant> = all.map(|variant| change.finish(variant)).collect();
    if !finished.iter().any(|variant| study.gains_enough(variant, decision)) {
        finished.splice(..0, short);
    }
    Ok((finished, change.joined.inner.is_some()))
}

/// What a variant of the combined region must be made one of the region's with.
struct Change<'a> {
    study: &'a Study<'a>,
    whole: TargetRegion,
    joined: Joined,
    /// The loops that the combined directive is associated with, where the region's is with fewer.
    depth: Option<u32>,
    /// What stood between the loops of two directives.
    moved: Vec<Step>,
    assumptions: BTreeSet<Code>,
    before: &'a Coalescing,
}

impl Change<'_> {
    /// Whether a variant can go together with the directive that joins the region's: the text of one version has no place for it, and two
    /// levels or several regions would need it again.
    fn may_join(&self, variant: &Variant) -> bool {
        let separate = [StepKind::TEAMS, StepKind::DISTRIBUTE];
        self.joined.inner.is_none() || variant.test.is_none() && !variant.has_any(&separate)
    }

    /// The loops of both directives behind one, if those of the threads are short.
    fn where_short(
        &self,
        changed: (&TargetRegion, &Accesses),
        bare: &Variant,
        decision: &Decision,
    ) -> Option<Variant> {
        self.depth.filter(|_| self.joined.inner.is_some())?;
        let short = Short::of(self.study, self.before)?;
        let variant = self.finish(bare.clone());
        let mut under = short.under(self.study, changed, (self.before, &variant));
        under.find(|variant| self.study.gains_enough(variant, decision))
    }

    /// The region's variant.
    fn finish(&self, variant: Variant) -> Variant {
        let is_one = variant.distribution.is_none();
        let known = is_one.then(|| self.study.gain(self.before, &variant.after)).flatten();
        let pricing = &self.study.pricing;
        let gain =
            known.unwrap_or_else(|| pricing.gain(self.before, &variant.before).and(&variant.gain));
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
            unwritable: super::not_writable(self.study.region, pricing.policy),
            combined: true,
            ..variant
        }
    }

    /// The steps of the combined region, with those that make it one.
    fn steps(&self, steps: Vec<Step>) -> Vec<Step> {
        let has_levels = steps.iter().any(|step| step.kind == StepKind::TEAMS);
        let whole = self.whole.directive.leaves();
        let directive = if has_levels { construct::TEAMS } else { whole };
        let changes = directive != self.study.region.directive.leaves();
        let combine = changes.then(|| combine::combined_to(directive));
        let says_depth = steps.iter().any(|step| step.kind == StepKind::COLLAPSE);
        let depth = self.depth.filter(|_| !says_depth);
        let collapse = depth.map(Step::collapse);
        let unschedule = order::unschedule_step(&self.whole);
        let sinks = steps.iter().any(|step| step.is_any(&[StepKind::SINK, StepKind::GUARD]));
        let moved = self.moved.iter().filter(|_| !sinks).cloned();
        combine.into_iter().chain(unschedule).chain(moved).chain(collapse).chain(steps).collect()
    }
}
