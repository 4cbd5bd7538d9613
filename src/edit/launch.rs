//! `target … for` → `target … for ompx_attribute(__attribute__((launch_bounds(32))))`.
//!
//! A `thread_limit` clause would say the same, but the host obeys it, too, where it runs the region itself. It does not know the
//! attribute: clang 19 makes the same code for it. `docs/decisions/0025-launch-bounds.md` has what else was tried.

use super::Edit;
use crate::ir::TargetRegion;

/// Puts the clause behind the directive's name.
pub(super) fn edit(region: &TargetRegion, threads: u32) -> Edit {
    let place = region.directive.name_end;
    let text = format!(" ompx_attribute(__attribute__((launch_bounds({threads}))))");
    Edit::insertion(place, text)
}
