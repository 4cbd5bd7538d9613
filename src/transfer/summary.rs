//! What a function does for those who call it.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::calls::{Integer, Mapped, Root, Stored, Summary};
use super::flow::{Find, Followed};
use super::memory::Version;
use super::resident::{First, first_of, unconditional};
use super::section::Polynomial;
use super::storage::{Cell, Pointer, Storage};
use crate::id::{StmtId, SymbolId};
use crate::ir::Scope;

impl Followed<'_> {
    /// What the whole function does, for those who call it.
    pub(super) fn summary(&self) -> Summary {
        let parameters = self.function().parameters.len();
        let mut summary = Summary { parameters, ..Summary::default() };
        let fresh = self.fresh();
        let root = |storage: Storage| self.root(storage, &fresh);
        let contents = RefCell::new(Vec::new());
        let outward = |own| self.outward(own).or_else(|| self.content(own, &contents));
        self.tell_constructs(&mut summary, &root, &outward);
        let is_part = |own: &Storage| matches!(own, Storage::Part(_));
        for effects in self.effects.values() {
            for (storage, writes) in &effects.touches {
                summary.touches.extend(root(*storage).map(|own| (own, *writes)));
            }
            summary.ends |= effects.ends;
            if summary.opaque.is_none() {
                summary.opaque.clone_from(&effects.opaque);
            }
        }
        if self.waits() && summary.opaque.is_none() {
            summary.opaque = Some("a function that waits for tasks".to_owned());
        }
        let escaping = self.escaped.iter().filter_map(|own| root(*own));
        summary.escaping = escaping.filter(|own| !matches!(own, Root::Fresh(_))).collect();
        summary.overwritten = self.overwritten.iter().filter_map(|own| root(*own)).collect();
        let patched = self.patched.iter();
        let patched = patched.filter_map(|(own, at, bytes)| Some((root(*own)?, *at, *bytes)));
        summary.patched = patched.collect();
        let stored = |(storage, at): &(Storage, u64)| {
            let object = root(*storage)?;
            let value = self.at_end((*storage, *at));
            let is_part = value.targets.iter().any(|own| self.variables.whole(*own).0 != *own);
            let targets = value.targets.iter();
            let mut roots: BTreeSet<Root> =
                targets.map(|own| root(*own).unwrap_or(Root::Other)).collect();
            if roots.contains(&Root::Other) {
                roots.extend((0..fresh.len()).map(|number| Root::Fresh(number as u32)));
            }
            Some(Stored { object, at: *at, roots, is_inside: value.is_inside || is_part })
        };
        summary.stored = self.assigned.iter().filter_map(stored).collect();
        summary.hides = self.hides;
        summary.contents = contents.take();
        let mapped = self.effects.values().flat_map(|own| &own.mappings);
        let members = mapped.flat_map(|own| own.base.targets.iter().copied());
        let members = members.filter(|own| matches!(own, Storage::Member(..)));
        let arguments = self.function().parameters.iter().map(|own| Storage::Pointee(*own));
        let globals = self.effects.values().flat_map(|own| &own.mappings);
        let globals = globals.filter_map(|own| own.base.only());
        let globals = globals.filter(|own| !is_part(own) && self.global_number(*own).is_some());
        let all: BTreeSet<Storage> = arguments.chain(members).chain(globals).collect();
        let sure = First::Renewal { is_sure: true };
        let is_renewed = |own: &Storage| first_of(self, &self.function().body, *own) == sure;
        let renewed = all.into_iter().filter(is_renewed);
        summary.renewed = renewed.filter_map(root).collect();
        summary
    }

    /// What constructs map, find and hold.
    fn tell_constructs(
        &self,
        summary: &mut Summary,
        root: &dyn Fn(Storage) -> Option<Root>,
        outward: &dyn Fn(SymbolId) -> Option<Polynomial>,
    ) {
        let is_part = |own: &Storage| matches!(own, Storage::Part(_));
        let sure = unconditional(&self.function().body);
        let mut constructs: Vec<(StmtId, u32)> = Vec::new();
        for (at, effects) in &self.effects {
            summary.held.extend(effects.held.iter().filter_map(|own| root(*own)));
            let found =
                |own: &Find| Some((root(own.storage)?, own.writes, own.device.with(outward)));
            summary.found.extend(effects.found.iter().filter_map(found));
            summary.is_wild |= effects.is_wild;
            for mapping in &effects.mappings {
                match mapping.base.only().filter(|own| !is_part(own)).map(root) {
                    Some(Some(root)) => {
                        let section = mapping.section.as_ref();
                        let section = section.and_then(|own| own.with(outward));
                        let is_sure = mapping.is_sure && sure.contains(at);
                        let flow = mapping.flow.with(outward);
                        let place = (*at, mapping.construct);
                        let known = constructs.iter().position(|own| *own == place);
                        let construct = known.unwrap_or(constructs.len()) as u32;
                        if known.is_none() {
                            constructs.push(place);
                        }
                        summary.mapped.push(Mapped { root, section, flow, is_sure, construct });
                    }
                    Some(None) => {}
                    None => {
                        let targets = mapping.base.targets.iter();
                        summary.held.extend(targets.filter_map(|own| root(*own)));
                    }
                }
            }
        }
    }

    /// What a pointer in memory points to where the function returns.
    fn at_end(&self, cell: Cell) -> Pointer {
        self.end.as_ref().map_or_else(Pointer::other, |end| end.at(cell))
    }

    /// What the function allocates, and others know by pointers that are followed alone: what any pointer may be is none of it.
    fn fresh(&self) -> Vec<Storage> {
        let is_any = |own: &Storage| matches!(own, Storage::Other | Storage::Reach(_));
        let is_open = self.lost.iter().any(is_any);
        let cells = self.assigned.iter().map(|cell| self.at_end(*cell));
        let targets: BTreeSet<Storage> = cells.flat_map(|own| own.targets).collect();
        let is_fresh = |own: &Storage| {
            let is_lost = self.lost.contains(own) || is_open && self.escaped.contains(own);
            matches!(own, Storage::Allocated(..)) && !is_lost
        };
        targets.into_iter().filter(is_fresh).collect()
    }

    fn root(&self, storage: Storage, fresh: &[Storage]) -> Option<Root> {
        let function = self.function();
        let argument = |symbol| function.parameters.iter().position(|own| *own == symbol);
        match self.variables.whole(storage).0 {
            Storage::Pointee(symbol) => Some(argument(symbol).map_or(Root::Other, Root::Argument)),
            Storage::Member(symbol, bytes) => {
                Some(argument(symbol).map_or(Root::Other, |number| Root::Member(number, bytes)))
            }
            Storage::Reach(symbol) => Some(argument(symbol).map_or(Root::Other, Root::Reach)),
            Storage::Variable(symbol) if function.symbol(symbol).scope == Scope::Global => {
                Some(function.global(symbol).map_or(Root::Other, Root::Global))
            }
            Storage::Global(number) => Some(Root::Global(number)),
            Storage::Other => Some(Root::Other),
            Storage::Part(_) | Storage::Variable(_) => None,
            own @ Storage::Allocated(..) => {
                let number = fresh.iter().position(|other| *other == own)?;
                Some(Root::Fresh(number as u32))
            }
        }
    }

    /// An integer in what a parameter points to when the function begins, by its number among these.
    fn content(&self, variable: SymbolId, known: &RefCell<Vec<Integer>>) -> Option<Polynomial> {
        let (storage, offset, bytes, is_element) =
            if let Some(((storage, at), bytes, behind)) = self.values.content_of(variable) {
                behind.is_none().then(|| (storage, Polynomial::number(at), bytes, false))?
            } else {
                let own = self.values.element_of(variable)?;
                let offset = own.offset.with(&|own| self.outward(own))?;
                let is_first = own.version == Version::Begin;
                is_first.then_some((own.storage, offset, own.bytes, true))?
            };
        let own = Integer { root: self.root(storage, &[])?, offset, bytes, is_element };
        let mut all = known.borrow_mut();
        let position = all.iter().position(|other| *other == own);
        let number = position.unwrap_or(all.len());
        if position.is_none() {
            all.push(own);
        }
        let number = self.function().parameters.len() + number;
        Some(Polynomial::variable(SymbolId::from_index(number)))
    }

    /// A parameter by the number of its argument.
    fn outward(&self, symbol: SymbolId) -> Option<Polynomial> {
        let mut parameters = self.function().parameters.iter();
        let number = parameters.position(|own| *own == symbol)?;
        Some(Polynomial::variable(SymbolId::from_index(number)))
    }
}
