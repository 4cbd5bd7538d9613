//! From text to [`Module`].
//!
//! The parser goes through the tokens once and never back. What is nested has a limit, and everything that it stores has its
//! place in the text: its memory and its time are bounded by the length of the text.

mod body;
mod cursor;
mod declaration;
mod function;
mod instruction;
mod number;
mod scope;

#[cfg(test)]
mod tests;

use super::lex::Token;
use super::{Linkage, Module, Space};
use cursor::{Cursor, shorten};
use std::fmt;

/// Why a text is no module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// What is wrong there.
    pub message: String,
}

impl ParseError {
    pub(super) fn new(line: u32, message: impl Into<String>) -> ParseError {
        ParseError { line, message: message.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PTX, line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a text: one module, which begins with `.version`.
///
/// Addresses have 64 bits. A text without `.address_size` passes as well, although its addresses have 32 bits by the book.
///
/// # Errors
///
/// The first thing that is not PTX, or that is not supported, with its line.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    let mut parser = ModuleParser { cursor: Cursor::new(text)?, module: Module::default() };
    parser.read_version()?;
    while parser.cursor.peek() != Token::End {
        parser.read_directive()?;
    }
    if parser.module.target.is_empty() {
        return Err(parser.cursor.error("the text has no `.target`"));
    }
    Ok(parser.module)
}

/// The directives outside of functions (PTX ISA, chapter 11).
struct ModuleParser<'a> {
    cursor: Cursor<'a>,
    module: Module,
}

impl ModuleParser<'_> {
    fn read_version(&mut self) -> Result<(), ParseError> {
        if !self.cursor.accept_dotted("version")? {
            return Err(self.cursor.expected("`.version`, which begins every text"));
        }
        let number = if let Token::Number(text) = self.cursor.peek() { text } else { "" };
        let version = number
            .split_once('.')
            .and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        self.module.version = version.ok_or_else(|| self.cursor.expected("a version"))?;
        self.cursor.advance()
    }

    fn read_directive(&mut self) -> Result<(), ParseError> {
        let line = self.cursor.line();
        if self.cursor.accept(';')? {
            return Ok(());
        }
        match self.cursor.dotted("a directive")? {
            "target" => self.read_target(),
            "address_size" => self.read_address_size(),
            "file" => self.read_file(),
            "section" => self.skip_section(),
            "pragma" => skip_pragma(&mut self.cursor),
            "weak" => self.read_declaration(Linkage::Weak),
            "visible" => self.read_declaration(Linkage::Visible),
            "extern" => self.read_declaration(Linkage::Extern),
            "common" => self.read_declaration(Linkage::Common),
            kind => self.read_declaration_of(kind, Linkage::Local, line),
        }
    }

    fn read_target(&mut self) -> Result<(), ParseError> {
        self.cursor.word("the name of a target").map(|name| self.module.target = name.into())?;
        while self.cursor.accept(',')? {
            self.cursor.word("an option of the target")?;
        }
        Ok(())
    }

    fn read_address_size(&mut self) -> Result<(), ParseError> {
        if self.cursor.peek() != Token::Number("64") {
            return Err(self.cursor.expected("64, the only supported size of addresses"));
        }
        self.cursor.advance()
    }

    /// `.file 1 "name"`, with a time and a size after it or without.
    fn read_file(&mut self) -> Result<(), ParseError> {
        let number = self.cursor.small()?;
        let path = replace_escapes(self.cursor.text()?);
        self.module.files.insert(number, path);
        while self.cursor.accept(',')? {
            self.cursor.unsigned()?;
        }
        Ok(())
    }

    /// `.section .debug_info { … }`: information for a debugger.
    fn skip_section(&mut self) -> Result<(), ParseError> {
        self.cursor.dotted("the name of a section")?;
        self.cursor.expect('{')?;
        let mut depth = 1_usize;
        while depth > 0 {
            match self.cursor.peek() {
                Token::Mark('{') => depth += 1,
                Token::Mark('}') => depth -= 1,
                Token::End => return Err(self.cursor.expected("`}`, the end of the section")),
                _ => {}
            }
            self.cursor.advance()?;
        }
        Ok(())
    }

    fn read_declaration(&mut self, linkage: Linkage) -> Result<(), ParseError> {
        let line = self.cursor.line();
        let kind = self.cursor.dotted("the directive of a variable or function")?;
        self.read_declaration_of(kind, linkage, line)
    }

    /// Reads a variable or a function, behind the directive that says which.
    fn read_declaration_of(
        &mut self,
        kind: &str,
        linkage: Linkage,
        line: u32,
    ) -> Result<(), ParseError> {
        match kind {
            "entry" | "func" => {
                let function = function::read(&mut self.cursor, linkage, kind == "entry")?;
                self.module.functions.push(function);
            }
            _ => {
                let space = Space::from_word(kind)
                    .filter(|&space| space != Space::Param)
                    .ok_or_else(|| unknown_directive(kind, line))?;
                let variables = &mut self.module.variables;
                declaration::read_variables(&mut self.cursor, (space, linkage), variables)?;
            }
        }
        Ok(())
    }
}

fn unknown_directive(directive: &str, line: u32) -> ParseError {
    ParseError::new(line, format!("the directive `.{}` is not supported here", shorten(directive)))
}

/// `.pragma "nounroll";` advises an assembler; it changes no result.
fn skip_pragma(cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
    cursor.text()?;
    while cursor.accept(',')? {
        cursor.text()?;
    }
    cursor.expect(';')
}

/// A string in which `\"`, `\\` and octal `\303` stand for bytes, as LLVM writes names of files.
fn replace_escapes(text: &str) -> String {
    let mut rest = text.as_bytes();
    let mut bytes = Vec::with_capacity(rest.len());
    while let Some((&first, behind)) = rest.split_first() {
        let (byte, length) = if first == b'\\' { read_escape(behind) } else { (first, 0) };
        bytes.push(byte);
        rest = &behind[length..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The byte for which the text behind a backslash stands, and how much of that text belongs to it.
fn read_escape(text: &[u8]) -> (u8, usize) {
    let digits = text.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
    let value = text[..digits].iter().fold(0, |value, digit| value * 8 + u32::from(digit - b'0'));
    match (digits, u8::try_from(value), text.first()) {
        (3, Ok(byte), _) => (byte, 3),
        (_, _, Some(&byte)) => (byte, 1),
        (_, _, None) => (b'\\', 0),
    }
}
