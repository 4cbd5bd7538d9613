//! The clang 19 that the corpus is tried with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::OnceLock;

use warpcc::command::Compiler;

/// The environment of two teams of one thread. LLVM 19 loses iterations there under `schedule(static,1)`, in programs as written, too.
pub(crate) const ALONE: &[(&str, &str)] =
    &[("OMP_NUM_TEAMS", "2"), ("OMP_TEAMS_THREAD_LIMIT", "1"), ("OMP_NUM_THREADS", "1")];

/// With it the linker does not look into the libraries that LLVM's runtime needs. That is most of the time of a link.
pub(crate) const QUICK_LINK: &str = "-Wl,--allow-shlib-undefined";

/// A clang 19 and what belongs to it.
#[derive(Debug)]
pub(crate) struct Toolchain {
    /// Its executable, with links resolved.
    pub(crate) path: PathBuf,
    /// Its libclang.
    pub(crate) libclang: PathBuf,
    /// Its builtin headers' parent.
    pub(crate) resource_dir: PathBuf,
    /// The folder of the OpenMP and offload runtimes.
    pub(crate) runtime: PathBuf,
    /// `ptxas`, `nvlink` and libdevice, where they are installed.
    pub(crate) cuda: Option<PathBuf>,
}

impl Toolchain {
    /// What it is to the front end, whichever clang 19 it is: reports say 19, and no GPU's architecture.
    pub(crate) fn compiler(&self) -> Compiler {
        Compiler {
            path: self.path.clone(),
            version: "19".into(),
            libclang: Some(self.libclang.clone()),
            resource_dir: Some(self.resource_dir.clone()),
            ..Compiler::default()
        }
    }
}

/// The clang 19 of this machine.
///
/// # Panics
/// Where there is none, or a part of it is missing.
pub(crate) fn get() -> &'static Toolchain {
    static TOOLCHAIN: OnceLock<Toolchain> = OnceLock::new();
    TOOLCHAIN.get_or_init(|| find().unwrap_or_else(|why| panic!("{why}; see `make toolchain`")))
}

/// An object for programs that run on the `x86_64` offload device: it removes the device images that
/// libomptarget leaves in `/tmp`.
///
/// # Panics
/// Where clang cannot compile it.
pub(crate) fn images() -> &'static Path {
    static OBJECT: OnceLock<PathBuf> = OnceLock::new();
    OBJECT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("wrapper/src/ctl/verify/images.c");
        let (own, object) = (folder.join(format!("{}.o", process::id())), folder.join("images.o"));
        let mut command = Command::new(&get().path);
        command.args(["-O1", "-c"]).arg(source).arg("-o").arg(&own);
        assert!(command.status().is_ok_and(|status| status.success()), "{command:?}");
        fs::rename(own, &object).expect("the object takes its place");
        object
    })
}

fn find() -> Result<Toolchain, String> {
    let path = executable().ok_or("no clang 19 in its usual folder or on PATH")?;
    let prefix = path.parent().and_then(Path::parent).ok_or("clang has no prefix")?;
    let runtime = prefix.join("lib");
    let first = |candidates: &[&str]| {
        let mut paths = candidates.iter().map(|name| runtime.join(name));
        let what = candidates[0];
        let missing = || format!("no {what} in {}", runtime.display());
        paths.find(|path| path.exists()).ok_or_else(missing)
    };
    let libclang =
        first(&["libclang-19.so.1", "libclang.so.19.1", "libclang.so.19", "libclang.so"])?;
    let resource_dir = first(&["clang/19"])?;
    first(&["libomp.so.5", "libomp.so"])?;
    Ok(Toolchain { libclang, resource_dir, cuda: cuda(), runtime: runtime.clone(), path })
}

fn executable() -> Option<PathBuf> {
    let usual = PathBuf::from("/usr/lib/llvm-19/bin/clang");
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&folders).map(|folder| folder.join("clang-19"));
    let found = std::iter::once(usual).chain(on_path).find(|path| path.is_file())?;
    fs::canonicalize(found).ok()
}

fn cuda() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let cache = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
    let assembled = cache.map(|cache| cache.join("warpcc/cuda"));
    let complete = |path: &PathBuf| path.join("bin/ptxas").is_file();
    let is_path = |path: &PathBuf| path.as_os_str().as_encoded_bytes().contains(&b'/');
    variable("WARPCC_CUDA").filter(is_path).or(assembled).filter(complete)
}
