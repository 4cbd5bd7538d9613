//! Where the time goes: with `WARPCC_TIMINGS=FILE` each phase appends one line of JSON to the file.

use std::fs::OpenOptions;
use std::io::Write;
use std::time::Instant;

/// The variable that names the file.
const VARIABLE: &str = "WARPCC_TIMINGS";

/// Does `work`, and notes how long it took as `phase`, where the user asked for it.
pub(crate) fn timed<T>(phase: &str, work: impl FnOnce() -> T) -> T {
    let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) else {
        return work();
    };
    let start = Instant::now();
    let result = work();
    let line = format!("{{\"phase\":\"{phase}\",\"us\":{}}}\n", start.elapsed().as_micros());
    let file = OpenOptions::new().create(true).append(true).open(path);
    let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
    result
}
