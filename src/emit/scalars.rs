//! Elements of arrays that are scalars while a loop runs ([`crate::transform::scalar`]): what stands around the loop comes onto its first
//! and its last line, in braces, and the scalars take the places of the elements in it.

use super::Edit;
use super::made::Made;
use crate::diag::Code;
use crate::ir::{Expr, Stmt, StmtKind, TargetRegion};
use crate::source::SourceFile;
use crate::transform::applied_to_one;
use crate::transform::step::{Step, StepKind};

/// The edits that put scalars into the text of `written`, with the `others` around them: at the end of a loop they come first, and at its
/// beginning last.
pub(super) fn around(
    written: &TargetRegion,
    steps: &[Step],
    file: &SourceFile,
    others: Vec<Edit>,
) -> Result<Vec<Edit>, Code> {
    let own: Vec<Step> = steps.iter().filter(|s| s.kind == StepKind::SCALAR).cloned().collect();
    if own.is_empty() {
        return Ok(others);
    }
    // A condition before the loop would name what the headers do not name any more.
    if steps.iter().any(|step| step.kind == StepKind::SUBSTITUTE) {
        return Err(Code::NotEditable);
    }
    let new = applied_to_one(written, &own).ok_or(Code::NotEditable)?;
    let made = Made::of((written, &own), &new, file)?;
    let mut scalars = Scalars { made, file, first: Vec::new(), last: Vec::new() };
    scalars.block(&new.body, None)?;
    Ok(scalars.first.into_iter().chain(others).chain(scalars.last).collect())
}

struct Scalars<'a> {
    made: Made<'a>,
    file: &'a SourceFile,
    first: Vec<Edit>,
    last: Vec<Edit>,
}

impl Scalars<'_> {
    /// The statements behind a condition that is new, where it is one; with what runs where it does not hold.
    fn block(&mut self, body: &[Stmt], condition: Option<(&Expr, &[Stmt])>) -> Result<(), Code> {
        let is_made = |stmt: &Stmt| stmt.span.is_empty();
        let is_store = |stmt: &Stmt| is_made(stmt) && matches!(stmt.kind, StmtKind::Assign { .. });
        let mut before: Vec<&Stmt> = Vec::new();
        for (at, stmt) in body.iter().enumerate() {
            match &stmt.kind {
                StmtKind::If { condition, then, otherwise } if is_made(stmt) => {
                    self.block(then, Some((condition, otherwise)))?;
                }
                StmtKind::Declare { .. } if is_made(stmt) => before.push(stmt),
                StmtKind::Loop(_) if !before.is_empty() => {
                    let behind = body[at + 1..].iter().take_while(|stmt| is_store(stmt));
                    let behind: Vec<&Stmt> = behind.collect();
                    self.counted(stmt, condition, [&before, &behind])?;
                    before.clear();
                }
                StmtKind::Loop(l) => self.block(&l.body, None)?,
                StmtKind::If { then, otherwise, .. } => {
                    self.block(then, None)?;
                    self.block(otherwise, None)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A loop with what stands before and behind it.
    fn counted(
        &mut self,
        stmt: &Stmt,
        condition: Option<(&Expr, &[Stmt])>,
        [before, behind]: [&[&Stmt]; 2],
    ) -> Result<(), Code> {
        let end = stmt.span.end;
        let text = self.file.slice(stmt.span);
        if !text.ends_with(b";") && !text.ends_with(b"}") {
            return Err(Code::NotEditable);
        }
        let StmtKind::Loop(l) = &stmt.kind else { return Err(Code::NotEditable) };
        let (mut opening, mut closing) = ("{ ".to_owned(), String::new());
        if let Some((condition, _)) = condition {
            opening += &["if (", &self.made.value(condition)?, ") { "].concat();
        }
        for own in before {
            opening += &[&self.made.simple(own)?, " "].concat();
        }
        for own in behind {
            closing += &[" ", &self.made.simple(own)?].concat();
        }
        closing += " }";
        if let Some((_, otherwise)) = condition {
            for own in otherwise {
                closing += &[" else ", &self.made.simple(own)?].concat();
            }
            closing += " }";
        }
        self.last.push(Edit::insertion(l.header.start, opening));
        if !l.braced {
            self.last.push(Edit::insertion(l.header.end, " {"));
            closing.insert_str(0, " }");
        }
        self.last.extend(self.made.moved(std::slice::from_ref(stmt))?);
        self.first.push(Edit::insertion(end, closing));
        Ok(())
    }
}
