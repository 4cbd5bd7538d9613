//! What two levels of parallelism gain ([`crate::transform::levels`]).

use super::fact::Fact;
use super::facts::at_least;
use super::several::may_gain;
use super::test;
use super::{Decision, LEAST_GAIN, Pricing, Rejected, Variant};
use crate::access::Accesses;
use crate::coalesce::count;
use crate::coalesce::map::mapping;
use crate::dependence::Dependences;
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::TargetRegion;
use crate::policy::Policy;
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::transform::applied;
use crate::transform::blocker::Blocker;
use crate::transform::levels::{self, COMBINED, Search, check_region};
use crate::transform::step::{Shared, Step, StepKind, Subject};

/// Iterations below which a warp has idle lanes.
const WARP: u32 = 32;
/// Two levels must lower the time by this factor against what else can be done: what a parallel region inside a
/// team costs is known from its instructions, not from measured times.
const TEAMS_GAIN: f64 = 2.0;
/// Adds two levels, where these gain enough more than what else can be done.
pub(super) fn improve(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    pricing: &Pricing,
    decision: &mut Decision,
) {
    let best = decision.gain().of_requests().max(1.0);
    let concerned = region.directive.leaves() == COMBINED;
    if !concerned || !may_gain(accesses, pricing, decision, TEAMS_GAIN * best) {
        return;
    }
    let found = check_region(region, accesses, dependences)
        .map_err(Some)
        .and_then(|()| best_levels(region, accesses, dependences, pricing, decision))
        .and_then(|(variant, facts)| under(region, pricing.policy, variant, &facts).map_err(Some));
    match found {
        Ok(variant) => decision.variants.insert(0, variant),
        Err(Some(blocker)) => refuse(region, decision, blocker),
        Err(None) => {}
    }
}

/// The two levels that gain most, and what must hold that they do; or why there are none, where a loop was looked at.
fn best_levels(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    pricing: &Pricing,
    decision: &Decision,
) -> Result<(Variant, Vec<Fact>), Option<Blocker>> {
    let mut refused: Option<Blocker> = None;
    let mut found = None;
    let mut tried = Vec::new();
    let mut threshold = TEAMS_GAIN * decision.gain().of_requests().max(1.0);
    for innermost in [false, true] {
        let policy = pricing.policy;
        let mut search = Search { region, accesses, dependences, policy, innermost, refused: None };
        let mut shared = Vec::new();
        let nest = region.nest();
        let Some(declared) = nest.get(dependences.declared.len().wrapping_sub(1)) else { break };
        search.choose(&declared.body, &mut shared);
        refused = refused.or(search.refused);
        if shared.is_empty() || tried == shared {
            continue;
        }
        tried.clone_from(&shared);
        match carry_out(region, accesses, dependences, pricing, (decision, shared)) {
            Ok((variant, facts)) if variant.gain.time() > threshold => {
                threshold = variant.gain.time() * LEAST_GAIN;
                found = Some((variant, facts));
            }
            Ok((variant, _)) => {
                let words = format!("time would change by a factor of {:.2}", variant.gain.time());
                refused.get_or_insert(Blocker::in_words(Code::NoGain, None, words));
            }
            Err(blocker) => drop(refused.get_or_insert(blocker)),
        }
    }
    found.ok_or(refused)
}

/// The variant behind a test of the facts, where there are some.
fn under(
    region: &TargetRegion,
    policy: &Policy,
    variant: Variant,
    facts: &[Fact],
) -> Result<Variant, Blocker> {
    if facts.is_empty() {
        return Ok(variant);
    }
    let test = test::host_test(region, &[], facts, policy).filter(|_| policy.guards);
    let words = "whether the inner loops have an iteration for each lane is not known";
    let test = test.ok_or_else(|| Blocker::in_words(Code::NoGain, None, words))?;
    Ok(Variant { test: Some(test), ..variant })
}

/// Keeps the refusal where nothing is done with the region, and nothing else says the same.
fn refuse(region: &TargetRegion, decision: &mut Decision, blocker: Blocker) {
    let inner = region.loops().into_iter().skip(1).map(|l| l.id);
    let inner: Vec<_> =
        inner.map(|id| Shared { id, private: Vec::new(), reductions: Vec::new() }).collect();
    let said = decision.rejected.iter().any(|rejected| rejected.blocker.code == blocker.code);
    let is_kept = decision.variants.is_empty();
    if is_kept && !said && !inner.is_empty() && blocker.code != Code::NoGain {
        let steps = vec![Step::new(StepKind::TEAMS, Subject::Shared(inner))];
        decision.rejected.push(Rejected { steps, blocker });
    }
}

/// The variant with two levels, and what must hold that it gains what it says.
fn carry_out(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    pricing: &Pricing,
    (decision, shared): (&Decision, Vec<Shared>),
) -> Result<(Variant, Vec<Fact>), Blocker> {
    let other = |code, words: &str| Blocker::in_words(code, None, words);
    let mut facts = Vec::new();
    for own in &shared {
        match enough(accesses, own.id) {
            Some(true) => {}
            Some(false) => return Err(other(Code::NoGain, "an inner loop has few iterations")),
            None => {
                let words = "the iterations of an inner loop cannot be counted before the region";
                facts.push(least_iterations(accesses, own.id).ok_or(other(Code::NoGain, words))?);
            }
        }
    }
    facts.dedup();
    let steps = levels::steps(region, shared);
    let split = applied(region, &steps).and_then(|mut regions| regions.pop());
    let split = split.ok_or_else(|| Blocker::unmodelled(Code::NotEditable))?;
    let mapped =
        mapping(&split, pricing.machine, &dependences.declared).map_err(Blocker::unmodelled)?;
    let after = count(region, accesses, pricing.machine, mapped, pricing.policy);
    let before = decision.as_written()?;
    let gain = pricing.gain(before, &after);
    let mut assumptions = super::assumptions(dependences);
    assumptions.insert(Code::DeclaredParallel);
    assumptions.extend(&accesses.assumptions);
    assumptions.extend(after.sectors.iter().flatten().flat_map(|s| &s.assumptions));
    let variant = Variant {
        steps,
        gain,
        assumptions,
        unwritable: super::not_writable(region, pricing.policy),
        after,
        ..Variant::unchanged(before)
    };
    Ok((variant, facts))
}

/// Whether a loop has an iteration for each lane of a warp, where its bounds are numbers.
fn enough(accesses: &Accesses, l: LoopId) -> Option<bool> {
    let count = accesses.loop_values(l)?.trip_count.as_ref()?.as_constant()?;
    Some(count >= WARP)
}

/// That the loop has an iteration for each lane of a warp, on the average of the first and the last iteration of
/// the loops around it; `None` where variables of outside do not tell.
fn least_iterations(accesses: &Accesses, l: LoopId) -> Option<Fact> {
    let count = accesses.loop_values(l)?.trip_count.clone()?;
    let ends = |first: bool| {
        let mut count = count.clone();
        for around in accesses.loop_values(l)?.enclosing.iter().rev() {
            let values = accesses.loop_values(*around)?;
            let end = if first { values.first.clone()? } else { values.last.clone()? };
            let counter = Atom::Iv(*around, Instance::Source);
            count = count.substitute(&|atom| (*atom == counter).then(|| end.clone()));
        }
        Some(count)
    };
    let total = &ends(true)? + &ends(false)?;
    let plain = !total.any_atom(&mut |atom| !matches!(atom, Atom::Symbol(_)));
    at_least(&total, &Poly::from(2 * WARP)).filter(|_| plain)
}
