//! What pointers point to, and what becomes of the memory that they are kept in.

use std::collections::BTreeSet;

use super::calls::Root;
use super::flow::Followed;
use super::memory::{Change, Number, POINTER, State, Store};
use super::polynomial::Polynomial;
use super::section::{Element, Known};
use super::storage::{Cell, Pointer, Storage, is_allocator};
use crate::id::{StmtId, SymbolId};
use crate::ir::{Base, Expr, ExprKind, Place, Step, SymbolKind, Type};

/// Objects are copied pointer by pointer up to this size.
const MOST_BYTES: u32 = 1024;

impl Followed<'_> {
    fn variable(&self, symbol: SymbolId, state: &State) -> Pointer {
        if !self.variables.is_followed(symbol) {
            return Pointer::other();
        }
        state.at((Storage::Variable(symbol), 0))
    }

    /// Whether what is evaluated in a statement is evaluated once at most while the function runs.
    pub(super) fn is_once(&self, at: StmtId) -> bool {
        !self.in_loop && !self.variables.is_repeated(at)
    }

    /// Whether a statement allocates once at most while the function runs.
    pub(super) fn allocates_once(&self, at: StmtId) -> bool {
        let allocates = |name: &&String| {
            let fresh = |root: &Root| matches!(root, Root::Fresh(_));
            let own = self.summaries.get(name.as_str());
            is_allocator(name)
                || own.is_some_and(|own| own.stored.iter().any(|own| own.roots.iter().any(fresh)))
        };
        self.is_once(at) && self.variables.calls(at).iter().filter(allocates).count() <= 1
    }

    /// What a reference is bound to.
    pub(super) fn bound(&self, symbol: SymbolId, state: &State) -> Pointer {
        let own = state.get(symbol).filter(|_| self.variables.is_bound(symbol));
        own.cloned().unwrap_or_else(Pointer::other)
    }

    /// What the value of a pointer expression points to; an allocation belongs to the statement `at`.
    pub(super) fn value(&self, expr: &Expr, state: &State, at: StmtId) -> Pointer {
        match &expr.kind {
            ExprKind::Symbol(symbol) => self.variable(*symbol, state),
            ExprKind::Load(place) => {
                let is_pointer =
                    |own: &SymbolId| self.function().symbol(*own).kind == SymbolKind::Pointer;
                match place.as_symbol().filter(is_pointer) {
                    Some(symbol) => self.variable(symbol, state),
                    None => self.loaded(place, state, at),
                }
            }
            ExprKind::Int(number) if *number == 0 => Pointer::default(),
            ExprKind::Cast(inner) if inner.ty == Type::Pointer || inner.integer().is_some() => {
                self.value(inner, state, at)
            }
            ExprKind::AddressOf(place) => self.address(place, state, at),
            ExprKind::Select(_, then, otherwise) => {
                let mut both = self.value(then, state, at);
                both.join(&self.value(otherwise, state, at));
                both
            }
            ExprKind::Call { name, .. } if self.variables.defines(name) => Pointer::other(),
            ExprKind::Call { name, .. } if is_allocator(name) && self.allocates_once(at) => {
                Pointer::to(Storage::Allocated(at, 0))
            }
            ExprKind::Call { name, arguments, .. } if returns_its_first(name) => {
                let first = arguments.first();
                first.map_or_else(Pointer::other, |first| self.value(first, state, at))
            }
            _ => Pointer::other(),
        }
    }

    /// What the address of a place points to: a part of what it lies in, where the distance has one value.
    fn address(&self, place: &Place, state: &State, at: StmtId) -> Pointer {
        let base = self.base(place, state, at);
        if place.steps.iter().all(is_zero) {
            return base;
        }
        let is_once = !self.variables.is_repeated(at);
        let is_whole = |own: &Storage| !matches!(own, Storage::Part(_));
        let is_fixed = |bytes: &Polynomial| is_once || bytes.number_value().is_some();
        let only = base.only().filter(|own| is_once || is_whole(own));
        let only = only.filter(|own| !matches!(own, Storage::Global(_)));
        match only.zip(self.distance(&place.steps).filter(is_fixed)) {
            Some((only, bytes)) => Pointer::to(self.variables.part(only, &bytes)),
            None => base.moved(true),
        }
    }

    /// The bytes that steps lead on.
    fn distance(&self, steps: &[Step]) -> Option<Polynomial> {
        let mut all = Polynomial::default();
        for step in steps {
            let bytes = match step {
                Step::Index { index, scale, .. } => {
                    let [index, scale] =
                        [index, scale].map(|own| self.values.of_expression(own, 0));
                    index?.multiply(&scale?)?
                }
                Step::Field { offset, .. } => Polynomial::number(*offset),
            };
            all = all.add(&bytes, 1);
        }
        Some(all)
    }

    /// The storage that a place lies in, with the place's base at its start or not.
    pub(super) fn base(&self, place: &Place, state: &State, at: StmtId) -> Pointer {
        match &place.base {
            Base::Symbol(symbol) => match self.function().symbol(*symbol).kind {
                SymbolKind::Pointer if !place.steps.is_empty() => self.variable(*symbol, state),
                SymbolKind::Reference => self.bound(*symbol, state),
                _ => Pointer::to(Storage::Variable(*symbol)),
            },
            Base::Loaded(pointer) => self.loaded(pointer, state, at),
            Base::Value(pointer) => self.value(pointer, state, at),
        }
    }

    /// What the pointer in a place points to.
    fn loaded(&self, place: &Place, state: &State, at: StmtId) -> Pointer {
        if let Some(cell) = self.cell(place, state, at) {
            return state.at(cell);
        }
        let mut all = Pointer::other();
        all.targets.extend(self.contents(&self.base(place, state, at).targets, state));
        all
    }

    /// The bytes of storage that a place is.
    pub(super) fn cell(&self, place: &Place, state: &State, at: StmtId) -> Option<Cell> {
        let (storage, first) = self.object(&self.base(place, state, at))?;
        Some((storage, first.checked_add(constant(&place.steps)?)?))
    }

    /// The bytes of storage that a pointer points to, where the pointers in it are followed.
    pub(super) fn object(&self, pointer: &Pointer) -> Option<Cell> {
        let (whole, bytes) = self.variables.whole(pointer.only()?);
        let bytes = bytes.number_value()?.to_u64()?;
        self.variables.has_cells(whole).then_some((whole, bytes))
    }

    /// The value of an integer expression.
    pub(super) fn number(&self, expr: &Expr, state: &State, at: StmtId) -> Option<Polynomial> {
        let read = |place: &Place| {
            let is_wide = matches!(place.ty, Type::Int { bits: 32.., .. });
            let cell = self.cell(place, state, at).filter(|_| is_wide)?;
            self.number_in(cell, u64::from(place.ty.bytes()), state)
        };
        self.values.of_reading(expr, 0, &Known { place: &read, counts: &|_| false })
    }

    /// The value of an integer of an array, so many bytes behind where a pointer points to: the same as long as nothing writes to the
    /// storage.
    pub(super) fn element(
        &self,
        base: &Pointer,
        (offset, bytes): (&Polynomial, u64),
        state: &State,
    ) -> Option<Polynomial> {
        let (storage, first) = self.variables.whole(base.only()?);
        if !matches!(storage, Storage::Pointee(_) | Storage::Allocated(..)) {
            return None;
        }
        let offset = offset.clone().add(&first, 1);
        let version = state.version(storage)?;
        Some(self.values.element(Element { storage, offset, bytes, version }))
    }

    /// The value of an integer in memory.
    pub(super) fn number_in(&self, cell: Cell, bytes: u64, state: &State) -> Option<Polynomial> {
        match state.number(cell, bytes) {
            Number::Known(value) => Some(value),
            Number::Unchanged => Some(self.values.content((cell, bytes, None))),
            Number::Unknown => None,
        }
    }

    /// Others may know storage, and what the pointers in it point to; `is_lost` where they may keep it without the pointer that the
    /// function keeps.
    pub(super) fn publish(&mut self, targets: BTreeSet<Storage>, state: &State, is_lost: bool) {
        let mut seen = BTreeSet::new();
        let mut pending: Vec<Storage> = targets.into_iter().collect();
        while let Some(storage) = pending.pop() {
            let (whole, _) = self.variables.whole(storage);
            if !seen.insert(whole) {
                continue;
            }
            self.escaped.insert(whole);
            if is_lost {
                self.lost.insert(whole);
            }
            pending.extend(self.contents(&BTreeSet::from([whole]), state));
        }
    }

    /// Others may know what the pointers in storage point to.
    pub(super) fn publish_contents(&mut self, targets: &BTreeSet<Storage>, state: &State) {
        let contents = self.contents(targets, state);
        self.publish(contents, state, true);
    }

    /// What the pointers in storage point to.
    pub(super) fn contents(&self, targets: &BTreeSet<Storage>, state: &State) -> BTreeSet<Storage> {
        let wholes = targets.iter().map(|own| self.variables.whole(*own).0);
        let cells = wholes.clone().flat_map(|own| state.cells_of(own));
        let outside = wholes.filter_map(|own| match own {
            Storage::Pointee(of) | Storage::Member(of, _) | Storage::Reach(of) => {
                Some(Storage::Reach(of))
            }
            _ => None,
        });
        cells.flat_map(|(_, pointer)| pointer.targets.iter().copied()).chain(outside).collect()
    }

    /// What pointers lead to from storage, over any number of them.
    pub(super) fn reach(&self, targets: &BTreeSet<Storage>, state: &State) -> BTreeSet<Storage> {
        let mut all = self.contents(targets, state);
        loop {
            let more = self.contents(&all, state);
            if more.is_subset(&all) {
                return all;
            }
            all.extend(more);
        }
    }

    /// A value goes where it is not followed.
    pub(super) fn lets_out(&mut self, value: &Expr, state: &State, at: StmtId) {
        if value.ty == Type::Pointer {
            let targets = self.value(value, state, at).targets;
            self.publish(targets, state, true);
        } else if matches!(value.ty, Type::Aggregate { .. }) {
            let mut bases = BTreeSet::new();
            value.walk(&mut |part| {
                if let ExprKind::Load(place) = &part.kind {
                    bases.extend(self.base(place, state, at).targets);
                }
            });
            self.publish_contents(&bases, state);
        }
    }

    /// What is written to may be some of what the function's structures are.
    pub(super) fn forget(&mut self, targets: &BTreeSet<Storage>, state: &mut State) {
        for target in targets {
            self.overwritten.insert(self.variables.whole(*target).0);
            self.disturb(*target, state, None);
        }
    }

    /// Storage is written, and so may be what it may be, but for one that is followed.
    fn disturb(&mut self, target: Storage, state: &mut State, but: Option<Storage>) {
        let parameters = self.function().parameters.iter().map(|own| Storage::Pointee(*own));
        let known = state.cells().map(|((storage, _), _)| storage);
        let own = self.variables.whole(target).0;
        let all: BTreeSet<Storage> =
            known.chain(parameters).chain(self.escaped.iter().copied()).chain([own]).collect();
        let meets = |own: &Storage| self.variables.may_meet(*own, target, &self.escaped);
        let hit = all.into_iter().filter(|own| self.variables.has_cells(*own));
        let hit: Vec<Storage> = hit.filter(|own| Some(*own) != but && meets(own)).collect();
        hit.into_iter().for_each(|own| state.forget(own));
    }

    /// A pointer in memory gets a value.
    fn set(&mut self, (storage, bytes): Cell, value: Pointer, state: &mut State) {
        let around = bytes.saturating_sub(7)..bytes + 8;
        let cells = state.cells_of(storage).map(|(cell, _)| cell);
        let beside: Vec<Cell> =
            cells.filter(|(_, at)| around.contains(at) && *at != bytes).collect();
        beside.into_iter().for_each(|cell| state.set(cell, Pointer::other(), self.in_loop));
        let is_seen = self.variables.may_meet(storage, Storage::Other, &self.escaped);
        if is_seen {
            self.publish(value.targets.clone(), state, false);
        }
        if self.lost.contains(&storage) {
            self.publish(value.targets.clone(), state, true);
        }
        state.set((storage, bytes), value, self.in_loop);
        self.assigned.insert((storage, bytes));
        self.disturb(storage, state, Some(storage));
    }

    fn overwrite(&mut self, cell: Cell, bytes: u64, state: &mut State, is_weak: bool) {
        let (storage, from) = cell;
        state.overwrite((storage, from), bytes, is_weak || self.in_loop);
        self.patched.insert((storage, from, bytes));
        self.disturb(storage, state, Some(storage));
    }

    /// A value is stored to a place that is no pointer variable that is followed; `is_update` where it is added to what is there.
    pub(super) fn write(&mut self, store: Store, state: &mut State, at: StmtId) {
        let Store { place, is_update, value } = store;
        let cell = self.cell(place, state, at);
        let targets = self.base(place, state, at).targets;
        match (place.ty, cell) {
            (Type::Pointer, Some(cell)) => {
                let value = if is_update {
                    state.at(cell).moved(true)
                } else {
                    self.value(value, state, at)
                };
                self.set(cell, value, state);
            }
            (Type::Aggregate { .. }, Some(cell)) => self.copy(cell, value, state, at),
            (Type::Int { .. } | Type::Float { .. }, Some(cell)) => {
                let bytes = u64::from(place.ty.bytes());
                let is_value = !is_update && value.ty == place.ty;
                let number = Some(value).filter(|_| is_value);
                let number = number.and_then(|value| self.number(value, state, at));
                self.overwrite(cell, bytes, state, false);
                if place.ty.is_int() {
                    let fresh =
                        || self.is_once(at).then(|| self.values.content((cell, bytes, Some(at))));
                    let number = number.or_else(fresh);
                    state.set_number(cell, (bytes, number), self.in_loop);
                }
            }
            _ => {
                self.lets_out(value, state, at);
                self.forget(&targets, state);
            }
        }
    }

    /// An object is copied.
    pub(super) fn copy(&mut self, cell: Cell, value: &Expr, state: &mut State, at: StmtId) {
        let ((to, first), bytes) = (cell, value.ty.bytes());
        let from = match &value.kind {
            ExprKind::Load(place) if (1..=MOST_BYTES).contains(&bytes) => {
                self.cell(place, state, at)
            }
            _ => None,
        };
        let Some((from, start)) = from else {
            self.lets_out(value, state, at);
            return self.forget(&BTreeSet::from([to]), state);
        };
        let bytes = u64::from(bytes);
        let inside = start..start + bytes;
        let own = state.cells_of(from).map(|((_, at), _)| at).filter(|at| inside.contains(at));
        let own: BTreeSet<u64> = own.collect();
        let is_free = |at: &u64| own.iter().all(|own| own.abs_diff(*at) >= POINTER);
        let all: BTreeSet<u64> =
            inside.clone().step_by(8).filter(is_free).chain(own.iter().copied()).collect();
        let values: Vec<(u64, Pointer)> =
            all.into_iter().map(|at| (at - start, state.at((from, at)))).collect();
        self.overwrite((to, first), bytes, state, false);
        for (at, value) in values {
            self.set((to, first + at), value, state);
        }
    }

    /// Does what evaluating a statement does to pointers in memory; `is_alone` where one call is all of the statement that reads any. A
    /// function that gives one pointer values by two names has not told which of them is the last.
    pub(super) fn commit(&mut self, state: &mut State, (at, is_alone): (StmtId, bool)) {
        let mut changes = std::mem::take(&mut self.changes);
        changes.retain(|own| !matches!(own, Change::Forget(targets) if targets.is_empty()));
        if !is_alone && !changes.is_empty() {
            self.opaque(at, "a call inside of an expression that may change pointers");
        }
        let known: Vec<Option<Cell>> = changes
            .iter()
            .map(|change| match change {
                Change::Forget(_) => None,
                Change::Overwrite(base, ..) | Change::Set(base, ..) => self.object(base),
            })
            .collect();
        let mut given = BTreeSet::new();
        for (change, known) in changes.into_iter().zip(known) {
            match (change, known) {
                (Change::Forget(targets), _) => self.forget(&targets, state),
                (Change::Overwrite(_, from, bytes), Some((own, first))) => {
                    let cell = (own, first.saturating_add(from));
                    self.overwrite(cell, bytes, state, true);
                    if self.is_once(at) && matches!(bytes, 4 | 8) {
                        let value = self.values.content((cell, bytes, Some(at)));
                        state.set_number(cell, (bytes, Some(value)), false);
                    }
                }
                (Change::Set(_, bytes, mut value), Some((own, first))) => {
                    let cell = (own, first.saturating_add(bytes));
                    if !given.insert(cell) {
                        value.join(&state.at(cell));
                    }
                    self.set(cell, value, state);
                }
                (Change::Overwrite(base, ..), None) => self.forget(&base.targets, state),
                (Change::Set(base, _, value), None) => {
                    self.publish(value.targets, state, true);
                    self.forget(&base.targets, state);
                }
            }
        }
    }

    /// Whether two parts of one piece of storage, as far as the function maps them, have no element in common.
    pub(super) fn are_apart(&self, a: Storage, b: Storage) -> bool {
        let ((whole, first), (other, second)) = (self.variables.whole(a), self.variables.whole(b));
        let is_part = |own| matches!(own, Storage::Part(_));
        if whole != other || a == b || !(is_part(a) || is_part(b)) {
            return false;
        }
        let mapped = |own: Storage| {
            let all = self.effects.values().flat_map(|effects| &effects.mappings);
            all.filter(move |mapping| mapping.base.targets.contains(&own))
        };
        let extent = |mapping: &super::flow::Mapping, before: &Polynomial| {
            let section = mapping.section.as_ref().filter(|own| !own.is_whole())?;
            let shape = mapping.flow.shape.as_ref().filter(|_| !mapping.base.is_inside)?;
            let mut element = Polynomial::number(shape.element);
            for row in &shape.rows {
                element = element.multiply(row)?;
            }
            let from = section.lower.multiply(&element)?.add(before, 1);
            Some((from, section.length.multiply(&element)?))
        };
        mapped(a).all(|x| {
            mapped(b).all(|y| match (extent(x, &first), extent(y, &second)) {
                (Some(x), Some(y)) => ends_before(&x, &y) || ends_before(&y, &x),
                _ => false,
            })
        })
    }
}

/// Whether bytes end where others begin, or before: what lies between them is some of the lengths, or a number.
fn ends_before(
    (from, bytes): &(Polynomial, Polynomial),
    (next, _): &(Polynomial, Polynomial),
) -> bool {
    let mut between = next.clone().add(from, -1);
    for _ in 0..MOST_PARTS {
        between = between.add(bytes, -1);
        if between.number_value().is_some_and(|own| own >= 0) {
            return true;
        }
    }
    false
}

/// Parts are told apart up to so many lengths.
const MOST_PARTS: u32 = 32;

/// Whether a function of the library returns its first argument.
fn returns_its_first(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    matches!(name, "memcpy" | "memmove" | "memset")
}

fn is_zero(step: &Step) -> bool {
    match step {
        Step::Index { index, .. } => index.integer().is_some_and(|index| *index == 0),
        Step::Field { offset, .. } => *offset == 0,
    }
}

/// The bytes that steps lead on, where they are a number, and no other member lies there, too.
fn constant(steps: &[Step]) -> Option<u64> {
    let bytes = |step: &Step| match step {
        Step::Index { index, scale, .. } => {
            index.integer()?.to_u64()?.checked_mul(scale.integer()?.to_u64()?)
        }
        Step::Field { offset, overlapping: false, .. } => Some(*offset),
        Step::Field { .. } => None,
    };
    steps.iter().try_fold(0_u64, |sum, step| sum.checked_add(bytes(step)?))
}
