//! Whether the names in a text that a change makes mean what the region means by them.
//!
//! The IR has no blocks, and a counter or a definition that moves takes its name to another place. There the name may be that of
//! another variable: `{ int k = 2; s += k; } o[i] = s + k;` without its braces adds the first `k`. And of two blocks that declare one
//! name each the braces must stay.

use std::collections::BTreeSet;

use crate::id::SymbolId;
use crate::ir::{Loop, Scope, Stmt, StmtKind, TargetRegion, named, walk_statements};

/// Whether each name in the body of a region, printed with the scopes that its loops and branches make, is that of the variable
/// that the region names there.
pub(super) fn resolves(region: &TargetRegion) -> bool {
    let mut inside = BTreeSet::new();
    walk_statements(&region.body, &mut |stmt| inside.extend(declared(stmt)));
    let is_outside = |symbol: &SymbolId| {
        region.symbol(*symbol).scope != Scope::Region || !inside.contains(symbol)
    };
    let visible = named(&region.body).into_iter().filter(is_outside).collect();
    Scopes { region, visible }.block(&region.body)
}

/// The variable that a statement declares: the header of a new loop declares its counter.
fn declared(stmt: &Stmt) -> Option<SymbolId> {
    let declares = |l: &Loop| l.declares_iv || stmt.span.is_empty();
    match &stmt.kind {
        StmtKind::Declare { symbol, .. } => Some(*symbol),
        StmtKind::Loop(l) if declares(l) => Some(l.iv),
        _ => None,
    }
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
        let resolves = body.iter().all(|stmt| self.is_new(stmt, outside) && self.statement(stmt));
        self.visible.truncate(outside);
        resolves
    }

    /// Whether a statement declares no variable called like one of the same block, whose variables begin at number `first`.
    fn is_new(&self, stmt: &Stmt, first: usize) -> bool {
        let StmtKind::Declare { symbol, .. } = &stmt.kind else { return true };
        let name = |own: &SymbolId| &self.region.symbol(*own).name;
        self.visible[first..].iter().all(|own| name(own) != name(symbol))
    }

    fn statement(&mut self, stmt: &Stmt) -> bool {
        let outside = self.visible.len();
        self.visible.extend(declared(stmt));
        let own = match &stmt.kind {
            StmtKind::Assign { target, .. } => target.root(),
            StmtKind::Loop(l) => Some(l.iv),
            _ => None,
        };
        let mut resolves = own.is_none_or(|symbol| self.is_meant(symbol));
        stmt.walk_own(&mut |expr| {
            resolves &= expr.symbol().is_none_or(|symbol| self.is_meant(symbol));
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
