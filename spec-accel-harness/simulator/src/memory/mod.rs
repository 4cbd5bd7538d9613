//! Memory of the device: one arena of bytes, from which variables and allocations get their places.
//!
//! The arena is reserved at once and filled by the operating system page by page, as programs touch it. Addresses of the device
//! are places of the arena behind [`GLOBAL`]; host memory that both sides reach ([`Memory::host_pointer`]) has a second address,
//! the one at which the host has it.

mod blocks;
mod uses;
pub(crate) mod written;

use std::fmt;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use memmap2::{MmapMut, MmapOptions};

use self::blocks::Blocks;
pub use self::uses::Usage;
use self::uses::Uses;
use self::written::Written;
use crate::cache::{Caches, Machine, Traffic, Use};

/// The first address of the device's memory.
pub const GLOBAL: u64 = 1 << 44;
/// The first address at which a thread sees its team's memory, in the generic space.
pub const SHARED: u64 = 1 << 40;
/// The first address at which a thread sees its own memory, in the generic space.
pub const LOCAL: u64 = 1 << 41;
/// The size of the windows for the memory of a team and of a thread, in bytes.
pub const WINDOW: u64 = 1 << 32;

/// Places of allocations are multiples of this, in bytes, as `cuMemAlloc`'s are.
pub(crate) const ALIGNMENT: u64 = 256;

/// Why bytes cannot be read, written, or had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryError {
    /// No allocation has these bytes.
    Outside {
        /// The first address.
        address: u64,
        /// The number of bytes.
        bytes: u64,
    },
    /// They belonged to an allocation that was freed.
    Freed {
        /// The first address.
        address: u64,
        /// The number of bytes.
        bytes: u64,
    },
    /// Nothing that was allocated begins at this address.
    NoAllocation {
        /// The address.
        address: u64,
    },
    /// So many bytes are not free.
    Full {
        /// The number of bytes.
        bytes: u64,
    },
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryError::Outside { address, bytes } => {
                write!(f, "{bytes} bytes at {address:#x} are in no allocation")
            }
            MemoryError::Freed { address, bytes } => {
                write!(f, "{bytes} bytes at {address:#x} were freed")
            }
            MemoryError::NoAllocation { address } => {
                write!(f, "no allocation begins at {address:#x}")
            }
            MemoryError::Full { bytes } => write!(f, "{bytes} bytes are more than is free"),
        }
    }
}

impl std::error::Error for MemoryError {}

/// The memory of a device.
pub struct Memory {
    arena: MmapMut,
    blocks: Blocks,
    /// Which places hold a value, if that is asked.
    written: Option<Written>,
    /// What kernels did with each place, if that is asked.
    uses: Option<Uses>,
    /// The caches before it, if that is asked.
    caches: Option<Box<Caches>>,
    /// All memory of this process, by its addresses, if kernels reach it.
    host: Option<File>,
}

impl Memory {
    /// A memory of so many bytes.
    pub fn new(bytes: u64) -> std::io::Result<Memory> {
        let size = usize::try_from(bytes).map_err(std::io::Error::other)?;
        let arena = MmapOptions::new().len(size).no_reserve_swap().map_anon()?;
        Ok(Memory {
            arena,
            blocks: Blocks::new(bytes),
            written: None,
            uses: None,
            caches: None,
            host: None,
        })
    }

    /// Remembers from now on which bytes are written.
    pub(crate) fn watch_writes(&mut self) {
        self.written = Some(Written::default());
    }

    /// Remembers from now on what kernels do with what the host copies.
    pub(crate) fn watch_uses(&mut self) {
        self.uses = Some(Uses::default());
    }

    /// What kernels did with each place, if that is asked, to be changed.
    pub(crate) fn uses_mut(&mut self) -> Option<&mut Uses> {
        self.uses.as_mut()
    }

    /// How many bytes at an address kernels used in this way, if that is asked.
    pub(crate) fn used(&self, address: u64, bytes: u64, what: Usage) -> Option<u64> {
        let place = self.block(address, bytes).ok()?.place_of(address);
        Some(self.uses.as_ref()?.count(place, bytes, what))
    }

    /// Forgets that kernels used bytes at an address in this way.
    pub(crate) fn forget_uses(&mut self, address: u64, bytes: u64, what: Usage) {
        if let (Ok(block), Some(uses)) = (self.block(address, bytes), &mut self.uses) {
            uses.forget(block.place_of(address), bytes, what);
        }
    }

    /// Gives bytes that nothing has written yet a pattern.
    pub(crate) fn fill(&mut self, address: u64, bytes: u64, pattern: [u8; 4]) {
        if let Ok(block) = self.block(address, bytes) {
            let whole = self.bytes_of_mut(&block);
            let own = &mut whole[(address - block.first) as usize..][..bytes as usize];
            own.chunks_mut(4).for_each(|part| part.copy_from_slice(&pattern[..part.len()]));
        }
    }

    /// Lets kernels reach all memory of this process.
    pub(crate) fn reach_host(&mut self) -> io::Result<()> {
        let memory = File::options().read(true).write(true).open("/proc/self/mem")?;
        self.host = Some(memory);
        Ok(())
    }

    /// The memory of this process, if kernels reach it.
    pub(crate) fn host(&self) -> Option<&File> {
        self.host.as_ref()
    }

    /// Which places hold a value, if that is asked.
    pub(crate) fn written(&self) -> Option<&Written> {
        self.written.as_ref()
    }

    /// Has from now on caches before it.
    pub(crate) fn add_caches(&mut self, machine: &'static Machine) {
        self.caches = Some(Box::new(Caches::new(machine)));
    }

    /// The caches before it, if that is asked.
    pub(crate) fn caches(&self) -> Option<&Caches> {
        self.caches.as_deref()
    }

    /// The caches before it, if that is asked, to be changed.
    pub(crate) fn caches_mut(&mut self) -> Option<&mut Caches> {
        self.caches.as_deref_mut()
    }

    /// What a kernel's request for so many bytes at each of these addresses finds in caches; nothing where there are none.
    pub(crate) fn look_up(&mut self, kind: Use, addresses: &[u64], bytes: u64) -> Option<Traffic> {
        let mut caches = self.caches.take()?;
        let places = addresses.iter().filter_map(|address| self.place(*address));
        let found = caches.request(kind, places, bytes);
        self.caches = Some(caches);
        Some(found)
    }

    /// A kernel gives bytes at a place a value.
    pub(crate) fn mark_written(&mut self, place: u64, bytes: u64) {
        if let Some(written) = &mut self.written {
            written.mark(place, bytes);
        }
    }

    /// The size in bytes.
    pub fn bytes(&self) -> u64 {
        self.arena.len() as u64
    }

    /// An allocation of so many bytes.
    pub fn allocate(&mut self, bytes: u64) -> Result<u64, MemoryError> {
        let place = self.blocks.allocate(bytes).ok_or(MemoryError::Full { bytes })?;
        if let Some(written) = &mut self.written {
            written.clear(place, bytes);
        }
        if let Some(uses) = &mut self.uses {
            uses.forget(place, bytes, Usage::Read);
            uses.forget(place, bytes, Usage::Written);
        }
        Ok(GLOBAL + place)
    }

    /// Frees an allocation by its first address, of the device or of the host.
    pub fn free(&mut self, address: u64) -> Result<(), MemoryError> {
        let place = self.place(address);
        let freed = place.is_some_and(|place| self.blocks.free(place));
        freed.then_some(()).ok_or(MemoryError::NoAllocation { address })
    }

    /// Where the host has the byte at an address of the device.
    pub fn host_pointer(&mut self, address: u64) -> Option<u64> {
        Some(self.place(address)? + self.arena.as_mut_ptr().expose_provenance() as u64)
    }

    /// The place in the arena that an address of the device or of the host means.
    fn place(&self, address: u64) -> Option<u64> {
        let host = self.arena.as_ptr().addr() as u64;
        let of = |base: u64| address.checked_sub(base).filter(|place| *place < self.bytes());
        of(GLOBAL).or_else(|| of(host))
    }

    /// The allocation that has all of these bytes, as places in the arena: its first one and the one behind its last.
    pub(crate) fn block(&self, address: u64, bytes: u64) -> Result<Block, MemoryError> {
        let place = self.place(address).ok_or(MemoryError::Outside { address, bytes })?;
        let end = place.saturating_add(bytes);
        match self.blocks.around(place) {
            Some(own) if end <= own.end => {
                let first = address - (place - own.start);
                Ok(Block { first, end: first + (own.end - own.start), place: own.start })
            }
            None if self.blocks.was_freed(place) => Err(MemoryError::Freed { address, bytes }),
            _ => Err(MemoryError::Outside { address, bytes }),
        }
    }

    /// The bytes of an allocation.
    pub(crate) fn bytes_of(&self, block: &Block) -> &[u8] {
        &self.arena[block.place as usize..][..(block.end - block.first) as usize]
    }

    /// The bytes of an allocation, to be written.
    pub(crate) fn bytes_of_mut(&mut self, block: &Block) -> &mut [u8] {
        &mut self.arena[block.place as usize..][..(block.end - block.first) as usize]
    }

    /// Some bytes, all of one allocation.
    pub fn read(&self, address: u64, bytes: u64) -> Result<&[u8], MemoryError> {
        let block = self.block(address, bytes)?;
        Ok(&self.bytes_of(&block)[(address - block.first) as usize..][..bytes as usize])
    }

    /// A copy of some bytes that a kernel reads: all of one allocation, or of the host's memory, if kernels reach it.
    pub(crate) fn read_for_kernel(
        &mut self,
        address: u64,
        bytes: u64,
    ) -> Result<Vec<u8>, MemoryError> {
        if let (Ok(block), Some(uses)) = (self.block(address, bytes), &mut self.uses) {
            uses.load(block.place_of(address), bytes);
        }
        let of_host = || {
            let mut copy = vec![0; bytes as usize];
            self.host.as_ref()?.read_exact_at(&mut copy, address).ok().map(|()| copy)
        };
        let own = self.read(address, bytes).map(<[u8]>::to_vec);
        own.or_else(|error| of_host().ok_or(error))
    }

    /// Some bytes to be written, all of one allocation.
    pub fn write(&mut self, address: u64, bytes: u64) -> Result<&mut [u8], MemoryError> {
        let block = self.block(address, bytes)?;
        self.mark_written(block.place_of(address), bytes);
        Ok(&mut self.bytes_of_mut(&block)[(address - block.first) as usize..][..bytes as usize])
    }

    /// Copies bytes of one allocation to another, or inside of one.
    pub fn copy(&mut self, from: u64, to: u64, bytes: u64) -> Result<(), MemoryError> {
        let (source, target) = (self.block(from, bytes)?, self.block(to, bytes)?);
        let (from, to) = (source.place_of(from), target.place_of(to));
        if let Some(written) = &mut self.written {
            written.copy(from, to, bytes);
        }
        if let Some(uses) = &mut self.uses {
            uses.load(from, bytes);
            uses.store(to, bytes);
        }
        self.arena.copy_within(from as usize..(from + bytes) as usize, to as usize);
        Ok(())
    }
}

/// An allocation: the addresses of its bytes, and its first place in the arena.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Block {
    /// The address of the first byte.
    pub(crate) first: u64,
    /// The address behind the last byte.
    pub(crate) end: u64,
    place: u64,
}

impl Block {
    /// The place of an address in the arena.
    pub(crate) fn place_of(&self, address: u64) -> u64 {
        self.place + (address - self.first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocations_keep_their_bytes_apart() {
        let mut memory = Memory::new(1 << 20).expect("a megabyte");
        let a = memory.allocate(100).expect("it is empty");
        let b = memory.allocate(300).expect("it is almost empty");
        assert_eq!((a % ALIGNMENT, b % ALIGNMENT), (0, 0));
        memory.write(a, 100).expect("all of it").fill(7);
        memory.write(b + 299, 1).expect("the last byte").fill(8);
        assert_eq!(memory.read(a + 99, 1), Ok(&[7][..]));
        assert_eq!(memory.read(a + 99, 2), Err(MemoryError::Outside { address: a + 99, bytes: 2 }));
        memory.copy(b + 299, a, 1).expect("both are there");
        assert_eq!(memory.read(a, 2), Ok(&[8, 7][..]));
        memory.free(a).expect("it was allocated");
        assert_eq!(memory.read(a, 1), Err(MemoryError::Freed { address: a, bytes: 1 }));
        assert_eq!(memory.free(a), Err(MemoryError::NoAllocation { address: a }));
    }

    #[test]
    fn the_host_reaches_the_same_bytes() {
        let mut memory = Memory::new(1 << 20).expect("a megabyte");
        let address = memory.allocate(8).expect("it is empty");
        let host = memory.host_pointer(address).expect("it is in the arena");
        memory.write(address, 8).expect("all of it").fill(3);
        assert_eq!(memory.read(host + 4, 4), Ok(&[3; 4][..]));
        assert_eq!(memory.free(host), Ok(()));
    }

    #[test]
    fn new_allocations_hold_no_values() {
        let mut memory = Memory::new(1 << 20).expect("a megabyte");
        memory.watch_writes();
        let a = memory.allocate(16).expect("it is empty");
        let b = memory.allocate(16).expect("it is almost empty");
        memory.write(a, 4).expect("it is there").fill(1);
        memory.copy(a, b + 8, 8).expect("both are there");
        let holds = |memory: &Memory, address: u64| {
            let place = memory.block(address, 1).expect("it is there").place_of(address);
            memory.written().is_some_and(|written| written.has_any(place, 1))
        };
        assert!(holds(&memory, a + 3) && !holds(&memory, a + 4));
        assert!(holds(&memory, b + 11) && !holds(&memory, b + 12));
        memory.free(a).expect("it was allocated");
        while memory.allocate(1 << 18).is_ok() {}
        while memory.allocate(16).is_ok_and(|new| new != a) {}
        assert!(memory.block(a, 1).is_ok() && !holds(&memory, a));
    }

    #[test]
    fn a_full_memory_says_so() {
        let mut memory = Memory::new(4096).expect("a page");
        assert_eq!(memory.allocate(1 << 40), Err(MemoryError::Full { bytes: 1 << 40 }));
        assert_eq!(memory.allocate(u64::MAX), Err(MemoryError::Full { bytes: u64::MAX }));
    }
}
