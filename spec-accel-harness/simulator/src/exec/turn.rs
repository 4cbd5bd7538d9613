//! One turn of a split: it executes instructions until it waits, ends, goes apart, or has had its turn.
//!
//! A turn is measured in instructions that other threads can see: accesses to what they share, barriers, and what lanes tell each
//! other. Between them a split computes in its own registers and its own memory, and nobody can tell when it does.

use super::launch::Output;
use super::registers::{Registers, lanes_where};
use super::request::Kind;
use super::split::{Meet, Split, State};
use super::team::{Arrival, Team, Waiting, Warp};
use crate::code::{
    Action, Barrier, BarrierKind, Call, Callee, FUNCTIONS, Function, FunctionId, LANES, Program,
};
use crate::count::Counts;
use crate::device::{Fault, FaultKind};
use crate::memory::{Block, Memory};
use crate::progress::Progress;
use crate::shadow::Shadow;
use crate::shadow::clock::Lanes;

/// The allocations that accesses found last, by their instructions.
pub(crate) const CACHED_BLOCKS: usize = 64;

/// The instructions that a split computes with at most until it is looked whether launches are to stop: a hundredth of a second.
const LONGEST_RUN: u64 = 1 << 20;

/// A split that has its turn.
pub(crate) struct Running<'a> {
    pub(crate) program: &'a Program,
    pub(crate) memory: &'a mut Memory,
    pub(crate) counts: &'a mut Counts,
    pub(crate) output: &'a mut Output,
    /// Watches accesses, if that is asked.
    pub(crate) shadow: Option<&'a mut Shadow>,
    /// Tells whether launches are to stop.
    pub(crate) progress: &'a Progress,
    pub(crate) team: &'a mut Team,
    pub(crate) blocks: [Block; CACHED_BLOCKS],
    /// Instructions of warps since the launch.
    pub(crate) clock: u64,
    pub(crate) warp: usize,
    pub(crate) split: usize,
    pub(crate) frame: usize,
    pub(crate) id: FunctionId,
    pub(crate) function: &'a Function,
    pub(crate) place: u32,
    /// What is left of the turn: instructions that others see.
    pub(crate) left: u64,
}

/// Why a split does not simply go on.
enum Stop {
    /// It is where it waits for others.
    Meet,
    /// Lanes of a mask execute an instruction that does more than compute.
    Other(u32),
    /// It has computed for long.
    Long,
}

impl Running<'_> {
    pub(crate) fn warp(&self) -> &Warp {
        &self.team.warps[self.warp]
    }

    pub(crate) fn registers(&mut self) -> Registers<'_> {
        let warp = &mut self.team.warps[self.warp];
        warp.splits.frames[self.frame].registers(self.function, &warp.special)
    }

    /// The lanes of the split.
    pub(crate) fn mask(&self) -> u32 {
        self.warp().splits.list[self.split].mask
    }

    /// An error of one lane, with its place in the program. For code of the runtime that is the place where the program called it.
    pub(crate) fn fault_at(&self, lane: usize, message: impl Into<String>) -> Fault {
        let splits = &self.warp().splits;
        let mut at = self.function.locations.get(self.place as usize).copied();
        let mut caller = splits.frames[self.frame].caller;
        while let Some((frame, place)) = caller.filter(|_| at.is_none_or(|at| at.line == 0)) {
            let function = self.program.function(splits.frames[frame].function);
            at = function.locations.get(place as usize).copied();
            caller = splits.frames[frame].caller;
        }
        let at = at.unwrap_or_default();
        let file = self.program.files.get(at.file as usize).map_or("?", String::as_str);
        let position = self.warp().position;
        let thread = position.map(|p| (p.team, p.thread(lane))).unwrap_or_default();
        let ([x, y, z], [tx, ty, tz]) = thread;
        Fault::launch(format!(
            "{file}:{}:{}: {} (in {}, team ({x}, {y}, {z}), thread ({tx}, {ty}, {tz}))",
            at.line,
            at.column,
            message.into(),
            self.function.name
        ))
    }

    /// An error of an access that one lane makes.
    pub(crate) fn illegal(&self, lane: usize, message: impl Into<String>) -> Fault {
        Fault { kind: FaultKind::IllegalAddress, ..self.fault_at(lane, message) }
    }

    /// Selects a split of a warp.
    pub(crate) fn select(&mut self, warp: usize, split: usize) {
        (self.warp, self.split) = (warp, split);
        let own = self.team.warps[warp].splits.list[split];
        (self.frame, self.place) = (own.frame, own.place);
        self.id = self.team.warps[warp].splits.frames[own.frame].function;
        self.function = self.program.function(self.id);
    }

    /// Runs a split of a warp up to so many instructions that others see.
    pub(crate) fn turn(&mut self, warp: usize, split: usize, budget: u64) -> Result<(), Fault> {
        self.select(warp, split);
        self.left = budget;
        while let Some(left) = self.left.checked_sub(1) {
            self.left = left;
            let stop = self.straight();
            self.team.warps[self.warp].splits.list[self.split].place = self.place;
            if self.progress.stops() {
                return Err(Fault::stopped());
            }
            match stop {
                Stop::Long => self.unseen(),
                Stop::Meet => {
                    self.team.warps[self.warp].splits.arrive(self.split);
                    return Ok(());
                }
                Stop::Other(mask) => {
                    if !self.execute(mask)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Executes instructions that compute, and branches that all lanes take or none, up to another one or for long.
    fn straight(&mut self) -> Stop {
        let warp = &mut self.team.warps[self.warp];
        let split = warp.splits.list[self.split];
        let meet = split.meet.map(|number| warp.splits.meets[number]);
        let meet = meet.filter(|meet| meet.frame == split.frame).map_or(u32::MAX, |m| m.place);
        let mut registers = warp.splits.frames[self.frame].registers(self.function, &warp.special);
        let lanes = u64::from(split.mask.count_ones());
        let begin = self.clock;
        let mut place = self.place;
        let stop = loop {
            if place == meet {
                break Stop::Meet;
            }
            let instruction = &self.function.code[place as usize];
            let mask = match instruction.guard {
                None => split.mask,
                Some((slot, false)) => split.mask & registers.predicate(slot),
                Some((slot, true)) => split.mask & !registers.predicate(slot),
            };
            match &instruction.action {
                Action::Compute(handler, operands) => {
                    if mask != 0 {
                        handler(&mut registers, operands, mask);
                    }
                }
                Action::Branch { target, .. } if mask == split.mask => {
                    self.clock += 1;
                    place = *target;
                    if self.clock - begin > LONGEST_RUN {
                        break Stop::Long;
                    }
                    continue;
                }
                Action::Nothing => {}
                _ if mask == 0 => {}
                _ => break Stop::Other(mask),
            }
            self.clock += 1;
            place += 1;
        };
        self.place = place;
        self.counts.warp_instructions += self.clock - begin;
        self.counts.lane_instructions += (self.clock - begin) * lanes;
        stop
    }

    /// Executes an instruction for some lanes of the split; `false` where the split does not go on at once.
    fn execute(&mut self, mask: u32) -> Result<bool, Fault> {
        self.clock += 1;
        self.counts.warp_instructions += 1;
        self.counts.lane_instructions += u64::from(mask.count_ones());
        let function = self.function;
        match &function.code[self.place as usize].action {
            Action::Load(access) => self.access(access, Kind::Load, mask)?,
            Action::Store(access) => self.access(access, Kind::Store, mask)?,
            Action::Atomic(access, operation) => {
                self.access(access, Kind::Atomic(*operation), mask)?;
            }
            Action::Branch { target, meet } => {
                self.counts.divergent += 1;
                self.team.warps[self.warp].splits.diverge(self.split, mask, *target, *meet);
                return Ok(false);
            }
            _ => return self.act(mask),
        }
        self.go_on();
        Ok(true)
    }

    /// Executes an instruction that is none of the frequent ones. Apart, because these must be fast.
    #[inline(never)]
    fn act(&mut self, mask: u32) -> Result<bool, Fault> {
        let function = self.function;
        match &function.code[self.place as usize].action {
            Action::WriteLater(access) => self.write_later(access, mask)?,
            Action::CloseGroup => self.team.warps[self.warp].copies.close(mask),
            Action::AwaitGroups { but } => self.finish_copies(mask, *but),
            Action::Switch { index, targets, meet } => {
                return self.switch((*index, targets), *meet, mask).map(|()| false);
            }
            Action::Call(call) => return self.call(call, mask),
            Action::Return => {
                let goes_on = self.leave(mask);
                self.unseen();
                return Ok(goes_on);
            }
            Action::Exit => {
                self.end(mask);
                return Ok(false);
            }
            Action::Trap => {
                return Err(
                    self.fault_at(mask.trailing_zeros() as usize, "the program ends itself")
                );
            }
            Action::Unknown(text) => {
                let message = format!("the simulator does not know the instruction {text}");
                return Err(self.fault_at(mask.trailing_zeros() as usize, message));
            }
            Action::Barrier(barrier) => return self.barrier(barrier, mask).map(|()| false),
            Action::Compute(..) | Action::Nothing => {}
            _ => return self.together(mask),
        }
        self.go_on();
        Ok(true)
    }

    /// Nobody else sees the instruction: the turn is not shorter for it.
    pub(super) fn unseen(&mut self) {
        self.left = self.left.saturating_add(1);
    }

    /// Goes to the next instruction.
    pub(crate) fn go_on(&mut self) {
        self.place += 1;
        self.team.warps[self.warp].splits.list[self.split].place = self.place;
    }

    /// Splits off the lanes that an instruction which moves a split as a whole is not for; `true` if there are such lanes.
    fn set_apart(&mut self, mask: u32) -> bool {
        let rest = self.mask() & !mask;
        if rest == 0 {
            return false;
        }
        let splits = &mut self.team.warps[self.warp].splits;
        let own = splits.list[self.split];
        splits.list.push(Split { mask: rest, place: own.place + 1, ..own });
        splits.list[self.split].mask = mask;
        true
    }

    fn switch(
        &mut self,
        (index, targets): (crate::code::Slot, &[u32]),
        meet: Option<u32>,
        mask: u32,
    ) -> Result<(), Fault> {
        self.set_apart(mask);
        let values: [u32; LANES] = self.registers().get(index);
        let mut left = mask;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            let same = left & lanes_where(|other| values[other] == values[lane]);
            let Some(target) = targets.get(values[lane] as usize) else {
                return Err(self.fault_at(lane, "a branch to none of its targets"));
            };
            left &= !same;
            let splits = &mut self.team.warps[self.warp].splits;
            if left == 0 {
                splits.list[self.split].place = *target;
            } else {
                splits.diverge(self.split, same, *target, meet);
                splits.list[self.split].place = self.place;
            }
        }
        Ok(())
    }

    fn barrier(&mut self, barrier: &Barrier, mask: u32) -> Result<(), Fault> {
        let lane = mask.trailing_zeros() as usize;
        let live = self.warp().splits.live;
        let waits = |split: &Split| matches!(split.state, State::Lanes(_));
        if barrier.aligned && mask != live && !self.warp().splits.list.iter().any(waits) {
            let message = format!(
                "a barrier that all lanes of a warp must come to together: of the lanes {live:#x} only {mask:#x} are at it"
            );
            return Err(self.fault_at(lane, message));
        }
        self.set_apart(mask);
        self.counts.barriers += 1;
        let registers = self.registers();
        let id = registers.get::<u32>(barrier.id)[lane];
        let threads = barrier.threads.map(|slot| registers.get::<u32>(slot)[lane]);
        let holds = match barrier.kind {
            BarrierKind::Reduce { a, negated, .. } => {
                let value = registers.predicate(a);
                (if negated { !value } else { value }) & mask
            }
            _ => 0,
        };
        let (warp, split) = (self.warp, self.split);
        let released = self.team.arrive(barrier, Arrival { warp, split, id, threads, holds })?;
        self.order(&released);
        Ok(())
    }

    /// Tells who watches accesses that threads have met.
    fn order(&mut self, released: &[Waiting]) {
        let Some(shadow) = &mut self.shadow else { return };
        for Waiting { arrived, splits, .. } in released {
            let members: Vec<Lanes> = splits.iter().map(|(warp, mask, _)| (*warp, *mask)).collect();
            let number = members.iter().map(|(_, mask)| mask.count_ones()).sum();
            if self.team.live() == number {
                shadow.clock.meet_all();
            } else {
                shadow.clock.meet(&members, *arrived > number);
            }
        }
    }

    fn end(&mut self, mask: u32) {
        self.set_apart(mask);
        self.team.warps[self.warp].splits.end(self.split, mask);
        let released = self.team.release();
        self.order(&released);
    }

    /// Leaves a function; `true` where the split goes on at once.
    fn leave(&mut self, mask: u32) -> bool {
        let Some((caller, place)) = self.warp().splits.frames[self.frame].caller else {
            self.end(mask);
            return false;
        };
        self.set_apart(mask);
        let splits = &mut self.team.warps[self.warp].splits;
        let call = &self.program.function(splits.frames[caller].function).code[place as usize];
        if let Action::Call(call) = &call.action {
            let from = std::mem::take(&mut splits.frames[self.frame].parameters);
            let to = &mut splits.frames[caller].parameters;
            to.copy(&call.results, (&from, &self.function.results), mask);
            splits.frames[self.frame].parameters = from;
        }
        let own = &mut splits.list[self.split];
        (own.frame, own.place) = (caller, place + 1);
        self.select(self.warp, self.split);
        true
    }

    fn call(&mut self, call: &Call, mask: u32) -> Result<bool, Fault> {
        match call.callee {
            Callee::Function(id) => {
                self.set_apart(mask);
                self.enter(id, call, mask)?;
            }
            Callee::BuiltIn(built_in) => {
                self.built_in(built_in, call, mask)?;
                self.go_on();
                return Ok(true);
            }
            Callee::Nobody => {
                let lane = mask.trailing_zeros() as usize;
                return Err(self.fault_at(lane, "a call of a function that nothing defines"));
            }
            Callee::Indirect(slot) => {
                let values: [u64; LANES] = self.registers().get(slot);
                let lane = mask.trailing_zeros() as usize;
                let same = mask & lanes_where(|other| values[other] == values[lane]);
                let number = values[lane].wrapping_sub(FUNCTIONS);
                if number >= self.program.functions.len() as u64 {
                    return Err(self.fault_at(lane, "a call of what is no function"));
                }
                if same != mask {
                    self.separate(same, mask);
                }
                self.set_apart(same);
                self.enter(FunctionId(number as u32), call, same)?;
            }
        }
        self.unseen();
        Ok(true)
    }

    /// Of lanes that call different functions, those of `same` go first. The others stay at the call, and all meet behind it.
    fn separate(&mut self, same: u32, mask: u32) {
        self.set_apart(mask);
        let place = self.place;
        let splits = &mut self.team.warps[self.warp].splits;
        splits.diverge(self.split, mask & !same, place, Some(place + 1));
        splits.list[self.split].place = place;
    }

    /// Calls a function for all lanes of the split.
    fn enter(&mut self, id: FunctionId, call: &Call, mask: u32) -> Result<(), Fault> {
        let callee = self.program.function(id);
        let local = self.warp().splits.frames[self.frame].local + self.function.local_bytes;
        let (frame, place) = (self.frame, self.place);
        let warp = &mut self.team.warps[self.warp];
        if let Err(message) = warp.reserve_local(local + callee.local_bytes) {
            return Err(self.fault_at(mask.trailing_zeros() as usize, message));
        }
        let splits = &mut warp.splits;
        let new = splits.call(id, callee, local, Some((frame, place)));
        let from = std::mem::take(&mut splits.frames[frame].parameters);
        let to = &mut splits.frames[new].parameters;
        to.copy(&callee.parameters, (&from, &call.arguments), mask);
        splits.frames[frame].parameters = from;
        let parent = splits.list[self.split].meet;
        let meet = splits.meet(Meet {
            place: place + 1,
            frame,
            expected: mask,
            arrived: 0,
            parent,
            callee: Some(new),
        });
        let own = &mut splits.list[self.split];
        (own.frame, own.place, own.meet) = (new, 0, Some(meet));
        self.select(self.warp, self.split);
        Ok(())
    }
}
