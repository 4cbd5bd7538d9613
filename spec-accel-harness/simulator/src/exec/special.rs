//! Special registers: who a lane is, and how large its team and grid are (PTX ISA, section 10).

use super::registers::lanes_where;
use crate::code::{LANES, Slot};

/// What a lane finds in a special register.
type Read = fn(&Position, usize) -> u32;

/// The special registers of 32 bits, by their places.
const REGISTERS: &[(&str, Read)] = &[
    ("ctaid.x", |own, _| own.team[0]),
    ("ctaid.y", |own, _| own.team[1]),
    ("ctaid.z", |own, _| own.team[2]),
    ("tid.x", |own, lane| own.thread(lane)[0]),
    ("tid.y", |own, lane| own.thread(lane)[1]),
    ("tid.z", |own, lane| own.thread(lane)[2]),
    ("ntid.x", |own, _| own.block[0]),
    ("ntid.y", |own, _| own.block[1]),
    ("ntid.z", |own, _| own.block[2]),
    ("nctaid.x", |own, _| own.grid[0]),
    ("nctaid.y", |own, _| own.grid[1]),
    ("nctaid.z", |own, _| own.grid[2]),
    ("laneid", |_, lane| lane as u32),
    ("warpid", |own, _| own.warp),
    ("nwarpid", |own, _| own.threads().div_ceil(LANES as u32)),
    ("smid", |_, _| 0),
    ("nsmid", |_, _| 1),
    ("gridid", |_, _| 0),
    ("lanemask_eq", |_, lane| 1 << lane),
    ("lanemask_lt", |_, lane| (1 << lane) - 1),
    ("lanemask_le", |_, lane| u32::MAX >> (LANES - 1 - lane)),
    ("lanemask_gt", |_, lane| !(u32::MAX >> (LANES - 1 - lane))),
    ("lanemask_ge", |_, lane| u32::MAX << lane),
    ("dynamic_smem_size", |own, _| own.dynamic_shared),
    ("total_smem_size", |own, _| own.total_shared),
    ("WARP_SZ", |_, _| LANES as u32),
];

/// The first registers: they tell the number of the team, and are all that differs between a warp of one team and that of another.
const OF_TEAM: usize = 3;

/// The words of one special register.
const WORDS: usize = LANES / 2;

/// The slot of a special register by its name, and whether it has 64 bits.
pub(crate) fn slot(name: &str) -> Option<(Slot, bool)> {
    let place = REGISTERS.iter().position(|own| own.0 == name)?;
    Some((Slot::special(place * WORDS), false))
}

/// Where a warp is in its grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) team: [u32; 3],
    pub(crate) warp: u32,
    pub(crate) dynamic_shared: u32,
    pub(crate) total_shared: u32,
}

impl Position {
    /// The number of threads in a team.
    pub(crate) fn threads(&self) -> u32 {
        self.block.iter().product()
    }

    /// The number of the team in its grid.
    pub(crate) fn team_number(&self) -> u64 {
        let [columns, rows, _] = self.grid.map(u64::from);
        let [x, y, z] = self.team.map(u64::from);
        x + columns * (y + rows * z)
    }

    /// The thread that a lane is.
    pub(crate) fn thread(&self, lane: usize) -> [u32; 3] {
        let number = self.warp * LANES as u32 + lane as u32;
        let [x, y, _] = self.block.map(|n| n.max(1));
        [number % x, number / x % y, number / (x * y)]
    }

    /// The lanes that are threads.
    pub(crate) fn lanes(&self) -> u32 {
        let first = self.warp * LANES as u32;
        lanes_where(|lane| first + (lane as u32) < self.threads())
    }

    /// Fills the words of all special registers of the warp. Only those of the team are new where they hold the values of the same
    /// warp in another team of the launch, at `before`.
    pub(crate) fn fill(&self, words: &mut Vec<u64>, before: Option<&Position>) {
        let is_known =
            before.is_some_and(|before| Position { team: self.team, ..*before } == *self);
        words.resize(REGISTERS.len() * WORDS, 0);
        let (of_team, others) = words.split_at_mut(OF_TEAM * WORDS);
        for (number, words) in self.team.iter().zip(of_team.chunks_mut(WORDS)) {
            words.fill(u64::from(*number) * (1 << 32 | 1));
        }
        if is_known {
            return;
        }
        for ((_, read), words) in REGISTERS[OF_TEAM..].iter().zip(others.chunks_mut(WORDS)) {
            for (k, word) in words.iter_mut().enumerate() {
                let [low, high] = [2 * k, 2 * k + 1].map(|lane| u64::from(read(self, lane)));
                *word = low | high << 32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::registers::Registers;

    #[test]
    fn lanes_know_their_threads() {
        let position = Position {
            grid: [2, 1, 1],
            block: [8, 5, 1],
            team: [1, 0, 0],
            warp: 1,
            dynamic_shared: 0,
            total_shared: 0,
        };
        assert_eq!(position.lanes(), 0xff);
        let mut special = Vec::new();
        Position { team: [0; 3], ..position }.fill(&mut special, None);
        position.fill(&mut special, Some(&Position { team: [0; 3], ..position }));
        let registers =
            Registers { frame: &mut [], constants: &[], special: &special, predicates: &mut [] };
        let read = |name| -> [u32; LANES] { registers.get(slot(name).expect("it is one").0) };
        assert_eq!((read("tid.x")[3], read("tid.y")[3]), (3, 4));
        assert_eq!((read("ctaid.x")[0], read("lanemask_lt")[5]), (1, 31));
    }
}
