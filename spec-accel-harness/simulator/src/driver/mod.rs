//! The CUDA driver interface, as far as clang's offload runtime calls it.
//!
//! [`Driver`] is the state behind the calls: one device with one context, and streams, events, modules and functions as handles.
//! The functions with C linkage translate pointers into values and call it; nothing else here is `unsafe`. All work is done at
//! once, in the order of the calls: a stream is never busy, and an event marks nothing that is still to come.
//!
//! As with NVIDIA's driver, a kernel that is stopped ends the work on the device: every later call answers the same error.

pub mod attributes;
mod backend;
pub mod errors;
mod exports;
mod handles;
mod launch;
mod machine;
mod memory;
mod monitor;
mod options;
mod output;
mod transfers;

#[cfg(test)]
mod fake;
#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use backend::{Backend, Fault, FaultKind, KernelId, Launch, ModuleId, Summary, Usage};
use errors::Error;
use handles::{Kind, Table, handle};
pub use memory::Place;
use monitor::Ending;
pub use options::{Options, Order};
pub use output::{Output, tell};
pub use transfers::{Direction, Sum, Transfer, Transfers};

use crate::progress::Progress;

thread_local! {
    /// The handle of the thread's current context; 0 if it has none.
    static CURRENT: Cell<u64> = const { Cell::new(0) };
}

/// A limit that a program may ask and set: `CU_LIMIT_STACK_SIZE`, `CU_LIMIT_PRINTF_FIFO_SIZE` and `CU_LIMIT_MALLOC_HEAP_SIZE` in
/// bytes, with the values that an H100 starts with. They are remembered only: the device takes what memory it needs.
const LIMITS: [u64; 3] = [1 << 10, 1 << 20, 8 << 20];

/// The streams that are always there: that of the context (`NULL` and `CU_STREAM_LEGACY`) and that of the thread
/// (`CU_STREAM_PER_THREAD`).
const OWN_STREAMS: u64 = 2;

/// A kernel of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Function {
    module: u64,
    kernel: KernelId,
}

/// A wish to launch a kernel.
#[derive(Clone, Copy, Debug)]
pub struct LaunchRequest<'a> {
    /// The handle of the kernel.
    pub function: u64,
    /// The handle of the stream.
    pub stream: u64,
    /// Extents, team memory and parameters.
    pub launch: Launch<'a>,
}

/// The context of the device, which all its users share.
#[derive(Debug, Default)]
struct PrimaryContext {
    /// How many retain it.
    users: u32,
    /// Its flags, as they were set.
    flags: u32,
    /// How often it was made anew; its number while somebody retains it.
    made: u64,
}

/// The state of the driver.
#[derive(Debug)]
pub struct Driver<B> {
    backend: B,
    output: Output,
    initialised: bool,
    context: PrimaryContext,
    limits: [u64; 3],
    streams: Table<()>,
    events: Table<()>,
    modules: Table<ModuleId>,
    functions: Table<Function>,
    device_memory: BTreeSet<u64>,
    /// The bytes of the memory that host and kernels reach, by its addresses.
    host_memory: BTreeMap<u64, u64>,
    transfers: Transfers,
    stopped: Option<Error>,
    /// The most launches, and whom to tell of one more.
    limit: Option<(u64, Arc<Progress>)>,
}

impl<B: Backend> Driver<B> {
    /// A driver for a device.
    pub fn new(backend: B, output: Output) -> Driver<B> {
        Driver {
            backend,
            output,
            initialised: false,
            context: PrimaryContext::default(),
            limits: LIMITS,
            streams: Table::new(Kind::Stream),
            events: Table::new(Kind::Event),
            modules: Table::new(Kind::Module),
            functions: Table::new(Kind::Function),
            device_memory: BTreeSet::new(),
            host_memory: BTreeMap::new(),
            transfers: Transfers::default(),
            stopped: None,
            limit: None,
        }
    }

    /// Lets the program launch so many kernels; one more is not run, and launches are asked to stop.
    pub fn limit_launches(&mut self, most: u64, progress: Arc<Progress>) {
        self.limit = Some((most, progress));
    }

    /// The first call of a program.
    pub fn initialise(&mut self, flags: u32) -> Result<(), Error> {
        if flags != 0 {
            return Err(Error::InvalidValue);
        }
        self.initialised = true;
        Ok(())
    }

    /// The number of devices.
    pub fn device_count(&self) -> Result<i32, Error> {
        self.check_initialised()?;
        Ok(1)
    }

    /// Checks the number of a device; numbers and handles of devices are the same.
    pub fn check_device(&self, device: i32) -> Result<(), Error> {
        self.check_initialised()?;
        if device == 0 { Ok(()) } else { Err(Error::InvalidDevice) }
    }

    /// The flags of the device's context, and whether somebody retains it.
    pub fn context_state(&self, device: i32) -> Result<(u32, bool), Error> {
        self.check_device(device)?;
        Ok((self.context.flags, self.context.users > 0))
    }

    /// Sets the flags of the device's context.
    pub fn set_context_flags(&mut self, device: i32, flags: u32) -> Result<(), Error> {
        self.check_device(device)?;
        self.context.flags = flags;
        Ok(())
    }

    /// Retains the device's context, and makes it if nobody did before.
    pub fn retain_context(&mut self, device: i32) -> Result<u64, Error> {
        self.check_device(device)?;
        self.check_running()?;
        self.context.users = self.context.users.checked_add(1).ok_or(Error::InvalidValue)?;
        if self.context.users == 1 {
            self.context.made += 1;
        }
        Ok(self.context_handle())
    }

    /// Releases the device's context. With its last user goes everything in it, and the report is written.
    pub fn release_context(&mut self, device: i32) -> Result<(), Error> {
        self.check_device(device)?;
        self.context.users = self.context.users.checked_sub(1).ok_or(Error::InvalidContext)?;
        if self.context.users == 0 {
            self.write_report();
            self.clear();
        }
        self.check_running()
    }

    /// Makes a context the current one of this thread; 0 is none.
    pub fn set_current(&self, context: u64) -> Result<(), Error> {
        self.check_initialised()?;
        if context != 0 {
            self.check_context_handle(context)?;
        }
        CURRENT.set(context);
        self.check_running()
    }

    /// The device of the thread's current context.
    pub fn current_device(&self) -> Result<i32, Error> {
        self.check_context()?;
        Ok(0)
    }

    /// Asks a limit.
    pub fn limit(&self, limit: u32) -> Result<u64, Error> {
        self.check_context()?;
        self.limits.get(limit as usize).copied().ok_or(Error::UnsupportedLimit)
    }

    /// Sets a limit.
    pub fn set_limit(&mut self, limit: u32, value: u64) -> Result<(), Error> {
        self.check_context()?;
        let slot = self.limits.get_mut(limit as usize).ok_or(Error::UnsupportedLimit)?;
        *slot = value;
        Ok(())
    }

    /// Lets a second context's memory be used; there is no second device.
    pub fn enable_peer(&self, context: u64) -> Result<(), Error> {
        self.check_context()?;
        self.check_context_handle(context)?;
        Err(Error::PeerAccessUnsupported)
    }

    /// Checks the contexts of a copy between devices.
    pub fn check_contexts(&self, from: u64, to: u64) -> Result<(), Error> {
        self.check_context()?;
        self.check_context_handle(from)?;
        self.check_context_handle(to)
    }

    /// Makes a stream.
    pub fn create_stream(&mut self) -> Result<u64, Error> {
        self.check_context()?;
        Ok(self.streams.add(()))
    }

    /// Takes a stream away.
    pub fn destroy_stream(&mut self, stream: u64) -> Result<(), Error> {
        self.check_context()?;
        self.streams.remove(stream)
    }

    /// Waits for a stream, or asks whether it is done: it always is.
    ///
    /// The context is that of the stream: libomptarget's helper threads, which run what is `nowait`, have no current one.
    pub fn check_stream(&self, stream: u64) -> Result<(), Error> {
        if stream <= OWN_STREAMS {
            return self.check_context();
        }
        self.check_any_context()?;
        self.streams.get(stream).copied()
    }

    /// Makes an event.
    pub fn create_event(&mut self) -> Result<u64, Error> {
        self.check_context()?;
        Ok(self.events.add(()))
    }

    /// Takes an event away.
    pub fn destroy_event(&mut self, event: u64) -> Result<(), Error> {
        self.check_context()?;
        self.events.remove(event)
    }

    /// Waits for an event: all work before it is done. The context is that of the event.
    pub fn check_event(&self, event: u64) -> Result<(), Error> {
        self.check_any_context()?;
        self.events.get(event).copied()
    }

    /// Marks a place in a stream, or makes a stream wait for one.
    pub fn check_event_in(&self, event: u64, stream: u64) -> Result<(), Error> {
        self.check_stream(stream)?;
        self.check_event(event)
    }

    /// Loads the texts of an image.
    pub fn load(&mut self, texts: &[Vec<u8>]) -> Result<u64, Error> {
        self.check_context()?;
        let module = self.backend.load(texts).map_err(|fault| answer(&fault))?;
        Ok(self.modules.add(module))
    }

    /// Takes a module away, with its functions and variables.
    pub fn unload(&mut self, module: u64) -> Result<(), Error> {
        self.check_context()?;
        let number = self.modules.remove(module)?;
        self.functions.retain(|function| function.module != module);
        self.backend.unload(number).map_err(|fault| answer(&fault))
    }

    /// The address and the size of a module's variable.
    pub fn global(&self, module: u64, name: &str) -> Result<(u64, u64), Error> {
        self.check_context()?;
        let module = self.modules.get(module)?;
        self.backend.global(*module, name).ok_or(Error::NotFound)
    }

    /// The handle of a module's kernel: always the same for the same kernel.
    pub fn function(&mut self, module: u64, name: &str) -> Result<u64, Error> {
        self.check_context()?;
        let kernel = self.backend.kernel(*self.modules.get(module)?, name);
        let function = Function { module, kernel: kernel.ok_or(Error::NotFound)? };
        let known = self.functions.find(|other| *other == function);
        Ok(known.unwrap_or_else(|| self.functions.add(function)))
    }

    /// The number of threads in a team that a kernel allows.
    pub fn max_threads(&self, function: u64) -> Result<u32, Error> {
        self.check_context()?;
        let function = self.functions.get(function)?;
        Ok(self.backend.max_threads(function.kernel))
    }

    /// Runs a kernel to its end.
    pub fn launch(&mut self, request: &LaunchRequest) -> Result<(), Error> {
        self.check_stream(request.stream)?;
        let kernel = self.functions.get(request.function)?.kernel;
        let Launch { grid, block, dynamic_shared, .. } = request.launch;
        let most = self.backend.max_threads(kernel);
        launch::check_extents(grid, block, dynamic_shared, most).inspect_err(|_| {
            let room = format!("{dynamic_shared} bytes of team memory, at most {most} threads");
            tell(&format!("no launch can have the grid {grid:?} and the team {block:?} ({room})"));
        })?;
        if let Some((most, progress)) = &self.limit
            && self.transfers.launches() >= *most
        {
            progress.stop();
            return Err(Error::LaunchFailed);
        }
        let result = self.backend.launch(kernel, &request.launch);
        self.transfers.launched();
        result.map_err(|fault| match fault.kind {
            FaultKind::Stopped => Error::LaunchFailed,
            _ => self.stop(&fault),
        })
    }

    /// The device itself, for questions that are no calls of a program.
    pub fn device(&mut self) -> &mut B {
        &mut self.backend
    }

    /// What was copied up to now.
    pub fn transfers(&self) -> &Transfers {
        &self.transfers
    }

    /// Writes the report if one is wanted and none was written yet.
    pub fn write_report(&mut self) {
        if self.output.wanted() {
            let report = self.backend.report();
            self.output.write(&report, &self.transfers).iter().for_each(|error| tell(error));
        }
    }

    /// The run ends now: says why, and writes what was counted up to now.
    fn end(&mut self, ending: Ending, words: &str) {
        if self.output.wanted() {
            tell(&format!("{words}: the counts are those up to then"));
            self.output.end_by(ending.name());
            self.write_report();
        }
    }

    fn check_initialised(&self) -> Result<(), Error> {
        if self.initialised { Ok(()) } else { Err(Error::NotInitialized) }
    }

    fn check_running(&self) -> Result<(), Error> {
        self.stopped.map_or(Ok(()), Err)
    }

    fn check_context(&self) -> Result<(), Error> {
        self.check_initialised()?;
        self.check_running()?;
        self.check_context_handle(CURRENT.get())
    }

    /// The same where the context need not be the current one.
    fn check_any_context(&self) -> Result<(), Error> {
        self.check_initialised()?;
        self.check_running()?;
        self.check_context_handle(self.context_handle())
    }

    fn check_context_handle(&self, context: u64) -> Result<(), Error> {
        let valid = self.context.users > 0 && context == self.context_handle();
        if valid { Ok(()) } else { Err(Error::InvalidContext) }
    }

    fn context_handle(&self) -> u64 {
        handle(Kind::Context, self.context.made)
    }

    /// A kernel was stopped: nothing more runs, so the report is complete. It is written now, because the runtime ends the
    /// process without a call.
    fn stop(&mut self, fault: &Fault) -> Error {
        let error = error_of(fault.kind);
        tell(&fault.message);
        self.stopped = Some(error);
        self.write_report();
        error
    }

    /// Takes away everything in the context.
    fn clear(&mut self) {
        self.streams.clear();
        self.events.clear();
        self.functions.clear();
        let mut results = Vec::new();
        for module in self.modules.clear() {
            results.push(self.backend.unload(module));
        }
        for address in std::mem::take(&mut self.device_memory) {
            results.push(self.backend.free(address));
        }
        for (address, _) in std::mem::take(&mut self.host_memory) {
            results.push(self.backend.free_host(address));
        }
        self.limits = LIMITS;
        results.into_iter().filter_map(Result::err).for_each(|fault| tell(&fault.message));
    }
}

/// The error for a fault outside of kernels, which the program may survive. Those that a program may meet in good order are not
/// told: it asks for a symbol to learn whether it is there, or for memory to learn how much there is.
fn answer(fault: &Fault) -> Error {
    match fault.kind {
        FaultKind::NotFound | FaultKind::OutOfMemory => {}
        _ => tell(&fault.message),
    }
    match fault.kind {
        // An address that a call names wrongly is a wrong argument: no kernel has used it.
        FaultKind::IllegalAddress => Error::InvalidValue,
        kind => error_of(kind),
    }
}

fn error_of(kind: FaultKind) -> Error {
    match kind {
        FaultKind::OutOfMemory => Error::OutOfMemory,
        FaultKind::InvalidValue => Error::InvalidValue,
        FaultKind::NotFound => Error::NotFound,
        FaultKind::InvalidImage => Error::InvalidImage,
        FaultKind::LaunchFailed | FaultKind::Stopped => Error::LaunchFailed,
        FaultKind::IllegalAddress => Error::IllegalAddress,
    }
}
