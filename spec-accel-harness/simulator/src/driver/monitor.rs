//! A run beside its program: a line now and then on how far it is, and its end where somebody asks for one.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::low_level::signal_name;

use super::Driver;
use super::backend::Backend;
use super::options::Options;
use super::output::tell;
use crate::progress::{Moment, Progress};

/// The time between two looks.
const NAP: Duration = Duration::from_millis(50);

/// How long a call of the device may take until it ends.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why a run ends before its program does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The process got a signal.
    Signal(i32),
    /// The program wanted one launch more than it may have.
    Launches(u64),
    /// It took that long.
    Time(Duration),
}

/// The exit status of a run that took too long, as of the command `timeout`.
const TIMED_OUT: i32 = 124;

/// Added to the number of a signal that ends a process: the exit status in a shell.
const SIGNALLED: i32 = 128;

impl Ending {
    /// The exit status of the process.
    pub(super) fn status(self) -> i32 {
        match self {
            Ending::Signal(signal) => SIGNALLED + signal,
            Ending::Launches(_) => 0,
            Ending::Time(_) => TIMED_OUT,
        }
    }

    /// The words of the report.
    pub(super) fn name(self) -> String {
        match self {
            Ending::Signal(signal) => signal_name(signal).unwrap_or("signal").to_owned(),
            Ending::Launches(_) => "max_launches".to_owned(),
            Ending::Time(_) => "time_limit".to_owned(),
        }
    }

    /// What the user is told.
    fn words(self) -> String {
        match self {
            Ending::Signal(_) => format!("ended by {}", self.name()),
            Ending::Launches(most) => format!("ended by --max-launches {most}"),
            Ending::Time(limit) => format!("ended by --time-limit {}", limit.as_secs_f64()),
        }
    }
}

/// What is looked at.
#[derive(Debug)]
pub(super) struct Monitor<'a> {
    /// How far the device is.
    pub(super) progress: &'a Progress,
    /// The signal that the process got; 0: none.
    pub(super) signal: &'a AtomicI32,
    /// What the user asks.
    pub(super) options: &'a Options,
}

impl Monitor<'_> {
    /// Waits for a reason to end the run, and tells how far it is.
    pub(super) fn wait(&self) -> Ending {
        let began = Instant::now();
        let mut told = (began, self.progress.moment());
        loop {
            thread::sleep(NAP);
            if let Some(ending) = self.ending(began.elapsed()) {
                return ending;
            }
            let since = told.0.elapsed();
            if self.options.progress.is_some_and(|every| since >= every) {
                let now = self.progress.moment();
                tell(&line(began.elapsed(), since, (&told.1, &now)));
                told = (Instant::now(), now);
            }
        }
    }

    fn ending(&self, elapsed: Duration) -> Option<Ending> {
        let signal = self.signal.load(Ordering::Relaxed);
        let over = self.options.time_limit.filter(|limit| elapsed >= *limit);
        match self.options.max_launches {
            _ if signal != 0 => Some(Ending::Signal(signal)),
            Some(most) if self.progress.stops() => Some(Ending::Launches(most)),
            _ => over.map(Ending::Time),
        }
    }

    /// Writes what was counted. As long as the answer lives, no call of the program does anything.
    pub(super) fn end<'d, B: Backend>(
        &self,
        driver: &'d Mutex<Driver<B>>,
        ending: Ending,
    ) -> Option<MutexGuard<'d, Driver<B>>> {
        self.progress.stop();
        let mut locked = lock_within(driver, PATIENCE);
        if let Some(driver) = &mut locked {
            driver.end(ending, &ending.words());
        } else {
            let why = "a call of the device goes on, so that nothing is written";
            tell(&format!("{}: {why}", ending.words()));
        }
        locked
    }
}

/// A lock, if it is free in that time.
fn lock_within<T>(mutex: &Mutex<T>, limit: Duration) -> Option<MutexGuard<'_, T>> {
    let began = Instant::now();
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::WouldBlock) if began.elapsed() < limit => thread::sleep(NAP / 10),
            Err(_) => return None,
        }
    }
}

/// How far a run is, and how fast it was since the last time.
fn line(elapsed: Duration, since: Duration, (before, now): (&Moment, &Moment)) -> String {
    let Moment { kernel, launches, teams, done } = now;
    let seconds = elapsed.as_secs();
    if *teams == 0 {
        return format!("{seconds} s: {launches} launches, no kernel under way");
    }
    let known = if before.launches == *launches { before.done } else { 0 };
    let rate = (done - known.min(*done)) as f64 / since.as_secs_f64().max(f64::EPSILON);
    let rate = if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") };
    format!("{seconds} s: launch {launches}, {kernel}: {done} of {teams} teams, {rate} a second")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::fake::Fake;
    use crate::driver::output::Output;

    const SECOND: Duration = Duration::from_secs(1);

    fn moment(launches: u64, teams: u64, done: u64) -> Moment {
        Moment { kernel: "k".into(), launches, teams, done }
    }

    #[test]
    fn a_line_has_kernel_launch_teams_and_rate() {
        let line = |before: (u64, u64, u64), now: (u64, u64, u64)| {
            let [before, now] = [before, now].map(|(a, b, c)| moment(a, b, c));
            line(21 * SECOND, 10 * SECOND, (&before, &now))
        };
        assert_eq!(
            line((3, 100, 10), (3, 100, 25)),
            "21 s: launch 3, k: 25 of 100 teams, 1.5 a second"
        );
        assert_eq!(
            line((2, 7, 5), (3, 900, 800)),
            "21 s: launch 3, k: 800 of 900 teams, 80 a second"
        );
        assert_eq!(line((2, 7, 5), (3, 0, 0)), "21 s: 3 launches, no kernel under way");
    }

    #[test]
    fn a_signal_a_launch_too_many_and_the_time_end_a_run() {
        let (progress, signal) = (Progress::default(), AtomicI32::new(0));
        let (max_launches, time_limit) = (Some(4), Some(SECOND));
        let options = Options { max_launches, time_limit, ..Options::default() };
        let monitor = Monitor { progress: &progress, signal: &signal, options: &options };
        assert_eq!(monitor.ending(SECOND / 2), None);
        assert_eq!(monitor.ending(SECOND), Some(Ending::Time(SECOND)));
        progress.stop();
        assert_eq!(monitor.ending(SECOND), Some(Ending::Launches(4)));
        signal.store(15, Ordering::Relaxed);
        assert_eq!(monitor.ending(SECOND), Some(Ending::Signal(15)));
        let words = [Ending::Time(SECOND / 2), Ending::Launches(4), Ending::Signal(15)];
        let words = words.map(|ending| (ending.status(), ending.name(), ending.words()));
        let told = [
            (124, "time_limit", "ended by --time-limit 0.5"),
            (0, "max_launches", "ended by --max-launches 4"),
            (143, "SIGTERM", "ended by SIGTERM"),
        ];
        let owned = |(status, name, words): (_, &str, &str)| (status, name.into(), words.into());
        assert_eq!(words, told.map(owned));
    }

    #[test]
    fn what_was_counted_is_written_with_the_reason() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let json = folder.path().join("a.json");
        let options = Options { json: Some(json.clone()), ..Options::default() };
        let driver = Mutex::new(Driver::new(Fake::default(), Output::new(&options)));
        let (progress, signal) = (Progress::default(), AtomicI32::new(15));
        let monitor = Monitor { progress: &progress, signal: &signal, options: &options };
        assert_eq!(monitor.wait(), Ending::Signal(15));
        assert!(monitor.end(&driver, Ending::Signal(15)).is_some() && progress.stops());
        let text = std::fs::read_to_string(&json).expect("it was written");
        let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(value["ended_by"], "SIGTERM");
        let _held = driver.lock();
        assert!(lock_within(&driver, NAP / 10).is_none());
    }
}
