//! The totals as text, Markdown, CSV and JSON, and as a page of the documentation.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::sum::Sum;
use super::{WAYS, Way};
use crate::failure::Failure;
use crate::kernels::{Kernel, TWO_LEVEL};
use crate::provenance::Provenance;
use crate::statistics::geometric_mean;
use crate::table::{self, Cell, Format};

const INTRODUCTION: &str = "\
Every number here is simulated ([simulator](../guide/simulator.md)): the kernels in `spec-accel-harness/kernels` ran once with their own sizes and `reps=1
warmup=0 reference`, with the caches of an H100. Each result is equal to the serial version's, or within the kernel's tolerance (`-ffast-math` adds in another order and is not compared).
This file is written by the command below; nothing in it is typed by hand.
";

const COLUMNS: &str = "\
*clang* is the program as written, *expert* the one with clauses and loops placed by hand, *two levels* one whose teams and threads have schedules of
their own by hand (`kernels/two_level`). *Sectors* are those of 32 bytes that the requests of warps touch; *lines* are the sectors that L1 does not have, and all that
are stored: different ones, as far as a cache of this size keeps them; *bytes* go to and from the device's memory. *Team memory* are requests to it, with conflicts of banks.
*Barriers* are those of each warp. *Instructions* are of PTX.
";

const HEADINGS: [&str; 12] = [
    "kernel",
    "way",
    "launches",
    "requests",
    "sectors",
    "a request",
    "lines",
    "bytes",
    "team memory",
    "barriers",
    "warp instructions",
    "lane instructions",
];

/// What was counted, kernel by kernel.
#[derive(Clone, Debug)]
pub(crate) struct Totals {
    pub(super) provenance: Provenance,
    pub(super) level: u8,
    pub(super) counted: Vec<(&'static Kernel, Way, Result<Sum, Failure>)>,
}

/// How the ways compare in one counter.
struct Factors {
    counter: &'static str,
    headings: Vec<&'static str>,
    /// One for each kernel, then the geometric means.
    rows: Vec<Vec<Cell>>,
}

/// A number of a sum that ways are compared by.
type Counter = fn(&Sum) -> u64;

const FACTORS: [(&str, Counter); 4] = [
    ("sectors", |sum| sum.sectors),
    ("lines", |sum| sum.lines),
    ("warp instructions", |sum| sum.warp_instructions),
    ("lane instructions", |sum| sum.lane_instructions),
];

impl Factors {
    /// The name of the counter and the table.
    fn write(&self, format: Format) -> String {
        let rows = table::write(format, &self.headings, &self.rows);
        [self.counter, "\n\n", &rows].concat()
    }
}

impl Totals {
    /// CSV has the counts alone.
    pub(crate) fn write(&self, format: Format) -> String {
        let counts = table::write(format, &HEADINGS, &self.count_rows(|_| true));
        match format {
            Format::Csv => counts,
            Format::Json => self.json(),
            Format::Text | Format::Markdown => {
                let factors = self.factors().into_iter();
                let tables = factors.map(|own| own.write(format));
                [counts].into_iter().chain(tables).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// Writes the page.
    pub(crate) fn write_page(&self, file: &Path) -> Result<(), Failure> {
        let write = |rows: &[Vec<Cell>]| table::write(Format::Markdown, &HEADINGS, rows);
        let own = |kernel: &Kernel| TWO_LEVEL.contains(&kernel.name);
        let mut page = [
            &format!("# Totals of the kernels at -O{}\n", self.level),
            INTRODUCTION,
            &self.provenance.markdown(),
            COLUMNS,
            "## As factors of clang's\n",
            "Geometric means are over the kernels that have the version.\n",
        ]
        .join("\n");
        for own in self.factors() {
            page += &[
                "
### ",
                &own.write(Format::Markdown),
            ]
            .concat();
        }
        page += "\n## The benchmarks of Shirako et al., CC 2017, Table 2\n\n";
        page += &write(&self.count_rows(own));
        page += "\n## The other kernels\n\n";
        page += &write(&self.count_rows(|kernel| !own(kernel)));
        fs::write(file, page).map_err(Failure::io(file))
    }

    /// What failed, a line each.
    pub(crate) fn failures(&self) -> Vec<String> {
        let failed = self.counted.iter().filter_map(|(kernel, way, sum)| {
            let failure = sum.as_ref().err()?;
            Some(format!("FAILED {} ({}): {failure}", kernel.name, way.name))
        });
        failed.collect()
    }

    fn count_rows(&self, wanted: impl Fn(&Kernel) -> bool) -> Vec<Vec<Cell>> {
        let own = self.counted.iter().filter(|(kernel, ..)| wanted(kernel));
        own.map(|(kernel, way, sum)| count_row(kernel, *way, sum)).collect()
    }

    fn factors(&self) -> Vec<Factors> {
        let table = |(name, counter): &(&'static str, Counter)| Factors {
            counter: name,
            headings: ["kernel"].into_iter().chain(WAYS.map(|way| way.name)).collect(),
            rows: self.factor_rows(*counter),
        };
        FACTORS.iter().map(table).collect()
    }

    fn factor_rows(&self, counter: Counter) -> Vec<Vec<Cell>> {
        let mut means = vec![Vec::new(); WAYS.len() - 1];
        let mut rows = Vec::new();
        for own in self.counted.chunk_by(|a, b| a.0.name == b.0.name) {
            let of = |way: &Way| {
                let found = own.iter().find(|(_, other, _)| other == way);
                found.and_then(|(_, _, sum)| Some(counter(sum.as_ref().ok()?) as f64))
            };
            let [first, others @ ..] = &WAYS;
            let Some(base) = of(first).filter(|base| *base > 0.0) else { continue };
            let mut row = vec![own[0].0.name.into(), Cell::Count(base as usize)];
            for (way, mean) in others.iter().zip(&mut means) {
                let factor = of(way).map(|value| value / base);
                mean.extend(factor);
                row.push(factor.map_or("".into(), Cell::Share));
            }
            rows.push(row);
        }
        let means = means.iter().map(|own| geometric_mean(own).map_or("".into(), Cell::Share));
        rows.push([Cell::from("geometric mean"), "".into()].into_iter().chain(means).collect());
        rows
    }

    fn json(&self) -> String {
        let factors = self
            .factors()
            .into_iter()
            .map(|own| (own.counter.to_owned(), table::objects(&own.headings, &own.rows).into()));
        let value = json!({
            "provenance": self.provenance.json(),
            "level": self.level,
            "counts": table::objects(&HEADINGS, &self.count_rows(|_| true)),
            "factors": factors.collect::<serde_json::Map<_, _>>(),
        });
        format!("{value:#}\n")
    }
}

fn count_row(kernel: &Kernel, way: Way, sum: &Result<Sum, Failure>) -> Vec<Cell> {
    let names = [Cell::from(kernel.name), way.name.into()];
    let Ok(sum) = sum else {
        let others = (names.len() + 1..HEADINGS.len()).map(|_| "-".into());
        return names.into_iter().chain(["failed".into()]).chain(others).collect();
    };
    let count = |value: u64| Cell::Count(value as usize);
    let each = if sum.requests > 0 { sum.sectors as f64 / sum.requests as f64 } else { 0.0 };
    let first = [sum.launches, sum.requests, sum.sectors].map(count);
    let last = [
        sum.lines,
        sum.bytes,
        sum.team_requests,
        sum.barriers,
        sum.warp_instructions,
        sum.lane_instructions,
    ];
    let cells = names.into_iter().chain(first).chain([Cell::Sectors(each)]);
    cells.chain(last.map(count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::KERNELS;

    /// Two kernels, the second without a program of the expert's.
    fn totals() -> Totals {
        let sum = |sectors: u64| {
            Ok(Sum { requests: 10, sectors, warp_instructions: 100, ..Sum::default() })
        };
        let named = |name: &str| KERNELS.iter().find(|own| own.name == name).unwrap();
        let [clang, expert, _, warpcc, _] = WAYS;
        let failure = Failure::new("run failed", "why");
        Totals {
            provenance: Provenance {
                date: "2020-02-29".into(),
                commit: "0123".into(),
                command: "spec-accel-harness totals".into(),
                machine: "a machine".into(),
            },
            level: 2,
            counted: vec![
                (named("mvt"), clang, sum(320)),
                (named("mvt"), expert, sum(160)),
                (named("mvt"), warpcc, sum(40)),
                (named("lu"), clang, sum(64)),
                (named("lu"), expert, Err(failure)),
                (named("lu"), warpcc, sum(32)),
            ],
        }
    }

    #[test]
    fn factors_are_of_clang_and_means_of_what_there_is() {
        let rows = totals().factor_rows(|sum| sum.sectors);
        let texts: Vec<String> = rows
            .iter()
            .map(|row| row.iter().map(Cell::text).collect::<Vec<_>>().join(" "))
            .collect();
        let expected = ["mvt 320 0.500  0.125 ", "lu 64   0.500 ", "geometric mean  0.500  0.250 "];
        assert_eq!(texts, expected);
    }

    #[test]
    fn the_page_has_the_papers_benchmarks_apart() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.md");
        totals().write_page(&file).unwrap();
        let page = fs::read_to_string(file).unwrap();
        let own = page.find("| mvt | clang | 0 | 10 | 320 | 32.00 |").unwrap();
        let other = page.find("| lu | clang | 0 | 10 | 64 | 6.40 |").unwrap();
        assert!(own < page.find("## The other kernels").unwrap() && own < other, "{page}");
        assert!(page.contains("| lu | expert | failed | - |"), "{page}");
        assert_eq!(totals().failures(), ["FAILED lu (expert): run failed: why"]);
        let json: serde_json::Value = serde_json::from_str(&totals().write(Format::Json)).unwrap();
        assert_eq!(json["factors"]["sectors"][0]["warpcc"], 0.125);
        assert!(totals().write(Format::Csv).starts_with("kernel,way,launches,requests,"));
    }
}
