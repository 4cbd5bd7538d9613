//! The device that runs the kernels, as the driver wants it.

use std::io::{self, Write};
use std::path::Path;

use super::backend::{Backend, Fault, KernelId, Launch, ModuleId, Summary, Usage};
use super::options::{Options, Order};
use crate::device::{self, Device};
use crate::report::Report;

impl Summary for Report {
    fn write_csv(&self, to: &mut dyn Write) -> io::Result<()> {
        Report::write_csv(self, to)
    }

    fn write_ncu(&self, to: &mut dyn Write) -> io::Result<()> {
        Report::write_ncu(self, to)
    }

    fn findings(&self) -> Vec<String> {
        Report::findings(self)
    }

    fn summary(&self, folder: &Path) -> Vec<String> {
        Report::summary(self, folder)
    }
}

/// What the user's options say of a device.
pub(super) fn device_options(options: &Options) -> device::Options {
    let seed = match options.order {
        Order::Random(seed) => Some(seed),
        Order::Forward | Order::Backward => None,
    };
    let order = device::Order {
        turns: options.turn.into(),
        reversed: options.order == Order::Backward,
        seed,
        interleaved: options.interleaved,
    };
    device::Options {
        order,
        watch: options.watch,
        host_memory: options.host_memory,
        caches: options.caches,
        launches: options.ncu.is_some(),
        uses: options.transfers.is_some(),
        ..device::Options::default()
    }
}

impl Backend for Device {
    type Report = Report;

    fn allocate(&mut self, bytes: u64) -> Result<u64, Fault> {
        Device::allocate(self, bytes)
    }

    fn free(&mut self, address: u64) -> Result<(), Fault> {
        Device::free(self, address)
    }

    fn allocate_host(&mut self, bytes: u64) -> Result<u64, Fault> {
        Device::allocate_host(self, bytes)
    }

    fn free_host(&mut self, address: u64) -> Result<(), Fault> {
        Device::free(self, address)
    }

    fn read(&self, address: u64, to: &mut [u8]) -> Result<(), Fault> {
        Device::read(self, address, to)
    }

    fn write(&mut self, address: u64, from: &[u8]) -> Result<(), Fault> {
        Device::write(self, address, from)
    }

    fn copy(&mut self, from: u64, to: u64, bytes: u64) -> Result<(), Fault> {
        Device::copy(self, from, to, bytes)
    }

    fn used(&self, address: u64, bytes: u64, what: Usage) -> Option<u64> {
        Device::used(self, address, bytes, what)
    }

    fn forget_uses(&mut self, address: u64, bytes: u64, what: Usage) {
        Device::forget_uses(self, address, bytes, what);
    }

    fn fill(&mut self, address: u64, bytes: u64, pattern: [u8; 4]) {
        Device::fill(self, address, bytes, pattern);
    }

    fn load(&mut self, texts: &[Vec<u8>]) -> Result<ModuleId, Fault> {
        Device::load(self, texts)
    }

    fn unload(&mut self, module: ModuleId) -> Result<(), Fault> {
        Device::unload(self, module)
    }

    fn global(&self, module: ModuleId, name: &str) -> Option<(u64, u64)> {
        Device::global(self, module, name)
    }

    fn kernel(&self, module: ModuleId, name: &str) -> Option<KernelId> {
        Device::kernel(self, module, name)
    }

    fn max_threads(&self, kernel: KernelId) -> u32 {
        Device::max_threads(self, kernel)
    }

    fn launch(&mut self, kernel: KernelId, launch: &Launch) -> Result<(), Fault> {
        Device::launch(self, kernel, launch)
    }

    fn report(&self) -> Report {
        Device::report(self)
    }
}
