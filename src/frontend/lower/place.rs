//! Lvalues and pointers: from subscripts, members and pointer arithmetic to a base and its steps.

use std::rc::Rc;

use clang_sys as cs;

use super::Lowerer;
use super::expr::negated;
use super::types::{array_levels, cast, int, is_array, is_reference, same_address};
use crate::frontend::libclang::{Cursor, Type as ClangType};
use crate::id::SymbolId;
use crate::ir::{Base, BinaryOp, Expr, ExprKind, Place, Step, SymbolKind, Type};
use crate::source::Span;

/// The sizes of the array levels of a declared type, innermost first: what a variable-length
/// array's element sizes are computed from.
type Sizes = Rc<[Expr]>;

/// A place, and the sizes of the declaration it was reached from.
pub(super) struct Lvalue {
    pub(super) place: Place,
    sizes: Sizes,
}

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
    /// The place that an lvalue denotes, or why it is not known.
    pub(super) fn place(&mut self, cursor: Cursor<'tu>) -> Result<Place, String> {
        self.lvalue(cursor).map(|lvalue| lvalue.place)
    }

    fn lvalue(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        self.guarded(cursor, Self::lvalue_kind)
    }

    fn lvalue_kind(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        if cursor.ty().canonical().is_volatile() {
            return Err("a volatile object".to_owned());
        }
        match cursor.kind() {
            cs::CXCursor_ParenExpr => self.lvalue(only_child(cursor)?),
            cs::CXCursor_UnexposedExpr => self.transparent(cursor),
            cs::CXCursor_DeclRefExpr => self.variable(cursor),
            cs::CXCursor_ArraySubscriptExpr => self.subscript(cursor),
            cs::CXCursor_MemberRefExpr => self.member(cursor),
            cs::CXCursor_UnaryOperator => self.dereference(cursor),
            cs::CXCursor_CallExpr => {
                let place = self.inlined_place(cursor)?;
                Ok(Lvalue { place, sizes: Rc::from([]) })
            }
            _ => Err("an object that is not a variable, an element or a member".to_owned()),
        }
    }

    fn transparent(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        let child = only_child(cursor)?;
        if !same_address(child.ty().canonical(), cursor.ty().canonical()) {
            return Err("a conversion between classes".to_owned());
        }
        let lvalue = self.lvalue(child)?;
        let ty = self.ty(cursor.ty());
        if lvalue.place.ty == ty { Ok(lvalue) } else { Err("a converted object".to_owned()) }
    }

    fn variable(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        let declaration = self.variable_declaration(cursor)?;
        if let Some(argument) = self.argument(declaration) {
            let place = match &argument.kind {
                ExprKind::Symbol(symbol) => self.whole(Base::Symbol(*symbol), argument.ty),
                ExprKind::Load(place) => place.clone(),
                _ => return Err("an argument that is not an object".to_owned()),
            };
            return Ok(Lvalue { place, sizes: Rc::from([]) });
        }
        let symbol = self.symbol(declaration);
        let array = array_parameter(cursor).is_some();
        let ty = if array { Type::Pointer } else { self.ty(cursor.ty()) };
        let place =
            Place { base: Base::Symbol(symbol), steps: vec![], ty, span: self.span(cursor) };
        Ok(Lvalue { place, sizes: self.sizes(declaration)? })
    }

    fn whole(&self, base: Base, ty: Type) -> Place {
        Place { base, steps: vec![], ty, span: self.call_span.unwrap_or_default() }
    }

    /// The variable or parameter that a reference names.
    pub(super) fn variable_declaration(
        &mut self,
        cursor: Cursor<'tu>,
    ) -> Result<Cursor<'tu>, String> {
        let declaration = cursor.referenced().ok_or("a name without a declaration")?;
        match declaration.kind() {
            cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl => Ok(declaration),
            cs::CXCursor_NonTypeTemplateParameter => {
                self.dependent = true;
                Err("a template parameter".to_owned())
            }
            _ => Err(format!("{} is not a variable", cursor.spelling())),
        }
    }

    fn subscript(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        let (left, right) = two_children(cursor)?;
        let (pointer, index) = if is_pointer(left) { (left, right) } else { (right, left) };
        let pointer = self.pointer(pointer)?;
        let index = self.expr(index);
        let pointer = self.advanced(pointer, index)?;
        self.pointed_to(pointer, cursor)
    }

    fn dereference(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        match cursor.unary_operator() {
            cs::CXUnaryOperator_Deref => {
                let pointer = self.pointer(only_child(cursor)?)?;
                self.pointed_to(pointer, cursor)
            }
            cs::CXUnaryOperator_Extension => self.lvalue(only_child(cursor)?),
            _ => Err("an object that an operator returns".to_owned()),
        }
    }

    fn member(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        let field = cursor.referenced().ok_or("a member without a declaration")?;
        if field.kind() == cs::CXCursor_VarDecl {
            return self.variable(cursor);
        }
        if field.kind() != cs::CXCursor_FieldDecl {
            return Err("a member that is not a field".to_owned());
        }
        if is_reference(field.ty().canonical()) {
            return Err("a member that is a reference".to_owned());
        }
        let object = cursor.children().into_iter().find(|child| child.is_expression());
        let mut place = match object {
            None => self.implicit_object(field)?,
            Some(object) if is_pointer(object) => {
                let pointer = self.pointer(object)?;
                self.pointed_to(pointer, object)?.place
            }
            Some(object) => self.lvalue(object)?.place,
        };
        place.steps.push(field_step(field)?);
        place.ty = self.ty(cursor.ty());
        place.span = self.span(cursor);
        Ok(Lvalue { place, sizes: Rc::from([]) })
    }

    fn implicit_object(&mut self, field: Cursor<'tu>) -> Result<Place, String> {
        let class = field.semantic_parent().map(Cursor::identity);
        if class.is_none() || class != self.class.map(Cursor::identity) {
            return Err("a member of a base class".to_owned());
        }
        self.this_object()
    }

    /// The object behind `this`.
    pub(super) fn this_object(&mut self) -> Result<Place, String> {
        if let Some(object) = self.frame_object() {
            return object.ok_or_else(|| "a temporary object".to_owned());
        }
        let bytes =
            self.class.and_then(|class| class.ty().size()).ok_or("an object of unknown size")?;
        let index = int(0, Type::INT);
        let step = Step::Index { index, scale: int(bytes, Type::LONG), extent: None };
        let base = Base::Symbol(self.this());
        Ok(Place {
            base,
            steps: vec![step],
            ty: Type::Aggregate { bytes: 0 },
            span: Span::default(),
        })
    }

    /// What a pointer-valued expression points to.
    pub(super) fn pointer(&mut self, cursor: Cursor<'tu>) -> Result<Pointer<'tu>, String> {
        self.guarded(cursor, Self::pointer_kind)
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
        let object = self.frame_object();
        let pointee = pointee(cursor);
        match object {
            None => Ok(Pointer::at(Base::Symbol(self.this()), pointee)),
            Some(None) => Err("a temporary object".to_owned()),
            Some(Some(place)) => Ok(self.to_place(place, pointee, Rc::from([]))),
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
            return self.decayed(*child);
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
        if from.size() != to.size() {
            pointer = self.flushed(pointer)?;
        }
        pointer.pointee = to;
        Ok(pointer)
    }

    /// A pointer to the first element of an array.
    fn decayed(&mut self, array: Cursor<'tu>) -> Result<Pointer<'tu>, String> {
        let ty = array.ty().canonical();
        if array.kind() == cs::CXCursor_StringLiteral {
            return Err("a string literal".to_owned());
        }
        if let Some(parameter) = array_parameter(array) {
            if self.argument(parameter).is_none() {
                let base = Base::Symbol(self.symbol(parameter));
                let sizes = self.sizes(parameter)?;
                return Ok(Pointer { sizes, ..Pointer::at(base, ty.element().canonical()) });
            }
        }
        let Lvalue { place, sizes } = self.lvalue(array)?;
        let extent = match ty.array_size() {
            Some(size) => Some(int(size, Type::LONG)),
            None if ty.kind() == cs::CXType_VariableArray => {
                Some(sizes.get(array_levels(ty) - 1).cloned().ok_or("an array of unknown size")?)
            }
            None => None,
        };
        let pointee = ty.element().canonical();
        let Place { base, steps, .. } = place;
        Ok(Pointer { base, steps, index: None, extent, exact: false, pointee, sizes })
    }

    /// The pointer that a pointer-valued object holds.
    fn loaded_pointer(&mut self, cursor: Cursor<'tu>) -> Result<Pointer<'tu>, String> {
        let pointee = pointee(cursor);
        if let Some(argument) = self.argument_of(cursor) {
            return Ok(self.from_value(argument, pointee));
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
        Ok(self.from_value(value, pointee))
    }

    fn from_value(&self, value: Expr, pointee: ClangType<'tu>) -> Pointer<'tu> {
        match value.kind {
            ExprKind::Symbol(symbol) => Pointer::at(Base::Symbol(symbol), pointee),
            ExprKind::Load(place) => Pointer::at(Base::Loaded(Box::new(place)), pointee),
            ExprKind::AddressOf(place) => self.to_place(place, pointee, Rc::from([])),
            _ => Pointer::at(Base::Value(Box::new(value)), pointee),
        }
    }

    /// The object that a pointer expression points to.
    pub(super) fn target(&mut self, pointer: Cursor<'tu>) -> Result<Place, String> {
        let target = self.pointer(pointer)?;
        Ok(self.pointed_to(target, pointer)?.place)
    }

    fn address_of(&mut self, object: Cursor<'tu>) -> Result<Pointer<'tu>, String> {
        let Lvalue { place, sizes } = self.lvalue(object)?;
        Ok(self.to_place(place, object.ty().canonical(), sizes))
    }

    /// A pointer to `place`, its last index kept apart where it counts elements of `pointee`.
    fn to_place(&self, mut place: Place, pointee: ClangType<'tu>, sizes: Sizes) -> Pointer<'tu> {
        let scale = self.scale(pointee, &sizes).ok();
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
        Pointer { base, steps, index, extent, exact, pointee, sizes }
    }

    fn pointer_sum(&mut self, cursor: Cursor<'tu>, minus: bool) -> Result<Pointer<'tu>, String> {
        let (left, right) = two_children(cursor)?;
        let (pointer, index) = if is_pointer(left) { (left, right) } else { (right, left) };
        let pointer = self.pointer(pointer)?;
        let index = self.expr(index);
        self.advanced(pointer, if minus { negated(index) } else { index })
    }

    /// `pointer + index`.
    pub(super) fn advanced(
        &mut self,
        mut pointer: Pointer<'tu>,
        index: Expr,
    ) -> Result<Pointer<'tu>, String> {
        pointer.index = Some(match pointer.index.take() {
            Some(first) if !is_zero(&first) => sum(first, index),
            _ => index,
        });
        Ok(pointer)
    }

    /// The pointer with its pending index among its steps.
    fn flushed(&self, mut pointer: Pointer<'tu>) -> Result<Pointer<'tu>, String> {
        if let Some(index) = pointer.index.take().filter(|index| !is_zero(index)) {
            let scale = self.scale(pointer.pointee, &pointer.sizes)?;
            pointer.steps.push(Step::Index { index, scale, extent: pointer.extent.take() });
        }
        Ok(pointer)
    }

    fn pointed_to(&mut self, pointer: Pointer<'tu>, at: Cursor<'tu>) -> Result<Lvalue, String> {
        if pointer.pointee.is_volatile() {
            return Err("a volatile object".to_owned());
        }
        let ty = self.ty(pointer.pointee);
        let span = self.span(at);
        self.element(pointer, ty, span)
    }

    fn element(&self, pointer: Pointer<'tu>, ty: Type, span: Span) -> Result<Lvalue, String> {
        let Pointer { base, mut steps, index, extent, exact, pointee, sizes } = pointer;
        if !exact || index.is_some() {
            let scale = self.scale(pointee, &sizes)?;
            let index = index.unwrap_or_else(|| int(0, Type::INT));
            steps.push(Step::Index { index, scale, extent });
        }
        Ok(Lvalue { place: Place { base, steps, ty, span }, sizes })
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
                ExprKind::AddressOf(self.element(pointer, ty, span)?.place)
            }
        };
        Ok(Expr { ty: Type::Pointer, kind })
    }

    /// `sizeof` of an element, in bytes.
    fn scale(&self, pointee: ClangType<'tu>, sizes: &Sizes) -> Result<Expr, String> {
        if matches!(pointee.kind(), cs::CXType_Void | cs::CXType_FunctionProto) {
            return Ok(int(1, Type::LONG));
        }
        if let Some(bytes) = pointee.size() {
            return Ok(int(bytes, Type::LONG));
        }
        let levels = array_levels(pointee);
        let mut element = pointee;
        for _ in 0..levels {
            element = element.element().canonical();
        }
        let bytes = element.size().ok_or("an element of unknown size")?;
        let known = sizes.get(..levels).filter(|_| levels > 0);
        let sizes = known.ok_or("an array of unknown size")?;
        let one = int(bytes, Type::LONG);
        Ok(sizes.iter().rev().cloned().map(|size| cast(size, Type::LONG)).rfold(
            one,
            |product, size| Expr {
                ty: Type::LONG,
                kind: ExprKind::Binary(BinaryOp::Mul, Box::new(size), Box::new(product)),
            },
        ))
    }

    /// The sizes in a declaration with variable-length arrays.
    fn sizes(&mut self, declaration: Cursor<'tu>) -> Result<Sizes, String> {
        if !has_variable_size(declaration.ty().canonical()) {
            return Ok(Rc::from([]));
        }
        let identity = declaration.identity();
        if let Some(known) = self.sizes.get(&identity) {
            return known.clone();
        }
        let initializer = declaration.initializer();
        let is_size =
            |c: &Cursor<'tu>| c.is_expression() && !initializer.is_some_and(|value| value.is(*c));
        let expressions: Vec<_> = declaration.children().into_iter().filter(is_size).collect();
        let changing = expressions.iter().any(|size| self.mentions_changing_variable(*size));
        let sizes = if changing {
            Err("an array whose size is computed from a variable that changes".to_owned())
        } else {
            Ok(expressions.into_iter().map(|size| self.expr(size)).collect())
        };
        self.sizes.insert(identity, sizes.clone());
        sizes
    }
}

impl<'tu> Pointer<'tu> {
    fn at(base: Base, pointee: ClangType<'tu>) -> Self {
        let (steps, sizes) = (Vec::new(), Rc::from([]));
        Self { base, steps, index: None, extent: None, exact: false, pointee, sizes }
    }
}

fn has_variable_size(ty: ClangType) -> bool {
    let mut ty = if ty.kind() == cs::CXType_Pointer { ty.pointee().canonical() } else { ty };
    while is_array(ty) {
        if ty.kind() == cs::CXType_VariableArray {
            return true;
        }
        ty = ty.element().canonical();
    }
    false
}

fn field_step(field: Cursor) -> Result<Step, String> {
    let bits = field.field_offset().ok_or("a member of unknown offset")?;
    let union = field.semantic_parent().is_some_and(|p| p.kind() == cs::CXCursor_UnionDecl);
    let overlapping = union || field.is_bit_field();
    Ok(Step::Field { name: field.spelling(), offset: bits / 8, overlapping })
}

/// The parameter that an expression names, where it is declared as an array and so is a pointer.
fn array_parameter<'tu>(cursor: Cursor<'tu>) -> Option<Cursor<'tu>> {
    let mut cursor = cursor;
    while matches!(cursor.kind(), cs::CXCursor_ParenExpr | cs::CXCursor_UnexposedExpr) {
        cursor = only_child(cursor).ok()?;
    }
    let declaration = cursor.referenced().filter(|_| cursor.kind() == cs::CXCursor_DeclRefExpr)?;
    let parameter = declaration.kind() == cs::CXCursor_ParmDecl;
    (parameter && is_array(declaration.ty().canonical())).then_some(declaration)
}

fn pointee<'tu>(cursor: Cursor<'tu>) -> ClangType<'tu> {
    let ty = cursor.ty().canonical();
    if is_array(ty) { ty.element().canonical() } else { ty.pointee().canonical() }
}

/// Whether an expression is a pointer, or an array that decays to one.
pub(super) fn is_pointer(cursor: Cursor) -> bool {
    let ty = cursor.ty().canonical();
    ty.kind() == cs::CXType_Pointer || is_array(ty)
}

/// The only child that is an expression.
pub(super) fn only_child<'tu>(cursor: Cursor<'tu>) -> Result<Cursor<'tu>, String> {
    let mut children = cursor.children().into_iter().filter(|child| child.is_expression());
    match (children.next(), children.next()) {
        (Some(child), None) => Ok(child),
        _ => Err("an expression that libclang does not show".to_owned()),
    }
}

pub(super) fn two_children<'tu>(cursor: Cursor<'tu>) -> Result<(Cursor<'tu>, Cursor<'tu>), String> {
    match cursor.children()[..] {
        [left, right] => Ok((left, right)),
        _ => Err("an operation whose operands libclang does not show".to_owned()),
    }
}

fn is_zero(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Int(value) if *value == 0)
}

fn sum(left: Expr, right: Expr) -> Expr {
    let (left, right) = (cast(left, Type::LONG), cast(right, Type::LONG));
    Expr { ty: Type::LONG, kind: ExprKind::Binary(BinaryOp::Add, Box::new(left), Box::new(right)) }
}
