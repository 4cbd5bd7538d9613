//! A count of a changed region, told for the accesses and the loops of the region as written.
//!
//! A change may make one access several times, elsewhere, or not at all. An access of the changed region belongs to the access whose
//! text it has; one whose text is new belongs to an access of the same array.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Coalescing;
use super::model::{requests, requests_per_iteration, weight};
use crate::access::Access;
use crate::coalesce::executions::executions_estimate;
use crate::coalesce::groups::Together;
use crate::coalesce::warp::{Around, Sectors, Share};
use crate::id::{AccessId, LoopId};
use crate::ir::Type;
use crate::schedule::map::{Mapping, ThreadMap};
use crate::source::Span;
use crate::symbolic::eval::LoopValues;
use crate::symbolic::root::Root;

/// The region as written: its accesses, and their count.
#[derive(Clone, Copy)]
pub(crate) struct AsWritten<'a> {
    pub(crate) list: &'a [Access],
    /// The bounds of its loops; some as a changed region has them.
    pub(crate) loops: &'a Arc<[Option<LoopValues>]>,
    pub(crate) counted: &'a Coalescing,
}

/// Requests of which there is only one among so many of an access are no case of their own.
const MANY: f64 = 8.0;

/// What accesses that are told by their texts have in common, or those of one array.
type Key<'a> = (Option<(Span, Type)>, Option<(&'a Root, bool)>);

fn text(access: &Access) -> Key<'_> {
    (Some((access.reference.span, access.reference.ty)), None)
}

fn array(access: &Access) -> Key<'_> {
    let own = &access.reference;
    (None, Some((&own.address.root, own.kind.writes())))
}

/// The number of the access as written to which each access of a changed region belongs.
fn origins(list: &[Access], written: &[Access]) -> Vec<Option<usize>> {
    let mut by_key = BTreeMap::<Key, Vec<usize>>::new();
    for (number, access) in written.iter().enumerate().filter(|(_, access)| access.counted) {
        if access.reference.span != Span::default() {
            by_key.entry(text(access)).or_default().push(number);
        }
        by_key.entry(array(access)).or_default().push(number);
    }
    let mut taken = BTreeMap::<Key, usize>::new();
    let mut found = Vec::new();
    for access in list {
        let keys = [text(access), array(access)];
        let known = keys.into_iter().find_map(|key| Some((key, by_key.get(&key)?)));
        found.push(known.map(|(key, all)| {
            let turn = taken.entry(key).or_default();
            *turn += 1;
            all[(*turn - 1) % all.len()]
        }));
    }
    found
}

impl Coalescing {
    /// The same count for the accesses of the region `written`; `self` is that of a changed region, whose accesses are `list` and
    /// whose loops are the loops as written that `original` names. The cost is that of the changed region. Where the same loops as
    /// before are spread, though over teams alone in the place of lanes, requests are told by the lanes as before.
    pub(crate) fn told(
        &self,
        list: &[Access],
        written: AsWritten,
        original: &dyn Fn(LoopId) -> Option<LoopId>,
    ) -> Coalescing {
        let origins = origins(list, written.list);
        let mut mapping = Mapping {
            main: renamed(&self.mapping.main, original),
            inner: self
                .mapping
                .inner
                .iter()
                .filter_map(|(root, map)| Some((original(*root)?, renamed(map, original))))
                .collect(),
            findings: self.mapping.findings.clone(),
        };
        let before = &written.counted.mapping;
        let spread =
            |own: &Mapping| own.maps().flat_map(ThreadMap::spread).collect::<BTreeSet<_>>();
        let has_lanes = mapping.maps().any(|map| !map.loops.is_empty());
        if !has_lanes && spread(&mapping) == spread(before) {
            mapping = Mapping { findings: mapping.findings, ..before.clone() };
        }
        let loops = written.loops;
        let mut parts = vec![Vec::new(); written.list.len()];
        for (number, origin) in origins.iter().enumerate() {
            let Some((origin, sectors)) = origin.zip(self.sectors[number].as_ref()) else {
                continue;
            };
            let weight = weight(&list[number], Some(sectors));
            parts[origin].push((weight * requests(sectors, &self.loops, &self.mapping), sectors));
        }
        let of_access = |(access, parts): (&Access, Vec<(f64, &Sectors)>)| {
            access.counted.then(|| joined(access, &parts, (loops, &mapping), original))
        };
        let mut sectors: Vec<_> = written.list.iter().zip(parts).map(of_access).collect();
        let groups = self.groups.iter().filter_map(|group| {
            let member = |id: &AccessId| origins[id.index()].map(AccessId::from_index);
            let mut members: Vec<AccessId> = group.members.iter().filter_map(member).collect();
            members.sort_unstable();
            members.dedup();
            (members.len() > 1).then(|| Together { members, ..group.clone() })
        });
        let groups: Vec<Together> = groups.collect();
        let sharing: BTreeSet<usize> =
            groups.iter().flat_map(|group| &group.members).map(|id| id.index()).collect();
        for (number, own) in sectors.iter_mut().enumerate() {
            if !sharing.contains(&number) {
                *own = own.take().map(by_itself);
            }
        }
        let loops = loops.clone();
        Coalescing { mapping, loops, sectors, groups, sector: self.sector, cost: self.cost.clone() }
    }
}

/// The count of an access that shares sectors with none but what it became.
fn by_itself(own: Sectors) -> Sectors {
    Sectors { shared: None, ..own.without_shared() }
}

/// Some loops by the loops as written, each once.
fn named(loops: &[LoopId], original: &dyn Fn(LoopId) -> Option<LoopId>) -> Vec<LoopId> {
    let mut named: Vec<LoopId> = Vec::new();
    for l in loops.iter().filter_map(|l| original(*l)) {
        if !named.contains(&l) {
            named.push(l);
        }
    }
    named
}

fn renamed(map: &ThreadMap, original: &dyn Fn(LoopId) -> Option<LoopId>) -> ThreadMap {
    ThreadMap {
        loops: named(&map.loops, original),
        teams: named(&map.teams, original),
        thread: map.thread.and_then(original),
        ..map.clone()
    }
}

/// The count of an access from the requests and the counts of the accesses that it became. Where its requests differ, it stands in
/// the loops in which most of them are made. An access that is not made any more says nothing of the conditions around it.
fn joined(
    access: &Access,
    parts: &[(f64, &Sectors)],
    (loops, mapping): (&Arc<[Option<LoopValues>]>, &Mapping),
    original: &dyn Fn(LoopId) -> Option<LoopId>,
) -> Sectors {
    let most = parts.iter().max_by(|a, b| a.0.total_cmp(&b.0));
    let around =
        |named: Vec<LoopId>| Around { instances: executions_estimate(loops, &named), loops: named };
    let Some((_, main)) = most else {
        let none = Sectors::none(around(access.reference.loops.clone()));
        return Sectors { undecided: true, ..none };
    };
    let around = around(named(&main.around.loops, original));
    let all: f64 = parts.iter().map(|(requests, _)| requests).sum();
    let mean = |value: &dyn Fn(&Sectors) -> f64| {
        let sum: f64 = parts.iter().map(|(requests, own)| requests * value(own)).sum();
        if all > 0.0 { sum / all } else { value(main) }
    };
    let many = || parts.iter().filter(|(requests, _)| requests * MANY >= all).map(|(_, own)| own);
    let share = |value: &dyn Fn(&Sectors) -> Share| Share {
        min: many().map(|own| value(own).min).fold(f64::INFINITY, f64::min),
        max: many().map(|own| value(own).max).fold(0.0, f64::max),
        mean: mean(&|own| value(own).mean),
    };
    let stores_alone = parts.iter().all(|(_, own)| own.stores_alone);
    let written = Sectors { stores_alone, ..Sectors::default() };
    let each = requests_per_iteration(loops, mapping.of(&around.loops));
    let possible = weight(access, Some(&written)) * around.instances * each;
    let made = if possible > 0.0 { all / possible } else { 0.0 };
    let executed = mean(&|own| if own.made > 0.0 { own.executed / own.made } else { 1.0 });
    Sectors {
        min: many().map(|own| own.min).min().unwrap_or(0),
        max: many().map(|own| own.max).max().unwrap_or(0),
        mean: mean(&|own| own.mean),
        likely: mean(&|own| own.likely),
        made,
        executed: made * executed,
        known: parts.iter().all(|(_, own)| own.known),
        undecided: parts.iter().any(|(_, own)| own.undecided),
        assumptions: parts.iter().flat_map(|(_, own)| own.assumptions.clone()).collect(),
        distinct: share(&|own| own.distinct),
        around,
        stores_alone,
        ..(*main).clone()
    }
}
