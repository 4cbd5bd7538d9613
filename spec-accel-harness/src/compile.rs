//! Builds the kernels with clang and with warpcc, and builds nothing twice.
//!
//! Each build has a folder `WORK/KERNEL/COMPILER-TARGET/` with `program`, the command line and
//! inputs it was made from (`stamp`), and, from warpcc, `report.json` and `source/`.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::UNIX_EPOCH;

use clap::ValueEnum;

use crate::failure::Failure;
use crate::kernels::Kernel;
use crate::tools::Tools;

/// Who compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Compiler {
    Clang,
    Warpcc,
}

/// For which offload device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Target {
    /// The processor itself, as an offload device.
    Cpu,
    /// An NVIDIA GPU.
    Gpu,
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
    pub(crate) compiler: Compiler,
    pub(crate) target: Target,
}

/// A finished build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Built {
    pub(crate) program: PathBuf,
    /// Written by warpcc only.
    pub(crate) report: PathBuf,
}

/// The flags of an offload compilation for `target`, for either compiler. Contraction is off so
/// that each build of a kernel rounds alike.
pub(crate) fn flags(tools: &Tools, target: Target) -> Vec<OsString> {
    let mut flags: Vec<OsString> =
        ["-O2", "-ffp-contract=off", "-fopenmp"].map(OsString::from).into();
    match target {
        Target::Cpu => flags.push("-fopenmp-targets=x86_64-pc-linux-gnu".into()),
        Target::Gpu => {
            flags.extend(["-fopenmp-targets=nvptx64", "-Xopenmp-target"].map(OsString::from));
            flags.push(format!("-march={}", tools.arch).into());
            flags.push(joined("--cuda-path=", &tools.cuda));
            flags.push(joined("--libomptarget-nvptx-bc-path=", &tools.libraries));
        }
    }
    flags
}

fn joined(option: &str, path: &Path) -> OsString {
    let mut text = OsString::from(option);
    text.push(path);
    text
}

impl Job {
    fn folder(&self, places: &Places) -> PathBuf {
        let compiler = match self.compiler {
            Compiler::Clang => "clang",
            Compiler::Warpcc => "warpcc",
        };
        let target = match self.target {
            Target::Cpu => "cpu",
            Target::Gpu => "gpu",
        };
        places.work.join(self.kernel.name).join(format!("{compiler}-{target}"))
    }

    /// The command line, run in the kernels' folder so that no output holds this machine's paths.
    fn command(&self, tools: &Tools, places: &Places) -> Command {
        let folder = self.folder(places);
        let mut command = match self.compiler {
            Compiler::Clang => Command::new(&tools.clang),
            Compiler::Warpcc => Command::new(&tools.warpcc),
        };
        command.current_dir(&places.kernels);
        if self.compiler == Compiler::Warpcc {
            command
                .arg(joined("--warp-clang=", &tools.clang))
                .arg(joined("--warp-report=", &folder.join("report.json")))
                .arg(joined("--warp-save-source=", &folder.join("source")))
                .env("WARPCC_STRICT", "1");
        }
        command.args(flags(tools, self.target)).arg(self.kernel.source());
        command.arg("-o").arg(folder.join("program"));
        command
    }

    /// Everything the build depends on: the command line, the compilers' files, the sources.
    fn stamp(&self, tools: &Tools, places: &Places) -> Result<String, Failure> {
        let mut stamp = format!("{:?}\n", self.command(tools, places));
        for binary in [&tools.clang, &tools.warpcc] {
            let metadata = fs::metadata(binary).map_err(Failure::io(binary))?;
            let changed = metadata.modified().ok().and_then(|t| t.duration_since(UNIX_EPOCH).ok());
            let _ = writeln!(stamp, "{} {} {changed:?}", binary.display(), metadata.len());
        }
        for source in [self.kernel.source(), "bench.h".into()] {
            let path = places.kernels.join(source);
            stamp += &fs::read_to_string(&path).map_err(Failure::io(&path))?;
        }
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
    let mut command = job.command(tools, places);
    let output = command.output().map_err(Failure::io(Path::new(command.get_program())))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(Failure::new("build failed", stderr.trim_end()));
    }
    fs::write(&stamp_path, stamp).map_err(Failure::io(&stamp_path))?;
    Ok(built)
}

/// Makes all builds, as many at a time as there are processors; results in the order of `jobs`.
pub(crate) fn build_all(
    tools: &Tools,
    places: &Places,
    jobs: &[Job],
) -> Vec<Result<Built, Failure>> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let share = jobs.len().div_ceil(workers).max(1);
    let build_share =
        |share: &[Job]| -> Vec<_> { share.iter().map(|job| build(tools, places, *job)).collect() };
    thread::scope(|scope| {
        let running: Vec<_> =
            jobs.chunks(share).map(|share| scope.spawn(move || build_share(share))).collect();
        let join = |handle: thread::ScopedJoinHandle<'_, Vec<_>>| {
            handle.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        running.into_iter().flat_map(join).collect()
    })
}
