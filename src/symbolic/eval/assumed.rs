//! Facts that the program states: what is assumed, asserted, or excluded by a call that never returns.
//!
//! Such a fact holds of everything behind it in its block. What the program does where it fails is
//! undefined, or the end of the program.

use super::Evaluator;
use crate::ir::calls::{ASSUMES, NEVER_RETURNS};
use crate::ir::{Expr, ExprKind, Stmt, StmtKind, Type};
use crate::symbolic::value::{Condition, Literal, Test};

impl Evaluator<'_> {
    /// Takes note of an expression statement that states a fact; whether it does.
    pub(super) fn states(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Cast(operand) if expr.ty == Type::Void => self.states(operand),
            ExprKind::Call { name, arguments, .. } => match arguments.as_slice() {
                [fact] if ASSUMES.contains(&name.as_str()) => {
                    let fact = self.condition(fact);
                    self.assume(fact.as_ref());
                    true
                }
                _ => false,
            },
            ExprKind::Select(condition, then, otherwise) => {
                let (holds, fails) = (never_returns(otherwise), never_returns(then));
                if holds == fails {
                    return false;
                }
                let condition = self.condition(condition);
                let fact = if holds { condition } else { condition.map(Condition::negated) };
                self.assume(fact.as_ref());
                true
            }
            _ => false,
        }
    }

    /// Adds what holds when the region begins. That a product of sizes is no huge number decides what wraps around, and
    /// nothing else: it is not among the conditions of dependences.
    pub(super) fn assume_on_entry(&mut self, fact: Option<&Condition>) {
        if let Some([guard]) = fact.map(|fact| fact.holds.as_slice())
            && guard.literals().all(is_huge)
        {
            self.facts.assume_guard(guard);
        } else {
            self.assume(fact);
        }
    }

    /// Adds a fact to what holds from here to the end of the block, where it is a conjunction.
    pub(super) fn assume(&mut self, fact: Option<&Condition>) {
        let Some(Condition { holds, .. }) = fact else { return };
        let [guard] = holds.as_slice() else { return };
        if let Some(both) = self.assumed.and(guard) {
            self.facts.assume_guard(guard);
            self.assumed = both;
        }
    }
}

/// The least number that counts as huge.
const HUGE: u32 = 1 << 15;

/// Whether a comparison bounds products of variables by a huge number.
fn is_huge(literal: &Literal) -> bool {
    let Literal { poly, test } = literal;
    *test == Test::NonNegative
        && poly.constant_part() >= HUGE
        && poly.monomials().all(|(monomial, _)| monomial.degree() != 1)
}

/// Whether a call of the function ends what the analysis looks at.
pub(super) fn is_end(name: &str) -> bool {
    NEVER_RETURNS.contains(&name)
}

fn never_returns(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Cast(operand) => never_returns(operand),
        ExprKind::Call { name, .. } => is_end(name),
        _ => false,
    }
}

/// Whether the last statement of a branch is never completed.
pub(super) fn ends_with_end(body: &[Stmt]) -> bool {
    matches!(body.last().map(|stmt| &stmt.kind), Some(StmtKind::Evaluate(expr)) if never_returns(expr))
}
