//! Pages of many regions, and of hostile ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

/// Six shapes of kernels; `$` is a number that makes their names differ.
const SHAPES: [&str; 6] = [
    "void gemm$(int ni, int nj, int nk, float *A, float *B, float *C) {
#pragma omp target teams distribute parallel for map(to: A[0:ni*nk], B[0:nk*nj]) map(tofrom: C[0:ni*nj])
  for (int i = 0; i < ni; i++)
    for (int j = 0; j < nj; j++)
      for (int k = 0; k < nk; k++)
        C[i * nj + j] += A[i * nk + k] * B[k * nj + j];
}
",
    "void blur$(int ni, int nj, float *A, float *B) {
#pragma omp target teams distribute parallel for map(to: A[0:ni*nj]) map(from: B[0:ni*nj])
  for (int i = 1; i < ni - 1; i++)
    for (int j = 1; j < nj - 1; j++)
      B[i * nj + j] = A[(i - 1) * nj + j] + A[i * nj + j - 1] + A[i * nj + j]
                    + A[i * nj + j + 1] + A[(i + 1) * nj + j];
}
",
    "void sweep$(int n, double *a, double *b) {
#pragma omp target teams distribute parallel for map(tofrom: a[0:n*n]) map(to: b[0:n])
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++)
      a[i * n + j] = 0.5 * (a[i * n + j - 1] + a[i * n + j]) + b[j];
}
",
    "void rows$(int n, float *A, float *x, float *y) {
#pragma omp target teams distribute parallel for map(to: A[0:n*n], x[0:n]) map(from: y[0:n])
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < n; j++)
      s += A[i * n + j] * x[j];
    y[i] = s;
  }
}
",
    "void gather$(int n, int m, int *idx, float *A, float *B) {
#pragma omp target teams distribute parallel for map(to: idx[0:n], A[0:m]) map(from: B[0:n])
  for (int i = 0; i < n; i++)
    B[i] = A[idx[i]] + A[i % 7];
}
",
    "void stencil$(int n, float *A, float *B) {
#pragma omp target teams distribute parallel for map(to: A[0:n*n*n]) map(from: B[0:n*n*n])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      for (int k = 1; k < n - 1; k++)
        B[(i * n + j) * n + k] = A[((i - 1) * n + j) * n + k] + A[((i + 1) * n + j) * n + k]
                               + A[(i * n + j - 1) * n + k] + A[(i * n + j + 1) * n + k];
}
",
];

/// A name that would leave its place, were it not escaped.
pub(crate) const HOSTILE: &str =
    "</script></style><img src=x onerror='hacked=1'>\"'><b>&amp;\u{202e}";

/// Analyses the command's files with `warpctl` in `folder` and returns what it prints.
pub(crate) fn warpctl(program: &Path, folder: &Path, args: &[&str]) -> Vec<u8> {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("WARPCC_") {
            command.env_remove(name);
        }
    }
    let output = command.args(args).current_dir(folder).output().expect("warpctl runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    output.stdout
}

/// Writes `units` sources of 30 regions each into `folder`, and their reports to `all.json`.
pub(crate) fn analyze(folder: &Path, program: &Path, units: usize) -> PathBuf {
    let names: Vec<String> = (0..units).map(|unit| format!("unit{unit}.c")).collect();
    for (unit, name) in names.iter().enumerate() {
        let kernel = |n: usize| SHAPES[n % SHAPES.len()].replace('$', &n.to_string());
        let text: Vec<String> = (unit * 30..unit * 30 + 30).map(kernel).collect();
        fs::write(folder.join(name), text.join("\n")).expect("a source");
    }
    let names = names.iter().map(String::as_str);
    let args: Vec<&str> = ["analyze", "--format", "json"].into_iter().chain(names).collect();
    let all = folder.join("all.json");
    fs::write(&all, warpctl(program, folder, &args)).expect("the reports");
    all
}

/// Writes the page of a report in which every text is hostile, its source too.
pub(crate) fn hostile_page(folder: &Path, program: &Path) -> PathBuf {
    let all = analyze(folder, program, 1);
    let text = fs::read_to_string(all).expect("the report");
    let mut report: Value = serde_json::from_str(&text).expect("JSON");
    poison(&mut report);
    report["schema"] = json!("warpcc-report/1");
    for region in report["regions"].as_array_mut().expect("regions") {
        region["file"] = json!("hostile.c");
        for access in region["accesses"].as_array_mut().expect("accesses") {
            access["line"] = json!(1);
            access["column"] = json!(1);
        }
        let plan = &mut region["plan"];
        plan["steps"].as_array_mut().expect("steps").iter_mut().for_each(sink);
        if let Some(steps) = plan.pointer_mut("/guard/otherwise").and_then(Value::as_array_mut) {
            steps.iter_mut().for_each(sink);
        }
        region["line"] = json!(1);
        add_all(region);
    }
    fs::write(folder.join("hostile.c"), format!("{HOSTILE}\n").repeat(9)).expect("a source");
    fs::write(folder.join("hostile.json"), report.to_string()).expect("a report");
    warpctl(program, folder, &["report", "html", "hostile.json", "-o", "hostile.html"]);
    folder.join("hostile.html")
}

/// Makes a step one that reports may have, since a hostile one is no step.
fn sink(step: &mut Value) {
    step["kind"] = json!("sink");
    step["lines"] = json!([1]);
}

/// Gives a region what the kernels' regions lack, so that each list of a report has a hostile element.
fn add_all(region: &mut Value) {
    let finding = json!({ "code": HOSTILE, "text": HOSTILE });
    let range = json!({ "base": HOSTILE, "first": HOSTILE, "end": HOSTILE });
    let conditions = json!([{ "text": HOSTILE, "left": range, "right": range }]);
    let sink = json!({ "kind": "sink", "lines": [1] });
    region["mapping"]["findings"] = json!([finding]);
    region["mapping"]["team_loops"] = json!([HOSTILE]);
    region["scalars"] = json!([{ "name": HOSTILE, "loop": HOSTILE, "use": HOSTILE,
                                 "operator": HOSTILE, "live_out": true }]);
    region["reductions"] = json!([{ "line": 1, "text": HOSTILE, "base": HOSTILE,
                                    "operator": HOSTILE, "loops": [HOSTILE], "indirect": true }]);
    region["plan"]["assumptions"] = json!([finding]);
    region["plan"]["rejected"] = json!([{ "step": sink, "further_steps": [sink], "untested": HOSTILE, "code": HOSTILE,
                                          "reason": HOSTILE, "conditions": conditions }]);
    for dependence in region["dependences"].as_array_mut().expect("dependences") {
        dependence["vectors"] = json!([HOSTILE]);
        dependence["assumptions"] = json!([HOSTILE]);
        dependence["conditions"] = conditions.clone();
    }
}

fn poison(value: &mut Value) {
    match value {
        Value::String(text) => *text = HOSTILE.into(),
        Value::Array(list) => list.iter_mut().for_each(poison),
        Value::Object(object) => object.values_mut().for_each(poison),
        _ => {}
    }
}
