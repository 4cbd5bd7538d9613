//! Statements as the host runs them.

use std::collections::BTreeSet;

use crate::id::StmtId;
use crate::ir::{Jump, Stmt, StmtKind, walk_statements};
use crate::openmp::Construct;

/// Statements, and those in them, in the order of the text.
pub(super) fn ids(stmts: &[Stmt]) -> BTreeSet<StmtId> {
    let mut found = BTreeSet::new();
    walk_statements(stmts, &mut |stmt| _ = found.insert(stmt.id));
    found
}

/// Whether ranges may lie in a statement: not in a region, nor where several threads run.
pub(super) fn is_followed(stmt: &Stmt) -> bool {
    let StmtKind::Directive(own, _) = &stmt.kind else { return true };
    own.construct() == Construct::TargetData
}

pub(super) fn is_region(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Directive(own, _) if own.construct().is_target())
}

pub(super) fn is_data_construct(stmt: &Stmt) -> bool {
    matches!(&stmt.kind, StmtKind::Directive(own, _) if own.construct() == Construct::TargetData)
}

pub(super) fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Loop(_) | StmtKind::While { .. })
}

/// Whether the host runs a loop in a statement.
pub(super) fn has_loop(stmt: &Stmt) -> bool {
    is_loop(stmt) || host_statements(stmt).any(has_loop)
}

/// Whether statements are one loop, which `target data` can govern: what stands at its end is what stood at its beginning, whatever
/// the names mean then.
pub(super) fn is_one_loop(stmts: &[Stmt]) -> bool {
    matches!(stmts, [only] if is_loop(only))
}

/// The statements in a statement that the host runs.
pub(super) fn host_statements(stmt: &Stmt) -> impl Iterator<Item = &Stmt> {
    let blocks = if is_region(stmt) { [&[][..], &[]] } else { stmt.blocks() };
    blocks.into_iter().flatten()
}

/// Whether a statement may leave what stands around it, but by `exit`; `loops` are those around the place in it.
pub(super) fn leaves(stmt: &Stmt, loops: u32) -> bool {
    let inner = match &stmt.kind {
        StmtKind::Jump(Jump::Break | Jump::Continue) => return loops == 0,
        StmtKind::Jump(Jump::Return | Jump::Goto) => return true,
        _ if is_loop(stmt) => loops + 1,
        _ => loops,
    };
    host_statements(stmt).any(|own| leaves(own, inner))
}
