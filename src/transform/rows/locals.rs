//! What becomes of the variables of a row where parts of it run one behind the other, each by whatever thread has the row then.

use std::collections::BTreeSet;

use super::super::movable;
use super::Rows;
use crate::dependence::scalar;
use crate::id::SymbolId;
use crate::ir::print::type_name;
use crate::ir::{DataKind, Expr, Stmt, StmtKind, SymbolKind, TargetRegion, Type, addressed, named};

/// What the variables of a row become: those that statements before a loop along it declare and others use, and those that the
/// directive gives each thread.
#[derive(Default)]
pub(super) struct Locals {
    /// Definitions that each part of the row repeats.
    pub(super) repeated: Vec<Stmt>,
    /// Scalars whose value goes from one part to the next, each with the number of the part that declares it.
    pub(super) carried: Vec<(SymbolId, usize)>,
    /// Numbers that the directive gives each thread: each part of a row that uses one has a variable of its own for it.
    pub(super) own: BTreeSet<SymbolId>,
}

impl Locals {
    /// The error is a variable that can be none of these.
    pub(super) fn of(region: &TargetRegion, rows: &Rows) -> Result<Locals, SymbolId> {
        let assigned = movable::assigned(region);
        let addressed = addressed(region);
        let mut locals = Locals::of_clauses(region, rows, &addressed)?;
        for (part, own) in rows.parts.iter().enumerate() {
            let used = rows.named_behind(part);
            for stmt in own.before {
                let StmtKind::Declare { symbol, value } = &stmt.kind else { continue };
                let is_needed =
                    used.contains(symbol) || own.before.iter().any(|other| depends(other, *symbol));
                if !is_needed {
                    continue;
                }
                let is_known = |operand| locals.knows(rows, &assigned, operand);
                let known = value.iter().flat_map(Expr::symbols).all(is_known);
                let once = assigned.iter().filter(|own| *own == symbol).count() == 1;
                let shared = rows.between().filter(|other| other.span == stmt.span).count() > 1;
                let repeats = value.is_some() && known && once && !shared;
                if repeats && movable::is_repeatable(region, stmt) {
                    locals.repeated.push(stmt.clone());
                } else if used.contains(symbol) {
                    let variable = region.symbol(*symbol);
                    let is_number = matches!(variable.ty, Type::Int { .. } | Type::Float { .. });
                    let plain = variable.kind == SymbolKind::Scalar && is_number;
                    if !plain || addressed.contains(symbol) {
                        return Err(*symbol);
                    }
                    locals.carried.push((*symbol, part));
                } else {
                    continue;
                }
                if part > 0 && !movable::unique_name(region, *symbol) {
                    return Err(*symbol);
                }
            }
        }
        Ok(locals)
    }

    /// Those of the directive's clauses. Where a part of a row takes the value that another one has left, it is carried: from the first part
    /// on, which then assigns it.
    fn of_clauses(
        region: &TargetRegion,
        rows: &Rows,
        addressed: &BTreeSet<SymbolId>,
    ) -> Result<Locals, SymbolId> {
        let mut locals = Locals { own: private(region, rows), ..Locals::default() };
        let exposed = |body: &[Stmt]| scalar::uses(region, body).exposed;
        let first = rows.parts[0].before;
        for symbol in &locals.own {
            let writable = type_name(region.symbol(*symbol).ty).is_some();
            if !writable || addressed.contains(symbol) || !movable::unique_name(region, *symbol) {
                return Err(*symbol);
            }
            if !rows.blocks().any(|body| exposed(body).contains(symbol)) {
                continue;
            }
            let is_target = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Assign { target, .. } if target.as_symbol() == Some(*symbol));
            if exposed(first).contains(symbol) || !first.iter().any(is_target) {
                return Err(*symbol);
            }
            locals.carried.push((*symbol, 0));
        }
        Ok(locals)
    }

    /// Whether a variable is one that every part of a row has anew, without a value.
    pub(super) fn is_fresh(&self, symbol: SymbolId) -> bool {
        self.own.contains(&symbol) && !self.carried.iter().any(|(own, _)| *own == symbol)
    }

    /// Whether every part of a row has the value of a variable: its number, what nothing changes, what is repeated.
    pub(super) fn knows(&self, rows: &Rows, assigned: &[SymbolId], operand: SymbolId) -> bool {
        let is_own =
            |own: &Stmt| matches!(own.kind, StmtKind::Declare { symbol, .. } if symbol == operand);
        let is_counter = rows.around.iter().chain([&rows.outer]).any(|l| l.iv == operand);
        is_counter || !assigned.contains(&operand) || self.repeated.iter().any(is_own)
    }
}

/// The numbers that the directive gives each thread, and the body uses, but for the counters of the loops.
pub(super) fn private(region: &TargetRegion, rows: &Rows) -> BTreeSet<SymbolId> {
    let counters = rows.counters();
    let mut used = named(&region.body);
    used.extend(movable::assigned(region));
    let own = region.data.iter().filter(|item| {
        let is_used = used.contains(&item.symbol) && !counters.contains(&item.symbol);
        let is_number = region.symbol(item.symbol).kind == SymbolKind::Scalar;
        item.kind == DataKind::Private && !item.enclosing && is_used && is_number
    });
    own.map(|item| item.symbol).collect()
}

/// Whether a statement declares a variable by means of another one.
fn depends(stmt: &Stmt, symbol: SymbolId) -> bool {
    matches!(&stmt.kind, StmtKind::Declare { value: Some(value), .. } if value.names(symbol))
}
