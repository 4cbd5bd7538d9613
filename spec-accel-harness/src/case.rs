//! Builds and runs each kernel in all four ways: by clang and by warpcc, for the CPU as an offload
//! device and for the GPU.

use crate::compile::{self, Built, Compiler, Device, Job, Places};
use crate::failure::Failure;
use crate::image;
use crate::kernels::{Kernel, Version};
use crate::program::{self, How, LIMIT, Outcome};
use crate::report::{self, Plan, Report};
use crate::tools::Tools;

/// Arguments of a run on the CPU: the serial version is run too, and compared.
const CPU_ARGUMENTS: [&str; 3] = ["reps=1", "warmup=0", "reference"];

/// The order of the builds of one kernel; see [`examine`].
const WAYS: [(Compiler, Device); 4] = [
    (Compiler::Clang, Device::X86),
    (Compiler::Warpcc, Device::X86),
    (Compiler::Clang, Device::Gpu),
    (Compiler::Warpcc, Device::Gpu),
];

/// What came of one kernel. Pairs hold clang's first, warpcc's second.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) kernel: &'static Kernel,
    /// warpcc's report of the GPU build.
    pub(crate) report: Result<Report, Failure>,
    /// Whether both programs link for the GPU, with images that the installed libomptarget loads.
    pub(crate) linked: Result<(), Failure>,
    /// Whether both programs compute the same bytes, and warpcc's CPU program holds the changes of
    /// its GPU program.
    pub(crate) equal: Result<(), Failure>,
    /// Runs on the GPU; `None` where this machine has none.
    pub(crate) gpu: Option<Result<[Outcome; 2], Failure>>,
}

impl Case {
    /// Everything that went wrong, each once.
    pub(crate) fn failures(&self) -> Vec<&Failure> {
        let gpu = self.gpu.as_ref().and_then(|runs| runs.as_ref().err());
        let first = [self.linked.as_ref().err(), self.report.as_ref().err()];
        let mut failures: Vec<&Failure> = Vec::new();
        for failure in first.into_iter().chain([self.equal.as_ref().err(), gpu]).flatten() {
            if !failures.contains(&failure) {
                failures.push(failure);
            }
        }
        failures
    }
}

/// Builds and runs `kernels`; cases in their order.
pub(crate) fn examine_all(
    tools: &Tools,
    places: &Places,
    kernels: &[&'static Kernel],
) -> Vec<Case> {
    let all_ways = |kernel: &&'static Kernel| {
        let kernel = *kernel;
        let version = Version::Plain;
        WAYS.map(|(compiler, device)| Job { kernel, version, compiler, device })
    };
    let jobs: Vec<Job> = kernels.iter().flat_map(all_ways).collect();
    let builds = compile::build_all(tools, places, &jobs);
    let (per_kernel, _) = builds.as_chunks::<{ WAYS.len() }>();
    kernels.iter().zip(per_kernel).map(|(kernel, ways)| examine(tools, kernel, ways)).collect()
}

/// One kernel's case from its builds, which are in the order of [`WAYS`].
fn examine(
    tools: &Tools,
    kernel: &'static Kernel,
    ways: &[Result<Built, Failure>; WAYS.len()],
) -> Case {
    let [cpu_clang, cpu_warpcc, gpu_clang, gpu_warpcc] = ways;
    let host_pair = both(cpu_clang, cpu_warpcc);
    let device_pair = both(gpu_clang, gpu_warpcc);
    let report = gpu_warpcc.clone().and_then(|built| report::read(&built.report));
    let equal = host_pair.and_then(|pair| {
        let arguments = CPU_ARGUMENTS.into();
        run_both(tools, &pair, &How { device: Device::X86, arguments, limit: LIMIT })?;
        same_plans(&report::read(&pair[1].report)?, report.as_ref().map_err(Clone::clone)?)
    });
    let run_on_gpu = || {
        let arguments = ["reps=20"].iter().chain(kernel.large).copied().collect();
        let how = How { device: Device::Gpu, arguments, limit: LIMIT };
        device_pair.clone().and_then(|pair| run_both(tools, &pair, &how))
    };
    let gpu = tools.gpu.then(run_on_gpu);
    let linked = device_pair.and_then(|[clang, warpcc]| {
        image::accepted(tools, &clang.program).map_err(|failure| by("clang", &failure))?;
        image::accepted(tools, &warpcc.program)
    });
    Case { kernel, report, linked, equal, gpu }
}

fn both(
    clang: &Result<Built, Failure>,
    warpcc: &Result<Built, Failure>,
) -> Result<[Built; 2], Failure> {
    Ok([clang.clone().map_err(|failure| by("clang", &failure))?, warpcc.clone()?])
}

/// Runs clang's and warpcc's program; fails unless their results have the same bytes.
fn run_both(tools: &Tools, pair: &[Built; 2], how: &How) -> Result<[Outcome; 2], Failure> {
    let [clang, warpcc] = pair;
    let before = program::run(tools, &clang.program, how).map_err(|f| by("clang", &f))?;
    let after = program::run(tools, &warpcc.program, how)?;
    if before.checksum == after.checksum {
        return Ok([before, after]);
    }
    let detail = format!("clang's program: {}, warpcc's: {}", before.checksum, after.checksum);
    Err(Failure::new("DIFFER", detail))
}

/// Fails unless both reports have the same plans: otherwise the run on the CPU says nothing about
/// the program for the GPU. How many threads a team has is said to GPUs alone.
fn same_plans(cpu: &Report, gpu: &Report) -> Result<(), Failure> {
    let plans = |report: &Report| -> Vec<_> {
        let plans = report.regions.iter().map(|region| region.plan.as_ref());
        let of_both = |plan: &Plan| {
            let steps = plan.steps_of_loops();
            (plan.applied && !steps.is_empty(), steps)
        };
        plans.map(|plan| plan.map(of_both)).collect()
    };
    if plans(cpu) == plans(gpu) {
        return Ok(());
    }
    Err(Failure::new("other plan", "warpcc's plans for the CPU device and for the GPU differ"))
}

fn by(compiler: &str, failure: &Failure) -> Failure {
    Failure::new(&format!("{compiler}: {}", failure.summary), failure.detail.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::KERNELS;
    use crate::report::tests::sample;

    #[test]
    fn plans_that_differ_make_the_comparison_worthless() {
        let mut other = sample();
        assert_eq!(same_plans(&sample(), &other), Ok(()));
        other.regions[0].plan.as_mut().unwrap().applied = false;
        assert_eq!(same_plans(&sample(), &other).unwrap_err().summary, "other plan");
    }

    #[test]
    fn a_failure_that_shows_in_two_cells_is_listed_once() {
        let failure = Failure::new("build failed", "error: no");
        let case = Case {
            kernel: &KERNELS[0],
            report: Err(failure.clone()),
            linked: Err(failure.clone()),
            equal: Err(by("clang", &failure)),
            gpu: None,
        };
        let summaries: Vec<_> = case.failures().iter().map(|f| f.summary.as_str()).collect();
        assert_eq!(summaries, ["build failed", "clang: build failed"]);
    }
}
