//! Other forms of a region, equal in what they do, in which more loops form a nest.
//!
//! - *Guard*: `for i if (c) for j S` becomes `for i for j if (c) S`. The condition is pure, names
//!   variables that nothing but outer loops and definitions before it change, and the bounds of the inner
//!   loops have a value whether it holds or not. Where it reads memory, it is sunk as definitions are.
//! - *Box*: `for i for (j = i; j <= i; …) S` becomes `for i for (j = low; j <= high; …) if (…) S`,
//!   where `low` and `high` are the least and the greatest bound, those at the outer loop's first or
//!   last value. The bounds rise or fall steadily with the outer counter, so the box holds every
//!   iteration, and the guard no other.
//!
//! - *First* (`first.rs`): statements between the loops run in the first inner iteration.
//! - *Forward* (`forward.rs`): values of definitions take the place of their names in headers.
//! - *Sunk* (`sunk.rs`): definitions between the loops, and conditions, that read memory run in every inner iteration.
//!
//! In those of conditions, boxes and values the iterations that run are the same, so every dependence that was disproved
//! stays so; where statements run more or less often, a form has dependences of its own. Boxes are also made of what is
//! left of a nest when its conditions or definitions have moved.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::candidates::{self, Candidate};
use super::facts::Fact;
use super::first::{self, First};
use super::forward::{self, Forward};
use super::sinkable;
use super::sinkable::Reads;
use super::step::{Step, StepKind, Subject};
use super::sunk::{self, Sunk};
use crate::access::{self, Access, Accesses};
use crate::coalesce::machine::Machine;
use crate::dependence::Dependences;
use crate::dependence::scalar::is_private;
use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::{
    BinaryOp, Expr, ExprKind, Loop, Relation, Stmt, StmtKind, TargetRegion, Type, nest_of,
    walk_statements,
};
use crate::policy::Policy;
use crate::symbolic::eval::Reference;
use crate::symbolic::poly::{Atom, Poly};

/// The loops with the bounds of their boxes among the outermost ones.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    loops: Vec<LoopId>,
    /// What the bounds follow without boxes.
    follows: Vec<(LoopId, LoopId)>,
}

/// A form of a region.
#[derive(Clone, Debug)]
pub(super) struct Form<'a> {
    pub(super) region: Cow<'a, TargetRegion>,
    pub(super) accesses: Cow<'a, Accesses>,
    /// The number of outermost loops that all changes of this form touch, where statements have moved into the last of
    /// these.
    pub(super) span: Option<usize>,
    /// The conditions that have moved inward.
    pub(super) guards: Vec<StmtId>,
    /// The loops with other bounds.
    pub(super) boxes: Option<Boxes>,
    /// The statements that run in the first iteration of a loop.
    pub(super) first: Option<First>,
    /// The definitions whose values stand in headers.
    pub(super) forward: Option<Forward>,
    /// The definitions that run in every iteration of inner loops.
    pub(super) sunk: Option<Sunk>,
    /// Its dependences, where they are not those of the region as written.
    pub(super) dependences: Option<Arc<Dependences>>,
}

impl<'a> Form<'a> {
    pub(super) fn new(region: Cow<'a, TargetRegion>, accesses: Cow<'a, Accesses>) -> Form<'a> {
        let (span, guards, boxes) = (None, Vec::new(), None);
        let (first, forward, sunk, dependences) = (None, None, None, None);
        Form { region, accesses, span, guards, boxes, first, forward, sunk, dependences }
    }

    /// Whether a candidate of this form is not one of the region as written, or of another form that does less.
    pub(super) fn concerns(&self, candidate: &Candidate) -> bool {
        let span = candidate.span;
        let is_own = |boxes: &Boxes| boxes.loops == in_the_way(&boxes.follows, candidate);
        let boxed = self.boxes.iter().all(is_own);
        let first = self.first.iter().all(|first| first.around < span);
        let forward = self.forward.iter().all(|forward| forward.around < span);
        self.is_for(span) && boxed && first && forward
    }

    /// Whether changes that touch `span` loops may be of this form.
    pub(super) fn is_for(&self, span: usize) -> bool {
        self.span.is_none_or(|own| own == span)
    }

    /// Whether a condition that has moved reads memory.
    pub(super) fn asks(&self) -> bool {
        let mut asks = false;
        walk_statements(&self.region.body, &mut |stmt| {
            let moved = self.guards.contains(&stmt.id);
            if let (true, StmtKind::If { condition, .. }) = (moved, &stmt.kind) {
                asks |= !sinkable::is_pure(condition, &mut BTreeSet::new());
            }
        });
        asks
    }

    /// Whether a refusal of this form says nothing that the refusals of the form as written do not.
    pub(super) fn is_speculative(&self) -> bool {
        self.first.is_some() || self.forward.is_some() || self.sunk.is_some()
    }

    /// The steps that lead to this form.
    pub(super) fn steps(&self) -> Vec<Step> {
        let statements = self.guards.clone();
        let guard = (!statements.is_empty())
            .then(|| Step::new(StepKind::Guard, Subject::Statements(statements)));
        let boxed = self
            .boxes
            .iter()
            .map(|boxes| Step::new(StepKind::Box, Subject::Loops(boxes.loops.clone())));
        let first = self.first.iter().map(|first| {
            let subject = Subject::First(first.statements.clone(), first.inner);
            Step::new(StepKind::First, subject)
        });
        let forward = self.forward.iter().map(|forward| {
            let subject = Subject::Values(forward.statements.clone(), forward.removed.clone());
            Step::new(StepKind::Substitute, subject)
        });
        let sunk = self.sunk.iter().filter(|sunk| !sunk.statements.is_empty());
        let sunk = sunk
            .map(|sunk| Step::new(StepKind::Sink, Subject::Statements(sunk.statements.clone())));
        guard.into_iter().chain(boxed).chain(first).chain(forward).chain(sunk).collect()
    }
}

/// The region as written, where the threads share the `declared` outermost loops, and its other forms; a test finds
/// out that `facts` hold.
pub(super) fn forms<'a>(
    region: &'a TargetRegion,
    accesses: &'a Accesses,
    (declared, machine, policy): (usize, &Machine, &Policy),
    facts: &[Fact],
) -> Vec<Form<'a>> {
    let written = written(region, accesses);
    let guarded = guarded_forms(&written, Reads::Variables);
    let mut forms: Vec<Form> = std::iter::once(written.clone()).chain(guarded).collect();
    let forward: Vec<Form> = forms.iter().filter_map(|form| forward::form(form, policy)).collect();
    forms.extend(forward);
    let sunk: Vec<Form> = forms.iter().flat_map(|form| sunk::forms(form, policy)).collect();
    forms.extend(sunk);
    forms.extend(asking(&written, policy));
    let boxed = forms.iter().flat_map(|form| boxed_forms(form, (declared, machine, policy)));
    let boxed: Vec<Form> = boxed.collect();
    let first = first::form(region, accesses, policy, facts);
    forms.extend(boxed.into_iter().chain(first));
    forms
}

/// Whether two forms have the same accesses, in the same order: then the number of one says which it is.
pub(super) fn are_alike(a: &Accesses, b: &Accesses) -> bool {
    let key = |access: &Access| {
        let Reference { span, kind, ty, .. } = &access.reference;
        (*span, *kind, *ty)
    };
    a.list.iter().map(key).eq(b.list.iter().map(key))
}

/// The region as written.
pub(super) fn written<'a>(region: &'a TargetRegion, accesses: &'a Accesses) -> Form<'a> {
    Form::new(Cow::Borrowed(region), Cow::Borrowed(accesses))
}

/// The loops from the outermost inward, through the conditions `guards`.
pub(super) fn nest_through<'a>(region: &'a TargetRegion, guards: &[StmtId]) -> Vec<&'a Loop> {
    let mut nest = nest_of(&region.body);
    while let Some(inner) = nest.last().and_then(|l| guarded_loop(&l.body)) {
        let (guard, _, _) = inner;
        if !guards.contains(&guard.id) {
            break;
        }
        let StmtKind::If { then, .. } = &guard.kind else { break };
        nest.extend(nest_of(then));
    }
    nest
}

/// The one statement of a body with a loop in it, where that is a condition around just that loop, and declares nothing.
fn guarded_loop(body: &[Stmt]) -> Option<(&Stmt, &Expr, &Loop)> {
    let mut with_loops = body.iter().filter(|stmt| holds_loop(stmt));
    let only = with_loops.next().filter(|stmt| !stmt.in_macro)?;
    if with_loops.next().is_some() {
        return None;
    }
    let StmtKind::If { condition, then, otherwise } = &only.kind else { return None };
    if body.iter().any(|stmt| stmt.id != only.id && only.span.contains(stmt.span)) {
        return None;
    }
    match then.as_slice() {
        [Stmt { kind: StmtKind::Loop(l), .. }] if otherwise.is_empty() => {
            Some((only, condition, l))
        }
        _ => None,
    }
}

fn holds_loop(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Loop(_) | StmtKind::While { .. } | StmtKind::Directive(..) => true,
        StmtKind::If { then, otherwise, .. } => then.iter().chain(otherwise).any(holds_loop),
        _ => false,
    }
}

/// The forms in which conditions that read memory have moved, each with those of definitions.
fn asking<'a>(written: &Form<'a>, policy: &Policy) -> Vec<Form<'a>> {
    let asking = guarded_forms(written, Reads::Memory).into_iter().filter(Form::asks);
    let with_values = asking.flat_map(|form| {
        let forward = forward::form(&form, policy);
        std::iter::once(form).chain(forward)
    });
    with_values.flat_map(|form| sunk::forms(&form, policy)).collect()
}

/// The forms in which conditions that read no more than is `allowed` have moved into the innermost of several loops: for
/// every number of loops from two on one for changes that touch these.
fn guarded_forms<'a>(written: &Form<'a>, allowed: Reads) -> Vec<Form<'a>> {
    let Some(deepest) = guarded(written, allowed, usize::MAX) else { return Vec::new() };
    let of_span = |span: usize| {
        let form = guarded(written, allowed, span)?;
        (form.region.nest().len() == span).then_some(Form { span: Some(span), ..form })
    };
    (2..=deepest.region.nest().len()).filter_map(of_span).collect()
}

/// The form in which conditions that read no more than is `allowed` have moved into the innermost of `depth` loops, or of
/// all.
fn guarded<'a>(form: &Form<'a>, allowed: Reads, depth: usize) -> Option<Form<'a>> {
    let (region, accesses) = (&*form.region, &*form.accesses);
    let mut steady = Steady::of(region);
    let mut guards = Vec::new();
    let mut conditions = Vec::new();
    let mut body = region.body.clone();
    let mut level = &mut body;
    while steady.counters.len() < depth {
        if guards.is_empty() && !steady.counters.is_empty() {
            let place = level.iter().position(holds_loop).unwrap_or(0);
            steady.define(&level[..place]);
        }
        if nest_of(level).is_empty()
            && let Some((stmt, condition, inner)) = guarded_loop(level)
            && !steady.counters.is_empty()
            && steady.may_sink(condition, allowed)
            && std::iter::once(inner)
                .chain(nest_of(&inner.body))
                .all(|l| has_value_anyway(accesses, l.id))
        {
            guards.push(stmt.id);
            conditions.push((stmt.clone(), condition.clone()));
            let inner = inner.clone();
            let place = level.iter().position(holds_loop)?;
            level[place] = Stmt { kind: StmtKind::Loop(Box::new(inner)), ..level[place].clone() };
        }
        let Some(place) = only_loop(level) else { break };
        let StmtKind::Loop(l) = &mut level[place].kind else { return None };
        steady.counters.push(l.iv);
        level = &mut l.body;
    }
    if guards.is_empty() {
        return None;
    }
    for (stmt, condition) in conditions.into_iter().rev() {
        let then = std::mem::take(level);
        *level = vec![conditional(&stmt, condition, then)];
    }
    let region = Cow::Owned(TargetRegion { body, ..region.clone() });
    Some(Form { region, guards, ..form.clone() })
}

fn conditional(like: &Stmt, condition: Expr, then: Vec<Stmt>) -> Stmt {
    Stmt { kind: StmtKind::If { condition, then, otherwise: Vec::new() }, ..like.clone() }
}

/// The position of the only loop of a body; none where a loop hides in another statement.
fn only_loop(body: &[Stmt]) -> Option<usize> {
    let mut with_loops = body.iter().enumerate().filter(|(_, stmt)| holds_loop(stmt));
    let (place, stmt) = with_loops.next()?;
    let alone = with_loops.next().is_none() && matches!(stmt.kind, StmtKind::Loop(_));
    alone.then_some(place)
}

/// The variables that keep their values inside the loops around a condition.
struct Steady<'r> {
    region: &'r TargetRegion,
    /// Every variable that the region gives a value, as often as it does.
    assigned: Vec<SymbolId>,
    /// The counters of the loops around it, and the variables defined in their bodies before the loop or condition
    /// inside, in no condition that moves.
    counters: Vec<SymbolId>,
    defined: Vec<SymbolId>,
}

impl Steady<'_> {
    fn of(region: &TargetRegion) -> Steady<'_> {
        let mut assigned = sinkable::assigned(region);
        walk_statements(&region.body, &mut |stmt| {
            if let StmtKind::Declare { symbol, value: None } = stmt.kind
                && let Some(place) = assigned.iter().position(|other| *other == symbol)
            {
                assigned.swap_remove(place);
            }
        });
        Steady { region, assigned, counters: Vec::new(), defined: Vec::new() }
    }

    /// Adds the variables that statements of a body define.
    fn define(&mut self, before: &[Stmt]) {
        let targets = before.iter().filter_map(|stmt| sinkable::definition(self.region, stmt));
        let private = targets.map(|(target, _)| target).filter(|t| is_private(self.region, *t));
        self.defined.extend(private);
    }

    /// Whether the condition reads what is `allowed`, and of variables only those that the loops inside leave alone.
    fn may_sink(&self, condition: &Expr, allowed: Reads) -> bool {
        let mut operands = BTreeSet::new();
        let keeps = |symbol: &SymbolId| {
            let times = self.assigned.iter().filter(|other| *other == symbol).count();
            let once = self.counters.contains(symbol) || self.defined.contains(symbol);
            (times == 0 || once && times == 1) && sinkable::unique_name(self.region, *symbol)
        };
        sinkable::has_no_effect(condition, allowed, &mut operands) && operands.iter().all(keeps)
    }
}

/// Whether the bounds of a loop are polynomials of variables: these have a value even where the
/// loop's guard fails.
fn has_value_anyway(accesses: &Accesses, l: LoopId) -> bool {
    let Some(values) = accesses.loop_values(l) else { return false };
    let plain = |poly: &Poly| !poly.any_atom(&mut |atom| matches!(atom, Atom::Term(_)));
    let lower = values.lower.as_poly().is_some_and(plain);
    let ends = [&values.first, &values.last];
    lower && ends.into_iter().all(|end| end.as_ref().is_some_and(plain))
}

/// The forms with the bounds of boxes that candidates need.
fn boxed_forms<'a>(
    form: &Form<'a>,
    (declared, machine, policy): (usize, &Machine, &Policy),
) -> Vec<Form<'a>> {
    let follows = follows(&form.region);
    if follows.is_empty() {
        return Vec::new();
    }
    let mut needs = Vec::new();
    for candidate in candidates::enumerate(&form.region, &form.accesses, declared, machine) {
        let need = (candidate.span, in_the_way(&follows, &candidate));
        if form.is_for(candidate.span) && !need.1.is_empty() && !needs.contains(&need) {
            needs.push(need);
        }
    }
    needs.into_iter().filter_map(|(span, loops)| boxed(form, policy, span, &loops)).collect()
}

/// The loops of the nest whose bounds name the counters of others, each with one of these.
fn follows(region: &TargetRegion) -> Vec<(LoopId, LoopId)> {
    let nest = region.nest();
    let of_loop = |(at, l): (usize, &&Loop)| {
        let around = nest[..at].iter().filter(|outer| mentions(l, outer.iv));
        around.map(|outer| (l.id, outer.id)).collect::<Vec<_>>()
    };
    nest.iter().enumerate().flat_map(of_loop).collect()
}

/// Those of the loops that must not follow what they follow under the candidate: they share the threads, or pass it.
fn in_the_way(follows: &[(LoopId, LoopId)], candidate: &Candidate) -> Vec<LoopId> {
    let passes = |l: &LoopId, outer: &LoopId| {
        let first = candidate.order.iter().find(|other| [l, outer].contains(other));
        first == Some(l)
    };
    let meets = |(l, outer): &&(LoopId, LoopId)| candidate.mapped().contains(l) || passes(l, outer);
    let mut found: Vec<LoopId> = follows.iter().filter(meets).map(|(l, _)| *l).collect();
    found.dedup();
    found
}

/// The form in which `loops` have the bounds of boxes; the body of the last of the `span` outermost loops begins with
/// their conditions.
fn boxed<'a>(form: &Form<'a>, policy: &Policy, span: usize, loops: &[LoopId]) -> Option<Form<'a>> {
    let (region, written) = (&*form.region, &*form.accesses);
    let mut nest: Vec<Loop> = region.nest().into_iter().cloned().collect();
    let mut guards = Vec::new();
    let mut body = region.body.clone();
    let mut level = &mut body;
    for at in 0..span {
        let place = only_loop(level)?;
        let StmtKind::Loop(l) = &mut level[place].kind else { return None };
        if loops.contains(&l.id) {
            let mut around = nest[..at].iter().filter(|outer| mentions(l, outer.iv));
            let outer = around.next().filter(|_| around.next().is_none())?;
            let counters: Vec<SymbolId> = nest.iter().map(|l| l.iv).collect();
            let ((lower, bound), conditions) = corners(region, l, outer, &counters)?;
            if is_reached(l, outer, &counters) {
                (nest[at].lower, nest[at].bound) = (lower.clone(), bound.clone());
            }
            (l.lower, l.bound) = (lower, bound);
            guards.extend(conditions);
        }
        level = &mut l.body;
    }
    let like = level.first()?.clone();
    for condition in guards.into_iter().rev() {
        let then = std::mem::take(level);
        *level = vec![conditional(&like, condition, then)];
    }
    let region = TargetRegion { body, ..region.clone() };
    let collected = access::collect(&region, policy);
    are_alike(&collected, written).then(|| Form {
        region: Cow::Owned(region),
        accesses: Cow::Owned(collected),
        span: Some(span),
        boxes: Some(Boxes { loops: loops.to_vec(), follows: follows(&form.region) }),
        ..form.clone()
    })
}

fn mentions(l: &Loop, counter: SymbolId) -> bool {
    [&l.lower, &l.bound].into_iter().any(|expr| expr.names(counter))
}

/// The least and the greatest bound of `l` inside the loop `around`, and the conditions that keep its
/// iterations; the nest has the `counters`.
///
/// Both loops count up in one signed type, `l` by 1 where its lower bound moves.
fn corners(
    region: &TargetRegion,
    l: &Loop,
    around: &Loop,
    counters: &[SymbolId],
) -> Option<((Expr, Expr), Vec<Expr>)> {
    let ty = region.symbol(l.iv).ty;
    let signed = matches!(ty, Type::Int { signed: true, .. });
    let alike = region.symbol(around.iv).ty == ty && around.bound.ty == ty && around.lower.ty == ty;
    let rises = |l: &Loop| matches!(l.relation, Relation::Lt | Relation::Le) && step(l) > Some(0);
    if !(signed && alike && rises(l) && rises(around) && l.lower.ty == ty && l.bound.ty == ty) {
        return None;
    }
    let counter = Expr { ty, kind: ExprKind::Symbol(l.iv) };
    let compare = |relation, bound: &Expr| Expr {
        ty: Type::INT,
        kind: ExprKind::Compare(relation, Box::new(counter.clone()), Box::new(bound.clone())),
    };
    let (mut lower, mut bound) = (l.lower.clone(), l.bound.clone());
    let mut conditions = Vec::new();
    if l.lower.names(around.iv) {
        if step(l) != Some(1) {
            return None;
        }
        lower = corner(&l.lower, Extreme::Least, around, counters)?;
        conditions.push(compare(Relation::Ge, &l.lower));
    }
    if l.bound.names(around.iv) {
        bound = corner(&l.bound, Extreme::Greatest, around, counters)?;
        conditions.push(compare(l.relation, &l.bound));
    }
    Some(((lower, bound), conditions))
}

#[derive(Clone, Copy, PartialEq)]
enum Extreme {
    Least,
    Greatest,
}

/// The least or the greatest value of a bound inside the loop `around`: that of its first or its last iteration.
///
/// By steps of 1 the counter has the value that stands here for its last one. By other steps it may pass that value, but
/// then it is incremented to a greater one, so that 1 more than this value does not overflow either, nor does any number less.
fn corner(bound: &Expr, extreme: Extreme, around: &Loop, counters: &[SymbolId]) -> Option<Expr> {
    if is_at_first(bound, extreme, around, counters)? {
        return Some(with(bound, around.iv, &around.lower));
    }
    let last = match around.relation {
        Relation::Lt => minus_one(&around.bound),
        _ => around.bound.clone(),
    };
    let fits = step(around) == Some(1) || adds_at_most_one(bound, around.iv);
    fits.then(|| with(bound, around.iv, &last))
}

/// Whether a bound that moves with the loop `around` has its extreme value in that one's first iteration.
fn is_at_first(
    bound: &Expr,
    extreme: Extreme,
    around: &Loop,
    counters: &[SymbolId],
) -> Option<bool> {
    let slope = slope(bound, around.iv, counters).filter(|slope| *slope != 0)?;
    Some((slope > 0) == (extreme == Extreme::Least))
}

/// Whether the expression is the counter, and 1 more or any number less.
fn adds_at_most_one(expr: &Expr, counter: SymbolId) -> bool {
    let is_counter = |e: &Expr| e.variable() == Some(counter);
    let holds = |e: &Expr, condition: fn(i64) -> bool| number(e).is_some_and(condition);
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Add, a, b) => {
            is_counter(a) && holds(b, |b| b <= 1) || is_counter(b) && holds(a, |a| a <= 1)
        }
        ExprKind::Binary(BinaryOp::Sub, a, b) => is_counter(a) && holds(b, |b| b >= -1),
        _ => is_counter(expr),
    }
}

/// Whether an iteration of the loop `around` has the box of `l` for its own bounds, so that its ends are values of the
/// counter wherever it holds any: one bound alone moves, and the box takes it from the first iteration, or from a last
/// one that steps of 1 reach.
///
/// A bound that names the outer counter twice is left out: in a chain of such loops the bounds of boxes would double
/// in size from each to the next.
pub(crate) fn is_reached(l: &Loop, around: &Loop, counters: &[SymbolId]) -> bool {
    let (bound, extreme) = match [&l.lower, &l.bound].map(|expr| uses(expr, around.iv)) {
        [1, 0] => (&l.lower, Extreme::Least),
        [0, 1] => (&l.bound, Extreme::Greatest),
        _ => return false,
    };
    step(around) == Some(1) || is_at_first(bound, extreme, around, counters) == Some(true)
}

/// How often the expression names the variable.
fn uses(expr: &Expr, variable: SymbolId) -> usize {
    let mut found = 0;
    expr.walk(&mut |e| found += usize::from(e.symbol() == Some(variable)));
    found
}

fn step(l: &Loop) -> Option<i64> {
    number(&l.step)
}

fn number(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Int(number) => number.to_i64(),
        _ => None,
    }
}

fn minus_one(expr: &Expr) -> Expr {
    let one = Expr { ty: expr.ty, kind: ExprKind::Int(1.into()) };
    let kind = ExprKind::Binary(BinaryOp::Sub, Box::new(expr.clone()), Box::new(one));
    Expr { ty: expr.ty, kind }
}

/// By how much the expression grows when the counter grows by 1: it is a sum of multiples of the counter,
/// numbers, and variables that are none of `counters`.
pub(crate) fn slope(expr: &Expr, counter: SymbolId, counters: &[SymbolId]) -> Option<i64> {
    let of = |operand: &Expr| slope(operand, counter, counters).filter(|_| operand.ty == expr.ty);
    match &expr.kind {
        ExprKind::Int(_) => Some(0),
        ExprKind::Binary(BinaryOp::Add, a, b) => of(a)?.checked_add(of(b)?),
        ExprKind::Binary(BinaryOp::Sub, a, b) => of(a)?.checked_sub(of(b)?),
        ExprKind::Binary(BinaryOp::Mul, a, b) => match (number(a), number(b), of(a)?, of(b)?) {
            (Some(factor), _, _, slope) | (_, Some(factor), slope, _) => factor.checked_mul(slope),
            (None, None, 0, 0) => Some(0),
            _ => None,
        },
        _ => match expr.variable()? {
            own if own == counter => Some(1),
            other => (!counters.contains(&other)).then_some(0),
        },
    }
}

/// The expression with `value` in the place of the counter.
fn with(expr: &Expr, counter: SymbolId, value: &Expr) -> Expr {
    if expr.variable() == Some(counter) {
        return value.clone();
    }
    match &expr.kind {
        ExprKind::Binary(op, a, b) => {
            let [a, b] = [a, b].map(|operand| Box::new(with(operand, counter, value)));
            Expr { ty: expr.ty, kind: ExprKind::Binary(*op, a, b) }
        }
        _ => expr.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `for i0 … for i1 …` with a body that stores to `a[i1]`.
    fn nest(outer: &str, inner: &str) -> TargetRegion {
        let text = format!(
            "(region \"t.c\" 1 f (directive \"target teams distribute parallel for\")
               (symbols (symbol n i32 scalar parameter) (symbol m i32 scalar parameter)
                 (symbol i0 i32 scalar region) (symbol i1 i32 scalar region)
                 (symbol a ptr pointer parameter))
               (data (map-tofrom a (section \"0\" \"n\")))
               (body (for i0 {outer} declares (for i1 {inner} declares
                 (= [a (index i1 4:i64)]:i32 1)))))"
        );
        crate::ir::text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    /// The value of a sum of products and of a comparison.
    fn value(expr: &Expr, variables: &[(SymbolId, i64)]) -> i64 {
        let of = |operand: &Expr| value(operand, variables);
        match &expr.kind {
            ExprKind::Int(number) => number.to_i64().expect("a small number"),
            ExprKind::Binary(BinaryOp::Add, a, b) => of(a) + of(b),
            ExprKind::Binary(BinaryOp::Sub, a, b) => of(a) - of(b),
            ExprKind::Binary(BinaryOp::Mul, a, b) => of(a) * of(b),
            ExprKind::Compare(relation, a, b) => i64::from(relation.holds(of(a), of(b))),
            _ => {
                let symbol = expr.variable().expect("a variable");
                variables
                    .iter()
                    .rev()
                    .find(|(known, _)| *known == symbol)
                    .expect("it has a value")
                    .1
            }
        }
    }

    /// The iterations that store, in their order.
    fn iterations(body: &[Stmt], variables: &mut Vec<(SymbolId, i64)>, found: &mut Vec<Vec<i64>>) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Loop(l) => {
                    let (step, bound) = (value(&l.step, variables), value(&l.bound, variables));
                    let mut counter = value(&l.lower, variables);
                    while l.relation.holds(counter, bound) {
                        variables.push((l.iv, counter));
                        iterations(&l.body, variables, found);
                        variables.pop();
                        counter += step;
                    }
                }
                StmtKind::If { condition, then, .. } if value(condition, variables) != 0 => {
                    iterations(then, variables, found);
                }
                StmtKind::If { .. } => {}
                _ => found.push(variables[2..].iter().map(|(_, value)| *value).collect()),
            }
        }
    }

    /// `for i0 … for i1 … for i2 …` with a body that stores to `a[i2]`.
    fn three([outer, middle, inner]: [&str; 3]) -> TargetRegion {
        let text = format!(
            "(region \"t.c\" 1 f (directive \"target teams distribute parallel for\")
               (symbols (symbol n i32 scalar parameter) (symbol m i32 scalar parameter)
                 (symbol i0 i32 scalar region) (symbol i1 i32 scalar region)
                 (symbol i2 i32 scalar region) (symbol a ptr pointer parameter))
               (data (map-tofrom a (section \"0\" \"n\")))
               (body (for i0 {outer} declares (for i1 {middle} declares (for i2 {inner} declares
                 (= [a (index i2 4:i64)]:i32 1))))))"
        );
        crate::ir::text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    /// The values that a loop's counter has.
    fn counters(l: &Loop, variables: &[(SymbolId, i64)]) -> Vec<i64> {
        let (lower, bound) = ends(l, variables);
        let step = value(&l.step, variables);
        let values = std::iter::successors(Some(lower), |counter| Some(counter + step));
        values.take_while(|counter| l.relation.holds(*counter, bound)).collect()
    }

    fn ends(l: &Loop, variables: &[(SymbolId, i64)]) -> (i64, i64) {
        (value(&l.lower, variables), value(&l.bound, variables))
    }

    fn all_iterations(region: &TargetRegion, sizes: &[(SymbolId, i64)]) -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        iterations(&region.body, &mut sizes.to_vec(), &mut found);
        found
    }

    /// Asserts that the ends of the innermost loop's box are bounds that it has at a value of the counter around it, or
    /// between one and the value that this counter has in the end: nothing overflows that did not.
    fn assert_computed(
        region: &TargetRegion,
        around: &[i64],
        (lower, upper): (i64, i64),
        sizes: &[(SymbolId, i64)],
        case: &str,
    ) {
        let nest = region.nest();
        let [.., outer, l] = nest.as_slice() else { panic!("{case}: two loops") };
        let at = |counter: &i64| ends(l, &[sizes, &[(outer.iv, *counter)]].concat());
        let (lowers, uppers): (Vec<i64>, Vec<i64>) = around.iter().map(at).unzip();
        let Some(last) = around.iter().max() else { return };
        let end = last + value(&outer.step, sizes);
        let between = upper <= end && uppers.iter().all(|other| *other <= upper);
        assert!(lowers.contains(&lower) && (uppers.contains(&upper) || between), "{case}");
    }

    /// Boxes of chains have the iterations of the loops as written, in their order. Those that are reached let the
    /// loops inside have bounds that follow no counter, and these are bounds that the loops as written compute.
    #[test]
    fn boxes_of_chains_have_the_iterations_of_their_loops() {
        let middles = [
            "i0 < n 1",
            "i0 <= 3 1",
            "0 < i0 1",
            "0 <= (- n i0) 1",
            "i0 < (* 2 i0) 1",
            "(- m i0) < 4 1",
            "0 < (- m i0) 2",
            "0 < (+ i0 i0) 1",
        ];
        let inners = [
            "(+ i1 1) < n 1",
            "0 < i1 1",
            "m <= i1 1",
            "i1 <= (+ i1 2) 1",
            "0 < (- n i1) 2",
            "(- n (* 2 i1)) < 5 1",
        ];
        let mut computed = 0;
        for outer in ["0 < n 1", "1 <= n 3", "(- 0 2) < n 2"] {
            for (middle, inner) in middles.iter().flat_map(|m| inners.iter().map(move |i| (m, i))) {
                let region = three([outer, middle, inner]);
                let accesses = access::collect(&region, &Policy::STANDARD);
                let loops = region.nest();
                let counted: Vec<SymbolId> = loops.iter().map(|l| l.iv).collect();
                let inside = [loops[1].id, loops[2].id];
                let form = written(&region, &accesses);
                let Some(form) = boxed(&form, &Policy::STANDARD, 3, &inside) else { continue };
                let boxes = form.region.nest();
                let reached = is_reached(loops[1], loops[0], &counted);
                let free = boxes.iter().all(|l| !counted.iter().any(|iv| mentions(l, *iv)));
                assert!(free || !reached, "{outer}: {middle}, {inner}");
                for (n, m) in (-3..7).flat_map(|n| (-2..4).map(move |m| (n, m))) {
                    let sizes = [(SymbolId(0), n), (SymbolId(1), m)];
                    let case = format!("{outer}: {middle}, {inner}, {n}, {m}");
                    let [own, new] = [&region, &form.region].map(|r| all_iterations(r, &sizes));
                    assert_eq!(own, new, "{case}");
                    if !reached || boxes[..2].iter().any(|l| counters(l, &sizes).is_empty()) {
                        continue;
                    }
                    let at = |i0: i64| [sizes[0], sizes[1], (loops[0].iv, i0)];
                    let outer = counters(loops[0], &sizes);
                    let middle: Vec<i64> =
                        outer.iter().flat_map(|i0| counters(loops[1], &at(*i0))).collect();
                    assert_computed(&region, &middle, ends(boxes[2], &sizes), &sizes, &case);
                    computed += 1;
                }
            }
        }
        assert!(computed > 1000, "{computed} boxes and sizes");
    }

    /// Every box that is made has the iterations of the loop as written, in its order, and its bounds follow no counter
    /// and are computed by the loops as written, or end before the next value that the outer counter takes.
    #[test]
    fn boxes_have_the_iterations_of_their_loops() {
        let bounds = ["0", "n", "i0", "(+ i0 2)", "(- n i0)", "(- i0 n)", "(+ (* 2 i0) m)"];
        let more =
            ["(- (- n 1) (* i0 3))", "(* (- m i0) 2)", "(- m (- i0 n))", "(- i0 i0)", "(* m i0)"];
        let bounds = [bounds.as_slice(), &more].concat();
        let mut made = 0;
        for outer in ["0 < n 1", "1 <= n 1", "(- 0 2) < n 2", "m <= n 3"] {
            for (lower, upper) in bounds.iter().flat_map(|l| bounds.iter().map(move |u| (l, u))) {
                for inner in ["< 1", "<= 1", "< 2"] {
                    let (relation, step) = inner.split_once(' ').expect("two words");
                    let region = nest(outer, &format!("{lower} {relation} {upper} {step}"));
                    let accesses = access::collect(&region, &Policy::STANDARD);
                    let form = written(&region, &accesses);
                    let inner = [region.nest()[1].id];
                    let form = boxed(&form, &Policy::STANDARD, 2, &inner);
                    let Some(form) = form else { continue };
                    made += 1;
                    let inner = form.region.nest()[1].clone();
                    assert!(
                        !mentions(&inner, form.region.nest()[0].iv),
                        "{outer}: {lower}, {upper}"
                    );
                    for (n, m) in (-3..6).flat_map(|n| (-2..4).map(move |m| (n, m))) {
                        let sizes = [(SymbolId(0), n), (SymbolId(1), m)];
                        let case = format!("{outer}: {lower}, {upper}, {n}, {m}");
                        let [own, new] = [&region, &form.region].map(|r| all_iterations(r, &sizes));
                        assert_eq!(own, new, "{case}");
                        let around = counters(region.nest()[0], &sizes);
                        assert_computed(&region, &around, ends(&inner, &sizes), &sizes, &case);
                    }
                }
            }
        }
        assert!(made > 150, "{made} boxes");
    }
}
