//! Expressions and statements of the IR: making them, and what they are made of.

use rug::Integer;

use crate::id::{StmtId, SymbolId};
use crate::ir::{
    Base, BinaryOp, Expr, ExprKind, Place, Relation, Step, Stmt, StmtKind, Type, UnaryOp,
};
use crate::source::Span;

/// The integer constant `value` of type `ty`.
pub(super) fn int(value: impl Into<Integer>, ty: Type) -> Expr {
    Expr { ty, kind: ExprKind::Int(value.into()) }
}

/// The value of a variable of type `ty`.
pub(super) fn variable(symbol: SymbolId, ty: Type) -> Expr {
    Expr { ty, kind: ExprKind::Symbol(symbol) }
}

/// `left op right`, of type `ty`.
pub(super) fn binary(left: Expr, op: BinaryOp, right: Expr, ty: Type) -> Expr {
    Expr { ty, kind: ExprKind::Binary(op, Box::new(left), Box::new(right)) }
}

/// The comparison of `left` and `right`, of type `ty`.
pub(super) fn compared(left: Expr, relation: Relation, right: Expr, ty: Type) -> Expr {
    Expr { ty, kind: ExprKind::Compare(relation, Box::new(left), Box::new(right)) }
}

/// A whole variable.
pub(super) fn whole(symbol: SymbolId, ty: Type, span: Span) -> Place {
    Place { base: Base::Symbol(symbol), steps: Vec::new(), ty, span, debug: None }
}

/// The assignment of a value of the same type to a variable.
pub(super) fn stored(symbol: SymbolId, value: Expr, span: Span) -> StmtKind {
    StmtKind::Assign { target: whole(symbol, value.ty, span), op: None, value }
}

/// The value 0 of a scalar type.
pub(super) fn zero(ty: Type) -> Expr {
    match ty {
        Type::Float { .. } => Expr { ty, kind: ExprKind::Float("0.0".to_owned()) },
        _ => int(0, ty),
    }
}

/// 1 in the type in which `x++` is computed.
pub(super) fn one(ty: Type) -> Expr {
    match ty {
        Type::Float { .. } => Expr { kind: ExprKind::Float("1.0".to_owned()), ..zero(ty) },
        Type::Int { bits: 0..=31, .. } => int(1, Type::INT),
        _ => int(1, ty),
    }
}

/// `expr` converted to `ty`; conversion to `_Bool` is a comparison with zero.
pub(super) fn cast(expr: Expr, ty: Type) -> Expr {
    if expr.ty == ty || ty == Type::Void {
        return expr;
    }
    if ty == Type::BOOL {
        let zero = zero(expr.ty);
        return compared(expr, Relation::Ne, zero, ty);
    }
    match &expr.kind {
        ExprKind::Int(value) if ty == Type::Pointer && *value == 0 => int(0, ty),
        ExprKind::Int(value) if ty.is_int() && fits(value, ty) => int(value.clone(), ty),
        _ => Expr { ty, kind: ExprKind::Cast(Box::new(expr)) },
    }
}

fn fits(value: &Integer, ty: Type) -> bool {
    let Type::Int { bits, signed } = ty else { return false };
    let needed = if signed { value.signed_bits() } else { value.significant_bits() };
    needed <= u32::from(bits) && (signed || *value >= 0)
}

/// An expression that was not understood.
pub(super) fn opaque(ty: Type, why: impl Into<String>, effects: bool) -> Expr {
    Expr { ty, kind: ExprKind::Opaque { why: why.into(), effects } }
}

/// `-expr`; a literal is negated in place.
pub(super) fn negated(expr: Expr) -> Expr {
    let ty = expr.ty;
    match expr.kind {
        ExprKind::Int(value) if matches!(ty, Type::Int { signed: true, .. }) => int(-value, ty),
        kind => {
            let operand = Box::new(Expr { ty, kind });
            Expr { ty, kind: ExprKind::Unary(UnaryOp::Neg, operand) }
        }
    }
}

/// `left - right` in elements of that many bytes.
pub(super) fn pointer_difference(left: Expr, right: Expr, bytes: u64) -> Expr {
    let ty = Type::LONG;
    let number = |pointer| Expr { ty, kind: ExprKind::Cast(Box::new(pointer)) };
    let distance = binary(number(left), BinaryOp::Sub, number(right), ty);
    binary(distance, BinaryOp::Div, int(bytes, ty), ty)
}

/// A statement without text of its own, which nobody can move.
pub(super) fn made(kind: StmtKind, span: Span) -> Stmt {
    Stmt { id: StmtId(0), span, in_macro: true, kind }
}

/// Whether a condition on constants holds: in a function, an argument may make it one.
pub(super) fn decided(condition: &Expr) -> Option<bool> {
    match &condition.kind {
        ExprKind::Int(value) => Some(*value != 0),
        ExprKind::Compare(relation, left, right) => match (&left.kind, &right.kind) {
            (ExprKind::Int(left), ExprKind::Int(right)) => Some(relation.holds(left, right)),
            _ => None,
        },
        ExprKind::Unary(UnaryOp::Not, operand) => Some(!decided(operand)?),
        _ => None,
    }
}

/// Whether evaluating `expr` may do more than compute.
pub(super) fn has_effects(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Opaque { effects, .. } => *effects,
        ExprKind::Call { pure_fn, arguments, .. } => !pure_fn || arguments.iter().any(has_effects),
        _ => parts(expr).into_iter().any(has_effects),
    }
}

pub(super) fn size(expr: &Expr) -> u32 {
    parts(expr).into_iter().fold(1, |sum, part| sum.saturating_add(size(part)))
}

fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Load(place) | ExprKind::AddressOf(place) => place_parts(place),
        ExprKind::Unary(_, value) | ExprKind::Cast(value) => vec![value],
        ExprKind::Binary(_, left, right) | ExprKind::Compare(_, left, right) => vec![left, right],
        ExprKind::Select(condition, then, otherwise) => vec![condition, then, otherwise],
        ExprKind::Call { arguments, .. } => arguments.iter().collect(),
        _ => Vec::new(),
    }
}

fn place_parts(place: &Place) -> Vec<&Expr> {
    let mut parts = match &place.base {
        Base::Symbol(_) => Vec::new(),
        Base::Loaded(place) => place_parts(place),
        Base::Value(value) => vec![value.as_ref()],
    };
    for step in &place.steps {
        if let Step::Index { index, scale, .. } = step {
            parts.extend([index, scale]);
        }
    }
    parts
}
