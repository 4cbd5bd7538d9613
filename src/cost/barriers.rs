//! The barriers that warps wait at in a combined construct.
//!
//! Each chunk of iterations that a team gets is one call of `__kmpc_parallel_51`, in which the threads of LLVM 19's runtime for devices meet. A
//! reduction makes those of a team meet again, and all teams put their results together in the end. Where the unit also has a kernel without threads,
//! clang leaves the state of the runtime in all of them: setting it up takes more. The numbers are those of the code that clang 19 makes with
//! optimisation, counted by running it.

use super::{Coalescing, launch};
use crate::ir::TargetRegion;
use crate::ir::launch::has_threads;
use crate::machine::Machine;
use crate::openmp::{ClauseKind, Leaf};
use crate::schedule::map::Chunk;

/// Barriers of a call, of a reduction by one warp beside it, and of one by several.
const CALL: u64 = 4;
const BY_WARP: u64 = 2;
const BY_TEAM: u64 = 6;

/// Barriers of a team that reduces with others.
const BY_TEAMS: u64 = 2;

/// The same where the runtime has state: of a call that reduces nothing, of a team, and of one that reduces with others.
const CALL_WITH_STATE: u64 = 6;
const STATE: u64 = 2;
const BY_TEAMS_WITH_STATE: u64 = 3;

/// Where the warps of one launch meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meetings {
    /// Warps of a team.
    warps: u64,
    /// Teams, and chunks of iterations that they get: none without threads.
    teams: u64,
    chunks: u64,
    reduces: bool,
}

impl Meetings {
    /// Where the warps of a region meet; `None` where the number of iterations is not known, or constructs inside decide.
    pub fn of(region: &TargetRegion, counted: &Coalescing, machine: &Machine) -> Option<Meetings> {
        let Coalescing { mapping, loops, .. } = counted;
        let (map, directive) = (&mapping.main, &region.directive);
        let is_alone = mapping.inner.is_empty() && region.around.is_empty() && !region.is_inner();
        if !is_alone || map.is_repeated() || !directive.has(Leaf::Target) {
            return None;
        }
        let reduces = directive.clause(ClauseKind::Reduction).is_some();
        if map.is_serial() {
            let is_one = !directive.has(Leaf::Parallel) && !directive.has(Leaf::Teams);
            let warps = u64::from(map.team_size.div_ceil(machine.warp));
            return is_one.then_some(Meetings { warps, teams: 1, chunks: 0, reduces: false });
        }
        let (iterations, launch) = launch::launched(machine, loops, (map, directive))?;
        let chunks = match map.team_chunk {
            Chunk::Of(chunk) => iterations.div_ceil(u64::from(chunk)),
            Chunk::Whole => 1,
            Chunk::Share => launch.teams,
        };
        let warps = u64::from(launch.threads.div_ceil(machine.warp));
        Some(Meetings { warps, teams: launch.teams, chunks, reduces })
    }

    /// The barriers of all warps in one launch, counted as hardware counts instructions: each warp that waits counts. The unit `is_mixed`
    /// or not ([`is_mixed`]).
    pub fn barriers(&self, is_mixed: bool) -> u64 {
        let by_team = if self.warps == 1 { BY_WARP } else { BY_TEAM };
        let (chunk, team) = match (self.reduces, is_mixed) {
            (false, false) => (CALL, 0),
            (false, true) => (CALL_WITH_STATE, STATE),
            (true, false) => (CALL + by_team, BY_TEAMS),
            (true, true) => (CALL + by_team, BY_TEAMS_WITH_STATE),
        };
        self.warps * (self.chunks * chunk + self.teams * team)
    }
}

/// Whether some target regions of a unit have threads and others have none.
pub fn is_mixed(regions: &[TargetRegion]) -> bool {
    let targets = || regions.iter().filter(|region| !region.is_inner());
    targets().any(has_threads) && !targets().all(has_threads)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Iterations, those of a chunk, threads of a team, teams, whether they reduce and whether the unit has a kernel without threads; and the
    /// barriers that the simulator counted (clang 19.1.7 at -O3).
    const COUNTED: [(u64, u64, u64, u64, bool, bool, u64); 15] = [
        (20_480, 128, 32, 640, false, false, 640),
        (40, 128, 32, 2, false, false, 4),
        (20_480, 64, 64, 320, false, false, 2560),
        (20_480, 128, 32, 640, false, true, 2240),
        (40, 128, 32, 2, false, true, 10),
        (40, 128, 32, 2, true, false, 10),
        (200, 128, 32, 7, true, false, 26),
        (12_800, 128, 32, 400, true, false, 1400),
        (12_800, 64, 64, 200, true, false, 4800),
        (12_800, 64, 64, 10, true, false, 4040),
        (12_800, 128, 128, 10, true, false, 4080),
        (40, 128, 32, 2, true, true, 12),
        (200, 128, 32, 7, true, true, 33),
        (12_800, 128, 128, 10, true, true, 4120),
        (12_800, 64, 64, 200, true, true, 5200),
    ];

    #[test]
    fn barriers_are_those_that_the_simulator_counts() {
        for (iterations, chunk, threads, teams, reduces, is_mixed, barriers) in COUNTED {
            let (warps, chunks) = (threads.div_ceil(32), iterations.div_ceil(chunk));
            let own = Meetings { warps, teams, chunks, reduces };
            assert_eq!(own.barriers(is_mixed), barriers, "{own:?} {is_mixed}");
        }
        let serial = Meetings { warps: 4, teams: 1, chunks: 0, reduces: false };
        assert_eq!([false, true].map(|is_mixed| serial.barriers(is_mixed)), [0, 8]);
    }
}
