//! Runs the kernels' programs for the GPU on the simulator, which needs none, and compares what each access
//! asked for with what warpcc predicts.

mod counts;
mod join;
mod page;
mod predicted;
mod public;
mod result;
mod score;
mod sizes;

pub(crate) use public::Public;
pub(crate) use result::Simulation;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::analysis;
use crate::compile::{Built, Compiler, Device, Job, Places};
use crate::failure::Failure;
use crate::kernels::{Kernel, Version};
use crate::pool;
use crate::program::How;
use crate::provenance::Provenance;
use crate::report;
use crate::simulator;
use crate::tools::Tools;
use counts::Counted;
use predicted::Predicted;
use result::{Point, Ran, Run};
use sizes::Sizes;

/// What is simulated.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) kernels: Vec<&'static Kernel>,
    /// clang compiles each of these, warpcc the plain one.
    pub(crate) versions: Vec<Version>,
    /// Levels of optimisation, `0` to `3`.
    pub(crate) levels: Vec<u8>,
    /// The program `warpsim`.
    pub(crate) simulator: PathBuf,
    pub(crate) limit: Duration,
}

/// The versions in the order of the tables.
pub(super) const VERSIONS: [&str; 4] = ["plain", "expert", "stripped", "rewritten"];

/// One program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    pub(super) kernel: &'static Kernel,
    pub(super) version: Version,
    pub(super) compiler: Compiler,
    pub(super) level: u8,
}

impl Case {
    /// What the tables call the version: that which warpcc compiles is rewritten.
    pub(super) fn version_name(&self) -> &'static str {
        if self.compiler == Compiler::Warpcc { "rewritten" } else { self.version.name() }
    }

    /// The place of the version in the tables.
    pub(super) fn rank(&self) -> usize {
        VERSIONS.iter().position(|name| *name == self.version_name()).unwrap_or(VERSIONS.len())
    }

    /// Whether both are one program.
    pub(super) fn same(&self, other: &Case) -> bool {
        let key = |case: &Case| (case.kernel.name, case.version_name(), case.level);
        key(self) == key(other)
    }

    fn job(&self) -> Job {
        let Case { kernel, version, compiler, .. } = *self;
        Job { kernel, version, compiler, device: Device::Gpu }
    }
}

/// The predictions for the programs that clang compiles.
type Analyses = BTreeMap<(&'static str, Version), Result<Vec<Predicted>, Failure>>;

/// Builds, runs and compares.
pub(crate) fn simulate(
    tools: &Tools,
    places: &Places,
    options: &Options,
) -> Result<Simulation, Failure> {
    let toolkit = places.work.join("simulate/toolkit");
    let builders = simulator::tools(&options.simulator, tools, &toolkit)?;
    let analyses = analyses(tools, places, options);
    let cases = cases(options);
    let built = pool::each("build", &cases, |case| build(&builders, places, case));
    let runs: Vec<(Case, Sizes, usize)> = cases
        .iter()
        .enumerate()
        .flat_map(|(at, case)| {
            Sizes::of(case.kernel).into_iter().map(move |sizes| (*case, sizes, at))
        })
        .collect();
    let ran = pool::each("simulate", &runs, |(case, sizes, at)| {
        let built = built[*at].as_ref().map_err(Clone::clone)?;
        let predicted = predictions(case, built, &analyses)?;
        let (ran, counted) = run(tools, options, (case, *sizes, built))?;
        Ok(compare(case, ran, (&predicted, &counted)))
    });
    let run = |((case, sizes, _), ran)| Run { case, sizes, ran };
    let runs = runs.into_iter().zip(ran).map(run).collect();
    Ok(Simulation { provenance: Provenance::of_this_run(tools, &places.kernels), runs })
}

/// Every program, kernel by kernel.
fn cases(options: &Options) -> Vec<Case> {
    let mut cases = Vec::new();
    for kernel in &options.kernels {
        for level in &options.levels {
            let case = |version, compiler| Case { kernel, version, compiler, level: *level };
            for version in options.versions.iter().filter(|version| kernel.has(**version)) {
                cases.push(case(*version, Compiler::Clang));
                if *version == Version::Plain {
                    cases.push(case(*version, Compiler::Warpcc));
                }
            }
        }
    }
    cases
}

fn analyses(tools: &Tools, places: &Places, options: &Options) -> Analyses {
    let pairs = |kernel: &&'static Kernel| {
        let kernel = *kernel;
        options.versions.iter().map(move |version| (kernel, *version))
    };
    let wanted: Vec<_> = options.kernels.iter().flat_map(pairs).collect();
    let found = pool::each("analyse", &wanted, |(kernel, version)| {
        let report = analysis::analyse(tools, places, kernel, *version)?;
        Ok(predicted::of_report(&report, Compiler::Clang))
    });
    let key = |(kernel, version): (&'static Kernel, Version)| (kernel.name, version);
    wanted.into_iter().map(key).zip(found).collect()
}

/// Builds at the case's level of optimisation.
fn build(tools: &Tools, places: &Places, case: &Case) -> Result<Built, Failure> {
    let level = format!("O{}", case.level);
    let flags = vec![format!("-{level}")];
    simulator::build(tools, places, &format!("simulate/{level}"), flags, case.job())
}

/// What is predicted of a program: by its own report where warpcc compiled it.
fn predictions(case: &Case, built: &Built, analyses: &Analyses) -> Result<Vec<Predicted>, Failure> {
    if case.compiler == Compiler::Warpcc {
        let report = report::read(&built.report)?;
        return Ok(predicted::of_report(&report, Compiler::Warpcc));
    }
    analyses[&(case.kernel.name, case.version)].clone()
}

/// Runs a program on the simulator, and its serial version.
fn run(
    tools: &Tools,
    options: &Options,
    (case, sizes, built): (&Case, Sizes, &Built),
) -> Result<(Ran, Counted), Failure> {
    let json = built.program.with_file_name(format!("counts-{}.json", sizes.name()));
    let mut command = Command::new(&options.simulator);
    command.arg("run");
    let words = sizes.words(case.kernel);
    let fixed = ["reps=1", "warmup=0", "reference"].into_iter();
    let arguments = fixed.chain(words.iter().map(String::as_str)).collect();
    let how = How { device: Device::Gpu, arguments, limit: options.limit };
    let (outcome, text) = simulator::run(command, tools, &built.program, &json, &how)?;
    let counted = counts::parse(&text)?;
    let ran = Ran {
        reference: outcome.reference.unwrap_or_default(),
        seconds: outcome.seconds.iter().map(|(_, seconds)| seconds).sum(),
        instructions: counted.instructions,
        points: Vec::new(),
        unpredicted: 0,
    };
    Ok((ran, counted))
}

/// Adds to a run what it shows about the predictions.
fn compare(case: &Case, ran: Ran, (predicted, counted): (&[Predicted], &Counted)) -> Ran {
    let moved = case.compiler == Compiler::Warpcc;
    let joined = join::join(predicted, &counted.seen, moved);
    let point =
        |(predicted, counts): (&Predicted, _)| Point { predicted: predicted.clone(), counts };
    let points = predicted.iter().zip(joined.found).map(point).collect();
    Ran { points, unpredicted: joined.unpredicted, ..ran }
}
