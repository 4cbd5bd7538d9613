//! Distance and direction vectors (Wolfe: "Optimizing Supercompilers for Supercomputers", 1989;
//! Goff, Kennedy, Tseng, §2.1).
//!
//! A subset of loops that may carry a dependence says that the two iterations differ in exactly these
//! loops. Here their signs are told apart: every combination of signs that the ranges exclude is
//! dropped, and a loop's distance is fixed where one subscript's difference has one solution.

use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;

use super::problem::{DeltaRange, Problem, Problems};
use super::products::signs;
use super::{Kind, Pair};
use crate::diag::Code;
use crate::id::LoopId;
use crate::symbolic::poly::{Atom, Monomial, Poly};

/// How the iterations of source and sink are ordered in one loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// `<`: the source's iteration is the earlier one.
    Before,
    /// `=`: one iteration.
    Same,
    /// `>`: the source's iteration is the later one.
    After,
    /// `*`: any of these.
    Any,
}

impl Direction {
    /// As it is written in direction vectors.
    pub fn symbol(self) -> &'static str {
        match self {
            Direction::Before => "<",
            Direction::Same => "=",
            Direction::After => ">",
            Direction::Any => "*",
        }
    }

    fn reversed(self) -> Direction {
        match self {
            Direction::Before => Direction::After,
            Direction::After => Direction::Before,
            same => same,
        }
    }
}

/// One loop's part of a vector.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Component {
    /// The order of the iterations.
    pub direction: Direction,
    /// The sink's iteration number minus the source's, where it is one constant.
    pub distance: Option<Integer>,
}

impl Component {
    /// One iteration.
    pub const SAME: Component = Component { direction: Direction::Same, distance: None };
    /// Nothing is known.
    pub const ANY: Component = Component { direction: Direction::Any, distance: None };

    fn reversed(&self) -> Component {
        let distance = self.distance.clone().map(|d| -d);
        Component { direction: self.direction.reversed(), distance }
    }

    /// The distance where it is known, the direction otherwise.
    pub fn text(&self) -> String {
        match (&self.distance, self.direction) {
            (_, Direction::Same) => "0".into(),
            (Some(distance), _) => distance.to_string(),
            (None, direction) => direction.symbol().into(),
        }
    }
}

/// The vectors of one subset, from the pair's textually first access to the second. The flag says
/// that source and sink change places: the textually second access comes first.
pub(super) struct Vectors {
    pub(super) list: Vec<(Vec<Component>, bool)>,
    /// What excluding the others rests on.
    pub(super) assumptions: BTreeSet<Code>,
}

/// Signs of more loops than these are not told apart: 2^4 combinations.
const MAX_SIGNS: usize = 4;

/// The vectors over `pair.loops` in which exactly the loops of `mask` differ. The difference of two
/// offsets says something only where both are from one root: `problems` are those of such a pair.
pub(super) fn vectors(pair: &Pair, mask: u32, problems: Option<&Problems>) -> Vectors {
    let moving: Vec<_> = pair.subset(mask).collect();
    let mut vectors = Vectors { list: Vec::new(), assumptions: BTreeSet::new() };
    if let Some(problems) = problems.filter(|_| moving.len() <= MAX_SIGNS && mask != u32::MAX) {
        let signed = problems.alternatives().filter(|problem| has_distance(problem));
        let single: Vec<_> = signed.map(|problem| (problem, only_distance(problem))).collect();
        for signs in signs(&moving) {
            if let Some(distances) = distances(&single, &signs, &mut vectors.assumptions) {
                vectors.list.push(oriented(pair, &signs, &distances));
            }
        }
    }
    if vectors.list.is_empty() {
        let any = |l: &LoopId| if moving.contains(l) { Component::ANY } else { Component::SAME };
        vectors.list.push((pair.loops.iter().map(any).collect(), false));
        vectors.assumptions.clear();
    }
    vectors.list.sort();
    vectors.list.dedup();
    if pair.source == pair.sink {
        vectors.list.iter_mut().for_each(|(_, reversed)| *reversed = false);
        vectors.list.dedup();
    }
    vectors
}

/// Whether some Δ's sign matters to the difference.
fn has_distance(problem: &Problem) -> bool {
    let distance = |atom: &Atom| matches!(atom, Atom::Delta(_));
    problem.cases.iter().any(|case| case.poly.any_atom(&mut |atom| distance(atom)))
}

/// A problem, and the only Δ with which it has a solution.
type Single<'p, 'n> = (&'p Problem<'n>, Option<(LoopId, Integer)>);

/// The constant Δ's where the signs are possible; `None` where they are not.
fn distances(
    problems: &[Single],
    signs: &[(LoopId, DeltaRange)],
    assumptions: &mut BTreeSet<Code>,
) -> Option<BTreeMap<LoopId, Integer>> {
    let mut found = BTreeMap::new();
    for (problem, only) in problems {
        let fits = |(l, distance): &(LoopId, Integer)| {
            let positive = signs.contains(&(*l, DeltaRange::Positive));
            *distance != 0 && (*distance > 0) == positive
        };
        let possible = only.as_ref().map_or_else(|| !excludes(problem, signs), fits);
        if !possible || only.is_some() {
            assumptions.extend(&problem.assumptions);
        }
        if !possible {
            return None;
        }
        found.extend(only.clone());
    }
    Some(found)
}

fn excludes(problem: &Problem, ranges: &[(LoopId, DeltaRange)]) -> bool {
    problem.cases.iter().all(|case| {
        if case.poly.as_constant().is_some_and(|c| c < problem.after && -c < problem.before) {
            return false;
        }
        problem.excludes(&problem.facts_of(case, ranges), [&case.poly; 2])
    })
}

/// The only Δ with which a difference `a·Δ + c` is inside the sizes, a and c free of variables.
fn only_distance(problem: &Problem) -> Option<(LoopId, Integer)> {
    let [case] = problem.cases.as_slice() else { return None };
    let mut moving = None;
    for atom in case.poly.atoms() {
        match atom {
            Atom::Symbol(_) => {}
            Atom::Delta(l) if moving.is_none() => moving = Some(l),
            _ => return None,
        }
    }
    let l = moving?;
    let coefficients = case.poly.coefficients_of(&Atom::Delta(l));
    let [constant, factor] = coefficients.as_slice() else { return None };
    let distance = match (constant.as_constant(), factor.as_constant()) {
        (Some(constant), Some(factor)) => constant_distance(problem, &constant, &factor),
        _ => symbolic_distance(problem, constant, factor),
    };
    Some((l, distance?))
}

fn constant_distance(problem: &Problem, constant: &Integer, factor: &Integer) -> Option<Integer> {
    if factor.clone().abs() < problem.before || factor.clone().abs() < problem.after {
        return None;
    }
    let near = Integer::from(-constant).div_rem_floor(factor.clone()).0;
    let meets = |delta: &Integer| {
        let difference = Integer::from(factor * delta) + constant;
        difference < problem.after && difference > Integer::from(-&problem.before)
    };
    let mut solutions = [near.clone(), near + 1].into_iter().filter(meets);
    match (solutions.next(), solutions.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// The Δ that makes `c = −Δ·a`, where no multiple of a but 0 is inside the sizes: `n·Δ − 2·n` is 0 at
/// Δ = 2 alone.
fn symbolic_distance(problem: &Problem, constant: &Poly, factor: &Poly) -> Option<Integer> {
    let (product, a) = factor.monomials().last()?;
    let same = |(monomial, _): &(&Monomial, &Integer)| *monomial == product;
    let c = constant.monomials().find(same).map_or_else(Integer::new, |(_, c)| c.clone());
    let distance = c.is_divisible(a).then(|| -c.div_exact(a))?;
    let rest = constant + &(factor * &Poly::from(distance.clone()));
    let size = Poly::from(problem.before.clone().max(problem.after.clone()));
    let facts = problem.facts(&[]);
    let apart = facts.nonnegative(&(factor - &size)) || facts.nonnegative(&(&-factor - &size));
    (rest.is_zero() && apart).then_some(distance)
}

/// A vector from the access that comes first to the other. Δ is the iteration of f minus that of g;
/// f is the pair's source, or its sink where that is the one that writes.
fn oriented(
    pair: &Pair,
    signs: &[(LoopId, DeltaRange)],
    distances: &BTreeMap<LoopId, Integer>,
) -> (Vec<Component>, bool) {
    let swapped = pair.kind == Kind::Anti;
    let component = |l: &LoopId| {
        let Some((_, sign)) = signs.iter().find(|(m, _)| m == l) else { return Component::SAME };
        let forward = (*sign == DeltaRange::Positive) == swapped;
        let direction = if forward { Direction::Before } else { Direction::After };
        let distance =
            distances.get(l).map(|d| if swapped { d.clone() } else { Integer::from(-d) });
        Component { direction, distance }
    };
    let vector: Vec<_> = pair.loops.iter().map(component).collect();
    let first = vector.iter().find(|c| c.direction != Direction::Same);
    if first.is_some_and(|c| c.direction == Direction::After) {
        return (vector.iter().map(Component::reversed).collect(), true);
    }
    (vector, false)
}
