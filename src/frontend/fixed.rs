//! Texts in which no edit means what it says.

use super::unit::contains;
use crate::command::CompileCommand;
use crate::ir::{Hazard, HazardKind, TargetRegion};
use crate::source::{SourceFile, has_lone_return};

/// Marks a region of `file` where nothing of it may be edited ([`HazardKind::FixedText`]).
pub(super) fn mark(command: &CompileCommand, file: &SourceFile, region: &mut TargetRegion) {
    if has_odd_lines(command, file.bytes()) {
        region.hazards.push(Hazard { span: region.directive.span, kind: HazardKind::FixedText });
        region.hazards.sort();
    }
}

/// Whether lines end where only clang sees it: at a carriage return alone, or not, by a trigraph for a backslash.
fn has_odd_lines(command: &CompileCommand, bytes: &[u8]) -> bool {
    has_lone_return(bytes) || command.may_have_trigraphs() && contains(bytes, b"??/")
}
