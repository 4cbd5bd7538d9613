//! What parts of a function of the host name that are not understood.
//!
//! Such a part may do anything to the variables that it names, at any time behind it, too; to others only what others could. So its
//! variables are hidden, where all of them are known: it has no directive, whose clauses name more, and names nothing but variables,
//! functions and numbers.

use std::collections::BTreeSet;

use clang_sys as cs;

use super::Lowerer;
use super::call::{is_silent, written_argument};
use super::init::is_object;
use super::syntax::walk;
use super::types::is_array;
use crate::frontend::lex::Lexer;
use crate::frontend::libclang::{Cursor, Type as ClangType, is_function};
use crate::ir::{Stmt, StmtKind};

impl<'tu> Lowerer<'_, 'tu> {
    /// Keeps what a statement was that has parts which are not understood.
    pub(super) fn note_unseen(&mut self, stmt: &Stmt, cursor: Cursor<'tu>) {
        let is_own = self.frames.is_empty() && !stmt.in_macro;
        if self.host.is_some() && is_own && is_unseen(stmt) {
            self.unseen.insert(stmt.id, cursor);
        }
    }

    /// The variables that such parts name, by their identity; `None` where not all of them are known.
    pub(super) fn unseen_variables(&self, body: &[Stmt]) -> Option<BTreeSet<usize>> {
        let mut all = Vec::new();
        parts(body, &mut all);
        let mut found = BTreeSet::new();
        for stmt in all {
            let cursor = self.unseen.get(&stmt.id)?;
            if self.files.pragmas_in(self.file, stmt.span).next().is_some() {
                return None;
            }
            let mut pending = vec![*cursor];
            while let Some(part) = pending.pop() {
                if let Some(read) = element_read(part) {
                    pending.extend(read);
                    continue;
                }
                if self.is_partly_shown(part) {
                    return None;
                }
                match named(part) {
                    Named::Nothing => {}
                    Named::Variable(own) => drop(found.insert(own)),
                    Named::More => return None,
                }
                pending.extend(shown(part));
            }
        }
        Some(found)
    }

    /// Whether libclang does not show statements before the condition of a `switch` or the range of a `for`, or values that a lambda
    /// keeps under new names.
    pub(super) fn leaves_out(&self, part: Cursor<'tu>) -> bool {
        self.hides_start(part)
            || part.kind() == cs::CXCursor_LambdaExpr && self.may_keep_values(part)
    }

    /// Whether libclang does not show what stands before the condition of a `switch` or the range of a `for`.
    fn hides_start(&self, part: Cursor<'tu>) -> bool {
        match part.kind() {
            cs::CXCursor_SwitchStmt => self.check_start(b"switch", part).is_err(),
            cs::CXCursor_CXXForRangeStmt => self.check_start(b"for", part).is_err(),
            _ => false,
        }
    }

    /// Whether a lambda may give values to names of its own: `[x = y]`, `[&x = y]`, `[x{y}]`.
    fn may_keep_values(&self, lambda: Cursor<'tu>) -> bool {
        let start = lambda.extent().0;
        let Some(file) = start.file else { return true };
        let bytes = self.unit.contents(file);
        let mut last = None;
        for token in Lexer::within(bytes, start.offset) {
            let first = bytes.get(token.span.start as usize).copied();
            match (last, first) {
                _ if self.files.in_expansion(file, token.span.start) => return true,
                (None, Some(b'[')) | (Some(b'['), Some(b'=')) => {}
                (None, _) | (_, Some(b'=' | b'(' | b'{' | b'[') | None) => return true,
                (_, Some(b']')) => return false,
                _ => {}
            }
            last = first;
        }
        true
    }

    /// Whether libclang leaves out what a part names: before the condition of a `switch` or the range of a `for`, as the value that
    /// nobody gives, or in a list, where a function converts an object.
    fn is_partly_shown(&self, part: Cursor<'tu>) -> bool {
        match part.kind() {
            cs::CXCursor_UnexposedExpr => {
                is_silent(part) && self.host.is_some_and(|own| own.defaults_act)
            }
            cs::CXCursor_InitListExpr => converts_object(part),
            _ => self.hides_start(part),
        }
    }

    /// The functions that such parts name; those of the whole function where not all parts are known.
    pub(super) fn unseen_functions(&self, body: &[Stmt]) -> Vec<String> {
        let mut all = Vec::new();
        parts(body, &mut all);
        let known: Option<Vec<Cursor>> =
            all.iter().map(|stmt| self.unseen.get(&stmt.id).copied()).collect();
        let roots = known.unwrap_or_else(|| vec![self.function]);
        let inside = walk(roots, shown);
        let functions = inside.filter_map(Cursor::referenced).filter(|own| is_function(own.kind()));
        let names: BTreeSet<String> = functions.map(Cursor::spelling).collect();
        names.into_iter().collect()
    }
}

/// The parts of a part; of a call the parameters' own values where it gives none.
fn shown(part: Cursor<'_>) -> Vec<Cursor<'_>> {
    let mut parts = part.children();
    let callee = part.referenced().filter(|own| is_function(own.kind()));
    if let (cs::CXCursor_CallExpr, Some(callee)) = (part.kind(), callee) {
        let values = part.arguments().into_iter().rev();
        for (parameter, value) in callee.arguments().into_iter().rev().zip(values) {
            let own = written_argument(parameter, value);
            parts.iter_mut().filter(|part| part.is(value)).for_each(|part| *part = own);
        }
    }
    parts
}

/// Whether a list has an object in the place of a number.
fn converts_object(list: Cursor) -> bool {
    let ty = list.ty().canonical();
    let is_class = |ty: ClangType| ty.canonical().kind() == cs::CXType_Record;
    let values = list.children();
    if is_class(ty) {
        let fields = ty.fields();
        return values
            .iter()
            .zip(fields)
            .any(|(value, field)| is_object(*value) && !is_class(field.ty()));
    }
    let element = if is_array(ty) { ty.element() } else { ty };
    !is_class(element) && values.into_iter().any(is_object)
}

/// What else is evaluated where a part takes a number from a variable, or from an element of what one points to; nobody learns where
/// that is.
fn element_read(part: Cursor) -> Option<Vec<Cursor>> {
    let ty = part.ty().canonical();
    let is_number = matches!(ty.kind(), cs::CXType_Bool..=cs::CXType_LongDouble);
    let is_value = part.kind() == cs::CXCursor_UnexposedExpr
        && is_number
        && !ty.is_const()
        && !ty.is_volatile();
    let [place] = part.children()[..] else { return None };
    if !is_value {
        return None;
    }
    let (mut place, mut others) = (place, Vec::new());
    loop {
        let children = place.children();
        place = match (place.kind(), &children[..]) {
            (cs::CXCursor_DeclRefExpr, _) => {
                let own = place.referenced()?;
                let is_variable =
                    matches!(own.kind(), cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl);
                return is_variable.then_some(others);
            }
            (cs::CXCursor_ArraySubscriptExpr, [base, index]) => {
                others.push(*index);
                *base
            }
            (cs::CXCursor_ParenExpr | cs::CXCursor_MemberRefExpr, [inner]) => *inner,
            (cs::CXCursor_UnexposedExpr, [inner]) => {
                let from = inner.ty().canonical();
                let is_address = from.kind() == cs::CXType_Pointer || is_array(from);
                let is_plain = is_address && place.ty().canonical().kind() == cs::CXType_Pointer;
                Some(*inner).filter(|_| is_plain)?
            }
            _ => return None,
        };
    }
}

/// The functions of the C library that give storage to a stream, which uses it later.
const LENDING: [&str; 4] = ["fmemopen", "setbuf", "setbuffer", "setvbuf"];

/// What a part of a statement names or declares.
enum Named {
    Nothing,
    /// A variable, by its identity.
    Variable(usize),
    /// More than variables, perhaps.
    More,
}

fn named(part: Cursor) -> Named {
    match part.kind() {
        cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl => Named::Variable(part.identity()),
        cs::CXCursor_DeclRefExpr => part.referenced().map_or(Named::More, meant),
        cs::CXCursor_CXXThisExpr
        | cs::CXCursor_BlockExpr
        | cs::CXCursor_UnexposedDecl
        | cs::CXCursor_UnexposedStmt
        | cs::CXCursor_OverloadedDeclRef
        | cs::CXCursor_LabelStmt
        | cs::CXCursor_GotoStmt
        | cs::CXCursor_IndirectGotoStmt
        | cs::CXCursor_AsmStmt
        | cs::CXCursor_MSAsmStmt => Named::More,
        cs::CXCursor_MemberRefExpr => {
            let has_object = part.children().iter().any(|own| own.is_expression());
            if has_object { Named::Nothing } else { Named::More }
        }
        _ => Named::Nothing,
    }
}

/// What the declaration is that a name means.
fn meant(declaration: Cursor) -> Named {
    match declaration.kind() {
        cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl => Named::Variable(declaration.identity()),
        cs::CXCursor_EnumConstantDecl => Named::Nothing,
        kind if is_function(kind) && !LENDING.contains(&&*declaration.spelling()) => Named::Nothing,
        _ => Named::More,
    }
}

/// The statements of the host with parts that are not understood.
fn parts<'s>(block: &'s [Stmt], all: &mut Vec<&'s Stmt>) {
    for stmt in block {
        if is_unseen(stmt) {
            all.push(stmt);
        }
        let is_region =
            matches!(&stmt.kind, StmtKind::Directive(own, _) if own.construct().is_target());
        if !is_region {
            stmt.blocks().into_iter().for_each(|inner| parts(inner, all));
        }
    }
}

/// Whether a statement, without those in it, has parts that are not understood and that may do more than compute a number.
fn is_unseen(stmt: &Stmt) -> bool {
    let mut found = matches!(stmt.kind, StmtKind::Opaque { .. });
    stmt.walk_own(&mut |expr| found |= expr.is_unseen());
    found
}
