//! Where the pointers of a region come from, as far as the enclosing function shows it.

use clang_sys as cs;

use super::Lowerer;
use super::call::is_library;
use super::definitions::{Definition, Definitions};
use super::sections::Sizes;
use super::syntax::{below, has_member, is_assignment, is_null, unconverted};
use super::types::{class_of, innermost, is_array};
use crate::frontend::libclang::{Cursor, Type as ClangType};
use crate::ir::{
    Base, DataItem, DataKind, Directive, Expr, ExprKind, OriginKind, Place, PointerOrigin, Scope,
    SymbolKind, clauses,
};
use crate::openmp::ClauseKind;

/// Functions whose result points to storage that nothing older points into.
const ALLOCATORS: &[&str] = &[
    "_mm_malloc",
    "aligned_alloc",
    "calloc",
    "llvm_omp_target_alloc_device",
    "llvm_omp_target_alloc_host",
    "llvm_omp_target_alloc_shared",
    "malloc",
    "memalign",
    "omp_aligned_alloc",
    "omp_alloc",
    "omp_calloc",
    "omp_target_alloc",
    "valloc",
];

impl<'tu> Lowerer<'_, 'tu> {
    /// The origins of the region's pointers; `enclosing` are the `target data` directives around it.
    /// Those for another device do not say what `region` reaches.
    pub(super) fn origins(
        &mut self,
        sizes: &Sizes<'_, 'tu>,
        (region, enclosing): (&Directive, &[Directive]),
        data: &[DataItem],
    ) -> Vec<PointerOrigin> {
        let mut origins = Vec::new();
        let definitions = sizes.definitions;
        let by_identity = self.by_identity.clone();
        let pointers: Vec<_> = by_identity
            .iter()
            .filter(|(_, s)| {
                let symbol = &self.symbols[s.index()];
                symbol.kind == SymbolKind::Pointer && symbol.scope != Scope::Region
            })
            .collect();
        for (identity, symbol) in pointers {
            let symbol = *symbol;
            let mut add = |kind| origins.push(PointerOrigin { symbol, kind });
            if *identity == 0 {
                add(OriginKind::Entry);
                continue;
            }
            let Some(definition) = definitions.get(*identity) else { continue };
            if self.is_parameter(definition) {
                add(OriginKind::Entry);
            }
            if definition.only_value().is_some_and(|value| self.allocates(value)) {
                add(OriginKind::Allocated);
            }
            for (number, directive) in enclosing.iter().enumerate() {
                if device(directive) == device(region) && self.maps(directive, definition, sizes) {
                    add(OriginKind::Mapped(number as u32));
                }
            }
            let listed = data.iter().any(|i| i.symbol == symbol && says_where(i));
            let derived = self.derived(definition, definitions).filter(|_| !listed);
            derived.into_iter().for_each(|pointer| add(OriginKind::Derived(pointer)));
        }
        origins.sort_by_key(|origin| origin.symbol);
        origins
    }

    /// Whether `directive` maps the storage behind a pointer that keeps its value from there on.
    fn maps(&self, directive: &Directive, definition: &Definition, sizes: &Sizes<'_, 'tu>) -> bool {
        let name = definition.declaration.spelling();
        let at = directive.span.start;
        let section = |item: &clauses::Item| {
            item.section.as_ref().is_some_and(|(_, length)| !self.may_be_empty(length, at, sizes))
        };
        definition.is_fixed_from(at)
            && !sizes.definitions.is_ambiguous(&name)
            && directive
                .clauses
                .iter()
                .flat_map(clauses::items)
                .filter(|item| item.name == name && item.member.is_none())
                .any(|item| item.kind.is_map() && section(&item))
    }

    fn is_parameter(&self, definition: &Definition) -> bool {
        let declaration = definition.declaration;
        declaration.kind() == cs::CXCursor_ParmDecl
            && definition.is_constant()
            && declaration.semantic_parent().is_some_and(|parent| parent.is(self.function))
    }

    fn allocates(&self, value: Cursor) -> bool {
        let value = unconverted(value);
        match value.kind() {
            cs::CXCursor_CallExpr => {
                let library = |callee: Cursor| {
                    callee.kind() == cs::CXCursor_FunctionDecl
                        && callee.definition().is_none()
                        && is_library(callee)
                };
                ALLOCATORS.contains(&value.spelling().as_str())
                    && value.referenced().is_some_and(library)
            }
            cs::CXCursor_CXXNewExpr => self.written(value).is_some_and(|text| {
                let behind = text.trim_start_matches("::").strip_prefix("new");
                let plain = behind.is_some_and(|rest| !rest.trim_start().starts_with('('));
                plain && !allocates_itself(value.ty().canonical().pointee().canonical())
            }),
            _ => false,
        }
    }

    /// The pointer expression that a variable stands for as long as it lives: every variable in it
    /// lives longer and never changes.
    fn derived(
        &mut self,
        definition: &Definition<'tu>,
        definitions: &Definitions<'tu>,
    ) -> Option<Expr> {
        if !definition.is_constant() {
            return None;
        }
        let value =
            definition.initializer.filter(|value| !is_null(*value) && !self.allocates(*value))?;
        let constant = |cursor: Cursor| {
            let array = is_array(cursor.ty().canonical());
            let declaration = cursor.referenced().map_or(0, Cursor::identity);
            array || definitions.constant(declaration).is_some()
        };
        let arithmetic = |cursor: Cursor| match cursor.kind() {
            cs::CXCursor_DeclRefExpr => constant(cursor),
            cs::CXCursor_ParenExpr
            | cs::CXCursor_UnexposedExpr
            | cs::CXCursor_CStyleCastExpr
            | cs::CXCursor_BinaryOperator
            | cs::CXCursor_ArraySubscriptExpr
            | cs::CXCursor_IntegerLiteral
            | cs::CXCursor_TypeRef => !is_assignment(cursor),
            cs::CXCursor_UnaryOperator => cursor.unary_operator() == cs::CXUnaryOperator_AddrOf,
            _ => false,
        };
        if !below(value).all(arithmetic) {
            return None;
        }
        let known = (self.symbols.len(), self.by_identity.clone());
        let pointer = self.pointer_expr(value).ok().filter(points_into_a_variable);
        if pointer.is_none() {
            self.symbols.truncate(known.0);
            self.by_identity = known.1;
        }
        pointer
    }
}

/// Whether a class, or one that it is made of, has an `operator new` of its own: that may hand out any storage.
fn allocates_itself(ty: ClangType) -> bool {
    let is_new = |member: Cursor| member.spelling().starts_with("operator new");
    class_of(innermost(ty)).is_some_and(|class| has_member(class, &is_new, 0))
}

/// Whether a pointer expression is the address of something behind a pointer variable, computed
/// without reading memory.
fn points_into_a_variable(pointer: &Expr) -> bool {
    match &pointer.kind {
        ExprKind::Symbol(_) => return true,
        ExprKind::AddressOf(Place { base: Base::Symbol(_), .. }) => {}
        _ => return false,
    }
    let mut reads = false;
    pointer.walk(&mut |expr| match &expr.kind {
        ExprKind::Load(place) => reads |= place.as_symbol().is_none(),
        ExprKind::Call { .. } | ExprKind::Opaque { .. } => reads = true,
        _ => {}
    });
    !reads
}

/// Whether a data clause says where the device's copy of the pointer points to.
fn says_where(item: &DataItem) -> bool {
    item.kind == DataKind::DevicePointer || item.kind.is_map() && item.section.is_some()
}

/// The device that a directive is for, as its clause says.
fn device(directive: &Directive) -> Option<&str> {
    directive.argument(ClauseKind::Device)
}
