//! Tests of all subscripts of an array together: the iterations that meet must make every one equal.

use rug::Integer;

use super::problem::Problem;
use crate::id::LoopId;
use crate::symbolic::poly::{Atom, Instance, Poly};

/// Lamport's test (Lamport: "The Parallel Execution of DO Loops", CACM 1974): where every subscript's
/// difference is a·Δ + c with one Δ each, the Δ's are known, Δ = −c/a. Independent if one is not an
/// integer, if two subscripts want different values of one Δ, or if a moving loop's Δ is 0.
pub(super) fn lamport(problem: &Problem) -> Option<Vec<String>> {
    let subscripts = subscripts(problem)?;
    let mut distances: Vec<(LoopId, Integer)> = Vec::new();
    for poly in &subscripts {
        if poly.as_constant().is_some() {
            continue;
        }
        let (l, a, c) = distance(poly)?;
        if let Some(step) = meet(problem, &mut distances, l, &a, &c) {
            return Some(vec![step]);
        }
    }
    None
}

/// The Delta test (Goff, Kennedy, Tseng: "Practical Dependence Testing", PLDI 1991, §5): what one
/// subscript says exactly, Δ = −c/a or i = −c/a, is put into the others, until one of them cannot be
/// 0: a constant, or never congruent to 0 modulo the greatest common divisor of its coefficients.
pub(super) fn delta(problem: &Problem) -> Option<Vec<String>> {
    let mut open = subscripts(problem)?;
    let mut distances = Vec::new();
    let mut steps = Vec::new();
    loop {
        if let Some(poly) = open.iter().find(|poly| is_never_zero(poly)) {
            steps.push(format!("{}: {} != 0", problem.subset(), problem.names.poly(poly)));
            return (steps.len() > 1).then_some(steps);
        }
        let known = open.iter().position(|poly| constraint(poly).is_some())?;
        let (atom, a, c) = constraint(&open.swap_remove(known))?;
        if let Atom::Delta(l) = &atom
            && let Some(step) = meet(problem, &mut distances, *l, &a, &c)
        {
            steps.push(step);
            return Some(steps);
        }
        if !c.is_divisible(&a) {
            return None;
        }
        let value = Poly::from(-c.div_exact(&a));
        let (name, text) = (problem.names.atom(&atom), problem.names.poly(&value));
        steps.push(format!("{}: equal only at {name} = {text}", problem.subset()));
        open =
            open.iter().map(|p| p.substitute(&|a| (*a == atom).then(|| value.clone()))).collect();
    }
}

/// The differences of all subscripts, where each meets only at 0.
fn subscripts(problem: &Problem) -> Option<Vec<Poly>> {
    let [case] = problem.cases.as_slice() else { return None };
    if problem.equal.is_empty() || problem.before != 1 || problem.after != 1 {
        return None;
    }
    Some(std::iter::once(&case.poly).chain(&problem.equal).cloned().collect())
}

/// `a·Δ + c`
fn distance(poly: &Poly) -> Option<(LoopId, Integer, Integer)> {
    match constraint(poly)? {
        (Atom::Delta(l), a, c) => Some((l, a, c)),
        _ => None,
    }
}

/// `a·x + c` with one variable, integers a ≠ 0 and c.
fn constraint(poly: &Poly) -> Option<(Atom, Integer, Integer)> {
    let atoms = poly.atoms();
    let [atom @ (Atom::Delta(_) | Atom::Iv(_, Instance::Source | Instance::Sink))] =
        atoms.as_slice()
    else {
        return None;
    };
    match poly.coefficients_of(atom).as_slice() {
        [c, a] => Some((atom.clone(), a.as_constant()?, c.as_constant()?)),
        _ => None,
    }
}

/// Adds Δ = −c/a to what is known; the step of a proof where it cannot be.
fn meet(
    problem: &Problem,
    distances: &mut Vec<(LoopId, Integer)>,
    l: LoopId,
    a: &Integer,
    c: &Integer,
) -> Option<String> {
    let (subset, name) = (problem.subset(), problem.names.iv(l));
    if !c.is_divisible(a) {
        return Some(format!(
            "{subset}: {a}*Δ{name} = {} has no integer Δ{name}",
            Integer::from(-c)
        ));
    }
    let value = -Integer::from(c / a);
    if value == 0 && problem.moving.contains(&l) {
        return Some(format!("{subset}: equal only at Δ{name} = 0, but {name} moves"));
    }
    if let Some((_, other)) = distances.iter().find(|(k, _)| *k == l)
        && *other != value
    {
        return Some(format!("{subset}: Δ{name} = {other} and Δ{name} = {value}"));
    }
    distances.push((l, value));
    None
}

fn is_never_zero(poly: &Poly) -> bool {
    match poly.as_constant() {
        Some(constant) => constant != 0,
        None => !poly.constant_part().is_divisible(&poly.without_constant().content()),
    }
}
