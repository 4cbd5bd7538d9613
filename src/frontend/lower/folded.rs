//! Constants in the clauses that say how many threads and teams run, whether they do, and how many iterations each gets: their values
//! take the place of what is written, so that `num_threads(ONE)` reads like `num_threads(1)`. libclang does not show
//! expressions of clauses; they are evaluated here, as far as they are made of numbers and named constants.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use clang_sys as cs;

use super::globals::Globals;
use super::scans::Scans;
use crate::frontend::libclang::{Argument, Cursor};
use crate::frontend::unit::Files;
use crate::ir::section::literal;
use crate::ir::{Clause, Directive, Stmt, StmtKind, TargetRegion, replace_statements};
use crate::openmp::argument::{split, split_modifiers};
use crate::openmp::clause::{self, Decides};

/// Longer expressions are not read.
const MOST_TOKENS: usize = 100;

/// The words of types in a cast.
const TYPES: [&str; 8] = ["int", "unsigned", "signed", "long", "short", "char", "bool", "size_t"];

/// Binary operators, by their precedence.
const OPERATORS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Where the names in a function's clauses are looked up.
pub(super) struct Names<'a, 'tu> {
    pub(super) globals: &'a Globals<'a, 'tu>,
    pub(super) files: &'a Files,
    pub(super) scans: &'a Scans<'tu>,
    pub(super) function: Cursor<'tu>,
}

/// The region with the constants in its clauses, and in those of the directives inside, as numbers.
pub(super) fn fold(mut region: TargetRegion, names: &Names) -> TargetRegion {
    names.directive(&mut region.directive);
    region.body = replace_statements(region.body, &|mut stmt: Stmt| {
        if let StmtKind::Directive(directive, _) = &mut stmt.kind {
            names.directive(directive);
        }
        ControlFlow::Continue(stmt)
    });
    region
}

impl Names<'_, '_> {
    fn directive(&self, directive: &mut Directive) {
        let at = directive.span.start;
        let concerned =
            |clause: &&mut Clause| clause.row().decides.is_some_and(|what| what != Decides::Order);
        for clause in directive.clauses.iter_mut().filter(concerned) {
            let Some(argument) = &mut clause.argument else { continue };
            let Some(start) = last_part(&clause.name, argument) else { continue };
            let text = argument[start..].trim();
            if text.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let text = together(&self.files.macros.replaced(text));
            if let Some(value) = evaluate(&text, &|name| self.constant(name, at)) {
                argument.truncate(start);
                argument.push_str(&value.to_string());
            }
        }
    }

    /// The value of the constant that a name means at an offset of the function's file.
    fn constant(&self, name: &str, at: u32) -> Option<i64> {
        if let Some(variable) = self.scans.visible(self.function, name, at) {
            return value_of(variable);
        }
        let mut values: BTreeSet<Option<i64>> = self.parameters(name).map(Some).collect();
        if values.is_empty() {
            let declares = |cursor: &Cursor| {
                matches!(cursor.kind(), cs::CXCursor_VarDecl | cs::CXCursor_EnumConstantDecl)
            };
            let globals = self.globals.named(name).iter().filter(|global| declares(global));
            values.extend(globals.map(|global| value_of(*global)));
            let mut pending = vec![self.function];
            while let Some(cursor) = pending.pop() {
                if declares(&cursor) && cursor.spelling() == name {
                    values.insert(value_of(cursor));
                } else if cursor.kind() == cs::CXCursor_EnumDecl
                    || cursor.is(self.function)
                    || cursor.is_statement()
                {
                    pending.extend(cursor.children());
                }
            }
        }
        values.pop_first().flatten().filter(|_| values.is_empty())
    }

    /// The arguments of the templates that the function is an instance of, for parameters of this name.
    fn parameters(&self, name: &str) -> impl Iterator<Item = i64> {
        let class = self.function.semantic_parent();
        let instances = [Some(self.function), class].into_iter().flatten();
        let values = instances.filter_map(|instance| {
            let names = instance.specialized()?.template_parameters();
            let at = names.iter().position(|own| own == name)?;
            match instance.template_arguments().get(at)? {
                Argument::Number([signed, _]) => Some(*signed as i64),
                _ => None,
            }
        });
        values.collect::<Vec<_>>().into_iter()
    }
}

/// The value of an enumerator, or of a variable that never has another one.
fn value_of(declaration: Cursor) -> Option<i64> {
    if declaration.kind() == cs::CXCursor_EnumConstantDecl {
        return declaration.enumerator_value().to_i64();
    }
    let constant = declaration.ty().canonical().is_const();
    declaration.initializer().filter(|_| constant)?.evaluate_integer()?.to_i64()
}

/// Where the number of a clause's argument begins: behind modifiers, behind the kind of a schedule; `None` where there is none.
fn last_part(clause: &str, argument: &str) -> Option<usize> {
    let parts = split(argument, b',');
    let last = *parts.last()?;
    match clause::row_of(clause).decides {
        Some(Decides::Chunks) => (parts.len() == 2).then(|| argument.len() - last.len()),
        _ if parts.len() > 1 => None,
        _ => Some(argument.len() - split_modifiers(clause, argument).1.len()),
    }
}

/// The value of an expression of numbers and constants, which `constant` knows.
fn evaluate(text: &str, constant: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
    let mut reader = Reader { rest: tokens(text)?, constant };
    let value = reader.choice()?;
    value.filter(|_| reader.rest.is_empty())
}

/// The text with blanks between words alone, so that the signs of an operator stand together.
fn together(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut joined = String::new();
    for part in text.split_whitespace() {
        if joined.ends_with(is_word) && part.starts_with(is_word) {
            joined.push(' ');
        }
        joined.push_str(part);
    }
    joined
}

/// The tokens of an expression, the last one first.
fn tokens(text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let doubles = ["::", "||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "->"];
        let length = match word {
            0 if doubles.iter().any(|double| rest.starts_with(double)) => 2,
            0 if first.is_ascii_punctuation() && !"\"#@`\\$".contains(first) => 1,
            0 => return None,
            word => word,
        };
        if found.len() == MOST_TOKENS {
            return None;
        }
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    found.reverse();
    Some(found)
}

/// Reads an expression. What is not understood is `None`; a value that is not constant is `Some(None)`.
struct Reader<'a> {
    rest: Vec<&'a str>,
    constant: &'a dyn Fn(&str) -> Option<i64>,
}

type Read = Option<Option<i64>>;

impl Reader<'_> {
    fn takes(&mut self, token: &str) -> bool {
        let is_next = self.rest.last() == Some(&token);
        if is_next {
            self.rest.pop();
        }
        is_next
    }

    fn choice(&mut self) -> Read {
        let condition = self.binary(0)?;
        if !self.takes("?") {
            return Some(condition);
        }
        let then = self.choice()?;
        if !self.takes(":") {
            return None;
        }
        let otherwise = self.choice()?;
        Some(match condition {
            Some(0) => otherwise,
            Some(_) => then,
            None => then.filter(|_| then == otherwise),
        })
    }

    fn binary(&mut self, level: usize) -> Read {
        let Some(operators) = OPERATORS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.rest.last().copied().filter(|o| operators.contains(o)) {
            self.rest.pop();
            left = applied(operator, left, self.binary(level + 1)?);
        }
        Some(left)
    }

    fn unary(&mut self) -> Read {
        for sign in ["+", "-", "!", "~"] {
            if self.takes(sign) {
                let value = self.unary()?;
                return Some(value.and_then(|value| match sign {
                    "-" => value.checked_neg(),
                    "!" => Some(i64::from(value == 0)),
                    "~" => Some(!value),
                    _ => Some(value),
                }));
            }
        }
        self.primary()
    }

    fn primary(&mut self) -> Read {
        let token = self.rest.pop()?;
        if token == "(" {
            let mut cast = false;
            while self.rest.last().is_some_and(|word| TYPES.contains(word)) {
                self.rest.pop();
                cast = true;
            }
            let value = if cast { None } else { Some(self.choice()?) };
            return match (self.takes(")"), value) {
                (false, _) => None,
                (true, Some(value)) => Some(value),
                (true, None) => self.unary(),
            };
        }
        if token.starts_with(|c: char| c.is_ascii_digit()) {
            return literal(token).and_then(|value| value.try_into().ok()).map(Some);
        }
        let mut name = token;
        while self.takes("::") {
            name = self.rest.pop()?;
        }
        match name {
            "true" => Some(Some(1)),
            "false" => Some(Some(0)),
            _ if name.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                Some((self.constant)(name))
            }
            _ => None,
        }
    }
}

/// The result of an operation, where it is the same in every integer type.
fn applied(operator: &str, left: Option<i64>, right: Option<i64>) -> Option<i64> {
    let truth = |value: bool| Some(i64::from(value));
    match (operator, left, right) {
        ("&&", Some(0), _) | ("&&", _, Some(0)) => return Some(0),
        ("||", Some(value), _) | ("||", _, Some(value)) if value != 0 => return Some(1),
        _ => {}
    }
    let (left, right) = (left?, right?);
    let shift = || u32::try_from(right).ok().filter(|by| *by < 32);
    let value = match operator {
        "&&" => truth(left != 0 && right != 0),
        "||" => truth(left != 0 || right != 0),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&" => Some(left & right),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "<=" => truth(left <= right),
        ">=" => truth(left >= right),
        "<" => truth(left < right),
        ">" => truth(left > right),
        "<<" => left.checked_mul(1_i64.checked_shl(shift()?)?),
        ">>" => Some(left >> shift()?),
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        _ => left.checked_rem(right),
    };
    value.filter(|value| i32::try_from(*value).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_constants_are_evaluated() {
        let constant = |name: &str| (name == "one").then_some(1);
        let value = |text: &str| evaluate(text, &constant);
        for (text, expected) in [
            ("1u", 1),
            ("0x1UL", 1),
            ("(2 - 1)", 1),
            ("one", 1),
            ("ns::one * 64", 64),
            ("(int)one << 3", 8),
            ("n && 0", 0),
            ("!one || 0", 0),
            ("one ? 4 : n", 4),
            ("017 % 8", 7),
            ("-one + 3", 2),
        ] {
            assert_eq!(value(text), Some(expected), "{text}");
        }
        for text in ["n", "one + n", "f(1)", "a[1]", "s.one", "p->one", "1 +", "1 / 0", "", "1.5"] {
            assert_eq!(value(text), None, "{text}");
        }
    }

    #[test]
    fn operators_of_several_signs_stand_together() {
        assert_eq!(together("n : : one < < ( int ) 2"), "n::one<<(int)2");
        assert_eq!(together("unsigned int"), "unsigned int");
    }

    #[test]
    fn the_number_stands_behind_modifiers_and_kinds() {
        let part = |clause, text: &'static str| last_part(clause, text).map(|at| &text[at..]);
        assert_eq!(part("if", "parallel: 0"), Some(" 0"));
        assert_eq!(part("num_teams", "2:n"), Some("n"));
        assert_eq!(part("schedule", "monotonic: static, C"), Some(" C"));
        assert_eq!(part("schedule", "static"), None);
        assert_eq!(part("num_threads", "1, 2"), None);
    }
}
