//! The IPDA test (paper, §5.2 and §5.3, Fig. 4): the difference of two addresses, in which induction
//! variables appear as Δ's, is never 0.
//!
//! The difference is first freed of factors that are known to be positive, then split at its top
//! operator into a left part, the terms with one Δ, and a right part, the negated rest. The ranges of
//! the two are compared for Δ ≥ 1 and for Δ ≤ −1, every other moving Δ having any value in its range.
//! Where no Δ separates them alone, the signs of all Δ's are enumerated.

use rug::Integer;

use super::problem::{DeltaRange, Problem, outside};
use super::products::signs;
use crate::id::LoopId;
use crate::symbolic::poly::{Atom, Monomial, Poly};
use crate::symbolic::range::{End, Facts};
use crate::symbolic::value::Case;

/// The facts of a case, given the signs of some Δ's.
type KnownFacts<'a> = dyn Fn(&[(LoopId, DeltaRange)]) -> Facts + 'a;

/// A case's difference without the factors that cannot be 0, and the sizes that go with it.
pub(super) struct Reduced {
    pub(super) quotient: Poly,
    pub(super) before: Integer,
    pub(super) after: Integer,
    factor: Poly,
}

/// Proves that the difference of every case stays out of (−before, after).
pub(super) fn test(problem: &Problem) -> Option<Vec<String>> {
    problem.prove_cases(|case| test_case(problem, case))
}

fn test_case(problem: &Problem, case: &Case) -> Option<Vec<String>> {
    let facts = |ranges: &[(LoopId, DeltaRange)]| problem.facts_of(case, ranges);
    let reduced = reduce(problem, &case.poly, &facts(&[]));
    let mut steps = vec![opening_line(problem, case, &reduced)];
    for l in problem.moving.iter() {
        if let Some(lines) = split_at(problem, &reduced, *l, &facts) {
            steps.extend(lines);
            return Some(steps);
        }
    }
    if reduced.apart(&facts(&[])) {
        steps.push(reduced.range_line(problem, &facts(&[])));
        return Some(steps);
    }
    steps.extend(enumerate_signs(problem, &reduced, &facts)?);
    Some(steps)
}

/// `{j, k}: 4*n*Δj + 4*Δk != 0, where 4 > 0: n*Δj + Δk != 0`
fn opening_line(problem: &Problem, case: &Case, reduced: &Reduced) -> String {
    let names = problem.names;
    let place = if problem.cases.len() > 1 {
        format!("{} where {}", problem.subset(), names.guard(&case.guard))
    } else {
        problem.subset()
    };
    let difference = names.poly(&case.poly);
    if reduced.factor == Poly::one() {
        return format!("{place}: {difference} != 0");
    }
    let (factor, quotient) = (names.poly(&reduced.factor), names.poly(&reduced.quotient));
    format!("{place}: {difference} != 0, where {factor} > 0: {quotient} != 0")
}

/// Divides by the coefficients' common divisor where it is a whole element, and by symbols that are
/// factors of every term and known to be positive.
pub(super) fn reduce(problem: &Problem, poly: &Poly, facts: &Facts) -> Reduced {
    let (mut before, mut after) = (problem.before.clone(), problem.after.clone());
    let mut quotient = poly.clone();
    let mut factor = Poly::one();
    let content = poly.content();
    if content > 0
        && content >= before
        && content >= after
        && let Some(divided) = poly.divide_exactly(&content)
    {
        quotient = divided;
        factor = Poly::from(content);
        (before, after) = (Integer::from(1), Integer::from(1));
    }
    for atom in quotient.atoms() {
        let symbol = Poly::atom(atom.clone());
        while matches!(atom, Atom::Symbol(_)) && facts.positive(&symbol) {
            let Some(divided) = divide_by_atom(&quotient, &atom) else { break };
            quotient = divided;
            factor = &factor * &symbol;
        }
    }
    Reduced { quotient, before, after, factor }
}

/// The quotient by an atom that is a factor of every monomial.
pub(super) fn divide_by_atom(poly: &Poly, atom: &Atom) -> Option<Poly> {
    let by = Poly::atom(atom.clone());
    let divisor: &Monomial = by.monomials().next()?.0;
    let mut quotient = Poly::zero();
    for (monomial, coefficient) in poly.monomials() {
        let part = Poly::monomial(monomial.divide(divisor)?, coefficient.clone());
        quotient = &quotient + &part;
    }
    (!quotient.is_zero()).then_some(quotient)
}

impl Reduced {
    /// Whether the difference is outside (−before, after) wherever `facts` hold.
    fn apart(&self, facts: &Facts) -> bool {
        outside(facts, [&self.quotient; 2], [&self.before, &self.after])
    }

    fn range_line(&self, problem: &Problem, facts: &Facts) -> String {
        let range = range_text(problem, &self.quotient, facts);
        let difference = problem.names.poly(&self.quotient);
        format!("{difference} in {range}, never 0")
    }
}

/// `LO ≠ RO`, where LO is all terms with Δ of `l` and RO the negated rest.
fn split_at(
    problem: &Problem,
    reduced: &Reduced,
    l: LoopId,
    facts: &KnownFacts,
) -> Option<Vec<String>> {
    let delta = Atom::Delta(l);
    let rest = reduced.quotient.coefficients_of(&delta).swap_remove(0);
    let left = &reduced.quotient - &rest;
    if left.is_zero() {
        return None;
    }
    let right = -&rest;
    let positive = facts(&[(l, DeltaRange::Positive)]);
    let negative = facts(&[(l, DeltaRange::Negative)]);
    if !reduced.apart(&positive) || !reduced.apart(&negative) {
        return None;
    }
    let any = facts(&[]);
    let names = problem.names;
    let (lo, ro) = (names.poly(&left), names.poly(&right));
    let ranges = format!(
        "{lo} in {} or {}; {ro} in {}: no overlap",
        range_text(problem, &left, &negative),
        range_text(problem, &left, &positive),
        range_text(problem, &right, &any)
    );
    let split = (!right.is_zero()).then(|| format!("{lo} != {ro}"));
    Some(split.into_iter().chain([ranges]).collect())
}

/// Every combination of signs, one line each.
fn enumerate_signs(
    problem: &Problem,
    reduced: &Reduced,
    facts: &KnownFacts,
) -> Option<Vec<String>> {
    let line = |ranges: Vec<(LoopId, DeltaRange)>| {
        let known = facts(&ranges);
        let premise: Vec<_> = ranges.iter().map(|sign| problem.sign(sign)).collect();
        let range = || range_text(problem, &reduced.quotient, &known);
        reduced
            .apart(&known)
            .then(|| format!("{}: difference in {}, never 0", premise.join(", "), range()))
    };
    signs(&problem.moving).map(line).collect()
}

/// `[a, b]` with symbolic ends, `-inf` and `+inf` where an end is not known.
fn range_text(problem: &Problem, poly: &Poly, facts: &Facts) -> String {
    let end = |end| facts.extreme(poly, end).map(|p| problem.names.poly(&p));
    let min = end(End::Min).map_or("(-inf".into(), |p| format!("[{p}"));
    let max = end(End::Max).map_or("+inf)".into(), |p| format!("{p}]"));
    format!("{min}, {max}")
}
