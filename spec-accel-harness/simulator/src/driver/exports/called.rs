//! Functions of the offload runtime that take the program's place, with the parameters of LLVM 19's
//! `omptarget.h`: they remember where the program called the runtime.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use super::ompt;
use crate::driver::output::tell;
use crate::driver::transfers::place_of;
use crate::report;
use crate::tool::table::Key;

/// What clang tells the offload runtime of a place in the program (`ident_t`).
#[repr(C)]
struct Ident {
    reserved: [u32; 4],
    /// The place in words, or null.
    source: *const c_char,
}

thread_local! {
    /// Where the program called the runtime; null where it did not, or not through here.
    static CALLED: Cell<Call> = const { Cell::new(Call { place: ptr::null(), code: 0 }) };
}

/// A call of the runtime.
#[derive(Clone, Copy)]
struct Call {
    place: *const Ident,
    /// The address behind the call, if it is wanted and the place has no line.
    code: u64,
}

/// While it lives the program is in the runtime; afterwards it is where it was before.
struct Called(Call);

impl Called {
    fn at(place: *const Ident) -> Called {
        let is_wanted = ompt::is_active() && source_of(place).is_none();
        let code = if is_wanted { caller() } else { 0 };
        Called(CALLED.replace(Call { place, code }))
    }
}

impl Drop for Called {
    fn drop(&mut self) {
        CALLED.set(self.0);
    }
}

/// The text of a place, if it has a line.
fn source_of(place: *const Ident) -> Option<&'static CStr> {
    if place.is_null() {
        return None;
    }
    // SAFETY: it is not null, so it is a constant that the program gave to a call.
    let source = unsafe { (*place).source };
    // SAFETY: as above: a text that ends.
    let source = (!source.is_null()).then(|| unsafe { CStr::from_ptr(source) })?;
    source.to_str().ok().and_then(place_of).map(|_| source)
}

/// Where the program called the runtime that calls the driver, if it called through here and has
/// lines.
pub(super) fn called_at() -> Option<report::Place> {
    place_of(source_of(CALLED.get().place)?.to_str().ok()?)
}

/// Where the program called the runtime, for which that knows an address behind the call.
pub(super) fn key_of(code: u64) -> Key {
    let call = CALLED.get();
    if call.place.is_null() || !is_own(code) {
        return Key::Code(code);
    }
    let source =
        source_of(call.place).map(|source| Key::Source(source.as_ptr().expose_provenance() as u64));
    source.unwrap_or(Key::Code(call.code))
}

unsafe extern "C" {
    fn _Unwind_Backtrace(
        see: extern "C" fn(*mut c_void, *mut c_void) -> c_int,
        argument: *mut c_void,
    ) -> c_int;
    fn _Unwind_GetIP(frame: *mut c_void) -> usize;
}

/// The address behind the call of the first frame that is not in this library; 0: not known.
fn caller() -> u64 {
    extern "C" fn see(frame: *mut c_void, found: *mut c_void) -> c_int {
        // SAFETY: the frame is the one that the unwinder shows.
        let code = unsafe { _Unwind_GetIP(frame) } as u64;
        if is_own(code) {
            return 0;
        }
        // SAFETY: it is the place that `caller` gives the unwinder.
        unsafe { found.cast::<u64>().write(code) };
        STOP
    }
    /// `_URC_NORMAL_STOP`
    const STOP: c_int = 4;
    let mut found = 0_u64;
    // SAFETY: the function has the type that is wanted, and the place lives longer than the call.
    unsafe { _Unwind_Backtrace(see, (&raw mut found).cast()) };
    found
}

/// The most addresses of which it is remembered whether they are in this library.
const MOST_CODE: usize = 1 << 12;

/// Whether code is this library's.
fn is_own(code: u64) -> bool {
    static KNOWN: Mutex<BTreeMap<u64, bool>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(is_own) = known.get(&code) {
        return *is_own;
    }
    let base = |code: u64| ompt::object_of(code).map(|found| found.1);
    let is_own = base(code) == base(caller as *const () as u64);
    if known.len() < MOST_CODE {
        known.insert(code, is_own);
    }
    is_own
}

/// `RTLD_NEXT` of `dlfcn.h`: the libraries behind this one.
const NEXT: *mut c_void = ptr::without_provenance_mut(usize::MAX);

unsafe extern "C" {
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// The function of a name behind the one here, or null.
pub(super) fn next(name: &CStr) -> *mut c_void {
    // SAFETY: the name ends.
    unsafe { dlsym(NEXT, name.as_ptr()) }
}

/// The runtime's function of a name, behind the one here. Without it nothing could answer the
/// program.
fn behind(name: &CStr) -> *mut c_void {
    let function = next(name);
    if function.is_null() {
        tell(&format!("the offload runtime has no {}", name.to_string_lossy()));
        std::process::abort();
    }
    function
}

/// Functions of the runtime that take the program's place. `warpsim run --json` and `warpsim
/// transfers` have this library loaded before the runtime, so that a program calls these; they
/// remember the place and call the runtime's.
macro_rules! through_here {
    ($($name:ident($($argument:ident: $kind:ty),*) $(-> $answer:ty)?;)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(place: *const Ident, $($argument: $kind),*) $(-> $answer)? {
            type Behind = unsafe extern "C" fn(*const Ident, $($kind),*) $(-> $answer)?;
            const NAME: &str = concat!(stringify!($name), "\0");
            let function = behind(CStr::from_bytes_with_nul(NAME.as_bytes()).unwrap_or_default());
            // SAFETY: the runtime's function of this name has this type.
            let function = unsafe { std::mem::transmute::<*mut c_void, Behind>(function) };
            let _called = Called::at(place);
            // SAFETY: the caller gives what the runtime's function wants.
            unsafe { function(place, $($argument),*) }
        }
    )*};
}

/// An array or a structure of the program.
type Given = *mut c_void;

through_here! {
    __tgt_target_data_begin_mapper(device: i64, number: i32, bases: Given, starts: Given, sizes: Given, types: Given, names: Given, mappers: Given);
    __tgt_target_data_end_mapper(device: i64, number: i32, bases: Given, starts: Given, sizes: Given, types: Given, names: Given, mappers: Given);
    __tgt_target_data_update_mapper(device: i64, number: i32, bases: Given, starts: Given, sizes: Given, types: Given, names: Given, mappers: Given);
    __tgt_target_data_begin_nowait_mapper(device: i64, number: i32, bases: Given, starts: Given, sizes: Given, types: Given, names: Given, mappers: Given, after: i32, list: Given, more: i32, further: Given);
    __tgt_target_data_end_nowait_mapper(device: i64, number: i32, bases: Given, starts: Given, sizes: Given, types: Given, names: Given, mappers: Given, after: i32, list: Given, more: i32, further: Given);
    __tgt_target_data_update_nowait_mapper(device: i64, number: i32, bases: Given, starts: Given, sizes: Given, types: Given, names: Given, mappers: Given, after: i32, list: Given, more: i32, further: Given);
    __tgt_target_kernel(device: i64, teams: i32, threads: i32, region: Given, arguments: Given) -> c_int;
    __tgt_target_kernel_nowait(device: i64, teams: i32, threads: i32, region: Given, arguments: Given, after: i32, list: Given, more: i32, further: Given) -> c_int;
}
