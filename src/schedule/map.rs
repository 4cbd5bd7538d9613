//! Which iterations each lane runs.
//!
//! Iterations go to teams in *team chunks*, and those of a team chunk to its threads in *thread chunks*, dealt in rounds: a
//! [`ThreadMap`]. A region has one for each place where the mapping changes (`teams distribute` around `parallel for`).

use crate::diag::Code;
use crate::id::LoopId;
use crate::machine::Machine;

/// How many consecutive iterations are handed out at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// So many.
    Of(u32),
    /// All: there is one taker.
    Whole,
    /// One block for each taker, of equal size.
    Share,
}

/// Which iterations of `loops` the lanes of a warp run in one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadMap {
    /// The loops whose collapsed iterations are spread over the lanes, outermost first; the last
    /// varies fastest. Empty where all lanes run the same iteration.
    pub loops: Vec<LoopId>,
    /// The loops whose iterations are spread over the teams: the same for all lanes of a warp.
    pub teams: Vec<LoopId>,
    /// Whether other teams, it is not known how many, run loops like these at the same time.
    pub repeated: bool,
    /// Threads of a team.
    pub team_size: u32,
    /// Whether the runtime may launch teams of fewer threads than that (`src/cost/launch.rs`).
    pub shrinks: bool,
    /// Lanes of a warp.
    pub warp: u32,
    /// What a team gets.
    pub team_chunk: Chunk,
    /// What a thread gets of its team's chunk; `Whole`: one thread runs it.
    pub thread_chunk: Chunk,
    /// The schedule in effect, in the words of a `schedule` clause.
    pub schedule: String,
    /// The loop over the threads of a team (`ir::launch`), inside a `parallel` construct. Where each thread runs
    /// everything, it is the one of `loops`.
    pub thread: Option<LoopId>,
}

/// The maps of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The map of what stands in no inner worksharing loop.
    pub main: ThreadMap,
    /// The maps of inner worksharing loops, by the outermost loop that they apply to.
    pub inner: Vec<(LoopId, ThreadMap)>,
    /// What a reader should know of it.
    pub findings: Vec<Finding>,
}

/// Something about a mapping that a programmer may not expect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// WC105 to WC108.
    pub code: Code,
    /// In words.
    pub text: String,
}

/// Fewer team chunks than these stand for no space.
const LEAST_CHUNKS: i64 = 16;

/// 2^32 by the golden ratio: the fractions of its multiples lie evenly.
const GOLDEN: u32 = 0x9e37_79b9;

fn starts(from: i64, to: i64, step: i64) -> impl Iterator<Item = i64> {
    (from..to).step_by(step.max(1) as usize)
}

impl ThreadMap {
    /// One thread of the device runs it all.
    pub(crate) fn of_one_thread(machine: &Machine) -> ThreadMap {
        ThreadMap {
            loops: Vec::new(),
            teams: Vec::new(),
            repeated: false,
            team_size: machine.team,
            shrinks: false,
            warp: machine.warp,
            team_chunk: Chunk::Whole,
            thread_chunk: Chunk::Whole,
            schedule: "none".into(),
            thread: None,
        }
    }

    /// One thread of each team runs what all of its threads share.
    pub(super) fn by_one_thread(&self) -> ThreadMap {
        ThreadMap {
            loops: Vec::new(),
            shrinks: false,
            team_chunk: Chunk::Whole,
            thread_chunk: Chunk::Whole,
            schedule: "none".into(),
            ..self.clone()
        }
    }

    /// The loops that are spread over lanes or teams.
    pub fn spread(&self) -> Vec<LoopId> {
        self.teams.iter().chain(&self.loops).copied().collect()
    }

    /// Whether each thread of a team runs everything.
    pub fn is_repeated(&self) -> bool {
        self.thread.is_some_and(|thread| self.loops == [thread])
    }

    /// Whether one thread of a team, or of the device, runs it all.
    pub fn is_serial(&self) -> bool {
        self.thread_chunk == Chunk::Whole
    }

    /// Lanes of a full warp that run an iteration.
    pub fn active(&self) -> u32 {
        self.working_threads().min(self.warp)
    }

    /// Threads of a team that work on a full team chunk.
    pub fn working_threads(&self) -> u32 {
        match (self.team_chunk, self.thread_chunk) {
            (_, Chunk::Whole) => 1,
            (Chunk::Of(team), Chunk::Of(thread)) => team.div_ceil(thread).min(self.team_size),
            (Chunk::Of(team), Chunk::Share) => {
                team.div_ceil(team.div_ceil(self.team_size)).min(self.team_size)
            }
            _ => self.team_size,
        }
    }

    /// The distance of neighbouring lanes in iterations of the collapsed space; `None` where it
    /// depends on the number of iterations.
    pub fn stride(&self) -> Option<u32> {
        match (self.team_chunk, self.thread_chunk) {
            (_, Chunk::Whole) => Some(0),
            (_, Chunk::Of(thread)) => Some(thread),
            (Chunk::Of(team), Chunk::Share) => Some(team.div_ceil(self.team_size)),
            (_, Chunk::Share) => None,
        }
    }

    /// Whether consecutive warps run consecutive iterations, all lanes working.
    pub(crate) fn is_plain(&self) -> bool {
        let chunk = match self.team_chunk {
            Chunk::Of(size) => size,
            Chunk::Whole | Chunk::Share => self.team_size,
        };
        let whole = |threads: u32| threads.is_multiple_of(self.warp);
        self.stride() == Some(1) && whole(chunk) && whole(chunk.min(self.team_size))
    }

    /// The clause that leaves threads without work.
    fn sparing(&self) -> String {
        match self.team_chunk {
            Chunk::Of(team) if team < self.team_size => format!("dist_schedule(static,{team})"),
            _ => format!("schedule({})", self.schedule),
        }
    }

    /// Whether each team's part begins at a known iteration.
    pub fn is_placed(&self) -> bool {
        self.team_chunk != Chunk::Share
    }

    /// The requests of `total` iterations: for each the positions in the collapsed space that its
    /// lanes run, in the order of team chunks, rounds, warps and steps.
    pub fn requests(&self, total: i64) -> impl Iterator<Item = Vec<i64>> + use<> {
        let position = |own: &Progression, lane| own.first + lane * own.stride;
        let request = move |own: Progression| (0..own.lanes).map(|l| position(&own, l)).collect();
        self.all_progressions(total).map(request)
    }

    /// The iterations of a team chunk; those of the last one may be fewer.
    fn team_iterations(&self, total: i64) -> i64 {
        match self.team_chunk {
            Chunk::Of(size) => i64::from(size),
            Chunk::Whole | Chunk::Share => total.max(1),
        }
    }

    /// How many consecutive iterations a team gets at once: its chunk, or a round of its threads where the team gets all
    /// iterations. `None` where the answer depends on the number of iterations.
    pub(crate) fn dealt_at_once(&self) -> Option<i64> {
        match (self.team_chunk, self.thread_chunk) {
            (Chunk::Of(team), _) => Some(i64::from(team)),
            (Chunk::Whole, Chunk::Of(thread)) => {
                Some(i64::from(self.team_size) * i64::from(thread))
            }
            _ => None,
        }
    }

    pub(crate) fn all_progressions(&self, total: i64) -> impl Iterator<Item = Progression> + use<> {
        self.progressions(total, starts(0, total, self.team_iterations(total)))
    }

    /// About `count` requests: those of team chunks that lie evenly over the whole space. Their distances vary, so that they do not
    /// fall in with a period of the space. `None` where chunks are too long for that.
    pub(crate) fn spread_progressions(
        &self,
        total: i64,
        count: i64,
    ) -> Option<impl Iterator<Item = Progression> + use<>> {
        let team = self.team_iterations(total);
        let each = (self.requests_per_iteration(total as f64) * team as f64).ceil() as i64;
        let (chunks, wanted) = (total / team, count / each.max(1));
        let width =
            chunks.checked_div(wanted).filter(|width| *width > 1 && wanted >= LEAST_CHUNKS)?;
        let start = move |k: i64| {
            let fraction = i64::from((k as u32).wrapping_mul(GOLDEN));
            (k * width + ((fraction * width.min(i64::from(u32::MAX))) >> 32)) * team
        };
        Some(self.progressions(total, (0..wanted).map(start)))
    }

    /// The requests of the team chunks that begin at `chunks`.
    fn progressions<C: Iterator<Item = i64>>(
        &self,
        total: i64,
        chunks: C,
    ) -> impl Iterator<Item = Progression> + use<C> {
        let team = self.team_iterations(total);
        let threads = i64::from(self.team_size);
        let thread = match self.thread_chunk {
            Chunk::Of(size) => i64::from(size),
            Chunk::Share => (team + threads - 1) / threads,
            Chunk::Whole => team,
        };
        let (width, threads) = match self.thread_chunk {
            Chunk::Whole => (1, 1),
            _ => (i64::from(self.warp), threads),
        };
        let round = threads.saturating_mul(thread);
        chunks.flat_map(move |chunk| {
            let end = chunk.saturating_add(team).min(total);
            starts(chunk, end, round).flat_map(move |dealt| {
                starts(0, threads, width).flat_map(move |warp| {
                    let lanes = width.min(threads - warp);
                    (0..thread).map_while(move |step| {
                        let first = dealt + warp * thread + step;
                        let inside = (end - first + thread - 1) / thread;
                        let lanes = lanes.min(inside);
                        (first < end).then_some(Progression { first, stride: thread, lanes })
                    })
                })
            })
        })
    }

    /// The number of requests of an access for each iteration of the mapped loops, of which there
    /// are about `total`: 1/32 where all lanes work.
    pub fn requests_per_iteration(&self, total: f64) -> f64 {
        if self.is_serial() || self.loops.is_empty() {
            return 1.0;
        }
        let chunk = match self.team_chunk {
            Chunk::Of(size) => f64::from(size).min(total),
            Chunk::Whole | Chunk::Share => total,
        };
        let stride = self.stride().map_or(chunk / f64::from(self.team_size), f64::from).max(1.0);
        let dealt = f64::from(self.team_size) * stride;
        let full = (chunk / dealt).floor();
        let warps = |iterations: f64| (iterations / stride / f64::from(self.warp)).ceil();
        let requests = stride.min(chunk) * (full * warps(dealt) + warps(chunk - full * dealt));
        requests / chunk
    }
}

/// Positions in the collapsed space that the lanes of one request run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progression {
    pub(crate) first: i64,
    pub(crate) stride: i64,
    /// At least one.
    pub(crate) lanes: i64,
}

impl Mapping {
    /// The map of code inside `loops`.
    pub fn of(&self, loops: &[LoopId]) -> &ThreadMap {
        let inner = self.inner.iter().rev().find(|(root, _)| loops.contains(root));
        inner.map_or(&self.main, |(_, map)| map)
    }

    /// All maps, that of the whole region first.
    pub(crate) fn maps(&self) -> impl Iterator<Item = &ThreadMap> + Clone {
        std::iter::once(&self.main).chain(self.inner.iter().map(|(_, map)| map))
    }

    /// Whether teams share the same loops under another mapping, and lanes do.
    pub(crate) fn spreads_as(&self, other: &Mapping) -> bool {
        let spread = |map: &ThreadMap| (map.teams.clone(), map.loops.clone());
        self.maps().map(spread).eq(other.maps().map(spread))
    }

    /// Whether no part of the region runs on more than one thread of a team.
    pub fn is_serial(&self) -> bool {
        self.maps().all(ThreadMap::is_serial)
    }

    /// The map that most of the work has: the inner one where there is only one, or that of all threads.
    pub fn principal(&self) -> &ThreadMap {
        let repeated = self.inner.iter().map(|(_, map)| map).find(|map| map.is_repeated());
        match (self.inner.as_slice(), repeated) {
            ([(_, only)], _) if self.main.active() < only.active() => only,
            (_, Some(repeated)) if self.main.is_serial() => repeated,
            _ => &self.main,
        }
    }
}

/// What stands out: lanes, threads or teams without work.
pub(super) fn findings(mapping: &Mapping) -> Vec<Finding> {
    let mut found = Vec::new();
    let parallel = |map: &&ThreadMap| !map.is_serial();
    if mapping.is_serial() {
        let (code, text) = if mapping.maps().any(|map| !map.teams.is_empty()) {
            (Code::OneThreadTeams, "one thread of each team works: there is no parallel construct")
        } else {
            (Code::SerialRegion, "one thread of the device runs the region")
        };
        found.push(Finding { code, text: text.into() });
    }
    let repeated = |map: &&ThreadMap| map.is_repeated();
    let shared = || mapping.maps().filter(parallel).filter(|map| !map.loops.is_empty());
    for map in shared().filter(|map| !repeated(map)).chain(shared().filter(repeated)) {
        let working = map.working_threads();
        if working < map.team_size {
            let text = format!(
                "only {working} of {} threads of a team work because of {}",
                map.team_size,
                map.sparing()
            );
            found.push(Finding { code: Code::IdleThreads, text });
        }
        let known = map.is_repeated() && found.iter().any(|own| own.code == Code::OneTeam);
        let alone = map.team_chunk == Chunk::Whole && map.teams.is_empty() && !map.repeated;
        if alone && !known {
            let what = if map.is_repeated() { "region" } else { "loop" };
            let text = format!("one team of {} threads runs the {what}", map.team_size);
            found.push(Finding { code: Code::OneTeam, text });
        }
    }
    found
}
