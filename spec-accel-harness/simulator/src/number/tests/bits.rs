//! Operations on bits against their definitions in the ISA, one bit at a time.

use proptest::prelude::*;

use super::super::bits::{
    FunnelMode, PermuteMode, and, bfe, bfi, bfind, bfind_shift_amount, bmsk, brev, clz, cnot, dp2a,
    dp4a, lop3, not, or, popc, prmt, shf_left, shf_right, shl, shr, xor,
};
use super::super::integer::Integer;
use super::integer::edge_values;
use super::random_cases;

/// Bit `place` of a value; beyond its size, `beyond`.
fn bit<I: Integer>(a: I, place: u32, beyond: bool) -> bool {
    if place < I::BITS { a.pattern() >> place & 1 == 1 } else { beyond }
}

/// The value whose bits a function says.
fn built<I: Integer>(bit_at: impl Fn(u32) -> bool) -> I {
    I::from_pattern((0..I::BITS).map(|place| u64::from(bit_at(place)) << place).sum())
}

/// Whether the value is below zero.
fn sign<I: Integer>(a: I) -> bool {
    I::SIGNED && bit(a, I::BITS - 1, false)
}

fn check_shift<I: Integer + std::fmt::Debug>(a: I, by: u32) {
    let left = built::<I>(|place| place >= by && bit(a, place - by, false));
    let right = built::<I>(|place| bit(a, place.saturating_add(by), sign(a)));
    assert_eq!(shl(a, by), left, "shl {a:?} {by}");
    assert_eq!(shr(a, by), right, "shr {a:?} {by}");
}

fn check_field<I: Integer + std::fmt::Debug>(a: I, b: I, start: u32, length: u32) {
    let (from, count) = (start % 256, length % 256);
    let last = (from + count).saturating_sub(1).min(I::BITS - 1);
    let filler = I::SIGNED && count > 0 && bit(a, last, false);
    let extracted =
        built::<I>(|place| if place < count { bit(a, from + place, filler) } else { filler });
    assert_eq!(bfe(a, start, length), extracted, "bfe {a:?} {start} {length}");
    let inserted = built::<I>(|place| {
        let inside = place >= from && place - from < count;
        if inside { bit(a, place - from, false) } else { bit(b, place, false) }
    });
    assert_eq!(bfi(a, b, start, length), inserted, "bfi {a:?} {b:?} {start} {length}");
}

fn check_counts<I: Integer + std::fmt::Debug>(a: I) {
    let places = || (0..I::BITS).rev();
    let found = places().find(|&place| bit(a, place, false) != sign(a));
    assert_eq!(bfind(a), found.unwrap_or(u32::MAX), "bfind {a:?}");
    let amount = found.map_or(u32::MAX, |place| I::BITS - 1 - place);
    assert_eq!(bfind_shift_amount(a), amount, "bfind.shiftamt {a:?}");
    assert_eq!(brev(a), built::<I>(|place| bit(a, I::BITS - 1 - place, false)), "brev {a:?}");
    assert_eq!(clz(a) as usize, places().take_while(|&place| !bit(a, place, false)).count());
    assert_eq!(popc(a) as usize, places().filter(|&place| bit(a, place, false)).count());
    assert_eq!(cnot(a).wide(), i128::from(a.wide() == 0));
    assert_eq!(not(a), built::<I>(|place| !bit(a, place, false)));
}

fn check_logic<I: Integer + std::fmt::Debug>(a: I, b: I) {
    let of_bits = |function: fn(bool, bool) -> bool| {
        built::<I>(|place| function(bit(a, place, false), bit(b, place, false)))
    };
    assert_eq!(and(a, b), of_bits(|x, y| x && y));
    assert_eq!(or(a, b), of_bits(|x, y| x || y));
    assert_eq!(xor(a, b), of_bits(|x, y| x != y));
}

fn check_type<I: Integer + std::fmt::Debug>() {
    let counts = [0, 1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 257, u32::MAX];
    let edges = edge_values::<I>();
    for &a in &edges {
        check_counts(a);
        for by in counts {
            check_shift(a, by);
            counts.iter().for_each(|&length| check_field(a, not(a), by, length));
            counts.iter().for_each(|&length| check_field(a, edges[3], by, length));
        }
        edges.iter().for_each(|&b| check_logic(a, b));
    }
}

#[test]
fn all_types() {
    check_type::<u8>();
    check_type::<i8>();
    check_type::<u16>();
    check_type::<i16>();
    check_type::<u32>();
    check_type::<i32>();
    check_type::<u64>();
    check_type::<i64>();
}

proptest! {
    #![proptest_config(random_cases(2_000))]

    #[test]
    fn random(a: u64, b: u64, start in 0..70_u32, length in 0..70_u32) {
        check_shift(a, start);
        check_shift(a as i64, start);
        check_shift(a as i32, start);
        check_field(a, b, start, length);
        check_field(a as i64, b as i64, start, length);
        check_field(a as u32, b as u32, start, length);
        check_field(a as i32, b as i32, start, length);
        check_counts(a);
        check_counts(a as i64 >> start.min(63));
        check_counts(a as i32 >> start.min(31));
    }

    #[test]
    fn funnels(a: u32, b: u32, by in prop_oneof![0..70_u32, any::<u32>()]) {
        for mode in [FunnelMode::Clamp, FunnelMode::Wrap] {
            let count = if mode == FunnelMode::Clamp { by.min(32) } else { by % 32 };
            let joined = |place: u32| if place < 32 { bit(a, place, false) } else { bit(b, place - 32, false) };
            prop_assert_eq!(shf_left(a, b, by, mode), built::<u32>(|place| joined(place + 32 - count)));
            prop_assert_eq!(shf_right(a, b, by, mode), built::<u32>(|place| joined(place + count)));
        }
    }

    #[test]
    fn three_operands(a: u32, b: u32, c: u32, table: u8) {
        let expected = built::<u32>(|place| {
            let row = [a, b, c].map(|value| u8::from(bit(value, place, false)));
            table >> (4 * row[0] + 2 * row[1] + row[2]) & 1 == 1
        });
        prop_assert_eq!(lop3(a, b, c, table), expected);
        prop_assert_eq!(lop3(a, b, c, 0x1a), (a & b | c) ^ a);
        prop_assert_eq!(lop3(a, b, c, 0xe8), a & b | a & c | b & c);
    }

    #[test]
    fn bytes_by_index(a: u32, b: u32, control: u32) {
        let source = [a.to_le_bytes(), b.to_le_bytes()].concat();
        let expected = (0..4).rev().fold(0_u32, |result, place| {
            let selector = control >> (4 * place) & 15;
            let byte = source[selector as usize % 8];
            let extended = if byte < 128 { 0 } else { 255 };
            let copied = if selector < 8 { byte } else { extended };
            result * 256 + u32::from(copied)
        });
        prop_assert_eq!(prmt(a, b, control, PermuteMode::Index), expected);
    }

    #[test]
    fn dot_products(a: u32, b: u32, c: u32) {
        for signed in [(false, false), (false, true), (true, false), (true, true)] {
            let part = |bits: u32, place: u32, size: u32, signed: bool| {
                let low = i64::from(bits >> (place * size)) % (1 << size);
                if signed && low >= 1 << (size - 1) { low - (1 << size) } else { low }
            };
            let bytes = |place| part(a, place, 8, signed.0) * part(b, place, 8, signed.1);
            let four: i64 = (0..4).map(bytes).sum();
            prop_assert_eq!(dp4a(a, b, c, signed), (four + i64::from(c)).rem_euclid(1 << 32) as u32);
            for high in [false, true] {
                let halves = |place| {
                    part(a, place, 16, signed.0) * part(b, place + 2 * u32::from(high), 8, signed.1)
                };
                let two: i64 = (0..2).map(halves).sum();
                let expected = (two + i64::from(c)).rem_euclid(1 << 32) as u32;
                prop_assert_eq!(dp2a(a, b, c, signed, high), expected);
            }
        }
    }
}

/// The table of the ISA: for each control, the numbers of the bytes from the highest to the lowest.
#[test]
fn permute_modes() {
    let rows = [
        ("f4e", ["3210", "4321", "5432", "6543"]),
        ("b4e", ["5670", "6701", "7012", "0123"]),
        ("rc8", ["0000", "1111", "2222", "3333"]),
        ("ecl", ["3210", "3211", "3222", "3333"]),
        ("ecr", ["0000", "1110", "2210", "3210"]),
        ("rc16", ["1010", "3232", "1010", "3232"]),
    ];
    for (word, results) in rows {
        let mode = PermuteMode::from_word(word).expect("a word of the ISA");
        for (control, digits) in (0..).zip(results) {
            let expected =
                digits.bytes().fold(0_u32, |sum, digit| sum << 8 | u32::from(digit - b'0'));
            for above in [0, 4, 0xfff0] {
                let actual = prmt(0x0302_0100, 0x0706_0504, control | above, mode);
                assert_eq!(actual, expected, "{word} {control}");
            }
        }
    }
    assert_eq!(PermuteMode::from_word("rc4"), None);
}

#[test]
fn masks() {
    for (start, length) in (0..40).flat_map(|start| (0..40).map(move |length| (start, length))) {
        let ones = |start: u32, length: u32| {
            built::<u32>(|place| place >= start && place < start + length)
        };
        assert_eq!(bmsk(start, length, FunnelMode::Clamp), ones(start, length));
        assert_eq!(bmsk(start, length, FunnelMode::Wrap), ones(start % 32, length % 32));
    }
    assert_eq!(FunnelMode::from_word("clamp"), Some(FunnelMode::Clamp));
    assert_eq!(FunnelMode::from_word("wrap"), Some(FunnelMode::Wrap));
    assert_eq!(FunnelMode::from_word("shift"), None);
}
