//! Counts what the kernels' memory instructions ask for on a GPU, with Nsight Compute, or on the simulator, and
//! compares recorded counts with warpcc's predictions.

mod ncu;
mod profiler;
mod record;
mod score;

pub(crate) use ncu::{Traffic, region};
pub(crate) use profiler::Profiler;
pub(crate) use record::{Direction, Profile, read};
pub(crate) use score::score;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::compile::{self, Built, Compiler, Device, Job, Places};
use crate::failure::Failure;
use crate::measure::Plan;
use crate::process;
use crate::program::{self, How};
use crate::progress::Progress;
use crate::provenance::Provenance;
use crate::tools::Tools;
use ncu::Launch;
use record::Row;

/// A profile, and the jobs of which there is none.
pub(crate) type Profiled = (Profile, Vec<(Job, Failure)>);

/// Builds the plan's programs for the GPU and runs each once under the profiler.
pub(crate) fn profile(
    tools: &Tools,
    places: &Places,
    plan: &Plan,
    profiler: &Profiler,
) -> Result<Profiled, Failure> {
    let foreign = |compiler: &&Compiler| !matches!(compiler, Compiler::Clang | Compiler::Warpcc);
    if let Some(compiler) = plan.compilers.iter().find(foreign) {
        let detail = format!("{}'s kernels do not tell their regions", compiler.name());
        return Err(Failure::new("no profile", detail));
    }
    let version = profiler.version()?;
    let gpu = profiler.gpu()?;
    let (tools, built_in) = profiler.prepare(tools, places)?;
    let jobs = plan.jobs();
    let builds = compile::build_all(&tools, &built_in, &jobs);
    let progress = Progress::new("profile", jobs.len());
    let (mut rows, mut failures) = (Vec::new(), Vec::new());
    for (job, built) in jobs.into_iter().zip(builds) {
        match built.and_then(|built| launches(&tools, plan, profiler, &built)) {
            Ok(launches) => rows.extend(regions(&job, &launches)),
            Err(failure) => failures.push((job, failure)),
        }
        progress.step();
    }
    let about = about(&tools, places, plan, [gpu, version]);
    Ok((Profile { about, rows }, failures))
}

/// Runs one program under the profiler; what each of its kernels asked for.
fn launches(
    tools: &Tools,
    plan: &Plan,
    profiler: &Profiler,
    built: &Built,
) -> Result<Vec<Launch>, Failure> {
    let log = built.program.with_file_name("ncu.csv");
    if log.exists() {
        fs::remove_file(&log).map_err(Failure::io(&log))?;
    }
    let mut command = profiler.command(&built.program, &log);
    command.args(&plan.arguments);
    program::prepare(&mut command, tools, Device::Gpu);
    let output = process::output_within(&mut command, plan.limit)
        .map_err(Failure::io(Path::new(command.get_program())))?
        .ok_or_else(|| program::timeout(plan.limit))?;
    let text = fs::read_to_string(&log).unwrap_or_default();
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        let said: Vec<&str> = text.lines().filter(|line| line.starts_with("==ERROR==")).collect();
        let detail = format!("{}\n{}\n{}", output.status, said.join("\n"), stderr.trim_end());
        return Err(Failure::new("profiling failed", detail.trim_end()));
    }
    let arguments = plan.arguments.iter().map(String::as_str).collect();
    let how = How { device: Device::Gpu, arguments, limit: plan.limit };
    program::parse(&String::from_utf8_lossy(&output.stdout), how.device)?;
    ncu::parse(&text)
}

/// One row for each region and direction, regions in the order of their first launches.
fn regions(job: &Job, launches: &[Launch]) -> Vec<Row> {
    let mut order: Vec<(&str, u32)> = Vec::new();
    let mut sums: BTreeMap<(&str, u32), [Row; 2]> = BTreeMap::new();
    for launch in launches {
        let Some(region) = ncu::region(&launch.kernel) else { continue };
        let empty = [Direction::Load, Direction::Store]
            .map(|access| Row::empty(job, region.0, region.1, access));
        if !order.contains(&region) {
            order.push(region);
        }
        let rows = sums.entry(region).or_insert(empty);
        for (row, traffic) in rows.iter_mut().zip([launch.loads, launch.stores]) {
            row.add(traffic);
        }
    }
    order.iter().filter_map(|region| sums.remove(region)).flatten().collect()
}

fn about(
    tools: &Tools,
    places: &Places,
    plan: &Plan,
    [gpu, profiler]: [String; 2],
) -> Vec<(String, String)> {
    let Provenance { date, commit, command, machine } =
        Provenance::of_this_run(tools, &places.kernels);
    let arguments = plan.arguments.join(" ");
    let architecture = tools.arch.clone();
    let facts = [
        ("date", date),
        ("commit", commit),
        ("command", command),
        ("machine", machine),
        ("gpu", gpu),
        ("architecture", architecture),
        ("profiler", profiler),
        ("arguments", arguments),
    ];
    facts.map(|(key, value)| (key.to_string(), value)).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::{KERNELS, Version};
    use ncu::Traffic;

    #[test]
    fn launches_of_one_region_are_added() {
        let job = Job {
            kernel: &KERNELS[0],
            version: Version::Plain,
            compiler: Compiler::Clang,
            device: Device::Gpu,
        };
        let launch = |kernel: &str, requests| Launch {
            kernel: kernel.into(),
            loads: Traffic { requests, sectors: 4 * requests },
            stores: Traffic { requests: 1, sectors: 32 },
        };
        let launches = [
            launch("__omp_offloading_fe00_12_b_l20", 5),
            launch("__omp_offloading_fe00_12_a_l3", 2),
            launch("__omp_offloading_fe00_12_b_l20", 6),
            launch("memset", 9),
        ];
        let rows = regions(&job, &launches);
        let found: Vec<_> = rows
            .iter()
            .map(|row| {
                (
                    row.function.as_str(),
                    row.line,
                    row.access,
                    row.launches,
                    row.requests,
                    row.sectors,
                )
            })
            .collect();
        let expected = [
            ("b", 20, Direction::Load, 2, 11, 44),
            ("b", 20, Direction::Store, 2, 2, 64),
            ("a", 3, Direction::Load, 1, 2, 8),
            ("a", 3, Direction::Store, 1, 1, 32),
        ];
        assert_eq!(found, expected);
    }
}
