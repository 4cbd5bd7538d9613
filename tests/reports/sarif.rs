//! SARIF logs: their schema, their limits, and their fixes as a consumer applies them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::{corpus, root, run, themes, warpctl};

/// The schema of OASIS, out of the package that `tests/reports/sarif-schema` names. Its pattern of a
/// language has a bracket too many, which a strict engine refuses.
pub(crate) fn schema() -> jsonschema::Validator {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let manifest = root().join("tests/reports/sarif-schema/Cargo.toml");
    let output = Command::new(cargo)
        .args(["metadata", "--locked", "--format-version", "1", "--manifest-path"])
        .arg(manifest)
        .output()
        .expect("cargo runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the schema's package could not be had: {error}");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|package| package["name"] == "serde-sarif");
    let manifest = package.and_then(|package| package["manifest_path"].as_str()).expect("a path");
    let path = Path::new(manifest).with_file_name("src").join("schema.json");
    let text = fs::read_to_string(path).expect("the schema").replace("{2}]?$", "{2}$");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    assert!(schema["title"].as_str().expect("a title").contains("2.1.0"));
    jsonschema::validator_for(&schema).expect("a schema")
}

fn log(folder: &Path, args: &[&str]) -> Value {
    let args: Vec<&str> = ["report", "sarif"].iter().chain(args).copied().collect();
    serde_json::from_str(&warpctl(folder, &args)).expect("JSON")
}

fn results(log: &Value) -> &[Value] {
    log["runs"][0]["results"].as_array().expect("results")
}

#[test]
fn every_log_is_valid() {
    let schema = schema();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let failure = crate::report("a b/<&>\"ü.c", 3).to_string();
    fs::write(folder.path().join("failure.json"), failure).expect("a file");
    for theme in themes().iter().map(std::path::PathBuf::as_path).chain([folder.path()]) {
        let log = log(theme, &["."]);
        let errors: Vec<_> = schema.iter_errors(&log).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {}", theme.display(), errors.join("\n"));
        assert_eq!(log["runs"].as_array().map(Vec::len), Some(1));
        for result in results(&log) {
            let rule = &log["runs"][0]["tool"]["driver"]["rules"];
            let index = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(rule[index]["id"], result["ruleId"]);
        }
    }
    let mut broken = log(&themes()[0], &["."]);
    broken["runs"][0]["results"][0]["level"] = "fatal".into();
    assert!(!schema.is_valid(&broken));
    let notes = log(folder.path(), &["failure.json"])["runs"][0]["invocations"][0].clone();
    let note = &notes["toolExecutionNotifications"][0];
    let uri = &note["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!(uri, "a%20b/%3C%26%3E%22%C3%BC.c");
}

/// `text` with the replacements of one change, the last first. Columns count characters.
fn apply(text: &str, replacements: &[Value]) -> String {
    let mut lines: Vec<usize> = vec![0];
    lines.extend(text.match_indices('\n').map(|(at, _)| at + 1));
    let offset = |region: &Value, line: &str, column: &str| {
        let number = |key: &str| region[key].as_u64().expect("a number") as usize;
        let start = lines[number(line) - 1];
        let characters = text[start..].char_indices().map(|(at, _)| at);
        start + characters.chain([text.len() - start]).nth(number(column) - 1).expect("a column")
    };
    let mut edits: Vec<(usize, usize, &str)> = Vec::new();
    for replacement in replacements {
        let region = &replacement["deletedRegion"];
        let start = offset(region, "startLine", "startColumn");
        let end = offset(region, "endLine", "endColumn");
        edits.push((start, end, replacement["insertedContent"]["text"].as_str().expect("text")));
    }
    let mut text = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}

/// All fixes of a log together make the text that warpcc compiles.
/// A text without the lines that number others, and without what tells lines apart.
fn words(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("#line "));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

#[test]
fn fixes_make_the_rewritten_text() {
    let mut fixed = 0;
    // Data constructs between regions are no fix of a region.
    let of_regions = |theme: &PathBuf| !theme.ends_with("transfers");
    for theme in themes().into_iter().filter(of_regions) {
        let log = log(&theme, &["."]);
        let mut changes: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for result in results(&log) {
            let fix = &result["fixes"][0]["artifactChanges"][0];
            let Some(replacements) = fix["replacements"].as_array() else { continue };
            let uri = fix["artifactLocation"]["uri"].as_str().expect("a name");
            let all = changes.entry(uri).or_default();
            all.extend(
                replacements.iter().filter(|new| !all.contains(new)).cloned().collect::<Vec<_>>(),
            );
        }
        for (name, mut replacements) in changes {
            let place = |value: &Value| {
                let region = &value["deletedRegion"];
                (region["startLine"].as_u64(), region["startColumn"].as_u64())
            };
            replacements.sort_by_key(place);
            let path = theme.join(name);
            let text = fs::read_to_string(&path).expect(name);
            let extension = path.extension().expect("a source").to_string_lossy();
            let wanted = path.with_extension(format!("out.{extension}"));
            let wanted = fs::read_to_string(&wanted).expect("its rewritten text");
            let (found, wanted) = (words(&apply(&text, &replacements)), words(&wanted));
            assert_eq!(found, wanted, "{}", path.display());
            fixed += 1;
        }
    }
    assert!(fixed > 15, "{fixed} files");
}

#[test]
fn warnings_outlive_notes_under_a_limit() {
    let theme = corpus::folder().join("collapse");
    let all = log(&theme, &["."]);
    let warnings = results(&all).iter().filter(|result| result["level"] == "warning").count();
    assert!(warnings > 2 && results(&all).len() > warnings + 1);
    let limit = warnings + 1;
    let limited = log(&theme, &[".", "--max-results", &limit.to_string()]);
    assert_eq!(results(&limited), &results(&all)[..limit]);
    let dropped = results(&all).len() - limit;
    assert_eq!(limited["runs"][0]["properties"]["droppedResults"], dropped);
    let output = run(&theme, &["report", "sarif", ".", "--max-results", "1"]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.ends_with("results dropped, 1 kept\n"), "{error}");
}

#[test]
fn equal_findings_of_several_units_are_one() {
    let theme = corpus::folder().join("gemm");
    let once = log(&theme, &["gemm.json"]);
    assert_eq!(log(&theme, &["gemm.json", "gemm.json"]), once);
    let elsewhere = log(corpus::folder(), &["gemm", "--source-root", "gemm"]);
    assert_eq!(elsewhere, once);
}

/// A line may have two regions that are told in the same words: each has a result, a fix and a fingerprint of its own.
#[test]
fn two_changes_of_one_line_are_two_results() {
    let theme = corpus::folder().join("gemm");
    let text = fs::read_to_string(theme.join("gemm.json")).expect("a report");
    let mut report: Value = serde_json::from_str(&text).expect("JSON");
    let mut second = report["regions"][0].clone();
    second["plan"]["edits"][0]["text"] = " collapse(3)".into();
    report["regions"].as_array_mut().expect("regions").push(second);
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("r.json"), report.to_string()).expect("a file");
    let log = log(folder.path(), &["r.json"]);
    let fixed = results(&log).iter().filter(|result| result["fixes"].is_array());
    let fixed: Vec<(&Value, &Value)> =
        fixed.map(|result| (&result["fixes"], &result["partialFingerprints"])).collect();
    let [(a, of_a), (b, of_b)] = fixed[..] else { panic!("{fixed:?}") };
    assert!(a != b && of_a != of_b, "{fixed:?}");
}

#[test]
fn analyze_prints_a_log_too() {
    let folder = corpus::folder().join("gemm");
    let text = warpctl(&folder, &["analyze", "--format", "sarif", "gemm.c"]);
    let printed: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(printed, log(&folder, &["gemm.json"]));
}
