//! `warpsim run`: starts a program that finds the emulated driver in place of NVIDIA's.

use std::env;
use std::ffi::OsString;
use std::io;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{self, Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use signal_hook::low_level::emulate_default_handler;
use tempfile::TempDir;

use super::child;
use super::order::{self, Order};

/// The library that holds the driver, and the name by which libomptarget looks for it.
const LIBRARY: &str = "libwarpsim.so";
pub(super) const DRIVER: &str = "libcuda.so";

/// Where Debian has libomptarget; the loader does not look there by itself.
const LLVM: &str = "/usr/lib/llvm-19/lib";
const OFFLOAD_LIBRARY: &str = "libomptarget.so";

/// The variable that names the folders where the loader looks first.
const LIBRARY_PATH: &str = "LD_LIBRARY_PATH";

/// The variable that names libraries which are loaded before all others.
pub(super) const PRELOADED: &str = "LD_PRELOAD";

/// What the runtime is told where the user does not say it: to fail rather than to run a region on the host, and to give memory back
/// instead of keeping it, so that an access to it is known as such.
const RUNTIME: [(&str, &str); 2] =
    [("OMP_TARGET_OFFLOAD", "MANDATORY"), ("LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD", "0")];

/// The driver's variables of the environment for the other options.
const CSV: &str = "WARPSIM_CSV";
const JSON: &str = "WARPSIM_JSON";
const NCU: &str = "WARPSIM_NCU";
const CACHES: &str = "WARPSIM_CACHES";
const PTXAS: &str = "WARPSIM_PTXAS";
const RACES: &str = "WARPSIM_RACES";
const UNWRITTEN: &str = "WARPSIM_UNWRITTEN";
const HOST_MEMORY: &str = "WARPSIM_HOST_MEMORY";
const FINDINGS: &str = "WARPSIM_FINDINGS";
const SUMMARY: &str = "WARPSIM_SUMMARY";
const PROGRESS: &str = "WARPSIM_PROGRESS";
const MAX_LAUNCHES: &str = "WARPSIM_MAX_LAUNCHES";
const TIME_LIMIT: &str = "WARPSIM_TIME_LIMIT";
pub(super) const TRANSFERS: &str = "WARPSIM_TRANSFERS";
pub(super) const POISON: &str = "WARPSIM_POISON";

/// All of them.
const VARIABLES: [&str; 18] = [
    CSV,
    JSON,
    NCU,
    CACHES,
    PTXAS,
    RACES,
    UNWRITTEN,
    HOST_MEMORY,
    FINDINGS,
    SUMMARY,
    PROGRESS,
    MAX_LAUNCHES,
    TIME_LIMIT,
    TRANSFERS,
    POISON,
    order::TURN,
    order::ORDER,
    order::TEAMS,
];

/// A program that a signal ended has this exit status, plus the signal's number: as in a shell.
const SIGNALLED: i32 = 128;

#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct Options {
    /// Write the counts of every kernel's accesses to this file, as a table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the same as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the counts of each launch to this file, under Nsight Compute's names for them
    #[arg(long, value_name = "FILE")]
    ncu: Option<PathBuf>,
    /// Also tell what is found in the caches of this GPU: `sm_80` or `sm_90` (slower)
    #[arg(long, value_name = "GPU", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "sm_90", value_parser = ["sm_80", "sm_90"])]
    caches: Option<String>,
    /// Also tell the occupancy of each kernel in the JSON, from what NVIDIA's assembler (default: that of the usual toolkit) says of it
    #[arg(long, value_name = "PTXAS", num_args = 0..=1, require_equals = true, requires = "json")]
    #[allow(clippy::option_option, reason = "the option, and its value")]
    occupancy: Option<Option<PathBuf>>,
    /// Look for data races: accesses that no barrier separates (slower)
    #[arg(long)]
    races: bool,
    /// Look for reads of memory that nothing wrote (slower)
    #[arg(long)]
    unwritten: bool,
    /// Let kernels reach all memory of the host, as `requires unified_shared_memory` needs it (such accesses are slow and not watched)
    #[arg(long)]
    host_memory: bool,
    /// End with this status where a race or a read of unwritten memory was found and the program ended well
    #[arg(long, value_name = "STATUS", value_parser = clap::value_parser!(u8).range(1..))]
    error_exitcode: Option<u8>,
    /// How warps take turns: turns=N (accesses and barriers in a turn), random=SEED or reversed; and teams: interleaved; may be given
    /// several times
    #[arg(long, value_name = "ORDER")]
    order: Vec<Order>,
    /// End with a summary on standard error: kernels, launches, the lines that ask for the most sectors in vain, copies
    #[arg(long)]
    summary: bool,
    /// Tell on standard error every so many seconds how far the run is
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    progress: Option<Duration>,
    /// End the program where it wants to launch one more kernel than this; what was counted is written, and the exit status is 0
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_launches: Option<u64>,
    /// End the program so many seconds after its first call of the device; what was counted is written, and the exit status is 124
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// The program and its arguments
    #[arg(required = true, num_args = 1.., trailing_var_arg = true, allow_hyphen_values = true)]
    #[arg(value_name = "PROGRAM")]
    words: Vec<OsString>,
}

/// Runs the program; the result is its exit status.
pub(super) fn run(options: &Options) -> Result<u8, String> {
    let folder = driver_folder()?;
    let mut command = command(&options.words, folder.path())?;
    pass_options(options, &mut command)?;
    if options.json.is_some() {
        command.env(PRELOADED, preloaded(&folder.path().join(DRIVER)));
    }
    let findings = folder.path().join("findings");
    command.env(FINDINGS, &findings);
    let ended = start(&mut command)?;
    let found = std::fs::metadata(&findings).ok().map(|file| file.len() > 0);
    close(folder)?;
    if options.summary && found.is_none() {
        eprintln!("warpsim: {NO_COUNTS}");
    }
    let status = end(&ended);
    let own = options.error_exitcode.filter(|_| found == Some(true) && ended.status.success());
    Ok(own.unwrap_or(status))
}

/// The program as a command that finds the driver in a folder.
pub(super) fn command(words: &[OsString], driver: &Path) -> Result<Command, String> {
    let (program, arguments) = words.split_first().ok_or("no program to run")?;
    let mut command = Command::new(program);
    command.args(arguments).env(LIBRARY_PATH, library_path(driver)?);
    for (name, value) in RUNTIME {
        if env::var_os(name).is_none() {
            command.env(name, value);
        }
    }
    for name in VARIABLES {
        command.env_remove(name);
    }
    Ok(command)
}

/// Runs a program to its end.
pub(super) fn start(command: &mut Command) -> Result<child::Ended, String> {
    let ended = child::run(command);
    ended.map_err(|error| format!("{}: {error}", Path::new(command.get_program()).display()))
}

/// Removes the driver's folder.
pub(super) fn close(folder: TempDir) -> Result<(), String> {
    folder.close().map_err(|error| format!("a folder for the driver was not removed: {error}"))
}

/// Ends by the signal that this process got if the program did so, too; otherwise this is its exit status.
pub(super) fn end(ended: &child::Ended) -> u8 {
    let child::Ended { status, signal } = *ended;
    if let Some(signal) = signal.filter(|signal| status.signal() == Some(*signal)) {
        let _ = emulate_default_handler(signal);
    }
    exit_status(status)
}

/// What is told where the driver wrote nothing.
const NO_COUNTS: &str =
    "no counts: the program used no GPU, or it ended before the runtime let go of the GPU";

/// A time in seconds, of a millisecond at least.
fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    let time = time.filter(|time| time.as_millis() > 0 && u64::try_from(time.as_millis()).is_ok());
    time.ok_or_else(|| "a number of seconds".to_owned())
}

/// The driver's library: in `deps`, where Cargo builds it (the copy beside the program may be older), beside the program, or in
/// `../lib`, where it is installed.
fn find_library(program: &Path) -> Result<PathBuf, String> {
    let folder = program.parent().unwrap_or(program);
    ["deps", "", "../lib"]
        .iter()
        .map(|place| folder.join(place).join(LIBRARY))
        .find(|path| path.exists())
        .ok_or_else(|| format!("{LIBRARY} is neither in {} nor in ../lib", folder.display()))
}

/// A folder that holds the driver under its name and nothing else: a program that is not run by us must not find it.
pub(super) fn driver_folder() -> Result<TempDir, String> {
    let library = find_library(&super::this_program()?)?;
    let make = || {
        let folder = tempfile::Builder::new().prefix("warpsim.").tempdir()?;
        symlink(&library, folder.path().join(DRIVER))?;
        Ok(folder)
    };
    make().map_err(|error: io::Error| format!("no folder for the driver: {error}"))
}

/// The folders where the loader looks first: the driver's, then the caller's, then LLVM's.
fn library_path(driver: &Path) -> Result<OsString, String> {
    let mut folders = vec![driver.to_owned()];
    if let Some(given) = env::var_os(LIBRARY_PATH).filter(|given| !given.is_empty()) {
        folders.extend(env::split_paths(&given));
    }
    if Path::new(LLVM).join(OFFLOAD_LIBRARY).exists() {
        folders.push(LLVM.into());
    }
    env::join_paths(folders).map_err(|error| format!("{LIBRARY_PATH}: {error}"))
}

/// The libraries that are loaded before all others: the driver, through which a program then calls the runtime, so that copies have
/// their lines, and the caller's. A path with a blank cannot be among them.
pub(super) fn preloaded(driver: &Path) -> OsString {
    let mut libraries = env::var_os(PRELOADED).unwrap_or_default();
    if !driver.as_os_str().as_encoded_bytes().contains(&b' ') {
        libraries.push(" ");
        libraries.push(driver);
    }
    libraries
}

/// Tells the driver, which is in another process, what the command line says.
fn pass_options(options: &Options, command: &mut Command) -> Result<(), String> {
    for (name, file) in [(CSV, &options.csv), (JSON, &options.json), (NCU, &options.ncu)] {
        if let Some(file) = file {
            // The program may change its folder.
            let file =
                path::absolute(file).map_err(|error| format!("{}: {error}", file.display()))?;
            command.env(name, file);
        }
    }
    let switches = [
        (RACES, options.races),
        (UNWRITTEN, options.unwritten),
        (HOST_MEMORY, options.host_memory),
        (SUMMARY, options.summary),
    ];
    for (name, wanted) in switches {
        if wanted {
            command.env(name, "1");
        }
    }
    command.envs(options.caches.iter().map(|machine| (CACHES, machine)));
    if let Some(given) = &options.occupancy {
        command.env(PTXAS, assembler(given.as_deref())?);
    }
    let milliseconds = |time: &Duration| time.as_millis().to_string();
    command.envs(options.progress.iter().map(|time| (PROGRESS, milliseconds(time))));
    command.envs(options.time_limit.iter().map(|time| (TIME_LIMIT, milliseconds(time))));
    command.envs(options.max_launches.iter().map(|most| (MAX_LAUNCHES, most.to_string())));
    command.envs(options.order.iter().map(|order| order.variable()));
    Ok(())
}

/// The path of NVIDIA's assembler: the given one, or that of the usual toolkit.
fn assembler(given: Option<&Path>) -> Result<PathBuf, String> {
    let usual = || super::toolkit::usual_toolkit().map(|folder| folder.join("bin/ptxas"));
    let path = given.map(Path::to_owned).or_else(usual);
    let path = path.ok_or("no CUDA toolkit: name its ptxas with --occupancy=PTXAS")?;
    let full = std::fs::canonicalize(&path);
    let full = full.map_err(|error| format!("{}: {error}", path.display()))?;
    if full.file_name() == super::this_program()?.file_name() {
        return Err(format!("{} is the simulator's own, not NVIDIA's", path.display()));
    }
    Ok(full)
}

fn exit_status(status: ExitStatus) -> u8 {
    let code = status.code().unwrap_or_else(|| SIGNALLED + status.signal().unwrap_or(0));
    u8::try_from(code).unwrap_or(u8::MAX)
}
