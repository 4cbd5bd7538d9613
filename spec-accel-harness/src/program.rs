//! Runs a kernel's program and reads what it prints (`kernels/bench.h`).

use std::collections::BTreeMap;
use std::env;
use std::path::Path;
use std::process::Command;

use crate::failure::Failure;
use crate::tools::Tools;

/// What one run of a kernel's program said.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outcome {
    /// Hash of the output arrays' bytes.
    pub(crate) checksum: String,
    /// Whether the result has the bytes of the serial version's; `None` where it was not asked.
    pub(crate) reference_equal: Option<bool>,
    /// Median time of each region, by the name of its function.
    pub(crate) seconds: BTreeMap<String, f64>,
}

/// Runs `executable` on its offload device; falling back to the host is an error.
pub(crate) fn run(
    tools: &Tools,
    executable: &Path,
    arguments: &[&str],
) -> Result<Outcome, Failure> {
    let output =
        command(tools, executable).args(arguments).output().map_err(Failure::io(executable))?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        return parse(&stdout);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let summary = if stdout.contains("reference differs") { "wrong result" } else { "run failed" };
    Err(Failure::new(summary, format!("{}\n{}", output.status, stderr.trim_end())))
}

/// The command that runs `executable` with the offload runtime of the chosen clang.
pub(crate) fn command(tools: &Tools, executable: &Path) -> Command {
    let mut libraries = tools.libraries.clone().into_os_string();
    if let Some(inherited) = env::var_os("LD_LIBRARY_PATH").filter(|paths| !paths.is_empty()) {
        libraries.push(":");
        libraries.push(inherited);
    }
    let mut command = Command::new(executable);
    command.env("LD_LIBRARY_PATH", libraries).env("OMP_TARGET_OFFLOAD", "MANDATORY");
    command
}

/// Reads a program's standard output; lines of other kinds are not an error.
fn parse(stdout: &str) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    for line in stdout.lines() {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["checksum", value] => outcome.checksum = value.into(),
            ["reference", value] => outcome.reference_equal = Some(value == "equal"),
            ["seconds", region, value] => {
                let seconds = value.parse().map_err(|_| bad_output(line))?;
                outcome.seconds.insert(region.into(), seconds);
            }
            ["devices", "0"] => return Err(bad_output("no offload device")),
            _ => {}
        }
    }
    if outcome.checksum.is_empty() { Err(bad_output("no checksum")) } else { Ok(outcome) }
}

fn bad_output(detail: &str) -> Failure {
    Failure::new("bad output", detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_read_line_by_line() {
        let outcome = parse(
            "kernel mvt\ndevices 4\nseconds mvt_rows 0.25\nseconds mvt_columns 0.5\n\
             checksum 00ff\nreference equal\n",
        )
        .unwrap();
        assert_eq!(outcome.checksum, "00ff");
        assert_eq!(outcome.reference_equal, Some(true));
        assert_eq!(
            outcome.seconds.into_iter().collect::<Vec<_>>(),
            [("mvt_columns".to_string(), 0.5), ("mvt_rows".to_string(), 0.25)]
        );
    }

    #[test]
    fn output_without_a_checksum_or_a_device_is_refused() {
        assert_eq!(parse("kernel mvt\ndevices 4\n").unwrap_err().detail, "no checksum");
        assert_eq!(parse("devices 0\nchecksum 1\n").unwrap_err().detail, "no offload device");
        assert_eq!(parse("seconds f fast\nchecksum 1\n").unwrap_err().detail, "seconds f fast");
    }
}
