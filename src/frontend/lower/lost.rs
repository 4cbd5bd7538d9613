//! Values that a region computes and that are lost: scalars that it changes in a copy of its own, and that the host reads behind
//! it before it assigns them again.
//!
//! A scalar that no clause of the construct names is `firstprivate` in a target region (OpenMP 5.2, §5.8.1), also where a data construct
//! maps it: clang 19 gives the region a copy, and what `target data` or `target exit data` brings back is what the device had before. So it is with
//! variables of the whole program, and with those that a reference names.
//!
//! Only automatic variables are followed whose every use in the function reads the value or assigns to the name; and only ways that
//! the function's own statements show, from the region on. What a clause may change on the way counts as assigned. Variables that others may reach count
//! as assigned by every call, and by every store through a pointer.

use clang_sys as cs;

use super::Lowerer;
use super::definitions::{Around as Name, Definitions, around_child};
use super::facts::{Around, Surroundings};
use super::syntax::{is_assignment, is_loop, stripped, without_attributes};
use crate::frontend::libclang::{Cursor, File};
use crate::frontend::unit::Files;
use crate::id::SymbolId;
use crate::ir::{
    DataItem, DataKind, Directive, Lost, Origin, Scope, Stmt, StmtKind, Symbol, SymbolKind, Type,
    clauses,
};
use crate::openmp::{ClauseKind, Construct};
use crate::source::Span;

/// A scalar of which the region changes a copy of its own.
pub(super) struct Copied {
    identity: usize,
    symbol: SymbolId,
    write: Span,
    reach: Reach,
}

/// Who else reaches a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Nobody: it is automatic.
    Own,
    /// Other functions: it lives as long as the program.
    Program,
    /// The caller, who gave a reference to it.
    Caller,
}

impl Reach {
    fn of(variable: &Symbol) -> Option<Reach> {
        let is_number = variable.ty.is_int() || matches!(variable.ty, Type::Float { .. });
        match (variable.kind, variable.scope) {
            (SymbolKind::Scalar, Scope::Function | Scope::Parameter) => Some(Reach::Own),
            (SymbolKind::Scalar, Scope::Global) if !variable.readonly => Some(Reach::Program),
            (SymbolKind::Reference, Scope::Parameter) if is_number => Some(Reach::Caller),
            _ => None,
        }
    }
}

impl<'tu> Lowerer<'_, 'tu> {
    /// The scalars of the function that no clause names, and that the region's own statements change.
    pub(super) fn copies(
        &self,
        region: &Directive,
        data: &[DataItem],
        body: &[Stmt],
    ) -> Vec<Copied> {
        if region.clause(ClauseKind::Defaultmap).is_some() || self.in_template {
            return Vec::new();
        }
        let copied = |(identity, symbol): (&usize, &SymbolId)| {
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
            Some(Copied { identity: *identity, symbol: *symbol, write, reach })
        };
        self.by_identity.iter().filter_map(copied).collect()
    }

    /// Those of them whose values are lost.
    pub(super) fn lost(
        &self,
        definitions: &Definitions<'tu>,
        around: &Surroundings<'tu>,
        copies: &[Copied],
    ) -> Vec<Lost> {
        let (start, end) = self.function.extent();
        let is_whole = start.file == Some(self.file) && end.file == start.file;
        if copies.is_empty() || definitions.has_hidden_flow() || !is_whole {
            return Vec::new();
        }
        let mut found = Vec::new();
        for Copied { identity, symbol, write, reach } in copies {
            let name = &self.symbols[symbol.index()].name;
            let is_followed = (*reach != Reach::Own || definitions.shows_changes(*identity))
                && !self.is_moved(name, Span::new(start.offset, end.offset));
            let is_own = *reach == Reach::Own;
            let search = Search { files: self.files, identity: *identity, name, is_own };
            let way = is_followed.then(|| search.behind(&around.statements));
            let read = match way {
                Some(Way::Reads(file, read)) if file == Some(self.file) => Some(read),
                Some(Way::Passes | Way::Ends) if *reach == Reach::Caller => None,
                _ => continue,
            };
            found.push(Lost { symbol: *symbol, write: *write, read });
        }
        found.sort_unstable_by_key(|own| (own.write.start, own.symbol));
        found
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

/// What statements do with a variable, on the ways through them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// It may be read here before it is assigned.
    Reads(Option<File>, u32),
    /// Every way that goes on assigns it first.
    Assigns,
    /// Some way leaves it as it is.
    Passes,
    /// No way goes on behind them.
    Ends,
}

struct Search<'a> {
    files: &'a Files,
    identity: usize,
    name: &'a str,
    /// Whether only the function's own statements, which name it, change it.
    is_own: bool,
}

impl<'tu> Search<'_> {
    /// Where the variable is read behind the innermost of the statements `around`, before it is assigned.
    fn behind(&self, around: &[Around<'tu>]) -> Way {
        for (at, Around { statement, parts, part }) in around.iter().enumerate().rev() {
            let children = &parts.all[..];
            let way = match statement.kind() {
                cs::CXCursor_CompoundStmt => self.block(*statement, children, part + 1),
                kind if is_loop(kind) => {
                    let parts =
                        if kind == cs::CXCursor_CXXForRangeStmt { &[][..] } else { children };
                    let first = usize::from(kind == cs::CXCursor_ForStmt);
                    let others = parts.iter().enumerate().skip(first).filter(|(at, _)| at != part);
                    let others: Vec<_> = others.map(|(_, other)| *other).rev().collect();
                    self.next_iteration(&others, &around[at + 1..])
                }
                _ if statement.is_statement() => Way::Passes,
                cs::CXCursor_FunctionDecl | cs::CXCursor_CXXMethod => return Way::Passes,
                _ => return Way::Assigns,
            };
            match way {
                Way::Passes => {}
                way => return way,
            }
        }
        Way::Passes
    }

    /// The parts of a loop that are executed before its body is again, and what stands in the body before the region. The latter need not
    /// be executed.
    fn next_iteration(&self, others: &[Cursor<'tu>], inside: &[Around<'tu>]) -> Way {
        match self.sequence(others) {
            Way::Passes => {}
            way => return way,
        }
        for Around { parts, part, .. } in inside {
            match self.sequence(&parts.all[..*part]) {
                way @ Way::Reads(..) => return way,
                Way::Passes => {}
                Way::Assigns | Way::Ends => return Way::Passes,
            }
        }
        Way::Passes
    }

    /// The statements of a block from one on, and the directives between them.
    fn block(&self, block: Cursor<'tu>, children: &[Cursor<'tu>], from: usize) -> Way {
        let mut at = children.get(from.wrapping_sub(1)).map(|before| before.extent().1.offset);
        for child in children.iter().skip(from) {
            let end = child.extent().1;
            let begin = at.unwrap_or(child.extent().0.offset);
            if self.is_changed(block, begin, end.offset) {
                return Way::Assigns;
            }
            at = Some(end.offset);
            match self.statement(*child) {
                Way::Passes => {}
                way => return way,
            }
        }
        let end = block.extent().1.offset;
        if self.is_changed(block, at.unwrap_or(end), end) { Way::Assigns } else { Way::Passes }
    }

    /// Whether a clause in the text may change a variable of the name.
    fn is_changed(&self, block: Cursor, start: u32, end: u32) -> bool {
        let span = Span::new(start.min(end), end);
        let brings_back = |directive: &Directive| {
            !matches!(
                directive.construct(),
                Construct::EnterData | Construct::ExitData | Construct::TargetData
            )
        };
        let file = block.extent().0.file;
        file.is_none_or(|file| self.files.changes_by(file, span, self.name, brings_back))
    }

    fn sequence(&self, parts: &[Cursor<'tu>]) -> Way {
        for part in parts {
            match self.statement(*part) {
                Way::Passes => {}
                way => return way,
            }
        }
        Way::Passes
    }

    fn statement(&self, statement: Cursor<'tu>) -> Way {
        let statement = without_attributes(statement);
        let children = statement.children();
        match statement.kind() {
            cs::CXCursor_CompoundStmt => self.block(statement, &children, 0),
            cs::CXCursor_IfStmt => self.branches(&children),
            kind if is_loop(kind) => self.repeated(kind, &children),
            cs::CXCursor_SwitchStmt | cs::CXCursor_CXXTryStmt => self.perhaps(&children),
            cs::CXCursor_ReturnStmt => match self.sequence(&children) {
                Way::Passes => Way::Ends,
                way => way,
            },
            cs::CXCursor_BreakStmt | cs::CXCursor_ContinueStmt => Way::Assigns,
            cs::CXCursor_CaseStmt | cs::CXCursor_DefaultStmt => self.perhaps(&children),
            _ => self.expression(statement, Name::Other),
        }
    }

    /// Statements that need not be executed. Where they assign the variable, it is not known that they are not.
    fn perhaps(&self, parts: &[Cursor<'tu>]) -> Way {
        match self.sequence(parts) {
            Way::Ends => Way::Passes,
            way => way,
        }
    }

    /// An `if`.
    fn branches(&self, children: &[Cursor<'tu>]) -> Way {
        let (condition, branches) = match children {
            [condition, branches @ ..] if condition.is_expression() => (*condition, branches),
            _ => return self.perhaps(children),
        };
        match self.statement(condition) {
            Way::Passes => {}
            way => return way,
        }
        let ways: Vec<_> = branches.iter().map(|branch| self.statement(*branch)).collect();
        let reads = ways.iter().copied().find(|way| matches!(way, Way::Reads(..)));
        let passes = ways.len() < 2 || ways.contains(&Way::Passes);
        match reads {
            Some(way) => way,
            None if passes => Way::Passes,
            None if ways.iter().all(|way| *way == Way::Ends) => Way::Ends,
            None => Way::Assigns,
        }
    }

    /// A loop.
    fn repeated(&self, kind: cs::CXCursorKind, children: &[Cursor<'tu>]) -> Way {
        if kind == cs::CXCursor_DoStmt {
            return self.perhaps(children);
        }
        let Some((body, head)) = children.split_last() else { return Way::Passes };
        let entered = &head[..head.len().min(if head.len() == 3 { 2 } else { head.len() })];
        match self.sequence(entered) {
            Way::Passes => self.perhaps(&[&[*body], &head[entered.len()..]].concat()),
            way => way,
        }
    }

    /// An expression, or a declaration.
    fn expression(&self, cursor: Cursor<'tu>, around: Name) -> Way {
        let children = cursor.children();
        if cursor.kind() == cs::CXCursor_DeclRefExpr {
            let is_own = cursor.referenced().is_some_and(|own| own.identity() == self.identity);
            return match around {
                _ if !is_own => Way::Passes,
                Name::Reads => reads(cursor),
                _ => Way::Assigns,
            };
        }
        if is_assignment(cursor)
            && let [target, values @ ..] = &children[..]
            && names(*target, self.identity)
        {
            let plain = cursor.kind() == cs::CXCursor_BinaryOperator;
            return match self.sequence(values) {
                Way::Passes if plain => Way::Assigns,
                Way::Passes => reads(*target),
                way => way,
            };
        }
        let conditional = match cursor.kind() {
            cs::CXCursor_ConditionalOperator => 1,
            cs::CXCursor_BinaryOperator if is_logical(cursor) => 1,
            _ => children.len(),
        };
        for (position, child) in children.iter().enumerate() {
            match self.expression(*child, around_child(cursor, around, position)) {
                way @ Way::Reads(..) => return way,
                Way::Passes => {}
                _ if position >= conditional => {}
                way => return way,
            }
        }
        let is_changed =
            !self.is_own && (cursor.kind() == cs::CXCursor_CallExpr || stores_elsewhere(cursor));
        if is_changed { Way::Assigns } else { Way::Passes }
    }
}

/// Whether an assignment, an increment or a decrement is to something else than a variable by its name.
fn stores_elsewhere(cursor: Cursor) -> bool {
    let target = cursor.children().first().copied().map(stripped);
    is_assignment(cursor) && target.is_none_or(|own| own.kind() != cs::CXCursor_DeclRefExpr)
}

fn reads(cursor: Cursor) -> Way {
    let (start, _) = cursor.extent();
    Way::Reads(start.file, start.offset)
}

fn is_logical(cursor: Cursor) -> bool {
    [cs::CXBinaryOperator_LAnd, cs::CXBinaryOperator_LOr].contains(&cursor.binary_operator())
}

fn names(target: Cursor, identity: usize) -> bool {
    let target = stripped(target);
    target.kind() == cs::CXCursor_DeclRefExpr
        && target.referenced().is_some_and(|own| own.identity() == identity)
}
