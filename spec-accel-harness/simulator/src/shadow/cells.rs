//! Shadow memory: who touched each byte last.
//!
//! It is flat: pages of cells in the order of addresses, made where something is touched. A cell stands for eight bytes, or for four
//! or one in a page in which less was touched at once.

use std::ops::Range;

use super::stamps::{Judge, Mark};
use crate::code::LANES;
use crate::exec::registers::lanes_of;

/// The bytes of a page.
const PAGE: u64 = 4096;
/// The sizes of cells, in bytes, as powers of two.
const SIZES: [u32; 3] = [3, 2, 0];

/// Some bytes: the last access that wrote, and two that read. Whoever writes is at most one of the readers.
type Cell = [Mark; 3];

const WRITE: usize = 0;
const READS: [usize; 2] = [1, 2];

/// What lanes touch.
pub(crate) struct Lanes<'l> {
    pub(crate) mask: u32,
    pub(crate) addresses: &'l [u64; LANES],
    /// What makes a place in the memory of an address, by wrapping addition.
    pub(crate) shift: u64,
    /// The bytes of one lane: a power of two, of which its place is a multiple.
    pub(crate) bytes: u64,
    /// Whether lanes side by side touch memory in a row.
    pub(crate) is_row: bool,
    /// Whether all touch the same bytes.
    pub(crate) is_one: bool,
}

impl Lanes<'_> {
    pub(crate) fn place(&self, lane: usize) -> u64 {
        self.addresses[lane].wrapping_add(self.shift)
    }

    /// Gives `see` the places that are touched, and the number of bytes there.
    pub(crate) fn runs(&self, mut see: impl FnMut(u64, u64)) {
        if self.is_row && self.mask != 0 {
            let first = self.place(self.mask.trailing_zeros() as usize);
            see(first, u64::from(self.mask.count_ones()) * self.bytes);
        } else {
            lanes_of(self.mask).for_each(|lane| see(self.place(lane), self.bytes));
        }
    }
}

/// Cells of some thousand bytes.
#[derive(Debug)]
struct Page {
    cells: Vec<Cell>,
    /// The bytes that a cell stands for, as a power of two.
    size: u32,
}

impl Page {
    fn new(size: u32) -> Page {
        Page { cells: vec![Cell::default(); PAGE as usize >> size], size }
    }

    /// Gives each part of a cell, of such a size, a cell.
    fn divide(&mut self, size: u32) {
        let parts = 1 << (self.size - size);
        let all = self.cells.iter().flat_map(|cell| std::iter::repeat_n(*cell, parts));
        *self = Page { cells: all.collect(), size };
    }

    /// The cells of bytes of the page, from `at` on.
    fn range(&self, at: u64, bytes: u64) -> Range<usize> {
        (at >> self.size) as usize..((at + bytes) >> self.size) as usize
    }

    /// Takes note of an access of a lane to one cell. The answer is one that it races with.
    #[inline]
    fn touch(&mut self, cell: usize, lane: usize, judge: &mut Judge) -> Option<Mark> {
        let cell = &mut self.cells[cell];
        let own = judge.own.plus(lane);
        let mut found = judge.races(WRITE, cell[WRITE], lane).then_some(cell[WRITE]);
        if judge.stamp.writes() {
            for kind in READS {
                found = found.or_else(|| judge.races(kind, cell[kind], lane).then_some(cell[kind]));
            }
            cell[WRITE] = own;
        } else if let Some(kind) = READS.into_iter().find(|k| judge.is_before(*k, cell[*k], lane)) {
            cell[kind] = own;
        }
        found
    }

    /// Takes note of accesses of lanes side by side to cells side by side, each lane to `each` cells, as long as what is there is the same
    /// for all of them, and tells how many lanes that are: none where something has to be told, or looked at lane by lane.
    fn touch_run(
        &mut self,
        cells: Range<usize>,
        (lane, each): (usize, usize),
        judge: &mut Judge,
    ) -> usize {
        let cells = &mut self.cells[cells];
        let floor = judge.floor;
        let first = cells[0];
        let most = first.iter().map(|old| if *old < floor { LANES } else { old.lanes_behind() });
        let most = most.min().unwrap_or(LANES) * each;
        let is_like_first = |(place, cell): &(usize, &Cell)| {
            let like = |kind: usize| match first[kind] {
                old if old < floor => cell[kind] < floor,
                old => cell[kind] == old.plus(place / each),
            };
            like(0) & like(1) & like(2)
        };
        let run = cells.iter().enumerate().take(most).take_while(is_like_first).count();
        let is_write = judge.stamp.writes();
        let kinds = if is_write { &[WRITE, READS[0], READS[1]][..] } else { &[WRITE] };
        if kinds.iter().any(|kind| judge.races_in_row(*kind, first[*kind], lane)) {
            return 0;
        }
        let mut kind = Some(WRITE);
        if !is_write {
            let before = READS.map(|kind| judge.is_before_in_row(kind, first[kind], lane));
            let [Some(one), Some(two)] = before else { return 0 };
            kind = if one { Some(READS[0]) } else { two.then_some(READS[1]) };
        }
        let lanes = run / each;
        if let Some(kind) = kind {
            let own = judge.own.plus(lane);
            for (number, cells) in cells.chunks_mut(each).take(lanes).enumerate() {
                cells.iter_mut().for_each(|cell| cell[kind] = own.plus(number));
            }
        }
        lanes
    }
}

/// The cells of a memory.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pages: Vec<Option<Page>>,
    generation: u32,
}

impl Cells {
    /// Takes note of what lanes touch, and tells for each access one that it races with, if there is one.
    pub(super) fn touch(
        &mut self,
        lanes: &Lanes,
        judge: &mut Judge,
        mut tell: impl FnMut(usize, Mark),
    ) {
        if self.generation != judge.stamps.generation {
            *self = Cells { pages: Vec::new(), generation: judge.stamps.generation };
        }
        let size = SIZES.into_iter().find(|size| lanes.bytes >> size != 0).unwrap_or(0);
        let mut left = lanes.mask;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            let place = lanes.place(lane);
            let page = self.page((place / PAGE) as usize, size);
            let cells = page.range(place % PAGE, lanes.bytes);
            if lanes.is_row {
                let each = cells.len();
                let space = (page.cells.len() - cells.start) / each;
                let number = space.min(left.count_ones() as usize);
                let row = cells.start..cells.start + number * each;
                let done = page.touch_run(row, (lane, each), judge);
                if done > 0 {
                    left &= u32::MAX.checked_shl((lane + done) as u32).unwrap_or(0);
                    continue;
                }
            }
            let mut found = None;
            let mut is_over = lanes.is_one && !judge.stamp.writes() && judge.clock.is_simple();
            for cell in cells {
                found = found.or(page.touch(cell, lane, judge));
                is_over = is_over && judge.is_over(WRITE, page.cells[cell][WRITE]);
            }
            if let Some(old) = found {
                tell(lane, old);
            }
            left &= left - 1;
            // Two lanes that read the same say as much as all.
            if is_over && lane != lanes.mask.trailing_zeros() as usize {
                return;
            }
        }
    }

    /// The page of a number, with cells that are no larger.
    #[inline]
    fn page(&mut self, number: usize, size: u32) -> &mut Page {
        if number >= self.pages.len() {
            self.pages.resize_with(number + 1, || None);
        }
        let page = self.pages[number].get_or_insert_with(|| Page::new(size));
        if size < page.size {
            page.divide(size);
        }
        page
    }

    /// Forgets the accesses to some bytes: they belong to a new allocation.
    pub(super) fn forget(&mut self, place: u64, bytes: u64) {
        let pages = (place / PAGE) as usize..place.saturating_add(bytes).div_ceil(PAGE) as usize;
        let end = pages.end.min(self.pages.len());
        for number in pages.start.min(end)..end {
            let Some(page) = &mut self.pages[number] else { continue };
            let start = number as u64 * PAGE;
            let from = place.saturating_sub(start) >> page.size;
            let to = (place + bytes - start).min(PAGE).div_ceil(1 << page.size);
            page.cells[from as usize..to as usize].fill(Cell::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Shared;
    use super::super::clock::Clock;
    use super::super::stamps::{Stamp, Stamps};
    use super::*;

    /// The memory of the device, and one team of three warps.
    struct Watched {
        clock: Clock,
        stamps: Stamps,
        cells: Cells,
    }

    impl Watched {
        fn new() -> Watched {
            let mut clock = Clock::default();
            clock.begin_launch(96);
            clock.begin_team(0);
            Watched { clock, stamps: Stamps::default(), cells: Cells::default() }
        }

        /// The threads that race with others, by pairs.
        fn touch(&mut self, lanes: &Lanes, warp: usize, kind: [bool; 2]) -> Vec<(u32, u32)> {
            let Watched { clock, stamps, cells } = self;
            let first = clock.thread(warp, 0);
            let stamp = Stamp::new(clock.event(first), 7, kind);
            let mut judge = stamps.judge(clock, Shared::Device, stamp);
            let stamps = judge.stamps;
            let mut found = Vec::new();
            cells.touch(lanes, &mut judge, |lane, old| {
                found.push((first + lane as u32, stamps.access(old).1));
            });
            found
        }

        /// One access by a thread. The answer is the thread that it races with.
        fn one(&mut self, (place, bytes): (u64, u64), thread: usize, writes: bool) -> Option<u32> {
            let (addresses, mask) = (&[place; LANES], 1 << (thread % LANES));
            let lanes = Lanes { mask, addresses, shift: 0, bytes, is_row: false, is_one: false };
            self.touch(&lanes, thread / LANES, [false, writes]).first().map(|found| found.1)
        }
    }

    #[test]
    fn bytes_side_by_side_do_not_race() {
        let mut memory = Watched::new();
        for byte in 0..8 {
            assert_eq!(memory.one((4096 + byte, 1), byte as usize + 1, true), None);
        }
        assert_eq!(memory.one((4098, 2), 3, false), Some(4));
        assert_eq!(memory.one((4096, 8), 9, false), Some(1));
    }

    #[test]
    fn a_word_keeps_its_accesses_where_its_page_is_divided() {
        let mut memory = Watched::new();
        assert_eq!(memory.one((64, 8), 1, true), None);
        assert_eq!(memory.one((68, 4), 2, false), Some(1));
        assert_eq!(memory.one((71, 1), 2, false), Some(1));
        assert_eq!(memory.one((72, 1), 2, true), None);
    }

    #[test]
    fn a_writer_meets_readers_other_than_itself() {
        for writer in [1, 2, 33, 64] {
            let mut memory = Watched::new();
            for reader in [1, 2, 33, 64] {
                assert_eq!(memory.one((0, 4), reader, false), None);
            }
            let met = memory.one((0, 4), writer, true);
            assert!(met.is_some_and(|other| other as usize != writer));
        }
    }

    #[test]
    fn atomic_accesses_race_with_plain_ones_alone() {
        let mut memory = Watched::new();
        let (addresses, mask) = (&[8; LANES], u32::MAX);
        let lanes = Lanes { mask, addresses, shift: 0, bytes: 4, is_row: false, is_one: true };
        assert_eq!(memory.touch(&lanes, 0, [true, true]), []);
        assert_eq!(memory.touch(&lanes, 1, [true, true]), []);
        assert_eq!(memory.one((8, 4), 3, false), Some(63));
    }

    #[test]
    fn a_new_allocation_has_no_past() {
        let mut memory = Watched::new();
        for place in [4092, 4096, 8192] {
            assert_eq!(memory.one((place, 4), 1, true), None);
        }
        memory.cells.forget(4096, 4096);
        assert_eq!(memory.one((4092, 4), 2, true), Some(1));
        assert_eq!(memory.one((4096, 4), 2, true), None);
        assert_eq!(memory.one((8192, 4), 2, true), Some(1));
    }

    /// What a warp does: its number, the lanes, the place of the first of them and the distance of the next, and whether they write.
    type Step = (usize, u32, (u64, u64), u64, bool);

    fn step() -> impl Strategy<Value = Step> {
        let mask = prop_oneof![Just(u32::MAX), Just(0x00ff_fff0), (0_u32..32).prop_map(|k| 1 << k)];
        let bytes = prop_oneof![Just(4_u64), Just(8), Just(1)];
        let step = prop_oneof![4 => Just(1_u64), 1 => Just(0), 1 => Just(3)];
        (0_usize..3, mask, (0_u64..40, step), bytes, proptest::bool::ANY)
    }

    proptest! {
        /// Requests looked at as a whole, and lane by lane: the same threads race.
        #[test]
        fn rows_are_their_lanes(steps in proptest::collection::vec((step(), 0_u32..8), 1..30)) {
            let (mut whole, mut apart) = (Watched::new(), Watched::new());
            for ((warp, mask, (first, step), bytes, writes), event) in steps {
                let place = |lane: usize| 4000 + (first + lane as u64 * step) * bytes;
                let addresses = &std::array::from_fn(place);
                let (is_row, is_one) = (step == 1, step == 0);
                let lanes = Lanes { mask, addresses, shift: 0, bytes, is_row, is_one };
                let found = whole.touch(&lanes, warp, [false, writes]);
                let lanes = Lanes { is_row: false, is_one: false, ..lanes };
                let wanted = apart.touch(&lanes, warp, [false, writes]);
                let threads = |found: &[(u32, u32)]| found.iter().map(|f| f.0).collect::<Vec<_>>();
                prop_assert_eq!(threads(&found), threads(&wanted));
                for memory in [&mut whole, &mut apart] {
                    match event {
                        0 => memory.clock.meet_all(),
                        1 => memory.clock.meet(&[(1, u32::MAX)], false),
                        2 => memory.stamps.forget(),
                        _ => {}
                    }
                }
            }
        }
    }
}
