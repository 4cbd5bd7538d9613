//! Bounds that move by little: `1 + (i + colour) % 2` has one of three values, whatever the counters and variables are.
//!
//! The range of such a part is known from its operators alone: a remainder by a number is less than the number, a mask leaves what
//! it has, a comparison is 0 or 1. Since all signed arithmetic is defined, the range is that of the program's own value.

use rug::Integer;

use crate::ir::{BinaryOp, Expr, ExprKind, Loop, Relation, Type, UnaryOp};

/// Which end of the values of a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Extreme {
    Least,
    Greatest,
}

/// The least and the greatest value.
type Range = (Integer, Integer);

/// Wider ranges than this make boxes of mostly idle iterations.
const MOST: u32 = 16;

/// A number or a sum without the counters `around` that is at most, or at least, each value of the bound; no sum overflows
/// that does not in the program, and neither does the value after the last one of a counter that stops there. `relation` is what keeps
/// the counter running.
///
/// A bound is a number and parts that move by little, or `a + part`, where `a` follows no counter. There the end is `a`, which the program
/// computes, or, where `a` is itself `b + number`, a value between `b` and `a`.
pub(super) fn end(
    bound: &Expr,
    extreme: Extreme,
    relation: Relation,
    around: &[&Loop],
) -> Option<Expr> {
    if !is_repeatable(bound) {
        return None;
    }
    let reach = |range: &Range| match extreme {
        Extreme::Least => range.0.clone(),
        Extreme::Greatest => range.1.clone(),
    };
    if let Some(range) = range(bound, around).filter(is_narrow) {
        let end = reach(&range);
        let fits = bound.ty.holds(&Integer::from(&end + 1));
        return fits.then(|| Expr { ty: bound.ty, kind: ExprKind::Int(end) });
    }
    if extreme == Extreme::Greatest && relation == Relation::Le {
        return None;
    }
    let (sum, part) = steady_and_moving(bound, around)?;
    let range = range(part, around).filter(is_narrow)?;
    let range = match bound.kind {
        ExprKind::Binary(BinaryOp::Sub, ..) => (-range.1, -range.0),
        _ => range,
    };
    moved(sum, &reach(&range))
}

/// The parts of `a + part`, `part + a` or `a - part`, of which `a` follows no counter.
fn steady_and_moving<'e>(bound: &'e Expr, around: &[&Loop]) -> Option<(&'e Expr, &'e Expr)> {
    let follows = |expr: &Expr| around.iter().any(|l| expr.names(l.iv));
    let (sum, part) = match &bound.kind {
        ExprKind::Binary(BinaryOp::Add, a, b) if follows(a) => (b, a),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => (a, b),
        _ => return None,
    };
    (!follows(sum) && sum.ty == bound.ty).then_some((sum, part))
}

/// `sum + by`, where that is the sum itself, or between the sum and what it was made of by adding a number.
fn moved(sum: &Expr, by: &Integer) -> Option<Expr> {
    if *by == 0 {
        return Some(sum.clone());
    }
    let (rest, added) = match &sum.kind {
        ExprKind::Binary(BinaryOp::Add, a, b) => (a, b.integer()?.clone()),
        ExprKind::Binary(BinaryOp::Sub, a, b) => (a, -b.integer()?.clone()),
        _ => return None,
    };
    let left = Integer::from(&added + by);
    let between = if *by > 0 { added < 0 && left <= 0 } else { added > 0 && left >= 0 };
    if !between || rest.ty != sum.ty {
        return None;
    }
    if left == 0 {
        return Some((**rest).clone());
    }
    let op = if left > 0 { BinaryOp::Add } else { BinaryOp::Sub };
    let number = Expr { ty: sum.ty, kind: ExprKind::Int(left.abs()) };
    Some(Expr { ty: sum.ty, kind: ExprKind::Binary(op, rest.clone(), Box::new(number)) })
}

/// Whether the expression may be computed again, in any iteration: it reads variables and no memory.
pub(super) fn is_repeatable(expr: &Expr) -> bool {
    let mut pure = true;
    expr.walk(&mut |e| {
        pure &= match &e.kind {
            ExprKind::Load(_) => e.variable().is_some(),
            ExprKind::AddressOf(_) | ExprKind::Call { .. } | ExprKind::Opaque { .. } => false,
            _ => true,
        }
    });
    pure
}

fn is_narrow((least, greatest): &Range) -> bool {
    Integer::from(greatest - least) <= MOST
}

/// The range of an expression that its operators give it.
fn range(expr: &Expr, around: &[&Loop]) -> Option<Range> {
    let of = |operand: &Expr| range(operand, around);
    match &expr.kind {
        ExprKind::Int(number) => Some((number.clone(), number.clone())),
        ExprKind::Compare(..) | ExprKind::Unary(UnaryOp::Not, _) => Some((0.into(), 1.into())),
        ExprKind::Unary(UnaryOp::Neg, a) if is_signed(expr) => of(a).map(|(a, b)| (-b, -a)),
        ExprKind::Cast(a) => of(a).filter(|r| expr.ty.holds(&r.0) && expr.ty.holds(&r.1)),
        ExprKind::Select(_, a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            Some((a.0.min(b.0), a.1.max(b.1)))
        }
        ExprKind::Binary(op, a, b) => binary(*op, [a, b], around)
            .filter(|r| is_signed(expr) || expr.ty.holds(&r.0) && expr.ty.holds(&r.1)),
        _ => None,
    }
}

fn binary(op: BinaryOp, [a, b]: [&Expr; 2], around: &[&Loop]) -> Option<Range> {
    let both = || range(a, around).zip(range(b, around));
    match op {
        BinaryOp::Add => both().map(|(a, b)| (a.0 + b.0, a.1 + b.1)),
        BinaryOp::Sub => both().map(|(a, b)| (a.0 - b.1, a.1 - b.0)),
        BinaryOp::Mul => {
            let (factor, other) =
                a.integer().map(|n| (n, b)).or_else(|| b.integer().map(|n| (n, a)))?;
            let (least, greatest) = range(other, around)?;
            let ends = [least * factor, greatest * factor];
            let [x, y] = ends;
            Some(if x <= y { (x, y) } else { (y, x) })
        }
        BinaryOp::BitAnd => {
            let mask = [a, b].into_iter().filter_map(Expr::integer).find(|mask| **mask >= 0)?;
            Some((Integer::new(), mask.clone()))
        }
        BinaryOp::Rem => {
            let most = Integer::from(b.integer().filter(|by| **by > 0)? - 1);
            let least = if is_nonnegative(a, around) { Integer::new() } else { -most.clone() };
            Some((least, most))
        }
        BinaryOp::And | BinaryOp::Or => Some((0.into(), 1.into())),
        _ => None,
    }
}

fn is_signed(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Int { signed: true, .. })
}

/// Whether no value is negative: it is unsigned, a number, the counter of a loop that counts up from one, or a sum.
fn is_nonnegative(expr: &Expr, around: &[&Loop]) -> bool {
    let counts_up = |l: &Loop| {
        let from = l.lower.integer().is_some_and(|first| *first >= 0);
        from && l.step.integer().is_some_and(|step| *step > 0)
    };
    match &expr.kind {
        _ if matches!(expr.ty, Type::Int { signed: false, .. }) => true,
        ExprKind::Int(number) => *number >= 0,
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Mul, a, b) => {
            is_nonnegative(a, around) && is_nonnegative(b, around)
        }
        _ => expr.variable().is_some_and(|own| around.iter().any(|l| l.iv == own && counts_up(l))),
    }
}

/// `((counter ^ lower) & (step - 1)) == 0`, for a step of 2 or 4: whether steps from `lower` meet the counter of the loop. Nothing
/// overflows, and the lowest bits of numbers in two's complement are the remainders.
pub(super) fn meets(l: &Loop, lower: &Expr) -> Option<Expr> {
    let step = l.step.integer().filter(|step| [2, 4].iter().any(|own| **step == *own))?;
    let by = |kind| Expr { ty: lower.ty, kind };
    let counter = by(ExprKind::Symbol(l.iv));
    let apart = by(ExprKind::Binary(BinaryOp::BitXor, counter.into(), lower.clone().into()));
    let mask = by(ExprKind::Int(Integer::from(step - 1)));
    let rest = by(ExprKind::Binary(BinaryOp::BitAnd, apart.into(), mask.into()));
    let zero = by(ExprKind::Int(Integer::new()));
    let kind = ExprKind::Compare(Relation::Eq, rest.into(), zero.into());
    Some(Expr { ty: Type::INT, kind })
}
