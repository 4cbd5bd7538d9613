//! Polynomials with arbitrary-precision integer coefficients in canonical sum-of-products form.
//!
//! A polynomial is a map from monomials to non-zero coefficients, a monomial a sorted list of atoms
//! with positive exponents, so that equal values are equal data. This is the canonical form of the
//! IPDA paper's §4: differences cancel by construction.

use std::collections::BTreeMap;
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

/// A value that is not a polynomial. Two terms are equal if they are the same function of equal
/// arguments, so they cancel in differences like any other atom.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    /// The function.
    pub op: TermOp,
    /// Its arguments.
    pub args: Vec<Poly>,
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
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Monomial(Vec<(Atom, u32)>);

impl Monomial {
    /// The constant monomial.
    pub fn one() -> Self {
        Self::default()
    }

    /// The factors.
    pub fn factors(&self) -> &[(Atom, u32)] {
        &self.0
    }

    /// The exponent of `atom`.
    pub fn degree_in(&self, atom: &Atom) -> u32 {
        self.0.iter().find(|(a, _)| a == atom).map_or(0, |(_, exponent)| *exponent)
    }

    fn times(&self, other: &Monomial) -> Monomial {
        let mut product: BTreeMap<&Atom, u32> = BTreeMap::new();
        for (atom, exponent) in self.0.iter().chain(&other.0) {
            *product.entry(atom).or_default() += exponent;
        }
        Monomial(product.into_iter().map(|(atom, e)| (atom.clone(), e)).collect())
    }

    fn without(&self, atom: &Atom) -> Monomial {
        Monomial(self.0.iter().filter(|(a, _)| a != atom).cloned().collect())
    }

    /// This monomial divided by `divisor`, where it is a multiple.
    pub fn divide(&self, divisor: &Monomial) -> Option<Monomial> {
        let mut quotient = Vec::new();
        for (atom, exponent) in &self.0 {
            let rest = exponent.checked_sub(divisor.degree_in(atom))?;
            if rest > 0 {
                quotient.push((atom.clone(), rest));
            }
        }
        let divides = divisor.0.iter().all(|(atom, e)| self.degree_in(atom) >= *e);
        divides.then_some(Monomial(quotient))
    }
}

/// A polynomial over [`Atom`]s.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Poly(BTreeMap<Monomial, Integer>);

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
        Self(BTreeMap::from([(Monomial(vec![(atom, 1)]), Integer::from(1))]))
    }

    /// The term `op(args)`.
    pub fn term(op: TermOp, args: Vec<Poly>) -> Self {
        Self::atom(Atom::Term(Arc::new(Term { op, args })))
    }

    /// `coefficient · monomial`.
    pub fn monomial(monomial: Monomial, coefficient: Integer) -> Self {
        let mut poly = Self::zero();
        poly.add_monomial(monomial, coefficient);
        poly
    }

    /// The monomials with their non-zero coefficients, in canonical order.
    pub fn monomials(&self) -> impl ExactSizeIterator<Item = (&Monomial, &Integer)> {
        self.0.iter()
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Its value, where no atom occurs.
    pub fn as_constant(&self) -> Option<Integer> {
        match self.0.len() {
            0 => Some(Integer::new()),
            1 => self.0.get(&Monomial::one()).cloned(),
            _ => None,
        }
    }

    /// The coefficient of the constant monomial.
    pub fn constant_part(&self) -> Integer {
        self.0.get(&Monomial::one()).cloned().unwrap_or_default()
    }

    /// The polynomial without its constant.
    pub fn without_constant(&self) -> Poly {
        let mut poly = self.clone();
        poly.0.remove(&Monomial::one());
        poly
    }

    /// The atom, where the polynomial is one atom alone.
    pub fn as_atom(&self) -> Option<&Atom> {
        let (monomial, coefficient) = self.0.first_key_value()?;
        match monomial.factors() {
            [(atom, 1)] if self.0.len() == 1 && *coefficient == 1 => Some(atom),
            _ => None,
        }
    }

    /// The atoms that occur outside the arguments of terms, each once, in order.
    pub fn atoms(&self) -> Vec<Atom> {
        let mut atoms: Vec<Atom> =
            self.0.keys().flat_map(|m| m.factors().iter().map(|(atom, _)| atom.clone())).collect();
        atoms.sort();
        atoms.dedup();
        atoms
    }

    /// Whether some atom, or an atom in the arguments of a term at any depth, satisfies `test`.
    pub fn any_atom(&self, test: &mut dyn FnMut(&Atom) -> bool) -> bool {
        self.0.keys().flat_map(Monomial::factors).any(|(atom, _)| {
            test(atom)
                || matches!(atom, Atom::Term(term) if term.args.iter().any(|a| a.any_atom(test)))
        })
    }

    /// The greatest common divisor of all coefficients; 0 for the zero polynomial.
    pub fn content(&self) -> Integer {
        self.0.values().fold(Integer::new(), rug::Integer::gcd)
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
            coefficients[degree].add_monomial(monomial.without(atom), coefficient.clone());
        }
        coefficients
    }

    /// The polynomial with every atom replaced by what `replace` says, in the arguments of terms
    /// too; `None` leaves an atom as it is.
    pub fn substitute(&self, replace: &dyn Fn(&Atom) -> Option<Poly>) -> Poly {
        let mut sum = Poly::zero();
        for (monomial, coefficient) in &self.0 {
            let mut product = Poly::from(coefficient.clone());
            for (atom, exponent) in monomial.factors() {
                let factor = substitute_atom(atom, replace);
                for _ in 0..*exponent {
                    product = &product * &factor;
                }
            }
            sum = &sum + &product;
        }
        sum
    }

    /// The product with an atom.
    pub(crate) fn times_atom(&self, atom: &Atom) -> Poly {
        self * &Poly::atom(atom.clone())
    }

    /// The quotient by a constant, where every coefficient is a multiple of it.
    pub fn divide_exactly(&self, divisor: &Integer) -> Option<Poly> {
        if *divisor == 0 || !self.0.values().all(|c| c.is_divisible(divisor)) {
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

    fn add_monomial(&mut self, monomial: Monomial, coefficient: Integer) {
        if coefficient == 0 {
            return;
        }
        let entry = self.0.entry(monomial);
        match entry {
            std::collections::btree_map::Entry::Vacant(vacant) => {
                vacant.insert(coefficient);
            }
            std::collections::btree_map::Entry::Occupied(mut occupied) => {
                *occupied.get_mut() += coefficient;
                if *occupied.get() == 0 {
                    occupied.remove();
                }
            }
        }
    }
}

fn substitute_atom(atom: &Atom, replace: &dyn Fn(&Atom) -> Option<Poly>) -> Poly {
    if let Some(poly) = replace(atom) {
        return poly;
    }
    match atom {
        Atom::Term(term) => {
            let args = term.args.iter().map(|arg| arg.substitute(replace)).collect();
            Poly::term(term.op.clone(), args)
        }
        _ => Poly::atom(atom.clone()),
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
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.0 {
            sum.add_monomial(monomial.clone(), coefficient.clone());
        }
        sum
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
        self + &-other
    }
}

impl Mul for &Poly {
    type Output = Poly;

    fn mul(self, other: &Poly) -> Poly {
        let mut product = Poly::zero();
        for (m1, c1) in &self.0 {
            for (m2, c2) in &other.0 {
                product.add_monomial(m1.times(m2), Integer::from(c1 * c2));
            }
        }
        product
    }
}
