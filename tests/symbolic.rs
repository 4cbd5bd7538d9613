//! The rules of the symbolic values, each against direct evaluation on small numbers.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rug::Integer;
use warpcc::id::{LoopId, SymbolId};
use warpcc::ir::BinaryOp;
use warpcc::symbolic::poly::{Atom, Instance, Poly, TermOp};
use warpcc::symbolic::range::{End, Facts, Sign};
use warpcc::symbolic::value::{Case, Condition, Decision, Guard, Literal, Test, Value};

type Valuation = Vec<i64>;

const ATOMS: usize = 4;

/// Two symbols and two induction variables.
fn atom(index: usize) -> Atom {
    match index {
        0 | 1 => Atom::Symbol(SymbolId::from_index(index)),
        _ => Atom::Iv(LoopId::from_index(index - 2), Instance::Source),
    }
}

fn position(wanted: &Atom) -> Option<usize> {
    (0..ATOMS).find(|index| atom(*index) == *wanted)
}

/// The value of a polynomial whose terms are quotients, remainders and conversions.
fn at(poly: &Poly, valuation: &[i64]) -> Option<Integer> {
    poly.evaluate(&|atom| match atom {
        Atom::Term(term) => {
            let args: Option<Vec<_>> = term.args.iter().map(|arg| at(arg, valuation)).collect();
            apply(&term.op, &args?)
        }
        _ => position(atom).map(|index| Integer::from(valuation[index])),
    })
}

fn apply(op: &TermOp, args: &[Integer]) -> Option<Integer> {
    match (op, args) {
        (TermOp::Binary(BinaryOp::Div), [a, b]) if *b != 0 => Some(Integer::from(a / b)),
        (TermOp::Binary(BinaryOp::Rem), [a, b]) if *b != 0 => Some(Integer::from(a % b)),
        (TermOp::Binary(BinaryOp::BitAnd), [a, b]) => Some(Integer::from(a & b)),
        (TermOp::Binary(BinaryOp::Shr), [a, b]) => Some(a.clone() >> b.to_u32()?),
        (TermOp::Wrap { bits, signed: false }, [a]) => {
            Some(a.clone().div_rem_euc(Integer::from(1) << u32::from(*bits)).1)
        }
        _ => None,
    }
}

fn holds(literal: &Literal, valuation: &[i64]) -> bool {
    compares(&at(&literal.poly, valuation).expect("every atom has a value"), literal.test)
}

fn compares(value: &Integer, test: Test) -> bool {
    match test {
        Test::NonNegative => *value >= 0,
        Test::Zero => *value == 0,
        Test::NonZero => *value != 0,
    }
}

fn guard_holds(guard: &Guard, valuation: &[i64]) -> bool {
    guard.literals().all(|literal| holds(literal, valuation))
}

fn poly() -> impl Strategy<Value = Poly> {
    let monomial = (-4_i64..=4, prop::collection::vec(0..ATOMS, 0..3));
    prop::collection::vec(monomial, 0..4).prop_map(|monomials| {
        monomials.into_iter().fold(Poly::zero(), |sum, (coefficient, factors)| {
            let product = factors.into_iter().map(|f| Poly::atom(atom(f)));
            &sum + &product.fold(Poly::from(coefficient), |product, factor| &product * &factor)
        })
    })
}

/// Polynomials with terms.
fn rich() -> impl Strategy<Value = Poly> {
    (poly(), poly(), -2_i64..=2, 0..5_usize, 1_i64..=4).prop_map(|(p, q, factor, kind, by)| {
        let binary = |op| Poly::term(TermOp::Binary(op), vec![q.clone(), Poly::from(by)]);
        let term = match kind {
            0 => binary(BinaryOp::Div),
            1 => binary(BinaryOp::Rem),
            2 => binary(BinaryOp::BitAnd),
            3 => binary(BinaryOp::Shr),
            _ => Poly::term(TermOp::Wrap { bits: 3, signed: false }, vec![q.clone()]),
        };
        &p + &(&Poly::from(factor) * &term)
    })
}

fn test() -> impl Strategy<Value = Test> {
    prop::sample::select(vec![Test::NonNegative, Test::Zero, Test::NonZero])
}

fn valuation() -> impl Strategy<Value = Valuation> {
    prop::collection::vec(-5_i64..=5, ATOMS)
}

fn literal() -> impl Strategy<Value = Literal> {
    (poly(), test()).prop_filter_map("a decided comparison", |(poly, test)| {
        match Literal::decide(poly, test) {
            Decision::Depends(literal) => Some(literal),
            _ => None,
        }
    })
}

/// A value made of conditions and operations, with its meaning.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(Poly),
    Plus(Box<Tree>, Box<Tree>),
    Minus(Box<Tree>, Box<Tree>),
    Times(Box<Tree>, Box<Tree>),
    Select(Box<Tree>, Test, Box<Tree>, Box<Tree>),
    Both(Box<Tree>, Box<Tree>, bool),
}

fn tree() -> impl Strategy<Value = Tree> {
    let boxed = |inner: BoxedStrategy<Tree>| inner.prop_map(Box::new);
    poly().prop_map(Tree::Leaf).prop_recursive(3, 12, 3, move |inner| {
        let one = || boxed(inner.clone());
        prop_oneof![
            (one(), one()).prop_map(|(a, b)| Tree::Plus(a, b)),
            (one(), one()).prop_map(|(a, b)| Tree::Minus(a, b)),
            (one(), one()).prop_map(|(a, b)| Tree::Times(a, b)),
            (one(), test(), one(), one()).prop_map(|(c, t, a, b)| Tree::Select(c, t, a, b)),
            (one(), one(), any::<bool>()).prop_map(|(a, b, and)| Tree::Both(a, b, and)),
        ]
    })
}

fn symbolic(tree: &Tree) -> Value {
    match tree {
        Tree::Leaf(poly) => Value::from(poly.clone()),
        Tree::Plus(a, b) => symbolic(a).plus(&symbolic(b)),
        Tree::Minus(a, b) => symbolic(a).minus(&symbolic(b)),
        Tree::Times(a, b) => symbolic(a).times(&symbolic(b)),
        Tree::Select(c, test, a, b) => {
            let (then, otherwise) = (symbolic(a), symbolic(b));
            match Condition::of(&symbolic(c), *test) {
                Some(condition) => Value::select(&condition, &then, &otherwise),
                None => Value::Unknown(warpcc::diag::Code::TooComplex),
            }
        }
        Tree::Both(a, b, and) => {
            let sides = [a, b].map(|side| Condition::of(&symbolic(side), Test::NonNegative));
            let [Some(a), Some(b)] = sides else {
                return Value::Unknown(warpcc::diag::Code::TooComplex);
            };
            match if *and { a.and(&b) } else { a.or(&b) } {
                Some(both) => {
                    Value::select(&both.negated(), &Value::constant(0), &Value::constant(1))
                }
                None => Value::Unknown(warpcc::diag::Code::TooComplex),
            }
        }
    }
}

fn direct(tree: &Tree, valuation: &[i64]) -> Integer {
    let of = |tree: &Tree| direct(tree, valuation);
    match tree {
        Tree::Leaf(poly) => at(poly, valuation).expect("every atom has a value"),
        Tree::Plus(a, b) => of(a) + of(b),
        Tree::Minus(a, b) => of(a) - of(b),
        Tree::Times(a, b) => of(a) * of(b),
        Tree::Select(c, test, a, b) => {
            if compares(&of(c), *test) {
                of(a)
            } else {
                of(b)
            }
        }
        Tree::Both(a, b, and) => {
            let (a, b) = (of(a) >= 0, of(b) >= 0);
            Integer::from(if *and { a && b } else { a || b })
        }
    }
}

/// The value of the one case that holds.
fn only_case<'a>(cases: &'a [Case], valuation: &[i64]) -> Result<&'a Poly, TestCaseError> {
    let holding: Vec<_> = cases.iter().filter(|c| guard_holds(&c.guard, valuation)).collect();
    prop_assert_eq!(holding.len(), 1, "cases at {:?} of {:?}", valuation, cases);
    Ok(&holding[0].poly)
}

/// Facts that hold at a valuation: a box of ranges with ends that may use variables further out.
fn facts_at(valuation: &[i64], known: &[Poly], ends: &[(Poly, Poly, i64, i64)]) -> Facts {
    let mut facts = Facts::default();
    for (index, value) in valuation.iter().enumerate().take(2) {
        if *value >= 0 {
            facts.bound_symbol(atom(index), Integer::new(), Integer::from(value + 3));
        } else if *value > -4 {
            facts.bound_symbol(atom(index), Integer::from(-4), Integer::from(3));
        }
    }
    for (index, poly) in known.iter().enumerate() {
        let value = at(poly, valuation).expect("every atom has a value");
        if index % 2 == 1 {
            facts.assume_zero(&(poly - &Poly::from(value)));
        } else {
            facts.assume_nonnegative(&(poly - &Poly::from(value.min(Integer::new()))));
        }
    }
    for (index, (low, high, below, above)) in ends.iter().enumerate() {
        let outer = |poly: &Poly| {
            poly.substitute(&|a| position(a).filter(|p| *p >= 2 + index).map(|_| Poly::from(1)))
        };
        let (low, high) = (outer(low), outer(high));
        let value = Integer::from(valuation[2 + index]);
        let shift = |poly: &Poly, to: Integer| {
            poly + &Poly::from(to - at(poly, valuation).expect("every atom has a value"))
        };
        let min = shift(&low, value.clone() - below);
        let max = shift(&high, value + above);
        facts.add_variable(atom(2 + index), Some(min), Some(max));
    }
    facts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn polynomials_are_a_ring(p in rich(), q in rich(), r in rich(), v in valuation()) {
        let value = |poly: &Poly| at(poly, &v).expect("every atom has a value");
        prop_assert_eq!(value(&(&p + &q)), value(&p) + value(&q));
        prop_assert_eq!(value(&(&p - &q)), value(&p) - value(&q));
        prop_assert_eq!(value(&(&p * &q)), value(&p) * value(&q));
        prop_assert_eq!(value(&-&p), -value(&p));
        prop_assert_eq!(&p * &(&q + &r), &(&p * &q) + &(&p * &r));
        prop_assert_eq!(&(&p * &q) * &r, &p * &(&q * &r));
        prop_assert_eq!(&p + &q, &q + &p);
        prop_assert_eq!(&p * &q, &q * &p);
        prop_assert!((&p - &p).is_zero());
    }

    #[test]
    fn substitution_is_evaluation_elsewhere(p in rich(), q in rich(), k in 0..ATOMS, v in valuation()) {
        let substituted = p.substitute(&|a| (*a == atom(k)).then(|| q.clone()));
        let inner = at(&q, &v).expect("every atom has a value").to_i64().expect("small");
        let mut moved = v.clone();
        moved[k] = inner;
        prop_assert_eq!(at(&substituted, &v), at(&p, &moved));
    }

    #[test]
    fn coefficients_rebuild_the_polynomial(p in poly(), k in 0..ATOMS) {
        let coefficients = p.coefficients_of(&atom(k));
        let own = |poly: &Poly| poly.atoms().contains(&atom(k));
        prop_assert!(!coefficients.iter().any(own));
        let x = Poly::atom(atom(k));
        let rebuilt = coefficients.iter().rev().fold(Poly::zero(), |sum, c| &(&sum * &x) + c);
        prop_assert_eq!(rebuilt, p);
    }

    #[test]
    fn exact_division_divides(p in poly(), by in -6_i64..=6) {
        let by = Integer::from(by);
        let multiple = &p * &Poly::from(by.clone());
        if by == 0 {
            prop_assert_eq!(multiple.divide_exactly(&by), None);
        } else {
            prop_assert_eq!(multiple.divide_exactly(&by), Some(p.clone()));
        }
        if let Some(quotient) = p.divide_exactly(&by) {
            prop_assert_eq!(&quotient * &Poly::from(by), p);
        }
    }

    #[test]
    fn normal_forms_keep_the_meaning(p in poly(), t in test(), v in valuation()) {
        let truth = compares(&at(&p, &v).expect("every atom has a value"), t);
        match Literal::decide(p, t) {
            Decision::Always => prop_assert!(truth),
            Decision::Never => prop_assert!(!truth),
            Decision::Depends(literal) => {
                prop_assert_eq!(holds(&literal, &v), truth);
                prop_assert_eq!(holds(&literal.negated(), &v), !truth);
                let again = Literal::decide(literal.poly.clone(), literal.test);
                prop_assert_eq!(again, Decision::Depends(literal));
            }
        }
    }

    #[test]
    fn guards_are_conjunctions(a in prop::collection::vec(literal(), 0..4), b in prop::collection::vec(literal(), 0..4), v in valuation()) {
        let all = |list: &[Literal]| list.iter().all(|l| holds(l, &v));
        let build = |list: &[Literal]| {
            list.iter().try_fold(Guard::always(), |guard, l| guard.and_literal(l))
        };
        let (left, right) = (build(&a), build(&b));
        for (guard, list) in [(&left, &a), (&right, &b)] {
            prop_assert_eq!(guard.as_ref().is_some_and(|g| guard_holds(g, &v)), all(list));
        }
        if let (Some(left), Some(right)) = (left, right) {
            let both = left.and(&right);
            prop_assert_eq!(both.is_some_and(|g| guard_holds(&g, &v)), all(&a) && all(&b));
            let known: BTreeMap<_, _> = left.literals().map(|l| (l.clone(), holds(l, &v))).collect();
            let simplified = left.simplify(&|l| known.get(l).copied());
            prop_assert_eq!(simplified.is_some_and(|g| g.is_always()), all(&a));
        }
    }

    #[test]
    fn exactly_one_case_counts(tree in tree(), v in valuation()) {
        let value = symbolic(&tree);
        if value.unknown().is_none() {
            let poly = only_case(value.cases(), &v)?;
            prop_assert_eq!(at(poly, &v), Some(direct(&tree, &v)));
        }
    }

    #[test]
    fn conditions_hold_or_fail(a in tree(), b in tree(), s in test(), t in test(), v in valuation()) {
        let sides = [(&a, s), (&b, t)];
        let [Some(left), Some(right)] = sides.map(|(x, t)| Condition::of(&symbolic(x), t)) else {
            return Ok(());
        };
        let [l, r] = sides.map(|(x, t)| compares(&direct(x, &v), t));
        let check = |condition: Option<Condition>, truth: bool| {
            let Some(Condition { holds, fails }) = condition else { return Ok(()) };
            let count = |list: &[Guard]| list.iter().filter(|g| guard_holds(g, &v)).count();
            prop_assert_eq!((count(&holds), count(&fails)), (usize::from(truth), usize::from(!truth)));
            Ok(())
        };
        check(Some(left.clone()), l)?;
        check(Some(left.clone().negated()), !l)?;
        check(left.and(&right), l && r)?;
        check(left.or(&right), l || r)?;
    }

    #[test]
    fn values_substitute(tree in tree(), q in poly(), k in 0..ATOMS, v in valuation()) {
        let value = symbolic(&tree).substitute(&|a| (*a == atom(k)).then(|| q.clone()));
        if value.unknown().is_none() {
            let mut moved = v.clone();
            moved[k] = at(&q, &v).expect("every atom has a value").to_i64().expect("small");
            let poly = only_case(value.cases(), &v)?;
            prop_assert_eq!(at(poly, &v), Some(direct(&tree, &moved)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn facts_never_contradict_a_point(
        v in valuation(),
        (known, ends) in (
            prop::collection::vec(poly(), 0..4),
            prop::collection::vec((poly(), poly(), 0_i64..3, 0_i64..3), 2),
        ),
        extra in prop::collection::vec(literal(), 0..2),
        p in rich(),
        t in test(),
    ) {
        let mut facts = facts_at(&v, &known, &ends);
        for literal in extra.iter().filter(|l| holds(l, &v)) {
            if let Some(guard) = Guard::always().and_literal(literal) {
                facts.assume_guard(&guard);
            }
        }
        let value = at(&p, &v).expect("every atom has a value");
        prop_assert!(!facts.nonnegative(&p) || value >= 0);
        prop_assert!(!facts.positive(&p) || value > 0);
        match facts.sign(&p) {
            Some(Sign::NonNegative) => prop_assert!(value >= 0),
            Some(Sign::NonPositive) => prop_assert!(value <= 0),
            None => {}
        }
        let interval = facts.interval(&p);
        prop_assert!(interval.min.is_none_or(|min| min <= value));
        prop_assert!(interval.max.is_none_or(|max| max >= value));
        let ends = [End::Min, End::Max].map(|end| facts.extreme(&p, end).and_then(|e| at(&e, &v)));
        prop_assert!(ends[0].as_ref().is_none_or(|min| *min <= value));
        prop_assert!(ends[1].as_ref().is_none_or(|max| *max >= value));
        if let Decision::Depends(literal) = Literal::decide(p, t) {
            let decided = facts.decide(&literal);
            prop_assert!(decided.is_none_or(|decided| decided == holds(&literal, &v)));
        }
    }
}
