//! What it gains that each thread runs several iterations of the outermost collapsed loop ([`crate::transform::tile`]).

use super::fact::Fact;
use super::study::{Chain, Proposed, Study};
use super::{Decision, Variant, lanes, not_writable};
use crate::access::Accesses;
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{HazardKind, Loop, TargetRegion};
use crate::machine::Machine;
use crate::symbolic::eval::AccessKind;
use crate::symbolic::poly::Poly;
use crate::transform::step::StepKind;
use crate::transform::tile::{self, RUN};
use crate::transform::{applied_to_one, carry, legality, levels};

/// One of so many threads that the device holds is enough: four warps for each of its schedulers, whose threads have several requests of
/// an iteration under way (V. Volkov: "Better Performance at Lower Occupancy", GTC 2010).
const LEAST_SHARE: u32 = 4;

/// The other steps of a change with blocks: those that make statements are no part of it.
const BESIDE: [StepKind; 7] = [
    StepKind::COLLAPSE,
    StepKind::INTERCHANGE,
    StepKind::SUBSTITUTE,
    StepKind::SINK,
    StepKind::GUARD,
    StepKind::UNSCHEDULE,
    StepKind::SCALAR,
];

/// The best variant, which collapses loops or has those that the program does, with blocks of the outermost one.
pub(super) fn propose(study: &Study, decision: &Decision) -> Proposed {
    let (true, Ok(before)) = (study.pricing.policy.tiles, decision.as_written()) else {
        return Proposed::default();
    };
    let written = Variant::unchanged(before);
    let variants = tiled(study, decision.taken().unwrap_or(&written));
    let chains = variants.map(|variants| Chain { variants, otherwise: None });
    Proposed { chains: chains.into_iter().collect(), ..Proposed::default() }
}

/// The variant with blocks; before it the one whose blocks carry elements, where there are some.
fn tiled(study: &Study, best: &Variant) -> Option<Vec<Variant>> {
    let Study { region, accesses, dependences, ref pricing } = *study;
    let unwritable = best.unwritable.or_else(|| not_writable(region, pricing.policy));
    let is_alone = best.test.is_none() && best.distribution.is_none() && unwritable.is_none();
    let declared = dependences.declared.as_slice();
    let collapses = best.has_any(&[StepKind::COLLAPSE])
        || levels::is_combined(&region.directive)
            && legality::check_dealing(region, accesses, declared).is_ok();
    let fits = collapses && best.steps.iter().all(|step| step.is_any(&BESIDE));
    let is_plain = !region.is_instance() && !region.has_hazard(HazardKind::OtherType);
    if !is_alone || !fits || !is_plain || legality::check_copies(region).is_err() {
        return None;
    }
    let new = applied_to_one(region, &best.steps)?;
    let outer = *new.nest().first()?;
    if !has_reuse(accesses, outer.id) {
        return None;
    }
    let steps = [best.steps.as_slice(), &[tile::step(outer.id)]].concat();
    let variant = study.changed(best, steps).ok()?;
    let facts = enough(&best.after.iterations(), pricing.machine)?;
    let mut assumptions = best.assumptions.clone();
    assumptions.insert(Code::DeclaredParallel);
    assumptions.extend(&accesses.assumptions);
    let variant = Variant { assumptions, ..variant };
    let variants = carrying(study, (&new, outer), &variant).into_iter().chain([variant]);
    let under = |variant| lanes::under(region, pricing.policy, variant, &facts).ok();
    variants.map(under).collect()
}

/// The variant whose blocks of the loop carry elements from one iteration to the next.
fn carrying(
    study: &Study,
    (new, outer): (&TargetRegion, &Loop),
    tiled: &Variant,
) -> Option<Variant> {
    let Study { accesses, ref pricing, .. } = *study;
    if !pricing.policy.scalars {
        return None;
    }
    let depth = new.directive.associated_loops()? as usize;
    let body = &new.nest().get(depth - 1)?.body;
    let (carried, rests_on) = carry::find((new, accesses), (outer, body), pricing.policy)?;
    let assumptions = tiled.assumptions.union(&rests_on).copied().collect();
    let steps = tiled.steps.iter().cloned().chain([carried.step()]).collect();
    let variant = study.changed(tiled, steps).ok()?;
    Some(Variant { assumptions, ..variant })
}

/// Whether some load needs an element that a thread has already: the same one in all iterations of the outermost loop, or one that
/// another load had in an iteration of its block. Without that, blocks save nothing but divisions, and fewer threads have fewer requests
/// under way: a sum of two arrays of 8192² floats takes 327 µs so, and 302 without blocks (H200, clang 19 at -O2).
fn has_reuse(accesses: &Accesses, outer: LoopId) -> bool {
    let loads = accesses.list.iter().filter(|access| access.counted && !access.thread_private);
    let loads = loads.filter(|access| access.reference.kind != AccessKind::Write);
    let loads = loads.filter_map(|access| {
        let address = &access.reference.address;
        let offset = address.offset.as_poly()?;
        Some((&address.root, offset, carry::stride(offset, outer)))
    });
    let loads: Vec<_> = loads.collect();
    loads.iter().enumerate().any(|(at, (root, offset, stride))| {
        let had = |distance: &Poly| {
            let apart = carry::iterations(distance, stride);
            apart.is_some_and(|k| (1..RUN).contains(&(k.unsigned_abs() as u32)))
        };
        let mut others = loads[at + 1..].iter().filter(|(other, ..)| other == root);
        stride.is_zero() || others.any(|(_, other, _)| had(&(*other - *offset)))
    })
}

/// What a test has to find out so that the threads are enough; `None` where they are not, or the host cannot tell.
fn enough(iterations: &Poly, machine: &Machine) -> Option<Vec<Fact>> {
    let least = machine.warps * machine.warp / LEAST_SHARE * RUN;
    if let Some(count) = iterations.as_constant() {
        return (count >= least).then(Vec::new);
    }
    lanes::known_to_be(iterations, least).map(|fact| vec![fact])
}
