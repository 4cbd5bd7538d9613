//! Names of pointers and numbers in structures, where ranges begin.

use std::collections::BTreeSet;

use super::flow::{Followed, Here, symbol_value};
use super::memory::State;
use super::polynomial::Polynomial;
use super::section::{Element, Shape};
use super::storage::{Cell, Pointer, Storage};
use crate::id::{StmtId, SymbolId};
use crate::ir::host::{HostFunction, HostMember};
use crate::ir::{DataItem, SymbolKind, section};

impl Followed<'_> {
    /// Where a member is that can be read where a range begins: what leads to it is no null pointer, even where the range does nothing.
    fn cell_of(&self, member: &HostMember, state: &State) -> Option<Cell> {
        let object = match self.function().symbol(member.of).kind {
            SymbolKind::Record => Storage::Variable(member.of),
            SymbolKind::Pointer => {
                let is_followed = self.variables.is_followed(member.of);
                let own = state.get(member.of).filter(|_| is_followed)?;
                let (object, first) = self.object(own)?;
                let is_this = self.function().symbol(member.of).name == "this";
                let is_there = is_this || matches!(object, Storage::Variable(_));
                return Some((object, first.checked_add(member.at)?)).filter(|_| is_there);
            }
            SymbolKind::Reference => {
                let is_bound = self.variables.is_bound(member.of);
                let own = state.get(member.of).filter(|_| is_bound)?;
                let (object, first) = self.object(own)?;
                return Some((object, first.checked_add(member.at)?));
            }
            _ => return None,
        };
        self.variables.has_cells(object).then_some((object, member.at))
    }

    /// A member that is a pointer to the start of storage, and what the pointer is called in clauses, if no other is called so.
    pub(super) fn member_at(
        &self,
        (storage, shape): (Storage, &Shape),
        state: &State,
        is_usable: &dyn Fn(SymbolId) -> bool,
    ) -> Option<String> {
        let is_it = |member: &&HostMember| {
            let cell = self.cell_of(member, state);
            is_usable(member.of)
                && member.element == shape.element
                && shape.rows.is_empty()
                && cell.is_some_and(|cell| state.at(cell).only() == Some(storage))
        };
        let members = &self.function().members;
        let text = &members.iter().find(is_it)?.text;
        let name = local_name(text);
        let is_taken = |own: &HostMember| own.text != *text && local_name(&own.text) == name;
        (!members.iter().any(is_taken)).then_some(name)
    }

    /// The text of a variable of polynomials that is an integer in memory; the member's own text means it where there is a state.
    pub(super) fn number_text(
        &self,
        variable: SymbolId,
        state: Option<&State>,
        is_usable: &dyn Fn(SymbolId) -> bool,
    ) -> Option<String> {
        if let Some(element) = self.values.element_of(variable) {
            return self.element_text(&element, state?, is_usable);
        }
        let value = Polynomial::variable(variable);
        let (_, bytes, _) = self.values.content_of(variable)?;
        if let Some(symbol) = self.values.readers(&value).find(|own| is_usable(*own)) {
            return Some(self.function().symbol(symbol).name.clone());
        }
        let state = state?;
        let is_it = |member: &&HostMember| {
            let cell = self.cell_of(member, state).filter(|_| member.element == 0);
            let number = cell.and_then(|cell| self.number_in(cell, bytes, state));
            is_usable(member.of) && number.as_ref() == Some(&value)
        };
        self.function().members.iter().find(is_it).map(|member| member.text.clone())
    }
}

impl Followed<'_> {
    /// The text of an integer of an array, which is there what it is where it is asked for.
    fn element_text(
        &self,
        element: &Element,
        state: &State,
        is_usable: &dyn Fn(SymbolId) -> bool,
    ) -> Option<String> {
        let Element { storage, offset, bytes, version } = element;
        let function = self.function();
        let leads = |symbol: &SymbolId| {
            let is_plain = self.values.shape(*symbol).is_some_and(|own| own.is_of(*bytes));
            self.variables.is_followed(*symbol)
                && is_plain
                && is_usable(*symbol)
                && state.get(*symbol).and_then(Pointer::only) == Some(*storage)
        };
        let mut all = (0..function.symbols.len()).map(SymbolId::from_index);
        let pointer = all.find(leads).filter(|_| state.version(*storage) == Some(*version))?;
        let name = |symbol: SymbolId| {
            let is_own = symbol.index() < function.symbols.len() && is_usable(symbol);
            is_own.then(|| function.symbol(symbol).name.clone())
        };
        let index = offset
            .divided(*bytes)
            .filter(|_| offset.is_multiple_of(&Polynomial::number(*bytes)))?;
        Some(format!("{}[{}]", function.symbol(pointer).name, index.text(&name)?))
    }

    /// The value of a bound of a section.
    pub(super) fn end_of_section(
        &self,
        text: &str,
        Here { state, at, .. }: Here,
    ) -> Option<Polynomial> {
        let element = |name: &str, index: &Polynomial| {
            let symbol = self.function().only_named(name)?;
            let bytes = self.values.shape(symbol).filter(|own| own.rows.is_empty())?.element;
            let base = self.value(&symbol_value(symbol), state, at);
            let offset = index.multiply(&Polynomial::number(bytes))?;
            matches!(bytes, 4 | 8).then(|| self.element(&base, (&offset, bytes), state))?
        };
        self.values.of_text_reading(text, &element)
    }

    /// The storage that the bounds of sections read elements of.
    pub(super) fn section_reads(
        &self,
        items: &[DataItem],
        state: &State,
        at: StmtId,
    ) -> BTreeSet<(Storage, bool)> {
        let bounds = items.iter().filter_map(|item| item.section.as_ref());
        let texts = bounds.flat_map(|(lower, length)| [lower, length]);
        let names = texts.flat_map(|own| section::indexed(own));
        let mut read = BTreeSet::new();
        for name in names {
            let named =
                self.function().symbols.iter().enumerate().filter(|(_, own)| own.name == name);
            for (number, _) in named {
                let pointer = self.value(&symbol_value(SymbolId::from_index(number)), state, at);
                read.extend(pointer.targets.into_iter().map(|own| (own, false)));
            }
        }
        read
    }

    /// The text of a pointer in a structure that may lead to storage.
    pub(super) fn member_to(&self, storage: Storage, state: &State) -> Option<String> {
        let leads = |member: &&HostMember| {
            let cell = self.cell_of(member, state).filter(|_| member.element > 0);
            cell.is_some_and(|cell| state.at(cell).targets.contains(&storage))
        };
        self.function().members.iter().find(leads).map(|member| member.text.clone())
    }

    /// A name for people of a variable of polynomials.
    pub(super) fn plain_name(&self, variable: SymbolId) -> Option<String> {
        let function = self.function();
        if variable.index() < function.symbols.len() {
            return Some(function.symbol(variable).name.clone());
        }
        let ((object, at), ..) = self.values.content_of(variable)?;
        let is_it = |member: &&HostMember| {
            let is_object = match object {
                Storage::Variable(own) | Storage::Pointee(own) => member.of == own,
                _ => false,
            };
            is_object && member.at == at && member.element == 0
        };
        function.members.iter().find(is_it).map(|member| member.text.clone())
    }
}

/// What a pointer is called that has a member's value while a range runs.
fn local_name(text: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let text = text.trim_end_matches(".data()").replace("->", "_");
    let text: String = text.chars().map(|c| if is_word(c) { c } else { '_' }).collect();
    format!("warpcc_{text}")
}

/// The pointers that list items name, each with its value, where the program has none of that name.
pub(super) fn locals<'i>(
    function: &HostFunction,
    items: impl Iterator<Item = &'i str>,
) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for item in items {
        let name = item.split('[').next().unwrap_or_default();
        let own = function.members.iter().find(|member| local_name(&member.text) == name);
        let value = own.map(|own| (name.to_owned(), own.text.clone()));
        found.extend(value.filter(|own| !found.contains(own)));
    }
    found
}
