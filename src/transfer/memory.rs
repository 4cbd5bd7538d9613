//! What a function's pointers point to at one place of it: pointer variables, and pointers in structures.

use std::collections::{BTreeMap, BTreeSet};

use super::polynomial::Polynomial;
use super::storage::{Cell, Pointer, Storage};
use crate::id::{StmtId, SymbolId};
use crate::ir::{Expr, Place};

/// The bytes of a pointer.
pub(super) const POINTER: u64 = 8;

/// What the pointers of a function point to. One that is not there has no value yet, but in what a parameter points to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pointers: BTreeMap<Cell, Pointer>,
    /// Integers in structures: how many bytes they have, and their values where they are known.
    numbers: BTreeMap<Cell, (u64, Option<Polynomial>)>,
    /// The storage that was written in ways that are not followed: what is not there may be anything.
    changed: BTreeSet<Storage>,
    /// The bytes of storage that were written so.
    written: BTreeSet<(Storage, u64, u64)>,
    /// The statements before which storage was written last; `None` where that is not one statement. What is not there was not written
    /// since the function began.
    versions: BTreeMap<Storage, Option<StmtId>>,
}

/// When storage was written last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// Not since the function began.
    Begin,
    /// Before a statement that runs once at most.
    Before(StmtId),
}

/// What evaluating an expression does to pointers in memory; it is done when all of the statement is evaluated.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Storage gets other contents.
    Forget(BTreeSet<Storage>),
    /// So many bytes of an object get values that are no pointers, from some byte on.
    Overwrite(Pointer, u64, u64),
    /// The pointer in an object at some byte gets a value.
    Set(Pointer, u64, Pointer),
}

/// A value that is stored to a place.
#[derive(Clone, Copy)]
pub(super) struct Store<'s> {
    pub(super) place: &'s Place,
    /// Whether the value is added to what is there, or the like.
    pub(super) is_update: bool,
    pub(super) value: &'s Expr,
}

/// An integer in a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// It has this value.
    Known(Polynomial),
    /// It has the value that it had when the function began.
    Unchanged,
    /// Nothing is known of it.
    Unknown,
}

impl State {
    /// What a pointer points to.
    pub(super) fn at(&self, cell: Cell) -> Pointer {
        match (self.pointers.get(&cell), cell) {
            (Some(own), _) => own.clone(),
            (None, (storage, _)) if self.is_changed(cell, POINTER) => {
                let mut all = Pointer::other();
                if let Storage::Pointee(of) = storage {
                    all.targets.insert(Storage::Reach(of));
                }
                all
            }
            (None, (Storage::Pointee(of), bytes)) => Pointer::to(Storage::Member(of, bytes)),
            (None, _) => Pointer::default(),
        }
    }

    /// When storage was written last: where it is the same, so is what lies there.
    pub(super) fn version(&self, storage: Storage) -> Option<Version> {
        match self.versions.get(&storage) {
            None => Some(Version::Begin),
            Some(known) => known.map(Version::Before),
        }
    }

    /// What was written last was written before a statement that runs once at most.
    pub(super) fn name_versions(&mut self, before: StmtId) {
        for own in self.versions.values_mut() {
            *own = own.or(Some(before));
        }
    }

    /// The integer of so many bytes; one that the function did not change is what it was.
    pub(super) fn number(&self, cell: Cell, bytes: u64) -> Number {
        match self.numbers.get(&cell) {
            Some((own, Some(value))) if *own == bytes => Number::Known(value.clone()),
            Some(_) => Number::Unknown,
            None if self.is_changed(cell, bytes) => Number::Unknown,
            None if matches!(cell.0, Storage::Pointee(_)) => Number::Unchanged,
            None => Number::Unknown,
        }
    }

    /// An integer gets a value; where `is_weak`, it may also keep that which it has.
    pub(super) fn set_number(
        &mut self,
        cell: Cell,
        (bytes, value): (u64, Option<Polynomial>),
        is_weak: bool,
    ) {
        let is_same = || match (&value, self.number(cell, bytes)) {
            (Some(value), Number::Known(own)) => *value == own,
            _ => false,
        };
        let value = if is_weak && !is_same() { None } else { value };
        self.numbers.insert(cell, (bytes, value));
    }

    /// The integers that have values which are not known get these.
    pub(super) fn name_numbers(&mut self, name: &dyn Fn(Cell, u64) -> Option<Polynomial>) {
        for (cell, (bytes, value)) in &mut self.numbers {
            if value.is_none() {
                *value = name(*cell, *bytes);
            }
        }
    }

    fn is_changed(&self, (storage, at): Cell, bytes: u64) -> bool {
        let overlaps = |(of, from, to): &(Storage, u64, u64)| {
            *of == storage && *from < at.saturating_add(bytes) && at < *to
        };
        self.changed.contains(&storage) || self.written.iter().any(overlaps)
    }

    /// What a pointer variable points to, where it has a value.
    pub(super) fn get(&self, symbol: SymbolId) -> Option<&Pointer> {
        self.pointers.get(&(Storage::Variable(symbol), 0))
    }

    /// Makes it hold of both ways to a place.
    pub(super) fn join(&mut self, other: &State) {
        let cells: BTreeSet<Cell> =
            self.pointers.keys().chain(other.pointers.keys()).copied().collect();
        let joined = cells.into_iter().map(|cell| {
            let mut own = self.at(cell);
            own.join(&other.at(cell));
            (cell, own)
        });
        self.pointers = joined.collect();
        let cells: Vec<(Cell, u64)> =
            self.numbers.iter().map(|(cell, own)| (*cell, own.0)).collect();
        let more = other.numbers.iter().map(|(cell, own)| (*cell, own.0));
        let cells: BTreeSet<(Cell, u64)> = cells.into_iter().chain(more).collect();
        let joined = cells.into_iter().map(|(cell, bytes)| {
            let value = match (self.number(cell, bytes), other.number(cell, bytes)) {
                (Number::Known(a), Number::Known(b)) => Some(a).filter(|a| *a == b),
                _ => None,
            };
            (cell, (bytes, value))
        });
        self.numbers = joined.collect();
        let written: BTreeSet<Storage> =
            self.versions.keys().chain(other.versions.keys()).copied().collect();
        for storage in written {
            let is_same = self.versions.get(&storage) == other.versions.get(&storage);
            let known = self.versions.entry(storage).or_default();
            *known = known.filter(|_| is_same);
        }
        self.changed.extend(&other.changed);
        self.written.extend(&other.written);
    }

    /// A pointer gets a value; where `is_weak`, it may also keep that which it has.
    pub(super) fn set(&mut self, cell: Cell, mut value: Pointer, is_weak: bool) {
        if is_weak {
            value.join(&self.at(cell));
        }
        self.versions.insert(cell.0, None);
        self.pointers.insert(cell, value);
    }

    /// Bytes of storage get values that are no pointers that are followed.
    pub(super) fn overwrite(&mut self, (storage, from): Cell, bytes: u64, is_weak: bool) {
        let first = from.saturating_sub(POINTER - 1);
        let range = (storage, first)..(storage, from.saturating_add(bytes));
        let cells: Vec<Cell> = self.pointers.range(range).map(|(cell, _)| *cell).collect();
        for cell in cells {
            self.set(cell, Pointer::other(), is_weak);
        }
        let to = from.saturating_add(bytes);
        let all = self.numbers.range_mut((storage, first)..(storage, to));
        for (_, (_, value)) in all.filter(|((_, at), (own, _))| at.saturating_add(*own) > from) {
            *value = None;
        }
        self.written.insert((storage, from, to));
        self.versions.insert(storage, None);
    }

    /// All of a piece of storage may be written.
    pub(super) fn forget(&mut self, storage: Storage) {
        let cells: Vec<Cell> = self.cells_of(storage).map(|(cell, _)| cell).collect();
        for cell in cells {
            self.set(cell, Pointer::other(), true);
        }
        for (_, (_, value)) in self.numbers.range_mut((storage, 0)..=(storage, u64::MAX)) {
            *value = None;
        }
        self.changed.insert(storage);
        self.versions.insert(storage, None);
    }

    /// The pointers in storage that have values, but for those that are what they were when the function began.
    pub(super) fn cells_of(&self, storage: Storage) -> impl Iterator<Item = (Cell, &Pointer)> {
        let cells = self.pointers.range((storage, 0)..=(storage, u64::MAX));
        cells.map(|(cell, pointer)| (*cell, pointer))
    }

    /// All pointers that have values.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Cell, &Pointer)> {
        self.pointers.iter().map(|(cell, pointer)| (*cell, pointer))
    }
}
