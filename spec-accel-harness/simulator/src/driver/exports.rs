//! The functions with C linkage. Names and parameters are those of `cuda.h` (12.9).
//!
//! Here, in [`called`] and in [`ompt`] is the `unsafe` code. Each function turns pointers into values and calls [`Driver`] under one
//! lock, because programs call from several threads. Panics end here: the call answers `CUDA_ERROR_UNKNOWN`, and so does every later one.
#![allow(non_snake_case, reason = "the names are those of cuda.h")]
#![allow(clippy::too_many_arguments, reason = "the parameters are those of cuda.h")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{self, AssertUnwindSafe};
use std::process;
use std::ptr;
use std::slice;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::low_level;

use super::attributes;
use super::backend::{Backend, Launch};
use super::errors::{self, Error, SUCCESS};
use super::launch::read_block;
use super::machine::device_options;
use super::memory::Place;
use super::monitor::{Ending, Monitor};
use super::options::Options;
use super::output::{Output, tell};
use super::transfers::Direction;
use super::{Driver, LaunchRequest};
use crate::elf;
use crate::progress::Progress;
use crate::signals;

mod called;
mod ompt;
#[cfg(test)]
mod tests;

/// A `CUresult`.
type Answer = u32;

/// An opaque pointer of `cuda.h`, as a number: it is never followed.
type Handle = u64;

/// A `CUdeviceptr`.
type Address = u64;

/// The device that runs the kernels.
type Machine = crate::device::Device;

/// Handles and sizes are passed as 64 bits.
const _: () = assert!(size_of::<usize>() == size_of::<u64>());

/// The largest image that is read, in bytes: a header may name any size.
const IMAGE_BYTES: u64 = 1 << 30;

/// The driver of this process, and what watches it.
struct Process {
    driver: Mutex<Driver<Machine>>,
    progress: Arc<Progress>,
    options: Options,
}

/// The signal that this process got; 0: none.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// Whether the program has called the driver.
static IS_CALLED: AtomicBool = AtomicBool::new(false);

/// This process; nothing if the user's options are wrong.
static PROCESS: LazyLock<Option<Process>> = LazyLock::new(|| {
    // The panics of tests are for the program that runs them.
    if !cfg!(test) {
        panic::set_hook(Box::new(|panic| tell(&format!("the simulator failed: {panic}"))));
    }
    let options = Options::from_environment().inspect_err(|message| tell(message)).ok()?;
    let output = Output::new(&options);
    let machine = Machine::new(device_options(&options));
    let mut machine = machine.inspect_err(|fault| tell(&fault.message)).ok()?;
    if let Some(ptxas) = &options.ptxas {
        machine.ask_assembler(ptxas.clone());
    }
    let progress = machine.progress();
    let mut driver = Driver::new(machine, output);
    options.max_launches.inspect(|most| driver.limit_launches(*most, Arc::clone(&progress)));
    if !cfg!(test) {
        note_signals();
        thread::spawn(watch);
    }
    Some(Process { driver: Mutex::new(driver), progress, options })
});

/// Takes note of the signals that would end this process, so that what was counted is written first. A process that it forks has no thread
/// that would look at them: they end it.
fn note_signals() {
    let owner = process::id();
    for signal in signals::with_default_action(&[SIGHUP, SIGINT, SIGTERM]) {
        let note = move || {
            if process::id() == owner {
                SIGNAL.store(signal, Ordering::Relaxed);
            } else {
                let _ = low_level::emulate_default_handler(signal);
            }
        };
        // SAFETY: the action asks for a number, and stores one or does what is made for signal handlers.
        let _ = unsafe { low_level::register(signal, note) };
    }
}

unsafe extern "C" {
    /// Writes what streams of C hold back; a null pointer means all of them.
    fn fflush(stream: *mut c_void) -> c_int;
}

/// Ends the run where somebody asks for that.
fn watch() {
    let Some(Process { driver, progress, options }) = PROCESS.as_ref() else { return };
    let monitor = Monitor { progress, signal: &SIGNAL, options };
    let ending = monitor.wait();
    let _held = monitor.end(driver, ending);
    match ending {
        Ending::Signal(signal) => drop(low_level::emulate_default_handler(signal)),
        // SAFETY: null is a value that it takes. The thread that wanted the launch waits outside of the C library.
        Ending::Launches(_) => drop(unsafe { fflush(ptr::null_mut()) }),
        Ending::Time(_) => {}
    }
    low_level::exit(ending.status());
}

/// Does the work of a call.
fn run(work: impl FnOnce(&mut Driver<Machine>) -> Result<(), Error>) -> Answer {
    let answer = run_on(|| running().map(|process| &process.driver), work);
    let _ = panic::catch_unwind(running);
    answer
}

/// This process. Where somebody asked for its end, there is no answer: the program would take any for a failure.
fn running() -> Option<&'static Process> {
    let process = PROCESS.as_ref();
    while SIGNAL.load(Ordering::Relaxed) != 0 || process.is_some_and(|own| own.progress.stops()) {
        thread::park();
    }
    process
}

/// Does the work of a call on a driver. A panic leaves the lock poisoned, so that later calls fail.
fn run_on<'a, B: Backend + 'a>(
    driver: impl FnOnce() -> Option<&'a Mutex<Driver<B>>>,
    work: impl FnOnce(&mut Driver<B>) -> Result<(), Error>,
) -> Answer {
    let call = || {
        let driver = driver().ok_or(Error::NotInitialized)?;
        work(&mut *driver.lock().map_err(|_| Error::Unknown)?)
    };
    let result = panic::catch_unwind(AssertUnwindSafe(call)).unwrap_or(Err(Error::Unknown));
    result.map_or_else(Error::code, |()| SUCCESS)
}

/// Does the work of a call and puts its value where the caller wants it; nothing is done for a null pointer.
///
/// # Safety
/// `to` is null or valid for a write.
unsafe fn put<T>(
    to: *mut T,
    work: impl FnOnce(&mut Driver<Machine>) -> Result<T, Error>,
) -> Answer {
    run(|driver| {
        if to.is_null() {
            return Err(Error::InvalidValue);
        }
        let value = work(driver)?;
        // SAFETY: it is not null, and the caller of this function promises that it is valid.
        unsafe { to.write_unaligned(value) };
        Ok(())
    })
}

/// A text of the caller. One that is no UTF-8 is the name of nothing.
///
/// # Safety
/// `text` is null or the start of bytes that end with 0, and that nobody changes while the result lives.
unsafe fn name<'a>(text: *const c_char) -> Result<&'a str, Error> {
    if text.is_null() {
        return Err(Error::InvalidValue);
    }
    // SAFETY: it is not null, and the caller of this function promises the rest.
    unsafe { CStr::from_ptr(text) }.to_str().map_err(|_| Error::NotFound)
}

#[unsafe(no_mangle)]
extern "C" fn cuInit(flags: u32) -> Answer {
    IS_CALLED.store(true, Ordering::Relaxed);
    run(|driver| driver.initialise(flags))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDriverGetVersion(version: *mut c_int) -> Answer {
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(version, |_| Ok(attributes::DRIVER_VERSION)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuGetErrorString(error: u32, text: *mut *const c_char) -> Answer {
    let known = errors::text_of(error);
    let pointer = known.map_or(ptr::null(), CStr::as_ptr);
    if text.is_null() {
        return Error::InvalidValue.code();
    }
    // SAFETY: it is not null, so it is the caller's place for the answer.
    unsafe { text.write_unaligned(pointer) };
    known.map_or(Error::InvalidValue.code(), |_| SUCCESS)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGetCount(count: *mut c_int) -> Answer {
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(count, |driver| driver.device_count()) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGet(device: *mut c_int, ordinal: c_int) -> Answer {
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(device, |driver| driver.check_device(ordinal).map(|()| ordinal)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGetAttribute(
    value: *mut c_int,
    attribute: c_int,
    device: c_int,
) -> Answer {
    let work = |driver: &mut Driver<Machine>| {
        driver.check_device(device)?;
        attributes::attribute(attribute)
    };
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(value, work) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGetName(text: *mut c_char, length: c_int, device: c_int) -> Answer {
    run(|driver| {
        driver.check_device(device)?;
        let room = usize::try_from(length).ok().filter(|room| *room > 0 && !text.is_null());
        let bytes = attributes::NAME.as_bytes();
        let bytes = &bytes[..bytes.len().min(room.ok_or(Error::InvalidValue)? - 1)];
        // SAFETY: it is not null, so it is a place for `length` bytes: these and the 0 behind them.
        unsafe {
            ptr::copy_nonoverlapping(bytes.as_ptr(), text.cast(), bytes.len());
            text.add(bytes.len()).write(0);
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceTotalMem_v2(bytes: *mut u64, device: c_int) -> Answer {
    let work = |driver: &mut Driver<Machine>| {
        driver.check_device(device)?;
        Ok(attributes::memory_bytes())
    };
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(bytes, work) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceCanAccessPeer(can: *mut c_int, device: c_int, peer: c_int) -> Answer {
    let work = |driver: &mut Driver<Machine>| {
        driver.check_device(device)?;
        driver.check_device(peer).map(|()| 0)
    };
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(can, work) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDevicePrimaryCtxGetState(
    device: c_int,
    flags: *mut u32,
    active: *mut c_int,
) -> Answer {
    run(|driver| {
        if flags.is_null() || active.is_null() {
            return Err(Error::InvalidValue);
        }
        let (value, used) = driver.context_state(device)?;
        // SAFETY: they are not null, so they are the caller's places for the answers.
        unsafe {
            flags.write_unaligned(value);
            active.write_unaligned(used.into());
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuDevicePrimaryCtxSetFlags_v2(device: c_int, flags: u32) -> Answer {
    run(|driver| driver.set_context_flags(device, flags))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDevicePrimaryCtxRetain(context: *mut Handle, device: c_int) -> Answer {
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(context, |driver| driver.retain_context(device)) }
}

#[unsafe(no_mangle)]
extern "C" fn cuDevicePrimaryCtxRelease_v2(device: c_int) -> Answer {
    run(|driver| driver.release_context(device))
}

#[unsafe(no_mangle)]
extern "C" fn cuCtxSetCurrent(context: Handle) -> Answer {
    run(|driver| driver.set_current(context))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuCtxGetDevice(device: *mut c_int) -> Answer {
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(device, |driver| driver.current_device()) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuCtxGetLimit(value: *mut u64, limit: u32) -> Answer {
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(value, |driver| driver.limit(limit)) }
}

#[unsafe(no_mangle)]
extern "C" fn cuCtxSetLimit(limit: u32, value: u64) -> Answer {
    run(|driver| driver.set_limit(limit, value))
}

#[unsafe(no_mangle)]
extern "C" fn cuCtxEnablePeerAccess(context: Handle, _flags: u32) -> Answer {
    run(|driver| driver.enable_peer(context))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuStreamCreate(stream: *mut Handle, _flags: u32) -> Answer {
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(stream, Driver::create_stream) }
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamDestroy_v2(stream: Handle) -> Answer {
    run(|driver| driver.destroy_stream(stream))
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamQuery(stream: Handle) -> Answer {
    run(|driver| driver.check_stream(stream))
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamSynchronize(stream: Handle) -> Answer {
    run(|driver| driver.check_stream(stream))
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamWaitEvent(stream: Handle, event: Handle, _flags: u32) -> Answer {
    run(|driver| driver.check_event_in(event, stream))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuEventCreate(event: *mut Handle, _flags: u32) -> Answer {
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(event, Driver::create_event) }
}

#[unsafe(no_mangle)]
extern "C" fn cuEventDestroy(event: Handle) -> Answer {
    run(|driver| driver.destroy_event(event))
}

#[unsafe(no_mangle)]
extern "C" fn cuEventRecord(event: Handle, stream: Handle) -> Answer {
    run(|driver| driver.check_event_in(event, stream))
}

#[unsafe(no_mangle)]
extern "C" fn cuEventSynchronize(event: Handle) -> Answer {
    run(|driver| driver.check_event(event))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemAlloc_v2(address: *mut Address, bytes: u64) -> Answer {
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(address, |driver| driver.allocate(bytes)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemAllocAsync(address: *mut Address, bytes: u64, stream: Handle) -> Answer {
    let work = |driver: &mut Driver<Machine>| {
        driver.check_stream(stream)?;
        driver.allocate(bytes)
    };
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(address, work) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemAllocHost_v2(address: *mut Address, bytes: u64) -> Answer {
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(address, |driver| driver.allocate_host(bytes)) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemAllocManaged(address: *mut Address, bytes: u64, _flags: u32) -> Answer {
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(address, |driver| driver.allocate_host(bytes)) }
}

#[unsafe(no_mangle)]
extern "C" fn cuMemFree_v2(address: Address) -> Answer {
    run(|driver| driver.free(address))
}

#[unsafe(no_mangle)]
extern "C" fn cuMemFreeAsync(address: Address, stream: Handle) -> Answer {
    run(|driver| {
        driver.check_stream(stream)?;
        driver.free(address)
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuMemFreeHost(address: Address) -> Answer {
    run(|driver| driver.free_host(address))
}

/// One end of a copy.
#[derive(Clone, Copy)]
enum End {
    /// Memory of the program, at a host address.
    Program(*mut u8),
    /// What a call names by a device address.
    Device(Address),
}

/// Where an end lies: a host pointer, or nothing if the device has it. No end is null, and none is larger than an object may be.
fn pointer_of(driver: &Driver<Machine>, end: End, bytes: usize) -> Result<Option<*mut u8>, Error> {
    let pointer = match end {
        End::Program(pointer) => Some(pointer),
        End::Device(address) => match driver.place(address, bytes as u64)? {
            Place::Host => Some(ptr::with_exposed_provenance_mut(address as usize)),
            Place::Device => None,
        },
    };
    let valid = pointer.is_none_or(|pointer| !pointer.is_null()) && isize::try_from(bytes).is_ok();
    if valid { Ok(pointer) } else { Err(Error::InvalidValue) }
}

/// Copies, and takes note of it.
///
/// # Safety
/// An end that is memory of the program is null or valid for so many bytes.
unsafe fn copy(stream: Handle, from: End, to: End, bytes: u64) -> Answer {
    run(|driver| {
        driver.check_stream(stream)?;
        if bytes == 0 {
            return Ok(());
        }
        let size = bytes as usize;
        let pointers = (pointer_of(driver, from, size)?, pointer_of(driver, to, size)?);
        match (pointers, from, to) {
            ((Some(source), Some(target)), ..) => {
                // SAFETY: each is valid: the caller's promise, or memory that the driver holds. They may overlap.
                unsafe { ptr::copy(source, target, size) };
            }
            ((Some(source), None), _, End::Device(target)) => {
                // SAFETY: it is valid: the caller's promise, or memory that the driver holds. Nobody writes it during the call.
                driver.write(target, unsafe { slice::from_raw_parts(source, size) })?;
            }
            ((None, Some(target)), End::Device(source), _) => {
                // SAFETY: it is valid: the caller's promise, or memory that the driver holds. Nobody uses it during the call.
                driver.read(source, unsafe { slice::from_raw_parts_mut(target, size) })?;
            }
            ((None, None), End::Device(source), End::Device(target)) => {
                driver.copy(source, target, bytes)?;
            }
            _ => return Err(Error::InvalidValue),
        }
        let (direction, address) = match (from, to) {
            (End::Program(_), End::Device(address)) => (Direction::HostToDevice, address),
            (End::Device(address), End::Program(_)) => (Direction::DeviceToHost, address),
            (_, End::Device(address)) => (Direction::DeviceToDevice, address),
            (End::Program(_), End::Program(_)) => return Ok(()),
        };
        driver.record(direction, bytes, address, called::called_at());
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemcpyHtoD_v2(to: Address, from: *const c_void, bytes: u64) -> Answer {
    let from = End::Program(from.cast_mut().cast());
    // SAFETY: the caller gives null or memory of so many bytes; the source is only read.
    unsafe { copy(0, from, End::Device(to), bytes) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemcpyHtoDAsync_v2(
    to: Address,
    from: *const c_void,
    bytes: u64,
    stream: Handle,
) -> Answer {
    let from = End::Program(from.cast_mut().cast());
    // SAFETY: the caller gives null or memory of so many bytes; the source is only read.
    unsafe { copy(stream, from, End::Device(to), bytes) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemcpyDtoH_v2(to: *mut c_void, from: Address, bytes: u64) -> Answer {
    // SAFETY: the caller gives null or memory of so many bytes.
    unsafe { copy(0, End::Device(from), End::Program(to.cast()), bytes) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuMemcpyDtoHAsync_v2(
    to: *mut c_void,
    from: Address,
    bytes: u64,
    stream: Handle,
) -> Answer {
    // SAFETY: the caller gives null or memory of so many bytes.
    unsafe { copy(stream, End::Device(from), End::Program(to.cast()), bytes) }
}

#[unsafe(no_mangle)]
extern "C" fn cuMemcpyDtoDAsync_v2(
    to: Address,
    from: Address,
    bytes: u64,
    stream: Handle,
) -> Answer {
    // SAFETY: no end is memory of the program.
    unsafe { copy(stream, End::Device(from), End::Device(to), bytes) }
}

#[unsafe(no_mangle)]
extern "C" fn cuMemcpyPeerAsync(
    to: Address,
    to_context: Handle,
    from: Address,
    from_context: Handle,
    bytes: u64,
    stream: Handle,
) -> Answer {
    let contexts = run(|driver| driver.check_contexts(from_context, to_context));
    if contexts == SUCCESS { cuMemcpyDtoDAsync_v2(to, from, bytes, stream) } else { contexts }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuModuleLoadDataEx(
    module: *mut Handle,
    image: *const c_void,
    _option_count: u32,
    _options: *mut u32,
    _option_values: *mut *mut c_void,
) -> Answer {
    let work = |driver: &mut Driver<Machine>| {
        // SAFETY: the caller gives null or a whole image.
        let image = unsafe { image_bytes(image.cast()) }?;
        let contents = elf::read(image).map_err(|error| refuse(&error))?;
        driver.load(&contents.texts)
    };
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(module, work) }
}

/// The bytes of an image. What is no ELF file is not read beyond the first byte that says so.
///
/// # Safety
/// `image` is null or the start of an image, whole as its header says, that nobody changes while the result lives.
unsafe fn image_bytes<'a>(image: *const u8) -> Result<&'a [u8], Error> {
    if image.is_null() {
        return Err(Error::InvalidValue);
    }
    // SAFETY: bytes are read one by one up to the first that differs, and an image has a first one.
    let is_elf = |(at, byte): (usize, &u8)| unsafe { image.add(at).read() } == *byte;
    if !b"\x7fELF".iter().enumerate().all(is_elf) {
        return Err(refuse(&elf::ElfError::NotElf));
    }
    // SAFETY: an ELF file has a header.
    let header = unsafe { image.cast::<[u8; elf::HEADER_BYTES]>().read_unaligned() };
    let bytes = elf::file_size(&header).map_err(|error| refuse(&error))?;
    if bytes > IMAGE_BYTES {
        tell(&format!("the image is larger than {IMAGE_BYTES} bytes"));
        return Err(Error::InvalidImage);
    }
    // SAFETY: the header says that there are so many bytes.
    Ok(unsafe { slice::from_raw_parts(image, bytes as usize) })
}

fn refuse(error: &elf::ElfError) -> Error {
    tell(&format!("the image cannot be run: {error}"));
    Error::InvalidImage
}

#[unsafe(no_mangle)]
extern "C" fn cuModuleUnload(module: Handle) -> Answer {
    run(|driver| driver.unload(module))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuModuleGetFunction(
    function: *mut Handle,
    module: Handle,
    text: *const c_char,
) -> Answer {
    // SAFETY: the caller gives null or a text that ends.
    let work = |driver: &mut Driver<Machine>| driver.function(module, unsafe { name(text) }?);
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(function, work) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuModuleGetGlobal_v2(
    address: *mut Address,
    bytes: *mut u64,
    module: Handle,
    text: *const c_char,
) -> Answer {
    run(|driver| {
        if address.is_null() && bytes.is_null() {
            return Err(Error::InvalidValue);
        }
        // SAFETY: the caller gives null or a text that ends.
        let place = driver.global(module, unsafe { name(text) }?)?;
        for (to, value) in [(address, place.0), (bytes, place.1)] {
            if !to.is_null() {
                // SAFETY: it is not null, so it is the caller's place for the answer.
                unsafe { to.write_unaligned(value) };
            }
        }
        Ok(())
    })
}

/// `CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK`
const MAX_THREADS: c_int = 0;

#[unsafe(no_mangle)]
unsafe extern "C" fn cuFuncGetAttribute(
    value: *mut c_int,
    attribute: c_int,
    function: Handle,
) -> Answer {
    let work = |driver: &mut Driver<Machine>| {
        let threads = driver.max_threads(function)?;
        match attribute {
            MAX_THREADS => c_int::try_from(threads).map_err(|_| Error::InvalidValue),
            _ => Err(Error::NotSupported),
        }
    };
    // SAFETY: the caller gives null or a place for the answer.
    unsafe { put(value, work) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuLaunchKernel(
    function: Handle,
    grid_x: u32,
    grid_y: u32,
    grid_z: u32,
    block_x: u32,
    block_y: u32,
    block_z: u32,
    dynamic_shared: u32,
    stream: Handle,
    parameters: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> Answer {
    run(|driver| {
        if !parameters.is_null() {
            // Pointers to single parameters say nothing about their sizes. The runtime always packs them.
            return Err(if extra.is_null() { Error::NotSupported } else { Error::InvalidValue });
        }
        // SAFETY: the caller gives null or an array as the interface says.
        let parameters = unsafe { packed_parameters(extra) }?;
        let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
        let launch = Launch { grid, block, dynamic_shared, parameters };
        driver.launch(&LaunchRequest { function, stream, launch })
    })
}

/// The packed parameters of a launch.
///
/// # Safety
/// `extra` is null or an array of pairs that ends, whose pointers are null or valid, and nobody changes the parameters while the
/// result lives.
unsafe fn packed_parameters<'a>(extra: *mut *mut c_void) -> Result<&'a [u8], Error> {
    if extra.is_null() {
        return Ok(&[]);
    }
    // SAFETY: the array is read up to its end.
    let word = |at: usize| unsafe { extra.add(at).read_unaligned() }.expose_provenance();
    let size = |pointer: usize| {
        let pointer: *const usize = ptr::with_exposed_provenance(pointer);
        // SAFETY: it is not null, so it is the caller's size.
        unsafe { pointer.read_unaligned() }
    };
    let block = read_block(word, size)?;
    if block.bytes == 0 {
        return Ok(&[]);
    }
    // SAFETY: it is not null, and the caller says that there are so many bytes.
    Ok(unsafe { slice::from_raw_parts(ptr::with_exposed_provenance(block.address), block.bytes) })
}
