//! The headers of loops: the text that they have, what it says, and that of other ones.

use super::{one_line, statements};
use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::print::Printer;
use crate::ir::{Expr, ExprKind, Loop, Relation, Stmt, StmtKind, TargetRegion, Written};
use crate::source::{SourceFile, Span};

/// The text of headers, which declare counters whose declarations move, or have other bounds.
pub(super) struct Headers<'a> {
    file: &'a SourceFile,
    /// The loops of the text.
    loops: Vec<&'a Loop>,
    printer: Printer<'a>,
    /// Counters that their headers declare, and the text of their types.
    counters: Vec<(SymbolId, String)>,
    /// What is left to move of declarations of such counters.
    left: Vec<(Span, Vec<u8>)>,
}

/// The ends of a region's loops, and the program's own text of each.
pub(super) fn spelled<'a>(
    written: &'a TargetRegion,
    file: &'a SourceFile,
) -> Vec<(&'a Expr, String)> {
    let printer = Printer { symbols: &written.symbols, spelled: Vec::new() };
    let loops = written.loops();
    let headers = Headers { file, loops, printer, counters: vec![], left: vec![] };
    let ends = headers.loops.iter().filter_map(|l| {
        let (lower, bound) = headers.operands(l)?;
        Some([(&l.lower, lower), (&l.bound, bound)])
    });
    ends.flatten().filter(|(end, _)| !matches!(end.kind, ExprKind::Int(_))).collect()
}

impl<'a> Headers<'a> {
    /// The headers that the region `written` gets as `new`.
    pub(super) fn of(
        written: &'a TargetRegion,
        new: &TargetRegion,
        file: &'a SourceFile,
    ) -> Result<Headers<'a>, Code> {
        let loops = written.loops();
        let printer = Printer { symbols: &written.symbols, spelled: Vec::new() };
        let mut headers = Headers { file, loops, printer, counters: vec![], left: vec![] };
        let new = new.loops();
        let mut counters = Vec::new();
        for l in headers.loops.clone() {
            let own = new.iter().find(|own| own.id == l.id).ok_or(Code::NotEditable)?;
            counters.extend((own.declares_iv && !l.declares_iv).then_some(l.iv));
            if let Some((lower, bound)) = headers.operands(l) {
                headers.printer.spelled.extend([(&l.lower, lower), (&l.bound, bound)]);
            }
        }
        headers.declare(written, &statements(&written.body), &counters)?;
        Ok(headers)
    }

    /// The text of a loop's first value and of what its counter is compared with. A function that is called has other names.
    fn operands(&self, l: &Loop) -> Option<(String, String)> {
        if l.written != Written::InFile {
            return None;
        }
        let text = String::from_utf8(one_line(self.file, l.header).ok()?).ok()?;
        let name = self.name(l);
        let Parts { first, condition, .. } = Parts::of(&text, name)?;
        Some((first.1.trim().to_owned(), compared(condition, name)?.to_owned()))
    }

    fn name(&self, l: &Loop) -> &str {
        &self.printer.symbols[l.iv.index()].name
    }

    /// Takes counters out of the declarations among `all` statements.
    fn declare(
        &mut self,
        region: &TargetRegion,
        all: &[&Stmt],
        counters: &[SymbolId],
    ) -> Result<(), Code> {
        let declared = |stmt: &&Stmt| match stmt.kind {
            StmtKind::Declare { symbol, value: None } => Some(symbol),
            _ => None,
        };
        for one in all.chunk_by(|a, b| a.span == b.span) {
            let is_counter = |symbol: &SymbolId| counters.contains(symbol);
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

    /// The header of `new` at the place of the loop `old`, where it is another text.
    pub(super) fn changed(&self, old: &Loop, new: &Loop) -> Result<Option<Vec<u8>>, Code> {
        let own = self.loops.iter().find(|l| l.id == new.id).ok_or(Code::NotEditable)?;
        if !runs_alike(own, new) {
            return self.printed(own, new).map(Some);
        }
        let declares = self.counters.iter().any(|(counter, _)| *counter == own.iv);
        if old.id == own.id && !declares { Ok(None) } else { self.text(own).map(Some) }
    }

    /// The header of `new`, which is `own` in the text.
    fn printed(&self, own: &Loop, new: &Loop) -> Result<Vec<u8>, Code> {
        let text = String::from_utf8(self.text(own)?).map_err(|_| Code::NotEditable)?;
        let name = self.name(own);
        let parts = Parts::of(&text, name).ok_or(Code::NotEditable)?;
        let print = |expr: &Expr| self.printer.text(expr).ok_or(Code::NotEditable);
        let (declared, lower) = parts.first;
        let lower = if own.lower == new.lower {
            lower.to_owned()
        } else {
            format!(" {}", print(&new.lower)?)
        };
        let condition = if own.bound == new.bound && own.relation == new.relation {
            parts.condition.to_owned()
        } else {
            format!(" {name} {} {}", new.relation.symbol(), print(&new.bound)?)
        };
        let step = if own.step == new.step {
            parts.step.to_owned()
        } else {
            match print(&new.step)?.as_str() {
                "1" => format!(" {name}++)"),
                "-1" => format!(" {name}--)"),
                step => format!(" {name} += {step})"),
            }
        };
        Ok(format!("for ({declared}={lower};{condition};{step}").into_bytes())
    }

    /// `if (…)` for each of the conditions.
    pub(super) fn conditions(&self, conditions: &[&Expr]) -> Result<Vec<u8>, Code> {
        let one = |condition: &&Expr| {
            let text = self.printer.text(condition).ok_or(Code::NotEditable)?;
            Ok(format!("if ({text}) "))
        };
        conditions.iter().map(one).collect::<Result<String, Code>>().map(String::into_bytes)
    }

    /// What moves of the statement at `span`, on one line.
    pub(super) fn moved(&self, span: Span) -> Result<Vec<u8>, Code> {
        match self.left.iter().find(|(own, _)| *own == span) {
            Some((_, left)) => Ok(left.clone()),
            None => one_line(self.file, span),
        }
    }

    /// A loop's header on one line.
    pub(super) fn text(&self, l: &Loop) -> Result<Vec<u8>, Code> {
        let text = one_line(self.file, l.header)?;
        let Some((_, ty)) = self.counters.iter().find(|(counter, _)| *counter == l.iv) else {
            return Ok(text);
        };
        let text = String::from_utf8(text).map_err(|_| Code::NotEditable)?;
        let (word, rest) = text.split_once('(').ok_or(Code::NotEditable)?;
        let first = rest.split_once(';').ok_or(Code::NotEditable)?.0;
        if text.contains(['"', '\'']) || text.contains("/*") || first.contains([',', '(']) {
            return Err(Code::NotEditable);
        }
        Ok(format!("{word}({ty} {}", rest.trim_start()).into_bytes())
    }
}

/// Whether two loops with one counter run through the same values in the same order.
fn runs_alike(a: &Loop, b: &Loop) -> bool {
    (&a.lower, a.relation, &a.bound, &a.step) == (&b.lower, b.relation, &b.bound, &b.step)
}

/// The parts of a header.
struct Parts<'a> {
    /// What stands before the first `=` and behind it.
    first: (&'a str, &'a str),
    condition: &'a str,
    /// What follows the second semicolon, with the closing parenthesis.
    step: &'a str,
}

impl Parts<'_> {
    /// Those of the header of the loop with the counter `name`.
    fn of<'a>(text: &'a str, name: &str) -> Option<Parts<'a>> {
        let inside = text.strip_prefix("for")?.trim_start().strip_prefix('(')?;
        let (first, rest) = inside.split_once(';')?;
        let (condition, step) = rest.split_once(';')?;
        let is_simple = |part: &str| {
            !part.contains([';', '"', '\'', '{', '}', '#', '?', ',']) && !part.contains("/*")
        };
        let first_parts = first.split_once('=')?;
        let is_counter = first_parts.0.split_whitespace().next_back() == Some(name);
        let is_whole = is_simple(first) && is_simple(condition) && !first_parts.1.starts_with('=');
        (is_counter && is_whole).then_some(Parts { first: first_parts, condition, step })
    }
}

/// What a condition compares the counter `name` with: `n` in `j < n` or `n > j`.
fn compared<'a>(condition: &'a str, name: &str) -> Option<&'a str> {
    const RELATIONS: [Relation; 5] =
        [Relation::Le, Relation::Ge, Relation::Ne, Relation::Lt, Relation::Gt];
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let condition = condition.trim();
    if let Some(rest) = condition.strip_prefix(name).filter(|rest| !rest.starts_with(is_word)) {
        let rest = rest.trim_start();
        let behind = RELATIONS.iter().find_map(|own| rest.strip_prefix(own.symbol()));
        return behind.map(str::trim).filter(|text| !text.is_empty());
    }
    let rest = condition.strip_suffix(name).filter(|rest| !rest.ends_with(is_word))?.trim_end();
    let before = RELATIONS.iter().find_map(|own| rest.strip_suffix(own.symbol()))?;
    let is_whole = !before.ends_with(['-', '<', '>']) && !before.trim().is_empty();
    is_whole.then(|| before.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_stand_on_either_side() {
        let cases = [
            (" j < n", "n"),
            ("j<=n - j1 ", "n - j1"),
            ("j>=0", "0"),
            (" n > j ", "n"),
            ("n - 1>=j", "n - 1"),
            ("n >> (1 > 0) > j", "n >> (1 > 0)"),
            ("p->n > j", "p->n"),
            ("static_cast<int>(n) >= j", "static_cast<int>(n)"),
        ];
        for (condition, text) in cases {
            assert_eq!(compared(condition, "j"), Some(text), "{condition}");
        }
        for condition in ["n > p->j", "n >> j", "n > jj", "> j", "j", "jj < n"] {
            assert_eq!(compared(condition, "j"), None, "{condition}");
        }
    }
}
