//! Which places of an arena are taken.

use std::collections::{BTreeMap, VecDeque};

use super::ALIGNMENT;

/// So many bytes that were freed stay untouched for a while, so that an access to them is known as such.
const RESTING: u64 = 64 << 20;

/// The allocations of an arena, and what is free between them. Behind each allocation so many bytes stay free that an access
/// just behind its end meets no other.
pub(super) struct Blocks {
    /// The lengths of allocations by their first places.
    taken: BTreeMap<u64, u64>,
    /// The lengths of free parts by their first places. No two of them touch.
    free: BTreeMap<u64, u64>,
    /// What was freed last, and is not free yet: first places and lengths, the oldest first.
    resting: VecDeque<(u64, u64)>,
    /// The bytes of these.
    rest: u64,
    /// The end of all places that were ever taken.
    touched: u64,
}

/// Places from the first one to the one behind the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) start: u64,
    pub(super) end: u64,
}

impl Blocks {
    pub(super) fn new(bytes: u64) -> Blocks {
        Blocks {
            taken: BTreeMap::new(),
            free: BTreeMap::from([(0, bytes)]),
            resting: VecDeque::new(),
            rest: 0,
            touched: 0,
        }
    }

    /// What an allocation takes: its bytes, and a gap.
    fn room(bytes: u64) -> Option<u64> {
        bytes.max(1).checked_next_multiple_of(ALIGNMENT)?.checked_add(ALIGNMENT)
    }

    /// The first free part that is large enough.
    pub(super) fn allocate(&mut self, bytes: u64) -> Option<u64> {
        let room = Self::room(bytes)?;
        let (start, length) = loop {
            let found = self.free.iter().find(|(_, length)| **length >= room);
            match found {
                Some((start, length)) => break (*start, *length),
                None => self.wake()?,
            }
        };
        self.free.remove(&start);
        if length > room {
            self.free.insert(start + room, length - room);
        }
        self.taken.insert(start, bytes);
        self.touched = self.touched.max(start + room);
        Some(start)
    }

    /// Frees the allocation that begins at a place; `false` where there is none.
    pub(super) fn free(&mut self, start: u64) -> bool {
        let Some(room) = self.taken.remove(&start).and_then(Self::room) else { return false };
        self.resting.push_back((start, room));
        self.rest += room;
        while self.rest > RESTING && self.wake().is_some() {}
        true
    }

    /// Makes the oldest part that rests free; `None` where there is none.
    fn wake(&mut self) -> Option<()> {
        let (mut start, mut length) = self.resting.pop_front()?;
        self.rest -= length;
        if let Some(behind) = self.free.remove(&(start + length)) {
            length += behind;
        }
        if let Some((before, own)) = self.free.range(..start).next_back().map(|(s, l)| (*s, *l))
            && before + own == start
        {
            (start, length) = (before, own + length);
        }
        self.free.insert(start, length);
        Some(())
    }

    /// The allocation that has a place.
    pub(super) fn around(&self, place: u64) -> Option<Range> {
        let (start, length) = self.taken.range(..=place).next_back()?;
        (place < start + length).then_some(Range { start: *start, end: start + length })
    }

    /// Whether an allocation had this place that is free now.
    pub(super) fn was_freed(&self, place: u64) -> bool {
        let free = self.free.range(..=place).next_back();
        let has = |(start, length): (u64, u64)| start <= place && place < start + length;
        self.resting.iter().any(|part| has(*part))
            || place < self.touched && free.is_some_and(|(start, length)| has((*start, *length)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random allocations never overlap, and once all are free the arena is whole again.
    #[test]
    fn parts_never_overlap_and_join_again() {
        let mut blocks = Blocks::new(1 << 16);
        let mut taken: Vec<(u64, u64)> = Vec::new();
        let mut state = 1_u64;
        for _ in 0..2000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let bytes = (state >> 33) % 3000;
            if state >> 40 & 1 == 0 || taken.is_empty() {
                if let Some(start) = blocks.allocate(bytes) {
                    let apart = |(s, l): &(u64, u64)| start >= s + l || start + bytes <= *s;
                    assert!(taken.iter().all(apart), "{start}+{bytes} of {taken:?}");
                    taken.push((start, bytes));
                }
            } else {
                let (start, _) = taken.swap_remove((state >> 20) as usize % taken.len());
                assert!(blocks.free(start));
            }
        }
        taken.iter().for_each(|(start, _)| assert!(blocks.free(*start)));
        while blocks.wake().is_some() {}
        assert_eq!(blocks.free, BTreeMap::from([(0, 1 << 16)]));
        assert_eq!(blocks.rest, 0);
    }

    #[test]
    fn what_was_freed_rests() {
        let mut blocks = Blocks::new(1 << 16);
        let first = blocks.allocate(1000).expect("it is empty");
        assert!(blocks.free(first));
        let second = blocks.allocate(1000).expect("it is almost empty");
        assert!(second != first && blocks.was_freed(first) && !blocks.was_freed(second));
        assert!(blocks.allocate(1 << 16 >> 1).is_some(), "without the part that rests");
        assert_eq!(blocks.allocate(60 << 10), None);
        assert!(blocks.resting.is_empty() && blocks.free(second));
    }
}
