//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::compare::Sizes;
use crate::compile::{Compiler, Device};
use crate::kernels::Version;
use crate::program;
use crate::table::Format;
use crate::tools::ToolOptions;

/// Builds, runs and compares benchmark kernels with clang and with warpcc.
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) action: Action,
    #[command(flatten)]
    pub(crate) tools: ToolOptions,
    /// Folder of the kernels' sources (default: that of the checkout)
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) sources: Option<PathBuf>,
    /// Folder for builds (default: `harness` in Cargo's target folder)
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) work: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Say which kernels there are
    List(Output),
    /// Build kernels (all of them where none is named)
    Build(Selection),
    /// Build kernels, run them one after another, and tell the median times of their regions
    Run(Run),
    /// Build every version with clang and with warpcc, run it with small sizes, and compare each
    /// result with the serial version's
    Check {
        /// Kernels (default: all)
        kernels: Vec<String>,
        /// Versions
        #[arg(long = "version", value_enum, value_delimiter = ',', default_values = ["plain", "expert", "stripped"])]
        versions: Vec<Version>,
        #[command(flatten)]
        output: Output,
    },
    /// Count sectors and requests of loads and stores on this machine's GPU, with Nsight Compute, or on the simulator
    Profile(Profile),
    /// Run the programs for the GPU on the simulator, which needs none, and compare what each access asks for with
    /// what warpcc predicts
    Simulate(Simulate),
    /// Count on the simulator what each kernel's regions ask for in all, with its own sizes
    Totals(Totals),
    /// Compare clang, warpcc, the expert's version and other compilers: predicted sectors, gains, times
    Compare(Compare),
    /// Drive a licensed SPEC ACCEL 1.x, and read its results
    Spec {
        #[command(subcommand)]
        action: SpecAction,
    },
    /// Build and run kernels both ways: one table, a source diff, a proof
    Demo {
        /// Kernels (default: gemm, 2dconv, 3dconv, mvt, `pcsp_sweep`)
        kernels: Vec<String>,
    },
    /// Time compilations with clang and with warpcc
    BenchDriver {
        /// Pairs of runs of each compilation
        #[arg(long, value_name = "N", default_value_t = 15)]
        runs: usize,
        /// Also write the result there, as a page of documentation
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum SpecAction {
    /// Write the configuration file for `runspec`
    Config {
        /// Who compiles
        #[arg(long, value_enum, default_value = "warpcc")]
        compiler: Compiler,
        /// Fortran compiler and its flags (without one: the benchmarks in C)
        #[arg(long, value_name = "COMMAND")]
        fortran: Option<String>,
        /// The benchmarks' size
        #[arg(long, default_value = "ref", value_parser = ["test", "train", "ref"])]
        size: String,
        /// Runs of each benchmark
        #[arg(long, value_name = "N", default_value_t = 3)]
        iterations: u32,
        /// Folder for warpcc's reports
        #[arg(long, value_name = "DIR")]
        reports: Option<PathBuf>,
        /// File to write (default: standard output)
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Compare result files (`.rsf` or `.csv`), each with the first one
    Results {
        /// Result files, one for each compiler
        #[arg(required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Selection {
    /// Kernels (default: all)
    pub(crate) kernels: Vec<String>,
    /// Versions, separated by commas
    #[arg(long = "version", value_enum, value_delimiter = ',', default_value = "plain")]
    pub(crate) versions: Vec<Version>,
    /// Who compiles, separated by commas
    #[arg(long = "compiler", value_enum, value_delimiter = ',', default_value = "warpcc")]
    pub(crate) compilers: Vec<Compiler>,
    /// On which device
    #[arg(long, value_enum, default_value = "x86_64")]
    pub(crate) device: Device,
}

#[derive(Debug, Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Timed repetitions
    #[arg(long, default_value_t = 3)]
    pub(crate) reps: u32,
    /// Repetitions before these
    #[arg(long, default_value_t = 1)]
    pub(crate) warmup: u32,
    /// Also run the serial version, and compare
    #[arg(long)]
    pub(crate) reference: bool,
    /// Seconds after which a program is ended
    #[arg(long, value_name = "S", default_value_t = program::LIMIT.as_secs())]
    pub(crate) limit: u64,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Sizes for the programs, such as ni=N
    #[arg(last = true)]
    pub(crate) sizes: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Output {
    /// How the table is written
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// File to write (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// Kernels (default: all)
    pub(crate) kernels: Vec<String>,
    /// Instead: remove the experts' collapse clauses; which of them does warpcc find again?
    #[arg(long)]
    pub(crate) stripped: bool,
    /// Instead: are the sectors per request that `profile` recorded those that warpcc predicts?
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stripped", "kernels"])]
    pub(crate) profiles: Vec<PathBuf>,
    /// Also run the kernels on these devices, where they are there
    #[arg(long, value_name = "DEVICES", value_enum, value_delimiter = ',',
          conflicts_with_all = ["stripped", "profiles"])]
    pub(crate) times: Vec<Device>,
    /// Timed repetitions
    #[arg(long, default_value_t = 3)]
    pub(crate) reps: u32,
    /// Repetitions before these
    #[arg(long, default_value_t = 1)]
    pub(crate) warmup: u32,
    /// Sizes of the runs
    #[arg(long, value_enum, default_value = "usual")]
    pub(crate) sizes: Sizes,
    /// Seconds after which a program is ended
    #[arg(long, value_name = "S", default_value_t = program::LIMIT.as_secs())]
    pub(crate) limit: u64,
    /// Also write a page with pictures into this folder: kernels.md and SVG files
    #[arg(long, value_name = "DIR", conflicts_with_all = ["stripped", "profiles"])]
    pub(crate) write: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Profile {
    /// Kernels (default: all)
    pub(crate) kernels: Vec<String>,
    /// Versions, separated by commas
    #[arg(long = "version", value_enum, value_delimiter = ',', default_value = "plain")]
    pub(crate) versions: Vec<Version>,
    /// Who compiles, separated by commas
    #[arg(long = "compiler", value_enum, value_delimiter = ',', default_value = "clang,warpcc")]
    pub(crate) compilers: Vec<Compiler>,
    /// Nsight Compute's command (default: `ncu` in PATH)
    #[arg(long, value_name = "PATH")]
    pub(crate) ncu: Option<PathBuf>,
    /// Instead: count on the simulator, which needs no GPU (`warpsim` beside this program)
    #[arg(long, conflicts_with = "ncu")]
    pub(crate) simulator: bool,
    /// Seconds after which a program is ended
    #[arg(long, value_name = "S", default_value_t = program::LIMIT.as_secs())]
    pub(crate) limit: u64,
    /// File to write (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Sizes for the programs, such as ni=N
    #[arg(last = true)]
    pub(crate) sizes: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Simulate {
    /// Kernels (default: all)
    pub(crate) kernels: Vec<String>,
    /// Versions, separated by commas; the plain one is also compiled by warpcc
    #[arg(long = "version", value_enum, value_delimiter = ',', default_values = ["plain", "expert"])]
    pub(crate) versions: Vec<Version>,
    /// Levels of optimisation, separated by commas
    #[arg(long = "optimize", value_name = "LEVELS", value_delimiter = ',', default_value = "2",
          value_parser = clap::value_parser!(u8).range(..=3))]
    pub(crate) levels: Vec<u8>,
    /// Run nothing: compare the programs of a public code that `scripts/simulate-public.sh` ran, which wrote this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["kernels", "versions", "levels", "warpsim", "limit"])]
    pub(crate) public: Option<PathBuf>,
    /// The simulator (default: `warpsim` beside this program)
    #[arg(long, value_name = "PATH")]
    pub(crate) warpsim: Option<PathBuf>,
    /// Seconds after which a program is ended
    #[arg(long, value_name = "S", default_value_t = program::LIMIT.as_secs())]
    pub(crate) limit: u64,
    /// Also write the result there, as a page of documentation
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Totals {
    /// Kernels (default: all)
    pub(crate) kernels: Vec<String>,
    /// Level of optimisation
    #[arg(long = "optimize", value_name = "LEVEL", default_value_t = 3,
          value_parser = clap::value_parser!(u8).range(..=3))]
    pub(crate) level: u8,
    /// The simulator (default: `warpsim` beside this program)
    #[arg(long, value_name = "PATH")]
    pub(crate) warpsim: Option<PathBuf>,
    /// Seconds after which a program is ended
    #[arg(long, value_name = "S", default_value_t = program::LIMIT.as_secs())]
    pub(crate) limit: u64,
    /// Also write the result there, as a page of documentation
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::{Command, CommandFactory as _, Parser as _};

    use super::Cli;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        assert!(Cli::try_parse_from(["harness", "demo", "gemm", "--work", "w"]).is_ok());
    }

    /// The long options of `command` and of those below it, and their names.
    fn words(command: &Command, found: &mut BTreeSet<String>) {
        let hidden = ["help", "version"];
        let options = command.get_arguments().filter_map(|argument| argument.get_long());
        found.extend(options.filter(|long| !hidden.contains(long)).map(|long| format!("--{long}")));
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            found.insert(below.get_name().into());
            words(below, found);
        }
    }

    #[test]
    fn the_guide_tells_every_command_and_option() {
        let guide = include_str!("../../docs/guide/benchmarks.md");
        let mut found = BTreeSet::new();
        words(&Cli::command(), &mut found);
        let told = |word: &&String| {
            guide.split(|c: char| !c.is_alphanumeric() && c != '-').any(|part| part == **word)
        };
        let untold: Vec<&String> = found.iter().filter(|word| !told(word)).collect();
        assert!(untold.is_empty(), "{untold:?}");
        assert!(found.len() > 30, "{found:?}");
    }
}
