//! Functions that the device's system defines: `vprintf`, `malloc`, `free`, `__assertfail`.

use super::registers::lanes_of;
use super::turn::{CACHED_BLOCKS, Running};
use crate::code::{BuiltIn, Call, Part};
use crate::device::Fault;
use crate::memory::{Block, LOCAL, WINDOW};

/// A text of a program is read up to this length.
const MAX_TEXT: u64 = 1 << 16;

impl Running<'_> {
    /// Calls a function of the system for each lane of a mask.
    pub(crate) fn built_in(&mut self, which: BuiltIn, call: &Call, mask: u32) -> Result<(), Fault> {
        for lane in lanes_of(mask) {
            let argument = |own: &Self, index: usize| {
                call.arguments.get(index).map_or(0, |part| own.parameter(lane, *part))
            };
            let result = match which {
                BuiltIn::Printf => {
                    let (format, values) = (argument(self, 0), argument(self, 1));
                    self.print(lane, format, values)?
                }
                BuiltIn::Malloc => self.malloc(argument(self, 0)),
                BuiltIn::Free => {
                    let address = argument(self, 0);
                    if address != 0 {
                        let freed = self.memory.free(address);
                        freed.map_err(|error| self.fault_at(lane, error.to_string()))?;
                        self.blocks = [Block::default(); CACHED_BLOCKS];
                    }
                    0
                }
                BuiltIn::AssertFail => {
                    let [text, file, line, function] = [0, 1, 2, 3].map(|k| argument(self, k));
                    let [text, file, function] =
                        [text, file, function].map(|address| self.text(lane, address));
                    let message =
                        format!("{}:{line}: {}: assertion `{}` failed", file?, function?, text?);
                    return Err(self.fault_at(lane, message));
                }
            };
            if let Some(part) = call.results.first() {
                self.set_parameter(lane, *part, result);
            }
        }
        Ok(())
    }

    /// Memory of so many bytes, or 0 if there is not enough.
    fn malloc(&mut self, bytes: u64) -> u64 {
        let Ok(address) = self.memory.allocate(bytes) else { return 0 };
        if let (Some(shadow), Ok(block)) = (&mut self.shadow, self.memory.block(address, 0)) {
            shadow.forget(block.place_of(address), bytes);
        }
        address
    }

    fn parameter(&self, lane: usize, part: Part) -> u64 {
        let parameters = &self.warp().splits.frames[self.frame].parameters;
        let bytes = parameters.read(lane, part.at.into(), part.bytes.min(8).into());
        bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
    }

    fn set_parameter(&mut self, lane: usize, part: Part, value: u64) {
        let splits = &mut self.team.warps[self.warp].splits;
        let parameters = &mut splits.frames[self.frame].parameters;
        let length = part.bytes.min(8) as usize;
        parameters.write(lane, part.at.into(), &value.to_le_bytes()[..length]);
    }

    /// Bytes at a generic address of a lane, of the device's memory or of its own.
    fn bytes(&mut self, lane: usize, address: u64, length: u64) -> Result<Vec<u8>, Fault> {
        if (LOCAL..LOCAL + WINDOW).contains(&address) {
            let (at, warp) = (address - LOCAL, self.warp());
            if at.saturating_add(length) <= warp.local.length() {
                return Ok(warp.local.read(lane, at, length));
            }
        }
        let read = self.memory.read_for_kernel(address, length);
        read.map_err(|error| self.illegal(lane, error.to_string()))
    }

    /// A text that ends with a zero.
    fn text(&mut self, lane: usize, address: u64) -> Result<String, Fault> {
        let mut text = Vec::new();
        for at in address..address.saturating_add(MAX_TEXT) {
            match self.bytes(lane, at, 1)?[0] {
                0 => break,
                byte => text.push(byte),
            }
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Prints what `format` says of the values that lie in a buffer, each at a multiple of its size. Answers the number of values.
    fn print(&mut self, lane: usize, format: u64, values: u64) -> Result<u64, Fault> {
        let format = self.text(lane, format)?;
        let (mut text, mut at, mut number) = (String::new(), values, 0);
        let mut rest = format.as_str();
        while let Some(percent) = rest.find('%') {
            text.push_str(&rest[..percent]);
            rest = &rest[percent + 1..];
            let end = rest.find(|c: char| c.is_ascii_alphabetic() && !"hlLqjzt".contains(c));
            let Some(end) = end.filter(|_| !rest.starts_with('%')) else {
                text.push('%');
                rest = rest.strip_prefix('%').unwrap_or(rest);
                continue;
            };
            let specification = Specification::new(&rest[..=end]);
            rest = &rest[end + 1..];
            let mut stars = Vec::new();
            for _ in 0..specification.stars {
                stars.push(self.value(lane, &mut at, 4)? as u32 as i32);
            }
            let size = specification.bytes();
            let value = self.value(lane, &mut at, size)?;
            number += 1;
            if specification.kind == 's' {
                text.push_str(&specification.pad(&self.text(lane, value)?, &stars));
            } else {
                text.push_str(&specification.write(value, &stars));
            }
        }
        text.push_str(rest);
        self.output.print(&text);
        Ok(number)
    }

    fn value(&mut self, lane: usize, at: &mut u64, bytes: u64) -> Result<u64, Fault> {
        let start = at.next_multiple_of(bytes);
        *at = start + bytes;
        let bytes = self.bytes(lane, start, bytes)?;
        Ok(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }
}

/// What stands between `%` and the letter of a conversion, and the letter.
struct Specification {
    flags: String,
    width: Option<usize>,
    precision: Option<usize>,
    stars: usize,
    long: bool,
    kind: char,
}

impl Specification {
    fn new(text: &str) -> Specification {
        let kind = text.chars().next_back().unwrap_or('d');
        let flags = text.len() - text.trim_start_matches(['-', '0', '+', ' ', '#']).len();
        let (flags, rest) = text.split_at(flags);
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
        let width = digits(rest);
        let precision = rest.split_once('.').map(|(_, behind)| digits(behind));
        Specification {
            flags: flags.to_owned(),
            width: width.parse().ok(),
            precision: precision.map(|digits| digits.parse().unwrap_or(0)),
            stars: rest.matches('*').count(),
            long: rest.contains(['l', 'j', 'z', 't', 'q', 'L']),
            kind,
        }
    }

    fn bytes(&self) -> u64 {
        let wide = self.long || "sp".contains(self.kind) || "aAeEfFgG".contains(self.kind);
        if wide { 8 } else { 4 }
    }

    fn write(&self, value: u64, stars: &[i32]) -> String {
        let signed = if self.long { value as i64 } else { i64::from(value as u32 as i32) };
        let float = f64::from_bits(value);
        let precision = self.precision.map(|own| stars.get(1).map_or(own, |s| *s as usize));
        let text = match self.kind {
            'd' | 'i' => signed.to_string(),
            'u' => value.to_string(),
            'x' if self.flags.contains('#') => format!("{value:#x}"),
            'x' => format!("{value:x}"),
            'X' => format!("{value:X}"),
            'o' => format!("{value:o}"),
            'c' => char::from(value as u8).to_string(),
            'p' => format!("{value:#x}"),
            'e' | 'E' => exponent(float, precision.unwrap_or(6)),
            'g' | 'G' => shortest(float, precision.unwrap_or(6)),
            _ => format!("{float:.*}", precision.unwrap_or(6)),
        };
        let text = match (text.starts_with('-'), "diaAeEfFgG".contains(self.kind)) {
            (false, true) if self.flags.contains('+') => format!("+{text}"),
            (false, true) if self.flags.contains(' ') => format!(" {text}"),
            _ => text,
        };
        self.pad(&text, stars)
    }

    fn pad(&self, text: &str, stars: &[i32]) -> String {
        let star = stars.first().filter(|_| self.width.is_none());
        let width = star.map_or(self.width.unwrap_or(0), |star| star.unsigned_abs() as usize);
        if self.flags.contains('-') || star.is_some_and(|star| *star < 0) {
            format!("{text:<width$}")
        } else if self.flags.contains('0') && self.kind != 's' {
            let sign = usize::from(text.starts_with(['-', '+', ' ']));
            let zeros = "0".repeat(width.saturating_sub(text.len()));
            format!("{}{zeros}{}", &text[..sign], &text[sign..])
        } else {
            format!("{text:>width$}")
        }
    }
}

/// A number with so many digits behind the point, and an exponent of two digits or more, as C writes it.
fn exponent(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let (sign, number) = match exponent.strip_prefix('-') {
                Some(number) => ('-', number),
                None => ('+', exponent),
            };
            format!("{digits}e{sign}{number:0>2}")
        }
        None => text,
    }
}

/// C's `%g`: so many digits in all, without zeros at the end.
fn shortest(value: f64, precision: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".into() } else { value.to_string().to_lowercase() };
    }
    let digits = precision.max(1);
    let scientific = exponent(value, digits - 1);
    let power: i32 = scientific.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    let trim = |text: &str| {
        let digits = text.trim_end_matches('0').trim_end_matches('.');
        (if text.contains('.') { digits } else { text }).to_owned()
    };
    if power < -4 || power >= digits as i32 {
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "+00"));
        return format!("{}e{exponent}", trim(mantissa));
    }
    trim(&format!("{value:.*}", (digits as i32 - 1 - power).max(0) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_c_writes_them() {
        let written = |text: &str, value: u64| Specification::new(text).write(value, &[]);
        let cases = [
            ("d", u64::from(u32::MAX), "-1"),
            ("5d", 42, "   42"),
            ("-5d", 42, "42   "),
            ("05d", u64::from(-42_i32 as u32), "-0042"),
            ("+d", 42, "+42"),
            ("ld", u64::MAX, "-1"),
            ("lu", u64::MAX, "18446744073709551615"),
            ("x", 255, "ff"),
            ("#x", 255, "0xff"),
            ("c", 65, "A"),
            ("f", 1.5_f64.to_bits(), "1.500000"),
            ("8.3f", 2.0_f64.to_bits(), "   2.000"),
            ("e", 12345.0_f64.to_bits(), "1.234500e+04"),
            ("g", 0.0001_f64.to_bits(), "0.0001"),
            ("g", 1e10_f64.to_bits(), "1e+10"),
            ("g", 3.0_f64.to_bits(), "3"),
        ];
        for (text, value, expected) in cases {
            assert_eq!(written(text, value), expected, "%{text}");
        }
    }
}
