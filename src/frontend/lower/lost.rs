//! Scalars that a region changes in a copy of its own, so that their values are lost where the host reads them behind it.
//!
//! A scalar that no clause of the construct names is `firstprivate` in a target region (OpenMP 5.2, §5.8.1), also where a data construct
//! maps it: clang 19 gives the region a copy, and what `target data` or `target exit data` brings back is what the device had before. So it is with
//! variables of the whole program, and with those that a reference names.

use super::Lowerer;
use super::around::{Copied, Reach};
use crate::id::SymbolId;
use crate::ir::{DataItem, DataKind, Directive, Origin, Stmt, StmtKind, clauses};
use crate::openmp::{ClauseKind, Construct};
use crate::source::Span;

impl Lowerer<'_, '_> {
    /// The scalars of the function that no clause names, and that the region's own statements change. A directive that moves one is taken to mean
    /// the copy; none is told of a function that stands in several files.
    pub(super) fn copies(
        &self,
        region: &Directive,
        data: &[DataItem],
        body: &[Stmt],
    ) -> Vec<Copied> {
        let (start, end) = self.function.extent();
        let is_whole = start.file == Some(self.file) && end.file == start.file;
        let names_macro = |item: clauses::Item| self.globals.is_macro(&item.name);
        let is_known = !region.clauses.iter().flat_map(clauses::items).any(names_macro);
        let is_remapped = region.clause(ClauseKind::Defaultmap).is_some();
        if is_remapped || !is_known || self.in_template || !is_whole {
            return Vec::new();
        }
        let function = Span::new(start.offset, end.offset);
        let copied = |symbol: &SymbolId| {
            let variable = &self.symbols[symbol.index()];
            let reach = Reach::of(variable)?;
            let on_device = reach == Reach::Program && self.files.declares_target;
            let is_copied = !on_device
                && data.iter().all(|item| {
                    let is_around = item.enclosing && item.kind.is_map();
                    item.symbol != *symbol
                        || is_around
                        || self.is_reduced_later(region, item, &variable.name)
                });
            let write = self.changes_copy(body, *symbol).filter(|_| is_copied)?;
            let is_moved = self.is_moved(&variable.name, function);
            (!is_moved).then_some(Copied { symbol: *symbol, write, reach })
        };
        self.by_identity.values().filter_map(copied).collect()
    }

    /// Whether an item is one of a `reduction` in another pragma than that of `target`, which maps no variable (OpenMP 5.2, §5.5.5).
    fn is_reduced_later(&self, region: &Directive, item: &DataItem, name: &str) -> bool {
        let is_later = |at: u32| {
            let text = self.bytes().get(region.span.start as usize..at as usize);
            let lines: Vec<&[u8]> = text.unwrap_or_default().split(|byte| *byte == b'\n').collect();
            let is_continued = |line: &&[u8]| line.trim_ascii_end().ends_with(b"\\");
            lines.len() > 1 && !lines[..lines.len() - 1].iter().all(is_continued)
        };
        let mut clauses = region.clauses_of(ClauseKind::Reduction);
        item.kind == DataKind::Reduction
            && !item.enclosing
            && region.origin == Origin::MainFile
            && clauses.all(|clause| {
                let own = clauses::items(clause);
                own.iter().all(|own| own.name != name) || is_later(clause.span.start)
            })
    }

    /// Whether the function updates a variable of that name on the host or on the device: the copy may be meant.
    fn is_moved(&self, name: &str, function: Span) -> bool {
        let directives = self.files.pragmas_in(self.file, function).filter_map(|p| p.directive());
        let mut moving = directives.filter(|own| own.construct() == Construct::Update);
        moving.any(|own| own.clauses.iter().flat_map(clauses::items).any(|item| item.name == name))
    }

    /// The first statement that changes the region's own copy of a variable.
    fn changes_copy(&self, body: &[Stmt], symbol: SymbolId) -> Option<Span> {
        let name = &self.symbols[symbol.index()].name;
        let is_alone = || self.symbols.iter().filter(|own| own.name == *name).count() == 1;
        body.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Assign { target, .. } => {
                (target.as_symbol() == Some(symbol)).then_some(stmt.span)
            }
            StmtKind::Directive(directive, inner) => {
                let mut items = directive.clauses.iter().flat_map(clauses::items);
                let item = items.find(|item| item.name == *name).map(|item| item.kind);
                match item {
                    Some(DataKind::Reduction | DataKind::Lastprivate | DataKind::Linear) => {
                        is_alone().then_some(directive.span)
                    }
                    Some(DataKind::Private | DataKind::Firstprivate) => None,
                    _ => self.changes_copy(inner, symbol),
                }
            }
            _ => stmt.blocks().into_iter().find_map(|block| self.changes_copy(block, symbol)),
        })
    }
}
