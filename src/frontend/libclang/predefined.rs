//! What the compiler itself defines.

use std::collections::BTreeSet;

use clang_sys as cs;

use super::{Cursor, TranslationUnit};

impl TranslationUnit {
    /// The macros that are defined before the first file is read, of a unit that nothing else has been asked of.
    pub(in crate::frontend) fn predefined(mut self) -> BTreeSet<String> {
        self.shows_predefined = true;
        let is_predefined = |cursor: &Cursor| {
            cursor.kind() == cs::CXCursor_MacroDefinition && cursor.position().file.is_none()
        };
        self.cursor().children().into_iter().filter(is_predefined).map(Cursor::spelling).collect()
    }
}
