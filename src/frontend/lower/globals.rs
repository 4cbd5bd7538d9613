//! What a unit has outside of functions: declarations, and variables, enumerators and macros by their names.

use std::cell::OnceCell;
use std::collections::{BTreeMap, VecDeque};

use clang_sys as cs;

use super::syntax::is_container;
use super::templates::{in_class_template, is_class_template};
use crate::frontend::libclang::{Cursor, TranslationUnit};
use crate::frontend::unit::Files;

/// The names of a unit, which is gone through when the first one is asked for.
pub(in crate::frontend) struct Globals<'a, 'tu> {
    written: &'a [Cursor<'tu>],
    by_name: OnceCell<BTreeMap<String, Vec<Cursor<'tu>>>>,
}

impl<'a, 'tu> Globals<'a, 'tu> {
    /// The names in `written`, which is what stands outside of functions in the user's files.
    pub(in crate::frontend) fn of(written: &'a [Cursor<'tu>]) -> Globals<'a, 'tu> {
        Globals { written, by_name: OnceCell::new() }
    }

    /// Whether a macro of that name is defined.
    pub(super) fn is_macro(&self, name: &str) -> bool {
        self.named(name).iter().any(|own| own.kind() == cs::CXCursor_MacroDefinition)
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

/// A unit, and what is known of all of it.
#[derive(Clone, Copy)]
pub(in crate::frontend) struct Whole<'a, 'tu> {
    pub(in crate::frontend) unit: &'tu TranslationUnit,
    pub(in crate::frontend) files: &'a Files,
    pub(in crate::frontend) globals: &'a Globals<'a, 'tu>,
}

/// Every declaration outside of functions, with whether it is or belongs to a template.
pub(super) fn declarations<'tu>(written: &[Cursor<'tu>]) -> Vec<(Cursor<'tu>, bool)> {
    let mut declarations = Vec::new();
    let mut pending = VecDeque::from([(written.to_vec(), false)]);
    while let Some((members, template)) = pending.pop_front() {
        for child in members {
            match child.kind() {
                cs::CXCursor_MacroDefinition
                | cs::CXCursor_MacroExpansion
                | cs::CXCursor_InclusionDirective => {}
                kind if is_class_template(kind) => pending.push_back((child.written(), true)),
                kind if is_container(kind) => pending.push_back((child.written(), template)),
                kind => {
                    let generic = kind == cs::CXCursor_FunctionTemplate || in_class_template(child);
                    declarations.push((child, template || generic));
                }
            }
        }
    }
    declarations
}
