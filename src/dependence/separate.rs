//! Loops of which one is enough. Where one subscript differs by a·Δl + c with integers a and c, and by
//! nothing else, strong SIV (Goff, Kennedy, Tseng, §3.2.1) proves the question of *every* subset of
//! differing loops with l in it, for the other loops have no part in that subscript: it is asked once
//! for a pair, not once for each of 2^depth subsets.

use std::collections::BTreeSet;

use rug::Integer;

use super::problem::Nest;
use super::{Proof, Test};
use crate::access::Access;
use crate::diag::Code;
use crate::id::LoopId;
use crate::symbolic::poly::{Atom, Poly};

/// What keeps two accesses apart in all iterations that differ in one loop, or in all.
pub(super) struct Separator {
    /// The loop; `None` where the subscripts are never equal.
    over: Option<LoopId>,
    subscript: usize,
    reason: String,
}

/// What one subscript of the pair proves, for each of `loops` as far as possible. Loops that are not
/// among them are the same on both sides.
pub(super) fn separators(
    nest: &Nest,
    source: &Access,
    sink: &Access,
    loops: &[LoopId],
) -> Vec<Separator> {
    let differences = nest.subscript_differences(source, sink, loops);
    let polys = differences.iter().enumerate().filter_map(|(k, value)| Some((k, value.as_poly()?)));
    let separator = |(subscript, poly): (usize, &Poly)| {
        let (over, reason) = apart(nest, poly, loops)?;
        Some(Separator { over, subscript, reason })
    };
    let mut found: Vec<_> = polys.filter_map(separator).collect();
    found.sort_by_key(|separator| separator.over.is_some());
    found
}

/// The loop whose Δ is never such that the difference is 0, and why.
fn apart(nest: &Nest, poly: &Poly, loops: &[LoopId]) -> Option<(Option<LoopId>, String)> {
    if let Some(constant) = poly.as_constant() {
        return (constant != 0).then(|| (None, format!("difference {constant}")));
    }
    let l = loops.iter().find(|l| poly.any_atom(&mut |atom| *atom == Atom::Delta(**l)))?;
    let coefficients = poly.coefficients_of(&Atom::Delta(*l));
    let [c, a] = coefficients.as_slice() else { return None };
    let (c, a) = (c.as_constant()?, a.as_constant()?);
    let name = nest.names.iv(*l);
    let (at, rest) = (-c).div_rem(a);
    if rest != 0 {
        return Some((Some(*l), format!("no integer Δ{name} gives 0")));
    }
    let width = nest.width(*l);
    let beyond = width.and_then(Poly::as_constant).is_some_and(|width| at.clone().abs() > width);
    let range = width.map_or("unbounded".into(), |width| nest.names.poly(width));
    let reason = || format!("equal only at Δ{name} = {at}, but 1 <= |Δ{name}| <= {range}");
    (at == Integer::ZERO || beyond).then(|| (Some(*l), reason()))
}

impl Separator {
    /// A proof for the iterations that differ in exactly `moving`, where one of these is enough.
    pub(super) fn proof(&self, nest: &Nest, moving: &[LoopId]) -> Option<Proof> {
        let test = match self.over {
            Some(l) => moving.contains(&l).then_some(Test::StrongSiv)?,
            None => Test::Ziv,
        };
        let names: Vec<_> = moving.iter().map(|l| nest.names.iv(*l)).collect();
        let (names, subscript) = (names.join(", "), self.subscript + 1);
        let steps = vec![format!("{{{names}}}, subscript {subscript}: {}", self.reason)];
        Some(Proof { test, steps, assumptions: BTreeSet::from([Code::InBounds]) })
    }
}
