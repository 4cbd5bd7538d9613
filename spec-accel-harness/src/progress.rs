//! A progress bar on standard error, where that is a terminal.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Cells of the bar.
const WIDTH: usize = 30;

/// Counts steps; when it goes, so does its line.
#[derive(Debug)]
pub(crate) struct Progress<'a> {
    title: &'a str,
    total: usize,
    done: AtomicUsize,
    shown: bool,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(title: &'a str, total: usize) -> Progress<'a> {
        let shown = total > 1 && io::stderr().is_terminal();
        let progress = Progress { title, total, done: AtomicUsize::new(0), shown };
        progress.show(&bar(title, 0, total));
        progress
    }

    /// One step is done.
    pub(crate) fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        self.show(&bar(self.title, done, self.total));
    }

    fn show(&self, line: &str) {
        if self.shown {
            // A bar that cannot be shown is no reason to stop.
            let _ = write!(io::stderr().lock(), "\r\x1b[K{line}");
        }
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.show("");
    }
}

fn bar(title: &str, done: usize, total: usize) -> String {
    let full = done * WIDTH / total.max(1);
    format!("{title} [{}{}] {done}/{total}", "#".repeat(full), ".".repeat(WIDTH - full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows_from_empty_to_full() {
        assert_eq!(bar("run", 0, 4), "run [..............................] 0/4");
        assert_eq!(bar("run", 2, 4), "run [###############...............] 2/4");
        assert_eq!(bar("run", 4, 4), "run [##############################] 4/4");
    }
}
