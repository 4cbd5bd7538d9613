//! What stands between the loops of teams and those of threads.
//!
//! In SPMD mode clang 19 has every thread of a team execute it. Only stores that other threads can see are the first thread's alone; a
//! barrier stands behind each of them, and none before it (Huber et al.: "Efficient Execution of OpenMP on GPUs", CGO 2022). A
//! thread that is late therefore loads what the first thread has stored since. For values that only go into such stores, this does no
//! harm. Where threads go, and what each has by value, must not come from such a load.
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
use crate::ir::{ExprKind, Loop, Stmt, StmtKind, SymbolKind, TargetRegion, addressed};
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
    /// Gives each loop the variables that it needs by value. Adds what this rests on; the error is a condition or bound that may come
    /// from a late load.
    pub(crate) fn give_values(
        &self,
        shared: &mut [Shared],
        assumptions: &mut BTreeSet<Code>,
    ) -> Result<(), Blocker> {
        let Some(innermost) = self.outer.last() else { return Ok(()) };
        let ids: BTreeSet<_> = shared.iter().map(|own| own.id).collect();
        let mut statements = Vec::new();
        collect(&innermost.body, &ids, &mut statements);
        let counters = self.outer.iter().map(|l| l.iv);
        let changed: BTreeSet<_> = statements.iter().filter_map(|s| target(s)).collect();
        let changed: BTreeSet<_> = changed.into_iter().chain(counters).collect();
        let needed: Vec<_> = shared.iter().map(|own| self.needed(own)).collect();
        let addressed = addressed(self.region);
        let in_memory = |symbol: &SymbolId| {
            let is_needed = needed.iter().any(|own| own.contains(symbol));
            !self.is_value(*symbol, &addressed)
                || is_needed && !movable::unique_name(self.region, *symbol)
        };
        let stored = changed.iter().copied().filter(in_memory).collect();
        let stores = self.stores(&statements);
        let late = self.late(&statements, &stores, stored, assumptions);
        for stmt in &statements {
            let own = matches!(&stmt.kind, StmtKind::Loop(l) if late.contains(&l.iv));
            if decides(stmt) && (own || self.is_late(stmt, (&stores, &late), assumptions)) {
                let words = "clang 19 lets threads load what the first one of their team has stored: what stands between teams and \
                             threads stores what a condition or bound there needs";
                return Err(Blocker::in_words(Code::NotEditable, None, words));
            }
        }
        for (own, needed) in shared.iter_mut().zip(needed) {
            let given = needed.into_iter().filter(|s| changed.contains(s) && !late.contains(s));
            own.given = given.collect();
        }
        Ok(())
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

    /// The storage where statements store elements.
    fn stores(&self, statements: &[&Stmt]) -> Vec<&Root> {
        let ids: BTreeSet<_> = statements.iter().map(|stmt| stmt.id).collect();
        let references = self.accesses.list.iter().map(|access| &access.reference);
        let stores = references.filter(|own| own.kind.writes() && ids.contains(&own.stmt));
        stores.map(|own| &own.address.root).collect()
    }

    /// The variables of which a thread may load another value than the first one: those that are stored in memory, and those whose values
    /// come from such a load.
    fn late(
        &self,
        statements: &[&Stmt],
        stores: &[&Root],
        stored: BTreeSet<SymbolId>,
        assumptions: &mut BTreeSet<Code>,
    ) -> BTreeSet<SymbolId> {
        let mut late = stored;
        loop {
            let known = late.len();
            for stmt in statements {
                if let Some(symbol) = target(stmt)
                    && self.is_late(stmt, (stores, &late), assumptions)
                {
                    late.insert(symbol);
                }
            }
            if late.len() == known {
                return late;
            }
        }
    }

    /// Whether an expression of the statement itself has a late variable, or loads what may be stored between the levels.
    fn is_late(
        &self,
        stmt: &Stmt,
        (stores, late): (&[&Root], &BTreeSet<SymbolId>),
        assumptions: &mut BTreeSet<Code>,
    ) -> bool {
        let is_unknown =
            matches!(stmt.kind, StmtKind::While { condition: None, .. } | StmtKind::Opaque { .. });
        let (mut names, mut loads) = (false, is_unknown);
        stmt.walk_own(&mut |expr| {
            names |= expr.symbol().is_some_and(|symbol| late.contains(&symbol));
            loads |= match &expr.kind {
                ExprKind::Load(place) => place.as_symbol().is_none(),
                ExprKind::Opaque { effects, .. } => *effects,
                _ => false,
            };
        });
        names || loads && !self.loads_apart(stmt, stores, assumptions)
    }

    /// Whether nothing that the statement loads is stored between the levels.
    fn loads_apart(&self, stmt: &Stmt, stores: &[&Root], assumptions: &mut BTreeSet<Code>) -> bool {
        let references = self.accesses.list.iter().map(|access| &access.reference);
        let loads = references.filter(|own| own.stmt == stmt.id && own.kind != AccessKind::Write);
        let loads: Vec<_> = loads.map(|own| &own.address.root).collect();
        let mut rests = BTreeSet::new();
        let apart = legality::check_apart(self.region, [&loads, stores], self.policy, &mut rests);
        let is_apart = stores.is_empty() || !loads.is_empty() && apart.is_ok();
        if is_apart {
            assumptions.extend(rests);
        }
        is_apart
    }
}

/// The statements outside the loops that threads share, those inside others too.
fn collect<'a>(body: &'a [Stmt], shared: &BTreeSet<LoopId>, into: &mut Vec<&'a Stmt>) {
    for stmt in body {
        if matches!(&stmt.kind, StmtKind::Loop(l) if shared.contains(&l.id)) {
            continue;
        }
        into.push(stmt);
        stmt.blocks().into_iter().for_each(|block| collect(block, shared, into));
    }
}

/// Whether threads go where the statement says.
fn decides(stmt: &Stmt) -> bool {
    !matches!(
        stmt.kind,
        StmtKind::Declare { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Evaluate(_)
            | StmtKind::Jump(_)
    )
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
