//! Reductions: statements that only accumulate into a place, so that their order does not matter.
//!
//! `x op= e`, `x = x op e`, `if (e > x) x = e`, `x = e > x ? e : x` and `x = fmax(x, e)`, with `e`
//! free of `x`. The place may be a scalar or an element of an array (`h[bin[i]] += w`).
//!
//! Conversions can make the order matter: `n = n + 0.5` with an integer `n` truncates after every
//! step, and `if (e > c) c = e` with a narrower `c` compares what it does not store. Such statements
//! accumulate nothing. Rounding is not looked at, nor which of two equal values is kept, nor NaN:
//! those are what a `reduction` clause leaves open.

use std::collections::BTreeSet;

use crate::access::Access;
use crate::id::{AccessId, LoopId, StmtId};
use crate::ir::{
    Base, BinaryOp, Expr, ExprKind, Place, Relation, Step, Stmt, StmtKind, TargetRegion, Type,
    walk_statements,
};
use crate::symbolic::eval::AccessKind;
use crate::symbolic::poly::{Atom, TermOp};

/// An operation whose results do not depend on the order of its operands (OpenMP 5.2 §5.5.5), but
/// for rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operator {
    /// `+`; a subtraction adds the negated operand.
    Add,
    /// `*`; a division multiplies by the reciprocal.
    Mul,
    /// `min`
    Min,
    /// `max`
    Max,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&&`
    And,
    /// `||`
    Or,
}

impl Operator {
    /// As it is written in a `reduction` clause.
    pub fn symbol(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Mul => "*",
            Operator::Min => "min",
            Operator::Max => "max",
            Operator::BitAnd => "&",
            Operator::BitOr => "|",
            Operator::BitXor => "^",
            Operator::And => "&&",
            Operator::Or => "||",
        }
    }

    /// The operation of a `reduction` clause; `None` for one that the program declares.
    pub fn parse(text: &str) -> Option<Operator> {
        use Operator::{Add, And, BitAnd, BitOr, BitXor, Max, Min, Mul, Or};
        if text == "-" {
            return Some(Add);
        }
        let all = [Add, Mul, Min, Max, BitAnd, BitOr, BitXor, And, Or];
        all.into_iter().find(|operator| operator.symbol() == text)
    }

    /// The operation of `x op= e` with an `x` of type `ty`. A quotient of integers is not a product.
    fn of_binary(op: BinaryOp, ty: Type) -> Option<Operator> {
        Some(match op {
            BinaryOp::Add | BinaryOp::Sub => Operator::Add,
            BinaryOp::Mul => Operator::Mul,
            BinaryOp::Div if matches!(ty, Type::Float { .. }) => Operator::Mul,
            BinaryOp::BitAnd => Operator::BitAnd,
            BinaryOp::BitOr => Operator::BitOr,
            BinaryOp::BitXor => Operator::BitXor,
            BinaryOp::And => Operator::And,
            BinaryOp::Or => Operator::Or,
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => return None,
        })
    }

    /// Whether a variable of type `own` may be accumulated in values of the types `through`: none is
    /// narrower, and none truncates what another one rounds. A `_Bool` keeps only whether a sum is 0.
    fn survives(self, own: Type, through: &[Type]) -> bool {
        use Operator::{And, BitAnd, BitOr, Or};
        let kept = |ty: &Type| match (own, *ty) {
            (Type::Int { .. }, Type::Int { .. }) if matches!(self, And | Or) => true,
            (Type::Int { bits: 1, .. }, Type::Int { .. }) => matches!(self, BitAnd | BitOr),
            (Type::Int { bits: own, .. }, Type::Int { bits, .. })
            | (Type::Float { bits: own }, Type::Float { bits }) => bits >= own,
            _ => false,
        };
        through.iter().all(kept)
    }
}

/// The types of an expression and of what its conversions convert, outermost first.
fn types(expr: &Expr) -> Vec<Type> {
    let mut found = vec![expr.ty];
    let mut expr = expr;
    while let ExprKind::Cast(inner) = &expr.kind {
        found.push(inner.ty);
        expr = inner;
    }
    found
}

/// Whether different values of the type `from` are different values of `to`, in the same order.
fn is_lossless(from: Type, to: Type) -> bool {
    match (from, to) {
        (Type::Int { bits: f, signed: false }, Type::Int { bits: t, signed: true }) => t > f,
        (Type::Int { bits: f, signed: a }, Type::Int { bits: t, signed: b }) => a == b && t >= f,
        (Type::Int { bits, signed }, Type::Float { bits: t }) => {
            let significand = match t {
                64.. => 53,
                32.. => 24,
                _ => 8,
            };
            bits - u16::from(signed) <= significand
        }
        (Type::Float { bits: f }, Type::Float { bits: t }) => t >= f,
        _ => false,
    }
}

/// An expression without the conversions around it that lose nothing.
fn whole(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(inner) if is_lossless(inner.ty, expr.ty) => whole(inner),
        _ => expr,
    }
}

/// Whether a value of the type `from` keeps its place among others in a variable of type `own`:
/// rounding and truncation keep it, wrapping does not.
fn keeps_order(from: Type, own: Type) -> bool {
    let number = |ty| matches!(ty, Type::Int { .. } | Type::Float { .. });
    let wraps = matches!((from, own), (Type::Int { .. }, Type::Int { .. }));
    number(from) && number(own) && (!wraps || is_lossless(from, own))
}

/// Whether `value` is `compared`, or that rounded into the type of the variable it is stored in.
fn stores(value: &Expr, compared: &Expr) -> bool {
    let (value, compared) = (whole(value), whole(compared));
    identical(value, compared)
        || matches!(&value.kind, ExprKind::Cast(inner)
            if keeps_order(inner.ty, value.ty) && identical(whole(inner), compared))
}

/// A statement that accumulates.
pub(crate) struct Accumulation<'a> {
    /// Into what.
    pub(crate) target: &'a Place,
    /// By which operation.
    pub(crate) operator: Operator,
    /// What; free of the target.
    pub(crate) operand: &'a Expr,
}

/// The accumulation that a statement is, if it is one.
pub(crate) fn accumulation(stmt: &Stmt) -> Option<Accumulation<'_>> {
    let found = match &stmt.kind {
        StmtKind::Assign { target, op: Some(op), value } => compound(target, *op, value)?,
        StmtKind::Assign { target, op: None, value } => assigned(target, value)?,
        StmtKind::If { condition, then, otherwise } if otherwise.is_empty() => {
            let [Stmt { kind: StmtKind::Assign { target, op: None, value }, .. }] = then.as_slice()
            else {
                return None;
            };
            let operator = extremum(condition, |e| stores(value, e), |e| reads(whole(e), target))?;
            Accumulation { target, operator, operand: value }
        }
        _ => return None,
    };
    is_free(&found).then_some(found)
}

/// The accumulation that a statement is which updates its place in one step. The operand may read what it likes, for that is an access of
/// its own.
pub(crate) fn update(stmt: &Stmt) -> Option<Accumulation<'_>> {
    match &stmt.kind {
        StmtKind::Assign { target, op: Some(op), value } => compound(target, *op, value),
        _ => accumulation(stmt),
    }
}

/// The accumulation of `target op= value`, whatever the value reads.
fn compound<'a>(target: &'a Place, op: BinaryOp, value: &'a Expr) -> Option<Accumulation<'a>> {
    let operator = Operator::of_binary(op, target.ty)?;
    let computed = matches!(operator, Operator::And | Operator::Or)
        || operator.survives(target.ty, &[value.ty]);
    computed.then_some(Accumulation { target, operator, operand: value })
}

fn assigned<'a>(target: &'a Place, value: &'a Expr) -> Option<Accumulation<'a>> {
    let own = target.ty;
    let accumulate = |operator, operand: &'a Expr| Some(Accumulation { target, operator, operand });
    match &unconverted(value).kind {
        ExprKind::Binary(op, left, right) => {
            let operator = Operator::of_binary(*op, own)?;
            let commutes = !matches!(op, BinaryOp::Sub | BinaryOp::Div);
            let (read, operand) = match [left, right].map(|side| reads(unconverted(side), target)) {
                [true, _] => (left, right),
                [false, true] if commutes => (right, left),
                _ => return None,
            };
            let kept = [value, read].iter().all(|e| operator.survives(own, &types(e)));
            kept.then(|| accumulate(operator, operand))?
        }
        ExprKind::Select(condition, then, otherwise) => {
            let operator = extremum(condition, |e| stores(then, e), |e| stores(otherwise, e))?;
            let operand = chosen(target, value, [then, otherwise])?;
            accumulate(operator, operand)
        }
        ExprKind::Call { name, arguments, .. } => {
            let operator = match name.as_str() {
                "fmax" | "fmaxf" | "fmaxl" => Operator::Max,
                "fmin" | "fminf" | "fminl" => Operator::Min,
                _ => return None,
            };
            let [a, b] = arguments.as_slice() else { return None };
            accumulate(operator, chosen(target, value, [a, b])?)
        }
        _ => None,
    }
}

/// Of two expressions between which `value` chooses the one that does not read the target, if both
/// arrive in the target in the order in which they compare.
fn chosen<'a>(target: &Place, value: &Expr, [a, b]: [&'a Expr; 2]) -> Option<&'a Expr> {
    let (read, operand) = match (reads(whole(a), target), reads(whole(b), target)) {
        (true, false) => (a, b),
        (false, true) => (b, a),
        _ => return None,
    };
    let through = types(value);
    let arrives = |e: &Expr| {
        let from = whole(e).ty;
        keeps_order(from, target.ty)
            && through.iter().all(|ty| *ty == target.ty || is_lossless(from, *ty))
    };
    (arrives(read) && arrives(operand)).then_some(operand)
}

/// Whether a condition that chooses `chosen` over `other` chooses the greater or the smaller one.
fn extremum(
    condition: &Expr,
    chosen: impl Fn(&Expr) -> bool,
    other: impl Fn(&Expr) -> bool,
) -> Option<Operator> {
    let ExprKind::Compare(relation, left, right) = &unconverted(condition).kind else {
        return None;
    };
    let relation = match () {
        () if chosen(left) && other(right) => *relation,
        () if chosen(right) && other(left) => relation.swapped(),
        () => return None,
    };
    match relation {
        Relation::Gt | Relation::Ge => Some(Operator::Max),
        Relation::Lt | Relation::Le => Some(Operator::Min),
        Relation::Eq | Relation::Ne => None,
    }
}

fn unconverted(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast(inner) => unconverted(inner),
        _ => expr,
    }
}

fn reads(expr: &Expr, place: &Place) -> bool {
    match &expr.kind {
        ExprKind::Symbol(symbol) => place.as_symbol() == Some(*symbol),
        ExprKind::Load(read) => same_place(read, place),
        _ => false,
    }
}

/// Whether evaluating the operand, and finding the target, reads nothing of the target's variable or
/// array and has no effect.
fn is_free(found: &Accumulation) -> bool {
    let Base::Symbol(own) = &found.target.base else { return false };
    let mut free = true;
    let mut visit = |e: &Expr| match &e.kind {
        ExprKind::Symbol(symbol) => free &= symbol != own,
        ExprKind::Load(read) | ExprKind::AddressOf(read) => {
            free &= matches!(&read.base, Base::Symbol(symbol) if symbol != own);
        }
        ExprKind::Call { pure_fn, .. } => free &= *pure_fn,
        ExprKind::Opaque { effects, .. } => free &= !effects,
        _ => {}
    };
    found.operand.walk(&mut visit);
    for step in &found.target.steps {
        if let Step::Index { index, scale, .. } = step {
            index.walk(&mut visit);
            scale.walk(&mut visit);
        }
    }
    free
}

/// Whether two expressions are the same but for their places in the text.
fn identical(a: &Expr, b: &Expr) -> bool {
    let all = |a: &[Expr], b: &[Expr]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| identical(a, b))
    };
    if a.ty != b.ty {
        return false;
    }
    match (&a.kind, &b.kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
        (ExprKind::Float(a), ExprKind::Float(b)) => a == b,
        (ExprKind::Symbol(a), ExprKind::Symbol(b)) => a == b,
        (ExprKind::Symbol(s), ExprKind::Load(p)) | (ExprKind::Load(p), ExprKind::Symbol(s)) => {
            p.as_symbol() == Some(*s)
        }
        (ExprKind::Load(a), ExprKind::Load(b)) => same_place(a, b),
        (ExprKind::Cast(a), ExprKind::Cast(b)) => identical(a, b),
        (ExprKind::Unary(f, a), ExprKind::Unary(g, b)) => f == g && identical(a, b),
        (ExprKind::Binary(f, a, b), ExprKind::Binary(g, c, d)) => {
            f == g && identical(a, c) && identical(b, d)
        }
        (
            ExprKind::Call { name: f, pure_fn: true, arguments: a },
            ExprKind::Call { name: g, pure_fn: true, arguments: b },
        ) => f == g && all(a, b),
        _ => false,
    }
}

/// Whether two places are the same but for where their texts stand.
pub(crate) fn same_place(a: &Place, b: &Place) -> bool {
    let base = match (&a.base, &b.base) {
        (Base::Symbol(a), Base::Symbol(b)) => a == b,
        (Base::Loaded(a), Base::Loaded(b)) => same_place(a, b),
        _ => false,
    };
    let step = |(a, b): (&Step, &Step)| match (a, b) {
        (Step::Index { index: a, scale: s, .. }, Step::Index { index: b, scale: t, .. }) => {
            identical(a, b) && identical(s, t)
        }
        (Step::Field { offset: a, .. }, Step::Field { offset: b, .. }) => a == b,
        _ => false,
    };
    base && a.steps.len() == b.steps.len() && a.steps.iter().zip(&b.steps).all(step)
}

/// A statement that accumulates into memory, and the loops whose iterations may accumulate into one
/// element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayReduction {
    /// The store.
    pub access: AccessId,
    /// The operation.
    pub operator: Operator,
    /// The loops that the element does not change with, outermost first; all loops around where the
    /// subscript comes from memory.
    pub loops: Vec<LoopId>,
    /// Whether the subscript comes from memory, as in a histogram.
    pub indirect: bool,
}

/// The array reductions of a region, in textual order.
pub fn of_arrays(region: &TargetRegion, accesses: &[Access]) -> Vec<ArrayReduction> {
    let mut found = Vec::new();
    let mut known = BTreeSet::new();
    walk_statements(&region.body, &mut |stmt| {
        let Some(accumulation) = accumulation(stmt) else { return };
        let store = store_of(stmt);
        let writes = |access: &&Access| {
            let reference = &access.reference;
            reference.kind != AccessKind::Read && Some(reference.stmt) == store
        };
        let Some(access) = accesses.iter().find(writes) else { return };
        if accumulation.target.as_symbol().is_none() && known.insert(access.id) {
            found.extend(reduction(access, accumulation.operator));
        }
    });
    found
}

/// The number of the statement that stores.
fn store_of(stmt: &Stmt) -> Option<StmtId> {
    match &stmt.kind {
        StmtKind::If { then, .. } => then.first().map(|inner| inner.id),
        _ => Some(stmt.id),
    }
}

fn reduction(access: &Access, operator: Operator) -> Option<ArrayReduction> {
    let offset = &access.reference.address.offset;
    let indirect = offset.unknown().is_some()
        || offset.any_atom(&mut |atom| {
            let Atom::Term(term) = atom else { return false };
            matches!(term.op, TermOp::Load { .. } | TermOp::Unknown { .. })
        });
    let moves =
        |l: LoopId| offset.any_atom(&mut |atom| matches!(atom, Atom::Iv(iv, _) if *iv == l));
    let loops = access.reference.loops.iter().copied();
    let loops: Vec<_> = loops.filter(|l| indirect || !moves(*l)).collect();
    (!loops.is_empty()).then_some(ArrayReduction { access: access.id, operator, loops, indirect })
}
