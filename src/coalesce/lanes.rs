//! Integer functions of a lane's iteration.

use super::requests::Run;
use crate::id::LoopId;
use crate::ir::BinaryOp;
use crate::symbolic::poly::{Atom, Instance, Poly, TermOp};

/// A polynomial in the mapped loops' atoms and in quotients, remainders, masks and conversions of
/// such polynomials, with machine integers as coefficients. Arithmetic wraps: addresses do too.
pub(super) struct LaneFunction {
    /// Coefficients of monomials with two factors or more, or with a factor that is no atom.
    monomials: Vec<(i64, Vec<(Factor, u32)>)>,
    /// Coefficients of the atoms by the loops' positions, and a constant.
    linear: Vec<i64>,
    constant: i64,
}

enum Factor {
    /// The atom of the mapped loop at that position.
    Position(usize),
    Binary(BinaryOp, LaneFunction, LaneFunction),
    Wrap {
        bits: u16,
        signed: bool,
        of: LaneFunction,
    },
}

impl LaneFunction {
    /// `None` where anything else than the mapped loops' atoms and constants decides the value.
    pub(super) fn new(poly: &Poly, loops: &[LoopId]) -> Option<Self> {
        let mut function =
            Self { monomials: Vec::new(), linear: vec![0; loops.len()], constant: 0 };
        for (monomial, coefficient) in poly.monomials() {
            let coefficient = coefficient.to_i64()?;
            let mut factors = Vec::new();
            for (atom, exponent) in monomial.factors() {
                factors.push((Factor::new(atom, loops)?, *exponent));
            }
            match factors.as_slice() {
                [] => function.constant = coefficient,
                [(Factor::Position(position), 1)] => function.linear[*position] = coefficient,
                _ => function.monomials.push((coefficient, factors)),
            }
        }
        Some(function)
    }

    /// The value for a lane whose mapped loops have the given values, modulo 2^64.
    pub(super) fn evaluate(&self, lane: &[i64]) -> i64 {
        if !self.is_affine() {
            return self.exact(lane) as i64;
        }
        let add =
            |sum: i64, (factor, value): (&i64, &i64)| sum.wrapping_add(factor.wrapping_mul(*value));
        self.linear.iter().zip(lane).fold(self.constant, add)
    }

    /// The value itself: 128 bits hold both kinds of 64-bit integers and their sums.
    pub(super) fn exact(&self, lane: &[i64]) -> i128 {
        let product = |factors: &[(Factor, u32)]| {
            factors.iter().fold(1_i128, |product, (factor, exponent)| {
                product.wrapping_mul(factor.evaluate(lane).wrapping_pow(*exponent))
            })
        };
        let linear = self.linear.iter().zip(lane).fold(i128::from(self.constant), |sum, pair| {
            sum.wrapping_add(i128::from(*pair.0).wrapping_mul(i128::from(*pair.1)))
        });
        self.monomials.iter().fold(linear, |sum, (coefficient, factors)| {
            sum.wrapping_add(i128::from(*coefficient).wrapping_mul(product(factors)))
        })
    }

    /// The coefficient of the loop at `position`, for an affine function.
    pub(super) fn coefficient(&self, position: usize) -> i64 {
        self.linear.get(position).copied().unwrap_or(0)
    }

    /// The value of an affine function for the first lane of a run, and its step to the next lane.
    pub(super) fn line(&self, run: &Run) -> Option<(i128, i128)> {
        let innermost = i128::from(self.linear.last().copied().unwrap_or(0));
        let line = || (self.exact(run.values), innermost.wrapping_mul(i128::from(run.stride)));
        self.is_affine().then(line)
    }

    /// Whether it has one value for all lanes.
    pub(super) fn is_constant(&self) -> bool {
        self.is_affine() && self.linear.iter().all(|factor| *factor == 0)
    }

    /// Whether it is a sum of multiples of the atoms and a constant.
    pub(super) fn is_affine(&self) -> bool {
        self.monomials.is_empty()
    }
}

impl Factor {
    fn new(atom: &Atom, loops: &[LoopId]) -> Option<Self> {
        let term = match atom {
            Atom::Iv(l, Instance::Source) => {
                return loops.iter().position(|own| own == l).map(Factor::Position);
            }
            Atom::Term(term) => term,
            _ => return None,
        };
        let argument = |index: usize| LaneFunction::new(term.args.get(index)?, loops);
        match &term.op {
            TermOp::Binary(op) => Some(Factor::Binary(*op, argument(0)?, argument(1)?)),
            TermOp::Wrap { bits, signed } => {
                Some(Factor::Wrap { bits: *bits, signed: *signed, of: argument(0)? })
            }
            TermOp::Load { .. } | TermOp::Pointer(_) | TermOp::Unknown { .. } => None,
        }
    }

    /// Where C leaves the value undefined (division by 0, shifts beyond the width), it counts as 0: no program
    /// that may run gets there.
    fn evaluate(&self, lane: &[i64]) -> i128 {
        match self {
            Factor::Position(position) => i128::from(lane[*position]),
            Factor::Binary(op, left, right) => {
                let (a, b) = (left.exact(lane), right.exact(lane));
                match op {
                    BinaryOp::Div => a.checked_div(b).unwrap_or(0),
                    BinaryOp::Rem => a.checked_rem(b).unwrap_or(0),
                    BinaryOp::Shr => {
                        u32::try_from(b).ok().and_then(|b| a.checked_shr(b)).unwrap_or(0)
                    }
                    BinaryOp::Shl => {
                        let power = u32::try_from(b).ok().and_then(|b| 1_i128.checked_shl(b));
                        power.map_or(0, |power| a.wrapping_mul(power))
                    }
                    BinaryOp::BitAnd => a & b,
                    BinaryOp::BitOr => a | b,
                    BinaryOp::BitXor => a ^ b,
                    _ => 0,
                }
            }
            Factor::Wrap { bits, signed, of } => wrap(of.exact(lane), *bits, *signed),
        }
    }
}

/// The value modulo 2^bits.
fn wrap(value: i128, bits: u16, signed: bool) -> i128 {
    if bits == 0 || u32::from(bits) >= i128::BITS {
        return value;
    }
    let shift = i128::BITS - u32::from(bits);
    let high = value << shift;
    if signed { high >> shift } else { ((high as u128) >> shift) as i128 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_wrap_as_in_c() {
        assert_eq!(wrap(300, 8, false), 44);
        assert_eq!(wrap(200, 8, true), -56);
        assert_eq!(wrap(-1, 32, false), 0xffff_ffff);
        assert_eq!(wrap(-1, 64, true), -1);
        assert_eq!(wrap(-2, 64, false), (1 << 64) - 2);
    }

    #[test]
    fn quotients_and_remainders_are_evaluated() {
        let i = Poly::atom(Atom::Iv(LoopId(0), Instance::Source));
        let term = |op| Poly::term(TermOp::Binary(op), vec![i.clone(), Poly::from(8)]);
        let tiled = &(&Poly::from(64) * &term(BinaryOp::Div)) + &term(BinaryOp::Rem);
        let function = LaneFunction::new(&tiled, &[LoopId(0)]).expect("only i occurs");
        assert_eq!(function.evaluate(&[19]), 2 * 64 + 3);
        assert!(!function.is_affine());
    }
}
