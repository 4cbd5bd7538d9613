//! Integer expressions and conditions.

use super::assumed::is_end;
use super::fold::{bits_of, divide, shift_factor};
use super::{Binding, Evaluator, counting};
use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::{BinaryOp, Expr, ExprKind, Relation, SymbolKind, Type, UnaryOp};
use crate::symbolic::poly::{Atom, Poly, TermOp};
use crate::symbolic::value::{Condition, Test, Value};

impl Evaluator<'_> {
    /// The value of an integer expression; its memory references are recorded. Expressions of other
    /// types are walked for their references and are unknown.
    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        self.with_sources(|e| {
            let value = e.value_of(expr);
            e.or_unknown(value)
        })
    }

    fn value_of(&mut self, expr: &Expr) -> Value {
        if let ExprKind::Int(number) = &expr.kind {
            return Value::constant(number.clone());
        }
        let Type::Int { bits, signed } = expr.ty else {
            self.visit(expr);
            return self.fresh();
        };
        match &expr.kind {
            ExprKind::Symbol(symbol) => self.symbol_value(*symbol),
            ExprKind::Load(place) => self.load(place),
            ExprKind::Unary(op, operand) => self.unary(*op, operand, bits, signed),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) | ExprKind::Compare(..) => {
                self.truth_value(expr)
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr.ty),
            ExprKind::Cast(operand) => self.cast(operand, bits, signed),
            ExprKind::Select(condition, then, otherwise) => self.select(condition, then, otherwise),
            ExprKind::Call { name, .. } => {
                self.visit(expr);
                self.number(name).unwrap_or_else(|| self.fresh())
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::AddressOf(_)
            | ExprKind::Opaque { .. } => {
                self.visit(expr);
                self.fresh()
            }
        }
    }

    /// Records the references of an expression whose value does not matter.
    pub(super) fn visit(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => {}
            ExprKind::Symbol(symbol) => self.note_variable(*symbol),
            ExprKind::Load(place) => {
                self.load(place);
            }
            ExprKind::AddressOf(place) => {
                self.address(place);
            }
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.visit(operand),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let condition = self.condition(left);
                let taken = if *op == BinaryOp::And {
                    condition
                } else {
                    condition.map(Condition::negated)
                };
                self.guarded(taken.as_ref(), |e| e.visit(right));
            }
            ExprKind::Binary(_, left, right) | ExprKind::Compare(_, left, right) => {
                self.visit(left);
                self.visit(right);
            }
            ExprKind::Select(condition, then, otherwise) => {
                self.visit_select(condition, then, otherwise);
            }
            ExprKind::Call { name, pure_fn, arguments } => self.call(name, *pure_fn, arguments),
            ExprKind::Opaque { why, effects } => {
                self.note_everything();
                if *effects {
                    self.note_unknown_store();
                    self.obstacle(Code::OpaqueStatement, why.clone());
                }
            }
        }
    }

    fn visit_select(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) {
        let condition = self.condition(condition);
        self.guarded(condition.as_ref(), |e| e.visit(then));
        self.guarded(condition.map(Condition::negated).as_ref(), |e| e.visit(otherwise));
    }

    fn call(&mut self, name: &str, pure_fn: bool, arguments: &[Expr]) {
        for argument in arguments {
            self.visit(argument);
        }
        if !pure_fn && !is_end(name) {
            self.note_call(name);
            self.obstacle(Code::UnknownEffect, format!("call of {name}"));
        }
    }

    pub(super) fn symbol_value(&mut self, symbol: SymbolId) -> Value {
        let tracked = self.region.symbol(symbol).kind == SymbolKind::Scalar;
        if !tracked || self.escaped.contains(&symbol) {
            self.note_variable(symbol);
            return self.fresh();
        }
        if let Some(Binding::Value(value)) = self.environment.get(&symbol).cloned() {
            self.note(&value);
            return value;
        }
        let declared = self.region.symbol(symbol);
        match &declared.constant {
            Some(constant) => Value::constant(constant.clone()),
            None if declared.ty.is_int() => Value::from(Poly::atom(Atom::Symbol(symbol))),
            None => self.fresh(),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr, bits: u16, signed: bool) -> Value {
        match op {
            UnaryOp::Neg => {
                let value = self.value(operand).map(|p| -p);
                self.wrapped(value, bits, signed)
            }
            UnaryOp::BitNot => {
                let value = self.value(operand).map(|p| &-p - &Poly::one());
                self.wrapped(value, bits, signed)
            }
            UnaryOp::Not => match self.condition(operand) {
                Some(condition) => truth(&condition.negated()),
                None => self.fresh(),
            },
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, ty: Type) -> Value {
        let Type::Int { bits, signed } = ty else { return self.fresh() };
        let a = self.value(left);
        let b = self.value(right);
        let exact = match op {
            BinaryOp::Add => a.plus(&b),
            BinaryOp::Sub => a.minus(&b),
            BinaryOp::Mul => a.times(&b),
            BinaryOp::Shl => match shift_factor(&b, bits) {
                Some(factor) => a.times(&Value::constant(factor)),
                None if b.as_constant().is_some() => return self.fresh(),
                None => a.times(&b.map(power_of_two)),
            },
            BinaryOp::Div | BinaryOp::Rem => return divide(op, &a, &b, &self.facts),
            BinaryOp::Shr | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                return a.combine(&b, |x, y| bits_of(op, x, y, &self.facts));
            }
            BinaryOp::And | BinaryOp::Or => return self.fresh(),
        };
        self.wrapped(exact, bits, signed)
    }

    /// The value after arithmetic in an integer type: exact where it fits. Signed overflow is
    /// undefined and assumed away where the policy allows, which need not be asked again once it was;
    /// unsigned arithmetic wraps.
    pub(super) fn wrapped(&mut self, exact: Value, bits: u16, signed: bool) -> Value {
        let defined = signed && self.policy.no_overflow;
        let known = defined && self.out.assumptions.contains(&Code::NoSignedOverflow);
        if known || exact.unknown().is_some() || self.fits(&exact, bits, signed) {
            return exact;
        }
        if self.counts() {
            return counting::likely(&exact, bits, signed);
        }
        if defined {
            self.out.assumptions.insert(Code::NoSignedOverflow);
            return exact;
        }
        self.modulo(&exact, bits, signed)
    }

    /// The value that an integer type has for a number, modulo two to the power of `bits`: the number, or another one that is equal
    /// modulo that, where one of these fits.
    fn modulo(&self, value: &Value, bits: u16, signed: bool) -> Value {
        let exact = value.map(|poly| poly.modulo(bits));
        if exact != *value && self.fits(&exact, bits, signed) {
            return exact;
        }
        value.map(|p| Poly::term(TermOp::Wrap { bits, signed }, vec![p.clone()]))
    }

    fn cast(&mut self, operand: &Expr, bits: u16, signed: bool) -> Value {
        if !operand.ty.is_int() {
            self.visit(operand);
            return self.fresh();
        }
        let value = self.value(operand);
        if bits == 1 {
            return match Condition::of(&value, Test::NonZero) {
                Some(condition) => truth(&condition),
                None => value,
            };
        }
        let widens = match operand.ty {
            Type::Int { bits: from, signed: from_signed } => {
                (from <= bits && from_signed == signed) || (from < bits && signed)
            }
            _ => false,
        };
        if widens || self.fits(&value, bits, signed) {
            return value;
        }
        if self.counts() {
            return counting::likely(&value, bits, signed);
        }
        self.modulo(&value, bits, signed)
    }

    fn select(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Value {
        let condition = self.condition(condition);
        let a = self.guarded(condition.as_ref(), |e| e.value(then));
        let b = self
            .guarded(condition.clone().map(Condition::negated).as_ref(), |e| e.value(otherwise));
        match condition {
            Some(condition) => Value::select(&condition, &a, &b),
            None => self.fresh(),
        }
    }

    fn truth_value(&mut self, expr: &Expr) -> Value {
        match self.condition(expr) {
            Some(condition) => truth(&condition),
            None => self.fresh(),
        }
    }

    /// When `expr` is non-zero. A condition that is not about integers is an unknown of its own in
    /// every iteration; `None` where it cannot be expressed.
    pub(super) fn condition(&mut self, expr: &Expr) -> Option<Condition> {
        self.with_sources(|e| e.condition_of(expr))
    }

    fn condition_of(&mut self, expr: &Expr) -> Option<Condition> {
        match &expr.kind {
            ExprKind::Compare(relation, left, right) if is_number(left) && is_number(right) => {
                let a = self.value(left);
                let b = self.value(right);
                compare(*relation, &a, &b)
            }
            ExprKind::Unary(UnaryOp::Not, operand) => Some(self.condition(operand)?.negated()),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let a = self.condition(left);
                let taken = if *op == BinaryOp::And {
                    a.clone()
                } else {
                    a.clone().map(Condition::negated)
                };
                let b = self.guarded(taken.as_ref(), |e| e.condition(right));
                let (a, b) = (a?, b?);
                if *op == BinaryOp::And { a.and(&b) } else { a.or(&b) }
            }
            ExprKind::Cast(operand) if expr.ty.is_int() && same_truth(operand.ty, expr.ty) => {
                self.condition(operand)
            }
            _ if is_number(expr) => {
                let value = match &expr.kind {
                    ExprKind::Compare(_, left, right) => {
                        self.visit(left);
                        self.visit(right);
                        self.fresh()
                    }
                    _ => self.value(expr),
                };
                Condition::of(&value, Test::NonZero)
            }
            _ => {
                self.visit(expr);
                Condition::of(&self.fresh(), Test::NonZero)
            }
        }
    }
}

/// Two to the power of a number that is not negative.
fn power_of_two(exponent: &Poly) -> Poly {
    Poly::term(TermOp::Binary(BinaryOp::Shl), vec![Poly::one(), exponent.clone()])
}

/// Whether it is an integer, or a null pointer that is written as one.
fn is_number(expr: &Expr) -> bool {
    expr.ty.is_int() || matches!(expr.kind, ExprKind::Int(_))
}

/// Whether converting an integer keeps zero and non-zero apart: to `_Bool`, or to a type as wide.
fn same_truth(from: Type, to: Type) -> bool {
    match (from, to) {
        (Type::Int { .. }, Type::Int { bits: 1, .. }) => true,
        (Type::Int { bits: from, .. }, Type::Int { bits: to, .. }) => from <= to,
        _ => false,
    }
}

fn truth(condition: &Condition) -> Value {
    Value::select(condition, &Value::constant(1), &Value::constant(0))
}

fn compare(relation: Relation, a: &Value, b: &Value) -> Option<Condition> {
    let one = Value::constant(1);
    match relation {
        Relation::Lt => Condition::of(&b.minus(a).minus(&one), Test::NonNegative),
        Relation::Le => Condition::of(&b.minus(a), Test::NonNegative),
        Relation::Gt => Condition::of(&a.minus(b).minus(&one), Test::NonNegative),
        Relation::Ge => Condition::of(&a.minus(b), Test::NonNegative),
        Relation::Eq => Condition::of(&a.minus(b), Test::Zero),
        Relation::Ne => Condition::of(&a.minus(b), Test::NonZero),
    }
}
