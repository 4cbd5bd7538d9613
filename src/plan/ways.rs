//! Changes of a region as a whole, weighed one after the other against the best that is known: several regions, two levels, and
//! combined constructs.

use super::study::{Chain, Proposed, Study};
use super::{Decision, combined, several, teams};
use crate::ir::TargetRegion;
use crate::transform::step::StepKind;

/// A way to change a region as a whole.
struct Way {
    kind: StepKind,
    concerns: fn(&TargetRegion) -> bool,
    propose: fn(&Study, &Decision) -> Proposed,
}

const WAYS: [Way; 3] = [
    Way { kind: StepKind::DISTRIBUTE, concerns: several::concerns, propose: several::propose },
    Way { kind: StepKind::TEAMS, concerns: teams::concerns, propose: teams::propose },
    Way { kind: StepKind::COMBINE, concerns: combined::concerns, propose: combined::propose },
];

/// Puts before the variants of `decision` those that gain enough more, each against the best so far.
pub(super) fn weigh(study: &Study, decision: &mut Decision) {
    for way in WAYS.iter().filter(|way| (way.concerns)(study.region)) {
        let best = decision.gain().of_requests().max(1.0);
        if !study.may_gain(decision, way.kind.margin() * best) {
            continue;
        }
        let Proposed { chains, mut refused } = (way.propose)(study, decision);
        for Chain { mut variants, otherwise } in chains {
            variants.retain(|variant| study.gains_enough(variant, decision));
            if variants.is_empty() {
                refused = refused.or(otherwise);
            }
            decision.variants.splice(..0, variants);
        }
        decision.rejected.extend(refused.filter(|_| decision.variants.is_empty()));
    }
}
