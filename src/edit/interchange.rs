//! `for (a) for (b) …` → `for (b) for (a) …`: the headers change places, the bodies stay.

use super::{Edit, find_loop, one_line, padded};
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::TargetRegion;
use crate::source::SourceFile;

/// Puts the headers of the nest's outermost loops into the order of `loops`.
pub(super) fn edits(
    region: &TargetRegion,
    file: &SourceFile,
    loops: &[LoopId],
) -> Result<Vec<Edit>, Code> {
    let mut edits = Vec::new();
    for (place, id) in region.nest().into_iter().zip(loops) {
        if place.id == *id {
            continue;
        }
        let moved = find_loop(region, *id).ok_or(Code::NotEditable)?;
        let text = one_line(file, moved.header)?;
        edits.push(Edit { span: place.header, text: padded(text, file, place.header) });
    }
    Ok(edits)
}
