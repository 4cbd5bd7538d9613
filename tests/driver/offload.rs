//! `warpcc` in front of clang 19: what the user sees is clang's, what is compiled is better.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::setup::{CLANG, GEMM, Setup, TARGET, WARPCC, WARPCTL, stderr};

/// The same command line to clang and to warpcc in front of it; both must say the same.
fn assert_same(setup: &Setup, args: &[&str]) {
    let run = |program: &str| {
        let mut command = setup.program_command(Path::new(program));
        command.env("WARPCC_CLANG", CLANG).env_remove("WARPCC_STRICT");
        command.args(args).output().expect("it runs")
    };
    let (clang, warpcc) = (run(CLANG), run(WARPCC));
    assert_eq!(stderr(&warpcc), stderr(&clang), "{args:?}");
    assert_eq!(warpcc.status, clang.status, "{args:?}");
    assert_eq!(warpcc.stdout, clang.stdout, "{args:?}");
}

#[test]
fn bad_input_looks_as_it_does_with_clang() {
    let setup = Setup::new();
    setup.write("syntax.c", &TARGET.replace("= 1;", "= ;"));
    setup.write(
        "pragma.c",
        "void f(void) {\n#pragma omp target teams distribute parallel for map(\n",
    );
    setup.write("clause.c", "void f(int n) {\n#pragma omp target nonsense(n)\n  ;\n}\n");
    setup.write("warn.c", &TARGET.replace("*p = 1", "int unused; *p = 1"));
    setup.write("empty.c", "");
    setup.write("missing-include.c", &format!("#include \"absent.h\"\n{TARGET}"));
    let offload = ["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"];
    let cases: &[&[&str]] = &[
        &["-c", "absent.c"],
        &["-c", "syntax.c", "-Wall"],
        &["-c", "pragma.c"],
        &["-c", "clause.c"],
        &["-c", "warn.c", "-Wall", "-o", "warn.o"],
        &["-c", "warn.c", "-Wall", "-Werror"],
        &["-c", "empty.c", "-o", "empty.o"],
        &["-c", "missing-include.c"],
        &["-c", "t.c", "--no-such-flag", "-o", "t.o"],
        &["-c", "t.c", "-fno-such-flag"],
        &["-c", "t.c", "-std=c77"],
        &["-c", "t.c", "-o", "absent/folder/t.o"],
        &["t.c", "-o", "a.out"],
        &["-c", "t.c", "-o"],
        &["-c"],
        &["-E", "t.c"],
        &["-MM", "t.c"],
        &["--version"],
    ];
    for case in cases {
        let args: Vec<&str> = offload.iter().chain(*case).copied().collect();
        assert_same(&setup, &args);
    }
}

/// What can be read once only must be left for clang to read.
#[test]
fn pipes_are_clangs() {
    let setup = Setup::new();
    let offload = "-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu";
    let script = format!(
        "'{WARPCC}' @<(echo -c t.c -o response.o) {offload} && \
         '{WARPCC}' -x c <(cat t.c) -c -o source.o {offload} && \
         '{WARPCC}' -include <(echo '#define X 1') -c t.c -o header.o {offload}"
    );
    let mut command = setup.program_command(Path::new("bash"));
    command.env("WARPCC_CLANG", CLANG).args(["-c", &script]);
    let output = command.output().expect("bash runs");
    assert!(output.status.success(), "{}", stderr(&output));
    for object in ["response.o", "source.o", "header.o"] {
        assert!(setup.at(object).exists(), "{object}");
    }
}

const HOST_OFFLOAD: [&str; 3] = ["-O1", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"];

/// `warpcc` in front of clang 19, strict, for the x86-64 offload device.
fn offload(setup: &Setup) -> Command {
    let mut command = setup.program_command(Path::new(WARPCC));
    command.env("WARPCC_CLANG", CLANG).args(HOST_OFFLOAD);
    command
}

/// What a program prints whose regions run on the `x86_64` offload device.
pub(crate) fn output_of(setup: &Setup, program: &str) -> String {
    let mut command = setup.program_command(&setup.at(program));
    command.env("LD_LIBRARY_PATH", "/usr/lib/llvm-19/lib").env("OMP_TARGET_OFFLOAD", "MANDATORY");
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_rewritten_program_prints_what_the_original_prints() {
    let setup = Setup::new();
    setup.write("gemm.c", GEMM);
    let status = setup
        .program_command(Path::new(CLANG))
        .args(HOST_OFFLOAD)
        .args(["gemm.c", "-o", "plain"])
        .status();
    assert!(status.expect("clang runs").success());
    let mut command = offload(&setup);
    command.args(["gemm.c", "-o", "better", "--warp-save-source=saved", "--warp-report=reports/"]);
    let output = command.output().expect("warpcc runs");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    let saved = fs::read_to_string(setup.at("saved/gemm.c")).expect("a rewritten source");
    assert!(saved.contains("collapse(2)"), "{saved}");
    assert_eq!(fs::read_to_string(setup.at("gemm.c")).expect("the source"), GEMM);
    let report = setup.only_report("reports");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["summary"]["rewritten"], 1);
    assert_eq!(output_of(&setup, "better"), output_of(&setup, "plain"));
}

/// Loops of few iterations say how many threads a team has, where all devices are NVIDIA's and it is asked for; patches never do.
#[test]
fn the_size_of_teams_is_said_to_gpus() {
    let setup = Setup::new();
    let source = "void f(double x[1000]) {\n\
                  #pragma omp target teams distribute parallel for map(tofrom: x[0:1000])\n  \
                  for (int i = 0; i < 1000; i++) x[i] += 1;\n}\n";
    setup.write("few.c", source);
    let rewritten = |options: &str| {
        let _ = fs::remove_dir_all(setup.at("saved"));
        let mut command = setup.program_command(Path::new(WARPCC));
        command.env("WARPCC_CLANG", CLANG).args(["-fopenmp", "-fsyntax-only", "few.c"]);
        let output = command.args(options.split(' ')).arg("--warp-save-source=saved").output();
        assert!(output.as_ref().is_ok_and(|output| output.status.success()), "{output:?}");
        fs::read_to_string(setup.at("saved/few.c")).unwrap_or_default()
    };
    let bounds = "parallel for ompx_attribute(__attribute__((launch_bounds(32)))) map(";
    let few = rewritten("-nocudalib --offload-arch=sm_90");
    assert!(few.contains(bounds), "{few}");
    for others in [
        "-nocudalib --offload-arch=sm_90 --warp-launch=off",
        "-fopenmp-targets=x86_64-pc-linux-gnu",
        "-nocudalib -fopenmp-targets=nvptx64,x86_64-pc-linux-gnu -Xopenmp-target=nvptx64 -march=sm_90",
    ] {
        assert!(!rewritten(others).contains("launch_bounds"), "{others}");
    }
    let mut diff = setup.program_command(Path::new(WARPCTL));
    diff.env("WARPCC_CLANG", CLANG).args(["diff", "few.c", "--", "-fopenmp"]);
    let output = diff.arg("-fopenmp-targets=nvptx64").output().expect("warpctl runs");
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
}

/// A host that runs a region itself, and a device that is a processor, run the loops as written; of these there is no kernel.
#[test]
fn processors_run_the_loops_as_written() {
    let setup = Setup::new();
    setup.write("gemm.c", GEMM);
    let compiled = |options: &[&str]| {
        let _ = fs::remove_dir_all(setup.at("saved"));
        let mut command = setup.program_command(Path::new(WARPCC));
        command.env("WARPCC_CLANG", CLANG).env_remove("WARPCC_HOST_LOOPS").arg("-fopenmp");
        command.args(["-S", "-emit-llvm", "gemm.c", "-o", "gemm.ll", "--warp-save-source=saved"]);
        let output = command.args(options).output().expect("warpcc runs");
        assert!(output.status.success(), "{}", stderr(&output));
        let text = fs::read_to_string(setup.at("saved/gemm.c")).unwrap_or_default();
        (text, fs::read_to_string(setup.at("gemm.ll")).expect("clang's output"))
    };
    let gpu = ["-nocudalib", "--offload-arch=sm_90", "--offload-host-only"];
    let (text, code) = compiled(&gpu);
    assert!(text.contains("collapse(2)") && text.contains("if(target: 0)"), "{text}");
    let kernels = |code: &str| code.lines().filter(|line| line.contains(".region_id = ")).count();
    assert_eq!(kernels(&code), 1, "{code}");
    let (text, _) = compiled(&[gpu.as_slice(), &["--warp-host-loops=off"]].concat());
    assert!(text.contains("collapse(2)") && !text.contains("if(target: 0)"), "{text}");
    let processor = ["-fopenmp-targets=x86_64-pc-linux-gnu", "--offload-host-only"];
    assert_eq!(compiled(&[processor.as_slice(), &["--warp-transfers=off"]].concat()).0, "");
    let (text, _) = compiled(&processor);
    assert!(text.contains("map(from: C[:N * N])") && !text.contains("collapse(2)"), "{text}");
    let steps = "  for (int t = 0; t < 9; t++)\n    gemm(a, b, c);";
    setup.write("gemm.c", &GEMM.replace("  gemm(a, b, c);", steps));
    let (text, _) = compiled(&processor);
    assert!(text.contains("target data") && !text.contains("collapse(2)"), "{text}");
}

#[test]
fn a_rewritten_unit_has_clangs_dependency_file_and_warnings() {
    let setup = Setup::new();
    setup.write("gemm.c", &GEMM.replace("float sum = 0;", "float sum = 0; int unused;"));
    let args = ["-Wall", "-c", "gemm.c", "-o", "gemm.o", "-MD", "-MF", "gemm.d"];
    let run = |mut command: Command| {
        let output = command.args(args).output().expect("it runs");
        assert!(output.status.success(), "{}", stderr(&output));
        (stderr(&output), fs::read_to_string(setup.at("gemm.d")).expect("a dependency file"))
    };
    let mut clang = setup.program_command(Path::new(CLANG));
    clang.args(HOST_OFFLOAD);
    let mut saving = offload(&setup);
    saving.arg("--warp-save-source=saved");
    let (plain, rewritten) = (run(clang), run(saving));
    assert!(setup.at("saved/gemm.c").exists());
    assert!(plain.0.contains("unused variable"));
    assert_eq!(rewritten.1, plain.1);
    assert_eq!(rewritten.0, plain.0);
}

#[test]
fn report_mode_reports_and_compiles_the_users_text() {
    let setup = Setup::new();
    setup.write("gemm.c", GEMM);
    let object = |mut command: Command, more: &[&str]| {
        let output = command.args(["-c", "gemm.c", "-o", "gemm.o"]).args(more).output();
        assert!(output.expect("it runs").status.success());
        fs::read(setup.at("gemm.o")).expect("an object")
    };
    let mut clang = setup.program_command(Path::new(CLANG));
    clang.args(HOST_OFFLOAD);
    let plain = object(clang, &[]);
    let more = ["--warp-mode=report", "--warp-report=r.json", "--warp-save-source=saved"];
    assert_eq!(object(offload(&setup), &more), plain);
    assert!(setup.at("r.json").exists() && !setup.at("saved").exists());
}

/// A unit whose analysis takes longer than any budget of a millisecond.
pub(crate) fn many_regions() -> String {
    let function = |k| {
        format!(
            "void f{k}(int n, double (*a)[n][n], double (*b)[n][n], double (*c)[n][n]) {{
#pragma omp target teams distribute parallel for map(from: a[0:n]) map(to: b[0:n], c[0:n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) a[i][j][k] = b[i][j][k] + c[k][j][i];
}}\n"
        )
    };
    (0..100).map(function).collect()
}

#[test]
fn the_parse_is_not_counted_in_the_budget() {
    let setup = Setup::new();
    setup.write(
        "t.cpp",
        "#include <map>\n#include <regex>\n#include <vector>\n\
         void f(int n, double *a) {\n#pragma omp target teams distribute parallel for\n\
         for (int i = 0; i < n; i++) a[i] = i; }\n",
    );
    let report = |budget: &str| {
        let mut command = offload(&setup);
        command.args(["-c", "t.cpp", "--warp-mode=report", "--warp-report=r.json", budget]);
        let timings = setup.at("timings");
        let _ = fs::remove_file(&timings);
        assert!(command.env("WARPCC_TIMINGS", &timings).status().expect("warpcc runs").success());
        assert!(!fs::read_to_string(setup.at("r.json")).expect("a report").contains("WC902"));
        fs::read_to_string(timings).expect("timings")
    };
    let parse = |timings: &str| -> u64 {
        let line = timings.lines().find(|line| line.contains("\"parse\"")).expect("a parse");
        let digits: String = line.chars().filter(char::is_ascii_digit).collect();
        digits.parse().expect("microseconds")
    };
    let long = parse(&report("--warp-budget-ms=0"));
    assert!(long > 100_000, "the parse took {long} µs");
    report(&format!("--warp-budget-ms={}", long / 2000));
}

#[test]
fn an_analysis_over_its_budget_leaves_the_unit_to_clang() {
    let setup = Setup::new();
    setup.write("gemm.c", &many_regions());
    let run = |strict: &str| {
        let mut command = offload(&setup);
        command.args(["-c", "gemm.c", "--warp-budget-ms=1", "--warp-report=r.json"]);
        command.env("WARPCC_STRICT", strict).output().expect("warpcc runs")
    };
    let (strict, open) = (run("1"), run("0"));
    assert_eq!(strict.status.code(), Some(1));
    assert_eq!(stderr(&strict), "warpcc: error: analysis took more than 1 ms\n");
    assert_eq!((open.status.code(), stderr(&open).as_str()), (Some(0), ""));
    assert!(setup.at("gemm.o").exists());
    assert!(fs::read_to_string(setup.at("r.json")).expect("a report").contains("WC902"));
}
