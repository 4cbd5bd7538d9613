//! Every function against a reference that was written without it: `rustc_apfloat` (LLVM's floating-point numbers) for rounding
//! and conversions, wide integers for integers, the definitions of the ISA, bit by bit, for operations on bits.

#![allow(clippy::float_cmp, reason = "the results are exact")]

mod approximate;
mod bits;
mod compare;
mod convert;
mod integer;
mod round;

use proptest::prelude::*;
use proptest::test_runner::Config;
use rustc_apfloat::{Round, ieee};

use super::{Brain, Float, Half, Rounding};

/// A format and its counterpart in the reference.
trait Reference: Float + std::fmt::Debug {
    type Number: rustc_apfloat::Float;

    fn reference(self) -> Self::Number {
        <Self::Number as rustc_apfloat::Float>::from_bits(self.pattern().into())
    }
}

impl Reference for f32 {
    type Number = ieee::Single;
}

impl Reference for f64 {
    type Number = ieee::Double;
}

impl Reference for Half {
    type Number = ieee::Half;
}

impl Reference for Brain {
    type Number = ieee::BFloat;
}

/// So many random cases. One that fails prints its values, and no file keeps it.
fn random_cases(cases: u32) -> Config {
    Config { cases, failure_persistence: None, ..Config::default() }
}

/// The reference's name of a direction.
fn direction(rounding: Rounding) -> Round {
    match rounding {
        Rounding::Nearest => Round::NearestTiesToEven,
        Rounding::Zero => Round::TowardZero,
        Rounding::Down => Round::TowardNegative,
        Rounding::Up => Round::TowardPositive,
    }
}

/// Fails unless both are NaN, or have the same bits.
fn assert_same<F: Reference>(actual: F, expected: F::Number, what: &dyn std::fmt::Debug) {
    let expected = F::from_pattern(rustc_apfloat::Float::to_bits(expected) as u64);
    assert!(
        actual.is_nan() && expected.is_nan() || actual.pattern() == expected.pattern(),
        "{what:?}: {:#x}, the reference has {:#x}",
        actual.pattern(),
        expected.pattern()
    );
}

/// Where roundings, overflow and underflow change: about 70 values of each format, with both signs.
fn special_values<F: Float>() -> Vec<F> {
    let one = F::narrow(1.0).pattern();
    let two = F::narrow(2.0).pattern();
    let unit = F::LEAST_NORMAL;
    let half_word = 1 << (F::FRACTION_BITS / 2);
    let (infinity, quiet) = (F::INFINITY, F::INFINITY | F::LEAST_NORMAL >> 1);
    let mut patterns = vec![0, 1, 2, 3, half_word, unit / 2, unit - 2, unit - 1, unit, unit + 1];
    patterns.extend([unit + half_word, 2 * unit - 1, 2 * unit, 2 * unit + 1, 3 * unit]);
    patterns.extend([one - unit, one - 2, one - 1, one, one + 1, one + 2, one + half_word + 1]);
    patterns.extend([one + unit / 2, two - 1, two, two + 1, two + unit / 2, two + 2 * unit]);
    let spread = u64::from(F::FRACTION_BITS) * unit;
    patterns.extend([one - spread, one + spread, one + spread + 1, one + spread + unit]);
    patterns.extend([infinity - unit, infinity - 2, infinity - 1, infinity, infinity + 1, quiet]);
    let negative = patterns.clone().into_iter().map(|pattern| pattern | F::SIGN);
    patterns.extend(negative.collect::<Vec<_>>());
    patterns.into_iter().map(F::from_pattern).collect()
}

/// Random values: any bits, exponents near that of 1, and both ends of the range; fractions dense or with few bits.
fn values<F: Reference>() -> impl Strategy<Value = F> {
    let greatest = (F::INFINITY >> F::FRACTION_BITS) - 1;
    let middle = greatest / 2;
    let width = (u64::from(F::FRACTION_BITS) + 4).min(middle);
    let exponent = prop_oneof![
        2 => 0..=greatest,
        4 => middle - width..=middle + width,
        1 => 0..=width,
        1 => greatest - width..=greatest,
    ];
    let fraction = prop_oneof![
        any::<u64>(),
        (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| a & b & c),
        (0..F::FRACTION_BITS, 0..3_u64).prop_map(|(place, low)| (1 << place) + low),
        (0..3_u64).prop_map(|below| !below),
    ];
    (any::<bool>(), exponent, fraction).prop_map(|(negative, exponent, fraction)| {
        let fraction = fraction & (F::LEAST_NORMAL - 1);
        F::from_pattern(exponent << F::FRACTION_BITS | fraction).with_sign(negative)
    })
}
