//! The instances of templates. They are no children of the unit's cursor, but an expression that
//! uses one refers to its declaration, whose children are the instantiated body.

use std::collections::{BTreeSet, VecDeque};

use clang_sys as cs;

use crate::frontend::libclang::{Cursor, File, is_function};

/// Where a function's name stands, which all instances of a template share.
pub(super) type Place = (File, u32);

/// The place of a function or template.
pub(super) fn place(function: Cursor) -> Option<Place> {
    let name = function.position();
    Some((name.file?, name.offset))
}

/// The instances of the templates at `wanted` which the declarations `roots` lead to,
/// each once, in the order of their first use.
pub(super) fn instances<'tu>(roots: &[Cursor<'tu>], wanted: &BTreeSet<Place>) -> Vec<Cursor<'tu>> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut pending: VecDeque<Cursor<'tu>> = roots.iter().copied().collect();
    while let Some(declaration) = pending.pop_front() {
        for instance in used(declaration) {
            if instance.in_system_header() || !seen.insert(instance.identity()) {
                continue;
            }
            pending.push_back(instance);
            if place(instance).is_some_and(|place| wanted.contains(&place)) {
                found.push(instance);
            }
        }
    }
    found
}

/// The instantiated functions that the text of `declaration` names, in its order.
fn used(declaration: Cursor<'_>) -> Vec<Cursor<'_>> {
    let mut used = Vec::new();
    let mut pending = vec![declaration];
    while let Some(cursor) = pending.pop() {
        let names = matches!(
            cursor.kind(),
            cs::CXCursor_CallExpr | cs::CXCursor_DeclRefExpr | cs::CXCursor_MemberRefExpr
        );
        let function = cursor.referenced().filter(|f| names && is_function(f.kind()));
        let function = function.map(|function| function.definition().unwrap_or(function));
        let generic = |function: &Cursor| function.kind() == cs::CXCursor_FunctionTemplate;
        used.extend(function.filter(|f| !generic(f) && f.specialized().is_some()));
        pending.extend(cursor.children().into_iter().rev());
    }
    used
}
