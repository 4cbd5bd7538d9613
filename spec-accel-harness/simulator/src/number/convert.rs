//! `cvt`: conversions between all types (PTX ISA 8.5, "Data Movement and Conversion Instructions: cvt").
//!
//! A result narrower than its register is extended by the caller, as its type says: a signed one by its sign, others by zeros.

use super::exact::{self, Finite};
use super::float::Float;
use super::integer::Integer;
use super::round::{Modifiers, Rounding};

/// `cvt` from an integer to an integer: the low bits, or with `.sat` the nearest value of the type. A smaller source is extended.
#[inline]
pub fn integer_to_integer<S: Integer, D: Integer>(a: S, saturate: bool) -> D {
    if saturate { D::clamp_from(a.wide()) } else { D::wrap(a.wide()) }
}

/// `cvt` from an integer to a floating-point number.
#[inline]
pub fn integer_to_float<S: Integer, D: Float>(a: S, modifiers: Modifiers) -> D {
    let result = if modifiers.rounding == Rounding::Nearest {
        D::nearest(a)
    } else {
        exact::round(Finite::of_integer(a), modifiers.rounding)
    };
    if modifiers.saturate { result.saturate() } else { result }
}

/// `cvt` from a floating-point number to an integer. A value out of range becomes the nearest of the type, with or without
/// `.sat`. A NaN becomes 0; but if the source is `.f64` or the destination has 64 bits, it becomes a 1 in the highest bit alone.
#[inline]
pub fn float_to_integer<S: Float, D: Integer>(a: S, modifiers: Modifiers) -> D {
    let a = admit_single(a, modifiers.flush);
    let result: D = match modifiers.rounding {
        Rounding::Zero => a.truncate_to(),
        rounding => a.to_integral(rounding).truncate_to(),
    };
    let marks_nan = D::BITS == 64 || S::FRACTION_BITS == <f64 as Float>::FRACTION_BITS;
    if marks_nan && a.is_nan() { D::from_pattern(1 << (D::BITS - 1)) } else { result }
}

/// `cvt` from a floating-point number to another, without a direction among the integers. `.ftz` concerns the sides that are
/// `.f32`.
#[inline]
pub fn float_to_float<S: Float, D: Float>(a: S, modifiers: Modifiers) -> D {
    let a = admit_single(a, modifiers.flush);
    let result = if modifiers.rounding != Rounding::Nearest && a.is_finite() {
        exact::convert(a, modifiers.rounding)
    } else {
        D::narrow(a.widen())
    };
    emit_single(result, modifiers)
}

/// `cvt` with a direction among the integers (`.rni`, `.rzi`, `.rmi`, `.rpi`) and a result of the same floating-point type. The
/// sign of a zero stays, and a negative value that becomes zero gives `-0`.
#[inline]
pub fn float_to_integral<F: Float>(a: F, modifiers: Modifiers) -> F {
    let a = admit_single(a, modifiers.flush);
    let result = a.to_integral(modifiers.rounding).settle([a]);
    if modifiers.saturate { result.saturate() } else { result }
}

/// `cvt` to `.f16x2` and `.bf16x2`: `a` becomes the high half and `b` the low half.
#[inline]
pub fn float_to_pair<D: Float>(a: f32, b: f32, modifiers: Modifiers) -> u32 {
    let half = |value: f32| float_to_float::<f32, D>(value, modifiers).pattern() as u32;
    half(a) << 16 | half(b)
}

/// The operand of a conversion: `.ftz` concerns `.f32` only.
#[inline]
fn admit_single<F: Float>(a: F, flush: bool) -> F {
    if F::IS_SINGLE && flush { a.flush() } else { a }
}

/// The result of a conversion: `.ftz` concerns `.f32` only.
#[inline]
fn emit_single<F: Float>(result: F, modifiers: Modifiers) -> F {
    let flush = modifiers.flush && F::IS_SINGLE;
    Modifiers { flush, ..modifiers }.emit(result, [result])
}
