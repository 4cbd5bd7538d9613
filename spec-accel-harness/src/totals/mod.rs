//! What the regions of each kernel ask of the device in all, by the simulator: as written, as the expert has them, with two levels by hand,
//! and as warpcc compiles them.

mod page;
mod sum;

pub(crate) use page::Totals;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::compile::{Built, Compiler, Device, Job, Places};
use crate::failure::Failure;
use crate::kernels::{Kernel, Version};
use crate::pool;
use crate::program::How;
use crate::provenance::Provenance;
use crate::simulator;
use crate::tools::Tools;
use sum::Sum;

/// What is counted.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) kernels: Vec<&'static Kernel>,
    /// The level of optimisation, `0` to `3`.
    pub(crate) level: u8,
    /// The program `warpsim`.
    pub(crate) simulator: PathBuf,
    pub(crate) limit: Duration,
}

/// A way to have a kernel's program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) name: &'static str,
    version: Version,
    compiler: Compiler,
    /// Sums may be added in any order.
    fast: bool,
}

const fn way(name: &'static str, version: Version, compiler: Compiler, fast: bool) -> Way {
    Way { name, version, compiler, fast }
}

/// The ways, that with which the others are compared first.
pub(super) const WAYS: [Way; 5] = [
    way("clang", Version::Plain, Compiler::Clang, false),
    way("expert", Version::Expert, Compiler::Clang, false),
    way("two levels", Version::TwoLevel, Compiler::Clang, false),
    way("warpcc", Version::Plain, Compiler::Warpcc, false),
    way("warpcc -ffast-math", Version::Plain, Compiler::Warpcc, true),
];

/// Builds and runs each kernel in each way that there is, with its own sizes.
pub(crate) fn totals(tools: &Tools, places: &Places, options: &Options) -> Result<Totals, Failure> {
    let toolkit = places.work.join("totals/toolkit");
    let builders = simulator::tools(&options.simulator, tools, &toolkit)?;
    let all = options.kernels.iter().flat_map(|kernel| WAYS.iter().map(move |way| (*kernel, *way)));
    let cases: Vec<(&Kernel, Way)> = all.filter(|(kernel, way)| kernel.has(way.version)).collect();
    let built = pool::each("build", &cases, |case| build(&builders, places, options, *case));
    let runs: Vec<_> = cases.iter().zip(built).collect();
    let sums = pool::each("simulate", &runs, |((_, way), built)| {
        built.clone().and_then(|built| run(tools, options, *way, &built))
    });
    let counted = cases.into_iter().zip(sums).map(|((kernel, way), sum)| (kernel, way, sum));
    Ok(Totals {
        provenance: Provenance::of_this_run(tools, &places.kernels),
        level: options.level,
        counted: counted.collect(),
    })
}

fn build(
    tools: &Tools,
    places: &Places,
    options: &Options,
    (kernel, way): (&'static Kernel, Way),
) -> Result<Built, Failure> {
    let level = format!("O{}", options.level);
    let mut flags = vec![format!("-{level}")];
    flags.extend(way.fast.then(|| "-ffast-math".to_owned()));
    let folder = format!("totals/{level}{}", if way.fast { "-fast" } else { "" });
    let Way { version, compiler, .. } = way;
    let job = Job { kernel, version, compiler, device: Device::Gpu };
    simulator::build(tools, places, &folder, flags, job)
}

/// Runs a program on the simulator. Its result is compared with the serial version's where that adds in the same order.
fn run(tools: &Tools, options: &Options, way: Way, built: &Built) -> Result<Sum, Failure> {
    let json = built.program.with_file_name("totals.json");
    let mut command = Command::new(&options.simulator);
    command.args(["run", "--caches"]);
    let reference = (!way.fast).then_some("reference");
    let arguments = ["reps=1", "warmup=0"].into_iter().chain(reference).collect();
    let how = How { device: Device::Gpu, arguments, limit: options.limit };
    let (_, text) = simulator::run(command, tools, &built.program, &json, &how)?;
    sum::parse(&text)
}
