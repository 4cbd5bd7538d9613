//! Why two names may denote one array: which of them nothing keeps apart.

use super::words::Words;
use crate::id::{AccessId, SymbolId};
use crate::ir::DataItem;
use crate::symbolic::eval::Reference;
use crate::symbolic::root::{Root, has_section, is_object, loaded_by, own_map};

/// What the map clauses of the construct lack of one name.
enum Gap {
    /// No clause names it.
    Unmapped(String),
    /// A clause names it without a section.
    Whole(String),
    /// The section may have no element.
    Empty(String),
}

/// `no map clause of the construct names p or q`, `the section q[0:n] may be empty`; nothing where clauses are not what is missing.
pub(super) fn open(words: &Words, accesses: [AccessId; 2]) -> Option<String> {
    let references = accesses.map(|id| &words.analysis.accesses[id.index()].reference);
    let [a, b] = references.map(|reference| &reference.address.root);
    if let Some(shared) = made_of(words, a, b) {
        return Some(shared);
    }
    let gaps: Vec<Gap> = references.iter().filter_map(|own| gap(words, own)).collect();
    let mut told = Vec::new();
    let mut names = |said: fn(&Gap) -> Option<&String>, words: fn(&[String]) -> String| {
        let mut all: Vec<String> = gaps.iter().filter_map(said).cloned().collect();
        all.dedup();
        told.extend((!all.is_empty()).then(|| words(&all)));
    };
    names(
        |gap| if let Gap::Unmapped(name) = gap { Some(name) } else { None },
        |all| format!("no map clause of the construct names {}", all.join(" or ")),
    );
    names(
        |gap| if let Gap::Whole(name) = gap { Some(name) } else { None },
        |all| format!("map names {} without a section", all.join(" and ")),
    );
    names(
        |gap| if let Gap::Empty(section) = gap { Some(section) } else { None },
        |all| match all {
            [one] => format!("the section {one} may be empty"),
            several => format!("the sections {} may be empty", several.join(" and ")),
        },
    );
    (!told.is_empty()).then(|| told.join(", and "))
}

/// `q is made of p`: two pointers that lead to one array.
fn made_of(words: &Words, a: &Root, b: &Root) -> Option<String> {
    let (Root::Symbol(a), Root::Symbol(b)) = (a, b) else { return None };
    let (of_a, of_b) = (words.region.lineage(*a), words.region.lineage(*b));
    let base = of_a.iter().find(|symbol| of_b.contains(symbol))?;
    let name = |symbol: SymbolId| words.names.symbol(symbol);
    Some(match (base == a, base == b) {
        (true, _) => format!("{} is made of {}", name(*b), name(*a)),
        (_, true) => format!("{} is made of {}", name(*a), name(*b)),
        _ => format!("{} and {} are made of {}", name(*a), name(*b), name(*base)),
    })
}

/// What is missing of the root of a reference; nothing of an object, whose storage is its own.
fn gap(words: &Words, reference: &Reference) -> Option<Gap> {
    let region = words.region;
    let own = || region.data.iter().filter(|item| item.kind.is_map() && !item.enclosing);
    match &reference.address.root {
        Root::Symbol(symbol) => {
            let lineage = region.lineage(*symbol);
            let is_known = |symbol: &SymbolId| {
                is_object(region, *symbol) || own_map(region, *symbol).is_some()
            };
            if lineage.iter().any(is_known) {
                return None;
            }
            let mut items = own().filter(|item| item.member.is_none());
            let item = items.find(|item| lineage.contains(&item.symbol));
            let unmapped = || Gap::Unmapped(words.names.symbol(*symbol).to_owned());
            Some(item.map_or_else(unmapped, |item| of_item(words, item)))
        }
        Root::Loaded(loaded) => {
            let names = |item: &&DataItem| {
                let at = item.member.as_ref().and_then(|member| member.pointer_at);
                at.is_some() && loaded_by(loaded) == Some((item.symbol, at))
            };
            match own().find(names) {
                Some(item) => (!has_section(item)).then(|| of_item(words, item)),
                None => Some(Gap::Unmapped(pointer(words, reference))),
            }
        }
        Root::Unknown(_) => None,
    }
}

/// What is missing of a list item that does not tell two arrays apart.
fn of_item(words: &Words, item: &DataItem) -> Gap {
    let path = item.member.as_ref().map_or("", |member| &member.path);
    let name = format!("{}{path}", words.names.symbol(item.symbol));
    match &item.section {
        Some((lower, length)) => Gap::Empty(format!("{name}[{lower}:{length}]")),
        None => Gap::Whole(name),
    }
}

/// The pointer in memory that an access goes through: what its text has before its subscript.
fn pointer(words: &Words, reference: &Reference) -> String {
    let text = words.text(reference.span);
    let mut depth = 0;
    let start = text.char_indices().rev().find(|(_, c)| {
        match c {
            ']' => depth += 1,
            '[' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let before = start.map(|(at, _)| text[..at].trim_end());
    let before = before.filter(|before| !before.is_empty() && text.ends_with(']'));
    before.map_or_else(|| words.base(&reference.address.root), str::to_owned)
}
