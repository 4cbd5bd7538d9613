//! Variables that statements assign, and those whose address something takes.

use std::collections::BTreeSet;

use crate::id::SymbolId;
use crate::ir::{
    Expr, ExprKind, Stmt, StmtKind, SymbolKind, TargetRegion, clauses, walk_statements,
};

/// The variables that statements assign or whose address they take, induction variables included.
/// A declaration inside counts too: its variable is new each time. A reference denotes what it did: the assignment is
/// to that.
pub(super) fn assigned_symbols(region: &TargetRegion, body: &[Stmt]) -> BTreeSet<SymbolId> {
    let mut symbols = BTreeSet::new();
    walk_statements(body, &mut |stmt| {
        stmt.walk_own(&mut |expr| symbols.extend(addressed(region, expr)));
        match &stmt.kind {
            StmtKind::Declare { symbol, .. } => {
                symbols
                    .extend(Some(*symbol).filter(|s| region.symbol(*s).kind != SymbolKind::Array));
            }
            StmtKind::Assign { target, .. } => {
                let rebound = |s: &SymbolId| region.symbol(*s).kind != SymbolKind::Reference;
                symbols.extend(target.as_symbol().filter(rebound));
            }
            StmtKind::Loop(inner) => symbols.extend([inner.iv]),
            StmtKind::Directive(directive, _) => {
                symbols.extend(clauses::assigned(directive, &region.symbols));
            }
            _ => {}
        }
    });
    symbols
}

/// The scalars whose address is taken anywhere in the region.
pub(super) fn escaped_symbols(region: &TargetRegion) -> BTreeSet<SymbolId> {
    let mut escaped = BTreeSet::new();
    region.walk_expressions(&mut |expr| escaped.extend(addressed(region, expr)));
    escaped.retain(|symbol| region.symbol(*symbol).kind == SymbolKind::Scalar);
    escaped
}

/// The scalars and pointers whose address an expression takes: anything may be stored there.
pub(super) fn address_taken(region: &TargetRegion, expr: &Expr) -> Vec<SymbolId> {
    let mut found = Vec::new();
    expr.walk(&mut |part| found.extend(addressed(region, part)));
    found
}

/// The scalar or pointer whose address the expression is.
fn addressed(region: &TargetRegion, expr: &Expr) -> Option<SymbolId> {
    let ExprKind::AddressOf(place) = &expr.kind else { return None };
    place.as_symbol().filter(|symbol| {
        matches!(region.symbol(*symbol).kind, SymbolKind::Scalar | SymbolKind::Pointer)
    })
}
