//! What conditions leave to the counters that bounds of other loops follow.
//!
//! In `for (i = 0; i < n; i++) if (i < 4) for (j = 0; j < i; j++)` the inner loop has no more than three iterations
//! where it runs at all, whatever the mean of `i` is.

use std::collections::BTreeSet;

use rug::Integer;

use super::cost::Limits;
use super::pinned::counter;
use crate::id::LoopId;
use crate::ir::TargetRegion;
use crate::symbolic::eval::{LoopValues, symbol_facts};
use crate::symbolic::poly::{Atom, Poly};
use crate::symbolic::range::{Facts, Interval};
use crate::symbolic::value::{Guard, Literal};

/// The ends of the counters of the loops `around` where one of `paths` holds. There are none for counters that no other
/// loop's bounds follow, for which the part of requests that lanes make tells all.
pub(super) fn of(
    paths: &[Guard],
    around: &[LoopId],
    region: &TargetRegion,
    loops: &[Option<LoopValues>],
) -> Limits {
    let counts = || around.iter().filter_map(|l| loops[l.index()].as_ref()?.trip_count.as_ref());
    let is_followed = |l: &LoopId| counts().any(|c| c.any_atom(&mut |atom| *atom == counter(*l)));
    let followed: Vec<LoopId> = around.iter().copied().filter(is_followed).collect();
    if followed.is_empty() || paths.iter().any(Guard::is_always) {
        return Limits::new();
    }
    let facts = facts(around, region, loops);
    let under: Vec<Facts> = paths.iter().map(|path| assuming(&facts, path)).collect();
    let ends = |l: LoopId| {
        let counter = Poly::atom(counter(l));
        let intervals: Vec<Interval> = under.iter().map(|facts| facts.interval(&counter)).collect();
        let least = intervals.iter().map(|own| own.min.as_ref()).min().flatten();
        let most: Option<Vec<_>> = intervals.iter().map(|own| own.max.as_ref()).collect();
        let most = most.and_then(|most| most.into_iter().max());
        (l, (least.map(Integer::to_f64), most.map(Integer::to_f64)))
    };
    followed.into_iter().map(ends).collect()
}

/// What holds of the counters of the loops `around`: they are between their ends, of which numbers alone are kept. A condition
/// that bounds a counter by a number may well say more than a size does.
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

/// The same where a condition holds, of which what is said of one counter alone counts. Of several in one inequality only that of
/// the innermost loop would be bounded, so that a count depended on the order in which the loops are written.
pub(super) fn assuming(facts: &Facts, condition: &Guard) -> Facts {
    let mut facts = facts.clone();
    let names_one = |literal: &&Literal| {
        let mut named = BTreeSet::new();
        literal.poly.any_atom(&mut |atom| {
            named.extend(if let Atom::Iv(l, _) = atom { Some(*l) } else { None });
            false
        });
        named.len() <= 1
    };
    let all = condition.literals().filter(names_one);
    let known = all.fold(Guard::always(), |all, one| all.and_literal(one).unwrap_or(all));
    facts.assume_guard(&known);
    facts
}

#[cfg(test)]
mod tests {
    use super::super::sectors_of;

    /// The iterations that are counted for `if (condition) for (j = 0; j < bound; j++)` in a loop over `i` of 64.
    fn instances(condition: &str, bound: &str) -> f64 {
        let sectors = sectors_of(&format!(
            "(region \"t.c\" 1 f
               (directive \"target teams distribute parallel for\")
               (symbols (symbol n i32 scalar parameter)
                 (symbol i i32 scalar region) (symbol j i32 scalar region)
                 (symbol a ptr pointer parameter))
               (data (map-tofrom a (section \"0\" \"n\")))
               (body (for i 0 < 64 1 declares (if {condition} (then
                 (for j 0 < {bound} 1 declares (= [a (index j 4:i64)]:i32 1)))))))"
        ));
        sectors.around.instances
    }

    /// As many iterations as the loops would have if those that the condition excludes were like the others.
    #[test]
    fn excluded_iterations_count_like_the_others() {
        type Condition = fn(i32) -> bool;
        type Trips = fn(i32) -> i32;
        let conditions: [(&str, Condition); 6] = [
            ("(<= i 4)", |i| i <= 4),
            ("(> i 50)", |i| i > 50),
            ("(&& (>= i 10) (< i 13))", |i| (10..13).contains(&i)),
            ("(== i 40)", |i| i == 40),
            ("(|| (< i 3) (> i 60))", |i| !(3..=60).contains(&i)),
            ("(> n 5)", |_| true),
        ];
        let bounds: [(&str, Trips); 3] =
            [("(+ i 1)", |i| i + 1), ("(- 70 i)", |i| 70 - i), ("9", |_| 9)];
        for (text, condition) in conditions {
            for (bound, trips) in bounds {
                let admitted: Vec<i32> = (0..64).filter(|i| condition(*i)).collect();
                let all: i32 = admitted.iter().map(|i| trips(*i)).sum();
                let expected = 64.0 * f64::from(all) / admitted.len() as f64;
                let found = instances(text, bound);
                assert!((found / expected - 1.0).abs() < 1e-6, "{text}, {bound}: {found}");
            }
        }
    }
}
