//! What a compilation leaves behind: the same as with clang alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::setup::{CLANG, GEMM, Setup, WARPCC, stderr};

/// The files of a folder and the folders in it, with their contents.
pub(crate) type Files = BTreeMap<PathBuf, Vec<u8>>;

fn collect(folder: &Path, files: &mut Files) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.insert(path.clone(), fs::read(&path).unwrap_or_default());
        }
    }
}

pub(crate) fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    collect(folder, &mut files);
    files
}

/// What a command did: what it said, and the files that it wrote or changed.
#[derive(Debug)]
pub(crate) struct Effect {
    pub(crate) output: Output,
    pub(crate) written: Files,
}

/// Runs a command in the setup's folder, and puts the folder back as it was.
pub(crate) fn effect(setup: &Setup, mut command: Command, before: &Files) -> Effect {
    let input = fs::File::open(setup.at("a.c")).expect("a file");
    let output = command.stdin(Stdio::from(input)).output().expect("it runs");
    let after = files(setup.folder.path());
    for (path, bytes) in before.iter().filter(|(path, _)| !after.contains_key(*path)) {
        fs::write(path, bytes).expect("a file");
    }
    let written: Files =
        after.into_iter().filter(|(path, bytes)| before.get(path) != Some(bytes)).collect();
    for path in written.keys() {
        match before.get(path) {
            Some(bytes) => fs::write(path, bytes).expect("a file"),
            None => fs::remove_file(path).expect("a file"),
        }
    }
    Effect { output, written }
}

/// The text without the names of clang's temporary files: `…/a-1b2c3d.o` becomes `…/a-XXXXXX.o`, `/tmp/warpcc-AbCdEf/` `/tmp/`.
pub(crate) fn normal(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    while let Some(at) = memchr::memmem::find(&text, b"/warpcc-") {
        text.drain(at..text.len().min(at + "/warpcc-AbCdEf".len()));
    }
    let mut at = 0;
    while at + 8 < text.len() {
        let hash = &text[at + 1..at + 7];
        let is_hash =
            hash.iter().all(|byte| byte.is_ascii_hexdigit() && !byte.is_ascii_uppercase());
        if text[at] == b'-' && is_hash && matches!(text[at + 7], b'.' | b'/' | b'"' | b'-') {
            text[at + 1..at + 7].fill(b'X');
        }
        at += 1;
    }
    text
}

pub(crate) fn clang(setup: &Setup, args: &[&str]) -> Command {
    let mut command = setup.program_command(Path::new(CLANG));
    command.args(args);
    command
}

pub(crate) fn warpcc(setup: &Setup, args: &[&str]) -> Command {
    let mut command = setup.program_command(Path::new(WARPCC));
    command.env("WARPCC_CLANG", CLANG).env("WARPCC_STRICT", "0").args(args);
    command.env("WARPCC_AHEAD", "on");
    command
}

/// Asserts that both commands say the same, and returns what they wrote: clang, then warpcc.
pub(crate) fn said_the_same(setup: &Setup, args: &[&str], ours: &[&str]) -> [Files; 2] {
    let before = files(setup.folder.path());
    let plain = effect(setup, clang(setup, args), &before);
    let mut command = warpcc(setup, args);
    command.args(ours);
    let better = effect(setup, command, &before);
    assert_eq!(stderr(&better.output), stderr(&plain.output), "{args:?}");
    assert_eq!(better.output.status, plain.output.status, "{args:?}");
    assert!(better.output.stdout == plain.output.stdout, "{args:?}");
    [plain.written, better.written]
}

const OFFLOAD: [&str; 3] = ["-O1", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"];

#[test]
fn a_unit_that_is_not_rewritten_leaves_the_same_bytes() {
    let setup = Setup::new();
    setup.write("gemm.c", GEMM);
    setup.write("warn.c", "#include <assert.h>\nint f(unsigned n) { assert(n > -1); int u; }\n");
    let cases: &[&[&str]] = &[
        &["-g", "-c", "t.c", "-o", "t.o", "-MD", "-MF", "t.d"],
        &["-g3", "-c", "t.c", "a.c", "warn.c", "-Wall", "-Wextra", "-MMD"],
        &["-c", "warn.c", "-Wall", "-Wextra", "-Werror"],
        &["-E", "gemm.c"],
        &["-E", "-dD", "gemm.c", "-o", "gemm.i"],
        &["-M", "gemm.c", "t.c"],
        &["-S", "t.c", "-o", "-"],
        &["-S", "-emit-llvm", "t.c", "-g"],
        &["-fsyntax-only", "t.c", "-Wall"],
        &["-save-temps", "-c", "t.c", "-g"],
        &["-c", "t.c", "-o", "/dev/null"],
        &["-x", "c", "-", "-c", "-o", "stdin.o"],
        &["a.c", "t.c", "-o", "program"],
        &["-c", "gemm.c", "--config=absent.cfg"],
        &["-c", "gemm.c", "-working-directory=."],
    ];
    for case in cases {
        let args: Vec<&str> = OFFLOAD.iter().chain(*case).copied().collect();
        let [plain, better] = said_the_same(&setup, &args, &[]);
        let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&better), names(&plain), "{args:?}");
        for (path, bytes) in &plain {
            assert!(normal(bytes) == normal(&better[path]), "{} {args:?}", path.display());
        }
    }
}

/// A unit with everything that names a place: assertions, `__FILE__`, `__LINE__`, `__func__`,
/// a header of its own.
fn placed(setup: &Setup) {
    setup.write("inc/places.h", "static const char *header(void) { return __FILE__; }\n");
    let head = "#include <assert.h>\n#include \"places.h\"\n";
    let text =
        GEMM.replace("int main(void) {", "int main(void) {\n  assert(header() && __LINE__);");
    setup.write("sub/gemm.c", &format!("{head}{text}"));
}

/// The distinct pieces of `text` from `start` to the end of the line, sorted, without the checksum
/// of a source's text.
fn pieces(text: &[u8], start: &str) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let found =
        text.lines().filter_map(|line| line[line.find(start)?..].split(", checksum").next());
    let mut pieces: Vec<String> = found.map(str::to_owned).collect();
    pieces.sort();
    pieces.dedup();
    pieces
}

/// The quoted texts in the pieces, but for the OpenMP runtime's `;file;function;line;column;;`: an
/// edit moves columns.
fn texts(text: &[u8], start: &str) -> Vec<String> {
    let pieces = pieces(text, start).into_iter().filter(|piece| !piece.contains("c\";"));
    let quoted = pieces.filter_map(|piece| Some(piece[..piece.rfind('"')?].to_owned()));
    quoted.collect()
}

/// A kernel's name from where it is defined: `__omp_offloading_…_gemm_l7`.
pub(crate) fn kernels(text: &[u8]) -> Vec<String> {
    let lines = pieces(text, "@__omp_offloading_");
    let name = |line: &String| line.split(['(', ' ', ',', '.']).next().unwrap_or("").to_owned();
    let mut names: Vec<String> = lines.iter().map(name).collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn a_rewritten_unit_keeps_every_name_and_place() {
    let setup = Setup::new();
    placed(&setup);
    let absolute = setup.at("sub/gemm.c").to_str().expect("text").to_owned();
    for input in ["sub/gemm.c", "./sub/../sub/gemm.c", absolute.as_str()] {
        for side in ["--offload-host-only", "--offload-device-only"] {
            let args =
                [&OFFLOAD[..], &["-g", "-S", "-emit-llvm", "-I", "inc", side, input]].concat();
            let args = [&args[..], &["-o", "out.ll", "-MD", "-MF", "out.d"]].concat();
            let ours = ["--warp-save-source=saved"];
            let [plain, better] = said_the_same(&setup, &args, &ours);
            assert!(better.contains_key(&setup.at("saved/gemm.c")), "{args:?}");
            let [dependencies, code] = ["out.d", "out.ll"].map(|name| setup.at(name));
            assert_eq!(better.get(&dependencies), plain.get(&dependencies));
            let (a, b) = (&plain[&code], &better[&code]);
            assert_ne!(a, b, "it is rewritten");
            assert!(!kernels(a).is_empty());
            assert_eq!(kernels(b), kernels(a), "{args:?}");
            for start in ["!DIFile(", "source_filename", "i8] c\""] {
                assert_eq!(texts(b, start), texts(a, start), "{start} {args:?}");
            }
        }
    }
}

/// The directive's line is edited, and clang has something to say of it.
const WARNED: &str = "\
void f(int n, float *a) {
#pragma omp target teams distribute parallel for map(a[:4096]) if(n > 3u)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++) { int unused; a[i * 64 + j] = 1; }
}
";

#[test]
fn messages_about_an_edited_line_quote_the_users_text() {
    let setup = Setup::new();
    setup.write("w.c", WARNED);
    setup.write("line.c", &format!("#line 700 \"w.y\"\n{WARNED}"));
    setup.write("w.rsp", "-fno-show-source-location -c w.c");
    let cases: &[&[&str]] = &[
        &["-c", "w.c"],
        &["-c", "line.c"],
        &["@w.rsp"],
        &["-c", "w.c", "-fcolor-diagnostics", "-fmessage-length=60"],
        &["-c", "w.c", "-fdiagnostics-format=msvc"],
        &["-c", "w.c", "-fdiagnostics-format=vi", "-fno-caret-diagnostics"],
        &["-c", "w.c", "-fdiagnostics-format=sarif"],
        &["-c", "w.c", "-fno-show-source-location", "-fno-diagnostics-show-line-numbers"],
        &["-c", "w.c", "-fdiagnostics-parseable-fixits", "-fdiagnostics-show-category=name"],
        &["-c", "w.c", "-lunused", "-MD"],
        &["-c", "w.c", "-D_OPENMP=1"],
        &["-c", "w.c", "t.cc", "-fcolor-diagnostics", "-D", "lib.c"],
        &["-S", "w.c", "-Rpass=inline", "-Rpass-missed=.*"],
        &["-c", "w.c", "a.c", "-Wunknown-warning"],
    ];
    for case in cases {
        let args = [&OFFLOAD[..], &["-Wall", "-Wextra"], *case].concat();
        let [plain, better] = said_the_same(&setup, &args, &["--warp-save-source=saved"]);
        assert!(better.keys().any(|path| path.starts_with(setup.at("saved"))), "{args:?}");
        let names = |files: &Files| {
            let saved = setup.at("saved");
            files.keys().filter(|path| !path.starts_with(&saved)).cloned().collect::<Vec<_>>()
        };
        assert_eq!(names(&better), names(&plain), "{args:?}");
    }
    said_the_same(
        &setup,
        &[&OFFLOAD[..], &["-c", "w.c", "-Wall", "-Wextra", "-Werror"]].concat(),
        &[],
    );
}
