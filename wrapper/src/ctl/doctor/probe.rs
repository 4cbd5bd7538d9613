//! A program that is linked only to look at its image, and the versions of what links it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::exec;
use crate::image::{self, Image};
use crate::toolchain;

const SOURCE: &str = "int main(void) {\n  int x = 1;\n#pragma omp target map(tofrom : x)\n  x = 0;\n  return x;\n}\n";
/// How long linking may take. It takes a second.
const PATIENCE: Duration = Duration::from_secs(60);
/// The newest architecture that every version of libomptarget with a check of images takes.
const NEWEST: u32 = 90;

/// What links the probe.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts<'a> {
    pub(super) clang: &'a Path,
    /// The CUDA folder; clang looks for one itself where there is none.
    pub(super) cuda: Option<&'a Path>,
}

/// A probe that was linked, and the folder that it goes with.
struct Linked {
    folder: TempDir,
    program: PathBuf,
}

/// The image of a program that these parts link, or why they do not link one.
pub(super) fn image(parts: &Parts<'_>) -> Result<Image, String> {
    let linked = link(parts)?;
    let images = image::images(&linked.program).map_err(|why| format!("a probe: {why}"))?;
    images.into_iter().next().ok_or_else(|| format!("a probe: {}", super::NO_IMAGE))
}

/// Runs a program that these parts link on the simulator; the error says why that does not go.
pub(super) fn simulate(parts: &Parts<'_>, simulator: &Path) -> Result<(), String> {
    let linked = link(parts)?;
    let mut command = Command::new(simulator);
    command.args(["run", "--"]).arg(&linked.program).env("OMP_TARGET_OFFLOAD", "MANDATORY");
    let said = linked.folder.path().join("said");
    let ended =
        run(&mut command, &said).map_err(|error| format!("'{}': {error}", simulator.display()))?;
    match ended {
        Some(true) => Ok(()),
        None => Err(format!("a probe ran for more than {} s", PATIENCE.as_secs())),
        Some(false) => {
            let said = fs::read_to_string(said).unwrap_or_default();
            Err(format!("a probe does not run on the simulated GPU: {}", first_error(&said)))
        }
    }
}

fn link(parts: &Parts<'_>) -> Result<Linked, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let [source, program, messages] =
        ["probe.c", "probe", "messages"].map(|n| folder.path().join(n));
    fs::write(&source, SOURCE).map_err(|error| format!("{}: {error}", source.display()))?;
    let mut command = command(parts).ok_or("no device library of a known architecture")?;
    command.arg(&source).arg("-o").arg(&program);
    let ended = run(&mut command, &messages);
    let said = fs::read_to_string(&messages).unwrap_or_default();
    match ended.map_err(|error| format!("'{}': {error}", parts.clang.display()))? {
        None => Err(format!("linking a probe took more than {} s", PATIENCE.as_secs())),
        Some(false) => Err(format!("a probe does not link: {}", first_error(&said))),
        Some(true) => Ok(Linked { folder, program }),
    }
}

fn command(parts: &Parts<'_>) -> Option<Command> {
    let (library, architectures) = toolchain::device_library(parts.clang)?;
    let architecture = architectures.iter().rfind(|architecture| **architecture <= NEWEST)?;
    let mut command = Command::new(parts.clang);
    command.args(["-O1", "-fopenmp", "-fopenmp-targets=nvptx64", "-Xopenmp-target"]);
    command.arg(format!("-march=sm_{architecture}"));
    command.arg(format!("--libomptarget-nvptx-bc-path={}", library.display()));
    command.args(parts.cuda.map(|folder| format!("--cuda-path={}", folder.display())));
    Some(command)
}

/// Whether the command succeeds; its messages go to a file.
fn run(command: &mut Command, messages: &Path) -> std::io::Result<Option<bool>> {
    let file = fs::File::create(messages)?;
    command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
    let status = exec::wait_within(&mut command.spawn()?, PATIENCE)?;
    Ok(status.map(|status| status.success()))
}

fn first_error(messages: &str) -> &str {
    let line = messages.lines().find(|line| line.contains("error"));
    line.or(messages.lines().next()).unwrap_or("nothing is said of it")
}

/// The version that ptxas prints: `12.9.86`.
pub(super) fn ptxas_version(ptxas: &Path) -> Option<String> {
    let folder = tempfile::tempdir().ok()?;
    let said = folder.path().join("version");
    run(Command::new(ptxas).arg("--version"), &said).ok()?;
    version_in(&fs::read_to_string(said).ok()?)
}

fn version_in(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("release ")?;
    let line = rest.lines().next()?;
    let (release, exact) = line.split_once(", V").unwrap_or((line, line));
    Some(if exact.is_empty() { release } else { exact }.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ptxas_says_its_version() {
        let text = "ptxas: NVIDIA (R) Ptx optimizing assembler\n\
                    Cuda compilation tools, release 12.9, V12.9.86\nBuild cuda_12.9\n";
        assert_eq!(version_in(text).as_deref(), Some("12.9.86"));
        assert_eq!(version_in("release 13.0\n").as_deref(), Some("13.0"));
        assert_eq!(version_in("GNU as"), None);
    }

    #[test]
    fn the_first_error_is_told() {
        assert_eq!(first_error("a\nb.c:1: error: no\nerror: c"), "b.c:1: error: no");
        assert_eq!(first_error(""), "nothing is said of it");
    }
}
