//! Functions that are being inlined: what stands for their parameters, their object and their value, and which calls stay calls.

use std::collections::BTreeMap;

use super::Lowerer;
use super::closure::Closure;
use crate::frontend::libclang::Cursor;
use crate::id::SymbolId;
use crate::ir::{Expr, Place, Type};
use crate::source::Span;

/// A function that is being inlined.
pub(super) struct Frame {
    /// Which function it is.
    pub(super) function: usize,
    /// What stands for its parameters.
    pub(super) arguments: BTreeMap<usize, Expr>,
    /// The variables that stand for its own.
    pub(super) locals: BTreeMap<usize, SymbolId>,
    /// What its `this` points to.
    pub(super) object: Implicit,
    /// Whether it is a lambda's that has copies of variables.
    pub(super) by_value: bool,
    /// The lambda's object, where that has copies of another function's variables.
    pub(super) closure: Option<Closure>,
}

/// What `this` points to in a function that is being inlined.
pub(super) enum Implicit {
    /// An object.
    Place(Place),
    /// What it points to around the function, which is a lambda's.
    Outer,
    /// Nothing.
    None,
}

/// What `this` points to.
pub(super) enum Object {
    /// The object of the function that the region lies in.
    Own,
    /// The object of the method that is being inlined.
    Place(Place),
    /// Nothing: the function that is being inlined is no method.
    None,
}

/// What a function's `return` stores to.
#[derive(Clone, Copy)]
pub(super) struct Returned {
    pub(super) symbol: Option<SymbolId>,
    pub(super) ty: Type,
    pub(super) span: Span,
}

/// What a `return` inside a loop does: it stores the value, notes that, and leaves the loop.
#[derive(Clone, Copy)]
pub(super) struct Returning {
    pub(super) returned: Returned,
    pub(super) done: SymbolId,
}

/// What can stand for a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Replacement {
    /// The value that its function returns.
    Value,
    /// The object that its function returns a reference to.
    Place,
    /// The statements of its function.
    Body,
}

/// A try to put something in the place of a call: which call, and whether it is all that is still evaluated, and may stand before.
pub(super) type Attempt = (usize, Replacement, [bool; 2]);

impl<'tu> Lowerer<'_, 'tu> {
    /// What `replace` puts in the place of a call, unless it was tried before and came to nothing. An operand of several calls around
    /// it is lowered for each of them, and again where they stay calls: a chain of calls would take twice the time for each link.
    pub(super) fn once<T>(
        &mut self,
        call: Cursor<'tu>,
        replacement: Replacement,
        replace: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let is_whole = self.whole.is_some_and(|whole| whole.is(call));
        let attempt = (call.address(), replacement, [is_whole, self.hoisted.is_some()]);
        if self.refused.contains(&attempt) {
            return None;
        }
        let result = replace(self);
        if result.is_none() {
            self.refused.insert(attempt);
        }
        result
    }
}
