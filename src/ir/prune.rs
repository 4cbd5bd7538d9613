//! Leaves out the symbols that nothing in a region names.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Base, Expr, ExprKind, OriginKind, Place, Step, Stmt, StmtKind, TargetRegion, named,
    walk_statements,
};
use crate::id::SymbolId;

impl TargetRegion {
    /// Leaves out the symbols that neither the body names, nor its data, facts and origins.
    pub(crate) fn prune_symbols(&mut self) {
        let kept = self.named_symbols();
        let numbers = kept.iter().enumerate();
        let numbers: BTreeMap<SymbolId, SymbolId> =
            numbers.map(|(index, old)| (*old, SymbolId::from_index(index))).collect();
        self.symbols = kept.iter().map(|symbol| self.symbols[symbol.index()].clone()).collect();
        let renumber = Renumber(numbers);
        self.data.iter_mut().for_each(|item| renumber.symbol(&mut item.symbol));
        self.facts.iter_mut().for_each(|fact| renumber.expr(fact));
        for origin in &mut self.origins {
            renumber.symbol(&mut origin.symbol);
            if let OriginKind::Derived(expr) = &mut origin.kind {
                renumber.expr(expr);
            }
        }
        renumber.block(&mut self.body);
    }

    fn named_symbols(&self) -> BTreeSet<SymbolId> {
        let mut found = named(&self.body);
        walk_statements(&self.body, &mut |stmt| match &stmt.kind {
            StmtKind::Declare { symbol, .. } => drop(found.insert(*symbol)),
            StmtKind::Loop(l) => drop(found.insert(l.iv)),
            _ => {}
        });
        found.extend(self.data.iter().map(|item| item.symbol));
        found.extend(self.facts.iter().flat_map(Expr::symbols));
        for origin in &self.origins {
            found.insert(origin.symbol);
            if let OriginKind::Derived(expr) = &origin.kind {
                found.extend(expr.symbols());
            }
        }
        found
    }
}

/// The new numbers of all symbols that occur.
struct Renumber(BTreeMap<SymbolId, SymbolId>);

impl Renumber {
    fn symbol(&self, symbol: &mut SymbolId) {
        *symbol = self.0[symbol];
    }

    fn block(&self, body: &mut [Stmt]) {
        body.iter_mut().for_each(|stmt| self.statement(stmt));
    }

    fn statement(&self, stmt: &mut Stmt) {
        match &mut stmt.kind {
            StmtKind::Declare { symbol, value } => {
                self.symbol(symbol);
                value.iter_mut().for_each(|value| self.expr(value));
            }
            StmtKind::Assign { target, value, .. } => {
                self.place(target);
                self.expr(value);
            }
            StmtKind::Evaluate(expr) => self.expr(expr),
            StmtKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::Loop(l) => {
                self.symbol(&mut l.iv);
                [&mut l.lower, &mut l.bound, &mut l.step].into_iter().for_each(|e| self.expr(e));
                self.block(&mut l.body);
            }
            StmtKind::While { condition, body, .. } => {
                condition.iter_mut().for_each(|condition| self.expr(condition));
                self.block(body);
            }
            StmtKind::Directive(_, body) => self.block(body),
            StmtKind::Jump(_) | StmtKind::Opaque { .. } => {}
        }
    }

    fn expr(&self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Opaque { .. } => {}
            ExprKind::Symbol(symbol) => self.symbol(symbol),
            ExprKind::Load(place) | ExprKind::AddressOf(place) => self.place(place),
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => self.expr(operand),
            ExprKind::Binary(_, left, right) | ExprKind::Compare(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Select(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|e| self.expr(e));
            }
            ExprKind::Call { arguments, .. } => arguments.iter_mut().for_each(|e| self.expr(e)),
        }
    }

    fn place(&self, place: &mut Place) {
        match &mut place.base {
            Base::Symbol(symbol) => self.symbol(symbol),
            Base::Loaded(pointer) => self.place(pointer),
            Base::Value(value) => self.expr(value),
        }
        for step in &mut place.steps {
            if let Step::Index { index, scale, extent } = step {
                [Some(index), Some(scale), extent.as_mut()]
                    .into_iter()
                    .flatten()
                    .for_each(|e| self.expr(e));
            }
        }
    }
}
