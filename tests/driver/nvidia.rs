//! What clang does not find for NVIDIA's GPUs: the options that name it are added where the user wants that, and told where clang
//! fails. And offload that a link does not ask for.

use std::path::Path;
use std::process::Command;

use crate::setup::{CLANG, RECORDER, Setup, WARPCC, stderr};

const NO_TOOLKIT: &str =
    "clang: error: cannot find libdevice for sm_90; provide path to different CUDA installation";
const GPU: [&str; 4] = ["-fopenmp", "--offload-arch=sm_90", "-c", "t.c"];

/// A home with a toolkit, a recording clang with its device library beside it, and one that finds nothing.
fn setup() -> Setup {
    let setup = Setup::new();
    for part in ["nvvm/libdevice/libdevice.10.bc", "bin/ptxas", "bin/nvlink"] {
        setup.write(&format!("home/.cache/warpcc/cuda/{part}"), "");
    }
    setup.write("llvm/lib/libomptarget-nvptx-sm_90.bc", "");
    setup.program("llvm/bin/clang", RECORDER);
    setup.program("lost/bin/clang", &format!("#!/bin/sh\necho '{NO_TOOLKIT}' >&2\nexit 1\n"));
    setup
}

fn warpcc(setup: &Setup, clang: &str) -> Command {
    let mut command = setup.program_command(Path::new(WARPCC));
    command.env("WARPCC_CLANG", setup.at(clang)).env("HOME", setup.at("home"));
    for name in ["WARPCC_STRICT", "LIBRARY_PATH", "XDG_CACHE_HOME", "CUDA_PATH", "CUDA_HOME"] {
        command.env_remove(name);
    }
    command
}

/// The arguments that clang got, with the test's folder as `ROOT`.
fn got(setup: &Setup, command: &mut Command) -> String {
    let output = command.output().expect("warpcc runs");
    assert!(output.status.success(), "{}", stderr(&output));
    let text = std::fs::read_to_string(setup.at("llvm/bin/clang.args")).expect("clang ran");
    let words = text.trim_end_matches('\0').replace('\0', " ");
    words.replace(setup.folder.path().to_str().expect("text"), "ROOT")
}

#[test]
fn the_options_are_added_where_they_are_wanted_and_missing() {
    let setup = setup();
    let with = |own: &str, args: &[&str]| {
        let mut command = warpcc(&setup, "llvm/bin/clang");
        got(
            &setup,
            command.arg("--warp-mode=off").args(Some(own).filter(|own| !own.is_empty())).args(args),
        )
    };
    let library = "--libomptarget-nvptx-bc-path=ROOT/llvm/lib";
    let wrapped = |options: &str| {
        format!("--start-no-unused-arguments {options} --end-no-unused-arguments {}", GPU.join(" "))
    };
    let cache = format!("--cuda-path=ROOT/home/.cache/warpcc/cuda {library}");
    assert_eq!(with("--warp-cuda=auto", &GPU), wrapped(&cache));
    assert_eq!(
        with("--warp-cuda=/opt/cuda", &GPU),
        wrapped(&format!("--cuda-path=/opt/cuda {library}"))
    );
    let named = [&GPU[..], &["--cuda-path=/x"]].concat();
    assert_eq!(with("--warp-cuda=auto", &named), wrapped(library) + " --cuda-path=/x");
    let whole = [&named[..], &["--libomptarget-nvptx-bc-path=/y"]].concat();
    let host = ["-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu", "-c", "t.c"];
    for args in [&whole[..], &host, &["-c", "a.c"], &["--offload-arch=sm_90", "-c", "a.c"]] {
        assert_eq!(with("--warp-cuda=auto", args), args.join(" "));
    }
    assert_eq!(with("", &GPU), GPU.join(" "), "nobody asked");
    assert_eq!(with("--warp-cuda=off", &GPU), GPU.join(" "));
    let mut by_variable = warpcc(&setup, "llvm/bin/clang");
    by_variable.env("WARPCC_CUDA", "auto").env("WARPCC_MODE", "off").args(GPU);
    assert_eq!(got(&setup, &mut by_variable), wrapped(&cache));
}

#[test]
fn the_hash_for_compiler_caches_knows_the_toolkit() {
    let setup = setup();
    let hash = |own: &str| {
        let mut command = warpcc(&setup, "llvm/bin/clang");
        let output = command.args(["--warp-config-hash", own]).output().expect("warpcc runs");
        (output.status.success(), String::from_utf8(output.stdout).expect("text"))
    };
    let before = ["auto", "off"].map(|word| hash(&format!("--warp-cuda={word}")));
    assert!(before[0].0 && before[0] != before[1], "{before:?}");
    setup.write("home/.cache/warpcc/cuda/bin/ptxas", "another version");
    let after = ["auto", "off"].map(|word| hash(&format!("--warp-cuda={word}")));
    assert!(after[0] != before[0] && after[1] == before[1], "{before:?} {after:?}");
}

#[test]
fn a_failure_ends_in_the_options_that_help() {
    let setup = setup();
    let said = |clang: &str, args: &[&str]| {
        let output = warpcc(&setup, clang).args(args).output().expect("warpcc runs");
        assert_eq!(output.status.code(), Some(1));
        stderr(&output)
    };
    setup.write("lost/lib/libomptarget-nvptx-sm_90.bc", "");
    let root = setup.folder.path().display();
    let remark = format!(
        "warpcc: remark: these options name what clang does not find: --cuda-path={root}/home/.cache/warpcc/cuda \
         --libomptarget-nvptx-bc-path={root}/lost/lib; --warp-cuda=auto or WARPCC_CUDA=auto adds them\n"
    );
    let lost = "lost/bin/clang";
    let plain = format!("{NO_TOOLKIT}\n");
    assert_eq!(said(lost, &GPU), format!("{plain}{remark}"), "a source with a region");
    assert_eq!(
        said(lost, &["-fopenmp", "--offload-arch=sm_90", "-c", "a.c"]),
        format!("{plain}{remark}")
    );
    for args in [
        &["--warp-remarks=none"][..],
        &["--warp-mode=off"],
        &["--warp-cuda=auto"],
        &["--cuda-path=/x", "--libomptarget-nvptx-bc-path=/y"],
    ] {
        assert_eq!(said(lost, &[args, &GPU[..]].concat()), plain, "{args:?}");
    }
    setup.program("other/bin/clang", "#!/bin/sh\necho 'a.c:1: error: no such thing' >&2\nexit 1\n");
    assert_eq!(said("other/bin/clang", &GPU), "a.c:1: error: no such thing\n");
    std::fs::remove_dir_all(setup.at("home")).expect("removed");
    if !Path::new("/usr/local/cuda/bin/nvlink").exists() {
        let unknown = said(lost, &GPU);
        assert!(
            unknown.contains("no CUDA toolkit is known here: run `make toolchain`"),
            "{unknown}"
        );
    }
}

/// As projects with `find_package(OpenMP)` do that name the device for the compiler only, or for the linker without OpenMP.
#[test]
fn a_link_without_offload_is_told_what_it_lacks() {
    let setup = setup();
    setup.write("m.c", "int main(void) {\n  int x = 1;\n#pragma omp target map(tofrom : x)\n  x = 0;\n  return x;\n}\n");
    let device = "-fopenmp-targets=x86_64-pc-linux-gnu";
    let run = |args: &[&str]| {
        let mut command = setup.program_command(Path::new(WARPCC));
        command.env("WARPCC_CLANG", CLANG).args(args).output().expect("warpcc runs")
    };
    assert!(run(&["-fopenmp", device, "-c", "m.c"]).status.success());
    assert!(run(&["-c", "a.c"]).status.success());
    let last = |args: &[&str]| {
        let output = run(args);
        (output.status.success(), stderr(&output).lines().last().unwrap_or_default().to_owned())
    };
    let everywhere = "when compiling and when linking (with CMake: target_compile_options and target_link_options)";
    let no_openmp =
        format!("warpcc: remark: -fopenmp-targets= needs -fopenmp beside it, {everywhere}");
    let no_device = format!(
        "warpcc: remark: m.o has code for a device, and this link does not ask for it: add -fopenmp with -fopenmp-targets= or \
         --offload-arch=, {everywhere}"
    );
    assert_eq!(last(&[device, "m.o", "-o", "m"]), (false, no_openmp.clone()));
    assert_eq!(last(&[device, "-c", "m.c"]), (false, no_openmp));
    assert_eq!(last(&["-fopenmp", "m.o", "-o", "m"]), (false, no_device.clone()));
    assert_eq!(last(&["m.o", "-o", "m"]), (false, no_device.clone()));
    assert_eq!(last(&["-fopenmp", device, "m.o", "-o", "m"]), (true, String::new()));
    assert_eq!(last(&["a.o", "-o", "a"]), (true, String::new()));
    let shared = last(&["-shared", "m.o", "-o", "libm.so"]);
    assert_eq!(shared, (true, no_device), "its code for the device is lost");
    let (good, said) = last(&["--warp-remarks=none", "m.o", "-o", "m"]);
    assert!(!good && !said.starts_with("warpcc: "), "{said}");
}
