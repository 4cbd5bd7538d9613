//! Loads of one array at constant distances of each other, and what parts of the iterations touch of it.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::SECTOR;
use super::pieces::Pieces;
use crate::access::Access;
use crate::coalesce::blocks::gcd;
use crate::coalesce::executions::{NOMINAL, trip_count};
use crate::id::{AccessId, LoopId};
use crate::machine::L1;
use crate::schedule::map::ThreadMap;
use crate::symbolic::eval::LoopValues;
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::root::Root;

/// Pieces that may be looked at for a region.
const MOST_WORK: usize = 1 << 24;

/// How often a piece is looked at, about: once for each place where it may begin.
const SHIFTS: usize = 8;

/// Elements of an access that are told one by one.
const MOST_OFFSETS: usize = 1 << 6;

/// Bytes that are as good as any larger number of them.
const FAR: i64 = 1 << 40;

/// The pieces that were looked at so far.
#[derive(Debug, Default)]
pub(super) struct Work(Cell<usize>);

impl Work {
    fn add(&self, pieces: usize) {
        self.0.set(self.0.get().saturating_add(pieces));
    }

    /// Whether so many were looked at that the answers mean nothing.
    pub(super) fn is_over(&self) -> bool {
        self.0.get() > MOST_WORK
    }
}

/// Bytes that an address moves with the counter of a loop.
type Moves = BTreeMap<LoopId, f64>;

/// A number of steps, and how far each goes in the counters of loops.
#[derive(Clone, Debug)]
struct Axis {
    steps: Vec<(LoopId, f64)>,
    /// A part of a step is one in which some threads have no iterations.
    count: f64,
    /// The same where a step counts whatever threads it has.
    whole: f64,
}

impl Axis {
    /// Bytes that the address moves with a step.
    fn bytes(&self, moves: &Moves) -> i64 {
        let step = |(l, by): &(LoopId, f64)| moves.get(l).copied().unwrap_or(0.0) * by;
        (self.steps.iter().map(step).sum::<f64>().abs() as i64).min(FAR)
    }
}

/// A part of the iterations: what the level inside runs, along some axes.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The loop whose iterations are its steps, where that is a sequential one.
    sequential: Option<LoopId>,
    axes: Vec<Axis>,
    /// The axes of all its steps together with the threads' own, where its steps are rounds of the threads.
    together: Vec<Axis>,
}

impl Level {
    /// The iterations of a sequential loop.
    pub(super) fn of_loop(l: LoopId, trips: f64) -> Level {
        let axis = Axis { steps: vec![(l, 1.0)], count: trips, whole: trips };
        Level { sequential: Some(l), axes: vec![axis], together: Vec::new() }
    }

    /// So many consecutive iterations of collapsed loops, the innermost one last.
    pub(super) fn side_by_side(loops: &[(LoopId, f64)], mut count: f64) -> Level {
        let mut axes = Vec::new();
        for (l, trips) in loops.iter().rev() {
            let own = count.min(*trips);
            axes.push(Axis { steps: vec![(*l, 1.0)], count: own, whole: own });
            count /= trips;
            if count <= 1.0 {
                break;
            }
        }
        Level { sequential: None, axes, together: Vec::new() }
    }

    /// Steps of `distance` iterations of collapsed loops.
    pub(super) fn jumps(loops: &[(LoopId, f64)], distance: f64, [count, whole]: [f64; 2]) -> Level {
        let mut steps = Vec::new();
        let mut rest = distance;
        for (at, (l, trips)) in loops.iter().enumerate().rev() {
            let own = if at == 0 { rest } else { rest % trips };
            rest = (rest / trips).floor();
            steps.extend((own > 0.0).then_some((*l, own)));
        }
        let axis = Axis { steps, count: count.max(1.0), whole: whole.max(1.0) };
        Level { sequential: None, axes: vec![axis], together: Vec::new() }
    }

    /// The rounds in which so many threads run so many consecutive iterations. A row of iterations that ends in a round goes on in the next
    /// one: all rounds together are a block of iterations, which steps of one distance are not.
    pub(super) fn rounds(
        loops: &[(LoopId, f64)],
        [threads, iterations]: [f64; 2],
        counts: [f64; 2],
    ) -> Level {
        let together = Level::side_by_side(loops, iterations).axes;
        Level { together, ..Level::jumps(loops, threads, counts) }
    }

    /// How often the level inside runs for an address that moves so.
    pub(super) fn count(&self, moves: &Moves) -> f64 {
        let count = |axis: &Axis| if axis.bytes(moves) == 0 { axis.whole } else { axis.count };
        self.axes.iter().map(count).product()
    }
}

/// Loads of elements that lie at constant distances of each other, in the same loops.
pub(super) struct Group<'a> {
    root: &'a Root,
    /// The accesses, and the constant parts of their addresses in bytes: in each iteration of the shortest loops.
    pub(super) members: Vec<(AccessId, Vec<i64>)>,
    /// The bytes of an element.
    bytes: i64,
    /// The loops around them, outermost first, without the shortest ones, and those inside that do not move the address.
    pub(super) around: Vec<LoopId>,
    pub(super) moves: Moves,
    /// From the inside to the outside.
    pub(super) levels: Vec<Level>,
    /// The multiprocessors that run it.
    pub(super) used: f64,
    /// The teams that run at the same time on one of them.
    pub(super) at_once: f64,
    work: &'a Work,
}

impl<'a> Group<'a> {
    /// The group of one access, whose levels are not known yet; `None` where its address is no sum of counters.
    pub(super) fn of(
        access: &'a Access,
        loops: &[Option<LoopValues>],
        (map, work): (&ThreadMap, &'a Work),
    ) -> Option<Group<'a>> {
        let own = &access.reference;
        let offset = &own.address.offset;
        let offset = offset.as_poly().or_else(|| Some(&offset.cases().last()?.poly))?;
        let (mut moves, constant) = parts(offset, &own.loops)?;
        follow(&mut moves, loops, &own.loops);
        if moves.values().chain([&constant]).any(|bytes| bytes.abs() > FAR as f64) {
            return None;
        }
        let is_sequential = |l: &LoopId| !map.loops.contains(l) && !map.teams.contains(l);
        let mut around = own.loops.clone();
        let mut offsets = vec![constant as i64];
        around.retain(|l| {
            let fits = |count: &i64| offsets.len() * *count as usize <= MOST_OFFSETS;
            let count = short(loops, *l).filter(|_| is_sequential(l)).filter(fits);
            let Some(count) = count else { return true };
            let bytes = moves.remove(l).unwrap_or(0.0) as i64;
            let first = loops[l.index()].as_ref().and_then(|own| own.first.as_ref()?.as_i128());
            let first = first.unwrap_or(0).clamp(i128::from(i16::MIN), i128::from(i16::MAX)) as i64;
            let steps = |own: i64| (first..first + count).map(move |k| own + k * bytes);
            offsets = offsets.iter().copied().flat_map(steps).collect();
            offsets.dedup();
            false
        });
        while around.last().is_some_and(|l| is_sequential(l) && !moves.contains_key(l)) {
            around.pop();
        }
        let (root, bytes) = (&own.address.root, i64::from(access.bytes()));
        let members = vec![(access.id, offsets)];
        let (levels, used, at_once) = (Vec::new(), 1.0, 1.0);
        Some(Group { root, members, bytes, around, moves, levels, used, at_once, work })
    }

    /// Whether both have elements at constant distances in the same loops.
    pub(super) fn is_alike(&self, other: &Group) -> bool {
        self.root == other.root
            && self.bytes == other.bytes
            && self.around == other.around
            && self.moves == other.moves
    }

    fn offsets(&self) -> Vec<i64> {
        self.members.iter().flat_map(|(_, offsets)| offsets).copied().collect()
    }

    /// Bytes of each step, and the number of steps, along all axes of a part of the iterations that move the address, the shortest step first.
    fn inside(&self, at: usize) -> Vec<(i64, f64)> {
        let levels = &self.levels[..=at];
        let rounds = levels.iter().position(|level| !level.together.is_empty());
        let own = levels.iter().enumerate().map(|(k, level)| match rounds {
            Some(rounds) if k == rounds => &level.together[..],
            Some(_) if k == 0 => &[],
            _ => &level.axes,
        });
        self.moved(own)
    }

    /// The same of what is outside of the part.
    fn outside(&self, at: usize) -> Vec<(i64, f64)> {
        self.moved(self.levels[at + 1..].iter().map(|level| &level.axes[..]))
    }

    fn moved<'b>(&self, axes: impl Iterator<Item = &'b [Axis]>) -> Vec<(i64, f64)> {
        let all = axes.flatten().map(|axis| (axis.bytes(&self.moves), axis.count));
        let mut all: Vec<_> = all.filter(|(bytes, count)| *bytes != 0 && *count > 1.0).collect();
        all.sort_by_key(|(bytes, _)| *bytes);
        all
    }

    /// Whether its loads touch one piece of memory in a part of the iterations, at least as long as that of another group of the same array.
    /// Of two as long, the first one has it.
    pub(super) fn has_all_of(&self, other: &Group, (is_first, at): (bool, usize)) -> bool {
        let level = other.levels[at].sequential;
        if std::ptr::eq(self, other) || self.root != other.root || level.is_none() {
            return false;
        }
        let Some(own) = self.levels.iter().position(|own| own.sequential == level) else {
            return false;
        };
        let piece = |group: &Group, at: usize| {
            let axes = group.inside(at);
            let axes: Vec<_> = axes.iter().map(|(bytes, count)| (*bytes, count.ceil())).collect();
            group.pieces(&group.offsets(), (at, &axes)).0.whole()
        };
        let (Some(own), Some(other)) = (piece(self, own), piece(other, at)) else { return false };
        own > other || own == other && is_first
    }

    /// The lines that its loads touch in so many steps of another group's level; `None` where it is not inside of that.
    pub(super) fn lines_inside(
        &self,
        other: &Group,
        (at, steps): (usize, f64),
        l1: L1,
    ) -> Option<f64> {
        let own = if let Some(l) = other.levels[at].sequential {
            self.levels.iter().position(|level| level.sequential == Some(l))?
        } else {
            self.levels.len().checked_sub(other.levels.len() - at)?
        };
        let offsets = self.offsets();
        let lines = |own: usize| self.footprint(&offsets, own, i64::from(l1.line));
        let one = lines(own.checked_sub(1)?);
        let all = self.levels[own].count(&self.moves);
        if steps <= 1.0 || all <= 1.0 {
            return Some(one);
        }
        Some(one + (lines(own) - one) * (steps - 1.0) / (all - 1.0))
    }

    /// The units of so many bytes that elements at these offsets touch in a part of the iterations.
    fn footprint(&self, offsets: &[i64], at: usize, unit: i64) -> f64 {
        self.touched(offsets, (at, &self.inside(at)), unit)
    }

    /// The same along these axes. A part of a step is that part of what one more step adds.
    fn touched(&self, offsets: &[i64], (at, axes): (usize, &[(i64, f64)]), unit: i64) -> f64 {
        const NEARLY: f64 = 0.01;
        if self.work.is_over() {
            return 0.0;
        }
        let is_broken = |(_, count): &(i64, f64)| (count - count.round()).abs() > NEARLY;
        let Some(broken) = axes.iter().position(is_broken) else {
            let (pieces, step) = self.pieces(offsets, (at, axes));
            return pieces.count(unit, step);
        };
        let whole = |count: f64| {
            let mut axes = axes.to_vec();
            axes[broken].1 = count;
            self.touched(offsets, (at, &axes), unit)
        };
        let count = axes[broken].1;
        let (least, most) = (whole(count.floor()), whole(count.ceil()));
        least + (most - least) * count.fract()
    }

    /// The pieces that elements at these offsets are along axes inside of a part, and the step between the places where they may begin.
    fn pieces(&self, offsets: &[i64], (at, axes): (usize, &[(i64, f64)])) -> (Pieces, i64) {
        let outside = self.outside(at);
        self.work.add(offsets.len());
        let mut pieces = Pieces::of(offsets, self.bytes);
        let mut step = outside.iter().fold(0, |step, (bytes, _)| gcd(step, *bytes));
        for (at, (bytes, count)) in axes.iter().enumerate() {
            let later = axes.get(at + 1).map(|(bytes, _)| *bytes);
            if !pieces.repeat((*bytes, count.round() as i64), later) {
                step = gcd(step, *bytes);
            }
            self.work.add(SHIFTS * pieces.len());
        }
        (pieces, step)
    }

    /// The different sectors of each access in a part of the iterations: those that no access before it touches. First is what runs ahead in the
    /// direction of the part's steps; what comes some steps behind finds its sectors where so many steps `stay` in the cache.
    pub(super) fn shares(&self, at: usize, stay: &dyn Fn(f64) -> bool) -> Vec<(AccessId, f64)> {
        let mut members: Vec<(f64, AccessId, i64)> = Vec::new();
        for (access, offsets) in &self.members {
            members.extend(offsets.iter().map(|own| (self.ahead(at, *own), *access, *own)));
        }
        members.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut found: BTreeMap<AccessId, f64> = BTreeMap::new();
        let (mut known, mut offsets, mut last) = (0.0, Vec::new(), None);
        for (ahead, access, offset) in members {
            if last.is_some_and(|last: f64| last > ahead && !stay(last - ahead)) {
                offsets.clear();
                known = 0.0;
            }
            last = Some(ahead);
            offsets.push(offset);
            let all = self.footprint(&offsets, at, SECTOR);
            *found.entry(access).or_default() += (all - known).max(0.0);
            known = all;
        }
        found.into_iter().collect()
    }

    /// How many steps of a level an offset runs ahead, when the longer steps inside of the level are taken out of it.
    fn ahead(&self, at: usize, offset: i64) -> f64 {
        let steps = self.levels[at].axes.iter().flat_map(|axis| &axis.steps);
        let step: f64 = steps.filter_map(|(l, by)| Some(self.moves.get(l)? * by)).sum();
        if at == 0 || step == 0.0 {
            return 0.0;
        }
        let longer = self.inside(at - 1).into_iter().rev();
        let longer = longer.map(|(bytes, _)| bytes as f64).filter(|bytes| *bytes > step.abs());
        let rest = longer.fold(offset as f64, |rest, bytes| rest - (rest / bytes).round() * bytes);
        (rest / step).round()
    }
}

/// How far an address moves with each counter of these loops, and the rest of it, in bytes; sizes that are not known are nominal.
fn parts(offset: &Poly, loops: &[LoopId]) -> Option<(Moves, f64)> {
    let mut moves = Moves::new();
    let mut rest = 0.0;
    for (monomial, coefficient) in offset.monomials() {
        let mut counter = None;
        let mut product = coefficient.to_f64();
        for (atom, power) in monomial.factors() {
            match atom {
                Atom::Iv(l, Instance::Source) if loops.contains(l) => {
                    if counter.replace(*l).is_some() || *power > 1 {
                        return None;
                    }
                }
                Atom::Term(_) => return None,
                _ => product *= f64::from(NOMINAL).powi(*power as i32),
            }
        }
        *counter.map_or(&mut rest, |l| moves.entry(l).or_default()) += product;
    }
    Some((moves, rest))
}

/// Lanes are in the same iteration of a loop, not at the same value of its counter: the address moves with what the counter begins at, too.
fn follow(moves: &mut Moves, loops: &[Option<LoopValues>], around: &[LoopId]) {
    for l in around.iter().rev() {
        let Some(own) = moves.get(l).copied() else { continue };
        let first = loops[l.index()].as_ref().and_then(|values| values.first.as_ref());
        let Some((begins, _)) = first.and_then(|first| parts(first, around)) else { continue };
        for (outer, by) in begins {
            *moves.entry(outer).or_default() += own * by;
        }
    }
    moves.retain(|_, bytes| *bytes != 0.0);
}

/// The number of iterations of a loop that has few, whose elements are told one by one.
fn short(loops: &[Option<LoopValues>], l: LoopId) -> Option<i64> {
    const MOST: i64 = 8;
    let count = trip_count(loops, l).as_constant()?.to_i64()?;
    (1..=MOST).contains(&count).then_some(count)
}
