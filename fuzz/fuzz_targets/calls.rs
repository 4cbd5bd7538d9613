//! Any calls of the simulated driver, with handles, addresses and sizes of earlier answers or of no sense: each is answered. A small
//! device runs the kernels.
#![no_main]

use warpsim::device::{self, Device};
use warpsim::driver::errors::Error;
use warpsim::driver::{Driver, Launch, LaunchRequest, Options, Output};

/// A kernel that adds 1 to what its parameter points to, one that waits for others of its team, and a variable.
const TEXT: &str = "
.version 8.4
.target sm_90
.address_size 64
.visible .global .align 4 .u32 v = 7;
.visible .entry add(.param .u64 p)
{
  .reg .b64 %rd<2>;
  .reg .b32 %r<3>;
  ld.param.u64 %rd1, [p];
  ld.global.u32 %r1, [%rd1];
  add.s32 %r2, %r1, 1;
  st.global.u32 [%rd1], %r2;
  ret;
}
.visible .entry wait()
{
  .reg .b32 %r<2>;
  .reg .pred %p<2>;
  mov.u32 %r1, %tid.x;
  setp.gt.u32 %p1, %r1, 40;
  @%p1 bra DONE;
  bar.sync 0, 64;
DONE:
  ret;
}
";

/// The bytes of one call: which, and three numbers.
const CALL: usize = 4;
/// The device's memory in bytes.
const MEMORY: u64 = 16 << 20;
/// The most memory that host and device share, in one piece.
const MOST_HOST: u64 = 1 << 16;

/// Sizes, addresses and numbers that are worth trying.
const NUMBERS: [u64; 12] =
    [0, 1, 3, 4, 64, 256, 4095, MEMORY, 1 << 31, 1 << 40, u64::MAX - 3, u64::MAX];

/// Extents of a grid or a team.
const EXTENTS: [u32; 8] = [1, 2, 3, 0, 32, 33, 1025, u32::MAX];

struct Calls {
    driver: Driver<Device>,
    /// What earlier calls answered.
    known: Vec<u64>,
}

impl Calls {
    /// A number: of an earlier answer, or one of the list.
    fn value(&self, byte: u8) -> u64 {
        let at = usize::from(byte);
        let known = self.known.get(at).copied();
        known.unwrap_or(NUMBERS[at % NUMBERS.len()])
    }

    fn keep(&mut self, answer: Result<u64, Error>) {
        self.known.extend(answer);
    }

    fn call(&mut self, [which, a, b, c]: [u8; CALL]) {
        let (first, second, third) = (self.value(a), self.value(b), self.value(c));
        let small = usize::from(b);
        let driver = &mut self.driver;
        let answer = match which % 26 {
            0 => driver.create_stream(),
            1 => driver.destroy_stream(first).map(|()| 0),
            2 => driver.create_event(),
            3 => driver.destroy_event(first).map(|()| 0),
            4 => driver.check_event_in(first, second).map(|()| 0),
            5 => driver.load(&[TEXT.as_bytes().to_vec()]),
            6 => driver.load(&[vec![a; small], TEXT.as_bytes()[..small].to_vec()]),
            7 => driver.unload(first).map(|()| 0),
            8 => driver.function(first, "add"),
            9 => driver.function(first, "wait"),
            10 => driver.global(first, "v").map(|place| place.0),
            11 => driver.max_threads(first).map(u64::from),
            12 => driver.set_current(first).map(|()| 0),
            13 => driver.retain_context(i32::from(a == 7)),
            14 => driver.release_context(i32::from(a == 7)).map(|()| 0),
            15 => driver.set_limit(first as u32, second).map(|()| 0),
            16 | 17 => driver.allocate(first),
            18 => driver.allocate_host(first.min(MOST_HOST)),
            19 => driver.free(first).map(|()| 0),
            20 => driver.free_host(first).map(|()| 0),
            21 => driver.write(first, &vec![c; small]).map(|()| 0),
            22 => driver.read(first, &mut vec![0; small]).map(|()| 0),
            23 => driver.copy(first, second, third).map(|()| 0),
            _ => {
                let extent = |byte: u8| EXTENTS[usize::from(byte) % EXTENTS.len()];
                let parameters = second.to_le_bytes();
                let given = if c % 16 == 15 { usize::from(c) / 32 } else { parameters.len() };
                let launch = Launch {
                    grid: [1 + u32::from(c) % 3, 1, u32::from(c != 77)],
                    block: [extent(a), extent(c), 1],
                    dynamic_shared: extent(a.wrapping_add(c)),
                    parameters: &parameters[..given],
                };
                driver
                    .launch(&LaunchRequest { function: first, stream: third % 3, launch })
                    .map(|()| 0)
            }
        };
        self.keep(answer.map(|value| if value == 0 { first } else { value }));
    }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let options = device::Options { memory: MEMORY, ..device::Options::default() };
    let device = Device::new(options).expect("the host has the addresses");
    let mut calls =
        Calls { driver: Driver::new(device, Output::new(&Options::default())), known: Vec::new() };
    let begun = calls.driver.initialise(0).and_then(|()| calls.driver.retain_context(0));
    let context = begun.expect("a driver begins");
    calls.driver.set_current(context).expect("it is a context");
    calls.known.push(context);
    for call in bytes.chunks_exact(CALL).take(256) {
        calls.call([call[0], call[1], call[2], call[3]]);
    }
});
