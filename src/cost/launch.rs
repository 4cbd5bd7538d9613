//! How many threads libomptarget 19 launches for a combined construct, and which teams have work.
//!
//! The distribution deals out chunks of as many iterations as a team has threads, a number that clang has folded into the kernel.
//! With few iterations the runtime launches smaller teams than that, so that there are more of them: each team that gets
//! a chunk runs it in several rounds, and the others get none. `docs/theory/cost.md` has the table.

use crate::coalesce::executions::number_of_iterations;
use crate::diag::Code;
use crate::ir::{Directive, launch};
use crate::machine::Machine;
use crate::openmp::ClauseKind;
use crate::schedule::map::{Chunk, Finding, Mapping, ThreadMap};
use crate::symbolic::eval::LoopValues;

/// What is launched for so many iterations of a combined construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Launch {
    /// Threads of a team.
    pub(super) threads: u32,
    /// Teams.
    pub(super) teams: u64,
}

impl Launch {
    /// For at least one iteration where no clause says how many teams or threads there are, and a team has at most `size`
    /// (`GenericKernelTy::getNumBlocks` of LLVM 19).
    fn of(machine: &Machine, iterations: u64, size: u32) -> Launch {
        let preferred = u64::from(machine.teams.max(1));
        let each = iterations.div_ceil(preferred).next_power_of_two();
        let least = machine.warp.min(size);
        let threads = u32::try_from(each).map_or(size, |each| each.clamp(least, size));
        Launch { threads, teams: iterations.div_ceil(u64::from(threads)).min(preferred) }
    }
}

/// The number of iterations that `map` spreads over all teams, and what is launched for them under a directive's clauses; `None` where their
/// number, or that of the teams, is not known.
pub(super) fn launched(
    machine: &Machine,
    loops: &[Option<LoopValues>],
    (map, directive): (&ThreadMap, &Directive),
) -> Option<(u64, Launch)> {
    let iterations = number_of_iterations(loops, &map.loops).filter(|count| *count > 0)?;
    let threads = threads(machine, loops, map);
    let wanted = iterations.div_ceil(u64::from(threads));
    let teams = match directive.clause(ClauseKind::NumTeams) {
        _ if map.team_chunk == Chunk::Whole => 1,
        Some(_) => u64::from(launch::teams(directive)?),
        None => wanted.min(u64::from(machine.teams.max(1))),
    };
    Some((iterations, Launch { threads, teams }))
}

/// A launch for so few iterations that teams have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Few {
    iterations: u64,
    launch: Launch,
    /// Iterations that a team gets at once.
    chunk: u32,
}

impl Few {
    /// The launch for iterations that are dealt out to threads one by one under `map`.
    fn of(machine: &Machine, map: &ThreadMap, iterations: u64) -> Option<Few> {
        let (Chunk::Of(chunk), Chunk::Of(1)) = (map.team_chunk, map.thread_chunk) else {
            return None;
        };
        let launch = Launch::of(machine, iterations, map.team_size);
        let few = Few { iterations, launch, chunk };
        (few.working() < launch.teams).then_some(few)
    }

    /// The teams that get a chunk.
    fn working(&self) -> u64 {
        self.iterations.div_ceil(u64::from(self.chunk))
    }

    /// The iterations of the busiest thread, one of a team that has one chunk.
    fn busiest(&self) -> u64 {
        let most = self.iterations.min(u64::from(self.chunk));
        most.div_ceil(u64::from(self.launch.threads))
    }
}

/// The number of iterations that `map` spreads over all teams, where it is known and the runtime decides on the size of teams.
fn decided(machine: &Machine, loops: &[Option<LoopValues>], map: &ThreadMap) -> Option<u64> {
    let open = map.shrinks && machine.teams > 0 && !map.loops.is_empty();
    let iterations = open.then(|| number_of_iterations(loops, &map.loops)).flatten();
    iterations.filter(|iterations| *iterations > 0)
}

/// The threads of a team that are launched under `map`.
pub(super) fn threads(machine: &Machine, loops: &[Option<LoopValues>], map: &ThreadMap) -> u32 {
    let launch = |iterations| Launch::of(machine, iterations, map.team_size).threads;
    decided(machine, loops, map).map_or(map.team_size, launch)
}

/// The threads of a team that are launched under `map`, where they are so few that some teams get no iterations.
pub(crate) fn few(machine: &Machine, loops: &[Option<LoopValues>], map: &ThreadMap) -> Option<u32> {
    let few = Few::of(machine, map, decided(machine, loops, map)?)?;
    Some(few.launch.threads)
}

/// The finding that teams without iterations are launched.
pub(crate) fn finding(
    machine: &Machine,
    mapping: &Mapping,
    loops: &[Option<LoopValues>],
) -> Option<Finding> {
    let map = &mapping.main;
    let few = Few::of(machine, map, decided(machine, loops, map)?)?;
    let Few { iterations, chunk, launch: Launch { threads, teams } } = few;
    let (working, busiest) = (few.working(), few.busiest());
    let text = format!(
        "{working} of {teams} teams of {threads} threads work, each thread on up to {busiest} of {iterations} iterations: \
         a team gets {chunk} at once"
    );
    Some(Finding { code: Code::FewIterations, text })
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::id::LoopId;

    /// Iterations, teams, and threads of a team.
    const MEASURED: [(u64, u64, u32); 16] = [
        (1, 1, 32),
        (32, 1, 32),
        (33, 2, 32),
        (128, 4, 32),
        (129, 5, 32),
        (1000, 32, 32),
        (20_000, 625, 32),
        (102_400, 3200, 32),
        (102_401, 1601, 64),
        (150_000, 2344, 64),
        (204_800, 3200, 64),
        (204_801, 1601, 128),
        (300_000, 2344, 128),
        (409_600, 3200, 128),
        (409_601, 3200, 128),
        (1_000_000, 3200, 128),
    ];

    fn map(team_size: u32, chunk: u32) -> ThreadMap {
        ThreadMap {
            loops: vec![LoopId(0)],
            team_size,
            shrinks: true,
            team_chunk: Chunk::Of(chunk),
            thread_chunk: Chunk::Of(1),
            ..ThreadMap::of_one_thread(<&Machine>::default())
        }
    }

    /// The teams and threads that libomptarget 19.1 said that it launches (`LIBOMPTARGET_INFO=16`, a driver that only records).
    #[test]
    fn launches_are_those_that_the_runtime_names() {
        let machine = <&Machine>::default();
        for (iterations, teams, threads) in MEASURED {
            let launch = Launch::of(machine, iterations, 128);
            assert_eq!(launch, Launch { threads, teams }, "{iterations}");
        }
        let bounded = |n, size| Launch::of(machine, n, size);
        assert_eq!(bounded(20_000, 32), Launch { threads: 32, teams: 625 });
        assert_eq!(bounded(204_800, 32), Launch { threads: 32, teams: 3200 });
        assert_eq!(bounded(20_000, 64), Launch { threads: 32, teams: 625 });
        assert_eq!(bounded(102_401, 64), Launch { threads: 64, teams: 1601 });
    }

    /// Deals the iterations out one by one, as the kernel does: how many teams work, and how many iterations the busiest thread
    /// runs.
    fn enumerated(launch: Launch, chunk: u64, n: u64) -> (u64, u64) {
        let mut runs = BTreeMap::<(u64, u64), u64>::new();
        for i in 0..n {
            let thread = (i / chunk % launch.teams, i % chunk % u64::from(launch.threads));
            *runs.entry(thread).or_default() += 1;
        }
        let working: BTreeSet<u64> = runs.keys().map(|(team, _)| *team).collect();
        (working.len() as u64, runs.values().copied().max().unwrap_or(0))
    }

    #[test]
    fn idle_teams_are_those_of_an_enumeration() {
        let small = Machine { teams: 40, ..<&Machine>::default().clone() };
        for (size, chunk) in [(128, 128), (64, 64), (32, 32), (128, 256), (96, 96)] {
            for n in (1..6000).step_by(7).chain([32, 33, 128, 129, 1280, 1281, 2560, 2561, 5120]) {
                let launch = Launch::of(&small, n, size);
                let (working, busiest) = enumerated(launch, u64::from(chunk), n);
                let few = Few::of(&small, &map(size, chunk), n);
                assert_eq!(few.is_some(), working < launch.teams, "{n} {size} {chunk}");
                if let Some(few) = few {
                    assert_eq!((few.working(), few.busiest()), (working, busiest), "{n} {chunk}");
                }
            }
        }
    }

    /// A kernel that is compiled for the threads that are launched has none, and the same launch.
    #[test]
    fn teams_of_the_size_that_is_launched_all_work() {
        let machine = <&Machine>::default();
        for n in [33, 1000, 20_000, 102_400, 102_401, 150_000, 204_800] {
            let few = Few::of(machine, &map(128, 128), n).expect("teams are idle");
            let size = few.launch.threads;
            assert_eq!(Launch::of(machine, n, size), few.launch, "{n}");
            assert_eq!(Few::of(machine, &map(size, size), n), None, "{n}");
        }
        for n in [1, 32, 204_801, 1_000_000] {
            assert_eq!(Few::of(machine, &map(128, 128), n), None, "{n}");
        }
    }
}
