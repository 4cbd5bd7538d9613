//! What rows gain that come through team memory ([`crate::transform::rows`]).

use std::collections::BTreeSet;

use super::fact::Fact;
use super::lanes;
use super::scalars::Along;
use super::study::{Chain, Proposed, Study};
use super::{Decision, Rejected, Variant};
use crate::access::Access;
use crate::coalesce::warp::Sectors;
use crate::cost::{Coalescing, count};
use crate::diag::Code;
use crate::id::{AccessId, SymbolId};
use crate::schedule::mapping;
use crate::symbolic::root::Root;
use crate::transform::blocker::Blocker;
use crate::transform::levels::{self, COMBINED};
use crate::transform::rows::{self, Rows, Staged, warps};
use crate::transform::step::{Shared, Step, StepKind, Subject};
use crate::transform::{applied_to_one, legality};

/// An array is staged if its requests need so many times fewer sectors then, and so many times those of 32 lanes side by side before:
/// what does not change along a row is no row.
const LEAST_GAIN: f64 = 2.0;

/// Iterations along a row below which lanes do not share them: 1,048,576 rows of 32 doubles take 268 µs so, 188 as written, and 124 through
/// team memory; rows of 64 take 276, 348 and 196 (H200, clang 19 at -O2).
const LEAST_SHARED: u32 = 64;

/// The region with rows through team memory.
pub(super) fn propose(study: &Study, decision: &Decision) -> Proposed {
    let Study { region, accesses, dependences, ref pricing } = *study;
    let concerned = pricing.policy.team_memory && region.directive.leaves() == COMBINED;
    if !concerned || !study.may_gain(decision, StepKind::ROWS) {
        return Proposed::default();
    }
    let Some(rows) = Rows::of(region) else { return Proposed::default() };
    let found = across(study, &rows).and_then(|across| {
        let fetched = fetched(study, decision, (&rows, &across))?;
        Ok((across, fetched))
    });
    let Ok((across, fetched)) = found else { return Proposed::default() };
    if fetched.is_empty() {
        return Proposed::default();
    }
    let arrays: BTreeSet<SymbolId> = fetched.iter().filter_map(|own| own.array).collect();
    let subject = Subject::Staged(Staged {
        outer: rows.outer.id,
        inner: rows.inner.id,
        arrays: arrays.iter().copied().collect(),
        columns: 0,
    });
    let refused = |blocker: Blocker| {
        let steps = vec![Step::new(StepKind::ROWS, subject.clone())];
        Proposed { refused: Some(Rejected { steps, blocker }), ..Proposed::default() }
    };
    if let Err(blocker) = rows::check(region, accesses, dependences, pricing.policy) {
        return refused(blocker);
    }
    let along = decision.before.as_ref().ok().and_then(|own| Along::of(study, own, rows.inner));
    let shared = by_warps(study, decision, (&rows, &across), along.as_ref());
    match shared.or_else(|_| staged(study, decision, (&rows, fetched), along.as_ref())) {
        Ok(variant) => {
            let chains = vec![Chain { variants: vec![variant], otherwise: None }];
            Proposed { chains, ..Proposed::default() }
        }
        Err(blocker) => refused(blocker),
    }
}

/// An access whose lanes are rows apart, and what it asks for where they are columns apart.
struct Fetched {
    access: AccessId,
    array: Option<SymbolId>,
    sectors: Sectors,
}

/// What the accesses ask for where the lanes run along rows.
fn across(study: &Study, rows: &Rows) -> Result<Coalescing, Blocker> {
    let Study { region, accesses, dependences, ref pricing } = *study;
    let along = Shared::alone(rows.inner.id);
    let split = applied_to_one(region, &levels::steps(region, vec![along]));
    let split = split.ok_or_else(|| Blocker::unmodelled(Code::NotEditable))?;
    let mapped =
        mapping(&split, pricing.machine, &dependences.declared).map_err(Blocker::unmodelled)?;
    Ok(count(region, accesses, pricing.machine, mapped, pricing.policy))
}

/// The loads of the inner loop that need fewer sectors where the lanes run along rows.
fn fetched(
    study: &Study,
    decision: &Decision,
    (rows, across): (&Rows, &Coalescing),
) -> Result<Vec<Fetched>, Blocker> {
    let accesses = study.accesses;
    let before = decision.as_written()?;
    let grouped: BTreeSet<AccessId> =
        before.groups.iter().flat_map(|group| group.members.iter().copied()).collect();
    let inside = |access: &&Access| {
        let own = &access.reference;
        own.loops.last() == Some(&rows.inner.id)
            && !own.kind.writes()
            && !grouped.contains(&access.id)
    };
    let fetched = accesses.list.iter().filter(inside).filter_map(|access| {
        let at = access.id.index();
        let (old, new) = (before.sectors[at].as_ref()?, across.sectors[at].as_ref()?);
        let needed = LEAST_GAIN * new.mean.max(f64::from(access.bytes()));
        let gains = new.known && old.mean > needed;
        let array = match access.reference.address.root {
            Root::Symbol(array) => Some(array),
            _ => None,
        };
        let sectors = Sectors { around: old.around.clone(), ..new.clone() };
        gains.then_some(Fetched { access: access.id, array, sectors })
    });
    Ok(fetched.collect())
}

fn roots<'a>(accesses: impl Iterator<Item = &'a Access>) -> Vec<&'a Root> {
    accesses.map(|access| &access.reference.address.root).collect()
}

/// The variant whose warps share the loop along a row, with elements in scalars where these can be.
fn by_warps(
    study: &Study,
    decision: &Decision,
    (rows, across): (&Rows, &Coalescing),
    along: Option<&Along>,
) -> Result<Variant, Blocker> {
    let Study { region, accesses, ref pricing, .. } = *study;
    let is_scalar = |access: AccessId| {
        along.is_some_and(|along| along.sectors.iter().any(|(own, _)| *own == access))
    };
    let stores = rows::stores(accesses, rows).any(|access| !is_scalar(access.id));
    let with_scalars = along.map_or(region, |along| &along.region);
    let own = Rows::of(with_scalars).ok_or_else(|| Blocker::unmodelled(Code::NotEditable))?;
    warps::check(with_scalars, stores, &own, pricing.policy)?;
    let inside = |access: &&Access| access.reference.loops.contains(&rows.inner.id);
    let loads = accesses.list.iter().filter(inside).filter(|access| !is_scalar(access.id));
    let [loads, before] = [roots(loads), roots(rows::stores_before(accesses, rows))];
    let mut assumptions = BTreeSet::new();
    let words = "what is stored before the loop along a row it may load";
    legality::check_apart(region, [&before, &loads], pricing.policy, &mut assumptions)
        .map_err(|code| Blocker::in_words(code, rows.inner.id, words))?;
    check_team_arrays(study, rows)?;
    let before = decision.as_written()?;
    let reads = accesses.list.iter().filter(|access| {
        let is_inside = access.reference.loops.contains(&rows.inner.id);
        is_inside && !access.reference.kind.writes() && !is_scalar(access.id)
    });
    let sectors = reads.filter_map(|access| {
        let own = across.sectors[access.id.index()].as_ref()?;
        let around = before.sectors[access.id.index()].as_ref()?.around.clone();
        Some((access.id, Sectors { around, ..own.clone() }))
    });
    let sectors: Vec<_> = sectors.collect();
    let counter = (rows.inner.id, region.symbol(rows.inner.iv).ty);
    let room = lanes::leaves_room(accesses, counter, warps::LANES as u32)?;
    let mut facts = lanes::facts(accesses, std::iter::once(rows.inner.id), LEAST_SHARED)?;
    facts.extend(room);
    let steps = warps::steps(region, rows);
    let variant = finished(study, decision, Change { steps, facts, sectors }, along)?;
    assumptions.extend(&variant.assumptions);
    Ok(Variant { assumptions, ..variant })
}

/// The variant that stages what can be staged, with elements in scalars where these can be.
fn staged(
    study: &Study,
    decision: &Decision,
    (rows, fetched): (&Rows, Vec<Fetched>),
    along: Option<&Along>,
) -> Result<Variant, Blocker> {
    let Study { region, accesses, ref pricing, .. } = *study;
    let mut assumptions = BTreeSet::new();
    let stores = roots(rows::stores(accesses, rows));
    let (mut arrays, mut refused) = (Vec::new(), None);
    let roots: BTreeSet<Option<SymbolId>> = fetched.iter().map(|own| own.array).collect();
    for array in roots.into_iter().flatten() {
        let asked = (array, pricing.policy);
        let checked = rows::check_array(region, rows, array)
            .and_then(|()| rows::check_stores(region, &stores, asked, &mut assumptions));
        match checked {
            Ok(()) => arrays.push(array),
            Err(blocker) => refused = refused.or(Some(blocker)),
        }
    }
    let other = |words: &str| Blocker::in_words(Code::NotEditable, rows.inner.id, words);
    if arrays.is_empty() {
        return Err(refused.unwrap_or_else(|| other("no array can be staged")));
    }
    check_team_arrays(study, rows)?;
    let with_scalars = along.map_or(region, |along| &along.region);
    let columns = Rows::of(with_scalars).and_then(|own| rows::columns(with_scalars, &own, &arrays));
    let columns = columns.ok_or_else(|| {
        let words = "team memory has no room for the rows";
        Blocker::in_words(Code::NoGain, rows.inner.id, words)
    })?;
    let staged: Vec<(AccessId, Sectors)> = fetched
        .into_iter()
        .filter(|own| own.array.is_some_and(|array| arrays.contains(&array)))
        .map(|own| (own.access, own.sectors))
        .collect();
    let steps =
        rows::steps(region, Staged { outer: rows.outer.id, inner: rows.inner.id, arrays, columns });
    let facts = lanes::facts(accesses, std::iter::once(rows.inner.id), lanes::WARP)?;
    let sectors = staged;
    let variant = finished(study, decision, Change { steps, facts, sectors }, along)?;
    assumptions.extend(&variant.assumptions);
    Ok(Variant { assumptions, ..variant })
}

/// Checks that arrays of a team are in its memory.
fn check_team_arrays(study: &Study, rows: &Rows) -> Result<(), Blocker> {
    let words = "arrays of a team are in its memory with -O1 or more, without -fopenmp-cuda-mode";
    let refusal = || Blocker::in_words(Code::NotEditable, rows.inner.id, words);
    study.pricing.policy.team_arrays.then_some(()).ok_or_else(refusal)
}

/// Steps, what a test before them has to find out, and the sectors that accesses need behind them.
struct Change {
    steps: Vec<Step>,
    facts: Vec<Fact>,
    sectors: Vec<(AccessId, Sectors)>,
}

/// The variant of a change, with elements in scalars.
fn finished(
    study: &Study,
    decision: &Decision,
    Change { mut steps, facts, sectors }: Change,
    along: Option<&Along>,
) -> Result<Variant, Blocker> {
    let Study { region, accesses, dependences, ref pricing } = *study;
    let before = decision.as_written()?;
    let (list, machine) = (&accesses.counting().list, pricing.machine);
    let scalars = along.map_or(&[][..], |along| &along.sectors);
    let after = before.with_sectors(list, scalars, machine).staged(list, &sectors, machine);
    let gain = pricing.gain(before, &after);
    let mut assumptions = super::assumptions(dependences);
    assumptions.insert(Code::DeclaredParallel);
    assumptions.extend(&accesses.assumptions);
    assumptions.extend(after.sectors.iter().flatten().flat_map(|s| &s.assumptions));
    if let Some(along) = along {
        assumptions.extend(&along.assumptions);
        steps.insert(0, along.step.clone());
    }
    let unwritable = super::not_writable(region, pricing.policy);
    let unchanged = Variant::unchanged(before);
    let variant = Variant { steps, after, gain, assumptions, unwritable, ..unchanged };
    lanes::under(region, pricing.policy, variant, &facts)
}
