//! A comparison for people: as text, and as Markdown.

use std::fmt::Write;

use super::{Change, Comparison, Counts, Failure, Kind};

/// The most reasons of one region; the JSON has all.
const MAX_REASONS: usize = 6;

/// Each region in a paragraph, and a line of totals.
pub(super) fn text(comparison: &Comparison) -> String {
    let mut out = String::new();
    for change in &comparison.regions {
        let Change { kind, file, line, function, directive, .. } = change;
        let _ = writeln!(out, "{}: {file}:{line}: {directive} in {function}", kind.name());
        for line in details(change).iter().chain(&reasons(change)) {
            let _ = writeln!(out, "  {line}");
        }
    }
    for failure in &comparison.failures {
        let _ = writeln!(out, "{}", not_analysed(failure));
    }
    out + &totals(comparison) + "\n"
}

/// `1 region worse, 0 new, 0 lost, 0 uncounted, 2 better, 5 the same`.
fn totals(comparison: &Comparison) -> String {
    let number = |kind: Kind| comparison.summary.get(kind.name()).copied().unwrap_or(0);
    let word = |kind: Kind| match kind {
        Kind::Worse if number(kind) == 1 => "region worse",
        Kind::Worse => "regions worse",
        Kind::Same => "the same",
        kind => kind.name(),
    };
    let kinds = Kind::ALL.iter().filter(|kind| **kind != Kind::Uncounted || number(**kind) > 0);
    kinds.map(|kind| format!("{} {}", number(*kind), word(*kind))).collect::<Vec<_>>().join(", ")
}

fn not_analysed(failure: &Failure) -> String {
    let Failure { unit, code, reason } = failure;
    format!("not analysed: {unit}: {code}: {reason}")
}

/// The counts as they were and as they are.
fn details(change: &Change) -> Vec<String> {
    let (old, new) = (change.old.as_ref(), change.new.as_ref());
    if old.or(new).is_none_or(|counts| counts.sectors_per_request.is_none()) {
        return Vec::new();
    }
    let (sectors, wasteful) = (sectors(old, new), uncoalesced(old, new));
    vec![format!("sectors per request on average: {sectors}; accesses not coalesced: {wasteful}")]
}

fn sectors(old: Option<&Counts>, new: Option<&Counts>) -> String {
    let number = |counts: &Counts| {
        counts.sectors_per_request.map_or("not counted".to_owned(), |sectors| sectors.to_string())
    };
    both(old.map(number), new.map(number))
}

fn uncoalesced(old: Option<&Counts>, new: Option<&Counts>) -> String {
    let number = |counts: &Counts| counts.uncoalesced.to_string();
    both(old.map(number), new.map(number))
}

fn both(old: Option<String>, new: Option<String>) -> String {
    match (old, new) {
        (Some(old), Some(new)) if old != new => format!("{old} -> {new}"),
        (old, new) => new.or(old).unwrap_or_default(),
    }
}

/// The first reasons of a change.
fn reasons(change: &Change) -> Vec<String> {
    let mut reasons: Vec<_> = change.reasons.iter().take(MAX_REASONS).cloned().collect();
    let more = change.reasons.len() - reasons.len();
    reasons.extend((more > 0).then(|| format!("and {more} more")));
    reasons
}

/// A heading with the totals, and a table.
pub(super) fn markdown(comparison: &Comparison) -> String {
    let mut out = format!("### Coalescing: {}\n", totals(comparison));
    if !comparison.regions.is_empty() {
        out += "\n| | region | function | sectors per request | not coalesced | why |\n";
        out += "|---|---|---|---|---|---|\n";
    }
    for change in &comparison.regions {
        let (old, new) = (change.old.as_ref(), change.new.as_ref());
        let name = change.kind.name();
        let kind = if change.kind == Kind::Worse { format!("**{name}**") } else { name.into() };
        let place = code(&format!("{}:{}", change.file, change.line));
        let function = code(&change.function);
        let (sectors, wasteful) = (sectors(old, new), uncoalesced(old, new));
        let why: Vec<_> = reasons(change).iter().map(|reason| plain(reason)).collect();
        let why = why.join("<br>");
        let _ = writeln!(out, "| {kind} | {place} | {function} | {sectors} | {wasteful} | {why} |");
    }
    for failure in &comparison.failures {
        let _ = write!(out, "\n- {}\n", plain(&not_analysed(failure)));
    }
    out
}

/// Text in which no character has a meaning to Markdown, on one line.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '\n' | '\r' => out.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' | '!' | '$' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// Text as code in a cell of a table.
fn code(text: &str) -> String {
    format!("<code>{}</code>", plain(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_markdown_are_text() {
        assert_eq!(plain("a[i*n] <b> | `c`\n_d"), "a\\[i\\*n\\] &lt;b&gt; \\| \\`c\\` \\_d");
        assert_eq!(code("a_b"), "<code>a\\_b</code>");
    }
}
