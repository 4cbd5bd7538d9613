//! How often loops run: as a polynomial in their trip counts, and as an estimate, every unknown size taken as [`NOMINAL`].

use std::collections::BTreeMap;

use rug::Integer;

use crate::id::LoopId;
use crate::ir::BinaryOp;
use crate::symbolic::eval::LoopValues;
use crate::symbolic::poly::{Atom, Monomial, Poly, TermOp};
use crate::symbolic::value::{Guard, Test};

/// The size that stands for one that is not known.
pub const NOMINAL: u32 = 1024;

/// How often what stands inside the loops `around` is executed in one iteration of the mapped loops: the product of
/// the trip counts of those that are not mapped.
pub fn executions(loops: &[Option<LoopValues>], around: &[LoopId], mapped: &[LoopId]) -> Poly {
    let inner = around.iter().filter(|l| !mapped.contains(l));
    inner.fold(Poly::one(), |product, l| &product * &trip_count(loops, *l))
}

/// The number of iterations of a loop; an unknown one is an atom of its own.
pub(crate) fn trip_count(loops: &[Option<LoopValues>], l: LoopId) -> Poly {
    let known = loops[l.index()].as_ref().and_then(|values| values.trip_count.clone());
    match known {
        Some(count) if is_empty(&count) => Poly::zero(),
        Some(count) => count,
        None => Poly::atom(Atom::Slack(l.0)),
    }
}

fn is_empty(count: &Poly) -> bool {
    count.as_constant().is_some_and(|count| count <= 0)
}

/// The means of the counters of loops around.
type Means = BTreeMap<LoopId, f64>;

/// The product of the trip counts of nested loops, each at the mean of the counters around it.
pub(crate) fn executions_estimate(loops: &[Option<LoopValues>], around: &[LoopId]) -> f64 {
    executions_under(loops, around, &[])
}

/// The same on the way to an access that has this `path`: a condition may say that a loop has few iterations.
pub(super) fn executions_under(
    loops: &[Option<LoopValues>],
    around: &[LoopId],
    path: &[Guard],
) -> f64 {
    let mut means = Means::new();
    let mut product = 1.0;
    for l in around {
        let values = loops[l.index()].as_ref();
        let count = values.and_then(|values| iterations(values, &means));
        let count = count.unwrap_or(f64::from(NOMINAL));
        let few = values.and_then(|values| at_most(values, path, (loops, &means)));
        let count = few.map_or(count, |most| count.min(most.midpoint(1.0)));
        let first = values.and_then(|values| values.first.as_ref());
        let first = first.map_or(0.0, |first| at_means(first, &means));
        means.insert(*l, first + (count - 1.0).max(0.0) / 2.0);
        product *= count;
    }
    product
}

/// About the most iterations that a loop has where the conditions of `path` hold, if these tell: `left < 8` does of a loop with `left`, and
/// of one with `left / 4`.
fn at_most(
    values: &LoopValues,
    path: &[Guard],
    (loops, means): (&[Option<LoopValues>], &Means),
) -> Option<f64> {
    let ([guard], Some(count)) = (path, &values.trip_count) else { return None };
    let (length, divisor) = quotient(count).unwrap_or((count, Integer::from(1)));
    let is_size = |atom: &Atom| match atom {
        Atom::Iv(l, _) => trip_count(loops, *l).as_constant().is_none(),
        _ => matches!(atom, Atom::Symbol(_)),
    };
    let mut moves = |atom: &Atom| matches!(atom, Atom::Symbol(_) | Atom::Iv(..));
    let times = Poly::from(length.without_constant().content());
    let bounds = guard.literals().filter(|literal| literal.test == Test::NonNegative);
    let most = bounds.filter_map(|literal| {
        let sum = length + &(&times * &literal.poly);
        let tells = !sum.any_atom(&mut |atom| is_size(atom));
        tells.then(|| at_means(&sum, means) / divisor.to_f64()).filter(|most| *most >= 1.0)
    });
    length.any_atom(&mut moves).then_some(most.reduce(f64::min)?)
}

/// The dividend and the divisor of a number that is a quotient by a number.
fn quotient(poly: &Poly) -> Option<(&Poly, Integer)> {
    let mut monomials = poly.monomials();
    let (Some((monomial, times)), None) = (monomials.next(), monomials.next()) else { return None };
    monomial.quotient().filter(|_| *times == 1)
}

/// About how often a loop's body runs each time that the loop is reached. Bounds of several cases clip each other, as the bounds
/// of a tile do: the shortest case counts that is not empty. It says nothing where it is at the means: `n - 256*b` is, for 1024 blocks b
/// of n = 1024 elements.
fn iterations(values: &LoopValues, means: &Means) -> Option<f64> {
    if let Some(count) = &values.trip_count {
        return Some(if is_empty(count) { 0.0 } else { difference(count, means).max(1.0) });
    }
    let step = values.step.as_ref()?.to_f64().abs();
    let distances = values.distances()?;
    let cases = distances.cases().iter().filter(|case| !is_empty(&case.poly));
    let counts: Vec<f64> = cases.map(|case| difference(&case.poly, means)).collect();
    let positive = counts.iter().copied().filter(|count| *count > 0.0).reduce(f64::min);
    let shortest = positive.or(counts.first().copied())?;
    Some((shortest / step).max(1.0))
}

/// A sum with a remainder by a number, as `m - 32 * (m / 32)` has one: what else it has, and the mean of the remainder.
fn with_remainder(poly: &Poly) -> Option<(Poly, f64)> {
    poly.monomials().filter(|(_, times)| **times < 0).find_map(|(monomial, times)| {
        let (dividend, divisor) = monomial.quotient()?;
        let is_all = divisor == Integer::from(-times);
        let whole = Poly::monomial(monomial.clone(), times.clone());
        let rest = &(poly - &whole) - dividend;
        let is_number = rest.as_constant().is_some();
        (is_all && is_number).then(|| (rest, (-times.to_f64() - 1.0) / 2.0))
    })
}

/// A polynomial's value at the means. Where something is subtracted that is not known, at least half of the minuend remains: `n -
/// m` is meant to be more than nothing.
fn difference(poly: &Poly, means: &Means) -> f64 {
    if let Some((rest, remainder)) = with_remainder(poly) {
        return at_means(&rest, means) + remainder;
    }
    let (added, subtracted): (Vec<_>, Vec<_>) =
        poly.monomials().partition(|(_, coefficient)| **coefficient > 0);
    let is_mean = |(atom, _): &(Atom, u32)| matches!(atom, Atom::Iv(l, _) if means.contains_key(l));
    let is_known = subtracted.iter().all(|(monomial, _)| monomial.factors().iter().all(is_mean));
    let added: f64 = added.iter().map(|term| monomial_at_means(*term, means)).sum();
    let rest = at_means(poly, means);
    if is_known { rest } else { rest.max(added / 2.0) }
}

/// The product of the trip counts of `list`, each at least one, where all are numbers.
pub(crate) fn known_iterations(loops: &[Option<LoopValues>], list: &[LoopId]) -> Option<f64> {
    let known = |l: &LoopId| Some(trip_count(loops, *l).as_constant()?.to_f64().max(1.0));
    list.iter().map(known).product()
}

/// The product of the trip counts of `list`, where all are numbers.
pub(crate) fn number_of_iterations(loops: &[Option<LoopValues>], list: &[LoopId]) -> Option<u64> {
    let count = |l: &LoopId| trip_count(loops, *l).as_constant()?.to_u64();
    list.iter().map(count).try_fold(1_u64, |product, count| product.checked_mul(count?))
}

/// A polynomial's value with every size that is not known at [`NOMINAL`].
pub(super) fn nominal(poly: &Poly) -> f64 {
    at_means(poly, &Means::new())
}

/// The same of a size: of `x1 - x0 + 1` at least half of what is added remains.
pub(super) fn nominal_size(poly: &Poly) -> f64 {
    difference(poly, &Means::new())
}

/// A polynomial's value. Counters are at their means, other counters at half of [`NOMINAL`], which is the mean over their range.
/// Quotients have their arguments' values, remainders by numbers half of the greatest one, and every other atom is at [`NOMINAL`].
fn at_means(poly: &Poly, means: &Means) -> f64 {
    poly.monomials().map(|term| monomial_at_means(term, means)).sum()
}

fn monomial_at_means((monomial, coefficient): (&Monomial, &Integer), means: &Means) -> f64 {
    let powers = monomial.factors().iter();
    let powers = powers.map(|(atom, exponent)| atom_at_means(atom, means).powi(*exponent as i32));
    coefficient.to_f64() * powers.product::<f64>()
}

/// The greatest value of `x % number` or `x & number`.
pub(super) fn greatest_remainder(atom: &Atom) -> Option<Integer> {
    let Atom::Term(term) = atom else { return None };
    let number = term.args.get(1)?.as_constant().filter(|number| *number > 0)?;
    match term.op {
        TermOp::Binary(BinaryOp::Rem) => Some(number - 1),
        TermOp::Binary(BinaryOp::BitAnd) => Some(number),
        _ => None,
    }
}

fn atom_at_means(atom: &Atom, means: &Means) -> f64 {
    let nominal = f64::from(NOMINAL);
    match atom {
        Atom::Iv(l, _) => means.get(l).copied().unwrap_or(nominal / 2.0),
        Atom::Term(term) => match (&term.op, &term.args[..]) {
            (TermOp::Binary(BinaryOp::Div), [dividend, divisor]) => {
                let quotient = difference(dividend, means) / at_means(divisor, means).max(1.0);
                let moves = dividend.any_atom(&mut |atom| matches!(atom, Atom::Iv(..)));
                if moves { quotient } else { quotient.floor() }
            }
            (TermOp::Binary(BinaryOp::Shr), [shifted, by]) => {
                difference(shifted, means) / at_means(by, means).clamp(0.0, 64.0).exp2()
            }
            _ => greatest_remainder(atom).map_or(nominal, |most| most.to_f64().min(nominal) / 2.0),
        },
        _ => nominal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::collect;
    use crate::coalesce::nest_text;
    use crate::policy::Policy;

    /// How often the innermost body of two loops runs for one iteration of the outer one, which has n.
    fn inner_iterations(outer: &str, inner: &str) -> String {
        let text = nest_text("", [outer, inner], "(= [a (index j 4:i64)]:i32 1)");
        let region = crate::ir::text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let accesses = collect(&region, &Policy::STANDARD);
        let nest: Vec<_> = region.nest().iter().map(|l| l.id).collect();
        let [whole, outermost] =
            [&nest[..], &nest[..1]].map(|around| executions_estimate(&accesses.loops, around));
        (whole / outermost).to_string()
    }

    #[test]
    fn iterations_are_those_at_the_means() {
        let all = "0 < n 1";
        let cases = [
            (all, "0 < 7 1", "7"),
            (all, "0 < 0 1", "0"),
            (all, "0 < m 1", "1024"),
            (all, "0 < (- n 24) 1", "1000"),
            (all, "0 < (+ i 1) 1", "512.5"),
            (all, "i < n 1", "512.5"),
            ("0 < 64 1", "0 <= i 1", "32.5"),
            (all, "0 < m 4", "256"),
            (all, "0 < (/ m 8) 1", "128"),
            (all, "0 < (>> m 3) 1", "128"),
        ];
        for (outer, inner, expected) in cases {
            assert_eq!(inner_iterations(outer, inner), expected, "{outer}, {inner}");
        }
    }

    #[test]
    fn half_remains_where_the_unknown_is_subtracted() {
        let cases = [("m < n 1", "512"), ("0 < (- 40 m) 1", "20"), ("(* 3 m) < (* 2 n) 1", "1024")];
        for (inner, expected) in cases {
            assert_eq!(inner_iterations("0 < n 1", inner), expected, "{inner}");
        }
    }

    #[test]
    fn bounds_of_several_cases_clip_each_other() {
        assert_eq!(inner_iterations("0 < n 1", "(* 32 (/ m 32)) < m 1"), "15.5");
        let tile = "i < (select (< (+ i 32) n) (+ i 32) n) 1";
        assert_eq!(inner_iterations("0 < n 32", tile), "32");
        assert_eq!(inner_iterations("0 < n 1", "0 < (select (< m 5) n 0) 1"), "1024");
    }
}
