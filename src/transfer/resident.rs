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

use rug::Integer;

use super::Crossing;
use super::calls::Flow;
use super::flow::{Effects, Followed, Mapping};
use super::section::{Section, Shape, assigned};
use super::storage::{Pointer, Storage};
use crate::id::{StmtId, SymbolId};
use crate::ir::host::HostFunction;
use crate::ir::print::Printer;
use crate::ir::{Expr, Jump, Relation, Stmt, StmtKind, SymbolKind, walk_statements};
use crate::openmp::Construct;
use crate::source::Span;

/// A range of statements over which storage stays on the device.
#[derive(Clone, Debug)]
pub(super) struct Range<'a> {
    pub(super) stmts: &'a [Stmt],
    /// What stays: how it crosses the bus at the ends, and its list item.
    pub(super) items: Vec<(Crossing, String)>,
    /// How many iterations of it, where it is one loop, copy no less than its ends do.
    pub(super) turns: u32,
}

/// One piece of storage that stays.
#[derive(Clone, Debug)]
struct Kept {
    storage: Storage,
    section: Section,
    /// The shape of what the section is counted in.
    shape: Shape,
    /// Whether it is copied to the device at the beginning.
    to: bool,
    /// Whether it is copied back at the end.
    from: bool,
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

/// The ranges of a function.
pub(super) fn ranges<'a>(followed: &Followed<'a>) -> Vec<Range<'a>> {
    let function = followed.variables.function;
    if function.has_labels() || followed.hides {
        return Vec::new();
    }
    let mut found = Vec::new();
    for group in groups(followed) {
        let search = Search { followed, group: &group };
        search.block(&function.body, &mut Vec::new(), &mut found);
    }
    merged(found)
}

/// The storage that constructs map by names, apart but where one name may be several.
fn groups(followed: &Followed) -> Vec<BTreeSet<Storage>> {
    let mut groups: Vec<BTreeSet<Storage>> = Vec::new();
    let mappings = followed.effects.values().flat_map(|own| &own.mappings);
    for targets in mappings.map(|own| &own.base.targets) {
        let (meeting, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| !group.is_disjoint(targets));
        groups = apart;
        groups.push(meeting.into_iter().flatten().chain(targets.iter().copied()).collect());
    }
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
            }
            None => all.push(range),
        }
    }
    all
}

struct Search<'s, 'a> {
    followed: &'s Followed<'a>,
    group: &'s BTreeSet<Storage>,
}

impl<'a> Search<'_, 'a> {
    /// Looks for ranges in a block; `around` are the loops around it.
    fn block(&self, block: &'a [Stmt], around: &mut Vec<StmtId>, found: &mut Vec<Range<'a>>) {
        let mut from = 0;
        for (at, stmt) in block.iter().enumerate() {
            if self.admits(stmt) {
                continue;
            }
            self.segment(&block[from..at], around, found);
            from = at + 1;
            let is_loop = is_loop(stmt);
            if is_loop {
                around.push(stmt.id);
            }
            if is_followed(stmt) {
                stmt.blocks().into_iter().for_each(|inner| self.block(inner, around, found));
            }
            if is_loop {
                around.pop();
            }
        }
        self.segment(&block[from..], around, found);
    }

    /// Takes the part of a segment from the first construct that maps the group to the last.
    fn segment(&self, segment: &'a [Stmt], around: &[StmtId], found: &mut Vec<Range<'a>>) {
        let maps = |stmt: &&Stmt| self.copies(stmt) > 0;
        let Some(first) = segment.iter().position(|stmt| maps(&stmt)) else { return };
        let last = segment.iter().rposition(|stmt| maps(&stmt)).unwrap_or(first);
        let stmts = &segment[first..=last];
        if let Some(range) = self.range(stmts, around) {
            found.push(range);
        } else if stmts.len() > 1 {
            found.extend(stmts.chunks(1).filter_map(|only| self.range(only, around)));
        }
    }

    /// The range of these statements, if what is copied in them is worth it and can stay.
    fn range(&self, stmts: &'a [Stmt], around: &[StmtId]) -> Option<Range<'a>> {
        if stmts.iter().map(|stmt| self.copies(stmt)).sum::<u32>() < 2 {
            return None;
        }
        let kept = self.kept(stmts, around)?;
        let item = |kept: &Kept| {
            let item = named(self.followed, stmts, kept)?;
            Some((Crossing::of(kept.to, kept.from), item))
        };
        let items = kept.iter().map(item).collect::<Option<_>>()?;
        Some(Range { stmts, items, turns: kept.len() as u32 })
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
        !jumps && self.all_below(stmt, &|effects| self.allows(effects))
    }

    fn all_below(&self, stmt: &Stmt, holds: &dyn Fn(&Effects) -> bool) -> bool {
        let own = self.followed.effects.get(&stmt.id).is_none_or(holds);
        own && host_statements(stmt).all(|stmt| self.all_below(stmt, holds))
    }

    fn allows(&self, effects: &Effects) -> bool {
        let is_touched = effects.touches.iter().any(|(storage, _)| self.meets(*storage));
        let is_held = effects.held.iter().any(|storage| self.meets(*storage));
        let fits = |mapping: &Mapping| {
            let targets = &mapping.base.targets;
            let is_other = |own: &Storage| self.group.iter().all(|a| self.are_apart(*a, *own));
            let is_apart = targets.iter().all(|own| !self.meets(*own) || is_other(own));
            let is_own = targets.is_subset(self.group) && !mapping.base.is_inside;
            let is_kept = !mapping.flow.writes || mapping.flow.from;
            is_apart || is_own && is_kept && mapping.section.is_some()
        };
        effects.opaque.is_none() && !is_touched && !is_held && effects.mappings.iter().all(fits)
    }

    /// Whether storage may be some of the group, or overlap it.
    fn meets(&self, storage: Storage) -> bool {
        let Followed { variables, escaped, .. } = self.followed;
        self.group.iter().any(|own| variables.may_meet(*own, storage, escaped))
    }

    /// Whether two pieces of storage do not overlap where constructs map them.
    fn are_apart(&self, a: Storage, b: Storage) -> bool {
        let Followed { variables, escaped, .. } = self.followed;
        !variables.may_meet(a, b, escaped) || self.followed.are_apart(a, b)
    }

    /// What of the group stays on the device over these statements; `None` where it cannot.
    fn kept(&self, stmts: &'a [Stmt], around: &[StmtId]) -> Option<Vec<Kept>> {
        let mappings = self.mappings(stmts);
        let first = mappings.first()?;
        let section = first.section.clone()?;
        let shape = first.flow.shape.clone()?;
        let is_same = |own: &&Mapping| {
            own.section.as_ref() == Some(&section) && own.flow.shape.as_ref() == Some(&shape)
        };
        if !mappings.iter().all(is_same) {
            return None;
        }
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
        let used: BTreeSet<Storage> =
            mappings.iter().flat_map(|m| m.base.targets.iter().copied()).collect();
        let is_counted = !matches!(stmts, [Stmt { kind: StmtKind::While { .. }, .. }]);
        let is_own = |storage| matches!(storage, Storage::Allocated(..) | Storage::Variable(_));
        let is_paid = |kept: &Kept| {
            self.copies_always(each, kept.storage, |_| true)
                && (is_counted || used.len() == 1 && is_own(kept.storage))
                && (!kept.to || self.copies_always(each, kept.storage, |flow| flow.to))
                && (!kept.from || self.copies_always(each, kept.storage, |flow| flow.from))
        };
        let may_be_one = |a: &Storage| used.iter().any(|b| a != b && !self.are_apart(*a, *b));
        if used.iter().any(may_be_one) {
            return None;
        }
        let kept: Vec<Kept> = used.iter().map(one).collect();
        kept.iter().all(is_paid).then_some(kept)
    }

    /// Whether statements copy storage in a direction each time that they run.
    fn copies_always(&self, block: &[Stmt], storage: Storage, way: fn(&Flow) -> bool) -> bool {
        for stmt in block {
            let own = self.followed.effects.get(&stmt.id).map_or(&[][..], |own| &own.mappings);
            let copies = |own: &Mapping| {
                own.is_sure && own.base.targets.contains(&storage) && way(&own.flow)
            };
            let inner = |block| self.copies_always(block, storage, way);
            let below = match &stmt.kind {
                StmtKind::If { then, otherwise, .. } => inner(then) && inner(otherwise),
                _ => false,
            };
            if own.iter().any(copies) || below {
                return true;
            }
            if leaves(stmt, 0) || !self.all_below(stmt, &|effects| !effects.ends) {
                return false;
            }
        }
        false
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
        let (whole, _) = self.followed.variables.whole(storage);
        let is_own = self.followed.variables.is_local(storage);
        if !is_own || self.followed.escaped.contains(&whole) {
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
        let Followed { variables, escaped, .. } = self.followed;
        let meets = |own: Storage| variables.may_meet(own, storage, escaped);
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
            reads || copies || holds || effects.opaque.is_some()
        })
    }
}

/// What of a body concerns storage first.
pub(super) fn first_of(followed: &Followed, stmts: &[Stmt], storage: Storage) -> First {
    for stmt in stmts {
        match first_in(followed, stmt, storage) {
            First::Nothing if leaves(stmt, 0) => return First::Other,
            First::Nothing => {}
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

/// Whether ranges may lie in a statement: not in a region, nor where several threads run.
fn is_followed(stmt: &Stmt) -> bool {
    let StmtKind::Directive(own, _) = &stmt.kind else { return true };
    own.construct() == Construct::TargetData
}

fn is_region(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Directive(own, _) if own.construct().is_target())
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Loop(_) | StmtKind::While { .. })
}

/// Whether statements are one loop, which `target data` can govern: what stands at its end is what stood at its beginning, whatever
/// the names mean then.
pub(super) fn is_one_loop(stmts: &[Stmt]) -> bool {
    matches!(stmts, [only] if is_loop(only))
}

/// The statements in a statement that the host runs.
fn host_statements(stmt: &Stmt) -> impl Iterator<Item = &Stmt> {
    let blocks = if is_region(stmt) { [&[][..], &[]] } else { stmt.blocks() };
    blocks.into_iter().flatten()
}

/// Whether a statement may leave what stands around it, but by `exit`; `loops` are those around the place in it.
fn leaves(stmt: &Stmt, loops: u32) -> bool {
    let inner = match &stmt.kind {
        StmtKind::Jump(Jump::Break | Jump::Continue) => return loops == 0,
        StmtKind::Jump(Jump::Return | Jump::Goto) => return true,
        _ if is_loop(stmt) => loops + 1,
        _ => loops,
    };
    host_statements(stmt).any(|own| leaves(own, inner))
}

/// Whether a variable's name means it, and nothing else, at the ends of a range.
fn is_usable(function: &HostFunction, stmts: &[Stmt], symbol: SymbolId) -> bool {
    if symbol.index() >= function.symbols.len() {
        return false;
    }
    let (Some(first), Some(last)) = (stmts.first(), stmts.last()) else { return false };
    let span = Span::new(first.span.start, last.span.end);
    let name = &function.symbol(symbol).name;
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let alone = function.symbols.iter().filter(|own| own.name == *name).count() == 1;
    is_word && alone && function.scope_of(symbol).contains(span)
}

/// The condition, in C, under which a range that is one counted loop has as many iterations as it needs: `Ok(None)` where it always
/// has, or is no such loop. clang evaluates it at both ends: nothing in the range changes it.
pub(super) fn guard(followed: &Followed, range: &Range) -> Result<Option<String>, ()> {
    let [Stmt { kind: StmtKind::Loop(l), .. }] = range.stmts else { return Ok(None) };
    let function = followed.variables.function;
    let (lower, bound) = (&l.lower, &l.bound);
    let before = range.turns.saturating_sub(1);
    if let (Some(lower), Some(bound), Some(step)) =
        (lower.integer(), bound.integer(), l.step.integer())
    {
        let last = lower + Integer::from(step * before);
        return if l.relation.holds(&last, bound) { Ok(None) } else { Err(()) };
    }
    let names = [lower, bound, &l.step].into_iter().flat_map(Expr::symbols);
    let changed = assigned(range.stmts);
    let is_known = |symbol| {
        is_usable(function, range.stmts, symbol)
            && followed.variables.is_own(symbol)
            && !changed.contains(&symbol)
    };
    let mut names = names.collect::<Vec<_>>().into_iter();
    if !names.all(is_known) || matches!(l.relation, Relation::Ne | Relation::Eq) {
        return Err(());
    }
    let printer = Printer { symbols: &function.symbols, spelled: Vec::new() };
    let text = |expr| printer.text(expr).ok_or(());
    let first = match (before, lower.integer(), l.step.integer()) {
        (_, Some(lower), Some(step)) => (lower + Integer::from(step * before)).to_string(),
        (0, ..) => text(lower)?,
        (1, ..) => format!("{} + {}", text(lower)?, text(&l.step)?),
        _ => format!("{} + {before} * ({})", text(lower)?, text(&l.step)?),
    };
    Ok(Some(format!("{first} {} {}", l.relation.symbol(), text(bound)?)))
}

/// A name for storage where a range begins, and its text in clauses.
fn named(followed: &Followed, stmts: &[Stmt], kept: &Kept) -> Option<String> {
    let function = followed.variables.function;
    let is_usable = |symbol| is_usable(function, stmts, symbol);
    let begin = followed.states.get(&stmts.first()?.id);
    let is_one = is_one_loop(stmts);
    let name = |symbol: SymbolId| match followed.values.content_of(symbol) {
        Some(_) => followed.number_text(symbol, begin.filter(|_| is_one), &is_usable),
        _ => is_usable(symbol).then(|| function.symbol(symbol).name.clone()),
    };
    let Section { lower, length } = &kept.section;
    let is_whole = kept.section.is_whole();
    let item = |own: &str| {
        let [lower, length] = [lower, length].map(|part| part.text(&name));
        Some(if is_whole { own.to_owned() } else { format!("{own}[{}:{}]", lower?, length?) })
    };
    match kept.storage {
        Storage::Variable(symbol)
            if is_usable(symbol)
                && function.symbol(symbol).kind == SymbolKind::Array
                && followed.values.shape(symbol).as_ref() == Some(&kept.shape) =>
        {
            return item(&function.symbol(symbol).name);
        }
        Storage::Variable(_) => return None,
        Storage::Global(number) => {
            return item(followed.globals.visible(number, function, kept.shape.element)?);
        }
        _ if is_whole => return None,
        _ => {}
    }
    let state = followed.states.get(&stmts.first()?.id)?;
    let is_loop = is_one_loop(stmts);
    let assigned = assigned(stmts);
    let points = |symbol: &SymbolId| {
        let own = function.symbol(*symbol);
        own.kind == SymbolKind::Pointer
            && followed.values.shape(*symbol).as_ref() == Some(&kept.shape)
            && followed.variables.is_followed(*symbol)
            && (is_loop || !assigned.contains(symbol))
            && state.get(*symbol).and_then(Pointer::only) == Some(kept.storage)
            && is_usable(*symbol)
    };
    let all = (0..function.symbols.len()).map(SymbolId::from_index);
    match all.into_iter().find(points) {
        Some(pointer) => item(&function.symbol(pointer).name),
        None => item(&followed.member_at((kept.storage, &kept.shape), state, &is_usable)?),
    }
}
