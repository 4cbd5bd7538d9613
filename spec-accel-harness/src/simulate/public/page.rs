//! The comparison of public programs as text, Markdown, CSV and JSON, and as a page of the documentation.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::json;

use super::{Miss, Public};
use crate::failure::Failure;
use crate::simulate::page::{miss_cells, part};
use crate::simulate::score::{Agreement, Tally};
use crate::table::{self, Cell, Format};

const INTRODUCTION: &str = "\
Every number here is simulated: programs of a public code, which is fetched and no part of this repository, ran on a
machine without a GPU ([simulator](../guide/simulator.md)), and what each load and each store asked for was compared with
what warpcc predicts for it, as for the project's own kernels ([simulated.md](simulated.md)). PTX is not machine code and no
cache is modelled. This file is written by the command below; nothing in it is typed by hand.
";

const HOW: &str = "\
Each program is built by clang with the sources and flags of its own makefile, `-O2 -gline-tables-only`, and run with
the arguments of its makefile in other sizes. `warpctl analyze` has the same flags. A run counts if it ends
with status 0 within its time and prints nothing of a failure; *confirmed* are programs that print that their result is right.

The last number is taken to say how often it is done: it is 1. There is a run for each of these sizes of the other numbers that differs:

- none above 64, 321 or 35, with the last number 2 where the program's own check fails otherwise. At 64 rows are aligned and warps whole;
- all odd: at most 321 if that ends well, else at most 35, and 5 at least;
- for each number: it is 321, and 322 or 324 where the program does not take that, while the others are odd and at most 35, or 5 where that
  takes too long. Such rows are longer than a warp and begin at all remainders that the program allows. A size that is alone is 4097, or 4096;
- for each number, where there are others: it is 320, a row that is aligned and has warps that no edge cuts;
- odd, at most 35, with the last number 9: it may be a size, too.

A prediction for sizes that are not known is what is likely with sizes as programs have them, most of which are multiples of a sector. It meets
some that are not aligned, where the program allows such.

Accesses are joined, compared and called right as on that page. Each counts once, by the run of its program that is nearest to
its prediction. *Told* are the accesses predicted to be uncoalesced, *shown* those that are in the simulation, *both* those
that are both. What a called function does is joined in that function. Calls that are predicted to do the same count once;
calls that are not are counted together by the simulator, and no prediction is compared with that: they are *not there*.
";

const MISSES: &str = "\
Programs with accesses that no run shows to be as predicted, by program and cause, each with the access that is furthest from its
prediction in the run nearest to it. In every other program all that is compared is right. Causes by rule: *alignment*: the mean is between the
least and the most, and only the alignment tells these apart; *idle lanes*: it is right if the other requests are compared, those of
whole warps instead of all or the reverse; *condition*: few lanes take part, and each asks for as much as is predicted
for one; *unknown distance*: a distance between lanes that is not known counts as large; *shared rows*: it is more than a row asks for, no
more than two do, and less than in another run, with shorter rows: some warps have lanes of two rows.
";

const FAILURES: &str = "\
What did not build, or did not run at these sizes, by the reason.
";

const HEADINGS: [&str; 15] = [
    "program",
    "runs",
    "compared",
    "exact",
    "≤ 1 %",
    "inside, ≤ 10 %",
    "inside only",
    "outside",
    "right",
    "told",
    "shown",
    "both",
    "not there",
    "no whole warp",
    "not predicted",
];

const MISS_HEADINGS: [&str; 10] = [
    "program",
    "region",
    "line",
    "access",
    "kind",
    "predicted",
    "simulated",
    "arguments",
    "class",
    "cause",
];

const GROUP_HEADINGS: [&str; 7] =
    ["program", "compared", "missed", "cause", "furthest", "predicted", "simulated"];

const FAILURE_HEADINGS: [&str; 2] = ["program", "why"];

impl Miss<'_> {
    /// The factor between the sectors that are predicted and those of the run.
    fn apart(&self) -> f64 {
        let quotient = self.access.predicted.mean / self.score.mean;
        quotient.max(1.0 / quotient)
    }
}

impl Public {
    /// CSV has a row for each program; the others everything.
    pub(crate) fn write(&self, format: Format) -> String {
        match format {
            Format::Csv => table::write(format, &HEADINGS, &self.rows()),
            Format::Json => self.json(),
            Format::Text | Format::Markdown => self.tables(format).join("\n"),
        }
    }

    /// Writes the page: the sums, and of the programs those with misses.
    pub(crate) fn write_page(&self, file: &Path) -> Result<(), Failure> {
        let sections = [
            "# Simulated requests of public programs beside the predictions\n",
            INTRODUCTION,
            &self.provenance.markdown(),
            &self.summary(),
            "## How\n",
            HOW,
            "## Misses\n",
            MISSES,
            &table::write(Format::Markdown, &GROUP_HEADINGS, &self.miss_groups()),
            "## Without a result\n",
            FAILURES,
            &self.failures(),
        ];
        fs::write(file, sections.join("\n")).map_err(Failure::io(file))
    }

    fn tables(&self, format: Format) -> [String; 4] {
        [
            table::write(format, &HEADINGS, &self.rows()),
            table::write(format, &MISS_HEADINGS, &self.miss_rows()),
            table::write(format, &FAILURE_HEADINGS, &self.failure_rows()),
            self.summary(),
        ]
    }

    fn rows(&self) -> Vec<Vec<Cell>> {
        let row = |name: &str, runs: usize, tally: &Tally| {
            let waste = [tally.predicted_waste, tally.simulated_waste, tally.both_waste];
            let others = [tally.absent, tally.never_whole, tally.unpredicted];
            let counts = [runs, tally.compared()].into_iter().chain(tally.classes);
            [Cell::from(name)]
                .into_iter()
                .chain(counts.map(Cell::Count))
                .chain([part(tally.share())])
                .chain(waste.into_iter().chain(others).map(Cell::Count))
                .collect()
        };
        let each = self.ran().map(|(name, ran)| row(name, ran.runs.len(), &ran.tally()));
        let runs = self.ran().map(|(_, ran)| ran.runs.len()).sum();
        let all = row("all", runs, &self.tally());
        each.chain([all]).collect()
    }

    fn miss_rows(&self) -> Vec<Vec<Cell>> {
        let cells = |miss: &Miss| {
            let predicted = &miss.access.predicted;
            let region = format!("{}:{}", miss.access.file, predicted.place.region);
            let access = miss_cells(predicted, miss.score, miss.arguments, miss.cause);
            [miss.program.into(), Cell::Text(region)].into_iter().chain(access).collect()
        };
        self.misses().iter().map(cells).collect()
    }

    /// The misses by program and cause, in the order of the programs.
    fn miss_groups(&self) -> Vec<Vec<Cell>> {
        let misses = self.misses();
        let mut groups: BTreeMap<(&str, &str), Vec<&Miss>> = BTreeMap::new();
        for miss in &misses {
            groups.entry((miss.program, miss.cause.name())).or_default().push(miss);
        }
        let compared: BTreeMap<&str, usize> =
            self.ran().map(|(name, ran)| (name, ran.tally().compared())).collect();
        let row = |((program, cause), misses): (&(&str, &str), &Vec<&Miss>)| {
            let furthest = misses.iter().max_by(|a, b| a.apart().total_cmp(&b.apart()))?;
            let predicted = &furthest.access.predicted;
            let place = format!("{}:{}", furthest.access.file, predicted.line);
            Some(vec![
                (*program).into(),
                Cell::Count(compared[program]),
                Cell::Count(misses.len()),
                (*cause).into(),
                Cell::Text(place),
                Cell::Sectors(predicted.mean),
                Cell::Sectors(furthest.score.mean),
            ])
        };
        groups.iter().filter_map(row).collect()
    }

    /// A list of the reasons why programs have no result, those of most programs first.
    fn failures(&self) -> String {
        let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for one in &self.programs {
            if let Err(reason) = &one.ran {
                reasons.entry(reason).or_default().push(&one.name);
            }
        }
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        reasons.iter().fold(String::new(), |mut list, (reason, names)| {
            let _ = writeln!(list, "- {reason} ({}): {}", names.len(), names.join(", "));
            list
        })
    }

    fn failure_rows(&self) -> Vec<Vec<Cell>> {
        let cells = |one: &super::Program| {
            Some(vec![one.name.as_str().into(), one.ran.as_ref().err()?.as_str().into()])
        };
        self.programs.iter().filter_map(cells).collect()
    }

    fn summary(&self) -> String {
        let tally = self.tally();
        let compared = self.ran().filter(|(_, ran)| ran.tally().compared() > 0).count();
        let outside = tally.classes[Agreement::ALL.len() - 1];
        format!(
            "{} at commit {}: of {} programs {} were tried and {} ran, {} of them confirmed; {compared} have accesses to compare. Of {} accesses with a \
             prediction and an instruction {} are right: {}. {} misses, {outside} of them outside. Uncoalesced: precision {}, recall {}.{}\n",
            self.code,
            self.commit,
            self.programs.len() + self.left,
            self.programs.len(),
            self.ran().count(),
            self.ran().filter(|(_, ran)| ran.confirmed).count(),
            tally.compared(),
            tally.right,
            part(tally.share()).text(),
            tally.compared() - tally.right,
            part(tally.precision()).text(),
            part(tally.recall()).text(),
            self.without_largest(),
        )
    }

    /// What is right where the program with the most accesses is left out.
    fn without_largest(&self) -> String {
        let mut tallies: Vec<_> = self.ran().map(|(name, ran)| (name, ran.tally())).collect();
        tallies.sort_by_key(|(_, tally)| tally.compared());
        let Some((name, largest)) = tallies.pop() else { return String::new() };
        let others = tallies.iter().fold(Tally::default(), |sum, (_, tally)| sum.sum(tally));
        let Some(share) = others.share() else { return String::new() };
        format!(
            " {name} has {} of the accesses; of those of the others {} of {} are right: {}.",
            largest.compared(),
            others.right,
            others.compared(),
            part(Some(share)).text(),
        )
    }

    fn json(&self) -> String {
        let value = json!({
            "provenance": self.provenance.json(),
            "summary": self.summary().trim_end(),
            "programs": table::objects(&HEADINGS, &self.rows()),
            "misses": table::objects(&MISS_HEADINGS, &self.miss_rows()),
            "failures": table::objects(&FAILURE_HEADINGS, &self.failure_rows()),
        });
        format!("{value:#}\n")
    }
}
