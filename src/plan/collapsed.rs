//! What rows through team memory gain where a directive gets more loops: the lanes are rows apart then, and were not as written.

use std::collections::BTreeSet;

use super::study::{Chain, Proposed, Study};
use super::{Decision, Variant, choose_rows};
use crate::transform::form::Form;
use crate::transform::step::StepKind;
use crate::transform::{analyses, applied_to_one};

/// Rows of the region that the best variant makes, where that only has more loops in its directive.
pub(super) fn propose(study: &Study, decision: &Decision) -> Proposed {
    let variants = of(study, decision).unwrap_or_default();
    let chains = vec![Chain { variants, otherwise: None }];
    Proposed { chains, ..Proposed::default() }
}

fn of(study: &Study, decision: &Decision) -> Option<Vec<Variant>> {
    let Study { region, accesses, ref pricing, .. } = *study;
    let before = decision.before().ok()?;
    let best = decision.taken()?;
    let collapses = best.steps.iter().all(|step| step.is_any(&[StepKind::COLLAPSE]));
    let is_alone = best.test.is_none() && best.distribution.is_none() && !best.combined;
    if !collapses || !is_alone || !study.may_gain(decision, StepKind::ROWS) {
        return None;
    }
    let new = applied_to_one(region, &best.steps)?;
    let own = analyses::accesses(&new, pricing.policy);
    if !own.stand_where(accesses) {
        return None;
    }
    let dependences = analyses::dependences(&new, &own, pricing.policy);
    let form = Form::written(&new, &own);
    let found = choose_rows(&form, &dependences, pricing.machine, pricing.policy);
    let finish = |variant: Variant| {
        let known = study.gain(before, &variant.after);
        let gain = known.unwrap_or_else(|| best.gain.and(&variant.gain));
        let assumptions: BTreeSet<_> =
            best.assumptions.iter().chain(&variant.assumptions).copied().collect();
        let steps = best.steps.iter().cloned().chain(variant.steps).collect();
        Variant { steps, before: before.clone(), gain, assumptions, ..variant }
    };
    Some(found.variants.into_iter().map(finish).collect())
}
