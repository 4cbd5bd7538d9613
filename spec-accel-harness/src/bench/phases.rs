//! Where warpcc's time goes, by its own account: `WARPCC_TIMINGS` names a file to which it adds one
//! JSON object a line, `{"phase": NAME, "us": MICROSECONDS}`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use super::measure::{median, time};
use crate::failure::Failure;

/// A phase's name and the median of its times over several runs, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Phase {
    pub(crate) name: String,
    pub(crate) seconds: f64,
}

#[derive(Deserialize)]
struct Line {
    phase: String,
    us: f64,
}

/// Runs `command` `runs` times and reads what it tells of its phases, in the order in which they
/// end; none where it tells nothing.
pub(crate) fn phases(
    command: &mut Command,
    file: &Path,
    runs: usize,
) -> Result<Vec<Phase>, Failure> {
    command.env("WARPCC_TIMINGS", file);
    let mut told = Vec::new();
    for _ in 0..runs {
        let _ = fs::remove_file(file);
        time(command)?;
        told.push(fs::read_to_string(file).unwrap_or_default());
    }
    summarize(&told)
}

/// The medians of what each run told; the phases of one name in one run are added up.
fn summarize(told: &[String]) -> Result<Vec<Phase>, Failure> {
    let mut phases: Vec<(String, Vec<f64>)> = Vec::new();
    for (run, text) in told.iter().enumerate() {
        for line in text.lines() {
            let line: Line = serde_json::from_str(line)
                .map_err(|error| Failure::new("bad timings", format!("{line}: {error}")))?;
            let known = phases.iter().position(|(name, _)| *name == line.phase);
            let at = known.unwrap_or(phases.len());
            if known.is_none() {
                phases.push((line.phase, vec![0.0; told.len()]));
            }
            phases[at].1[run] += line.us / 1e6;
        }
    }
    let phase = |(name, seconds): (String, Vec<f64>)| Phase { name, seconds: median(seconds) };
    Ok(phases.into_iter().map(phase).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_keep_their_order_and_are_added_up() {
        let run = |load: u32, parse: u32| {
            format!(
                "{{\"phase\":\"load\",\"us\":{load}}}\n{{\"phase\":\"parse\",\"us\":{parse}}}\n\
                 {{\"phase\":\"parse\",\"us\":1}}\n"
            )
        };
        let phases = summarize(&[run(10, 100), run(30, 300), run(20, 200)]).unwrap();
        let names: Vec<&str> = phases.iter().map(|phase| phase.name.as_str()).collect();
        assert_eq!(names, ["load", "parse"]);
        assert!((phases[0].seconds - 20e-6).abs() < 1e-12);
        assert!((phases[1].seconds - 201e-6).abs() < 1e-12);
    }

    #[test]
    fn silence_is_no_phase_and_nonsense_an_error() {
        assert_eq!(summarize(&[String::new()]).unwrap(), []);
        assert_eq!(summarize(&["load 3".into()]).unwrap_err().summary, "bad timings");
    }
}
