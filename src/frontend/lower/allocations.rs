//! Where the pointers of a region come from, as far as the enclosing function shows it.
//!
//! A local variable or parameter is followed only if nobody can change it unseen: every use of it in
//! the function reads its value (libclang shows that as an implicit conversion around the name) or
//! assigns to it by name.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use clang_sys as cs;

use super::Lowerer;
use super::call::is_library;
use super::expr::is_assignment;
use super::facts::hides_flow;
use super::loops::stripped;
use super::object::members_of;
use super::sections::Sizes;
use super::types::{is_array, is_local, is_reference};
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

/// How a function defines one of its variables.
struct Definition<'tu> {
    declaration: Cursor<'tu>,
    initializer: Option<Cursor<'tu>>,
    /// Offset and, for a plain assignment, value of each assignment.
    assignments: Vec<(u32, Option<Cursor<'tu>>)>,
    /// Whether it may change otherwise.
    escaped: bool,
}

impl<'tu> Definition<'tu> {
    /// Whether the variable has one value as long as it lives.
    fn is_constant(&self) -> bool {
        let parameter = self.declaration.kind() == cs::CXCursor_ParmDecl;
        !self.escaped && self.assignments.is_empty() && (parameter || self.initializer.is_some())
    }

    /// The only value that the variable ever gets, null pointers aside.
    fn only_value(&self) -> Option<Cursor<'tu>> {
        let initializer = self.initializer.filter(|value| !is_null(*value));
        match (initializer, self.assignments.as_slice()) {
            _ if self.escaped => None,
            (Some(value), []) => Some(value),
            (None, [(_, value)]) => *value,
            _ => None,
        }
    }
}

/// The parameters and automatic variables of a function, by the identity of their declarations.
#[derive(Default)]
pub(super) struct Definitions<'tu> {
    by_identity: BTreeMap<usize, Definition<'tu>>,
    names: BTreeSet<String>,
    /// Names that several of them have.
    ambiguous: BTreeSet<String>,
    /// Whether statements may run in another order than the text shows.
    hidden_flow: bool,
    /// Whether a `switch` may enter a block behind its first statement.
    switches: bool,
    /// What statements that were asked about assign to.
    assigned: RefCell<BTreeMap<usize, Rc<BTreeSet<usize>>>>,
}

/// What stands around a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// A conversion, which reads the value.
    Reads,
    /// An assignment, of which it is the target.
    Assigns,
    /// What refers to the variable itself, so that nothing inside is a conversion of its value.
    Refers,
    /// Anything else.
    Other,
}

impl<'tu> Definitions<'tu> {
    /// Reads `function` once.
    pub(super) fn of(function: Cursor<'tu>) -> Self {
        let mut found = Self::default();
        let mut escaped = Vec::new();
        let mut assigned = Vec::new();
        let mut pending = vec![(function, Around::Other)];
        while let Some((cursor, around)) = pending.pop() {
            match cursor.kind() {
                cs::CXCursor_ParmDecl | cs::CXCursor_VarDecl => found.declare(cursor),
                cs::CXCursor_DeclRefExpr if matches!(around, Around::Other | Around::Refers) => {
                    escaped.extend(cursor.referenced().map(Cursor::identity));
                }
                _ => {}
            }
            found.hidden_flow |= hides_flow(cursor) && !cursor.is(function);
            found.switches |= cursor.kind() == cs::CXCursor_SwitchStmt;
            if is_assignment(cursor) {
                assigned.push(cursor);
            }
            for (position, child) in cursor.children().into_iter().enumerate() {
                pending.push((child, around_child(cursor, around, position)));
            }
        }
        escaped.iter().for_each(|identity| found.escape(*identity));
        assigned.into_iter().for_each(|assignment| found.assign(assignment));
        found
    }

    fn declare(&mut self, declaration: Cursor<'tu>) {
        if declaration.is_static() || !is_local(declaration) {
            return;
        }
        let name = declaration.spelling();
        if !self.names.insert(name.clone()) {
            self.ambiguous.insert(name);
        }
        let definition = Definition {
            declaration,
            initializer: declaration.initializer(),
            assignments: Vec::new(),
            escaped: is_reference(declaration.ty().canonical()),
        };
        self.by_identity.insert(declaration.identity(), definition);
    }

    /// The only value that a variable ever has.
    pub(super) fn value_of(&self, identity: usize) -> Option<Cursor<'tu>> {
        self.by_identity.get(&identity).and_then(Definition::only_value)
    }

    /// The declaration of a variable that has its first value as long as it lives.
    pub(super) fn constant(&self, identity: usize) -> Option<Cursor<'tu>> {
        let constant = self.by_identity.get(&identity).filter(|found| found.is_constant());
        constant.map(|found| found.declaration)
    }

    /// Where a parameter or automatic variable of the function is declared.
    pub(super) fn position(&self, identity: usize) -> Option<u32> {
        self.by_identity.get(&identity).map(|found| found.declaration.extent().0.offset)
    }

    /// Whether every change of a variable is an assignment to its name in the function.
    pub(super) fn shows_changes(&self, identity: usize) -> bool {
        self.by_identity.get(&identity).is_some_and(|found| !found.escaped)
    }

    /// The variables that a statement assigns to by name.
    pub(super) fn assigned_in(&self, statement: Cursor<'tu>) -> Rc<BTreeSet<usize>> {
        let mut known = self.assigned.borrow_mut();
        known.entry(statement.address()).or_insert_with(|| Rc::new(assigned(statement))).clone()
    }

    /// Whether statements of the function may run in another order than the text shows.
    pub(super) fn has_hidden_flow(&self) -> bool {
        self.hidden_flow
    }

    /// Whether the function has a `switch`.
    pub(super) fn has_switches(&self) -> bool {
        self.switches
    }

    fn escape(&mut self, identity: usize) {
        if let Some(definition) = self.by_identity.get_mut(&identity) {
            definition.escaped = true;
        }
    }

    fn assign(&mut self, assignment: Cursor<'tu>) {
        let children = assignment.children();
        let mut target = children.first().copied();
        while let Some(inner) = target.filter(|t| t.kind() == cs::CXCursor_ParenExpr) {
            target = inner.children().first().copied();
        }
        let named = target.filter(|t| t.kind() == cs::CXCursor_DeclRefExpr);
        let declaration = named.and_then(Cursor::referenced).map(Cursor::identity);
        let Some(definition) = declaration.and_then(|d| self.by_identity.get_mut(&d)) else {
            return;
        };
        let plain = assignment.kind() == cs::CXCursor_BinaryOperator;
        let value = children.get(1).copied().filter(|_| plain);
        definition.assignments.push((assignment.extent().0.offset, value));
    }
}

fn assigned(statement: Cursor) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut pending = vec![statement];
    while let Some(cursor) = pending.pop() {
        let children = cursor.children();
        let target = children.first().filter(|_| is_assignment(cursor));
        found.extend(target.and_then(|t| stripped(*t).referenced()).map(Cursor::identity));
        pending.extend(children);
    }
    found
}

/// What stands around the child of a node at `position`. The binding of a reference to a constant is
/// no conversion to a value, which would have no qualifiers; nor is `__builtin_choose_expr`, which
/// refers to a variable where it is assigned to or its address is taken.
fn around_child(node: Cursor, around: Around, position: usize) -> Around {
    match node.kind() {
        cs::CXCursor_UnexposedExpr => match around {
            Around::Assigns | Around::Refers => Around::Refers,
            _ if node.ty().is_const() => Around::Other,
            _ => Around::Reads,
        },
        cs::CXCursor_ParenExpr => around,
        cs::CXCursor_UnaryOperator if node.unary_operator() == cs::CXUnaryOperator_AddrOf => {
            Around::Refers
        }
        _ if is_assignment(node) && position == 0 => Around::Assigns,
        _ => Around::Other,
    }
}

/// The value behind parentheses and conversions.
fn unconverted(value: Cursor<'_>) -> Cursor<'_> {
    let mut value = value;
    while matches!(
        value.kind(),
        cs::CXCursor_ParenExpr
            | cs::CXCursor_UnexposedExpr
            | cs::CXCursor_CStyleCastExpr
            | cs::CXCursor_CXXStaticCastExpr
            | cs::CXCursor_CXXReinterpretCastExpr
    ) {
        match value.children().into_iter().rfind(|child| child.is_expression()) {
            Some(child) => value = child,
            None => return value,
        }
    }
    value
}

fn is_null(value: Cursor) -> bool {
    let value = unconverted(value);
    matches!(value.kind(), cs::CXCursor_CXXNullPtrLiteralExpr | cs::CXCursor_GNUNullExpr)
        || value.kind() == cs::CXCursor_IntegerLiteral
            && value.evaluate_integer().is_some_and(|value| value == 0)
}

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
            let Some(definition) = definitions.by_identity.get(identity) else { continue };
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
        let fixed = !definition.escaped
            && definition.assignments.iter().all(|(offset, _)| *offset < at)
            && definition.declaration.extent().0.offset < at;
        let section = |item: &clauses::Item| {
            item.section.as_ref().is_some_and(|(_, length)| !self.may_be_empty(length, at, sizes))
        };
        fixed
            && !sizes.definitions.ambiguous.contains(&name)
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
                plain && !allocates_itself(value.ty().canonical().pointee().canonical(), 0)
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
            let definition = definitions.by_identity.get(&declaration);
            array || definition.is_some_and(Definition::is_constant)
        };
        let mut pending = vec![value];
        while let Some(cursor) = pending.pop() {
            let arithmetic = match cursor.kind() {
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
            if !arithmetic {
                return None;
            }
            pending.extend(cursor.children());
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
fn allocates_itself(ty: ClangType, depth: u32) -> bool {
    let mut ty = ty;
    while is_array(ty) {
        ty = ty.element().canonical();
    }
    let Some(class) = ty.declaration().filter(|_| ty.kind() == cs::CXType_Record) else {
        return false;
    };
    let own = |member: &Cursor| match member.kind() {
        cs::CXCursor_CXXBaseSpecifier => {
            depth >= DEEPEST_BASE || allocates_itself(member.ty().canonical(), depth + 1)
        }
        _ => member.spelling().starts_with("operator new"),
    };
    members_of(class).iter().any(own)
}

/// Base classes further up are not looked at.
const DEEPEST_BASE: u32 = 16;

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
