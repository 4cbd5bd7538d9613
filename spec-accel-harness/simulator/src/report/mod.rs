//! What a device tells in the end. Every number is simulated: PTX is not machine code.

mod caches;
mod findings;
mod ncu;
mod summary;

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::cache::Traffic;
use crate::code::{self, Action, Function, FunctionId, Program, space_name};
use crate::count::{Counts, Row, SECTOR};
use crate::occupancy::Occupancy;
use crate::ptx::Location;

pub use caches::{Caches, Found};
pub use findings::{Accessed, Place, Race, Thread, Unwritten};
pub use ncu::LaunchCounts;
pub(crate) use ncu::Sums;
pub(crate) use summary::count;

/// The kinds of accesses.
const LOAD: &str = "load";
const STORE: &str = "store";
const ATOMIC: &str = "atomic";

/// The counts of all kernels that were launched.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// By the order of their first launches.
    pub kernels: Vec<Kernel>,
    /// What is told of caches, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caches: Option<Caches>,
    /// The counts of each launch in their order, if they were asked for.
    #[serde(skip)]
    pub launches: Vec<LaunchCounts>,
}

/// The counts of one kernel.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Kernel {
    /// Its name in PTX.
    pub name: String,
    /// How often it was launched.
    pub launches: u64,
    /// The threads of all launches.
    pub threads: u64,
    /// Instructions of warps.
    pub warp_instructions: u64,
    /// Instructions of threads.
    pub lane_instructions: u64,
    /// How often warps came to a barrier of their team.
    pub barriers: u64,
    /// Branches that sent lanes of a warp apart.
    pub divergent_branches: u64,
    /// What its accesses found in caches, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caches: Option<Found>,
    /// How many of its warps a multiprocessor takes, if that was asked for and NVIDIA's assembler knew.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occupancy: Option<Occupancy>,
    /// The accesses to memory, by their places.
    pub accesses: Vec<Access>,
    /// Accesses that nothing orders, if they were looked for.
    pub races: Vec<Race>,
    /// Reads of bytes that nothing wrote, if they were looked for.
    pub unwritten: Vec<Unwritten>,
}

/// The counts of the accesses of one kind at one place of the program.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Access {
    /// Where they are; line 0 is code of the runtime.
    #[serde(flatten)]
    pub place: Place,
    /// `load`, `store` or `atomic`.
    pub kind: &'static str,
    /// The space that the instruction names: `global`, `shared`, or `generic` for any.
    pub space: &'static str,
    /// What was counted.
    #[serde(flatten)]
    pub row: Row,
    /// The sectors that would do if each lane had bytes of its own, side by side.
    #[serde(skip)]
    pub fewest: u64,
    /// What they found in caches, if that was asked for and they went to the device's memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caches: Option<Found>,
}

impl Access {
    /// The mean number of sectors of a request.
    pub fn sectors_per_request(&self) -> f64 {
        let Row { requests, sectors, .. } = self.row;
        if requests == 0 { 0.0 } else { sectors as f64 / requests as f64 }
    }
}

/// Where accesses are, and of what kind.
type Key = (Location, &'static str, &'static str);

impl Report {
    /// Adds the counts of a program's kernels.
    pub(crate) fn add(&mut self, program: &Program, counted: &[(FunctionId, Counts)]) {
        for (kernel, counts) in counted {
            let mut rows: BTreeMap<Key, (Row, u64, Traffic)> = BTreeMap::new();
            for (function, index) in program.functions.iter().zip(0..) {
                let id = FunctionId(index);
                for (place, row) in counts.rows(id).iter().enumerate() {
                    let accessed = accessed(function, place).filter(|_| row.requests > 0);
                    if let Some((kind, access)) = accessed {
                        let key = (function.locations[place], kind, space_name(access.space));
                        let (sum, few, found) = rows.entry(key).or_default();
                        sum.join(row);
                        *few += fewest(row, access.bytes());
                        found.join(&counts.traffic(id, place));
                    }
                }
            }
            let mut found = Traffic::default();
            rows.values().for_each(|(_, _, own)| found.join(own));
            let access =
                |((at, kind, space), (row, fewest, own)): (Key, (Row, u64, Traffic))| Access {
                    place: Place::new(program, at),
                    kind,
                    space,
                    row,
                    fewest,
                    caches: (own != Traffic::default()).then(|| Found::new(&own)),
                };
            self.kernels.push(Kernel {
                name: program.function(*kernel).name.clone(),
                launches: counts.launches,
                threads: counts.threads,
                warp_instructions: counts.warp_instructions,
                lane_instructions: counts.lane_instructions,
                barriers: counts.barriers,
                divergent_branches: counts.divergent,
                caches: self.caches.is_some().then(|| Found::new(&found)),
                occupancy: None,
                accesses: rows.into_iter().map(access).collect(),
                races: findings::races(program, counts),
                unwritten: findings::unwritten(program, counts),
            });
        }
    }

    /// What is wrong, a line for each race and each read of unwritten bytes.
    pub fn findings(&self) -> Vec<String> {
        let of = |kernel: &Kernel| {
            let races = kernel.races.iter().map(Race::to_string);
            let all = races.chain(kernel.unwritten.iter().map(Unwritten::to_string));
            all.map(|text| format!("{text} in {}", kernel.name)).collect::<Vec<_>>()
        };
        self.kernels.iter().flat_map(of).collect()
    }

    /// Writes a table with a row for each access.
    pub fn write_csv(&self, to: &mut dyn Write) -> io::Result<()> {
        let more = self.caches.as_ref().map(|_| format!(",{}", caches::HEADINGS));
        writeln!(
            to,
            "kernel,file,line,column,kind,space,requests,lanes,sectors,sectors_per_request,least,most,bank_conflicts,full_requests,full_sectors{}",
            more.unwrap_or_default()
        )?;
        let nothing = self.caches.as_ref().map(|_| Found::new(&Traffic::default()));
        for kernel in &self.kernels {
            for a in &kernel.accesses {
                let found = a.caches.or(nothing).map(|found| format!(",{}", found.cells()));
                writeln!(
                    to,
                    "{},{},{},{},{},{},{},{},{},{:.4},{},{},{},{},{}{}",
                    quoted(&kernel.name),
                    quoted(&a.place.file),
                    a.place.line,
                    a.place.column,
                    a.kind,
                    a.space,
                    a.row.requests,
                    a.row.lanes,
                    a.row.sectors,
                    a.sectors_per_request(),
                    a.row.least,
                    a.row.most,
                    a.row.conflicts,
                    a.row.full_requests,
                    a.row.full_sectors,
                    found.unwrap_or_default()
                )?;
            }
        }
        Ok(())
    }

    /// Writes a table with a row for each launch, as Nsight Compute's command does.
    pub fn write_ncu(&self, to: &mut dyn Write) -> io::Result<()> {
        ncu::write(&self.launches, self.caches.is_some(), to)
    }
}

/// A field of a table (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// The kind of an instruction that accesses memory.
fn accessed(function: &Function, place: usize) -> Option<(&'static str, &code::Access)> {
    match &function.code.get(place)?.action {
        Action::Load(access) => Some((LOAD, access)),
        Action::Store(access) => Some((STORE, access)),
        Action::Atomic(access, _) => Some((ATOMIC, access)),
        _ => None,
    }
}

/// The sectors that would do for an instruction's requests to the device's memory, if each lane had so many bytes of its own, side by side.
fn fewest(row: &Row, bytes: u64) -> u64 {
    let requests = row.requests - row.team_requests;
    let lanes = u128::from(row.lanes) * u128::from(requests) / u128::from(row.requests.max(1));
    let sectors = (lanes * u128::from(bytes)).div_ceil(SECTOR.into());
    requests.max(u64::try_from(sectors).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_row_for_each_access() {
        let access = Access {
            place: Place { file: "a,b.c".into(), line: 3, column: 7 },
            kind: "load",
            space: "global",
            row: Row {
                requests: 4,
                lanes: 128,
                sectors: 18,
                least: 4,
                most: 5,
                full_requests: 3,
                full_sectors: 14,
                conflicts: 0,
                team_requests: 0,
            },
            fewest: 16,
            caches: None,
        };
        let kernel = Kernel { name: "k".into(), accesses: vec![access], ..Kernel::default() };
        let mut report = Report { kernels: vec![kernel], ..Report::default() };
        let table = |report: &Report| {
            let mut table = Vec::new();
            report.write_csv(&mut table).expect("memory takes it");
            String::from_utf8(table).expect("it is text")
        };
        let row = "k,\"a,b.c\",3,7,load,global,4,128,18,4.5000,4,5,0,3,14";
        assert_eq!(table(&report).lines().nth(1), Some(row));
        report.caches = Some(Caches { machine: "sm_90", dirty_bytes: 0 });
        let traffic = Traffic { l1_sectors: 18, l1_hits: 9, ..Traffic::default() };
        report.kernels[0].accesses[0].caches = Some(Found::new(&traffic));
        let with_caches = format!("{row},18,9,0.5000,0,0,,0,0");
        assert_eq!(table(&report).lines().nth(1), Some(with_caches.as_str()));
        let json = serde_json::to_value(&report).expect("it is JSON");
        assert_eq!(json["kernels"][0]["accesses"][0]["caches"]["l1_hit_rate"], 0.5);
    }

    #[test]
    fn the_fewest_sectors_are_those_of_lanes_side_by_side() {
        let row = |requests, lanes, team_requests| Row {
            requests,
            lanes,
            team_requests,
            ..Row::default()
        };
        assert_eq!(fewest(&row(4, 128, 0), 4), 16);
        assert_eq!(fewest(&row(4, 128, 0), 8), 32);
        assert_eq!(fewest(&row(3, 3, 0), 4), 3, "a request touches a sector at least");
        assert_eq!(fewest(&row(4, 128, 2), 4), 8, "half of them went to a team's memory");
        assert_eq!(fewest(&row(4, 128, 4), 4), 0);
        assert_eq!(fewest(&row(0, 0, 0), 4), 0);
    }
}
