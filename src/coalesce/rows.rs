//! Warps over rows shorter than they are: `collapse(2)` of a long loop and one of three iterations.
//!
//! Where only the innermost mapped loops have known numbers of iterations, a warp begins at a known place in
//! their space, which is run through once for each iteration of the loop around them, and lies at an
//! unknown place of that loop. Coefficients that are symbols are no hindrance: lanes whose addresses
//! differ by numbers alone are counted together, and each of these groups is taken to lie apart from
//! the others.

use std::collections::BTreeMap;

use rug::Integer;

use super::blocks::gcd;
use super::grid::{decode, extent, is_plain};
use super::map::ThreadMap;
use crate::access::Accesses;
use crate::id::LoopId;
use crate::symbolic::poly::{Atom, Instance, Poly};

/// More warps are not laid out until counts repeat.
const MAX_CYCLE: i64 = 64;

/// Rows that begin at every multiple of four bytes in a sector, whatever their distance.
const ROWS: i64 = 8;

/// Warps laid out where coefficients are symbols.
const SYMBOLIC_WARPS: i64 = 8;

/// First value and number of iterations of the innermost mapped loops, of which a warp runs several rows.
#[derive(Clone)]
pub(super) struct ShortRows {
    pub(super) extents: Vec<(i64, i64)>,
    /// Warps after which rows begin at the same lanes again.
    pub(super) cycle: i64,
}

impl ShortRows {
    /// `None` where every warp is inside one row, as far as is known.
    pub(super) fn new(accesses: &Accesses, map: &ThreadMap) -> Option<ShortRows> {
        if !is_plain(map) || !map.is_placed() {
            return None;
        }
        let warp = i64::from(map.warp);
        let mut extents = Vec::new();
        let mut inner = 1_i64;
        for l in map.loops.iter().skip(1).rev() {
            let Some(extent) = extent(accesses, *l).filter(|(_, trips)| *trips > 0) else { break };
            inner = inner.checked_mul(extent.1)?;
            extents.insert(0, extent);
            if inner >= warp {
                break;
            }
        }
        let cycle = inner / gcd(inner, warp);
        let breaks = !extents.is_empty() && inner % warp != 0;
        (breaks && cycle <= MAX_CYCLE).then_some(ShortRows { extents, cycle })
    }

    /// Whether so many warps run enough rows of the outermost loop to show every place in a sector where one may
    /// begin.
    pub(super) fn has_many_in(&self, warps: i64, map: &ThreadMap) -> bool {
        let row: i64 = self.extents.iter().map(|(_, trips)| trips).product();
        self.extents.len() + 1 == map.loops.len() && row * ROWS <= warps * i64::from(map.warp)
    }

    /// The loops that differ within a warp: the one around the known ones, and these.
    pub(super) fn loops<'l>(&self, mapped: &'l [LoopId]) -> &'l [LoopId] {
        &mapped[mapped.len() - self.extents.len() - 1..]
    }

    /// Writes the loops' values at a position, that of the outermost relative to an unknown one; answers how many
    /// positions are left in its row, itself among them.
    pub(super) fn decode(&self, position: i64, lane: &mut [i64]) -> i64 {
        let inner: i64 = self.extents.iter().map(|(_, trips)| trips).product();
        let left = decode(position % inner, &self.extents, &mut lane[1..]);
        lane[0] = position / inner;
        left
    }

    /// The offsets of lanes that differ by numbers alone, warp by warp and group by group, and a divisor
    /// of what lies between groups and of the unknown position; `None` where the address is no sum of
    /// multiples of the counters.
    pub(super) fn groups(&self, address: &Poly, map: &ThreadMap) -> Option<(Warps, i64)> {
        let loops = self.loops(&map.loops);
        let atoms: Vec<Atom> = loops.iter().map(|l| Atom::Iv(*l, Instance::Source)).collect();
        let mut coefficients = Vec::new();
        for atom in &atoms {
            let found = address.coefficients_of(atom);
            let coefficient = found.get(1).cloned().unwrap_or_else(Poly::zero);
            let rest = address - &(&coefficient * &Poly::atom(atom.clone()));
            let steady = |poly: &Poly| !poly.any_atom(&mut |other| other == atom);
            let alone = !coefficient.any_atom(&mut |other| atoms.contains(other));
            if found.len() > 2 || !alone || !steady(&rest) {
                return None;
            }
            coefficients.push(coefficient);
        }
        let numbers: Vec<i64> =
            coefficients.iter().map(|c| c.constant_part().to_i64()).collect::<Option<_>>()?;
        let symbols: Vec<Poly> = coefficients.iter().map(Poly::without_constant).collect();
        let step = symbols.iter().fold(Integer::from(numbers[0]), |d, s| d.gcd(&s.content()));
        let outside = |atom: &Atom| atoms.contains(atom);
        let rest = address.monomials().fold(Integer::new(), |divisor, (monomial, coefficient)| {
            let part = Poly::monomial(monomial.clone(), coefficient.clone());
            let counted = part.as_constant().is_some() || part.any_atom(&mut |a| outside(a));
            if counted { divisor } else { divisor.gcd(coefficient) }
        });
        let constant = address.constant_part().to_i64()?;
        let warp = |number: i64| {
            let mut groups: BTreeMap<Poly, Vec<i64>> = BTreeMap::new();
            let mut lane = vec![0; loops.len()];
            for t in 0..i64::from(map.warp) {
                self.decode(number * i64::from(map.warp) + t, &mut lane);
                let symbolic = lane.iter().zip(&symbols);
                let key = symbolic.fold(Poly::zero(), |sum, (value, symbol)| {
                    if symbol.is_zero() { sum } else { &sum + &(symbol * &Poly::from(*value)) }
                });
                let offset = lane.iter().zip(&numbers).fold(constant, |sum, (value, number)| {
                    sum.wrapping_add(value.wrapping_mul(*number))
                });
                groups.entry(key).or_default().push(offset);
            }
            groups.into_values().collect()
        };
        let warps = (0..self.cycle.min(SYMBOLIC_WARPS)).map(warp).collect();
        Some((warps, step.gcd(&rest).to_i64().unwrap_or(1)))
    }
}

/// Offsets by warp, group and lane.
pub(super) type Warps = Vec<Vec<Vec<i64>>>;
