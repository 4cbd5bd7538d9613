//! What the enclosing function says of the pointers that reach a region.

use super::{Base, Expr, ExprKind, Place, TargetRegion};
use crate::id::SymbolId;

/// A fact about the value that a pointer variable has when the region begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// A pointer variable of the enclosing function: a parameter or a local variable that the
    /// function defines once and whose address nobody takes.
    pub symbol: SymbolId,
    /// Where its value comes from.
    pub kind: OriginKind,
}

/// Where a pointer's value comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum OriginKind {
    /// A parameter: it has the value that the caller gave it.
    Entry,
    /// The result of an allocation by the function (`malloc`, `new`, `omp_target_alloc`): storage
    /// that nothing older points into.
    Allocated,
    /// The storage behind it is a list item of a map clause on the enclosing `target data` construct
    /// of that number, outermost first from 0.
    Mapped(u32),
    /// `p = base + c`: the pointer expression, of variables that the function does not change.
    Derived(Expr),
}

impl TargetRegion {
    /// The pointer or array that `symbol`'s value is derived from, as the enclosing function shows it.
    pub fn derived_from(&self, symbol: SymbolId) -> Option<SymbolId> {
        self.origins_of(symbol).find_map(|kind| match kind {
            OriginKind::Derived(Expr {
                kind:
                    ExprKind::Symbol(base)
                    | ExprKind::AddressOf(Place { base: Base::Symbol(base), .. }),
                ..
            }) => Some(*base),
            _ => None,
        })
    }

    /// `symbol`, what its value is derived from, what that one's is, and so on.
    pub fn lineage(&self, symbol: SymbolId) -> Vec<SymbolId> {
        let mut found = vec![symbol];
        let mut last = symbol;
        while let Some(base) = self.derived_from(last).filter(|base| !found.contains(base)) {
            found.push(base);
            last = base;
        }
        found
    }

    /// What is known of the origin of `symbol`'s value.
    pub fn origins_of(&self, symbol: SymbolId) -> impl Iterator<Item = &OriginKind> {
        self.origins.iter().filter(move |o| o.symbol == symbol).map(|o| &o.kind)
    }
}
