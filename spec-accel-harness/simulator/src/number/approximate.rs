//! The approximate operations: `.approx` and `.full`.
//!
//! The ISA bounds the error of these operations and leaves the bits to the machine. Here `rcp`, `sqrt` and `div` are correctly
//! rounded. The others are computed in `.f64` with functions whose results are the same on every host, then rounded to `.f32`:
//! the error is below 0.501 units in the last place, which is inside every bound of the ISA. A GPU may differ in the last bits.
//! Special values and the ranges in which the ISA fixes the result are as it says (PTX ISA 8.5, "Floating-Point Instructions").

use super::float::Float;
use super::round::{self, Modifiers};

/// `.ftz` or not; to nearest.
#[inline]
fn flushing(flush: bool) -> Modifiers {
    Modifiers { flush, ..Modifiers::default() }
}

/// A function of `.f64`, applied to an `.f32`.
#[inline]
fn through_double(a: f32, flush: bool, function: fn(f64) -> f64) -> f32 {
    let modifiers = flushing(flush);
    modifiers.emit(function(modifiers.admit(a).into()) as f32, [a])
}

/// `sin.approx`: of an angle in radians; NaN of infinities.
pub fn sin(a: f32, flush: bool) -> f32 {
    through_double(a, flush, libm::sin)
}

/// `cos.approx`: of an angle in radians; NaN of infinities.
pub fn cos(a: f32, flush: bool) -> f32 {
    through_double(a, flush, libm::cos)
}

/// `ex2.approx`: two to the power of `a`.
pub fn ex2(a: f32, flush: bool) -> f32 {
    through_double(a, flush, libm::exp2)
}

/// `lg2.approx`: the logarithm to base 2. That of both zeros is negative infinity, that of negative values NaN.
pub fn lg2(a: f32, flush: bool) -> f32 {
    through_double(a, flush, libm::log2)
}

/// `tanh.approx`: the hyperbolic tangent.
pub fn tanh(a: f32) -> f32 {
    through_double(a, false, libm::tanh)
}

/// `rcp.approx` of `.f32`: `1 / a`.
#[inline]
pub fn rcp(a: f32, flush: bool) -> f32 {
    round::rcp(a, flushing(flush))
}

/// `sqrt.approx`: the square root.
#[inline]
pub fn sqrt(a: f32, flush: bool) -> f32 {
    round::sqrt(a, flushing(flush))
}

/// `rsqrt.approx` of `.f32`: one by the square root. That of a zero is an infinity of its sign.
#[inline]
pub fn rsqrt(a: f32, flush: bool) -> f32 {
    through_double(a, flush, |a| 1.0 / a.sqrt())
}

/// `rsqrt.approx` of `.f64`, without `.ftz`: one by the square root, with an error of at most 1.5 units in the last place.
#[inline]
pub fn rsqrt_double(a: f64) -> f64 {
    (1.0 / a.sqrt()).settle([a])
}

/// `div.approx`: `a / b`. By a finite `b` whose magnitude is above `2^126` the result is a zero, or NaN if `a` is infinite.
#[inline]
pub fn div(a: f32, b: f32, flush: bool) -> f32 {
    const LARGEST_DIVISOR: f32 = f32::from_bits(0x7e80_0000);
    if b.abs() > LARGEST_DIVISOR && b.is_finite() {
        let inverse = 0.0_f32.with_sign(b.has_sign());
        return round::mul(a, inverse, flushing(flush));
    }
    div_full(a, b, flush)
}

/// `div.full`: `a / b` over the whole range.
#[inline]
pub fn div_full(a: f32, b: f32, flush: bool) -> f32 {
    round::div(a, b, flushing(flush))
}

/// `rcp.approx.ftz.f64`: `1 / a` of the high 32 bits of `a`; the low 32 bits of the result are 0. Every NaN becomes
/// `0x7fffffff00000000`.
#[inline]
pub fn rcp_high(a: f64) -> f64 {
    through_high_half(a, |a| 1.0 / a)
}

/// `rsqrt.approx.ftz.f64`: one by the square root of the high 32 bits of `a`; the low 32 bits of the result are 0. Every NaN
/// becomes `0x7fffffff00000000`.
#[inline]
pub fn rsqrt_high(a: f64) -> f64 {
    through_high_half(a, |a| 1.0 / a.sqrt())
}

/// A function of the high halves of `.f64` values: one sign bit, 11 bits of the exponent, 20 of the fraction. The result is the
/// nearest such value.
#[inline]
fn through_high_half(a: f64, function: impl Fn(f64) -> f64) -> f64 {
    const LOW: u64 = 0xffff_ffff;
    const HALF: u64 = 0x8000_0000;
    let result = function(f64::from_bits(a.to_bits() & !LOW).flush());
    if result.is_nan() {
        return f64::from_bits(0x7fff_ffff_0000_0000);
    }
    f64::from_bits((result.to_bits() + HALF) & !LOW).flush()
}
