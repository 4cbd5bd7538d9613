//! A device for tests: memory of the host, and kernels that are functions.
//!
//! A text has lines `kernel NAME THREADS` and `variable NAME BYTES`; the kernels are those of [`KERNELS`].

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::backend::{Backend, Fault, FaultKind, KernelId, Launch, ModuleId, Summary, Usage};
use crate::code::FunctionId;

/// The memory of the device, in bytes.
pub(crate) const MEMORY: u64 = 1 << 20;

/// Where it starts.
pub(crate) const START: u64 = 1 << 40;

type Kernel = fn(&mut Memory, &Launch) -> Result<(), Fault>;

/// The kernels that texts may name.
const KERNELS: &[(&str, Kernel)] =
    &[("increment", increment), ("wild", wild), ("trap", trap), ("fail", fail)];

/// Adds one to the byte at the address that is the first parameter.
fn increment(memory: &mut Memory, launch: &Launch) -> Result<(), Fault> {
    let address = launch.parameters.first_chunk::<8>().map(|bytes| u64::from_le_bytes(*bytes));
    let address = address.ok_or_else(|| fault(FaultKind::LaunchFailed, "no parameter"))?;
    let byte = memory.bytes(address, 1)?;
    byte[0] = byte[0].wrapping_add(1);
    Ok(())
}

fn wild(memory: &mut Memory, _: &Launch) -> Result<(), Fault> {
    memory.bytes(0, 4).map(|_| ())
}

fn trap(_: &mut Memory, _: &Launch) -> Result<(), Fault> {
    Err(fault(FaultKind::LaunchFailed, "trap"))
}

fn fail(_: &mut Memory, _: &Launch) -> Result<(), Fault> {
    panic!("the device failed")
}

fn fault(kind: FaultKind, message: &str) -> Fault {
    Fault { kind, message: message.to_owned() }
}

/// Allocations by their addresses.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pieces: BTreeMap<u64, Vec<u8>>,
    given: u64,
}

impl Memory {
    fn allocate(&mut self, bytes: u64) -> Result<u64, Fault> {
        let used: u64 = self.pieces.values().map(|piece| piece.len() as u64).sum();
        if bytes == 0 || bytes > MEMORY - used {
            return Err(fault(FaultKind::OutOfMemory, "no memory is left"));
        }
        let address = START + self.given;
        self.given += bytes.next_multiple_of(256);
        self.pieces.insert(address, vec![0; bytes as usize]);
        Ok(address)
    }

    fn bytes(&mut self, address: u64, bytes: u64) -> Result<&mut [u8], Fault> {
        let wrong = || fault(FaultKind::IllegalAddress, "no memory is there");
        let (start, piece) = self.pieces.range_mut(..=address).next_back().ok_or_else(wrong)?;
        let from = address - start;
        let to = from.checked_add(bytes).ok_or_else(wrong)?;
        piece.get_mut(from as usize..to as usize).ok_or_else(wrong)
    }
}

/// What the device tells in the end.
#[derive(Debug, Serialize)]
pub(crate) struct Counts {
    launches: u32,
}

impl Summary for Counts {
    fn write_csv(&self, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "launches\n{}", self.launches)
    }

    fn write_ncu(&self, to: &mut dyn Write) -> io::Result<()> {
        self.write_csv(to)
    }

    fn findings(&self) -> Vec<String> {
        Vec::new()
    }

    fn summary(&self, _: &Path) -> Vec<String> {
        Vec::new()
    }
}

/// The device.
#[derive(Debug, Default)]
pub(crate) struct Fake {
    pub(crate) memory: Memory,
    pub(crate) host: BTreeMap<u64, Box<[u64]>>,
    modules: BTreeMap<ModuleId, BTreeMap<String, (u64, u64)>>,
    kernels: BTreeMap<KernelId, (ModuleId, String, u32)>,
    loaded: u32,
    launches: u32,
}

impl Fake {
    /// The bytes that are allocated.
    pub(crate) fn used(&self) -> u64 {
        self.memory.pieces.values().map(|piece| piece.len() as u64).sum()
    }

    fn line(&mut self, module: ModuleId, line: &str) -> Result<(), Fault> {
        let wrong = || fault(FaultKind::InvalidImage, "not a line");
        let [kind, name, number] = line.split(' ').collect::<Vec<_>>()[..] else {
            return Err(wrong());
        };
        let number: u32 = number.parse().map_err(|_| wrong())?;
        if kind == "kernel" {
            let function = FunctionId(self.kernels.len() as u32);
            let id = KernelId { module, function };
            self.kernels.insert(id, (module, name.to_owned(), number));
        } else {
            let place = (self.memory.allocate(number.into())?, u64::from(number));
            self.modules.entry(module).or_default().insert(name.to_owned(), place);
        }
        Ok(())
    }
}

impl Backend for Fake {
    type Report = Counts;

    fn allocate(&mut self, bytes: u64) -> Result<u64, Fault> {
        self.memory.allocate(bytes)
    }

    fn free(&mut self, address: u64) -> Result<(), Fault> {
        let piece = self.memory.pieces.remove(&address);
        piece.map(|_| ()).ok_or_else(|| fault(FaultKind::InvalidValue, "not allocated"))
    }

    fn allocate_host(&mut self, bytes: u64) -> Result<u64, Fault> {
        let words = usize::try_from(bytes.div_ceil(8)).ok().filter(|words| *words < 1 << 20);
        let words = words.ok_or_else(|| fault(FaultKind::OutOfMemory, "too much"))?;
        let mut memory = vec![0; words].into_boxed_slice();
        let address = memory.as_mut_ptr().expose_provenance() as u64;
        self.host.insert(address, memory);
        Ok(address)
    }

    fn free_host(&mut self, address: u64) -> Result<(), Fault> {
        let known = self.host.remove(&address).map(|_| ());
        known.ok_or_else(|| fault(FaultKind::InvalidValue, "no such memory"))
    }

    fn read(&self, address: u64, to: &mut [u8]) -> Result<(), Fault> {
        let wrong = || fault(FaultKind::IllegalAddress, "no memory is there");
        let pieces = &self.memory.pieces;
        let (start, piece) = pieces.range(..=address).next_back().ok_or_else(wrong)?;
        let from = (address - start) as usize;
        let bytes = from.checked_add(to.len()).and_then(|end| piece.get(from..end));
        to.copy_from_slice(bytes.ok_or_else(wrong)?);
        Ok(())
    }

    fn write(&mut self, address: u64, from: &[u8]) -> Result<(), Fault> {
        self.memory.bytes(address, from.len() as u64)?.copy_from_slice(from);
        Ok(())
    }

    fn copy(&mut self, from: u64, to: u64, bytes: u64) -> Result<(), Fault> {
        let copied = self.memory.bytes(from, bytes)?.to_vec();
        self.write(to, &copied)
    }

    fn used(&self, _: u64, _: u64, _: Usage) -> Option<u64> {
        None
    }

    fn forget_uses(&mut self, _: u64, _: u64, _: Usage) {}

    fn fill(&mut self, address: u64, bytes: u64, pattern: [u8; 4]) {
        if let Ok(own) = self.memory.bytes(address, bytes) {
            own.chunks_mut(4).for_each(|part| part.copy_from_slice(&pattern[..part.len()]));
        }
    }

    fn load(&mut self, texts: &[Vec<u8>]) -> Result<ModuleId, Fault> {
        let module = ModuleId(self.loaded);
        self.loaded += 1;
        self.modules.insert(module, BTreeMap::new());
        for text in texts {
            String::from_utf8_lossy(text).lines().try_for_each(|line| self.line(module, line))?;
        }
        Ok(module)
    }

    fn unload(&mut self, module: ModuleId) -> Result<(), Fault> {
        let variables = self.modules.remove(&module);
        let gone = || fault(FaultKind::InvalidValue, "no such module");
        variables.ok_or_else(gone)?.values().try_for_each(|place| self.free(place.0))
    }

    fn global(&self, module: ModuleId, name: &str) -> Option<(u64, u64)> {
        self.modules.get(&module)?.get(name).copied()
    }

    fn kernel(&self, module: ModuleId, name: &str) -> Option<KernelId> {
        let wished = |(_, kernel): &(&KernelId, &(ModuleId, String, u32))| {
            kernel.0 == module && kernel.1 == name
        };
        self.kernels.iter().find(wished).map(|(id, _)| *id)
    }

    fn max_threads(&self, kernel: KernelId) -> u32 {
        self.kernels.get(&kernel).map_or(0, |kernel| kernel.2)
    }

    fn launch(&mut self, kernel: KernelId, launch: &Launch) -> Result<(), Fault> {
        self.launches += 1;
        let name = self.kernels.get(&kernel).map(|kernel| kernel.1.as_str());
        let known = KERNELS.iter().find(|known| Some(known.0) == name);
        let run = known.ok_or_else(|| fault(FaultKind::NotFound, "no such kernel"))?.1;
        run(&mut self.memory, launch)
    }

    fn report(&self) -> Counts {
        Counts { launches: self.launches }
    }
}
