//! Runs the library so that nothing it does can harm the compilation: on a thread of its own, with
//! panics caught and a limit of time.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use warpcc::command::{CompileCommand, Compiler};
use warpcc::diag::Code;
use warpcc::frontend::FrontendError;
use warpcc::report::{self, Report};

use crate::args::Compilation;
use crate::settings::Settings;

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
    let compiler = Compiler { offload_arch: compilation.offload_arch, ..compiler };
    CompileCommand {
        language: compilation.language,
        input: compilation.input,
        directory: std::env::current_dir().unwrap_or_default(),
        arguments: compilation.arguments,
        compiler,
    }
}

/// Analyses one unit.
pub(crate) fn run(command: &CompileCommand, settings: &Settings) -> Result<Analyzed, Failure> {
    if command.compiler.libclang.is_none() {
        let reason = format!("no libclang beside '{}'", command.compiler.path.display());
        return Err(Failure { code: Code::AnalysisFailed, reason, fault: true });
    }
    let (command, wanted) = (command.clone(), settings.clone());
    let work = move || {
        warpcc::analyze_unit(&command, wanted.machine, &wanted.policy).map(|unit| Analyzed {
            report: report::build(&command, &unit),
            rewritten: unit.rewritten,
        })
    };
    guarded(work, settings.budget)?.map_err(|error| Failure {
        code: Code::AnalysisFailed,
        reason: error.to_string(),
        fault: matches!(error, FrontendError::NoLibclang(_)),
    })
}

/// Runs `work` to its end, its panic, or the end of `budget`; in the last case its thread goes on
/// until the process ends or becomes clang.
fn guarded<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    budget: Option<Duration>,
) -> Result<T, Failure> {
    panic::set_hook(Box::new(|_| {}));
    let (sender, receiver) = mpsc::channel();
    let body = move || {
        let _ = sender.send(panic::catch_unwind(AssertUnwindSafe(work)));
    };
    let failed = |reason| Failure { code: Code::AnalysisFailed, reason, fault: true };
    let started = thread::Builder::new().stack_size(STACK).spawn(body);
    started.map_err(|error| failed(format!("no thread: {error}")))?;
    let result = match budget {
        Some(budget) => receiver.recv_timeout(budget),
        None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
    };
    match result {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(payload)) => Err(failed(format!("panic: {}", message(payload.as_ref())))),
        Err(RecvTimeoutError::Disconnected) => {
            Err(failed("analysis ended without a result".into()))
        }
        Err(RecvTimeoutError::Timeout) => {
            let limit = budget.unwrap_or_default().as_millis();
            let reason = format!("analysis took more than {limit} ms");
            Err(Failure { code: Code::OverBudget, reason, fault: true })
        }
    }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_comes_back() {
        assert_eq!(guarded(|| 7, None), Ok(7));
        assert_eq!(guarded(|| 7, Some(Duration::from_secs(60))), Ok(7));
    }

    fn lost() -> Result<(), Failure> {
        guarded(|| panic!("lost {}", 3), None)
    }

    #[test]
    fn a_panic_is_a_failure_with_its_message() {
        let failure = lost().unwrap_err();
        assert_eq!(failure.reason, "panic: lost 3");
        assert_eq!((failure.code, failure.fault), (Code::AnalysisFailed, true));
    }

    #[test]
    fn an_analysis_over_its_budget_is_left_behind() {
        let long = || thread::sleep(Duration::from_secs(60));
        let failure = guarded(long, Some(Duration::from_millis(5))).unwrap_err();
        assert_eq!(failure.code, Code::OverBudget);
        assert_eq!(failure.reason, "analysis took more than 5 ms");
    }

    #[test]
    fn deep_recursion_has_room() {
        fn depth(n: u64) -> u64 {
            if n == 0 { 0 } else { 1 + std::hint::black_box(depth(n - 1)) }
        }
        assert_eq!(guarded(|| depth(200_000), None), Ok(200_000));
    }
}
