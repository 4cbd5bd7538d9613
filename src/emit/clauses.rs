//! Map clauses that copy less.
//!
//! ```text
//! map(tofrom: a[0:n], b[0:n])     →     map(to: a[0:n]) map(from: b[0:n])
//! ```
//!
//! A variable that no clause names gets one behind the directive's name. A number that the device never
//! writes needs no map, and is `firstprivate` by OpenMP's rules; a clause of nothing else says so.

use super::{Edit, EditSet, newlines};
use crate::ir::{Clause, Directive, clauses};
use crate::openmp::argument::{split, split_modifiers};
use crate::source::SourceFile;
use crate::transfer::{Saving, Tightened};

/// The edits of a directive's clauses; `None` where the text cannot hold them. All of `all` are
/// about the directive.
pub fn tightened(directive: &Directive, all: &[&Tightened], file: &SourceFile) -> Option<EditSet> {
    let mut edits = Vec::new();
    for (number, clause) in directive.clauses.iter().enumerate() {
        let own = |own: &&&Tightened| own.place.is_some_and(|(clause, _)| clause == number);
        let own: Vec<&Tightened> = all.iter().filter(own).copied().collect();
        if !own.is_empty() {
            edits.push(replaced(clause, &own, file)?);
        }
    }
    let mut added: Vec<(&str, Vec<&str>)> = Vec::new();
    for own in all.iter().filter(|own| own.place.is_none()) {
        add(&mut added, own.after.word(), &own.item);
    }
    if !added.is_empty() {
        edits.push(Edit::insertion(directive.name_end, format!(" {}", maps(&added))));
    }
    EditSet::new(edits).ok()
}

/// The clause as one clause for each map type, on as many lines.
fn replaced(clause: &Clause, own: &[&Tightened], file: &SourceFile) -> Option<Edit> {
    let written = file.slice(clause.span);
    let has = |pattern: &[u8]| written.windows(pattern.len()).any(|window| window == pattern);
    let has_lone_return = || {
        let pairs = written.iter().zip(written.iter().skip(1));
        pairs.into_iter().any(|(own, next)| *own == b'\r' && *next != b'\n')
    };
    if !written.starts_with(b"map") || has(b"/*") || has(b"//") || has_lone_return() {
        return None;
    }
    let (_, list) = split_modifiers(&clause.name, clause.argument.as_deref()?);
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut values: Vec<&str> = Vec::new();
    let items = clauses::items(clause);
    for (at, item) in split(list, b',').into_iter().enumerate() {
        let new = own.iter().find(|own| own.place.is_some_and(|(_, item)| item == at));
        match new {
            Some(new) if new.saving == Saving::ByValue => values.push(&new.item),
            Some(new) => add(&mut parts, new.after.word(), &new.item),
            None => add(&mut parts, items.get(at)?.kind.map_type()?, item.trim()),
        }
    }
    let lines = " \\\n".repeat(newlines(written));
    let text = match &parts[..] {
        [] => format!("firstprivate({})", values.join(", ")),
        parts => maps(parts),
    };
    Some(Edit::replacement(clause.span, text + &lines))
}

fn add<'t>(parts: &mut Vec<(&'t str, Vec<&'t str>)>, kind: &'t str, item: &'t str) {
    match parts.iter_mut().find(|(own, _)| *own == kind) {
        Some((_, items)) => items.push(item),
        None => parts.push((kind, vec![item])),
    }
}

/// A clause for each map type and its list items.
pub(super) fn maps(parts: &[(&str, Vec<&str>)]) -> String {
    let one = |(kind, items): &(&str, Vec<&str>)| format!("map({kind}: {})", items.join(", "));
    parts.iter().map(one).collect::<Vec<_>>().join(" ")
}
