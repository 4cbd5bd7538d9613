//! What it gains that elements of arrays are scalars while a loop runs ([`crate::transform::scalar`]).

use std::collections::BTreeSet;

use super::study::{Chain, Proposed, Study};
use super::unroll;
use super::{Decision, Variant};
use crate::diag::Code;
use crate::id::{AccessId, LoopId};
use crate::ir::{Loop, TargetRegion};
use crate::transform::step::{Along, Step, StepKind};
use crate::transform::{LEAST_MARGIN, scalar};

/// The best variant with scalars, and the region as written where the best one needs a test.
pub(super) fn propose(study: &Study, decision: &Decision) -> Proposed {
    let (true, Ok(before)) = (study.pricing.policy.scalars, decision.as_written()) else {
        return Proposed::default();
    };
    let written = Variant::unchanged(before);
    let has_test = |variant: &Variant| variant.test.is_some();
    let needs_test = decision.taken().is_some() && decision.variants.iter().all(has_test);
    let behind = needs_test.then(|| of(study, &written)).flatten();
    let behind = behind.filter(|variant| variant.gain.time() > LEAST_MARGIN);
    let best = of(study, decision.taken().unwrap_or(&written));
    let chains = best.map(|best| Chain { variants: vec![best], otherwise: None });
    Proposed { chains: chains.into_iter().collect(), behind, ..Proposed::default() }
}

/// A variant with scalars; `None` where it has them, or none can be.
fn of(study: &Study, best: &Variant) -> Option<Variant> {
    let Study { region, accesses, .. } = *study;
    if best.distribution.is_some() || best.has_any(&[StepKind::ROWS, StepKind::WARPS]) {
        return None;
    }
    let mut assumptions = best.assumptions.clone();
    let loops = unroll::staying(region, best).into_iter();
    let loops: Vec<&Loop> = loops.filter(|l| allows(study, l, &mut assumptions)).collect();
    if loops.is_empty() {
        return None;
    }
    let further = unroll::step(study, &best.after, &loops, true);
    assumptions.insert(Code::DeclaredParallel);
    assumptions.extend(&accesses.assumptions);
    let step = scalar::step(Along { loops: loops.iter().map(|l| l.id).collect(), run: false });
    let steps = best.steps.iter().cloned().chain([step]).chain(further).collect();
    let variant = study.changed(best, steps).ok()?;
    Some(Variant { assumptions, ..variant })
}

/// Whether the elements of a loop may be scalars, and there are some. Adds what that rests on.
fn allows(study: &Study, l: &Loop, assumptions: &mut BTreeSet<Code>) -> bool {
    let Study { region, accesses, ref pricing, .. } = *study;
    let mut own = BTreeSet::new();
    let allowed = scalar::check(region, accesses, l, (pricing.policy, &mut own)).is_ok();
    assumptions.extend(own.into_iter().filter(|_| allowed));
    allowed
}

/// The region whose elements along loops that run at least once are scalars.
pub(super) struct Scalars {
    pub(super) step: Step,
    pub(super) region: TargetRegion,
    /// The accesses to the elements.
    pub(super) accesses: Vec<AccessId>,
    pub(super) assumptions: BTreeSet<Code>,
}

impl Scalars {
    /// Of those `loops` of a region whose accesses are counted that have elements; `None` where none has, or they must stay in memory.
    pub(super) fn of(study: &Study, loops: &[&Loop]) -> Option<Scalars> {
        if !study.pricing.policy.scalars {
            return None;
        }
        let mut assumptions = BTreeSet::new();
        let mut loops = loops.to_vec();
        loops.retain(|l| allows(study, l, &mut assumptions));
        let ids: Vec<LoopId> = loops.iter().map(|l| l.id).collect();
        let along = Along { loops: ids, run: true };
        let region =
            (!along.loops.is_empty()).then(|| scalar::with_scalars(study.region, &along))??;
        let of_loop = |l: &&Loop| scalar::accesses(study.region, study.accesses, l);
        let accesses = loops.iter().flat_map(of_loop).collect();
        Some(Scalars { step: scalar::step(along), region, accesses, assumptions })
    }
}
