//! The analysis in a process of its own, which may hang, crash or run out of memory alone.
//!
//! This program runs itself with [`ROLE`] as its only argument. The request goes to the child's
//! standard input as JSON; the answer comes from its standard output: the length of a JSON head as
//! eight bytes, least first, the head, and the rewritten text.

use std::io::{self, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, Signal, set_parent_process_death_signal, setrlimit};
use serde::{Deserialize, Serialize};
use warpcc::command::CompileCommand;
use warpcc::diag::Code;
use warpcc::policy::Policy;
use warpcc::report::Report;

use crate::analysis::{self, Analyzed, Failure, PATIENCE};
use crate::settings::{self, Settings};

/// The first argument of the child.
pub(crate) const ROLE: &str = "--warp-analyze-unit";

/// What a child over its budget may take to give back what it has, before it is killed.
const GRACE: Duration = Duration::from_millis(500);

/// Seconds of the processor beyond the budget after which the kernel ends a child.
const SPARE_SECONDS: u64 = 2;

/// The signal by which it does.
const OUT_OF_TIME: i32 = Signal::XCPU.as_raw();

#[derive(Debug, Serialize, Deserialize)]
struct Request {
    command: CompileCommand,
    machine: String,
    policy: Policy,
    budget: Option<Duration>,
    strip: bool,
    /// Address space in bytes.
    memory: Option<u64>,
}

#[derive(Debug, Serialize, Deserialize)]
enum Head {
    Analyzed { report: Box<Report>, rewritten: bool },
    Failed { code: u16, reason: String, fault: bool },
}

/// Analyses one unit in a child.
pub(crate) fn run(command: &CompileCommand, settings: &Settings) -> Result<Analyzed, Failure> {
    analysis::require_library(command)?;
    let request = Request {
        command: command.clone(),
        machine: settings.machine.name.into(),
        policy: settings.policy,
        budget: settings.budget,
        strip: settings.strip_collapse,
        memory: settings.memory,
    };
    let request = serde_json::to_vec(&request).map_err(|error| failed(error.to_string()))?;
    let child = Command::new("/proc/self/exe")
        .arg(ROLE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed(format!("no process for the analysis: {error}")))?;
    let (status, answer) = converse(child, request, settings.budget)
        .map_err(|error| failed(format!("no answer from the analysis: {error}")))?;
    let status = status.filter(|status| status.signal() != Some(OUT_OF_TIME));
    let Some(status) = status else {
        let limit = settings.budget.unwrap_or_default().as_millis();
        let reason = format!("analysis took more than {limit} ms");
        return Err(Failure { code: Code::OverBudget, reason, fault: true });
    };
    decode(&answer).unwrap_or_else(|| Err(failed(ending(status))))
}

fn failed(reason: String) -> Failure {
    Failure { code: Code::AnalysisFailed, reason, fault: true }
}

fn ending(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("analysis was ended by signal {signal}"),
        (_, code) => format!("analysis ended without an answer, code {}", code.unwrap_or(0)),
    }
}

/// Sends the request and reads the answer; no status where the child was killed at the end of the
/// time that its budget allows on the clock.
fn converse(
    mut child: Child,
    request: Vec<u8>,
    budget: Option<Duration>,
) -> io::Result<(Option<ExitStatus>, Vec<u8>)> {
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut answer = Vec::new();
        let sent = stdin.map_or(Ok(()), |mut stdin| stdin.write_all(&request));
        let read = stdout.map_or(Ok(0), |mut stdout| stdout.read_to_end(&mut answer));
        let _ = sender.send(sent.and(read).map(|_| answer));
    });
    let answer = match budget {
        None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
        Some(budget) => {
            receiver.recv_timeout(budget.saturating_mul(PATIENCE).saturating_add(GRACE))
        }
    };
    if matches!(answer, Err(RecvTimeoutError::Timeout)) {
        child.kill()?;
        child.wait()?;
        return Ok((None, Vec::new()));
    }
    let status = child.wait()?;
    Ok((Some(status), answer.ok().and_then(Result::ok).unwrap_or_default()))
}

/// What the child's answer says; `None` where it is not whole.
fn decode(answer: &[u8]) -> Option<Result<Analyzed, Failure>> {
    let (length, rest) = answer.split_first_chunk::<8>()?;
    let (head, text) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    Some(match serde_json::from_slice(head).ok()? {
        Head::Analyzed { report, rewritten } => {
            Ok(Analyzed { report: *report, rewritten: rewritten.then(|| text.to_vec()) })
        }
        Head::Failed { code, reason, fault } => {
            Err(Failure { code: Code::parse(&code.to_string())?, reason, fault })
        }
    })
}

fn encode(result: Result<Analyzed, Failure>) -> Option<Vec<u8>> {
    let (head, text) = match result {
        Ok(Analyzed { report, rewritten }) => {
            let head = Head::Analyzed { report: report.into(), rewritten: rewritten.is_some() };
            (head, rewritten.unwrap_or_default())
        }
        Err(Failure { code, reason, fault }) => {
            (Head::Failed { code: code.number(), reason, fault }, Vec::new())
        }
    };
    let head = serde_json::to_vec(&head).ok()?;
    let length = (head.len() as u64).to_le_bytes();
    Some([length.as_slice(), &head, &text].concat())
}

/// The child's side: reads the request, analyses within its limits, answers. Returns the exit code.
pub(crate) fn serve() -> i32 {
    let mut text = Vec::new();
    let read = io::stdin().read_to_end(&mut text);
    let request = read.ok().and_then(|_| serde_json::from_slice::<Request>(&text).ok());
    let Some(request) = request else {
        crate::driver::say("warpcc: error: no request to analyse a unit\n");
        return 1;
    };
    limit(&request);
    let result = settings::machine(&request.machine).map_err(failed).and_then(|machine| {
        analysis::run(&request.command, machine, request.policy, request.budget, request.strip)
    });
    let answered = encode(result).is_some_and(|answer| {
        let mut out = io::stdout().lock();
        out.write_all(&answer).and_then(|()| out.flush()).is_ok()
    });
    i32::from(!answered)
}

/// Gives this process its limits. A limit that cannot be set is one protection less, no failure.
fn limit(request: &Request) {
    let set = |resource, value: Option<u64>| {
        if value.is_some() {
            let _ = setrlimit(resource, Rlimit { current: value, maximum: value });
        }
    };
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    set(Resource::Core, Some(0));
    set(Resource::As, request.memory);
    set(Resource::Cpu, request.budget.map(|budget| budget.as_secs() + SPARE_SECONDS));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_survives_the_way() {
        let failure = Failure { code: Code::OverBudget, reason: "why".into(), fault: false };
        let answer = encode(Err(failure.clone())).unwrap();
        assert_eq!(decode(&answer).unwrap().unwrap_err(), failure);
    }

    #[test]
    fn an_answer_that_is_cut_is_none() {
        let answer = encode(Err(failed("why".into()))).unwrap();
        for end in 0..answer.len() {
            assert!(decode(&answer[..end]).is_none(), "{end}");
        }
        assert!(decode(&[0xff; 20]).is_none());
    }
}
