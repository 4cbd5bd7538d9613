//! Requests in which a condition holds that the sampled ones do not meet.
//!
//! Of a space with more warps than are laid out, `if (i == 399)` leaves few. What the condition says of single counters
//! is a smaller space inside the whole, and warps that run some of its iterations stand for all that make the access.

use std::collections::BTreeSet;

use super::extents::decode;
use super::pinned;
use super::requests::Requests;
use super::trips::counter;
use crate::id::LoopId;
use crate::ir::TargetRegion;
use crate::schedule::map::{Progression, ThreadMap};
use crate::symbolic::eval::LoopValues;
use crate::symbolic::poly::Poly;
use crate::symbolic::range::Interval;
use crate::symbolic::value::Guard;

/// Iterations whose warps are laid out.
const FEW: i64 = 64;

/// Requests that are searched for a lane at work where the condition says nothing of single counters.
const MANY: i64 = 1 << 14;

/// A space of known size, and what spreads it over the lanes.
pub(super) struct Whole<'a> {
    /// First value and number of iterations of each loop.
    pub(super) extents: &'a [(i64, i64)],
    pub(super) total: i64,
    pub(super) map: &'a ThreadMap,
}

impl Whole<'_> {
    /// Requests some of whose lanes may execute what stands under one of `paths`.
    pub(super) fn requests(
        &self,
        paths: &[Guard],
        (region, loops): (&TargetRegion, &[Option<LoopValues>]),
    ) -> Requests {
        let facts = pinned::facts(&self.map.loops, region, loops);
        let part = |path: &Guard| {
            let under = pinned::assuming(&facts, path);
            let interval = |l: &LoopId| under.interval(&Poly::atom(counter(*l)));
            let clipped = self.map.loops.iter().zip(self.extents);
            clipped.map(|(l, extent)| clip(*extent, &interval(l))).collect::<Vec<_>>()
        };
        let parts: Vec<_> = paths.iter().map(part).collect();
        let narrow = parts.iter().all(|part| part != self.extents);
        let rest: Box<dyn Iterator<Item = Progression>> = if self.map.is_plain() && narrow {
            Box::new(self.around(&parts).into_iter())
        } else {
            match self.map.spread_progressions(self.total, MANY) {
                Some(spread) => Box::new(spread),
                None => Box::new(self.map.all_progressions(self.total).take(MANY as usize)),
            }
        };
        let extents = self.extents.to_vec();
        Requests::new(extents.len(), rest, move |t, lane| decode(t, &extents, lane))
    }

    /// The warps that run some iterations of each part, from all over it.
    fn around(&self, parts: &[Vec<(i64, i64)>]) -> Vec<Progression> {
        let width = i64::from(self.map.warp);
        let mut warps = BTreeSet::new();
        for part in parts {
            let volume: i64 = part.iter().map(|(_, count)| count).product();
            let number = volume.min(FEW);
            let mut point = vec![0; part.len()];
            for k in 0..number {
                decode(
                    (i128::from(volume) * i128::from(k) / i128::from(number)) as i64,
                    part,
                    &mut point,
                );
                let position = point.iter().zip(self.extents);
                let position = position
                    .fold(0, |position, (value, (first, count))| position * count + value - first);
                warps.insert(position / width * width);
            }
        }
        let warp = |first| Progression { first, stride: 1, lanes: width.min(self.total - first) };
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
