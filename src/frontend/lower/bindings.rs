//! Structured bindings: names of the elements of an array or of the members of a class.

use clang_sys as cs;

use super::Lowerer;
use super::nodes::int;
use super::place::{Lvalue, field_steps};
use super::syntax::{is_container, walk};
use super::types::{class_of, is_array, is_reference};
use crate::frontend::libclang::{Cursor, TranslationUnit, Type as ClangType};
use crate::ir::{Base, Place, Step, Stmt, Type};

/// The class of the standard library whose elements are its members.
const PAIR: &str = "pair";

/// What tells the compiler to ask functions for the elements of a class.
const TUPLE: &str = "tuple_size";

/// Whether a declaration is one of structured bindings; libclang shows the names as its children.
pub(super) fn binds(declaration: Cursor) -> bool {
    declaration.kind() == cs::CXCursor_UnexposedDecl && declaration.spelling().starts_with('[')
}

impl<'tu> Lowerer<'_, 'tu> {
    /// The declaration of the object behind structured bindings.
    pub(super) fn bound_object(
        &mut self,
        cursor: Cursor<'tu>,
        object: Cursor<'tu>,
        out: &mut Vec<Stmt>,
    ) {
        let names = object.children().into_iter().filter(|c| !c.is_expression());
        for (index, name) in names.enumerate() {
            self.bindings.insert(name.identity(), (object, index));
        }
        if is_array(object.ty().canonical()) {
            let why = "structured bindings of a copy of an array";
            return self.opaque_statement(cursor, why, out);
        }
        self.variable_statement(cursor, object, out);
    }

    /// The part of an object that a structured binding names.
    pub(super) fn bound_part(
        &mut self,
        name: Cursor<'tu>,
        cursor: Cursor<'tu>,
    ) -> Result<Option<Lvalue>, String> {
        let Some((object, index)) = self.bindings.get(&name.identity()).copied() else {
            return Ok(None);
        };
        self.check_captured(cursor)?;
        let own = object.ty().canonical();
        let ty = if is_reference(own) { own.pointee().canonical() } else { own };
        if is_array(own) {
            return Err("an element of a copy of an array".to_owned());
        }
        let (steps, part) =
            if is_array(ty) { element(ty, index) } else { self.member_at(ty, index) }?;
        super::place::check_ordinary(part)?;
        let base = Base::Symbol(self.symbol(object));
        let span = self.span(cursor);
        let place = Place { base, steps, ty: self.ty(part), span, debug: None };
        Ok(Some(Lvalue { place, sizes: [].into() }))
    }

    fn member_at(
        &self,
        ty: ClangType<'tu>,
        index: usize,
    ) -> Result<(Vec<Step>, ClangType<'tu>), String> {
        let unknown = || "a structured binding of something that is no plain class".to_owned();
        let class = class_of(ty).ok_or_else(unknown)?;
        let library = class.in_system_header();
        let pair = library && class.spelling() == PAIR;
        if library && !pair || !library && (has_bases(class) || has_tuples(self.unit)) {
            return Err(unknown());
        }
        let field = ty.fields().get(index).copied().ok_or_else(unknown)?;
        if is_reference(field.ty().canonical()) || field.spelling().is_empty() {
            return Err("a member that is a reference".to_owned());
        }
        if field.is_bit_field() {
            return Err("a name for a bit-field".to_owned());
        }
        Ok((field_steps(field, class)?, field.ty().canonical()))
    }
}

fn element(ty: ClangType<'_>, index: usize) -> Result<(Vec<Step>, ClangType<'_>), String> {
    let element = ty.element().canonical();
    let (count, bytes) = (ty.array_size(), element.size().filter(|bytes| *bytes > 0));
    let (Some(count), Some(bytes)) = (count, bytes) else {
        return Err("an element of unknown size".to_owned());
    };
    let constant = |value: u64| int(value, Type::LONG);
    let (index, extent) = (constant(index as u64), Some(constant(count)));
    Ok((vec![Step::Index { index, scale: constant(bytes), extent }], element))
}

fn has_bases(class: Cursor) -> bool {
    let members = class.definition().unwrap_or(class).children();
    members.iter().any(|member| member.kind() == cs::CXCursor_CXXBaseSpecifier)
}

/// Whether the user tells of any class that functions give its elements.
fn has_tuples(unit: &TranslationUnit) -> bool {
    let mut nodes = walk(unit.cursor().written(), |cursor| match cursor.kind() {
        kind if is_container(kind) => cursor.written(),
        _ => Vec::new(),
    });
    nodes.any(|cursor| cursor.spelling() == TUPLE)
}
