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

use super::buffers::{self, Buffer, Gathered};
use super::calls::{Device, Flow, Root};
use super::extents::Subject;
use super::flow::{Effects, Followed, Mapping};
use super::live::Later;
use super::names::{
    Guard, Kept, bytes, device_at, guard_of, is_usable_at, named, named_beside, named_by_use,
    never_negative, parts_beside,
};
use super::refresh::{Refresh, Way};
use super::section::{Section, Shape};
use super::statements::{
    has_loop, host_statements, ids, is_data_construct, is_followed, is_loop, is_one_loop,
    is_region, leaves,
};
use super::storage::Storage;
use super::updates::{Behind, Course, Plan, Saying, Update, Updates};
use super::waits::of_one_thread;
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
    /// The number of the device, where constructs name one.
    pub(super) device: Option<String>,
    /// How many iterations of it, where it is one loop, copy no less than its ends do.
    pub(super) turns: u32,
    /// The conditions under which they do.
    pub(super) conditions: Vec<Guard>,
    /// What is brought up to date in it.
    pub(super) updates: Vec<Refresh>,
    /// In which some of that crosses the bus.
    pub(super) buffers: Vec<Buffer>,
}

impl Range<'_> {
    /// Whether what stays does so without a buffer, too.
    fn is_unconditional(&self) -> bool {
        self.buffers.iter().all(|own| own.flat.is_some())
    }
}

/// The updates of a loop, and what its ends copy where it has no buffer, or must have one.
struct Courses {
    ends: [bool; 2],
    turns: u32,
    conditions: Vec<Guard>,
    updates: Vec<Refresh>,
    buffers: Vec<Buffer>,
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
    together(followed, &mut found);
    (merged(found.ranges), found.left)
}

/// Looks for ranges of several groups that pay for each other: one iteration copies one of them, the next another.
fn together<'a>(followed: &Followed<'a>, found: &mut Found<'a>) {
    let mut left = std::mem::take(&mut found.left);
    while let Some(first) = left.pop() {
        let (same, others): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|own| own.stmt.id == first.stmt.id);
        left = others;
        let group: BTreeSet<Storage> =
            same.iter().chain([&first]).flat_map(|own| own.group.iter().copied()).collect();
        let search = Search { are_several: true, ..Search::of(followed, &group) };
        let stmts = std::slice::from_ref(first.stmt);
        let is_admitted = !same.is_empty() && search.admits(first.stmt);
        match is_admitted.then(|| search.range(stmts, &[])).flatten() {
            Some(range) => found.ranges.push(range),
            None => found.left.extend(same.into_iter().chain([first])),
        }
    }
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
            own.stmts.len() == range.stmts.len()
                && own.stmts[0].id == range.stmts[0].id
                && own.device == range.device
                && own.conditions == range.conditions
        };
        match all.iter_mut().find(same) {
            Some(own) => {
                own.items.extend(range.items);
                own.turns = own.turns.max(range.turns);
                own.updates.extend(range.updates);
                own.buffers.extend(range.buffers);
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
    /// Whether the group is several groups, which constructs map apart.
    are_several: bool,
}

impl<'s, 'a> Search<'s, 'a> {
    pub(super) fn of(followed: &'s Followed<'a>, group: &'s BTreeSet<Storage>) -> Self {
        let writes = |own: &Mapping| own.flow.writes && !own.base.targets.is_disjoint(group);
        let mut mappings = followed.effects.values().flat_map(|own| &own.mappings);
        let is_constant = !mappings.any(writes);
        Self { followed, group, is_constant, are_several: false }
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
        let range = self.refreshed(stmt, around);
        let (always, sometimes): (Vec<_>, Vec<_>) =
            range.into_iter().partition(Range::is_unconditional);
        if !always.is_empty() {
            found.ranges.extend(always);
            return;
        }
        let is_loop = is_loop(stmt);
        let before = found.ranges.len();
        if is_loop {
            around.push(stmt.id);
        }
        if let Some(inner) = of_one_thread(stmt) {
            self.block(inner, around, found);
        } else if is_followed(stmt) {
            stmt.blocks().into_iter().for_each(|inner| self.block(inner, around, found));
        }
        if is_loop {
            around.pop();
        }
        if !found.ranges[before..].iter().any(Range::is_unconditional) && !sometimes.is_empty() {
            found.ranges.truncate(before);
            found.ranges.extend(sometimes);
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
        let last = self.followed.end_of_waits(segment, first, last);
        let stmts = &segment[first..=last];
        if let Some(range) = self.range(stmts, around) {
            found.ranges.push(range);
            return;
        }
        for only in stmts.chunks(1) {
            let range = self.range(only, around).filter(|_| stmts.len() > 1);
            let is_left = range.is_none() && around.is_empty() && is_loop(&only[0]);
            found.ranges.extend(range);
            if is_left && self.copies(&only[0]) > 0 {
                found.left.push(Left { stmt: &only[0], group: self.group.clone() });
            }
        }
    }

    /// The range of these statements, if what is copied in them is worth it and can stay.
    fn range(&self, stmts: &'a [Stmt], around: &[StmtId]) -> Option<Range<'a>> {
        let copies: u32 = stmts.iter().map(|stmt| self.copies(stmt)).sum();
        if copies < 2 || !self.followed.waits_in(stmts, &|own| self.meets(own), false) {
            return None;
        }
        let (kept, turns) = self.kept(stmts, around)?;
        let item = |kept: &Kept| self.item(stmts, kept);
        let items = kept.iter().map(item).collect::<Option<_>>()?;
        let device = device_at(self.followed, stmts, &kept.first()?.device).ok()?;
        let (conditions, updates, buffers) = (Vec::new(), Vec::new(), Vec::new());
        Some(Range { stmts, items, device, turns, conditions, updates, buffers })
    }

    /// The range of one loop in which the host uses the storage, too.
    fn refreshed(&self, stmt: &'a Stmt, around: &[StmtId]) -> Option<Range<'a>> {
        let stmts = std::slice::from_ref(stmt);
        let is_concerned = is_loop(stmt)
            && self.copies(stmt) >= 2
            && !leaves(stmt, 0)
            && self.followed.waits_in(stmts, &|own| self.meets(own), true)
            && self
                .followed
                .first_in(stmt, &|own| !self.keeps(own) || self.has_others(own))
                .is_none();
        let (section, shape, device) = is_concerned.then(|| self.shared(stmts))??;
        let used = self.used(stmts);
        let meets = |own| used.iter().any(|kept| self.may_meet(*kept, own));
        let is_mixed = used.iter().any(|a| used.iter().any(|b| a != b && self.may_meet(*a, *b)));
        let is_absent = used.iter().all(|own| self.is_absent(*own));
        if !is_absent || is_mixed || !self.are_told_apart(stmts) {
            return None;
        }
        let is_live = used.iter().any(|own| self.is_live(stmts, around, *own));
        let is_whole = |own: &Storage| !matches!(own, Storage::Part(_));
        let subject = Subject {
            meets: &meets,
            is_one: &|own| used.contains(&own) && is_whole(&own),
            section: &section,
            shape: &shape,
        };
        let kept = |storage: &Storage, to, from| {
            let (section, shape, device) = (section.clone(), shape.clone(), device.clone());
            Kept { storage: *storage, section, shape, device, to, from }
        };
        let all: Vec<Kept> = used.iter().map(|own| kept(own, false, false)).collect();
        let saying = Saying {
            can_say: &|beside, parts, range| {
                parts_beside(self.followed, beside, &all, (parts, range)).is_some()
            },
            is_fixed: &|own| is_usable_at(self.followed.function(), stmt, own),
            asks: &|own| never_negative(self.followed, stmt, own),
            shape: &shape,
            costs: self.followed.costs,
        };
        let turns = 2 * used.len() as u32;
        let may_copy = guard_of(self.followed, stmts, turns).is_ok();
        let plan = Plan::of(self.followed, stmt, subject, used.len() > 1)?;
        let solved = plan.solve(Behind { is_live, may_copy }, &saying)?;
        let courses = self.courses(stmt, &all, solved)?;
        let [to, from] = courses.ends;
        let items = used.iter().map(|own| self.item(stmts, &kept(own, to, from)));
        let items = items.collect::<Option<_>>()?;
        let device = device_at(self.followed, stmts, &device).ok()?;
        let turns = courses.turns * used.len() as u32;
        let Courses { conditions, updates, buffers, .. } = courses;
        Some(Range { stmts, items, device, turns, conditions, updates, buffers })
    }

    /// The updates of a loop in one way or two.
    fn courses(&self, stmt: &'a Stmt, kept: &[Kept], solved: Updates<'a>) -> Option<Courses> {
        let Updates { range, flat, packed } = solved;
        let told = |course: &Course<'a>, gathered: Vec<Option<Gathered>>| {
            let both = course.list.iter().zip(gathered);
            let all = both.map(|(own, gathered)| {
                let mut own = self.refreshes(own, kept, range.as_ref())?;
                if let (Some(gathered), Some(first)) = (gathered, own.first().cloned()) {
                    let (item, way) = (gathered.item.clone(), Way::Packed(gathered));
                    own = vec![Refresh { item, way, ..first }];
                }
                Some(own)
            });
            Some(all.collect::<Option<Vec<_>>>()?.concat())
        };
        let plain = match &flat {
            Some(course) => told(course, vec![None; course.list.len()])?,
            None => Vec::new(),
        };
        let in_buffer = || {
            let ((course, packing), [only]) = (packed.as_ref()?, kept) else { return None };
            let (mut buffer, gathered) = buffers::of(self.followed, (stmt, only), course, packing)?;
            buffer.item = self.item(std::slice::from_ref(stmt), only)?.text;
            buffer.flat = flat.as_ref().map(|own| Crossing::of(own.ends[0], own.ends[1]));
            Some((told(course, gathered)?, buffer, course))
        };
        let in_buffer = in_buffer();
        let course = flat.as_ref().or(in_buffer.as_ref().map(|own| own.2))?;
        let (ends, turns, conditions) = (course.ends, course.turns, course.conditions.clone());
        let (updates, buffers) = match in_buffer {
            Some((packed, buffer, _)) => {
                (Refresh::by_buffer(&plain, packed, &buffer.name), vec![buffer])
            }
            None => (plain, Vec::new()),
        };
        Some(Courses { ends, turns, conditions, updates, buffers })
    }

    /// The directives of one update in sections.
    fn refreshes(
        &self,
        update: &Update,
        kept: &[Kept],
        range: Option<&Section>,
    ) -> Option<Vec<Refresh>> {
        let Update { stmt, is_before, to_device, guard, parts, pieces } = update;
        let device = &kept.first()?.device;
        let device = device_at(self.followed, std::slice::from_ref(stmt), device).ok()?;
        let one = |(item, own): (String, Option<String>)| {
            let guard = match (guard, own) {
                (Some(guard), Some(own)) => Some(format!("({guard}) && {own}")),
                (guard, own) => own.or_else(|| guard.clone()),
            };
            let (is_before, to_device, device) = (*is_before, *to_device, device.clone());
            let way = Way::Plain;
            Refresh { span: stmt.span, is_before, to_device, guard, device, item, way }
        };
        let Some(sections) = parts.sections().filter(|_| pieces.is_none()) else {
            let item = match kept {
                [only] => named_beside(self.followed, stmt, only),
                all => named_by_use(self.followed, stmt, all),
            };
            return Some(vec![one((item?, None))]);
        };
        let parts = parts_beside(self.followed, stmt, kept, (sections, range?))?;
        Some(parts.into_iter().map(one).collect())
    }

    fn item(&self, stmts: &'a [Stmt], kept: &Kept) -> Option<Item> {
        let count = |way: fn(&Flow) -> bool| {
            let is_it = |own: &Mapping| own.base.targets.contains(&kept.storage) && way(&own.flow);
            let mut count = 0;
            walk_statements(stmts, &mut |stmt| count += self.constructs(stmt, &is_it));
            count
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
        let is_held = |own: &Effects| own.holds().any(|own| self.may_meet(own, storage));
        let is_whole_program = || {
            function.name == "main"
                && !function.declares_target
                && effects.values().all(|own| own.opaque.is_none())
        };
        let (whole, _) = variables.whole(storage);
        let is_held_before = || {
            let number = self.followed.global_number(whole).map(Root::Global);
            self.followed.summaries.values().any(|own| {
                let mut known = own.held.iter().chain(&own.escaping);
                own.held.contains(&Root::Other) || known.any(|own| Some(own) == number.as_ref())
            })
        };
        let is_own = match whole {
            Storage::Allocated(..) => true,
            Storage::Variable(own) if function.symbol(own).scope != Scope::Global => true,
            Storage::Variable(_) | Storage::Global(_) => is_whole_program() && !is_held_before(),
            _ => false,
        };
        is_own && !escaped.contains(&whole) && !effects.values().any(is_held)
    }

    /// How many constructs below a statement map storage of the group; in a loop each counts as several.
    fn copies(&self, stmt: &Stmt) -> u32 {
        let concerns = |mapping: &Mapping| !mapping.base.targets.is_disjoint(self.group);
        let own = self.constructs(stmt, &concerns);
        let inner: u32 = host_statements(stmt).map(|stmt| self.copies(stmt)).sum();
        own + if is_loop(stmt) { 2 * inner } else { inner }
    }

    /// How many constructs of a statement, itself or by a call, map something so. Two list items of one storage are one copy.
    fn constructs(&self, stmt: &Stmt, is_it: &dyn Fn(&Mapping) -> bool) -> u32 {
        let own = self.followed.effects.get(&stmt.id).map_or(&[][..], |own| &own.mappings);
        let numbers = own.iter().filter(|own| is_it(own)).map(|own| own.construct);
        numbers.collect::<BTreeSet<_>>().len() as u32
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
        let is_held = effects.holds().any(|storage| self.meets(storage));
        let fits = |mapping: &Mapping| {
            let targets = &mapping.base.targets;
            let is_other = |own: &Storage| self.group.iter().all(|a| self.are_apart(*a, *own));
            let is_apart = targets.iter().all(is_other);
            let is_own = targets.is_subset(self.group) && !mapping.base.is_inside;
            let is_kept = !mapping.flow.writes || mapping.flow.from;
            let is_known = mapping.section.is_some() && mapping.flow.device != Device::Unknown;
            is_apart || is_own && is_kept && is_known
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

    /// Whether two pieces of storage do not overlap where constructs map them, [if](Self::are_told_apart) constructs that say so run.
    fn are_apart(&self, a: Storage, b: Storage) -> bool {
        self.are_known_apart(a, b) || self.followed.may_be_paired(a, b)
    }

    fn are_known_apart(&self, a: Storage, b: Storage) -> bool {
        !self.may_meet(a, b) || self.followed.are_apart(a, b)
    }

    /// Whether what constructs in the statements map does not overlap some of the group in ways that nobody knows.
    fn are_told_apart(&self, stmts: &'a [Stmt]) -> bool {
        let mappings = self.all_mappings(stmts);
        let targets: BTreeSet<Storage> =
            mappings.iter().flat_map(|own| own.base.targets.iter().copied()).collect();
        self.used(stmts).iter().all(|a| {
            let is_apart = |b: &Storage| {
                a == b
                    || self.are_known_apart(*a, *b)
                    || self.followed.always_paired(each(stmts), (*a, *b), &mappings)
            };
            targets.iter().all(is_apart)
        })
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

    /// The section, its shape, and the device, that all constructs in the statements map.
    pub(super) fn shared(&self, stmts: &'a [Stmt]) -> Option<(Section, Shape, Device)> {
        let mappings = self.mappings(stmts);
        let first = mappings.first()?;
        let section = first.section.clone()?;
        let shape = first.flow.shape.clone()?;
        let device = first.flow.device.clone();
        let is_same = |own: &&Mapping| {
            own.section.as_ref() == Some(&section)
                && own.flow.shape.as_ref() == Some(&shape)
                && own.flow.device == device
        };
        mappings.iter().all(is_same).then_some((section, shape, device))
    }

    /// What of the group stays on the device over these statements, and how many iterations of a loop copy no less than the ends; `None`
    /// where it cannot stay.
    fn kept(&self, stmts: &'a [Stmt], around: &[StmtId]) -> Option<(Vec<Kept>, u32)> {
        let (section, shape, device) = self.shared(stmts)?;
        let mappings = self.mappings(stmts);
        let guarded = turn(stmts);
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
            let (section, shape, device) = (section.clone(), shape.clone(), device.clone());
            Kept { storage: *storage, section, shape, device, to, from }
        };
        let each = each(stmts);
        let used = self.used(stmts);
        let is_copied = |kept: &Kept, way: fn(&Flow) -> bool| {
            let is_it = |own: Storage| own == kept.storage || self.are_several;
            self.copies_always(each, &is_it, way)
        };
        let is_paid = |kept: &Kept| {
            is_copied(kept, |_| true)
                && (!kept.to || is_copied(kept, |flow| flow.to))
                && (!kept.from || is_copied(kept, |flow| flow.from))
        };
        if self.are_mixed(&used) || !self.are_told_apart(stmts) {
            return None;
        }
        let kept: Vec<Kept> = used.iter().map(one).collect();
        if kept.iter().all(is_paid) && self.are_paid(stmts, &kept) {
            let turns = kept.len() as u32;
            return Some((kept, turns));
        }
        let is_counted = match stmts {
            [Stmt { kind: StmtKind::Loop(l), .. }] => !l.body.iter().any(|own| leaves(own, 0)),
            _ => false,
        };
        let is_moved = |own: &Kept| is_copied(own, |flow| flow.to || flow.from);
        let ends: u32 = kept.iter().map(|own| u32::from(own.to) + u32::from(own.from)).sum();
        (is_counted && kept.iter().all(is_moved)).then_some((kept, ends))
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
    fn copies_always(
        &self,
        block: &[Stmt],
        is_it: &dyn Fn(Storage) -> bool,
        way: fn(&Flow) -> bool,
    ) -> bool {
        let is_own = |own: &Storage| self.group.contains(own) && is_it(*own);
        let copies = |own: &Mapping| own.base.targets.iter().any(is_own) && way(&own.flow);
        self.followed.always_maps(block, &copies)
    }

    /// What constructs in statements map of the group.
    pub(super) fn mappings(&self, stmts: &'a [Stmt]) -> Vec<&Mapping> {
        let mut found = self.all_mappings(stmts);
        found.retain(|own| !own.base.targets.is_disjoint(self.group));
        found
    }

    fn all_mappings(&self, stmts: &'a [Stmt]) -> Vec<&Mapping> {
        let mut found = Vec::new();
        walk_statements(stmts, &mut |stmt| {
            let own = self.followed.effects.get(&stmt.id).into_iter();
            found.extend(own.flat_map(|own| &own.mappings));
        });
        found
    }

    /// Whether storage is the same in all iterations of one of the loops around.
    fn outlives(&self, storage: Storage, around: &[StmtId]) -> bool {
        let function = self.followed.variables.function;
        let mut found = false;
        function.walk(&mut |stmt| {
            let is_around = around.contains(&stmt.id);
            found |= is_around
                && match storage {
                    Storage::Variable(own) if function.symbol(own).scope != Scope::Global => {
                        let scope = function.scope_of(own);
                        scope == Span::default() || scope.contains(stmt.span)
                    }
                    _ => true,
                };
        });
        found
    }

    /// Whether something behind the statements may read what the host has of the storage, or what they copy to the device when a loop
    /// around comes to them again.
    fn is_live(&self, stmts: &'a [Stmt], around: &[StmtId], storage: Storage) -> bool {
        let outermost = around.first().copied();
        let Some(later) = Later::of(self.followed, storage, (stmts, outermost)) else {
            return true;
        };
        let inside = ids(stmts);
        let is_renewed =
            || matches!(first_of(self.followed, turn(stmts), storage), First::Renewal { .. });
        let comes_again = self.outlives(later.whole, around) && !is_renewed();
        let mut behind = later.effects();
        behind.any(|(at, effects)| {
            let copies = effects.mappings.iter().any(|mapping| {
                let Flow { to, from, .. } = mapping.flow;
                let is_copied = if inside.contains(at) { to && comes_again } else { to || from };
                is_copied && mapping.base.targets.iter().any(|own| later.meets(*own))
            });
            later.reads(effects) || copies || effects.opaque.is_some() && !later.is_unread
        })
    }
}

/// What runs first in statements that run at all.
fn turn(stmts: &[Stmt]) -> &[Stmt] {
    match stmts {
        [Stmt { kind: StmtKind::Loop(l), .. }] => &l.body,
        _ => stmts,
    }
}

/// What runs in each iteration of statements that are one loop, or the statements.
fn each(stmts: &[Stmt]) -> &[Stmt] {
    match stmts {
        [only] if is_loop(only) => only.blocks()[0],
        _ => stmts,
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
            || own.holds().any(|own| meets(&own))
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
        if is_data_construct(stmt) {
            let [body, _] = stmt.blocks();
            found.extend(unconditional(body));
        }
        if leaves(stmt, 0) {
            break;
        }
    }
    found
}
