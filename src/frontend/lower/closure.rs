//! Lambdas that another function calls: the copies of variables that they hold are members of their objects.

use std::collections::BTreeMap;

use clang_sys as cs;

use super::Lowerer;
use super::call::Captures;
use super::syntax::{below, stripped};
use super::types::{is_local, is_reference};
use crate::frontend::libclang::Cursor;
use crate::ir::{Place, Step};

/// The object of a lambda, and how many bytes behind its start the copies of variables lie.
pub(super) struct Closure {
    object: Place,
    copies: BTreeMap<usize, u64>,
}

impl<'tu> Lowerer<'_, 'tu> {
    /// The object of a call of a lambda, where the variables that it holds are none of the region's function.
    pub(super) fn closure(
        &mut self,
        object: Cursor<'tu>,
        definition: Cursor<'tu>,
    ) -> Option<Closure> {
        if self.captures(definition) != Some(Captures::Values) {
            return None;
        }
        let class = definition.semantic_parent()?;
        let owner = class.semantic_parent()?;
        let identity = owner.identity();
        let is_inside = self.frames.iter().any(|frame| frame.function == identity);
        if is_inside || self.function.identity() == identity {
            return None;
        }
        let copies = copies(class, owner.definition().unwrap_or(owner))?;
        let object = self.place(object).ok()?;
        Some(Closure { object, copies })
    }

    /// The member of a lambda's object that a name in the lambda denotes.
    pub(super) fn copy_of(&mut self, name: Cursor<'tu>, declaration: Cursor<'tu>) -> Option<Place> {
        let owner = declaration.semantic_parent().map(Cursor::identity);
        let constant = declaration.ty().canonical().is_const()
            && declaration.initializer().is_some_and(|value| value.evaluate_integer().is_some());
        let inner = self.frames.iter().rev();
        let mut around = inner.take_while(|frame| Some(frame.function) != owner);
        let own = |closure: &Closure| closure.copies.contains_key(&declaration.identity());
        let closure = around.find_map(|frame| frame.closure.as_ref().filter(|c| own(c)))?;
        let offset = *closure.copies.get(&declaration.identity()).filter(|_| !constant)?;
        let mut place = closure.object.clone();
        place.steps.push(Step::Field { name: declaration.spelling(), offset, overlapping: false });
        (place.ty, place.span) = (self.ty(name.ty()), self.span(name));
        Some(place)
    }

    /// Whether a variable belongs to a function that neither has the region in it nor is called there.
    pub(super) fn is_foreign(&self, declaration: Cursor<'tu>) -> bool {
        let (start, end) = self.function.extent();
        let at = declaration.position();
        let around = start.file == at.file && (start.offset..end.offset).contains(&at.offset);
        !self.frames.is_empty() && is_local(declaration) && !declaration.is_static() && !around
    }
}

/// Where a lambda's class has copies of variables, which are all that it has: numbers and pointers, each as large as it is aligned.
fn copies(class: Cursor<'_>, function: Cursor<'_>) -> Option<BTreeMap<usize, u64>> {
    let at = class.position();
    let is_own = |part: &Cursor| {
        let (start, _) = part.extent();
        part.kind() == cs::CXCursor_LambdaExpr && (start.file, start.offset) == (at.file, at.offset)
    };
    let mut own = below(function).filter(is_own);
    let (lambda, None) = (own.next()?, own.next()) else { return None };
    let values = lambda.children().into_iter().filter(|part| part.is_expression());
    let values: Vec<Cursor> = values.collect();
    let fields = class.ty().fields();
    if values.len() != fields.len() {
        return None;
    }
    let mut found = BTreeMap::new();
    let mut end = 0_u64;
    for (value, field) in values.into_iter().zip(fields) {
        let variable = stripped(value).referenced()?;
        let (ty, own) = (field.ty().canonical(), variable.ty().canonical());
        let known = matches!(variable.kind(), cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl);
        let is_scalar = (cs::CXType_Bool..=cs::CXType_LongDouble).contains(&ty.kind())
            || ty.kind() == cs::CXType_Pointer;
        let size = ty.size().filter(|size| matches!(size, 1 | 2 | 4 | 8))?;
        if !known || !is_scalar || is_reference(own) || own.kind() != ty.kind() || ty.is_volatile()
        {
            return None;
        }
        let start = end.next_multiple_of(size);
        found.insert(variable.identity(), start);
        end = start + size;
    }
    let widest = 8;
    let whole = class.ty().size()?;
    (end <= whole && whole < end + widest).then_some(found)
}
