//! `for … { m = n - 1; for (j = 0; j < m; j++) S }` → `for … for (j = 0; j < (n - 1); j++) S`;
//! `for … { int j; for (j = 0; …) S }` → `for … for (int j = 0; …) S`.

use std::borrow::Cow;

use super::reshape::replaced;
use super::{Edit, one_line, padded, statements};
use crate::diag::Code;
use crate::id::{StmtId, SymbolId};
use crate::ir::{ExprKind, Loop, Stmt, StmtKind, TargetRegion, Type};
use crate::plan::step::StepKind;
use crate::plan::{Variant, forward};
use crate::source::{SourceFile, Span};

/// The text of headers, in which the values of definitions take the place of their names.
pub(super) struct Values<'a> {
    pub(super) file: &'a SourceFile,
    statements: &'a [StmtId],
    /// The conditions that move.
    guards: &'a [StmtId],
    /// Names, and the values in parentheses, without names of definitions before.
    texts: Vec<(String, String)>,
    /// Counters that their headers declare, and the text of their types.
    counters: Vec<(SymbolId, String)>,
    /// What is left to move of declarations of such counters.
    left: Vec<(Span, Vec<u8>)>,
}

impl<'a> Values<'a> {
    /// The values that a variant puts into headers.
    pub(super) fn of(
        region: &TargetRegion,
        variant: &'a Variant,
        file: &'a SourceFile,
    ) -> Result<Values<'a>, Code> {
        let mut values = Values {
            file,
            statements: &[],
            guards: &[],
            texts: vec![],
            counters: vec![],
            left: vec![],
        };
        for step in &variant.steps {
            match step.kind {
                StepKind::Substitute => values.statements = step.statements(),
                StepKind::Guard => values.guards = step.statements(),
                _ => {}
            }
        }
        let mut all = Vec::new();
        statements(&region.body, &mut all);
        let mut inside = variant.nest(region);
        let innermost = super::innermost_body(&inside, variant).map(|l| l.id);
        inside.truncate(inside.iter().position(|l| Some(l.id) == innermost).map_or(0, |at| at + 1));
        for step in variant.steps.iter().filter(|step| step.kind == StepKind::Sink) {
            let moved = step.statements();
            let moved: Vec<&Stmt> = all.iter().filter(|s| moved.contains(&s.id)).copied().collect();
            values.declare(region, &moved, &inside)?;
        }
        for stmt in all.into_iter().filter(|stmt| values.statements.contains(&stmt.id)) {
            let (name, text) = values.definition(region, stmt).ok_or(Code::NotEditable)?;
            let text = values.substituted(&text)?;
            values.texts.push((name, format!("({text})")));
        }
        Ok(values)
    }

    /// Takes the counters of `nest` out of declarations that move.
    fn declare(
        &mut self,
        region: &TargetRegion,
        moved: &[&Stmt],
        nest: &[&Loop],
    ) -> Result<(), Code> {
        let declared = |stmt: &&Stmt| match stmt.kind {
            StmtKind::Declare { symbol, value: None } => Some(symbol),
            _ => None,
        };
        for one in moved.chunk_by(|a, b| a.span == b.span) {
            let is_counter = |symbol: &SymbolId| nest.iter().any(|l| l.iv == *symbol);
            let symbols: Vec<SymbolId> = one.iter().filter_map(declared).collect();
            if !symbols.iter().any(is_counter) {
                continue;
            }
            let text = String::from_utf8(one_line(self.file, one[0].span)?).ok();
            let text = text.as_deref().and_then(|text| text.strip_suffix(';'));
            let parts: Vec<&str> =
                text.ok_or(Code::NotEditable)?.split(',').map(str::trim).collect();
            let (ty, first) = parts[0].rsplit_once(char::is_whitespace).ok_or(Code::NotEditable)?;
            let names = std::iter::once(first).chain(parts[1..].iter().copied());
            let own = symbols.iter().map(|symbol| region.symbol(*symbol).name.as_str());
            if symbols.len() != one.len() || !names.eq(own) {
                return Err(Code::NotEditable);
            }
            let (counters, others): (Vec<_>, Vec<_>) = symbols.into_iter().partition(is_counter);
            let others: Vec<_> = others.iter().map(|s| region.symbol(*s).name.as_str()).collect();
            let left = if others.is_empty() {
                String::new()
            } else {
                format!("{ty} {};", others.join(", "))
            };
            self.left.push((one[0].span, left.into_bytes()));
            self.counters.extend(counters.into_iter().map(|symbol| (symbol, ty.to_owned())));
        }
        Ok(())
    }

    /// What moves of the statement at `span`, on one line.
    pub(super) fn moved(&self, span: Span) -> Result<Vec<u8>, Code> {
        match self.left.iter().find(|(own, _)| *own == span) {
            Some((_, left)) => Ok(left.clone()),
            None => one_line(self.file, span),
        }
    }

    /// The region as the headers have it.
    pub(super) fn applied<'r>(&self, region: &'r TargetRegion) -> Cow<'r, TargetRegion> {
        match self.statements {
            [] => Cow::Borrowed(region),
            statements => Cow::Owned(forward::applied(region, statements, self.guards)),
        }
    }

    /// The variable's name and the text of its value, of `int m = n - 1;`, `int m{n - 1};` or `m = n - 1;`: with a cast
    /// where the definition converts.
    fn definition(&self, region: &TargetRegion, stmt: &Stmt) -> Option<(String, String)> {
        let (symbol, value) = match &stmt.kind {
            StmtKind::Declare { symbol, value } => (*symbol, value.as_ref()?),
            StmtKind::Assign { target, value, .. } => (target.as_symbol()?, value),
            _ => return None,
        };
        let cast = match value.kind {
            ExprKind::Cast(_) => Some(integer(value.ty)?),
            _ => None,
        };
        let text = String::from_utf8(one_line(self.file, stmt.span).ok()?).ok()?;
        let name = &region.symbol(symbol).name;
        let (before, value) = initialised(text.strip_suffix(';')?, name)?;
        let plain = |text: &str| !text.contains([';', ',', '"', '\'', '{', '}', '#']);
        if text.contains("/*") || !plain(before) || !plain(value) {
            return None;
        }
        let value = cast.map_or(value.to_owned(), |ty| format!("({ty})({value})"));
        Some((name.clone(), value))
    }

    /// The text with the values in the place of their names.
    fn substituted(&self, text: &str) -> Result<String, Code> {
        let mut text = text.to_owned();
        for (name, value) in &self.texts {
            if is_member(&text, name) {
                return Err(Code::NotEditable);
            }
            text = replaced(&text, name, value);
        }
        Ok(text)
    }

    /// The header on one line, with values.
    pub(super) fn header(&self, l: &Loop) -> Result<Vec<u8>, Code> {
        let text = one_line(self.file, l.header)?;
        let ty = self.counters.iter().find(|(counter, _)| *counter == l.iv).map(|(_, ty)| ty);
        if self.texts.is_empty() && ty.is_none() {
            return Ok(text);
        }
        let text = String::from_utf8(text).map_err(|_| Code::NotEditable)?;
        if text.contains(['"', '\'']) || text.contains("/*") {
            return Err(Code::NotEditable);
        }
        let text = self.substituted(&text)?;
        let Some(ty) = ty else { return Ok(text.into_bytes()) };
        let (word, rest) = text.split_once('(').ok_or(Code::NotEditable)?;
        let first = rest.split_once(';').ok_or(Code::NotEditable)?.0;
        if first.contains([',', '(']) {
            return Err(Code::NotEditable);
        }
        Ok(format!("{word}({ty} {}", rest.trim_start()).into_bytes())
    }

    /// Whether the header has a name that a value takes the place of.
    pub(super) fn changes(&self, l: &Loop) -> bool {
        let text = self.file.slice(l.header);
        let some = !self.texts.is_empty() || !self.counters.is_empty();
        some && self.header(l).map_or(true, |new| new != text)
    }

    /// The edits that take definitions away.
    pub(super) fn removals(
        &self,
        region: &TargetRegion,
        removed: &[StmtId],
    ) -> Result<Vec<Edit>, Code> {
        let mut all = Vec::new();
        statements(&region.body, &mut all);
        let remove = |stmt: &Stmt| {
            let ends = self.file.slice(stmt.span).ends_with(b";");
            let text = padded(Vec::new(), self.file, stmt.span);
            if ends { Ok(Edit { span: stmt.span, text }) } else { Err(Code::NotEditable) }
        };
        all.into_iter().filter(|stmt| removed.contains(&stmt.id)).map(remove).collect()
    }
}

/// What stands before the name, and the text of the value, of `T name = value`, `T name = {value}`, `T name{value}`,
/// `T name(value)` or `name = value`.
fn initialised<'t>(definition: &'t str, name: &str) -> Option<(&'t str, &'t str)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let split = |(at, _)| {
        let (before, rest) = (&definition[..at], definition[at + name.len()..].trim_start());
        let initialises = rest.starts_with(['=', '(', '{']) && !before.ends_with(is_word);
        initialises.then_some((before, rest))
    };
    let (before, rest) = definition.match_indices(name).find_map(split)?;
    let inside = |text: &'t str, open: char, close: char| {
        text.strip_prefix(open).and_then(|rest| rest.trim_end().strip_suffix(close)).map(str::trim)
    };
    let value = match rest.strip_prefix('=').map(str::trim) {
        Some(value) => inside(value, '{', '}').unwrap_or(value),
        None => inside(rest, '(', ')').or_else(|| inside(rest, '{', '}'))?,
    };
    (!value.is_empty() && !value.starts_with('=')).then_some((before, value))
}

/// A type that has the same values as an integer type of the IR, on every target.
fn integer(ty: Type) -> Option<&'static str> {
    match ty {
        Type::Int { bits: 32, signed: true } => Some("int"),
        Type::Int { bits: 32, signed: false } => Some("unsigned"),
        Type::Int { bits: 64, signed: true } => Some("long long"),
        Type::Int { bits: 64, signed: false } => Some("unsigned long long"),
        _ => None,
    }
}

/// Whether the text names a member like that.
fn is_member(text: &str, name: &str) -> bool {
    let before = text.match_indices(name).map(|(at, _)| text[..at].trim_end());
    before.into_iter().any(|before| [".", "->", "::"].iter().any(|access| before.ends_with(access)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_of_every_kind_of_definition_is_found() {
        for (definition, value) in [
            ("m = n - 1", Some("n - 1")),
            ("const int m = n - 1", Some("n - 1")),
            ("int m=(a) * (b)", Some("(a) * (b)")),
            ("int m{n - 1}", Some("n - 1")),
            ("int m { n - 1 }", Some("n - 1")),
            ("int m(n == 3)", Some("n == 3")),
            ("int m = { n - 1 }", Some("n - 1")),
            ("decltype(m0) m = m0 - am", Some("m0 - am")),
            ("struct m m = n", Some("n")),
            ("int m = am == n", Some("am == n")),
            ("int m{}", None),
            ("int m()", None),
            ("int m = {}", None),
            ("m == n", None),
            ("m += n", None),
            ("int am = n", None),
            ("int mb(n)", None),
        ] {
            assert_eq!(initialised(definition, "m").map(|(_, value)| value), value, "{definition}");
        }
    }
}
