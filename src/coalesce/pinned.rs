//! Conditions that admit few iterations of a loop, as `j == 0`, `j == i` and `j < 4` do.
//!
//! Where the lanes' guards cannot be laid out, for sizes that are not known, such a condition still tells
//! how often an access is executed.

use super::executions::{executions_estimate, nominal};
use super::trips::{counter, varies};
use crate::id::LoopId;
use crate::ir::TargetRegion;
use crate::schedule::map::ThreadMap;
use crate::symbolic::eval::{LoopValues, symbol_facts};
use crate::symbolic::poly::{Atom, Monomial, Poly};
use crate::symbolic::range::Facts;
use crate::symbolic::value::{Guard, Literal, Test};

/// The part of the requests inside the loops `around` that are made by lanes for which one of `paths` may hold.
///
/// Few warps of a row have an iteration of the loop that runs over the lanes. In any other loop all lanes of a warp have the
/// iteration at the same time, or each lane at its own time where the condition tells lanes apart.
pub(super) fn part(
    paths: &[Guard],
    around: &[LoopId],
    (region, loops): (&TargetRegion, &[Option<LoopValues>]),
    map: &ThreadMap,
) -> f64 {
    let facts = facts(around, region, loops);
    let iterations = |at: usize| {
        executions_estimate(loops, &around[..=at]) / executions_estimate(loops, &around[..at])
    };
    let of_guard = |guard: &Guard| {
        let mut left: Vec<usize> = (0..around.len()).collect();
        let mut part = 1.0;
        let mut admit = |at: usize, few: f64, each: bool| {
            let lanes = if each { f64::from(map.warp) } else { 1.0 };
            part *= ((few - 1.0 + lanes) / iterations(at)).min(1.0);
        };
        for literal in guard.literals().filter(|literal| literal.test == Test::Zero) {
            let pinned = left.iter().rposition(|at| pins(&literal.poly, around[*at]));
            let Some(at) = pinned.map(|index| left.remove(index)) else { continue };
            let l = around[at];
            let mut tells = |atom: &Atom| *atom != counter(l) && varies(atom, &map.loops);
            let each = map.loops.last() == Some(&l) || literal.poly.any_atom(&mut tells);
            admit(at, 1.0, each);
        }
        let under = assuming(&facts, guard);
        for at in left {
            let interval = under.interval(&Poly::atom(counter(around[at])));
            let width = interval.min.zip(interval.max).map(|(least, most)| most - least);
            if width.as_ref().is_some_and(|width| *width < 0) {
                return 0.0;
            }
            let width = width.map(|width| width.to_f64() + 1.0);
            let part = part_of_size(guard, around[at], loops).map(|part| part * iterations(at));
            let few = width.into_iter().chain(part).reduce(f64::min);
            let each = map.loops.last() == Some(&around[at]);
            few.into_iter().for_each(|few| admit(at, few, each));
        }
        part
    };
    paths.iter().map(of_guard).sum::<f64>().min(1.0)
}

/// A condition that holds in all but so small a part of a loop's iterations is taken to hold in all of them.
const LITTLE: f64 = 1.0 / 16.0;

/// The part of a loop's iterations in which a guard's conditions on its counter hold, which compare it with the sizes that bound the
/// loop, too: `i < n / 2` in `i < n`. `None` where there are no such conditions, or where they hold nearly always.
fn part_of_size(guard: &Guard, l: LoopId, loops: &[Option<LoopValues>]) -> Option<f64> {
    let count = loops[l.index()].as_ref()?.trip_count.as_ref()?;
    let all = executions_estimate(loops, &[l]);
    let of_literal = |literal: &Literal| {
        let coefficients = literal.poly.coefficients_of(&counter(l));
        let [rest, step] = coefficients.as_slice() else { return None };
        let step = step.as_constant()?.to_f64();
        let is_of_loop = |atom: &Atom| count.any_atom(&mut |own| own == atom);
        let sizes = rest.leaves();
        let is_alike = !sizes.is_empty() && sizes.iter().all(|atom| is_of_loop(atom));
        let first_without = nominal(rest) / -step;
        let part = if step < 0.0 { first_without + 1.0 } else { all - first_without } / all;
        is_alike.then_some(part.max(1.0 / all))
    };
    let conditions = guard.literals().filter(|literal| literal.test == Test::NonNegative);
    let least = conditions.filter_map(of_literal).reduce(f64::min)?;
    (least < 1.0 - LITTLE).then_some(least)
}

/// The most lanes of a warp that a guard admits. Neighbouring lanes are `stride` iterations of the innermost loop apart.
pub(super) fn lanes(guard: &Guard, inner: LoopId, stride: u32, facts: &Facts) -> u32 {
    let mut zeros = guard.literals().filter(|literal| literal.test == Test::Zero);
    if zeros.any(|literal| pins(&literal.poly, inner)) {
        return 1;
    }
    let interval = assuming(facts, guard).interval(&Poly::atom(counter(inner)));
    let ends = interval.min.zip(interval.max);
    let width = ends.and_then(|(least, most)| (most - least).to_u32());
    width.map_or(u32::MAX, |width| (width / stride.max(1)).saturating_add(1))
}

/// Whether `poly = 0` has one solution at most for the counter of `l`.
fn pins(poly: &Poly, l: LoopId) -> bool {
    let counter = counter(l);
    let mut with_counter = poly
        .monomials()
        .map(|(monomial, _)| monomial)
        .filter(|monomial| monomial.any_atom(&mut |atom| *atom == counter));
    let alone = |monomial: &Monomial| matches!(monomial.factors(), [(atom, 1)] if *atom == counter);
    with_counter.next().is_some_and(alone) && with_counter.next().is_none()
}

/// The facts of the counters of the loops `around`: each is between its ends. Only ends that are numbers are kept, for a condition
/// that bounds a counter by a number may say more than a size does.
pub(super) fn facts(
    around: &[LoopId],
    region: &TargetRegion,
    loops: &[Option<LoopValues>],
) -> Facts {
    let mut facts = symbol_facts(region);
    let known = |l: &LoopId| Some((*l, loops[l.index()].as_ref()?));
    for (l, values) in around.iter().filter_map(known) {
        let interval = |end: &Option<Poly>| end.as_ref().map(|end| facts.interval(end));
        let least = interval(&values.first).and_then(|interval| interval.min);
        let most = interval(&values.last).and_then(|interval| interval.max);
        facts.add_variable(counter(l), least.map(Poly::from), most.map(Poly::from));
    }
    facts
}

/// The facts where a condition holds as well. Only inequalities that name one counter count: of several counters only that of the
/// innermost loop would be bounded, and a count would depend on the order in which the loops are written.
pub(super) fn assuming(facts: &Facts, condition: &Guard) -> Facts {
    let mut facts = facts.clone();
    let is_counter = |atom: &&&Atom| matches!(atom, Atom::Iv(..));
    let names_one =
        |literal: &&Literal| literal.poly.leaves().iter().filter(is_counter).count() <= 1;
    let all = condition.literals().filter(names_one);
    let known = all.fold(Guard::always(), |all, one| all.and_literal(one).unwrap_or(all));
    facts.assume_guard(&known);
    facts
}

#[cfg(test)]
mod tests {
    use super::super::executions::NOMINAL;
    use super::super::{nest_text, sectors_of};

    type Condition = fn(u32, u32) -> bool;

    /// The part of the requests that is counted in a square whose size is not known.
    fn made(condition: &str) -> f64 {
        let body = format!("(if {condition} (then (= [a (index j 4:i64)]:i32 1)))");
        let sectors = sectors_of(&nest_text("", ["0 < n 1"; 2], &body));
        assert!(sectors.undecided, "{condition}");
        sectors.made
    }

    /// The part in which some lane's iteration has `condition`, in the square that stands for it.
    fn enumerated(condition: Condition) -> f64 {
        let warps = (0..NOMINAL).flat_map(|i| (0..NOMINAL / 32).map(move |k| (i, 32 * k)));
        let is_made = |(i, j): &(u32, u32)| (*j..j + 32).any(|j| condition(*i, j));
        let made = warps.filter(is_made).count();
        made as f64 / f64::from(NOMINAL * NOMINAL / 32)
    }

    #[test]
    fn the_part_is_that_of_all_warps() {
        let conditions: [(&str, Condition); 14] = [
            ("(< (* 2 i) n)", |i, _| 2 * i < NOMINAL),
            ("(>= (* 4 i) n)", |i, _| 4 * i >= NOMINAL),
            ("(< (- n i) 4)", |i, _| NOMINAL - i < 4),
            ("(< j 1)", |_, j| j < 1),
            ("(< i 4)", |i, _| i < 4),
            ("(&& (>= i 7) (<= i 70))", |i, _| (7..=70).contains(&i)),
            ("(&& (< i 9) (== j 6))", |i, j| i < 9 && j == 6),
            ("(&& (< i 2) (< j 33))", |i, j| i < 2 && j < 33),
            ("(== j 0)", |_, j| j == 0),
            ("(== j 3)", |_, j| j == 3),
            ("(== i 0)", |i, _| i == 0),
            ("(== i j)", |i, j| i == j),
            ("(&& (== i j) (== i 5))", |i, j| i == j && i == 5),
            ("(|| (== i 1) (== j 0))", |i, j| i == 1 || j == 0),
        ];
        for (text, condition) in conditions {
            let (made, all) = (made(text), enumerated(condition));
            assert!((made / all - 1.0).abs() < 1e-3, "{text}: {made}, {all}");
        }
    }

    /// A condition on sizes leaves all lanes or none: the count is for sizes that leave them.
    #[test]
    fn conditions_on_sizes_decide_nothing() {
        for condition in ["(== k 0)", "(< m n)", "(&& (< 0 k) (>= i 0))"] {
            let body = format!("(if {condition} (then (= [a (index j 4:i64)]:i32 1)))");
            let sectors = sectors_of(&nest_text("", ["0 < n 1"; 2], &body));
            assert!(!sectors.undecided && sectors.made >= 1.0, "{condition}");
        }
    }

    #[test]
    fn other_conditions_say_nothing() {
        for condition in
            ["(== (* j j) (* i i))", "(!= j 0)", "(<= j i)", "(<= (+ i j) 5)", "(<= i (- 5 j))"]
        {
            assert!(made(condition) >= 1.0, "{condition}");
        }
    }
}
