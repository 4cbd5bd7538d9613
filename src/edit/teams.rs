//! `target teams distribute parallel for`, `target parallel for`, `target loop` → `target teams distribute`, and `parallel for`
//! before inner loops. A `target teams distribute` keeps its name.

use std::fmt::Write;

use super::lines::{Lines, indent};
use super::unschedule::with_comma;
use super::{Edit, newlines};
use crate::diag::Code;
use crate::ir::{Directive, TargetRegion};
use crate::openmp::construct;
use crate::plan::step::Shared;
use crate::plan::teams::is_of_threads;
use crate::source::{SourceFile, Span};

/// Takes `parallel for` and what concerns threads from the directive, and puts it before the loops.
pub(super) fn edits(
    region: &TargetRegion,
    written: &str,
    file: &SourceFile,
    loops: &[Shared],
) -> Result<Vec<Edit>, Code> {
    let directive = &region.directive;
    let mut edits: Vec<Edit> = of_teams(directive, written, file)?.into_iter().collect();
    let mut words = "#pragma omp parallel for".to_owned();
    for clause in directive.clauses.iter().filter(|clause| is_of_threads(clause)) {
        if clause.from_macro.is_some() {
            return Err(Code::NotEditable);
        }
        let span = with_comma(file, clause.span, directive.span);
        edits.push(Edit::replacement(span, ""));
        let argument = clause.argument.as_deref().unwrap_or_default();
        let _ = write!(words, " {}({argument})", clause.name);
    }
    let is_whole = |edit: &Edit| {
        let text = file.slice(edit.span);
        newlines(text) == 0 && !text.contains(&b'\\')
    };
    if !edits.iter().all(is_whole) {
        return Err(Code::NotEditable);
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
        let mut pragma = Lines::default();
        pragma.add(&indent(file, l.header.start), &words);
        edits.push(pragma.before(file, l.header.start));
    }
    Ok(edits)
}

/// What makes the directive's name, which is `written`, that of teams alone. Its words for the threads are the last ones, and in
/// one pragma; where it has none for the teams, these come to stand there.
fn of_teams(directive: &Directive, written: &str, file: &SourceFile) -> Result<Option<Edit>, Code> {
    let name = Span::new(directive.span.start, directive.name_end);
    let all: Vec<&str> = written.split(' ').collect();
    let outer = all.iter().rposition(|word| construct::TEAMS.has_word(word));
    let (kept, threads) = all.split_at(outer.map_or(0, |last| last + 1));
    let text = match kept.last() {
        _ if threads.is_empty() => return Ok(None),
        Some(&"distribute") => "",
        Some(&"teams") => "distribute",
        _ => "teams distribute",
    };
    let mut before = file.slice(name);
    for word in threads.iter().rev() {
        before = without_last(before, word.as_bytes()).ok_or(Code::NotEditable)?;
    }
    let kept = if text.is_empty() { before.trim_ascii_end() } else { before };
    if text.is_empty() && !kept.ends_with(b"distribute") {
        return Err(Code::NotEditable);
    }
    let span = Span::new(name.start + kept.len() as u32, name.end);
    Ok(Some(Edit::replacement(span, text)))
}

/// The text before its last word, if that is `word`.
fn without_last<'a>(text: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let rest = text.trim_ascii_end().strip_suffix(word)?;
    rest.ends_with(b" ").then_some(rest)
}
