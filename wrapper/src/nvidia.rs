//! What clang needs for NVIDIA's GPUs and often does not find: a CUDA toolkit, its own device library, the GPU's architecture.
//!
//! `warpctl doctor` knows where the first two are. `--warp-cuda=auto` puts the options that name them before the user's. Without it a
//! command that clang rejects for want of them ends in one line that has these options.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::driver::say;
use crate::exec::{self, Invocation};
use crate::settings::{Cuda, Settings};
use crate::{args, toolchain};

/// clang's option for the toolkit.
pub(crate) const CUDA_PATH: &str = "--cuda-path=";

/// clang's option for the folder of its device library.
pub(crate) const DEVICE_LIBRARY: &str = "--libomptarget-nvptx-bc-path=";

/// The parts of a toolkit that compile and link.
const PARTS: [&str; 3] = ["nvvm/libdevice/libdevice.10.bc", "bin/ptxas", "bin/nvlink"];

/// What clang says of an installation that lacks something, and of a machine that has no GPU.
const NO_TOOLKIT: [&str; 2] = ["cannot find libdevice", "cannot find CUDA installation"];
const NO_LIBRARY: &str = "no library 'libomptarget-nvptx";
const NO_GPU: [&str; 2] = ["cannot determine nvptx64 architecture", "target architecture 'native'"];

/// What to do where no toolkit is known.
const UNKNOWN: &str = "no CUDA toolkit is known here: run `make toolchain`, or name one with WARPCC_CUDA; \
                       `warpctl doctor` tells what is missing";

/// Whether this machine has a GPU of NVIDIA's.
fn has_gpu() -> bool {
    Path::new("/dev/nvidia0").exists()
}

pub(crate) fn joined(option: &str, value: &Path) -> OsString {
    let mut word = OsString::from(option);
    word.push(value);
    word
}

/// The folder of clang's device library, where clang does not find it by `LIBRARY_PATH`. Debian's clang does not look beside itself.
pub(crate) fn device_library(clang: &Path) -> Option<PathBuf> {
    let path = std::env::var_os("LIBRARY_PATH").unwrap_or_default();
    let has_one = |folder: &Path| !toolchain::device_architectures(folder).is_empty();
    let known = std::env::split_paths(&path).any(|folder| has_one(&folder));
    toolchain::device_library(clang).filter(|_| !known).map(|(folder, _)| folder)
}

/// The toolkit of the settings, or the first of the usual ones that has all parts.
fn toolkit(cuda: &Cuda) -> Option<PathBuf> {
    if let Cuda::Folder(folder) = cuda {
        return Some(folder.clone());
    }
    let roots = toolchain::cuda_roots(|name| std::env::var_os(name).map(PathBuf::from));
    roots.into_iter().find(|root| PARTS.iter().all(|part| root.join(part).is_file()))
}

/// The options that name what a command for NVIDIA's GPUs does not name, as far as that is known here.
fn options(cuda: &Cuda, invocation: &Invocation) -> Vec<OsString> {
    let lacks = |option: &str| args::last_value(&invocation.args, option).is_none();
    let toolkit = lacks(CUDA_PATH).then(|| toolkit(cuda)).flatten();
    let library = lacks(DEVICE_LIBRARY).then(|| device_library(&invocation.program)).flatten();
    let toolkit = toolkit.map(|folder| joined(CUDA_PATH, &folder));
    toolkit.into_iter().chain(library.map(|folder| joined(DEVICE_LIBRARY, &folder))).collect()
}

/// The options that `auto` adds to a command for NVIDIA's GPUs that names nothing.
pub(crate) fn options_of(clang: &Path) -> Vec<OsString> {
    let (prefix, args) = (Vec::new(), Vec::new());
    options(&Cuda::Auto, &Invocation { program: clang.to_owned(), prefix, args })
}

/// The toolkit that is named to clang where a command names none: its folder, and the size of its compiler. Nothing where that is
/// not wanted.
pub(crate) fn fingerprint(cuda: &Cuda) -> String {
    let folder = if *cuda == Cuda::Off { None } else { toolkit(cuda) };
    let size =
        |folder: &PathBuf| std::fs::metadata(folder.join("bin/ptxas")).map_or(0, |data| data.len());
    folder.map_or(String::new(), |folder| format!("{} {}", folder.display(), size(&folder)))
}

/// The command with these options before the user's, where the settings ask for it. Some commands do not need all of them, and clang
/// is not to warn of that.
pub(crate) fn complete(settings: &Settings, invocation: Invocation) -> Invocation {
    if settings.cuda == Cuda::Off || !args::offloads_to_nvidia(&invocation.args, has_gpu()) {
        return invocation;
    }
    let options = options(&settings.cuda, &invocation);
    if options.is_empty() {
        return invocation;
    }
    let words = ["--start-no-unused-arguments", "--end-no-unused-arguments"].map(OsString::from);
    let [begin, end] = words;
    invocation.with([begin].into_iter().chain(options).chain([end]))
}

/// A command for NVIDIA's GPUs that does not name all that clang needs: where clang fails, it is told what may help.
#[derive(Debug)]
pub(crate) struct Help {
    invocation: Invocation,
    /// The options that would name what is known here.
    options: Vec<OsString>,
    /// Whether no toolkit is named, and none is known.
    unknown: bool,
}

/// The help for a command, unless it names everything.
pub(crate) fn help(settings: &Settings, invocation: &Invocation) -> Option<Help> {
    let own = &invocation.args;
    if !args::offloads_to_nvidia(own, true) {
        return None;
    }
    let is_off = settings.cuda == Cuda::Off;
    let options = if is_off { options(&settings.cuda, invocation) } else { Vec::new() };
    let unnamed = args::last_value(own, CUDA_PATH).is_none();
    let unknown = unnamed && toolkit(&settings.cuda).is_none();
    let native = !args::offloads_to_nvidia(own, false);
    let unsure = native || !args::nvidia_without_architecture(own).is_empty();
    let invocation = invocation.clone();
    (unsure || unknown || !options.is_empty()).then_some(Help { invocation, options, unknown })
}

impl Help {
    /// Says what helps after clang failed, in one line; nothing where it failed for another reason.
    pub(crate) fn remark(&self) {
        if let Some(words) = self.said_by_clang().and_then(|said| self.words(&said)) {
            say(&format!("warpcc: remark: {words}\n"));
        }
    }

    /// What clang says of the command before it runs anything.
    fn said_by_clang(&self) -> Option<String> {
        let look = self.invocation.with(["-###".into()]);
        let captured = exec::capture(&look).ok()?;
        Some(String::from_utf8_lossy(&captured.output.stderr).into_owned())
    }

    fn words(&self, said: &str) -> Option<String> {
        let says = |words: &str| said.lines().any(|l| l.contains("error: ") && l.contains(words));
        let toolkit = NO_TOOLKIT.into_iter().any(says) || self.lacks_nvlink();
        let mut all = Vec::new();
        if NO_GPU.into_iter().any(says) {
            all.push(
                "no GPU here tells its architecture: name it, as in --offload-arch=sm_90"
                    .to_owned(),
            );
        }
        if toolkit && self.unknown {
            all.push(UNKNOWN.to_owned());
        } else if (toolkit || says(NO_LIBRARY)) && !self.options.is_empty() {
            let options = self.options.join(" ".as_ref());
            all.push(format!(
                "these options name what clang does not find: {}; --warp-cuda=auto or WARPCC_CUDA=auto adds them",
                options.display()
            ));
        }
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// Whether the command links and `nvlink` is neither on `PATH` nor in a toolkit that is named.
    fn lacks_nvlink(&self) -> bool {
        let Invocation { prefix, args, .. } = &self.invocation;
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = |folder: PathBuf| toolchain::is_executable(&folder.join("nvlink"));
        let named =
            [prefix, args].into_iter().any(|own| args::last_value(own, CUDA_PATH).is_some());
        args::linked(args).is_some() && !named && !std::env::split_paths(&path).any(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    fn invocation(line: &str) -> Invocation {
        Invocation { program: "/absent/bin/clang".into(), prefix: Vec::new(), args: words(line) }
    }

    fn settings(cuda: Cuda) -> Settings {
        Settings { cuda, ..Settings::default() }
    }

    #[test]
    fn options_are_added_where_they_are_missing_and_wanted() {
        let folder = Cuda::Folder("/cuda".into());
        let prefix = |cuda: &Cuda, line: &str| {
            let prefix = complete(&settings(cuda.clone()), invocation(line)).prefix;
            prefix.join(" ".as_ref()).into_string().unwrap()
        };
        let gpu = "-fopenmp --offload-arch=sm_90 -c a.c";
        assert_eq!(
            prefix(&folder, gpu),
            "--start-no-unused-arguments --cuda-path=/cuda --end-no-unused-arguments"
        );
        assert_eq!(prefix(&Cuda::Off, gpu), "");
        for line in [
            "-fopenmp --offload-arch=sm_90 --cuda-path=/x -c a.c",
            "-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -c a.c",
            "--offload-arch=sm_90 -c a.c",
            "-c a.c",
        ] {
            assert_eq!(prefix(&folder, line), "", "{line}");
        }
    }

    #[test]
    fn the_device_library_beside_clang_is_named() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        for folder in ["bin", "lib"] {
            fs::create_dir(root.join(folder)).unwrap();
        }
        fs::write(root.join("lib/libomptarget-nvptx-sm_90.bc"), "").unwrap();
        fs::write(root.join("bin/clang"), "").unwrap();
        let mut own = invocation("-fopenmp --offload-arch=sm_90 --cuda-path=/x a.c");
        own.program = root.join("bin/clang");
        let expected = joined(DEVICE_LIBRARY, &root.join("lib"));
        assert_eq!(options(&Cuda::Auto, &own), [expected]);
        own.args.push(joined(DEVICE_LIBRARY, Path::new("/y")));
        assert!(options(&Cuda::Auto, &own).is_empty());
    }

    #[test]
    fn the_line_names_what_helps() {
        let all = words("--cuda-path=/cuda --libomptarget-nvptx-bc-path=/lib");
        let help = |options: &[OsString], unknown| Help {
            invocation: invocation("-fopenmp --offload-arch=sm_90 -c a.c"),
            options: options.to_vec(),
            unknown,
        };
        let no_toolkit = "clang: error: cannot find libdevice for sm_90; provide path";
        let no_library = "clang: error: no library 'libomptarget-nvptx-sm_90.bc' found";
        let no_gpu = "clang: error: cannot determine nvptx64 architecture: ; consider";
        for said in [no_toolkit, no_library] {
            let line = help(&all, false).words(said).unwrap();
            assert!(
                line.contains("--cuda-path=/cuda --libomptarget-nvptx-bc-path=/lib; "),
                "{line}"
            );
        }
        assert_eq!(help(&[], true).words(no_toolkit).as_deref(), Some(UNKNOWN));
        let both = help(&all, false).words(&format!("{no_gpu}\n{no_toolkit}\n")).unwrap();
        assert!(both.starts_with("no GPU here") && both.contains("--cuda-path=/cuda"), "{both}");
        assert_eq!(help(&all, false).words("clang: error: no such file: 'a.c'"), None);
        assert_eq!(help(&all, false).words(" \"clang\" \"cannot find libdevice\""), None);
    }

    #[test]
    fn commands_that_name_everything_need_no_help() {
        let of = |line: &str| help(&settings(Cuda::Folder("/cuda".into())), &invocation(line));
        assert!(of("-fopenmp --offload-arch=sm_90 -c a.c").is_none());
        assert!(of("-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -c a.c").is_none());
        assert!(of("-fopenmp -fopenmp-targets=nvptx64 -c a.c").is_some());
        assert!(of("-fopenmp --offload-arch=native -c a.c").is_some());
    }
}
