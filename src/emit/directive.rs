//! A directive's new text: the words of its name that are others, and its clauses.

use std::ops::Range;

use super::{Edit, lines, newlines, padded, statements};
use crate::diag::Code;
use crate::ir::{Clause, Directive, Loop, Origin, StmtKind, TargetRegion};
use crate::source::{SourceFile, Span};

/// The edits that make a directive as written another one. New clauses stand behind the name: clauses may follow in any order, and
/// a trailing comment or a continuation stands further on.
pub(super) fn edits(
    written: &Directive,
    new: &Directive,
    file: &SourceFile,
) -> Result<Vec<Edit>, Code> {
    if written.origin == Origin::MacroUse {
        return if written == new { Ok(Vec::new()) } else { in_place_of_use(written, new, file) };
    }
    let mut edits = respelt(written, new, file)?;
    for clause in &written.clauses {
        match new.clauses.iter().find(|own| is_same(own, clause)) {
            Some(own) if own == clause => {}
            Some(own) => edits.push(replaced(clause, own, file)?),
            None => edits.push(without_clause(clause, written, file)?),
        }
    }
    let is_new = |own: &&Clause| !written.clauses.iter().any(|clause| is_same(own, clause));
    let added: String =
        new.clauses.iter().filter(is_new).flat_map(|own| [" ".into(), text(own)]).collect();
    edits.extend((!added.is_empty()).then(|| Edit::insertion(written.name_end, added)));
    Ok(edits)
}

/// A pragma in the place of the use of a macro that gives the directive `written`, and nothing else: on the line of the use where
/// that stands alone there, and on a line of its own that has the number of the use's else.
fn in_place_of_use(
    written: &Directive,
    new: &Directive,
    file: &SourceFile,
) -> Result<Vec<Edit>, Code> {
    let span = written.span;
    let is_new = |clause: &&Clause| clause.span.is_empty();
    let (added, own): (Vec<_>, Vec<_>) = new.clauses.iter().partition(is_new);
    let clauses = added.into_iter().chain(own).cloned().collect();
    let pragma = pragma(&Directive { clauses, ..new.clone() });
    if !lines::begins_line(file, span.start) {
        let numbers = vec![(1, file.position(span.start).line)];
        let text = format!("\n{pragma}\n").into_bytes();
        return Ok(vec![Edit { numbers, ..Edit::replacement(span, text) }]);
    }
    if !lines::can_begin_line(file, span.start) {
        return Err(Code::NotEditable);
    }
    let text = match lines::end_of_line(file, span.end) {
        Some(_) => padded(pragma.into_bytes(), file, span),
        None => format!("{pragma}\n").into_bytes(),
    };
    Ok(vec![Edit::replacement(span, text)])
}

/// A pragma with this directive.
pub(super) fn pragma(directive: &Directive) -> String {
    let clauses = directive.clauses.iter().flat_map(|clause| [" ".into(), text(clause)]);
    format!("#pragma omp {}{}", directive.name, clauses.collect::<String>())
}

/// `schedule(static)`, or `nowait`.
fn text(clause: &Clause) -> String {
    let argument = clause.argument.iter().map(|argument| format!("({argument})"));
    std::iter::once(clause.name.clone()).chain(argument).collect()
}

fn is_same(own: &Clause, clause: &Clause) -> bool {
    own.span == clause.span && !own.span.is_empty() && own.name == clause.name
}

/// The clause with another argument.
fn replaced(clause: &Clause, own: &Clause, file: &SourceFile) -> Result<Edit, Code> {
    let is_plain = clause.from_macro.is_none() && newlines(file.slice(clause.span)) == 0;
    if is_plain { Ok(Edit::replacement(clause.span, text(own))) } else { Err(Code::NotEditable) }
}

/// Removes the clause with one comma beside it.
fn without_clause(clause: &Clause, directive: &Directive, file: &SourceFile) -> Result<Edit, Code> {
    let span = with_comma(file, clause.span, directive.span);
    let text = file.slice(span);
    let is_own = clause.from_macro.is_none() && !text.is_empty();
    if is_own && is_on_one_line(text) {
        Ok(Edit::replacement(span, ""))
    } else {
        Err(Code::NotEditable)
    }
}

/// The clause and the comma behind it; failing that, the one before it.
fn with_comma(file: &SourceFile, clause: Span, directive: Span) -> Span {
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

fn is_on_one_line(text: &[u8]) -> bool {
    newlines(text) == 0 && !text.contains(&b'\\')
}

/// The edits of the words of a directive's name. Where it stands in several pragmas, `target` above `parallel for`, with clauses in
/// between, only the words of the last one change.
fn respelt(written: &Directive, new: &Directive, file: &SourceFile) -> Result<Vec<Edit>, Code> {
    if written.name == new.name {
        return Ok(Vec::new());
    }
    let places = words_of_last_pragma(written, file)?;
    let old: Vec<&str> = written.name.split(' ').collect();
    let new: Vec<&str> = new.name.split(' ').collect();
    let earlier = old.len().checked_sub(places.len()).ok_or(Code::NotEditable)?;
    let place = |word: usize| {
        let place = word.checked_sub(earlier).and_then(|at| places.get(at));
        place.copied().ok_or(Code::NotEditable)
    };
    let (gone, come) = difference(&old, &new);
    let words = new[come].join(" ");
    let (span, text) = match (gone.is_empty(), words.is_empty()) {
        (false, false) => (Span::new(place(gone.start)?.start, place(gone.end - 1)?.end), words),
        (false, true) => {
            let before = gone.start.checked_sub(1).ok_or(Code::NotEditable)?;
            (Span::new(place(before)?.end, place(gone.end - 1)?.end), words)
        }
        (true, _) if gone.start < old.len() => {
            let start = place(gone.start)?.start;
            (Span::new(start, start), words + " ")
        }
        (true, _) => (Span::new(written.name_end, written.name_end), format!(" {words}")),
    };
    let is_plain = is_on_one_line(file.slice(span));
    if is_plain { Ok(vec![Edit::replacement(span, text)]) } else { Err(Code::NotEditable) }
}

/// Where the words of a directive's name stand that are in its last pragma, which has no comment among them.
fn words_of_last_pragma(directive: &Directive, file: &SourceFile) -> Result<Vec<Span>, Code> {
    let name = Span::new(directive.span.start, directive.name_end);
    let text = file.slice(name);
    let last = text.iter().rposition(|byte| *byte == b'#').unwrap_or(0);
    let continued = text[last..].windows(2).filter(|pair| pair == b"\\\n").count();
    if has_comment(&text[last..]) || newlines(&text[last..]) != continued {
        return Err(Code::NotEditable);
    }
    let mut places: Vec<Span> = Vec::new();
    for (at, byte) in (name.start..).zip(text).skip(last) {
        let is_word = byte.is_ascii_alphanumeric() || *byte == b'_';
        match places.last_mut().filter(|place| place.end == at) {
            _ if !is_word => {}
            Some(place) => place.end = at + 1,
            None => places.push(Span::new(at, at + 1)),
        }
    }
    places.drain(..places.len().min(2));
    Ok(places)
}

fn has_comment(text: &[u8]) -> bool {
    text.windows(2).any(|pair| pair == b"/*")
}

/// The words of `old` that go, and those of `new` that come in their place: between the words at the beginning, and those at the end, that
/// both have.
fn difference(old: &[&str], new: &[&str]) -> (Range<usize>, Range<usize>) {
    let first = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let ends = old[first..].iter().rev().zip(new[first..].iter().rev());
    let last = ends.take_while(|(a, b)| a == b).count();
    (first..old.len() - last, first..new.len() - last)
}

/// Takes a pragma away but for a comment behind it.
pub(super) fn removal(directive: &Directive, file: &SourceFile) -> Result<Edit, Code> {
    let ends = directive.clauses.iter().map(|clause| clause.span.end);
    let end = ends.fold(directive.name_end, u32::max);
    let span = Span::new(directive.span.start, end);
    let (text, rest) = (file.slice(span), file.slice(Span::new(end, directive.span.end)));
    let rest = rest.trim_ascii_start();
    let is_plain = text.starts_with(b"#") && is_on_one_line(text);
    let ends_there = rest.is_empty() || rest.starts_with(b"//") || rest.starts_with(b"/*");
    if is_plain && !has_comment(text) && ends_there {
        Ok(lines::removal(file, span))
    } else {
        Err(Code::NotEditable)
    }
}

/// Takes away each `simd` that stands before a loop of the text and not before the loop at its place in `new`.
pub(super) fn dropped(
    written: &TargetRegion,
    new: &TargetRegion,
    file: &SourceFile,
) -> Result<Vec<Edit>, Code> {
    let changed = new.loops();
    let is_dropped = |l: &Loop| {
        let mut own = changed.iter().filter(|own| own.body_span == l.body_span);
        l.is_simd() && own.any(|own| own.pragma != l.pragma)
    };
    let mut edits = Vec::new();
    for stmt in statements(&written.body) {
        let StmtKind::Loop(l) = &stmt.kind else { continue };
        if !is_dropped(l) {
            continue;
        }
        let text = file.slice(Span::new(stmt.span.start, l.header.start));
        let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let comment = line.windows(2).position(|pair| pair == b"//").unwrap_or(line.len());
        let pragma = line[..comment].trim_ascii_end();
        if !pragma.starts_with(b"#") || !is_on_one_line(line) || has_comment(line) {
            return Err(Code::NotEditable);
        }
        let end = stmt.span.start + pragma.len() as u32;
        edits.push(lines::removal(file, Span::new(stmt.span.start, end)));
    }
    Ok(edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_both_names_have_stay() {
        let change = |old: &str, new: &str| {
            let (old, new): (Vec<_>, Vec<_>) = (old.split(' ').collect(), new.split(' ').collect());
            let (gone, come) = difference(&old, &new);
            [old[gone].join(" "), new[come].join(" ")]
        };
        let combined = "target teams distribute parallel for";
        assert_eq!(change("target parallel for", combined), ["", "teams distribute"]);
        assert_eq!(change("target teams distribute", combined), ["", "parallel for"]);
        assert_eq!(change(combined, "target teams distribute"), ["parallel for", ""]);
        assert_eq!(change("target loop", combined), ["loop", "teams distribute parallel for"]);
        let whole = ["parallel loop", "teams distribute parallel for"];
        assert_eq!(change("target parallel loop", combined), whole);
        assert_eq!(
            change("target parallel for", "target teams distribute"),
            ["parallel for", "teams distribute"]
        );
    }
}
