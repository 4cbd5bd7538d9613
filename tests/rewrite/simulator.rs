//! The simulated GPU: how programs are built for it, in which orders its threads take turns, and which lines race.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use crate::rng::{Rng, mix};
use crate::{toolchain, warpsim};

/// The simulator, beside this test.
static WARPSIM: LazyLock<&Path> = LazyLock::new(|| {
    let own = std::env::current_exe().expect("the test has a path");
    warpsim::built_in(own.ancestors().nth(2).expect("the folder of programs"))
});

/// Teams that a kernel has, where the program does not say: of more than 1024, LLVM's reductions have the last ones wait for the
/// first ones, which never come where the order is reversed.
const TEAMS: &str = "600";

/// How a program is built and run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    optimization: &'static str,
    /// How warps take turns.
    order: &'static str,
    /// Threads that a team has at most, where the program does not say.
    threads: &'static str,
}

impl Manner {
    /// One that a number decides.
    pub(crate) fn of(seed: u64) -> Manner {
        let mut rng = Rng::new(mix(seed ^ 0x9b0d));
        Manner {
            optimization: rng.pick::<&str>(&["-O1", "-O2", "-O3"]),
            order: rng.pick::<&str>(&["turns=1", "turns=50", "reversed", "random=7"]),
            threads: rng.pick::<&str>(&["33", "64", "128", "1024"]),
        }
    }

    /// Has clang link for the simulator.
    ///
    /// # Panics
    /// Where no CUDA folder is installed.
    pub(crate) fn add_options(self, folder: &Path, clang: &mut Command) -> Result<(), String> {
        clang.args([self.optimization, "-fopenmp", "--offload-arch=sm_90", "-gline-tables-only"]);
        clang.arg(format!("--cuda-path={}", kit(folder)?.display()));
        clang.env("LIBRARY_PATH", &toolchain::get().runtime);
        Ok(())
    }

    /// The command that runs a program, with a look for races.
    pub(crate) fn command(self, program: &Path) -> Command {
        let mut command = Command::new(*WARPSIM);
        command.args(["run", "--races", "--order", self.order, "--"]).arg(program);
        command.env("OMP_TEAMS_THREAD_LIMIT", self.threads).env("OMP_NUM_TEAMS", TEAMS);
        command
    }
}

/// A CUDA toolkit whose tools keep the PTX, in `folder`.
fn kit(folder: &Path) -> Result<PathBuf, String> {
    let kit = folder.join("kit");
    if !kit.exists() {
        let cuda = toolchain::get().cuda.as_ref().expect("a CUDA folder; see `make toolchain`");
        let mut command = Command::new(*WARPSIM);
        let made = command.arg("toolkit").arg(&kit).arg("--cuda").arg(cuda).output();
        let made = made.map_err(|e| e.to_string())?;
        if !made.status.success() {
            return Err(String::from_utf8_lossy(&made.stderr).into_owned());
        }
    }
    Ok(kit)
}

/// What a run found, each with the line of the source where it says one.
pub(crate) fn findings(ran: &Output) -> Vec<(Option<usize>, String)> {
    let words = String::from_utf8_lossy(&ran.stderr);
    let line = |words: &str| words.split(':').nth(2).and_then(|number| number.parse().ok());
    words.lines().map(|words| (line(words), words.to_owned())).collect()
}
