//! Limits of sizes under which unsigned arithmetic does not wrap around.
//!
//! `y * m + x` of `unsigned` variables is a number modulo 2^32, and nothing is known of its differences. Where the products
//! of sizes that it stays below are small enough (`n * m <= 2^31`), it is exact in every iteration. A limit
//! suggested here is a guess like other facts ([`super::facts`]): evaluation has to find the arithmetic exact
//! where it holds, at every place in the text, also where a loop has no iteration.

use std::collections::BTreeMap;

use rug::Integer;

use super::fact::Fact;
use crate::access::Accesses;
use crate::ir::TargetRegion;
use crate::symbolic::eval::symbol_facts;
use crate::symbolic::poly::{Atom, Monomial, Poly, TermOp};
use crate::symbolic::range::{End, Facts};
use crate::symbolic::value::Value;

/// More limits than these are no cheap test.
const MAX_LIMITS: usize = 4;
/// Limits are two to this power at most: then sums of bytes fit in 60 bits, too.
const GREATEST: u32 = 52;
/// Lower limits than two to this power are not worth a test.
const LEAST: u32 = 12;

/// Limits under which what a region's addresses and bounds are made of may be exact; none where they do not depend on such
/// arithmetic.
pub(super) fn suggested(region: &TargetRegion, accesses: &Accesses) -> Vec<Fact> {
    let mut limits = BTreeMap::new();
    let symbols = symbol_facts(region);
    for access in &accesses.list {
        let facts = accesses.facts_inside(symbols.clone(), &access.reference.loops);
        let address = &access.reference.address;
        let subscripts = address.subscripts.iter().map(|subscript| &subscript.index);
        subscripts.chain([&address.offset]).for_each(|value| add_all(&facts, value, &mut limits));
    }
    for values in accesses.loops.iter().flatten() {
        let facts = accesses.facts_inside(symbols.clone(), &values.enclosing);
        [&values.lower, &values.upper].into_iter().for_each(|v| add_all(&facts, v, &mut limits));
    }
    if limits.len() > MAX_LIMITS {
        return Vec::new();
    }
    limits.into_iter().map(|(product, power)| Fact::Most(product, power)).collect()
}

/// Both lists of limits, the lower one of each product; none where these are too many.
pub(super) fn joined(limits: &[Fact], more: &[Fact]) -> Vec<Fact> {
    let mut found: BTreeMap<&Monomial, u32> = BTreeMap::new();
    for limit in limits.iter().chain(more) {
        let Fact::Most(product, power) = limit else { continue };
        let known = found.entry(product).or_insert(*power);
        *known = (*power).min(*known);
    }
    if found.len() > MAX_LIMITS {
        return Vec::new();
    }
    found.into_iter().map(|(product, power)| Fact::Most(product.clone(), power)).collect()
}

/// Adds the limits for everything in a value that may wrap around.
fn add_all(facts: &Facts, value: &Value, limits: &mut BTreeMap<Monomial, u32>) {
    let mut found = Vec::new();
    value.any_atom(&mut |atom| {
        if let Atom::Term(term) = atom
            && let TermOp::Wrap { bits, signed } = term.op
        {
            found.extend(term.args.iter().map(|arg| (unwrapped(arg), bits, signed)));
        }
        false
    });
    for (exact, bits, signed) in found {
        let needed = needed(facts, &exact, u32::from(bits) - u32::from(signed));
        for (product, power) in needed.into_iter().filter(|(_, power)| *power >= LEAST) {
            let known = limits.entry(product).or_insert(power);
            *known = power.min(*known);
        }
    }
}

/// The value where nothing in it wraps around.
fn unwrapped(poly: &Poly) -> Poly {
    poly.substitute(&|atom| match atom {
        Atom::Term(term) if matches!(term.op, TermOp::Wrap { .. }) => {
            term.args.first().map(unwrapped)
        }
        _ => None,
    })
}

/// The limits under which a sum of products stays below two to the power of `bits`.
fn needed(facts: &Facts, exact: &Poly, bits: u32) -> Vec<(Monomial, u32)> {
    let Some(most) = facts.extreme(exact, End::Max) else { return Vec::new() };
    let counts = || most.monomials().filter(|(m, number)| **number > 0 && !m.factors().is_empty());
    let symbolic = |m: &Monomial| m.factors().iter().all(|(a, _)| matches!(a, Atom::Symbol(_)));
    let total = counts().fold(Poly::zero(), |sum, (_, n)| &sum + &Poly::from(n.clone()));
    let total = total.constant_part().max(1.into()) - 1_u32;
    let power = bits.saturating_sub(1 + total.significant_bits()).min(GREATEST);
    if !counts().all(|(monomial, _)| symbolic(monomial)) {
        return Vec::new();
    }
    let mut found: Vec<_> = counts().map(|(monomial, _)| (monomial.clone(), power)).collect();
    if bits == u64::BITS && !facts.nonnegative(exact) {
        found.extend(subtracted(facts, exact, power));
    }
    found
}

/// The limits of the products that are subtracted in the least value of a sum, where these are not known to be small.
fn subtracted(facts: &Facts, exact: &Poly, power: u32) -> Vec<(Monomial, u32)> {
    let Some(least) = facts.extreme(exact, End::Min) else { return Vec::new() };
    let most = Integer::from(1) << power;
    let is_open = |monomial: &Monomial| {
        let own = Poly::monomial(monomial.clone(), Integer::from(1));
        let symbolic = monomial.factors().iter().all(|(a, _)| matches!(a, Atom::Symbol(_)));
        symbolic && facts.interval(&own).max.is_none_or(|own| own > most)
    };
    let less = least.monomials().filter(|(m, number)| **number < 0 && is_open(m));
    less.map(|(monomial, _)| (monomial.clone(), power)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{LoopId, SymbolId};
    use crate::symbolic::poly::Instance;

    const BITS: u32 = 5;

    fn counter(k: u32) -> Poly {
        Poly::atom(Atom::Iv(LoopId(k), Instance::Source))
    }

    fn size(k: u32) -> Poly {
        Poly::atom(Atom::Symbol(SymbolId(k)))
    }

    /// Numbers of five bits n, m, p, and inside the loops y < n and x < m with `loops` of them.
    fn facts(loops: u32) -> Facts {
        let mut facts = Facts::default();
        for k in 0..3 {
            facts.bound_symbol(Atom::Symbol(SymbolId(k)), 0.into(), ((1 << BITS) - 1).into());
        }
        for k in 0..loops {
            let last = &size(k) - &Poly::one();
            facts.assume_nonnegative(&last);
            facts.add_variable(
                Atom::Iv(LoopId(k), Instance::Source),
                Some(Poly::zero()),
                Some(last),
            );
        }
        facts
    }

    fn value(poly: &Poly, sizes: [i64; 3], at: [i64; 2]) -> i64 {
        let value = poly.evaluate(&|atom| match atom {
            Atom::Symbol(symbol) => Some(sizes[symbol.index()].into()),
            Atom::Iv(l, _) => Some(at[l.index()].into()),
            _ => None,
        });
        value.and_then(|value| value.to_i64()).expect("a small number")
    }

    /// Wherever the limits hold and the arithmetic is said to be exact, no value of it reaches 2^5, for all numbers of five bits.
    #[test]
    fn what_is_exact_under_limits_does_not_wrap() {
        let (y, x, n, m, p) = (counter(0), counter(1), size(0), size(1), size(2));
        let row = |pitch: &Poly| &(&y * pitch) + &x;
        let twice = Poly::from(2);
        let forms = [
            (2, &y * &m),
            (1, &y * &m),
            (2, row(&m)),
            (2, row(&p)),
            (2, &(&twice * &y) * &m),
            (2, &row(&m) + &n),
            (2, &row(&m) * &twice),
            (2, &row(&p) * &n),
            (1, &(&y * &m) * &p),
            (0, &n * &m),
            (0, &(&n * &m) * &p),
            (2, &row(&m) - &Poly::one()),
        ];
        let mut exact = 0;
        for (loops, form) in &forms {
            let limits = needed(&facts(*loops), form, BITS);
            let mut facts = facts(*loops);
            for (product, power) in &limits {
                let limit = Fact::Most(product.clone(), *power);
                facts.assume_nonnegative(&limit.sum());
            }
            let range = facts.interval(form);
            let least = range.min.is_some_and(|min| min >= 0);
            let most = range.max.is_some_and(|max| max < Integer::from(1) << BITS);
            if !least || !most {
                continue;
            }
            exact += 1;
            for code in 0..1_i64 << (3 * BITS) {
                let sizes = [code % 32, code / 32 % 32, code / 1024];
                let holds = limits.iter().all(|(product, power)| {
                    let product = Poly::monomial(product.clone(), 1.into());
                    value(&product, sizes, [0, 0]) <= 1 << power
                });
                let end = |k: u32| if k < *loops { sizes[k as usize] } else { 1 };
                for step in 0..if holds { end(0) * end(1) } else { 0 } {
                    let found = value(form, sizes, [step / end(1), step % end(1)]);
                    assert!((0..32).contains(&found), "{form:?} is {found} at {sizes:?}, {step}");
                }
            }
        }
        assert_eq!(
            exact,
            forms.len() - 1,
            "all but the last one, which is -1 in the first iteration"
        );
    }
}
