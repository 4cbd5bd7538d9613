//! Where clang's debug information has a load.

use clang_sys as cs;

use super::Lowerer;
use super::frame::Frame;
use super::types::is_reference;
use crate::frontend::libclang::Cursor;
use crate::ir::DebugLocation;

impl<'tu> Lowerer<'_, 'tu> {
    /// Whether an object that `cursor` denotes is loaded there: an argument by value is loaded where the call is, and
    /// what stands in parentheses where it stands itself.
    pub(super) fn is_loaded_at(&self, cursor: Cursor<'tu>) -> bool {
        match cursor.kind() {
            cs::CXCursor_ArraySubscriptExpr
            | cs::CXCursor_MemberRefExpr
            | cs::CXCursor_UnaryOperator
            | cs::CXCursor_CallExpr => true,
            cs::CXCursor_DeclRefExpr => {
                let by_value = |own: Cursor| {
                    let stands_for = |frame: &Frame| frame.arguments.contains_key(&own.identity());
                    !is_reference(own.ty().canonical()) && self.frames.iter().any(stands_for)
                };
                !cursor.referenced().is_some_and(by_value)
            }
            _ => false,
        }
    }

    /// Where debug information has the load of an object; `None` where that is where its text in the region begins. The
    /// location is that of the expression, which for a member is the member's name.
    pub(super) fn debug_location(&self, cursor: Cursor<'tu>) -> Option<Box<DebugLocation>> {
        let start = cursor.extent().0;
        let is_member = cursor.kind() == cs::CXCursor_MemberRefExpr;
        let at = if is_member { cursor.position() } else { start };
        if self.frames.is_empty() && at == start && at.file == Some(self.file) {
            return None;
        }
        let file = at.file?;
        let source = self.files.source(self.unit, file);
        let (file, position) = (source.name().into(), source.position(at.offset));
        Some(Box::new(DebugLocation { file, position }))
    }
}
