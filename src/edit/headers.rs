//! `for … { int j; for (j = 0; …) S }` → `for … for (int j = 0; …) S`.

use super::{innermost_body, one_line, statements};
use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::{Loop, Stmt, StmtKind, TargetRegion};
use crate::plan::Variant;
use crate::plan::step::StepKind;
use crate::source::{SourceFile, Span};

/// The text of headers, which declare counters whose declarations move.
pub(super) struct Headers<'a> {
    pub(super) file: &'a SourceFile,
    /// Counters that their headers declare, and the text of their types.
    counters: Vec<(SymbolId, String)>,
    /// What is left to move of declarations of such counters.
    left: Vec<(Span, Vec<u8>)>,
}

impl<'a> Headers<'a> {
    /// The headers that a variant has.
    pub(super) fn of(
        region: &TargetRegion,
        variant: &Variant,
        file: &'a SourceFile,
    ) -> Result<Headers<'a>, Code> {
        let mut headers = Headers { file, counters: vec![], left: vec![] };
        let mut all = Vec::new();
        statements(&region.body, &mut all);
        let mut inside = region.nest();
        let innermost = innermost_body(&inside, variant).map(|l| l.id);
        inside.truncate(inside.iter().position(|l| Some(l.id) == innermost).map_or(0, |at| at + 1));
        for step in variant.steps.iter().filter(|step| step.kind == StepKind::Sink) {
            let moved = step.statements();
            let moved: Vec<&Stmt> = all.iter().filter(|s| moved.contains(&s.id)).copied().collect();
            headers.declare(region, &moved, &inside)?;
        }
        Ok(headers)
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

    /// Whether the header declares a counter that it did not declare.
    pub(super) fn changes(&self, l: &Loop) -> bool {
        self.counters.iter().any(|(counter, _)| *counter == l.iv)
    }
}
