//! The list items of data clauses. Pure text.

use crate::ir::{Clause, DataKind};

/// A list item of a data clause: the variable's name, what the clause says, and the first dimension
/// of the array section, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// The variable.
    pub(crate) name: String,
    /// What the clause says of it.
    pub(crate) kind: DataKind,
    /// Lower bound and length.
    pub(crate) section: Option<(String, String)>,
}

/// The list items of `clause` that are variables or sections of them. Members (`s.x[0:n]`) are left
/// out: the clause says nothing of the storage of `s` itself.
pub(crate) fn items(clause: &Clause) -> Vec<Item> {
    let Some(argument) = &clause.argument else { return Vec::new() };
    let (modifiers, list) = split_modifiers(&clause.name, argument);
    let Some(kind) = kind(&clause.name, modifiers) else { return Vec::new() };
    split(list, b',').into_iter().filter_map(|text| item(text, kind)).collect()
}

fn kind(clause: &str, modifiers: &str) -> Option<DataKind> {
    Some(match clause {
        "map" => map_kind(modifiers),
        "private" => DataKind::Private,
        "firstprivate" => DataKind::Firstprivate,
        "lastprivate" => DataKind::Lastprivate,
        "shared" => DataKind::Shared,
        "reduction" | "in_reduction" => DataKind::Reduction,
        "linear" => DataKind::Linear,
        "is_device_ptr" | "has_device_addr" | "use_device_ptr" | "use_device_addr" => {
            DataKind::DevicePointer
        }
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

fn split_modifiers<'a>(clause: &str, argument: &'a str) -> (&'a str, &'a str) {
    let Some(colon) = top_level(argument, b':').into_iter().next() else {
        return ("", argument);
    };
    let (before, after) = (&argument[..colon], &argument[colon + 1..]);
    if clause == "linear" { (after, before) } else { (before, after) }
}

fn item(text: &str, kind: DataKind) -> Option<Item> {
    let text = text.trim();
    let end =
        text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let rest = rest.trim_start();
    let starts_well = name.starts_with(|c: char| !c.is_ascii_digit());
    let sections_only = rest.is_empty() || rest.starts_with('[');
    if name.is_empty() || !starts_well || !sections_only || after_sections(rest).is_none() {
        return None;
    }
    Some(Item { name: name.to_owned(), kind, section: section(rest) })
}

/// `Some` where `text` consists of bracketed parts only.
fn after_sections(text: &str) -> Option<()> {
    let mut depth = 0_u32;
    for c in text.chars() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1)?,
            _ if depth == 0 && !c.is_whitespace() => return None,
            _ => {}
        }
    }
    (depth == 0).then_some(())
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

fn split(text: &str, separator: u8) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for at in top_level(text, separator) {
        parts.push(&text[start..at]);
        start = at + 1;
    }
    parts.push(&text[start..]);
    parts
}

/// The positions of `separator` outside brackets; a colon of `::` is none, nor is one of `?:`.
fn top_level(text: &str, separator: u8) -> Vec<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut questions) = (0_u32, 0_u32);
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b':' if bytes.get(at + 1) == Some(&b':') => at += 1,
            b'?' if depth == 0 => questions += 1,
            b':' if depth == 0 && questions > 0 => questions -= 1,
            byte if byte == separator && depth == 0 => found.push(at),
            _ => {}
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    type Parts = (String, DataKind, Option<(String, String)>);

    fn of(name: &str, argument: &str) -> Vec<Parts> {
        let argument = Some(argument.to_owned());
        let clause = Clause { name: name.to_owned(), argument, span: Span::default(), known: true };
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
    fn members_and_dereferences_are_left_out() {
        assert_eq!(of("map", "to: s.x[0:n], *p, (*q)[0:3], ns::y, r->z, 3").len(), 0);
    }

    #[test]
    fn malformed_lists_do_not_panic() {
        for text in ["", ",", ":", "a[", "a]", "a[0:", "[:]", "a[]]", "\u{e9}[\u{e9}:", "?::"] {
            of("map", text);
        }
    }
}
