//! The requests of a space of iterations, laid out as far as somebody asks for them. The lanes of one request are consecutive, or
//! equally far apart, in the collapsed space. Lanes in one row of the innermost loop are a run: only that loop's value changes in
//! it.

use std::collections::BTreeMap;

use crate::schedule::map::Progression;

/// Lanes of one request in one row of the innermost loop; there are at most [`Run::LANES`].
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    /// The values of the mapped loops' atoms for the first lane.
    pub(super) values: &'a [i64],
    /// How much the innermost loop's value grows from one lane to the next.
    pub(super) stride: i64,
    pub(super) lanes: usize,
}

impl Run<'_> {
    /// The lanes of a run are the bits of a mask.
    const LANES: usize = u64::BITS as usize;

    /// The mask of all lanes.
    pub(super) fn all(&self) -> u64 {
        u64::MAX >> (Self::LANES - self.lanes)
    }

    /// The mask of the lanes for whose values `test` holds.
    pub(super) fn mask(&self, test: impl Fn(&[i64]) -> bool) -> u64 {
        let bit = |lane| u64::from(test(&self.lane(lane))) << lane;
        (0..self.lanes).fold(0, |mask, lane| mask | bit(lane))
    }

    /// The values of one lane.
    pub(super) fn lane(&self, lane: usize) -> Vec<i64> {
        let mut values = self.values.to_vec();
        values.iter_mut().rev().take(1).for_each(|value| *value += self.stride * lane as i64);
        values
    }
}

/// The number of lanes of each run, and the values of the mapped loops' atoms for its first lane.
type Runs = Vec<(usize, Vec<i64>)>;

/// The lanes of one request.
pub(super) struct Warp {
    runs: Runs,
    stride: i64,
    /// Requests whose lanes lie alike are of one class: the same runs, as far apart.
    pub(super) class: usize,
}

impl Warp {
    pub(super) fn lanes(&self) -> usize {
        self.runs.iter().map(|(lanes, _)| lanes).sum()
    }

    /// The values of lane 0.
    pub(super) fn lane_0(&self) -> &[i64] {
        &self.runs[0].1
    }

    /// The runs of the first `lanes`.
    pub(super) fn runs(&self, lanes: usize) -> impl Iterator<Item = Run<'_>> {
        let mut left = lanes;
        self.runs.iter().map_while(move |(lanes, values)| {
            let lanes = left.min(*lanes);
            left -= lanes;
            (lanes > 0).then_some(Run { values, stride: self.stride, lanes })
        })
    }
}

/// A request that stands for others like it.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    pub(super) index: usize,
    /// So many of its lanes count, the first ones.
    pub(super) lanes: usize,
    /// The number of requests that it stands for.
    pub(super) times: u32,
}

impl Sample {
    /// The first requests, each for itself.
    pub(super) fn each(number: usize) -> Vec<Sample> {
        (0..number).map(|index| Sample { index, lanes: usize::MAX, times: 1 }).collect()
    }
}

/// Writes the loops' values at a position; answers how many positions are left in the row, this one among them.
type Decode = Box<dyn Fn(i64, &mut [i64]) -> i64>;

/// Requests in their order, each a progression of positions that are decoded into the loops' values.
pub(super) struct Requests {
    loops: usize,
    laid: Vec<Warp>,
    /// The numbers of the classes, by the lanes' distance, and by the runs relative to the first one.
    classes: BTreeMap<(i64, Runs), usize>,
    rest: Box<dyn Iterator<Item = Progression>>,
    decode: Decode,
}

impl Requests {
    /// The requests of `positions`, whose lanes have `loops` values each.
    pub(super) fn new(
        loops: usize,
        positions: impl Iterator<Item = Progression> + 'static,
        decode: impl Fn(i64, &mut [i64]) -> i64 + 'static,
    ) -> Self {
        let (rest, decode) = (Box::new(positions), Box::new(decode));
        Self { loops, laid: Vec::new(), classes: BTreeMap::new(), rest, decode }
    }

    /// Lays out the first `count` requests; answers how many of them there are.
    pub(super) fn reach(&mut self, count: usize) -> usize {
        while self.laid.len() < count {
            let Some(Progression { first, stride, lanes }) = self.rest.next() else { break };
            let mut runs = Vec::new();
            let mut done = 0;
            while done < lanes {
                let mut values = vec![0; self.loops];
                let row = (self.decode)(first + done * stride, &mut values);
                let inside =
                    if stride > 0 { row.saturating_add(stride - 1) / stride } else { lanes };
                let run = inside.clamp(1, Run::LANES as i64).min(lanes - done);
                runs.push((run as usize, values));
                done += run;
            }
            let class = self.class(stride, &runs);
            self.laid.push(Warp { runs, stride, class });
        }
        self.laid.len().min(count)
    }

    fn class(&mut self, stride: i64, runs: &[(usize, Vec<i64>)]) -> usize {
        let apart = |(lanes, values): &(usize, Vec<i64>)| {
            let distances = values.iter().zip(&runs[0].1).map(|(value, first)| value - first);
            (*lanes, distances.collect())
        };
        let number = self.classes.len();
        *self.classes.entry((stride, runs.iter().map(apart).collect())).or_insert(number)
    }

    /// A request that was laid out.
    pub(super) fn get(&self, index: usize) -> &Warp {
        &self.laid[index]
    }
}
