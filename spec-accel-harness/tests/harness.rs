//! The harness's program with real kernels and a real clang; a script stands for warpcc, so that
//! what it reports and how it fails is the test's choice.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Writes the sample report where it is wanted, notes the call, and calls clang with the rest.
const HONEST: &str = r#"
for argument; do
  shift
  case $argument in
    --warp-clang=*) clang=${argument#*=} ;;
    --warp-report=*) cp "$here/report.json" "${argument#*=}" ;;
    --warp-*) ;;
    *) set -- "$@" "$argument" ;;
  esac
done
echo call >>"$here/calls"
"#;

struct Bench {
    folder: TempDir,
}

impl Bench {
    /// A folder with a `warpcc` that ends in `last` and a `warpctl` that prints two lines.
    fn new(last: &str) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let report = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gemm.report.json");
        fs::copy(report, folder.path().join("report.json")).unwrap();
        let bench = Bench { folder };
        bench.script("warpcc", &format!("{HONEST}{last}"));
        bench.script("warpctl", "echo '--- pcsp_sweep.c'; echo '+++ pcsp_sweep.c'; exit 1");
        bench
    }

    fn script(&self, name: &str, body: &str) {
        let path = self.folder.path().join(name);
        let here = self.folder.path().display();
        fs::write(&path, format!("#!/bin/bash\nhere='{here}'\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn harness(&self, arguments: &[&str]) -> Output {
        self.harness_with(arguments, &[])
    }

    /// As [`Bench::harness`], with words for the kernels' programs.
    fn harness_with(&self, arguments: &[&str], words: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_spec-accel-harness"))
            .args(arguments)
            .arg("--warpcc")
            .arg(self.folder.path().join("warpcc"))
            .arg("--work")
            .arg(self.folder.path().join("work"))
            .arg("--")
            .args(words)
            .output()
            .unwrap()
    }

    fn calls(&self) -> usize {
        fs::read_to_string(self.folder.path().join("calls"))
            .map_or(0, |calls| calls.lines().count())
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn every_kernel_agrees_with_its_serial_version() {
    let bench = Bench::new("exit 1");
    let output = bench.harness_with(&["run", "--compiler", "clang"], &["reps=1", "reference"]);
    let text = stdout(&output);
    assert!(output.status.success(), "{text}");
    assert_eq!(text.matches("reference equal").count(), 5, "{text}");
    assert!(!text.contains("devices 0"), "{text}");
}

#[test]
fn a_size_out_of_range_is_refused() {
    let bench = Bench::new("exit 1");
    let program = bench.folder.path().join("work/mvt/clang-cpu/program");
    let built = bench.harness(&["build", "--compiler", "clang", "mvt"]);
    assert!(built.status.success());
    let output = Command::new(program)
        .arg("n=0")
        .env("LD_LIBRARY_PATH", "/usr/lib/llvm-19/lib")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(stderr, "error: n=0: want a number from 1 to 32768\n");
}

#[test]
fn the_demonstration_compares_links_and_builds_nothing_twice() {
    let bench = Bench::new(r#"exec "$clang" "$@""#);
    let first = bench.harness(&["demo", "gemm"]);
    let text = stdout(&first);
    assert!(first.status.success(), "{text}{}", String::from_utf8_lossy(&first.stderr));
    let row = text.lines().find(|line| line.starts_with("gemm ")).unwrap();
    for cell in ["collapse(2)", "1450 → 200", "7.25×", "equal", "ok"] {
        assert!(row.contains(cell), "{row}");
    }
    assert!(text.contains("C 32 → 4 ×2, A 32 → 1, B 1 → 4..5"), "{text}");
    assert_eq!(bench.calls(), 2);
    assert_eq!(stdout(&bench.harness(&["demo", "gemm"])), text);
    assert_eq!(bench.calls(), 2);
    bench.script("warpcc", &format!("{HONEST}exec \"$clang\" \"$@\" # newer"));
    bench.harness(&["demo", "gemm"]);
    assert_eq!(bench.calls(), 4);
}

#[test]
fn a_program_that_computes_something_else_fails_the_demonstration() {
    let bench = Bench::new(r#"exec "$clang" "${@/gemm.c/mvt.c}""#);
    let output = bench.harness(&["demo", "gemm"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("FAILED gemm: DIFFER: clang's program: "), "{text}");
}

#[test]
fn a_compiler_that_fails_shows_in_the_table_and_in_the_status() {
    let bench = Bench::new("echo 'error: no such thing' >&2; exit 1");
    let output = bench.harness(&["demo", "gemm", "pcsp_sweep"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("FAILED gemm: build failed: error: no such thing").count(), 1);
    assert!(text.contains("--- pcsp_sweep.c\n+++ pcsp_sweep.c\n"), "{text}");
}

#[test]
fn a_diff_that_cannot_be_made_fails_the_demonstration() {
    let bench = Bench::new(r#"exec "$clang" "$@""#);
    bench.script("warpctl", "echo 'no idea' >&2; exit 2");
    let output = bench.harness(&["demo", "pcsp_sweep"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("FAILED pcsp_sweep: warpctl diff failed: "));
}

#[test]
fn missing_tools_are_named_in_one_line() {
    let bench = Bench::new("exit 1");
    let output = bench.harness(&["demo", "--cuda", "/nonexistent"]);
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let expected = "error: no CUDA tools: no bin/ptxas in /nonexistent; run `make toolchain`\n";
    assert_eq!(stderr, expected);
}

#[test]
fn the_list_names_every_kernel() {
    let bench = Bench::new("exit 1");
    let text = stdout(&bench.harness(&["list"]));
    for kernel in ["gemm", "2dconv", "3dconv", "mvt", "pcsp_sweep"] {
        assert!(text.lines().any(|line| line.starts_with(&format!("{kernel} "))), "{text}");
    }
}
