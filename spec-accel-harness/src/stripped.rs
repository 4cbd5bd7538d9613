//! Which collapse clauses of the experts warpcc finds again once they are removed: the experiment of
//! Chikin et al., TACO 2019, Table 1, on our programs.

use serde_json::json;

use crate::analysis;
use crate::compile::Places;
use crate::failure::Failure;
use crate::kernels::{Kernel, Version};
use crate::pool;
use crate::provenance::Provenance;
use crate::report::{Region, Report};
use crate::strip;
use crate::summary::{self, Requests};
use crate::table::{self, Cell, Format};
use crate::tools::Tools;

/// A row of the paper's Table 1 and the programs of ours that have its place.
struct Row {
    program: &'static str,
    loops: usize,
    clauses: usize,
    found: usize,
    ours: &'static [&'static str],
}

/// Chikin et al., TACO 2019, Table 1: parallel loops, collapse clauses, clauses found again.
#[rustfmt::skip]
const TABLE_1: [Row; 8] = [
    Row { program: "COVAR", loops: 3, clauses: 1, found: 1, ours: &["covar"] },
    Row { program: "SYR2K", loops: 1, clauses: 1, found: 1, ours: &["syr2k"] },
    Row { program: "SYRK", loops: 2, clauses: 2, found: 2, ours: &["syrk"] },
    Row { program: "503.postencil", loops: 1, clauses: 1, found: 0, ours: &["stencil"] },
    Row { program: "555.pseismic", loops: 14, clauses: 13, found: 0, ours: &["seismic"] },
    Row { program: "563.pswim", loops: 17, clauses: 8, found: 0, ours: &["swim"] },
    Row { program: "570.pbt", loops: 42, clauses: 36, found: 26, ours: &["bt_rhs", "bt_solve"] },
    Row { program: "557.pcsp", loops: 60, clauses: 60, found: 50, ours: &["sp_rhs", "sp_solve"] },
];

/// What became of one removed clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// warpcc puts the same clause there.
    Found,
    /// warpcc changes the loops in another way.
    Other,
    Missed,
}

/// One removed clause.
#[derive(Clone, Debug)]
struct Removed {
    line: u32,
    function: String,
    depth: String,
    fate: Fate,
    /// What warpcc does instead, or why it does nothing: a code.
    instead: String,
    reason: String,
    /// Mean sectors of one request: with the expert's clause, and as warpcc compiles it without.
    sectors: [Option<f64>; 2],
}

impl Removed {
    /// Whether warpcc's region needs no more sectors than the expert's.
    fn no_worse(&self) -> bool {
        matches!(self.sectors, [Some(expert), Some(ours)] if ours <= expert * 1.01)
    }
}

/// One program.
#[derive(Clone, Debug)]
struct Program {
    kernel: &'static Kernel,
    /// Parallel loop nests.
    regions: usize,
    removed: Vec<Removed>,
}

impl Program {
    fn count(&self, fate: Fate) -> usize {
        self.removed.iter().filter(|removed| removed.fate == fate).count()
    }

    /// The codes of the clauses that were missed, each once, ascending.
    fn codes(&self) -> String {
        let missed = self.removed.iter().filter(|removed| removed.fate == Fate::Missed);
        let mut codes: Vec<&str> = missed.map(|removed| removed.instead.as_str()).collect();
        codes.sort_unstable();
        codes.dedup();
        if codes.is_empty() { "-".into() } else { codes.join(" ") }
    }
}

/// The experiment's results.
#[derive(Clone, Debug)]
pub(crate) struct Stripped {
    programs: Vec<Program>,
    provenance: Provenance,
}

/// Analyses each of `kernels` without its collapse clauses, for the GPU.
pub(crate) fn examine(
    tools: &Tools,
    places: &Places,
    kernels: &[&'static Kernel],
) -> Result<Stripped, Failure> {
    let programs = pool::each("analyse", kernels, |kernel| program(tools, places, kernel));
    let programs = programs.into_iter().collect::<Result<_, _>>()?;
    let provenance = Provenance::of_this_run(tools, &places.kernels);
    Ok(Stripped { programs, provenance })
}

fn program(tools: &Tools, places: &Places, kernel: &'static Kernel) -> Result<Program, Failure> {
    let clauses = strip::collapse_clauses(&places.text(kernel)?).clauses;
    let report = analysis::analyse(tools, places, kernel, Version::Stripped)?;
    let expert = analysis::analyse(tools, places, kernel, Version::Expert)?;
    let parallel = report.regions.iter().filter(|region| region.directive.contains("parallel"));
    let regions = parallel.count();
    let removed = clauses.iter().map(|clause| fate(clause, &report, &expert)).collect();
    Ok(Program { kernel, regions, removed })
}

/// Lines are the same with and without the clause.
fn fate(clause: &strip::Clause, report: &Report, expert: &Report) -> Removed {
    let at_line =
        |report: &'_ Report| report.regions.iter().position(|region| region.line == clause.line);
    let region = at_line(report).map(|at| &report.regions[at]);
    let function = region.map_or("?", |region| &region.function).to_string();
    let (fate, instead, reason) = match region {
        None => (Fate::Missed, "not analysed".into(), "the report has no such region".into()),
        Some(region) => verdict(&clause.depth, region),
    };
    let theirs = at_line(expert).and_then(|at| Requests::before(&expert.regions[at]).mean());
    let sectors = [theirs, region.and_then(|region| Requests::after(region).mean())];
    let (line, depth) = (clause.line, clause.depth.clone());
    Removed { line, function, depth, fate, instead, reason, sectors }
}

/// What warpcc does with a region from which `collapse(depth)` was removed, and why.
fn verdict(depth: &str, region: &Region) -> (Fate, String, String) {
    if let Some(change) = summary::change_of_loops(region) {
        let clauses = change.strip_suffix("+rows").unwrap_or(&change);
        let same = clauses == format!("collapse({depth})");
        let fate = if same { Fate::Found } else { Fate::Other };
        return (fate, change, String::new());
    }
    let wanted = depth.parse().ok();
    let refused = region.plan.iter().flat_map(|plan| &plan.rejected).find(|rejected| {
        let step = rejected.step.as_ref();
        step.is_some_and(|step| step.kind == "collapse" && step.depth == wanted)
    });
    match refused {
        Some(rejected) => (Fate::Missed, rejected.code.clone(), rejected.reason.clone()),
        None => (Fate::Missed, region.codes.join(" "), "no such change was tried".into()),
    }
}

const PROGRAM_HEADINGS: [&str; 8] = [
    "program",
    "origin",
    "parallel loops",
    "collapse clauses",
    "found again",
    "other change",
    "not found",
    "codes",
];

const CLAUSE_HEADINGS: [&str; 9] = [
    "program",
    "line",
    "function",
    "removed",
    "result",
    "instead",
    "reason",
    "per request, expert",
    "per request, warpcc",
];

const PAPER_HEADINGS: [&str; 9] = [
    "paper's program",
    "parallel loops",
    "collapse clauses",
    "found again",
    "ours",
    "parallel loops, ours",
    "collapse clauses, ours",
    "found again, ours",
    "other change, ours",
];

impl Stripped {
    /// The results in `format`; only Markdown and JSON hold them all. CSV has one line for each clause.
    pub(crate) fn write(&self, format: Format) -> String {
        match format {
            Format::Text => {
                table::write(format, &PROGRAM_HEADINGS, &self.program_rows())
                    + &format!("\n{}", self.summary())
            }
            Format::Csv => table::write(format, &CLAUSE_HEADINGS, &self.clause_rows(|_| true)),
            Format::Markdown => self.markdown(),
            Format::Json => self.json(),
        }
    }

    /// Programs that have had clauses, and their total.
    fn program_rows(&self) -> Vec<Vec<Cell>> {
        let fates = [Fate::Found, Fate::Other, Fate::Missed];
        let with_clauses: Vec<&Program> =
            self.programs.iter().filter(|program| !program.removed.is_empty()).collect();
        let row = |program: &&Program| {
            let names = [program.kernel.name, program.kernel.origin.words()].map(Cell::from);
            let counts = [program.regions, program.removed.len()].map(Cell::Count);
            let fates = fates.map(|fate| Cell::Count(program.count(fate)));
            let cells = names.into_iter().chain(counts).chain(fates);
            cells.chain([Cell::Text(program.codes())]).collect()
        };
        let sum = |count: &dyn Fn(&Program) -> usize| {
            Cell::Count(with_clauses.iter().map(|program| count(program)).sum())
        };
        let mut total: Vec<Cell> = vec!["total".into(), "".into()];
        total.extend([sum(&|program| program.regions), sum(&|program| program.removed.len())]);
        total.extend(fates.map(|fate| sum(&|program| program.count(fate))));
        total.push("".into());
        with_clauses.iter().map(row).chain([total]).collect()
    }

    fn clause_rows(&self, wanted: impl Fn(&Removed) -> bool) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        for program in &self.programs {
            for removed in program.removed.iter().filter(|removed| wanted(removed)) {
                let result = match removed.fate {
                    Fate::Found => "found again",
                    Fate::Other => "other change",
                    Fate::Missed => "not found",
                };
                let mut row = vec![
                    program.kernel.name.into(),
                    Cell::Count(removed.line as usize),
                    removed.function.as_str().into(),
                    Cell::Text(format!("collapse({})", removed.depth)),
                    result.into(),
                    removed.instead.as_str().into(),
                    removed.reason.as_str().into(),
                ];
                let sectors = removed.sectors.iter();
                row.extend(sectors.map(|mean| mean.map_or("unknown".into(), Cell::Sectors)));
                rows.push(row);
            }
        }
        rows
    }

    /// The rows of the paper's Table 1 all of whose programs of ours were examined.
    fn paper_rows(&self) -> Vec<Vec<Cell>> {
        let row = |row: &Row| {
            let find = |name: &&str| self.programs.iter().find(|found| found.kernel.name == *name);
            let ours: Vec<&Program> = row.ours.iter().map(find).collect::<Option<_>>()?;
            let sum = |count: &dyn Fn(&Program) -> usize| {
                Cell::Count(ours.iter().map(|program| count(program)).sum())
            };
            let mut cells = vec![Cell::from(row.program)];
            cells.extend([row.loops, row.clauses, row.found].map(Cell::Count));
            cells.push(Cell::Text(row.ours.join(" + ")));
            cells.extend([sum(&|program| program.regions), sum(&|program| program.removed.len())]);
            cells
                .extend([Fate::Found, Fate::Other].map(|fate| sum(&|program| program.count(fate))));
            Some(cells)
        };
        TABLE_1.iter().filter_map(row).collect()
    }

    fn summary(&self) -> String {
        let count = |fate| self.programs.iter().map(|program| program.count(fate)).sum::<usize>();
        let [found, other, missed] = [Fate::Found, Fate::Other, Fate::Missed].map(count);
        let all = found + other + missed;
        let removed = self.programs.iter().flat_map(|program| &program.removed);
        let no_worse =
            removed.filter(|removed| removed.fate == Fate::Other && removed.no_worse()).count();
        format!(
            "Of {all} collapse clauses, {found} are found again as they were; {other} regions get \
             another change, {no_worse} of them one that needs no more sectors per request; {missed} \
             clauses are not found.\n"
        )
    }

    fn markdown(&self) -> String {
        let table =
            |headings: &[&str], rows: &[Vec<Cell>]| table::write(Format::Markdown, headings, rows);
        let sections = [
            "# Clauses stripped, found again\n".into(),
            INTRODUCTION.into(),
            self.provenance.markdown(),
            self.summary(),
            "## Beside the paper's Table 1\n".into(),
            PAPER.into(),
            table(&PAPER_HEADINGS, &self.paper_rows()),
            "## All programs\n".into(),
            table(&PROGRAM_HEADINGS, &self.program_rows()),
            "## Clauses that are not found\n".into(),
            table(&CLAUSE_HEADINGS, &self.clause_rows(|removed| removed.fate == Fate::Missed)),
            "## Clauses in whose place there is another change\n".into(),
            table(&CLAUSE_HEADINGS, &self.clause_rows(|removed| removed.fate == Fate::Other)),
        ];
        sections.join("\n")
    }

    fn json(&self) -> String {
        let value = json!({
            "provenance": self.provenance.json(),
            "table_1": table::objects(&PAPER_HEADINGS, &self.paper_rows()),
            "programs": table::objects(&PROGRAM_HEADINGS, &self.program_rows()),
            "clauses": table::objects(&CLAUSE_HEADINGS, &self.clause_rows(|_| true)),
        });
        format!("{value:#}\n")
    }
}

const INTRODUCTION: &str = "\
Each program of `spec-accel-harness/kernels` has an expert's version with hand-placed `collapse`
clauses. Here they are removed and warpcc is asked for its plan for an NVIDIA GPU. A clause is *found
again* if warpcc puts the same clause there; *other change* means that it changes the loops of the
region in another way, deeper or with an interchange; *per request* are the mean 32-byte sectors of one
memory instruction of one warp, with the expert's clause and as warpcc compiles the region; the codes
of those *not found* say why (`warpctl explain CODE`). This file is written by the command below.
";

const PAPER: &str = "\
The left half is from Chikin, Lloyd, Amaral, Tiotto, Usman: \"Memory-access-aware Safety and
Profitability Analysis for Transformation of Accelerator-bound OpenMP Loops\", ACM TACO 16(3), 2019,
Table 1. The right half are our programs: for COVAR, SYR2K and SYRK the same computations, for the
programs of SPEC ACCEL stand-ins of like loop structure, written from published algorithms; their
loops and clauses are not the originals'.
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::KERNELS;
    use crate::report::tests::sample;

    fn removed(depth: &str, region: &Region) -> (Fate, String) {
        let (fate, instead, _) = verdict(depth, region);
        (fate, instead)
    }

    #[test]
    fn a_clause_is_found_only_at_its_own_depth() {
        let region = &sample().regions[0];
        assert_eq!(removed("2", region), (Fate::Found, "collapse(2)".into()));
        assert_eq!(removed("3", region), (Fate::Other, "collapse(2)".into()));
    }

    #[test]
    fn a_missed_clause_has_the_code_of_its_own_refusal() {
        let mut region = sample().regions.remove(0);
        region.plan.as_mut().unwrap().applied = false;
        let (fate, instead, reason) = verdict("3", &region);
        assert_eq!((fate, instead.as_str()), (Fate::Missed, "WC205"));
        assert!(!reason.is_empty());
        region.codes = vec!["WC401".into()];
        region.plan = None;
        assert_eq!(removed("3", &region), (Fate::Missed, "WC401".into()));
    }

    fn results() -> Stripped {
        let clause = |fate, instead: &str| Removed {
            line: 7,
            function: "f".into(),
            depth: "2".into(),
            fate,
            instead: instead.into(),
            reason: "so".into(),
            sectors: [Some(32.0), Some(4.0)],
        };
        let kernel = KERNELS.iter().find(|kernel| kernel.name == "syrk").unwrap();
        let other = KERNELS.iter().find(|kernel| kernel.name == "bt_rhs").unwrap();
        let found = vec![clause(Fate::Found, "collapse(2)"), clause(Fate::Other, "collapse(3)")];
        let missed = vec![clause(Fate::Missed, "WC210"), clause(Fate::Missed, "WC205")];
        let provenance = Provenance {
            date: "2020-02-29".into(),
            commit: "0123".into(),
            command: "c".into(),
            machine: "m".into(),
        };
        let programs = vec![
            Program { kernel, regions: 2, removed: found },
            Program { kernel: other, regions: 3, removed: missed },
            Program { kernel: &KERNELS[0], regions: 1, removed: Vec::new() },
        ];
        Stripped { programs, provenance }
    }

    #[test]
    fn programs_with_clauses_are_counted_and_added() {
        let rows = results().program_rows();
        let texts: Vec<String> = rows
            .iter()
            .map(|row| row.iter().map(Cell::text).collect::<Vec<_>>().join(","))
            .collect();
        let expected = [
            "syrk,TACO'19,2,2,1,1,0,-",
            "bt_rhs,stand-in,3,2,0,0,2,WC205 WC210",
            "total,,5,4,1,1,2,",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn a_row_of_the_paper_needs_all_its_programs() {
        let rows = results().paper_rows();
        let names: Vec<String> = rows.iter().map(|row| row[0].text()).collect();
        assert_eq!(names, ["SYRK"]);
        let counts: Vec<String> = rows[0].iter().skip(1).map(Cell::text).collect();
        assert_eq!(counts, ["2", "2", "2", "syrk", "2", "2", "1", "1"]);
    }

    #[test]
    fn every_format_tells_of_a_missed_clause() {
        let results = results();
        for format in [Format::Text, Format::Markdown, Format::Csv, Format::Json] {
            assert!(results.write(format).contains("WC210"), "{format:?}");
        }
        let value: serde_json::Value = serde_json::from_str(&results.write(Format::Json)).unwrap();
        assert_eq!(value["clauses"].as_array().unwrap().len(), 4);
        assert_eq!(value["provenance"]["commit"], "0123");
    }

    #[test]
    fn another_change_is_weighed_by_its_sectors() {
        let mut results = results();
        assert!(
            results
                .summary()
                .contains("1 regions get another change, 1 of them one that needs no more")
        );
        results.programs[0].removed[1].sectors = [Some(4.0), Some(32.0)];
        assert!(results.summary().contains("change, 0 of them"));
        results.programs[0].removed[1].sectors = [Some(4.0), None];
        assert!(results.summary().contains("change, 0 of them"));
    }

    #[test]
    fn table_1_names_kernels_that_there_are() {
        for name in TABLE_1.iter().flat_map(|row| row.ours) {
            assert!(KERNELS.iter().any(|kernel| kernel.name == *name), "{name}");
        }
    }
}
