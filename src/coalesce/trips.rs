//! Sequential loops that lanes enter at different values.
//!
//! The lanes of a warp run a sequential loop in step: in one request all of them are in the same
//! trip. Where its first value depends on the lane (`for (j = i; …)`, or the rows of a sparse matrix)
//! equal trips are different values of the counter, so addresses are compared with the counter
//! written as `first + trip`.

use crate::diag::Code;
use crate::id::LoopId;
use crate::symbolic::eval::LoopValues;
use crate::symbolic::poly::{Atom, Instance, Poly, TermOp};
use crate::symbolic::value::{Guard, Literal, Value};

/// The loops that lanes enter at different values, outermost first, with their first values.
#[derive(Clone, Debug, Default)]
pub(super) struct Staggered(Vec<(LoopId, Result<Poly, Code>)>);

impl Staggered {
    /// Those of `loops`, indexed by [`LoopId`], where the iterations of `mapped` are spread over the
    /// lanes.
    pub(super) fn new(loops: &[Option<LoopValues>], mapped: &[LoopId]) -> Self {
        let mut moving = mapped.to_vec();
        let mut found = Vec::new();
        for (index, values) in loops.iter().enumerate() {
            let (l, Some(values)) = (LoopId::from_index(index), values) else { continue };
            if mapped.contains(&l) {
                continue;
            }
            match &values.first {
                Some(first) if !first.any_atom(&mut |atom| varies(atom, &moving)) => {}
                Some(first) => {
                    moving.push(l);
                    found.push((l, Ok(first.clone())));
                }
                None => found.push((l, Err(values.varying.unwrap_or(Code::NotCanonical)))),
            }
        }
        Self(found)
    }

    /// A value with the trips of these loops in the place of their counters.
    pub(super) fn at_equal_trips(&self, value: &Value) -> Value {
        let mut value = value.clone();
        for (l, first) in self.0.iter().rev() {
            let counter = Atom::Iv(*l, Instance::Source);
            if !value.any_atom(&mut |atom| *atom == counter) {
                continue;
            }
            match first {
                Ok(first) => {
                    let moved = first + &Poly::atom(counter.clone());
                    value = value.substitute(&|atom| (*atom == counter).then(|| moved.clone()));
                }
                Err(code) => return Value::Unknown(*code),
            }
        }
        value
    }

    /// A guard with the trips of these loops in the place of their counters; the guard that always
    /// holds where nothing is known of a counter in it, `None` where it cannot hold.
    pub(super) fn guard(&self, guard: &Guard) -> Option<Guard> {
        let mut guard = guard.clone();
        for (l, first) in self.0.iter().rev() {
            let counter = Atom::Iv(*l, Instance::Source);
            let mentions = |literal: &Literal| literal.poly.any_atom(&mut |atom| *atom == counter);
            if !guard.literals().any(mentions) {
                continue;
            }
            let Ok(first) = first else { return Some(Guard::always()) };
            let moved = first + &Poly::atom(counter.clone());
            guard = guard.substitute(&|atom| (*atom == counter).then(|| moved.clone()))?;
        }
        Some(guard)
    }

    /// The range of the trips in the place of a counter's; `None` for other loops.
    pub(super) fn trips(&self, l: LoopId, last: Option<&Poly>) -> Option<(Poly, Option<Poly>)> {
        let (_, first) = self.0.iter().find(|(other, _)| *other == l)?;
        let count = first.as_ref().ok().zip(last).map(|(first, last)| last - first);
        Some((Poly::zero(), count))
    }
}

/// Whether lanes see different values of an atom, or may.
pub(super) fn varies(atom: &Atom, moving: &[LoopId]) -> bool {
    match atom {
        Atom::Iv(l, _) => moving.contains(l),
        Atom::Term(term) => matches!(term.op, TermOp::Unknown { .. }),
        _ => false,
    }
}
