//! Loops: OpenMP's canonical form of `for`, and all others.

use clang_sys as cs;
use rug::Integer;

use super::Lowerer;
use super::expr::{is_assignment, negated, relation};
use super::header::{Counting, PointerLoop, split_increment, split_init};
use super::hoist::made;
use super::place::{is_pointer, only_child, two_children};
use super::stmt::Body;
use super::types::{cast, int};
use crate::frontend::lex::{Lexer, TokenKind};
use crate::frontend::libclang::Cursor;
use crate::id::{LoopId, SymbolId};
use crate::ir::{Expr, ExprKind, Jump, Loop, Relation, Stmt, StmtKind, Type, Written};
use crate::source::Span;

/// The four parts of a `for`, as far as they are present.
struct Parts<'tu> {
    init: Option<Cursor<'tu>>,
    condition: Option<Cursor<'tu>>,
    increment: Option<Cursor<'tu>>,
    body: Cursor<'tu>,
}

/// The header of a canonical loop.
pub(super) struct Canonical<'tu> {
    pub(super) iv: SymbolId,
    pub(super) lower: Expr,
    pub(super) relation: Relation,
    pub(super) bound: Expr,
    pub(super) step: Expr,
    pub(super) declares_iv: bool,
    /// Where the counter counts for a pointer: what that points to in each iteration.
    pub(super) pointer: Option<PointerLoop>,
    /// What the header sets beside the counter.
    pub(super) before: Vec<Cursor<'tu>>,
    /// What it does after each iteration beside stepping the counter.
    pub(super) after: Vec<Cursor<'tu>>,
}

/// Where the text of a `for` header stands.
struct Header {
    span: Span,
    semicolons: [u32; 2],
}

impl<'tu> Lowerer<'_, 'tu> {
    /// A `for` statement.
    pub(super) fn for_statement(
        &mut self,
        cursor: Cursor<'tu>,
        pragma: Option<String>,
        out: &mut Vec<Stmt>,
    ) {
        let header = self.header(cursor);
        let parts = match parts(cursor, header.as_ref()) {
            Ok(parts) => parts,
            Err(why) => {
                self.opaque_statement(cursor, why, out);
                return;
            }
        };
        match self.canonical(&parts) {
            Ok(canonical) => {
                self.before_loop(cursor, &canonical, out);
                let after = canonical.pointer.as_ref().and_then(PointerLoop::after);
                let stmt = self.canonical_loop(cursor, &parts, canonical, (header, pragma));
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
        (header, pragma): (Option<Header>, Option<String>),
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
        let textual =
            header.filter(|h| inlined.is_none() && self.only_blank(h.span.end, nested.span.start));
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
            let why = "a loop with a declaration in its condition".to_owned();
            self.opaque_statement(cursor, why, out);
            return;
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
        let why = if is_do { "a do loop" } else { "a while loop" }.to_owned();
        out.push(Stmt {
            id,
            span,
            in_macro,
            kind: StmtKind::While { why, condition, body: nested.stmts },
        });
    }

    fn canonical(&mut self, parts: &Parts<'tu>) -> Result<Canonical<'tu>, String> {
        let (Some(init), Some(condition), Some(increment)) =
            (parts.init, parts.condition, parts.increment)
        else {
            return Err("its header is not complete".to_owned());
        };
        let (init, before) = split_init(init, condition)?;
        let (variable, start, declares) = initialisation(init)?;
        if declares && self.is_cleaned_up(variable) {
            return Err("the end of its counter's life may act".to_owned());
        }
        let (increment, after) = split_increment(increment, variable)?;
        if before.iter().any(|other| mentions(*other, variable)) {
            return Err("its header sets another variable from the counter".to_owned());
        }
        let (relation, bound) = comparison(variable, condition)?;
        let header = Counting { variable, start, relation, bound, increment, declares };
        let iterator = super::types::iterated(variable.ty().canonical()).is_some();
        let canonical = if is_pointer(variable) || iterator {
            self.pointer_loop(&header, parts.body)?
        } else {
            self.integer_loop(&header)?
        };
        Ok(Canonical { before, after, ..canonical })
    }

    fn integer_loop(&mut self, header: &Counting<'tu>) -> Result<Canonical<'tu>, String> {
        let Counting { variable, start, relation, bound, increment, declares } = *header;
        let ty = self.ty(variable.ty());
        let is_reference = super::types::is_reference(variable.ty().canonical());
        if !ty.is_int() || is_reference || variable.ty().canonical().is_volatile() {
            return Err("its counter is not a plain integer".to_owned());
        }
        let step = self.step(variable, increment)?;
        check_direction(relation, &step)?;
        let lower = self.expr(start);
        let bound = self.expr(bound);
        if stripped(start).evaluate_integer().is_some_and(|first| !ty.holds(&first)) {
            return Err("its counter does not hold the value that it starts with".to_owned());
        }
        if !bound.ty.is_int() {
            return Err("its bound is not an integer".to_owned());
        }
        let iv = if declares { self.declared_symbol(variable) } else { self.symbol(variable) };
        let (before, after) = (Vec::new(), Vec::new());
        let declares_iv = declares;
        Ok(Canonical {
            iv,
            lower,
            relation,
            bound,
            step,
            declares_iv,
            pointer: None,
            before,
            after,
        })
    }

    pub(super) fn step(
        &mut self,
        variable: Cursor<'tu>,
        increment: Cursor<'tu>,
    ) -> Result<Expr, String> {
        let increment = stripped(increment);
        let unusual = || "its increment is not of the form i += step".to_owned();
        match iterator_step(increment, variable) {
            Some((Some(amount), minus)) => return self.step_by(variable, amount, minus),
            Some((None, minus)) => return Ok(int(if minus { -1 } else { 1 }, Type::LONG)),
            None => {}
        }
        if !is_assignment(increment) {
            return Err(unusual());
        }
        let ty = self.ty(variable.ty());
        if increment.kind() == cs::CXCursor_UnaryOperator {
            if !names(only_child(increment)?, variable) {
                return Err(unusual());
            }
            let down = matches!(
                increment.unary_operator(),
                cs::CXUnaryOperator_PostDec | cs::CXUnaryOperator_PreDec
            );
            return Ok(int(if down { -1 } else { 1 }, promoted(ty)));
        }
        let (target, value) = two_children(increment)?;
        if !names(target, variable) {
            return Err(unusual());
        }
        let (amount, minus) = match increment.binary_operator() {
            cs::CXBinaryOperator_AddAssign => (value, false),
            cs::CXBinaryOperator_SubAssign => (value, true),
            cs::CXBinaryOperator_Assign => summand(value, variable).ok_or_else(unusual)?,
            _ => return Err(unusual()),
        };
        self.step_by(variable, amount, minus)
    }

    fn step_by(
        &mut self,
        variable: Cursor<'tu>,
        amount: Cursor<'tu>,
        minus: bool,
    ) -> Result<Expr, String> {
        if mentions(amount, variable) {
            return Err("its step depends on the counter".to_owned());
        }
        let amount = self.expr(amount);
        if !amount.ty.is_int() {
            return Err("its step is not an integer".to_owned());
        }
        Ok(if minus { negated_step(amount) } else { amount })
    }

    /// The text of the header, where it is all written in the file.
    fn header(&self, cursor: Cursor<'tu>) -> Option<Header> {
        let (start, _) = cursor.extent();
        if start.file != Some(self.file) || self.expansion(start.offset) {
            return None;
        }
        let bytes = self.bytes();
        let mut tokens = Lexer::within(bytes, start.offset);
        let text = |span: Span| &bytes[span.start as usize..span.end as usize];
        let keyword = tokens.next().filter(|token| text(token.span) == b"for")?;
        let mut depth = 0_u32;
        let mut semicolons = Vec::new();
        for token in tokens {
            if token.kind == TokenKind::Directive {
                return None;
            }
            match (text(token.span), depth) {
                (b"(" | b"[" | b"{", _) => depth += 1,
                (b")", 1) => {
                    let span = Span::new(keyword.span.start, token.span.end);
                    let semicolons = semicolons.try_into().ok()?;
                    return Some(Header { span, semicolons });
                }
                (b")" | b"]" | b"}", _) => depth = depth.checked_sub(1)?,
                (b";", 1) => semicolons.push(token.span.start),
                (_, 0) => return None,
                _ => {}
            }
        }
        None
    }
}

/// Whether a statement holds a `continue`.
fn continues(stmt: Cursor) -> bool {
    stmt.kind() == cs::CXCursor_ContinueStmt || stmt.children().into_iter().any(continues)
}

fn parts<'tu>(cursor: Cursor<'tu>, header: Option<&Header>) -> Result<Parts<'tu>, String> {
    let children = cursor.children();
    let (&body, rest) = children.split_last().ok_or("a loop without a body")?;
    if let [init, condition, increment] = *rest {
        let (init, condition, increment) = (Some(init), Some(condition), Some(increment));
        return Ok(Parts { init, condition, increment, body });
    }
    let header = header.filter(|_| rest.len() < 3);
    let [first, second] = header.ok_or("a loop whose header has an unusual form")?.semicolons;
    let between = |low: u32, high: u32| {
        rest.iter().copied().find(|part| (low..high).contains(&part.extent().0.offset))
    };
    Ok(Parts {
        init: between(0, first),
        condition: between(first, second),
        increment: between(second, u32::MAX),
        body,
    })
}

/// The operands of a comparison, by an operator of an iterator too.
fn compared_values(condition: Cursor<'_>) -> Option<(Relation, Cursor<'_>, Cursor<'_>)> {
    let called = condition.kind() == cs::CXCursor_CallExpr;
    let relation = match condition.spelling().as_str() {
        _ if condition.kind() == cs::CXCursor_BinaryOperator => {
            relation(condition.binary_operator())?
        }
        "operator<" if called => Relation::Lt,
        "operator<=" if called => Relation::Le,
        "operator>" if called => Relation::Gt,
        "operator>=" if called => Relation::Ge,
        "operator!=" if called => Relation::Ne,
        _ => return None,
    };
    let (left, right) = match condition.arguments()[..] {
        [left, right] if called => (left, right),
        _ => two_children(condition).ok().filter(|_| !called)?,
    };
    Some((relation, left, right)).filter(|_| relation != Relation::Eq)
}

/// The step of an iterator by one of its operators.
fn iterator_step<'tu>(
    increment: Cursor<'tu>,
    variable: Cursor<'tu>,
) -> Option<(Option<Cursor<'tu>>, bool)> {
    super::types::iterated(variable.ty().canonical())?;
    let arguments = increment.arguments();
    let own = arguments.first().is_some_and(|target| names(*target, variable));
    let amount = arguments.get(1).copied();
    match increment.spelling().as_str() {
        _ if !own || increment.kind() != cs::CXCursor_CallExpr => None,
        "operator++" => Some((None, false)),
        "operator--" => Some((None, true)),
        "operator+=" => Some((amount, false)),
        "operator-=" => Some((amount, true)),
        _ => None,
    }
}

/// How the counter is compared, as if it stood on the left, and with what.
pub(super) fn comparison<'tu>(
    variable: Cursor<'tu>,
    condition: Cursor<'tu>,
) -> Result<(Relation, Cursor<'tu>), String> {
    let compared = "its condition does not compare the counter with a bound";
    let (relation, left, right) = compared_values(stripped(condition)).ok_or(compared)?;
    let (relation, bound) = if names(left, variable) {
        (relation, right)
    } else if names(right, variable) {
        (relation.swapped(), left)
    } else {
        return Err(compared.to_owned());
    };
    if mentions(bound, variable) {
        return Err("its bound depends on the counter".to_owned());
    }
    Ok((relation, bound))
}

/// The counter, its first value, and whether the header declares it.
pub(super) fn initialisation(init: Cursor<'_>) -> Result<(Cursor<'_>, Cursor<'_>, bool), String> {
    if init.kind() == cs::CXCursor_VarDecl {
        let value = init.initializer().ok_or("its counter is not initialised")?;
        return Ok((init, value, true));
    }
    let init = stripped(init);
    let assigns = init.kind() == cs::CXCursor_BinaryOperator
        && init.binary_operator() == cs::CXBinaryOperator_Assign;
    let called = init.kind() == cs::CXCursor_CallExpr && init.spelling() == "operator=";
    let (target, value) = match init.arguments()[..] {
        [target, value] if called => (target, value),
        _ if assigns => two_children(init)?,
        _ => return Err("its header does not assign to a counter".to_owned()),
    };
    let target = stripped(target);
    let variable = target.referenced().filter(|_| target.kind() == cs::CXCursor_DeclRefExpr);
    let variable = variable.ok_or("its counter is not a variable")?;
    match variable.kind() {
        cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl => Ok((variable, value, false)),
        _ => Err("its counter is not a variable".to_owned()),
    }
}

/// `c` of `i + c`, `c + i` or `i - c`, and whether it is subtracted.
fn summand<'tu>(value: Cursor<'tu>, variable: Cursor<'tu>) -> Option<(Cursor<'tu>, bool)> {
    let value = stripped(value);
    if value.kind() != cs::CXCursor_BinaryOperator {
        return None;
    }
    let (left, right) = two_children(value).ok()?;
    match value.binary_operator() {
        cs::CXBinaryOperator_Add if names(left, variable) => Some((right, false)),
        cs::CXBinaryOperator_Add if names(right, variable) => Some((left, false)),
        cs::CXBinaryOperator_Sub if names(left, variable) => Some((right, true)),
        _ => None,
    }
}

pub(super) fn check_direction(relation: Relation, step: &Expr) -> Result<(), String> {
    let ExprKind::Int(step) = &step.kind else {
        return match relation {
            Relation::Ne => Err("it counts to != by a step that is not 1 or -1".to_owned()),
            _ => Ok(()),
        };
    };
    let fits = match relation {
        Relation::Lt | Relation::Le => *step > 0,
        Relation::Gt | Relation::Ge => *step < 0,
        Relation::Eq | Relation::Ne => *step == 1 || *step == -1,
    };
    if fits { Ok(()) } else { Err("its step does not lead to its bound".to_owned()) }
}

/// The step of `i -= amount`. The negative of an unsigned amount is meant mathematically, so it is
/// only taken of literals.
fn negated_step(amount: Expr) -> Expr {
    match (&amount.kind, amount.ty) {
        (ExprKind::Int(value), Type::Int { bits, .. }) => {
            int(Integer::from(-value), Type::Int { bits, signed: true })
        }
        (_, Type::Int { signed: false, .. }) => negated(cast(amount, Type::LONG)),
        _ => negated(amount),
    }
}

fn promoted(ty: Type) -> Type {
    match ty {
        Type::Int { bits, .. } if bits >= 32 => Type::Int { bits, signed: true },
        _ => Type::INT,
    }
}

/// The expression inside parentheses and implicit conversions.
pub(super) fn stripped(cursor: Cursor) -> Cursor {
    let mut cursor = cursor;
    while matches!(cursor.kind(), cs::CXCursor_ParenExpr | cs::CXCursor_UnexposedExpr) {
        match only_child(cursor) {
            Ok(child) => cursor = child,
            Err(_) => return cursor,
        }
    }
    cursor
}

pub(super) fn names(expression: Cursor, variable: Cursor) -> bool {
    let expression = stripped(expression);
    expression.kind() == cs::CXCursor_DeclRefExpr
        && expression.referenced().is_some_and(|d| d.identity() == variable.identity())
}

pub(super) fn mentions(expression: Cursor, variable: Cursor) -> bool {
    below(expression).any(|cursor| names(cursor, variable))
}

/// A node and all that is in it, last children first.
pub(super) fn below(root: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    let mut pending = vec![root];
    std::iter::from_fn(move || {
        let cursor = pending.pop()?;
        pending.extend(cursor.children());
        Some(cursor)
    })
}
