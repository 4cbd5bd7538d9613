//! What warpcc says about a kernel for the GPU, without compiling it.

use std::fs;
use std::process::Command;

use crate::compile::{self, Device, Places};
use crate::failure::Failure;
use crate::kernels::{Kernel, Version};
use crate::process;
use crate::program::LIMIT;
use crate::report::{self, Report};
use crate::tools::Tools;

/// The report that `warpctl analyze` prints.
pub(crate) fn analyse(
    tools: &Tools,
    places: &Places,
    kernel: &Kernel,
    version: Version,
) -> Result<Report, Failure> {
    let folder = places.work.join(kernel.name).join(format!("{}-analysis", version.name()));
    fs::create_dir_all(&folder).map_err(Failure::io(&folder))?;
    let mut command = Command::new(&tools.warpctl);
    command.current_dir(compile::input_folder(places, kernel, version, &folder)?);
    command.env("WARPCC_CLANG", &tools.clang);
    command.args(["analyze", "--format", "json", &kernel.source(), "--"]);
    command.args(compile::flags(tools, Device::Gpu)).args(compile::definition(version));
    let output = process::output_within(&mut command, LIMIT)
        .map_err(Failure::io(&tools.warpctl))?
        .ok_or_else(|| Failure::new("timeout", format!("the analysis of {}", kernel.name)))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::new("warpctl analyze failed", stderr.trim_end()));
    }
    report::parse(&String::from_utf8_lossy(&output.stdout))
}
