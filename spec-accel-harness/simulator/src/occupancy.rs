//! How many warps of a kernel a multiprocessor takes at once (CUDA C++ Programming Guide 12.9, chapters "Hardware Multithreading" and
//! "Compute Capabilities"; the units in which registers and memory are given out are those of NVIDIA's occupancy calculator).

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Serialize;

use crate::cache::Machine;

const WARP: u64 = 32;
/// Registers are given to a warp in this unit.
const REGISTER_UNIT: u64 = 256;
/// Memory of a team is given out in this unit, in bytes.
const MEMORY_UNIT: u64 = 128;
/// A multiprocessor has this many parts, each with its own registers and warps.
const PARTS: u64 = 4;

/// What a kernel needs, as the assembler says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Needs {
    /// Registers of a thread.
    pub registers: u64,
    /// Bytes that a thread keeps in memory for want of registers, stores and loads.
    pub spill_bytes: u64,
    /// Bytes of a team's memory that the kernel declares.
    pub team_bytes: u64,
}

/// What bounds the number of teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// The warps of a multiprocessor.
    Warps,
    /// Its teams.
    Teams,
    /// Its registers.
    Registers,
    /// Its memory for teams.
    TeamMemory,
}

/// How full a multiprocessor can be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Occupancy {
    /// What the kernel needs.
    #[serde(flatten)]
    pub needs: Needs,
    /// Threads of a team, of the largest launch.
    pub threads: u64,
    /// Teams of a multiprocessor.
    pub teams: u64,
    /// Warps of a multiprocessor.
    pub warps: u64,
    /// These as a share of the most that it takes.
    pub share: f64,
    /// What allows no more.
    pub limit: Limit,
}

impl Occupancy {
    /// The occupancy by teams of so many threads, with so many bytes of memory beside what the kernel declares.
    pub(crate) fn new(machine: &Machine, needs: Needs, [threads, dynamic]: [u64; 2]) -> Occupancy {
        let own = threads.max(1).div_ceil(WARP);
        let most = machine.threads / WARP;
        let of_warp = (needs.registers.max(1) * WARP).next_multiple_of(REGISTER_UNIT);
        let of_part = machine.registers / PARTS / of_warp;
        let memory = machine.reserved + needs.team_bytes + dynamic;
        let limits = [
            (most / own, Limit::Warps),
            (machine.teams, Limit::Teams),
            (of_part * PARTS / own, Limit::Registers),
            (machine.team_memory() / memory.next_multiple_of(MEMORY_UNIT), Limit::TeamMemory),
        ];
        let (teams, limit) = limits.into_iter().min_by_key(|limit| limit.0).unwrap_or(limits[0]);
        let warps = teams * own;
        Occupancy { needs, threads, teams, warps, share: warps as f64 / most as f64, limit }
    }
}

/// Asks NVIDIA's assembler what the kernels of a text need, by their names. The error is one line.
pub(crate) fn ask(
    ptxas: &Path,
    machine: &Machine,
    text: &[u8],
) -> Result<BTreeMap<String, Needs>, String> {
    let failed = |why: String| format!("{}: {why}", ptxas.display());
    let mut child = Command::new(ptxas)
        .args([
            "-m64",
            "-O3",
            "-v",
            "-c",
            "--gpu-name",
            machine.name,
            "--output-file",
            "/dev/null",
            "-",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| failed(error.to_string()))?;
    let mut input = child.stdin.take();
    let writer = std::thread::spawn({
        let text = text.to_vec();
        move || input.as_mut().map(|input| input.write_all(&text))
    });
    let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
    drop(writer.join());
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let first = said.lines().find(|line| !line.trim().is_empty());
        return Err(failed(first.unwrap_or("it fails and says nothing").to_owned()));
    }
    Ok(read(&said))
}

/// Reads what `ptxas -v` says.
fn read(said: &str) -> BTreeMap<String, Needs> {
    let mut all: BTreeMap<String, Needs> = BTreeMap::new();
    let mut name = "";
    for line in said.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            name = rest.split('\'').next().unwrap_or_default();
            all.insert(name.to_owned(), Needs::default());
        } else if line.contains("Function properties for") {
            name = line.rsplit(' ').next().unwrap_or_default();
        }
        if let Some(needs) = all.get_mut(name) {
            let number = |unit: &str| {
                let before = line.split_once(unit)?.0;
                before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
            };
            let set = |value: &mut u64, unit: &str| *value = number(unit).unwrap_or(*value);
            set(&mut needs.registers, " registers");
            set(&mut needs.team_bytes, " bytes smem");
            set(&mut needs.spill_bytes, " bytes spill stores");
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of NVIDIA's occupancy calculator for the H100.
    #[test]
    fn what_is_scarce_bounds_the_teams() {
        let machine = Machine::named("sm_90").expect("it is in the table");
        for (registers, team_bytes, threads, teams, warps, limit) in [
            (32, 0, 256, 8, 64, Limit::Warps),
            (64, 0, 256, 4, 32, Limit::Registers),
            (255, 0, 128, 2, 8, Limit::Registers),
            (32, 48 << 10, 256, 4, 32, Limit::TeamMemory),
            (16, 0, 32, 32, 32, Limit::Teams),
            (40, 0, 128, 12, 48, Limit::Registers),
            (33, 0, 1024, 1, 32, Limit::Registers),
        ] {
            let needs = Needs { registers, team_bytes, spill_bytes: 0 };
            let found = Occupancy::new(machine, needs, [threads, 0]);
            let found = (found.teams, found.warps, found.limit);
            assert_eq!(found, (teams, warps, limit), "{needs:?} {threads}");
        }
    }

    #[test]
    fn what_the_assembler_says_is_read() {
        let said = "ptxas info    : 12 bytes gmem
ptxas info    : Compiling entry function 'k' for 'sm_90'
ptxas info    : Function properties for k
    0 bytes stack frame, 8 bytes spill stores, 16 bytes spill loads
ptxas info    : Used 24 registers, used 1 barriers, 36 bytes smem, 400 bytes cmem[0]
ptxas info    : Function properties for helper
    0 bytes stack frame, 4 bytes spill stores, 0 bytes spill loads
";
        let wanted = Needs { registers: 24, spill_bytes: 8, team_bytes: 36 };
        assert_eq!(read(said), BTreeMap::from([("k".to_owned(), wanted)]));
        assert_eq!(read(""), BTreeMap::new());
    }
}
