//! `for … { int j; for (j = 0; …) S }` → `for … for (int j = 0; …) S`.

use super::{boxes, one_line, statements};
use crate::diag::Code;
use crate::id::{LoopId, SymbolId};
use crate::ir::{Expr, Loop, Stmt, StmtKind, TargetRegion};
use crate::source::{SourceFile, Span};

/// The text of headers, which declare counters whose declarations move, or have other bounds.
pub(super) struct Headers<'a> {
    pub(super) file: &'a SourceFile,
    /// Counters that their headers declare, and the text of their types.
    counters: Vec<(SymbolId, String)>,
    /// What is left to move of declarations of such counters.
    left: Vec<(Span, Vec<u8>)>,
    /// Loops that have other bounds than as written.
    boxed: Vec<LoopId>,
}

impl<'a> Headers<'a> {
    /// The headers that the region `written` gets as `new`.
    pub(super) fn of(
        written: &TargetRegion,
        new: &TargetRegion,
        file: &'a SourceFile,
    ) -> Result<Headers<'a>, Code> {
        let mut headers = Headers { file, counters: vec![], left: vec![], boxed: vec![] };
        let (old, new) = (written.loops(), new.loops());
        let mut counters = Vec::new();
        for l in old {
            let own = new.iter().find(|own| own.id == l.id).ok_or(Code::NotEditable)?;
            counters.extend((own.declares_iv && !l.declares_iv).then_some(l.iv));
            let is_boxed = (&own.lower, &own.bound) != (&l.lower, &l.bound);
            headers.boxed.extend(is_boxed.then_some(l.id));
            if (own.iv, own.relation, &own.step) != (l.iv, l.relation, &l.step) {
                return Err(Code::NotEditable);
            }
        }
        let mut all = Vec::new();
        statements(&written.body, &mut all);
        headers.declare(written, &all, &counters)?;
        Ok(headers)
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
    pub(super) fn changed(
        &self,
        region: &TargetRegion,
        old: &Loop,
        new: &Loop,
    ) -> Result<Option<Vec<u8>>, Code> {
        let loops = region.loops();
        let own = loops.iter().find(|l| l.id == new.id).ok_or(Code::NotEditable)?;
        if self.boxed.contains(&own.id) {
            return Ok(Some(self.boxed(region, own)?.0));
        }
        let declares = self.counters.iter().any(|(counter, _)| *counter == own.iv);
        if old.id == own.id && !declares { Ok(None) } else { self.text(own).map(Some) }
    }

    /// The header of a loop with other bounds, and the conditions that keep its iterations.
    fn boxed(&self, region: &TargetRegion, l: &Loop) -> Result<(Vec<u8>, Vec<u8>), Code> {
        let mut nest = region.loops();
        nest.retain(|own| own.id == l.id || own.body_span.contains(l.header));
        boxes::boxed(region, self, (&nest, &self.boxed), l)
    }

    /// `if (…)` for each of the conditions that boxes need.
    pub(super) fn conditions(
        &self,
        region: &TargetRegion,
        conditions: &[&Expr],
    ) -> Result<Vec<u8>, Code> {
        let mut text = Vec::new();
        for l in region.loops().into_iter().filter(|l| self.boxed.contains(&l.id)) {
            text.extend(self.boxed(region, l)?.1);
        }
        let number = text.windows(4).filter(|four| four == b"if (").count();
        if number == conditions.len() { Ok(text) } else { Err(Code::NotEditable) }
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
