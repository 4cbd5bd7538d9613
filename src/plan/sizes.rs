//! Limits of sizes under which unsigned arithmetic does not wrap around.
//!
//! `y * m + x` of `unsigned` variables is a number modulo 2^32, and nothing is known of its differences. Where the products
//! of sizes that it stays below are small enough (`n * m <= 2^31`), it is exact in every iteration. A limit
//! suggested here is a guess like other facts ([`super::facts`]): evaluation has to find the arithmetic exact
//! where it holds, at every place in the text, also where a loop has no iteration.

use std::collections::BTreeMap;

use super::facts::Fact;
use crate::access::Accesses;
use crate::ir::TargetRegion;
use crate::symbolic::eval::symbol_facts;
use crate::symbolic::poly::{Atom, Monomial, Poly, TermOp};
use crate::symbolic::range::{End, Facts};
use crate::symbolic::value::Value;

/// More limits than these are no cheap test.
const MAX_LIMITS: usize = 4;
/// Limits are two to this power at most: then sums of bytes fit in 64 bits, too.
const GREATEST: u32 = 60;
/// Lower limits than two to this power are not worth a test.
const LEAST: u32 = 12;

/// Limits under which what a region's addresses and bounds are made of may be exact; none where they do not depend on such
/// arithmetic.
pub(super) fn suggested(region: &TargetRegion, accesses: &Accesses) -> Vec<Fact> {
    let mut limits = BTreeMap::new();
    for access in &accesses.list {
        let facts = accesses.facts_inside(symbol_facts(region), &access.reference.loops);
        let address = &access.reference.address;
        let subscripts = address.subscripts.iter().map(|subscript| &subscript.index);
        subscripts.chain([&address.offset]).for_each(|value| add_all(&facts, value, &mut limits));
    }
    for values in accesses.loops.iter().flatten() {
        let facts = accesses.facts_inside(symbol_facts(region), &values.enclosing);
        [&values.lower, &values.upper].into_iter().for_each(|v| add_all(&facts, v, &mut limits));
    }
    if limits.len() > MAX_LIMITS {
        return Vec::new();
    }
    limits.into_iter().map(|(product, power)| Fact::Most(product, power)).collect()
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
        for (product, power) in needed(facts, &exact, u32::from(bits) - u32::from(signed)) {
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
    if power < LEAST || !counts().all(|(monomial, _)| symbolic(monomial)) {
        return Vec::new();
    }
    counts().map(|(monomial, _)| (monomial.clone(), power)).collect()
}
