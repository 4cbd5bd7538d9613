//! `for (a) for (b) …` → `for (b) for (a) …`: the headers change places, the bodies stay.

use super::{Edit, one_line, padded, reshape};
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{Loop, TargetRegion};
use crate::source::SourceFile;

/// Puts the headers of the nest's loops into the order of `order`, those of `boxes` with the bounds
/// of their boxes. Answers also what to put before the innermost body.
pub(super) fn edits(
    region: &TargetRegion,
    file: &SourceFile,
    nest: &[&Loop],
    (order, boxes): (&[LoopId], &[LoopId]),
) -> Result<(Vec<Edit>, Vec<u8>), Code> {
    let mut edits = Vec::new();
    let mut conditions = Vec::new();
    for (place, id) in nest.iter().zip(order) {
        let moved = nest.iter().find(|l| l.id == *id).ok_or(Code::NotEditable)?;
        let mut text = one_line(file, moved.header);
        if boxes.contains(id) {
            let (header, guards) = reshape::boxed(region, file, nest, moved)?;
            conditions.extend(guards);
            text = Ok(header);
        } else if place.id == *id {
            continue;
        }
        edits.push(Edit { span: place.header, text: padded(text?, file, place.header) });
    }
    Ok((edits, conditions))
}
