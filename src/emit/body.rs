//! A region's new text: where a region in the IR differs from the region as written, the text does.
//!
//! Statements are the same where their ids are. Headers stand at the loops of the text, whose bodies and braces they keep;
//! statements that come to another place stand at the beginning of a body, behind the conditions of boxes.

use super::headers::Headers;
use super::lines::{Lines, deeper, indent, removal};
use super::{Edit, directive, padded};
use crate::diag::Code;
use crate::ir::{Directive, Expr, HazardKind, Loop, Stmt, StmtKind, TargetRegion};
use crate::source::{SourceFile, Span};
use crate::transform::nest::split_conditions;

/// The edits that make the text of `written` that of `new`.
pub(super) fn edits(
    written: &TargetRegion,
    new: &TargetRegion,
    file: &SourceFile,
) -> Result<Vec<Edit>, Code> {
    let headers = Headers::of(written, new, file)?;
    let edits = directive::edits(&written.directive, &new.directive, file)?;
    let mut body = Body { written, headers, file, edits };
    body.statements(&written.body, &new.body, None)?;
    Ok(body.edits)
}

struct Body<'a> {
    written: &'a TargetRegion,
    headers: Headers<'a>,
    file: &'a SourceFile,
    edits: Vec<Edit>,
}

impl Body<'_> {
    /// The statements of the text are `old`, the body of the loop `around` where they are one.
    fn statements(
        &mut self,
        old: &[Stmt],
        new: &[Stmt],
        around: Option<&Loop>,
    ) -> Result<(), Code> {
        let (conditions, new) = split_conditions(new);
        if old == new && conditions.is_empty() {
            return Ok(());
        }
        let old = self.without_pragmas(old, new)?;
        let stays = |stmt: &Stmt| new.iter().any(|own| own.id == stmt.id);
        let (kept, gone): (Vec<&Stmt>, Vec<&Stmt>) = old.iter().partition(|stmt| stays(stmt));
        for span in spans(&gone) {
            if !self.file.slice(span).ends_with(b";") {
                return Err(Code::NotEditable);
            }
            self.edits.push(removal(self.file, span));
        }
        let is_new = |stmt: &&Stmt| !kept.iter().any(|own| own.id == stmt.id);
        let moved: Vec<&Stmt> = new.iter().take_while(is_new).collect();
        let rest = &new[moved.len()..];
        if !rest.iter().map(|stmt| stmt.id).eq(kept.iter().map(|stmt| stmt.id)) {
            return Err(Code::NotEditable);
        }
        self.beginning(around, &conditions, &moved)?;
        kept.into_iter().zip(rest).try_for_each(|(old, new)| self.statement(old, new))
    }

    /// The statements of the text, with those in the place of a directive's that go out of it.
    fn without_pragmas<'b>(
        &mut self,
        old: &'b [Stmt],
        new: &[Stmt],
    ) -> Result<Vec<&'b Stmt>, Code> {
        let stays = |stmt: &Stmt| new.iter().any(|own| own.id == stmt.id);
        let mut found = Vec::new();
        for stmt in old {
            match &stmt.kind {
                StmtKind::Directive(directive, body) if !stays(stmt) && body.iter().any(stays) => {
                    self.edits.push(directive::removal(directive, self.file)?);
                    found.extend(body);
                }
                _ => found.push(stmt),
            }
        }
        Ok(found)
    }

    fn statement(&mut self, old: &Stmt, new: &Stmt) -> Result<(), Code> {
        match (&old.kind, &new.kind) {
            (StmtKind::Loop(l), StmtKind::Directive(directive, body)) => {
                let [Stmt { kind: StmtKind::Loop(own), .. }] = body.as_slice() else {
                    return Err(Code::NotEditable);
                };
                self.pragma(directive, l)?;
                self.counted(l, own)
            }
            (StmtKind::Loop(l), StmtKind::Loop(own)) => self.counted(l, own),
            (
                StmtKind::If { then, otherwise, .. },
                StmtKind::If { then: own, otherwise: other, .. },
            ) => {
                self.statements(then, own, None)?;
                self.statements(otherwise, other, None)
            }
            (StmtKind::While { body, .. }, StmtKind::While { body: own, .. }) => {
                self.statements(body, own, None)
            }
            (StmtKind::Directive(directive, body), StmtKind::Directive(other, own))
                if directive == other =>
            {
                self.statements(body, own, None)
            }
            (old, new) if old == new => Ok(()),
            _ => Err(Code::NotEditable),
        }
    }

    /// The loop at the place of `old` in the text becomes `new`.
    fn counted(&mut self, old: &Loop, new: &Loop) -> Result<(), Code> {
        if let Some(text) = self.headers.changed(old, new)? {
            self.edits.push(Edit::replacement(old.header, padded(text, self.file, old.header)));
        }
        self.statements(&old.body, &new.body, Some(old))
    }

    /// A pragma before a loop.
    fn pragma(&mut self, directive: &Directive, l: &Loop) -> Result<(), Code> {
        if !self.file.slice(l.header).contains(&b';') {
            return Err(Code::NotEditable);
        }
        let mut lines = Lines::default();
        lines.add(&indent(self.file, l.header.start), &directive::pragma(directive));
        self.edits.push(lines.before(self.file, l.header.start));
        Ok(())
    }

    /// What comes to the beginning of the body of `around`.
    fn beginning(
        &mut self,
        around: Option<&Loop>,
        conditions: &[&Expr],
        moved: &[&Stmt],
    ) -> Result<(), Code> {
        if conditions.is_empty() && moved.is_empty() {
            return Ok(());
        }
        let l = around.filter(|l| !begins_with_directive(l)).ok_or(Code::NotEditable)?;
        if !conditions.is_empty() {
            let text = self.headers.conditions(conditions)?;
            self.edits.extend(before_body(self.written, l, text));
        }
        let mut lines = Lines::default();
        for span in spans(moved) {
            let text = self.headers.moved(span)?;
            if !text.is_empty() {
                let number = self.file.position(span.start).line;
                lines.place(number, &body_indent(self.file, l), &text);
            }
        }
        if !lines.is_empty() {
            self.edits.extend(insertions(self.file, l, !conditions.is_empty(), lines)?);
        }
        Ok(())
    }
}

/// Where statements stand; several of one declaration once.
fn spans(statements: &[&Stmt]) -> Vec<Span> {
    let mut spans: Vec<Span> = statements.iter().map(|stmt| stmt.span).collect();
    spans.dedup();
    spans
}

/// The indentation of a loop's body.
fn body_indent(file: &SourceFile, l: &Loop) -> String {
    let own = indent(file, l.header.start);
    match l.body.first().map(|first| indent(file, first.span.start)) {
        Some(body) if body.len() > own.len() => body,
        _ => deeper(&own),
    }
}

/// The insertion of lines behind the opening brace, or in the body's new braces; none behind a brace of another spelling.
fn insertions(
    file: &SourceFile,
    l: &Loop,
    is_conditional: bool,
    lines: Lines,
) -> Result<Vec<Edit>, Code> {
    let body = l.body_span;
    if l.braced {
        let is_brace = file.slice(body).starts_with(b"{");
        return if is_brace {
            Ok(vec![lines.behind(file, body.start + 1)])
        } else {
            Err(Code::NotEditable)
        };
    }
    let mut closing = Lines::default();
    closing.add(&indent(file, l.header.start), "}");
    let closing = closing.behind(file, body.end);
    if is_conditional {
        let opening = Edit::insertion(body.start, "{");
        return Ok(vec![opening, lines.inside(file, body.start), closing]);
    }
    Ok(vec![Edit::insertion(l.header.end, " {"), lines.before(file, body.start), closing])
}

/// Whether a directive stands before the body of a loop without braces: the text of the body begins behind it.
fn begins_with_directive(l: &Loop) -> bool {
    !l.braced && matches!(l.body.first(), Some(Stmt { kind: StmtKind::Directive(..), .. }))
}

/// Whether an `else` may end the text of a body, those of loops without braces among them.
fn ends_in_condition(body: &[Stmt]) -> bool {
    match body {
        [Stmt { kind: StmtKind::If { .. }, .. }] => true,
        [Stmt { kind: StmtKind::Loop(l), .. }] => !l.braced && ends_in_condition(&l.body),
        _ => false,
    }
}

/// The insertion of conditions before a loop's body: in braces where an `else` in the body could be taken for one of theirs, or where the
/// text behind the region would go on with one.
fn before_body(region: &TargetRegion, l: &Loop, conditions: Vec<u8>) -> Vec<Edit> {
    let (mut opening, mut closing) = (conditions, String::new());
    if !l.braced && ends_in_condition(&l.body) {
        opening.extend(b"{ ");
        closing.push_str(" }");
    }
    if region.has_hazard(HazardKind::Else) {
        opening.splice(..0, *b"{ ");
        closing.push_str(" }");
    }
    let opening = Edit::insertion(l.body_span.start, opening);
    let closing = (!closing.is_empty()).then(|| Edit::insertion(l.body_span.end, closing));
    std::iter::once(opening).chain(closing).collect()
}
