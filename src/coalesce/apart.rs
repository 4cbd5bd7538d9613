//! Lanes whose addresses differ by multiples of sizes that are not known: `(thread / 16) * n + thread % 16`.
//!
//! Lanes whose addresses differ by numbers alone are counted together, and each of these groups is taken to lie
//! apart from the others, as in short rows (`rows.rs`). Here every lane's place is known, so that what differs may be
//! any function of it.

use std::collections::BTreeMap;

use rug::Integer;

use super::lanes::{LaneFunction, position};
use super::requests::Requests;
use super::rows::Warps;
use crate::id::LoopId;
use crate::symbolic::poly::{Atom, Poly};

/// Warps that are laid out.
const WARPS: usize = 64;

/// An address as numbers, and functions of the lane by the sizes that they are multiplied with.
struct Apart {
    numbers: LaneFunction,
    multiples: Vec<LaneFunction>,
    /// A divisor of all multiples, and of what is the same for all lanes.
    divisor: Integer,
}

impl Apart {
    fn new(address: &Poly, loops: &[LoopId]) -> Option<Apart> {
        let mut by_size: BTreeMap<Poly, Poly> = BTreeMap::new();
        let mut divisor = Integer::new();
        for (monomial, coefficient) in address.monomials() {
            let (mut size, mut lane) = (Poly::one(), Poly::from(coefficient.clone()));
            for (atom, exponent) in monomial.factors() {
                let factor = Poly::atom(atom.clone());
                let differs = factor.any_atom(&mut |own: &Atom| position(own, loops).is_some());
                let side = if differs { &mut lane } else { &mut size };
                (0..*exponent).for_each(|_| *side = &*side * &factor);
            }
            if size != Poly::one() {
                divisor = divisor.gcd(coefficient);
            }
            let sum = by_size.entry(size).or_insert_with(Poly::zero);
            *sum = &*sum + &lane;
        }
        let numbers = by_size.remove(&Poly::one()).unwrap_or_else(Poly::zero);
        let numbers = LaneFunction::new(&numbers, loops)?;
        let multiples = by_size.values().filter(|lane| lane.as_constant().is_none());
        let multiples = multiples.map(|lane| LaneFunction::new(lane, loops));
        Some(Apart { numbers, multiples: multiples.collect::<Option<_>>()?, divisor })
    }
}

/// The offsets of lanes that differ by numbers alone, warp by warp and group by group, and a divisor of what lies
/// between groups; `None` where no two lanes are in one group, or lanes are told apart by something else.
pub(super) fn groups(
    address: &Poly,
    loops: &[LoopId],
    requests: &mut Requests,
) -> Option<(Warps, i64)> {
    let apart = Apart::new(address, loops).filter(|apart| !apart.multiples.is_empty())?;
    let warps: Warps = (0..requests.reach(WARPS))
        .map(|index| {
            let mut groups: BTreeMap<Vec<i128>, Vec<i64>> = BTreeMap::new();
            for run in requests.get(index).runs() {
                for lane in (0..run.lanes).map(|lane| run.lane(lane)) {
                    let place = apart.multiples.iter().map(|multiple| multiple.exact(&lane));
                    groups.entry(place.collect()).or_default().push(apart.numbers.evaluate(&lane));
                }
            }
            groups.into_values().collect()
        })
        .collect();
    let together = warps.iter().flatten().any(|group: &Vec<i64>| group.len() > 1);
    together.then(|| (warps, apart.divisor.to_i64().unwrap_or(1)))
}
