//! How a function uses the names of its variables, as far as statements do not show it.

use std::collections::{BTreeMap, BTreeSet};

use clang_sys as cs;

use super::syntax::is_assignment;
use super::types::is_reference;
use crate::frontend::libclang::{Cursor, Type};
use crate::source::Span;

/// What stands around a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// A conversion, which reads the value.
    Reads,
    /// An assignment, of which it is the target.
    Assigns,
    /// What refers to the variable itself, so that nothing inside is a conversion of its value.
    Refers,
    /// A statement, which drops the value.
    Drops,
    /// Anything else.
    Other,
}

/// Variables of a function, by the identities of their declarations.
#[derive(Default)]
pub(super) struct Uses {
    /// Those that it names where their values are kept in a way that statements do not show: in lists of initial values, in objects
    /// that are made, and in blocks that are values.
    pub(super) hidden: BTreeSet<usize>,
    /// References, and those whose names do more than to give their values (libclang shows that as an implicit conversion) and to be
    /// assigned to, or are assigned to in a function inside of this one.
    pub(super) shared: BTreeSet<usize>,
    /// How often each is assigned to, incremented or decremented by its name.
    pub(super) assigned: BTreeMap<usize, usize>,
    /// Whether libclang does not show all parts of the function that may name variables.
    pub(super) is_partial: bool,
}

/// What [`Uses::of`] asks of a node.
pub(super) struct Questions<'a, 'tu> {
    /// Whether a `new` makes no object.
    pub(super) plain_allocation: &'a dyn Fn(Cursor<'tu>) -> bool,
    /// Whether libclang does not show a part of it.
    pub(super) partly_shown: &'a dyn Fn(Cursor<'tu>) -> bool,
    /// Whether assignments are variables, as in C++, and not values.
    pub(super) cxx: bool,
}

impl Uses {
    /// Reads `function` once; `listed` are lists of initial values that became statements.
    pub(super) fn of<'tu>(
        function: Cursor<'tu>,
        listed: &[Span],
        questions: &Questions<'_, 'tu>,
    ) -> Self {
        let mut found = Self::default();
        let mut pending = vec![(function, Around::Other, [false; 2])];
        while let Some((cursor, around, [is_hidden, is_called])) = pending.pop() {
            let kind = cursor.kind();
            if kind == cs::CXCursor_DeclRefExpr {
                let variable = || cursor.referenced().map(Cursor::identity);
                let is_shared = matches!(around, Around::Other | Around::Refers | Around::Drops);
                found.shared.extend(is_shared.then(variable).flatten());
                found.hidden.extend(is_hidden.then(variable).flatten());
            }
            if is_assignment(cursor) {
                let target = cursor.children().first().and_then(|own| inner(*own).referenced());
                let target = target.map_or(0, Cursor::identity);
                *found.assigned.entry(target).or_default() += 1;
                found.shared.extend(is_called.then_some(target));
            }
            let declares = matches!(kind, cs::CXCursor_ParmDecl | cs::CXCursor_VarDecl);
            if declares && is_reference(cursor.ty().canonical()) {
                found.shared.insert(cursor.identity());
            }
            found.is_partial |= (questions.partly_shown)(cursor);
            let children = cursor.children();
            let is_unnamed = || {
                let parts = children.iter().filter(|child| child.is_expression());
                kind == cs::CXCursor_UnexposedExpr && parts.count() > 1
            };
            let is_seen = || {
                let (start, end) = cursor.extent();
                let is_own = start.file == function.extent().0.file;
                is_own
                    && listed.iter().any(|own| own.start <= start.offset && end.offset <= own.end)
            };
            let keeps = match kind {
                cs::CXCursor_InitListExpr => !is_seen(),
                cs::CXCursor_CXXNewExpr => !(questions.plain_allocation)(cursor),
                cs::CXCursor_StmtExpr => has_value(cursor),
                cs::CXCursor_CompoundLiteralExpr
                | cs::CXCursor_LambdaExpr
                | cs::CXCursor_GenericSelectionExpr => true,
                _ => is_unnamed(),
            };
            let is_function = matches!(kind, cs::CXCursor_LambdaExpr | cs::CXCursor_BlockExpr);
            let inside = [is_hidden || keeps, is_called || is_function];
            let parts = children.into_iter().enumerate();
            let around = |position| around_child(cursor, around, (position, questions.cxx));
            pending.extend(parts.map(|(position, child)| (child, around(position), inside)));
        }
        found
    }
}

/// What stands in parentheses.
fn inner(cursor: Cursor<'_>) -> Cursor<'_> {
    match cursor.children()[..] {
        [only] if cursor.kind() == cs::CXCursor_ParenExpr => inner(only),
        _ => cursor,
    }
}

/// Whether an expression has a value; the block that `assert` of C is has none.
fn has_value(expression: Cursor) -> bool {
    expression.ty().canonical().kind() != cs::CXType_Void
}

/// What stands around the child of a node at `position`. The binding of a reference to a type with more qualifiers is
/// no conversion to a value, which would have none; nor is `__builtin_choose_expr`, which
/// refers to a variable where it is assigned to or its address is taken. In C++ an assignment is the variable: it may be bound to a
/// reference where its value is neither read nor dropped.
fn around_child(node: Cursor, around: Around, (position, is_cxx): (usize, bool)) -> Around {
    let is_operator =
        |own| node.kind() == cs::CXCursor_BinaryOperator && node.binary_operator() == own;
    match node.kind() {
        cs::CXCursor_UnexposedExpr => match around {
            Around::Assigns | Around::Refers => Around::Refers,
            _ if is_qualified(node.ty()) => Around::Other,
            _ => Around::Reads,
        },
        cs::CXCursor_ParenExpr => around,
        cs::CXCursor_ReturnStmt | cs::CXCursor_AsmStmt => Around::Other,
        cs::CXCursor_CStyleCastExpr if !has_value(node) => Around::Drops,
        _ if node.is_statement() => Around::Drops,
        _ if is_operator(cs::CXBinaryOperator_Comma) => {
            if position == 0 {
                Around::Drops
            } else {
                around
            }
        }
        cs::CXCursor_UnaryOperator if node.unary_operator() == cs::CXUnaryOperator_AddrOf => {
            Around::Refers
        }
        _ if is_assignment(node) && position == 0 => match around {
            Around::Drops | Around::Reads => Around::Assigns,
            _ if is_cxx && !is_postfix(node) => Around::Other,
            _ => Around::Assigns,
        },
        _ => Around::Other,
    }
}

fn is_qualified(ty: Type) -> bool {
    ty.is_const() || ty.is_volatile() || ty.is_restrict()
}

/// Whether it is `x++` or `x--`, which is a value in C++, too.
fn is_postfix(node: Cursor) -> bool {
    let postfix = [cs::CXUnaryOperator_PostInc, cs::CXUnaryOperator_PostDec];
    node.kind() == cs::CXCursor_UnaryOperator && postfix.contains(&node.unary_operator())
}
