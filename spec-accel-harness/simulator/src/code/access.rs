//! Accesses to memory.

use super::Slot;
use crate::ptx::Space;

/// A load, a store, or an atomic operation.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) space: Space,
    /// The register that holds the address; `None` where it is a number.
    pub(crate) base: Option<Base>,
    /// What is added to it; the address itself where there is no register.
    pub(crate) offset: i64,
    pub(crate) element: Element,
    /// The registers of the elements, one behind the other in memory: where a load puts them, or what a store takes.
    pub(crate) registers: Vec<Option<Slot>>,
    /// Whether it orders threads, or is at least no data race with its like: an atomic operation, or a load or store that is `volatile`,
    /// `relaxed`, `acquire` or `release`.
    pub(crate) atomic: bool,
    /// For an atomic operation: where the old value goes.
    pub(crate) old: Option<Slot>,
}

/// The register of an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    pub(crate) slot: Slot,
    /// Whether it has 64 bits.
    pub(crate) wide: bool,
}

/// One value in memory, and how a register holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Element {
    pub(crate) bytes: u32,
    /// Whether a wider register gets copies of the sign.
    pub(crate) signed: bool,
    /// Whether the registers have 64 bits.
    pub(crate) wide: bool,
}

impl Access {
    /// The bytes that a lane touches.
    pub(crate) fn bytes(&self) -> u64 {
        u64::from(self.element.bytes) * self.registers.len().max(1) as u64
    }
}

/// What an atomic operation makes of the old value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtomicOperation {
    Add,
    AddFloat,
    And,
    Or,
    Xor,
    MinUnsigned,
    MaxUnsigned,
    MinSigned,
    MaxSigned,
    MinFloat,
    MaxFloat,
    /// One more, or 0 where the old value is not below the operand.
    Increment,
    /// One less, or the operand where the old value is 0 or above it.
    Decrement,
    Exchange,
    /// The second operand where the old value is the first.
    CompareAndSwap,
}

impl AtomicOperation {
    /// The new value, of so many bytes, from the old one and the operands.
    pub(crate) fn apply(self, bytes: u32, old: u64, [a, b]: [u64; 2]) -> u64 {
        let mask = u64::MAX >> (64 - 8 * bytes);
        let signed = |value: u64| (value << (64 - 8 * bytes)) as i64 >> (64 - 8 * bytes);
        let float = |f: fn(f64, f64) -> f64, g: fn(f32, f32) -> f32| match bytes {
            8 => f(f64::from_bits(old), f64::from_bits(a)).to_bits(),
            _ => g(f32::from_bits(old as u32), f32::from_bits(a as u32)).to_bits().into(),
        };
        let new = match self {
            AtomicOperation::Add => old.wrapping_add(a),
            AtomicOperation::AddFloat => float(|x, y| x + y, |x, y| x + y),
            AtomicOperation::And => old & a,
            AtomicOperation::Or => old | a,
            AtomicOperation::Xor => old ^ a,
            AtomicOperation::MinUnsigned => old.min(a),
            AtomicOperation::MaxUnsigned => old.max(a),
            AtomicOperation::MinSigned => signed(old).min(signed(a)) as u64,
            AtomicOperation::MaxSigned => signed(old).max(signed(a)) as u64,
            AtomicOperation::MinFloat => float(f64::min, f32::min),
            AtomicOperation::MaxFloat => float(f64::max, f32::max),
            AtomicOperation::Increment => {
                if old >= a {
                    0
                } else {
                    old + 1
                }
            }
            AtomicOperation::Decrement => {
                if old == 0 || old > a {
                    a
                } else {
                    old - 1
                }
            }
            AtomicOperation::Exchange => a,
            AtomicOperation::CompareAndSwap => {
                if old == a {
                    b
                } else {
                    old
                }
            }
        };
        new & mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_those_of_their_width() {
        let ones = u64::from(u32::MAX);
        let cases = [
            (AtomicOperation::Add, 4, ones, [2, 0], 1),
            (AtomicOperation::Add, 8, u64::MAX, [2, 0], 1),
            (AtomicOperation::MinSigned, 4, ones, [1, 0], ones),
            (AtomicOperation::MinUnsigned, 4, ones, [1, 0], 1),
            (AtomicOperation::MaxSigned, 8, u64::MAX, [1, 0], 1),
            (AtomicOperation::Increment, 4, 3, [3, 0], 0),
            (AtomicOperation::Increment, 4, 2, [3, 0], 3),
            (AtomicOperation::Decrement, 4, 0, [3, 0], 3),
            (AtomicOperation::Decrement, 4, 2, [3, 0], 1),
            (AtomicOperation::Exchange, 4, 2, [3, 0], 3),
            (AtomicOperation::CompareAndSwap, 4, 2, [2, 9], 9),
            (AtomicOperation::CompareAndSwap, 4, 3, [2, 9], 3),
        ];
        for (operation, bytes, old, operands, new) in cases {
            assert_eq!(operation.apply(bytes, old, operands), new, "{operation:?} {old}");
        }
        let sum = AtomicOperation::AddFloat.apply(
            4,
            1.5_f32.to_bits().into(),
            [2.0_f32.to_bits().into(), 0],
        );
        assert_eq!(sum, u64::from(3.5_f32.to_bits()));
    }
}
