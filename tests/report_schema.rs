//! `docs/report.schema.json` describes every report, and nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::{Value, json};
use warpcc::command::{CompileCommand, Compiler, Language};
use warpcc::diag::Code;
use warpcc::report;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn schema() -> Validator {
    let schema = read(&root().join("docs/report.schema.json"));
    jsonschema::meta::validate(&schema).expect("the schema is a schema");
    jsonschema::validator_for(&schema).expect("the schema can be used")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn goldens() -> Vec<PathBuf> {
    let themes = entries(&root().join("tests/corpus")).into_iter().filter(|path| path.is_dir());
    let files = themes.flat_map(|theme| entries(&theme));
    files.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect()
}

#[test]
fn every_golden_is_valid() {
    let schema = schema();
    let goldens = goldens();
    assert!(goldens.len() > 10, "{} goldens", goldens.len());
    for path in goldens {
        let report = read(&path);
        let errors: Vec<_> = schema.iter_errors(&report).map(|e| format!("{e}")).collect();
        assert!(errors.is_empty(), "{}:\n{}", path.display(), errors.join("\n"));
    }
}

#[test]
fn no_golden_says_that_sectors_rise_where_there_is_a_gain() {
    let mut told = 0;
    for path in goldens() {
        let text = fs::read_to_string(&path).expect("a golden");
        let report: report::Report = serde_json::from_str(&text).expect("a report");
        for region in report.regions.iter().filter(|region| region.plan.gain > 1.0) {
            let sectors =
                [&region.plan.sectors_per_warp_before, &region.plan.sectors_per_warp_after];
            let [Ok(before), Ok(after)] = sectors.map(|text| text.parse::<f64>()) else { continue };
            assert!(before >= after, "{}: {before} -> {after}", region.id);
            told += 1;
        }
    }
    assert!(told > 50, "{told} regions");
}

#[test]
fn goldens_read_back_as_reports() {
    for path in goldens() {
        let text = fs::read_to_string(&path).expect("a golden");
        let report: report::Report = serde_json::from_str(&text).expect("a report");
        assert_eq!(report.to_json(), text, "{}", path.display());
    }
}

#[test]
fn a_report_of_a_failure_is_valid() {
    let command = CompileCommand {
        language: Language::C,
        input: "a.c".into(),
        directory: PathBuf::new(),
        arguments: Vec::new(),
        compiler: Compiler::default(),
    };
    let report = report::not_analyzed(&command, Code::OverBudget, "analysis took more than 5 ms");
    let report: Value = serde_json::from_str(&report.to_json()).expect("JSON");
    assert_eq!(report["failure"]["code"], "WC902");
    assert!(schema().is_valid(&report));
}

/// A pointer into the report, and what to put there.
type Damage = (&'static str, Value);

#[test]
fn damaged_reports_are_invalid() {
    let schema = schema();
    let good = read(&root().join("tests/corpus/gemm/gemm.json"));
    assert!(schema.is_valid(&good));
    let damages: &[Damage] = &[
        ("/schema", json!("warpcc-report/2")),
        ("/tool/name", json!("clang")),
        ("/unit", json!("")),
        ("/regions/0/id", json!("gemm.c")),
        ("/regions/0/line", json!(0)),
        ("/regions/0/codes/0", json!("W102")),
        ("/regions/0/mapping/schedule", json!("static;4")),
        ("/regions/0/loops/0/independence", json!("yes")),
        ("/regions/0/loops/1/reason", json!("a proved loop has none")),
        ("/regions/0/loops/2/reason", json!("")),
        ("/regions/0/accesses/0/kind", json!("load")),
        ("/regions/0/accesses/0/pattern", json!("random")),
        ("/regions/0/accesses/0/sectors_before/min", json!(-1)),
        ("/regions/0/accesses/0/sectors_before/mean", json!("32")),
        ("/regions/0/dependences/0/verdict", json!(true)),
        ("/regions/0/dependences/0/proof", json!([])),
        ("/regions/0/plan/steps/0/kind", json!("tile")),
        ("/regions/0/plan/steps/0/depth", json!(0)),
        ("/regions/0/plan/steps", json!([])),
        ("/regions/0/plan/assumptions/0/code", json!("WC101")),
        ("/summary/regions", json!(1.5)),
        ("/statistics/tests", json!({ "guess": { "tried": 1, "proved": 1 } })),
    ];
    for (pointer, value) in damages {
        let mut report = good.clone();
        *report.pointer_mut(pointer).expect(pointer) = value.clone();
        assert!(!schema.is_valid(&report), "{pointer} = {value}");
    }
}

#[test]
fn missing_and_unknown_keys_are_invalid() {
    let schema = schema();
    let good = read(&root().join("tests/corpus/gemm/gemm.json"));
    let objects = [
        "",
        "/tool",
        "/compiler",
        "/regions/0",
        "/regions/0/mapping",
        "/regions/0/loops/0",
        "/regions/0/accesses/0",
        "/regions/0/accesses/0/sectors_before",
        "/regions/0/dependences/0",
        "/regions/0/dependences/0/source",
        "/regions/0/plan",
        "/regions/0/plan/steps/0",
        "/regions/0/plan/assumptions/0",
        "/regions/0/plan/rejected/0",
        "/summary",
        "/statistics",
    ];
    for pointer in objects {
        let object = good.pointer(pointer).and_then(Value::as_object).expect(pointer);
        for key in object.keys().filter(|key| *key != "reductions") {
            let mut report = good.clone();
            let target = report.pointer_mut(pointer).and_then(Value::as_object_mut);
            target.expect(pointer).remove(key);
            assert!(!schema.is_valid(&report), "{pointer} without {key}");
        }
        let mut report = good.clone();
        let target = report.pointer_mut(pointer).and_then(Value::as_object_mut);
        target.expect(pointer).insert("remark".into(), json!("unknown"));
        assert!(!schema.is_valid(&report), "{pointer} with an unknown key");
    }
}
