//! `for … { x = e; for … { body } }` → `for … { for … { x = e; body } }`.

use super::headers::Headers;
use super::{Edit, padded, statements};
use crate::diag::Code;
use crate::id::StmtId;
use crate::ir::{Loop, TargetRegion};
use crate::source::{SourceFile, Span};

/// Moves statements to the beginning of the body of `innermost`, which gets braces if it has none. Several statements of one
/// declaration move together.
pub(super) fn edits(
    region: &TargetRegion,
    headers: &Headers,
    moved: &[StmtId],
    innermost: &Loop,
) -> Result<Vec<Edit>, Code> {
    let (mut edits, text) = take(region, headers, moved)?;
    if !text.is_empty() {
        edits.extend(insertions(headers.file, innermost, text)?);
    }
    Ok(edits)
}

/// The edits that take statements away, and their text on one line, each behind a blank.
fn take(
    region: &TargetRegion,
    headers: &Headers,
    moved: &[StmtId],
) -> Result<(Vec<Edit>, Vec<u8>), Code> {
    let mut all = Vec::new();
    statements(&region.body, &mut all);
    let mut spans: Vec<Span> = Vec::new();
    for stmt in all.iter().filter(|stmt| moved.contains(&stmt.id)) {
        if spans.last() != Some(&stmt.span) {
            spans.push(stmt.span);
        }
    }
    let mut text = Vec::new();
    let mut edits = Vec::new();
    for span in spans {
        if !headers.file.slice(span).ends_with(b";") {
            return Err(Code::NotEditable);
        }
        let moved = headers.moved(span)?;
        if !moved.is_empty() {
            text.push(b' ');
            text.extend(moved);
        }
        edits.push(Edit { span, text: padded(Vec::new(), headers.file, span) });
    }
    Ok((edits, text))
}

/// The insertion of `text` behind the opening brace, or the body's new braces; none behind a brace of another spelling.
fn insertions(file: &SourceFile, innermost: &Loop, text: Vec<u8>) -> Result<Vec<Edit>, Code> {
    let body = innermost.body_span;
    let at = |offset| Span::new(offset, offset);
    if innermost.braced {
        let is_brace = file.slice(body).starts_with(b"{");
        let inside = Edit { span: at(body.start + 1), text };
        return if is_brace { Ok(vec![inside]) } else { Err(Code::NotEditable) };
    }
    let opening = [b"{".to_vec(), text, b" ".to_vec()].concat();
    Ok(vec![
        Edit { span: at(body.start), text: opening },
        Edit { span: at(body.end), text: b" }".to_vec() },
    ])
}
