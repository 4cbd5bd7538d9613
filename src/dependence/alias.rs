//! Two roots of which nothing is known: conditions under which they share no byte.
//!
//! Where names may denote one array, what the region touches through each is still a range of
//! addresses: the least and the greatest value of the offsets over all iterations. If the two ranges
//! do not overlap, the pairs between them are independent, and a run-time guard can test that.

use std::collections::BTreeSet;

use super::Pair;
use crate::access::{Access, Accesses};
use crate::diag::Code;
use crate::id::{AccessId, LoopId, SymbolId};
use crate::ir::{BinaryOp, TargetRegion, Type};
use crate::policy::Policy;
use crate::symbolic::eval::symbol_facts;
use crate::symbolic::poly::{Atom, Instance, Poly, TermOp};
use crate::symbolic::range::{End, Facts};
use crate::symbolic::root::{Root, Storage, compare};
use crate::symbolic::value::{Case, Guard, Value};

/// The bytes `[root + first, root + end)`; polynomials in symbols that the region does not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The pointer or array.
    pub root: Root,
    /// Bytes from the root to the first byte touched.
    pub first: Poly,
    /// Bytes from the root to one past the last byte touched.
    pub end: Poly,
}

/// "These two ranges do not overlap."
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// One range.
    pub left: Extent,
    /// The other, of another root.
    pub right: Extent,
    /// Sizes and strides that must not be negative for these to be the ranges; they are none of the
    /// types that cannot be.
    pub nonnegative: BTreeSet<SymbolId>,
}

impl Condition {
    /// Whether this condition is the `other` one, whichever range is named first.
    pub(crate) fn says(&self, other: &Condition) -> bool {
        let swapped = self.left == other.right && self.right == other.left;
        self == other || swapped && self.nonnegative == other.nonnegative
    }
}

/// More ranges of one root than this are no condition that a guard should test.
const MAX_EXTENTS: usize = 4;

/// What is known of the storage of two accesses.
pub(super) fn storage(
    region: &TargetRegion,
    policy: &Policy,
    source: &Access,
    sink: &Access,
) -> Storage {
    let (a, b) = (&source.reference, &sink.reference);
    match compare(region, policy, &a.address.root, &b.address.root) {
        Storage::MayOverlap if policy.strict_aliasing && incompatible(a.ty, b.ty) => {
            Storage::Distinct(Some(Code::TypeBased))
        }
        storage => storage,
    }
}

/// Whether no object has both effective types (C11 §6.5, paragraph 7). Character types may access
/// anything, and types of equal kind and width are not told apart.
fn incompatible(a: Type, b: Type) -> bool {
    let character = |ty| matches!(ty, Type::Int { bits, .. } if bits <= 8);
    let scalar = |ty| matches!(ty, Type::Int { .. } | Type::Float { .. } | Type::Pointer);
    let like = match (a, b) {
        (Type::Int { bits: a, .. }, Type::Int { bits: b, .. }) => a == b,
        _ => a == b,
    };
    !like && scalar(a) && scalar(b) && !character(a) && !character(b)
}

/// The conditions under which no access of a pair of different roots, nor of the pairs like it,
/// meets the other; empty where the ranges are not known.
pub(super) fn conditions(
    region: &TargetRegion,
    accesses: &Accesses,
    pair: &Pair,
) -> Vec<Condition> {
    let ends = |end: fn(&(AccessId, AccessId)) -> AccessId, own: AccessId| -> BTreeSet<AccessId> {
        pair.same.iter().map(end).chain([own]).collect()
    };
    let sources = ends(|(source, _)| *source, pair.source);
    let sinks = ends(|(_, sink)| *sink, pair.sink);
    let strides = strides(region, accesses, sources.union(&sinks));
    for nonnegative in [BTreeSet::new(), strides] {
        let mut facts = symbol_facts(region);
        for symbol in &nonnegative {
            facts.assume_nonnegative(&Poly::atom(Atom::Symbol(*symbol)));
        }
        let ranges = |ids| extents(&facts, accesses, ids);
        if let (Some(left), Some(right)) = (ranges(&sources), ranges(&sinks)) {
            let condition = |(left, right): (&Extent, &Extent)| Condition {
                left: left.clone(),
                right: right.clone(),
                nonnegative: nonnegative.clone(),
            };
            let both = left.iter().flat_map(|l| right.iter().map(move |r| (l, r)));
            return both.map(condition).collect();
        }
    }
    Vec::new()
}

/// The signed variables in the offsets of accesses, in quotients too.
fn strides<'a>(
    region: &TargetRegion,
    accesses: &Accesses,
    ids: impl Iterator<Item = &'a AccessId>,
) -> BTreeSet<SymbolId> {
    let offsets = ids.flat_map(|id| accesses.get(*id).reference.address.offset.cases());
    let symbols = offsets.flat_map(|case| case.poly.leaves()).filter_map(|atom| match atom {
        Atom::Symbol(symbol) => Some(*symbol),
        _ => None,
    });
    let signed =
        |symbol: &SymbolId| matches!(region.symbol(*symbol).ty, Type::Int { signed: true, .. });
    symbols.filter(signed).collect()
}

/// The ranges that some accesses of one root touch; `None` where they are not known or too many.
fn extents(symbols: &Facts, accesses: &Accesses, ids: &BTreeSet<AccessId>) -> Option<Vec<Extent>> {
    let mut found: Vec<(Extent, &[LoopId])> = Vec::new();
    for id in ids {
        let access = accesses.get(*id);
        let loops = access.reference.loops.as_slice();
        let facts = accesses.facts_inside(symbols.clone(), loops);
        for mut extent in extents_of(accesses, access, symbols.clone())? {
            let (mut place, mut around) = (found.len(), loops);
            let join = |extent: &Extent, (other, own): &(Extent, &[LoopId])| {
                let facts = (*own == loops).then_some(&facts);
                other.joined(extent, facts)
            };
            while let Some((k, joined)) = found
                .iter()
                .enumerate()
                .filter(|_| around == loops)
                .find_map(|(k, other)| Some((k, join(&extent, other)?)))
            {
                let (_, own) = found.remove(k);
                (extent, place) = (joined, place.min(k));
                around = if own == loops { loops } else { &[] };
            }
            found.insert(place.min(found.len()), (extent, around));
        }
        if found.len() > MAX_EXTENTS {
            return None;
        }
    }
    Some(found.into_iter().map(|(extent, _)| extent).collect())
}

fn extents_of(accesses: &Accesses, access: &Access, mut facts: Facts) -> Option<Vec<Extent>> {
    let address = &access.reference.address;
    if matches!(address.root, Root::Unknown(_)) || address.offset.unknown().is_some() {
        return None;
    }
    for l in &access.reference.loops {
        let values = accesses.loop_values(*l)?;
        if let (Some(first), Some(last)) = (&values.first, &values.last) {
            facts.assume_nonnegative(&(last - first));
        }
    }
    for l in &access.reference.loops {
        let values = accesses.loop_values(*l)?;
        let atom = Atom::Iv(*l, Instance::Source);
        facts.add_variable(atom, values.first.clone(), values.last.clone());
    }
    for divisor in divisors(&address.offset) {
        if facts.nonnegative(&divisor) {
            facts.assume_nonnegative(&(&divisor - &Poly::one()));
        }
    }
    let path = match access.reference.path.as_slice() {
        [path] => path.clone(),
        _ => Guard::always(),
    };
    let extent = |case: &Case| {
        let mut facts = facts.clone();
        facts.assume_guard(&access.reference.assumed);
        facts.assume_guard(&path);
        facts.assume_guard(&case.guard);
        let first = facts.extreme(&case.poly, End::Min)?;
        let end = &facts.extreme(&case.poly, End::Max)? + &Poly::from(access.bytes());
        let testable = |poly: &Poly| !poly.any_atom(&mut |a| !matches!(a, Atom::Symbol(_)));
        let root = address.root.clone();
        let extent = Extent { root, first, end };
        (testable(&extent.first) && testable(&extent.end) && extent.may_be_memory())
            .then_some(extent)
    };
    address.offset.cases().iter().map(extent).collect()
}

/// The variables that something in a value is divided by: none is 0 where that is computed.
fn divisors(value: &Value) -> Vec<Poly> {
    let mut found = Vec::new();
    value.any_atom(&mut |atom| {
        if let Atom::Term(term) = atom
            && matches!(term.op, TermOp::Binary(BinaryOp::Div | BinaryOp::Rem))
        {
            let divisor = term.args.get(1);
            found.extend(divisor.filter(|d| matches!(d.as_atom(), Some(Atom::Symbol(_)))).cloned());
        }
        false
    });
    found
}

/// No memory has two to the power of so many bytes.
const MEMORY_BITS: u32 = 60;

impl Extent {
    /// Whether the range is not longer than any memory, which no other one could lie beside.
    fn may_be_memory(&self) -> bool {
        let length = (&self.end - &self.first).as_constant();
        length.is_none_or(|length| length.significant_bits() <= MEMORY_BITS)
    }

    /// The range of both, where the ends of the two are constants apart, or the two touch and it is known which ends are
    /// farther out. `facts` must hold wherever one of the two is touched.
    fn joined(&self, other: &Extent, facts: Option<&Facts>) -> Option<Extent> {
        let known = |poly: &Poly| facts.is_some_and(|facts| facts.nonnegative(poly));
        let apart = |a: &Poly, b: &Poly| (a - b).as_constant();
        let close =
            apart(&self.first, &other.first).is_some() && apart(&self.end, &other.end).is_some();
        let touch = || known(&(&self.end - &other.first)) && known(&(&other.end - &self.first));
        if !close && !touch() {
            return None;
        }
        let greater = |a: &Poly, b: &Poly| match apart(a, b) {
            Some(distance) => Some(distance >= 0),
            None if known(&(a - b)) => Some(true),
            None => known(&(b - a)).then_some(false),
        };
        let first = if greater(&self.first, &other.first)? { other } else { self };
        let end = if greater(&self.end, &other.end)? { self } else { other };
        let (root, first, end) = (self.root.clone(), first.first.clone(), end.end.clone());
        Some(Extent { root, first, end })
    }
}
