//! Factors that are never 0.
//!
//! d = f·q with f ≠ 0 is 0 only where q is. A moving loop's Δ is never 0, a variable or size whose
//! range excludes 0 neither. So `P(i' + Δ) − P(i')` is Δ·q for every polynomial P: squares and
//! products of induction variables become questions of lower degree, as in Δ·(i + i') != 0 for
//! `A[i*i]`.

use rug::Integer;

use super::problem::Problem;
use super::{banerjee, classic, exact, ipda, products, residue, siv};
use crate::symbolic::poly::{Atom, Poly};
use crate::symbolic::range::Facts;
use crate::symbolic::value::{Case, Guard, Test};

/// Proves of every case that what its factors leave is not 0.
pub(super) fn test(problem: &Problem) -> Option<Vec<String>> {
    problem.prove_cases(|case| test_case(problem, case))
}

fn test_case(problem: &Problem, case: &Case) -> Option<Vec<String>> {
    let content = case.poly.content();
    let whole = content >= problem.before && content >= problem.after;
    let (poly, size) = match case.poly.divide_exactly(&content) {
        Some(divided) if whole => (divided, Integer::from(1)),
        _ if problem.before == problem.after => (case.poly.clone(), problem.after.clone()),
        _ => return None,
    };
    let facts = problem.facts_of(case, &[]);
    let (factors, rest) = split(&poly, &|atom| never_zero(problem, &facts, &case.guard, atom));
    if factors.is_empty() {
        return None;
    }
    let names = problem.names;
    let product: Vec<_> = factors.iter().map(|atom| names.atom(atom)).collect();
    let (whole, left) = (names.poly(&poly), names.poly(&rest));
    let opening = format!(
        "{}: {whole} = {}*({left}), {} != 0",
        problem.subset(),
        product.join("*"),
        product.join(", ")
    );
    let part = Problem {
        cases: vec![Case { guard: case.guard.clone(), poly: rest }],
        before: size.clone(),
        after: size,
        complete: false,
        ..problem.clone()
    };
    Some([vec![opening], prove(&part)?].concat())
}

fn prove(part: &Problem) -> Option<Vec<String>> {
    classic::ziv(part)
        .or_else(|| classic::strong_siv(part))
        .or_else(|| classic::gcd(part))
        .or_else(|| siv::weak_zero(part))
        .or_else(|| residue::test(part))
        .or_else(|| banerjee::test(part))
        .or_else(|| ipda::test(part))
        .or_else(|| products::linear(part))
        .or_else(|| exact::proof(part))
        .or_else(|| products::test(part))
}

/// The atoms that divide every monomial and are never 0, with their powers, and the quotient.
fn split(poly: &Poly, never_zero: &dyn Fn(&Atom) -> bool) -> (Vec<Atom>, Poly) {
    let (mut factors, mut rest) = (Vec::new(), poly.clone());
    for atom in poly.atoms() {
        while let Some(quotient) = ipda::divide_by_atom(&rest, &atom).filter(|_| never_zero(&atom))
        {
            rest = quotient;
            factors.push(atom.clone());
        }
    }
    (factors, rest)
}

fn never_zero(problem: &Problem, facts: &Facts, guard: &Guard, atom: &Atom) -> bool {
    if let Atom::Delta(l) = atom
        && problem.moving.contains(l)
    {
        return true;
    }
    let value = Poly::atom(atom.clone());
    facts.positive(&value)
        || facts.positive(&-&value)
        || guard.literals().any(|literal| literal.test == Test::NonZero && literal.poly == value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::LoopId;
    use crate::symbolic::poly::Instance;

    /// The product of factors and quotient is the polynomial, for every power.
    #[test]
    fn factors_and_quotient_make_the_whole() {
        let delta = Atom::Delta(LoopId(0));
        let (d, i) = (Poly::atom(delta.clone()), Poly::atom(Atom::Iv(LoopId(0), Instance::Sink)));
        let moved = &i + &d;
        let mut powers = (Poly::one(), Poly::one());
        for power in 1..=4 {
            powers = (&powers.0 * &moved, &powers.1 * &i);
            let difference = &powers.0 - &powers.1;
            let (factors, rest) = split(&difference, &|atom| *atom == delta);
            assert_eq!(factors, std::slice::from_ref(&delta), "power {power}");
            assert_eq!(&rest * &d, difference);
        }
        let squared = &(&d * &d) * &i;
        let (factors, rest) = split(&squared, &|atom| *atom == delta);
        assert_eq!((factors.len(), rest), (2, i));
    }
}
