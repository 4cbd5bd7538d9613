//! `for (a) for (b) …` → `for (b) for (a) …`: the headers change places, the bodies stay.

use super::forward::Values;
use super::{Edit, padded, reshape};
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{Loop, TargetRegion};

/// Puts the headers of the nest's loops into the order of `order`, which has all of them, those of `boxes` with the bounds
/// of their boxes, and puts values into them. Answers also what to put before the innermost body.
pub(super) fn edits(
    region: &TargetRegion,
    values: &Values,
    nest: &[&Loop],
    (order, boxes): (&[LoopId], &[LoopId]),
) -> Result<(Vec<Edit>, Vec<u8>), Code> {
    let mut edits = Vec::new();
    let mut conditions = Vec::new();
    for (place, id) in nest.iter().zip(order) {
        let moved = nest.iter().find(|l| l.id == *id).ok_or(Code::NotEditable)?;
        let mut text = values.header(moved);
        if boxes.contains(id) {
            let (header, guards) = reshape::boxed(region, values, (nest, boxes), moved)?;
            conditions.extend(guards);
            text = Ok(header);
        } else if place.id == *id && !values.changes(moved) {
            continue;
        }
        edits.push(Edit { span: place.header, text: padded(text?, values.file, place.header) });
    }
    Ok((edits, conditions))
}
