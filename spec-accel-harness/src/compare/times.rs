//! Times of every way to compile a kernel, on one device.

use std::time::Duration;

use clap::ValueEnum;

use crate::chart::{Chart, Group, Scale};
use crate::compile::{self, Built, Compiler, Device, Job, Places};
use crate::failure::Failure;
use crate::gpu;
use crate::kernels::{Kernel, Version};
use crate::peers;
use crate::program::{self, How, Outcome};
use crate::progress::Progress;
use crate::statistics::geometric_mean;
use crate::table::Cell;
use crate::tools::Tools;

/// How kernels are run.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) reps: u32,
    pub(crate) warmup: u32,
    pub(crate) sizes: Sizes,
    pub(crate) limit: Duration,
}

/// How much work each kernel gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Sizes {
    /// Milliseconds on a processor
    Small,
    /// The programs' own on a processor, large ones on a GPU
    Usual,
    /// Enough to fill a GPU
    Large,
}

/// A column: who compiles what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    name: &'static str,
    compiler: Compiler,
    version: Version,
}

/// The first is what the others are compared with.
const WAYS: [Way; 5] = [
    Way { name: "clang", compiler: Compiler::Clang, version: Version::Plain },
    Way { name: "warpcc", compiler: Compiler::Warpcc, version: Version::Plain },
    Way { name: "expert", compiler: Compiler::Clang, version: Version::Expert },
    Way { name: "gcc", compiler: Compiler::Gcc, version: Version::Plain },
    Way { name: "CUDA", compiler: Compiler::Cuda, version: Version::Plain },
];

/// Seconds of one kernel, all its regions together; `None` where the way does not have it.
#[derive(Clone, Debug)]
struct Row {
    kernel: &'static Kernel,
    /// As [`Times::ways`].
    seconds: Vec<Option<Result<f64, Failure>>>,
    /// Whether the results are right.
    results: String,
}

/// One device's times.
#[derive(Clone, Debug)]
pub(crate) struct Times {
    device: Device,
    /// The device in words.
    pub(crate) label: String,
    ways: Vec<Way>,
    /// Who is not in this run, and why.
    pub(crate) absent: Vec<String>,
    rows: Vec<Row>,
    pub(crate) failures: Vec<String>,
}

/// Builds and runs `kernels` in every way that `device` allows. A GPU that is not there leaves an
/// empty table that says so.
pub(crate) fn measure(
    tools: &Tools,
    places: &Places,
    kernels: &[&'static Kernel],
    (device, options): (Device, &Options),
) -> Times {
    let mut times = match label(device) {
        Ok(label) => empty(tools, device, label),
        Err(failure) => {
            let (label, absent) = ("a GPU".into(), vec![format!("the GPU ({})", failure.detail)]);
            let (ways, rows, failures) = (Vec::new(), Vec::new(), Vec::new());
            return Times { device, label, ways, absent, rows, failures };
        }
    };
    let jobs: Vec<Vec<Job>> = kernels.iter().map(|kernel| times.jobs(places, kernel)).collect();
    let builds = compile::build_all(tools, places, &jobs.concat());
    let mut builds = builds.into_iter();
    let progress = Progress::new(device.name(), jobs.concat().len());
    for (kernel, jobs) in kernels.iter().zip(&jobs) {
        let run = |(job, built): (&Job, Result<Built, Failure>)| {
            let outcome = built.and_then(|built| run(tools, *job, &built, options));
            progress.step();
            (*job, outcome)
        };
        let outcomes: Vec<_> = jobs.iter().zip(builds.by_ref()).map(run).collect();
        times.add(kernel, &outcomes);
    }
    times
}

fn label(device: Device) -> Result<String, Failure> {
    match device {
        Device::Host => Ok("the processor, by host fallback".into()),
        Device::X86 => Ok("the processor as an offload device".into()),
        Device::Gpu => gpu::name(),
    }
}

fn empty(tools: &Tools, device: Device, label: String) -> Times {
    let (mut ways, mut absent) = (Vec::new(), Vec::new());
    for way in WAYS {
        match peers::obstacle(tools, way.compiler, device) {
            None => ways.push(way),
            Some(why) => absent.push(format!("{}: {why}", way.name)),
        }
    }
    Times { device, label, ways, absent, rows: Vec::new(), failures: Vec::new() }
}

/// Runs one program. On a processor its serial version is run too and compared.
fn run(tools: &Tools, job: Job, built: &Built, options: &Options) -> Result<Outcome, Failure> {
    let counts = [format!("reps={}", options.reps), format!("warmup={}", options.warmup)];
    let sizes = match (options.sizes, job.device) {
        (Sizes::Small, _) => job.kernel.small,
        (Sizes::Large, _) | (Sizes::Usual, Device::Gpu) => job.kernel.large,
        (Sizes::Usual, _) => &[],
    };
    let reference = (job.device != Device::Gpu).then_some("reference");
    let arguments =
        counts.iter().map(String::as_str).chain(sizes.iter().copied()).chain(reference).collect();
    let how = How { device: job.device, arguments, limit: options.limit };
    program::run(tools, &built.program, &how)
}

impl Times {
    /// The builds of one kernel; a way that does not have it has none.
    fn jobs(&self, places: &Places, kernel: &'static Kernel) -> Vec<Job> {
        let has =
            |way: &&Way| way.compiler != Compiler::Cuda || peers::cuda_text(places, kernel).is_ok();
        let device = self.device;
        let job = |way: &Way| Job { kernel, version: way.version, compiler: way.compiler, device };
        self.ways.iter().filter(has).map(job).collect()
    }

    fn add(&mut self, kernel: &'static Kernel, outcomes: &[(Job, Result<Outcome, Failure>)]) {
        let seconds_of = |way: &Way| {
            let of_way =
                |(job, _): &&(Job, _)| (job.compiler, job.version) == (way.compiler, way.version);
            let (_, outcome) = outcomes.iter().find(of_way)?;
            let total = |outcome: &Outcome| outcome.seconds.iter().map(|(_, time)| time).sum();
            Some(outcome.as_ref().map(total).map_err(Clone::clone))
        };
        let seconds = self.ways.iter().map(seconds_of).collect();
        let failed =
            outcomes.iter().filter_map(|(job, outcome)| Some((job, outcome.as_ref().err()?)));
        let line = |(job, failure): (&Job, &Failure)| {
            let (version, compiler) = (job.version.name(), job.compiler.name());
            let device = job.device.name();
            format!("FAILED {} ({version}, {compiler}, {device}): {failure}", kernel.name)
        };
        self.failures.extend(failed.map(line));
        self.rows.push(Row { kernel, seconds, results: results(outcomes) });
    }

    pub(crate) fn headings(&self) -> Vec<String> {
        let times = self.ways.iter().map(|way| format!("{} ms", way.name));
        let gains = self.ways.iter().skip(1).map(|way| format!("{} gain", way.name));
        let first = ["kernel".to_string()].into_iter();
        first.chain(times).chain(gains).chain(["results".into()]).collect()
    }

    /// One row for each kernel, then the geometric means of the gains.
    pub(crate) fn rows(&self) -> Vec<Vec<Cell>> {
        let mut rows: Vec<Vec<Cell>> = self.rows.iter().map(|row| self.row(row)).collect();
        let mut means = vec![Cell::from("geometric mean")];
        means.extend(self.ways.iter().map(|_| Cell::from("")));
        means.extend(self.means().iter().map(|(_, mean)| factor(*mean)));
        means.push("".into());
        rows.push(means);
        rows
    }

    fn row(&self, row: &Row) -> Vec<Cell> {
        let mut cells = vec![Cell::from(row.kernel.name)];
        cells.extend(row.seconds.iter().map(|seconds| match seconds {
            None => "-".into(),
            Some(Err(failure)) => Cell::from(failure.summary.as_str()),
            Some(Ok(seconds)) => Cell::Milliseconds(seconds * 1e3),
        }));
        cells.extend((1..self.ways.len()).map(|way| factor(row.gain(way))));
        cells.push(row.results.as_str().into());
        cells
    }

    /// The geometric mean of each way's gains over the first, but for the first.
    fn means(&self) -> Vec<(&'static str, Option<f64>)> {
        let mean = |(position, way): (usize, &Way)| {
            let gains: Vec<f64> = self.rows.iter().filter_map(|row| row.gain(position)).collect();
            (way.name, geometric_mean(&gains))
        };
        self.ways.iter().enumerate().skip(1).map(mean).collect()
    }

    /// One value a line: kernel, region, what it is, value.
    pub(crate) fn values(&self) -> Vec<Vec<Cell>> {
        let device = self.device.name();
        let mut lines = Vec::new();
        for row in &self.rows {
            for (way, seconds) in self.ways.iter().zip(&row.seconds) {
                if let Some(Ok(seconds)) = seconds {
                    let name = format!("ms on {device}, {}", way.name);
                    let value = Cell::Milliseconds(seconds * 1e3);
                    lines.push(vec![row.kernel.name.into(), "all".into(), Cell::Text(name), value]);
                }
            }
        }
        lines
    }

    /// The means in one sentence.
    pub(crate) fn summary(&self) -> String {
        let known = self.means().into_iter().filter_map(|(name, mean)| Some((name, mean?)));
        let words: Vec<String> = known.map(|(name, mean)| format!("{name} {mean:.2}×")).collect();
        match words.as_slice() {
            [] => format!("On {}: no times.\n", self.label),
            _ => format!(
                "On {}, gain over clang, geometric mean: {}.\n",
                self.label,
                words.join(", ")
            ),
        }
    }

    /// Gains of each kernel; `None` where there is no time.
    pub(crate) fn chart(&self) -> Option<Chart> {
        let group = |row: &Row| Group {
            name: row.kernel.name.into(),
            values: (1..self.ways.len()).map(|way| row.gain(way)).collect(),
        };
        let groups: Vec<Group> = self.rows.iter().map(group).collect();
        let any = groups.iter().flat_map(|group| &group.values).any(Option::is_some);
        any.then(|| Chart {
            title: format!("Speed against clang on {}", self.label),
            description: format!(
                "Time of the plain version compiled by clang by the time of each other way. More is \
                 better; 1 is clang. {}",
                self.summary().trim_end()
            ),
            axis: "times as fast as clang's program (logarithmic)".into(),
            unit: "×",
            scale: Scale::Logarithmic,
            series: self.ways.iter().skip(1).map(|way| way.name.to_string()).collect(),
            first_colour: 1,
            groups,
        })
    }

    /// The device's short name, for a file.
    pub(crate) fn device(&self) -> &'static str {
        self.device.name()
    }
}

impl Row {
    fn gain(&self, way: usize) -> Option<f64> {
        let seconds = |at: usize| self.seconds[at].as_ref()?.as_ref().ok().copied();
        seconds(0).zip(seconds(way)).map(|(first, this)| first / this)
    }
}

fn factor(gain: Option<f64>) -> Cell {
    gain.map_or("-".into(), Cell::Factor)
}

/// How the results compare: with the serial version where that was run, else with the first way's.
fn results(outcomes: &[(Job, Result<Outcome, Failure>)]) -> String {
    let good: Vec<(&Job, &Outcome)> =
        outcomes.iter().filter_map(|(job, outcome)| Some((job, outcome.as_ref().ok()?))).collect();
    let Some((_, first)) = good.first() else { return "-".into() };
    if let Some(reference) = &first.reference {
        return reference.clone();
    }
    let other = good.iter().filter(|(_, outcome)| outcome.checksum != first.checksum);
    let names: Vec<_> =
        other.map(|(job, _)| format!("{} {}", job.version.name(), job.compiler.name())).collect();
    if names.is_empty() { "equal".into() } else { format!("other bytes: {}", names.join(", ")) }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::kernels::KERNELS;

    fn outcome(way: Way, seconds: f64, checksum: &str) -> (Job, Result<Outcome, Failure>) {
        let Way { compiler, version, .. } = way;
        let job = Job { kernel: &KERNELS[0], version, compiler, device: Device::Gpu };
        let seconds = vec![("a".to_string(), seconds / 2.0), ("b".to_string(), seconds / 2.0)];
        (job, Ok(Outcome { checksum: checksum.into(), reference: None, seconds }))
    }

    pub(in super::super) fn times() -> Times {
        let ways = WAYS.into_iter().filter(|way| way.name != "gcc").collect();
        let (label, absent) = ("a GPU".to_string(), vec!["gcc: is not installed".to_string()]);
        let (rows, failures) = (Vec::new(), Vec::new());
        let mut times = Times { device: Device::Gpu, label, ways, absent, rows, failures };
        let outcomes = [
            outcome(WAYS[0], 0.008, "7"),
            outcome(WAYS[1], 0.002, "7"),
            outcome(WAYS[2], 0.001, "8"),
        ];
        times.add(&KERNELS[0], &outcomes);
        let mut outcomes = [outcome(WAYS[0], 0.008, "7"), outcome(WAYS[1], 0.008, "7")];
        outcomes[1].1 = Err(Failure::new("timeout", "after 1 s"));
        times.add(&KERNELS[1], &outcomes);
        times
    }

    #[test]
    fn gains_are_over_clang_and_failures_have_a_cell() {
        let texts: Vec<String> = times()
            .rows()
            .iter()
            .map(|row| row.iter().map(Cell::text).collect::<Vec<_>>().join(","))
            .collect();
        let expected = [
            "gemm,8.000,2.000,1.000,-,4.00×,8.00×,-,other bytes: expert clang",
            "2dconv,8.000,timeout,-,-,-,-,-,equal",
            "geometric mean,,,,,4.00×,8.00×,-,",
        ];
        assert_eq!(texts, expected);
        assert_eq!(times().headings().len(), times().rows()[0].len());
        assert_eq!(times().failures, ["FAILED 2dconv (plain, warpcc, gpu): timeout: after 1 s"]);
    }

    #[test]
    fn the_summary_and_the_chart_leave_out_what_is_not_there() {
        let expected = "On a GPU, gain over clang, geometric mean: warpcc 4.00×, expert 8.00×.\n";
        assert_eq!(times().summary(), expected);
        let chart = times().chart().unwrap();
        assert_eq!(chart.series, ["warpcc", "expert", "CUDA"]);
        assert_eq!(chart.groups[0].values, [Some(4.0), Some(8.0), None]);
        let mut none = times();
        none.rows.clear();
        assert!(none.chart().is_none());
        assert_eq!(none.summary(), "On a GPU: no times.\n");
    }

    #[test]
    fn a_serial_version_that_was_run_decides_about_the_results() {
        let mut first = outcome(WAYS[0], 1.0, "7");
        first.1.as_mut().unwrap().reference = Some("within 1e-05".into());
        assert_eq!(results(&[first, outcome(WAYS[1], 1.0, "8")]), "within 1e-05");
        assert_eq!(results(&[]), "-");
    }
}
