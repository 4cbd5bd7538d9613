//! Programs that take the place of NVIDIA's `ptxas` and `nvlink` when clang links for a GPU.
//!
//! They keep the PTX as it is ([`crate::elf`]), and are as strict about names as NVIDIA's: what they link, those would link, too.
//! Their messages have NVIDIA's form, so that clang and build systems read them alike.

pub mod nvlink;
mod options;
pub mod ptxas;
mod resolve;
mod symbols;
pub mod toolkit;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::Path;

pub use crate::link::BUILT_IN;

/// What a program prints and returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// For its standard output.
    pub output: String,
    /// For its standard error.
    pub messages: String,
    /// Its exit status.
    pub status: u8,
}

/// A program that takes the words of its command line, without its name.
pub type Program = fn(&[OsString]) -> Outcome;

/// The program whose name is the file name of `path`: a folder of [`toolkit::create`] has links of these names.
pub fn by_name(path: &OsStr) -> Option<Program> {
    match Path::new(path).file_name()?.to_str()? {
        ptxas::NAME => Some(ptxas::run),
        nvlink::NAME => Some(nvlink::run),
        _ => None,
    }
}

/// Whether another file need not define `name`.
fn is_built_in(name: &str) -> bool {
    BUILT_IN.contains(&name)
}

/// The number of an architecture: 90 for `sm_90`, `sm_90a` or `compute_90`.
fn architecture_number(name: &str) -> Option<u8> {
    let number = name.strip_prefix("sm_").or_else(|| name.strip_prefix("compute_"))?;
    number.strip_suffix(['a', 'f']).unwrap_or(number).parse().ok()
}

/// Writes a file; half a file is removed.
fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::write(path, bytes).inspect_err(|_| {
        // It may not be there at all; the first error is the one to tell.
        let _ = fs::remove_file(path);
    })
}

#[cfg(test)]
mod tests;
