//! `warpctl`: what people see.

use std::fs;
use std::path::Path;

use crate::offload::many_regions;
use crate::setup::{CLANG, GEMM, Setup, WARPCTL, stderr};

fn warpctl(setup: &Setup, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = setup.program_command(Path::new(WARPCTL));
    let output = command.args(args).output().expect("warpctl runs");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned(), stderr(&output))
}

#[test]
fn warpctl_explains_codes() {
    let setup = Setup::new();
    for name in ["WC205", "wc205", "205"] {
        let (code, page, _) = warpctl(&setup, &["explain", name]);
        assert_eq!(code, Some(0));
        assert!(page.starts_with("# WC205: "), "{page}");
    }
    let (code, _, error) = warpctl(&setup, &["explain", "WC999"]);
    assert_eq!(code, Some(1));
    assert_eq!(error, "warpctl: error: 'WC999' is neither a code nor FILE:LINE\n");
}

#[test]
fn warpctl_says_what_it_cannot_read() {
    let setup = Setup::new();
    let cases: &[&[&str]] = &[
        &["analyze", "absent.c"],
        &["analyze", "a.o"],
        &["analyze", "a.c", "-p", "absent"],
        &["analyze", "a.c", "--machine", "vax"],
        &["analyze", "a.c", "--clang", "absent-clang"],
        &["diff", "absent.c", "--", "-DX"],
        &["explain", "absent.c:7"],
        &["explain", "t.c:3", "--simulated", "absent.json"],
        &["explain", "t.c:3", "--simulated", "a.c"],
        &["report", "merge", "absent.json"],
        &["report", "merge", "a.c"],
    ];
    for case in cases {
        let (code, out, error) = warpctl(&setup, case);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{case:?}");
        assert!(error.starts_with("warpctl: error: ") && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn warpctl_keeps_the_budget_of_a_driver() {
    let setup = Setup::new();
    setup.write("many.c", &many_regions());
    let of = |option: &[&str], variable: &str| {
        let mut command = setup.program_command(Path::new(WARPCTL));
        command.args(["analyze", "many.c", "--format", "json", "--clang", CLANG]).args(option);
        let output = command.env("WARPCC_BUDGET_MS", variable).output().expect("warpctl runs");
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
        String::from_utf8_lossy(&output.stdout).contains("WC902")
    };
    assert!(of(&["--budget-ms", "1"], "") && of(&[], "1"));
    assert!(!of(&["--budget-ms", "0"], "1"));
}

#[test]
fn warpctl_reads_a_file_in_the_language_that_is_named() {
    let setup = Setup::new();
    setup.write("class.c", "class A { int x; };\n");
    let of = |flags: &[&str]| {
        let args = [&["analyze", "class.c", "--clang", CLANG, "--"], flags].concat();
        let (code, _, error) = warpctl(&setup, &args);
        (code, error)
    };
    assert_eq!(of(&["-x", "c++", "-std=c++11"]), (Some(0), String::new()));
    let (code, error) = of(&[]);
    assert!(code == Some(1) && error.contains("unknown type name 'class'"), "{error}");
}

#[test]
fn warpctl_merges_the_reports_of_a_build() {
    let setup = Setup::new();
    setup.write("b.json", r#"{"schema":"warpcc-report/1","unit":"b.c"}"#);
    setup.write("a.json", r#"{"schema":"warpcc-report/1","unit":"a.c"}"#);
    let (code, text, _) = warpctl(&setup, &["report", "merge", "b.json", "."]);
    assert_eq!(code, Some(0));
    let set: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(set["schema"], "warpcc-report-set/1");
    let units: Vec<_> = set["units"].as_array().expect("units").iter().collect();
    assert_eq!(units.iter().map(|unit| &unit["unit"]).collect::<Vec<_>>(), ["a.c", "b.c"]);
    let (code, out, _) = warpctl(&setup, &["report", "merge", ".", "-o", "new/set.json"]);
    assert_eq!((code, out.as_str()), (Some(0), ""));
    assert_eq!(fs::read_to_string(setup.at("new/set.json")).expect("a set"), text);
}

#[test]
fn warpctl_doctor_has_one_line_for_each_part() {
    let setup = Setup::new();
    let clang = setup.at("clang");
    let (code, text, _) = warpctl(&setup, &["doctor", "--clang", clang.to_str().expect("text")]);
    assert_eq!(code, Some(1));
    assert!(text.contains("libclang         MISSING: install libclang-19-dev"), "{text}");
    let parts = [
        "clang ",
        "libclang ",
        "device library ",
        "libomptarget ",
        "ptxas ",
        "nvlink ",
        "libdevice ",
        "offload ",
        "simulator ",
        "GPU ",
    ];
    assert_eq!(text.lines().count(), parts.len());
    for (line, part) in text.lines().zip(parts) {
        assert!(line.starts_with(part), "{line}");
    }
    assert!(!setup.ran());
}

#[test]
fn warpctl_shows_what_the_driver_does() {
    let setup = Setup::new();
    setup.write("gemm.c", GEMM);
    setup.write(
        "compile_commands.json",
        &serde_json::json!([{
            "directory": setup.folder.path(), "file": "gemm.c", "command": "clang -c gemm.c",
        }])
        .to_string(),
    );
    let (code, patch, error) = warpctl(&setup, &["diff", "gemm.c"]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    assert!(patch.starts_with("--- a/gemm.c\n+++ b/gemm.c\n") && patch.contains("collapse(2)"));
    let (_, text, _) = warpctl(&setup, &["analyze", "gemm.c", "-p", "."]);
    assert!(text.contains("gemm.c: 1 of 1 target regions rewritten"), "{text}");
    let (_, text, _) = warpctl(&setup, &["explain", "gemm.c:10"]);
    assert!(text.starts_with("gemm.c:5: target teams distribute parallel for in gemm\n"), "{text}");
    let (_, json, _) = warpctl(&setup, &["analyze", "--format", "json", "gemm.c"]);
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(report["unit"], "gemm.c");
}

/// What is proved of the text that one compilation sees is applied to that compilation, and makes a patch only where the
/// others see none of it.
#[test]
fn a_patch_holds_whatever_macros_are_defined() {
    let setup = Setup::new();
    let inside = "void f(int n, double *restrict a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n * n])
  for (int i = 0; i < n; i++) {
#ifdef X
    int k = 2 * i;
#else
    int k = 3 * i;
#endif
    for (int j = 0; j < n; j++)
      a[i * n + j] *= k;
  }
}
";
    let behind = "void f(int n, double *restrict a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a[i * n + j] *= 2;
#if X
      a[i * n] += 1;
#endif
    }
}
";
    let around = "void f(int n, double *restrict a) {
#ifdef X
  for (int i = 0; i < 2 * n; i++) {
    for (int j = 0; j < n; j++) {
#else
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n * n])
  for (int i = 0; i < n; i++) {
    int k = 3 * i;
    for (int j = 0; j < n; j++) {
      a[i * n + j] *= k;
#endif
      a[i * n + j] *= 2;
    }
  }
}
";
    let chosen = "void f(int n, double *restrict a, const double *b, const double *c) {
  int i, j, k;
#ifdef X
#pragma omp parallel for private(k, j)
#else
#pragma omp target teams distribute parallel for private(k, j) map(tofrom : a[0 : n * n]) map(to : b[0 : n * n], c[0 : n * n])
#endif
  for (i = 0; i < n; i++)
    for (k = 0; k < n; k++)
      for (j = 0; j < n; j++)
        a[i * n + j] += b[i * n + k] * c[k * n + j];
}
";
    for (name, text, in_patch) in
        [("inside", inside, 0), ("behind", behind, 0), ("around", around, 1), ("chosen", chosen, 0)]
    {
        setup.write("f.c", text);
        let (code, patch, error) = warpctl(&setup, &["diff", "f.c"]);
        assert_eq!((code, error.as_str()), (Some(0), ""), "{name}");
        assert_eq!(patch.matches("collapse(2)").count(), in_patch, "{name}: {patch}");
        let (_, json, _) = warpctl(&setup, &["analyze", "--format", "json", "f.c"]);
        let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let plan = &report["regions"][0]["plan"];
        assert_eq!(plan["applied"], true, "{name}: a compilation is rewritten: {plan}");
        assert_eq!(plan["edits"].is_null(), in_patch == 0, "{name}: {plan}");
    }
}
