//! Other compilers to compare with: gcc's offload to NVIDIA GPUs, and naive CUDA versions
//! (`kernels/cuda`) through nvcc.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compile::{self, Compiler, Device, Job, Places};
use crate::failure::Failure;
use crate::kernels::{Kernel, Version};
use crate::tools::Tools;

/// Commands that gcc may have, newest first.
const GCC: [&str; 5] = ["gcc-15", "gcc-14", "gcc-13", "gcc-12", "gcc"];

/// The architecture that gcc 12 knows and every later GPU runs.
const GCC_ARCHITECTURE: &str = "-foffload-options=nvptx-none=-misa=sm_80";

/// A GNU C compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gcc {
    pub(crate) command: PathBuf,
    /// Whether its compiler for NVIDIA GPUs is installed.
    pub(crate) offloads: bool,
}

/// `given`, or of those in `PATH` the first that offloads, or the first.
pub(crate) fn find_gcc(given: Option<PathBuf>) -> Option<Gcc> {
    let found: Vec<Gcc> = match given {
        Some(command) => examine(command).into_iter().collect(),
        None => GCC.iter().filter_map(|name| examine(name.into())).collect(),
    };
    let first = found.iter().find(|gcc| gcc.offloads).or(found.first());
    first.cloned()
}

/// gcc prints the whole path of a program that it finds, else the name it was asked for.
fn examine(command: PathBuf) -> Option<Gcc> {
    let asked = "-print-prog-name=accel/nvptx-none/mkoffload";
    let output = Command::new(&command).arg(asked).output().ok()?;
    let path = String::from_utf8_lossy(&output.stdout).trim().to_string();
    let offloads = Path::new(&path).is_absolute();
    output.status.success().then_some(Gcc { command, offloads })
}

/// Why `compiler` has no program for `device`; `None` where it has.
pub(crate) fn obstacle(tools: &Tools, compiler: Compiler, device: Device) -> Option<String> {
    let words = match (compiler, device) {
        (Compiler::Clang | Compiler::Warpcc, _) => return None,
        (Compiler::Gcc | Compiler::Cuda, Device::X86) => "has no such device".to_string(),
        (Compiler::Gcc, Device::Host) => match &tools.gcc {
            Some(_) => return None,
            None => "is not installed".into(),
        },
        (Compiler::Gcc, Device::Gpu) => match &tools.gcc {
            Some(Gcc { offloads: true, .. }) => return None,
            _ => "has no offload compiler here (Debian's package gcc-12-offload-nvptx)".into(),
        },
        (Compiler::Cuda, Device::Host) => "times mean nothing there".into(),
        (Compiler::Cuda, Device::Gpu) if tools.nvcc.exists() => return None,
        (Compiler::Cuda, Device::Gpu) => format!("{} does not exist", tools.nvcc.display()),
    };
    Some(words)
}

/// The file of the kernel's CUDA version, from the kernels' folder.
pub(crate) fn cuda_source(kernel: &Kernel) -> PathBuf {
    Path::new("cuda").join(kernel.name).with_extension("cu")
}

/// Compiles and links `job` to `output` with gcc.
pub(crate) fn gcc(tools: &Tools, job: &Job, output: &Path) -> Result<Command, Failure> {
    let missing = |why| Failure::new("no gcc", format!("gcc {why}"));
    if let Some(why) = obstacle(tools, Compiler::Gcc, job.device) {
        return Err(missing(why));
    }
    let gcc = tools.gcc.as_ref().ok_or_else(|| missing("is not installed".into()))?;
    let mut command = Command::new(&gcc.command);
    command.args(["-O2", "-ffp-contract=off", "-fopenmp"]);
    match job.device {
        Device::Gpu => {
            command.args(["-foffload=nvptx-none", GCC_ARCHITECTURE, "-foffload-options=-lm"])
        }
        Device::Host | Device::X86 => command.arg("-foffload=disable"),
    };
    command.args(compile::definition(job.version)).arg(job.kernel.source());
    command.args(["-lstdc++", "-lm", "-o"]).arg(output);
    Ok(command)
}

/// Compiles and links the CUDA version of `job` to `output`: with nvcc for a GPU; for the host with
/// clang, as C++ whose launches are loops.
pub(crate) fn cuda(tools: &Tools, job: &Job, output: &Path) -> Result<Command, Failure> {
    if job.version != Version::Plain {
        return Err(Failure::new("no CUDA version", "there is one CUDA version, the plain one"));
    }
    let source = cuda_source(job.kernel);
    match job.device {
        Device::X86 => Err(Failure::new("no such device", "CUDA has no x86_64 offload device")),
        Device::Host => {
            let mut command = Command::new(&tools.clang);
            command.args(["-x", "c++", "-O2", "-ffp-contract=off", "-fopenmp"]).arg(source);
            command.args(["-lstdc++", "-lm", "-o"]).arg(output);
            Ok(command)
        }
        Device::Gpu => {
            let root = tools.nvcc.ancestors().nth(2).unwrap_or(Path::new("/"));
            let mut libraries = OsString::from("-L");
            libraries.push(root.join("lib"));
            let mut command = Command::new(&tools.nvcc);
            command.args(["-O2", "--fmad=false", "-Xcompiler", "-fopenmp,-ffp-contract=off"]);
            command.arg(format!("-arch={}", tools.arch)).arg("-ccbin").arg(tools.clang_cpp());
            command.arg(source);
            command.arg(libraries).arg("-o").arg(output);
            Ok(command)
        }
    }
}

/// The text of the kernel's CUDA version and of the header that it includes.
pub(crate) fn cuda_text(places: &Places, kernel: &Kernel) -> Result<String, Failure> {
    let source = places.kernels.join(cuda_source(kernel));
    if !source.exists() {
        return Err(Failure::new(
            "no CUDA version",
            format!("{} does not exist", source.display()),
        ));
    }
    let header = places.kernels.join("cuda/bench_cuda.h");
    let read = |path: &Path| fs::read_to_string(path).map_err(Failure::io(path));
    Ok(read(&header)? + &read(&source)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_that_is_not_there_is_none() {
        assert_eq!(find_gcc(Some("/nonexistent/gcc".into())), None);
        let plain = examine("/bin/echo".into()).unwrap();
        assert!(!plain.offloads, "echo repeats the option");
    }
}
