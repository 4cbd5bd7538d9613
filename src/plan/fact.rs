//! Facts about sizes, as tests before a region find them out.

use rug::Integer;

use crate::id::SymbolId;
use crate::symbolic::poly::{Atom, Monomial, Poly};

/// A fact about the values that variables have before a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The sum of integer variables is at least 0.
    Least(Poly),
    /// The variable is 1.
    One(SymbolId),
    /// None of the product's variables is negative, and the product is at most two to this power.
    Most(Monomial, u32),
}

impl Fact {
    /// The sum that it is about.
    pub(super) fn sum(&self) -> Poly {
        match self {
            Fact::Least(sum) => sum.clone(),
            Fact::One(symbol) => &Poly::atom(Atom::Symbol(*symbol)) - &Poly::one(),
            Fact::Most(product, power) => {
                let most = Poly::from(Integer::from(1) << *power);
                &most - &Poly::monomial(product.clone(), Integer::from(1))
            }
        }
    }

    /// The same fact about the variables that stand for its own; `None` where one has none.
    pub(super) fn renamed(&self, other: &dyn Fn(SymbolId) -> Option<SymbolId>) -> Option<Fact> {
        let renamed = |poly: &Poly| {
            let is_known = |atom: &Atom| match atom {
                Atom::Symbol(symbol) => other(*symbol).is_some(),
                _ => true,
            };
            let all = !poly.any_atom(&mut |atom| !is_known(atom));
            let poly = poly.substitute(&|atom| match atom {
                Atom::Symbol(symbol) => Some(Poly::atom(Atom::Symbol(other(*symbol)?))),
                _ => None,
            });
            all.then_some(poly)
        };
        match self {
            Fact::Least(sum) => renamed(sum).map(Fact::Least),
            Fact::One(symbol) => other(*symbol).map(Fact::One),
            Fact::Most(product, power) => {
                let product = renamed(&Poly::monomial(product.clone(), Integer::from(1)))?;
                let (monomial, _) = product.monomials().next()?;
                Some(Fact::Most(monomial.clone(), *power))
            }
        }
    }

    /// The variables of a product that must not be negative.
    pub fn nonnegative(&self) -> impl Iterator<Item = SymbolId> {
        let factors = match self {
            Fact::Most(product, _) => product.factors(),
            _ => &[],
        };
        factors.iter().filter_map(|(atom, _)| match atom {
            Atom::Symbol(symbol) => Some(*symbol),
            _ => None,
        })
    }
}

/// The two sums of which the first is at least the second where `sum` is at least 0: variables that
/// count for it on the left, all else on the right; a number on the left where no variable counts for it.
pub fn sides(sum: &Poly) -> (Poly, Poly) {
    let counts = |(monomial, coefficient): &(&Monomial, &Integer)| {
        **coefficient > 0 && !monomial.factors().is_empty()
    };
    let single = |(m, c): (&Monomial, &Integer)| Poly::monomial(m.clone(), c.clone());
    let left = sum.monomials().filter(counts).map(single);
    let left = left.fold(Poly::zero(), |total, part| &total + &part);
    let left = if left.is_zero() { Poly::from(sum.constant_part().max(0.into())) } else { left };
    let right = &left - sum;
    (left, right)
}
