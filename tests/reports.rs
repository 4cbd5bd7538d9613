//! What `warpctl report` makes of reports, read as its consumers read it.

#[allow(dead_code, reason = "the corpus compares and runs cases, too")]
#[path = "corpus_support/cases.rs"]
mod cases;
#[path = "reports/ci.rs"]
mod ci;
#[path = "reports/codes.rs"]
mod codes;
#[path = "reports/comparison.rs"]
mod comparison;
#[path = "reports/corpus.rs"]
mod corpus;
#[path = "reports/docs.rs"]
mod docs;
#[path = "reports/guide.rs"]
mod guide;
#[path = "reports/html.rs"]
mod html;
#[path = "reports/kernels.rs"]
mod kernels;
#[path = "reports/page.rs"]
mod page;
#[path = "reports/patches.rs"]
mod patches;
#[path = "reports/sarif.rs"]
mod sarif;
#[allow(dead_code, reason = "the corpus uses the parts that run programs")]
#[path = "corpus_support/toolchain.rs"]
mod toolchain;
#[path = "corpus_support/warpsim.rs"]
mod warpsim;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

const WARPCTL: &str = env!("CARGO_BIN_EXE_warpctl");

fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().expect("the wrapper is a folder of the tree").to_owned()
}

/// The folders of the corpus' reports.
fn themes() -> Vec<PathBuf> {
    let entries = fs::read_dir(corpus::folder()).expect("the reports");
    let mut folders: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    assert!(folders.len() > 5);
    folders
}

/// Runs `warpctl` in `folder`, without settings from outside.
fn run(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(WARPCTL);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("WARPCC_") {
            command.env_remove(name);
        }
    }
    command.args(args).current_dir(folder).output().expect("warpctl runs")
}

/// What `warpctl` prints where it succeeds.
fn warpctl(folder: &Path, args: &[&str]) -> String {
    String::from_utf8(kernels::warpctl(Path::new(WARPCTL), folder, args)).expect("UTF-8")
}

/// A report of `unit` with a failure whose reason has `size` bytes.
fn report(unit: &str, size: usize) -> Value {
    json!({
        "schema": "warpcc-report/1",
        "tool": { "name": "warpcc", "version": "0" },
        "compiler": { "name": "clang", "version": "19", "offload_arch": [] },
        "unit": unit,
        "regions": [],
        "summary": { "regions": 0, "rewritten": 0, "accesses": 0, "uncoalesced_before": 0,
                     "uncoalesced_after": 0 },
        "statistics": { "tests": {} },
        "failure": { "code": "WC902", "reason": "x".repeat(size) },
    })
}

/// Checks a document of an optimisation record and returns its kind and code.
fn record(document: &str) -> (String, String) {
    let lines: Vec<&str> = document.lines().collect();
    let value = |n: usize, key: &str| {
        let line = lines.get(n).unwrap_or_else(|| panic!("no line {n}: {document}"));
        line.strip_prefix(key).unwrap_or_else(|| panic!("{key}: {document}")).trim().to_owned()
    };
    let kind = value(0, "!");
    assert!(["Passed", "Missed", "Analysis"].contains(&kind.as_str()), "{document}");
    assert_eq!(value(1, "Pass:"), "warpcc");
    let place = value(3, "DebugLoc:");
    assert!(place.starts_with("{ File: '") && place.ends_with(" }"), "{document}");
    assert!(place.contains("', Line: ") && place.contains(", Column: "), "{document}");
    assert!(value(4, "Function:").starts_with('\''));
    assert_eq!(value(5, "Args:"), "");
    assert!(value(6, "  - String:").ends_with('\''), "{document}");
    assert_eq!((value(7, "..."), lines.len()), (String::new(), 8), "{document}");
    (kind, value(2, "Name:"))
}

#[test]
fn a_record_has_a_document_for_each_remark() {
    for theme in themes() {
        let text = warpctl(&theme, &["report", "record", "."]);
        let documents = text.strip_prefix("--- ").unwrap_or_default().split("\n--- ");
        let found: Vec<_> = documents.map(|document| record(document.trim_end())).collect();
        for (kind, code) in &found {
            let expected: &[&str] = match code.as_str() {
                "WC101" | "WC117" | "WC412" => &["Analysis"],
                "WC104" | "WC110" | "WC114" | "WC116" | "WC212" => &["Analysis", "Missed"],
                "WC102" | "WC109" => &["Passed"],
                "WC112" => &["Missed", "Passed"],
                _ => &["Missed"],
            };
            assert!(expected.contains(&kind.as_str()), "{code} in {}: {kind}", theme.display());
        }
        assert!(!found.is_empty(), "{}", theme.display());
    }
}

#[test]
fn a_merge_does_not_depend_on_the_order() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    for unit in ["b.c", "a.c", "ä.c"] {
        fs::write(at(&format!("{unit}.json")), format!("{:#}", report(unit, 9))).expect("a file");
    }
    let names = ["a.c.json", "b.c.json", "ä.c.json"];
    let one = warpctl(folder.path(), &["report", "merge", names[0], names[1], names[2]]);
    let other =
        warpctl(folder.path(), &["report", "merge", names[2], names[0], ".", names[1], names[0]]);
    assert_eq!(one, other);
    let set: Value = serde_json::from_str(&one).expect("JSON");
    assert_eq!(set["units"].as_array().map(Vec::len), Some(3));
    assert_eq!(set["summary"]["failures"], 3);
    let schema = fs::read_to_string(root().join("docs/report-set.schema.json")).expect("a schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let unit = fs::read_to_string(root().join("docs/report.schema.json")).expect("a schema");
    let unit: Value = serde_json::from_str(&unit).expect("JSON");
    let own = jsonschema::validator_for(&schema).expect("a schema");
    let each = jsonschema::validator_for(&unit).expect("a schema");
    assert!(own.is_valid(&set), "{set}");
    assert!(set["units"].as_array().expect("units").iter().all(|unit| each.is_valid(unit)));
}

/// 64 MiB of reports within 32 MiB for the program's data.
#[test]
fn a_merge_needs_little_memory() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for n in 0..256 {
        let text = report(&format!("unit{n}.c"), 256 << 10).to_string();
        fs::write(folder.path().join(format!("{n}.json")), text).expect("a file");
    }
    let merge = |args: &str| {
        let script = format!("ulimit -d 32768 && exec \"$0\" report merge {args}");
        let mut command = Command::new("sh");
        let command = command.args(["-c", &script, WARPCTL]).current_dir(folder.path());
        let output = command.output().expect("a shell runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{args}: {error}");
    };
    merge(". -o all.set");
    merge("all.set 0.json -o again.set");
    let read = |name: &str| fs::read(folder.path().join(name)).expect("a set");
    assert!(read("all.set").len() > 64 << 20);
    assert!(read("all.set") == read("again.set"), "a set joins to itself");
}

#[test]
fn an_incremental_merge_is_a_merge() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    for unit in ["a.c", "b.c", "c.c"] {
        fs::write(at(&format!("{unit}.json")), report(unit, 9).to_string()).expect("a file");
    }
    let incremental = ["report", "merge", ".", "-o", "all.json", "--incremental"];
    let plain = || warpctl(folder.path(), &["report", "merge", "a.c.json", "b.c.json", "c.c.json"]);
    for size in [9, 10, 10, 11] {
        fs::write(at("b.c.json"), report("b.c", size).to_string()).expect("a file");
        warpctl(folder.path(), &incremental);
        assert_eq!(fs::read_to_string(at("all.json")).expect("a set"), plain());
    }
    fs::remove_file(at("a.c.json")).expect("it was there");
    warpctl(folder.path(), &incremental);
    let set = fs::read_to_string(at("all.json")).expect("a set");
    assert!(!set.contains("\"a.c\"") && set.contains("\"c.c\""));
    let output = run(folder.path(), &["report", "merge", ".", "--incremental"]);
    assert_eq!(output.status.code(), Some(2), "an index needs a file to lie beside");
}

/// Every option of a command's help.
fn options(help: &str) -> Vec<String> {
    let words = help.split(|c: char| !(c.is_alphanumeric() || c == '-'));
    let mut options: Vec<_> = words.filter(|word| word.starts_with("--")).map(Into::into).collect();
    options.sort();
    options.dedup();
    options.retain(|option: &String| option.len() > 2);
    options
}

#[test]
fn manual_pages_and_completions_know_every_option() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    warpctl(folder.path(), &["man", "man1"]);
    let bash = warpctl(folder.path(), &["completions", "bash"]);
    fs::write(folder.path().join("warpctl.bash"), &bash).expect("a file");
    let status =
        Command::new("bash").args(["-n", "warpctl.bash"]).current_dir(folder.path()).status();
    assert!(status.expect("bash runs").success());
    let commands: &[&[&str]] = &[
        &["analyze"],
        &["diff"],
        &["explain"],
        &["simulate"],
        &["doctor"],
        &["report", "merge"],
        &["report", "html"],
        &["report", "sarif"],
        &["report", "record"],
    ];
    for command in commands {
        let page = folder.path().join(format!("man1/warpctl-{}.1", command.join("-")));
        let page = fs::read_to_string(&page).expect("a page").replace("\\-", "-");
        let args: Vec<&str> = command.iter().copied().chain(["--help"]).collect();
        for option in options(&warpctl(folder.path(), &args)) {
            assert!(page.contains(&option), "{command:?}: {option} is in no page");
            assert!(bash.contains(&option), "{command:?}: {option} is not completed");
        }
    }
    for shell in ["zsh", "fish"] {
        let text = warpctl(folder.path(), &["completions", shell]);
        assert!(text.contains("analyze") && text.contains("source-root"), "{shell}");
    }
    for name in ["warpcc", "warpcc++", "warpctl"] {
        let text = fs::read_to_string(folder.path().join(format!("man1/{name}.1"))).expect(name);
        assert!(text.contains(&format!(".TH {name} 1")), "{text}");
    }
}
