//! Updates under `omp atomic`.

use super::{Stmt, StmtKind};
use crate::openmp::Construct;

/// The assignment of an atomic update that gives no value and orders nothing else: the other threads see it as one step, and that is all
/// that its directive says. A default order of memory (`requires atomic_default_mem_order`) changes nothing: in a region whose only atomic
/// operations are such updates, no thread can tell the order of two of them from the other.
pub(crate) fn update(stmt: &Stmt) -> Option<&Stmt> {
    let StmtKind::Directive(directive, body) = &stmt.kind else { return None };
    let plain = |name: &str| matches!(name, "update" | "relaxed" | "hint");
    let is_plain = directive.construct() == Construct::Atomic
        && directive.clauses.iter().all(|clause| plain(&clause.name));
    match body.as_slice() {
        [own @ Stmt { kind: StmtKind::Assign { .. }, .. }] if is_plain => Some(own),
        _ => None,
    }
}
