//! `warpcc` as a compiler: one command line each, with a clang that only records, and with clang 19.

#[path = "driver/argv.rs"]
mod argv;
#[path = "driver/artefacts.rs"]
mod artefacts;
#[path = "driver/compilers.rs"]
mod compilers;
#[path = "driver/headers.rs"]
mod headers;
#[path = "driver/isolation.rs"]
mod isolation;
#[path = "driver/link.rs"]
mod link;
#[path = "driver/nvidia.rs"]
mod nvidia;
#[path = "driver/offload.rs"]
mod offload;
#[path = "driver/random.rs"]
mod random;
#[path = "driver/recorded.rs"]
mod recorded;
#[path = "driver/rows.rs"]
mod rows;
#[path = "driver/scripts.rs"]
mod scripts;
#[path = "driver/setup.rs"]
mod setup;
#[path = "driver/simulator.rs"]
mod simulator;
#[path = "driver/teams.rs"]
mod teams;
#[path = "driver/verify.rs"]
mod verify;
#[path = "driver/warpctl.rs"]
mod warpctl;
#[path = "corpus_support/warpsim.rs"]
mod warpsim;

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;

use argv::PASSED_THROUGH;
use setup::{RECORDER, Setup, WARPCC, stderr};

fn words(line: &str) -> Vec<&str> {
    if line.is_empty() { Vec::new() } else { line.split('|').collect() }
}

#[test]
fn clang_gets_the_users_arguments_byte_for_byte() {
    let setup = Setup::new();
    assert!(PASSED_THROUGH.len() >= 150, "{} command lines", PASSED_THROUGH.len());
    fs::create_dir(setup.at("inc")).expect("a folder");
    setup.write("uses.c", "#include <stdio.h>\n#include \"b.c\"\n");
    for line in PASSED_THROUGH {
        let output = setup.warpcc().args(words(line)).output().expect("warpcc runs");
        assert_eq!(setup.recorded(), words(line), "{line}");
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert_eq!((output.stdout.as_slice(), stderr(&output).as_str()), (&b"out\n"[..], "err\n"));
        fs::remove_file(setup.at("clang.args")).expect("a record");
    }
}

#[test]
fn bytes_that_are_not_text_reach_clang() {
    use std::os::unix::ffi::OsStrExt;
    let setup = Setup::new();
    let odd = std::ffi::OsStr::from_bytes(b"-DX=\xff\xfe");
    let args = [odd, "-c".as_ref(), "t.c".as_ref(), "-fopenmp".as_ref()];
    let offload = "-fopenmp-targets=nvptx64";
    assert!(setup.warpcc().args(args).arg(offload).status().expect("warpcc runs").success());
    let record = fs::read(setup.at("clang.args")).expect("the recorder ran");
    assert!(record.starts_with(b"-DX=\xff\xfe\0-c\0t.c\0"));
}

#[test]
fn warpccs_own_options_never_reach_clang() {
    let setup = Setup::new();
    let cases = [
        "--warp-mode=off|-c|t.c|-fopenmp|--offload-arch=sm_90",
        "-c|--warp-mode=report|a.c",
        "-c|a.c|--warp-remarks=none|--warp-machine=nvptx|--warp-budget-ms=100",
        "--warp-report=r.json|-c|a.c",
        "--warp-report=reports/|--warp-save-source=out|-c|a.c",
    ];
    for line in cases {
        let args = words(line);
        let status = setup.warpcc().args(&args).status().expect("warpcc runs");
        let clangs: Vec<_> = args.into_iter().filter(|arg| !arg.starts_with("--warp-")).collect();
        assert_eq!(
            (setup.recorded(), status.code()),
            (clangs.iter().map(|&s| s.into()).collect(), Some(0))
        );
    }
    assert!(!setup.at("r.json").exists() && !setup.at("reports").exists());
}

#[test]
fn the_mode_can_come_from_the_environment() {
    let setup = Setup::new();
    let offload = ["-c", "t.c", "-fopenmp", "--offload-arch=sm_90"];
    let run = |mode: &str| {
        let mut command = setup.warpcc();
        command.args(offload).env("WARPCC_MODE", mode).output().expect("warpcc runs")
    };
    assert_eq!(run("off").status.code(), Some(0));
    assert_eq!(setup.recorded(), offload);
    fs::remove_file(setup.at("clang.args")).expect("a record");
    assert_eq!(stderr(&run("fast")).lines().count(), 1);
    assert!(!setup.ran());
}

#[test]
fn a_bad_option_is_one_line_and_clang_does_not_run() {
    let setup = Setup::new();
    let cases = [
        "--warp-mode=fast",
        "--warp-mode",
        "--warp-mode=",
        "--warp-report",
        "--warp-report=",
        "--warp-remarks=some",
        "--warp-machine=vax",
        "--warp-budget-ms=soon",
        "--warp-budget-ms=-1",
        "--warp-memory-mb=1.5",
        "--warp-simulator=",
        "--warp-simulator=gpu",
        "--warp-save-source=",
        "--warp-clang=",
        "--warp-clang=/absent/clang",
        "--warp-clang=absent-clang",
        "--warp-unknown",
        "--warp-help=x",
        "--warp-",
    ];
    for option in cases {
        let output = setup.warpcc().args([option, "-c", "a.c"]).output().expect("warpcc runs");
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{option}");
        assert!(text.starts_with("warpcc: error: ") && text.lines().count() == 1, "{text}");
        assert!(!setup.ran(), "{option}");
    }
}

#[test]
fn a_bad_variable_is_one_line_that_names_it() {
    let setup = Setup::new();
    let cases = [
        ("WARPCC_MODE", "fast"),
        ("WARPCC_REMARKS", "some"),
        ("WARPCC_MACHINE", "vax"),
        ("WARPCC_BUDGET_MS", "soon"),
        ("WARPCC_MEMORY_MB", "much"),
    ];
    for (name, value) in cases {
        let output = setup.warpcc().env(name, value).arg("a.c").output().expect("warpcc runs");
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(text.contains(name) && text.contains(value) && text.lines().count() == 1, "{text}");
    }
}

#[test]
fn help_and_version_are_printed_without_clang() {
    let setup = Setup::new();
    let run = |option| setup.warpcc().arg(option).output().expect("warpcc runs");
    let version = run("--warp-version");
    let expected = format!("warpcc {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(String::from_utf8_lossy(&version.stdout), expected);
    assert!(String::from_utf8_lossy(&run("--warp-help").stdout).contains("--warp-report="));
    assert!(!setup.ran());
}

#[test]
fn clang_takes_the_process_over() {
    let setup = Setup::new();
    let mut child = setup.warpcc().args(["-c", "a.c"]).spawn().expect("warpcc runs");
    let pid = child.id();
    assert!(child.wait().expect("it ends").success());
    let recorded = fs::read_to_string(setup.at("clang.pid")).expect("the recorder ran");
    assert_eq!(recorded.trim(), pid.to_string());
}

#[test]
fn clang_gets_the_users_environment() {
    let setup = Setup::new();
    let mut command = setup.warpcc();
    command.env("CPATH", "/x:/y").env("SOURCE_DATE_EPOCH", "0").env("LC_ALL", "C");
    assert!(command.args(["-c", "a.c"]).status().expect("warpcc runs").success());
    let text = fs::read_to_string(setup.at("clang.env")).expect("the recorder ran");
    for line in ["CPATH=/x:/y", "SOURCE_DATE_EPOCH=0", "LC_ALL=C"] {
        assert!(text.lines().any(|other| other == line), "{line}");
    }
}

#[test]
fn exit_codes_and_signals_are_clangs() {
    let setup = Setup::new();
    for code in ["0", "1", "2", "70", "127", "254"] {
        let status = setup.warpcc().env("FAKE_EXIT", code).arg("a.c").status().expect("it runs");
        assert_eq!(status.code().map(|code| code.to_string()).as_deref(), Some(code));
    }
    let signals = [("TERM", 15), ("INT", 2), ("KILL", 9), ("ABRT", 6)];
    for (name, number) in signals.into_iter().filter(|(_, number)| !is_ignored(*number)) {
        let status = setup.warpcc().env("FAKE_SIGNAL", name).arg("a.c").status().expect("it runs");
        assert_eq!(status.signal(), Some(number), "{name}");
    }
}

/// Whether this process, and so what it starts, ignores the signal, as one behind `&` does SIGINT.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("procfs");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a mask");
    u64::from_str_radix(mask.trim(), 16).expect("a number") & (1 << (signal - 1)) != 0
}

#[test]
fn response_files_are_read_but_passed_on_as_they_are() {
    let setup = Setup::new();
    setup.write("a.rsp", "-c \"src dir/a.c\"\n-DX='1 2'");
    setup.write("outer.rsp", "@a.rsp -g");
    setup.write("loop.rsp", "@loop.rsp");
    setup.write("e.rsp", "-E -fopenmp -fopenmp-targets=nvptx64 t.c");
    for line in ["@a.rsp", "@outer.rsp|-O2", "@loop.rsp", "@e.rsp", "@a.rsp|@e.rsp", "@"] {
        let status = setup.warpcc().args(words(line)).status().expect("warpcc runs");
        assert_eq!(
            (setup.recorded(), status.code()),
            (words(line).iter().map(|&s| s.into()).collect(), Some(0))
        );
    }
}

#[test]
fn a_response_file_can_ask_for_offload() {
    let setup = Setup::new();
    setup.write("t.rsp", "-c t.c -fopenmp -fopenmp-targets=nvptx64");
    let output = setup.warpcc().arg("@t.rsp").output().expect("warpcc runs");
    assert!(stderr(&output).contains("no libclang"), "{}", stderr(&output));
}

#[test]
fn an_option_of_warpccs_in_a_response_file_is_refused() {
    let setup = Setup::new();
    setup.write("w.rsp", "-c a.c --warp-mode=off");
    let output = setup.warpcc().arg("@w.rsp").output().expect("warpcc runs");
    assert_eq!((output.status.code(), stderr(&output).lines().count()), (Some(1), 1));
    assert!(stderr(&output).contains("'--warp-mode=off' cannot be in a response file"));
    assert!(!setup.ran());
}

#[test]
fn without_libclang_clang_compiles_and_only_the_strict_hear_of_it() {
    let setup = Setup::new();
    let offload = ["-c", "t.c", "-fopenmp", "-fopenmp-targets=nvptx64"];
    let output = setup.warpcc().args(offload).output().expect("warpcc runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("warpcc: error: no libclang beside"));
    assert!(!setup.ran());
    let mut command = setup.warpcc();
    let output = command.args(offload).env_remove("WARPCC_STRICT").output().expect("warpcc runs");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), "err\n"));
    assert_eq!(setup.recorded(), offload);
}

#[test]
fn a_unit_that_could_not_be_analysed_has_a_report_that_says_so() {
    let setup = Setup::new();
    let run = |report: &str, strict: &str| {
        let mut command = setup.warpcc();
        command.args(["-c", "./t.c", "-fopenmp", "-fopenmp-targets=nvptx64"]);
        command.env("WARPCC_REPORT", report).env("WARPCC_STRICT", strict);
        command.output().expect("warpcc runs")
    };
    assert_eq!(run("reports/", "0").status.code(), Some(0));
    let text = setup.only_report("reports");
    assert!(text.contains("warpcc-report/1"), "{text}");
    assert_eq!(run("reports/one.json", "0").status.code(), Some(0));
    assert_eq!(fs::read_to_string(setup.at("reports/one.json")).expect("a report"), text);
    let unwritable = run("t.c/r.json", "0");
    assert_eq!(unwritable.status.code(), Some(0));
    assert!(stderr(&unwritable).starts_with("warpcc: warning: cannot write"));
}

#[test]
fn what_is_left_alone_for_a_reason_is_remarked_on_only_when_asked() {
    let setup = Setup::new();
    setup.program("config/clang", RECORDER);
    setup.write("config/clang.cfg", "-O1");
    let run = |more: &[&str], remarks: &str, clang: &str, variable: &str| {
        let mut command = setup.warpcc();
        command.args(["-c", "t.c", "-fopenmp", "--offload-arch=sm_90"]).args(more);
        command.env("WARPCC_REMARKS", remarks).env(variable, "x");
        command.env("WARPCC_CLANG", setup.at(clang));
        stderr(&command.output().expect("warpcc runs"))
    };
    let pch = ["-include-pch", "x.pch"];
    assert_eq!(run(&pch, "none", "clang", "X"), "err\n");
    let remark = |what: &str| format!("warpcc: remark: not analysed: {what}\nerr\n");
    let not_modelled = |what: &str| remark(&format!("effect of '{what}' is not modelled"));
    assert_eq!(run(&pch, "all", "clang", "X"), not_modelled("-include-pch"));
    assert_eq!(run(&["-"], "all", "clang", "X"), remark("source comes from standard input"));
    for variable in ["CCC_OVERRIDE_OPTIONS", "CLANG_CONFIG_FILE", "CC_PRINT_OPTIONS"] {
        assert_eq!(run(&[], "all", "clang", variable), not_modelled(variable));
    }
    let file = setup.at("config/clang.cfg");
    let configured = run(&[], "all", "config/clang", "X");
    assert_eq!(configured, not_modelled(file.to_str().expect("text")));
    let mut without = setup.warpcc();
    without.args(["-c", "t.c", "-v", "-fopenmp", "--offload-arch=sm_90"]);
    assert_eq!(stderr(&without.env("WARPCC_REMARKS", "all").output().expect("runs")), "err\n");
}

#[test]
fn the_config_hash_tells_settings_apart_and_runs_nothing() {
    let setup = Setup::new();
    let hash = |options: &[&str], variable: (&str, &str)| {
        let mut command = setup.warpcc();
        command.arg("--warp-config-hash").args(options).env(variable.0, variable.1);
        let output = command.output().expect("warpcc runs");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("text")
    };
    let plain = hash(&[], ("X", ""));
    assert!(plain.len() == 17 && plain.trim().bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert_eq!(hash(&["-c", "a.c", "--warp-report=r.json"], ("X", "")), plain);
    assert_ne!(hash(&["--warp-mode=off"], ("X", "")), plain);
    assert_eq!(hash(&[], ("WARPCC_MODE", "off")), hash(&["--warp-mode=off"], ("X", "")));
    assert!(!setup.ran());
    setup.program("clang", &format!("{RECORDER}# another\n"));
    assert_ne!(hash(&[], ("X", "")), plain);
}

#[test]
fn the_cxx_driver_runs_clangs_cxx_driver() {
    let setup = Setup::new();
    symlink(WARPCC, setup.at("warpcc++")).expect("a link");
    let mut command = setup.program_command(&setup.at("warpcc++"));
    command.env("WARPCC_CLANG", setup.at("clang")).args(["-c", "a.cc"]);
    assert!(command.status().expect("warpcc++ runs").success());
    assert_eq!(setup.recorded(), ["--driver-mode=g++", "-c", "a.cc"]);
    setup.program("clang++", RECORDER);
    assert!(command.status().expect("warpcc++ runs").success());
    let record = fs::read(setup.at("clang++.args")).expect("clang++ ran");
    assert_eq!(record, b"-c\0a.cc\0");
}

#[test]
fn installed_as_clang_it_does_not_call_itself() {
    let setup = Setup::new();
    for folder in ["link", "copy", "other", "hard"] {
        fs::create_dir(setup.at(folder)).expect("a folder");
    }
    symlink(WARPCC, setup.at("link/clang-19")).expect("a link");
    symlink(WARPCC, setup.at("link/clang")).expect("a link");
    fs::copy(WARPCC, setup.at("copy/clang-19")).expect("a copy");
    fs::copy(WARPCC, setup.at("copy/clang")).expect("a copy");
    fs::hard_link(setup.at("copy/clang"), setup.at("hard/clang-19")).expect("a hard link");
    setup.program("other/clang-19", &format!("#!/bin/sh\nexec '{WARPCC}' \"$@\"\n"));
    setup.program("clang-19", RECORDER);
    let folders = ["link", "copy", "hard", "other", ""].map(|folder| setup.at(folder));
    let path =
        std::env::join_paths(folders.iter().cloned().chain(["/bin".into(), "/usr/bin".into()]));
    let path = path.expect("no colons");
    for program in ["link/clang", "copy/clang-19", "hard/clang-19", "other/clang-19"] {
        let mut command = setup.program_command(&setup.at(program));
        command.env("PATH", &path).args(["-c", "a.c"]);
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{program}: {}", stderr(&output));
        let record = fs::read(setup.at("clang-19.args")).expect("the recorder ran");
        assert_eq!(record, b"-c\0a.c\0", "{program}");
        fs::remove_file(setup.at("clang-19.args")).expect("a record");
    }
}

#[test]
fn a_clang_that_calls_warpcc_again_is_an_error_not_a_loop() {
    let setup = Setup::new();
    setup.program("clang", &format!("#!/bin/sh\nexec '{WARPCC}' \"$@\"\n"));
    let output = setup.warpcc().arg("a.c").output().expect("warpcc runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).ends_with("calls warpcc again\n"), "{}", stderr(&output));
    let own = setup.warpcc().env("WARPCC_CLANG", WARPCC).arg("a.c").output().expect("warpcc runs");
    assert!(stderr(&own).ends_with("is warpcc itself\n"), "{}", stderr(&own));
}

#[test]
fn what_cannot_be_run_is_one_line() {
    let setup = Setup::new();
    setup.program("clang", "#!/absent/interpreter\n");
    let output = setup.warpcc().arg("a.c").output().expect("warpcc runs");
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.starts_with("warpcc: error: cannot run") && text.lines().count() == 1, "{text}");
}
