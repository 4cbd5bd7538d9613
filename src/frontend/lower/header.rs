//! Headers of `for`: which variable counts, and loops that count with a pointer.

use clang_sys as cs;

use super::Lowerer;
use super::expr::is_assignment;
use super::hoist::made;
use super::loops::{
    Canonical, check_direction, comparison, initialisation, mentions, names, stripped,
};
use super::place::two_children;
use super::scans::shared_by;
use super::types::{cast, int, is_reference};
use crate::frontend::libclang::Cursor;
use crate::id::SymbolId;
use crate::ir::{Base, BinaryOp, Expr, ExprKind, Place, Relation, Step, Stmt, StmtKind, Type};
use crate::source::Span;

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
        let index = Expr { ty: Type::LONG, kind: ExprKind::Symbol(self.iv) };
        let step = Step::Index { index, scale: int(self.bytes, Type::LONG), extent: None };
        let base = Base::Symbol(self.origin);
        let place = Place { base, steps: vec![step], ty: self.element, span: Span::default() };
        Expr { ty: Type::Pointer, kind: ExprKind::AddressOf(place) }
    }

    fn assignment(&self) -> StmtKind {
        let base = Base::Symbol(self.target);
        let target = Place { base, steps: vec![], ty: Type::Pointer, span: Span::default() };
        StmtKind::Assign { target, op: None, value: self.element() }
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

/// The parts of a header that count.
#[derive(Clone, Copy)]
pub(super) struct Counting<'tu> {
    pub(super) variable: Cursor<'tu>,
    pub(super) start: Cursor<'tu>,
    pub(super) relation: Relation,
    pub(super) bound: Cursor<'tu>,
    pub(super) increment: Cursor<'tu>,
    pub(super) declares: bool,
}

impl<'tu> Lowerer<'_, 'tu> {
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
        if super::call::has_effects(&first) || (first.ty, last.ty) != (Type::Pointer, Type::Pointer)
        {
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

    /// Lowers something whose text is that of another place.
    pub(super) fn with_span<T>(&mut self, span: Span, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.call_span.replace(self.call_span.unwrap_or(span));
        let result = lower(self);
        self.call_span = outer;
        result
    }
}

/// The part of an initialisation that sets the counter, which the condition compares, and the others.
pub(super) fn split_init<'tu>(
    init: Cursor<'tu>,
    condition: Cursor<'tu>,
) -> Result<(Cursor<'tu>, Vec<Cursor<'tu>>), String> {
    let parts = match init.kind() {
        cs::CXCursor_DeclStmt => init.children(),
        _ => comma_operands(init),
    };
    let sets = |part: &Cursor<'tu>| {
        let variable = initialisation(*part).ok().map(|(variable, ..)| variable);
        parts.len() == 1 || variable.is_some_and(|v| comparison(v, condition).is_ok())
    };
    let counters: Vec<_> = parts.iter().copied().filter(|part| sets(part)).collect();
    let [counter] = counters[..] else {
        return Err("its header sets several variables that it compares, or none".to_owned());
    };
    let before = parts.into_iter().filter(|part| !part.is(counter)).collect();
    Ok((counter, before))
}

/// The part of an increment that steps the counter, and the others.
pub(super) fn split_increment<'tu>(
    increment: Cursor<'tu>,
    variable: Cursor<'tu>,
) -> Result<(Cursor<'tu>, Vec<Cursor<'tu>>), String> {
    let parts = comma_operands(increment);
    if let [only] = parts[..] {
        return Ok((only, Vec::new()));
    }
    let (own, others): (Vec<_>, Vec<_>) =
        parts.into_iter().partition(|part| mentions(*part, variable));
    match own[..] {
        [only] => Ok((only, others)),
        _ => Err("its header uses the counter in several increments".to_owned()),
    }
}

/// The operands of a comma operator, however deep; the expression itself where it is none.
fn comma_operands(expression: Cursor<'_>) -> Vec<Cursor<'_>> {
    let inner = stripped(expression);
    let comma = inner.kind() == cs::CXCursor_BinaryOperator
        && inner.binary_operator() == cs::CXBinaryOperator_Comma;
    match two_children(inner) {
        Ok((left, right)) if comma => {
            let mut all = comma_operands(left);
            all.extend(comma_operands(right));
            all
        }
        _ => vec![expression],
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
        let kind = ExprKind::Binary(BinaryOp::Sub, Box::new(j), Box::new(i));
        return Expr { ty: Type::LONG, kind };
    }
    let origin = Expr { ty: Type::Pointer, kind: ExprKind::Symbol(origin) };
    pointer_difference(last, origin, bytes)
}

/// `left - right` in elements of that many bytes.
pub(super) fn pointer_difference(left: Expr, right: Expr, bytes: u64) -> Expr {
    let of = |kind| Expr { ty: Type::LONG, kind };
    let (left, right) = (of(ExprKind::Cast(Box::new(left))), of(ExprKind::Cast(Box::new(right))));
    let distance = of(ExprKind::Binary(BinaryOp::Sub, Box::new(left), Box::new(right)));
    of(ExprKind::Binary(BinaryOp::Div, Box::new(distance), Box::new(int(bytes, Type::LONG))))
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

/// Whether a body may change a variable: assigns to it, takes its address, or binds a reference to it.
pub(super) fn changes(body: Cursor, variable: Cursor) -> bool {
    let mut pending = vec![body];
    while let Some(cursor) = pending.pop() {
        let children = cursor.children();
        let assigns =
            is_assignment(cursor) && children.first().is_some_and(|c| names(*c, variable));
        let lambda = cursor.kind() == cs::CXCursor_LambdaExpr && mentions(cursor, variable);
        let mut shared = shared_by(cursor, &children).into_iter();
        if assigns || lambda || shared.any(|name| names(name, variable)) {
            return true;
        }
        pending.extend(children);
    }
    false
}

/// How often a variable is named in an expression.
pub(super) fn mentions_often(expression: Cursor, variable: Cursor) -> u32 {
    let named = expression.kind() == cs::CXCursor_DeclRefExpr && names(expression, variable);
    let children = expression.children();
    let below: u32 = children.into_iter().map(|child| mentions_often(child, variable)).sum();
    below + u32::from(named)
}
