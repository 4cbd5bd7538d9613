//! What is known of a function's variables from its whole text, which is gone through once.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use clang_sys as cs;

use super::expr::is_assignment;
use super::loops::stripped;
use crate::frontend::libclang::Cursor;

/// Variables, by the identity of their declarations.
type Variables = Rc<BTreeSet<usize>>;

/// The functions that were gone through, by their identity.
#[derive(Default)]
pub(super) struct Scans {
    changed: RefCell<BTreeMap<usize, Variables>>,
    shared: RefCell<BTreeMap<usize, Variables>>,
}

impl Scans {
    /// The variables that `function` assigns to, takes the address of, or passes by reference.
    pub(super) fn changed_in(&self, function: Cursor) -> Variables {
        let mut known = self.changed.borrow_mut();
        known
            .entry(function.identity())
            .or_insert_with(|| changed_variables(function).into())
            .clone()
    }

    /// Whether a function takes a variable's address, or binds a reference to it.
    pub(super) fn shares(&self, function: Cursor, variable: Cursor) -> bool {
        let mut known = self.shared.borrow_mut();
        let shared = known.entry(function.identity());
        let shared = shared.or_insert_with(|| shared_variables(function).into());
        shared.contains(&variable.identity())
    }
}

/// The variables that `function` assigns to, takes the address of, or passes by reference.
fn changed_variables(function: Cursor) -> BTreeSet<usize> {
    let mut changed = BTreeSet::new();
    let mut pending = vec![function];
    while let Some(cursor) = pending.pop() {
        let children = cursor.children();
        let address = cursor.kind() == cs::CXCursor_UnaryOperator
            && cursor.unary_operator() == cs::CXUnaryOperator_AddrOf;
        let targets = if address || is_assignment(cursor) {
            &children[..children.len().min(1)]
        } else if cursor.kind() == cs::CXCursor_CallExpr {
            &children[..]
        } else {
            &[]
        };
        let names = targets.iter().filter(|target| target.kind() == cs::CXCursor_DeclRefExpr);
        changed.extend(names.filter_map(|name| name.referenced()).map(Cursor::identity));
        pending.extend(children);
    }
    changed
}

fn shared_variables(function: Cursor) -> BTreeSet<usize> {
    let named = |name: Cursor| {
        let name = stripped(name);
        let variable = name.referenced().filter(|_| name.kind() == cs::CXCursor_DeclRefExpr);
        variable.map(Cursor::identity)
    };
    let mut shared = BTreeSet::new();
    let mut pending = vec![(function, false)];
    while let Some((cursor, lambda)) = pending.pop() {
        let lambda = lambda || cursor.kind() == cs::CXCursor_LambdaExpr;
        let children = cursor.children();
        shared.extend(shared_by(cursor, &children).into_iter().filter_map(named));
        shared.extend(Some(cursor).filter(|_| lambda).and_then(named));
        pending.extend(children.into_iter().map(|child| (child, lambda)));
    }
    shared
}

/// The names whose variables a node takes the address of or binds a reference to.
pub(super) fn shared_by<'tu>(cursor: Cursor<'tu>, children: &[Cursor<'tu>]) -> Vec<Cursor<'tu>> {
    match cursor.kind() {
        cs::CXCursor_UnaryOperator if cursor.unary_operator() == cs::CXUnaryOperator_AddrOf => {
            children.first().copied().into_iter().collect()
        }
        cs::CXCursor_CallExpr | cs::CXCursor_VarDecl | cs::CXCursor_UnexposedDecl => {
            let direct = |c: &&Cursor<'tu>| c.kind() == cs::CXCursor_DeclRefExpr;
            children.iter().filter(direct).copied().collect()
        }
        _ => Vec::new(),
    }
}
