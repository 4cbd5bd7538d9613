//! What clang gets where warpcc rewrites: the user's arguments, after the overlay.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::setup::{GEMM, RECORDER, Setup, TARGET, WARPCC, stderr};

/// The recorder as a clang with clang 19's library beside it.
fn setup() -> Setup {
    let setup = Setup::new();
    setup.program("prefix/bin/clang-19", RECORDER);
    symlink("/usr/lib/llvm-19/lib", setup.at("prefix/lib")).expect("a link");
    setup.write("gemm.c", GEMM);
    setup.write("other.c", &GEMM.replace("gemm(", "mul(").replace("main", "other"));
    setup
}

fn warpcc(setup: &Setup) -> Command {
    let mut command = setup.warpcc();
    command.env("WARPCC_CLANG", setup.at("prefix/bin/clang-19"));
    command.args(["-fopenmp", "--offload-arch=sm_90"]);
    command
}

fn recorded(setup: &Setup) -> Vec<String> {
    let text = fs::read_to_string(setup.at("prefix/bin/clang-19.args")).expect("it ran");
    text.split_terminator('\0').map(str::to_owned).collect()
}

/// Each is rewritten; clang gets the words as they are.
const REWRITTEN: &[&[&str]] = &[
    &["-c", "gemm.c"],
    &["-c", "./gemm.c", "-o", "x y.o"],
    &["-c", "src dir/../gemm.c"],
    &["gemm.c", "b.o", "-lm", "-o", "a"],
    &["-x", "c", "gemm.c", "-x", "none", "b.o"],
    &["-S", "-emit-llvm", "gemm.c", "-o", "-"],
    &["-save-temps=obj", "-c", "gemm.c", "-o", "/dev/null"],
    &["-MMD", "-MF", "a.d", "-MT", "x", "-c", "gemm.c", "-g", "-O3"],
    &["@gemm.rsp"],
    &["@outer.rsp", "-O2"],
    &["-c", "gemm.c", "a.c", "b.c"],
    &["-c", "--", "gemm.c"],
    &["-c", "gemm.c", "-Xclang", "-target-feature", "-Xclang", "+avx"],
];

#[test]
fn clang_gets_the_overlay_and_the_users_arguments() {
    let setup = setup();
    setup.write("gemm.rsp", "-c 'gemm.c'\n-DX=\"1 2\"");
    setup.write("outer.rsp", "@gemm.rsp -g");
    for args in REWRITTEN {
        let output = warpcc(&setup).args(*args).output().expect("warpcc runs");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        let words = recorded(&setup);
        assert_eq!(words[0], "-ivfsoverlay", "{args:?}");
        assert_eq!(words[2..4], ["-fopenmp", "--offload-arch=sm_90"], "{args:?}");
        assert_eq!(&words[4..], *args);
        assert!(!fs::exists(&words[1]).expect("a folder"), "the overlay is gone");
    }
}

#[test]
fn each_of_several_sources_is_analysed_and_reported_on_its_own() {
    let setup = setup();
    let args = ["-c", "gemm.c", "a.c", "t.c", "other.c"];
    let folder = ["--warp-report=reports/", "--warp-save-source=saved"];
    let output = warpcc(&setup).args(args).args(folder).output().expect("warpcc runs");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for name in ["gemm.c", "other.c"] {
        let text = fs::read_to_string(setup.at("saved").join(name)).expect("a rewritten source");
        assert!(text.contains("collapse(2)"), "{name}");
    }
    assert_eq!(fs::read_dir(setup.at("reports")).expect("a folder").count(), 3);
    let file = warpcc(&setup).args(args).arg("--warp-report=set.json").status();
    assert!(file.expect("warpcc runs").success());
    let set = fs::read_to_string(setup.at("set.json")).expect("a set");
    let set: serde_json::Value = serde_json::from_str(&set).expect("JSON");
    assert_eq!(set["schema"], "warpcc-report-set/1");
    let units: Vec<_> = set["units"].as_array().expect("units").iter().collect();
    let names: Vec<_> = units.iter().map(|unit| &unit["unit"]).collect();
    assert_eq!(names, ["gemm.c", "other.c", "t.c"]);
}

/// clang that runs ahead has a folder of its own for temporary files: so its environment tells of it.
#[test]
fn a_clang_that_runs_ahead_is_enough_where_nothing_is_rewritten() {
    let setup = setup();
    let ran = |args: &[&str]| {
        let mut command = warpcc(&setup);
        command.args(args).env("WARPCC_STRICT", "0").env("WARPCC_AHEAD", "on");
        let output = command.output().expect("warpcc runs");
        assert_eq!((output.stdout.as_slice(), stderr(&output).as_str()), (&b"out\n"[..], "err\n"));
        let env = fs::read_to_string(setup.at("prefix/bin/clang-19.env")).expect("it ran");
        let temporary = env.lines().find_map(|line| line.strip_prefix("TMPDIR="));
        let ahead = temporary.filter(|folder| folder.contains("/warpcc-")).map(str::to_owned);
        assert!(ahead.as_ref().is_none_or(|folder| !Path::new(folder).exists()));
        ahead.is_some()
    };
    assert!(ran(&["-c", "t.c", "-o", "t.o"]));
    assert_eq!(recorded(&setup)[2..], ["-c", "t.c", "-o", "t.o"]);
    assert!(!ran(&["-c", "gemm.c"]) && recorded(&setup)[0] == "-ivfsoverlay");
    assert!(!ran(&["-c", "t.c", "-MJ", "all.json"]));
    assert!(!ran(&["-c", "t.c", "--warp-ahead=off"]));
}

/// A change to a file would be seen wherever it is included, but was proved for one place.
#[test]
fn a_source_that_is_also_included_is_not_rewritten() {
    let setup = setup();
    setup.write("all.c", "#include \"gemm.c\"\n");
    setup.write(
        "self.c",
        &format!("#ifndef X\n#define X\n#include __FILE__\n#else\n{GEMM}#endif\n"),
    );
    for args in [["-c", "gemm.c", "all.c"].as_slice(), &["-c", "self.c"]] {
        let mut command = warpcc(&setup);
        command.args(args).arg("--warp-remarks=missed");
        let output = command.output().expect("warpcc runs");
        assert_eq!(recorded(&setup)[2..], *args);
        assert!(stderr(&output).contains("[-Rwarpcc=WC211]"), "{}", stderr(&output));
    }
}

/// A race of the user's own is told without being asked for, and nothing else.
#[test]
fn proved_races_are_remarked_on_unless_remarks_are_off() {
    let setup = setup();
    let region = |statement: &str| {
        let directive = "omp target teams distribute parallel for map(tofrom: a[0:n + 1])";
        let header = "for (int i = 0; i < n; i++)";
        format!("void f(int n, float *a) {{\n#pragma {directive}\n  {header} {statement}\n}}\n")
    };
    setup.write("race.c", &region("a[i] = a[i + 1] + 1;"));
    setup.write("right.c", &region("a[i] = a[i] + 1;"));
    let remark = "race.c:3:31: remark: loop declared parallel carries a dependence: ";
    let told = |args: &[&str]| {
        let output = warpcc(&setup).args(args).output().expect("warpcc runs");
        stderr(&output)
    };
    for option in ["--warp-budget-ms=0", "--warp-remarks=races", "--warp-remarks=applied"] {
        let told = told(&["-c", "race.c", option]);
        assert!(told.starts_with(remark) && told.contains("[-Rwarpcc=WC110]\n"), "{told}");
    }
    assert_eq!(told(&["-c", "race.c", "--warp-remarks=none"]), "err\n");
    assert_eq!(told(&["-c", "right.c"]), "err\n");
}

/// Whether clang refuses the rewritten text or dies of it.
#[test]
fn where_the_rewritten_text_fails_clang_compiles_the_users() {
    let setup = setup();
    for failure in ["echo no >&2; exit 1", "kill -s SEGV $$"] {
        let program = format!("#!/bin/sh\nif [ \"$1\" = -ivfsoverlay ]; then {failure}; fi\n");
        setup.program("prefix/bin/clang-19", &(program + RECORDER));
        let run = |strict: &str| {
            let mut command = warpcc(&setup);
            command.args(["-c", "gemm.c", "--warp-report=r.json"]).env("WARPCC_STRICT", strict);
            command.output().expect("warpcc runs")
        };
        let (open, strict) = (run("0"), run("1"));
        assert_eq!((open.status.code(), stderr(&open).as_str()), (Some(0), "err\n"));
        assert_eq!(recorded(&setup), ["-fopenmp", "--offload-arch=sm_90", "-c", "gemm.c"]);
        let report = fs::read_to_string(setup.at("r.json")).expect("a report");
        assert!(report.contains("WC901"), "{report}");
        assert_eq!(strict.status.code(), Some(1));
        assert!(stderr(&strict).contains("warpcc: error: WC901"), "{}", stderr(&strict));
    }
}

#[test]
fn one_source_compiled_twice_has_two_reports() {
    let setup = setup();
    for output in ["a.o", "pic/a.o", "a.o"] {
        let mut command = warpcc(&setup);
        command.args(["-c", "gemm.c", "-o", output, "--warp-report=reports/"]);
        assert!(command.status().expect("warpcc runs").success());
    }
    assert_eq!(fs::read_dir(setup.at("reports")).expect("a folder").count(), 2);
}

/// Parallel jobs that write one file: whoever reads it meanwhile finds nothing or all of a report.
#[test]
fn a_report_is_whole_at_any_time() {
    let setup = setup();
    let job = |_| {
        let mut command = warpcc(&setup);
        command.args(["-c", "gemm.c", "--warp-report=out/r.json"]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("warpcc runs")
    };
    let mut jobs: Vec<Child> = (0..6).map(job).collect();
    loop {
        let ended = jobs.iter_mut().all(|job| job.try_wait().expect("a job").is_some());
        let text = fs::read_to_string(setup.at("out/r.json")).ok();
        let report = text.map(|text| serde_json::from_str::<serde_json::Value>(&text));
        assert!(report.is_none_or(|report| report.is_ok_and(|report| report["unit"] == "gemm.c")));
        if ended {
            break;
        }
        sleep(Duration::from_millis(1));
    }
    assert!(jobs.iter_mut().all(|job| job.wait().expect("a job").success()));
    assert_eq!(fs::read_dir(setup.at("out")).expect("a folder").count(), 1);
}

/// Whether clang takes the process over or is a child.
#[test]
fn the_descriptors_of_a_job_server_reach_clang() {
    let setup = setup();
    setup.program("prefix/bin/clang-19", "#!/bin/sh\necho \"$1 $MAKEFLAGS\" >&7\n");
    for (source, first) in [("a.c", "-c"), ("gemm.c", "-ivfsoverlay")] {
        let mut command = setup.program_command(Path::new("/bin/sh"));
        command.args(["-c", "exec \"$0\" \"$@\" 7>token", WARPCC, "-c", source]);
        command.args(["-fopenmp", "--offload-arch=sm_90"]).env("MAKEFLAGS", "--jobserver-auth=7,7");
        command.env("WARPCC_CLANG", setup.at("prefix/bin/clang-19"));
        let output = command.output().expect("a shell runs");
        assert!(output.status.success(), "{}", stderr(&output));
        let token = fs::read_to_string(setup.at("token")).expect("clang wrote it");
        assert_eq!(token, format!("{first} --jobserver-auth=7,7\n"));
    }
}

#[test]
fn regions_in_headers_are_found() {
    let setup = setup();
    setup.write("inc/k.h", TARGET);
    setup.write("uses.c", "#include \"k.h\"\n");
    let mut command = warpcc(&setup);
    command.args(["-c", "uses.c", "-I", "inc", "--warp-report=r.json"]);
    assert!(command.status().expect("warpcc runs").success());
    let report = fs::read_to_string(setup.at("r.json")).expect("a report");
    assert!(report.contains("\"file\": \"inc/k.h\""), "{report}");
}

#[test]
fn timings_are_one_line_of_json_a_phase() {
    let setup = setup();
    let mut command = warpcc(&setup);
    command.args(["-c", "gemm.c"]).env("WARPCC_TIMINGS", setup.at("t.json"));
    assert!(command.status().expect("warpcc runs").success());
    let text = fs::read_to_string(setup.at("t.json")).expect("timings");
    let phase = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert!(value["us"].is_u64());
        value["phase"].as_str().expect("text").to_owned()
    };
    let phases: Vec<String> = text.lines().map(phase).collect();
    let wanted =
        ["find", "classify", "scan", "load", "parse", "analyse", "analysis", "clang", "write"];
    assert_eq!(phases, wanted);
}
