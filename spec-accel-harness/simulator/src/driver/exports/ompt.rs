//! The OpenMP tool that records transfers: what libomp loads where `OMP_TOOL_LIBRARIES` names this
//! library, and libomptarget (LLVM 17 or later) calls at each copy and allocation. Names and
//! parameters are those of `omp-tools.h`.
//!
//! It is the driver's library, so that it can ask the simulated device. It does nothing in a
//! process without `WARPSIM_TRANSFERS` and `WARPSIM_POISON`.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::hash::{DefaultHasher, Hasher};
use std::os::unix::ffi::OsStrExt;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process;
use std::ptr;
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use memmap2::MmapMut;

use super::{IS_CALLED, Machine, PROCESS, called};
use crate::driver::Driver;
use crate::driver::options::Options;
use crate::driver::output::tell;
use crate::tool::table::{self, Key, Site, Table};
use crate::tool::{At, Copy, Memories, New, POISON, Recorder, Usage};

/// `ompt_callbacks_t`
const DEVICE_INITIALIZE: c_int = 12;
const DEVICE_FINALIZE: c_int = 13;
const TARGET_EMI: c_int = 33;
const TARGET_DATA_OP_EMI: c_int = 34;

/// The least `ompt_set_result_t` of a callback that is called.
const SOMETIMES: c_int = 3;

/// `ompt_scope_endpoint_t`
const BEGIN: c_int = 1;
const END: c_int = 2;

/// What libomptarget calls the processor of the host as a device, whose memory is the host's.
const HOST_AS_DEVICE: &CStr = c"generic-64bit";

/// So many bytes are looked at together.
const PIECE: usize = 1 << 14;

/// `ompt_function_lookup_t`
type Lookup = unsafe extern "C" fn(*const c_char) -> *mut c_void;

/// `ompt_set_callback_t`
type SetCallback = unsafe extern "C" fn(c_int, *mut c_void) -> c_int;

/// `ompt_start_tool_t`
type StartTool = unsafe extern "C" fn(u32, *const c_char) -> *const Started;

/// `ompt_start_tool_result_t`
#[repr(C)]
struct Started {
    initialize: unsafe extern "C" fn(Lookup, c_int, *mut c_void) -> c_int,
    finalize: extern "C" fn(*mut c_void),
    tool_data: u64,
}

static STARTED: Started = Started { initialize, finalize, tool_data: 0 };

/// The tool of this process.
struct Tool {
    /// Those that were forked have a copy of it, and are not to write.
    process: u32,
    recorder: Option<Mutex<Recorder<Here>>>,
    poisons: bool,
}

static TOOL: OnceLock<Tool> = OnceLock::new();

/// Devices by their numbers, and whether their memory is the host's.
static DEVICES: Mutex<BTreeMap<i32, bool>> = Mutex::new(BTreeMap::new());

fn is_host(device: i32) -> Option<bool> {
    DEVICES.lock().unwrap_or_else(PoisonError::into_inner).get(&device).copied()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn ompt_start_tool(version: u32, runtime: *const c_char) -> *const Started {
    if wanted().is_some() {
        return &raw const STARTED;
    }
    let other = called::next(c"ompt_start_tool");
    if other.is_null() {
        return ptr::null();
    }
    // SAFETY: a function of this name has this type.
    let other = unsafe { std::mem::transmute::<*mut c_void, StartTool>(other) };
    // SAFETY: the arguments are the caller's.
    unsafe { other(version, runtime) }
}

/// What is asked of the tool, if anything is.
fn wanted() -> Option<Options> {
    let options = Options::from_environment().inspect_err(|message| tell(message)).ok()?;
    (options.transfers.is_some() || options.poison).then_some(options)
}

/// The tool that does what is asked; what cannot be done is told.
fn made() -> Option<Tool> {
    let options = wanted()?;
    let recorder = options.transfers.as_deref().map(record_in).transpose();
    let recorder = recorder.inspect_err(|error| tell(&format!("no transfers: {error}"))).ok()?;
    let (process, poisons) = (process::id(), options.poison);
    Some(Tool { process, recorder: recorder.map(Mutex::new), poisons })
}

fn record_in(folder: &Path) -> std::io::Result<Recorder<Here>> {
    let [counts, mut places] = table::new_files(folder, process::id())?;
    // SAFETY: the file is new and this process's own; who reads it waits for the end of the process.
    let numbers = unsafe { MmapMut::map_mut(&counts) }?;
    let describe = move |key| table::write_site(&mut places, site_of(key).as_ref());
    Ok(Recorder::new(Here, Table::new(numbers, describe)))
}

/// Whether this process records transfers.
pub(super) fn is_active() -> bool {
    TOOL.get().is_some_and(|tool| tool.recorder.is_some())
}

/// `Dl_info`
#[repr(C)]
struct Found {
    file: *const c_char,
    base: *const c_void,
    symbol: *const c_char,
    address: *const c_void,
}

unsafe extern "C" {
    fn dladdr(address: *const c_void, found: *mut Found) -> c_int;
}

/// The name of the program or library that has an address, and where it begins in memory.
pub(super) fn object_of(code: u64) -> Option<(&'static CStr, u64)> {
    let null = ptr::null();
    let mut found = Found { file: ptr::null(), base: null, symbol: ptr::null(), address: null };
    let address = ptr::without_provenance(code as usize);
    // SAFETY: any address may be asked, and the place for the answer is a local one.
    let is_found = unsafe { dladdr(address, &raw mut found) } != 0;
    // SAFETY: it is not null, so it is a name that ends, and that the loader keeps.
    let file = || unsafe { CStr::from_ptr(found.file) };
    (is_found && !found.file.is_null()).then(|| (file(), found.base.addr() as u64))
}

/// The site of the call that is going on.
fn site_of(key: Key) -> Option<Site> {
    let code = match key {
        Key::Code(code) => code,
        Key::Source(source) => {
            // SAFETY: the call is still going on to which the program gave this text, which ends.
            let source = unsafe { CStr::from_ptr(ptr::with_exposed_provenance(source as usize)) };
            return Some(Site::Source(source.to_string_lossy().into_owned()));
        }
    };
    let (file, base) = object_of(code)?;
    let file = Path::new(OsStr::from_bytes(file.to_bytes()));
    // The name of the program is as it was called, perhaps from another folder.
    let itself = std::env::current_exe().ok().filter(|path| path.file_name() == file.file_name());
    let object = itself.or_else(|| std::path::absolute(file).ok())?;
    Some(Site::Code { object, offset: code.wrapping_sub(base) })
}

unsafe extern "C" fn initialize(lookup: Lookup, _: c_int, _: *mut c_void) -> c_int {
    // SAFETY: the name ends.
    let set = unsafe { lookup(c"ompt_set_callback".as_ptr()) };
    if set.is_null() {
        return 0;
    }
    // SAFETY: the runtime's function of this name has this type.
    let set = unsafe { std::mem::transmute::<*mut c_void, SetCallback>(set) };
    let callbacks = [
        (DEVICE_INITIALIZE, on_device as *mut c_void),
        (DEVICE_FINALIZE, on_device_end as *mut c_void),
        (TARGET_EMI, on_target as *mut c_void),
        (TARGET_DATA_OP_EMI, on_data as *mut c_void),
    ];
    // SAFETY: each is a function of the type that its number wants.
    let answers = callbacks.map(|(number, callback)| unsafe { set(number, callback) });
    if answers.iter().any(|answer| *answer < SOMETIMES) {
        tell("this OpenMP runtime tells no transfers: LLVM 17's or a later one does");
        return 0;
    }
    match panic::catch_unwind(made) {
        Ok(Some(tool)) => c_int::from(TOOL.set(tool).is_ok()),
        _ => 0,
    }
}

/// The table is always complete.
extern "C" fn finalize(_: *mut c_void) {}

unsafe extern "C" fn on_device(
    device: c_int,
    kind: *const c_char,
    _: *mut c_void,
    _: *mut c_void,
    _: *const c_char,
) {
    // SAFETY: it is null or a text that ends.
    let is_host = !kind.is_null() && unsafe { CStr::from_ptr(kind) } == HOST_AS_DEVICE;
    DEVICES.lock().unwrap_or_else(PoisonError::into_inner).insert(device, is_host);
}

extern "C" fn on_device_end(device: c_int) {
    with_recorder(|recorder| recorder.end_device(device));
}

thread_local! {
    /// The number of the directive that this thread is in; 0: none.
    static CONSTRUCT: Cell<u64> = const { Cell::new(0) };
}

/// `ompt_callback_target_emi_t`
extern "C" fn on_target(
    _: c_int,
    endpoint: c_int,
    _: c_int,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    _: *const c_void,
) {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let begins = endpoint == BEGIN;
    CONSTRUCT.set(if begins { COUNT.fetch_add(1, Ordering::Relaxed) } else { 0 });
}

/// `ompt_callback_target_data_op_emi_t`
unsafe extern "C" fn on_data(
    endpoint: c_int,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    operation: c_int,
    source: *const c_void,
    source_device: c_int,
    target: *const c_void,
    target_device: c_int,
    bytes: usize,
    called: *const c_void,
) {
    let [source, target, code] = [source, target, called].map(|at| at.addr() as u64);
    let (bytes, place) = (bytes as u64, called::key_of(code));
    // What is told at the beginning has not been done, and an allocation has no address before its end.
    let (begins, ends) = (endpoint != END, endpoint != BEGIN);
    let construct = CONSTRUCT.get();
    let copy = |host, at| Copy { place, host, at, bytes, construct };
    let (from, to) = ((source_device, source), (target_device, target));
    let is_on_devices = is_host(source_device).is_some() && is_host(target_device).is_some();
    match operation {
        // `ompt_target_data_alloc` and `ompt_target_data_alloc_async`
        1 | 17 if ends && target != 0 => {
            let new = New { place, host: source, at: to, bytes, construct };
            with_recorder(|recorder| recorder.allocate(&new));
            poison(to, bytes);
        }
        // Transfers to and from a device, and their asynchronous forms
        2 | 3 | 18 | 19 if begins && bytes > 0 && is_on_devices => {
            with_recorder(|recorder| recorder.copy_on_devices(place, to, bytes));
        }
        2 | 18 if begins && bytes > 0 => {
            with_recorder(|recorder| recorder.copy_to_device(&copy(source, to)));
        }
        3 | 19 if begins && bytes > 0 => {
            with_recorder(|recorder| recorder.copy_to_host(&copy(target, from)));
        }
        // `ompt_target_data_delete` and `ompt_target_data_delete_async`
        4 | 20 if begins => with_recorder(|recorder| recorder.free(from)),
        _ => {}
    }
}

/// Lets the recorder of this process work. A panic leaves its lock poisoned: nothing is recorded
/// then.
fn with_recorder(work: impl FnOnce(&mut Recorder<Here>)) {
    let Some(tool) = TOOL.get().filter(|tool| tool.process == process::id()) else { return };
    let Some(recorder) = &tool.recorder else { return };
    let call = || recorder.lock().map(|mut recorder| work(&mut recorder)).is_ok();
    let _ = panic::catch_unwind(AssertUnwindSafe(call));
}

/// Fills new memory of a device with what is no good value, if that is asked.
fn poison(at: At, bytes: u64) {
    if !TOOL.get().is_some_and(|tool| tool.poisons) {
        return;
    }
    if is_host(at.0) == Some(true) {
        let memory = ptr::with_exposed_provenance_mut(at.1 as usize);
        // SAFETY: the runtime has just allocated it on a device whose memory is the host's, and gives it to nobody before this returns.
        let memory: &mut [u8] = unsafe { slice::from_raw_parts_mut(memory, bytes as usize) };
        memory.chunks_mut(4).for_each(|part| part.copy_from_slice(&POISON[..part.len()]));
    } else {
        with_driver(|driver| driver.device().fill(at.1, bytes, POISON));
    }
}

/// Asks the simulated device, if the program uses one.
fn with_driver<T>(ask: impl FnOnce(&mut Driver<Machine>) -> T) -> Option<T> {
    let process = PROCESS.as_ref().filter(|_| IS_CALLED.load(Ordering::Relaxed))?;
    process.driver.lock().ok().map(|mut driver| ask(&mut driver))
}

/// The memories of this process and of its devices.
#[derive(Debug)]
struct Here;

impl Here {
    /// Shows bytes of a device, in pieces, while they are wanted; tells whether all could be shown.
    fn show(at: At, bytes: u64, mut see: impl FnMut(&[u8]) -> bool) -> bool {
        let mut buffer = [0; PIECE];
        let is_host = is_host(at.0) == Some(true);
        for first in (0..bytes).step_by(PIECE) {
            let length = (bytes - first).min(PIECE as u64) as usize;
            let piece = if is_host {
                host_bytes(at.1 + first, length)
            } else {
                let own = &mut buffer[..length];
                let read = with_driver(|driver| driver.device().read(at.1 + first, own));
                if !matches!(read, Some(Ok(()))) {
                    return false;
                }
                own
            };
            if !see(piece) {
                return true;
            }
        }
        true
    }
}

/// Bytes of this process.
fn host_bytes<'a>(address: u64, length: usize) -> &'a [u8] {
    let address = ptr::with_exposed_provenance(address as usize);
    // SAFETY: the runtime is about to copy from or to them; nobody changes them meanwhile in a program without data races.
    unsafe { slice::from_raw_parts(address, length) }
}

impl Memories for Here {
    fn are_equal(&self, host: u64, at: At, bytes: u64) -> Option<bool> {
        let (mut place, mut are_equal) = (host, true);
        let is_shown = Here::show(at, bytes, |piece| {
            are_equal = host_bytes(place, piece.len()) == piece;
            place += piece.len() as u64;
            are_equal
        });
        is_shown.then_some(are_equal)
    }

    fn digest_of_host(&self, host: u64, bytes: u64) -> u64 {
        let mut hasher = DefaultHasher::new();
        for first in (0..bytes).step_by(PIECE) {
            let length = (bytes - first).min(PIECE as u64) as usize;
            hasher.write(host_bytes(host + first, length));
        }
        hasher.finish()
    }

    fn digest(&self, at: At, bytes: u64) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        let is_shown = Here::show(at, bytes, |piece| {
            hasher.write(piece);
            true
        });
        is_shown.then(|| hasher.finish())
    }

    fn used(&self, at: At, bytes: u64, what: Usage) -> Option<u64> {
        if is_host(at.0) == Some(true) {
            return None;
        }
        with_driver(|driver| driver.device().used(at.1, bytes, what)).flatten()
    }

    fn forget(&self, at: At, bytes: u64, what: Usage) {
        if is_host(at.0) != Some(true) {
            with_driver(|driver| driver.device().forget_uses(at.1, bytes, what));
        }
    }
}
