//! What the analysis costs: against the number of accesses, against the depth, and on the kernels of
//! the harness. `make bench-analysis` runs it.

#![expect(clippy::print_stdout, reason = "its output is its purpose")]

mod origin;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use warpcc::command::{CompileCommand, Compiler, Language};
use warpcc::emit::WORDS;
use warpcc::ir::TargetRegion;
use warpcc::machine::Machine;
use warpcc::policy::Policy;
use warpcc::{Analysis, analyze, frontend, ir};

/// As in the driver.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let mut out = String::from("# What the analysis costs\n\n");
    out.push_str(&origin::lines("`make bench-analysis`"));
    out.push_str("\nWall-clock time, the least of 5 runs; parsing is not counted.\n");
    against_accesses(&mut out);
    against_depth(&mut out);
    kernels(&mut out);
    let memory = peak_memory().map_or("not known".into(), |kib| format!("{} MiB", kib / 1024));
    let _ = writeln!(out, "\nGreatest resident memory of the whole run: {memory}.");
    print!("{out}");
}

/// What the analysis of one kernel should not take longer than.
const GOAL: Duration = Duration::from_millis(5);

/// One loop nest with `statements` stores and as many loads of two arrays, each with a row of its
/// own: pairs whose rows are as far apart are one question.
fn wide(statements: usize) -> String {
    let mut body = String::new();
    for k in 0..statements {
        let _ = write!(
            body,
            "(= [a (index (+ (* (+ (* {} j) {k}) n) i) 8:i64)]:f64 \
             [b (index (+ (* (+ (* {} j) {}) n) i) 8:i64)]:f64)",
            statements,
            statements,
            k * k % 977
        );
    }
    nest(&["i", "j"], &body)
}

/// A nest of `depth` loops around one store and one load of an array in row-major order.
fn deep(depth: usize) -> String {
    let ivs = ["i", "j", "k", "l", "p", "q", "r", "s"];
    let index = |shift: usize| {
        let flat =
            ivs[1..depth].iter().fold("i".to_owned(), |flat, iv| format!("(+ (* {flat} 16) {iv})"));
        format!("(+ {flat} {shift})")
    };
    let (store, load) = (index(0), index(1));
    let body = format!("(= [a (index {store} 8:i64)]:f64 [a (index {load} 8:i64)]:f64)");
    nest(&ivs[..depth], &body)
}

fn nest(ivs: &[&str], body: &str) -> String {
    let symbols = |iv: &&str| format!("(symbol {iv} i32 scalar region)");
    let symbols = ivs.iter().map(symbols).collect::<Vec<_>>().concat();
    let bound = |iv: &str| if iv == "i" && ivs.len() == 2 { "n" } else { "16" };
    let open = |iv: &&str| format!("(for {iv} 0 < {} 1 declares braced ", bound(iv));
    let open = ivs.iter().map(open).collect::<Vec<_>>().concat();
    let close = ")".repeat(ivs.len());
    format!(
        "(region \"bench.c\" 1 bench (directive \"target teams distribute parallel for\" (name-end 40)) \
         (symbols (symbol a ptr pointer parameter restrict) (symbol b ptr pointer parameter restrict) \
         (symbol n i32 scalar parameter) {symbols}) (body {open}{body}{close}))"
    )
}

fn parsed(text: &str) -> TargetRegion {
    ir::text::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The least time of some analyses of a region, and the last of them.
fn timed(region: &TargetRegion) -> (Duration, Analysis) {
    let machine = <&Machine>::default();
    let run = || {
        let start = Instant::now();
        let analysis = analyze(region, machine, &Policy::STANDARD);
        (start.elapsed(), analysis)
    };
    let (mut least, mut analysis) = run();
    let mut total = least;
    for _ in 1..5 {
        if total > Duration::from_secs(20) {
            break;
        }
        let (time, again) = run();
        (least, analysis) = (least.min(time), again);
        total += time;
    }
    (least, analysis)
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1e3)
}

fn against_accesses(out: &mut String) {
    out.push_str(
        "\n## Accesses in one region\n\nTwo loops; half of the accesses store to one array, half load from \
         another; every store has a row of its own. The exponent is that of time against accesses since the line \
         above: 2 is quadratic.\n\n| accesses | pairs | questions | ms | exponent |\n|---:|---:|---:|---:|---:|\n",
    );
    let mut before: Option<(usize, Duration)> = None;
    for accesses in [10, 20, 50, 100, 200, 500, 1000, 2000] {
        let (time, analysis) = timed(&parsed(&wide(accesses / 2)));
        let pairs = &analysis.dependences.pairs;
        let all: usize = pairs.iter().map(|pair| 1 + pair.same.len()).sum();
        let exponent = before.map_or("-".into(), |(n, t)| {
            let growth = (time.as_secs_f64() / t.as_secs_f64()).ln();
            format!("{:.2}", growth / (accesses as f64 / n as f64).ln())
        });
        let ms = milliseconds(time);
        let _ = writeln!(out, "| {accesses} | {all} | {} | {ms} | {exponent} |", pairs.len());
        before = Some((accesses, time));
    }
}

fn against_depth(out: &mut String) {
    out.push_str(
        "\n## Depth of the nest\n\nOne store and one load of the element behind it; the outermost loop is declared \
         parallel.\n\n| loops | subsets of differing loops | ms |\n|---:|---:|---:|\n",
    );
    for depth in 1..=8 {
        let (time, analysis) = timed(&parsed(&deep(depth)));
        let subsets: usize =
            analysis.dependences.pairs.iter().map(|pair| pair.verdicts.len()).sum();
        let _ = writeln!(out, "| {depth} | {subsets} | {} |", milliseconds(time));
    }
}

fn kernels(out: &mut String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("spec-accel-harness/kernels");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    out.push_str("\n## Kernels of the harness\n\n| kernel | regions | ms for all of them | ms for the slowest |\n|---|---:|---:|---:|\n");
    let mut regions: Vec<Duration> = Vec::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match frontend::parse(&command(&folder, &name), WORDS) {
            Ok(unit) => {
                let times: Vec<_> = unit.regions.iter().map(|region| timed(region).0).collect();
                let all = milliseconds(times.iter().sum());
                let slowest = milliseconds(times.iter().max().copied().unwrap_or_default());
                let _ = writeln!(out, "| {name} | {} | {all} | {slowest} |", times.len());
                regions.extend(times);
            }
            Err(error) => {
                let _ = writeln!(out, "| {name} | not read: {error} | | |");
            }
        }
    }
    let longer = regions.iter().filter(|time| **time > GOAL).count();
    let (count, goal) = (regions.len(), milliseconds(GOAL));
    let _ =
        writeln!(out, "\nA region is a kernel: {longer} of {count} take longer than {goal} ms.");
}

fn command(folder: &Path, name: &str) -> CompileCommand {
    let clang = ["/usr/lib/llvm-19/bin/clang", "clang-19"];
    let path =
        clang.iter().map(PathBuf::from).find(|path| path.is_file()).unwrap_or("clang-19".into());
    let asked = Command::new(&path).arg("-print-resource-dir").output().ok();
    let resource_dir =
        asked.and_then(|o| String::from_utf8(o.stdout).ok()).map(|t| t.trim().into());
    CompileCommand {
        language: Language::C,
        input: name.into(),
        directory: folder.to_owned(),
        arguments: Vec::new(),
        compiler: Compiler {
            libclang: path
                .parent()
                .map(|bin| bin.join("../lib/libclang-19.so.1"))
                .filter(|p| p.exists()),
            path,
            version: "19".into(),
            resource_dir,
            openmp: None,
            omp_include: None,
            offload_arch: vec!["sm_90".into()],
            offload_targets: vec!["nvptx64".into()],
        },
    }
}

/// The greatest resident set so far, in KiB.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
