//! `for i for (j = i; j <= i; …) S` becomes `for i for (j = low; j <= high; …) if (…) S`: the inner loop gets the bounds of its box.
//!
//! `low` and `high` are the least and the greatest bound, those at the outer loop's first or last value. The bounds rise or fall
//! steadily with the outer counter, so the box holds every iteration, and the condition no other. Bounds that move by little, whatever
//! the counters are, have their least and greatest value by their operators alone (`bounded.rs`); where such a loop goes by steps of 2 or 4, its
//! box goes by steps of 1, and a second condition keeps the values that it meets. The iterations that run are the same,
//! so every dependence that was disproved stays so. Boxes are also made of what is left of a nest when its definitions have moved.

use super::bounded::{self, Extreme};
use super::form::{Boxes, Context, Form, in_the_way};
use super::movable;
use super::nest;
use super::order::{self, Candidate};
use super::step::{Boxed, Step, StepKind, Subject};
use crate::id::{LoopId, SymbolId};
use crate::ir::{BinaryOp, Expr, ExprKind, Loop, Relation, TargetRegion, Type};
use crate::policy::Policy;

impl StepKind {
    /// Loops whose bounds follow an outer counter get the bounds of their box, and a condition.
    pub const BOX: StepKind = StepKind::named("box");
}

/// The loops with the bounds of their boxes, and the conditions that keep their iterations at the beginning of the body of another one.
pub(super) fn apply(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Boxed(Boxed { loops, tested }) = subject else { return None };
    let mut region = region.clone();
    let nest = region.nest();
    let place = nest.iter().position(|l| l.id == *tested)? + 1;
    let boxed = nest.iter().rposition(|l| loops.contains(&l.id))? + 1;
    let conditions = put_bounds(&mut region, boxed, loops)?;
    nest::drop_simd(&mut region.body, boxed.max(place));
    nest::put_conditions(&mut region.body, place, conditions)?;
    Some(vec![region])
}

/// The steps to a form with boxes, for a candidate of it: the conditions stand in the innermost loop that shares the threads or whose
/// counter they name. Sequential loops further in need not ask again in each of their iterations, which clang leaves them to do where
/// lanes may differ.
pub(crate) fn steps_for(form: &Form, candidate: &Candidate) -> Vec<Step> {
    let mut steps = form.steps.clone();
    for step in &mut steps {
        if let Subject::Boxed(boxed) = &mut step.subject {
            boxed.tested = tested_in(form, candidate).unwrap_or(boxed.tested);
        }
    }
    steps
}

/// The loop whose body begins with the conditions of boxes, for a candidate of a form.
fn tested_in(form: &Form, candidate: &Candidate) -> Option<LoopId> {
    let nest = form.region.nest();
    let (conditions, _) = nest::split_conditions(&nest.get(candidate.span - 1)?.body);
    let named: Vec<SymbolId> = conditions.iter().flat_map(|own| own.symbols()).collect();
    let counter = |id: &LoopId| nest.iter().find(|l| l.id == *id).map(|l| l.iv);
    let names = |id: &LoopId| counter(id).is_some_and(|counter| named.contains(&counter));
    let last = candidate.order.iter().rposition(names).map_or(0, |at| at + 1);
    let place = last.max(candidate.depth).min(candidate.span);
    let has_pragma = nest.get(place..candidate.span)?.iter().any(|l| l.has_hint());
    let place = if has_pragma { candidate.span } else { place };
    Some(nest[place - 1].id)
}

/// The forms with the bounds of boxes that changes need. A form gets its boxes at once.
pub(super) fn forms<'a>(form: &Form<'a>, context: &Context) -> Vec<Form<'a>> {
    let follows = follows(&form.region);
    if follows.is_empty() || form.boxes.is_some() {
        return Vec::new();
    }
    let mut needs = Vec::new();
    let Context { declared, machine, .. } = *context;
    for candidate in order::enumerate(&form.region, &form.accesses, declared, machine) {
        let need = (candidate.span, in_the_way(&follows, &candidate));
        if form.is_for(candidate.span) && !need.1.is_empty() && !needs.contains(&need) {
            needs.push(need);
        }
    }
    let nest = form.region.nest();
    let is_renumbered = |(l, outer): &(LoopId, LoopId)| {
        let find = |id: &LoopId| nest.iter().find(|l| l.id == *id);
        let ends = find(l).zip(find(outer));
        ends.is_some_and(|(l, outer)| step(l) != Some(1) && l.lower.names(outer.iv))
    };
    let renumbered: Vec<_> = follows.iter().filter(|own| is_renumbered(own)).copied().collect();
    let boxes = |loops| Boxes { loops, follows: follows.clone(), renumbered: renumbered.clone() };
    let boxed = |(span, loops)| boxed(form, context.policy, span, boxes(loops));
    needs.into_iter().filter_map(boxed).collect()
}

/// The form with these boxes; the body of the last of the `span` outermost loops begins with their conditions.
fn boxed<'a>(form: &Form<'a>, policy: &Policy, span: usize, boxes: Boxes) -> Option<Form<'a>> {
    let mut region = form.region.clone().into_owned();
    let conditions = put_bounds(&mut region, span, &boxes.loops)?;
    nest::put_conditions(&mut region.body, span, conditions)?;
    let tested = region.nest().get(span - 1)?.id;
    let boxed = Boxed { loops: boxes.loops.clone(), tested };
    let step = Step::new(StepKind::BOX, Subject::Boxed(boxed));
    Some(Form {
        steps: form.steps.iter().cloned().chain([step]).collect(),
        span: Some(span),
        boxes: Some(boxes),
        ..form.changed(region, policy)?
    })
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

/// Gives `loops`, among the `span` outermost ones, the bounds of boxes; the conditions that keep their iterations.
fn put_bounds(region: &mut TargetRegion, span: usize, loops: &[LoopId]) -> Option<Vec<Expr>> {
    let mut nest = nest::headers(&region.body);
    let counters: Vec<SymbolId> = nest.iter().map(|l| l.iv).collect();
    let mut conditions = Vec::new();
    if !loops.iter().all(|id| nest.iter().take(span).any(|l| l.id == *id)) {
        return None;
    }
    for at in 0..span {
        let l = nest.get(at)?;
        if !loops.contains(&l.id) {
            continue;
        }
        let around: Vec<&Loop> = nest[..at].iter().filter(|outer| mentions(l, outer.iv)).collect();
        let Header { lower, bound, step, conditions: own } =
            corners(region, l, &around, &counters)?;
        let is_reached = matches!(around[..], [outer] if is_reached(l, outer, &counters));
        conditions.extend(own);
        let place = nest::loop_at(&mut region.body, at)?;
        (place.lower, place.bound, place.step) = (lower.clone(), bound.clone(), step);
        if is_reached {
            (nest[at].lower, nest[at].bound) = (lower, bound);
        }
    }
    Some(conditions)
}

fn mentions(l: &Loop, counter: SymbolId) -> bool {
    [&l.lower, &l.bound].into_iter().any(|expr| expr.names(counter))
}

/// The header of a loop over a box, and the conditions that keep the iterations that the loop has by itself.
struct Header {
    lower: Expr,
    bound: Expr,
    step: Expr,
    conditions: Vec<Expr>,
}

/// The box of `l`, whose bounds follow the counters of the loops `around` it; the nest has the `counters`.
///
/// The loop counts up in a signed type, by 1 where its lower bound moves steadily; so does the loop whose counter such a bound follows.
fn corners(
    region: &TargetRegion,
    l: &Loop,
    around: &[&Loop],
    counters: &[SymbolId],
) -> Option<Header> {
    let ty = region.symbol(l.iv).ty;
    let signed = matches!(ty, Type::Int { signed: true, .. });
    let rises = |l: &Loop| matches!(l.relation, Relation::Lt | Relation::Le) && step(l) > Some(0);
    if !(signed && rises(l) && l.lower.ty == ty && l.bound.ty == ty) {
        return None;
    }
    let alike = |l: &Loop| region.symbol(l.iv).ty == ty && l.bound.ty == ty && l.lower.ty == ty;
    let steady = match around {
        [outer] if alike(outer) && rises(outer) => Some(*outer),
        _ => None,
    };
    let assigned = movable::assigned(region);
    let keeps = |bound: &Expr| {
        let named = bound.symbols().into_iter().filter(|s| !counters.contains(s));
        named.into_iter().all(|symbol| !assigned.contains(&symbol))
    };
    let end = |bound: &Expr, extreme| {
        let corner = steady.and_then(|outer| corner(bound, extreme, outer, counters));
        let by_range = || bounded::end(bound, extreme, l.relation, around);
        corner.or_else(|| by_range().filter(|_| keeps(bound)))
    };
    let moves = |bound: &Expr| around.iter().any(|outer| bound.names(outer.iv));
    let counter = Expr { ty, kind: ExprKind::Symbol(l.iv) };
    let (mut lower, mut bound, mut by) = (l.lower.clone(), l.bound.clone(), l.step.clone());
    let mut conditions = Vec::new();
    if moves(&l.lower) {
        lower = end(&l.lower, Extreme::Least)?;
        conditions.push(nest::compared(counter.clone(), Relation::Ge, l.lower.clone()));
        if step(l) != Some(1) {
            lower = bounded::end(&l.lower, Extreme::Least, l.relation, around)?;
            conditions.push(bounded::meets(l, &l.lower)?);
            by.kind = ExprKind::Int(1.into());
        }
    }
    if moves(&l.bound) {
        bound = end(&l.bound, Extreme::Greatest)?;
        conditions.push(nest::compared(counter, l.relation, l.bound.clone()));
    }
    Some(Header { lower, bound, step: by, conditions })
}

/// The least or the greatest value of a bound inside the loop `around`: that of its first or its last iteration.
///
/// By steps of 1 the counter has the value that stands here for its last one. By other steps it may pass that value, but
/// then it is incremented to a greater one, so that 1 more than this value does not overflow either, nor does any number less.
fn corner(bound: &Expr, extreme: Extreme, around: &Loop, counters: &[SymbolId]) -> Option<Expr> {
    if is_at_first(bound, extreme, around, counters)? {
        return Some(with_value(bound, around.iv, &around.lower));
    }
    let last = match around.relation {
        Relation::Lt => minus_one(&around.bound),
        _ => around.bound.clone(),
    };
    let fits = step(around) == Some(1) || adds_at_most_one(bound, around.iv);
    fits.then(|| with_value(bound, around.iv, &last))
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
    let at_first = is_at_first(bound, extreme, around, counters);
    at_first == Some(true) || at_first.is_some() && step(around) == Some(1)
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

pub(super) fn number(expr: &Expr) -> Option<i64> {
    expr.integer()?.to_i64()
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
fn with_value(expr: &Expr, counter: SymbolId, value: &Expr) -> Expr {
    if expr.variable() == Some(counter) {
        return value.clone();
    }
    match &expr.kind {
        ExprKind::Binary(op, a, b) => {
            let [a, b] = [a, b].map(|operand| with_value(operand, counter, value));
            match (op, number(&a), number(&b)) {
                (BinaryOp::Add | BinaryOp::Sub, _, Some(0)) if a.ty == expr.ty => a,
                (BinaryOp::Add, Some(0), _) if b.ty == expr.ty => b,
                _ => Expr { ty: expr.ty, kind: ExprKind::Binary(*op, Box::new(a), Box::new(b)) },
            }
        }
        _ => expr.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Accesses;
    use crate::ir::{Stmt, StmtKind};
    use crate::transform::analyses;

    /// The form of the whole nest with the bounds of boxes for `loops`.
    fn boxed_form<'a>(
        region: &'a TargetRegion,
        accesses: &'a Accesses,
        loops: &[LoopId],
    ) -> Option<Form<'a>> {
        let follows = follows(region);
        let boxes = Boxes { loops: loops.to_vec(), follows, renumbered: Vec::new() };
        let span = region.nest().len();
        boxed(&Form::written(region, accesses), &Policy::STANDARD, span, boxes)
    }

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
            ExprKind::Binary(BinaryOp::Rem, a, b) => of(a) % of(b),
            ExprKind::Binary(BinaryOp::BitAnd, a, b) => of(a) & of(b),
            ExprKind::Binary(BinaryOp::BitXor, a, b) => of(a) ^ of(b),
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
                let accesses = analyses::accesses(&region, &Policy::STANDARD);
                let loops = region.nest();
                let counted: Vec<SymbolId> = loops.iter().map(|l| l.iv).collect();
                let inside = [loops[1].id, loops[2].id];
                let Some(form) = boxed_form(&region, &accesses, &inside) else { continue };
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
                    let accesses = analyses::accesses(&region, &Policy::STANDARD);
                    let inner = [region.nest()[1].id];
                    let Some(form) = boxed_form(&region, &accesses, &inner) else { continue };
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

    /// Bounds that move by little get boxes with the same iterations in their order, also where the loop goes by steps of 2 or 4.
    /// No end is less than a sum of the program less a number that it has itself.
    #[test]
    fn boxes_of_bounds_that_move_by_little() {
        let lowers = [
            "0",
            "(% i0 2)",
            "(+ 1 (% (+ i0 m) 2))",
            "(& (- i0 n) 3)",
            "(- 2 (% i0 3))",
            "(+ m (& i0 1))",
            "(+ (+ m 2) (% (+ i0 n) 3))",
            "(* 2 (& i0 1))",
        ];
        let uppers = [
            "n",
            "(- n (& i0 1))",
            "(+ (- n 2) (& i0 1))",
            "(- (- n 1) (% (- i0 m) 2))",
            "(+ 4 (% i0 3))",
        ];
        let mut made = 0;
        for outer in ["0 < n 1", "1 <= n 3", "(- 0 3) < n 1"] {
            for (lower, upper) in lowers.iter().flat_map(|l| uppers.iter().map(move |u| (l, u))) {
                for inner in ["< 1", "<= 1", "< 2", "<= 2", "< 4"] {
                    let (relation, step) = inner.split_once(' ').expect("two words");
                    let region = nest(outer, &format!("{lower} {relation} {upper} {step}"));
                    let accesses = analyses::accesses(&region, &Policy::STANDARD);
                    let inner = [region.nest()[1].id];
                    let Some(form) = boxed_form(&region, &accesses, &inner) else { continue };
                    made += 1;
                    for (n, m) in (-3..9).flat_map(|n| (-3..4).map(move |m| (n, m))) {
                        let sizes = [(SymbolId(0), n), (SymbolId(1), m)];
                        let [own, new] = [&region, &form.region].map(|r| all_iterations(r, &sizes));
                        assert_eq!(own, new, "{outer}: {lower} {relation} {upper}, {n}, {m}");
                    }
                }
            }
        }
        assert!(made > 400, "{made} boxes");
        let refused = [
            "(- m (& i0 1)) < n 1",
            "(& m i0) < n 1",
            "(% i0 m) < n 1",
            "(% i0 100) < n 1",
            "(& i0 1) < n 3",
            "0 < (+ n (& i0 1)) 1",
            "0 <= (- n (& i0 1)) 1",
            "0 < (- (- n 1) (% i0 3)) 1",
        ];
        for inner in &refused {
            let region = nest("(- 0 3) < n 1", inner);
            let accesses = analyses::accesses(&region, &Policy::STANDARD);
            let inner_loop = [region.nest()[1].id];
            assert!(boxed_form(&region, &accesses, &inner_loop).is_none(), "{inner}");
        }
    }
}
