//! The report: what other programs and people read.

use serde::{Deserialize, Serialize};

use crate::UnitAnalysis;
use crate::command::CompileCommand;
use crate::diag::Code;

/// The report of one translation unit; see `docs/report.schema.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Always `warpcc-report/1`.
    pub schema: String,
}

/// Which remarks are wanted on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remarks {
    /// None.
    None,
    /// Regions that were rewritten.
    Applied,
    /// Regions that were not, and why.
    Missed,
    /// Both, and findings.
    All,
}

/// The report of `unit`.
pub fn build(_command: &CompileCommand, _unit: &UnitAnalysis) -> Report {
    Report { schema: "warpcc-report/1".into() }
}

/// The report of a unit that was not analysed, for the reason `code`.
pub fn not_analyzed(_command: &CompileCommand, _code: Code, _reason: &str) -> Report {
    Report { schema: "warpcc-report/1".into() }
}

impl Report {
    /// The JSON text, ending in a newline.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Notes that clang rejected the rewritten source: nothing counts as applied.
    pub fn mark_rejected(&mut self) {}

    /// Remarks in clang's form, one a line.
    pub fn remarks(&self, _which: Remarks) -> String {
        String::new()
    }
}
