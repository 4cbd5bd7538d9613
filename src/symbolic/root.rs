//! Roots of addresses, and what is known of two roots' storage.

use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::{DataItem, Scope, SymbolKind, TargetRegion};
use crate::policy::Policy;
use crate::symbolic::poly::Poly;

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

/// Compares the storage of two roots of `region`.
///
/// Distinct are: arrays with storage of their own, but for those that an `alias` attribute joins; list items of this construct's map clauses
/// (OpenMP 5.2 §5.8.3: list items of one construct share no storage); two `restrict` pointers, or
/// one and an array (C11 §6.7.3.1). A pointer that is `restrict` says nothing of a plain pointer,
/// which may have been derived from it.
pub fn compare(region: &TargetRegion, policy: &Policy, a: &Root, b: &Root) -> Storage {
    match (a, b) {
        (Root::Symbol(a), Root::Symbol(b)) if a == b => Storage::Same,
        (Root::Loaded(a), Root::Loaded(b)) if a == b => Storage::Same,
        (Root::Symbol(a), Root::Symbol(b)) => compare_symbols(region, policy, *a, *b),
        (Root::Symbol(local), Root::Loaded(_)) | (Root::Loaded(_), Root::Symbol(local))
            if is_local(region, *local) =>
        {
            Storage::Distinct(None)
        }
        _ => Storage::MayOverlap,
    }
}

fn compare_symbols(region: &TargetRegion, policy: &Policy, a: SymbolId, b: SymbolId) -> Storage {
    if is_local(region, a) || is_local(region, b) {
        return Storage::Distinct(None);
    }
    if is_object(region, a) && is_object(region, b) {
        return Storage::Distinct(Some(Code::DistinctObjects));
    }
    if policy.maps && own_map(region, a).is_some() && own_map(region, b).is_some() {
        return Storage::Distinct(Some(Code::MapsDoNotOverlap));
    }
    let restricted = |symbol| region.symbol(symbol).restrict;
    let unreachable = |symbol| restricted(symbol) || is_object(region, symbol);
    if policy.restrict && unreachable(a) && unreachable(b) {
        return Storage::Distinct(Some(Code::Restrict));
    }
    Storage::MayOverlap
}

/// Whether the symbol's storage is its own.
fn is_object(region: &TargetRegion, symbol: SymbolId) -> bool {
    matches!(
        region.symbol(symbol).kind,
        SymbolKind::Array | SymbolKind::Record | SymbolKind::Scalar
    )
}

/// Whether the symbol is an object declared inside the region: no pointer from outside reaches it.
fn is_local(region: &TargetRegion, symbol: SymbolId) -> bool {
    region.symbol(symbol).scope == Scope::Region && is_object(region, symbol)
}

/// The item of the region's own map clauses that maps the storage of `symbol`.
///
/// A pointer needs a section for that: without one it is mapped itself, and what it points to is
/// not. A section of length 0 only attaches to storage that is mapped already, and shares it with
/// whoever mapped it.
pub fn own_map(region: &TargetRegion, symbol: SymbolId) -> Option<&DataItem> {
    let pointer = region.symbol(symbol).kind == SymbolKind::Pointer;
    let mapped = |item: &DataItem| match &item.section {
        Some((_, length)) => length.trim_matches(['(', ')', ' ']) != "0",
        None => !pointer,
    };
    let own = region
        .data
        .iter()
        .filter(|item| item.symbol == symbol && item.member.is_none() && !item.enclosing);
    own.filter(|item| item.kind.is_map()).find(|item| mapped(item))
}
