//! What the device says about itself: the figures of an NVIDIA H100 SXM5 of 80 GB.

use super::errors::Error;

/// The number of multiprocessors; the runtime takes the number of teams from it.
pub const MULTIPROCESSORS: i32 = 132;

/// The largest number of threads in a team.
pub const THREADS_PER_BLOCK: u32 = crate::device::MAX_THREADS;

/// The largest extents of a team, in threads.
pub const BLOCK_LIMITS: [u32; 3] = [1024, 1024, 64];

/// The largest extents of a grid, in teams.
pub const GRID_LIMITS: [u32; 3] = [i32::MAX as u32, 65_535, 65_535];

/// Team memory that a launch may ask for, in bytes, unless the kernel was allowed more. None can be: the call that allows it is
/// not among those that the runtime makes.
pub const SHARED_PER_BLOCK: u32 = 48 << 10;

/// Parameters of one launch, in bytes (CUDA 12.1 and later, compute capability 7.0 and later).
pub const PARAMETER_BYTES: usize = 32_764;

/// The version of the driver: 12.9.
pub const DRIVER_VERSION: i32 = 12_090;

/// The name of the device.
pub const NAME: &str = "NVIDIA H100 80GB HBM3 (simulated by warpsim)";

/// The device's memory, in bytes (H100 data sheet).
const MEMORY_BYTES: u64 = 80 << 30;

/// The attributes by their number in `CUdevice_attribute`.
///
/// Sources: (G) CUDA C++ Programming Guide 12.9, chapter "Compute Capabilities", column 9.0; (D) NVIDIA H100 data sheet and the
/// architecture's white paper, SXM5; (N) the largest value that `nvidia-smi` shows for such a board; (S) what the simulator does.
#[rustfmt::skip]
const ATTRIBUTES: &[(i32, i32)] = &[
    (1, THREADS_PER_BLOCK as i32), // threads in a team (G)
    (2, 1024), (3, 1024), (4, 64), // extents of a team (G)
    (5, i32::MAX), (6, 65_535), (7, 65_535), // extents of a grid (G)
    (8, SHARED_PER_BLOCK as i32), // team memory without a permit, in bytes (G)
    (9, 64 << 10), // constant memory, in bytes (G)
    (10, 32), // threads in a warp (G)
    (11, i32::MAX), // the largest pitch of a copy, in bytes (S: copies have no pitch)
    (12, 64 << 10), // registers of a team, 32 bits each (G)
    (13, 1_980_000), // clock in kHz (N)
    (14, 512), // alignment of textures, in bytes (S: there are none)
    (15, 1), // copies beside kernels are allowed (S: they run in order)
    (16, MULTIPROCESSORS), // (D)
    (17, 0), // no limit on the time of a kernel (S)
    (18, 0), // not integrated with the host (D)
    (19, 1), // host memory can be mapped (S)
    (20, 0), // the compute mode: several contexts (S)
    (31, 1), // several kernels at once are allowed (S: they run in order)
    (32, 1), // memory has error correction (D)
    (33, 0), (34, 0), (50, 0), // bus, device and domain (S)
    (35, 0), // no TCC driver (S)
    (36, 2_619_000), // clock of the memory in kHz (N; D: 3.35 TB/s over 5120 bits, two transfers a clock)
    (37, 5120), // bits of the memory's bus (D)
    (38, 50 << 20), // L2 cache, in bytes (D)
    (39, 2048), // threads on a multiprocessor (G)
    (40, 1), // engines for copies (S)
    (41, 1), // one address space with the host (S)
    (75, 9), (76, 0), // compute capability (G)
    (78, 0), // streams have no priorities (S)
    (79, 1), (80, 1), // L1 caches global and local memory (G)
    (81, 228 << 10), // team memory of a multiprocessor, in bytes (G)
    (82, 64 << 10), // registers of a multiprocessor (G)
    (83, 1), // managed memory (S)
    (84, 0), (85, 0), // one device on its board (S)
    (86, 0), // no atomics on host memory (S)
    (87, 2), // single precision is twice as fast as double (D)
    (88, 0), // pageable host memory cannot be reached (S)
    (89, 0), // managed memory is not to be used by both at once (S)
    (90, 1), // kernels can be preempted (G)
    (91, 0), (92, 0), (93, 0), (94, 0), (95, 0), (96, 0), // no stream operations on memory, no cooperative launches (S)
    (97, 227 << 10), // team memory with a permit, in bytes (G)
    (98, 0), (99, 0), (100, 0), (101, 0), // no registered host memory (S)
    (102, 0), // no virtual memory calls (S)
    (106, 32), // teams on a multiprocessor (G)
    (111, 1 << 10), // team memory that the system takes of each team, in bytes (G)
    (115, 1), // memory is allocated in the order of a stream (S)
    (120, 0), // no launches of clusters (S)
];

/// The value of an attribute.
pub fn attribute(number: i32) -> Result<i32, Error> {
    let row = ATTRIBUTES.iter().find(|row| row.0 == number);
    row.map(|row| row.1).ok_or(Error::InvalidValue)
}

/// The device's memory in bytes: that of an H100, or the host's if it has less.
pub fn memory_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    host_bytes(&text).map_or(MEMORY_BYTES, |bytes| bytes.min(MEMORY_BYTES))
}

/// The host's memory in bytes, from the text of `/proc/meminfo`.
fn host_bytes(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_attribute_stands_twice_and_the_limits_are_the_attributes() {
        assert!(ATTRIBUTES.windows(2).all(|pair| pair[0].0 != pair[1].0));
        let mut numbers: Vec<i32> = ATTRIBUTES.iter().map(|row| row.0).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), ATTRIBUTES.len());
        for (at, limit) in BLOCK_LIMITS.iter().chain(&GRID_LIMITS).enumerate() {
            assert_eq!(attribute(2 + at as i32), Ok(*limit as i32));
        }
    }

    #[test]
    fn attributes_that_nobody_knows_are_refused() {
        for number in [i32::MIN, -1, 0, 21, 500, i32::MAX] {
            assert_eq!(attribute(number), Err(Error::InvalidValue));
        }
    }

    #[test]
    fn memory_is_what_the_host_has() {
        assert_eq!(host_bytes("MemFree: 1 kB\nMemTotal:       16384 kB\n"), Some(16 << 20));
        for text in ["", "MemTotal: x kB", "MemTotal: 18446744073709551615 kB", "MemTotal: 3"] {
            assert_eq!(host_bytes(text), None);
        }
        assert!((1..=MEMORY_BYTES).contains(&memory_bytes()));
    }
}
