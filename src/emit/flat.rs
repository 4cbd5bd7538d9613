//! Text of several lines on one.

use crate::diag::Code;
use crate::source::has_lone_return;

/// What a text is, as far as its lines matter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Statements: a backslash or a directive on a line of its own has no place on one line.
    Code,
    /// A directive, continued by backslashes.
    Directive,
}

/// Statements on one line, without their comments.
pub(super) fn code(text: &[u8]) -> Result<Vec<u8>, Code> {
    flat(text, Kind::Code)
}

/// A directive on one line, without its comments and continuations.
pub(super) fn directive(text: &[u8]) -> Result<Vec<u8>, Code> {
    flat(text, Kind::Directive)
}

/// Whether a text has what clang reads otherwise than as it stands: a carriage return that ends a line alone, or what may be
/// a trigraph.
pub(super) fn is_odd(text: &[u8]) -> bool {
    let trigraph = |three: &[u8]| three.starts_with(b"??") && b"=/'()!<>-".contains(&three[2]);
    text.windows(3).any(trigraph) || has_lone_return(text)
}

fn flat(text: &[u8], kind: Kind) -> Result<Vec<u8>, Code> {
    if is_odd(text) {
        return Err(Code::NotEditable);
    }
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(byte) = rest.first() {
        let length = match byte {
            b'"' | b'\'' => {
                let after_number = out.last().is_some_and(u8::is_ascii_hexdigit);
                let raw = *byte == b'"' && out.ends_with(b"R");
                let separator = *byte == b'\'' && after_number;
                let length = literal(rest).filter(|_| !(raw || separator));
                let length = length.ok_or(Code::NotEditable)?;
                out.extend(&rest[..length]);
                length
            }
            b'/' if rest.starts_with(b"//") => {
                let end = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                if rest[..end].trim_ascii_end().ends_with(b"\\") {
                    return Err(Code::NotEditable);
                }
                end
            }
            b'/' if rest.starts_with(b"/*") => {
                blank(&mut out);
                let end = rest[2..].windows(2).position(|w| w == b"*/");
                end.ok_or(Code::NotEditable)? + 4
            }
            b'\\' if kind == Kind::Directive => 1,
            b'\\' => return Err(Code::NotEditable),
            b'#' if kind == Kind::Code => return Err(Code::NotEditable),
            b'%' if rest.starts_with(b"%:") => return Err(Code::NotEditable),
            b' ' | b'\t' | b'\r' | b'\n' => {
                blank(&mut out);
                1
            }
            _ => {
                out.push(*byte);
                1
            }
        };
        rest = &rest[length..];
    }
    Ok(out.trim_ascii().to_vec())
}

fn blank(out: &mut Vec<u8>) {
    if out.last() != Some(&b' ') {
        out.push(b' ');
    }
}

/// The length of the string or character literal that `text` begins with, if it ends on its line.
pub(super) fn literal(text: &[u8]) -> Option<usize> {
    let quote = *text.first()?;
    let mut at = 1;
    loop {
        match *text.get(at)? {
            b'\n' => return None,
            b'\\' if text.get(at + 1) != Some(&b'\n') => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_line_ends_become_blanks() {
        let text = b"for (;;) { // why\r\n  f(\"// no\", '\"'); /* a\n b */ x++;\n}";
        assert_eq!(code(text).unwrap(), b"for (;;) { f(\"// no\", '\"'); x++; }");
        let text = b"#pragma omp target \\\n  map(to: a) // why";
        assert_eq!(directive(text).unwrap(), b"#pragma omp target map(to: a)");
    }

    #[test]
    fn what_needs_its_lines_is_refused() {
        let texts = [
            "x;\n#if A\ny;\n#endif",
            "x;\n%:if A\ny;\n%:endif",
            "a \\\n b",
            "R\"(\n)\"",
            "x = 1'000;",
            "// a \\\n b",
            "// a ??/\n b",
            "// a\r b;\n c",
        ];
        for text in texts {
            assert_eq!(code(text.as_bytes()), Err(Code::NotEditable), "{text}");
        }
    }
}
