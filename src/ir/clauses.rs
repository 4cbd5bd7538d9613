//! The list items of data clauses. Pure text.

use std::collections::BTreeSet;

use super::{Clause, DataKind, Directive, Symbol};
use crate::id::SymbolId;
use crate::openmp::argument::{split, split_modifiers};
use crate::openmp::{ClauseKind, Leaf};

/// A list item of a data clause: the variable's name, the path to its member where the clause names
/// one, what the clause says, and the first dimension of the array section, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// The variable; `this` for members of the implicit object.
    pub(crate) name: String,
    /// Such as `.x` or `->y.z`.
    pub(crate) member: Option<String>,
    /// What the clause says of it.
    pub(crate) kind: DataKind,
    /// Lower bound and length.
    pub(crate) section: Option<(String, String)>,
}

/// The list items of `clause` that are variables, members of them, or sections of either.
pub(crate) fn items(clause: &Clause) -> Vec<Item> {
    let Some(argument) = &clause.argument else { return Vec::new() };
    let (modifiers, list) = split_modifiers(&clause.name, argument);
    let Some(kind) = kind(clause.kind(), modifiers) else { return Vec::new() };
    split(list, b',').into_iter().filter_map(|text| item(text, kind)).collect()
}

/// A clause of `target update` as a `map` of the same direction.
pub(crate) fn motion(clause: &Clause) -> Option<Clause> {
    let is_motion = matches!(clause.name.as_str(), "to" | "from");
    let list = clause.argument.as_ref().filter(|_| is_motion)?;
    let argument = Some(format!("{}: {list}", clause.name));
    Some(Clause { name: "map".to_owned(), argument, ..clause.clone() })
}

/// Whether a clause is no `map`, or one without modifiers whose list items are all [`items`].
pub(crate) fn is_plain_map(clause: &Clause) -> bool {
    if clause.kind() != ClauseKind::Map {
        return true;
    }
    let (modifiers, list) = split_modifiers(&clause.name, clause.argument.as_deref().unwrap_or(""));
    let types = ["", "to", "from", "tofrom", "alloc", "release", "delete"];
    let is_type = types.contains(&modifiers.trim());
    is_type && items(clause).len() == split(list, b',').len()
}

/// Whether a `depend` lists variables and sections of them: it uses their addresses, and reads none.
pub(crate) fn is_plain_depend(clause: &Clause) -> bool {
    let Some(argument) = clause.argument.as_deref().filter(|_| clause.name == "depend") else {
        return false;
    };
    let (way, list) = split_modifiers(&clause.name, argument);
    let is_plain = |text: &str| {
        let own = item(text, DataKind::MapAlloc);
        own.is_some_and(|own| own.member.is_none()) && text.matches('[').count() <= 1
    };
    matches!(way.trim(), "in" | "out" | "inout") && split(list, b',').into_iter().all(is_plain)
}

/// The sections of all dimensions but the first, for each of the [`items`] of a plain `map`.
pub(crate) fn inner_sections(clause: &Clause) -> Vec<Vec<(String, String)>> {
    let (_, list) = split_modifiers(&clause.name, clause.argument.as_deref().unwrap_or(""));
    let one = |text: &str| {
        let mut rest = &text[text.find('[').unwrap_or(text.len())..];
        let mut found = Vec::new();
        while let Some(length) = bracketed_length(rest) {
            found.extend(section(&rest[..length]));
            rest = rest[length..].trim_start();
        }
        found.into_iter().skip(1).collect()
    };
    split(list, b',').into_iter().map(one).collect()
}

/// The names of the variables that a clause may give other values without an assignment in the text:
/// what comes back from the device, or is written at the end of a construct.
pub(crate) fn changed(clause: &Clause) -> Vec<&str> {
    let Some(argument) = &clause.argument else { return Vec::new() };
    let (modifiers, _) = split_modifiers(&clause.name, argument);
    let stays = match clause.kind() {
        ClauseKind::Map => matches!(map_kind(modifiers), DataKind::MapTo | DataKind::MapAlloc),
        _ => !clause.row().changes,
    };
    if stays { Vec::new() } else { words_outside_brackets(argument) }
}

/// The variables among `symbols` that a directive's clauses may give other values so, by their names.
pub(crate) fn assigned(directive: &Directive, symbols: &[Symbol]) -> BTreeSet<SymbolId> {
    let names: BTreeSet<&str> = directive.clauses.iter().flat_map(changed).collect();
    let named = symbols.iter().enumerate().filter(|(_, symbol)| names.contains(&*symbol.name));
    named.map(|(index, _)| SymbolId::from_index(index)).collect()
}

/// The directive's `if` clause that has `construct` never be active, where there is one: its condition is the number 0.
pub(crate) fn switched_off(directive: &Directive, construct: Leaf) -> Option<&Clause> {
    condition(directive, construct).filter(|(_, condition)| *condition == "0").map(|(own, _)| own)
}

/// The directive's `if` clause that may have `construct` not be active: its condition is no number.
pub(crate) fn conditional(directive: &Directive, construct: Leaf) -> Option<&Clause> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    condition(directive, construct).filter(|(_, text)| !is_number(text)).map(|(clause, _)| clause)
}

/// Whether a directive's `if` clause says that it concerns `construct`, and no other.
pub(crate) fn concerns_only(clause: &Clause, construct: Leaf) -> bool {
    let (modifier, _) = split_modifiers("if", clause.argument.as_deref().unwrap_or_default());
    clause.kind() == ClauseKind::If && modifier.trim() == construct.word()
}

/// The directive's `if` clause that concerns `construct`, and its condition.
fn condition(directive: &Directive, construct: Leaf) -> Option<(&Clause, &str)> {
    let mut conditions = directive.clauses_of(ClauseKind::If);
    let has = directive.has(construct);
    conditions.find_map(|clause| {
        let argument = clause.argument.as_deref().unwrap_or_default();
        let (modifier, condition) = split_modifiers("if", argument);
        let concerns = modifier.trim().is_empty() || modifier.trim() == construct.word();
        (has && concerns).then_some((clause, condition.trim()))
    })
}

fn words_outside_brackets(text: &str) -> Vec<&str> {
    let mut depth = 0_u32;
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let length = word_length(&text[at..]);
        match c {
            _ if length > 0 && depth == 0 => words.push(&text[at..at + length]),
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += length.max(c.len_utf8());
    }
    words
}

fn kind(clause: ClauseKind, modifiers: &str) -> Option<DataKind> {
    Some(match clause {
        ClauseKind::Map => map_kind(modifiers),
        ClauseKind::Private => DataKind::Private,
        ClauseKind::Firstprivate => DataKind::Firstprivate,
        ClauseKind::Lastprivate => DataKind::Lastprivate,
        ClauseKind::Shared => DataKind::Shared,
        ClauseKind::Reduction | ClauseKind::InReduction => DataKind::Reduction,
        ClauseKind::Linear => DataKind::Linear,
        ClauseKind::IsDevicePtr
        | ClauseKind::HasDeviceAddr
        | ClauseKind::UseDevicePtr
        | ClauseKind::UseDeviceAddr => DataKind::DevicePointer,
        _ => return None,
    })
}

fn map_kind(modifiers: &str) -> DataKind {
    let words = split(modifiers, b',');
    let has = |word: &str| words.iter().any(|text| text.split_whitespace().any(|w| w == word));
    if has("to") {
        DataKind::MapTo
    } else if has("from") {
        DataKind::MapFrom
    } else if has("alloc") || has("storage") || has("release") || has("delete") {
        DataKind::MapAlloc
    } else {
        DataKind::MapTofrom
    }
}

fn item(text: &str, kind: DataKind) -> Option<Item> {
    let text = text.trim();
    let (name, rest) = text.split_at(word_length(text));
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let path = path_length(rest)?;
    let (member, sections) = rest.split_at(path);
    let member = member.trim();
    let member = (!member.is_empty()).then(|| member.to_owned());
    let section = section(sections.trim_start());
    Some(Item { name: name.to_owned(), member, kind, section })
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(text.len())
}

/// The length of `.x`, `->y`, `[i].z` at the start of `text`, up to the last member's name; `None`
/// where anything but members and bracketed parts stands there.
fn path_length(text: &str) -> Option<usize> {
    let (mut at, mut path) = (0, 0);
    loop {
        at = text.len() - text[at..].trim_start().len();
        let rest = &text[at..];
        if rest.is_empty() {
            return Some(path);
        } else if rest.starts_with('[') {
            at += bracketed_length(rest)?;
        } else {
            let sign = if rest.starts_with("->") { 2 } else { usize::from(rest.starts_with('.')) };
            let blank = rest[sign..].len() - rest[sign..].trim_start().len();
            let length = word_length(&rest[sign + blank..]);
            if sign == 0 || length == 0 {
                return None;
            }
            at += sign + blank + length;
            path = at;
        }
    }
}

/// The length of the bracketed part that `text` begins with.
fn bracketed_length(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// The first `[lower:length]` of `text`, or `[index]`, which has the length 1.
fn section(text: &str) -> Option<(String, String)> {
    let inner = text.strip_prefix('[')?;
    let mut depth = 1_u32;
    let end = inner.find(|c| {
        depth = match c {
            '[' => depth + 1,
            ']' => depth - 1,
            _ => depth,
        };
        depth == 0
    })?;
    let parts = split(&inner[..end], b':');
    let part = |index: usize| parts.get(index).map_or("", |text| text.trim()).to_owned();
    Some(if parts.len() == 1 { (part(0), "1".to_owned()) } else { (part(0), part(1)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    type Parts = (String, DataKind, Option<(String, String)>);

    fn of(name: &str, argument: &str) -> Vec<Parts> {
        let argument = Some(argument.to_owned());
        let clause = Clause {
            name: name.to_owned(),
            argument,
            span: Span::default(),
            known: true,
            from_macro: None,
        };
        items(&clause).into_iter().map(|i| (i.name, i.kind, i.section)).collect()
    }

    fn pair(lower: &str, length: &str) -> (String, String) {
        (lower.to_owned(), length.to_owned())
    }

    #[test]
    fn map_types_modifiers_and_sections() {
        assert_eq!(
            of("map", "always, tofrom: A[0:n*m], B[:n][0:3], c"),
            [
                ("A".into(), DataKind::MapTofrom, Some(pair("0", "n*m"))),
                ("B".into(), DataKind::MapTofrom, Some(pair("", "n"))),
                ("c".into(), DataKind::MapTofrom, None),
            ]
        );
        assert_eq!(of("map", "mapper(m), to: x"), [("x".into(), DataKind::MapTo, None)]);
        assert_eq!(
            of("map", "a[i ? 1 : 2]"),
            [("a".into(), DataKind::MapTofrom, Some(pair("i ? 1 : 2", "1")))]
        );
        assert_eq!(of("map", "present from : y"), [("y".into(), DataKind::MapFrom, None)]);
        assert_eq!(of("map", "alloc:z"), [("z".into(), DataKind::MapAlloc, None)]);
    }

    #[test]
    fn other_clauses() {
        assert_eq!(of("reduction", "inscan, +: s"), [("s".into(), DataKind::Reduction, None)]);
        assert_eq!(of("linear", "x : 2"), [("x".into(), DataKind::Linear, None)]);
        assert_eq!(of("private", "a, b").len(), 2);
        assert_eq!(of("num_teams", "a"), []);
    }

    #[test]
    fn members_are_kept_apart_and_dereferences_left_out() {
        assert_eq!(of("map", "to: *p, (*q)[0:3], ns::y, 3, s.+x, s->").len(), 0);
        let argument = Some("to: s.x[0:n], r -> y.z, a[i].b[:3], a[0:2]".to_owned());
        let clause = Clause {
            name: "map".into(),
            argument,
            span: Span::default(),
            known: true,
            from_macro: None,
        };
        let members = items(&clause).into_iter().map(|item| (item.member, item.section));
        let expected = [
            (Some(".x".to_owned()), Some(pair("0", "n"))),
            (Some("-> y.z".to_owned()), None),
            (Some("[i].b".to_owned()), Some(pair("", "3"))),
            (None, Some(pair("0", "2"))),
        ];
        assert_eq!(members.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn malformed_lists_do_not_panic() {
        for text in ["", ",", ":", "a[", "a]", "a[0:", "[:]", "a[]]", "\u{e9}[\u{e9}:", "?::"] {
            of("map", text);
        }
    }
}
