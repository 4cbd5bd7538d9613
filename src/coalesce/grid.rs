//! The iteration space of the mapped loops, and the requests that stand for all of it.

use super::blocks::gcd;
use super::layout::{LaneGuard, Layout};
use super::machine::{Counting, Machine};
use super::map::{Chunk, Progression, ThreadMap};
use super::requests::{Requests, Sample};
use super::rows::ShortRows;
use crate::access::Accesses;
use crate::id::LoopId;
use crate::symbolic::poly::Poly;
use crate::symbolic::value::Case;

/// Beyond this number of warps the count is taken over the first ones.
pub(super) const MAX_WARPS: i64 = 4096;
/// Of more warps than [`MAX_WARPS`] so many are laid out.
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

/// The cases of an address, and the guards of which one holds for each lane at work.
pub(super) struct Layouts {
    pub(super) cases: Vec<Layout>,
    pub(super) active: Vec<LaneGuard>,
}

impl Grid {
    pub(super) fn new(accesses: &Accesses, map: &ThreadMap) -> Grid {
        if !map.is_placed() {
            return Grid::floating(accesses, map);
        }
        let extents = map.loops.iter().map(|l| extent(accesses, *l)).collect::<Option<Vec<_>>>();
        if let Some(extents) = extents {
            let total = extents.iter().try_fold(1_i64, |product, (_, n)| product.checked_mul(*n));
            if let Some(total) = total {
                return Grid::Known { extents, total };
            }
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

    /// The cases of an address as this grid needs them: at an unknown position only the innermost loops
    /// vary over the lanes, and their coefficients must be the same everywhere. `None` where a case is
    /// not of this form.
    pub(super) fn layouts(&self, cases: &[Case], loops: &[LoopId]) -> Option<Vec<Layout>> {
        let inner = self.lanes(loops)?;
        if !self.is_floating() {
            let layouts: Option<Vec<_>> = cases.iter().map(|c| Layout::new(c, inner)).collect();
            return layouts.filter(|list| !list.is_empty());
        }
        let row = |case: &Case| {
            let layout = Layout::new(case, inner)?;
            let position_step = layout.mapped.coefficient(0);
            layout.mapped.is_affine().then_some(Layout { position_step, ..layout })
        };
        let layouts: Option<Vec<_>> = cases.iter().map(row).collect();
        layouts.filter(|list| !list.is_empty())
    }

    /// The requests of this grid under a map; in a [`Grid::Row`] there is one, with the innermost
    /// loop's value alone, relative to lane 0's; in [`Grid::Rows`] those of a cycle.
    pub(super) fn requests(&self, map: &ThreadMap) -> Requests {
        match self {
            Grid::Known { extents, total } => {
                let (loops, extents) = (extents.len(), extents.clone());
                let decode = move |t, lane: &mut [i64]| decode(t, &extents, lane);
                Requests::new(loops, map.progressions(*total), decode)
            }
            Grid::From { first, rows } => {
                let unbounded = i64::from(map.team_size) * SAMPLE_WARPS * i64::from(map.warp);
                let (first, rows) = (*first, rows.clone());
                Requests::new(map.loops.len(), map.progressions(unbounded), move |t, lane| {
                    let left = rows.decode(t, lane);
                    lane[0] += first;
                    left
                })
            }
            Grid::Rows(rows) => {
                let (rows, lanes) = (rows.clone(), i64::from(map.warp));
                let warps = (0..rows.cycle).map(move |warp| Progression {
                    first: warp * lanes,
                    stride: 1,
                    lanes,
                });
                let loops = rows.loops(&map.loops).len();
                Requests::new(loops, warps, move |t, lane| rows.decode(t, lane))
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

    /// Requests that stand for all, and whether their counts are the counts of all.
    pub(super) fn samples(
        &self,
        layouts: &Layouts,
        machine: &Machine,
        map: &ThreadMap,
        requests: &mut Requests,
    ) -> (Vec<Sample>, bool) {
        match self {
            Grid::Known { extents, total } => {
                let plain = is_plain(map) && layouts.active.is_empty();
                let cycle = cycle(extents, &layouts.cases, machine).filter(|_| plain);
                if let Some(cycle) = cycle.filter(|cycle| *cycle <= MAX_WARPS) {
                    return repeated(cycle, *total, machine, requests);
                }
                let many = total / i64::from(machine.warp) > MAX_WARPS;
                let laid_out = requests.reach(if many { FEW_WARPS } else { MAX_WARPS } as usize);
                (Sample::each(laid_out), requests.reach(laid_out + 1) == laid_out)
            }
            Grid::From { .. } => (Sample::each(requests.reach(SAMPLE_WARPS as usize)), false),
            Grid::Row => (Sample::each(requests.reach(1)), false),
            Grid::Rows(rows) => (Sample::each(requests.reach(rows.cycle as usize)), false),
        }
    }
}

/// The requests of `total` consecutive iterations whose counts repeat after `cycle`: those of the
/// first cycle for all full ones, and the last if it is not full.
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

/// Whether consecutive warps run consecutive iterations, all lanes working.
pub(super) fn is_plain(map: &ThreadMap) -> bool {
    let team = match map.team_chunk {
        Chunk::Of(size) => size.min(map.team_size),
        Chunk::Whole | Chunk::Share => map.team_size,
    };
    map.stride() == Some(1) && team.is_multiple_of(map.warp)
}

pub(super) fn number(poly: Option<&Poly>) -> Option<i64> {
    poly?.as_constant()?.to_i64()
}

/// A loop's first value and number of iterations, where these are numbers.
pub(super) fn extent(accesses: &Accesses, l: LoopId) -> Option<(i64, i64)> {
    let values = accesses.loop_values(l)?;
    Some((number(values.first.as_ref())?, number(values.trip_count.as_ref())?.max(0)))
}

/// The number of full warps after which counts repeat: the outermost loop changes only the remainder
/// modulo a sector, which returns after `sector / gcd(coefficient, sector)` of its iterations.
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

/// Writes the mapped loops' atoms at position `t` of the collapsed space; answers how many positions
/// are left in its row of the innermost loop, itself among them.
pub(super) fn decode(mut t: i64, extents: &[(i64, i64)], lane: &mut [i64]) -> i64 {
    let row = extents.last().map_or(i64::MAX, |(_, trips)| trips - t % trips);
    for (value, (first, trips)) in lane.iter_mut().zip(extents).rev() {
        *value = first + t % trips;
        t /= trips;
    }
    row
}
