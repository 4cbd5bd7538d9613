//! Runs of a few iterations. The witness of a dependence often has loops of millions of iterations, of
//! which it names two: only these are executed. That the loop reaches them follows from its header.
//! Variables that skipped iterations may have assigned to, and memory, are unknown. What other
//! iterations do is not seen: a conflict that such a run shows is one of two iterations, both of them
//! defined, not one of a whole run.

use std::collections::{BTreeMap, BTreeSet};

use warpcc::id::{StmtId, SymbolId};
use warpcc::ir::{Jump, Loop, Relation, Stmt, StmtKind};

use crate::interpret::{Item, Machine, Outcome, Stop, convert};

impl Machine<'_> {
    pub(crate) fn sparse(
        &mut self,
        inner: &Loop,
        stmt: StmtId,
        only: &BTreeMap<SymbolId, BTreeSet<i128>>,
    ) -> Outcome<()> {
        let (lower, _, step) = self.start(inner)?;
        let first = BTreeSet::from([if step == 1 { lower } else { 0 }]);
        let ty = self.region.symbol(inner.iv).ty;
        if leaves(&inner.body, true) {
            return Err(Stop::Budget);
        }
        for atom in only.get(&inner.iv).unwrap_or(&first) {
            let trip = if step == 1 { atom - lower } else { *atom };
            let value = lower + step * trip;
            if trip > 0 {
                self.lose_track(&inner.body);
            }
            if trip < 0 || convert(value, ty) != value || !self.reaches(inner, stmt, lower, trip)? {
                continue;
            }
            self.tick()?;
            self.enter(inner, value, *atom);
            self.block(&inner.body)?;
            self.vector.pop();
        }
        self.lose_track(&inner.body);
        self.variables[inner.iv.index()] = None;
        Ok(())
    }

    /// Whether a loop that begins at `lower` has an iteration number `trip`, its bound being what it is
    /// now.
    fn reaches(&mut self, inner: &Loop, stmt: StmtId, lower: i128, trip: i128) -> Outcome<bool> {
        let step = self.number(&inner.step)?;
        let last = lower + step * trip;
        let holds = self.continues(inner, stmt, last)?;
        let bound = self.number(&inner.bound)?;
        let ahead = (bound - lower).signum() == step.signum() && (bound - last) * step > 0;
        Ok(match inner.relation {
            Relation::Lt | Relation::Le => holds && (step > 0 || trip == 0),
            Relation::Gt | Relation::Ge => holds && (step < 0 || trip == 0),
            Relation::Ne => ahead && (bound - lower) % step == 0,
            Relation::Eq => holds && trip == 0,
        })
    }

    /// Forgets the variables that statements assign to.
    fn lose_track(&mut self, body: &[Stmt]) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Declare { symbol, .. } => self.forget(*symbol),
                StmtKind::Assign { target, .. } => {
                    self.variable(target).into_iter().for_each(|symbol| self.forget(symbol));
                }
                StmtKind::If { then, otherwise, .. } => {
                    self.lose_track(then);
                    self.lose_track(otherwise);
                }
                StmtKind::Loop(inner) => self.lose_track(&inner.body),
                StmtKind::While { body, .. } | StmtKind::Directive(_, body) => {
                    self.lose_track(body);
                }
                _ => {}
            }
        }
    }

    fn forget(&mut self, symbol: SymbolId) {
        let known = &mut self.variables[symbol.index()];
        *known = known.map(|_| Item::Unknown);
    }
}

/// Whether a statement may leave the loop around it, where its jumps are `own`, or states a fact about
/// every iteration. Jumps of loops inside are theirs.
fn leaves(body: &[Stmt], own: bool) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Jump(jump) => own && *jump != Jump::Continue,
        StmtKind::Evaluate(_) => true,
        StmtKind::If { then, otherwise, .. } => leaves(then, own) || leaves(otherwise, own),
        StmtKind::Loop(inner) => leaves(&inner.body, false),
        StmtKind::While { body, .. } => leaves(body, false),
        StmtKind::Directive(_, body) => leaves(body, own),
        _ => false,
    })
}
