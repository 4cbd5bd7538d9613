//! Runs kernels and tabulates the times of their regions.

use std::time::Duration;

use crate::compile::{self, Compiler, Device, Job, Places};
use crate::failure::Failure;
use crate::kernels::{Kernel, Version};
use crate::program::{self, How, Outcome};
use crate::progress::Progress;
use crate::table::Cell;
use crate::tools::Tools;

/// The columns of [`rows`].
pub(crate) const HEADINGS: [&str; 8] =
    ["kernel", "version", "compiler", "device", "region", "median ms", "checksum", "reference"];

/// What is to be measured: each kernel in each version with each compiler.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) kernels: Vec<&'static Kernel>,
    pub(crate) versions: Vec<Version>,
    pub(crate) compilers: Vec<Compiler>,
    pub(crate) device: Device,
    /// Words for the programs.
    pub(crate) arguments: Vec<String>,
    pub(crate) limit: Duration,
}

impl Plan {
    /// The builds that the plan needs, kernel by kernel.
    pub(crate) fn jobs(&self) -> Vec<Job> {
        let device = self.device;
        let mut jobs = Vec::new();
        for kernel in &self.kernels {
            for version in self.versions.iter().filter(|version| kernel.has(**version)) {
                let job = |compiler: &Compiler| Job {
                    kernel,
                    version: *version,
                    compiler: *compiler,
                    device,
                };
                jobs.extend(self.compilers.iter().map(job));
            }
        }
        jobs
    }
}

/// Builds and then runs, one program after another.
pub(crate) fn measure(
    tools: &Tools,
    places: &Places,
    plan: &Plan,
) -> Vec<(Job, Result<Outcome, Failure>)> {
    let jobs = plan.jobs();
    let builds = compile::build_all(tools, places, &jobs);
    let arguments: Vec<&str> = plan.arguments.iter().map(String::as_str).collect();
    let how = How { device: plan.device, arguments, limit: plan.limit };
    let progress = Progress::new("run", jobs.len());
    let run = |(job, built): (Job, Result<compile::Built, Failure>)| {
        let outcome = built.and_then(|built| program::run(tools, &built.program, &how));
        progress.step();
        (job, outcome)
    };
    jobs.into_iter().zip(builds).map(run).collect()
}

/// One row for each region, or for what went wrong.
pub(crate) fn rows(job: &Job, outcome: &Result<Outcome, Failure>) -> Vec<Vec<Cell>> {
    let words = [job.kernel.name, job.version.name(), job.compiler.name(), job.device.name()];
    let row = |last: [Cell; 4]| words.map(Cell::from).into_iter().chain(last).collect();
    match outcome {
        Err(failure) => {
            let failed = Cell::from(failure.summary.as_str());
            vec![row([failed, "-".into(), "-".into(), "-".into()])]
        }
        Ok(outcome) => {
            let reference = outcome.reference.as_deref().unwrap_or("-");
            let cells = |(region, seconds): &(String, f64)| {
                let time = Cell::Milliseconds(seconds * 1e3);
                let checksum = Cell::from(outcome.checksum.as_str());
                row([Cell::from(region.as_str()), time, checksum, reference.into()])
            };
            outcome.seconds.iter().map(cells).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::KERNELS;

    #[test]
    fn every_kernel_is_measured_in_every_way() {
        let plan = Plan {
            kernels: KERNELS[..2].iter().collect(),
            versions: vec![Version::Plain, Version::Expert],
            compilers: vec![Compiler::Clang, Compiler::Warpcc],
            device: Device::Host,
            arguments: Vec::new(),
            limit: Duration::from_secs(1),
        };
        let jobs = plan.jobs();
        assert_eq!(jobs.len(), 8);
        assert!(jobs[..4].iter().all(|job| job.kernel.name == KERNELS[0].name));
    }

    #[test]
    fn a_region_or_a_failure_has_a_row() {
        let job = Job {
            kernel: &KERNELS[0],
            version: Version::Expert,
            compiler: Compiler::Warpcc,
            device: Device::X86,
        };
        let seconds = vec![("gemm".to_string(), 0.0015)];
        let outcome = Outcome { checksum: "7e5".into(), reference: None, seconds };
        let texts = |outcome| {
            let rows = rows(&job, &outcome);
            rows.iter()
                .map(|row| row.iter().map(Cell::text).collect::<Vec<_>>().join(" "))
                .collect()
        };
        let found: Vec<String> = texts(Ok(outcome));
        assert_eq!(found, ["gemm expert warpcc x86_64 gemm 1.500 7e5 -"]);
        let found: Vec<String> = texts(Err(Failure::new("timeout", "")));
        assert_eq!(found, ["gemm expert warpcc x86_64 timeout - - -"]);
    }
}
