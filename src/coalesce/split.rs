//! Flat indices that are split by `/` and `%`, and put together again.
//!
//! Of `k = t % m; j = t / m % n; i = t / (n * m)` the sum `(i*n + j)*m + k` is t. C's division truncates, and in whole
//! numbers, of any sign, with divisors that are not 0 (a program that divides by 0 has no meaning):
//!
//! - `x % y = x - y * (x / y)`
//! - `x / y / z = x / (y*z)`
//! - `x % (y*z) / y = x / y - z * (x / (y*z))`
//! - `x*z / (y*z) = x / y`, so that in `k = t % m; j = (t - k) / m` the quotient j is `t / m`
//!
//! All of them hold exactly: a sum without remainders has the value that it had before. But a remainder tells that it is smaller than
//! its divisor, and the sum without it does not tell that. Therefore the sum is used for counts alone, and only where it has fewer
//! quotients, or where a divisor is not a number.
//!
//! Sizes that are not known are taken to be large ([`super::executions::NOMINAL`]). A quotient by such a size is the same for all
//! lanes of most warps. Who writes `i & (n - 1)` has a power of two for n, and means `i % n`.

use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;

use super::executions::nominal_size;
use super::trips::moves;
use crate::ir::BinaryOp;
use crate::schedule::map::ThreadMap;
use crate::symbolic::poly::{Atom, Instance, Monomial, Poly, Term, TermOp};
use crate::symbolic::value::{Guard, Value};

/// A value in which split indices are whole again.
pub(super) fn rejoined(value: &Value) -> Value {
    value.map(|poly| {
        let (number, symbolic) = quotients(poly);
        let whole = (number > 0).then(|| whole(poly));
        let better = whole.filter(|whole| symbolic || quotients(whole).0 < number);
        better.unwrap_or_else(|| poly.clone())
    })
}

/// The value as most warps see it, and whether some warps see another one. A quotient that no lane's number decides has one value
/// for all lanes of a warp, and a remainder follows from it. In `i ^ j` with one j for all lanes, each block of lanes whose number
/// is a power of two moves as a whole: where `place` is that of i, a whole warp to where another one is.
pub(super) fn of_one_warp(value: &Value, map: &ThreadMap, place: Option<&Poly>) -> (Value, bool) {
    let (mut value, mut one_warp) = (value.clone(), OneWarp::new(map, place));
    for depth in 0..NESTED {
        if !one_warp.finds_more(value.cases().iter().map(|case| &case.poly)) {
            return (value, depth > 0);
        }
        value = value.map(|poly| poly.substitute(&|atom| one_warp.replace(atom)));
    }
    (value, true)
}

/// A guard as most warps see it: `thread % n == 0` holds for one lane of a warp where n is large. `None` where it cannot hold.
pub(super) fn guard_of_one_warp(guard: &Guard, map: &ThreadMap) -> Option<Guard> {
    let (mut guard, mut one_warp) = (guard.clone(), OneWarp::new(map, None));
    for _ in 0..NESTED {
        if !one_warp.finds_more(guard.literals().map(|literal| &literal.poly)) {
            break;
        }
        guard = guard.substitute(&|atom| one_warp.replace(atom))?;
    }
    Some(guard)
}

/// Quotients inside of quotients beyond this depth are left.
const NESTED: usize = 4;

/// Parts that have one value in a warp, and the numbers that stand for these values.
struct OneWarp<'m> {
    map: &'m ThreadMap,
    /// The place of an iteration, where warps begin at multiples of their lanes.
    place: Option<&'m Poly>,
    /// The numbers by operands: of quotients, masks and exclusive ors.
    numbers: BTreeMap<(BinaryOp, Poly, Poly), u32>,
}

impl<'m> OneWarp<'m> {
    fn new(map: &'m ThreadMap, place: Option<&'m Poly>) -> Self {
        Self { map, place, numbers: BTreeMap::new() }
    }

    /// Whether a part has one value in a warp. `unknown` says that it is multiplied by what is no number.
    fn is_same(&self, (op, left, right): (BinaryOp, &Poly, &Poly), unknown: bool) -> bool {
        if op == BinaryOp::BitXor {
            right.as_constant().is_none()
                && moves(left, &self.map.loops)
                && !moves(right, &self.map.loops)
        } else if op == BinaryOp::BitAnd {
            is_steady(left, &size_of_mask(right), self.map)
        } else {
            let told = right.as_constant().is_some() && follows_counters_alone(left);
            (unknown || !told) && is_steady(left, right, self.map)
        }
    }

    /// Whether polynomials have parts that stand for no number yet.
    fn finds_more<'p>(&mut self, polynomials: impl Iterator<Item = &'p Poly>) -> bool {
        let before = self.numbers.len();
        for poly in polynomials {
            for (monomial, _) in poly.monomials() {
                let unknown = |atom: &Atom| !follows_counters_alone(&Poly::atom(atom.clone()));
                for (atom, _) in monomial.factors() {
                    let mut others = monomial.factors().iter().filter(|(other, _)| other != atom);
                    let is_unknown = others.any(|(other, _)| unknown(other));
                    self.add(atom, is_unknown);
                }
            }
            poly.any_atom(&mut |atom| {
                self.add(atom, false);
                false
            });
        }
        self.numbers.len() > before
    }

    /// Gives the part of an atom a number, if it has one value in a warp.
    fn add(&mut self, atom: &Atom, unknown: bool) {
        if let Some(part) = binary(atom).filter(|part| self.is_same(*part, unknown)) {
            let number = u32::MAX - self.numbers.len() as u32;
            self.numbers.entry(key(part)).or_insert(number);
        }
    }

    /// The values of `left ^ j` in a warp, as a set, are those of `left` and a multiple of this.
    fn block(&self, left: &Poly) -> u32 {
        let warp = self.map.warp;
        let begins = |place: &Poly| {
            let apart = place - left;
            apart.content().is_divisible_u(warp) && !moves(&apart, &self.map.loops)
        };
        if warp.is_power_of_two() && self.place.is_some_and(begins) { warp } else { 1 }
    }

    fn replace(&self, atom: &Atom) -> Option<Poly> {
        let (op, left, right) = binary(atom)?;
        let same = Poly::atom(Atom::Slack(*self.numbers.get(&key((op, left, right)))?));
        Some(match op {
            BinaryOp::BitXor => left + &(&Poly::from(self.block(left)) * &same),
            BinaryOp::Rem => left - &(right * &same),
            BinaryOp::BitAnd => left - &(&size_of_mask(right) * &same),
            _ => same,
        })
    }
}

/// What tells parts apart: a quotient and its remainder have the same number.
fn key((op, left, right): (BinaryOp, &Poly, &Poly)) -> (BinaryOp, Poly, Poly) {
    let op = if op == BinaryOp::Rem { BinaryOp::Div } else { op };
    (op, left.clone(), right.clone())
}

/// n of the mask `n - 1`.
fn size_of_mask(mask: &Poly) -> Poly {
    mask + &Poly::one()
}

/// Whether a mask is `n - 1` for an n that is not known.
fn is_mask_of_size(mask: &Poly) -> bool {
    mask.constant_part() == -1 && mask.monomials().count() == 2
}

/// Whether a quotient takes one or two values in a warp: the divisor is the same for all lanes, and from lane to lane the dividend
/// grows by little.
fn is_steady(dividend: &Poly, divisor: &Poly, map: &ThreadMap) -> bool {
    let (Some(inner), Some(stride)) = (map.loops.last(), map.stride()) else { return false };
    let counter = Atom::Iv(*inner, Instance::Source);
    if moves(divisor, &map.loops) {
        return false;
    }
    let coefficients = dividend.coefficients_of(&counter);
    let inside = coefficients.iter().any(|part| part.any_atom(&mut |atom| *atom == counter));
    let [_, step] = coefficients.as_slice() else { return false };
    let Some(step) = step.as_constant().filter(|_| !inside) else { return false };
    let width = step.to_f64().abs() * f64::from(stride) * f64::from(map.warp);
    width <= nominal_size(divisor)
}

/// Whether a value is known where the counters of loops are: then each lane's value is, and a quotient of it need not be the same for all.
fn follows_counters_alone(poly: &Poly) -> bool {
    !poly.any_atom(&mut |atom| match atom {
        Atom::Iv(..) => false,
        Atom::Term(term) => !matches!(term.op, TermOp::Binary(_) | TermOp::Wrap { .. }),
        _ => true,
    })
}

fn operands(atom: &Atom) -> Option<(BinaryOp, &Poly, &Poly)> {
    binary(atom).filter(|(op, ..)| matches!(op, BinaryOp::Div | BinaryOp::Rem))
}

/// The operands of a quotient, a remainder, a mask that stands for one, or an exclusive or.
fn binary(atom: &Atom) -> Option<(BinaryOp, &Poly, &Poly)> {
    let Atom::Term(term) = atom else { return None };
    let Term { op: TermOp::Binary(op), args } = &**term else { return None };
    let [left, right] = args.as_slice() else { return None };
    let counts = match op {
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::BitXor => true,
        BinaryOp::BitAnd => is_mask_of_size(right),
        _ => false,
    };
    counts.then_some((*op, left, right))
}

/// The number of different quotients and remainders in a polynomial, and whether a divisor is not a number.
fn quotients(poly: &Poly) -> (usize, bool) {
    let mut found = BTreeSet::new();
    let mut symbolic = false;
    poly.any_atom(&mut |atom| {
        if let Some((_, _, divisor)) = operands(atom) {
            symbolic |= divisor.as_constant().is_none();
            found.insert(atom.clone());
        }
        false
    });
    (found.len(), symbolic)
}

/// The polynomial without remainders, and without quotients of quotients.
fn whole(poly: &Poly) -> Poly {
    poly.substitute(&|atom| {
        let (op, dividend, divisor) = operands(atom)?;
        let quotient = quotient(dividend, divisor);
        Some(match op {
            BinaryOp::Rem => &whole(dividend) - &(&whole(divisor) * &quotient),
            _ => quotient,
        })
    })
}

fn quotient(dividend: &Poly, divisor: &Poly) -> Poly {
    match dividend.as_atom().and_then(operands) {
        Some((BinaryOp::Div, x, y)) => quotient(x, &(y * divisor)),
        Some((BinaryOp::Rem, x, y)) if let Some(rest) = divided(y, divisor) => {
            &quotient(x, divisor) - &(&whole(&rest) * &quotient(x, y))
        }
        _ => {
            let (x, y) = reduced(whole(dividend), whole(divisor));
            match x.as_atom().and_then(operands) {
                _ if y == Poly::one() => x,
                Some((BinaryOp::Div, inner, by)) => quotient(inner, &(by * &y)),
                _ => Poly::term(TermOp::Binary(BinaryOp::Div), vec![x, y]),
            }
        }
    }
}

/// A fraction in lower terms: without common factors that are numbers, atoms, or the whole sums beside these.
fn reduced(x: Poly, y: Poly) -> (Poly, Poly) {
    let (Some((a, x_sum)), Some((b, y_sum))) = (factored(&x), factored(&y)) else { return (x, y) };
    let (number, monomial) = (a.1.clone().gcd(&b.1), a.0.common(&b.0));
    let without = |(own, coefficient): &(Monomial, Integer)| {
        let rest = own.divide(&monomial).unwrap_or_default();
        Poly::monomial(rest, Integer::from(coefficient / &number))
    };
    let (a, b) = (without(&a), without(&b));
    if x_sum == y_sum { (a, b) } else { (&a * &x_sum, &b * &y_sum) }
}

/// The greatest monomial that divides a polynomial, with its coefficient, and the rest; `None` for 0.
fn factored(poly: &Poly) -> Option<((Monomial, Integer), Poly)> {
    let monomials = poly.monomials().map(|(monomial, _)| monomial.clone());
    let monomial = monomials.reduce(|common, own| common.common(&own))?;
    let number = poly.content();
    let rest = divided(poly, &Poly::monomial(monomial.clone(), number.clone()))?;
    Some(((monomial, number), rest))
}

/// `poly / by`, where that is a polynomial and `by` one monomial.
fn divided(poly: &Poly, by: &Poly) -> Option<Poly> {
    let mut only = by.monomials();
    let (monomial, coefficient) = only.next()?;
    if only.next().is_some() {
        return (poly == by).then(Poly::one);
    }
    let part = poly.divide_exactly(coefficient)?;
    let mut sum = Poly::zero();
    for (own, number) in part.monomials() {
        sum = &sum + &Poly::monomial(own.divide(monomial)?, number.clone());
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coalesce::{nest_text, sectors_of};
    use crate::id::{LoopId, SymbolId};

    fn t() -> Poly {
        Poly::atom(Atom::Iv(LoopId(0), Instance::Source))
    }

    fn symbol(number: u32) -> Poly {
        Poly::atom(Atom::Symbol(SymbolId(number)))
    }

    fn term(op: BinaryOp, x: &Poly, y: &Poly) -> Poly {
        Poly::term(TermOp::Binary(op), vec![x.clone(), y.clone()])
    }

    fn div(x: &Poly, y: &Poly) -> Poly {
        term(BinaryOp::Div, x, y)
    }

    fn rem(x: &Poly, y: &Poly) -> Poly {
        term(BinaryOp::Rem, x, y)
    }

    fn value(poly: &Poly, at: [i64; 3]) -> Option<Integer> {
        poly.evaluate(&|atom| match atom {
            Atom::Iv(..) => Some(at[0].into()),
            Atom::Symbol(symbol) => Some(at[symbol.0 as usize].into()),
            _ => {
                let (op, x, y) = operands(atom)?;
                let (x, y) = (value(x, at)?, value(y, at)?);
                if y == 0 {
                    return None;
                }
                let (quotient, rest) = x.div_rem(y);
                Some(if op == BinaryOp::Div { quotient } else { rest })
            }
        })
    }

    fn splits(m: &Poly, n: &Poly) -> Vec<(&'static str, Poly)> {
        let nm = n * m;
        let (i, k) = (div(&t(), &nm), rem(&t(), m));
        let j = rem(&div(&t(), m), n);
        let other = div(&rem(&t(), &nm), m);
        let flat = |j: &Poly| &(&(&(&i * n) + j) * m) + &k;
        vec![
            ("t", flat(&j)),
            ("t", flat(&other)),
            ("t", &(&div(&t(), m) * m) + &k),
            ("t", &(&div(&(&t() - &k), m) * m) + &k),
            ("t", by_hand(m, n)),
            ("", div(&(&t() - &k), &(n * m))),
            ("", div(&div(&(&t() - &k), m), n)),
            ("", div(&(&(&(m + n) * &t()) * m), &(&(m * n) + &(n * n)))),
            ("", &(&j * m) + &k),
            ("", j.clone()),
            ("", other),
            ("", div(&div(&(&t() + &Poly::from(3)), m), n)),
            ("", rem(&rem(&t(), &nm), m)),
            ("", div(&rem(&t(), &(&nm + m)), m)),
            ("", div(&rem(&t(), m), &nm)),
        ]
    }

    /// `k = t % m; j = (t - k) / m % n; i = (t - m*j - k) / (n*m)`, and `n*m*i + m*j + k`.
    fn by_hand(m: &Poly, n: &Poly) -> Poly {
        let (k, nm) = (rem(&t(), m), n * m);
        let j = rem(&div(&(&t() - &k), m), n);
        let row = &(m * &j) + &k;
        let i = div(&(&t() - &row), &nm);
        &(&nm * &i) + &row
    }

    /// For all small numbers of both signs, with divisors that are numbers and that are not.
    #[test]
    fn whole_indices_have_the_same_values() {
        let numbers = [-3, -2, -1, 1, 2, 3, 4];
        for (m, n) in numbers.iter().flat_map(|m| numbers.map(|n| (*m, n))) {
            let constant = splits(&Poly::from(m), &Poly::from(n));
            for (name, poly) in splits(&symbol(1), &symbol(2)).into_iter().chain(constant) {
                let joined = whole(&poly);
                assert!(name != "t" || joined == t(), "{poly:?}: {joined:?}");
                for at in (-30..=30).map(|t| [t, m, n]) {
                    let expected = value(&poly, at);
                    assert!(expected.is_some() || m * n + m == 0 || m + n == 0, "{poly:?}");
                    if expected.is_some() {
                        assert_eq!(value(&joined, at), expected, "{poly:?}: {joined:?} at {at:?}");
                    }
                }
            }
        }
    }

    /// `i ^ j` for a whole warp, whose first place is a multiple of its lanes: the places of such a warp, in another order.
    #[test]
    fn an_exclusive_or_moves_a_warp_to_the_place_of_one() {
        for first in (0..=256).step_by(32) {
            for j in -300..=300 {
                let mut moved: Vec<i64> = (first..first + 32).map(|i| i ^ j).collect();
                moved.sort_unstable();
                assert!(moved[0].rem_euclid(32) == 0, "{first} ^ {j}");
                assert!(moved.windows(2).all(|pair| pair[1] == pair[0] + 1), "{first} ^ {j}");
            }
        }
    }

    /// `i & (n - 1)` with a power of two for n is what is put in its place: i less a multiple of n that a warp has in common.
    #[test]
    fn masks_of_sizes_are_remainders() {
        for n in (5..12).map(|power| 1_i64 << power) {
            for first in (-4096..4096).step_by(32) {
                let multiples = (first..first + 32).map(|i| (i - (i & (n - 1))).div_euclid(n));
                let multiples: BTreeSet<i64> = multiples.collect();
                assert_eq!(multiples.len(), 1, "{n}: {first}");
                assert!((first..first + 32).all(|i| (i - (i & (n - 1))) % n == 0), "{n}: {first}");
            }
        }
        let counted = |subscript: &str| {
            let body = format!("(= [a (index {subscript}:i32 4:i64)]:i32 1)");
            let sectors = sectors_of(&nest_text("", ["0 < n 1", "0 < m 1"], &body));
            (sectors.min, sectors.max, sectors.known)
        };
        assert_eq!(counted("(& j (- k 1))"), (4, 5, true));
        assert_eq!(counted("(+ (* 4 (- j (& j (- k 1)))) (& j (- k 1)))"), (4, 5, true));
        assert_eq!(counted("(& j (+ k 1))"), (1, 32, false));
        assert_eq!(counted("(& j (- k j))"), (1, 32, false));
    }
}
