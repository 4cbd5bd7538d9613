//! The list items of a directive's map clauses, as they are written.

use super::Crossing;
use crate::id::SymbolId;
use crate::ir::host::{HostData, HostFunction};
use crate::ir::{DataItem, DataKind, Directive, SymbolKind, clauses};
use crate::openmp::ClauseKind;
use crate::openmp::argument::{split, split_modifiers};

/// A list item of a map clause that copies something.
pub(super) struct Listed {
    /// The number of the clause, and that of the list item in it; `None` where no clause names it.
    pub(super) place: Option<(usize, usize)>,
    /// The variable.
    pub(super) name: String,
    /// The list item.
    pub(super) text: String,
    /// How it crosses the bus.
    pub(super) crossing: Crossing,
}

/// The list items of a directive whose clauses can be written anew: no member, no modifier, no macro.
pub(super) fn listed(directive: &Directive) -> Vec<Listed> {
    let mut found = Vec::new();
    for (number, clause) in directive.clauses.iter().enumerate() {
        let is_plain = clauses::is_plain_map(clause) && clause.from_macro.is_none();
        if clause.kind() != ClauseKind::Map || !is_plain {
            continue;
        }
        let (_, list) = split_modifiers(&clause.name, clause.argument.as_deref().unwrap_or(""));
        let texts = split(list, b',');
        for (at, item) in clauses::items(clause).into_iter().enumerate() {
            let crossing = match item.kind {
                DataKind::MapTofrom => Crossing::Both,
                DataKind::MapTo => Crossing::To,
                DataKind::MapFrom => Crossing::From,
                _ => continue,
            };
            if item.member.is_none() {
                let (place, text) = (Some((number, at)), texts[at].trim().to_owned());
                found.push(Listed { place, name: item.name.clone(), text, crossing });
            }
        }
    }
    found
}

/// The only list item of a variable that stands for storage: what a pointer points to, an array or
/// a record. Of a scalar nobody sees who reads and writes it.
pub(super) fn only_item<'d>(
    function: &HostFunction,
    data: &'d HostData,
    symbol: SymbolId,
) -> Option<&'d DataItem> {
    let mut own = data.items.iter().filter(|item| item.symbol == symbol);
    let (Some(item), None) = (own.next(), own.next()) else { return None };
    let is_storage = match function.symbol(symbol).kind {
        SymbolKind::Pointer => item.section.is_some(),
        SymbolKind::Array => true,
        SymbolKind::Record => item.section.is_none(),
        SymbolKind::Scalar | SymbolKind::Reference => false,
    };
    (is_storage && item.kind.is_map() && item.member.is_none()).then_some(item)
}
