//! `warpctl transfers`: starts the simulator's program for transfers in the place of this process.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

use clap::Args;

use super::simulate::valued;
use crate::simulator;

/// The options of `warpsim transfers`, which reads their values.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// Write the transfers of each line to this file, as a table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the same as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Say nothing on standard error
    #[arg(long)]
    quiet: bool,
    /// Fill memory of the device with a pattern when it is allocated, so that reads of what was never copied or written show
    #[arg(long)]
    poison: bool,
    /// The program and its arguments
    #[arg(required = true, num_args = 1.., value_name = "PROGRAM")]
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// Becomes the simulator: same process, same streams, its exit status; returns only on failure.
pub(super) fn run(options: &Options) -> Result<i32, String> {
    let program = simulator::find()?;
    let error = Command::new(&program).arg("transfers").args(words(options)).exec();
    Err(format!("cannot run '{}': {error}", program.display()))
}

/// The options as the simulator's command line has them.
fn words(options: &Options) -> Vec<OsString> {
    let mut all = Vec::new();
    for (name, file) in [("--csv", &options.csv), ("--json", &options.json)] {
        all.extend(file.iter().map(|file| valued(name, file.as_ref())));
    }
    let switches = [("--quiet", options.quiet), ("--poison", options.poison)];
    all.extend(switches.into_iter().filter(|(_, on)| *on).map(|(name, _)| name.into()));
    all.push("--".into());
    all.extend(options.words.iter().cloned());
    all
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
            told("x --poison --csv a=b.csv --json c --quiet -- p --csv -- q"),
            "--csv=a=b.csv --json=c --quiet --poison -- p --csv -- q"
        );
        assert_eq!(told("x ./a -x --quiet"), "-- ./a -x --quiet");
        assert!(Line::try_parse_from(["x", "--poison"]).is_err());
    }
}
