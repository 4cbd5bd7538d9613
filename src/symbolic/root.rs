//! Roots of addresses, and what is known of two roots' storage.

use std::collections::BTreeSet;

use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::section::is_empty_constant;
use crate::ir::{DataItem, DataKind, OriginKind, Scope, SymbolKind, TargetRegion};
use crate::openmp::ClauseKind;
use crate::policy::Policy;
use crate::symbolic::poly::{Atom, Poly, TermOp};

/// The storage that an address points into.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Root {
    /// An array's own storage, or what an unchanging pointer or reference points to.
    Symbol(SymbolId),
    /// What an unchanging pointer in memory points to: the loaded value, free of induction
    /// variables.
    Loaded(Poly),
    /// Not known.
    Unknown(Code),
}

/// What is known of the storage of two roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// The same root.
    Same,
    /// No byte in common; with the assumption that this rests on, if any.
    Distinct(Option<Code>),
    /// Nothing.
    MayOverlap,
}

/// Compares the storage of two roots of `region`, something of one of which is stored to.
///
/// Distinct are:
/// - arrays and records with storage of their own;
/// - list items of this construct's map clauses, members among them, and of one enclosing `target data` construct (OpenMP
///   5.2 §5.8.3: list items of one construct share no storage);
/// - the result of an allocation by the function, and whatever the function was called with, any
///   object, any other allocation (C11 §7.22.3);
/// - two `restrict` pointers, one and an object, or one and a parameter (C11 §6.7.3.1). A plain local pointer may have
///   been derived from the `restrict` one; a parameter that the function does not change was not: its value is
///   older. The promise of a local one holds while its block is executed, and a region that names it is inside;
/// - an object of outside that is defined const, and whatever is not derived from it: all stores are elsewhere.
///
/// What is known of a pointer that another one is derived from is known of that one, too.
pub fn compare(region: &TargetRegion, policy: &Policy, a: &Root, b: &Root) -> Storage {
    match (a, b) {
        (Root::Symbol(a), Root::Symbol(b)) if a == b => Storage::Same,
        (Root::Loaded(a), Root::Loaded(b)) if a == b => Storage::Same,
        (Root::Symbol(a), Root::Symbol(b)) => {
            let (a, b) = (region.lineage(*a), region.lineage(*b));
            if a.iter().any(|symbol| b.contains(symbol)) {
                return Storage::MayOverlap;
            }
            let is_steady = |symbol: &SymbolId| is_never_stored(region, *symbol);
            let object = |symbol: &SymbolId| is_object(region, *symbol);
            let one = |of: &[SymbolId], other: &[SymbolId]| {
                of.iter().any(is_steady) && !other.iter().any(object)
            };
            if one(&a, &b) || one(&b, &a) {
                return Storage::Distinct(Some(Code::ConstantObjects));
            }
            let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (*a, *b)));
            let mut answers = pairs.map(|(a, b)| compare_symbols(region, policy, a, b));
            answers.find(|answer| *answer != Storage::MayOverlap).unwrap_or(Storage::MayOverlap)
        }
        (Root::Symbol(local), Root::Loaded(_)) | (Root::Loaded(_), Root::Symbol(local))
            if is_local(region, *local) =>
        {
            Storage::Distinct(None)
        }
        _ if policy.maps && is_own_item(region, a) && is_own_item(region, b) => {
            Storage::Distinct(Some(Code::MapsDoNotOverlap))
        }
        (Root::Symbol(symbol), Root::Loaded(_) | Root::Unknown(_))
        | (Root::Loaded(_) | Root::Unknown(_), Root::Symbol(symbol))
            if region.lineage(*symbol).iter().any(|base| is_never_stored(region, *base)) =>
        {
            Storage::Distinct(Some(Code::ConstantObjects))
        }
        _ => Storage::MayOverlap,
    }
}

/// Whether the storage is that of a list item of the region's own map clauses. What a pointer in memory points to is, where the
/// clauses name that pointer as a member by a section: it is attached to the section's storage when the region begins.
fn is_own_item(region: &TargetRegion, root: &Root) -> bool {
    match root {
        Root::Symbol(symbol) => {
            region.lineage(*symbol).into_iter().any(|s| own_map(region, s).is_some())
        }
        Root::Loaded(pointer) => is_mapped_member(region, pointer),
        Root::Unknown(_) => false,
    }
}

/// The variable that a pointer in memory is loaded by, and how many bytes behind its start, or the start of what it points to, the
/// pointer lies, if that is a number.
pub(crate) fn loaded_by(pointer: &Poly) -> Option<(SymbolId, Option<u64>)> {
    let Some(Atom::Term(term)) = pointer.as_atom() else { return None };
    let TermOp::Load { symbol, bytes: 8, .. } = term.op else { return None };
    let [offset] = term.args.as_slice() else { return None };
    Some((symbol, offset.as_constant().and_then(|offset| offset.to_u64())))
}

fn is_mapped_member(region: &TargetRegion, pointer: &Poly) -> bool {
    let Some((symbol, at)) = loaded_by(pointer) else { return false };
    let mut own = region.data.iter().filter(|item| item.symbol == symbol && !item.enclosing);
    let names = |item: &DataItem| {
        at.is_some() && item.member.as_ref().is_some_and(|member| member.pointer_at == at)
    };
    own.clone().all(|item| item.kind.is_map() || item.kind == DataKind::Shared)
        && own.any(|item| item.kind.is_map() && names(item) && has_section(item))
}

fn compare_symbols(region: &TargetRegion, policy: &Policy, a: SymbolId, b: SymbolId) -> Storage {
    if is_local(region, a) || is_local(region, b) {
        return Storage::Distinct(None);
    }
    let object = |symbol| is_object(region, symbol);
    let has = |symbol, kind: &OriginKind| region.origins_of(symbol).any(|k| k == kind);
    let entry = |symbol| has(symbol, &OriginKind::Entry);
    let allocated = |symbol| has(symbol, &OriginKind::Allocated);
    let restricted = |symbol| {
        let variable = region.symbol(symbol);
        variable.restrict && variable.scope != Scope::Region
    };
    let separate = |new, old| allocated(new) && (allocated(old) || entry(old) || object(old));
    let unreachable = |symbol| restricted(symbol) || object(symbol);
    let older = |new, old| restricted(new) && entry(old);
    let promised = unreachable(a) && unreachable(b) || older(a, b) || older(b, a);
    let mapped = own_map(region, a).is_some() && own_map(region, b).is_some();
    let reasons = [
        (object(a) && object(b), Code::DistinctObjects),
        (policy.maps && (mapped || same_construct(region, a, b)), Code::MapsDoNotOverlap),
        (policy.allocations && (separate(a, b) || separate(b, a)), Code::SeparateAllocations),
        (policy.restrict && promised, Code::Restrict),
    ];
    let found = reasons.iter().find(|(holds, _)| *holds);
    found.map_or(Storage::MayOverlap, |(_, code)| Storage::Distinct(Some(*code)))
}

/// Whether one `target data` construct around the region maps the storage of both.
fn same_construct(region: &TargetRegion, a: SymbolId, b: SymbolId) -> bool {
    let mut constructs = region.origins_of(a).filter(|k| matches!(k, OriginKind::Mapped(_)));
    constructs.any(|construct| region.origins_of(b).any(|other| other == construct))
}

/// Whether a `restrict` pointer is derived from another one, and all that the region names and that leads to the same storage is
/// derived from it in turn: then nothing is lost if it counts as a root. Where clauses say what that storage is, it
/// need not.
pub(crate) fn is_only_way(
    region: &TargetRegion,
    named: &BTreeSet<SymbolId>,
    symbol: SymbolId,
) -> bool {
    let lineage = region.lineage(symbol);
    let bases = &lineage[1..];
    let is_mapped = |base: &SymbolId| {
        own_map(region, *base).is_some()
            || region.origins_of(*base).any(|kind| matches!(kind, OriginKind::Mapped(_)))
    };
    let leads_there = |other: &SymbolId| {
        let lineage = region.lineage(*other);
        lineage.iter().any(|base| bases.contains(base)) && !lineage.contains(&symbol)
    };
    region.symbol(symbol).restrict
        && !bases.is_empty()
        && !bases.iter().any(is_mapped)
        && !named.iter().any(leads_there)
}

/// Whether the symbol's storage is its own.
pub(crate) fn is_object(region: &TargetRegion, symbol: SymbolId) -> bool {
    matches!(
        region.symbol(symbol).kind,
        SymbolKind::Array | SymbolKind::Record | SymbolKind::Scalar
    )
}

/// Whether no store of the region is one to the symbol's storage, for it is an object that is defined const outside of the region, or
/// a copy of one, which is const too.
pub(crate) fn is_never_stored(region: &TargetRegion, symbol: SymbolId) -> bool {
    let variable = region.symbol(symbol);
    let copied = |item: &DataItem| {
        let kinds =
            [DataKind::MapTo, DataKind::MapTofrom, DataKind::Firstprivate, DataKind::Shared];
        item.symbol != symbol || kinds.contains(&item.kind)
    };
    variable.readonly
        && !matches!(variable.scope, Scope::Region | Scope::Team)
        && region.data.iter().all(copied)
}

/// Whether the symbol is an object declared inside the region, or a copy that a clause makes of one: no pointer from outside
/// reaches it.
fn is_local(region: &TargetRegion, symbol: SymbolId) -> bool {
    let copies = |item: &DataItem| {
        let own = item.symbol == symbol && !item.enclosing && item.member.is_none();
        own && matches!(item.kind, DataKind::Private | DataKind::Firstprivate)
    };
    let inside = || region.symbol(symbol).scope == Scope::Region || region.data.iter().any(copies);
    is_object(region, symbol) && inside()
}

/// Whether the storage is not in the device's memory that all teams share: an object of one thread or team, or a scalar
/// that the region has a copy of. It has one of any scalar that its own clauses do not map, also of one that a construct
/// around it maps, unless `defaultmap` may say otherwise (OpenMP 5.2 §5.8.1).
pub(crate) fn is_outside_memory(region: &TargetRegion, root: &Root) -> bool {
    let Root::Symbol(symbol) = root else { return false };
    let variable = region.symbol(*symbol);
    let inside = [Scope::Region, Scope::Team].contains(&variable.scope);
    let listed = |own: &DataItem, kinds: &[DataKind]| {
        own.symbol == *symbol && !own.enclosing && kinds.contains(&own.kind)
    };
    let any = |kinds: &[DataKind]| region.data.iter().any(|own| listed(own, kinds));
    let private = any(&[DataKind::Private, DataKind::Firstprivate]);
    let addressed = any(&[DataKind::DevicePointer]) || is_scalar_on_device(region, *symbol);
    let target = region.around.first().unwrap_or(&region.directive);
    let copied =
        variable.kind == SymbolKind::Scalar && target.clause(ClauseKind::Defaultmap).is_none();
    is_object(region, *symbol) && (inside || private || copied && !addressed)
}

/// Whether a scalar is one in the device's memory: in the region's own `map` clauses, or declared for the device.
pub(crate) fn is_scalar_on_device(region: &TargetRegion, symbol: SymbolId) -> bool {
    let own = region.data.iter().filter(|item| item.symbol == symbol && !item.enclosing);
    let kinds: Vec<DataKind> = own.map(|item| item.kind).collect();
    let variable = region.symbol(symbol);
    let declared = |kind: &DataKind| *kind == DataKind::Shared && variable.scope == Scope::Global;
    variable.kind == SymbolKind::Scalar
        && kinds.iter().any(|kind| kind.is_map() || declared(kind))
        && kinds.iter().all(|kind| kind.is_map() || *kind == DataKind::Shared)
}

/// The item of the region's own map clauses that maps the storage of `symbol`.
///
/// A pointer needs a section for that: without one it is mapped itself, and what it points to is
/// not. A section of length 0 only attaches to storage that is mapped already, and shares it with
/// whoever mapped it; so may one whose length is not computed from what bounds the region's loops.
pub fn own_map(region: &TargetRegion, symbol: SymbolId) -> Option<&DataItem> {
    let pointer = region.symbol(symbol).kind == SymbolKind::Pointer;
    let mapped = |item: &DataItem| match item.section {
        Some(_) => has_section(item),
        None => !pointer,
    };
    let own = region
        .data
        .iter()
        .filter(|item| item.symbol == symbol && item.member.is_none() && !item.enclosing);
    own.filter(|item| item.kind.is_map()).find(|item| mapped(item))
}

/// Whether an item has a section that is known not to be empty.
pub(crate) fn has_section(item: &DataItem) -> bool {
    let length = item.section.as_ref().map(|(_, length)| length);
    length.is_some_and(|length| !item.may_be_empty && !is_empty_constant(length))
}
