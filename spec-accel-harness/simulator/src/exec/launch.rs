//! A launch: its teams one after another, the warps of a team in turns.

use std::io::Write;

use super::special::Position;
use super::split::{Split, State};
use super::team::Team;
use super::turn::{CACHED_BLOCKS, Running};
use crate::code::{FunctionId, LANES, Program};
use crate::count::Counts;
use crate::device::{Fault, Launch, Order};
use crate::memory::{Block, Memory};
use crate::shadow::Shadow;

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
}

/// Runs a kernel to its end.
pub(crate) fn run(stage: &mut Stage, kernel: FunctionId, launch: &Launch) -> Result<(), Fault> {
    let program = stage.program;
    let function = program.function(kernel);
    let static_bytes = program.shared_bytes.next_multiple_of(16);
    let position = Position {
        grid: launch.grid,
        block: launch.block,
        team: [0; 3],
        warp: 0,
        dynamic_shared: launch.dynamic_shared,
        total_shared: static_bytes.saturating_add(launch.dynamic_shared),
    };
    let mut random = stage.order.seed.unwrap_or(1).max(1);
    stage.counts.launches += 1;
    stage.counts.threads += launch.threads();
    let mut team = Team::default();
    let mut clock = 0;
    if let Some(shadow) = &mut stage.shadow {
        shadow.clock.begin_launch(position.threads());
    }
    let mut result = Ok(());
    for number in 0..launch.teams() {
        let number = if stage.order.reversed { launch.teams() - 1 - number } else { number };
        let [x, y, _] = launch.grid.map(u64::from);
        let place = [number % x, number / x % y, number / (x * y)].map(|n| n as u32);
        team.begin(program, kernel, Position { team: place, ..position }, launch.parameters)?;
        if let Some(shadow) = &mut stage.shadow {
            shadow.begin_team(number as u32);
        }
        let mut running = Running {
            program,
            memory: &mut *stage.memory,
            counts: &mut *stage.counts,
            output: &mut *stage.output,
            shadow: stage.shadow.as_deref_mut(),
            team: &mut team,
            blocks: [Block::default(); CACHED_BLOCKS],
            clock,
            warp: 0,
            split: 0,
            frame: 0,
            id: kernel,
            function,
            place: 0,
        };
        result = run_team(&mut running, stage.order, &mut random);
        clock = running.clock;
        if result.is_err() {
            break;
        }
    }
    stage.output.flush();
    result
}

/// Gives the warps of a team turns until all threads have ended.
fn run_team(running: &mut Running, order: Order, random: &mut u64) -> Result<(), Fault> {
    while !running.team.is_done() {
        let mut moved = false;
        let number = running.team.warps.len();
        let first = if order.seed.is_some() { next(random) as usize % number.max(1) } else { 0 };
        for index in 0..number {
            let index = (first + index) % number;
            let warp = if order.reversed { number - 1 - index } else { index };
            moved |= turn_of_warp(running, warp, order, random)?;
        }
        if !moved && !release(running) {
            return Err(deadlock(running));
        }
    }
    Ok(())
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
    let budget =
        if order.seed.is_some() { 1 + next(random) % order.turns.max(1) } else { order.turns };
    running.turn(warp, 0, budget.max(1))?;
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
