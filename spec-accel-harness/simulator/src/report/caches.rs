//! What kernels found in caches, as a report tells it.

use serde::Serialize;

use crate::cache::Traffic;

pub use crate::cache::Summary as Caches;

/// The columns of [`Found::cells`].
pub(super) const HEADINGS: &str = "l1_sectors,l1_hits,l1_hit_rate,l2_sectors,l2_hits,l2_hit_rate,dram_read_bytes,dram_written_bytes";

/// What requests found in caches. Rates are between 0 and 1; there is none where nothing was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Found {
    /// Sectors that loads looked for in L1.
    pub l1_sectors: u64,
    /// Those that were there.
    pub l1_hits: u64,
    /// Their part.
    pub l1_hit_rate: Option<f64>,
    /// Sectors that were looked for in L2: those that loads did not find in L1, and all of stores and atomic operations.
    pub l2_sectors: u64,
    /// Those that were there.
    pub l2_hits: u64,
    /// Their part.
    pub l2_hit_rate: Option<f64>,
    /// Bytes that were read from the device's memory.
    pub dram_read_bytes: u64,
    /// Bytes that were written to it, because their lines made room in L2: those of any kernel before, too.
    pub dram_written_bytes: u64,
}

impl Found {
    pub(super) fn new(traffic: &Traffic) -> Found {
        let rate = |hits: u64, sectors: u64| (sectors > 0).then(|| hits as f64 / sectors as f64);
        Found {
            l1_sectors: traffic.l1_sectors,
            l1_hits: traffic.l1_hits,
            l1_hit_rate: rate(traffic.l1_hits, traffic.l1_sectors),
            l2_sectors: traffic.l2_sectors,
            l2_hits: traffic.l2_hits,
            l2_hit_rate: rate(traffic.l2_hits, traffic.l2_sectors),
            dram_read_bytes: traffic.read_bytes,
            dram_written_bytes: traffic.written_bytes,
        }
    }

    /// The cells of a table's row, below [`HEADINGS`].
    pub(super) fn cells(&self) -> String {
        let rate = |rate: Option<f64>| rate.map(|rate| format!("{rate:.4}")).unwrap_or_default();
        format!(
            "{},{},{},{},{},{},{},{}",
            self.l1_sectors,
            self.l1_hits,
            rate(self.l1_hit_rate),
            self.l2_sectors,
            self.l2_hits,
            rate(self.l2_hit_rate),
            self.dram_read_bytes,
            self.dram_written_bytes
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_cell_for_each_heading() {
        let traffic = Traffic {
            l1_sectors: 8,
            l1_hits: 6,
            l2_sectors: 2,
            read_bytes: 64,
            written_bytes: 32,
            ..Traffic::default()
        };
        assert_eq!(Found::new(&traffic).cells(), "8,6,0.7500,2,0,0.0000,64,32");
        let nothing = Found::new(&Traffic::default()).cells();
        assert_eq!(nothing, "0,0,,0,0,,0,0");
        assert_eq!(HEADINGS.split(',').count(), nothing.split(',').count());
    }
}
