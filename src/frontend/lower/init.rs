//! Initialiser lists, and constructors and assignments of classes that only copy.

use clang_sys as cs;
use rug::Integer;

use super::Lowerer;
use super::expr::uses_memory;
use super::nodes::{cast, int, opaque, zero};
use super::object::is_plain_object;
use super::syntax::{members_of, stripped};
use super::types::{is_array, iterated};
use crate::frontend::libclang::{Cursor, Type as ClangType};
use crate::ir::{Base, Element, Expr, ExprKind, Place, Step, Stmt, StmtKind, Type};
use crate::source::Span;

/// How many scalars an initialiser list may set.
const MOST_SCALARS: usize = 256;

/// How many elements of a table are kept.
const MOST_ELEMENTS: usize = 64;

/// A scalar of an object, and the expression that initialises it; `None` where it is zero.
struct Part<'tu> {
    steps: Vec<Step>,
    ty: ClangType<'tu>,
    value: Option<Cursor<'tu>>,
}

impl<'tu> Lowerer<'_, 'tu> {
    /// A variable with a braced list: its declaration, and one assignment for each scalar in it.
    /// Whether the list was understood.
    pub(super) fn listed_variable(
        &mut self,
        cursor: Cursor<'tu>,
        variable: Cursor<'tu>,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let ty = variable.ty().canonical();
        let list = variable.initializer().filter(|list| list.kind() == cs::CXCursor_InitListExpr);
        let aggregate = is_array(ty) || ty.kind() == cs::CXType_Record;
        let Some(list) = list.filter(|_| aggregate) else { return false };
        let mut parts = Vec::new();
        if scalars(ty, Some(list), &[], &mut parts).is_none() {
            return false;
        }
        self.is_listed(list);
        let symbol = self.declared_symbol(variable);
        self.push(cursor, StmtKind::Declare { symbol, value: None }, out);
        for part in parts {
            let ty = self.ty(part.ty);
            let value = match part.value {
                None => zero(ty),
                Some(value) => self.hoisting(value, out, |l| l.part_value(value, ty)),
            };
            let span = self.span(part.value.unwrap_or(list));
            let target =
                Place { base: Base::Symbol(symbol), steps: part.steps, ty, span, debug: None };
            self.push(cursor, StmtKind::Assign { target, op: None, value }, out);
        }
        true
    }

    /// The integers that a braced list gives an object of type `ty`; none where the list is not understood.
    pub(super) fn table(&mut self, variable: Cursor<'tu>, ty: ClangType<'tu>) -> Vec<Element> {
        let list = variable.initializer().filter(|list| list.kind() == cs::CXCursor_InitListExpr);
        let mut parts = Vec::new();
        let understood = list.and_then(|list| scalars(ty, Some(list), &[], &mut parts));
        if understood.is_none() || parts.len() > MOST_ELEMENTS {
            return Vec::new();
        }
        let mut found = Vec::new();
        for part in parts {
            let ty = self.ty(part.ty);
            if !ty.is_int() {
                continue;
            }
            let value = part.value.map_or(Some(Integer::new()), Cursor::evaluate_integer);
            let (Some(value), Some(offset)) = (value, offset(&part.steps)) else {
                return Vec::new();
            };
            if !ty.holds(&value) {
                return Vec::new();
            }
            found.push(Element { offset, ty, value });
        }
        found
    }

    /// Puts before the statement the assignments of a braced list to the parts of an object; `None`
    /// where the list was not understood.
    pub(super) fn listed_parts(
        &mut self,
        object: &Place,
        ty: ClangType<'tu>,
        list: Cursor<'tu>,
    ) -> Option<()> {
        let mut parts = Vec::new();
        scalars(ty, Some(list), &[], &mut parts)?;
        self.is_listed(list);
        for part in parts {
            let ty = self.ty(part.ty);
            let value = part.value.map_or_else(|| zero(ty), |value| self.part_value(value, ty));
            let span = self.span(part.value.unwrap_or(list));
            let steps = object.steps.iter().cloned().chain(part.steps).collect();
            let target = Place { base: object.base.clone(), steps, ty, span, debug: None };
            self.hoist(StmtKind::Assign { target, op: None, value }, span);
        }
        Some(())
    }

    /// A list of initial values becomes statements.
    fn is_listed(&mut self, list: Cursor<'tu>) {
        let (start, end) = list.extent();
        if start.file == Some(self.file) {
            self.listed.push(Span::new(start.offset, end.offset.max(start.offset)));
        }
    }

    fn part_value(&mut self, value: Cursor<'tu>, ty: Type) -> Expr {
        if !matches!(ty, Type::Aggregate { .. }) {
            return cast(self.expr(value), ty);
        }
        let object = self.class_value(value);
        object.unwrap_or_else(|| opaque(ty, "an initialiser list", uses_memory(value)))
    }

    /// The assignment of one object of a plain class to another.
    pub(super) fn class_assignment(&mut self, call: Cursor<'tu>) -> Option<StmtKind> {
        let callee = call.referenced()?;
        let copies = callee.spelling() == "operator=" && is_plain_object(call.ty().canonical(), 0);
        let [target, value] = call.arguments()[..] else { return None };
        let same = |a: ClangType<'tu>, b: ClangType<'tu>| {
            a.declaration().map(Cursor::identity) == b.declaration().map(Cursor::identity)
        };
        let types = (target.ty().canonical(), stripped(value).ty().canonical());
        if !copies || !same(types.0, types.1) {
            return None;
        }
        let value = self.class_value(value)?;
        let target = self.place(target).ok()?;
        Some(StmtKind::Assign { target, op: None, value })
    }

    pub(super) fn class_value(&mut self, value: Cursor<'tu>) -> Option<Expr> {
        if iterated(value.ty().canonical()).is_some() {
            return Some(self.expr(value)).filter(|value| value.ty == Type::Pointer);
        }
        if let Ok(place) = self.place(value) {
            return Some(Expr { ty: place.ty, kind: ExprKind::Load(place) });
        }
        let value = self.expr(value);
        matches!(value.kind, ExprKind::Load(_)).then_some(value)
    }

    /// The copy of an object of a plain class by its constructor.
    pub(super) fn copied_object(&mut self, call: Cursor<'tu>) -> Option<Expr> {
        let ty = call.ty().canonical();
        let [value] = call.arguments()[..] else { return None };
        let of = |ty: ClangType<'tu>| ty.canonical().declaration().map(Cursor::identity);
        let same = of(ty).is_some() && of(ty) == of(stripped(value).ty());
        let copies = call.referenced().is_some_and(Cursor::copies);
        (same && copies && is_plain_object(ty, 0)).then(|| self.class_value(value))?
    }
}

/// The bytes from an object's start to a part of it.
fn offset(steps: &[Step]) -> Option<u64> {
    let number = |expr: &Expr| expr.integer()?.to_u64();
    let bytes = |step: &Step| match step {
        Step::Index { index, scale, .. } => number(index)?.checked_mul(number(scale)?),
        Step::Field { offset, overlapping: false, .. } => Some(*offset),
        Step::Field { .. } => None,
    };
    steps.iter().try_fold(0_u64, |sum, step| sum.checked_add(bytes(step)?))
}

/// Every scalar of an object of type `ty` with its initialiser; `None` where the list is not nested
/// as the type is.
fn scalars<'tu>(
    ty: ClangType<'tu>,
    value: Option<Cursor<'tu>>,
    steps: &[Step],
    out: &mut Vec<Part<'tu>>,
) -> Option<()> {
    if out.len() >= MOST_SCALARS {
        return None;
    }
    let braced = value.filter(|value| value.kind() == cs::CXCursor_InitListExpr);
    let aggregate = is_array(ty) || ty.kind() == cs::CXType_Record;
    if !aggregate {
        let ordinary = super::place::check_ordinary(ty).is_ok()
            && !super::types::is_reference(ty)
            && braced.is_none()
            && !value
                .is_some_and(|value| is_text(value, ty) || is_address(value) || is_object(value));
        out.push(Part { steps: steps.to_vec(), ty, value });
        return ordinary.then_some(());
    }
    if let Some(object) = value.filter(|_| braced.is_none()) {
        let of = |ty: ClangType<'tu>| ty.canonical().declaration().map(Cursor::identity);
        let copies = !is_array(ty) && of(ty) == of(object.ty()) && is_plain_object(ty, 0);
        out.push(Part { steps: steps.to_vec(), ty, value });
        return copies.then_some(());
    }
    let values = braced.map_or_else(Vec::new, Cursor::children);
    if values.iter().any(|value| !value.is_expression() || is_designated(*value)) {
        return None;
    }
    let members = if is_array(ty) { elements(ty)? } else { fields(ty)? };
    if values.len() > members.len() {
        return None;
    }
    for (index, (step, ty)) in members.into_iter().enumerate() {
        let inner: Vec<_> = steps.iter().cloned().chain([step]).collect();
        scalars(ty, values.get(index).copied(), &inner, out)?;
    }
    Some(())
}

/// Whether a string stands in the braces of an array of characters: it is all of the array.
fn is_text(value: Cursor, ty: ClangType) -> bool {
    ty.kind() != cs::CXType_Pointer && stripped(value).kind() == cs::CXCursor_StringLiteral
}

/// Whether the name of an array or of a function stands for its address: in C++ no conversion shows it in a list. A string is nobody else's.
fn is_address(value: Cursor) -> bool {
    let ty = value.ty().canonical();
    let is_function = matches!(ty.kind(), cs::CXType_FunctionProto | cs::CXType_FunctionNoProto);
    (is_array(ty) || is_function) && stripped(value).kind() != cs::CXCursor_StringLiteral
}

/// Whether a value is that of a class: in a list no conversion shows which function makes a number of it.
pub(super) fn is_object(value: Cursor) -> bool {
    value.ty().canonical().kind() == cs::CXType_Record
}

/// Whether a child of a list says itself which member it is for.
fn is_designated(value: Cursor) -> bool {
    let unexposed = value.kind() == cs::CXCursor_UnexposedExpr;
    unexposed
        && value.children().iter().any(|c| c.kind() == cs::CXCursor_MemberRef || !c.is_expression())
        || value.kind() == cs::CXCursor_MemberRef
        || unexposed && value.children().len() > 1
}

fn elements(ty: ClangType<'_>) -> Option<Vec<(Step, ClangType<'_>)>> {
    let count = ty.array_size().filter(|count| *count <= MOST_SCALARS as u64)?;
    let element = ty.element().canonical();
    let bytes = element.size()?;
    let step = |index: u64| Step::Index {
        index: int(index, Type::INT),
        scale: int(bytes, Type::LONG),
        extent: Some(int(count, Type::LONG)),
    };
    Some((0..count).map(|index| (step(index), element)).collect())
}

fn fields(ty: ClangType<'_>) -> Option<Vec<(Step, ClangType<'_>)>> {
    let record = ty.declaration()?.definition()?;
    let apart = [cs::CXCursor_UnionDecl, cs::CXCursor_CXXBaseSpecifier];
    let is_nested = members_of(record).iter().any(|member| apart.contains(&member.kind()));
    if record.kind() == cs::CXCursor_UnionDecl || is_nested || !ty.is_plain_data() {
        return None;
    }
    let step = |field: Cursor<'_>| {
        let name = field.spelling();
        let whole = !field.is_bit_field() && !name.is_empty();
        let offset = ty.offset_of(&name).filter(|_| whole)? / 8;
        Some(Step::Field { name, offset, overlapping: false })
    };
    let fields = ty.fields().into_iter();
    fields.map(|field| Some((step(field)?, field.ty().canonical()))).collect()
}
