//! What declarations and directives say of themselves in a word.

use clang_sys as cs;

use super::{Cursor, File};

impl Cursor<'_> {
    /// Whether a variable or function is declared `static`.
    pub(in crate::frontend) fn is_static(self) -> bool {
        ask!(self.clang_Cursor_getStorageClass(self.raw)) == cs::CX_SC_Static
    }

    pub(in crate::frontend) fn linker_name(self) -> String {
        self.unit.library.string(ask!(self.clang_Cursor_getMangling(self.raw)))
    }

    pub(in crate::frontend) fn is_mutable(self) -> bool {
        ask!(self.clang_CXXField_isMutable(self.raw)) != 0
    }

    /// Whether a member may be named everywhere.
    pub(in crate::frontend) fn is_public(self) -> bool {
        let access = ask!(self.clang_getCXXAccessSpecifier(self.raw));
        !matches!(access, cs::CX_CXXPrivate | cs::CX_CXXProtected)
    }

    pub(in crate::frontend) fn is_bit_field(self) -> bool {
        ask!(self.clang_Cursor_isBitField(self.raw)) != 0
    }

    /// Whether a function is inline, by keyword, `constexpr` or its place in a class.
    pub(in crate::frontend) fn is_inline(self) -> bool {
        ask!(self.clang_Cursor_isFunctionInlined(self.raw)) != 0
    }

    /// Whether a base specifier is of a virtual base.
    pub(in crate::frontend) fn is_virtual_base(self) -> bool {
        ask!(self.clang_isVirtualBase(self.raw)) != 0
    }

    /// Whether other units can name a variable or function.
    pub(in crate::frontend) fn is_external(self) -> bool {
        ask!(self.clang_getCursorLinkage(self.raw)) == cs::CXLinkage_External
    }

    /// The name by which an `#include` found its file.
    pub(in crate::frontend) fn included(self) -> Option<String> {
        let file = ask!(self.clang_getIncludedFile(self.raw));
        (!file.is_null()).then(|| self.unit.file_name(File(file as usize)))
    }

    /// Whether a method is `= default`, or implicit.
    pub(in crate::frontend) fn is_defaulted(self) -> bool {
        ask!(self.clang_CXXMethod_isDefaulted(self.raw)) != 0
    }

    /// Whether a constructor makes a copy of an object of its class, or moves it.
    pub(in crate::frontend) fn copies(self) -> bool {
        ask!(self.clang_CXXConstructor_isCopyConstructor(self.raw)) != 0
            || ask!(self.clang_CXXConstructor_isMoveConstructor(self.raw)) != 0
    }
}
