//! Divisions, shifts and bit operations: folded where they are polynomials, brought to few kinds of
//! terms where they are not.
//!
//! What remains is a quotient or remainder whose dividend has no part that the divisor divides, a
//! shift of such a sum, and a mask of lowest bits. A term is never distributed over a sum unless the
//! sum's parts make that exact: every rule here is checked by enumeration below.

use rug::Integer;

use crate::diag::Code;
use crate::ir::BinaryOp;
use crate::symbolic::poly::{Atom, Poly, TermOp};
use crate::symbolic::range::Facts;
use crate::symbolic::value::Value;

/// Masks with more groups of adjacent bits than these stay whole.
const MAX_GROUPS: usize = 3;

/// 2^amount for a constant shift inside the type's width.
pub(super) fn shift_factor(amount: &Value, bits: u16) -> Option<Integer> {
    let amount = amount.as_constant()?.to_u32()?;
    (amount < u32::from(bits)).then(|| Integer::from(1) << amount)
}

/// C division and remainder, which truncate towards zero. Division by a zero constant is undefined;
/// its value is left unknown.
pub(super) fn divide(op: BinaryOp, a: &Value, b: &Value, facts: &Facts) -> Value {
    if b.as_constant().is_some_and(|divisor| divisor == 0) {
        return Value::Unknown(Code::TooComplex);
    }
    a.combine(b, |x, y| quotient(op, x, y, facts))
}

/// The quotient or remainder of two polynomials.
///
/// - x = y·q: x / y = q and x % y = 0.
/// - x = y·q + r with x ≥ 0, r ≥ 0, y > 0: x / y = q + r / y and x % y = r % y, since both quotients
///   are then floors.
/// - a / b / y = a / (b·y), whatever their signs: what is cut off of a / b is less than 1.
fn quotient(op: BinaryOp, x: &Poly, y: &Poly, facts: &Facts) -> Poly {
    let term = |x: &Poly| Poly::term(TermOp::Binary(op), vec![x.clone(), y.clone()]);
    let divides = op == BinaryOp::Div;
    if let Some((a, b)) = x.as_atom().and_then(as_quotient).filter(|_| divides) {
        return quotient(op, a, &(b * y), facts);
    }
    let Some(by) = y.as_constant().filter(|by| *by != 0) else { return term(x) };
    if let Some(constant) = x.as_constant() {
        let (quotient, remainder) = constant.div_rem(by);
        return Poly::from(if divides { quotient } else { remainder });
    }
    if let Some(exact) = x.divide_exactly(&by) {
        return if divides { exact } else { Poly::zero() };
    }
    let (multiple, rest) = split(x, &by);
    if by < 0 || multiple.is_zero() || !facts.nonnegative(x) || !facts.nonnegative(&rest) {
        return term(x);
    }
    let remaining = quotient(op, &rest, y, facts);
    if divides { &multiple + &remaining } else { remaining }
}

/// a and b of `a / b`.
fn as_quotient(atom: &Atom) -> Option<(&Poly, &Poly)> {
    let Atom::Term(term) = atom else { return None };
    match (&term.op, term.args.as_slice()) {
        (TermOp::Binary(BinaryOp::Div), [a, b]) => Some((a, b)),
        _ => None,
    }
}

/// `poly = by · q + r`: q takes every monomial whose coefficient is a multiple, and the floor of the
/// constant.
fn split(poly: &Poly, by: &Integer) -> (Poly, Poly) {
    let by = by.clone().abs();
    let mut multiple = Poly::from(poly.constant_part().div_rem_floor(by.clone()).0);
    for (monomial, factor) in poly.monomials() {
        if !monomial.factors().is_empty() && factor.is_divisible(&by) {
            let part = Integer::from(factor / &by);
            multiple = &multiple + &Poly::monomial(monomial.clone(), part);
        }
    }
    let rest = poly - &(&multiple * &Poly::from(by));
    (multiple, rest)
}

/// Right shifts and bit operations in two's complement, of operands of either sign.
///
/// - (2^k·q + r) >> k = q + (r >> k), a floor;
/// - x & (2^k − 1) = r & (2^k − 1) where x = 2^k·q + r;
/// - x & m is a sum of x & (2^hi − 1) − x & (2^lo − 1) over m's groups of bits;
/// - x & m = x − (x & ~m) for a negative m, of which ~m is not;
/// - x | m = x − (x & m) + m;
/// - x ^ m = x − 2·(x & m) + m;
/// - x | y = x ^ y = x + y and x & y = 0 where 2^k divides x and 0 ≤ y < 2^k.
pub(super) fn bits_of(op: BinaryOp, x: &Poly, y: &Poly, facts: &Facts) -> Poly {
    let term = || Poly::term(TermOp::Binary(op), vec![x.clone(), y.clone()]);
    if op == BinaryOp::Shr {
        let amount = y.as_constant().and_then(|y| y.to_u32()).filter(|k| *k < 64);
        return amount.map_or_else(term, |amount| shifted(x, amount));
    }
    let (value, mask) = match (x.as_constant(), y.as_constant()) {
        (_, Some(mask)) => (x, mask),
        (Some(mask), None) => (y, mask),
        (None, None) if are_disjoint(x, y, facts) || are_disjoint(y, x, facts) => {
            return if op == BinaryOp::BitAnd { Poly::zero() } else { x + y };
        }
        (None, None) => return term(),
    };
    let both = if mask >= 0 {
        masked(value, &mask, facts)
    } else {
        masked(value, &(-mask.clone() - 1), facts).map(|others| value - &others)
    };
    let Some(both) = both else { return term() };
    let mask = Poly::from(mask);
    match op {
        BinaryOp::BitAnd => both,
        BinaryOp::BitOr => &(value - &both) + &mask,
        BinaryOp::BitXor => &(value - &(&both + &both)) + &mask,
        _ => term(),
    }
}

/// Whether a power of two divides `high`, and `low` is less than that, and not negative.
fn are_disjoint(high: &Poly, low: &Poly, facts: &Facts) -> bool {
    let Some(zeros) = zeros(high).filter(|zeros| *zeros > 0) else { return false };
    let most = Poly::from((Integer::from(1) << zeros) - 1);
    facts.nonnegative(low) && facts.nonnegative(&(&most - low))
}

/// How many of the lowest bits of a sum are 0, whatever its variables are; `None` for 0 itself. x & (2^k − 1) differs from x by a multiple of 2^k.
fn zeros(poly: &Poly) -> Option<u32> {
    let mut rest = poly.clone();
    let mut least: Option<u32> = None;
    for (monomial, factor) in poly.monomials() {
        let [(Atom::Term(term), 1)] = monomial.factors() else { continue };
        let (TermOp::Binary(BinaryOp::BitAnd), [own, mask]) = (&term.op, term.args.as_slice())
        else {
            continue;
        };
        let Some(mask) = mask.as_constant() else { continue };
        let size: Integer = mask + 1;
        if size > 0 && size.is_power_of_two() {
            let part = Poly::monomial(monomial.clone(), factor.clone());
            rest = &(&rest - &part) + &(own * &Poly::from(factor.clone()));
            let multiple = size * factor;
            least = [least, multiple.find_one(0)].into_iter().flatten().min();
        }
    }
    let others = rest.monomials().filter_map(|(_, factor)| factor.find_one(0));
    others.chain(least).min()
}

fn shifted(x: &Poly, amount: u32) -> Poly {
    let (multiple, rest) = split(x, &(Integer::from(1) << amount));
    if rest.as_constant().is_some() {
        return multiple;
    }
    let args = vec![rest, Poly::from(amount)];
    &multiple + &Poly::term(TermOp::Binary(BinaryOp::Shr), args)
}

/// `x & mask`; `None` where the mask has too many groups of bits.
fn masked(x: &Poly, mask: &Integer, facts: &Facts) -> Option<Poly> {
    let mut sum = Poly::zero();
    let (mut rest, mut groups) = (mask.clone(), 0);
    while let Some(low) = rest.find_one(0) {
        let high = rest.find_zero(low)?;
        sum = &(&sum + &lowest_bits(x, high, facts)) - &lowest_bits(x, low, facts);
        rest = (rest >> high) << high;
        groups += 1;
        if groups > MAX_GROUPS {
            return None;
        }
    }
    Some(sum)
}

/// `x & (2^count − 1)`: the part of x that 2^count does not divide, where that is between.
fn lowest_bits(x: &Poly, count: u32, facts: &Facts) -> Poly {
    let size = Integer::from(1) << count;
    let (_, rest) = split(x, &size);
    if count == 0 || rest.as_constant().is_some() {
        return if count == 0 { Poly::zero() } else { rest };
    }
    let most = Poly::from(size - 1);
    if facts.nonnegative(&rest) && facts.nonnegative(&(&most - &rest)) {
        return rest;
    }
    let args = vec![rest, most];
    Poly::term(TermOp::Binary(BinaryOp::BitAnd), args)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::SymbolId;

    fn symbol(k: u32) -> Atom {
        Atom::Symbol(SymbolId(k))
    }

    fn operate(op: BinaryOp, a: i64, b: i64) -> i64 {
        match op {
            BinaryOp::Div => a / b,
            BinaryOp::Rem => a % b,
            BinaryOp::Shr => a >> b,
            BinaryOp::BitAnd => a & b,
            BinaryOp::BitOr => a | b,
            _ => a ^ b,
        }
    }

    fn value(poly: &Poly, at: (i64, i64)) -> Option<Integer> {
        poly.evaluate(&|atom| match atom {
            Atom::Symbol(SymbolId(0)) => Some(at.0.into()),
            Atom::Symbol(_) => Some(at.1.into()),
            Atom::Term(term) => {
                let args: Vec<i64> =
                    term.args.iter().map(|arg| value(arg, at)?.to_i64()).collect::<Option<_>>()?;
                let TermOp::Binary(op) = term.op else { return None };
                Some(operate(op, args[0], args[1]).into())
            }
            _ => None,
        })
    }

    /// `a·x + b·y + c` for small numbers.
    fn sums() -> impl Iterator<Item = (Poly, [i64; 3])> {
        let (a, b): ([i64; 4], [i64; 3]) = ([-4, -1, 2, 3], [-2, 0, 1]);
        let c: Vec<i64> = (-5..=5).collect();
        let mut found = Vec::new();
        for a in &a {
            for b in &b {
                for c in &c {
                    let x = &Poly::from(*a) * &Poly::atom(symbol(0));
                    let y = &Poly::from(*b) * &Poly::atom(symbol(1));
                    found.push((&(&x + &y) + &Poly::from(*c), [*a, *b, *c]));
                }
            }
        }
        found.into_iter()
    }

    /// `(ax + by + c) op d` with d in the field `by`.
    #[derive(Clone, Copy, Debug)]
    struct Operation {
        factors: [i64; 3],
        op: BinaryOp,
        by: i64,
    }

    fn check(folded: &Poly, operation: Operation, from: i64) {
        let Operation { factors: [a, b, c], op, by } = operation;
        for x in from..=5 {
            for y in from..=3 {
                let exact = operate(op, a * x + b * y + c, by);
                let what = format!("{operation:?} at {x}, {y}: {folded:?}");
                assert_eq!(value(folded, (x, y)), Some(exact.into()), "{what}");
            }
        }
    }

    #[test]
    fn quotients_keep_their_values() {
        let mut bounded = Facts::default();
        bounded.bound_symbol(symbol(0), 0.into(), 5.into());
        bounded.bound_symbol(symbol(1), 0.into(), 3.into());
        for (poly, factors) in sums() {
            for op in [BinaryOp::Div, BinaryOp::Rem] {
                for by in [-3, -2, -1, 1, 2, 3, 4] {
                    let any = quotient(op, &poly, &Poly::from(by), &Facts::default());
                    check(&any, Operation { factors, op, by }, -5);
                    let positive = quotient(op, &poly, &Poly::from(by), &bounded);
                    check(&positive, Operation { factors, op, by }, 0);
                }
            }
        }
    }

    /// The divisors are numbers, or one is a variable: y.
    #[test]
    fn quotients_of_quotients_keep_their_values() {
        let (none, y) = (Facts::default(), Poly::atom(symbol(1)));
        let divide = |x: &Poly, by: &Poly| quotient(BinaryOp::Div, x, by, &none);
        for a in [-3, 1, 2, 6] {
            for (first, second) in (-4..=4).flat_map(|b| (-4..=4).map(move |c| (b, c))) {
                if first == 0 || second == 0 {
                    continue;
                }
                let sum = &(&Poly::from(a) * &Poly::atom(symbol(0))) + &Poly::from(1);
                let twice = divide(&divide(&sum, &Poly::from(first)), &Poly::from(second));
                let (over, under) = (divide(&sum, &y), divide(&sum, &Poly::from(first)));
                let (over, under) = (divide(&over, &Poly::from(first)), divide(&under, &y));
                for x in -25..=25 {
                    let once = (a * x + 1) / first;
                    assert_eq!(value(&twice, (x, 0)), Some((once / second).into()));
                    assert_eq!(value(&under, (x, second)), Some((once / second).into()));
                    let other = (a * x + 1) / second / first;
                    assert_eq!(value(&over, (x, second)), Some(other.into()));
                }
            }
        }
    }

    #[test]
    fn bits_keep_their_values() {
        let none = Facts::default();
        for (poly, factors) in sums() {
            for by in -9..=11 {
                for op in [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor, BinaryOp::Shr] {
                    if by < 0 && op == BinaryOp::Shr {
                        continue;
                    }
                    let folded = bits_of(op, &poly, &Poly::from(by), &none);
                    check(&folded, Operation { factors, op, by }, -5);
                }
                let swapped = bits_of(BinaryOp::BitXor, &Poly::from(by), &poly, &none);
                check(&swapped, Operation { factors, op: BinaryOp::BitXor, by }, -5);
            }
        }
    }

    /// Bits of two sums that share none: multiples of powers of two beside lowest bits, also of one variable.
    #[test]
    fn disjoint_bits_are_added() {
        let mut facts = Facts::default();
        facts.bound_symbol(symbol(1), 0.into(), 3.into());
        let (x, y) = (Poly::atom(symbol(0)), Poly::atom(symbol(1)));
        let low = |count: i64| {
            bits_of(BinaryOp::BitAnd, &x, &Poly::from((1 << count) - 1), &Facts::default())
        };
        let cleared = |count: i64| {
            bits_of(BinaryOp::BitAnd, &x, &Poly::from(-(1 << count)), &Facts::default())
        };
        let times = |by: i64, poly: &Poly| &Poly::from(by) * poly;
        let pairs = [
            (times(4, &x), y.clone(), true),
            (times(4, &x), &y + &Poly::one(), false),
            (times(-8, &x), &y + &Poly::from(4), true),
            (times(2, &cleared(2)), low(2), true),
            (cleared(3), low(3), true),
            (cleared(2), low(3), false),
            (times(4, &low(3)), y.clone(), true),
            (&cleared(2) + &times(8, &y), &low(1) + &Poly::from(2), true),
            (&cleared(2) + &times(2, &y), low(1), true),
            (&cleared(2) + &times(2, &y), low(2), false),
            (times(4, &x), &low(2) - &Poly::one(), false),
        ];
        for (high, low, disjoint) in &pairs {
            assert_eq!(are_disjoint(high, low, &facts), *disjoint, "{high:?} {low:?}");
            for op in [BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor] {
                let folded = [bits_of(op, high, low, &facts), bits_of(op, low, high, &facts)];
                for at in (-20..=20).flat_map(|x| (0..=3).map(move |y| (x, y))) {
                    let [a, b] = [high, low].map(|own| value(own, at).and_then(|v| v.to_i64()));
                    let exact = operate(op, a.expect("a number"), b.expect("a number"));
                    for folded in &folded {
                        assert_eq!(
                            value(folded, at),
                            Some(exact.into()),
                            "{high:?} {op:?} {low:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn exact_parts_leave_no_term() {
        let x = Poly::atom(symbol(0));
        let doubled = &(&Poly::from(2) * &x) + &Poly::from(6);
        let halved = quotient(BinaryOp::Div, &doubled, &Poly::from(2), &Facts::default());
        assert_eq!(halved, &x + &Poly::from(3));
        let odd = &doubled + &Poly::one();
        assert_eq!(bits_of(BinaryOp::BitAnd, &odd, &Poly::one(), &Facts::default()), Poly::one());
        assert_eq!(
            bits_of(BinaryOp::Shr, &odd, &Poly::one(), &Facts::default()),
            &x + &Poly::from(3)
        );
    }
}
