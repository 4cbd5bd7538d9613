//! Compilers for which nothing is rewritten, and sources of another language: one line, and the command goes on as without warpcc.

use std::path::Path;
use std::process::{Command, Output};

use crate::setup::{RECORDER, Setup, TARGET, WARPCC, WARPCTL, stderr};

/// A setup with compilers of other kinds.
fn setup() -> Setup {
    let setup = Setup::new();
    for name in ["gcc", "python3", "llvm-16/bin/clang"] {
        setup.program(name, RECORDER);
    }
    setup.write("llvm-16/lib/clang/16/include/stddef.h", "");
    setup
}

/// `warpcc` as its users have it.
fn warpcc(setup: &Setup, compiler: &str, args: &[&str]) -> Output {
    let mut command = setup.program_command(Path::new(WARPCC));
    command.env("WARPCC_CLANG", setup.at(compiler)).env_remove("WARPCC_STRICT");
    command.args(["-fopenmp", "--offload-arch=sm_90"]).args(args).output().expect("warpcc runs")
}

const OTHERS: [(&str, &str); 3] =
    [("gcc", "gcc"), ("python3", "python3"), ("llvm-16/bin/clang", "16")];

#[test]
fn another_compiler_is_named_in_one_line() {
    let setup = setup();
    setup.write("u.c", TARGET);
    for (compiler, found) in OTHERS {
        let why = format!("clang 19 is needed to rewrite; found {found}");
        for args in [&["-c", "t.c"][..], &["-c", "t.c", "u.c"]] {
            let output = warpcc(&setup, compiler, args);
            let text = format!("warpcc: remark: {why}\nerr\n");
            assert_eq!((output.status.code(), stderr(&output)), (Some(0), text), "{compiler}");
        }
        for more in ["--warp-remarks=missed", "--warp-remarks=all"] {
            let said = stderr(&warpcc(&setup, compiler, &[more, "-c", "t.c"]));
            assert_eq!(said, format!("t.c:1:1: remark: {why} [-Rwarpcc=WC903]\nerr\n"));
        }
        for args in [
            &["--warp-remarks=none", "-c", "t.c"][..],
            &["--warp-mode=off", "-c", "t.c"],
            &["-c", "a.c"],
        ] {
            assert_eq!(stderr(&warpcc(&setup, compiler, args)), "err\n", "{compiler} {args:?}");
        }
    }
}

#[test]
fn the_doctor_names_another_compiler() {
    let setup = setup();
    for (compiler, found) in OTHERS {
        let path = setup.at(compiler);
        let mut doctor = Command::new(WARPCTL);
        let output = doctor.args(["doctor", "--clang"]).arg(&path).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = format!(
            "clang            MISSING: clang 19 is needed to rewrite; found {found} ({}): install clang-19",
            path.display()
        );
        assert!(output.status.code() == Some(1) && text.starts_with(&line), "{text}");
        assert!(!setup.at(&format!("{compiler}.args")).exists(), "it was run");
    }
}

#[test]
fn target_regions_in_fortran_are_left_with_a_remark() {
    let setup = Setup::new();
    setup.write("s.f90", "program s\n  integer :: i\n  !$omp target teams distribute\n  !$omp end target\nend program\n");
    setup.write("plain.f90", "program s\nend program\n");
    let said = |args: &[&str]| stderr(&warpcc(&setup, "clang", args));
    let line = "warpcc: remark: s.f90:3: `!$omp target` in Fortran is left as it is: warpcc rewrites C and C++\nerr\n";
    assert_eq!(said(&["-c", "s.f90"]), line);
    assert_eq!(said(&["s.f90", "plain.f90", "a.c", "-o", "s"]), line);
    for args in [&["--warp-remarks=none", "-c", "s.f90"][..], &["-c", "plain.f90"], &["s.o"]] {
        assert_eq!(said(args), "err\n", "{args:?}");
    }
    let mut host = setup.warpcc();
    let host = host.args(["-fopenmp", "-c", "s.f90"]).output().expect("warpcc runs");
    assert_eq!(stderr(&host), "err\n", "no device is asked for");
}
