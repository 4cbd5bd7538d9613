//! A combined construct that is compiled for the teams which the runtime launches, where few iterations make them smaller than
//! the chunks that they get ([`crate::cost::launch`]).
//!
//! It is not weighed against other changes: all of them are priced for teams that have their size, and what then is a combined
//! construct of few iterations says how many threads a team has behind them, where it can.

use super::nest::new_clause;
use super::step::{Step, StepKind, Subject};
use crate::ir::{Directive, HazardKind, TargetRegion};
use crate::openmp::{ClauseKind, Leaf};

impl StepKind {
    /// The directive says how many threads a team has that the runtime launches for so few iterations.
    pub const LAUNCH: StepKind = StepKind::named("launch_bounds");
}

/// The attribute that the kernel is compiled for so many threads. A `thread_limit` clause would say the same, but the host obeys it,
/// too, where it runs the region itself. It does not know the attribute: clang 19 makes the same code for it.
/// `docs/decisions/0025-launch-bounds.md` has what else was tried.
pub(super) fn apply(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Threads(threads) = subject else { return None };
    let mut region = region.clone();
    let argument = Some(format!("__attribute__((launch_bounds({threads})))"));
    let clause = new_clause(&region.directive, "ompx_attribute", argument);
    region.directive.clauses.push(clause);
    Some(vec![region])
}

/// The step to kernels of so many threads.
pub(crate) fn step(threads: u32) -> Step {
    Step::new(StepKind::LAUNCH, Subject::Threads(threads))
}

/// What may be in the text of a region that stays as it is.
const IN_THE_WAY: [HazardKind; 4] = [
    HazardKind::Chained,
    HazardKind::FixedText,
    HazardKind::LaunchBounds,
    HazardKind::ObservesMapping,
];

/// Clauses that say how many threads the kernel is compiled for, or how many iterations a team gets.
const CLAUSES: [ClauseKind; 2] = [ClauseKind::OmpxAttribute, ClauseKind::DistSchedule];

/// Whether the directive that the region gets can say how many threads a team has. clang 19 crashes where it has a
/// `default` clause, too, but for `shared`.
pub(crate) fn can_be_said(region: &TargetRegion, directive: &Directive) -> bool {
    let default = directive.argument(ClauseKind::Default);
    region.directive.origin.is_editable()
        && !directive.has(Leaf::Loop)
        && !region.is_instance()
        && directive.clauses.iter().all(|clause| clause.known)
        && default.is_none_or(|argument| argument.trim() == "shared")
        && !CLAUSES.into_iter().any(|kind| directive.clause(kind).is_some())
        && !IN_THE_WAY.into_iter().any(|kind| region.has_hazard(kind))
}
