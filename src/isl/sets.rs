//! Operations on sets that stand in isl's notation.

use std::ffi::CString;

use super::ffi::{Context, Set};

/// A set with fewer constraints, within `max_operations` of isl's operations; `None` where the text is no set or isl ran over its bound.
pub(crate) fn simplified(set: &str, max_operations: u64) -> Option<String> {
    let context = Context::new(max_operations)?;
    read(&context, set)?.coalesced()?.text()
}

/// The points of a set that another one has not, within `max_operations` of isl's operations.
pub(crate) fn difference(one: &str, other: &str, max_operations: u64) -> Option<String> {
    let context = Context::new(max_operations)?;
    let (one, other) = (read(&context, one)?, read(&context, other)?);
    one.without(&other)?.coalesced()?.text()
}

/// Whether two sets have a point in common.
#[cfg(test)]
pub(crate) fn meet(one: &str, other: &str) -> Option<bool> {
    let context = Context::new(0)?;
    let (one, other) = (read(&context, one)?, read(&context, other)?);
    one.within(&other)?.is_empty().map(|is_empty| !is_empty)
}

fn read<'ctx>(context: &'ctx Context, text: &str) -> Option<Set<'ctx>> {
    context.read_set(&CString::new(text).ok()?)
}
