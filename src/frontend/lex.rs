//! Enough of the C and C++ lexical grammar to find tokens in a buffer that need not be valid.
//!
//! Every byte is looked at a bounded number of times, so that hostile input takes linear time.

use crate::source::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// An identifier or keyword.
    Word,
    /// A number.
    Number,
    /// A string literal, raw or not, without its prefix.
    String,
    /// A character literal.
    Character,
    /// A single byte of punctuation.
    Punctuation,
    /// A whole preprocessing directive, from `#` to the end of its last line.
    Directive,
}

/// A token: its kind and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: TokenKind,
    /// Where it stands.
    pub(crate) span: Span,
}

/// The tokens of a buffer from an offset on; comments, white space and line continuations are
/// skipped.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    line_start: bool,
}

impl<'a> Lexer<'a> {
    /// The tokens from the start of a line on.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line_start: true }
    }

    /// The tokens from `offset` on, which lies within a line.
    pub(crate) fn within(bytes: &'a [u8], offset: u32) -> Self {
        Self { bytes, at: offset as usize, line_start: false }
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn skip_blank(&mut self) {
        while self.at < self.bytes.len() {
            let length = blank_length(self.bytes, self.at);
            if length == 0 {
                return;
            }
            if ends_line(self.bytes[self.at]) {
                self.line_start = true;
            }
            self.at += length;
        }
    }

    fn starts_directive(&self) -> bool {
        let at = self.at;
        let digraph = self.byte(at) == b'%' && self.byte(at + 1) == b':';
        self.line_start && (self.byte(at) == b'#' || digraph)
    }

    fn word_end(&self) -> usize {
        let rest = &self.bytes[self.at..];
        self.at + rest.iter().position(|b| !is_word(*b)).unwrap_or(rest.len())
    }

    fn number_end(&self) -> usize {
        let mut at = self.at + 1;
        while at < self.bytes.len() {
            let b = self.bytes[at];
            let exponent = matches!(self.bytes[at - 1], b'e' | b'E' | b'p' | b'P');
            let sign = matches!(b, b'+' | b'-') && exponent;
            let separator = b == b'\'' && is_word(self.byte(at + 1));
            if !(is_word(b) || b == b'.' || sign || separator) {
                break;
            }
            at += 1;
        }
        at
    }

    fn raw_string_end(&self, quote: usize) -> usize {
        let rest = &self.bytes[quote + 1..];
        let Some(length) = rest.iter().take(17).position(|b| *b == b'(') else {
            return quoted_end(self.bytes, quote);
        };
        let delimiter = &rest[..length];
        let mut at = quote + 2 + length;
        while at < self.bytes.len() {
            let tail = &self.bytes[at + 1..];
            let closes = self.bytes[at] == b')'
                && tail.starts_with(delimiter)
                && tail.get(length) == Some(&b'"');
            if closes {
                return at + length + 2;
            }
            at += 1;
        }
        self.bytes.len()
    }

    fn word(&self) -> (TokenKind, usize) {
        let end = self.word_end();
        let raw = matches!(&self.bytes[self.at..end], b"R" | b"LR" | b"uR" | b"UR" | b"u8R");
        if raw && self.byte(end) == b'"' {
            (TokenKind::String, self.raw_string_end(end))
        } else {
            (TokenKind::Word, end)
        }
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_blank();
        let start = self.at;
        let first = *self.bytes.get(start)?;
        let (kind, end) = if self.starts_directive() {
            (TokenKind::Directive, directive_end(self.bytes, start))
        } else if first.is_ascii_digit() || first == b'.' && self.byte(start + 1).is_ascii_digit() {
            (TokenKind::Number, self.number_end())
        } else if is_word(first) {
            self.word()
        } else if first == b'"' {
            (TokenKind::String, quoted_end(self.bytes, start))
        } else if first == b'\'' {
            (TokenKind::Character, quoted_end(self.bytes, start))
        } else {
            (TokenKind::Punctuation, start + 1)
        };
        self.at = end;
        self.line_start = false;
        Some(Token { kind, span: Span::new(offset(start), offset(end)) })
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Whether `byte` can stand in an identifier; bytes above ASCII can.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The length of the white space character, comment or line continuation at `at`, or 0.
pub(crate) fn blank_length(bytes: &[u8], at: usize) -> usize {
    match bytes[at] {
        b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => 1,
        b'\\' => continuation_length(bytes, at),
        b'/' if bytes.get(at + 1) == Some(&b'*') => block_comment_length(bytes, at),
        b'/' if bytes.get(at + 1) == Some(&b'/') => line_comment_length(bytes, at),
        _ => 0,
    }
}

/// Whether a line ends at `byte`. As clang has it, a carriage return alone ends one too.
pub(crate) fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The length of the continuation whose backslash stands at `at`, or 0. Clang warns of blanks behind
/// the backslash and continues the line.
pub(crate) fn continuation_length(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at + 1..];
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | 0x0b | 0x0c);
    let blanks = rest.iter().take_while(is_blank).count();
    match &rest[blanks..] {
        [b'\r', b'\n', ..] => blanks + 3,
        [b'\n' | b'\r', ..] => blanks + 2,
        _ => 0,
    }
}

fn block_comment_length(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at + 2..];
    rest.windows(2).position(|w| w == b"*/").map_or(bytes.len() - at, |end| end + 4)
}

fn line_comment_length(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 2;
    while end < bytes.len() && !ends_line(bytes[end]) {
        end += if bytes[end] == b'\\' { continuation_length(bytes, end).max(1) } else { 1 };
    }
    end - at
}

/// The end of the literal that opens at `start`; an unclosed one ends with its line.
pub(crate) fn quoted_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += continuation_length(bytes, at).max(2),
            b if ends_line(b) => return at,
            b if b == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The end of the directive at `start`, without that of its line.
pub(crate) fn directive_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while at < bytes.len() && !ends_line(bytes[at]) {
        at = match bytes[at] {
            b'"' | b'\'' => quoted_end(bytes, at),
            _ => at + blank_length(bytes, at).max(1),
        };
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        let tokens = Lexer::new(source.as_bytes());
        tokens.map(|t| &source[t.span.range()]).collect()
    }

    #[test]
    fn comments_and_continuations_are_blank() {
        assert_eq!(texts("a/* b */c // d \\\n e\nf\\\ng"), ["a", "c", "f", "g"]);
    }

    #[test]
    fn literals_hide_their_contents() {
        assert_eq!(texts(r##"x = "a\"#b"; '"' y"##), ["x", "=", r##""a\"#b""##, ";", "'\"'", "y"]);
        assert_eq!(texts("R\"q(a)\" )q\" z"), ["R\"q(a)\" )q\"", "z"]);
        assert_eq!(texts("1'000 + 1e-3f"), ["1'000", "+", "1e-3f"]);
    }

    #[test]
    fn a_directive_is_one_token() {
        assert_eq!(texts("# define A \\\n 1\nb # c"), ["# define A \\\n 1", "b", "#", "c"]);
        assert_eq!(texts("# a \\ \t\n 1\rb"), ["# a \\ \t\n 1", "b"]);
        assert_eq!(texts("# a // \\\r\n c\r\r\nb"), ["# a // \\\r\n c", "b"]);
        assert_eq!(texts("%: if 0 /* \n */ x\ny"), ["%: if 0 /* \n */ x", "y"]);
    }

    #[test]
    fn unclosed_constructs_end_with_the_buffer() {
        for source in ["\"a", "'", "/* a", "R\"x(a", "// a\\", "#\\", "\\", "R\"", "1'"] {
            assert!(Lexer::new(source.as_bytes()).count() <= 2, "{source}");
        }
    }
}
