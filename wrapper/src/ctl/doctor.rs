//! Says which of the parts that warpcc needs are there, what to do about the others, and whether what they
//! link would offload.

mod probe;

use std::path::{Path, PathBuf};

use warpcc::command::{Compiler, Language};

use super::put;
use crate::driver;
use crate::image::{self, Image};
use crate::link;
use crate::settings::Settings;
use crate::{nvidia, simulator, toolchain};
use probe::Parts;

/// One part: where it was found, or what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Check {
    part: &'static str,
    found: Result<String, String>,
    lack: Lack,
}

/// What it means that a part is not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lack {
    /// Compiling and linking for a GPU needs it.
    Missing,
    /// It is there, and of no use.
    Never,
    /// Nothing.
    Optional,
}

const CLANG: &str = "install clang-19, or name a clang with --clang PATH or WARPCC_CLANG";
const LIBCLANG: &str = "install libclang-19-dev: without libclang nothing is analysed";
const OPENMP: &str = "install libomp-19-dev";
const CUDA: &str = "set WARPCC_CUDA to a CUDA toolkit's folder, or run `make toolchain`";
const GPU: &str = "programs run on the CPU only (an NVIDIA GPU and its driver are optional)";
const PARTS: &str = "a program for a GPU cannot be linked: see above";
const NO_IMAGE: &str = "no image for an NVIDIA GPU in it";

/// Prints the checks; 0 where every required part was found and what they link offloads, 1 otherwise.
pub(super) fn print(clang: Option<PathBuf>) -> Result<i32, String> {
    let clang = find_clang(clang);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let programs: Vec<_> = std::env::split_paths(&path).collect();
    let roots = toolchain::cuda_roots(|name| std::env::var_os(name).map(PathBuf::from));
    let mut checks = compiler(clang.as_deref());
    checks.extend(cuda(&roots, &programs));
    checks.extend(clang.as_deref().and_then(|clang| options(clang, &checks)));
    checks.push(offload(clang.as_deref(), &checks, &roots));
    checks.push(simulator(clang.as_deref(), &checks));
    checks.push(gpu(&programs));
    put(lines(&checks).as_bytes())?;
    let bad = |check: &Check| check.lack != Lack::Optional && check.found.is_err();
    Ok(i32::from(checks.iter().any(bad)))
}

/// Prints what libomptarget makes of the images of a linked program, one a line; 0 where it loads one, or
/// where that is not known, 1 otherwise.
pub(super) fn print_program(clang: Option<PathBuf>, program: &Path) -> Result<i32, String> {
    let images = image::images(program);
    let images = images.map_err(|why| format!("'{}': {why}", program.display()))?;
    let clang = find_clang(clang).ok_or(CLANG)?;
    if images.is_empty() {
        return Err(format!("'{}': {NO_IMAGE}", program.display()));
    }
    let (_, major) = toolchain::offload_runtime(&clang).ok_or(OPENMP)?;
    let verdicts: String = images.iter().map(|image| verdict(image, major) + "\n").collect();
    let never = link::never(&images, &clang);
    put(verdicts.as_bytes())?;
    let code = i32::from(never.is_some());
    put(never.map_or(String::new(), |why| why + "\n").as_bytes())?;
    Ok(code)
}

/// What libomptarget of LLVM `major` makes of an image.
fn verdict(image: &Image, major: Option<u32>) -> String {
    let Image { arch, abi, flags } = image;
    let named = format!("{arch}, ELF ABI {abi}, flags {flags:#x}");
    match major {
        Some(major) if image.rejected_by(major).is_some() => {
            format!("{named}: rejected by libomptarget {major}")
        }
        Some(major) if image::known(major) => format!("{named}: taken by libomptarget {major}"),
        _ => format!("{named}: not known whether this libomptarget takes it"),
    }
}

fn find_clang(given: Option<PathBuf>) -> Option<PathBuf> {
    let given = given.or_else(|| std::env::var_os("WARPCC_CLANG").map(PathBuf::from));
    let settings = Settings { clang: given, ..Settings::default() };
    toolchain::find(&driver::search(&settings), Language::C).ok().map(|clang| clang.path)
}

fn lines(checks: &[Check]) -> String {
    let line = |check: &Check| match (&check.found, check.lack) {
        (Ok(found), _) => format!("{:<16} {found}\n", check.part),
        (Err(advice), Lack::Missing) => format!("{:<16} MISSING: {advice}\n", check.part),
        (Err(advice), Lack::Never) => format!("{:<16} NEVER: {advice}\n", check.part),
        (Err(advice), Lack::Optional) => format!("{:<16} none: {advice}\n", check.part),
    };
    checks.iter().map(line).collect()
}

fn required(part: &'static str, found: Option<String>, advice: &str) -> Check {
    Check { part, found: found.ok_or(advice.to_owned()), lack: Lack::Missing }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn with_version(path: &Path, version: &str) -> String {
    if version.is_empty() { shown(path) } else { format!("{} ({version})", path.display()) }
}

fn compiler(clang: Option<&Path>) -> Vec<Check> {
    let facts = clang.map(|path| toolchain::describe(path, None)).unwrap_or_default();
    let runtime = clang.and_then(toolchain::offload_runtime);
    let version = |major: Option<u32>| major.map_or(String::new(), |major| major.to_string());
    vec![
        suitable(clang, &facts),
        required("libclang", facts.libclang.as_deref().map(shown), LIBCLANG),
        required("device library", clang.and_then(device_library), OPENMP),
        required(
            "libomptarget",
            runtime.map(|(path, major)| with_version(&path, &version(major))),
            OPENMP,
        ),
    ]
}

/// The clang that sources are rewritten for.
fn suitable(clang: Option<&Path>, facts: &Compiler) -> Check {
    let other = |path: &Path| {
        toolchain::unsuitable(facts).map(|why| format!("{why} ({}): {CLANG}", path.display()))
    };
    match clang.and_then(other) {
        Some(why) => Check { part: "clang", found: Err(why), lack: Lack::Missing },
        None => required("clang", clang.map(|path| with_version(path, &facts.version)), CLANG),
    }
}

fn device_library(clang: &Path) -> Option<String> {
    let (lib, architectures) = toolchain::device_library(clang)?;
    let (first, last) = (architectures.first()?, architectures.last()?);
    Some(format!("{} (sm_{first} to sm_{last})", lib.display()))
}

fn cuda(roots: &[PathBuf], programs: &[PathBuf]) -> Vec<Check> {
    let bins: Vec<_> = roots.iter().map(|root| root.join("bin")).chain(programs.to_vec()).collect();
    let device = first_file(roots, "nvvm/libdevice/libdevice.10.bc");
    let ptxas = first_file(&bins, "ptxas");
    let version = |path: &PathBuf| probe::ptxas_version(path).unwrap_or_default();
    vec![
        required("ptxas", ptxas.map(|path| with_version(&path, &version(&path))), CUDA),
        required("nvlink", first_file(&bins, "nvlink").as_deref().map(shown), CUDA),
        required("libdevice", device.as_deref().map(shown), CUDA),
    ]
}

/// What clang's commands for a GPU name, where anything has to be named and all parts are there.
fn options(clang: &Path, parts: &[Check]) -> Option<Check> {
    let lacking = lacks(parts, &LINKING) || lacks(parts, &NVIDIAS);
    let options = if lacking { Vec::new() } else { nvidia::options_of(clang) };
    let shown = options.join(" ".as_ref()).to_string_lossy().into_owned();
    let found = Ok(format!("{shown} (--warp-cuda=auto or WARPCC_CUDA=auto adds them)"));
    (!options.is_empty()).then_some(Check { part: "options", found, lack: Lack::Optional })
}

fn first_file(folders: &[PathBuf], name: &str) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The parts that link a program for a GPU: those that the simulator uses, too, and those that it has others for.
const LINKING: [&str; 4] = ["clang", "device library", "libomptarget", "libdevice"];
const NVIDIAS: [&str; 2] = ["ptxas", "nvlink"];

/// Whether one of `needed` is missing.
fn lacks(parts: &[Check], needed: &[&str]) -> bool {
    parts.iter().any(|check| needed.contains(&check.part) && check.found.is_err())
}

/// Whether programs that these parts link would offload. A program is linked only where none of them is missing.
fn offload(clang: Option<&Path>, parts: &[Check], roots: &[PathBuf]) -> Check {
    let missing = |why: String| Check { part: "offload", found: Err(why), lack: Lack::Missing };
    let lacking = lacks(parts, &LINKING) || lacks(parts, &NVIDIAS);
    let Some(clang) = clang.filter(|_| !lacking) else {
        return missing(PARTS.into());
    };
    let cuda = roots.iter().find(|root| root.join("bin/ptxas").is_file());
    match probe::image(&Parts { clang, cuda: cuda.map(PathBuf::as_path) }) {
        Err(why) => missing(why),
        Ok(image) => judged(clang, cuda, &image),
    }
}

fn judged(clang: &Path, cuda: Option<&PathBuf>, image: &Image) -> Check {
    let major = toolchain::offload_runtime(clang).and_then(|(_, major)| major);
    let used = cuda.and_then(|root| probe::ptxas_version(&root.join("bin/ptxas")));
    let ptxas = used.map_or("this ptxas".into(), |version| format!("ptxas {version}"));
    let found = match major.and_then(|major| Some((major, image.rejected_by(major)?))) {
        Some((major, why)) => Err(format!(
            "what {ptxas} links ({why}) is rejected by libomptarget {major} and runs on the host: {}",
            link::REMEDY
        )),
        None => Ok(format!("a probe linked by {ptxas}: {}", verdict(image, major))),
    };
    Check { part: "offload", found, lack: Lack::Never }
}

/// Whether programs run on the simulated GPU: one is linked and run, where the parts are there.
fn simulator(clang: Option<&Path>, parts: &[Check]) -> Check {
    let works = || {
        let program = simulator::find()?;
        let clang = clang.filter(|_| !lacks(parts, &LINKING)).ok_or(PARTS)?;
        let folder = simulator::toolkit(&program, None)?;
        probe::simulate(&Parts { clang, cuda: Some(folder.path()) }, &program)?;
        Ok(format!("{}: a probe ran on the simulated GPU", program.display()))
    };
    Check { part: "simulator", found: works(), lack: Lack::Optional }
}

fn gpu(programs: &[PathBuf]) -> Check {
    let device = Path::new("/dev/nvidia0");
    let node = device.exists().then(|| device.to_owned());
    let found = node.or_else(|| first_file(programs, "nvidia-smi")).as_deref().map(shown);
    Check { part: "GPU", found: found.ok_or(GPU.to_owned()), lack: Lack::Optional }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn missing_parts_have_their_advice() {
        let root = tempfile::tempdir().unwrap();
        let checks: Vec<_> =
            compiler(None).into_iter().chain(cuda(&[root.path().to_owned()], &[])).collect();
        assert!(checks.iter().all(|check| check.lack == Lack::Missing && check.found.is_err()));
        let text = lines(&checks);
        assert!(text.starts_with("clang            MISSING: install clang-19"), "{text}");
        assert_eq!(text.lines().count(), checks.len());
    }

    #[test]
    fn parts_are_found_beside_clang_and_in_the_cuda_folder() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        let files = [
            "bin/clang",
            "lib/libomptarget.so.19.1",
            "lib/libomptarget-nvptx-sm_35.bc",
            "lib/libomptarget-nvptx-sm_90.bc",
            "cuda/bin/ptxas",
            "cuda/nvvm/libdevice/libdevice.10.bc",
        ];
        for file in files {
            fs::create_dir_all(root.join(file).parent().unwrap()).unwrap();
            fs::write(root.join(file), "").unwrap();
        }
        let found = |checks: Vec<Check>, part| {
            checks.into_iter().find(|check| check.part == part).unwrap().found
        };
        let of_clang = |part| found(compiler(Some(&root.join("bin/clang"))), part);
        assert_eq!(
            of_clang("device library"),
            Ok(format!("{}/lib (sm_35 to sm_90)", root.display()))
        );
        let runtime = root.join("lib/libomptarget.so.19.1");
        assert_eq!(of_clang("libomptarget"), Ok(format!("{} (19)", runtime.display())));
        assert_eq!(of_clang("libclang"), Err(LIBCLANG.into()));
        let of_cuda = |part| found(cuda(&[root.join("cuda")], &[]), part);
        assert_eq!(of_cuda("ptxas"), Ok(shown(&root.join("cuda/bin/ptxas"))));
        assert!(of_cuda("libdevice").is_ok() && of_cuda("nvlink") == Err(CUDA.into()));
    }
}
