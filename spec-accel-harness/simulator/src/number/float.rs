//! The formats of floating-point numbers, and what PTX does with their special values.
//!
//! Sources: PTX ISA 8.5, "Floating-Point Instructions" (subnormal numbers, saturation, NaN) and "Alternate Floating-Point Data
//! Formats".

use super::exact::{self, Finite};
use super::integer::Integer;
use super::round::Rounding;

/// A binary floating-point format of IEEE 754: `.f16`, `.bf16`, `.f32` or `.f64`.
///
/// The operations of this trait round to nearest even and know neither `.ftz` nor `.sat`; `super::round` adds these. Their NaN
/// results may have any payload until [`Float::settle`] has seen them.
pub trait Float: Copy + PartialEq + PartialOrd {
    /// The number of bits of the fraction that are stored.
    const FRACTION_BITS: u32;
    /// The number of bits of the exponent.
    const EXPONENT_BITS: u32;
    /// Whether the host computes in this format.
    const ON_HOST: bool;
    /// Whether this is `.f32`, the one format that `.ftz` of `cvt` applies to.
    const IS_SINGLE: bool;
    /// The NaN of an operation without a NaN operand.
    const NAN: Self;

    /// The bits, zero-extended.
    fn pattern(self) -> u64;
    /// The value with these bits; bits that the format does not have are ignored.
    fn from_pattern(pattern: u64) -> Self;
    /// The same value in `.f64`. The sign and the payload of a NaN stay.
    fn widen(self) -> f64;
    /// The nearest value of this format.
    fn narrow(value: f64) -> Self;
    /// The nearest value to an integer.
    fn nearest<I: Integer>(value: I) -> Self;
    /// The integer part, clamped to the range of the integer type; 0 for NaN.
    fn truncate_to<I: Integer>(self) -> I;
    /// The nearest integral value, in a direction. The sign of a zero stays.
    fn to_integral(self, rounding: Rounding) -> Self;
    /// `self + other`
    fn sum(self, other: Self) -> Self;
    /// `self * other`
    fn product(self, other: Self) -> Self;
    /// `self / other`
    fn quotient(self, other: Self) -> Self;
    /// The square root.
    fn root(self) -> Self;
    /// `self * factor + addend` with one rounding.
    fn product_sum(self, factor: Self, addend: Self) -> Self;
    /// A result as PTX writes it: a NaN becomes the format's only one, `0x7fffffff` for `.f32` and `0x7fff` for the 16-bit
    /// formats. `.f64` keeps payloads: the result is the first NaN among the operands, made quiet, else [`Float::NAN`].
    fn settle<const N: usize>(self, operands: [Self; N]) -> Self;

    /// The exponent of the smallest subnormal: its value is 2 to this power.
    const LEAST_EXPONENT: i32 = 2 - (1 << (Self::EXPONENT_BITS - 1)) - Self::FRACTION_BITS as i32;
    /// The bits of the sign.
    const SIGN: u64 = 1 << (Self::FRACTION_BITS + Self::EXPONENT_BITS);
    /// The bits of positive infinity.
    const INFINITY: u64 = ((1 << Self::EXPONENT_BITS) - 1) << Self::FRACTION_BITS;
    /// The bits of the smallest normal value.
    const LEAST_NORMAL: u64 = 1 << Self::FRACTION_BITS;

    /// The bits without the sign.
    #[inline]
    fn magnitude(self) -> u64 {
        self.pattern() & !Self::SIGN
    }

    /// Whether the sign bit is set.
    #[inline]
    fn has_sign(self) -> bool {
        self.pattern() & Self::SIGN != 0
    }

    /// Whether the value is neither infinite nor NaN.
    #[inline]
    fn is_finite(self) -> bool {
        self.magnitude() < Self::INFINITY
    }

    /// Whether the value is a NaN.
    #[inline]
    fn is_nan(self) -> bool {
        self.magnitude() > Self::INFINITY
    }

    /// The value with another sign bit; NaN included.
    #[inline]
    fn with_sign(self, negative: bool) -> Self {
        Self::from_pattern(self.magnitude() | if negative { Self::SIGN } else { 0 })
    }

    /// `.ftz`: a subnormal becomes a zero of its sign.
    #[inline]
    fn flush(self) -> Self {
        let keep = if self.magnitude() < Self::LEAST_NORMAL { Self::SIGN } else { u64::MAX };
        Self::from_pattern(self.pattern() & keep)
    }

    /// `.sat`: a result clamped to 0 to 1; NaN and both zeros become `+0`.
    #[inline]
    fn saturate(self) -> Self {
        let one = Self::narrow(1.0);
        let zero = Self::from_pattern(0);
        if self > one {
            one
        } else if self > zero {
            self
        } else {
            zero
        }
    }
}

/// The bits of an `.f64` NaN that say it is quiet.
const QUIET: u64 = 1 << 51;

/// Implements what depends on the width of a format that the host has.
macro_rules! host_format {
    ($type:ty, $bits:ty, $fraction:literal, $exponent:literal, $truncate:ident, $nearest:ident) => {
        const FRACTION_BITS: u32 = $fraction;
        const EXPONENT_BITS: u32 = $exponent;
        const ON_HOST: bool = true;

        #[inline]
        fn pattern(self) -> u64 {
            self.to_bits().into()
        }

        #[inline]
        fn from_pattern(pattern: u64) -> Self {
            Self::from_bits(pattern as $bits)
        }

        #[inline]
        fn nearest<I: Integer>(value: I) -> Self {
            value.$nearest()
        }

        #[inline]
        fn truncate_to<I: Integer>(self) -> I {
            I::$truncate(self)
        }

        #[inline]
        fn to_integral(self, rounding: Rounding) -> Self {
            match rounding {
                Rounding::Nearest => self.round_ties_even(),
                Rounding::Zero => self.trunc(),
                Rounding::Down => self.floor(),
                Rounding::Up => self.ceil(),
            }
        }

        #[inline]
        fn sum(self, other: Self) -> Self {
            self + other
        }

        #[inline]
        fn product(self, other: Self) -> Self {
            self * other
        }

        #[inline]
        fn quotient(self, other: Self) -> Self {
            self / other
        }

        #[inline]
        fn root(self) -> Self {
            self.sqrt()
        }

        #[inline]
        fn product_sum(self, factor: Self, addend: Self) -> Self {
            self.mul_add(factor, addend)
        }
    };
}

impl Float for f32 {
    host_format!(f32, u32, 23, 8, truncate_single, nearest_single);

    const IS_SINGLE: bool = true;
    const NAN: Self = Self::from_bits(0x7fff_ffff);

    #[inline]
    fn widen(self) -> f64 {
        if self.is_nan() { exact::widen_nan(self) } else { self.into() }
    }

    #[inline]
    fn narrow(value: f64) -> Self {
        value as Self
    }

    #[inline]
    fn settle<const N: usize>(self, _operands: [Self; N]) -> Self {
        if self.is_nan() { <Self as Float>::NAN } else { self }
    }
}

impl Float for f64 {
    host_format!(f64, u64, 52, 11, truncate_double, nearest_double);

    const IS_SINGLE: bool = false;
    const NAN: Self = Self::from_bits(0xfff8_0000_0000_0000);

    #[inline]
    fn widen(self) -> f64 {
        self
    }

    #[inline]
    fn narrow(value: f64) -> Self {
        value
    }

    #[inline]
    fn settle<const N: usize>(self, operands: [Self; N]) -> Self {
        let quiet = |nan: f64| Self::from_bits(nan.to_bits() | QUIET);
        let settled = operands.into_iter().rev().fold(<Self as Float>::NAN, |last, operand| {
            if operand.is_nan() { quiet(operand) } else { last }
        });
        if self.is_nan() { settled } else { self }
    }
}

/// A value of `.f16`, by its bits.
#[derive(Clone, Copy, Debug)]
pub struct Half(pub u16);

/// A value of `.bf16`, by its bits.
#[derive(Clone, Copy, Debug)]
pub struct Brain(pub u16);

/// Implements a format of 16 bits. The sum, product, quotient and root of such values, rounded to `.f32` and then to 16 bits, are
/// as if they were rounded once, because `.f32` has more than twice as many bits and two. That of three operands are not.
macro_rules! narrow_format {
    ($type:ident, $fraction:literal, $exponent:literal) => {
        impl Float for $type {
            const FRACTION_BITS: u32 = $fraction;
            const EXPONENT_BITS: u32 = $exponent;
            const ON_HOST: bool = false;
            const IS_SINGLE: bool = false;
            const NAN: Self = Self(0x7fff);

            #[inline]
            fn pattern(self) -> u64 {
                self.0.into()
            }

            #[inline]
            fn from_pattern(pattern: u64) -> Self {
                Self(pattern as u16)
            }

            fn widen(self) -> f64 {
                if self.is_finite() {
                    exact::round(Finite::of(self), Rounding::Nearest)
                } else if self.is_nan() {
                    exact::widen_nan(self)
                } else {
                    f64::INFINITY.with_sign(self.has_sign())
                }
            }

            fn narrow(value: f64) -> Self {
                if value.is_finite() {
                    exact::round(Finite::of(value), Rounding::Nearest)
                } else if value.is_nan() {
                    Self::NAN
                } else {
                    Self::from_pattern(Self::INFINITY).with_sign(value.has_sign())
                }
            }

            fn nearest<I: Integer>(value: I) -> Self {
                exact::round(Finite::of_integer(value), Rounding::Nearest)
            }

            fn truncate_to<I: Integer>(self) -> I {
                I::truncate_double(self.widen())
            }

            fn to_integral(self, rounding: Rounding) -> Self {
                Self::narrow(self.widen().to_integral(rounding))
            }

            fn sum(self, other: Self) -> Self {
                Self::narrow(f64::from(self.widen() as f32 + other.widen() as f32))
            }

            fn product(self, other: Self) -> Self {
                Self::narrow(f64::from(self.widen() as f32 * other.widen() as f32))
            }

            fn quotient(self, other: Self) -> Self {
                Self::narrow(f64::from(self.widen() as f32 / other.widen() as f32))
            }

            fn root(self) -> Self {
                Self::narrow(f64::from((self.widen() as f32).sqrt()))
            }

            fn product_sum(self, factor: Self, addend: Self) -> Self {
                if self.is_finite() && factor.is_finite() && addend.is_finite() {
                    exact::fma([self, factor, addend], Rounding::Nearest)
                } else {
                    Self::narrow(self.widen() * factor.widen() + addend.widen())
                }
            }

            fn settle<const N: usize>(self, _operands: [Self; N]) -> Self {
                if self.is_nan() { Self::NAN } else { self }
            }
        }

        impl PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                self.widen() == other.widen()
            }
        }

        impl PartialOrd for $type {
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                self.widen().partial_cmp(&other.widen())
            }
        }
    };
}

narrow_format!(Half, 10, 5);
narrow_format!(Brain, 7, 8);
