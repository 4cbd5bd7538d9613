//! Accesses whose lanes' places are not known.
//!
//! Three things are still known: how many lanes the conditions admit, how far apart lanes can be in an array of a declared size,
//! and which lanes are together.

use super::super::alignment::Alignment;
use super::super::blocks::{aligned_blocks, of_lane};
use super::super::layout::{at_work, decidable};
use super::super::requests::Run;
use super::super::room::{self, Room};
use super::super::tally::Tally;
use super::super::{Pattern, apart, difference, offset, pattern_of, pinned, split};
use super::{Counts, Element, Grid, MAX_WARPS, Paths, Space, number};
use crate::access::Access;
use crate::diag::Code;
use crate::symbolic::poly::Poly;
use crate::symbolic::root::Root;
use crate::symbolic::value::{Guard, Value};

impl Space<'_> {
    /// The most lanes of a request that take one of `paths`, as far as these bound the innermost counter. Where a request may be in
    /// several rows of the innermost loop, no bound is known: each row has such lanes.
    pub(super) fn admitted(&self, paths: &[Guard]) -> u32 {
        let all = self.lanes();
        let Some((inner, stride)) = self.map.loops.last().zip(self.map.stride()) else {
            return all;
        };
        let trips =
            self.loops[inner.index()].as_ref().and_then(|own| number(own.trip_count.as_ref()));
        if trips.is_some_and(|trips| trips < i64::from(all) * i64::from(stride)) {
            return all;
        }
        let facts = pinned::facts(&self.map.loops, self.region, self.loops);
        let of_guard = |guard| {
            let seen = split::guard_of_one_warp(guard, self.map);
            seen.map_or(0, |guard| pinned::lanes(&guard, *inner, stride, &facts))
        };
        paths.iter().map(of_guard).fold(0, u32::saturating_add).clamp(1, all)
    }

    /// Whether each request that is laid out has one lane at most that takes one of `paths`, and some request has one. A
    /// condition that lanes cannot decide counts as if it holds.
    fn takes_one_lane(&self, paths: &[Guard]) -> bool {
        let (guards, _) = decidable(paths, &self.map.loops);
        if guards.is_empty() || self.grid.is_floating() {
            return false;
        }
        let (mut first, mut spread) =
            (self.requests.borrow_mut(), self.spread_requests.borrow_mut());
        let requests = spread.as_mut().unwrap_or(&mut first);
        let number = requests.reach(MAX_WARPS as usize);
        let of_run = |run: Run| at_work(&guards, &run).count_ones();
        let lanes = |index| requests.get(index).runs(usize::MAX).map(of_run).sum::<u32>();
        (0..number).map(lanes).max() == Some(1)
    }

    /// The sectors of all that lanes can touch at once: the mean over the possible alignments, and the most.
    fn room(&self, access: &Access, step: i64) -> (f64, u32) {
        let varies = |poly: &Poly| self.staggered.tells_lanes_apart(poly);
        let found = room::room(&access.reference.address, &varies);
        let Some(Room { bytes, whole }) = found else { return (f64::INFINITY, u32::MAX) };
        let step = if whole { step } else { access.bytes().into() };
        of_lane(&[(0, bytes)], 0, step, self.machine.sector)
    }

    /// Counts an access whose lanes' places are not known; answers the most sectors of a request.
    pub(super) fn count_unplaced(
        &self,
        access: &Access,
        paths: &Paths,
        element: Element<'_>,
        tally: &mut Tally,
    ) -> u32 {
        let unknown = matches!(access.reference.address.root, Root::Unknown(_));
        let always = paths.guards.iter().any(Guard::is_always);
        tally.undecided |= !always;
        tally.open |= !always;
        let one = paths.lanes > 1 && self.takes_one_lane(&paths.guards);
        let lanes = if one { 1 } else { paths.lanes };
        let (mean, room) = self.room(access, element.step);
        let most = room.min(lanes * element.most);
        let mean = mean.min(f64::from(lanes) * element.mean);
        if unknown || !self.count_groups(access, element, most, tally) {
            self.count_symbolic(access, (mean, most), tally);
        }
        tally.unknown &= lanes > 1;
        most
    }

    /// Counts an access whose stride is symbolic or whose address is not known. A stride of at least a sector gives each lane a
    /// sector of its own. With a smaller least stride the interval reaches further down.
    fn count_symbolic(&self, access: &Access, (mean, most): (f64, u32), tally: &mut Tally) {
        let (offset, _) = offset(access, &self.staggered, self.map);
        let difference = difference(access, &offset, self.map);
        let strided = pattern_of(access, &difference, self.map) == Pattern::Strided;
        let least = if strided { self.least_of_stride(access, &difference) } else { 1 };
        tally.unknown |= !strided;
        tally.assumptions.insert(Code::InteriorWarps);
        tally.min = Some(least.min(most));
        tally.max = Some(most);
        tally.sum += mean;
        tally.likely += mean;
        tally.number += 1.0;
    }

    /// Counts an access with symbols for coefficients, over short rows or at known places; `false` where the access is not of
    /// this form. Groups of lanes at a symbolic distance are taken to lie apart. The least is that of one group.
    fn count_groups(
        &self,
        access: &Access,
        element: Element<'_>,
        most: u32,
        tally: &mut Tally,
    ) -> bool {
        let (offset, _) = offset(access, &self.staggered, self.map);
        let mapped = &self.map.loops;
        let (loops, relative, requests) = match (&self.floating, &self.grid) {
            (Grid::Rows(rows), _) => (rows.loops(mapped), true, &self.floating_requests),
            (_, Grid::Known { .. } | Grid::From { .. }) => (&mapped[..], false, &self.requests),
            _ => return false,
        };
        let sizes = &self.staggered.sizes;
        let groups =
            |address| apart::groups(address, (loops, sizes), relative, &mut requests.borrow_mut());
        let Some((warps, apart)) = offset.as_poly().and_then(groups) else { return false };
        let places = Alignment::every(element.step).with(apart).places(self.machine.sector);
        for groups in &warps {
            let mut whole = Tally::default();
            for offsets in groups {
                let at =
                    |(place, met): &(i64, u64)| (self.blocks(offsets, *place, element), 1, *met);
                let counts: Counts = places.iter().map(at).collect();
                let mut group = Tally::default();
                group.add(&counts, 1);
                whole.min = whole.min.max(group.min);
                whole.max = Some((whole.max.unwrap_or(0) + group.max.unwrap_or(0)).min(most));
                whole.sum += group.sum;
                whole.likely += group.likely;
            }
            whole.sum = whole.sum.min(f64::from(most));
            whole.likely = whole.likely.min(f64::from(most));
            whole.number = 1.0;
            tally.join(&whole);
        }
        tally.assumptions.insert(Code::InteriorWarps);
        true
    }

    fn least_of_stride(&self, access: &Access, difference: &Value) -> u32 {
        let Some(stride) = difference.as_poly() else { return 1 };
        let facts = self.facts(access);
        let magnitude = |poly: &Poly| facts.interval(poly).min.filter(|min| *min > 0);
        let Some(least) = magnitude(stride).or_else(|| magnitude(&-stride)) else { return 1 };
        let sector = self.machine.sector;
        let content = stride.content().to_i64().unwrap_or(1).max(1);
        let least = least.to_i64().unwrap_or(i64::MAX).min(i64::from(sector));
        let strides =
            (least..=i64::from(sector)).filter(|s| s % content.min(i64::from(sector)) == 0);
        let count = |stride: i64| {
            let offsets: Vec<_> = (0..i64::from(self.machine.warp)).map(|l| l * stride).collect();
            aligned_blocks(&offsets, 0, &[(0, access.bytes())], sector)
        };
        strides.map(count).min().unwrap_or(1)
    }
}
