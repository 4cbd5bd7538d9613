//! Where the host uses storage that stays on the device: which of the two has the newer bytes, and when one brings the other up to date.
//!
//! A loop is seen as what it does to the storage: the host uses it, constructs copy it to the device and back, and each of these two may
//! still be needed. A construct keeps its copy *to* the device where the host may have written since the device had all, and its copy *back*
//! where the host may use the storage before another construct brings it; or the copy back stands before the host's statement, where
//! each way there has had one. So no way through the loop has more updates than it had copies; one that moves two sections is two copies.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::Flow;
use super::extents::{Counter, Extents, Subject, Touched};
use super::flow::{Effects, Followed, Mapping};
use super::lattice::Lattice;
use super::names::{Guard, guard_of, is_usable_at};
use super::packing::{Beside, Costs, Packing};
use super::parts::Parts;
use super::polynomial::Polynomial;
use super::section::{Section, Shape, assigned};
use super::statements::{host_statements, is_data_construct, is_loop, is_region, leaves};
use super::storage::Storage;
use crate::id::SymbolId;
use crate::ir::{Jump, Stmt, StmtKind};

/// What is brought up to date in a loop, and at its ends: in one way or two, of which one is taken where the loop begins.
#[derive(Clone, Debug)]
pub(super) struct Updates<'a> {
    /// All that constructs map, where it is known.
    pub(super) range: Option<Section>,
    /// In sections.
    pub(super) flat: Option<Course<'a>>,
    /// In sections and in a buffer for sets that are none.
    pub(super) packed: Option<(Course<'a>, Packing)>,
}

/// The updates of one way.
#[derive(Clone, Debug)]
pub(super) struct Course<'a> {
    pub(super) list: Vec<Update<'a>>,
    /// Whether the loop's beginning copies to the device, and its end back.
    pub(super) ends: [bool; 2],
    /// How many iterations copy no less than the ends do.
    pub(super) turns: u32,
    /// Where all of these hold.
    pub(super) conditions: Vec<Guard>,
}

/// A way to bring storage up to date.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    /// Whether the loop's beginning copies to the device, and its end back.
    pub(super) ends: [bool; 2],
    /// Whether what the host has written goes to the device before the end copies back.
    pub(super) closes: bool,
    /// Whether anything behind the loop reads what the host has.
    pub(super) is_live: bool,
    /// Whether sets that are no sections are told.
    pub(super) is_fine: bool,
}

/// What must hold where a loop begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// A value that must not be negative.
    pub(super) value: Polynomial,
    /// The same, in C.
    pub(super) condition: Guard,
}

/// What a way of updating moves.
struct Solution {
    ends: [bool; 2],
    turns: u32,
    asked: Vec<Asked>,
    moved: Moved,
}

/// One directive `target update`.
#[derive(Clone, Debug)]
pub(super) struct Update<'a> {
    /// The statement beside it.
    pub(super) stmt: &'a Stmt,
    /// Whether it stands before the statement, and not behind.
    pub(super) is_before: bool,
    /// Whether it goes to the device, and not to the host.
    pub(super) to_device: bool,
    /// The condition, in C, under which the statement copies.
    pub(super) guard: Option<String>,
    /// What of the storage it moves.
    pub(super) parts: Parts,
    /// What it moves in a buffer in the place of that.
    pub(super) pieces: Option<Vec<Lattice>>,
}

/// What a statement does with the storage.
#[derive(Clone, Debug)]
pub(super) enum Use {
    /// The host reads it, or writes some of it.
    Host {
        /// Whether it writes.
        writes: bool,
        /// What it touches, in sections, and where sets that are none are told, too.
        touched: Box<[Touched; 2]>,
    },
    /// Constructs map it.
    Device {
        to: bool,
        from: bool,
        writes: bool,
        /// Whether they copy each time, if the guard holds.
        is_sure: bool,
        guard: Option<String>,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Leaf<'a> {
    pub(super) stmt: &'a Stmt,
    pub(super) does: Use,
}

/// Statements as ways through the leaves, by their numbers.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Leaf(usize),
    Branch(Vec<Node>, Vec<Node>),
    /// With the loop's counter, where it has one.
    Loop(Option<SymbolId>, Vec<Node>),
    Break,
    Continue,
    /// The program may end.
    End,
}

/// What holds at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// On each way here a construct has copied back since the last update of the host.
    has_copied: bool,
    /// The device may have bytes that the host has not.
    host_lacks: bool,
    /// The host may have bytes that the device has not.
    device_lacks: bool,
}

impl State {
    fn join(self, other: State) -> State {
        State {
            has_copied: self.has_copied && other.has_copied,
            host_lacks: self.host_lacks || other.host_lacks,
            device_lacks: self.device_lacks || other.device_lacks,
        }
    }
}

fn joined(a: Option<State>, b: Option<State>) -> Option<State> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.join(b)),
        (one, other) => one.or(other),
    }
}

/// The loop's statements and what is decided about them.
pub(super) struct Plan<'a> {
    pub(super) stmt: &'a Stmt,
    pub(super) leaves: Vec<Leaf<'a>>,
    pub(super) body: Vec<Node>,
    /// The counter of the loop, where it has one.
    pub(super) counter: Option<SymbolId>,
    /// The counters of the loop and of loops around leaves.
    pub(super) counters: Vec<Counter>,
    /// Whether several pieces of storage are meant, so that no statement is known to concern all of them.
    pub(super) is_group: bool,
    /// Constructs that keep their copy back.
    pub(super) behind: BTreeSet<usize>,
    pub(super) found: Found,
    /// All that constructs map, where it is known.
    pub(super) range: Option<Section>,
    /// Sets that are no sections.
    pub(super) lattices: Vec<Lattice>,
}

/// What the updates move that a plan has: those of statements of the host, those before constructs, and those behind them.
#[derive(Clone, Debug, Default)]
pub(super) struct Moved {
    pub(super) host: BTreeMap<usize, Parts>,
    pub(super) before: BTreeMap<usize, Parts>,
    pub(super) behind: BTreeMap<usize, Parts>,
    /// What goes to the device behind the loop.
    pub(super) closing: Option<Parts>,
}

/// What is known of the end of a loop.
#[derive(Clone, Copy)]
pub(super) struct Behind {
    /// Whether anything behind the loop reads what the host has.
    pub(super) is_live: bool,
    /// Whether the ends may copy though one iteration alone copies less.
    pub(super) may_copy: bool,
}

/// What beside statements can be said in their text.
pub(super) struct Saying<'s> {
    /// Whether parts of all that is mapped can be named beside a statement.
    pub(super) can_say: &'s dyn Fn(&Stmt, &[Section], &Section) -> bool,
    /// Whether a variable is the same all over the loop.
    pub(super) is_fixed: &'s dyn Fn(SymbolId) -> bool,
    /// The condition, in C, that a value is not negative where the loop begins; `None` where no text can say it.
    pub(super) asks: &'s dyn Fn(&Polynomial) -> Option<Guard>,
    /// The shape of what constructs map.
    pub(super) shape: &'s Shape,
    /// What a buffer costs.
    pub(super) costs: Costs,
}

/// What a walk in the order of the program finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// Statements of the host with an update before them.
    pub(super) host: BTreeSet<usize>,
    /// Statements of the host that find the storage up to date only if constructs keep their copies back, and constructs before which
    /// an update to the device would copy what the host lacks.
    open: BTreeSet<usize>,
    /// Constructs that keep their copy to the device.
    pub(super) before: BTreeSet<usize>,
}

/// Where the ways out of a loop's body lead.
#[derive(Clone, Copy, Debug, Default)]
struct Exits {
    broken: Option<State>,
    continued: Option<State>,
}

/// What holds behind a loop.
struct Ways {
    /// Behind at least one iteration.
    behind_one: Option<State>,
    /// Behind any number of them.
    behind_any: Option<State>,
}

/// More rounds than these are not needed: each but the last makes constructs keep their copies.
const MOST_ROUNDS: usize = 4;

impl<'a> Plan<'a> {
    /// The plan for a loop over a group of storage; `None` where what it does is not known so far.
    pub(super) fn of(
        followed: &Followed<'a>,
        stmt: &'a Stmt,
        subject: Subject,
        is_group: bool,
    ) -> Option<Self> {
        let is_steady = |own| is_usable_at(followed.function(), stmt, own);
        let extents = Extents::of(followed, subject, &is_steady);
        let meets = subject.meets;
        let (leaves, counters) = (Vec::new(), Vec::new());
        let mut builder = Builder { followed, meets, leaves, counters, extents };
        let body = builder.inside(stmt)?;
        let Builder { leaves, counters, extents: Extents { range, lattices, .. }, .. } = builder;
        let (behind, found) = (BTreeSet::new(), Found::default());
        let counter = counter(stmt);
        let mut own = Self {
            stmt,
            leaves,
            body,
            counter,
            counters,
            is_group,
            behind,
            found,
            range,
            lattices,
        };
        own.forget_lists(followed);
        Some(own)
    }

    /// What must be brought up to date.
    pub(super) fn solve(mut self, behind: Behind, saying: &Saying) -> Option<Updates<'a>> {
        let Behind { is_live, may_copy } = behind;
        if self.is_group && self.host_writes() {
            return None;
        }
        let clashes = |end: State| end.host_lacks && end.device_lacks && is_live;
        let mut end = self.walk(false);
        let mut is_needed = false;
        for _ in 0..MOST_ROUNDS {
            if self.found.open.is_empty() && !clashes(end) {
                break;
            }
            is_needed |= clashes(end);
            let body = std::mem::take(&mut self.body);
            self.needs_of_loop(&body, is_needed);
            self.body = body;
            end = self.walk(false);
        }
        if !self.found.open.is_empty() || clashes(end) {
            return None;
        }
        let from = end.host_lacks && is_live;
        let known = std::mem::take(&mut self.found);
        let bare = self.walk(true);
        let group_to = self.is_group && (from || self.leaves.iter().any(Leaf::copies_to));
        let to = self.found != known || from && bare.device_lacks || group_to;
        self.found = known;
        let may_come_back = is_live && !end.device_lacks && !self.is_group;
        let may_close = is_live && end.device_lacks && !self.is_group;
        let (mut flat, mut fine): (Option<Solution>, Option<Solution>) = (None, None);
        let all = [[to, from], [true, from], [to, may_come_back], [true, may_come_back]];
        let all = all.into_iter().map(|ends| (ends, false));
        for (ends, closes) in all.chain(may_close.then_some(([true, true], true))) {
            let is_more = closes || ends != [to, from];
            let is_bare = ends[1] && !ends[0] && bare.device_lacks;
            if is_more && (!may_copy || self.is_group || from && !ends[1] || is_bare) {
                continue;
            }
            let flat = (!closes).then_some((&mut flat, false));
            for (best, is_fine) in flat.into_iter().chain([(&mut fine, true)]) {
                let choice = Choice { ends, closes, is_live, is_fine };
                let most = best.as_ref().map(|own| own.moved.whole());
                let better = self.solution(choice, [to, from], saying, most);
                *best = better.or(best.take());
            }
        }
        let packed = fine.and_then(|own| {
            let Solution { ends, turns, asked, moved } = own;
            let flat = flat.as_ref().map(|own| &own.moved);
            let packing = self.packed((&moved, asked), flat, saying)?;
            let list = self.list(&moved, Some(&packing));
            Some((Course { list, ends, turns, conditions: Vec::new() }, packing))
        });
        if flat.is_none() && packed.is_none() {
            return None;
        }
        let flat = flat.map(|Solution { ends, turns, asked, moved }| {
            let conditions = asked.into_iter().map(|own| own.condition).collect();
            Course { list: self.list(&moved, None), ends, turns, conditions }
        });
        Some(Updates { range: self.range, flat, packed })
    }

    /// What the updates of a choice move, where the loop has `needed` ends at least; `None` where it does not pay, or no fewer updates
    /// than `most` move all.
    fn solution(
        &self,
        choice: Choice,
        needed: [bool; 2],
        saying: &Saying,
        most: Option<usize>,
    ) -> Option<Solution> {
        let Choice { ends, closes, .. } = choice;
        let is_more = closes || ends != needed;
        let turns = 1 + u32::from(is_more) + u32::from(closes);
        let forced = [0, 1].map(|way| closes || ends[way] && !needed[way]);
        let moved = self.moved(choice, saying)?;
        let is_fewer = most.is_none_or(|most| moved.whole() < most);
        (is_fewer && self.pays(ends, &moved)).then_some(())?;
        let asked = is_more.then(|| self.asked(&moved, (forced, turns), saying));
        let asked = asked.unwrap_or_else(|| Some(Vec::new()))?;
        Some(Solution { ends, turns, asked, moved })
    }

    /// How many copies the loop's constructs make, each once.
    pub(super) fn copies(&self) -> usize {
        let copies = |leaf: &Leaf| usize::from(leaf.copies_to()) + usize::from(leaf.copies_back());
        self.leaves.iter().map(copies).sum()
    }

    fn host_writes(&self) -> bool {
        self.leaves.iter().any(|leaf| matches!(leaf.does, Use::Host { writes: true, .. }))
    }

    /// Whether the loop saves copies, and each copy at its ends is one that an iteration does not make any more.
    fn pays(&self, [to, from]: [bool; 2], moved: &Moved) -> bool {
        let is_whole =
            |all: &BTreeMap<usize, Parts>, at: usize| all.get(&at).is_some_and(Parts::is_whole);
        let saves_to = |at: usize| self.leaves[at].copies_to() && !is_whole(&moved.before, at);
        let saves_from = |at: usize| self.leaves[at].copies_back() && !is_whole(&moved.behind, at);
        let is_certain = |at: usize| self.leaves[at].is_certain();
        let own = |is_such: &dyn Fn(usize) -> bool| {
            (0..self.leaves.len()).filter(|at| is_such(*at)).count()
        };
        let each_time = |node: &&Node| matches!(node, Node::Leaf(at) if is_whole(&moved.host, *at));
        let all =
            own(&saves_to) > 0 || own(&saves_from) > self.body.iter().filter(each_time).count();
        let mut keeping = self.behind.iter().chain(&self.found.before);
        let kept = if self.is_group {
            keeping.next().is_none()
        } else {
            keeping.all(|at| self.leaves[*at].is_sure())
        };
        all && kept
            && (!to || always(&self.body, &|at| is_certain(at) && saves_to(at)))
            && (!from || always(&self.body, &|at| is_certain(at) && saves_from(at)))
    }

    /// The directives.
    fn list(&self, moved: &Moved, packing: Option<&Packing>) -> Vec<Update<'a>> {
        let mut list = Vec::new();
        if let Some(parts) = moved.closing.clone().filter(|own| !own.is_nothing()) {
            let pieces =
                packing.and_then(|own| own.sites.get(&(usize::MAX, Beside::Loop))).cloned();
            let (stmt, is_before, to_device, guard) = (self.stmt, false, true, None);
            list.push(Update { stmt, is_before, to_device, guard, parts, pieces });
        }
        for (at, Leaf { stmt, does }) in self.leaves.iter().enumerate() {
            let guard = match does {
                Use::Host { .. } => None,
                Use::Device { guard, .. } => guard.clone(),
            };
            let all = [
                (&moved.host, Beside::Host),
                (&moved.before, Beside::Before),
                (&moved.behind, Beside::Behind),
            ];
            for (known, beside) in all {
                if let Some(parts) = known.get(&at).filter(|own| !own.is_nothing()) {
                    let (guard, parts) = (guard.clone(), parts.clone());
                    let [is_before, to_device] =
                        [beside != Beside::Behind, beside == Beside::Before];
                    let pieces = packing.and_then(|own| own.sites.get(&(at, beside))).cloned();
                    list.push(Update { stmt, is_before, to_device, guard, parts, pieces });
                }
            }
        }
        list
    }

    /// Walks the loop in the order of the program, and finds what it needs. At its beginning the device may lack all, or nothing.
    fn walk(&mut self, device_lacks: bool) -> State {
        let start = State { has_copied: false, host_lacks: false, device_lacks };
        self.found = Found::default();
        let body = std::mem::take(&mut self.body);
        let Ways { behind_one, .. } = self.repeated(&body, Some(start), true);
        self.body = body;
        behind_one.unwrap_or(start)
    }

    /// A loop: what holds behind it.
    fn repeated(&mut self, body: &[Node], start: Option<State>, tells: bool) -> Ways {
        let mut head = start;
        loop {
            let mut exits = Exits::default();
            let end = self.forward(body, head, (&mut exits, false));
            let next = joined(head, joined(end, exits.continued));
            if next == head {
                break;
            }
            head = next;
        }
        let mut exits = Exits::default();
        let end = self.forward(body, head, (&mut exits, tells));
        let behind_one = joined(joined(end, exits.continued), exits.broken);
        Ways { behind_one, behind_any: joined(head, exits.broken) }
    }

    fn forward(
        &mut self,
        nodes: &[Node],
        start: Option<State>,
        (exits, tells): (&mut Exits, bool),
    ) -> Option<State> {
        let mut state = start;
        for node in nodes {
            state = match (node, state) {
                (_, None) => return None,
                (Node::Leaf(at), Some(own)) => Some(self.pass(*at, own, tells)),
                (Node::Branch(then, otherwise), own) => {
                    let then = self.forward(then, own, (exits, tells));
                    joined(then, self.forward(otherwise, own, (exits, tells)))
                }
                (Node::Loop(_, body), own) => self.repeated(body, own, tells).behind_any,
                (Node::End, own) => own,
                (Node::Break, own) => {
                    exits.broken = joined(exits.broken, own);
                    None
                }
                (Node::Continue, own) => {
                    exits.continued = joined(exits.continued, own);
                    None
                }
            };
        }
        state
    }

    /// What holds behind a leaf.
    fn pass(&mut self, at: usize, mut state: State, tells: bool) -> State {
        match &self.leaves[at].does {
            Use::Host { writes, .. } => {
                if state.host_lacks && state.has_copied {
                    if tells {
                        self.found.host.insert(at);
                    }
                    state.has_copied = false;
                    state.host_lacks = self.is_group;
                } else if state.host_lacks && tells {
                    self.found.open.insert(at);
                }
                state.device_lacks |= writes;
            }
            Use::Device { to, from, writes, is_sure, guard } => {
                if *to && state.device_lacks && tells {
                    self.found.before.insert(at);
                    if state.host_lacks {
                        self.found.open.insert(at);
                    }
                }
                if *is_sure && guard.is_none() && (*to || *from && *writes) {
                    state.device_lacks &= self.is_group;
                }
                if *writes && !self.behind.contains(&at) {
                    state.has_copied |= *from && *is_sure && guard.is_none();
                    state.host_lacks = true;
                } else if *writes && !self.is_group && *is_sure && guard.is_none() {
                    state = State { has_copied: false, host_lacks: false, ..state };
                }
            }
        }
        state
    }

    /// Walks the nodes against the order of the program, and has constructs keep their copies back whose bytes the host may use; whether
    /// it may use those that are there before them. `ways` says the same of the places where `break` and `continue` lead.
    fn needs(&mut self, nodes: &[Node], behind: bool, ways: [bool; 2]) -> bool {
        let mut is_needed = behind;
        for node in nodes.iter().rev() {
            is_needed = match node {
                Node::Leaf(at) => match &self.leaves[*at].does {
                    Use::Host { .. } => is_needed || self.found.open.contains(at),
                    Use::Device { writes, is_sure, guard, .. } => {
                        if *writes && is_needed {
                            self.behind.insert(*at);
                        }
                        let brings = *writes && *is_sure && guard.is_none() && !self.is_group;
                        is_needed && !brings || self.found.open.contains(at)
                    }
                },
                Node::Branch(then, otherwise) => {
                    let then = self.needs(then, is_needed, ways);
                    self.needs(otherwise, is_needed, ways) || then
                }
                Node::Loop(_, body) => self.needs_of_loop(body, is_needed),
                Node::Break => ways[0],
                Node::Continue => ways[1],
                Node::End => is_needed,
            };
        }
        is_needed
    }

    fn needs_of_loop(&mut self, body: &[Node], behind: bool) -> bool {
        let mut head = behind;
        loop {
            let next = behind || self.needs(body, head, [behind, head]);
            if next == head {
                return head;
            }
            head = next;
        }
    }
}

impl Leaf<'_> {
    fn copies_to(&self) -> bool {
        matches!(self.does, Use::Device { to: true, .. })
    }

    fn copies_back(&self) -> bool {
        matches!(self.does, Use::Device { from: true, .. })
    }

    fn is_sure(&self) -> bool {
        matches!(self.does, Use::Device { is_sure: true, .. })
    }

    /// Whether it copies whatever the guard.
    fn is_certain(&self) -> bool {
        matches!(self.does, Use::Device { is_sure: true, guard: None, .. })
    }

    /// Whether the host touches all elements of a set there that a list says.
    pub(super) fn lists(&self, set: &Section) -> bool {
        matches!(&self.does, Use::Host { touched, .. } if touched[1].listed.contains(set))
    }
}

/// Whether each way through the nodes has a leaf that is `wanted`.
pub(super) fn always(nodes: &[Node], wanted: &dyn Fn(usize) -> bool) -> bool {
    for node in nodes {
        let is_there = match node {
            Node::Leaf(at) => wanted(*at),
            Node::Branch(then, otherwise) => always(then, wanted) && always(otherwise, wanted),
            _ => false,
        };
        if is_there {
            return true;
        }
        if may_leave(node) {
            return false;
        }
    }
    false
}

/// Whether the statements behind a node may not be reached.
fn may_leave(node: &Node) -> bool {
    match node {
        Node::Break | Node::Continue | Node::End => true,
        Node::Leaf(_) | Node::Loop(..) => false,
        Node::Branch(then, otherwise) => then.iter().chain(otherwise).any(may_leave),
    }
}

/// A loop's counter, if nothing but the loop itself assigns to it.
fn counter(stmt: &Stmt) -> Option<SymbolId> {
    let StmtKind::Loop(l) = &stmt.kind else { return None };
    (!assigned(&l.body).contains(&l.iv)).then_some(l.iv)
}

/// What sees statements as nodes.
struct Builder<'b, 'a> {
    followed: &'b Followed<'a>,
    meets: &'b dyn Fn(Storage) -> bool,
    leaves: Vec<Leaf<'a>>,
    counters: Vec<Counter>,
    extents: Extents<'b, 'a>,
}

impl<'a> Builder<'_, 'a> {
    /// The nodes of a loop's body; `None` where its own parts use the storage.
    fn inside(&mut self, stmt: &'a Stmt) -> Option<Vec<Node>> {
        let is_apart = !self.touches_own(stmt) && self.mappings_own(stmt).next().is_none();
        let [body, _] = stmt.blocks();
        let counter = counter(stmt);
        self.extents.around.extend(counter);
        if let StmtKind::Loop(l) = &stmt.kind {
            self.counters.push(self.extents.counter(l));
        }
        let nodes = is_apart.then(|| self.block(body))?;
        if counter.is_some() {
            self.extents.around.pop();
        }
        nodes
    }

    fn block(&mut self, block: &'a [Stmt]) -> Option<Vec<Node>> {
        let mut nodes = Vec::new();
        for stmt in block {
            self.statement(stmt, &mut nodes)?;
        }
        Some(nodes)
    }

    fn statement(&mut self, stmt: &'a Stmt, nodes: &mut Vec<Node>) -> Option<()> {
        match &stmt.kind {
            StmtKind::Jump(Jump::Break) => {
                nodes.push(Node::Break);
                return Some(());
            }
            StmtKind::Jump(Jump::Continue) => {
                nodes.push(Node::Continue);
                return Some(());
            }
            StmtKind::Jump(_) => return None,
            _ => {}
        }
        let is_used = self.any(stmt, |own| self.touches(own));
        let is_mapped = self.any(stmt, |own| own.mappings.iter().any(|own| self.concerns(own)));
        let jumps = leaves(stmt, 0);
        if self.any(stmt, |own| own.ends) {
            nodes.push(Node::End);
        }
        let is_choice = matches!(stmt.kind, StmtKind::If { .. }) && !self.touches_own(stmt);
        if jumps || is_used && (is_mapped || is_choice) {
            return self.parts(stmt, nodes);
        }
        if is_used {
            let writes = self.any(stmt, |own| self.writes(own));
            let touched = self.extents.touched(stmt, false).into();
            nodes.push(self.leaf(stmt, Use::Host { writes, touched }));
        } else if is_mapped {
            match self.construct(stmt) {
                Some(does) => nodes.push(self.leaf(stmt, does)),
                None => self.parts(stmt, nodes)?,
            }
        }
        Some(())
    }

    fn leaf(&mut self, stmt: &'a Stmt, does: Use) -> Node {
        self.leaves.push(Leaf { stmt, does });
        Node::Leaf(self.leaves.len() - 1)
    }

    /// A statement by the statements in it.
    fn parts(&mut self, stmt: &'a Stmt, nodes: &mut Vec<Node>) -> Option<()> {
        if is_region(stmt) || self.mappings_own(stmt).next().is_some() {
            return None;
        }
        match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                let own = self.followed.effects.get(&stmt.id).filter(|own| self.touches(own));
                if let Some(own) = own {
                    let writes = self.writes(own);
                    let touched = self.extents.touched(stmt, true).into();
                    nodes.push(self.leaf(stmt, Use::Host { writes, touched }));
                }
                let [then, otherwise] = [self.block(then)?, self.block(otherwise)?];
                nodes.push(Node::Branch(then, otherwise));
            }
            _ if is_loop(stmt) => nodes.push(Node::Loop(counter(stmt), self.inside(stmt)?)),
            StmtKind::Directive(..) if !self.touches_own(stmt) => {
                let [body, _] = stmt.blocks();
                nodes.extend(self.block(body)?);
            }
            _ => return None,
        }
        Some(())
    }

    /// What a statement does that maps the storage and does not touch it; `None` where its parts must tell.
    fn construct(&self, stmt: &'a Stmt) -> Option<Use> {
        let mut all: Vec<&Mapping> = Vec::new();
        self.collect(stmt, &mut all);
        let [to, from, writes] = [
            all.iter().any(|own| own.flow.to),
            all.iter().any(|own| own.flow.from),
            all.iter().any(|own| own.flow.writes),
        ];
        if !is_loop(stmt) {
            let is_whole = stmt.blocks().iter().all(|block| block.is_empty())
                || is_region(stmt)
                || is_data_construct(stmt);
            let is_sure = all.iter().all(|own| own.is_sure);
            return is_whole.then_some(Use::Device { to, from, writes, is_sure, guard: None });
        }
        let guard = match guard_of(self.followed, std::slice::from_ref(stmt), 1).ok()? {
            Guard::Always => None,
            Guard::While(text) => Some(text),
            Guard::First(_) if to => None,
            Guard::First(_) => return None,
        };
        let [body, _] = stmt.blocks();
        let always = |way: fn(&Flow) -> bool| {
            let copies = |own: &Mapping| self.concerns(own) && way(&own.flow);
            self.followed.always_maps(body, &copies)
        };
        let is_sure = (!to || always(|flow| flow.to)) && (!from || always(|flow| flow.from));
        is_sure.then_some(Use::Device { to, from, writes, is_sure, guard })
    }

    fn collect<'m>(&'m self, stmt: &'a Stmt, all: &mut Vec<&'m Mapping>) {
        all.extend(self.mappings_own(stmt));
        host_statements(stmt).for_each(|own| self.collect(own, all));
    }

    fn any(&self, stmt: &Stmt, is_such: impl Fn(&Effects) -> bool) -> bool {
        self.followed.first_in(stmt, &is_such).is_some()
    }

    fn touches_own(&self, stmt: &Stmt) -> bool {
        self.followed.effects.get(&stmt.id).is_some_and(|own| self.touches(own))
    }

    fn touches(&self, effects: &Effects) -> bool {
        effects.touches.iter().any(|(own, _)| (self.meets)(*own))
    }

    fn writes(&self, effects: &Effects) -> bool {
        effects.touches.iter().any(|(own, writes)| *writes && (self.meets)(*own))
    }

    fn concerns(&self, mapping: &Mapping) -> bool {
        mapping.base.targets.iter().any(|own| (self.meets)(*own))
    }

    fn mappings_own(&self, stmt: &Stmt) -> impl Iterator<Item = &Mapping> {
        let own = self.followed.effects.get(&stmt.id);
        own.into_iter().flat_map(|own| &own.mappings).filter(|own| self.concerns(own))
    }
}
