//! Any text splits as a response file, and its words come back when they are quoted again.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| warpcc_wrapper::fuzzing::response_file(text));
