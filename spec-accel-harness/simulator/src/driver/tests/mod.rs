//! Tests of the driver's state on a device of the host.

mod calls;
mod random;
mod threads;

use super::fake::Fake;
use super::*;

/// A text with all kernels of the device and a variable.
const TEXT: &str =
    "kernel increment 128\nkernel wild 128\nkernel trap 128\nkernel missing 128\nvariable v 24";

/// A driver whose context is the current one of this thread.
fn driver(options: &Options) -> Driver<Fake> {
    let mut driver = Driver::new(Fake::default(), Output::new(options));
    assert_eq!(driver.initialise(0), Ok(()));
    let context = driver.retain_context(0).expect("there is a device");
    assert_eq!(driver.set_current(context), Ok(()));
    driver
}

/// Loads [`TEXT`].
fn load(driver: &mut Driver<Fake>) -> u64 {
    driver.load(&[TEXT.as_bytes().to_vec()]).expect("the text is right")
}

/// Launches one team of a kernel of a module with an address as its parameter.
fn launch(driver: &mut Driver<Fake>, function: u64, address: u64) -> Result<(), Error> {
    let parameters = &address.to_le_bytes();
    let launch = Launch { grid: [1; 3], block: [32, 1, 1], dynamic_shared: 0, parameters };
    driver.launch(&LaunchRequest { function, stream: 0, launch })
}
