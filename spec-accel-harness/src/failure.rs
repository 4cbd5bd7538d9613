//! What went wrong, in two sizes.

use std::fmt;
use std::path::Path;

/// A step that did not work: a phrase that fits a table cell, and the whole message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) summary: String,
    pub(crate) detail: String,
}

impl Failure {
    pub(crate) fn new(summary: &str, detail: impl Into<String>) -> Failure {
        Failure { summary: summary.into(), detail: detail.into() }
    }

    /// Turns an I/O error about `path` into a failure.
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Failure {
        move |error| Failure::new("file error", format!("{}: {error}", path.display()))
    }

    /// The same about `file`.
    pub(crate) fn of(self, file: &Path) -> Failure {
        Failure { detail: format!("{}: {}", file.display(), self.detail), ..self }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.summary, self.detail)
    }
}
