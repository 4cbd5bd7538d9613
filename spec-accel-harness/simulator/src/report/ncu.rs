//! The counts of each launch, under the names that Nsight Compute has for them.

use std::io::{self, Write};

use super::{LOAD, STORE, accessed};
use crate::cache::Traffic;
use crate::code::{FunctionId, Program};
use crate::count::Counts;
use crate::ptx::Space;

/// Requests to the device's memory in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Direction {
    requests: u64,
    sectors: u64,
    found: Traffic,
}

impl Direction {
    fn since(&self, before: &Direction) -> Direction {
        Direction {
            requests: self.requests - before.requests,
            sectors: self.sectors - before.sectors,
            found: self.found.since(&before.found),
        }
    }

    fn sectors_per_request(&self) -> f64 {
        if self.requests == 0 { 0.0 } else { self.sectors as f64 / self.requests as f64 }
    }
}

/// The sums of a kernel's counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    loads: Direction,
    stores: Direction,
    /// What atomic operations found in caches; they are neither loads nor stores.
    atomics: Traffic,
    conflicts: u64,
    warp_instructions: u64,
    lane_instructions: u64,
}

impl Sums {
    /// The sums of what a kernel of a program counted up to now.
    pub(crate) fn of(program: &Program, counts: &Counts) -> Sums {
        let mut sums = Sums {
            warp_instructions: counts.warp_instructions,
            lane_instructions: counts.lane_instructions,
            ..Sums::default()
        };
        for (function, id) in program.functions.iter().zip((0..).map(FunctionId)) {
            for (place, row) in counts.rows(id).iter().enumerate() {
                if row.requests == 0 {
                    continue;
                }
                let Some((kind, access)) = accessed(function, place) else { continue };
                sums.conflicts += row.conflicts;
                let found = counts.traffic(id, place);
                let direction = match kind {
                    LOAD => &mut sums.loads,
                    STORE => &mut sums.stores,
                    _ => {
                        sums.atomics.join(&found);
                        continue;
                    }
                };
                if access.space != Space::Const {
                    direction.requests += row.requests - row.team_requests;
                    direction.sectors += row.sectors;
                    direction.found.join(&found);
                }
            }
        }
        sums
    }

    /// What came since then.
    fn since(&self, before: &Sums) -> Sums {
        Sums {
            loads: self.loads.since(&before.loads),
            stores: self.stores.since(&before.stores),
            atomics: self.atomics.since(&before.atomics),
            conflicts: self.conflicts - before.conflicts,
            warp_instructions: self.warp_instructions - before.warp_instructions,
            lane_instructions: self.lane_instructions - before.lane_instructions,
        }
    }

    fn found(&self) -> Traffic {
        let mut all = self.atomics;
        all.join(&self.loads.found);
        all.join(&self.stores.found);
        all
    }
}

/// The counts of one launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchCounts {
    /// The kernel's name in PTX.
    pub(crate) kernel: String,
    /// The number of teams in each direction.
    pub(crate) grid: [u32; 3],
    /// The number of threads of a team in each direction.
    pub(crate) block: [u32; 3],
    sums: Sums,
}

impl LaunchCounts {
    /// What a launch of a kernel counted, whose counts summed up to `before` when it began and to `after` when it ended.
    pub(crate) fn new(kernel: &str, extents: [[u32; 3]; 2], [before, after]: [&Sums; 2]) -> Self {
        let [grid, block] = extents;
        LaunchCounts { kernel: kernel.to_owned(), grid, block, sums: after.since(before) }
    }
}

/// A counter's name, its unit, and its value for a launch.
type Counter = (&'static str, &'static str, fn(&Sums) -> String);

/// The counters of every run.
const COUNTERS: [Counter; 9] = [
    ("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "request", |sums| {
        sums.loads.requests.to_string()
    }),
    ("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "request", |sums| {
        sums.stores.requests.to_string()
    }),
    ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sector", |sums| {
        sums.loads.sectors.to_string()
    }),
    ("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sector", |sums| {
        sums.stores.sectors.to_string()
    }),
    (
        "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
        "sector/request",
        |sums| format!("{:.6}", sums.loads.sectors_per_request()),
    ),
    (
        "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
        "sector/request",
        |sums| format!("{:.6}", sums.stores.sectors_per_request()),
    ),
    ("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "", |sums| sums.conflicts.to_string()),
    ("smsp__inst_executed.sum", "inst", |sums| sums.warp_instructions.to_string()),
    ("smsp__thread_inst_executed.sum", "inst", |sums| sums.lane_instructions.to_string()),
];

/// The counters of caches.
const CACHE_COUNTERS: [Counter; 5] = [
    ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", "sector", |sums| {
        sums.loads.found.l1_hits.to_string()
    }),
    ("lts__t_sectors_op_read.sum", "sector", |sums| sums.loads.found.l2_sectors.to_string()),
    ("lts__t_sectors_op_read_lookup_hit.sum", "sector", |sums| {
        sums.loads.found.l2_hits.to_string()
    }),
    ("dram__bytes_read.sum", "byte", |sums| sums.found().read_bytes.to_string()),
    ("dram__bytes_write.sum", "byte", |sums| sums.found().written_bytes.to_string()),
];

/// Writes a table as `ncu --csv --page raw` does: a line of units, and a line for each launch. The first line says that nothing was
/// measured; as the profiler's messages, it begins with `==`.
pub(super) fn write(
    launches: &[LaunchCounts],
    with_caches: bool,
    to: &mut dyn Write,
) -> io::Result<()> {
    let more: &[Counter] = if with_caches { &CACHE_COUNTERS } else { &[] };
    let counters = || COUNTERS.iter().chain(more);
    let mut line = |cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.map(|cell| format!("\"{cell}\"")).collect();
        writeln!(to, "{}", cells.join(","))
    };
    let version = env!("CARGO_PKG_VERSION");
    line(&mut [format!("==WARPSIM== simulated by warpsim {version}, not measured")].into_iter())?;
    let fixed = ["ID", "Kernel Name", "Block Size", "Grid Size"].map(String::from);
    let names = counters().map(|counter| counter.0.to_owned());
    line(&mut fixed.into_iter().chain(names))?;
    let units = counters().map(|counter| counter.1.to_owned());
    line(&mut std::iter::repeat_n(String::new(), 4).chain(units))?;
    let extents = |[x, y, z]: [u32; 3]| format!("({x}, {y}, {z})");
    for (launch, id) in launches.iter().zip(0_u64..) {
        let LaunchCounts { kernel, grid, block, sums } = launch;
        let kernel = kernel.replace('"', "\"\"");
        let fixed = [id.to_string(), kernel, extents(*block), extents(*grid)];
        let values = counters().map(|counter| (counter.2)(sums));
        line(&mut fixed.into_iter().chain(values))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(factor: u64) -> Sums {
        let found = |sectors| Traffic { l1_sectors: sectors, l1_hits: 1, ..Traffic::default() };
        let direction = |requests, sectors| Direction { requests, sectors, found: found(sectors) };
        let mut sums = Sums {
            loads: direction(4 * factor, 18 * factor),
            stores: direction(2 * factor, 8 * factor),
            atomics: Traffic { read_bytes: 32 * factor, ..Traffic::default() },
            conflicts: 3 * factor,
            warp_instructions: 100 * factor,
            lane_instructions: 3200 * factor,
        };
        sums.loads.found.l2_sectors = 5 * factor;
        sums.loads.found.read_bytes = 96 * factor;
        sums.stores.found.written_bytes = 64 * factor;
        sums
    }

    fn table(with_caches: bool) -> Vec<String> {
        let extents = [[4, 1, 1], [128, 1, 1]];
        let launches = [
            LaunchCounts::new("k", extents, [&Sums::default(), &sums(1)]),
            LaunchCounts::new("k", extents, [&sums(1), &sums(3)]),
        ];
        let mut table = Vec::new();
        write(&launches, with_caches, &mut table).expect("memory takes it");
        String::from_utf8(table).expect("it is text").lines().map(String::from).collect()
    }

    #[test]
    fn each_launch_has_a_line() {
        let lines = table(false);
        assert!(lines[0].starts_with("\"==WARPSIM== simulated"));
        let row = "\"k\",\"(128, 1, 1)\",\"(4, 1, 1)\"";
        assert_eq!(
            lines[3],
            format!(
                "\"0\",{row},\"4\",\"2\",\"18\",\"8\",\"4.500000\",\"4.000000\",\"3\",\"100\",\"3200\""
            )
        );
        assert_eq!(
            lines[4],
            format!(
                "\"1\",{row},\"8\",\"4\",\"36\",\"16\",\"4.500000\",\"4.000000\",\"6\",\"200\",\"6400\""
            )
        );
        assert_eq!(lines.len(), 5);
    }

    #[test]
    fn counters_of_caches_stand_behind_the_others() {
        let lines = table(true);
        assert!(lines[1].starts_with(&table(false)[1]));
        assert!(lines[3].ends_with(",\"3200\",\"1\",\"5\",\"0\",\"128\",\"64\""), "{}", lines[3]);
        assert!(lines[4].ends_with(",\"6400\",\"0\",\"10\",\"0\",\"256\",\"128\""), "{}", lines[4]);
        let cells = |line: &String| line.matches("\",\"").count();
        assert_eq!(lines[1..].iter().map(cells).collect::<Vec<_>>(), [17; 4]);
    }
}
