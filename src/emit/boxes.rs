//! Loop headers with other bounds.
//!
//! `for (i = 0; i < n; i++) for (j = i; …) S` → `for (…) for (j = 0; …) if (j >= i) S`.

use std::fmt::Write;

use super::Edit;
use super::headers::Headers;
use crate::diag::Code;
use crate::id::{LoopId, SymbolId};
use crate::ir::{Expr, HazardKind, Loop, Stmt, StmtKind, TargetRegion};
use crate::transform::boxes::{is_reached, slope};

/// The three parts of a header: first value, condition, and what follows the second semicolon.
struct Header<'a> {
    first: &'a str,
    condition: &'a str,
    rest: &'a str,
}

fn split(text: &str) -> Option<Header<'_>> {
    let inside = text.strip_prefix("for")?.trim_start().strip_prefix('(')?;
    let (first, rest) = inside.split_once(';')?;
    let (condition, rest) = rest.split_once(';')?;
    let simple = |part: &str| !part.contains([';', '"', '\'', '{', '}', '#', '?', ',']);
    (simple(first) && simple(condition)).then_some(Header { first, condition, rest })
}

/// `j` and the text behind the operator, of `j < n` or `j = 0`.
pub(super) fn operands<'a>(text: &'a str, name: &str, operator: &str) -> Option<&'a str> {
    let (left, right) = text.split_once(operator)?;
    let last = left.split_whitespace().next_back()?;
    let right = right.trim();
    let whole = !right.starts_with('=') && !right.is_empty();
    (last == name && whole).then_some(right)
}

/// What a condition compares the counter with, of a loop that counts up.
struct Bound<'a> {
    /// The operator with the counter on its left.
    operator: &'static str,
    text: &'a str,
    /// Where the text begins in the condition.
    at: usize,
}

impl Bound<'_> {
    /// The condition that compares with `text`.
    fn replaced(&self, condition: &str, text: &str) -> String {
        let (before, behind) = (&condition[..self.at], &condition[self.at + self.text.len()..]);
        format!("{before}{text}{behind}")
    }
}

/// The bound in `j < n` or `n > j`.
fn bound<'a>(condition: &'a str, name: &str) -> Option<Bound<'a>> {
    for operator in ["<=", "<"] {
        if let Some(text) = operands(condition, name, operator) {
            return Some(Bound { operator, text, at: condition.rfind(text)? });
        }
    }
    let (left, right) = condition.rsplit_once('>')?;
    let (operator, counter) = match right.strip_prefix('=') {
        Some(counter) => ("<=", counter),
        None => ("<", right),
    };
    let text = left.trim();
    let whole = !text.is_empty() && !left.ends_with(['>', '-']);
    let at = left.len() - left.trim_start().len();
    (counter.trim() == name && whole).then_some(Bound { operator, text, at })
}

/// `text` with `value` in the place of every use of `name`.
pub(super) fn replaced(text: &str, name: &str, value: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let before = rest[..at].chars().next_back().or_else(|| result.chars().next_back());
        let after = rest[at + name.len()..].chars().next();
        let whole = !before.is_some_and(is_word) && !after.is_some_and(is_word);
        result.push_str(&rest[..at]);
        result.push_str(if whole { value } else { name });
        rest = &rest[at + name.len()..];
    }
    result + rest
}

/// A loop's header with the bounds that it has at the ends of the loop around it, and the conditions
/// `if (…)` that keep its iterations.
pub(super) fn boxed(
    region: &TargetRegion,
    headers: &Headers,
    (nest, boxes): (&[&Loop], &[LoopId]),
    l: &Loop,
) -> Result<(Vec<u8>, Vec<u8>), Code> {
    let text_of = |l: &Loop| {
        let text = String::from_utf8(headers.text(l)?).map_err(|_| Code::NotEditable)?;
        if text.contains("/*") { Err(Code::NotEditable) } else { Ok(text) }
    };
    let name = |l: &Loop| region.symbol(l.iv).name.as_str();
    let text = text_of(l)?;
    let own = split(&text).ok_or(Code::NotEditable)?;
    let upper = bound(own.condition, name(l)).ok_or(Code::NotEditable)?;
    let lower = operands(own.first, name(l), "=").ok_or(Code::NotEditable)?;
    let position = nest.iter().position(|other| other.id == l.id).ok_or(Code::NotEditable)?;
    let (mut first, mut condition) = (own.first.to_owned(), own.condition.to_owned());
    let mut guards = String::new();
    let counters: Vec<SymbolId> = nest.iter().map(|l| l.iv).collect();
    for around in &nest[..position] {
        let counter = name(around);
        let named = [lower, upper.text].map(|text| replaced(text, counter, "") != text);
        if named != [&l.lower, &l.bound].map(|expr| expr.names(around.iv)) {
            return Err(Code::NotEditable);
        }
        if named == [false, false] {
            continue;
        }
        let reached = nest[..position].iter().any(|outer| is_reached(around, outer, &counters));
        let outer = if boxes.contains(&around.id) && reached {
            let (header, _) = boxed(region, headers, (nest, boxes), around)?;
            String::from_utf8(header).map_err(|_| Code::NotEditable)?
        } else {
            text_of(around)?
        };
        let outer = split(&outer).ok_or(Code::NotEditable)?;
        let lowest = operands(outer.first, counter, "=").map(|text| format!("({text})"));
        let highest = bound(outer.condition, counter).map(|Bound { operator, text, .. }| {
            if operator == "<" { format!("(({text}) - 1)") } else { format!("({text})") }
        });
        let rises = |expr: &Expr| {
            let slope = slope(expr, around.iv, &counters).ok_or(Code::NotEditable)?;
            Ok::<_, Code>(slope > 0)
        };
        if named[0] {
            let least = if rises(&l.lower)? { &lowest } else { &highest };
            let least = least.as_ref().ok_or(Code::NotEditable)?;
            let at = own.first.rfind(lower).ok_or(Code::NotEditable)?;
            first = format!("{}{}", &own.first[..at], replaced(lower, counter, least));
            let _ = write!(guards, "if ({} >= {lower}) ", name(l));
        }
        if named[1] {
            let greatest = if rises(&l.bound)? { &highest } else { &lowest };
            let greatest = greatest.as_ref().ok_or(Code::NotEditable)?;
            condition = upper.replaced(own.condition, &replaced(upper.text, counter, greatest));
            let _ = write!(guards, "if ({} {} {}) ", name(l), upper.operator, upper.text);
        }
    }
    let header = format!("for ({first};{condition};{}", own.rest);
    Ok((header.into_bytes(), guards.into_bytes()))
}

/// Whether an `else` may end the text of a body, those of loops without braces among them.
fn ends_in_condition(body: &[Stmt]) -> bool {
    match body {
        [Stmt { kind: StmtKind::If { .. }, .. }] => true,
        [Stmt { kind: StmtKind::Loop(l), .. }] => !l.braced && ends_in_condition(&l.body),
        _ => false,
    }
}

/// The insertions before and behind a loop's body, in braces where the text behind the region would go on with an `else`
/// of what is inserted.
fn around(region: &TargetRegion, l: &Loop, opening: Vec<u8>, closing: &[u8]) -> Vec<Edit> {
    let (mut opening, mut closing) = (opening, closing.to_vec());
    if region.has_hazard(HazardKind::Else) {
        opening.splice(..0, *b"{ ");
        closing.extend(b" }");
    }
    let opening = Edit::insertion(l.body_span.start, opening);
    let closing = Edit::insertion(l.body_span.end, closing);
    [opening, closing].into_iter().filter(|edit| !edit.text.is_empty()).collect()
}

/// The insertion of conditions before a loop's body.
pub(super) fn before_body(region: &TargetRegion, l: &Loop, text: Vec<u8>) -> Vec<Edit> {
    if text.is_empty() {
        return Vec::new();
    }
    let (opening, closing) = conditional(l, text);
    around(region, l, opening, closing)
}

/// Conditions, and what ends the body behind them: braces where an `else` in it could be taken for one of theirs.
fn conditional(l: &Loop, text: Vec<u8>) -> (Vec<u8>, &'static [u8]) {
    if text.is_empty() || l.braced || !ends_in_condition(&l.body) {
        return (text, b"");
    }
    ([text, b"{ ".to_vec()].concat(), b" }")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The operator, the bound and the condition with another bound.
    fn found(condition: &str) -> Option<(&'static str, &str, String)> {
        let bound = bound(condition, "j")?;
        Some((bound.operator, bound.text, bound.replaced(condition, "m")))
    }

    #[test]
    fn bounds_stand_on_either_side() {
        let cases = [
            (" j < n", ("<", "n", " j < m")),
            ("j<=n - j1 ", ("<=", "n - j1", "j<=m ")),
            (" n > j ", ("<", "n", " m > j ")),
            ("n - 1>=j", ("<=", "n - 1", "m>=j")),
            ("n >> (1 > 0) > j", ("<", "n >> (1 > 0)", "m > j")),
            ("p->n > j", ("<", "p->n", "m > j")),
            ("static_cast<int>(n) >= j", ("<=", "static_cast<int>(n)", "m >= j")),
            ("jj > j", ("<", "jj", "m > j")),
        ];
        for (condition, (operator, text, other)) in cases {
            assert_eq!(found(condition), Some((operator, text, other.to_owned())), "{condition}");
        }
    }

    #[test]
    fn other_conditions_have_no_bound() {
        for condition in ["n > p->j", "n >> j", "n < j", "j > n", "j != n", "n > jj", "> j", "j"] {
            assert_eq!(found(condition), None, "{condition}");
        }
    }
}
