//! The analysis in a process of its own, which may hang, crash or run out of memory alone.
//!
//! This program runs itself with [`ROLE`] as its only argument. The request goes to the child's
//! standard input as JSON; the answer comes from its standard output: the length of a JSON head as
//! eight bytes, least first, the head, and the new texts, whose lengths the head tells. Then the
//! child closes its output, and its end, which takes milliseconds, is nobody's wait.

use std::fs::File;
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

use crate::analysis::{self, Analyzed, Failure, Text};
use crate::settings::{self, Settings};

/// The first argument of the child.
pub(crate) const ROLE: &str = "--warp-analyze-unit";

/// What a child over its budget may take to give back what it has, before it is killed.
const GRACE: Duration = Duration::from_millis(500);

/// Seconds of the processor beyond [`analysis::longest`] after which the kernel ends a child, whose
/// parse counts here.
const SPARE_SECONDS: u64 = 2;

/// The signal by which it does.
const OUT_OF_TIME: i32 = Signal::XCPU.as_raw();

#[derive(Debug, Serialize, Deserialize)]
struct Request {
    command: CompileCommand,
    machine: String,
    policy: Policy,
    budget: Option<Duration>,
    /// Address space in bytes.
    memory: Option<u64>,
}

#[derive(Debug, Serialize, Deserialize)]
enum Head {
    /// `texts` has the names of each new text, and the length of what follows of it.
    Analyzed {
        report: Box<Report>,
        texts: Vec<(Vec<String>, usize)>,
    },
    Failed {
        code: u16,
        reason: String,
        fault: bool,
    },
}

/// A child that has answered. To drop it leaves it to end alone, and to the kernel when this process
/// has ended.
#[derive(Debug)]
pub(crate) struct Answered(Child);

impl Answered {
    /// Waits for its end.
    pub(crate) fn end(mut self) {
        let _ = self.0.wait();
    }
}

/// Analyses one unit in a child.
pub(crate) fn run(
    command: &CompileCommand,
    settings: &Settings,
    policy: Policy,
) -> Result<(Analyzed, Answered), Failure> {
    analysis::require_library(command)?;
    let request = Request {
        command: command.clone(),
        machine: settings.machine.name.into(),
        policy,
        budget: settings.budget,
        memory: settings.memory,
    };
    let request = serde_json::to_vec(&request).map_err(|error| failed(error.to_string()))?;
    let mut child = Command::new("/proc/self/exe")
        .arg(ROLE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| failed(format!("no process for the analysis: {error}")))?;
    let answer = converse(&mut child, request, settings.budget);
    let failure = match answer.as_deref().and_then(decode) {
        Some(Ok(analyzed)) => return Ok((analyzed, Answered(child))),
        Some(Err(failure)) => Some(failure),
        None => None,
    };
    let lost = |error| failed(format!("no answer from the analysis: {error}"));
    if answer.is_none() {
        child.kill().map_err(lost)?;
    }
    let status = child.wait().map_err(lost)?;
    if answer.is_none() || status.signal() == Some(OUT_OF_TIME) {
        let limit = settings.budget.unwrap_or_default().as_millis();
        let reason = format!("analysis took more than {limit} ms");
        return Err(Failure { code: Code::OverBudget, reason, fault: true });
    }
    Err(failure.unwrap_or_else(|| failed(ending(status))))
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

/// Sends the request and reads the answer, as much as there is of it; `None` at the end of the time
/// that its budget allows on the clock.
fn converse(child: &mut Child, request: Vec<u8>, budget: Option<Duration>) -> Option<Vec<u8>> {
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut answer = Vec::new();
        let sent = stdin.map_or(Ok(()), |mut stdin| stdin.write_all(&request));
        let read = stdout.map_or(Ok(0), |mut stdout| stdout.read_to_end(&mut answer));
        let _ = sender.send(sent.and(read).map_or(Vec::new(), |_| answer));
    });
    let Some(budget) = budget else { return Some(receiver.recv().unwrap_or_default()) };
    match receiver.recv_timeout(analysis::longest(budget).saturating_add(GRACE)) {
        Err(RecvTimeoutError::Timeout) => None,
        answer => Some(answer.unwrap_or_default()),
    }
}

/// What the child's answer says; `None` where it is not whole.
fn decode(answer: &[u8]) -> Option<Result<Analyzed, Failure>> {
    let (length, rest) = answer.split_first_chunk::<8>()?;
    let (head, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    Some(match serde_json::from_slice(head).ok()? {
        Head::Analyzed { report, texts } => {
            Ok(Analyzed { report: *report, texts: divide(texts, rest)? })
        }
        Head::Failed { code, reason, fault } => {
            Err(Failure { code: Code::parse(&code.to_string())?, reason, fault })
        }
    })
}

/// The new texts that stand behind each other in `rest`; `None` where they are not all of it.
fn divide(texts: Vec<(Vec<String>, usize)>, mut rest: &[u8]) -> Option<Vec<Text>> {
    let mut all = Vec::with_capacity(texts.len());
    for (names, length) in texts {
        let (own, behind) = rest.split_at_checked(length)?;
        all.push(Text { names, bytes: own.to_vec() });
        rest = behind;
    }
    rest.is_empty().then_some(all)
}

fn encode(result: Result<Analyzed, Failure>) -> Option<Vec<u8>> {
    let (head, text) = match result {
        Ok(Analyzed { report, texts }) => {
            let bytes: Vec<u8> = texts.iter().flat_map(|text| text.bytes.clone()).collect();
            let texts = texts.into_iter().map(|text| (text.names, text.bytes.len())).collect();
            (Head::Analyzed { report: report.into(), texts }, bytes)
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
        analysis::run(&request.command, machine, request.policy, request.budget)
    });
    let answered = encode(result).is_some_and(|answer| {
        let mut out = io::stdout().lock();
        out.write_all(&answer).and_then(|()| out.flush()).is_ok()
    });
    close_output();
    i32::from(!answered)
}

/// Ends the answer before this process ends. Where that is not possible, its end does it.
fn close_output() {
    if let Ok(nothing) = File::options().write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(nothing);
    }
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
    let seconds = |budget| analysis::longest(budget).as_secs() + SPARE_SECONDS;
    set(Resource::Cpu, request.budget.map(seconds));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;

    use warpcc::command::{Compiler, Language};
    use warpcc::report;

    use crate::args::{self, Class, Compilation, Offload};

    #[test]
    fn a_failure_survives_the_way() {
        let failure = Failure { code: Code::OverBudget, reason: "why".into(), fault: false };
        let answer = encode(Err(failure.clone())).unwrap();
        assert_eq!(decode(&answer).unwrap().unwrap_err(), failure);
    }

    #[test]
    fn an_answer_that_is_cut_is_none() {
        let command = analysis::command(compilation(), Compiler::default());
        let report = report::not_analyzed(&command, Code::NotEditable, "a test");
        let text = |name: &str| Text { names: vec![name.into()], bytes: b"int x;\n".to_vec() };
        let analyzed = Analyzed { report, texts: vec![text("a.c"), text("a.h")] };
        for result in [Err(failed("why".into())), Ok(analyzed)] {
            let answer = encode(result).unwrap();
            for end in 0..answer.len() {
                assert!(decode(&answer[..end]).is_none(), "{end}");
            }
            assert!(decode(&answer).is_some());
        }
        assert!(decode(&[0xff; 20]).is_none());
    }

    fn compilation() -> Compilation {
        let args = ["-c", "a.c"].map(OsString::from);
        match args::classify(&args, Language::C, Offload::Assumed) {
            Class::Compilations(mut all) => all.remove(0),
            Class::NothingToDo(why) => panic!("{why}"),
        }
    }
}
