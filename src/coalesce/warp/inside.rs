//! Requests in which a condition holds that the sampled ones do not meet.
//!
//! In a space with more warps than are laid out, few iterations satisfy `if (i == 399)`. Conditions on single counters describe a
//! smaller space inside the whole. Warps that run some of its iterations stand for all that make the access.

use std::collections::BTreeSet;

use super::super::extents::decode;
use super::super::pinned;
use super::super::requests::Requests;
use super::super::trips::counter;
use super::Space;
use crate::id::LoopId;
use crate::schedule::map::Progression;
use crate::symbolic::poly::Poly;
use crate::symbolic::range::Interval;
use crate::symbolic::value::Guard;

/// Iterations whose warps are laid out.
const FEW: i64 = 64;

/// Requests that are searched for a lane at work where the condition says nothing of single counters.
const MANY: i64 = 1 << 14;

impl Space<'_> {
    /// Requests of a space of known size, some of whose lanes may execute what stands under one of `paths`.
    pub(super) fn requests_inside(
        &self,
        extents: &[(i64, i64)],
        total: i64,
        paths: &[Guard],
    ) -> Requests {
        let facts = pinned::facts(&self.map.loops, self.region, self.loops);
        let part = |path: &Guard| {
            let under = pinned::assuming(&facts, path);
            let interval = |l: &LoopId| under.interval(&Poly::atom(counter(*l)));
            let clipped = self.map.loops.iter().zip(extents);
            clipped.map(|(l, extent)| clip(*extent, &interval(l))).collect::<Vec<_>>()
        };
        let parts: Vec<_> = paths.iter().map(part).collect();
        let narrow = parts.iter().all(|part| part != extents);
        let rest: Box<dyn Iterator<Item = Progression>> = if self.map.is_plain() && narrow {
            Box::new(self.warps_around(&parts, extents, total).into_iter())
        } else {
            match self.map.spread_progressions(total, MANY) {
                Some(spread) => Box::new(spread),
                None => Box::new(self.map.all_progressions(total).take(MANY as usize)),
            }
        };
        let extents = extents.to_vec();
        Requests::new(extents.len(), rest, move |t, lane| decode(t, &extents, lane))
    }

    /// The warps that run some iterations of each part, from all over it.
    fn warps_around(
        &self,
        parts: &[Vec<(i64, i64)>],
        extents: &[(i64, i64)],
        total: i64,
    ) -> Vec<Progression> {
        let width = i64::from(self.map.warp);
        let mut warps = BTreeSet::new();
        for part in parts {
            let volume: i64 = part.iter().map(|(_, count)| count).product();
            let number = volume.min(FEW);
            let mut point = vec![0; part.len()];
            for k in 0..number {
                let at = i128::from(volume) * i128::from(k) / i128::from(number);
                decode(at as i64, part, &mut point);
                let values = point.iter().zip(extents);
                let position =
                    values.fold(0, |all, (value, (first, count))| all * count + value - first);
                warps.insert(position / width * width);
            }
        }
        let warp = |first| Progression { first, stride: 1, lanes: width.min(total - first) };
        warps.into_iter().map(warp).collect()
    }
}

/// The values of a counter that lie in an interval, as a first value and a number.
fn clip((first, count): (i64, i64), interval: &Interval) -> (i64, i64) {
    let [least, most] =
        [&interval.min, &interval.max].map(|end| end.as_ref().and_then(rug::Integer::to_i64));
    let from = least.map_or(first, |least| least.max(first));
    let to = most.map_or(first + count - 1, |most| most.min(first + count - 1));
    (from, (to - from + 1).max(0))
}
