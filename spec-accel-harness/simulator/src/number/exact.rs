//! Arithmetic with exact results, rounded once in any direction, by integers alone.
//!
//! The host rounds to nearest; this module serves the other directions and the formats that the host does not have. A result that
//! has too many bits keeps a *sticky* last bit: it is 1 where anything below was cut off, so that every rounding to fewer bits
//! comes out as if nothing had been cut.
//!
//! The functions of the operations are kept out of the loops over lanes, which are for the host's operations.

use super::float::Float;
use super::integer::Integer;
use super::round::Rounding;

/// A finite number: `significand * 2^exponent`, with a sign that zero has as well. The significand of an operand is below
/// `2^126`, that of a result below `2^127`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finite {
    negative: bool,
    exponent: i32,
    significand: u128,
}

/// Where the highest bit of an operand stands before an addition, a division or a root.
const TOP: u32 = 125;

impl Finite {
    /// The number that a finite value of a format stands for.
    pub(super) fn of<F: Float>(value: F) -> Self {
        let fraction = value.magnitude() & (F::LEAST_NORMAL - 1);
        let biased = (value.magnitude() >> F::FRACTION_BITS) as i32;
        let hidden = if biased == 0 { 0 } else { F::LEAST_NORMAL };
        Self {
            negative: value.has_sign(),
            exponent: F::LEAST_EXPONENT + (biased - 1).max(0),
            significand: (fraction | hidden).into(),
        }
    }

    /// An integer.
    pub(super) fn of_integer<I: Integer>(value: I) -> Self {
        let wide = value.wide();
        Self { negative: wide < 0, exponent: 0, significand: wide.unsigned_abs() }
    }

    /// The same number with its highest bit at [`TOP`]; zero stays.
    fn normalised(self) -> Self {
        if self.significand == 0 {
            return self;
        }
        let shift = self.significand.leading_zeros() - (127 - TOP);
        Self {
            significand: self.significand << shift,
            exponent: self.exponent - shift as i32,
            ..self
        }
    }

    /// The sum. An exact zero of operands with two signs is negative where the direction is down.
    fn plus(self, other: Self, rounding: Rounding) -> Self {
        let (first, second) = (self.normalised(), other.normalised());
        if first.significand == 0 || second.significand == 0 {
            return Self::sum_with_zero(first, second, rounding);
        }
        let ascending = (first.exponent, first.significand) < (second.exponent, second.significand);
        let (large, small) = if ascending { (second, first) } else { (first, second) };
        let aligned = shift_sticky(small.significand, large.exponent.abs_diff(small.exponent));
        if large.negative == small.negative {
            return Self { significand: large.significand + aligned, ..large };
        }
        let difference = large.significand - aligned;
        let negative = if difference == 0 { rounding == Rounding::Down } else { large.negative };
        Self { significand: difference, negative, ..large }
    }

    /// The sum, where one operand is zero.
    fn sum_with_zero(first: Self, second: Self, rounding: Rounding) -> Self {
        if first.significand != 0 {
            return first;
        }
        if second.significand != 0 || first.negative == second.negative {
            return second;
        }
        Self { negative: rounding == Rounding::Down, ..first }
    }

    /// The product of two numbers of at most 63 bits.
    fn times(self, other: Self) -> Self {
        Self {
            negative: self.negative != other.negative,
            exponent: self.exponent + other.exponent,
            significand: self.significand * other.significand,
        }
    }

    /// The quotient by a number that is not 0 and has at most 63 bits.
    fn divided_by(self, other: Self) -> Self {
        let dividend = self.normalised();
        let quotient = dividend.significand / other.significand;
        let sticky = u128::from(!dividend.significand.is_multiple_of(other.significand));
        Self {
            negative: self.negative != other.negative,
            exponent: dividend.exponent - other.exponent - 1,
            significand: quotient << 1 | sticky,
        }
    }

    /// The square root of a number that is not below 0.
    fn root(self) -> Self {
        let operand = self.normalised();
        let odd = operand.exponent & 1;
        let radicand = operand.significand << odd;
        let root = radicand.isqrt();
        let sticky = u128::from(root * root != radicand);
        Self {
            negative: self.negative,
            exponent: (operand.exponent - odd) / 2 - 1,
            significand: root << 1 | sticky,
        }
    }
}

/// `bits` shifted to the right; the last bit is 1 if a 1 was cut off.
fn shift_sticky(bits: u128, by: u32) -> u128 {
    if by > 127 {
        return u128::from(bits != 0);
    }
    let shifted = bits >> by;
    shifted | u128::from(shifted << by != bits)
}

/// A number in a format, rounded. A number beyond the largest finite value becomes infinite or the largest finite value, as the
/// direction says.
pub(super) fn round<F: Float>(number: Finite, rounding: Rounding) -> F {
    if number.significand == 0 {
        return F::from_pattern(0).with_sign(number.negative);
    }
    let top = number.exponent + 127 - number.significand.leading_zeros() as i32;
    let last = (top - F::FRACTION_BITS as i32).max(F::LEAST_EXPONENT);
    let kept = round_at(number, last, rounding);
    let steps = last.abs_diff(F::LEAST_EXPONENT);
    let pattern = (u128::from(steps) << F::FRACTION_BITS) + kept;
    let pattern = if pattern < F::INFINITY.into() {
        pattern as u64
    } else {
        F::INFINITY - u64::from(!rounding.leaves_range(number.negative))
    };
    F::from_pattern(pattern).with_sign(number.negative)
}

/// The significand in units of `2^last`, rounded to an integer.
fn round_at(number: Finite, last: i32, rounding: Rounding) -> u128 {
    let Finite { negative, exponent, significand } = number;
    let shift = last.abs_diff(exponent);
    if last <= exponent {
        return significand << shift;
    }
    let kept = significand.checked_shr(shift).unwrap_or(0);
    let rest = significand - kept.checked_shl(shift).unwrap_or(0);
    let half = 1_u128.checked_shl(shift - 1).unwrap_or(u128::MAX);
    let away = match rounding {
        Rounding::Nearest => rest > half || rest == half && kept & 1 == 1,
        Rounding::Zero => false,
        Rounding::Down => negative && rest != 0,
        Rounding::Up => !negative && rest != 0,
    };
    kept + u128::from(away)
}

/// A NaN of any format in `.f64`: its sign and its payload stay.
pub(super) fn widen_nan<F: Float>(nan: F) -> f64 {
    let fraction = nan.magnitude() & (F::LEAST_NORMAL - 1);
    let payload = fraction << (<f64 as Float>::FRACTION_BITS - F::FRACTION_BITS);
    f64::from_bits(<f64 as Float>::INFINITY | payload).with_sign(nan.has_sign())
}

/// `a + b` of finite values.
#[cold]
#[inline(never)]
pub(super) fn add<F: Float>(a: F, b: F, rounding: Rounding) -> F {
    round(Finite::of(a).plus(Finite::of(b), rounding), rounding)
}

/// `a * b` of finite values.
#[cold]
#[inline(never)]
pub(super) fn mul<F: Float>(a: F, b: F, rounding: Rounding) -> F {
    round(Finite::of(a).times(Finite::of(b)), rounding)
}

/// `a / b` of finite values; `b` is not 0.
#[cold]
#[inline(never)]
pub(super) fn div<F: Float>(a: F, b: F, rounding: Rounding) -> F {
    round(Finite::of(a).divided_by(Finite::of(b)), rounding)
}

/// The square root of a finite value that is not below 0.
#[cold]
#[inline(never)]
pub(super) fn sqrt<F: Float>(a: F, rounding: Rounding) -> F {
    round(Finite::of(a).root(), rounding)
}

/// `a * b + c` of the finite values `[a, b, c]`.
#[cold]
#[inline(never)]
pub(super) fn fma<F: Float>([a, b, c]: [F; 3], rounding: Rounding) -> F {
    round(Finite::of(a).times(Finite::of(b)).plus(Finite::of(c), rounding), rounding)
}

/// A finite value in another format.
#[cold]
#[inline(never)]
pub(super) fn convert<S: Float, D: Float>(value: S, rounding: Rounding) -> D {
    round(Finite::of(value), rounding)
}
