//! Races on scalars in the device's memory, which have no addresses: every iteration of a loop declared parallel assigns the
//! variable, and every one reads it.

use rug::Integer;

use super::race::{Meeting, Race, Touch, is_listed, reaches, runs};
use crate::access::Accesses;
use crate::id::{LoopId, SymbolId};
use crate::ir::{Expr, ExprKind, Scope, Stmt, StmtKind, TargetRegion};
use crate::source::Span;
use crate::symbolic::root::is_scalar_on_device;

/// The first race in textual order. The statements of the region are plain ([`super::race::find`]).
pub(super) fn find(
    region: &TargetRegion,
    accesses: &Accesses,
    declared: &[LoopId],
) -> Option<Race> {
    let mut search = Search { region, accesses, loops: Vec::new(), uses: Vec::new() };
    search.block(&region.body);
    let uses = &search.uses;
    uses.iter().filter(|own| own.writes).find_map(|write| {
        let mut reads = uses.iter().filter(|read| read.reads && read.symbol == write.symbol);
        let meeting = |read: &Use| {
            let both = |l: &&LoopId| write.loops.contains(l) && read.loops.contains(l);
            declared.iter().filter(both).find_map(|at| {
                let needs = reaches(accesses.loop_values(*at)?, &Integer::from(1))?;
                Some((*at, needs))
            })
        };
        let (read, (at, needs)) = reads.find_map(|read| Some((read, meeting(read)?)))?;
        let read = (read.span != write.span).then_some(read.span);
        let touch = Touch::Scalar { symbol: write.symbol, write: write.span, read };
        let need_two = needs.then_some(at).into_iter().collect();
        Some(Race { touch, meeting: Meeting::All(at), need_two })
    })
}

/// What a statement that every iteration of the loops around it executes does with a scalar.
struct Use {
    symbol: SymbolId,
    writes: bool,
    reads: bool,
    loops: Vec<LoopId>,
    span: Span,
}

struct Search<'a> {
    region: &'a TargetRegion,
    accesses: &'a Accesses,
    loops: Vec<LoopId>,
    uses: Vec<Use>,
}

impl Search<'_> {
    fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Declare { value: Some(value), .. } | StmtKind::Evaluate(value) => {
                    self.read(value, stmt.span);
                }
                StmtKind::Assign { target, op, value } => {
                    self.read(value, stmt.span);
                    target.walk(&mut |index| self.read_own(index, stmt.span));
                    let symbol = target.as_symbol().filter(|symbol| self.is_shared(*symbol));
                    if let Some(symbol) = symbol {
                        let reads = op.is_some() || value.symbols().contains(&symbol);
                        let writes = reads || self.varies(value);
                        self.add(symbol, (writes, reads), stmt.span);
                    }
                }
                StmtKind::If { condition, .. } => self.read(condition, stmt.span),
                StmtKind::Loop(l) if runs(self.accesses, l.id).is_some() => {
                    self.loops.push(l.id);
                    self.block(&l.body);
                    self.loops.pop();
                }
                StmtKind::Directive(_, body) => self.block(body),
                _ => {}
            }
        }
    }

    fn read(&mut self, expr: &Expr, span: Span) {
        expr.walk(&mut |part| self.read_own(part, span));
    }

    fn read_own(&mut self, part: &Expr, span: Span) {
        if let ExprKind::Symbol(symbol) = &part.kind
            && self.is_shared(*symbol)
        {
            self.add(*symbol, (false, true), span);
        }
    }

    fn add(&mut self, symbol: SymbolId, (writes, reads): (bool, bool), span: Span) {
        let loops = self.loops.clone();
        self.uses.push(Use { symbol, writes, reads, loops, span });
    }

    /// Whether all threads share the variable, in the device's memory.
    fn is_shared(&self, symbol: SymbolId) -> bool {
        is_scalar_on_device(self.region, symbol) && !is_listed(self.region, symbol)
    }

    /// Whether a value may differ from one iteration to the next: where all write the same one, none is lost.
    fn varies(&self, value: &Expr) -> bool {
        let mut varies = false;
        value.walk(&mut |part| {
            varies |= match &part.kind {
                ExprKind::Symbol(symbol) => {
                    let variable = self.region.symbol(*symbol);
                    variable.constant.is_none()
                        && (variable.scope == Scope::Region || self.counts(*symbol))
                }
                _ => false,
            };
        });
        varies
    }

    fn counts(&self, symbol: SymbolId) -> bool {
        self.region.loops().iter().any(|l| l.iv == symbol)
    }
}
