//! Conversions: every value of the 16-bit formats, edge values and random values of the wider ones.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use rustc_apfloat::{Float as _, FloatConvert};

use super::super::convert::{
    float_to_float, float_to_integer, float_to_integral, float_to_pair, integer_to_float,
    integer_to_integer,
};
use super::super::{Brain, Float, Half, Integer, Modifiers, Rounding};
use super::integer::edge_values;
use super::{Reference, assert_same, direction, random_cases, special_values, values};

/// A value in another format, in all directions.
fn check_format<S: Reference, D: Reference>(a: S)
where
    S::Number: FloatConvert<D::Number>,
{
    for rounding in Rounding::ALL {
        let expected = a.reference().convert_r(direction(rounding), &mut false).value;
        let actual = float_to_float::<S, D>(a, Modifiers::rounded(rounding));
        assert_same(actual, expected, &(a, rounding));
    }
}

/// A value as an integer, in all directions.
fn check_integer<S: Reference, D: Integer>(a: S) {
    for rounding in Rounding::ALL {
        let (round, bits) = (direction(rounding), D::BITS as usize);
        let actual = float_to_integer::<S, D>(a, Modifiers::rounded(rounding)).wide();
        let expected = if a.is_nan() {
            let marks = D::BITS == 64 || S::FRACTION_BITS == 52;
            D::wrap(if marks { 1 << (D::BITS - 1) } else { 0 }).wide()
        } else if D::SIGNED {
            a.reference().to_i128_r(bits, round, &mut false).value
        } else {
            a.reference().to_u128_r(bits, round, &mut false).value as i128
        };
        assert_eq!(actual, expected, "{a:?} {rounding:?} {bits} {}", D::SIGNED);
    }
}

/// A value as an integer of every type and as an integral value.
fn check_integers<S: Reference>(a: S) {
    check_integer::<S, u8>(a);
    check_integer::<S, i8>(a);
    check_integer::<S, u16>(a);
    check_integer::<S, i16>(a);
    check_integer::<S, u32>(a);
    check_integer::<S, i32>(a);
    check_integer::<S, u64>(a);
    check_integer::<S, i64>(a);
    for rounding in Rounding::ALL {
        let expected = a.reference().round_to_integral(direction(rounding)).value;
        let actual = float_to_integral(a, Modifiers::rounded(rounding));
        assert_same(actual, expected, &("integral", a, rounding));
    }
}

/// An integer in every format, in all directions.
fn check_from<I: Integer + std::fmt::Debug>(a: I) {
    check_from_to::<I, f32>(a);
    check_from_to::<I, f64>(a);
    check_from_to::<I, Half>(a);
    check_from_to::<I, Brain>(a);
}

fn check_from_to<I: Integer + std::fmt::Debug, D: Reference>(a: I) {
    for rounding in Rounding::ALL {
        let expected = D::Number::from_i128_r(a.wide(), direction(rounding)).value;
        let actual = integer_to_float::<I, D>(a, Modifiers::rounded(rounding));
        assert_same(actual, expected, &(a, rounding));
    }
}

#[test]
fn all_halves() {
    for bits in 0..=u16::MAX {
        check_format::<Half, f32>(Half(bits));
        check_format::<Half, f64>(Half(bits));
        check_format::<Half, Brain>(Half(bits));
        check_format::<Brain, f32>(Brain(bits));
        check_format::<Brain, f64>(Brain(bits));
        check_format::<Brain, Half>(Brain(bits));
    }
}

#[test]
fn integers_of_all_halves() {
    for bits in 0..=u16::MAX {
        check_integers(Half(bits));
        check_integers(Brain(bits));
    }
}

/// Every value of a 16-bit format, every middle between two, and the neighbours of both.
fn check_around<D: Reference>(bits: u16)
where
    rustc_apfloat::ieee::Single: FloatConvert<D::Number>,
    rustc_apfloat::ieee::Double: FloatConvert<D::Number>,
{
    let value = D::from_pattern(bits.into());
    let next = D::from_pattern(u64::from(bits) + 1);
    if !value.is_finite() || !next.is_finite() {
        return;
    }
    let middle = f64::midpoint(value.widen(), next.widen());
    for center in [value.widen(), middle] {
        let single = center as f32;
        [single.next_down(), single, single.next_up()].into_iter().for_each(check_format::<f32, D>);
        [center.next_down(), center, center.next_up()].into_iter().for_each(check_format::<f64, D>);
    }
}

#[test]
fn narrowing_at_all_middles() {
    for bits in 0..=u16::MAX {
        check_around::<Half>(bits);
        check_around::<Brain>(bits);
    }
}

#[test]
fn special_floats() {
    for a in special_values::<f32>() {
        check_format::<f32, f64>(a);
        check_format::<f32, f32>(a);
        check_format::<f32, Half>(a);
        check_format::<f32, Brain>(a);
        check_integers(a);
        check_format::<f64, f32>(a.widen());
        check_format::<f64, f32>(a.widen().next_up());
        check_format::<f64, f32>(a.widen().next_down());
        check_format::<f64, f32>(f64::midpoint(a.widen(), a.next_up().widen()));
    }
    for a in special_values::<f64>() {
        check_format::<f64, f32>(a);
        check_format::<f64, f64>(a);
        check_integers(a);
    }
}

#[test]
fn random_floats() {
    let config = random_cases(20_000);
    let outcome = TestRunner::new(config).run(&(values::<f32>(), values::<f64>()), |(a, b)| {
        check_format::<f32, f64>(a);
        check_format::<f32, Half>(a);
        check_format::<f32, Brain>(a);
        check_format::<f64, f32>(b);
        check_format::<f64, Half>(b);
        check_integers(a);
        check_integers(b);
        Ok(())
    });
    outcome.expect("no case fails");
}

/// Around every integer that is an end of a type, and at halves.
#[test]
fn floats_at_the_ends_of_types() {
    for place in 0..66 {
        let power = 2_f64.powi(place);
        for step in [-1.5, -1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0, 1.5] {
            for a in [power + step, -power + step] {
                [a.next_down(), a, a.next_up()].into_iter().for_each(check_integers);
                let single = a as f32;
                [single.next_down(), single, single.next_up()].into_iter().for_each(check_integers);
            }
        }
    }
}

#[test]
fn integers_at_the_edges() {
    (0..=u16::MAX).for_each(check_from);
    (i16::MIN..=i16::MAX).for_each(check_from);
    edge_values::<u32>().into_iter().for_each(check_from);
    edge_values::<i32>().into_iter().for_each(check_from);
    edge_values::<u64>().into_iter().for_each(check_from);
    edge_values::<i64>().into_iter().for_each(check_from);
}

proptest! {
    #![proptest_config(random_cases(2_000))]

    #[test]
    fn random_integers(a: u64, places in 0..64_u32) {
        check_from(a >> places);
        check_from(a as i64 >> places);
        check_from((a >> places) as u32);
        check_from((a as i64 >> places) as i32);
    }
}

fn check_widths<S: Integer + std::fmt::Debug, D: Integer>(a: S) {
    let modulus = 1_i128 << D::BITS;
    let low = a.wide().rem_euclid(modulus);
    let expected = if D::SIGNED && low >= modulus / 2 { low - modulus } else { low };
    assert_eq!(integer_to_integer::<S, D>(a, false).wide(), expected, "{a:?}");
    let (least, greatest) =
        if D::SIGNED { (-modulus / 2, modulus / 2 - 1) } else { (0, modulus - 1) };
    let clamped = a.wide().max(least).min(greatest);
    assert_eq!(integer_to_integer::<S, D>(a, true).wide(), clamped, "{a:?}");
}

fn check_to_all_widths<S: Integer + std::fmt::Debug>() {
    for a in edge_values::<S>() {
        check_widths::<S, u8>(a);
        check_widths::<S, i8>(a);
        check_widths::<S, u16>(a);
        check_widths::<S, i16>(a);
        check_widths::<S, u32>(a);
        check_widths::<S, i32>(a);
        check_widths::<S, u64>(a);
        check_widths::<S, i64>(a);
    }
}

#[test]
fn integer_widths() {
    check_to_all_widths::<u8>();
    check_to_all_widths::<i8>();
    check_to_all_widths::<u16>();
    check_to_all_widths::<i16>();
    check_to_all_widths::<u32>();
    check_to_all_widths::<i32>();
    check_to_all_widths::<u64>();
    check_to_all_widths::<i64>();
}

/// `.ftz` concerns `.f32` alone, on either side.
#[test]
fn flush() {
    let modifiers = Modifiers { flush: true, ..Modifiers::default() };
    assert_eq!(float_to_float::<f32, f64>(-1e-40, modifiers).to_bits(), 1 << 63);
    assert_eq!(float_to_float::<f64, f32>(-1e-40, modifiers).to_bits(), 1 << 31);
    assert_eq!(float_to_float::<f64, f64>(5e-324, modifiers), 5e-324);
    assert_eq!(float_to_float::<f32, Half>(6e-8, modifiers).0, 1);
    assert_eq!(float_to_float::<Half, f32>(Half(1), modifiers), 2_f32.powi(-24));
    assert_eq!(float_to_float::<Brain, f32>(Brain(0x8001), modifiers).to_bits(), 1 << 31);
    let up = Modifiers { flush: true, ..Modifiers::rounded(Rounding::Up) };
    assert_eq!(float_to_integer::<f32, i32>(1e-40, up), 0);
    assert_eq!(float_to_integer::<f64, i32>(5e-324, up), 1);
    assert_eq!(float_to_integral(1e-40_f32, up).to_bits(), 0);
    assert_eq!(float_to_integral(5e-324_f64, up), 1.0);
}

#[test]
fn saturate() {
    let modifiers = Modifiers { saturate: true, ..Modifiers::default() };
    assert_eq!(float_to_float::<f32, f32>(f32::NAN, modifiers).to_bits(), 0);
    assert_eq!(float_to_float::<f32, f32>(-0.0, modifiers).to_bits(), 0);
    assert_eq!(float_to_float::<f64, f32>(1e300, modifiers), 1.0);
    assert_eq!(float_to_float::<f32, f64>(0.375, modifiers), 0.375);
    assert_eq!(float_to_float::<f32, Half>(7.0, modifiers).0, 0x3c00);
    assert_eq!(float_to_integral(0.75_f32, modifiers), 1.0);
    assert_eq!(float_to_integral(-3.5_f32, modifiers).to_bits(), 0);
    assert_eq!(integer_to_float::<i32, f32>(-5, modifiers).to_bits(), 0);
    assert_eq!(integer_to_float::<u64, f64>(5, modifiers), 1.0);
}

#[test]
fn not_numbers() {
    let plain = Modifiers::default();
    assert_eq!(float_to_float::<f64, f32>(f64::NAN, plain).to_bits(), 0x7fff_ffff);
    assert_eq!(float_to_float::<Half, f32>(Half(0xfe01), plain).to_bits(), 0x7fff_ffff);
    assert_eq!(float_to_float::<f32, Half>(-f32::NAN, plain).0, 0x7fff);
    let payload = float_to_float::<f32, f64>(f32::from_bits(0xff80_0001), plain);
    assert_eq!(payload.to_bits(), 0xfff8_0000_2000_0000);
}

#[test]
fn pairs() {
    let plain = Modifiers::default();
    assert_eq!(float_to_pair::<Half>(1.0, -2.0, plain), 0x3c00_c000);
    assert_eq!(float_to_pair::<Brain>(1.0, -2.0, plain), 0x3f80_c000);
}
