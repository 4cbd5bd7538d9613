//! Parts of an expression that act, as statements before it.
//!
//! C leaves open in which order most operands are evaluated, so that what acts may be done first
//! where the rest cannot tell: the variable is named nowhere else in the full expression, or nothing
//! follows but a store of the value.

use clang_sys as cs;

use super::Lowerer;
use super::expr::{ASSIGNMENT, operation};
use super::nodes::{binary, cast, int, made, negated, one, stored, variable};
use super::syntax::{
    below, is_assignment, is_decrement, is_pointer, only_child, stripped, two_children,
};
use super::types::{is_local, is_reference};
use crate::frontend::libclang::Cursor;
use crate::id::SymbolId;
use crate::ir::{BinaryOp, Expr, ExprKind, Place, Scope, Stmt, StmtKind, Symbol, SymbolKind, Type};
use crate::source::Span;

impl<'tu> Lowerer<'_, 'tu> {
    /// Lowers what a statement evaluates exactly once; what acts within stands in `out` before it.
    pub(super) fn hoisting<T>(
        &mut self,
        full: Cursor<'tu>,
        out: &mut Vec<Stmt>,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = (self.hoisted.replace(Vec::new()), self.full.replace(full), self.whole.take());
        let result = lower(self);
        out.extend(self.hoisted.take().unwrap_or_default());
        (self.hoisted, self.full, self.whole) = outer;
        result
    }

    /// Lowers what is evaluated only where a condition holds; what acts within stands in a list of its
    /// own.
    pub(super) fn apart<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> (T, Vec<Stmt>) {
        let whole = self.whole.take();
        let outer = self.hoisted.as_mut().map(std::mem::take);
        let result = lower(self);
        let stmts = std::mem::replace(&mut self.hoisted, outer).unwrap_or_default();
        self.whole = whole;
        (result, stmts)
    }

    /// A variable that is set in the branches of an `if`, each of which evaluates a value.
    pub(super) fn chosen(
        &mut self,
        condition: Expr,
        branches: [(Expr, Vec<Stmt>); 2],
        span: Span,
    ) -> Expr {
        let ty = branches[0].0.ty;
        let symbol = self.temporary("value", ty);
        self.hoist(StmtKind::Declare { symbol, value: None }, span);
        let [then, otherwise] = branches.map(|(value, mut stmts)| {
            stmts.push(made(stored(symbol, value, span), span));
            stmts
        });
        self.hoist(StmtKind::If { condition, then, otherwise }, span);
        variable(symbol, ty)
    }

    /// The value of an expression whose value is all that is still stored.
    pub(super) fn whole_expr(&mut self, cursor: Cursor<'tu>) -> Expr {
        self.whole = Some(stripped(cursor));
        let value = self.expr(cursor);
        self.whole = None;
        value
    }

    /// The value of an assignment, an increment or a decrement inside an expression.
    pub(super) fn assigned_value(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let whole = self.whole.is_some_and(|whole| whole.is(cursor));
        if self.hoisted.is_none() || !whole && !self.named_once(cursor) {
            return Err(ASSIGNMENT.to_owned());
        }
        let span = self.span(cursor);
        if cursor.kind() == cs::CXCursor_UnaryOperator {
            return self.stepped_value(cursor, span);
        }
        let (target, value) = two_children(cursor)?;
        if cursor.kind() == cs::CXCursor_BinaryOperator && whole {
            let value = self.whole_expr(value);
            let value = self.kept(value, span);
            let target = self.written_place(target)?;
            let kind = StmtKind::Assign { target, op: None, value: value.clone() };
            self.hoist(kind, span);
            return Ok(value);
        }
        if !is_local_name(target) {
            return Err(ASSIGNMENT.to_owned());
        }
        let kind = self.assignment(cursor)?;
        self.hoist(kind, span);
        let target = self.place(target)?;
        Ok(self.read(target))
    }

    /// `x++` and its like: the value before or after.
    fn stepped_value(&mut self, cursor: Cursor<'tu>, span: Span) -> Result<Expr, String> {
        let operand = only_child(cursor)?;
        if !is_local_name(operand) {
            return self.stepped_element(cursor, operand, span);
        }
        let kind = self.assignment(cursor)?;
        let place = self.written_place(operand)?;
        let value = self.read(place);
        if !is_postfix(cursor) {
            self.hoist(kind, span);
            return Ok(value);
        }
        let value = self.copied(value, span);
        self.hoist(kind, span);
        Ok(value)
    }

    /// `a[i]++` and its like, where its value is all that is still stored.
    fn stepped_element(
        &mut self,
        cursor: Cursor<'tu>,
        operand: Cursor<'tu>,
        span: Span,
    ) -> Result<Expr, String> {
        let is_counter =
            self.host.is_some() && stripped(operand).kind() == cs::CXCursor_MemberRefExpr;
        let is_whole = self.whole.is_some_and(|whole| whole.is(cursor));
        if !is_whole && !is_counter || is_pointer(operand) {
            return Err(ASSIGNMENT.to_owned());
        }
        let StmtKind::Assign { target, op: Some(op), value } = self.assignment(cursor)? else {
            return Err(ASSIGNMENT.to_owned());
        };
        let ty = target.ty;
        let old = self.read(target.clone());
        let old = self.copied(old, span);
        let left = cast(old.clone(), value.ty);
        let new = cast(binary(left, op, value.clone(), value.ty), ty);
        let new = self.copied(new, span);
        self.hoist(StmtKind::Assign { target, op: None, value: new.clone() }, span);
        Ok(if is_postfix(cursor) { old } else { new })
    }

    /// A value that stays what it is when memory changes.
    fn kept(&mut self, value: Expr, span: Span) -> Expr {
        match value.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => value,
            _ => self.copied(value, span),
        }
    }

    /// A new variable with that value.
    pub(super) fn copied(&mut self, value: Expr, span: Span) -> Expr {
        let ty = value.ty;
        let symbol = self.temporary("value", ty);
        self.hoist(StmtKind::Declare { symbol, value: Some(value) }, span);
        variable(symbol, ty)
    }

    /// A variable that the source does not have.
    pub(super) fn temporary(&mut self, name: &str, ty: Type) -> SymbolId {
        let kind = match ty {
            Type::Pointer => SymbolKind::Pointer,
            Type::Aggregate { .. } => SymbolKind::Record,
            _ => SymbolKind::Scalar,
        };
        let (name, scope) = (format!("({name})"), Scope::Region);
        self.add_symbol(Symbol {
            name,
            ty,
            kind,
            scope,
            restrict: false,
            constant: None,
            readonly: false,
            elements: Vec::new().into(),
        })
    }

    /// A statement before the one that is being lowered.
    pub(super) fn hoist(&mut self, kind: StmtKind, span: Span) {
        let stmt = made(kind, span);
        if let Some(hoisted) = &mut self.hoisted {
            hoisted.push(stmt);
        }
    }

    /// Whether the variable that an assignment changes is named once in the full expression, and
    /// nothing that this calls could read it.
    fn named_once(&self, assignment: Cursor<'tu>) -> bool {
        let variable =
            assignment.children().first().and_then(|target| stripped(*target).referenced());
        let (Some(full), Some(variable)) = (self.full, variable) else { return false };
        let (mut names, mut calls) = (0, false);
        let is_counter = self.host.is_some() && variable.kind() == cs::CXCursor_FieldDecl;
        let kind = if is_counter { cs::CXCursor_MemberRefExpr } else { cs::CXCursor_DeclRefExpr };
        for cursor in below(full) {
            let named = cursor.kind() == kind
                && cursor.referenced().is_some_and(|d| d.identity() == variable.identity());
            names += u32::from(named);
            if cursor.kind() == cs::CXCursor_StmtExpr {
                return false;
            }
            calls |= cursor.kind() == cs::CXCursor_CallExpr;
        }
        let owner = variable.semantic_parent();
        if is_counter {
            return names == 1 && !calls;
        }
        names == 1 && !(calls && owner.is_none_or(|owner| self.scans.shares(owner, variable)))
    }
}

/// The block of a statement expression, which `__extension__` may stand before.
fn unused_block(expression: Cursor<'_>) -> Option<Cursor<'_>> {
    let extension = expression.kind() == cs::CXCursor_UnaryOperator
        && expression.unary_operator() == cs::CXUnaryOperator_Extension;
    let inner = if extension { stripped(only_child(expression).ok()?) } else { expression };
    let block = inner.children().into_iter().next()?;
    let whole = inner.kind() == cs::CXCursor_StmtExpr;
    (whole && block.kind() == cs::CXCursor_CompoundStmt).then_some(block)
}

/// Whether `x++` or `x--`.
fn is_postfix(step: Cursor) -> bool {
    matches!(step.unary_operator(), cs::CXUnaryOperator_PostInc | cs::CXUnaryOperator_PostDec)
}

fn names_bit_field(object: Cursor) -> bool {
    let object = stripped(object);
    match object.kind() {
        cs::CXCursor_MemberRefExpr => object.referenced().is_some_and(Cursor::is_bit_field),
        cs::CXCursor_UnaryOperator | cs::CXCursor_ConditionalOperator => {
            object.children().into_iter().any(names_bit_field)
        }
        _ => false,
    }
}

/// Whether an expression names a variable of a function that is no reference.
fn is_local_name(cursor: Cursor) -> bool {
    let cursor = stripped(cursor);
    let variable = cursor.referenced().filter(|_| cursor.kind() == cs::CXCursor_DeclRefExpr);
    variable.is_some_and(|variable| {
        let named = matches!(variable.kind(), cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl);
        named
            && is_local(variable)
            && !variable.is_static()
            && !is_reference(variable.ty().canonical())
    })
}

impl<'tu> Lowerer<'_, 'tu> {
    /// The object that an assignment writes. A bit-field is no object of its own: it is one memory location with the
    /// bit-fields beside it (C11 §3.14).
    fn written_place(&mut self, target: Cursor<'tu>) -> Result<Place, String> {
        if names_bit_field(target) {
            return Err("a bit-field shares its memory with its neighbours".to_owned());
        }
        self.place(target)
    }

    /// What an assignment, an increment or a decrement does.
    pub(super) fn assignment(&mut self, cursor: Cursor<'tu>) -> Result<StmtKind, String> {
        if cursor.kind() == cs::CXCursor_UnaryOperator {
            return self.increment(cursor);
        }
        let (target, value) = two_children(cursor)?;
        if cursor.kind() == cs::CXCursor_BinaryOperator {
            let value = self.whole_expr(value);
            let target = self.written_place(target)?;
            let value = self.adapted(value, target.ty);
            return Ok(StmtKind::Assign { target, op: None, value });
        }
        let op = operation(cursor.binary_operator()).ok_or("an unusual assignment")?;
        if is_pointer(target) {
            let index = self.expr(value);
            return self.advance(target, index, op == BinaryOp::Sub);
        }
        let value = self.whole_expr(value);
        let target = self.written_place(target)?;
        if self.in_pattern() && target.ty.bytes() == 0 {
            let arguments = vec![self.read(target.clone()), value];
            let kind = ExprKind::Call { name: cursor.spelling(), pure_fn: false, arguments };
            let value = Expr { ty: target.ty, kind };
            return Ok(StmtKind::Assign { target, op: None, value });
        }
        let value = self.adapted(value, target.ty);
        Ok(StmtKind::Assign { target, op: Some(op), value })
    }

    fn increment(&mut self, cursor: Cursor<'tu>) -> Result<StmtKind, String> {
        let operand = only_child(cursor)?;
        let down = is_decrement(cursor);
        if is_pointer(operand) {
            return self.advance(operand, int(1, Type::INT), down);
        }
        let target = self.written_place(operand)?;
        let op = Some(if down { BinaryOp::Sub } else { BinaryOp::Add });
        let value = one(target.ty);
        Ok(StmtKind::Assign { target, op, value })
    }

    /// `pointer += index`, as an assignment of an address.
    fn advance(
        &mut self,
        target: Cursor<'tu>,
        index: Expr,
        minus: bool,
    ) -> Result<StmtKind, String> {
        let pointer = self.pointer(target)?;
        let index = if minus { negated(cast(index, Type::LONG)) } else { index };
        let span = self.span(target);
        let value = self.address(pointer.advanced(index), span)?;
        let target = self.written_place(target)?;
        Ok(StmtKind::Assign { target, op: None, value })
    }

    /// A statement that consists of an expression.
    pub(super) fn expression_statement(&mut self, cursor: Cursor<'tu>, out: &mut Vec<Stmt>) {
        let inner = stripped(cursor);
        let comma = inner.kind() == cs::CXCursor_BinaryOperator
            && inner.binary_operator() == cs::CXBinaryOperator_Comma;
        if let Some(block) = unused_block(inner) {
            return self.statement(block, None, out);
        }
        if comma
            && self.nesting < super::stmt::DEEPEST
            && let Ok((left, right)) = two_children(inner)
        {
            self.nesting += 1;
            self.expression_statement(left, out);
            self.expression_statement(right, out);
            self.nesting -= 1;
            return;
        }
        let kind = self.hoisting(inner, out, |lowerer| {
            if is_assignment(inner) {
                let kind = lowerer.assignment(inner);
                return Some(kind.unwrap_or_else(|why| StmtKind::Opaque { why }));
            }
            if inner.kind() == cs::CXCursor_CallExpr {
                if let Some(kind) = lowerer.class_assignment(inner) {
                    return Some(kind);
                }
                if lowerer.inlined_statement(inner) || lowerer.sine_and_cosine(inner).is_some() {
                    return None;
                }
            }
            Some(StmtKind::Evaluate(lowerer.expr(cursor)))
        });
        if let Some(kind) = kind {
            self.push(cursor, kind, out);
        }
    }
}
