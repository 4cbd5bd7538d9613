//! Whether there are iterations enough for a change, as a number or as a fact that a test finds out: so many of inner loops below which a
//! change that gives them to lanes does not pay.

use rug::Integer;

use super::Variant;
use super::fact::Fact;
use super::facts::at_least;
use super::test::host_test;
use crate::access::Accesses;
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{TargetRegion, Type};
use crate::policy::Policy;
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::transform::blocker::Blocker;

/// Iterations below which a warp has idle lanes.
pub(super) const WARP: u32 = 32;

/// What a test has to find out so that each of the loops has so many iterations; the error is a loop that has not, or of
/// which the host cannot tell.
pub(super) fn facts(
    accesses: &Accesses,
    loops: impl Iterator<Item = LoopId>,
    least: u32,
) -> Result<Vec<Fact>, Blocker> {
    let few = |words: &str| Blocker::in_words(Code::NoGain, None, words);
    let mut facts = Vec::new();
    for own in loops {
        match enough(accesses, own, least) {
            Some(true) => {}
            Some(false) => return Err(few("an inner loop has few iterations")),
            None => {
                let words = "the iterations of an inner loop cannot be counted before the region";
                let blocks = || of_whole_blocks(accesses, own, least);
                let known = least_iterations(accesses, own, least).map(|fact| vec![fact]);
                facts.extend(known.or_else(blocks).ok_or(few(words))?);
            }
        }
    }
    facts.dedup();
    Ok(facts)
}

/// The variant behind a test of the facts, where there are some.
pub(super) fn under(
    region: &TargetRegion,
    policy: &Policy,
    variant: Variant,
    facts: &[Fact],
) -> Result<Variant, Blocker> {
    if facts.is_empty() {
        return Ok(variant);
    }
    let test = host_test(region, &[], &independent(facts), policy);
    let words = "whether the inner loops have enough iterations is not known";
    let test = test.map_err(|_| Blocker::in_words(Code::NoGain, None, words))?;
    Ok(Variant { test: Some(test), ..variant })
}

/// The facts that do not follow from another one.
fn independent(facts: &[Fact]) -> Vec<Fact> {
    let is_implied = |at: usize| {
        let mut others = facts.iter().enumerate().filter(|(other, _)| *other != at);
        others.any(|(other, own)| {
            follows(&facts[at], own) && (other < at || !follows(own, &facts[at]))
        })
    };
    let kept = (0..facts.len()).filter(|at| !is_implied(*at));
    kept.map(|at| facts[at].clone()).collect()
}

/// Whether a fact follows from another one: its sum is that of the other one, or greater by a number.
fn follows(fact: &Fact, from: &Fact) -> bool {
    let (Fact::Least(sum), Fact::Least(from)) = (fact, from) else { return fact == from };
    (sum - from).as_constant().is_some_and(|further| further >= 0)
}

/// Whether a loop has so many iterations, where its bounds are numbers.
fn enough(accesses: &Accesses, l: LoopId, least: u32) -> Option<bool> {
    let count = accesses.loop_values(l)?.trip_count.as_ref()?.as_constant()?;
    Some(count >= least)
}

/// That the loop has so many iterations, on the average of the first and the last iteration of
/// the loops around it; `None` where variables of outside do not tell.
fn least_iterations(accesses: &Accesses, l: LoopId, least: u32) -> Option<Fact> {
    let count = accesses.loop_values(l)?.trip_count.clone()?;
    let ends = |first: bool| {
        let mut count = count.clone();
        for around in accesses.loop_values(l)?.enclosing.iter().rev() {
            let values = accesses.loop_values(*around)?;
            let end = if first { values.first.clone()? } else { values.last.clone()? };
            let counter = Atom::Iv(*around, Instance::Source);
            count = count.substitute(&|atom| (*atom == counter).then(|| end.clone()));
        }
        Some(count)
    };
    known_to_be(&(&ends(true)? + &ends(false)?), 2 * least)
}

/// That a loop over the elements of a block has so many iterations where the block is whole: its end is the
/// lesser of one that follows the block, and of one that is the same for all. The latter clips the last
/// block, or the last ones. `None` where it is no such loop, or a whole block is shorter.
fn of_whole_blocks(accesses: &Accesses, l: LoopId, least: u32) -> Option<Vec<Fact>> {
    let values = accesses.loop_values(l)?;
    let (distances, lower) = (values.distances()?, values.lower.as_poly()?);
    let counts_up = values.step.as_ref().is_some_and(|step| *step == 1);
    let is_plain = |poly: &Poly| !poly.any_atom(&mut |atom| !matches!(atom, Atom::Symbol(_)));
    let (whole, clipped): (Vec<_>, Vec<_>) =
        distances.cases().iter().map(|case| &case.poly).partition(|length| is_plain(length));
    let ends_alike = clipped.iter().all(|length| is_plain(&(*length + lower)));
    if whole.is_empty() || clipped.is_empty() || !ends_alike || !counts_up {
        return None;
    }
    let mut facts = Vec::new();
    for length in whole {
        match length.as_constant() {
            Some(length) if length >= least => {}
            Some(_) => return None,
            None => facts.push(known_to_be(length, least)?),
        }
    }
    facts.dedup();
    Some(facts)
}

/// What a test has to find out so that a counter of 32 bits may take `further` steps behind its last iteration; the error is a loop
/// of whose last iteration the host knows nothing.
pub(super) fn leaves_room(
    accesses: &Accesses,
    (l, ty): (LoopId, Type),
    further: u32,
) -> Result<Option<Fact>, Blocker> {
    let most = match ty {
        Type::Int { bits: 32, signed: true } => i32::MAX as u32,
        Type::Int { bits: 32, signed: false } => u32::MAX,
        _ => return Ok(None),
    };
    let last = accesses.loop_values(l).and_then(|values| values.last.clone());
    let known = last.and_then(|last| {
        let room = &Poly::from(most - further) - &last;
        match room.as_constant() {
            Some(room) => (room >= 0).then_some(None),
            None => known_to_be(&room, 0).map(Some),
        }
    });
    known.ok_or_else(|| Blocker::in_words(Code::NoGain, l, "its counter may overflow"))
}

/// That a sum is so much at least; `None` where variables of outside do not tell.
pub(super) fn known_to_be(sum: &Poly, least: u32) -> Option<Fact> {
    let (mut sum, mut least) = (sum.clone(), Poly::from(least));
    while let Some((quotient, dividend, divisor)) = added_quotient(&sum) {
        let times = Poly::from(divisor.clone());
        let nearly = &dividend - &Poly::from(Integer::from(&divisor - 1));
        sum = &(&times * &(&sum - &quotient.0)) + &(&Poly::from(quotient.1) * &nearly);
        least = &least * &times;
    }
    let plain = !sum.any_atom(&mut |atom| !matches!(atom, Atom::Symbol(_)));
    at_least(&sum, &least).filter(|_| plain)
}

/// A quotient by a number that a sum has so many times, with its dividend and its divisor. `p / c` is at least `(p - c + 1) / c` without
/// rounding.
fn added_quotient(sum: &Poly) -> Option<((Poly, Integer), Poly, Integer)> {
    sum.monomials().filter(|(_, times)| **times > 0).find_map(|(monomial, times)| {
        let (dividend, divisor) = monomial.quotient()?;
        let own = Poly::monomial(monomial.clone(), times.clone());
        Some(((own, times.clone()), dividend.clone(), divisor))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::SymbolId;
    use crate::ir::BinaryOp;
    use crate::symbolic::poly::TermOp;

    /// Where the fact holds, the sum with its quotients is large enough.
    #[test]
    fn quotients_are_large_enough_where_their_dividends_are() {
        let n = Poly::atom(Atom::Symbol(SymbolId(0)));
        let quotient = |by: i64, added: i64| {
            let args = vec![&n + &Poly::from(added), Poly::from(by)];
            Poly::term(TermOp::Binary(BinaryOp::Div), args)
        };
        let twice = &Poly::from(2) * &quotient(3, 1);
        let sums = [
            (quotient(2, 0), 32),
            (&quotient(2, -3) + &n, 32),
            (&twice - &Poly::from(5), 7),
            (&(&quotient(4, 0) + &quotient(3, 2)) - &n, 0),
        ];
        for (sum, least) in &sums {
            let Some(Fact::Least(fact)) = known_to_be(sum, *least) else { panic!("{sum:?}") };
            let mut held = 0;
            for value in -40_i64..200 {
                let at = |poly: &Poly| {
                    let found = poly.evaluate(&|atom| match atom {
                        Atom::Symbol(_) => Some(value.into()),
                        Atom::Term(term) => {
                            let by = term.args[1].as_constant()?.to_i64()?;
                            let added = term.args[0].constant_part().to_i64()?;
                            Some(((value + added) / by).into())
                        }
                        _ => None,
                    });
                    found.expect("a number")
                };
                if at(&fact) >= 0 {
                    assert!(at(sum) >= *least, "{sum:?} at {value}");
                    held += 1;
                }
            }
            assert!(held > 0, "{sum:?}");
        }
        assert_eq!(known_to_be(&(&n - &quotient(2, 0)), 0), None);
    }
}
