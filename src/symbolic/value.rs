//! Guarded sums: Σ predicate · polynomial (IPDA paper, §3 and §4, Fig. 2).
//!
//! The predicates of a [`Value`] are disjoint and cover every case, so that exactly one summand
//! counts for each iteration. A value that the analysis does not know carries the reason.

use std::collections::BTreeSet;

use rug::Integer;

use crate::diag::Code;
use crate::symbolic::poly::{Atom, Monomial, Poly};

/// How a literal's polynomial compares with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Test {
    /// `≥ 0`
    NonNegative,
    /// `= 0`
    Zero,
    /// `≠ 0`
    NonZero,
}

/// A comparison of a polynomial with 0. Over the integers `a < b` is `b − a − 1 ≥ 0`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The polynomial, divided by the greatest common divisor of its non-constant coefficients.
    pub poly: Poly,
    /// The comparison.
    pub test: Test,
}

/// What is known of a comparison without any facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It always holds.
    Always,
    /// It never holds.
    Never,
    /// It depends.
    Depends(Literal),
}

impl Literal {
    /// `poly test 0` in normal form.
    pub fn decide(poly: Poly, test: Test) -> Decision {
        if let Some(value) = poly.as_constant() {
            let holds = match test {
                Test::NonNegative => value >= 0,
                Test::Zero => value == 0,
                Test::NonZero => value != 0,
            };
            return if holds { Decision::Always } else { Decision::Never };
        }
        let content = poly.without_constant().content();
        let constant = poly.constant_part();
        let Some(reduced) = poly.without_constant().divide_exactly(&content) else {
            return Decision::Depends(Literal { poly, test });
        };
        match test {
            Test::NonNegative => {
                let floor = constant.div_rem_floor(content).0;
                Decision::Depends(Literal { poly: &reduced + &Poly::from(floor), test })
            }
            Test::Zero | Test::NonZero => {
                if !constant.is_divisible(&content) {
                    let never = test == Test::Zero;
                    return if never { Decision::Never } else { Decision::Always };
                }
                let poly = &reduced + &Poly::from(constant.div_exact(&content));
                let poly = if leads_negative(&poly) { -&poly } else { poly };
                Decision::Depends(Literal { poly, test })
            }
        }
    }

    /// The comparison that holds exactly when this one does not.
    pub fn negated(&self) -> Literal {
        match self.test {
            Test::NonNegative => {
                let poly = &-&self.poly - &Poly::one();
                Literal { poly, test: Test::NonNegative }
            }
            Test::Zero => Literal { poly: self.poly.clone(), test: Test::NonZero },
            Test::NonZero => Literal { poly: self.poly.clone(), test: Test::Zero },
        }
    }

    /// Whether this and `other` cannot both hold, for any values of the atoms.
    fn excludes(&self, other: &Literal) -> bool {
        if !same_but_for_constants(&self.poly, &other.poly) {
            return false;
        }
        match (self.test, other.test) {
            (Test::NonNegative, Test::NonNegative) => {
                (&self.poly + &other.poly).as_constant().is_some_and(|sum| sum < 0)
            }
            (Test::Zero, Test::NonZero) | (Test::NonZero, Test::Zero) => self.poly == other.poly,
            (Test::Zero, Test::Zero) => {
                (&self.poly - &other.poly).as_constant().is_some_and(|d| d != 0)
                    || (&self.poly + &other.poly).as_constant().is_some_and(|d| d != 0)
            }
            (Test::Zero, Test::NonNegative) => negative_given_zero(&self.poly, &other.poly),
            (Test::NonNegative, Test::Zero) => negative_given_zero(&other.poly, &self.poly),
            _ => false,
        }
    }
}

/// Whether both have the same monomials beside the constant one. Otherwise neither their sum nor their difference is a constant.
fn same_but_for_constants(a: &Poly, b: &Poly) -> bool {
    fn varying(poly: &Poly) -> impl Iterator<Item = &Monomial> {
        poly.monomials().map(|(monomial, _)| monomial).filter(|m| !m.factors().is_empty())
    }
    varying(a).eq(varying(b))
}

/// Whether `poly` is negative wherever `zero` is 0, because it is `±zero` plus a negative constant.
fn negative_given_zero(zero: &Poly, poly: &Poly) -> bool {
    let negative = |difference: Poly| difference.as_constant().is_some_and(|c| c < 0);
    negative(poly - zero) || negative(poly + zero)
}

/// Whether the last monomial's coefficient is negative; fixes the sign of `p = 0` and `p ≠ 0`.
fn leads_negative(poly: &Poly) -> bool {
    poly.monomials().last().is_some_and(|(_, coefficient)| *coefficient < 0)
}

/// A conjunction of literals; empty is "always".
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guard(BTreeSet<Literal>);

impl Guard {
    /// The guard that always holds.
    pub fn always() -> Self {
        Self::default()
    }

    /// Whether it always holds.
    pub fn is_always(&self) -> bool {
        self.0.is_empty()
    }

    /// The literals, in canonical order.
    pub fn literals(&self) -> impl Iterator<Item = &Literal> {
        self.0.iter()
    }

    /// Both guards; `None` where they exclude each other.
    pub fn and(&self, other: &Guard) -> Option<Guard> {
        let mut conjunction = self.clone();
        let all = other.0.iter().all(|literal| conjunction.admit(literal));
        all.then_some(conjunction)
    }

    /// This guard and one more literal; `None` where they exclude each other.
    pub fn and_literal(&self, literal: &Literal) -> Option<Guard> {
        let mut conjunction = self.clone();
        conjunction.admit(literal).then_some(conjunction)
    }

    /// Adds a literal; false, and nothing is added, where they exclude each other.
    fn admit(&mut self, literal: &Literal) -> bool {
        let admitted = !self.0.iter().any(|own| own.excludes(literal));
        if admitted {
            self.0.insert(literal.clone());
        }
        admitted
    }

    /// The guard with the atoms replaced; `None` where it can no longer hold.
    pub fn substitute(&self, replace: &dyn Fn(&Atom) -> Option<Poly>) -> Option<Guard> {
        let mut result = Guard::always();
        for literal in &self.0 {
            match Literal::decide(literal.poly.substitute(replace), literal.test) {
                Decision::Always => {}
                Decision::Never => return None,
                Decision::Depends(literal) if result.admit(&literal) => {}
                Decision::Depends(_) => return None,
            }
        }
        Some(result)
    }

    /// The guard without the literals that `known` decides to hold; `None` where one cannot hold.
    pub fn simplify(&self, known: &dyn Fn(&Literal) -> Option<bool>) -> Option<Guard> {
        let mut kept = BTreeSet::new();
        for literal in &self.0 {
            match known(literal) {
                Some(true) => {}
                Some(false) => return None,
                None => {
                    kept.insert(literal.clone());
                }
            }
        }
        Some(Guard(kept))
    }

    /// The guard that both share, where they differ only in one literal and its negation.
    fn merged(&self, other: &Guard) -> Option<Guard> {
        let mut only_self = self.0.difference(&other.0);
        let mut only_other = other.0.difference(&self.0);
        let (a, b) = (only_self.next()?, only_other.next()?);
        let complementary = a.negated() == *b || b.negated() == *a;
        if !complementary || only_self.next().is_some() || only_other.next().is_some() {
            return None;
        }
        Some(Guard(self.0.intersection(&other.0).cloned().collect()))
    }
}

/// One summand of a guarded sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Case {
    /// When it counts.
    pub guard: Guard,
    /// What it contributes.
    pub poly: Poly,
}

/// A symbolic value: a guarded sum, or unknown for a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Disjoint cases that cover everything; never empty.
    Known(Vec<Case>),
    /// Not known.
    Unknown(Code),
}

/// More cases than this are not followed up (paper §4.2 leaves the bound open).
const MAX_CASES: usize = 32;
/// More monomials than this are not followed up.
const MAX_MONOMIALS: usize = 256;

impl From<Poly> for Value {
    fn from(poly: Poly) -> Self {
        Value::Known(vec![Case { guard: Guard::always(), poly }])
    }
}

impl Value {
    /// The integer constant `value`.
    pub fn constant(value: impl Into<Integer>) -> Value {
        Value::from(Poly::from(value.into()))
    }

    /// The polynomial, where there is one case only.
    pub fn as_poly(&self) -> Option<&Poly> {
        match self {
            Value::Known(cases) if cases.len() == 1 && cases[0].guard.is_always() => {
                Some(&cases[0].poly)
            }
            _ => None,
        }
    }

    /// The constant, where the value is one.
    pub fn as_constant(&self) -> Option<Integer> {
        self.as_poly()?.as_constant()
    }

    /// The cases, none for an unknown value.
    pub fn cases(&self) -> &[Case] {
        match self {
            Value::Known(cases) => cases,
            Value::Unknown(_) => &[],
        }
    }

    /// The reason why the value is unknown.
    pub fn unknown(&self) -> Option<Code> {
        match self {
            Value::Known(_) => None,
            Value::Unknown(code) => Some(*code),
        }
    }

    /// `operation` applied to each case.
    pub fn map(&self, operation: impl Fn(&Poly) -> Poly) -> Value {
        match self {
            Value::Known(cases) => {
                let apply = |c: &Case| Case { guard: c.guard.clone(), poly: operation(&c.poly) };
                normalize(cases.iter().map(apply).collect())
            }
            Value::Unknown(code) => Value::Unknown(*code),
        }
    }

    /// `operation` applied to every pair of cases that do not exclude each other.
    pub fn combine(&self, other: &Value, operation: impl Fn(&Poly, &Poly) -> Poly) -> Value {
        let (left, right) = match (self, other) {
            (Value::Known(left), Value::Known(right)) => (left, right),
            (Value::Unknown(code), _) | (_, Value::Unknown(code)) => return Value::Unknown(*code),
        };
        let mut cases = Vec::new();
        for a in left {
            for b in right {
                if let Some(guard) = a.guard.and(&b.guard) {
                    cases.push(Case { guard, poly: operation(&a.poly, &b.poly) });
                }
            }
        }
        normalize(cases)
    }

    /// Sum.
    pub fn plus(&self, other: &Value) -> Value {
        self.combine(other, |a, b| a + b)
    }

    /// Difference; terms under equal guards cancel (paper §4.1).
    pub fn minus(&self, other: &Value) -> Value {
        self.combine(other, |a, b| a - b)
    }

    /// Product.
    pub fn times(&self, other: &Value) -> Value {
        self.combine(other, |a, b| a * b)
    }

    /// `p·then + (1−p)·otherwise`, where `condition` lists the disjoint guards under which the
    /// condition holds and those under which it does not (paper §4: one term for each reaching
    /// definition).
    pub fn select(condition: &Condition, then: &Value, otherwise: &Value) -> Value {
        if then == otherwise {
            return then.clone();
        }
        let (Value::Known(a), Value::Known(b)) = (then, otherwise) else {
            let code = then.unknown().or(otherwise.unknown()).unwrap_or(Code::TooComplex);
            return Value::Unknown(code);
        };
        let mut cases = restricted(a, &condition.holds);
        cases.extend(restricted(b, &condition.fails));
        normalize(cases)
    }

    /// The value with the atoms replaced, in guards too.
    pub fn substitute(&self, replace: &dyn Fn(&Atom) -> Option<Poly>) -> Value {
        let Value::Known(cases) = self else { return self.clone() };
        let substituted = cases.iter().filter_map(|case| {
            let guard = case.guard.substitute(replace)?;
            Some(Case { guard, poly: case.poly.substitute(replace) })
        });
        normalize(substituted.collect())
    }

    /// The value without the cases that `known` excludes and the literals that it decides.
    pub fn simplify(&self, known: &dyn Fn(&Literal) -> Option<bool>) -> Value {
        let Value::Known(cases) = self else { return self.clone() };
        let kept = cases.iter().filter_map(|case| {
            Some(Case { guard: case.guard.simplify(known)?, poly: case.poly.clone() })
        });
        normalize(kept.collect())
    }

    /// Whether an atom, in polynomials, guards or arguments of terms, satisfies `test`.
    pub fn any_atom(&self, test: &mut dyn FnMut(&Atom) -> bool) -> bool {
        self.cases().iter().any(|case| {
            case.poly.any_atom(test) || case.guard.literals().any(|l| l.poly.any_atom(test))
        })
    }
}

fn restricted(cases: &[Case], guards: &[Guard]) -> Vec<Case> {
    let mut result = Vec::new();
    for guard in guards {
        for case in cases {
            if let Some(guard) = guard.and(&case.guard) {
                result.push(Case { guard, poly: case.poly.clone() });
            }
        }
    }
    result
}

/// Merges cases of equal value and enforces the size limits.
fn normalize(mut cases: Vec<Case>) -> Value {
    if cases.is_empty() || cases.iter().any(|c| c.poly.monomials().len() > MAX_MONOMIALS) {
        return Value::Unknown(Code::TooComplex);
    }
    if cases.iter().all(|case| case.poly == cases[0].poly) {
        return Value::from(cases.swap_remove(0).poly);
    }
    while let Some((i, j, guard)) = mergeable(&cases) {
        cases[i].guard = guard;
        cases.remove(j);
    }
    if cases.len() > MAX_CASES {
        return Value::Unknown(Code::TooComplex);
    }
    cases.sort();
    Value::Known(cases)
}

fn mergeable(cases: &[Case]) -> Option<(usize, usize, Guard)> {
    for (i, a) in cases.iter().enumerate() {
        for (j, b) in cases.iter().enumerate().skip(i + 1) {
            if a.poly == b.poly
                && let Some(guard) = a.guard.merged(&b.guard)
            {
                return Some((i, j, guard));
            }
        }
    }
    None
}

/// When a condition holds and when it fails: two lists of guards, all disjoint, that together cover
/// every case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Guards under which it holds.
    pub holds: Vec<Guard>,
    /// Guards under which it fails.
    pub fails: Vec<Guard>,
}

impl Condition {
    /// A condition that always holds.
    pub fn always() -> Self {
        Self { holds: vec![Guard::always()], fails: Vec::new() }
    }

    /// A condition that never holds.
    pub fn never() -> Self {
        Self { holds: Vec::new(), fails: vec![Guard::always()] }
    }

    /// `value test 0`, case by case; `None` for an unknown value or too many cases.
    pub fn of(value: &Value, test: Test) -> Option<Self> {
        let mut condition = Self { holds: Vec::new(), fails: Vec::new() };
        if value.unknown().is_some() {
            return None;
        }
        for case in value.cases() {
            match Literal::decide(case.poly.clone(), test) {
                Decision::Always => condition.holds.push(case.guard.clone()),
                Decision::Never => condition.fails.push(case.guard.clone()),
                Decision::Depends(literal) => {
                    condition.holds.extend(case.guard.and_literal(&literal));
                    condition.fails.extend(case.guard.and_literal(&literal.negated()));
                }
            }
        }
        condition.bounded()
    }

    /// The condition that holds exactly when this one fails.
    pub fn negated(self) -> Self {
        Self { holds: self.fails, fails: self.holds }
    }

    /// Both conditions; `None` for too many cases.
    pub fn and(&self, other: &Condition) -> Option<Self> {
        let mut fails = self.fails.clone();
        fails.extend(conjunctions(&self.holds, &other.fails));
        Self { holds: conjunctions(&self.holds, &other.holds), fails }.bounded()
    }

    /// Either condition; `None` for too many cases.
    pub fn or(&self, other: &Condition) -> Option<Self> {
        let negated = self.clone().negated().and(&other.clone().negated())?;
        Some(negated.negated())
    }

    fn bounded(self) -> Option<Self> {
        (self.holds.len() + self.fails.len() <= MAX_CASES).then_some(self)
    }
}

/// Every guard of one side with every one of the other, but those that exclude each other.
pub(crate) fn conjunctions(left: &[Guard], right: &[Guard]) -> Vec<Guard> {
    left.iter().flat_map(|a| right.iter().filter_map(|b| a.and(b))).collect()
}
