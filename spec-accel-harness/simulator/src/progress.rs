//! How far a device is. Launches write it; another thread reads it, and may ask the launch under way to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a launch writes and another thread reads. The numbers need not be of one moment.
#[derive(Debug, Default)]
pub struct Progress {
    stops: AtomicBool,
    launches: AtomicU64,
    teams: AtomicU64,
    done: AtomicU64,
    kernel: Mutex<String>,
}

/// How far a device was at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The kernel of the launch under way, or of the last one.
    pub kernel: String,
    /// The number of launches up to now.
    pub launches: u64,
    /// The teams of the launch under way; 0 where there is none.
    pub teams: u64,
    /// Those of them that are done.
    pub done: u64,
}

impl Progress {
    /// Asks the launch under way, and every later one, to stop.
    pub fn stop(&self) {
        self.stops.store(true, Ordering::Relaxed);
    }

    /// Whether launches are to stop.
    #[inline]
    pub fn stops(&self) -> bool {
        self.stops.load(Ordering::Relaxed)
    }

    /// How far the device is.
    pub fn moment(&self) -> Moment {
        Moment {
            kernel: self.kernel.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            launches: self.launches.load(Ordering::Relaxed),
            teams: self.teams.load(Ordering::Relaxed),
            done: self.done.load(Ordering::Relaxed),
        }
    }

    pub(crate) fn begin_launch(&self, kernel: &str, teams: u64) {
        let mut name = self.kernel.lock().unwrap_or_else(PoisonError::into_inner);
        name.clear();
        name.push_str(kernel);
        self.launches.fetch_add(1, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.teams.store(teams, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn teams_left(&self, left: u64) {
        let done = self.teams.load(Ordering::Relaxed).saturating_sub(left);
        self.done.store(done, Ordering::Relaxed);
    }

    pub(crate) fn end_launch(&self) {
        self.teams.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_of_the_launch_under_way() {
        let progress = Progress::default();
        assert_eq!(progress.moment(), Moment::default());
        progress.begin_launch("first", 3);
        progress.teams_left(2);
        let moment = |kernel: &str, launches, teams, done| Moment {
            kernel: kernel.to_owned(),
            launches,
            teams,
            done,
        };
        assert_eq!(progress.moment(), moment("first", 1, 3, 1));
        progress.end_launch();
        progress.begin_launch("k", 8);
        assert_eq!(progress.moment(), moment("k", 2, 8, 0));
        assert!(!progress.stops());
        progress.stop();
        assert!(progress.stops());
    }
}
