//! What a function does for those who call it.

use std::collections::BTreeSet;

use super::calls::{Mapped, Root, Summary};
use super::flow::Followed;
use super::resident::{First, first_of, unconditional};
use super::section::Polynomial;
use super::storage::Storage;
use crate::id::SymbolId;
use crate::ir::Scope;

impl Followed<'_> {
    /// What the whole function does, for those who call it.
    pub(super) fn summary(&self) -> Summary {
        let parameters = self.function().parameters.len();
        let mut summary = Summary { parameters, ..Summary::default() };
        let root = |storage: Storage| self.root(storage);
        let outward = |own| self.outward(own);
        let sure = unconditional(&self.function().body);
        for (at, effects) in &self.effects {
            for (storage, writes) in &effects.touches {
                summary.touches.extend(root(*storage).map(|own| (own, *writes)));
            }
            summary.held.extend(effects.held.iter().filter_map(|own| root(*own)));
            for mapping in &effects.mappings {
                match mapping.base.only().map(root) {
                    Some(Some(root)) => {
                        let section = mapping.section.as_ref();
                        let section = section.and_then(|own| own.with(&outward));
                        let is_sure = mapping.is_sure && sure.contains(at);
                        let flow = mapping.flow.with(&outward);
                        summary.mapped.push(Mapped { root, section, flow, is_sure });
                    }
                    Some(None) => {}
                    None => {
                        let targets = mapping.base.targets.iter();
                        summary.held.extend(targets.filter_map(|own| root(*own)));
                    }
                }
            }
            summary.ends |= effects.ends;
            if summary.opaque.is_none() {
                summary.opaque.clone_from(&effects.opaque);
            }
        }
        summary.escaping = self.escaped.iter().filter_map(|own| root(*own)).collect();
        let arguments = self.function().parameters.iter().map(|own| Storage::Pointee(*own));
        let mapped = self.effects.values().flat_map(|own| &own.mappings);
        let mapped = mapped.filter_map(|own| own.base.only());
        let globals = mapped.filter(|own| self.number(*own).is_some());
        let all: BTreeSet<Storage> = arguments.chain(globals).collect();
        let sure = First::Renewal { is_sure: true };
        let is_renewed = |own: &Storage| first_of(self, &self.function().body, *own) == sure;
        let renewed = all.into_iter().filter(is_renewed);
        summary.renewed = renewed.filter_map(root).collect();
        summary
    }

    fn root(&self, storage: Storage) -> Option<Root> {
        let function = self.function();
        match storage {
            Storage::Pointee(symbol) => {
                let number = function.parameters.iter().position(|own| *own == symbol);
                Some(number.map_or(Root::Other, Root::Argument))
            }
            Storage::Variable(symbol) if function.symbol(symbol).scope == Scope::Global => {
                Some(function.global(symbol).map_or(Root::Other, Root::Global))
            }
            Storage::Global(number) => Some(Root::Global(number)),
            Storage::Other => Some(Root::Other),
            Storage::Variable(_) | Storage::Allocated(_) => None,
        }
    }

    /// A parameter by the number of its argument.
    fn outward(&self, symbol: SymbolId) -> Option<Polynomial> {
        let mut parameters = self.function().parameters.iter();
        let number = parameters.position(|own| *own == symbol)?;
        Some(Polynomial::variable(SymbolId::from_index(number)))
    }
}
