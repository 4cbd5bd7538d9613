//! What libclang says of places, as plain data.

use clang_sys as cs;

use super::libclang::{File, Type};

/// A position after macro expansion: macro arguments stand where they are written, macro bodies at
/// the expansion's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    /// `None` for positions in the command line or in built-in code.
    pub(super) file: Option<File>,
    /// In bytes.
    pub(super) offset: u32,
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

impl Type<'_> {
    /// Whether it is an unsigned integer type.
    pub(super) fn is_unsigned(self) -> bool {
        matches!(
            self.kind(),
            cs::CXType_Bool
                | cs::CXType_Char_U
                | cs::CXType_UChar
                | cs::CXType_Char16
                | cs::CXType_Char32
                | cs::CXType_UShort
                | cs::CXType_UInt
                | cs::CXType_ULong
                | cs::CXType_ULongLong
                | cs::CXType_UInt128
        )
    }
}

/// Whether a cursor of that kind declares a function of any kind, its template too.
pub(super) fn is_function(kind: cs::CXCursorKind) -> bool {
    matches!(
        kind,
        cs::CXCursor_FunctionDecl
            | cs::CXCursor_CXXMethod
            | cs::CXCursor_Constructor
            | cs::CXCursor_Destructor
            | cs::CXCursor_ConversionFunction
            | cs::CXCursor_FunctionTemplate
    )
}
