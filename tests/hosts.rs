//! Random host programs are compared with what warpcc makes of them where data may stay on the
//! device.
//!
//! A program has arrays of several kinds, functions with target regions, and a `main` with loops,
//! branches, calls, host reads and writes, pointers that are exchanged, in variables and in a
//! structure, data constructs and calls of a second file that warpcc does not see. It has no undefined behaviour, and prints at the end
//! every byte that the host can observe. As written and as rewritten it runs on the `x86_64`
//! device, whose memory is separate:
//!
//! - clang accepts the rewriting;
//! - it prints the same and ends in the same way, with allocated memory filled with another
//!   pattern;
//! - it copies no more bytes.
//!
//! Several programs share a file, for clang's start costs more than a program; each runs alone. The
//! number of programs is `WARPCC_FUZZ_HOSTS`, the first seed `WARPCC_FUZZ_SEED`; after
//! `WARPCC_FUZZ_MINUTES` no further file begins. Figures are written to the file
//! `WARPCC_FUZZ_WRITE`; what is wrong is made smaller and written to the folder
//! `WARPCC_FUZZ_FAILURES`. A campaign adds what it compared to the file `WARPCC_FUZZ_KNOWN`; programs in it whose
//! rewriting is the same text are not run again.

#[path = "hosts/generate.rs"]
mod generate;
#[path = "hosts/held.rs"]
mod held;
#[path = "hosts/kernels.rs"]
mod kernels;
#[path = "hosts/known.rs"]
mod known;
#[path = "hosts/model.rs"]
mod model;
#[path = "../benches/origin/mod.rs"]
mod origin;
#[path = "hosts/print.rs"]
mod print;
#[path = "oracle/rng.rs"]
mod rng;
#[path = "hosts/run.rs"]
mod run;
#[allow(dead_code, reason = "shared with the tests that run kernels")]
#[path = "corpus_support/toolchain.rs"]
mod toolchain;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use run::{Checked, Fault, Kind};

/// With the default allocator, analyses spend a quarter of their time on memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Programs in a file.
const PER_FILE: u64 = 25;

/// Threads that a campaign is divided into.
const THREADS: u64 = 2;

/// So many faults of a kind are made smaller in each thread.
const MOST_SHRUNK: usize = 3;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Where programs with faults are written to.
fn failures() -> PathBuf {
    let named = std::env::var_os("WARPCC_FUZZ_FAILURES").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("hosts-failures"))
}

/// Compares `wanted` programs, or those that the time is enough for; files of programs begin at
/// `first`, one in `step`.
fn campaign(first: u64, step: u64, wanted: u64) -> Checked {
    let folder = tempfile::tempdir().expect("a folder");
    let started = Instant::now();
    let time = Duration::from_secs(60 * number("WARPCC_FUZZ_MINUTES", 24 * 60));
    let mut seed = first;
    let mut all = Checked::default();
    let mut shrunk: BTreeMap<Kind, usize> = BTreeMap::new();
    while all.programs < wanted && started.elapsed() < time {
        let count = PER_FILE.min(wanted - all.programs);
        let programs: Vec<_> = (seed..seed + count).map(generate::program).collect();
        seed += PER_FILE * step;
        let checked = run::check(folder.path(), &programs);
        checked.faults.iter().for_each(|fault| told(folder.path(), fault));
        all.add(checked);
    }
    all.faults.sort_by_key(|fault| fault.kind);
    for fault in &mut all.faults {
        let times = shrunk.entry(fault.kind).or_default();
        *times += 1;
        if *times <= MOST_SHRUNK {
            *fault = run::shrink(folder.path(), fault.clone());
            write(folder.path(), fault);
        }
    }
    all
}

/// Writes a program with a fault to the folder of failures. A campaign takes long: that something
/// is wrong is told at once.
#[expect(clippy::print_stdout, reason = "a person waits for it")]
fn told(folder: &Path, fault: &Fault) {
    println!("{:?}, WARPCC_FUZZ_SEED={}: {}", fault.kind, fault.program.seed, fault.error);
    write(folder, fault);
}

fn write(folder: &Path, fault: &Fault) {
    let [before, after] = run::texts(folder, &fault.program);
    let name = format!("{:?}-{}", fault.kind, fault.program.seed);
    let own = failures();
    let written = fs::create_dir_all(&own)
        .and_then(|()| fs::write(own.join(format!("{name}.c")), before))
        .and_then(|()| fs::write(own.join(format!("{name}.out.c")), after))
        .and_then(|()| fs::write(own.join(format!("{name}.txt")), &fault.error));
    written.expect("failures can be written");
}

#[test]
fn random_host_programs_do_what_they_did() {
    let wanted = number("WARPCC_FUZZ_HOSTS", 160);
    let first = number("WARPCC_FUZZ_SEED", 1);
    let part = |k: u64| campaign(first + k * PER_FILE, THREADS, wanted.div_ceil(THREADS));
    let parts: Vec<Checked> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|k| scope.spawn(move || part(k))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<Checked>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    });
    let mut all = Checked::default();
    parts.into_iter().for_each(|part| all.add(part));
    report((first, wanted), &all);
    let told = |fault: &Fault| {
        format!("{:?}, WARPCC_FUZZ_SEED={}: {}", fault.kind, fault.program.seed, fault.error)
    };
    let faults: Vec<String> = all.faults.iter().map(told).collect();
    assert!(
        faults.is_empty(),
        "{} in {}:\n{}",
        faults.len(),
        failures().display(),
        faults.join("\n")
    );
    assert!(5 * all.fired >= 2 * all.programs, "data stays in {} of {}", all.fired, all.programs);
}

#[expect(clippy::print_stdout, reason = "the figures are what a person runs it for")]
fn report((first, wanted): (u64, u64), all: &Checked) {
    let command = format!("`make fuzz-hosts FUZZ_HOSTS={wanted} FUZZ_SEED={first} WRITE=1`");
    let of = |kind: Kind| all.faults.iter().filter(|own| own.kind == kind).count();
    let text = format!(
        "# Random host programs, rewritten and run\n\n{}\n\
         | | |\n|---|---|\n\
         | programs compared | {} |\n\
         | of these, data stays on the device | {} |\n\
         | of these, fewer bytes are copied | {} |\n\
         | the same text as compared before | {} |\n\
         | bytes that all programs copy as written | {} |\n\
         | bytes that they copy as rewritten | {} |\n\
         | not the same twice as written | {} |\n\
         | rejected by clang | {} |\n\
         | differing | {} |\n\
         | copying more bytes | {} |\n",
        origin::lines(&command),
        all.programs,
        all.fired,
        all.fewer,
        all.known,
        all.bytes[0],
        all.bytes[1],
        of(Kind::Generator),
        of(Kind::Rejected),
        of(Kind::Differing),
        of(Kind::MoreBytes),
    );
    println!("{text}");
    if let Some(file) = std::env::var_os("WARPCC_FUZZ_WRITE") {
        fs::write(file, text).expect("the figures can be written");
    }
}
