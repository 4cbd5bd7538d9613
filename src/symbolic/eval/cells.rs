//! One-level memory: elements of small arrays, and members of structures, that every iteration has for itself. Where a subscript
//! is a number, the element is a variable like a scalar, and so is a member: what was stored there last is what a load
//! finds.

use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;

use super::{Address, Binding, Evaluator};
use crate::id::SymbolId;
use crate::ir::{
    Base, DataKind, Expr, ExprKind, Place, Scope, Step, Stmt, StmtKind, SymbolKind, TargetRegion,
    Type, atomic, clauses, walk_statements,
};
use crate::symbolic::value::{Condition, Value};

/// What is known of elements and members, by their arrays and structures, and offsets in bytes.
pub(super) type Cells = BTreeMap<(SymbolId, Integer), Binding>;

/// What is followed of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Followed {
    /// An array's elements of this type.
    Elements(Type),
    /// A structure's members, each of which has one type and shares no byte with another one.
    Members,
}

/// The arrays and structures that are followed.
pub(super) fn followed(region: &TargetRegion) -> BTreeMap<SymbolId, Followed> {
    let arrays = arrays(region).into_iter().map(|(symbol, ty)| (symbol, Followed::Elements(ty)));
    let records = records(region).into_iter().map(|symbol| (symbol, Followed::Members));
    arrays.chain(records).collect()
}

/// Whether each iteration has the variable for itself.
fn is_private(region: &TargetRegion, symbol: SymbolId) -> bool {
    let items = region.data.iter().filter(|item| item.symbol == symbol);
    let kinds: Vec<_> = items.map(|item| item.kind).collect();
    let listed = !kinds.is_empty() && kinds.iter().all(|kind| *kind == DataKind::Private);
    region.symbol(symbol).scope == Scope::Region || listed
}

/// The arrays whose elements are followed, with the elements' type: declared in the region or private
/// to its iterations, of integers, used element by element in one type, and never by their address.
fn arrays(region: &TargetRegion) -> BTreeMap<SymbolId, Type> {
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
            && is_private(region, *symbol)
    };
    arrays.filter(|(symbol, _)| mine(symbol)).collect()
}

/// The members that a region uses of a structure, by their offsets; `None` where it uses the structure otherwise.
type Members = Option<BTreeMap<u64, Type>>;

/// The structures whose members are followed: declared in the region, used member by member, each in one type, and never by an
/// address of theirs. None are in a region with further directives, which may have several threads share them; but for atomic updates.
fn records(region: &TargetRegion) -> BTreeSet<SymbolId> {
    let mut found: BTreeMap<SymbolId, Members> = BTreeMap::new();
    let mut plain = true;
    let is_reference = |symbol: SymbolId| region.symbol(symbol).kind == SymbolKind::Reference;
    walk_statements(&region.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { target, .. } => use_members(target, &mut found),
        StmtKind::Declare { symbol, value: Some(value) } if is_reference(*symbol) => {
            found.extend(value.symbol().map(|own| (own, None)));
        }
        StmtKind::Directive(..) => plain &= atomic::update(stmt).is_some(),
        _ => {}
    });
    region.walk_expressions(&mut |expr| match &expr.kind {
        ExprKind::Load(place) => use_members(place, &mut found),
        ExprKind::AddressOf(place) => match &place.base {
            Base::Loaded(pointer) => use_members(pointer, &mut found),
            Base::Symbol(symbol) => _ = found.insert(*symbol, None),
            Base::Value(_) => {}
        },
        ExprKind::Symbol(symbol) => _ = found.insert(*symbol, None),
        _ => {}
    });
    let is_followed = |(symbol, members): (SymbolId, Members)| {
        let declared = region.symbol(symbol);
        let own = declared.kind == SymbolKind::Record && declared.scope == Scope::Region;
        members.filter(|members| plain && own && are_apart(members)).map(|_| symbol)
    };
    found.into_iter().filter_map(is_followed).collect()
}

/// Takes note of the use of a place, and of the pointers that lead to it.
fn use_members(place: &Place, found: &mut BTreeMap<SymbolId, Members>) {
    match &place.base {
        Base::Symbol(symbol) => {
            let known = found.entry(*symbol).or_insert_with(|| Some(BTreeMap::new()));
            let same = match (&mut *known, member(place)) {
                (Some(members), Some((at, ty))) => *members.entry(at).or_insert(ty) == ty,
                _ => false,
            };
            if !same {
                *known = None;
            }
        }
        Base::Loaded(pointer) => use_members(pointer, found),
        Base::Value(_) => {}
    }
}

/// The offset in bytes and the type of the scalar member that a place is.
fn member(place: &Place) -> Option<(u64, Type)> {
    let offset = |step: &Step| match step {
        Step::Field { offset, overlapping: false, .. } => Some(*offset),
        _ => None,
    };
    let scalar = matches!(place.ty, Type::Int { .. } | Type::Float { .. } | Type::Pointer);
    let at = place.steps.iter().map(offset).sum::<Option<u64>>()?;
    (scalar && !place.steps.is_empty()).then_some((at, place.ty))
}

/// Whether no two members share a byte.
fn are_apart(members: &BTreeMap<u64, Type>) -> bool {
    let ends = members.iter().map(|(at, ty)| at + u64::from(ty.bytes()));
    ends.zip(members.keys().skip(1)).all(|(end, next)| end <= *next)
}

/// The array or structure of which a place is an element or a member.
pub(super) fn array_of(place: &Place) -> Option<SymbolId> {
    match place.base {
        Base::Symbol(symbol) if !place.steps.is_empty() => Some(symbol),
        _ => None,
    }
}

impl Evaluator<'_> {
    /// What an element at `offset` bytes holds, where that is known.
    pub(super) fn cell(&self, place: &Place, offset: &Value) -> Option<Value> {
        match self.binding(place, offset)? {
            Binding::Value(value) => Some(value),
            Binding::Pointer(_) => None,
        }
    }

    /// What the pointer at `offset` bytes points to, where that is known.
    pub(super) fn pointer_cell(&self, place: &Place, offset: &Value) -> Option<Address> {
        match self.binding(place, offset)? {
            Binding::Pointer(address) => Some(address),
            Binding::Value(_) => None,
        }
    }

    fn binding(&self, place: &Place, offset: &Value) -> Option<Binding> {
        let key = (array_of(place)?, offset.as_constant()?);
        self.cells.get(&key).cloned()
    }

    /// Notes what an assignment leaves in an element; a subscript that is no number may mean any.
    pub(super) fn store(&mut self, place: &Place, offset: &Value, value: Option<Binding>) {
        let Some(symbol) = array_of(place) else { return };
        let Some(followed) = self.followed.get(&symbol).copied() else { return };
        let whole = |offset: &Integer| match followed {
            Followed::Elements(ty) => offset.is_divisible_u(ty.bytes()),
            Followed::Members => true,
        };
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
            let merged = match (condition, a, &b) {
                _ if *a == b => b,
                (Some(condition), Binding::Value(a), Binding::Value(b)) => {
                    Binding::Value(Value::select(condition, a, b))
                }
                _ => continue,
            };
            self.cells.insert(key, merged);
        }
    }
}

/// The followed arrays and structures that statements assign parts of, or declare.
pub(super) fn assigned_arrays(
    followed: &BTreeMap<SymbolId, Followed>,
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

/// Whether an expression reads a part of one of these arrays and structures, or what a part points to.
pub(super) fn reads(expr: &Expr, arrays: &BTreeSet<SymbolId>) -> bool {
    let mut found = false;
    expr.walk(&mut |e| found |= e.symbol().is_some_and(|symbol| arrays.contains(&symbol)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_apart_where_no_byte_is_in_two() {
        let int = |bits: u32| Type::Int { bits: bits as u16, signed: true };
        for (a, b, distance) in (0..4)
            .flat_map(|a| (0..4).map(move |b| (8 << a, 8 << b)))
            .flat_map(|(a, b)| (1..12).map(move |d| (a, b, d)))
        {
            let members = BTreeMap::from([(4, int(a)), (4 + distance, int(b))]);
            let bytes = |at: u64, bits: u32| at..at + u64::from(bits / 8);
            let shared = bytes(4, a).any(|byte| bytes(4 + distance, b).contains(&byte));
            assert_eq!(are_apart(&members), !shared, "{a} {b} {distance}");
        }
    }
}
