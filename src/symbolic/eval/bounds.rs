//! Bounds that are the lesser or the greater of several values.
//!
//! In `for (i = 0; i < (n < m ? n : m); i++)` the bound is a guarded sum, and i is below each of its
//! summands, whichever is chosen: a summand that no chosen one exceeds. So what a select of the
//! smaller says is a conjunction, and no case has to be told apart.

use super::{Binding, Evaluator, LoopValues};
use crate::ir::Loop;
use crate::symbolic::poly::Poly;
use crate::symbolic::range::Facts;
use crate::symbolic::value::{Case, Condition, Test, Value};

/// Bounds with more cases are not looked at.
const MAX_CASES: usize = 4;

impl Evaluator<'_> {
    /// Adds what the cases of a loop's bounds say of its counter to what holds in its body.
    pub(super) fn assume_bounds(&mut self, inner: &Loop, values: &LoopValues) {
        let Some(step) = values.step.as_ref().filter(|_| values.varying.is_none()) else { return };
        let Some(Binding::Value(counter)) = self.environment.get(&inner.iv) else { return };
        let Some(counter) = counter.as_poly().cloned() else { return };
        let (above, below) = if *step > 0 {
            (least(&self.facts, &values.lower), greatest(&self.facts, &values.upper))
        } else {
            (least(&self.facts, &values.upper), greatest(&self.facts, &values.lower))
        };
        let open = Poly::one();
        let (from, to) = if *step > 0 { (Poly::zero(), open) } else { (open, Poly::zero()) };
        let above = above.iter().map(|end| &(&counter - end) - &from);
        let below = below.iter().map(|end| &(end - &counter) - &to);
        for row in above.chain(below).collect::<Vec<_>>() {
            let fact = Condition::of(&Value::from(row), Test::NonNegative);
            self.assume(fact.as_ref());
        }
    }
}

/// The value of a case that the value never exceeds, where there are several cases.
pub(super) fn most(facts: &Facts, value: &Value) -> Option<Poly> {
    greatest(facts, value).into_iter().next()
}

/// The cases' values that the value never exceeds, where there are several cases.
fn greatest(facts: &Facts, value: &Value) -> Vec<Poly> {
    ends(facts, value, |end, chosen| end - chosen)
}

/// The cases' values that the value never falls below, where there are several cases.
fn least(facts: &Facts, value: &Value) -> Vec<Poly> {
    ends(facts, value, |end, chosen| chosen - end)
}

fn ends(facts: &Facts, value: &Value, room: fn(&Poly, &Poly) -> Poly) -> Vec<Poly> {
    let cases = value.cases();
    if value.unknown().is_some() || cases.len() < 2 || cases.len() > MAX_CASES {
        return Vec::new();
    }
    let holds = |end: &Case| {
        cases.iter().all(|chosen| {
            let mut facts = facts.clone();
            facts.assume_guard(&chosen.guard);
            facts.nonnegative(&room(&end.poly, &chosen.poly))
        })
    };
    cases.iter().filter(|end| holds(end)).map(|end| end.poly.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::SymbolId;
    use crate::symbolic::poly::Atom;
    use rug::Integer;

    /// Every end is on its side of the value, for small n and m; a mixture of both has no end.
    #[test]
    fn ends_bound_the_value() {
        let [n, m] = [0, 1].map(|k| Poly::atom(Atom::Symbol(SymbolId(k))));
        let less = Condition::of(&Value::from(&(&m - &n) - &Poly::one()), Test::NonNegative);
        let less = less.expect("a comparison of polynomials");
        let (low, high) = (Value::from(n.clone()), Value::from(m));
        let lesser = Value::select(&less, &low, &high);
        let greater = Value::select(&less, &high, &low);
        let facts = Facts::default();
        assert_eq!(least(&facts, &lesser), []);
        assert_eq!(greatest(&facts, &greater), []);
        for a in -3..=3_i64 {
            for b in -3..=3_i64 {
                let at = |poly: &Poly| {
                    let value = poly.evaluate(&|atom| match atom {
                        Atom::Symbol(SymbolId(0)) => Some(Integer::from(a)),
                        _ => Some(Integer::from(b)),
                    });
                    value.expect("every symbol has a value")
                };
                let ends = greatest(&facts, &lesser);
                assert!(ends.len() == 2 && ends.iter().all(|end| at(end) >= a.min(b)));
                let ends = least(&facts, &greater);
                assert!(ends.len() == 2 && ends.iter().all(|end| at(end) <= a.max(b)));
            }
        }
        let shifted = Value::from(&n + &Poly::one());
        let mixed = Value::select(&less, &shifted, &low);
        assert_eq!(greatest(&facts, &mixed), [&n + &Poly::one()]);
    }
}
