//! Sectors per request: how many aligned blocks of memory the lanes of a warp touch at once.
//!
//! Where the mapped loops' bounds are known, every warp of the grid is laid out, row wraps of
//! collapsed loops and the partial last warp included. Otherwise a warp inside one row of the
//! innermost loop stands for all (WC306). The part of an address that does not depend on the mapped
//! loops decides only its remainder modulo a sector; the count is taken for every remainder that the
//! coefficients allow, so that an unknown alignment widens the interval and is never a guess.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;

use super::lanes::{LaneFunction, position};
use super::machine::{Counting, Machine};
use super::map::{Chunk, ThreadMap};
use super::requests::{Requests, Sample, Warp};
use super::{Pattern, pattern};
use crate::access::{Access, Accesses};
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{Scope, SymbolKind, TargetRegion};
use crate::symbolic::eval::symbol_facts;
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::range::Facts;
use crate::symbolic::root::{Root, own_map};
use crate::symbolic::value::{Case, Literal, Test};

/// Sectors per warp-level request.
#[derive(Clone, Debug, PartialEq)]
pub struct Sectors {
    /// The least of any warp.
    pub min: u32,
    /// The most of any warp.
    pub max: u32,
    /// The mean over warps and possible alignments.
    pub mean: f64,
    /// Whether the lanes' addresses are known up to sizes and alignment; otherwise the mean is the
    /// worst case, and a change that makes them known is not an improvement.
    pub known: bool,
    /// What the count rests on.
    pub assumptions: BTreeSet<Code>,
}

/// Warps beyond this number are not laid out; the count is taken over the first ones.
const MAX_WARPS: i64 = 4096;
/// Warps laid out for a single loop of unknown length.
const SAMPLE_WARPS: i64 = 64;

/// The iteration space of the mapped loops as warps see it.
pub struct Space<'a> {
    region: &'a TargetRegion,
    machine: &'a Machine,
    map: &'a ThreadMap,
    aligned: bool,
    facts: Facts,
    grid: Grid,
    /// The requests of `grid`.
    requests: RefCell<Requests>,
    /// What was counted for accesses of one case: accesses that differ by whole sectors are counted
    /// once.
    counted: RefCell<BTreeMap<Alike, Tally>>,
}

/// What the count of an access of one case depends on: its part in the mapped loops, the remainder of
/// its constant modulo a sector, the step of possible alignments, its size, and whether it was
/// counted in a row.
type Alike = (Poly, i64, i64, u32, bool);

/// What is known of the mapped loops' bounds.
enum Grid {
    /// First value and number of iterations of each loop, and the product of the numbers.
    Known { extents: Vec<(i64, i64)>, total: i64 },
    /// One loop from a known first value to an unknown end.
    From(i64),
    /// A row of the innermost loop at an unknown position.
    Row,
}

impl<'a> Space<'a> {
    /// The space that `map` spreads over the lanes.
    pub fn new(
        region: &'a TargetRegion,
        accesses: &Accesses,
        machine: &'a Machine,
        map: &'a ThreadMap,
        aligned: bool,
    ) -> Self {
        let mut facts = symbol_facts(region);
        for values in accesses.loops.iter().flatten() {
            if let (Some(first), Some(last)) = (&values.first, &values.last) {
                facts.assume_nonnegative(&(last - first));
            }
        }
        for l in region.loops() {
            if let Some(values) = accesses.loop_values(l.id) {
                let atom = Atom::Iv(l.id, Instance::Source);
                facts.add_variable(atom, values.first.clone(), values.last.clone());
            }
        }
        let grid = Grid::new(accesses, map);
        let requests = RefCell::new(grid.requests(map));
        let counted = RefCell::default();
        Self { region, machine, map, aligned, facts, grid, requests, counted }
    }

    /// Sectors per request of one access.
    pub fn count(&self, access: &Access) -> Sectors {
        let most = self.machine.warp * blocks_per_lane(access.bytes(), self.machine.sector);
        let mut tally = Tally::default();
        let alignment = self.base_alignment(access, &mut tally.assumptions);
        let cases = access.reference.address.offset.cases();
        let element = Element { bytes: access.bytes(), alignment };
        let spread = self.map.stride().is_some() || matches!(self.grid, Grid::Known { .. });
        if matches!(access.reference.address.root, Root::Unknown(_)) || !spread {
            self.count_symbolic(access, most, &mut tally);
        } else if let Some(layouts) = self.grid.layouts(cases, &self.map.loops) {
            self.count_alike(&self.grid, &layouts, element, &mut tally);
        } else if let Some(layouts) = Grid::Row.layouts(cases, &self.map.loops) {
            self.count_alike(&Grid::Row, &layouts, element, &mut tally);
        } else {
            self.count_symbolic(access, most, &mut tally);
        }
        tally.finish(most)
    }

    /// Counts the layouts, or remembers their count.
    fn count_alike(&self, grid: &Grid, layouts: &[Layout], element: Element, tally: &mut Tally) {
        let [layout] = layouts else {
            return self.count_layouts(grid, layouts, element, tally);
        };
        let sector = i64::from(self.machine.sector);
        let start = layout.rest_constant.rem_euclid(sector);
        let step = layout.step(gcd(i64::from(element.alignment), sector));
        let row = matches!(grid, Grid::Row);
        let alike = (layout.polynomial.clone(), start, step, element.bytes, row);
        let mut counted = self.counted.borrow_mut();
        let same = counted.entry(alike).or_insert_with(|| {
            let mut fresh = Tally::default();
            self.count_layouts(grid, layouts, element, &mut fresh);
            fresh
        });
        let assumptions = tally.assumptions.union(&same.assumptions).copied().collect();
        *tally = Tally { assumptions, ..same.clone() };
    }

    fn count_layouts(&self, grid: &Grid, layouts: &[Layout], element: Element, tally: &mut Tally) {
        let per_lane = !matches!(grid, Grid::Row) && layouts.iter().all(|l| !l.open);
        let mut row = Grid::Row.requests(self.map);
        let mut known = self.requests.borrow_mut();
        let requests = if matches!(grid, Grid::Row) { &mut row } else { &mut *known };
        let (samples, complete) = grid.samples(layouts, self.machine, self.map, requests);
        if !complete {
            tally.assumptions.insert(Code::InteriorWarps);
        }
        let mut counter = Counter { space: self, element, seen: BTreeMap::new() };
        for Sample { index, lanes, times } in samples {
            let warp = requests.get(index).first(lanes);
            if per_lane || layouts.len() == 1 {
                counter.add(layouts, warp, times, tally);
                continue;
            }
            let mut each = Tally::default();
            for layout in layouts {
                counter.add(std::slice::from_ref(layout), warp, times, &mut each);
            }
            tally.add_undecided(&each, layouts, self.machine.warp);
        }
    }

    /// The blocks that lanes at `offsets + shift` touch.
    fn blocks(&self, offsets: &[i64], shift: i64, bytes: u32) -> u32 {
        match self.machine.counting {
            Counting::Aligned => aligned_blocks(offsets, shift, bytes, self.machine.sector),
            Counting::Greedy => greedy_blocks(offsets, self.machine.sector),
        }
    }

    /// An access whose stride is symbolic or whose address is not known. A stride of at least a
    /// sector gives each lane its own; a smaller least stride widens the interval downwards.
    fn count_symbolic(&self, access: &Access, most: u32, tally: &mut Tally) {
        let strided = pattern(access, self.map) == Pattern::Strided;
        let least = if strided { self.least_of_stride(access) } else { 1 };
        tally.unknown |= !strided;
        tally.assumptions.insert(Code::InteriorWarps);
        tally.min = Some(least.min(most));
        tally.max = Some(most);
        tally.sum += f64::from(most);
        tally.number += 1.0;
    }

    fn least_of_stride(&self, access: &Access) -> u32 {
        let difference = super::lane_difference(access, self.map);
        let Some(stride) = difference.as_poly() else { return 1 };
        let magnitude = |poly: &Poly| self.facts.interval(poly).min.filter(|min| *min > 0);
        let Some(least) = magnitude(stride).or_else(|| magnitude(&-stride)) else { return 1 };
        let sector = self.machine.sector;
        let content = stride.content().to_i64().unwrap_or(1).max(1);
        let least = least.to_i64().unwrap_or(i64::MAX).min(i64::from(sector));
        let strides =
            (least..=i64::from(sector)).filter(|s| s % content.min(i64::from(sector)) == 0);
        let count = |stride: i64| {
            let offsets: Vec<_> = (0..i64::from(self.machine.warp)).map(|l| l * stride).collect();
            aligned_blocks(&offsets, 0, access.bytes(), sector)
        };
        strides.map(count).min().unwrap_or(1)
    }

    /// The alignment in bytes of the root's start: an allocation's for whole mapped list items and
    /// for arrays with storage of their own, otherwise the element's.
    fn base_alignment(&self, access: &Access, assumptions: &mut BTreeSet<Code>) -> u32 {
        let natural = access.bytes().next_power_of_two().min(self.machine.sector);
        let Root::Symbol(symbol) = access.reference.address.root else { return natural };
        let starts_at_zero = |section: &Option<(String, String)>| {
            section.as_ref().is_none_or(|(lower, _)| matches!(lower.trim(), "" | "0"))
        };
        let mapped = own_map(self.region, symbol).is_some_and(|item| starts_at_zero(&item.section));
        let declared = self.region.symbol(symbol);
        let array = declared.kind == SymbolKind::Array
            && declared.scope != Scope::Region
            && own_map(self.region, symbol).is_none();
        if self.aligned && (mapped || array) {
            assumptions.insert(Code::AlignedAllocation);
            self.machine.allocation
        } else {
            natural
        }
    }
}

/// Counts one access warp by warp; equal layouts of lanes are counted once.
struct Counter<'s, 'a> {
    space: &'s Space<'a>,
    element: Element,
    /// Counts for every alignment, by the lanes' offsets and the alignments' step.
    seen: BTreeMap<(Vec<i64>, i64), Vec<u32>>,
}

impl Counter<'_, '_> {
    /// Adds a warp whose lanes are each in one of the cases `layouts`, as often as there is its like.
    fn add(&mut self, layouts: &[Layout], warp: Warp, times: u32, tally: &mut Tally) {
        if let [only] = layouts {
            return self.add_alone(only, warp, times, tally);
        }
        let machine = self.space.machine;
        let sector = i64::from(machine.sector);
        let mut step = gcd(i64::from(self.element.alignment), sector);
        let mut offsets = Vec::new();
        let mut rests = BTreeSet::new();
        for lane in warp.lanes() {
            let Some(layout) = layouts.iter().find(|layout| layout.holds(lane)) else { continue };
            step = layout.step(step);
            rests.insert(&layout.rest_shape);
            offsets.push(layout.mapped.evaluate(lane).wrapping_add(layout.rest_constant));
        }
        if rests.len() > 1 {
            tally.add(&[1, machine.warp], times);
            tally.unknown = true;
            return;
        }
        self.add_offsets(offsets, step, times, tally);
    }

    /// Adds a warp whose lanes are all in the case `layout`.
    fn add_alone(&mut self, layout: &Layout, warp: Warp, times: u32, tally: &mut Tally) {
        let step = layout.step(gcd(i64::from(self.element.alignment), self.sector()));
        let offset = |lane| layout.mapped.evaluate(lane).wrapping_add(layout.rest_constant);
        self.add_offsets(warp.lanes().map(offset).collect(), step, times, tally);
    }

    fn sector(&self) -> i64 {
        i64::from(self.space.machine.sector)
    }

    /// Adds a warp whose lanes touch these offsets, or all of them moved by a multiple of `step`.
    fn add_offsets(&mut self, mut offsets: Vec<i64>, step: i64, times: u32, tally: &mut Tally) {
        let Some(base) = offsets.iter().min().copied() else { return };
        let sector = self.sector();
        let start = base.rem_euclid(sector);
        offsets.iter_mut().for_each(|offset| *offset = *offset - base + start);
        let (space, bytes) = (self.space, self.element.bytes);
        let counts = self.seen.entry((offsets, step)).or_insert_with_key(|(shape, step)| {
            let shifts = (0..sector / step).map(|k| k * step);
            shifts.map(|shift| space.blocks(shape, shift, bytes)).collect()
        });
        tally.add(counts, times);
    }
}

#[derive(Clone, Default)]
struct Tally {
    min: Option<u32>,
    max: Option<u32>,
    sum: f64,
    number: f64,
    unknown: bool,
    assumptions: BTreeSet<Code>,
}

impl Tally {
    fn add(&mut self, counts: &[u32], times: u32) {
        let Some((min, max)) = counts.iter().min().zip(counts.iter().max()) else { return };
        self.min = Some(self.min.map_or(*min, |old| old.min(*min)));
        self.max = Some(self.max.map_or(*max, |old| old.max(*max)));
        let mean = counts.iter().map(|c| f64::from(*c)).sum::<f64>() / counts.len() as f64;
        self.sum += f64::from(times) * mean;
        self.number += f64::from(times);
    }

    /// Adds a warp whose lanes are in some of `layouts`, it is not known which: in one of them all
    /// together where no guard tells lanes apart, else in any mixture.
    fn add_undecided(&mut self, each: &Tally, layouts: &[Layout], warp: u32) {
        let (Some(mut min), Some(mut max)) = (each.min, each.max) else { return };
        if layouts.iter().any(|layout| layout.divides) {
            min = 1;
            max = max.saturating_mul(layouts.len() as u32).min(warp.max(max));
        }
        self.min = Some(self.min.map_or(min, |old| old.min(min)));
        self.max = Some(self.max.map_or(max, |old| old.max(max)));
        self.sum += each.sum;
        self.number += each.number;
        self.unknown |= each.unknown;
    }

    fn finish(self, most: u32) -> Sectors {
        match (self.min, self.max) {
            (Some(min), Some(max)) => {
                let mean = self.sum / self.number;
                let max = max.min(most);
                Sectors { min, max, mean, known: !self.unknown, assumptions: self.assumptions }
            }
            _ => Sectors {
                min: 0,
                max: most,
                mean: 0.0,
                known: false,
                assumptions: self.assumptions,
            },
        }
    }
}

/// One case of an address, split into the part that depends on the mapped loops alone, with integer
/// coefficients, and the rest.
struct Layout {
    guard: Vec<(LaneFunction, Test)>,
    /// Literals that cannot be decided per lane.
    open: bool,
    /// Whether the guard may hold for some lanes and fail for others.
    divides: bool,
    mapped: LaneFunction,
    /// `mapped` as a polynomial.
    polynomial: Poly,
    /// What the unknown position of a row adds to the address is a multiple of this; 0 where
    /// positions are known.
    position_step: i64,
    rest_constant: i64,
    /// The greatest common divisor of the rest's coefficients.
    rest_step: i64,
    /// The rest without its constant: lanes are comparable only where it is equal.
    rest_shape: Poly,
}

impl Layout {
    /// `None` where a monomial mixes mapped loops with anything else.
    fn new(case: &Case, loops: &[LoopId]) -> Option<Layout> {
        let (mut mapped, mut rest) = (Poly::zero(), Poly::zero());
        for (monomial, coefficient) in case.poly.monomials() {
            let part = Poly::monomial(monomial.clone(), coefficient.clone());
            let depends = part.any_atom(&mut |atom| position(atom, loops).is_some());
            if depends {
                mapped = &mapped + &part;
            } else {
                rest = &rest + &part;
            }
        }
        let literal = |l: &Literal| Some((LaneFunction::new(&l.poly, loops)?, l.test));
        let guard: Option<Vec<_>> = case.guard.literals().map(literal).collect();
        let rest_shape = rest.without_constant();
        let mapped_in = |l: &Literal| l.poly.any_atom(&mut |atom| position(atom, loops).is_some());
        Some(Layout {
            open: guard.is_none(),
            divides: case.guard.literals().any(mapped_in),
            guard: guard.unwrap_or_default(),
            position_step: 0,
            mapped: LaneFunction::new(&mapped, loops)?,
            polynomial: mapped,
            rest_constant: rest.constant_part().to_i64()?,
            rest_step: small(&rest_shape.content()),
            rest_shape,
        })
    }

    /// The step of possible alignments, where the storage's alone is `step`.
    fn step(&self, step: i64) -> i64 {
        gcd(gcd(step, self.rest_step), self.position_step)
    }

    fn holds(&self, lane: &[i64]) -> bool {
        self.guard.iter().all(|(poly, test)| {
            let value = poly.evaluate(lane);
            match test {
                Test::NonNegative => value >= 0,
                Test::Zero => value == 0,
                Test::NonZero => value != 0,
            }
        })
    }
}

/// A divisor as a machine integer; one that does not fit is replaced by a divisor of it.
fn small(divisor: &Integer) -> i64 {
    divisor.to_i64().unwrap_or_else(|| 1_i64 << divisor.find_one(0).unwrap_or(0).min(62))
}

/// What one lane reads or writes: its size, and the alignment of the storage's start.
#[derive(Clone, Copy)]
struct Element {
    bytes: u32,
    alignment: u32,
}

impl Grid {
    fn new(accesses: &Accesses, map: &ThreadMap) -> Grid {
        if !map.is_placed() {
            return Grid::Row;
        }
        let constant = |poly: &Option<Poly>| poly.as_ref()?.as_constant()?.to_i64();
        let extent = |l: &LoopId| {
            let values = accesses.loop_values(*l)?;
            Some((constant(&values.first)?, constant(&values.trip_count)?.max(0)))
        };
        if let Some(extents) = map.loops.iter().map(extent).collect::<Option<Vec<_>>>() {
            let total = extents.iter().try_fold(1_i64, |product, (_, n)| product.checked_mul(*n));
            if let Some(total) = total {
                return Grid::Known { extents, total };
            }
        }
        let first = match map.loops.as_slice() {
            [only] => accesses.loop_values(*only).and_then(|values| constant(&values.first)),
            _ => None,
        };
        first.map_or(Grid::Row, Grid::From)
    }

    /// The cases of an address as this grid needs them: in a row only the innermost loop varies over
    /// the lanes, and its coefficient must be the same everywhere. `None` where a case is not of
    /// this form.
    fn layouts(&self, cases: &[Case], loops: &[LoopId]) -> Option<Vec<Layout>> {
        let Grid::Row = self else {
            let layouts: Option<Vec<_>> = cases.iter().map(|c| Layout::new(c, loops)).collect();
            return layouts.filter(|list| !list.is_empty());
        };
        let inner = &loops[loops.len().checked_sub(1)?..];
        let row = |case: &Case| {
            let layout = Layout::new(case, inner)?;
            let position_step = layout.mapped.coefficient(0);
            layout.mapped.is_affine().then_some(Layout { position_step, ..layout })
        };
        let layouts: Option<Vec<_>> = cases.iter().map(row).collect();
        layouts.filter(|list| !list.is_empty())
    }

    /// The requests of this grid under a map; in a [`Grid::Row`] there is one, with the innermost
    /// loop's value alone, relative to lane 0's.
    fn requests(&self, map: &ThreadMap) -> Requests {
        match self {
            Grid::Known { extents, total } => {
                let (loops, extents) = (extents.len(), extents.clone());
                Requests::new(loops, map.requests(*total), move |t, lane| decode(t, &extents, lane))
            }
            Grid::From(first) => {
                let unbounded = i64::from(map.team_size) * SAMPLE_WARPS * i64::from(map.warp);
                let first = *first;
                Requests::new(1, map.requests(unbounded), move |t, lane| lane[0] = first + t)
            }
            Grid::Row => {
                let stride = i64::from(map.stride().unwrap_or(0));
                let lanes: Vec<i64> = (0..i64::from(map.active())).map(|l| l * stride).collect();
                Requests::new(1, std::iter::once(lanes), |offset, lane| lane[0] = offset)
            }
        }
    }

    /// Requests that stand for all, and whether their counts are the counts of all.
    fn samples(
        &self,
        layouts: &[Layout],
        machine: &Machine,
        map: &ThreadMap,
        requests: &mut Requests,
    ) -> (Vec<Sample>, bool) {
        match self {
            Grid::Known { extents, total } => {
                let cycle = cycle(extents, layouts, machine).filter(|_| is_plain(map));
                if let Some(cycle) = cycle.filter(|cycle| *cycle <= MAX_WARPS) {
                    return repeated(cycle, *total, machine, requests);
                }
                let laid_out = requests.reach(MAX_WARPS as usize);
                (Sample::each(laid_out), requests.reach(laid_out + 1) == laid_out)
            }
            Grid::From(_) => (Sample::each(requests.reach(SAMPLE_WARPS as usize)), false),
            Grid::Row => (Sample::each(requests.reach(1)), false),
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
fn is_plain(map: &ThreadMap) -> bool {
    let team = match map.team_chunk {
        Chunk::Of(size) => size.min(map.team_size),
        Chunk::Whole | Chunk::Share => map.team_size,
    };
    map.stride() == Some(1) && team.is_multiple_of(map.warp)
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

/// Writes the mapped loops' atoms at position `t` of the collapsed space.
fn decode(mut t: i64, extents: &[(i64, i64)], lane: &mut [i64]) {
    for (value, (first, trips)) in lane.iter_mut().zip(extents).rev() {
        *value = first + t % trips;
        t /= trips;
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// How many blocks one lane may touch.
fn blocks_per_lane(bytes: u32, sector: u32) -> u32 {
    bytes.div_ceil(sector).max(1)
}

fn aligned_blocks(offsets: &[i64], shift: i64, bytes: u32, sector: u32) -> u32 {
    let sector = i64::from(sector);
    let touched = |offset: &i64| {
        let start = offset + shift;
        start.div_euclid(sector)..=(start + i64::from(bytes) - 1).div_euclid(sector)
    };
    let mut blocks: Vec<i64> = offsets.iter().flat_map(touched).collect();
    blocks.sort_unstable();
    blocks.dedup();
    blocks.len() as u32
}

/// The paper's Fig. 7: each difference joins the first window that it fits, or opens a new one.
fn greedy_blocks(offsets: &[i64], window: u32) -> u32 {
    let window = i64::from(window);
    let mut requests: Vec<(i64, i64)> = Vec::new();
    for c in offsets {
        let fits = requests.iter_mut().find_map(|(low, high)| {
            if *c >= *low && *c <= *high {
                Some(())
            } else if *c >= *high - window && *c <= *high {
                *low = *c;
                Some(())
            } else if *c <= *low + window && *c >= *low {
                *high = *c + 8;
                Some(())
            } else {
                None
            }
        });
        if fits.is_none() {
            requests.push((*c, *c + 8));
        }
    }
    requests.len() as u32
}
