//! Banerjee's inequalities with directions (Banerjee: "Dependence Analysis for Supercomputing",
//! 1988; Wolfe, Banerjee: "Data Dependence and its Application to Parallel Processing", 1987), tested
//! from vectors without directions to those with all (Burke, Cytron: "Interprocedural Dependence
//! Analysis and Parallelization", 1986).

use rug::Integer;

use super::classic::every_case;
use super::problem::Problem;
use crate::id::LoopId;
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::range::{End, Facts};

/// A loop's part a·i − b·i' of the difference, with first ≤ i, i' ≤ last.
struct Part {
    a: Integer,
    b: Integer,
    first: Poly,
    /// last − first
    extent: Poly,
}

/// Direction of a moving loop: i < i', i > i', or not said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Less,
    Greater,
    Any,
}

/// For d = Σ (a·i − b·i') + c with integers a, b and bounds that may be symbolic: for every direction
/// vector the least and greatest value of d. With x⁺ = max(x, 0), x⁻ = max(−x, 0), e = last − first:
///
/// - `<`: −(a⁻ + b)⁺(e − 1) + (a − b)·first − b ≤ a·i − b·i' ≤ (a⁺ − b)⁺(e − 1) + (a − b)·first − b
/// - `>`: −(b⁺ − a)⁺(e − 1) + (a − b)·first + a ≤ a·i − b·i' ≤ (a + b⁻)⁺(e − 1) + (a − b)·first + a
/// - `*`: −(a⁻ + b⁺)·e + (a − b)·first ≤ a·i − b·i' ≤ (a⁺ + b⁻)·e + (a − b)·first
///
/// Independent if for every direction vector one of the two is outside (−before, after). What holds of
/// a vector with `*` holds of all that have a direction in its place: loops get directions from the
/// outermost inwards, as far as it takes.
pub(super) fn test(problem: &Problem) -> Option<Vec<String>> {
    let facts = problem.common_facts();
    every_case(problem, |poly| {
        let mut rest = poly.clone();
        let parts = problem
            .moving
            .iter()
            .map(|l| part(&mut rest, *l, &facts))
            .collect::<Option<Vec<_>>>()?;
        let low = invariant(facts.extreme(&rest, End::Min)?)?;
        let high = invariant(facts.extreme(&rest, End::Max)?)?;
        let mut vectors = Vectors { problem, facts: &facts, parts: &parts, proved: Vec::new() };
        vectors.separate(&mut Vec::new(), (&low, &high))?;
        Some(format!("{}: {}", problem.subset(), vectors.proved.join("; ")))
    })
}

/// Direction vectors, and what was proved of them.
struct Vectors<'a> {
    problem: &'a Problem<'a>,
    facts: &'a Facts,
    parts: &'a [Part],
    proved: Vec<String>,
}

impl Vectors<'_> {
    /// Proves that no vector which begins with `directions` allows a meeting; the bounds are those of
    /// the parts that have a direction, and of what no moving loop takes part in.
    fn separate(
        &mut self,
        directions: &mut Vec<Direction>,
        (low, high): (&Poly, &Poly),
    ) -> Option<()> {
        let open = &self.parts[directions.len()..];
        let (mut least, mut greatest) = (low.clone(), high.clone());
        for part in open {
            let (from, to) = part.range(Direction::Any);
            least = &least + &from;
            greatest = &greatest + &to;
        }
        if self.problem.excludes(self.facts, [&least, &greatest]) {
            let names = &self.problem.names;
            let named = directions.iter().copied().chain(open.iter().map(|_| Direction::Any));
            let vector: Vec<_> = named.map(Direction::symbol).collect();
            let (least, greatest) = (names.poly(&least), names.poly(&greatest));
            self.proved.push(format!("({}): [{least}, {greatest}]", vector.join(", ")));
            return Some(());
        }
        let next = open.first()?;
        for direction in [Direction::Less, Direction::Greater] {
            let (from, to) = next.range(direction);
            directions.push(direction);
            self.separate(directions, (&(low + &from), &(high + &to)))?;
            directions.pop();
        }
        Some(())
    }
}

impl Direction {
    fn symbol(self) -> &'static str {
        match self {
            Direction::Less => "<",
            Direction::Greater => ">",
            Direction::Any => "*",
        }
    }
}

/// Takes a loop's part out of the difference a·i − b·i', where i = i' + Δ.
fn part(rest: &mut Poly, l: LoopId, facts: &Facts) -> Option<Part> {
    let primed = Atom::Iv(l, Instance::Sink);
    let a = take(rest, &Atom::Delta(l))?;
    let both = take(rest, &primed)?;
    let at = Poly::atom(primed);
    let first = invariant(facts.extreme(&at, End::Min)?)?;
    let last = invariant(facts.extreme(&at, End::Max)?)?;
    let extent = &last - &first;
    let b = Integer::from(&a - &both);
    facts.positive(&extent).then_some(Part { a, b, first, extent })
}

/// Removes `factor · atom` from a polynomial, and answers the factor.
fn take(poly: &mut Poly, atom: &Atom) -> Option<Integer> {
    let mut coefficients = poly.coefficients_of(atom);
    let factor = match coefficients.as_slice() {
        [_] => Integer::new(),
        [_, factor] => factor.as_constant()?,
        _ => return None,
    };
    *poly = coefficients.swap_remove(0);
    Some(factor)
}

/// A bound that is the same in every iteration.
fn invariant(poly: Poly) -> Option<Poly> {
    let varies = |atom: &Atom| !matches!(atom, Atom::Symbol(_));
    (!poly.any_atom(&mut |atom| varies(atom))).then_some(poly)
}

impl Part {
    fn range(&self, direction: Direction) -> (Poly, Poly) {
        let positive = |x: Integer| if x > 0 { x } else { Integer::new() };
        let (a, b) = (&self.a, &self.b);
        let minus = |x: &Integer| positive(Integer::from(-x));
        let (down, up, constant) = match direction {
            Direction::Less => {
                (positive(minus(a) + b), positive(positive(a.clone()) - b), Integer::from(-b))
            }
            Direction::Greater => {
                (positive(positive(b.clone()) - a), positive(a + minus(b)), a.clone())
            }
            Direction::Any => {
                (minus(a) + positive(b.clone()), positive(a.clone()) + minus(b), Integer::new())
            }
        };
        let one = if direction == Direction::Any { Poly::zero() } else { Poly::one() };
        let room = &self.extent - &one;
        let start = &(&self.first * &Poly::from(Integer::from(a - b))) + &Poly::from(constant);
        (&start - &(&room * &Poly::from(down)), &start + &(&room * &Poly::from(up)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds are those of enumeration, and attained.
    #[test]
    fn ranges_agree_with_enumeration() {
        for first in -2..2_i64 {
            for extent in 1..4_i64 {
                for a in -3..4_i64 {
                    for b in -3..4_i64 {
                        check(first, extent, a, b);
                    }
                }
            }
        }
    }

    fn check(first: i64, extent: i64, a: i64, b: i64) {
        let part =
            Part { a: a.into(), b: b.into(), first: Poly::from(first), extent: Poly::from(extent) };
        for direction in [Direction::Less, Direction::Greater, Direction::Any] {
            let range = first..=first + extent;
            let pairs = range.clone().flat_map(|i| range.clone().map(move |k| (i, k)));
            let chosen = pairs.filter(|(i, k)| match direction {
                Direction::Less => i < k,
                Direction::Greater => i > k,
                Direction::Any => true,
            });
            let values: Vec<i64> = chosen.map(|(i, k)| a * i - b * k).collect();
            let (least, greatest) = part.range(direction);
            let claimed = (least.as_constant(), greatest.as_constant());
            let actual = values.iter().min().copied().zip(values.iter().max().copied());
            let actual = actual.map(|(min, max)| (Some(min.into()), Some(max.into())));
            assert_eq!(Some(claimed), actual, "{direction:?} {first} {extent} {a} {b}");
        }
    }
}
