//! `for … { x = e; for … { body } }` → `for … { for … { x = e; body } }`.

use super::{Edit, one_line, padded, statements};
use crate::diag::Code;
use crate::id::StmtId;
use crate::ir::{Loop, TargetRegion};
use crate::source::{SourceFile, Span};

/// Moves definitions to the beginning of the body of `innermost`, which gets braces if it has none.
/// Several statements of one declaration move together.
pub(super) fn edits(
    region: &TargetRegion,
    file: &SourceFile,
    moved: &[StmtId],
    innermost: &Loop,
) -> Result<Vec<Edit>, Code> {
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
        if !file.slice(span).ends_with(b";") {
            return Err(Code::NotEditable);
        }
        text.push(b' ');
        text.extend(one_line(file, span)?);
        edits.push(Edit { span, text: padded(Vec::new(), file, span) });
    }
    edits.extend(insertions(innermost, text));
    Ok(edits)
}

/// The insertion of `text` behind the opening brace, or the body's new braces.
fn insertions(innermost: &Loop, text: Vec<u8>) -> Vec<Edit> {
    let body = innermost.body_span;
    let at = |offset| Span::new(offset, offset);
    if innermost.braced {
        return vec![Edit { span: at(body.start + 1), text }];
    }
    let opening = [b"{".to_vec(), text, b" ".to_vec()].concat();
    vec![
        Edit { span: at(body.start), text: opening },
        Edit { span: at(body.end), text: b" }".to_vec() },
    ]
}
