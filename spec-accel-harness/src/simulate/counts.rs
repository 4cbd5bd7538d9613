//! What the simulator counted: the part of its JSON report that is compared.

use serde::Deserialize;

use super::predicted::name_of;
use crate::failure::Failure;
use crate::profile::{Direction, Traffic, region};

/// What instructions of one place asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// All requests.
    pub(super) all: Traffic,
    /// The lanes that made them.
    pub(super) lanes: u64,
    /// Those that all lanes of a warp made.
    pub(super) full: Traffic,
}

impl Counts {
    pub(super) fn add(self, other: Counts) -> Counts {
        Counts {
            all: self.all.add(other.all),
            lanes: self.lanes + other.lanes,
            full: self.full.add(other.full),
        }
    }
}

/// The instructions of one place in one kernel, of one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// The function of the kernel's name, mangled, and the line of its directive.
    pub(super) function: String,
    pub(super) region: u32,
    /// The name of the file, without folders.
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) direction: Direction,
    pub(super) counts: Counts,
}

/// What one program did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counted {
    /// The accesses to the device's memory, those of the runtime's code left out.
    pub(super) seen: Vec<Seen>,
    /// Instructions of threads.
    pub(super) instructions: u64,
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
    lane_instructions: u64,
    accesses: Vec<Access>,
}

#[derive(Deserialize)]
struct Access {
    file: String,
    line: u32,
    column: u32,
    kind: String,
    requests: u64,
    lanes: u64,
    sectors: u64,
    full_requests: u64,
    full_sectors: u64,
}

/// Reads what `warpsim run --json` wrote. What is atomic counts as a store.
pub(super) fn parse(text: &str) -> Result<Counted, Failure> {
    let file: File = serde_json::from_str(text)
        .map_err(|error| Failure::new("bad counts", error.to_string()))?;
    let mut counted = Counted::default();
    for kernel in &file.device.kernels {
        counted.instructions += kernel.lane_instructions;
        let Some((function, region)) = region(&kernel.name) else { continue };
        let own = |access: &&Access| access.line > 0 && access.sectors > 0;
        counted.seen.extend(kernel.accesses.iter().filter(own).map(|access| Seen {
            function: function.into(),
            region,
            file: name_of(&access.file).into(),
            line: access.line,
            column: access.column,
            direction: if access.kind == "load" { Direction::Load } else { Direction::Store },
            counts: Counts {
                all: Traffic { requests: access.requests, sectors: access.sectors },
                lanes: access.lanes,
                full: Traffic { requests: access.full_requests, sectors: access.full_sectors },
            },
        }));
    }
    Ok(counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = r#"{"transfers": [], "device": {"kernels": [
        {"name": "__omp_offloading_fe00_51_f_of_x_l12_1", "lane_instructions": 640, "accesses": [
            {"file": "/k/a.c", "line": 14, "column": 3, "kind": "atomic", "space": "global", "requests": 3, "lanes": 80,
             "sectors": 6, "full_requests": 2, "full_sectors": 4},
            {"file": "/k/a.c", "line": 0, "column": 0, "kind": "load", "space": "global", "requests": 1, "lanes": 3,
             "sectors": 1, "full_requests": 0, "full_sectors": 0},
            {"file": "/k/b.h", "line": 9, "column": 1, "kind": "load", "space": "global", "requests": 1, "lanes": 3,
             "sectors": 1, "full_requests": 0, "full_sectors": 0},
            {"file": "/k/a.c", "line": 15, "column": 1, "kind": "store", "space": "shared", "requests": 1, "lanes": 3,
             "sectors": 0, "full_requests": 0, "full_sectors": 0}]},
        {"name": "nvptx$device$init", "lane_instructions": 5, "accesses": []}]}}"#;

    #[test]
    fn accesses_to_device_memory_are_read() {
        let counted = parse(REPORT).unwrap();
        let expected = Seen {
            function: "f_of_x".into(),
            region: 12,
            file: "a.c".into(),
            line: 14,
            column: 3,
            direction: Direction::Store,
            counts: Counts {
                all: Traffic { requests: 3, sectors: 6 },
                lanes: 80,
                full: Traffic { requests: 2, sectors: 4 },
            },
        };
        assert_eq!(counted.seen[0], expected);
        assert_eq!((counted.seen.len(), counted.seen[1].file.as_str()), (2, "b.h"));
        assert_eq!(counted.instructions, 645);
        assert_eq!(parse("{}").unwrap_err().summary, "bad counts");
    }
}
