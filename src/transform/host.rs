//! What the host knows before a region: whether it can ask before it, and which variables mean there what they mean inside.

use super::movable;
use crate::id::SymbolId;
use crate::ir::{
    DataItem, DataKind, HazardKind, Scope, Stmt, StmtKind, SymbolKind, TargetRegion, Type,
};
use crate::openmp::ClauseKind;
use crate::openmp::clause::Tested;

/// Whether the region is one loop behind one directive, which runs where and when the test does: on a
/// device that a number or a variable names, without waiting for other tasks, and with scalars of
/// its own; whether preprocessor conditionals may choose the directive.
pub(crate) fn is_simple(region: &TargetRegion, alternatives: bool) -> bool {
    let clauses = &region.directive.clauses;
    let plain = clauses.iter().all(|clause| clause.known && clause.row().tests == Tested::All);
    let word = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let devices = region.directive.clauses_of(ClauseKind::Device);
    let mut arguments =
        devices.map(|clause| clause.argument.as_deref().is_some_and(|a| word(a.trim())));
    plain && arguments.all(|simple| simple) && may_stand_twice(region, alternatives)
}

/// Whether the region is one loop behind one directive whose scalars are its own: it may run later than a test, and has the sizes that the
/// test had; whether preprocessor conditionals may choose the directive.
pub(crate) fn keeps_sizes(region: &TargetRegion, alternatives: bool) -> bool {
    let mut clauses = region.directive.clauses.iter();
    let plain = clauses.all(|clause| clause.known && clause.row().tests != Tested::Nothing);
    plain && may_stand_twice(region, alternatives)
}

/// Whether the region is one loop behind one directive, in one pragma or several, of which another version can stand beside
/// it; whether preprocessor conditionals may choose the directive.
pub(crate) fn may_stand_twice(region: &TargetRegion, alternatives: bool) -> bool {
    in_the_way_of_another(region, alternatives).is_none()
}

/// Why another version of the region cannot stand beside it, if it cannot.
pub(crate) fn in_the_way_of_another(
    region: &TargetRegion,
    alternatives: bool,
) -> Option<&'static str> {
    if region.has_hazard(HazardKind::InnerPragma) {
        return Some("a pragma stands in it");
    }
    if region.has_hazard(HazardKind::Alternatives) && !alternatives {
        return Some("preprocessor conditionals choose its directive");
    }
    match region.body.as_slice() {
        [Stmt { kind: StmtKind::Loop(_), in_macro: false, .. }] => None,
        [Stmt { kind: StmtKind::Loop(_), .. }] => Some("its loop comes from a macro"),
        _ => Some("it is more than one loop"),
    }
}

/// What the construct says of how the device gets the variable: `shared` is about its threads.
pub(crate) fn own_items(
    region: &TargetRegion,
    symbol: SymbolId,
) -> impl Iterator<Item = &DataItem> {
    let own = region.data.iter().filter(move |item| item.symbol == symbol && !item.enclosing);
    own.filter(|item| item.kind != DataKind::Shared)
}

/// A pointer variable, which `this` is none, whose value on the device is a function of its value on the host: mapped by a
/// section from its first element, implicitly, or a device address already.
pub(crate) fn is_address(region: &TargetRegion, symbol: SymbolId) -> bool {
    let items: Vec<_> = own_items(region, symbol).collect();
    let from_start = |item: &DataItem| {
        let first = item.section.as_ref().map(|(first, _)| first.trim());
        item.member.is_none() && item.kind.is_map() && matches!(first, Some("0" | ""))
    };
    let device = |item: &DataItem| item.kind == DataKind::DevicePointer && item.member.is_none();
    let variable = region.symbol(symbol);
    variable.kind == SymbolKind::Pointer
        && variable.name != "this"
        && (items.iter().all(|item| from_start(item)) || items.iter().all(|item| device(item)))
}

/// An integer variable that the region gets by value.
pub(crate) fn is_size(region: &TargetRegion, symbol: SymbolId) -> bool {
    let variable = region.symbol(symbol);
    variable.kind == SymbolKind::Scalar
        && matches!(variable.ty, Type::Int { bits: 8..=64, .. })
        && own_items(region, symbol).all(|item| item.kind == DataKind::Firstprivate)
}

/// Whether the name means this variable before the region too. A global variable may have a value of
/// its own on the device (`declare target`).
pub(crate) fn is_visible(region: &TargetRegion, symbol: SymbolId) -> bool {
    let local = matches!(region.symbol(symbol).scope, Scope::Parameter | Scope::Function);
    local && movable::unique_name(region, symbol)
}

/// Whether the name, or `this`, means before the region what it means inside.
pub(crate) fn is_name_outside(region: &TargetRegion, symbol: SymbolId) -> bool {
    let outside = !matches!(region.symbol(symbol).scope, Scope::Region | Scope::Team);
    outside && movable::unique_name(region, symbol)
}
