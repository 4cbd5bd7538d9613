//! The part of the simulator's report that is summed.

use serde::Deserialize;

use crate::failure::Failure;
use crate::profile::region;

/// What all launches of a program's regions did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) launches: u64,
    /// Requests of warps to the device's memory.
    pub(super) requests: u64,
    /// Sectors of 32 bytes that they touched.
    pub(super) sectors: u64,
    /// Sectors that came from L2 or went there: different ones, as far as an L1 cache keeps them.
    pub(super) lines: u64,
    /// Bytes to and from the device's memory.
    pub(super) bytes: u64,
    /// Requests to the memory of teams, a bank's second and further words among them.
    pub(super) team_requests: u64,
    /// How often warps came to a barrier.
    pub(super) barriers: u64,
    pub(super) warp_instructions: u64,
    pub(super) lane_instructions: u64,
}

#[derive(Deserialize)]
struct File {
    device: Device,
}

#[derive(Deserialize)]
struct Device {
    kernels: Vec<Kernel>,
}

#[derive(Deserialize)]
struct Kernel {
    name: String,
    launches: u64,
    barriers: u64,
    warp_instructions: u64,
    lane_instructions: u64,
    caches: Found,
    accesses: Vec<Access>,
}

#[derive(Deserialize)]
struct Found {
    l2_sectors: u64,
    dram_read_bytes: u64,
    dram_written_bytes: u64,
}

#[derive(Deserialize)]
struct Access {
    requests: u64,
    sectors: u64,
    bank_conflicts: u64,
}

/// Reads what `warpsim run --caches --json` wrote. What the runtime does apart from regions does not count.
pub(super) fn parse(text: &str) -> Result<Sum, Failure> {
    let file: File = serde_json::from_str(text)
        .map_err(|error| Failure::new("bad counts", error.to_string()))?;
    let mut sum = Sum::default();
    for kernel in file.device.kernels.iter().filter(|kernel| region(&kernel.name).is_some()) {
        sum.launches += kernel.launches;
        sum.barriers += kernel.barriers;
        sum.warp_instructions += kernel.warp_instructions;
        sum.lane_instructions += kernel.lane_instructions;
        sum.lines += kernel.caches.l2_sectors;
        sum.bytes += kernel.caches.dram_read_bytes + kernel.caches.dram_written_bytes;
        for access in &kernel.accesses {
            sum.sectors += access.sectors;
            if access.sectors > 0 {
                sum.requests += access.requests;
            } else {
                sum.team_requests += access.requests + access.bank_conflicts;
            }
        }
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = r#"{"device": {"kernels": [
        {"name": "__omp_offloading_fe00_51_f_l12", "launches": 2, "barriers": 3, "warp_instructions": 40, "lane_instructions": 640,
         "caches": {"l2_sectors": 5, "dram_read_bytes": 96, "dram_written_bytes": 32},
         "accesses": [{"requests": 3, "sectors": 6, "bank_conflicts": 0}, {"requests": 2, "sectors": 0, "bank_conflicts": 4}]},
        {"name": "nvptx$device$init", "launches": 1, "barriers": 0, "warp_instructions": 7, "lane_instructions": 5,
         "caches": {"l2_sectors": 1, "dram_read_bytes": 32, "dram_written_bytes": 0}, "accesses": []}]}}"#;

    #[test]
    fn regions_are_summed_and_the_runtime_is_not() {
        let expected = Sum {
            launches: 2,
            requests: 3,
            sectors: 6,
            lines: 5,
            bytes: 128,
            team_requests: 6,
            barriers: 3,
            warp_instructions: 40,
            lane_instructions: 640,
        };
        assert_eq!(parse(REPORT).unwrap(), expected);
        assert_eq!(parse("{}").unwrap_err().summary, "bad counts");
    }
}
