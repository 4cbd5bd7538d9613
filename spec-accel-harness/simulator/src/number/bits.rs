//! Shifts and operations on bits and bytes (PTX ISA 8.5, "Logic and Shift Instructions", "Integer Arithmetic Instructions" and
//! "Data Movement: prmt").

use super::integer::Integer;

/// `shl`: shifted left. By the size and more it is 0.
#[inline]
pub fn shl<I: Integer>(a: I, by: u32) -> I {
    if by < I::BITS { a.shifted_left(by) } else { I::from_pattern(0) }
}

/// `shr`: shifted right. The sign fills a signed value, zeros fill others; by the size and more, nothing else is left.
#[inline]
pub fn shr<I: Integer>(a: I, by: u32) -> I {
    if by < I::BITS {
        a.shifted_right(by)
    } else if I::SIGNED {
        a.shifted_right(I::BITS - 1)
    } else {
        I::from_pattern(0)
    }
}

/// What `shf` does with a count above 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunnelMode {
    /// `.clamp`: it is 32.
    Clamp,
    /// `.wrap`: its low five bits count.
    Wrap,
}

impl FunnelMode {
    /// The mode that a word without its dot names.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "clamp" => Some(Self::Clamp),
            "wrap" => Some(Self::Wrap),
            _ => None,
        }
    }

    /// The count that is meant, 0 to 32.
    #[inline]
    fn count(self, by: u32) -> u32 {
        match self {
            Self::Clamp => by.min(32),
            Self::Wrap => by & 31,
        }
    }
}

/// The 64 bits of which `a` is the low half and `b` the high half.
#[inline]
fn joined(a: u32, b: u32) -> u64 {
    u64::from(b) << 32 | u64::from(a)
}

/// `shf.l`: the high half of the 64 bits `b:a`, shifted left.
#[inline]
pub fn shf_left(a: u32, b: u32, by: u32, mode: FunnelMode) -> u32 {
    (joined(a, b) << mode.count(by) >> 32) as u32
}

/// `shf.r`: the low half of the 64 bits `b:a`, shifted right.
#[inline]
pub fn shf_right(a: u32, b: u32, by: u32, mode: FunnelMode) -> u32 {
    (joined(a, b) >> mode.count(by)) as u32
}

/// The lowest `length` bits, at most 64.
#[inline]
fn low_bits(length: u32) -> u64 {
    if length < 64 { (1 << length) - 1 } else { u64::MAX }
}

/// `bfe`: the bits of `a` from `start` on, `length` of them. The low eight bits of both numbers count. A signed type fills the
/// rest with the field's highest bit that `a` has.
#[inline]
pub fn bfe<I: Integer>(a: I, start: u32, length: u32) -> I {
    let (start, length) = (start & 0xff, length & 0xff);
    if length == 0 {
        return I::from_pattern(0);
    }
    let length = length.min(I::BITS);
    let moved = shr(a, start);
    let unused = I::BITS - length;
    moved.shifted_left(unused).shifted_right(unused)
}

/// `bfi`: `b` with `length` bits from `start` on replaced by the low bits of `a`. The low eight bits of both numbers count. For
/// unsigned types.
#[inline]
pub fn bfi<I: Integer>(a: I, b: I, start: u32, length: u32) -> I {
    let (start, length) = (start & 0xff, length & 0xff);
    let field = low_bits(length).checked_shl(start).unwrap_or(0);
    let inserted = a.pattern().checked_shl(start).unwrap_or(0);
    I::from_pattern(b.pattern() & !field | inserted & field)
}

/// `bfind`: where the highest bit stands that is not a copy of the sign, else all ones.
#[inline]
pub fn bfind<I: Integer>(a: I) -> u32 {
    let bits = if I::SIGNED && a < I::from_pattern(0) {
        I::from_pattern(!a.pattern()).pattern()
    } else {
        a.pattern()
    };
    63_u32.wrapping_sub(bits.leading_zeros())
}

/// `bfind.shiftamt`: by how much to shift left so that the bit of [`bfind`] becomes the highest, else all ones.
#[inline]
pub fn bfind_shift_amount<I: Integer>(a: I) -> u32 {
    match bfind(a) {
        u32::MAX => u32::MAX,
        position => I::BITS - 1 - position,
    }
}

/// `brev`: the bits in the opposite order.
#[inline]
pub fn brev<I: Integer>(a: I) -> I {
    I::from_pattern(a.pattern().reverse_bits() >> (64 - I::BITS))
}

/// `clz`: the number of zeros above the highest one.
#[inline]
pub fn clz<I: Integer>(a: I) -> u32 {
    a.pattern().leading_zeros() - (64 - I::BITS)
}

/// `popc`: the number of ones.
#[inline]
pub fn popc<I: Integer>(a: I) -> u32 {
    a.pattern().count_ones()
}

/// `and`
#[inline]
pub fn and<I: Integer>(a: I, b: I) -> I {
    I::from_pattern(a.pattern() & b.pattern())
}

/// `or`
#[inline]
pub fn or<I: Integer>(a: I, b: I) -> I {
    I::from_pattern(a.pattern() | b.pattern())
}

/// `xor`
#[inline]
pub fn xor<I: Integer>(a: I, b: I) -> I {
    I::from_pattern(a.pattern() ^ b.pattern())
}

/// `not`: every bit inverted.
#[inline]
pub fn not<I: Integer>(a: I) -> I {
    I::from_pattern(!a.pattern())
}

/// `cnot`: 1 for 0, else 0.
#[inline]
pub fn cnot<I: Integer>(a: I) -> I {
    I::from_pattern(u64::from(a.pattern() == 0))
}

/// `lop3`: any function of three bits. The result of the bits `(a, b, c)` is bit `4a + 2b + c` of `table`.
#[inline]
pub fn lop3(a: u32, b: u32, c: u32, table: u8) -> u32 {
    (0..8).fold(0, |result, row: u32| {
        let wanted = 0_u32.wrapping_sub(u32::from(table >> row) & 1);
        let input = |bits: u32, weight: u32| if row & weight == 0 { !bits } else { bits };
        result | wanted & input(a, 4) & input(b, 2) & input(c, 1)
    })
}

/// How `prmt` chooses bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PermuteMode {
    /// No word: four bits of the control for each byte. The highest of them asks for eight copies of the byte's highest bit.
    Index,
    /// `.f4e`: four bytes upwards from the control.
    ForwardExtract,
    /// `.b4e`: four bytes downwards from the control, around the eight.
    BackwardExtract,
    /// `.rc8`: one byte, four times.
    ReplicateByte,
    /// `.ecl`: the bytes of `a`, but none below the control.
    EdgeClampLeft,
    /// `.ecr`: the bytes of `a`, but none above the control.
    EdgeClampRight,
    /// `.rc16`: the low or the high half of `a`, twice.
    ReplicateHalf,
}

impl PermuteMode {
    /// The mode that a word without its dot names.
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "f4e" => Self::ForwardExtract,
            "b4e" => Self::BackwardExtract,
            "rc8" => Self::ReplicateByte,
            "ecl" => Self::EdgeClampLeft,
            "ecr" => Self::EdgeClampRight,
            "rc16" => Self::ReplicateHalf,
            _ => return None,
        })
    }

    /// Which of the eight bytes becomes byte `place`; bit 3 asks for copies of its highest bit.
    #[inline]
    fn select(self, control: u32, place: u32) -> u32 {
        let low = control & 3;
        match self {
            Self::Index => control >> (4 * place) & 0xf,
            Self::ForwardExtract => low + place,
            Self::BackwardExtract => low.wrapping_sub(place) & 7,
            Self::ReplicateByte => low,
            Self::EdgeClampLeft => place.max(low),
            Self::EdgeClampRight => place.min(low),
            Self::ReplicateHalf => 2 * (low & 1) + (place & 1),
        }
    }
}

/// `prmt`: four bytes of the eight of `a` (0 to 3) and `b` (4 to 7), as `control` chooses them.
#[inline]
pub fn prmt(a: u32, b: u32, control: u32, mode: PermuteMode) -> u32 {
    let bytes = joined(a, b).to_le_bytes();
    u32::from_le_bytes([0, 1, 2, 3].map(|place| {
        let selector = mode.select(control, place);
        let byte = bytes[(selector & 7) as usize];
        if selector & 8 == 0 { byte } else { ((byte as i8) >> 7) as u8 }
    }))
}

/// `bmsk`: `length` ones from bit `start` on.
#[inline]
pub fn bmsk(start: u32, length: u32, mode: FunnelMode) -> u32 {
    let (start, length) = match mode {
        FunnelMode::Clamp => (start.min(32), length.min(32)),
        FunnelMode::Wrap => (start & 31, length & 31),
    };
    (low_bits(length) << start) as u32
}

/// The four bytes of an operand of `dp4a`, read with or without a sign.
#[inline]
fn byte_values(packed: u32, signed: bool) -> [i32; 4] {
    packed.to_le_bytes().map(|byte| if signed { (byte as i8).into() } else { byte.into() })
}

/// The sum of products, plus `c`.
#[inline]
fn dot_product<const N: usize>(a: [i32; N], b: [i32; N], c: u32) -> u32 {
    let products = a.into_iter().zip(b).map(|(a, b)| a.wrapping_mul(b));
    products.fold(c, |sum, product| sum.wrapping_add(product as u32))
}

/// `dp4a`: the sum of the products of four bytes each, plus `c`. `signed` says of `a` and of `b` whether its bytes have signs.
#[inline]
pub fn dp4a(a: u32, b: u32, c: u32, signed: (bool, bool)) -> u32 {
    dot_product(byte_values(a, signed.0), byte_values(b, signed.1), c)
}

/// `dp2a`: the sum of the products of the two halves of `a` and two bytes of `b`, plus `c`: the low two bytes (`.lo`) or the high
/// ones (`.hi`). `signed` says of `a` and of `b` whether its parts have signs.
#[inline]
pub fn dp2a(a: u32, b: u32, c: u32, signed: (bool, bool), high: bool) -> u32 {
    let half =
        |bits: u32| if signed.0 { (bits as u16 as i16).into() } else { (bits as u16).into() };
    let [b0, b1, b2, b3] = byte_values(b, signed.1);
    let bytes = if high { [b2, b3] } else { [b0, b1] };
    dot_product([half(a), half(a >> 16)], bytes, c)
}
