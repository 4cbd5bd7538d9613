//! Which loops tell apart the lanes that look at a variable: a data-flow analysis over the body of a
//! loop (Coutinho, Sampaio, Pereira, Meira: "Divergence Analysis and Optimizations", PACT 2011).
//!
//! What a variable holds follows what it is assigned, and the conditions under which it is. Where a lane
//! may have left an iteration or the loop, what comes behind is under the condition of that jump, too. A
//! variable that a body only adds to keeps its value before the loop, which may differ from lane to lane,
//! apart from what is added, which need not.

use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;

use super::counters::addition;
use super::numbers::of_number;
use super::{Binding, Evaluator};
use crate::id::{LoopId, SymbolId};
use crate::ir::launch::{self, Number};
use crate::ir::{
    Base, Expr, ExprKind, Jump, Loop, Place, Step, Stmt, StmtKind, SymbolKind, Type, clauses,
    declared,
};

/// Loops whose counters tell lanes apart.
pub(super) type Sources = BTreeSet<LoopId>;

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
    changed: bool,
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
                    for symbol in clauses::assigned(directive, &self.evaluator.region.symbols) {
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
        let amount = amount.map(|(sources, factor)| (&sources | under, factor));
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

    fn assign(&mut self, symbol: SymbolId, own: &Sources, under: &Sources) {
        let follows = self.follows.entry(symbol).or_default();
        let before = follows.len();
        follows.extend(own.union(under));
        self.changed |= follows.len() != before;
    }

    /// The sources of an expression's value.
    fn of(&self, expr: &Expr) -> Sources {
        let variable = |symbol: SymbolId| match self.follows.get(&symbol) {
            Some(follows) => follows.clone(),
            None => self.evaluator.variable_sources(symbol),
        };
        self.evaluator.sources_with(expr, &variable)
    }
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
