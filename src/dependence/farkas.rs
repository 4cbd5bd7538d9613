//! Farkas' lemma: a system of linear inequalities over the rationals has no solution exactly if some
//! combination of them with non-negative multipliers reads `0 <= c` with a negative constant c.
//!
//! The multipliers are found by the simplex method for feasibility (Dutertre, de Moura: "A Fast
//! Linear-Arithmetic Solver for DPLL(T)", CAV 2006, §3) with Bland's rule, in exact fractions. The
//! polynomials' monomials are its variables. What it finds is checked by polynomial arithmetic, so
//! that a proof does not rest on the search.

use std::collections::BTreeMap;

use rug::Integer;

use crate::symbolic::poly::{Monomial, Poly};

/// Pivots after which the search gives up.
const MAX_PIVOTS: u32 = 250;

/// Positive multipliers with which the sum of `rows`, each of which is taken to be non-negative, is
/// a negative constant, as pairs of a row's index and its multiplier.
pub(super) fn refute(rows: &[Poly]) -> Option<Vec<(usize, Integer)>> {
    let multipliers = Tableau::new(rows)?.search()?;
    let mut sum = Poly::zero();
    for (row, factor) in &multipliers {
        sum = &sum + &(&rows[*row] * &Poly::from(factor.clone()));
    }
    sum.as_constant().is_some_and(|c| c < 0).then_some(multipliers)
}

/// A fraction in lowest terms with a positive denominator; operations fail on overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };
    const ONE: Fraction = Fraction { numerator: 1, denominator: 1 };

    fn new(numerator: i128, denominator: i128) -> Option<Fraction> {
        let sign = denominator.signum();
        let divisor = gcd(numerator.checked_abs()?, denominator.checked_abs()?).max(1);
        let reduced =
            |value: i128| if divisor == 1 { value * sign } else { value / divisor * sign };
        let (numerator, denominator) = (reduced(numerator), reduced(denominator));
        (denominator != 0).then_some(Fraction { numerator, denominator })
    }

    fn integer(value: &Integer) -> Option<Fraction> {
        Some(Fraction { numerator: value.to_i128()?, denominator: 1 })
    }

    fn is_zero(self) -> bool {
        self.numerator == 0
    }

    fn times(self, other: Fraction) -> Option<Fraction> {
        if self.is_zero() || other.is_zero() {
            return Some(Fraction::ZERO);
        }
        let numerator = self.numerator.checked_mul(other.numerator)?;
        if self.denominator == 1 && other.denominator == 1 {
            return Some(Fraction { numerator, denominator: 1 });
        }
        Fraction::new(numerator, self.denominator.checked_mul(other.denominator)?)
    }

    fn plus(self, other: Fraction) -> Option<Fraction> {
        if self.denominator == 1 && other.denominator == 1 {
            let numerator = self.numerator.checked_add(other.numerator)?;
            return Some(Fraction { numerator, denominator: 1 });
        }
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        let denominator = self.denominator.checked_mul(other.denominator)?;
        Fraction::new(left.checked_add(right)?, denominator)
    }

    fn negated(self) -> Fraction {
        Fraction { numerator: -self.numerator, denominator: self.denominator }
    }

    fn inverse(self) -> Option<Fraction> {
        Fraction::new(self.denominator, self.numerator)
    }
}

/// The greatest common divisor of two numbers that are not negative. Most have 64 bits, whose division is much faster.
fn gcd(a: i128, b: i128) -> i128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => short_gcd(a, b).into(),
        _ if b == 0 => a,
        _ => gcd(b, a % b),
    }
}

fn short_gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { short_gcd(b, a % b) }
}

/// A variable of the system: a monomial, which may have any value, or the value of a row's
/// non-constant part, which is bounded below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Free(usize),
    Row(usize),
}

/// Basic variables as combinations of the others, and the values of all rows.
struct Tableau {
    basic: Vec<Variable>,
    others: Vec<Variable>,
    /// `basic[i] = Σ_j entries[i][j] · others[j]`
    entries: Vec<Vec<Fraction>>,
    /// Values of `basic`.
    values: Vec<Fraction>,
    /// Lower bounds of the rows' non-constant parts.
    bounds: Vec<Fraction>,
}

impl Tableau {
    fn new(rows: &[Poly]) -> Option<Tableau> {
        let mut columns: BTreeMap<&Monomial, usize> = BTreeMap::new();
        for (monomial, _) in rows.iter().flat_map(Poly::monomials) {
            if !monomial.factors().is_empty() {
                let next = columns.len();
                columns.entry(monomial).or_insert(next);
            }
        }
        let mut entries = Vec::with_capacity(rows.len());
        let mut bounds = Vec::with_capacity(rows.len());
        for row in rows {
            let mut line = vec![Fraction::ZERO; columns.len()];
            for (monomial, coefficient) in row.monomials() {
                if let Some(column) = columns.get(monomial) {
                    line[*column] = Fraction::integer(coefficient)?;
                }
            }
            entries.push(line);
            bounds.push(Fraction::integer(&row.constant_part())?.negated());
        }
        Some(Tableau {
            basic: (0..rows.len()).map(Variable::Row).collect(),
            others: (0..columns.len()).map(Variable::Free).collect(),
            entries,
            values: vec![Fraction::ZERO; rows.len()],
            bounds,
        })
    }

    fn search(mut self) -> Option<Vec<(usize, Integer)>> {
        for _ in 0..MAX_PIVOTS {
            let line = self.violated()?;
            match self.entering(line) {
                Some(column) => self.pivot(line, column)?,
                None => return self.multipliers(line),
            }
        }
        None
    }

    /// The basic row of least index that is below its bound; `None` where the system has a solution.
    fn violated(&self) -> Option<usize> {
        let below = |line: &usize| match self.basic[*line] {
            Variable::Free(_) => false,
            Variable::Row(row) => {
                let gap = self.values[*line].plus(self.bounds[row].negated());
                gap.is_some_and(|gap| gap.numerator < 0)
            }
        };
        (0..self.basic.len()).filter(below).min_by_key(|line| self.basic[*line])
    }

    /// The variable of least index whose change makes the line greater.
    fn entering(&self, line: usize) -> Option<usize> {
        let usable = |column: &usize| match self.others[*column] {
            Variable::Free(_) => !self.entries[line][*column].is_zero(),
            Variable::Row(_) => self.entries[line][*column].numerator > 0,
        };
        (0..self.others.len()).filter(usable).min_by_key(|column| self.others[*column])
    }

    /// Exchanges a basic row, which gets the value of its bound, with another variable.
    fn pivot(&mut self, line: usize, column: usize) -> Option<()> {
        let Variable::Row(row) = self.basic[line] else { return None };
        let inverse = self.entries[line][column].inverse()?;
        let gap = self.bounds[row].plus(self.values[line].negated())?;
        let change = gap.times(inverse)?;
        let before = self.other_value(column);
        for (k, entries) in self.entries.iter().enumerate() {
            let step = entries[column].times(change)?;
            self.values[k] = self.values[k].plus(step)?;
        }
        self.values[line] = before.plus(change)?;
        let mut solved: Vec<Fraction> = self.entries[line].clone();
        solved[column] = Fraction::ONE.negated();
        for entry in &mut solved {
            *entry = entry.times(inverse.negated())?;
        }
        for (k, entries) in self.entries.iter_mut().enumerate() {
            let factor = entries[column];
            if k == line || factor.is_zero() {
                continue;
            }
            entries[column] = Fraction::ZERO;
            for (entry, by) in entries.iter_mut().zip(&solved) {
                if !by.is_zero() {
                    *entry = entry.plus(factor.times(*by)?)?;
                }
            }
        }
        self.entries[line] = solved;
        std::mem::swap(&mut self.basic[line], &mut self.others[column]);
        Some(())
    }

    /// The value of a variable that is not basic: a row's is its bound, a monomial's is 0.
    fn other_value(&self, column: usize) -> Fraction {
        match self.others[column] {
            Variable::Free(_) => Fraction::ZERO,
            Variable::Row(row) => self.bounds[row],
        }
    }

    /// The multipliers that a line without an entering variable stands for, as integers.
    fn multipliers(&self, line: usize) -> Option<Vec<(usize, Integer)>> {
        let Variable::Row(own) = self.basic[line] else { return None };
        let mut found = vec![(own, Fraction::ONE)];
        for (variable, entry) in self.others.iter().zip(&self.entries[line]) {
            match variable {
                Variable::Row(row) if !entry.is_zero() => found.push((*row, entry.negated())),
                _ => {}
            }
        }
        let scale = found.iter().try_fold(1_i128, |scale, (_, f)| {
            (scale / gcd(scale, f.denominator)).checked_mul(f.denominator)
        })?;
        found.sort_by_key(|(row, _)| *row);
        let integer = |(row, f): (usize, Fraction)| {
            let factor = f.numerator.checked_mul(scale / f.denominator)?;
            Some((row, Integer::from(factor)))
        };
        found.into_iter().map(integer).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::SymbolId;
    use crate::symbolic::poly::Atom;

    fn x(k: u32) -> Poly {
        Poly::atom(Atom::Symbol(SymbolId(k)))
    }

    fn line(coefficients: &[i64], constant: i64) -> Poly {
        let term = |(k, c): (usize, &i64)| &Poly::from(*c) * &x(k as u32);
        let sum = coefficients.iter().enumerate().map(term);
        sum.fold(Poly::from(constant), |sum, term| &sum + &term)
    }

    #[test]
    fn a_contradiction_has_multipliers() {
        let rows = [line(&[1, -1], -1), line(&[-1, 1], 0)];
        let found = refute(&rows).expect("x > y and y >= x");
        assert_eq!(found, [(0, Integer::from(1)), (1, Integer::from(1))]);
    }

    #[test]
    fn fractions_are_scaled() {
        let rows = [line(&[2], -1), line(&[-3], 1)];
        assert_eq!(refute(&rows), Some(vec![(0, Integer::from(3)), (1, Integer::from(2))]));
    }

    #[test]
    fn a_feasible_system_has_none() {
        let rows = [line(&[1, 1], -4), line(&[-1, 0], 3), line(&[0, -1], 1)];
        assert_eq!(refute(&rows), None);
        assert_eq!(refute(&[]), None);
    }

    /// Whatever is refuted has no point on a grid, and what has none on a fine grid of a bounded box
    /// with integer vertices is refuted.
    #[test]
    fn random_systems_agree_with_enumeration() {
        let mut state = 7_u64;
        let mut number = |bound: i64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64 % (2 * bound + 1) - bound
        };
        let mut refuted = 0;
        for _ in 0..400 {
            let rows: Vec<Poly> =
                (0..5).map(|_| line(&[number(3), number(3), number(3)], number(4))).collect();
            if refute(&rows).is_none() {
                continue;
            }
            refuted += 1;
            for point in 0..9_i64.pow(3) {
                let at = [point % 9 - 4, point / 9 % 9 - 4, point / 81 - 4];
                let holds = |row: &Poly| {
                    let value = row.evaluate(&|atom| match atom {
                        Atom::Symbol(s) => Some(Integer::from(at[s.index()])),
                        _ => None,
                    });
                    value.is_some_and(|v| v >= 0)
                };
                assert!(!rows.iter().all(holds), "{rows:?} hold at {at:?}");
            }
        }
        assert!(refuted > 20, "{refuted}");
    }
}
