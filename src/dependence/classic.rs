//! The classic tests (Goff, Kennedy, Tseng: "Practical Dependence Testing", PLDI 1991). Each is
//! stated for a difference d of two subscripts that meet where −before < d < after, and proves that
//! d is never there.

use rug::Integer;

use super::problem::Problem;
use crate::symbolic::poly::{Atom, Poly};

/// Zero index variables (§3.1): d is a constant c outside (−before, after).
pub(super) fn ziv(problem: &Problem) -> Option<Vec<String>> {
    every_case(problem, |poly| {
        let constant = poly.as_constant()?;
        let apart = constant >= problem.after || constant <= -problem.before.clone();
        apart.then(|| format!("{}: difference {constant}", problem.subset()))
    })
}

/// Strong SIV (§3.2.1): d = a·Δ + c with integers a ≠ 0 and c meets 0 only at Δ = −c/a, which must
/// be an integer different from 0 whose magnitude is within the loop's extent.
///
/// With sizes the candidates are all Δ with −before < a·Δ + c < after.
pub(super) fn strong_siv(problem: &Problem) -> Option<Vec<String>> {
    let [l] = &problem.moving[..] else { return None };
    let delta = Atom::Delta(*l);
    let facts = problem.facts(&[]);
    every_case(problem, |poly| {
        let coefficients = poly.coefficients_of(&delta);
        let [c, a] = coefficients.as_slice() else { return None };
        let (c, a) = (c.as_constant()?, a.as_constant()?);
        let magnitude = a.clone().abs();
        let least = Integer::from(1) - &problem.before - &c;
        let greatest = Integer::from(&problem.after - 1) - &c;
        let (from, to) = if a > 0 { (least, greatest) } else { (-greatest, -least) };
        let first = from.div_rem_ceil(magnitude.clone()).0;
        let last = to.div_rem_floor(magnitude).0;
        let name = problem.names.iv(*l);
        if first > last {
            return Some(format!("{}: no integer Δ{name} gives 0", problem.subset()));
        }
        let outside = |bound: Integer| {
            let width = problem.width(*l)?;
            facts.positive(&(&Poly::from(bound) - width)).then_some(())
        };
        let excluded = if first == 0 && last == 0 {
            Some(())
        } else if first > 0 {
            outside(first.clone())
        } else if last < 0 {
            outside(-last.clone())
        } else {
            None
        };
        excluded?;
        let range = problem.width(*l).map_or("unbounded".into(), |w| problem.names.poly(w));
        Some(format!(
            "{}: equal only at Δ{name} = {}, but 1 <= |Δ{name}| <= {range}",
            problem.subset(),
            if first == last { first.to_string() } else { format!("{first} .. {last}") },
        ))
    })
}

/// GCD (§3.4; Banerjee): every value of d is congruent to its constant modulo the greatest common
/// divisor of the other coefficients; no value in (−before, after) is.
pub(super) fn gcd(problem: &Problem) -> Option<Vec<String>> {
    every_case(problem, |poly| {
        let divisor = poly.without_constant().content();
        if divisor <= 1 {
            return None;
        }
        let residue = poly.constant_part().div_rem_euc(divisor.clone()).1;
        let below = Integer::from(&residue - &divisor);
        let apart = residue >= problem.after && below <= -problem.before.clone();
        apart.then(|| {
            let subset = problem.subset();
            format!("{subset}: difference is {residue} modulo {divisor}, never 0")
        })
    })
}

/// The lines of a proof for every case, where each has one.
pub(super) fn every_case(
    problem: &Problem,
    prove: impl Fn(&Poly) -> Option<String>,
) -> Option<Vec<String>> {
    let line = |case: &crate::symbolic::value::Case| {
        let text = prove(&case.poly)?;
        let guard = &case.guard;
        Some(if guard.is_always() || problem.cases.len() == 1 {
            text
        } else {
            format!("[{}] {text}", problem.names.guard(guard))
        })
    };
    problem.cases.iter().map(line).collect()
}
