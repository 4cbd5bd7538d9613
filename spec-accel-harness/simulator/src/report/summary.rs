//! The counts of a run in a few lines.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Access, Report};
use crate::code::space_name;
use crate::ptx::Space;

/// The most lines of the program that are told.
const TOLD: usize = 3;

/// The accesses of one kind on one line of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Line {
    requests: u64,
    sectors: u64,
    fewest: u64,
}

impl Line {
    fn add(&mut self, access: &Access) {
        self.requests += access.row.requests - access.row.team_requests;
        self.sectors += access.row.sectors;
        self.fewest += access.fewest;
    }

    fn lost(&self) -> u64 {
        self.sectors.saturating_sub(self.fewest)
    }
}

/// Whether an access goes to the device's memory, and not only to that of a team, of a thread, or to constants.
fn is_of_device(access: &Access) -> bool {
    [Space::Global, Space::Generic].map(space_name).contains(&access.space)
}

impl Report {
    /// The kernels, their launches, and the lines that ask for the most sectors beyond those that their bytes need. Names of files are
    /// seen from `folder`.
    pub fn summary(&self, folder: &Path) -> Vec<String> {
        if self.kernels.is_empty() {
            return vec!["no kernel was launched".to_owned()];
        }
        let mut all = Line::default();
        let mut lines: BTreeMap<(&str, u32, &str), Line> = BTreeMap::new();
        let accesses = self.kernels.iter().flat_map(|kernel| &kernel.accesses);
        for access in accesses.filter(|access| is_of_device(access)) {
            all.add(access);
            if access.place.line > 0 {
                let key = (access.place.file.as_str(), access.place.line, access.kind);
                lines.entry(key).or_default().add(access);
            }
        }
        let launches = self.kernels.iter().map(|kernel| kernel.launches).sum();
        let mut told = vec![format!(
            "{}, {}: {} to the device's memory, {} (simulated)",
            count(self.kernels.len() as u64, "kernel"),
            count(launches, "launch"),
            count(all.requests, "request"),
            count(all.sectors, "sector"),
        )];
        let mut worst: Vec<_> = lines.into_iter().filter(|(_, line)| line.lost() > 0).collect();
        worst.sort_by_key(|(_, line)| std::cmp::Reverse(line.lost()));
        if worst.is_empty() {
            told.push("no line asks for more sectors than its bytes need".to_owned());
        }
        told.extend(worst.iter().take(TOLD).map(|((file, at, kind), line)| {
            let file = Path::new(file).strip_prefix(folder).unwrap_or(Path::new(file)).display();
            let mean = |sectors: u64| hundredths(sectors as f64 / line.requests.max(1) as f64);
            format!(
                "{file}:{at}: {kind}: {} sectors a request where {} would do, in {}",
                mean(line.sectors),
                mean(line.fewest),
                count(line.requests, "request"),
            )
        }));
        told
    }
}

/// A number of things.
pub(crate) fn count(number: u64, thing: &str) -> String {
    if number == 1 {
        return format!("1 {thing}");
    }
    match thing.strip_suffix('y') {
        Some(stem) => format!("{number} {stem}ies"),
        None if thing.ends_with('h') => format!("{number} {thing}es"),
        None => format!("{number} {thing}s"),
    }
}

/// A number without needless digits.
fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::Row;
    use crate::report::{Kernel, Place};

    fn access(line: u32, (kind, space): (&'static str, &'static str), counts: [u64; 3]) -> Access {
        let [requests, sectors, fewest] = counts;
        Access {
            place: Place { file: "/p/src/a.c".into(), line, column: 1 },
            kind,
            space,
            row: Row { requests, sectors, ..Row::default() },
            fewest,
            caches: None,
        }
    }

    fn report(accesses: Vec<Access>) -> Report {
        let kernel = Kernel { launches: 2, accesses, ..Kernel::default() };
        Report { kernels: vec![kernel], ..Report::default() }
    }

    #[test]
    fn the_worst_lines_come_first() {
        let global = ("load", "global");
        let accesses = vec![
            access(0, global, [9, 99, 9]),
            access(3, global, [4, 128, 16]),
            access(3, global, [4, 16, 16]),
            access(5, ("store", "generic"), [4, 16, 16]),
            access(6, global, [1, 5, 4]),
            access(7, ("atomic", "global"), [100, 3200, 400]),
            access(8, ("load", "shared"), [7, 0, 7]),
            access(9, global, [1, 6, 4]),
        ];
        let expected = [
            "1 kernel, 2 launches: 123 requests to the device's memory, 3470 sectors (simulated)",
            "src/a.c:7: atomic: 32 sectors a request where 4 would do, in 100 requests",
            "src/a.c:3: load: 18 sectors a request where 4 would do, in 8 requests",
            "src/a.c:9: load: 6 sectors a request where 4 would do, in 1 request",
        ];
        assert_eq!(report(accesses).summary(Path::new("/p")), expected);
    }

    #[test]
    fn a_run_without_a_bad_line_says_so() {
        let told = report(vec![access(3, ("load", "global"), [4, 4, 16])]).summary(Path::new("/"));
        assert_eq!(told[1], "no line asks for more sectors than its bytes need");
        let nothing = Report::default().summary(Path::new("/"));
        assert_eq!(nothing, ["no kernel was launched"]);
    }
}
