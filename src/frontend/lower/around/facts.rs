//! Conditions that hold of a region's variables when it begins: the bounds of loops around it, the conditions under which it is reached,
//! and what statements before it state (`assert(n > 0)`, `if (n <= 0) return;`) or define (`int w = 2 * m;`).
//!
//! A condition holds of the values that the region begins with if nothing between the two changes them: every variable in it is an automatic
//! variable or parameter that only assignments to its name change, none of which stands between the two. The value of a
//! variable that the region does not name is put into what comes behind its definition.

use std::collections::BTreeMap;
use std::ops::Range;

use rug::Integer;

use super::{Asked, BlockId, LAMBDA, Number};
use crate::frontend::lower::nodes::{cast, compared, size, variable};
use crate::frontend::lower::stated::{expression, held};
use crate::id::SymbolId;
use crate::ir::{
    BinaryOp, DO_LOOP, DataItem, DataKind, Directive, Expr, ExprKind, Loop, Relation, Scope,
    StmtKind, SymbolKind, Type, UnaryOp,
};
use crate::openmp::{ClauseKind, Construct};

/// Definitions that stand further before a region are not looked at.
const MOST_STATEMENTS: usize = 127;

/// Definitions with more nodes say nothing that a proof could use.
const MAX_SIZE: u32 = 48;

/// What is known so far on the way to a region, from the outermost statement inwards.
#[derive(Default)]
struct Known {
    facts: Vec<Expr>,
    /// The values of variables that the region does not name, in those that it does.
    values: BTreeMap<SymbolId, Expr>,
    /// The constants that the region's own variables have.
    constants: BTreeMap<SymbolId, Integer>,
}

impl Known {
    /// Takes note of facts that are new.
    fn add(&mut self, found: impl IntoIterator<Item = Expr>) {
        for fact in found {
            let is_constant = fact.symbols().is_empty();
            if !is_constant && !self.facts.contains(&fact) {
                self.facts.push(fact);
            }
        }
    }
}

impl Asked<'_> {
    /// The facts of what stands around the region, from the outermost inwards, about variables that it names. Those that have one
    /// constant as value get it.
    pub(in crate::frontend::lower) fn facts(&mut self) -> Vec<Expr> {
        if remaps(&self.region.directive) || !self.host.is_ordered {
            return Vec::new();
        }
        self.settle_constants();
        let mut known = Known::default();
        for (block, place) in self.host.way_to(self.at) {
            self.around((block, place), &mut known);
            self.before((block, place), &mut known);
        }
        for (own, constant) in known.constants {
            self.region.symbols[own.index()].constant = Some(constant);
        }
        known.facts
    }

    /// Gives the region's integer variables their value where they get one constant as long as they live.
    fn settle_constants(&mut self) {
        let host = self.host;
        for (other, own) in self.names.clone() {
            let known = self.region.symbol(own);
            let eligible = known.scope == Scope::Function && known.constant.is_none();
            if !eligible || !host.is_constant(other) || !self.reads(other, &(0..0)) {
                continue;
            }
            let Some((_, value)) = host.only_value(other) else { continue };
            let variable = &mut self.region.symbols[own.index()];
            let value = constant_value(value, &|id| host.function.symbol(id).constant.clone());
            variable.constant = value.filter(|value| variable.ty.holds(value));
        }
    }

    /// What the statement around a block says of what runs at a place in it. What stands behind the place does not matter: a condition is tested
    /// again before the place is reached again.
    fn around(&self, (block, place): (BlockId, usize), known: &mut Known) {
        let Some(around) = block.0 else { return };
        let host = self.host;
        let end = host.blocks.get(&block).map_or(around, |own| host.ends[own.numbers[place]]);
        let tested = around..end;
        let found = match &host.statements[around].kind {
            StmtKind::If { condition, .. } => {
                self.parts_of(condition, block.1 == 0, &tested, known)
            }
            StmtKind::Loop(inner) => {
                self.of_loop(inner, [&(around + 1..end), &host.inside(around)], known)
            }
            StmtKind::While { why, .. } if why == LAMBDA => return *known = Known::default(),
            StmtKind::While { why, condition: Some(condition), .. } if why != DO_LOOP => {
                self.parts_of(condition, true, &tested, known)
            }
            StmtKind::Directive(directive, _) => match directive.construct() {
                Construct::TargetData => return,
                Construct::Assume => self.of_assumption(directive, &tested),
                _ => return *known = Known::default(),
            },
            _ => return,
        };
        known.add(found);
    }

    /// What the statements of a block state and define of what begins at a place in it.
    fn before(&self, (block, last): (BlockId, usize), known: &mut Known) {
        let host = self.host;
        let Some(own) = host.blocks.get(&block) else { return };
        let end = host.ends[own.numbers[last]];
        let near = last.saturating_sub(MOST_STATEMENTS);
        let stated = own.stated.iter().take_while(|(place, _)| *place < last);
        let mut stated = stated.peekable();
        while let Some((place, (condition, holds))) = stated.next_if(|(place, _)| *place < near) {
            let range = own.numbers[*place]..end;
            let found = self.parts_of(condition, *holds, &range, known);
            known.add(found);
        }
        for place in near..last {
            let number = own.numbers[place];
            if let Some((_, (condition, holds))) = stated.next_if(|(own, _)| *own == place) {
                let found = self.parts_of(condition, *holds, &(number..end), known);
                known.add(found);
            }
            let found = self.defined(number, end, known);
            known.add(found);
        }
    }

    /// What an `assume` directive states of the statements that it governs.
    fn of_assumption(&self, directive: &Directive, range: &Range<Number>) -> Vec<Expr> {
        let at = directive.span.start;
        let mut value = |name: &str| {
            let other = self.host.visible(name, at)?;
            self.reads(other, range).then(|| self.value_of(other)).flatten()
        };
        held(directive).iter().filter_map(|stated| expression(stated, &mut value)).collect()
    }

    /// The facts of a loop in its body, up to a place in it: its condition, and that its counter has not passed its first value where it cannot
    /// wrap around, since it takes steps of 1 up to what is less than a number of its own type.
    fn of_loop(&self, own: &Loop, [before, body]: [&Range<Number>; 2], known: &Known) -> Vec<Expr> {
        let ty = self.host.function.symbol(own.iv).ty;
        let counter = variable(own.iv, ty);
        let common = common_type(ty, own.bound.ty);
        let [left, right] = [counter.clone(), own.bound.clone()].map(|side| cast(side, common));
        let condition = compared(left, own.relation, right, Type::BOOL);
        let mut found: Vec<Expr> = self.told(&condition, before, known).into_iter().collect();
        let passed = match own.relation {
            Relation::Lt => Relation::Ge,
            Relation::Gt => Relation::Le,
            _ => return found,
        };
        let by_one = own.step.integer().is_some_and(|step| *step == 1 || *step == -1);
        if by_one && own.bound.ty == ty && !own.lower.names(own.iv) {
            let start = compared(counter, passed, cast(own.lower.clone(), ty), Type::BOOL);
            found.extend(self.told(&start, body, known));
        }
        found
    }

    /// The comparisons that all hold where `condition` does, or where it does not, about values that stay the same in a range.
    fn parts_of(
        &self,
        condition: &Expr,
        holds: bool,
        range: &Range<Number>,
        known: &Known,
    ) -> Vec<Expr> {
        let mut facts = Vec::new();
        let mut pending = vec![(condition, holds)];
        while let Some((part, holds)) = pending.pop() {
            let all = if holds { BinaryOp::And } else { BinaryOp::Or };
            match &part.kind {
                ExprKind::Binary(op, left, right) if *op == all => {
                    pending.extend([(right.as_ref(), holds), (left.as_ref(), holds)]);
                }
                ExprKind::Unary(UnaryOp::Not, operand) => pending.push((operand, !holds)),
                ExprKind::Cast(operand) if is_truth(operand) => pending.push((operand, holds)),
                ExprKind::Compare(relation @ (Relation::Ne | Relation::Eq), operand, zero)
                    if is_truth(operand) && zero.integer().is_some_and(|own| *own == 0) =>
                {
                    pending.push((operand, holds == (*relation == Relation::Ne)));
                }
                ExprKind::Compare(relation, left, right) => {
                    let relation = if holds { *relation } else { relation.negated() };
                    let kind = ExprKind::Compare(relation, left.clone(), right.clone());
                    facts.extend(self.told(&Expr { ty: part.ty, kind }, range, known));
                }
                _ => {}
            }
        }
        facts
    }

    /// That a variable has the value that a statement gives it, up to a number, where that is a fact about variables of the region.
    /// Takes note of it where the region does not name the variable.
    fn defined(&self, number: Number, end: Number, known: &mut Known) -> Option<Expr> {
        let host = self.host;
        let (other, value) = match &host.statements[number].kind {
            StmtKind::Declare { symbol, value: Some(value) } => (*symbol, value),
            StmtKind::Assign { target, op: None, value } => (target.as_symbol()?, value),
            _ => return None,
        };
        let range = host.ends[number]..end;
        if !host.is_steady(other, &range) || value.names(other) {
            return None;
        }
        let value = self.told(value, &range, known).filter(|value| size(value) <= MAX_SIZE)?;
        let value = cast(value, host.function.symbol(other).ty);
        let Some(own) = self.names.get(&other).copied() else {
            known.values.insert(other, value);
            return None;
        };
        let constant = |id: SymbolId| {
            let known = known.constants.get(&id);
            known.or(self.region.symbol(id).constant.as_ref()).cloned()
        };
        if !self.reads(other, &range) || constant(own).is_some() {
            return None;
        }
        if let Some(constant) = constant_value(&value, &constant) {
            known.constants.insert(own, constant);
            return None;
        }
        let fact = compared(self.value_of(other)?, Relation::Eq, value, Type::BOOL);
        (size(&fact) <= MAX_SIZE).then_some(fact)
    }

    /// An expression of the function in the region's variables, where it computes an integer of literals and of values that stay the same in
    /// a range.
    fn told(&self, expr: &Expr, range: &Range<Number>, known: &Known) -> Option<Expr> {
        let inner = |part: &Expr| self.told(part, range, known).map(Box::new);
        if !expr.ty.is_int() {
            return None;
        }
        let kind = match &expr.kind {
            ExprKind::Symbol(other) if self.reads(*other, range) => return self.value_of(*other),
            ExprKind::Symbol(other) => return known.values.get(other).cloned(),
            ExprKind::Int(_) => expr.kind.clone(),
            ExprKind::Cast(operand) => ExprKind::Cast(inner(operand)?),
            ExprKind::Unary(UnaryOp::Neg, operand) => {
                ExprKind::Unary(UnaryOp::Neg, inner(operand)?)
            }
            ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, inner(left)?, inner(right)?),
            ExprKind::Compare(relation, left, right) => {
                ExprKind::Compare(*relation, inner(left)?, inner(right)?)
            }
            _ => return None,
        };
        Some(Expr { ty: expr.ty, kind })
    }

    /// The value that the region's own variable of this one has.
    fn value_of(&self, other: SymbolId) -> Option<Expr> {
        let own = *self.names.get(&other)?;
        Some(variable(own, self.region.symbol(own).ty))
    }

    /// Whether the region has a variable with the value that it has in a range.
    fn reads(&self, other: SymbolId, range: &Range<Number>) -> bool {
        let Some(own) = self.names.get(&other).copied() else { return false };
        let copied = |item: &DataItem| {
            item.symbol != own || matches!(item.kind, DataKind::Firstprivate | DataKind::Shared)
        };
        let symbol = self.region.symbol(own);
        symbol.kind == SymbolKind::Scalar
            && symbol.ty.is_int()
            && self.host.is_steady(other, range)
            && self.region.data.iter().all(copied)
    }
}

/// Whether variables that no clause of a region names may be others on the device.
fn remaps(region: &Directive) -> bool {
    let remaps = [ClauseKind::Defaultmap, ClauseKind::InReduction];
    remaps.into_iter().any(|kind| region.clause(kind).is_some())
}

/// Whether the value of an expression is that of a condition.
fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Compare(..)
        | ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..)
        | ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Cast(inner) => is_truth(inner),
        _ => false,
    }
}

/// The type in which two integers are compared (C11 §6.3.1.8).
fn common_type(left: Type, right: Type) -> Type {
    let promoted = |ty: Type| match ty {
        Type::Int { bits: 0..=31, .. } => (32, true),
        Type::Int { bits, signed } => (bits, signed),
        _ => (0, true),
    };
    let (left, right) = (promoted(left), promoted(right));
    let bits = left.0.max(right.0);
    let signed = [left, right].into_iter().all(|(own, signed)| signed || own < bits);
    Type::Int { bits, signed }
}

/// The value of an expression of constants, none of whose parts overflows.
fn constant_value(expr: &Expr, value: &dyn Fn(SymbolId) -> Option<Integer>) -> Option<Integer> {
    let inner = |expr: &Expr| constant_value(expr, value);
    let value = match &expr.kind {
        ExprKind::Int(value) => value.clone(),
        ExprKind::Symbol(symbol) => value(*symbol)?,
        ExprKind::Cast(operand) => inner(operand)?,
        ExprKind::Unary(UnaryOp::Neg, operand) => -inner(operand)?,
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (inner(left)?, inner(right)?);
            match op {
                BinaryOp::Add => left + right,
                BinaryOp::Sub => left - right,
                BinaryOp::Mul => left * right,
                BinaryOp::Div if right != 0 => left / right,
                BinaryOp::Rem if right != 0 => left % right,
                _ => return None,
            }
        }
        _ => return None,
    };
    expr.ty.holds(&value).then_some(value)
}
