//! Constructs of threads in the functions that a region calls.

use std::collections::BTreeSet;

use clang_sys as cs;

use super::call::is_library;
use super::syntax::below;
use crate::frontend::libclang::{Cursor, is_function};
use crate::frontend::unit::Files;
use crate::ir::HazardKind;
use crate::openmp::Leaf;
use crate::source::Span;

/// What is known of the functions that a statement calls, and of those that they call in turn: that one has a construct of threads, or
/// that one is not shown; `None` where all are and none has.
pub(super) fn threads(files: &Files, statement: Cursor) -> Option<HazardKind> {
    let mut known = BTreeSet::new();
    let mut pending = vec![statement];
    let mut found = None;
    while let Some(part) = pending.pop() {
        let calls = below(part).filter(|cursor| cursor.kind() == cs::CXCursor_CallExpr);
        for callee in calls.map(Cursor::referenced) {
            let Some(callee) = callee.filter(|callee| is_function(callee.kind())) else {
                found = Some(HazardKind::UnseenCall);
                continue;
            };
            if !known.insert(callee.identity()) {
                continue;
            }
            match callee.definition() {
                Some(definition) if has_threads(files, definition) => {
                    return Some(HazardKind::CalledThreads);
                }
                Some(definition) => pending.push(definition),
                None if is_of_library(callee) => {}
                None => found = Some(HazardKind::UnseenCall),
            }
        }
    }
    found
}

/// Whether a function that is not shown is one of a library, none of which starts threads of the device.
fn is_of_library(callee: Cursor) -> bool {
    let name = callee.spelling();
    let known = ["__builtin_", "omp_"].iter().any(|prefix| name.starts_with(prefix));
    is_library(callee) && (known || callee.in_system_header())
}

/// Whether a directive in the function's text starts threads.
fn has_threads(files: &Files, definition: Cursor) -> bool {
    let (start, end) = definition.extent();
    let span = Span::new(start.offset, end.offset);
    let starts = |file| {
        let mut directives = files.pragmas_in(file, span).filter_map(|pragma| pragma.directive());
        directives.any(|own| own.has(Leaf::Parallel) || own.has(Leaf::Loop))
    };
    start.file.is_some_and(starts)
}
