//! Reductions: statements that only accumulate into a place, so that their order does not matter.
//!
//! `x op= e`, `x = x op e`, `if (e > x) x = e`, `x = e > x ? e : x` and `x = fmax(x, e)`, with `e`
//! free of `x`. The place may be a scalar or an element of an array (`h[bin[i]] += w`).

use std::collections::BTreeSet;

use crate::access::Access;
use crate::id::{AccessId, LoopId, StmtId};
use crate::ir::{
    Base, BinaryOp, Expr, ExprKind, Place, Relation, Step, Stmt, StmtKind, TargetRegion,
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

    fn of_binary(op: BinaryOp) -> Option<Operator> {
        Some(match op {
            BinaryOp::Add | BinaryOp::Sub => Operator::Add,
            BinaryOp::Mul | BinaryOp::Div => Operator::Mul,
            BinaryOp::BitAnd => Operator::BitAnd,
            BinaryOp::BitOr => Operator::BitOr,
            BinaryOp::BitXor => Operator::BitXor,
            BinaryOp::And => Operator::And,
            BinaryOp::Or => Operator::Or,
            BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => return None,
        })
    }
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
        StmtKind::Assign { target, op: Some(op), value } => {
            Accumulation { target, operator: Operator::of_binary(*op)?, operand: value }
        }
        StmtKind::Assign { target, op: None, value } => assigned(target, value)?,
        StmtKind::If { condition, then, otherwise } if otherwise.is_empty() => {
            let [Stmt { kind: StmtKind::Assign { target, op: None, value }, .. }] = then.as_slice()
            else {
                return None;
            };
            let operator = extremum(condition, |e| same(e, value), |e| reads(e, target))?;
            Accumulation { target, operator, operand: value }
        }
        _ => return None,
    };
    is_free(found.operand, found.target).then_some(found)
}

fn assigned<'a>(target: &'a Place, value: &'a Expr) -> Option<Accumulation<'a>> {
    let accumulate = |operator, operand: &'a Expr| Some(Accumulation { target, operator, operand });
    match &unconverted(value).kind {
        ExprKind::Binary(op, left, right) => {
            let operator = Operator::of_binary(*op)?;
            if reads(left, target) {
                return accumulate(operator, right);
            }
            let commutes = !matches!(op, BinaryOp::Sub | BinaryOp::Div);
            (commutes && reads(right, target)).then(|| accumulate(operator, left))?
        }
        ExprKind::Select(condition, then, otherwise) => {
            let operator = extremum(condition, |e| same(e, then), |e| same(e, otherwise))?;
            match (reads(then, target), reads(otherwise, target)) {
                (false, true) => accumulate(operator, then),
                (true, false) => accumulate(operator, otherwise),
                _ => None,
            }
        }
        ExprKind::Call { name, arguments, .. } => {
            let operator = match name.as_str() {
                "fmax" | "fmaxf" | "fmaxl" => Operator::Max,
                "fmin" | "fminf" | "fminl" => Operator::Min,
                _ => return None,
            };
            match arguments.as_slice() {
                [a, b] if reads(a, target) => accumulate(operator, b),
                [a, b] if reads(b, target) => accumulate(operator, a),
                _ => None,
            }
        }
        _ => None,
    }
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
    match &unconverted(expr).kind {
        ExprKind::Symbol(symbol) => place.as_symbol() == Some(*symbol),
        ExprKind::Load(read) => same_place(read, place),
        _ => false,
    }
}

/// Whether evaluating `expr` reads nothing of the variable or array of `place`.
fn is_free(expr: &Expr, place: &Place) -> bool {
    let Base::Symbol(own) = &place.base else { return false };
    let mut free = true;
    expr.walk(&mut |e| match &e.kind {
        ExprKind::Symbol(symbol) => free &= symbol != own,
        ExprKind::Load(read) | ExprKind::AddressOf(read) => {
            free &= matches!(&read.base, Base::Symbol(symbol) if symbol != own);
        }
        ExprKind::Call { pure_fn, .. } => free &= *pure_fn,
        ExprKind::Opaque { effects, .. } => free &= !effects,
        _ => {}
    });
    free
}

/// Whether two expressions are the same but for conversions and their places in the text.
fn same(a: &Expr, b: &Expr) -> bool {
    let all =
        |a: &[Expr], b: &[Expr]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    match (&unconverted(a).kind, &unconverted(b).kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
        (ExprKind::Float(a), ExprKind::Float(b)) => a == b,
        (ExprKind::Symbol(a), ExprKind::Symbol(b)) => a == b,
        (ExprKind::Symbol(s), ExprKind::Load(p)) | (ExprKind::Load(p), ExprKind::Symbol(s)) => {
            p.as_symbol() == Some(*s)
        }
        (ExprKind::Load(a), ExprKind::Load(b)) => same_place(a, b),
        (ExprKind::Unary(f, a), ExprKind::Unary(g, b)) => f == g && same(a, b),
        (ExprKind::Binary(f, a, b), ExprKind::Binary(g, c, d)) => {
            f == g && same(a, c) && same(b, d)
        }
        (
            ExprKind::Call { name: f, pure_fn: true, arguments: a },
            ExprKind::Call { name: g, pure_fn: true, arguments: b },
        ) => f == g && all(a, b),
        _ => false,
    }
}

fn same_place(a: &Place, b: &Place) -> bool {
    let base = match (&a.base, &b.base) {
        (Base::Symbol(a), Base::Symbol(b)) => a == b,
        (Base::Loaded(a), Base::Loaded(b)) => same_place(a, b),
        _ => false,
    };
    let step = |(a, b): (&Step, &Step)| match (a, b) {
        (Step::Index { index: a, scale: s, .. }, Step::Index { index: b, scale: t, .. }) => {
            same(a, b) && same(s, t)
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
    walk(&region.body, &mut |stmt| {
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

fn walk<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    for stmt in body {
        visit(stmt);
        match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                walk(then, visit);
                walk(otherwise, visit);
            }
            StmtKind::Loop(inner) => walk(&inner.body, visit),
            StmtKind::While { body, .. } | StmtKind::Directive(_, body) => walk(body, visit),
            _ => {}
        }
    }
}
