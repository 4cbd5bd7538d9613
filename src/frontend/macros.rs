//! Pragmas that come out of macros.
use std::collections::BTreeMap;

use super::libclang::{File, TranslationUnit};
use super::pragma::Insertion;
use crate::source::Span;

/// The macro expansions that give pragmas, by file and in the order of their offsets.
pub(super) fn insertions(
    _unit: &TranslationUnit,
    _files: &[(File, bool)],
    _expansions: &BTreeMap<File, Vec<Span>>,
) -> BTreeMap<File, Vec<Insertion>> {
    BTreeMap::new()
}
