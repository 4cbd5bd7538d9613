//! Scalars: which variables carry a value from one iteration of a loop to the next.
//!
//! A variable that every iteration defines before it uses it can be private to the iteration; a
//! `reduction` list item may be accumulated in any order; any other variable that the body assigns
//! carries its value (design: a scalar carried over an inner loop blocks that loop).

use std::collections::BTreeSet;

use super::reduction::{Accumulation, Operator, accumulation};
use crate::id::{LoopId, SymbolId};
use crate::ir::{
    BinaryOp, DataKind, Expr, ExprKind, Loop, Place, Scope, Stmt, StmtKind, SymbolKind,
    TargetRegion, Type, atomic, named, walk_statements,
};
use crate::openmp::{ClauseKind, Leaf};
use crate::symbolic::root::is_scalar_on_device;

/// A variable that a loop's body assigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScalarUse {
    /// Declared in the body, or private and always assigned before use.
    Private,
    /// A reduction list item, or a shared variable that is updated atomically, used for nothing but its accumulation.
    Reduction,
    /// Its value passes from one iteration to the next, or out of the loop.
    Carried,
    /// Every thread writes one shared variable: a race as written.
    Shared,
}

/// How the iterations of `within` use each scalar or pointer variable that its body assigns, in the
/// order of their declaration. The variables of counted loops inside are not listed.
pub fn classify(region: &TargetRegion, within: &Loop) -> Vec<(SymbolId, ScalarUse)> {
    let mut flow = Flow::new(region);
    flow.block(&within.body);
    let counts = |s: &SymbolId| flow.counters.contains(s) && !flow.exposed.contains(s);
    let assigned = flow.assigned.iter().copied().filter(|symbol| !counts(symbol));
    assigned.map(|symbol| (symbol, flow.classify(symbol))).collect()
}

/// What statements do with scalars and pointers.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// The variables that they assign, counters of loops too.
    pub assigned: BTreeSet<SymbolId>,
    /// Those of which they may use a value that they have not assigned before.
    pub exposed: BTreeSet<SymbolId>,
}

/// What `body` does with scalars and pointers.
pub fn uses(region: &TargetRegion, body: &[Stmt]) -> Uses {
    let mut flow = Flow::new(region);
    flow.block(body);
    Uses { assigned: flow.assigned, exposed: flow.exposed }
}

/// Every scalar with each loop over which it carries a value.
pub fn carried(region: &TargetRegion) -> Vec<(SymbolId, LoopId)> {
    let of_loop = |l: &&Loop| {
        let carried = classify(region, l).into_iter().filter(|(_, u)| *u == ScalarUse::Carried);
        carried.map(|(symbol, _)| (symbol, l.id)).collect::<Vec<_>>()
    };
    region.loops().iter().flat_map(of_loop).collect()
}

/// What a loop does with a variable that its body assigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The variable.
    pub symbol: SymbolId,
    /// The loop.
    pub at: LoopId,
    /// How its iterations use the variable.
    pub usage: ScalarUse,
    /// The operation by which the variable is accumulated, where that is all that happens to it:
    /// a reduction, whether a clause says so or not.
    pub operator: Option<Operator>,
    /// Whether the value of the last iteration may be used behind the loop.
    pub live_out: bool,
}

/// Every loop's scalars, the loops in pre-order.
pub fn summaries(region: &TargetRegion) -> Vec<Summary> {
    let of_loop = |l: &&Loop| {
        let mut flow = Flow::new(region);
        flow.block(&l.body);
        let used = used_behind(&region.body, l.id);
        let summary = |(symbol, usage): (SymbolId, ScalarUse)| {
            let inside = region.symbol(symbol).scope == Scope::Region;
            let private = sharing(region, symbol) == Sharing::Private;
            let live_out = used.contains(&symbol) || !inside && !private;
            let operator = flow.operator(symbol);
            Summary { symbol, at: l.id, usage, operator, live_out }
        };
        classify(region, l).into_iter().map(summary).collect::<Vec<_>>()
    };
    region.loops().iter().flat_map(of_loop).collect()
}

/// The variables that statements behind a loop name; those of the loops around it count as well,
/// since their next iteration is behind it.
fn used_behind(body: &[Stmt], l: LoopId) -> BTreeSet<SymbolId> {
    let mut used = BTreeSet::new();
    for (index, stmt) in body.iter().enumerate() {
        let inner: &[Stmt] = match &stmt.kind {
            StmtKind::Loop(found) if found.id == l => {
                used.extend(named(&body[index + 1..]));
                return used;
            }
            StmtKind::Loop(found) => &found.body,
            StmtKind::While { body, .. } | StmtKind::Directive(_, body) => body,
            StmtKind::If { then, otherwise, .. } => {
                used.extend(used_behind(then, l));
                used.extend(used_behind(otherwise, l));
                &[]
            }
            _ => &[],
        };
        if contains(inner, l) {
            used.extend(used_behind(inner, l));
            used.extend(named(&body[index + 1..]));
            return used;
        }
    }
    used
}

/// Whether the loop stands in `body`, at any depth.
pub(crate) fn contains(body: &[Stmt], l: LoopId) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Loop(inner) if inner.id == l => true,
        _ => stmt.blocks().into_iter().any(|block| contains(block, l)),
    })
}

/// The operation by which statements accumulate a variable, where they do nothing else with it.
pub(crate) fn accumulated(
    region: &TargetRegion,
    body: &[Stmt],
    symbol: SymbolId,
) -> Option<Operator> {
    let mut flow = Flow::new(region);
    flow.block(body);
    flow.operator(symbol)
}

/// The operation that a `reduction` clause names for a variable.
fn clause_operator(region: &TargetRegion, symbol: SymbolId) -> Option<Operator> {
    Operator::parse(reduction(region, symbol)?.rsplit(',').next()?.trim())
}

/// What stands before the colon of the `reduction` clause that lists a variable.
pub(crate) fn reduction(region: &TargetRegion, symbol: SymbolId) -> Option<&str> {
    let name = &region.symbol(symbol).name;
    let clauses = region.directive.clauses_of(ClauseKind::Reduction);
    let mut arguments = clauses.filter_map(|clause| clause.argument.as_deref()?.split_once(':'));
    let (operation, _) =
        arguments.find(|(_, list)| list.split(',').any(|item| item.trim() == name))?;
    Some(operation.trim())
}

/// The variables of the counted loops in `within` (and its own) that the region shares between
/// threads as written: neither declared in the loop nor private.
pub fn shared_counters(region: &TargetRegion, loops: &[&Loop]) -> Vec<SymbolId> {
    let shared = |l: &&&Loop| !l.declares_iv && sharing(region, l.iv) == Sharing::Shared;
    loops.iter().filter(shared).map(|l| l.iv).collect()
}

/// Whether every thread has a variable of its own, whose value nobody sees after the construct.
pub fn is_private(region: &TargetRegion, symbol: SymbolId) -> bool {
    sharing(region, symbol) == Sharing::Private
}

/// Whether the variable's value in the last iteration leaves the construct.
pub fn lasts(region: &TargetRegion, symbol: SymbolId) -> bool {
    sharing(region, symbol) == Sharing::Lastprivate
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    Private,
    Lastprivate,
    Reduction,
    Shared,
}

/// Whether all that a region does with a variable in the device's memory are atomic updates by one operation. Those of a floating variable
/// have no order as long as the region's directive shares iterations among threads, and each of these makes one.
fn updates_alone(region: &TargetRegion, symbol: SymbolId) -> bool {
    let open = match region.symbol(symbol).ty {
        Type::Int { .. } => true,
        Type::Float { .. } => {
            region.directive.shares_work() && !updates_under_condition(region, symbol)
        }
        _ => false,
    };
    if !open || !is_scalar_on_device(region, symbol) {
        return false;
    }
    let mut flow = Flow::new(region);
    flow.block(&region.body);
    flow.operator(symbol).is_some() && !flow.plainly.contains(&symbol)
}

/// Whether a condition stands around an atomic update of a variable.
fn updates_under_condition(region: &TargetRegion, symbol: SymbolId) -> bool {
    let is_own = |stmt: &Stmt| match atomic::update(stmt).map(|own| &own.kind) {
        Some(StmtKind::Assign { target, .. }) => target.as_symbol() == Some(symbol),
        _ => false,
    };
    let mut found = false;
    walk_statements(&region.body, &mut |stmt| {
        if let StmtKind::If { then, otherwise, .. } = &stmt.kind {
            for block in [then, otherwise] {
                walk_statements(block, &mut |inner| found |= is_own(inner));
            }
        }
    });
    found
}

/// How the construct shares a variable. One declared inside the region is private; one declared
/// outside and not listed is shared by the threads of a team.
fn sharing(region: &TargetRegion, symbol: SymbolId) -> Sharing {
    let mut result = if region.symbol(symbol).scope == Scope::Region {
        Sharing::Private
    } else {
        Sharing::Shared
    };
    for item in region.data.iter().filter(|item| item.symbol == symbol && !item.enclosing) {
        match item.kind {
            DataKind::Reduction => return Sharing::Reduction,
            DataKind::Lastprivate | DataKind::Linear => return Sharing::Lastprivate,
            DataKind::Private => result = Sharing::Private,
            DataKind::Firstprivate if parallel_firstprivate(region) => result = Sharing::Private,
            _ => {}
        }
    }
    result
}

/// `firstprivate` on a combined construct that ends in a worksharing or distribute loop reaches the
/// threads, not only the target task.
fn parallel_firstprivate(region: &TargetRegion) -> bool {
    region.directive.has(Leaf::Parallel) || region.directive.has(Leaf::Loop)
}

/// A walk in execution order: what is certainly assigned so far, and what was used before that.
struct Flow<'a> {
    region: &'a TargetRegion,
    defined: BTreeSet<SymbolId>,
    declared: BTreeSet<SymbolId>,
    exposed: BTreeSet<SymbolId>,
    assigned: BTreeSet<SymbolId>,
    counters: BTreeSet<SymbolId>,
    /// Read or written other than by an accumulation.
    not_accumulated: BTreeSet<SymbolId>,
    operators: BTreeSet<(SymbolId, Operator)>,
    /// Accumulated by statements that are no atomic updates.
    plainly: BTreeSet<SymbolId>,
}

impl<'a> Flow<'a> {
    fn new(region: &'a TargetRegion) -> Self {
        Self {
            region,
            defined: BTreeSet::new(),
            declared: BTreeSet::new(),
            exposed: BTreeSet::new(),
            assigned: BTreeSet::new(),
            counters: BTreeSet::new(),
            not_accumulated: BTreeSet::new(),
            operators: BTreeSet::new(),
            plainly: BTreeSet::new(),
        }
    }

    fn classify(&self, symbol: SymbolId) -> ScalarUse {
        if self.declared.contains(&symbol) {
            return ScalarUse::Private;
        }
        match sharing(self.region, symbol) {
            Sharing::Reduction if self.accumulates(symbol) => ScalarUse::Reduction,
            Sharing::Reduction | Sharing::Lastprivate => ScalarUse::Carried,
            Sharing::Shared if updates_alone(self.region, symbol) => ScalarUse::Reduction,
            _ if self.exposed.contains(&symbol) => ScalarUse::Carried,
            Sharing::Private => ScalarUse::Private,
            Sharing::Shared => ScalarUse::Shared,
        }
    }

    /// Whether a `reduction` item is accumulated as its clause says; of an operation that the program
    /// declares nothing is known but that it is one.
    fn accumulates(&self, symbol: SymbolId) -> bool {
        let operator = self.operator(symbol);
        match clause_operator(self.region, symbol) {
            Some(declared) => operator == Some(declared),
            None => operator.is_some(),
        }
    }

    /// The one operation by which the variable is accumulated and not used otherwise.
    fn operator(&self, symbol: SymbolId) -> Option<Operator> {
        let mut operators = self.operators.iter().filter(|(s, _)| *s == symbol);
        let (_, operator) = operators.next().filter(|_| !self.not_accumulated.contains(&symbol))?;
        operators.next().is_none().then_some(*operator)
    }

    fn accumulate(&mut self, symbol: SymbolId, operator: Operator, operand: &Expr) {
        self.expression(operand);
        self.operators.insert((symbol, operator));
        if !self.defined.contains(&symbol) || self.counters.remove(&symbol) {
            self.exposed.insert(symbol);
        }
        self.define(symbol);
    }

    fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    /// Statements that may not be executed: they define nothing for those behind them.
    fn perhaps(&mut self, body: &[Stmt]) {
        let before = self.defined.clone();
        self.block(body);
        self.defined = before;
    }

    fn statement(&mut self, stmt: &Stmt) {
        let own = atomic::update(stmt);
        if let Some(Accumulation { target, operator, operand }) = accumulation(own.unwrap_or(stmt))
            && let Some(symbol) = target.as_symbol().filter(|s| self.is_variable(*s))
        {
            self.plainly.extend(own.is_none().then_some(symbol));
            return self.accumulate(symbol, operator, operand);
        }
        match &stmt.kind {
            StmtKind::Declare { symbol, value } => {
                value.iter().for_each(|value| self.expression(value));
                if self.region.symbol(*symbol).kind != SymbolKind::Array {
                    self.declared.insert(*symbol);
                    self.define(*symbol);
                }
            }
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value),
            StmtKind::Evaluate(expr) => self.expression(expr),
            StmtKind::If { condition, then, otherwise } => {
                self.expression(condition);
                let before = self.defined.clone();
                self.block(then);
                let after_then = std::mem::replace(&mut self.defined, before);
                self.block(otherwise);
                self.defined = self.defined.intersection(&after_then).copied().collect();
            }
            StmtKind::Loop(inner) => self.counted_loop(inner),
            StmtKind::While { condition, body, .. } => {
                condition.iter().for_each(|condition| self.expression(condition));
                self.perhaps(body);
            }
            StmtKind::Directive(_, body) => self.perhaps(body),
            StmtKind::Jump(_) | StmtKind::Opaque { .. } => {}
        }
    }

    fn counted_loop(&mut self, inner: &Loop) {
        self.expression(&inner.lower);
        if self.assigned.contains(&inner.iv) && !self.counters.contains(&inner.iv) {
            self.not_accumulated.insert(inner.iv);
        } else {
            self.counters.insert(inner.iv);
        }
        self.define(inner.iv);
        self.expression(&inner.bound);
        self.expression(&inner.step);
        self.perhaps(&inner.body);
    }

    fn assign(&mut self, target: &Place, op: Option<BinaryOp>, value: &Expr) {
        self.expression(value);
        let Some(symbol) = target.as_symbol().filter(|s| self.is_variable(*s)) else {
            target.walk(&mut |expr| self.use_of(expr));
            target.root().into_iter().for_each(|pointer| self.used(pointer, false));
            return;
        };
        self.not_accumulated.insert(symbol);
        if op.is_some() && !self.defined.contains(&symbol) {
            self.exposed.insert(symbol);
        }
        if self.counters.contains(&symbol) {
            self.counters.remove(&symbol);
            self.exposed.insert(symbol);
        }
        self.define(symbol);
    }

    fn define(&mut self, symbol: SymbolId) {
        self.assigned.insert(symbol);
        self.defined.insert(symbol);
    }

    fn is_variable(&self, symbol: SymbolId) -> bool {
        matches!(self.region.symbol(symbol).kind, SymbolKind::Scalar | SymbolKind::Pointer)
    }

    fn expression(&mut self, expr: &Expr) {
        expr.walk(&mut |e| self.use_of(e));
    }

    /// A use of the variable whose value the expression is or whose value leads to a place, as that of `p` does in `p[i]` and
    /// `p->next`; or (where an address is taken) a use and an assignment by whoever gets the address.
    fn use_of(&mut self, expr: &Expr) {
        let address =
            matches!(&expr.kind, ExprKind::AddressOf(place) if place.as_symbol().is_some());
        expr.symbol().into_iter().for_each(|symbol| self.used(symbol, address));
    }

    fn used(&mut self, symbol: SymbolId, address: bool) {
        if !self.is_variable(symbol) {
            return;
        }
        self.not_accumulated.insert(symbol);
        if !self.defined.contains(&symbol) || address {
            self.exposed.insert(symbol);
        }
        if address {
            self.assigned.insert(symbol);
        }
    }
}
