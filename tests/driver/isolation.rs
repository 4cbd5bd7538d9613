//! An analysis that hangs, crashes or runs out of memory: the compilation goes on without it.
//!
//! In the place of libclang stands a library that misbehaves when it is loaded.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use std::os::unix::process::ExitStatusExt;

use crate::setup::{CLANG, Setup, TARGET, stderr};

/// As told by `EVIL`; it notes its process in `EVIL_PID`. It takes at most 6 GiB, for machines
/// where the limit of the analysis' memory does not hold.
const LIBRARY: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
__attribute__((constructor)) static void misbehave(void) {
  const char *how = getenv("EVIL"), *name = getenv("EVIL_PID");
  FILE *file = name ? fopen(name, "w") : 0;
  if (file) fprintf(file, "%d\n", getpid()), fclose(file);
  if (!how) return;
  if (!strcmp(how, "crash")) *(volatile int *)16 = 1;
  if (!strcmp(how, "abort")) abort();
  if (!strcmp(how, "exit")) _exit(0);
  if (!strcmp(how, "talk")) puts("not an answer"), fflush(stdout), _exit(0);
  if (!strcmp(how, "hang")) for (;;) pause();
  if (!strcmp(how, "spin")) for (;;) ;
  if (!strcmp(how, "eat"))
    for (int i = 0; i < 400; i++) {
      char *p = malloc(16 << 20);
      if (!p) abort();
      memset(p, 1, 1 << 12);
    }
}
"#;

/// A prefix whose clang is clang 19, and whose libclang misbehaves.
fn setup() -> Setup {
    let setup = Setup::new();
    setup.program("bin/clang-19", &format!("#!/bin/sh\nexec {CLANG} \"$@\"\n"));
    setup.write("evil.c", LIBRARY);
    setup.write("lib/clang/19/include/omp.h", "");
    let mut command = setup.program_command(Path::new(CLANG));
    command.args(["-shared", "-fPIC", "-O0", "evil.c", "-o", "lib/libclang-19.so.1"]);
    assert!(command.status().expect("clang runs").success());
    setup
}

fn warpcc(setup: &Setup, evil: &str) -> Command {
    let mut command = setup.warpcc();
    command.env("WARPCC_CLANG", setup.at("bin/clang-19")).env("EVIL", evil);
    command.args(["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-c", "t.c", "-o", "t.o"]);
    command
}

/// What becomes of the command, open and strict: the open one's report, the strict one's message.
fn outcomes(setup: &Setup, evil: &str, more: &[&str]) -> (String, String) {
    let run = |strict: &str| {
        let mut command = warpcc(setup, evil);
        command.args(more).args(["--warp-report=r.json", "--warp-memory-mb=2000"]);
        command.env("WARPCC_STRICT", strict).output().expect("warpcc runs")
    };
    let (open, strict) = (run("0"), run("1"));
    assert_eq!((open.status.code(), stderr(&open).as_str()), (Some(0), ""), "{evil}");
    assert_eq!(strict.status.code(), Some(1), "{evil}");
    let report = fs::read_to_string(setup.at("r.json")).expect("a report");
    (report, stderr(&strict))
}

#[test]
fn a_failed_analysis_loses_nothing() {
    let setup = setup();
    setup.write("t.c", TARGET);
    let mut clang = setup.program_command(Path::new(CLANG));
    clang.args(["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-c", "t.c", "-o", "plain.o"]);
    assert!(clang.status().expect("clang runs").success());
    let cases: &[(&str, &str)] = &[
        ("crash", "ended by signal 11"),
        ("abort", "ended by signal 6"),
        ("eat", "ended by signal 6"),
        ("exit", "ended without an answer, code 0"),
        ("talk", "ended without an answer, code 0"),
    ];
    for (evil, reason) in cases {
        let (report, message) = outcomes(&setup, evil, &[]);
        assert!(report.contains("WC903") && report.contains(reason), "{report}");
        assert!(message.starts_with("warpcc: error: analysis") && message.contains(reason));
        let same = fs::read(setup.at("t.o")).expect("an object")
            == fs::read(setup.at("plain.o")).expect("an object");
        assert!(same, "{evil}");
    }
}

#[test]
fn an_analysis_that_does_not_end_is_ended() {
    let setup = setup();
    for evil in ["hang", "spin"] {
        let (report, message) = outcomes(&setup, evil, &["--warp-budget-ms=100"]);
        assert!(report.contains("WC902"), "{report}");
        assert_eq!(message, "warpcc: error: analysis took more than 100 ms\n");
    }
}

#[test]
fn the_child_is_not_for_people() {
    let setup = Setup::new();
    let output = setup.warpcc().arg("--warp-analyze-unit").output().expect("warpcc runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "warpcc: error: no request to analyse a unit\n");
    let more = setup.warpcc().args(["--warp-analyze-unit", "a.c"]).output().expect("warpcc runs");
    assert!(stderr(&more).contains("unknown option"), "{}", stderr(&more));
    assert!(!setup.ran());
}

/// Waits for the process of the analysis to note its number.
fn analysis_of(setup: &Setup, child: &mut Child) -> String {
    let end = Instant::now() + Duration::from_secs(120);
    loop {
        let text = fs::read_to_string(setup.at("pid")).unwrap_or_default();
        if text.ends_with('\n') {
            return text.trim().to_owned();
        }
        assert!(child.try_wait().expect("a child").is_none(), "it ended");
        assert!(Instant::now() < end, "no analysis");
        sleep(Duration::from_millis(10));
    }
}

fn is_gone(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_none_or(|rest| rest.is_empty() || rest.starts_with(['Z', 'X']))
}

#[test]
fn a_signal_to_warpcc_alone_ends_the_analysis_too() {
    let setup = setup();
    let signals = [("TERM", 15), ("INT", 2), ("HUP", 1), ("KILL", 9)];
    for (name, number) in signals.into_iter().filter(|(_, number)| !crate::is_ignored(*number)) {
        let mut command = warpcc(&setup, "hang");
        command.env("EVIL_PID", setup.at("pid"));
        let mut child = command.spawn().expect("warpcc runs");
        let analysis = analysis_of(&setup, &mut child);
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().expect("kill").success());
        assert_eq!(child.wait().expect("it ends").signal(), Some(number), "{name}");
        let end = Instant::now() + Duration::from_secs(120);
        while !is_gone(&analysis) {
            assert!(Instant::now() < end, "the analysis lives on");
            sleep(Duration::from_millis(10));
        }
        assert!(!setup.at("t.o").exists());
        fs::remove_file(setup.at("pid")).expect("a file");
    }
}

#[test]
fn a_signal_to_warpcc_alone_ends_a_clang_that_runs_ahead() {
    let setup = setup();
    let script = "case \" $* \" in *' t.c '*) echo $$ > ahead; echo \"$TMPDIR\" >> ahead; sleep 60 & wait;; esac";
    setup.program("bin/clang-19", &format!("#!/bin/sh\n{script}\nexec {CLANG} \"$@\"\n"));
    let signals = [("TERM", 15), ("INT", 2), ("HUP", 1)];
    for (name, number) in signals.into_iter().filter(|(_, number)| !crate::is_ignored(*number)) {
        let mut command = warpcc(&setup, "hang");
        command.env("EVIL_PID", setup.at("pid"));
        let mut child = command
            .env("WARPCC_STRICT", "0")
            .env("WARPCC_AHEAD", "on")
            .spawn()
            .expect("warpcc runs");
        let analysis = analysis_of(&setup, &mut child);
        let ahead = || fs::read_to_string(setup.at("ahead")).unwrap_or_default();
        while ahead().lines().count() < 2 {
            sleep(Duration::from_millis(10));
        }
        let text = ahead();
        let [clang, temporary] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
        assert!(Path::new(temporary).is_dir());
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().expect("kill").success());
        assert_eq!(child.wait().expect("it ends").signal(), Some(number), "{name}");
        let end = Instant::now() + Duration::from_secs(120);
        while !is_gone(&analysis) || !is_gone(clang) || Path::new(temporary).exists() {
            assert!(Instant::now() < end, "something lives on");
            sleep(Duration::from_millis(10));
        }
        fs::remove_file(setup.at("pid")).expect("a file");
        fs::remove_file(setup.at("ahead")).expect("a file");
    }
}
