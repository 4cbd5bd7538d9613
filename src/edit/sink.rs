//! `for … { x = e; for … { body } }` → `for … { for … { x = e; body } }`.

use super::forward::Values;
use super::{Edit, padded, statements};
use crate::diag::Code;
use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::{ExprKind, Loop, TargetRegion};
use crate::source::Span;

/// Moves statements to the beginning of the body of `innermost`, which gets braces if it has none,
/// behind a condition where there is one. Several statements of one declaration move together.
pub(super) fn edits(
    region: &TargetRegion,
    values: &Values,
    (moved, condition): (&[StmtId], Option<&str>),
    innermost: &Loop,
) -> Result<Vec<Edit>, Code> {
    let (mut edits, mut text) = take(region, values, moved)?;
    if let Some(condition) = condition {
        text = [format!(" if ({condition}) {{").as_bytes(), &text, b" }"].concat();
    }
    if !text.is_empty() {
        edits.extend(insertions(values, innermost, text)?);
    }
    Ok(edits)
}

/// The edits that take statements away, and their text on one line, each behind a blank.
pub(super) fn take(
    region: &TargetRegion,
    values: &Values,
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
        if !values.file.slice(span).ends_with(b";") {
            return Err(Code::NotEditable);
        }
        let moved = values.moved(span)?;
        if !moved.is_empty() {
            text.push(b' ');
            text.extend(moved);
        }
        edits.push(Edit { span, text: padded(Vec::new(), values.file, span) });
    }
    Ok((edits, text))
}

/// `j == lower`, by the names of the source.
pub(super) fn first_iteration(region: &TargetRegion, inner: LoopId) -> Result<String, Code> {
    let loops = region.loops();
    let l = loops.iter().find(|l| l.id == inner).ok_or(Code::NotEditable)?;
    let name = |symbol: SymbolId| region.symbol(symbol).name.as_str();
    let lower = match &l.lower.kind {
        ExprKind::Int(number) => number.to_string(),
        ExprKind::Symbol(symbol) => name(*symbol).to_owned(),
        ExprKind::Load(place) => name(place.as_symbol().ok_or(Code::NotEditable)?).to_owned(),
        _ => return Err(Code::NotEditable),
    };
    Ok(format!("{} == {lower}", name(l.iv)))
}

/// The insertion of `text` behind the opening brace, or the body's new braces; none behind a brace of another spelling.
fn insertions(values: &Values, innermost: &Loop, text: Vec<u8>) -> Result<Vec<Edit>, Code> {
    let body = innermost.body_span;
    let at = |offset| Span::new(offset, offset);
    if innermost.braced {
        let is_brace = values.file.slice(body).starts_with(b"{");
        let inside = Edit { span: at(body.start + 1), text };
        return if is_brace { Ok(vec![inside]) } else { Err(Code::NotEditable) };
    }
    let opening = [b"{".to_vec(), text, b" ".to_vec()].concat();
    Ok(vec![
        Edit { span: at(body.start), text: opening },
        Edit { span: at(body.end), text: b" }".to_vec() },
    ])
}
