//! Lvalues and pointers: from subscripts, members and pointer arithmetic to a base and its steps.

use std::rc::Rc;

use clang_sys as cs;

use super::Lowerer;
use super::frame::Object;
use super::nodes::{binary, cast, int, made, opaque, whole};
use super::syntax::{array_parameter, is_pointer, is_record, only_child, stripped, two_children};
use super::types::{
    array_levels, class_of, has_variable_size, innermost, is_array, is_reference, same_address,
};
use crate::frontend::libclang::{Cursor, Type as ClangType, is_function};
use crate::ir::{Base, BinaryOp, Expr, ExprKind, Place, Step, StmtKind, Type};
use crate::source::Span;

const NO_OBJECT: &str = "an object that is not a variable, an element or a member";

/// The sizes of the array levels of a declared type, innermost first: what a variable-length
/// array's element sizes are computed from.
pub(super) type Sizes = Rc<[Expr]>;

/// A place, and the sizes of the declaration it was reached from.
pub(super) struct Lvalue {
    pub(super) place: Place,
    pub(super) sizes: Sizes,
}

impl Lvalue {
    /// A place with no array of variable size in it.
    fn fixed(place: Place) -> Self {
        Self { place, sizes: Rc::from([]) }
    }
}

impl<'tu> Lowerer<'_, 'tu> {
    /// The place that an lvalue denotes, or why it is not known.
    pub(super) fn place(&mut self, cursor: Cursor<'tu>) -> Result<Place, String> {
        self.lvalue(cursor).map(|lvalue| lvalue.place)
    }

    /// The place that an expression denotes, or else its value. What a call computes is computed once.
    pub(super) fn object_or_value(&mut self, cursor: Cursor<'tu>) -> Result<Place, Expr> {
        let inner = stripped(cursor);
        let ty = inner.ty().canonical();
        let is_made = inner.kind() == cs::CXCursor_CallExpr && !returns_reference(inner);
        if is_made && ty.kind() == cs::CXType_Record && same_address(ty, cursor.ty().canonical()) {
            let value = self.expr(cursor);
            return match value.kind {
                ExprKind::Load(place) => Ok(place),
                _ => Err(value),
            };
        }
        self.place(cursor).map_err(|_| self.expr(cursor))
    }

    pub(super) fn lvalue(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        let mut lvalue = self.guarded(cursor, Self::lvalue_kind)?;
        if self.is_loaded_at(cursor) {
            lvalue.place.debug = self.debug_location(cursor);
        }
        Ok(lvalue)
    }

    fn lvalue_kind(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        self.check_accessed(cursor, cursor.ty().canonical())?;
        check_typed(cursor.ty())?;
        match cursor.kind() {
            cs::CXCursor_ParenExpr => self.lvalue(only_child(cursor)?),
            cs::CXCursor_UnexposedExpr => self.transparent(cursor),
            cs::CXCursor_DeclRefExpr => self.variable(cursor),
            cs::CXCursor_ArraySubscriptExpr => self.subscript(cursor),
            cs::CXCursor_MemberRefExpr => self.member(cursor),
            cs::CXCursor_UnaryOperator => self.dereference(cursor),
            cs::CXCursor_StringLiteral => {
                let (symbol, span) = (self.string(cursor), self.span(cursor));
                Ok(Lvalue::fixed(whole(symbol, self.ty(cursor.ty()), span)))
            }
            cs::CXCursor_CallExpr => {
                let place = match self.inlined_place(cursor) {
                    Err(why) if returns_reference(cursor) => return Err(why),
                    Err(why) => self.computed_object(cursor).ok_or(why)?,
                    Ok(place) => place,
                };
                Ok(Lvalue::fixed(place))
            }
            cs::CXCursor_CStyleCastExpr
            | cs::CXCursor_CXXFunctionalCastExpr
            | cs::CXCursor_CXXStaticCastExpr
            | cs::CXCursor_CXXConstCastExpr
            | cs::CXCursor_InitListExpr
            | cs::CXCursor_CompoundLiteralExpr => {
                let same = cursor.kind() != cs::CXCursor_InitListExpr;
                let inner = cursor.children().into_iter().rfind(|c| same && c.is_expression());
                if let Some(Ok(lvalue)) = inner.map(|inner| self.cast_object(cursor, inner)) {
                    return Ok(lvalue);
                }
                Ok(Lvalue::fixed(self.computed_object(cursor).ok_or(NO_OBJECT)?))
            }
            _ => Err(NO_OBJECT.to_owned()),
        }
    }

    /// Fails where accesses to an object of that type are more than loads and stores. Those of volatile memory behind a pointer
    /// are loads and stores beside an effect that is not known: it stands before the statement.
    pub(super) fn check_accessed(
        &mut self,
        cursor: Cursor<'tu>,
        ty: ClangType<'tu>,
    ) -> Result<(), String> {
        let ordinary = check_ordinary(ty);
        let (Err(why), true) = (&ordinary, ty.is_volatile() && is_behind_pointer(cursor)) else {
            return ordinary;
        };
        let span = self.span(cursor);
        let effect = made(StmtKind::Evaluate(opaque(Type::Void, why.clone(), true)), span);
        match &mut self.hoisted {
            Some(hoisted) if hoisted.contains(&effect) => Ok(()),
            Some(hoisted) => {
                hoisted.push(effect);
                Ok(())
            }
            None => ordinary,
        }
    }

    fn transparent(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        let child = only_child(cursor)?;
        self.cast_object(cursor, child)
    }

    /// An object that is looked at as one of the same type.
    fn cast_object(&mut self, cursor: Cursor<'tu>, child: Cursor<'tu>) -> Result<Lvalue, String> {
        if !same_address(child.ty().canonical(), cursor.ty().canonical()) {
            return Err("a conversion between classes".to_owned());
        }
        let lvalue = self.lvalue(child)?;
        let ty = self.ty(cursor.ty());
        if lvalue.place.ty == ty { Ok(lvalue) } else { Err("a converted object".to_owned()) }
    }

    fn variable(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        if let Some(part) = self.named_part(cursor)? {
            return Ok(part);
        }
        let declaration = self.variable_declaration(cursor)?;
        if let Some(argument) = self.argument(declaration) {
            let place = match &argument.kind {
                ExprKind::Symbol(symbol) => {
                    whole(*symbol, argument.ty, self.call_span.unwrap_or_default())
                }
                ExprKind::Load(place) => place.clone(),
                ExprKind::AddressOf(place) if is_reference(declaration.ty().canonical()) => {
                    place.clone()
                }
                _ => return Err("an argument that is not an object".to_owned()),
            };
            return Ok(Lvalue::fixed(place));
        }
        if let Some(copy) = self.copy_of(cursor, declaration) {
            return Ok(Lvalue::fixed(copy));
        }
        self.check_captured(cursor)?;
        let symbol = self.symbol(declaration);
        let array = array_parameter(cursor).is_some();
        let ty = if array { Type::Pointer } else { self.ty(cursor.ty()) };
        let place = whole(symbol, ty, self.span(cursor));
        Ok(Lvalue { place, sizes: self.sizes(declaration)? })
    }

    fn named_part(&mut self, cursor: Cursor<'tu>) -> Result<Option<Lvalue>, String> {
        let named = cursor.referenced().filter(|d| d.kind() == cs::CXCursor_UnexposedDecl);
        named.map_or(Ok(None), |name| self.bound_part(name, cursor))
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
                let known = self.in_pattern();
                known.then_some(declaration).ok_or_else(|| "a template parameter".to_owned())
            }
            _ => Err(format!("{} is not a variable", cursor.spelling())),
        }
    }

    fn subscript(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        let (left, right) = two_children(cursor)?;
        let (pointer, index) = if is_pointer(left) { (left, right) } else { (right, left) };
        let pointer = self.pointer(pointer)?;
        let index = self.expr(index);
        self.pointed_to(pointer.advanced(index), cursor)
    }

    fn dereference(&mut self, cursor: Cursor<'tu>) -> Result<Lvalue, String> {
        match cursor.unary_operator() {
            cs::CXUnaryOperator_Deref => {
                let pointer = self.pointer(only_child(cursor)?)?;
                self.pointed_to(pointer, cursor)
            }
            cs::CXUnaryOperator_Extension => self.lvalue(only_child(cursor)?),
            cs::CXUnaryOperator_Real => self.complex_part(cursor, "real"),
            cs::CXUnaryOperator_Imag => self.complex_part(cursor, "imag"),
            _ => Err("an object that an operator returns".to_owned()),
        }
    }

    /// The real or imaginary part of a complex number in memory.
    fn complex_part(&mut self, cursor: Cursor<'tu>, part: &str) -> Result<Lvalue, String> {
        let number = only_child(cursor)?;
        let ty = number.ty().canonical();
        let half = ty.size().filter(|_| ty.kind() == cs::CXType_Complex).map(|size| size / 2);
        let half = half.ok_or("a part of a number that is not complex")?;
        let mut place = self.place(number)?;
        let offset = if part == "imag" { half } else { 0 };
        place.steps.push(Step::Field { name: part.to_owned(), offset, overlapping: false });
        (place.ty, place.span) = (self.ty(cursor.ty()), self.span(cursor));
        Ok(Lvalue::fixed(place))
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
        let (mut place, record) = match object {
            None => (self.this_object()?, self.class.ok_or("a member of an unknown class")?),
            Some(object) => self.object(object)?,
        };
        if super::types::iterated(record.ty().canonical()).is_none() {
            place.steps.extend(field_steps(field, record)?);
        }
        place.ty = self.ty(cursor.ty());
        place.span = self.span(cursor);
        Ok(Lvalue::fixed(place))
    }

    /// The object that an expression or a pointer denotes, before a conversion to a base class.
    pub(super) fn object(&mut self, object: Cursor<'tu>) -> Result<(Place, Cursor<'tu>), String> {
        let object = before_conversion(object);
        let ty = object.ty().canonical();
        let (place, ty) = if is_pointer(object) {
            let ty = if is_array(ty) { ty.element() } else { ty.pointee() };
            (self.target(object)?, ty.canonical())
        } else {
            (self.place(object)?, ty)
        };
        Ok((place, ty.declaration().ok_or("a member of an unknown class")?))
    }

    /// The object behind `this`.
    pub(super) fn this_object(&mut self) -> Result<Place, String> {
        match self.current_object() {
            Object::Own => {}
            Object::None => return Err("a member in a function without an object".to_owned()),
            Object::Place(place) => return Ok(place),
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
            debug: None,
        })
    }

    /// The sizes in a declaration with variable-length arrays.
    pub(super) fn sizes(&mut self, declaration: Cursor<'tu>) -> Result<Sizes, String> {
        if !has_variable_size(declaration.ty().canonical()) {
            return Ok(Rc::from([]));
        }
        if !self.frames.is_empty() {
            return Err("a variable-length array in a function that is inlined".to_owned());
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
        let sizes = if changing && has_fixed_elements(declaration.ty().canonical()) {
            Ok(Rc::from([]))
        } else if changing {
            Err("an array whose size is computed from a variable that changes".to_owned())
        } else {
            Ok(expressions.into_iter().map(|size| self.expr(size)).collect())
        };
        self.sizes.insert(identity, sizes.clone());
        sizes
    }
}

/// `sizeof` of an element, in bytes.
pub(super) fn scale(pointee: ClangType, sizes: &Sizes) -> Result<Expr, String> {
    if matches!(pointee.kind(), cs::CXType_Void | cs::CXType_FunctionProto) {
        return Ok(int(1, Type::LONG));
    }
    if let Some(bytes) = pointee.size() {
        return Ok(int(bytes, Type::LONG));
    }
    let levels = array_levels(pointee);
    let element = innermost(pointee);
    let unknown = || sizes.get(levels).cloned();
    let one = element.size().map(|bytes| int(bytes, Type::LONG)).or_else(unknown);
    let one = one.ok_or("an element of unknown size")?;
    let sizes = sizes.get(..levels).ok_or("an array of unknown size")?;
    let sizes = sizes.iter().cloned().map(|size| cast(size, Type::LONG));
    Ok(sizes.fold(one, |product, size| binary(size, BinaryOp::Mul, product, Type::LONG)))
}

/// Whether the function that a call names returns a reference.
fn returns_reference(call: Cursor) -> bool {
    let function = call.referenced().filter(|own| is_function(own.kind()));
    function.is_some_and(|own| is_reference(own.result().canonical()))
}

/// Whether an expression is an element of what a pointer points to, or all of it.
fn is_behind_pointer(cursor: Cursor) -> bool {
    let is_array = |child: Cursor| is_array(stripped(child).ty().canonical());
    match cursor.kind() {
        cs::CXCursor_ArraySubscriptExpr => !cursor.children().into_iter().any(is_array),
        cs::CXCursor_UnaryOperator => cursor.unary_operator() == cs::CXUnaryOperator_Deref,
        _ => false,
    }
}

/// Fails where accesses to an object of that type are more than loads and stores.
pub(super) fn check_ordinary(ty: ClangType) -> Result<(), String> {
    if ty.is_volatile() {
        Err("a volatile object".to_owned())
    } else if ty.kind() == cs::CXType_Atomic {
        Err("an atomic object".to_owned())
    } else {
        Ok(())
    }
}

/// Fails where the type is a name for one with an attribute, which may say that objects of any other type are accessed by it.
fn check_typed(ty: ClangType) -> Result<(), String> {
    let is_name =
        |c: &Cursor| matches!(c.kind(), cs::CXCursor_TypedefDecl | cs::CXCursor_TypeAliasDecl);
    let arithmetic = ty.canonical().size().is_some_and(|size| size <= 16);
    let mut name = ty.declaration().filter(|_| arithmetic).filter(is_name);
    for _ in 0..MOST_NAMES {
        let Some(declaration) = name else { return Ok(()) };
        let children = declaration.children();
        if children.iter().any(|child| child.kind() == cs::CXCursor_UnexposedAttr) {
            return Err("an object of a type with an attribute".to_owned());
        }
        let named = children.iter().find(|child| child.kind() == cs::CXCursor_TypeRef);
        name = named.and_then(|child| child.referenced()).filter(is_name);
    }
    Ok(())
}

/// Names of names of a type are looked at so far.
const MOST_NAMES: usize = 8;

/// Whether only the number of an array's elements is variable: their addresses need no size.
fn has_fixed_elements(ty: ClangType) -> bool {
    ty.kind() == cs::CXType_VariableArray && ty.element().canonical().size().is_some()
}

/// The expression that is implicitly converted from a class to one of its bases.
fn before_conversion(object: Cursor<'_>) -> Cursor<'_> {
    let class = |cursor: Cursor| {
        let ty = cursor.ty().canonical();
        let ty = if ty.kind() == cs::CXType_Pointer { ty.pointee().canonical() } else { ty };
        class_of(ty).map(Cursor::identity)
    };
    let mut object = object;
    while matches!(object.kind(), cs::CXCursor_UnexposedExpr | cs::CXCursor_ParenExpr) {
        match only_child(object) {
            Ok(inner) if class(inner).is_some() && is_pointer(inner) == is_pointer(object) => {
                object = inner;
            }
            _ => break,
        }
    }
    object
}

/// The part of an object of class `class` that is its base class `base`; `None` where the distance is not known.
pub(super) fn as_base(mut place: Place, class: Cursor, base: Cursor) -> Option<Place> {
    if class.identity() != base.identity() {
        let offset = base_offset(class, base, 0)?;
        place.steps.push(Step::Field { name: base.spelling(), offset, overlapping: false });
    }
    let bytes = u32::try_from(base.ty().size().unwrap_or(0)).unwrap_or(0);
    Some(Place { ty: Type::Aggregate { bytes }, ..place })
}

/// How many bytes a base class lies behind the start of a class. A base as large as the class can
/// only be at its start, and so is the first base of a class without virtual functions and bases
/// (Itanium C++ ABI §2.4).
fn base_offset(class: Cursor, base: Cursor, depth: u32) -> Option<u64> {
    let same = class.identity() == base.identity();
    if same || class.ty().size().is_some() && class.ty().size() == base.ty().size() {
        return Some(0);
    }
    let members = class.definition()?.children();
    let virtual_part = |c: &Cursor| match c.kind() {
        cs::CXCursor_CXXBaseSpecifier => c.is_virtual_base(),
        cs::CXCursor_CXXMethod | cs::CXCursor_Destructor => c.is_virtual(),
        _ => false,
    };
    if depth > 16 || members.iter().any(virtual_part) {
        return None;
    }
    let first = members.iter().find(|c| c.kind() == cs::CXCursor_CXXBaseSpecifier)?;
    base_offset(first.ty().canonical().declaration()?, base, depth + 1)
}

/// The steps from an object of class `record` to `field`, which may be a base class's.
pub(super) fn field_steps(field: Cursor, record: Cursor) -> Result<Vec<Step>, String> {
    let own = field_step(field, record);
    if own.is_ok() {
        return own.map(|step| vec![step]);
    }
    let owner = field.semantic_parent().ok_or("a member of an unknown class")?;
    let step = field_step(field, owner)?;
    let offset = base_offset(record, owner, 0).filter(|_| is_record(owner));
    let offset = offset.ok_or("a member of a base class")?;
    if offset == 0 {
        return Ok(vec![step]);
    }
    Ok(vec![Step::Field { name: owner.spelling(), offset, overlapping: false }, step])
}

/// The step from an object of class `record` to `field`, which may be a member of anonymous structures
/// and unions in it.
fn field_step(field: Cursor, record: Cursor) -> Result<Step, String> {
    let name = field.spelling();
    let mut parent = field.semantic_parent();
    let mut union = false;
    while let Some(class) = parent {
        union |= class.kind() == cs::CXCursor_UnionDecl;
        if class.identity() == record.identity() {
            let bits = record.ty().offset_of(&name).ok_or("a member of unknown offset")?;
            let overlapping = union || field.is_bit_field();
            return Ok(Step::Field { name, offset: bits / 8, overlapping });
        }
        parent = class.semantic_parent().filter(|outer| is_record(*outer));
    }
    Err("a member of a base class".to_owned())
}
