//! Conditions on remainders: `if ((i + j) % 2 == 0)`.
//!
//! Lanes run over j. Where nothing is known of i, or of where a row begins, it is not known which lanes are at work. But the
//! possible sets of lanes are known: one for each remainder of the part that the lanes have in common. Each set counts alike.

use super::lanes::LaneFunction;
use super::layout::{LaneGuard, decidable};
use super::trips::varies;
use crate::id::LoopId;
use crate::ir::BinaryOp;
use crate::symbolic::poly::{Atom, Poly, Term, TermOp};
use crate::symbolic::value::Guard;

/// Larger divisors than a warp has lanes are not run through.
const MAX_DIVISOR: i64 = 32;

/// The guards for each remainder of the part that lanes have in common: one of them holds for each lane at work. `None` for a
/// remainder for which no lane works.
pub(super) type Phases = Vec<Option<Vec<LaneGuard>>>;

/// The phases of `paths` over the loops `lanes`; `None` where something else decides as well. Where the loops' values are
/// `relative` to an unknown position, this is anything but the one remainder. Elsewhere it is anything that lanes do not know of
/// themselves.
pub(super) fn phases(
    paths: &[Guard],
    lanes: &[LoopId],
    relative: bool,
    nonnegative: &dyn Fn(&Poly) -> bool,
) -> Option<Phases> {
    let remainder = Remainder::in_guards(paths, lanes, relative, nonnegative)?;
    let phase = |shift: i64| {
        let replaced = remainder.at(shift);
        let taken = paths.iter().filter_map(|guard| {
            guard.substitute(&|atom| (*atom == remainder.atom).then(|| replaced.clone()))
        });
        let taken: Vec<Guard> = taken.collect();
        let (guards, true) = decidable(&taken, lanes) else { return None };
        Some((!taken.is_empty()).then_some(guards))
    };
    let phases: Phases = (0..remainder.divisor).map(phase).collect::<Option<_>>()?;
    phases.iter().any(Option::is_some).then_some(phases)
}

/// The remainder of a sum by a number, of which lanes know a part.
struct Remainder {
    atom: Atom,
    op: BinaryOp,
    /// What differs from lane to lane.
    own: Poly,
    /// The divisor; of a mask, one more than it.
    divisor: i64,
}

impl Remainder {
    fn in_guards(
        paths: &[Guard],
        lanes: &[LoopId],
        relative: bool,
        nonnegative: &dyn Fn(&Poly) -> bool,
    ) -> Option<Remainder> {
        let mut found: Option<Remainder> = None;
        for literal in paths.iter().flat_map(Guard::literals) {
            if !relative && LaneFunction::new(&literal.poly, lanes).is_some() {
                continue;
            }
            let mut atoms = literal.poly.atoms().into_iter();
            let (atom, None) = (atoms.next()?, atoms.next()) else { return None };
            if found.as_ref().is_some_and(|known| known.atom != atom) {
                return None;
            }
            let (remainder, whole) = Remainder::new(atom, lanes)?;
            let of_sign = remainder.op == BinaryOp::Rem && literal.poly.constant_part() != 0;
            if of_sign && !nonnegative(&whole) {
                return None;
            }
            found = Some(remainder);
        }
        found
    }

    fn new(atom: Atom, lanes: &[LoopId]) -> Option<(Remainder, Poly)> {
        let Atom::Term(term) = &atom else { return None };
        let Term { op: TermOp::Binary(op), args } = &**term else { return None };
        let [whole, by] = args.as_slice() else { return None };
        let (whole, by) = if whole.as_constant().is_some() { (by, whole) } else { (whole, by) };
        let by = by.as_constant()?.to_i64()?;
        let divisor = match op {
            BinaryOp::Rem => by,
            BinaryOp::BitAnd if by & by.wrapping_add(1) == 0 => by.checked_add(1)?,
            _ => return None,
        };
        let (own, _) = whole.partition(|part| part.any_atom(&mut |atom| varies(atom, lanes)));
        LaneFunction::new(&own, lanes)?;
        let (op, whole) = (*op, whole.clone());
        let few = (2..=MAX_DIVISOR).contains(&divisor);
        few.then_some((Remainder { atom, op, own, divisor }, whole))
    }

    /// The same with a number in the place of what lanes have in common.
    fn at(&self, shift: i64) -> Poly {
        let by = if self.op == BinaryOp::Rem { self.divisor } else { self.divisor - 1 };
        Poly::term(TermOp::Binary(self.op), vec![&self.own + &Poly::from(shift), Poly::from(by)])
    }
}

#[cfg(test)]
mod tests {
    use crate::coalesce::warp::Sectors;
    use crate::coalesce::{nest_text, sectors_of};

    /// The sectors of `if (condition) a[j + shift] = 1`, elements of `bytes` bytes, where the threads share both loops.
    fn sectors(bounds: [&str; 2], condition: &str, shift: i64, bytes: i64) -> Sectors {
        let body =
            format!("(if {condition} (then (= [a (index (+ j {shift}) {bytes}:i64)]:i32 1)))");
        let text = nest_text("(clause collapse \"2\")", bounds, &body);
        sectors_of(&text)
    }

    /// A warp at an unknown place of a row of unknown number takes what the warps of whole rows take, of rows with every
    /// remainder, and from each place in a sector.
    #[test]
    fn remainders_are_counted_as_in_known_rows() {
        let conditions = [
            ("(== (% (+ i j) 2) 0)", 2),
            ("(!= (% (+ i j) 3) 0)", 3),
            ("(== (% (+ i (* 2 j)) 4) 3)", 4),
            ("(< (% (+ i j) 8) 2)", 8),
            ("(== (& (- j i) 3) 1)", 4),
            ("(== (% i 5) 1)", 5),
            ("(== (% (+ i (* 4 j)) 4) 1)", 4),
            ("(== (& (+ i j) 31) 7)", 32),
        ];
        for (condition, period) in conditions {
            for bytes in [4, 8, 12, 32, 400] {
                let unknown = sectors(["0 < n 1", "0 < m 1"], condition, 0, bytes);
                assert!(!unknown.undecided && unknown.known, "{condition}");
                let row = |i: i64| format!("{} < {} 1", i, i + 1);
                let places = (0..period).flat_map(|i| (0..8).map(move |shift| (i, shift)));
                let whole: Vec<Sectors> = places
                    .map(|(i, shift)| sectors([&row(i), "0 < 1024 1"], condition, shift, bytes))
                    .collect();
                let what = format!("{condition}, {bytes} bytes");
                let worked = || whole.iter().filter(|s| s.made > 0.0 && s.mean > 0.0);
                assert_eq!(Some(unknown.min), worked().map(|s| s.min).min(), "{what}");
                assert_eq!(Some(unknown.max), worked().map(|s| s.max).max(), "{what}");
                let mean = worked().map(|s| s.mean * s.made).sum::<f64>() / whole.len() as f64;
                let own = unknown.mean * unknown.made;
                assert!((own - mean).abs() < 1e-6, "{what}: {own} or {mean}");
                let executed = whole.iter().map(|s| s.executed).sum::<f64>() / whole.len() as f64;
                assert!((unknown.executed - executed).abs() < 1e-6, "{what}: {executed}");
            }
        }
    }

    /// Conditions that the bounds decide count as if they were not written, or for nothing.
    #[test]
    fn conditions_are_decided_by_the_bounds() {
        let count = |bounds, condition: &str| sectors(bounds, condition, 0, 4);
        let unknown = ["0 < n 1", "0 < m 1"];
        let odd = "(== (% (+ i j) 2) 0)";
        for always in ["(>= (+ i j) 0)", "(< i n)", "(|| (>= j 0) (== i 3))"] {
            assert_eq!(count(unknown, always), count(unknown, "(== 1 1)"), "{always}");
            let both = count(unknown, &format!("(&& {always} {odd})"));
            assert_eq!(both, count(unknown, odd), "{always}");
        }
        for (bounds, rows) in
            [(unknown, "n"), (["0 < 3 1", "0 < m 1"], "3"), (["0 < 3 1", "0 < 6 1"], "3")]
        {
            let outside = format!("(&& {odd} (>= i {rows}))");
            for never in ["(> (- 0 i) j)", &outside] {
                let counted = count(bounds, never);
                assert_eq!(counted, Sectors::none(counted.around.clone()), "{never}");
            }
        }
    }
}
