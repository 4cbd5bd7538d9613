//! Arithmetic of integers (PTX ISA 8.5, "Integer Arithmetic Instructions" and "Extended-Precision Integer Arithmetic
//! Instructions").
//!
//! A register has no sign: the type of the instruction says how its bits are read. Here it is the Rust type.

/// An integer type of PTX, `.u8` to `.s64`.
///
/// The methods are what the instructions are made of. All of them wrap around.
pub trait Integer: Copy + Ord {
    /// The size in bits.
    const BITS: u32;
    /// Whether the type has negative values.
    const SIGNED: bool;
    /// The smallest value.
    const LEAST: Self;
    /// The largest value.
    const GREATEST: Self;

    /// The value, whatever the type is.
    fn wide(self) -> i128;
    /// The low bits of a value.
    fn wrap(value: i128) -> Self;
    /// The bits, zero-extended.
    fn pattern(self) -> u64;
    /// The low bits, as a value.
    fn from_pattern(pattern: u64) -> Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The difference.
    fn minus(self, other: Self) -> Self;
    /// The low half of the product.
    fn times(self, other: Self) -> Self;
    /// The quotient, towards zero; `None` if the divisor is 0.
    fn quotient(self, divisor: Self) -> Option<Self>;
    /// The remainder, with the dividend's sign; `None` if the divisor is 0.
    fn remainder(self, divisor: Self) -> Option<Self>;
    /// Shifted left by less than the size.
    fn shifted_left(self, by: u32) -> Self;
    /// Shifted right by less than the size. The sign fills a signed value, zeros an unsigned one.
    fn shifted_right(self, by: u32) -> Self;
    /// The nearest `.f32`, of two the even one.
    fn nearest_single(self) -> f32;
    /// The nearest `.f64`, of two the even one.
    fn nearest_double(self) -> f64;
    /// The integer part, clamped; 0 for NaN.
    fn truncate_single(value: f32) -> Self;
    /// The integer part, clamped; 0 for NaN.
    fn truncate_double(value: f64) -> Self;

    /// The value, clamped to the range of the type.
    #[inline]
    fn clamp_from(value: i128) -> Self {
        Self::wrap(value.clamp(Self::LEAST.wide(), Self::GREATEST.wide()))
    }
}

/// An integer type whose products `.wide` writes.
pub trait Widens: Integer {
    /// The type of twice the size and the same sign.
    type Wide: Integer;
}

macro_rules! integer {
    ($type:ident, $unsigned:ident, $signed:literal) => {
        #[allow(clippy::cast_lossless, reason = "the same lines serve types that lose bits")]
        impl Integer for $type {
            const BITS: u32 = $type::BITS;
            const SIGNED: bool = $signed;
            const LEAST: Self = $type::MIN;
            const GREATEST: Self = $type::MAX;

            #[inline]
            fn wide(self) -> i128 {
                self.into()
            }

            #[inline]
            fn wrap(value: i128) -> Self {
                value as Self
            }

            #[inline]
            fn pattern(self) -> u64 {
                (self as $unsigned).into()
            }

            #[inline]
            fn from_pattern(pattern: u64) -> Self {
                pattern as Self
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline]
            fn quotient(self, divisor: Self) -> Option<Self> {
                (divisor != 0).then(|| self.wrapping_div(divisor))
            }

            #[inline]
            fn remainder(self, divisor: Self) -> Option<Self> {
                (divisor != 0).then(|| self.wrapping_rem(divisor))
            }

            #[inline]
            fn shifted_left(self, by: u32) -> Self {
                self.wrapping_shl(by)
            }

            #[inline]
            fn shifted_right(self, by: u32) -> Self {
                self.wrapping_shr(by)
            }

            #[inline]
            fn nearest_single(self) -> f32 {
                self as f32
            }

            #[inline]
            fn nearest_double(self) -> f64 {
                self as f64
            }

            #[inline]
            fn truncate_single(value: f32) -> Self {
                value as Self
            }

            #[inline]
            fn truncate_double(value: f64) -> Self {
                value as Self
            }
        }
    };
}

integer!(u8, u8, false);
integer!(u16, u16, false);
integer!(u32, u32, false);
integer!(u64, u64, false);
integer!(i8, u8, true);
integer!(i16, u16, true);
integer!(i32, u32, true);
integer!(i64, u64, true);

macro_rules! widens {
    ($($type:ident to $wide:ident),*) => {
        $(impl Widens for $type {
            type Wide = $wide;
        })*
    };
}

widens!(u8 to u16, u16 to u32, u32 to u64, i8 to i16, i16 to i32, i32 to i64);

/// `add`
#[inline]
pub fn add<I: Integer>(a: I, b: I) -> I {
    a.plus(b)
}

/// `add.sat`: the sum, clamped to the range of the type.
#[inline]
pub fn add_saturating<I: Integer>(a: I, b: I) -> I {
    I::clamp_from(a.wide() + b.wide())
}

/// `sub`
#[inline]
pub fn sub<I: Integer>(a: I, b: I) -> I {
    a.minus(b)
}

/// `sub.sat`: the difference, clamped to the range of the type.
#[inline]
pub fn sub_saturating<I: Integer>(a: I, b: I) -> I {
    I::clamp_from(a.wide() - b.wide())
}

/// `mul.lo`: the low half of the product.
#[inline]
pub fn mul_lo<I: Integer>(a: I, b: I) -> I {
    a.times(b)
}

/// `mul.hi`: the high half of the product.
#[inline]
pub fn mul_hi<I: Integer>(a: I, b: I) -> I {
    I::wrap(high_half(a, b))
}

/// The high half of the product, as a number.
#[inline]
fn high_half<I: Integer>(a: I, b: I) -> i128 {
    if I::SIGNED {
        a.wide().wrapping_mul(b.wide()) >> I::BITS
    } else {
        let product = u128::from(a.pattern()) * u128::from(b.pattern());
        (product >> I::BITS) as i128
    }
}

/// `mul.wide`: the whole product.
#[inline]
pub fn mul_wide<I: Widens>(a: I, b: I) -> I::Wide {
    I::Wide::wrap(a.wide()).times(I::Wide::wrap(b.wide()))
}

/// `mad.lo`: the low half of the product, plus `c`.
#[inline]
pub fn mad_lo<I: Integer>(a: I, b: I, c: I) -> I {
    mul_lo(a, b).plus(c)
}

/// `mad.hi`: the high half of the product, plus `c`.
#[inline]
pub fn mad_hi<I: Integer>(a: I, b: I, c: I) -> I {
    mul_hi(a, b).plus(c)
}

/// `mad.hi.sat`: the high half of the product plus `c`, clamped to the range of the type.
#[inline]
pub fn mad_hi_saturating<I: Integer>(a: I, b: I, c: I) -> I {
    I::clamp_from(high_half(a, b) + c.wide())
}

/// `mad.wide`: the whole product, plus `c`.
#[inline]
pub fn mad_wide<I: Widens>(a: I, b: I, c: I::Wide) -> I::Wide {
    mul_wide(a, b).plus(c)
}

/// The product of the low 24 bits of two values of 32 bits: 48 bits.
#[inline]
fn product24<I: Integer>(a: I, b: I) -> i64 {
    let cut = I::BITS.saturating_sub(24);
    let low = |value: I| value.shifted_left(cut).shifted_right(cut).wide() as i64;
    low(a) * low(b)
}

/// `mul24.lo`: bits 31 to 0 of the product of the low 24 bits. For types of 32 bits.
#[inline]
pub fn mul24_lo<I: Integer>(a: I, b: I) -> I {
    I::wrap(product24(a, b).into())
}

/// `mul24.hi`: bits 47 to 16 of the product of the low 24 bits. For types of 32 bits.
#[inline]
pub fn mul24_hi<I: Integer>(a: I, b: I) -> I {
    I::wrap((product24(a, b) >> 16).into())
}

/// `mad24.lo`: bits 31 to 0 of the product of the low 24 bits, plus `c`. For types of 32 bits.
#[inline]
pub fn mad24_lo<I: Integer>(a: I, b: I, c: I) -> I {
    mul24_lo(a, b).plus(c)
}

/// `mad24.hi`: bits 47 to 16 of the product of the low 24 bits, plus `c`. For types of 32 bits.
#[inline]
pub fn mad24_hi<I: Integer>(a: I, b: I, c: I) -> I {
    mul24_hi(a, b).plus(c)
}

/// `mad24.hi.sat`: as [`mad24_hi`], clamped to the range of the type.
#[inline]
pub fn mad24_hi_saturating<I: Integer>(a: I, b: I, c: I) -> I {
    I::clamp_from(i128::from(product24(a, b) >> 16) + c.wide())
}

/// `div`: the quotient, towards zero. That of the smallest value by -1 is the smallest value. A division by 0 gives all ones: the
/// ISA leaves the value to the machine.
#[inline]
pub fn div<I: Integer>(a: I, b: I) -> I {
    a.quotient(b).unwrap_or(I::from_pattern(u64::MAX))
}

/// `rem`: the remainder, with the sign of `a`. That of the smallest value by -1 is 0. A division by 0 gives all ones: the ISA
/// leaves the value to the machine.
#[inline]
pub fn rem<I: Integer>(a: I, b: I) -> I {
    a.remainder(b).unwrap_or(I::from_pattern(u64::MAX))
}

/// `min` of integers.
#[inline]
pub fn min<I: Integer>(a: I, b: I) -> I {
    a.min(b)
}

/// `max` of integers.
#[inline]
pub fn max<I: Integer>(a: I, b: I) -> I {
    a.max(b)
}

/// `neg`: `-a`. That of the smallest value is the smallest value.
#[inline]
pub fn neg<I: Integer>(a: I) -> I {
    I::from_pattern(0).minus(a)
}

/// `abs`: `|a|`. That of the smallest value is the smallest value.
#[inline]
pub fn abs<I: Integer>(a: I) -> I {
    if a < I::from_pattern(0) { neg(a) } else { a }
}

/// `sad`: `c + |a - b|`.
#[inline]
pub fn sad<I: Integer>(a: I, b: I, c: I) -> I {
    a.max(b).minus(a.min(b)).plus(c)
}

/// `add.cc`, `addc`, `addc.cc`: `a + b` plus the carry, and the carry out of the highest bit. `add.cc` has no carry in.
#[inline]
pub fn add_carry<I: Integer>(a: I, b: I, carry: bool) -> (I, bool) {
    let sum = u128::from(a.pattern()) + u128::from(b.pattern()) + u128::from(carry);
    (I::from_pattern(sum as u64), sum >> I::BITS != 0)
}

/// `sub.cc`, `subc`, `subc.cc`: `a - b` minus the borrow, and the borrow out of the highest bit. `sub.cc` has no borrow in.
#[inline]
pub fn sub_borrow<I: Integer>(a: I, b: I, borrow: bool) -> (I, bool) {
    let less = u128::from(b.pattern()) + u128::from(borrow);
    let difference = u128::from(a.pattern()).wrapping_sub(less);
    (I::from_pattern(difference as u64), u128::from(a.pattern()) < less)
}

/// `mad.lo.cc`, `madc.lo`, `madc.lo.cc`: the low half of the product plus `c` and the carry, and the carry of this sum.
#[inline]
pub fn mad_lo_carry<I: Integer>(a: I, b: I, c: I, carry: bool) -> (I, bool) {
    add_carry(mul_lo(a, b), c, carry)
}

/// `mad.hi.cc`, `madc.hi`, `madc.hi.cc`: the high half of the product plus `c` and the carry, and the carry of this sum.
#[inline]
pub fn mad_hi_carry<I: Integer>(a: I, b: I, c: I, carry: bool) -> (I, bool) {
    add_carry(mul_hi(a, b), c, carry)
}
