//! The single-index tests beside strong SIV, and RDIV (Goff, Kennedy, Tseng: "Practical Dependence
//! Testing", PLDI 1991, §3.2 and §3.3), for differences that meet in (−before, after).
//!
//! One loop l moves, so that its bounds are the same for both iterations i and i'. What else the
//! difference has may be bounded by i' (a loop inside l around the sink), never by i: a side that uses
//! i is looked at as a variable of its own.

use rug::Integer;

use super::classic::every_case;
use super::problem::Problem;
use crate::id::LoopId;
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::range::Facts;

/// A difference a·x + c with an integer a ≠ 0 and a rest c without the moving loop's variables.
struct Line {
    a: Integer,
    c: Poly,
}

/// Weak-zero SIV (§3.2.2): only one side uses the loop, d = a·i + c or d = −a·i' + c, which meets 0
/// at one iteration i = −c/a. Independent if that is not an integer or outside the loop's bounds.
pub(super) fn weak_zero(problem: &Problem) -> Option<Vec<String>> {
    let [l] = &problem.moving[..] else { return None };
    let facts = both_iterations(problem, *l);
    every_case(problem, |poly| {
        let (primed, delta) = coefficients(poly, *l)?;
        let instance = match (primed == delta, delta == 0) {
            (true, false) => Instance::Source,
            (false, true) => Instance::Sink,
            _ => return None,
        };
        let line = Line { a: primed, c: rest(poly, *l) };
        let name = problem.names.iv(*l);
        let at = Poly::atom(Atom::Iv(*l, instance));
        let why = line.never(problem, &facts, &at, &at)?;
        Some(format!("{}: one side only uses {name}: {why}", problem.subset()))
    })
}

/// Weak-crossing SIV (§3.2.3): the sides use the loop with opposite coefficients,
/// d = a·(i + i') + c. Independent if i + i' = −c/a is not an integer, or below 2·first + 1 or above
/// 2·last − 1, between which the sum of two different iterations lies.
pub(super) fn weak_crossing(problem: &Problem) -> Option<Vec<String>> {
    let [l] = &problem.moving[..] else { return None };
    let facts = both_iterations(problem, *l);
    every_case(problem, |poly| {
        let (primed, a) = coefficients(poly, *l)?;
        if a == 0 || primed != Integer::from(2 * &a) {
            return None;
        }
        let line = Line { a, c: rest(poly, *l) };
        let twice = &Poly::from(2) * &Poly::atom(Atom::Iv(*l, Instance::Source));
        let least = &twice + &Poly::one();
        let greatest = &twice - &Poly::one();
        let name = problem.names.iv(*l);
        let why = line.never(problem, &facts, &least, &greatest)?;
        Some(format!("{}: symmetric in {name} and {name}': {why}", problem.subset()))
    })
}

/// RDIV (§3.3): two different loops, d = a·i − b·j + c with i around the source only and j around
/// the sink only, each free in its own range. Independent if the ranges of a·i + c and b·j do not
/// meet.
pub(super) fn rdiv(problem: &Problem) -> Option<Vec<String>> {
    let facts = problem.common_facts();
    every_case(problem, |poly| {
        let atoms: Vec<Atom> =
            poly.atoms().into_iter().filter(|a| !matches!(a, Atom::Symbol(_))).collect();
        let [Atom::Iv(a, _), Atom::Iv(b, _)] = atoms.as_slice() else { return None };
        let linear = atoms.iter().all(|atom| {
            let coefficients = poly.coefficients_of(atom);
            coefficients.len() == 2 && coefficients[1].as_constant().is_some()
        });
        if a == b || !linear || !problem.excludes(&facts, [poly; 2]) {
            return None;
        }
        let (subset, a, b) = (problem.subset(), problem.names.iv(*a), problem.names.iv(*b));
        let difference = problem.names.poly(poly);
        Some(format!("{subset}: {difference} is never 0 in the ranges of {a} and {b}"))
    })
}

/// What holds of i', and of i with the same bounds.
fn both_iterations(problem: &Problem, l: LoopId) -> Facts {
    let mut facts = problem.common_facts();
    facts.copy_variable(&Atom::Iv(l, Instance::Sink), Atom::Iv(l, Instance::Source));
    facts
}

/// The coefficients of i' and of Δi, where both are integers.
fn coefficients(poly: &Poly, l: LoopId) -> Option<(Integer, Integer)> {
    let of = |atom: Atom| match poly.coefficients_of(&atom).as_slice() {
        [_] => Some(Integer::new()),
        [_, factor] => factor.as_constant(),
        _ => None,
    };
    Some((of(Atom::Iv(l, Instance::Sink))?, of(Atom::Delta(l))?))
}

/// The polynomial without the monomials that the moving loop's variables occur in.
fn rest(poly: &Poly, l: LoopId) -> Poly {
    let without_delta = poly.coefficients_of(&Atom::Delta(l)).swap_remove(0);
    without_delta.coefficients_of(&Atom::Iv(l, Instance::Sink)).swap_remove(0)
}

impl Line {
    /// Why a·x + c is outside (−before, after) for every integer x between `least` and `greatest`.
    fn never(
        &self,
        problem: &Problem,
        facts: &Facts,
        least: &Poly,
        greatest: &Poly,
    ) -> Option<String> {
        let names = problem.names;
        let (a, c) = (&self.a, names.poly(&self.c));
        if self.has_no_integer(problem) {
            return Some(format!("{a}*x + ({c}) = 0 has no integer x"));
        }
        let at = |x: &Poly| &(x * &Poly::from(a.clone())) + &self.c;
        let ends = if *a > 0 { [least, greatest] } else { [greatest, least] };
        let excluded = problem.excludes(facts, ends.map(at).each_ref());
        excluded.then(|| format!("{a}*x + ({c}) = 0 only outside the loop"))
    }

    fn has_no_integer(&self, problem: &Problem) -> bool {
        let divisor = self.c.without_constant().content().gcd(&self.a);
        let residue = self.c.constant_part().div_rem_euc(divisor.clone()).1;
        residue >= problem.after && Integer::from(&residue - &divisor) <= -problem.before.clone()
    }
}

#[cfg(test)]
mod tests {
    use crate::access::collect;
    use crate::dependence::{Verdict, analyze};
    use crate::ir::text::parse;
    use crate::policy::Policy;

    /// Whether the pair of the two stores is proved independent for different j, where the first is to
    /// `A[FIRST]` and the second, in a loop over k from LOW to 15, to `A[SECOND]`.
    fn independent(first: &str, low: &str, second: &str) -> bool {
        let text = format!(
            "(region \"case.c\" 1 f
              (directive \"target teams\")
              (symbols (symbol A ptr pointer parameter) (symbol j i32 scalar region)
                (symbol k i32 scalar region))
              (data (map-tofrom A))
              (body
                (for j 1 < 8 1 declares
                  (= [A (index {first} 4:i64)]:u32@3:4 1:u32)
                  (for k {low} < 16 1 declares
                    (= [A (index {second} 4:i64)]:u32@1:2 1:u32)))))"
        );
        let region = parse(&text).expect("a region");
        let accesses = collect(&region, &Policy::STANDARD);
        let found = analyze(&region, &accesses, &Policy::STANDARD);
        let pair = found.pairs.iter().find(|p| p.source != p.sink).expect("a pair of two stores");
        matches!(pair.verdicts[&1], Verdict::Independent(_))
    }

    /// j = k' + 2 with k' >= j' - 1 has solutions with j > j', and so has j + j' = k' + 1.
    #[test]
    fn a_bound_of_one_iteration_says_nothing_of_the_other() {
        assert!(!independent("j", "(- j 1)", "(+ k 2)"));
        assert!(!independent("j", "(- (* 2 j) 1)", "(- (+ k 1) j)"));
        assert!(independent("j", "(- j 1)", "(+ k 9)"));
        assert!(independent("j", "j", "(- (neg j) (+ k 9))"));
    }
}
