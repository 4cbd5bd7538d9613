//! A folder in which clang links programs through the stand-ins.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// With it the linker does not look into the libraries that LLVM's runtime needs. That is most of the time of a link.
pub(crate) const QUICK_LINK: &str = "-Wl,--allow-shlib-undefined";

pub(crate) struct Bench {
    pub(crate) folder: TempDir,
    pub(crate) clang: PathBuf,
    /// Where LLVM has its libraries.
    libraries: PathBuf,
}

impl Bench {
    /// A folder with the toolkit `kit` that `warpsim toolkit` makes.
    pub(crate) fn new() -> Bench {
        let bench = Bench {
            folder: tempfile::tempdir().expect("a folder can be made"),
            clang: tool("WARPCC_CLANG", "/usr/lib/llvm-19/bin/clang"),
            libraries: PathBuf::from("/usr/lib/llvm-19/lib"),
        };
        succeed(&bench.warpsim(&["toolkit", "kit"]));
        bench
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("the folder can be written");
    }

    pub(crate) fn command(&self, program: &Path, arguments: &[&str]) -> Output {
        let output = self.prepared(program, arguments).output();
        output.unwrap_or_else(|error| panic!("{}: {error}", program.display()))
    }

    /// A command that is not started yet.
    pub(crate) fn prepared(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.folder.path());
        command.env("LIBRARY_PATH", &self.libraries).env("TMPDIR", self.folder.path());
        command.env_remove("LD_LIBRARY_PATH");
        command
    }

    pub(crate) fn warpsim(&self, arguments: &[&str]) -> Output {
        self.command(Path::new(env!("CARGO_BIN_EXE_warpsim")), arguments)
    }

    /// Calls clang for both processors with the stand-ins.
    pub(crate) fn clang(&self, arguments: &[&str]) -> Output {
        let usual = [
            "-fopenmp",
            "--offload-arch=sm_90",
            "-O2",
            "--cuda-path=kit",
            QUICK_LINK,
            "-Wno-unused-command-line-argument",
        ];
        self.command(&self.clang, &[&usual[..], arguments].concat())
    }
}

/// A tool that the environment names, or where Debian has it. `make test` installs it.
fn tool(variable: &str, usual: &str) -> PathBuf {
    env::var_os(variable)
        .filter(|value| !value.is_empty())
        .map_or_else(|| usual.into(), PathBuf::from)
}

/// The messages of a command that must succeed.
pub(crate) fn succeed(output: &Output) -> String {
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{messages}");
    messages
}
