//! Which handler computes with floating-point numbers, converts between types, or chooses by a sign.

use super::compute::{Form, compared, for_integer, join, predicate_form};
use super::words::Words;
use crate::exec::registers::{Handler, Join, Value, binary, compare, ternary, test, unary};
use crate::number::compare::{max, min, set_integer, slct_float, slct_integer};
use crate::number::{
    Brain, Comparison, Float, Half, Integer, Modifiers, Preference, Property, Rounding,
    approximate, convert, round,
};
use crate::ptx::Type;

impl Value for Half {
    const WIDE: bool = false;
    #[inline]
    fn from_bits(bits: u64) -> Self {
        Half(bits as u16)
    }
    #[inline]
    fn to_bits(self) -> u64 {
        self.0.into()
    }
}

impl Value for Brain {
    const WIDE: bool = false;
    #[inline]
    fn from_bits(bits: u64) -> Self {
        Brain(bits as u16)
    }
    #[inline]
    fn to_bits(self) -> u64 {
        self.0.into()
    }
}

/// An expression for the floating-point type of `$ty`.
macro_rules! for_float {
    ($ty:expr, $T:ident => $make:expr) => {
        match $ty {
            Type::Float(16) => {
                type $T = Half;
                $make
            }
            Type::Float(32) => {
                type $T = f32;
                $make
            }
            Type::Float(64) => {
                type $T = f64;
                $make
            }
            Type::Brain => {
                type $T = Brain;
                $make
            }
            _ => return None,
        }
    };
}

/// An expression for the integer type of `$ty`, those of 8 bits too.
macro_rules! for_any_integer {
    ($ty:expr, $T:ident => $make:expr) => {
        match $ty {
            Type::Signed(8) => {
                type $T = i8;
                $make
            }
            Type::Unsigned(8) => {
                type $T = u8;
                $make
            }
            other => for_integer!(other, $T => $make),
        }
    };
}

/// Whether an instruction is one of these.
pub(super) fn concerns(words: &Words) -> bool {
    let is_float = |ty: &Type| matches!(ty, Type::Float(_) | Type::Brain | Type::Pair);
    match words.opcode() {
        "cvt" | "set" | "slct" | "testp" | "copysign" => true,
        "mov" | "selp" | "and" | "or" | "xor" | "not" => false,
        _ => words.types().iter().any(is_float),
    }
}

/// The form of an instruction; `None` where the interpreter does not know it.
pub(super) fn form(words: &Words, ty: Type) -> Option<Form> {
    match words.opcode() {
        "add" | "sub" | "mul" | "fma" | "mad" | "div" | "rcp" | "sqrt"
            if !is_approximate(words) =>
        {
            rounded(words, ty)
        }
        "div" | "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "ex2" | "lg2" | "tanh" => {
            approximated(words, ty)
        }
        "min" | "max" => extreme(words, ty),
        "abs" => Some(Form::same(with_flush(words, ty, Sign::Drop)?, ty, 1)),
        "neg" => Some(Form::same(with_flush(words, ty, Sign::Turn)?, ty, 1)),
        "copysign" => Some(Form::same(for_float!(ty, T => binary(round::copysign::<T>)), ty, 2)),
        "setp" => {
            let join = join(words);
            Some(predicate_form(float_comparison(words, ty, join)?, ty, join))
        }
        "set" => set(words, ty),
        "slct" => choice(words, ty),
        "testp" => {
            let property = Property::from_word(words.get(1)?)?;
            let handler = for_float!(ty, T => test(move |a: T| property.holds(a)));
            Some(Form::new(handler, Type::Predicate, &[ty]))
        }
        "cvt" => conversion(words),
        _ => None,
    }
}

fn is_approximate(words: &Words) -> bool {
    words.one_of(&["approx", "full"]).is_some()
}

/// What the words say of rounding. Where they name no direction, it is to nearest.
fn modifiers(words: &Words) -> Modifiers {
    let named = words.one_of(&["rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi"]);
    Modifiers {
        rounding: named.and_then(Rounding::from_word).unwrap_or_default(),
        flush: words.has("ftz"),
        saturate: words.has("sat"),
    }
}

/// Operations whose result is the exact one, rounded. Without modifiers they have handlers of their own: that of the host, for all
/// lanes at once.
fn rounded(words: &Words, ty: Type) -> Option<Form> {
    const PLAIN: Modifiers = Modifiers::rounded(Rounding::Nearest);
    let own = modifiers(words);
    let is_plain = own == PLAIN;
    Some(match words.opcode() {
        "add" if is_plain => {
            Form::same(for_float!(ty, T => binary(|a: T, b: T| round::add(a, b, PLAIN))), ty, 2)
        }
        "sub" if is_plain => {
            Form::same(for_float!(ty, T => binary(|a: T, b: T| round::sub(a, b, PLAIN))), ty, 2)
        }
        "mul" if is_plain => {
            Form::same(for_float!(ty, T => binary(|a: T, b: T| round::mul(a, b, PLAIN))), ty, 2)
        }
        "div" if is_plain => {
            Form::same(for_float!(ty, T => binary(|a: T, b: T| round::div(a, b, PLAIN))), ty, 2)
        }
        "fma" | "mad" if is_plain => {
            let handler = for_float!(ty, T => ternary(|a: T, b: T, c: T| {
                round::fma(a, b, c, PLAIN)
            }));
            Form::same(handler, ty, 3)
        }
        "add" => {
            Form::same(for_float!(ty, T => binary(move |a: T, b: T| round::add(a, b, own))), ty, 2)
        }
        "sub" => {
            Form::same(for_float!(ty, T => binary(move |a: T, b: T| round::sub(a, b, own))), ty, 2)
        }
        "mul" => {
            Form::same(for_float!(ty, T => binary(move |a: T, b: T| round::mul(a, b, own))), ty, 2)
        }
        "div" => {
            Form::same(for_float!(ty, T => binary(move |a: T, b: T| round::div(a, b, own))), ty, 2)
        }
        "fma" | "mad" => {
            let handler = for_float!(ty, T => ternary(move |a: T, b: T, c: T| {
                round::fma(a, b, c, own)
            }));
            Form::same(handler, ty, 3)
        }
        "rcp" => Form::same(for_float!(ty, T => unary(move |a: T| round::rcp(a, own))), ty, 1),
        _ => Form::same(for_float!(ty, T => unary(move |a: T| round::sqrt(a, own))), ty, 1),
    })
}

fn approximated(words: &Words, ty: Type) -> Option<Form> {
    let flush = words.has("ftz");
    let handler = match (words.opcode(), ty) {
        ("rcp", Type::Float(64)) => unary(approximate::rcp_high),
        ("rsqrt", Type::Float(64)) if flush => unary(approximate::rsqrt_high),
        ("rsqrt", Type::Float(64)) => unary(approximate::rsqrt_double),
        (_, Type::Float(64 | 16) | Type::Brain | Type::Pair) => return None,
        ("div", _) if words.has("full") => {
            let full = move |a, b| approximate::div_full(a, b, flush);
            return Some(Form::same(binary(full), ty, 2));
        }
        ("div", _) => {
            let div = move |a, b| approximate::div(a, b, flush);
            return Some(Form::same(binary(div), ty, 2));
        }
        ("rcp", _) => unary(move |a| approximate::rcp(a, flush)),
        ("sqrt", _) => unary(move |a| approximate::sqrt(a, flush)),
        ("rsqrt", _) => unary(move |a| approximate::rsqrt(a, flush)),
        ("sin", _) => unary(move |a| approximate::sin(a, flush)),
        ("cos", _) => unary(move |a| approximate::cos(a, flush)),
        ("ex2", _) => unary(move |a| approximate::ex2(a, flush)),
        ("lg2", _) => unary(move |a| approximate::lg2(a, flush)),
        _ => unary(approximate::tanh),
    };
    Some(Form::same(handler, ty, 1))
}

fn extreme(words: &Words, ty: Type) -> Option<Form> {
    let preference = Preference {
        flush: words.has("ftz"),
        keep_nan: words.has("NaN"),
        xor_sign: words.has("xorsign"),
    };
    let is_min = words.opcode() == "min";
    let handler = for_float!(ty, T => binary(move |a: T, b: T| {
        if is_min { min(a, b, preference) } else { max(a, b, preference) }
    }));
    Some(Form::same(handler, ty, 2))
}

/// What becomes of a sign.
#[derive(Clone, Copy)]
enum Sign {
    Drop,
    Turn,
}

fn with_flush(words: &Words, ty: Type, sign: Sign) -> Option<Handler> {
    let flush = words.has("ftz");
    Some(match sign {
        Sign::Drop => for_float!(ty, T => unary(move |a: T| round::abs(a, flush))),
        Sign::Turn => for_float!(ty, T => unary(move |a: T| round::neg(a, flush))),
    })
}

fn float_comparison(words: &Words, ty: Type, join: Join) -> Option<Handler> {
    let name = words.get(1)?;
    if words.has("ftz") {
        let comparison = Comparison::from_word(name)?;
        return Some(for_float!(ty, T => compare(join, move |a: T, b: T| {
            comparison.holds_flushed(a, b)
        })));
    }
    Some(for_float!(ty, T => compared::<T>(name, join)?))
}

/// `set.lt.u32.f32`: all ones, or 1.0, where a comparison holds. Forms that join a predicate are not known.
fn set(words: &Words, ty: Type) -> Option<Form> {
    let result = *words.types().first()?;
    let comparison = Comparison::from_word(words.get(1)?)?;
    let flush = words.has("ftz");
    if join(words).is_some() {
        return None;
    }
    let handler = match (ty, result) {
        (Type::Float(_) | Type::Brain, Type::Float(32)) => {
            for_float!(ty, T => binary(move |a: T, b: T| {
                f32::from(u8::from(float_holds(comparison, a, b, flush)))
            }))
        }
        (Type::Float(_) | Type::Brain, _) => for_float!(ty, T => binary(move |a: T, b: T| {
            set_integer::<u32>(float_holds(comparison, a, b, flush))
        })),
        (_, Type::Float(32)) => for_integer!(ty, T => binary(move |a: T, b: T| {
            f32::from(u8::from(comparison.holds(a, b)))
        })),
        _ => for_integer!(ty, T => binary(move |a: T, b: T| {
            set_integer::<u32>(comparison.holds(a, b))
        })),
    };
    Some(Form::new(handler, result, &[ty, ty]))
}

fn float_holds<F: Float>(comparison: Comparison, a: F, b: F, flush: bool) -> bool {
    if flush { comparison.holds_flushed(a, b) } else { comparison.holds(a, b) }
}

/// `slct.b32.s32`: one of two values by the sign of a third.
fn choice(words: &Words, ty: Type) -> Option<Form> {
    let value = *words.types().first()?;
    let flush = words.has("ftz");
    let bits = Type::Bits(u8::try_from(value.bits()).ok()?);
    let handler = match ty {
        Type::Float(32) => for_integer!(bits, T => ternary(move |a: T, b: T, c: f32| {
            slct_float(a, b, c, flush)
        })),
        _ => for_integer!(bits, T => ternary(|a: T, b: T, c: i32| slct_integer(a, b, c))),
    };
    Some(Form::new(handler, value, &[value, value, ty]))
}

/// `cvt`: the result's type, then the source's.
fn conversion(words: &Words) -> Option<Form> {
    let [to, from] = words.types()[..] else { return None };
    let own = modifiers(words);
    let is_float = |ty| matches!(ty, Type::Float(_) | Type::Brain);
    let handler = match (is_float(to), is_float(from)) {
        (false, false) if to == Type::Pair => return None,
        (false, false) => {
            for_any_integer!(from, S => for_any_integer!(to, D => integers::<S, D>(own.saturate)))
        }
        (true, false) => {
            for_any_integer!(from, S => for_float!(to, D => {
                unary(move |a: S| convert::integer_to_float::<S, D>(a, own))
            }))
        }
        (false, true) if to == Type::Pair => return pair(words, from, own),
        (false, true) => {
            for_float!(from, S => for_any_integer!(to, D => {
                unary(move |a: S| convert::float_to_integer::<S, D>(a, own))
            }))
        }
        (true, true) if words.one_of(&["rni", "rzi", "rmi", "rpi"]).is_some() && to == from => {
            for_float!(to, T => unary(move |a: T| convert::float_to_integral(a, own)))
        }
        (true, true) => for_float!(from, S => for_float!(to, D => {
            unary(move |a: S| convert::float_to_float::<S, D>(a, own))
        })),
    };
    Some(Form::new(handler, to, &[from]))
}

fn integers<S: Integer + Value, D: Integer + Value>(saturate: bool) -> Handler {
    if saturate {
        unary(|a: S| convert::integer_to_integer::<S, D>(a, true))
    } else {
        unary(|a: S| convert::integer_to_integer::<S, D>(a, false))
    }
}

/// `cvt.rn.f16x2.f32`: two values in one register.
fn pair(words: &Words, from: Type, own: Modifiers) -> Option<Form> {
    if from != Type::Float(32) {
        return None;
    }
    let handler = if words.has("bf16x2") {
        binary(move |a: f32, b: f32| convert::float_to_pair::<Brain>(a, b, own))
    } else {
        binary(move |a: f32, b: f32| convert::float_to_pair::<Half>(a, b, own))
    };
    Some(Form::new(handler, Type::Pair, &[from, from]))
}
