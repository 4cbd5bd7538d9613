//! Which counted instructions belong to which predicted access.
//!
//! A load has the column of its access. A store has that of its `=`, and so has the load of `a += b`: they are
//! joined by their line, and in their order where a line has several. What a function does that a region calls more than
//! once is counted together: it is joined if all calls are predicted to do the same. No access is joined across regions.

use std::collections::{BTreeMap, BTreeSet};

use super::counts::{Counts, Seen};
use super::predicted::{Place, Predicted};
use crate::profile::Direction;

/// What was counted of each predicted access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Joined {
    /// In the order of the predictions; `None` where no instruction has its place.
    pub(super) found: Vec<Option<Counts>>,
    /// Places with instructions to which no prediction belongs.
    pub(super) unpredicted: usize,
}

/// One line of one region.
#[derive(Default)]
struct Line<'a> {
    /// Positions of predictions, in the order of their columns.
    loads: Vec<usize>,
    stores: Vec<usize>,
    /// What was counted, by column.
    loaded: BTreeMap<u32, Counts>,
    stored: BTreeMap<u32, Counts>,
    predicted: &'a [Predicted],
}

/// Joins; where `moved`, the text of a line may have other columns than in the prediction. Files of which nothing is predicted
/// are left out.
pub(super) fn join(predicted: &[Predicted], seen: &[Seen], moved: bool) -> Joined {
    let mut lines: BTreeMap<(u32, &str, &str, u32), Line> = BTreeMap::new();
    let mut found = vec![None; predicted.len()];
    let mut unpredicted = 0;
    for (at, one) in predicted.iter().enumerate() {
        let Place { region, function, file, line, .. } = &one.place;
        let key = (*region, function.as_str(), file.as_str(), *line);
        let line = lines.entry(key).or_default();
        line.predicted = predicted;
        match one.place.direction {
            Direction::Load => line.loads.push(at),
            Direction::Store => line.stores.push(at),
        }
    }
    let files: BTreeSet<&str> = predicted.iter().map(|one| one.place.file.as_str()).collect();
    for one in seen.iter().filter(|one| files.contains(one.file.as_str())) {
        let function = function(one, predicted);
        let key = |function| (one.region, function, one.file.as_str(), one.line);
        let line = function.and_then(|function| lines.get_mut(&key(function)));
        let Some(line) = line else {
            unpredicted += 1;
            continue;
        };
        let columns = match one.direction {
            Direction::Load => &mut line.loaded,
            Direction::Store => &mut line.stored,
        };
        let counts = columns.entry(one.column).or_default();
        *counts = counts.add(one.counts);
    }
    for mut line in lines.into_values() {
        unpredicted += line.join(moved, &mut found);
    }
    Joined { found, unpredicted }
}

/// The function, as the report writes it, whose region's kernel was seen.
fn function<'a>(seen: &Seen, predicted: &'a [Predicted]) -> Option<&'a str> {
    let same = predicted.iter().filter(|one| one.place.region == seen.region);
    let names: BTreeSet<&str> = same.map(|one| one.place.function.as_str()).collect();
    if let (1, Some(name)) = (names.len(), names.first()) {
        return Some(*name).filter(|name| is_named(&seen.function, name));
    }
    names.into_iter().find(|name| seen.function.contains(&mangled(name)))
}

/// Whether a symbol may be that of a function with a name, the arguments of a template left out.
fn is_named(symbol: &str, name: &str) -> bool {
    let name = name.split('<').next().unwrap_or(name);
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    symbol == name || !plain || symbol.contains(&format!("{}{name}", name.len()))
}

/// The letters of types in mangled names.
const BUILTIN: [(&str, &str); 13] = [
    ("bool", "b"),
    ("char", "c"),
    ("signed char", "a"),
    ("unsigned char", "h"),
    ("short", "s"),
    ("unsigned short", "t"),
    ("int", "i"),
    ("unsigned int", "j"),
    ("long", "l"),
    ("unsigned long", "m"),
    ("float", "f"),
    ("double", "d"),
    ("_Float16", "DF16_"),
];

/// How the Itanium ABI names an instance of a template, as in `box<1>` and `laplace<float>`.
fn mangled(name: &str) -> String {
    let (function, arguments) = name.split_once('<').unwrap_or((name, ""));
    let argument = |word: &str| {
        let word = word.trim();
        let builtin = BUILTIN.iter().find(|(name, _)| *name == word);
        match builtin {
            Some((_, letter)) => (*letter).to_string(),
            None if word.parse::<i64>().is_ok() => format!("Li{word}E"),
            None => format!("{}{word}", word.len()),
        }
    };
    let arguments: String = arguments.trim_end_matches('>').split(',').map(argument).collect();
    format!("{}{function}I{arguments}E", function.len())
}

impl Line<'_> {
    /// Joins what the line has; how many columns are left.
    fn join(&mut self, moved: bool, found: &mut [Option<Counts>]) -> usize {
        let column = |at: &usize| self.predicted[*at].place.column;
        self.loads.sort_by_key(column);
        self.stores.sort_by_key(column);
        let (updates, reads): (Vec<usize>, Vec<usize>) =
            self.loads.iter().partition(|at| self.predicted[**at].update);
        let mut left = Vec::new();
        let mut taken = BTreeSet::new();
        for alike in reads.chunk_by(|a, b| column(a) == column(b)) {
            let column = column(&alike[0]);
            match self.loaded.get(&column) {
                Some(counts) => {
                    taken.insert(column);
                    if self.mean(alike).is_some() {
                        alike.iter().for_each(|at| found[*at] = Some(*counts));
                    }
                }
                None => left.extend(alike),
            }
        }
        self.loaded.retain(|column, _| !taken.contains(column));
        let operators: Vec<u32> =
            self.loaded.keys().filter(|column| self.stored.contains_key(column)).copied().collect();
        let updating: Vec<Counts> =
            operators.iter().filter_map(|column| self.loaded.remove(column)).collect();
        let mut unpredicted = self.pair(&updates, &updating, found);
        let others: Vec<Counts> = self.loaded.values().copied().collect();
        unpredicted += if moved && left.len() == others.len() {
            self.pair(&left, &others, found)
        } else {
            others.len()
        };
        let stored: Vec<Counts> = self.stored.values().copied().collect();
        unpredicted + self.pair(&self.stores, &stored, found)
    }

    /// Joins accesses with what was counted in as many columns, in this order. Where the numbers differ, each
    /// access has all of it if one prediction holds for all of them. How many columns are left.
    fn pair(&self, accesses: &[usize], counted: &[Counts], found: &mut [Option<Counts>]) -> usize {
        if accesses.len() == counted.len() {
            for (at, counts) in accesses.iter().zip(counted) {
                found[*at] = Some(*counts);
            }
            return 0;
        }
        let sum = counted.iter().copied().reduce(Counts::add);
        if self.mean(accesses).is_none() || sum.is_none() {
            return counted.len();
        }
        accesses.iter().for_each(|at| found[*at] = sum);
        0
    }

    /// The mean that is predicted for all of some accesses.
    fn mean(&self, accesses: &[usize]) -> Option<f64> {
        let mut means = accesses.iter().map(|at| self.predicted[*at].mean);
        let first = means.next()?;
        means.all(|mean| mean.to_bits() == first.to_bits()).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::super::predicted::tests::load;
    use super::*;
    use crate::profile::Traffic;

    fn seen(line: u32, column: u32, direction: Direction, sectors: u64) -> Seen {
        let traffic = Traffic { requests: 1, sectors };
        let counts = Counts { all: traffic, lanes: 32, full: traffic };
        let (function, file) = ("f".into(), "a.c".into());
        Seen { function, region: 2, file, line, column, direction, counts }
    }

    fn store(line: u32, column: u32, mean: f64) -> Predicted {
        let mut one = load(line, column, [mean; 3]);
        one.place.direction = Direction::Store;
        one
    }

    fn sectors(joined: &Joined) -> Vec<Option<u64>> {
        joined.found.iter().map(|found| found.map(|counts| counts.all.sectors)).collect()
    }

    #[test]
    fn loads_are_joined_by_column_and_stores_in_their_order() {
        let one = [1.0; 3];
        let predicted = [load(4, 9, one), load(4, 20, one), store(4, 30, 2.0), store(4, 1, 4.0)];
        let counted = [
            seen(4, 20, Direction::Load, 5),
            seen(4, 6, Direction::Store, 7),
            seen(4, 36, Direction::Store, 8),
            seen(5, 1, Direction::Load, 1),
        ];
        let joined = join(&predicted, &counted, false);
        assert_eq!(sectors(&joined), [None, Some(5), Some(8), Some(7)]);
        assert_eq!(joined.unpredicted, 1);
    }

    #[test]
    fn an_update_loads_where_it_stores() {
        let mut predicted = [load(4, 1, [4.0; 3]), load(4, 9, [1.0; 3]), store(4, 1, 4.0)];
        predicted[0].update = true;
        predicted[2].update = true;
        let counted = [
            seen(4, 6, Direction::Load, 3),
            seen(4, 9, Direction::Load, 2),
            seen(4, 6, Direction::Store, 4),
        ];
        let joined = join(&predicted, &counted, false);
        assert_eq!(sectors(&joined), [Some(3), Some(2), Some(4)]);
    }

    #[test]
    fn moved_loads_keep_their_order() {
        let predicted = [load(4, 9, [1.0; 3]), load(4, 20, [2.0; 3])];
        let counted = [seen(4, 13, Direction::Load, 5), seen(4, 24, Direction::Load, 6)];
        assert_eq!(sectors(&join(&predicted, &counted, true)), [Some(5), Some(6)]);
        let joined = join(&predicted, &counted, false);
        assert_eq!((sectors(&joined), joined.unpredicted), (vec![None, None], 2));
        assert_eq!(sectors(&join(&predicted, &counted[..1], true)), [None, None]);
    }

    #[test]
    fn one_store_of_two_is_joined_only_if_both_are_predicted_alike() {
        let counted = [seen(4, 6, Direction::Store, 7)];
        let alike = [store(4, 1, 4.0), store(4, 9, 4.0)];
        assert_eq!(sectors(&join(&alike, &counted, false)), [Some(7), Some(7)]);
        let joined = join(&[store(4, 1, 4.0), store(4, 9, 2.0)], &counted, false);
        assert_eq!((sectors(&joined), joined.unpredicted), (vec![None, None], 1));
    }

    #[test]
    fn calls_of_a_function_are_joined_if_they_are_predicted_alike() {
        let inside = |column, mean| {
            let mut one = load(9, column, [mean; 3]);
            one.place.file = "b.h".into();
            one
        };
        let mut counted = [
            seen(9, 7, Direction::Load, 5),
            seen(9, 8, Direction::Load, 6),
            seen(9, 7, Direction::Load, 7),
        ];
        counted[..2].iter_mut().for_each(|one| one.file = "b.h".into());
        let predicted = [inside(7, 1.0), inside(7, 1.0), inside(8, 1.0), inside(8, 4.0)];
        let joined = join(&predicted, &counted, false);
        assert_eq!(sectors(&joined), [Some(5), Some(5), None, None]);
        assert_eq!(joined.unpredicted, 0, "nothing is predicted of a.c");
        counted.iter_mut().for_each(|one| one.function = "g".into());
        assert_eq!(join(&predicted, &counted, false).unpredicted, 2);
    }

    #[test]
    fn instances_of_a_template_are_told_apart() {
        let mut predicted = [load(4, 9, [1.0; 3]), load(4, 9, [2.0; 3])];
        predicted[0].place.function = "laplace<float>".into();
        predicted[1].place.function = "laplace<double>".into();
        let mut counted = [seen(4, 9, Direction::Load, 5)];
        counted[0].function = "_Z7laplaceIdEviPKT_PS0_".into();
        assert_eq!(sectors(&join(&predicted, &counted, false)), [None, Some(5)]);
        assert_eq!(mangled("box<1>"), "3boxILi1EE");
        assert_eq!(mangled("convert<int, unsigned char>"), "7convertIihE");
        assert_eq!(mangled("copy<Pixel>"), "4copyI5PixelE");
    }
}
