//! Runs a kernel's program and reads what it prints (`kernels/bench.h`).

use std::collections::BTreeSet;
use std::env;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::compile::Device;
use crate::failure::Failure;
use crate::process;
use crate::tools::Tools;

/// The longest that a program may run unless the command line says otherwise.
pub(crate) const LIMIT: Duration = Duration::from_secs(300);

/// How a program is run.
#[derive(Clone, Debug)]
pub(crate) struct How<'a> {
    pub(crate) device: Device,
    /// Words for the program (`kernels/bench.h`).
    pub(crate) arguments: Vec<&'a str>,
    /// After this time it is ended.
    pub(crate) limit: Duration,
}

/// What one run of a kernel's program said.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outcome {
    /// Hash of the output arrays' bytes.
    pub(crate) checksum: String,
    /// How the result compares with the serial version's (`equal`, `within 1e-05`); `None` where it
    /// was not asked.
    pub(crate) reference: Option<String>,
    /// Median time of each region, by the name of its function, in the order of the first calls.
    pub(crate) seconds: Vec<(String, f64)>,
}

impl Outcome {
    /// The time of the region in `function`.
    pub(crate) fn seconds_of(&self, function: &str) -> Option<f64> {
        let found = self.seconds.iter().find(|(region, _)| region == function);
        found.map(|(_, seconds)| *seconds)
    }
}

/// Runs `executable`; running on another device than the chosen one is an error.
pub(crate) fn run(tools: &Tools, executable: &Path, how: &How) -> Result<Outcome, Failure> {
    run_command(Command::new(executable), tools, how)
}

/// Runs `command`, which starts a kernel's program and hands it the arguments that follow.
pub(crate) fn run_command(
    mut command: Command,
    tools: &Tools,
    how: &How,
) -> Result<Outcome, Failure> {
    prepare(&mut command, tools, how.device);
    let output = process::output_within(command.args(&how.arguments), how.limit)
        .map_err(Failure::io(Path::new(command.get_program())))?
        .ok_or_else(|| timeout(how.limit))?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        return parse(&stdout, how.device);
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let summary = if stdout.contains("reference differs") { "wrong result" } else { "run failed" };
    Err(Failure::new(summary, format!("{}\n{}", output.status, stderr.trim_end())))
}

pub(crate) fn timeout(limit: Duration) -> Failure {
    Failure::new("timeout", format!("the program was ended after {} s", limit.as_secs_f64()))
}

/// Gives `command`, which runs a program, the offload runtime of the chosen clang and the device.
pub(crate) fn prepare(command: &mut Command, tools: &Tools, device: Device) {
    let mut libraries = tools.libraries.clone().into_os_string();
    if let Some(inherited) = env::var_os("LD_LIBRARY_PATH").filter(|paths| !paths.is_empty()) {
        libraries.push(":");
        libraries.push(inherited);
    }
    let offload = if device == Device::Host { "DISABLED" } else { "MANDATORY" };
    command.env("LD_LIBRARY_PATH", libraries).env("OMP_TARGET_OFFLOAD", offload);
}

/// Reads a program's standard output; lines of other kinds are not an error.
pub(crate) fn parse(stdout: &str, device: Device) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    let mut regions = BTreeSet::new();
    for line in stdout.lines() {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["checksum", value] => outcome.checksum = value.into(),
            ["reference", ref words @ ..] => outcome.reference = Some(words.join(" ")),
            ["seconds", region, value] => {
                let seconds = value.parse().map_err(|_| bad_output(line))?;
                if !regions.insert(region) {
                    return Err(bad_output(&format!("{region} was timed twice")));
                }
                outcome.seconds.push((region.into(), seconds));
            }
            ["devices", "0"] if device != Device::Host => {
                return Err(bad_output("no offload device"));
            }
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
        let text = "kernel mvt\ndevices 4\nseconds mvt_rows 0.25\nseconds mvt_columns 0.5\n\
                    checksum 00ff\nreference within 1e-05\n";
        let outcome = parse(text, Device::X86).unwrap();
        assert_eq!(outcome.checksum, "00ff");
        assert_eq!(outcome.reference.as_deref(), Some("within 1e-05"));
        let seconds = [("mvt_rows".to_string(), 0.25), ("mvt_columns".to_string(), 0.5)];
        assert_eq!(outcome.seconds, seconds);
        assert_eq!(outcome.seconds_of("mvt_columns"), Some(0.5));
        assert_eq!(outcome.seconds_of("mvt"), None);
    }

    #[test]
    fn output_without_a_checksum_or_a_device_is_refused() {
        let detail = |text: &str| parse(text, Device::X86).unwrap_err().detail;
        assert_eq!(detail("kernel mvt\ndevices 4\n"), "no checksum");
        assert_eq!(detail("devices 0\nchecksum 1\n"), "no offload device");
        assert_eq!(detail("seconds f fast\nchecksum 1\n"), "seconds f fast");
        assert_eq!(detail("seconds f 1\nseconds f 2\n"), "f was timed twice");
        assert!(parse("devices 0\nchecksum 1\n", Device::Host).is_ok());
    }
}
