//! What it gains that loops are unrolled further ([`crate::transform::unroll`]): more loads under way where threads are few.

use super::study::{Chain, Proposed, Study};
use super::{Decision, Variant};
use crate::coalesce::unrolled::is_load_along;
use crate::cost::Coalescing;
use crate::id::LoopId;
use crate::ir::{Loop, TargetRegion};
use crate::machine::Machine;
use crate::schedule::map::Mapping;
use crate::transform::step::{Step, StepKind};
use crate::transform::{scalar, unroll};

/// The best variant, or the region as written, with unrolled loops.
pub(super) fn propose(study: &Study, decision: &Decision) -> Proposed {
    let Ok(before) = decision.as_written() else { return Proposed::default() };
    let written = Variant::unchanged(before);
    let best = decision.taken().unwrap_or(&written);
    let variants: Vec<Variant> = unrolled(study, best).into_iter().collect();
    let chain = Chain { variants, otherwise: None };
    Proposed { chains: vec![chain], ..Proposed::default() }
}

/// A variant with unrolled loops; `None` where it has them, or none would help.
fn unrolled(study: &Study, best: &Variant) -> Option<Variant> {
    let apart = [StepKind::ROWS, StepKind::WARPS, StepKind::SCALAR];
    if best.distribution.is_some() || best.has_any(&apart) {
        return None;
    }
    let step = step(study, &best.after, &staying(study.region, best), false)?;
    study.changed(best, best.steps.iter().cloned().chain([step]).collect()).ok()
}

/// The step that unrolls those of the `loops` further for which that helps; `None` where it helps none. `scalars` tells that the
/// elements that they accumulate are scalars.
pub(super) fn step(
    study: &Study,
    after: &Coalescing,
    loops: &[&Loop],
    scalars: bool,
) -> Option<Step> {
    let Study { region, accesses, ref pricing, .. } = *study;
    let allowed = pricing.policy.unroll && has_few_threads(after, pricing.machine);
    let fits = |l: &&&Loop| allowed && unroll::fits(region, l, scalars);
    let loads = |l: &LoopId| {
        let mut list = accesses.counting().list.iter();
        list.any(|access| is_load_along(access, *l))
    };
    let loops = loops.iter().filter(fits).map(|l| l.id);
    let loops: Vec<LoopId> = loops.filter(loads).collect();
    (!loops.is_empty()).then(|| unroll::step(loops))
}

/// Whether the threads cannot have enough loads under way, as far as is known: the iterations of one loop whose number is not known may be few.
fn has_few_threads(after: &Coalescing, machine: &Machine) -> bool {
    match after.share(machine) {
        Some(share) => share < 1.0,
        None => after.mapping.inner.is_empty() && after.mapping.main.spread().len() == 1,
    }
}

/// The innermost loops that a variant leaves where they are, each thread's own.
pub(super) fn staying<'a>(region: &'a TargetRegion, variant: &Variant) -> Vec<&'a Loop> {
    let stays = |l: &&Loop| {
        let moved = is_moved(variant, l.id) || is_shared(&variant.after.mapping, l.id);
        !moved && !is_associated(region, l.id)
    };
    scalar::innermost(&region.body).into_iter().filter(stays).collect()
}

/// Whether the directive is about the loop, so that nothing may come before it: one thread alone may run it all the same.
fn is_associated(region: &TargetRegion, l: LoopId) -> bool {
    region.associated_loops().iter().any(|own| own.id == l)
}

/// Whether a step puts the loop elsewhere.
fn is_moved(variant: &Variant, l: LoopId) -> bool {
    variant.steps.iter().any(|step| step.loops().contains(&l))
}

/// Whether threads share the iterations of the loop.
fn is_shared(mapping: &Mapping, l: LoopId) -> bool {
    mapping.maps().any(|map| map.loops.contains(&l) || map.teams.contains(&l))
}
