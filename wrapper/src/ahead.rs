//! clang beside the analysis: where a processor is idle, the user's own text is compiled while it is looked at.
//!
//! Most units stay as they are. For them the analysis then costs no time, for clang has gone on meanwhile. Where a text is
//! rewritten, that clang is ended. What it says is held back until then.

use std::fs;
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::attempt;
use crate::exec::{Captured, Invocation, Running};
use crate::response;
use crate::settings::{Ahead as When, Settings};

/// A clang that compiles the user's own text. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Ahead {
    running: Option<Running>,
    /// Its temporary files, which stay where it is ended.
    _temporary: TempDir,
}

/// Options, without their dashes, by which clang appends to a file, or makes another one each time it runs.
const ONCE: [&str; 3] = ["MJ", "gen-cdb-fragment-path", "fproc-stat-report"];

/// How often it is looked for an idle processor at most, and the time between two looks.
const LOOKS: u8 = 4;
const BETWEEN_LOOKS: Duration = Duration::from_millis(1);

/// Starts clang for a command whose units have these outputs, where the settings, the machine and the command allow it.
pub(crate) fn start<'a>(
    settings: &Settings,
    invocation: &Invocation,
    outputs: impl IntoIterator<Item = &'a str>,
) -> Option<Ahead> {
    let wanted = || match settings.ahead {
        When::Off => false,
        When::On => true,
        When::Auto => is_a_processor_idle(),
    };
    let allowed =
        !settings.strict && may_run_twice(invocation) && outputs.into_iter().all(is_plain);
    if !(allowed && wanted()) {
        return None;
    }
    let temporary = tempfile::Builder::new().prefix("warpcc-").tempdir().ok()?;
    let plain = invocation.with(attempt::terminal_options());
    let running = Running::apart(&plain, temporary.path()).ok()?;
    Some(Ahead { running: Some(running), _temporary: temporary })
}

impl Ahead {
    /// Waits for its end; what it wrote is in the result.
    pub(crate) fn finish(mut self) -> io::Result<Captured> {
        let running = self.running.take().ok_or(io::ErrorKind::NotFound)?;
        running.finish()
    }
}

impl Drop for Ahead {
    /// Ends it.
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop();
        }
    }
}

/// Whether there is a processor for clang beside the one for the analysis. Who started this process often runs on for a moment, so
/// that one look is not enough.
fn is_a_processor_idle() -> bool {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    (0..LOOKS).any(|nth| {
        thread::sleep(BETWEEN_LOOKS * u32::from(nth > 0));
        running().is_some_and(|running| running < processors)
    })
}

/// The threads on this machine that run or could, this one among them.
fn running() -> Option<usize> {
    let load = fs::read_to_string("/proc/loadavg").ok()?;
    load.split(' ').nth(3)?.split('/').next()?.parse().ok()
}

/// Whether all that a command leaves behind is the same when it is run a second time.
fn may_run_twice(invocation: &Invocation) -> bool {
    let once = |word: &String| {
        let option = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
        option.is_some_and(|option| ONCE.iter().any(|name| option.starts_with(name)))
    };
    response::words(&invocation.args).is_some_and(|words| !words.iter().any(once))
}

/// Whether clang replaces a file of that name, or writes to nowhere; a pipe would get the output of a clang that is ended.
fn is_plain(output: &str) -> bool {
    output == "/dev/null"
        || fs::metadata(Path::new(output)).map_or(output != "-", |data| data.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_appends_runs_once() {
        let may = |args: &[&str]| {
            let args = args.iter().map(Into::into).collect();
            may_run_twice(&Invocation { program: "clang".into(), prefix: Vec::new(), args })
        };
        assert!(may(&["-c", "-MD", "a.c", "-o", "MJ.o"]));
        for option in ["-MJa.json", "--gen-cdb-fragment-path=x", "-fproc-stat-report=x"] {
            assert!(!may(&["-c", option, "a.c"]), "{option}");
        }
    }

    #[test]
    fn only_files_are_written_twice() {
        let root = tempfile::tempdir().unwrap();
        let name = |name: &str| root.path().join(name).to_str().unwrap().to_owned();
        assert!(is_plain(&name("new.o")) && is_plain("/dev/null"));
        assert!(!is_plain("-") && !is_plain("/dev/tty") && !is_plain(&name("")));
    }
}
