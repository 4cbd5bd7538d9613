//! From libclang's cursors to the IR.
//!
//! One function lowers one kind of cursor. What is not understood becomes an opaque node with the
//! reason in words. Nesting is bounded, and so is the growth by inlining.

mod around;
mod bindings;
mod bodies;
mod call;
mod called;
mod calls;
mod canonical;
mod closure;
mod containers;
mod control;
mod debug;
mod explicit;
mod expr;
mod folded;
mod frame;
mod globals;
mod header;
mod hoist;
mod host;
mod init;
mod inline;
mod inner;
mod items;
mod library;
mod loops;
mod lost;
mod nodes;
mod number;
mod object;
mod pattern;
mod pending;
mod place;
mod pointer;
mod range;
mod regions;
mod returns;
mod scans;
mod simd;
mod stated;
mod stmt;
mod syntax;
mod templates;
mod types;
mod unseen;
mod uses;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use clang_sys as cs;

use super::libclang::{Cursor, File, TranslationUnit};
use super::unit::{Files, Governing};
use crate::id::{StmtId, SymbolId};
use crate::ir::{Expr, HazardKind, Origin, Stmt, Symbol};
use crate::source::Span;

use bodies::Host;
pub(super) use globals::{Globals, Whole};
pub(super) use host::Lowered;
pub(super) use pending::Found;
pub(super) use regions::{Search, search};
use scans::Scans;

/// How many expression nodes one statement may gain by inlining.
const INLINE_BUDGET: u32 = 10_000;

/// How many statements a region may gain by inlining.
const INLINED_STATEMENTS: u32 = 4_000;

/// The regions of a unit, and where it `keeps` them its functions as the host runs them. `written` is what stands outside of functions in the
/// user's files.
pub(super) fn lower<'tu>(
    whole: Whole<'_, 'tu>,
    written: &[Cursor<'tu>],
    (search, keeps): (Search<'tu>, bool),
) -> (Vec<Found>, Vec<Lowered>) {
    let keeps = keeps && !whole.files.chooses_functions(whole.unit);
    let lowering = host::functions(whole, written, (&search.bodies, keeps));
    let found = search.complete(whole, &lowering);
    let functions = lowering.functions.into_iter().filter(|own| keeps && own.is_followed);
    (found, functions.collect())
}

/// The state of lowering one region, or one function of the host.
struct Lowerer<'a, 'tu> {
    unit: &'tu TranslationUnit,
    files: &'a Files,
    function: Cursor<'tu>,
    /// The file and range of the region.
    file: File,
    region: Span,
    /// The statements whose directives have been taken.
    taken: &'a mut BTreeSet<(File, u32)>,
    symbols: Vec<Symbol>,
    by_identity: BTreeMap<usize, SymbolId>,
    /// The variables of functions that are called, whose names do not stand in the region's text, and the functions' names.
    callees: BTreeMap<SymbolId, String>,
    sizes: BTreeMap<usize, Result<Rc<[Expr]>, String>>,
    /// The objects behind structured bindings, and which part of them each is.
    bindings: BTreeMap<usize, (Cursor<'tu>, usize)>,
    scans: &'a Scans<'tu>,
    globals: &'a Globals<'a, 'tu>,
    loop_count: u32,
    stmt_count: u32,
    depth: u32,
    nesting: u32,
    budget: u32,
    frames: Vec<frame::Frame>,
    /// Statements to stand before the one that is being lowered; `None` where what is being lowered
    /// is evaluated more or less than once.
    hoisted: Option<Vec<Stmt>>,
    /// The full expression that is being lowered, and the part of it after which nothing else of it
    /// is evaluated but a store of its value.
    full: Option<Cursor<'tu>>,
    whole: Option<Cursor<'tu>>,
    /// The increments of the enclosing loops that have one at the end of their bodies.
    increments: Vec<Vec<Cursor<'tu>>>,
    /// What a `return` inside a loop of the function that is being inlined does.
    returning: Option<frame::Returning>,
    /// How many statements may still be inlined.
    inlinable: u32,
    /// The calls that stay calls in the function that is being lowered, as far as they were tried.
    refused: BTreeSet<frame::Attempt>,
    call_span: Option<Span>,
    /// The class whose method is being lowered.
    class: Option<Cursor<'tu>>,
    in_template: bool,
    /// Whether one thread of a team runs what stands in the region and in no construct inside of it.
    is_serial: bool,
    /// Where a function of the host is lowered: as a whole, so that a `return` evaluates its value.
    host: Option<&'a Host<'a, 'tu>>,
    /// The statements of a function of the host that have parts which are not understood.
    unseen: BTreeMap<StmtId, Cursor<'tu>>,
    /// The lists of initial values that became statements.
    listed: Vec<Span>,
    /// Where the increments of loops are repeated, at each `continue`.
    repeated: BTreeSet<Span>,
    /// By a variable's identity the bytes of what it points to, or of its elements, and its declaration.
    elements: BTreeMap<usize, (u64, Cursor<'tu>)>,
    /// Declarations in the region's text that are no statements of the IR.
    bare: Vec<Span>,
    /// Whether something depended on template parameters.
    dependent: bool,
    /// What the types of its variables are a hazard for.
    typed: BTreeSet<HazardKind>,
}

/// A part of a function: its file and range.
struct Part<'tu> {
    function: Cursor<'tu>,
    file: File,
    region: Span,
}

impl<'a, 'tu> Lowerer<'a, 'tu> {
    /// What lowers a part of a function.
    fn new(
        Whole { unit, files, globals }: Whole<'a, 'tu>,
        Part { function, file, region }: Part<'tu>,
        scans: &'a Scans<'tu>,
        taken: &'a mut BTreeSet<(File, u32)>,
    ) -> Self {
        Lowerer {
            unit,
            files,
            function,
            file,
            region,
            taken,
            symbols: Vec::new(),
            by_identity: BTreeMap::new(),
            callees: BTreeMap::new(),
            sizes: BTreeMap::new(),
            bindings: BTreeMap::new(),
            scans,
            globals,
            loop_count: 0,
            stmt_count: 0,
            depth: 0,
            nesting: 0,
            budget: INLINE_BUDGET,
            frames: Vec::new(),
            hoisted: None,
            full: None,
            whole: None,
            increments: Vec::new(),
            returning: None,
            inlinable: INLINED_STATEMENTS,
            refused: BTreeSet::new(),
            call_span: None,
            class: None,
            in_template: false,
            is_serial: false,
            host: None,
            unseen: BTreeMap::new(),
            listed: Vec::new(),
            repeated: BTreeSet::new(),
            elements: BTreeMap::new(),
            bare: Vec::new(),
            dependent: false,
            typed: BTreeSet::new(),
        }
    }
}

impl<'tu> Lowerer<'_, 'tu> {
    fn next_stmt(&mut self) -> StmtId {
        self.stmt_count += 1;
        StmtId(self.stmt_count - 1)
    }

    fn bytes(&self) -> &'tu [u8] {
        self.unit.contents(self.file)
    }

    /// The directives that stand before a statement and have not been taken for an outer one.
    fn take(&mut self, cursor: Cursor<'tu>) -> Governing {
        let (start, _) = cursor.extent();
        if let (Some(file), false) = (start.file, self.frames.is_empty()) {
            return self.of_callee(file, start.offset);
        }
        match start.file {
            Some(file) if file == self.file => self.take_at(start.offset),
            Some(file) if self.host.is_some() && self.taken.insert((file, start.offset)) => {
                self.files.governing(file, start.offset)
            }
            _ => Governing::default(),
        }
    }

    /// The directives in a function that is being inlined, at the place of the call.
    fn of_callee(&self, file: File, offset: u32) -> Governing {
        let mut governing = self.files.governing(file, offset);
        let span = self.call_span.unwrap_or(self.region);
        for directive in &mut governing.directives {
            directive.span = span;
            directive.name_end = span.end;
            directive.origin = Origin::Macro;
            directive.clauses.iter_mut().for_each(|clause| clause.span = span);
        }
        governing.start = governing.start.map(|_| span.start);
        governing
    }

    fn take_at(&mut self, offset: u32) -> Governing {
        if !self.frames.is_empty() || !self.taken.insert((self.file, offset)) {
            return Governing::default();
        }
        self.files.governing(self.file, offset)
    }

    /// The text of a node; the call's for a node of an inlined function, and empty for one that is
    /// written in another file.
    fn span(&self, cursor: Cursor<'tu>) -> Span {
        if let Some(span) = self.call_span {
            return span;
        }
        let (start, end) = cursor.extent();
        if start.file != Some(self.file) {
            return Span::new(self.region.start, self.region.start);
        }
        Span::new(start.offset, end.offset.max(start.offset))
    }

    /// Lowers something whose text is that of another place.
    fn with_span<T>(&mut self, span: Span, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.call_span.replace(self.call_span.unwrap_or(span));
        let result = lower(self);
        self.call_span = outer;
        result
    }

    fn outside(&self, cursor: Cursor<'tu>) -> bool {
        cursor.extent().0.file != Some(self.file)
    }

    fn expansion(&self, offset: u32) -> bool {
        self.files.in_expansion(self.file, offset)
    }

    /// The macro whose expansion the byte at `offset` belongs to.
    fn macro_at(&self, offset: u32) -> Option<String> {
        let start = self.files.expansion_at(self.file, offset)?.start;
        let name = crate::frontend::lex::Lexer::within(self.bytes(), start).next()?.span;
        let name = self.bytes().get(name.range())?;
        Some(String::from_utf8_lossy(name).into_owned())
    }

    fn only_blank(&self, start: u32, end: u32) -> bool {
        let next = crate::frontend::lex::Lexer::within(self.bytes(), start)
            .find(|token| token.kind != crate::frontend::lex::TokenKind::Directive);
        start <= end && next.is_some_and(|token| token.span.start >= end)
    }

    /// The text of a literal or an attribute, where it is not a macro's.
    fn written(&self, cursor: Cursor) -> Option<String> {
        let (start, end) = cursor.extent();
        let file = start.file?;
        if self.files.in_expansion(file, start.offset) {
            return None;
        }
        let bytes = self.unit.contents(file).get(start.offset as usize..end.offset as usize)?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    /// Whether an expression names a variable that the enclosing function changes.
    fn mentions_changing_variable(&mut self, expression: Cursor<'tu>) -> bool {
        let changing = self.scans.changed_in(self.function);
        let references = syntax::below(expression).filter(|c| c.kind() == cs::CXCursor_DeclRefExpr);
        let mut named = references.filter_map(Cursor::referenced);
        named.any(|declaration| changing.contains(&declaration.identity()))
    }
}
