//! The programs and folders that the harness needs, and where they are on this machine.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::peers::{self, Gcc};

/// Where clang is looked for when neither the command line nor `WARPCC_CLANG` names one.
const CLANG: [&str; 3] =
    ["/usr/lib/llvm-19/bin/clang", "/usr/bin/clang-19", "/usr/local/bin/clang"];

/// The tools of one run.
#[derive(Clone, Debug)]
pub(crate) struct Tools {
    pub(crate) clang: PathBuf,
    /// LLVM's library folder: the offload runtime and its device bitcode.
    pub(crate) libraries: PathBuf,
    /// The folder that holds `bin/ptxas` and `bin/nvlink`.
    pub(crate) cuda: PathBuf,
    /// NVIDIA's compiler, whether it is there or not.
    pub(crate) nvcc: PathBuf,
    pub(crate) warpcc: PathBuf,
    pub(crate) warpctl: PathBuf,
    /// GPU architecture, as in `sm_90`.
    pub(crate) arch: String,
    /// Whether this machine has an NVIDIA GPU and its driver.
    pub(crate) gpu: bool,
    pub(crate) gcc: Option<Gcc>,
    /// Flags of every build with clang or warpcc, behind those that all builds have.
    pub(crate) more_flags: Vec<String>,
}

/// What the command line says about the tools.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ToolOptions {
    /// clang 19 (default: `WARPCC_CLANG`, then LLVM 19's usual folders)
    #[arg(long, value_name = "PATH", global = true)]
    clang: Option<PathBuf>,
    /// warpcc (default: the one beside this program); warpctl is looked for beside it
    #[arg(long, value_name = "PATH", global = true)]
    warpcc: Option<PathBuf>,
    /// CUDA folder with bin/ptxas (default: `WARPCC_CUDA`, `CUDA_PATH`, `make toolchain`'s folder)
    #[arg(long, value_name = "DIR", global = true)]
    cuda: Option<PathBuf>,
    /// gcc, to compare with (default: the one in PATH that offloads to NVIDIA GPUs, else any)
    #[arg(long, value_name = "PATH", global = true)]
    gcc: Option<PathBuf>,
    /// GPU architecture
    #[arg(long, value_name = "sm_NN", default_value = "sm_90", global = true)]
    arch: String,
}

impl Tools {
    /// Finds the tools, or says which one is missing and what to do.
    pub(crate) fn find(options: &ToolOptions) -> Result<Tools, Failure> {
        let clang = find_clang(options.clang.clone())?;
        let beside = || beside_this_program("warpcc", "run `make build`, or --warpcc");
        let warpcc = options.warpcc.clone().map_or_else(beside, Ok)?;
        let cuda = find_cuda(options.cuda.clone())?;
        Ok(Tools {
            libraries: library_folder(&clang)?,
            clang,
            nvcc: find_nvcc(&cuda),
            cuda,
            warpctl: warpcc.with_file_name("warpctl"),
            warpcc,
            arch: options.arch.clone(),
            gpu: ["/dev/nvidia0", "/dev/dxg"].iter().any(|device| Path::new(device).exists()),
            gcc: peers::find_gcc(options.gcc.clone()),
            more_flags: Vec::new(),
        })
    }
}

impl Tools {
    /// clang's command for C++, beside that for C: `clang++-19` for `clang-19`.
    pub(crate) fn clang_cpp(&self) -> PathBuf {
        let name = self.clang.file_name().unwrap_or_default().to_string_lossy();
        self.clang.with_file_name(name.replacen("clang", "clang++", 1))
    }
}

/// The value of the environment variable `name` as a path; an empty one counts as unset.
fn variable(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn find_clang(given: Option<PathBuf>) -> Result<PathBuf, Failure> {
    if let Some(path) = given.or_else(|| variable("WARPCC_CLANG")) {
        return Ok(path);
    }
    CLANG
        .iter()
        .map(PathBuf::from)
        .find(|path| path.exists())
        .ok_or_else(|| Failure::new("no clang", "clang 19 was not found; run `make toolchain`"))
}

/// The folder that `make toolchain` writes to.
fn cached() -> PathBuf {
    let cache = variable("XDG_CACHE_HOME")
        .or_else(|| variable("HOME").map(|home| home.join(".cache")))
        .unwrap_or_default();
    cache.join("warpcc")
}

/// nvcc of the CUDA toolkit in `cuda`, or the one that `make toolchain` assembles apart from it.
fn find_nvcc(cuda: &Path) -> PathBuf {
    let own = cuda.join("bin/nvcc");
    if own.exists() { own } else { cached().join("nvcc/bin/nvcc") }
}

fn find_cuda(given: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let folder = given
        .or_else(|| {
            variable("WARPCC_CUDA")
                .filter(|path| path.as_os_str().as_encoded_bytes().contains(&b'/'))
        })
        .or_else(|| variable("CUDA_PATH"))
        .unwrap_or_else(|| cached().join("cuda"));
    if folder.join("bin/ptxas").exists() {
        return Ok(folder);
    }
    let detail = format!("no bin/ptxas in {}; run `make toolchain`", folder.display());
    Err(Failure::new("no CUDA tools", detail))
}

/// The simulator: the given one, or that beside this program.
pub(crate) fn find_simulator(given: Option<&Path>) -> Result<PathBuf, Failure> {
    given.map_or_else(|| beside_this_program("warpsim", "run `make build`"), |path| Ok(path.into()))
}

/// The program `name` beside this one; `help` says what to do where it is not.
fn beside_this_program(name: &str, help: &str) -> Result<PathBuf, Failure> {
    let this = env::current_exe().map_err(Failure::io(Path::new(name)))?;
    let path = this.with_file_name(name);
    if path.exists() {
        return Ok(path);
    }
    Err(Failure::new(&format!("no {name}"), format!("it is not beside this program; {help}")))
}

/// The folder above clang's resource folder (`…/lib/clang/19`), wherever clang was called from.
fn library_folder(clang: &Path) -> Result<PathBuf, Failure> {
    let output = Command::new(clang)
        .arg("-print-resource-dir")
        .output()
        .map_err(|error| Failure::new("no clang", format!("{}: {error}", clang.display())))?;
    let resources = String::from_utf8_lossy(&output.stdout);
    Path::new(resources.trim())
        .ancestors()
        .nth(2)
        .filter(|folder| folder.is_absolute())
        .map(Path::to_path_buf)
        .ok_or_else(|| Failure::new("no clang", format!("{} is no clang", clang.display())))
}
