//! Runs the library on one unit: panics are caught, and regions that take too long are left alone.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use warpcc::Analysis;
use warpcc::coalesce::machine::Machine;
use warpcc::command::{CompileCommand, Compiler};
use warpcc::diag::Code;
use warpcc::edit;
use warpcc::frontend::{self, FrontendError};
use warpcc::ir::TargetRegion;
use warpcc::policy::Policy;
use warpcc::report::{self, Report};

use crate::args::Compilation;
use crate::{timings, toolchain};

/// Expressions nest deeper than a default stack in generated code.
const STACK: usize = 256 << 20;

/// What the analysis of a unit gave.
#[derive(Debug)]
pub(crate) struct Analyzed {
    pub(crate) report: Report,
    /// The main file's new text, where something is to be rewritten.
    pub(crate) rewritten: Option<Vec<u8>>,
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

/// Analyses one unit in this process; without the programmer's `collapse` clauses where they are to
/// be stripped. The budget is for what comes after the parse, which takes libclang no longer than it
/// takes clang.
pub(crate) fn run(
    command: &CompileCommand,
    machine: &'static Machine,
    policy: Policy,
    budget: Option<Duration>,
    strip: bool,
) -> Result<Analyzed, Failure> {
    require_library(command)?;
    let command = command.clone();
    let policy = policy.for_unit(&command);
    let work = move || {
        timings::timed("load", || frontend::load(&command))?;
        let mut unit = timings::timed("parse", || frontend::parse(&command))?;
        let stripped = strip && edit::strip_collapse(&mut unit.sources, &mut unit.regions);
        let analyze = move |region: &TargetRegion| warpcc::analyze(region, machine, &policy);
        let start = Spent::now();
        let over = move || budget.is_some_and(|budget| start.is_over(budget));
        let analyses = timings::timed("analyse", || unless(over, &unit.regions, analyze));
        let unit = warpcc::complete(unit, analyses, machine, &policy);
        let report = report::build(&command, &unit);
        let text = unit.unit.sources.iter().next().map(|(_, file)| file.bytes().to_vec());
        Ok(Analyzed { report, rewritten: unit.rewritten.or(text.filter(|_| stripped)) })
    };
    guarded(work)?.map_err(|error: FrontendError| Failure {
        code: Code::AnalysisFailed,
        reason: error.to_string(),
        fault: matches!(error, FrontendError::NoLibclang(_)),
    })
}

/// The failure that there is no libclang for `command`'s compiler, where there is none.
pub(crate) fn require_library(command: &CompileCommand) -> Result<(), Failure> {
    if command.compiler.libclang.is_some() {
        return Ok(());
    }
    let reason = toolchain::why_no_library(&command.compiler);
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

    fn is_over(self, budget: Duration) -> bool {
        processor_time().saturating_sub(self.processor) >= budget
            || self.clock.elapsed() >= budget.saturating_mul(PATIENCE)
    }
}

fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

/// How often an analysis that runs is looked at.
const GLANCE: Duration = Duration::from_millis(10);

/// Analyses `regions` in their order; those that are not done when it is `over` are left alone, and
/// the thread that works on one of them goes on until the process ends.
fn unless(
    over: impl Fn() -> bool + Clone + Send + 'static,
    regions: &[TargetRegion],
    analyze: impl Fn(&TargetRegion) -> Analysis + Send + 'static,
) -> Vec<Analysis> {
    let (sender, receiver) = mpsc::channel();
    let waiting = regions.to_vec();
    let is_late = over.clone();
    let work = move || {
        for region in waiting.iter().take_while(|_| !is_late()) {
            let analysis = panic::catch_unwind(AssertUnwindSafe(|| analyze(region)));
            let code = Code::AnalysisFailed;
            let analysis = analysis.unwrap_or_else(|_| Analysis::left_alone(region, code));
            if sender.send(analysis).is_err() {
                break;
            }
        }
    };
    let started = thread::Builder::new().stack_size(STACK).spawn(work).is_ok();
    let late = if started { Code::OverBudget } else { Code::AnalysisFailed };
    let next = |region| {
        loop {
            let is_over = over();
            match receiver.recv_timeout(GLANCE) {
                Ok(analysis) => break analysis,
                Err(RecvTimeoutError::Timeout) if !is_over => {}
                Err(_) => break Analysis::left_alone(region, late),
            }
        }
    };
    regions.iter().map(next).collect()
}

/// Runs `work` to its end or its panic on a thread with a large stack.
fn guarded<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
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
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    #[test]
    fn a_panic_is_a_failure_with_its_message() {
        let lost: Result<(), Failure> = guarded(|| panic!("lost {}", 3));
        let failure = lost.unwrap_err();
        assert_eq!(failure.reason, "panic: lost 3");
        assert_eq!((failure.code, failure.fault), (Code::AnalysisFailed, true));
    }

    #[test]
    fn deep_recursion_has_room() {
        fn depth(n: u64) -> u64 {
            if n == 0 { 0 } else { 1 + std::hint::black_box(depth(n - 1)) }
        }
        assert_eq!(guarded(|| depth(200_000)), Ok(200_000));
    }

    const REGION: &str = include_str!("../../tests/ir/gemm.ir");

    fn codes(
        over: impl Fn() -> bool + Clone + Send + 'static,
        work: impl Fn(usize) -> bool + Send + 'static,
    ) -> Vec<Option<Code>> {
        let region = warpcc::ir::text::parse(REGION).unwrap();
        let done = AtomicUsize::new(0);
        let analyze = move |region: &TargetRegion| {
            assert!(work(done.fetch_add(1, Ordering::SeqCst)), "lost");
            Analysis::left_alone(region, Code::NoLoop)
        };
        let analyses = unless(over, &vec![region; 3], analyze);
        analyses.iter().map(|analysis| analysis.plan.before.as_ref().err().copied()).collect()
    }

    #[test]
    fn a_region_that_panics_is_left_alone() {
        let failed = Some(Code::AnalysisFailed);
        let done = Some(Code::NoLoop);
        assert_eq!(codes(|| false, |nth| nth != 1), [done, failed, done]);
    }

    #[test]
    fn no_region_is_begun_after_the_end() {
        assert_eq!(codes(|| true, |_| panic!("begun")), [Some(Code::OverBudget); 3]);
    }

    #[test]
    fn regions_that_are_late_are_left_alone() {
        static STUCK: AtomicBool = AtomicBool::new(false);
        let slow = |nth| {
            if nth == 1 {
                STUCK.store(true, Ordering::SeqCst);
                loop {
                    thread::park();
                }
            }
            true
        };
        let late = Some(Code::OverBudget);
        assert_eq!(codes(|| STUCK.load(Ordering::SeqCst), slow), [Some(Code::NoLoop), late, late]);
    }
}
