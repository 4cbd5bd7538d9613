//! Benchmark kernels for warpcc: builds them with clang and with warpcc, runs both, compares.
//!
//! Knows warpcc by its command line and its JSON report only.

mod bench;
mod case;
mod compile;
mod demo;
mod failure;
mod kernels;
mod program;
mod report;
mod summary;
mod table;
mod tools;

use std::env;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::compile::{Built, Compiler, Job, Places, Target};
use crate::failure::Failure;
use crate::tools::{ToolOptions, Tools};

/// Builds, runs and compares benchmark kernels with clang and with warpcc.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    tools: ToolOptions,
    /// Folder of the kernels' sources
    #[arg(long, value_name = "DIR", global = true,
          default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/kernels"), hide_default_value = true)]
    sources: PathBuf,
    /// Folder for builds (default: `harness` in Cargo's target folder)
    #[arg(long, value_name = "DIR", global = true)]
    work: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Say which kernels there are
    List,
    /// Build kernels (all of them where none is named)
    Build(Selection),
    /// Build kernels and run them; prints what they print
    Run {
        #[command(flatten)]
        selection: Selection,
        /// Arguments of the programs: reps=N, reference, and sizes such as ni=N
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Build and run kernels both ways: one table, a source diff, a proof
    Demo {
        /// Kernels (default: all)
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

#[derive(Debug, Args)]
struct Selection {
    /// Kernels (default: all)
    kernels: Vec<String>,
    /// Who compiles
    #[arg(long, value_enum, default_value_t = Compiler::Warpcc)]
    compiler: Compiler,
    /// For which device
    #[arg(long, value_enum, default_value_t = Target::Cpu)]
    target: Target,
}

fn main() -> ExitCode {
    match act(&Cli::parse()) {
        Ok(status) => status,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn act(cli: &Cli) -> Result<ExitCode, Failure> {
    if let Action::List = cli.action {
        return list();
    }
    let tools = Tools::find(&cli.tools)?;
    let places = places(cli)?;
    match &cli.action {
        Action::List => list(),
        Action::Build(selection) => {
            build(&tools, &places, selection)?;
            Ok(ExitCode::SUCCESS)
        }
        Action::Run { selection, arguments } => run(&tools, &places, selection, arguments),
        Action::Demo { kernels } => {
            let demo = demo::demo(&tools, &places, &kernels::select(kernels)?);
            print(&demo.text)?;
            Ok(if demo.worked { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Action::BenchDriver { runs, write } => {
            bench_driver(&tools, &places, *runs, write.as_deref())
        }
    }
}

fn list() -> Result<ExitCode, Failure> {
    let row = |kernel: &kernels::Kernel| vec![kernel.name.to_string(), kernel.summary.to_string()];
    let rows: Vec<Vec<String>> = kernels::KERNELS.iter().map(row).collect();
    print(&table::render(&["kernel", "what it computes"], &rows))?;
    Ok(ExitCode::SUCCESS)
}

fn build(tools: &Tools, places: &Places, selection: &Selection) -> Result<Vec<Built>, Failure> {
    let Selection { compiler, target, .. } = *selection;
    let kernels = kernels::select(&selection.kernels)?;
    let jobs: Vec<Job> =
        kernels.into_iter().map(|kernel| Job { kernel, compiler, target }).collect();
    compile::build_all(tools, places, &jobs).into_iter().collect()
}

fn run(
    tools: &Tools,
    places: &Places,
    selection: &Selection,
    arguments: &[String],
) -> Result<ExitCode, Failure> {
    let mut worst = ExitCode::SUCCESS;
    for built in build(tools, places, selection)? {
        let mut command = program::command(tools, &built.program);
        let status = command.args(arguments).status().map_err(Failure::io(&built.program))?;
        if !status.success() {
            worst = ExitCode::FAILURE;
        }
    }
    Ok(worst)
}

fn bench_driver(
    tools: &Tools,
    places: &Places,
    runs: usize,
    write: Option<&Path>,
) -> Result<ExitCode, Failure> {
    let harness = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = bench::bench(tools, harness, &places.work, runs)?;
    if let Some(file) = write {
        let page = bench::page(&text, tools, &format!("make bench-driver RUNS={runs}"));
        std::fs::write(file, page).map_err(Failure::io(file))?;
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn places(cli: &Cli) -> Result<Places, Failure> {
    let work = match &cli.work {
        Some(folder) => folder.clone(),
        None => target_folder()?.join("harness"),
    };
    std::fs::create_dir_all(&work).map_err(Failure::io(&work))?;
    let absolute = |path: &Path| path.canonicalize().map_err(Failure::io(path));
    Ok(Places { kernels: absolute(&cli.sources)?, work: absolute(&work)? })
}

/// Cargo's target folder: two levels above this program (`target/release/spec-accel-harness`).
fn target_folder() -> Result<PathBuf, Failure> {
    let this = env::current_exe().map_err(Failure::io(Path::new("this program")))?;
    let folder = this.ancestors().nth(2).map(Path::to_path_buf);
    folder.ok_or_else(|| Failure::new("no work folder", "give one with --work"))
}

fn print(text: &str) -> Result<(), Failure> {
    let written = io::stdout().lock().write_all(text.as_bytes());
    written.map_err(Failure::io(Path::new("standard output")))
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser as _};

    use super::Cli;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        assert!(Cli::try_parse_from(["harness", "demo", "gemm", "--work", "w"]).is_ok());
    }
}
