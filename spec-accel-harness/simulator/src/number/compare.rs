//! Comparisons, selections, and the smaller and the larger of two floating-point numbers (PTX ISA 8.5, "Comparison and Selection
//! Instructions" and "Floating-Point Instructions: testp, min, max").

use std::ops::{BitAnd, BitOr, BitXor};

use super::float::Float;
use super::integer::Integer;

/// What `setp` and `set` ask of two values. A predicate that holds of a NaN says so in its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    /// `.eq`
    Equal,
    /// `.ne`
    NotEqual,
    /// `.lt`, and `.lo` of unsigned values.
    Less,
    /// `.le`, and `.ls` of unsigned values.
    LessOrEqual,
    /// `.gt`, and `.hi` of unsigned values.
    Greater,
    /// `.ge`, and `.hs` of unsigned values.
    GreaterOrEqual,
    /// `.equ`
    EqualOrNan,
    /// `.neu`
    NotEqualOrNan,
    /// `.ltu`
    LessOrNan,
    /// `.leu`
    LessOrEqualOrNan,
    /// `.gtu`
    GreaterOrNan,
    /// `.geu`
    GreaterOrEqualOrNan,
    /// `.num`: neither is NaN.
    Number,
    /// `.nan`: one is NaN, or both are.
    NotNumber,
}

impl Comparison {
    /// All comparisons.
    pub const ALL: [Self; 14] = [
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::LessOrEqual,
        Self::Greater,
        Self::GreaterOrEqual,
        Self::EqualOrNan,
        Self::NotEqualOrNan,
        Self::LessOrNan,
        Self::LessOrEqualOrNan,
        Self::GreaterOrNan,
        Self::GreaterOrEqualOrNan,
        Self::Number,
        Self::NotNumber,
    ];

    /// The comparison that a word without its dot names.
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "eq" => Self::Equal,
            "ne" => Self::NotEqual,
            "lt" | "lo" => Self::Less,
            "le" | "ls" => Self::LessOrEqual,
            "gt" | "hi" => Self::Greater,
            "ge" | "hs" => Self::GreaterOrEqual,
            "equ" => Self::EqualOrNan,
            "neu" => Self::NotEqualOrNan,
            "ltu" => Self::LessOrNan,
            "leu" => Self::LessOrEqualOrNan,
            "gtu" => Self::GreaterOrNan,
            "geu" => Self::GreaterOrEqualOrNan,
            "num" => Self::Number,
            "nan" => Self::NotNumber,
            _ => return None,
        })
    }

    /// Whether the comparison holds of two values, integers or floating-point numbers.
    #[inline]
    pub fn holds<T: PartialOrd + Copy>(self, a: T, b: T) -> bool {
        match self {
            Self::Equal => a == b,
            Self::NotEqual => a != b && are_numbers(a, b),
            Self::Less => a < b,
            Self::LessOrEqual => a <= b,
            Self::Greater => a > b,
            Self::GreaterOrEqual => a >= b,
            Self::EqualOrNan => a == b || !are_numbers(a, b),
            Self::NotEqualOrNan => a != b,
            Self::LessOrNan => negate(a >= b),
            Self::LessOrEqualOrNan => negate(a > b),
            Self::GreaterOrNan => negate(a <= b),
            Self::GreaterOrEqualOrNan => negate(a < b),
            Self::Number => are_numbers(a, b),
            Self::NotNumber => !are_numbers(a, b),
        }
    }

    /// Whether the comparison holds, with `.ftz`: subnormal operands count as zeros.
    #[inline]
    pub fn holds_flushed<F: Float>(self, a: F, b: F) -> bool {
        self.holds(a.flush(), b.flush())
    }
}

/// Whether neither value is NaN: they have an order.
#[inline]
fn are_numbers<T: PartialOrd + Copy>(a: T, b: T) -> bool {
    a <= b || a > b
}

/// The opposite of a comparison, which holds of NaN.
#[inline]
fn negate(holds: bool) -> bool {
    !holds
}

/// How `setp`, `set` and `lop3` combine a comparison with another predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BooleanOperator {
    /// `.and`
    And,
    /// `.or`
    Or,
    /// `.xor`
    Xor,
}

impl BooleanOperator {
    /// The operator that a word without its dot names.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "and" => Some(Self::And),
            "or" => Some(Self::Or),
            "xor" => Some(Self::Xor),
            _ => None,
        }
    }

    /// The combined value, of one lane or, as a mask, of all. The second result of `setp` combines the opposite of its comparison.
    #[inline]
    pub fn combine<T>(self, holds: T, other: T) -> T
    where
        T: BitAnd<Output = T> + BitOr<Output = T> + BitXor<Output = T>,
    {
        match self {
            Self::And => holds & other,
            Self::Or => holds | other,
            Self::Xor => holds ^ other,
        }
    }
}

/// `set` with an integer type: all ones, or 0.
#[inline]
pub fn set_integer<I: Integer>(holds: bool) -> I {
    I::from_pattern(if holds { u64::MAX } else { 0 })
}

/// `set` with a floating-point type: 1, or 0.
#[inline]
pub fn set_float<F: Float>(holds: bool) -> F {
    F::narrow(if holds { 1.0 } else { 0.0 })
}

/// `selp`: `a` if the predicate is true, else `b`.
#[inline]
pub fn selp<T>(a: T, b: T, predicate: bool) -> T {
    if predicate { a } else { b }
}

/// `slct` with `.s32`: `a` if `c` is 0 or more, else `b`.
#[inline]
pub fn slct_integer<T>(a: T, b: T, c: i32) -> T {
    if c >= 0 { a } else { b }
}

/// `slct` with `.f32`: `a` if `c` is 0 or more, `-0` included, else `b`, which NaN selects as well. With `.ftz` a subnormal `c`
/// is 0.
#[inline]
pub fn slct_float<T>(a: T, b: T, c: f32, flush: bool) -> T {
    let c = if flush { c.flush() } else { c };
    if c >= 0.0 { a } else { b }
}

/// A property that `testp` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// `.finite`: neither infinite nor NaN.
    Finite,
    /// `.infinite`
    Infinite,
    /// `.number`: not NaN.
    Number,
    /// `.notanumber`
    NotNumber,
    /// `.normal`: finite and not subnormal; zeros included.
    Normal,
    /// `.subnormal`: zeros not included.
    Subnormal,
}

impl Property {
    /// The property that a word without its dot names.
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "finite" => Self::Finite,
            "infinite" => Self::Infinite,
            "number" => Self::Number,
            "notanumber" => Self::NotNumber,
            "normal" => Self::Normal,
            "subnormal" => Self::Subnormal,
            _ => return None,
        })
    }

    /// Whether a value has the property.
    #[inline]
    pub fn holds<F: Float>(self, a: F) -> bool {
        let magnitude = a.magnitude();
        let subnormal = magnitude != 0 && magnitude < F::LEAST_NORMAL;
        match self {
            Self::Finite => a.is_finite(),
            Self::Infinite => magnitude == F::INFINITY,
            Self::Number => !a.is_nan(),
            Self::NotNumber => a.is_nan(),
            Self::Normal => a.is_finite() && !subnormal,
            Self::Subnormal => subnormal,
        }
    }
}

/// What `min` and `max` of floating-point types say beside the operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preference {
    /// `.ftz`: subnormal operands become zeros of their sign.
    pub flush: bool,
    /// `.NaN`: the result is NaN if one operand is; else it is the other operand.
    pub keep_nan: bool,
    /// `.xorsign.abs`: the magnitudes are compared, and the sign is the exclusive or of the signs.
    pub xor_sign: bool,
}

/// `min`: the smaller value. `-0` is smaller than `+0`.
#[inline]
pub fn min<F: Float>(a: F, b: F, preference: Preference) -> F {
    choose(a, b, preference, |a, b| {
        if a < b {
            a
        } else if b < a {
            b
        } else {
            F::from_pattern(a.pattern() | b.pattern())
        }
    })
}

/// `max`: the larger value. `+0` is larger than `-0`.
#[inline]
pub fn max<F: Float>(a: F, b: F, preference: Preference) -> F {
    choose(a, b, preference, |a, b| {
        if a > b {
            a
        } else if b > a {
            b
        } else {
            F::from_pattern(a.pattern() & b.pattern())
        }
    })
}

/// One of two operands: the number if the other is NaN, else what `of_numbers` says.
#[inline]
fn choose<F: Float>(a: F, b: F, preference: Preference, of_numbers: impl Fn(F, F) -> F) -> F {
    let admit = |operand: F| {
        let operand = if preference.flush { operand.flush() } else { operand };
        if preference.xor_sign { operand.with_sign(false) } else { operand }
    };
    let (x, y) = (admit(a), admit(b));
    let result = if preference.keep_nan && (x.is_nan() || y.is_nan()) {
        F::NAN
    } else if x.is_nan() {
        y
    } else if y.is_nan() {
        x
    } else {
        of_numbers(x, y)
    };
    if preference.xor_sign && !result.is_nan() {
        return result.with_sign(a.has_sign() != b.has_sign());
    }
    result.settle([x, y])
}
