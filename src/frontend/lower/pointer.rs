//! Pointers: arithmetic, conversions and decay, as places without their last index.

use std::rc::Rc;

use clang_sys as cs;

use super::Lowerer;
use super::frame::Object;
use super::nodes::{binary, cast, int, negated};
use super::place::{Lvalue, Sizes, scale};
use super::syntax::{array_parameter, is_pointer, only_child, two_children};
use super::types::{array_levels, is_array, same_address};
use crate::frontend::libclang::{Cursor, Type as ClangType};
use crate::id::SymbolId;
use crate::ir::{Base, BinaryOp, Expr, ExprKind, Place, Step, SymbolKind, Type};
use crate::source::Span;

/// A pointer value: the place that it points to, but for the last index.
pub(super) struct Pointer<'tu> {
    base: Base,
    steps: Vec<Step>,
    index: Option<Expr>,
    extent: Option<Expr>,
    /// Whether `base` and `steps` are already the place pointed to.
    exact: bool,
    pointee: ClangType<'tu>,
    sizes: Sizes,
}

impl<'tu> Lowerer<'_, 'tu> {
    /// What a pointer-valued expression points to.
    pub(super) fn pointer(&mut self, cursor: Cursor<'tu>) -> Result<Pointer<'tu>, String> {
        let mut pointer = self.guarded(cursor, Self::pointer_kind)?;
        if self.lacks_size(pointer.pointee, pointer.sizes.len())
            && let Some(size) = self.unknown_size(pointer.pointee)
        {
            pointer.sizes = pointer.sizes.iter().cloned().chain([size]).collect();
        }
        Ok(pointer)
    }

    fn pointer_kind(&mut self, cursor: Cursor<'tu>) -> Result<Pointer<'tu>, String> {
        match cursor.kind() {
            cs::CXCursor_ParenExpr => self.pointer(only_child(cursor)?),
            cs::CXCursor_UnexposedExpr
            | cs::CXCursor_CStyleCastExpr
            | cs::CXCursor_CXXStaticCastExpr
            | cs::CXCursor_CXXReinterpretCastExpr
            | cs::CXCursor_CXXConstCastExpr => self.converted_pointer(cursor),
            cs::CXCursor_DeclRefExpr
            | cs::CXCursor_MemberRefExpr
            | cs::CXCursor_ArraySubscriptExpr => self.loaded_pointer(cursor),
            cs::CXCursor_UnaryOperator => match cursor.unary_operator() {
                cs::CXUnaryOperator_AddrOf => self.address_of(only_child(cursor)?),
                cs::CXUnaryOperator_Deref => self.loaded_pointer(cursor),
                cs::CXUnaryOperator_Extension => self.pointer(only_child(cursor)?),
                _ => self.pointer_value(cursor),
            },
            cs::CXCursor_BinaryOperator => match cursor.binary_operator() {
                cs::CXBinaryOperator_Add => self.pointer_sum(cursor, false),
                cs::CXBinaryOperator_Sub => self.pointer_sum(cursor, true),
                _ => self.pointer_value(cursor),
            },
            cs::CXCursor_CXXThisExpr => self.this_pointer(cursor),
            _ => self.pointer_value(cursor),
        }
    }

    fn this_pointer(&mut self, cursor: Cursor<'tu>) -> Result<Pointer<'tu>, String> {
        let pointee = pointee(cursor);
        match self.current_object() {
            Object::Own => Ok(Pointer::at(Base::Symbol(self.this()), pointee)),
            Object::None => Err("this in a function without an object".to_owned()),
            Object::Place(place) => Ok(Pointer::to(place, pointee, Rc::from([]))),
        }
    }

    fn converted_pointer(&mut self, cursor: Cursor<'tu>) -> Result<Pointer<'tu>, String> {
        let children: Vec<_> =
            cursor.children().into_iter().filter(|c| c.is_expression()).collect();
        let Some((child, sizes)) = children.split_last() else {
            return Err("a pointer of unknown origin".to_owned());
        };
        let from = child.ty().canonical();
        if is_array(from) {
            return match self.chosen_text(*child) {
                Some(text) => Ok(Pointer::of_value(text, pointee(cursor))),
                None => self.decayed(*child),
            };
        }
        if !is_pointer(*child) {
            return self.pointer_value(cursor);
        }
        let (to, from) = (pointee(cursor), from.pointee().canonical());
        if !same_address(from, to) {
            return Err("a conversion between classes".to_owned());
        }
        let mut pointer = self.pointer(*child)?;
        if array_levels(to) > 0 && !sizes.is_empty() {
            pointer.sizes = sizes.iter().map(|size| self.expr(*size)).collect();
        }
        if from.size() != to.size() || from.size().is_none() && from.name() != to.name() {
            pointer = pointer.flushed()?;
            pointer.sizes = if from.size().is_none() { Rc::from([]) } else { pointer.sizes };
        }
        pointer.exact &= from.kind() == to.kind();
        pointer.pointee = to;
        Ok(pointer)
    }

    /// A pointer to the first element of an array. One of no elements (GNU C) has as many as its storage holds.
    fn decayed(&mut self, array: Cursor<'tu>) -> Result<Pointer<'tu>, String> {
        let ty = array.ty().canonical();
        if let Some(parameter) = array_parameter(array)
            && self.argument(parameter).is_none()
        {
            let base = Base::Symbol(self.symbol(parameter));
            let sizes = self.sizes(parameter)?;
            return Ok(Pointer { sizes, ..Pointer::at(base, ty.element().canonical()) });
        }
        let Lvalue { place, sizes } = self.lvalue(array)?;
        let extent = match ty.array_size() {
            Some(0) => None,
            Some(size) => Some(int(size, Type::LONG)),
            None if ty.kind() == cs::CXType_VariableArray => {
                sizes.get(array_levels(ty) - 1).cloned()
            }
            None => None,
        };
        let pointee = ty.element().canonical();
        let Place { base, steps, .. } = place;
        Ok(Pointer { base, steps, index: None, extent, exact: false, pointee, sizes })
    }

    /// The array that a string literal is.
    pub(super) fn string(&mut self, literal: Cursor<'tu>) -> SymbolId {
        let ty = self.ty(literal.ty());
        self.global(literal.spelling(), ty, SymbolKind::Array)
    }

    /// The pointer that a pointer-valued object holds.
    fn loaded_pointer(&mut self, cursor: Cursor<'tu>) -> Result<Pointer<'tu>, String> {
        let pointee = pointee(cursor);
        if let Some(argument) = self.argument_of(cursor) {
            return Ok(Pointer::of_value(argument, pointee));
        }
        let Lvalue { place, sizes } = self.lvalue(cursor)?;
        let is_pointer = |s: SymbolId| self.symbols[s.index()].kind == SymbolKind::Pointer;
        let base = match place.as_symbol() {
            Some(symbol) if is_pointer(symbol) => Base::Symbol(symbol),
            _ => Base::Loaded(Box::new(place)),
        };
        Ok(Pointer { sizes, ..Pointer::at(base, pointee) })
    }

    fn pointer_value(&mut self, cursor: Cursor<'tu>) -> Result<Pointer<'tu>, String> {
        let pointee = pointee(cursor);
        let value = self.value(cursor)?;
        Ok(Pointer::of_value(value, pointee))
    }

    /// The object that a pointer expression points to.
    pub(super) fn target(&mut self, pointer: Cursor<'tu>) -> Result<Place, String> {
        let target = self.pointer(pointer)?;
        Ok(self.pointed_to(target, pointer)?.place)
    }

    fn address_of(&mut self, object: Cursor<'tu>) -> Result<Pointer<'tu>, String> {
        let Lvalue { place, sizes } = self.lvalue(object)?;
        let of_pointer = |s: SymbolId| self.symbols[s.index()].kind == SymbolKind::Pointer;
        if place.as_symbol().is_some_and(of_pointer) {
            let address = Expr { ty: Type::Pointer, kind: ExprKind::AddressOf(place) };
            let base = Base::Value(Box::new(address));
            return Ok(Pointer { sizes, ..Pointer::at(base, object.ty().canonical()) });
        }
        Ok(Pointer::to(place, object.ty().canonical(), sizes))
    }

    fn pointer_sum(&mut self, cursor: Cursor<'tu>, minus: bool) -> Result<Pointer<'tu>, String> {
        let (left, right) = two_children(cursor)?;
        let (pointer, index) = if is_pointer(left) { (left, right) } else { (right, left) };
        let pointer = self.pointer(pointer)?;
        let index = self.expr(index);
        let index = if minus { negated(cast(index, Type::LONG)) } else { index };
        Ok(pointer.advanced(index))
    }

    pub(super) fn pointed_to(
        &mut self,
        pointer: Pointer<'tu>,
        at: Cursor<'tu>,
    ) -> Result<Lvalue, String> {
        self.check_accessed(at, pointer.pointee)?;
        let ty = self.ty(pointer.pointee);
        let span = self.span(at);
        pointer.element(ty, span)
    }

    /// The value of a pointer expression.
    pub(super) fn pointer_expr(&mut self, cursor: Cursor<'tu>) -> Result<Expr, String> {
        let pointer = self.pointer(cursor)?;
        let span = self.span(cursor);
        self.address(pointer, span)
    }

    /// The value of a pointer.
    pub(super) fn address(&mut self, pointer: Pointer<'tu>, span: Span) -> Result<Expr, String> {
        let kind = match (pointer.base, pointer.index) {
            (Base::Symbol(s), None)
                if !pointer.exact
                    && pointer.steps.is_empty()
                    && self.symbols[s.index()].kind == SymbolKind::Pointer =>
            {
                ExprKind::Symbol(s)
            }
            (Base::Loaded(place), None) if pointer.steps.is_empty() => ExprKind::Load(*place),
            (Base::Value(value), None) if pointer.steps.is_empty() => return Ok(*value),
            (base, index) => {
                let ty = self.ty(pointer.pointee);
                let pointer = Pointer { base, index, ..pointer };
                ExprKind::AddressOf(pointer.element(ty, span)?.place)
            }
        };
        Ok(Expr { ty: Type::Pointer, kind })
    }
}

impl<'tu> Pointer<'tu> {
    /// A pointer that is the value of `base`.
    fn at(base: Base, pointee: ClangType<'tu>) -> Self {
        let (steps, sizes) = (Vec::new(), Rc::from([]));
        Self { base, steps, index: None, extent: None, exact: false, pointee, sizes }
    }

    fn of_value(value: Expr, pointee: ClangType<'tu>) -> Self {
        match value.kind {
            ExprKind::Symbol(symbol) => Self::at(Base::Symbol(symbol), pointee),
            ExprKind::Load(place) => Self::at(Base::Loaded(Box::new(place)), pointee),
            ExprKind::AddressOf(place) => Self::to(place, pointee, Rc::from([])),
            _ => Self::at(Base::Value(Box::new(value)), pointee),
        }
    }

    /// A pointer to `place`, its last index kept apart where it counts elements of `pointee`.
    fn to(mut place: Place, pointee: ClangType<'tu>, sizes: Sizes) -> Self {
        let scale = scale(pointee, &sizes).ok();
        let (index, extent) = match place.steps.pop() {
            Some(Step::Index { index, scale: s, extent }) if Some(&s) == scale.as_ref() => {
                (Some(index), extent)
            }
            last => {
                place.steps.extend(last);
                (None, None)
            }
        };
        let exact = index.is_none();
        let Place { base, steps, .. } = place;
        Self { base, steps, index, extent, exact, pointee, sizes }
    }

    /// `self + index`.
    pub(super) fn advanced(mut self, index: Expr) -> Self {
        self.index = Some(match self.index.take() {
            Some(first) if !is_zero(&first) => sum(first, index),
            _ => index,
        });
        self
    }

    /// The pointer with its pending index among its steps.
    fn flushed(mut self) -> Result<Self, String> {
        let extent = self.extent.take();
        if let Some(index) = self.index.take().filter(|index| !is_zero(index)) {
            let scale = scale(self.pointee, &self.sizes)?;
            self.steps.push(Step::Index { index, scale, extent });
        }
        Ok(self)
    }

    fn element(self, ty: Type, span: Span) -> Result<Lvalue, String> {
        let Pointer { base, mut steps, index, extent, exact, pointee, sizes } = self;
        if !exact || index.is_some() {
            let scale = scale(pointee, &sizes)?;
            let index = index.unwrap_or_else(|| int(0, Type::INT));
            steps.push(Step::Index { index, scale, extent });
        }
        Ok(Lvalue { place: Place { base, steps, ty, span, debug: None }, sizes })
    }
}

fn pointee(cursor: Cursor<'_>) -> ClangType<'_> {
    let ty = cursor.ty().canonical();
    if is_array(ty) { ty.element().canonical() } else { ty.pointee().canonical() }
}

fn is_zero(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Int(value) if *value == 0)
}

fn sum(left: Expr, right: Expr) -> Expr {
    binary(cast(left, Type::LONG), BinaryOp::Add, cast(right, Type::LONG), Type::LONG)
}
