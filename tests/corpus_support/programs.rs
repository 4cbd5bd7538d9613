//! Compiles and runs cases: the original against the rewritten one.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Case, Outcome, lowered, toolchain};

/// One place where a program's regions run.
#[derive(Clone, Copy, Debug)]
struct Place {
    name: &'static str,
    offload: &'static str,
}

const PLACES: [Place; 2] = [
    Place { name: "the host", offload: "DISABLED" },
    Place { name: "the x86_64 device", offload: "MANDATORY" },
];

/// What differs between the results of a case and those of its rewriting, on the host and on an
/// offload device. The rewritten program is linked for an NVIDIA GPU, too.
///
/// Every rewriting is run once more, on the host, with consecutive iterations on different threads: a wrong
/// parallelisation often computes the right result where each thread has one contiguous chunk.
pub(crate) fn compare_runs(outcome: &Outcome) -> Result<(), String> {
    let Some(rewritten) = outcome.rewritten() else { return Ok(()) };
    let case = &outcome.case;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(rewritten).into_owned();
    let dealt = deal_out(&text);
    let original = build(case, &case.text, &folder.path().join("original"))?;
    let expected = run(case, &original, PLACES[0])?;
    if expected.is_empty() {
        return Err(format!("{}: prints nothing", case.name));
    }
    let mut programs = vec![("original", original, &PLACES[..])];
    let rewritten = folder.path().join("rewritten");
    programs.push(("rewritten", build_for_both(case, &text, &rewritten)?, &PLACES));
    if dealt != text {
        let dealt = build_for_host(case, &dealt, &folder.path().join("dealt"))?;
        programs.push(("dealt out", dealt, &PLACES[..1]));
    }
    for (what, program, places) in &programs {
        for &place in *places {
            let found = run(case, program, place)?;
            if found != expected {
                let name = &case.name;
                let place = place.name;
                return Err(format!(
                    "{name}: {what} on {place} prints\n{found}instead of\n{expected}"
                ));
            }
        }
    }
    Ok(())
}

/// The code of a rewriting with launch bounds and of the same text without them: clang must make the same of both for the host and
/// for the `x86_64` device, and say the same; for a GPU it must not, or nothing was looked at.
pub(crate) fn compare_code(outcome: &Outcome) -> Result<(), String> {
    let case = &outcome.case;
    let Some(rewritten) = outcome.rewritten().filter(|_| case.policy.launch) else { return Ok(()) };
    let bounded = String::from_utf8_lossy(rewritten).into_owned();
    let plain = without_bounds(&bounded);
    if plain == bounded {
        return Err(format!("{}: no launch bounds", case.name));
    }
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    for (target, part, alike) in [
        ("-fopenmp-targets=x86_64-pc-linux-gnu", "--offload-host-only", true),
        ("-fopenmp-targets=x86_64-pc-linux-gnu", "--offload-device-only", true),
        ("--offload-arch=sm_90", "--offload-host-only", true),
        ("--offload-arch=sm_90", "--offload-device-only", false),
    ] {
        let options = [target, part, "-O1", "-Wall", "-Wextra", "-pedantic"];
        let code = |text: &str| code(case, text, folder.path(), &options);
        if (code(&plain)? == code(&bounded)?) != alike {
            return Err(format!("{}: {target} {part}: bounds change the code", case.name));
        }
    }
    Ok(())
}

fn without_bounds(text: &str) -> String {
    let mut parts = text.split(" ompx_attribute(__attribute__((launch_bounds(");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once("))))").map_or(part, |(_, rest)| rest))
}

/// What clang makes of a text for one of the parts of an offload compilation, and what it says.
fn code(case: &Case, text: &str, folder: &Path, options: &[&str]) -> Result<[Vec<u8>; 2], String> {
    let source = folder.join(&case.file);
    fs::write(&source, text).map_err(|e| e.to_string())?;
    let mut command = Command::new(&toolchain::get().path);
    command.args(["-fopenmp", "-S", "-emit-llvm", "-o-"]);
    command.arg("-I").arg(&case.folder).args(&case.flags).args(options).arg(&source);
    let output = command.output().map_err(|e| e.to_string())?;
    if output.status.success() {
        return Ok([output.stdout, output.stderr]);
    }
    let words = String::from_utf8_lossy(&output.stderr);
    Err(format!("{}: {options:?}:\n{words}", case.name))
}

/// Remarks of clang's OpenMP optimiser about kernels that stay in generic mode, or have a state machine for their threads.
const GENERIC: [&str; 3] = ["[OMP121]", "[OMP132]", "[OMP133]"];

/// What clang says of kernels of a text that are not in SPMD mode.
pub(crate) fn in_generic_mode(case: &Case, text: &str) -> Result<Vec<String>, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let options = [
        "--offload-arch=sm_90",
        "--offload-device-only",
        "-O2",
        "-w",
        "-Rpass-analysis=openmp-opt",
        "-Rpass-missed=openmp-opt",
    ];
    let [_, said] = code(case, text, folder.path(), &options)?;
    let said = String::from_utf8_lossy(&said);
    let lines = said.lines().filter(|line| GENERIC.iter().any(|remark| line.contains(remark)));
    Ok(lines.map(String::from).collect())
}

/// Whether all kernels of a rewriting with one of these steps run in SPMD mode, as far as those of the program did; answers whether it has one.
pub(crate) fn stay_spmd(outcome: &Outcome, kinds: &[&str]) -> Result<bool, String> {
    let case = &outcome.case;
    let concerned = lowered::kinds(outcome).iter().any(|kind| kinds.contains(kind));
    let Some(rewritten) = outcome.rewritten().filter(|_| concerned) else { return Ok(false) };
    let found = in_generic_mode(case, &String::from_utf8_lossy(rewritten))?;
    if !found.is_empty() && found.len() > in_generic_mode(case, &case.text)?.len() {
        return Err(format!("{}: {}", case.name, found.join("\n")));
    }
    Ok(true)
}

/// The text with `schedule(static,1)` in every directive that has a `collapse` clause and no schedule.
fn deal_out(text: &str) -> String {
    let with_schedule = |line: &str| {
        let directive = line.contains("#pragma omp");
        let plain = directive && !line.contains("schedule");
        let wanted = plain && line.contains("parallel for") && line.contains("collapse(");
        if wanted { line.replace("collapse(", "schedule(static,1) collapse(") } else { line.into() }
    };
    text.split('\n').map(with_schedule).collect::<Vec<_>>().join("\n")
}

fn build_for_host(case: &Case, text: &str, folder: &Path) -> Result<PathBuf, String> {
    compile(case, text, folder, &["-O1", "-ffp-contract=off"].map(OsString::from))
}

fn build(case: &Case, text: &str, folder: &Path) -> Result<PathBuf, String> {
    let options = ["-fopenmp-targets=x86_64-pc-linux-gnu", "-O1", "-ffp-contract=off"];
    compile(case, text, folder, &options.map(OsString::from))
}

/// A program for the `x86_64` device, linked for an NVIDIA GPU, too, where the parts of CUDA are there.
fn build_for_both(case: &Case, text: &str, folder: &Path) -> Result<PathBuf, String> {
    let clang = toolchain::get();
    let Some(cuda) = &clang.cuda else { return build(case, text, folder) };
    let options = [
        "-fopenmp-targets=x86_64-pc-linux-gnu,nvptx64",
        "-O1",
        "-ffp-contract=off",
        "-Xopenmp-target=nvptx64",
        "-march=sm_90",
        &format!("--cuda-path={}", cuda.display()),
        &format!("--libomptarget-nvptx-bc-path={}", clang.runtime.display()),
    ];
    compile(case, text, folder, &options.map(OsString::from))
}

/// Whether clang takes a case as it is, and rewritten, without the warnings that projects turn into errors.
pub(crate) fn check_syntax(outcome: &Outcome) -> Result<(), String> {
    const OPTIONS: [&str; 5] =
        ["-fsyntax-only", "-Wall", "-Werror", "-Wno-unknown-pragmas", "-Wno-source-uses-openmp"];
    let (case, options) = (&outcome.case, OPTIONS.map(OsString::from));
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    compile(case, &case.text, &folder.path().join("original"), &options)?;
    if let Some(rewritten) = outcome.rewritten() {
        let text = String::from_utf8_lossy(rewritten);
        compile(case, &text, &folder.path().join("rewritten"), &options)?;
    }
    Ok(())
}

fn compile(
    case: &Case,
    text: &str,
    folder: &Path,
    options: &[OsString],
) -> Result<PathBuf, String> {
    fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    let (source, program) = (folder.join(&case.file), folder.join("program"));
    fs::write(&source, text).map_err(|e| e.to_string())?;
    let clang = toolchain::get();
    let mut command = Command::new(&clang.path);
    if case.is_cxx() {
        command.arg("--driver-mode=g++");
    }
    command.arg("-fopenmp").arg("-I").arg(&case.folder).args(&case.flags).args(options);
    command.arg(&source);
    if options.iter().all(|option| option != "-fsyntax-only") {
        command.arg(toolchain::images()).arg("-o").arg(&program).arg("-lm");
    }
    let output = command.output().map_err(|e| format!("{}: {e}", clang.path.display()))?;
    if output.status.success() {
        return Ok(program);
    }
    let words = String::from_utf8_lossy(&output.stderr);
    Err(format!("{}: clang {}:\n{words}", case.name, options[0].to_string_lossy()))
}

fn run(case: &Case, program: &Path, place: Place) -> Result<String, String> {
    let output = Command::new(program)
        .env("LD_LIBRARY_PATH", &toolchain::get().runtime)
        .env("OMP_TARGET_OFFLOAD", place.offload)
        .env("OMP_NUM_THREADS", "7")
        .output()
        .map_err(|e| format!("{}: {e}", case.name))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let words = String::from_utf8_lossy(&output.stderr);
    Err(format!("{} on {} ends with {}: {words}", case.name, place.name, output.status))
}
