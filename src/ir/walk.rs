//! Walks over expressions and statements, and which symbols they name.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use rug::Integer;

use super::{
    Base, Expr, ExprKind, Loop, Place, Scope, Step, Stmt, StmtKind, Symbol, SymbolKind,
    TargetRegion, Type,
};
use crate::id::SymbolId;

impl Place {
    /// The variable that the place is in, or that leads to it: the `s` of `s->rows[i]`.
    pub fn root(&self) -> Option<SymbolId> {
        match &self.base {
            Base::Symbol(symbol) => Some(*symbol),
            Base::Loaded(pointer) => pointer.root(),
            Base::Value(_) => None,
        }
    }

    /// The same, to be changed.
    fn root_mut(&mut self) -> Option<&mut SymbolId> {
        match &mut self.base {
            Base::Symbol(symbol) => Some(symbol),
            Base::Loaded(pointer) => pointer.root_mut(),
            Base::Value(_) => None,
        }
    }

    /// Its subscripts.
    pub(crate) fn indices(&self) -> impl Iterator<Item = &Expr> {
        self.steps.iter().filter_map(|step| match step {
            Step::Index { index, .. } => Some(index),
            Step::Field { .. } => None,
        })
    }

    /// Visits its expressions to change them, each before those below it.
    pub(crate) fn walk_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match &mut self.base {
            Base::Symbol(_) => {}
            Base::Loaded(pointer) => pointer.walk_mut(visit),
            Base::Value(pointer) => pointer.walk_mut(visit),
        }
        for step in &mut self.steps {
            if let Step::Index { index, scale, extent } = step {
                index.walk_mut(visit);
                scale.walk_mut(visit);
                extent.iter_mut().for_each(|extent| extent.walk_mut(visit));
            }
        }
    }

    /// Calls `visit` on every expression that the address is computed from.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        match &self.base {
            Base::Symbol(_) => {}
            Base::Loaded(pointer) => pointer.walk(visit),
            Base::Value(pointer) => pointer.walk(visit),
        }
        for step in &self.steps {
            if let Step::Index { index, scale, extent } = step {
                index.walk(visit);
                scale.walk(visit);
                extent.iter().for_each(|extent| extent.walk(visit));
            }
        }
    }
}

/// Puts a value in the place of a variable's, for [`Expr::walk_mut`]. The value must not name the variable.
pub(crate) fn putting(variable: SymbolId, value: &Expr) -> impl FnMut(&mut Expr) {
    move |expr| {
        if expr.variable() == Some(variable) {
            *expr = value.clone();
        }
    }
}

impl Expr {
    /// Calls `visit` on this expression and on every expression below it, those in places too, each
    /// before its operands.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Symbol(_)
            | ExprKind::Opaque { .. } => {}
            ExprKind::Load(place) | ExprKind::AddressOf(place) => place.walk(visit),
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => operand.walk(visit),
            ExprKind::Binary(_, left, right) | ExprKind::Compare(_, left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            ExprKind::Select(condition, then, otherwise) => {
                condition.walk(visit);
                then.walk(visit);
                otherwise.walk(visit);
            }
            ExprKind::Call { arguments, .. } => {
                arguments.iter().for_each(|argument| argument.walk(visit));
            }
        }
    }

    /// Whether it is not understood, and may do more than compute a number.
    pub(crate) fn is_unseen(&self) -> bool {
        let is_number = matches!(self.ty, Type::Int { .. } | Type::Float { .. } | Type::Void);
        matches!(self.kind, ExprKind::Opaque { effects, .. } if effects || !is_number)
    }

    /// The same, to be changed.
    pub(crate) fn walk_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        visit(self);
        match &mut self.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Symbol(_)
            | ExprKind::Opaque { .. } => {}
            ExprKind::Load(place) | ExprKind::AddressOf(place) => place.walk_mut(visit),
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => operand.walk_mut(visit),
            ExprKind::Binary(_, left, right) | ExprKind::Compare(_, left, right) => {
                left.walk_mut(visit);
                right.walk_mut(visit);
            }
            ExprKind::Select(condition, then, otherwise) => {
                condition.walk_mut(visit);
                then.walk_mut(visit);
                otherwise.walk_mut(visit);
            }
            ExprKind::Call { arguments, .. } => {
                arguments.iter_mut().for_each(|argument| argument.walk_mut(visit));
            }
        }
    }

    /// The number that the expression is.
    pub(crate) fn integer(&self) -> Option<&Integer> {
        match &self.kind {
            ExprKind::Int(number) => Some(number),
            _ => None,
        }
    }

    /// The variable whose value the expression is.
    pub fn variable(&self) -> Option<SymbolId> {
        match &self.kind {
            ExprKind::Symbol(symbol) => Some(*symbol),
            ExprKind::Load(place) => place.as_symbol(),
            _ => None,
        }
    }

    /// The symbol that the expression itself names, its operands apart.
    pub fn symbol(&self) -> Option<SymbolId> {
        match &self.kind {
            ExprKind::Symbol(symbol) => Some(*symbol),
            ExprKind::Load(place) | ExprKind::AddressOf(place) => place.root(),
            _ => None,
        }
    }

    /// The same, to be changed.
    fn symbol_mut(&mut self) -> Option<&mut SymbolId> {
        match &mut self.kind {
            ExprKind::Symbol(symbol) => Some(symbol),
            ExprKind::Load(place) | ExprKind::AddressOf(place) => place.root_mut(),
            _ => None,
        }
    }

    /// Calls `visit` on every symbol that the expression and its operands name, to be changed.
    pub(crate) fn walk_symbols_mut(&mut self, visit: &mut dyn FnMut(&mut SymbolId)) {
        self.walk_mut(&mut |expr| expr.symbol_mut().map_or((), &mut *visit));
    }

    /// The symbols that the expression and its operands name, each as often as they do.
    pub fn symbols(&self) -> Vec<SymbolId> {
        let mut found = Vec::new();
        self.walk(&mut |e| found.extend(e.symbol()));
        found
    }

    /// Whether the expression or an operand names the symbol.
    pub fn names(&self, symbol: SymbolId) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= e.symbol() == Some(symbol));
        found
    }
}

impl Loop {
    /// The expressions of its header.
    pub fn header_expressions(&self) -> [&Expr; 3] {
        [&self.lower, &self.bound, &self.step]
    }

    /// Whether an expression of its header names the symbol.
    pub fn header_names(&self, symbol: SymbolId) -> bool {
        self.header_expressions().into_iter().any(|expr| expr.names(symbol))
    }
}

impl Stmt {
    /// The blocks of statements in it, in textual order.
    pub fn blocks(&self) -> [&[Stmt]; 2] {
        match &self.kind {
            StmtKind::If { then, otherwise, .. } => [then, otherwise],
            StmtKind::Loop(inner) => [&inner.body, &[]],
            StmtKind::While { body, .. } | StmtKind::Directive(_, body) => [body, &[]],
            StmtKind::Declare { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Evaluate(_)
            | StmtKind::Jump(_)
            | StmtKind::Opaque { .. } => [&[], &[]],
        }
    }

    /// The same, to be changed.
    pub(crate) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Vec<Stmt>> {
        let blocks = match &mut self.kind {
            StmtKind::If { then, otherwise, .. } => [Some(then), Some(otherwise)],
            StmtKind::Loop(inner) => [Some(&mut inner.body), None],
            StmtKind::While { body, .. } | StmtKind::Directive(_, body) => [Some(body), None],
            StmtKind::Declare { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Evaluate(_)
            | StmtKind::Jump(_)
            | StmtKind::Opaque { .. } => [None, None],
        };
        blocks.into_iter().flatten()
    }

    /// Calls `visit` on every expression of the statement and of those in it, to be changed.
    pub(crate) fn walk_mut(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match &mut self.kind {
            StmtKind::Declare { value: Some(own), .. }
            | StmtKind::While { condition: Some(own), .. }
            | StmtKind::Evaluate(own)
            | StmtKind::If { condition: own, .. } => own.walk_mut(visit),
            StmtKind::Assign { target, value, .. } => {
                target.walk_mut(visit);
                value.walk_mut(visit);
            }
            StmtKind::Loop(l) => {
                [&mut l.lower, &mut l.bound, &mut l.step]
                    .into_iter()
                    .for_each(|e| e.walk_mut(visit));
            }
            _ => {}
        }
        for block in self.blocks_mut() {
            block.iter_mut().for_each(|stmt| stmt.walk_mut(visit));
        }
    }

    /// Calls `visit` on every variable that the statement and those in it name, to be changed.
    pub(crate) fn walk_symbols_mut(&mut self, visit: &mut dyn FnMut(&mut SymbolId)) {
        self.walk_mut(&mut |expr| expr.symbol_mut().map_or((), &mut *visit));
        self.walk_places(visit);
    }

    /// The same for those that it declares, counts with, or assigns to.
    fn walk_places(&mut self, visit: &mut dyn FnMut(&mut SymbolId)) {
        match &mut self.kind {
            StmtKind::Declare { symbol, .. } => visit(symbol),
            StmtKind::Assign { target, .. } => target.root_mut().map_or((), &mut *visit),
            StmtKind::Loop(l) => visit(&mut l.iv),
            _ => {}
        }
        for block in self.blocks_mut() {
            block.iter_mut().for_each(|stmt| stmt.walk_places(visit));
        }
    }

    /// The expressions whose values it computes itself, without those of the place that it assigns to.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let own = match &self.kind {
            StmtKind::Declare { value: own, .. } | StmtKind::While { condition: own, .. } => {
                [own.as_ref(), None, None]
            }
            StmtKind::Assign { value: own, .. }
            | StmtKind::Evaluate(own)
            | StmtKind::If { condition: own, .. } => [Some(own), None, None],
            StmtKind::Loop(inner) => inner.header_expressions().map(Some),
            StmtKind::Directive(..) | StmtKind::Jump(_) | StmtKind::Opaque { .. } => [None; 3],
        };
        own.into_iter().flatten()
    }

    /// Calls `visit` on every expression of the statement, but for those of statements in it, in textual order.
    pub(crate) fn walk_own(&self, visit: &mut dyn FnMut(&Expr)) {
        if let StmtKind::Assign { target, .. } = &self.kind {
            target.walk(visit);
        }
        self.expressions().for_each(|expr| expr.walk(visit));
    }
}

impl TargetRegion {
    /// All symbols.
    pub(crate) fn symbol_ids(&self) -> impl Iterator<Item = SymbolId> + use<> {
        (0..self.symbols.len()).map(SymbolId::from_index)
    }

    /// The symbols of this name.
    pub(crate) fn symbols_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = SymbolId> {
        self.symbol_ids().filter(move |id| self.symbol(*id).name == name)
    }

    /// The region where variables of outside that it reads have these values, by their names.
    #[must_use]
    pub fn with_values(&self, values: &BTreeMap<String, i64>) -> TargetRegion {
        let value = |symbol: &Symbol| {
            let outside = symbol.kind == SymbolKind::Scalar && symbol.scope != Scope::Region;
            values.get(&symbol.name).copied().filter(|_| outside)
        };
        let values: Vec<Option<i64>> = self.symbols.iter().map(value).collect();
        let mut new = self.clone();
        new.body.iter_mut().for_each(|stmt| {
            stmt.walk_mut(&mut |expr| {
                let own = expr.variable().and_then(|symbol| values[symbol.index()]);
                if let Some(value) = own {
                    expr.kind = ExprKind::Int(value.into());
                }
            });
        });
        new
    }

    /// Calls `visit` on every expression of the region, in textual order.
    pub fn walk_expressions(&self, visit: &mut dyn FnMut(&Expr)) {
        walk_block(&self.body, visit);
    }
}

/// Calls `visit` on every expression of `body`, in textual order.
pub(crate) fn walk_block(body: &[Stmt], visit: &mut dyn FnMut(&Expr)) {
    walk_statements(body, &mut |stmt| stmt.walk_own(visit));
}

/// Whether statements call a function of which nothing is known but its name.
pub(crate) fn has_calls(body: &[Stmt]) -> bool {
    let mut found = false;
    walk_block(body, &mut |expr| {
        found |= matches!(expr.kind, ExprKind::Call { pure_fn: false, .. });
    });
    found
}

/// Calls `visit` on every statement of `body`, in textual order: each before those in it.
pub(crate) fn walk_statements<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    for stmt in body {
        visit(stmt);
        stmt.blocks().into_iter().for_each(|block| walk_statements(block, visit));
    }
}

/// The statements with others in their places, from the outside inward: `replace` breaks with those that stand in a statement's
/// place, or continues with one that is looked into.
pub(crate) fn replace_statements(
    body: Vec<Stmt>,
    replace: &dyn Fn(Stmt) -> ControlFlow<Vec<Stmt>, Stmt>,
) -> Vec<Stmt> {
    let one = |stmt| {
        let mut stmt = match replace(stmt) {
            ControlFlow::Break(statements) => return statements,
            ControlFlow::Continue(stmt) => stmt,
        };
        for block in stmt.blocks_mut() {
            *block = replace_statements(std::mem::take(block), replace);
        }
        vec![stmt]
    };
    body.into_iter().flat_map(one).collect()
}

/// The variables whose values statements read, or whose storage they name.
pub(crate) fn read(body: &[Stmt]) -> BTreeSet<SymbolId> {
    let mut found = BTreeSet::new();
    walk_block(body, &mut |expr| found.extend(expr.symbol()));
    walk_statements(body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { target, .. } if target.as_symbol().is_none() => {
            found.extend(target.root());
        }
        _ => {}
    });
    found
}

/// The variables that statements name.
pub(crate) fn named(body: &[Stmt]) -> BTreeSet<SymbolId> {
    let mut found = read(body);
    walk_statements(body, &mut |stmt| {
        if let StmtKind::Assign { target, .. } = &stmt.kind {
            found.extend(target.root());
        }
    });
    found
}

/// The scalars and pointers that a pointer, a reference or a subscript may reach: the variable that `&x` is the address of, that a
/// reference is bound to, or of which `(&x)[0]` and `__real__ x` are a part. What is said of them by name is not all that
/// happens to them.
pub(crate) fn addressed(region: &TargetRegion) -> BTreeSet<SymbolId> {
    let kind = |symbol: SymbolId| region.symbol(symbol).kind;
    let is_variable =
        |symbol: &SymbolId| [SymbolKind::Scalar, SymbolKind::Pointer].contains(&kind(*symbol));
    let part_of = |place: &Place| match place.base {
        Base::Symbol(symbol) if kind(symbol) == SymbolKind::Scalar && !place.steps.is_empty() => {
            Some(symbol)
        }
        _ => None,
    };
    let mut found = BTreeSet::new();
    region.walk_expressions(&mut |expr| match &expr.kind {
        ExprKind::AddressOf(place) => {
            found.extend(part_of(place).or_else(|| place.as_symbol().filter(is_variable)));
        }
        ExprKind::Load(place) => found.extend(part_of(place)),
        _ => {}
    });
    walk_statements(&region.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { target, .. } => found.extend(part_of(target)),
        StmtKind::Declare { symbol, value: Some(value) }
            if kind(*symbol) == SymbolKind::Reference =>
        {
            found.extend(value.variable().filter(is_variable));
        }
        _ => {}
    });
    found
}

/// The variables declared in `body`, by loops' headers too.
pub(crate) fn declared(body: &[Stmt]) -> BTreeSet<SymbolId> {
    let mut found = BTreeSet::new();
    walk_statements(body, &mut |stmt| match &stmt.kind {
        StmtKind::Declare { symbol, .. } => drop(found.insert(*symbol)),
        StmtKind::Loop(l) if l.declares_iv => drop(found.insert(l.iv)),
        _ => {}
    });
    found
}

/// The loops from the only loop of `body` inwards, as far as each is the only one.
pub(crate) fn nest_of(body: &[Stmt]) -> Vec<&Loop> {
    let mut nest = Vec::new();
    let mut body = body;
    while let Some(inner) = only_loop(body) {
        nest.push(inner);
        body = &inner.body;
    }
    nest
}

fn only_loop(body: &[Stmt]) -> Option<&Loop> {
    let mut loops = body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Loop(inner) => Some(inner.as_ref()),
        _ => None,
    });
    let first = loops.next()?;
    loops.next().is_none().then_some(first)
}
