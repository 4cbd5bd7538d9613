//! Orders of a nest's loops, and how many of them share the threads: collapse and interchange, with or without the clauses that
//! schedule iterations.

use super::blocker::Blocker;
use super::guards;
use super::nest::{self, new_clause};
use super::step::{Step, StepKind, Subject};
use crate::access::Accesses;
use crate::dependence::Dependences;
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{Directive, Loop, Stmt, StmtKind, TargetRegion};
use crate::machine::Machine;
use crate::openmp::argument::split;
use crate::openmp::clause::Decides;
use crate::openmp::{ClauseKind, Leaf};

impl StepKind {
    /// The directive's `collapse` clause becomes `collapse(depth)`.
    pub const COLLAPSE: StepKind = StepKind::named("collapse");
    /// The nest's outermost loops take another order.
    pub const INTERCHANGE: StepKind = StepKind::named("interchange");
    /// The clauses that schedule iterations go.
    pub const UNSCHEDULE: StepKind = StepKind::named("unschedule");
}

impl Step {
    /// `collapse(depth)`.
    pub fn collapse(depth: u32) -> Step {
        Step::new(StepKind::COLLAPSE, Subject::Depth(depth))
    }

    /// The loops in their new order.
    pub fn interchange(loops: Vec<LoopId>) -> Step {
        Step::new(StepKind::INTERCHANGE, Subject::Loops(loops))
    }

    /// Without the clauses of these names.
    pub fn unschedule(clauses: Vec<String>) -> Step {
        Step::new(StepKind::UNSCHEDULE, Subject::Clauses(clauses))
    }
}

/// Headers change places; bodies, and pragmas before loops, stay where they are.
pub(super) fn interchange(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Loops(order) = subject else { return None };
    let mut region = region.clone();
    let headers = nest::headers(&region.body);
    for (at, id) in order.iter().enumerate() {
        let place = nest::loop_at(&mut region.body, at)?;
        let header = headers.iter().find(|l| l.id == *id)?.clone();
        let stays = place.id == header.id;
        let Loop { body, body_span, braced, pragma, .. } = std::mem::replace(place, header);
        (place.body, place.body_span) = (body, body_span);
        (place.braced, place.pragma) = (braced, pragma);
        if !stays {
            place.drop_simd();
        }
    }
    Some(vec![region])
}

/// The directive is associated with so many loops.
pub(super) fn collapse(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Depth(depth) = subject else { return None };
    let mut region = region.clone();
    associate(&mut region.directive, *depth);
    nest::drop_simd(&mut region.body, *depth as usize);
    Some(vec![region])
}

/// Has the directive be associated with so many loops.
pub(crate) fn associate(directive: &mut Directive, depth: u32) {
    let argument = Some(depth.to_string());
    let mut clauses = directive.clauses.iter_mut();
    match clauses.find(|clause| clause.kind() == ClauseKind::Collapse) {
        Some(clause) => clause.argument = argument,
        None => directive.clauses.push(new_clause(directive, "collapse", argument)),
    }
}

/// The directive has the clauses no more.
pub(super) fn unschedule(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Clauses(names) = subject else { return None };
    Some(vec![without_clauses(region, names)])
}

/// A transformation of a nest, not yet known to be legal.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// What is done.
    pub(crate) steps: Vec<Step>,
    /// The whole nest in its new order.
    pub(crate) order: Vec<LoopId>,
    /// Loops at the front of `order` that share the threads.
    pub(crate) depth: usize,
    /// Loops of the nest that the change touches: every statement between them must move.
    pub(crate) span: usize,
    /// The loops that become parallel.
    pub(crate) newly_parallel: Vec<LoopId>,
    /// Whether the clauses that schedule iterations go.
    pub(crate) unscheduled: bool,
    /// Whether it varies a smaller change, so that a refusal says little that is new.
    pub(crate) variant: bool,
}

/// A nest's loops in an order, of which the first `shared` share the threads.
pub(crate) struct Order {
    pub(crate) loops: Vec<LoopId>,
    pub(crate) shared: usize,
}

impl Order {
    pub(crate) fn shares(&self, l: LoopId) -> bool {
        self.loops[..self.shared].contains(&l)
    }

    /// How far inward a loop stands: loops that the order does not name stand inside it, as in `written`.
    pub(crate) fn depth(&self, l: LoopId, written: &[LoopId]) -> (usize, usize) {
        let position = |loops: &[LoopId]| loops.iter().position(|other| *other == l);
        (position(&self.loops).unwrap_or(self.loops.len()), position(written).unwrap_or(0))
    }
}

impl Candidate {
    /// The loops whose iterations are spread over the lanes.
    pub(crate) fn mapped(&self) -> &[LoopId] {
        &self.order[..self.depth]
    }

    /// The nest's order.
    pub(crate) fn order(&self) -> Order {
        Order { loops: self.order.clone(), shared: self.depth }
    }

    /// A measure of how much text changes.
    pub(crate) fn edit_size(&self) -> usize {
        self.steps.len() * 16 + self.span
    }

    /// Whether it changes clauses alone, and no text of the loops.
    pub(crate) fn is_of_clauses(&self) -> bool {
        let of_clauses = [StepKind::COLLAPSE, StepKind::UNSCHEDULE];
        self.steps.iter().all(|step| step.is_any(&of_clauses))
    }

    /// Whether fewer loops share the threads than the programmer asked for.
    pub(crate) fn narrows(&self, declared: usize) -> bool {
        self.depth < declared
    }

    fn unscheduled(&self, clauses: &[String]) -> Candidate {
        let mut candidate = self.clone();
        candidate.steps.push(Step::unschedule(clauses.to_vec()));
        candidate.unscheduled = true;
        candidate.variant = !self.steps.is_empty();
        candidate
    }
}

/// Why there is no candidate although loops stand inside the declared ones; `None` where none does, or where the programmer
/// has threads share them.
pub(crate) fn why_none(
    region: &TargetRegion,
    dependences: &Dependences,
) -> Option<(Step, Blocker)> {
    let nest = region.nest();
    let innermost = nest.last()?;
    let declared = dependences.declared.len();
    let refuse = |code, words: &str| {
        let blocker = Blocker::in_words(code, innermost.id, words);
        (Step::collapse(declared as u32 + 1), blocker)
    };
    if region.directive.associated_loops().is_none() {
        return Some(refuse(Code::UnknownClause, "the argument of collapse is not a number"));
    }
    if !dependences.worksharing.is_empty() {
        return None;
    }
    let inner_loops = region.loops().len() > nest.len() || has_uncounted_loop(&innermost.body);
    let alone = nest.len() <= declared && inner_loops;
    alone.then(|| match guards::kept(&innermost.body) {
        Some(kept) => {
            let words = "its bounds may mean nothing where the condition before it does not hold";
            let blocker = Blocker::in_words(Code::NotPerfect, kept.id, words);
            (Step::collapse(declared as u32 + 1), blocker)
        }
        None => refuse(Code::NotPerfect, "its body is not one counted loop"),
    })
}

fn has_uncounted_loop(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::While { .. } => true,
        StmtKind::If { then, otherwise, .. } => {
            has_uncounted_loop(then) || has_uncounted_loop(otherwise)
        }
        _ => false,
    })
}

/// What may become of a nest, of which the `declared` outermost loops share the threads, the smaller changes first.
///
/// - Without another order: every collapse depth from 1 on that is not the declared one.
/// - In another order: the loops that share the threads are the declared ones and any others within
///   the first [`MAX_PERMUTED`], and any of them is innermost among these, where it runs over the
///   lanes, and any other around it, where the lanes of a warp run through it more than once; the
///   other loops of each group keep their order.
/// - As it is, and each of the others once more without the clauses that schedule iterations; without
///   them alone where the directive may lose iterations ([`loses_iterations`]).
pub(crate) fn enumerate(
    region: &TargetRegion,
    accesses: &Accesses,
    declared: usize,
    machine: &Machine,
) -> Vec<Candidate> {
    let nest: Vec<LoopId> = region.nest().iter().map(|l| l.id).collect();
    if declared == 0 || region.directive.associated_loops() != Some(declared as u32) {
        return Vec::new();
    }
    let deeper = (declared + 1..=nest.len()).map(|depth| collapsed(&nest, declared, depth));
    let mut found: Vec<Candidate> = deeper.collect();
    let trips = |l: LoopId| accesses.loop_values(l)?.trip_count.as_ref()?.as_constant()?.to_i64();
    found.extend(reordered(&nest, declared, machine.warp.into(), &trips));
    let far = MAX_PERMUTED.max(declared)..nest.len();
    found.extend(far.filter_map(|moved| {
        let mut order = nest.clone();
        order[declared..=moved].rotate_right(1);
        interchanged(&nest, declared, order, &[nest[moved]])
    }));
    found.extend((1..declared).map(|depth| collapsed(&nest, declared, depth)));
    with_schedules(region, collapsed(&nest, declared, declared), found)
}

/// The candidates, and each of them without the clauses that schedule iterations; without them alone
/// where the directive may lose iterations.
fn with_schedules(
    region: &TargetRegion,
    written: Candidate,
    mut found: Vec<Candidate>,
) -> Vec<Candidate> {
    let scheduled = schedule_clauses(region);
    if scheduled.is_empty() {
        return found;
    }
    let as_is = Candidate { steps: Vec::new(), span: 0, ..written };
    let all = std::iter::once(&as_is).chain(&found);
    let mut without: Vec<_> = all.map(|candidate| candidate.unscheduled(&scheduled)).collect();
    if !loses_iterations(&region.directive) {
        found.extend(without);
        return found;
    }
    for (own, with) in without.iter_mut().skip(1).zip(&found) {
        own.variant = with.variant;
    }
    without
}

/// Loops further in are only tried one at a time.
const MAX_PERMUTED: usize = 4;

pub(crate) fn collapsed(nest: &[LoopId], declared: usize, depth: usize) -> Candidate {
    Candidate {
        steps: vec![Step::collapse(depth as u32)],
        order: nest.to_vec(),
        depth,
        span: depth.max(declared),
        newly_parallel: nest.get(declared..depth).unwrap_or_default().to_vec(),
        unscheduled: false,
        variant: depth < declared,
    }
}

fn reordered(
    nest: &[LoopId],
    declared: usize,
    lanes: i64,
    trips: &impl Fn(LoopId) -> Option<i64>,
) -> Vec<Candidate> {
    let (fixed, free) = nest[..nest.len().min(MAX_PERMUTED.max(declared))].split_at(declared);
    let mut found = Vec::new();
    for chosen in 0..1_u32 << free.len() {
        let is_chosen = |k: usize| chosen & (1 << k) != 0;
        let added: Vec<LoopId> =
            free.iter().enumerate().filter(|(k, _)| is_chosen(*k)).map(|(_, l)| *l).collect();
        let parallel = [fixed, &added].concat();
        for mut order in lane_orders(&parallel, lanes, trips) {
            order.extend(nest.iter().filter(|l| !parallel.contains(l)));
            found.extend(interchanged(nest, declared, order, &added));
        }
    }
    found
}

/// The orders of loops that differ in what `lanes` neighbouring lanes run: each loop is innermost in one, or, where
/// its iterations are fewer, in one for each such order of the others.
fn lane_orders(
    loops: &[LoopId],
    lanes: i64,
    trips: &impl Fn(LoopId) -> Option<i64>,
) -> Vec<Vec<LoopId>> {
    let mut found = Vec::new();
    for lane in (0..loops.len()).rev() {
        let mut outer = loops.to_vec();
        let inner = outer.remove(lane);
        let is_short = |trips: &i64| (2..lanes).contains(trips) && loops.len() <= MAX_PERMUTED;
        let orders = match trips(inner).filter(is_short) {
            Some(rows) if !outer.is_empty() => lane_orders(&outer, lanes / rows + 1, trips),
            _ => vec![outer],
        };
        found.extend(orders.into_iter().map(|outer| [outer.as_slice(), &[inner]].concat()));
    }
    found
}

/// `None` where the order is the one as written.
fn interchanged(
    nest: &[LoopId],
    declared: usize,
    order: Vec<LoopId>,
    newly_parallel: &[LoopId],
) -> Option<Candidate> {
    let moved = nest.iter().zip(&order).rposition(|(old, new)| old != new)? + 1;
    let depth = declared + newly_parallel.len();
    let span = moved.max(depth);
    let mut steps = vec![Step::interchange(order[..span].to_vec())];
    if depth != declared {
        steps.push(Step::collapse(depth as u32));
    }
    let newly_parallel = newly_parallel.to_vec();
    let one_outward = newly_parallel.len() == 1 && order[..declared] == nest[..declared];
    let variant = !one_outward;
    let unscheduled = false;
    Some(Candidate { steps, order, depth, span, newly_parallel, unscheduled, variant })
}

/// The names of the clauses of the region's own directive by which the programmer deals iterations
/// out: `schedule(static, …)` and `dist_schedule`. Other kinds of schedule are not modelled.
fn schedule_clauses(region: &TargetRegion) -> Vec<String> {
    let clauses = region.directive.clauses.iter();
    let deals = clauses.filter(|clause| clause.decides(Decides::Chunks));
    deals.map(|clause| clause.name.clone()).collect()
}

/// Whether clang 19's code for a CPU may run less than all iterations of a combined construct: with
/// chunks of one iteration, a team of one thread runs the first iteration of its share and no other.
/// Nothing is lost as long as no team has a second iteration. So the schedule must not stay on a
/// construct that gets other iterations. A chunk that is not a number may be 1.
fn loses_iterations(directive: &Directive) -> bool {
    let Some(argument) = directive.argument(ClauseKind::Schedule) else { return false };
    let parts = split(argument, b',');
    let chunk = parts.get(1).map(|chunk| chunk.trim().parse::<u64>());
    let is_larger = chunk.is_none_or(|chunk| chunk.is_ok_and(|chunk| chunk > 1));
    directive.has(Leaf::Distribute) && directive.has(Leaf::For) && !is_larger
}

/// The step that takes these clauses away, where there are some.
pub(crate) fn unschedule_step(region: &TargetRegion) -> Option<Step> {
    let scheduled = schedule_clauses(region);
    (!scheduled.is_empty()).then(|| Step::unschedule(scheduled))
}

/// The region without its clauses that schedule iterations.
pub(crate) fn without_schedule(region: &TargetRegion) -> TargetRegion {
    without_clauses(region, &schedule_clauses(region))
}

/// The region without the clauses of these names.
fn without_clauses(region: &TargetRegion, names: &[String]) -> TargetRegion {
    let mut region = region.clone();
    region.directive.clauses.retain(|clause| !names.contains(&clause.name));
    region
}
