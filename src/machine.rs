//! GPU machines as data.

use crate::ir::launch::DEFAULT_THREADS;

/// How the sectors of one warp-level request are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Distinct aligned blocks that any lane touches, as Nsight Compute's
    /// `l1tex__t_sectors_pipe_lsu_mem_global_op_*` counts them.
    Aligned,
    /// Greedy fitting of lane differences into windows without regard to alignment (IPDA paper,
    /// Fig. 7).
    Greedy,
}

/// The properties of a GPU that decide what a warp's request costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The name that `--warp-machine` takes.
    pub name: &'static str,
    /// Lanes of a warp.
    pub warp: u32,
    /// Bytes of the unit that is counted.
    pub sector: u32,
    /// How it is counted.
    pub counting: Counting,
    /// Threads of a team where the program does not say.
    pub team: u32,
    /// Teams that the runtime prefers where the program does not say: for fewer iterations than these have threads it launches
    /// smaller teams (`src/cost/launch.rs`); 0 where it never does.
    pub teams: u32,
    /// Bytes at which device allocations begin.
    pub allocation: u32,
    /// Warps that the device holds at once.
    pub warps: u32,
    /// Counted units that must be under way at once to reach the memory's bandwidth: bandwidth times
    /// latency by the unit's size.
    pub in_flight: u32,
    /// What the launch of one more kernel costs, in counted units that the memory would deliver in that
    /// time.
    pub launch: u32,
    /// Warp instructions that the device issues in the time in which its memory delivers one counted unit.
    pub issue: u32,
    /// The L1 caches.
    pub l1: L1,
    /// The bus to the host.
    pub bus: Bus,
}

/// The bus between a device and its host, by what it moves while something else is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bus {
    /// Bytes that it moves while one more kernel is launched.
    pub launch: u32,
    /// Bytes that it moves while the host copies one element between two places that are no neighbours.
    pub element: u32,
}

/// The L1 caches of a device: one for each multiprocessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct L1 {
    /// The bytes of one.
    pub bytes: u32,
    /// The bytes of its lines, which have sectors: a line is there for one sector as for all.
    pub line: u32,
    /// How many there are.
    pub count: u32,
    /// Threads that run on a multiprocessor at the same time; 0 where one team runs after the other, as on the simulator.
    pub threads: u32,
}

/// The machines known by name; the first is the default.
pub const MACHINES: &[Machine] = &[
    Machine {
        name: "nvptx",
        warp: 32,
        sector: 32,
        counting: Counting::Aligned,
        team: DEFAULT_THREADS,
        teams: 3200,
        allocation: 256,
        warps: 132 * 64,
        in_flight: 90_000,
        launch: 750_000,
        issue: 6,
        l1: L1 { bytes: 240 << 10, line: 128, count: 132, threads: 2048 },
        bus: Bus { launch: 250_000, element: 100 },
    },
    Machine {
        name: "ipda2019",
        warp: 32,
        sector: 256,
        counting: Counting::Greedy,
        team: DEFAULT_THREADS,
        teams: 0,
        allocation: 256,
        warps: 80 * 64,
        in_flight: 1_500,
        launch: 17_500,
        issue: 136,
        l1: L1 { bytes: 128 << 10, line: 128, count: 80, threads: 2048 },
        bus: Bus { launch: 120_000, element: 50 },
    },
];

impl Machine {
    /// The machine called `name`.
    pub fn by_name(name: &str) -> Option<&'static Machine> {
        MACHINES.iter().find(|machine| machine.name == name)
    }
}

impl Default for &'static Machine {
    fn default() -> Self {
        &MACHINES[0]
    }
}
