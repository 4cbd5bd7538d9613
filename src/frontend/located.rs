//! What libclang says of places, as plain data.

use super::libclang::File;

/// A position after macro expansion: macro arguments stand where they are written, macro bodies at
/// the expansion's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    /// `None` for positions in the command line or in built-in code.
    pub(super) file: Option<File>,
    /// In bytes.
    pub(super) offset: u32,
    /// From 1.
    pub(super) line: u32,
}

/// An error message of the parse.
pub(super) struct Diagnostic {
    /// The message without its position.
    pub(super) message: String,
    /// `file:line`, where it has one.
    pub(super) position: String,
    /// The same as numbers.
    pub(super) at: Position,
}

/// One time that a file was entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inclusion {
    /// The file.
    pub(super) file: File,
    /// Whether a system header includes it.
    pub(super) system: bool,
    /// Where the including directive stands; `None` for the main file.
    pub(super) from: Option<Position>,
}
