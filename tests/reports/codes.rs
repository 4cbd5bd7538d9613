//! The pages of the codes: their examples, compiled and analysed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use serde_json::Value;
use warpcc::diag::Code;

use crate::warpctl;

/// Codes of the driver, which no analysis of a source has.
const OF_THE_DRIVER: &[Code] = &[Code::RejectedByClang, Code::OverBudget, Code::AnalysisFailed];

/// Examples that clang must refuse, by their names.
const REFUSED: &[&str] = &["WC901-2.c", "WC903-1.c"];

/// The programs under a page's "Example", as file names and texts: the first has the code, the second
/// has not.
fn examples(code: Code) -> Vec<(String, String)> {
    let page = code.page();
    let start = page.find("\n## Example\n").unwrap_or_else(|| panic!("{code}: no example"));
    let end = page.find("\n## When it is wrong\n").unwrap_or_else(|| panic!("{code}: no end"));
    let mut all: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page[start..end].lines() {
        let extension = match line {
            "```c" => Some("c"),
            "```c++" => Some("cpp"),
            _ => None,
        };
        if let Some(extension) = extension {
            all.push((format!("{code}-{}.{extension}", all.len() + 1), String::new()));
            inside = true;
        } else if line.starts_with("```") {
            inside = false;
        } else if inside {
            let text = &mut all.last_mut().expect("a block began").1;
            text.push_str(line);
            text.push('\n');
        }
    }
    assert_eq!(all.len(), 2, "{code}: an example and a counter-example");
    all
}

/// Every code of a report, wherever it stands.
fn codes(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let code = text.split(':').next().and_then(Code::parse);
            found.extend(code.filter(|_| text.starts_with("WC")).map(|code| code.to_string()));
        }
        Value::Array(list) => list.iter().for_each(|value| codes(value, found)),
        Value::Object(object) => object.values().for_each(|value| codes(value, found)),
        _ => {}
    }
}

#[test]
fn examples_have_their_codes_and_counter_examples_have_not() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut wanted: BTreeMap<String, (Code, bool)> = BTreeMap::new();
    for code in Code::ALL {
        for (n, (name, text)) in examples(*code).into_iter().enumerate() {
            fs::write(folder.path().join(&name), text).expect("a file");
            let output = Command::new("/usr/lib/llvm-19/bin/clang")
                .args(["-fsyntax-only", "-fopenmp", "-w", &name])
                .current_dir(folder.path())
                .output()
                .expect("clang runs");
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.success(), !REFUSED.contains(&name.as_str()), "{error}");
            if output.status.success() {
                let is_told = !OF_THE_DRIVER.contains(code);
                wanted.insert(name, (*code, n == 0 && is_told));
            }
        }
    }
    let aliasing = format!("{}-1.c", Code::TypeBased);
    let others = wanted.keys().filter(|name| **name != aliasing).map(String::as_str);
    let start = ["analyze", "--format", "json", "--transfers=report"];
    let all = warpctl(folder.path(), &start.into_iter().chain(others).collect::<Vec<_>>());
    let all: Value = serde_json::from_str(&all).expect("JSON");
    let strict = ["analyze", "--format", "json", "--assume=strict-aliasing", &aliasing];
    let strict: Value = serde_json::from_str(&warpctl(folder.path(), &strict)).expect("JSON");
    let units = all["units"].as_array().expect("units");
    assert_eq!(units.len() + 1, wanted.len());
    let mut problems = Vec::new();
    for unit in units.iter().chain([&strict]) {
        let name = unit["unit"].as_str().expect("a name");
        let (code, fires) = wanted[name];
        let mut found = BTreeSet::new();
        codes(unit, &mut found);
        if found.contains(&code.to_string()) != fires {
            problems.push(format!("{name}: {code} {fires} is wrong: {found:?}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
