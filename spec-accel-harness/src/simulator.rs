//! The simulator `warpsim`, which is known by its command line only.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::compile::{self, Built, Job, Places};
use crate::failure::Failure;
use crate::process;
use crate::program::{self, How, LIMIT, Outcome};
use crate::tools::Tools;

/// The tools with which programs are built for the simulator: in place of the CUDA toolkit is one that keeps the
/// PTX, made in `folder`.
pub(crate) fn tools(simulator: &Path, tools: &Tools, folder: &Path) -> Result<Tools, Failure> {
    fs::create_dir_all(folder).map_err(Failure::io(folder))?;
    let mut command = Command::new(simulator);
    command.arg("toolkit").arg(folder).arg("--cuda").arg(&tools.cuda);
    let output = process::output_within(&mut command, LIMIT)
        .map_err(Failure::io(simulator))?
        .ok_or_else(|| program::timeout(LIMIT))?;
    if output.status.success() {
        return Ok(Tools { cuda: folder.into(), ..tools.clone() });
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(Failure::new("no toolkit for the simulator", stderr.trim_end()))
}

/// Builds a program for the simulator with the lines of its source and these flags, in `folder` of the work folder.
pub(crate) fn build(
    tools: &Tools,
    places: &Places,
    folder: &str,
    mut flags: Vec<String>,
    job: Job,
) -> Result<Built, Failure> {
    flags.push("-gline-tables-only".into());
    let tools = Tools { more_flags: flags, ..tools.clone() };
    let places = Places { kernels: places.kernels.clone(), work: places.work.join(folder) };
    compile::build(&tools, &places, job)
}

/// Runs a program by `command`, the simulator with its options, and answers what the program says and the simulator's report, which stays
/// in the file `json`.
pub(crate) fn run(
    mut command: Command,
    tools: &Tools,
    program: &Path,
    json: &Path,
    how: &How,
) -> Result<(Outcome, String), Failure> {
    command.arg("--json").arg(json).arg("--").arg(program);
    let outcome = program::run_command(command, tools, how)?;
    let text = fs::read_to_string(json).map_err(Failure::io(json))?;
    Ok((outcome, text))
}
