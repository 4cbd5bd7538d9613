//! `target teams distribute`, `target parallel for`, `target loop` → `target teams distribute parallel for`, and no `parallel for`
//! inside of it.

use super::{Edit, lines, newlines};
use crate::diag::Code;
use crate::ir::{Directive, TargetRegion};
use crate::openmp::construct;
use crate::plan::Variant;
use crate::source::{SourceFile, Span};

/// Makes the directive's name the combined one, with the clauses of the inner directive behind it, and takes that one away.
pub(super) fn edits(
    region: &TargetRegion,
    variant: &Variant,
    file: &SourceFile,
) -> Result<Vec<Edit>, Code> {
    let combined = variant.combined.as_ref().ok_or(Code::NotEditable)?;
    let directive = &region.directive;
    let name = Span::new(directive.span.start, directive.name_end);
    let pragma = last_pragma(file.slice(name));
    let text = file.slice(Span::new(name.start + pragma, name.end));
    let continued = text.windows(2).filter(|pair| pair == b"\\\n").count();
    if has_comment(text) || newlines(text) != continued {
        return Err(Code::NotEditable);
    }
    let mut edits = Vec::new();
    for (word, words) in respelt(&combined.written, &directive.name).ok_or(Code::NotEditable)? {
        let at = word_at(text, word.as_bytes()).ok_or(Code::NotEditable)?;
        let start = name.start + pragma + at as u32;
        edits.push(replacement(Span::new(start, start + word.len() as u32), word, &words));
    }
    let last = edits.last_mut().ok_or(Code::NotEditable)?;
    if !combined.clauses.is_empty() && last.span.end != name.end {
        return Err(Code::NotEditable);
    }
    let clauses = combined.clauses.iter().flat_map(|clause| [" ", clause]);
    last.text.extend(clauses.collect::<String>().into_bytes());
    edits.extend(combined.inner.as_ref().map(|inner| removed(inner, file)).transpose()?);
    Ok(edits)
}

/// The words of the name as written, in their order, that others take the place of, so that it becomes `combined`.
fn respelt(written: &str, combined: &str) -> Option<Vec<(&'static str, String)>> {
    let all = |words: &str| words.to_owned();
    Some(match written.strip_prefix("target ")? {
        "teams distribute" => {
            let threads = combined.strip_prefix(&construct::TEAMS.words())?;
            vec![("distribute", format!("distribute{threads}"))]
        }
        "teams distribute simd" => vec![("distribute", all("distribute parallel for"))],
        "parallel for" | "parallel for simd" => {
            vec![("parallel", all("teams distribute parallel"))]
        }
        "parallel loop" => {
            vec![("parallel", all("teams distribute parallel")), ("loop", all("for"))]
        }
        "teams loop" => vec![("loop", all("distribute parallel for"))],
        "loop" => vec![("loop", all("teams distribute parallel for"))],
        _ => return None,
    })
}

/// The edit that makes a word at `span` these `words`, of which the word may be the first or the last one.
fn replacement(span: Span, word: &str, words: &str) -> Edit {
    let Span { start, end } = span;
    let (span, text) = match (words.strip_prefix(word), words.strip_suffix(word)) {
        (Some(behind), _) => (Span::new(end, end), behind),
        (None, Some(before)) => (Span::new(start, start), before),
        (None, None) => (span, words),
    };
    Edit::replacement(span, text)
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
        Ok(lines::removal(file, span))
    } else {
        Err(Code::NotEditable)
    }
}
