//! The lowering against clang: for every kernel of `tests/lowering` that has a function `trace`, the
//! loads and stores of each region as compiled (`-fsanitize-coverage=edge,trace-loads,trace-stores`,
//! without OpenMP, so that iterations run in their order) are those that its IR makes on the same
//! memory: the same addresses, sizes and directions in the same order, and the same memory afterwards.
//!
//! Compared are accesses to storage of the kernels' own making, to arrays, to objects of classes, and
//! to what references refer to. Scalar variables are not memory in the IR, and copies of whole objects
//! are not recorded by clang.

#[path = "addresses/machine.rs"]
mod machine;
#[path = "addresses/native.rs"]
mod native;
#[allow(dead_code, reason = "the corpus uses the parts that run programs")]
#[path = "corpus_support/toolchain.rs"]
mod toolchain;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use machine::Machine;
use native::{Access, Run};
use warpcc::command::{CompileCommand, Language};
use warpcc::emit::WORDS;
use warpcc::frontend::{self, Unit};
use warpcc::ir::TargetRegion;

struct Kernel {
    name: String,
    unit: Unit,
    text: String,
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The kernels that can be traced; `WARPCC_CASE` leaves those whose name contains it.
fn kernels() -> Vec<Kernel> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering");
    let wanted = std::env::var("WARPCC_CASE").unwrap_or_default();
    let themes = sorted(&root).into_iter().filter(|path| path.is_dir());
    let mut kernels = Vec::new();
    for path in themes.flat_map(|theme| sorted(&theme)) {
        let name = format!("{}/{}", name_of(path.parent().expect("a theme")), name_of(&path));
        let source = path.extension().is_some_and(|e| e == "c" || e == "cpp");
        if !source || !name.contains(&wanted) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("the kernel can be read");
        if text.contains("void trace(void)") {
            let unit = lower(&path).unwrap_or_else(|why| panic!("{name}: {why}"));
            kernels.push(Kernel { name, unit, text });
        }
    }
    kernels
}

/// The unit with its target regions, of which the constructs inside are parts.
fn lower(path: &Path) -> Result<Unit, frontend::FrontendError> {
    let cxx = path.extension().is_some_and(|e| e == "cpp");
    let command = CompileCommand {
        language: if cxx { Language::Cxx } else { Language::C },
        input: name_of(path),
        directory: path.parent().expect("a folder").to_owned(),
        arguments: Vec::new(),
        compiler: toolchain::get().compiler(),
    };
    let mut unit = frontend::parse(&command, WORDS)?;
    unit.regions.retain(|region| !region.is_inner());
    Ok(unit)
}

/// What is wrong with one execution of a region, if anything.
fn check(kernel: &Kernel, run: &Run) -> Option<String> {
    let region = &kernel.unit.regions[run.region];
    let at = format!("{}:{}", kernel.name, region.line);
    let mut machine = Machine::new(region, run);
    if let Err(why) = machine.run() {
        return Some(format!("{at}: the IR does not run: {why}"));
    }
    let recorded: Vec<Access> =
        run.accesses.iter().copied().filter(|access| machine.tracks(access)).collect();
    let computed = &machine.accesses;
    if recorded.is_empty() {
        return Some(format!("{at}: no access was recorded"));
    }
    let differs =
        (0..recorded.len().max(computed.len())).find(|k| recorded.get(*k) != computed.get(*k));
    if let Some(k) = differs {
        let (clang, ir) = (recorded.get(k), computed.get(k));
        return Some(format!("{at}: access {k} is {clang:?}, in the IR {ir:?}"));
    }

    (machine.contents(run.memory.0) != run.after.as_slice())
        .then(|| format!("{at}: memory differs afterwards"))
}

/// Regions of functions called `refused…` are counter-examples: their IR says why it cannot run.
fn runs_here(region: &TargetRegion) -> bool {
    !region.function.starts_with("refused")
}

#[test]
fn the_ir_computes_the_addresses_that_clang_does() {
    let kernels = kernels();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut sources = Vec::new();
    for (number, kernel) in kernels.iter().enumerate() {
        let extension = if Path::new(&kernel.name).extension().is_some_and(|e| e == "cpp") {
            "cpp"
        } else {
            "c"
        };
        let path = folder.path().join(format!("kernel{number}.{extension}"));
        let text = native::probed(&kernel.name, number, &kernel.text, &kernel.unit);
        fs::write(&path, text).expect("written");
        sources.push(path);
    }
    let runs = native::run(folder.path(), &sources);
    let by_name: BTreeMap<_, _> = kernels.iter().map(|k| (k.name.as_str(), k)).collect();
    let problems: Vec<_> =
        runs.iter().filter_map(|run| check(by_name[run.case.as_str()], run)).collect();
    assert!(problems.is_empty(), "{} problem(s):\n{}", problems.len(), problems.join("\n"));
    let mut reached: Vec<_> = runs.iter().map(|run| (run.case.as_str(), run.region)).collect();
    reached.sort_unstable();
    reached.dedup();
    let expected = kernels.iter().flat_map(|kernel| &kernel.unit.regions).filter(|r| runs_here(r));
    assert_eq!(reached.len(), expected.count(), "every region runs: {reached:?}");
    if std::env::var("WARPCC_CASE").is_err() {
        assert!(kernels.len() >= 60, "{} kernels", kernels.len());
    }
}
