//! The nodes inside a node.

use clang_sys as cs;
use clang_sys::{CXCursor, CXCursorKind};

use super::Cursor;

impl<'tu> Cursor<'tu> {
    /// The children in source order; of the unit those that the user's files hold. libclang shows a constant expression, such as the
    /// label of a `case`, as the operator that it is, around the same operator: it has the children of that one.
    pub(in crate::frontend) fn children(self) -> Vec<Cursor<'tu>> {
        let found = self.visited();
        match found[..] {
            [only] if self.is_constant_of(only) => only.children(),
            _ => found,
        }
    }

    /// Whether this is the constant expression of an operator: an operator has more text than its operand.
    fn is_constant_of(self, operator: Cursor<'tu>) -> bool {
        const OPERATORS: [CXCursorKind; 6] = [
            cs::CXCursor_UnaryOperator,
            cs::CXCursor_BinaryOperator,
            cs::CXCursor_ConditionalOperator,
            cs::CXCursor_CStyleCastExpr,
            cs::CXCursor_CXXFunctionalCastExpr,
            cs::CXCursor_CXXStaticCastExpr,
        ];
        if self.kind() != operator.kind() || !OPERATORS.contains(&self.kind()) {
            return false;
        }
        let [own, other] = [self, operator].map(|c| ask!(c.clang_getCursorExtent(c.raw)));
        (own.begin_int_data, own.end_int_data) == (other.begin_int_data, other.end_int_data)
    }

    /// The children that the user's files hold.
    pub(in crate::frontend) fn written(self) -> Vec<Cursor<'tu>> {
        self.children().into_iter().filter(|child| child.is_written()).collect()
    }

    /// The child that `raw` is, which is known otherwise where there is none.
    pub(super) fn child(self, raw: CXCursor) -> Option<Cursor<'tu>> {
        let found = self.some(raw)?;
        Some(self.children().into_iter().find(|child| child.is(found)).unwrap_or(found))
    }
}
