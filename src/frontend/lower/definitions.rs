//! How a function defines its variables.
//!
//! A local variable or parameter is followed only if nobody can change it unseen: every use of it in
//! the function reads its value (libclang shows that as an implicit conversion around the name) or
//! assigns to it by name.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use clang_sys as cs;

use super::syntax::{below, hides_flow, is_assignment, is_null, stripped};
use super::types::{is_local, is_reference};
use crate::frontend::libclang::Cursor;

/// How a function defines one of its variables.
pub(super) struct Definition<'tu> {
    pub(super) declaration: Cursor<'tu>,
    pub(super) initializer: Option<Cursor<'tu>>,
    /// Offset and, for a plain assignment, value of each assignment.
    assignments: Vec<(u32, Option<Cursor<'tu>>)>,
    /// Whether it may change otherwise.
    escaped: bool,
}

impl<'tu> Definition<'tu> {
    /// Whether the variable has one value as long as it lives.
    pub(super) fn is_constant(&self) -> bool {
        let parameter = self.declaration.kind() == cs::CXCursor_ParmDecl;
        !self.escaped && self.assignments.is_empty() && (parameter || self.initializer.is_some())
    }

    /// Whether the variable has one value from an offset of the function's file on.
    pub(super) fn is_fixed_from(&self, at: u32) -> bool {
        !self.escaped
            && self.assignments.iter().all(|(offset, _)| *offset < at)
            && self.declaration.extent().0.offset < at
    }

    /// The only value that the variable ever gets, null pointers aside.
    pub(super) fn only_value(&self) -> Option<Cursor<'tu>> {
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

    /// How a parameter or automatic variable of the function is defined.
    pub(super) fn get(&self, identity: usize) -> Option<&Definition<'tu>> {
        self.by_identity.get(&identity)
    }

    /// Whether several of them have that name.
    pub(super) fn is_ambiguous(&self, name: &str) -> bool {
        self.ambiguous.contains(name)
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
        known.entry(statement.address()).or_insert_with(|| Rc::new(assigned_in(statement))).clone()
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

/// What stands around a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Around {
    /// A conversion, which reads the value.
    Reads,
    /// An assignment, of which it is the target.
    Assigns,
    /// What refers to the variable itself, so that nothing inside is a conversion of its value.
    Refers,
    /// Anything else.
    Other,
}

/// The variables that a statement assigns to by name.
pub(super) fn assigned_in(statement: Cursor) -> BTreeSet<usize> {
    let assignments = below(statement).filter(|cursor| is_assignment(*cursor));
    let targets = assignments.filter_map(|assignment| assignment.children().first().copied());
    targets.filter_map(|target| stripped(target).referenced()).map(Cursor::identity).collect()
}

/// What stands around the child of a node at `position`. The binding of a reference to a constant is
/// no conversion to a value, which would have no qualifiers; nor is `__builtin_choose_expr`, which
/// refers to a variable where it is assigned to or its address is taken.
pub(super) fn around_child(node: Cursor, around: Around, position: usize) -> Around {
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
