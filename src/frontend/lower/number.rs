//! The numbers of statements and loops: dense, in pre-order.

use crate::id::{LoopId, StmtId};
use crate::ir::{Stmt, StmtKind};

/// Numbers the statements and loops of a region; how many loops and statements there are.
pub(super) fn number(body: &mut [Stmt]) -> (u32, u32) {
    let mut next = (0, 0);
    block(body, &mut next);
    next
}

fn block(body: &mut [Stmt], next: &mut (u32, u32)) {
    for stmt in body {
        stmt.id = StmtId(next.1);
        next.1 += 1;
        if let StmtKind::Loop(inner) = &mut stmt.kind {
            inner.id = LoopId(next.0);
            next.0 += 1;
        }
        stmt.blocks_mut().for_each(|inner| block(inner, next));
    }
}
