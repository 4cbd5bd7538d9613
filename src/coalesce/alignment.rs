//! Where an address may begin in a sector.
//!
//! Row i of an array begins at `i * n`, and n is known at run time only. Of the possible remainders none is left out: the least, the
//! most and the mean sectors, which decide, are those of all alike. But what is likely is not the mean. Sizes that programs are run
//! with are rarely odd, and most of them are multiples of a sector: [`SIZES`] says how many were.

use std::collections::BTreeSet;

use rug::Integer;

use super::blocks::gcd;
use crate::symbolic::eval::LoopValues;
use crate::symbolic::poly::{Atom, Monomial, Poly, TermOp};

/// How many of 302 sizes were odd, multiples of 2 and not of 4, and so on; the last are multiples of 32.
/// The decision record 0046 tells where they are from.
const SIZES: [u64; 6] = [8, 7, 15, 16, 27, 229];

/// The places that something may have: multiples of `step` bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Alignment {
    pub(super) step: i64,
    /// The step where every size is a multiple of a sector; a multiple of the other step.
    pub(super) even: i64,
}

impl Alignment {
    /// All multiples of a step alike.
    pub(super) fn every(step: i64) -> Self {
        Self { step, even: step }
    }

    /// The places of a sum.
    pub(super) fn with(self, other: Self) -> Self {
        Self { step: gcd(self.step, other.step), even: gcd(self.even, other.even) }
    }

    /// Every place in a sector, and how often it is met with sizes as programs have them.
    pub(super) fn places(self, sector: u32) -> Vec<(i64, u64)> {
        let sector = i64::from(sector);
        let (step, even) = (gcd(self.step, sector), gcd(self.even, sector));
        debug_assert!(even % step == 0, "{even} is no multiple of {step}");
        let of_size = |(powers, times): (usize, &u64)| (gcd(even, step << powers), *times);
        let steps: Vec<(i64, u64)> = SIZES.iter().enumerate().map(of_size).collect();
        let met = |place: i64| {
            let at = steps.iter().filter(|(own, _)| place % own == 0);
            at.map(|(own, times)| times * (own / step) as u64).sum()
        };
        let places = (0..sector / step).map(|k| k * step);
        places.map(|place| (place, met(place))).collect()
    }
}

/// The numbers that count as sizes. Others may be any number, as the counter of a loop around the region.
#[derive(Clone, Debug, Default)]
pub(super) struct Sizes(BTreeSet<Atom>);

impl Sizes {
    /// The numbers up to which loops run.
    pub(super) fn of_loops(loops: &[Option<LoopValues>]) -> Self {
        let mut sizes = Sizes::default();
        for last in loops.iter().flatten().filter_map(|values| values.last.as_ref()) {
            sizes.add(last, |_, coefficient| *coefficient > 0);
        }
        sizes
    }

    /// The same with the numbers that counters are multiplied with in an address.
    pub(super) fn in_address(&self, address: &Poly) -> Self {
        let mut sizes = self.clone();
        sizes.add(address, |product, _| product.factors().iter().any(|(atom, _)| !is_number(atom)));
        sizes
    }

    /// Adds the numbers in the products that pass.
    fn add(&mut self, poly: &Poly, mut passes: impl FnMut(&Monomial, &Integer) -> bool) {
        let products = poly.monomials().filter(|(product, factor)| passes(product, factor));
        for (product, _) in products {
            product.any_atom(&mut |atom| {
                if let Atom::Symbol(_) = atom {
                    self.0.insert(atom.clone());
                }
                false
            });
        }
    }

    /// The places that a part of an address gives, whose constant is left out.
    pub(super) fn places(&self, part: &Poly) -> Alignment {
        let part = part.without_constant();
        let (_, others) = part.partition(|product| self.is_multiple(product));
        Alignment { step: small(&part.content()), even: small(&others.content()) }
    }

    /// Whether a product is a multiple of a size: a product of two numbers is.
    fn is_multiple(&self, product: &Monomial) -> bool {
        let mut numbers = product.factors().iter().filter(|(atom, _)| is_number(atom));
        let is_size = |atom: &Atom| {
            !Poly::atom(atom.clone())
                .any_atom(&mut |part| matches!(part, Atom::Symbol(_)) && !self.0.contains(part))
        };
        if product.degree() > 1 {
            numbers.next().is_some()
        } else {
            numbers.any(|(atom, _)| is_size(atom))
        }
    }
}

/// Whether an atom is one number in the whole region, and follows from the numbers that come from around it.
fn is_number(atom: &Atom) -> bool {
    !Poly::atom(atom.clone()).any_atom(&mut |part| match part {
        Atom::Symbol(_) => false,
        Atom::Term(_) => is_opaque(part),
        _ => true,
    })
}

/// Whether no number tells the value, as for a load.
pub(super) fn is_opaque(atom: &Atom) -> bool {
    let Atom::Term(term) = atom else { return false };
    matches!(term.op, TermOp::Load { .. } | TermOp::Pointer(_) | TermOp::Unknown { .. })
}

/// A divisor as a machine integer; one that does not fit is replaced by a divisor of it.
fn small(divisor: &Integer) -> i64 {
    divisor.to_i64().unwrap_or_else(|| 1_i64 << divisor.find_one(0).unwrap_or(0).min(62))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coalesce::{nest_text, sectors_of};

    /// Rows of sizes with all powers of two in them begin where the places say, as often as they say.
    #[test]
    fn rows_begin_at_the_places() {
        for (bytes, even) in [1, 2, 4, 8, 16, 32].into_iter().flat_map(|b| [(b, 0), (b, 2 * b)]) {
            let mut rows = [0_u64; 32];
            for (powers, times) in SIZES.into_iter().enumerate() {
                let size = 3 << powers;
                for (i, k) in (0..32).flat_map(|i| (0..32).map(move |k| (i, k))) {
                    rows[((bytes * size * i + even * k) % 32) as usize] += times;
                }
            }
            let met = Alignment { step: bytes, even }.places(32);
            let all: u64 = met.iter().map(|(_, times)| times).sum();
            let counted: u64 = rows.iter().sum();
            for (place, row) in rows.into_iter().enumerate() {
                let own = met.iter().find(|(at, _)| *at == place as i64).map_or(0, |own| own.1);
                assert_eq!(own * counted, row * all, "{bytes} bytes, {even}: place {place}");
            }
        }
    }

    /// The likely sectors of floats at a subscript over two collapsed loops.
    fn likely(subscript: &str) -> f64 {
        let body = format!("(= [a (index {subscript}:i32 4:i64)]:f32 1)");
        let sectors =
            sectors_of(&nest_text("(clause collapse \"2\")", ["0 < n 1", "0 < m 1"], &body));
        let most = if sectors.long_rows.is_some() { 32 } else { 5 };
        assert_eq!((sectors.min, sectors.max), (4, most), "{subscript}");
        sectors.likely
    }

    /// Four sectors where a row begins at one, else five. With SIZES, an element further, and two further.
    #[test]
    fn multiples_of_sizes_are_aligned_as_sizes_are() {
        let aligned = likely("(+ (* i k) j)");
        assert!((4.0..4.1).contains(&aligned), "{aligned}");
        let alike = ["(+ (* (+ i 1) k) j)", "(+ (* (- i 1) m) (+ j (* 8 i)))", "(+ j (* 3 m))"];
        for subscript in alike {
            let found = likely(subscript);
            assert!((found - aligned).abs() < 1e-9, "{subscript}: {found}");
        }
        let others = [
            ("(+ j k)", 4.875),
            ("(+ j (* 2 k))", 4.75),
            ("(+ (* i (+ k 1)) j)", 4.875),
            ("(+ (* i (+ k 2)) j)", 4.75),
            ("(+ (* i (+ k 4)) j)", 4.5),
        ];
        for (subscript, expected) in others {
            let found = likely(subscript);
            assert!((found - expected).abs() < 0.03, "{subscript}: {found}");
        }
    }
}
