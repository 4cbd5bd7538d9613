//! `warpctl simulate`: starts the simulator in the place of this process.

use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use clap::Args;

use crate::simulator;

/// The options of `warpsim run`, which reads their values.
#[derive(Debug, Args)]
#[allow(clippy::option_option, reason = "an option may be there without its value")]
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
    /// The program and its arguments
    #[arg(last = true, required = true, num_args = 1.., value_name = "PROGRAM")]
    words: Vec<OsString>,
}

/// Becomes the simulator: same process, same streams, its exit status. Returns only on failure.
pub(super) fn run(options: &Options) -> Result<i32, String> {
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
    all.push("--".into());
    all.extend(options.words.iter().cloned());
    all
}

/// An option that may lack its value.
fn optional<V: AsRef<OsStr> + ?Sized>(name: &str, value: Option<&V>) -> OsString {
    value.map_or_else(|| name.into(), |value| valued(name, value.as_ref()))
}

/// An option with its value.
fn valued(name: &str, value: &OsStr) -> OsString {
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
        let line = "x --races --host-memory --order reversed --csv a=b.csv --order turns=3 --caches --error-exitcode=7 -- p --csv -- q";
        let line = Line::try_parse_from(line.split(' ')).unwrap();
        let words = words(&line.options).join(" ".as_ref()).into_string().unwrap();
        let expected = "--csv=a=b.csv --caches --races --host-memory --error-exitcode=7 --order=reversed --order=turns=3 -- p --csv -- q";
        assert_eq!(words, expected);
        assert!(Line::try_parse_from(["x", "--races"]).is_err(), "there is no program");
    }
}
