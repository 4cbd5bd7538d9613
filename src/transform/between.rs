//! What stands between the loops of teams and those of threads.
//!
//! In SPMD mode clang 19 has every thread of a team execute it. Only stores that other threads can see are the first thread's alone; a
//! barrier stands behind them, and none before (Huber et al.: "Efficient Execution of OpenMP on GPUs", CGO 2022). A thread that is late
//! would load what the first thread has stored since: a race. So nothing that is loaded here may be stored here later, unless a region of
//! threads stands in between, which begins and ends with barriers.
//!
//! A variable that an inner loop names is such memory, the counters of loops around it included: unless the loop has its value by
//! `firstprivate`. Then each thread has it in a register, which saves a store and a barrier, too.

use std::collections::BTreeSet;

use super::blocker::Blocker;
use super::levels::{captured, counters_in};
use super::step::Shared;
use super::{legality, movable};
use crate::access::Accesses;
use crate::dependence::scalar;
use crate::diag::Code;
use crate::id::{LoopId, SymbolId};
use crate::ir::{Loop, Stmt, StmtKind, SymbolKind, TargetRegion, addressed};
use crate::policy::Policy;
use crate::symbolic::eval::AccessKind;
use crate::symbolic::root::Root;

/// A nest whose inner loops threads share.
pub(crate) struct Between<'a> {
    pub(crate) region: &'a TargetRegion,
    pub(crate) accesses: &'a Accesses,
    pub(crate) policy: &'a Policy,
    /// The loops that the directive is about, outermost first.
    pub(crate) outer: &'a [&'a Loop],
}

impl Between<'_> {
    /// Gives each loop the variables that it needs by value. Adds what this rests on; the error is a load that may race with a store.
    pub(crate) fn give_values(
        &self,
        shared: &mut [Shared],
        assumptions: &mut BTreeSet<Code>,
    ) -> Result<(), Blocker> {
        let Some(innermost) = self.outer.last() else { return Ok(()) };
        let entered = shared.iter().map(|own| own.within.unwrap_or(own.id)).collect();
        let counters: BTreeSet<_> = self.outer.iter().map(|l| l.iv).collect();
        let (mut changed, mut jumps) = (counters.clone(), false);
        visit_between(&innermost.body, &entered, &mut |stmt| {
            changed.extend(target(stmt));
            jumps |= matches!(stmt.kind, StmtKind::Jump(_));
        });
        let needed: Vec<_> = shared.iter().map(|own| self.needed(own)).collect();
        let addressed = addressed(self.region);
        let in_memory = |symbol: &SymbolId| {
            let is_needed = needed.iter().any(|own| own.contains(symbol));
            !self.is_value(*symbol, &addressed)
                || is_needed && !movable::unique_name(self.region, *symbol)
        };
        let variables: BTreeSet<_> = changed.iter().copied().filter(in_memory).collect();
        for (own, needed) in shared.iter_mut().zip(needed) {
            let given =
                needed.into_iter().filter(|s| changed.contains(s) && !variables.contains(s));
            own.given = given.collect();
        }
        let mut order = Order { between: self, entered, jumps, variables, addressed, assumptions };
        order.check(&innermost.body, &counters).ok_or_else(|| {
            let words = "clang 19 has all threads of a team load what stands between teams and threads, and the first one store it, \
                         without a barrier in between";
            Blocker::in_words(Code::ClangLimit, None, words)
        })
    }

    /// The variables of outside that a loop needs, or the region of threads that it is in, but for those that each thread has for itself.
    fn needed(&self, own: &Shared) -> BTreeSet<SymbolId> {
        let entered = own.within.unwrap_or(own.id);
        let Some(l) = self.region.loops().into_iter().find(|l| l.id == entered) else {
            return BTreeSet::new();
        };
        let of_each = own.within.map(|_| counters_in(l)).unwrap_or_default();
        let mut needed = captured(l);
        needed.retain(|symbol| !of_each.contains(symbol) && !own.private.contains(symbol));
        needed
    }

    /// Whether clang keeps a variable in registers, or can: it is a thread's own, and no pointer reaches it.
    fn is_value(&self, symbol: SymbolId, addressed: &BTreeSet<SymbolId>) -> bool {
        let kind = self.region.symbol(symbol).kind;
        matches!(kind, SymbolKind::Scalar | SymbolKind::Pointer)
            && scalar::is_private(self.region, symbol)
            && !addressed.contains(&symbol)
    }
}

/// Memory that the threads of a team share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Memory<'a> {
    /// A variable.
    Variable(SymbolId),
    /// Elements of this storage.
    Elements(&'a Root),
    /// Nobody knows which.
    Any,
}

/// What statements do to memory, in the order of barriers.
#[derive(Clone, Default)]
struct Effects<'a> {
    /// What they may store before any barrier.
    stores: BTreeSet<Memory<'a>>,
    /// What they may load after the last barrier.
    loads: BTreeSet<Memory<'a>>,
    /// Whether there is a barrier on every way through them.
    barrier: bool,
}

impl<'a> Effects<'a> {
    /// Those of two of which one is executed.
    fn or(mut self, other: Effects<'a>) -> Effects<'a> {
        self.stores.extend(other.stores);
        self.loads.extend(other.loads);
        self.barrier &= other.barrier;
        self
    }
}

/// A look for loads that may come after a store that stands behind them.
struct Order<'a, 'b> {
    between: &'b Between<'a>,
    /// The loops before which threads enter a region.
    entered: BTreeSet<LoopId>,
    /// Whether statements may jump over a region.
    jumps: bool,
    /// The variables that are in the team's memory, and get a value between the levels.
    variables: BTreeSet<SymbolId>,
    /// The variables that pointers may reach.
    addressed: BTreeSet<SymbolId>,
    assumptions: &'b mut BTreeSet<Code>,
}

impl<'a> Order<'a, '_> {
    /// The iterations of the loops that teams take follow each other in a team. Their elements are other ones, by declaration; its own
    /// variables and arrays are where they were.
    fn check(&mut self, body: &[Stmt], counters: &BTreeSet<SymbolId>) -> Option<()> {
        let region = self.between.region;
        let counters = counters.intersection(&self.variables).copied().map(Memory::Variable);
        let begin = Effects { stores: counters.collect(), ..Effects::default() };
        let body = self.block(body)?;
        let Effects { mut stores, mut loads, .. } = self.then(begin, body)?;
        let is_of_team = |memory: &Memory| match memory {
            Memory::Elements(Root::Symbol(symbol)) => scalar::is_private(region, *symbol),
            Memory::Elements(_) => false,
            Memory::Variable(_) | Memory::Any => true,
        };
        stores.retain(is_of_team);
        loads.retain(is_of_team);
        self.are_apart(&loads, &stores).then_some(())
    }

    /// Those of statements in their order.
    fn block(&mut self, body: &[Stmt]) -> Option<Effects<'a>> {
        let mut effects = Effects::default();
        for stmt in body {
            let next = self.statement(stmt)?;
            effects = self.then(effects, next)?;
        }
        Some(effects)
    }

    fn statement(&mut self, stmt: &Stmt) -> Option<Effects<'a>> {
        if matches!(&stmt.kind, StmtKind::Loop(l) if self.entered.contains(&l.id)) {
            return Some(Effects { barrier: !self.jumps, ..Effects::default() });
        }
        let own = self.own(stmt)?;
        let [body, otherwise] = stmt.blocks().map(|block| self.block(block));
        let inside = match &stmt.kind {
            StmtKind::If { .. } => body?.or(otherwise?),
            StmtKind::Loop(_) | StmtKind::While { .. } => {
                let round = self.then(body?, own.clone())?;
                self.are_apart(&round.loads, &round.stores).then_some(())?;
                Effects { barrier: false, ..round }
            }
            _ => body?,
        };
        self.then(own, inside)
    }

    /// One behind the other: nothing that the first ones load is stored by the next ones before a barrier.
    fn then(&mut self, first: Effects<'a>, next: Effects<'a>) -> Option<Effects<'a>> {
        self.are_apart(&first.loads, &next.stores).then_some(())?;
        let (mut stores, mut loads) = (first.stores, next.loads);
        if !first.barrier {
            stores.extend(next.stores);
        }
        if !next.barrier {
            loads.extend(first.loads);
        }
        Some(Effects { stores, loads, barrier: first.barrier || next.barrier })
    }

    /// Those of a statement's own expressions, which it evaluates before it stores.
    fn own(&mut self, stmt: &Stmt) -> Option<Effects<'a>> {
        let (mut loads, mut stores) = (BTreeSet::new(), BTreeSet::new());
        let variable = |symbol: &SymbolId| {
            self.variables.contains(symbol).then_some(Memory::Variable(*symbol))
        };
        let target = target(stmt);
        stores.extend(target.as_ref().and_then(variable));
        let is_updated = match &stmt.kind {
            StmtKind::Assign { op, .. } => op.is_some(),
            kind => matches!(kind, StmtKind::Loop(_)),
        };
        loads.extend(target.filter(|_| is_updated).as_ref().and_then(variable));
        stmt.walk_own(&mut |expr| {
            loads.extend(expr.symbol().as_ref().and_then(variable));
        });
        match stmt.kind {
            StmtKind::Opaque { .. } => return None,
            StmtKind::While { condition: None, .. } => loads.extend([Memory::Any]),
            _ => {}
        }
        let references = self.between.accesses.list.iter().map(|access| &access.reference);
        for own in references.filter(|own| own.stmt == stmt.id) {
            let elements = Memory::Elements(&own.address.root);
            if own.kind.writes() {
                stores.insert(elements);
            }
            if own.kind != AccessKind::Write {
                loads.insert(elements);
            }
        }
        self.are_apart(&loads, &stores).then_some(Effects { stores, loads, barrier: false })
    }

    /// Whether nothing of `loads` is memory of `stores`. Adds what this rests on.
    fn are_apart(&mut self, loads: &BTreeSet<Memory>, stores: &BTreeSet<Memory>) -> bool {
        let Between { region, policy, .. } = *self.between;
        let mut is_apart = |load: &Memory, store: &Memory| match (load, store) {
            (Memory::Any, _) | (_, Memory::Any) => false,
            (Memory::Variable(load), Memory::Variable(store)) => load != store,
            (Memory::Elements(load), Memory::Elements(store)) => {
                let known = &mut *self.assumptions;
                legality::check_apart(region, [&[*load], &[*store]], policy, known).is_ok()
            }
            (Memory::Variable(symbol), _) | (_, Memory::Variable(symbol)) => {
                self.between.is_value(*symbol, &self.addressed)
            }
        };
        loads.iter().all(|load| stores.iter().all(|store| is_apart(load, store)))
    }
}

/// Visits the statements outside the loops before which threads enter a region.
fn visit_between(body: &[Stmt], entered: &BTreeSet<LoopId>, visit: &mut dyn FnMut(&Stmt)) {
    for stmt in body {
        if !matches!(&stmt.kind, StmtKind::Loop(l) if entered.contains(&l.id)) {
            visit(stmt);
            stmt.blocks().into_iter().for_each(|block| visit_between(block, entered, visit));
        }
    }
}

/// The variable to which the statement itself gives a value.
fn target(stmt: &Stmt) -> Option<SymbolId> {
    match &stmt.kind {
        StmtKind::Declare { symbol, value } => value.as_ref().map(|_| *symbol),
        StmtKind::Assign { target, .. } => target.as_symbol(),
        StmtKind::Loop(l) => Some(l.iv),
        _ => None,
    }
}
