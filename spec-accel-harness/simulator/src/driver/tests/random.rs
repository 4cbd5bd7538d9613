//! Any sequence of calls with any handles and sizes: answers, and never a panic.

use proptest::prelude::*;

use super::*;

/// A call; the numbers are places in the list of values that earlier calls gave, or values themselves.
type Step = (u8, u64, u64);

/// A number: of a value of before, a small one, one near the end of the address space, or any.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0_u64..24, 1 => 24_u64..5000, 1 => Just(u64::MAX), 1 => any::<u64>()]
}

/// Values that calls gave, to be used again.
struct Known(Vec<u64>);

impl Known {
    fn value(&self, number: u64) -> u64 {
        self.0.get(number as usize).copied().unwrap_or(number)
    }

    fn keep<T: Into<u64>>(&mut self, result: Result<T, Error>) -> Result<(), Error> {
        result.map(|value| self.0.push(value.into()))
    }
}

/// Makes, uses or takes away objects.
fn call_objects(driver: &mut Driver<Fake>, known: &mut Known, step: Step) -> Result<(), Error> {
    let (first, second) = (known.value(step.1), known.value(step.2));
    match step.0 {
        0 => known.keep(driver.create_stream()),
        1 => driver.destroy_stream(first),
        2 => known.keep(driver.create_event()),
        3 => driver.destroy_event(first),
        4 => driver.check_event_in(first, second),
        5 => known.keep(driver.load(&[TEXT.as_bytes().to_vec()])),
        6 => known.keep(driver.load(&[first.to_le_bytes().to_vec()])),
        7 => driver.unload(first),
        8 => known.keep(driver.function(first, "increment")),
        9 => known.keep(driver.function(first, "wild")),
        10 => known.keep(driver.global(first, "v").map(|place| place.0)),
        11 => known.keep(driver.max_threads(first)),
        12 => driver.set_current(first),
        13 => known.keep(driver.retain_context(i32::from(first == 7))),
        14 => driver.release_context(i32::from(second == 7)),
        15 => driver.set_limit(first as u32, second),
        _ => call_memory(driver, known, step),
    }
}

/// Uses memory and launches kernels.
fn call_memory(driver: &mut Driver<Fake>, known: &mut Known, step: Step) -> Result<(), Error> {
    let (first, second) = (known.value(step.1), known.value(step.2));
    let bytes = step.2.min(64) as usize;
    match step.0 {
        16 => known.keep(driver.allocate(first)),
        // Small pieces: the test is about the numbers, not about the host's memory.
        17 => known.keep(driver.allocate_host(if step.1 < 5000 { step.1 } else { u64::MAX })),
        18 => driver.free(first),
        19 => driver.free_host(first),
        20 => driver.place(first, second).map(|_| ()),
        21 => driver.write(first, &vec![7; bytes]),
        22 => driver.read(first, &mut vec![0; bytes]),
        23 => driver.copy(first, second, step.1),
        24 => launch(driver, first, second),
        25 => {
            let extents = [first as u32, second as u32, 1];
            let (grid, block, dynamic_shared) = (extents, extents, second as u32);
            let launch = Launch { grid, block, dynamic_shared, parameters: &[] };
            driver.launch(&LaunchRequest { function: first, stream: second, launch })
        }
        _ => driver.check_stream(first),
    }
}

proptest! {
    #[test]
    fn any_calls_are_answered(
        steps in proptest::collection::vec((0_u8..27, number(), number()), 1..120)
    ) {
        let mut driver = driver(&Options::default());
        let mut known = Known(vec![driver.context_handle()]);
        let mut stopped = None;
        for step in steps {
            let result = call_objects(&mut driver, &mut known, step);
            if let (Some(error), Err(other)) = (stopped, result) {
                // Only what is no business of the context may answer otherwise.
                let allowed = [error, Error::InvalidDevice, Error::InvalidContext];
                prop_assert!(allowed.contains(&other), "{step:?}: {other:?} after {error:?}");
            }
            stopped = driver.stopped;
            prop_assert!(driver.backend.used() <= crate::driver::fake::MEMORY);
            if driver.context.users == 0 {
                prop_assert_eq!(driver.backend.used(), 0);
            }
        }
    }
}
