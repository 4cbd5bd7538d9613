//! What a loop that a transformation makes is to the loops of the program.

use crate::id::{LoopId, SymbolId};

/// What a loop is to the loops of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The program has it.
    #[default]
    Written,
    /// Each of its iterations is a block of a loop.
    Block {
        /// The loop.
        of: LoopId,
        /// The iterations of a block, but for the last one, which may have fewer.
        size: Size,
    },
    /// It runs iterations of one block of a loop.
    Point {
        /// The loop.
        of: LoopId,
    },
    /// It copies between memories, or deals out what threads copy.
    Copy,
}

/// A number of iterations or elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// A number.
    Number(u32),
    /// The value of a variable.
    Symbol(SymbolId),
}
