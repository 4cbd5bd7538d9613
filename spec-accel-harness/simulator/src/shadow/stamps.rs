//! Stamps: what warps did where in the program, and when. Shadow memory names an access by the number of its stamp and the lane, in
//! four bytes: what is watched is as fast as shadow memory is small.

use super::Shared;
use super::clock::{Clock, Event, Order};
use crate::code::LANES;

/// The most stamps that are remembered at once.
const MOST: usize = 1 << 24;
/// The numbers that stamps may have.
const NUMBERS: u32 = u32::MAX / LANES as u32;
/// The stamps that are found without a new one.
const RECENT: usize = 512;

/// An access by one lane. Later ones have greater numbers; 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark(u32);

impl Mark {
    #[inline]
    fn number(self) -> u32 {
        self.0 / LANES as u32
    }

    #[inline]
    fn lane(self) -> u32 {
        self.0 % LANES as u32
    }

    /// The number of lanes from its own one on.
    pub(super) fn lanes_behind(self) -> usize {
        LANES - self.lane() as usize
    }

    /// The access of another lane, so many lanes on, by the same instruction.
    #[inline]
    pub(super) fn plus(self, lanes: usize) -> Mark {
        Mark(self.0 + lanes as u32)
    }
}

/// What a warp does at one place of the program, at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stamp {
    /// What its first lane does.
    first: Event,
    /// The source, and two bits behind it: atomic, writes.
    packed: u32,
}

impl Stamp {
    /// `source` is the instruction, by the number of its row in the counts. Two accesses that are atomic never race.
    pub(super) fn new(first: Event, source: u32, [atomic, writes]: [bool; 2]) -> Stamp {
        Stamp { first, packed: source << 2 | u32::from(atomic) << 1 | u32::from(writes) }
    }

    /// The instruction, by the number of its row in the counts.
    pub(super) fn source(self) -> u32 {
        self.packed >> 2
    }

    pub(super) fn writes(self) -> bool {
        self.packed & 1 != 0
    }

    fn is_atomic(self) -> bool {
        self.packed & 2 != 0
    }
}

/// The stamps of a launch, in the order of their times.
#[derive(Debug)]
pub(super) struct Stamps {
    list: Vec<Stamp>,
    /// The number of the first one.
    base: u32,
    /// Grows where numbers begin anew: shadow memory of before is of no use.
    pub(super) generation: u32,
    recent: Vec<(Stamp, u32)>,
    /// For each memory a time, and the first mark that is not before it.
    floors: [(u32, Mark); 2],
}

impl Default for Stamps {
    fn default() -> Stamps {
        let recent = vec![Default::default(); RECENT];
        Stamps { list: Vec::new(), base: 1, generation: 0, recent, floors: Default::default() }
    }
}

impl Stamps {
    /// Forgets all of them: they come before whatever is next.
    pub(super) fn forget(&mut self) {
        self.base += self.list.len() as u32;
        self.list.clear();
        self.recent.fill(Default::default());
        self.floors = Default::default();
        if self.base > NUMBERS - 2 * MOST as u32 {
            (self.base, self.generation) = (1, self.generation + 1);
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= MOST
    }

    /// The access of the first lane by a stamp, which is as late as any.
    fn mark(&mut self, stamp: Stamp) -> Mark {
        let mixed =
            (stamp.first.thread / LANES as u32) ^ (stamp.packed.wrapping_mul(0x9e37_79b1) >> 20);
        let recent = &mut self.recent[mixed as usize % RECENT];
        if recent.0 != stamp {
            *recent = (stamp, self.base + self.list.len() as u32);
            self.list.push(stamp);
        }
        Mark(recent.1 * LANES as u32)
    }

    /// The first access that is not before a time. Times of a memory grow.
    fn floor(&mut self, memory: Shared, time: u32) -> Mark {
        let floor = &mut self.floors[memory as usize];
        if floor.0 != time {
            let before = self.list.partition_point(|stamp| stamp.first.time < time);
            *floor = (time, Mark((self.base + before as u32) * LANES as u32));
        }
        floor.1
    }

    /// Who judges what a warp does by a stamp in a memory.
    pub(super) fn judge<'j>(
        &'j mut self,
        clock: &'j Clock,
        memory: Shared,
        stamp: Stamp,
    ) -> Judge<'j> {
        let begun = clock.begun(memory);
        let (own, floor) = (self.mark(stamp), self.floor(memory, begun));
        Judge { clock, stamps: self, stamp, own, floor, begun, last: Default::default() }
    }

    /// The stamp of an access that is not forgotten.
    fn get(&self, mark: Mark) -> Stamp {
        self.list[(mark.number() - self.base) as usize]
    }

    /// What an access was, and the thread that made it.
    pub(super) fn access(&self, mark: Mark) -> (Stamp, u32) {
        let stamp = self.get(mark);
        (stamp, stamp.first.thread + mark.lane())
    }
}

/// Tells which accesses come before those that a warp makes now.
pub(super) struct Judge<'j> {
    pub(super) clock: &'j Clock,
    pub(super) stamps: &'j Stamps,
    /// The access at hand, and the mark of the warp's first lane.
    pub(super) stamp: Stamp,
    pub(super) own: Mark,
    /// All before this one comes before.
    pub(super) floor: Mark,
    /// The time before which all is over.
    begun: u32,
    /// The stamps that were asked for last, and what was answered.
    last: [(u32, Order, bool); 3],
}

impl Judge<'_> {
    /// How an access stands to the one at hand, and whether both are atomic. `slot` is where it was found: what is found there next is
    /// often the same.
    #[inline]
    fn order(&mut self, slot: usize, old: Mark) -> (Order, bool) {
        if old < self.floor {
            return (Order::Before, false);
        }
        let (number, order, atomic) = self.last[slot];
        if number == old.number() {
            return (order, atomic);
        }
        self.ask(slot, old)
    }

    #[cold]
    fn ask(&mut self, slot: usize, old: Mark) -> (Order, bool) {
        let stamp = self.stamps.get(old);
        let order = self.clock.order(stamp.first, self.stamp.first.thread, self.begun);
        let atomic = stamp.is_atomic() && self.stamp.is_atomic();
        self.last[slot] = (old.number(), order, atomic);
        (order, atomic)
    }

    #[inline]
    fn holds(&self, order: Order, old: Mark, lane: usize) -> bool {
        match order {
            Order::Before => true,
            Order::SameThread => old.lane() as usize == lane,
            Order::Apart => false,
            Order::Unknown => {
                let (stamp, thread) = self.stamps.access(old);
                let event = Event { thread, ..stamp.first };
                let own = self.stamp.first.thread + lane as u32;
                self.clock.is_before(event, own, self.begun)
            }
        }
    }

    /// Whether an access comes before that of a lane.
    #[inline]
    pub(super) fn is_before(&mut self, slot: usize, old: Mark, lane: usize) -> bool {
        let (order, _) = self.order(slot, old);
        self.holds(order, old, lane)
    }

    /// Whether an access races with that of a lane, if one of them writes.
    #[inline]
    pub(super) fn races(&mut self, slot: usize, old: Mark, lane: usize) -> bool {
        let (order, atomic) = self.order(slot, old);
        !atomic && !self.holds(order, old, lane)
    }

    /// Whether accesses by lanes side by side, of which this is the first one, come each before that of a lane, the first of which is `lane`;
    /// `None` where that differs or has to be asked for each.
    #[inline]
    pub(super) fn is_before_in_row(&mut self, slot: usize, old: Mark, lane: usize) -> Option<bool> {
        let (order, _) = self.order(slot, old);
        (order != Order::Unknown).then(|| self.holds(order, old, lane))
    }

    /// Whether one of them may race with that of its lane.
    #[inline]
    pub(super) fn races_in_row(&mut self, slot: usize, old: Mark, lane: usize) -> bool {
        let (_, atomic) = self.order(slot, old);
        !atomic && self.is_before_in_row(slot, old, lane) != Some(true)
    }

    /// Whether an access races with that of no lane.
    #[inline]
    pub(super) fn is_over(&mut self, slot: usize, old: Mark) -> bool {
        let (order, atomic) = self.order(slot, old);
        atomic || order == Order::Before
    }
}
