//! The barriers that the warps of a combined construct wait at.
//!
//! Each chunk of iterations that a team gets is one call of `__kmpc_parallel_51`, in which the threads of LLVM 19's runtime for devices meet four
//! times. A reduction makes them meet again: of one warp twice and of several six times for each chunk, and twice when all teams
//! put their results together.

use super::{Coalescing, launch};
use crate::ir::TargetRegion;
use crate::machine::Machine;
use crate::openmp::{ClauseKind, Leaf};
use crate::schedule::map::Chunk;

/// Barriers of a parallel region.
const PARALLEL: u64 = 4;

/// Barriers of a reduction by the threads of one warp, and of several.
const BY_WARP: u64 = 2;
const BY_TEAM: u64 = 6;

/// Barriers of a reduction by all teams.
const BY_TEAMS: u64 = 2;

/// The barriers of all warps in one launch of a region, counted as hardware counts instructions: each warp that waits counts. `None` where the
/// number of iterations is not known, or constructs inside the region decide.
pub fn barriers(region: &TargetRegion, counted: &Coalescing, machine: &Machine) -> Option<u64> {
    let Coalescing { mapping, loops, .. } = counted;
    let map = &mapping.main;
    let is_alone = mapping.inner.is_empty() && region.around.is_empty() && !region.is_inner();
    if !is_alone || map.is_repeated() || !region.directive.has(Leaf::Target) {
        return None;
    }
    if map.is_serial() {
        return (!region.directive.has(Leaf::Parallel)).then_some(0);
    }
    let launched = launch::launched(machine, loops, (map, &region.directive))?;
    let chunks = match map.team_chunk {
        Chunk::Of(chunk) => launched.iterations.div_ceil(u64::from(chunk)),
        Chunk::Whole => 1,
        Chunk::Share => launched.teams,
    };
    let warps = u64::from(launched.threads.div_ceil(machine.warp));
    if region.directive.clause(ClauseKind::Reduction).is_none() {
        return Some(chunks * warps * PARALLEL);
    }
    let own = if warps == 1 { BY_WARP } else { BY_TEAM };
    Some(warps * (chunks * (PARALLEL + own) + launched.teams * BY_TEAMS))
}
