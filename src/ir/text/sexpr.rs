//! S-expressions with positions: the syntax below the IR's grammar.
//!
//! A node is an atom, a string, a list in parentheses or a list in brackets, followed by a type
//! `:word` and a span `@start:end`, both optional. `;` begins a comment that ends with the line.

use super::TextError;
use crate::source::Span;

/// The deepest nesting of brackets that is read.
pub const MAX_DEPTH: usize = 500;

/// A node with what follows it.
#[derive(Clone, Debug)]
pub(super) struct Node<'t> {
    /// The byte offset of the first character.
    pub(super) offset: usize,
    /// What it is.
    pub(super) kind: NodeKind<'t>,
    /// The word of its type, and the word's offset.
    pub(super) ty: Option<(usize, &'t str)>,
    /// Its span.
    pub(super) span: Option<Span>,
}

/// The kinds of nodes.
#[derive(Clone, Debug)]
pub(super) enum NodeKind<'t> {
    /// A run of characters other than blanks, brackets, quotes, `:`, `@` and `;`.
    Atom(&'t str),
    /// A string, its escapes replaced.
    Text(String),
    /// `( … )`
    List(Vec<Node<'t>>),
    /// `[ … ]`
    Bracket(Vec<Node<'t>>),
}

/// An error at a byte offset.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    /// Where.
    pub(super) offset: usize,
    /// What.
    pub(super) message: String,
}

impl Fault {
    /// A fault at `offset`.
    pub(super) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }

    /// The error with line and column of `text`.
    pub(super) fn locate(self, text: &str) -> TextError {
        let before = text.get(..self.offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let newlines = before.matches('\n').count();
        let number = |n: usize| u32::try_from(n + 1).unwrap_or(u32::MAX);
        TextError {
            line: number(newlines),
            column: number(before.len() - line_start),
            message: self.message,
        }
    }
}

/// Reads the one node that `text` consists of.
pub(super) fn read(text: &str) -> Result<Node<'_>, Fault> {
    let mut reader = Reader { text, offset: 0 };
    reader.skip_blanks();
    let node = reader.node(0)?;
    reader.skip_blanks();
    match reader.peek() {
        None => Ok(node),
        Some(_) => Err(reader.fault("text after the region")),
    }
}

struct Reader<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::new(self.offset, message)
    }

    fn eat(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.offset += expected.len_utf8();
        }
        found
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n']);
            self.offset += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return;
            }
            self.offset += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn node(&mut self, depth: usize) -> Result<Node<'t>, Fault> {
        let offset = self.offset;
        let kind = match self.peek() {
            None => return Err(self.fault("the text ends here")),
            Some('(') => NodeKind::List(self.list(')', depth)?),
            Some('[') => NodeKind::Bracket(self.list(']', depth)?),
            Some('"') => NodeKind::Text(self.string()?),
            Some(_) => NodeKind::Atom(self.atom()?),
        };
        let ty = if self.eat(':') { Some((self.offset, self.atom()?)) } else { None };
        let span = if self.eat('@') { Some(self.span()?) } else { None };
        Ok(Node { offset, kind, ty, span })
    }

    fn list(&mut self, close: char, depth: usize) -> Result<Vec<Node<'t>>, Fault> {
        if depth == MAX_DEPTH {
            return Err(self.fault(format!("nested deeper than {MAX_DEPTH}")));
        }
        let open = self.fault(format!("no `{close}` closes this"));
        self.offset += 1;
        let mut nodes = Vec::new();
        loop {
            self.skip_blanks();
            if self.eat(close) {
                return Ok(nodes);
            }
            if self.peek().is_none() {
                return Err(open);
            }
            nodes.push(self.node(depth + 1)?);
        }
    }

    fn atom(&mut self) -> Result<&'t str, Fault> {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || c.is_control() || "()[]\":@;".contains(c);
        let atom = &rest[..rest.find(ends).unwrap_or(rest.len())];
        if atom.is_empty() {
            return Err(self.fault("expected a word, a string or a list"));
        }
        self.offset += atom.len();
        Ok(atom)
    }

    fn span(&mut self) -> Result<Span, Fault> {
        let start = self.number()?;
        if !self.eat(':') {
            return Err(self.fault("expected `:` and the end of the span"));
        }
        Ok(Span::new(start, self.number()?))
    }

    fn number(&mut self) -> Result<u32, Fault> {
        let offset = self.offset;
        let atom = self.atom()?;
        number(atom).ok_or_else(|| Fault::new(offset, format!("`{atom}` is not a 32-bit number")))
    }

    fn string(&mut self) -> Result<String, Fault> {
        let open = self.fault("the string does not end on its line");
        self.offset += 1;
        let mut text = String::new();
        loop {
            let Some(c) = self.peek().filter(|c| *c != '\n') else { return Err(open) };
            let escape = self.offset;
            self.offset += c.len_utf8();
            match c {
                '"' => return Ok(text),
                '\\' => text.push(self.escape().ok_or_else(|| {
                    Fault::new(escape, "escapes are \\\" \\\\ \\n \\t \\r \\u{hex}")
                })?),
                _ => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.offset += c.len_utf8();
        match c {
            '"' | '\\' => Some(c),
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            'u' => {
                let (digits, _) = self.rest().strip_prefix('{')?.split_once('}')?;
                self.offset += digits.len() + 2;
                char::from_u32(u32::from_str_radix(digits, 16).ok()?)
            }
            _ => None,
        }
    }
}

/// Decimal digits as an unsigned number; `None` where there are others, or it does not fit.
pub(super) fn number<T: std::str::FromStr>(digits: &str) -> Option<T> {
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// `text` between quotes, escaped so that it stays on one line.
pub(super) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c if c.is_control() => quoted.extend(c.escape_unicode()),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
