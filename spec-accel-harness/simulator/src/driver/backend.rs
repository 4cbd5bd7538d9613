//! What the driver wants of a device.

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

pub use crate::device::{Fault, FaultKind, KernelId, Launch, ModuleId, Usage};

/// What a device tells in the end.
pub trait Summary: Serialize {
    /// Writes its numbers as a table of comma-separated values.
    fn write_csv(&self, to: &mut dyn Write) -> io::Result<()>;

    /// Writes the counts of each launch as Nsight Compute's command does.
    fn write_ncu(&self, to: &mut dyn Write) -> io::Result<()>;

    /// What is wrong, a line for each finding.
    fn findings(&self) -> Vec<String>;

    /// All of it in a few lines, with names of files as seen from a folder.
    fn summary(&self, folder: &Path) -> Vec<String>;
}

/// A device. Faults of a launch end the work of the program on it; all others are answers.
pub trait Backend {
    /// What it tells in the end.
    type Report: Summary;

    /// Memory of so many bytes at a multiple of 256.
    fn allocate(&mut self, bytes: u64) -> Result<u64, Fault>;

    /// Gives memory back; the address is one that [`Backend::allocate`] gave.
    fn free(&mut self, address: u64) -> Result<(), Fault>;

    /// Memory of so many bytes, all zero, at a multiple of 256 that host and kernels reach at the same address.
    fn allocate_host(&mut self, bytes: u64) -> Result<u64, Fault>;

    /// Gives memory back; the address is one that [`Backend::allocate_host`] gave.
    fn free_host(&mut self, address: u64) -> Result<(), Fault>;

    /// Reads memory of the device.
    fn read(&self, address: u64, to: &mut [u8]) -> Result<(), Fault>;

    /// Writes memory of the device.
    fn write(&mut self, address: u64, from: &[u8]) -> Result<(), Fault>;

    /// Copies so many bytes on the device.
    fn copy(&mut self, from: u64, to: u64, bytes: u64) -> Result<(), Fault>;

    /// How many bytes at an address kernels used in this way, if the device remembers that.
    fn used(&self, address: u64, bytes: u64, what: Usage) -> Option<u64>;

    /// Forgets that kernels used bytes at an address in this way.
    fn forget_uses(&mut self, address: u64, bytes: u64, what: Usage);

    /// Fills memory of the device with a pattern, as if nothing had been written there.
    fn fill(&mut self, address: u64, bytes: u64, pattern: [u8; 4]);

    /// Loads the modules (texts of PTX) of one image.
    fn load(&mut self, texts: &[Vec<u8>]) -> Result<ModuleId, Fault>;

    /// Takes the modules of an image away, with their variables.
    fn unload(&mut self, module: ModuleId) -> Result<(), Fault>;

    /// The address and the size of a module's variable.
    fn global(&self, module: ModuleId, name: &str) -> Option<(u64, u64)>;

    /// The kernel of a name.
    fn kernel(&self, module: ModuleId, name: &str) -> Option<KernelId>;

    /// The number of threads in a team that a kernel allows.
    fn max_threads(&self, kernel: KernelId) -> u32;

    /// Runs a kernel to its end.
    fn launch(&mut self, kernel: KernelId, launch: &Launch) -> Result<(), Fault>;

    /// What was counted up to now.
    fn report(&self) -> Self::Report;
}
