//! Times two commands against each other.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};

use crate::failure::Failure;

/// What one run took, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Time {
    pub(crate) wall: f64,
    /// Of all processors, the program's children included.
    pub(crate) cpu: f64,
}

/// Times of two commands; the runs of one index came one right after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Pairs {
    pub(crate) clang: Vec<Time>,
    pub(crate) warpcc: Vec<Time>,
}

impl Pairs {
    /// Median of the quotients of each pair: load that comes and goes falls on both of a pair.
    pub(crate) fn ratio(&self, of: fn(&Time) -> f64) -> f64 {
        self.median(|clang, warpcc| of(warpcc) / of(clang))
    }

    /// Median of the differences of each pair, in seconds.
    pub(crate) fn difference(&self, of: fn(&Time) -> f64) -> f64 {
        self.median(|clang, warpcc| of(warpcc) - of(clang))
    }

    fn median(&self, of: impl Fn(&Time, &Time) -> f64) -> f64 {
        median(self.clang.iter().zip(&self.warpcc).map(|(clang, warpcc)| of(clang, warpcc)))
    }
}

/// The middle value, or the mean of the two in the middle; 0 of nothing.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => f64::midpoint(values[n / 2 - 1], values[n / 2]),
    }
}

/// Runs both commands `runs` times, in alternating order, after one run of each that is not
/// counted.
pub(crate) fn pairs(
    clang: &mut Command,
    warpcc: &mut Command,
    runs: usize,
) -> Result<Pairs, Failure> {
    time(clang)?;
    time(warpcc)?;
    let (clang, warpcc) = alternating(runs, || time(clang), || time(warpcc))?;
    Ok(Pairs { clang, warpcc })
}

/// What two measurements give, each `runs` times, in alternating order.
pub(crate) fn alternating<T>(
    runs: usize,
    mut first: impl FnMut() -> Result<T, Failure>,
    mut second: impl FnMut() -> Result<T, Failure>,
) -> Result<(Vec<T>, Vec<T>), Failure> {
    let (mut of_first, mut of_second) = (Vec::new(), Vec::new());
    for run in 0..runs {
        if run % 2 == 0 {
            of_first.push(first()?);
            of_second.push(second()?);
        } else {
            of_second.push(second()?);
            of_first.push(first()?);
        }
    }
    Ok((of_first, of_second))
}

/// Runs `command`, its output thrown away, and tells what it took. A pause follows: the kernel stops
/// real-time work that leaves less than a twentieth of a second's time to others.
pub(crate) fn time(command: &mut Command) -> Result<Time, Failure> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let before = cpu_of_children()?;
    let start = Instant::now();
    let status = command.status().map_err(Failure::io(Path::new(command.get_program())))?;
    let wall = start.elapsed().as_secs_f64();
    thread::sleep(Duration::from_secs_f64(wall / 8.0));
    if status.success() {
        return Ok(Time { wall, cpu: cpu_of_children()? - before });
    }
    Err(Failure::new("command failed", format!("{command:?}: {status}")))
}

/// Seconds of processor time that the children waited for so far took.
fn cpu_of_children() -> Result<f64, Failure> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)
        .map_err(|error| Failure::new("no times", error.to_string()))?;
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median([]).to_bits(), 0.0_f64.to_bits());
        assert!((median([3.0, 1.0, 2.0]) - 2.0).abs() < 1e-12);
        assert!((median([4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-12);
    }

    #[test]
    fn a_slow_spell_falls_on_both_of_a_pair() {
        let times = |walls: [f64; 3]| walls.map(|wall| Time { wall, cpu: 1.0 }).to_vec();
        let pairs = Pairs { clang: times([1.0, 1.0, 9.0]), warpcc: times([1.1, 1.1, 9.9]) };
        assert!((pairs.ratio(|time| time.wall) - 1.1).abs() < 1e-9);
        assert!((pairs.difference(|time| time.wall) - 0.1).abs() < 1e-9);
        assert!((pairs.ratio(|time| time.cpu) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn each_command_runs_as_often_and_a_failure_is_told() {
        let pairs = pairs(&mut Command::new("true"), &mut Command::new("true"), 3).unwrap();
        assert_eq!((pairs.clang.len(), pairs.warpcc.len()), (3, 3));
        assert_eq!(time(&mut Command::new("false")).unwrap_err().summary, "command failed");
    }
}
