//! Sums of counts over the requests of an access.

use std::collections::BTreeSet;

use super::layout::Layout;
use crate::diag::Code;
use crate::id::LoopId;

/// The loops around an access.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Around {
    /// From the outermost inward.
    pub loops: Vec<LoopId>,
    /// About how many iterations they have. Iterations in which conditions on the way do not hold count too.
    pub instances: f64,
}

/// Sectors: the least, the most, and the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// The least of any warp.
    pub min: f64,
    /// The most of any warp.
    pub max: f64,
    /// The mean over warps and possible alignments.
    pub mean: f64,
}

impl Share {
    /// All sectors of a request.
    pub(super) fn of(sectors: &Sectors) -> Share {
        Share { min: sectors.min.into(), max: sectors.max.into(), mean: sectors.mean }
    }

    /// The part of each of `number` accesses.
    pub(super) fn by(self, number: usize) -> Share {
        let number = number as f64;
        Share { min: self.min / number, max: self.max / number, mean: self.mean / number }
    }

    /// The mean of two.
    pub(super) fn mean_with(&self, other: &Share) -> Share {
        Share {
            min: f64::midpoint(self.min, other.min),
            max: f64::midpoint(self.max, other.max),
            mean: f64::midpoint(self.mean, other.mean),
        }
    }
}

/// What accesses of one iteration touch together.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// How many accesses these are.
    pub accesses: u32,
    /// Bytes that one lane touches.
    pub bytes: u32,
    /// The sectors that the lanes of a warp touch by all of them, each counted once.
    pub sectors: Share,
}

/// Sectors per warp-level request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sectors {
    /// The least of any warp.
    pub min: u32,
    /// The most of any warp.
    pub max: u32,
    /// The mean over warps and possible alignments.
    pub mean: f64,
    /// The mean over warps with sizes as programs have them: what is likely to be measured. Plans are chosen by the other mean, for
    /// they should be good for all sizes.
    pub likely: f64,
    /// The part of the requests that some lane makes, as far as the guards on the way tell. The other requests are not made, and
    /// are in no count above.
    pub made: f64,
    /// The part of the iterations in which lanes execute the access, as far as the guards on the way tell.
    pub executed: f64,
    /// Whether the lanes' addresses are known up to sizes and alignment; otherwise the mean is the
    /// worst case, and a change that makes them known is not an improvement.
    pub known: bool,
    /// Whether conditions around the access may exclude lanes that are counted.
    pub undecided: bool,
    /// The loops around the access where it was counted; another form of the region may have others.
    pub around: Around,
    /// What the count rests on.
    pub assumptions: BTreeSet<Code>,
    /// The access's part of the sectors that it touches together with the other accesses of its iteration; all its sectors where it
    /// shares none. For an update the mean of the load's part and the store's part.
    pub distinct: Share,
    /// What the access touches together with others, where that is less than the sum. For an update what its load touches, if the
    /// load shares any.
    pub shared: Option<Union>,
    /// How many accesses may share its sectors under some mapping; the access itself counts.
    pub sharers: u32,
    /// How many times the usual number of its requests are under way at once: more than 1 where its loop is unrolled wholly, or further
    /// than usual.
    pub at_once: f64,
    /// Whether an update loads nothing, but takes what it stored in the iteration before.
    pub stores_alone: bool,
    /// The innermost of the loops that lanes share, where the count takes rows of many iterations for granted that neither a number
    /// nor the distance of the rows tells: of short rows, each lane may be in another one.
    pub long_rows: Option<LoopId>,
}

impl Sectors {
    /// Those of an access inside loops `around` that no lane ever executes.
    pub(crate) fn none(around: Around) -> Self {
        Self { known: true, around, sharers: 1, at_once: 1.0, ..Self::default() }
    }

    /// The requests that lanes make, by the iterations of the loops around.
    pub fn requests(&self) -> f64 {
        self.around.instances * self.made
    }

    /// As many requests with all lanes at work as execute the access equally often.
    pub fn full_requests(&self) -> f64 {
        self.around.instances * self.executed
    }

    /// The sectors of these requests, without those that others ask for.
    pub fn total(&self) -> f64 {
        self.requests() * self.distinct.mean
    }

    /// The same where its rows may be short, so that a request asks for `most` sectors.
    pub(super) fn with_short_rows(self, l: LoopId, most: u32) -> Self {
        let (max, distinct) = (self.max.max(most), self.distinct);
        let distinct = Share { max: max.into(), ..distinct };
        Self { max, distinct, long_rows: Some(l), ..self }
    }

    /// The count of its part alone: what is shared is another access's.
    pub fn without_shared(self) -> Self {
        Self { mean: self.distinct.mean, ..self }
    }

    /// The same with as many requests, where the loops around have iterations.
    pub fn with_requests(mut self, requests: f64) -> Self {
        if self.around.instances > 0.0 {
            self.made = requests / self.around.instances;
        }
        self
    }
}

/// What was counted so far.
#[derive(Clone, Default)]
pub(super) struct Tally {
    pub(super) min: Option<u32>,
    pub(super) max: Option<u32>,
    pub(super) sum: f64,
    /// The sum with sizes as programs have them.
    pub(super) likely: f64,
    pub(super) number: f64,
    /// Requests that no lane makes.
    pub(super) idle: f64,
    /// The lanes of all requests.
    pub(super) lanes: f64,
    /// The lanes of all requests that execute the access.
    pub(super) executing: f64,
    pub(super) unknown: bool,
    pub(super) undecided: bool,
    /// Whether it is not known which lanes a part of a condition leaves.
    pub(super) open: bool,
    pub(super) assumptions: BTreeSet<Code>,
}

impl Tally {
    /// Adds the counts of warps that are alike, each with its two frequencies.
    pub(super) fn add(&mut self, counts: &[(u32, u64, u64)], warps: u32) {
        let numbers = || counts.iter().map(|(count, ..)| *count);
        let Some((min, max)) = numbers().min().zip(numbers().max()) else { return };
        self.widen(Some(min), Some(max));
        let mean = |times: fn(&(u32, u64, u64)) -> u64| {
            let all: f64 = counts.iter().map(|own| times(own) as f64).sum();
            let sum: f64 = counts.iter().map(|own| f64::from(own.0) * times(own) as f64).sum();
            sum / all
        };
        self.sum += f64::from(warps) * mean(|own| own.1);
        self.likely += f64::from(warps) * mean(|own| own.2);
        self.number += f64::from(warps);
    }

    fn widen(&mut self, min: Option<u32>, max: Option<u32>) {
        self.min = self.min.into_iter().chain(min).min();
        self.max = self.max.max(max);
    }

    pub(super) fn join(&mut self, other: &Tally) {
        self.widen(other.min, other.max);
        self.sum += other.sum;
        self.likely += other.likely;
        self.number += other.number;
        self.idle += other.idle;
        self.lanes += other.lanes;
        self.executing += other.executing;
        self.unknown |= other.unknown;
        self.undecided |= other.undecided;
        self.open |= other.open;
        self.assumptions.extend(&other.assumptions);
    }

    /// Adds requests that no lane makes, for each that was counted as many.
    pub(super) fn add_idle(&mut self, times: f64) {
        self.idle += times * (self.number + self.idle);
        self.lanes += times * self.lanes;
    }

    /// Adds a warp whose lanes are in some of `layouts`; it is not known in which. Where no guard tells lanes apart, all lanes
    /// are in one of them together; otherwise lanes may be in any mixture.
    pub(super) fn add_undecided(&mut self, mut each: Tally, layouts: &[&Layout], warp: u32) {
        let Some(most) = each.max else { return };
        if layouts.iter().any(|layout| layout.divides) {
            each.min = Some(1);
            each.max = Some(most.saturating_mul(layouts.len() as u32).min(warp.max(most)));
        }
        self.join(&Tally { idle: 0.0, ..each });
    }

    /// The count of an access inside the loops `around`, which touches `most` sectors in a request at most. Where nothing was
    /// counted: none if all requests were looked at, else the worst case.
    pub(super) fn finish(self, most: u32, around: Around) -> Sectors {
        if self.min.is_none() && self.assumptions.contains(&Code::InteriorWarps) {
            let worst = Tally {
                min: Some(0),
                max: Some(most),
                sum: most.into(),
                likely: most.into(),
                number: 1.0,
                unknown: true,
                undecided: self.undecided,
                assumptions: self.assumptions,
                ..Tally::default()
            };
            return worst.finish(most, around);
        }
        let none = Sectors::none(around);
        let Some((min, max)) = self.min.zip(self.max) else { return none };
        let (mean, max) = (self.sum / self.number, max.min(most));
        let made = self.number / (self.number + self.idle);
        Sectors {
            min,
            max,
            mean,
            likely: self.likely / self.number,
            made,
            executed: if self.lanes > 0.0 { self.executing / self.lanes } else { made },
            known: !self.unknown,
            undecided: self.undecided,
            assumptions: self.assumptions,
            distinct: Share { min: min.into(), max: max.into(), mean },
            ..none
        }
    }
}
