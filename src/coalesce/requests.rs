//! The requests of a space of iterations, laid out as far as somebody asks for them. The lanes of one request are consecutive, or
//! equally far apart, in the collapsed space. Lanes in one row of the innermost loop are a run: only that loop's value changes in
//! it.

use std::collections::BTreeMap;
use std::ops::Range;

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
        let mut values = self.values.to_vec();
        let mut mask = 0;
        for lane in 0..self.lanes {
            mask |= u64::from(test(&values)) << lane;
            values.iter_mut().rev().take(1).for_each(|value| *value += self.stride);
        }
        mask
    }

    /// The values of one lane.
    pub(super) fn lane(&self, lane: usize) -> Vec<i64> {
        let mut values = self.values.to_vec();
        values.iter_mut().rev().take(1).for_each(|value| *value += self.stride * lane as i64);
        values
    }
}

/// The lanes of one request.
#[derive(Clone, Copy)]
pub(super) struct Warp<'a> {
    /// The values of the mapped loops' atoms for the first lane of each run.
    values: &'a [i64],
    loops: usize,
    /// The number of lanes of each run.
    runs: &'a [usize],
    stride: i64,
    /// Requests whose lanes lie alike are of one class: the same runs, as far apart.
    pub(super) class: usize,
}

impl<'a> Warp<'a> {
    pub(super) fn lanes(&self) -> usize {
        self.runs.iter().sum()
    }

    /// The values of lane 0.
    pub(super) fn lane_0(&self) -> &'a [i64] {
        &self.values[..self.loops]
    }

    /// The runs of the first `lanes`.
    pub(super) fn runs(self, lanes: usize) -> impl Iterator<Item = Run<'a>> {
        let mut left = lanes;
        self.runs.iter().enumerate().map_while(move |(index, lanes)| {
            let lanes = left.min(*lanes);
            left -= lanes;
            let values = &self.values[index * self.loops..][..self.loops];
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

/// Requests in their order, each a progression of positions that are decoded into the loops' values. All runs of all requests lie
/// one after the other in two lists: thousands of requests are laid out for each mapping of a region.
pub(super) struct Requests {
    loops: usize,
    values: Vec<i64>,
    runs: Vec<usize>,
    laid: Vec<Laid>,
    /// The numbers of the classes, by the lanes' distance, the lanes of the runs, and the values relative to lane 0.
    classes: BTreeMap<Vec<i64>, usize>,
    rest: Box<dyn Iterator<Item = Progression>>,
    decode: Decode,
}

/// A request in the lists of all runs.
struct Laid {
    runs: Range<usize>,
    stride: i64,
    class: usize,
}

impl Requests {
    /// The requests of `positions`, whose lanes have `loops` values each.
    pub(super) fn new(
        loops: usize,
        positions: impl Iterator<Item = Progression> + 'static,
        decode: impl Fn(i64, &mut [i64]) -> i64 + 'static,
    ) -> Self {
        let (rest, decode) = (Box::new(positions), Box::new(decode));
        let (values, runs, laid) = (Vec::new(), Vec::new(), Vec::new());
        Self { loops, values, runs, laid, classes: BTreeMap::new(), rest, decode }
    }

    /// Lays out the first `count` requests; answers how many of them there are.
    pub(super) fn reach(&mut self, count: usize) -> usize {
        while self.laid.len() < count {
            let Some(Progression { first, stride, lanes }) = self.rest.next() else { break };
            let start = self.runs.len();
            let mut done = 0;
            while done < lanes {
                let end = self.values.len();
                self.values.resize(end + self.loops, 0);
                let row = (self.decode)(first + done * stride, &mut self.values[end..]);
                let inside =
                    if stride > 0 { row.saturating_add(stride - 1) / stride } else { lanes };
                let run = inside.clamp(1, Run::LANES as i64).min(lanes - done);
                self.runs.push(run as usize);
                done += run;
            }
            let class = self.class(stride, start);
            self.laid.push(Laid { runs: start..self.runs.len(), stride, class });
        }
        self.laid.len().min(count)
    }

    /// The class of the request whose runs begin at `start` and were laid out last.
    fn class(&mut self, stride: i64, start: usize) -> usize {
        let values = &self.values[start * self.loops..];
        let lane_0 = values.iter().take(self.loops).cycle();
        let lanes = self.runs[start..].iter().map(|lanes| *lanes as i64);
        let apart = values.iter().zip(lane_0).map(|(value, first)| value - first);
        let key = std::iter::once(stride).chain(lanes).chain(apart).collect();
        let number = self.classes.len();
        *self.classes.entry(key).or_insert(number)
    }

    /// A request that was laid out.
    pub(super) fn get(&self, index: usize) -> Warp<'_> {
        let Laid { runs, stride, class } = &self.laid[index];
        let values = &self.values[runs.start * self.loops..runs.end * self.loops];
        let (stride, class) = (*stride, *class);
        Warp { values, loops: self.loops, runs: &self.runs[runs.clone()], stride, class }
    }
}
