//! Any command line is sorted into warpcc's options and clang's, and clang's are classified: no
//! panic, and nothing of clang's is lost or changed.
#![no_main]

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let words = bytes.split(|byte| *byte == b'\n').map(|word| OsString::from_vec(word.to_vec()));
    warpcc_wrapper::fuzzing::command_line(&words.collect::<Vec<_>>());
});
