//! The calls in the loops of a `target teams loop`, as clang 19 looks at them (`TeamsLoopChecker` in its `SemaOpenMP.cpp`).
//!
//! A call of anything but OpenMP's runtime library has it make `teams distribute` of the directive, as a function could have a
//! construct of its own; even of a function that the compiler knows, or one in `sizeof`. What stands in the arguments of such a call is not
//! looked at. A call of the runtime library behind it makes it forget the former.

use clang_sys as cs;

use super::types::is_array;
use crate::frontend::libclang::Cursor;

/// What calls there are.
#[derive(Clone, Copy, Default)]
pub(super) struct Calls<'tu> {
    /// The call by which clang decides that one lane of each team runs the iterations.
    pub(super) opaque: Option<Cursor<'tu>>,
    /// A call of a function that is declared to compute from its arguments alone.
    pub(super) declared: Option<Cursor<'tu>>,
}

impl<'tu> Calls<'tu> {
    /// Those of a loop, its header among it.
    pub(super) fn of(statement: Cursor<'tu>) -> Self {
        let mut calls = Self::default();
        calls.visit(statement);
        calls
    }

    fn visit(&mut self, cursor: Cursor<'tu>) {
        let callee = cursor.referenced();
        let is_kind = |kind| callee.is_some_and(|callee| callee.kind() == kind);
        if cursor.kind() == cs::CXCursor_CallExpr && !is_kind(cs::CXCursor_Constructor) {
            let is_declared = |callee: &Cursor| {
                !callee.in_system_header()
                    && callee.children().iter().any(|c| c.kind() == cs::CXCursor_ConstAttr)
            };
            self.declared = self.declared.or(callee.filter(is_declared).map(|_| cursor));
            let of_openmp = callee.is_some_and(|callee| callee.spelling().starts_with("omp_"));
            self.opaque = (!of_openmp).then_some(cursor);
            if !of_openmp {
                return;
            }
        }
        if cursor.kind() == cs::CXCursor_CXXForRangeStmt && !is_over_array(cursor) {
            self.opaque = Some(cursor);
        }
        cursor.children().into_iter().for_each(|child| self.visit(child));
    }
}

/// Whether a `for` over the elements of a range calls neither its `begin` nor the operators of its iterators.
fn is_over_array(range: Cursor) -> bool {
    let children = range.children();
    let mut parts = children.iter().filter(|child| child.is_expression());
    parts.next().is_some_and(|over| is_array(over.ty().canonical()))
}
