//! Programs for the simulated GPU: `warpcc --warp-simulator` links them, `warpctl simulate` runs them, and what was counted is told
//! beside the predictions.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::link::installed;
use crate::setup::{CLANG, GEMM, Setup, WARPCC, WARPCTL, stderr};
use crate::warpsim;

const OFFLOAD: [&str; 3] = ["-O2", "-fopenmp", "--offload-arch=sm_90"];

/// A program that ends as its argument says.
const ENDS: &str = "#include <stdlib.h>
int main(int count, char **words) {
  int x = count;
#pragma omp target map(tofrom : x)
  x = 7;
  if (words[1][0] == 'a')
    abort();
  return x;
}
";

/// `warpsim` beside `warpcc`.
fn warpsim() -> &'static Path {
    warpsim::built_in(Path::new(WARPCC).parent().expect("a folder"))
}

/// A command whose temporary files go to a folder of its own.
pub(crate) fn command(setup: &Setup, program: &Path, clang: &Path) -> Command {
    warpsim();
    fs::create_dir_all(setup.at("tmp")).expect("a folder");
    let mut command = setup.program_command(program);
    command.env("WARPCC_CLANG", clang).env("WARPCC_CUDA", installed());
    command.env("TMPDIR", setup.at("tmp"));
    for name in ["LIBRARY_PATH", "LD_LIBRARY_PATH", "OMP_TARGET_OFFLOAD"] {
        command.env_remove(name);
    }
    command
}

pub(crate) fn warpcc(setup: &Setup, args: &[&str]) -> Output {
    let mut command = command(setup, Path::new(WARPCC), Path::new(CLANG));
    command.arg("--warp-simulator").args(OFFLOAD).args(args).output().expect("warpcc runs")
}

fn warpctl(setup: &Setup, args: &[&str]) -> Output {
    let mut command = command(setup, Path::new(WARPCTL), Path::new(CLANG));
    command.args(args).output().expect("warpctl runs")
}

/// What a command prints that says nothing on standard error and leaves no temporary file.
pub(crate) fn good(setup: &Setup, output: &Output) -> String {
    assert_eq!((output.status.code(), stderr(output).as_str()), (Some(0), ""));
    assert!(is_tidy(setup));
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn is_tidy(setup: &Setup) -> bool {
    fs::read_dir(setup.at("tmp")).expect("a folder").next().is_none()
}

/// A setup with the program of [`GEMM`] and what it prints without a GPU.
fn gemm() -> (Setup, String) {
    let setup = Setup::new();
    setup.write("gemm.c", GEMM);
    let mut clang = setup.program_command(Path::new(CLANG));
    assert!(clang.args(["-O1", "gemm.c", "-o", "host"]).status().expect("clang runs").success());
    let ran = setup.program_command(&setup.at("host")).output().expect("it runs");
    (setup, String::from_utf8(ran.stdout).expect("text"))
}

fn explain(setup: &Setup, more: &[&str]) -> String {
    let args = [&["explain", "gemm.c:5"], more, &["--"], &OFFLOAD[..]].concat();
    good(setup, &warpctl(setup, &args))
}

/// What `warpctl explain` says of the three accesses of [`GEMM`], with counts of a run.
fn accesses(setup: &Setup, counts: &str) -> Vec<String> {
    let told = explain(setup, &["--simulated", counts]);
    let (_, rest) = told.split_once("\nsimulated: sectors a request\n").expect("a section");
    let (lines, _) = rest.split_once("\n\n").expect("the next section");
    let mut lines = lines.lines().map(|line| line.trim().to_owned());
    assert_eq!(lines.next(), Some(format!("{counts}: 1 launch")));
    lines.collect()
}

#[test]
fn programs_run_and_are_counted_as_predicted() {
    let (setup, expected) = gemm();
    let cases = [
        ("off", ["32 in 8192 loads", "1 in 8192 loads", "32 in 128 stores"]),
        ("rewrite", ["1 in 8192 loads", "4 in 8192 loads", "4 in 128 stores"]),
    ];
    for (mode, counted) in cases {
        let (mode, counts) = (format!("--warp-mode={mode}"), format!("{mode}.json"));
        let built = warpcc(&setup, &[&mode, "--warp-remarks=races", "gemm.c", "-o", "gemm"]);
        assert_eq!(good(&setup, &built), "");
        let ran = warpctl(&setup, &["simulate", "--quiet", "--json", &counts, "./gemm"]);
        assert_eq!(good(&setup, &ran), expected);
        let [a, b, c] = counted;
        let lines = [
            format!("line 10 read A[i * N + k]: predicted 32 -> 1, simulated {a}"),
            format!("line 10 read B[k * N + j]: predicted 1 -> 4, simulated {b}"),
            format!("line 11 write C[i * N + j]: predicted 32 -> 4, simulated {c}"),
        ];
        assert_eq!(accesses(&setup, &counts), lines, "{mode}");
    }
    let json = explain(&setup, &["--format", "json", "--simulated", "rewrite.json"]);
    let region: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(region["simulated"]["predicted"], "requests", "all sizes are numbers");
    assert_eq!(region["accesses"][2]["simulated"]["store"]["sectors_per_request"], 4.0);
    let plain: Value = serde_json::from_str(&explain(&setup, &["--format", "json"])).expect("JSON");
    assert!(plain["simulated"].is_null() && plain["accesses"][2]["simulated"].is_null());
}

#[test]
fn a_page_has_the_counts_beside_the_predictions() {
    let (setup, _) = gemm();
    good(&setup, &warpcc(&setup, &["--warp-report=r/", "gemm.c", "-o", "gemm"]));
    let ran = warpctl(&setup, &["simulate", "--quiet", "--json", "s.json", "--", "./gemm"]);
    good(&setup, &ran);
    let page =
        |more: &[&str]| good(&setup, &warpctl(&setup, &[&["report", "html", "r"], more].concat()));
    let (plain, counted) = (page(&[]), page(&["--simulated", "s.json"]));
    assert!(!plain.contains("simulated"));
    let heads = "<th scope=\"col\">compiled</th><th scope=\"col\">simulated</th><th scope=\"col\">Pattern</th>";
    assert!(counted.contains(heads), "{counted}");
    assert!(counted.contains("\"descending\">Sectors, simulated</th>"), "{counted}");
    for cell in ["1 in 8192 loads", "4 in 8192 loads", "4 in 128 stores"] {
        assert!(counted.contains(&format!("</span></td><td>{cell}</td><td>")), "{cell}: {counted}");
    }
    let output = warpctl(&setup, &["report", "html", "r", "--simulated", "t.c"]);
    let error = stderr(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        error.starts_with("warpctl: error: 't.c' is not what") && error.lines().count() == 1,
        "{error}"
    );
}

#[test]
fn units_objects_and_cxx_link_in_steps() {
    let (setup, expected) = gemm();
    setup.write("two.cc", "#include <cstdio>\nint main() {\n  int x = 1;\n#pragma omp target map(tofrom : x)\n  x = 2;\n  std::printf(\"%d\\n\", x);\n}\n");
    symlink(WARPCC, setup.at("warpcc++")).expect("a link");
    let on = |program: &Path, args: &[&str]| {
        let mut command = command(&setup, program, Path::new(CLANG));
        let output = command
            .env("WARPCC_SIMULATOR", "on")
            .env("WARPCC_REMARKS", "races")
            .args(OFFLOAD)
            .args(args)
            .output();
        good(&setup, &output.expect("warpcc runs"))
    };
    let simulate =
        |program: &str| good(&setup, &warpctl(&setup, &["simulate", "--quiet", program]));
    on(Path::new(WARPCC), &["-c", "gemm.c"]);
    on(Path::new(WARPCC), &["gemm.o", "-o", "gemm"]);
    assert_eq!(simulate("./gemm"), expected);
    on(&setup.at("warpcc++"), &["two.cc", "-o", "two"]);
    assert_eq!(simulate("./two"), "2\n");
}

/// Words that clang got, with `KIT` for the folder of the simulator's tools.
fn masked(words: &str) -> String {
    let mask = |word: &str| match word.strip_prefix("--cuda-path=") {
        Some(folder) if folder.contains("/tmp/warpcc-") => "--cuda-path=KIT".to_owned(),
        _ => word.to_owned(),
    };
    words.split('|').map(mask).collect::<Vec<_>>().join("|")
}

#[test]
fn clang_gets_the_simulators_tools_last() {
    let setup = Setup::new();
    setup.write("f.rsp", "-DX=1 -- a.c");
    let cases = [
        ("-c|a.c", "-c|a.c|--cuda-path=KIT"),
        ("-c|a.c|-g", "-c|a.c|-g|--cuda-path=KIT"),
        ("-c|--|a.c", "-c|--cuda-path=KIT|--|a.c"),
        ("-c|@f.rsp", "-c|-DX=1|--cuda-path=KIT|--|a.c"),
        ("a.o|b.o|-o|p", "a.o|b.o|-o|p|--cuda-path=KIT"),
        ("-v|-E|a.c", "-v|-E|a.c|--cuda-path=KIT"),
    ];
    let offload = OFFLOAD.join("|");
    for (given, expected) in cases {
        let mut command = command(&setup, Path::new(WARPCC), &setup.at("clang"));
        command.arg("--warp-simulator").args(OFFLOAD).args(given.split('|'));
        let output = command.env("FAKE_EXIT", "42").output().expect("warpcc runs");
        assert_eq!(
            (output.status.code(), stderr(&output).as_str()),
            (Some(42), "err\n"),
            "{given}"
        );
        let recorded = masked(&setup.recorded().join("|"));
        assert_eq!(recorded, format!("-gline-tables-only|{offload}|{expected}"));
        assert!(is_tidy(&setup), "{given}");
    }
}

/// The parts of the folder that no stand-in replaces are those of the toolkit that the user names.
#[test]
fn the_named_toolkit_is_the_real_one() {
    let setup = Setup::new();
    for part in ["cuda/include/cuda.h", "cuda/nvvm/libdevice/libdevice.10.bc", "cuda/bin/ptxas"] {
        setup.write(part, "");
    }
    let script = "#!/bin/sh\nfor last; do :; done\nfolder=${last#--cuda-path=}\nreadlink \"$folder/include\"\n\
                  readlink \"$folder/bin/ptxas\"\n";
    setup.program("clang", script);
    let run = |cuda: &str| {
        let mut command = command(&setup, Path::new(WARPCC), &setup.at("clang"));
        command.arg("--warp-simulator").args(OFFLOAD).args(["-c", "a.c", "--cuda-path=x", cuda]);
        command.output().expect("warpcc runs")
    };
    let real = |path: &Path| fs::canonicalize(path).expect("it is there").display().to_string();
    let expected = format!("{}\n{}\n", real(&setup.at("cuda/include")), real(warpsim()));
    assert_eq!(good(&setup, &run("--cuda-path=cuda")), expected);
    let absent = run("--cuda-path=absent");
    assert_eq!(absent.status.code(), Some(1));
    let error = stderr(&absent);
    assert!(error.starts_with("warpcc: error: --warp-simulator: absent: "), "{error}");
    assert!(error.lines().count() == 1 && is_tidy(&setup), "{error}");
}

#[test]
fn without_a_gpu_among_the_targets_nothing_changes() {
    let setup = Setup::new();
    for line in
        ["-c|a.c", "-c|a.c|-fopenmp", "-c|a.c|-fopenmp|-fopenmp-targets=x86_64-pc-linux-gnu"]
    {
        let args: Vec<&str> = line.split('|').collect();
        let mut command = setup.warpcc();
        command.arg("--warp-simulator").args(&args).env("WARPCC_CUDA", "/absent");
        assert!(command.output().expect("warpcc runs").status.success());
        assert_eq!(setup.recorded(), args);
    }
}

#[test]
fn a_failing_compilation_fails_as_with_clang() {
    let setup = Setup::new();
    setup.write("bad.c", "void f(void) {\n  int x = ;\n}\n");
    let output = warpcc(&setup, &["-c", "bad.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).starts_with("bad.c:2:11: error: expected expression\n"),
        "{}",
        stderr(&output)
    );
    assert!(is_tidy(&setup));
}

/// A clang that goes on for long ends by the signal, warpcc ends by the same, and the folder is gone.
#[test]
fn a_signal_leaves_no_folder() {
    let setup = Setup::new();
    setup.program("clang", "#!/bin/sh\necho $$ > started\nexec sleep 60\n");
    for signal in [15, 2, 1].into_iter().filter(|signal| !crate::is_ignored(*signal)) {
        let mut command = command(&setup, Path::new(WARPCC), &setup.at("clang"));
        command.arg("--warp-simulator").args(OFFLOAD).args(["a.o", "-o", "p"]);
        let mut child = command.stdout(Stdio::null()).spawn().expect("warpcc runs");
        while fs::read_to_string(setup.at("started")).unwrap_or_default().is_empty() {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(!is_tidy(&setup), "the folder is there as long as clang runs");
        let kill =
            Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
        assert!(kill.expect("kill runs").success());
        let status = child.wait().expect("it ends");
        assert_eq!(status.signal(), Some(signal));
        assert!(is_tidy(&setup));
        fs::remove_file(setup.at("started")).expect("a file");
    }
}

#[test]
fn without_the_simulator_there_is_one_line() {
    let setup = Setup::new();
    fs::create_dir(setup.at("alone")).expect("a folder");
    for (program, name) in [(WARPCC, "warpcc"), (WARPCTL, "warpctl")] {
        fs::copy(program, setup.at("alone").join(name)).expect("a copy");
    }
    let run = |name: &str, args: &[&str]| {
        let mut command = command(&setup, &setup.at("alone").join(name), Path::new(CLANG));
        let output = command.env("PATH", "/usr/bin:/bin").args(args).output().expect("it runs");
        assert!(is_tidy(&setup));
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr(&output),
        )
    };
    let why =
        "no warpsim beside this program or on PATH: `make build` and `make install` bring it\n";
    let compile = [&["--warp-simulator", "-c", "a.c"], &OFFLOAD[..]].concat();
    let (code, _, error) = run("warpcc", &compile);
    assert_eq!((code, error), (Some(1), format!("warpcc: error: --warp-simulator: {why}")));
    let (code, _, error) = run("warpctl", &["simulate", "--", "./p"]);
    assert_eq!((code, error), (Some(1), format!("warpctl: error: {why}")));
    let (code, text, _) = run("warpctl", &["doctor", "--clang", CLANG]);
    assert!(code == Some(0) && text.contains(&format!("\nsimulator        none: {why}")), "{text}");
}

#[test]
fn doctor_runs_a_probe() {
    let setup = Setup::new();
    let output = warpctl(&setup, &["doctor", "--clang", CLANG]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let program = fs::canonicalize(warpsim()).expect("it is there");
    let line =
        format!("\nsimulator        {}: a probe ran on the simulated GPU\n", program.display());
    assert!(text.contains(&line), "{text}");
    assert!(is_tidy(&setup));
}

#[test]
fn the_exit_status_is_the_programs() {
    let setup = Setup::new();
    setup.write("ends.c", ENDS);
    good(&setup, &warpcc(&setup, &["ends.c", "-o", "ends"]));
    let run =
        |words: &[&str]| warpctl(&setup, &[&["simulate", "--"], words].concat()).status.code();
    assert_eq!((run(&["./ends", "x"]), run(&["./ends", "abort"])), (Some(7), Some(134)));
    let absent = warpctl(&setup, &["simulate", "--", "./absent"]);
    assert_eq!(absent.status.code(), Some(1));
    assert!(stderr(&absent).starts_with("warpsim: error: ./absent: "), "{}", stderr(&absent));
}

/// The names of the options in a help's list.
fn options(help: &str) -> Vec<String> {
    let words = help.lines().filter_map(|line| line.trim_start().strip_prefix("--"));
    let mut names: Vec<_> = words
        .map(|word| {
            word.split(|c: char| !(c.is_alphanumeric() || c == '-'))
                .next()
                .unwrap_or_default()
                .to_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn the_options_are_the_simulators() {
    let help = |program: &Path, command: &str| {
        let output = Command::new(program).args([command, "-h"]).output().expect("it runs");
        options(&String::from_utf8_lossy(&output.stdout))
    };
    let (all, run) = (help(Path::new(WARPCTL), "simulate"), help(warpsim(), "run"));
    let peoples = ["compare", "fail-on", "format", "quiet"];
    let own = all.iter().filter(|name| !peoples.contains(&name.as_str())).collect::<Vec<_>>();
    assert!(own.len() > 5 && own.len() + peoples.len() == all.len(), "{all:?}");
    assert_eq!(own, run.iter().filter(|name| *name != "summary").collect::<Vec<_>>());
}

#[test]
fn without_an_architecture_there_is_one_that_runs() {
    let (setup, expected) = gemm();
    let targets = ["-O2", "-fopenmp", "-fopenmp-targets=nvptx64"];
    let build = |args: &[&str]| {
        let mut command = command(&setup, Path::new(WARPCC), Path::new(CLANG));
        command.arg("--warp-simulator").args(targets).args(args).output().expect("warpcc runs")
    };
    good(&setup, &build(&["--warp-remarks=none", "-c", "gemm.c"]));
    good(&setup, &build(&["gemm.o", "-o", "gemm"]));
    let ran = warpctl(&setup, &["simulate", "./gemm"]);
    assert_eq!(String::from_utf8_lossy(&ran.stdout), expected, "{}", stderr(&ran));
    let said = stderr(&ran);
    assert!(
        said.starts_with("warpsim: 1 kernel, 1 launch: ") && said.lines().count() > 2,
        "{said}"
    );
}

/// `native` is the GPU that is simulated, whatever this machine has.
#[test]
fn the_gpu_of_this_machine_is_the_simulated_one() {
    let (setup, expected) = gemm();
    for native in [
        &["--offload-arch=native"][..],
        &["-fopenmp-targets=nvptx64", "-Xopenmp-target", "-march=native"],
    ] {
        let mut command = command(&setup, Path::new(WARPCC), Path::new(CLANG));
        command.args(["--warp-simulator", "-O2", "-fopenmp"]).args(native);
        good(&setup, &command.args(["gemm.c", "-o", "gemm"]).output().expect("warpcc runs"));
        let ran = warpctl(&setup, &["simulate", "--quiet", "./gemm"]);
        assert_eq!(good(&setup, &ran), expected, "{native:?}");
    }
}

/// Two runs of one program, as written and as rewritten: what a change of it looks like.
#[test]
fn runs_are_compared() {
    let (setup, _) = gemm();
    for mode in ["off", "rewrite"] {
        let (how, counts) = (format!("--warp-mode={mode}"), format!("{mode}.json"));
        good(&setup, &warpcc(&setup, &[&how, "--warp-remarks=none", "gemm.c", "-o", "gemm"]));
        good(&setup, &warpctl(&setup, &["simulate", "--quiet", "--json", &counts, "./gemm"]));
    }
    let compare = |old: &str, new: &str, more: &[&str]| {
        warpctl(&setup, &[&["simulate", "--compare", old, new], more].concat())
    };
    let better = good(&setup, &compare("off.json", "rewrite.json", &["--fail-on", "worse"]));
    assert!(better.starts_with("better  gemm.c:5 gemm: "), "{better}");
    assert!(better.contains("; 0 worse, 1 better, 0 same, 0 new, 0 lost\n"), "{better}");
    let same = good(&setup, &compare("off.json", "off.json", &["--fail-on=worse"]));
    assert!(same.starts_with("same    gemm.c:5 gemm: "), "{same}");
    let worse =
        compare("rewrite.json", "off.json", &["--fail-on", "worse", "--format", "markdown"]);
    let table = String::from_utf8_lossy(&worse.stdout).into_owned();
    assert_eq!((worse.status.code(), stderr(&worse).as_str()), (Some(1), ""));
    assert!(table.contains("\n| worse | `gemm.c:5` `gemm` | "), "{table}");
    assert!(table.contains("\n| | `gemm.c:11` store | 512 → 4096 | 4 → 32 | |\n"), "{table}");
    let json = good(&setup, &compare("rewrite.json", "off.json", &["--format=json"]));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["summary"]["worse"], &json["regions"][0]["status"]),
        (&1.into(), &"worse".into())
    );
    let absent = compare("absent.json", "off.json", &[]);
    assert_eq!(absent.status.code(), Some(1));
    assert!(stderr(&absent).starts_with("warpctl: error: 'absent.json' cannot be read: "));
}
