//! Device images that programs leave behind.
//!
//! libomptarget's plugin for the host as an offload device writes the device image of a program to `/tmp/tmpfile_XXXXXX`,
//! loads it from there, and never removes it; the folder is not a choice (LLVM 19). Whoever runs such programs for somebody
//! else removes what they left.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Where the plugin writes, and how the names of its files begin.
const FOLDER: &str = "/tmp";
const PREFIX: &str = "tmpfile_";

/// The time of a file may be so much behind the clock.
const TICK: Duration = Duration::from_secs(1);

/// What `run` answers; the images that `program` has left meanwhile are gone.
pub fn removed_after<T>(program: &Path, run: impl FnOnce() -> T) -> T {
    let begin = SystemTime::now();
    let answer = run();
    remove(program, begin.checked_sub(TICK).unwrap_or(begin));
    answer
}

/// Removes the images inside of `program` that were written since `begin`. What cannot be read or removed stays.
fn remove(program: &Path, begin: SystemTime) {
    let Ok(entries) = fs::read_dir(FOLDER) else { return };
    let is_new = |entry: &fs::DirEntry| {
        let named = entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes());
        let data = named.then(|| entry.metadata().ok()).flatten().filter(fs::Metadata::is_file);
        data.and_then(|data| data.modified().ok()).is_some_and(|time| time >= begin)
    };
    let mut new = entries.flatten().filter(is_new).map(|entry| entry.path()).peekable();
    let Some(bytes) = new.peek().and_then(|_| fs::read(program).ok()) else { return };
    for path in new {
        let fits = fs::metadata(&path).is_ok_and(|data| data.len() <= bytes.len() as u64);
        let Some(image) = fits.then(|| fs::read(&path).ok()).flatten() else { continue };
        if !image.is_empty() && bytes.windows(image.len()).any(|part| part == image) {
            let _ = fs::remove_file(&path);
        }
    }
}
