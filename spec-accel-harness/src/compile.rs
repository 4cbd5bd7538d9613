//! Builds the kernels with clang, with warpcc and with other compilers, and builds nothing twice.
//!
//! Each build has a folder `WORK/KERNEL/VERSION-COMPILER-DEVICE/` with `program`, the command line and
//! inputs it was made from (`stamp`), from warpcc `report.json` and `source/`, and for the stripped
//! version its text in `input/`.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::UNIX_EPOCH;

use clap::ValueEnum;

use crate::failure::Failure;
use crate::kernels::{Kernel, Version};
use crate::peers;
use crate::pool;
use crate::strip;
use crate::tools::Tools;

/// Who compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Compiler {
    Clang,
    Warpcc,
    /// For the host, or for a GPU where its offload compiler is installed
    Gcc,
    /// nvcc, for the kernels that have a CUDA version
    Cuda,
}

impl Compiler {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Compiler::Clang => "clang",
            Compiler::Warpcc => "warpcc",
            Compiler::Gcc => "gcc",
            Compiler::Cuda => "cuda",
        }
    }
}

/// On which device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Device {
    /// The processor, to which the regions of an `x86_64` program fall back
    Host,
    /// The processor itself, as an offload device
    #[value(name = "x86_64")]
    X86,
    /// An NVIDIA GPU
    Gpu,
}

impl Device {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Device::Host => "host",
            Device::X86 => "x86_64",
            Device::Gpu => "gpu",
        }
    }
}

/// Where the kernels' sources are, and where builds go. Both absolute.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub(crate) kernels: PathBuf,
    pub(crate) work: PathBuf,
}

/// One build to make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    pub(crate) kernel: &'static Kernel,
    pub(crate) version: Version,
    pub(crate) compiler: Compiler,
    pub(crate) device: Device,
}

/// A finished build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Built {
    pub(crate) program: PathBuf,
    /// Written by warpcc only.
    pub(crate) report: PathBuf,
}

/// The flags of an offload compilation for `device`, for either compiler. Contraction is off so that
/// each build of a kernel rounds alike.
pub(crate) fn flags(tools: &Tools, device: Device) -> Vec<OsString> {
    let mut flags: Vec<OsString> =
        ["-O2", "-ffp-contract=off", "-fopenmp"].map(OsString::from).into();
    match device {
        Device::Host | Device::X86 => flags.push("-fopenmp-targets=x86_64-pc-linux-gnu".into()),
        Device::Gpu => {
            flags.extend(["-fopenmp-targets=nvptx64", "-Xopenmp-target"].map(OsString::from));
            flags.push(format!("-march={}", tools.arch).into());
            flags.push(joined("--cuda-path=", &tools.cuda));
            flags.push(joined("--libomptarget-nvptx-bc-path=", &tools.libraries));
        }
    }
    flags.extend(tools.more_flags.iter().map(OsString::from));
    flags
}

/// What the programs are linked with, on the host and on the device.
pub(crate) fn libraries(device: Device) -> &'static [&'static str] {
    match device {
        Device::Host | Device::X86 => &["-Xoffload-linker", "-lm", "-lstdc++", "-lm"],
        Device::Gpu => &["-lstdc++", "-lm"],
    }
}

/// The command that starts warpcc or else clang, with warpcc's own options, its report and changed sources going
/// to `folder`. Processors run the changed loops, too: a check of them needs no GPU. The analysis has all the time it wants: a busy machine must not change a result.
pub(crate) fn starter(tools: &Tools, compiler: Compiler, folder: &Path) -> Command {
    if compiler != Compiler::Warpcc {
        return Command::new(&tools.clang);
    }
    let mut command = Command::new(&tools.warpcc);
    command
        .arg(joined("--warp-clang=", &tools.clang))
        .arg(joined("--warp-report=", &folder.join("report.json")))
        .arg(joined("--warp-save-source=", &folder.join("source")))
        .args(["--warp-budget-ms=0", "--warp-host-loops=off"])
        .env("WARPCC_STRICT", "1");
    command
}

fn joined(option: &str, path: &Path) -> OsString {
    let mut text = OsString::from(option);
    text.push(path);
    text
}

impl Places {
    /// Every header of the kernels: name and text, in the order of the names.
    fn headers(&self) -> Result<Vec<(PathBuf, String)>, Failure> {
        let entries = fs::read_dir(&self.kernels).map_err(Failure::io(&self.kernels))?;
        let mut headers = Vec::new();
        for entry in entries {
            let path = entry.map_err(Failure::io(&self.kernels))?.path();
            if path.extension().is_some_and(|extension| extension == "h") {
                let text = fs::read_to_string(&path).map_err(Failure::io(&path))?;
                headers.push((path.file_name().unwrap_or_default().into(), text));
            }
        }
        headers.sort();
        Ok(headers)
    }

    pub(crate) fn text(&self, kernel: &Kernel) -> Result<String, Failure> {
        self.text_of(&kernel.source())
    }

    fn text_of(&self, name: &str) -> Result<String, Failure> {
        let path = self.kernels.join(name);
        fs::read_to_string(&path).map_err(Failure::io(&path))
    }
}

/// The folder that the compiler of `version` is started in, so that no output holds this machine's
/// paths: the kernels' own, or one in `folder` that is filled with the stripped text.
pub(crate) fn input_folder(
    places: &Places,
    kernel: &Kernel,
    version: Version,
    folder: &Path,
) -> Result<PathBuf, Failure> {
    if version != Version::Stripped {
        return Ok(places.kernels.clone());
    }
    let input = folder.join("input");
    fs::create_dir_all(&input).map_err(Failure::io(&input))?;
    let stripped = strip::collapse_clauses(&places.text(kernel)?).text;
    let mut files = places.headers()?;
    files.push((kernel.source().into(), stripped));
    for (name, text) in files {
        let path = input.join(name);
        fs::write(&path, text).map_err(Failure::io(&path))?;
    }
    Ok(input)
}

/// What makes the one text of a kernel this version's.
pub(crate) fn definition(version: Version) -> Option<&'static str> {
    match version {
        Version::Plain => None,
        Version::Expert | Version::Stripped => Some("-DEXPERT"),
        Version::TwoLevel => Some("-DTWO_LEVEL"),
    }
}

impl Job {
    fn folder(&self, places: &Places) -> PathBuf {
        let Job { version, compiler, device, .. } = self;
        let same = matches!(self.compiler, Compiler::Clang | Compiler::Warpcc);
        let device = if same && *device == Device::Host { Device::X86 } else { *device };
        let name = format!("{}-{}-{}", version.name(), compiler.name(), device.name());
        places.work.join(self.kernel.name).join(name)
    }

    fn command(&self, tools: &Tools, folder: &Path) -> Result<Command, Failure> {
        let program = folder.join("program");
        match self.compiler {
            Compiler::Gcc => return peers::gcc(tools, self, &program),
            Compiler::Cuda => return peers::cuda(tools, self, &program),
            Compiler::Clang | Compiler::Warpcc => {}
        }
        let mut command = starter(tools, self.compiler, folder);
        command.args(flags(tools, self.device)).args(definition(self.version));
        command.arg(self.kernel.source_of(self.version)).args(libraries(self.device));
        command.arg("-o").arg(program);
        Ok(command)
    }

    /// Everything the build depends on: the command line, the compilers' files, the sources.
    fn stamp(&self, tools: &Tools, places: &Places) -> Result<String, Failure> {
        let mut stamp = format!("{:?}\n", self.command(tools, &self.folder(places))?);
        let assembler = (self.device == Device::Gpu).then(|| tools.cuda.join("bin/ptxas"));
        for binary in [&tools.clang, &tools.warpcc].into_iter().chain(&assembler) {
            let metadata = fs::metadata(binary).map_err(Failure::io(binary))?;
            let changed = metadata.modified().ok().and_then(|t| t.duration_since(UNIX_EPOCH).ok());
            let _ = writeln!(stamp, "{} {} {changed:?}", binary.display(), metadata.len());
        }
        stamp += &match self.compiler {
            Compiler::Cuda => peers::cuda_text(places, self.kernel)?,
            _ => places.text(self.kernel)?,
        };
        if self.version == Version::TwoLevel {
            stamp += &places.text_of(&self.kernel.source_of(self.version))?;
        }
        stamp.extend(places.headers()?.into_iter().map(|(_, text)| text));
        Ok(stamp)
    }
}

/// Makes one build, or finds that it is there already.
pub(crate) fn build(tools: &Tools, places: &Places, job: Job) -> Result<Built, Failure> {
    let folder = job.folder(places);
    let built = Built { program: folder.join("program"), report: folder.join("report.json") };
    let stamp_path = folder.join("stamp");
    let stamp = job.stamp(tools, places)?;
    if built.program.exists() && fs::read_to_string(&stamp_path).is_ok_and(|old| old == stamp) {
        return Ok(built);
    }
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Failure::io(&folder))?;
    }
    fs::create_dir_all(folder.join("source")).map_err(Failure::io(&folder))?;
    let mut command = job.command(tools, &folder)?;
    command.current_dir(input_folder(places, job.kernel, job.version, &folder)?);
    let output = command.output().map_err(Failure::io(Path::new(command.get_program())))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::new("build failed", stderr.trim_end()));
    }
    fs::write(&stamp_path, stamp).map_err(Failure::io(&stamp_path))?;
    Ok(built)
}

/// Makes all builds; results in the order of `jobs`.
pub(crate) fn build_all(
    tools: &Tools,
    places: &Places,
    jobs: &[Job],
) -> Vec<Result<Built, Failure>> {
    pool::each("build", jobs, |job| build(tools, places, *job))
}
