//! `warpctl report diff`: which regions became worse, between two states of small programs.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{corpus, root, run, sarif, themes, warpctl};

/// Sediment that settles from level to level, and drains; the columns of the one are neighbours in memory, the levels of the other.
const COLUMNS: &str = "\
void settle(int n, int levels, const float *restrict rate, float *restrict q) {
#pragma omp target teams distribute parallel for map(to : rate[0 : n]) map(tofrom : q[0 : n * levels])
  for (int i = 0; i < n; i++)
    for (int k = 1; k < levels; k++)
      q[k * n + i] += rate[i] * q[(k - 1) * n + i];
}

void drain(int n, int levels, const float *restrict rate, float *restrict q) {
#pragma omp target teams distribute parallel for map(to : rate[0 : n]) map(tofrom : q[0 : n * levels])
  for (int i = 0; i < n; i++)
    for (int k = 1; k < levels; k++)
      q[i * levels + k] -= rate[i] * q[i * levels + k - 1];
}
";

/// The same with the levels as neighbours in both functions.
fn slower() -> String {
    COLUMNS
        .replace("q[k * n + i] +=", "q[i * levels + k] +=")
        .replace("q[(k - 1) * n + i];", "q[i * levels + k - 1];")
}

/// The same with the columns as neighbours in both.
fn faster() -> String {
    COLUMNS
        .replace("q[i * levels + k] -=", "q[k * n + i] -=")
        .replace("q[i * levels + k - 1];", "q[(k - 1) * n + i];")
}

struct States {
    folder: TempDir,
}

impl States {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes `text` as the file `name`, and its report as the state `state`.
    fn add(&self, state: &str, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a source");
        let report = warpctl(self.path(), &["analyze", "--format", "json", name]);
        self.put(state, name, &serde_json::from_str(&report).expect("JSON"));
    }

    /// Adds a report to a state.
    fn put(&self, state: &str, name: &str, report: &Value) {
        let folder = self.path().join(state);
        fs::create_dir_all(&folder).expect("a folder");
        let name = name.replace('/', "-") + ".json";
        fs::write(folder.join(name), report.to_string()).expect("a report");
    }

    /// Two states of one file.
    fn of(old: &str, new: &str) -> Self {
        let states = Self::new();
        states.add("old", "columns.c", old);
        states.add("new", "columns.c", new);
        states
    }

    /// The exit status with `more` arguments, and what is printed.
    fn diff(&self, more: &[&str]) -> (Option<i32>, String) {
        let args = [&["report", "diff", "old", "new"], more].concat();
        let output = run(self.path(), &args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(error, "", "{args:?}");
        (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
    }

    fn json(&self) -> Value {
        let value: Value = serde_json::from_str(&self.diff(&["--format", "json"]).1).expect("JSON");
        let schema = schema();
        let errors: Vec<_> = schema.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {value:#}", errors.join("\n"));
        value
    }

    /// What became of how many regions: worse, new, lost, uncounted, better, same.
    fn summary(&self) -> [u64; 6] {
        let summary = self.json()["summary"].clone();
        ["worse", "new", "lost", "uncounted", "better", "same"]
            .map(|kind| summary[kind].as_u64().expect("a number"))
    }
}

fn schema() -> jsonschema::Validator {
    let text = fs::read_to_string(root().join("docs/report-diff.schema.json")).expect("a schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    jsonschema::meta::validate(&schema).expect("the schema is a schema");
    jsonschema::validator_for(&schema).expect("a schema")
}

const SAME: [u64; 6] = [0, 0, 0, 0, 0, 2];

#[test]
fn a_loop_that_is_no_longer_coalesced_fails() {
    let states = States::of(COLUMNS, &slower());
    let (code, text) = states.diff(&["--fail-on", "worse"]);
    assert_eq!(code, Some(1), "{text}");
    assert_eq!(
        text,
        "worse: columns.c:2: target teams distribute parallel for in settle\n  \
         sectors per request on average: 4.66 -> 25; accesses not coalesced: 0 -> 2\n  \
         read of q[i * levels + k - 1] (line 5): 4.875 -> 32 sectors per request, no longer coalesced\n  \
         update of q[i * levels + k] (line 5): 4.875 -> 32 sectors per request, no longer coalesced\n\
         1 region worse, 0 new, 0 lost, 0 better, 1 the same\n"
    );
    assert_eq!(states.diff(&[]).0, Some(0), "nothing was asked");
    assert_eq!(states.diff(&["--fail-on", "new,lost"]).0, Some(0));
    assert_eq!(states.summary(), [1, 0, 0, 0, 0, 1]);
}

#[test]
fn a_loop_that_is_coalesced_now_passes() {
    let states = States::of(COLUMNS, &faster());
    let (code, text) = states.diff(&["--fail-on", "worse,new,lost"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("better: columns.c:9: "), "{text}");
    assert!(text.contains("32 -> 4.875 sectors per request, coalesced now\n"), "{text}");
    assert_eq!(states.summary(), [0, 0, 0, 0, 1, 1]);
}

#[test]
fn lines_that_move_and_regions_that_come_before_change_nothing() {
    let moved = format!("/* 1\n2\n3 */\n{COLUMNS}");
    assert_eq!(States::of(COLUMNS, &moved).summary(), SAME);
    let clear = "\
#pragma omp target teams distribute parallel for map(from : q[0 : n])
  for (int i = 0; i < n; i++)
    q[i] = 0;
";
    let head = "float *restrict q) {\n";
    let before = COLUMNS.replace(head, &format!("{head}{clear}"));
    assert_eq!(States::of(COLUMNS, &before).summary(), [0, 2, 0, 0, 0, 2]);
    assert_eq!(States::of(&before, COLUMNS).summary(), [0, 0, 2, 0, 0, 2]);
    let worse = slower().replace(head, &format!("{head}{clear}"));
    assert_eq!(States::of(COLUMNS, &worse).summary(), [1, 2, 0, 0, 0, 1]);
}

/// Equal regions of one function are told apart by their order alone.
#[test]
fn equal_regions_are_matched_in_their_order() {
    let twice = |text: &str| {
        let (head, rest) = text.split_once("{\n").expect("a body");
        let (region, tail) = rest.split_once("}\n").expect("its end");
        format!("{head}{{\n{region}{region}}}\n{tail}")
    };
    let (old, new) = (twice(COLUMNS), twice(&slower()));
    let second = {
        let (first, _) = old.split_at(old.match_indices("#pragma").nth(1).expect("two").0);
        let (_, rest) = new.split_at(new.match_indices("#pragma").nth(1).expect("two").0);
        format!("{first}{rest}")
    };
    let changed = States::of(&old, &second).json()["regions"].clone();
    assert_eq!(changed.as_array().map(Vec::len), Some(1), "{changed:#}");
    assert_eq!([&changed[0]["change"], &changed[0]["line"]], [&json!("worse"), &json!(6)]);
}

/// Two loops of one function that change places are the same two.
#[test]
fn regions_may_change_places() {
    let (first, rest) = COLUMNS.split_once("\nvoid drain").expect("two functions");
    let body = |text: &str| {
        let (_, body) = text.split_once("{\n").expect("a body");
        body.rsplit_once('}').expect("its end").0.to_owned()
    };
    let (head, _) = COLUMNS.split_once("#pragma").expect("a head");
    let (a, b) = (body(first), body(rest));
    let states = States::of(&format!("{head}{a}{b}}}\n"), &format!("{head}{b}{a}}}\n"));
    assert_eq!(states.summary(), SAME);
}

#[test]
fn another_directive_of_a_function_is_the_same_region() {
    let simd = COLUMNS.replacen("parallel for map", "parallel for simd map", 1);
    assert_eq!(States::of(COLUMNS, &simd).summary(), SAME);
    let worse = slower().replacen("parallel for map", "parallel for simd map", 1);
    assert_eq!(States::of(COLUMNS, &worse).summary(), [1, 0, 0, 0, 0, 1]);
}

/// Two levels that warpcc makes one of are one region, and two where it cannot.
#[test]
fn levels_that_become_one_are_one_region() {
    let levels = "\
void g(void);
void f(int n, int m, const float *restrict a, float *restrict b) {
#pragma omp target teams distribute map(to : a[0 : n * m]) map(from : b[0 : n * m])
  for (int i = 0; i < n; i++) {
#pragma omp parallel for
    for (int j = 0; j < m; j++)
      b[i * m + j] = 2 * a[i * m + j];
  }
}
";
    let apart = levels.replace("i++) {\n", "i++) {\n    g();\n");
    let states = States::of(levels, &apart);
    let text = states.diff(&["--tolerance", "30"]).1;
    assert_eq!(text, "0 regions worse, 0 new, 0 lost, 0 better, 1 the same\n");
    assert_eq!(States::of(&apart, levels).summary(), [0, 0, 0, 0, 1, 0]);
    let strided = apart.replace("= 2 * a[i * m + j]", "= 2 * a[j * m + i]");
    let region = States::of(levels, &strided).json()["regions"][0].clone();
    assert_eq!(region["change"], "worse", "{region:#}");
    assert_eq!(region["new"]["accesses"], 2, "those of the inner construct");
    assert!(!region["reasons"].to_string().contains("sectors per warp"), "{region:#}");
}

#[test]
fn other_names_of_a_file_are_the_same_file() {
    for (old, new) in [("columns.c", "src/columns.c"), ("./src/columns.c", "src/x/../columns.c")] {
        let states = States::new();
        fs::create_dir_all(states.path().join("src/x")).expect("a folder");
        states.add("old", old, COLUMNS);
        states.add("new", new, &slower());
        assert_eq!(states.summary(), [1, 0, 0, 0, 0, 1], "{old} {new}");
    }
    let states = States::new();
    states.add("old", "src/columns.c", COLUMNS);
    let absolute = states.path().join("src/columns.c");
    states.add("new", absolute.to_str().expect("text"), COLUMNS);
    assert_eq!(states.summary(), SAME);
    let states = States::new();
    states.add("old", "one/columns.c", COLUMNS);
    states.add("new", "two/columns.c", COLUMNS);
    assert_eq!(states.summary(), [0, 2, 2, 0, 0, 0], "two files of the tree");
}

#[test]
fn a_header_of_several_units_is_told_once() {
    let states = States::new();
    for (state, text) in [("old", COLUMNS), ("new", &slower())] {
        let header = text.replace("void ", "static inline void ");
        fs::write(states.path().join("columns.h"), header).expect("a header");
        for unit in ["a.c", "b.c"] {
            let text = "#include \"columns.h\"\nvoid f(int n, float *r, float *q) { settle(n, n, r, q); }\n";
            states.add(state, unit, text);
        }
    }
    assert_eq!(states.summary(), [1, 0, 0, 0, 0, 1]);
    fs::remove_file(states.path().join("new/b.c.json")).expect("a report");
    assert_eq!(states.summary(), [1, 0, 0, 0, 0, 1], "the region is in the other unit");
}

#[test]
fn sizes_that_are_not_known_are_no_reason() {
    let of = |rows: &str, columns: &str| {
        format!(
            "void f(int n, int m, float a[][100]) {{
#pragma omp target teams distribute parallel for collapse(2) map(tofrom : a[0 : 64])
  for (int i = 0; i < {rows}; i++)
    for (int j = 0; j < {columns}; j++)
      a[i][j] *= 2;
}}
"
        )
    };
    let one = [0, 0, 0, 0, 0, 1];
    let short = States::of(&of("64", "100"), &of("64", "8"));
    assert_eq!(short.summary(), [1, 0, 0, 0, 0, 0], "rows of 8 take more sectors");
    assert_eq!(States::of(&of("n", "m"), &of("64", "8")).summary(), one);
    assert_eq!(States::of(&of("64", "8"), &of("n", "m")).summary(), one);
}

#[test]
fn more_work_is_not_worse() {
    let more = COLUMNS.replace(
        "rate[i] * q[(k - 1) * n + i]",
        "rate[i] * rate[i] * (q[(k - 1) * n + i] + q[k * n + i])",
    );
    assert_eq!(States::of(COLUMNS, &more).summary(), SAME);
    let longer = COLUMNS.replace("k < levels", "k < 2 * levels");
    assert_eq!(States::of(COLUMNS, &longer).summary(), SAME);
    let gather = COLUMNS.replace("rate[i] * q[(k", "rate[i] * q[i * levels] * q[(k");
    let states = States::of(COLUMNS, &gather);
    assert_eq!(states.summary(), [1, 0, 0, 0, 0, 1]);
    let reasons = states.json()["regions"][0]["reasons"].clone();
    let reason = "read of q[i * levels] (line 5) is new: not coalesced, 32 sectors per request";
    assert!(reasons.as_array().expect("reasons").contains(&json!(reason)), "{reasons:#}");
    assert_eq!(States::of(&gather, COLUMNS).summary(), [0, 0, 0, 0, 1, 1]);
    let written_out = COLUMNS.replace("q[k * n + i] +=", "q[k * n + i] = q[k * n + i] +");
    assert_eq!(States::of(COLUMNS, &written_out).summary(), SAME);
    let renamed = COLUMNS.replace("rate", "speed").replace("levels", "depth");
    assert_eq!(States::of(COLUMNS, &renamed).summary(), SAME);
}

#[test]
fn a_state_may_be_as_written() {
    let collapsed = "\
void copy(int n, const float *restrict a, float *restrict b) {
#pragma omp target teams distribute parallel for collapse(2) map(to : a[0 : n * n]) map(from : b[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i * n + j] = a[i * n + j];
}
";
    let states = States::of(collapsed, &collapsed.replace(" collapse(2)", ""));
    assert_eq!(states.summary(), [0, 0, 0, 0, 0, 1], "warpcc puts it back");
    let (code, text) = states.diff(&["--as-written", "--fail-on", "worse"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("accesses not coalesced: 0 -> 2"), "{text}");
}

/// Steps that spare requests are lost, though what is left is coalesced.
#[test]
fn steps_that_are_lost_are_worse() {
    let states = States::new();
    let report = |name: &str| -> Value {
        let path = corpus::folder().join(name);
        serde_json::from_str(&fs::read_to_string(path).expect("a report")).expect("JSON")
    };
    let old = report("gemm/gemm.json");
    let mut new = old.clone();
    let plan = &mut new["regions"][0]["plan"];
    plan["steps"].as_array_mut().expect("steps").truncate(1);
    plan["sectors_per_warp_after"] = json!("6672");
    plan["distinct_per_warp_after"] = json!("6672");
    states.put("old", "gemm", &old);
    states.put("new", "gemm", &new);
    assert_eq!(states.summary(), [1, 0, 0, 0, 0, 0]);
    let text = states.diff(&[]).1;
    assert!(text.contains("sectors per warp: 2572 -> 6672\n"), "{text}");
    assert!(text.contains("elements in scalars along k -> collapse(2)\n"), "{text}");
    assert_eq!(states.diff(&["--tolerance", "160", "--fail-on", "worse"]).0, Some(0));
    assert_eq!(states.diff(&["--tolerance", "150", "--fail-on", "worse"]).0, Some(1));
}

#[test]
fn regions_that_come_and_go_can_fail() {
    let (first, _) = COLUMNS.split_once("\nvoid drain").expect("two functions");
    let states = States::of(first, COLUMNS);
    assert_eq!(states.summary(), [0, 1, 0, 0, 0, 1]);
    assert_eq!(states.diff(&["--fail-on", "worse,lost"]).0, Some(0));
    assert_eq!(states.diff(&["--fail-on", "new"]).0, Some(1), "it is not coalesced");
    let better = States::of(first, &faster());
    assert_eq!(better.diff(&["--fail-on", "new"]).0, Some(0), "it is coalesced");
    let states = States::of(COLUMNS, first);
    assert_eq!(states.summary(), [0, 0, 1, 0, 0, 1]);
    let (code, text) = states.diff(&["--fail-on", "lost"]);
    assert_eq!((code, text.starts_with("lost: columns.c:9: ")), (Some(1), true), "{text}");
}

#[test]
fn what_is_not_counted_is_said() {
    let serial = COLUMNS.replacen("target teams distribute parallel for", "target", 1);
    let states = States::of(COLUMNS, &serial);
    assert_eq!(states.summary()[3], 1);
    let text = states.diff(&[]).1;
    assert!(text.contains("is not counted: one thread of the device runs the region;"), "{text}");
    let states = States::of(COLUMNS, COLUMNS);
    let mut failure = crate::report("columns.c", 3);
    failure["tool"]["version"] = json!(env!("CARGO_PKG_VERSION"));
    states.put("new", "columns.c", &failure);
    assert_eq!(states.summary(), [0, 0, 2, 0, 0, 0]);
    let text = states.diff(&[]).1;
    assert!(text.contains("not analysed: columns.c: WC902: xxx\n"), "{text}");
}

/// Counts of another version of warpcc may be others.
#[test]
fn other_versions_are_noted() {
    let states = States::of(COLUMNS, COLUMNS);
    let path = states.path().join("old/columns.c.json");
    let text = fs::read_to_string(&path).expect("a report");
    let mut report: Value = serde_json::from_str(&text).expect("JSON");
    report["tool"]["version"] = json!("0.0.1");
    states.put("old", "columns.c", &report);
    let output = run(states.path(), &["report", "diff", "old", "new"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let note = "warpctl: the reports are of several versions of warpcc: 0.0.1, ";
    assert!(output.status.success() && error.starts_with(note), "{error}");
}

#[test]
fn the_schema_is_strict() {
    let good = States::of(COLUMNS, &slower()).json();
    let damages = [
        ("/schema", json!("warpcc-report-diff/2")),
        ("/tolerance", json!(-1)),
        ("/summary/worse", json!(1.5)),
        ("/regions/0/change", json!("same")),
        ("/regions/0/change", json!("new")),
        ("/regions/0/old", Value::Null),
        ("/regions/0/line", json!(0)),
        ("/regions/0/reasons", json!([])),
        ("/regions/0/new/sectors_per_request", json!("4")),
    ];
    for (pointer, value) in damages {
        let mut damaged = good.clone();
        *damaged.pointer_mut(pointer).expect(pointer) = value.clone();
        assert!(!schema().is_valid(&damaged), "{pointer} = {value}");
    }
}

#[test]
fn only_new_findings_are_in_the_log() {
    let log = |states: &States| -> Value {
        let log = serde_json::from_str(&states.diff(&["--format", "sarif"]).1).expect("JSON");
        let errors: Vec<_> =
            sarif::schema().iter_errors(&log).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
        log
    };
    let found = |states: &States| -> Vec<(String, u64)> {
        let log = log(states);
        let results = log["runs"][0]["results"].as_array().expect("results");
        let place = |result: &Value| {
            let place = &result["locations"][0]["physicalLocation"]["region"]["startLine"];
            (result["ruleId"].as_str().expect("a rule").to_owned(), place.as_u64().expect("a line"))
        };
        results.iter().map(place).collect()
    };
    let moved = format!("/* 1\n2 */\n{COLUMNS}");
    assert_eq!(found(&States::of(COLUMNS, &moved)), []);
    assert_eq!(found(&States::of(COLUMNS, &faster())), []);
    let worse = found(&States::of(COLUMNS, &slower()));
    let uncoalesced = worse.iter().filter(|(code, _)| code == "WC101").collect::<Vec<_>>();
    assert_eq!(uncoalesced.len(), 2, "{worse:?}");
    assert!(worse.iter().all(|(_, line)| *line < 8), "{worse:?}");
}

#[test]
fn a_summary_is_a_table() {
    let text = States::of(COLUMNS, &slower()).diff(&["--format", "markdown"]).1;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "### Coalescing: 1 region worse, 0 new, 0 lost, 0 better, 1 the same");
    let row = "| **worse** | <code>columns.c:2</code> | <code>settle</code> | 4.66 -> 25 | 0 -> 2 | read of q\\[i \\* levels + k - 1\\]";
    assert!(lines[4].starts_with(row), "{text}");
    assert_eq!(lines.len(), 5, "{text}");
    let none = States::of(COLUMNS, COLUMNS).diff(&["--format", "markdown"]).1;
    assert_eq!(none, "### Coalescing: 0 regions worse, 0 new, 0 lost, 0 better, 2 the same\n");
}

/// Every report of the corpus is the same as itself, with all lines moved, too.
#[test]
fn a_state_is_the_same_as_itself() {
    fn moved(value: &mut Value) {
        match value {
            Value::Array(all) => all.iter_mut().for_each(moved),
            Value::Object(all) => {
                for (key, value) in all {
                    match value.as_u64() {
                        Some(line) if ["line", "inside"].contains(&key.as_str()) => {
                            *value = json!(line + 7);
                        }
                        _ => moved(value),
                    }
                }
            }
            _ => {}
        }
    }
    let mut compared = 0;
    for theme in themes() {
        let states = States::new();
        for entry in fs::read_dir(&theme).expect("a theme").map(|entry| entry.expect("it").path()) {
            if entry.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let text = fs::read_to_string(&entry).expect("a report");
            let mut report: Value = serde_json::from_str(&text).expect("JSON");
            let name = entry.file_name().expect("a name").to_string_lossy().into_owned();
            states.put("old", &name, &report);
            moved(&mut report);
            states.put("new", &name, &report);
        }
        let [worse, new, lost, uncounted, better, same] = states.summary();
        assert_eq!([worse, new, lost, better], [0; 4], "{}", theme.display());
        assert_eq!(states.json()["regions"], json!([]), "{}", theme.display());
        compared += same + uncounted;
    }
    assert!(compared > 500, "{compared} regions");
}

#[test]
fn a_folder_without_reports_is_an_error() {
    let states = States::of(COLUMNS, COLUMNS);
    fs::create_dir(states.path().join("empty")).expect("a folder");
    for args in [
        &["report", "diff", "empty", "new"][..],
        &["report", "diff", "old", "empty"],
        &["report", "merge", "empty"],
        &["report", "merge", "old", "empty", "-o", "empty/all.json"],
        &["report", "html", "empty"],
        &["report", "sarif", "empty"],
    ] {
        let output = run(states.path(), args);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert_eq!(error, "warpctl: error: no report in 'empty'\n", "{args:?}");
    }
    assert!(!states.path().join("empty/all.json").exists());
}

#[test]
fn an_analysis_can_fail_for_codes() {
    let states = States::of(COLUMNS, COLUMNS);
    let of = |codes: &str| {
        let output = run(states.path(), &["analyze", "columns.c", "--error-on", codes]);
        assert!(!output.stdout.is_empty(), "what was found is printed in any case");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(of("WC110,WC902"), (Some(0), String::new()));
    let error = "warpctl: error: WC101: memory access not coalesced: columns.c:9:drain\n";
    assert_eq!(of("WC101,WC110"), (Some(1), error.into()));
    assert_eq!(of("101"), (Some(1), error.into()));
    let output = run(states.path(), &["analyze", "columns.c", "--error-on=WC999"]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("'WC999' is no code"), "{error}");
}
