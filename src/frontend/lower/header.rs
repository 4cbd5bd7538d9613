//! Headers of `for` as they are written: their parts, and which variable counts.

use clang_sys as cs;

use super::Lowerer;
use super::syntax::{comma_operands, mentions, names, relation, stripped, two_children};
use crate::frontend::lex::{Lexer, TokenKind};
use crate::frontend::libclang::Cursor;
use crate::ir::{Expr, ExprKind, Relation};
use crate::source::Span;

/// The four parts of a `for`, as far as they are present.
pub(super) struct Parts<'tu> {
    pub(super) init: Option<Cursor<'tu>>,
    pub(super) condition: Option<Cursor<'tu>>,
    pub(super) increment: Option<Cursor<'tu>>,
    pub(super) body: Cursor<'tu>,
    /// Its text, where it is all written in the file.
    pub(super) header: Option<Header>,
}

/// Where the text of a `for` header stands.
pub(super) struct Header {
    pub(super) span: Span,
    semicolons: [u32; 2],
}

/// The parts of a header that count.
#[derive(Clone, Copy)]
pub(super) struct Counting<'tu> {
    pub(super) variable: Cursor<'tu>,
    pub(super) start: Cursor<'tu>,
    pub(super) relation: Relation,
    pub(super) bound: Cursor<'tu>,
    pub(super) increment: Cursor<'tu>,
    pub(super) declares: bool,
}

impl<'tu> Lowerer<'_, 'tu> {
    /// The parts of a `for`.
    pub(super) fn parts(&self, cursor: Cursor<'tu>) -> Result<Parts<'tu>, String> {
        let header = self.header(cursor);
        let children = cursor.children();
        let (&body, rest) = children.split_last().ok_or("a loop without a body")?;
        if let [init, condition, increment] = *rest {
            let (init, condition, increment) = (Some(init), Some(condition), Some(increment));
            return Ok(Parts { init, condition, increment, body, header });
        }
        let known = header.as_ref().filter(|_| rest.len() < 3);
        let [first, second] = known.ok_or("a loop whose header has an unusual form")?.semicolons;
        let between = |low: u32, high: u32| {
            rest.iter().copied().find(|part| (low..high).contains(&part.extent().0.offset))
        };
        Ok(Parts {
            init: between(0, first),
            condition: between(first, second),
            increment: between(second, u32::MAX),
            body,
            header,
        })
    }

    /// The text of the header, where it is all written in the file.
    fn header(&self, cursor: Cursor<'tu>) -> Option<Header> {
        let (start, _) = cursor.extent();
        if start.file != Some(self.file) || self.expansion(start.offset) {
            return None;
        }
        let bytes = self.bytes();
        let mut tokens = Lexer::within(bytes, start.offset);
        let text = |span: Span| &bytes[span.range()];
        let keyword = tokens.next().filter(|token| text(token.span) == b"for")?;
        let mut depth = 0_u32;
        let mut semicolons = Vec::new();
        for token in tokens {
            if token.kind == TokenKind::Directive {
                return None;
            }
            match (text(token.span), depth) {
                (b"(" | b"[" | b"{", _) => depth += 1,
                (b")", 1) => {
                    let span = Span::new(keyword.span.start, token.span.end);
                    let semicolons = semicolons.try_into().ok()?;
                    return Some(Header { span, semicolons });
                }
                (b")" | b"]" | b"}", _) => depth = depth.checked_sub(1)?,
                (b";", 1) => semicolons.push(token.span.start),
                (_, 0) => return None,
                _ => {}
            }
        }
        None
    }
}

/// The part of an initialisation that sets the counter, which the condition compares, and the others.
pub(super) fn split_init<'tu>(
    init: Cursor<'tu>,
    condition: Cursor<'tu>,
) -> Result<(Cursor<'tu>, Vec<Cursor<'tu>>), String> {
    let parts = match init.kind() {
        cs::CXCursor_DeclStmt => init.children(),
        _ => comma_operands(init),
    };
    let sets = |part: &Cursor<'tu>| {
        let variable = initialisation(*part).ok().map(|(variable, ..)| variable);
        parts.len() == 1 || variable.is_some_and(|v| comparison(v, condition).is_ok())
    };
    let counters: Vec<_> = parts.iter().copied().filter(|part| sets(part)).collect();
    let [counter] = counters[..] else {
        return Err("its header sets several variables that it compares, or none".to_owned());
    };
    let before = parts.into_iter().filter(|part| !part.is(counter)).collect();
    Ok((counter, before))
}

/// The part of an increment that steps the counter, and the others.
pub(super) fn split_increment<'tu>(
    increment: Cursor<'tu>,
    variable: Cursor<'tu>,
) -> Result<(Cursor<'tu>, Vec<Cursor<'tu>>), String> {
    let parts = comma_operands(increment);
    if let [only] = parts[..] {
        return Ok((only, Vec::new()));
    }
    let (own, others): (Vec<_>, Vec<_>) =
        parts.into_iter().partition(|part| mentions(*part, variable));
    match own[..] {
        [only] => Ok((only, others)),
        _ => Err("its header uses the counter in several increments".to_owned()),
    }
}

/// The counter, its first value, and whether the header declares it.
pub(super) fn initialisation(init: Cursor<'_>) -> Result<(Cursor<'_>, Cursor<'_>, bool), String> {
    if init.kind() == cs::CXCursor_VarDecl {
        let value = init.initializer().ok_or("its counter is not initialised")?;
        return Ok((init, value, true));
    }
    let init = stripped(init);
    let assigns = init.kind() == cs::CXCursor_BinaryOperator
        && init.binary_operator() == cs::CXBinaryOperator_Assign;
    let called = init.kind() == cs::CXCursor_CallExpr && init.spelling() == "operator=";
    let (target, value) = match init.arguments()[..] {
        [target, value] if called => (target, value),
        _ if assigns => two_children(init)?,
        _ => return Err("its header does not assign to a counter".to_owned()),
    };
    let target = stripped(target);
    let variable = target.referenced().filter(|_| target.kind() == cs::CXCursor_DeclRefExpr);
    let variable = variable.ok_or("its counter is not a variable")?;
    match variable.kind() {
        cs::CXCursor_VarDecl | cs::CXCursor_ParmDecl => Ok((variable, value, false)),
        _ => Err("its counter is not a variable".to_owned()),
    }
}

/// How the counter is compared, as if it stood on the left, and with what.
pub(super) fn comparison<'tu>(
    variable: Cursor<'tu>,
    condition: Cursor<'tu>,
) -> Result<(Relation, Cursor<'tu>), String> {
    let compared = "its condition does not compare the counter with a bound";
    let (relation, left, right) = compared_values(stripped(condition)).ok_or(compared)?;
    let (relation, bound) = if names(left, variable) {
        (relation, right)
    } else if names(right, variable) {
        (relation.swapped(), left)
    } else {
        return Err(compared.to_owned());
    };
    if mentions(bound, variable) {
        return Err("its bound depends on the counter".to_owned());
    }
    Ok((relation, bound))
}

/// The operands of a comparison, by an operator of an iterator too.
fn compared_values(condition: Cursor<'_>) -> Option<(Relation, Cursor<'_>, Cursor<'_>)> {
    let called = condition.kind() == cs::CXCursor_CallExpr;
    let relation = if condition.kind() == cs::CXCursor_BinaryOperator {
        relation(condition.binary_operator())?
    } else {
        Relation::of_symbol(condition.spelling().strip_prefix("operator").filter(|_| called)?)?
    };
    let (left, right) = match condition.arguments()[..] {
        [left, right] if called => (left, right),
        _ => two_children(condition).ok().filter(|_| !called)?,
    };
    Some((relation, left, right)).filter(|_| relation != Relation::Eq)
}

pub(super) fn check_direction(relation: Relation, step: &Expr) -> Result<(), String> {
    let ExprKind::Int(step) = &step.kind else {
        return match relation {
            Relation::Ne => Err("it counts to != by a step that is not 1 or -1".to_owned()),
            _ => Ok(()),
        };
    };
    let fits = match relation {
        Relation::Lt | Relation::Le => *step > 0,
        Relation::Gt | Relation::Ge => *step < 0,
        Relation::Eq | Relation::Ne => *step == 1 || *step == -1,
    };
    if fits { Ok(()) } else { Err("its step does not lead to its bound".to_owned()) }
}
