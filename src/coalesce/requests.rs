//! The requests of a space of iterations, laid out lane by lane as far as somebody asks for them.

/// The values of the mapped loops' atoms for each active lane of one request.
#[derive(Clone, Copy)]
pub(super) struct Warp<'a> {
    values: &'a [i64],
    lanes: usize,
    loops: usize,
}

impl<'a> Warp<'a> {
    /// The first lanes alone.
    pub(super) fn first(self, lanes: usize) -> Self {
        Self { lanes: self.lanes.min(lanes), ..self }
    }

    /// One slice a lane, with a value for each loop.
    pub(super) fn lanes(self) -> impl Iterator<Item = &'a [i64]> {
        (0..self.lanes).map(move |lane| &self.values[lane * self.loops..][..self.loops])
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

/// Writes the loops' values at a position.
type Decode = Box<dyn Fn(i64, &mut [i64])>;

/// Requests in their order, each a list of positions that are decoded into the loops' values.
pub(super) struct Requests {
    loops: usize,
    values: Vec<i64>,
    /// For each request laid out, the number of lanes of it and of all before.
    ends: Vec<usize>,
    rest: Box<dyn Iterator<Item = Vec<i64>>>,
    decode: Decode,
}

impl Requests {
    /// The requests of `positions`, whose lanes have `loops` values each.
    pub(super) fn new(
        loops: usize,
        positions: impl Iterator<Item = Vec<i64>> + 'static,
        decode: impl Fn(i64, &mut [i64]) + 'static,
    ) -> Self {
        let (rest, decode) = (Box::new(positions), Box::new(decode));
        Self { loops, values: Vec::new(), ends: Vec::new(), rest, decode }
    }

    /// Lays out the first `count` requests; answers how many of them there are.
    pub(super) fn reach(&mut self, count: usize) -> usize {
        while self.ends.len() < count {
            let Some(positions) = self.rest.next() else { break };
            for position in &positions {
                let start = self.values.len();
                self.values.resize(start + self.loops, 0);
                (self.decode)(*position, &mut self.values[start..]);
            }
            self.ends.push(self.ends.last().unwrap_or(&0) + positions.len());
        }
        self.ends.len().min(count)
    }

    /// A request that was laid out.
    pub(super) fn get(&self, index: usize) -> Warp<'_> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        let lanes = self.ends[index] - start;
        Warp { values: &self.values[start * self.loops..], lanes, loops: self.loops }
    }
}
