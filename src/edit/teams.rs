//! `target teams distribute parallel for` → `target teams distribute`, and `parallel for` before inner loops.

use std::fmt::Write;

use super::unschedule::with_comma;
use super::{Edit, guard, newlines};
use crate::diag::Code;
use crate::ir::TargetRegion;
use crate::plan::teams::{OF_THREADS, Shared};
use crate::source::{SourceFile, Span};

/// Takes `parallel for` and what concerns threads from the directive, and puts it before the loops.
pub(super) fn edits(
    region: &TargetRegion,
    file: &SourceFile,
    loops: &[Shared],
) -> Result<Vec<Edit>, Code> {
    let directive = &region.directive;
    let name = Span::new(directive.span.start, directive.name_end);
    let kept =
        without_last(file.slice(name), b"for").and_then(|rest| without_last(rest, b"parallel"));
    let kept = kept.ok_or(Code::NotEditable)?.trim_ascii_end().len() as u32;
    let mut spans = vec![Span::new(name.start + kept, name.end)];
    let mut words = "omp parallel for".to_owned();
    for clause in directive.clauses.iter().filter(|c| OF_THREADS.contains(&c.name.as_str())) {
        spans.push(with_comma(file, clause.span, directive.span));
        let argument = clause.argument.as_deref().unwrap_or_default();
        let _ = write!(words, " {}({argument})", clause.name);
    }
    let mut edits = Vec::new();
    for span in spans {
        let text = file.slice(span);
        if newlines(text) != 0 || text.contains(&b'\\') {
            return Err(Code::NotEditable);
        }
        edits.push(Edit { span, text: Vec::new() });
    }
    let all = region.loops();
    for own in loops {
        let l = all.iter().find(|l| l.id == own.id).ok_or(Code::NotEditable)?;
        if !file.slice(l.header).contains(&b';') {
            return Err(Code::NotEditable);
        }
        let names: Vec<_> =
            own.private.iter().map(|symbol| region.symbol(*symbol).name.as_str()).collect();
        let private = match names.as_slice() {
            [] => String::new(),
            names => format!(" private({})", names.join(", ")),
        };
        let mut words = words.clone() + &private;
        for (operation, symbol) in &own.reductions {
            let _ = write!(words, " reduction({operation}: {})", region.symbol(*symbol).name);
        }
        let mut text = guard::operator(words.as_bytes());
        text.push(b' ');
        edits.push(Edit { span: Span::new(l.header.start, l.header.start), text });
    }
    Ok(edits)
}

/// The text before its last word, if that is `word`.
fn without_last<'a>(text: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let rest = text.trim_ascii_end().strip_suffix(word)?;
    rest.ends_with(b" ").then_some(rest)
}
