//! Registers of the 32 lanes of a warp, and handlers that compute with all lanes at once.
//!
//! A register of 64 bits takes 32 words, a register of 32 bits or fewer takes 16: the lanes lie side by side, so that a loop over
//! lanes becomes vector instructions. A predicate register is a mask with a bit for each lane.

#![allow(clippy::inline_always)] // A handler is compiled for two kinds of hosts: what it calls must become a part of both.

pub(crate) use super::handler::Handler;
use super::handler::{Compute, handler};
use crate::code::{LANES, Operands, Slot};
use crate::number::BooleanOperator;
use crate::number::compare::selp;

/// The number of words of a register of up to 32 bits.
const NARROW: usize = LANES / 2;

/// What one split of a warp computes with.
pub(crate) struct Registers<'a> {
    /// The registers of the function's call at hand.
    pub(crate) frame: &'a mut [u64],
    /// The immediate operands of the function.
    pub(crate) constants: &'a [u64],
    /// What special registers hold.
    pub(crate) special: &'a [u64],
    /// The predicate registers of the call at hand.
    pub(crate) predicates: &'a mut [u32],
}

/// The type of a lane's value.
pub(crate) trait Value: Copy + 'static {
    /// Whether it needs a register of 64 bits.
    const WIDE: bool;
    fn from_bits(bits: u64) -> Self;
    fn to_bits(self) -> u64;
}

macro_rules! values {
    ($($type:ty, $wide:literal, $unsigned:ty;)*) => {$(
        impl Value for $type {
            const WIDE: bool = $wide;
            #[inline(always)]
            fn from_bits(bits: u64) -> Self {
                bits as $type
            }
            #[inline(always)]
            fn to_bits(self) -> u64 {
                u64::from(self as $unsigned)
            }
        }
    )*};
}

values! {
    u8, false, u8;
    i8, false, u8;
    u16, false, u16;
    i16, false, u16;
    u32, false, u32;
    i32, false, u32;
    u64, true, u64;
    i64, true, u64;
}

impl Value for f32 {
    const WIDE: bool = false;
    #[inline]
    fn from_bits(bits: u64) -> Self {
        f32::from_bits(bits as u32)
    }
    #[inline]
    fn to_bits(self) -> u64 {
        f32::to_bits(self).into()
    }
}

impl Value for f64 {
    const WIDE: bool = true;
    #[inline]
    fn from_bits(bits: u64) -> Self {
        f64::from_bits(bits)
    }
    #[inline]
    fn to_bits(self) -> u64 {
        f64::to_bits(self)
    }
}

impl Registers<'_> {
    #[inline(always)]
    fn words(&self, slot: Slot, number: usize) -> &[u64] {
        let (file, at) = slot.file_and_place();
        let words = match file {
            0 => &*self.frame,
            1 => self.constants,
            _ => self.special,
        };
        &words[at..at + number]
    }

    /// The bytes of all lanes' values, as they lie in memory.
    pub(crate) fn bytes(&self, slot: Slot, bytes: usize) -> &[u8] {
        bytemuck::cast_slice(self.words(slot, bytes / size_of::<u64>()))
    }

    /// The same of a register of the call at hand, to be changed.
    pub(crate) fn bytes_mut(&mut self, slot: Slot, bytes: usize) -> &mut [u8] {
        let (_, at) = slot.file_and_place();
        bytemuck::cast_slice_mut(&mut self.frame[at..at + bytes / size_of::<u64>()])
    }

    /// The values of all lanes.
    #[inline(always)]
    pub(crate) fn get<T: Value>(&self, slot: Slot) -> [T; LANES] {
        if T::WIDE {
            let words = self.words(slot, LANES);
            each(|lane| T::from_bits(words[lane]))
        } else {
            let words: &[u32] = bytemuck::cast_slice(self.words(slot, NARROW));
            each(|lane| T::from_bits(words[lane].into()))
        }
    }

    /// Gives the lanes of `mask` their values.
    #[inline(always)]
    pub(crate) fn put<T: Value>(&mut self, slot: Slot, values: &[T; LANES], mask: u32) {
        let (_, at) = slot.file_and_place();
        if T::WIDE {
            let words = &mut self.frame[at..at + LANES];
            assign(words, mask, |lane| values[lane].to_bits());
        } else {
            let words: &mut [u32] = bytemuck::cast_slice_mut(&mut self.frame[at..at + NARROW]);
            assign(words, mask, |lane| values[lane].to_bits() as u32);
        }
    }

    /// The mask of the lanes whose predicate holds.
    #[inline(always)]
    pub(crate) fn predicate(&self, slot: Slot) -> u32 {
        let (file, at) = slot.file_and_place();
        match file {
            0 => self.predicates[at],
            _ => 0_u32.wrapping_sub(at as u32),
        }
    }

    /// Gives the lanes of `mask` their bits of `values`.
    #[inline(always)]
    pub(crate) fn set_predicate(&mut self, slot: Slot, values: u32, mask: u32) {
        let (_, at) = slot.file_and_place();
        let old = self.predicates[at];
        self.predicates[at] = old & !mask | values & mask;
    }
}

/// Bits of a register for one lane.
trait Word: Copy {
    /// `new` where the lane is one of the mask, else the word itself. It is said in arithmetic: a choice becomes a store under a mask, and
    /// who reads the register next would wait for that.
    fn blend(self, new: Self, mask: u32, lane: usize) -> Self;
}

macro_rules! words {
    ($($type:ty)*) => {$(
        impl Word for $type {
            #[inline(always)]
            fn blend(self, new: $type, mask: u32, lane: usize) -> $type {
                let all = <$type>::from(mask >> lane & 1).wrapping_neg();
                self ^ (self ^ new) & all
            }
        }
    )*};
}

words!(u32 u64);

/// Gives the words of the lanes in `mask` new values.
#[inline(always)]
fn assign<W: Word>(words: &mut [W], mask: u32, value: impl Fn(usize) -> W) {
    let words = &mut words[..LANES];
    if mask == u32::MAX {
        for (lane, word) in words.iter_mut().enumerate() {
            *word = value(lane);
        }
    } else {
        for (lane, word) in words.iter_mut().enumerate() {
            *word = word.blend(value(lane), mask, lane);
        }
    }
}

/// The values of the lanes in `mask`; for lanes before the first of them `low`, for others `high`.
#[inline(always)]
pub(super) fn spread(values: &mut [u64; LANES], mask: u32, [low, high]: [u64; 2]) {
    // The lanes up to the first one of the mask.
    let before = mask ^ mask.wrapping_sub(1);
    for (lane, value) in values.iter_mut().enumerate() {
        *value = high.blend(low, before, lane).blend(*value, mask, lane);
    }
}

/// A value for each lane.
#[inline(always)]
pub(crate) fn each<T: Value>(value: impl Fn(usize) -> T) -> [T; LANES] {
    let mut values = [T::from_bits(0); LANES];
    for (lane, own) in values.iter_mut().enumerate() {
        *own = value(lane);
    }
    values
}

/// The lanes for which `test` holds.
#[inline(always)]
pub(crate) fn lanes_where(test: impl Fn(usize) -> bool) -> u32 {
    (0..LANES).fold(0, |mask, lane| mask | u32::from(test(lane)) << lane)
}

/// The lanes of a mask, from the first one on.
pub(crate) fn lanes_of(mask: u32) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        let lane = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

impl<A: Value, R: Value, F: Fn(A) -> R> Compute<F> for fn(A) -> R {
    #[inline(always)]
    fn compute(f: &F, registers: &mut Registers, [d, a, ..]: &Operands, mask: u32) {
        let a = registers.get(*a);
        registers.put(*d, &each(|lane| f(a[lane])), mask);
    }
}

impl<A: Value, B: Value, R: Value, F: Fn(A, B) -> R> Compute<F> for fn(A, B) -> R {
    #[inline(always)]
    fn compute(f: &F, registers: &mut Registers, [d, a, b, ..]: &Operands, mask: u32) {
        let (a, b) = (registers.get(*a), registers.get(*b));
        registers.put(*d, &each(|lane| f(a[lane], b[lane])), mask);
    }
}

impl<A: Value, B: Value, C: Value, R: Value, F: Fn(A, B, C) -> R> Compute<F> for fn(A, B, C) -> R {
    #[inline(always)]
    fn compute(f: &F, registers: &mut Registers, [d, a, b, c, _]: &Operands, mask: u32) {
        let (a, b, c) = (registers.get(*a), registers.get(*b), registers.get(*c));
        registers.put(*d, &each(|lane| f(a[lane], b[lane], c[lane])), mask);
    }
}

impl<A, B, C, E, R, F> Compute<F> for fn(A, B, C, E) -> R
where
    A: Value,
    B: Value,
    C: Value,
    E: Value,
    R: Value,
    F: Fn(A, B, C, E) -> R,
{
    #[inline(always)]
    fn compute(f: &F, registers: &mut Registers, [d, a, b, c, e]: &Operands, mask: u32) {
        let (a, b) = (registers.get(*a), registers.get(*b));
        let (c, e) = (registers.get(*c), registers.get(*e));
        registers.put(*d, &each(|lane| f(a[lane], b[lane], c[lane], e[lane])), mask);
    }
}

impl<A: Value, F: Fn(A, A, bool) -> A> Compute<F> for fn(A, A, bool) -> A {
    #[inline(always)]
    fn compute(f: &F, registers: &mut Registers, [d, a, b, c, _]: &Operands, mask: u32) {
        let (a, b, c) = (registers.get(*a), registers.get(*b), registers.predicate(*c));
        registers.put(*d, &each(|lane| f(a[lane], b[lane], c >> lane & 1 == 1)), mask);
    }
}

/// A product and sum with a carry, which is the predicate `e`.
type Carrying<T> = fn(T, T, T, bool) -> (T, bool);

impl<T: Value, F: Fn(T, T, T, bool) -> (T, bool)> Compute<F> for Carrying<T> {
    #[inline(always)]
    fn compute(f: &F, registers: &mut Registers, [d, a, b, c, e]: &Operands, mask: u32) {
        let (a, b) = (registers.get(*a), registers.get(*b));
        let (c, old) = (registers.get(*c), registers.predicate(*e));
        let both = |lane: usize| f(a[lane], b[lane], c[lane], old >> lane & 1 == 1);
        registers.put(*d, &each(|lane| both(lane).0), mask);
        registers.set_predicate(*e, lanes_where(|lane| both(lane).1), mask);
    }
}

impl<A: Value, F: Fn(A) -> bool> Compute<F> for fn(A) -> bool {
    #[inline(always)]
    fn compute(f: &F, registers: &mut Registers, [d, a, ..]: &Operands, mask: u32) {
        let a = registers.get(*a);
        registers.set_predicate(*d, lanes_where(|lane| f(a[lane])), mask);
    }
}

/// How the result of a comparison is joined with a third predicate, if it is.
pub(crate) type Join = Option<BooleanOperator>;

impl<A: Value, F: Fn(A, A) -> bool> Compute<(Join, F)> for fn(A, A) -> bool {
    #[inline(always)]
    fn compute(
        (join, f): &(Join, F),
        registers: &mut Registers,
        [d, a, b, c, e]: &Operands,
        mask: u32,
    ) {
        let (a, b) = (registers.get(*a), registers.get(*b));
        let found = lanes_where(|lane| f(a[lane], b[lane]));
        let joined = |found: u32, registers: &Registers| match join {
            Some(operator) => operator.combine(found, registers.predicate(*c)),
            None => found,
        };
        let (holds, fails) = (joined(found, registers), joined(!found, registers));
        registers.set_predicate(*d, holds, mask);
        registers.set_predicate(*e, fails, mask);
    }
}

/// `d = f(a)`
pub(crate) fn unary<A: Value, R: Value>(f: impl Fn(A) -> R + Send + Sync + 'static) -> Handler {
    handler::<fn(A) -> R, _>(f)
}

/// `d = f(a, b)`
pub(crate) fn binary<A: Value, B: Value, R: Value>(
    f: impl Fn(A, B) -> R + Send + Sync + 'static,
) -> Handler {
    handler::<fn(A, B) -> R, _>(f)
}

/// `d = f(a, b, c)`
pub(crate) fn ternary<A: Value, B: Value, C: Value, R: Value>(
    f: impl Fn(A, B, C) -> R + Send + Sync + 'static,
) -> Handler {
    handler::<fn(A, B, C) -> R, _>(f)
}

/// `d = f(a, b, c, e)`
pub(crate) fn quaternary<A: Value, B: Value, C: Value, E: Value, R: Value>(
    f: impl Fn(A, B, C, E) -> R + Send + Sync + 'static,
) -> Handler {
    handler::<fn(A, B, C, E) -> R, _>(f)
}

/// `(d, carry) = f(a, b, carry)`, where the carry is the predicate `e`.
pub(crate) fn carrying<T: Value>(
    f: impl Fn(T, T, bool) -> (T, bool) + Send + Sync + 'static,
) -> Handler {
    handler::<Carrying<T>, _>(move |a, b, _, carry| f(a, b, carry))
}

/// `(d, carry) = f(a, b, c, carry)`, where the carry is the predicate `e`.
pub(crate) fn carrying_product<T: Value>(
    f: impl Fn(T, T, T, bool) -> (T, bool) + Send + Sync + 'static,
) -> Handler {
    handler::<Carrying<T>, _>(f)
}

/// `d = f(a, b) join c`, and `e` is what holds where `f(a, b)` does not.
pub(crate) fn compare<A: Value>(
    join: Join,
    f: impl Fn(A, A) -> bool + Send + Sync + 'static,
) -> Handler {
    handler::<fn(A, A) -> bool, _>((join, f))
}

/// `d = f(a)`, a predicate.
pub(crate) fn test<A: Value>(f: impl Fn(A) -> bool + Send + Sync + 'static) -> Handler {
    handler::<fn(A) -> bool, _>(f)
}

/// `d = c ? a : b`
pub(crate) fn select<A: Value>() -> Handler {
    handler::<fn(A, A, bool) -> A, _>(selp::<A>)
}

/// `d = f(a, b)` of predicates.
pub(crate) fn logical(f: impl Fn(u32, u32) -> u32 + Send + Sync + 'static) -> Handler {
    Box::new(move |registers, [d, a, b, ..], mask| {
        let (a, b) = (registers.predicate(*a), registers.predicate(*b));
        registers.set_predicate(*d, f(a, b), mask);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_outside_of_the_mask_keep_their_values() {
        let (mut frame, mut predicates) = (vec![7_u64; 64], vec![0_u32; 1]);
        let constants: Vec<u64> = (0..32).collect();
        let special = Vec::new();
        let mut registers = Registers {
            frame: &mut frame,
            constants: &constants,
            special: &special,
            predicates: &mut predicates,
        };
        let [d, a, p] = [Slot::frame(32), Slot::constant(0), Slot::frame(0)];
        let add = binary(u64::wrapping_add);
        add(&mut registers, &[d, a, a, a, a], 0b101);
        let all: [u64; LANES] = registers.get(d);
        assert_eq!(all[..4], [0, 7, 4, 7]);
        let below = compare(None, |a: u64, b: u64| a < 3 && b < 32);
        below(&mut registers, &[p, a, a, a, p], u32::MAX);
        assert_eq!(registers.predicate(p), !0b111);
    }

    #[test]
    fn masks_are_their_lanes() {
        for mask in [0, 1, 0x8000_0001, u32::MAX, 0x5555_0000] {
            assert_eq!(lanes_of(mask).fold(0, |all, lane| all | 1 << lane), mask);
        }
    }
}
