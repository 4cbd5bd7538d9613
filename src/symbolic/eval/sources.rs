//! The loops whose counters tell apart the lanes that look at a value.

use std::collections::{BTreeMap, BTreeSet};

use super::{Address, Binding};
use crate::id::{LoopId, SymbolId};
use crate::symbolic::poly::Atom;
use crate::symbolic::root::Root;
use crate::symbolic::value::Value;

/// Loops whose counters tell lanes apart.
pub(super) type Sources = BTreeSet<LoopId>;

/// The sources of what objects hold.
pub(super) type Contents = BTreeMap<SymbolId, Sources>;

/// The loops that a value follows.
pub(super) fn sources(value: &Value) -> Sources {
    let mut found = Sources::new();
    value.any_atom(&mut |atom| collect(atom, &mut found));
    found
}

fn collect(atom: &Atom, found: &mut Sources) -> bool {
    if let Atom::Iv(l, _) = atom {
        found.insert(*l);
    }
    false
}

/// The loops that an address follows.
pub(super) fn address_sources(address: &Address) -> Sources {
    let mut found = sources(&address.offset);
    if let Root::Loaded(pointer) = &address.root {
        pointer.any_atom(&mut |atom| collect(atom, &mut found));
    }
    found
}

pub(super) fn union<const N: usize>(all: [Sources; N]) -> Sources {
    all.into_iter().flatten().collect()
}

impl Binding {
    /// The loops that what a variable holds follows.
    pub(super) fn sources(&self) -> Sources {
        match self {
            Binding::Value(value) => sources(value),
            Binding::Pointer(address) => address_sources(address),
        }
    }
}
