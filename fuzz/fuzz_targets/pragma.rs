//! Any bytes are lexed for OpenMP directives; their clauses and list items are read.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| warpcc::frontend::fuzzing::pragmas(bytes));
