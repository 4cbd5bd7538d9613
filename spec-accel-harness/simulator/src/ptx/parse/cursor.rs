//! A place in the tokens of a text, with what all rules of the grammar need.

use super::super::lex::{Lexer, Token};
use super::ParseError;
use super::number::Constant;

/// At most so many characters of a token stand in a message.
const QUOTED_CHARACTERS: usize = 60;

/// The token that comes next, and those after it.
pub(super) struct Cursor<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    line: u32,
}

impl<'a> Cursor<'a> {
    /// Stands before the first token of a text.
    pub(super) fn new(text: &'a str) -> Result<Cursor<'a>, ParseError> {
        let mut lexer = Lexer::new(text);
        let (token, line) = lexer.read()?;
        Ok(Cursor { lexer, token, line })
    }

    /// The token that comes next.
    pub(super) fn peek(&self) -> Token<'a> {
        self.token
    }

    /// The line of the token that comes next.
    pub(super) fn line(&self) -> u32 {
        self.line
    }

    /// Goes to the token behind the next one.
    pub(super) fn advance(&mut self) -> Result<(), ParseError> {
        (self.token, self.line) = self.lexer.read()?;
        Ok(())
    }

    /// An error in the line of the next token.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::new(self.line, message)
    }

    /// The error that something else than the next token must stand here.
    pub(super) fn expected(&self, what: &str) -> ParseError {
        let quoted: String = match self.token {
            Token::End => return self.error(format!("expected {what}, found the end of the text")),
            Token::Mark(mark) => mark.into(),
            Token::Word(text) | Token::Number(text) => text.into(),
            Token::Dotted(text) => format!(".{text}"),
            Token::Text(text) => format!("\"{text}\""),
        };
        self.error(format!("expected {what}, found `{}`", shorten(&quoted)))
    }

    /// Whether a mark comes next.
    pub(super) fn is_at(&self, mark: char) -> bool {
        self.token == Token::Mark(mark)
    }

    /// Takes a mark if it comes next.
    pub(super) fn accept(&mut self, mark: char) -> Result<bool, ParseError> {
        let found = self.is_at(mark);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Takes a mark, which must come next.
    pub(super) fn expect(&mut self, mark: char) -> Result<(), ParseError> {
        if self.accept(mark)? { Ok(()) } else { Err(self.expected(&format!("`{mark}`"))) }
    }

    /// Takes a word after a dot if it comes next.
    pub(super) fn accept_dotted(&mut self, word: &str) -> Result<bool, ParseError> {
        let found = self.token == Token::Dotted(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Takes a word after a dot, whichever it is.
    pub(super) fn dotted(&mut self, what: &str) -> Result<&'a str, ParseError> {
        let Token::Dotted(word) = self.token else { return Err(self.expected(what)) };
        self.advance()?;
        Ok(word)
    }

    /// Takes an identifier.
    pub(super) fn word(&mut self, what: &str) -> Result<&'a str, ParseError> {
        let Token::Word(word) = self.token else { return Err(self.expected(what)) };
        self.advance()?;
        Ok(word)
    }

    /// Takes a string, as it is between its quotes.
    pub(super) fn text(&mut self) -> Result<&'a str, ParseError> {
        let Token::Text(text) = self.token else { return Err(self.expected("a string")) };
        self.advance()?;
        Ok(text)
    }

    /// Takes a constant; a `-` may stand before it.
    pub(super) fn constant(&mut self) -> Result<Constant, ParseError> {
        let negative = self.accept('-')?;
        let Token::Number(text) = self.token else { return Err(self.expected("a number")) };
        let constant = Constant::from_text(text).ok_or_else(|| self.expected("a number"))?;
        let constant = if negative { constant.negate() } else { Some(constant) };
        let constant = constant.ok_or_else(|| self.error("this number is too small"))?;
        self.advance()?;
        Ok(constant)
    }

    /// Takes an integer of 64 bits without a sign.
    pub(super) fn unsigned(&mut self) -> Result<u64, ParseError> {
        let Token::Number(text) = self.token else { return Err(self.expected("an integer")) };
        match Constant::from_text(text) {
            Some(Constant::Integer(value)) => {
                self.advance()?;
                Ok(value as u64)
            }
            _ => Err(self.expected("an integer")),
        }
    }

    /// Takes an integer of 32 bits without a sign.
    pub(super) fn small(&mut self) -> Result<u32, ParseError> {
        let line = self.line;
        let value = self.unsigned()?;
        let too_large = |_| ParseError::new(line, format!("{value} does not fit into 32 bits"));
        u32::try_from(value).map_err(too_large)
    }

    /// Takes what may follow an address: `+8`, `+-8` or `-8`. Without it the offset is 0.
    pub(super) fn offset(&mut self) -> Result<i64, ParseError> {
        if !self.accept('+')? && !self.is_at('-') {
            return Ok(0);
        }
        let line = self.line;
        match self.constant()? {
            Constant::Integer(value) => Ok(value as i64),
            _ => Err(ParseError::new(line, "an offset is an integer")),
        }
    }
}

/// The beginning of a text.
pub(super) fn shorten(text: &str) -> String {
    let mut characters = text.chars();
    let mut short: String = characters.by_ref().take(QUOTED_CHARACTERS).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}
