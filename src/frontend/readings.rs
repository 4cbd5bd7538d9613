//! How often the files of a unit are read, from where, and which parts of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use clang_sys as cs;

use super::libclang::{Cursor, File, Inclusion, TranslationUnit};
use crate::source::Span;

/// How the files of a unit are read.
#[derive(Default)]
pub(super) struct Readings {
    /// How often each file is entered.
    entered: BTreeMap<File, usize>,
    /// Those that an option or a header of the system includes.
    foreign: BTreeSet<File>,
    /// The parts of files that conditionals leave out, each as often as they do.
    pub(super) skipped: BTreeMap<File, Vec<Span>>,
    /// The names by which `#include`s of the user's files find files.
    names: BTreeSet<String>,
}

impl Readings {
    /// Reads the `inclusions` of a unit, with the `#include`s among the `records` of its files.
    pub(super) fn of(inclusions: &[Inclusion], records: &[Cursor]) -> Self {
        let includes = records.iter().filter(|c| c.kind() == cs::CXCursor_InclusionDirective);
        let names = includes.filter_map(|c| c.included()).collect();
        let mut readings = Self { names, ..Self::default() };
        for inclusion in inclusions {
            *readings.entered.entry(inclusion.file).or_default() += 1;
            let by_option = inclusion.from.is_some_and(|from| from.file.is_none());
            if inclusion.system || by_option {
                readings.foreign.insert(inclusion.file);
            }
        }
        readings
    }

    /// The parts that are `skipped` every time that their file is entered.
    pub(super) fn always(&self, skipped: &BTreeMap<File, Vec<Span>>) -> BTreeMap<File, Vec<Span>> {
        let times = |file: &File| self.entered.get(file).copied().unwrap_or(1);
        skipped.iter().map(|(file, spans)| (*file, covered(spans, times(file)))).collect()
    }

    /// How often the text at `offset` is read.
    fn times(&self, file: File, offset: u32) -> usize {
        let skipped = self.skipped.get(&file).map_or(&[][..], Vec::as_slice);
        let skipped = skipped.iter().filter(|span| (span.start..span.end).contains(&offset));
        self.entered.get(&file).copied().unwrap_or(1).saturating_sub(skipped.count())
    }

    /// The other names by which a file that has the name `own` is read, from the folder where the compiler runs.
    pub(super) fn names(&self, own: &str, directory: &Path) -> Vec<String> {
        let real = |name: &str| fs::canonicalize(directory.join(name)).ok();
        let Some(wanted) = real(own) else { return Vec::new() };
        let names: BTreeSet<String> =
            self.names.iter().map(|name| shortened(name, directory)).collect();
        names
            .into_iter()
            .filter(|name| name != own && real(name).as_ref() == Some(&wanted))
            .collect()
    }

    /// Whether what stands at `offset` of a header stays as it is: the user's files alone include the header, and as many regions of
    /// it were `found` as there are readings.
    pub(super) fn is_fixed(
        &self,
        unit: &TranslationUnit,
        (file, offset): (File, u32),
        found: Option<usize>,
    ) -> bool {
        let times = self.times(file, offset);
        let all_found = times == 1 || found == Some(times);
        !all_found || self.foreign.contains(&file) || unit.is_system_at(file, offset)
    }
}

/// `name` without the folder that relative names start from.
pub(super) fn shortened(name: &str, directory: &Path) -> String {
    let folder = directory.to_str().filter(|folder| !folder.is_empty());
    let rest = folder.and_then(|folder| name.strip_prefix(folder));
    rest.map_or(name, |rest| rest.trim_start_matches('/')).to_owned()
}

/// What at least `times` of `spans` cover, in order.
pub(super) fn covered(spans: &[Span], times: usize) -> Vec<Span> {
    let mut ends: Vec<(u32, bool)> =
        spans.iter().flat_map(|span| [(span.start, true), (span.end, false)]).collect();
    ends.sort_unstable();
    let mut covered: Vec<Span> = Vec::new();
    let mut depth = 0_usize;
    for (at, begins) in ends {
        if begins {
            depth += 1;
            if depth == times {
                covered.push(Span::new(at, at));
            }
        } else {
            if depth == times
                && let Some(last) = covered.last_mut()
            {
                last.end = at;
            }
            depth -= 1;
        }
    }
    covered.retain(|span| span.start < span.end);
    covered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_are_covered_several_times() {
        let spans = [Span::new(0, 4), Span::new(2, 9), Span::new(3, 5), Span::new(7, 8)];
        assert_eq!(covered(&spans, 1), [Span::new(0, 9)]);
        assert_eq!(covered(&spans, 2), [Span::new(2, 5), Span::new(7, 8)]);
        assert_eq!(covered(&spans, 3), [Span::new(3, 4)]);
        assert_eq!(covered(&spans, 4), []);
        assert_eq!(covered(&[], 1), []);
    }
}
