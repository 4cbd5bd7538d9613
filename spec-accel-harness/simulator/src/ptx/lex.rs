//! Tokens of a text: words, numbers, strings and marks (PTX ISA, chapter 4).

use super::parse::ParseError;

/// A piece of a text. Blanks and comments lie between tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// An identifier, as `ld`, `%r1`, `$L__BB0_2` or `_`.
    Word(&'a str),
    /// A word after a dot, without the dot: `global` of `.global`. A `::` and what follows it belong to the word.
    Dotted(&'a str),
    /// A number without its sign.
    Number(&'a str),
    /// A string without its quotes. What stands after a backslash is not yet replaced.
    Text(&'a str),
    /// Any other character.
    Mark(char),
    /// The end of the text.
    End,
}

/// Reads a text, token by token.
pub(super) struct Lexer<'a> {
    text: &'a str,
    position: usize,
    line: u32,
}

impl<'a> Lexer<'a> {
    /// Starts at the beginning of a text.
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, position: 0, line: 1 }
    }

    /// The next token and its line.
    pub(super) fn read(&mut self) -> Result<(Token<'a>, u32), ParseError> {
        self.skip_blanks()?;
        let token = match (self.byte(0), self.byte(1)) {
            (None, _) => Token::End,
            (Some(b'.'), Some(second)) if is_of_word(second) => self.read_dotted(),
            (Some(b'"'), _) => self.read_text()?,
            (Some(first), _) if first.is_ascii_digit() => self.read_number(),
            (Some(first), _) if is_of_word(first) => self.read_word(),
            _ => self.read_mark()?,
        };
        Ok((token, self.line))
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.position + ahead).copied()
    }

    /// Takes the characters, all of them ASCII, for which a condition holds.
    fn take_while(&mut self, condition: fn(u8) -> bool) -> &'a str {
        let rest = &self.text[self.position..];
        let length = rest.bytes().position(|byte| !condition(byte)).unwrap_or(rest.len());
        self.position += length;
        &rest[..length]
    }

    fn skip_blanks(&mut self) -> Result<(), ParseError> {
        while let Some(byte) = self.byte(0) {
            match byte {
                b'\n' => {
                    self.line = self.line.saturating_add(1);
                    self.position += 1;
                }
                b' ' | b'\t' | b'\r' | b'\x0b' | b'\x0c' => self.position += 1,
                b'/' if self.byte(1) == Some(b'/') => self.skip_to_end_of_line(),
                b'/' if self.byte(1) == Some(b'*') => self.skip_long_comment()?,
                _ => break,
            }
        }
        Ok(())
    }

    fn skip_to_end_of_line(&mut self) {
        let rest = &self.text[self.position..];
        self.position += rest.find('\n').unwrap_or(rest.len());
    }

    fn skip_long_comment(&mut self) -> Result<(), ParseError> {
        let rest = &self.text[self.position..];
        let Some(length) = rest[2..].find("*/") else {
            return Err(ParseError::new(self.line, "this comment has no `*/`"));
        };
        let lines = rest[..length + 2].bytes().filter(|&byte| byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
        self.position += length + 4;
        Ok(())
    }

    /// Reads an identifier. A call of one of LLVM's own functions that its backend does not know, as
    /// `llvm.nvvm.tanh.approx.f32` in libdevice, has dots in its name: it is one word, so that the linker can say what is missing.
    fn read_word(&mut self) -> Token<'a> {
        let start = self.position;
        let word = self.take_while(is_of_word);
        if word == "llvm" && self.byte(0) == Some(b'.') {
            self.take_while(|byte| is_of_word(byte) || byte == b'.');
        }
        Token::Word(&self.text[start..self.position])
    }

    fn read_dotted(&mut self) -> Token<'a> {
        self.position += 1;
        let start = self.position;
        self.take_while(is_of_word);
        while self.text[self.position..].starts_with("::") && self.byte(2).is_some_and(is_of_word) {
            self.position += 2;
            self.take_while(is_of_word);
        }
        Token::Dotted(&self.text[start..self.position])
    }

    /// Reads a string; it ends on its line.
    fn read_text(&mut self) -> Result<Token<'a>, ParseError> {
        let start = self.position + 1;
        let mut bytes = self.text.as_bytes()[start..].iter().enumerate();
        while let Some((length, byte)) = bytes.next() {
            match byte {
                b'"' => {
                    self.position = start + length + 1;
                    return Ok(Token::Text(&self.text[start..start + length]));
                }
                b'\n' => break,
                b'\\' if self.text.as_bytes().get(start + length + 1) != Some(&b'\n') => {
                    bytes.next();
                }
                _ => {}
            }
        }
        Err(ParseError::new(self.line, "this string has no second `\"`"))
    }

    /// Reads a number, or what looks like one: whether it is one is seen where it is used.
    fn read_number(&mut self) -> Token<'a> {
        let start = self.position;
        self.take_while(is_of_number);
        let so_far = &self.text[start..self.position];
        let second = so_far.as_bytes().get(1);
        let is_decimal = second.is_none_or(|byte| byte.is_ascii_digit() || b".eE".contains(byte));
        let signed = matches!(self.byte(0), Some(b'+' | b'-'));
        if is_decimal && so_far.ends_with(['e', 'E']) && signed {
            self.position += 1;
            self.take_while(is_of_number);
        }
        Token::Number(&self.text[start..self.position])
    }

    fn read_mark(&mut self) -> Result<Token<'a>, ParseError> {
        let mark = self.text[self.position..].chars().next().unwrap_or_default();
        if !mark.is_ascii_graphic() {
            let message = format!("unexpected character {mark:?}");
            return Err(ParseError::new(self.line, message));
        }
        self.position += 1;
        Ok(Token::Mark(mark))
    }
}

/// Whether a character can be part of an identifier. One that is no digit can also begin it.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%')
}

fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')
}

#[cfg(test)]
mod tests {
    use super::Token::{Dotted, End, Mark, Number, Text, Word};
    use super::*;

    fn read_all(text: &str) -> Result<Vec<(Token<'_>, u32)>, ParseError> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        loop {
            let (token, line) = lexer.read()?;
            if token == End {
                return Ok(tokens);
            }
            tokens.push((token, line));
        }
    }

    #[test]
    fn tokens() {
        let table: &[(&str, &[Token])] = &[
            ("", &[]),
            ("ld.global.v2.f32", &[Word("ld"), Dotted("global"), Dotted("v2"), Dotted("f32")]),
            ("a.L2::128B.shared::cta", &[Word("a"), Dotted("L2::128B"), Dotted("shared::cta")]),
            ("llvm.a.f32, llvm .a", &[Word("llvm.a.f32"), Mark(','), Word("llvm"), Dotted("a")]),
            ("%r1|_", &[Word("%r1"), Mark('|'), Word("_")]),
            ("$L__BB0_2:", &[Word("$L__BB0_2"), Mark(':')]),
            ("%p<7>", &[Word("%p"), Mark('<'), Number("7"), Mark('>')]),
            ("[a+-8]", &[Mark('['), Word("a"), Mark('+'), Mark('-'), Number("8"), Mark(']')]),
            ("0x1e-5", &[Number("0x1e"), Mark('-'), Number("5")]),
            ("1e-5 1.5E+3 8.5", &[Number("1e-5"), Number("1.5E+3"), Number("8.5")]),
            ("0d3FE0000000000000", &[Number("0d3FE0000000000000")]),
            ("\"a\\\"b\" \"\"", &[Text("a\\\"b"), Text("")]),
            (". ::a", &[Mark('.'), Mark(':'), Mark(':'), Word("a")]),
            ("a//b\n/*c\n*/d/e", &[Word("a"), Word("d"), Mark('/'), Word("e")]),
            ("/**/a", &[Word("a")]),
        ];
        for (text, expected) in table {
            let tokens: Vec<_> =
                read_all(text).unwrap().into_iter().map(|(token, _)| token).collect();
            assert_eq!(&tokens, expected, "{text}");
        }
    }

    #[test]
    fn lines() {
        let tokens = read_all("a\n\nb /* \n */ c\r\nd").unwrap();
        assert_eq!(tokens, [(Word("a"), 1), (Word("b"), 3), (Word("c"), 4), (Word("d"), 5)]);
    }

    #[test]
    fn errors() {
        let table = [
            ("a\n/* b\n", 2, "this comment has no `*/`"),
            ("a\n/*/\n", 2, "this comment has no `*/`"),
            ("\n\n\"abc\n\"", 3, "this string has no second `\"`"),
            ("\"abc\\\n\"", 1, "this string has no second `\"`"),
            ("\"abc\\", 1, "this string has no second `\"`"),
            ("é", 1, "unexpected character 'é'"),
            ("\0", 1, "unexpected character '\\0'"),
        ];
        for (text, line, message) in table {
            assert_eq!(read_all(text), Err(ParseError::new(line, message)), "{text:?}");
        }
    }
}
