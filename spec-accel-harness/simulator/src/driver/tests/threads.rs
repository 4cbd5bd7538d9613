//! Several threads call at once.

use std::sync::Mutex;

use super::*;

/// What one thread does again and again, each call under the lock as in the functions with C linkage.
fn work(driver: &Mutex<Driver<Fake>>, context: u64, module: u64, byte: u8) {
    let lock = || driver.lock().expect("no thread panicked");
    let current = lock().current_device();
    assert_eq!(current, Err(Error::InvalidContext), "a new thread has no current context");
    assert_eq!(lock().set_current(context), Ok(()));
    for round in 0..50 {
        let stream = lock().create_stream().expect("a context is current");
        let address = lock().allocate(64).expect("there is memory");
        let function = lock().function(module, "increment").expect("there is one");
        assert_eq!(lock().write(address, &[byte; 64]), Ok(()));
        lock().record(Direction::HostToDevice, 64, address, None);
        for at in 0..round {
            assert_eq!(launch(&mut lock(), function, address + at), Ok(()));
        }
        let mut bytes = [0; 64];
        assert_eq!(lock().read(address, &mut bytes), Ok(()));
        for (at, found) in bytes.iter().enumerate() {
            assert_eq!(*found, byte + u8::from((at as u64) < round));
        }
        assert_eq!(lock().free(address), Ok(()));
        assert_eq!(lock().destroy_stream(stream), Ok(()));
    }
}

#[test]
fn threads_allocate_copy_and_launch_at_once() {
    let mut driver = driver(&Options::default());
    let context = driver.context_handle();
    let module = load(&mut driver);
    let driver = Mutex::new(driver);
    std::thread::scope(|scope| {
        for byte in 0..6 {
            let driver = &driver;
            scope.spawn(move || work(driver, context, module, byte));
        }
    });
    let driver = driver.into_inner().expect("no thread panicked");
    let sum = driver.transfers().sum(Direction::HostToDevice);
    assert_eq!(sum, Sum { copies: 300, bytes: 300 * 64 });
    assert_eq!(driver.backend.used(), 24);
}

/// A helper thread of libomptarget that runs what is `nowait` waits for events and launches before it has a context.
#[test]
fn a_stream_tells_its_context() {
    let mut driver = driver(&Options::default());
    let module = load(&mut driver);
    let function = driver.function(module, "increment").expect("there is one");
    let (stream, address) = (driver.create_stream().expect("it has one"), driver.allocate(8));
    let address = address.expect("there is memory");
    let event = driver.create_event().expect("it has a context");
    let driver = Mutex::new(driver);
    let answers = std::thread::scope(|scope| {
        let work = || {
            let mut driver = driver.lock().expect("no thread panicked");
            let parameters = address.to_le_bytes();
            let one =
                Launch { grid: [1; 3], block: [1; 3], dynamic_shared: 0, parameters: &parameters };
            let mut launch = |stream| {
                let launch = Launch { ..one };
                driver.launch(&LaunchRequest { function, stream, launch })
            };
            let launched = [launch(stream), launch(0)];
            (driver.check_event_in(event, stream), launched)
        };
        scope.spawn(work).join().expect("it does not panic")
    });
    assert_eq!(answers, (Ok(()), [Ok(()), Err(Error::InvalidContext)]));
}
