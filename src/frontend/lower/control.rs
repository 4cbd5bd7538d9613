//! `switch` as a chain of `if`.

use clang_sys as cs;

use super::Lowerer;
use super::nodes::{binary, cast, compared, made};
use super::syntax::{tree_size, without_attributes};
use crate::frontend::libclang::Cursor;
use crate::ir::{BinaryOp, Expr, ExprKind, Relation, Stmt, StmtKind, Type};

/// The statements of a `switch` between one run of labels and the next.
struct Group<'tu> {
    values: Vec<Cursor<'tu>>,
    is_default: bool,
    stmts: Vec<Cursor<'tu>>,
    /// Whether the next group follows.
    runs_on: bool,
}

impl<'tu> Lowerer<'_, 'tu> {
    /// A `switch`: a chain of `if`. A group that runs into the next has the next one's statements
    /// too.
    pub(super) fn switch_statement(&mut self, cursor: Cursor<'tu>, out: &mut Vec<Stmt>) {
        let start = self.check_start(b"switch", cursor);
        let (condition, groups) = match start.and_then(|()| Ok(groups(cursor)?)) {
            Ok(found) => found,
            Err(why) => return self.opaque_statement(cursor, why, out),
        };
        let span = self.statement_span(cursor);
        let value = self.hoisting(condition, out, |lowerer| {
            let value = lowerer.whole_expr(condition);
            if matches!(value.kind, ExprKind::Int(_)) { value } else { lowerer.copied(value, span) }
        });
        if !value.ty.is_int() {
            return self.opaque_statement(
                cursor,
                "a switch over something that is no integer",
                out,
            );
        }
        let mut last = Vec::new();
        let mut chain = Vec::new();
        let shared = groups.iter().any(|group| group.runs_on);
        if shared && !self.may_repeat(cursor, &groups) {
            let why = "a switch with a group that runs into the next";
            return self.opaque_statement(cursor, why, out);
        }
        for (index, group) in groups.iter().enumerate() {
            let mut body = Vec::new();
            if shared {
                let run = groups[index..].iter().position(|group| !group.runs_on);
                let run = &groups[index..=index + run.unwrap_or(0)];
                self.with_span(span, |lowerer| {
                    let all = run.iter().flat_map(|group| &group.stmts);
                    all.for_each(|stmt| lowerer.governed(*stmt, &mut body));
                });
            } else {
                group.stmts.iter().for_each(|stmt| self.governed(*stmt, &mut body));
            }
            if group.is_default {
                last = body;
            } else {
                let labels: Vec<_> = group.values.iter().map(|label| self.expr(*label)).collect();
                let tests = labels.into_iter().map(|label| is_equal(&value, label));
                chain.extend(tests.reduce(either).map(|test| (test, body)));
            }
        }
        for (condition, then) in chain.into_iter().rev() {
            last = vec![made(StmtKind::If { condition, then, otherwise: last }, span)];
        }
        out.append(&mut last);
    }

    /// Whether the statements of a `switch` can stand in the region several times.
    fn may_repeat(&mut self, cursor: Cursor<'tu>, groups: &[Group]) -> bool {
        let (start, end) = cursor.extent();
        let span = crate::source::Span::new(start.offset, end.offset);
        let size = tree_size(cursor, self.inlinable);
        let repeated = size.saturating_mul(u32::try_from(groups.len()).unwrap_or(u32::MAX));
        let directives = start.file.is_none_or(|file| self.files.has_directive_in(file, span));
        match self.inlinable.checked_sub(repeated) {
            Some(rest) if !directives => {
                self.inlinable = rest;
                true
            }
            _ => false,
        }
    }
}

fn is_equal(value: &Expr, label: Expr) -> Expr {
    compared(value.clone(), Relation::Eq, cast(label, value.ty), Type::INT)
}

fn either(left: Expr, right: Expr) -> Expr {
    binary(left, BinaryOp::Or, right, Type::INT)
}

/// The condition of a `switch`, and its groups without the `break` at their ends.
fn groups(cursor: Cursor<'_>) -> Result<(Cursor<'_>, Vec<Group<'_>>), &'static str> {
    let [condition, body] = cursor.children()[..] else {
        return Err("a switch with a declaration in its condition");
    };
    if body.kind() != cs::CXCursor_CompoundStmt || !condition.is_expression() {
        return Err("a switch without a block");
    }
    let mut groups: Vec<Group> = Vec::new();
    for stmt in body.children() {
        let mut inner = without_attributes(stmt);
        if is_label(inner) {
            let (values, stmts) = (Vec::new(), Vec::new());
            groups.push(Group { values, is_default: false, stmts, runs_on: false });
        }
        let group = groups.last_mut().ok_or("a switch with statements before its labels")?;
        while is_label(inner) {
            inner = labelled(inner, group)?;
        }
        group.stmts.push(inner);
    }
    let last = groups.len().saturating_sub(1);
    for (index, group) in groups.iter_mut().enumerate() {
        close(group, index == last)?;
    }
    Ok((condition, groups))
}

/// Takes the `break` from the end of a group.
fn close(group: &mut Group, last: bool) -> Result<(), &'static str> {
    if let [block] = group.stmts[..]
        && block.kind() == cs::CXCursor_CompoundStmt
    {
        group.stmts = block.children();
    }
    match group.stmts.last().map_or(0, |stmt| stmt.kind()) {
        cs::CXCursor_BreakStmt => {
            group.stmts.pop();
        }
        cs::CXCursor_ReturnStmt | cs::CXCursor_ContinueStmt => {}
        _ if last => {}
        _ => group.runs_on = true,
    }
    let breaks = group.stmts.iter().any(|stmt| breaks(*stmt));
    if breaks { Err("a switch with a break inside a statement") } else { Ok(()) }
}

fn is_label(stmt: Cursor) -> bool {
    matches!(stmt.kind(), cs::CXCursor_CaseStmt | cs::CXCursor_DefaultStmt)
}

/// The statement behind a label, which is added to its group.
fn labelled<'tu>(label: Cursor<'tu>, group: &mut Group<'tu>) -> Result<Cursor<'tu>, &'static str> {
    match (label.kind(), &label.children()[..]) {
        (cs::CXCursor_CaseStmt, [value, inner]) => {
            group.values.push(*value);
            Ok(*inner)
        }
        (cs::CXCursor_DefaultStmt, [inner]) => {
            group.is_default = true;
            Ok(*inner)
        }
        _ => Err("a switch with a range of values"),
    }
}

/// Whether a statement holds a `break` of the statement around it, or another label of it.
fn breaks(stmt: Cursor) -> bool {
    match stmt.kind() {
        cs::CXCursor_BreakStmt
        | cs::CXCursor_CaseStmt
        | cs::CXCursor_DefaultStmt
        | cs::CXCursor_LabelStmt => true,
        cs::CXCursor_ForStmt
        | cs::CXCursor_WhileStmt
        | cs::CXCursor_DoStmt
        | cs::CXCursor_SwitchStmt
        | cs::CXCursor_CXXForRangeStmt => false,
        _ => !stmt.is_expression() && stmt.children().into_iter().any(breaks),
    }
}
