//! Special registers: who a lane is, and how large its team and grid are (PTX ISA, section 10).

use super::registers::lanes_where;
use crate::code::{LANES, Slot};

/// The special registers of 32 bits, by their places.
const NAMES: &[&str] = &[
    "tid.x",
    "tid.y",
    "tid.z",
    "ntid.x",
    "ntid.y",
    "ntid.z",
    "ctaid.x",
    "ctaid.y",
    "ctaid.z",
    "nctaid.x",
    "nctaid.y",
    "nctaid.z",
    "laneid",
    "warpid",
    "nwarpid",
    "smid",
    "nsmid",
    "gridid",
    "lanemask_eq",
    "lanemask_lt",
    "lanemask_le",
    "lanemask_gt",
    "lanemask_ge",
    "dynamic_smem_size",
    "total_smem_size",
    "WARP_SZ",
];

/// The words of one special register.
const WORDS: usize = LANES / 2;

/// The slot of a special register by its name, and whether it has 64 bits.
pub(crate) fn slot(name: &str) -> Option<(Slot, bool)> {
    let place = NAMES.iter().position(|own| *own == name)?;
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

    fn value(&self, name: &str, lane: usize) -> u32 {
        let axis = match name.split('.').next_back() {
            Some("y") => 1,
            Some("z") => 2,
            _ => 0,
        };
        let bit = 1_u32 << lane;
        match name.split('.').next().unwrap_or_default() {
            "tid" => self.thread(lane)[axis],
            "ntid" => self.block[axis],
            "ctaid" => self.team[axis],
            "nctaid" => self.grid[axis],
            "laneid" => lane as u32,
            "warpid" => self.warp,
            "nwarpid" => self.threads().div_ceil(LANES as u32),
            "nsmid" => 1,
            "lanemask_eq" => bit,
            "lanemask_lt" => bit - 1,
            "lanemask_le" => bit | (bit - 1),
            "lanemask_gt" => !(bit | (bit - 1)),
            "lanemask_ge" => !(bit - 1),
            "dynamic_smem_size" => self.dynamic_shared,
            "total_smem_size" => self.total_shared,
            "WARP_SZ" => LANES as u32,
            _ => 0,
        }
    }

    /// Fills the words of all special registers of the warp. Only those of the team are new where they hold the values of the same
    /// warp in another team of the launch, at `before`.
    pub(crate) fn fill(&self, words: &mut Vec<u64>, before: Option<&Position>) {
        let is_known =
            before.is_some_and(|before| Position { team: self.team, ..*before } == *self);
        words.resize(NAMES.len() * WORDS, 0);
        for (name, words) in NAMES.iter().zip(words.chunks_mut(WORDS)) {
            if is_known && !name.starts_with("ctaid") {
                continue;
            }
            for (k, word) in words.iter_mut().enumerate() {
                let [low, high] = [2 * k, 2 * k + 1].map(|lane| u64::from(self.value(name, lane)));
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
