//! Shadow memory: who touched each byte last.
//!
//! It is flat: pages of cells in the order of addresses, made where something is touched. A cell stands for a word of four bytes; a
//! page in which a part of a word is touched gets a cell for each byte.

use super::clock::Event;

/// The bytes of a page.
const PAGE: u64 = 4096;
/// The bytes of a word.
const WORD: u64 = 4;

/// An access by one thread, in twelve bytes: what is watched is as fast as cells are small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) event: Event,
    /// The source, and two bits behind it: atomic, writes.
    packed: u32,
}

impl Access {
    /// `source` is the instruction, by the number of its row in the counts. Two accesses that are atomic never race.
    pub(super) fn new(event: Event, source: u32, [atomic, writes]: [bool; 2]) -> Access {
        Access { event, packed: source << 2 | u32::from(atomic) << 1 | u32::from(writes) }
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

/// The last accesses to some bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    write: Access,
    /// Two readers: whoever writes is at most one of them.
    reads: [Access; 2],
}

impl Cell {
    /// Takes note of an access. The answer is one that it races with.
    fn touch(&mut self, new: Access, is_before: impl Fn(Event) -> bool) -> Option<Access> {
        let races = |old: &Access| !(is_before(old.event) || old.is_atomic() && new.is_atomic());
        let mut found = races(&self.write).then_some(self.write);
        if new.writes() {
            found = found.or_else(|| self.reads.iter().copied().find(races));
            self.write = new;
        } else if let Some(slot) = self.reads.iter_mut().find(|old| is_before(old.event)) {
            *slot = new;
        }
        found
    }
}

/// Cells of some thousand bytes.
#[derive(Debug)]
struct Page {
    cells: Vec<Cell>,
    /// The bytes that a cell stands for.
    bytes: u64,
}

impl Page {
    fn new() -> Page {
        Page { cells: vec![Cell::default(); (PAGE / WORD) as usize], bytes: WORD }
    }

    /// Gives each byte a cell.
    fn divide(&mut self) {
        let all = self.cells.iter().flat_map(|cell| [*cell; WORD as usize]);
        *self = Page { cells: all.collect(), bytes: 1 };
    }
}

/// The cells of a memory.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pages: Vec<Option<Page>>,
}

impl Cells {
    /// Takes note of an access to bytes of one page. The answer is one that it races with.
    pub(super) fn touch(
        &mut self,
        (place, bytes): (u64, u64),
        new: Access,
        is_before: impl Fn(Event) -> bool,
    ) -> Option<Access> {
        let (number, at) = ((place / PAGE) as usize, place % PAGE);
        if number >= self.pages.len() {
            self.pages.resize_with(number + 1, || None);
        }
        let page = self.pages[number].get_or_insert_with(Page::new);
        if page.bytes == WORD && !(place.is_multiple_of(WORD) && bytes.is_multiple_of(WORD)) {
            page.divide();
        }
        let (first, end) = (at / page.bytes, (at + bytes).div_ceil(page.bytes));
        let cells = page.cells.get_mut(first as usize..end as usize)?;
        cells.iter_mut().fold(None, |found, cell| found.or(cell.touch(new, &is_before)))
    }

    /// Forgets the accesses to some bytes: they belong to a new allocation.
    pub(super) fn forget(&mut self, place: u64, bytes: u64) {
        let pages = (place / PAGE) as usize..place.saturating_add(bytes).div_ceil(PAGE) as usize;
        let end = pages.end.min(self.pages.len());
        for number in pages.start.min(end)..end {
            let Some(page) = &mut self.pages[number] else { continue };
            let start = number as u64 * PAGE;
            let from = place.saturating_sub(start) / page.bytes;
            let to = (place + bytes - start).min(PAGE).div_ceil(page.bytes);
            page.cells[from as usize..to as usize].fill(Cell::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(thread: u32, writes: bool) -> Access {
        Access::new(Event { thread, time: 1 }, thread, [false, writes])
    }

    /// One access by a thread, where no thread knows of another.
    fn touch(cells: &mut Cells, range: (u64, u64), thread: u32, writes: bool) -> Option<u32> {
        let is_before = |event: Event| event.thread == thread || event.time == 0;
        let found = cells.touch(range, access(thread, writes), is_before);
        found.map(|other| other.event.thread)
    }

    #[test]
    fn bytes_side_by_side_do_not_race() {
        let mut cells = Cells::default();
        for byte in 0..8 {
            assert_eq!(touch(&mut cells, (4096 + byte, 1), byte as u32 + 1, true), None);
        }
        assert_eq!(touch(&mut cells, (4098, 2), 3, false), Some(4));
        assert_eq!(touch(&mut cells, (4096, 8), 9, false), Some(1));
    }

    #[test]
    fn a_word_keeps_its_accesses_where_its_page_is_divided() {
        let mut cells = Cells::default();
        assert_eq!(touch(&mut cells, (64, 8), 1, true), None);
        assert_eq!(touch(&mut cells, (71, 1), 2, false), Some(1));
        assert_eq!(touch(&mut cells, (72, 1), 2, true), None);
    }

    #[test]
    fn a_writer_meets_readers_other_than_itself() {
        for writer in 1..5 {
            let mut cells = Cells::default();
            for reader in 1..5 {
                assert_eq!(touch(&mut cells, (0, 4), reader, false), None);
            }
            assert!(touch(&mut cells, (0, 4), writer, true).is_some_and(|other| other != writer));
        }
    }

    #[test]
    fn atomic_accesses_race_with_plain_ones_alone() {
        let mut cells = Cells::default();
        let never = |event: Event| event.time == 0;
        let atomic = |thread| Access::new(access(thread, true).event, thread, [true, true]);
        assert_eq!(cells.touch((8, 4), atomic(1), never), None);
        assert_eq!(cells.touch((8, 4), atomic(2), never), None);
        assert_eq!(cells.touch((8, 4), access(3, false), never), Some(atomic(2)));
    }

    #[test]
    fn a_new_allocation_has_no_past() {
        let mut cells = Cells::default();
        for place in [4092, 4096, 8192] {
            assert_eq!(touch(&mut cells, (place, 4), 1, true), None);
        }
        cells.forget(4096, 4096);
        assert_eq!(touch(&mut cells, (4092, 4), 2, true), Some(1));
        assert_eq!(touch(&mut cells, (4096, 4), 2, true), None);
        assert_eq!(touch(&mut cells, (8192, 4), 2, true), Some(1));
    }
}
