//! The cases of an address as the lanes of a warp see them.

use std::collections::BTreeMap;

use super::alignment::{Alignment, Sizes};
use super::blocks::gcd;
use super::extents::volume;
use super::lanes::LaneFunction;
use super::requests::Run;
use super::trips::{moves, varies};
use crate::id::LoopId;
use crate::symbolic::poly::{Atom, Poly};
use crate::symbolic::value::{Case, Guard, Literal, Test};

/// One case of an address, split into the part that depends on the mapped loops alone, with integer
/// coefficients, and the rest.
pub(super) struct Layout {
    pub(super) guard: LaneGuard,
    /// Whether the guard has literals that lanes cannot decide.
    pub(super) open: bool,
    /// Whether the guard may hold for some lanes and fail for others.
    pub(super) divides: bool,
    pub(super) mapped: LaneFunction,
    /// `mapped` as a polynomial.
    pub(super) polynomial: Poly,
    /// What the unknown position of a row adds to the address.
    pub(super) position: Alignment,
    pub(super) rest_constant: i64,
    /// What the rest adds without its constant.
    pub(super) rest: Alignment,
    /// The rest without its constant: lanes are comparable only where it is equal.
    pub(super) rest_shape: Poly,
    /// How often the rest has each remainder modulo a sector, where the loops that it follows are
    /// known.
    pub(super) residues: Option<Residues>,
}

impl Layout {
    /// `None` where a monomial mixes mapped loops with anything else.
    pub(super) fn new(case: &Case, loops: &[LoopId], sizes: &Sizes) -> Option<Layout> {
        let (mapped, rest) =
            case.poly.partition(|monomial| monomial.any_atom(&mut |atom| varies(atom, loops)));
        let literals = case.guard.literals().map(|literal| lane_literal(literal, loops));
        let guard = literals.collect::<Option<LaneGuard>>();
        let layout = Layout {
            open: guard.is_none(),
            divides: case.guard.literals().any(|literal| moves(&literal.poly, loops)),
            guard: guard.unwrap_or_default(),
            position: Alignment::default(),
            mapped: LaneFunction::new(&mapped, loops)?,
            polynomial: mapped,
            rest_constant: 0,
            rest: Alignment::default(),
            rest_shape: Poly::zero(),
            residues: None,
        };
        layout.with_rest(&rest, sizes)
    }

    /// The same with another rest.
    pub(super) fn with_rest(self, rest: &Poly, sizes: &Sizes) -> Option<Layout> {
        let rest_constant = rest.constant_part().to_i64()?;
        let rest_shape = rest.without_constant();
        Some(Layout { rest_constant, rest: sizes.places(rest), rest_shape, ..self })
    }

    /// The places of lanes, where those of the storage are `storage`.
    pub(super) fn alignment(&self, storage: Alignment) -> Alignment {
        let start = storage.with(self.position);
        if self.residues.is_some() { start } else { start.with(self.rest) }
    }
}

/// First value and number of iterations of sequential loops, in numbers.
pub(super) type Steady = BTreeMap<LoopId, (i64, i64)>;

/// Remainders modulo a sector, and how often each occurs.
pub(super) type Residues = Vec<(i64, u64)>;

/// Longer loops, or products of several, are not run through.
const MAX_POINTS: i64 = 4096;

/// The remainders of a layout's rest, where that follows loops of `steady` only: their first values and
/// numbers of iterations.
pub(super) fn residues(rest: &Poly, steady: &Steady, sector: u32) -> Option<Residues> {
    let known = |atom: &Atom| match atom {
        Atom::Iv(l, _) => steady.contains_key(l),
        Atom::Term(_) => true,
        _ => false,
    };
    if rest.any_atom(&mut |atom| !known(atom)) {
        return None;
    }
    let used = |l: &LoopId| moves(rest, &[*l]);
    let loops: Vec<LoopId> = steady.keys().filter(|l| used(l)).copied().collect();
    let function = LaneFunction::new(rest, &loops)?;
    let extents: Vec<(i64, i64)> = loops.iter().map(|l| steady[l]).collect();
    let sector = i64::from(sector);
    let mut found = vec![0_u64; sector as usize];
    if function.is_affine() {
        found[0] = 1;
        for (position, (first, count)) in extents.iter().enumerate() {
            let step = function.coefficient(position);
            found = spread(&found, step.wrapping_mul(*first), step, *count);
        }
    } else {
        for point in points(&extents)? {
            found[function.evaluate(&point).rem_euclid(sector) as usize] += 1;
        }
    }
    let found = found.into_iter().zip(0..).filter(|(count, _)| *count > 0);
    Some(found.map(|(count, residue)| (residue, count)).collect())
}

/// The remainders of x + start + step·t for t from 0 to `count` − 1, where x is distributed as `found`. Counts are kept up to a
/// factor: whole rounds of the remainders count once.
fn spread(found: &[u64], start: i64, step: i64, count: i64) -> Vec<u64> {
    let sector = found.len() as i64;
    let (rounds, rest) = (count / sector, count % sector);
    let mut result = vec![0_u64; found.len()];
    for t in 0..sector.min(count) {
        let times = (rounds + i64::from(t < rest)).min(i64::from(u32::MAX)) as u64;
        for (x, weight) in found.iter().enumerate() {
            let residue = (x as i64 + start + step.wrapping_mul(t)).rem_euclid(sector);
            result[residue as usize] += weight * times;
        }
    }
    let common = result.iter().fold(0, |a, b| gcd(a, *b as i64)).max(1) as u64;
    result.iter().map(|count| count / common).collect()
}

/// Every point of a box of loops; `None` where there are too many.
pub(super) fn points(extents: &[(i64, i64)]) -> Option<Vec<Vec<i64>>> {
    if volume(extents)? > MAX_POINTS {
        return None;
    }
    let mut all = vec![Vec::new()];
    for (first, count) in extents {
        let with = |point: &Vec<i64>| {
            let values = (0..*count).map(|k| [point.as_slice(), &[first + k]].concat());
            values.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    Some(all)
}

/// A guard whose literals each lane can decide.
pub(super) type LaneGuard = Vec<(LaneFunction, Test)>;

/// What lanes can decide of the guards of `paths`, and whether they decide everything. A lane that takes a path satisfies one of
/// these guards; there are none where lanes decide nothing of some path.
pub(super) fn decidable(paths: &[Guard], loops: &[LoopId]) -> (Vec<LaneGuard>, bool) {
    let mut decides_all = true;
    let mut guards = Vec::new();
    for guard in paths {
        let literals = || guard.literals().map(|literal| lane_literal(literal, loops));
        decides_all &= literals().all(|own| own.is_some());
        guards.push(literals().flatten().collect());
    }
    if guards.iter().any(Vec::is_empty) {
        guards.clear();
    }
    (guards, decides_all)
}

/// A literal as a function of the loops over the lanes; `None` where anything else decides it.
pub(super) fn lane_literal(literal: &Literal, loops: &[LoopId]) -> Option<(LaneFunction, Test)> {
    Some((LaneFunction::new(&literal.poly, loops)?, literal.test))
}

/// The cases that lanes of most warps are in. A case is an edge where a condition tells its lanes from the others and all of them
/// have one address, as in `a[i < n ? i : n - 1]`. Where all cases are edges, all count.
pub(super) fn interior(cases: &[Layout]) -> Vec<&Layout> {
    let stays = |layout: &Layout| layout.divides && layout.mapped.is_constant();
    let inside: Vec<&Layout> = cases.iter().filter(|layout| !stays(layout)).collect();
    if inside.is_empty() { cases.iter().collect() } else { inside }
}

/// The lanes of a run that are at work: for which one of the guards holds, or all where there is none.
pub(super) fn at_work(guards: &[LaneGuard], run: &Run) -> u64 {
    match guards {
        [] => run.all(),
        guards => guards.iter().fold(0, |mask, guard| mask | holds(guard, run)),
    }
}

/// The lanes of a run for which a guard holds.
pub(super) fn holds(guard: &LaneGuard, run: &Run) -> u64 {
    guard.iter().fold(run.all(), |mask, (function, test)| mask & passes(function, *test, run))
}

fn passes(function: &LaneFunction, test: Test, run: &Run) -> u64 {
    match function.line(run) {
        Some((first, step)) => line_passes(first, step, test, run.lanes),
        None => run.mask(|lane| accepts(test, function.exact(lane))),
    }
}

fn accepts(test: Test, value: i128) -> bool {
    match test {
        Test::NonNegative => value >= 0,
        Test::Zero => value == 0,
        Test::NonZero => value != 0,
    }
}

/// The lanes among the first `lanes` for which first + step·lane passes the test. The line crosses 0 in one lane: these are the
/// lanes before it or from it on.
fn line_passes(first: i128, step: i128, test: Test, lanes: usize) -> u64 {
    let before = |lane: i128| {
        u64::MAX.checked_shr(u64::BITS - lane.clamp(0, lanes as i128) as u32).unwrap_or(0)
    };
    let all = before(lanes as i128);
    match (test, step) {
        (_, 0) if accepts(test, first) => all,
        (_, 0) => 0,
        (Test::NonNegative, 1..) => all & !before(-first.div_euclid(step)),
        (Test::NonNegative, _) => before(first.div_euclid(-step) + 1),
        (Test::Zero, _) if first % step != 0 => 0,
        (Test::Zero, _) => before(1 - first / step) & !before(-first / step),
        (Test::NonZero, _) => all & !line_passes(first, step, Test::Zero, lanes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The masks are those of the lanes one by one, for all small lines.
    #[test]
    fn lines_pass_as_their_lanes_do() {
        for lanes in [1, 2, 31, 32, 33, 64] {
            for (first, step) in (-40..=40).flat_map(|f| (-7..=7).map(move |s| (f, s))) {
                let value = |lane: usize| first + step * lane as i128;
                let mask = |passes: fn(i128) -> bool| {
                    (0..lanes).fold(0, |mask, l| mask | u64::from(passes(value(l))) << l)
                };
                let expected = [
                    (Test::NonNegative, mask(|v| v >= 0)),
                    (Test::Zero, mask(|v| v == 0)),
                    (Test::NonZero, mask(|v| v != 0)),
                ];
                for (test, mask) in expected {
                    let found = line_passes(first, step, test, lanes);
                    assert_eq!(found, mask, "{first} + {step}*lane, {lanes} lanes, {test:?}");
                }
            }
        }
    }
}
