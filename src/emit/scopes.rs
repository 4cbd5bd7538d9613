//! Whether the names in a text that a change makes mean what the region means by them.
//!
//! The IR has no blocks, and a counter or a definition that moves takes its name to another place. There the name may be that of
//! another variable: `{ int k = 2; s += k; } o[i] = s + k;` without its braces adds the first `k`.

use crate::id::SymbolId;
use crate::ir::{
    Expr, ExprKind, Loop, Scope, Stmt, StmtKind, TargetRegion, named, walk_statements,
};

/// Whether each name in the body of a region, printed with the scopes that its loops and branches make, is that of the variable
/// that the region names there.
pub(super) fn resolves(region: &TargetRegion) -> bool {
    let mut inside = Vec::new();
    walk_statements(&region.body, &mut |stmt| match &stmt.kind {
        StmtKind::Declare { symbol, .. } => inside.push(*symbol),
        StmtKind::Loop(l) if declares(stmt, l) => inside.push(l.iv),
        _ => {}
    });
    let is_outside = |symbol: &SymbolId| {
        region.symbol(*symbol).scope != Scope::Region || !inside.contains(symbol)
    };
    let visible = named(&region.body).into_iter().filter(is_outside).collect();
    Scopes { region, visible }.block(&region.body)
}

/// Whether the header of a loop declares its counter, as that of each new loop does.
fn declares(stmt: &Stmt, l: &Loop) -> bool {
    l.declares_iv || stmt.span.is_empty()
}

/// What is in scope.
struct Scopes<'a> {
    region: &'a TargetRegion,
    /// The variables, a hidden one before the one that hides it.
    visible: Vec<SymbolId>,
}

impl Scopes<'_> {
    fn block(&mut self, body: &[Stmt]) -> bool {
        let outside = self.visible.len();
        let resolves = body.iter().all(|stmt| self.statement(stmt));
        self.visible.truncate(outside);
        resolves
    }

    fn statement(&mut self, stmt: &Stmt) -> bool {
        let outside = self.visible.len();
        match &stmt.kind {
            StmtKind::Declare { symbol, .. } => self.visible.push(*symbol),
            StmtKind::Loop(l) if declares(stmt, l) => self.visible.push(l.iv),
            _ => {}
        }
        let own = match &stmt.kind {
            StmtKind::Assign { target, .. } => target.root(),
            StmtKind::Loop(l) => Some(l.iv),
            _ => None,
        };
        let mut resolves = own.is_none_or(|symbol| self.is_meant(symbol));
        stmt.walk_own(&mut |expr| {
            resolves &= variable(expr).is_none_or(|symbol| self.is_meant(symbol));
        });
        resolves &= stmt.blocks().into_iter().all(|body| self.block(body));
        if matches!(stmt.kind, StmtKind::Loop(_)) {
            self.visible.truncate(outside);
        }
        resolves
    }

    /// Whether the name of a variable is not that of another one here.
    fn is_meant(&self, symbol: SymbolId) -> bool {
        let name = |own: &SymbolId| &self.region.symbol(*own).name;
        self.visible.iter().rfind(|own| name(own) == name(&symbol)) == Some(&symbol)
    }
}

/// The variable that an expression itself names.
fn variable(expr: &Expr) -> Option<SymbolId> {
    match &expr.kind {
        ExprKind::Symbol(symbol) => Some(*symbol),
        ExprKind::Load(place) | ExprKind::AddressOf(place) => place.root(),
        _ => None,
    }
}
