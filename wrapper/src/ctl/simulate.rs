//! `warpctl simulate`: starts the simulator in the place of this process.

use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use clap::Args;

use super::runs;
use crate::simulator;

/// The options of `warpsim run`, which reads their values.
#[derive(Debug, Args)]
#[allow(clippy::option_option, reason = "an option may be there without its value")]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct Options {
    /// Write the counts of every kernel's accesses to this file, as a table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the same as JSON, which `warpctl explain --simulated` and `warpctl report html --simulated` read
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the counts of each launch to this file, under Nsight Compute's names for them
    #[arg(long, value_name = "FILE")]
    ncu: Option<PathBuf>,
    /// Also tell what is found in the caches of this GPU: `sm_80` or `sm_90` (slower)
    #[arg(long, value_name = "GPU", num_args = 0..=1, require_equals = true)]
    caches: Option<Option<String>>,
    /// Also tell the occupancy of each kernel in the JSON, from what NVIDIA's assembler (default: that of the usual toolkit) says of it
    #[arg(long, value_name = "PTXAS", num_args = 0..=1, require_equals = true, requires = "json")]
    occupancy: Option<Option<PathBuf>>,
    /// Look for data races: accesses that no barrier separates (slower)
    #[arg(long)]
    races: bool,
    /// Look for reads of memory that nothing wrote (slower)
    #[arg(long)]
    unwritten: bool,
    /// Let kernels reach all memory of the host, as `requires unified_shared_memory` needs it (such accesses are slow and not watched)
    #[arg(long)]
    host_memory: bool,
    /// End with this status where a race or a read of unwritten memory was found and the program ended well
    #[arg(long, value_name = "STATUS")]
    error_exitcode: Option<String>,
    /// How warps take turns: turns=N (accesses and barriers in a turn), random=SEED or reversed; and teams: interleaved; may be given
    /// several times
    #[arg(long, value_name = "ORDER")]
    order: Vec<String>,
    /// Say nothing on standard error of how far a run is, and end without the summary of kernels, launches, worst lines and copies
    #[arg(long)]
    quiet: bool,
    /// Tell on standard error every so many seconds how far the run is
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    progress: String,
    /// End the program where it wants to launch one more kernel than this; what was counted is written, and the exit status is 0
    #[arg(long, value_name = "N")]
    max_launches: Option<String>,
    /// End the program so many seconds after its first call of the device; what was counted is written, and the exit status is 124
    #[arg(long, value_name = "SECONDS")]
    time_limit: Option<String>,
    #[command(flatten)]
    comparison: runs::Wanted,
    /// The program and its arguments
    #[arg(required_unless_present = "compare", num_args = 1.., value_name = "PROGRAM")]
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, conflicts_with = "compare")]
    words: Vec<OsString>,
}

/// Compares two runs where that is asked. Otherwise becomes the simulator: same process, same streams, its exit status; returns only on
/// failure then.
pub(super) fn run(options: &Options) -> Result<i32, String> {
    if let Some(code) = runs::print(&options.comparison)? {
        return Ok(code);
    }
    let program = simulator::find()?;
    let error = Command::new(&program).arg("run").args(words(options)).exec();
    Err(format!("cannot run '{}': {error}", program.display()))
}

/// The options as the simulator's command line has them.
fn words(options: &Options) -> Vec<OsString> {
    let mut all = Vec::new();
    for (name, file) in
        [("--csv", &options.csv), ("--json", &options.json), ("--ncu", &options.ncu)]
    {
        all.extend(file.iter().map(|file| valued(name, file.as_ref())));
    }
    all.extend(options.caches.iter().map(|gpu| optional("--caches", gpu.as_deref())));
    all.extend(options.occupancy.iter().map(|path| optional("--occupancy", path.as_deref())));
    let switches = [
        ("--races", options.races),
        ("--unwritten", options.unwritten),
        ("--host-memory", options.host_memory),
    ];
    all.extend(switches.into_iter().filter(|(_, on)| *on).map(|(name, _)| name.into()));
    let status = &options.error_exitcode;
    all.extend(status.iter().map(|status| valued("--error-exitcode", status.as_ref())));
    all.extend(options.order.iter().map(|order| valued("--order", order.as_ref())));
    if !options.quiet {
        all.push("--summary".into());
        all.push(valued("--progress", options.progress.as_ref()));
    }
    let limits = [("--max-launches", &options.max_launches), ("--time-limit", &options.time_limit)];
    for (name, value) in limits {
        all.extend(value.iter().map(|value| valued(name, value.as_ref())));
    }
    all.push("--".into());
    all.extend(options.words.iter().cloned());
    all
}

/// An option that may lack its value.
fn optional<V: AsRef<OsStr> + ?Sized>(name: &str, value: Option<&V>) -> OsString {
    value.map_or_else(|| name.into(), |value| valued(name, value.as_ref()))
}

/// An option with its value.
pub(super) fn valued(name: &str, value: &OsStr) -> OsString {
    let mut word = OsString::from(name);
    word.push("=");
    word.push(value);
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn words_reach_the_simulator_as_they_are() {
        let told = |line: &str| {
            let line = Line::try_parse_from(line.split(' ')).unwrap();
            words(&line.options).join(" ".as_ref()).into_string().unwrap()
        };
        assert_eq!(
            told(
                "x --races --quiet --host-memory --order reversed --csv a=b.csv --order turns=3 --caches --error-exitcode=7 -- p --csv -- q"
            ),
            "--csv=a=b.csv --caches --races --host-memory --error-exitcode=7 --order=reversed --order=turns=3 -- p --csv -- q"
        );
        assert_eq!(
            told("x --max-launches 3 --time-limit=1.5 --progress 2 ./a -x --quiet -- --csv"),
            "--summary --progress=2 --max-launches=3 --time-limit=1.5 -- ./a -x --quiet -- --csv"
        );
        assert_eq!(told("x ./a"), "--summary --progress=10 -- ./a");
        for wrong in ["x --races", "x --compare a b ./a", "x --compare a", "x --fail-on worse ./a"]
        {
            assert!(Line::try_parse_from(wrong.split(' ')).is_err(), "{wrong}");
        }
        assert!(Line::try_parse_from(["x", "--compare", "a", "b"]).is_ok());
    }
}
