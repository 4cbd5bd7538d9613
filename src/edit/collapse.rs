//! `target … for` → `target … for collapse(n)`.

use super::{Edit, newlines};
use crate::diag::Code;
use crate::ir::TargetRegion;
use crate::openmp::ClauseKind;
use crate::source::{SourceFile, Span};

/// Replaces the `collapse` clause, or inserts one behind the directive's name: clauses may follow in
/// any order, and a trailing comment or a continuation stands further on.
pub(super) fn edit(region: &TargetRegion, file: &SourceFile, depth: u32) -> Result<Edit, Code> {
    let directive = &region.directive;
    let clause = format!("collapse({depth})");
    let place = Span::new(directive.name_end, directive.name_end);
    match directive.clause(ClauseKind::Collapse) {
        Some(old) if old.from_macro.is_some() => Err(Code::NotEditable),
        Some(old) if newlines(file.slice(old.span)) == 0 && !file.slice(old.span).is_empty() => {
            Ok(Edit::replacement(old.span, clause))
        }
        Some(old) if old.span != place => Err(Code::NotEditable),
        _ => Ok(Edit::replacement(place, format!(" {clause}"))),
    }
}
