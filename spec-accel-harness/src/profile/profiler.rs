//! Who counts: Nsight Compute on this machine's GPU, or the simulator, which needs none.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::ncu::METRICS;
use crate::compile::Places;
use crate::failure::Failure;
use crate::gpu;
use crate::simulator;
use crate::tools::{self, Tools};

/// A program that runs programs and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Profiler {
    /// Nsight Compute's command.
    Ncu(PathBuf),
    /// The simulator's: `warpsim`.
    Simulator(PathBuf),
}

impl Profiler {
    /// The simulator if it is asked for, else Nsight Compute's command: the given one, or that in `PATH`.
    pub(crate) fn find(ncu: Option<&Path>, simulator: bool) -> Result<Profiler, Failure> {
        if simulator {
            return tools::find_simulator(None).map(Profiler::Simulator);
        }
        find_ncu(ncu).map(Profiler::Ncu)
    }

    /// What a profile says of its profiler.
    pub(super) fn version(&self) -> Result<String, Failure> {
        match self {
            Profiler::Ncu(program) => version(program),
            Profiler::Simulator(program) => {
                version(program).map(|version| format!("{version}, simulated"))
            }
        }
    }

    /// What a profile says of its GPU.
    pub(super) fn gpu(&self) -> Result<String, Failure> {
        match self {
            Profiler::Ncu(_) => gpu::name(),
            Profiler::Simulator(_) => Ok("simulated H100".to_owned()),
        }
    }

    /// The tools that build for it, and where they build. The simulator needs its own links, and makes the toolkit for them.
    pub(super) fn prepare(
        &self,
        tools: &Tools,
        places: &Places,
    ) -> Result<(Tools, Places), Failure> {
        let Profiler::Simulator(program) = self else { return Ok((tools.clone(), places.clone())) };
        let work = places.work.join("simulated");
        let tools = simulator::tools(program, tools, &work.join("toolkit"))?;
        Ok((tools, Places { work, ..places.clone() }))
    }

    /// The command that runs a program and writes its counts to `log`, up to the program's arguments.
    pub(super) fn command(&self, program: &Path, log: &Path) -> Command {
        let mut command = match self {
            Profiler::Ncu(ncu) => {
                let mut command = Command::new(ncu);
                command.args(["--csv", "--print-units", "base", "--print-kernel-base", "mangled"]);
                command.args(["--clock-control", "none"]);
                command.args(["--kernel-name", "regex:^__omp_offloading"]);
                command.args(["--metrics", &METRICS.join(","), "--force-overwrite", "--log-file"]);
                command.arg(log);
                command
            }
            Profiler::Simulator(simulator) => {
                let mut command = Command::new(simulator);
                command.args(["run", "--ncu"]).arg(log).arg("--");
                command
            }
        };
        command.arg(program);
        command
    }
}

/// Nsight Compute's command: the given one, or that in `PATH`.
fn find_ncu(given: Option<&Path>) -> Result<PathBuf, Failure> {
    if let Some(path) = given {
        return Ok(path.into());
    }
    let paths = env::var_os("PATH").unwrap_or_default();
    let found =
        env::split_paths(&paths).map(|folder| folder.join("ncu")).find(|path| path.is_file());
    found.ok_or_else(|| {
        let detail = "Nsight Compute's `ncu` is not in PATH; name it with --ncu";
        Failure::new("no profiler", detail)
    })
}

/// The last line of what a profiler says to `--version`, which holds the number.
fn version(profiler: &Path) -> Result<String, Failure> {
    let failed =
        |why: String| Failure::new("no profiler", format!("{}: {why}", profiler.display()));
    let output = Command::new(profiler)
        .arg("--version")
        .output()
        .map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last = text.lines().rfind(|line| !line.trim().is_empty());
    last.filter(|_| output.status.success())
        .map(|line| line.trim().to_string())
        .ok_or_else(|| failed(output.status.to_string()))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn script(folder: &Path, name: &str, body: &str) -> PathBuf {
        let path = folder.join(name);
        fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    #[test]
    fn a_profiler_that_is_not_there_is_named() {
        let failure = version(Path::new("/nonexistent/ncu")).unwrap_err();
        assert_eq!(failure.summary, "no profiler");
        assert!(failure.detail.starts_with("/nonexistent/ncu: "), "{}", failure.detail);
    }

    #[test]
    fn what_is_simulated_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let program = script(folder.path(), "warpsim", "echo warpsim 1.2.3");
        let profiler = Profiler::Simulator(program);
        assert_eq!(profiler.version().unwrap(), "warpsim 1.2.3, simulated");
        assert_eq!(profiler.gpu().unwrap(), "simulated H100");
    }

    #[test]
    fn the_simulator_runs_the_program_and_its_counts_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let body = "[ \"$1 $2 $4 $5\" = 'run --ncu -- program' ] && cat >\"$3\"";
        let profiler = Profiler::Simulator(script(folder.path(), "warpsim", body));
        let log = folder.path().join("ncu.csv");
        let mut command = profiler.command(Path::new("program"), &log);
        let table = "\"==WARPSIM== simulated\"\n\"ID\",\"Kernel Name\",\"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum\",\"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum\",\"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum\"\n\"\",\"\",\"request\",\"request\",\"sector\",\"sector\"\n\"0\",\"__omp_offloading_1_2_f_l3\",\"4\",\"2\",\"16\",\"8\"\n";
        let input = folder.path().join("table");
        fs::write(&input, table).unwrap();
        command.stdin(fs::File::open(input).unwrap());
        assert!(command.status().unwrap().success());
        let launches = super::super::ncu::parse(&fs::read_to_string(log).unwrap()).unwrap();
        assert_eq!((launches[0].loads.sectors, launches[0].stores.requests), (16, 2));
    }
}
