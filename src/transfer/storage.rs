//! The storage that a function's pointers point into.

use std::collections::{BTreeMap, BTreeSet};

use crate::id::{StmtId, SymbolId};
use crate::ir::host::HostFunction;
use crate::ir::{Base, Expr, ExprKind, Place, Scope, Step, StmtKind, SymbolKind, Type};
use crate::source::Span;

/// One piece of storage, as far as a function tells it from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Storage {
    /// A variable's own.
    Variable(SymbolId),
    /// What a parameter points to when the function begins.
    Pointee(SymbolId),
    /// A variable of the program that the function does not name, by its number among [`Globals`].
    Global(u32),
    /// What the allocation in a statement returns.
    Allocated(StmtId),
    /// Any other.
    Other,
}

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

    fn to(storage: Storage) -> Self {
        Self { targets: BTreeSet::from([storage]), is_inside: false }
    }

    /// The only storage that it points to the start of.
    pub(super) fn only(&self) -> Option<Storage> {
        let mut targets = self.targets.iter();
        let only = targets.next().filter(|own| **own != Storage::Other && !self.is_inside)?;
        targets.next().is_none().then_some(*only)
    }

    fn join(&mut self, other: &Pointer) -> bool {
        let before = (self.targets.len(), self.is_inside);
        self.targets.extend(&other.targets);
        self.is_inside |= other.is_inside;
        before != (self.targets.len(), self.is_inside)
    }

    fn moved(mut self, is_moved: bool) -> Self {
        self.is_inside |= is_moved;
        self
    }
}

/// What the pointers of a function point to at one place of it; a pointer that is not there has no value yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State(BTreeMap<SymbolId, Pointer>);

impl State {
    /// Makes it hold of both ways to a place; whether it holds less than before.
    pub(super) fn join(&mut self, other: &State) -> bool {
        let mut changed = false;
        for (symbol, pointer) in &other.0 {
            changed |= match self.0.get_mut(symbol) {
                Some(own) => own.join(pointer),
                None => self.0.insert(*symbol, pointer.clone()).is_none(),
            };
        }
        changed
    }

    /// What a pointer points to, where it has a value.
    pub(super) fn get(&self, symbol: SymbolId) -> Option<&Pointer> {
        self.0.get(&symbol)
    }

    /// A pointer gets a value; where `is_weak`, it may also keep that which it has.
    pub(super) fn set(&mut self, symbol: SymbolId, value: Pointer, is_weak: bool) {
        if is_weak {
            self.0.entry(symbol).or_default().join(&value);
        } else {
            self.0.insert(symbol, value);
        }
    }
}

/// A function's variables, by how pointers are followed through them.
pub(super) struct Variables<'a> {
    pub(super) function: &'a HostFunction,
    /// Variables whose address is taken, or that a reference may name.
    addressed: BTreeSet<SymbolId>,
    /// The statements in loops.
    repeated: BTreeSet<StmtId>,
    /// The names of the functions that the unit defines.
    defined: &'a BTreeSet<&'a str>,
    /// What parameters point to and the program has that is known to be apart.
    pub(super) apart: BTreeSet<(Storage, Storage)>,
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
        Self { function, addressed, repeated, defined, apart: BTreeSet::new() }
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

    /// What the parameters point to when the function begins.
    pub(super) fn begin(&self) -> State {
        let followed = self.function.parameters.iter().filter(|own| self.is_followed(**own));
        State(followed.map(|own| (*own, Pointer::to(Storage::Pointee(*own)))).collect())
    }

    fn variable(&self, symbol: SymbolId, state: &State) -> Pointer {
        if !self.is_followed(symbol) {
            return Pointer::other();
        }
        state.0.get(&symbol).cloned().unwrap_or_default()
    }

    /// What the value of a pointer expression points to; an allocation belongs to the statement `at`.
    pub(super) fn value(&self, expr: &Expr, state: &State, at: StmtId) -> Pointer {
        match &expr.kind {
            ExprKind::Symbol(symbol) => self.variable(*symbol, state),
            ExprKind::Load(place) => match place.as_symbol() {
                Some(symbol) => self.variable(symbol, state),
                None => Pointer::other(),
            },
            ExprKind::Int(number) if *number == 0 => Pointer::default(),
            ExprKind::Cast(inner) if inner.ty == Type::Pointer || inner.integer().is_some() => {
                self.value(inner, state, at)
            }
            ExprKind::AddressOf(place) => {
                let is_moved = place.steps.iter().any(|step| !is_zero(step));
                self.base(place, state, at).moved(is_moved)
            }
            ExprKind::Select(_, then, otherwise) => {
                let mut both = self.value(then, state, at);
                both.join(&self.value(otherwise, state, at));
                both
            }
            ExprKind::Call { name, .. } if self.defined.contains(name.as_str()) => Pointer::other(),
            ExprKind::Call { name, .. } if is_allocator(name) && !self.repeated.contains(&at) => {
                Pointer::to(Storage::Allocated(at))
            }
            ExprKind::Call { name, arguments, .. } if returns_its_first(name) => {
                let first = arguments.first();
                first.map_or_else(Pointer::other, |first| self.value(first, state, at))
            }
            _ => Pointer::other(),
        }
    }

    /// The storage that a place lies in, with the place's base at its start or not.
    pub(super) fn base(&self, place: &Place, state: &State, at: StmtId) -> Pointer {
        match &place.base {
            Base::Symbol(symbol) => match self.function.symbol(*symbol).kind {
                SymbolKind::Pointer if !place.steps.is_empty() => self.variable(*symbol, state),
                SymbolKind::Reference => Pointer::other(),
                _ => Pointer::to(Storage::Variable(*symbol)),
            },
            Base::Loaded(_) => Pointer::other(),
            Base::Value(pointer) => self.value(pointer, state, at),
        }
    }

    /// Whether two pieces of storage may overlap; `escaped` are those that others know.
    pub(super) fn may_meet(&self, a: Storage, b: Storage, escaped: &BTreeSet<Storage>) -> bool {
        let is_known = |storage: Storage| match storage {
            Storage::Pointee(_) | Storage::Global(_) | Storage::Other => true,
            Storage::Variable(symbol) => {
                self.function.symbol(symbol).scope == Scope::Global || escaped.contains(&storage)
            }
            Storage::Allocated(_) => escaped.contains(&storage),
        };
        let from_outside = |storage: Storage| match storage {
            Storage::Pointee(_) | Storage::Global(_) => true,
            Storage::Variable(symbol) => self.function.symbol(symbol).scope == Scope::Global,
            Storage::Allocated(_) | Storage::Other => false,
        };
        match (a, b) {
            _ if a == b => true,
            (Storage::Other, known) | (known, Storage::Other) => is_known(known),
            (
                Storage::Variable(_) | Storage::Global(_),
                Storage::Variable(_) | Storage::Global(_),
            ) => false,
            _ if self.apart.contains(&(a, b)) || self.apart.contains(&(b, a)) => false,
            _ => from_outside(a) && from_outside(b),
        }
    }
}

/// Whether a function of the library returns its first argument.
fn returns_its_first(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    matches!(name, "memcpy" | "memmove" | "memset")
}

/// Whether a function's result points to storage that nothing older points into.
pub(super) fn is_allocator(name: &str) -> bool {
    matches!(name, "aligned_alloc" | "calloc" | "malloc" | "omp_alloc" | "operator new" | "valloc")
}

fn is_zero(step: &Step) -> bool {
    match step {
        Step::Index { index, .. } => index.integer().is_some_and(|index| *index == 0),
        Step::Field { offset, .. } => *offset == 0,
    }
}

/// The followed pointers that statements assign to, each with the value and the statement.
pub(super) fn assignments<'s>(
    variables: &Variables,
    body: &'s [crate::ir::Stmt],
) -> Vec<(SymbolId, &'s Expr, StmtId)> {
    let mut found = Vec::new();
    crate::ir::walk_statements(body, &mut |stmt| match &stmt.kind {
        StmtKind::Declare { symbol, value: Some(value) } if variables.is_followed(*symbol) => {
            found.push((*symbol, value, stmt.id));
        }
        StmtKind::Assign { target, value, .. } => {
            let own = target.as_symbol().filter(|own| variables.is_followed(*own));
            found.extend(own.map(|own| (own, value, stmt.id)));
        }
        _ => {}
    });
    found
}
