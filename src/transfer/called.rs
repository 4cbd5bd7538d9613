//! What calls do with storage where they are made.

use std::collections::BTreeSet;

use super::calls::{Container, Integer, Library, Mapped, Root, Summary, library, may_throw};
use super::flow::{Effects, Find, Followed, Here, Mapping};
use super::memory::Change;
use super::polynomial::Polynomial;
use super::storage::{Pointer, Storage, is_allocator};
use crate::id::SymbolId;
use crate::ir::{Base, Expr, ExprKind, Type};

/// Where memory is short, an exception leaves what stands around.
const MAY_THROW: &str = "an allocation that may throw";

/// Where a container has its pointers.
const CONTAINER: [u64; 3] = [0, 8, 16];

impl<'a> Followed<'a> {
    /// Whether two integers are addresses in one piece of storage, of which only the distance is asked.
    pub(super) fn is_within(
        &self,
        left: &Expr,
        right: &Expr,
        Here { state, at, .. }: Here,
    ) -> bool {
        let address = |own: &Expr| match &own.kind {
            ExprKind::Cast(inner) if inner.ty == Type::Pointer => {
                Some(self.value(inner, state, at).targets)
            }
            _ => None,
        };
        let (left, right) = (address(left), address(right));
        left.is_some_and(|own| own.len() <= 1 && right == Some(own))
    }

    /// Whether it makes no difference for pointers when the call in an expression is made: it is all of it, or nothing else reads
    /// pointers from memory. Calls that only print numbers do not count.
    pub(super) fn is_lone(&self, value: &Expr) -> bool {
        let mut root = value;
        while let ExprKind::Cast(inner) = &root.kind {
            root = inner;
        }
        let is_root = matches!(root.kind, ExprKind::Call { .. }) && !self.only_prints(root);
        let (mut calls, mut reads_pointers) = (0, false);
        value.walk(&mut |part| {
            let is_call = matches!(part.kind, ExprKind::Call { pure_fn: false, .. });
            calls += u32::from(is_call && !self.only_prints(part));
            if let ExprKind::Load(place) | ExprKind::AddressOf(place) = &part.kind {
                let is_loaded = matches!(place.base, Base::Loaded(_) | Base::Value(_));
                let is_pointer = part.ty == Type::Pointer && matches!(part.kind, ExprKind::Load(_));
                reads_pointers |= is_loaded || is_pointer && place.as_symbol().is_none();
            }
        });
        calls <= 1 && (is_root || !reads_pointers)
    }

    /// Whether a call is one of a function of the library that reads no storage but texts of the program.
    fn only_prints(&self, call: &Expr) -> bool {
        let ExprKind::Call { name, arguments, .. } = &call.kind else { return false };
        let is_text = |own: &Expr| match &own.kind {
            ExprKind::AddressOf(place) => place.root().is_some_and(|root| self.is_literal(root)),
            _ => false,
        };
        let is_plain = |own: &Expr| match own.ty {
            Type::Pointer => is_text(own),
            Type::Aggregate { .. } => false,
            _ => true,
        };
        !self.summaries.contains_key(name)
            && matches!(library(name), Some(Library::Nothing | Library::Reads))
            && arguments.iter().all(is_plain)
    }

    /// A call; whether it is certain to be made where its statement runs.
    pub(super) fn call(&mut self, name: &str, arguments: &[Expr], here: Here) {
        let Here { state, at, .. } = here;
        if let Some(summary) = self.summaries.get(name) {
            return self.known_call(summary, arguments, here);
        }
        let mut pointers: BTreeSet<Storage> = BTreeSet::new();
        for argument in arguments {
            match argument.ty {
                Type::Pointer => pointers.extend(self.value(argument, state, at).targets),
                Type::Aggregate { .. } => self.lets_out(argument, state, at),
                _ => {}
            }
        }
        let kept = self.contents(&pointers, state);
        let does = match library(name) {
            Some(Library::Reads) if self.may_count(name, arguments) => Some(Library::Writes),
            own => own,
        };
        let lent = lent(name).and_then(|at| arguments.get(at));
        let lent = lent.map(|own| self.value(own, state, at).targets);
        self.lends |= lent.is_some_and(|own| !own.is_empty());
        match does {
            Some(Library::Nothing) => {}
            Some(Library::Reads) => {
                self.publish(kept, state, true);
                let touched = pointers.into_iter().map(|own| (own, false));
                self.effects(at).touches.extend(touched);
            }
            Some(Library::Writes) => {
                self.publish(kept, state, true);
                let both = pointers.iter().flat_map(|own| [(*own, false), (*own, true)]);
                self.effects(at).touches.extend(both);
                self.changes.push(Change::Forget(pointers));
            }
            Some(Library::Ends) => {
                let effects = self.effects(at);
                effects.ends = true;
                effects.touches.insert((Storage::Other, false));
            }
            Some(Library::Container(own)) => self.container(own, arguments, here),
            None if is_allocator(name) && may_throw(name) => self.opaque(at, MAY_THROW),
            None if is_allocator(name) => {}
            None => {
                self.opaque(at, "a call of a function that is not known");
                self.publish(pointers.clone(), state, true);
                pointers.insert(Storage::Other);
                self.changes.push(Change::Forget(pointers));
            }
        }
    }

    /// Whether a call of `printf` may write how many characters it has printed.
    fn may_count(&self, name: &str, arguments: &[Expr]) -> bool {
        let at = match name.strip_prefix("__builtin_").unwrap_or(name) {
            "printf" => 0,
            "fprintf" => 1,
            _ => return false,
        };
        let text = arguments.get(at).and_then(|own| match &own.kind {
            ExprKind::AddressOf(place) => Some(self.function().symbol(place.root()?).name.as_str()),
            _ => None,
        });
        let is_plain = |text: &str| {
            let is_detail = |c: char| "0123456789-+ #.*'hlLjztq".contains(c);
            let mut conversions = text.split('%').skip(1);
            let counts = |own: &str| own.trim_start_matches(is_detail).starts_with('n');
            text.contains('"') && !conversions.any(counts)
        };
        !text.is_some_and(is_plain)
    }

    /// What a function of the library does with containers whose addresses it gets: they, and what they keep, are read and written, and
    /// their pointers may lead to what any of them kept, or to new storage.
    fn container(&mut self, own: Container, arguments: &[Expr], here: Here) {
        let Here { state, at, .. } = here;
        let pointers = arguments.iter().filter(|own| own.ty == Type::Pointer);
        let bases: Vec<Pointer> = pointers.map(|own| self.value(own, state, at)).collect();
        let targets: BTreeSet<Storage> =
            bases.iter().flat_map(|own| own.targets.iter().copied()).collect();
        let kept = self.contents(&targets, state);
        let writes = own != Container::Copied;
        if own == Container::Changed {
            self.opaque(at, MAY_THROW);
        }
        let is_exchange = own == Container::Exchanged;
        let touched = targets.iter().chain(kept.iter().filter(|_| !is_exchange));
        let touches = touched.flat_map(|own| [(*own, false), (*own, writes)]);
        let touches: BTreeSet<(Storage, bool)> = touches.collect();
        self.effects(at).touches.extend(touches);
        let known = |base: &Pointer| self.object(base);
        let values = |base: &Pointer| {
            let at = |(storage, first), bytes| (bytes, state.at((storage, first + bytes)));
            known(base).map(|cell: (Storage, u64)| CONTAINER.map(|bytes| at(cell, bytes)))
        };
        match (own, &bases[..]) {
            (Container::Copied, _) => {}
            (Container::Exchanged, [a, b]) if known(a).is_some() && known(b).is_some() => {
                let exchanged = [(a, b), (b, a)].map(|(to, from)| {
                    let new = values(from).into_iter().flatten();
                    new.map(|(at, value)| Change::Set(to.clone(), at, value)).collect::<Vec<_>>()
                });
                self.changes.extend(exchanged.into_iter().flatten());
            }
            _ => {
                let mut any = Pointer::other();
                any.targets.extend(kept);
                for base in bases.iter().filter(|own| !own.targets.is_empty()) {
                    let set = |at| Change::Set(base.clone(), at, any.clone());
                    self.changes.extend(CONTAINER.map(set));
                }
            }
        }
    }

    /// A call of a function that was summarised.
    fn known_call(&mut self, summary: &'a Summary, arguments: &[Expr], here: Here) {
        let Here { state, at, is_certain } = here;
        for argument in arguments.iter().filter(|own| matches!(own.ty, Type::Aggregate { .. })) {
            self.lets_out(argument, state, at);
        }
        let pointer = |root: &Root| self.resolved(root, arguments, here);
        let all = |roots: &BTreeSet<Root>| -> BTreeSet<Storage> {
            roots.iter().flat_map(|root| pointer(root).targets).collect()
        };
        let value = |number: SymbolId| self.given(summary, number, (arguments, here));
        let mut effects = self.mapped_by(summary, (&pointer, &value), here);
        for (root, writes) in &summary.touches {
            effects.touches.extend(pointer(root).targets.into_iter().map(|own| (own, *writes)));
        }
        effects.held = all(&summary.held);
        let renewed = summary.renewed.iter().filter_map(|root| pointer(root).only());
        effects.renewed = renewed.filter(|_| is_certain).collect();
        effects.renewed.extend(self.renewed_by(&effects));
        effects.opaque.clone_from(&summary.opaque);
        let hidden = arguments.iter().skip(if summary.hides { 0 } else { summary.parameters });
        let hidden = hidden.filter(|own| own.ty == Type::Pointer);
        let more: BTreeSet<Storage> =
            hidden.flat_map(|own| self.value(own, state, at).targets).collect();
        effects.touches.extend(more.iter().flat_map(|own| [(*own, false), (*own, true)]));
        let mut changes = vec![Change::Forget(all(&summary.overwritten))];
        let patches = summary.patched.iter();
        changes.extend(patches.map(|(root, at, n)| Change::Overwrite(pointer(root), *at, *n)));
        changes.extend(summary.stored.iter().map(|stored| {
            let mut value = Pointer { is_inside: stored.is_inside, ..Pointer::default() };
            stored.roots.iter().for_each(|root| _ = value.join(&pointer(root)));
            Change::Set(pointer(&stored.object), stored.at, value)
        }));
        if summary.opaque.is_some() {
            changes.push(Change::Forget(BTreeSet::from([Storage::Other])));
        }
        changes.push(Change::Forget(more.clone()));
        let escaping = all(&summary.escaping);
        let after: BTreeSet<Storage> = changes
            .iter()
            .filter_map(|change| match change {
                Change::Set(base, _, value) if !base.targets.is_disjoint(&escaping) => Some(value),
                _ => None,
            })
            .flat_map(|value| value.targets.iter().copied())
            .collect();
        self.publish(after, state, true);
        self.publish(escaping, state, true);
        self.publish(more, state, true);
        self.changes.extend(changes);
        let own = self.effects(at);
        own.touches.extend(effects.touches);
        own.mappings.extend(effects.mappings);
        own.held.extend(effects.held);
        own.found.extend(effects.found);
        own.is_wild |= summary.is_wild;
        own.renewed.extend(effects.renewed);
        own.ends |= summary.ends;
        own.opaque = own.opaque.take().or(effects.opaque);
    }

    /// The value of a variable of a summary's polynomials: an argument, or an integer in memory when the function begins.
    fn given(
        &self,
        summary: &Summary,
        number: SymbolId,
        (arguments, here): (&[Expr], Here),
    ) -> Option<Polynomial> {
        let Here { state, at, .. } = here;
        let argument = |number: SymbolId| self.number(arguments.get(number.index())?, state, at);
        let Some(content) = number.index().checked_sub(summary.parameters) else {
            return argument(number);
        };
        let Integer { root, offset, bytes, is_element } = summary.contents.get(content)?;
        let (base, offset) = (self.resolved(root, arguments, here), offset.with(&argument)?);
        if *is_element {
            return self.element(&base, (&offset, *bytes), state);
        }
        let (object, first) = self.object(&base)?;
        let cell = (object, first.checked_add(offset.number_value()?.to_u64()?)?);
        self.number_in(cell, *bytes, state)
    }

    /// What a call maps, and finds on the device.
    fn mapped_by(
        &self,
        summary: &Summary,
        (pointer, value): (&dyn Fn(&Root) -> Pointer, &dyn Fn(SymbolId) -> Option<Polynomial>),
        Here { at, is_certain, .. }: Here,
    ) -> Effects {
        let mut effects = Effects::default();
        let known = self.effects.get(&at).into_iter().flat_map(|own| &own.mappings);
        let next = known.map(|own| own.construct + 1).max().unwrap_or_default();
        for Mapped { root, section, flow, is_sure, construct } in &summary.mapped {
            let section = section.as_ref().and_then(|own| own.with(value));
            let flow = flow.with(value);
            let (base, is_sure) = (pointer(root), *is_sure && is_certain);
            let construct = next + construct;
            effects.mappings.push(Mapping { base, section, flow, is_sure, construct });
        }
        for (root, writes, device) in &summary.found {
            let (writes, device) = (*writes, device.with(value));
            let one = |storage| Find { storage, writes, device: device.clone() };
            effects.found.extend(pointer(root).targets.into_iter().map(one));
        }
        effects
    }

    /// The storage that a call maps only to copy all of a section back.
    fn renewed_by(&self, effects: &Effects) -> Vec<Storage> {
        let is_renewal = |own: &&Mapping| own.is_sure && !own.flow.to && own.flow.from;
        let renewed = effects.mappings.iter().filter(is_renewal);
        let is_alone = |storage: &Storage| {
            let meets = |own: &Storage| self.variables.may_meet(*own, *storage, &self.escaped);
            let is_apart = |own: &Mapping| {
                is_renewal(&own) && own.base.only() == Some(*storage)
                    || !own.base.targets.iter().any(meets)
            };
            effects.opaque.is_none()
                && !effects.touches.iter().any(|(own, _)| meets(own))
                && !effects.holds().any(|own| meets(&own))
                && effects.mappings.iter().all(is_apart)
        };
        renewed.filter_map(|own| own.base.only()).filter(is_alone).collect()
    }

    /// What a called function's storage is here.
    pub(super) fn resolved(
        &self,
        root: &Root,
        arguments: &[Expr],
        Here { state, at, .. }: Here,
    ) -> Pointer {
        let argument = |number: usize| match arguments.get(number) {
            Some(argument) => self.value(argument, state, at),
            None => Pointer::other(),
        };
        match root {
            Root::Argument(number) => argument(*number),
            Root::Member(number, bytes) => {
                let object = argument(*number);
                if let Some((storage, first)) = self.object(&object) {
                    return state.at((storage, first.saturating_add(*bytes)));
                }
                let mut all = Pointer::other();
                all.targets.extend(self.contents(&object.targets, state));
                all
            }
            Root::Fresh(number) if self.allocates_once(at) => {
                Pointer::to(Storage::Allocated(at, number + 1))
            }
            Root::Reach(number) => {
                let mut all = Pointer::other();
                all.targets.extend(self.reach(&argument(*number).targets, state));
                all
            }
            Root::Fresh(_) | Root::Other => Pointer::other(),
            Root::Global(number) => self.global(*number),
        }
    }

    /// A variable outside of functions.
    pub(super) fn global(&self, number: u32) -> Pointer {
        let function = self.function();
        let mut own = (0..function.symbols.len()).map(SymbolId::from_index);
        let own = own.find(|id| function.global(*id) == Some(number));
        let storage = own.map_or(Storage::Global(number), Storage::Variable);
        Pointer { targets: BTreeSet::from([storage]), is_inside: false }
    }
}

/// The argument of a function whose storage a stream gets.
fn lent(name: &str) -> Option<usize> {
    match name {
        "fmemopen" => Some(0),
        "setbuf" | "setbuffer" | "setvbuf" => Some(1),
        _ => None,
    }
}
