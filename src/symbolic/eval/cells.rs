//! One-level memory: elements of small arrays that every iteration has for itself. Where a subscript
//! is a number, the element is a variable like a scalar: what was stored there last is what a load
//! finds.

use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;

use super::Evaluator;
use crate::id::SymbolId;
use crate::ir::{
    Base, DataKind, Expr, ExprKind, Place, Scope, Step, Stmt, StmtKind, SymbolKind, TargetRegion,
    Type, clauses, walk_statements,
};
use crate::symbolic::value::{Condition, Value};

/// What is known of elements, by their arrays and offsets in bytes.
pub(super) type Cells = BTreeMap<(SymbolId, Integer), Value>;

/// The arrays whose elements are followed, with the elements' type: declared in the region or private
/// to its iterations, of integers, used element by element in one type, and never by their address.
pub(super) fn followed(region: &TargetRegion) -> BTreeMap<SymbolId, Type> {
    let private = |symbol: SymbolId| {
        let items = region.data.iter().filter(|item| item.symbol == symbol);
        let kinds: Vec<_> = items.map(|item| item.kind).collect();
        let listed = !kinds.is_empty() && kinds.iter().all(|kind| *kind == DataKind::Private);
        region.symbol(symbol).scope == Scope::Region || listed
    };
    let mut found: BTreeMap<SymbolId, Option<Type>> = BTreeMap::new();
    let mut used = |place: &Place| {
        let Base::Symbol(symbol) = place.base else { return };
        let plain = |step: &Step| matches!(step, Step::Index { .. });
        let whole = place.ty.is_int() && !place.steps.is_empty() && place.steps.iter().all(plain);
        let ty = whole.then_some(place.ty);
        let known = found.entry(symbol).or_insert(ty);
        *known = (*known).filter(|known| Some(*known) == ty);
    };
    let mut barred = BTreeSet::new();
    walk_statements(&region.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { target, .. } => used(target),
        StmtKind::Directive(directive, _) => {
            barred.extend(clauses::assigned(directive, &region.symbols));
        }
        _ => {}
    });
    region.walk_expressions(&mut |expr| match &expr.kind {
        ExprKind::Load(place) => used(place),
        ExprKind::Symbol(symbol) => barred.extend([*symbol]),
        ExprKind::AddressOf(place) => {
            if let Base::Symbol(symbol) = place.base {
                barred.insert(symbol);
            }
        }
        _ => {}
    });
    let arrays = found.into_iter().filter_map(|(symbol, ty)| Some((symbol, ty?)));
    let mine = |symbol: &SymbolId| {
        region.symbol(*symbol).kind == SymbolKind::Array
            && !barred.contains(symbol)
            && private(*symbol)
    };
    arrays.filter(|(symbol, _)| mine(symbol)).collect()
}

/// The array of which a place is an element.
pub(super) fn array_of(place: &Place) -> Option<SymbolId> {
    match place.base {
        Base::Symbol(symbol) if !place.steps.is_empty() => Some(symbol),
        _ => None,
    }
}

impl Evaluator<'_> {
    /// What an element at `offset` bytes holds, where that is known.
    pub(super) fn cell(&self, place: &Place, offset: &Value) -> Option<Value> {
        let key = (array_of(place)?, offset.as_constant()?);
        self.cells.get(&key).cloned()
    }

    /// Notes what an assignment leaves in an element; a subscript that is no number may mean any.
    pub(super) fn store(&mut self, place: &Place, offset: &Value, value: Option<Value>) {
        let Some(symbol) = array_of(place) else { return };
        let Some(ty) = self.followed.get(&symbol).copied() else { return };
        let whole = |offset: &Integer| offset.is_divisible_u(ty.bytes());
        match (offset.as_constant().filter(whole), value) {
            (Some(offset), Some(value)) => _ = self.cells.insert((symbol, offset), value),
            (Some(offset), None) => _ = self.cells.remove(&(symbol, offset)),
            (None, _) => self.forget_cells(&BTreeSet::from([symbol])),
        }
    }

    /// Whether the elements of the array that a place is in are followed.
    pub(super) fn follows(&self, place: &Place) -> bool {
        array_of(place).is_some_and(|symbol| self.followed.contains_key(&symbol))
    }

    /// Forgets the elements of arrays.
    pub(super) fn forget_cells(&mut self, symbols: &BTreeSet<SymbolId>) {
        self.cells.retain(|(symbol, _), _| !symbols.contains(symbol));
    }

    /// Merges what elements hold after a first branch into what they hold after the second.
    pub(super) fn merge_cells(&mut self, condition: Option<&Condition>, then: &Cells) {
        let otherwise = std::mem::take(&mut self.cells);
        for (key, b) in otherwise {
            let Some(a) = then.get(&key) else { continue };
            let merged = match condition {
                _ if *a == b => b,
                Some(condition) => Value::select(condition, a, &b),
                None => continue,
            };
            self.cells.insert(key, merged);
        }
    }
}

/// The followed arrays that statements assign elements of, or declare.
pub(super) fn assigned_arrays(
    followed: &BTreeMap<SymbolId, Type>,
    body: &[Stmt],
) -> BTreeSet<SymbolId> {
    let mut found = BTreeSet::new();
    walk_statements(body, &mut |stmt| match &stmt.kind {
        StmtKind::Declare { symbol, .. } => _ = found.insert(*symbol),
        StmtKind::Assign { target, .. } => found.extend(array_of(target)),
        _ => {}
    });
    found.retain(|symbol| followed.contains_key(symbol));
    found
}

/// Whether an expression reads an element of one of these arrays.
pub(super) fn reads(expr: &Expr, arrays: &BTreeSet<SymbolId>) -> bool {
    let mut found = false;
    expr.walk(&mut |e| {
        if let ExprKind::Load(place) = &e.kind {
            found |= array_of(place).is_some_and(|symbol| arrays.contains(&symbol));
        }
    });
    found
}
