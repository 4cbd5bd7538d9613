//! Functions as the host runs them.
//!
//! Every function of the user's files is lowered as a whole, by the rules of regions: a call of a function that has no directive may
//! be replaced by its statements, and every other call stays. Templates, lambdas and methods are left out.

use std::collections::{BTreeMap, BTreeSet};

use clang_sys as cs;

use super::globals::Globals;
use super::regions::{Whole, declarations};
use super::scans::Scans;
use super::{INLINE_BUDGET, Lowerer};
use crate::frontend::libclang::{Cursor, File, TranslationUnit};
use crate::frontend::unit::Files;
use crate::id::FileId;
use crate::ir::host::{HostData, HostFunction, HostVariable};
use crate::ir::{DataItem, Directive, Scope, Stmt, StmtKind, clauses, walk_statements};
use crate::source::Span;

/// A function, and the file that it lies in.
pub(in crate::frontend) struct Lowered {
    /// The file; `function.file` is not set yet.
    pub(in crate::frontend) file: File,
    /// The function.
    pub(in crate::frontend) function: HostFunction,
}

/// The functions of a unit as the host runs them. `written` is what stands outside of functions in the user's files.
pub(in crate::frontend) fn functions<'tu>(
    unit: &'tu TranslationUnit,
    files: &Files,
    written: &[Cursor<'tu>],
) -> Vec<Lowered> {
    let globals = Globals::of(written);
    let whole = Whole { unit, files, globals: &globals };
    let declarations = declarations(written);
    let is_plain = |own: &&(Cursor<'tu>, bool)| {
        let (declaration, template) = **own;
        declaration.kind() == cs::CXCursor_FunctionDecl && !template
    };
    let plain: Vec<Cursor> = declarations.iter().filter(is_plain).map(|(own, _)| *own).collect();
    let addressed = addressed(&declarations);
    plain.into_iter().filter_map(|function| lowered(whole, function, &addressed)).collect()
}

/// The functions that declarations name otherwise than to call them, by their identity.
fn addressed(declarations: &[(Cursor, bool)]) -> BTreeSet<usize> {
    let mut named = BTreeSet::new();
    let mut pending: Vec<(Cursor, bool)> =
        declarations.iter().map(|(declaration, _)| (*declaration, false)).collect();
    while let Some((cursor, is_callee)) = pending.pop() {
        let is_name = cursor.kind() == cs::CXCursor_DeclRefExpr && !is_callee;
        let function = cursor.referenced().filter(|own| own.kind() == cs::CXCursor_FunctionDecl);
        named.extend(function.filter(|_| is_name).map(Cursor::identity));
        let is_call = cursor.kind() == cs::CXCursor_CallExpr;
        let is_conversion =
            matches!(cursor.kind(), cs::CXCursor_UnexposedExpr | cs::CXCursor_ParenExpr);
        let children = cursor.children().into_iter().enumerate();
        pending.extend(children.map(|(at, child)| {
            (child, if is_call { at == 0 } else { is_callee && is_conversion })
        }));
    }
    named
}

fn lowered<'tu>(
    Whole { unit, files, globals }: Whole<'_, 'tu>,
    function: Cursor<'tu>,
    addressed: &BTreeSet<usize>,
) -> Option<Lowered> {
    let mut children = function.children().into_iter();
    let body = children.find(|child| child.kind() == cs::CXCursor_CompoundStmt)?;
    let (start, end) = function.extent();
    let file = start.file.filter(|file| end.file == Some(*file))?;
    let span = Span::new(start.offset, end.offset);
    let scans = Scans::default();
    let mut taken = BTreeSet::new();
    let mut lowerer = Lowerer {
        unit,
        files,
        function,
        file,
        region: Span::new(body.extent().0.offset, end.offset),
        taken: &mut taken,
        symbols: Vec::new(),
        by_identity: BTreeMap::new(),
        callees: BTreeMap::new(),
        sizes: BTreeMap::new(),
        bindings: BTreeMap::new(),
        scans: &scans,
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
        inlinable: super::INLINED_STATEMENTS,
        call_span: None,
        class: None,
        in_template: false,
        is_serial: false,
        bare: Vec::new(),
        dependent: false,
        typed: BTreeSet::new(),
        keeps_values: true,
        elements: BTreeMap::new(),
    };
    let parameters = function.arguments().into_iter().map(|own| lowerer.symbol(own)).collect();
    let mut stmts = Vec::new();
    lowerer.governed(body, &mut stmts);
    let (loop_count, stmt_count) = super::number::number(&mut stmts);
    let data = lowerer.host_data(&stmts);
    lowerer.tell_callees_apart();
    let variables = lowerer.host_variables();
    let Lowerer { symbols, .. } = lowerer;
    let name = function.spelling();
    let is_local = function.is_static() && !addressed.contains(&function.identity());
    let function = HostFunction {
        file: FileId(0),
        file_name: String::new(),
        name,
        is_local,
        span,
        parameters,
        symbols,
        variables,
        declares_target: files.declares_target,
        data,
        body: stmts,
        loop_count,
        stmt_count,
    };
    Some(Lowered { file, function })
}

impl Lowerer<'_, '_> {
    /// What the directives of a function say of data.
    fn host_data(&mut self, body: &[Stmt]) -> Vec<HostData> {
        let mut directives = Vec::new();
        walk_statements(body, &mut |stmt| {
            if let StmtKind::Directive(directive, _) = &stmt.kind {
                directives.push((stmt.id, directive));
            }
        });
        let one = |(stmt, directive): (_, &Directive)| {
            let mut is_whole = true;
            let mut items = Vec::new();
            for clause in &directive.clauses {
                is_whole &= clause.known && clauses::is_plain_map(clause);
                for item in clauses::items(clause) {
                    let item = self.host_item(item, directive.span.start);
                    is_whole &= item.is_some();
                    items.extend(item);
                }
            }
            HostData { stmt, items, is_whole }
        };
        directives.into_iter().map(one).collect()
    }

    /// What C says of the variables.
    fn host_variables(&self) -> Vec<HostVariable> {
        let mut variables = vec![HostVariable::default(); self.symbols.len()];
        for (identity, (element, declaration)) in &self.elements {
            let Some(symbol) = self.by_identity.get(identity) else { continue };
            let is_global = self.symbols[symbol.index()].scope == Scope::Global;
            let everywhere = Span::new(0, u32::MAX);
            let scope = if is_global {
                Some(everywhere)
            } else {
                self.scans.scope_of(self.function, *declaration)
            };
            let scope = scope.unwrap_or_default();
            variables[symbol.index()] = HostVariable { element: *element, scope };
        }
        variables
    }

    /// A list item, with the variable that its name means where the directive stands.
    fn host_item(&mut self, item: clauses::Item, at: u32) -> Option<DataItem> {
        let clauses::Item { name, member, kind, section } = item;
        let local = self.scans.visible(self.function, &name, at);
        let named = || match self.globals.named(&name)[..] {
            [only] if only.kind() == cs::CXCursor_VarDecl => Some(only),
            _ => None,
        };
        let symbol = self.symbol(local.or_else(named)?);
        let member = member.map(|path| self.member_of(symbol, path, at));
        Some(DataItem { symbol, member, kind, section, enclosing: false, may_be_empty: false })
    }
}
