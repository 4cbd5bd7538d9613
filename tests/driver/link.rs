//! Programs linked for NVIDIA GPUs: what the tools of `make toolchain` link, and what is said where libomptarget
//! rejects it.
//!
//! Folders of CUDA are made here: the tools are those of this machine, but nvlink writes the header of either
//! ABI into the image, and ptxas says a version that goes with it.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::setup::{CLANG, GEMM, Setup, WARPCC, WARPCTL, stderr};

const LLVM: &str = "/usr/lib/llvm-19/lib";
const PLAIN: &str = "int main(void) {\n  int x = 1;\n#pragma omp target map(tofrom : x)\n  x = 0;\n  return x;\n}\n";

/// What a CUDA folder writes: a version of ptxas, and `EI_ABIVERSION` and `e_flags` for `sm_90`, in octal.
struct Cuda {
    name: &'static str,
    version: &'static str,
    abi: &'static str,
    flags: &'static str,
}

const OLD: Cuda =
    Cuda { name: "cuda-12", version: "12.9.86", abi: r"\007", flags: r"\132\005\132\000" };
const NEW: Cuda =
    Cuda { name: "cuda-13", version: "13.0.88", abi: r"\010", flags: r"\004\132\000\006" };

/// The CUDA folder of this machine.
pub(crate) fn installed() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let cache = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
    let assembled = cache.map(|cache| cache.join("warpcc/cuda"));
    let folder = variable("WARPCC_CUDA")
        .filter(|path| path.has_root())
        .or(assembled)
        .filter(|path| path.join("bin/nvlink").exists());
    folder.expect("bin/nvlink in the CUDA folder; see `make toolchain`")
}

/// A folder in `setup` that links as this CUDA does.
fn folder(setup: &Setup, cuda: &Cuda) -> PathBuf {
    let real = installed();
    let tool = real.join("bin").display().to_string();
    let Cuda { name, version, abi, flags } = cuda;
    let (release, _) = version.rsplit_once('.').expect("a version");
    let say = format!("Cuda compilation tools, release {release}, V{version}");
    setup.program(
        &format!("{name}/bin/ptxas"),
        &format!("#!/bin/sh\n[ \"$1\" = --version ] && echo '{say}' && exit\nexec '{tool}/ptxas' \"$@\"\n"),
    );
    setup.program(
        &format!("{name}/bin/nvlink"),
        &format!(
            "#!/bin/sh\n'{tool}/nvlink' \"$@\" || exit 1\n\
             while [ \"$1\" != -o ]; do shift; done\n\
             printf '{abi}' | dd of=\"$2\" bs=1 seek=8 conv=notrunc status=none\n\
             printf '{flags}' | dd of=\"$2\" bs=1 seek=48 conv=notrunc status=none\n"
        ),
    );
    for part in ["nvvm", "include"] {
        symlink(real.join(part), setup.at(name).join(part)).expect("a link");
    }
    setup.at(name)
}

/// A command for a GPU.
fn command(setup: &Setup, program: &str, cuda: &Path, args: &[&str]) -> Command {
    let mut command = setup.program_command(Path::new(program));
    command.env("WARPCC_CLANG", CLANG);
    command.args([
        "-O1",
        "-fopenmp",
        "-fopenmp-targets=nvptx64",
        "-Xopenmp-target",
        "-march=sm_90",
    ]);
    command.arg(format!("--cuda-path={}", cuda.display()));
    command.arg(format!("--libomptarget-nvptx-bc-path={LLVM}")).args(args);
    command
}

fn run(command: &mut Command) -> Output {
    command.output().expect("it runs")
}

fn remarks(output: &Output) -> Vec<String> {
    let text = stderr(output);
    let lines = text.lines().filter(|line| line.contains("libomptarget"));
    lines.map(str::to_owned).collect()
}

#[test]
fn a_link_that_never_offloads_is_remarked_once() {
    let setup = Setup::new();
    setup.write("gemm.c", GEMM);
    setup.write("plain.c", PLAIN);
    let [old, new] = [OLD, NEW].map(|cuda| folder(&setup, &cuda));
    let objects = run(&mut command(&setup, CLANG, &new, &["-c", "plain.c", "-o", "plain.o"]));
    assert!(objects.status.success(), "{}", stderr(&objects));
    let why = "libomptarget 19 rejects its image (sm_90, ELF ABI 8, flags 0x6005a04), so its target \
               regions run on the host: link with CUDA 12.9, --cuda-path=~/.cache/warpcc/cuda after `make toolchain`";
    let links: [&[&str]; 3] =
        [&["gemm.c", "-o", "p", "-lm"], &["plain.c", "-o", "p"], &["plain.o", "-o", "p"]];
    for args in links {
        let with = |cuda: &Path, remarks: &str| {
            let mut command = command(&setup, WARPCC, cuda, args);
            run(command.env("WARPCC_REMARKS", remarks))
        };
        let output = with(&new, "applied");
        assert_eq!(remarks(&output), [format!("warpcc: remark: p: {why}")], "{args:?}");
        assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
        assert_eq!(remarks(&with(&old, "all")), [""; 0], "{args:?}");
        let silent = with(&new, "none");
        assert!(silent.status.success() && silent.stderr.is_empty(), "{silent:?}");
    }
}

#[test]
fn what_is_not_linked_or_fails_is_not_remarked() {
    let setup = Setup::new();
    setup.write("plain.c", PLAIN);
    setup.write("bare.c", "void absent(void);\nint main(void) { absent(); }\n");
    let new = folder(&setup, &NEW);
    let stale = run(&mut command(&setup, CLANG, &new, &["plain.c"]));
    assert!(stale.status.success() && setup.at("a.out").exists(), "{stale:?}");
    for args in [&["-c", "plain.c"][..], &["-fsyntax-only", "plain.c"], &["bare.c", "plain.c"]] {
        let [clang, warpcc] = [CLANG, WARPCC].map(|program| {
            run(command(&setup, program, &new, args).env("WARPCC_REMARKS", "applied"))
        });
        assert_eq!(remarks(&warpcc), [""; 0], "{args:?}");
        assert_eq!(warpcc.status, clang.status, "{args:?}");
        assert_eq!(warpcc.stdout, clang.stdout, "{args:?}");
    }
}

/// libomptarget itself: it rejects the one image before it looks for a driver, and has nothing against the other.
#[test]
fn libomptarget_says_the_same() {
    let setup = Setup::new();
    setup.write("plain.c", PLAIN);
    let message = "No images found compatible with the installed hardware";
    for (cuda, rejected) in [(OLD, false), (NEW, true)] {
        let folder = folder(&setup, &cuda);
        let built = run(&mut command(&setup, CLANG, &folder, &["plain.c", "-o", "p"]));
        assert!(built.status.success(), "{}", stderr(&built));
        let mut program = Command::new(setup.at("p"));
        program.env("LD_LIBRARY_PATH", LLVM).env("OMP_TARGET_OFFLOAD", "MANDATORY");
        let said = stderr(&run(program.env("LIBOMPTARGET_INFO", "-1")));
        assert_eq!(said.contains(message), rejected, "{}: {said}", cuda.name);
        let mut doctor = Command::new(WARPCTL);
        doctor.args(["doctor", "--clang", CLANG, "--program"]).arg(setup.at("p"));
        assert_eq!(run(&mut doctor).status.code(), Some(i32::from(rejected)), "{}", cuda.name);
    }
}

#[test]
fn doctor_tells_in_one_line_that_a_pair_never_offloads() {
    let setup = Setup::new();
    let doctor = |cuda: &Cuda| {
        let mut command = Command::new(WARPCTL);
        command.args(["doctor", "--clang", CLANG]).env("WARPCC_CUDA", folder(&setup, cuda));
        let output = run(&mut command);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line =
            text.lines().find(|line| line.starts_with("offload ")).expect("a line").to_owned();
        assert!(text.contains(&format!("bin/ptxas ({})\n", cuda.version)), "{text}");
        assert!(text.contains("/libomptarget.so.19.1 (19)\n"), "{text}");
        (output.status.code(), line)
    };
    let (code, line) = doctor(&NEW);
    assert_eq!(code, Some(1), "{line}");
    assert_eq!(
        line,
        "offload          NEVER: what ptxas 13.0.88 links (sm_90, ELF ABI 8, flags 0x6005a04) is rejected by \
         libomptarget 19 and runs on the host: link with CUDA 12.9, --cuda-path=~/.cache/warpcc/cuda after \
         `make toolchain`"
    );
    let (code, line) = doctor(&OLD);
    assert_eq!(code, Some(0), "{line}");
    assert_eq!(
        line,
        "offload          a probe linked by ptxas 12.9.86: sm_90, ELF ABI 7, flags 0x5a055a: taken by libomptarget 19"
    );
}

#[test]
fn doctor_says_what_is_no_program() {
    let setup = Setup::new();
    for (name, why) in [
        ("t.c", "no 64-bit ELF program"),
        (CLANG, "no image for an NVIDIA GPU in it"),
        ("absent", "No such file or directory (os error 2)"),
    ] {
        let mut doctor = setup.program_command(Path::new(WARPCTL));
        let output = run(doctor.args(["doctor", "--clang", CLANG, "--program", name]));
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert_eq!(stderr(&output), format!("warpctl: error: '{name}': {why}\n"));
    }
}

/// The nvlink of `make toolchain`, as clang uses it.
#[test]
fn units_objects_and_archives_link_and_undefined_functions_do_not() {
    let setup = Setup::new();
    let unit = |body: &str| {
        format!("#pragma omp declare target\n{body}\n#pragma omp end declare target\n")
    };
    setup.write("twice.c", &unit("int twice(int x) { return 2 * x; }"));
    setup.write("main.c", &(unit("int twice(int);") + &PLAIN.replace("x = 0", "x = twice(x)")));
    let cuda = installed();
    let clang = |args: &[&str]| run(&mut command(&setup, CLANG, &cuda, args));
    let good = |args: &[&str]| {
        let output = clang(args);
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{args:?}: {}",
            stderr(&output)
        );
    };
    good(&["-c", "main.c"]);
    good(&["-c", "twice.c"]);
    let archive = Command::new("ar")
        .args(["rcs", "libtwice.a", "twice.o"])
        .current_dir(setup.folder.path())
        .status();
    assert!(archive.expect("ar runs").success());
    for args in [
        &["main.c", "twice.c"][..],
        &["-O0", "-g", "main.c", "twice.c"],
        &["main.o", "twice.o"],
        &["main.o", "libtwice.a"],
        &["main.o", "-L.", "-ltwice"],
        &["twice.c", "main.o", "-lm", "-Xoffload-linker", "-L."],
    ] {
        good(&[args, &["-o", "p"]].concat());
    }
    let output = clang(&["main.o", "-o", "undefined"]);
    assert!(!output.status.success() && !setup.at("undefined").exists());
    assert!(stderr(&output).contains("Undefined reference to 'twice'"), "{}", stderr(&output));
}
