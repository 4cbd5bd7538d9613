//! What subscripts say that are inside the extents of their arrays.
//!
//! An access that is executed in every iteration in which one of two others is tells as much as the
//! two themselves: nothing is asked of a program that leaves an array.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::instances::Instances;
use super::problem::is_always_executed;
use crate::access::{Access, Accesses};
use crate::id::LoopId;
use crate::symbolic::eval::{Reference, Subscript};
use crate::symbolic::poly::Poly;
use crate::symbolic::range::Facts;
use crate::symbolic::value::Value;

/// More bounds of subscripts are not used: the region's other accesses may have many.
const MAX_BOUNDS: usize = 24;

/// Polynomials that are not negative because subscripts are inside their extents, sorted, each once,
/// and whether they say all that the extents do.
#[derive(Clone, Debug)]
pub(super) struct Extents {
    pub(super) bounds: Vec<Poly>,
    pub(super) exact: bool,
}

/// What the bounds of one end's subscripts depend on: the loops around it, and those of them that are
/// written in the other way than usual (moving at the source, fixed at the sink).
type Instants = (bool, Vec<LoopId>, Vec<LoopId>);

/// The extents of a region's accesses.
pub(super) struct Table {
    /// The subscripts of each access that the bounds of the loops around it do not keep inside their
    /// extents.
    loose: Vec<Vec<Subscript>>,
    /// What is known of the extents of accesses that are always executed, by the instances.
    around: Mutex<BTreeMap<Instants, Arc<Extents>>>,
}

impl Extents {
    /// Nothing, and nothing left out.
    pub(super) const NONE: Extents = Extents { bounds: Vec::new(), exact: true };

    /// Adds 0 ≤ index ≤ extent − 1, where both are polynomials.
    fn add(&mut self, subscript: &Subscript, place: impl Fn(&Value) -> Value) {
        let Some(extent) = subscript.extent.as_ref().map(&place) else { return };
        let index = place(&subscript.index);
        let (Some(index), Some(extent)) = (index.as_poly(), extent.as_poly()) else {
            self.exact = false;
            return;
        };
        let rows = [index.clone(), &(extent - index) - &Poly::one()];
        self.bounds.extend(rows.into_iter().filter(|row| row.as_constant().is_none_or(|c| c < 0)));
    }

    /// The same with each bound once, and at most so many.
    fn limited(mut self, most: usize) -> Extents {
        self.bounds.sort();
        self.bounds.dedup();
        self.exact &= self.bounds.len() <= most;
        self.bounds.truncate(most);
        self
    }
}

impl Table {
    pub(super) fn new(accesses: &Accesses, symbols: &Facts) -> Table {
        Table { loose: loose_subscripts(accesses, symbols), around: Mutex::default() }
    }

    /// What holds where both ends are executed.
    pub(super) fn between(
        &self,
        accesses: &Accesses,
        instances: &Instances,
        (source, sink): (&Access, &Access),
    ) -> Extents {
        let mut all = Extents::NONE;
        for (end, at_source) in [(source, true), (sink, false)] {
            let around = self.around(accesses, instances, end, at_source);
            all.bounds.extend(around.bounds.iter().cloned());
            all.exact &= around.exact;
            self.add(&mut all, instances, end, at_source);
        }
        all.limited(MAX_BOUNDS)
    }

    /// The extents of all accesses that are executed in every iteration in which `end` is. They are
    /// the same for all ends in the same loops, and worked out once.
    fn around(
        &self,
        accesses: &Accesses,
        instances: &Instances,
        end: &Access,
        at_source: bool,
    ) -> Arc<Extents> {
        let Instances { moving, fixed } = instances;
        let special = if at_source { moving.to_vec() } else { fixed.clone() };
        let loops = &end.reference.loops;
        let key = (at_source, loops.clone(), special);
        let table = || self.around.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(extents) = table().get(&key) {
            return extents.clone();
        }
        let accompanies = |access: &&Access| {
            is_always_executed(access, accesses) && loops.starts_with(&access.reference.loops)
        };
        let mut all = Extents::NONE;
        for access in accesses.list.iter().filter(accompanies) {
            self.add(&mut all, instances, access, at_source);
        }
        let extents = Arc::new(all.limited(MAX_BOUNDS));
        table().insert(key, extents.clone());
        extents
    }

    fn add(&self, all: &mut Extents, instances: &Instances, access: &Access, at_source: bool) {
        for subscript in &self.loose[access.id.index()] {
            if at_source {
                all.add(subscript, |value| instances.source_value(value));
            } else {
                all.add(subscript, |value| instances.sink_value(value));
            }
        }
    }
}

/// For each access the subscripts of which the loops around it do not say that they are inside their
/// extents.
fn loose_subscripts(accesses: &Accesses, symbols: &Facts) -> Vec<Vec<Subscript>> {
    let mut inside: BTreeMap<(&[LoopId], &Poly, &Poly), bool> = BTreeMap::new();
    let mut all = Vec::new();
    for Reference { loops, address, .. } in accesses.list.iter().map(|access| &access.reference) {
        let mut loose = Vec::new();
        for subscript in address.subscripts.iter().filter(|subscript| subscript.extent.is_some()) {
            let extent = subscript.extent.as_ref().and_then(Value::as_poly);
            let kept = subscript.index.as_poly().zip(extent).is_some_and(|(index, extent)| {
                *inside.entry((loops, index, extent)).or_insert_with(|| {
                    let facts = accesses.facts_inside(symbols.clone(), loops);
                    facts.nonnegative(index) && facts.positive(&(extent - index))
                })
            });
            loose.extend((!kept).then(|| subscript.clone()));
        }
        all.push(loose);
    }
    all
}
