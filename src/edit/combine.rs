//! `target teams distribute`, `target parallel for` → `target teams distribute parallel for`, and no `parallel for` inside of it.

use super::{Edit, newlines};
use crate::diag::Code;
use crate::ir::{Directive, TargetRegion};
use crate::plan::Plan;
use crate::plan::combine::TEAMS;
use crate::source::{SourceFile, Span};

/// Puts the threads' words and clauses behind the directive's name, and takes the inner directive away. `region` has the combined
/// directive's name.
pub(super) fn edits(
    region: &TargetRegion,
    plan: &Plan,
    file: &SourceFile,
) -> Result<Vec<Edit>, Code> {
    let combined = plan.combined.as_ref().ok_or(Code::NotEditable)?;
    let directive = &region.directive;
    let name = Span::new(directive.span.start, directive.name_end);
    let threads = directive.name.strip_prefix(TEAMS).ok_or(Code::NotEditable)?;
    let pragma = last_pragma(file.slice(name));
    let text = file.slice(Span::new(name.start + pragma, name.end));
    let continued = text.windows(2).filter(|pair| pair == b"\\\n").count();
    if has_comment(text) || newlines(text) != continued {
        return Err(Code::NotEditable);
    }
    let (word, words) = match (word_at(text, b"parallel"), word_at(text, b"simd")) {
        (Some(_), _) => (&b"parallel"[..], "teams distribute "),
        (None, Some(_)) => (&b"distribute"[..], " parallel for"),
        (None, None) => (&b"distribute"[..], threads),
    };
    let at = word_at(text, word).ok_or(Code::NotEditable)?;
    let before = word == b"parallel";
    let place = name.start + pragma + at as u32 + if before { 0 } else { word.len() as u32 };
    if before && (word_at(text, b"for").is_none() || !combined.clauses.is_empty()) {
        return Err(Code::NotEditable);
    }
    let clauses = combined.clauses.iter().flat_map(|clause| [" ", clause]);
    let text: String = std::iter::once(words).chain(clauses).collect();
    let joined = Edit { span: Span::new(place, place), text: text.into_bytes() };
    let gone = combined.inner.as_ref().map(|inner| removed(inner, file)).transpose()?;
    Ok(std::iter::once(joined).chain(gone).collect())
}

/// Where the last pragma of a directive's name begins, of which there are several in `target` above `parallel for`, with
/// clauses in between.
fn last_pragma(name: &[u8]) -> u32 {
    name.iter().rposition(|byte| *byte == b'#').unwrap_or(0) as u32
}

/// The offset of a word of a directive's name.
fn word_at(name: &[u8], word: &[u8]) -> Option<usize> {
    name.windows(word.len()).position(|window| window == word)
}

fn has_comment(text: &[u8]) -> bool {
    text.windows(2).any(|pair| pair == b"/*")
}

/// Takes a pragma away but for a comment behind it.
fn removed(directive: &Directive, file: &SourceFile) -> Result<Edit, Code> {
    let ends = directive.clauses.iter().map(|clause| clause.span.end);
    let end = ends.fold(directive.name_end, u32::max);
    let span = Span::new(directive.span.start, end);
    let (text, rest) = (file.slice(span), file.slice(Span::new(end, directive.span.end)));
    let rest = rest.trim_ascii_start();
    let plain = text.starts_with(b"#") && newlines(text) == 0 && !text.contains(&b'\\');
    let ends_there = rest.is_empty() || rest.starts_with(b"//") || rest.starts_with(b"/*");
    if plain && !has_comment(text) && ends_there {
        Ok(Edit { span, text: Vec::new() })
    } else {
        Err(Code::NotEditable)
    }
}
