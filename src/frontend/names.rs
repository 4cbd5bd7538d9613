//! Names in a region's text that mean another thing, or nothing, where the text stands elsewhere, although the IR does not
//! tell: it has no constants' names, no types, no members, and nothing of what `sizeof` asks for.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::lex::{Lexer, Token, TokenKind};
use super::libclang::File;
use super::unit::Files;
use crate::id::SymbolId;
use crate::ir::{HazardKind, Stmt, StmtKind, TargetRegion, Written, walk_statements};
use crate::source::Span;

/// Words before operands that are not evaluated: a value in the place of a variable may give them another type.
const UNEVALUATED: [&[u8]; 13] = [
    b"_Alignof",
    b"_Generic",
    b"__alignof",
    b"__alignof__",
    b"__decltype",
    b"__typeof",
    b"__typeof__",
    b"alignof",
    b"decltype",
    b"noexcept",
    b"sizeof",
    b"typeid",
    b"typeof",
];

type Add<'a> = dyn FnMut(HazardKind, Span) + 'a;

/// Adds the words of the region's text that name a variable which the text declares and that the IR does not show, those
/// that may be another spelling of a name, and macros that come to a variable's name or do not leave their arguments as
/// they are.
pub(super) fn find(
    region: &TargetRegion,
    (file, bytes): (File, &[u8]),
    files: &Files,
    add: &mut Add,
) {
    let (found, declared, changing) = Default::default();
    let mut pieces = Pieces { region, file, files, found, declared, changing };
    pieces.read(&region.body);
    let Pieces { mut found, declared, changing, .. } = pieces;
    found.sort_by_key(|piece| (piece.span.start, Reverse(piece.span.end)));
    let macros = macros(&changing, files);
    let bytes = &bytes[..(region.span().end as usize).min(bytes.len())];
    let mut shown = Shown { pieces: &found, open: Vec::new() };
    let mut unevaluated = 0;
    let mut before: [&[u8]; 2] = [b"", b""];
    for token in Lexer::within(bytes, region.directive.span.end.min(bytes.len() as u32)) {
        let Span { start, end } = token.span;
        let word = &bytes[start as usize..end as usize];
        let member = is_member(before);
        before = [before[1], word];
        if word == b"\\" || token.kind == TokenKind::Word && is_split(bytes, end) {
            add(HazardKind::HiddenName, token.span);
        }
        if token.kind != TokenKind::Word || member || files.is_inactive(file, start) {
            continue;
        }
        if defines_type(bytes, (word, end)) {
            add(HazardKind::BareDeclaration, token.span);
        }
        if UNEVALUATED.contains(&word) {
            unevaluated = operand_end(bytes, end);
        }
        let own = std::str::from_utf8(word).ok().filter(|name| declared.contains(name));
        let through = macros.get(word).into_iter().flatten().copied();
        if macros.contains_key(word) || files.macros.quotes(word) {
            add(HazardKind::MacroName, token.span);
        }
        let mut names = own.into_iter().chain(through.filter(|name| declared.contains(name)));
        if names.any(|name| start < unevaluated || !shown.at(start, name)) {
            add(HazardKind::HiddenName, token.span);
        }
    }
}

/// The text of a statement without those in it, or of a loop's header, and the names that the IR has of it.
struct Piece<'r> {
    span: Span,
    /// Whether other statements may be in it.
    holds_others: bool,
    /// `None` where it is not understood.
    names: Option<BTreeSet<&'r str>>,
}

/// The pieces of a region, and the names of variables.
struct Pieces<'a, 'r> {
    region: &'r TargetRegion,
    file: File,
    files: &'a Files,
    found: Vec<Piece<'r>>,
    /// Those that the text declares.
    declared: BTreeSet<&'r str>,
    /// Those, and others that change.
    changing: BTreeSet<&'r str>,
}

impl<'r> Pieces<'_, 'r> {
    fn name(&self, symbol: SymbolId) -> &'r str {
        &self.region.symbol(symbol).name
    }

    fn read(&mut self, body: &'r [Stmt]) {
        walk_statements(body, &mut |stmt| {
            let mut symbols = BTreeSet::new();
            stmt.expressions().for_each(|expr| symbols.extend(expr.symbols()));
            let mut declares = None;
            let mut span = stmt.span;
            match &stmt.kind {
                StmtKind::Declare { symbol, .. } => declares = Some((*symbol, stmt.in_macro)),
                StmtKind::Assign { target, .. } => {
                    target.walk(&mut |e| symbols.extend(e.symbol()));
                    symbols.extend(target.root());
                    self.changing.extend(target.as_symbol().map(|symbol| self.name(symbol)));
                }
                StmtKind::Loop(l) => {
                    symbols.insert(l.iv);
                    self.changing.insert(self.name(l.iv));
                    declares = l.declares_iv.then_some((l.iv, l.written != Written::InFile));
                    span = l.header;
                }
                _ => {}
            }
            if let Some((symbol, in_macro)) = declares {
                symbols.insert(symbol);
                self.declare(symbol, in_macro, stmt.span.start);
            }
            let names = symbols.into_iter().map(|symbol| self.name(symbol)).collect();
            let names = (!matches!(stmt.kind, StmtKind::Opaque { .. })).then_some(names);
            let holds_others = matches!(
                stmt.kind,
                StmtKind::If { .. } | StmtKind::While { .. } | StmtKind::Directive(..)
            );
            self.found.push(Piece { span, holds_others, names });
        });
    }

    /// A variable of a function that is inlined is not declared in the text.
    fn declare(&mut self, symbol: SymbolId, in_macro: bool, at: u32) {
        if !in_macro || self.files.in_expansion(self.file, at) {
            self.declared.insert(self.name(symbol));
            self.changing.insert(self.name(symbol));
        }
    }
}

/// What the IR has of a text that is read from its beginning to its end.
struct Shown<'p, 'r> {
    /// In the order of their beginnings; those that are left.
    pieces: &'p [Piece<'r>],
    /// Those around the text that is read.
    open: Vec<&'p Piece<'r>>,
}

impl Shown<'_, '_> {
    /// Whether the word at an offset may be the variable that a piece around it names so.
    fn at(&mut self, offset: u32, name: &str) -> bool {
        let begun = self.pieces.partition_point(|piece| piece.span.start <= offset);
        let (begun, rest) = self.pieces.split_at(begun);
        self.open.extend(begun);
        self.pieces = rest;
        self.open.retain(|piece| piece.span.end > offset);
        let has = |piece: &&Piece| piece.names.as_ref().is_none_or(|names| names.contains(name));
        let closest = self.open.iter().map(|piece| piece.span.end - piece.span.start).min();
        let is_closest = |piece: &Piece| closest == Some(piece.span.end - piece.span.start);
        self.open.iter().any(|piece| (!piece.holds_others || is_closest(piece)) && has(piece))
    }
}

/// The macros that come to one of the names, each with all that it comes to.
fn macros<'r>(names: &BTreeSet<&'r str>, files: &Files) -> BTreeMap<Vec<u8>, Vec<&'r str>> {
    let mut macros: BTreeMap<Vec<u8>, Vec<&str>> = BTreeMap::new();
    for name in names {
        let own = name.as_bytes().to_vec();
        for user in files.macros.reaching(BTreeSet::from([own.clone()])) {
            if user != own {
                macros.entry(user).or_default().push(name);
            }
        }
    }
    macros
}

/// Whether the word begins the definition of a type, which may stand in an expression too.
fn defines_type(bytes: &[u8], (word, end): (&[u8], u32)) -> bool {
    if !matches!(word, b"class" | b"enum" | b"struct" | b"union") {
        return false;
    }
    let is_opening = |token: Token| {
        let text = &bytes[token.span.start as usize..];
        text.starts_with(b"{") || text.starts_with(b"<%")
    };
    let mut next = Lexer::within(bytes, end).take(2);
    match next.next() {
        Some(Token { kind: TokenKind::Word, .. }) => next.next().is_some_and(is_opening),
        Some(token) => is_opening(token) || bytes[token.span.start as usize] == b'[',
        None => false,
    }
}

/// Whether these tokens are before the name of a member, or of something that a name says the place of.
fn is_member(before: [&[u8]; 2]) -> bool {
    matches!(before, [_, b"."] | [b"-", b">"] | [b":", b":"])
}

/// Whether the word that ends here goes on in the next line, or with a character's number.
fn is_split(bytes: &[u8], end: u32) -> bool {
    bytes.get(end as usize) == Some(&b'\\')
}

/// The end of what stands in parentheses behind a word, or of the next word.
fn operand_end(bytes: &[u8], start: u32) -> u32 {
    let mut depth = 0_u32;
    for Token { kind, span } in Lexer::within(bytes, start) {
        match bytes[span.start as usize] {
            b'(' => depth += 1,
            b')' if depth <= 1 => return span.end,
            b')' => depth -= 1,
            _ if depth == 0 && kind == TokenKind::Word => return span.end,
            _ => {}
        }
    }
    bytes.len() as u32
}
