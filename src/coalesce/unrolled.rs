//! Loops that the compiler unrolls wholly, or in longer rounds than usual: a warp has the requests of more iterations under way at once.

use super::extents::number;
use crate::access::{Access, Accesses};
use crate::id::LoopId;
use crate::ir::{Loop, TargetRegion};
use crate::symbolic::eval::{AccessKind, LoopValues};
use crate::symbolic::poly::{Atom, Instance};
use crate::symbolic::root::Root;

/// Iterations of the rounds in which clang unrolls a loop whose number of iterations is not known. It unrolls a loop wholly that has no
/// more of them.
const ROUND: u32 = 8;

/// How many times the usual number of a warp's requests are under way where a loop is unrolled further: sums of columns take 0.62 to
/// 0.73 of the time that they take with clang's rounds (H200, docs/results/gpu.md).
const FURTHER: f64 = 1.5;

/// The most for a loop that is unrolled wholly: with four warps for each of its schedulers a device is full, whose threads have
/// several requests of an iteration under way (V. Volkov: "Better Performance at Lower Occupancy", GTC 2010).
const MOST: u32 = 4;

/// The unrolled loops of a region.
pub(super) struct Unrolled {
    /// In longer rounds than usual.
    further: Vec<LoopId>,
    /// Wholly, with the most iterations of each.
    wholly: Vec<(LoopId, u32)>,
}

impl Unrolled {
    pub(super) fn of(region: &TargetRegion, accesses: &Accesses) -> Unrolled {
        let further = |l: &&Loop| rounds(l).is_some_and(|rounds| rounds > ROUND);
        let loops = region.loops();
        let wholly = loops.iter().filter_map(|l| {
            let most = most_iterations(accesses.loop_values(l.id)?)?;
            let is_one = (1..=ROUND).contains(&most) && waits_for_no_store(accesses, l.id);
            is_one.then_some((l.id, most))
        });
        Unrolled {
            wholly: wholly.collect(),
            further: loops.iter().copied().filter(further).map(|l| l.id).collect(),
        }
    }

    /// How many times the usual number of an access's requests are under way, if its innermost loop is no loop that threads share.
    pub(super) fn at_once(&self, access: &Access) -> f64 {
        if self.further.iter().any(|l| is_load_along(access, *l)) {
            return FURTHER;
        }
        let inner = access.reference.loops.last();
        let own = self.wholly.iter().find(|(l, _)| Some(l) == inner);
        own.map_or(1.0, |(_, iterations)| (*iterations).min(MOST).into())
    }
}

/// The iterations of a round for which a loop's pragma asks: `clang loop unroll_count(16)`, `unroll 16`.
fn rounds(l: &Loop) -> Option<u32> {
    let words = l.pragma.as_deref()?;
    let rest = words.strip_prefix("clang loop unroll_count").or(words.strip_prefix("unroll"))?;
    rest.trim().trim_matches(['(', ')']).trim().parse().ok()
}

/// Whether a loop has loads, of which none has to wait for a store of an iteration before: it stores into other arrays alone.
fn waits_for_no_store(accesses: &Accesses, l: LoopId) -> bool {
    let inside = accesses.list.iter().filter(|own| own.reference.loops.contains(&l));
    let (stores, loads): (Vec<&Access>, Vec<&Access>) =
        inside.filter(|own| own.counted).partition(|own| own.reference.kind.writes());
    let is_apart = |load: &&Access| stores.iter().all(|store| root(store) != root(load));
    !loads.is_empty() && loads.iter().all(is_apart)
}

fn root(access: &Access) -> &Root {
    &access.reference.address.root
}

/// The most iterations of a loop, if its bounds or one of their cases tell.
fn most_iterations(values: &LoopValues) -> Option<u32> {
    if let Some(count) = &values.trip_count {
        return u32::try_from(number(Some(count))?).ok();
    }
    let step = values.step.as_ref()?.to_i64()?.abs().max(1);
    let distances = values.distances()?;
    let counts = distances.cases().iter().filter_map(|case| number(Some(&case.poly)));
    let least = counts.min()?;
    u32::try_from(least.div_euclid(step) + i64::from(least % step > 0)).ok()
}

/// Whether an access of a loop loads something else in each iteration.
pub(crate) fn is_load_along(access: &Access, l: LoopId) -> bool {
    let reference = &access.reference;
    let counter = Atom::Iv(l, Instance::Source);
    let offset = reference.address.offset.as_poly();
    let moves = offset.is_none_or(|offset| offset.any_atom(&mut |atom| *atom == counter));
    let loads = reference.kind != AccessKind::Write && !access.thread_private;
    loads && moves && reference.loops.last() == Some(&l)
}
