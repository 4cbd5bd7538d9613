//! Any bytes are loaded into the simulated device as PTX: read, linked, decoded. No panic, and no memory beyond the device's.
#![no_main]

use warpsim::device::{Device, Options};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let options = Options { memory: 64 << 20, ..Options::default() };
    let mut device = Device::new(options).expect("the host has 64 MiB of addresses");
    if let Ok(module) = device.load(&[bytes.to_vec()]) {
        device.unload(module).expect("it is loaded");
    }
});
