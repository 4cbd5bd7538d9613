//! `warpctl report diff`: two states of a program, by their reports.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use warpcc::report::comparison::{self, Comparison, Kind};
use warpcc::report::{Report, Sources, sarif};

use super::inputs;
use super::report::{Root, absolute, text_of};

/// What is compared, and how.
#[derive(Debug, Args)]
pub(super) struct Options {
    /// Report, set of reports, or folder of them: the state before
    old: PathBuf,
    /// The same of the state after
    new: PathBuf,
    /// End with status 1 where a region is worse, new with accesses that are not coalesced, or lost; comma-separated
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KINDS")]
    fail_on: Vec<Fault>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Form::Text)]
    format: Form,
    /// Where to write (standard output by default)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// By how much sectors may grow before a region is worse
    #[arg(long, value_name = "PERCENT", default_value_t = 10)]
    tolerance: u16,
    /// Compare the sources as they are written, for programs that warpcc does not compile
    #[arg(long)]
    as_written: bool,
    #[command(flatten)]
    root: Root,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Json,
    /// For the summary of a build
    Markdown,
    /// The findings that NEW has and OLD has not
    Sarif,
}

/// What makes a comparison fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Fault {
    Worse,
    New,
    Lost,
}

/// Prints the comparison; the exit code is 1 where something is that may not be.
pub(super) fn print(options: &Options) -> Result<i32, String> {
    let read = |path: &Path| reports(path, options.as_written);
    let (old, new) = (read(&options.old)?, read(&options.new)?);
    note_versions(&old, &new);
    let tolerance = f64::from(options.tolerance) / 100.0;
    let comparison = comparison::compare(&old, &new, tolerance);
    let text = match options.format {
        Form::Text => comparison.to_text(),
        Form::Json => comparison.to_json(),
        Form::Markdown => comparison.to_markdown(),
        Form::Sarif => log(&comparison, &new, &options.root.source_root)?,
    };
    inputs::create(options.output.as_deref(), &mut |out| {
        out.write_all(text.as_bytes()).map_err(|error| error.to_string())
    })?;
    Ok(i32::from(options.fail_on.iter().any(|fault| fails(&comparison, *fault))))
}

fn reports(path: &Path, as_written: bool) -> Result<Vec<Report>, String> {
    let mut reports = Vec::new();
    inputs::each(&[path.to_owned()], &mut |mut report| {
        if as_written {
            report.leave_as_written();
        }
        reports.push(report);
    })?;
    reports.sort_by(|a, b| a.unit.cmp(&b.unit));
    Ok(reports)
}

/// Says that the reports are of several versions of warpcc: what differs may be their counts.
fn note_versions(old: &[Report], new: &[Report]) {
    let all = old.iter().chain(new);
    let versions: BTreeSet<&str> = all.map(|report| report.tool.version.as_str()).collect();
    if versions.len() > 1 {
        let list = versions.into_iter().collect::<Vec<_>>().join(", ");
        crate::driver::say(&format!(
            "warpctl: the reports are of several versions of warpcc: {list}\n"
        ));
    }
}

fn fails(comparison: &Comparison, fault: Fault) -> bool {
    match fault {
        Fault::Worse => comparison.of_kind(Kind::Worse).next().is_some(),
        Fault::Lost => comparison.of_kind(Kind::Lost).next().is_some(),
        Fault::New => comparison
            .of_kind(Kind::New)
            .any(|change| change.new.as_ref().is_some_and(|counts| counts.uncoalesced > 0)),
    }
}

fn log(comparison: &Comparison, new: &[Report], root: &Path) -> Result<String, String> {
    let mut sources = Sources::new();
    new.iter().for_each(|report| inputs::add_sources(&mut sources, report, root));
    let mut run = sarif::Run::new(sarif::MAX_RESULTS, absolute(root));
    comparison.add_new_findings(&mut run, &sources);
    text_of(&run)
}
