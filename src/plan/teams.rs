//! What two levels of parallelism gain ([`crate::transform::levels`]).

use std::collections::BTreeSet;

use super::lanes;
use super::study::{Chain, Proposed, Study};
use super::{Decision, Rejected, Variant};
use crate::dependence::scalar::contains;
use crate::diag::Code;
use crate::ir::{Loop, TargetRegion};
use crate::transform::between::Between;
use crate::transform::blocker::Blocker;
use crate::transform::legality;
use crate::transform::levels::{self, Search, check_region};
use crate::transform::step::{Shared, Step, StepKind, Subject};

/// Two levels whose threads share the outermost loops that they can, and the innermost ones.
pub(super) fn propose(study: &Study, decision: &Decision) -> Proposed {
    let concerned = levels::is_combined(&study.region.directive);
    if !concerned || !study.may_gain(decision, StepKind::TEAMS) {
        return Proposed::default();
    }
    let Study { region, accesses, dependences, ref pricing } = *study;
    let nest = region.nest();
    let outer = nest.get(..dependences.declared.len()).unwrap_or_default();
    let Some(last) = outer.last() else { return Proposed::default() };
    let whole = |blocker: Blocker| refused((region, last), decision, blocker);
    let refusal = |blocker: Blocker| whole(blocker).filter(|own| own.blocker.code != Code::NoGain);
    let known = legality::check_known(accesses);
    let checked = known.and_then(|()| check_region(region, accesses, dependences));
    if let Err(blocker) = checked.and_then(|()| levels::check_nest(outer)) {
        return Proposed { refused: whole(blocker), ..Proposed::default() };
    }
    let mut proposed = Proposed::default();
    let mut tried = Vec::new();
    for innermost in [false, true] {
        let policy = pricing.policy;
        let mut search = Search { region, accesses, dependences, policy, innermost, refused: None };
        let mut shared = Vec::new();
        search.choose(&last.body, &mut shared);
        proposed.refused = proposed.refused.or(search.refused.and_then(refusal));
        if shared.is_empty() || tried == shared {
            continue;
        }
        tried.clone_from(&shared);
        if levels::enter_all(&region.directive) {
            levels::enter_once(&last.body, accesses, &mut shared);
        }
        let mut assumptions = super::assumptions(dependences);
        let between = Between { region, accesses, policy, outer };
        if let Err(blocker) = between.give_values(&mut shared, &mut assumptions) {
            proposed.refused = refusal(blocker).or(proposed.refused);
            continue;
        }
        match carry_out(study, decision, (shared, assumptions)) {
            Ok(variant) => {
                proposed.chains.push(Chain { variants: vec![variant], otherwise: None });
            }
            Err(blocker) => proposed.refused = proposed.refused.or(refusal(blocker)),
        }
    }
    proposed
}

/// The refusal where nothing else says the same. Loops that threads could share stand inside of `last`.
fn refused(
    (region, last): (&TargetRegion, &Loop),
    decision: &Decision,
    blocker: Blocker,
) -> Option<Rejected> {
    let inside = region.loops().into_iter().filter(|l| contains(&last.body, l.id));
    let inner: Vec<_> = inside.map(|l| Shared::alone(l.id)).collect();
    let said = decision.rejected.iter().any(|rejected| rejected.blocker.code == blocker.code);
    let is_new = !said && !inner.is_empty();
    let steps = vec![Step::new(StepKind::TEAMS, Subject::Shared(inner))];
    is_new.then_some(Rejected { steps, blocker })
}

/// The variant with two levels.
fn carry_out(
    study: &Study,
    decision: &Decision,
    (shared, mut assumptions): (Vec<Shared>, BTreeSet<Code>),
) -> Result<Variant, Blocker> {
    let Study { region, accesses, ref pricing, .. } = *study;
    let facts = lanes::facts(accesses, shared.iter().map(|own| own.id), lanes::WARP)?;
    let before = decision.as_written()?;
    let variant = study.changed(&Variant::unchanged(before), levels::steps(region, shared))?;
    let after = &variant.after;
    pricing.check_turns([&before.mapping, &after.mapping])?;
    assumptions.insert(Code::DeclaredParallel);
    assumptions.extend(&accesses.assumptions);
    assumptions.extend(after.sectors.iter().flatten().flat_map(|s| &s.assumptions));
    let variant = Variant { assumptions, ..variant };
    lanes::under(region, pricing.policy, variant, &facts)
}
