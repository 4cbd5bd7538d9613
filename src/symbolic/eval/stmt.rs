//! Statements, loops and what they assign.

use std::collections::BTreeSet;
use std::slice::from_ref;

use rug::Integer;

use super::assigned::{address_taken, assigned_symbols};
use super::assumed::ends_with_end;
use super::bounds;
use super::cells::{assigned_arrays, reads};
use super::counters::{Advance, Growing};
use super::crew::ends_with_barrier;
use super::flow::Entry;
use super::sources::Sources;
use super::{AccessKind, Binding, Environment, Evaluator, LoopValues};
use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::{
    Base, BinaryOp, DEPENDENT, Expr, ExprKind, Jump, Loop, Place, Relation, Stmt, StmtKind,
    SymbolKind, Type, atomic, clauses,
};
use crate::source::Span;
use crate::symbolic::poly::{Atom, Instance, Poly, TermOp};
use crate::symbolic::root::Root;
use crate::symbolic::value::{Condition, Value, conjunctions};

impl Evaluator<'_> {
    pub(super) fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            if self.policy.limit.is_over() {
                return;
            }
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        self.stmt = stmt.id;
        self.forget_sources();
        match &stmt.kind {
            StmtKind::Declare { symbol, value } => {
                self.declare(*symbol, value.as_ref(), stmt.span);
            }
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value),
            StmtKind::Evaluate(expr) => {
                if !self.states(expr) {
                    self.visit(expr);
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                self.branch(condition, then, otherwise);
            }
            StmtKind::Loop(inner) => self.counted_loop(inner),
            StmtKind::While { condition, body, .. } => {
                self.uncounted_loop(condition.as_ref(), body);
            }
            StmtKind::Jump(_) => {}
            StmtKind::Directive(directive, body) => {
                let mut assigned = clauses::assigned(directive, &self.region.symbols);
                if let Some(own) = atomic::update(stmt) {
                    assigned.extend(assigned_symbols(self.region, from_ref(own)));
                } else {
                    let why = format!("nested omp {}", directive.name);
                    self.obstacle(Code::UnmodelledMapping, why);
                }
                self.lose(&assigned);
                self.copy_reduced(directive);
                self.directives += 1;
                let outside = self.enter_construct(directive, Some(stmt.id), body);
                self.block(body);
                if ends_with_barrier(directive) {
                    self.synchronize();
                }
                self.leave_construct(outside);
                self.directives -= 1;
                self.lose(&assigned);
            }
            StmtKind::Opaque { why } if why == DEPENDENT => {
                self.obstacle(Code::DependentTemplate, why.clone());
            }
            StmtKind::Opaque { why } => {
                self.note_unknown_store();
                self.obstacle(Code::OpaqueStatement, why.clone());
            }
        }
    }

    fn declare(&mut self, symbol: SymbolId, value: Option<&Expr>, span: Span) {
        self.forget_cells(&BTreeSet::from([symbol]));
        self.note_declaration(symbol);
        let binding = match (self.region.symbol(symbol).kind, value) {
            (SymbolKind::Pointer, Some(value)) => Binding::Pointer(self.pointer(value)),
            (SymbolKind::Reference, Some(value)) => Binding::Pointer(self.referent(value)),
            (SymbolKind::Scalar, Some(value)) if self.region.symbol(symbol).ty.is_int() => {
                Binding::Value(self.value(value))
            }
            (_, Some(value)) => {
                self.visit(value);
                Binding::Value(self.fresh())
            }
            (SymbolKind::Scalar, None) => Binding::Value(self.fresh()),
            (_, None) => {
                self.environment.remove(&symbol);
                return;
            }
        };
        if value.is_some() {
            self.note_store(&Root::Symbol(symbol));
        }
        if matches!(self.region.symbol(symbol).kind, SymbolKind::Array | SymbolKind::Record) {
            self.environment.remove(&symbol);
            if value.is_some() {
                self.initialize(symbol, span);
            }
        } else {
            self.environment.insert(symbol, binding);
        }
    }

    /// Records that an initialiser writes an array or record: what is read of it later is what this iteration wrote.
    fn initialize(&mut self, symbol: SymbolId, span: Span) {
        let (base, ty) = (Base::Symbol(symbol), self.region.symbol(symbol).ty);
        let place = Place { base, steps: Vec::new(), ty, span, debug: None };
        let address = self.address(&place);
        self.reference(&place, address, AccessKind::Write);
    }

    fn assign(&mut self, target: &Place, op: Option<BinaryOp>, value: &Expr) {
        if let Some(symbol) = target.as_symbol() {
            match self.region.symbol(symbol).kind {
                SymbolKind::Scalar => return self.assign_scalar(target, symbol, op, value),
                SymbolKind::Pointer => return self.assign_pointer(symbol, op, value),
                SymbolKind::Array | SymbolKind::Record | SymbolKind::Reference => {}
            }
        }
        if self.follows(target) {
            return self.assign_element(target, op, value);
        }
        self.visit(value);
        let address = self.address(target);
        let kind = if op.is_some() { AccessKind::Update } else { AccessKind::Write };
        self.reference(target, address, kind);
    }

    /// Assigns a part of an object whose parts are followed. What it will hold is asked apart
    /// from what the statement reads.
    fn assign_element(&mut self, target: &Place, op: Option<BinaryOp>, value: &Expr) {
        let assigned = assigned_value(target, target.ty, op, value);
        let (references, obstacles) = (self.out.references.len(), self.out.obstacles.len());
        let holds = match assigned.ty {
            Type::Int { .. } => Some(Binding::Value(self.value(&assigned))),
            Type::Pointer if op.is_none() => Some(Binding::Pointer(self.pointer(&assigned))),
            _ => None,
        };
        self.out.references.truncate(references);
        self.out.obstacles.truncate(obstacles);
        self.visit(value);
        let address = self.address(target);
        let kind = if op.is_some() { AccessKind::Update } else { AccessKind::Write };
        self.reference(target, address.clone(), kind);
        self.store(target, &address.offset, holds);
    }

    fn assign_scalar(
        &mut self,
        target: &Place,
        symbol: SymbolId,
        op: Option<BinaryOp>,
        value: &Expr,
    ) {
        let ty = self.region.symbol(symbol).ty;
        let assigned = assigned_value(target, ty, op, value);
        let value = if ty.is_int() && assigned.ty.is_int() {
            self.value(&assigned)
        } else {
            self.visit(&assigned);
            self.fresh()
        };
        self.note_store(&Root::Symbol(symbol));
        self.environment.insert(symbol, Binding::Value(value));
    }

    fn assign_pointer(&mut self, symbol: SymbolId, op: Option<BinaryOp>, value: &Expr) {
        if op.is_some() {
            self.visit(value);
            self.forget(&BTreeSet::from([symbol]));
            return;
        }
        let address = self.pointer(value);
        self.environment.insert(symbol, Binding::Pointer(address));
    }

    fn branch(&mut self, condition: &Expr, then: &[Stmt], otherwise: &[Stmt]) {
        let stmt = self.stmt;
        let condition = self.condition(condition);
        let decides = self.sources_read();
        let negated = condition.clone().map(Condition::negated);
        let before = (self.environment.clone(), self.cells.clone());
        self.under(decides.as_ref(), |e| {
            e.guarded(condition.as_ref(), |e| {
                e.enter_branch(stmt);
                e.block(then);
            });
        });
        let after_then = std::mem::replace(&mut self.environment, before.0);
        let cells_then = std::mem::replace(&mut self.cells, before.1);
        self.under(decides.as_ref(), |e| e.guarded(negated.as_ref(), |e| e.block(otherwise)));
        self.merge((condition.as_ref(), decides.as_ref()), &after_then);
        self.merge_cells(condition.as_ref(), &cells_then);
        if ends_with_end(then) {
            self.assume(negated.as_ref());
        } else if ends_with_continue(then)
            && otherwise.is_empty()
            && let Some(negated) = negated
        {
            self.path = conjunctions(&self.path, &negated.holds);
        }
    }

    /// Merges the environment after the first branch into the one after the second.
    fn merge(
        &mut self,
        (condition, decides): (Option<&Condition>, Option<&Sources>),
        then: &Environment,
    ) {
        let otherwise = std::mem::take(&mut self.environment);
        for symbol in then.keys().chain(otherwise.keys()).copied().collect::<BTreeSet<_>>() {
            let (a, b) = (then.get(&symbol), otherwise.get(&symbol));
            let binding = match (a, b) {
                (Some(a), Some(b)) if a == b => a.clone(),
                (Some(a), Some(b)) if decides.is_some() => self.merged(a, b, (condition, decides)),
                (Some(Binding::Value(a)), Some(Binding::Value(b))) => match condition {
                    Some(condition) => Binding::Value(Value::select(condition, a, b)),
                    None => Binding::Value(self.fresh()),
                },
                _ => {
                    self.forget(&BTreeSet::from([symbol]));
                    continue;
                }
            };
            self.environment.insert(symbol, binding);
        }
    }

    /// Runs `action` on the path where `condition` holds, where it is known.
    pub(super) fn guarded<T>(
        &mut self,
        condition: Option<&Condition>,
        action: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some(condition) = condition else {
            self.out.exact_paths = false;
            return action(self);
        };
        let path = conjunctions(&self.path, &condition.holds);
        let outer_path = std::mem::replace(&mut self.path, path);
        let outer_facts = self.facts.clone();
        let outer_assumed = self.assumed.clone();
        if let [guard] = self.path.as_slice() {
            self.facts.assume_guard(guard);
        }
        let result = action(self);
        self.path = outer_path;
        self.facts = outer_facts;
        self.assumed = outer_assumed;
        result
    }

    fn counted_loop(&mut self, inner: &Loop) {
        let assigned = assigned_symbols(self.region, &inner.body);
        let arrays = assigned_arrays(&self.followed, &inner.body);
        let unknowns = self.unknowns;
        let lower = self.value(&inner.lower);
        let bound = self.value(&inner.bound);
        let added = self.value(&inner.step);
        let step = added.as_constant().filter(|step| *step != 0);
        let varying = if assigned.contains(&inner.iv) {
            Some(Code::CounterAssigned)
        } else if self.unknowns != unknowns
            || mentions(&inner.bound, &assigned)
            || reads(&inner.bound, &arrays)
        {
            Some(Code::VaryingBounds)
        } else {
            None
        };
        let upper = self.one_past(inner, &lower, &bound, step.as_ref());
        let mut values = self.loop_values(lower, upper, step, varying);
        if varying.is_none() {
            values.most = (0..=1).find(|most| self.has_at_most(&values, *most));
        }
        let wraps = wrapping_type(self.region.symbol(inner.iv).ty).is_some();
        let unit = values.step.as_ref().is_some_and(|step| *step == 1);
        if wraps && unit && values.upper.unknown().is_some() && !self.counts() {
            values.first = None;
        }
        self.assume_likely(inner, &mut values, added);
        self.forget_cells(&arrays);
        self.run_loop(inner, &assigned, &values);
        self.forget_cells(&arrays);
        self.out.loops[inner.id.index()] = Some(values);
    }

    fn run_loop(&mut self, inner: &Loop, assigned: &BTreeSet<SymbolId>, values: &LoopValues) {
        let outer_facts = self.facts.clone();
        let outer_path = self.path.clone();
        let outer_assumed = self.assumed.clone();
        self.loops.push(inner.id);
        let (advances, growing, entry) = self.enter_loop(inner, assigned, values);
        values.reached(0).for_each(|row| self.facts.assume_nonnegative(&row));
        self.assume_bounds(inner, values);
        let trips = self.trip_sources(inner, values);
        let decides = entry.as_ref().map(|entry| &entry.exits | &trips);
        self.under(decides.as_ref(), |e| e.block(&inner.body));
        self.loops.pop();
        self.path = outer_path;
        self.facts = outer_facts;
        self.assumed = outer_assumed;
        self.stmt = inner.body.first().map_or(self.stmt, |stmt| stmt.id);
        let mut after = assigned.clone();
        after.insert(inner.iv);
        self.end(entry.as_ref(), &after, (Some(inner.id), trips));
        self.leave_loop(advances);
        let runs = values.trip_count.clone().filter(|trips| self.facts.nonnegative(trips));
        self.bound_growing(&growing, runs.as_ref());
    }

    /// Gives what the loop assigns its values at the start of an iteration, with the counter's range
    /// among the facts.
    fn enter_loop(
        &mut self,
        inner: &Loop,
        assigned: &BTreeSet<SymbolId>,
        values: &LoopValues,
    ) -> (Vec<Advance>, Vec<(Growing, Value)>, Option<Entry>) {
        let counter = Binding::Value(self.counter(inner, values));
        let atom = Atom::Iv(inner.id, Instance::Source);
        self.facts.add_variable(atom, values.first.clone(), values.furthest.clone());
        self.environment.insert(inner.iv, counter.clone());
        let advances = self.advances(inner, assigned, values);
        let growing = self.find_growing(inner, values);
        let before = self.before_growing(&growing);
        self.growing.extend(growing);
        let entry = self.begin(Some(inner.id), &inner.body, assigned);
        self.environment.insert(inner.iv, counter);
        self.begin_iteration(&advances);
        let at = Poly::atom(Atom::Iv(inner.id, Instance::Source));
        let rounds = values.first.as_ref().map(|first| &at - first);
        self.bound_growing(&before, rounds.as_ref());
        (advances, before, entry)
    }

    /// The induction variable in terms of the loop's atom.
    pub(super) fn counter(&mut self, inner: &Loop, values: &LoopValues) -> Value {
        if let Some(counter) = self.likely_counter(inner, values) {
            return counter;
        }
        let atom = Value::from(Poly::atom(Atom::Iv(inner.id, Instance::Source)));
        match (&values.step, values.varying) {
            (Some(step), None | Some(Code::VaryingBounds)) if *step == 1 => atom,
            (Some(step), None | Some(Code::VaryingBounds)) => {
                let exact = values.lower.plus(&atom.times(&Value::constant(step.clone())));
                match wrapping_type(self.region.symbol(inner.iv).ty) {
                    Some((bits, signed))
                        if values.upper.unknown().is_some() && !self.fits(&exact, bits, signed) =>
                    {
                        exact.map(|p| Poly::term(TermOp::Wrap { bits, signed }, vec![p.clone()]))
                    }
                    _ => exact,
                }
            }
            _ => self.fresh(),
        }
    }

    pub(super) fn loop_values(
        &self,
        lower: Value,
        upper: Value,
        step: Option<Integer>,
        varying: Option<Code>,
    ) -> LoopValues {
        let mut values = LoopValues {
            enclosing: self.loops.clone(),
            first: None,
            last: None,
            furthest: None,
            spread: None,
            lower,
            upper,
            step,
            trip_count: None,
            most: None,
            varying,
            path: self.path.clone(),
        };
        let unit = values.step.as_ref().is_some_and(|step| *step == 1);
        if unit {
            values.first = values.lower.as_poly().cloned();
        } else if values.step.is_some() {
            values.first = Some(Poly::zero());
        }
        if varying.is_none() {
            values.trip_count = values.counted_trips();
        }
        if let (Some(first), Some(trips)) = (&values.first, &values.trip_count) {
            values.last = Some(&(first + trips) - &Poly::one());
        }
        values.furthest = values.last.clone();
        if let (None, Some(first), None) = (&values.trip_count, &values.first, varying) {
            values.spread = values.distances().and_then(|far| bounds::most(&self.facts, &far));
            let trips = values.spread.as_ref().and_then(|spread| values.trips_over(spread));
            values.furthest = trips.map(|trips| &(first + &trips) - &Poly::one());
        }
        values
    }

    /// Whether a loop never has more than so many iterations.
    fn has_at_most(&self, values: &LoopValues, iterations: u32) -> bool {
        let (Some(step), Some(distances)) = (&values.step, values.distances()) else {
            return false;
        };
        let farthest = Value::constant(step.clone().abs() * iterations);
        self.never_negative(&farthest.minus(&distances))
    }

    /// One past the last value for a loop that counts up, one before it for one that counts down.
    /// Unknown where the relation does not fit the step's sign, where a counter that wraps
    /// around may do so before it reaches the bound, or where `!=` need not come true: a signed counter that
    /// starts beyond the bound overflows unless the loop is left early.
    ///
    /// A signed counter that is compared with an unsigned bound is converted first (C11 §6.3.1.8), and a negative
    /// one is then greater than any bound. So neither its first value nor, where it counts down, the one with
    /// which the loop ends may be negative.
    pub(super) fn one_past(
        &self,
        inner: &Loop,
        lower: &Value,
        bound: &Value,
        step: Option<&Integer>,
    ) -> Value {
        let unknown = Value::Unknown(Code::NotCanonical);
        let Some(step) = step else { return unknown };
        let one = Value::constant(1);
        let up = *step > 0;
        let upper = match inner.relation {
            Relation::Lt if up => bound.clone(),
            Relation::Le if up => bound.plus(&one),
            Relation::Gt if !up => bound.clone(),
            Relation::Ge if !up => bound.minus(&one),
            Relation::Ne if *step == 1 || *step == -1 => bound.clone(),
            _ => return unknown,
        };
        if self.counts() {
            return upper;
        }
        let counter = self.region.symbol(inner.iv).ty;
        let mixed = is_signed(counter) && !is_signed(inner.bound.ty);
        let beyond = Value::constant(step - step.clone().signum());
        if mixed
            && !(self.never_negative(lower) && (up || self.never_negative(&upper.plus(&beyond))))
        {
            return unknown;
        }
        let wrapping = wrapping_type(counter);
        let may_miss = mixed || wrapping.is_some() || leaves_early(&inner.body);
        if inner.relation == Relation::Ne && may_miss {
            let distance = if up { upper.minus(lower) } else { lower.minus(&upper) };
            if !distance.as_poly().is_some_and(|d| self.facts.nonnegative(d)) {
                return unknown;
            }
        }
        let Some((bits, signed)) = wrapping else { return upper };
        let Type::Int { bits: own, signed: own_signed } = inner.bound.ty else { return unknown };
        let exact = matches!(inner.relation, Relation::Lt | Relation::Gt)
            && beyond.as_constant().is_some_and(|beyond| beyond == 0);
        let in_type = exact && signed == own_signed && own <= bits;
        if in_type || self.fits(&upper.plus(&beyond), bits, signed) { upper } else { unknown }
    }

    fn never_negative(&self, value: &Value) -> bool {
        let cases = value.cases();
        value.unknown().is_none() && cases.iter().all(|case| self.facts.nonnegative(&case.poly))
    }

    /// A loop whose iterations are not counted: what it assigns is unknown inside, and behind it one
    /// unknown value in each iteration of the loops around it.
    fn uncounted_loop(&mut self, condition: Option<&Expr>, body: &[Stmt]) {
        let mut assigned = assigned_symbols(self.region, body);
        if let Some(condition) = condition {
            assigned.extend(address_taken(self.region, condition));
        }
        let arrays = assigned_arrays(&self.followed, body);
        self.uncounted_loops += 1;
        let entry = self.begin(None, body, &assigned);
        let trips = self.condition_sources(condition);
        self.forget_cells(&arrays);
        if let Some(condition) = condition {
            self.visit(condition);
        }
        let (outer_path, outer_assumed) = (self.path.clone(), self.assumed.clone());
        let outer_facts = self.facts.clone();
        let decides = entry.as_ref().map(|entry| &entry.exits | &trips);
        self.under(decides.as_ref(), |e| e.block(body));
        (self.path, self.assumed, self.facts) = (outer_path, outer_assumed, outer_facts);
        self.uncounted_loops -= 1;
        self.end(entry.as_ref(), &assigned, (None, trips));
        self.forget_cells(&arrays);
    }
}

/// What an assignment to a place of type `ty` stores. A compound assignment is the operation in the
/// type of its right-hand side, converted back.
fn assigned_value(target: &Place, ty: Type, op: Option<BinaryOp>, value: &Expr) -> Expr {
    let Some(op) = op else { return value.clone() };
    let old = Expr { ty, kind: ExprKind::Load(target.clone()) };
    let old = converted(old, value.ty);
    let kind = ExprKind::Binary(op, Box::new(old), Box::new(value.clone()));
    converted(Expr { ty: value.ty, kind }, ty)
}

fn converted(expr: Expr, ty: Type) -> Expr {
    if expr.ty == ty { expr } else { Expr { ty, kind: ExprKind::Cast(Box::new(expr)) } }
}

fn ends_with_continue(body: &[Stmt]) -> bool {
    matches!(body.last().map(|stmt| &stmt.kind), Some(StmtKind::Jump(Jump::Continue)))
}

fn is_signed(ty: Type) -> bool {
    !matches!(ty, Type::Int { signed: false, .. })
}

/// Width and signedness of a type whose increment wraps around: unsigned, or narrower than `int`
/// (C11 §6.3.1.3: the sum is computed in `int` and converted back).
fn wrapping_type(ty: Type) -> Option<(u16, bool)> {
    match ty {
        Type::Int { bits, signed } if bits < 32 || !signed => Some((bits, signed)),
        _ => None,
    }
}

/// Whether some statement may leave the loop that has this body, or never end.
fn leaves_early(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Jump(jump) => *jump != Jump::Continue,
        StmtKind::While { .. } | StmtKind::Opaque { .. } => true,
        _ => stmt.blocks().into_iter().any(leaves_early),
    })
}

/// Whether every jump is a `continue` that the path of the statements behind it expresses.
pub(super) fn jumps_are_modelled(body: &[Stmt], in_loop: bool) -> bool {
    body.iter().all(|stmt| match &stmt.kind {
        StmtKind::If { then, otherwise, .. } => {
            let modelled = in_loop && otherwise.is_empty() && ends_with_continue(then);
            let then = if modelled { &then[..then.len() - 1] } else { then };
            jumps_are_modelled(then, false) && jumps_are_modelled(otherwise, false)
        }
        StmtKind::Loop(inner) => jumps_are_modelled(&inner.body, true),
        StmtKind::Directive(_, body) => jumps_are_modelled(body, false),
        StmtKind::While { .. } | StmtKind::Jump(_) | StmtKind::Opaque { .. } => false,
        StmtKind::Declare { .. } | StmtKind::Assign { .. } | StmtKind::Evaluate(_) => true,
    })
}

fn mentions(expr: &Expr, symbols: &BTreeSet<SymbolId>) -> bool {
    let mut found = false;
    expr.walk(&mut |e| found |= e.symbol().is_some_and(|symbol| symbols.contains(&symbol)));
    found
}
