//! The GPU of this machine.

use std::process::Command;

use crate::failure::Failure;

/// The first GPU's name and driver, as in `NVIDIA H200, driver 570.1`; `nvidia-smi` (in `PATH`)
/// knows them.
pub(crate) fn name() -> Result<String, Failure> {
    let missing = |why: String| Failure::new("no GPU", why);
    let output = Command::new("nvidia-smi")
        .args(["--query-gpu=name,driver_version", "--format=csv,noheader"])
        .output()
        .map_err(|error| missing(format!("nvidia-smi: {error}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let first = text.lines().next().filter(|_| output.status.success());
    match first.and_then(|line| line.split_once(", ")) {
        Some((name, driver)) => Ok(format!("{name}, driver {}", driver.trim())),
        None => Err(missing(format!("nvidia-smi says: {}", text.trim()))),
    }
}
