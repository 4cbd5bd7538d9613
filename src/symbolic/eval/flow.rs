//! Which loops tell apart the lanes that look at a variable: a data-flow analysis over the body of a
//! loop (Coutinho, Sampaio, Pereira, Meira: "Divergence Analysis and Optimizations", PACT 2011).
//!
//! What a variable holds follows what it is assigned, and the conditions under which it is. Where a lane
//! may have left an iteration or the loop, what comes behind is under the condition of that jump, too. A
//! variable that a body only adds to keeps its value before the loop, which may differ from lane to lane,
//! apart from what is added, which need not.

use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;

use super::assigned::assigned_symbols;
use super::counters::addition;
use super::crew::{ends_with_barrier, has_turns};
use super::numbers::of_number;
use super::sources::Sources;
use super::{Binding, Evaluator};
use crate::id::{LoopId, SymbolId};
use crate::ir::launch::{self, Number};
use crate::ir::{
    Base, DataKind, Expr, ExprKind, Jump, Loop, Place, Step, Stmt, StmtKind, SymbolKind, Type,
    clauses, declared, walk_statements,
};
use crate::symbolic::root::Root;

/// What a body adds to a variable.
#[derive(Clone, Debug)]
pub(super) struct Added {
    /// What all sums follow.
    pub(super) sources: Sources,
    /// A divisor of them.
    pub(super) factor: Integer,
}

/// What a loop finds, and what its body does.
#[derive(Clone)]
pub(super) struct Entry {
    /// What the variables hold before it.
    pub(super) before: BTreeMap<SymbolId, Binding>,
    /// What they follow when an iteration begins.
    pub(super) follows: BTreeMap<SymbolId, Sources>,
    /// The variables that the body only adds to.
    pub(super) added: BTreeMap<SymbolId, Added>,
    /// What decides which lanes leave the body early.
    pub(super) exits: Sources,
}

/// What a loop with this body does to the variables that it assigns. In a loop whose iterations are
/// `shared` by threads each has values of its own.
pub(super) fn flow(
    evaluator: &Evaluator,
    body: &[Stmt],
    assigned: &BTreeSet<SymbolId>,
    shared: Option<LoopId>,
) -> Entry {
    let environment = &evaluator.environment;
    let before = assigned.iter().filter_map(|s| Some((*s, environment.get(s)?.clone())));
    let before: BTreeMap<_, _> = before.collect();
    let inside = declared(body);
    let sources = |symbol: &SymbolId| {
        let outside = (!inside.contains(symbol)).then(|| evaluator.variable_sources(*symbol));
        (*symbol, outside.into_iter().flatten().chain(shared).collect())
    };
    let nothing = Added { sources: shared.into_iter().collect(), factor: Integer::new() };
    let added = assigned.iter().map(|symbol| (*symbol, Some(nothing.clone()))).collect();
    let mut flow = Flow {
        evaluator,
        follows: assigned.iter().map(sources).collect(),
        added,
        left: Sources::new(),
        meets: meets(body),
        changed: true,
    };
    let mut exits = Sources::new();
    while std::mem::take(&mut flow.changed) {
        exits.clear();
        flow.block(body, &Sources::new(), &mut exits);
    }
    exits.extend(&flow.left);
    let known = |(symbol, added): (SymbolId, Option<Added>)| {
        added.filter(|added| added.factor != 0).map(|added| (symbol, added))
    };
    let added = flow.added.into_iter().filter_map(known).collect();
    Entry { before, follows: flow.follows, added, exits }
}

struct Flow<'e, 'a> {
    evaluator: &'e Evaluator<'a>,
    follows: BTreeMap<SymbolId, Sources>,
    added: BTreeMap<SymbolId, Option<Added>>,
    /// What decides which lanes have left the function.
    left: Sources,
    /// Whether the threads of a team wait for each other in each iteration.
    meets: bool,
    changed: bool,
}

/// Whether threads wait for each other in a body.
fn meets(body: &[Stmt]) -> bool {
    let mut found = false;
    walk_statements(body, &mut |stmt| {
        if let StmtKind::Directive(directive, _) = &stmt.kind {
            found |= ends_with_barrier(directive);
        }
    });
    found
}

impl Flow<'_, '_> {
    /// Follows statements under conditions with the sources `control`. What decides which lanes skip the rest of the
    /// iteration joins `jumped`.
    fn block(&mut self, body: &[Stmt], control: &Sources, jumped: &mut Sources) {
        for stmt in body {
            let mut under: Sources = control.union(jumped).copied().collect();
            under.extend(&self.left);
            match &stmt.kind {
                StmtKind::Declare { symbol, value } => {
                    let own = value.as_ref().map(|value| self.of(value)).unwrap_or_default();
                    self.assign(*symbol, &own, &under);
                    self.added.insert(*symbol, None);
                }
                StmtKind::Assign { target, value, .. } => {
                    self.assignment(stmt, target, value, &under);
                }
                StmtKind::If { condition, then, otherwise } => {
                    under.extend(self.of(condition));
                    self.block(then, &under, jumped);
                    self.block(otherwise, &under, jumped);
                }
                StmtKind::Loop(inner) => self.inner_loop(inner, &under),
                StmtKind::While { condition, body, .. } => {
                    under.extend(condition.iter().flat_map(|condition| self.of(condition)));
                    self.block(body, &under, &mut Sources::new());
                }
                StmtKind::Jump(Jump::Break | Jump::Continue) => jumped.extend(under),
                StmtKind::Jump(Jump::Return | Jump::Goto) => self.left.extend(under),
                StmtKind::Directive(directive, body) => {
                    if launch::is_parallel(directive) {
                        under.insert(launch::thread_loop(self.evaluator.region, Some(stmt.id)));
                    }
                    let region = self.evaluator.region;
                    let mut changed = clauses::assigned(directive, &region.symbols);
                    if has_turns(directive) {
                        changed.extend(assigned_symbols(region, body));
                    }
                    for symbol in changed {
                        self.assign(symbol, &self.evaluator.everything(), &under);
                        self.added.insert(symbol, None);
                    }
                    self.block(body, &under, jumped);
                }
                StmtKind::Evaluate(_) | StmtKind::Opaque { .. } => {}
            }
        }
    }

    fn inner_loop(&mut self, inner: &Loop, under: &Sources) {
        let trips = inner.header_expressions().into_iter().flat_map(|expr| self.of(expr));
        let under: Sources = trips.chain(under.iter().copied()).collect();
        self.assign(inner.iv, &Sources::new(), &under);
        self.added.insert(inner.iv, None);
        self.block(&inner.body, &under, &mut Sources::new());
    }

    fn assignment(&mut self, stmt: &Stmt, target: &Place, value: &Expr, under: &Sources) {
        let Some(symbol) = target.as_symbol() else { return };
        let mut own = self.of(value);
        let amount = self.amount(stmt, symbol);
        let amount = amount.map(|(own, factor)| (self.seen(symbol, &own | under), factor));
        match (self.added.get_mut(&symbol), amount) {
            (Some(Some(added)), Some((sources, factor))) => {
                self.changed |= !sources.is_subset(&added.sources);
                added.sources.extend(sources);
                added.factor.gcd_mut(&factor);
            }
            (Some(added), _) => *added = None,
            (None, _) => {}
        }
        own.extend(self.follows.get(&symbol).into_iter().flatten());
        self.assign(symbol, &own, under);
    }

    /// What a statement adds to a variable: its sources, and a divisor.
    fn amount(&self, stmt: &Stmt, symbol: SymbolId) -> Option<(Sources, Integer)> {
        let StmtKind::Assign { op, value, .. } = &stmt.kind else { return None };
        let declared = self.evaluator.region.symbol(symbol);
        if let (SymbolKind::Scalar, Type::Int { bits, .. }) = (declared.kind, declared.ty) {
            let amount = addition(stmt, symbol, bits)?.amount;
            return Some((self.of(amount), multiple(amount)));
        }
        let ExprKind::AddressOf(place) = &value.kind else { return None };
        let is_own = match &place.base {
            Base::Symbol(base) => *base == symbol,
            Base::Value(base) => base.variable() == Some(symbol),
            Base::Loaded(_) => false,
        };
        if op.is_some() || declared.kind != SymbolKind::Pointer || !is_own {
            return None;
        }
        let (mut sources, mut factor) = (Sources::new(), Integer::new());
        for step in &place.steps {
            let Step::Index { index, scale, .. } = step else { return None };
            sources.extend(self.of(index));
            sources.extend(self.of(scale));
            factor.gcd_mut(&(multiple(index) * multiple(scale)));
        }
        Some((sources, factor))
    }

    /// What is seen of a variable when an iteration begins.
    fn seen(&self, symbol: SymbolId, sources: Sources) -> Sources {
        if self.meets { self.evaluator.agreed(symbol, sources) } else { sources }
    }

    fn assign(&mut self, symbol: SymbolId, own: &Sources, under: &Sources) {
        let all = self.seen(symbol, own | under);
        let follows = self.follows.entry(symbol).or_default();
        let before = follows.len();
        follows.extend(all);
        self.changed |= follows.len() != before;
    }

    /// The sources of an expression's value.
    fn of(&self, expr: &Expr) -> Sources {
        let variable = |symbol: SymbolId| match self.follows.get(&symbol) {
            Some(follows) => follows | &self.evaluator.contents_of(&Root::Symbol(symbol)),
            None => self.evaluator.variable_sources(symbol),
        };
        self.evaluator.sources_with(expr, &variable)
    }
}

/// The value that an iteration leaves in a variable with its last assignment, if each that another one follows gets there.
fn left<'b>(evaluator: &Evaluator, body: &'b [Stmt], symbol: SymbolId) -> Option<&'b Expr> {
    let assigns = |stmt: &&Stmt| {
        assigned_symbols(evaluator.region, std::slice::from_ref(*stmt)).contains(&symbol)
    };
    match &body.iter().rfind(assigns)?.kind {
        StmtKind::Assign { target, op: None, value } if target.as_symbol() == Some(symbol) => {
            (!skips(body)).then_some(value)
        }
        _ => None,
    }
}

/// Whether an iteration may skip statements of its body that another one follows.
fn skips(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::If { then, otherwise, .. } => skips(then) || skips(otherwise),
        StmtKind::Directive(_, body) => skips(body),
        StmtKind::Jump(jump) => matches!(jump, Jump::Continue | Jump::Goto),
        _ => false,
    })
}

/// A divisor of an amount.
fn multiple(amount: &Expr) -> Integer {
    match &amount.kind {
        ExprKind::Int(amount) => amount.clone(),
        ExprKind::Cast(operand) => multiple(operand),
        _ => Integer::from(1),
    }
}

impl Evaluator<'_> {
    /// The variables that hold when any iteration begins what they held before the loop: those that each iteration
    /// leaves as they were; and where threads share the iterations, of which most have one, those that it only adds to.
    pub(super) fn kept(&mut self, entry: &Entry, body: &[Stmt], shared: bool) -> Vec<SymbolId> {
        let region = self.region;
        let sums = |symbol: SymbolId| {
            let is_sum = |kind| matches!(kind, DataKind::Reduction | DataKind::Linear);
            region.data.iter().any(|item| item.symbol == symbol && is_sum(item.kind))
        };
        let assigned = assigned_symbols(region, body);
        let mut is_kept = |symbol: SymbolId, before: &Binding| {
            if shared {
                return entry.added.contains_key(&symbol) && !sums(symbol);
            }
            let Binding::Value(before) = before else { return false };
            let left = left(self, body, symbol);
            let left = left.and_then(|left| self.fixed_value(left, &assigned));
            left.is_some() && left.as_ref() == before.as_poly()
        };
        entry.before.iter().filter(|(s, before)| is_kept(**s, before)).map(|(s, _)| *s).collect()
    }

    /// The sources of an expression's value, which is not evaluated.
    pub(super) fn static_sources(&self, expr: &Expr) -> Sources {
        self.sources_with(expr, &|symbol| self.variable_sources(symbol))
    }

    /// The same, where `variable` tells those of variables.
    fn sources_with(&self, expr: &Expr, variable: &dyn Fn(SymbolId) -> Sources) -> Sources {
        let mut found = Sources::new();
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Symbol(symbol) => found.extend(variable(*symbol)),
            ExprKind::Load(place) | ExprKind::AddressOf(place) => {
                found.extend(place.root().map(variable).into_iter().flatten());
            }
            ExprKind::Call { name, pure_fn, .. } => match Number::asked_by(name) {
                Some(number) => found.extend(of_number(self, number)),
                None if *pure_fn || name.starts_with("omp_get_") => {}
                None => found.extend(self.everything()),
            },
            ExprKind::Opaque { .. } => found.extend(self.everything()),
            _ => {}
        });
        found
    }
}
