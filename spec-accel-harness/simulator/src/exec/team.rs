//! The threads of one team: their warps, their shared memory, their barriers.

use super::copies::Copies;
use super::own::Own;
use super::registers::lanes_of;
use super::special::Position;
use super::split::{Splits, State};
use crate::code::{Barrier, BarrierKind, FunctionId, LANES, Program, Vote};
use crate::device::Fault;

/// The number of named barriers.
const BARRIERS: usize = 16;
/// The most bytes of memory of one thread.
const MAX_LOCAL: u64 = 512 * 1024;

/// A warp.
#[derive(Debug, Default)]
pub(crate) struct Warp {
    pub(crate) splits: Splits,
    /// The special registers.
    pub(crate) special: Vec<u64>,
    /// The memory of each thread.
    pub(crate) local: Own,
    pub(crate) position: Option<Position>,
    /// Copies that nobody waited for yet.
    pub(crate) copies: Copies,
}

impl Warp {
    /// Makes room for a call whose part of a thread's memory ends at `bytes`.
    pub(crate) fn reserve_local(&mut self, bytes: u64) -> Result<(), String> {
        if bytes <= self.local.length() {
            return Ok(());
        }
        if bytes > MAX_LOCAL {
            return Err(format!(
                "the calls of a thread need {bytes} bytes of its memory, at most {MAX_LOCAL}"
            ));
        }
        self.local.resize(bytes.next_power_of_two().max(1024));
        Ok(())
    }
}

/// Lanes that come to a barrier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) warp: usize,
    pub(crate) split: usize,
    /// The barrier's number.
    pub(crate) id: u32,
    /// The number of threads that it waits for; `None` for all.
    pub(crate) threads: Option<u32>,
    /// The lanes for which the barrier's predicate holds.
    pub(crate) holds: u32,
}

/// Who is at a barrier.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waiting {
    /// Threads that are there, or were.
    pub(crate) arrived: u32,
    /// The number that it waits for; `None` for all that have not ended.
    needed: Option<u32>,
    /// Lanes that wait, by warp and split, with the lanes for which the predicate holds.
    pub(crate) splits: Vec<(usize, u32, u32)>,
    reduce: Option<BarrierKind>,
}

/// A team.
#[derive(Debug, Default)]
pub(crate) struct Team {
    pub(crate) shared: Vec<u8>,
    pub(crate) warps: Vec<Warp>,
    barriers: [Waiting; BARRIERS],
    /// The barriers that threads have come to, a bit for each.
    asked: u32,
}

impl Team {
    /// Begins a kernel.
    pub(crate) fn begin(
        &mut self,
        program: &Program,
        kernel: FunctionId,
        position: Position,
        parameters: &[u8],
    ) -> Result<(), Fault> {
        let function = program.function(kernel);
        self.shared.clear();
        self.shared.resize(position.total_shared as usize, 0);
        for id in lanes_of(std::mem::take(&mut self.asked)) {
            self.barriers[id] = Waiting::default();
        }
        let number = position.threads().div_ceil(LANES as u32);
        self.warps.resize_with(number as usize, Warp::default);
        for (warp, index) in self.warps.iter_mut().zip(0..) {
            let own = Position { warp: index, ..position };
            own.fill(&mut warp.special, warp.position.as_ref());
            warp.position = Some(own);
            warp.local.clear();
            warp.copies = Copies::default();
            warp.reserve_local(function.local_bytes).map_err(Fault::launch)?;
            warp.splits.begin(kernel, function, own.lanes());
            let frame = &mut warp.splits.frames[warp.splits.list[0].frame];
            let bytes = parameters.len().min(function.parameter_bytes as usize);
            frame.parameters.write_all(&parameters[..bytes]);
        }
        Ok(())
    }

    /// The threads that have not ended.
    pub(crate) fn live(&self) -> u32 {
        self.warps.iter().map(|warp| warp.splits.live.count_ones()).sum()
    }

    /// Whether all threads have ended.
    pub(crate) fn is_done(&self) -> bool {
        self.warps.iter().all(|warp| warp.splits.list.is_empty())
    }

    /// Lanes of a split are at a barrier.
    pub(crate) fn arrive(
        &mut self,
        barrier: &Barrier,
        arrival: Arrival,
    ) -> Result<Vec<Waiting>, Fault> {
        let Arrival { warp, split, id, threads, holds } = arrival;
        let own = &mut self.warps[warp].splits.list[split];
        own.place += 1;
        let mask = own.mask;
        let waiting = self
            .barriers
            .get_mut(id as usize)
            .ok_or_else(|| Fault::launch(format!("there is no barrier {id}")))?;
        self.asked |= 1 << id;
        waiting.arrived += mask.count_ones();
        waiting.needed = threads;
        if barrier.kind != BarrierKind::Arrive {
            self.warps[warp].splits.list[split].state = State::Barrier(id);
            waiting.splits.push((warp, mask, holds));
            if matches!(barrier.kind, BarrierKind::Reduce { .. }) {
                waiting.reduce = Some(barrier.kind);
            }
        }
        Ok(self.release())
    }

    /// Lets go on who is at a barrier at which all are, and tells who was there. Threads that have ended are not waited
    /// for.
    pub(crate) fn release(&mut self) -> Vec<Waiting> {
        let mut released = Vec::new();
        if self.asked == 0 {
            return released;
        }
        let live = self.live();
        for id in lanes_of(self.asked) {
            let waiting = &self.barriers[id];
            if waiting.arrived < waiting.needed.unwrap_or(live) {
                continue;
            }
            self.asked &= !(1 << id);
            let waiting = std::mem::take(&mut self.barriers[id]);
            if let Some(BarrierKind::Reduce { kind, d, .. }) = waiting.reduce {
                self.answer(&waiting, kind, d);
            }
            for (warp, mask, _) in &waiting.splits {
                let splits = self.warps[*warp].splits.list.iter_mut();
                splits
                    .filter(|split| {
                        split.mask & mask != 0 && split.state == State::Barrier(id as u32)
                    })
                    .for_each(|split| split.state = State::Ready);
            }
            released.push(waiting);
        }
        released
    }

    /// Tells all who were at a barrier what it found.
    fn answer(&mut self, waiting: &Waiting, kind: Vote, d: crate::code::Slot) {
        let all: u32 = waiting.splits.iter().map(|(_, mask, _)| mask.count_ones()).sum();
        let found: u32 = waiting.splits.iter().map(|(.., holds)| holds.count_ones()).sum();
        for (warp, mask, _) in &waiting.splits {
            let splits = &mut self.warps[*warp].splits;
            let Some(split) = splits.list.iter().find(|split| split.mask & mask != 0) else {
                continue;
            };
            let frame = &mut splits.frames[split.frame];
            let mut registers = super::registers::Registers {
                frame: &mut frame.words,
                constants: &[],
                special: &[],
                predicates: &mut frame.predicates,
            };
            match kind {
                Vote::Count => registers.put(d, &[found; LANES], *mask),
                Vote::All => {
                    registers.set_predicate(d, if found == all { *mask } else { 0 }, *mask);
                }
                _ => registers.set_predicate(d, if found > 0 { *mask } else { 0 }, *mask),
            }
        }
    }

    /// Where threads wait, in words.
    pub(crate) fn waiting(&self) -> Vec<(usize, super::split::Split)> {
        let of = |(index, warp): (usize, &Warp)| {
            warp.splits.list.iter().map(move |split| (index, *split)).collect::<Vec<_>>()
        };
        self.warps.iter().enumerate().flat_map(of).collect()
    }
}
