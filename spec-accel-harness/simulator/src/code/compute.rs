//! Which handler computes what an instruction's words say: integers, bits, and moves. See [`super::floats`] for the rest.

use super::words::Words;
use crate::exec::registers::{
    Handler, Join, Value, binary, carrying, carrying_product, compare, logical, quaternary, select,
    ternary, unary,
};
use crate::number::bits::{self, FunnelMode, PermuteMode};
use crate::number::{BooleanOperator, Comparison, integer};
use crate::ptx::Type;

/// A computation in registers.
pub(super) struct Form {
    pub(super) handler: Handler,
    pub(super) result: Type,
    /// The types of the operands behind the result.
    pub(super) sources: Vec<Type>,
    /// Whether the last operand of the handler is the carry.
    pub(super) carries: bool,
}

impl Form {
    pub(super) fn new(handler: Handler, result: Type, sources: &[Type]) -> Form {
        Form { handler, result, sources: sources.to_vec(), carries: false }
    }

    /// One whose operands all have the type of the result.
    pub(super) fn same(handler: Handler, ty: Type, sources: usize) -> Form {
        Form::new(handler, ty, &vec![ty; sources])
    }
}

/// The type of a count or a mask.
pub(super) const WORD: Type = Type::Unsigned(32);

/// An expression for the integer type of `$ty`.
macro_rules! for_integer {
    ($ty:expr, $T:ident => $make:expr) => {
        match ($ty, $ty.bits()) {
            (Type::Signed(16), _) => {
                type $T = i16;
                $make
            }
            (Type::Signed(32), _) => {
                type $T = i32;
                $make
            }
            (Type::Signed(64), _) => {
                type $T = i64;
                $make
            }
            (_, 16) => {
                type $T = u16;
                $make
            }
            (_, 32) => {
                type $T = u32;
                $make
            }
            (_, 64) => {
                type $T = u64;
                $make
            }
            _ => return None,
        }
    };
}
pub(super) use for_integer;

/// An expression for the type of half the width, whose products are of the type of `$ty`.
macro_rules! for_narrow {
    ($ty:expr, $T:ident, $wide:ident => $make:expr) => {
        match $ty {
            Type::Signed(16) => {
                type $T = i16;
                let $wide = Type::Signed(32);
                $make
            }
            Type::Signed(32) => {
                type $T = i32;
                let $wide = Type::Signed(64);
                $make
            }
            Type::Unsigned(16) => {
                type $T = u16;
                let $wide = Type::Unsigned(32);
                $make
            }
            Type::Unsigned(32) => {
                type $T = u32;
                let $wide = Type::Unsigned(64);
                $make
            }
            _ => return None,
        }
    };
}

/// The form of an instruction; `None` where the interpreter does not know it.
pub(super) fn form(words: &Words) -> Option<Form> {
    if let Some(pair) = words.one_of(&["s16x2", "u16x2"]) {
        return halves(words, pair == "s16x2");
    }
    let ty = words.last_type()?;
    if super::floats::concerns(words) {
        return super::floats::form(words, ty);
    }
    match words.opcode() {
        "add" | "sub" if words.has("cc") => carried(words, ty),
        "addc" | "subc" => carried(words, ty),
        "mad" | "madc" if words.has("cc") || words.opcode() == "madc" => carried_product(words, ty),
        "add" | "sub" | "div" | "rem" | "min" | "max" | "abs" | "neg" | "sad" => plain(words, ty),
        "mul" | "mad" | "mul24" | "mad24" => product(words, ty),
        "and" | "or" | "xor" | "not" | "cnot" | "lop3" => logic(words, ty),
        "shl" | "shr" | "shf" | "bfe" | "bfi" | "bfind" | "brev" | "clz" | "popc" | "prmt"
        | "bmsk" => shift(words, ty),
        "dp4a" | "dp2a" => dot(words, ty),
        "setp" => comparison(words, ty),
        "selp" => {
            let handler = for_integer!(ty, T => select::<T>());
            Some(Form::new(handler, ty, &[ty, ty, Type::Predicate]))
        }
        "mov" if ty == Type::Predicate => Some(Form::same(logical(|a, _| a), ty, 1)),
        "mov" => Some(Form::same(for_integer!(ty, T => unary(|a: T| a)), ty, 1)),
        _ => None,
    }
}

fn plain(words: &Words, ty: Type) -> Option<Form> {
    let handler = match words.opcode() {
        "add" if words.has("sat") => for_integer!(ty, T => binary(integer::add_saturating::<T>)),
        "sub" if words.has("sat") => for_integer!(ty, T => binary(integer::sub_saturating::<T>)),
        "add" => for_integer!(ty, T => binary(integer::add::<T>)),
        "sub" => for_integer!(ty, T => binary(integer::sub::<T>)),
        "div" => for_integer!(ty, T => binary(integer::div::<T>)),
        "rem" => for_integer!(ty, T => binary(integer::rem::<T>)),
        "min" => for_integer!(ty, T => binary(integer::min::<T>)),
        "max" => for_integer!(ty, T => binary(integer::max::<T>)),
        "sad" => {
            return Some(Form::same(for_integer!(ty, T => ternary(integer::sad::<T>)), ty, 3));
        }
        "abs" => {
            return Some(Form::same(for_integer!(ty, T => unary(integer::abs::<T>)), ty, 1));
        }
        _ => {
            return Some(Form::same(for_integer!(ty, T => unary(integer::neg::<T>)), ty, 1));
        }
    };
    Some(Form::same(handler, ty, 2))
}

/// `add`, `min` and `max` of two numbers of 16 bits in one register. `.relu` is not known.
fn halves(words: &Words, signed: bool) -> Option<Form> {
    fn both(f: impl Fn(u16, u16) -> u16 + Send + Sync + 'static) -> Handler {
        binary(move |a: u32, b: u32| {
            let half = |at: u32| u32::from(f((a >> at) as u16, (b >> at) as u16)) << at;
            half(0) | half(16)
        })
    }
    let handler = match (words.opcode(), signed) {
        _ if words.has("relu") => return None,
        ("add", _) => both(u16::wrapping_add),
        ("min", true) => both(|a, b| (a as i16).min(b as i16) as u16),
        ("max", true) => both(|a, b| (a as i16).max(b as i16) as u16),
        ("min", false) => both(u16::min),
        ("max", false) => both(u16::max),
        _ => return None,
    };
    Some(Form::same(handler, WORD, 2))
}

/// `mul`, `mad` and their like of 24 bits: the low half, the high half, or the whole product.
fn product(words: &Words, ty: Type) -> Option<Form> {
    let two = |handler| Some(Form::same(handler, ty, 2));
    let three = |handler| Some(Form::same(handler, ty, 3));
    match (words.opcode(), words.one_of(&["lo", "hi", "wide"])?) {
        ("mul", "lo") => two(for_integer!(ty, T => binary(integer::mul_lo::<T>))),
        ("mul", "hi") => two(for_integer!(ty, T => binary(integer::mul_hi::<T>))),
        ("mul", _) => for_narrow!(ty, T, wide => {
            Some(Form::new(binary(integer::mul_wide::<T>), wide, &[ty, ty]))
        }),
        ("mad", "lo") => three(for_integer!(ty, T => ternary(integer::mad_lo::<T>))),
        ("mad", "hi") if words.has("sat") => {
            three(for_integer!(ty, T => ternary(integer::mad_hi_saturating::<T>)))
        }
        ("mad", "hi") => three(for_integer!(ty, T => ternary(integer::mad_hi::<T>))),
        ("mad", _) => for_narrow!(ty, T, wide => {
            Some(Form::new(ternary(integer::mad_wide::<T>), wide, &[ty, ty, wide]))
        }),
        ("mul24", "lo") => two(for_integer!(ty, T => binary(integer::mul24_lo::<T>))),
        ("mul24", _) => two(for_integer!(ty, T => binary(integer::mul24_hi::<T>))),
        ("mad24", "lo") => three(for_integer!(ty, T => ternary(integer::mad24_lo::<T>))),
        ("mad24", _) if words.has("sat") => {
            three(for_integer!(ty, T => ternary(integer::mad24_hi_saturating::<T>)))
        }
        _ => three(for_integer!(ty, T => ternary(integer::mad24_hi::<T>))),
    }
}

/// Sums and differences that take a carry or leave one: `add.cc`, `addc`, `addc.cc` and their like.
fn carried(words: &Words, ty: Type) -> Option<Form> {
    let takes = words.opcode().ends_with('c');
    let leaves = words.has("cc");
    let handler = if words.opcode().starts_with("add") {
        for_integer!(ty, T => carrying(move |a: T, b: T, old| {
            let (sum, new) = integer::add_carry(a, b, takes && old);
            (sum, if leaves { new } else { old })
        }))
    } else {
        for_integer!(ty, T => carrying(move |a: T, b: T, old| {
            let (difference, new) = integer::sub_borrow(a, b, takes && old);
            (difference, if leaves { new } else { old })
        }))
    };
    Some(Form { carries: true, ..Form::same(handler, ty, 2) })
}

/// `mad.lo.cc`, `madc.hi` and their like.
fn carried_product(words: &Words, ty: Type) -> Option<Form> {
    let takes = words.opcode() == "madc";
    let (leaves, high) = (words.has("cc"), words.has("hi"));
    let handler = for_integer!(ty, T => carrying_product(move |a: T, b: T, c: T, old| {
        let carry = takes && old;
        let (sum, new) = if high {
            integer::mad_hi_carry(a, b, c, carry)
        } else {
            integer::mad_lo_carry(a, b, c, carry)
        };
        (sum, if leaves { new } else { old })
    }));
    Some(Form { carries: true, ..Form::same(handler, ty, 3) })
}

fn logic(words: &Words, ty: Type) -> Option<Form> {
    if ty == Type::Predicate {
        return Some(match words.opcode() {
            "and" => Form::same(logical(|a, b| a & b), ty, 2),
            "or" => Form::same(logical(|a, b| a | b), ty, 2),
            "xor" => Form::same(logical(|a, b| a ^ b), ty, 2),
            "not" => Form::same(logical(|a, _| !a), ty, 1),
            _ => return None,
        });
    }
    Some(match words.opcode() {
        "and" => Form::same(for_integer!(ty, T => binary(bits::and::<T>)), ty, 2),
        "or" => Form::same(for_integer!(ty, T => binary(bits::or::<T>)), ty, 2),
        "xor" => Form::same(for_integer!(ty, T => binary(bits::xor::<T>)), ty, 2),
        "not" => Form::same(for_integer!(ty, T => unary(bits::not::<T>)), ty, 1),
        "cnot" => Form::same(for_integer!(ty, T => unary(bits::cnot::<T>)), ty, 1),
        _ => {
            let lop3 = |a: u32, b: u32, c: u32, table: u32| bits::lop3(a, b, c, table as u8);
            Form::same(quaternary(lop3), ty, 4)
        }
    })
}

fn shift(words: &Words, ty: Type) -> Option<Form> {
    let funnel = words.one_of(&["clamp", "wrap"]).and_then(FunnelMode::from_word);
    Some(match words.opcode() {
        "shl" => Form::new(for_integer!(ty, T => binary(bits::shl::<T>)), ty, &[ty, WORD]),
        "shr" => Form::new(for_integer!(ty, T => binary(bits::shr::<T>)), ty, &[ty, WORD]),
        "shf" => {
            let (mode, left) = (funnel?, words.has("l"));
            let shf = move |a: u32, b: u32, by: u32| {
                if left { bits::shf_left(a, b, by, mode) } else { bits::shf_right(a, b, by, mode) }
            };
            Form::same(ternary(shf), ty, 3)
        }
        "bmsk" => {
            let mode = funnel?;
            Form::same(binary(move |a: u32, b: u32| bits::bmsk(a, b, mode)), ty, 2)
        }
        "bfe" => Form::new(for_integer!(ty, T => ternary(bits::bfe::<T>)), ty, &[ty, WORD, WORD]),
        "bfi" => {
            let sources = [ty, ty, WORD, WORD];
            Form::new(for_integer!(ty, T => quaternary(bits::bfi::<T>)), ty, &sources)
        }
        "bfind" if words.has("shiftamt") => {
            Form::new(for_integer!(ty, T => unary(bits::bfind_shift_amount::<T>)), WORD, &[ty])
        }
        "bfind" => Form::new(for_integer!(ty, T => unary(bits::bfind::<T>)), WORD, &[ty]),
        "brev" => Form::same(for_integer!(ty, T => unary(bits::brev::<T>)), ty, 1),
        "clz" => Form::new(for_integer!(ty, T => unary(bits::clz::<T>)), WORD, &[ty]),
        "popc" => Form::new(for_integer!(ty, T => unary(bits::popc::<T>)), WORD, &[ty]),
        _ => {
            let named = words.one_of(&["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"]);
            let mode = match named {
                Some(word) => PermuteMode::from_word(word)?,
                None => PermuteMode::Index,
            };
            Form::same(ternary(move |a: u32, b: u32, c: u32| bits::prmt(a, b, c, mode)), ty, 3)
        }
    })
}

/// `dp4a` and `dp2a`, whose two types say how the two vectors are read.
fn dot(words: &Words, ty: Type) -> Option<Form> {
    let types = words.types();
    let is_signed = |index: usize| types.get(index).map(|ty| matches!(ty, Type::Signed(_)));
    let signed = (is_signed(0)?, is_signed(1)?);
    let (four, high) = (words.opcode() == "dp4a", words.has("hi"));
    let handler =
        ternary(
            move |a: u32, b: u32, c: u32| {
                if four { bits::dp4a(a, b, c, signed) } else { bits::dp2a(a, b, c, signed, high) }
            },
        );
    Some(Form::same(handler, ty, 3))
}

/// `setp`: a comparison, whose result may be joined with a predicate.
fn comparison(words: &Words, ty: Type) -> Option<Form> {
    let join = join(words);
    let handler = integer_comparison(words.get(1)?, ty, join)?;
    Some(predicate_form(handler, ty, join))
}

/// The form of a comparison of two values of a type.
pub(super) fn predicate_form(handler: Handler, ty: Type, join: Join) -> Form {
    let sources = [ty, ty, Type::Predicate];
    let number = if join.is_none() { 2 } else { 3 };
    Form::new(handler, Type::Predicate, &sources[..number])
}

/// What `and`, `or` or `xor` among the words says.
pub(super) fn join(words: &Words) -> Join {
    words.one_of(&["and", "or", "xor"]).and_then(BooleanOperator::from_word)
}

fn integer_comparison(name: &str, ty: Type, join: Join) -> Option<Handler> {
    let ty = match (name, ty) {
        ("lo" | "ls" | "hi" | "hs", Type::Signed(bits)) => Type::Unsigned(bits),
        _ => ty,
    };
    let name = match name {
        "lo" => "lt",
        "ls" => "le",
        "hi" => "gt",
        "hs" => "ge",
        other => other,
    };
    if name == "ne" {
        return Some(for_integer!(ty, T => compare(join, |a: T, b: T| a != b)));
    }
    Some(for_integer!(ty, T => compared::<T>(name, join)?))
}

/// A handler for each comparison, so that the loop over lanes has no choice inside.
pub(super) fn compared<T: Value + PartialOrd>(name: &str, join: Join) -> Option<Handler> {
    Some(match Comparison::from_word(name)? {
        Comparison::Equal => compare(join, |a: T, b: T| a == b),
        Comparison::Less => compare(join, |a: T, b: T| a < b),
        Comparison::LessOrEqual => compare(join, |a: T, b: T| a <= b),
        Comparison::Greater => compare(join, |a: T, b: T| a > b),
        Comparison::GreaterOrEqual => compare(join, |a: T, b: T| a >= b),
        other => compare(join, move |a: T, b: T| other.holds(a, b)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_words_have_no_form() {
        for text in ["add", "frobnicate.u32", "setp.xx.u32", "mul.wide.u64", "mul.u32"] {
            assert!(form(&Words::new(text.split('.'))).is_none(), "{text}");
        }
    }

    #[test]
    fn forms_have_the_types_of_their_words() {
        let types = |text: &str| {
            let form = form(&Words::new(text.split('.'))).expect(text);
            (form.result, form.sources)
        };
        let (u32, s32, s64) = (Type::Unsigned(32), Type::Signed(32), Type::Signed(64));
        assert_eq!(types("mul.wide.s32"), (s64, vec![s32, s32]));
        assert_eq!(types("mad.wide.s32"), (s64, vec![s32, s32, s64]));
        assert_eq!(types("shl.b64"), (Type::Bits(64), vec![Type::Bits(64), u32]));
        assert_eq!(types("clz.b64"), (u32, vec![Type::Bits(64)]));
        let joined = vec![s32, s32, Type::Predicate];
        assert_eq!(types("setp.lt.and.s32"), (Type::Predicate, joined));
    }
}
