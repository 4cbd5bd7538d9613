//! Programs that clang linked run on the simulator under LLVM's own runtime.

mod bench;

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

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

#[test]
fn a_summary_has_the_launches_the_worst_lines_and_the_copies() {
    let bench = built("rounds.c", &["-O2"]);
    let (success, printed, said) = run(&bench, &["--summary", "--csv", "a.csv"]);
    assert!(!success && printed.is_empty(), "it wants a word: {said}");
    let none =
        "no counts: the program used no GPU, or it ended before the runtime let go of the GPU";
    assert!(said.ends_with(&format!("warpsim: {none}\n")), "{said}");
    let output = bench.warpsim(&["run", "--summary", "./program", "3", "--summary"]);
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> =
        said.lines().map(|l| l.strip_prefix("warpsim: ").expect("a name")).collect();
    assert_eq!(lines.len(), 4, "{said}");
    assert!(
        lines[0].starts_with("1 kernel, 3 launches: ")
            && lines[0].ends_with(" sectors (simulated)"),
        "{said}"
    );
    for kind in ["load", "store"] {
        let line =
            format!("rounds.c:22: {kind}: 8 sectors a request where 4 would do, in 384 requests");
        assert!(lines[1..3].contains(&line.as_str()), "{said}");
    }
    assert!(lines[3].ends_with("1 copy from the device (32768 bytes)"), "{said}");
}

/// The JSON of a run that was ended, and why.
fn ended(bench: &Bench, name: &str) -> (serde_json::Value, String) {
    let text = fs::read_to_string(bench.path(name)).expect("the counts are written");
    let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let why = value["ended_by"].as_str().unwrap_or_default().to_owned();
    (value, why)
}

/// Whether no folder for the driver is left.
fn is_tidy(bench: &Bench) -> bool {
    let mut entries = fs::read_dir(bench.folder.path()).expect("a folder").flatten();
    !entries.any(|entry| entry.file_name().to_string_lossy().starts_with("warpsim."))
}

#[test]
fn a_run_ends_before_a_launch_too_many() {
    let bench = built("rounds.c", &["-O2"]);
    let options = ["run", "--max-launches=2", "--json=a.json", "--csv=a.csv", "./program", "9"];
    let output = bench.warpsim(&options);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(said, "warpsim: ended by --max-launches 2: the counts are those up to then\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "round 0\nround 1\n");
    let (counts, why) = ended(&bench, "a.json");
    assert_eq!(
        (why.as_str(), &counts["device"]["kernels"][0]["launches"]),
        ("max_launches", &2.into())
    );
    assert!(bench.path("a.csv").exists() && is_tidy(&bench));
    let output = bench.warpsim(&["run", "--max-launches=9", "--json=b.json", "./program", "9"]);
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(ended(&bench, "b.json").1, "");
}

#[test]
fn a_run_ends_when_its_time_is_over_and_tells_how_far_it_is() {
    let bench = built("rounds.c", &["-O2"]);
    let limits = ["run", "--time-limit=1.5", "--progress=0.4", "--json=a.json"];
    let output = bench.warpsim(&[&limits[..], &["./program", "1", "kernel"]].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(124), "{said}");
    assert!(
        said.contains(" s: launch 2, __omp_offloading_") && said.contains("_main_l32: 0 of "),
        "{said}"
    );
    assert!(
        said.ends_with("ended by --time-limit 1.5: the counts are those up to then\n"),
        "{said}"
    );
    let (counts, why) = ended(&bench, "a.json");
    assert_eq!(
        (why.as_str(), counts["device"]["kernels"].as_array().map(Vec::len)),
        ("time_limit", Some(2))
    );
    assert!(is_tidy(&bench));
}

/// A kernel that accesses nothing is stopped as soon as another one, and what was counted before is written.
#[test]
fn a_kernel_that_only_computes_is_stopped() {
    let bench = built("rounds.c", &["-O2"]);
    for place in ["alone", "calls"] {
        let began = Instant::now();
        let limits = ["run", "--time-limit=1.5", "--json=a.json", "./program", "1", place];
        let output = bench.warpsim(&limits);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(124), "{place}: {said}");
        assert!(began.elapsed() < Duration::from_secs(5), "{place}: {:?}", began.elapsed());
        assert_eq!(said, "warpsim: ended by --time-limit 1.5: the counts are those up to then\n");
        let (counts, _) = ended(&bench, "a.json");
        let kernels = counts["device"]["kernels"].as_array().expect("kernels");
        let instructions = kernels.iter().map(|kernel| kernel["warp_instructions"].as_u64());
        assert!(
            kernels.len() == 2 && instructions.flatten().max() > Some(1_000_000),
            "{place}: {counts}"
        );
    }
}

/// Whether a kernel or the host is under way: the counts are written, the process ends by the signal, and no folder is left.
#[test]
fn signals_write_what_was_counted() {
    let bench = built("rounds.c", &["-O2"]);
    let warpsim = Path::new(env!("CARGO_BIN_EXE_warpsim"));
    for (signal, number, place) in
        [("INT", 2, "kernel"), ("TERM", 15, "kernel"), ("TERM", 15, "host")]
    {
        let name = format!("{signal}-{place}.json");
        let mut command =
            bench.prepared(warpsim, &["run", "--json", &name, "./program", "2", place]);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        while line != "waits\n" {
            line.clear();
            assert_ne!(out.read_line(&mut line).expect("text"), 0, "it ended");
        }
        thread::sleep(Duration::from_millis(200));
        let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.signal(), Some(number), "{signal} {place}: {said}");
        assert_eq!(
            said,
            format!("warpsim: ended by SIG{signal}: the counts are those up to then\n")
        );
        let (counts, why) = ended(&bench, &name);
        assert_eq!(
            (why, &counts["device"]["kernels"][0]["launches"]),
            (format!("SIG{signal}"), &2.into())
        );
        assert!(is_tidy(&bench), "{signal} {place}");
    }
}
