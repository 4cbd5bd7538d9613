//! The simulator `warpsim`: a program of its own, which is known here by its command line only.
//!
//! `warpsim toolkit` makes a folder for clang's `--cuda-path=` whose `ptxas` and `nvlink` keep the PTX. Such a folder must be gone when
//! the compilation ends, however that ends; but warpcc often becomes clang, or ends by a signal where it stands. So the driver runs
//! itself once more as a child that gets the folder on its command line, and removes it after the child.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::exec::{self, Captured, Invocation};
use crate::nvidia::{self, CUDA_PATH, DEVICE_LIBRARY, joined};
use crate::{args, toolchain};

/// The program's name.
const NAME: &str = "warpsim";

/// How it begins its messages.
const ERROR: &str = "warpsim: error: ";

/// The parts of a CUDA toolkit that are used beside the stand-ins.
const PARTS: [&str; 2] = ["include/cuda.h", "nvvm/libdevice/libdevice.10.bc"];

/// What to do where no toolkit has them.
const NO_CUDA: &str = "no CUDA toolkit with include/cuda.h and nvvm/libdevice: name one with --cuda-path= or \
                       WARPCC_CUDA, or run `make toolchain`";

/// The architecture that is compiled for where the user names none: clang's own default is older than any GPU that is simulated.
const ARCHITECTURE: &str = "sm_90";

/// The program's path: beside this one, or on `PATH`. The error is one line for the user.
pub(crate) fn find() -> Result<PathBuf, String> {
    let own = std::env::current_exe().and_then(fs::canonicalize).ok();
    find_from(own.as_deref(), &std::env::var_os("PATH").unwrap_or_default())
}

fn find_from(own: Option<&Path>, path: &OsStr) -> Result<PathBuf, String> {
    let beside = own.and_then(Path::parent).map(Path::to_owned);
    let mut folders = beside.into_iter().chain(std::env::split_paths(path));
    let program = folders.find_map(|folder| {
        Some(folder.join(NAME)).filter(|program| toolchain::is_executable(program))
    });
    program.ok_or_else(|| {
        format!(
            "no {NAME} beside this program or on PATH: `make build` and `make install` bring it"
        )
    })
}

/// A folder with the stand-ins, which is removed when it is dropped. `cuda` is the toolkit that has the other parts; where there is none,
/// a usual one.
pub(crate) fn toolkit(program: &Path, cuda: Option<PathBuf>) -> Result<TempDir, String> {
    let cuda = cuda.or_else(usual_cuda).ok_or(NO_CUDA)?;
    let failed = |error| format!("no folder for the simulator's tools: {error}");
    let folder = tempfile::Builder::new().prefix("warpcc-").tempdir().map_err(failed)?;
    let args = ["toolkit".as_ref(), folder.path().as_os_str(), "--cuda".as_ref(), cuda.as_os_str()];
    let args = args.map(OsStr::to_owned).into();
    let invocation = Invocation { program: program.to_owned(), prefix: Vec::new(), args };
    let captured = exec::capture(&invocation).map_err(|error| invocation.failure(&error))?;
    if captured.interrupted.is_none() && captured.output.status.success() {
        return Ok(folder);
    }
    drop(folder);
    if let Some(signal) = captured.interrupted {
        exec::end_by(signal);
    }
    Err(message(&captured))
}

/// The first of the usual toolkits that has the parts.
fn usual_cuda() -> Option<PathBuf> {
    let roots = toolchain::cuda_roots(|name| std::env::var_os(name).map(PathBuf::from));
    roots.into_iter().find(|root| PARTS.iter().all(|part| root.join(part).is_file()))
}

/// What the program says of its failure, in one line.
fn message(captured: &Captured) -> String {
    let said = String::from_utf8_lossy(&captured.output.stderr);
    let line = said.lines().next().unwrap_or_default();
    let line = line.strip_prefix(ERROR).unwrap_or(line);
    if line.is_empty() {
        format!("{NAME} toolkit: {}", captured.output.status)
    } else {
        line.into()
    }
}

/// A command of a driver, whose own options are apart from clang's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Command<'a> {
    /// The name that the driver was called by.
    pub(crate) called_as: &'a Path,
    /// Its own options.
    pub(crate) own: &'a [OsString],
    /// clang's arguments.
    pub(crate) args: &'a [OsString],
    /// The toolkit that the settings name.
    pub(crate) cuda: Option<&'a Path>,
}

/// Compiles and links with the stand-ins in a child; the exit code is the child's.
pub(crate) fn compile(command: &Command<'_>, clang: &Path) -> Result<i32, String> {
    let named = args::last_value(command.args, CUDA_PATH).map(PathBuf::from);
    let named = named.or_else(|| command.cuda.map(Path::to_owned));
    let failed = |why| format!("--warp-simulator: {why}");
    let folder = find().and_then(|program| toolkit(&program, named)).map_err(failed)?;
    let child = child(command, clang, folder.path()).map_err(failed)?;
    let captured = exec::wait(&child).map_err(|error| child.failure(&error))?;
    let removed = folder.close();
    let code = captured.end();
    removed.map(|()| code).map_err(|error| failed(format!("its tools were not removed: {error}")))
}

/// This driver once more, by the same name, with options that come before the user's, which may say otherwise, and the folder behind
/// them, where it wins. A C++ driver is known by its name, so that the child is called through a link of that name.
fn child(command: &Command<'_>, clang: &Path, folder: &Path) -> Result<Invocation, String> {
    let name = command.called_as.file_name().unwrap_or("warpcc".as_ref());
    let program = folder.join("driver").join(name);
    let made = fs::create_dir(folder.join("driver"))
        .and_then(|()| symlink(std::env::current_exe()?, &program));
    made.map_err(|error| format!("no link '{}': {error}", program.display()))?;
    let mut prefix = command.own.to_vec();
    prefix.extend(["--warp-simulator=off", "-gline-tables-only"].map(OsString::from));
    let args = args::without_native(command.args, ARCHITECTURE);
    for triple in args::nvidia_without_architecture(&args) {
        let march = format!("-march={ARCHITECTURE}");
        prefix.extend([format!("-Xopenmp-target={triple}"), march].map(OsString::from));
    }
    prefix.extend(nvidia::device_library(clang).map(|library| joined(DEVICE_LIBRARY, &library)));
    let args = args::with_last_option(&args, joined(CUDA_PATH, folder));
    Ok(Invocation { program, prefix, args })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn program(path: &Path, text: &str) -> PathBuf {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        path.to_owned()
    }

    #[test]
    fn the_simulator_beside_this_program_comes_first() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        let own = at("own/warpcc");
        let path = std::env::join_paths([at("empty"), at("path")]).unwrap();
        let found = || find_from(Some(&own), &path);
        assert!(found().unwrap_err().starts_with("no warpsim beside this program or on PATH"));
        let on_path = program(&at("path/warpsim"), "");
        assert_eq!(found(), Ok(on_path));
        let beside = program(&at("own/warpsim"), "");
        assert_eq!(found(), Ok(beside));
    }

    #[test]
    fn a_toolkit_is_removed_and_a_failure_is_one_line() {
        let root = tempfile::tempdir().unwrap();
        let cuda = || Some(root.path().to_owned());
        let good =
            program(&root.path().join("good"), "#!/bin/sh\n[ \"$1 $3\" = 'toolkit --cuda' ]\n");
        let folder = toolkit(&good, cuda()).unwrap();
        let path = folder.path().to_owned();
        assert!(path.is_dir());
        drop(folder);
        assert!(!path.exists());
        let says = "#!/bin/sh\necho 'warpsim: error: no header' >&2\necho more >&2\nexit 1\n";
        let bad = program(&root.path().join("bad"), says);
        assert_eq!(toolkit(&bad, cuda()).unwrap_err(), "no header");
        let silent = program(&root.path().join("silent"), "#!/bin/sh\nexit 3\n");
        assert_eq!(toolkit(&silent, cuda()).unwrap_err(), "warpsim toolkit: exit status: 3");
        let absent = toolkit(&root.path().join("absent"), cuda()).unwrap_err();
        assert!(absent.starts_with("cannot run"), "{absent}");
    }

    #[test]
    fn the_child_has_the_folder_last_and_the_rest_before_the_users() {
        let folder = tempfile::tempdir().unwrap();
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let (own, args) = (words("--warp-mode=off"), words("-c a.c --cuda-path=/x -- b.c"));
        let called_as = Path::new("bin/warpcc++");
        let command = Command { called_as, own: &own, args: &args, cuda: None };
        let child = child(&command, Path::new("/absent/clang"), folder.path()).unwrap();
        assert_eq!(child.prefix, words("--warp-mode=off --warp-simulator=off -gline-tables-only"));
        let last = format!("-c a.c --cuda-path=/x --cuda-path={} -- b.c", folder.path().display());
        assert_eq!(child.args, words(&last));
        assert_eq!(child.program.file_name(), Some("warpcc++".as_ref()));
        let unnamed = words("-fopenmp -fopenmp-targets=nvptx64 -c a.c");
        let command = Command { called_as, own: &own, args: &unnamed, cuda: None };
        let other = tempfile::tempdir().unwrap();
        let default = super::child(&command, Path::new("/absent/clang"), other.path()).unwrap();
        assert_eq!(default.prefix[3..], words("-Xopenmp-target=nvptx64 -march=sm_90"));
        let native = words("-fopenmp --offload-arch=native -c a.c");
        let command = Command { called_as, own: &own, args: &native, cuda: None };
        let third = tempfile::tempdir().unwrap();
        let named = super::child(&command, Path::new("/absent/clang"), third.path()).unwrap();
        assert_eq!((named.prefix.len(), &named.args[1]), (3, &"--offload-arch=sm_90".into()));
        let same = fs::canonicalize(&child.program).unwrap();
        assert_eq!(same, fs::canonicalize(std::env::current_exe().unwrap()).unwrap());
    }
}
