//! What rows gain that come through team memory ([`crate::transform::rows`]).

use std::collections::BTreeSet;

use super::fact::Fact;
use super::lanes;
use super::scalars::Scalars;
use super::study::{Chain, Proposed, Study};
use super::{Decision, Rejected, Variant};
use crate::access::{Access, Accesses};
use crate::cost::Coalescing;
use crate::diag::Code;
use crate::id::{AccessId, LoopId, SymbolId};
use crate::ir::Loop;
use crate::symbolic::root::Root;
use crate::transform::blocker::Blocker;
use crate::transform::legality;
use crate::transform::levels::{self, Search};
use crate::transform::rows::{self, Lanes, Rows, Staged, warps};
use crate::transform::step::{Shared, Step, StepKind, Subject};

/// An array is staged if its requests need so many times fewer sectors then, and so many times those of 32 lanes side by side before:
/// what does not change along a row is no row.
const LEAST_GAIN: f64 = 2.0;

/// Iterations along a row below which lanes do not share them: 1,048,576 rows of 32 doubles take 268 µs so, 188 as written, and 124 through
/// team memory; rows of 64 take 276, 348 and 196 (H200, clang 19 at -O2).
const LEAST_SHARED: u32 = 64;

/// The region with rows through team memory.
pub(super) fn propose(study: &Study, decision: &Decision) -> Proposed {
    let Study { region, accesses, dependences, ref pricing } = *study;
    let concerned = pricing.policy.team_memory && levels::is_combined(&region.directive);
    if !concerned || !study.may_gain(decision, StepKind::ROWS) {
        return Proposed::default();
    }
    let (Some(all), Ok(before)) = (Rows::of(region, |_| true), decision.as_written()) else {
        return Proposed::default();
    };
    let loops = all.parts.iter().map(|part| part.inner);
    let mut along: Vec<Along> =
        loops.filter_map(|inner| Along::of(study, before, (&all, inner))).collect();
    if along.iter().all(|own| own.fetched.is_empty()) {
        return Proposed::default();
    }
    if along.len() > 1 {
        along.retain(|own| own.is_plain);
    }
    let rows = Rows::of(region, |id| along.iter().any(|own| own.inner.id == id));
    let rows = rows.unwrap_or(all);
    let subject = Subject::Staged(Staged {
        outer: rows.outer.id,
        along: along.iter().map(|own| (own.inner.id, Lanes::Rows(own.arrays()))).collect(),
        columns: 0,
    });
    let is_named = along.iter().any(|own| !own.arrays().is_empty());
    let refused = |blocker: Blocker| {
        if !is_named {
            return Proposed::default();
        }
        let steps = vec![Step::new(StepKind::ROWS, subject.clone())];
        Proposed { refused: Some(Rejected { steps, blocker }), ..Proposed::default() }
    };
    if let Err(blocker) = rows::check((region, &rows), accesses, dependences, pricing.policy) {
        return refused(blocker);
    }
    let shared = match along.as_slice() {
        [own] => by_warps(study, decision, (&rows, own)),
        _ => Err(Blocker::unmodelled(Code::NotEditable)),
    };
    match shared.or_else(|_| staged(study, decision, (&rows, along))) {
        Ok(variant) => {
            let chains = vec![Chain { variants: vec![variant], otherwise: None }];
            Proposed { chains, ..Proposed::default() }
        }
        Err(blocker) => refused(blocker),
    }
}

/// An access whose lanes are rows apart.
struct Fetched<'a> {
    access: &'a Access,
    /// The array that it names, or the pointer to a row of one.
    array: Option<SymbolId>,
}

/// A loop along a row some of whose accesses ask for fewer sectors where the lanes are columns.
struct Along<'a> {
    inner: &'a Loop,
    /// The loads that need fewer sectors then.
    fetched: Vec<Fetched<'a>>,
    /// Whether it can be a part of several.
    is_plain: bool,
    /// What its counter needs where its iterations need nothing of each other, and ask for fewer sectors where the lanes are columns than where they
    /// are rows whose elements come through team memory.
    spread: Option<Vec<Fact>>,
}

impl<'a> Along<'a> {
    fn of(
        study: &Study<'a>,
        before: &Coalescing,
        (rows, inner): (&Rows, &'a Loop),
    ) -> Option<Along<'a>> {
        let Study { region, accesses, .. } = *study;
        let across = across(study, before, inner).ok()?;
        let fetched = fetched(accesses, [before, &across], inner);
        let is_plain = rows::check_loop((region, rows), accesses, inner).is_ok()
            && lanes::facts(accesses, std::iter::once(inner.id), lanes::WARP).is_ok();
        let mut own = Along { inner, fetched, is_plain, spread: None };
        own.spread = own.spread(study, [before, &across]);
        (own.spread.is_some() || !own.fetched.is_empty()).then_some(own)
    }

    /// The accesses of the loop.
    fn inside<'b>(&self, accesses: &'b Accesses) -> impl Iterator<Item = &'b Access> {
        let inner = self.inner.id;
        accesses.list.iter().filter(move |access| access.reference.loops.contains(&inner))
    }

    /// The arrays that come through team memory.
    fn arrays(&self) -> Vec<SymbolId> {
        let arrays: BTreeSet<SymbolId> = self.fetched.iter().filter_map(|own| own.array).collect();
        arrays.into_iter().collect()
    }

    /// What [`Along::spread`] is to be.
    fn spread(&self, study: &Study, [before, across]: [&Coalescing; 2]) -> Option<Vec<Fact>> {
        let Study { region, accesses, dependences, ref pricing } = *study;
        let (mut columns, mut rows) = (0.0, 0.0);
        for access in self.inside(accesses) {
            let at = access.id.index();
            let (Some(old), Some(new)) = (&before.sectors[at], &across.sectors[at]) else {
                continue;
            };
            let is_fetched = self.fetched.iter().any(|own| own.access.id == access.id);
            columns += new.mean;
            rows += if is_fetched { new.mean } else { old.mean };
        }
        let counter = (self.inner.id, region.symbol(self.inner.iv).ty);
        let policy = pricing.policy;
        let search =
            Search { region, accesses, dependences, policy, innermost: false, refused: None };
        let room = lanes::leaves_room(accesses, counter, rows::LANES as u32).ok()?;
        let is_free = |own: Shared| own.private.iter().all(|symbol| *symbol == self.inner.iv);
        let free = search.check(self.inner).is_ok_and(is_free);
        (columns < rows && free).then(|| room.into_iter().collect())
    }
}

/// What the accesses ask for where the lanes run along rows.
fn across(study: &Study, before: &Coalescing, inner: &Loop) -> Result<Coalescing, Blocker> {
    let steps = levels::steps(study.region, vec![Shared::alone(inner.id)]);
    Ok(study.changed(&Variant::unchanged(before), steps)?.after)
}

/// The loads of a loop along a row that need fewer sectors where the lanes run along it.
fn fetched<'a>(
    accesses: &'a Accesses,
    [before, across]: [&Coalescing; 2],
    inner: &Loop,
) -> Vec<Fetched<'a>> {
    let address = |access: &AccessId| &accesses.list[access.index()].reference.address;
    let is_record =
        |members: &[AccessId]| members.windows(2).any(|own| address(&own[0]) != address(&own[1]));
    let groups = before.groups.iter().filter(|group| is_record(&group.members));
    let grouped: BTreeSet<AccessId> =
        groups.flat_map(|group| group.members.iter().copied()).collect();
    let inside = |access: &&Access| {
        let own = &access.reference;
        own.loops.last() == Some(&inner.id) && !own.kind.writes() && !grouped.contains(&access.id)
    };
    let fetched = accesses.list.iter().filter(inside).filter_map(|access| {
        let at = access.id.index();
        let (old, new) = (before.sectors[at].as_ref()?, across.sectors[at].as_ref()?);
        let needed = LEAST_GAIN * new.mean.max(f64::from(access.bytes()));
        let gains = new.known && old.mean > needed;
        gains.then(|| Fetched { access, array: rows::array(inner, access) })
    });
    fetched.collect()
}

fn roots<'a>(accesses: impl Iterator<Item = &'a Access>) -> Vec<&'a Root> {
    accesses.map(|access| &access.reference.address.root).collect()
}

/// The variant whose warps share the loop along a row, with elements in scalars where these can be.
fn by_warps(
    study: &Study,
    decision: &Decision,
    (rows, own): (&Rows, &Along),
) -> Result<Variant, Blocker> {
    let Study { region, accesses, ref pricing, .. } = *study;
    let inner = own.inner;
    let scalars = Scalars::of(study, &[inner]);
    let is_scalar =
        |access: AccessId| scalars.as_ref().is_some_and(|own| own.accesses.contains(&access));
    let stores = rows::stores(accesses, inner).any(|access| !is_scalar(access.id));
    let with_scalars = scalars.as_ref().map_or(region, |own| &own.region);
    let changed = Rows::of(with_scalars, |id| id == inner.id)
        .ok_or_else(|| Blocker::unmodelled(Code::NotEditable))?;
    warps::check(with_scalars, stores, &changed, pricing.policy)?;
    let loads = own.inside(accesses).filter(|access| !is_scalar(access.id));
    let [loads, earlier] = [roots(loads), roots(rows::stores_before(accesses, inner))];
    let mut assumptions = BTreeSet::new();
    let words = "what is stored before the loop along a row it may load";
    legality::check_apart(region, [&earlier, &loads], pricing.policy, &mut assumptions)
        .map_err(|code| Blocker::in_words(code, inner.id, words))?;
    check_team_arrays(study, inner)?;
    let counter = (inner.id, region.symbol(inner.iv).ty);
    let room = lanes::leaves_room(accesses, counter, rows::LANES as u32)?;
    let mut facts = lanes::facts(accesses, std::iter::once(inner.id), LEAST_SHARED)?;
    facts.extend(room);
    facts.extend(full_blocks(accesses, rows, warps::ROWS as u32)?);
    let steps = warps::steps(region, rows);
    let variant = finished(study, decision, (steps, &facts), scalars.as_ref())?;
    assumptions.extend(&variant.assumptions);
    Ok(Variant { assumptions, ..variant })
}

/// The variant that stages what can be staged, with elements in scalars where these can be.
fn staged(
    study: &Study,
    decision: &Decision,
    (rows, along): (&Rows, Vec<Along>),
) -> Result<Variant, Blocker> {
    let Study { region, accesses, ref pricing, .. } = *study;
    let outer = rows.outer.id;
    let mut assumptions = BTreeSet::new();
    let mut refused = None;
    let mut facts = Vec::new();
    let (mut staged, mut loops) = (Vec::new(), Vec::new());
    let several = along.len() > 1;
    let is_store = |own: &&Access| own.reference.kind.writes() && !own.thread_private;
    let all_stores = roots(accesses.list.iter().filter(is_store));
    for (own, part) in along.into_iter().zip(&rows.parts) {
        if let Some(room) = own.spread.as_ref().filter(|_| several) {
            facts.extend(room.iter().cloned());
            staged.push((own.inner.id, Lanes::Columns));
            continue;
        }
        let stores = roots(rows::stores(accesses, own.inner));
        let mut arrays = own.arrays();
        arrays.retain(|array| {
            let loads = own.fetched.iter().filter(|own| own.array == Some(*array));
            let loads = roots(loads.map(|own| own.access));
            let checked = rows::check_array(region, accesses, (rows, part), *array);
            let checked = checked.and_then(|is_conditional| {
                let stores = if is_conditional { &all_stores } else { &stores };
                let asked = [&stores[..], &loads[..]];
                rows::check_stores(region, asked, pricing.policy, &mut assumptions)
            });
            checked.map_err(|blocker| refused = refused.take().or(Some(blocker))).is_ok()
        });
        if arrays.is_empty() {
            continue;
        }
        staged.push((own.inner.id, Lanes::Rows(arrays)));
        loops.push(own.inner);
    }
    let first = rows.inner().id;
    let Some(inner) = loops.first().copied() else {
        let words = "no array can be staged";
        return Err(refused.unwrap_or_else(|| Blocker::in_words(Code::NotEditable, first, words)));
    };
    check_team_arrays(study, inner)?;
    let scalars = Scalars::of(study, &loops);
    let with_scalars = scalars.as_ref().map_or(region, |own| &own.region);
    let ids: Vec<LoopId> = staged.iter().map(|(id, _)| *id).collect();
    let staged = Staged { outer, along: staged, columns: 0 };
    let columns = rows::columns(with_scalars, &staged).ok_or_else(|| {
        let words = "team memory has no room for the rows";
        Blocker::in_words(Code::NoGain, inner.id, words)
    })?;
    let steps = rows::steps(region, Staged { columns, ..staged });
    facts.extend(lanes::facts(accesses, ids.into_iter(), lanes::WARP)?);
    facts.extend(full_blocks(accesses, rows, rows::BLOCK)?);
    let variant = finished(study, decision, (steps, &facts), scalars.as_ref())?;
    assumptions.extend(&variant.assumptions);
    Ok(Variant { assumptions, ..variant })
}

/// Rows inside of other loops, of which each iteration has blocks of its own, are enough for one.
fn full_blocks(accesses: &Accesses, rows: &Rows, block: u32) -> Result<Vec<Fact>, Blocker> {
    let is_nested = !rows.around.is_empty();
    lanes::facts(accesses, is_nested.then_some(rows.outer.id).into_iter(), block)
}

/// Checks that arrays of a team are in its memory.
fn check_team_arrays(study: &Study, inner: &Loop) -> Result<(), Blocker> {
    let words = "arrays of a team are in its memory with -O1 or more, without -fopenmp-cuda-mode";
    let refusal = || Blocker::in_words(Code::NotEditable, inner.id, words);
    study.pricing.policy.team_arrays.then_some(()).ok_or_else(refusal)
}

/// The variant with the steps, and with elements in scalars; behind a test of the facts.
fn finished(
    study: &Study,
    decision: &Decision,
    (mut steps, facts): (Vec<Step>, &[Fact]),
    scalars: Option<&Scalars>,
) -> Result<Variant, Blocker> {
    let Study { region, accesses, dependences, ref pricing } = *study;
    let mut assumptions = super::assumptions(dependences);
    assumptions.insert(Code::DeclaredParallel);
    assumptions.extend(&accesses.assumptions);
    if let Some(own) = scalars {
        assumptions.extend(&own.assumptions);
        steps.insert(0, own.step.clone());
    }
    let variant = study.changed(&Variant::unchanged(decision.as_written()?), steps)?;
    assumptions.extend(variant.after.sectors.iter().flatten().flat_map(|s| &s.assumptions));
    let variant = Variant { assumptions, ..variant };
    lanes::under(region, pricing.policy, variant, facts)
}
