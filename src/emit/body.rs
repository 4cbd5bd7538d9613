//! A region's new text: where a region in the IR differs from the region as written, the text does.
//!
//! Statements are the same where their ids are. Headers stand at the loops of the text, whose bodies and braces they keep;
//! statements that come to another place stand at the beginning of a body, behind the conditions of boxes.

use super::guards::Heads;
use super::headers::Headers;
use super::lines::{Lines, deeper, indent, removal};
use super::{Edit, directive, flat, guards, padded, statements};
use crate::diag::Code;
use crate::ir::{Directive, Expr, HazardKind, Loop, Stmt, StmtKind, TargetRegion, walk_statements};
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
        let (moved, new) = moved(old, new);
        let old = self.uncovered(old, new)?;
        let stays = |stmt: &Stmt| new.iter().any(|own| own.id == stmt.id);
        let (kept, gone): (Vec<&Stmt>, Vec<&Stmt>) = old.iter().partition(|stmt| stays(stmt));
        for span in spans(&gone) {
            let text = self.file.slice(span);
            let is_test = |stmt: &&Stmt| matches!(stmt.kind, StmtKind::If { .. });
            let tests = gone.iter().filter(|stmt| stmt.span == span).any(is_test);
            if !(text.ends_with(b";") || tests && text.ends_with(b"}")) {
                return Err(Code::NotEditable);
            }
            self.edits.push(removal(self.file, span));
        }
        if !new.iter().map(|stmt| stmt.id).eq(kept.iter().map(|stmt| stmt.id)) {
            return Err(Code::NotEditable);
        }
        self.beginning(around, &conditions, &moved)?;
        kept.into_iter().zip(new).try_for_each(|(old, new)| self.statement(old, new))
    }

    /// The statements of the text, with those in the place of a directive's, or of a condition's, that go out of it.
    fn uncovered<'b>(&mut self, old: &'b [Stmt], new: &[Stmt]) -> Result<Vec<&'b Stmt>, Code> {
        let stays = |stmt: &Stmt| new.iter().any(|own| own.id == stmt.id);
        let mut found = Vec::new();
        for stmt in old {
            match &stmt.kind {
                StmtKind::Directive(directive, body) if !stays(stmt) && body.iter().any(stays) => {
                    self.edits.push(directive::removal(directive, self.file)?);
                    found.extend(body);
                }
                StmtKind::If { then, .. } if !stays(stmt) && holds(then, &stays) => {
                    let head = guards::head(self.file, stmt)?;
                    self.edits.push(Edit::replacement(head, padded(Vec::new(), self.file, head)));
                    found.extend(self.uncovered(then, new)?);
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

    /// Where the text has the condition of a statement that has moved.
    fn head(&self, moved: &Stmt) -> Result<Span, Code> {
        let written = statements(&self.written.body).into_iter().find(|own| own.id == moved.id);
        guards::head(self.file, written.ok_or(Code::NotEditable)?)
    }

    /// What comes to the beginning of the body of `around`.
    fn beginning(
        &mut self,
        around: Option<&Loop>,
        conditions: &[&Expr],
        moved: &[Moved],
    ) -> Result<(), Code> {
        if conditions.is_empty() && moved.is_empty() {
            return Ok(());
        }
        let l = around.filter(|l| !begins_with_directive(l)).ok_or(Code::NotEditable)?;
        if !conditions.is_empty() {
            let text = self.headers.conditions(conditions)?;
            self.edits.extend(before_body(self.written, l, text));
        }
        let indent = body_indent(self.file, l);
        let tests = moved.iter().filter(|own| matches!(own, Moved::Test(_))).count();
        let alone = tests == moved.len();
        let mut texts: Vec<(u32, Vec<u8>)> = Vec::new();
        let mut last = Span::default();
        for own in moved {
            let (span, mut text) = match own {
                Moved::Test(stmt) => {
                    let head = self.head(stmt)?;
                    (head, flat::code(self.file.slice(head))?)
                }
                Moved::Whole(stmt) => (stmt.span, self.headers.moved(stmt.span)?),
            };
            if std::mem::replace(&mut last, span) == span {
                continue;
            }
            if matches!(own, Moved::Test(_)) && !alone {
                text.extend(b" {");
            }
            if !text.is_empty() {
                texts.push((self.file.position(span.start).line, text));
            }
        }
        if alone {
            let boxed = !conditions.is_empty();
            let heads = Heads { indent: &indent, texts, boxed };
            let edits = heads.before_body(self.written, self.file, l);
            self.edits.extend(edits.into_iter().filter(|_| tests > 0));
            return Ok(());
        }
        let mut lines = Lines::default();
        texts.iter().for_each(|(number, text)| lines.place(*number, &indent, text));
        if !lines.is_empty() {
            let around = (!conditions.is_empty(), tests);
            self.edits.extend(insertions(self.file, l, around, lines)?);
        }
        Ok(())
    }
}

/// What comes to the beginning of a body from elsewhere.
enum Moved<'a> {
    /// A whole statement.
    Whole(&'a Stmt),
    /// The condition of a statement, before all that follows.
    Test(&'a Stmt),
}

/// What comes to the beginning of a body whose statements in the text are `old`, and those behind it.
fn moved<'a>(old: &[Stmt], mut new: &'a [Stmt]) -> (Vec<Moved<'a>>, &'a [Stmt]) {
    let is_there = |stmt: &Stmt| {
        let mut found = false;
        walk_statements(old, &mut |own| found |= own.id == stmt.id);
        found
    };
    let mut found = Vec::new();
    while let Some((first, rest)) = new.split_first().filter(|(first, _)| !is_there(first)) {
        match &first.kind {
            StmtKind::If { then, .. } if rest.is_empty() => {
                found.push(Moved::Test(first));
                new = then;
            }
            _ => {
                found.push(Moved::Whole(first));
                new = rest;
            }
        }
    }
    (found, new)
}

/// Whether the loop that stays is among the statements, or behind conditions among them.
fn holds(body: &[Stmt], stays: &impl Fn(&Stmt) -> bool) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        _ if stays(stmt) => true,
        StmtKind::If { then, .. } | StmtKind::Directive(_, then) => holds(then, stays),
        _ => false,
    })
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

/// The insertion of lines behind the opening brace, or in the body's new braces; none behind a brace of another spelling. So many `tests`
/// among the lines open braces that end with the body.
fn insertions(
    file: &SourceFile,
    l: &Loop,
    (is_conditional, tests): (bool, usize),
    lines: Lines,
) -> Result<Vec<Edit>, Code> {
    let body = l.body_span;
    if l.braced {
        let is_brace = file.slice(body).starts_with(b"{");
        let closing = (tests > 0).then(|| Edit::insertion(body.end - 1, "} ".repeat(tests)));
        return if is_brace {
            Ok(std::iter::once(lines.behind(file, body.start + 1)).chain(closing).collect())
        } else {
            Err(Code::NotEditable)
        };
    }
    let mut closing = Lines::default();
    closing.add(&indent(file, l.header.start), &["} ".repeat(tests).as_str(), "}"].concat());
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

/// The insertion of conditions before a loop's body: in braces where an `else` in the body could be taken for one of theirs, or where the
/// text behind the region would go on with one.
fn before_body(region: &TargetRegion, l: &Loop, conditions: Vec<u8>) -> Vec<Edit> {
    let (mut opening, mut closing) = (conditions, String::new());
    if !l.braced && guards::ends_in_condition(&l.body) {
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
