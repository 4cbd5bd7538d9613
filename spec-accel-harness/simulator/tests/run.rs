//! Programs that clang linked run on the simulator under LLVM's own runtime.

mod bench;

use std::fs;
use std::path::Path;

use bench::{Bench, succeed};

/// A folder with a program of `tests/programs`, linked with some options.
fn built(name: &str, options: &[&str]) -> Bench {
    let bench = Bench::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
    bench.write(name, &fs::read_to_string(source).expect("the program is there"));
    let usual = ["-gline-tables-only", "-ffp-contract=off", name, "-o", "program", "-lm"];
    succeed(&bench.clang(&[options, &usual[..]].concat()));
    bench
}

/// What the program printed, and what the simulator said.
fn run(bench: &Bench, options: &[&str]) -> (bool, String, String) {
    let output = bench.warpsim(&[&["run"], options, &["--", "./program"]].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

fn runs_right(options: &[&str], orders: &[&[&str]]) {
    let bench = built("features.c", options);
    for order in orders {
        let (success, printed, said) = run(&bench, order);
        assert!(success, "{options:?} {order:?}: {printed}{said}");
        assert!(printed.contains("4950 of the device,  2.50, 1099511627776%\n"), "{printed}");
        assert!(printed.ends_with("0 failures\n"), "{printed}");
    }
}

#[test]
fn an_optimised_program_runs_right_in_every_order() {
    let orders: [&[&str]; 4] = [
        &[],
        &["--order", "turns=1000"],
        &["--order", "reversed"],
        &["--order", "interleaved", "--order", "turns=3"],
    ];
    runs_right(&["-O2"], &orders);
}

/// Without a dynamic schedule: LLVM 19's `__kmpc_dispatch_init_4` has a race, so that warps may miss a barrier.
#[test]
fn a_program_without_dynamic_schedules_runs_right_where_warps_run_far_ahead() {
    let random: [&[&str]; 2] = [
        &["--order", "random=7", "--order", "turns=20"],
        &["--order", "random=8", "--order", "turns=1000"],
    ];
    runs_right(&["-O2", "-DSTATIC"], &random);
    runs_right(&["-O0", "-DSTATIC"], &[&[], &["--order", "turns=1000"]]);
}

/// The program of the guide, built and run as the guide says, has the guide's table; a second run has it byte for byte.
#[test]
fn the_guides_program_has_the_guides_table() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/simulator.md");
    let guide = fs::read_to_string(guide).expect("the guide is there");
    let program = guide.split("```c\n").nth(1).and_then(|rest| rest.split("```").next());
    let bench = Bench::new();
    bench.write("rows.c", program.expect("it has a program"));
    succeed(&bench.clang(&["-gline-tables-only", "rows.c", "-o", "program"]));
    let table = |name: &str| {
        let (success, _, said) = run(&bench, &["--csv", name]);
        assert!(success, "{said}");
        fs::read_to_string(bench.path(name)).expect("the table is written")
    };
    let first = table("a.csv");
    assert_eq!(first, table("b.csv"));
    let rows = first.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    let told = rows.filter(|row| row[5] == "global").map(|row| {
        let mean: f64 = row[9].parse().expect("a number");
        format!("| {} | {} | {} | {} | {mean} |", row[2], row[4], row[6], row[8])
    });
    let said = guide.lines().filter(|line| line.contains("| load |") || line.contains("| store |"));
    assert_eq!(told.collect::<Vec<_>>(), said.collect::<Vec<_>>());
}

/// Each fault has a program of its own: what the simulator says of it, and the line.
#[test]
fn faults_end_a_run_with_their_lines() {
    let faults = [
        ("OUTSIDE", "are in no allocation", 10),
        ("MISALIGNED", "is no multiple of 4", 12),
        ("ASSERT", "the program ends itself", 14),
    ];
    for (name, message, line) in faults {
        let bench = built("faults.c", &["-O1", &format!("-D{name}")]);
        let (success, _, said) = run(&bench, &[]);
        assert!(!success, "{name}");
        assert!(said.contains(message) && said.contains(&format!("faults.c:{line}:")), "{said}");
    }
}

/// Kernels reach the host's memory where the user asks for that: loads, stores and atomic operations.
#[test]
fn kernels_share_the_hosts_memory_where_that_is_asked() {
    let bench = built("unified.c", &["-O2"]);
    for options in [&["--host-memory"][..], &["--host-memory", "--races", "--unwritten"]] {
        let (success, printed, said) = run(&bench, options);
        assert!(success && said.is_empty(), "{printed}{said}");
        assert_eq!(printed, "a text of the host\n1.00395e+06\n");
    }
    let (success, _, said) = run(&bench, &[]);
    assert!(!success && said.contains("are in no allocation"), "{said}");
    assert!(said.contains("unified.c:15:"), "{said}");
}
