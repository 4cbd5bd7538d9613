//! A combined construct that is compiled for the teams which the runtime launches, where few iterations make them smaller than
//! the chunks that they get ([`crate::coalesce::launch`]).
//!
//! It is not weighed against other changes: all of them are priced for teams that have their size, and what then is a combined
//! construct of few iterations says how many threads a team has behind them, where it can.

use super::Plan;
use super::step::{Step, StepKind, Subject};
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

/// Whether the directive that `plan` gives the region can say how many threads a team has. clang 19 crashes where it has a
/// `default` clause, too, but for `shared`.
fn can_be_said(region: &TargetRegion, plan: &Plan) -> bool {
    let directive = plan.combined.as_ref().map_or(region, |combined| &combined.region);
    let directive = &directive.directive;
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

/// The plan with the step, where teams would be idle without it and `policy` allows it; its gain with what idle teams cost.
pub(super) fn improve(
    region: &TargetRegion,
    (machine, policy): (&Machine, &Policy),
    mut plan: Plan,
) -> Plan {
    let again = |plan: &mut Plan| *plan = improve(region, (machine, policy), plan.clone());
    if let Some(guarded) = &mut plan.guarded {
        again(&mut guarded.otherwise);
    }
    if let Some(combined) = &mut plan.combined {
        again(&mut combined.otherwise);
    }
    if let Some(distribution) = &mut plan.distribution {
        again(&mut distribution.otherwise);
    }
    let is_written =
        policy.launch && !policy.host && plan.not_applied.is_none() && can_be_said(region, &plan);
    let Ok(before) = &mut plan.before else { return plan };
    let of_text = finding(machine, &before.mapping, &before.loops);
    before.mapping.findings.extend(of_text);
    if plan.distribution.is_some() {
        return plan;
    }
    let done = plan.after.as_ref().unwrap_or(&*before);
    let threads = few(machine, &done.loops, &done.mapping.main).filter(|_| is_written);
    let after = if threads.is_some() { 1.0 } else { idled(done, machine) };
    plan.gain.parallelism *= idled(before, machine) / after;
    plan.steps
        .extend(threads.map(|threads| Step::new(StepKind::Launch, Subject::Threads(threads))));
    plan
}

/// The factor by which idle teams lengthen what a region takes.
fn idled(counted: &Coalescing, machine: &Machine) -> f64 {
    let shares = counted.share(&said(machine)).zip(counted.share(machine));
    shares.map_or(1.0, |(said, launched)| said / launched)
}
