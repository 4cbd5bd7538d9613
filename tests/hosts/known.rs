//! Programs that an earlier campaign compared: the same text and the same rewriting need no second run.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The bytes that programs copy before and after, by [`key`].
type Bytes = BTreeMap<u64, [u64; 2]>;

/// A number that tells a program and its rewriting, with what stands beside all programs, from others.
pub(crate) fn key(old: &str, new: &str) -> u64 {
    let texts = [crate::print::HEAD, include_str!("second.c"), old, new];
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

fn file() -> Option<PathBuf> {
    std::env::var_os("WARPCC_FUZZ_KNOWN").map(PathBuf::from)
}

/// What the file of earlier campaigns says.
fn all() -> &'static Mutex<Bytes> {
    static ALL: OnceLock<Mutex<Bytes>> = OnceLock::new();
    ALL.get_or_init(|| {
        let text = file().and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        let line = |line: &str| {
            let mut numbers = line.split(' ').map(|number| number.parse().ok());
            let mut next = || numbers.next().flatten();
            Some((next()?, [next()?, next()?]))
        };
        Mutex::new(text.lines().filter_map(line).collect())
    })
}

/// What a program copies, where it has been compared.
pub(crate) fn bytes(key: u64) -> Option<[u64; 2]> {
    all().lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied()
}

/// Remembers a program that was compared and is as it was.
pub(crate) fn remember(key: u64, bytes: [u64; 2]) {
    let Some(file) = file() else { return };
    let mut all = all().lock().unwrap_or_else(PoisonError::into_inner);
    if all.insert(key, bytes).is_none() {
        let opened = OpenOptions::new().create(true).append(true).open(file);
        let [before, after] = bytes;
        let written = opened.and_then(|mut file| writeln!(file, "{key} {before} {after}"));
        written.expect("the file of known programs can be written");
    }
}
