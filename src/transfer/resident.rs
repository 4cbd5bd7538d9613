//! Where data can stay on the device.
//!
//! Storage stays on the device over a range of statements of one block if
//!
//! - the host does not touch it in the range, nor anything that may be it;
//! - each construct that maps it maps the same section, and copies back what it may write;
//! - nothing leaves the range but at its end.
//!
//! Then the copies in between bring what is there already, and all of them but the first and the last can go. Two pieces of storage
//! that pointers exchange stay together.

use std::collections::BTreeSet;

use super::calls::Flow;
use super::flow::{Effects, Followed, Mapping};
use super::names::{Kept, bytes, named, named_beside, named_by_use};
use super::section::{Section, Shape};
use super::statements::{
    has_loop, host_statements, is_followed, is_loop, is_one_loop, is_region, leaves,
};
use super::storage::Storage;
use super::updates::{Plan, Update, Updates};
use super::{Crossing, Item};
use crate::id::StmtId;
use crate::ir::{Scope, Stmt, StmtKind, walk_statements};
use crate::source::Span;

/// A range of statements over which storage stays on the device.
#[derive(Clone, Debug)]
pub(super) struct Range<'a> {
    pub(super) stmts: &'a [Stmt],
    /// What stays.
    pub(super) items: Vec<Item>,
    /// How many iterations of it, where it is one loop, copy no less than its ends do.
    pub(super) turns: u32,
    /// What is brought up to date in it.
    pub(super) updates: Vec<Refresh>,
}

/// One directive `target update` in a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refresh {
    /// The statement beside it.
    pub span: Span,
    /// Whether it stands before the statement, and not behind.
    pub is_before: bool,
    /// Whether it goes to the device, and not to the host.
    pub to_device: bool,
    /// The condition, in C, under which it is needed.
    pub guard: Option<String>,
    /// The list item.
    pub item: String,
}

impl Refresh {
    /// Whether one directive serves for both.
    pub(crate) fn is_beside(&self, other: &Refresh) -> bool {
        let place = |own: &Refresh| (own.span, own.is_before, own.to_device);
        place(self) == place(other) && self.guard == other.guard
    }
}

/// What comes first in statements that concern a piece of storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// Nothing concerns it.
    Nothing,
    /// A construct that copies nothing of it to the device, and all of a section back.
    Renewal {
        /// Whether it is certain to run.
        is_sure: bool,
    },
    /// Anything else.
    Other,
}

/// The ranges of a function whose parts are known, and what crosses the bus in each iteration of a loop.
pub(super) fn ranges<'a>(followed: &Followed<'a>) -> (Vec<Range<'a>>, Vec<Left<'a>>) {
    let function = followed.variables.function;
    let mut found = Found { ranges: Vec::new(), left: Vec::new() };
    let mappings = followed.effects.values().flat_map(|own| &own.mappings);
    let all = mappings.flat_map(|own| own.base.targets.iter().copied()).collect();
    for group in groups(followed, &function.body, &all) {
        let search = Search::of(followed, &group);
        search.block(&function.body, &mut Vec::new(), &mut found);
    }
    (merged(found.ranges), found.left)
}

/// What a search finds.
struct Found<'a> {
    ranges: Vec<Range<'a>>,
    left: Vec<Left<'a>>,
}

/// A loop in which a group of storage crosses the bus in each iteration.
pub(super) struct Left<'a> {
    pub(super) stmt: &'a Stmt,
    pub(super) group: BTreeSet<Storage>,
}

/// The storage among `all` that constructs in statements map by names, apart but where one name may be several.
pub(super) fn groups(
    followed: &Followed,
    stmts: &[Stmt],
    all: &BTreeSet<Storage>,
) -> Vec<BTreeSet<Storage>> {
    let mut groups: Vec<BTreeSet<Storage>> = Vec::new();
    walk_statements(stmts, &mut |stmt| {
        let mappings = followed.effects.get(&stmt.id).into_iter().flat_map(|own| &own.mappings);
        let own = mappings.map(|own| &own.base.targets).filter(|own| !own.is_disjoint(all));
        for targets in own {
            let (meeting, apart): (Vec<_>, Vec<_>) =
                std::mem::take(&mut groups).into_iter().partition(|own| !own.is_disjoint(targets));
            groups = apart;
            groups.push(meeting.into_iter().flatten().chain(targets.iter().copied()).collect());
        }
    });
    groups.retain(|group| !group.contains(&Storage::Other) && !group.is_empty());
    groups
}

/// Ranges of the same statements as one.
fn merged(found: Vec<Range>) -> Vec<Range> {
    let mut all: Vec<Range> = Vec::new();
    for range in found {
        let same = |own: &&mut Range| {
            own.stmts.len() == range.stmts.len() && own.stmts[0].id == range.stmts[0].id
        };
        match all.iter_mut().find(same) {
            Some(own) => {
                own.items.extend(range.items);
                own.turns = own.turns.max(range.turns);
                own.updates.extend(range.updates);
            }
            None => all.push(range),
        }
    }
    all
}

pub(super) struct Search<'s, 'a> {
    pub(super) followed: &'s Followed<'a>,
    pub(super) group: &'s BTreeSet<Storage>,
    /// Whether no construct of the function writes any of the group.
    is_constant: bool,
}

impl<'s, 'a> Search<'s, 'a> {
    pub(super) fn of(followed: &'s Followed<'a>, group: &'s BTreeSet<Storage>) -> Self {
        let writes = |own: &Mapping| own.flow.writes && !own.base.targets.is_disjoint(group);
        let mut mappings = followed.effects.values().flat_map(|own| &own.mappings);
        Self { followed, group, is_constant: !mappings.any(writes) }
    }

    /// Looks for ranges in a block; `around` are the loops around it.
    fn block(&self, block: &'a [Stmt], around: &mut Vec<StmtId>, found: &mut Found<'a>) {
        let mut from = 0;
        for (at, stmt) in block.iter().enumerate() {
            if self.admits(stmt) {
                continue;
            }
            self.segment(&block[from..at], around, found);
            from = at + 1;
            for group in groups(self.followed, std::slice::from_ref(stmt), self.group) {
                Search::of(self.followed, &group).inside(stmt, around, found);
            }
        }
        self.segment(&block[from..], around, found);
    }

    /// Looks for ranges in a statement that is none.
    fn inside(&self, stmt: &'a Stmt, around: &mut Vec<StmtId>, found: &mut Found<'a>) {
        if let Some(range) = self.refreshed(stmt, around) {
            found.ranges.push(range);
            return;
        }
        let is_loop = is_loop(stmt);
        let before = found.ranges.len();
        if is_loop {
            around.push(stmt.id);
        }
        if is_followed(stmt) {
            stmt.blocks().into_iter().for_each(|inner| self.block(inner, around, found));
        }
        if is_loop {
            around.pop();
        }
        if is_loop && around.is_empty() && found.ranges.len() == before && self.copies(stmt) > 0 {
            found.left.push(Left { stmt, group: self.group.clone() });
        }
    }

    /// Takes the part of a segment from the first construct that maps the group to the last.
    fn segment(&self, segment: &'a [Stmt], around: &[StmtId], found: &mut Found<'a>) {
        let maps = |stmt: &&Stmt| self.copies(stmt) > 0;
        let Some(first) = segment.iter().position(|stmt| maps(&stmt)) else { return };
        let last = segment.iter().rposition(|stmt| maps(&stmt)).unwrap_or(first);
        let stmts = &segment[first..=last];
        if let Some(range) = self.range(stmts, around) {
            found.ranges.push(range);
        } else if stmts.len() > 1 {
            found.ranges.extend(stmts.chunks(1).filter_map(|only| self.range(only, around)));
        }
    }

    /// The range of these statements, if what is copied in them is worth it and can stay.
    fn range(&self, stmts: &'a [Stmt], around: &[StmtId]) -> Option<Range<'a>> {
        if stmts.iter().map(|stmt| self.copies(stmt)).sum::<u32>() < 2 {
            return None;
        }
        let kept = self.kept(stmts, around)?;
        let item = |kept: &Kept| self.item(stmts, kept);
        let items = kept.iter().map(item).collect::<Option<_>>()?;
        Some(Range { stmts, items, turns: kept.len() as u32, updates: Vec::new() })
    }

    /// The range of one loop in which the host uses the storage, too.
    fn refreshed(&self, stmt: &'a Stmt, around: &[StmtId]) -> Option<Range<'a>> {
        let stmts = std::slice::from_ref(stmt);
        let is_concerned = is_loop(stmt)
            && self.copies(stmt) >= 2
            && !leaves(stmt, 0)
            && self
                .followed
                .first_in(stmt, &|own| !self.keeps(own) || self.has_others(own))
                .is_none();
        let (section, shape) = is_concerned.then(|| self.shared(stmts))??;
        let used = self.used(stmts);
        let meets = |own| used.iter().any(|kept| self.may_meet(*kept, own));
        let is_mixed = used.iter().any(|a| used.iter().any(|b| a != b && self.may_meet(*a, *b)));
        if !used.iter().all(|own| self.is_absent(*own)) || is_mixed {
            return None;
        }
        let is_live = used.iter().any(|own| self.is_live(stmts, around, *own));
        let plan = Plan::of(self.followed, stmt, &meets, used.len() > 1)?;
        let Updates { list, to, from } = plan.solve(is_live)?;
        let kept = |storage: &Storage| {
            let (section, shape) = (section.clone(), shape.clone());
            Kept { storage: *storage, section, shape, to, from }
        };
        let kept: Vec<Kept> = used.iter().map(kept).collect();
        let refresh = |update: &Update| {
            let Update { stmt, is_before, to_device, guard } = update.clone();
            let item = match &kept[..] {
                [only] => named_beside(self.followed, stmt, only),
                all => named_by_use(self.followed, stmt, all),
            };
            Some(Refresh { span: stmt.span, is_before, to_device, guard, item: item? })
        };
        let updates = list.iter().map(refresh).collect::<Option<_>>()?;
        let item = |own: &Kept| self.item(stmts, own);
        let items = kept.iter().map(item).collect::<Option<_>>()?;
        Some(Range { stmts, items, turns: kept.len() as u32, updates })
    }

    fn item(&self, stmts: &'a [Stmt], kept: &Kept) -> Option<Item> {
        let own = |own: &&&Mapping| own.base.targets.contains(&kept.storage);
        let mappings = self.mappings(stmts);
        let count = |way: fn(&Flow) -> bool| {
            mappings.iter().filter(own).filter(|own| way(&own.flow)).count() as u32
        };
        Some(Item {
            crossing: Crossing::of(kept.to, kept.from),
            text: named(self.followed, stmts, kept)?,
            bytes: bytes(self.followed, kept),
            copies: [count(|flow| flow.to), count(|flow| flow.from)],
        })
    }

    /// Whether nothing else has the storage on the device: it is the function's own, no construct but regions names it, and nobody else
    /// knows it.
    pub(super) fn is_absent(&self, storage: Storage) -> bool {
        let Followed { variables, escaped, effects, .. } = self.followed;
        let function = variables.function;
        let is_held = |own: &Effects| own.held.iter().any(|own| self.may_meet(*own, storage));
        let is_whole_program = || {
            function.name == "main"
                && !function.declares_target
                && effects.values().all(|own| own.opaque.is_none())
        };
        let (whole, _) = variables.whole(storage);
        let is_own = match whole {
            Storage::Allocated(..) => true,
            Storage::Variable(own) => {
                function.symbol(own).scope != Scope::Global || is_whole_program()
            }
            Storage::Global(_) => is_whole_program(),
            _ => false,
        };
        is_own && !escaped.contains(&whole) && !effects.values().any(is_held)
    }

    /// How many constructs below a statement map storage of the group; in a loop each counts as several.
    fn copies(&self, stmt: &Stmt) -> u32 {
        let own = self.followed.effects.get(&stmt.id);
        let concerns = |mapping: &&Mapping| !mapping.base.targets.is_disjoint(self.group);
        let own = own.map_or(0, |own| own.mappings.iter().filter(concerns).count() as u32);
        let inner: u32 = host_statements(stmt).map(|stmt| self.copies(stmt)).sum();
        own + if is_loop(stmt) { 2 * inner } else { inner }
    }

    /// Whether a range may have a statement in it.
    fn admits(&self, stmt: &Stmt) -> bool {
        let jumps = leaves(stmt, 0);
        !jumps && self.followed.first_in(stmt, &|effects| !self.allows(effects)).is_none()
    }

    /// Whether the host uses nothing of the group there, or only reads what no construct writes, and the rest [fits](Self::keeps).
    fn allows(&self, effects: &Effects) -> bool {
        let counts = |writes: bool| writes || !self.is_constant;
        let mut touches = effects.touches.iter();
        let is_touched = touches.any(|(own, writes)| counts(*writes) && self.meets(*own));
        !is_touched && self.keeps(effects)
    }

    /// Whether what a statement does, but for what the host uses, leaves the group where it is.
    pub(super) fn keeps(&self, effects: &Effects) -> bool {
        let is_held = effects.held.iter().any(|storage| self.meets(*storage));
        let fits = |mapping: &Mapping| {
            let targets = &mapping.base.targets;
            let is_other = |own: &Storage| self.group.iter().all(|a| self.are_apart(*a, *own));
            let is_apart = targets.iter().all(is_other);
            let is_own = targets.is_subset(self.group) && !mapping.base.is_inside;
            let is_kept = !mapping.flow.writes || mapping.flow.from;
            is_apart || is_own && is_kept && mapping.section.is_some()
        };
        effects.opaque.is_none() && !is_held && effects.mappings.iter().all(fits)
    }

    /// Whether constructs map other parts of the storage that some of the group is a part of.
    fn has_others(&self, effects: &Effects) -> bool {
        let is_other = |own: &Storage| self.meets(*own) && !self.group.contains(own);
        effects.mappings.iter().any(|mapping| mapping.base.targets.iter().any(is_other))
    }

    /// Whether storage may be some of the group, or overlap it.
    pub(super) fn meets(&self, storage: Storage) -> bool {
        self.group.iter().any(|own| self.may_meet(*own, storage))
    }

    fn may_meet(&self, a: Storage, b: Storage) -> bool {
        let Followed { variables, escaped, .. } = self.followed;
        variables.may_meet(a, b, escaped)
    }

    /// Whether two pieces of storage do not overlap where constructs map them.
    fn are_apart(&self, a: Storage, b: Storage) -> bool {
        !self.may_meet(a, b) || self.followed.are_apart(a, b)
    }

    /// Whether two of these may overlap.
    pub(super) fn are_mixed(&self, used: &BTreeSet<Storage>) -> bool {
        let meets_other = |a: &Storage| used.iter().any(|b| a != b && !self.are_apart(*a, *b));
        used.iter().any(meets_other)
    }

    /// What of the group constructs in the statements map.
    pub(super) fn used(&self, stmts: &'a [Stmt]) -> BTreeSet<Storage> {
        let mappings = self.mappings(stmts);
        mappings.iter().flat_map(|own| own.base.targets.iter().copied()).collect()
    }

    /// The section, and its shape, that all constructs in the statements map.
    pub(super) fn shared(&self, stmts: &'a [Stmt]) -> Option<(Section, Shape)> {
        let mappings = self.mappings(stmts);
        let first = mappings.first()?;
        let section = first.section.clone()?;
        let shape = first.flow.shape.clone()?;
        let is_same = |own: &&Mapping| {
            own.section.as_ref() == Some(&section) && own.flow.shape.as_ref() == Some(&shape)
        };
        mappings.iter().all(is_same).then_some((section, shape))
    }

    /// What of the group stays on the device over these statements; `None` where it cannot.
    fn kept(&self, stmts: &'a [Stmt], around: &[StmtId]) -> Option<Vec<Kept>> {
        let (section, shape) = self.shared(stmts)?;
        let mappings = self.mappings(stmts);
        let guarded = match stmts {
            [Stmt { kind: StmtKind::Loop(l), .. }] => &l.body[..],
            _ => stmts,
        };
        let one = |storage: &Storage| {
            let own: Vec<_> =
                mappings.iter().filter(|m| m.base.targets.contains(storage)).collect();
            let is_written = own.iter().any(|m| m.flow.writes);
            let from = is_written && self.is_live(stmts, around, *storage);
            let renewal = first_of(self.followed, guarded, *storage);
            let to = match renewal {
                First::Renewal { is_sure } => from && !is_sure,
                _ => from || own.iter().any(|m| m.flow.to),
            };
            Kept { storage: *storage, section: section.clone(), shape: shape.clone(), to, from }
        };
        let each = match stmts {
            [only] if is_loop(only) => only.blocks()[0],
            _ => stmts,
        };
        let used = self.used(stmts);
        let is_paid = |kept: &Kept| {
            self.copies_always(each, kept.storage, |_| true)
                && (!kept.to || self.copies_always(each, kept.storage, |flow| flow.to))
                && (!kept.from || self.copies_always(each, kept.storage, |flow| flow.from))
        };
        if self.are_mixed(&used) {
            return None;
        }
        let kept: Vec<Kept> = used.iter().map(one).collect();
        (kept.iter().all(is_paid) && self.are_paid(stmts, &kept)).then_some(kept)
    }

    /// Whether statements that are no loop make as many copies as their ends do in each direction, and more in all, where they map
    /// several pieces of storage: one name may be each of them, and copies one.
    fn are_paid(&self, stmts: &'a [Stmt], kept: &[Kept]) -> bool {
        let all = self.mappings(stmts);
        let own = stmts.iter().filter_map(|stmt| self.followed.effects.get(&stmt.id));
        let own = own.flat_map(|own| &own.mappings);
        let own = own.filter(|own| own.is_sure && !own.base.targets.is_disjoint(self.group));
        let own: Vec<&Mapping> = own.collect();
        let is_one = |own: &&Mapping| own.base.only().is_some();
        let count = |all: &[&Mapping], way: fn(&Flow) -> bool| {
            all.iter().filter(|own| way(&own.flow)).count()
        };
        let ends = |way: fn(&Kept) -> bool| kept.iter().filter(|own| way(own)).count();
        let (to, from) = (ends(|own| own.to), ends(|own| own.from));
        let each = to <= count(&own, |flow| flow.to) && from <= count(&own, |flow| flow.from);
        let copies = count(&all, |flow| flow.to) + count(&all, |flow| flow.from);
        let is_less = stmts.iter().any(has_loop) || to + from < copies;
        is_one_loop(stmts) || kept.len() == 1 || is_less && (each || all.iter().all(is_one))
    }

    /// Whether statements copy storage in a direction each time that they run.
    fn copies_always(&self, block: &[Stmt], storage: Storage, way: fn(&Flow) -> bool) -> bool {
        let copies = |own: &Mapping| own.base.targets.contains(&storage) && way(&own.flow);
        self.followed.always_maps(block, &copies)
    }

    fn mappings(&self, stmts: &'a [Stmt]) -> Vec<&Mapping> {
        let mut found = Vec::new();
        walk_statements(stmts, &mut |stmt| {
            let own = self.followed.effects.get(&stmt.id).into_iter();
            let own = own.flat_map(|own| &own.mappings);
            found.extend(own.filter(|m| !m.base.targets.is_disjoint(self.group)));
        });
        found
    }

    /// Whether something behind the statements may read what the host has of the storage.
    fn is_live(&self, stmts: &'a [Stmt], around: &[StmtId], storage: Storage) -> bool {
        let function = self.followed.variables.function;
        let Followed { variables, escaped, .. } = self.followed;
        let (whole, _) = variables.whole(storage);
        let is_own = variables.is_local(storage);
        let is_unread = self.followed.is_unread(storage);
        if !is_unread && (!is_own || escaped.contains(&whole)) {
            return true;
        }
        let mut inside = BTreeSet::new();
        walk_statements(stmts, &mut |stmt| _ = inside.insert(stmt.id));
        let mut again = BTreeSet::new();
        function.walk(&mut |stmt| {
            if around.contains(&stmt.id) {
                again.insert(stmt.id);
                for block in stmt.blocks() {
                    walk_statements(block, &mut |own| _ = again.insert(own.id));
                }
            }
        });
        let behind = inside.last().copied();
        let comes = |at: &StmtId| Some(*at) > behind || again.contains(at);
        let meets = |own: Storage| {
            variables.whole(own).0 == whole
                || !is_unread && variables.may_meet(own, storage, escaped)
        };
        let mut later = self.followed.effects.iter().filter(|(at, _)| comes(at));
        later.any(|(at, effects)| {
            let is_read = |(own, writes): &(Storage, bool)| meets(*own) && !writes;
            let reads = !effects.is_release && effects.touches.iter().any(is_read);
            let copies = effects.mappings.iter().any(|mapping| {
                !inside.contains(at)
                    && (mapping.flow.to || mapping.flow.from)
                    && mapping.base.targets.iter().any(|own| meets(*own))
            });
            let holds = effects.held.iter().any(|own| meets(*own));
            reads || copies || holds || effects.opaque.is_some() && !is_unread
        })
    }
}

/// What of a body concerns storage first; a loop that may have no iteration leaves that to what stands behind it.
pub(super) fn first_of(followed: &Followed, stmts: &[Stmt], storage: Storage) -> First {
    for (at, stmt) in stmts.iter().enumerate() {
        match first_in(followed, stmt, storage) {
            First::Nothing if leaves(stmt, 0) => return First::Other,
            First::Nothing => {}
            First::Renewal { is_sure: false } => {
                return match first_of(followed, &stmts[at + 1..], storage) {
                    First::Nothing => First::Renewal { is_sure: false },
                    first => first,
                };
            }
            first => return first,
        }
    }
    First::Nothing
}

fn first_in(followed: &Followed, stmt: &Stmt, storage: Storage) -> First {
    let Followed { variables, escaped, .. } = followed;
    let meets = |own: &Storage| variables.may_meet(*own, storage, escaped);
    if let Some(own) = followed.effects.get(&stmt.id) {
        let mut mapped = own.mappings.iter().flat_map(|mapping| &mapping.base.targets);
        let concerns = own.touches.iter().any(|(own, _)| meets(own))
            || own.held.iter().any(meets)
            || mapped.any(meets)
            || own.opaque.is_some();
        let is_touched = own.touches.iter().any(|(own, _)| meets(own));
        match concerns {
            true if own.renewed.contains(&storage) && !is_touched && own.opaque.is_none() => {
                return First::Renewal { is_sure: true };
            }
            true => return First::Other,
            false => {}
        }
    }
    if is_region(stmt) {
        return First::Nothing;
    }
    let firsts = stmt.blocks().map(|block| first_of(followed, block, storage));
    match firsts {
        [First::Nothing, First::Nothing] => First::Nothing,
        [First::Renewal { .. }, _] if is_loop(stmt) => First::Renewal { is_sure: false },
        _ => First::Other,
    }
}

/// The statements of a block that run each time it is entered.
pub(super) fn unconditional(block: &[Stmt]) -> BTreeSet<StmtId> {
    let mut found = BTreeSet::new();
    for stmt in block {
        found.insert(stmt.id);
        if leaves(stmt, 0) {
            break;
        }
    }
    found
}
