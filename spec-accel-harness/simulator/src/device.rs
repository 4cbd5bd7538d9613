//! A device: its memory, the images loaded on it, and launches.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cache::Caches;
pub use crate::cache::Machine;
use crate::code::{FunctionId, Program, decode};
use crate::count::Counts;
use crate::exec::launch::{Output, Stage, run};
use crate::link::{Image, MAX_SHARED, link};
pub use crate::memory::Usage;
use crate::memory::{Memory, MemoryError};
use crate::occupancy::{self, Occupancy};
use crate::progress::Progress;
use crate::ptx;
use crate::report::{Kernel, LaunchCounts, Report, Sums};
use crate::shadow::Shadow;
pub use crate::shadow::Watch;

/// The threads that a team may have.
pub(crate) const MAX_THREADS: u32 = 1024;
/// What a program did wrong, or what cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind, which decides the driver's error code.
    pub kind: FaultKind,
    /// What happened, with its place in the program.
    pub message: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// More memory is asked for than there is.
    OutOfMemory,
    /// An argument of a call that cannot be.
    InvalidValue,
    /// A name that the image does not have.
    NotFound,
    /// The image cannot be read or linked.
    InvalidImage,
    /// A kernel cannot go on.
    LaunchFailed,
    /// A kernel reads or writes where it may not.
    IllegalAddress,
    /// Somebody asked the launch to stop: nothing is wrong.
    Stopped,
}

impl Fault {
    fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, message: message.into() }
    }

    /// A launch that was asked to stop.
    pub(crate) fn stopped() -> Fault {
        Fault::new(FaultKind::Stopped, "the launch was asked to stop")
    }

    /// A kernel that cannot go on.
    pub(crate) fn launch(message: impl Into<String>) -> Fault {
        Fault::new(FaultKind::LaunchFailed, message)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl From<MemoryError> for Fault {
    fn from(error: MemoryError) -> Self {
        let kind = match error {
            MemoryError::Full { .. } => FaultKind::OutOfMemory,
            _ => FaultKind::InvalidValue,
        };
        Fault::new(kind, error.to_string())
    }
}

/// The order in which warps have their turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The most instructions of a turn that other threads can see: accesses, barriers, and what lanes tell each other.
    pub turns: u64,
    /// Whether the last team and the last warp come first.
    pub reversed: bool,
    /// Where turns are of random length and a random warp comes first: what the random numbers begin with.
    pub seed: Option<u64>,
    /// Whether teams run at once, in turns, and not one after another.
    pub interleaved: bool,
}

impl Default for Order {
    fn default() -> Self {
        Order { turns: 1000, reversed: false, seed: None, interleaved: false }
    }
}

/// How a device is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The bytes of its memory.
    pub memory: u64,
    /// The order of turns.
    pub order: Order,
    /// What is watched.
    pub watch: Watch,
    /// The machine whose caches are modelled, if any are.
    pub caches: Option<&'static Machine>,
    /// Whether kernels reach all memory of the host.
    pub host_memory: bool,
    /// Whether the counts of each launch are kept apart, too.
    pub launches: bool,
    /// Whether it remembers what kernels do with what the host copies.
    pub uses: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            memory: 16 << 30,
            order: Order::default(),
            watch: Watch::default(),
            caches: None,
            host_memory: false,
            launches: false,
            uses: false,
        }
    }
}

/// The number of a loaded image on its device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ModuleId(pub u32);

/// A kernel of a loaded image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KernelId {
    /// The image.
    pub module: ModuleId,
    /// Its function.
    pub function: FunctionId,
}

/// Where and how a kernel is launched.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// The number of teams in each direction.
    pub grid: [u32; 3],
    /// The number of threads of a team in each direction.
    pub block: [u32; 3],
    /// The bytes of team memory behind that of variables.
    pub dynamic_shared: u32,
    /// The parameters, packed as the kernel declares them.
    pub parameters: &'a [u8],
}

impl Launch<'_> {
    pub(crate) fn teams(&self) -> u64 {
        self.grid.iter().map(|n| u64::from(*n)).product()
    }

    pub(crate) fn threads(&self) -> u64 {
        self.teams() * self.block.iter().map(|n| u64::from(*n)).product::<u64>()
    }
}

/// An image on the device.
struct Loaded {
    image: Image,
    program: Program,
    /// The counts of each kernel that was launched.
    counts: Vec<(FunctionId, Counts)>,
    /// Whether it was taken away. Its counts stay for the report.
    is_gone: bool,
    /// The texts with their architectures, if NVIDIA's assembler is to be asked about them.
    texts: Vec<(String, Vec<u8>)>,
}

impl Loaded {
    /// Tells the occupancy of the image's kernels that were launched, in their order. A text that the assembler does not take tells none.
    fn tell_occupancy(&self, ptxas: &Path, kernels: &mut [Kernel]) {
        for (architecture, text) in &self.texts {
            let Some(machine) = Machine::named(architecture) else { continue };
            let Ok(needs) = occupancy::ask(ptxas, machine, text) else { continue };
            for (kernel, (_, counts)) in kernels.iter_mut().zip(&self.counts) {
                if let Some(own) = needs.get(&kernel.name) {
                    kernel.occupancy = Some(Occupancy::new(machine, *own, counts.largest));
                }
            }
        }
    }
}

/// A device.
pub struct Device {
    memory: Memory,
    loaded: Vec<Loaded>,
    output: Output,
    /// Watches accesses, if that is asked.
    shadow: Option<Shadow>,
    /// The counts of each launch, if they are kept apart.
    launches: Vec<LaunchCounts>,
    /// The path of NVIDIA's assembler, if the report is to tell the occupancy.
    assembler: Option<PathBuf>,
    /// How far it is, for other threads.
    progress: Arc<Progress>,
    options: Options,
}

impl Device {
    /// A device with empty memory.
    pub fn new(options: Options) -> Result<Device, Fault> {
        let mut memory = Memory::new(options.memory)
            .map_err(|error| Fault::new(FaultKind::OutOfMemory, error.to_string()))?;
        if options.watch.unwritten {
            memory.watch_writes();
        }
        if options.uses {
            memory.watch_uses();
        }
        if options.host_memory {
            memory
                .reach_host()
                .map_err(|error| Fault::new(FaultKind::InvalidValue, error.to_string()))?;
        }
        if let Some(machine) = options.caches {
            memory.add_caches(machine);
        }
        let is_watched = options.watch != Watch::default();
        let shadow = is_watched.then(|| Shadow::new(options.watch));
        Ok(Device {
            memory,
            loaded: Vec::new(),
            output: Output::default(),
            shadow,
            launches: Vec::new(),
            assembler: None,
            progress: Arc::default(),
            options,
        })
    }

    /// Lets the report tell the occupancy of kernels, from what NVIDIA's assembler says of images that are loaded from now on.
    pub fn ask_assembler(&mut self, ptxas: PathBuf) {
        self.assembler = Some(ptxas);
    }

    /// How far it is, also while a launch is under way.
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// Keeps what kernels print, instead of printing it.
    pub fn keep_output(&mut self) {
        self.output.is_kept = true;
    }

    /// What kernels printed and was kept.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.output.take()
    }

    /// The bytes of its memory.
    pub fn memory_bytes(&self) -> u64 {
        self.memory.bytes()
    }

    /// Memory of so many bytes, at a multiple of 256.
    pub fn allocate(&mut self, bytes: u64) -> Result<u64, Fault> {
        Ok(self.memory.allocate(bytes)?)
    }

    /// Memory of so many bytes, all zero, at the address at which the host has it; kernels reach it there, too.
    pub fn allocate_host(&mut self, bytes: u64) -> Result<u64, Fault> {
        let address = self.memory.allocate(bytes)?;
        self.memory.write(address, bytes)?.fill(0);
        let host = self.memory.host_pointer(address);
        host.ok_or_else(|| Fault::new(FaultKind::OutOfMemory, "the host does not have it"))
    }

    /// Frees an allocation by its first address.
    pub fn free(&mut self, address: u64) -> Result<(), Fault> {
        Ok(self.memory.free(address)?)
    }

    /// Reads bytes of one allocation.
    pub fn read(&self, address: u64, to: &mut [u8]) -> Result<(), Fault> {
        to.copy_from_slice(self.memory.read(address, to.len() as u64)?);
        Ok(())
    }

    /// Writes bytes of one allocation.
    pub fn write(&mut self, address: u64, from: &[u8]) -> Result<(), Fault> {
        self.memory.write(address, from.len() as u64)?.copy_from_slice(from);
        Ok(())
    }

    /// Copies bytes of one allocation to another.
    pub fn copy(&mut self, from: u64, to: u64, bytes: u64) -> Result<(), Fault> {
        Ok(self.memory.copy(from, to, bytes)?)
    }

    /// How many bytes at an address kernels used in this way, if it remembers that.
    pub fn used(&self, address: u64, bytes: u64, what: Usage) -> Option<u64> {
        self.memory.used(address, bytes, what)
    }

    /// Forgets that kernels used bytes at an address in this way.
    pub fn forget_uses(&mut self, address: u64, bytes: u64, what: Usage) {
        self.memory.forget_uses(address, bytes, what);
    }

    /// Fills bytes of one allocation, which count as never written still.
    pub fn fill(&mut self, address: u64, bytes: u64, pattern: [u8; 4]) {
        self.memory.fill(address, bytes, pattern);
    }

    /// Loads the texts of one image.
    pub fn load(&mut self, texts: &[Vec<u8>]) -> Result<ModuleId, Fault> {
        let invalid = |message: String| Fault::new(FaultKind::InvalidImage, message);
        let (mut modules, mut kept) = (Vec::new(), Vec::new());
        for bytes in texts {
            let text = std::str::from_utf8(bytes).map_err(|error| invalid(error.to_string()))?;
            let module = ptx::parse(text).map_err(|error| invalid(error.to_string()))?;
            if self.assembler.is_some() {
                kept.push((module.target.clone(), bytes.clone()));
            }
            modules.push(module);
        }
        let image = link(modules, &mut self.memory).map_err(|error| invalid(error.to_string()))?;
        let program = decode(&image).map_err(|error| invalid(error.to_string()))?;
        let counts = Vec::new();
        self.loaded.push(Loaded { image, program, counts, is_gone: false, texts: kept });
        Ok(ModuleId(self.loaded.len() as u32 - 1))
    }

    /// Frees the memory of an image's variables.
    pub fn unload(&mut self, module: ModuleId) -> Result<(), Fault> {
        let own = self.loaded.get_mut(module.0 as usize).filter(|own| !own.is_gone);
        let own = own.ok_or_else(|| Fault::new(FaultKind::InvalidValue, "no such image"))?;
        own.is_gone = true;
        for address in std::mem::take(&mut own.image.allocations) {
            self.memory.free(address)?;
        }
        Ok(())
    }

    fn loaded(&self, module: ModuleId) -> Option<&Loaded> {
        self.loaded.get(module.0 as usize).filter(|own| !own.is_gone)
    }

    /// The address and the size of a variable of an image.
    pub fn global(&self, module: ModuleId, name: &str) -> Option<(u64, u64)> {
        self.loaded(module)?.image.variable(name)
    }

    /// A kernel of an image.
    pub fn kernel(&self, module: ModuleId, name: &str) -> Option<KernelId> {
        let function = *self.loaded(module)?.program.kernels.get(name)?;
        Some(KernelId { module, function })
    }

    /// The number of threads in a team that a kernel allows.
    pub fn max_threads(&self, kernel: KernelId) -> u32 {
        let own = self.loaded(kernel.module);
        let own = own.and_then(|own| own.program.function(kernel.function).max_threads);
        own.unwrap_or(MAX_THREADS).min(MAX_THREADS)
    }

    /// Runs a kernel to its end.
    pub fn launch(&mut self, kernel: KernelId, launch: &Launch) -> Result<(), Fault> {
        let threads = launch.block.iter().map(|n| u64::from(*n)).product::<u64>();
        if launch.teams() == 0 || threads == 0 || threads > self.max_threads(kernel).into() {
            let message = format!("{threads} threads in each of {} teams", launch.teams());
            return Err(Fault::new(FaultKind::InvalidValue, message));
        }
        let own = self.loaded.get_mut(kernel.module.0 as usize).filter(|own| !own.is_gone);
        let own = own.ok_or_else(|| Fault::new(FaultKind::InvalidValue, "no such image"))?;
        if u64::from(own.program.shared_bytes) + u64::from(launch.dynamic_shared) > MAX_SHARED {
            return Err(Fault::new(FaultKind::InvalidValue, "too much memory for a team"));
        }
        let known = own.counts.iter().position(|(function, _)| *function == kernel.function);
        let place = known.unwrap_or_else(|| {
            own.counts.push((kernel.function, Counts::new(&own.program)));
            own.counts.len() - 1
        });
        let keeps = self.options.launches;
        let before = keeps.then(|| Sums::of(&own.program, &own.counts[place].1));
        let mut stage = Stage {
            program: &own.program,
            memory: &mut self.memory,
            counts: &mut own.counts[place].1,
            output: &mut self.output,
            shadow: self.shadow.as_mut(),
            order: self.options.order,
            progress: &self.progress,
        };
        let result = run(&mut stage, kernel.function, launch);
        if let Some(before) = before {
            let after = Sums::of(&own.program, &own.counts[place].1);
            let name = &own.program.function(kernel.function).name;
            let extents = [launch.grid, launch.block];
            self.launches.push(LaunchCounts::new(name, extents, [&before, &after]));
        }
        result
    }

    /// What was counted up to now.
    pub fn report(&self) -> Report {
        let caches = self.memory.caches().map(Caches::summary);
        let launches = self.launches.clone();
        let mut report = Report { caches, launches, ..Report::default() };
        for own in &self.loaded {
            let first = report.kernels.len();
            report.add(&own.program, &own.counts);
            if let Some(ptxas) = &self.assembler {
                own.tell_occupancy(ptxas, &mut report.kernels[first..]);
            }
        }
        report
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let images = self.loaded.len();
        let mut device = f.debug_struct("Device");
        device.field("options", &self.options).field("images", &images).finish_non_exhaustive()
    }
}
