//! What an update has to move: parts of what is mapped, where the host touches no more.
//!
//! A plan of updates is right where each moves all. Two walks tell what each has to move at least:
//!
//! - in the order of the program: what the host may have written since the device had all. An update to the device moves that;
//! - against it: what the host must have. It is what statements read and updates to the device move, but not what the host has
//!   written itself by then. An update of the host moves that.
//!
//! An update of the host finds all that is mapped up to date on the device, so that it may move any part; an update to the device moves
//! what the second walk has made the host have.

use std::collections::{BTreeMap, BTreeSet};

use super::lattice::{has_set, is_set};
use super::parts::{Parts, saves};
use super::updates::{Choice, Leaf, Moved, Node, Plan, Saying, Use};
use crate::id::SymbolId;
use crate::ir::Stmt;

/// A loop: its counter, where it has one, and what is in it.
type Body<'n> = (Option<SymbolId>, &'n [Node]);

/// What the ways out of a loop's body bring.
#[derive(Default)]
struct Exits {
    broken: Option<Parts>,
    continued: Option<Parts>,
}

impl Moved {
    /// How many updates move all.
    pub(super) fn whole(&self) -> usize {
        self.all().filter(|own| own.is_whole()).count()
    }

    /// What each update moves.
    pub(super) fn all(&self) -> impl Iterator<Item = &Parts> {
        self.ways().into_iter().flatten()
    }

    /// What each update to the device moves, and each back.
    pub(super) fn ways(&self) -> [Vec<&Parts>; 2] {
        let to = self.before.values().chain(&self.closing);
        let back = self.host.values().chain(self.behind.values());
        [to.collect(), back.collect()]
    }
}

impl Plan<'_> {
    /// The counters of the loop and those in it.
    pub(super) fn counters(&self) -> BTreeSet<SymbolId> {
        let mut counters: BTreeSet<SymbolId> = self.counter.into_iter().collect();
        counters_in(&self.body, &mut counters);
        counters
    }

    /// What its updates move; `None` where that is not found.
    pub(super) fn moved(&self, choice: Choice, saying: &Saying) -> Option<Moved> {
        let Choice { ends: [to, from], closes, is_live, is_fine } = choice;
        let (counters, moved) = (self.counters(), Moved::default());
        let mut walks = Walks { plan: self, saying, is_fine, counters, moved, is_lost: false };
        if self.is_group {
            walks.of_group();
            return Some(walks.moved);
        }
        let body = (self.counter, &self.body[..]);
        let start = if to { Parts::nothing() } else { Parts::Whole };
        let dirty = walks.dirty_of_loop(body, Some(start));
        let before = std::mem::take(&mut walks.moved.before);
        walks.moved.before = walks.all_said(before);
        let closing = closes.then(|| walks.said(self.stmt, dirty.unwrap_or_else(Parts::nothing)));
        let end = match &closing {
            Some(Parts::Whole) => return None,
            Some(closing) => closing.clone(),
            None if is_live && !from => Parts::Whole,
            None => Parts::nothing(),
        };
        walks.needs_of_loop(body, &end);
        let Moved { host, before, behind, .. } = std::mem::take(&mut walks.moved);
        let (host, behind) = (walks.all_said(host), walks.all_said(behind));
        (!walks.is_lost).then_some(Moved { host, before, behind, closing })
    }
}

fn counters_in(nodes: &[Node], all: &mut BTreeSet<SymbolId>) {
    for node in nodes {
        match node {
            Node::Loop(counter, body) => {
                all.extend(counter);
                counters_in(body, all);
            }
            Node::Branch(then, otherwise) => {
                counters_in(then, all);
                counters_in(otherwise, all);
            }
            Node::Leaf(_) | Node::Break | Node::Continue | Node::End => {}
        }
    }
}

fn joined(a: Option<Parts>, b: Option<&Parts>) -> Option<Parts> {
    match (a, b) {
        (Some(mut a), Some(b)) => {
            a.join(b);
            Some(a)
        }
        (one, other) => one.or_else(|| other.cloned()),
    }
}

/// A part in another iteration of a loop, or outside of it.
fn out_of(counter: Option<SymbolId>, parts: Parts) -> Parts {
    parts.only_with(&|own| Some(own) != counter)
}

/// The walks over one plan.
struct Walks<'w, 'a> {
    plan: &'w Plan<'a>,
    saying: &'w Saying<'w>,
    /// Whether sets that are no sections are told.
    is_fine: bool,
    /// The counters of the loop and those in it.
    counters: BTreeSet<SymbolId>,
    moved: Moved,
    /// Whether something is needed that only a construct which keeps no copy brings.
    is_lost: bool,
}

impl<'w, 'a> Walks<'w, 'a> {
    fn leaf(&self, at: usize) -> &'w Leaf<'a> {
        let plan: &'w Plan<'a> = self.plan;
        &plan.leaves[at]
    }

    fn all_said(&self, all: BTreeMap<usize, Parts>) -> BTreeMap<usize, Parts> {
        let said = |(at, parts): (usize, Parts)| (at, self.said(self.leaf(at).stmt, parts));
        all.into_iter().map(said).collect()
    }

    /// All of it where the text cannot say the parts beside a statement.
    fn said(&self, stmt: &Stmt, parts: Parts) -> Parts {
        if has_set(&parts) {
            return parts;
        }
        let parts = parts.packed();
        let Parts::Some(all) = &parts else { return parts };
        let can_say = self.plan.range.as_ref().is_some_and(|range| {
            all.iter().all(|own| own != range && saves(own, range))
                && (self.saying.can_say)(stmt, all, range)
        });
        if can_say || all.is_empty() { parts } else { Parts::Whole }
    }

    /// A part as another statement sees it: there variables of the loop's body may have other values, but for counters.
    fn seen_on(&self, parts: &Parts) -> Parts {
        let is_same = |own: SymbolId| {
            is_set(own) || (self.saying.is_fixed)(own) || self.counters.contains(&own)
        };
        parts.clone().only_with(&is_same)
    }

    /// Each statement of the host that reads some of several pieces of storage has an update of its own.
    fn of_group(&mut self) {
        for at in &self.plan.found.host {
            let Leaf { stmt, does } = self.leaf(*at);
            if let Use::Host { touched, .. } = does {
                let [flat, _] = &**touched;
                let parts = self.said(stmt, flat.reads.clone());
                self.moved.host.insert(*at, parts);
            }
        }
        let whole = |all: &BTreeSet<usize>| all.iter().map(|at| (*at, Parts::Whole)).collect();
        self.moved.before = whole(&self.plan.found.before);
        self.moved.behind = whole(&self.plan.behind);
    }

    /// A loop: what the host may have written behind it that the device has not.
    fn dirty_of_loop(&mut self, (counter, body): Body, start: Option<Parts>) -> Option<Parts> {
        let mut head = start.map(|own| out_of(counter, own));
        loop {
            let mut exits = Exits::default();
            let end = self.dirty(body, head.clone(), &mut exits);
            let again = joined(end, exits.continued.as_ref()).map(|own| out_of(counter, own));
            let next = joined(head.clone(), again.as_ref());
            if next == head {
                let broken = exits.broken.map(|own| out_of(counter, own));
                return joined(head, broken.as_ref());
            }
            head = next;
        }
    }

    fn dirty(&mut self, nodes: &[Node], start: Option<Parts>, exits: &mut Exits) -> Option<Parts> {
        let mut state = start;
        for node in nodes {
            let own = state?;
            state = match node {
                Node::Leaf(at) => Some(self.dirty_behind(*at, own)),
                Node::Branch(then, otherwise) => {
                    let then = self.dirty(then, Some(own.clone()), exits);
                    let otherwise = self.dirty(otherwise, Some(own), exits);
                    joined(then, otherwise.as_ref())
                }
                Node::Loop(counter, body) => self.dirty_of_loop((*counter, body), Some(own)),
                Node::End => Some(own),
                Node::Break => {
                    exits.broken = joined(exits.broken.take(), Some(&own));
                    None
                }
                Node::Continue => {
                    exits.continued = joined(exits.continued.take(), Some(&own));
                    None
                }
            };
        }
        state
    }

    fn dirty_behind(&mut self, at: usize, mut dirty: Parts) -> Parts {
        match &self.leaf(at).does {
            Use::Host { touched, .. } => {
                let [flat, fine] = &**touched;
                let own = if self.is_fine { fine } else { flat };
                dirty.join(&self.seen_on(&own.writes));
            }
            Use::Device { to, from, writes, is_sure, guard } => {
                if self.plan.found.before.contains(&at) {
                    let moved = self.moved.before.entry(at).or_insert_with(Parts::nothing);
                    moved.join(&dirty);
                }
                if *is_sure && guard.is_none() && (*to || *from && *writes) {
                    dirty = Parts::nothing();
                }
            }
        }
        dirty
    }

    /// A loop: what the host must have before it.
    fn needs_of_loop(&mut self, (counter, body): Body, behind: &Parts) -> Parts {
        let behind = out_of(counter, behind.clone());
        let mut head = behind.clone();
        loop {
            let before = self.needs(body, head.clone(), [&behind, &head]);
            let mut next = head.clone();
            next.join(&out_of(counter, before));
            if next == head {
                return head;
            }
            head = next;
        }
    }

    /// What the host must have before nodes, of what it must have behind them; `ways` says the same of the places where `break` and
    /// `continue` lead.
    fn needs(&mut self, nodes: &[Node], behind: Parts, ways: [&Parts; 2]) -> Parts {
        let mut needed = behind;
        for node in nodes.iter().rev() {
            needed = match node {
                Node::Leaf(at) => self.needs_before(*at, needed),
                Node::Branch(then, otherwise) => {
                    let mut both = self.needs(then, needed.clone(), ways);
                    both.join(&self.needs(otherwise, needed, ways));
                    both
                }
                Node::Loop(counter, body) => self.needs_of_loop((*counter, body), &needed),
                Node::Break => ways[0].clone(),
                Node::Continue => ways[1].clone(),
                Node::End => needed,
            };
        }
        needed
    }

    fn needs_before(&mut self, at: usize, behind: Parts) -> Parts {
        match &self.leaf(at).does {
            Use::Host { touched, .. } => {
                let [flat, fine] = &**touched;
                let touched = if self.is_fine { fine } else { flat };
                let mut needed = behind.without(&touched.certain);
                if !self.plan.found.host.contains(&at) {
                    needed.join(&self.seen_on(&touched.reads));
                    return needed;
                }
                needed.join(&touched.reads);
                self.moved.host.entry(at).or_insert_with(Parts::nothing).join(&needed);
                Parts::nothing()
            }
            Use::Device { writes, is_sure, guard, .. } => {
                let mut needed = behind;
                if self.plan.behind.contains(&at) {
                    let moved = self.moved.behind.entry(at).or_insert_with(Parts::nothing);
                    moved.join(&needed);
                    if *writes && *is_sure && guard.is_none() {
                        needed = Parts::nothing();
                    }
                } else {
                    self.is_lost |= *writes && !needed.is_nothing();
                }
                if let Some(moved) = self.moved.before.get(&at) {
                    needed.join(moved);
                }
                needed
            }
        }
    }
}
