//! Constants (PTX ISA, section 4.5).

/// A constant with its sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Constant {
    /// An integer from -2^63 to 2^64 - 1.
    Integer(i128),
    /// `0f…`: the bits of a number of single precision.
    Single(u32),
    /// `0d…`: the bits of a number of double precision.
    Double(u64),
    /// A floating-point number in decimal.
    Decimal(f64),
}

impl Constant {
    /// The value of a number without a sign; `None` if it is none, or too large.
    pub(super) fn from_text(text: &str) -> Option<Constant> {
        let digits = text.get(2..).unwrap_or_default();
        match text.get(..2) {
            Some("0f" | "0F") => read_bits(digits, 8).map(|bits| Constant::Single(bits as u32)),
            Some("0d" | "0D") => read_bits(digits, 16).map(Constant::Double),
            _ if text.contains('.') => read_decimal(text),
            _ => read_integer(text).or_else(|| read_decimal(text)),
        }
    }

    /// The value with the other sign; `None` if it is too small.
    pub(super) fn negate(self) -> Option<Constant> {
        Some(match self {
            Constant::Integer(value) if value > 1 << 63 => return None,
            Constant::Integer(value) => Constant::Integer(-value),
            Constant::Single(bits) => Constant::Single(bits ^ (1 << 31)),
            Constant::Double(bits) => Constant::Double(bits ^ (1 << 63)),
            Constant::Decimal(value) => Constant::Decimal(-value),
        })
    }
}

/// An integer of at most 64 bits: decimal, or with `0x`, `0b` or the `0` of an octal number before it; a `U` may follow.
fn read_integer(text: &str) -> Option<Constant> {
    let text = text.strip_suffix('U').unwrap_or(text);
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'b' | b'B', ..] => (&text[2..], 2),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    Some(Constant::Integer(u64::from_str_radix(digits, radix).ok()?.into()))
}

/// A number with a point or an exponent, which ends with a digit or the point.
fn read_decimal(text: &str) -> Option<Constant> {
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte))
        && text.contains(['.', 'e', 'E']);
    is_decimal.then(|| text.parse().ok().map(Constant::Decimal)).flatten()
}

/// A given number of hexadecimal digits.
fn read_bits(digits: &str, count: usize) -> Option<u64> {
    let is_whole = digits.len() == count && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_whole.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::Constant::{Decimal, Double, Integer, Single};
    use super::*;

    #[test]
    fn constants() {
        let table = [
            ("0", Some(Integer(0))),
            ("42", Some(Integer(42))),
            ("42U", Some(Integer(42))),
            ("0x1F", Some(Integer(31))),
            ("0XFFFFFFFFFFFFFFFFU", Some(Integer(u64::MAX.into()))),
            ("18446744073709551615", Some(Integer(u64::MAX.into()))),
            ("18446744073709551616", None),
            ("017", Some(Integer(15))),
            ("0U", Some(Integer(0))),
            ("08", None),
            ("0b101", Some(Integer(5))),
            ("0b102", None),
            ("0x", None),
            ("12ab", None),
            ("1_000", None),
            ("0f3F800000", Some(Single(0x3f80_0000))),
            ("0F3f800000", Some(Single(0x3f80_0000))),
            ("0f3F80000", None),
            ("0f3F800000U", None),
            ("0d3FF0000000000000", Some(Double(0x3ff0_0000_0000_0000))),
            ("0d3FF000000000000", None),
            ("1.5", Some(Decimal(1.5))),
            ("2.", Some(Decimal(2.0))),
            ("1e3", Some(Decimal(1000.0))),
            ("1.5E-1", Some(Decimal(0.15))),
            ("1e", None),
            ("1.2.3", None),
        ];
        for (text, expected) in table {
            assert_eq!(Constant::from_text(text), expected, "{text}");
        }
    }

    #[test]
    fn signs() {
        let smallest = i128::from(i64::MIN);
        let table = [
            (Integer(1), Some(Integer(-1))),
            (Integer(-smallest), Some(Integer(smallest))),
            (Integer(1 - smallest), None),
            (Single(0x3f80_0000), Some(Single(0xbf80_0000))),
            (Double(0), Some(Double(1 << 63))),
            (Decimal(1.5), Some(Decimal(-1.5))),
        ];
        for (constant, expected) in table {
            assert_eq!(constant.negate(), expected);
        }
    }
}
