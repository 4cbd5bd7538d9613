//! `for` over the elements of an array, or of a container that is one.

use clang_sys as cs;

use super::Lowerer;
use super::nodes::{cast, int, made, pointer_difference, variable, whole};
use super::object::is_plain_object;
use super::place::field_steps;
use super::syntax::below;
use super::types::{class_of, is_array, is_reference, iterated};
use crate::frontend::libclang::{Cursor, Type as ClangType};
use crate::id::LoopId;
use crate::ir::{Expr, ExprKind, Loop, Place, Relation, Role, Step, Stmt, StmtKind, Type, Written};
use crate::source::Span;

/// The members of the common standard libraries' vectors that point to the first element and behind
/// the last, which stand one behind the other.
const ENDS: [(&str, &str); 2] = [("_M_start", "_M_finish"), ("__begin_", "__end_")];

const NO_ARRAY: &str = "a range-based for over something that is no array";

/// The parts of a `for` over a range.
struct Parts<'tu> {
    variable: Cursor<'tu>,
    range: Cursor<'tu>,
    body: Cursor<'tu>,
}

/// The elements that a loop visits: what stands in the place of an array, how many there are, and
/// their type.
struct Elements<'tu> {
    array: Place,
    count: Expr,
    extent: Option<Expr>,
    ty: ClangType<'tu>,
}

impl<'tu> Lowerer<'_, 'tu> {
    /// A `for` over a range: a loop over an array's elements.
    pub(super) fn range_for(
        &mut self,
        cursor: Cursor<'tu>,
        pragma: Option<String>,
        out: &mut Vec<Stmt>,
    ) {
        let start = self.check_start(b"for", cursor);
        match start
            .and_then(|()| parts(cursor))
            .and_then(|parts| self.elements_loop(cursor, &parts, (pragma, out)))
        {
            Ok(()) => {}
            Err(why) => self.opaque_statement(cursor, why, out),
        }
    }

    fn elements_loop(
        &mut self,
        cursor: Cursor<'tu>,
        parts: &Parts<'tu>,
        (pragma, out): (Option<String>, &mut Vec<Stmt>),
    ) -> Result<(), String> {
        let iv = self.temporary("index", Type::LONG);
        let own = self.span(cursor);
        let elements = self.elements(parts, own, out)?;
        let index = variable(iv, Type::LONG);
        let count = elements.count.clone();
        let value = self.element_value(parts, elements, index)?;
        let symbol = self.declared_symbol(parts.variable);
        self.increments.push(Vec::new());
        let mut nested = self.body(parts.body);
        self.increments.pop();
        let whole = Span::new(own.start, nested.span.end.max(own.end));
        nested.stmts.insert(0, made(StmtKind::Declare { symbol, value: Some(value) }, whole));
        let kind = StmtKind::Loop(Box::new(Loop {
            id: LoopId(0),
            role: Role::Written,
            iv,
            lower: int(0, Type::LONG),
            relation: Relation::Lt,
            bound: count,
            step: int(1, Type::LONG),
            declares_iv: true,
            header: whole,
            body_span: whole,
            braced: false,
            written: Written::Range,
            pragma,
            body: nested.stmts,
        }));
        out.push(made(kind, whole));
        Ok(())
    }

    fn elements(
        &mut self,
        parts: &Parts<'tu>,
        own: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Elements<'tu>, String> {
        let mut ty = parts.range.ty().canonical();
        let mut steps = Vec::new();
        if let Some((field, class)) = only_array(ty) {
            steps = field_steps(field, class)?;
            ty = field.ty().canonical();
        }
        let Some(count) = ty.array_size().filter(|_| is_array(ty)) else {
            return self.vector(parts, own, out);
        };
        let mut array = self.place(parts.range)?;
        array.steps.extend(steps);
        let count = int(count, Type::LONG);
        let extent = Some(count.clone());
        Ok(Elements { array, count, extent, ty: ty.element().canonical() })
    }

    /// The elements of a vector, whose two pointers are read before the loop.
    fn vector(
        &mut self,
        parts: &Parts<'tu>,
        own: Span,
        out: &mut Vec<Stmt>,
    ) -> Result<Elements<'tu>, String> {
        let class = parts.range.ty().canonical().declaration().ok_or(NO_ARRAY)?;
        let first = first_element(parts.variable).ok_or(NO_ARRAY)?;
        let pointer = iterated(first.ty().canonical()).ok_or(NO_ARRAY)?;
        if !class.in_system_header() || class.spelling() != "vector" {
            return Err(NO_ARRAY.to_owned());
        }
        let ty = pointer.pointee().canonical();
        let bytes = ty.size().filter(|bytes| *bytes > 0).ok_or("an element of unknown size")?;
        let mut before = Vec::new();
        let whole_range = named(first, "__range").ok_or(NO_ARRAY)?;
        self.with_span(own, |l| l.variable_statement(whole_range, whole_range, &mut before));
        let first = self.hoisting(first, &mut before, |lowerer| lowerer.expr(first));
        let last = behind_last(&first).ok_or(NO_ARRAY)?;
        out.extend(before);
        let start = self.temporary("start", Type::Pointer);
        out.push(made(StmtKind::Declare { symbol: start, value: Some(first) }, own));
        let value = Some(pointer_difference(last, variable(start, Type::Pointer), bytes));
        let symbol = self.temporary("count", Type::LONG);
        out.push(made(StmtKind::Declare { symbol, value }, own));
        let array = whole(start, Type::Pointer, Span::default());
        Ok(Elements { array, count: variable(symbol, Type::LONG), extent: None, ty })
    }

    /// What the variable of the loop is set to in the iteration `index`.
    fn element_value(
        &mut self,
        parts: &Parts<'tu>,
        elements: Elements<'tu>,
        index: Expr,
    ) -> Result<Expr, String> {
        let Elements { array: mut place, extent, ty, .. } = elements;
        super::place::check_ordinary(ty)?;
        let bytes = ty.size().ok_or("an element of unknown size")?;
        place.steps.push(Step::Index { index, scale: int(bytes, Type::LONG), extent });
        place.ty = self.ty(ty);
        place.span = self.span(parts.range);
        let own = parts.variable.ty().canonical();
        if is_reference(own) {
            return Ok(Expr { ty: Type::Pointer, kind: ExprKind::AddressOf(place) });
        }
        let class = |ty: ClangType<'tu>| ty.declaration().map(Cursor::identity);
        let objects = own.kind() == cs::CXType_Record || ty.kind() == cs::CXType_Record;
        if objects && !(class(own) == class(ty) && is_plain_object(ty, 0)) {
            return Err("a copy that a constructor makes".to_owned());
        }
        let ty = self.ty(own);
        Ok(cast(Expr { ty: place.ty, kind: ExprKind::Load(place) }, ty))
    }
}

fn parts(cursor: Cursor<'_>) -> Result<Parts<'_>, String> {
    let children = cursor.children();
    let variable = children.iter().copied().find(|c| c.kind() == cs::CXCursor_VarDecl);
    let range = children.iter().copied().find(|c| c.is_expression());
    let body = children.last().copied();
    let start = children.iter().any(|c| c.is_statement() && !body.is_some_and(|body| body.is(*c)));
    match (variable, range, body) {
        (Some(variable), Some(range), Some(body)) if !start && !body.is(range) => {
            Ok(Parts { variable, range, body })
        }
        _ => Err("a range-based for whose parts libclang does not show".to_owned()),
    }
}

/// The member that `std::array` consists of, and its class.
fn only_array(ty: ClangType<'_>) -> Option<(Cursor<'_>, Cursor<'_>)> {
    let class = class_of(ty)?;
    if !class.in_system_header() || class.spelling() != "array" {
        return None;
    }
    match ty.fields()[..] {
        [only] if is_array(only.ty().canonical()) => Some((only, class)),
        _ => None,
    }
}

/// The expression that gives the iterator which a loop starts with, read off the one that
/// initialises its variable.
fn first_element(variable: Cursor<'_>) -> Option<Cursor<'_>> {
    named(variable.initializer()?, "__begin")?.initializer()
}

/// The variable of clang's own that an expression names; the name is followed by a number.
fn named<'tu>(expression: Cursor<'tu>, name: &str) -> Option<Cursor<'tu>> {
    let references = below(expression).filter(|c| c.kind() == cs::CXCursor_DeclRefExpr);
    let mut variables = references.filter_map(Cursor::referenced);
    variables.find(|variable| variable.spelling().starts_with(name))
}

/// The pointer behind the last element of a vector, by that to the first.
fn behind_last(first: &Expr) -> Option<Expr> {
    let ExprKind::Load(place) = &first.kind else { return None };
    let mut place = place.clone();
    let Some(Step::Field { name, offset, .. }) = place.steps.last_mut() else { return None };
    let (_, end) = ENDS.iter().find(|(begin, _)| begin == name)?;
    (*end).clone_into(name);
    *offset += 8;
    Some(Expr { ty: Type::Pointer, kind: ExprKind::Load(place) })
}
