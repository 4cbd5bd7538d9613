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
use crate::symbolic::eval::{LoopValues, Reference, integer_range, symbol_facts};
use crate::symbolic::poly::{Atom, Fixed, Instance, Poly, TermOp};
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
    pub nonnegative: BTreeSet<Atom>,
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
        Storage::MayOverlap
            if policy.strict_aliasing && incompatible(a.ty, b.ty)
                || policy.typed_sizes && (is_kept(a, b) || is_kept(b, a)) =>
        {
            Storage::Distinct(Some(Code::TypeBased))
        }
        storage => storage,
    }
}

/// Whether a reference reads one integer or pointer for the whole region, which no store of a floating value changes. The
/// evaluation takes its value for that, too.
fn is_kept(read: &Reference, store: &Reference) -> bool {
    let invariant =
        |offset: &Poly| !offset.any_atom(&mut |atom| matches!(atom, Atom::Iv(..) | Atom::Term(_)));
    !read.kind.writes()
        && read.is_typed()
        && matches!(read.address.root, Root::Symbol(_))
        && read.address.offset.as_poly().is_some_and(invariant)
        && store.is_floating()
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
    let all: BTreeSet<AccessId> = sources.union(&sinks).copied().collect();
    let fixed = fixed(accesses, &all);
    let hidden = Hidden { from: region.symbols.len(), fixed: &fixed };
    let renamed = (!fixed.is_empty()).then(|| hidden.renamed(accesses, &all));
    let accesses = renamed.as_ref().unwrap_or(accesses);
    let strides = strides(region, &hidden, accesses, all.iter());
    for nonnegative in [BTreeSet::new(), strides] {
        let mut facts = symbol_facts(region);
        hidden.bound(&mut facts);
        for symbol in &nonnegative {
            facts.assume_nonnegative(&Poly::atom(symbol.clone()));
        }
        let ranges = |ids| extents(&facts, accesses, ids);
        if let (Some(left), Some(right)) = (ranges(&sources), ranges(&sinks)) {
            let nonnegative = nonnegative.iter().map(|size| hidden.shown_atom(size));
            let nonnegative: BTreeSet<Atom> = nonnegative.collect();
            let condition = |(left, right): (&Extent, &Extent)| Condition {
                left: hidden.shown(left),
                right: hidden.shown(right),
                nonnegative: nonnegative.clone(),
            };
            let both = left.iter().flat_map(|l| right.iter().map(move |r| (l, r)));
            return both.map(condition).collect();
        }
    }
    Vec::new()
}

/// What accesses, and the loops around them, read from memory at known places.
fn fixed(accesses: &Accesses, ids: &BTreeSet<AccessId>) -> Vec<Fixed> {
    let mut found = BTreeSet::new();
    let mut note = |atom: &Atom| {
        found.extend(atom.as_fixed());
        false
    };
    for reference in ids.iter().map(|id| &accesses.get(*id).reference) {
        reference.address.offset.any_atom(&mut note);
        for values in reference.loops.iter().filter_map(|l| accesses.loop_values(*l)) {
            values.lower.any_atom(&mut note);
            values.upper.any_atom(&mut note);
        }
    }
    found.into_iter().collect()
}

/// Sizes in memory, which count as variables where ranges are computed: those behind the region's own.
struct Hidden<'a> {
    from: usize,
    fixed: &'a [Fixed],
}

impl Hidden<'_> {
    fn variable(&self, number: usize) -> Atom {
        Atom::Symbol(SymbolId::from_index(self.from + number))
    }

    fn of(&self, atom: &Atom) -> Option<Fixed> {
        let Atom::Symbol(symbol) = atom else { return None };
        self.fixed.get(symbol.index().checked_sub(self.from)?).copied()
    }

    /// The same accesses with variables for the sizes. Where they run is left out.
    fn renamed(&self, accesses: &Accesses, ids: &BTreeSet<AccessId>) -> Accesses {
        let hide = |atom: &Atom| {
            let own = atom.as_fixed()?;
            let number = self.fixed.iter().position(|fixed| *fixed == own)?;
            Some(Poly::atom(self.variable(number)))
        };
        let mut renamed = accesses.clone();
        for own in renamed.list.iter_mut().filter(|own| ids.contains(&own.id)) {
            own.reference.address.offset = own.reference.address.offset.substitute(&hide);
            own.reference.path = vec![Guard::always()];
        }
        let all = renamed.loops.iter().map(|values| {
            let values = values.as_ref()?;
            let poly = |poly: &Option<Poly>| poly.as_ref().map(|poly| poly.substitute(&hide));
            Some(LoopValues {
                first: poly(&values.first),
                last: poly(&values.last),
                furthest: poly(&values.furthest),
                spread: poly(&values.spread),
                lower: values.lower.substitute(&hide),
                upper: values.upper.substitute(&hide),
                trip_count: poly(&values.trip_count),
                ..values.clone()
            })
        });
        renamed.loops = all.collect();
        renamed
    }

    /// What the types of the sizes say of them.
    fn bound(&self, facts: &mut Facts) {
        for (number, fixed) in self.fixed.iter().enumerate() {
            let bits = u16::try_from(8 * fixed.bytes).unwrap_or(u16::MAX);
            let (min, max) = integer_range(bits, fixed.signed);
            facts.bound_symbol(self.variable(number), min, max);
        }
    }

    fn shown_atom(&self, atom: &Atom) -> Atom {
        self.of(atom).map_or_else(|| atom.clone(), Fixed::atom)
    }

    /// A range with the sizes themselves.
    fn shown(&self, extent: &Extent) -> Extent {
        let show = |poly: &Poly| {
            poly.substitute(&|atom| self.of(atom).map(|fixed| Poly::atom(fixed.atom())))
        };
        let (first, end) = (show(&extent.first), show(&extent.end));
        Extent { root: extent.root.clone(), first, end }
    }
}

/// The signed variables in the offsets of accesses, in quotients too.
fn strides<'a>(
    region: &TargetRegion,
    hidden: &Hidden,
    accesses: &Accesses,
    ids: impl Iterator<Item = &'a AccessId>,
) -> BTreeSet<Atom> {
    let offsets = ids.flat_map(|id| accesses.get(*id).reference.address.offset.cases());
    let is_signed = |atom: &&Atom| match (hidden.of(atom), atom) {
        (Some(fixed), _) => fixed.signed,
        (None, Atom::Symbol(symbol)) => region.symbol(*symbol).ty.is_signed(),
        _ => false,
    };
    let leaves = offsets.flat_map(|case| case.poly.leaves());
    leaves.filter(is_signed).cloned().collect()
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
