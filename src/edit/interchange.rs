//! `for (a) for (b) …` → `for (b) for (a) …`: the headers change places, the bodies stay.

use super::headers::Headers;
use super::{Edit, boxes, padded};
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{Loop, TargetRegion};

/// Puts the headers of the nest's loops into the order of `order`, which has all of them, those of `boxed` with the bounds
/// of their boxes. Answers also what to put before the innermost body.
pub(super) fn edits(
    region: &TargetRegion,
    headers: &Headers,
    nest: &[&Loop],
    (order, boxed): (&[LoopId], &[LoopId]),
) -> Result<(Vec<Edit>, Vec<u8>), Code> {
    let mut edits = Vec::new();
    let mut conditions = Vec::new();
    for (place, id) in nest.iter().zip(order) {
        let moved = nest.iter().find(|l| l.id == *id).ok_or(Code::NotEditable)?;
        let mut text = headers.text(moved);
        if boxed.contains(id) {
            let (header, guards) = boxes::boxed(region, headers, (nest, boxed), moved)?;
            conditions.extend(guards);
            text = Ok(header);
        } else if place.id == *id && !headers.changes(moved) {
            continue;
        }
        edits.push(Edit::replacement(place.header, padded(text?, headers.file, place.header)));
    }
    Ok((edits, conditions))
}
