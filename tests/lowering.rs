//! From source to IR: every file of `tests/lowering` has its regions' IR beside it.
//! `tests/lowering/README.md` says how to add one.

#[allow(dead_code, reason = "the corpus uses the parts that run programs")]
#[path = "corpus_support/toolchain.rs"]
mod toolchain;

#[path = "lowering_support/clang.rs"]
mod clang;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::thread;

use similar::TextDiff;
use warpcc::command::{CompileCommand, Language};
use warpcc::emit::WORDS;
use warpcc::frontend::{self, FrontendError, Unit};
use warpcc::ir::{TargetRegion, text, verify};

/// A source file, what the front end makes of it, and the file that holds its golden.
struct Case {
    name: String,
    source: PathBuf,
    golden: PathBuf,
    text: String,
    unit: Result<Unit, FrontendError>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering")
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// Every file of every theme.
fn files() -> Vec<PathBuf> {
    let themes = sorted(&root()).into_iter().filter(|path| path.is_dir());
    themes.flat_map(|theme| sorted(&theme)).collect()
}

fn has_extension(path: &Path, wanted: &[&str]) -> bool {
    path.extension().is_some_and(|extension| wanted.iter().any(|w| extension == *w))
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("a plain name")
}

/// The words behind `warpcc-flags:` in the text.
fn flags(text: &str) -> Vec<String> {
    let line = text.lines().find_map(|line| line.split_once("warpcc-flags:"));
    let words = line.map_or("", |(_, words)| words).trim_end_matches("*/");
    words.split_whitespace().map(str::to_owned).collect()
}

fn command(source: &Path, text: &str) -> CompileCommand {
    let cxx = has_extension(source, &["cpp"]);
    CompileCommand {
        language: if cxx { Language::Cxx } else { Language::C },
        input: name(source).to_owned(),
        directory: source.parent().expect("a file has a folder").to_owned(),
        arguments: flags(text),
        compiler: toolchain::get().compiler(),
    }
}

fn lower(source: &PathBuf) -> Case {
    let text = fs::read_to_string(source).unwrap_or_else(|e| panic!("{}: {e}", source.display()));
    let unit = frontend::parse(&command(source, &text), WORDS);
    let folder = source.parent().expect("a file has a folder");
    let name = format!("{}/{}", name(folder), name(source));
    Case { name, source: source.clone(), golden: source.with_extension("ir"), text, unit }
}

/// Every case; lowered once in a process, on two threads. `WARPCC_CASE` leaves those whose name
/// contains it.
fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let wanted = std::env::var("WARPCC_CASE").unwrap_or_default();
        let sources = files().into_iter().filter(|path| has_extension(path, &["c", "cpp"]));
        let sources: Vec<_> =
            sources.filter(|path| path.to_string_lossy().contains(&wanted)).collect();
        assert!(!sources.is_empty(), "no case in {}", root().display());
        let pending = Mutex::new(sources);
        let done = Mutex::new(BTreeMap::new());
        let worker = || {
            while let Some(source) = { pending.lock().expect("no worker failed").pop() } {
                let case = lower(&source);
                done.lock().expect("no worker failed").insert(source, case);
            }
        };
        thread::scope(|scope| {
            scope.spawn(worker);
            worker();
        });
        done.into_inner().expect("no worker failed").into_values().collect()
    })
}

/// What the golden should hold: the regions one after another, or why there are none.
fn golden(case: &Case) -> String {
    match &case.unit {
        Err(why) => format!("; {why}\n"),
        Ok(unit) if unit.regions.is_empty() => "; no region\n".to_owned(),
        Ok(unit) if case.name.starts_with("host/") => {
            unit.functions.iter().map(text::print_host).collect::<Vec<_>>().join("\n")
        }
        Ok(unit) => unit.regions.iter().map(text::print).collect::<Vec<_>>().join("\n"),
    }
}

fn is_set(name: &str, value: &str) -> bool {
    std::env::var(name).is_ok_and(|found| found == value)
}

/// What differs between a golden and the file that holds it; nothing differs after blessing.
fn compare(case: &Case, blessing: bool) -> Option<String> {
    let (path, wanted) = (&case.golden, golden(case));
    let found = fs::read_to_string(path).ok();
    if found.as_ref() == Some(&wanted) {
        return None;
    }
    if blessing {
        return fs::write(path, wanted).err().map(|e| format!("{}: {e}", path.display()));
    }
    let Some(found) = found else {
        return Some(format!("{} is missing; WARPCC_BLESS=1 writes it", path.display()));
    };
    let diff = TextDiff::from_lines(&found, &wanted);
    let shown = diff.unified_diff().header(&case.name, "now").to_string();
    Some(format!("{shown}WARPCC_BLESS=1 accepts this"))
}

/// Files that no case accounts for; blessing removes goldens that no case has any more.
fn orphans(blessing: bool) -> Vec<String> {
    let known: BTreeSet<&PathBuf> =
        cases().iter().flat_map(|case| [&case.source, &case.golden]).collect();
    let mut problems = Vec::new();
    for path in files() {
        let owned = known.contains(&path) || has_extension(&path, &["h", "hpp", "inc"]);
        let removable = blessing && has_extension(&path, &["ir"]);
        let removed = || removable && fs::remove_file(&path).is_ok();
        if !owned && !removed() {
            problems.push(format!("{} belongs to no case", path.display()));
        }
    }
    problems
}

fn expect_none(problems: &[String]) {
    assert!(problems.is_empty(), "{} problem(s):\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn goldens_are_up_to_date() {
    let blessing = is_set("WARPCC_BLESS", "1");
    assert!(!(blessing && is_set("CI", "true")), "WARPCC_BLESS=1 is refused where CI=true");
    let mut problems: Vec<_> = cases().iter().filter_map(|case| compare(case, blessing)).collect();
    if std::env::var("WARPCC_CASE").is_err() {
        problems.extend(orphans(blessing));
        assert!(cases().len() >= 120, "{} goldens", cases().len());
    }
    expect_none(&problems);
}

type Lines = Vec<(String, std::ops::RangeInclusive<u32>)>;

/// Where the regions of a case begin, and the lines of their directives: clang's preprocessor moves
/// a pragma that goes on behind a backslash to the line of a later word.
fn regions_of(case: &Case) -> (BTreeSet<clang::Place>, Lines) {
    let Ok(unit) = &case.unit else { return (BTreeSet::new(), Vec::new()) };
    let last = |r: &TargetRegion| unit.sources.file(r.file).position(r.directive.span.end).line;
    let regions = || unit.regions.iter().filter(|region| !region.is_inner());
    let lines = regions().map(|r| (r.file_name.clone(), r.line..=last(r))).collect();
    (regions().map(|r| (r.file_name.clone(), r.line)).collect(), lines)
}

/// The regions found are those of clang's own syntax tree, wherever clang accepts the source. A
/// region's several instances count once, as its place does.
#[test]
fn every_region_of_clangs_tree_is_found() {
    let mut problems = Vec::new();
    let mut compared = 0;
    for case in cases() {
        let Some(expected) = clang::regions(&command(&case.source, &case.text)) else { continue };
        let (found, lines) = regions_of(case);
        let first_line = |(file, line): (String, u32)| {
            let inside = lines.iter().find(|(f, l)| *f == file && l.contains(&line));
            inside.map(|(_, lines)| (file.clone(), *lines.start())).unwrap_or((file, line))
        };
        let expected: BTreeSet<_> = expected.into_iter().map(first_line).collect();
        compared += found.len();
        if found != expected {
            problems.push(format!("{}: found {found:?}, clang has {expected:?}", case.name));
        }
    }
    assert!(compared > 0 || std::env::var("WARPCC_CASE").is_ok());
    expect_none(&problems);
}

#[test]
fn the_ir_is_well_formed_and_prints_faithfully() {
    let mut problems = Vec::new();
    for case in cases() {
        for region in case.unit.iter().flat_map(|unit| &unit.regions) {
            let at = format!("{}: line {}", case.name, region.line);
            let printed = text::print(region);
            match text::parse(&printed) {
                Ok(parsed) if parsed == *region && text::print(&parsed) == printed => {}
                Ok(_) => problems.push(format!("{at}: print and parse change the region")),
                Err(why) => problems.push(format!("{at}: the printed IR does not parse: {why}")),
            }
            if let Err(violations) = verify::verify(region) {
                problems.push(format!("{at}: {violations:?}"));
            }
        }
        for function in case.unit.iter().flat_map(|unit| &unit.functions) {
            let printed = text::print_host(function);
            if text::parse_host(&printed).as_ref() != Ok(function) {
                problems
                    .push(format!("{}: {} does not parse as printed", case.name, function.name));
            }
        }
    }
    expect_none(&problems);
}

#[test]
fn every_case_says_what_it_shows() {
    let comment = |text: &str| {
        let first = text.strip_prefix("//").or_else(|| text.strip_prefix("/*"));
        first.is_some_and(|rest| rest.lines().next().is_some_and(|line| line.trim().len() > 20))
    };
    let silent = cases().iter().filter(|case| !comment(&case.text));
    expect_none(&silent.map(|case| format!("{}: no comment", case.name)).collect::<Vec<_>>());
}
