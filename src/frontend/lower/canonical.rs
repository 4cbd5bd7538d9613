//! Canonical loops: the headers whose iterations can be counted, by an integer or by a pointer.

use clang_sys as cs;
use rug::Integer;

use super::Lowerer;
use super::header::{
    Counting, Parts, check_direction, comparison, initialisation, split_increment, split_init,
};
use super::nodes::{
    binary, cast, has_effects, int, made, negated, pointer_difference, stored, variable,
};
use super::scans::changes;
use super::syntax::{
    is_assignment, is_decrement, is_pointer, mentions, names, only_child, stripped, two_children,
};
use super::types::is_reference;
use crate::frontend::libclang::Cursor;
use crate::id::SymbolId;
use crate::ir::{Base, BinaryOp, Expr, ExprKind, Place, Relation, Step, Stmt, StmtKind, Type};
use crate::source::Span;

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

/// A loop whose counter is a pointer: `target` is `origin + iv` in each iteration.
pub(super) struct PointerLoop {
    target: SymbolId,
    origin: SymbolId,
    first: Expr,
    iv: SymbolId,
    bytes: u64,
    element: Type,
    declares_iv: bool,
}

impl PointerLoop {
    fn start(&self) -> StmtKind {
        StmtKind::Declare { symbol: self.origin, value: Some(self.first.clone()) }
    }

    fn element(&self) -> Expr {
        let index = variable(self.iv, Type::LONG);
        let step = Step::Index { index, scale: int(self.bytes, Type::LONG), extent: None };
        let base = Base::Symbol(self.origin);
        let span = Span::default();
        let place = Place { base, steps: vec![step], ty: self.element, span, debug: None };
        Expr { ty: Type::Pointer, kind: ExprKind::AddressOf(place) }
    }

    fn assignment(&self) -> StmtKind {
        stored(self.target, self.element(), Span::default())
    }

    /// The first statement of the body.
    pub(super) fn first(self) -> StmtKind {
        if self.declares_iv {
            return StmtKind::Declare { symbol: self.target, value: Some(self.element()) };
        }
        self.assignment()
    }

    /// What the pointer holds behind the loop.
    pub(super) fn after(&self) -> Option<StmtKind> {
        (!self.declares_iv).then(|| self.assignment())
    }
}

impl<'tu> Lowerer<'_, 'tu> {
    pub(super) fn canonical(&mut self, parts: &Parts<'tu>) -> Result<Canonical<'tu>, String> {
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

    /// A loop over a pointer counts elements from where the pointer starts.
    pub(super) fn pointer_loop(
        &mut self,
        header: &Counting<'tu>,
        body: Cursor<'tu>,
    ) -> Result<Canonical<'tu>, String> {
        let Counting { variable, start, relation, bound, increment, declares } = *header;
        let ty = variable.ty().canonical();
        if ty.is_volatile() || is_reference(ty) || changes(body, variable) {
            return Err("its counter is a pointer that changes in the body".to_owned());
        }
        let ty = super::types::iterated(ty).unwrap_or(ty);
        let bytes = ty.pointee().canonical().size().filter(|bytes| *bytes > 0);
        let bytes = bytes.ok_or("its counter points to elements of unknown size")?;
        let step = self.step(variable, increment)?;
        check_direction(relation, &step)?;
        let first = self.expr(start);
        let last = self.expr(bound);
        if has_effects(&first) || (first.ty, last.ty) != (Type::Pointer, Type::Pointer) {
            return Err("its counter does not start at a known place".to_owned());
        }
        let origin = self.temporary("start", Type::Pointer);
        let steady = !self.mentions_changing_variable(start);
        let bound = elements_between(origin, &first, last, (bytes, steady));
        let iv = self.temporary("index", Type::LONG);
        let target = self.symbol(variable);
        let element = self.ty(ty.pointee());
        let pointer =
            PointerLoop { target, origin, first, iv, bytes, element, declares_iv: declares };
        Ok(Canonical {
            iv,
            lower: int(0, Type::LONG),
            relation,
            bound,
            step,
            declares_iv: true,
            pointer: Some(pointer),
            before: Vec::new(),
            after: Vec::new(),
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
            return Ok(int(if is_decrement(increment) { -1 } else { 1 }, promoted(ty)));
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

    /// What a header does before its loop runs.
    pub(super) fn before_loop(
        &mut self,
        cursor: Cursor<'tu>,
        canonical: &Canonical<'tu>,
        out: &mut Vec<Stmt>,
    ) {
        let start = self.span(cursor).start;
        let span = self.call_span.unwrap_or(Span::new(start, start));
        self.with_span(span, |lowerer| {
            for other in &canonical.before {
                if other.kind() == cs::CXCursor_VarDecl {
                    lowerer.variable_statement(*other, *other, out);
                } else {
                    lowerer.statement(*other, None, out);
                }
            }
        });
        let whole = self.span(cursor);
        out.extend(canonical.pointer.as_ref().map(|pointer| made(pointer.start(), whole)));
    }
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

/// How many elements lie from where a pointer loop starts to its bound; `steady` where what the start
/// is computed from does not change.
fn elements_between(
    origin: SymbolId,
    first: &Expr,
    last: Expr,
    (bytes, steady): (u64, bool),
) -> Expr {
    if let (Some((a, i)), Some((b, j))) = (element_of(first), element_of(&last))
        && a == b
        && steady
    {
        let (i, j) = (cast(i, Type::LONG), cast(j, Type::LONG));
        if matches!(&i.kind, ExprKind::Int(value) if *value == 0) {
            return j;
        }
        return binary(j, BinaryOp::Sub, i, Type::LONG);
    }
    pointer_difference(last, variable(origin, Type::Pointer), bytes)
}

/// The base and the only index of a pointer that is written as a variable or an element's address.
fn element_of(pointer: &Expr) -> Option<(Base, Expr)> {
    match &pointer.kind {
        ExprKind::Symbol(symbol) => Some((Base::Symbol(*symbol), int(0, Type::LONG))),
        ExprKind::AddressOf(place) => match (&place.base, &place.steps[..]) {
            (Base::Symbol(_), [Step::Index { index, .. }]) => {
                Some((place.base.clone(), index.clone()))
            }
            _ => None,
        },
        _ => None,
    }
}
