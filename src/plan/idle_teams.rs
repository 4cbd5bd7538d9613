//! What it gains that a combined construct of few iterations says how many threads a team has ([`crate::transform::launch`]).

use super::{Decision, Variant, not_writable};
use crate::cost::Coalescing;
use crate::cost::launch::{few, finding};
use crate::ir::TargetRegion;
use crate::machine::Machine;
use crate::policy::Policy;
use crate::transform::applied_to_one;
use crate::transform::launch::{self, can_be_said};
use crate::transform::step::StepKind;

/// The machine that changes are priced for: no team is smaller than its chunk.
pub(super) fn said(machine: &Machine) -> Machine {
    Machine { teams: 0, ..machine.clone() }
}

/// Adds the step to all variants, where teams would be idle without it and `policy` allows it; and what idle teams cost to the gains.
/// A region that would stay as it is may have this step alone.
pub(super) fn improve(
    region: &TargetRegion,
    (machine, policy): (&Machine, &Policy),
    decision: &mut Decision,
) {
    let Ok(before) = &mut decision.before else { return };
    add_finding(before, machine);
    for variant in &mut decision.variants {
        add_finding(&mut variant.before, machine);
    }
    let unwritable = not_writable(region, policy);
    decision.variants.push(Variant { unwritable, ..Variant::unchanged(before) });
    for variant in &mut decision.variants {
        improve_variant(region, (machine, policy), variant);
    }
    decision.variants.retain(|variant| !variant.steps.is_empty());
}

/// Adds to a region's findings that its teams would be idle.
fn add_finding(before: &mut Coalescing, machine: &Machine) {
    let of_text = finding(machine, &before.mapping, &before.loops);
    before.mapping.findings.extend(of_text);
}

fn improve_variant(
    region: &TargetRegion,
    (machine, policy): (&Machine, &Policy),
    variant: &mut Variant,
) {
    if variant.distribution.is_some() {
        return;
    }
    let directed = applied_to_one(region, &variant.steps);
    let is_said = directed.is_some_and(|own| can_be_said(region, &own.directive));
    let may_be_written = variant.unwritable.is_none() && is_said;
    let is_written = policy.launch && may_be_written;
    let done = &variant.after;
    let is_full = variant.has_any(&[StepKind::ROWS, StepKind::WARPS]);
    let is_tiled = variant.has_any(&[StepKind::TILE]);
    let threads = few(machine, &done.loops, &done.mapping.main);
    let threads = threads.or(is_tiled.then_some(machine.team));
    let threads = threads.filter(|_| is_written && !is_full);
    let after = if threads.is_some() || is_full { 1.0 } else { idled(done, machine) };
    variant.gain.parallelism *= idled(&variant.before, machine) / after;
    let step = threads.map(launch::step);
    variant.steps.extend(step);
}

/// The factor by which idle teams lengthen what a region takes.
fn idled(counted: &Coalescing, machine: &Machine) -> f64 {
    let shares = counted.share(&said(machine)).zip(counted.share(machine));
    shares.map_or(1.0, |(said, launched)| said / launched)
}
