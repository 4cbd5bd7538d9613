//! What texts state of the values of variables that libclang does not show: `#pragma omp assume holds(n > 0)`, and the attribute
//! `assume` before a statement.

use std::collections::BTreeSet;

use clang_sys as cs;

use super::Lowerer;
use super::nodes::{binary, compared, int, variable};
use super::syntax::without_attributes;
use crate::frontend::lex::{Lexer, Token, TokenKind};
use crate::frontend::libclang::Cursor;
use crate::ir::calls::ASSUMES;
use crate::ir::{BinaryOp, Directive, Expr, ExprKind, Relation, Stmt, StmtKind, Type};
use crate::openmp::ClauseKind;

impl<'tu> Lowerer<'_, 'tu> {
    /// What the attributes of a statement in the region state, as calls of `__builtin_assume`.
    pub(super) fn attributes(&mut self, cursor: Cursor<'tu>, out: &mut Vec<Stmt>) {
        let inner = without_attributes(cursor);
        let (start, end) = (cursor.extent().0, inner.extent().0);
        let own = self.frames.is_empty() && start.file == Some(self.file) && end.file == start.file;
        let text = self.bytes().get(start.offset as usize..end.offset as usize);
        let Some(text) = text.filter(|_| own).and_then(|text| str::from_utf8(text).ok()) else {
            return;
        };
        let mut value = |name: &str| {
            let declaration = self.scans.visible(self.function, name, start.offset)?;
            let is_read = is_integer(declaration) && !self.globals.is_macro(name);
            let known = is_read.then(|| self.symbol(declaration))?;
            let value = variable(known, self.symbols[known.index()].ty);
            Some(value).filter(|_| !declaration.is_static())
        };
        let facts = attributed(text).into_iter();
        let facts: Vec<_> = facts.filter_map(|stated| expression(&stated, &mut value)).collect();
        for fact in facts {
            let name = ASSUMES[0].to_owned();
            let call = ExprKind::Call { name, pure_fn: true, arguments: vec![fact] };
            self.push(cursor, StmtKind::Evaluate(Expr { ty: Type::Void, kind: call }), out);
        }
    }
}

/// Whether a variable is an integer that changes only where the program says so.
fn is_integer(declaration: Cursor) -> bool {
    let ty = declaration.ty().canonical();
    (cs::CXType_Bool..=cs::CXType_Int128).contains(&ty.kind()) && !ty.is_volatile()
}

/// A number or a variable, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand<'a> {
    Number(i32),
    Variable(&'a str),
}

/// An operand, and another that is added or subtracted.
pub(super) type Side<'a> = (Operand<'a>, Option<(BinaryOp, Operand<'a>)>);

/// A comparison, as written in a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comparison<'a> {
    pub(super) relation: Relation,
    pub(super) left: Side<'a>,
    pub(super) right: Side<'a>,
}

/// The comparisons that the `holds` clauses of an `assume` directive state: those of a variable or a
/// number, or of the sum or difference of two, alone or joined by `&&`. clang 19 leaves the clauses
/// out of its tree; what else they say is left out here too.
pub(super) fn held(directive: &Directive) -> Vec<Comparison<'_>> {
    let holds = directive.clauses_of(ClauseKind::Holds);
    holds.filter_map(|clause| clause.argument.as_deref()).flat_map(comparisons).collect()
}

/// The same of the attributes `assume` in the text before a statement, which libclang does not show
/// either: those of `[[…]]` and `__attribute__((…))`, whose text has no comment.
fn attributed(text: &str) -> Vec<Comparison<'_>> {
    let tokens: Vec<_> = Lexer::new(text.as_bytes()).collect();
    if tokens.iter().any(|token| token.kind == TokenKind::Directive) {
        return Vec::new();
    }
    let tokens = Tokens { text, tokens };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.tokens.len() {
        let head = [0, 1, 2].map(|next| tokens.word(at + next));
        match head {
            ["__attribute__", "(", "("] => at = tokens.assumed(at + 3, &mut found),
            ["[", "[", _] => at = tokens.assumed(at + 2, &mut found),
            _ => at += 1,
        }
    }
    found.into_iter().flat_map(comparisons).collect()
}

/// The tokens of a text.
struct Tokens<'a> {
    text: &'a str,
    tokens: Vec<Token>,
}

impl<'a> Tokens<'a> {
    fn word(&self, at: usize) -> &'a str {
        let span = self.tokens.get(at).map(|token| token.span);
        span.and_then(|s| self.text.get(s.range())).unwrap_or("")
    }

    /// Where the brackets that are open before token `at` close.
    fn close(&self, at: usize) -> usize {
        let mut depth = 0_u32;
        for next in at..self.tokens.len() {
            match self.word(next) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth == 0 => return next,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// What the attributes `assume` of the list from token `start` on state; the token behind the list.
    fn assumed(&self, start: usize, found: &mut Vec<&'a str>) -> usize {
        let end = self.close(start);
        let mut at = start;
        while at < end {
            let vendor = matches!(self.word(at), "clang" | "gnu") && self.word(at + 1) == ":";
            let name = if vendor { at + 3 } else { at };
            if self.word(name) == "assume" && self.word(name + 1) == "(" {
                let close = self.tokens.get(self.close(name + 2));
                let open = self.tokens[name + 1].span.end as usize;
                let stated = close.and_then(|close| self.text.get(open..close.span.start as usize));
                found.extend(stated.filter(|stated| !stated.contains(['/', '"', '\''])));
            }
            while at < end && self.word(at) != "," {
                let opens = matches!(self.word(at), "(" | "[" | "{");
                at = if opens { self.close(at + 1) + 1 } else { at + 1 };
            }
            at += 1;
        }
        end + 1
    }
}

fn comparisons(text: &str) -> Vec<Comparison<'_>> {
    if text.contains(['(', '|', '?', ',']) {
        return Vec::new();
    }
    text.split("&&").filter_map(comparison).collect()
}

/// A comparison of values of one signed type no smaller than `int`; `value` gives the variables'.
pub(super) fn expression(
    comparison: &Comparison,
    mut value: impl FnMut(&str) -> Option<Expr>,
) -> Option<Expr> {
    let Comparison { relation, left, right } = *comparison;
    let mut types = BTreeSet::new();
    for operand in [left, right].into_iter().flat_map(operands) {
        if let Operand::Variable(name) = operand {
            types.insert(value(name)?.ty);
        }
    }
    let ty = types.pop_first().filter(|_| types.is_empty())?;
    if !matches!(ty, Type::Int { bits: 32.., signed: true }) {
        return None;
    }
    let mut operand = |operand: Operand| match operand {
        Operand::Variable(name) => value(name),
        Operand::Number(number) => Some(int(number, ty)),
    };
    let mut side = |(first, rest): Side| {
        let first = operand(first)?;
        let Some((op, second)) = rest else { return Some(first) };
        Some(binary(first, op, operand(second)?, ty))
    };
    Some(compared(side(left)?, relation, side(right)?, Type::BOOL))
}

fn operands((first, rest): Side<'_>) -> impl Iterator<Item = Operand<'_>> {
    [first].into_iter().chain(rest.map(|(_, second)| second))
}

fn comparison(text: &str) -> Option<Comparison<'_>> {
    let (left, rest) = text.split_at(text.find(['<', '>', '=', '!'])?);
    let (sign, right) = rest.split_at(rest.find(|c| !"<>=!".contains(c))?);
    let relation = Relation::of_symbol(sign)?;
    Some(Comparison { relation, left: side(left)?, right: side(right)? })
}

fn side(text: &str) -> Option<Side<'_>> {
    let Some(at) = text.find(['+', '-']) else { return Some((operand(text)?, None)) };
    let op = if text[at..].starts_with('+') { BinaryOp::Add } else { BinaryOp::Sub };
    Some((operand(&text[..at])?, Some((op, operand(&text[at + 1..])?))))
}

fn operand(text: &str) -> Option<Operand<'_>> {
    let text = text.trim();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match text.chars().next()? {
        '1'..='9' => text.parse().ok().map(Operand::Number),
        '0' => (text == "0").then_some(Operand::Number(0)),
        _ => text.chars().all(is_word).then_some(Operand::Variable(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Clause, Origin};
    use crate::source::Span;

    fn holds(argument: &str) -> Directive {
        let span = Span::new(0, 0);
        let argument = Some(argument.to_owned());
        let clause = Clause { name: "holds".into(), argument, span, known: true, from_macro: None };
        let name = "assume".into();
        Directive { name, clauses: vec![clause], span, name_end: 0, origin: Origin::MainFile }
    }

    #[test]
    fn comparisons_of_simple_sides_are_read() {
        let variable = |name| (Operand::Variable(name), None);
        let sum = (Operand::Variable("n"), Some((BinaryOp::Sub, Operand::Number(1))));
        let expected = [
            Comparison { relation: Relation::Lt, left: variable("m"), right: sum },
            Comparison {
                relation: Relation::Ne,
                left: (Operand::Number(0), None),
                right: variable("k"),
            },
        ];
        assert_eq!(held(&holds("m < n - 1 && 0 != k")), expected);
    }

    #[test]
    fn attributes_are_read_where_they_are_simple() {
        let sides = |text| attributed(text).iter().map(|c| c.left.0).collect::<Vec<_>>();
        let of = |name| Operand::Variable(name);
        assert_eq!(
            sides("[[assume(m > 3), likely, gnu::assume(k < m && n != 2)]]"),
            [of("m"), of("k"), of("n")]
        );
        assert_eq!(sides("__attribute__((assume(0 < m)))"), [Operand::Number(0)]);
        assert_eq!(sides("[[assume(f(m) > 3)]] [[my_assume(n > 2)]] [[assume(n > "), []);
        assert_eq!(sides("[[likely]] /* assume(m > 3) */"), []);
        assert_eq!(sides("[[likely]] // [[assume(m > 3)]]\n"), []);
        assert_eq!(sides("[[deprecated(\"assume(m > 3)\"), my::assume(m > 3)]]"), []);
        assert_eq!(sides("[[assume(m > 3 /* x && n > 2 && y */), my(assume(k > 1))]]"), []);
        assert_eq!(sides("[[likely, assume(m > 3)]]"), [of("m")]);
    }

    #[test]
    fn what_may_mean_something_else_is_left_out() {
        for text in [
            "",
            "n",
            "!n",
            "n = 1",
            "n < 010",
            "n < 1u",
            "n < 5000000000",
            "n < m || k < 3",
            "(n < m)",
            "f(n) < 3",
            "n < -1",
            "n < m < 3",
            "n <= a[0]",
            "n < m * k",
            "n < x ? 1 : 0",
            "n, m < 3",
            "n <=> m",
            "n < m +",
            "< n",
            "n << 2",
        ] {
            assert_eq!(held(&holds(text)), [], "{text}");
        }
        assert_eq!(held(&holds("n < m && k & 1")).len(), 1);
    }
}
