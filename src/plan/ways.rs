//! The search: each way to change a region proposes variants, and these are weighed against the best that is known.

use super::pricing::{Pricing, Threshold};
use super::study::{Chain, Proposed, Study};
use super::{
    Decision, collapsed, combined, orders, rows, scalars, several, teams, tiles, transposed, unroll,
};
use crate::dependence::Dependences;
use crate::ir::launch;
use crate::machine::Machine;
use crate::policy::Policy;
use crate::transform::form::Form;

/// What one way proposes beside the best so far.
type Way = fn(&Study, &Decision) -> Proposed;

/// The orders of a nest's loops, scalars, and unrolled loops; all other ways ask for the best of them in what they make of a region.
pub(super) const OF_LOOPS: &[Way] = &[orders::propose, scalars::propose, unroll::propose];

/// Rows through team memory, and scalars where no rows can be.
pub(super) const OF_ROWS: &[Way] = &[rows::propose, scalars::propose];

/// A `loop` of which clang makes less than it is becomes another directive, or stays: what clang makes of its parts is not known.
const OF_WEAK_LOOPS: &[Way] = &[combined::propose];

pub(super) const ALL: &[Way] = &[
    orders::propose,
    several::propose,
    teams::propose,
    rows::propose,
    collapsed::propose,
    scalars::propose,
    several::propose_otherwise,
    unroll::propose,
    transposed::propose,
    tiles::propose,
    combined::propose,
];

/// The best variants of the region as written, and what is refused.
pub(super) fn search(
    form: &Form,
    dependences: &Dependences,
    machine: &Machine,
    policy: &Policy,
    ways: &[Way],
) -> Decision {
    let declared = dependences.declared.as_slice();
    let threshold = Threshold::LEAST;
    let pricing = Pricing { form, facts: &[], declared, machine, policy, threshold };
    let (region, accesses) = (form.region.as_ref(), form.accesses.as_ref());
    let study = Study { region, accesses, dependences, pricing };
    let mut decision = Decision::keep(region, pricing.count(region, declared));
    let ways = if launch::weak_loop(region).is_some() { OF_WEAK_LOOPS } else { ways };
    for way in ways.iter().filter(|_| decision.before.is_ok()) {
        let Proposed { chains, rejected, behind, mut refused } = way(&study, &decision);
        decision.rejected.extend(rejected);
        for Chain { mut variants, otherwise } in chains {
            variants.retain(|variant| study.gains_enough(variant, &decision));
            if variants.is_empty() {
                refused = refused.or(otherwise);
            }
            decision.variants.splice(..0, variants);
        }
        decision.variants.extend(behind);
        decision.rejected.extend(refused.filter(|_| decision.variants.is_empty()));
    }
    decision
}
