//! Lanes whose addresses differ by multiples of sizes that are not known: `(thread / 16) * n + thread % 16`.
//!
//! Lanes whose addresses differ by numbers alone are one group, and their sectors are counted together. Different groups are
//! taken to lie apart. A load from one address gives one value: in `start[thread / 32] + thread % 32` lanes that have one
//! quotient are in one group. In short rows at an unknown position (`rows.rs`) only sums of multiples of the counters are
//! understood.

use std::collections::BTreeMap;

use super::alignment::{Alignment, Sizes, is_opaque};
use super::lanes::LaneFunction;
use super::requests::Requests;
use super::trips::moves;
use crate::id::LoopId;
use crate::symbolic::poly::{Atom, Poly};

/// Warps that are laid out.
const WARPS: usize = 64;

/// Offsets by warp, group and lane.
type Warps = Vec<Vec<Vec<i64>>>;

/// An address as numbers, and functions of the lane that must agree where it differs by numbers alone.
struct Apart {
    numbers: LaneFunction,
    /// The factors of sizes that are not known, and the arguments of loads and of other terms without a number.
    multiples: Vec<LaneFunction>,
    /// What multiples add to a group's place, and what is the same for all lanes.
    places: Alignment,
}

impl Apart {
    fn new(address: &Poly, (loops, sizes): (&[LoopId], &Sizes), relative: bool) -> Option<Apart> {
        let mut multiples = Vec::new();
        let mut by_size = split(address, loops, &mut multiples)?;
        let numbers = by_size.remove(&Poly::one()).unwrap_or_else(Poly::zero);
        add(by_size.values(), loops, &mut multiples)?;
        let (symbolic, _) = address
            .partition(|monomial| monomial.factors().iter().any(|(atom, _)| is_size(atom, loops)));
        let places = sizes.in_address(address).places(&symbolic);
        let numbers = LaneFunction::new(&numbers, loops)?;
        if !relative {
            return Some(Apart { numbers, multiples, places });
        }
        let mut loads = |atom: &Atom| is_opaque(atom) && moves(&Poly::atom(atom.clone()), loops);
        let is_sum = multiples.iter().all(LaneFunction::is_affine) && !address.any_atom(&mut loads);
        let places = places.with(Alignment::every(numbers.coefficient(0)));
        (is_sum && numbers.is_affine()).then_some(Apart { numbers, multiples, places })
    }
}

/// The functions of the lane in a polynomial, by the sizes that they are multiplied with. Arguments of terms without a number are
/// added to `agreeing`.
fn split(
    poly: &Poly,
    loops: &[LoopId],
    agreeing: &mut Vec<LaneFunction>,
) -> Option<BTreeMap<Poly, Poly>> {
    let mut by_size: BTreeMap<Poly, Poly> = BTreeMap::new();
    for (monomial, coefficient) in poly.monomials() {
        let (mut size, mut lane) = (Poly::one(), Poly::from(coefficient.clone()));
        for (atom, exponent) in monomial.factors() {
            let factor = Poly::atom(atom.clone());
            if let (Atom::Term(term), true) = (atom, is_opaque(atom)) {
                for argument in &term.args {
                    let parts = split(argument, loops, agreeing)?;
                    add(parts.values(), loops, agreeing)?;
                }
            }
            let side = if is_size(atom, loops) { &mut size } else { &mut lane };
            (0..*exponent).for_each(|_| *side = &*side * &factor);
        }
        let sum = by_size.entry(size).or_insert_with(Poly::zero);
        *sum = &*sum + &lane;
    }
    Some(by_size)
}

/// Whether a factor is the same for all lanes, or for all lanes that agree in its arguments.
fn is_size(atom: &Atom, loops: &[LoopId]) -> bool {
    is_opaque(atom) || !moves(&Poly::atom(atom.clone()), loops)
}

/// Adds the `functions` of which lanes see different values.
fn add<'p>(
    functions: impl Iterator<Item = &'p Poly>,
    loops: &[LoopId],
    agreeing: &mut Vec<LaneFunction>,
) -> Option<()> {
    for function in functions.filter(|function| function.as_constant().is_none()) {
        agreeing.push(LaneFunction::new(function, loops)?);
    }
    Some(())
}

/// The offsets of lanes that differ by numbers alone, warp by warp and group by group, and the places that groups may have. Where
/// positions are `relative` to an unknown one, what that adds to the address counts too.
/// `None` where lanes are told apart by something else, or where positions are known and no two lanes are in one group.
pub(super) fn groups(
    address: &Poly,
    (loops, sizes): (&[LoopId], &Sizes),
    relative: bool,
    requests: &mut Requests,
) -> Option<(Warps, Alignment)> {
    let apart = Apart::new(address, (loops, sizes), relative)
        .filter(|apart| !apart.multiples.is_empty())?;
    let number = requests.reach(WARPS);
    let warp = |index| {
        let mut groups: BTreeMap<Vec<i128>, Vec<i64>> = BTreeMap::new();
        for run in requests.get(index).runs(usize::MAX) {
            for lane in (0..run.lanes).map(|lane| run.lane(lane)) {
                let place = apart.multiples.iter().map(|multiple| multiple.exact(&lane));
                groups.entry(place.collect()).or_default().push(apart.numbers.evaluate(&lane));
            }
        }
        groups.into_values().collect()
    };
    let warps: Warps = (0..number).map(warp).collect();
    let together = warps.iter().flatten().any(|group| group.len() > 1);
    (relative || together).then_some((warps, apart.places))
}
