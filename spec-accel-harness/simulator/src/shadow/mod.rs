//! Watches the accesses of a launch for mistakes that no single access shows: data races, and reads of bytes that nothing wrote.
//!
//! Two accesses to a byte race if they come from two threads, at least one of them writes, not both are atomic, and no barrier and no
//! chain of atomic operations lies between them ([`clock`]). Code of the runtime, which has no lines, is not judged; its barriers and
//! atomic operations count.

pub(crate) mod cells;
pub(crate) mod clock;
mod stamps;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use self::cells::{Cells, Lanes};
use self::clock::{Clock, TeamClock};
use self::stamps::{Stamp, Stamps};
use crate::exec::registers::lanes_of;
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

/// How lanes of a warp touch a memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) memory: Shared,
    pub(crate) warp: usize,
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
    stamps: Stamps,
}

impl Shadow {
    pub(crate) fn new(watch: Watch) -> Shadow {
        Shadow { watch, ..Shadow::default() }
    }

    /// A launch begins, with so many threads in each team.
    pub(crate) fn begin_launch(&mut self, threads: u32) {
        self.clock.begin_launch(threads);
        self.stamps.forget();
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

    /// Takes note of what lanes touch, and judges it. `device` tells which bytes of the device's memory hold a value.
    pub(crate) fn touch(
        &mut self,
        lanes: &Lanes,
        touch: &Touch,
        device: Option<&Written>,
        findings: &mut Findings,
    ) {
        if self.watch.unwritten && touch.reads {
            self.find_unwritten(lanes, touch, device, findings);
        }
        if self.watch.races {
            self.find_races(lanes, touch, findings);
        }
    }

    fn find_unwritten(
        &self,
        lanes: &Lanes,
        touch: &Touch,
        device: Option<&Written>,
        findings: &mut Findings,
    ) {
        let written = match touch.memory {
            Shared::Team => Some(&self.written),
            Shared::Device => device,
        };
        let Some(written) = written else { return };
        for lane in lanes_of(lanes.mask) {
            if !written.has_any(lanes.place(lane), lanes.bytes) {
                let threads = [self.clock.place(self.clock.thread(touch.warp, lane)); 2];
                let example = Example { threads, bytes: lanes.bytes };
                let key = (touch.memory, touch.source);
                Findings::add(&mut findings.unwritten, key, example);
            }
        }
    }

    fn find_races(&mut self, lanes: &Lanes, touch: &Touch, findings: &mut Findings) {
        if self.stamps.is_full() {
            self.clock.forget();
            self.stamps.forget();
        }
        let Touch { memory, warp, source, atomic, writes, .. } = *touch;
        let (stamps, clock) = (&mut self.stamps, &self.clock);
        let stamp = Stamp::new(clock.event(clock.thread(warp, 0)), source, [atomic, writes]);
        let mut judge = stamps.judge(clock, memory, stamp);
        let stamps = judge.stamps;
        let cells = match memory {
            Shared::Team => &mut self.team,
            Shared::Device => &mut self.device,
        };
        cells.touch(lanes, &mut judge, |lane, other| {
            let (other, thread) = stamps.access(other);
            let side = |of: Stamp| Side { source: of.source(), writes: of.writes() };
            let mut sides = [side(stamp), side(other)];
            let mut threads = [clock.thread(warp, lane), thread].map(|thread| clock.place(thread));
            if sides[0] < sides[1] {
                sides.reverse();
                threads.reverse();
            }
            let example = Example { threads, bytes: lanes.bytes };
            Findings::add(&mut findings.races, (memory, sides), example);
        });
    }
}
