//! Runs clang: in place of this process, or as a child whose output is held back.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, kill_process, kill_process_group,
    set_child_subreaper, test_kill_process_group, waitid, waitpgid,
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::low_level::emulate_default_handler;

use crate::response;

/// The variable that holds the compilers already called in this chain of drivers, so that two
/// drivers that find each other on `PATH` do not call each other for ever.
pub(crate) const CALLED: &str = "WARPCC_CALLED";

/// The longest time between two looks at a child.
const LONGEST_NAP: Duration = Duration::from_millis(20);

/// How long processes that are told to end may take for it.
const LONGEST_END: Duration = Duration::from_secs(1);

/// What to run: an executable, arguments that go before the user's, and the user's.
#[derive(Clone, Debug)]
pub(crate) struct Invocation {
    pub(crate) program: PathBuf,
    pub(crate) prefix: Vec<OsString>,
    pub(crate) args: Vec<OsString>,
}

impl Invocation {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.prefix).args(&self.args).env(CALLED, called_with(&self.program));
        command
    }

    /// That it could not be run, in a line.
    pub(crate) fn failure(&self, error: &io::Error) -> String {
        format!("cannot run '{}': {error}", self.program.display())
    }

    /// The same with `more` before the user's arguments, where an option of the user's that says
    /// otherwise comes later and wins.
    pub(crate) fn with(&self, more: impl IntoIterator<Item = OsString>) -> Self {
        let mut with = self.clone();
        with.prefix.extend(more);
        with
    }

    /// The same with the arguments in response files, which are nowhere on disk and live as long as
    /// the descriptors, in this process and in what it becomes or starts. Empty arguments have no
    /// form in such a file and stand between them.
    fn shortened(&self) -> io::Result<(Vec<File>, Self)> {
        let words: Vec<&OsStr> = self.prefix.iter().chain(&self.args).map(AsRef::as_ref).collect();
        let (mut files, mut args) = (Vec::new(), Vec::new());
        for run in words.chunk_by(|a, b| a.is_empty() == b.is_empty()) {
            if run[0].is_empty() {
                args.extend(run.iter().map(OsString::from));
                continue;
            }
            let mut file = File::from(memfd_create("arguments", MemfdFlags::empty())?);
            file.write_all(&response::quote(run))?;
            args.push(format!("@/proc/self/fd/{}", file.as_raw_fd()).into());
            files.push(file);
        }
        Ok((files, Self { program: self.program.clone(), prefix: Vec::new(), args }))
    }
}

/// Whether a program could not be started because its arguments and environment are too long:
/// warpcc adds to both.
fn is_too_long(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::TOOBIG.raw_os_error())
}

fn called_with(program: &Path) -> OsString {
    let before = std::env::var_os(CALLED).unwrap_or_default();
    let paths = std::env::split_paths(&before).filter(|path| !path.as_os_str().is_empty());
    let all = paths.chain([program.to_owned()]);
    std::env::join_paths(all).unwrap_or_else(|_| before.clone())
}

/// The compilers that drivers further up have called.
pub(crate) fn called(variable: Option<&OsStr>) -> Vec<PathBuf> {
    variable.map(|list| std::env::split_paths(list).collect()).unwrap_or_default()
}

/// Becomes clang: same process, same streams, same environment. Returns only on failure.
pub(crate) fn replace(invocation: &Invocation) -> io::Error {
    let error = invocation.command().exec();
    if !is_too_long(&error) {
        return error;
    }
    match invocation.shortened() {
        Ok((_files, shorter)) => shorter.command().exec(),
        Err(error) => error,
    }
}

/// How a run of clang as a child ended.
#[derive(Debug)]
pub(crate) struct Captured {
    /// Its status, and what it wrote where that was held back.
    pub(crate) output: Output,
    /// The signal that this process got meanwhile.
    pub(crate) interrupted: Option<i32>,
}

/// Runs clang as a child that has this process' streams.
pub(crate) fn wait(invocation: &Invocation) -> io::Result<Captured> {
    run(invocation, Stdio::inherit)
}

/// Runs clang as a child and holds back what it writes.
pub(crate) fn capture(invocation: &Invocation) -> io::Result<Captured> {
    run(invocation, Stdio::piped)
}

/// Runs clang as a child. A signal that would end this process goes to the child, which ends first;
/// the caller still gets to clean up.
fn run(invocation: &Invocation, stream: fn() -> Stdio) -> io::Result<Captured> {
    Running::start(invocation, stream, None)?.finish()
}

/// A child under way. A signal that would end this process goes to it.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    signals: Handle,
    forward: JoinHandle<Option<i32>>,
}

impl Running {
    /// Starts clang, whose output is held back, in a process group of its own, with that folder for temporary files. A signal ends
    /// both and this process.
    pub(crate) fn apart(invocation: &Invocation, temporary: &Path) -> io::Result<Running> {
        Running::start(invocation, Stdio::piped, Some(temporary))
    }

    fn start(
        invocation: &Invocation,
        stream: fn() -> Stdio,
        temporary: Option<&Path>,
    ) -> io::Result<Running> {
        let ignored = ignored_signals();
        let ours = [SIGHUP, SIGINT, SIGTERM].into_iter();
        let mut signals = Signals::new(ours.filter(|number| ignored >> (number - 1) & 1 == 0))?;
        let child = spawn(invocation, stream, temporary)?;
        let (pid, temporary) = (pid(&child), temporary.map(Path::to_owned));
        let handle = signals.handle();
        let forward = thread::spawn(move || {
            let mut last = None;
            for number in &mut signals {
                last = Some(number);
                let (Some(pid), Some(signal)) = (pid, Signal::from_named_raw(number)) else {
                    continue;
                };
                let Some(folder) = &temporary else {
                    let _ = kill_process(pid, signal);
                    continue;
                };
                let _ = kill_process_group(pid, signal);
                wait_until(|| has_ended(pid));
                let _ = fs::remove_dir_all(folder);
                end_by(number);
            }
            last
        });
        Ok(Running { child, signals: handle, forward })
    }

    /// Waits for its end.
    pub(crate) fn finish(self) -> io::Result<Captured> {
        let output = self.child.wait_with_output();
        self.signals.close();
        let interrupted = self.forward.join().unwrap_or(None);
        Ok(Captured { output: output?, interrupted })
    }

    /// Ends what runs [apart](Running::apart), and all that it has started. What it wrote is lost. Meanwhile the processes that
    /// it leaves behind are this process' children: the first process of a container often takes no status, and they would be
    /// there as long as it is.
    pub(crate) fn stop(mut self) {
        drop((self.child.stdout.take(), self.child.stderr.take()));
        let _ = set_child_subreaper(Some(getpid()));
        let group = pid(&self.child);
        let _ = group.map(|group| kill_process_group(group, Signal::TERM));
        let _ = wait_within(&mut self.child, LONGEST_END);
        wait_until(|| group.is_none_or(is_gone));
        let _ = set_child_subreaper(None);
        self.signals.close();
        let _ = self.forward.join();
    }
}

/// Waits for processes that were told to end, where that does not take long.
fn wait_until(done: impl Fn() -> bool) {
    let began = Instant::now();
    while !done() && began.elapsed() < LONGEST_END {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Whether no process of a group is left; takes the status of each child in it that has ended.
fn is_gone(group: Pid) -> bool {
    while let Ok(Some(_)) = waitpgid(group, WaitOptions::NOHANG) {}
    test_kill_process_group(group).is_err()
}

/// Whether a child has ended; its status is left to whoever waits for it.
fn has_ended(child: Pid) -> bool {
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(child), ended), Ok(None))
}

fn pid(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

fn spawn(
    invocation: &Invocation,
    stream: fn() -> Stdio,
    temporary: Option<&Path>,
) -> io::Result<Child> {
    let start = |invocation: &Invocation| {
        let mut command = invocation.command();
        if let Some(folder) = temporary {
            command.process_group(0).env("TMPDIR", folder);
        }
        command.stdin(Stdio::inherit()).stdout(stream()).stderr(stream()).spawn()
    };
    match start(invocation) {
        Err(error) if is_too_long(&error) => {
            let (_files, shorter) = invocation.shortened()?;
            start(&shorter)
        }
        result => result,
    }
}

/// The signals that whoever started this process made it ignore (`nohup`, background jobs), one
/// bit each from signal 1: to catch one would hand the child its default action. Known on Linux.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

impl Captured {
    /// The exit code of this process after clang's: clang's own, or its end by the same signal.
    pub(crate) fn end(&self) -> i32 {
        let status = self.output.status;
        let signal = self.interrupted.filter(|_| !status.success()).or(status.signal());
        signal.map_or_else(|| status.code().unwrap_or(1), end_by)
    }
}

/// How the child ends, looking ever less often; `None` if it was killed after `limit`.
pub(crate) fn wait_within(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let began = Instant::now();
    let mut nap = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if began.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(nap);
        nap = LONGEST_NAP.min(nap * 2);
    }
}

/// Ends this process by `signal`, as its child ended; the exit code of a shell where the signal
/// does not end it.
pub(crate) fn end_by(signal: i32) -> i32 {
    let _ = emulate_default_handler(signal);
    128 + signal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Invocation {
        let args = ["-c", script].map(OsString::from).into();
        Invocation { program: "/bin/sh".into(), prefix: Vec::new(), args }
    }

    #[test]
    fn both_streams_and_the_status_are_captured() {
        let captured = capture(&shell("echo out; echo err >&2; exit 3")).unwrap();
        assert_eq!(captured.output.stdout, b"out\n");
        assert_eq!(captured.output.stderr, b"err\n");
        assert_eq!((captured.output.status.code(), captured.interrupted), (Some(3), None));
    }

    #[test]
    fn what_runs_apart_is_ended_with_all_that_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let script = "sleep 60 & echo $! >\"$TMPDIR/pid\"; echo out; wait";
        let running = Running::apart(&shell(script), folder.path()).unwrap();
        let file = folder.path().join("pid");
        let started = || std::fs::read_to_string(&file).ok()?.trim().parse::<i32>().ok();
        let pid = std::iter::repeat_with(|| {
            thread::sleep(Duration::from_millis(1));
            started()
        });
        let pid = pid.flatten().next().and_then(Pid::from_raw).unwrap();
        running.stop();
        let state = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
        assert!(state.is_err(), "it is left, or its status is: {state:?}");
    }

    #[test]
    fn what_runs_apart_gives_what_it_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let running = Running::apart(&shell("echo $TMPDIR; exit 3"), folder.path()).unwrap();
        let captured = running.finish().unwrap();
        assert_eq!(captured.output.stdout, format!("{}\n", folder.path().display()).as_bytes());
        assert_eq!(captured.end(), 3);
    }

    /// The child signals this process, which must live and pass the signal on. The signal would
    /// reach the children of every test in this process, so the test runs in one of its own.
    #[test]
    fn a_signal_goes_to_the_child_and_this_process_lives() {
        const ALONE: &str = "EXEC_TEST_RUNS_ALONE";
        if std::env::var_os(ALONE).is_none() {
            let name = "exec::tests::a_signal_goes_to_the_child_and_this_process_lives";
            let mut alone = Command::new(std::env::current_exe().unwrap());
            let output = alone.args(["--exact", name]).env(ALONE, "1").output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && said.contains("1 passed"), "{said}");
            return;
        }
        let captured = capture(&shell("kill -TERM $PPID; exec sleep 60")).unwrap();
        assert_eq!(captured.interrupted, Some(SIGTERM));
        assert_eq!(captured.output.status.signal(), Some(SIGTERM));
    }

    #[test]
    fn a_line_that_is_too_long_goes_through_a_file_that_is_nowhere() {
        let mut long = shell("exit 3");
        long.args.extend(["".into(), "x".into(), "--a b'\"\\".into(), "".into()]);
        let (_files, shorter) = long.shortened().unwrap();
        let [first, empty, second, end] = shorter.args.as_slice() else { panic!("{shorter:?}") };
        let words = |name: &OsString| {
            let text = std::fs::read_to_string(&name.to_str().unwrap()[1..]).unwrap();
            response::split(&text, response::Quoting::Response)
        };
        assert_eq!(words(first), ["-c", "exit 3"]);
        assert_eq!(words(second), ["x", "--a b'\"\\"]);
        assert!(empty.is_empty() && end.is_empty());
    }

    #[test]
    fn the_child_knows_which_compilers_were_called() {
        let captured = capture(&shell("printf %s \"$WARPCC_CALLED\"")).unwrap();
        let list = OsString::from(String::from_utf8(captured.output.stdout).unwrap());
        assert_eq!(called(Some(&list)).last(), Some(&PathBuf::from("/bin/sh")));
    }
}
