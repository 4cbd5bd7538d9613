//! What target regions and data constructs do with storage.
//!
//! A region copies what it maps, and a data construct what its list names; constructs inside of a data construct copy nothing of that:
//! it is there. What regions find without mapping it must be there, too.

use std::collections::BTreeSet;

use super::calls::{Device, Flow};
use super::flow::{Effects, Find, Followed, Here, Mapping, has_target, symbol_value};
use super::memory::State;
use super::section::Section;
use super::statements::ids;
use super::storage::{Pointer, Storage};
use super::waits;
use crate::id::{StmtId, SymbolId};
use crate::ir::host::{HostData, HostFunction};
use crate::ir::{Clause, DataItem, DataKind, Directive, Scope, Stmt, SymbolKind, declared};
use crate::openmp::{ClauseKind, Construct};

/// A clause of which what it computes is not followed.
const READS_MEMORY: &str = "a clause that reads memory or calls a function";

impl<'a> Followed<'a> {
    pub(super) fn directive(
        &mut self,
        stmt: &'a Stmt,
        directive: &Directive,
        body: &'a [Stmt],
        state: &mut State,
    ) {
        let construct = directive.construct();
        if construct.is_target() {
            return self.region(stmt, directive, body, state);
        }
        if self.waited.values().any(|own| own.until == stmt.id) {
            return;
        }
        if let Some(first) = waits::of_one_thread(stmt).and_then(<[Stmt]>::first) {
            self.begins = Some(first.id);
        }
        let data = self.function().data_of(stmt.id);
        let is_plain = is_plain_data(directive, data);
        let mut named = BTreeSet::new();
        if construct == Construct::TargetData || construct.moves_data() {
            let items = data.map_or(&[][..], |data| &data.items[..]);
            named.extend(items.iter().flat_map(|item| self.item(item, state, stmt.id).targets));
            let read = self.section_reads(items, state, stmt.id);
            self.effects(stmt.id).touches.extend(read);
            if is_plain {
                self.maps(stmt.id, items, state);
            } else {
                self.effects(stmt.id).held.extend(named.iter().copied());
            }
            self.forget(&named, state);
            if !data.is_some_and(|data| data.is_whole) {
                self.opaque(stmt.id, "a data construct whose list is not followed");
            }
        } else if !is_of_loops(directive) || has_target(body) {
            self.opaque(stmt.id, "a construct of several threads");
        }
        if data.is_some_and(|data| data.reads_memory) {
            self.opaque(stmt.id, READS_MEMORY);
        }
        if construct != Construct::TargetData {
            self.copied_items(stmt.id, state);
        }
        self.block(body, state);
        if construct == Construct::TargetData {
            self.forget(&named, state);
            self.covers(stmt.id, body);
            if !is_plain {
                self.shades(&named, body);
            }
        }
    }

    /// Of what a data construct names, and perhaps brings to the device, nobody knows whether constructs in it copy anything.
    fn shades(&mut self, named: &BTreeSet<Storage>, body: &[Stmt]) {
        if self.draft.is_some() {
            return;
        }
        for stmt in ids(body) {
            let Some(inner) = self.effects.get_mut(&stmt) else { continue };
            let is_named =
                |own: &Mapping| own.base.only().is_some_and(|storage| named.contains(&storage));
            let shaded = inner.mappings.iter().filter(|own| is_named(own));
            let shaded: BTreeSet<Storage> = shaded.filter_map(|own| own.base.only()).collect();
            inner.mappings.retain(|own| !is_named(own));
            inner.renewed.retain(|own| !shaded.contains(own));
            inner.held.extend(shaded);
        }
    }

    /// What a data construct maps.
    fn maps(&mut self, at: StmtId, items: &[DataItem], state: &State) {
        let mut effects = Effects::default();
        for item in items {
            self.map_item(item, false, Here { state, at, is_certain: true }, &mut effects);
        }
        effects.renewed = renewed(&effects);
        let own = self.effects(at);
        own.mappings.extend(effects.mappings);
        own.held.extend(effects.held);
        own.renewed.extend(effects.renewed);
    }

    /// Constructs in a data construct copy nothing of what it maps, and find it: what they do with it, it does.
    fn covers(&mut self, at: StmtId, body: &[Stmt]) {
        if self.draft.is_some() {
            return;
        }
        let inside = ids(body);
        let bare = inside.iter().filter_map(|own| Some((*own, self.effects.get(own)?.clone())));
        self.inside.insert(at, bare.collect());
        let Some(mut own) = self.effects.remove(&at) else { return };
        let mut held: BTreeSet<Storage> = BTreeSet::new();
        for mapping in &mut own.mappings {
            let Mapping { base, section, flow, .. } = mapping;
            let only = base.only();
            for stmt in &inside {
                let Some(inner) = self.effects.get_mut(stmt) else { continue };
                flow.writes |= inner.is_wild;
                let is_one = |storage, device: &Device| {
                    only == Some(storage) && *device == flow.device && *device != Device::Unknown
                };
                let is_same = |own: &Mapping| {
                    let is_part = section.as_ref().is_some_and(Section::is_whole)
                        || own.section == *section && own.flow.shape == flow.shape;
                    section.is_some()
                        && own.base.only().is_some_and(|storage| is_one(storage, &own.flow.device))
                        && is_part
                };
                let meets = |storage: &Storage| {
                    let meets = |own| self.variables.may_meet(own, *storage, &self.escaped);
                    base.targets.iter().copied().any(meets)
                };
                let writes = inner.mappings.iter().filter(|own| is_same(own));
                let writes = writes.map(|own| own.flow.writes);
                let finds = inner.found.iter().filter(|own| is_one(own.storage, &own.device));
                let is_written = writes.chain(finds.map(|own| own.writes)).any(|writes| writes);
                inner.mappings.retain(|own| !is_same(own));
                inner.found.retain(|own| !is_one(own.storage, &own.device));
                if let Some(only) = only {
                    inner.renewed.remove(&only);
                }
                let others = inner.mappings.iter().flat_map(|own| &own.base.targets);
                if others.chain(inner.found.iter().map(|own| &own.storage)).any(meets) {
                    held.extend(&base.targets);
                }
                flow.writes |= is_written;
            }
        }
        own.held.extend(held);
        self.effects.insert(at, own);
    }

    /// The host's copies of arrays that clauses name.
    fn copied_items(&mut self, at: StmtId, state: &mut State) {
        let data = self.function().data_of(at);
        let items = data.map_or(&[][..], |data| &data.items[..]);
        let named: BTreeSet<Storage> = items
            .iter()
            .filter(|item| !item.kind.is_map())
            .filter(|item| !self.is_register(item.symbol))
            .flat_map(|item| self.item(item, state, at).targets)
            .collect();
        let touches = named.iter().flat_map(|own| [(*own, false), (*own, true)]);
        self.effects(at).touches.extend(touches);
        self.forget(&named, state);
    }

    /// What a list item is a section of.
    pub(super) fn item(&self, item: &DataItem, state: &State, at: StmtId) -> Pointer {
        if item.member.is_some() {
            let mut all = Pointer::other();
            let reached = self.reached(item.symbol, state);
            all.targets.extend(self.reach(&reached, state));
            return all;
        }
        match self.function().symbol(item.symbol).kind {
            SymbolKind::Pointer => self.value(&symbol_value(item.symbol), state, at),
            SymbolKind::Reference => {
                let mut all = self.bound(item.symbol, state).moved(true);
                all.join(&Pointer::other());
                all
            }
            _ => Pointer {
                targets: BTreeSet::from([Storage::Variable(item.symbol)]),
                is_inside: false,
            },
        }
    }

    /// A target region: what it maps, finds, and may run on the host.
    fn region(
        &mut self,
        stmt: &'a Stmt,
        directive: &Directive,
        body: &'a [Stmt],
        state: &mut State,
    ) {
        let at = stmt.id;
        let here = Here { state, at, is_certain: true };
        let own = declared(body);
        let used = self.variables.used(at, body).with(self.summaries);
        let data = self.function().data_of(at);
        let items = data.map_or(&[][..], |data| &data.items[..]);
        let mut effects = Effects { is_wild: used.is_wild, ..Effects::default() };
        effects.touches.extend(self.section_reads(items, state, at));
        if used.is_wild {
            effects.held.insert(Storage::Other);
        }
        let outside =
            used.read.iter().chain(&used.written).filter(|own_symbol| !own.contains(own_symbol));
        let outside_symbols: BTreeSet<SymbolId> = outside.copied().collect();
        for symbol in outside_symbols.iter().copied() {
            let mut said = items.iter().filter(|item| item.symbol == symbol).peekable();
            let is_said = said.peek().is_some();
            let writes = used.is_wild || used.written.contains(&symbol);
            for item in said {
                self.map_item(item, writes, here, &mut effects);
            }
            if !is_said {
                self.find((symbol, writes), here, &mut effects);
            }
        }
        let unused = items.iter().filter(|item| {
            !used.read.contains(&item.symbol) && !used.written.contains(&item.symbol)
        });
        for item in unused {
            self.map_item(item, used.is_wild, here, &mut effects);
        }
        let reads = data.is_some_and(|data| data.reads_memory);
        effects.opaque = reads.then(|| READS_MEMORY.to_owned());
        let is_plain =
            data.is_none_or(|data| data.is_whole) && !self.may_differ(stmt.id, directive);
        if !is_plain {
            let all: BTreeSet<Storage> =
                effects.mappings.iter().flat_map(|own| own.base.targets.iter().copied()).collect();
            effects.held.extend(all);
            let found = std::mem::take(&mut effects.found);
            effects.held.extend(found.into_iter().map(|own| own.storage));
        }
        let has_members = items.iter().any(|item| item.kind.is_map() && item.member.is_some());
        if has_members {
            effects.held.insert(Storage::Other);
        }
        effects.renewed = renewed(&effects);
        let named = outside_symbols.iter().flat_map(|own| self.reached(*own, state));
        let named: BTreeSet<Storage> = named.collect();
        let mut reached = BTreeSet::new();
        if used.is_wild || has_members {
            reached = self.reach(&named, state);
        }
        let written = effects.mappings.iter().filter(|own| own.flow.from || own.flow.writes);
        let mut written: BTreeSet<Storage> =
            written.flat_map(|own| own.base.targets.iter().copied()).collect();
        written.extend(effects.holds().chain(reached.iter().copied()));
        effects.held.extend(reached);
        self.forget(&written, state);
        if self.draft.is_none() {
            self.effects.insert(at, effects);
        }
    }

    /// Whether a region may run on the host, or later than it is [waited](Self::settle) for.
    fn may_differ(&self, at: StmtId, directive: &Directive) -> bool {
        let is_waited = self.waited.contains_key(&at);
        let is_odd = |own: &Clause| match own.kind() {
            ClauseKind::If | ClauseKind::Defaultmap => true,
            ClauseKind::Nowait => !is_waited,
            _ => match own.name.as_str() {
                "depend" => !is_waited,
                "in_reduction" | "uses_allocators" => true,
                _ => false,
            },
        };
        directive.clauses.iter().any(is_odd)
    }

    /// A variable, and what it points to or is bound to.
    fn reached(&self, symbol: SymbolId, state: &State) -> BTreeSet<Storage> {
        let own = Storage::Variable(symbol);
        let mut all = BTreeSet::from([own]);
        if self.variables.is_followed(symbol) || self.variables.is_bound(symbol) {
            all.extend(state.at((own, 0)).targets);
        }
        all
    }

    fn map_item(&self, item: &DataItem, writes: bool, here: Here, effects: &mut Effects) {
        let Here { state, at, .. } = here;
        let base = self.item(item, state, at);
        let (to, from) = match item.kind {
            DataKind::MapTo => (true, false),
            DataKind::MapFrom => (false, true),
            DataKind::MapTofrom => (true, true),
            DataKind::MapAlloc => (false, false),
            DataKind::Private => return,
            DataKind::Firstprivate | DataKind::Reduction if !is_pointed(self.function(), item) => {
                return;
            }
            _ => return effects.held.extend(base.targets),
        };
        let is_pointer = self.function().symbol(item.symbol).kind == SymbolKind::Pointer;
        let section = match &item.section {
            Some((lower, length)) => {
                let lower = if lower.is_empty() { "0" } else { lower };
                let [lower, length] = [lower, length].map(|own| self.end_of_section(own, here));
                let section = lower.zip(length).map(|(lower, length)| Section { lower, length });
                section.filter(|own| !own.is_whole())
            }
            None if is_pointer => return effects.held.extend(base.targets),
            None => Some(Section::default()),
        };
        let shape = self.values.shape(item.symbol);
        let flow = Flow { to, from, writes, shape, device: self.device(at) };
        let construct = at.0;
        effects.mappings.push(Mapping { base, section, flow, is_sure: true, construct });
    }

    /// The device of a construct.
    fn device(&self, at: StmtId) -> Device {
        let named = self.function().data_of(at).and_then(|data| data.device.as_ref());
        named.map_or(Device::Default, |text| {
            self.values.of_text(text).map_or(Device::Unknown, Device::Number)
        })
    }

    /// A variable that a region names and no clause of it.
    fn find(&self, (symbol, writes): (SymbolId, bool), here: Here, effects: &mut Effects) {
        let Here { state, at, .. } = here;
        let one = |storage| Find { storage, writes, device: self.device(at) };
        let own = self.function().symbol(symbol);
        match own.kind {
            SymbolKind::Scalar => {}
            SymbolKind::Array | SymbolKind::Record => {
                let targets = BTreeSet::from([Storage::Variable(symbol)]);
                let may_be_there = own.scope == Scope::Global && self.function().declares_target;
                if may_be_there {
                    return effects.held.extend(targets);
                } else if own.kind == SymbolKind::Record {
                    return effects.found.extend(targets.into_iter().map(one));
                }
                let shape = self.values.shape(symbol);
                let device = self.device(at);
                let flow = Flow { to: true, from: true, writes, shape, device };
                let section = Some(Section::default());
                let base = Pointer { targets, is_inside: false };
                let construct = at.0;
                effects.mappings.push(Mapping { base, section, flow, is_sure: true, construct });
            }
            SymbolKind::Pointer => {
                let found = self.value(&symbol_value(symbol), state, at);
                effects.found.extend(found.targets.into_iter().map(one));
            }
            SymbolKind::Reference => {
                effects.held.insert(Storage::Other);
                effects.held.extend(self.bound(symbol, state).targets);
            }
        }
    }
}

/// Whether a data construct does no more than its list says, which is known.
pub(super) fn is_plain_data(directive: &Directive, data: Option<&HostData>) -> bool {
    let is_said = |clause: &Clause| {
        matches!(clause.kind(), ClauseKind::Map | ClauseKind::Device) && clause.known
    };
    directive.construct() == Construct::TargetData
        && directive.clauses.iter().all(is_said)
        && data.is_some_and(|data| {
            data.is_whole && data.items.iter().all(|item| item.member.is_none())
        })
}

/// The storage that mappings copy nothing of to the device, and all of a section back.
fn renewed(effects: &Effects) -> BTreeSet<Storage> {
    let renewed = effects.mappings.iter().filter(|own| !own.flow.to && own.flow.from);
    let renewed: BTreeSet<Storage> = renewed.filter_map(|own| own.base.only()).collect();
    let copied = |storage: &Storage| {
        effects.mappings.iter().any(|own| own.flow.to && own.base.targets.contains(storage))
    };
    renewed.into_iter().filter(|own| !copied(own)).collect()
}

/// Whether a list item stands for more than a copy of a scalar.
fn is_pointed(function: &HostFunction, item: &DataItem) -> bool {
    function.symbol(item.symbol).kind != SymbolKind::Scalar
}

/// Whether a construct of the host shares the iterations of loops, and nothing else.
fn is_of_loops(directive: &Directive) -> bool {
    let words = ["parallel", "for", "simd"];
    directive.name.contains("for")
        && directive.name.split(' ').all(|word| words.contains(&word))
        && directive.name != "for"
        || directive.name == "simd"
}
