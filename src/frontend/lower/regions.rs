//! Target regions: where they are in the syntax tree, and their data environment.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use clang_sys as cs;

use super::allocations::Definitions;
use super::stmt::without_attributes;
use super::{INLINE_BUDGET, Lowerer};
use crate::frontend::clauses;
use crate::frontend::libclang::{Cursor, File, TranslationUnit};
use crate::frontend::openmp;
use crate::frontend::unit::{Files, Governing};
use crate::id::{FileId, StmtId, SymbolId};
use crate::ir::{DEPENDENT, DataItem, Directive, Scope, Stmt, StmtKind, Symbol, TargetRegion};
use crate::source::Span;

/// A region, and the file that it lies in.
pub(in crate::frontend) struct Found {
    /// The file; `region.file` is not set yet.
    pub(in crate::frontend) file: File,
    /// The region.
    pub(in crate::frontend) region: TargetRegion,
}

/// Every target region of the functions of a unit.
pub(in crate::frontend) fn find<'tu>(unit: &'tu TranslationUnit, files: &Files) -> Vec<Found> {
    let mut found = Vec::new();
    let mut pending: Vec<(Cursor<'tu>, bool)> = vec![(unit.cursor(), false)];
    while let Some((container, template)) = pending.pop() {
        for child in container.children() {
            if child.in_system_header() {
                continue;
            }
            match child.kind() {
                cs::CXCursor_ClassTemplate | cs::CXCursor_ClassTemplatePartialSpecialization => {
                    pending.push((child, true));
                }
                kind if is_container(kind) => pending.push((child, template)),
                kind if is_function(kind) => {
                    let template = template || kind == cs::CXCursor_FunctionTemplate;
                    in_function(unit, files, (child, template), &mut found);
                }
                _ => {}
            }
        }
    }
    found
}

fn is_container(kind: cs::CXCursorKind) -> bool {
    matches!(
        kind,
        cs::CXCursor_Namespace
            | cs::CXCursor_LinkageSpec
            | cs::CXCursor_UnexposedDecl
            | cs::CXCursor_StructDecl
            | cs::CXCursor_ClassDecl
            | cs::CXCursor_UnionDecl
    )
}

/// Whether the cursor declares a function of any kind, its template too.
pub(super) fn is_function(kind: cs::CXCursorKind) -> bool {
    matches!(
        kind,
        cs::CXCursor_FunctionDecl
            | cs::CXCursor_CXXMethod
            | cs::CXCursor_Constructor
            | cs::CXCursor_Destructor
            | cs::CXCursor_ConversionFunction
            | cs::CXCursor_FunctionTemplate
    )
}

fn in_function<'tu>(
    unit: &'tu TranslationUnit,
    files: &Files,
    (function, template): (Cursor<'tu>, bool),
    found: &mut Vec<Found>,
) {
    let taken = BTreeSet::new();
    let definitions = None;
    let enclosing = Vec::new();
    let mut search =
        Search { unit, files, function, template, taken, enclosing, definitions, found };
    if search.worth_entering(function) {
        search.enter(function);
    }
}

/// The search for regions in one function.
struct Search<'a, 'tu> {
    unit: &'tu TranslationUnit,
    files: &'a Files,
    function: Cursor<'tu>,
    template: bool,
    taken: BTreeSet<(File, u32)>,
    /// The `target data` constructs around the current statement.
    enclosing: Vec<Directive>,
    /// How the function defines its variables; read with its first region.
    definitions: Option<Rc<Definitions<'tu>>>,
    found: &'a mut Vec<Found>,
}

impl<'tu> Search<'_, 'tu> {
    fn worth_entering(&self, cursor: Cursor) -> bool {
        let (start, end) = cursor.extent();
        match (start.file, end.file) {
            (Some(file), Some(last)) if file == last => {
                let start = start.offset;
                start == end.offset || self.files.has_region_in(file, Span::new(start, end.offset))
            }
            _ => true,
        }
    }

    fn enter(&mut self, cursor: Cursor<'tu>) {
        for child in cursor.children().into_iter().map(without_attributes) {
            let statement = child.is_statement() || child.is_expression();
            let (start, _) = child.extent();
            let at = start.file.map(|file| (file, start.offset)).filter(|_| statement);
            let fresh = at.filter(|at| self.taken.insert(*at));
            let governing =
                fresh.map(|(file, at)| self.files.governing(file, at)).unwrap_or_default();
            self.statement(child, at, &governing);
        }
    }

    fn statement(&mut self, cursor: Cursor<'tu>, at: Option<(File, u32)>, governing: &Governing) {
        let target = |d: &Directive| openmp::is_target_construct(&d.name);
        let region = governing.directives.iter().position(target);
        let outer = governing.directives[..region.unwrap_or(governing.directives.len())].iter();
        let before = self.enclosing.len();
        self.enclosing.extend(outer.filter(|d| openmp::is_target_data(&d.name)).cloned());
        match (region, at) {
            (Some(index), Some((file, _))) => {
                let region = self.region(cursor, file, governing, index);
                self.found.push(Found { file, region });
            }
            _ if self.worth_entering(cursor) => self.enter(cursor),
            _ => {}
        }
        self.enclosing.truncate(before);
    }

    fn region(
        &mut self,
        cursor: Cursor<'tu>,
        file: File,
        governing: &Governing,
        index: usize,
    ) -> TargetRegion {
        let directive = governing.directives[index].clone();
        let end = cursor.extent().1.offset.max(directive.span.end);
        let span = Span::new(directive.span.start, end);
        let function = self.function;
        let definitions =
            self.definitions.get_or_insert_with(|| Rc::new(Definitions::of(function))).clone();
        let enclosing = self.enclosing.clone();
        let mut lowerer = self.lowerer(file, span);
        let mut body = Vec::new();
        lowerer.under(cursor, governing, index + 1, &mut body);
        let data = data(&directive, &enclosing, &lowerer.symbols);
        let origins = lowerer.origins(&definitions, &enclosing, &data);
        let Lowerer { symbols, loop_count, stmt_count, dependent, .. } = lowerer;
        if dependent {
            return self.dependent_region(directive, span);
        }
        TargetRegion {
            file: FileId(0),
            file_name: String::new(),
            line: 0,
            function: self.function.spelling(),
            directive,
            data,
            origins,
            symbols,
            body,
            loop_count,
            stmt_count,
        }
    }

    fn lowerer(&mut self, file: File, region: Span) -> Lowerer<'_, 'tu> {
        let class = self.function.semantic_parent();
        Lowerer {
            unit: self.unit,
            files: self.files,
            function: self.function,
            file,
            region,
            taken: &mut self.taken,
            symbols: Vec::new(),
            by_identity: BTreeMap::new(),
            sizes: BTreeMap::new(),
            changing: None,
            loop_count: 0,
            stmt_count: 0,
            depth: 0,
            nesting: 0,
            budget: INLINE_BUDGET,
            frames: Vec::new(),
            call_span: None,
            class,
            in_template: self.template,
            dependent: false,
        }
    }

    /// A region whose statements depend on template parameters.
    fn dependent_region(&self, directive: Directive, span: Span) -> TargetRegion {
        TargetRegion {
            file: FileId(0),
            file_name: String::new(),
            line: 0,
            function: self.function.spelling(),
            directive,
            data: Vec::new(),
            origins: Vec::new(),
            symbols: Vec::new(),
            body: vec![dependent_body(span)],
            loop_count: 0,
            stmt_count: 1,
        }
    }
}

/// What the region's directive and those around it say of its symbols.
fn data(own: &Directive, enclosing: &[Directive], symbols: &[Symbol]) -> Vec<DataItem> {
    let mut data = Vec::new();
    let enclosing = enclosing.iter().map(|directive| (directive, true));
    for (directive, enclosing) in std::iter::once((own, false)).chain(enclosing) {
        for item in directive.clauses.iter().flat_map(clauses::items) {
            if let Some(symbol) = resolve(&item.name, symbols) {
                let (kind, section) = (item.kind, item.section);
                data.push(DataItem { symbol, kind, section, enclosing });
            }
        }
    }
    data
}

/// The variable called `name` outside the region; the innermost where several are known.
fn resolve(name: &str, symbols: &[Symbol]) -> Option<SymbolId> {
    let outside = |symbol: &Symbol| symbol.name == name && symbol.scope != Scope::Region;
    let candidates = symbols.iter().enumerate().filter(|(_, symbol)| outside(symbol));
    let rank = |symbol: &Symbol| match symbol.scope {
        Scope::Function | Scope::Region => 0,
        Scope::Parameter => 1,
        Scope::Global => 2,
    };
    candidates.min_by_key(|(_, symbol)| rank(symbol)).map(|(index, _)| SymbolId::from_index(index))
}

fn dependent_body(span: Span) -> Stmt {
    let why = DEPENDENT.to_owned();
    Stmt { id: StmtId(0), span, in_macro: false, kind: StmtKind::Opaque { why } }
}
