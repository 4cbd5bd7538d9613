//! What is counted while a kernel runs.
//!
//! A request is one memory instruction of one warp; a sector is 32 bytes at a multiple of 32. These are the quantities that Nsight
//! Compute calls `l1tex__t_requests_pipe_lsu_mem_global_op_ld` and `l1tex__t_sectors_pipe_lsu_mem_global_op_ld`.

use serde::Serialize;

use crate::cache::Traffic;
use crate::code::{FunctionId, LANES, Program};
use crate::shadow::Findings;

/// The bytes of a sector.
pub const SECTOR: u64 = 32;
/// The banks of a team's memory, of four bytes each.
const BANKS: usize = 32;
/// The most words of a request: four of each lane, and one more where they lie askew.
const MOST_WORDS: usize = 32 * 5;

/// The counts of one instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Requests to memory.
    pub requests: u64,
    /// The lanes that made them.
    pub lanes: u64,
    /// The sectors that they touched in the device's memory.
    pub sectors: u64,
    /// The fewest sectors of a request.
    pub least: u32,
    /// The most sectors of a request.
    pub most: u32,
    /// Requests to the device's memory that all lanes of a warp make: these are what an analysis of whole warps predicts.
    pub full_requests: u64,
    /// The sectors that they touched.
    pub full_sectors: u64,
    /// For a team's memory: how often a bank was asked for a second and further word.
    #[serde(rename = "bank_conflicts")]
    pub conflicts: u64,
    /// The requests that went to a team's memory: an instruction may go to any.
    #[serde(skip)]
    pub team_requests: u64,
}

impl Row {
    /// Adds the counts of another instruction.
    pub(crate) fn join(&mut self, other: &Row) {
        self.least = if self.requests == 0 { other.least } else { self.least.min(other.least) };
        self.most = self.most.max(other.most);
        self.requests += other.requests;
        self.lanes += other.lanes;
        self.sectors += other.sectors;
        self.full_requests += other.full_requests;
        self.full_sectors += other.full_sectors;
        self.conflicts += other.conflicts;
        self.team_requests += other.team_requests;
    }

    /// Adds a request that touches so many sectors.
    pub(crate) fn add_sectors(&mut self, sectors: u32, lanes: u32) {
        self.least = if self.requests == 0 { sectors } else { self.least.min(sectors) };
        self.most = self.most.max(sectors);
        self.requests += 1;
        self.lanes += u64::from(lanes);
        self.sectors += u64::from(sectors);
        if lanes as usize == LANES {
            self.full_requests += 1;
            self.full_sectors += u64::from(sectors);
        }
    }

    /// Adds a request to a team's memory.
    pub(crate) fn add_conflicts(&mut self, conflicts: u32, lanes: u32) {
        self.requests += 1;
        self.lanes += u64::from(lanes);
        self.conflicts += u64::from(conflicts);
        self.team_requests += 1;
    }
}

/// The counts of one kernel.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// How often it was launched.
    pub launches: u64,
    /// The threads of all launches.
    pub threads: u64,
    /// The threads of the largest team, and the memory of a team in bytes that its launch asked for.
    pub largest: [u64; 2],
    /// Instructions of warps.
    pub warp_instructions: u64,
    /// Instructions of threads.
    pub lane_instructions: u64,
    /// Barriers that warps passed.
    pub barriers: u64,
    /// Branches that sent lanes apart.
    pub divergent: u64,
    /// The counts of all functions' instructions, one function behind the other.
    rows: Vec<Row>,
    /// What was found in caches, a row for each of `rows`; none as long as nothing was looked for.
    traffic: Vec<Traffic>,
    /// Where the rows of a function begin.
    starts: Vec<usize>,
    /// Races, and reads of what nothing wrote.
    pub(crate) findings: Findings,
}

impl Counts {
    /// No counts yet.
    pub fn new(program: &Program) -> Counts {
        let mut starts = Vec::new();
        let mut end = 0;
        for function in &program.functions {
            starts.push(end);
            end += function.locations.len();
        }
        Counts { rows: vec![Row::default(); end], starts, ..Counts::default() }
    }

    /// The counts of a function's instructions.
    pub(crate) fn rows(&self, function: FunctionId) -> &[Row] {
        let index = function.0 as usize;
        let end = self.starts.get(index + 1).copied().unwrap_or(self.rows.len());
        &self.rows[self.starts[index]..end]
    }

    /// What one instruction found in caches.
    pub(crate) fn traffic(&self, function: FunctionId, place: usize) -> Traffic {
        let row = self.starts[function.0 as usize] + place;
        self.traffic.get(row).copied().unwrap_or_default()
    }

    /// Adds what an instruction found in caches.
    pub(crate) fn add_traffic(&mut self, function: FunctionId, place: u32, found: &Traffic) {
        self.traffic.resize(self.rows.len(), Traffic::default());
        let row = self.row(function, place);
        self.traffic[row as usize].join(found);
    }

    /// The counts of one instruction, to be added to.
    pub(crate) fn row_mut(&mut self, function: FunctionId, place: u32) -> &mut Row {
        let row = self.row(function, place);
        &mut self.rows[row as usize]
    }

    /// The number of an instruction's row.
    pub(crate) fn row(&self, function: FunctionId, place: u32) -> u32 {
        self.starts[function.0 as usize] as u32 + place
    }

    /// The instruction whose row has a number.
    pub(crate) fn instruction(&self, row: u32) -> (FunctionId, usize) {
        let function = self.starts.partition_point(|start| *start <= row as usize) - 1;
        (FunctionId(function as u32), row as usize - self.starts[function])
    }
}

/// The number of different sectors that lanes touch which have these addresses and each touch one sector. `span` is the least and the
/// greatest address.
#[inline(always)]
#[allow(clippy::inline_always)] // A part of requests, which are compiled for two kinds of hosts.
pub(crate) fn sectors(addresses: &[u64; LANES], span: (u64, u64)) -> u32 {
    let first = span.0 / SECTOR;
    let number = span.1 / SECTOR - first + 1;
    if number <= u64::from(u64::BITS) {
        let mut touched = 0_u64;
        for address in addresses {
            touched |= 1 << (address / SECTOR - first);
        }
        return touched.count_ones();
    }
    if number >= u64::from(u32::MAX) {
        let mut sectors = addresses.map(|address| address / SECTOR);
        sectors.sort_unstable();
        return 1 + sectors.windows(2).map(|pair| u32::from(pair[0] != pair[1])).sum::<u32>();
    }
    // Each lane is held against the ones behind it, for all lanes at once: that is faster than to sort them.
    let mut sectors = [u32::MAX; 2 * LANES];
    for (sector, address) in sectors.iter_mut().zip(addresses) {
        *sector = (address / SECTOR - first) as u32;
    }
    let mut again = [0_u32; LANES];
    for by in 1..LANES {
        for lane in 0..LANES {
            again[lane] |= u32::from(sectors[lane] == sectors[lane + by]);
        }
    }
    let mut different = LANES as u32;
    for is_again in again {
        different -= is_again;
    }
    different
}

/// How often lanes ask a bank of a team's memory for another word than the first one.
pub(crate) fn bank_conflicts(addresses: &[u64], bytes: u64) -> u32 {
    let word_of = |address: u64| address / 4;
    let first = word_of(addresses.iter().copied().min().unwrap_or_default());
    let last = addresses.iter().map(|a| word_of(a + (bytes - 1))).max().unwrap_or_default();
    if last - first < BANKS as u64 {
        return 0;
    }
    let touched = addresses.iter().flat_map(|a| word_of(*a)..=word_of(a + (bytes - 1)));
    let (mut words, mut number) = ([0; MOST_WORDS], 0);
    for (place, word) in words.iter_mut().zip(touched) {
        *place = word;
        number += 1;
    }
    let words = &mut words[..number];
    words.sort_unstable();
    let (mut banks, mut different, mut last) = ([0_u32; BANKS], 0, None);
    for word in words.iter().copied() {
        if last.replace(word) != Some(word) {
            banks[word as usize % BANKS] += 1;
            different += 1;
        }
    }
    let passes = u32::div_ceil(different, BANKS as u32).max(1);
    banks.iter().max().map_or(0, |most| most.saturating_sub(passes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn sectors_are_those_of_all_lanes() {
        let mut state = 5_u64;
        for round in 0..4000 {
            let mut next = |below: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) % below
            };
            let (start, step) = (4096 + next(64), next(80));
            let addresses = std::array::from_fn(|lane| match round % 4 {
                0 => start + step * lane as u64,
                1 => 8192 - step * lane as u64,
                2 => start + next([300, 100_000][round % 2]),
                _ => start + lane as u64 / 3 * step,
            });
            let all: BTreeSet<u64> = addresses.iter().map(|a| a / SECTOR).collect();
            let span =
                (all.first().map_or(0, |s| s * SECTOR), all.last().map_or(0, |s| s * SECTOR));
            assert_eq!(sectors(&addresses, span) as usize, all.len(), "{addresses:?}");
        }
    }

    #[test]
    fn banks_are_asked_once_for_a_row_of_words() {
        let row: Vec<u64> = (0..32).map(|lane| lane * 4).collect();
        assert_eq!(bank_conflicts(&row, 4), 0);
        let column: Vec<u64> = (0..32).map(|lane| lane * 128).collect();
        assert_eq!(bank_conflicts(&column, 4), 31);
        let one = [64; 32];
        assert_eq!(bank_conflicts(&one, 4), 0);
        let wide: Vec<u64> = (0..32).map(|lane| lane * 8).collect();
        assert_eq!(bank_conflicts(&wide, 8), 0);
    }
}
