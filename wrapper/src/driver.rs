//! `warpcc` and `warpcc++`: from a command line to clang.

use std::ffi::OsString;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use warpcc::command::Language;
use warpcc::report::Remarks;

use crate::args::{self, Class, Compilation, Offload, Why};
use crate::exec::{self, Invocation};
use crate::response;
use crate::settings::{self, Mode, Print, Settings};
use crate::toolchain::{self, Search};
use crate::unit;

/// Runs the driver with the arguments that the process was called with, its own name first, and
/// returns the exit code; where clang takes the process over, it does not return.
pub fn run(argv: &[OsString]) -> i32 {
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
    if let Some(print) = settings.print {
        return show(print);
    }
    refuse_hidden_options(&rest)?;
    let clang = toolchain::find(&search(&settings), language_of(called_as))?;
    let default = if language_of(called_as) == Language::Cxx {
        Language::Cxx
    } else {
        language_of(&clang.path)
    };
    let invocation = Invocation { program: clang.path, prefix: clang.prefix, args: rest };
    match classify(&settings, &invocation.args, default) {
        Ok(compilation) => fail_open(&settings, &invocation, compilation),
        Err(why) => {
            if settings.remarks == Remarks::All && why.surprises() {
                say(&format!("warpcc: remark: not analysed: {why}\n"));
            }
            become_clang(&invocation)
        }
    }
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

/// Compiles the unit; a panic outside of the guarded analysis still ends in clang.
fn fail_open(
    settings: &Settings,
    invocation: &Invocation,
    compilation: Compilation,
) -> Result<i32, String> {
    let work = AssertUnwindSafe(|| unit::compile(settings, invocation, compilation));
    match panic::catch_unwind(work) {
        Ok(result) => result,
        Err(_) if settings.strict => Err("panic in the driver".into()),
        Err(_) => become_clang(invocation),
    }
}

/// Becomes clang; returns only the error that this was not possible.
pub(crate) fn become_clang(invocation: &Invocation) -> Result<i32, String> {
    let error = exec::replace(invocation);
    Err(format!("cannot run '{}': {error}", invocation.program.display()))
}

fn show(print: Print) -> Result<i32, String> {
    let text = match print {
        Print::Help => settings::help(),
        Print::Version => format!("warpcc {}\n", env!("CARGO_PKG_VERSION")),
    };
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

fn classify(settings: &Settings, args: &[OsString], default: Language) -> Result<Compilation, Why> {
    if settings.mode == Mode::Off {
        return Err(Why::Option("--warp-mode=off".into()));
    }
    if std::env::var_os("CCC_OVERRIDE_OPTIONS").is_some() {
        return Err(Why::Option("CCC_OVERRIDE_OPTIONS".into()));
    }
    match args::classify(args, default, Offload::Required) {
        Class::NothingToDo(why) => Err(why),
        Class::Compilation(compilation) => match std::fs::read(&compilation.input) {
            Err(_) => Err(Why::Unreadable),
            Ok(source) if !args::may_hold_target(&source) => Err(Why::NoTarget),
            Ok(_) => Ok(compilation),
        },
    }
}
