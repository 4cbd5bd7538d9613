//! Compiles and runs cases: the original against the rewritten one.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use warpcc::machine::{Bus, Machine};
use warpcc::policy::{Moves, Policy};
use warpcc::transform::step::StepKind;
use warpcc::{Unsupervised, analyze_unit};

use super::{Case, Outcome, lowered, poison, toolchain};
use crate::simulated;

/// One place where a program's regions run.
#[derive(Clone, Copy, Debug)]
struct Place {
    name: &'static str,
    offload: &'static str,
    threads: &'static [(&'static str, &'static str)],
}

const SEVEN: &[(&str, &str)] = &[("OMP_NUM_THREADS", "7")];

const PLACES: [Place; 2] = [
    Place { name: "the host", offload: "DISABLED", threads: SEVEN },
    Place { name: "the x86_64 device", offload: "MANDATORY", threads: SEVEN },
];

/// Where they run. The device's code is the host's, and `tests/rewrite` runs both.
const NARROW: Place = Place {
    name: "the host in two teams of one thread",
    offload: "DISABLED",
    threads: toolchain::ALONE,
};

/// What differs between the results of a case and those of its rewriting, on the host and on an
/// offload device. The rewritten program is linked for an NVIDIA GPU, too, where [`run_without_races`] and [`simulate`] do not do
/// that.
///
/// Every rewriting is run once more, on the host, with consecutive iterations on different threads: a wrong
/// parallelisation often computes the right result where each thread has one contiguous chunk. It runs in teams of one
/// thread, too, where the original prints there what it prints elsewhere.
pub(crate) fn compare_runs(outcome: &Outcome) -> Result<(), String> {
    let Some(rewritten) = outcome.rewritten() else { return Ok(()) };
    let case = &outcome.case;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(rewritten).into_owned();
    let changed = outcome.changed();
    let mut dealt_case = changed.clone();
    for (_, text) in &mut dealt_case.headers {
        *text = deal_out(&String::from_utf8_lossy(text)).into_bytes();
    }
    let dealt = deal_out(&text);
    let Original { program, printed: expected } = original(case)?;
    if expected.is_empty() {
        return Err(format!("{}: prints nothing", case.name));
    }
    let is_whole =
        !has_tasks(&case.text) && run(case, &program, NARROW).is_ok_and(|found| found == expected);
    let narrow = is_whole.then_some(NARROW);
    let mut programs = vec![("original", program, PLACES[1..].to_vec())];
    let rewritten = folder.path().join("rewritten");
    let is_simulated = has_levels(outcome) || case.policy.transfers == Moves::On;
    let build_rewritten = if is_simulated { build } else { build_for_both };
    let rewritten = build_rewritten(&changed, &text, &rewritten)?;
    programs.push(("rewritten", rewritten, PLACES.into_iter().chain(narrow).collect()));
    if dealt != text || dealt_case.headers != changed.headers {
        let dealt = build_for_host(&dealt_case, &dealt, &folder.path().join("dealt"))?;
        programs.push(("dealt out", dealt, PLACES[..1].to_vec()));
    }
    for (what, program, places) in &programs {
        for &place in places {
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

/// Whether a program has tasks. With one thread a team LLVM 19's runtime for hosts crashes in them, in one run of 25, whatever compiled
/// the program: 6 of 136 as written, 5 of 125 as rewritten.
fn has_tasks(text: &str) -> bool {
    text.contains("nowait") || text.contains("omp task")
}

/// A case as written, which several tests run.
#[derive(Clone)]
struct Original {
    /// The program, for the host and the `x86_64` device.
    program: PathBuf,
    /// What it prints on the host.
    printed: String,
}

/// The case as written, built and run once for all tests.
fn original(case: &Case) -> Result<Original, String> {
    type Known = BTreeMap<(String, String), Arc<OnceLock<Result<Original, String>>>>;
    static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());
    let own = {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry((case.name.clone(), case.text.clone())).or_default().clone()
    };
    let made = own.get_or_init(|| {
        let plain = Case { headers: Vec::new(), ..case.clone() };
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("originals").join(&case.name);
        let program = build(&plain, &case.text, &folder)?;
        let printed = run(case, &program, PLACES[0])?;
        Ok(Original { program, printed })
    });
    made.clone()
}

/// Whether a rewriting has barriers or team memory.
pub(crate) fn has_levels(outcome: &Outcome) -> bool {
    let kinds = [StepKind::TEAMS, StepKind::ROWS, StepKind::WARPS].map(StepKind::name);
    lowered::kinds(outcome).iter().any(|kind| kinds.contains(kind))
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
    let mut command = compiler(case, text, folder)?;
    command.args(["-S", "-emit-llvm", "-o-"]).args(options);
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

/// Whether all kernels of a rewriting run in SPMD mode, as far as those of the program did.
pub(crate) fn stay_spmd(case: &Case, rewritten: &str) -> Result<(), String> {
    let found = in_generic_mode(case, rewritten)?;
    if !found.is_empty() && found.len() > in_generic_mode(case, &case.text)?.len() {
        return Err(format!("{}: {}", case.name, found.join("\n")));
    }
    Ok(())
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
        compile(&outcome.changed(), &text, &folder.path().join("rewritten"), &options)?;
    }
    Ok(())
}

fn compile(
    case: &Case,
    text: &str,
    folder: &Path,
    options: &[OsString],
) -> Result<PathBuf, String> {
    let program = folder.join("program");
    let mut command = compiler(case, text, folder)?;
    command.args(options);
    if options.iter().all(|option| option != "-fsyntax-only") {
        command.arg(toolchain::QUICK_LINK).arg(toolchain::images());
        command.arg("-o").arg(&program).arg("-lm");
    }
    printed(case, &options[0].to_string_lossy(), &mut command)?;
    Ok(program)
}

/// clang, with the case's flags and a text as its source.
fn compiler(case: &Case, text: &str, folder: &Path) -> Result<Command, String> {
    fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    let source = case.write(folder, text.as_bytes())?;
    let mut command = Command::new(&toolchain::get().path);
    if case.is_cxx() {
        command.arg("--driver-mode=g++");
    }
    command.arg("-fopenmp").arg("-I").arg(&case.folder).args(&case.flags).arg(&source);
    Ok(command)
}

/// What differs between the results of a program on the `x86_64` device and those of the same program where data stays on the device, and
/// memory holds a pattern wherever nobody needs what it held; that it copies more is a difference, too. How often the host's memory is
/// filled; `None` where nothing stays.
pub(crate) fn compare_poisoned(case: &Case, arguments: &[String]) -> Result<Option<u32>, String> {
    let policy = Policy { transfers: Moves::On, regions: false, ..Policy::STANDARD };
    let command = case.command(&case.folder);
    let unit = analyze_unit(&command, &EAGER, &policy, &Unsupervised);
    let unit = unit.map_err(|why| format!("{}: {why}", case.name))?;
    let Some((text, count)) = poison::text(&unit)? else { return Ok(None) };
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let run = |program: PathBuf, name: &str, options: &[&str]| {
        let told = folder.path().join(format!("{name}.json"));
        let mut command = Command::new(*simulated::WARPSIM);
        command.args(["transfers", "--quiet"]).args(options).arg("--json").arg(&told);
        command.arg("--").arg(&program).args(arguments).envs(STEADY.iter().copied());
        command.env("LD_LIBRARY_PATH", &toolchain::get().runtime);
        let (text, _) = printed(case, name, &mut command)?;
        let is_time = |line: &&str| line.starts_with("seconds ");
        let text = text.lines().filter(|line| !is_time(line)).collect::<Vec<_>>().join("\n");
        let told = fs::read_to_string(told).map_err(|e| e.to_string())?;
        let told: serde_json::Value = serde_json::from_str(&told).map_err(|e| e.to_string())?;
        let ways = ["to_device", "to_host"].map(|way| told["all"][way]["bytes"].as_u64());
        Ok::<_, String>((text, ways.into_iter().flatten().sum::<u64>()))
    };
    let poisoned = build(case, &text, &folder.path().join("poisoned"))?;
    let (expected, before) = run(original(case)?.program, "original", &[])?;
    let (found, after) = run(poisoned, "poisoned", &["--poison"])?;
    let name = &case.name;
    if found != expected {
        return Err(format!(
            "{name}, with poison, prints\n{found}\ninstead of\n{expected}\n{text}"
        ));
    }
    if after > before {
        return Err(format!("{name} copies {after} bytes instead of {before}"));
    }
    Ok(Some(count))
}

/// A machine on which buffers cost nothing, so that sets of elements cross the bus in them whatever they are.
static EAGER: LazyLock<Machine> = LazyLock::new(|| {
    let bus = Bus { launch: 0, element: 0 };
    Machine { bus, ..<&Machine>::default().clone() }
});

/// Sums come in one order.
const STEADY: &[(&str, &str)] =
    &[("OMP_TARGET_OFFLOAD", "MANDATORY"), ("OMP_NUM_TEAMS", "1"), ("OMP_NUM_THREADS", "1")];

fn run(case: &Case, program: &Path, place: Place) -> Result<String, String> {
    let mut command = Command::new(program);
    command.env("OMP_TARGET_OFFLOAD", place.offload).envs(place.threads.iter().copied());
    command.env("LD_LIBRARY_PATH", &toolchain::get().runtime);
    Ok(printed(case, place.name, &mut command)?.0)
}

/// What a command prints, and what it says; the error is that it fails.
fn printed(case: &Case, what: &str, command: &mut Command) -> Result<(String, String), String> {
    let output = command.output().map_err(|e| format!("{}: {what}: {e}", case.name))?;
    let [text, words] =
        [output.stdout, output.stderr].map(|own| String::from_utf8_lossy(&own).into_owned());
    if output.status.success() {
        return Ok((text, words));
    }
    Err(format!("{}: {what} ends with {}: {words}", case.name, output.status))
}

/// The orders in which the simulated GPU gives warps their turns.
const ORDERS: [&str; 3] = ["turns=1", "reversed", "random=7"];

/// Whether a rewriting prints on the simulated GPU what the program prints on the host, and has no race.
pub(crate) fn run_without_races(case: &Case, rewritten: &str) -> Result<(), String> {
    let expected = original(case)?.printed;
    for (order, (printed, told)) in ORDERS.iter().zip(on_the_simulator(case, rewritten)?) {
        if !told.is_empty() || printed != expected {
            let name = &case.name;
            return Err(format!("{name}, order {order}: {told}\n{printed}instead of\n{expected}"));
        }
    }
    Ok(())
}

/// What a text prints on the simulated GPU with few teams (some cases need the host's memory there), and what is told of its races, in each order.
pub(crate) fn on_the_simulator(case: &Case, text: &str) -> Result<Vec<(String, String)>, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let program = build_for_simulator(case, text, folder.path())?;
    let run =
        |order| simulated_run(case, &program, &["--races", "--host-memory", "--order", order]);
    ORDERS.into_iter().map(run).collect()
}

/// Whether a text prints on the simulated GPU, whose memory is its own, what the program prints on the host.
pub(crate) fn simulate(case: &Case, text: &str) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let expected = original(case)?.printed;
    let program = build_for_simulator(case, text, folder.path())?;
    let (printed, told) = simulated_run(case, &program, &[])?;
    if printed == expected {
        return Ok(());
    }
    Err(format!("{}: {told}\n{printed}instead of\n{expected}", case.name))
}

fn build_for_simulator(case: &Case, text: &str, folder: &Path) -> Result<PathBuf, String> {
    let program = folder.join("simulated");
    let mut command = compiler(case, text, folder)?;
    command.args(["-O1", "-ffp-contract=off", "-w", "-lm", "-o"]).arg(&program);
    simulated::add_options(folder, &mut command)?;
    printed(case, "clang for the simulated GPU", &mut command)?;
    Ok(program)
}

fn simulated_run(
    case: &Case,
    program: &Path,
    options: &[&str],
) -> Result<(String, String), String> {
    let mut command = Command::new(*simulated::WARPSIM);
    command.arg("run").args(options).arg("--").arg(program);
    command.env("OMP_NUM_TEAMS", "5").env("LD_LIBRARY_PATH", &toolchain::get().runtime);
    printed(case, "the simulated GPU", &mut command)
}
