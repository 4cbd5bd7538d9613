//! Says which of the parts that warpcc needs are there, and what to do about the others.

use std::fs;
use std::path::{Path, PathBuf};

use warpcc::command::Language;

use super::put;
use crate::driver;
use crate::settings::Settings;
use crate::toolchain;

/// One part: where it was found, or what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Check {
    part: &'static str,
    found: Result<String, &'static str>,
    /// Whether compiling and linking for a GPU needs it.
    required: bool,
}

const CLANG: &str = "install clang-19, or name a clang with --clang PATH or WARPCC_CLANG";
const LIBCLANG: &str = "install libclang-19-dev: without libclang nothing is analysed";
const OPENMP: &str = "install libomp-19-dev";
const CUDA: &str = "set WARPCC_CUDA to a CUDA toolkit's folder, or run `make toolchain`";
const GPU: &str = "programs run on the CPU only (an NVIDIA GPU and its driver are optional)";

/// Prints the checks; 0 where every required part was found, 1 otherwise.
pub(super) fn print(clang: Option<PathBuf>) -> Result<i32, String> {
    let given = clang.or_else(|| std::env::var_os("WARPCC_CLANG").map(PathBuf::from));
    let settings = Settings { clang: given, ..Settings::default() };
    let clang = toolchain::find(&driver::search(&settings), Language::C).ok();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let programs: Vec<_> = std::env::split_paths(&path).collect();
    let mut checks = compiler(clang.as_ref().map(|clang| clang.path.as_path()));
    checks.extend(cuda(&cuda_roots(|name| std::env::var_os(name).map(PathBuf::from)), &programs));
    checks.push(gpu(&programs));
    put(lines(&checks).as_bytes())?;
    let missing = checks.iter().any(|check| check.required && check.found.is_err());
    Ok(i32::from(missing))
}

fn lines(checks: &[Check]) -> String {
    let line = |check: &Check| match &check.found {
        Ok(found) => format!("{:<16} {found}\n", check.part),
        Err(advice) if check.required => format!("{:<16} MISSING: {advice}\n", check.part),
        Err(advice) => format!("{:<16} none: {advice}\n", check.part),
    };
    checks.iter().map(line).collect()
}

fn required(part: &'static str, found: Option<String>, advice: &'static str) -> Check {
    Check { part, found: found.ok_or(advice), required: true }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn compiler(clang: Option<&Path>) -> Vec<Check> {
    let facts = clang.map(|path| toolchain::describe(path, None)).unwrap_or_default();
    let named = clang.map(|path| match facts.version.as_str() {
        "" => shown(path),
        version => format!("{} ({version})", path.display()),
    });
    let real = clang.and_then(|path| fs::canonicalize(path).ok());
    let prefix = real.as_deref().and_then(Path::parent).and_then(Path::parent);
    let lib = prefix.map(|prefix| prefix.join("lib"));
    let files = lib.as_deref().map(names).unwrap_or_default();
    let runtime = files.iter().find(|name| name.starts_with("libomptarget.so"));
    vec![
        required("clang", named, CLANG),
        required("libclang", facts.libclang.as_deref().map(shown), LIBCLANG),
        required("device library", device_library(lib.as_deref(), &files), OPENMP),
        required(
            "libomptarget",
            lib.zip(runtime).map(|(lib, name)| shown(&lib.join(name))),
            OPENMP,
        ),
    ]
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<_> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The folder of clang's nvptx bitcode, and the architectures it is for.
fn device_library(lib: Option<&Path>, files: &[String]) -> Option<String> {
    let architecture = |name: &String| {
        let rest = name.strip_prefix("libomptarget-nvptx-sm_")?.strip_suffix(".bc")?;
        rest.parse::<u32>().ok()
    };
    let mut found: Vec<_> = files.iter().filter_map(architecture).collect();
    found.sort_unstable();
    let (first, last) = (found.first()?, found.last()?);
    Some(format!("{} (sm_{first} to sm_{last})", lib?.display()))
}

/// The folders that may hold a CUDA toolkit, the user's own first.
fn cuda_roots(variable: impl Fn(&str) -> Option<PathBuf>) -> Vec<PathBuf> {
    let set = |name: &str| variable(name).filter(|path| !path.as_os_str().is_empty());
    let cache = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")));
    let named = ["WARPCC_CUDA", "CUDA_PATH", "CUDA_HOME"].into_iter().filter_map(set);
    named
        .chain(cache.map(|cache| cache.join("warpcc/cuda")))
        .chain(["/usr/local/cuda".into()])
        .collect()
}

fn cuda(roots: &[PathBuf], programs: &[PathBuf]) -> Vec<Check> {
    let bins: Vec<_> = roots.iter().map(|root| root.join("bin")).chain(programs.to_vec()).collect();
    let program = |name| first_file(&bins, name);
    let device = first_file(roots, "nvvm/libdevice/libdevice.10.bc");
    vec![
        required("ptxas", program("ptxas"), CUDA),
        required("nvlink", program("nvlink"), CUDA),
        required("fatbinary", program("fatbinary"), CUDA),
        required("libdevice", device, CUDA),
    ]
}

fn first_file(folders: &[PathBuf], name: &str) -> Option<String> {
    let path = folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
    path.as_deref().map(shown)
}

fn gpu(programs: &[PathBuf]) -> Check {
    let device = Path::new("/dev/nvidia0");
    let node = device.exists().then(|| shown(device));
    let found = node.or_else(|| first_file(programs, "nvidia-smi")).ok_or(GPU);
    Check { part: "GPU", found, required: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_parts_have_their_advice() {
        let root = tempfile::tempdir().unwrap();
        let checks: Vec<_> =
            compiler(None).into_iter().chain(cuda(&[root.path().to_owned()], &[])).collect();
        assert!(checks.iter().all(|check| check.required && check.found.is_err()));
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
        assert_eq!(of_clang("libomptarget"), Ok(shown(&root.join("lib/libomptarget.so.19.1"))));
        assert_eq!(of_clang("libclang"), Err(LIBCLANG));
        let of_cuda = |part| found(cuda(&[root.join("cuda")], &[]), part);
        assert_eq!(of_cuda("ptxas"), Ok(shown(&root.join("cuda/bin/ptxas"))));
        assert!(of_cuda("libdevice").is_ok() && of_cuda("nvlink") == Err(CUDA));
    }

    #[test]
    fn the_users_own_cuda_comes_first() {
        let roots = cuda_roots(|name| match name {
            "CUDA_HOME" => Some("/home-cuda".into()),
            "WARPCC_CUDA" => Some("/own".into()),
            "HOME" => Some("/h".into()),
            _ => None,
        });
        let expected = ["/own", "/home-cuda", "/h/.cache/warpcc/cuda", "/usr/local/cuda"];
        assert_eq!(roots, expected.map(PathBuf::from));
    }
}
