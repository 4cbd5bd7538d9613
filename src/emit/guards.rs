//! Conditions that move into the body of a loop further in ([`crate::transform::step::StepKind::GUARD`]):
//! their heads leave the text, the braces behind them stay, and they stand before that body.

use super::lines::Lines;
use super::{Edit, flat};
use crate::diag::Code;
use crate::ir::{HazardKind, Loop, Stmt, StmtKind, TargetRegion};
use crate::source::{SourceFile, Span};

/// From the word `if` to the end of the condition behind it. Nothing but braces stands between the condition and the statements
/// behind it, and behind these.
pub(super) fn head(file: &SourceFile, stmt: &Stmt) -> Result<Span, Code> {
    let StmtKind::If { then, .. } = &stmt.kind else { return Err(Code::NotEditable) };
    let (Some(first), Some(last)) = (then.first(), then.last()) else {
        return Err(Code::NotEditable);
    };
    let length = length(file.slice(stmt.span)).ok_or(Code::NotEditable)?;
    let head = Span::new(stmt.span.start, stmt.span.start + length as u32);
    let start = match &first.kind {
        StmtKind::Directive(directive, _) => directive.span.start.min(first.span.start),
        _ => first.span.start,
    };
    let gaps = [(head.end, start), (last.span.end, stmt.span.end)];
    if gaps.iter().any(|(start, end)| start > end) {
        return Err(Code::NotEditable);
    }
    let [before, behind] = gaps.map(|(start, end)| flat::code(file.slice(Span::new(start, end))));
    let braces = |text: Vec<u8>, brace: u8| {
        let is_blank = text.iter().all(|byte| *byte == b' ' || *byte == brace);
        is_blank.then(|| text.split(|byte| *byte == brace).count() - 1)
    };
    let (opened, closed) = (braces(before?, b'{'), braces(behind?, b'}'));
    if opened.is_some() && opened == closed { Ok(head) } else { Err(Code::NotEditable) }
}

/// The length of `if (…)` at the beginning of a text.
fn length(text: &[u8]) -> Option<usize> {
    let condition = text.strip_prefix(b"if")?.trim_ascii_start();
    let start = text.len() - condition.len();
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(byte) = condition.get(at) {
        let rest = &condition[at..];
        at += match byte {
            b'"' | b'\'' => flat::literal(rest)?,
            b'/' if rest.starts_with(b"//") => rest.iter().position(|byte| *byte == b'\n')?,
            b'/' if rest.starts_with(b"/*") => rest[2..].windows(2).position(|w| w == b"*/")? + 4,
            _ => 1,
        };
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(start + at).filter(|_| at > 1);
        }
    }
    None
}

/// Conditions that come before a loop's body.
pub(super) struct Heads<'a> {
    pub(super) indent: &'a str,
    /// Each with the number of its line.
    pub(super) texts: Vec<(u32, Vec<u8>)>,
    /// Whether conditions of boxes come there, too.
    pub(super) boxed: bool,
}

impl Heads<'_> {
    /// The insertion before the body of the loop, with braces as conditions of boxes have them.
    pub(super) fn before_body(
        mut self,
        region: &TargetRegion,
        file: &SourceFile,
        l: &Loop,
    ) -> Vec<Edit> {
        let mut closing = String::new();
        if region.has_hazard(HazardKind::Else)
            && let Some((_, first)) = self.texts.first_mut()
        {
            first.splice(..0, *b"{ ");
            closing.push_str(" }");
        }
        if !l.braced
            && ends_in_condition(&l.body)
            && let Some((_, last)) = self.texts.last_mut()
        {
            last.extend(b" {");
            closing.push_str(" }");
        }
        let mut lines = Lines::default();
        self.texts.iter().for_each(|(number, text)| lines.place(*number, self.indent, text));
        let start = l.body_span.start;
        let opening =
            if self.boxed { lines.inside(file, start) } else { lines.before(file, start) };
        let closing =
            (!closing.is_empty()).then(|| Edit::insertion(l.body_span.end, closing.as_str()));
        std::iter::once(opening).chain(closing).collect()
    }
}

/// Whether an `else` may end the text of a body, those of loops without braces among them.
pub(super) fn ends_in_condition(body: &[Stmt]) -> bool {
    match body {
        [Stmt { kind: StmtKind::If { .. }, .. }] => true,
        [Stmt { kind: StmtKind::Loop(l), .. }] => !l.braced && ends_in_condition(&l.body),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_end_where_their_parenthesis_closes() {
        let cases: [(&str, Option<&str>); 10] = [
            ("if (a) for", Some("if (a)")),
            ("if(f(a) && (b))\n{", Some("if(f(a) && (b))")),
            ("if (a /* ) */) x", Some("if (a /* ) */)")),
            ("if (a && // )\nb) x", Some("if (a && // )\nb)")),
            ("if (c == ')') x", Some("if (c == ')')")),
            ("if constexpr (a) x", None),
            ("if (a", None),
            ("if", None),
            ("for (;;)", None),
            ("if (\n  a ||\n  b) for", Some("if (\n  a ||\n  b)")),
        ];
        for (text, head) in cases {
            let found = length(text.as_bytes()).map(|length| &text[..length]);
            assert_eq!(found, head, "{text}");
        }
    }
}
