//! `for … { x = e; for … { body } }` → `for … { for … { x = e; body } }`.

use super::headers::Headers;
use super::lines::{Lines, deeper, indent, removal};
use super::{Edit, statements};
use crate::diag::Code;
use crate::id::StmtId;
use crate::ir::{Loop, TargetRegion};
use crate::source::{SourceFile, Span};

/// Moves statements to the beginning of the body of `innermost`, which gets braces if it has none, behind the conditions where it
/// `is_conditional`. Several statements of one declaration move together.
pub(super) fn edits(
    region: &TargetRegion,
    headers: &Headers,
    (moved, innermost): (&[StmtId], &Loop),
    is_conditional: bool,
) -> Result<Vec<Edit>, Code> {
    let file = headers.file;
    let mut edits = Vec::new();
    let mut lines = Lines::default();
    for span in spans(region, moved) {
        if !file.slice(span).ends_with(b";") {
            return Err(Code::NotEditable);
        }
        edits.push(removal(file, span));
        let text = headers.moved(span)?;
        if !text.is_empty() {
            lines.place(file.position(span.start).line, &body_indent(file, innermost), &text);
        }
    }
    if !lines.is_empty() {
        edits.extend(insertions(file, (innermost, is_conditional), lines)?);
    }
    Ok(edits)
}

/// Where the statements stand; several of one declaration once.
fn spans(region: &TargetRegion, moved: &[StmtId]) -> Vec<Span> {
    let mut all = Vec::new();
    statements(&region.body, &mut all);
    let moved = all.iter().filter(|stmt| moved.contains(&stmt.id));
    let mut spans: Vec<Span> = moved.map(|stmt| stmt.span).collect();
    spans.dedup();
    spans
}

/// The indentation of a loop's body.
fn body_indent(file: &SourceFile, l: &Loop) -> String {
    let own = indent(file, l.header.start);
    match l.body.first().map(|first| indent(file, first.span.start)) {
        Some(body) if body.len() > own.len() => body,
        _ => deeper(&own),
    }
}

/// The insertion of lines behind the opening brace, or in the body's new braces; none behind a brace of another spelling.
fn insertions(
    file: &SourceFile,
    (l, is_conditional): (&Loop, bool),
    lines: Lines,
) -> Result<Vec<Edit>, Code> {
    let body = l.body_span;
    if l.braced {
        let is_brace = file.slice(body).starts_with(b"{");
        return if is_brace {
            Ok(vec![lines.behind(file, body.start + 1)])
        } else {
            Err(Code::NotEditable)
        };
    }
    let mut closing = Lines::default();
    closing.add(&indent(file, l.header.start), "}");
    let closing = closing.behind(file, body.end);
    if is_conditional {
        let opening = Edit::insertion(body.start, "{");
        return Ok(vec![opening, lines.inside(file, body.start), closing]);
    }
    Ok(vec![Edit::insertion(l.header.end, " {"), lines.before(file, body.start), closing])
}
