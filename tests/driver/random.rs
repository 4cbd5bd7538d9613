//! Randomly composed command lines: warpcc does what clang does.
//!
//! `WARPCC_DRIVER_LINES` says how many (a few by default), `WARPCC_DRIVER_SEED` where to start.

use std::collections::BTreeSet;
use std::fs;
use std::thread;

use crate::artefacts::{self, Effect, Files, normal};
use crate::setup::{GEMM, Setup, TARGET};

/// A generator of numbers (Marsaglia: "Xorshift RNGs", 2003).
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % below as u64) as usize
    }

    fn one<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.next(from.len())]
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.next(100) < percent
    }
}

const SOURCES: &[&str] = &[
    "a.c",
    "a.c",
    "a.cc",
    "t.c",
    "t.c",
    "t.cc",
    "gemm.c",
    "gemm.c",
    "warn.c",
    "bad.c",
    "uses.c",
    "empty.c",
    "lib.c",
    "a.i",
    "x.S",
    "x.s",
    "a.ll",
    "lib.o",
    "absent.c",
    "src dir/a.c",
    "./t.c",
    "sub/../gemm.c",
    "-",
    "w.c",
    "odd.txt",
];

/// What is made; words are separated by `|`.
const STEPS: &[&str] = &[
    "-c",
    "-c",
    "-c",
    "-c",
    "-c",
    "-c",
    "-S",
    "-S|-o|-",
    "-E",
    "-E|-P",
    "-M",
    "-MM",
    "-fsyntax-only",
    "-emit-llvm|-c",
    "-emit-llvm|-S",
    "-c|-###",
    "-c|-MD",
    "-c|-MMD|-MP",
    "-c|-MD|-MF|d.d",
    "-c|-MMD|-MT|a b|-MQ|$x",
    "-c|-o|out.o",
    "-c|-oout.o",
    "-c|-o|/dev/null",
    "-c|-save-temps",
    "-c|-save-temps=obj|-o|out.o",
    "-c|--output=out.o",
    "-E|-dM",
    "-H|-c",
    "-c|-Wp,-MD,w.d",
    "-S|-fverbose-asm",
];

const ALONE: &[&str] = &[
    "--version",
    "-dumpversion",
    "-dumpmachine",
    "-print-resource-dir",
    "-print-file-name=libc.so",
    "-print-search-dirs",
    "--help",
    "-print-prog-name=ld",
    "-print-target-triple",
    "",
    "-cc1|-version",
    "-v",
    "-print-libgcc-file-name",
    "--autocomplete=-fno-sa",
    "--print-supported-cpus",
];

const OPTIONS: &[&str] = &[
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Os",
    "-g",
    "-g0",
    "-gdwarf-4",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-w",
    "-pedantic",
    "-DX=1",
    "-D|Y",
    "-DS=\"a b\"",
    "-UX",
    "-I|inc",
    "-Iinc",
    "-isystem|inc",
    "-iquote|inc",
    "-idirafter|inc",
    "-include|a.h",
    "-imacros|a.h",
    "-std=c11",
    "-std=gnu17",
    "-std=c++17",
    "-ansi",
    "-fPIC",
    "-fno-exceptions",
    "-ffast-math",
    "-fno-omit-frame-pointer",
    "-fvisibility=hidden",
    "-funroll-loops",
    "-fcolor-diagnostics",
    "-fno-color-diagnostics",
    "-fdiagnostics-format=msvc",
    "-fdiagnostics-format=sarif",
    "-fno-caret-diagnostics",
    "-fdiagnostics-absolute-paths",
    "-fno-diagnostics-show-line-numbers",
    "-ferror-limit=1",
    "-fmessage-length=40",
    "-Xclang|-fno-pch-timestamp",
    "-Xclang|-disable-llvm-passes",
    "-Xclang|-DQ",
    "-mllvm|-inline-threshold=3",
    "-Wl,-O1",
    "-Wl,--as-needed",
    "-lm",
    "-L.",
    "-pthread",
    "-march=x86-64-v2",
    "-mtune=generic",
    "-m64",
    "-funknown-thing",
    "--unknown",
    "-Wunknown-thing",
    "-Wno-unknown-thing",
    "-x|c",
    "-x|c++",
    "-x|none",
    "-xassembler-with-cpp",
    "-xcpp-output",
    "-pipe",
    "-nostdinc",
    "-ffreestanding",
    "-Xpreprocessor|-DZ",
    "-Wp,-DV,-UV",
    "-Xarch_host|-g",
    "-Xarch_host|-DH",
    "-Xlinker|-O1",
    "-T|absent.ld",
    "--param|x=1",
    "-fopenmp-simd",
    "-fno-openmp",
    "-fopenmp-version=45",
    "-fopenmp-version=52",
    "-fopenmp-cuda-mode",
    "-Rpass=inline",
    "-ftrapv",
    "-ffile-prefix-map=/tmp=/x",
    "-fdebug-prefix-map=/tmp=.",
    "-frecord-command-line",
    "-include-pch|absent.pch",
    "-ivfsoverlay|absent.yaml",
    "-working-directory=.",
    "--config=absent.cfg",
    "-no-canonical-prefixes",
    "@a.rsp",
    "@outer.rsp",
    "@absent.rsp",
    "--sysroot=/",
    "-fsanitize=undefined",
    "-ftime-trace=/dev/null",
    "-undef",
    "-serialize-diagnostics|s.dia",
    "--target=x86_64-pc-linux-gnu",
    "-D_OPENMP=1",
    "-MF|e.d",
    "-o|other.o",
    "-fno-modules",
    "-fplugin=absent.so",
    "-Xopenmp-target|-DT",
    "-I|",
    "-D",
    "-o",
];

fn push(line: &mut Vec<&'static str>, words: &'static str) {
    if !words.is_empty() {
        line.extend(words.split('|'));
    }
}

/// A command line: a step, sources, some options, half of them with offload, in any order.
fn compose(random: &mut Random) -> Vec<&'static str> {
    let mut parts: Vec<&'static str> = Vec::new();
    if random.chance(4) {
        parts.push(random.one(ALONE));
    } else {
        parts.push(random.one(STEPS));
    }
    for _ in 0..[1, 1, 1, 1, 1, 2, 3, 0][random.next(8)] {
        parts.push(random.one(SOURCES));
    }
    for _ in 0..random.next(5) {
        parts.push(random.one(OPTIONS));
    }
    if random.chance(50) {
        parts.extend(["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]);
    }
    let mut line = Vec::new();
    while !parts.is_empty() {
        let part = parts.swap_remove(random.next(parts.len()));
        push(&mut line, part);
    }
    if random.chance(3) {
        line.extend(["--", random.one(SOURCES)]);
    }
    line
}

fn setup() -> Setup {
    let setup = Setup::new();
    let gemm = GEMM.replace("map(to :", "if(b != 0) map(to :");
    for (name, text) in [
        ("gemm.c", GEMM),
        ("sub/notes.txt", "\n"),
        ("w.c", gemm.as_str()),
        ("warn.c", "int f(unsigned n) { int u; return n > -1; }\n#warning \"w\"\n"),
        ("bad.c", "int f(void) { return x; }\n#pragma omp target\nint g(\n"),
        ("uses.c", "#include \"a.h\"\n#include <k.h>\n#include <limits.h>\nint k = INT_MAX;\n"),
        ("inc/k.h", TARGET),
        ("empty.c", ""),
        ("odd.txt", TARGET),
        ("lib.c", "int lib(int x) { return x / 0; }\n"),
        ("x.S", "#define N .globl\nN x\nx:\n"),
        ("x.s", ".globl x\nx:\n"),
        ("a.ll", "define i32 @ll() {\n  ret i32 0\n}\n"),
        ("a.rsp", "-DR=1 -O1\n-DR2='1 2'"),
        ("outer.rsp", "@a.rsp -g"),
    ] {
        setup.write(name, text);
    }
    let mut library = artefacts::clang(&setup, &["-c", "lib.c", "-w", "-o", "lib.o"]);
    assert!(library.status().expect("clang runs").success());
    setup
}

/// What differs between clang's effect and warpcc's, in a word or two; bytes of what was compiled
/// may differ where the source was rewritten. Where clang crashes it tells of addresses.
fn difference(plain: &Effect, better: &Effect, rewritten: bool) -> Option<String> {
    let of = |effect: &Effect| normal(&effect.output.stderr);
    if plain.output.status != better.output.status {
        return Some(format!("{:?} {:?}", plain.output.status, better.output.status));
    }
    if String::from_utf8_lossy(&plain.output.stderr).contains("PLEASE submit a bug report") {
        return None;
    }
    if of(plain) != of(better) {
        let text = |effect| String::from_utf8_lossy(&of(effect)).into_owned();
        return Some(format!("stderr:\n{}\n---\n{}", text(plain), text(better)));
    }
    let names = |files: &Files| files.keys().cloned().collect::<BTreeSet<_>>();
    if names(&plain.written) != names(&better.written) {
        return Some(format!("{:?} {:?}", names(&plain.written), names(&better.written)));
    }
    if !rewritten && normal(&plain.output.stdout) != normal(&better.output.stdout) {
        return Some("stdout".into());
    }
    plain.written.iter().find_map(|(path, bytes)| {
        let is_same = normal(bytes) == normal(&better.written[path]);
        let is_text = path.extension().is_some_and(|extension| extension == "d");
        (!is_same && (is_text || !rewritten)).then(|| path.display().to_string())
    })
}

/// Compares `count` lines; the answer says how many were rewritten, and lists the differences.
fn compare(seed: u64, count: usize) -> (usize, Vec<String>) {
    let (setup, saved) = (setup(), tempfile::tempdir().expect("a folder"));
    let before = artefacts::files(setup.folder.path());
    let (mut random, mut rewritten, mut differences) = (Random(seed), 0, Vec::new());
    for nth in 0..count {
        let line = compose(&mut random);
        let plain = artefacts::effect(&setup, artefacts::clang(&setup, &line), &before);
        let folder = saved.path().join(nth.to_string());
        let mut command = artefacts::warpcc(&setup, &line);
        command.env("WARPCC_SAVE_SOURCE", &folder).env("WARPCC_AHEAD", ["on", "off"][nth % 2]);
        let better = artefacts::effect(&setup, command, &before);
        let was_rewritten = folder.exists();
        rewritten += usize::from(was_rewritten);
        let difference = difference(&plain, &better, was_rewritten);
        differences.extend(difference.map(|what| format!("{}: {what}", line.join(" "))));
        let _ = fs::remove_dir_all(folder);
    }
    (rewritten, differences)
}

fn number(variable: &str, default: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
#[expect(clippy::print_stdout, reason = "the number is what a person runs it for")]
fn random_command_lines_do_what_clang_does() {
    let (lines, seed) = (number("WARPCC_DRIVER_LINES", 100), number("WARPCC_DRIVER_SEED", 19));
    let half = |nth: usize| {
        let seed = (seed * 2 + nth) as u64;
        thread::spawn(move || compare(0x9e37_79b9_7f4a_7c15 ^ (seed << 20), lines.div_ceil(2)))
    };
    let halves = [0, 1].map(half).map(|half| half.join().expect("no panic"));
    let differences: Vec<&String> = halves.iter().flat_map(|(_, list)| list).collect();
    assert!(differences.is_empty(), "{} lines differ: {differences:#?}", differences.len());
    let rewritten: usize = halves.iter().map(|(count, _)| count).sum();
    assert!(rewritten > 0, "some lines are rewritten");
    println!("{lines} lines, {rewritten} rewritten");
}
