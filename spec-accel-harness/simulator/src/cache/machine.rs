//! Multiprocessors and caches of GPUs, as far as they are known.
//!
//! Sources: (W) NVIDIA's white papers on the A100 and the H100; (G) CUDA C++ Programming Guide 12.9, chapter "Compute Capabilities".
//! NVIDIA publishes neither sets nor ways. Those here are of the model of Ampere (RTX 3070) in Accel-Sim (Khairy et al., ISCA 2020), which
//! was fitted to measurements: four sets in L1, however large it is, and 16 ways in L2.

use super::sectored::{Shape, Writes};

const KIB: u64 = 1 << 10;

/// The sets of an L1 cache.
const L1_SETS: u64 = 4;

/// The ways of an L2 cache.
const L2_WAYS: usize = 16;

/// What the caches of a GPU are like. Sizes are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The GPU's architecture, as in `sm_90`.
    pub name: &'static str,
    /// The number of multiprocessors (W).
    pub(crate) multiprocessors: u64,
    /// A line of either cache (G).
    pub(crate) line: u64,
    /// A sector (G).
    pub(crate) sector: u64,
    /// What L1 and the memory of teams share in a multiprocessor (G).
    unified: u64,
    /// What the memory of a multiprocessor's teams may be of it, ascending (G).
    carve_outs: &'static [u64],
    /// The memory that the system takes of each team (G).
    pub(crate) reserved: u64,
    /// The most teams of a multiprocessor (G).
    pub(crate) teams: u64,
    /// The most threads of a multiprocessor (G).
    pub(crate) threads: u64,
    /// The registers of 32 bits of a multiprocessor (G).
    pub(crate) registers: u64,
    /// The L2 cache, which all multiprocessors share (W).
    l2: u64,
}

/// The GPUs whose caches are known: the A100 and the H100, both with SXM.
static MACHINES: [Machine; 2] = [
    Machine {
        name: "sm_80",
        multiprocessors: 108,
        line: 128,
        sector: 32,
        unified: 192 * KIB,
        carve_outs: &[0, 8 * KIB, 16 * KIB, 32 * KIB, 64 * KIB, 100 * KIB, 132 * KIB, 164 * KIB],
        reserved: KIB,
        teams: 32,
        threads: 2048,
        registers: 1 << 16,
        l2: 40 << 20,
    },
    Machine {
        name: "sm_90",
        multiprocessors: 132,
        line: 128,
        sector: 32,
        unified: 256 * KIB,
        carve_outs: &[
            0,
            8 * KIB,
            16 * KIB,
            32 * KIB,
            64 * KIB,
            100 * KIB,
            132 * KIB,
            164 * KIB,
            196 * KIB,
            228 * KIB,
        ],
        reserved: KIB,
        teams: 32,
        threads: 2048,
        registers: 1 << 16,
        l2: 50 << 20,
    },
];

impl Machine {
    /// The machine of an architecture.
    pub fn named(name: &str) -> Option<&'static Machine> {
        MACHINES.iter().find(|machine| machine.name == name)
    }

    /// The most bytes of a multiprocessor's memory for teams.
    pub(crate) fn team_memory(&self) -> u64 {
        self.carve_outs.last().copied().unwrap_or_default()
    }

    /// The bytes of L1 beside teams of so many threads and bytes of memory each: the teams get the least part in which as many find
    /// room as the threads of a multiprocessor allow, or the largest part.
    pub(crate) fn l1_bytes(&self, threads: u32, shared: u32) -> u64 {
        let teams = (self.threads / u64::from(threads.max(1))).clamp(1, self.teams);
        let needed = teams * (u64::from(shared) + self.reserved);
        let least = self.carve_outs.iter().find(|part| **part >= needed);
        self.unified - least.or(self.carve_outs.last()).copied().unwrap_or_default()
    }

    /// The L1 cache of so many bytes.
    pub(crate) fn l1(&self, bytes: u64) -> Shape {
        let ways = (bytes / self.line / L1_SETS).max(1) as usize;
        Shape::of_size(bytes, self.line, ways, Writes::Through)
    }

    /// The L2 cache.
    pub(crate) fn l2(&self) -> Shape {
        Shape::of_size(self.l2, self.line, L2_WAYS, Writes::Back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_leave_the_rest_to_l1() {
        let h100 = Machine::named("sm_90").expect("it is in the table");
        assert_eq!(h100.l1_bytes(1024, 0), (256 - 8) * KIB);
        assert_eq!(h100.l1_bytes(128, 0), (256 - 16) * KIB);
        assert_eq!(h100.l1_bytes(128, 2048), (256 - 64) * KIB);
        assert_eq!(h100.l1_bytes(32, 8192), (256 - 228) * KIB);
        assert_eq!(h100.l1_bytes(0, u32::MAX), (256 - 228) * KIB);
        assert_eq!(h100.l1(240 * KIB), Shape { sets: 4, ways: 480, writes: Writes::Through });
        assert_eq!(h100.l2(), Shape { sets: 25_600, ways: 16, writes: Writes::Back });
        assert_eq!(Machine::named("sm_70"), None);
    }

    #[test]
    fn parts_ascend_and_leave_a_cache() {
        for machine in &MACHINES {
            assert!(machine.carve_outs.is_sorted());
            assert!(machine.carve_outs.last().is_some_and(|most| *most < machine.unified));
            assert!(machine.line / machine.sector <= 8, "sectors are bits of a byte");
        }
    }
}
