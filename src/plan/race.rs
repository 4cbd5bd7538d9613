//! Races of the program as written: two iterations of loops that the directive declares parallel, of which one writes what
//! the other reads.
//!
//! What is found is proved to happen, for all sizes with which each loop around the accesses runs, and the one that carries the
//! dependence more than once: both accesses are executed in every iteration, and their subscripts are the same
//! polynomials once the loop's variable has moved by a constant. That is 1 where the number of iterations is not known.

use rug::Integer;

use crate::access::{Access, Accesses};
use crate::dependence::Dependences;
use crate::diag::Code;
use crate::id::{AccessId, LoopId, SymbolId};
use crate::ir::{DataKind, HazardKind, Scope, StmtKind, SymbolKind, TargetRegion, walk_statements};
use crate::openmp::clause::Decides;
use crate::symbolic::eval::{AccessKind, LoopValues, Subscript};
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::root::Root;
use crate::symbolic::value::Guard;
use crate::transform::blocker::{Blocker, Cause};
use crate::transform::serial;

/// Two accesses to one place in different iterations of a loop declared parallel, at least one of which writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The access that writes.
    pub write: AccessId,
    /// The access that reads, or reads and writes; the same where every iteration updates the place.
    pub read: AccessId,
    /// The loop.
    pub at: LoopId,
    /// How many iterations later than the write the read has its place: not 0. `None` where both have one place in all iterations.
    pub distance: Option<Integer>,
}

impl Race {
    /// Why a region that has it is left alone.
    pub(crate) fn blocker(&self) -> Blocker {
        let cause = Cause::Accesses(self.write, self.read, None);
        Blocker::new(Code::DeclaredRace, Some(self.at), cause)
    }
}

/// A race of the region, the first in textual order, if one is proved.
pub fn find(region: &TargetRegion, accesses: &Accesses, dependences: &Dependences) -> Option<Race> {
    if !is_plain(region, accesses, dependences) {
        return None;
    }
    let shared = |access: &&Access| is_shared(region, accesses, access);
    let all: Vec<&Access> = accesses.list.iter().filter(shared).collect();
    let writes = all.iter().filter(|access| access.reference.kind.writes());
    writes.into_iter().find_map(|write| {
        let reads = all.iter().filter(|access| access.reference.kind != AccessKind::Write);
        let mut reads = reads.filter(|read| are_alike(write, read));
        reads.find_map(|read| {
            let at = |l: &LoopId| meeting(accesses, (*write, *read), *l);
            dependences.declared.iter().find_map(at)
        })
    })
}

/// Whether the region's own directive shares the iterations among threads that nothing orders, and every statement is
/// understood and no jump.
fn is_plain(region: &TargetRegion, accesses: &Accesses, dependences: &Dependences) -> bool {
    let plain = |kind: &StmtKind| {
        matches!(
            kind,
            StmtKind::Declare { .. }
                | StmtKind::Assign { .. }
                | StmtKind::Evaluate(_)
                | StmtKind::If { .. }
                | StmtKind::Loop(_)
        )
    };
    let mut all_plain = true;
    walk_statements(&region.body, &mut |stmt| all_plain &= plain(&stmt.kind));
    all_plain
        && !dependences.declared.is_empty()
        && region.around.is_empty()
        && region.directive.shares_work()
        && region
            .directive
            .clauses
            .iter()
            .all(|clause| clause.known && !clause.decides(Decides::Order))
        && !region.has_hazard(HazardKind::ObservesMapping)
        && accesses.obstacles.is_empty()
        && accesses.exact_paths
        && serial::check(region, accesses, &dependences.declared).is_ok()
        && dependences.declared.iter().all(|l| runs(accesses, *l).is_some())
}

/// Whether every iteration of the loops around the access executes it, on storage that the threads share.
fn is_shared(region: &TargetRegion, accesses: &Accesses, access: &Access) -> bool {
    let reference = &access.reference;
    let Root::Symbol(symbol) = reference.address.root else { return false };
    let variable = region.symbol(symbol);
    let offset = reference.address.offset.as_poly();
    let known = |atom: &Atom| match atom {
        Atom::Symbol(_) => true,
        Atom::Iv(l, Instance::Source) => reference.loops.contains(l),
        _ => false,
    };
    !access.thread_private
        && access.counted
        && matches!(variable.kind, SymbolKind::Array | SymbolKind::Pointer)
        && variable.scope != Scope::Region
        && !is_listed(region, symbol)
        && reference.path.as_slice() == [Guard::always()]
        && offset.is_some_and(|offset| !offset.any_atom(&mut |atom| !known(atom)))
        && reference.loops.iter().all(|l| runs(accesses, *l).is_some())
}

/// Whether a clause gives each thread storage of its own under that name.
fn is_listed(region: &TargetRegion, symbol: SymbolId) -> bool {
    let shares = |kind: DataKind| {
        kind.is_map() || matches!(kind, DataKind::Shared | DataKind::DevicePointer)
    };
    region.data.iter().any(|item| item.symbol == symbol && !shares(item.kind))
}

/// The values of a loop whose ends are the same in all iterations of the others and that is reached always.
fn runs(accesses: &Accesses, l: LoopId) -> Option<&LoopValues> {
    let values = accesses.loop_values(l)?;
    let steady =
        |poly: &Poly| !poly.any_atom(&mut |atom| !matches!(atom, Atom::Symbol(_) | Atom::Term(_)));
    let ends = [&values.first, &values.last, &values.trip_count];
    let all_steady = ends.into_iter().all(|end| end.as_ref().is_some_and(steady));
    let never = values.trip_count.as_ref().and_then(Poly::as_constant).is_some_and(|n| n < 1);
    let plain = values.varying.is_none() && values.most != Some(0) && !never;
    let reached = values.path.as_slice() == [Guard::always()];
    (all_steady && plain && reached).then_some(values)
}

/// Whether two accesses are to the same bytes where their addresses are the same, inside the same loops.
fn are_alike(a: &Access, b: &Access) -> bool {
    a.reference.loops == b.reference.loops
        && a.bytes() == b.bytes()
        && a.reference.address.root == b.reference.address.root
}

/// The race of two accesses over one loop, all others being in the same iteration.
fn meeting(accesses: &Accesses, (write, read): (&Access, &Access), at: LoopId) -> Option<Race> {
    if !write.reference.loops.contains(&at) {
        return None;
    }
    let values = accesses.loop_values(at)?;
    let write_at = write.reference.address.offset.as_poly()?;
    let read_at = read.reference.address.offset.as_poly()?;
    let (slope, difference) = (slope(read_at, at)?, write_at - read_at);
    let distance = match (slope.is_zero(), difference.is_zero()) {
        (true, true) => None,
        (false, false) => Some(quotient(&difference, &slope)?),
        _ => return None,
    };
    let far = distance.as_ref().map_or(Integer::from(1), |distance| distance.clone().abs());
    let count = values.trip_count.as_ref().and_then(Poly::as_constant);
    let exists = values.most.is_none() && count.map_or(far == 1, |count| count > far);
    let same = exists && is_one_element((write, read), at, distance.as_ref());
    same.then(|| Race { write: write.id, read: read.id, at, distance })
}

/// By how much an address grows from one iteration of a loop to the next; `None` where that is not the same for all.
fn slope(address: &Poly, at: LoopId) -> Option<Poly> {
    match address.coefficients_of(&Atom::Iv(at, Instance::Source)).as_slice() {
        [] | [_] => Some(Poly::zero()),
        [_, slope] => Some(slope.clone()),
        _ => None,
    }
}

/// Whether the two accesses are to one element by every subscript: with other subscripts one of them would be outside of its array where
/// the addresses are equal.
fn is_one_element((write, read): (&Access, &Access), at: LoopId, far: Option<&Integer>) -> bool {
    let (a, b) = (&write.reference.address.subscripts, &read.reference.address.subscripts);
    let moved = |poly: &Poly| {
        let iv = Atom::Iv(at, Instance::Source);
        let by = far.cloned().unwrap_or_default();
        poly.substitute(&|atom| {
            (*atom == iv).then(|| &Poly::atom(iv.clone()) + &Poly::from(by.clone()))
        })
    };
    let alike = |(a, b): (&Subscript, &Subscript)| {
        let both = a.index.as_poly().zip(b.index.as_poly());
        both.is_some_and(|(a, b)| *a == moved(b))
            && (&a.scale, &a.extent, a.field_offset) == (&b.scale, &b.extent, b.field_offset)
    };
    a.len() == b.len() && a.iter().zip(b).all(alike)
}

/// The number whose product with `slope` is the difference; neither is 0.
fn quotient(difference: &Poly, slope: &Poly) -> Option<Integer> {
    let (_, whole) = difference.monomials().next()?;
    let (_, part) = slope.monomials().next()?;
    let (number, rest) = whole.clone().div_rem(part.clone());
    let equal = rest == 0 && *difference == slope * &Poly::from(number.clone());
    equal.then_some(number)
}
