//! Whether the images of a linked program would run on a GPU, as `warpctl doctor` judges them.

use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::tools::Tools;

/// Fails unless the installed libomptarget loads the images of `program`: one that it rejects runs on the host.
pub(crate) fn accepted(tools: &Tools, program: &Path) -> Result<(), Failure> {
    let mut command = Command::new(&tools.warpctl);
    command.args(["doctor", "--clang"]).arg(&tools.clang).arg("--program").arg(program);
    let output = command.output().map_err(Failure::io(&tools.warpctl))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(Failure::new("image rejected", String::from_utf8_lossy(&said).trim_end()))
}
