//! What statements before a region define its variables to be: behind `int w = 2 * m;` and `w = 2 * m;` it is `w == 2 * m`,
//! as long as nothing assigns to either.
//!
//! The value of a variable that the region does not name is put into the definitions behind it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use clang_sys as cs;
use rug::Integer;

use super::Lowerer;
use super::facts::{Parts, Steady};
use super::nodes::{cast, compared, size};
use super::syntax::{below, is_assignment, mentions, stripped, two_children};
use crate::frontend::libclang::Cursor;
use crate::id::SymbolId;
use crate::ir::{BinaryOp, Expr, ExprKind, Relation, Type, UnaryOp};

/// Definitions with more nodes say nothing that a proof could use.
const MAX_SIZE: u32 = 48;

impl<'tu> Lowerer<'_, 'tu> {
    /// What the first of some statements of a block defines that holds where the last one begins.
    pub(super) fn defined(
        &mut self,
        block: &Rc<Parts<'tu>>,
        Range { start, end }: Range<usize>,
        steady: &mut Steady<'_, 'tu>,
    ) -> Vec<Expr> {
        let first = stripped(block.all[start]);
        match first.kind() {
            cs::CXCursor_DeclStmt => {
                steady.between(block, start..end);
                let variables = first.children().into_iter();
                let variables = variables.filter(|own| own.kind() == cs::CXCursor_VarDecl);
                let values = variables.filter_map(|own| Some((own, own.initializer()?)));
                values.filter_map(|own| self.defines(own, steady)).collect()
            }
            cs::CXCursor_BinaryOperator if is_assignment(first) => {
                let Ok((target, value)) = two_children(first) else { return Vec::new() };
                let target = stripped(target);
                let named = target.kind() == cs::CXCursor_DeclRefExpr;
                let Some(variable) = target.referenced().filter(|_| named) else {
                    return Vec::new();
                };
                steady.between(block, start + 1..end);
                self.defines((variable, value), steady).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// That a variable has the value that it gets, where that is a fact about variables of the region; takes note of it where the
    /// region does not name the variable.
    fn defines(
        &mut self,
        (variable, value): (Cursor<'tu>, Cursor<'tu>),
        steady: &mut Steady<'_, 'tu>,
    ) -> Option<Expr> {
        let value = without_braces(value);
        let (identity, ty) = (variable.identity(), variable.ty());
        if !self.is_steady(variable, steady)
            || mentions(value, variable)
            || !below(value).all(|part| self.is_known(part, steady))
        {
            return None;
        }
        let value = self.in_known_variables(value, steady)?;
        let Some(symbol) = self.by_identity.get(&identity).copied() else {
            let ty = self.ty(ty);
            steady.defined.insert(identity, cast(value, ty));
            return None;
        };
        if !self.reads(variable, steady) {
            return None;
        }
        let own = &self.symbols[symbol.index()];
        let (known, value) = (own.constant.is_some(), cast(value, own.ty));
        let constant = self.constant_value(&value).filter(|_| !known);
        if let Some(constant) = constant {
            self.symbols[symbol.index()].constant = Some(constant);
            return None;
        }
        let fact = compared(self.value_of(symbol), Relation::Eq, value, Type::BOOL);
        (!known && size(&fact) <= MAX_SIZE).then_some(fact)
    }

    /// Whether a part of an expression computes an integer of literals and variables whose value is known.
    fn is_known(&mut self, part: Cursor<'tu>, steady: &Steady<'_, 'tu>) -> bool {
        match part.kind() {
            cs::CXCursor_DeclRefExpr => part.referenced().is_some_and(|variable| {
                variable.kind() == cs::CXCursor_EnumConstantDecl
                    || self.reads(variable, steady)
                    || steady.defined.contains_key(&variable.identity())
                        && self.is_steady(variable, steady)
            }),
            cs::CXCursor_IntegerLiteral | cs::CXCursor_ParenExpr | cs::CXCursor_TypeRef => true,
            cs::CXCursor_UnexposedExpr
            | cs::CXCursor_CStyleCastExpr
            | cs::CXCursor_CXXStaticCastExpr
            | cs::CXCursor_CXXFunctionalCastExpr => self.ty(part.ty()).is_int(),
            cs::CXCursor_BinaryOperator => !is_assignment(part),
            cs::CXCursor_UnaryOperator => matches!(
                part.unary_operator(),
                cs::CXUnaryOperator_Plus | cs::CXUnaryOperator_Minus
            ),
            _ => false,
        }
    }

    /// The value of an expression in variables that the region names.
    fn in_known_variables(&mut self, value: Cursor<'tu>, steady: &Steady<'_, 'tu>) -> Option<Expr> {
        let (count, known) = (self.symbols.len(), self.by_identity.clone());
        let typed = self.typed.clone();
        let value = self.expr(value);
        let others = self.by_identity.iter().filter(|(identity, _)| !known.contains_key(identity));
        let others = others.filter_map(|(identity, symbol)| {
            Some((*symbol, steady.defined.get(identity)?.clone()))
        });
        let value = with_values(&value, count, &others.collect());
        self.symbols.truncate(count);
        (self.by_identity, self.typed) = (known, typed);
        value.filter(|value| size(value) <= MAX_SIZE)
    }

    /// The value of an expression of constants, none of whose parts overflows.
    fn constant_value(&self, expr: &Expr) -> Option<Integer> {
        let value = match &expr.kind {
            ExprKind::Int(value) => value.clone(),
            ExprKind::Symbol(symbol) => self.symbols[symbol.index()].constant.clone()?,
            ExprKind::Cast(operand) => self.constant_value(operand)?,
            ExprKind::Unary(UnaryOp::Neg, operand) => -self.constant_value(operand)?,
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.constant_value(left)?, self.constant_value(right)?);
                match op {
                    BinaryOp::Add => left + right,
                    BinaryOp::Sub => left - right,
                    BinaryOp::Mul => left * right,
                    BinaryOp::Div if right != 0 => left / right,
                    BinaryOp::Rem if right != 0 => left % right,
                    _ => return None,
                }
            }
            _ => return None,
        };
        expr.ty.holds(&value).then_some(value)
    }
}

/// The only value in braces, or the value itself.
fn without_braces(value: Cursor<'_>) -> Cursor<'_> {
    match (value.kind(), value.children().as_slice()) {
        (cs::CXCursor_InitListExpr, [only]) => *only,
        _ => value,
    }
}

/// The expression with the values of the symbols from the number `count` on; `None` where one has none.
fn with_values(expr: &Expr, count: usize, values: &BTreeMap<SymbolId, Expr>) -> Option<Expr> {
    let inner = |expr: &Expr| with_values(expr, count, values).map(Box::new);
    let kind = match &expr.kind {
        ExprKind::Symbol(symbol) if symbol.index() >= count => return values.get(symbol).cloned(),
        ExprKind::Symbol(_) | ExprKind::Int(_) => expr.kind.clone(),
        ExprKind::Cast(operand) => ExprKind::Cast(inner(operand)?),
        ExprKind::Unary(op, operand) => ExprKind::Unary(*op, inner(operand)?),
        ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, inner(left)?, inner(right)?),
        ExprKind::Compare(relation, left, right) => {
            ExprKind::Compare(*relation, inner(left)?, inner(right)?)
        }
        _ => return None,
    };
    Some(Expr { ty: expr.ty, kind })
}
