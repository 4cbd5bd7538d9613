//! A program as a child of this process, which passes signals on.

use std::io;
use std::process::{Command, ExitStatus};
use std::thread;

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::WithOrigin;
use signal_hook::low_level::siginfo::Cause;
use warpsim::signals;

/// The signals that end a process which does not answer them.
const ENDING: [i32; 4] = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];

/// How a child ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended {
    pub(super) status: ExitStatus,
    /// The signal that this process got meanwhile.
    pub(super) signal: Option<i32>,
}

/// Runs a command to its end. A signal that would end this process goes to the command, whose answer counts: this process has a folder to
/// remove first. What the kernel sends, as for Ctrl+C, goes to both already.
pub(super) fn run(command: &mut Command) -> io::Result<Ended> {
    let mut signals = SignalsInfo::<WithOrigin>::new(signals::with_default_action(&ENDING))?;
    let mut child = command.spawn()?;
    let pid = Pid::from_child(&child);
    let handle = signals.handle();
    let passes_on = thread::spawn(move || {
        let mut last = None;
        for origin in &mut signals {
            last = Some(origin.signal);
            if let Some(signal) = Signal::from_named_raw(origin.signal)
                && !matches!(origin.cause, Cause::Kernel)
            {
                let _ = kill_process(pid, signal);
            }
        }
        last
    });
    let status = child.wait();
    handle.close();
    let signal = passes_on.join().unwrap_or(None);
    Ok(Ended { status: status?, signal })
}
