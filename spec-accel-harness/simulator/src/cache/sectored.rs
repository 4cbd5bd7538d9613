//! One cache: sets of lines, and for each line the sectors that are there. What they hold is not known here.

/// What a write does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writes {
    /// Goes through: it uses a line that is there, and makes none.
    Through,
    /// Stays: its sectors are there afterwards, and go to memory when their line makes room for another.
    Back,
}

/// The parameters of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The number of sets.
    pub(crate) sets: u64,
    /// The lines of a set. The one that was used least recently makes room.
    pub(crate) ways: usize,
    /// What a write does.
    pub(crate) writes: Writes,
}

impl Shape {
    /// A cache of so many bytes, of lines of so many bytes; it has one set at least.
    pub(crate) fn of_size(bytes: u64, line: u64, ways: usize, writes: Writes) -> Shape {
        Shape { sets: (bytes / line / ways as u64).max(1), ways, writes }
    }

    /// The set of a line. Where their number is a power of two, the groups of so many bits of the line's number are added without carries:
    /// lines whose distance is a power of two come into all sets, as a hash in a device's cache has it (US patent 9,690,715). Else it is the line's
    /// number modulo that of the sets.
    fn set(&self, line: u64) -> usize {
        let bits = self.sets.trailing_zeros() as usize;
        if self.sets == 1 || !self.sets.is_power_of_two() {
            return (line % self.sets) as usize;
        }
        let groups = (0..u64::BITS).step_by(bits).map(|from| line >> from);
        (groups.fold(0, |sum, group| sum ^ group) % self.sets) as usize
    }
}

/// What a cache says to a request. Sectors of a line are bits, the first one the lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The sectors that were there.
    pub(crate) hits: u8,
    /// The sectors of another line that had to be written to memory to make room.
    pub(crate) written: u8,
}

/// The sectors of one line.
#[derive(Clone, Copy, Debug, Default)]
struct Sectors {
    present: u8,
    /// Those of them that memory does not have yet.
    dirty: u8,
}

/// A cache.
#[derive(Debug)]
pub(crate) struct Cache {
    shape: Shape,
    /// The number of the line at each place plus one, set by set; 0 where there is none.
    lines: Vec<u64>,
    /// When the line at each place was used last; 0 where there is none.
    used: Vec<u64>,
    sectors: Vec<Sectors>,
    /// The place that was used last: requests of neighbours meet one line.
    last: usize,
    time: u64,
}

impl Cache {
    /// A cache with nothing in it.
    pub(crate) fn new(shape: Shape) -> Cache {
        let places = shape.sets as usize * shape.ways;
        Cache {
            shape,
            lines: vec![0; places],
            used: vec![0; places],
            sectors: vec![Sectors::default(); places],
            last: 0,
            time: 0,
        }
    }

    /// Reads sectors of a line. They are there afterwards.
    pub(crate) fn read(&mut self, line: u64, sectors: u8) -> Answer {
        let (place, written) = self.place(line);
        let own = &mut self.sectors[place];
        let hits = own.present & sectors;
        own.present |= sectors;
        Answer { hits, written }
    }

    /// Writes sectors of a line.
    pub(crate) fn write(&mut self, line: u64, sectors: u8) -> Answer {
        match self.shape.writes {
            Writes::Through => match self.find(line) {
                Some(place) => {
                    self.note_use(place);
                    Answer { hits: self.sectors[place].present & sectors, written: 0 }
                }
                None => Answer::default(),
            },
            Writes::Back => {
                let answer = self.read(line, sectors);
                self.sectors[self.last].dirty |= sectors;
                answer
            }
        }
    }

    /// The number of sectors that memory does not have yet.
    pub(crate) fn dirty(&self) -> u64 {
        self.sectors.iter().map(|sectors| u64::from(sectors.dirty.count_ones())).sum()
    }

    /// The places of a line's set.
    fn set(&self, line: u64) -> std::ops::Range<usize> {
        let start = self.shape.set(line) * self.shape.ways;
        start..start + self.shape.ways
    }

    fn find(&self, line: u64) -> Option<usize> {
        if self.lines[self.last] == line + 1 {
            return Some(self.last);
        }
        let set = self.set(line);
        let start = set.start;
        self.lines[set].iter().position(|other| *other == line + 1).map(|way| start + way)
    }

    fn note_use(&mut self, place: usize) {
        self.time += 1;
        self.used[place] = self.time;
        self.last = place;
    }

    /// The place of a line, which another one leaves if it must, and the sectors of that one that had to be written.
    fn place(&mut self, line: u64) -> (usize, u8) {
        let known = self.find(line);
        let place = known.unwrap_or_else(|| {
            let set = self.set(line);
            let start = set.start;
            let ways = self.used[set].iter().enumerate();
            ways.min_by_key(|(_, used)| **used).map_or(start, |(way, _)| start + way)
        });
        let mut written = 0;
        if known.is_none() {
            written = std::mem::take(&mut self.sectors[place]).dirty;
            self.lines[place] = line + 1;
        }
        self.note_use(place);
        (place, written)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn shape(sets: u64, ways: usize, writes: Writes) -> Shape {
        Shape { sets, ways, writes }
    }

    #[test]
    fn the_line_that_was_used_least_recently_makes_room() {
        let mut cache = Cache::new(shape(1, 3, Writes::Back));
        for line in [1, 2, 3, 1, 4] {
            cache.read(line, 1);
        }
        assert_eq!(cache.read(2, 1), Answer::default());
        let hits = [4, 1, 2].map(|line| cache.read(line, 1).hits);
        assert_eq!(hits, [1; 3]);
        assert_eq!(cache.read(3, 1), Answer::default());
    }

    #[test]
    fn a_line_that_is_there_may_lack_sectors() {
        let mut cache = Cache::new(shape(2, 1, Writes::Back));
        assert_eq!(cache.read(6, 0b0011), Answer::default());
        assert_eq!(cache.read(6, 0b0110), Answer { hits: 0b0010, written: 0 });
        assert_eq!(cache.read(6, 0b1111), Answer { hits: 0b0111, written: 0 });
        assert_eq!(cache.read(7, 0b1111), Answer::default());
        assert_eq!(cache.read(6, 0b1111).hits, 0b1111);
    }

    #[test]
    fn written_sectors_go_to_memory_with_their_line() {
        let mut cache = Cache::new(shape(1, 1, Writes::Back));
        assert_eq!(cache.write(1, 0b0101), Answer::default());
        cache.read(1, 0b0010);
        assert_eq!(cache.dirty(), 2);
        assert_eq!(cache.read(2, 0b0001), Answer { hits: 0, written: 0b0101 });
        assert_eq!((cache.dirty(), cache.read(1, 0b1111)), (0, Answer::default()));
    }

    #[test]
    fn writes_that_go_through_make_no_line() {
        let mut cache = Cache::new(shape(1, 2, Writes::Through));
        assert_eq!(cache.write(1, 1), Answer::default());
        assert_eq!(cache.read(1, 1), Answer::default());
        cache.read(2, 1);
        assert_eq!(cache.write(1, 0b11), Answer { hits: 1, written: 0 });
        cache.read(3, 1);
        assert_eq!([1, 2].map(|line| cache.read(line, 1).hits), [1, 0]);
        assert_eq!(cache.dirty(), 0);
    }

    /// A line of the naive cache: its sectors one by one.
    #[derive(Default)]
    struct Line {
        number: u64,
        present: BTreeSet<u32>,
        dirty: BTreeSet<u32>,
    }

    /// A cache as a list of lines for each set, the last used one at the end.
    struct Naive {
        shape: Shape,
        sets: Vec<Vec<Line>>,
    }

    impl Naive {
        fn request(&mut self, line: u64, sectors: u8, writes: bool) -> Answer {
            let set = &mut self.sets[self.shape.set(line)];
            let known = set.iter().position(|other| other.number == line);
            let mut answer = Answer::default();
            let mut own = match known {
                Some(at) => set.remove(at),
                None if writes && self.shape.writes == Writes::Through => return answer,
                None => Line { number: line, ..Line::default() },
            };
            if known.is_none() && set.len() == self.shape.ways {
                answer.written = set.remove(0).dirty.iter().map(|sector| 1 << sector).sum();
            }
            for sector in (0..8).filter(|sector| sectors >> sector & 1 != 0) {
                if own.present.contains(&sector) {
                    answer.hits |= 1 << sector;
                } else if !writes || self.shape.writes == Writes::Back {
                    own.present.insert(sector);
                }
                if writes && self.shape.writes == Writes::Back {
                    own.dirty.insert(sector);
                }
            }
            set.push(own);
            answer
        }
    }

    proptest! {
        #[test]
        fn small_caches_answer_as_lists_do(
            sets in 1_u64..4,
            ways in 1_usize..5,
            back in any::<bool>(),
            requests in proptest::collection::vec((0_u64..20, 1_u8..=255, any::<bool>()), 0..200),
        ) {
            let shape = shape(sets, ways, if back { Writes::Back } else { Writes::Through });
            let mut cache = Cache::new(shape);
            let mut naive = Naive { shape, sets: (0..sets).map(|_| Vec::new()).collect() };
            for (line, sectors, writes) in requests {
                let answer = if writes { cache.write(line, sectors) } else { cache.read(line, sectors) };
                prop_assert_eq!(answer, naive.request(line, sectors, writes));
            }
            let dirty: usize = naive.sets.iter().flatten().map(|line| line.dirty.len()).sum();
            prop_assert_eq!(cache.dirty(), dirty as u64);
        }
    }
}
