//! Watches the accesses of a launch for mistakes that no single access shows: data races, and reads of bytes that nothing wrote.
//!
//! Two accesses to a byte race if they come from two threads, at least one of them writes, not both are atomic, and no barrier and no
//! chain of atomic operations lies between them ([`clock`]). Code of the runtime, which has no lines, is not judged; its barriers and
//! atomic operations count.

pub(crate) mod cells;
pub(crate) mod clock;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use self::cells::{Access, Cells};
use self::clock::{Clock, TeamClock};
use crate::memory::written::Written;

/// What is watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// Data races.
    pub races: bool,
    /// Reads of bytes that nothing wrote.
    pub unwritten: bool,
}

/// The memories that threads share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shared {
    /// A team's.
    Team,
    /// The device's.
    Device,
}

/// What a lane touches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) memory: Shared,
    /// The place of the first byte in the memory.
    pub(crate) place: u64,
    pub(crate) bytes: u64,
    /// Whether it reads a value that something must have written. A `volatile` load may ask whether that is so.
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    pub(crate) atomic: bool,
    /// The instruction, by the number of its row in the counts.
    pub(crate) source: u32,
}

/// One side of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Side {
    pub(crate) source: u32,
    pub(crate) writes: bool,
}

/// Where it was found for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Example {
    /// The number of the team, and the number of the thread in it: of the access at hand, and of the one before it.
    pub(crate) threads: [(u32, u32); 2],
    pub(crate) bytes: u64,
}

/// Something that was found, how often, and where first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) times: u64,
    pub(crate) example: Example,
}

/// What was found in the launches of one kernel.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    /// Races by their two sides, the greater one first.
    pub(crate) races: BTreeMap<(Shared, [Side; 2]), Finding>,
    /// Reads of bytes that nothing wrote, by their instructions.
    pub(crate) unwritten: BTreeMap<(Shared, u32), Finding>,
}

impl Findings {
    fn add<K: Ord>(all: &mut BTreeMap<K, Finding>, key: K, example: Example) {
        match all.entry(key) {
            Entry::Vacant(entry) => drop(entry.insert(Finding { times: 1, example })),
            Entry::Occupied(mut entry) => entry.get_mut().times += 1,
        }
    }
}

/// Who touched what in a team's memory.
#[derive(Debug, Default)]
pub(crate) struct TeamShadow {
    clock: TeamClock,
    cells: Cells,
    /// The bytes that hold a value.
    written: Written,
}

/// Who touched what in the launch at hand.
#[derive(Debug, Default)]
pub(crate) struct Shadow {
    watch: Watch,
    pub(crate) clock: Clock,
    device: Cells,
    /// What was touched in the memory of the team whose threads run now.
    team: Cells,
    written: Written,
}

impl Shadow {
    pub(crate) fn new(watch: Watch) -> Shadow {
        Shadow { watch, ..Shadow::default() }
    }

    /// A team begins: nothing of its memory is written.
    pub(crate) fn begin_team(&mut self, number: u32) {
        self.clock.begin_team(number);
        self.written.clear(0, crate::memory::WINDOW);
    }

    /// Puts another team in the place of the one whose threads run now. A team that was never there yet has to begin.
    pub(crate) fn swap_team(&mut self, other: &mut TeamShadow) {
        std::mem::swap(&mut self.clock.team, &mut other.clock);
        std::mem::swap(&mut self.team, &mut other.cells);
        std::mem::swap(&mut self.written, &mut other.written);
    }

    /// Bytes of the device's memory belong to a new allocation.
    pub(crate) fn forget(&mut self, place: u64, bytes: u64) {
        self.device.forget(place, bytes);
    }

    /// A lane is about to read or write memory by an atomic operation.
    pub(crate) fn acquire(&mut self, thread: u32, memory: Shared, place: u64) {
        if self.watch.races {
            self.clock.acquire(thread, self.clock.address(memory, place));
        }
    }

    /// A lane has written memory by an atomic operation.
    pub(crate) fn release(&mut self, thread: u32, memory: Shared, place: u64) {
        if self.watch.races {
            self.clock.release(thread, self.clock.address(memory, place));
        }
    }

    /// A lane gives bytes of the team's memory a value.
    pub(crate) fn mark_written(&mut self, place: u64, bytes: u64) {
        if self.watch.unwritten {
            self.written.mark(place, bytes);
        }
    }

    /// Takes note of what a lane touches, and judges it. `device` tells which bytes of the device's memory hold a value.
    pub(crate) fn touch(
        &mut self,
        thread: u32,
        touch: &Touch,
        device: Option<&Written>,
        findings: &mut Findings,
    ) {
        if self.watch.unwritten {
            let written = match touch.memory {
                Shared::Team => Some(&self.written),
                Shared::Device => device,
            };
            if touch.reads && written.is_some_and(|w| !w.has_any(touch.place, touch.bytes)) {
                let threads = [self.clock.place(thread); 2];
                let example = Example { threads, bytes: touch.bytes };
                let key = (touch.memory, touch.source);
                Findings::add(&mut findings.unwritten, key, example);
            }
        }
        if self.watch.races {
            self.find_race(thread, touch, findings);
        }
    }

    fn find_race(&mut self, thread: u32, touch: &Touch, findings: &mut Findings) {
        let clock = &self.clock;
        let (cells, begun) = match touch.memory {
            // Times are forgotten for all teams at once, also for those that do not run now.
            Shared::Team => (&mut self.team, clock.team.begun.max(clock.launch)),
            Shared::Device => (&mut self.device, clock.launch),
        };
        let Touch { source, atomic, writes, .. } = *touch;
        let own = Access::new(clock.event(thread), source, [atomic, writes]);
        let is_before = |event| clock.is_before(event, thread, begun);
        let found = cells.touch((touch.place, touch.bytes), own, is_before);
        let Some(other) = found else { return };
        let side = |of: Access| Side { source: of.source(), writes: of.writes() };
        let mut sides = [side(own), side(other)];
        let mut threads = [thread, other.event.thread].map(|thread| clock.place(thread));
        if sides[0] < sides[1] {
            sides.reverse();
            threads.reverse();
        }
        let example = Example { threads, bytes: touch.bytes };
        Findings::add(&mut findings.races, (touch.memory, sides), example);
    }
}
