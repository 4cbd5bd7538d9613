//! Sequential loops that lanes enter at different values.
//!
//! The lanes of a warp run a sequential loop in step: in one request all of them are in the same trip. Where the loop's first
//! value depends on the lane (`for (j = i; …)`, or the rows of a sparse matrix), equal trips are different values of the counter.
//! Therefore addresses are compared with the counter written as `first + trip`.

use super::alignment::Sizes;
use crate::diag::Code;
use crate::id::{LoopId, StmtId};
use crate::ir::BinaryOp;
use crate::schedule::map::{Chunk, ThreadMap};
use crate::symbolic::eval::LoopValues;
use crate::symbolic::poly::{Atom, Instance, Poly, TermOp};
use crate::symbolic::value::{Guard, Literal, Value};

/// What lanes see in the place of some counters: of loops that they enter at different values, the outermost first, and of a
/// thread's number where threads share iterations.
#[derive(Clone, Debug, Default)]
pub(super) struct Staggered {
    moved: Vec<Moved>,
    /// The place of an iteration in the space, where warps begin at multiples of their lanes in it.
    pub(super) place: Option<Poly>,
    pub(super) sizes: Sizes,
    /// The loops whose iterations are spread over the lanes.
    mapped: Vec<LoopId>,
}

#[derive(Clone, Debug)]
struct Moved {
    counter: LoopId,
    /// The counter's first value.
    first: Option<Poly>,
    /// What lanes see in its place.
    seen: Result<Poly, Code>,
}

impl Staggered {
    /// Those of `loops`, indexed by [`LoopId`], where `map` spreads iterations over the lanes.
    pub(super) fn new(loops: &[Option<LoopValues>], map: &ThreadMap) -> Self {
        let shared =
            map.thread.filter(|thread| !map.loops.is_empty() && !map.loops.contains(thread));
        let mut moving = map.loops.clone();
        moving.extend(shared);
        let of_thread = |thread| {
            let seen = thread_number(loops, map);
            Moved { counter: thread, first: None, seen }
        };
        let mut moved: Vec<Moved> = shared.map(of_thread).into_iter().collect();
        for (index, values) in loops.iter().enumerate() {
            let (l, Some(values)) = (LoopId::from_index(index), values) else { continue };
            if map.loops.contains(&l) {
                continue;
            }
            match &values.first {
                Some(first) if !moves(first, &moving) => {}
                Some(first) => {
                    moving.push(l);
                    let seen = Ok(first + &Poly::atom(counter(l)));
                    moved.push(Moved { counter: l, first: Some(first.clone()), seen });
                }
                None => {
                    let seen = Err(values.varying.unwrap_or(Code::NotCanonical));
                    moved.push(Moved { counter: l, first: None, seen });
                }
            }
        }
        let placed = map.is_placed() && map.is_plain();
        let place = placed.then(|| place(loops, &map.loops)).flatten();
        Self { moved, place, sizes: Sizes::of_loops(loops), mapped: map.loops.clone() }
    }

    /// A value with the trips of these loops in the place of their counters.
    pub(super) fn at_equal_trips(&self, value: &Value) -> Value {
        let mut value = value.clone();
        for Moved { counter: l, seen, .. } in self.moved.iter().rev() {
            let counter = counter(*l);
            if !value.any_atom(&mut |atom| *atom == counter) {
                continue;
            }
            match seen {
                Ok(seen) => {
                    value = value.substitute(&|atom| (*atom == counter).then(|| seen.clone()));
                }
                Err(code) => return Value::Unknown(*code),
            }
        }
        value
    }

    /// A guard with the trips of these loops in the place of their counters; `None` where it cannot hold. Where nothing is known
    /// of a counter in it, the guard that always holds.
    pub(super) fn guard(&self, guard: &Guard) -> Option<Guard> {
        let mut guard = guard.clone();
        for Moved { counter: l, seen, .. } in self.moved.iter().rev() {
            let counter = counter(*l);
            let mentions = |literal: &Literal| literal.poly.any_atom(&mut |atom| *atom == counter);
            if !guard.literals().any(mentions) {
                continue;
            }
            let Ok(seen) = seen else { return Some(Guard::always()) };
            guard = guard.substitute(&|atom| (*atom == counter).then(|| seen.clone()))?;
        }
        Some(guard)
    }

    /// The first and the last value that lanes see of a loop's counter: those of its trips, where these take the counter's place.
    pub(super) fn range(&self, l: LoopId, values: &LoopValues) -> (Option<Poly>, Option<Poly>) {
        let Some(moved) = self.moved.iter().find(|moved| moved.counter == l) else {
            return (values.first.clone(), values.last.clone());
        };
        let ends = moved.first.as_ref().zip(values.last.as_ref());
        (Some(Poly::zero()), ends.map(|(first, last)| last - first))
    }

    /// Whether lanes may see different values of a polynomial.
    pub(super) fn tells_lanes_apart(&self, poly: &Poly) -> bool {
        let seen = self.at_equal_trips(&Value::from(poly.clone()));
        seen.unknown().is_some() || seen.any_atom(&mut |atom| varies(atom, &self.mapped))
    }
}

/// The number of the thread that runs an iteration of the map's loops: it follows from the iteration's place in the collapsed space
/// and from the chunks in which teams and threads get iterations. Where the place is not known, neighbouring lanes are still
/// neighbouring threads, if the schedule has it so.
fn thread_number(loops: &[Option<LoopValues>], map: &ThreadMap) -> Result<Poly, Code> {
    let binary = |op, left: Poly, right: u32| match right {
        1 if op == BinaryOp::Div => left,
        _ => Poly::term(TermOp::Binary(op), vec![left, Poly::from(right)]),
    };
    let within = |place: Poly| match (map.team_chunk, map.thread_chunk) {
        (Chunk::Of(team), Chunk::Of(thread)) => {
            let own = binary(BinaryOp::Div, binary(BinaryOp::Rem, place, team), thread);
            let rounds = team.div_ceil(thread) > map.team_size;
            Some(if rounds { binary(BinaryOp::Rem, own, map.team_size) } else { own })
        }
        (Chunk::Whole, Chunk::Of(thread)) => {
            Some(binary(BinaryOp::Rem, binary(BinaryOp::Div, place, thread), map.team_size))
        }
        _ => None,
    };
    let known = |place: &Poly| !place.any_atom(&mut |atom| !varies(atom, &map.loops));
    if let Some(number) = place(loops, &map.loops).filter(known).and_then(within) {
        return Ok(number);
    }
    let innermost = map.loops.last().filter(|_| map.is_plain()).ok_or(Code::UnmodelledSchedule)?;
    let op = TermOp::Unknown { stmt: StmtId(u32::MAX), index: 0, grows: 0 };
    Ok(&Poly::atom(counter(*innermost)) + &Poly::term(op, Vec::new()))
}

/// The place of an iteration in the collapsed space of loops, from 0; `None` where a loop's bounds follow another one of them.
pub(super) fn place(loops: &[Option<LoopValues>], mapped: &[LoopId]) -> Option<Poly> {
    let mut place = Poly::zero();
    let fixed = |bound: &&Poly| !moves(bound, mapped);
    for (at, l) in mapped.iter().enumerate() {
        let values = loops[l.index()].as_ref()?;
        if at > 0 {
            place = &place * values.trip_count.as_ref().filter(fixed)?;
        }
        let first = values.first.as_ref().filter(fixed)?;
        place = &(&place + &Poly::atom(counter(*l))) - first;
    }
    Some(place)
}

/// What an address grows by from each place in the collapsed space of loops to the next in its row, and the address without what it
/// grew by from the place 0. That moves from row to row where rows lie otherwise than one after the other. `None` where the address
/// is no line in a row.
pub(super) fn along_places(address: &Poly, place: &Poly, mapped: &[LoopId]) -> Option<(i64, Poly)> {
    let coefficients = address.coefficients_of(&counter(*mapped.last()?));
    let step = coefficients.get(1)?.as_constant()?.to_i64()?;
    Some((step, address - &(&Poly::from(step) * place)))
}

/// The counter of a loop.
pub(super) fn counter(l: LoopId) -> Atom {
    Atom::Iv(l, Instance::Source)
}

/// Whether an atom is the counter of one of `loops`.
pub(super) fn varies(atom: &Atom, loops: &[LoopId]) -> bool {
    matches!(atom, Atom::Iv(l, _) if loops.contains(l))
}

/// Whether the counter of one of `loops` occurs in a polynomial, at any depth.
pub(super) fn moves(poly: &Poly, loops: &[LoopId]) -> bool {
    poly.any_atom(&mut |atom| varies(atom, loops))
}
