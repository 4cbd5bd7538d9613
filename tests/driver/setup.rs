//! A folder with sources and a clang that records how it is called.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

pub(crate) const WARPCC: &str = env!("CARGO_BIN_EXE_warpcc");
pub(crate) const WARPCTL: &str = env!("CARGO_BIN_EXE_warpctl");
pub(crate) const CLANG: &str = "/usr/lib/llvm-19/bin/clang";

/// Records its arguments (each ended by a zero byte), its process and its environment beside
/// itself, writes to both streams, and ends as the environment says.
pub(crate) const RECORDER: &str = r#"#!/bin/sh
{ for arg in "$@"; do printf '%s\0' "$arg"; done; } > "$0.args"
echo $$ > "$0.pid"
env > "$0.env"
printf 'out\n'
printf 'err\n' >&2
test -z "$FAKE_SIGNAL" || kill -s "$FAKE_SIGNAL" $$
exit "${FAKE_EXIT:-0}"
"#;

pub(crate) const SOURCE: &str = "int main(void) { return 0; }\n";
pub(crate) const TARGET: &str = "void f(int *p) {\n#pragma omp target map(p[:1])\n  *p = 1;\n}\n";

pub(crate) struct Setup {
    pub(crate) folder: TempDir,
}

impl Setup {
    /// A folder with sources and the recording clang.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let setup = Self { folder };
        for name in ["a.c", "b.c", "a.cc", "a.i", "a.h", "src dir/a.c"] {
            setup.write(name, SOURCE);
        }
        setup.write("t.c", TARGET);
        setup.write("t.cc", TARGET);
        setup.program("clang", RECORDER);
        setup
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, and makes its folder.
    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.at(name).parent().expect("a folder")).expect("a folder");
        fs::write(self.at(name), text).expect("a file");
    }

    pub(crate) fn program(&self, name: &str, text: &str) {
        self.write(name, text);
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(self.at(name), mode).expect("a program");
    }

    /// The one report in a folder.
    pub(crate) fn only_report(&self, folder: &str) -> String {
        let mut entries = fs::read_dir(self.at(folder)).expect("a folder");
        let entry = entries.next().expect("a report").expect("an entry");
        assert!(entries.next().is_none(), "one report");
        fs::read_to_string(entry.path()).expect("a report")
    }

    /// A program in the folder, with nothing of the test's own settings, strict, with no clang ahead of the analysis, with changed
    /// loops on processors, too, and with all the time that a loaded machine may take.
    pub(crate) fn program_command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("WARPCC_") {
                command.env_remove(name);
            }
        }
        command.current_dir(self.folder.path()).env("PWD", self.folder.path());
        command.env("WARPCC_STRICT", "1").env("WARPCC_BUDGET_MS", "0").env("WARPCC_AHEAD", "off");
        command.env("WARPCC_HOST_LOOPS", "off");
        command
    }

    /// `warpcc` in front of the recorder.
    pub(crate) fn warpcc(&self) -> Command {
        let mut command = self.program_command(Path::new(WARPCC));
        command.env("WARPCC_CLANG", self.at("clang"));
        command
    }

    pub(crate) fn recorded(&self) -> Vec<String> {
        let text = fs::read_to_string(self.at("clang.args")).expect("the recorder ran");
        let mut args: Vec<String> = text.split('\0').map(str::to_owned).collect();
        args.pop();
        args
    }

    pub(crate) fn ran(&self) -> bool {
        self.at("clang.args").exists()
    }
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A program with one region that gains from `collapse(2)`.
pub(crate) const GEMM: &str = "\
#include <stdio.h>
#define N 64
static float a[N * N], b[N * N], c[N * N];
static void gemm(float *A, float *B, float *C) {
#pragma omp target teams distribute parallel for map(to : A[:N * N], B[:N * N]) map(tofrom : C[:N * N])
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      float sum = 0;
      for (int k = 0; k < N; k++)
        sum += A[i * N + k] * B[k * N + j];
      C[i * N + j] = sum;
    }
}
int main(void) {
  for (int i = 0; i < N * N; i++)
    a[i] = i % 7, b[i] = i % 5;
  gemm(a, b, c);
  double total = 0;
  for (int i = 0; i < N * N; i++)
    total += c[i] * (i % 3);
  printf(\"%s:%d %.1f\\n\", __FILE__, __LINE__, total);
  return 0;
}
";
