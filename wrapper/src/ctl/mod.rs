//! `warpctl`: what warpcc knows, for people.

mod compared;
mod diff;
mod doctor;
mod explain;
mod inputs;
mod man;
pub(crate) mod merge;
mod proofs;
mod report;
mod runs;
mod sets;
mod simulate;
mod simulated;
mod source;
mod story;
mod transfers;
mod verify;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use warpcc::diag::Code;
use warpcc::report::Report;

#[derive(Debug, Parser)]
#[command(name = "warpctl", version, about = "Shows and explains what warpcc does")]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Analyse source files and print what was found; clang does not run
    Analyze {
        /// C and C++ source files
        #[arg(required = true)]
        files: Vec<String>,
        /// How to print
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
        /// End with status 1 where one of these codes is said of a file or a region, comma-separated: WC101,WC110
        #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = code)]
        error_on: Vec<Code>,
        #[command(flatten)]
        how: How,
    },
    /// Print the change to a source file as a patch (for `git apply` or `patch -p1`)
    Diff {
        /// C or C++ source file
        file: String,
        #[command(flatten)]
        how: How,
    },
    /// Explain a code (WC205), or what was decided at a place (gemm.c:7)
    Explain {
        /// A code, or a file and a line in it
        what: String,
        /// How to print
        #[arg(long, value_enum, default_value_t = Form::Text)]
        format: Form,
        #[command(flatten)]
        counts: simulated::Counts,
        #[command(flatten)]
        how: How,
    },
    /// Print which elements of each array a region accesses in a step of the loop around it, and which move between steps
    ///
    /// `C_A(T)` are the elements of A in a step T of the host's loop; `D_A(t)` those in a step t of a sequential loop of the region
    /// around threads, for a tile. The sets are in isl's notation.
    Sets {
        /// A file and a line in it
        place: String,
        #[command(flatten)]
        how: How,
    },
    /// Run a source file as written and as rewritten, and compare what both compute
    ///
    /// Ends with status 0 where all is equal or nothing is rewritten, 1 where something differs, and 3 where something could not be
    /// compared and nothing that could differs.
    Verify {
        /// C or C++ source file, with a main or without
        file: String,
        #[command(flatten)]
        how: How,
    },
    /// Run a program that warpcc linked for the simulated GPU, or compare two runs
    ///
    /// This command starts `warpsim run`; the exit status is the program's. `warpsim run` checks every access, counts requests and sectors
    /// for each line, and can look for races. Every number is simulated: PTX is not machine code, and there are no times.
    #[command(after_long_help = "For example: warpctl simulate --csv rows.csv ./rows")]
    Simulate {
        #[command(flatten)]
        options: simulate::Options,
    },
    /// Run a program without a GPU, and tell what it copies between host and device, and what of that it could do without
    ///
    /// The program is built for the host's processor as the device (`x86_64`), or linked for the simulated GPU. This command starts
    /// `warpsim transfers`; the exit status is the program's.
    #[command(after_long_help = "For example: warpctl transfers --json t.json ./heat 16")]
    Transfers {
        #[command(flatten)]
        options: transfers::Options,
    },
    /// Work on reports
    Report {
        #[command(subcommand)]
        action: report::Task,
    },
    /// Print a shell's completions of warpctl's commands and options
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages of warpcc, warpcc++ and warpctl into a folder
    Man {
        /// The folder
        folder: PathBuf,
    },
    /// Check that everything that warpcc needs is there
    Doctor {
        /// The clang to look at
        #[arg(long, value_name = "PATH")]
        clang: Option<PathBuf>,
        /// Only tell whether libomptarget would load the images of this linked program
        #[arg(long, value_name = "FILE")]
        program: Option<PathBuf>,
    },
}

/// How to find and read a source file.
#[derive(Debug, Args)]
struct How {
    /// Folder of the compilation database
    #[arg(short = 'p', value_name = "BUILD_DIR")]
    build: Option<PathBuf>,
    /// GPU whose memory requests are counted
    #[arg(long, value_name = "NAME")]
    machine: Option<String>,
    /// What the analysis may assume, comma-separated
    #[arg(long, value_name = "LIST")]
    assume: Option<String>,
    /// Processor time for the analysis of one file in milliseconds; 0: no limit [default: 2500]
    #[arg(long, value_name = "N")]
    budget_ms: Option<u64>,
    /// Whether data may stay on the device between regions: on, report or off [default: as the driver]
    #[arg(long, value_name = "HOW")]
    transfers: Option<String>,
    /// The clang whose headers and library to use
    #[arg(long, value_name = "PATH")]
    clang: Option<PathBuf>,
    /// The compiler's options for the files
    #[arg(last = true, value_name = "FLAGS")]
    flags: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Sarif,
}

/// How an explanation is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Text,
    Json,
}

/// Runs `warpctl` with the arguments of the process and returns its exit code.
pub fn run() -> i32 {
    let result = match Cli::parse().command {
        Task::Analyze { files, format, error_on, how } => {
            analyze(&files, format, &how).map(|reports| errors(&reports, &error_on))
        }
        Task::Diff { file, how } => {
            source::read_for_patch(&file, &how).and_then(|unit| diff::print(&unit))
        }
        Task::Explain { what, format, counts, how } => {
            explain::print(&what, (format, &counts), &how)
        }
        Task::Sets { place, how } => sets::print(&place, &how),
        Task::Simulate { options } => simulate::run(&options),
        Task::Transfers { options } => transfers::run(&options),
        Task::Verify { file, how } => source::read(&file, &how).and_then(|s| verify::print(&s)),
        Task::Report { action } => report::run(&action),
        Task::Completions { shell } => man::completions(shell, Cli::command()),
        Task::Man { folder } => man::write(&folder, Cli::command()),
        Task::Doctor { clang, program: None } => doctor::print(clang),
        Task::Doctor { clang, program: Some(file) } => doctor::print_program(clang, &file),
    };
    result.unwrap_or_else(|message| {
        crate::driver::say(&format!("warpctl: error: {message}\n"));
        1
    })
}

/// Writes to standard output; the error is one line for the user.
fn put(bytes: &[u8]) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| error.to_string())
}

/// Analyses the files and prints what was found.
fn analyze(files: &[String], format: Format, how: &How) -> Result<Vec<Report>, String> {
    let mut reports = Vec::new();
    for file in files {
        reports.push(source::read(file, how)?.report);
    }
    let text = match (format, reports.as_slice()) {
        (Format::Json, [report]) => report.to_json(),
        (Format::Json, all) => merge::join(all)?,
        (Format::Sarif, all) => report::log_of(all)?,
        (Format::Text, all) => {
            let texts: Result<Vec<_>, _> = all.iter().map(words::unit).collect();
            texts?.join("\n")
        }
    };
    put(text.as_bytes()).map(|()| reports)
}

/// A code as people write it: `WC205`, `wc205` or `205`.
fn code(text: &str) -> Result<Code, String> {
    Code::parse(text).ok_or_else(|| format!("'{text}' is no code"))
}

/// Says where the codes are that make an analysis fail; the exit code is 1 where there is one.
fn errors(reports: &[Report], codes: &[Code]) -> i32 {
    let mut places: BTreeMap<Code, BTreeSet<&str>> = BTreeMap::new();
    for code in codes {
        let name = code.to_string();
        for report in reports {
            let regions = report.regions.iter().filter(|region| region.is_said(&name));
            let failure = report.failure.iter().filter(|failure| failure.code == name);
            let found = regions.map(|region| region.id.as_str());
            for place in found.chain(failure.map(|_| report.unit.as_str())) {
                places.entry(*code).or_default().insert(place);
            }
        }
    }
    for (code, places) in &places {
        let places: Vec<_> = places.iter().copied().collect();
        let (title, list) = (code.title(), places.join(", "));
        crate::driver::say(&format!("warpctl: error: {code}: {title}: {list}\n"));
    }
    i32::from(!places.is_empty())
}
