//! Delinearisation (Maslov: "Delinearization: an Efficient Way to Break Multiloop Dependence
//! Equations", PLDI 1992; Grosser et al.: "Optimistic Delinearization of Parametrically Sized
//! Arrays", ICS 2015), stated for differences.
//!
//! Let D be a symbolic coefficient of the difference, and d = D·Q + R the division by it. Where
//! |R| ≤ D − 1, d is 0 only if Q and R both are: from `A[i*N + j]` with 0 ≤ j < N come the two
//! subscripts `A[i][j]`. No shape has to be declared for that. The same follows where Q ≥ 1 and
//! Q ≤ −1 both contradict what holds where the accesses meet. Where d is 0 and D > 0, they say
//! −R ≥ D and R ≥ D: `(N*M + 1)*Δi + N*Δj` needs Δi to be a multiple of N.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use rug::Integer;

use super::ipda::reduce;
use super::problem::Problem;
use super::products::Meeting;
use super::{classic, exact, ipda, products, residue};
use crate::symbolic::poly::{Atom, Monomial, Poly};
use crate::symbolic::value::Case;

/// Dimensions found one inside the other at most.
const MAX_DIMENSIONS: u32 = 3;
/// Divisors tried for one difference at most.
const MAX_DIVISORS: usize = 10;

/// Proves that in every case Q and R cannot both be 0.
pub(super) fn test(problem: &Problem) -> Option<Vec<String>> {
    problem.prove_cases(|case| {
        let single = Problem { cases: vec![case.clone()], ..problem.clone() };
        split(&single, MAX_DIMENSIONS)
    })
}

fn split(problem: &Problem, depth: u32) -> Option<Vec<String>> {
    let [case] = problem.cases.as_slice() else { return None };
    let facts = problem.facts_of(case, &[]);
    let reduced = reduce(problem, &case.poly, &facts);
    if depth == 0 || reduced.before != 1 || reduced.after != 1 {
        return None;
    }
    let met = OnceCell::new();
    let meeting = || met.get_or_init(|| Meeting::new(problem, case));
    for divisor in divisors(&reduced.quotient) {
        let Some((quotient, rest)) = divide(&reduced.quotient, &divisor) else { continue };
        let room = &divisor - &Poly::one();
        let below = |side: &Poly| {
            let gap = &room - side;
            facts.nonnegative(&gap) || meeting().implies(&gap)
        };
        let positive = facts.positive(&divisor);
        let excluded = |quotient: &Poly, rest: &Poly| {
            let [least, beyond] = positive_quotient(quotient, rest, &divisor);
            meeting().excludes([least].into_iter().chain(positive.then_some(beyond)))
        };
        if rest.is_zero() && !positive {
            continue;
        }
        let bounded = below(&rest) && below(&-&rest);
        if !(bounded || excluded(&quotient, &rest) && excluded(&-&quotient, &-&rest)) {
            continue;
        }
        let names = problem.names;
        let (d, q, r) = (names.poly(&divisor), names.poly(&quotient), names.poly(&rest));
        let why = if bounded {
            format!("|{r}| < {d}")
        } else {
            format!("{q} is neither positive nor negative")
        };
        let opening = format!(
            "{}: {} = ({d})*({q}) + ({r}) and {why}: both {q} = 0 and {r} = 0",
            problem.subset(),
            names.poly(&reduced.quotient)
        );
        let parts = [(quotient.clone(), rest.clone()), (rest, quotient)];
        if let Some(steps) = parts.iter().find_map(|part| prove(problem, case, part, depth)) {
            return Some([vec![opening], steps].concat());
        }
    }
    None
}

/// What is not negative where D·Q + R = 0 and Q > 0; the second one only where D > 0.
fn positive_quotient(quotient: &Poly, rest: &Poly, divisor: &Poly) -> [Poly; 2] {
    [quotient - &Poly::one(), &-rest - divisor]
}

/// Proves that the first polynomial is not 0 where the second one is.
fn prove(
    problem: &Problem,
    case: &Case,
    (zero, equal): &(Poly, Poly),
    depth: u32,
) -> Option<Vec<String>> {
    let mut part = Problem {
        cases: vec![Case { guard: case.guard.clone(), poly: zero.clone() }],
        before: Integer::from(1),
        after: Integer::from(1),
        complete: false,
        ..problem.clone()
    };
    part.equal.push(equal.clone());
    classic::ziv(&part)
        .or_else(|| classic::strong_siv(&part))
        .or_else(|| classic::gcd(&part))
        .or_else(|| residue::test(&part))
        .or_else(|| ipda::test(&part))
        .or_else(|| exact::proof(&part))
        .or_else(|| products::test(&part))
        .or_else(|| split(&part, depth - 1))
}

/// The coefficients of variables that contain a symbol, each with a leading coefficient of 1, and
/// the products of symbols that divide one of their monomials; the greatest degree first. With
/// `A[i*(n + 1)]` n alone is tried as well: (n + 1)·Δi is i modulo n.
fn divisors(poly: &Poly) -> Vec<Poly> {
    let mut found = BTreeSet::new();
    for atom in poly.atoms() {
        if matches!(atom, Atom::Symbol(_)) {
            continue;
        }
        for coefficient in poly.coefficients_of(&atom).into_iter().skip(1) {
            let symbolic = coefficient.atoms().iter().all(|a| matches!(a, Atom::Symbol(_)));
            if !symbolic || coefficient.as_constant().is_some() {
                continue;
            }
            found.extend(coefficient.monomials().flat_map(|(monomial, _)| parts(monomial)));
            let content = coefficient.content();
            let Some(primitive) = coefficient.divide_exactly(&content) else { continue };
            match leading(&primitive) {
                Some((_, factor)) if *factor == 1 => drop(found.insert(primitive)),
                Some((_, factor)) if *factor == -1 => drop(found.insert(-&primitive)),
                _ => {}
            }
        }
    }
    let mut divisors: Vec<Poly> = found.into_iter().collect();
    divisors.sort_by_key(|d| std::cmp::Reverse(leading(d).map_or(0, |(m, _)| m.degree())));
    divisors.truncate(MAX_DIVISORS);
    divisors
}

/// The products of some of a monomial's factors.
fn parts(monomial: &Monomial) -> Vec<Poly> {
    let mut products = vec![Poly::one()];
    for (atom, exponent) in monomial.factors() {
        let factor = Poly::atom(atom.clone());
        let mut longer = products.clone();
        for _ in 0..*exponent {
            longer = longer.iter().map(|product| product * &factor).collect();
            products.extend(longer.iter().cloned());
        }
    }
    products.split_off(1)
}

/// The monomial of greatest degree with its coefficient; the first of several.
fn leading(poly: &Poly) -> Option<(&Monomial, &Integer)> {
    poly.monomials().max_by_key(|(monomial, _)| monomial.degree())
}

/// `poly = divisor · Q + R` with no monomial of R a multiple of the divisor's leading one.
fn divide(poly: &Poly, divisor: &Poly) -> Option<(Poly, Poly)> {
    let (by, factor) = leading(divisor)?;
    let mut quotient = Poly::zero();
    let mut rest = poly.clone();
    for _ in 0..32 {
        let next = rest.monomials().find_map(|(m, c)| Some((m.divide(by)?, c.clone())));
        let Some((monomial, coefficient)) = next else {
            return (!quotient.is_zero()).then_some((quotient, rest));
        };
        let part = Poly::monomial(monomial, coefficient * factor);
        rest = &rest - &(&part * divisor);
        quotient = &quotient + &part;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::SymbolId;

    fn x(k: u32) -> Poly {
        Poly::atom(Atom::Symbol(SymbolId(k)))
    }

    #[test]
    fn every_part_divides_its_monomial() {
        let (n, m) = (x(0), x(1));
        let product = &(&n * &n) * &m;
        let (monomial, _) = leading(&product).expect("one monomial");
        let parts = parts(monomial);
        assert_eq!(parts.len(), 5);
        for part in &parts {
            let (quotient, rest) = divide(&product, part).expect("a multiple");
            assert!(rest.is_zero() && &quotient * part == product, "{part:?}");
        }
    }

    /// Both rows hold of every small D·Q + R = 0 with Q > 0, and one fails where Q ≤ 0.
    #[test]
    fn quotients_are_told_apart() {
        let [d, q, r] = [0, 1, 2].map(x);
        let rows = positive_quotient(&q, &r, &d);
        for divisor in 1..=6_i64 {
            for quotient in -6..=6_i64 {
                let values = [divisor, quotient, -divisor * quotient];
                let of = |atom: &Atom| match atom {
                    Atom::Symbol(symbol) => Some(Integer::from(values[symbol.index()])),
                    _ => None,
                };
                let hold = rows.iter().all(|row| row.evaluate(&of).is_some_and(|v| v >= 0));
                assert_eq!(hold, quotient > 0, "{values:?}");
            }
        }
    }

    #[test]
    fn division_is_an_identity() {
        let n = x(0);
        let plus_one = &n + &Poly::one();
        for divisor in [n.clone(), plus_one, &(&n * &x(1)) + &Poly::from(3)] {
            let poly = &(&(&divisor * &(&x(2) - &Poly::from(5))) + &x(3)) - &Poly::from(7);
            let (quotient, rest) = divide(&poly, &divisor).expect("a multiple is inside");
            assert_eq!(&(&divisor * &quotient) + &rest, poly);
            assert_eq!(quotient, &x(2) - &Poly::from(5));
        }
        assert_eq!(divide(&x(2), &n), None);
    }
}
