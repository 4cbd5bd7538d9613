//! A combined construct that is compiled for the teams which the runtime launches, where few iterations make them smaller than
//! the chunks that they get ([`crate::coalesce::launch`]).
//!
//! It is not weighed against other changes: all of them are priced for teams that have their size, and what then is a combined
//! construct of few iterations says how many threads a team has behind them, where it can.

use super::step::{Step, StepKind, Subject};
use super::{Decision, Variant, not_writable};
use crate::coalesce::Coalescing;
use crate::coalesce::launch::{few, finding};
use crate::coalesce::machine::Machine;
use crate::ir::{HazardKind, Origin, TargetRegion};
use crate::openmp::{ClauseKind, Leaf};
use crate::policy::Policy;

/// What may be in the text of a region that stays as it is.
const IN_THE_WAY: [HazardKind; 4] = [
    HazardKind::Chained,
    HazardKind::FixedText,
    HazardKind::LaunchBounds,
    HazardKind::ObservesMapping,
];

/// Clauses that say how many threads the kernel is compiled for, or how many iterations a team gets.
const CLAUSES: [ClauseKind; 2] = [ClauseKind::OmpxAttribute, ClauseKind::DistSchedule];

/// Whether the directive that `variant` gives the region can say how many threads a team has. clang 19 crashes where it has a
/// `default` clause, too, but for `shared`.
fn can_be_said(region: &TargetRegion, variant: &Variant) -> bool {
    let directive = &variant.directed(region).directive;
    let default = directive.argument(ClauseKind::Default);
    region.directive.origin == Origin::MainFile
        && !directive.has(Leaf::Loop)
        && !region.is_instance()
        && directive.clauses.iter().all(|clause| clause.known)
        && default.is_none_or(|argument| argument.trim() == "shared")
        && !CLAUSES.into_iter().any(|kind| directive.clause(kind).is_some())
        && !IN_THE_WAY.into_iter().any(|kind| region.has_hazard(kind))
}

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
    decision.variants.push(Variant { unwritable, ..Variant::unchanged(region, before) });
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
    let may_be_written = variant.unwritable.is_none() && can_be_said(region, variant);
    let is_written = policy.launch && may_be_written;
    let done = &variant.after;
    let threads = few(machine, &done.loops, &done.mapping.main).filter(|_| is_written);
    let after = if threads.is_some() { 1.0 } else { idled(done, machine) };
    variant.gain.parallelism *= idled(&variant.before, machine) / after;
    let step = threads.map(|threads| Step::new(StepKind::Launch, Subject::Threads(threads)));
    variant.steps.extend(step);
}

/// The factor by which idle teams lengthen what a region takes.
fn idled(counted: &Coalescing, machine: &Machine) -> f64 {
    let shares = counted.share(&said(machine)).zip(counted.share(machine));
    shares.map_or(1.0, |(said, launched)| said / launched)
}
