//! Polynomials with arbitrary-precision integer coefficients in canonical sum-of-products form.
//!
//! A polynomial is a list of monomials with non-zero coefficients, sorted by monomial, and a monomial
//! a sorted list of atoms with positive exponents, so that equal values are equal data. This is the
//! canonical form of the IPDA paper's §4: differences cancel by construction.
//!
//! Sums merge two lists; copies share their monomials.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Add, Mul, Neg, Sub};
use std::sync::Arc;

use rug::Integer;

use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::BinaryOp;

/// Which of the two instances of an iteration vector a value belongs to: the source's `i` or the
/// sink's `i'` (paper §5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instance {
    /// `i`
    Source,
    /// `i'`
    Sink,
}

/// What a polynomial is built of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A scalar that no iteration of the region changes.
    Symbol(SymbolId),
    /// A non-negative unknown that a fact introduced: `n = 3 + slack` where `n ≥ 3` is known.
    Slack(u32),
    /// A term that is not a polynomial: a quotient, a load, a call.
    Term(Arc<Term>),
    /// An induction variable; for a loop whose step is not 1, its iteration number from 0.
    Iv(LoopId, Instance),
    /// The iteration-point difference `i − i'` of a loop.
    Delta(LoopId),
}

/// An integer or a pointer in memory, a known number of bytes behind the beginning of a variable's storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fixed {
    /// The variable.
    pub(crate) symbol: SymbolId,
    /// How far behind.
    pub(crate) offset: u64,
    /// Its size.
    pub(crate) bytes: u32,
    /// Whether it may be negative.
    pub(crate) signed: bool,
}

impl Fixed {
    /// The value as an atom.
    pub(crate) fn atom(self) -> Atom {
        let Fixed { symbol, offset, bytes, signed } = self;
        let op = TermOp::Load { symbol, bytes, signed };
        Atom::Term(Arc::new(Term { op, args: vec![Poly::from(Integer::from(offset))] }))
    }
}

impl Atom {
    /// What is read from memory, where it lies at a known place.
    pub(crate) fn as_fixed(&self) -> Option<Fixed> {
        let Atom::Term(term) = self else { return None };
        let TermOp::Load { symbol, bytes, signed } = term.op else { return None };
        let [offset] = term.args.as_slice() else { return None };
        let offset = offset.as_constant()?.to_u64()?;
        Some(Fixed { symbol, offset, bytes, signed })
    }
}

/// A value that is not a polynomial. Two terms are equal if they are the same function of equal
/// arguments, so they cancel in differences like any other atom.
///
/// A term that several others have for an argument is one object in memory: what looks into
/// arguments looks at each object once, for there may be exponentially many ways to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The function.
    pub op: TermOp,
    /// Its arguments.
    pub args: Vec<Poly>,
}

/// Sums of more products are not made of what conversions are of.
const MOST_EXPANDED: usize = 64;

impl Term {
    /// Whether it is a conversion to so many bits or more: equal to what is converted, modulo two to the power of `bits`.
    pub fn is_modulo(&self, bits: u16) -> bool {
        matches!(self.op, TermOp::Wrap { bits: own, .. } if own >= bits)
    }
}

impl Ord for Term {
    fn cmp(&self, other: &Term) -> Ordering {
        if std::ptr::eq(self, other) {
            return Ordering::Equal;
        }
        self.op.cmp(&other.op).then_with(|| self.args.cmp(&other.args))
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Term) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The functions of [`Term`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TermOp {
    /// C division, remainder, shift or bit operation; never distributed over sums.
    Binary(BinaryOp),
    /// The argument modulo 2^bits, as an unsigned or a two's complement number.
    Wrap {
        /// Width.
        bits: u16,
        /// Whether the result is signed.
        signed: bool,
    },
    /// The value of `bytes` bytes in memory that the region does not write: the arguments are the
    /// byte offset from the root.
    Load {
        /// Whose memory.
        symbol: SymbolId,
        /// Size of the value.
        bytes: u32,
        /// Whether the bytes are read as a two's complement number.
        signed: bool,
    },
    /// The pointer value of a symbol; appears only as the root of an address.
    Pointer(SymbolId),
    /// A value that may differ in every iteration: the arguments are the enclosing induction
    /// variables, so that two iterations never share it.
    Unknown {
        /// The statement that makes it.
        stmt: StmtId,
        /// Tells apart the unknowns of one statement.
        index: u32,
        /// By how much at least the value grows from one iteration of the innermost loop in which it
        /// is used to a later one, the loops around it unchanged; 0 where nothing is known.
        grows: u32,
    },
}

/// Atoms with exponents, sorted by atom, exponents positive; empty for the constant monomial.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Monomial(Arc<[(Atom, u32)]>);

impl Monomial {
    /// The constant monomial.
    pub fn one() -> Self {
        Self::default()
    }

    /// The factors.
    pub fn factors(&self) -> &[(Atom, u32)] {
        &self.0
    }

    /// The dividend and the divisor, where this is a quotient by a positive number and nothing else.
    pub(crate) fn quotient(&self) -> Option<(&Poly, Integer)> {
        let [(Atom::Term(term), 1)] = self.factors() else { return None };
        let (TermOp::Binary(BinaryOp::Div), [dividend, divisor]) = (&term.op, &term.args[..])
        else {
            return None;
        };
        Some((dividend, divisor.as_constant().filter(|divisor| *divisor > 0)?))
    }

    /// The sum of all exponents.
    pub fn degree(&self) -> u32 {
        self.0.iter().map(|(_, exponent)| exponent).sum()
    }

    /// The exponent of `atom`.
    pub fn degree_in(&self, atom: &Atom) -> u32 {
        self.0.iter().find(|(a, _)| a == atom).map_or(0, |(_, exponent)| *exponent)
    }

    fn times(&self, other: &Monomial) -> Monomial {
        if self.0.is_empty() {
            return other.clone();
        }
        if other.0.is_empty() {
            return self.clone();
        }
        let exponents = |a: &u32, b: &u32| Some(a + b);
        Monomial(merge(&self.0, &other.0, exponents, u32::clone).into())
    }

    fn without(&self, atom: &Atom) -> Monomial {
        Monomial(self.0.iter().filter(|(a, _)| a != atom).cloned().collect())
    }

    /// Whether one of its atoms, or an atom in the arguments of a term at any depth, satisfies `test`.
    pub(crate) fn any_atom(&self, test: &mut dyn FnMut(&Atom) -> bool) -> bool {
        let mut seen = BTreeSet::new();
        self.0.iter().any(|(atom, _)| holds_in(atom, &mut seen, &mut |atom| test(atom)))
    }

    /// The greatest monomial that divides both.
    pub(crate) fn common(&self, other: &Monomial) -> Monomial {
        let least = |(atom, exponent): &(Atom, u32)| {
            let exponent = (*exponent).min(other.degree_in(atom));
            (exponent > 0).then(|| (atom.clone(), exponent))
        };
        Monomial(self.0.iter().filter_map(least).collect())
    }

    /// This monomial divided by `divisor`, where it is a multiple.
    pub fn divide(&self, divisor: &Monomial) -> Option<Monomial> {
        let mut quotient = Vec::new();
        for (atom, exponent) in self.0.iter() {
            let rest = exponent.checked_sub(divisor.degree_in(atom))?;
            if rest > 0 {
                quotient.push((atom.clone(), rest));
            }
        }
        let divides = divisor.0.iter().all(|(atom, e)| self.degree_in(atom) >= *e);
        divides.then(|| Monomial(quotient.into()))
    }
}

impl Ord for Monomial {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) { Ordering::Equal } else { self.0.cmp(&other.0) }
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The union of two sorted lists: values of one key are joined, and left out where that gives `None`;
/// values that only `b` has are made by `own`.
fn merge<K: Clone + Ord, V: Clone>(
    a: &[(K, V)],
    b: &[(K, V)],
    join: impl Fn(&V, &V) -> Option<V>,
    own: impl Fn(&V) -> V,
) -> Vec<(K, V)> {
    let mut union = Vec::with_capacity(a.len() + b.len());
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    while let (Some((k, v)), Some((l, w))) = (left.peek(), right.peek()) {
        let order = k.cmp(l);
        match order {
            Ordering::Less => union.push((k.clone(), v.clone())),
            Ordering::Greater => union.push((l.clone(), own(w))),
            Ordering::Equal => union.extend(join(v, w).map(|joined| (k.clone(), joined))),
        }
        if order != Ordering::Greater {
            left.next();
        }
        if order != Ordering::Less {
            right.next();
        }
    }
    union.extend(left.cloned());
    union.extend(right.map(|(l, w)| (l.clone(), own(w))));
    union
}

/// A polynomial over [`Atom`]s.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Poly(Vec<(Monomial, Integer)>);

impl Poly {
    /// 0.
    pub fn zero() -> Self {
        Self::default()
    }

    /// 1.
    pub fn one() -> Self {
        Self::from(1)
    }

    /// The polynomial that is `atom` alone.
    pub fn atom(atom: Atom) -> Self {
        Self(vec![(Monomial([(atom, 1)].into()), Integer::from(1))])
    }

    /// The term `op(args)`.
    pub fn term(op: TermOp, args: Vec<Poly>) -> Self {
        Self::atom(Atom::Term(Arc::new(Term { op, args })))
    }

    /// A polynomial that is equal modulo two to the power of `bits`: without conversions to as many bits or more among its factors, for
    /// these are numbers modulo that. What would become large stays as it is.
    pub fn modulo(&self, bits: u16) -> Self {
        let inner = |atom: &Atom| match atom {
            Atom::Term(term) if term.is_modulo(bits) => Some(term.args.first()?.modulo(bits)),
            _ => None,
        };
        let mut sum = Self::zero();
        for (monomial, coefficient) in self.monomials() {
            let mut product = Self::from(coefficient.clone());
            for (atom, exponent) in monomial.factors() {
                let factor = inner(atom).unwrap_or_else(|| Self::atom(atom.clone()));
                for _ in 0..*exponent {
                    product = &product * &factor;
                    if product.0.len() > MOST_EXPANDED {
                        return self.clone();
                    }
                }
            }
            sum = &sum + &product;
        }
        if sum.0.len() > MOST_EXPANDED { self.clone() } else { sum }
    }

    /// `coefficient · monomial`.
    pub fn monomial(monomial: Monomial, coefficient: Integer) -> Self {
        if coefficient == 0 { Self::zero() } else { Self(vec![(monomial, coefficient)]) }
    }

    /// The monomials with their non-zero coefficients, in canonical order.
    pub fn monomials(&self) -> impl ExactSizeIterator<Item = (&Monomial, &Integer)> {
        self.0.iter().map(|(monomial, coefficient)| (monomial, coefficient))
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Its value, where no atom occurs.
    pub fn as_constant(&self) -> Option<Integer> {
        match self.0.as_slice() {
            [] => Some(Integer::new()),
            [(monomial, constant)] if monomial.0.is_empty() => Some(constant.clone()),
            _ => None,
        }
    }

    /// Its value, where no atom occurs and a machine integer holds it.
    pub(crate) fn as_i128(&self) -> Option<i128> {
        match self.0.as_slice() {
            [] => Some(0),
            [(monomial, constant)] if monomial.0.is_empty() => constant.to_i128(),
            _ => None,
        }
    }

    /// The coefficient of the constant monomial, which is the first.
    pub fn constant_part(&self) -> Integer {
        match self.0.first() {
            Some((monomial, constant)) if monomial.0.is_empty() => constant.clone(),
            _ => Integer::new(),
        }
    }

    /// The polynomial without its constant.
    pub fn without_constant(&self) -> Poly {
        Poly(self.0.iter().filter(|(monomial, _)| !monomial.0.is_empty()).cloned().collect())
    }

    /// The sum of the monomials that satisfy `test`, and that of the others.
    pub(crate) fn partition(&self, mut test: impl FnMut(&Monomial) -> bool) -> (Poly, Poly) {
        let (satisfy, others) = self.0.iter().cloned().partition(|(monomial, _)| test(monomial));
        (Poly(satisfy), Poly(others))
    }

    /// The atom, where the polynomial is one atom alone.
    pub fn as_atom(&self) -> Option<&Atom> {
        let [(monomial, coefficient)] = self.0.as_slice() else { return None };
        match monomial.factors() {
            [(atom, 1)] if *coefficient == 1 => Some(atom),
            _ => None,
        }
    }

    /// The atoms that occur outside the arguments of terms, each once, in order.
    pub fn atoms(&self) -> Vec<Atom> {
        let mut atoms: Vec<Atom> = self.factors().map(|(atom, _)| atom.clone()).collect();
        atoms.sort();
        atoms.dedup();
        atoms
    }

    /// Whether some atom, or an atom in the arguments of a term at any depth, satisfies `test`.
    pub fn any_atom(&self, test: &mut dyn FnMut(&Atom) -> bool) -> bool {
        self.find_atom(&mut BTreeSet::new(), &mut |atom| test(atom))
    }

    /// The same, but for the arguments of the terms `seen`, which grow by those that are looked into.
    fn find_atom<'a>(
        &'a self,
        seen: &mut BTreeSet<*const Term>,
        test: &mut dyn FnMut(&'a Atom) -> bool,
    ) -> bool {
        self.factors().any(|(atom, _)| holds_in(atom, seen, test))
    }

    /// The atoms that are no terms, those in the arguments of terms too.
    pub(crate) fn leaves(&self) -> BTreeSet<&Atom> {
        let mut leaves = BTreeSet::new();
        self.find_atom(&mut BTreeSet::new(), &mut |atom| {
            if !matches!(atom, Atom::Term(_)) {
                leaves.insert(atom);
            }
            false
        });
        leaves
    }

    /// Whether `atom` occurs outside the arguments of terms.
    pub(crate) fn contains(&self, atom: &Atom) -> bool {
        self.factors().any(|(a, _)| a == atom)
    }

    fn factors(&self) -> impl Iterator<Item = &(Atom, u32)> {
        self.0.iter().flat_map(|(monomial, _)| monomial.factors())
    }

    /// The greatest common divisor of all coefficients; 0 for the zero polynomial.
    pub fn content(&self) -> Integer {
        self.0.iter().fold(Integer::new(), |divisor, (_, coefficient)| divisor.gcd(coefficient))
    }

    /// The coefficients of the powers of `atom`: `self = Σ result[k] · atom^k`. Atoms in the
    /// arguments of terms are not looked at.
    pub fn coefficients_of(&self, atom: &Atom) -> Vec<Poly> {
        let mut coefficients = vec![Poly::zero()];
        for (monomial, coefficient) in &self.0 {
            let degree = monomial.degree_in(atom) as usize;
            if coefficients.len() <= degree {
                coefficients.resize(degree + 1, Poly::zero());
            }
            let rest = if degree == 0 { monomial.clone() } else { monomial.without(atom) };
            coefficients[degree].0.push((rest, coefficient.clone()));
        }
        for power in &mut coefficients[1..] {
            power.0.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        }
        coefficients
    }

    /// The polynomial with every atom replaced by what `replace` says, in the arguments of terms
    /// too; `None` leaves an atom as it is.
    pub fn substitute(&self, replace: &dyn Fn(&Atom) -> Option<Poly>) -> Poly {
        self.substituted(&mut Replacement { replace, terms: BTreeMap::new() })
    }

    fn substituted(&self, by: &mut Replacement) -> Poly {
        let mut kept = Vec::new();
        let mut sum = Vec::new();
        for (monomial, coefficient) in &self.0 {
            let replaced: Vec<Option<Poly>> =
                monomial.factors().iter().map(|(atom, _)| by.atom(atom)).collect();
            if replaced.iter().all(Option::is_none) {
                kept.push((monomial.clone(), coefficient.clone()));
                continue;
            }
            let mut product = Poly::from(coefficient.clone());
            for ((atom, exponent), factor) in monomial.factors().iter().zip(replaced) {
                let factor = factor.unwrap_or_else(|| Poly::atom(atom.clone()));
                for _ in 0..*exponent {
                    product = &product * &factor;
                }
            }
            sum.extend(product.0);
        }
        if sum.is_empty() { Poly(kept) } else { &Poly(kept) + &Poly::collected(sum) }
    }

    /// The sum of products in any order.
    fn collected(mut products: Vec<(Monomial, Integer)>) -> Poly {
        products.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        products.dedup_by(|next, first| {
            let same = next.0 == first.0;
            if same {
                first.1 += &next.1;
            }
            same
        });
        products.retain(|(_, coefficient)| *coefficient != 0);
        Poly(products)
    }

    /// The product with an atom.
    pub(crate) fn times_atom(&self, atom: &Atom) -> Poly {
        self * &Poly::atom(atom.clone())
    }

    /// The quotient by a constant, where every coefficient is a multiple of it.
    pub fn divide_exactly(&self, divisor: &Integer) -> Option<Poly> {
        if *divisor == 0 || !self.0.iter().all(|(_, c)| c.is_divisible(divisor)) {
            return None;
        }
        Some(Poly(self.0.iter().map(|(m, c)| (m.clone(), Integer::from(c / divisor))).collect()))
    }

    /// The value under `valuation`; `None` where an atom has no value.
    pub fn evaluate(&self, valuation: &dyn Fn(&Atom) -> Option<Integer>) -> Option<Integer> {
        let mut sum = Integer::new();
        for (monomial, coefficient) in &self.0 {
            let mut product = coefficient.clone();
            for (atom, exponent) in monomial.factors() {
                let value = valuation(atom)?;
                for _ in 0..*exponent {
                    product *= &value;
                }
            }
            sum += product;
        }
        Some(sum)
    }
}

/// Whether an atom, or one in its arguments, satisfies `test`; the arguments of the terms `seen` aside, which grow.
fn holds_in<'a>(
    atom: &'a Atom,
    seen: &mut BTreeSet<*const Term>,
    test: &mut dyn FnMut(&'a Atom) -> bool,
) -> bool {
    test(atom)
        || matches!(atom, Atom::Term(term) if seen.insert(Arc::as_ptr(term))
            && term.args.iter().any(|arg| arg.find_atom(seen, test)))
}

/// A substitution of atoms.
struct Replacement<'a> {
    replace: &'a dyn Fn(&Atom) -> Option<Poly>,
    /// What stands for the terms that were met, which the polynomial holds.
    terms: BTreeMap<*const Term, Option<Poly>>,
}

impl Replacement<'_> {
    /// What stands for an atom; `None` where it is the atom itself.
    fn atom(&mut self, atom: &Atom) -> Option<Poly> {
        if let Some(poly) = (self.replace)(atom) {
            return Some(poly);
        }
        let Atom::Term(term) = atom else { return None };
        if let Some(known) = self.terms.get(&Arc::as_ptr(term)) {
            return known.clone();
        }
        let args: Vec<Poly> = term.args.iter().map(|arg| arg.substituted(self)).collect();
        let changed = (args != term.args).then(|| Poly::term(term.op.clone(), args));
        self.terms.insert(Arc::as_ptr(term), changed.clone());
        changed
    }
}

impl<T: Into<Integer>> From<T> for Poly {
    fn from(value: T) -> Self {
        Poly::monomial(Monomial::one(), value.into())
    }
}

impl Add for &Poly {
    type Output = Poly;

    fn add(self, other: &Poly) -> Poly {
        let sum = |a: &Integer, b: &Integer| Some(Integer::from(a + b)).filter(|sum| *sum != 0);
        Poly(merge(&self.0, &other.0, sum, Integer::clone))
    }
}

impl Neg for &Poly {
    type Output = Poly;

    fn neg(self) -> Poly {
        Poly(self.0.iter().map(|(m, c)| (m.clone(), Integer::from(-c))).collect())
    }
}

impl Sub for &Poly {
    type Output = Poly;

    fn sub(self, other: &Poly) -> Poly {
        let rest = |a: &Integer, b: &Integer| Some(Integer::from(a - b)).filter(|rest| *rest != 0);
        Poly(merge(&self.0, &other.0, rest, |b| Integer::from(-b)))
    }
}

impl Mul for &Poly {
    type Output = Poly;

    fn mul(self, other: &Poly) -> Poly {
        let scaled = |poly: &Poly, by: &Integer| {
            Poly(poly.0.iter().map(|(m, c)| (m.clone(), Integer::from(c * by))).collect())
        };
        match (self.0.as_slice(), other.0.as_slice()) {
            ([], _) | (_, []) => Poly::zero(),
            ([(one, factor)], _) if one.0.is_empty() => scaled(other, factor),
            (_, [(one, factor)]) if one.0.is_empty() => scaled(self, factor),
            (left, right) => {
                let mut products = Vec::with_capacity(left.len() * right.len());
                for (m1, c1) in left {
                    products.extend(
                        right.iter().map(|(m2, c2)| (m1.times(m2), Integer::from(c1 * c2))),
                    );
                }
                Poly::collected(products)
            }
        }
    }
}
