//! Which memory each lane of a warp touches in one request (IPDA paper, §6).
//!
//! A [`ThreadMap`] says which iteration each lane runs. Substituting it into an access's address
//! gives the lane difference `E_t` − `E_0`, from which [`warp`] counts sectors.

mod alignment;
mod apart;
pub mod atomics;
pub(crate) mod blocks;
pub mod executions;
mod extents;
mod grid;
pub mod groups;
mod kept;
mod lanes;
mod layout;
mod phases;
mod pinned;
mod requests;
mod room;
mod rows;
mod shape;
mod split;
mod tally;
pub mod team;
mod trips;
pub(crate) mod unrolled;
pub mod warp;

use crate::access::{Access, Accesses};
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::TargetRegion;
use crate::machine::Machine;
use crate::policy::Policy;
use crate::schedule::map::{Mapping, ThreadMap};
use crate::symbolic::eval::LoopValues;
use crate::symbolic::poly::{Atom, Instance, Poly, TermOp};
use crate::symbolic::root::Root;
use crate::symbolic::value::Value;
use groups::{Together, Touched};
use team::InTeam;
use trips::Staggered;
use unrolled::Unrolled;
use warp::Sectors;

/// How the lanes of a warp see an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// All lanes one address.
    Uniform,
    /// Neighbouring lanes neighbouring elements.
    Coalesced,
    /// A constant or symbolic stride of more than an element.
    Strided,
    /// No common stride.
    Scattered,
    /// Not known.
    Unknown,
}

/// E_{t+1} − `E_t` in bytes, for lanes within one row of the innermost mapped loop that are in the same trip of the sequential
/// loops; 0 where the lanes run the same iteration, or one lane works alone. `loops` are the bounds of the region's loops, by
/// [`crate::id::LoopId`].
pub fn lane_difference(access: &Access, loops: &[Option<LoopValues>], map: &ThreadMap) -> Value {
    difference(access, &offset(access, &Staggered::new(loops, map), map).0, map)
}

/// The address of an access from its root, with trips in the place of staggered counters; modulo 2^64, as the device's addresses
/// are. The second value tells whether only most warps have this address ([`split::of_one_warp`]).
fn offset(access: &Access, staggered: &Staggered, map: &ThreadMap) -> (Value, bool) {
    if let Root::Loaded(pointer) = &access.reference.address.root
        && staggered.tells_lanes_apart(pointer)
    {
        return (Value::Unknown(Code::IndirectSubscript), false);
    }
    let offset = access.reference.address.offset.map(modulo_addresses);
    let seen = staggered.at_equal_trips(&split::rejoined(&offset));
    split::of_one_warp(&seen, map, staggered.place.as_ref())
}

/// More products than this are not multiplied out.
const MAX_PRODUCTS: usize = 256;

/// A polynomial that equals `offset` modulo 2^64, without conversions to types of 64 bits and more: modulo 2^64 these change
/// nothing. In `8 * uint64(i + uint64(ld * j))` none is left. Conversions inside of quotients and of narrower conversions stay.
fn modulo_addresses(offset: &Poly) -> Poly {
    let converts = |atom: &Atom| wide(atom).is_some();
    let has_any = offset.monomials().flat_map(|(m, _)| m.factors()).any(|(a, _)| converts(a));
    let unwrapped = if has_any { without_conversions(offset) } else { None };
    unwrapped.unwrap_or_else(|| offset.clone())
}

/// The same polynomial without these conversions; `None` where that would be a long sum.
fn without_conversions(poly: &Poly) -> Option<Poly> {
    let mut sum = Poly::zero();
    for (monomial, coefficient) in poly.monomials() {
        let mut product = Poly::from(coefficient.clone());
        for (atom, exponent) in monomial.factors() {
            let factor = match wide(atom) {
                Some(converted) => without_conversions(converted)?,
                None => Poly::atom(atom.clone()),
            };
            for _ in 0..*exponent {
                if product.monomials().len() * factor.monomials().len() > MAX_PRODUCTS {
                    return None;
                }
                product = &product * &factor;
            }
        }
        sum = &sum + &product;
    }
    let products = sum.monomials().len();
    (products <= MAX_PRODUCTS).then_some(sum)
}

/// The operand of a conversion to a type that is at least as wide as an address.
fn wide(atom: &Atom) -> Option<&Poly> {
    match atom {
        Atom::Term(term) if matches!(term.op, TermOp::Wrap { bits: 64.., .. }) => term.args.first(),
        _ => None,
    }
}

fn difference(access: &Access, offset: &Value, map: &ThreadMap) -> Value {
    if let Root::Unknown(code) = access.reference.address.root {
        return Value::Unknown(code);
    }
    let inner = map.loops.last().filter(|inner| access.reference.loops.contains(inner));
    let Some(inner) = inner else { return Value::constant(0) };
    let Some(stride) = map.stride() else { return Value::Unknown(Code::UnmodelledSchedule) };
    let iv = Atom::Iv(*inner, Instance::Source);
    if let Some(code) = offset.unknown() {
        return Value::Unknown(code);
    }
    offset.map(|poly| {
        let next = poly.substitute(&|atom| {
            (*atom == iv).then(|| &Poly::atom(iv.clone()) + &Poly::from(stride))
        });
        &next - poly
    })
}

/// The pattern of an access under a map.
pub fn pattern(access: &Access, loops: &[Option<LoopValues>], map: &ThreadMap) -> Pattern {
    pattern_of(access, &lane_difference(access, loops, map), map)
}

fn pattern_of(access: &Access, difference: &Value, map: &ThreadMap) -> Pattern {
    if difference.unknown().is_some() {
        return Pattern::Unknown;
    }
    let Some(stride) = difference.as_poly() else { return Pattern::Scattered };
    let varies = |atom: &Atom| {
        matches!(atom, Atom::Iv(l, _) if map.loops.contains(l))
            || matches!(atom, Atom::Term(term) if term.args.iter().any(|a| !a.is_zero() && a.as_constant().is_none()))
    };
    match stride.as_constant() {
        Some(stride) if stride == 0 => Pattern::Uniform,
        Some(stride) if stride.clone().abs() <= access.bytes() => Pattern::Coalesced,
        Some(_) => Pattern::Strided,
        None if steady_stride(stride).any_atom(&mut |atom| varies(atom)) => Pattern::Scattered,
        None => Pattern::Strided,
    }
}

/// How many times the rest of a stride small parts of it must fit into that one.
const LITTLE: f64 = 16.0;

/// A stride in sizes without remainders by numbers beside them: `n + i % 2` is about `n` for every lane.
fn steady_stride(stride: &Poly) -> Poly {
    let (small, rest) = stride.partition(
        |monomial| matches!(monomial.factors(), [(atom, 1)] if executions::greatest_remainder(atom).is_some()),
    );
    let most = small.monomials().flat_map(|(monomial, coefficient)| {
        let greatest =
            monomial.factors().iter().filter_map(|(atom, _)| executions::greatest_remainder(atom));
        greatest.map(|greatest| (coefficient.clone() * greatest).to_f64().abs())
    });
    let is_little = most.sum::<f64>() * LITTLE <= executions::nominal(&rest).abs();
    if rest.as_constant().is_none() && is_little { rest } else { stride.clone() }
}

/// What a region's accesses ask for.
pub(crate) struct Requested {
    /// Sectors per request, by access; `None` where it asks the device's memory for nothing.
    pub(crate) sectors: Vec<Option<Sectors>>,
    /// The groups that share some.
    pub(crate) groups: Vec<Together>,
    /// The accesses to the memory of teams.
    pub(crate) in_team: Vec<InTeam>,
}

/// What the accesses of `region` ask for under `mapping`. When the policy's time is over, the remaining accesses ask for nothing.
pub(crate) fn sectors(
    region: &TargetRegion,
    accesses: &Accesses,
    machine: &Machine,
    mapping: &Mapping,
    policy: &Policy,
) -> Requested {
    let space = |map| warp::Space::new(region, accesses, machine, map, policy.aligned);
    let main = space(&mapping.main);
    let inner: Vec<_> = mapping.inner.iter().map(|(root, map)| (*root, space(map))).collect();
    let kept = kept::kept(region, accesses, policy);
    let unrolled = Unrolled::of(region, accesses);
    let is_spread = |l: LoopId| mapping.maps().any(|map| map.loops.contains(&l));
    let count = |access: &Access, touched: &Touched| {
        let own = inner.iter().rev().find(|(root, _)| access.reference.loops.contains(root));
        let space = own.map_or(&main, |(_, space)| space);
        let kept = &kept[access.id.index()];
        let (loops, stores_alone) = kept.repeated(&access.reference.loops, is_spread);
        let inner = access.reference.loops.last();
        let is_own = inner.is_some_and(|l| !is_spread(*l));
        let at_once = if is_own { unrolled.at_once(access) } else { 1.0 };
        Sectors { at_once, stores_alone, ..space.count(access, touched, loops) }
    };
    let list = &accesses.list;
    let is_counted = |access: &Access| access.counted && !policy.limit.is_over();
    let each =
        list.iter().map(|access| is_counted(access).then(|| count(access, &Touched::of(access))));
    let mut sectors: Vec<_> = each.collect();
    let groups = groups::share(list, machine, &mut sectors, |group| {
        let first = &list[group.members[0]];
        (!policy.limit.is_over()).then(|| count(first, &group.touched))
    });
    let in_team = team::in_team(region, accesses, mapping, |access| {
        (!policy.limit.is_over()).then(|| count(access, &Touched::of(access)))
    });
    Requested { sectors, groups, in_team }
}

/// The sectors of a region's accesses, and the groups that share some. The region is given by its text; its threads share the whole
/// nest.
#[cfg(test)]
fn counted(text: &str) -> (Vec<Option<Sectors>>, Vec<Together>) {
    let region = crate::ir::text::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let (policy, machine) = (Policy::STANDARD, <&Machine>::default());
    let accesses = crate::access::collect(&region, &policy);
    let loops: Vec<_> = region.nest().iter().map(|l| l.id).collect();
    let mapping =
        crate::schedule::mapping(&region, machine, &loops).expect("the mapping is modelled");
    let Requested { sectors, groups, .. } =
        sectors(&region, accesses.counting(), machine, &mapping, &policy);
    (sectors, groups)
}

/// The text of a region with two loops, of which `i` runs over the threads; with `(clause collapse "2")`, `j` too.
#[cfg(test)]
pub(crate) fn nest_text(clauses: &str, [i, j]: [&str; 2], body: &str) -> String {
    format!(
        "(region \"t.c\" 1 f
           (directive \"target teams distribute parallel for\" {clauses})
           (symbols (symbol n i32 scalar parameter) (symbol m i32 scalar parameter)
             (symbol k i32 scalar parameter) (symbol i i32 scalar region)
             (symbol j i32 scalar region) (symbol a ptr pointer parameter))
           (data (map-tofrom a (section \"0\" \"n\")))
           (body (for i {i} declares (for j {j} declares {body}))))"
    )
}

/// The sectors of the first access.
#[cfg(test)]
fn sectors_of(text: &str) -> Sectors {
    counted(text).0.remove(0).expect("the array is shared")
}
