//! Runs a program and ends it when it takes too long.

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The longest time between two looks at a running program.
const LONGEST_NAP: Duration = Duration::from_millis(20);

/// What `command` wrote and how it ended; `None` if it was killed after `limit`.
pub(crate) fn output_within(command: &mut Command, limit: Duration) -> io::Result<Option<Output>> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let stdout = child.stdout.take().map(drain);
    let stderr = child.stderr.take().map(drain);
    let Some(status) = wait(&mut child, limit)? else {
        child.kill()?;
        child.wait()?;
        return Ok(None);
    };
    Ok(Some(Output { status, stdout: collect(stdout)?, stderr: collect(stderr)? }))
}

/// Reads a pipe to its end beside the program, which would block on a full one.
fn drain(mut pipe: impl Read + Send + 'static) -> JoinHandle<io::Result<Vec<u8>>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).map(|_| bytes)
    })
}

fn collect(reader: Option<JoinHandle<io::Result<Vec<u8>>>>) -> io::Result<Vec<u8>> {
    match reader.map(JoinHandle::join) {
        None => Ok(Vec::new()),
        Some(Ok(bytes)) => bytes,
        Some(Err(_)) => Err(io::Error::other("the reader of a pipe panicked")),
    }
}

fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let end = Instant::now() + limit;
    let mut nap = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= end {
            return Ok(None);
        }
        thread::sleep(nap);
        nap = LONGEST_NAP.min(nap * 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_program_that_ends_gives_its_output() {
        let long = Duration::from_secs(600);
        let mut command = shell("echo out; echo err >&2; exit 3");
        let output = output_within(&mut command, long).unwrap().unwrap();
        assert_eq!((output.stdout, output.stderr), (b"out\n".to_vec(), b"err\n".to_vec()));
        assert_eq!(output.status.code(), Some(3));
    }

    #[test]
    fn more_output_than_a_pipe_holds_is_no_obstacle() {
        let mut command = shell("head -c 300000 /dev/zero");
        let output = output_within(&mut command, Duration::from_secs(600)).unwrap().unwrap();
        assert_eq!(output.stdout.len(), 300_000);
    }

    #[test]
    fn a_program_that_hangs_is_ended() {
        let mut command = Command::new("sleep");
        command.arg("100000");
        assert!(output_within(&mut command, Duration::from_millis(50)).unwrap().is_none());
    }
}
