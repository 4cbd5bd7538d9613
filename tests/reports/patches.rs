//! `warpctl diff` as git and patch take it.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::kernels;

const NEST: &str = "void f(int n, float *A) {
#pragma omp target teams distribute parallel for map(tofrom: A[0:n*n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i * n + j] += 1;
}";

/// Feeds `patch` to a program in `folder`.
fn feed(folder: &Path, program: &str, args: &[&str], patch: &[u8]) {
    fs::write(folder.join("change.patch"), patch).expect("a file");
    let input = fs::File::open(folder.join("change.patch")).expect("a file");
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        .env("GIT_CEILING_DIRECTORIES", folder)
        .stdin(input)
        .stderr(Stdio::piped())
        .output()
        .expect("the program runs");
    let error = String::from_utf8_lossy(&output.stderr);
    let shown = String::from_utf8_lossy(patch);
    assert!(output.status.success(), "{program} {args:?}: {error}\n{shown}");
}

/// The text that clang reads in the place of `name`, as warpcc's diff and both programs have it.
fn check(name: &str, text: &[u8]) {
    let rewritten = String::from_utf8_lossy(text)
        .replace("parallel for map", "parallel for collapse(2) map")
        .into_bytes();
    assert_ne!(rewritten, text);
    for (program, args) in [
        ("git", &["apply", "--whitespace=nowarn"][..]),
        ("git", &["apply", "--whitespace=nowarn", "--check", "--verbose"][..]),
        ("patch", &["-p1", "--binary", "--silent"][..]),
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, text).expect("a file");
        let warpctl = Path::new(crate::WARPCTL);
        let patch = kernels::warpctl(warpctl, folder.path(), &["diff", name]);
        let absolute = file.to_str().expect("UTF-8");
        let absolute = kernels::warpctl(warpctl, folder.path(), &["diff", absolute]);
        assert!(absolute == patch, "an absolute name below this folder is the same file");
        feed(folder.path(), program, args, &patch);
        let checked_only = args.contains(&"--check");
        let wanted = if checked_only { text } else { &rewritten };
        assert!(fs::read(&file).expect("the file") == wanted, "{program} on {name:?}");
    }
}

#[test]
fn plain_files() {
    check("a.c", format!("{NEST}\n").as_bytes());
    check("dir/sub/a.c", format!("{NEST}\n").as_bytes());
}

#[test]
fn files_without_a_final_newline() {
    check("a.c", NEST.as_bytes());
    check("short.c", NEST.replace(";\n}", "; }").as_bytes());
}

#[test]
fn files_with_carriage_returns() {
    let text = format!("{NEST}\n").replace('\n', "\r\n");
    check("a.c", text.as_bytes());
    check("mixed.c", text.replacen("\r\n", "\n", 2).as_bytes());
    check("end.c", text.trim_end().as_bytes());
}

#[test]
fn files_with_other_bytes_and_names() {
    check("a.c", format!("/* \u{fc}\u{0c} */\n{NEST}\n").as_bytes());
    check("with blank.c", format!("{NEST}\n").as_bytes());
    check("gr\u{fc}n.c", format!("{NEST}\n").as_bytes());
    check("quo\"te\\.c", format!("{NEST}\n").as_bytes());
}

/// Two versions whose first line stands in one group of a conditional would not compile with the other one.
#[test]
fn patches_compile_with_other_macros() {
    let text = "void f(int n, float *A, float *B) {
#ifdef HOST
#pragma omp parallel for
#else
#pragma omp target teams distribute parallel for
#endif
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      A[i * n + j] += B[j * n + i];
}
";
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("f.c"), text).expect("a file");
    let warpctl = Path::new(crate::WARPCTL);
    let explained = kernels::warpctl(warpctl, folder.path(), &["explain", "f.c:5"]);
    assert!(String::from_utf8_lossy(&explained).contains("by the test"), "a compilation has both");
    let patch = kernels::warpctl(warpctl, folder.path(), &["diff", "f.c"]);
    assert!(patch.is_empty(), "{}", String::from_utf8_lossy(&patch));
}
