//! What the lanes of a warp tell each other: shuffles, votes, matches, and waiting for each other.
//!
//! Such an instruction names its members. It is executed once all members that have not ended are at it; they may come in several
//! splits, which stay apart behind it.

use super::registers::{lanes_of, lanes_where};
use super::split::State;
use super::turn::Running;
use crate::code::{Action, LANES, Match, Shuffle, ShuffleMode, Slot, Vote};
use crate::device::Fault;

impl Running<'_> {
    /// Executes such an instruction if all members are there, or waits for them; `true` where the split goes on at once.
    pub(crate) fn together(&mut self, mask: u32) -> Result<bool, Fault> {
        let function = self.function;
        let action = &function.code[self.place as usize].action;
        let all = match members(action) {
            Some(slot) => {
                let values: [u32; LANES] = self.registers().get(slot);
                values[mask.trailing_zeros() as usize]
            }
            None => mask,
        };
        if mask & !all != 0 {
            let lane = (mask & !all).trailing_zeros() as usize;
            return Err(self.fault_at(lane, "a lane that its own mask of members does not name"));
        }
        let splits = &mut self.team.warps[self.warp].splits;
        let (frame, place) = (self.frame, self.place);
        let needed = all & splits.live;
        let is_there = |split: &super::split::Split| {
            split.frame == frame && split.place == place && split.state == State::Lanes(all)
        };
        let others = splits.list.iter().filter(|split| is_there(split));
        let there = others.fold(mask, |there, split| there | split.mask);
        if needed & !there != 0 {
            splits.list[self.split].state = State::Lanes(all);
            return Ok(false);
        }
        self.exchange(action, there)?;
        if let (Action::WarpBarrier { .. }, Some(shadow)) = (action, &mut self.shadow) {
            shadow.clock.meet(&[(self.warp, there)], false);
        }
        let splits = &mut self.team.warps[self.warp].splits;
        for split in splits.list.iter_mut().filter(|split| is_there(split)) {
            split.state = State::Ready;
            split.place += 1;
        }
        self.go_on();
        Ok(true)
    }

    fn exchange(&mut self, action: &Action, there: u32) -> Result<(), Fault> {
        match action {
            Action::Shuffle(shuffle) => self.shuffle(shuffle, there)?,
            Action::Vote { kind, d, a, negated, .. } => {
                let mut registers = self.registers();
                let value = registers.predicate(*a);
                let holds = (if *negated { !value } else { value }) & there;
                let answer = match kind {
                    Vote::All => holds == there,
                    Vote::Any | Vote::Count => holds != 0,
                    Vote::Uniform => holds == 0 || holds == there,
                    Vote::Ballot => {
                        registers.put(*d, &[holds; LANES], there);
                        return Ok(());
                    }
                };
                registers.set_predicate(*d, if answer { there } else { 0 }, there);
            }
            Action::Match(matching) => self.matching(matching, there),
            Action::Redux { operation, d, a, .. } => {
                let mut registers = self.registers();
                let values: [u32; LANES] = registers.get(*a);
                let all = lanes_of(there).map(|lane| u64::from(values[lane]));
                let joined = all.reduce(|a, b| operation.apply(4, a, [b, 0])).unwrap_or_default();
                let joined = joined as u32;
                registers.put(*d, &[joined; LANES], there);
            }
            Action::ActiveMask { d } => self.registers().put(*d, &[there; LANES], there),
            Action::Clock { d, wide } => {
                let clock = self.clock;
                if *wide {
                    self.registers().put(*d, &[clock; LANES], there);
                } else {
                    self.registers().put(*d, &[clock as u32; LANES], there);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// `shfl` (PTX ISA, section 9.7.9.6).
    fn shuffle(&mut self, shuffle: &Shuffle, there: u32) -> Result<(), Fault> {
        let mut registers = self.registers();
        let a: [u32; LANES] = registers.get(shuffle.a);
        let (b, c) = (registers.get::<u32>(shuffle.b), registers.get::<u32>(shuffle.c));
        let (mut result, mut holds, mut missing) = (a, 0_u32, None);
        for lane in lanes_of(there) {
            let (asked, inside) = asked(shuffle.mode, lane as u32, b[lane], c[lane]);
            let from = if inside { asked as usize % LANES } else { lane };
            result[lane] = a[from];
            holds |= u32::from(inside) << lane;
            if there >> from & 1 == 0 {
                missing = Some((lane, from));
            }
        }
        registers.put(shuffle.d, &result, there);
        if let Some(slot) = shuffle.holds {
            registers.set_predicate(slot, holds, there);
        }
        match missing {
            Some((lane, from)) => {
                Err(self.fault_at(lane, format!("a shuffle from lane {from}, which is not there")))
            }
            None => Ok(()),
        }
    }

    /// `match` (PTX ISA, section 9.7.9.8).
    fn matching(&mut self, matching: &Match, there: u32) {
        let Match { all, wide, d, holds, a, .. } = *matching;
        let mut registers = self.registers();
        let values: [u64; LANES] =
            if wide { registers.get(a) } else { registers.get::<u32>(a).map(u64::from) };
        let same = |lane: usize| there & lanes_where(|other| values[other] == values[lane]);
        let first = there.trailing_zeros() as usize;
        let is_one = same(first) == there;
        let mut masks = [0; LANES];
        for lane in lanes_of(there) {
            masks[lane] = if all { if is_one { there } else { 0 } } else { same(lane) };
        }
        registers.put(d, &masks, there);
        if let Some(slot) = holds {
            registers.set_predicate(slot, if is_one { there } else { 0 }, there);
        }
    }
}

/// The register that names the members.
fn members(action: &Action) -> Option<Slot> {
    match action {
        Action::Shuffle(shuffle) => shuffle.members,
        Action::Vote { members, .. } => *members,
        Action::WarpBarrier { members } | Action::Redux { members, .. } => Some(*members),
        Action::Match(matching) => Some(matching.members),
        _ => None,
    }
}

/// The lane that a lane asks, and whether it is one of its segment.
fn asked(mode: ShuffleMode, lane: u32, b: u32, c: u32) -> (u32, bool) {
    let (b, clamp, segment) = (b & 31, c & 31, c >> 8 & 31);
    let most = lane & segment | clamp & !segment;
    let least = lane & segment;
    match mode {
        ShuffleMode::Up => {
            let asked = lane.wrapping_sub(b);
            (asked, asked as i32 >= most as i32)
        }
        ShuffleMode::Down => (lane + b, lane + b <= most),
        ShuffleMode::Butterfly => (lane ^ b, lane ^ b <= most),
        ShuffleMode::Index => {
            let asked = least | b & !segment;
            (asked, asked <= most)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A segment of 16 lanes: `c` is the last lane of the segment, and the mask of the segment's number.
    #[test]
    fn lanes_ask_inside_of_their_segment() {
        let whole = 31;
        assert_eq!(asked(ShuffleMode::Down, 3, 4, whole), (7, true));
        assert!(!asked(ShuffleMode::Down, 30, 4, whole).1);
        assert_eq!(asked(ShuffleMode::Butterfly, 5, 16, whole), (21, true));
        assert_eq!(asked(ShuffleMode::Index, 9, 3, whole), (3, true));
        assert_eq!(asked(ShuffleMode::Up, 9, 3, 0), (6, true));
        assert!(!asked(ShuffleMode::Up, 2, 3, 0).1);
        let halves = 0x100f;
        assert_eq!(asked(ShuffleMode::Index, 20, 3, halves), (19, true));
        assert!(!asked(ShuffleMode::Down, 14, 4, halves).1);
    }
}
