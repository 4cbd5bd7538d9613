//! What an order of loops costs a CPU, where a region may run instead.
//!
//! A thread of the host runs consecutive iterations of the mapped loops one after the other, so what
//! it needs is the opposite of what a warp needs: its own next iteration close by (IPDA paper, §8.2).
//! Counted are cache lines: an access whose address moves by s bytes from one iteration of the innermost
//! loop around it to the next needs a new line in min(s, 64) of 64 executions.

use super::cost::executions_estimate;
use crate::access::Access;
use crate::id::LoopId;
use crate::symbolic::eval::{AccessKind, LoopValues};
use crate::symbolic::poly::{Atom, Instance, Poly};

/// Bytes of a cache line.
const LINE: f64 = 64.0;

/// The cache lines of a region as written, and under a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Locality {
    /// As written.
    pub before: f64,
    /// Under the plan.
    pub after: f64,
}

/// The cache lines that `accesses` need where the loops of `order` are nested in that order, further
/// ones inside them.
pub fn lines(accesses: &[Access], loops: &[Option<LoopValues>], order: &[LoopId]) -> f64 {
    let shared = accesses.iter().filter(|access| access.counted);
    let lines = shared.map(|access| {
        let around = &access.reference.loops;
        let inside = around.iter().rev().find(|l| !order.contains(l));
        let innermost = inside.or_else(|| order.iter().rev().find(|l| around.contains(l)));
        let share = innermost.map_or(0.0, |l| new_lines(access, *l));
        let weight = if access.reference.kind == AccessKind::Update { 2.0 } else { 1.0 };
        share * weight * executions_estimate(loops, around)
    });
    lines.sum()
}

/// The part of an access's executions that need a new line where the loop `l` runs innermost.
fn new_lines(access: &Access, l: LoopId) -> f64 {
    let counter = Atom::Iv(l, Instance::Source);
    let next = |poly: &Poly| {
        let after = &Poly::atom(counter.clone()) + &Poly::one();
        &poly.substitute(&|atom| (*atom == counter).then(|| after.clone())) - poly
    };
    let distance = access.reference.address.offset.map(super::modulo_addresses).map(next);
    match distance.as_constant() {
        Some(bytes) => bytes.to_f64().abs().min(LINE) / LINE,
        None => 1.0,
    }
}
