//! `return` inside a loop of an inlined function, and statement expressions.

use clang_sys as cs;

use super::Lowerer;
use super::frame::{Returned, Returning};
use super::nodes::{compared, has_effects, int, made, stored, variable};
use super::syntax::{below, is_loop, returns_somewhere, tree_size};
use crate::frontend::libclang::Cursor;
use crate::id::SymbolId;
use crate::ir::{Expr, Jump, Relation, Stmt, StmtKind, Type};

impl<'tu> Lowerer<'_, 'tu> {
    /// A loop of an inlined function with a `return` inside, and what follows it in the function;
    /// whether that always returns, `None` where it is not of a form in which that is known.
    pub(super) fn returning_loop(
        &mut self,
        stmt: Cursor<'tu>,
        rest: &[Cursor<'tu>],
        returned: Returned,
        out: &mut Vec<Stmt>,
    ) -> Option<bool> {
        let done = self.temporary("returned", Type::INT);
        let none = StmtKind::Declare { symbol: done, value: Some(int(0, Type::INT)) };
        out.push(made(none, returned.span));
        self.returning = Some(Returning { returned, done });
        self.statement(stmt, None, out);
        self.returning = None;
        let mut behind = Vec::new();
        let ends = self.function_body(rest, returned, &mut behind)?;
        let condition = against_zero(done, Relation::Eq);
        let kind = StmtKind::If { condition, then: behind, otherwise: Vec::new() };
        out.push(made(kind, returned.span));
        Some(ends)
    }

    /// `return` inside a loop; whether it is one of an inlined function.
    pub(super) fn return_from_loop(&mut self, stmt: Cursor<'tu>, out: &mut Vec<Stmt>) -> bool {
        let Some(Returning { returned, done }) = self.returning else { return false };
        if self.return_value(stmt, returned, out).is_none() {
            return false;
        }
        let span = returned.span;
        out.push(made(stored(done, int(1, Type::INT), span), span));
        out.push(made(StmtKind::Jump(Jump::Break), span));
        true
    }

    /// Behind a loop inside a loop: leaves that too, where the inner one returned.
    pub(super) fn leave_outer_loop(&mut self, stmt: Cursor<'tu>, out: &mut Vec<Stmt>) {
        let Some(Returning { returned, done }) = self.returning else { return };
        if !is_loop(stmt.kind()) || self.increments.is_empty() || !returns_somewhere(stmt) {
            return;
        }
        let leave = vec![made(StmtKind::Jump(Jump::Break), returned.span)];
        let condition = against_zero(done, Relation::Ne);
        let kind = StmtKind::If { condition, then: leave, otherwise: Vec::new() };
        out.push(made(kind, returned.span));
    }

    /// The value of `({ …; value; })`, whose other statements stand before the current one.
    pub(super) fn statement_expression(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let why = || "a statement expression".to_owned();
        let [block] = cursor.children()[..] else { return Err(why()) };
        let stmts = block.children();
        let (last, before) = stmts.split_last().ok_or_else(why)?;
        let size = tree_size(block, self.inlinable);
        if self.hoisted.is_none() || !last.is_expression() || jumps(block) {
            return Err(why());
        }
        self.inlinable = self.inlinable.checked_sub(size).ok_or_else(why)?;
        let whole = self.whole.is_some_and(|whole| whole.is(cursor));
        let mark = self.mark();
        let span = self.span(cursor);
        let outer = (self.hoisted.take(), self.full.take(), self.whole.take());
        let mut out = Vec::new();
        let value = self.with_span(span, |lowerer| {
            before.iter().for_each(|stmt| lowerer.statement(*stmt, None, &mut out));
            lowerer.hoisting(*last, &mut out, |l| l.whole_expr(*last))
        });
        (self.hoisted, self.full, self.whole) = outer;
        if let Some(hoisted) = &mut self.hoisted {
            hoisted.extend(out);
        }
        if self.may_stand_before(&mark, whole) && !has_effects(&value) {
            return Ok(value);
        }
        self.take_back(&mark);
        Err(why())
    }
}

fn against_zero(done: SymbolId, relation: Relation) -> Expr {
    compared(variable(done, Type::INT), relation, int(0, Type::INT), Type::INT)
}

/// Whether a statement holds a jump of any kind, or a label.
fn jumps(stmt: Cursor) -> bool {
    below(stmt).any(|cursor| {
        matches!(
            cursor.kind(),
            cs::CXCursor_BreakStmt
                | cs::CXCursor_ContinueStmt
                | cs::CXCursor_ReturnStmt
                | cs::CXCursor_GotoStmt
                | cs::CXCursor_IndirectGotoStmt
                | cs::CXCursor_LabelStmt
        )
    })
}
