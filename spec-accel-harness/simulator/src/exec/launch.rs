//! A launch: its teams one after another, the warps of a team in turns.

use std::io::Write;
use std::ops::Range;

use super::special::Position;
use super::split::{Split, State};
use super::team::Team;
use super::turn::{CACHED_BLOCKS, Running};
use crate::code::{FunctionId, LANES, Program};
use crate::count::Counts;
use crate::device::{Fault, Launch, Order};
use crate::memory::{Block, Memory};
use crate::progress::Progress;
use crate::shadow::{Shadow, TeamShadow};

/// Where kernels print.
#[derive(Debug, Default)]
pub(crate) struct Output {
    text: Vec<u8>,
    /// Whether the text is kept instead of printed.
    pub(crate) is_kept: bool,
}

impl Output {
    pub(crate) fn print(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }

    /// What was kept.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.text)
    }

    /// Prints what kernels printed. A standard output that is closed loses it, as for every program.
    fn flush(&mut self) {
        if !self.is_kept && !self.text.is_empty() {
            let mut out = std::io::stdout().lock();
            let _ = out.write_all(&self.text).and_then(|()| out.flush());
            self.text.clear();
        }
    }
}

/// What a launch runs on.
pub(crate) struct Stage<'a> {
    pub(crate) program: &'a Program,
    pub(crate) memory: &'a mut Memory,
    pub(crate) counts: &'a mut Counts,
    pub(crate) output: &'a mut Output,
    pub(crate) shadow: Option<&'a mut Shadow>,
    pub(crate) order: Order,
    pub(crate) progress: &'a Progress,
}

/// The teams that run at once where they do not run one after another: as many as a small GPU takes.
const AT_ONCE: u64 = 64;

/// The turn of a warp that nobody waits for: after it somebody may ask the launch to stop.
const TURN_ALONE: u64 = 1 << 16;

/// Where a team runs, and after it the next one.
#[derive(Default)]
struct Place {
    team: Team,
    /// What was touched in the team's memory, if that is watched and others run at the same time.
    shadow: TeamShadow,
}

/// The teams of a launch.
struct Teams<'a, 's> {
    stage: &'a mut Stage<'s>,
    launch: &'a Launch<'a>,
    kernel: FunctionId,
    position: Position,
    /// The numbers of the teams that have not begun.
    left: Range<u64>,
    /// Instructions of warps since the launch.
    clock: u64,
    random: u64,
}

/// Runs a kernel to its end.
pub(crate) fn run(stage: &mut Stage, kernel: FunctionId, launch: &Launch) -> Result<(), Fault> {
    let static_bytes = stage.program.shared_bytes.next_multiple_of(16);
    let position = Position {
        grid: launch.grid,
        block: launch.block,
        team: [0; 3],
        warp: 0,
        dynamic_shared: launch.dynamic_shared,
        total_shared: static_bytes.saturating_add(launch.dynamic_shared),
    };
    stage.progress.begin_launch(&stage.program.function(kernel).name, launch.teams());
    stage.counts.launches += 1;
    stage.counts.threads += launch.threads();
    let team = [position.threads(), launch.dynamic_shared].map(u64::from);
    stage.counts.largest = stage.counts.largest.max(team);
    if let Some(shadow) = &mut stage.shadow {
        shadow.begin_launch(position.threads());
    }
    if let Some(caches) = stage.memory.caches_mut() {
        caches.begin_launch(position.threads(), position.total_shared);
    }
    let random = stage.order.seed.unwrap_or(1).max(1);
    let left = 0..launch.teams();
    let mut teams = Teams { stage, launch, kernel, position, left, clock: 0, random };
    let result = teams.run();
    stage.progress.end_launch();
    stage.output.flush();
    result
}

impl Teams<'_, '_> {
    /// Runs all of them.
    fn run(&mut self) -> Result<(), Fault> {
        if !self.stage.order.interleaved {
            let mut team = Team::default();
            while self.begin(&mut team)? {
                self.turns(&mut team, u64::MAX)?;
            }
            return Ok(());
        }
        let number = AT_ONCE.min(self.launch.teams());
        let mut places: Vec<Place> = (0..number).map(|_| Place::default()).collect();
        let mut moved = true;
        while std::mem::take(&mut moved) {
            for Place { team, shadow } in &mut places {
                self.swap(shadow);
                let goes_on = !team.is_done() || self.begin(team)?;
                if goes_on {
                    self.turns(team, 1)?;
                }
                moved |= goes_on;
                self.swap(shadow);
            }
        }
        Ok(())
    }

    fn swap(&mut self, team: &mut TeamShadow) {
        if let Some(shadow) = &mut self.stage.shadow {
            shadow.swap_team(team);
        }
    }

    /// Begins the next team in place of one that is done; `false` where none is left.
    fn begin(&mut self, team: &mut Team) -> Result<bool, Fault> {
        self.stage.progress.teams_left(self.left.end - self.left.start);
        let Some(number) = self.left.next() else { return Ok(false) };
        let last = self.launch.teams() - 1;
        let number = if self.stage.order.reversed { last - number } else { number };
        let [x, y, _] = self.launch.grid.map(u64::from);
        let place = [number % x, number / x % y, number / (x * y)].map(|n| n as u32);
        let position = Position { team: place, ..self.position };
        team.begin(self.stage.program, self.kernel, position, self.launch.parameters)?;
        if let Some(shadow) = &mut self.stage.shadow {
            shadow.begin_team(number as u32);
        }
        Ok(true)
    }

    /// Gives each warp of a team so many turns, or fewer if all threads have ended.
    fn turns(&mut self, team: &mut Team, rounds: u64) -> Result<(), Fault> {
        if let Some(caches) = self.stage.memory.caches_mut() {
            let position = team.warps.first().and_then(|warp| warp.position);
            caches.go_to(position.map_or(0, |position| position.team_number()));
        }
        let mut running = Running {
            program: self.stage.program,
            memory: self.stage.memory,
            counts: self.stage.counts,
            output: self.stage.output,
            shadow: self.stage.shadow.as_deref_mut(),
            progress: self.stage.progress,
            team,
            blocks: [Block::default(); CACHED_BLOCKS],
            clock: self.clock,
            warp: 0,
            split: 0,
            frame: 0,
            id: self.kernel,
            function: self.stage.program.function(self.kernel),
            place: 0,
            left: 0,
        };
        let (order, mut left) = (self.stage.order, rounds);
        let mut result = Ok(());
        while left > 0 && result.is_ok() && !running.team.is_done() {
            result = round(&mut running, order, &mut self.random);
            left -= 1;
        }
        self.clock = running.clock;
        result
    }
}

/// Gives each warp of a team a turn; in a random order only one, so that a warp may run far ahead of the others.
fn round(running: &mut Running, order: Order, random: &mut u64) -> Result<(), Fault> {
    let mut moved = false;
    let number = running.team.warps.len();
    let first = if order.seed.is_some() { next(random) as usize % number.max(1) } else { 0 };
    for index in 0..number {
        let index = (first + index) % number;
        let warp = if order.reversed { number - 1 - index } else { index };
        moved |= turn_of_warp(running, warp, order, random)?;
        if moved && order.seed.is_some() {
            break;
        }
    }
    if moved || release(running) { Ok(()) } else { Err(deadlock(running)) }
}

/// Gives a ready split of a warp a turn; `false` where none is ready.
fn turn_of_warp(
    running: &mut Running,
    warp: usize,
    order: Order,
    random: &mut u64,
) -> Result<bool, Fault> {
    let list = &mut running.team.warps[warp].splits.list;
    let Some(split) = list.iter().position(|split| split.state == State::Ready) else {
        return Ok(false);
    };
    list.rotate_left(split);
    let is_alone = list.len() == 1 && running.team.warps.len() == 1 && !order.interleaved;
    let budget = match order.seed {
        _ if is_alone => TURN_ALONE,
        Some(_) => 1 + next(random) % order.turns.max(1),
        None => order.turns.max(1),
    };
    running.turn(warp, 0, budget)?;
    let list = &mut running.team.warps[warp].splits.list;
    if list.len() > 1 {
        list.rotate_left(1);
    }
    Ok(true)
}

/// Lets lanes go on that wait for others of their warp; `false` where nobody does.
fn release(running: &mut Running) -> bool {
    running.team.warps.iter_mut().any(|warp| warp.splits.yield_waiting())
}

/// Nobody can go on: says who waits where.
fn deadlock(running: &mut Running) -> Fault {
    let waiting: Vec<(usize, Split)> = running.team.waiting();
    let mut places = Vec::new();
    for (warp, split) in waiting.iter().take(LANES) {
        let function = running.team.warps[*warp].splits.frames[split.frame].function;
        let function = running.program.function(function);
        let before =
            split.place.saturating_sub(u32::from(matches!(split.state, State::Barrier(_))));
        let at = function.locations.get(before as usize).copied().unwrap_or_default();
        let what = match split.state {
            State::Barrier(id) => format!("at barrier {id}"),
            State::Lanes(mask) => format!("for the lanes {mask:#x} of their warp"),
            State::Ready => "nowhere".to_owned(),
        };
        let lanes = split.mask;
        let file = running.program.files.get(at.file as usize).map_or("?", String::as_str);
        places.push(format!(
            "warp {warp}, lanes {lanes:#x}: {what}, {file}:{}:{}",
            at.line, at.column
        ));
    }
    Fault::launch(format!("deadlock: all threads wait\n  {}", places.join("\n  ")))
}

/// The next number of a sequence that looks random (Marsaglia's xorshift).
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
