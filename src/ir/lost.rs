//! Values that a region computes in copies of its own.

use crate::id::SymbolId;
use crate::source::Span;

/// A variable whose value is lost with the region's copy of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The variable.
    pub symbol: SymbolId,
    /// The first statement or directive that changes the copy.
    pub write: Span,
    /// The offset at which the host may read the variable before it assigns it again; `None` where the caller of the function has
    /// the variable, which a reference names.
    pub read: Option<u32>,
}
