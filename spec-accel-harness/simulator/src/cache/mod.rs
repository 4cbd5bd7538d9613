//! Caches between the multiprocessors and the device's memory: how often what a request asks for is there.
//!
//! Each multiprocessor has an L1 cache for its loads, which begins every launch empty; nothing keeps these caches coherent. All share
//! an L2 cache, which keeps its lines from launch to launch. Teams are dealt to multiprocessors in turn, and run one after another
//! here, so that a multiprocessor's L1 sees its teams in their order and not at once.

mod machine;
mod sectored;

use serde::Serialize;

pub use machine::Machine;
use sectored::Cache;

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Reads.
    Load,
    /// Reads what other threads may have written meanwhile: L1 is no help.
    FreshLoad,
    /// Writes.
    Store,
    /// Reads and writes at once, in L2.
    Atomic,
}

/// What requests found in caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traffic {
    /// Sectors that loads looked for in L1.
    pub(crate) l1_sectors: u64,
    /// Those that were there.
    pub(crate) l1_hits: u64,
    /// Sectors that were looked for in L2: those that loads did not find in L1, and all of stores and atomic operations.
    pub(crate) l2_sectors: u64,
    /// Those that were there.
    pub(crate) l2_hits: u64,
    /// Bytes that were read from memory.
    pub(crate) read_bytes: u64,
    /// Bytes that were written to memory, because their lines made room in L2.
    pub(crate) written_bytes: u64,
}

impl Traffic {
    /// Adds what other requests found.
    pub(crate) fn join(&mut self, other: &Traffic) {
        self.l1_sectors += other.l1_sectors;
        self.l1_hits += other.l1_hits;
        self.l2_sectors += other.l2_sectors;
        self.l2_hits += other.l2_hits;
        self.read_bytes += other.read_bytes;
        self.written_bytes += other.written_bytes;
    }

    /// What was found since then.
    pub(crate) fn since(&self, before: &Traffic) -> Traffic {
        Traffic {
            l1_sectors: self.l1_sectors - before.l1_sectors,
            l1_hits: self.l1_hits - before.l1_hits,
            l2_sectors: self.l2_sectors - before.l2_sectors,
            l2_hits: self.l2_hits - before.l2_hits,
            read_bytes: self.read_bytes - before.read_bytes,
            written_bytes: self.written_bytes - before.written_bytes,
        }
    }
}

/// What is told of all caches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The machine whose caches they are.
    pub machine: &'static str,
    /// Bytes in L2 that kernels wrote and that memory does not have yet; they are not counted as written.
    pub dirty_bytes: u64,
}

/// The caches of a device.
#[derive(Debug)]
pub(crate) struct Caches {
    machine: &'static Machine,
    /// The bytes of each L1 during this launch.
    l1_bytes: u64,
    /// Those of the multiprocessors; none where no team came yet in this launch.
    l1: Vec<Option<Cache>>,
    /// The multiprocessor of the team that runs.
    multiprocessor: usize,
    l2: Cache,
    /// The sectors of a request.
    sectors: Vec<u64>,
}

impl Caches {
    /// The caches of a machine, with nothing in them.
    pub(crate) fn new(machine: &'static Machine) -> Caches {
        Caches {
            machine,
            l1_bytes: machine.l1_bytes(1, 0),
            l1: Vec::new(),
            multiprocessor: 0,
            l2: Cache::new(machine.l2()),
            sectors: Vec::new(),
        }
    }

    /// A launch of teams of so many threads and bytes of memory begins.
    pub(crate) fn begin_launch(&mut self, threads: u32, shared: u32) {
        self.l1_bytes = self.machine.l1_bytes(threads, shared);
        self.l1.clear();
        self.l1.resize_with(self.machine.multiprocessors as usize, || None);
        self.multiprocessor = 0;
    }

    /// The team with a number runs from here on.
    pub(crate) fn go_to(&mut self, number: u64) {
        self.multiprocessor = (number % self.machine.multiprocessors) as usize;
    }

    /// Looks for what lanes touch: so many bytes at each of these places of memory.
    pub(crate) fn request(
        &mut self,
        kind: Use,
        places: impl Iterator<Item = u64>,
        bytes: u64,
    ) -> Traffic {
        let Machine { line, sector, .. } = *self.machine;
        let mut sectors = std::mem::take(&mut self.sectors);
        sectors.clear();
        places.for_each(|place| sectors.extend(place / sector..=(place + bytes - 1) / sector));
        sectors.sort_unstable();
        sectors.dedup();
        let in_line = line / sector;
        let mut traffic = Traffic::default();
        for piece in sectors.chunk_by(|a, b| a / in_line == b / in_line) {
            let bits = piece.iter().fold(0, |bits, sector| bits | 1_u8 << (sector % in_line));
            self.look_up(kind, piece[0] / in_line, bits, &mut traffic);
        }
        self.sectors = sectors;
        traffic
    }

    /// Looks for sectors of one line.
    fn look_up(&mut self, kind: Use, line: u64, sectors: u8, traffic: &mut Traffic) {
        let bytes = |sectors: u8| u64::from(sectors.count_ones()) * self.machine.sector;
        let number = |sectors: u8| u64::from(sectors.count_ones());
        let shape = self.machine.l1(self.l1_bytes);
        let l1 = self.l1.get_mut(self.multiprocessor);
        let l1 = l1.map(|own| own.get_or_insert_with(|| Cache::new(shape)));
        let mut wanted = sectors;
        match (kind, l1) {
            (Use::Load, Some(l1)) => {
                let hits = l1.read(line, sectors).hits;
                traffic.l1_sectors += number(sectors);
                traffic.l1_hits += number(hits);
                wanted &= !hits;
            }
            (Use::Load | Use::FreshLoad, _) => traffic.l1_sectors += number(sectors),
            (Use::Store, Some(l1)) => {
                l1.write(line, sectors);
            }
            (Use::Store | Use::Atomic, _) => {}
        }
        if wanted == 0 {
            return;
        }
        let answer = match kind {
            Use::Store => self.l2.write(line, wanted),
            _ => self.l2.read(line, wanted),
        };
        if kind == Use::Atomic {
            self.l2.write(line, wanted);
        }
        traffic.l2_sectors += number(wanted);
        traffic.l2_hits += number(answer.hits);
        if kind != Use::Store {
            traffic.read_bytes += bytes(wanted & !answer.hits);
        }
        traffic.written_bytes += bytes(answer.written);
    }

    /// What is told of all caches.
    pub(crate) fn summary(&self) -> Summary {
        let dirty_bytes = self.l2.dirty() * self.machine.sector;
        Summary { machine: self.machine.name, dirty_bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANES: u64 = 32;

    fn caches() -> Caches {
        let mut caches = Caches::new(Machine::named("sm_90").expect("it is in the table"));
        caches.begin_launch(128, 0);
        caches
    }

    /// What warps find that go through an array of floats, from its first to its last.
    fn sweep(caches: &mut Caches, kind: Use, bytes: u64) -> Traffic {
        let mut all = Traffic::default();
        for warp in 0..bytes / (4 * LANES) {
            let lanes = (0..LANES).map(|lane| (warp * LANES + lane) * 4);
            all.join(&caches.request(kind, lanes, 4));
        }
        all
    }

    #[test]
    fn a_first_pass_finds_nothing_and_a_second_one_all() {
        let mut caches = caches();
        let bytes = 64 << 10;
        let first = sweep(&mut caches, Use::Load, bytes);
        let sectors = bytes / 32;
        let cold = Traffic {
            l1_sectors: sectors,
            l2_sectors: sectors,
            read_bytes: bytes,
            ..Traffic::default()
        };
        assert_eq!(first, cold);
        let second = sweep(&mut caches, Use::Load, bytes);
        assert_eq!(second, Traffic { l1_sectors: sectors, l1_hits: sectors, ..Traffic::default() });
    }

    #[test]
    fn an_array_beyond_a_cache_is_not_found_again() {
        let mut caches = caches();
        sweep(&mut caches, Use::Load, 1 << 20);
        let second = sweep(&mut caches, Use::Load, 1 << 20);
        assert_eq!((second.l1_hits, second.l2_hits), (0, 1 << 15));
        sweep(&mut caches, Use::FreshLoad, 60 << 20);
        let second = sweep(&mut caches, Use::FreshLoad, 60 << 20);
        assert_eq!((second.l2_hits, second.read_bytes), (0, 60 << 20));
    }

    #[test]
    fn a_launch_empties_l1_and_teams_have_their_multiprocessors() {
        let mut caches = caches();
        sweep(&mut caches, Use::Load, 4096);
        caches.go_to(1);
        assert_eq!(sweep(&mut caches, Use::Load, 4096).l1_hits, 0);
        caches.go_to(132);
        assert_eq!(sweep(&mut caches, Use::Load, 4096).l1_hits, 128);
        caches.begin_launch(128, 0);
        let again = sweep(&mut caches, Use::Load, 4096);
        assert_eq!((again.l1_hits, again.l2_hits), (0, 128));
    }

    #[test]
    fn what_is_written_stays_in_l2_until_it_makes_room() {
        let mut caches = caches();
        let stored = sweep(&mut caches, Use::Store, 4096);
        assert_eq!(stored, Traffic { l2_sectors: 128, ..Traffic::default() });
        assert_eq!(caches.summary().dirty_bytes, 4096);
        let loaded = sweep(&mut caches, Use::Load, 4096);
        assert_eq!((loaded.l1_hits, loaded.l2_hits, loaded.read_bytes), (0, 128, 0));
        let past = sweep(&mut caches, Use::FreshLoad, 60 << 20);
        assert_eq!((past.written_bytes, caches.summary().dirty_bytes), (4096, 0));
    }

    #[test]
    fn atomic_operations_and_fresh_loads_pass_l1_by() {
        let mut caches = caches();
        sweep(&mut caches, Use::Load, 128);
        let atomic = sweep(&mut caches, Use::Atomic, 128);
        assert_eq!(atomic, Traffic { l2_sectors: 4, l2_hits: 4, ..Traffic::default() });
        assert_eq!(caches.summary().dirty_bytes, 128);
        let fresh = sweep(&mut caches, Use::FreshLoad, 128);
        let wanted = Traffic { l1_sectors: 4, l2_sectors: 4, l2_hits: 4, ..Traffic::default() };
        assert_eq!(fresh, wanted);
        let cold = caches.request(Use::Atomic, [1 << 30].into_iter(), 4);
        assert_eq!((cold.l2_hits, cold.read_bytes), (0, 32));
    }
}
