//! Atomic updates of one address by all lanes of a warp.
//!
//! The memory makes atomic updates of one address one after the other: 32 lanes take 32 turns, and all warps of the device wait for
//! each other. This is the best case for the number of sectors, and the worst case for the time.

use super::trips::counter;
use super::{Pattern, pattern};
use crate::access::Access;
use crate::id::{AccessId, LoopId, StmtId, SymbolId};
use crate::ir::{DataKind, Expr, ExprKind, Relation, Stmt, StmtKind, SymbolKind, TargetRegion};
use crate::openmp::Construct;
use crate::schedule::map::{Mapping, ThreadMap};
use crate::source::Span;
use crate::symbolic::eval::LoopValues;
use crate::symbolic::value::{Guard, Test};

/// A place that all lanes of a warp update.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contended {
    /// Its text.
    pub span: Span,
    /// The access; `None` for a variable.
    pub access: Option<AccessId>,
    /// How many lanes there are.
    pub lanes: u32,
}

/// The places that all lanes of a warp update by an atomic directive, in textual order.
pub fn contended(
    region: &TargetRegion,
    accesses: &[Access],
    loops: &[Option<LoopValues>],
    mapping: &Mapping,
) -> Vec<Contended> {
    let mut search = Search { mapping, around: Vec::new(), alone: Vec::new(), found: Vec::new() };
    search.block(region, &region.body, false);
    let mut found = Vec::new();
    for updated in search.found {
        let of_statement = |access: &&Access| {
            let reference = &access.reference;
            reference.stmt == updated.stmt && access.counted && reference.kind.writes()
        };
        if let Some((span, lanes)) = updated.variable {
            found.push(Contended { span, access: None, lanes });
        }
        for access in accesses.iter().filter(of_statement) {
            let map = mapping.of(&access.reference.loops);
            let same = pattern(access, loops, map) == Pattern::Uniform;
            if same && map.active() > 1 && !is_of_one_lane(&access.reference.path, map) {
                let (span, lanes) = (access.reference.span, map.active());
                found.push(Contended { span, access: Some(access.id), lanes });
            }
        }
    }
    found
}

/// Whether conditions leave one lane of a warp at most.
fn is_of_one_lane(paths: &[Guard], map: &ThreadMap) -> bool {
    let Some(lane) = map.loops.last().map(|l| counter(*l)) else { return false };
    let pins = |guard: &Guard| {
        let mut literals = guard.literals().filter(|literal| literal.test == Test::Zero);
        literals.any(|literal| literal.poly.contains(&lane))
    };
    paths.iter().all(pins)
}

/// A statement under an atomic directive.
struct Updated {
    stmt: StmtId,
    /// The text of a variable that it assigns, and the lanes that do.
    variable: Option<(Span, u32)>,
}

struct Search<'a> {
    mapping: &'a Mapping,
    /// The loops around, and the variables that run in them.
    around: Vec<(LoopId, SymbolId)>,
    /// Variables that have one value where the statement is reached.
    alone: Vec<SymbolId>,
    found: Vec<Updated>,
}

impl Search<'_> {
    fn block(&mut self, region: &TargetRegion, body: &[Stmt], atomic: bool) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Directive(directive, body) => {
                    self.block(region, body, atomic || directive.construct() == Construct::Atomic);
                }
                StmtKind::If { condition, then, otherwise } => {
                    let pinned = pinned(condition);
                    self.alone.extend(pinned);
                    self.block(region, then, atomic);
                    self.alone.truncate(self.alone.len() - usize::from(pinned.is_some()));
                    self.block(region, otherwise, atomic);
                }
                StmtKind::Loop(inner) => {
                    self.around.push((inner.id, inner.iv));
                    self.block(region, &inner.body, atomic);
                    self.around.pop();
                }
                StmtKind::While { body, .. } => self.block(region, body, atomic),
                StmtKind::Assign { target, .. } if atomic => {
                    let variable = target.as_symbol().filter(|symbol| is_shared(region, *symbol));
                    let variable = variable.and(self.lanes()).map(|lanes| (target.span, lanes));
                    self.found.push(Updated { stmt: stmt.id, variable });
                }
                _ => {}
            }
        }
    }

    /// The lanes of a warp that reach a statement at the same time, if they are several.
    fn lanes(&self) -> Option<u32> {
        let loops: Vec<LoopId> = self.around.iter().map(|(l, _)| *l).collect();
        let map = self.mapping.of(&loops);
        let lane = self.around.iter().find(|(l, _)| map.loops.last() == Some(l));
        let alone = lane.is_some_and(|(_, variable)| self.alone.contains(variable));
        Some(map.active()).filter(|lanes| *lanes > 1 && !alone)
    }
}

/// The variable that a condition leaves one value.
fn pinned(condition: &Expr) -> Option<SymbolId> {
    match &condition.kind {
        ExprKind::Compare(Relation::Eq, left, right) => match (&left.kind, &right.kind) {
            (ExprKind::Symbol(symbol), _) | (_, ExprKind::Symbol(symbol)) => Some(*symbol),
            _ => None,
        },
        ExprKind::Cast(inner) => pinned(inner),
        _ => None,
    }
}

/// Whether all threads update one variable.
fn is_shared(region: &TargetRegion, symbol: SymbolId) -> bool {
    let variable = region.symbol(symbol);
    let kinds = || region.data.iter().filter(|item| item.symbol == symbol).map(|item| item.kind);
    let own = |kind| {
        use DataKind::{Firstprivate, Lastprivate, Private, Reduction};
        matches!(kind, Private | Firstprivate | Lastprivate | Reduction)
    };
    variable.kind == SymbolKind::Scalar && kinds().any(DataKind::is_map) && !kinds().any(own)
}
