//! Which region of the old reports a region of the new ones was.
//!
//! Regions of one file, function and directive are the same. Where there are several, they are
//! matched in their order, so that what they access is as alike as can be; what is left of a
//! function is matched in the same way whatever the directives are.

use std::collections::{BTreeMap, BTreeSet};

use super::super::step::Step;
use super::super::{Region, Report};
use super::names;
use crate::report::sarif;
use crate::transform::step::StepKind;

/// Comparisons of regions for one function and directive: where there would be more, regions are
/// matched in their order alone.
const MOST_COMPARISONS: usize = 250_000;

/// What a match is worth whose accesses have nothing in common.
const IN_ORDER: f64 = 0.01;

/// How much more two equal regions are worth than two matches of regions that are half alike.
const SHARPNESS: i32 = 3;

/// A region, and the constructs inside of it that the other side has no entries of their own for.
#[derive(Clone, Debug)]
pub(super) struct Side<'r> {
    pub(super) region: &'r Region,
    pub(super) inner: Vec<&'r Region>,
}

/// A region of both sides, or of one.
#[derive(Clone, Debug)]
pub(super) struct Pair<'r> {
    pub(super) old: Option<Side<'r>>,
    pub(super) new: Option<Side<'r>>,
}

/// A region, and the names of its unit and its file as the old reports have them.
#[derive(Clone, Debug)]
struct Entry<'r> {
    unit: String,
    file: String,
    region: &'r Region,
}

/// The entries that are left of both sides.
type Both<'r> = (Vec<Entry<'r>>, Vec<Entry<'r>>);

/// All regions, matched, in no particular order.
pub(super) fn pairs<'r>(old: &'r [Report], new: &'r [Report]) -> Vec<Pair<'r>> {
    let renamed = names::renamed(&all_names(old), &all_names(new));
    let (old, new) = (entries(old, &BTreeMap::new()), entries(new, &renamed));
    let exact = |entry: &Entry| {
        let region = entry.region;
        (entry.file.clone(), region.function.clone(), region.directive.clone())
    };
    let any = |entry: &Entry| (entry.file.clone(), entry.region.function.clone(), String::new());
    let mut pairs = Vec::new();
    let left = by_key(&mut pairs, (old, new), &exact);
    let left = by_key(&mut pairs, left, &any);
    let (old, new) = without_inner(&mut pairs, left);
    let side = |entry: &Entry<'r>| Some(Side { region: entry.region, inner: Vec::new() });
    pairs.extend(old.iter().map(|entry| Pair { old: side(entry), new: None }));
    pairs.extend(new.iter().map(|entry| Pair { old: None, new: side(entry) }));
    pairs
}

fn all_names(reports: &[Report]) -> BTreeSet<String> {
    let files = |report: &Report| -> Vec<String> {
        let files = report.regions.iter().map(|region| sarif::resolved(&region.file));
        files.chain([sarif::resolved(&report.unit)]).collect()
    };
    reports.iter().flat_map(files).collect()
}

fn entries<'r>(reports: &'r [Report], renamed: &BTreeMap<String, String>) -> Vec<Entry<'r>> {
    let name = |path: &str| {
        let plain = sarif::resolved(path);
        renamed.get(&plain).cloned().unwrap_or(plain)
    };
    let of_report = |report: &'r Report| {
        let unit = name(&report.unit);
        let entry = move |region: &'r Region| (unit.clone(), region);
        report.regions.iter().map(entry)
    };
    let all = reports.iter().flat_map(of_report);
    let mut all: Vec<_> =
        all.map(|(unit, region)| Entry { unit, file: name(&region.file), region }).collect();
    all.sort_by_key(|entry| entry.region.line);
    all
}

/// Matches entries of equal keys; those that are left are returned.
fn by_key<'r>(
    pairs: &mut Vec<Pair<'r>>,
    (old, new): Both<'r>,
    key: &dyn Fn(&Entry) -> (String, String, String),
) -> Both<'r> {
    let mut groups: BTreeMap<_, Both<'r>> = BTreeMap::new();
    for entry in old {
        groups.entry(key(&entry)).or_default().0.push(entry);
    }
    for entry in new {
        groups.entry(key(&entry)).or_default().1.push(entry);
    }
    let mut left = Both::default();
    for (_, group) in groups {
        let (old, new) = by_unit(pairs, group);
        left.0.extend(old);
        left.1.extend(new);
    }
    left
}

/// Matches entries of a group unit by unit. A unit that one side lacks reads a header that others
/// read: its entries are matched with those of the first unit that there is, and are no lost ones
/// where those are there.
fn by_unit<'r>(pairs: &mut Vec<Pair<'r>>, group: Both<'r>) -> Both<'r> {
    let mut units: BTreeMap<String, Both<'r>> = BTreeMap::new();
    let first = |entries: &[Entry<'r>]| -> Vec<Entry<'r>> {
        let unit = entries.first().map(|entry| entry.unit.clone());
        entries.iter().filter(|entry| Some(&entry.unit) == unit.as_ref()).cloned().collect()
    };
    let (first_old, first_new) = (first(&group.0), first(&group.1));
    for entry in group.0 {
        units.entry(entry.unit.clone()).or_default().0.push(entry);
    }
    for entry in group.1 {
        units.entry(entry.unit.clone()).or_default().1.push(entry);
    }
    let mut left = Both::default();
    for (_, (old, new)) in units {
        let (is_dropped, is_further) = (new.is_empty(), old.is_empty());
        let old = if is_further { first_old.clone() } else { old };
        let new = if is_dropped { first_new.clone() } else { new };
        let (found, (old, new)) = aligned(old, new);
        pairs.extend(found.into_iter().filter(|_| !is_dropped));
        left.0.extend(old.into_iter().filter(|_| !is_further));
        left.1.extend(new.into_iter().filter(|_| !is_dropped));
    }
    left
}

/// Matches entries in their order, so that they are as alike as can be.
fn aligned<'r>(old: Vec<Entry<'r>>, new: Vec<Entry<'r>>) -> (Vec<Pair<'r>>, Both<'r>) {
    let items = |entry: &Entry<'r>| items(entry.region);
    let (a, b): (Vec<_>, Vec<_>) =
        (old.iter().map(items).collect(), new.iter().map(items).collect());
    let matches = matches(&a, &b);
    let side = |entry: &Entry<'r>| Some(Side { region: entry.region, inner: Vec::new() });
    let pair =
        |(row, column): &(usize, usize)| Pair { old: side(&old[*row]), new: side(&new[*column]) };
    let pairs = matches.iter().map(pair).collect();
    let (used_old, used_new): (BTreeSet<usize>, BTreeSet<usize>) = matches.into_iter().unzip();
    let left = |entries: Vec<Entry<'r>>, used: &BTreeSet<usize>| {
        let entries = entries.into_iter().enumerate().filter(|(at, _)| !used.contains(at));
        entries.map(|(_, entry)| entry).collect()
    };
    (pairs, (left(old, &used_old), left(new, &used_new)))
}

/// The positions in both lists that belong together: what is equal at their beginnings and ends,
/// and what is most alike between.
fn matches(a: &[Vec<String>], b: &[Vec<String>]) -> Vec<(usize, usize)> {
    let first = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (rest_a, rest_b) = (&a[first..], &b[first..]);
    let ends = rest_a.iter().rev().zip(rest_b.iter().rev());
    let last = ends.take_while(|(a, b)| a == b).count();
    let (rows, columns) = (rest_a.len() - last, rest_b.len() - last);
    let between = if rows.saturating_mul(columns) > MOST_COMPARISONS {
        (0..rows.min(columns)).map(|at| (at, at)).collect()
    } else {
        let worth = |row: usize, column: usize| {
            IN_ORDER + alike(&rest_a[row], &rest_b[column]).powi(SHARPNESS)
        };
        best_in_order((rows, columns), &worth)
    };
    let between = between.into_iter().map(|(row, column)| (first + row, first + column));
    let ends = (0..last).map(|at| (first + rows + at, first + columns + at));
    (0..first).map(|at| (at, at)).chain(between).chain(ends).collect()
}

/// The matches of rows and columns, both ascending, whose worth together is the greatest; the first
/// of equal ones.
fn best_in_order(
    (rows, columns): (usize, usize),
    worth: &dyn Fn(usize, usize) -> f64,
) -> Vec<(usize, usize)> {
    let width = columns + 1;
    let mut best = vec![0.0_f64; (rows + 1) * width];
    let mut taken = vec![false; rows * columns];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let skip = best[(row + 1) * width + column].max(best[row * width + column + 1]);
            let take = worth(row, column) + best[(row + 1) * width + column + 1];
            taken[row * columns + column] = take >= skip;
            best[row * width + column] = take.max(skip);
        }
    }
    let (mut row, mut column, mut matches) = (0, 0, Vec::new());
    while row < rows && column < columns {
        if taken[row * columns + column] {
            matches.push((row, column));
            (row, column) = (row + 1, column + 1);
        } else if best[(row + 1) * width + column] >= best[row * width + column + 1] {
            row += 1;
        } else {
            column += 1;
        }
    }
    matches
}

/// What a region is told from others by, sorted: its loops and its accesses.
fn items(region: &Region) -> Vec<String> {
    let accesses = region.accesses.iter().map(|access| format!("{} {}", access.kind, access.text));
    let loops = region.loops.iter().map(|own| format!("for {}", own.name));
    let mut items: Vec<_> = accesses.chain(loops).collect();
    items.sort();
    items
}

/// How much of two sorted lists is in both, between 0 and 1.
fn alike(a: &[String], b: &[String]) -> f64 {
    let (mut at, mut other, mut both) = (0, 0, 0);
    while at < a.len() && other < b.len() {
        match a[at].cmp(&b[other]) {
            std::cmp::Ordering::Less => at += 1,
            std::cmp::Ordering::Greater => other += 1,
            std::cmp::Ordering::Equal => (at, other, both) = (at + 1, other + 1, both + 1),
        }
    }
    let all = a.len() + b.len();
    if all == 0 { 1.0 } else { 2.0 * f64::from(both) / all as f64 }
}

/// Puts constructs inside of a region that the other side has as one directive to that region.
fn without_inner<'r>(pairs: &mut [Pair<'r>], (old, new): Both<'r>) -> Both<'r> {
    let sides = pairs.iter_mut().map(|pair| (pair.new.as_ref(), pair.old.as_mut()));
    let old = adopted(old, sides.collect());
    let sides = pairs.iter_mut().map(|pair| (pair.old.as_ref(), pair.new.as_mut()));
    (old, adopted(new, sides.collect()))
}

/// Puts entries to the regions around them where the other side, which stands first, is combined;
/// the others are returned.
fn adopted<'r>(
    entries: Vec<Entry<'r>>,
    sides: Vec<(Option<&Side<'r>>, Option<&mut Side<'r>>)>,
) -> Vec<Entry<'r>> {
    let is_combined = |step: &Step| step.kind == StepKind::COMBINE;
    let combines = |side: &Side| {
        let plan = &side.region.plan;
        plan.applied && plan.steps.iter().any(is_combined)
    };
    let whole = sides.into_iter().filter(|(other, _)| other.is_some_and(combines));
    let mut whole: Vec<_> = whole.filter_map(|(_, own)| own).collect();
    let mut left = Vec::new();
    for entry in entries {
        let inner = entry.region;
        let is_around =
            |region: &Region| inner.inside == Some(region.line) && inner.file == region.file;
        match whole.iter().position(|side| is_around(side.region)) {
            Some(at) => whole[at].inner.push(inner),
            None => left.push(entry),
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
        let lists = |texts: &[&str]| -> Vec<Vec<String>> {
            texts.iter().map(|text| text.split(' ').map(str::to_owned).collect()).collect()
        };
        matches(&lists(a), &lists(b))
    }

    #[test]
    fn what_is_alike_belongs_together() {
        assert_eq!(of(&["a b"], &["x y", "a c"]), [(0, 1)]);
        assert_eq!(of(&["x", "a b", "y"], &["a c", "y"]), [(1, 0), (2, 1)]);
        assert_eq!(of(&["a b", "c d"], &["c e", "a f"]), [(1, 0)], "nothing crosses");
        assert_eq!(of(&[], &["a"]), []);
    }

    #[test]
    fn what_nothing_tells_apart_is_matched_in_order() {
        assert_eq!(of(&["a", "a"], &["a", "a", "a"]), [(0, 0), (1, 1)]);
        assert_eq!(of(&["a", "b"], &["x", "y"]), [(0, 0), (1, 1)]);
        assert_eq!(of(&["a"], &["x", "y"]), [(0, 0)]);
    }

    #[test]
    fn many_regions_are_matched_at_once() {
        let of_function = |n: usize| vec![format!("a{n}"), format!("b{n}")];
        let a: Vec<_> = (0..10_000).map(of_function).collect();
        let b: Vec<_> = (0..9_000).chain(9_001..10_000).map(of_function).collect();
        let found = matches(&a, &b);
        assert_eq!(found.len(), 9_999);
        assert!(found.iter().all(|(row, column)| a[*row] == b[*column]));
        let other: Vec<_> = (20_000..30_000).map(of_function).collect();
        assert_eq!(matches(&a, &other).len(), 10_000);
    }
}
