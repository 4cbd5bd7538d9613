//! Runs the library on one unit: panics are caught, and regions that take longer than their share of the time are left alone.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

use warpcc::command::{CompileCommand, Compiler};
use warpcc::diag::Code;
use warpcc::frontend::FrontendError;
use warpcc::ir::TargetRegion;
use warpcc::machine::Machine;
use warpcc::policy::{Limit, Policy};
use warpcc::report::{self, Report};
use warpcc::{Analysis, Supervisor, UnitAnalysis};

use crate::args::Compilation;
use crate::shares::Shares;
use crate::{timings, toolchain};

/// Expressions nest deeper than a default stack in generated code.
const STACK: usize = 256 << 20;

/// What the analysis of a unit gave.
#[derive(Debug)]
pub(crate) struct Analyzed {
    pub(crate) report: Report,
    /// The new texts: of the main file first, where that has one.
    pub(crate) texts: Vec<Text>,
}

/// The new text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    /// Every name by which the unit reads the file.
    pub(crate) names: Vec<String>,
    pub(crate) bytes: Vec<u8>,
}

impl Text {
    /// The name by which the user, or the unit first, calls the file.
    pub(crate) fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    /// The new texts of a unit whose main file is called `input`.
    fn all(input: &str, unit: UnitAnalysis) -> Vec<Text> {
        let main = unit.rewritten.map(|bytes| Text { names: vec![input.to_owned()], bytes });
        let headers = unit.headers.into_iter().map(|(file, bytes)| {
            let names = unit.unit.sources.file(file).names();
            Text { names: names.map(str::to_owned).collect(), bytes }
        });
        main.into_iter().chain(headers).collect()
    }
}

/// Why a unit was not analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) reason: String,
    /// Whether warpcc or its installation is at fault, not the user's source.
    pub(crate) fault: bool,
}

/// The library's form of a compilation by `compiler`.
pub(crate) fn command(compilation: Compilation, compiler: Compiler) -> CompileCommand {
    let Compilation { offload_arch, offload_targets, .. } = compilation;
    let compiler = Compiler { offload_arch, offload_targets, ..compiler };
    CompileCommand {
        language: compilation.language,
        input: compilation.input,
        directory: std::env::current_dir().unwrap_or_default(),
        arguments: compilation.arguments,
        compiler,
    }
}

/// Analyses one unit in this process. The budget is for what comes after the parse, which takes
/// libclang no longer than it takes clang.
pub(crate) fn run(
    command: &CompileCommand,
    machine: &'static Machine,
    policy: Policy,
    budget: Option<Duration>,
) -> Result<Analyzed, Failure> {
    with(command, machine, (policy, budget), |command, unit| {
        let report = report::build(command, &unit);
        Analyzed { report, texts: Text::all(&command.input, unit) }
    })
}

/// What `then` makes of the analysis of a unit.
pub(crate) fn with<T: Send + 'static>(
    command: &CompileCommand,
    machine: &'static Machine,
    (policy, budget): (Policy, Option<Duration>),
    then: impl FnOnce(&CompileCommand, UnitAnalysis) -> T + Send + 'static,
) -> Result<T, Failure> {
    require_library(command)?;
    let command = command.clone();
    let work = move || {
        let supervisor = Budgeted { budget };
        let unit = warpcc::analyze_unit(&command, machine, &policy, &supervisor)?;
        Ok(then(&command, unit))
    };
    caught(work)?.map_err(|error: FrontendError| Failure {
        code: Code::AnalysisFailed,
        reason: error.to_string(),
        fault: matches!(error, FrontendError::NoLibclang(_)),
    })
}

/// Gives each region its share of the budget, and keeps panics inside of it.
struct Budgeted {
    budget: Option<Duration>,
}

impl Supervisor for Budgeted {
    fn phase<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        timings::timed(name, work)
    }

    fn regions(
        &self,
        regions: &[TargetRegion],
        one: impl Fn(&TargetRegion, Limit) -> Analysis + Clone + Send + Sync + 'static,
    ) -> Vec<Analysis> {
        let start = Spent::now();
        in_shares(self.budget, || start.taken(), regions, one)
    }
}

/// The failure that `command`'s compiler is another one than is known, or that there is no libclang for it.
pub(crate) fn require_library(command: &CompileCommand) -> Result<(), Failure> {
    let reason = match toolchain::unsuitable(&command.compiler) {
        Some(reason) => reason,
        None if command.compiler.libclang.is_some() => return Ok(()),
        None => toolchain::why_no_library(&command.compiler),
    };
    Err(Failure { code: Code::AnalysisFailed, reason, fault: true })
}

/// What a unit may take on the clock, for each second of the processor that its budget allows: a
/// machine under load must not change what becomes of a unit.
pub(crate) const PATIENCE: u32 = 10;

/// What this process had spent at some time.
#[derive(Clone, Copy, Debug)]
struct Spent {
    processor: Duration,
    clock: Instant,
}

impl Spent {
    fn now() -> Spent {
        Spent { processor: processor_time(), clock: Instant::now() }
    }

    /// How much of a budget has been used since then.
    fn taken(self) -> Duration {
        let processor = processor_time().saturating_sub(self.processor);
        processor.max(self.clock.elapsed() / PATIENCE)
    }
}

fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

/// How often an analysis that runs is looked at.
const GLANCE: Duration = Duration::from_millis(10);

/// A region that does not end with its time is waited for until this part of the budget has gone by; then the thread that works on
/// it goes on until the process ends.
const LENIENCE: u32 = 8;

/// After so long on the clock the analysis has ended by itself.
pub(crate) fn longest(budget: Duration) -> Duration {
    budget.saturating_add(budget / LENIENCE).saturating_mul(PATIENCE)
}

/// Analyses the regions, each in its share of the budget, of which so much is `taken`. Those that are not done in it are left alone.
fn in_shares(
    budget: Option<Duration>,
    taken: impl Fn() -> Duration,
    regions: &[TargetRegion],
    analyze: impl Fn(&TargetRegion, Limit) -> Analysis + Clone + Send + 'static,
) -> Vec<Analysis> {
    let mut found: Vec<Option<Analysis>> = vec![None; regions.len()];
    let mut shares = Shares::new(budget, regions.len());
    let mut worker = None;
    while let Some((number, share)) = shares.turn(taken()) {
        let region = &regions[number];
        let end = share.map(|share| taken().saturating_add(share));
        let patience = budget.unwrap_or_default() / LENIENCE;
        let clock = || match end {
            None => Clock::Runs,
            Some(end) if taken() < end => Clock::Runs,
            Some(end) if taken() < end.saturating_add(patience) => Clock::Ends,
            Some(_) => Clock::Stuck,
        };
        let hired = worker.take().or_else(|| Worker::hire(analyze.clone()));
        let Some(hired) = hired else {
            found[number] = Some(Analysis::left_alone(region, Code::AnalysisFailed));
            shares.done(number);
            continue;
        };
        let (analysis, kept) = hired.analyze(region, clock);
        worker = kept;
        if let Some(analysis) = analysis {
            found[number] = Some(analysis);
            shares.done(number);
        }
    }
    let late = |region| Analysis::left_alone(region, Code::OverBudget);
    found.into_iter().zip(regions).map(|(f, region)| f.unwrap_or_else(|| late(region))).collect()
}

/// How a region is with its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clock {
    Runs,
    /// It is to come to its end.
    Ends,
    /// It was to, and did not.
    Stuck,
}

/// A thread that analyses one region after the other.
struct Worker {
    orders: Sender<(TargetRegion, Limit)>,
    results: Receiver<Option<Analysis>>,
}

impl Worker {
    /// A new one; `None` where there can be no more threads.
    fn hire(analyze: impl Fn(&TargetRegion, Limit) -> Analysis + Send + 'static) -> Option<Worker> {
        let (orders, ordered) = mpsc::channel::<(TargetRegion, Limit)>();
        let (sender, results) = mpsc::channel();
        let work = move || {
            for (region, limit) in ordered {
                let analysis = panic::catch_unwind(AssertUnwindSafe(|| analyze(&region, limit)));
                let failed = |_| Analysis::left_alone(&region, Code::AnalysisFailed);
                let whole = analysis.unwrap_or_else(failed);
                let cut =
                    matches!(whole.decision.before, Err(Code::OverBudget | Code::AnalysisFailed));
                let whole = Some(whole).filter(|_| !(cut && limit.is_over()));
                if sender.send(whole).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().stack_size(STACK).spawn(work).ok()?;
        Some(Worker { orders, results })
    }

    /// The analysis of a region, where it was done in its time; and the worker, where it is free again.
    fn analyze(
        self,
        region: &TargetRegion,
        clock: impl Fn() -> Clock,
    ) -> (Option<Analysis>, Option<Worker>) {
        let limit = Limit::open();
        if self.orders.send((region.clone(), limit)).is_err() {
            return (Some(Analysis::left_alone(region, Code::AnalysisFailed)), None);
        }
        loop {
            let now = clock();
            match self.results.recv_timeout(GLANCE) {
                Ok(analysis) => return (analysis, Some(self)),
                Err(RecvTimeoutError::Disconnected) => {
                    return (Some(Analysis::left_alone(region, Code::AnalysisFailed)), None);
                }
                Err(RecvTimeoutError::Timeout) => match now {
                    Clock::Runs => {}
                    Clock::Ends => limit.end(),
                    Clock::Stuck => {
                        limit.end();
                        return (None, None);
                    }
                },
            }
        }
    }
}

/// Runs `work` to its end or its panic on a thread with a large stack.
fn caught<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    panic::set_hook(Box::new(|_| {}));
    let failed = |reason| Failure { code: Code::AnalysisFailed, reason, fault: true };
    let started = thread::Builder::new().stack_size(STACK).spawn(work);
    let thread = started.map_err(|error| failed(format!("no thread: {error}")))?;
    thread.join().map_err(|payload| failed(format!("panic: {}", message(payload.as_ref()))))
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn a_panic_is_a_failure_with_its_message() {
        let lost: Result<(), Failure> = caught(|| panic!("lost {}", 3));
        let failure = lost.unwrap_err();
        assert_eq!(failure.reason, "panic: lost 3");
        assert_eq!((failure.code, failure.fault), (Code::AnalysisFailed, true));
    }

    #[test]
    fn deep_recursion_has_room() {
        fn depth(n: u64) -> u64 {
            if n == 0 { 0 } else { 1 + std::hint::black_box(depth(n - 1)) }
        }
        assert_eq!(caught(|| depth(200_000)), Ok(200_000));
    }

    const REGION: &str = include_str!("../../tests/ir/gemm.ir");

    /// What becomes of three regions under a clock, where `work` is the analysis of one of the numbers 0 to 2.
    fn codes(
        budget: Option<Duration>,
        taken: impl Fn() -> Duration,
        work: impl Fn(u32, Limit) + Clone + Send + 'static,
    ) -> Vec<Option<Code>> {
        let region = |line| TargetRegion { line, ..warpcc::ir::text::parse(REGION).unwrap() };
        let regions: Vec<TargetRegion> = (0..3).map(region).collect();
        let analyze = move |region: &TargetRegion, limit: Limit| {
            work(region.line, limit);
            let late = limit.is_over().then_some(Code::OverBudget);
            Analysis::left_alone(region, late.unwrap_or(Code::NoLoop))
        };
        let analyses = in_shares(budget, taken, &regions, analyze);
        analyses.iter().map(|analysis| analysis.decision.before.as_ref().err().copied()).collect()
    }

    const DONE: Option<Code> = Some(Code::NoLoop);
    const LATE: Option<Code> = Some(Code::OverBudget);
    const SECOND: Option<Duration> = Some(Duration::from_secs(1));

    #[test]
    fn a_region_that_panics_is_left_alone() {
        let failed = Some(Code::AnalysisFailed);
        let work = |line: u32, _: Limit| assert_ne!(line, 1, "lost");
        assert_eq!(codes(None, || Duration::ZERO, work), [DONE, failed, DONE]);
    }

    #[test]
    fn no_region_is_begun_after_the_end() {
        assert_eq!(codes(SECOND, || Duration::from_secs(1), |_, _| panic!("begun")), [LATE; 3]);
    }

    /// A clock that goes on by 25 ms when one looks at it.
    fn ticking() -> impl Fn() -> Duration {
        let looks = AtomicU64::new(0);
        move || Duration::from_millis(25 * looks.fetch_add(1, Ordering::SeqCst))
    }

    #[test]
    fn a_region_over_its_share_costs_the_others_nothing() {
        let work = |line: u32, limit: Limit| {
            while line == 1 && !limit.is_over() {
                thread::yield_now();
            }
        };
        assert_eq!(codes(SECOND, ticking(), work), [DONE, LATE, DONE]);
    }

    #[test]
    fn a_region_that_never_ends_costs_the_others_nothing() {
        let work = |line: u32, _: Limit| {
            if line == 1 {
                loop {
                    thread::park();
                }
            }
        };
        assert_eq!(codes(SECOND, ticking(), work), [DONE, LATE, DONE]);
    }
}
