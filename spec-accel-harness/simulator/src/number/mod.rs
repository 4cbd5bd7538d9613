//! The arithmetic of single values: what one lane computes in one instruction of PTX ISA 8.5.
//!
//! Everything is a function of its operands: no state, no panic, the same result on every host. An operand has the Rust type that
//! the instruction's type names (`.u8` to `.s64` as `u8` to `i64`, `.b8` to `.b64` as the unsigned types, `.f32`, `.f64`, and
//! `.f16` and `.bf16` as [`Half`] and [`Brain`]), and the functions are generic in it: [`Integer`], [`Float`].
//!
//! A loop over lanes should name its [`Modifiers`] and comparisons outside of the loop: to nearest, it then has no branches.
//!
//! | instruction | function |
//! |---|---|
//! | `add`, `sub` of integers | [`integer::add`], [`integer::sub`] |
//! | `add.sat`, `sub.sat` | [`integer::add_saturating`], [`integer::sub_saturating`] |
//! | `mul.lo`, `.hi`, `.wide` | [`integer::mul_lo`], [`integer::mul_hi`], [`integer::mul_wide`] |
//! | `mad.lo`, `mad.wide` of integers | [`integer::mad_lo`], [`integer::mad_wide`] |
//! | `mad.hi`, `mad.hi.sat` | [`integer::mad_hi`], [`integer::mad_hi_saturating`] |
//! | `mul24.lo`, `mul24.hi` | [`integer::mul24_lo`], [`integer::mul24_hi`] |
//! | `mad24.lo`, `.hi`, `.hi.sat` | [`integer::mad24_lo`], [`integer::mad24_hi`], [`integer::mad24_hi_saturating`] |
//! | `div`, `rem` of integers | [`integer::div`], [`integer::rem`] |
//! | `min`, `max`, `abs`, `neg` of integers | [`integer::min`], [`integer::max`], [`integer::abs`], [`integer::neg`] |
//! | `sad` | [`integer::sad`] |
//! | `add.cc`, `addc`; `sub.cc`, `subc` | [`integer::add_carry`]; [`integer::sub_borrow`] |
//! | `mad.lo.cc`, `madc.lo`; `mad.hi.cc`, `madc.hi` | [`integer::mad_lo_carry`]; [`integer::mad_hi_carry`] |
//! | `dp4a`, `dp2a` | [`bits::dp4a`], [`bits::dp2a`] |
//! | `shl`, `shr`; `shf.l`, `shf.r` | [`bits::shl`], [`bits::shr`]; [`bits::shf_left`], [`bits::shf_right`] |
//! | `and`, `or`, `xor`, `not` | [`bits::and`], [`bits::or`], [`bits::xor`], [`bits::not`]; of predicates those of `bool` |
//! | `cnot`, `lop3` | [`bits::cnot`], [`bits::lop3`] |
//! | `bfe`, `bfi`, `bmsk` | [`bits::bfe`], [`bits::bfi`], [`bits::bmsk`] |
//! | `bfind`, `bfind.shiftamt` | [`bits::bfind`], [`bits::bfind_shift_amount`] |
//! | `brev`, `clz`, `popc`, `prmt` | [`bits::brev`], [`bits::clz`], [`bits::popc`], [`bits::prmt`] |
//! | `add`, `sub`, `mul`, `fma`, `mad` of floating-point types | [`round::add`], [`round::sub`], [`round::mul`], [`round::fma`] |
//! | `div`, `rcp`, `sqrt` with `.rn`, `.rz`, `.rm`, `.rp` | [`round::div`], [`round::rcp`], [`round::sqrt`] |
//! | `abs`, `neg`, `copysign` of floating-point types | [`round::abs`], [`round::neg`], [`round::copysign`] |
//! | `min`, `max` of floating-point types | [`compare::min`], [`compare::max`] |
//! | `rcp.approx`, `sqrt.approx` of `.f32` | [`approximate::rcp`], [`approximate::sqrt`] |
//! | `rsqrt.approx` of `.f32` | [`approximate::rsqrt`] |
//! | `rsqrt.approx.f64` | [`approximate::rsqrt_double`] |
//! | `rcp.approx.ftz.f64`, `rsqrt.approx.ftz.f64` | [`approximate::rcp_high`], [`approximate::rsqrt_high`] |
//! | `div.approx`, `div.full` | [`approximate::div`], [`approximate::div_full`] |
//! | `sin`, `cos`, `tanh` | [`approximate::sin`], [`approximate::cos`], [`approximate::tanh`] |
//! | `ex2`, `lg2` | [`approximate::ex2`], [`approximate::lg2`] |
//! | `setp` | [`Comparison::holds`], [`Comparison::holds_flushed`], [`BooleanOperator::combine`] |
//! | `set` | as `setp`, then [`compare::set_integer`], [`compare::set_float`] |
//! | `selp`, `slct` | [`compare::selp`], [`compare::slct_integer`], [`compare::slct_float`] |
//! | `testp` | [`Property::holds`] |
//! | `cvt` between integers | [`convert::integer_to_integer`] |
//! | `cvt` between integers and floating-point types | [`convert::integer_to_float`], [`convert::float_to_integer`] |
//! | `cvt` between floating-point types | [`convert::float_to_float`] |
//! | the same with `.rni`, `.rzi`, `.rmi`, `.rpi` | [`convert::float_to_integral`] |
//! | `cvt` to `.f16x2`, `.bf16x2` | [`convert::float_to_pair`] |
//!
//! Not here, because clang 19 writes none of them: `.relu` and `.satfinite`, formats of eight and fewer bits, `tf32`, arithmetic
//! on pairs, `ex2` and `tanh` of 16-bit types, `szext`, `fns`, and the video instructions.

pub mod approximate;
pub mod bits;
pub mod compare;
pub mod convert;
mod exact;
mod float;
pub mod integer;
pub mod round;
#[cfg(test)]
mod tests;

pub use compare::{BooleanOperator, Comparison, Preference, Property};
pub use float::{Brain, Float, Half};
pub use integer::{Integer, Widens};
pub use round::{Modifiers, Rounding};
