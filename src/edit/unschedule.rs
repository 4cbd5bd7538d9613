//! `… schedule(static, 4) …` → `… …`.

use super::{Edit, newlines};
use crate::diag::Code;
use crate::ir::TargetRegion;
use crate::source::{SourceFile, Span};

/// Removes the clauses of these names from the region's directive, each with one comma beside it.
pub(super) fn edits(
    region: &TargetRegion,
    file: &SourceFile,
    names: &[String],
) -> Result<Vec<Edit>, Code> {
    let clauses = region.directive.clauses.iter().filter(|clause| names.contains(&clause.name));
    clauses
        .map(|clause| {
            let span = with_comma(file, clause.span, region.directive.span);
            let text = file.slice(span);
            let own = clause.from_macro.is_none() && !text.is_empty();
            let plain = own && newlines(text) == 0 && !text.contains(&b'\\');
            if plain { Ok(Edit::replacement(span, "")) } else { Err(Code::NotEditable) }
        })
        .collect()
}

/// The clause and the comma behind it; failing that, the one before it.
pub(super) fn with_comma(file: &SourceFile, clause: Span, directive: Span) -> Span {
    let is_blank = |byte: &u8| *byte == b' ' || *byte == b'\t';
    let behind = file.slice(Span::new(clause.end, directive.end));
    let blanks = behind.iter().take_while(|byte| is_blank(byte)).count();
    if behind.get(blanks) == Some(&b',') {
        return Span::new(clause.start, clause.end + blanks as u32 + 1);
    }
    let before = file.slice(Span::new(directive.start, clause.start));
    let blanks = before.iter().rev().take_while(|byte| is_blank(byte)).count();
    if before.len() > blanks && before[before.len() - blanks - 1] == b',' {
        return Span::new(clause.start - blanks as u32 - 1, clause.end);
    }
    clause
}
