//! Dense, typed indices into the arenas of one region.
//!
//! Ids are given in pre-order of the source text, so that an id says where its owner stands and
//! every table indexed by one has a deterministic order.

use std::fmt;

macro_rules! declare_id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the arena.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of the arena's element at `index`.
            ///
            /// # Panics
            /// If the arena holds 2³² elements or more.
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("an arena holds fewer than 2^32 elements"))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

declare_id!(
    /// A source file of the translation unit.
    FileId,
    "f"
);
declare_id!(
    /// A loop of a region, in pre-order.
    LoopId,
    "l"
);
declare_id!(
    /// A statement of a region, in pre-order.
    StmtId,
    "s"
);
declare_id!(
    /// A variable, array or pointer that a region names.
    SymbolId,
    "v"
);
declare_id!(
    /// A memory access of a region, in textual order.
    AccessId,
    "a"
);
