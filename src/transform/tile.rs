//! Several iterations of the outermost loop in each thread. Where a directive collapses loops, each thread finds the counters of its
//! iteration by divisions. With blocks of the outermost loop it does so once a block:
//!
//! ```text
//! collapse(2)                         collapse(2)
//! for i = 0 .. n                      for b = 0 .. n step 8
//!   for j = 0 .. m          →           for j = 0 .. m
//!     B                                   for i = b .. min(b + 8, n)
//!                                           B
//! ```
//!
//! Lanes run neighbouring `j` as before, so requests are the same. It is a tile of one dimension whose points are a thread's (Shirako,
//! Hayashi, Sarkar: "Optimized Two-Level Parallelization for GPU Accelerators using the Polyhedral Model", CC 2017, §4). No iteration of
//! the loops depends on another one, so that every order of them is right.

use super::nest::{UNNUMBERED, added, give_numbers, has_own_texts, list_counters, made};
use super::step::{Step, StepKind, Subject};
use crate::id::{LoopId, SymbolId};
use crate::ir::{
    BinaryOp, DataKind, Expr, ExprKind, Loop, Relation, Role, Size, Stmt, StmtKind, SymbolKind,
    TargetRegion, Type, Written,
};
use crate::source::Span;

impl StepKind {
    /// Several iterations of the outermost loop in each thread.
    pub const TILE: StepKind = StepKind::named("tile");
}

/// The iterations of the outermost loop that a thread runs. A stencil of 9 points, 1024² floats, takes 3.19 million instructions of
/// warps with one, 2.54 with 2, 2.03 with 4, 1.66 with 8, 1.51 with 16 (clang 19 at -O2, on the simulator).
pub(crate) const RUN: u32 = 8;

/// The step for a region whose outermost loop is `l`.
pub(crate) fn step(l: LoopId) -> Step {
    Step::new(StepKind::TILE, Subject::Loops(vec![l]))
}

/// The region with blocks of its outermost loop; `None` where its loops have another shape.
pub(super) fn apply(region: &TargetRegion, _: &Subject) -> Option<Vec<TargetRegion>> {
    let depth = region.directive.associated_loops().filter(|depth| *depth > 1)? as usize;
    let mut nest: Vec<Loop> = Vec::new();
    let mut body = region.body.clone();
    for _ in 0..depth {
        let [Stmt { kind: StmtKind::Loop(l), in_macro: false, .. }] = body.as_mut_slice() else {
            return None;
        };
        let inside = std::mem::take(&mut l.body);
        nest.push((**l).clone());
        body = inside;
    }
    let outer = nest.remove(0);
    let is_private = |l: &Loop| {
        let mut own = region.data.iter().filter(|item| item.symbol == l.iv && !item.enclosing);
        own.all(|item| item.kind == DataKind::Private)
    };
    let plain = |l: &Loop| l.written == Written::InFile && l.pragma.is_none() && is_private(l);
    let apart = nest.iter().all(|l| !l.header_names(outer.iv));
    if !apart || !nest.iter().chain([&outer]).all(plain) || !counts_up(region, &outer) {
        return None;
    }
    if !has_own_texts(&body) {
        return None;
    }
    let mut listed = region.clone();
    list_counters(&mut listed, &nest.iter().chain([&outer]).collect::<Vec<_>>());
    let mut symbols = region.symbols.clone();
    let ty = region.symbol(outer.iv).ty;
    symbols.push(added("warpcc_block".to_owned(), ty, SymbolKind::Scalar));
    let block = SymbolId::from_index(symbols.len() - 1);
    let bound = end_of_block(&outer, (block, ty));
    let lower = Expr { ty, kind: ExprKind::Symbol(block) };
    let run = Expr { ty, kind: ExprKind::Int(RUN.into()) };
    let role = Role::Point { of: outer.id };
    body = vec![statement(Loop { role, lower, bound, body, ..outer.clone() })];
    for l in nest.into_iter().rev() {
        body = vec![statement(Loop { body, ..l })];
    }
    let id = LoopId(UNNUMBERED);
    let role = Role::Block { of: outer.id, size: Size::Number(RUN) };
    let body = vec![statement(Loop { id, role, iv: block, step: run, body, ..outer })];
    let mut region = TargetRegion { symbols, body, ..listed };
    give_numbers(&mut region);
    Some(vec![region])
}

/// A loop that has no text of its own.
fn statement(l: Loop) -> Stmt {
    let (header, body_span) = (Span::default(), Span::default());
    let l = Loop { header, body_span, declares_iv: true, braced: true, ..l };
    made(StmtKind::Loop(Box::new(l)))
}

/// Whether the loop counts up by one from a number that is not negative, so that what is left of it never overflows.
fn counts_up(region: &TargetRegion, l: &Loop) -> bool {
    let ty = region.symbol(l.iv).ty;
    let first = match &l.lower.kind {
        ExprKind::Int(first) => *first >= 0,
        _ => false,
    };
    let is_one = matches!(&l.step.kind, ExprKind::Int(step) if *step == 1);
    let relation = l.relation == Relation::Lt || l.relation == Relation::Le && ty.is_signed();
    let is_type = matches!(ty, Type::Int { bits: 32 | 64, .. });
    first && is_one && relation && is_type && l.lower.ty == ty && l.bound.ty == ty
}

/// The end of a block: of the loop in its last one.
fn end_of_block(l: &Loop, (block, ty): (SymbolId, Type)) -> Expr {
    let run = i64::from(RUN) - i64::from(l.relation == Relation::Le);
    let number = Expr { ty, kind: ExprKind::Int(run.into()) };
    let block = Expr { ty, kind: ExprKind::Symbol(block) };
    let computed = |op, a: &Expr, b: &Expr| Expr {
        ty,
        kind: ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone())),
    };
    let left = computed(BinaryOp::Sub, &l.bound, &block);
    let next = computed(BinaryOp::Add, &block, &number);
    let whole = ExprKind::Compare(Relation::Ge, Box::new(left), Box::new(number));
    let whole = Box::new(Expr { ty: Type::INT, kind: whole });
    Expr { ty, kind: ExprKind::Select(whole, Box::new(next), Box::new(l.bound.clone())) }
}
