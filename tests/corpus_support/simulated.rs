//! Programs for the simulated GPU.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use crate::{toolchain, warpsim};

/// The simulator, beside this test.
pub(crate) static WARPSIM: LazyLock<&Path> = LazyLock::new(|| {
    let own = std::env::current_exe().expect("the test has a path");
    warpsim::built_in(own.ancestors().nth(2).expect("the folder of programs"))
});

/// Adds what makes clang build a program with the lines of its source for the simulated GPU. A CUDA toolkit whose `ptxas` keeps the PTX is made in
/// `folder` where it is not there.
///
/// # Panics
/// Where no CUDA folder is installed.
pub(crate) fn add_options(folder: &Path, clang: &mut Command) -> Result<(), String> {
    let kit = folder.join("kit");
    if !kit.exists() {
        let cuda = toolchain::get().cuda.as_ref().expect("a CUDA folder; see `make toolchain`");
        let mut command = Command::new(*WARPSIM);
        let made = command.arg("toolkit").arg(&kit).arg("--cuda").arg(cuda).output();
        let made = made.map_err(|e| e.to_string())?;
        if !made.status.success() {
            return Err(String::from_utf8_lossy(&made.stderr).into_owned());
        }
    }
    clang.args(["-fopenmp", "--offload-arch=sm_90", "-gline-tables-only"]);
    clang.arg(format!("--cuda-path={}", kit.display())).arg(toolchain::QUICK_LINK);
    clang.env("LIBRARY_PATH", &toolchain::get().runtime);
    Ok(())
}
