//! The approximate operations: the special values of the ISA's tables, and the bounds of its errors against the host's functions.

use proptest::prelude::*;

use super::super::approximate::{
    cos, div, div_full, ex2, lg2, rcp, rcp_high, rsqrt, rsqrt_double, rsqrt_high, sin, sqrt, tanh,
};
use super::random_cases;

const INFINITY: f32 = f32::INFINITY;
const TINY: f32 = 1e-40;

/// Fails unless every result has the bits of the expected one; any NaN is the format's only one.
fn check_table(function: fn(f32, bool) -> f32, flush: bool, rows: &[(f32, f32)]) {
    for &(a, expected) in rows {
        let bits = if expected.is_nan() { 0x7fff_ffff } else { expected.to_bits() };
        assert_eq!(function(a, flush).to_bits(), bits, "{a:e}");
    }
    assert_eq!(function(f32::from_bits(0xffc0_0001), flush).to_bits(), 0x7fff_ffff);
}

#[test]
fn special_reciprocals() {
    let rows = [(-INFINITY, -0.0), (-0.0, -INFINITY), (0.0, INFINITY), (INFINITY, 0.0)];
    check_table(rcp, false, &rows);
    check_table(rcp, true, &rows);
    check_table(rcp, true, &[(-TINY, -INFINITY), (TINY, INFINITY), (3e38, 0.0)]);
    assert_eq!(rcp(2_f32.powi(-128), false), INFINITY);
    assert_eq!(rcp(2_f32.powi(127), false), 2_f32.powi(-127));
}

#[test]
fn special_roots() {
    let rows = [(-INFINITY, f32::NAN), (-1.0, f32::NAN), (-0.0, -0.0), (0.0, 0.0)];
    check_table(sqrt, false, &rows);
    check_table(sqrt, true, &rows);
    check_table(sqrt, true, &[(-TINY, -0.0), (TINY, 0.0), (INFINITY, INFINITY), (4.0, 2.0)]);
    check_table(sqrt, false, &[(-TINY, f32::NAN)]);
    let rows = [(-INFINITY, f32::NAN), (-1.0, f32::NAN), (-0.0, -INFINITY), (0.0, INFINITY)];
    check_table(rsqrt, false, &rows);
    check_table(rsqrt, true, &rows);
    check_table(rsqrt, true, &[(-TINY, -INFINITY), (TINY, INFINITY), (INFINITY, 0.0), (4.0, 0.5)]);
    check_table(rsqrt, false, &[(-TINY, f32::NAN), (2_f32.powi(-148), 2_f32.powi(74))]);
}

#[test]
fn special_angles() {
    let rows = [(-INFINITY, f32::NAN), (-0.0, -0.0), (0.0, 0.0), (INFINITY, f32::NAN)];
    check_table(sin, false, &rows);
    check_table(sin, true, &[(-TINY, -0.0), (TINY, 0.0)]);
    check_table(sin, false, &[(-TINY, -TINY)]);
    let rows = [(-INFINITY, f32::NAN), (-0.0, 1.0), (0.0, 1.0), (TINY, 1.0), (INFINITY, f32::NAN)];
    check_table(cos, false, &rows);
    check_table(cos, true, &rows);
}

#[test]
fn special_powers() {
    let rows = [(-INFINITY, 0.0), (-0.0, 1.0), (TINY, 1.0), (INFINITY, INFINITY), (-3.0, 0.125)];
    check_table(ex2, false, &rows);
    check_table(ex2, true, &rows);
    check_table(ex2, true, &[(-127.0, 0.0), (128.0, INFINITY)]);
    check_table(ex2, false, &[(-127.0, 2_f32.powi(-127)), (-149.0, f32::from_bits(1))]);
    let rows = [(-INFINITY, f32::NAN), (-0.0, -INFINITY), (0.0, -INFINITY), (INFINITY, INFINITY)];
    check_table(lg2, false, &rows);
    check_table(lg2, true, &rows);
    check_table(lg2, true, &[(-TINY, -INFINITY), (TINY, -INFINITY), (-1.0, f32::NAN), (8.0, 3.0)]);
    check_table(lg2, false, &[(-TINY, f32::NAN), (f32::from_bits(1), -149.0), (1.0, 0.0)]);
    let rows = [(-INFINITY, -1.0), (-0.0, -0.0), (0.0, 0.0), (INFINITY, 1.0), (TINY, TINY)];
    check_table(|a, _| tanh(a), false, &rows);
}

/// The results of the high halves, as the ISA's tables have them.
#[test]
fn special_high_halves() {
    let nan = 0x7fff_ffff_0000_0000;
    let (infinity, tiny) = (f64::INFINITY, 1e-310);
    let rows = [
        (-infinity, -0.0, f64::NAN),
        (-tiny, -infinity, -infinity),
        (-0.0, -infinity, -infinity),
        (0.0, infinity, infinity),
        (tiny, infinity, infinity),
        (infinity, 0.0, 0.0),
        (f64::NAN, f64::NAN, f64::NAN),
        (4.0, 0.25, 0.5),
        (f64::MAX, 0.0, f64::from_bits(0x1ff0_0000_0000_0000)),
    ];
    for (a, inverse, root) in rows {
        let bits = |value: f64| if value.is_nan() { nan } else { value.to_bits() };
        assert_eq!(rcp_high(a).to_bits(), bits(inverse), "rcp {a:e}");
        assert_eq!(rsqrt_high(a).to_bits(), bits(root), "rsqrt {a:e}");
    }
    assert_eq!(rsqrt_high(-2.0).to_bits(), nan);
    assert_eq!(rcp_high(f64::from_bits(0x7ff0_0000_0000_0001)), 0.0);
}

/// What the ISA says of large divisors.
#[test]
fn special_quotients() {
    let large = 2_f32.powi(127);
    assert_eq!(div(3.0, large, false).to_bits(), 0);
    assert_eq!(div(3.0, -large, false).to_bits(), 1 << 31);
    assert_eq!(div(-3.0, -f32::MAX, true).to_bits(), 0);
    assert_eq!(div(INFINITY, large, false).to_bits(), 0x7fff_ffff);
    assert_eq!(div(f32::NAN, large, false).to_bits(), 0x7fff_ffff);
    assert_eq!(div(2_f32.powi(126), 2_f32.powi(126), false), 1.0);
    assert_eq!(div(INFINITY, 2.0, false), INFINITY);
    assert_eq!(div(1.0, INFINITY, false).to_bits(), 0);
    assert_eq!(div(-1.0, 0.0, false), -INFINITY);
    assert_eq!(div_full(large, large, false), 1.0);
    assert_eq!(div_full(TINY, TINY, true).to_bits(), 0x7fff_ffff);
}

/// The distance in units of the last place of a normal `.f32` result.
fn error_in_units(actual: f32, exact: f64) -> f64 {
    let unit = (f64::from(actual.abs().next_up()) - f64::from(actual.abs())).max(1e-45);
    (f64::from(actual) - exact).abs() / unit
}

proptest! {
    #![proptest_config(random_cases(20_000))]

    #[test]
    fn errors(a in -120_f32..120.0, b in 1e-30_f32..1e30) {
        let (x, y) = (f64::from(a), f64::from(b));
        let cases = [
            (sin(a, false), x.sin()),
            (cos(a, false), x.cos()),
            (ex2(a, false), x.exp2()),
            (tanh(a), x.tanh()),
            (lg2(b, false), y.log2()),
            (rcp(b, false), 1.0 / y),
            (sqrt(b, false), y.sqrt()),
            (rsqrt(b, false), 1.0 / y.sqrt()),
            (div(a, b, false), x / y),
            (div_full(a, b, false), x / y),
        ];
        for (index, (actual, exact)) in cases.into_iter().enumerate() {
            prop_assert!(error_in_units(actual, exact) < 0.501, "{} {:e} {:e}", index, a, b);
        }
    }

    /// Over the whole range, angles of many turns and subnormal results included.
    #[test]
    fn errors_of_any_value(bits: u32) {
        let a = f32::from_bits(bits);
        prop_assume!(a.is_finite());
        let x = f64::from(a);
        let cases = [(sin(a, false), x.sin()), (cos(a, false), x.cos()), (tanh(a), x.tanh())];
        for (index, (actual, exact)) in cases.into_iter().enumerate() {
            prop_assert!(error_in_units(actual, exact) < 0.501, "{} {:e}", index, a);
        }
    }

    #[test]
    fn errors_of_doubles(a in prop_oneof![1e-300_f64..1e300, 1e-5_f64..1e5]) {
        let root = 1.0 / a.sqrt();
        prop_assert!((rsqrt_double(a) / root - 1.0).abs() <= 2_f64.powi(-52));
        prop_assert!((rcp_high(a) * a - 1.0).abs() < 2_f64.powi(-19));
        prop_assert!((rsqrt_high(a) / root - 1.0).abs() < 2_f64.powi(-19));
        prop_assert_eq!(rcp_high(a).to_bits() as u32, 0);
        prop_assert_eq!(rsqrt_high(-a).to_bits(), 0x7fff_ffff_0000_0000);
    }
}

/// Results are the same on every host: some of them, with their bits.
#[test]
fn bits() {
    assert_eq!(sin(1.0, false).to_bits(), 0x3f57_6aa4);
    assert_eq!(cos(1.0, false).to_bits(), 0x3f0a_5140);
    assert_eq!(ex2(0.5, false).to_bits(), 0x3fb5_04f3);
    assert_eq!(lg2(3.0, false).to_bits(), 0x3fca_e00d);
    assert_eq!(tanh(0.5).to_bits(), 0x3eec_9a9f);
}
