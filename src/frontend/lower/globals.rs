//! Variables, enumerators and macros outside of functions, by their names.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use clang_sys as cs;

use super::syntax::is_container;
use crate::frontend::libclang::Cursor;

/// The names of a unit, which is gone through when the first one is asked for.
pub(super) struct Globals<'a, 'tu> {
    written: &'a [Cursor<'tu>],
    by_name: OnceCell<BTreeMap<String, Vec<Cursor<'tu>>>>,
}

impl<'a, 'tu> Globals<'a, 'tu> {
    /// The names in `written`, which is what stands outside of functions in the user's files.
    pub(super) fn of(written: &'a [Cursor<'tu>]) -> Globals<'a, 'tu> {
        Globals { written, by_name: OnceCell::new() }
    }

    /// What has that name anywhere outside of functions.
    pub(super) fn named(&self, name: &str) -> &[Cursor<'tu>] {
        let all = self.by_name.get_or_init(|| read(self.written.to_vec()));
        all.get(name).map_or(&[], Vec::as_slice)
    }
}

fn read(mut pending: Vec<Cursor<'_>>) -> BTreeMap<String, Vec<Cursor<'_>>> {
    let mut found: BTreeMap<String, Vec<Cursor>> = BTreeMap::new();
    while let Some(cursor) = pending.pop() {
        match cursor.kind() {
            cs::CXCursor_VarDecl | cs::CXCursor_EnumConstantDecl | cs::CXCursor_MacroDefinition => {
                found.entry(cursor.spelling()).or_default().push(cursor);
            }
            kind if is_container(kind) || kind == cs::CXCursor_EnumDecl => {
                pending.extend(cursor.children());
            }
            _ => {}
        }
    }
    found
}
