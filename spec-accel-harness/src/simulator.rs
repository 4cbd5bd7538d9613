//! The simulator `warpsim`, which is known by its command line only.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::process;
use crate::program::{self, LIMIT};
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
