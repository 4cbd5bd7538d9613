//! Variables that a sequential loop advances (IPDA paper, §4: induction variables in closed form).
//!
//! A variable whose only change in an iteration is an addition of the same polynomial in the loop's
//! counter has a closed form: its value before the loop and the sum of the additions so far. Additions
//! by loops inside count with their number of iterations, so that a counter of a triangular nest is
//! the packed index `i*(i + 1)/2 + j`. A variable that one branch alone adds a positive constant to has
//! no closed form, but inside that branch it grows from every iteration to every later one, and after k
//! iterations it is at most k times the constant above its value before the loop.
//!
//! An iteration that leaves the loop is its last one: at the beginning of every iteration that is
//! reached the closed form holds, but behind the loop it is not known how many there were.
//!
//! Threads that share a loop's iterations do not each run all of them: loops that a directive makes
//! parallel are left out, and so is everything under a directive inside the region.

use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;

use super::assigned::assigned_symbols;
use super::{Binding, Evaluator, LoopValues};
use crate::diag::Code;
use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::{
    BinaryOp, Expr, ExprKind, Jump, Loop, Stmt, StmtKind, SymbolKind, TargetRegion, Type, UnaryOp,
};
use crate::symbolic::poly::{Atom, Instance, Poly, TermOp};
use crate::symbolic::value::{Condition, Test, Value};

/// What a loop does to a variable.
pub(super) struct Advance {
    symbol: SymbolId,
    /// The value when an iteration begins.
    begin: Value,
    /// The value behind the loop, where it is known.
    end: Option<Value>,
}

/// An addition to a variable, and the type in which it is done.
pub(super) struct Addition<'e> {
    pub(super) amount: &'e Expr,
    negative: bool,
    ty: Type,
}

/// A variable that grows in one branch.
#[derive(Clone, Debug)]
pub(super) struct Growing {
    symbol: SymbolId,
    least: u32,
}

/// Growing variables by the `if` in whose first branch they grow.
pub(super) type GrowingIn = BTreeMap<StmtId, Vec<Growing>>;

/// The loops whose iterations a directive hands out to threads.
pub(super) fn shared_loops(region: &TargetRegion) -> BTreeSet<LoopId> {
    region.associated_loops().into_iter().map(|l| l.id).collect()
}

impl Evaluator<'_> {
    /// The variables that `inner` advances in closed form. Called where the loop's counter and its
    /// range are known and nothing that the loop assigns is forgotten yet.
    pub(super) fn advances(
        &mut self,
        inner: &Loop,
        assigned: &BTreeSet<SymbolId>,
        values: &LoopValues,
    ) -> Vec<Advance> {
        let counted = matches!(values.varying, None | Some(Code::VaryingBounds));
        if !counted || !self.is_sequential(inner) || !is_whole_where_repeated(&inner.body, true) {
            return Vec::new();
        }
        let Some(first) = values.first.clone() else { return Vec::new() };
        let whole = runs_to_its_end(&inner.body);
        let runs = values.trip_count.clone();
        let runs = runs.filter(|trips| whole && self.facts.nonnegative(trips));
        let mut moving = assigned.clone();
        moving.remove(&inner.iv);
        let mut found = Vec::new();
        for symbol in moving.iter().copied() {
            let Some((bits, signed)) = self.integer(symbol) else { continue };
            let before = self.symbol_value(symbol);
            if before.unknown().is_some() {
                continue;
            }
            let mut modular = !signed || bits < 32;
            let effect = self.effect(symbol, &inner.body, &moving, &mut modular);
            let Some(effect) = effect else { continue };
            let at = Poly::atom(Atom::Iv(inner.id, Instance::Source));
            let Some(sum) = sum(&effect, inner.id, &first, &at) else { continue };
            let begin = self.advanced(before.plus(&Value::from(sum)), bits, signed, modular);
            let unchanged = (whole && effect.is_zero()).then(|| before.clone());
            let end = unchanged.or_else(|| {
                let sum = self::sum(&effect, inner.id, &first, &(&first + runs.as_ref()?))?;
                Some(self.advanced(before.plus(&Value::from(sum)), bits, signed, modular))
            });
            found.push(Advance { symbol, begin, end });
        }
        found
    }

    /// Gives the variables their values at the start of an iteration.
    pub(super) fn begin_iteration(&mut self, advances: &[Advance]) {
        for advance in advances {
            self.environment.insert(advance.symbol, Binding::Value(advance.begin.clone()));
        }
    }

    /// Gives the variables their values behind the loop.
    pub(super) fn leave_loop(&mut self, advances: Vec<Advance>) {
        for Advance { symbol, end, .. } in advances {
            if let Some(end) = end {
                self.environment.insert(symbol, Binding::Value(end));
            }
        }
    }

    /// A sum in the variable's type. Signed arithmetic does not overflow where the policy
    /// allows to assume it; whatever is converted back to the type is taken modulo its size.
    fn advanced(&mut self, exact: Value, bits: u16, signed: bool, modular: bool) -> Value {
        if modular && exact.unknown().is_none() && !self.fits(&exact, bits, signed) {
            return exact.map(|p| Poly::term(TermOp::Wrap { bits, signed }, vec![p.clone()]));
        }
        self.wrapped(exact, bits, signed)
    }

    /// Whether one thread runs all iterations.
    fn is_sequential(&self, inner: &Loop) -> bool {
        let alone = self.uncounted_loops == 0 && self.directives == 0;
        (alone || self.counts()) && !self.shared.contains(&inner.id)
    }

    /// Width and signedness of an integer variable that nothing but assignments changes.
    fn integer(&self, symbol: SymbolId) -> Option<(u16, bool)> {
        let declared = self.region.symbol(symbol);
        match declared.ty {
            Type::Int { bits, signed }
                if bits > 1
                    && declared.kind == SymbolKind::Scalar
                    && !self.escaped.contains(&symbol) =>
            {
                Some((bits, signed))
            }
            _ => None,
        }
    }

    /// What one run of `body` adds to `symbol`, as a polynomial in the counters around it; `None`
    /// where it does anything else, or uses one of the `moving` variables.
    fn effect(
        &mut self,
        symbol: SymbolId,
        body: &[Stmt],
        moving: &BTreeSet<SymbolId>,
        modular: &mut bool,
    ) -> Option<Poly> {
        let mut total = Poly::zero();
        for stmt in body {
            if !assigned_symbols(self.region, std::slice::from_ref(stmt)).contains(&symbol) {
                continue;
            }
            let part = if let StmtKind::Loop(inner) = &stmt.kind {
                self.loop_effect(symbol, inner, moving, modular)?
            } else {
                let (own, _) = self.integer(symbol)?;
                let addition = addition(stmt, symbol, own)?;
                let Type::Int { bits, signed } = addition.ty else { return None };
                *modular |= bits > own || !signed;
                let amount = self.fixed_value(addition.amount, moving)?;
                if addition.negative { -&amount } else { amount }
            };
            total = &total + &part;
        }
        Some(total)
    }

    fn loop_effect(
        &mut self,
        symbol: SymbolId,
        inner: &Loop,
        moving: &BTreeSet<SymbolId>,
        modular: &mut bool,
    ) -> Option<Poly> {
        let counts = assigned_symbols(self.region, &inner.body).contains(&inner.iv);
        if counts || symbol == inner.iv || !runs_to_its_end(&inner.body) {
            return None;
        }
        let lower = Value::from(self.fixed_value(&inner.lower, moving)?);
        let bound = Value::from(self.fixed_value(&inner.bound, moving)?);
        let step = self.fixed_value(&inner.step, moving)?.as_constant();
        let step = step.filter(|step| *step != 0);
        let upper = self.one_past(inner, &lower, &bound, step.as_ref());
        let values = self.loop_values(lower, upper, step, None);
        let first = values.first.clone()?;
        let counter = Binding::Value(self.counter(inner, &values));
        let outer = self.environment.insert(inner.iv, counter);
        let mut moving = moving.clone();
        moving.remove(&inner.iv);
        let effect = self.effect(symbol, &inner.body, &moving, modular);
        match outer {
            Some(binding) => self.environment.insert(inner.iv, binding),
            None => self.environment.remove(&inner.iv),
        };
        let effect = effect?;
        if effect.is_zero() {
            return Some(effect);
        }
        let trips = values.counted_trips().filter(|trips| self.facts.nonnegative(trips))?;
        sum(&effect, inner.id, &first, &(&first + &trips))
    }

    /// The value of an expression that is arithmetic on constants and on variables other than
    /// the `moving` ones.
    pub(super) fn fixed_value(&mut self, expr: &Expr, moving: &BTreeSet<SymbolId>) -> Option<Poly> {
        let fixed = |symbol: SymbolId| self.integer(symbol).is_some() && !moving.contains(&symbol);
        let unknowns = self.unknowns;
        let value = is_pure(expr, &fixed).then(|| self.value(expr))?;
        (self.unknowns == unknowns).then(|| value.as_poly().cloned())?
    }

    /// Finds the variables that a branch of `inner`'s body alone lets grow.
    pub(super) fn find_growing(&mut self, inner: &Loop, values: &LoopValues) -> GrowingIn {
        let mut found = GrowingIn::new();
        let counted = matches!(values.varying, None | Some(Code::VaryingBounds));
        let whole = runs_to_its_end(&inner.body);
        if self.counts()
            || !counted
            || !whole
            || !self.policy.no_overflow
            || !self.is_sequential(inner)
        {
            return found;
        }
        let touched = |stmt: &Stmt| assigned_symbols(self.region, std::slice::from_ref(stmt));
        for (index, stmt) in inner.body.iter().enumerate() {
            let StmtKind::If { then, otherwise, .. } = &stmt.kind else { continue };
            let others: BTreeSet<SymbolId> = inner
                .body
                .iter()
                .enumerate()
                .filter(|(k, _)| *k != index)
                .flat_map(|(_, stmt)| touched(stmt))
                .chain(assigned_symbols(self.region, otherwise))
                .collect();
            for symbol in assigned_symbols(self.region, then).difference(&others).copied() {
                if let Some(least) = self.growth(symbol, then) {
                    found.entry(stmt.id).or_default().push(Growing { symbol, least });
                }
            }
        }
        found
    }

    /// By how much a branch lets a signed variable grow.
    fn growth(&self, symbol: SymbolId, then: &[Stmt]) -> Option<u32> {
        let (bits, signed) =
            self.integer(symbol).filter(|(bits, signed)| *signed && *bits >= 32)?;
        let mut total = Integer::new();
        for stmt in then {
            if !assigned_symbols(self.region, std::slice::from_ref(stmt)).contains(&symbol) {
                continue;
            }
            let addition = addition(stmt, symbol, bits)?;
            if addition.ty != (Type::Int { bits, signed }) {
                return None;
            }
            let ExprKind::Int(amount) = &addition.amount.kind else { return None };
            total += if addition.negative { Integer::from(-amount) } else { amount.clone() };
        }
        total.to_u32().filter(|least| *least > 0)
    }

    /// Binds the variables that grow in the first branch of the statement.
    pub(super) fn enter_branch(&mut self, stmt: StmtId) {
        for Growing { symbol, least } in self.growing.get(&stmt).cloned().unwrap_or_default() {
            self.out.assumptions.insert(Code::NoSignedOverflow);
            let begin = self.symbol_value(symbol);
            let value = self.fresh_growing(least);
            let same = Condition::of(&value.minus(&begin), Test::Zero);
            self.assume(same.as_ref());
            self.environment.insert(symbol, Binding::Value(value));
        }
    }

    /// The growing variables of a loop with their values before it.
    pub(super) fn before_growing(&mut self, growing: &GrowingIn) -> Vec<(Growing, Value)> {
        let variables: Vec<_> = growing.values().flatten().cloned().collect();
        let before = |growing: Growing| {
            let value = self.symbol_value(growing.symbol);
            (growing, value)
        };
        variables.into_iter().map(before).collect()
    }

    /// States `before ≤ x ≤ before + least·rounds` of variables that grow once in a round at most,
    /// after so many rounds.
    pub(super) fn bound_growing(&mut self, variables: &[(Growing, Value)], rounds: Option<&Poly>) {
        for (Growing { symbol, least }, before) in variables {
            let grown = self.symbol_value(*symbol).minus(before);
            let most = rounds.map(|rounds| Value::from(rounds * &Poly::from(*least)));
            let room = most.map(|most| most.minus(&grown));
            for row in [Some(grown), room].into_iter().flatten() {
                if row.as_poly().is_some() {
                    self.out.assumptions.insert(Code::NoSignedOverflow);
                    let fact = Condition::of(&row, Test::NonNegative);
                    self.assume(fact.as_ref());
                }
            }
        }
    }
}

/// Σ effect(t) for first ≤ t < end, where the effect is at most linear in the loop's counter t:
/// a·(end − first) + b·(end·(end − 1) − first·(first − 1))/2.
fn sum(effect: &Poly, l: LoopId, first: &Poly, end: &Poly) -> Option<Poly> {
    let counter = Atom::Iv(l, Instance::Source);
    let in_terms = |atom: &Atom| match atom {
        Atom::Term(term) => term.args.iter().any(|arg| arg.any_atom(&mut |a| *a == counter)),
        _ => false,
    };
    if effect.atoms().iter().any(in_terms) {
        return None;
    }
    let coefficients = effect.coefficients_of(&counter);
    let (constant, slope) = match coefficients.as_slice() {
        [constant] => (constant, Poly::zero()),
        [constant, slope] => (constant, slope.clone()),
        _ => return None,
    };
    let below = |x: &Poly| &(x * x) - x;
    let twice = &slope * &(&below(end) - &below(first));
    let linear = constant * &(end - first);
    Some(&linear + &half(&twice))
}

/// Half of a polynomial with even values.
fn half(twice: &Poly) -> Poly {
    let two = Integer::from(2);
    twice.divide_exactly(&two).unwrap_or_else(|| {
        Poly::term(TermOp::Binary(BinaryOp::Div), vec![twice.clone(), Poly::from(two)])
    })
}

/// Whether every run of a body executes all of its statements.
fn runs_to_its_end(body: &[Stmt]) -> bool {
    body.iter().all(|stmt| match &stmt.kind {
        StmtKind::If { then, otherwise, .. } => runs_to_its_end(then) && runs_to_its_end(otherwise),
        StmtKind::Loop(inner) => runs_to_its_end(&inner.body),
        StmtKind::While { .. }
        | StmtKind::Jump(_)
        | StmtKind::Directive(..)
        | StmtKind::Opaque { .. } => false,
        StmtKind::Declare { .. } | StmtKind::Assign { .. } | StmtKind::Evaluate(_) => true,
    })
}

/// Whether every iteration of a loop with this body that another one follows has executed all of the
/// body's statements: an iteration that leaves the loop is the last one.
fn is_whole_where_repeated(body: &[Stmt], own: bool) -> bool {
    body.iter().all(|stmt| match &stmt.kind {
        StmtKind::If { then, otherwise, .. } => {
            is_whole_where_repeated(then, own) && is_whole_where_repeated(otherwise, own)
        }
        StmtKind::Loop(inner) => is_whole_where_repeated(&inner.body, false),
        StmtKind::While { body, .. } => is_whole_where_repeated(body, false),
        StmtKind::Jump(Jump::Continue) => !own,
        StmtKind::Jump(Jump::Break | Jump::Return) => true,
        StmtKind::Jump(Jump::Goto) | StmtKind::Directive(..) | StmtKind::Opaque { .. } => false,
        StmtKind::Declare { .. } | StmtKind::Assign { .. } | StmtKind::Evaluate(_) => true,
    })
}

/// The addition to `symbol` that a statement is: `x += e`, `x -= e`, `x = x + e`, `x = e + x`, `x = x - e`,
/// done in a type of at least the variable's `bits`.
pub(super) fn addition(stmt: &Stmt, symbol: SymbolId, bits: u16) -> Option<Addition<'_>> {
    let StmtKind::Assign { target, op, value } = &stmt.kind else { return None };
    if target.as_symbol() != Some(symbol) {
        return None;
    }
    let (amount, op, ty) = if let Some(op) = op {
        (value, *op, value.ty)
    } else {
        let sum = without_casts(value, bits);
        let ExprKind::Binary(op, left, right) = &sum.kind else { return None };
        let is_own = |e: &Expr| without_casts(e, bits).variable() == Some(symbol);
        let other = if is_own(left) {
            right
        } else if is_own(right) && *op == BinaryOp::Add {
            left
        } else {
            return None;
        };
        (&**other, *op, sum.ty)
    };
    let wide = matches!(ty, Type::Int { bits: own, .. } if own >= bits);
    let sum = matches!(op, BinaryOp::Add | BinaryOp::Sub);
    (wide && sum).then_some(Addition { amount, negative: op == BinaryOp::Sub, ty })
}

/// What is converted, through conversions to integers of at least that many bits: they keep a
/// number modulo 2^bits.
fn without_casts(expr: &Expr, bits: u16) -> &Expr {
    match (&expr.kind, expr.ty) {
        (ExprKind::Cast(operand), Type::Int { bits: to, .. })
            if operand.ty.is_int() && to >= bits =>
        {
            without_casts(operand, bits)
        }
        _ => expr,
    }
}

/// Whether an expression is arithmetic on constants and on variables that are `fixed`.
fn is_pure(expr: &Expr, fixed: &dyn Fn(SymbolId) -> bool) -> bool {
    match &expr.kind {
        ExprKind::Int(_) => true,
        ExprKind::Symbol(symbol) => fixed(*symbol),
        ExprKind::Load(place) => place.as_symbol().is_some_and(fixed),
        ExprKind::Unary(UnaryOp::Neg, operand) | ExprKind::Cast(operand) => is_pure(operand, fixed),
        ExprKind::Binary(op, left, right) => {
            !matches!(op, BinaryOp::And | BinaryOp::Or)
                && is_pure(left, fixed)
                && is_pure(right, fixed)
        }
        _ => false,
    }
}
