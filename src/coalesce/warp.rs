//! Sectors per request: how many aligned blocks of memory the lanes of a warp touch at once.
//!
//! Where the mapped loops' bounds are known, every warp of the grid is laid out. Rows of collapsed loops may end inside a warp, and
//! the last warp may be partial. Otherwise a warp inside one row of the innermost loop stands for all, or warps that begin at
//! different places of short rows (WC306). The part of an address that does not depend on the mapped loops decides only the
//! address's remainder modulo a sector. Sectors are counted for every remainder that the coefficients allow: where the alignment
//! is not known, the interval is wider, and nothing is guessed.

mod inside;
mod unplaced;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::alignment::Alignment;
use super::blocks::{aligned_blocks, gcd, greedy_blocks, of_lane};
use super::executions::executions_under;
use super::extents::number;
use super::grid::{Element, Grid, Layouts, MAX_WARPS};
use super::groups::Touched;
use super::layout::{
    Layout, Residues, Steady, at_work, decidable, holds, interior, lane_literal, points, residues,
};
use super::phases::{self, Phases};
use super::pinned;
use super::requests::{Requests, Run, Sample, Warp};
use super::shape::{Part, Shape};
use super::tally::Tally;
use super::trips::{Staggered, counter, moves, varies};
use crate::access::{Access, Accesses, assume_entered};
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{Scope, SymbolKind, TargetRegion};
use crate::machine::{Counting, Machine};
use crate::schedule::map::ThreadMap;
use crate::symbolic::eval::LoopValues;
use crate::symbolic::eval::symbol_facts;
use crate::symbolic::poly::{Atom, Instance, Monomial, Poly};
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
    grid: Grid,
    /// What stands for it where addresses do not have numbers for coefficients.
    floating: Grid,
    staggered: Staggered,
    /// The sequential loops that have the same iterations for all lanes.
    steady: Steady,
    /// The requests of `grid`.
    requests: RefCell<Requests>,
    /// Some requests from all over the space, where there are many.
    spread_requests: RefCell<Option<Requests>>,
    /// The requests of `floating`.
    floating_requests: RefCell<Requests>,
    /// The counts of accesses that have one case. Accesses that differ by whole sectors are counted once.
    counted: RefCell<BTreeMap<Alike, Tally>>,
    /// The remainders that an address has outside the mapped loops.
    residues: RefCell<BTreeMap<Poly, Option<Residues>>>,
}

/// What decides the count of an access that has one case and that all lanes execute: the address's part in the mapped loops, the
/// remainder of its constant modulo a sector, the possible alignments, the remainders of the rest, the bytes of a lane, and
/// whether the access was counted in a row.
type Alike = (Poly, i64, Alignment, Option<Residues>, Vec<(i64, u32)>, bool);

impl<'a> Space<'a> {
    /// The space that `map` spreads over the lanes.
    pub fn new(
        region: &'a TargetRegion,
        accesses: &'a Accesses,
        machine: &'a Machine,
        map: &'a ThreadMap,
        aligned: bool,
    ) -> Self {
        let staggered = Staggered::new(&accesses.loops, map);
        let steady = |(index, values): (usize, &Option<LoopValues>)| {
            let (l, values) = (LoopId::from_index(index), values.as_ref()?);
            let (first, _) = staggered.range(l, values);
            let count = number(values.trip_count.as_ref())?.max(0);
            (!map.loops.contains(&l)).then_some((l, (number(first.as_ref())?, count)))
        };
        let steady = accesses.loops.iter().enumerate().filter_map(steady).collect();
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

    /// The sectors per request of what lanes touch from the address of an access on, in each iteration of these `loops`.
    pub(super) fn count(&self, access: &Access, touched: &Touched, loops: Vec<LoopId>) -> Sectors {
        let instances = executions_under(self.loops, &loops, &access.reference.path);
        let around = Around { loops, instances };
        let Some(paths) = self.paths(access) else { return Sectors::none(around) };
        let mut tally = Tally::default();
        let element = self.element(access, touched, &mut tally.assumptions);
        let spread = self.map.stride().is_some() || matches!(self.grid, Grid::Known { .. });
        let unknown = matches!(access.reference.address.root, Root::Unknown(_));
        let counted = spread && !unknown && self.count_views(access, &paths, element, &mut tally);
        let most = if counted {
            self.lanes() * element.most
        } else {
            self.count_unplaced(access, &paths, element, &mut tally)
        };
        if tally.open {
            let open = if tally.undecided { paths.guards } else { self.undecidable(&paths.guards) };
            let of_region = (self.region, self.loops);
            let admitted = pinned::part(&open, &around.loops, of_region, self.map);
            if admitted <= 0.0 {
                return Sectors::none(around);
            }
            tally.add_idle(1.0 / admitted - 1.0);
        }
        let sectors = tally.finish(most, around);
        match self.loop_of_rows(access).filter(|_| counted && sectors.known) {
            Some(l) => sectors.with_short_rows(l, self.lanes() * element.most),
            None => sectors,
        }
    }

    /// The innermost mapped loop, where a count in one row of it says nothing of short rows: the number of its iterations is not known,
    /// and the distance of its rows has nothing to do with that. `k < depth` in rows of x elements may have one iteration.
    fn loop_of_rows(&self, access: &Access) -> Option<LoopId> {
        let [.., outer, inner] = self.map.loops[..] else { return None };
        let iterations = self.loops[inner.index()].as_ref()?.trip_count.as_ref()?;
        let is_numbered = iterations.as_constant().is_some() || moves(iterations, &self.map.loops);
        if is_numbered || !matches!(self.grid, Grid::Row) {
            return None;
        }
        let (offset, _) = super::offset(access, &self.staggered, self.map);
        let offset = offset.as_poly()?;
        let [row, step] = [outer, inner].map(|l| {
            let coefficients = offset.coefficients_of(&Atom::Iv(l, Instance::Source));
            coefficients.get(1).cloned().unwrap_or_default()
        });
        let is_near = step.as_constant().is_some_and(|step| step.abs() < self.machine.sector);
        let is_of_row = |atom: &Atom| row.any_atom(&mut |own| own == atom);
        let is_alike = iterations.any_atom(&mut |atom| is_of_row(atom));
        (is_near && row.as_constant().is_none() && !is_alike).then_some(inner)
    }

    /// What one lane touches, by the alignment of the storage. An element lies at a multiple of what divides its size.
    fn element<'e>(
        &self,
        access: &Access,
        touched: &'e Touched,
        assumptions: &mut BTreeSet<Code>,
    ) -> Element<'e> {
        let sector = i64::from(self.machine.sector);
        let alignment = self.base_alignment(access, touched.largest, assumptions);
        let natural = gcd(alignment.into(), touched.largest.into());
        let (offset, _) = super::offset(access, &self.staggered, self.map);
        let (start, step) = offset.as_poly().map_or((0, natural), |poly| {
            let step = poly.without_constant().content().to_i64().unwrap_or(1);
            let start = poly.constant_part().to_i64().unwrap_or(0) % sector;
            (start, gcd(alignment.into(), step).max(natural))
        });
        let ranges = &touched.ranges;
        let (mean, most) = of_lane(ranges, start, step, self.machine.sector);
        Element { ranges, step: gcd(alignment.into(), sector), mean, most }
    }

    /// The most lanes that a request has.
    fn lanes(&self) -> u32 {
        let all = match self.grid {
            Grid::Known { total, .. } => u32::try_from(total.max(1)).unwrap_or(u32::MAX),
            _ => u32::MAX,
        };
        self.map.active().min(all)
    }

    /// The paths on which lanes execute the access, without conditions that always hold, and without those on sizes, which leave all
    /// lanes or none: the count is for sizes that leave them. `None` where no lane ever executes it.
    fn paths(&self, access: &Access) -> Option<Paths> {
        let path = &access.reference.path;
        let guards = if path.iter().any(Guard::is_always) {
            vec![Guard::always()]
        } else {
            let facts = self.facts(access);
            let known = |literal: &Literal| {
                let is_of_sizes =
                    !literal.poly.any_atom(&mut |atom| !matches!(atom, Atom::Symbol(_)));
                facts.decide(literal).or(is_of_sizes.then_some(true))
            };
            let own = |guard: &Guard| self.staggered.guard(guard)?.simplify(&known);
            path.iter().filter_map(own).collect()
        };
        (!guards.is_empty()).then(|| Paths { lanes: self.admitted(&guards), guards })
    }

    /// Counts the access in every view of it; `false` where that cannot be.
    fn count_views(
        &self,
        access: &Access,
        paths: &Paths,
        element: Element<'_>,
        tally: &mut Tally,
    ) -> bool {
        let (map, seen) = (self.map, &self.staggered);
        let views = self.views(access, paths);
        let dropped = views.iter().filter(|view| view.is_none()).count() as f64;
        let kept = views.len() as f64 - dropped;
        for view in views.into_iter().flatten() {
            tally.assumptions.extend(view.of_most.then_some(Code::InteriorWarps));
            let cases = view.offset.cases();
            let (grid, cases) = if let Some(mut cases) = self.grid.layouts(cases, map, seen) {
                cases.iter_mut().for_each(|layout| layout.residues = self.residues(layout));
                (&self.grid, cases)
            } else if let Some(cases) = self.floating.layouts(cases, map, seen) {
                (&self.floating, cases)
            } else {
                return false;
            };
            let (active, decided) = if grid.is_floating() {
                (Vec::new(), !view.is_guarded())
            } else {
                decidable(&view.paths, &map.loops)
            };
            let mut layouts = Layouts { grid, cases, active, element };
            let open = view.is_guarded() && layouts.active.is_empty();
            if let Some(phases) = open.then(|| self.phases(access, &view, grid)).flatten() {
                self.count_phases(&mut layouts, phases, tally);
                continue;
            }
            tally.open |= !decided;
            tally.undecided |= open;
            let mut own = Tally::default();
            if open && paths.lanes < self.lanes() {
                self.count_layouts(&layouts, paths.lanes as usize, &mut own);
                own.lanes *= f64::from(self.lanes()) / f64::from(paths.lanes);
            } else {
                self.count_alike(&layouts, &mut own);
            }
            if own.number == 0.0 && !layouts.active.is_empty() {
                self.count_inside(&layouts, &view.paths, &mut own);
            }
            tally.join(&own);
        }
        if kept > 0.0 {
            tally.add_idle(dropped / kept);
        }
        true
    }

    /// The remainders of a layout's rest, where that follows steady loops only.
    fn residues(&self, layout: &Layout) -> Option<Residues> {
        let fresh = || residues(&layout.rest_shape, &self.steady, self.machine.sector);
        let mut known = self.residues.borrow_mut();
        known.entry(layout.rest_shape.clone()).or_insert_with(fresh).clone()
    }

    /// The access as it is. Where lanes and sequential loops are mixed in its address, or decide together whether it is executed:
    /// the access as it is in each iteration of these loops, `None` for an iteration in which no lane executes it.
    fn views(&self, access: &Access, paths: &Paths) -> Vec<Option<View>> {
        let (offset, of_most) = super::offset(access, &self.staggered, self.map);
        let whole = View { offset, of_most, paths: paths.guards.clone() };
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

    /// Whether a loop's counter decides together with lanes on the address, or on what is executed.
    fn mixes(&self, view: &View, l: LoopId) -> bool {
        let decides = |guard: &Guard| guard.literals().any(|literal| moves(&literal.poly, &[l]));
        let with_lanes = |poly: &Poly| {
            let both = |monomial: &Monomial| {
                [&[l][..], &self.map.loops]
                    .iter()
                    .all(|loops| monomial.any_atom(&mut |atom| varies(atom, loops)))
            };
            poly.monomials().any(|(monomial, _)| both(monomial))
        };
        let mut cases = view.offset.cases().iter();
        cases.any(|case| decides(&case.guard) || with_lanes(&case.poly))
            || view.paths.iter().any(decides)
    }

    /// The paths without what lanes decide of them.
    fn undecidable(&self, paths: &[Guard]) -> Vec<Guard> {
        let loops = &self.map.loops;
        if self.grid.is_floating() || decidable(paths, loops).0.is_empty() {
            return paths.to_vec();
        }
        let known = |literal: &Literal| lane_literal(literal, loops).map(|_| true);
        paths.iter().filter_map(|guard| guard.simplify(&known)).collect()
    }

    /// The sets of lanes that may use the view, where a remainder decides.
    fn phases(&self, access: &Access, view: &View, grid: &Grid) -> Option<Phases> {
        let lanes = grid.lanes(&self.map.loops)?;
        let nonnegative = |poly: &Poly| self.facts(access).nonnegative(poly);
        phases::phases(&view.paths, lanes, grid.is_floating(), &nonnegative)
    }

    /// Counts the layouts once for each phase.
    fn count_phases(&self, layouts: &mut Layouts, phases: Phases, tally: &mut Tally) {
        let idle = phases.iter().filter(|phase| phase.is_none()).count() as f64;
        let working = phases.len() as f64 - idle;
        let mut all = Tally::default();
        for active in phases.into_iter().flatten() {
            layouts.active = active;
            self.count_alike(layouts, &mut all);
        }
        all.add_idle(idle / working);
        tally.join(&all);
    }

    /// Counts the layouts, or remembers their count.
    fn count_alike(&self, layouts: &Layouts, tally: &mut Tally) {
        let ([layout], []) = (layouts.cases.as_slice(), layouts.active.as_slice()) else {
            return self.count_layouts(layouts, usize::MAX, tally);
        };
        let Element { ranges, step, .. } = layouts.element;
        let sector = i64::from(self.machine.sector);
        let start = layout.rest_constant.rem_euclid(sector);
        let alignment = layout.alignment(Alignment::every(step));
        let (residues, row) = (layout.residues.clone(), layouts.grid.is_floating());
        let alike = (layout.polynomial.clone(), start, alignment, residues, ranges.to_vec(), row);
        let mut counted = self.counted.borrow_mut();
        let same = counted.entry(alike).or_insert_with(|| {
            let mut fresh = Tally::default();
            self.count_layouts(layouts, usize::MAX, &mut fresh);
            fresh
        });
        tally.join(same);
    }

    /// Counts layouts whose conditions hold in none of the requests that were laid out. Requests in which the conditions hold are
    /// searched for, and stand for as many as the conditions admit.
    fn count_inside(&self, layouts: &Layouts, paths: &[Guard], tally: &mut Tally) {
        let Grid::Known { extents, total } = &self.grid else { return };
        if !tally.assumptions.contains(&Code::InteriorWarps) {
            return;
        }
        let (map, of_region) = (self.map, (self.region, self.loops));
        let mut requests = self.requests_inside(extents, *total, paths);
        let samples = Sample::each(requests.reach(usize::MAX));
        let mut found = Tally::default();
        self.count_samples(layouts, &requests, samples, &mut found);
        let admitted = pinned::part(paths, &map.loops, of_region, map);
        if found.number > 0.0 && admitted > 0.0 {
            found.add_idle(1.0 / admitted - 1.0);
            found.assumptions.extend(&tally.assumptions);
            *tally = found;
        }
    }

    /// Counts the layouts in requests of which so many lanes count.
    fn count_layouts(&self, layouts: &Layouts, lanes: usize, tally: &mut Tally) {
        let floating = layouts.grid.is_floating();
        let known = if floating { &self.floating_requests } else { &self.requests };
        let (mut first, mut spread) = (known.borrow_mut(), self.spread_requests.borrow_mut());
        let (mut samples, complete, requests) =
            layouts.samples(self.machine, self.map, &mut first, spread.as_mut());
        samples.iter_mut().for_each(|sample| sample.lanes = sample.lanes.min(lanes));
        if !complete {
            tally.assumptions.insert(Code::InteriorWarps);
        }
        self.count_samples(layouts, requests, samples, tally);
    }

    fn count_samples(
        &self,
        layouts: &Layouts,
        requests: &Requests,
        samples: Vec<Sample>,
        tally: &mut Tally,
    ) {
        let Layouts { grid, cases, active, .. } = layouts;
        let per_lane = !grid.is_floating() && cases.iter().all(|l| !l.open);
        let mut counter =
            Counter { space: self, layouts, warp: Pattern::default(), seen: BTreeMap::new() };
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
        for sample in samples {
            let warp = requests.get(sample.index);
            if !alone.is_empty() {
                counter.add(alone, warp, &sample, tally);
                continue;
            }
            let mut each = Tally::default();
            for layout in &inside {
                counter.add(std::slice::from_ref(layout), warp, &sample, &mut each);
            }
            tally.add_undecided(each, &inside, self.machine.warp);
        }
    }

    /// The blocks that lanes at `offsets + shift` touch.
    fn blocks(&self, offsets: &[i64], shift: i64, element: Element<'_>) -> u32 {
        match self.machine.counting {
            Counting::Aligned => {
                aligned_blocks(offsets, shift, element.ranges, self.machine.sector)
            }
            Counting::Greedy => greedy_blocks(offsets, self.machine.sector),
        }
    }

    /// What holds where an access is made: the loops around it have an iteration, others need not.
    fn facts(&self, access: &Access) -> Facts {
        let mut facts = symbol_facts(self.region);
        for l in &access.reference.loops {
            let Some(values) = &self.loops[l.index()] else { continue };
            assume_entered(&mut facts, values);
            let (first, last) = self.staggered.range(*l, values);
            facts.add_variable(counter(*l), first, last);
        }
        facts
    }

    /// The alignment in bytes of the root's start: that of an allocation for whole mapped list items, and for arrays and pointers of
    /// the host that no map clause shifts; otherwise that of the largest element.
    fn base_alignment(
        &self,
        access: &Access,
        largest: u32,
        assumptions: &mut BTreeSet<Code>,
    ) -> u32 {
        let natural = largest.next_power_of_two().min(self.machine.sector);
        let Root::Symbol(symbol) = access.reference.address.root else { return natural };
        let declared = self.region.symbol(symbol);
        let is_of_host = matches!(declared.kind, SymbolKind::Array | SymbolKind::Pointer)
            && ![Scope::Team, Scope::Region].contains(&declared.scope);
        let starts_at_zero = |section: &Option<(String, String)>| {
            section.as_ref().is_none_or(|(lower, _)| matches!(lower.trim(), "" | "0"))
        };
        let mut items =
            self.region.data.iter().filter(|item| {
                item.symbol == symbol && item.member.is_none() && item.kind.is_map()
            });
        let is_start = is_of_host || own_map(self.region, symbol).is_some();
        if self.aligned && is_start && items.all(|item| starts_at_zero(&item.section)) {
            assumptions.insert(Code::AlignedAllocation);
            self.machine.allocation
        } else {
            natural
        }
    }
}

/// The guards of an access: one of them holds for each lane that executes the access.
pub(super) struct Paths {
    guards: Vec<Guard>,
    /// The most lanes of a request that take one of the paths.
    lanes: u32,
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

/// Counts of blocks. How often each occurs where all alignments are alike, and with sizes as programs have them.
type Counts = Vec<(u32, u64, u64)>;

/// The rest of an address that has no remainder but 0.
const ONE: &[(i64, u64)] = &[(0, 1)];

/// Counts one access warp by warp; equal layouts of lanes are counted once.
struct Counter<'s, 'a> {
    space: &'s Space<'a>,
    layouts: &'s Layouts<'s>,
    /// The warp at hand.
    warp: Pattern,
    /// Counts for every alignment with its frequency.
    seen: BTreeMap<Pattern, Counts>,
}

/// What decides the counts of a warp.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Pattern {
    alignment: Alignment,
    /// The remainders of the rest.
    residues: Residues,
    /// The lanes' offsets.
    shape: Shape,
}

impl Counter<'_, '_> {
    /// Adds warps whose lanes at work are in one case, where the case and all guards are affine. Warps whose lanes lie alike differ
    /// only in the remainder of lane 0's address and in the guards' values for lane 0: each such class is counted once.
    fn add_classes(
        &mut self,
        layout: &Layout,
        requests: &Requests,
        samples: &[Sample],
        tally: &mut Tally,
    ) {
        let alignment = layout.alignment(Alignment::every(self.layouts.element.step));
        let guards: Vec<_> =
            self.layouts.active.iter().flatten().map(|(function, _)| function).collect();
        let mut alike: BTreeMap<Vec<i128>, Sample> = BTreeMap::new();
        let mut key = Vec::new();
        for sample in samples {
            let warp = requests.get(sample.index);
            if sample.lanes < warp.lanes() {
                self.add(std::slice::from_ref(layout), warp, sample, tally);
                continue;
            }
            let values = warp.lane_0();
            let offset = layout.mapped.evaluate(values).wrapping_add(layout.rest_constant);
            key.clear();
            key.extend([warp.class as i128, offset.rem_euclid(alignment.even).into()]);
            key.extend(guards.iter().map(|guard| guard.exact(values)));
            match alike.get_mut(key.as_slice()) {
                Some(first) => first.times += sample.times,
                None => drop(alike.insert(key.clone(), *sample)),
            }
        }
        for sample in alike.into_values() {
            let warp = requests.get(sample.index);
            self.add(std::slice::from_ref(layout), warp, &sample, tally);
        }
    }

    /// Adds the requests of a sample, each lane at work in one of the cases `layouts`.
    fn add(&mut self, layouts: &[Layout], warp: Warp, sample: &Sample, tally: &mut Tally) {
        let times = sample.times;
        self.warp.shape.clear();
        tally.lanes += f64::from(times) * warp.lanes().min(sample.lanes) as f64;
        let mut alignment = Alignment::every(self.layouts.element.step);
        let (mut rest, mut mixed) = (None, false);
        let mut residues = ONE;
        let mut parts = Vec::new();
        for run in warp.runs(sample.lanes) {
            parts.clear();
            self.add_parts(layouts, &run, &mut parts);
            for Part { layout, .. } in &parts {
                alignment = layout.alignment(alignment);
                residues = layout.residues.as_deref().unwrap_or(residues);
                let other = rest.replace(&layout.rest_shape);
                mixed |= other.is_some_and(|other| *other != layout.rest_shape);
            }
            self.warp.shape.extend(&parts, &run);
        }
        if mixed {
            tally.executing += f64::from(times) * self.warp.shape.lanes() as f64;
            tally.add(&[(1, 1, 1), (self.space.machine.warp, 1, 1)], times);
            tally.unknown = true;
            return;
        }
        self.count(alignment, residues, times, tally);
    }

    /// Adds the cases that lanes of a run are in: of several that hold, a lane is in the first. In a single case all lanes are.
    fn add_parts<'l>(&self, layouts: &'l [Layout], run: &Run, parts: &mut Vec<Part<'l>>) {
        let mut left = at_work(&self.layouts.active, run);
        if let [layout] = layouts {
            return parts.push(Part { layout, mask: left });
        }
        for layout in layouts {
            let mask = left & holds(&layout.guard, run);
            left &= !mask;
            parts.extend((mask != 0).then_some(Part { layout, mask }));
        }
    }

    /// Adds the shape as often as there is its like. Its start counts modulo the step that sizes cannot change: it is counted at each
    /// multiple of that alike.
    fn count(
        &mut self,
        alignment: Alignment,
        residues: &[(i64, u64)],
        times: u32,
        tally: &mut Tally,
    ) {
        let Pattern { shape, .. } = &mut self.warp;
        let Some(base) = shape.least() else {
            tally.idle += f64::from(times);
            return;
        };
        tally.executing += f64::from(times) * shape.lanes() as f64;
        shape.shift(base.rem_euclid(alignment.even).wrapping_sub(base));
        self.warp.alignment = alignment;
        self.warp.residues.clear();
        self.warp.residues.extend_from_slice(residues);
        if let Some(counts) = self.seen.get(&self.warp) {
            return tally.add(counts, times);
        }
        let counts = self.counts();
        tally.add(&counts, times);
        self.seen.insert(self.warp.clone(), counts);
    }

    /// The blocks that the warp at hand touches at each alignment.
    fn counts(&self) -> Counts {
        let Pattern { alignment, residues, shape } = &self.warp;
        let offsets = shape.offsets();
        let places = alignment.places(self.space.machine.sector);
        let at = |(residue, times): &(i64, u64)| {
            let (residue, times) = (*residue, *times);
            places.iter().map(move |(place, met)| (residue + place, times, times * met))
        };
        let blocks = |shift| self.space.blocks(&offsets, shift, self.layouts.element);
        let at_all = residues.iter().flat_map(at);
        at_all.map(|(shift, times, likely)| (blocks(shift), times, likely)).collect()
    }
}
