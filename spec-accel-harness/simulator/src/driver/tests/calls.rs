//! What single calls answer.

use super::*;
use crate::driver::fake::{MEMORY, START};

#[test]
fn nothing_works_before_the_first_call() {
    let mut driver = Driver::new(Fake::default(), Output::default());
    assert_eq!(driver.device_count(), Err(Error::NotInitialized));
    assert_eq!(driver.retain_context(0), Err(Error::NotInitialized));
    assert_eq!(driver.allocate(8), Err(Error::NotInitialized));
    assert_eq!(driver.initialise(1), Err(Error::InvalidValue));
    assert_eq!(driver.initialise(0), Ok(()));
    assert_eq!(driver.device_count(), Ok(1));
    assert_eq!(driver.check_device(0), Ok(()));
    for device in [-1, 1, i32::MAX] {
        assert_eq!(driver.retain_context(device), Err(Error::InvalidDevice));
    }
}

#[test]
fn a_context_is_retained_made_current_and_released() {
    let mut driver = Driver::new(Fake::default(), Output::default());
    assert_eq!(driver.initialise(0), Ok(()));
    assert_eq!(driver.release_context(0), Err(Error::InvalidContext));
    assert_eq!(driver.context_state(0), Ok((0, false)));
    assert_eq!(driver.set_context_flags(0, 4), Ok(()));
    let context = driver.retain_context(0).expect("there is a device");
    assert_eq!(driver.context_state(0), Ok((4, true)));
    assert_eq!(driver.retain_context(0), Ok(context));
    assert_eq!(driver.set_current(0), Ok(()));
    assert_eq!(driver.current_device(), Err(Error::InvalidContext));
    assert_eq!(driver.create_stream(), Err(Error::InvalidContext));
    for wrong in [1, context + 1, u64::MAX] {
        assert_eq!(driver.set_current(wrong), Err(Error::InvalidContext));
    }
    assert_eq!(driver.set_current(context), Ok(()));
    assert_eq!(driver.current_device(), Ok(0));
    assert_eq!(driver.enable_peer(context), Err(Error::PeerAccessUnsupported));
    assert_eq!(driver.check_contexts(context, 0), Err(Error::InvalidContext));
    assert_eq!(driver.check_contexts(context, context), Ok(()));
    assert_eq!(driver.release_context(0), Ok(()));
    assert_eq!(driver.current_device(), Ok(0));
    assert_eq!(driver.release_context(0), Ok(()));
    assert_eq!(driver.current_device(), Err(Error::InvalidContext));
    assert_ne!(driver.retain_context(0), Ok(context));
}

#[test]
fn the_last_release_takes_everything_away() {
    let mut driver = driver(&Options::default());
    let module = load(&mut driver);
    let function = driver.function(module, "increment").expect("there is one");
    let (stream, event) = (driver.create_stream(), driver.create_event());
    assert!(driver.allocate(100).is_ok() && driver.allocate_host(100).is_ok());
    assert_eq!(driver.set_limit(2, 5), Ok(()));
    assert_eq!((driver.backend.used(), driver.backend.host.len()), (124, 1));
    assert_eq!(driver.release_context(0), Ok(()));
    assert_eq!((driver.backend.used(), driver.backend.host.len()), (0, 0));
    let context = driver.retain_context(0).expect("there is a device");
    assert_eq!(driver.set_current(context), Ok(()));
    assert_eq!(driver.unload(module), Err(Error::InvalidHandle));
    assert_eq!(driver.max_threads(function), Err(Error::InvalidHandle));
    assert_eq!(driver.check_stream(stream.expect("made")), Err(Error::InvalidHandle));
    assert_eq!(driver.check_event(event.expect("made")), Err(Error::InvalidHandle));
    assert_eq!(driver.limit(2), Ok(8 << 20));
}

#[test]
fn streams_and_events_are_handles() {
    let mut driver = driver(&Options::default());
    let stream = driver.create_stream().expect("a context is current");
    let event = driver.create_event().expect("a context is current");
    for own in [0, 1, 2, stream] {
        assert_eq!(driver.check_event_in(event, own), Ok(()));
    }
    for wrong in [3, event, u64::MAX] {
        assert_eq!(driver.check_event_in(event, wrong), Err(Error::InvalidHandle));
        assert_eq!(driver.destroy_stream(wrong), Err(Error::InvalidHandle));
    }
    assert_eq!(driver.destroy_stream(0), Err(Error::InvalidHandle));
    assert_eq!(driver.check_event(stream), Err(Error::InvalidHandle));
    assert_eq!(driver.destroy_stream(stream), Ok(()));
    assert_eq!(driver.check_stream(stream), Err(Error::InvalidHandle));
    assert_eq!(driver.destroy_event(event), Ok(()));
    assert_eq!(driver.destroy_event(event), Err(Error::InvalidHandle));
}

#[test]
fn limits_are_remembered() {
    let mut driver = driver(&Options::default());
    assert_eq!((driver.limit(0), driver.limit(2)), (Ok(1024), Ok(8 << 20)));
    assert_eq!(driver.set_limit(0, 4096), Ok(()));
    assert_eq!(driver.limit(0), Ok(4096));
    for limit in [3, u32::MAX] {
        assert_eq!(driver.limit(limit), Err(Error::UnsupportedLimit));
        assert_eq!(driver.set_limit(limit, 1), Err(Error::UnsupportedLimit));
    }
}

#[test]
fn device_memory_is_allocated_copied_and_freed() {
    let mut driver = driver(&Options::default());
    assert_eq!(driver.allocate(0), Err(Error::InvalidValue));
    assert_eq!(driver.allocate(MEMORY + 1), Err(Error::OutOfMemory));
    assert_eq!(driver.allocate(u64::MAX), Err(Error::OutOfMemory));
    let address = driver.allocate(8).expect("there is memory");
    assert_eq!(driver.write(address, &[1, 2, 3, 4, 5, 6, 7, 8]), Ok(()));
    assert_eq!(driver.copy(address, address + 4, 4), Ok(()));
    let mut bytes = [0; 8];
    assert_eq!(driver.read(address, &mut bytes), Ok(()));
    assert_eq!(bytes, [1, 2, 3, 4, 1, 2, 3, 4]);
    // A copy that goes astray is a wrong argument. No kernel was stopped, so that the next one works.
    assert_eq!(driver.write(address + 1, &bytes), Err(Error::InvalidValue));
    assert_eq!(driver.read(u64::MAX, &mut bytes), Err(Error::InvalidValue));
    assert_eq!(driver.copy(address, START - 1, 4), Err(Error::InvalidValue));
    assert_eq!(driver.free(address + 4), Err(Error::InvalidValue));
    assert_eq!(driver.free(0), Ok(()));
    assert_eq!(driver.free(address), Ok(()));
    assert_eq!(driver.free(address), Err(Error::InvalidValue));
    assert_eq!(driver.backend.used(), 0);
}

#[test]
fn host_memory_is_a_place_of_its_own_that_the_device_knows() {
    let mut driver = driver(&Options::default());
    for bytes in [0, u64::MAX] {
        assert!(driver.allocate_host(bytes).is_err());
    }
    let host = driver.allocate_host(100).expect("the host has memory");
    assert!(driver.backend.host.contains_key(&host));
    let device = driver.allocate(100).expect("there is memory");
    assert_eq!(driver.place(host, 100), Ok(Place::Host));
    assert_eq!(driver.place(host + 99, 1), Ok(Place::Host));
    assert_eq!(driver.place(host + 100, 1), Ok(Place::Device));
    assert_eq!(driver.place(device, 100), Ok(Place::Device));
    assert_eq!(driver.place(host - 1, 1), Ok(Place::Device));
    assert_eq!(driver.place(host - 1, 2), Err(Error::InvalidValue));
    assert_eq!(driver.place(host, 101), Err(Error::InvalidValue));
    assert_eq!(driver.place(u64::MAX, 2), Err(Error::InvalidValue));
    assert_eq!(driver.free_host(device), Err(Error::InvalidValue));
    assert_eq!(driver.free_host(host), Ok(()));
    assert_eq!(driver.free_host(host), Err(Error::InvalidValue));
    assert_eq!(driver.place(host, 100), Ok(Place::Device));
    assert!(driver.backend.host.is_empty());
    let managed = driver.allocate_host(10).expect("the host has memory");
    assert_eq!(driver.free(managed), Ok(()));
}

#[test]
fn modules_have_functions_and_variables() {
    let mut driver = driver(&Options::default());
    assert_eq!(driver.load(&[b"nonsense".to_vec()]), Err(Error::InvalidImage));
    let module = load(&mut driver);
    let function = driver.function(module, "increment").expect("there is one");
    assert_eq!(driver.function(module, "increment"), Ok(function));
    assert_eq!(driver.function(module, "none"), Err(Error::NotFound));
    assert_eq!(driver.function(function, "increment"), Err(Error::InvalidHandle));
    assert_eq!(driver.max_threads(function), Ok(128));
    assert_eq!(driver.max_threads(module), Err(Error::InvalidHandle));
    assert_eq!(driver.global(module, "v").map(|place| place.1), Ok(24));
    assert_eq!(driver.global(module, "w"), Err(Error::NotFound));
    assert_eq!(driver.unload(module), Ok(()));
    assert_eq!(driver.max_threads(function), Err(Error::InvalidHandle));
    assert_eq!(driver.global(module, "v"), Err(Error::InvalidHandle));
    assert_eq!(driver.unload(module), Err(Error::InvalidHandle));
}

#[test]
fn kernels_are_launched_within_limits() {
    let mut driver = driver(&Options::default());
    let module = load(&mut driver);
    let function = driver.function(module, "increment").expect("there is one");
    let address = driver.allocate(1).expect("there is memory");
    assert_eq!(launch(&mut driver, function, address), Ok(()));
    assert_eq!(launch(&mut driver, function, address), Ok(()));
    assert_eq!(launch(&mut driver, module, address), Err(Error::InvalidHandle));
    let (block, parameters) = ([129, 1, 1], &address.to_le_bytes());
    let launch = Launch { grid: [1; 3], block, dynamic_shared: 0, parameters };
    let request = LaunchRequest { function, stream: 0, launch };
    assert_eq!(driver.launch(&request), Err(Error::InvalidValue));
    let elsewhere = LaunchRequest { stream: 77, ..request };
    assert_eq!(driver.launch(&elsewhere), Err(Error::InvalidHandle));
    let mut byte = [0];
    assert_eq!(driver.read(address, &mut byte), Ok(()));
    assert_eq!(byte, [2]);
}

#[test]
fn a_stopped_kernel_ends_the_work_and_the_report_is_written_at_once() {
    for (name, error) in [("wild", Error::IllegalAddress), ("trap", Error::LaunchFailed)] {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let csv = folder.path().join("a.csv");
        let mut driver = driver(&Options { csv: Some(csv.clone()), ..Options::default() });
        let module = load(&mut driver);
        let function = driver.function(module, name).expect("there is one");
        let stream = driver.create_stream().expect("there is room");
        let event = driver.create_event().expect("there is room");
        assert!(!csv.exists());
        assert_eq!(launch(&mut driver, function, 0), Err(error));
        assert_eq!(std::fs::read_to_string(&csv).ok().as_deref(), Some("launches\n1\n"));
        assert_eq!(launch(&mut driver, function, 0), Err(error));
        assert_eq!(driver.allocate(8), Err(error));
        for stream in [0, stream, 77] {
            assert_eq!(driver.check_stream(stream), Err(error));
            assert_eq!(driver.check_event_in(event, stream), Err(error));
        }
        assert_eq!(driver.unload(module), Err(error));
        assert_eq!(driver.current_device(), Err(error));
        assert_eq!(driver.device_count(), Ok(1));
        assert_eq!(driver.release_context(0), Err(error));
        assert_eq!(driver.backend.used(), 0);
        assert_eq!(driver.retain_context(0), Err(error));
    }
}

#[test]
fn the_report_is_written_with_the_last_release_and_once() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let json = folder.path().join("a.json");
    let mut driver = driver(&Options { json: Some(json.clone()), ..Options::default() });
    driver.record(Direction::HostToDevice, 12, START, None);
    assert!(driver.retain_context(0).is_ok());
    assert_eq!(driver.release_context(0), Ok(()));
    assert!(!json.exists());
    assert_eq!(driver.release_context(0), Ok(()));
    let text = std::fs::read_to_string(&json).expect("the report was written");
    assert!(text.contains(r#""host_to_device":{"copies":1,"bytes":12}"#), "{text}");
    std::fs::remove_file(&json).expect("the file is there");
    driver.write_report();
    assert!(driver.retain_context(0).is_ok() && driver.release_context(0).is_ok());
    assert!(!json.exists());
}
