//! `for (i = n - 1; i >= 0; i--) for (j = 0; j <= i; j++) S` becomes `for (i = 0; i <= n - 1; i++) for …`: a loop declared parallel
//! counts up, so that the loops whose bounds follow it can get boxes (`boxes.rs`).
//!
//! The loop has the same iterations, and a directive says that they run in any order. So nothing that the program may observe changes,
//! as long as no call observes which thread runs an iteration.

use rug::Integer;

use super::boxes::{self, number};
use super::form::{Context, Form};
use super::legality;
use super::nest;
use super::step::{Step, StepKind, Subject};
use crate::id::LoopId;
use crate::ir::{BinaryOp, Expr, ExprKind, Loop, Relation, TargetRegion, Type};

impl StepKind {
    /// Loops declared parallel that count down count up.
    pub const REVERSE: StepKind = StepKind::named("reverse");
}

/// The loops run through their values from the other end.
pub(super) fn apply(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Loops(loops) = subject else { return None };
    let mut region = region.clone();
    for id in loops {
        let at = region.nest().iter().position(|l| l.id == *id)?;
        let l = nest::loop_at(&mut region.body, at)?;
        let (first, last) = ends(l)?;
        (l.lower, l.relation, l.bound) = (first, Relation::Le, last);
        l.step = Expr { ty: l.step.ty, kind: ExprKind::Int(1.into()) };
    }
    Some(vec![region])
}

/// The forms with boxes whose outer loops count up then.
pub(super) fn forms<'a>(form: &Form<'a>, context: &Context) -> Vec<Form<'a>> {
    match reversed(form, context) {
        Some(reversed) => boxes::forms(&reversed, context),
        None => Vec::new(),
    }
}

/// The form in which declared loops count up whose counters the bounds of loops inside follow.
fn reversed<'a>(form: &Form<'a>, context: &Context) -> Option<Form<'a>> {
    legality::check_unschedule(&form.region).ok()?;
    let nest = form.region.nest();
    let is_followed = |at: usize| nest[at + 1..].iter().any(|l| l.header_names(nest[at].iv));
    let declared = 0..context.declared.min(nest.len());
    let found = declared.filter(|at| is_followed(*at) && can_be_reversed(&form.region, nest[*at]));
    let loops: Vec<LoopId> = found.map(|at| nest[at].id).collect();
    if loops.is_empty() {
        return None;
    }
    let step = Step::new(StepKind::REVERSE, Subject::Loops(loops));
    let region = apply(&form.region, &step.subject)?.pop()?;
    let steps = form.steps.iter().cloned().chain([step]).collect();
    Some(Form {
        steps,
        ..form.changed(region, context.policy)?.with_own_dependences(context.policy)
    })
}

/// Whether the loop counts down by one in a signed type, between ends that it may also reach from below.
fn can_be_reversed(region: &TargetRegion, l: &Loop) -> bool {
    let is_signed = matches!(region.symbol(l.iv).ty, Type::Int { signed: true, .. });
    is_signed && number(&l.step) == Some(-1) && ends(l).is_some()
}

/// The least and the greatest value of a counter that is decremented. Neither the first value nor the one behind the last overflows:
/// the last is a number, or less than another value of its type.
fn ends(l: &Loop) -> Option<(Expr, Expr)> {
    let first = match (l.relation, number(&l.bound)) {
        (Relation::Ge, _) => l.bound.clone(),
        (Relation::Gt, Some(bound)) => {
            let next = Integer::from(bound) + 1;
            let is_held = l.bound.ty.holds(&next);
            is_held.then(|| Expr { ty: l.bound.ty, kind: ExprKind::Int(next) })?
        }
        _ => return None,
    };
    let last = match &l.lower.kind {
        ExprKind::Int(_) => true,
        ExprKind::Binary(BinaryOp::Sub, _, less) => number(less).is_some_and(|less| less > 0),
        _ => false,
    };
    (last && first.ty == l.lower.ty).then(|| (first, l.lower.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a number, a variable of `sizes`, or a difference.
    fn value(expr: &Expr, sizes: [i64; 2]) -> i64 {
        match &expr.kind {
            ExprKind::Int(number) => number.to_i64().expect("a small number"),
            ExprKind::Binary(BinaryOp::Sub, a, b) => value(a, sizes) - value(b, sizes),
            _ => sizes[expr.variable().expect("a variable").index()],
        }
    }

    fn values(l: &Loop, sizes: [i64; 2]) -> Vec<i64> {
        let [lower, bound, step] = [&l.lower, &l.bound, &l.step].map(|expr| value(expr, sizes));
        let all = std::iter::successors(Some(lower), |i| Some(i + step));
        all.take_while(|i| l.relation.holds(*i, bound)).collect()
    }

    #[test]
    fn loops_have_their_values_from_the_other_end() {
        for first in ["7", "(- n 1)", "(- (- n m) 2)"] {
            for end in [">= 0", "> 2", ">= m", "> -3", ">= (- m n)"] {
                let text = format!(
                    "(region \"t.c\" 1 f (directive \"target teams distribute parallel for\")
                       (symbols (symbol n i32 scalar parameter) (symbol m i32 scalar parameter)
                         (symbol i i32 scalar region))
                       (body (for i {first} {end} -1 declares)))"
                );
                let written = crate::ir::text::parse(&text).unwrap_or_else(|e| panic!("{e}"));
                let step = Step::new(StepKind::REVERSE, Subject::Loops(vec![LoopId(0)]));
                let reversed = apply(&written, &step.subject).and_then(|mut all| all.pop());
                let reversed = reversed.unwrap_or_else(|| panic!("{first} {end}"));
                for sizes in (-4..9).flat_map(|n| (-3..5).map(move |m| [n, m])) {
                    let mut own = values(written.nest()[0], sizes);
                    own.reverse();
                    assert_eq!(values(reversed.nest()[0], sizes), own, "{first} {end} {sizes:?}");
                }
            }
        }
    }
}
