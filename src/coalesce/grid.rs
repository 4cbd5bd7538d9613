//! The iteration space of the mapped loops, and the requests that stand for all of it.

use super::alignment::Alignment;
use super::blocks::gcd;
use super::extents::{decode, extent, number, volume};
use super::layout::{LaneGuard, Layout};
use super::requests::{Requests, Sample};
use super::rows::ShortRows;
use super::trips::{Staggered, along_places, moves};
use crate::access::Accesses;
use crate::id::LoopId;
use crate::machine::{Counting, Machine};
use crate::schedule::map::{Progression, ThreadMap};
use crate::symbolic::poly::Poly;
use crate::symbolic::value::Case;

/// Beyond this number of warps the count is taken over a part of them.
pub(super) const MAX_WARPS: i64 = 4096;
/// Of more warps than [`MAX_WARPS`] so many are laid out, from all over the space.
const FEW_WARPS: i64 = 512;
/// Warps laid out for a single loop of unknown length.
const SAMPLE_WARPS: i64 = 64;

/// What is known of the mapped loops' bounds.
pub(super) enum Grid {
    /// First value and number of iterations of each loop, and the product of the numbers.
    Known { extents: Vec<(i64, i64)>, total: i64 },
    /// The outermost loop goes from a known first value to an unknown end; a warp runs several rows of the
    /// others.
    From { first: i64, rows: ShortRows },
    /// A row of the innermost loop at an unknown position.
    Row,
    /// Several rows of the innermost loops, at an unknown position of the loop around these.
    Rows(ShortRows),
}

/// What one lane reads or writes from its address on.
#[derive(Clone, Copy)]
pub(super) struct Element<'e> {
    /// Distances from the address, with sizes in bytes.
    pub(super) ranges: &'e [(i64, u32)],
    /// The step of the possible alignments, as far as the storage's start decides it.
    pub(super) step: i64,
    /// The mean of the sectors that the lane touches.
    pub(super) mean: f64,
    /// The most sectors that the lane touches.
    pub(super) most: u32,
}

/// An access as the lanes of a grid see it.
pub(super) struct Layouts<'g> {
    pub(super) grid: &'g Grid,
    /// The cases of its address.
    pub(super) cases: Vec<Layout>,
    /// The guards of which one holds for each lane at work; none where all lanes work.
    pub(super) active: Vec<LaneGuard>,
    pub(super) element: Element<'g>,
}

impl Grid {
    pub(super) fn new(accesses: &Accesses, map: &ThreadMap) -> Grid {
        if !map.is_placed() {
            return Grid::floating(accesses, map);
        }
        let extents = map.loops.iter().map(|l| extent(accesses, *l)).collect::<Option<Vec<_>>>();
        let known = extents.and_then(|extents| Some((volume(&extents)?, extents)));
        if let Some((total, extents)) = known {
            return Grid::Known { extents, total };
        }
        let first = map
            .loops
            .first()
            .and_then(|outermost| number(accesses.loop_values(*outermost)?.first.as_ref()));
        let floating = Grid::floating(accesses, map);
        match (first, floating) {
            (Some(first), _) if map.loops.len() == 1 => Grid::From { first, rows: ShortRows::NONE },
            (Some(first), Grid::Rows(rows)) if rows.has_many_in(SAMPLE_WARPS, map) => {
                Grid::From { first, rows }
            }
            (_, floating) => floating,
        }
    }

    /// The grid of a warp at an unknown position.
    pub(super) fn floating(accesses: &Accesses, map: &ThreadMap) -> Grid {
        ShortRows::new(accesses, map).map_or(Grid::Row, Grid::Rows)
    }

    /// Whether warps lie at an unknown position.
    pub(super) fn is_floating(&self) -> bool {
        matches!(self, Grid::Row | Grid::Rows(_))
    }

    /// Those of the mapped loops that vary over the lanes.
    pub(super) fn lanes<'l>(&self, loops: &'l [LoopId]) -> Option<&'l [LoopId]> {
        Some(match self {
            Grid::Known { .. } | Grid::From { .. } => loops,
            Grid::Row => &loops[loops.len().checked_sub(1)?..],
            Grid::Rows(rows) => rows.loops(loops),
        })
    }

    /// The cases of an address as this grid needs them; `None` where a case is not of this form. At an unknown position only the
    /// innermost loops vary over the lanes, and their coefficients must be the same everywhere. But where warps begin at multiples
    /// of their lanes in the space, and the address follows the place there, its start in each warp is known up to such multiples.
    /// Where rows lie otherwise, it is if sizes are multiples of a sector.
    pub(super) fn layouts(
        &self,
        cases: &[Case],
        map: &ThreadMap,
        seen: &Staggered,
    ) -> Option<Vec<Layout>> {
        let inner = self.lanes(&map.loops)?;
        let layout = |case: &Case| {
            let sizes = seen.sizes.in_address(&case.poly);
            let layout = Layout::new(case, inner, &sizes)?;
            if !self.is_floating() {
                return Some(layout);
            }
            if !layout.mapped.is_affine() {
                return None;
            }
            let own = Alignment::every(layout.mapped.coefficient(0));
            let place = seen.place.as_ref();
            let line = place.and_then(|place| along_places(&case.poly, place, &map.loops));
            let Some((step, start)) = line else {
                return Some(Layout { position: own, ..layout });
            };
            let mut values = vec![0; inner.len()];
            if let Grid::Rows(rows) = self {
                rows.decode(0, &mut values);
            }
            let start = &start - &Poly::from(layout.mapped.evaluate(&values));
            let position = Alignment::every(step.wrapping_mul(map.warp.into()));
            if !moves(&start, &map.loops) {
                return Layout { position, ..layout }.with_rest(&start, &sizes);
            }
            if let Grid::Rows(_) = self {
                return Some(Layout { position: own, ..layout });
            }
            let even = position.with(sizes.places(&(&start - &layout.rest_shape))).even;
            let rest_constant = start.constant_part().to_i64()?;
            Some(Layout { position: Alignment { even, ..own }, rest_constant, ..layout })
        };
        let layouts: Option<Vec<_>> = cases.iter().map(layout).collect();
        layouts.filter(|list| !list.is_empty())
    }

    /// The requests of this grid under a map. In a [`Grid::Row`] there is one, whose lanes have the innermost loop's value alone,
    /// relative to lane 0. In [`Grid::Rows`] there are those of a cycle.
    pub(super) fn requests(&self, map: &ThreadMap) -> Requests {
        match self {
            Grid::Known { extents, total } => {
                let (loops, extents) = (extents.len(), extents.clone());
                let decode = move |t, lane: &mut [i64]| decode(t, &extents, lane);
                Requests::new(loops, map.all_progressions(*total), decode)
            }
            Grid::From { first, rows } => {
                let unbounded = i64::from(map.team_size) * SAMPLE_WARPS * i64::from(map.warp);
                let (first, rows) = (*first, rows.clone());
                Requests::new(map.loops.len(), map.all_progressions(unbounded), move |t, lane| {
                    let left = rows.decode(t, lane);
                    lane[0] += first;
                    left
                })
            }
            Grid::Rows(rows) => {
                let (loops, warps) = (rows.loops(&map.loops).len(), rows.warps.clone());
                let rows = rows.clone();
                Requests::new(loops, warps.into_iter(), move |t, lane| rows.decode(t, lane))
            }
            Grid::Row => {
                let stride = i64::from(map.stride().unwrap_or(0));
                let lanes = i64::from(map.active());
                let only = Progression { first: 0, stride, lanes };
                Requests::new(1, std::iter::once(only), |offset, lane| {
                    lane[0] = offset;
                    i64::MAX
                })
            }
        }
    }

    /// Requests from all over the space, where there are many. Requests that lie alike repeat, but a guard may exclude lanes by the
    /// outermost loop's value.
    pub(super) fn spread_requests(&self, map: &ThreadMap) -> Option<Requests> {
        let Grid::Known { extents, total } = self else { return None };
        let many = total / i64::from(map.warp) > MAX_WARPS;
        let positions = many.then(|| map.spread_progressions(*total, FEW_WARPS)).flatten()?;
        let (loops, extents) = (extents.len(), extents.clone());
        Some(Requests::new(loops, positions, move |t, lane| decode(t, &extents, lane)))
    }
}

impl Layouts<'_> {
    /// Requests that stand for all, and whether their counts are the counts of all. They are taken from `requests`; where requests
    /// do not repeat, and there are many, from the `spread` ones.
    pub(super) fn samples<'r>(
        &self,
        machine: &Machine,
        map: &ThreadMap,
        requests: &'r mut Requests,
        spread: Option<&'r mut Requests>,
    ) -> (Vec<Sample>, bool, &'r Requests) {
        let (samples, complete) = match self.grid {
            Grid::Known { extents, total } => {
                let plain = map.is_plain() && self.active.is_empty();
                let cycle = cycle(extents, &self.cases, machine).filter(|_| plain);
                if let Some(cycle) = cycle.filter(|cycle| *cycle <= MAX_WARPS) {
                    let (samples, complete) = repeated(cycle, *total, machine, requests);
                    return (samples, complete, requests);
                }
                if let Some(spread) = spread {
                    return (Sample::each(spread.reach(MAX_WARPS as usize)), false, spread);
                }
                let laid_out = requests.reach(MAX_WARPS as usize);
                (Sample::each(laid_out), requests.reach(laid_out + 1) == laid_out)
            }
            Grid::From { .. } => (Sample::each(requests.reach(SAMPLE_WARPS as usize)), false),
            Grid::Row | Grid::Rows(_) => (Sample::each(requests.reach(MAX_WARPS as usize)), false),
        };
        (samples, complete, requests)
    }
}

/// The requests of `total` consecutive iterations whose counts repeat after `cycle`. The requests of the first cycle stand for all
/// full ones; a last request that is not full stands for itself.
fn repeated(
    cycle: i64,
    total: i64,
    machine: &Machine,
    requests: &mut Requests,
) -> (Vec<Sample>, bool) {
    let width = i64::from(machine.warp);
    if total % (cycle * width) == 0 {
        return (Sample::each(requests.reach(cycle as usize)), true);
    }
    let all = (total + width - 1) / width;
    let counted = all.min(MAX_WARPS);
    let full = counted.min(total / width);
    let times = |index: i64| if index < full { (full - index - 1) / cycle + 1 } else { 0 };
    let whole =
        |index| Sample { index: index as usize, lanes: usize::MAX, times: times(index) as u32 };
    let mut samples: Vec<_> = (0..cycle.min(full)).map(whole).collect();
    if full < counted {
        let lanes = (total - full * width) as usize;
        samples.push(Sample { index: (full % cycle) as usize, lanes, times: 1 });
    }
    requests.reach(cycle.min(all) as usize);
    (samples, all <= MAX_WARPS)
}

/// The number of full warps after which counts repeat. The outermost loop changes only the remainder modulo a sector, which returns
/// after `sector / gcd(coefficient, sector)` iterations of this loop.
fn cycle(extents: &[(i64, i64)], layouts: &[Layout], machine: &Machine) -> Option<i64> {
    let [layout] = layouts else { return None };
    if !layout.mapped.is_affine() || machine.counting != Counting::Aligned {
        return None;
    }
    let sector = i64::from(machine.sector);
    let outermost = layout.mapped.coefficient(0);
    let rows = sector / gcd(outermost, sector);
    let inner: i64 = extents.iter().skip(1).map(|(_, n)| n).product();
    let lanes = inner.checked_mul(rows)?;
    let width = i64::from(machine.warp);
    let cycle = lanes.checked_mul(width / gcd(lanes, width))?;
    (cycle > 0).then_some(cycle / width)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::coalesce::{nest_text, sectors_of};

    /// The subscript in the text, the loops' first values, and the element for i, j and the sizes n by m of the whole.
    type Subscript = (&'static str, [i64; 2], fn(i64, i64, i64, i64) -> i64);

    /// In a nest over n by m iterations of which neither is known, some subscripts follow the iterations one by one: each warp
    /// touches what the count says, whatever n and m are. Of other subscripts rows are counted at any alignment.
    #[test]
    fn rows_one_after_the_other_are_aligned_as_their_warps_are() {
        let lines: [Subscript; 6] = [
            ("(+ (* i m) j)", [0, 0], |i, j, _, m| i * m + j),
            ("(+ (+ (* i m) j) 8)", [0, 0], |i, j, _, m| i * m + j + 8),
            ("(+ (+ (* i m) j) 3)", [0, 0], |i, j, _, m| i * m + j + 3),
            ("(* 3 (+ (* i m) j))", [0, 0], |i, j, _, m| 3 * (i * m + j)),
            ("(+ (* (- i 1) m) j)", [1, 0], |i, j, _, m| (i - 1) * m + j),
            ("(- (- (+ (* i m) j) m) 5)", [1, 5], |i, j, _, m| i * m + j - m - 5),
        ];
        let others = [
            ("(+ (* i (+ m 1)) j)", [0, 0]),
            ("(+ (* i m) (- (- m 1) j))", [0, 0]),
            ("(+ (* i m) j)", [1, 0]),
            ("(+ (+ (* i m) j) k)", [0, 0]),
            ("(+ (+ (* i m) j) (* 2 i))", [0, 1]),
        ];
        let counted = |clauses: &str, text: &str, [i, j]: [i64; 2]| {
            let clauses = format!("(clause collapse \"2\") {clauses}");
            let body = format!("(= [a (index {text}:i32 4:i64)]:i32 1)");
            let ends = [format!("{i} < (+ n {i}) 1"), format!("{j} < (+ m {j}) 1")];
            let sectors = sectors_of(&nest_text(&clauses, [&ends[0], &ends[1]], &body));
            (sectors.min, sectors.max)
        };
        for (text, [i, j], element) in lines {
            let mut found = BTreeSet::new();
            for (n, m) in (1..40).flat_map(|n| (1..70).map(move |m| (n, m))) {
                for warp in 0..n * m / 32 {
                    let lanes = (32 * warp..32 * warp + 32).map(|t| (t / m + i, t % m + j));
                    let sectors: BTreeSet<_> =
                        lanes.map(|(i, j)| element(i, j, n, m).div_euclid(8)).collect();
                    found.insert(sectors.len() as u32);
                }
            }
            let ends = found.first().copied().zip(found.last().copied());
            assert_eq!(Some(counted("", text, [i, j])), ends, "{text}: {found:?}");
        }
        for (text, first) in others {
            assert_eq!(counted("", text, first), (4, 5), "{text}");
        }
        let apart = counted("", "(+ (* i n) j)", [0, 0]);
        assert_eq!(apart, (4, 32), "rows of m iterations at distances of n may be short");
        let unplaced =
            ["(clause dist_schedule \"static\")", "(clause dist_schedule \"static,200\")"];
        for clauses in unplaced.into_iter().chain(["(clause thread_limit \"48\")"]) {
            assert_eq!(counted(clauses, lines[0].0, [0, 0]), (4, 5), "{clauses}");
        }
    }

    /// Of more warps than are laid out, those that are stand for all: of `if (condition) a[1000*i0 + i1] = 1` over a
    /// million iterations, whose warps each lie in one row or two, the sectors by requests with a lane at work, and the lanes
    /// at work.
    #[test]
    fn warps_from_all_over_the_space_stand_for_it() {
        type Works = fn(i64, i64) -> bool;
        let work: [(&str, Works); 4] = [
            ("(<= i1 i0):i32", |i, j| j <= i),
            ("(>= i1 i0):i32", |i, j| j >= i),
            ("(>= i0 900):i32", |i, _| i >= 900),
            ("(>= (+ i1 i0) 1500):i32", |i, j| i + j >= 1500),
        ];
        for (condition, works) in work {
            let text = format!(
                "(region \"t.c\" 1 f
                   (directive \"target teams distribute parallel for\" (clause collapse \"2\"))
                   (symbols (symbol i0 i64 scalar region) (symbol i1 i64 scalar region)
                     (symbol a ptr pointer parameter))
                   (data (map-tofrom a (section \"0\" \"1000000\")))
                   (body (for i0 0 < 1000 1 declares (for i1 0 < 1000 1 declares
                     (if {condition} (then (= [a (index i0 4000:i64) (index i1 4:i64)]:i32 1)))))))"
            );
            let sectors = sectors_of(&text);
            let (mut all, mut made, mut executed) = (0, 0, 0);
            for warp in 0..1_000_000 / 32 {
                let at_work = |t: &i64| works(t / 1000, t % 1000);
                let mut touched: Vec<i64> =
                    (warp * 32..warp * 32 + 32).filter(at_work).map(|t| t / 8).collect();
                executed += touched.len();
                touched.dedup();
                all += touched.len();
                made += usize::from(!touched.is_empty());
            }
            let (mean, made) = (all as f64 / made as f64, made as f64 / 31250.0);
            let found = (sectors.mean, sectors.made);
            assert!((found.0 - mean).abs() < 0.03 * mean, "{condition}: {found:?}, {mean}");
            assert!((found.1 - made).abs() < 0.02, "{condition}: {found:?}, {made}");
            let (executed, counted) = (executed as f64 / 1e6, sectors.executed);
            assert!((counted - executed).abs() < 0.02, "{condition}: {counted}, {executed}");
        }
    }
}
