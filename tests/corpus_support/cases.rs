//! The corpus' cases, and what warpcc says of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::thread;

use warpcc::command::{CompileCommand, Compiler, Language};
use warpcc::machine::Machine;
use warpcc::policy::{Moves, Policy};
use warpcc::report::Report;
use warpcc::{UnitAnalysis, Unsupervised, report};

use super::toolchain;

/// One source file of the corpus.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Its theme's folder.
    pub(crate) folder: PathBuf,
    /// Its name in the folder, such as `gemm.c`.
    pub(crate) file: String,
    /// `theme/gemm.c`, for messages.
    pub(crate) name: String,
    /// The words of its `warpcc-flags:` line.
    pub(crate) flags: Vec<String>,
    /// What may be done: how many threads a team has may be said where it has the words `warpcc-launch: on`; `warpcc-team-memory: on`,
    /// `warpcc-tiles: on`, `warpcc-scalars: on` and `warpcc-unroll: on` likewise.
    pub(crate) policy: Policy,
    /// Whether its report is kept in full, as a sample: it has the words `warpcc-report: whole`.
    pub(crate) is_sample: bool,
    /// Its text.
    pub(crate) text: String,
    /// Headers that stand beside its text, where that is a rewriting: their names and texts.
    pub(crate) headers: Vec<(String, Vec<u8>)>,
}

/// A case and what warpcc says of it.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The case.
    pub(crate) case: Case,
    /// Regions, analyses, rewritten text; or why there are none.
    pub(crate) unit: Result<UnitAnalysis, String>,
    /// The report; of a unit without regions where it was not analysed.
    pub(crate) report: Report,
}

impl Outcome {
    /// The rewritten text, where there is one: the case's own where its headers alone get new texts.
    pub(crate) fn rewritten(&self) -> Option<&[u8]> {
        let unit = self.unit.as_ref().ok()?;
        let own = || (!unit.headers.is_empty()).then_some(self.case.text.as_bytes());
        unit.rewritten.as_deref().or_else(own)
    }

    /// The case with the headers that its rewritten text reads.
    pub(crate) fn changed(&self) -> Case {
        let units = self.unit.iter();
        let headers = units.flat_map(|unit| {
            let name = |file| unit.unit.sources.file(file).name().to_owned();
            unit.headers.iter().map(move |(file, text)| (name(*file), text.clone()))
        });
        Case { headers: headers.collect(), ..self.case.clone() }
    }
}

impl Case {
    /// The case in a file.
    pub(crate) fn read(path: &Path) -> Case {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let folder = path.parent().expect("a file has a folder").to_owned();
        let file = file_name(path);
        let name = format!("{}/{file}", file_name(&folder));
        let flags = text.lines().find_map(|line| line.split_once("warpcc-flags:"));
        let flags = flags.map_or("", |(_, flags)| flags).trim_end_matches("*/");
        let flags = flags.split_whitespace().map(str::to_owned).collect();
        let is_sample = text.contains("warpcc-report: whole");
        let is_on = |option: &str| text.contains(&format!("warpcc-{option}: on"));
        let words =
            ["launch", "team-memory", "tiles", "scalars", "unroll", "host-loops", "transfers"];
        let [launch, team_memory, tiles, scalars, unroll, host_loops, transfers] = words.map(is_on);
        let policy = Policy { launch, team_memory, tiles, scalars, unroll, ..Policy::STANDARD };
        let transfers = if transfers { Moves::On } else { Moves::Off };
        let policy = Policy { host_loops, transfers, ..policy };
        let headers = Vec::new();
        Case { folder, file, name, flags, policy, is_sample, text, headers }
    }

    /// Whether it is C++.
    pub(crate) fn is_cxx(&self) -> bool {
        Path::new(&self.file).extension().is_some_and(|extension| extension == "cpp")
    }

    /// The golden file beside it: `gemm.report`, `gemm.ir`, `gemm.out.c`, `gemm.json`.
    pub(crate) fn golden(&self, kind: &str) -> PathBuf {
        let (stem, extension) = self.file.split_once('.').expect("a case has an extension");
        let extension = if kind == "out" { format!("out.{extension}") } else { kind.to_owned() };
        self.folder.join(format!("{stem}.{extension}"))
    }

    /// Writes a text in its place to a folder, with its headers.
    pub(crate) fn write(&self, folder: &Path, text: &[u8]) -> Result<PathBuf, String> {
        let source = folder.join(&self.file);
        let own = std::iter::once((&self.file, text));
        for (name, text) in own.chain(self.headers.iter().map(|(name, text)| (name, &text[..]))) {
            fs::write(folder.join(name), text).map_err(|e| e.to_string())?;
        }
        Ok(source)
    }

    /// Its compilation, as the driver hands it to the library.
    pub(crate) fn command(&self, folder: &Path) -> CompileCommand {
        let is_old = self.flags.iter().any(|flag| flag == "-fopenmp-version=45");
        CompileCommand {
            language: if self.is_cxx() { Language::Cxx } else { Language::C },
            input: self.file.clone(),
            directory: folder.to_owned(),
            arguments: self.flags.clone(),
            compiler: Compiler {
                offload_arch: vec!["sm_90".into()],
                openmp: is_old.then(|| "201511".into()),
                ..toolchain::get().compiler()
            },
        }
    }

    /// What warpcc says of it.
    pub(crate) fn analyze(&self) -> Outcome {
        let command = self.command(&self.folder);
        let machine = <&Machine>::default();
        let unit = warpcc::analyze_unit(&command, machine, &self.policy, &Unsupervised);
        let report = match &unit {
            Ok(unit) => report::build(&command, unit),
            Err(why) => {
                let code = warpcc::diag::Code::AnalysisFailed;
                report::not_analyzed(&command, code, &why.to_string())
            }
        };
        Outcome { case: self.clone(), unit: unit.map_err(|why| why.to_string()), report }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().and_then(|name| name.to_str()).expect("a plain name").to_owned()
}

/// The corpus' folder. The package under test is the tree's own or one in a folder of it.
pub(crate) fn root() -> PathBuf {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut corpora = folders.map(|folder| folder.join("tests/corpus"));
    corpora.find(|folder| folder.is_dir()).expect("the tree has a corpus")
}

/// Every file of every theme, sorted.
pub(crate) fn files() -> Vec<PathBuf> {
    let sorted = |folder: &Path| {
        let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        paths
    };
    let themes = sorted(&root()).into_iter().filter(|path| path.is_dir());
    themes.flat_map(|theme| sorted(&theme)).collect()
}

fn is_case(path: &Path) -> bool {
    let name = file_name(path);
    let source = [".c", ".cpp"].iter().any(|end| name.ends_with(end));
    source && !name.contains(".out.")
}

/// Every case with what warpcc says of it; analysed once in a process. `WARPCC_CASE` leaves those
/// whose name contains it.
pub(crate) fn outcomes() -> &'static [Outcome] {
    static OUTCOMES: OnceLock<Vec<Outcome>> = OnceLock::new();
    OUTCOMES.get_or_init(|| {
        let wanted = std::env::var("WARPCC_CASE").unwrap_or_default();
        let cases = files().into_iter().filter(|path| is_case(path)).map(|path| Case::read(&path));
        let cases: Vec<_> = cases.filter(|case| case.name.contains(&wanted)).collect();
        assert!(!cases.is_empty(), "no case in {}", root().display());
        in_parallel(&cases, Case::analyze)
    })
}

/// Whether [`outcomes`] has every case.
pub(crate) fn is_whole() -> bool {
    std::env::var("WARPCC_CASE").is_err()
}

/// `work` on every item, on two threads; the results in the items' order.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = Mutex::new(0);
    let results = Mutex::new(BTreeMap::new());
    let worker = || {
        loop {
            let index = {
                let mut next = next.lock().expect("no worker failed");
                *next += 1;
                *next - 1
            };
            let Some(item) = items.get(index) else { return };
            let result = work(item);
            results.lock().expect("no worker failed").insert(index, result);
        }
    };
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(worker);
        }
    });
    results.into_inner().expect("no worker failed").into_values().collect()
}
