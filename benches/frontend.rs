//! What lowering adds to libclang's parse: processor time over a corpus and two large units.
//! `cargo bench --bench frontend [-- RUNS [NAME]]`; a name picks the sets whose name begins so.

#![allow(clippy::print_stdout, reason = "a benchmark's output is its purpose")]

mod origin;
#[allow(dead_code, reason = "the corpus uses the parts that run programs")]
#[path = "../tests/corpus_support/toolchain.rs"]
mod toolchain;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use warpcc::command::{CompileCommand, Language};
use warpcc::emit::WORDS;
use warpcc::frontend::{self, FrontendError};

/// Functions in a large unit.
const COPIES: usize = 200;

/// What lowering may add, in percent.
const MOST_ADDED: f64 = 10.0;

/// How many units are read in a row at least.
const SHORTEST: usize = 10;

const KERNEL: &str = "void f@(int n, int m, double *a, const double *b) {
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: a[0:n*m]) map(to: b[0:n*m])
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      double t = b[(i - 1) * m + j] + b[(i + 1) * m + j] + b[i * m + j - 1] + b[i * m + j + 1];
      if (t > 0.5) a[i * m + j] = 0.25 * t; else a[i * m + j] -= b[i * m + j];
    }
}
";

fn sources(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension)
            && !path.to_string_lossy().contains(".out.")
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Where the headers of a program in a folder of its own usually are.
const INCLUDES: [&str; 4] = ["-I.", "-I..", "-Iinclude", "-I../include"];

/// The files with target regions below the folder `WARPCC_BENCH_CODES`, as far as they compile: every
/// fourth of them.
fn public_code() -> Vec<CompileCommand> {
    let Some(folder) = std::env::var_os("WARPCC_BENCH_CODES") else { return Vec::new() };
    let files =
        ["c", "cpp"].into_iter().flat_map(|extension| sources(Path::new(&folder), extension));
    let offloads = |path: &PathBuf| {
        fs::read(path).is_ok_and(|text| text.windows(10).any(|part| part == b"omp target"))
    };
    let flags = INCLUDES.map(str::to_owned).to_vec();
    let commands = files.filter(offloads).step_by(4);
    let commands =
        commands.map(|path| CompileCommand { arguments: flags.clone(), ..command(&path) });
    commands.filter(|command| frontend::parse(command, WORDS).is_ok()).collect()
}

fn command(path: &Path) -> CompileCommand {
    let cxx = path.extension().is_some_and(|e| e == "cpp");
    CompileCommand {
        language: if cxx { Language::Cxx } else { Language::C },
        input: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        directory: path.parent().expect("a folder").to_owned(),
        arguments: Vec::new(),
        compiler: toolchain::get().compiler(),
    }
}

/// The processor time of this process so far, in milliseconds: user's and system's, which the kernel
/// counts in hundredths of a second.
fn processor_time() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux tells of its processes");
    let fields = stat.rsplit_once(')').expect("a name in parentheses").1.split_whitespace();
    fields.skip(11).take(2).map(|field| field.parse::<u64>().expect("a number") * 10).sum()
}

/// Milliseconds that both take once, in turns: the least of all runs, since what else the machine does
/// only adds.
fn compared(commands: &[CompileCommand], runs: usize) -> (f64, f64) {
    let mut times = (Vec::new(), Vec::new());
    let timed = |work: &dyn Fn(&CompileCommand) -> Result<(), FrontendError>| {
        let start = processor_time();
        for command in (0..SHORTEST.div_ceil(commands.len())).flat_map(|_| commands) {
            work(command).unwrap_or_else(|why| panic!("{}: {why}", command.input));
        }
        processor_time() - start
    };
    for _ in 0..runs {
        times.0.push(timed(&frontend::parse_only));
        times.1.push(timed(&|command| frontend::parse(command, WORDS).map(|_| ())));
    }
    let count = SHORTEST.div_ceil(commands.len()) as f64;
    let least = |times: &[u64]| times.iter().copied().min().unwrap_or(0) as f64 / count;
    (least(&times.0), least(&times.1))
}

fn main() {
    let runs = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(11);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let kernels: String = (0..COPIES).map(|k| KERNEL.replace('@', &k.to_string())).collect();
    let (large, large_cxx) = (folder.path().join("large.c"), folder.path().join("large.cpp"));
    fs::write(&large, &kernels).expect("written");
    let headers = "#include <algorithm>\n#include <cmath>\n#include <map>\n#include <string>\n#include <vector>\n";
    fs::write(&large_cxx, format!("{headers}{kernels}")).expect("written");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let commands = |paths: Vec<PathBuf>| paths.iter().map(|path| command(path)).collect();
    let sets: [(&str, Vec<CompileCommand>); 5] = [
        ("public code", public_code()),
        ("corpus, C", commands(sources(&corpus, "c"))),
        ("corpus, C++", commands(sources(&corpus, "cpp"))),
        ("200 kernels", commands(vec![large])),
        ("200 kernels, STL", commands(vec![large_cxx])),
    ];
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| is_name(word)).collect();
    let is_wanted = |name: &str| wanted.iter().all(|start| name.starts_with(start.as_str()));
    let (mut met, mut missed) = (Vec::new(), Vec::new());
    let mut table = format!(
        "{:<18} {:>6} {:>10} {:>10} {:>8}\n",
        "set", "units", "parse ms", "whole ms", "added"
    );
    let present = |set: &(&str, Vec<CompileCommand>)| is_wanted(set.0) && !set.1.is_empty();
    for (name, commands) in sets.into_iter().filter(present) {
        let (parse, whole) = compared(&commands, runs);
        let added = (whole / parse - 1.0) * 100.0;
        (if added <= MOST_ADDED { &mut met } else { &mut missed }).push(name);
        let _ = writeln!(
            table,
            "{name:<18} {:>6} {parse:>10.1} {whole:>10.1} {added:>6.1} %",
            commands.len()
        );
    }
    print!("{}{}", described(&table, runs), judged(&met, &missed));
}

/// What meets the goal, what does not, and why.
fn judged(met: &[&str], missed: &[&str]) -> String {
    let list = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join("; ") };
    format!(
        "\nMet by: {}. Missed by: {}.\n\n\
         Both columns are processor time of the whole process, user's and system's, for one reading of all units of a\n\
         set, read in turns; *whole* has the lowering, without the analysis. A region of two loops and seven accesses costs\n\
         what libclang takes for about as many lines of C: where a unit is nothing but such regions, and includes no\n\
         header (200 kernels), the lowering costs more than the parse. *Public code* is every fourth file with a target\n\
         region of the folder that `WARPCC_BENCH_CODES` names.\n",
        list(met),
        list(missed),
    )
}

fn is_name(word: &str) -> bool {
    !word.starts_with('-') && word.parse::<usize>().is_err()
}

fn described(table: &str, runs: usize) -> String {
    let codes = std::env::var_os("WARPCC_BENCH_CODES").map_or_else(String::new, |folder| {
        let parts: Vec<_> = Path::new(&folder).iter().map(|part| part.to_string_lossy()).collect();
        format!("WARPCC_BENCH_CODES={} ", parts[parts.len().saturating_sub(2)..].join("/"))
    });
    let command = format!("`{codes}make bench-frontend`, least of {runs} runs, processor time");
    let origin = origin::lines(&command);
    format!(
        "# What lowering adds to libclang's parse\n\n{origin}\n```\n{table}```\n\nGoal: at most 10 % added.\n"
    )
}
