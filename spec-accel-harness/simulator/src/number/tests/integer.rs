//! Integer arithmetic against 128-bit arithmetic: every pair of bytes, edge values and random values of wider types.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::super::integer::{
    Integer, Widens, abs, add, add_carry, add_saturating, div, mad_hi, mad_hi_carry,
    mad_hi_saturating, mad_lo, mad_lo_carry, mad_wide, mad24_hi, mad24_hi_saturating, mad24_lo,
    max, min, mul_hi, mul_lo, mul_wide, mul24_hi, mul24_lo, neg, rem, sad, sub, sub_borrow,
    sub_saturating,
};
use super::random_cases;

/// The low bits of a number, read as the type reads them.
fn read<I: Integer>(number: i128) -> i128 {
    let modulus = 1_i128 << I::BITS;
    let low = number.rem_euclid(modulus);
    if I::SIGNED && low >= modulus / 2 { low - modulus } else { low }
}

/// The number as the nearest value of the type.
fn clamped<I: Integer>(number: i128) -> i128 {
    let modulus = 1_i128 << I::BITS;
    let (least, greatest) =
        if I::SIGNED { (-modulus / 2, modulus / 2 - 1) } else { (0, modulus - 1) };
    number.clamp(least, greatest)
}

/// The high half of a product, of parts of 32 bits that do not overflow.
fn high_half<I: Integer>(a: i128, b: i128) -> i128 {
    let (a1, a0) = (a >> 32, a & 0xffff_ffff);
    let (b1, b0) = (b >> 32, b & 0xffff_ffff);
    let middle = a1 * b0 + ((a0 * b0) >> 32);
    let other = a0 * b1 + (middle & 0xffff_ffff);
    let high = a1 * b1 + (middle >> 32) + (other >> 32);
    let low = (other & 0xffff_ffff) << 32 | ((a0 * b0) & 0xffff_ffff);
    if I::BITS == 64 { high } else { (high << 64 | low) >> I::BITS }
}

fn check_pair<I: Integer + std::fmt::Debug>(a: I, b: I) {
    let (x, y) = (a.wide(), b.wide());
    let same = |actual: I, expected: i128, what: &str| {
        assert_eq!(actual.wide(), read::<I>(expected), "{what} {a:?} {b:?}");
    };
    same(add(a, b), x + y, "add");
    same(sub(a, b), x - y, "sub");
    same(add_saturating(a, b), clamped::<I>(x + y), "add.sat");
    same(sub_saturating(a, b), clamped::<I>(x - y), "sub.sat");
    same(mul_hi(a, b), high_half::<I>(x, y), "mul.hi");
    same(min(a, b), if x < y { x } else { y }, "min");
    same(max(a, b), if x < y { y } else { x }, "max");
    same(neg(a), -x, "neg");
    same(abs(a), x.abs(), "abs");
    let low = (x & 0xffff_ffff) * y + ((((x >> 32) * y) & 0xffff_ffff) << 32);
    same(mul_lo(a, b), low, "mul.lo");
    if y == 0 {
        same(div(a, b), -1, "div by zero");
        same(rem(a, b), -1, "rem by zero");
    } else {
        same(div(a, b), x / y, "div");
        same(rem(a, b), x % y, "rem");
        same(add(mul_lo(div(a, b), b), rem(a, b)), x, "div and rem");
    }
}

fn check_triple<I: Integer + std::fmt::Debug>(a: I, b: I, c: I) {
    let (x, y, z) = (a.wide(), b.wide(), c.wide());
    let high = high_half::<I>(x, y);
    let same = |actual: I, expected: i128, what: &str| {
        assert_eq!(actual.wide(), read::<I>(expected), "{what} {a:?} {b:?} {c:?}");
    };
    same(mad_lo(a, b, c), mul_lo(a, b).wide() + z, "mad.lo");
    same(mad_hi(a, b, c), high + z, "mad.hi");
    same(mad_hi_saturating(a, b, c), clamped::<I>(high + z), "mad.hi.sat");
    same(sad(a, b, c), z + (x - y).abs(), "sad");
    let modulus = 1_i128 << I::BITS;
    let unsigned = |number: i128| number.rem_euclid(modulus);
    for carry in [false, true] {
        let carried = |(actual, out): (I, bool), first: i128, what: &str| {
            let sum = unsigned(first) + unsigned(z) + i128::from(carry);
            assert_eq!(
                (actual.wide(), out),
                (read::<I>(sum), sum >= modulus),
                "{what} {a:?} {b:?}"
            );
        };
        carried(add_carry(a, c, carry), x, "addc");
        carried(mad_lo_carry(a, b, c, carry), mul_lo(a, b).wide(), "madc.lo");
        carried(mad_hi_carry(a, b, c, carry), high, "madc.hi");
        let difference = unsigned(x) - unsigned(y) - i128::from(carry);
        let expected = (read::<I>(difference), difference < 0);
        let (actual, out) = sub_borrow(a, b, carry);
        assert_eq!((actual.wide(), out), expected, "subc {a:?} {b:?}");
    }
}

fn check_wide<I: Widens>(a: I, b: I, c: I::Wide) {
    let product = a.wide() * b.wide();
    assert_eq!(mul_wide(a, b).wide(), product);
    assert_eq!(mad_wide(a, b, c).wide(), read::<I::Wide>(product + c.wide()));
}

/// The multiplications of 24 bits, with the operands' low 24 bits as numbers.
fn check24<I: Integer>(a: I, b: I, c: I) {
    let low = |value: I| {
        let bits = value.wide().rem_euclid(1 << 24);
        if I::SIGNED && bits >= 1 << 23 { bits - (1 << 24) } else { bits }
    };
    let product = low(a) * low(b);
    let high = product >> 16;
    assert_eq!(mul24_lo(a, b).wide(), read::<I>(product));
    assert_eq!(mul24_hi(a, b).wide(), read::<I>(high));
    assert_eq!(mad24_lo(a, b, c).wide(), read::<I>(product + c.wide()));
    assert_eq!(mad24_hi(a, b, c).wide(), read::<I>(high + c.wide()));
    assert_eq!(mad24_hi_saturating(a, b, c).wide(), clamped::<I>(high + c.wide()));
}

/// Values near zero, near the ends, and near the powers of two.
pub(super) fn edge_values<I: Integer>() -> Vec<I> {
    let places = (0..I::BITS).step_by(if I::BITS > 16 { 5 } else { 1 }).chain([I::BITS - 1]);
    let near = |place: u32| [-1, 0, 1].map(|step| I::wrap((1_i128 << place) + step));
    places.flat_map(near).flat_map(|value| [value, I::wrap(-value.wide())]).collect()
}

fn check_type<I: Integer + std::fmt::Debug>() {
    let edges = edge_values::<I>();
    for &a in &edges {
        for &b in &edges {
            check_pair(a, b);
            edges.iter().step_by(5).for_each(|&c| check_triple(a, b, c));
        }
    }
    let mut runner = TestRunner::new(random_cases(5_000));
    let outcome = runner.run(&(any::<u64>(), any::<u64>(), any::<u64>()), |(a, b, c)| {
        let [a, b, c] = [a, b, c].map(I::from_pattern);
        check_pair(a, b);
        check_triple(a, b, c);
        Ok(())
    });
    outcome.expect("no case fails");
}

#[test]
fn bytes() {
    for (a, b) in (0..=u8::MAX).flat_map(|a| (0..=u8::MAX).map(move |b| (a, b))) {
        check_pair(a, b);
        check_pair(a as i8, b as i8);
        check_wide(a, b, u16::MAX - 3);
        check_wide(a as i8, b as i8, i16::MIN + 3);
        for c in [0, 1, 0x7f, 0x80, 0xff] {
            check_triple(a, b, c);
            check_triple(a as i8, b as i8, c as i8);
        }
    }
}

#[test]
fn wider_types() {
    check_type::<u16>();
    check_type::<i16>();
    check_type::<u32>();
    check_type::<i32>();
    check_type::<u64>();
    check_type::<i64>();
}

#[test]
fn wide_products() {
    let edges = edge_values::<u32>();
    for (&a, &b) in edges.iter().flat_map(|a| edges.iter().map(move |b| (a, b))) {
        for c in [0, 1, u64::MAX, 1 << 63, a.into()] {
            check_wide(a, b, c);
            check_wide(a as i32, b as i32, c as i64);
            check_wide(a as u16, b as u16, c as u32);
            check_wide(a as i16, b as i16, c as i32);
        }
    }
}

proptest! {
    #![proptest_config(random_cases(2_000))]

    #[test]
    fn products_of_24_bits(a: u32, b: u32, c: u32) {
        check24(a, b, c);
        check24(a as i32, b as i32, c as i32);
        check_wide(a, b, u64::from(c) << 32 | u64::from(a));
        check_wide(a as i32, b as i32, i64::from(c as i32) << 32);
    }
}

#[test]
fn products_of_24_bits_at_the_edges() {
    let edges = edge_values::<u32>();
    for (&a, &b) in edges.iter().flat_map(|a| edges.iter().map(move |b| (a, b))) {
        for c in [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX] {
            check24(a, b, c);
            check24(a as i32, b as i32, c as i32);
        }
    }
}

/// What the ISA leaves to the machine.
#[test]
fn divisions_without_a_result() {
    assert_eq!(div(7_u32, 0), u32::MAX);
    assert_eq!(rem(7_u64, 0), u64::MAX);
    assert_eq!(div(-7_i64, 0), -1);
    assert_eq!(div(i32::MIN, -1), i32::MIN);
    assert_eq!(rem(i32::MIN, -1), 0);
    assert_eq!(div(i16::MIN, -1), i16::MIN);
}
