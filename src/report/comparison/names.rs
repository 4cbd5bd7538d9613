//! Names of files: which of two sets of reports mean one file.

use std::collections::{BTreeMap, BTreeSet};

/// For each of the `new` names that `old` lacks, the old name that means the same file: the one
/// that ends in as many equal parts as no other, where at least one of both is no more than that
/// end, is absolute, or begins with `..`.
pub(super) fn renamed(old: &BTreeSet<String>, new: &BTreeSet<String>) -> BTreeMap<String, String> {
    let free = |name: &&&String, other: &BTreeSet<String>| !other.contains(**name);
    let mut by_base: BTreeMap<&str, (Vec<&String>, Vec<&String>)> = BTreeMap::new();
    for name in old.iter().filter(|name| free(&name, new)) {
        by_base.entry(base(name)).or_default().0.push(name);
    }
    for name in new.iter().filter(|name| free(&name, old)) {
        by_base.entry(base(name)).or_default().1.push(name);
    }
    let mut found = BTreeMap::new();
    for (old, new) in by_base.values() {
        for own in new {
            let partner = best(own, old).filter(|partner| best(partner, new) == Some(*own));
            found.extend(partner.map(|partner| ((*own).clone(), partner.clone())));
        }
    }
    found
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The one of `others` that has the most parts at its end in common with `name`, if it is the only
/// one.
fn best<'n>(name: &str, others: &[&'n String]) -> Option<&'n String> {
    let scores = others.iter().map(|other| (common(name, other), *other));
    let scores: Vec<_> = scores.filter(|(score, _)| *score > 0).collect();
    let most = scores.iter().map(|(score, _)| *score).max()?;
    let mut first = scores.iter().filter(|(score, _)| *score == most);
    let only = first.next().map(|(_, other)| *other);
    only.filter(|_| first.next().is_none())
}

/// How many parts at their ends two names have in common; none where both say in which other folder
/// of the tree a file is.
fn common(a: &str, b: &str) -> usize {
    let ends = a.rsplit('/').zip(b.rsplit('/')).take_while(|(a, b)| a == b).count();
    let is_whole = |name: &str| name.split('/').count() == ends;
    let is_foreign = |name: &str| name.starts_with('/') || name.starts_with("../");
    let fits = |name: &str| is_whole(name) || is_foreign(name);
    if fits(a) || fits(b) { ends } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sarif::resolved;

    fn of(old: &[&str], new: &[&str]) -> Vec<(String, String)> {
        let set = |names: &[&str]| names.iter().map(|name| resolved(name)).collect();
        renamed(&set(old), &set(new)).into_iter().collect()
    }

    #[test]
    fn other_ways_to_a_file_are_found() {
        let pair = |new: &str, old: &str| vec![(new.to_owned(), old.to_owned())];
        assert_eq!(of(&["src/a.c"], &["./src/x/../a.c"]), []);
        assert_eq!(of(&["src/a.c"], &["../src/a.c"]), pair("../src/a.c", "src/a.c"));
        assert_eq!(of(&["a.c"], &["/t/src/a.c"]), pair("/t/src/a.c", "a.c"));
        assert_eq!(of(&["/old/p/a.c"], &["/new/p/a.c"]), pair("/new/p/a.c", "/old/p/a.c"));
        let (old, new) = (["/o/p/main.c", "/o/q/main.c"], ["q/main.c", "p/main.c"]);
        assert_eq!(of(&old, &new).len(), 2);
        assert_eq!(of(&old, &new)[0], ("p/main.c".into(), "/o/p/main.c".into()));
    }

    #[test]
    fn other_files_are_not() {
        assert_eq!(of(&["p/main.c"], &["q/main.c"]), []);
        assert_eq!(of(&["a.c"], &["b.c"]), []);
        assert_eq!(of(&["main.c"], &["p/main.c", "q/main.c"]), [], "either may be meant");
    }
}
