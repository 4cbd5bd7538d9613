//! Containers of C++'s library on the host: an object that keeps elements in storage of its own.
//!
//! What reads a vector (`data()`, `[]`, `size()`, a range) is inlined from the library's text: its pointers are members. What makes one
//! is an allocation here, and what changes one is a call by a name of the library.

use clang_sys as cs;

use super::Lowerer;
use super::nodes::{int, opaque};
use super::types::{class_of, innermost, is_reference};
use crate::frontend::libclang::{Cursor, Type as ClangType};
use crate::id::SymbolId;
use crate::ir::host::HostMember;
use crate::ir::{Base, Expr, ExprKind, Place, Step, Stmt, StmtKind, SymbolKind, Type};

/// The bytes of a vector whose allocator has no members: three pointers.
const BYTES: u64 = 24;

/// Functions of `<algorithm>` and `<numeric>` that read or write ranges of numbers, and return no pointer.
const ALGORITHMS: [&str; 5] = ["accumulate", "fill", "iota", "reverse", "sort"];

/// Whether objects of a class keep plain elements without pointers in storage that they alone own, and do nothing else: `std::vector`
/// with the library's allocator.
pub(super) fn is_vector(ty: ClangType) -> bool {
    let Some(class) = class_of(ty.canonical()) else { return false };
    let is_library = class.in_system_header() && class.spelling() == "vector";
    is_library
        && ty.canonical().size() == Some(BYTES)
        && has_own_allocator(&ty.canonical().name())
        && innermost(element_of(ty)).is_plain_data()
        && !has_pointers(element_of(ty), 0)
}

/// Whether objects of a plain type hold pointers: who copies them knows what these point to.
fn has_pointers(ty: ClangType, depth: u32) -> bool {
    let ty = innermost(ty.canonical()).canonical();
    match ty.kind() {
        cs::CXType_Record => {
            depth >= DEEPEST || ty.fields().iter().any(|own| has_pointers(own.ty(), depth + 1))
        }
        cs::CXType_Enum => false,
        kind => !(cs::CXType_Bool..=cs::CXType_LongDouble).contains(&kind),
    }
}

/// Whether the type of that name has the library's allocator.
fn has_own_allocator(name: &str) -> bool {
    let Some(list) = name.split_once("vector<").map(|(_, list)| list) else { return false };
    let mut depth = 0_u32;
    let second = list.char_indices().find(|(_, c)| {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        *c == ',' && depth == 0
    });
    second.is_none_or(|(at, _)| list[at + 1..].trim_start().starts_with("std::allocator<"))
}

/// The type of a vector's elements.
fn element_of(vector: ClangType<'_>) -> ClangType<'_> {
    vector.canonical().first_argument().canonical()
}

/// Whether all that the end of an object's life does is that vectors give back what they keep.
pub(super) fn is_of_vectors(ty: ClangType, depth: u32) -> bool {
    let ty = ty.canonical();
    if is_vector(ty) || ty.is_plain_data() {
        return true;
    }
    let Some(class) = class_of(ty).filter(|own| !own.in_system_header()) else { return false };
    let ends_plainly = |member: &Cursor| match member.kind() {
        cs::CXCursor_Destructor => member.is_defaulted() && !member.is_virtual(),
        cs::CXCursor_CXXBaseSpecifier => false,
        cs::CXCursor_CXXMethod => !member.is_virtual(),
        _ => true,
    };
    depth < DEEPEST
        && class.kind() != cs::CXCursor_UnionDecl
        && super::syntax::members_of(class).iter().all(ends_plainly)
        && ty.fields().iter().all(|field| is_of_vectors(field.ty(), depth + 1))
}

/// How deep members may be nested.
const DEEPEST: u32 = 8;

/// The constructor's call behind conversions that do nothing.
fn constructor_call(value: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut value = value;
    while value.kind() == cs::CXCursor_UnexposedExpr {
        match value.children()[..] {
            [only] => value = only,
            _ => return None,
        }
    }
    let callee = value.referenced().filter(|_| value.kind() == cs::CXCursor_CallExpr)?;
    (callee.kind() == cs::CXCursor_Constructor).then_some(value)
}

impl<'tu> Lowerer<'_, 'tu> {
    /// A variable of the host whose class keeps vectors: its declaration, and what makes it. Whether that was understood.
    pub(super) fn vectors_variable(
        &mut self,
        cursor: Cursor<'tu>,
        variable: Cursor<'tu>,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let ty = variable.ty().canonical();
        if self.host.is_none() || !is_of_vectors(ty, 0) || ty.is_plain_data() {
            return false;
        }
        let call = match variable.initializer() {
            None => None,
            Some(value) => match constructor_call(value) {
                Some(call) => Some(call),
                None => return false,
            },
        };
        let (mark, length) = (self.mark(), out.len());
        let symbol = self.declared_symbol(variable);
        self.push(cursor, StmtKind::Declare { symbol, value: None }, out);
        let span = self.span(variable);
        let place = super::nodes::whole(symbol, self.ty(ty), span);
        let Some(call) = call else { return true };
        let made = self.hoisting(call, out, |lowerer| lowerer.vectors_object(&place, ty, call));
        if made.is_none() {
            out.truncate(length);
            self.take_back(&mark);
        }
        made.is_some()
    }

    /// Puts before the statement what a constructor does to an object that keeps vectors.
    fn vectors_object(
        &mut self,
        object: &Place,
        ty: ClangType<'tu>,
        call: Cursor<'tu>,
    ) -> Option<()> {
        if is_vector(ty) {
            return self.made_vector(object, call);
        }
        let callee = call.referenced()?;
        if callee.copies() || callee.is_defaulted() || callee.definition().is_none() {
            return None;
        }
        let mut arguments = vec![address(object.clone())];
        arguments.extend(self.host_arguments(callee, call.arguments()));
        let kind = ExprKind::Call { name: callee.linker_name(), pure_fn: false, arguments };
        self.hoist(StmtKind::Evaluate(Expr { ty: Type::Void, kind }), object.span);
        Some(())
    }

    /// Puts before the statement what makes a vector: it reads its arguments, and allocates.
    pub(super) fn made_vector(&mut self, object: &Place, value: Cursor<'tu>) -> Option<()> {
        let call = constructor_call(value)?;
        let callee = call.referenced()?;
        let given = |own: &Cursor<'tu>| {
            own.kind() != cs::CXCursor_UnexposedExpr || !own.children().is_empty()
        };
        let values: Vec<Cursor<'tu>> = call.arguments().into_iter().filter(given).collect();
        let span = object.span;
        let member = |bytes| {
            let mut place = Place { ty: Type::Pointer, debug: None, ..object.clone() };
            let step = Step::Field { name: "begin".to_owned(), offset: bytes, overlapping: false };
            place.steps.push(step);
            place
        };
        if values.is_empty() {
            for bytes in [0, 8, 16] {
                let value = int(0, Type::Pointer);
                self.hoist(StmtKind::Assign { target: member(bytes), op: None, value }, span);
            }
            return Some(());
        }
        let takes = callee.arguments().into_iter().next().is_some_and(|own| {
            callee.copies() && own.ty().canonical().kind() == cs::CXType_RValueReference
        });
        let arguments = self.host_arguments(callee, values);
        if takes {
            let arguments = std::iter::once(address(object.clone())).chain(arguments).collect();
            let name = "std::vector::operator=".to_owned();
            let kind = ExprKind::Call { name, pure_fn: false, arguments };
            self.hoist(StmtKind::Evaluate(Expr { ty: Type::Void, kind }), span);
            return Some(());
        }
        let call = |name: &str, ty, arguments| {
            let kind = ExprKind::Call { name: name.to_owned(), pure_fn: false, arguments };
            Expr { ty, kind }
        };
        self.hoist(StmtKind::Evaluate(call("std::vector::vector", Type::Void, arguments)), span);
        let new = call("operator new", Type::Pointer, Vec::new());
        self.hoist(StmtKind::Assign { target: member(0), op: None, value: new }, span);
        for bytes in [8, 16] {
            let index = opaque(Type::LONG, "a number of elements", false);
            let step = Step::Index { index, scale: int(1, Type::LONG), extent: None };
            let base = Base::Loaded(Box::new(member(0)));
            let ty = Type::Int { bits: 8, signed: false };
            let value = address(Place { base, steps: vec![step], ty, span, debug: None });
            self.hoist(StmtKind::Assign { target: member(bytes), op: None, value }, span);
        }
        Some(())
    }

    /// The name by which the host's statements call a function, and the arguments: first the object of a method.
    pub(super) fn host_call(
        &mut self,
        call: Cursor<'tu>,
        callee: Cursor<'tu>,
    ) -> (String, Vec<Expr>) {
        let mut values = call.arguments();
        let is_method = match callee.kind() {
            cs::CXCursor_CXXMethod => !callee.is_static(),
            kind => matches!(kind, cs::CXCursor_ConversionFunction | cs::CXCursor_Destructor),
        };
        let is_operator = callee.spelling().starts_with("operator")
            && values.len() == callee.arguments().len() + 1;
        let mut arguments = Vec::new();
        if is_method && is_operator {
            let object = values.remove(0);
            arguments.push(self.object_or_value(object).map_or_else(|value| value, address));
        } else if is_method {
            arguments.push(self.host_object(call, callee));
        }
        let name = host_name(callee, &values);
        arguments.extend(self.host_arguments(callee, values));
        (name, arguments)
    }

    /// The address of the object of a method's call, or what its expression computes.
    fn host_object(&mut self, call: Cursor<'tu>, callee: Cursor<'tu>) -> Expr {
        let member = call.children().into_iter().next();
        let member = member.filter(|own| own.kind() == cs::CXCursor_MemberRefExpr);
        let written = member.and_then(|own| own.children().into_iter().find(|c| c.is_expression()));
        if let Some(place) = self.called_object(call, callee) {
            return address(place);
        }
        if let Some(object) = written {
            return self.expr(object);
        }
        let name = "(object)".to_owned();
        let kind = ExprKind::Call { name, pure_fn: false, arguments: Vec::new() };
        Expr { ty: Type::Pointer, kind }
    }

    /// What a constructor of the host does before its body.
    pub(super) fn host_initialisers(
        &mut self,
        constructor: Cursor<'tu>,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let class = constructor.semantic_parent()?;
        let ty = class.ty().canonical();
        let this = self.this();
        let bytes = u32::try_from(ty.size()?).ok()?;
        let (index, scale) = (int(0, Type::INT), int(bytes, Type::LONG));
        let steps = vec![Step::Index { index, scale, extent: None }];
        let ty_of = Type::Aggregate { bytes };
        let span = self.span(constructor);
        debug_assert!(self.symbols[this.index()].kind == SymbolKind::Pointer);
        let object = Place { base: Base::Symbol(this), steps, ty: ty_of, span, debug: None };
        self.initialisers(constructor, &object, ty, out)
    }
}

fn address(place: Place) -> Expr {
    Expr { ty: Type::Pointer, kind: ExprKind::AddressOf(place) }
}

/// An object whose members are told: the variable that leads to it, its type, and the bytes in front of it in the variable, or in what it
/// points to.
#[derive(Clone, Copy)]
struct Object<'tu> {
    of: SymbolId,
    ty: ClangType<'tu>,
    before: u64,
}

/// How many members of one variable are told.
const MOST_MEMBERS: usize = 64;

impl<'tu> Lowerer<'_, 'tu> {
    /// The members of variables, and of what they point to, that the function can name.
    pub(super) fn host_members(&self) -> Vec<HostMember> {
        let mut found = Vec::new();
        for (identity, (_, declaration)) in &self.elements {
            let Some(symbol) = self.by_identity.get(identity) else { continue };
            let ty = declaration.ty().canonical();
            let name = declaration.spelling();
            let is_pointer = ty.kind() == cs::CXType_Pointer;
            let own = if is_pointer || is_reference(ty) { ty.pointee().canonical() } else { ty };
            if is_vector(own) && !is_pointer {
                found.extend(vector_member((*symbol, 0), own, &name));
            } else {
                let path = name + if is_pointer { "->" } else { "." };
                let object = Object { of: *symbol, ty: own, before: 0 };
                self.members_in(object, &path, &mut found);
            }
        }
        let this = self.by_identity.get(&super::types::THIS).zip(self.class);
        if let Some((this, class)) = this {
            let object = Object { of: *this, ty: class.ty().canonical(), before: 0 };
            self.members_in(object, "this->", &mut found);
        }
        found.sort_by_key(|own| (own.of, own.at));
        found
    }

    fn members_in(&self, object: Object<'tu>, path: &str, found: &mut Vec<HostMember>) {
        let Object { of, ty, before } = object;
        let Some(class) = class_of(ty).filter(|class| !class.in_system_header()) else { return };
        let is_own = self.class.is_some_and(|own| own.identity() == class.identity());
        if class.kind() == cs::CXCursor_UnionDecl || path.len() > DEEPEST_PATH {
            return;
        }
        for field in ty.fields() {
            let name = field.spelling();
            let is_macro = |own: &Cursor| own.kind() == cs::CXCursor_MacroDefinition;
            let is_taken = self.globals.named(&name).iter().any(is_macro);
            let is_named = !name.is_empty() && !field.is_bit_field() && !is_taken;
            let offset = ty.offset_of(&name).filter(|_| is_named && (is_own || field.is_public()));
            let Some(bits) = offset else { continue };
            let (at, text) = (before + bits / 8, format!("{path}{name}"));
            let ty = field.ty().canonical();
            let member = |element| {
                let text = text.clone();
                HostMember { of, at, text, element, is_owned: false }
            };
            if found.iter().filter(|own| own.of == of).count() >= MOST_MEMBERS {
                return;
            }
            if is_vector(ty) {
                found.extend(vector_member((of, at), ty, &text));
            } else if ty.kind() == cs::CXType_Pointer {
                let element = ty.pointee().canonical();
                let size = element.size().filter(|_| !super::types::is_array(element));
                found.extend(size.filter(|size| *size > 0).map(member));
            } else if (cs::CXType_Int..=cs::CXType_LongLong).contains(&ty.kind())
                || (cs::CXType_UInt..=cs::CXType_ULongLong).contains(&ty.kind())
            {
                found.push(member(0));
            } else if ty.kind() == cs::CXType_Record {
                self.members_in(Object { of, ty, before: at }, &format!("{text}."), found);
            }
        }
    }
}

/// No longer paths of members are told.
const DEEPEST_PATH: usize = 120;

/// What `std::move` gets.
pub(super) fn unmoved(value: Cursor<'_>) -> Cursor<'_> {
    let inner = super::syntax::stripped(value);
    let callee = inner.referenced().filter(|_| inner.kind() == cs::CXCursor_CallExpr);
    let is_move = callee.is_some_and(|own| own.in_system_header() && own.spelling() == "move");
    match inner.arguments()[..] {
        [only] if is_move => only,
        _ => value,
    }
}

/// The name by which the host's statements call a function.
fn host_name(callee: Cursor, values: &[Cursor]) -> String {
    if callee.kind() == cs::CXCursor_Constructor {
        return "(constructor)".to_owned();
    }
    if callee.is_virtual() {
        return "(virtual)".to_owned();
    }
    let name = callee.spelling();
    let own = callee.semantic_parent();
    let is_method = callee.kind() == cs::CXCursor_CXXMethod;
    if is_method && own.is_some_and(|class| is_vector(class.ty())) {
        return format!("std::vector::{name}");
    }
    let is_library = callee.in_system_header()
        && callee.kind() == cs::CXCursor_FunctionDecl
        && own.is_some_and(|own| own.kind() == cs::CXCursor_Namespace);
    if is_library && name == "swap" && values.iter().all(|own| is_vector(own.ty())) {
        return "std::vector::swap".to_owned();
    }
    let is_number = |own: &Cursor| {
        let ty = own.ty().canonical();
        let ty = super::types::iterated(ty).unwrap_or(ty);
        let ty = if ty.kind() == cs::CXType_Pointer { ty.pointee().canonical() } else { ty };
        (cs::CXType_Bool..=cs::CXType_LongDouble).contains(&ty.kind())
    };
    let most = if name == "sort" || name == "reverse" { 2 } else { 3 };
    let is_plain = values.len() <= most && values.iter().all(is_number);
    if is_library && ALGORITHMS.contains(&&*name) && is_plain {
        return format!("std::{name}");
    }
    callee.linker_name()
}

/// Whether an argument is a number that a reference is bound to a copy of.
pub(super) fn is_copied_number(parameter: Cursor, value: Cursor) -> bool {
    let ty = parameter.ty().canonical();
    let of = ty.pointee().canonical();
    let inner = super::syntax::stripped(value);
    let is_computed = match inner.kind() {
        cs::CXCursor_IntegerLiteral
        | cs::CXCursor_FloatingLiteral
        | cs::CXCursor_CXXBoolLiteralExpr
        | cs::CXCursor_CharacterLiteral => true,
        cs::CXCursor_BinaryOperator | cs::CXCursor_UnaryOperator => {
            !super::syntax::is_assignment(inner)
                && inner.unary_operator() != cs::CXUnaryOperator_Deref
        }
        _ => inner.ty().canonical().kind() != of.kind(),
    };
    let is_read = of.is_const() || ty.kind() == cs::CXType_RValueReference;
    is_read && is_computed && (cs::CXType_Bool..=cs::CXType_LongDouble).contains(&of.kind())
}

fn vector_member((of, at): (SymbolId, u64), ty: ClangType, text: &str) -> Option<HostMember> {
    let element = element_of(ty).size()?;
    let text = format!("{text}.data()");
    Some(HostMember { of, at, text, element, is_owned: true })
}
