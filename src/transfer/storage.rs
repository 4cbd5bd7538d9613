//! The storage that a function's pointers point into.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::polynomial::Polynomial;
use super::used::Used;
use crate::id::{StmtId, SymbolId};
use crate::ir::host::{HostFunction, HostMember};
use crate::ir::{Expr, ExprKind, Scope, Stmt, StmtKind, SymbolKind};
use crate::source::Span;

/// One piece of storage, as far as a function tells it from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Storage {
    /// A variable's own.
    Variable(SymbolId),
    /// What a parameter points to when the function begins.
    Pointee(SymbolId),
    /// What a pointer in there points to then, by the bytes in front of the pointer.
    Member(SymbolId, u64),
    /// What other pointers lead to from what a parameter points to.
    Reach(SymbolId),
    /// A variable of the program that the function does not name, by its number among [`Globals`].
    Global(u32),
    /// What an allocation in a statement returns, by its number among those of the statement.
    Allocated(StmtId, u32),
    /// A part of other storage from some place on, by its number among [`Variables::parts`].
    Part(u32),
    /// Any other.
    Other,
}

/// A pointer in storage, by the bytes in front of it; a variable has itself at 0.
pub(super) type Cell = (Storage, u64);

/// The variables outside of functions that a unit's functions name: each by the first function that does, and its name there.
pub(super) struct Globals<'a> {
    named: BTreeMap<u32, (&'a str, &'a HostFunction)>,
    /// The arrays that the host never reads, and of which `main` sees all that the device does.
    pub(super) unread: BTreeSet<u32>,
}

impl<'a> Globals<'a> {
    pub(super) fn of(functions: &'a [HostFunction]) -> Self {
        let mut all = BTreeMap::new();
        for function in functions {
            for (id, symbol) in function.symbols.iter().enumerate() {
                if let Some(number) = function.global(SymbolId::from_index(id)) {
                    all.entry(number).or_insert((symbol.name.as_str(), function));
                }
            }
        }
        Self { named: all, unread: BTreeSet::new() }
    }

    /// The name by which a function that does not name a variable can: it is declared before it, and the function has no other of that
    /// name.
    pub(super) fn visible(
        &self,
        number: u32,
        function: &HostFunction,
        element: u64,
    ) -> Option<&'a str> {
        let (name, first) = self.named.get(&number)?;
        let ids = (0..first.symbols.len()).map(SymbolId::from_index);
        let own = ids.into_iter().find(|id| first.global(*id) == Some(number))?;
        let variable = first.variable(own)?;
        let fits = first.symbol(own).kind == SymbolKind::Array
            && variable.element == element
            && variable.scope != Span::default();
        let is_before = first.file == function.file && first.span.end <= function.span.start;
        let is_taken = function.symbols.iter().any(|own| own.name == *name);
        let is_alone = self.named.values().filter(|(other, _)| other == name).count() == 1;
        (fits && is_before && !is_taken && is_alone).then_some(*name)
    }
}

/// What calls say of a function's parameters.
#[derive(Clone, Debug, Default)]
pub(super) struct Parameters {
    /// Storage that is apart in every call.
    pub(super) apart: BTreeSet<(Storage, Storage)>,
    /// Storage that is the same in some call.
    pub(super) same: BTreeSet<(Storage, Storage)>,
}

/// Where a pointer may point to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pointer {
    pub(super) targets: BTreeSet<Storage>,
    /// Whether it may point elsewhere than to the start of them.
    pub(super) is_inside: bool,
}

impl Pointer {
    pub(super) fn other() -> Self {
        Self { targets: BTreeSet::from([Storage::Other]), is_inside: true }
    }

    pub(super) fn to(storage: Storage) -> Self {
        Self { targets: BTreeSet::from([storage]), is_inside: false }
    }

    /// The only storage that it points to the start of.
    pub(super) fn only(&self) -> Option<Storage> {
        let mut targets = self.targets.iter();
        let only = targets.next().filter(|own| **own != Storage::Other && !self.is_inside)?;
        targets.next().is_none().then_some(*only)
    }

    pub(super) fn join(&mut self, other: &Pointer) -> bool {
        let before = (self.targets.len(), self.is_inside);
        self.targets.extend(&other.targets);
        self.is_inside |= other.is_inside;
        before != (self.targets.len(), self.is_inside)
    }

    pub(super) fn moved(mut self, is_moved: bool) -> Self {
        self.is_inside |= is_moved;
        self
    }
}

/// A function's variables, by how pointers are followed through them.
pub(super) struct Variables<'a> {
    pub(super) function: &'a HostFunction,
    /// Variables whose address is taken, or that a reference may name.
    addressed: BTreeSet<SymbolId>,
    /// Whether its statements do not show the order in which they run.
    pub(super) has_labels: bool,
    /// The statements in loops.
    repeated: BTreeSet<StmtId>,
    /// The functions that statements call, where they call several: each name as often as it is called.
    calls: BTreeMap<StmtId, Vec<String>>,
    /// The names of the functions that the unit defines.
    defined: &'a BTreeSet<&'a str>,
    /// The parts of storage that pointers lead to: what each is a part of, and the bytes in front of it there.
    parts: RefCell<Vec<(Storage, Polynomial)>>,
    /// What calls say of the parameters.
    pub(super) known: Parameters,
    /// What regions name, by their statements.
    used: RefCell<BTreeMap<StmtId, Rc<Used>>>,
}

impl<'a> Variables<'a> {
    pub(super) fn of(function: &'a HostFunction, defined: &'a BTreeSet<&'a str>) -> Self {
        let mut addressed = BTreeSet::new();
        let mut look = |expr: &Expr| {
            if let ExprKind::AddressOf(place) = &expr.kind {
                addressed.extend(place.as_symbol());
            }
        };
        function.walk(&mut |stmt| stmt.walk_own(&mut look));
        let all = (0..function.symbols.len()).map(SymbolId::from_index);
        let is_hidden = |id: &SymbolId| function.variable(*id).is_some_and(|own| own.is_hidden);
        addressed.extend(all.filter(is_hidden));
        let mut repeated = BTreeSet::new();
        function.walk(&mut |stmt| {
            if matches!(stmt.kind, StmtKind::Loop(_) | StmtKind::While { .. }) {
                let [body, _] = stmt.blocks();
                crate::ir::walk_statements(body, &mut |own| _ = repeated.insert(own.id));
            }
        });
        let mut calls: BTreeMap<StmtId, Vec<String>> = BTreeMap::new();
        function.walk(&mut |stmt| {
            stmt.walk_own(&mut |expr| {
                if let ExprKind::Call { name, pure_fn: false, .. } = &expr.kind {
                    calls.entry(stmt.id).or_default().push(name.clone());
                }
            });
        });
        calls.retain(|_, own| own.len() > 1);
        let (known, parts) = (Parameters::default(), RefCell::default());
        let (used, has_labels) = (RefCell::default(), function.has_labels());
        Self { function, addressed, has_labels, repeated, calls, defined, parts, known, used }
    }

    /// What the statements of a region name.
    pub(super) fn used(&self, at: StmtId, body: &[Stmt]) -> Rc<Used> {
        let mut known = self.used.borrow_mut();
        known.entry(at).or_insert_with(|| Rc::new(Used::of(body, self.function))).clone()
    }

    /// Whether a statement stands in a loop.
    pub(super) fn is_repeated(&self, at: StmtId) -> bool {
        self.repeated.contains(&at)
    }

    /// The functions that a statement calls, where it calls several.
    pub(super) fn calls(&self, at: StmtId) -> &[String] {
        self.calls.get(&at).map_or(&[], |own| own)
    }

    /// Whether the unit defines a function of that name.
    pub(super) fn defines(&self, name: &str) -> bool {
        self.defined.contains(name)
    }

    /// What storage is a part of, and the bytes in front of it there; itself for all but parts.
    pub(super) fn whole(&self, storage: Storage) -> (Storage, Polynomial) {
        match storage {
            Storage::Part(number) => self.parts.borrow()[number as usize].clone(),
            whole => (whole, Polynomial::default()),
        }
    }

    /// The storage that begins so many bytes behind the start of other storage.
    pub(super) fn part(&self, of: Storage, bytes: &Polynomial) -> Storage {
        let (whole, before) = self.whole(of);
        let before = before.add(bytes, 1);
        if before == Polynomial::default() {
            return whole;
        }
        let mut parts = self.parts.borrow_mut();
        let known = parts.iter().position(|own| own.0 == whole && own.1 == before);
        let number = known.unwrap_or(parts.len());
        if known.is_none() {
            parts.push((whole, before));
        }
        Storage::Part(number as u32)
    }

    /// Whether storage belongs to the function, and others know it only where it lets it out.
    pub(super) fn is_local(&self, storage: Storage) -> bool {
        match self.whole(storage).0 {
            Storage::Allocated(..) => true,
            Storage::Variable(symbol) => self.function.symbol(symbol).scope != Scope::Global,
            _ => false,
        }
    }

    /// Whether the pointers in storage are followed.
    pub(super) fn has_cells(&self, storage: Storage) -> bool {
        match storage {
            Storage::Variable(symbol) => {
                let own = self.function.symbol(symbol);
                let is_hidden = self.function.variable(symbol).is_none_or(|own| own.is_hidden);
                own.scope != Scope::Global
                    && !is_hidden
                    && matches!(own.kind, SymbolKind::Record | SymbolKind::Array)
            }
            Storage::Pointee(_) | Storage::Allocated(..) => true,
            _ => false,
        }
    }

    /// Whether a variable changes by assignments to its name alone.
    pub(super) fn is_own(&self, symbol: SymbolId) -> bool {
        let scope = self.function.symbol(symbol).scope;
        scope != Scope::Global && !self.addressed.contains(&symbol)
    }

    /// Whether a variable is a pointer that is followed.
    pub(super) fn is_followed(&self, symbol: SymbolId) -> bool {
        self.function.symbol(symbol).kind == SymbolKind::Pointer && self.is_own(symbol)
    }

    /// Whether a variable is a reference, and what it is bound to is followed.
    pub(super) fn is_bound(&self, symbol: SymbolId) -> bool {
        self.function.symbol(symbol).kind == SymbolKind::Reference && self.is_own(symbol)
    }

    /// Whether what a pointer in what a parameter points to leads to belongs to that object alone: it is a container's.
    fn is_owned(&self, parameter: SymbolId, bytes: u64) -> bool {
        let is_it = |own: &HostMember| own.of == parameter && own.at == bytes && own.is_owned;
        self.function.members.iter().any(is_it)
    }

    /// Whether two pieces of storage may overlap; `escaped` are those that others know.
    pub(super) fn may_meet(&self, a: Storage, b: Storage, escaped: &BTreeSet<Storage>) -> bool {
        let (a, b) = (self.whole(a).0, self.whole(b).0);
        let is_global = |symbol| self.function.symbol(symbol).scope == Scope::Global;
        let from_outside = |storage: Storage| match storage {
            Storage::Pointee(_) | Storage::Member(..) | Storage::Reach(_) | Storage::Global(_) => {
                true
            }
            Storage::Variable(symbol) => is_global(symbol),
            Storage::Allocated(..) | Storage::Part(_) | Storage::Other => false,
        };
        let is_known = |storage: Storage| {
            from_outside(storage) || storage == Storage::Other || escaped.contains(&storage)
        };
        let is_apart = |a: Storage, b: Storage| match (a, b) {
            (Storage::Member(of, at), Storage::Pointee(other)) => {
                of == other && self.is_owned(of, at)
            }
            (Storage::Member(of, at), Storage::Member(other, next)) => {
                of == other && at != next && self.is_owned(of, at) && self.is_owned(of, next)
            }
            _ => false,
        };
        match (a, b) {
            _ if a == b => true,
            _ if is_apart(a, b) || is_apart(b, a) => false,
            (Storage::Other, known) | (known, Storage::Other) => is_known(known),
            (
                Storage::Variable(_) | Storage::Global(_),
                Storage::Variable(_) | Storage::Global(_),
            ) => false,
            _ if has_pair(&self.known.apart, a, b) => false,
            _ => from_outside(a) && from_outside(b),
        }
    }
}

/// Whether a set has two pieces of storage, in any order.
pub(super) fn has_pair(all: &BTreeSet<(Storage, Storage)>, a: Storage, b: Storage) -> bool {
    all.contains(&(a, b)) || all.contains(&(b, a))
}

/// Whether a function's result points to storage that nothing older points into.
pub(super) fn is_allocator(name: &str) -> bool {
    matches!(name, "aligned_alloc" | "calloc" | "malloc" | "omp_alloc" | "operator new" | "valloc")
}
