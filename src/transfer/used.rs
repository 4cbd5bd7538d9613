//! What a region's statements name.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::{Library, Root, Summaries, Summary, library};
use crate::id::SymbolId;
use crate::ir::host::HostFunction;
use crate::ir::{
    Base, Expr, ExprKind, Place, Step, Stmt, StmtKind, SymbolKind, Type, declared, walk_statements,
};

/// The variables that a region's statements name.
#[derive(Clone)]
pub(super) struct Used {
    pub(super) read: BTreeSet<SymbolId>,
    pub(super) written: BTreeSet<SymbolId>,
    /// Whether it may reach any storage.
    pub(super) is_wild: bool,
    /// The functions that they call.
    called: Vec<Called>,
}

/// The variables that a pointer may lead to the storage of; `None` where that is not known.
type Roots = Option<BTreeSet<SymbolId>>;

/// A call in a region.
#[derive(Clone)]
struct Called {
    /// The function's name.
    name: String,
    /// For each argument.
    arguments: Vec<Roots>,
}

/// What is asked of the variables that a region's statements name.
struct Scope<'a> {
    function: &'a HostFunction,
    /// The structures that the statements declare and whose members they alone change, each by its name.
    holders: BTreeSet<SymbolId>,
}

impl Used {
    pub(super) fn of(body: &[Stmt], function: &HostFunction) -> Self {
        let scope = Scope { function, holders: holders(body, function) };
        let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
        let (mut is_wild, mut called) = (false, Vec::new());
        let mut look = |expr: &Expr| {
            read.extend(expr.symbol());
            match &expr.kind {
                ExprKind::Call { name, pure_fn: false, arguments } => {
                    let arguments = arguments.iter().map(|own| scope.roots(own)).collect();
                    called.push(Called { name: name.clone(), arguments });
                }
                ExprKind::Opaque { effects: true, .. } => is_wild = true,
                ExprKind::Load(place) => is_wild |= place.root().is_none() || scope.leads_on(place),
                _ => {}
            }
        };
        walk_statements(body, &mut |stmt| stmt.walk_own(&mut look));
        let own = declared(body);
        let mut leads: BTreeMap<SymbolId, BTreeSet<SymbolId>> = BTreeMap::new();
        let kind = |symbol: SymbolId| function.symbol(symbol).kind;
        let mut points = |symbol: SymbolId, value: &Expr| match scope.roots(value) {
            Some(roots) if own.contains(&symbol) => leads.entry(symbol).or_default().extend(roots),
            _ => is_wild = true,
        };
        let mut is_lost = false;
        walk_statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { target, op, value } => {
                is_lost |= target.root().is_none() || scope.leads_on(target);
                let member =
                    target.root().filter(|_| value.ty == Type::Pointer && scope.is_member(target));
                if let Some(holder) = member {
                    points(holder, value);
                }
                match target.as_symbol().filter(|own| kind(*own) == SymbolKind::Pointer) {
                    Some(pointer) if op.is_none() => points(pointer, value),
                    Some(pointer) => is_lost |= !own.contains(&pointer),
                    None if scope.is_held(target) => {}
                    None => written.extend(target.root()),
                }
            }
            StmtKind::Declare { symbol, value: Some(value) } => {
                if matches!(kind(*symbol), SymbolKind::Pointer | SymbolKind::Reference) {
                    points(*symbol, value);
                }
            }
            StmtKind::Loop(l) if kind(l.iv) == SymbolKind::Pointer => points(l.iv, &l.lower),
            StmtKind::Opaque { .. } => is_lost = true,
            _ => {}
        });
        let used = Self { read, written, is_wild: is_wild || is_lost, called };
        used.through(&leads)
    }

    /// The same with the variables that pointers of the region lead to in their place.
    fn through(mut self, leads: &BTreeMap<SymbolId, BTreeSet<SymbolId>>) -> Self {
        let through = |own: &mut BTreeSet<SymbolId>| {
            let mut pending: Vec<SymbolId> = own.iter().copied().collect();
            while let Some(symbol) = pending.pop() {
                let more = leads.get(&symbol).into_iter().flatten();
                pending.extend(more.filter(|next| own.insert(**next)));
            }
        };
        through(&mut self.read);
        through(&mut self.written);
        self.called.iter_mut().flat_map(|own| &mut own.arguments).flatten().for_each(through);
        self
    }

    /// The same with what the called functions do.
    pub(super) fn with(&self, summaries: &Summaries) -> Self {
        let mut used = self.clone();
        for Called { name, arguments } in &self.called {
            let touches = match (summaries.get(name), library(name)) {
                (Some(summary), _) => on_device(summary),
                (None, Some(Library::Nothing)) => Some(Vec::new()),
                (None, Some(Library::Reads)) => {
                    Some((0..arguments.len()).map(|at| (at, false)).collect())
                }
                _ => None,
            };
            let Some(touches) = touches else {
                used.is_wild = true;
                continue;
            };
            for (at, writes) in touches {
                match arguments.get(at) {
                    Some(Some(symbols)) => {
                        used.read.extend(symbols);
                        used.written.extend(symbols.iter().filter(|_| writes));
                    }
                    _ => used.is_wild = true,
                }
            }
        }
        used
    }
}

/// What a function that the device runs does with what its arguments point to: their numbers, and whether it writes; `None` where it
/// may reach other storage. What the program has it may read, as the device has it.
fn on_device(summary: &Summary) -> Option<Vec<(usize, bool)>> {
    let is_known = summary.opaque.is_none()
        && !(summary.hides || summary.ends || summary.is_wild)
        && summary.mapped.is_empty()
        && summary.held.is_empty()
        && summary.found.is_empty()
        && summary.escaping.is_empty()
        && summary.stored.is_empty();
    let is_argument = |root: &Root| matches!(root, Root::Argument(_));
    let mut written = summary.overwritten.iter().chain(summary.patched.iter().map(|own| &own.0));
    if !is_known || !written.all(is_argument) {
        return None;
    }
    let mut all = Vec::new();
    for (root, writes) in &summary.touches {
        match root {
            Root::Argument(at) => all.push((*at, *writes)),
            Root::Global(_) if !writes => {}
            _ => return None,
        }
    }
    Some(all)
}

impl Scope<'_> {
    /// The variables whose storage a pointer may lead to, as an expression; none for what is no pointer.
    fn roots(&self, own: &Expr) -> Roots {
        let is_pointer =
            |symbol: SymbolId| self.function.symbol(symbol).kind == SymbolKind::Pointer;
        let one = |symbol: SymbolId| Some(BTreeSet::from([symbol]));
        match &own.kind {
            _ if own.ty != Type::Pointer => Some(BTreeSet::new()),
            ExprKind::Int(_) => Some(BTreeSet::new()),
            ExprKind::Cast(inner) if inner.ty == Type::Pointer || inner.integer().is_some() => {
                self.roots(inner)
            }
            ExprKind::AddressOf(place) if self.leads_on(place) => None,
            ExprKind::AddressOf(place) if place.as_symbol().is_some_and(is_pointer) => None,
            ExprKind::AddressOf(place) => one(place.root()?),
            ExprKind::Symbol(symbol) => one(*symbol).filter(|_| is_pointer(*symbol)),
            ExprKind::Load(place) if self.is_member(place) => one(place.root()?),
            ExprKind::Load(place) => one(place.as_symbol().filter(|own| is_pointer(*own))?),
            ExprKind::Select(_, then, otherwise) => {
                let mut both = self.roots(then)?;
                both.extend(self.roots(otherwise)?);
                Some(both)
            }
            _ => None,
        }
    }

    /// Whether a place is a member of a structure that the statements declare, and of which they show what it points to.
    fn is_member(&self, place: &Place) -> bool {
        self.is_held(place) && is_apart(place, Type::Pointer)
    }

    /// Whether a place lies in such a structure.
    fn is_held(&self, place: &Place) -> bool {
        variable(place).is_some_and(|symbol| self.holders.contains(&symbol))
    }

    /// Whether a place lies behind a pointer that is read from memory, and that no statement shows.
    fn leads_on(&self, place: &Place) -> bool {
        matches!(&place.base, Base::Loaded(pointer) if !self.is_member(pointer))
    }
}

/// The structures that statements declare and change by their members alone: none is copied as a whole, has its address taken, or may
/// hold a pointer as a number.
fn holders(body: &[Stmt], function: &HostFunction) -> BTreeSet<SymbolId> {
    let is_record = |symbol: &SymbolId| function.symbol(*symbol).kind == SymbolKind::Record;
    let mut own: BTreeSet<SymbolId> = declared(body).into_iter().filter(is_record).collect();
    if own.is_empty() {
        return own;
    }
    let mut lost = BTreeSet::new();
    let mut has_numbers = false;
    walk_statements(body, &mut |stmt| {
        stmt.walk_own(&mut |expr| match &expr.kind {
            ExprKind::Load(place) if is_aggregate(expr.ty) || !is_apart(place, expr.ty) => {
                lost.extend(variable(place));
            }
            ExprKind::AddressOf(place) => lost.extend(variable(place)),
            ExprKind::Symbol(symbol) => lost.extend([*symbol]),
            ExprKind::Cast(inner) => {
                has_numbers |= inner.ty == Type::Pointer && expr.ty != Type::Pointer;
            }
            _ => {}
        });
        match &stmt.kind {
            StmtKind::Assign { target, value, .. }
                if is_aggregate(value.ty) || !is_apart(target, value.ty) =>
            {
                lost.extend(variable(target));
            }
            StmtKind::Declare { symbol, value: Some(_) } => lost.extend([*symbol]),
            _ => {}
        }
    });
    own.retain(|symbol| !has_numbers && !lost.contains(symbol));
    own
}

fn is_aggregate(ty: Type) -> bool {
    matches!(ty, Type::Aggregate { .. })
}

/// The variable that a place lies in.
fn variable(place: &Place) -> Option<SymbolId> {
    match place.base {
        Base::Symbol(symbol) => Some(symbol),
        _ => None,
    }
}

/// Whether a member of that type shares no bytes with others; a pointer is no element of an array either.
fn is_apart(place: &Place, ty: Type) -> bool {
    let is_apart = |step: &Step| match step {
        Step::Field { overlapping, .. } => !overlapping,
        Step::Index { .. } => ty != Type::Pointer,
    };
    place.steps.iter().all(is_apart)
}
