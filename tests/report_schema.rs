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

/// The reports of the corpus that are kept in full. `tests/corpus.rs` checks the reports of all cases.
fn samples() -> Vec<PathBuf> {
    let themes = entries(&root().join("tests/corpus")).into_iter().filter(|path| path.is_dir());
    let files = themes.flat_map(|theme| entries(&theme));
    files.filter(|path| path.extension().is_some_and(|extension| extension == "json")).collect()
}

#[test]
fn samples_are_few_and_valid() {
    let (samples, schema) = (samples(), schema());
    assert!((5..=16).contains(&samples.len()), "{} samples", samples.len());
    for path in samples {
        let report = read(&path);
        let errors: Vec<_> = schema.iter_errors(&report).map(|e| format!("{e}")).collect();
        assert!(errors.is_empty(), "{}:\n{}", path.display(), errors.join("\n"));
    }
}

/// Parts of the schema that no report of the corpus has. A failure is in [`a_report_of_a_failure_is_valid`]; cache lines of
/// a CPU are counted under another policy than the corpus's.
const NOT_IN_SAMPLES: &[&str] = &["/properties/failure"];

/// Lists of names that any number of samples would have to show.
const NAMES: &[&str] = &["/$defs/test", "/$defs/operator"];

/// Pointers to the parts of a schema below `pointer`: properties, words and alternatives.
fn parts(schema: &Value, pointer: &str, found: &mut Vec<String>) {
    let mut below = Vec::new();
    for key in ["properties", "$defs"] {
        let keys = schema[key].as_object().into_iter().flat_map(|all| all.keys());
        below.extend(keys.map(|name| format!("/{key}/{name}")));
    }
    for key in ["enum", "oneOf"] {
        let count = schema[key].as_array().map_or(0, Vec::len);
        below.extend((0..count).map(|at| format!("/{key}/{at}")));
    }
    let inner = ["items", "additionalProperties"].iter().filter(|key| schema[**key].is_object());
    below.extend(inner.map(|key| format!("/{key}")));
    for own in below {
        let whole = format!("{pointer}{own}");
        if !NOT_IN_SAMPLES.contains(&whole.as_str()) && !NAMES.contains(&whole.as_str()) {
            parts(schema.pointer(&own).expect("a part"), &whole, found);
            found.push(whole);
        }
    }
}

/// The schema without one of its parts.
fn without(schema: &Value, part: &str) -> Value {
    let mut schema = schema.clone();
    let (parent, name) = part.rsplit_once('/').expect("a pointer");
    match schema.pointer_mut(parent).expect("what has the part") {
        Value::Object(all) => drop(all.remove(name)),
        Value::Array(all) => drop(all.remove(name.parse().expect("a number"))),
        _ => panic!("{part} has no parent"),
    }
    schema
}

/// Without any of its parts, the schema refuses a sample.
#[test]
fn samples_show_every_part_of_the_schema() {
    let schema = read(&root().join("docs/report.schema.json"));
    let samples: Vec<_> = samples().iter().map(|path| read(path)).collect();
    let mut all = Vec::new();
    parts(&schema, "", &mut all);
    let is_part = |part: &&String| {
        let last_but_one = part.rsplit('/').nth(1);
        last_but_one.is_some_and(|key| ["properties", "enum", "oneOf"].contains(&key))
    };
    let all: Vec<_> = all.iter().filter(is_part).collect();
    assert!(all.len() > 150, "{} parts", all.len());
    let unseen = all.iter().filter(|part| {
        let less = jsonschema::validator_for(&without(&schema, part)).expect("a schema");
        samples.iter().all(|sample| less.is_valid(sample))
    });
    let unseen: Vec<_> = unseen.collect();
    assert!(unseen.is_empty(), "no sample has {unseen:?}");
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
        let may_lack = [
            "reductions",
            "l1_missed",
            "barriers",
            "shared_before",
            "shared_after",
            "distinct_per_warp_before",
            "distinct_per_warp_after",
        ];
        for key in object.keys().filter(|key| !may_lack.contains(&key.as_str())) {
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
