//! Sizes, memory and pointers for runs of the random regions.

use std::collections::BTreeSet;

use warpcc::ir::{Symbol, SymbolKind, TargetRegion, Type};

use crate::generate::DIRECTIONS_AT;
use crate::interpret::Setting;
use crate::rng::Rng;

/// Sizes for one run, the more often small ones, and where the pointers point.
pub(crate) fn setting(rng: &mut Rng, region: &TargetRegion) -> Setting {
    let mut setting = Setting::default();
    let targets = [(1, 0), (2, 0), (5, 0), (6, 0), (4, 8)];
    for (id, symbol) in region.symbols.iter().enumerate() {
        let id = warpcc::id::SymbolId::from_index(id);
        let value = |rng: &mut Rng, low| i128::from(rng.range(low, 4) + rng.range(0, 1));
        match symbol.name.as_str() {
            "n" | "m" if is_unsigned(symbol) => setting.symbols.insert(id, size(rng, symbol)),
            "n" | "m" | "c" | "v" => setting.symbols.insert(id, value(rng, -1)),
            "u" | "w" => setting.symbols.insert(id, value(rng, 0)),
            "s" => setting.symbols.insert(id, 0),
            _ => None,
        };
        let object = match (symbol.name.as_str(), symbol.kind) {
            ("A", _) => Some((1, 0)),
            ("B", _) => Some((2, 0)),
            ("idx", _) if is_mapped(region, id) => Some((3, 0)),
            ("idx", _) if rng.chance(60) => Some((3, 0)),
            ("T", _) => Some((4, 0)),
            ("K", _) => Some((DIRECTIONS_AT, 0)),
            ("idx" | "q" | "r", SymbolKind::Pointer) => Some(*rng.pick(&targets)),
            _ => None,
        };
        if let Some((object, offset)) = object {
            setting.objects.insert(id, (object, offset));
        }
    }
    setting.tables = BTreeSet::from([3]);
    setting
}

/// Sizes, pointers and memory from a larger box than [`setting`]'s, different in every turn: small
/// and medium sizes for the signed symbols, the whole range of their types for the unsigned ones.
pub(crate) fn box_setting(rng: &mut Rng, region: &TargetRegion, turn: usize) -> Setting {
    let mut setting = setting(rng, region);
    let high = [3, 6, 9, 14][turn % 4];
    let low = if turn.is_multiple_of(3) { -3 } else { 0 };
    let symbols: Vec<_> = setting.symbols.keys().copied().collect();
    for id in symbols {
        let symbol = region.symbol(id);
        let value = i128::from(rng.range(low, high));
        let value = match symbol.name.as_str() {
            "n" | "m" if is_unsigned(symbol) => size(rng, symbol),
            "n" | "m" | "c" => value,
            "u" if rng.chance(20) => i128::from(u32::MAX) - value.abs(),
            "w" if rng.chance(20) => 255 - value.abs(),
            "v" if rng.chance(20) => -128 + value.abs(),
            "u" | "w" => value.abs(),
            "v" => value,
            _ => continue,
        };
        setting.symbols.insert(id, value);
    }
    setting.salt = rng.next();
    setting.beyond_extents = true;
    setting
}

fn is_unsigned(symbol: &Symbol) -> bool {
    matches!(symbol.ty, Type::Int { signed: false, .. })
}

/// A size of an unsigned type: small, so large that products of two reach 2^8, or the greatest.
fn size(rng: &mut Rng, symbol: &Symbol) -> i128 {
    let Type::Int { bits, .. } = symbol.ty else { return 0 };
    match rng.below(12) {
        0..=6 => i128::from(rng.range(0, 5)),
        7..=9 => i128::from(rng.range(8, 19)),
        10 => i128::from(rng.range(60, 70)),
        _ => (1 << bits) - 1 - i128::from(rng.range(0, 2)),
    }
}

/// Gives symbols of these names values.
pub(crate) fn set(setting: &mut Setting, region: &TargetRegion, values: &[(&str, i128)]) {
    for (id, own) in &mut setting.symbols {
        let named = values.iter().find(|(name, _)| region.symbol(*id).name == *name);
        *own = named.map_or(*own, |(_, value)| *value);
    }
}

fn is_mapped(region: &TargetRegion, id: warpcc::id::SymbolId) -> bool {
    region.data.iter().any(|item| item.symbol == id && item.kind.is_map())
}
