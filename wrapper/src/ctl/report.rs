//! `warpctl report`: what is made of reports.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use warpcc::report::{Report, Sources, html, record, sarif};

use super::simulated::{self, Counts};
use super::{compared, inputs, merge};

#[derive(Debug, Subcommand)]
pub(super) enum Task {
    /// Join reports, or the reports in folders, into one set
    Merge {
        #[command(flatten)]
        io: Io,
        /// Keep FILE.index beside FILE, and read only the reports that changed since
        #[arg(long, requires = "output")]
        incremental: bool,
    },
    /// Make one HTML page that needs no network and no other file
    Html {
        #[command(flatten)]
        io: Io,
        #[command(flatten)]
        root: Root,
        #[command(flatten)]
        counts: Counts,
    },
    /// Make a SARIF 2.1.0 log with one run, for code review
    Sarif {
        #[command(flatten)]
        io: Io,
        #[command(flatten)]
        root: Root,
        /// The most results; notes are dropped before warnings
        #[arg(long, value_name = "N", default_value_t = sarif::MAX_RESULTS)]
        max_results: usize,
    },
    /// Make an optimisation record (YAML), as LLVM's passes write it
    Record {
        #[command(flatten)]
        io: Io,
    },
    /// Compare two states of a program: which regions are worse, new, lost, or better
    ///
    /// Regions are matched by file, function and directive. A region is worse where its requests take more sectors, by more than the
    /// tolerance, or where an access was coalesced and is no longer.
    #[command(
        after_long_help = "For example: warpctl report diff old.json new.json --fail-on worse"
    )]
    Diff {
        #[command(flatten)]
        options: compared::Options,
    },
}

/// What is read and what is written.
#[derive(Debug, Args)]
pub(super) struct Io {
    /// Report files, sets of reports, or folders of them
    #[arg(required = true)]
    inputs: Vec<PathBuf>,
    /// Where to write (standard output by default)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Where the sources are.
#[derive(Debug, Args)]
pub(super) struct Root {
    /// Folder in which relative names of source files are sought
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(super) source_root: PathBuf,
}

/// Carries a task out.
pub(super) fn run(task: &Task) -> Result<i32, String> {
    match task {
        Task::Merge { io, incremental } => {
            merge::print(&io.inputs, io.output.as_deref(), *incremental)
        }
        Task::Html { io, root, counts } => page(io, &root.source_root, counts),
        Task::Sarif { io, root, max_results } => log(io, &root.source_root, *max_results),
        Task::Record { io } => records(io),
        Task::Diff { options } => compared::print(options),
    }
}

fn page(io: &Io, root: &Path, counts: &Counts) -> Result<i32, String> {
    let run = simulated::wanted(counts)?;
    let (mut reports, mut sources) = (Vec::new(), Sources::new());
    inputs::each(&io.inputs, &mut |report| {
        inputs::add_sources(&mut sources, &report, root);
        reports.push(report);
    })?;
    reports.sort_by(|a, b| a.unit.cmp(&b.unit));
    let column = run.map(|run| simulated::column(&run, &reports)).transpose()?;
    let text = html::page_with(&reports, &sources, column.as_ref());
    put(io, &mut |out| out.write_all(text.as_bytes()))
}

fn log(io: &Io, root: &Path, limit: usize) -> Result<i32, String> {
    let mut run = sarif::Run::new(limit, absolute(root));
    inputs::each(&io.inputs, &mut |report| add(&mut run, &report, root))?;
    if run.dropped() > 0 {
        let (dropped, kept) = (run.dropped(), limit);
        crate::driver::say(&format!("warpctl: {dropped} results dropped, {kept} kept\n"));
    }
    put(io, &mut |out| run.write(out))
}

/// The log of reports that were just made in this folder.
pub(super) fn log_of(reports: &[Report]) -> Result<String, String> {
    let root = Path::new(".");
    let mut run = sarif::Run::new(sarif::MAX_RESULTS, absolute(root));
    reports.iter().for_each(|report| add(&mut run, report, root));
    text_of(&run)
}

/// A log as text.
pub(super) fn text_of(run: &sarif::Run) -> Result<String, String> {
    let mut text = Vec::new();
    run.write(&mut text).map_err(|error| error.to_string())?;
    String::from_utf8(text).map_err(|error| error.to_string())
}

fn add(run: &mut sarif::Run, report: &Report, root: &Path) {
    let mut sources = Sources::new();
    inputs::add_sources(&mut sources, report, root);
    run.add(report, &sources);
}

pub(super) fn absolute(root: &Path) -> Option<String> {
    std::fs::canonicalize(root).ok()?.to_str().map(str::to_owned)
}

fn records(io: &Io) -> Result<i32, String> {
    let mut result = Ok(());
    inputs::create(io.output.as_deref(), &mut |out| {
        inputs::each(&io.inputs, &mut |report| {
            let written = std::mem::replace(&mut result, Ok(()));
            result = written.and_then(|()| record::write(out, &report));
        })?;
        std::mem::replace(&mut result, Ok(())).map_err(|error| error.to_string())
    })?;
    Ok(0)
}

fn put(
    io: &Io,
    fill: &mut dyn FnMut(&mut dyn Write) -> std::io::Result<()>,
) -> Result<i32, String> {
    inputs::create(io.output.as_deref(), &mut |out| fill(out).map_err(|e| e.to_string()))?;
    Ok(0)
}
