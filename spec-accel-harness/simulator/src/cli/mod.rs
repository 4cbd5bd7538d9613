//! The command line.

mod child;
mod order;
mod run;
mod toolkit;
mod transfers;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use warpsim::stand_in::{self, Outcome};

/// Runs programs that clang linked for NVIDIA GPUs on this machine's processor
///
/// Every number that it reports is simulated: PTX is not the machine code that a GPU runs.
#[derive(Debug, Parser)]
#[command(name = "warpsim", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a folder for clang's option --cuda-path=, with ptxas and nvlink that keep the PTX
    Toolkit(toolkit::Options),
    /// Run a program whose device code was linked with such a folder
    Run(run::Options),
    /// Run a program and tell what it copies between host and device, and what of that it could do without
    Transfers(transfers::Options),
}

/// Runs what the words of the command line say, the program's own name among them.
pub(crate) fn main(words: Vec<OsString>) -> ExitCode {
    if let Some((name, rest)) = words.split_first()
        && let Some(program) = stand_in::by_name(name)
    {
        return print(&program(rest));
    }
    let result = match Arguments::parse_from(words).command {
        Command::Toolkit(options) => toolkit::make(&options).map(|()| ExitCode::SUCCESS),
        Command::Run(options) => run::run(&options).map(ExitCode::from),
        Command::Transfers(options) => transfers::run(&options).map(ExitCode::from),
    };
    result.unwrap_or_else(|message| {
        eprintln!("warpsim: error: {message}");
        ExitCode::FAILURE
    })
}

/// Prints what a stand-in says. When nobody reads it, its exit status still counts.
fn print(outcome: &Outcome) -> ExitCode {
    let _ = io::stdout().write_all(outcome.output.as_bytes());
    let _ = io::stderr().write_all(outcome.messages.as_bytes());
    ExitCode::from(outcome.status)
}

/// This executable's path, without links in it.
fn this_program() -> Result<PathBuf, String> {
    std::env::current_exe()
        .and_then(std::fs::canonicalize)
        .map_err(|error| format!("the path of this program is not known: {error}"))
}
