//! Functions with a value of their own for each argument.
//!
//! `(i + c) % n` has different values for n consecutive i: equal remainders mean that n divides the difference of the arguments, in C for
//! negative arguments, too. The same holds of the lowest bits (`& 7`), and of a conversion that keeps the value modulo 2^b. `i ^ c` is
//! different for all i. So a·(T(P) − T(Q)) is not 0 where P − Q is not, and is less than n where that matters.

use std::sync::Arc;

use rug::Integer;

use super::problem::Problem;
use crate::ir::BinaryOp;
use crate::symbolic::poly::{Atom, Poly, Term, TermOp};
use crate::symbolic::range::Facts;
use crate::symbolic::value::Case;

/// Terms inside of each other that are looked through.
const MAX_DEPTH: u32 = 4;

/// Proves of every case that two such terms differ, and that nothing makes up for it.
pub(super) fn test(problem: &Problem) -> Option<Vec<String>> {
    problem.prove_cases(|case| test_case(problem, case))
}

/// Whether a case of the difference is one of two such terms.
pub(super) fn concerns(problem: &Problem) -> bool {
    problem.cases.iter().any(|case| {
        let rest = case.poly.without_constant();
        let whole = rest.divide_exactly(&rest.content());
        let terms = whole.as_ref().and_then(two_terms);
        terms.is_some_and(|(left, right)| compared(left, right).is_some())
    })
}

fn test_case(problem: &Problem, case: &Case) -> Option<Vec<String>> {
    let (rest, constant) = without_constant(&case.poly);
    let content = rest.content();
    let size = problem.before.clone().max(problem.after.clone());
    if &content - constant.abs() < size {
        return None;
    }
    let search = Search { problem, facts: problem.facts_of(case, &[]) };
    let mut lines = search.terms_differ(&rest.divide_exactly(&content)?, 0)?;
    let whole = problem.names.poly(&case.poly);
    lines.push(format!("{}: {whole} is no meeting", problem.subset()));
    Some(lines)
}

/// A sum without its number, and the number.
fn without_constant(poly: &Poly) -> (Poly, Integer) {
    let rest = poly.without_constant();
    let constant = (poly - &rest).as_constant().unwrap_or_default();
    (rest, constant)
}

struct Search<'a> {
    problem: &'a Problem<'a>,
    facts: Facts,
}

impl Search<'_> {
    /// Why a difference is not 0, where it is seen.
    fn differ(&self, difference: &Poly, depth: u32) -> Option<Vec<String>> {
        if self.step(difference).is_some() {
            return Some(Vec::new());
        }
        (depth <= MAX_DEPTH).then(|| self.terms_differ(difference, depth))?
    }

    /// Why two terms differ.
    fn terms_differ(&self, difference: &Poly, depth: u32) -> Option<Vec<String>> {
        let (left, right) = two_terms(difference)?;
        let (arguments, modulus) = compared(left, right)?;
        let names = &self.problem.names;
        let mut lines = self.differ(&arguments, depth + 1)?;
        let text = names.poly(&arguments);
        let [a, b] = [left, right].map(|term| names.atom(&Atom::Term(term.clone())));
        let Some(modulus) = modulus else {
            lines.push(format!("{a} != {b}, for {text} != 0"));
            return Some(lines);
        };
        if !self.is_less(&arguments, &modulus) {
            return None;
        }
        let modulus = names.poly(&modulus);
        lines.push(format!("{a} != {b}, for 0 < |{text}| < {modulus}"));
        Some(lines)
    }

    /// The factor of a difference that is a number times how far the iterations of a moving loop are apart, and the most that these are.
    fn step(&self, difference: &Poly) -> Option<(Integer, Option<&Poly>)> {
        let mut monomials = difference.monomials();
        let (monomial, factor) = monomials.next()?;
        let [(Atom::Delta(l), 1)] = monomial.factors() else { return None };
        let moves = monomials.next().is_none() && self.problem.moving.contains(l);
        moves.then(|| (factor.clone(), self.problem.width(*l)))
    }

    /// Whether a difference is between −modulus and modulus.
    fn is_less(&self, difference: &Poly, modulus: &Poly) -> bool {
        if let Some((factor, width)) = self.step(difference) {
            let Some(width) = width else { return false };
            let most = width * &Poly::from(factor.abs());
            return self.facts.nonnegative(&(&(modulus - &most) - &Poly::one()));
        }
        let beyond =
            |difference: &Poly| self.facts.nonnegative(&(&(modulus - difference) - &Poly::one()));
        beyond(difference) && beyond(&-difference)
    }
}

/// The terms T and U of T − U.
fn two_terms(difference: &Poly) -> Option<(&Arc<Term>, &Arc<Term>)> {
    let mut found: [Option<&Arc<Term>>; 2] = [None, None];
    for (monomial, factor) in difference.monomials() {
        let [(Atom::Term(term), 1)] = monomial.factors() else { return None };
        let place = match factor.to_i32()? {
            1 => 0,
            -1 => 1,
            _ => return None,
        };
        if found[place].replace(term).is_some() {
            return None;
        }
    }
    Some((found[0]?, found[1]?))
}

/// The difference of the arguments of two terms by one function, and what the terms are equal modulo; `None` in the place of that where
/// they are equal only if their arguments are.
fn compared(left: &Term, right: &Term) -> Option<(Poly, Option<Poly>)> {
    if left.op != right.op {
        return None;
    }
    match (&left.op, left.args.as_slice(), right.args.as_slice()) {
        (TermOp::Binary(BinaryOp::Rem), [a, m], [b, n]) if m == n => Some((a - b, Some(m.clone()))),
        (TermOp::Binary(BinaryOp::BitAnd), [a, m], [b, n]) if m == n => {
            let modulus = m.as_constant()? + Integer::from(1);
            let is_power = modulus > 0 && modulus.is_power_of_two();
            is_power.then(|| (a - b, Some(Poly::from(modulus))))
        }
        (TermOp::Binary(BinaryOp::BitXor), [a, m], [b, n]) => match () {
            () if m == n => Some((a - b, None)),
            () if a == b => Some((m - n, None)),
            () if a == n => Some((m - b, None)),
            () if m == b => Some((a - n, None)),
            () => None,
        },
        (TermOp::Wrap { bits, .. }, [a], [b]) => {
            Some((a - b, Some(Poly::from(Integer::from(1) << u32::from(*bits)))))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::access::collect;
    use crate::dependence::{Verdict, analyze};
    use crate::ir::text::parse;
    use crate::policy::Policy;

    /// Whether different j from `first` to `end` are proved to store to different places.
    fn is_proved(subscript: &str, first: &str, end: &str) -> bool {
        let text = format!(
            "(region \"case.c\" 1 f
              (directive \"target teams\")
              (symbols (symbol A ptr pointer parameter) (symbol j i32 scalar region)
                (symbol n i32 scalar parameter) (symbol c i32 scalar parameter))
              (data (map-tofrom A))
              (body
                (for j {first} < {end} 1 declares
                  (= [A (index {subscript} 4:i64)]:u32@3:4 1:u32))))"
        );
        let region = parse(&text).expect("a region");
        let accesses = collect(&region, &Policy::STANDARD);
        let found = analyze(&region, &accesses, &Policy::STANDARD);
        let pair = found.pairs.first().expect("a pair");
        matches!(pair.verdicts[&1], Verdict::Independent(_))
    }

    /// What is proved with numbers holds when they are put in; most of what holds is proved.
    #[test]
    fn proofs_hold_when_counted() {
        let (mut proved, mut true_ones) = (0, 0);
        for (op, by) in [("%", 4), ("%", 5), ("&", 3), ("&", 7), ("&", 5), ("^", 3), ("^", 6)] {
            for (factor, added) in [(1, 0), (1, -3), (2, 1), (3, 2), (-1, 2), (5, 0)] {
                for (first, trips) in (-2..3).flat_map(|f| (1..7).map(move |t| (f, t))) {
                    let subscript = format!("({op} (+ (* {factor} j) {added}) {by})");
                    let at = |j: i64| match (op, factor * j + added) {
                        ("%", argument) => argument % by,
                        ("&", argument) => argument & by,
                        (_, argument) => argument ^ by,
                    };
                    let values: BTreeSet<i64> = (first..first + trips).map(at).collect();
                    let differ = values.len() as i64 == trips;
                    let (low, high) = (first.to_string(), (first + trips).to_string());
                    let is_proved = is_proved(&subscript, &low, &high);
                    assert!(differ || !is_proved, "{subscript} from {low} to {high}");
                    proved += u32::from(is_proved);
                    true_ones += u32::from(differ);
                }
            }
        }
        assert!(proved * 10 > true_ones * 9, "{proved} of {true_ones}");
    }

    /// With sizes that are variables: n consecutive numbers, not more, and not by steps.
    #[test]
    fn sizes_are_compared() {
        assert!(is_proved("(% (+ j c) n)", "0", "n"));
        assert!(is_proved("(% (- (+ j n) c) n)", "0", "n"));
        assert!(is_proved("(^ (% (+ j c) n) c)", "0", "n"));
        assert!(is_proved("(^ j c)", "0", "n"));
        assert!(is_proved("(* 3 (% j n))", "1", "n"));
        assert!(!is_proved("(% (+ j c) n)", "0", "(+ n 1)"));
        assert!(!is_proved("(% (+ j c) n)", "-1", "n"));
        assert!(!is_proved("(% (* 2 j) n)", "0", "n"));
        assert!(!is_proved("(% j c)", "0", "n"));
        assert!(!is_proved("(& j c)", "0", "n"));
        assert!(!is_proved("(& (^ j c) 7)", "0", "n"));
    }
}
