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
use crate::ir::{
    DataKind, Directive, HazardKind, Scope, StmtKind, SymbolKind, TargetRegion, clauses,
    walk_statements,
};
use crate::openmp::clause::Decides;
use crate::openmp::{Leaf, Leaves};
use crate::plan::race_scalar;
use crate::source::Span;
use crate::symbolic::eval::{AccessKind, LoopValues, Subscript};
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::root::Root;
use crate::symbolic::value::Guard;
use crate::transform::blocker::{Blocker, Cause};
use crate::transform::serial;

/// One place that different iterations of loops declared parallel touch, at least one of which writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// What touches it.
    pub touch: Touch,
    /// Which iterations do.
    pub meeting: Meeting,
    /// The loops of which it is not known how many iterations they have, and that need two of them.
    pub need_two: Vec<LoopId>,
}

/// What touches a place in two iterations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Accesses to memory.
    Accesses {
        /// The one that writes.
        write: AccessId,
        /// The one that reads, or reads and writes; the same where every iteration updates the place.
        read: AccessId,
    },
    /// Statements that name a scalar.
    Scalar {
        /// The scalar.
        symbol: SymbolId,
        /// The target of the assignment.
        write: Span,
        /// The statement that reads it; `None` for the same.
        read: Option<Span>,
    },
}

/// Which iterations touch one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// All of the loop, by both accesses.
    All(LoopId),
    /// Any two of which the one that reads is so many iterations later; no number is 0.
    Apart(Vec<(LoopId, Integer)>),
    /// One iteration of the loop by one access, all by the other one.
    One {
        /// The loop.
        at: LoopId,
        /// The iteration.
        iteration: Iteration,
        /// Whether that one writes.
        writes: bool,
    },
}

/// One iteration of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Iteration {
    /// The first one.
    First,
    /// The last one.
    Last,
    /// That in which the loop's atom has this value.
    At(Integer),
}

impl Race {
    /// The outermost loop whose iterations meet.
    pub fn at(&self) -> Option<LoopId> {
        match &self.meeting {
            Meeting::All(at) | Meeting::One { at, .. } => Some(*at),
            Meeting::Apart(distances) => distances.first().map(|(at, _)| *at),
        }
    }

    /// Why a region that has it is left alone.
    pub(crate) fn blocker(&self) -> Blocker {
        let cause = match &self.touch {
            Touch::Accesses { write, read } => Cause::Accesses(*write, *read, None),
            Touch::Scalar { symbol, .. } => Cause::Scalar(*symbol),
        };
        Blocker::new(Code::DeclaredRace, self.at(), cause)
    }
}

/// A race of the region, the first in textual order, if one is proved.
pub fn find(region: &TargetRegion, accesses: &Accesses, dependences: &Dependences) -> Option<Race> {
    if !is_plain(region, accesses, dependences) {
        return None;
    }
    let declared = &dependences.declared;
    let shared = |access: &&Access| is_shared(region, accesses, access);
    let all: Vec<&Access> = accesses.list.iter().filter(shared).collect();
    let writes = all.iter().filter(|access| access.reference.kind.writes());
    let mut of_accesses = writes.into_iter().filter_map(|write| {
        let reads = all.iter().filter(|access| access.reference.kind != AccessKind::Write);
        let mut reads = reads.filter(|read| are_alike(write, read));
        reads.find_map(|read| {
            let pair = Pair { accesses, write, read };
            let one = declared.iter().find_map(|at| pair.over_one(*at));
            one.or_else(|| pair.over_several(declared))
        })
    });
    of_accesses.next().or_else(|| race_scalar::find(region, accesses, declared))
}

/// Whether the region's own directive shares the iterations among threads that nothing orders, and every statement is
/// understood and no jump. Of constructs inside only those count as understood that are looked at here.
fn is_plain(region: &TargetRegion, accesses: &Accesses, dependences: &Dependences) -> bool {
    let plain = |kind: &StmtKind| match kind {
        StmtKind::Declare { .. }
        | StmtKind::Assign { .. }
        | StmtKind::Evaluate(_)
        | StmtKind::If { .. }
        | StmtKind::Loop(_) => true,
        StmtKind::Directive(directive, _) => runs_all(directive),
        _ => false,
    };
    let mut all_plain = true;
    walk_statements(&region.body, &mut |stmt| all_plain &= plain(&stmt.kind));
    all_plain
        && !dependences.declared.is_empty()
        && region.around.is_empty()
        && region.directive.shares_work()
        && is_unordered(&region.directive)
        && !region.has_hazard(HazardKind::ObservesMapping)
        && accesses.obstacles.iter().all(|own| own.code == Code::UnmodelledMapping)
        && accesses.exact_paths
        && serial::check(region, accesses, &dependences.declared).is_ok()
        && dependences.declared.iter().all(|l| runs(accesses, *l).is_some())
}

/// Whether a construct inside of the region executes all iterations of its loops once, whichever threads do.
fn runs_all(directive: &Directive) -> bool {
    let loops = Leaves::of(&[Leaf::Parallel, Leaf::For, Leaf::Simd, Leaf::Loop]);
    let own = directive.shares_work() || directive.leaves() == Leaves::of(&[Leaf::Simd]);
    own && directive.leaves().are_of(loops) && is_unordered(directive)
}

/// Whether no clause gives the iterations an order.
fn is_unordered(directive: &Directive) -> bool {
    directive.clauses.iter().all(|clause| clause.known && !clause.decides(Decides::Order))
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
pub(super) fn is_listed(region: &TargetRegion, symbol: SymbolId) -> bool {
    let shares = |kind: DataKind| {
        kind.is_map() || matches!(kind, DataKind::Shared | DataKind::DevicePointer)
    };
    region.data.iter().any(|item| item.symbol == symbol && !shares(item.kind))
        || is_listed_inside(region, symbol)
}

/// Whether a clause of a construct inside of the region names the variable.
fn is_listed_inside(region: &TargetRegion, symbol: SymbolId) -> bool {
    let name = &region.symbol(symbol).name;
    let mut found = false;
    walk_statements(&region.body, &mut |stmt| {
        if let StmtKind::Directive(directive, _) = &stmt.kind {
            let mut items = directive.clauses.iter().flat_map(clauses::items);
            found |= items.any(|item| item.name == *name);
        }
    });
    found
}

/// The values of a loop whose ends are the same in all iterations of the others and that is reached always.
pub(super) fn runs(accesses: &Accesses, l: LoopId) -> Option<&LoopValues> {
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

/// Whether a loop has two iterations that are so far apart, as soon as it has two: `None` where it has not, `Some(true)` where it is
/// not known whether it has two.
pub(super) fn reaches(values: &LoopValues, far: &Integer) -> Option<bool> {
    let count = values.trip_count.as_ref().and_then(Poly::as_constant);
    let exists = values.most.is_none() && count.as_ref().map_or(*far == 1, |count| count > far);
    exists.then_some(count.is_none())
}

/// The most loops around two accesses of which several together are looked at.
const MOST_LOOPS: usize = 4;

/// Two accesses to one storage, inside the same loops.
struct Pair<'a> {
    accesses: &'a Accesses,
    write: &'a Access,
    read: &'a Access,
}

impl Pair<'_> {
    /// Their race over one loop, all others being in the same iteration.
    fn over_one(&self, at: LoopId) -> Option<Race> {
        if !self.write.reference.loops.contains(&at) {
            return None;
        }
        let (write, read) = self.addresses()?;
        let [own, other] = [slope(write, at)?, slope(read, at)?];
        let difference = write - read;
        match (other.is_zero(), own.is_zero()) {
            (true, true) if difference.is_zero() => self.race(Meeting::All(at)),
            (true, true) => None,
            (false, false) if difference.is_zero() => None,
            (false, false) => {
                let distance = quotient(&difference, &other)?;
                self.race(Meeting::Apart(vec![(at, distance)]))
            }
            (true, false) => self.in_one(at, true),
            (false, true) => self.in_one(at, false),
        }
    }

    /// Their race over several loops together, at least one of which is declared parallel.
    fn over_several(&self, declared: &[LoopId]) -> Option<Race> {
        let loops = &self.write.reference.loops;
        let (write, read) = self.addresses()?;
        let difference = write - read;
        let is_counted = |atom: &Atom| matches!(atom, Atom::Iv(l, _) if loops.contains(l));
        if difference.is_zero()
            || loops.len() > MOST_LOOPS
            || difference.any_atom(&mut |a| is_counted(a))
        {
            return None;
        }
        let slopes: Vec<Poly> = loops.iter().map(|l| slope(read, *l)).collect::<Option<_>>()?;
        let mut steps = vec![-1_i32; loops.len()];
        loop {
            let moved = slopes.iter().zip(&steps);
            let moved = moved.fold(Poly::zero(), |sum, (slope, step)| {
                &sum + &(slope * &Poly::from(Integer::from(*step)))
            });
            if moved == difference {
                let apart = loops.iter().zip(&steps).filter(|(_, step)| **step != 0);
                let apart: Vec<_> = apart.map(|(l, step)| (*l, Integer::from(*step))).collect();
                let differs = apart.iter().any(|(l, _)| declared.contains(l));
                let race = self.race(Meeting::Apart(apart)).filter(|_| differs);
                if race.is_some() {
                    return race;
                }
            }
            let next = steps.iter().rposition(|step| *step < 1)?;
            steps[next] += 1;
            steps[next + 1..].fill(-1);
        }
    }

    /// Their race where one of them is to another place in each iteration of a loop: the one that writes, or the one that reads.
    fn in_one(&self, at: LoopId, writes: bool) -> Option<Race> {
        let values = self.accesses.loop_values(at)?;
        let (write, read) = self.addresses()?;
        let (varying, fixed) = if writes { (write, read) } else { (read, write) };
        let meets = |value: &Poly| replaced(varying, at, value) == *fixed;
        let is = |end: &Option<Poly>| end.as_ref().is_some_and(&meets);
        let iteration = if is(&values.first) {
            Iteration::First
        } else if is(&values.last) {
            Iteration::Last
        } else {
            let far = fixed - &replaced(varying, at, &Poly::zero());
            let zero = far.is_zero().then(Integer::new);
            let value = zero.or_else(|| quotient(&far, &slope(varying, at)?))?;
            has_iteration(values, &value).then_some(Iteration::At(value))?
        };
        self.race(Meeting::One { at, iteration, writes })
    }

    /// That race, where the loops have such iterations and the accesses are to one element.
    fn race(&self, meeting: Meeting) -> Option<Race> {
        let far: Vec<(LoopId, Integer)> = match &meeting {
            Meeting::Apart(distances) => {
                distances.iter().map(|(at, distance)| (*at, distance.clone().abs())).collect()
            }
            Meeting::All(at) | Meeting::One { at, .. } => vec![(*at, Integer::from(1))],
        };
        let mut need_two = Vec::new();
        for (at, far) in &far {
            let needs = reaches(self.accesses.loop_values(*at)?, far)?;
            need_two.extend(needs.then_some(*at));
        }
        let touch = Touch::Accesses { write: self.write.id, read: self.read.id };
        self.is_one_element(&meeting).then_some(Race { touch, meeting, need_two })
    }

    fn addresses(&self) -> Option<(&Poly, &Poly)> {
        let write = self.write.reference.address.offset.as_poly()?;
        Some((write, self.read.reference.address.offset.as_poly()?))
    }

    /// Whether the two accesses are to one element by every subscript: with other subscripts one of them would be outside of its array
    /// where the addresses are equal.
    fn is_one_element(&self, meeting: &Meeting) -> bool {
        let (a, b) =
            (&self.write.reference.address.subscripts, &self.read.reference.address.subscripts);
        let alike = |(a, b): (&Subscript, &Subscript)| {
            let both = a.index.as_poly().zip(b.index.as_poly());
            both.is_some_and(|(a, b)| self.meet(meeting, a, b))
                && (&a.scale, &a.extent, a.field_offset) == (&b.scale, &b.extent, b.field_offset)
        };
        a.len() == b.len() && a.iter().zip(b).all(alike)
    }

    /// Whether a subscript of the write and one of the read are the same in the iterations that meet.
    fn meet(&self, meeting: &Meeting, write: &Poly, read: &Poly) -> bool {
        match meeting {
            Meeting::All(_) => write == read,
            Meeting::Apart(distances) => *write == moved(read, distances),
            Meeting::One { at, iteration, writes } => {
                let values = self.accesses.loop_values(*at);
                let value = match iteration {
                    Iteration::First => values.and_then(|values| values.first.clone()),
                    Iteration::Last => values.and_then(|values| values.last.clone()),
                    Iteration::At(value) => Some(Poly::from(value.clone())),
                };
                let (varying, fixed) = if *writes { (write, read) } else { (read, write) };
                value.is_some_and(|value| replaced(varying, *at, &value) == *fixed)
            }
        }
    }
}

/// Whether a loop whose ends are numbers has an iteration in which its atom has that value.
fn has_iteration(values: &LoopValues, value: &Integer) -> bool {
    let end = |end: &Option<Poly>| end.as_ref().and_then(Poly::as_constant);
    let ends = end(&values.first).zip(end(&values.last));
    ends.is_some_and(|(first, last)| (first..=last).contains(value))
}

/// `poly` with `value` in the place of a loop's variable.
fn replaced(poly: &Poly, at: LoopId, value: &Poly) -> Poly {
    let iv = Atom::Iv(at, Instance::Source);
    poly.substitute(&|atom| (*atom == iv).then(|| value.clone()))
}

/// `poly` with the variables of loops so much greater.
fn moved(poly: &Poly, distances: &[(LoopId, Integer)]) -> Poly {
    poly.substitute(&|atom| {
        let (_, by) = distances.iter().find(|(l, _)| *atom == Atom::Iv(*l, Instance::Source))?;
        Some(&Poly::atom(atom.clone()) + &Poly::from(by.clone()))
    })
}

/// By how much an address grows from one iteration of a loop to the next; `None` where that is not the same for all.
fn slope(address: &Poly, at: LoopId) -> Option<Poly> {
    match address.coefficients_of(&Atom::Iv(at, Instance::Source)).as_slice() {
        [] | [_] => Some(Poly::zero()),
        [_, slope] => Some(slope.clone()),
        _ => None,
    }
}

/// The number whose product with `slope` is the difference; neither is 0.
fn quotient(difference: &Poly, slope: &Poly) -> Option<Integer> {
    let (_, whole) = difference.monomials().next()?;
    let (_, part) = slope.monomials().next()?;
    let (number, rest) = whole.clone().div_rem(part.clone());
    let equal = rest == 0 && *difference == slope * &Poly::from(number.clone());
    equal.then_some(number)
}
