//! `warpcc` and `warpcc++`: from a command line to clang.

use std::ffi::OsString;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use warpcc::command::Language;
use warpcc::report::Remarks;

use crate::args::{self, Class, Compilation, Offload, Why};
use crate::exec::{self, Invocation};
use crate::prescan::{self, Reach};
use crate::settings::{self, Cuda, Mode, Print, Settings};
use crate::simulator::{self, Command};
use crate::timings::timed;
use crate::toolchain::{self, Clang, Search};
use crate::unit::{self, Job};
use crate::{fortran, hash, isolated, link, nvidia, response};

/// Runs the driver with the arguments that the process was called with, its own name first, and
/// returns the exit code; where clang takes the process over, it does not return.
pub fn run(argv: &[OsString]) -> i32 {
    if argv.len() == 2 && argv[1] == isolated::ROLE {
        return isolated::serve();
    }
    match try_run(argv) {
        Ok(code) => code,
        Err(message) => {
            say(&format!("warpcc: error: {message}\n"));
            1
        }
    }
}

/// Writes to standard error; a user who closed it is not told.
pub(crate) fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

fn try_run(argv: &[OsString]) -> Result<i32, String> {
    let called_as = Path::new(argv.first().map(OsString::as_os_str).unwrap_or_default());
    let ours = argv.get(1..).unwrap_or_default();
    let (settings, rest) = settings::read(ours, |name| std::env::var_os(name))?;
    let find = || toolchain::find(&search(&settings), language_of(called_as));
    match settings.print {
        None => {}
        Some(Print::Help) => return show(&settings::help()),
        Some(Print::Version) => return show(&format!("warpcc {}\n", env!("CARGO_PKG_VERSION"))),
        Some(Print::ConfigHash) => return show(&config_hash(&settings, &find()?)),
    }
    refuse_hidden_options(&rest)?;
    let clang = timed("find", find)?;
    if settings.simulator && args::offloads_to_nvidia(&rest, true) {
        let cuda = match &settings.cuda {
            Cuda::Folder(folder) => Some(folder.as_path()),
            Cuda::Auto | Cuda::Off => None,
        };
        let command = Command { called_as, own: &settings::own(ours), args: &rest, cuda };
        return simulator::compile(&command, &clang.path);
    }
    let default = if language_of(called_as) == Language::Cxx {
        Language::Cxx
    } else {
        language_of(&clang.path)
    };
    let invocation = Invocation { program: clang.path, prefix: clang.prefix, args: rest };
    let invocation = nvidia::complete(&settings, invocation);
    match jobs(&settings, &invocation, default) {
        Ok(jobs) => fail_open(&settings, &invocation, jobs),
        Err(why) => {
            if settings.remarks == Remarks::All && why.surprises() {
                say(&format!("warpcc: remark: not analysed: {why}\n"));
            }
            if settings.remarks != Remarks::None && settings.mode != Mode::Off {
                say(&fortran::remarks(&invocation.args));
            }
            link::hand_over(&link::watch(&settings, &invocation), &invocation)
        }
    }
}

/// A line with the hash of all that decides what becomes of a source: this program's version and
/// size, the settings, and clang's version and size.
fn config_hash(settings: &Settings, clang: &Clang) -> String {
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |data| data.len());
    let own = std::env::current_exe().map_or(0, |path| size(&path));
    let compiler = toolchain::describe(&clang.path, None);
    let text = [
        format!("{} {own}", env!("CARGO_PKG_VERSION")),
        settings.fingerprint(),
        format!("{} {}", compiler.version, size(&clang.path)),
        compiler.libclang.map_or(0, |path| size(&path)).to_string(),
        nvidia::fingerprint(&settings.cuda),
    ];
    format!("{:016x}\n", hash::fnv(text.iter().map(String::as_bytes)))
}

/// A response file goes to clang as it is: warpcc's own options in it would reach clang.
fn refuse_hidden_options(args: &[OsString]) -> Result<(), String> {
    let files = args.iter().filter_map(|arg| arg.to_str()).filter(|arg| arg.starts_with('@'));
    let files: Vec<String> = files.map(str::to_owned).collect();
    let words = response::expand(&files).unwrap_or_default();
    match words.iter().find(|word| word.starts_with("--warp-")) {
        Some(word) => {
            Err(format!("'{word}' cannot be in a response file; set its variable instead"))
        }
        None => Ok(()),
    }
}

/// The language of a `.c` file for a driver called by this name.
fn language_of(driver: &Path) -> Language {
    if toolchain::is_cxx(driver) { Language::Cxx } else { Language::C }
}

/// Compiles the units; a panic outside of the analysis still ends in clang.
fn fail_open(settings: &Settings, invocation: &Invocation, jobs: Vec<Job>) -> Result<i32, String> {
    let work = AssertUnwindSafe(|| unit::compile(settings, invocation, jobs));
    match panic::catch_unwind(work) {
        Ok(result) => result,
        Err(_) if settings.strict => Err("panic in the driver".into()),
        Err(_) => become_clang(invocation),
    }
}

/// Becomes clang; returns only the error that this was not possible.
pub(crate) fn become_clang(invocation: &Invocation) -> Result<i32, String> {
    let error = exec::replace(invocation);
    Err(invocation.failure(&error))
}

fn show(text: &str) -> Result<i32, String> {
    std::io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    Ok(0)
}

/// Where to look for clang, as the process' environment says.
pub(crate) fn search(settings: &Settings) -> Search {
    Search {
        given: settings.clang.clone(),
        path: std::env::var_os("PATH").unwrap_or_default(),
        last: vec![toolchain::DEBIAN.into()],
        own: std::env::current_exe().ok(),
        called: exec::called(std::env::var_os(exec::CALLED).as_deref()),
    }
}

/// The units that are to be analysed, or why there are none.
fn jobs(settings: &Settings, invocation: &Invocation, default: Language) -> Result<Vec<Job>, Why> {
    if settings.mode == Mode::Off {
        return Err(Why::Option("--warp-mode=off".into()));
    }
    let args = &invocation.args;
    let all = match timed("classify", || args::classify(args, default, Offload::Required)) {
        Class::NothingToDo(why) => return Err(why),
        Class::Compilations(all) => all,
    };
    let cpath = std::env::var("CPATH").ok();
    let scan = || {
        let scanned = all.iter().map(|one| {
            prescan::scan(&one.input, &one.arguments, cpath.as_deref()).ok_or(Why::Unreadable)
        });
        scanned.collect::<Result<Vec<Reach>, Why>>()
    };
    let reaches = timed("scan", scan)?;
    if !reaches.iter().any(|reach| reach.may_hold_target) {
        return Err(Why::NoTarget);
    }
    if let Some(pipe) = reaches.iter().find_map(|reach| reach.pipe.clone()) {
        return Err(Why::NotModelled(pipe));
    }
    refuse_hidden_settings(invocation)?;
    let inputs: Vec<String> = all.iter().map(|one| one.input.clone()).collect();
    let units: Vec<_> = inputs.iter().map(String::as_str).zip(&reaches).collect();
    let is_open = |reach: &Reach| !reach.complete || reach.unsure;
    let headers = !units.iter().any(|(_, reach)| units.len() > 1 && is_open(reach) || reach.embeds);
    let wanted = all.into_iter().zip(&reaches).filter(|(_, reach)| reach.may_hold_target);
    let job = |(compilation, reach): (Compilation, &Reach)| Job {
        shared: shared(&compilation.input, reach, &units),
        compilation,
        headers,
        included: reach.included.clone(),
    };
    Ok(wanted.map(job).collect())
}

/// Why a source stays as it is: one of the command's includes it, or may.
fn shared(input: &str, own: &Reach, units: &[(&str, &Reach)]) -> Option<String> {
    let seen = "a change would be seen there too";
    if let Some((by, _)) = units.iter().find(|(_, reach)| reach.active.contains(&own.main)) {
        return Some(format!("{by} includes the file, and {seen}"));
    }
    let others = units.iter().filter(|(_, reach)| reach.main != own.main);
    let last = Path::new(input).file_name().map(|name| name.to_string_lossy());
    let is_absent = |reach: &Reach| last.as_deref().is_some_and(|last| reach.absent.contains(last));
    others.into_iter().find_map(|(by, reach)| {
        let why = match reach.open {
            Some(why) => why,
            None if reach.unsure => "it reads the bytes of a file that is not found",
            None if is_absent(reach) => "it includes a file of this name that is not found",
            None => return None,
        };
        Some(format!("{by} may include the file, for {why}, and {seen}"))
    })
}

/// Variables by which clang takes options that are not on the command line, or writes a log that
/// would tell of every time it is run.
const HIDDEN: [&str; 7] = [
    "CCC_OVERRIDE_OPTIONS",
    "CLANG_CONFIG_FILE",
    "CC_LOG_DIAGNOSTICS",
    "CC_PRINT_HEADERS",
    "CC_PRINT_INTERNAL_STAT",
    "CC_PRINT_OPTIONS",
    "CC_PRINT_PROC_STAT",
];

/// Refuses what changes clang's options, or its effects, behind the command line.
fn refuse_hidden_settings(invocation: &Invocation) -> Result<(), Why> {
    if let Some(variable) = HIDDEN.into_iter().find(|name| std::env::var_os(name).is_some()) {
        return Err(Why::NotModelled(variable.into()));
    }
    let ignored = std::env::var_os("CLANG_NO_DEFAULT_CONFIG").is_some();
    match toolchain::default_config(&invocation.program) {
        Some(file) if !ignored => Err(Why::NotModelled(file.display().to_string())),
        _ => Ok(()),
    }
}
