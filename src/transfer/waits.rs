//! Regions that the host does not wait for where they stand, but before the block goes on with their data.
//!
//! A region with `nowait` or `depend` does to storage what it would do if the host waited for it, if
//!
//! - a `taskwait` behind it in its block is met whenever it is, or it waits itself;
//! - until then the host and other constructs use nothing of what it changes, and change nothing of what it uses, but constructs of the
//!   block that a `depend` of both puts behind it;
//! - where it has a `depend`, all tasks that it may have to wait for stand before it in the block, behind a `taskwait` or at the beginning
//!   of what one thread of a team runs, and each is such a region, or uses other data.
//!
//! A `taskwait` may wait for older regions, too, of other functions. So none stands in a range before the range's storage is used.
//!
//! Then every order in which the device may run the regions gives what the order of the text gives. What stays on the device stays there
//! over the `taskwait`, and from the first of the regions on that a region may wait for.

use std::collections::{BTreeMap, BTreeSet};

use super::flow::{Effects, Followed, Mapping, Wait};
use super::memory::State;
use super::section::assigned;
use super::statements::{ids, is_region, leaves};
use super::storage::Storage;
use crate::id::{StmtId, SymbolId};
use crate::ir::{Clause, Directive, Stmt, StmtKind, SymbolKind};
use crate::openmp::ClauseKind;

/// How a task uses what a `depend` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    In,
    Out,
}

/// Whether it is a `taskwait` for all tasks.
fn is_wait(directive: &Directive) -> bool {
    directive.name == "taskwait" && directive.clauses.is_empty()
}

fn is_taskwait(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Directive(own, _) if is_wait(own))
}

/// Whether one thread of a team runs a statement's body in its place, and the others wait: the only statement of a `parallel` construct
/// whose variables are those around it.
pub(super) fn is_of_one_thread(directive: &Directive, body: &[Stmt]) -> bool {
    let is_plain = |own: &Directive, names: &[&str]| {
        let clauses = &own.clauses;
        clauses.iter().all(|own| own.from_macro.is_none() && names.contains(&own.name.as_str()))
    };
    let is_shared = directive.clauses.iter().all(|own| {
        let words = own.argument.as_deref().map(str::trim);
        own.name != "default" || matches!(words, Some("shared" | "none"))
    });
    let around = ["default", "if", "num_threads", "proc_bind", "shared"];
    if !is_shared || !is_plain(directive, &around) {
        return false;
    }
    match directive.name.as_str() {
        "parallel master" | "parallel masked" => true,
        "parallel" => {
            let [Stmt { kind: StmtKind::Directive(only, _), .. }] = body else { return false };
            matches!(only.name.as_str(), "single" | "master" | "masked")
                && is_plain(only, &["nowait"])
        }
        _ => false,
    }
}

/// The block of a statement that one thread of a team runs.
pub(super) fn of_one_thread(stmt: &Stmt) -> Option<&[Stmt]> {
    let StmtKind::Directive(directive, body) = &stmt.kind else { return None };
    match (is_of_one_thread(directive, body), &body[..]) {
        (true, [Stmt { kind: StmtKind::Directive(_, inner), .. }])
            if directive.name == "parallel" =>
        {
            Some(inner)
        }
        (true, _) => Some(body),
        _ => None,
    }
}

/// The directive of a region that may run later than where it stands, or waits for tasks.
fn late(stmt: &Stmt) -> Option<&Directive> {
    let StmtKind::Directive(directive, _) = &stmt.kind else { return None };
    let is_late = defers(directive) || depends(directive).next().is_some();
    (is_region(stmt) && is_late).then_some(directive)
}

fn defers(directive: &Directive) -> bool {
    directive.clause(ClauseKind::Nowait).is_some()
}

fn depends(directive: &Directive) -> impl Iterator<Item = &Clause> {
    directive.clauses.iter().filter(|own| own.name == "depend")
}

/// The regions of a block that are waited for in it, by the order of its statements; `is_first` where no task of the thread is older.
fn waited(block: &[Stmt], is_first: bool) -> BTreeMap<StmtId, Wait> {
    let (mut found, mut open) = (BTreeMap::new(), BTreeSet::new());
    let mut begins_anew = is_first;
    for stmt in block {
        if leaves(stmt, 0) {
            open.clear();
            begins_anew = false;
        } else if is_taskwait(stmt) {
            for own in std::mem::take(&mut open) {
                found.entry(own).and_modify(|own: &mut Wait| own.until = stmt.id);
            }
            begins_anew = true;
        } else if let Some(directive) = late(stmt)
            && (begins_anew || depends(directive).next().is_none())
        {
            found.insert(stmt.id, Wait { until: stmt.id, before: open.clone() });
            if defers(directive) {
                open.insert(stmt.id);
            }
        }
    }
    let is_waited = |at: &StmtId, own: &Wait| own.until != *at || !is_deferred(block, *at);
    found.retain(|at, own| is_waited(at, own));
    found
}

fn is_deferred(block: &[Stmt], at: StmtId) -> bool {
    block.iter().any(|own| own.id == at && late(own).is_some_and(defers))
}

/// What a region's `depend` clauses name, without blanks; those of other kinds, or of computed places, name nothing.
fn named(directive: &Directive) -> Vec<(Way, String)> {
    let mut found = Vec::new();
    for clause in depends(directive).filter(|own| own.from_macro.is_none()) {
        let argument = clause.argument.as_deref().unwrap_or_default();
        let Some((way, list)) = argument.split_once(':') else { continue };
        let way = match way.trim() {
            "in" => Way::In,
            "out" | "inout" => Way::Out,
            _ => continue,
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_[]:,+-* \t".contains(c);
        if list.chars().all(is_plain) {
            let list: String = list.split_whitespace().collect();
            found.extend(list.split(',').map(|own| (way, own.to_owned())));
        }
    }
    found
}

/// A list item without the lengths of its sections: tasks depend on each other by where they begin.
fn begins(text: &str) -> String {
    let mut is_length = false;
    let mut is_kept = |c: char| {
        is_length = c == ':' || is_length && c != ']';
        !is_length
    };
    text.chars().filter(|c| is_kept(*c)).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// Whether a construct changes storage that it maps, on the device or the host.
fn changes(own: &Mapping) -> bool {
    own.flow.from || own.flow.writes
}

impl<'a> Followed<'a> {
    /// Finds the regions of a block that are waited for in it.
    pub(super) fn find_waits(&mut self, block: &[Stmt]) {
        if block.iter().all(|own| late(own).is_none()) {
            return;
        }
        let is_first = block.first().is_some_and(|own| self.begins == Some(own.id));
        self.waited.extend(waited(block, is_first));
    }

    /// Takes those regions of a block for ones that run later, of which that may be seen; the block has been followed.
    pub(super) fn settle(&mut self, block: &'a [Stmt], state: &mut State) {
        let is_waited = |own: &&Stmt| self.waited.contains_key(&own.id);
        let mut left: Vec<&Stmt> = block.iter().filter(is_waited).collect();
        while let Some(at) = left.iter().position(|own| !self.is_settled(block, own)) {
            let own = left.remove(at).id;
            self.waited.remove(&own);
            let Some(effects) = self.effects.get_mut(&own) else { continue };
            let mapped = effects.mappings.iter().flat_map(|own| own.base.targets.iter().copied());
            let found = std::mem::take(&mut effects.found);
            let all: BTreeSet<Storage> =
                mapped.chain(found.into_iter().map(|own| own.storage)).collect();
            effects.held.extend(all.iter().copied());
            self.forget(&all, state);
        }
    }

    fn is_settled(&self, block: &[Stmt], stmt: &Stmt) -> bool {
        let (Some(wait), Some(own)) = (self.waited.get(&stmt.id), self.effects.get(&stmt.id))
        else {
            return false;
        };
        let place = |id: StmtId| block.iter().position(|own| own.id == id);
        let (Some(at), Some(until), Some(directive)) =
            (place(stmt.id), place(wait.until), late(stmt))
        else {
            return false;
        };
        let is_open = own.opaque.is_some() || own.is_wild || !own.found.is_empty();
        if is_open || own.holds().next().is_some() {
            return false;
        }
        let start = block[..at].iter().rposition(is_taskwait).unwrap_or(0);
        let has_depend = depends(directive).next().is_some();
        let is_older = |other: &Effects| {
            other.opaque.is_none() && !other.is_wild && !self.holds_of(own, other)
        };
        let before = if has_depend { &block[start..at] } else { &[] };
        let mut before = before.iter().flat_map(|own| self.all_effects(own));
        let behind = block.get(at + 1..until).unwrap_or_default();
        before.all(|(_, other)| is_older(other))
            && behind.iter().all(|other| {
                let is_behind = || self.is_ordered(block, stmt, other);
                self.all_effects(other).all(|(id, effects)| {
                    self.leaves_alone(own, effects, &|| id == other.id && is_behind())
                })
            })
    }

    fn all_effects(&self, stmt: &Stmt) -> impl Iterator<Item = (StmtId, &Effects)> {
        let all = ids(std::slice::from_ref(stmt));
        all.into_iter().filter_map(|own| Some((own, self.effects.get(&own)?)))
    }

    /// Whether what a statement holds in ways that are not followed may be what a region maps.
    fn holds_of(&self, region: &Effects, other: &Effects) -> bool {
        let mut mapped = region.mappings.iter();
        mapped.any(|own| other.holds().any(|at| self.is_of(own, at)))
    }

    fn is_of(&self, mapping: &Mapping, storage: Storage) -> bool {
        let mut targets = mapping.base.targets.iter();
        targets.any(|own| self.variables.may_meet(*own, storage, &self.escaped))
    }

    /// Whether a statement may run while a region does; `is_behind` says that it does not.
    fn leaves_alone(
        &self,
        region: &Effects,
        other: &Effects,
        is_behind: &dyn Fn() -> bool,
    ) -> bool {
        if other.opaque.is_some() || other.is_wild || self.holds_of(region, other) {
            return false;
        }
        let is_touched = |own: &Mapping| {
            let mut touches = other.touches.iter();
            touches.any(|(at, writes)| (*writes || changes(own)) && self.is_of(own, *at))
        };
        let meets = |own: &Mapping| {
            let mut others = other.mappings.iter().filter(|other| changes(own) || changes(other));
            others.any(|other| other.base.targets.iter().any(|at| self.is_of(own, *at)))
        };
        let mut mapped = region.mappings.iter();
        !mapped.any(is_touched) && (!region.mappings.iter().any(meets) || is_behind())
    }

    /// Whether a region of the block begins behind the end of an earlier one: `depend` clauses of both name one place in one way, and
    /// one of them as changed.
    fn is_ordered(&self, block: &[Stmt], first: &Stmt, second: &Stmt) -> bool {
        let (Some(a), Some(b)) = (late(first), late(second)) else { return false };
        if !self.waited.contains_key(&second.id) {
            return false;
        }
        let place = |of: &Stmt| block.iter().position(|own| own.id == of.id);
        let between = place(first).zip(place(second)).and_then(|(a, b)| block.get(a..b));
        let Some(changed) = between.map(assigned) else { return false };
        let is_fixed = |text: &str| words(&begins(text)).all(|own| self.is_fixed(own, &changed));
        let others = named(b);
        let is_one = |(way, text): &(Way, String)| {
            let mut same = others.iter().filter(|(_, own)| own == text);
            same.any(|(other, _)| (*way, *other) != (Way::In, Way::In)) && is_fixed(text)
        };
        named(a).iter().any(is_one)
    }

    /// Whether a word means one place or number over statements that change these variables.
    fn is_fixed(&self, word: &str, changed: &BTreeSet<SymbolId>) -> bool {
        if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
            return true;
        }
        let function = self.function();
        function.only_named(word).is_some_and(|own| match function.symbol(own).kind {
            SymbolKind::Array | SymbolKind::Record => true,
            SymbolKind::Reference => false,
            _ => self.variables.is_own(own) && !changed.contains(&own),
        })
    }

    /// The last statement of a range that goes on until its regions are waited for.
    pub(super) fn end_of_waits(&self, segment: &[Stmt], first: usize, last: usize) -> usize {
        let untils = segment[first..=last].iter().filter_map(|own| self.waited.get(&own.id));
        let places = untils.filter_map(|own| segment.iter().position(|stmt| stmt.id == own.until));
        places.max().unwrap_or(last).max(last)
    }

    /// Whether the function waits for tasks, which those that call it may have begun.
    pub(super) fn waits(&self) -> bool {
        let mut found = false;
        self.function().walk(&mut |stmt| {
            found |=
                matches!(&stmt.kind, StmtKind::Directive(own, _) if self.waits_at(stmt.id, own));
        });
        found
    }

    /// Whether a construct waits for tasks that are not known.
    fn waits_at(&self, at: StmtId, directive: &Directive) -> bool {
        let is_followed = self.waited.contains_key(&at);
        is_wait(directive) || !is_followed && depends(directive).next().is_some()
    }

    /// Whether some construct in statements certainly comes to such storage; `None` where before it the thread may wait for older
    /// regions, to which the storage must look as written until they end. `comes` says that one did before.
    fn comes_first(
        &self,
        stmts: &[Stmt],
        mut comes: bool,
        concerns: &dyn Fn(&StmtId) -> bool,
    ) -> Option<bool> {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Directive(directive, body) => {
                    if !comes && self.waits_at(stmt.id, directive) {
                        return None;
                    }
                    comes |= concerns(&stmt.id);
                    if !is_region(stmt) {
                        comes = self.comes_first(body, comes, concerns)?;
                    }
                }
                StmtKind::If { then, otherwise, .. } => {
                    let [then, otherwise] =
                        [then, otherwise].map(|own| self.comes_first(own, comes, concerns));
                    comes = then? && otherwise?;
                }
                _ => {
                    for block in stmt.blocks() {
                        self.comes_first(block, comes, concerns)?;
                    }
                }
            }
        }
        Some(comes)
    }

    /// Whether the regions in statements that use such storage are waited for there, each where it stands if that `is_asked`, and so
    /// are those of that storage that may still run when they begin; and whether nothing there waits before one of them.
    pub(super) fn waits_in(
        &self,
        stmts: &[Stmt],
        meets: &dyn Fn(Storage) -> bool,
        is_asked: bool,
    ) -> bool {
        let inside = ids(stmts);
        let concerns = |at: &StmtId| {
            let mapped = self.effects.get(at).into_iter().flat_map(|own| &own.mappings);
            mapped.flat_map(|own| &own.base.targets).any(|own| meets(*own))
        };
        if self.comes_first(stmts, false, &concerns).is_none() {
            return false;
        }
        let is_inside = |at: &StmtId| inside.contains(at) || !concerns(at);
        let own = self.waited.iter().filter(|(at, _)| inside.contains(at) && concerns(at));
        own.into_iter().all(|(at, own)| {
            let ends = if is_asked { own.until == *at } else { inside.contains(&own.until) };
            ends && own.before.iter().all(is_inside)
        })
    }
}
