//! Arithmetic of floating-point numbers with a rounding direction, `.ftz` and `.sat`.
//!
//! To nearest, this is the host's own operation. Every other direction is computed with integers and is exact as well, subnormal
//! and infinite results included (PTX ISA 8.5, "Floating-Point Instructions").

use super::exact;
use super::float::Float;

/// Where a result goes that the format does not have. In `cvt` to an integer or an integral value, which integer is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rounding {
    /// `.rn`, `.rni`: to the nearest value, of two the even one.
    #[default]
    Nearest,
    /// `.rz`, `.rzi`: towards zero.
    Zero,
    /// `.rm`, `.rmi`: towards negative infinity.
    Down,
    /// `.rp`, `.rpi`: towards positive infinity.
    Up,
}

impl Rounding {
    /// All directions.
    pub const ALL: [Self; 4] = [Self::Nearest, Self::Zero, Self::Down, Self::Up];

    /// The direction that a word without its dot names, as `rn` or `rzi`.
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "rn" | "rni" => Self::Nearest,
            "rz" | "rzi" => Self::Zero,
            "rm" | "rmi" => Self::Down,
            "rp" | "rpi" => Self::Up,
            _ => return None,
        })
    }

    /// Whether a number of this sign beyond the largest finite value becomes infinite.
    pub(super) fn leaves_range(self, negative: bool) -> bool {
        match self {
            Self::Nearest => true,
            Self::Zero => false,
            Self::Down => negative,
            Self::Up => !negative,
        }
    }
}

/// What an instruction says about its operands and its result, beside its operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// The direction of rounding.
    pub rounding: Rounding,
    /// `.ftz`: subnormal operands and results become zeros of their sign.
    pub flush: bool,
    /// `.sat`: the result is clamped to 0 to 1, and NaN becomes `+0`.
    pub saturate: bool,
}

impl Modifiers {
    /// A direction, without `.ftz` and `.sat`.
    pub const fn rounded(rounding: Rounding) -> Self {
        Self { rounding, flush: false, saturate: false }
    }

    /// The operand as the operation sees it.
    #[inline]
    pub(super) fn admit<F: Float>(self, operand: F) -> F {
        if self.flush { operand.flush() } else { operand }
    }

    /// The result as the instruction writes it.
    #[inline]
    pub(super) fn emit<F: Float, const N: usize>(self, result: F, operands: [F; N]) -> F {
        let result = result.settle(operands);
        let result = if self.flush { result.flush() } else { result };
        if self.saturate { result.saturate() } else { result }
    }

    /// Whether the host's operation is not the one to take for these operands.
    #[inline]
    fn wants_exact<F: Float, const N: usize>(self, operands: [F; N]) -> bool {
        (self.rounding != Rounding::Nearest || !F::ON_HOST)
            && operands.into_iter().all(Float::is_finite)
    }
}

/// `add`: `a + b`.
#[inline]
pub fn add<F: Float>(a: F, b: F, modifiers: Modifiers) -> F {
    let (a, b) = (modifiers.admit(a), modifiers.admit(b));
    let result =
        if modifiers.wants_exact([a, b]) { exact::add(a, b, modifiers.rounding) } else { a.sum(b) };
    modifiers.emit(result, [a, b])
}

/// `sub`: `a - b`.
#[inline]
pub fn sub<F: Float>(a: F, b: F, modifiers: Modifiers) -> F {
    let (a, b) = (modifiers.admit(a), modifiers.admit(b));
    let negated = neg(b, false);
    let result = if modifiers.wants_exact([a, b]) {
        exact::add(a, negated, modifiers.rounding)
    } else {
        a.sum(negated)
    };
    modifiers.emit(result, [a, b])
}

/// `mul`: `a * b`.
#[inline]
pub fn mul<F: Float>(a: F, b: F, modifiers: Modifiers) -> F {
    let (a, b) = (modifiers.admit(a), modifiers.admit(b));
    let result = if modifiers.wants_exact([a, b]) {
        exact::mul(a, b, modifiers.rounding)
    } else {
        a.product(b)
    };
    modifiers.emit(result, [a, b])
}

/// `fma`, and `mad` of floating-point types: `a * b + c`, rounded once.
#[inline]
pub fn fma<F: Float>(a: F, b: F, c: F, modifiers: Modifiers) -> F {
    let operands = [modifiers.admit(a), modifiers.admit(b), modifiers.admit(c)];
    let result = if modifiers.wants_exact(operands) {
        exact::fma(operands, modifiers.rounding)
    } else {
        operands[0].product_sum(operands[1], operands[2])
    };
    modifiers.emit(result, operands)
}

/// `div` with a rounding direction: `a / b`.
#[inline]
pub fn div<F: Float>(a: F, b: F, modifiers: Modifiers) -> F {
    let (a, b) = (modifiers.admit(a), modifiers.admit(b));
    let result = if modifiers.wants_exact([a, b]) && b.magnitude() != 0 {
        exact::div(a, b, modifiers.rounding)
    } else {
        a.quotient(b)
    };
    modifiers.emit(result, [a, b])
}

/// `rcp` with a rounding direction: `1 / a`.
#[inline]
pub fn rcp<F: Float>(a: F, modifiers: Modifiers) -> F {
    div(F::narrow(1.0), a, modifiers)
}

/// `sqrt` with a rounding direction. That of `-0` is `-0`, that of other negative values is NaN.
#[inline]
pub fn sqrt<F: Float>(a: F, modifiers: Modifiers) -> F {
    let a = modifiers.admit(a);
    let has_root = !a.has_sign() || a.magnitude() == 0;
    let result = if modifiers.wants_exact([a]) && has_root {
        exact::sqrt(a, modifiers.rounding)
    } else {
        a.root()
    };
    modifiers.emit(result, [a])
}

/// `abs`: the value without its sign, that of a NaN included.
#[inline]
pub fn abs<F: Float>(a: F, flush: bool) -> F {
    let a = if flush { a.flush() } else { a };
    a.with_sign(false)
}

/// `neg`: the value with the other sign, that of a NaN included.
#[inline]
pub fn neg<F: Float>(a: F, flush: bool) -> F {
    let a = if flush { a.flush() } else { a };
    F::from_pattern(a.pattern() ^ F::SIGN)
}

/// `copysign`: the value of `b` with the sign of `a`.
#[inline]
pub fn copysign<F: Float>(a: F, b: F) -> F {
    b.with_sign(a.has_sign())
}
