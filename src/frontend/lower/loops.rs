//! Loops: OpenMP's canonical form of `for`, and all others.

use clang_sys as cs;

use super::Lowerer;
use super::canonical::{Canonical, PointerLoop};
use super::header::Parts;
use super::nodes::{int, made};
use super::stmt::Body;
use crate::frontend::libclang::Cursor;
use crate::id::LoopId;
use crate::ir::{DO_LOOP, Expr, Jump, Loop, Role, Stmt, StmtKind, Type, Written};
use crate::source::Span;

impl<'tu> Lowerer<'_, 'tu> {
    /// A `for` statement.
    pub(super) fn for_statement(
        &mut self,
        cursor: Cursor<'tu>,
        pragma: Option<String>,
        out: &mut Vec<Stmt>,
    ) {
        let parts = match self.parts(cursor) {
            Ok(parts) => parts,
            Err(why) => return self.opaque_statement(cursor, why, out),
        };
        match self.canonical(&parts) {
            Ok(canonical) => {
                self.before_loop(cursor, &canonical, out);
                let after = canonical.pointer.as_ref().and_then(PointerLoop::after);
                let stmt = self.canonical_loop(cursor, &parts, canonical, pragma);
                let end = self.call_span.unwrap_or(Span::new(stmt.span.end, stmt.span.end));
                out.push(stmt);
                out.extend(after.map(|kind| made(kind, end)));
            }
            Err(why) => self.other_for(cursor, &parts, why, out),
        }
    }

    fn canonical_loop(
        &mut self,
        cursor: Cursor<'tu>,
        parts: &Parts<'tu>,
        canonical: Canonical<'tu>,
        pragma: Option<String>,
    ) -> Stmt {
        let Canonical { iv, lower, relation, bound, step, declares_iv, pointer, before, after } =
            canonical;
        let alone = before.is_empty() && after.is_empty();
        let stmt_id = self.next_stmt();
        let id = LoopId(self.loop_count);
        self.loop_count += 1;
        self.increments.push(after.clone());
        let mut nested = self.body(parts.body);
        self.increments.pop();
        for increment in after {
            self.with_span(nested.span, |l| l.statement(increment, None, &mut nested.stmts));
        }
        if let Some(first) = pointer.map(PointerLoop::first) {
            nested.stmts.insert(0, made(first, nested.span));
        }
        let start = self.span(cursor).start;
        let span = Span::new(start, nested.span.end.max(start));
        let inlined = self.call_span;
        let textual = parts
            .header
            .as_ref()
            .filter(|h| inlined.is_none() && self.only_blank(h.span.end, nested.span.start));
        let written = if !alone {
            Written::Comma
        } else if textual.is_some() && !nested.braces_in_macro {
            Written::InFile
        } else {
            self.written_elsewhere(cursor, &nested)
        };
        let in_macro = written != Written::InFile;
        let fallback = inlined.unwrap_or(Span::new(start, nested.span.start.max(start)));
        let kind = StmtKind::Loop(Box::new(Loop {
            id,
            role: Role::Written,
            iv,
            lower,
            relation,
            bound,
            step,
            declares_iv,
            header: textual.map_or(fallback, |h| h.span),
            body_span: nested.span,
            braced: nested.braced,
            written,
            pragma,
            body: nested.stmts,
        }));
        let in_macro = in_macro || nested.end_in_macro;
        Stmt { id: stmt_id, span, in_macro, kind }
    }

    /// How a loop is written whose header or braces are not the file's own text.
    fn written_elsewhere(&self, cursor: Cursor<'tu>, nested: &Body) -> Written {
        let start = cursor.extent().0.offset;
        let ends = [nested.span.start, nested.span.end.saturating_sub(1)];
        let braces = ends.into_iter().filter(|_| nested.braced);
        if self.call_span.is_some() || self.outside(cursor) {
            return Written::Elsewhere;
        }
        let name = std::iter::once(start).chain(braces).find_map(|at| self.macro_at(at));
        name.map_or(Written::Apart, Written::Macro)
    }

    fn other_for(
        &mut self,
        cursor: Cursor<'tu>,
        parts: &Parts<'tu>,
        why: String,
        out: &mut Vec<Stmt>,
    ) {
        if let Some(init) = parts.init {
            self.statement(init, None, out);
        }
        let id = self.next_stmt();
        let (condition, mut body) = self.tested(parts.condition);
        self.increments.push(parts.increment.into_iter().collect());
        let nested = self.body(parts.body);
        self.increments.pop();
        body.extend(nested.stmts);
        if let Some(increment) = parts.increment {
            self.statement(increment, None, &mut body);
        }
        let start = self.span(cursor).start;
        let span = Span::new(start, nested.span.end.max(start));
        let in_macro = self.in_macro(cursor, span) || nested.end_in_macro;
        out.push(Stmt { id, span, in_macro, kind: StmtKind::While { why, condition, body } });
    }

    /// The condition of a loop, and what stands at the start of its body where evaluating it acts.
    fn tested(&mut self, condition: Option<Cursor<'tu>>) -> (Option<Expr>, Vec<Stmt>) {
        let Some(cursor) = condition else { return (None, Vec::new()) };
        let mut stmts = Vec::new();
        let condition = self.hoisting(cursor, &mut stmts, |lowerer| lowerer.whole_expr(cursor));
        if stmts.is_empty() {
            return (Some(condition), stmts);
        }
        let span = self.span(cursor);
        let leave = vec![made(StmtKind::Jump(Jump::Break), span)];
        let kind = StmtKind::If { condition, then: Vec::new(), otherwise: leave };
        stmts.push(made(kind, span));
        (Some(int(1, Type::INT)), stmts)
    }

    /// `while` and `do`.
    pub(super) fn while_statement(&mut self, cursor: Cursor<'tu>, out: &mut Vec<Stmt>) {
        let is_do = cursor.kind() == cs::CXCursor_DoStmt;
        let [first, second] = cursor.children()[..] else {
            return self.opaque_statement(
                cursor,
                "a loop with a declaration in its condition",
                out,
            );
        };
        let id = self.next_stmt();
        let (condition, body) = if is_do { (second, first) } else { (first, second) };
        let (condition, first) = if is_do && continues(body) {
            (Some(self.expr(condition)), Vec::new())
        } else {
            self.tested(Some(condition))
        };
        self.increments.push(Vec::new());
        let mut nested = self.body(body);
        self.increments.pop();
        let at = if is_do { nested.stmts.len() } else { 0 };
        nested.stmts.splice(at..at, first);
        let start = self.span(cursor).start;
        let end = if is_do { self.statement_span(cursor).end } else { nested.span.end };
        let span = Span::new(start, end.max(start));
        let in_macro = self.in_macro(cursor, span) || nested.end_in_macro;
        let why = if is_do { DO_LOOP } else { "a while loop" }.to_owned();
        out.push(Stmt {
            id,
            span,
            in_macro,
            kind: StmtKind::While { why, condition, body: nested.stmts },
        });
    }
}

/// Whether a statement holds a `continue`.
fn continues(stmt: Cursor) -> bool {
    stmt.kind() == cs::CXCursor_ContinueStmt || stmt.children().into_iter().any(continues)
}
