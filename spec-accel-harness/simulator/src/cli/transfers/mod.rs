//! `warpsim transfers`: runs a program, and tells what it copies between host and device, and what
//! of that it could do without.

mod places;
mod report;

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use warpsim::tool::table;

use self::report::Report;
use super::run;

/// The variables by which libomp is told of a tool.
const TOOL: &str = "OMP_TOOL";
const TOOL_LIBRARIES: &str = "OMP_TOOL_LIBRARIES";

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Write the transfers of each line to this file, as a table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the same as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Say nothing on standard error
    #[arg(long)]
    quiet: bool,
    /// Fill memory of the device with a pattern when it is allocated, so that reads of what was
    /// never copied or written show
    #[arg(long)]
    poison: bool,
    /// The program and its arguments
    #[arg(required = true, num_args = 1.., trailing_var_arg = true, allow_hyphen_values = true)]
    #[arg(value_name = "PROGRAM")]
    words: Vec<OsString>,
}

/// Runs the program; the result is its exit status.
pub(super) fn run(options: &Options) -> Result<u8, String> {
    let folder = run::driver_folder()?;
    let records = folder.path().join("transfers");
    fs::create_dir(&records).map_err(|error| format!("{}: {error}", records.display()))?;
    let mut command = run::command(&options.words, folder.path())?;
    command.env(TOOL, "enabled").env(TOOL_LIBRARIES, folder.path().join(run::DRIVER));
    command.env(run::TRANSFERS, &records);
    command.env(run::PRELOADED, run::preloaded(&folder.path().join(run::DRIVER)));
    if options.poison {
        command.env(run::POISON, "1");
    }
    let ended = run::start(&mut command)?;
    let rows = table::read(&records).map_err(|error| format!("{}: {error}", records.display()))?;
    run::close(folder)?;
    let report = Report::new(rows, ended.status);
    for (path, text) in [(&options.csv, report.csv()), (&options.json, report.json())] {
        if let Some(path) = path {
            fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    if !options.quiet {
        eprint!("{}", report.text());
    }
    Ok(run::end(&ended))
}
