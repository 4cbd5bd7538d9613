//! The simulation as text, Markdown, CSV and JSON, and as a page of the documentation.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::VERSIONS;
use super::predicted::Predicted;
use super::result::{Cause, Miss, Row, Simulation};
use super::score::Score;
use crate::failure::Failure;
use crate::table::{self, Cell, Format};

const INTRODUCTION: &str = "\
Every number here is simulated: the kernels' programs for the GPU ran on a machine without one
([simulator](../guide/simulator.md)), and what each load and each store asked for was compared with
what warpcc predicts for it. PTX is not machine code, no cache is modelled, and no time here is a GPU's.
This file is written by the command below; nothing in it is typed by hand.
";

const RUNS: &str = "\
Each kernel in `spec-accel-harness/kernels` is built with `-gline-tables-only` and run once with
`reps=1 warmup=0 reference`. *plain* and *expert* are the two versions as clang compiles them, beside
`warpctl analyze` of the source as it is (`sectors_before`); *rewritten* is the plain version as warpcc
compiles it, beside the report of that compilation (`sectors_after`).

Kernels with constant sizes run once (*constant*). The others run with the sizes of `check` (*check*), with
the next odd numbers of 35 or more (*odd*), with rows of 321 items (*long*; 289 for 3mm, 255 for motion, not for laplace3d, jacobi1d, reversal),
with the next multiples of 32 (*32k*), and with two more (*32k+2*). A prediction for sizes that are not known is
about a long row, with the sizes that programs mostly have; no short run shows all of it: with odd sizes rows are not aligned, in
long rows few warps have lanes of two rows, with multiples of 32 none has, and two more do that for loops that leave out
the first and the last item. motion has the sizes of `check` and long rows only.
";

const JOINED: &str = "\
A load belongs to the access at its line and column, a store or atomic operation to the access at its
line (the load of an update to the column of its store); where warpcc moved columns, loads of a line are
taken in their order. Nothing is joined across target regions. *Not there*: no instruction has the
place of the access (its value stays in a register, or the instruction moved); *no whole warp*: no warp had work
for all 32 lanes; *not predicted*: places of instructions to which no predicted access belongs, such as
locals at `-O0`.

Where every bound and distance that a prediction depends on is a number, all requests are compared, else those
that all lanes of a warp make. *exact*: the same mean; *≤ 1 %*; *inside, ≤ 10 %*: between the least and the
most that are predicted, and within 10 % of the mean; *inside only*; *outside*. *Right* are the first
two, and the third where sizes are not known. *Uncoalesced* is an access whose request takes
more than twice the sectors that its lanes need, by the prediction and by the simulation: precision is the
part of those predicted that are, recall the part of those that are that was predicted.
";

const BY_LEVEL: &str = "\
Each access once, by the run that is nearest to its prediction. *Results* compare with the serial version.
";

const BY_SIZES: &str = "\
All levels of optimisation together, each run by itself, and why accesses are not right in it, by rule: *alignment*:
the access is right with odd sizes, or only the alignment tells the least from the most; *shared rows*: it is right, or
nearest to the prediction, where few warps have lanes of two rows; *other sizes*: it is right with those of `check`; *idle lanes*: it is
right if the other requests are compared, those of whole warps instead of all or the reverse; *else*: a
condition, an unknown distance between lanes, which counts as large, or not explained.
";

const MISSES: &str = "\
What no run shows to be as predicted, by the run nearest to it. An access with the same mean at several levels is there
once. Three more causes: *condition*: few lanes take part, and each asks for as much as is predicted for one (at `-O0` what
stands behind `?` and `:` is a branch); *unknown distance*: of lanes, which counts as large; *variables*: at `-O0` loads of variables are at a line, too,
and where warpcc moved columns some of them are taken for the access's.
";

const BY_LEVEL_HEADINGS: [&str; 18] = [
    "version",
    "level",
    "runs",
    "equal",
    "within",
    "failed",
    "compared",
    "exact",
    "≤ 1 %",
    "inside, ≤ 10 %",
    "inside only",
    "outside",
    "right",
    "precision",
    "recall",
    "not there",
    "no whole warp",
    "not predicted",
];

const BY_SIZES_HEADINGS: [&str; 15] = [
    "version",
    "sizes",
    "runs",
    "compared",
    "exact",
    "≤ 1 %",
    "inside, ≤ 10 %",
    "inside only",
    "outside",
    "right",
    "alignment",
    "shared rows",
    "other sizes",
    "idle lanes",
    "else",
];

const MISS_HEADINGS: [&str; 12] = [
    "kernel",
    "version",
    "levels",
    "region",
    "line",
    "access",
    "kind",
    "predicted",
    "simulated",
    "sizes",
    "class",
    "cause",
];

impl Simulation {
    /// CSV has a row for each version and level; the others everything.
    pub(crate) fn write(&self, format: Format) -> String {
        match format {
            Format::Csv => table::write(format, &BY_LEVEL_HEADINGS, &self.level_rows()),
            Format::Json => self.json(),
            Format::Text | Format::Markdown => self.tables(format).join("\n"),
        }
    }

    /// Writes the page.
    pub(crate) fn write_page(&self, file: &Path) -> Result<(), Failure> {
        let [levels, sizes, misses, summary] = self.tables(Format::Markdown);
        let sections = [
            "# Simulated requests beside the predictions\n",
            INTRODUCTION,
            &self.provenance.markdown(),
            &summary,
            "## What was run\n",
            RUNS,
            JOINED,
            "## By level of optimisation\n",
            BY_LEVEL,
            &levels,
            "## By sizes\n",
            BY_SIZES,
            &sizes,
            "## Misses\n",
            MISSES,
            &misses,
        ];
        fs::write(file, sections.join("\n")).map_err(Failure::io(file))
    }

    fn tables(&self, format: Format) -> [String; 4] {
        [
            table::write(format, &BY_LEVEL_HEADINGS, &self.level_rows()),
            table::write(format, &BY_SIZES_HEADINGS, &self.size_rows()),
            table::write(format, &MISS_HEADINGS, &self.miss_rows()),
            self.summary(),
        ]
    }

    fn level_rows(&self) -> Vec<Vec<Cell>> {
        let cells = |((version, level), row): (&(usize, u8), &Row)| {
            let Row { results, tally, .. } = row;
            let names = [version_cell(*version), Cell::Text(format!("-O{level}"))];
            let ends = [results.runs, results.equal, results.within, results.failed];
            let parts = [tally.share(), tally.precision(), tally.recall()].map(part);
            let others = [tally.absent, tally.never_whole, tally.unpredicted].map(Cell::Count);
            let counts = ends.into_iter().chain([tally.compared()]).chain(tally.classes);
            let counts = counts.map(Cell::Count);
            names.into_iter().chain(counts).chain(parts).chain(others).collect()
        };
        self.by_level().iter().map(cells).collect()
    }

    fn size_rows(&self) -> Vec<Vec<Cell>> {
        let cells = |((version, sizes), row): (&(usize, super::sizes::Sizes), &Row)| {
            let Row { results, tally, causes } = row;
            let names = [version_cell(*version), sizes.name().into()];
            let counts = [results.runs, tally.compared()].into_iter().chain(tally.classes);
            let of = |cause: &Cause| causes.get(cause).copied().unwrap_or(0);
            let [named @ .., _] = &Cause::OF_SIZES;
            let others = causes.values().sum::<usize>() - named.iter().map(of).sum::<usize>();
            let causes = named.iter().map(of).chain([others]).map(Cell::Count);
            let counts = counts.map(Cell::Count).chain([part(tally.share())]);
            names.into_iter().chain(counts).chain(causes).collect()
        };
        self.by_sizes().iter().map(cells).collect()
    }

    fn miss_rows(&self) -> Vec<Vec<Cell>> {
        let cells = |miss: &Miss| {
            let Miss { case, predicted, score, .. } = miss;
            let levels: Vec<String> =
                miss.levels.iter().map(|level| format!("-O{level}")).collect();
            let names = [
                case.kernel.name.into(),
                case.version_name().into(),
                Cell::Text(levels.join(" ")),
                Cell::Count(predicted.place.region as usize),
            ];
            let access = miss_cells(predicted, score, miss.sizes.name(), miss.cause);
            names.into_iter().chain(access).collect()
        };
        self.misses().iter().map(cells).collect()
    }

    /// How many results and accesses are right, and how fast the simulator is.
    fn summary(&self) -> String {
        let rows = self.by_level();
        let sum = |count: fn(&Row) -> usize| rows.values().map(count).sum::<usize>();
        let (right, compared) = (sum(|row| row.tally.right), sum(|row| row.tally.compared()));
        let share = if compared > 0 { right as f64 / compared as f64 } else { 0.0 };
        let misses = self.misses();
        let outside = misses.iter().filter(|miss| miss.is_outside()).count();
        let speed = self.speed().map_or_else(String::new, |speed| {
            let built = if cfg!(debug_assertions) { "debug" } else { "release" };
            format!(
                "Speed, by the {built} build, two programs at a time: {:.2} G instructions of threads in all, in \
                 {:.0} s of their regions; over the {} runs of a million or more: median {:.0} M/s, least {:.0} M/s.\n",
                speed.instructions as f64 / 1e9,
                speed.seconds,
                speed.runs,
                speed.median / 1e6,
                speed.least / 1e6,
            )
        });
        format!(
            "{} runs: {} results equal to the serial version's, {} within the kernel's tolerance, {} failed. Of {compared} accesses \
             with a prediction and an instruction (each level of optimisation counted) {right} are right: {:.1} %. \
             {} different misses, {outside} of them outside.\n\n{speed}",
            sum(|row| row.results.runs),
            sum(|row| row.results.equal),
            sum(|row| row.results.within),
            sum(|row| row.results.failed),
            share * 100.0,
            misses.len(),
        )
    }

    fn json(&self) -> String {
        let value = json!({
            "provenance": self.provenance.json(),
            "summary": self.summary().trim_end(),
            "levels": table::objects(&BY_LEVEL_HEADINGS, &self.level_rows()),
            "sizes": table::objects(&BY_SIZES_HEADINGS, &self.size_rows()),
            "misses": table::objects(&MISS_HEADINGS, &self.miss_rows()),
        });
        format!("{value:#}\n")
    }
}

fn version_cell(rank: usize) -> Cell {
    Cell::from(VERSIONS.get(rank).copied().unwrap_or("?"))
}

/// A share, or that there is none.
pub(super) fn part(value: Option<f64>) -> Cell {
    value.map_or("-".into(), Cell::Part)
}

/// The cells of a miss from the line of its access on. `run` names the run that is nearest to the prediction.
pub(super) fn miss_cells(
    predicted: &Predicted,
    score: &Score,
    run: &str,
    cause: Cause,
) -> [Cell; 8] {
    let Predicted { place, text, mean, min, max, .. } = predicted;
    [
        Cell::Count(predicted.line as usize),
        text.as_str().into(),
        place.direction.name().into(),
        Cell::Text(format!("{mean:.3} in {min}..{max}")),
        Cell::Text(format!("{:.3}", score.mean)),
        run.into(),
        score.agreement.name().into(),
        cause.name().into(),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::result::tests::simulation;
    use super::super::score::Agreement;
    use super::*;

    #[test]
    fn headings_name_the_classes_and_causes_in_their_order() {
        let classes = Agreement::ALL.map(Agreement::name);
        assert_eq!(BY_LEVEL_HEADINGS[7..12], classes);
        assert_eq!(BY_SIZES_HEADINGS[4..9], classes);
        assert_eq!(BY_SIZES_HEADINGS[10..14], Cause::OF_SIZES.map(Cause::name)[..4]);
    }

    #[test]
    fn every_format_tells_what_is_right() {
        let simulation = simulation();
        let expected = "plain,-O2,2,2,0,0,2,1,0,0,0,1,50.0 %,-,-,1,0,1";
        let csv = simulation.write(Format::Csv);
        assert!(csv.lines().any(|line| line == expected), "{csv}");
        let text = simulation.write(Format::Text);
        assert!(text.contains("\n4 runs: 4 results equal "), "{text}");
        assert!(
            text.contains("2 are right: 50.0 %. 1 different misses, 1 of them outside."),
            "{text}"
        );
        let json: serde_json::Value =
            serde_json::from_str(&simulation.write(Format::Json)).unwrap();
        assert_eq!(json["misses"][0]["cause"], "not explained");
        assert_eq!(json["sizes"][0]["alignment"], 2);
    }

    #[test]
    fn the_page_says_where_it_comes_from() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("simulated.md");
        simulation().write_page(&file).unwrap();
        let page = fs::read_to_string(file).unwrap();
        assert!(
            page.contains("Made on 2020-02-29 from commit 0123\nby `spec-accel-harness simulate`")
        );
        assert!(
            page.contains(
                "| mvt | plain | -O0 -O2 | 2 | 6 | A[i] | load | 1.000 in 1..1 | 2.000 |"
            ),
            "{page}"
        );
    }
}
