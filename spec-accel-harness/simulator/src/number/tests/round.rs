//! Arithmetic with directions of rounding.

use std::cmp::Ordering;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use rustc_apfloat::Float as _;

use super::super::round::{abs, add, copysign, div, fma, mul, neg, rcp, sqrt, sub};
use super::super::{Brain, Float, Half, Modifiers, Rounding};
use super::{Reference, assert_same, direction, random_cases, special_values, values};

/// All operations of two operands, in all directions.
fn check_pair<F: Reference>(a: F, b: F) {
    for rounding in Rounding::ALL {
        let (modifiers, round) = (Modifiers::rounded(rounding), direction(rounding));
        let (x, y) = (a.reference(), b.reference());
        assert_same(add(a, b, modifiers), x.add_r(y, round).value, &("add", a, b, rounding));
        assert_same(sub(a, b, modifiers), x.sub_r(y, round).value, &("sub", a, b, rounding));
        assert_same(mul(a, b, modifiers), x.mul_r(y, round).value, &("mul", a, b, rounding));
        assert_same(div(a, b, modifiers), x.div_r(y, round).value, &("div", a, b, rounding));
    }
}

/// `fma` in all directions.
fn check_fma<F: Reference>(a: F, b: F, c: F) {
    for rounding in Rounding::ALL {
        let expected = a.reference().mul_add_r(b.reference(), c.reference(), direction(rounding));
        let actual = fma(a, b, c, Modifiers::rounded(rounding));
        assert_same(actual, expected.value, &("fma", a, b, c, rounding));
    }
}

/// `rcp` and `sqrt` in all directions. The reference has no root: the square decides.
fn check_one<F: Reference>(a: F) {
    for rounding in Rounding::ALL {
        let modifiers = Modifiers::rounded(rounding);
        let one = F::narrow(1.0).reference();
        let expected = one.div_r(a.reference(), direction(rounding)).value;
        assert_same(rcp(a, modifiers), expected, &("rcp", a, rounding));
        check_root(a, sqrt(a, modifiers), rounding);
    }
}

/// The significand and the exponent of a finite value's magnitude.
fn parts<F: Float>(value: F) -> (u128, i32) {
    let biased = (value.magnitude() >> F::FRACTION_BITS) as i32;
    let fraction = value.magnitude() & (F::LEAST_NORMAL - 1);
    let hidden = if biased == 0 { 0 } else { F::LEAST_NORMAL };
    (u128::from(fraction | hidden), biased.max(1) - 1 + F::LEAST_EXPONENT)
}

/// Whether the exact square of a root is below, at or above a number; both are significands and exponents.
fn compare_square((root, root_exponent): (u128, i32), (number, exponent): (u128, i32)) -> Ordering {
    let shift = exponent - 2 * root_exponent;
    if shift >= 0 {
        (root * root).cmp(&(number << shift))
    } else {
        ((root * root) << -shift).cmp(&number)
    }
}

fn check_root<F: Reference>(a: F, root: F, rounding: Rounding) {
    if a.is_nan() || a.has_sign() && a.magnitude() != 0 {
        assert!(root.is_nan(), "sqrt {a:?}");
        return;
    }
    if a.magnitude() == 0 || !a.is_finite() {
        assert_eq!(root.pattern(), a.pattern(), "sqrt {a:?}");
        return;
    }
    let neighbour =
        |up: bool| F::from_pattern(if up { root.pattern() + 1 } else { root.pattern() - 1 });
    let (below, above) = (neighbour(false), neighbour(true));
    let against = |root: F| compare_square(parts(root), parts(a));
    let fits = match rounding {
        Rounding::Zero | Rounding::Down => against(root).is_le() && against(above).is_gt(),
        Rounding::Up => against(root).is_ge() && against(below).is_lt(),
        Rounding::Nearest => is_nearest_root(a, root),
    };
    assert!(fits, "sqrt {a:?} {rounding:?}: {root:?}");
}

/// Whether `root` is the one of the two values around the root that is on its side of their middle. The middle is never a root.
fn is_nearest_root<F: Reference>(a: F, root: F) -> bool {
    let low = sqrt(a, Modifiers::rounded(Rounding::Down));
    let high = sqrt(a, Modifiers::rounded(Rounding::Up));
    let (significand, exponent) = parts(low);
    let is_low = low.pattern() == high.pattern()
        || compare_square((2 * significand + 1, exponent - 1), parts(a)).is_gt();
    root.pattern() == if is_low { low.pattern() } else { high.pattern() }
}

/// Every special value, pair and triple of a format.
fn check_specials<F: Reference>() {
    let specials = special_values::<F>();
    for &a in &specials {
        check_one(a);
        for &b in &specials {
            check_pair(a, b);
            specials.iter().step_by(3).for_each(|&c| check_fma(a, b, c));
        }
    }
}

/// Random values, pairs and triples, of which the third is also near the product.
fn check_random<F: Reference>(cases: u32) {
    let mut runner = TestRunner::new(random_cases(cases));
    let strategy = (values::<F>(), values::<F>(), values::<F>(), 0..4_u64);
    let outcome = runner.run(&strategy, |(a, b, c, step)| {
        check_one(a);
        check_pair(a, b);
        check_fma(a, b, c);
        let product = mul(a, b, Modifiers::default());
        let near = neg(F::from_pattern(product.pattern().wrapping_sub(step)), false);
        check_fma(a, b, near);
        Ok(())
    });
    outcome.expect("no case fails");
}

#[test]
fn single_specials() {
    check_specials::<f32>();
}

#[test]
fn double_specials() {
    check_specials::<f64>();
}

#[test]
fn half_specials() {
    check_specials::<Half>();
    check_specials::<Brain>();
}

#[test]
fn single_random() {
    check_random::<f32>(20_000);
}

#[test]
fn double_random() {
    check_random::<f64>(20_000);
}

#[test]
fn half_random() {
    check_random::<Half>(10_000);
    check_random::<Brain>(10_000);
}

#[test]
fn roots_of_all_halves() {
    (0..=u16::MAX).for_each(|bits| check_one(Half(bits)));
    (0..=u16::MAX).for_each(|bits| check_one(Brain(bits)));
}

/// `.ftz` as the reference computes it: operands and results without subnormals.
#[test]
fn flush() {
    let specials = special_values::<f32>();
    for (&a, &b) in specials.iter().flat_map(|a| specials.iter().map(move |b| (a, b))) {
        for rounding in Rounding::ALL {
            let modifiers = Modifiers { flush: true, ..Modifiers::rounded(rounding) };
            let cut = |value: f32| if value.is_subnormal() { value.signum() * 0.0 } else { value };
            let (x, y, round) = (cut(a).reference(), cut(b).reference(), direction(rounding));
            let finish = |number: <f32 as Reference>::Number| {
                cut(f32::from_bits(number.to_bits() as u32)).reference()
            };
            let what = (a, b, rounding);
            assert_same(add(a, b, modifiers), finish(x.add_r(y, round).value), &what);
            assert_same(sub(a, b, modifiers), finish(x.sub_r(y, round).value), &what);
            assert_same(mul(a, b, modifiers), finish(x.mul_r(y, round).value), &what);
            assert_same(div(a, b, modifiers), finish(x.div_r(y, round).value), &what);
            let sum = x.mul_add_r(y, y, round).value;
            assert_same(fma(a, b, b, modifiers), finish(sum), &what);
        }
        assert_eq!(sqrt(1e-40_f32, Modifiers { flush: true, ..Modifiers::default() }), 0.0);
    }
}

#[test]
fn saturate() {
    let modifiers = Modifiers { saturate: true, ..Modifiers::default() };
    let cases = [(0.25_f32, 0.5, 0.75), (1.0, 1.0, 1.0), (-2.0, 1.0, 0.0), (-0.0, -0.0, 0.0)];
    for (a, b, sum) in cases {
        assert_eq!(add(a, b, modifiers).to_bits(), f32::to_bits(sum));
    }
    for a in [f32::NAN, f32::NEG_INFINITY] {
        assert_eq!(add(a, a, modifiers).to_bits(), 0);
    }
    assert_eq!(mul(f32::INFINITY, 3.0, modifiers), 1.0);
    assert_eq!(fma(f32::INFINITY, 0.0, 1.0, modifiers).to_bits(), 0);
    assert_eq!(sub(1.0_f64, 1e-9, modifiers), 1.0 - 1e-9);
}

/// The NaN that each format writes.
#[test]
fn not_numbers() {
    let plain = Modifiers::default();
    for rounding in Rounding::ALL {
        let modifiers = Modifiers::rounded(rounding);
        let odd = f32::from_bits(0xffc1_2345);
        assert_eq!(add(odd, 1.0, modifiers).to_bits(), 0x7fff_ffff);
        assert_eq!(div(0.0_f32, 0.0, modifiers).to_bits(), 0x7fff_ffff);
        assert_eq!(sqrt(-1.0_f64, modifiers).to_bits(), 0xfff8_0000_0000_0000);
        let first = f64::from_bits(0x7ff0_0000_0000_0001);
        let second = f64::from_bits(0xfff8_0000_0000_0002);
        assert_eq!(add(1.0, first, modifiers).to_bits(), 0x7ff8_0000_0000_0001);
        assert_eq!(sub(second, first, modifiers).to_bits(), 0xfff8_0000_0000_0002);
        assert_eq!(fma(1.0, 1.0, second, modifiers).to_bits(), 0xfff8_0000_0000_0002);
    }
    assert_eq!(mul(Half(0x7e01), Half(0), plain).0, 0x7fff);
}

#[test]
fn signs() {
    let nan = f32::from_bits(0xffc0_0001);
    assert_eq!(abs(nan, false).to_bits(), 0x7fc0_0001);
    assert_eq!(neg(nan, true).to_bits(), 0x7fc0_0001);
    assert_eq!(abs(-1e-40_f32, true).to_bits(), 0);
    assert_eq!(neg(1e-40_f32, true).to_bits(), 0x8000_0000);
    assert_eq!(neg(1e-40_f32, false), -1e-40);
    assert_eq!(copysign(-0.0_f64, 2.5), -2.5);
    assert_eq!(copysign(1.0_f32, -2.5), 2.5);
}

proptest! {
    #![proptest_config(random_cases(2_000))]

    /// To nearest, the host's operations are taken: they are the ones of IEEE 754.
    #[test]
    fn host(a: u64, b: u64) {
        let (a, b) = (f64::from_bits(a), f64::from_bits(b));
        assert_same(add(a, b, Modifiers::default()), (a + b).reference(), &(a, b));
    }
}

#[test]
fn words() {
    let words = ["rn", "rz", "rm", "rp"];
    for (word, rounding) in words.into_iter().zip(Rounding::ALL) {
        assert_eq!(Rounding::from_word(word), Some(rounding));
        assert_eq!(Rounding::from_word(&format!("{word}i")), Some(rounding));
    }
    assert_eq!(Rounding::from_word("rna"), None);
}
