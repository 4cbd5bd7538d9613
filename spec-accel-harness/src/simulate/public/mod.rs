//! Programs of others, which `scripts/simulate-public.sh` built and ran: each access once, by the run of its
//! program that is nearest to its prediction.

mod page;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::counts;
use super::join;
use super::predicted::{self, Predicted};
use super::result::Cause;
use super::score::{Score, Tally};
use crate::compile::Compiler;
use crate::failure::Failure;
use crate::provenance::Provenance;
use crate::report::{self, Report};

/// What the script wrote: where reports and counts are. Paths are relative to its file's folder.
#[derive(Deserialize)]
struct Listed {
    code: String,
    commit: String,
    /// How many more programs the code has, which there was no time for.
    left: usize,
    programs: Vec<ListedProgram>,
}

#[derive(Deserialize)]
struct ListedProgram {
    name: String,
    failure: Option<String>,
    reports: Vec<PathBuf>,
    runs: Vec<ListedRun>,
}

#[derive(Deserialize)]
struct ListedRun {
    arguments: String,
    failure: Option<String>,
    /// Whether the program says itself that its result is right.
    confirmed: bool,
    counts: PathBuf,
}

/// All programs of one public code.
#[derive(Clone, Debug)]
pub(crate) struct Public {
    provenance: Provenance,
    code: String,
    commit: String,
    /// Programs that were not begun.
    left: usize,
    programs: Vec<Program>,
}

#[derive(Clone, Debug)]
struct Program {
    name: String,
    ran: Result<Ran, String>,
}

/// What the runs of one program show.
#[derive(Clone, Debug, Default)]
struct Ran {
    /// The arguments of each run that ended well.
    runs: Vec<String>,
    confirmed: bool,
    accesses: Vec<Access>,
    /// Places of instructions without a prediction, in the run that has most of them.
    unpredicted: usize,
}

/// One prediction and what the runs show of it.
#[derive(Clone, Debug)]
struct Access {
    file: String,
    predicted: Predicted,
    /// Whether some run has an instruction at its place.
    present: bool,
    /// The number of a run that it is compared with, and the comparison.
    scores: Vec<(usize, Score)>,
}

impl Access {
    /// The run that is nearest to the prediction.
    fn best(&self) -> Option<&(usize, Score)> {
        self.scores.iter().min_by(|a, b| Score::nearer(&a.1, &b.1))
    }

    /// Whether its best run asks for more than one row and no more than two, and another run for more: one with shorter rows, of which
    /// more warps have lanes of two.
    fn shares_rows(&self, best: &Score) -> bool {
        let Predicted { max, known, .. } = self.predicted;
        let is_of_two = max < best.mean && best.mean <= 2.0 * max;
        !known && is_of_two && self.scores.iter().any(|(_, other)| other.mean > best.mean)
    }
}

impl Ran {
    fn tally(&self) -> Tally {
        let mut tally = Tally { unpredicted: self.unpredicted, ..Tally::default() };
        for access in &self.accesses {
            match access.best() {
                Some((_, score)) => tally.add(&access.predicted, score),
                None if access.present => tally.never_whole += 1,
                None => tally.absent += 1,
            }
        }
        tally
    }
}

/// An access that no run shows to be as predicted.
struct Miss<'a> {
    program: &'a str,
    access: &'a Access,
    arguments: &'a str,
    score: &'a Score,
    cause: Cause,
}

impl Public {
    /// Joins what `file` lists.
    pub(crate) fn read(file: &Path, provenance: Provenance) -> Result<Public, Failure> {
        let text = fs::read_to_string(file).map_err(Failure::io(file))?;
        let listed: Listed = serde_json::from_str(&text)
            .map_err(|error| Failure::new("bad list", error.to_string()).of(file))?;
        let folder = file.parent().unwrap_or(Path::new("."));
        let program = |one: ListedProgram| {
            let ran = match &one.failure {
                Some(failure) => Err(failure.clone()),
                None => Ok(ran(folder, &one)?),
            };
            Ok(Program { name: one.name, ran })
        };
        let programs = listed.programs.into_iter().map(program).collect::<Result<_, Failure>>()?;
        let Listed { code, commit, left, .. } = listed;
        Ok(Public { provenance, code, commit, left, programs })
    }

    /// The programs that ran.
    fn ran(&self) -> impl Iterator<Item = (&str, &Ran)> {
        self.programs.iter().filter_map(|one| Some((one.name.as_str(), one.ran.as_ref().ok()?)))
    }

    fn tally(&self) -> Tally {
        self.ran().fold(Tally::default(), |sum, (_, ran)| sum.sum(&ran.tally()))
    }

    fn misses(&self) -> Vec<Miss<'_>> {
        let mut misses = Vec::new();
        for (program, ran) in self.ran() {
            for access in &ran.accesses {
                let best = access.best().filter(|(_, score)| !score.agrees);
                let Some((run, score)) = best else { continue };
                let cause = match Cause::of(&access.predicted, score) {
                    Cause::Unexplained if access.shares_rows(score) => Cause::SharedRows,
                    cause => cause,
                };
                misses.push(Miss { program, access, arguments: &ran.runs[*run], score, cause });
            }
        }
        misses
    }
}

/// Reads what warpcc predicted for one program and what its runs counted, and joins them.
fn ran(folder: &Path, program: &ListedProgram) -> Result<Ran, Failure> {
    let mut ran = Ran::default();
    for path in &program.reports {
        let path = folder.join(path);
        let text = fs::read_to_string(&path).map_err(Failure::io(&path))?;
        match report::parse(&text) {
            Ok(report) => ran.predict(report),
            Err(failure) if failure.summary == report::NO_REGION => {}
            Err(failure) => return Err(failure.of(&path)),
        }
    }
    for run in program.runs.iter().filter(|run| run.failure.is_none()) {
        let path = folder.join(&run.counts);
        let text = fs::read_to_string(&path).map_err(Failure::io(&path))?;
        ran.compare(&text).map_err(|failure| failure.of(&path))?;
        ran.confirmed |= run.confirmed;
        ran.runs.push(run.arguments.clone());
    }
    Ok(ran)
}

impl Ran {
    /// Adds the accesses of a report. Regions of a header are in the report of each file that includes it.
    fn predict(&mut self, report: Report) {
        let mut files: BTreeMap<String, Report> = BTreeMap::new();
        for region in report.regions {
            let name = predicted::name_of(&region.file).to_string();
            let own = Report { schema: String::new(), regions: Vec::new() };
            files.entry(name).or_insert(own).regions.push(region);
        }
        for (file, report) in files {
            if self.accesses.iter().any(|access| access.file == file) {
                continue;
            }
            let predicted = predicted::of_report(&report, Compiler::Clang).into_iter();
            self.accesses.extend(predicted.map(|predicted| Access {
                file: file.clone(),
                predicted,
                present: false,
                scores: Vec::new(),
            }));
        }
    }

    /// Adds what one more run counted.
    fn compare(&mut self, counts: &str) -> Result<(), Failure> {
        let run = self.runs.len();
        let seen = counts::parse(counts)?.seen;
        let mut unpredicted = 0;
        for accesses in self.accesses.chunk_by_mut(|a, b| a.file == b.file) {
            let predicted: Vec<Predicted> =
                accesses.iter().map(|access| access.predicted.clone()).collect();
            let joined = join::join(&predicted, &seen, false);
            unpredicted += joined.unpredicted;
            for (access, found) in accesses.iter_mut().zip(joined.found) {
                access.present |= found.is_some();
                let score = found.and_then(|counts| Score::of(&access.predicted, &counts));
                access.scores.extend(score.map(|score| (run, score)));
            }
        }
        self.unpredicted = self.unpredicted.max(unpredicted);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::table::Format;

    /// A load of `column` at the line of its region's loop.
    fn predicted(column: u32, sectors: &Value) -> Value {
        json!({"line": 14, "column": column, "text": "a[i]", "base": "a", "kind": "read", "bytes": 4,
               "sectors_before": sectors, "sectors_after": sectors})
    }

    fn counted(file: &str, column: u32, sectors: u64) -> Value {
        json!({"file": file, "line": 14, "column": column, "kind": "load", "requests": 8, "sectors": sectors,
               "lanes": 256, "full_requests": 8, "full_sectors": sectors})
    }

    /// What a run counted in a region of a source and in one of a header that it includes.
    fn counts(first: u64, second: u64, header: u64) -> Value {
        let kernel = |name: &str, accesses: Value| json!({"name": name, "lane_instructions": 9, "accesses": accesses});
        let accesses = json!([counted("/p/main.cpp", 7, first), counted("/p/main.cpp", 9, second)]);
        let kernels = [
            kernel("__omp_offloading_fe00_51_f_l12", accesses),
            kernel("__omp_offloading_fe00_52_g_l12", json!([counted("/p/k.h", 7, header)])),
        ];
        json!({"device": {"kernels": kernels}})
    }

    fn public() -> Public {
        public_of(16)
    }

    /// One program of two sources with the same header, run three times, and one that does not build. The second access of the second
    /// run has so many sectors.
    fn public_of(second: u64) -> Public {
        let sectors = |min: u32, max: u32| json!({"min": min, "max": max, "mean": max});
        let region = |file: &str, function: &str, accesses: Value| json!({"file": file, "line": 12, "function": function, "accesses": accesses});
        let header = region("k.h", "g", json!([predicted(7, &sectors(32, 32))]));
        let unknown = json!({"reason": "a value of memory"});
        let own =
            [predicted(7, &sectors(4, 5)), predicted(9, &sectors(1, 1)), predicted(20, &unknown)];
        let report = |regions: Value| json!({"schema": "warpcc-report/1", "regions": regions});
        let run = |name: &str, failure: Option<&str>| json!({"arguments": name, "failure": failure, "confirmed": name == "64", "counts": format!("{name}.json")});
        let runs = [run("64", None), run("321", None), run("35", Some("ended with 1"))];
        let reports = ["0.json", "1.json", "2.json"];
        let programs = json!([
            {"name": "one", "failure": null, "reports": reports, "runs": runs},
            {"name": "two", "failure": "not built: no file", "reports": [], "runs": []},
        ]);
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("programs.json");
        for (name, value) in [
            ("0.json", report(json!([region("main.cpp", "f", json!(own)), header]))),
            ("1.json", report(json!([header]))),
            ("2.json", report(json!([]))),
            ("64.json", counts(32, 16, 256)),
            ("321.json", counts(40, second, 256)),
            (
                "programs.json",
                json!({"code": "Code", "commit": "c0de", "left": 3, "programs": programs}),
            ),
        ] {
            fs::write(folder.path().join(name), value.to_string()).unwrap();
        }
        let provenance = Provenance {
            date: "2020-02-29".into(),
            commit: "0123".into(),
            command: "a script".into(),
            machine: "a machine".into(),
        };
        Public::read(&list, provenance).unwrap()
    }

    #[test]
    fn an_access_counts_once_by_its_nearest_run_and_headers_once() {
        let public = public();
        let tally = public.tally();
        assert_eq!(tally.classes, [2, 0, 0, 0, 1]);
        assert_eq!((tally.predicted_waste, tally.both_waste), (1, 1));
        let (_, ran) = public.ran().next().unwrap();
        assert_eq!((ran.runs.len(), ran.unpredicted), (2, 0));
        let misses = public.misses();
        assert_eq!(misses.len(), 1);
        assert_eq!((misses[0].access.predicted.place.column, misses[0].arguments), (9, "64"));
    }

    #[test]
    fn rows_are_shared_where_another_run_shows_more() {
        let cause = |second| public_of(second).misses()[0].cause;
        assert_eq!(cause(24), Cause::SharedRows);
        assert_eq!(cause(16), Cause::Unexplained);
        let best = public_of(14).misses()[0].score.mean;
        assert_eq!((cause(14), best < 2.0), (Cause::SharedRows, true));
    }

    #[test]
    fn the_largest_program_is_told_apart() {
        let mut public = public();
        assert!(!public.write(Format::Json).contains("of the others"));
        public.programs.push(public.programs[0].clone());
        let told = "one has 3 of the accesses; of those of the others 2 of 3 are right: 66.7 %.";
        assert!(public.write(Format::Json).contains(told));
    }

    #[test]
    fn the_page_tells_misses_and_failures_and_the_tables_everything() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.md");
        let public = public();
        public.write_page(&file).unwrap();
        let page = fs::read_to_string(file).unwrap();
        for line in [
            "| one | 3 | 1 | not explained | main.cpp:14 | 1.00 | 2.00 |",
            "- not built: no file (1): two",
            "Made on 2020-02-29 from commit 0123",
            "Code at commit c0de: of 5 programs 2 were tried and 1 ran, 1 of them confirmed; 1 have accesses to compare.",
        ] {
            assert!(page.contains(line), "{line}\n{page}");
        }
        assert!(public.write(Format::Csv).starts_with("program,runs,compared,exact,"));
        let json: Value = serde_json::from_str(&public.write(Format::Json)).unwrap();
        assert_eq!(json["misses"][0]["class"], "outside");
        let markdown = public.write(Format::Markdown);
        for line in [
            "| one | 2 | 3 | 2 | 0 | 0 | 0 | 1 | 66.7 % | 1 | 1 | 1 | 0 | 0 | 0 |",
            "| one | main.cpp:12 | 14 | a[i] | load | 1.000 in 1..1 | 2.000 | 64 | outside | not explained |",
            "| two | not built: no file |",
        ] {
            assert!(markdown.contains(line), "{line}\n{markdown}");
        }
    }
}
