//! What a region's statements name.

use std::collections::BTreeSet;

use crate::id::SymbolId;
use crate::ir::host::HostFunction;
use crate::ir::{Base, Expr, ExprKind, Place, Stmt, StmtKind, SymbolKind, walk_statements};

/// The variables that a region's statements name.
pub(super) struct Used {
    pub(super) read: BTreeSet<SymbolId>,
    pub(super) written: BTreeSet<SymbolId>,
    /// Whether it may reach any storage.
    pub(super) is_wild: bool,
}

impl Used {
    pub(super) fn of(body: &[Stmt], function: &HostFunction) -> Self {
        let mut used = Self { read: BTreeSet::new(), written: BTreeSet::new(), is_wild: false };
        let mut is_wild = false;
        let mut read = BTreeSet::new();
        let mut look = |expr: &Expr| {
            read.extend(expr.symbol());
            match &expr.kind {
                ExprKind::Call { pure_fn: false, .. } | ExprKind::Opaque { effects: true, .. } => {
                    is_wild = true;
                }
                ExprKind::Load(place) => is_wild |= place.root().is_none() || leads_on(place),
                _ => {}
            }
        };
        walk_statements(body, &mut |stmt| stmt.walk_own(&mut look));
        walk_statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { target, .. } => {
                used.written.extend(target.root());
                let is_pointer = |own| function.symbol(own).kind == SymbolKind::Pointer;
                is_wild |= target.root().is_none()
                    || leads_on(target)
                    || target.as_symbol().is_some_and(is_pointer);
            }
            StmtKind::Declare { symbol, value: Some(_) } => {
                let kind = function.symbol(*symbol).kind;
                is_wild |= matches!(kind, SymbolKind::Pointer | SymbolKind::Reference);
            }
            StmtKind::Opaque { .. } => is_wild = true,
            _ => {}
        });
        used.read = read;
        used.is_wild = is_wild;
        used
    }
}

/// Whether a place lies behind a pointer that is read from memory.
fn leads_on(place: &Place) -> bool {
    matches!(place.base, Base::Loaded(_))
}
