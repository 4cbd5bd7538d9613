//! Elements that the compiler keeps in registers while a loop runs: loads that it makes before the loop, and sums that it loads before
//! the loop and stores behind it.
//!
//! Where clang optimises (`-O1` and above), LLVM does so with an element whose address is the same in all iterations, if each
//! iteration accesses it and no other access of the loop may touch it: only accesses of the same address, where one of them stores.
//! Where other loads may touch it, each iteration stores its sum, but takes that of the iteration before from a register.
//! As LLVM sees it, two pointers of a kernel may meet, `restrict` or not, for clang 19 passes them on without that promise. Types
//! tell objects apart, and so do distances that are numbers.
//!
//! Out of a loop around, the element moves only if the loop inside is known to have an iteration.

use std::collections::BTreeSet;

use super::extents::number;
use super::trips::moves;
use crate::access::{Access, Accesses};
use crate::id::{LoopId, StmtId};
use crate::ir::{
    BinaryOp, Expr, ExprKind, Loop, Place, Stmt, StmtKind, TargetRegion, Type, walk_statements,
};
use crate::policy::Policy;
use crate::source::Span;
use crate::symbolic::eval::{AccessKind, Reference};
use crate::symbolic::poly::{Atom, TermOp};
use crate::symbolic::root::Root;

/// In loops with more accesses nothing is looked for.
const MOST_ACCESSES: usize = 256;

/// The loops out of which the compiler moves an access, if they are sequential.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// All of the access.
    whole: BTreeSet<LoopId>,
    /// Of an update the load: each iteration takes what the one before stores.
    load: BTreeSet<LoopId>,
}

/// What the compiler keeps of each access.
pub(super) fn kept(region: &TargetRegion, accesses: &Accesses, policy: &Policy) -> Vec<Kept> {
    let mut kept = vec![Kept::default(); accesses.list.len()];
    if !policy.registers || !accesses.obstacles.is_empty() {
        return kept;
    }
    for l in region.loops() {
        let Some(always) = Always::of(l, accesses) else { continue };
        let is_inside = |own: &&Access| own.counted && own.reference.loops.contains(&l.id);
        let inside: Vec<&Access> = accesses.list.iter().filter(is_inside).collect();
        if inside.len() > MOST_ACCESSES {
            continue;
        }
        for own in &inside {
            if !always.accesses(&own.reference) || !is_steady(own, l.id, &inside) {
                continue;
            }
            let others = inside.iter().filter(|other| other.id != own.id);
            let in_the_way = others.filter(|other| {
                let (a, b) = (&own.reference, &other.reference);
                let is_one = is_same(a, b) && always.accesses(b);
                !is_one && !are_apart(a, b, policy)
            });
            let in_the_way: Vec<bool> =
                in_the_way.map(|other| other.reference.kind.writes()).collect();
            let is_load_kept = !in_the_way.contains(&true);
            let kept = &mut kept[own.id.index()];
            if is_load_kept && (in_the_way.is_empty() || !own.reference.kind.writes()) {
                kept.whole.insert(l.id);
            } else if is_load_kept && own.reference.kind == AccessKind::Update {
                kept.load.insert(l.id);
            }
        }
    }
    kept
}

impl Kept {
    /// The loops among those around the access in which it is made anew in each iteration: those that a mapping spreads, and those
    /// around one out of which it does not move; and whether it stores alone there.
    pub(super) fn repeated(
        &self,
        loops: &[LoopId],
        is_spread: impl Fn(LoopId) -> bool,
    ) -> (Vec<LoopId>, bool) {
        let stays = |l: &LoopId| is_spread(*l) || !self.whole.contains(l);
        let count = loops.iter().rposition(stays).map_or(0, |last| last + 1);
        let loops = loops[..count].to_vec();
        let stores_alone = loops.last().is_some_and(|l| !is_spread(*l) && self.load.contains(l));
        (loops, stores_alone)
    }
}

/// Whether the compiler sees that two accesses touch different objects, or different elements.
fn are_apart(a: &Reference, b: &Reference, policy: &Policy) -> bool {
    let typed = policy.typed_sizes && !a.untyped && !b.untyped;
    let classes = class(a.ty).zip(class(b.ty));
    typed && classes.is_some_and(|(a, b)| a != b)
        || distance(a, b).is_some_and(|distance| {
            let [own, other] = [a, b].map(|own| i64::from(own.ty.bytes().max(1)));
            distance >= own || distance <= -other
        })
}

/// What tells the objects of a type apart from others; `None` for characters, which may be part of any object, and for what is no
/// number or pointer.
fn class(ty: Type) -> Option<(u8, u16)> {
    match ty {
        Type::Int { bits, .. } => (bits > 8 || bits == 1).then_some((0, bits)),
        Type::Float { bits } => Some((1, bits)),
        Type::Pointer => Some((2, 0)),
        Type::Aggregate { .. } | Type::Void => None,
    }
}

/// The bytes from one place to another one, where it is a number.
fn distance(a: &Reference, b: &Reference) -> Option<i64> {
    let known = a.address.root == b.address.root && !matches!(a.address.root, Root::Unknown(_));
    let (from, to) = (a.address.offset.as_poly()?, b.address.offset.as_poly()?);
    known.then(|| (to - from).as_constant()?.to_i64()).flatten()
}

fn is_same(a: &Reference, b: &Reference) -> bool {
    a.ty == b.ty && distance(a, b) == Some(0)
}

/// Whether the address of an access is the same in all iterations of a loop. What is read from memory for it is, too, where the loop
/// stores floating numbers alone.
fn is_steady(own: &Access, l: LoopId, inside: &[&Access]) -> bool {
    let address = &own.reference.address;
    let loads =
        |atom: &Atom| matches!(atom, Atom::Term(term) if matches!(term.op, TermOp::Load { .. }));
    let (is_steady, reads) = match &address.root {
        Root::Unknown(_) => return false,
        Root::Loaded(pointer) => (!moves(pointer, &[l]), true),
        Root::Symbol(_) => (true, false),
    };
    let Some(offset) = address.offset.as_poly().filter(|_| is_steady) else { return false };
    let reads = reads || offset.any_atom(&mut |atom| loads(atom));
    let mut stores = inside.iter().filter(|other| other.reference.kind.writes());
    !moves(offset, &[l]) && (!reads || stores.all(|other| other.reference.is_floating()))
}

/// The places that each iteration of a loop accesses, whatever the values are.
struct Always(BTreeSet<(StmtId, Span)>);

impl Always {
    /// `None` where an iteration may end early, or may do what is not seen.
    fn of(l: &Loop, accesses: &Accesses) -> Option<Always> {
        if !is_seen(&l.body) {
            return None;
        }
        let mut always = Always(BTreeSet::new());
        always.body(&l.body, accesses);
        Some(always)
    }

    fn accesses(&self, own: &Reference) -> bool {
        self.0.contains(&(own.stmt, own.span))
    }

    /// Adds what statements access, of loops inside where the accesses tell that they have an iteration.
    fn body(&mut self, body: &[Stmt], accesses: &Accesses) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Assign { target, .. } => {
                    target.indices().for_each(|index| self.expression(stmt.id, index));
                    self.add(stmt.id, target);
                }
                StmtKind::Loop(l) if is_entered(l, accesses) => self.body(&l.body, accesses),
                _ => {}
            }
            stmt.expressions().for_each(|expr| self.expression(stmt.id, expr));
        }
    }

    fn expression(&mut self, stmt: StmtId, expr: &Expr) {
        match &expr.kind {
            ExprKind::Load(place) | ExprKind::AddressOf(place) => {
                if matches!(expr.kind, ExprKind::Load(_)) {
                    self.add(stmt, place);
                }
                place.indices().for_each(|index| self.expression(stmt, index));
            }
            ExprKind::Unary(_, a)
            | ExprKind::Cast(a)
            | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, _)
            | ExprKind::Select(a, ..) => self.expression(stmt, a),
            ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => {
                self.expression(stmt, a);
                self.expression(stmt, b);
            }
            ExprKind::Call { arguments, .. } => {
                arguments.iter().for_each(|own| self.expression(stmt, own));
            }
            ExprKind::Opaque { .. }
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Symbol(_) => {}
        }
    }

    fn add(&mut self, stmt: StmtId, place: &Place) {
        self.0.insert((stmt, place.span));
    }
}

/// Whether a body ends no iteration early, and does nothing that is not seen.
fn is_seen(body: &[Stmt]) -> bool {
    let mut is_seen = true;
    walk_statements(body, &mut |stmt| {
        is_seen &= !matches!(
            stmt.kind,
            StmtKind::While { .. }
                | StmtKind::Jump(_)
                | StmtKind::Directive(..)
                | StmtKind::Opaque { .. }
        );
        stmt.walk_own(&mut |expr| {
            is_seen &= !matches!(
                expr.kind,
                ExprKind::Call { pure_fn: false, .. } | ExprKind::Opaque { effects: true, .. }
            );
        });
    });
    is_seen
}

/// Whether a loop is known to have an iteration.
fn is_entered(l: &Loop, accesses: &Accesses) -> bool {
    let values = accesses.loops[l.id.index()].as_ref();
    number(values.and_then(|values| values.trip_count.as_ref())).is_some_and(|count| count > 0)
}
