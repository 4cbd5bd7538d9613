//! From a command line to target regions, through libclang.
//!
//! The unit is parsed with OpenMP off, because libclang does not visit the loops of a combined
//! directive otherwise; pragmas are found and parsed by our own grammar.

use std::fmt;

use crate::command::CompileCommand;
use crate::ir::TargetRegion;
use crate::source::SourceMap;

/// A translation unit: the files its regions lie in (the main file first), and the regions in the
/// order of their lines.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// The main file is the first.
    pub sources: SourceMap,
    /// Every active target region.
    pub regions: Vec<TargetRegion>,
}

/// Why a unit could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrontendError {
    /// libclang was not found or could not be loaded.
    NoLibclang(String),
    /// The main file could not be read.
    Unreadable(String),
    /// The source has errors; clang will report them.
    Errors(String),
}

impl fmt::Display for FrontendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLibclang(why) => write!(f, "libclang: {why}"),
            Self::Unreadable(why) => write!(f, "cannot read {why}"),
            Self::Errors(first) => write!(f, "source has errors: {first}"),
        }
    }
}

impl std::error::Error for FrontendError {}

/// Parses a unit and lowers its target regions.
pub fn parse(command: &CompileCommand) -> Result<Unit, FrontendError> {
    Err(FrontendError::NoLibclang(command.input.clone()))
}
