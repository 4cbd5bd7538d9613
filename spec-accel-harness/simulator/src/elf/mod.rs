//! The ELF files of the device, which hold PTX where NVIDIA's hold machine code.
//!
//! clang links such files as it links NVIDIA's: it looks at the header and at the symbols, not at the code. The texts are in the
//! section [`PTX_SECTION`], one after the other, each behind its length in bytes (8 bytes, little-endian).

mod read;
mod write;

use std::error::Error;
use std::fmt;

pub use read::{HEADER_BYTES, file_size, read};
pub use write::{write_image, write_object};

/// The name of the section that holds the texts.
pub const PTX_SECTION: &str = ".warpsim.ptx";

/// The name of the section that holds the bytes of symbols, as [`Symbol::content`].
const CONTENT_SECTION: &str = ".warpsim.content";

/// What one of these files says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// The GPU architecture: 90 for `sm_90`.
    pub architecture: u8,
    /// The PTX texts, in the order in which they were linked.
    pub texts: Vec<Vec<u8>>,
    /// The symbols; local ones come first.
    pub symbols: Vec<Symbol>,
}

/// A function or a variable that other files can see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbol {
    /// Its name, the same as in PTX.
    pub name: String,
    /// Who sees it, and which definition counts.
    pub binding: Binding,
    /// Whether the file defines it; else another one must.
    pub defined: bool,
    /// Whether it is a `.common` variable: one of several definitions counts.
    pub common: bool,
    /// Whether it is a function or a kernel, not a variable.
    pub is_function: bool,
    /// The size of a variable in bytes; 0 for a function.
    pub size: u64,
    /// The first bytes of a variable that the host reads from the file; empty for all others.
    pub content: Vec<u8>,
}

/// Who sees a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Binding {
    /// Its own file alone.
    Local,
    /// All files; one definition counts, and there may be none.
    Weak,
    /// All files; there must be one definition.
    #[default]
    Global,
}

/// Why bytes are no file that can be run here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElfError {
    /// Not ELF, or ELF of another width or byte order.
    NotElf,
    /// ELF for another processor; the number is that of its header (`e_machine`).
    OtherMachine(u16),
    /// NVIDIA's tools made it: machine code without PTX.
    NoPtx,
    /// A damaged file, and what is wrong.
    Malformed(String),
}

impl fmt::Display for ElfError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ElfError::NotElf => formatter.write_str("not a 64-bit little-endian ELF file"),
            ElfError::OtherMachine(machine) => {
                write!(formatter, "an ELF file for machine {machine}, not for an NVIDIA GPU")
            }
            ElfError::NoPtx => formatter.write_str(
                "the program was linked with NVIDIA's ptxas and holds no PTX: compile and link it again with \
                 `warpcc --warp-simulator`, or with --cuda-path=FOLDER, where `warpsim toolkit FOLDER` made the folder",
            ),
            ElfError::Malformed(detail) => write!(formatter, "a damaged ELF file: {detail}"),
        }
    }
}

impl Error for ElfError {}

#[cfg(test)]
mod tests;
