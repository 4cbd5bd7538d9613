//! What it gains that loops are unrolled further ([`crate::transform::unroll`]): more loads under way where threads are few.

use super::study::{Chain, Proposed, Study};
use super::{Decision, Variant};
use crate::coalesce::warp::Sectors;
use crate::cost::Coalescing;
use crate::id::{AccessId, LoopId};
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
    let Study { region, ref pricing, .. } = *study;
    let loops = staying(region, best);
    let Unrolled { step, after } = of(study, best.after.clone(), &loops, false);
    let steps = best.steps.iter().cloned().chain([step?]).collect();
    let gain = pricing.gain(&best.before, &after);
    let unwritable = best.unwritable.or_else(|| super::not_writable(region, pricing.policy));
    Some(Variant { steps, after, gain, unwritable, ..best.clone() })
}

/// A variant's accesses where some of its loops are unrolled further.
pub(super) struct Unrolled {
    /// `None` where none are.
    pub(super) step: Option<Step>,
    pub(super) after: Coalescing,
}

/// With those of the `loops` unrolled for which that helps. `scalars` tells that the elements that they accumulate are scalars.
pub(super) fn of(study: &Study, after: Coalescing, loops: &[&Loop], scalars: bool) -> Unrolled {
    let Study { region, accesses, ref pricing, .. } = *study;
    let allowed = pricing.policy.unroll && has_few_threads(&after, pricing.machine);
    let fits = |l: &&&Loop| allowed && unroll::fits(region, l, scalars);
    let loads = |l: LoopId| {
        let list = accesses.counting().list.iter();
        list.filter(move |access| unroll::is_load_along(access, l)).map(|access| access.id)
    };
    let loops = loops.iter().filter(fits).map(|l| l.id);
    let loops: Vec<LoopId> = loops.filter(|l| loads(*l).next().is_some()).collect();
    if loops.is_empty() {
        return Unrolled { step: None, after };
    }
    let further = |access: AccessId| {
        let sectors = after.sectors[access.index()].as_ref()?;
        Some((access, Sectors { unrolled: true, ..sectors.clone() }))
    };
    let changed: Vec<_> = loops.iter().flat_map(|l| loads(*l)).filter_map(further).collect();
    let after = after.with_sectors(&accesses.counting().list, &changed, pricing.machine);
    Unrolled { step: Some(unroll::step(loops)), after }
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
