//! Benchmark kernels for warpcc: builds them with clang and with warpcc, runs both, compares.
//!
//! Knows warpcc by its command line and its JSON report only.

mod analysis;
mod bench;
mod case;
mod chart;
mod check;
mod cli;
mod compare;
mod compile;
mod csv;
mod demo;
mod failure;
mod gpu;
mod image;
mod kernels;
mod measure;
mod peers;
mod pool;
mod process;
mod profile;
mod program;
mod progress;
mod provenance;
mod report;
mod simulate;
mod simulator;
mod spec;
mod statistics;
mod strip;
mod stripped;
mod summary;
mod table;
mod tools;
mod totals;

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser as _;

use crate::cli::{
    Action, Cli, Compare, Output, Profile, Run, Selection, Simulate, SpecAction, Totals,
};
use crate::compile::{Device, Job, Places};
use crate::failure::Failure;
use crate::kernels::{DEMO, Kernel};
use crate::provenance::Provenance;
use crate::table::Cell;
use crate::tools::Tools;

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
    match &cli.action {
        Action::List(output) => return list(output).map(|()| ExitCode::SUCCESS),
        Action::Spec { action: SpecAction::Results { files, output } } => {
            return spec_results(files, output).map(|()| ExitCode::SUCCESS);
        }
        _ => {}
    }
    let tools = Tools::find(&cli.tools)?;
    let places = places(cli)?;
    let worked = match &cli.action {
        Action::List(_) => true,
        Action::Spec { action } => spec_config(&tools, action)?,
        Action::Build(selection) => build(&tools, &places, selection)?,
        Action::Run(options) => run(&tools, &places, options)?,
        Action::Check { kernels, versions, output } => {
            let kernels = kernels::select(kernels)?;
            report_check(&check::check(&tools, &places, &kernels, versions), output)?
        }
        Action::Profile(options) => profile(&tools, &places, options)?,
        Action::Simulate(options) => simulate(&tools, &places, options)?,
        Action::Totals(options) => totals(&tools, &places, options)?,
        Action::Compare(options) => compare(&tools, &places, options)?,
        Action::Demo { kernels } => {
            let default = DEMO.map(String::from);
            let names = if kernels.is_empty() { &default[..] } else { kernels };
            let demo = demo::demo(&tools, &places, &kernels::select(names)?);
            print(&demo.text)?;
            demo.worked
        }
        Action::BenchDriver { runs, write } => {
            bench_driver(&tools, &places, *runs, write.as_deref())?;
            true
        }
    };
    Ok(if worked { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn list(output: &Output) -> Result<(), Failure> {
    let row = |kernel: &Kernel| {
        [kernel.name, kernel.origin.words(), kernel.summary].map(Cell::from).to_vec()
    };
    let rows: Vec<Vec<Cell>> = kernels::KERNELS.iter().map(row).collect();
    put(output, &table::write(output.format, &["kernel", "origin", "what it computes"], &rows))
}

fn spec_results(files: &[PathBuf], output: &Output) -> Result<(), Failure> {
    let read = |path: &PathBuf| fs::read_to_string(path).map_err(Failure::io(path));
    let texts = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let named: Vec<_> = files.iter().map(PathBuf::as_path).zip(texts).collect();
    put(output, &spec::read(&named)?.write(output.format))
}

fn spec_config(tools: &Tools, action: &SpecAction) -> Result<bool, Failure> {
    let SpecAction::Config { compiler, fortran, size, iterations, reports, output } = action else {
        return Ok(true);
    };
    let configuration = spec::Configuration {
        compiler: *compiler,
        fortran: fortran.as_deref(),
        size,
        iterations: *iterations,
        reports: reports.as_deref(),
    };
    put_text(output.as_deref(), &configuration.text(tools)?)?;
    Ok(true)
}

fn plan(selection: &Selection) -> Result<measure::Plan, Failure> {
    Ok(measure::Plan {
        kernels: kernels::select(&selection.kernels)?,
        versions: selection.versions.clone(),
        compilers: selection.compilers.clone(),
        device: selection.device,
        arguments: Vec::new(),
        limit: program::LIMIT,
    })
}

/// Builds; each failure is a line on standard error.
fn build(tools: &Tools, places: &Places, selection: &Selection) -> Result<bool, Failure> {
    let jobs = plan(selection)?.jobs();
    let builds = compile::build_all(tools, places, &jobs);
    let failed = jobs.iter().zip(builds).filter_map(|(job, built)| Some((job, built.err()?)));
    Ok(complain(failed) == 0)
}

fn run(tools: &Tools, places: &Places, options: &Run) -> Result<bool, Failure> {
    let mut plan = plan(&options.selection)?;
    plan.limit = Duration::from_secs(options.limit);
    plan.arguments = vec![format!("reps={}", options.reps), format!("warmup={}", options.warmup)];
    plan.arguments.extend(options.reference.then(|| "reference".into()));
    plan.arguments.extend(options.sizes.iter().cloned());
    let outcomes = measure::measure(tools, places, &plan);
    let rows: Vec<_> =
        outcomes.iter().flat_map(|(job, outcome)| measure::rows(job, outcome)).collect();
    let Output { format, .. } = options.output;
    put(&options.output, &table::write(format, &measure::HEADINGS, &rows))?;
    let failed = outcomes.iter().filter_map(|(job, outcome)| Some((job, outcome.clone().err()?)));
    Ok(complain(failed) == 0)
}

fn profile(tools: &Tools, places: &Places, options: &Profile) -> Result<bool, Failure> {
    let fixed = ["reps=1", "warmup=0"].into_iter();
    let plan = measure::Plan {
        kernels: kernels::select(&options.kernels)?,
        versions: options.versions.clone(),
        compilers: options.compilers.clone(),
        device: Device::Gpu,
        arguments: fixed.map(String::from).chain(options.sizes.iter().cloned()).collect(),
        limit: Duration::from_secs(options.limit),
    };
    let profiler = profile::Profiler::find(options.ncu.as_deref(), options.simulator)?;
    let (profile, failures) = profile::profile(tools, places, &plan, &profiler)?;
    put_text(options.output.as_deref(), &profile.text())?;
    Ok(complain(failures.iter().map(|(job, failure)| (job, failure.clone()))) == 0)
}

fn simulate(tools: &Tools, places: &Places, options: &Simulate) -> Result<bool, Failure> {
    if let Some(list) = &options.public {
        let command = "scripts/simulate-public.sh FOLDER".into();
        let provenance = Provenance { command, ..Provenance::of_this_run(tools, &places.kernels) };
        let public = simulate::Public::read(list, provenance)?;
        if let Some(file) = &options.write {
            public.write_page(file)?;
        }
        put(&options.output, &public.write(options.output.format))?;
        return Ok(true);
    }
    let wanted = simulate::Options {
        kernels: each_once(&kernels::select(&options.kernels)?),
        versions: each_once(&options.versions),
        levels: each_once(&options.levels),
        simulator: tools::find_simulator(options.warpsim.as_deref())?,
        limit: Duration::from_secs(options.limit),
    };
    let simulation = simulate::simulate(tools, places, &wanted)?;
    if let Some(file) = &options.write {
        simulation.write_page(file)?;
    }
    put(&options.output, &simulation.write(options.output.format))?;
    let failures = simulation.failures();
    failures.iter().for_each(|failure| eprintln!("{failure}"));
    Ok(failures.is_empty())
}

fn totals(tools: &Tools, places: &Places, options: &Totals) -> Result<bool, Failure> {
    let wanted = totals::Options {
        kernels: each_once(&kernels::select(&options.kernels)?),
        level: options.level,
        simulator: tools::find_simulator(options.warpsim.as_deref())?,
        limit: Duration::from_secs(options.limit),
    };
    let totals = totals::totals(tools, places, &wanted)?;
    if let Some(file) = &options.write {
        totals.write_page(file)?;
    }
    put(&options.output, &totals.write(options.output.format))?;
    let failures = totals.failures();
    failures.iter().for_each(|failure| eprintln!("{failure}"));
    Ok(failures.is_empty())
}

/// The items without those that are there already.
fn each_once<T: Copy + PartialEq>(items: &[T]) -> Vec<T> {
    let mut all = Vec::new();
    for item in items {
        if !all.contains(item) {
            all.push(*item);
        }
    }
    all
}

fn compare(tools: &Tools, places: &Places, options: &Compare) -> Result<bool, Failure> {
    let Compare { output, .. } = options;
    if !options.profiles.is_empty() {
        return score(tools, places, &options.profiles, output);
    }
    let kernels = kernels::select(&options.kernels)?;
    if options.stripped {
        put(output, &stripped::examine(tools, places, &kernels)?.write(output.format))?;
        return Ok(true);
    }
    let runs = compare::Options {
        reps: options.reps,
        warmup: options.warmup,
        sizes: options.sizes,
        limit: Duration::from_secs(options.limit),
    };
    let comparison = compare::compare(tools, places, &kernels, (&options.times, &runs));
    if let Some(folder) = &options.write {
        comparison.write_page(folder)?;
    }
    put(output, &comparison.write(output.format))?;
    Ok(comparison.failures().map(|failure| eprintln!("{failure}")).count() == 0)
}

/// The score of each recorded profile; false if a prediction and a measurement contradict.
fn score(
    tools: &Tools,
    places: &Places,
    files: &[PathBuf],
    output: &Output,
) -> Result<bool, Failure> {
    let mut texts = Vec::new();
    let mut agree = true;
    for file in files {
        let text = fs::read_to_string(file).map_err(Failure::io(file))?;
        let profile = profile::read(&text).map_err(|failure| failure.of(file))?;
        let score = profile::score(tools, places, profile)?;
        agree &= score.agrees();
        texts.push(score.write(output.format));
    }
    put(output, &texts.join("\n"))?;
    Ok(agree)
}

/// Says on standard error what failed; how many there were.
fn complain<'a>(failed: impl Iterator<Item = (&'a Job, Failure)>) -> usize {
    let line = |(job, failure): (&Job, Failure)| {
        let (version, compiler) = (job.version.name(), job.compiler.name());
        eprintln!("FAILED {} ({version}, {compiler}): {failure}", job.kernel.name);
    };
    failed.map(line).count()
}

fn report_check(checked: &check::Checked, output: &Output) -> Result<bool, Failure> {
    let headings: Vec<&str> = checked.headings.iter().map(String::as_str).collect();
    put(output, &table::write(output.format, &headings, &checked.rows))?;
    for failure in &checked.failures {
        eprintln!("{failure}");
    }
    Ok(checked.failures.is_empty())
}

/// Writes `text` where `output` says.
fn put(output: &Output, text: &str) -> Result<(), Failure> {
    put_text(output.output.as_deref(), text)
}

fn put_text(file: Option<&Path>, text: &str) -> Result<(), Failure> {
    match file {
        Some(path) => fs::write(path, text).map_err(Failure::io(path)),
        None => print(text),
    }
}

fn bench_driver(
    tools: &Tools,
    places: &Places,
    runs: usize,
    write: Option<&Path>,
) -> Result<(), Failure> {
    let text = bench::bench(tools, &own_folder(), &places.work, runs)?;
    if let Some(file) = write {
        let page = bench::page(&text, tools, &format!("make bench-driver RUNS={runs}"));
        std::fs::write(file, page).map_err(Failure::io(file))?;
    }
    print(&text)
}

fn places(cli: &Cli) -> Result<Places, Failure> {
    let work = match &cli.work {
        Some(folder) => folder.clone(),
        None => target_folder()?.join("harness"),
    };
    fs::create_dir_all(&work).map_err(Failure::io(&work))?;
    let absolute = |path: &Path| path.canonicalize().map_err(Failure::io(path));
    let kernels = cli.sources.clone().unwrap_or_else(|| own_folder().join("kernels"));
    Ok(Places { kernels: absolute(&kernels)?, work: absolute(&work)? })
}

/// This program's folder in the checkout: that below the current folder, as for `make`, or the one that it was built in.
/// Checkouts that share a target folder share the program, and the one that built it may be gone.
fn own_folder() -> PathBuf {
    let here = Path::new("spec-accel-harness");
    let built = || PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    if here.join("kernels").is_dir() { here.to_owned() } else { built() }
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
