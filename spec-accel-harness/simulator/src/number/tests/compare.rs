//! Comparisons, selections, `min` and `max`.

use std::cmp::Ordering;

use super::super::compare::{max, min, selp, set_float, set_integer, slct_float, slct_integer};
use super::super::{BooleanOperator, Brain, Comparison, Float, Half, Preference, Property};
use super::{Reference, special_values};

/// What each word says of less, equal, greater, and of no order.
const TABLE: [(&str, [bool; 4]); 18] = [
    ("eq", [false, true, false, false]),
    ("ne", [true, false, true, false]),
    ("lt", [true, false, false, false]),
    ("lo", [true, false, false, false]),
    ("le", [true, true, false, false]),
    ("ls", [true, true, false, false]),
    ("gt", [false, false, true, false]),
    ("hi", [false, false, true, false]),
    ("ge", [false, true, true, false]),
    ("hs", [false, true, true, false]),
    ("equ", [false, true, false, true]),
    ("neu", [true, false, true, true]),
    ("ltu", [true, false, false, true]),
    ("leu", [true, true, false, true]),
    ("gtu", [false, false, true, true]),
    ("geu", [false, true, true, true]),
    ("num", [true, true, true, false]),
    ("nan", [false, false, false, true]),
];

fn place(order: Option<Ordering>) -> usize {
    match order {
        Some(Ordering::Less) => 0,
        Some(Ordering::Equal) => 1,
        Some(Ordering::Greater) => 2,
        None => 3,
    }
}

fn check_floats<F: Reference>() {
    let specials = special_values::<F>();
    for (word, row) in TABLE {
        let comparison = Comparison::from_word(word).expect("a word of the ISA");
        for (&a, &b) in specials.iter().flat_map(|a| specials.iter().map(move |b| (a, b))) {
            let order = a.reference().partial_cmp(&b.reference());
            assert_eq!(comparison.holds(a, b), row[place(order)], "{word} {a:?} {b:?}");
            let cut = |value: F| {
                let tiny = rustc_apfloat::Float::is_denormal(value.reference());
                F::from_pattern(if tiny { 0 } else { value.pattern() })
            };
            let order = cut(a).reference().partial_cmp(&cut(b).reference());
            assert_eq!(comparison.holds_flushed(a, b), row[place(order)], "{word}.ftz {a:?} {b:?}");
        }
    }
}

#[test]
fn floats() {
    check_floats::<f32>();
    check_floats::<f64>();
    check_floats::<Half>();
    check_floats::<Brain>();
}

#[test]
fn integers() {
    let patterns = [0, 1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x1_0000_0000, 1 << 63, !0_u64];
    for (word, row) in TABLE {
        let comparison = Comparison::from_word(word).expect("a word of the ISA");
        for (a, b) in patterns.into_iter().flat_map(|a| patterns.map(|b| (a, b))) {
            let expect = |a: i128, b: i128| row[place(Some(a.cmp(&b)))];
            let (x, y) = (i128::from(a), i128::from(b));
            assert_eq!(comparison.holds(a, b), expect(x, y));
            let signed = |number: i128| if number >= 1 << 63 { number - (1 << 64) } else { number };
            assert_eq!(comparison.holds(a as i64, b as i64), expect(signed(x), signed(y)));
        }
    }
    assert_eq!(Comparison::from_word("lte"), None);
}

#[test]
fn combined() {
    let operators = [("and", 0b1000), ("or", 0b1110), ("xor", 0b0110)];
    for (word, table) in operators {
        let operator = BooleanOperator::from_word(word).expect("a word of the ISA");
        for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
            let row = 2 * u32::from(a) + u32::from(b);
            assert_eq!(operator.combine(a, b), table >> row & 1 == 1, "{word} {a} {b}");
        }
    }
    assert_eq!(BooleanOperator::from_word("nor"), None);
}

#[test]
fn selections() {
    assert_eq!(set_integer::<u32>(true), u32::MAX);
    assert_eq!(set_integer::<i32>(true), -1);
    assert_eq!(set_integer::<u32>(false), 0);
    assert_eq!(set_float::<f32>(true), 1.0);
    assert_eq!(set_float::<f32>(false).to_bits(), 0);
    assert_eq!((selp(1, 2, true), selp(1, 2, false)), (1, 2));
    assert_eq!((slct_integer(1, 2, 0), slct_integer(1, 2, -1)), (1, 2));
    let cases = [(0.0, 1), (-0.0, 1), (1e-40, 1), (-1e-40, 2), (f32::NAN, 2), (-1.0, 2)];
    cases.into_iter().for_each(|(c, result)| assert_eq!(slct_float(1, 2, c, false), result));
    assert_eq!(slct_float(1, 2, -1e-40, true), 1);
}

fn check_properties<F: Reference>() {
    use rustc_apfloat::Float as Number;
    for a in special_values::<F>() {
        let number = a.reference();
        let holds = |word| Property::from_word(word).expect("a word of the ISA").holds(a);
        assert_eq!(holds("finite"), Number::is_finite(number));
        assert_eq!(holds("infinite"), Number::is_infinite(number));
        assert_eq!(holds("number"), !Number::is_nan(number));
        assert_eq!(holds("notanumber"), Number::is_nan(number));
        assert_eq!(holds("normal"), Number::is_normal(number) || Number::is_zero(number));
        assert_eq!(holds("subnormal"), Number::is_denormal(number));
    }
    assert_eq!(Property::from_word("zero"), None);
}

#[test]
fn properties() {
    check_properties::<f32>();
    check_properties::<f64>();
}

/// The position of a number on a line on which `-0` comes before `+0`.
fn position<F: Float>(a: F) -> i128 {
    let magnitude = i128::from(a.magnitude());
    if a.has_sign() { -magnitude - 1 } else { magnitude }
}

fn check_extremes<F: Reference>(a: F, b: F) {
    let plain = Preference::default();
    let (low, high) = (min(a, b, plain), max(a, b, plain));
    let strict = Preference { keep_nan: true, ..plain };
    if a.is_nan() || b.is_nan() {
        let other = if a.is_nan() { b } else { a };
        for result in [low, high] {
            let same = result.is_nan() && other.is_nan() || result.pattern() == other.pattern();
            assert!(same, "{a:?} {b:?}: {result:?}");
        }
        assert!(min(a, b, strict).is_nan() && max(a, b, strict).is_nan(), "{a:?} {b:?}");
        return;
    }
    let (first, second) = if position(a) <= position(b) { (a, b) } else { (b, a) };
    assert_eq!((low.pattern(), high.pattern()), (first.pattern(), second.pattern()), "{a:?} {b:?}");
    assert_eq!(min(a, b, strict).pattern(), low.pattern());
    assert_eq!(max(a, b, strict).pattern(), high.pattern());
    let signs = Preference { xor_sign: true, ..plain };
    let sign = if a.has_sign() == b.has_sign() { 0 } else { F::SIGN };
    let (small, large) = (a.magnitude().min(b.magnitude()), a.magnitude().max(b.magnitude()));
    assert_eq!(min(a, b, signs).pattern(), small | sign, "{a:?} {b:?}");
    assert_eq!(max(a, b, signs).pattern(), large | sign, "{a:?} {b:?}");
}

#[test]
fn extremes() {
    let singles = special_values::<f32>();
    singles.iter().for_each(|&a| singles.iter().for_each(|&b| check_extremes(a, b)));
    let doubles = special_values::<f64>();
    doubles.iter().for_each(|&a| doubles.iter().for_each(|&b| check_extremes(a, b)));
    let flush = Preference { flush: true, ..Preference::default() };
    assert_eq!(min(-1e-40_f32, 0.0, flush).to_bits(), 1 << 31);
    assert_eq!(max(1e-40_f32, -3.0, flush).to_bits(), 0);
    assert_eq!(max(1e-40_f32, f32::NAN, flush).to_bits(), 0);
    let plain = Preference::default();
    assert_eq!(max(f32::NAN, -f32::NAN, plain).to_bits(), 0x7fff_ffff);
    let strict = Preference { keep_nan: true, ..plain };
    assert_eq!(min(1.0, f32::NAN, strict).to_bits(), 0x7fff_ffff);
    assert_eq!(
        min(1.0, f64::from_bits(0x7ff0_0000_0000_0005), strict).to_bits(),
        0x7ff8_0000_0000_0005
    );
}
