//! Sectors per request: how many aligned blocks of memory the lanes of a warp touch at once.
//!
//! Where the mapped loops' bounds are known, every warp of the grid is laid out, row wraps of
//! collapsed loops and the partial last warp included. Otherwise a warp inside one row of the
//! innermost loop stands for all, or warps that begin at different places of short ones (WC306). The part of an address that does not depend on the mapped
//! loops decides only its remainder modulo a sector; the count is taken for every remainder that the
//! coefficients allow, so that an unknown alignment widens the interval and is never a guess.

mod unplaced;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::blocks::{gcd, greedy_blocks, union_blocks};
use super::executions::executions_estimate;
use super::extents::number;
use super::grid::{Grid, Layouts, MAX_WARPS};
use super::groups::{Group, Ranges, of_lane};
use super::inside::Whole;
use super::layout::{
    LaneGuard, Layout, Residues, Steady, at_work, decidable, holds, interior, lane_guards,
    lane_literal, points, residues,
};
use super::phases::{self, Phases};
use super::pinned;
use super::requests::{Requests, Run, Sample, Warp};
use super::shape::{Part, Shape};
use super::tally::Tally;
use super::trips::Staggered;
use crate::access::{Access, Accesses, assume_entered};
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{Scope, SymbolKind, TargetRegion};
use crate::machine::{Counting, Machine};
use crate::schedule::map::ThreadMap;
use crate::symbolic::eval::LoopValues;
use crate::symbolic::eval::symbol_facts;
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::range::Facts;
use crate::symbolic::root::{Root, own_map};
use crate::symbolic::value::{Guard, Literal, Value};

pub use super::tally::{Around, Sectors, Share, Union};

/// More requests than these are not told apart by the iterations of sequential loops.
const MAX_REQUESTS: i64 = 1 << 15;

/// The iteration space of the mapped loops as warps see it.
pub struct Space<'a> {
    region: &'a TargetRegion,
    /// The bounds of its loops.
    loops: &'a [Option<LoopValues>],
    machine: &'a Machine,
    map: &'a ThreadMap,
    aligned: bool,
    /// The values of each loop, and the first and last value of its counter as lanes see them.
    ranges: BTreeMap<LoopId, (LoopValues, Option<Poly>, Option<Poly>)>,
    grid: Grid,
    /// What stands for it where addresses do not have numbers for coefficients.
    floating: Grid,
    staggered: Staggered,
    /// The sequential loops that have the same iterations for all lanes.
    steady: Steady,
    /// The requests of `grid`.
    requests: RefCell<Requests>,
    /// Some of them from all over the space, where there are many.
    spread_requests: RefCell<Option<Requests>>,
    /// Those of `floating`.
    floating_requests: RefCell<Requests>,
    /// What was counted for accesses of one case: accesses that differ by whole sectors are counted
    /// once.
    counted: RefCell<BTreeMap<Alike, Tally>>,
    /// The remainders of addresses' parts outside the mapped loops.
    residues: RefCell<BTreeMap<Poly, Option<Residues>>>,
}

/// What the count of an access of one case that all lanes execute depends on: its part in the mapped
/// loops, the remainder of its constant modulo a sector, the step of possible alignments, the
/// remainders of the rest, its size, and whether it was counted in a row.
type Alike = (Poly, i64, i64, Option<Residues>, Ranges, bool);

impl<'a> Space<'a> {
    /// The space that `map` spreads over the lanes.
    pub fn new(
        region: &'a TargetRegion,
        accesses: &'a Accesses,
        machine: &'a Machine,
        map: &'a ThreadMap,
        aligned: bool,
    ) -> Self {
        let mut ranges = BTreeMap::new();
        let staggered = Staggered::new(&accesses.loops, map);
        let mut steady = Steady::new();
        for (index, values) in accesses.loops.iter().enumerate() {
            let (id, Some(values)) = (LoopId::from_index(index), values) else { continue };
            let written = || (values.first.clone(), values.last.clone());
            let trips = staggered.trips(id, values.last.as_ref());
            let (first, last) = trips.map_or_else(written, |(zero, last)| (Some(zero), last));
            let extent = number(first.as_ref()).zip(number(values.trip_count.as_ref()));
            ranges.insert(id, (values.clone(), first, last));
            if let Some((first, count)) = extent.filter(|_| !map.loops.contains(&id)) {
                steady.insert(id, (first, count.max(0)));
            }
        }
        let grid = Grid::new(accesses, map);
        let requests = RefCell::new(grid.requests(map));
        let spread_requests = RefCell::new(grid.spread_requests(map));
        let floating = Grid::floating(accesses, map);
        let floating_requests = RefCell::new(floating.requests(map));
        Self {
            region,
            loops: &accesses.loops,
            machine,
            map,
            aligned,
            ranges,
            grid,
            floating,
            staggered,
            steady,
            requests,
            spread_requests,
            floating_requests,
            counted: RefCell::default(),
            residues: RefCell::default(),
        }
    }

    /// Sectors per request of one access.
    pub fn count(&self, access: &Access) -> Sectors {
        let bytes = access.bytes();
        self.count_ranges(access, (&[(0, bytes)], bytes))
    }

    /// Sectors that the accesses of a group touch together, whose `first` one is given.
    pub(super) fn count_union(&self, first: &Access, group: &Group) -> Sectors {
        self.count_ranges(first, (&group.ranges, group.largest))
    }

    /// The mean and the most sectors that one lane touches at `ranges` from the address of an access, in storage of that
    /// alignment. The `largest` element lies at a multiple of what divides its size.
    fn of_lane(
        &self,
        access: &Access,
        (ranges, largest): (&[(i64, u32)], u32),
        alignment: u32,
    ) -> (f64, u32) {
        let sector = i64::from(self.machine.sector);
        let alignment = i64::from(alignment);
        let natural = gcd(alignment, largest.into());
        let (offset, _) = super::offset(access, &self.staggered, self.map);
        let (start, step) = offset.as_poly().map_or((0, natural), |poly| {
            let step = poly.without_constant().content().to_i64().unwrap_or(1);
            let start = poly.constant_part().to_i64().unwrap_or(0) % sector;
            (start, gcd(alignment, step).max(natural))
        });
        of_lane(ranges, start, step, sector)
    }

    /// Sectors per request of what lanes touch at `ranges` from the address of an access, the largest element of
    /// `largest` bytes.
    fn count_ranges(&self, access: &Access, (ranges, largest): (&[(i64, u32)], u32)) -> Sectors {
        let Some(paths) = self.paths(access) else {
            return Sectors::none(self.around(access));
        };
        let around = self.around(access);
        let mut tally = Tally::default();
        let alignment = self.base_alignment((access, largest), &mut tally.assumptions);
        let lanes = self.admitted(&paths);
        let (each_mean, each_most) = self.of_lane(access, (ranges, largest), alignment);
        let element = Element { ranges, alignment };
        let spread = self.map.stride().is_some() || matches!(self.grid, Grid::Known { .. });
        let unknown = matches!(access.reference.address.root, Root::Unknown(_));
        let of_region = (self.region, self.loops);
        let counted = spread
            && !unknown
            && self.count_views(access, (paths.clone(), lanes), element, &mut tally);
        let most = if counted {
            self.lanes() * each_most
        } else {
            let lane = (each_mean, each_most);
            self.count_unplaced(access, (&paths, lanes), (element, lane), &mut tally)
        };
        if tally.open {
            let open = if tally.undecided { paths } else { self.undecidable(&paths) };
            let admitted = pinned::part(&open, &access.reference.loops, of_region, self.map);
            if admitted <= 0.0 {
                return Sectors::none(around);
            }
            tally.add_idle(1.0 / admitted - 1.0);
        }
        tally.finish(most, around)
    }

    /// The most lanes that a request has.
    fn lanes(&self) -> u32 {
        let all = match self.grid {
            Grid::Known { total, .. } => u32::try_from(total.max(1)).unwrap_or(u32::MAX),
            _ => u32::MAX,
        };
        self.map.active().min(all)
    }

    /// The loops around an access.
    fn around(&self, access: &Access) -> Around {
        let loops = access.reference.loops.clone();
        let instances = executions_estimate(self.loops, &loops);
        Around { loops, instances }
    }

    /// The guards of which one holds where lanes execute the access, without what always holds there; `None` where
    /// no lane ever does.
    fn paths(&self, access: &Access) -> Option<Vec<Guard>> {
        let path = &access.reference.path;
        if path.iter().any(Guard::is_always) {
            return Some(vec![Guard::always()]);
        }
        let facts = self.facts(access);
        let known = |literal: &Literal| facts.decide(literal);
        let own = |guard: &Guard| self.staggered.guard(guard)?.simplify(&known);
        let paths: Vec<Guard> = path.iter().filter_map(own).collect();
        (!paths.is_empty()).then_some(paths)
    }

    /// Counts the access in every view of it, where no more than `lanes` of a request take its paths; `false` where that
    /// cannot be.
    fn count_views(
        &self,
        access: &Access,
        (paths, lanes): (Vec<Guard>, u32),
        element: Element<'_>,
        tally: &mut Tally,
    ) -> bool {
        let loops = &self.map.loops;
        let views = self.views(access, paths);
        let dropped = views.iter().filter(|view| view.is_none()).count() as f64;
        let kept = views.len() as f64 - dropped;
        for view in views.into_iter().flatten() {
            tally.assumptions.extend(view.of_most.then_some(Code::InteriorWarps));
            let cases = view.offset.cases();
            let (grid, cases) = if let Some(mut cases) = self.grid.layouts(cases, loops) {
                cases.iter_mut().for_each(|layout| layout.residues = self.residues(layout));
                (&self.grid, cases)
            } else if let Some(cases) = self.floating.layouts(cases, loops) {
                (&self.floating, cases)
            } else {
                return false;
            };
            let (active, decided) = self.active(&view, grid);
            let mut layouts = Layouts { cases, active };
            let open = view.is_guarded() && layouts.active.is_empty();
            if let Some(phases) = open.then(|| self.phases(access, &view, grid)).flatten() {
                self.count_phases((grid, &mut layouts), phases, element, tally);
            } else {
                tally.open |= !decided;
                tally.undecided |= open;
                let mut own = Tally::default();
                if open && lanes < self.lanes() {
                    self.count_few(grid, &layouts, (element, lanes), &mut own);
                } else {
                    self.count_alike(grid, &layouts, element, &mut own);
                }
                if own.number == 0.0 && !layouts.active.is_empty() {
                    self.count_inside(&layouts, &view.paths, element, &mut own);
                }
                tally.join(&own);
            }
        }
        if kept > 0.0 {
            tally.add_idle(dropped / kept);
        }
        true
    }

    /// The remainders of a layout's rest, where that follows steady loops only.
    fn residues(&self, layout: &Layout) -> Option<Residues> {
        let mut known = self.residues.borrow_mut();
        if let Some(residues) = known.get(&layout.rest_shape) {
            return residues.clone();
        }
        let residues = residues(&layout.rest_shape, &self.steady, self.machine.sector);
        known.insert(layout.rest_shape.clone(), residues.clone());
        residues
    }

    /// The access as it is; where lanes and sequential loops are mixed in its address or decide
    /// together whether it is executed, as it is in each iteration of the latter; `None` for one in
    /// which no lane executes it.
    fn views(&self, access: &Access, paths: Vec<Guard>) -> Vec<Option<View>> {
        let (offset, of_most) = super::offset(access, &self.staggered, self.map);
        let whole = View { offset, of_most, paths };
        let Grid::Known { total, .. } = self.grid else { return vec![Some(whole)] };
        let mixed: Vec<LoopId> =
            self.steady.keys().filter(|l| self.mixes(&whole, **l)).copied().collect();
        let extents: Vec<(i64, i64)> = mixed.iter().map(|l| self.steady[l]).collect();
        let warps = (total / i64::from(self.machine.warp)).clamp(1, MAX_WARPS);
        let few = |points: &Vec<Vec<i64>>| points.len() as i64 * warps <= MAX_REQUESTS;
        match points(&extents).filter(few) {
            Some(points) if !mixed.is_empty() => {
                points.iter().map(|point| whole.at(&mixed, point)).collect()
            }
            _ => vec![Some(whole)],
        }
    }

    fn mixes(&self, view: &View, l: LoopId) -> bool {
        let mut is_own = |atom: &Atom| matches!(atom, Atom::Iv(m, _) if *m == l);
        let in_guard = |guard: &Guard, test: &mut dyn FnMut(&Atom) -> bool| {
            guard.literals().any(|literal| literal.poly.any_atom(test))
        };
        let with_lanes = |poly: &Poly, test: &mut dyn FnMut(&Atom) -> bool| {
            poly.monomials().any(|(monomial, coefficient)| {
                let part = Poly::monomial(monomial.clone(), coefficient.clone());
                let lanes =
                    |atom: &Atom| matches!(atom, Atom::Iv(m, _) if self.map.loops.contains(m));
                part.any_atom(test) && part.any_atom(&mut |atom| lanes(atom))
            })
        };
        view.offset
            .cases()
            .iter()
            .any(|case| in_guard(&case.guard, &mut is_own) || with_lanes(&case.poly, &mut is_own))
            || view.paths.iter().any(|guard| in_guard(guard, &mut is_own))
    }

    /// The paths without what lanes decide of them.
    fn undecidable(&self, paths: &[Guard]) -> Vec<Guard> {
        let loops = &self.map.loops;
        if self.grid.is_floating() || decidable(paths, loops).is_empty() {
            return paths.to_vec();
        }
        let known = |literal: &Literal| lane_literal(literal, loops).map(|_| true);
        paths.iter().filter_map(|guard| guard.simplify(&known)).collect()
    }

    /// The guards of which one holds for each lane that executes the access, as far as lanes can decide; none where all lanes
    /// do, or it is not known which. And whether they decide it.
    fn active(&self, view: &View, grid: &Grid) -> (Vec<LaneGuard>, bool) {
        if grid.is_floating() {
            return (Vec::new(), !view.is_guarded());
        }
        match lane_guards(view.paths.iter(), &self.map.loops) {
            Some(guards) => (guards, true),
            None => (decidable(&view.paths, &self.map.loops), false),
        }
    }

    /// The sets of lanes that may use the view, where a remainder decides.
    fn phases(&self, access: &Access, view: &View, grid: &Grid) -> Option<Phases> {
        let lanes = grid.lanes(&self.map.loops)?;
        let nonnegative = |poly: &Poly| self.facts(access).nonnegative(poly);
        phases::phases(&view.paths, lanes, grid.is_floating(), &nonnegative)
    }

    /// Counts the layouts once for each phase.
    fn count_phases(
        &self,
        (grid, layouts): (&Grid, &mut Layouts),
        phases: Phases,
        element: Element<'_>,
        tally: &mut Tally,
    ) {
        let idle = phases.iter().filter(|phase| phase.is_none()).count() as f64;
        let working = phases.len() as f64 - idle;
        let mut all = Tally::default();
        for active in phases.into_iter().flatten() {
            layouts.active = active;
            self.count_alike(grid, layouts, element, &mut all);
        }
        all.add_idle(idle / working);
        tally.join(&all);
    }

    /// Counts the layouts, or remembers their count.
    fn count_alike(&self, grid: &Grid, layouts: &Layouts, element: Element<'_>, tally: &mut Tally) {
        let ([layout], []) = (layouts.cases.as_slice(), layouts.active.as_slice()) else {
            return self.count_layouts(grid, layouts, (element, usize::MAX), tally);
        };
        let sector = i64::from(self.machine.sector);
        let start = layout.rest_constant.rem_euclid(sector);
        let step = layout.step(gcd(i64::from(element.alignment), sector));
        let residues = layout.residues.clone();
        let row = grid.is_floating();
        let ranges = element.ranges.to_vec();
        let alike = (layout.polynomial.clone(), start, step, residues, ranges, row);
        let mut counted = self.counted.borrow_mut();
        let same = counted.entry(alike).or_insert_with(|| {
            let mut fresh = Tally::default();
            self.count_layouts(grid, layouts, (element, usize::MAX), &mut fresh);
            fresh
        });
        tally.join(same);
    }

    /// Counts layouts that so few lanes of a request use, neighbours, it is not known which.
    fn count_few(
        &self,
        grid: &Grid,
        layouts: &Layouts,
        (element, lanes): (Element<'_>, u32),
        tally: &mut Tally,
    ) {
        self.count_layouts(grid, layouts, (element, lanes as usize), tally);
        tally.lanes *= f64::from(self.lanes()) / f64::from(lanes);
    }

    /// Counts layouts whose conditions hold in none of the requests that were laid out of many: in requests in which
    /// they hold, of which there are as many as the conditions admit.
    fn count_inside(
        &self,
        layouts: &Layouts,
        paths: &[Guard],
        element: Element<'_>,
        tally: &mut Tally,
    ) {
        let Grid::Known { extents, total } = &self.grid else { return };
        if !tally.assumptions.contains(&Code::InteriorWarps) {
            return;
        }
        let (map, of_region) = (self.map, (self.region, self.loops));
        let mut requests = Whole { extents, total: *total, map }.requests(paths, of_region);
        let samples = Sample::each(requests.reach(usize::MAX));
        let mut found = Tally::default();
        self.count_samples(&self.grid, layouts, (&requests, samples), (element, &mut found));
        let admitted = pinned::part(paths, &map.loops, of_region, map);
        if found.number > 0.0 && admitted > 0.0 {
            found.add_idle(1.0 / admitted - 1.0);
            found.assumptions.extend(&tally.assumptions);
            *tally = found;
        }
    }

    /// Counts the layouts in requests of which so many lanes count.
    fn count_layouts(
        &self,
        grid: &Grid,
        layouts: &Layouts,
        (element, lanes): (Element<'_>, usize),
        tally: &mut Tally,
    ) {
        let known = if grid.is_floating() { &self.floating_requests } else { &self.requests };
        let (mut first, mut spread) = (known.borrow_mut(), self.spread_requests.borrow_mut());
        let (mut samples, complete, requests) =
            grid.samples(layouts, (self.machine, self.map), &mut first, spread.as_mut());
        samples.iter_mut().for_each(|sample| sample.lanes = sample.lanes.min(lanes));
        if !complete {
            tally.assumptions.insert(Code::InteriorWarps);
        }
        self.count_samples(grid, layouts, (requests, samples), (element, tally));
    }

    fn count_samples(
        &self,
        grid: &Grid,
        layouts: &Layouts,
        (requests, samples): (&Requests, Vec<Sample>),
        (element, tally): (Element<'_>, &mut Tally),
    ) {
        let Layouts { cases, active } = layouts;
        let per_lane = !grid.is_floating() && cases.iter().all(|l| !l.open);
        let mut counter =
            Counter { space: self, element, active, shape: Shape::default(), seen: Vec::new() };
        if let [layout] = cases.as_slice()
            && layout.mapped.is_affine()
            && active.iter().flatten().all(|(function, _)| function.is_affine())
        {
            return counter.add_classes(layout, requests, &samples, tally);
        }
        let inside = interior(cases);
        if !per_lane && inside.len() < cases.len() {
            tally.assumptions.insert(Code::InteriorWarps);
        }
        let alone = match inside.as_slice() {
            _ if per_lane => cases,
            [only] => std::slice::from_ref(*only),
            _ => &[],
        };
        for Sample { index, lanes, times } in samples {
            let warp = requests.get(index).first(lanes);
            if !alone.is_empty() {
                counter.add(alone, warp, times, tally);
                continue;
            }
            let mut each = Tally::default();
            for layout in &inside {
                counter.add(std::slice::from_ref(layout), warp, times, &mut each);
            }
            tally.add_undecided(&each, &inside, self.machine.warp);
        }
    }

    /// The blocks that lanes at `offsets + shift` touch.
    fn blocks(&self, offsets: &[i64], shift: i64, element: Element<'_>) -> u32 {
        match self.machine.counting {
            Counting::Aligned => union_blocks(offsets, shift, element.ranges, self.machine.sector),
            Counting::Greedy => greedy_blocks(offsets, self.machine.sector),
        }
    }

    /// What holds where an access is made: the loops around it have an iteration, others need not.
    fn facts(&self, access: &Access) -> Facts {
        let mut facts = symbol_facts(self.region);
        let around = access.reference.loops.iter();
        for (id, (values, first, last)) in around.filter_map(|l| self.ranges.get_key_value(l)) {
            assume_entered(&mut facts, values);
            facts.add_variable(Atom::Iv(*id, Instance::Source), first.clone(), last.clone());
        }
        facts
    }

    /// The alignment in bytes of the root's start: an allocation's for whole mapped list items and
    /// for arrays with storage of their own, otherwise that of the largest element.
    fn base_alignment(
        &self,
        (access, largest): (&Access, u32),
        assumptions: &mut BTreeSet<Code>,
    ) -> u32 {
        let natural = largest.next_power_of_two().min(self.machine.sector);
        let Root::Symbol(symbol) = access.reference.address.root else { return natural };
        let starts_at_zero = |section: &Option<(String, String)>| {
            section.as_ref().is_none_or(|(lower, _)| matches!(lower.trim(), "" | "0"))
        };
        let mapped = own_map(self.region, symbol).is_some_and(|item| starts_at_zero(&item.section));
        let declared = self.region.symbol(symbol);
        let array = declared.kind == SymbolKind::Array
            && ![Scope::Team, Scope::Region].contains(&declared.scope)
            && own_map(self.region, symbol).is_none();
        if self.aligned && (mapped || array) {
            assumptions.insert(Code::AlignedAllocation);
            self.machine.allocation
        } else {
            natural
        }
    }
}

/// What one lane reads or writes from its address on, and the alignment of the storage's start.
#[derive(Clone, Copy)]
struct Element<'e> {
    ranges: &'e [(i64, u32)],
    alignment: u32,
}

/// An address and the guards under one of which it is used.
struct View {
    offset: Value,
    /// Whether some warps have other addresses.
    of_most: bool,
    paths: Vec<Guard>,
}

impl View {
    /// Whether conditions decide which lanes use it.
    fn is_guarded(&self) -> bool {
        !self.paths.iter().any(Guard::is_always)
    }

    /// The view with numbers in the place of the counters of `loops`; `None` where no lane uses it.
    fn at(&self, loops: &[LoopId], point: &[i64]) -> Option<View> {
        let replace = |atom: &Atom| {
            let Atom::Iv(l, _) = atom else { return None };
            let position = loops.iter().position(|m| m == l)?;
            Some(Poly::from(point[position]))
        };
        let paths: Vec<Guard> =
            self.paths.iter().filter_map(|guard| guard.substitute(&replace)).collect();
        let offset = || self.offset.substitute(&replace);
        (!paths.is_empty()).then(|| View { offset: offset(), of_most: self.of_most, paths })
    }
}

/// Counts of blocks, and how often each occurs.
type Counts = Vec<(u32, u64)>;

/// The rest of an address that has no remainder but 0.
const ONE: &[(i64, u64)] = &[(0, 1)];

/// Counts one access warp by warp; equal layouts of lanes are counted once.
struct Counter<'s, 'a> {
    space: &'s Space<'a>,
    element: Element<'s>,
    /// The guards of which one holds for each lane at work; none where all are.
    active: &'s [LaneGuard],
    /// The offsets of the warp at hand.
    shape: Shape,
    /// Counts for every alignment with its frequency, by the alignments' step, the remainders of the
    /// rest, and the lanes' offsets.
    seen: Vec<(i64, Residues, BTreeMap<Shape, Counts>)>,
}

impl Counter<'_, '_> {
    /// Adds warps whose lanes at work are in one affine case, by affine guards: those whose lanes lie
    /// alike differ in the remainder of the address of lane 0 and in its guards' values alone.
    fn add_classes(
        &mut self,
        layout: &Layout,
        requests: &Requests,
        samples: &[Sample],
        tally: &mut Tally,
    ) {
        let step = layout.step(self.alignment());
        let guards: Vec<_> = self.active.iter().flatten().map(|(function, _)| function).collect();
        let mut alike: BTreeMap<Vec<i128>, (usize, u32)> = BTreeMap::new();
        let mut key = Vec::new();
        for Sample { index, lanes, times } in samples {
            let warp = requests.get(*index);
            if *lanes < warp.lanes() {
                self.add(std::slice::from_ref(layout), warp.first(*lanes), *times, tally);
                continue;
            }
            let (values, class) = warp.lane_0();
            let offset = layout.mapped.evaluate(values).wrapping_add(layout.rest_constant);
            key.clear();
            key.extend([class as i128, offset.rem_euclid(step).into()]);
            key.extend(guards.iter().map(|guard| guard.exact(values)));
            match alike.get_mut(key.as_slice()) {
                Some((_, number)) => *number += times,
                None => drop(alike.insert(key.clone(), (*index, *times))),
            }
        }
        for (index, times) in alike.into_values() {
            self.add(std::slice::from_ref(layout), requests.get(index), times, tally);
        }
    }

    /// Adds a warp whose lanes at work are each in one of the cases `layouts`, as often as there is
    /// its like.
    fn add(&mut self, layouts: &[Layout], warp: Warp, times: u32, tally: &mut Tally) {
        self.shape.clear();
        tally.lanes += f64::from(times) * warp.lanes() as f64;
        if let [layout] = layouts {
            for run in warp.runs() {
                let mask = at_work(self.active, &run);
                self.shape.extend(&Part { layout, mask }, &run);
            }
            let residues = layout.residues.as_deref().unwrap_or(ONE);
            return self.count(layout.step(self.alignment()), residues, times, tally);
        }
        let mut step = self.alignment();
        let mut rests = BTreeSet::new();
        let mut residues = ONE;
        for run in warp.runs() {
            let parts = self.parts(layouts, &run);
            for Part { layout, .. } in &parts {
                step = layout.step(step);
                residues = layout.residues.as_deref().unwrap_or(residues);
                rests.insert(&layout.rest_shape);
            }
            self.shape.extend_mixed(&parts, &run);
        }
        if rests.len() > 1 {
            tally.executing += f64::from(times) * self.shape.lanes() as f64;
            tally.add(&[(1, 1), (self.space.machine.warp, 1)], times);
            tally.unknown = true;
            return;
        }
        self.count(step, residues, times, tally);
    }

    /// The cases that lanes of a run are in, with at least one lane each: of several that hold, a
    /// lane is in the first.
    fn parts<'l>(&self, layouts: &'l [Layout], run: &Run) -> Vec<Part<'l>> {
        let mut left = at_work(self.active, run);
        let mut parts = Vec::new();
        for layout in layouts {
            if left == 0 {
                break;
            }
            let mask = left & holds(&layout.guard, run);
            left &= !mask;
            parts.extend((mask != 0).then_some(Part { layout, mask }));
        }
        parts
    }

    /// The step of alignments that the storage's start alone allows.
    fn alignment(&self) -> i64 {
        gcd(i64::from(self.element.alignment), i64::from(self.space.machine.sector))
    }

    /// Adds the shape as often as there is its like. Its start counts modulo the step of possible
    /// alignments, for it is counted at each of these.
    fn count(&mut self, step: i64, residues: &[(i64, u64)], times: u32, tally: &mut Tally) {
        let Some(base) = self.shape.least() else {
            tally.idle += f64::from(times);
            return;
        };
        tally.executing += f64::from(times) * self.shape.lanes() as f64;
        let sector = i64::from(self.space.machine.sector);
        self.shape.shift(base.rem_euclid(step).wrapping_sub(base));
        let alike = |seen: &(i64, Residues, _)| seen.0 == step && seen.1 == residues;
        let index = self.seen.iter().position(alike).unwrap_or_else(|| {
            self.seen.push((step, residues.to_vec(), BTreeMap::new()));
            self.seen.len() - 1
        });
        if let Some(counts) = self.seen[index].2.get(&self.shape) {
            return tally.add(counts, times);
        }
        let offsets = self.shape.offsets();
        let shifts = |(residue, times): &(i64, u64)| {
            let (residue, times) = (*residue, *times);
            (0..sector / step).map(move |k| (residue + k * step, times))
        };
        let blocks = |shift| self.space.blocks(&offsets, shift, self.element);
        let all = residues.iter().flat_map(shifts);
        let counts: Counts = all.map(|(shift, times)| (blocks(shift), times)).collect();
        tally.add(&counts, times);
        self.seen[index].2.insert(self.shape.clone(), counts);
    }
}
