//! Products of constraints (Maslov, Pugh: "Simplifying Polynomial Constraints Over Integers to Make
//! Dependence Analysis More Precise", CONPAR 1994; Handelman: "Representing polynomials by positive
//! linear functions on compact convex polyhedra", 1988).
//!
//! Suppose that the accesses meet. Then the difference d is in (−before, after), both iteration
//! vectors are inside their bounds, the guards hold, and every moving Δ is positive or negative.
//! Each of these is a polynomial that is not negative, and so is a product of two of them. If a sum
//! of such polynomials with positive multipliers is a negative constant, they do not meet. The
//! multipliers are found by [`refute`], with monomials as variables, once for every combination of
//! the Δ's signs.
//!
//! Where `IPDA` compares the ranges of two sides, this test may use every constraint several times:
//! triangular bounds, quotients and remainders, sizes that are tied to each other.

use std::collections::BTreeSet;

use rug::Integer;

use super::farkas::refute;
use super::ipda::{Reduced, reduce};
use super::problem::{DeltaRange, Problem};
use crate::id::LoopId;
use crate::ir::BinaryOp;
use crate::symbolic::poly::{Atom, Monomial, Poly, Term, TermOp};
use crate::symbolic::range::{Facts, Sign};
use crate::symbolic::value::{Case, Test};

/// Rows given to [`refute`] at most.
const MAX_ROWS: usize = 120;
/// More moving loops are not split into signs.
const MAX_MOVING: usize = 5;
/// More symbols of unknown sign are not split.
const MAX_SYMBOLS: usize = 2;
/// Terms whose definitions are added at most.
const MAX_TERMS: usize = 12;

/// A polynomial that is not negative where the accesses meet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    poly: Poly,
    /// The two factors it was made of.
    factors: Option<(Poly, Poly)>,
}

/// What one sum takes for granted besides the question itself.
#[derive(Clone, Debug, Default)]
struct Premise {
    signs: Vec<(LoopId, DeltaRange)>,
    symbols: Vec<(Atom, Sense)>,
}

/// How a symbol compares with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sense {
    Positive,
    Zero,
    Negative,
}

/// Proves that no two iterations meet, by one sum for each case and each combination of signs.
pub(super) fn test(problem: &Problem) -> Option<Vec<String>> {
    for_every_premise(problem, |case, premise| {
        refute_case(problem, case, premise)
            .map(|line| vec![line])
            .or_else(|| split_symbols(problem, case, premise))
    })
}

/// Farkas' lemma alone: the same without products and without splitting symbols. It proves most of
/// what is affine at a fraction of the price of integer sets.
pub(super) fn linear(problem: &Problem) -> Option<Vec<String>> {
    for_every_premise(problem, |case, premise| {
        let facts = premise_facts(problem, case, premise);
        let plain: Vec<Poly> = constraints(problem, case, premise, &facts).into_iter().collect();
        let rows: Vec<Row> = plain.iter().map(unmultiplied).collect();
        Some(vec![line(problem, premise, &summands(&rows, &refute(&plain)?))])
    })
}

/// The lines of all proofs, one for each case and each combination of signs, if there is one each.
fn for_every_premise(
    problem: &Problem,
    prove: impl Fn(&Case, &Premise) -> Option<Vec<String>>,
) -> Option<Vec<String>> {
    if problem.moving.len() > MAX_MOVING {
        return None;
    }
    let mut steps = Vec::new();
    for case in &problem.cases {
        for signs in signs(&problem.moving) {
            steps.extend(prove(case, &Premise { signs, symbols: Vec::new() })?);
        }
    }
    Some(steps)
}

fn unmultiplied(poly: &Poly) -> Row {
    Row { poly: poly.clone(), factors: None }
}

/// What holds wherever the accesses meet in one case, to ask several times what follows from it.
pub(super) struct Meeting {
    facts: Facts,
    rows: BTreeSet<Poly>,
}

impl Meeting {
    pub(super) fn new(problem: &Problem, case: &Case) -> Meeting {
        let premise = Premise::default();
        let facts = premise_facts(problem, case, &premise);
        let rows = constraints(problem, case, &premise, &facts);
        Meeting { facts, rows }
    }

    /// Whether `poly` is not negative there.
    pub(super) fn implies(&self, poly: &Poly) -> bool {
        self.excludes([&-poly - &Poly::one()])
    }

    /// Whether not all of `rows` are non-negative there.
    pub(super) fn excludes(&self, rows: impl IntoIterator<Item = Poly>) -> bool {
        let rows = self.rows.iter().cloned().chain(rows);
        contradiction(&rows.collect::<Vec<_>>(), &self.facts).is_some()
    }
}

/// Every combination of signs of the Δ's.
pub(super) fn signs(moving: &[LoopId]) -> impl Iterator<Item = Vec<(LoopId, DeltaRange)>> {
    (0..1_u32 << moving.len()).map(move |bits| {
        let range = |k: usize| match bits >> k & 1 {
            0 => DeltaRange::Positive,
            _ => DeltaRange::Negative,
        };
        moving.iter().enumerate().map(|(k, l)| (*l, range(k))).collect()
    })
}

/// One sum for each sign of the symbols that are factors of others and whose sign is not known.
fn split_symbols(problem: &Problem, case: &Case, premise: &Premise) -> Option<Vec<String>> {
    let facts = problem.facts(&[]);
    let factors = case.poly.monomials().filter(|(m, _)| m.degree() > 1);
    let symbols: BTreeSet<Atom> = factors
        .flat_map(|(m, _)| m.factors().iter().map(|(atom, _)| atom.clone()))
        .filter(|atom| matches!(atom, Atom::Symbol(_)))
        .filter(|atom| facts.sign(&Poly::atom(atom.clone())).is_none())
        .collect();
    if symbols.is_empty() || symbols.len() > MAX_SYMBOLS {
        return None;
    }
    let mut premises = vec![premise.clone()];
    for symbol in symbols {
        let with = |(premise, sense): (&Premise, Sense)| {
            let mut premise = premise.clone();
            premise.symbols.push((symbol.clone(), sense));
            premise
        };
        let senses = [Sense::Positive, Sense::Zero, Sense::Negative];
        premises = premises.iter().flat_map(|p| senses.map(|s| (p, s))).map(with).collect();
    }
    premises.iter().map(|premise| refute_case(problem, case, premise)).collect()
}

fn refute_case(problem: &Problem, case: &Case, premise: &Premise) -> Option<String> {
    let facts = premise_facts(problem, case, premise);
    let mut linear = constraints(problem, case, premise, &facts);
    linear.extend(premise.symbols.iter().flat_map(sense_rows));
    let zero =
        |atom: &Atom| premise.symbols.iter().any(|(s, sense)| s == atom && *sense == Sense::Zero);
    let set = |poly: &Poly| poly.substitute(&|atom| zero(atom).then(Poly::zero));
    let rows: Vec<Poly> = linear.iter().map(set).filter(|poly| !poly.is_zero()).collect();
    Some(line(problem, premise, &contradiction(&rows, &facts)?))
}

/// What is known where the accesses meet, with what the premise says of signs.
fn premise_facts(problem: &Problem, case: &Case, premise: &Premise) -> Facts {
    let mut facts = problem.facts_of(case, &premise.signs);
    premise.symbols.iter().flat_map(sense_rows).for_each(|row| facts.assume_nonnegative(&row));
    facts
}

/// A sum of these rows, or else of these and their products, that is a negative constant.
fn contradiction(plain: &[Poly], facts: &Facts) -> Option<Vec<(Integer, Row)>> {
    let found = refute(plain);
    let rows: Vec<Row> = plain.iter().map(unmultiplied).collect();
    if let Some(found) = found {
        return Some(summands(&rows, &found));
    }
    let rows = with_products(rows, facts);
    if rows.len() == plain.len() {
        return None;
    }
    let polys: Vec<Poly> = rows.iter().map(|row| row.poly.clone()).collect();
    Some(summands(&rows, &refute(&polys)?))
}

fn sense_rows((symbol, sense): &(Atom, Sense)) -> Vec<Poly> {
    let value = Poly::atom(symbol.clone());
    match sense {
        Sense::Positive => vec![&value - &Poly::one()],
        Sense::Zero => Vec::new(),
        Sense::Negative => vec![&-&value - &Poly::one()],
    }
}

fn summands(rows: &[Row], found: &[(usize, Integer)]) -> Vec<(Integer, Row)> {
    found.iter().map(|(row, factor)| (factor.clone(), rows[*row].clone())).collect()
}

/// `Δj >= 1: if they meet, 0 <= (n*Δi - n) + 2*(j) + … = -1`
fn line(problem: &Problem, premise: &Premise, found: &[(Integer, Row)]) -> String {
    let names = problem.names;
    let sense = |(symbol, sense): &(Atom, Sense)| {
        let relation = match sense {
            Sense::Positive => ">= 1",
            Sense::Zero => "= 0",
            Sense::Negative => "<= -1",
        };
        format!("{} {relation}", names.atom(symbol))
    };
    let mut sum = Poly::zero();
    let mut parts = Vec::new();
    for (factor, row) in found {
        sum = &sum + &(&row.poly * &Poly::from(factor.clone()));
        let product = match &row.factors {
            None => format!("({})", names.poly(&row.poly)),
            Some((a, b)) => format!("({})*({})", names.poly(a), names.poly(b)),
        };
        parts.push(if *factor == 1 { product } else { format!("{factor}*{product}") });
    }
    let premises = premise
        .signs
        .iter()
        .map(|sign| problem.sign(sign))
        .chain(premise.symbols.iter().map(sense));
    let premise = premises.collect::<Vec<_>>().join(", ");
    let subset = problem.subset();
    let total = names.poly(&sum);
    format!("{subset}: {premise}: if they met, 0 <= {} = {total}", parts.join(" + "))
}

/// What is not negative where the accesses meet, without products.
fn constraints(problem: &Problem, case: &Case, premise: &Premise, facts: &Facts) -> BTreeSet<Poly> {
    let mut rows = BTreeSet::new();
    let Reduced { quotient, before, after, .. } = reduce(problem, &case.poly, facts);
    rows.insert(&quotient + &Poly::from(before - 1));
    rows.insert(&Poly::from(after - 1) - &quotient);
    for poly in &problem.equal {
        rows.insert(poly.clone());
        rows.insert(-poly);
    }
    rows.extend(problem.nonnegative.iter().chain(problem.sizes.iter()).cloned());
    for literal in case.guard.literals() {
        match literal.test {
            Test::NonNegative => drop(rows.insert(literal.poly.clone())),
            Test::Zero => rows.extend([literal.poly.clone(), -&literal.poly]),
            Test::NonZero => {}
        }
    }
    for (l, range) in &premise.signs {
        let delta = Poly::atom(Atom::Delta(*l));
        let distance = if *range == DeltaRange::Positive { delta } else { -&delta };
        rows.insert(&distance - &Poly::one());
    }
    define_terms(&mut rows, facts);
    order_growing(&mut rows, facts);
    for atom in rows.iter().flat_map(Poly::atoms).collect::<BTreeSet<_>>() {
        let value = Poly::atom(atom);
        if facts.positive(&value) {
            rows.insert(&value - &Poly::one());
        } else if facts.nonnegative(&value) {
            rows.insert(value);
        }
    }
    rows.retain(|row| row.as_constant().is_none_or(|c| c < 0));
    rows
}

/// Adds that of two values of a growing unknown the one of the later iteration is greater.
fn order_growing(rows: &mut BTreeSet<Poly>, facts: &Facts) {
    let grows = |atom: &Atom| match atom {
        Atom::Term(term) => match term.op {
            TermOp::Unknown { grows, .. } if grows > 0 => Some((term.clone(), grows)),
            _ => None,
        },
        _ => None,
    };
    let terms: BTreeSet<_> = rows.iter().flat_map(Poly::atoms).filter_map(|a| grows(&a)).collect();
    for (a, least) in &terms {
        for (b, _) in terms.iter().filter(|(b, _)| b.op == a.op) {
            let (Some((x, outer)), Some((y, around))) = (a.args.split_last(), b.args.split_last())
            else {
                continue;
            };
            if outer == around && facts.positive(&(x - y)) {
                let [later, earlier] = [a, b].map(|term| Poly::atom(Atom::Term(term.clone())));
                rows.insert(&(&later - &earlier) - &Poly::from(*least));
            }
        }
    }
}

/// Adds what the definitions of quotients and remainders say, for terms in terms too.
fn define_terms(rows: &mut BTreeSet<Poly>, facts: &Facts) {
    let mut defined = BTreeSet::new();
    loop {
        let terms: BTreeSet<Atom> = rows
            .iter()
            .flat_map(Poly::atoms)
            .filter(|atom| matches!(atom, Atom::Term(_)) && !defined.contains(atom))
            .collect();
        if terms.is_empty() || defined.len() + terms.len() > MAX_TERMS {
            return;
        }
        for atom in terms {
            if let Atom::Term(term) = &atom {
                rows.extend(definition(&Poly::atom(atom.clone()), term, facts));
            }
            defined.insert(atom);
        }
    }
}

/// Polynomials that are not negative by the meaning of a term `value`.
///
/// C's division truncates: a = b·q + r with |r| < |b| and r of a's sign, so that for a ≥ 0 and b ≥ 1
/// 0 ≤ a − b·q ≤ b − 1, for a ≤ 0 the same of b·q − a, and otherwise |a − b·q| ≤ b − 1 (C11 §6.5.5).
/// A right shift is a floor, and a mask of lowest bits what it leaves.
fn definition(value: &Poly, term: &Term, facts: &Facts) -> Vec<Poly> {
    match (&term.op, term.args.as_slice()) {
        (TermOp::Binary(BinaryOp::Div), [a, b]) if facts.positive(b) => {
            remainder_bounds(&(a - &(b * value)), b, facts.sign(a))
        }
        (TermOp::Binary(BinaryOp::Rem), [a, b]) if facts.positive(b) => {
            let quotient = Poly::term(TermOp::Binary(BinaryOp::Div), vec![a.clone(), b.clone()]);
            let exact = &(a - &(b * &quotient)) - value;
            let mut rows = remainder_bounds(value, b, facts.sign(a));
            rows.extend([exact.clone(), -&exact]);
            rows
        }
        (TermOp::Binary(BinaryOp::BitAnd), [a, b]) => {
            let Some(mask) = b.as_constant().filter(|mask| *mask > 0) else { return Vec::new() };
            let mut rows = vec![value.clone(), b - value];
            let size: Integer = mask + 1;
            if size.is_power_of_two() {
                let amount = Poly::from(size.significant_bits() - 1);
                let floor = Poly::term(TermOp::Binary(BinaryOp::Shr), vec![a.clone(), amount]);
                let exact = &(a - &(&Poly::from(size) * &floor)) - value;
                rows.extend([exact.clone(), -&exact]);
            }
            rows
        }
        (TermOp::Binary(BinaryOp::Shr), [a, b]) => {
            let Some(amount) = b.as_constant().and_then(|b| b.to_u32()).filter(|b| *b < 64) else {
                return Vec::new();
            };
            let divisor = Poly::from(Integer::from(1) << amount);
            let rest = a - &(&divisor * value);
            remainder_bounds(&rest, &divisor, Some(Sign::NonNegative))
        }
        _ => Vec::new(),
    }
}

fn remainder_bounds(rest: &Poly, divisor: &Poly, sign: Option<Sign>) -> Vec<Poly> {
    let most = divisor - &Poly::one();
    match sign {
        Some(Sign::NonNegative) => vec![rest.clone(), &most - rest],
        Some(Sign::NonPositive) => vec![-rest, &most + rest],
        None => vec![&most - rest, &most + rest],
    }
}

/// The rows and the products that share a monomial of degree two or more with them: a row with a
/// cofactor that is not negative, and two rows.
fn with_products(rows: Vec<Row>, facts: &Facts) -> Vec<Row> {
    let targets: BTreeSet<Monomial> = rows
        .iter()
        .flat_map(|row| row.poly.monomials())
        .filter(|(monomial, _)| monomial.degree() > 1)
        .map(|(monomial, _)| monomial.clone())
        .collect();
    let is_linear = |poly: &&Poly| poly.monomials().all(|(m, _)| m.degree() <= 1);
    let linear: Vec<&Poly> = rows.iter().map(|row| &row.poly).filter(is_linear).collect();
    let mut products = BTreeSet::new();
    for target in &targets {
        for (atom, _) in target.factors() {
            let one = Poly::atom(atom.clone());
            let Some(by) = one.monomials().next().and_then(|(m, _)| target.divide(m)) else {
                continue;
            };
            let cofactor = Poly::monomial(by, Integer::from(1));
            let others = cofactor.atoms();
            let with = |atoms: &[Atom]| -> Vec<bool> {
                let uses = |row: &&Poly| atoms.iter().any(|atom| row.contains(atom));
                linear.iter().map(uses).collect()
            };
            let (own, other) = (with(std::slice::from_ref(atom)), with(&others));
            let with_atom = || linear.iter().zip(&own).filter(|(_, own)| **own);
            for bound in lower_bounds(&cofactor, facts) {
                products.extend(with_atom().map(|(row, _)| product(&bound, row)));
            }
            for (k, a) in linear.iter().enumerate() {
                let both = |l: usize| own[k] && other[l] || own[l] && other[k];
                let partners = (k..linear.len()).filter(|l| both(*l));
                products.extend(partners.map(|l| product(a, linear[l])));
            }
        }
    }
    let strange = |row: &Row| {
        let new = |(m, _): &(&Monomial, &Integer)| m.degree() > 1 && !targets.contains(*m);
        (row.poly.monomials().filter(new).count(), row.poly.monomials().len())
    };
    let mut products: Vec<Row> = products.into_iter().collect();
    products.sort_by_cached_key(strange);
    products.truncate(MAX_ROWS.saturating_sub(rows.len()));
    rows.into_iter().chain(products).collect()
}

fn product(a: &Poly, b: &Poly) -> Row {
    Row { poly: a * b, factors: Some((a.clone(), b.clone())) }
}

/// The cofactor's magnitude where its sign is known, and that less 1 where it is not 0.
fn lower_bounds(cofactor: &Poly, facts: &Facts) -> Vec<Poly> {
    let magnitude = match facts.sign(cofactor) {
        Some(Sign::NonNegative) => cofactor.clone(),
        Some(Sign::NonPositive) => -cofactor,
        None => return Vec::new(),
    };
    let less = &magnitude - &Poly::one();
    if facts.nonnegative(&less) { vec![magnitude, less] } else { vec![magnitude] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::SymbolId;

    /// What definitions say holds for every small dividend, with facts that say no more than its sign.
    #[test]
    fn definitions_hold_of_small_numbers() {
        let (x, y) = (Atom::Symbol(SymbolId(0)), Atom::Symbol(SymbolId(1)));
        let args = vec![Poly::atom(x.clone()), Poly::atom(y.clone())];
        for sign in [None, Some(Sign::NonNegative), Some(Sign::NonPositive)] {
            let mut facts = Facts::default();
            let (min, max) = match sign {
                None => (-9, 9),
                Some(Sign::NonNegative) => (0, 9),
                Some(Sign::NonPositive) => (-9, 0),
            };
            facts.bound_symbol(x.clone(), min.into(), max.into());
            facts.bound_symbol(y.clone(), 1.into(), 4.into());
            for op in [BinaryOp::Div, BinaryOp::Rem, BinaryOp::Shr, BinaryOp::BitAnd] {
                for b in 1..=4_i64 {
                    let mut args = args.clone();
                    if matches!(op, BinaryOp::Shr | BinaryOp::BitAnd) {
                        args[1] = Poly::from(b);
                    }
                    let term = Term { op: TermOp::Binary(op), args };
                    check(&term, &facts, (min..=max, b));
                }
            }
        }
    }

    fn check(term: &Term, facts: &Facts, (dividends, b): (std::ops::RangeInclusive<i64>, i64)) {
        let value = Poly::term(term.op.clone(), term.args.clone());
        let rows = definition(&value, term, facts);
        assert!(!rows.is_empty(), "{term:?}");
        for a in dividends {
            let of = |atom: &Atom| match atom {
                Atom::Symbol(SymbolId(0)) => Some(Integer::from(a)),
                Atom::Symbol(_) => Some(Integer::from(b)),
                Atom::Term(term) => match term.op {
                    TermOp::Binary(BinaryOp::Div) => Some(Integer::from(a / b)),
                    TermOp::Binary(BinaryOp::Rem) => Some(Integer::from(a % b)),
                    TermOp::Binary(BinaryOp::BitAnd) => Some(Integer::from(a & b)),
                    _ => {
                        let by = term.args[1].as_constant().and_then(|by| by.to_u32());
                        by.map(|by| Integer::from(a >> by))
                    }
                },
                _ => None,
            };
            for row in &rows {
                assert!(row.evaluate(&of).is_some_and(|v| v >= 0), "{term:?} {a} {b}: {row:?}");
            }
        }
    }
}
