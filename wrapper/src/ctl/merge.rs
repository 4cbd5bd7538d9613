//! Joins reports into one set: `{ "schema": "warpcc-report-set/1", "units": [report, …] }`, sorted
//! by unit, then by text; equal reports count once.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::put;
use crate::output;

const SET: &str = "warpcc-report-set/1";
const REPORT: &str = "warpcc-report/1";

/// Joins the reports in `inputs` (files, or folders whose `.json` files are read) and writes the
/// set to `output`, or prints it.
pub(super) fn print(inputs: &[PathBuf], output: Option<&Path>) -> Result<i32, String> {
    let mut reports = Vec::new();
    for input in inputs {
        for path in files(input)? {
            read(&path, &mut reports)?;
        }
    }
    let text = join(reports);
    match output {
        Some(path) => output::write(path, text.as_bytes())?,
        None => put(text.as_bytes())?,
    }
    Ok(0)
}

/// The text of a set of reports.
pub(super) fn join(reports: Vec<Value>) -> String {
    let unit = |report: &Value| report["unit"].as_str().unwrap_or_default().to_owned();
    let mut keyed: Vec<_> =
        reports.into_iter().map(|report| (unit(&report), report.to_string(), report)).collect();
    keyed.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    keyed.dedup_by(|a, b| a.1 == b.1);
    let units: Vec<_> = keyed.into_iter().map(|(_, _, report)| report).collect();
    format!("{:#}\n", json!({ "schema": SET, "units": units }))
}

fn files(input: &Path) -> Result<Vec<PathBuf>, String> {
    if !input.is_dir() {
        return Ok(vec![input.to_owned()]);
    }
    let entries = fs::read_dir(input).map_err(|error| format!("'{}': {error}", input.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension() == Some("json".as_ref())).collect();
    paths.sort();
    Ok(paths)
}

fn read(path: &Path, reports: &mut Vec<Value>) -> Result<(), String> {
    let wrong = |what: String| format!("'{}' {what}", path.display());
    let text =
        fs::read_to_string(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let mut value: Value =
        serde_json::from_str(&text).map_err(|error| wrong(format!("is no report: {error}")))?;
    match value["schema"].as_str() {
        Some(REPORT) => reports.push(value),
        Some(SET) => match value["units"].take() {
            Value::Array(units) => reports.extend(units),
            _ => return Err(wrong("has no units".into())),
        },
        _ => return Err(wrong(format!("is no report: its schema is not {REPORT}"))),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_folders_and_sets_join_sorted_and_once() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        let report = |unit: &str| json!({ "schema": REPORT, "unit": unit });
        fs::create_dir(at("dir")).unwrap();
        fs::write(at("dir/z.json"), report("b.c").to_string()).unwrap();
        fs::write(at("dir/notes.txt"), "no report").unwrap();
        fs::write(at("set.json"), join(vec![report("c.c"), report("b.c")])).unwrap();
        fs::write(at("a.json"), report("a.c").to_string()).unwrap();
        let inputs = ["set.json", "dir", "a.json"].map(at);
        assert_eq!(print(&inputs, Some(&at("out.json"))), Ok(0));
        let text = fs::read_to_string(at("out.json")).unwrap();
        assert_eq!(text, join(["a.c", "b.c", "c.c"].map(report).into()));
        fs::write(at("dir/other.json"), "{}").unwrap();
        assert!(print(&inputs, None).unwrap_err().contains("other.json' is no report"));
        assert!(print(&[at("absent")], None).unwrap_err().contains("cannot be read"));
    }
}
