//! What other orders of a nest's loops gain, and more or fewer of them that share the threads ([`crate::transform::order`]); without a
//! test, and behind one.

use super::pricing::{Priced, Pricing, Threshold};
use super::study::{Chain, Proposed, Study};
use super::survey::{Best, Tested, survey};
use super::{Decision, Rejected, Variant, facts, test};
use crate::diag::Code;
use crate::transform;
use crate::transform::blocker::Blocker;
use crate::transform::form::Context;

/// The best change of the region's loops, and before it the best one behind a test, where that gains more.
pub(super) fn propose(study: &Study, decision: &Decision) -> Proposed {
    let Study { region, accesses, dependences, .. } = *study;
    let Pricing { declared, machine, policy, .. } = study.pricing;
    let Ok(base) = &decision.before else { return Proposed::default() };
    let declared = declared.len();
    let forms = transform::forms(region, accesses, &Context { declared, machine, policy });
    let pricing = Pricing { form: &forms[0], ..study.pricing };
    let mut rejected = Vec::new();
    let Best { mut plain, tested } = survey(&mut rejected, base, &forms, dependences, &pricing);
    let slower =
        |priced: &Priced| facts::slower_at_unit_strides(region, accesses, &pricing, priced);
    if let Some(facts) = plain.as_ref().and_then(slower) {
        let facts: Option<Vec<_>> = facts.iter().map(|f| test::fact_text(region, f)).collect();
        let facts = facts.unwrap_or_default().join(" && ");
        let words = format!("as written it is faster where {facts}");
        let blocker = Blocker::in_words(Code::NoGain, None, words);
        let refused = |priced: Priced| Rejected { steps: priced.candidate.steps, blocker };
        rejected.extend(plain.take().map(refused));
    }
    let planned = plain.as_ref().map(|priced| priced.candidate.clone());
    let beaten = tested.iter().map(|tested| &tested.priced);
    let threshold = beaten.fold(Threshold::LEAST, Threshold::and_more_than);
    let under_facts = facts::search(study, &pricing, (threshold, planned.as_ref()));
    let of_names = || {
        let Tested { priced, test, .. } = tested?;
        Some(Variant { test: Some(test), ..pricing.variant(base, priced) })
    };
    let tested = under_facts.or_else(of_names);
    let plain = plain.map(|priced| pricing.variant(base, priced));
    let variants = tested.into_iter().chain(plain).map(|own| study.recounted(own)).collect();
    let chains = vec![Chain { variants, otherwise: None }];
    Proposed { chains, rejected, ..Proposed::default() }
}
