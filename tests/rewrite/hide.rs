//! Names that a block or a header gives to variables of its own, though they mean something else
//! further out: the counter of a loop inside that is called like a parameter, `{ int n = 2; … }`
//! before a use of the `n` outside.

use std::collections::BTreeSet;

use warpcc::id::SymbolId;
use warpcc::ir::{Expr, ExprKind, Stmt, StmtKind, Type};

use crate::rng::{Rng, mix};

/// What a function hides.
pub(crate) struct Hide {
    rng: Rng,
    /// How many of a hundred variables and statements get such a name.
    percent: usize,
    /// The variables that have another name here.
    pub(crate) names: Vec<(SymbolId, String)>,
    /// A number that a block around has a name for.
    pub(crate) own: Option<(i64, String)>,
    /// Whether a name hides another one somewhere.
    pub(crate) hides: bool,
}

impl Hide {
    /// Most functions hide nothing. `rng` stays as it is, and what a seed's function is without
    /// this.
    pub(crate) fn new(rng: &Rng) -> Hide {
        let mut rng = Rng::new(mix(rng.clone().next() ^ 0x41de));
        let percent = *rng.pick(&[0, 0, 0, 15, 30, 60]);
        Hide { rng, percent, names: Vec::new(), own: None, hides: false }
    }

    /// One of `names` for a variable, or none.
    pub(crate) fn name(&mut self, names: &[String]) -> Option<String> {
        if names.is_empty() || !self.rng.chance(self.percent) {
            return None;
        }
        self.hides = true;
        Some(self.rng.pick(names).clone())
    }

    /// A number of the statement, and one of `names` for it, or none.
    pub(crate) fn number(&mut self, stmt: &Stmt, names: &[String]) -> Option<(String, i64)> {
        let mut numbers = Vec::new();
        walk(std::slice::from_ref(stmt), &mut |expr| {
            let value = match &expr.kind {
                ExprKind::Int(value) if expr.ty == Type::INT => value.to_i64(),
                _ => None,
            };
            numbers.extend(value);
        });
        if numbers.is_empty() {
            return None;
        }
        let value = *self.rng.pick(&numbers);
        self.name(names).map(|name| (name, value))
    }
}

/// The variables that statements name.
pub(crate) fn mentioned(body: &[Stmt]) -> BTreeSet<SymbolId> {
    let mut found = BTreeSet::new();
    walk(body, &mut |expr| found.extend(expr.symbol()));
    defined(body, &mut found);
    found
}

/// Those that they declare, assign to or count with.
fn defined(body: &[Stmt], found: &mut BTreeSet<SymbolId>) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Declare { symbol, .. } => found.extend([*symbol]),
            StmtKind::Assign { target, .. } => found.extend(target.root()),
            StmtKind::Loop(l) => found.extend([l.iv]),
            _ => {}
        }
        stmt.blocks().into_iter().for_each(|body| defined(body, found));
    }
}

/// Visits every expression of statements.
fn walk(body: &[Stmt], visit: &mut dyn FnMut(&Expr)) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Declare { value: Some(own), .. }
            | StmtKind::While { condition: Some(own), .. }
            | StmtKind::Evaluate(own)
            | StmtKind::If { condition: own, .. } => own.walk(visit),
            StmtKind::Assign { target, value, .. } => {
                target.walk(visit);
                value.walk(visit);
            }
            StmtKind::Loop(l) => l.header_expressions().into_iter().for_each(|e| e.walk(visit)),
            _ => {}
        }
        stmt.blocks().into_iter().for_each(|body| walk(body, visit));
    }
}
