//! Any text is parsed as a region of the IR; what parses prints to a text that parses to the same.
#![no_main]

use warpcc::ir::text;

libfuzzer_sys::fuzz_target!(|input: &str| {
    if let Ok(region) = text::parse(input) {
        let printed = text::print(&region);
        let again = text::parse(&printed);
        assert_eq!(again.as_ref().map(text::print).as_deref(), Ok(printed.as_str()));
    }
});
