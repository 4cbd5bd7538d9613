//! What objects hold, for counts: which loops it follows.
//!
//! An array, a record, and a variable whose address is taken hold what the region stores there, under the
//! conditions under which it does. Where each thread has an object of its own, what a lane finds in it
//! follows all of that. In memory that threads share, lanes that read one place find one value, but
//! for threads that take turns: each finds what the one before it has left.

use std::collections::BTreeSet;

use super::sources::{Contents, Sources, address_sources};
use super::{Address, Binding, Evaluator};
use crate::id::{LoopId, SymbolId};
use crate::ir::launch::number_loops;
use crate::ir::{DataKind, ExprKind, Scope, StmtKind, SymbolKind, TargetRegion, walk_statements};
use crate::symbolic::root::{Root, Storage, compare, is_object};

/// The objects whose address an expression takes: something that is not understood may change them.
pub(super) fn exposed(region: &TargetRegion) -> BTreeSet<SymbolId> {
    let mut found = BTreeSet::new();
    region.walk_expressions(&mut |expr| match &expr.kind {
        ExprKind::AddressOf(place) => found.extend(place.root()),
        ExprKind::Symbol(symbol) if region.symbol(*symbol).kind == SymbolKind::Array => {
            found.insert(*symbol);
        }
        _ => {}
    });
    found
}

/// Variables without a value that no statement assigns: something that is not understood does, to each lane's another one.
pub(super) fn hidden(region: &TargetRegion) -> Contents {
    let (mut empty, mut assigned) = (BTreeSet::new(), BTreeSet::new());
    walk_statements(&region.body, &mut |stmt| match &stmt.kind {
        StmtKind::Declare { symbol, value: None } => _ = empty.insert(*symbol),
        StmtKind::Assign { target, .. } => assigned.extend(target.root()),
        StmtKind::Loop(inner) => _ = assigned.insert(inner.iv),
        _ => {}
    });
    assigned.extend(exposed(region));
    let is_scalar = |symbol: &&SymbolId| region.symbol(**symbol).kind == SymbolKind::Scalar;
    let everything: Sources = (0..region.loop_count + number_loops(region)).map(LoopId).collect();
    empty.difference(&assigned).filter(is_scalar).map(|s| (*s, everything.clone())).collect()
}

impl Evaluator<'_> {
    /// Does something that is reached under a condition with these sources, in a walk for counts.
    pub(super) fn under<T>(
        &mut self,
        decides: Option<&Sources>,
        action: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let (Some(counting), Some(decides)) = (&mut self.counting, decides) else {
            return action(self);
        };
        let outer = counting.control.clone();
        counting.control.extend(decides);
        let result = action(self);
        if let Some(counting) = &mut self.counting {
            counting.control = outer;
        }
        result
    }

    /// Takes note of what is read at an address.
    pub(super) fn note_contents(&mut self, address: &Address) {
        if !self.counts() {
            return;
        }
        self.note_sources(address_sources(address));
        let contents = self.contents_of(&address.root);
        self.note_sources(contents);
        if self.takes_turns() && !self.unwritten(&address.root, false) {
            self.note_everything();
        }
    }

    /// Takes note of what was read to be stored to an object.
    pub(super) fn note_store(&mut self, root: &Root) {
        if !self.counts() {
            return;
        }
        let Root::Symbol(symbol) = root else { return self.note_store_to_any(root) };
        let own = self.is_of_thread(*symbol);
        if let Some(counting) = self.counting.as_mut().filter(|_| own) {
            let all = counting.read.union(&counting.control).copied();
            counting.contents.entry(*symbol).or_default().extend(all);
        }
    }

    /// Takes note of a store to any of the objects that may be what a pointer points to.
    fn note_store_to_any(&mut self, root: &Root) {
        let everything = self.everything();
        let (region, policy) = (self.region, self.policy);
        let Some(counting) = &mut self.counting else { return };
        for (symbol, contents) in &mut counting.contents {
            if compare(region, policy, &Root::Symbol(*symbol), root) == Storage::MayOverlap {
                contents.extend(everything.iter().copied());
            }
        }
    }

    /// Takes note of an effect that is not understood.
    pub(super) fn note_unknown_store(&mut self) {
        if !self.counts() {
            return;
        }
        let everything = self.everything();
        let own = self.exposed.iter().copied().filter(|symbol| self.is_of_thread(*symbol));
        let own: Vec<SymbolId> = own.collect();
        if let Some(counting) = &mut self.counting {
            for symbol in own {
                counting.contents.entry(symbol).or_default().extend(everything.iter().copied());
            }
        }
    }

    /// What a variable's value follows.
    pub(super) fn variable_sources(&self, symbol: SymbolId) -> Sources {
        if self.is_of_thread(symbol) {
            return self.contents_of(&Root::Symbol(symbol));
        }
        if self.escaped.contains(&symbol) && !self.is_of_team(symbol) {
            return self.everything();
        }
        let Some(binding) = self.environment.get(&symbol) else { return Sources::new() };
        let mut found = binding.sources();
        if let Binding::Pointer(address) = binding {
            found.extend(self.contents_of(&address.root));
        }
        found
    }

    /// What tells lanes apart that read one place of their own by that name, or of one that they share.
    pub(super) fn contents_of(&self, root: &Root) -> Sources {
        let Root::Symbol(symbol) = root else { return Sources::new() };
        let contents = self.counting.as_ref().and_then(|own| own.contents.get(symbol));
        let contents = contents.filter(|_| self.is_of_thread(*symbol));
        let around = |l: &LoopId| {
            self.loops.contains(l) || self.shared.contains(l) || l.0 >= self.region.loop_count
        };
        contents.into_iter().flatten().copied().filter(around).collect()
    }

    /// Whether each lane has an object of its own by that name.
    fn is_of_thread(&self, symbol: SymbolId) -> bool {
        let declared = self.region.symbol(symbol);
        let private = |kind| matches!(kind, DataKind::Private | DataKind::Firstprivate);
        let listed =
            self.region.data.iter().any(|item| item.symbol == symbol && private(item.kind));
        let in_memory = declared.kind != SymbolKind::Scalar || self.escaped.contains(&symbol);
        is_object(self.region, symbol)
            && in_memory
            && !self.is_of_team(symbol)
            && (declared.scope == Scope::Region || listed)
    }
}
