//! The requests of a space of iterations, laid out as far as somebody asks for them. The lanes of one
//! request are consecutive, or equally far apart, in the collapsed space; those in one row of the
//! innermost loop are a run, in which only that loop's value changes.

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

/// The active lanes of one request.
#[derive(Clone, Copy)]
pub(super) struct Warp<'a> {
    values: &'a [i64],
    /// The lanes of each run.
    runs: &'a [usize],
    stride: i64,
    lanes: usize,
    loops: usize,
    class: usize,
}

impl<'a> Warp<'a> {
    /// The first lanes alone.
    pub(super) fn first(self, lanes: usize) -> Self {
        Self { lanes: self.lanes.min(lanes), ..self }
    }

    pub(super) fn lanes(self) -> usize {
        self.lanes
    }

    /// The values of lane 0, and the number of the requests' class.
    pub(super) fn lane_0(self) -> (&'a [i64], usize) {
        (&self.values[..self.loops], self.class)
    }

    pub(super) fn runs(self) -> impl Iterator<Item = Run<'a>> {
        let mut left = self.lanes;
        self.runs.iter().enumerate().map_while(move |(index, lanes)| {
            let lanes = left.min(*lanes);
            left -= lanes;
            let values = &self.values[index * self.loops..][..self.loops];
            (lanes > 0).then_some(Run { values, stride: self.stride, lanes })
        })
    }
}

/// A request that stands for others like it.
pub(super) struct Sample {
    pub(super) index: usize,
    /// How many of its lanes count.
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

/// Writes the loops' values at a position; answers how many positions are left in its row, itself
/// among them.
type Decode = Box<dyn Fn(i64, &mut [i64]) -> i64>;

/// One request: where its runs end among those of all, how many lanes it has, and their distance.
struct Laid {
    runs: usize,
    lanes: usize,
    stride: i64,
    class: usize,
}

/// Requests in their order, each a progression of positions that are decoded into the loops' values.
pub(super) struct Requests {
    loops: usize,
    values: Vec<i64>,
    runs: Vec<usize>,
    laid: Vec<Laid>,
    /// Requests whose lanes lie alike: the same runs, as far apart.
    classes: BTreeMap<Vec<i64>, usize>,
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
        let (values, runs, laid) = (Vec::new(), Vec::new(), Vec::new());
        Self { loops, values, runs, laid, classes: BTreeMap::new(), rest, decode }
    }

    /// Lays out the first `count` requests; answers how many of them there are.
    pub(super) fn reach(&mut self, count: usize) -> usize {
        while self.laid.len() < count {
            let Some(Progression { first, stride, lanes }) = self.rest.next() else { break };
            let mut done = 0;
            while done < lanes {
                let start = self.values.len();
                self.values.resize(start + self.loops, 0);
                let row = (self.decode)(first + done * stride, &mut self.values[start..]);
                let inside =
                    if stride > 0 { row.saturating_add(stride - 1) / stride } else { lanes };
                let run = inside.clamp(1, Run::LANES as i64).min(lanes - done);
                self.runs.push(run as usize);
                done += run;
            }
            let class = self.class(stride);
            let (runs, lanes) = (self.runs.len(), lanes as usize);
            self.laid.push(Laid { runs, lanes, stride, class });
        }
        self.laid.len().min(count)
    }

    /// The class of the request whose runs were laid out last.
    fn class(&mut self, stride: i64) -> usize {
        let start = self.laid.last().map_or(0, |laid| laid.runs);
        let values = &self.values[start * self.loops..];
        let first = values.iter().take(self.loops).cycle();
        let lanes = self.runs[start..].iter().map(|lanes| *lanes as i64);
        let apart = values.iter().zip(first).map(|(value, first)| value - first);
        let key: Vec<i64> = std::iter::once(stride).chain(lanes).chain(apart).collect();
        let number = self.classes.len();
        *self.classes.entry(key).or_insert(number)
    }

    /// A request that was laid out.
    pub(super) fn get(&self, index: usize) -> Warp<'_> {
        let start = if index == 0 { 0 } else { self.laid[index - 1].runs };
        let Laid { runs: end, lanes, stride, class } = self.laid[index];
        let values = &self.values[start * self.loops..end * self.loops];
        Warp { values, runs: &self.runs[start..end], stride, lanes, loops: self.loops, class }
    }
}
