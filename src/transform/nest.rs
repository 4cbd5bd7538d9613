//! The loops of a nest in the IR: where they stand, and what stands around and inside them.

use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::{
    Base, BinaryOp, Clause, Directive, Expr, ExprKind, Loop, Place, Relation, Scope, Stmt,
    StmtKind, Symbol, SymbolKind, TargetRegion, Type, walk_statements,
};
use crate::source::Span;

/// The number of what has none yet: [`give_numbers`] gives it one.
pub(super) const UNNUMBERED: u32 = u32::MAX;

/// A statement that has no text of its own, and no number yet.
pub(super) fn made(kind: StmtKind) -> Stmt {
    Stmt { id: StmtId(UNNUMBERED), span: Span::default(), in_macro: false, kind }
}

/// A variable that is new in a region.
pub(super) fn added(name: String, ty: Type, kind: SymbolKind) -> Symbol {
    Symbol {
        name,
        ty,
        kind,
        scope: Scope::Region,
        restrict: false,
        constant: None,
        readonly: false,
        elements: Vec::new().into(),
    }
}

/// The place of a variable.
pub(super) fn variable(symbol: SymbolId, ty: Type) -> Place {
    let (base, steps, span, debug) = (Base::Symbol(symbol), Vec::new(), Span::default(), None);
    Place { base, steps, ty, span, debug }
}

/// A clause that no text has.
pub(super) fn new_clause(directive: &Directive, name: &str, argument: Option<String>) -> Clause {
    let span = Span::new(directive.name_end, directive.name_end);
    Clause::made(name, argument, span)
}

/// The declaration of a variable.
pub(super) fn declare(symbol: SymbolId, value: Option<Expr>) -> Stmt {
    made(StmtKind::Declare { symbol, value })
}

/// An assignment to a place.
pub(super) fn store(target: Place, value: Expr) -> Stmt {
    made(StmtKind::Assign { target, op: None, value })
}

/// The value at a place.
pub(super) fn load(place: Place) -> Expr {
    Expr { ty: place.ty, kind: ExprKind::Load(place) }
}

/// A comparison.
pub(super) fn compared(a: Expr, relation: Relation, b: Expr) -> Expr {
    Expr { ty: Type::INT, kind: ExprKind::Compare(relation, Box::new(a), Box::new(b)) }
}

/// Gives new numbers, behind those that the region has, to what is made and to all copies of a statement or loop but the first: what a
/// step leaves has the number that it had.
pub(super) fn give_numbers(region: &mut TargetRegion) {
    let mut numbers = Numbers {
        stmts: vec![false; region.stmt_count as usize],
        loops: vec![false; region.loop_count as usize],
    };
    numbers.block(&mut region.body);
    region.stmt_count = numbers.stmts.len() as u32;
    region.loop_count = numbers.loops.len() as u32;
}

/// Which numbers are given.
struct Numbers {
    stmts: Vec<bool>,
    loops: Vec<bool>,
}

impl Numbers {
    fn block(&mut self, body: &mut [Stmt]) {
        let is_condition = condition(body).is_some();
        for stmt in body {
            if !is_condition {
                stmt.id = StmtId(given(&mut self.stmts, stmt.id.0));
            }
            if let StmtKind::Loop(l) = &mut stmt.kind {
                l.id = LoopId(given(&mut self.loops, l.id.0));
            }
            stmt.blocks_mut().for_each(|own| self.block(own));
        }
    }
}

/// The number itself, the first time that it is asked for; later the next one that is free.
fn given(taken: &mut Vec<bool>, number: u32) -> u32 {
    match taken.get_mut(number as usize) {
        Some(own) if !*own => {
            *own = true;
            number
        }
        _ => {
            taken.push(true);
            taken.len() as u32 - 1
        }
    }
}

/// Lists those counters of the loops as private that are declared outside of the region and no clause lists: where loops of the region
/// declare them anew, their declaration would be of no use.
pub(super) fn list_counters(region: &mut TargetRegion, loops: &[&Loop]) {
    let is_listed =
        |l: &Loop| region.data.iter().any(|item| item.symbol == l.iv && !item.enclosing);
    let outside = loops.iter().filter(|l| !l.declares_iv && !is_listed(l));
    let names: Vec<&str> = outside.map(|l| region.symbol(l.iv).name.as_str()).collect();
    if !names.is_empty() {
        let clause = new_clause(&region.directive, "private", Some(names.join(", ")));
        region.directive.clauses.push(clause);
    }
}

/// A loop without its body.
fn header(l: &Loop) -> Loop {
    Loop {
        id: l.id,
        role: l.role,
        iv: l.iv,
        lower: l.lower.clone(),
        relation: l.relation,
        bound: l.bound.clone(),
        step: l.step.clone(),
        declares_iv: l.declares_iv,
        header: l.header,
        body_span: l.body_span,
        braced: l.braced,
        written: l.written.clone(),
        pragma: l.pragma.clone(),
        body: Vec::new(),
    }
}

/// The headers of a nest's loops, also behind conditions.
pub(super) fn headers(body: &[Stmt]) -> Vec<Loop> {
    let (_, rest) = split_conditions(body);
    let Some(place) = only_loop(rest) else { return Vec::new() };
    let StmtKind::Loop(l) = &rest[place].kind else { return Vec::new() };
    std::iter::once(header(l)).chain(headers(&l.body)).collect()
}

/// The loop inside `at` others of the nest.
pub(super) fn loop_at(body: &mut Vec<Stmt>, at: usize) -> Option<&mut Loop> {
    let body = behind_conditions(body)?;
    let place = only_loop(body)?;
    let StmtKind::Loop(l) = &mut body[place].kind else { return None };
    if at == 0 { Some(l) } else { loop_at(&mut l.body, at - 1) }
}

/// Drops the `simd` before the outermost loops of the nest.
pub(super) fn drop_simd(body: &mut Vec<Stmt>, loops: usize) {
    for at in 0..loops {
        if let Some(l) = loop_at(body, at) {
            l.drop_simd();
        }
    }
}

/// Puts conditions before all that stands in the body of the loop inside `place - 1` others of the nest.
pub(super) fn put_conditions(
    body: &mut Vec<Stmt>,
    place: usize,
    conditions: Vec<Expr>,
) -> Option<()> {
    let body = &mut loop_at(body, place.checked_sub(1)?)?.body;
    let like = body.first()?.clone();
    for condition in conditions.into_iter().rev() {
        let then = std::mem::take(body);
        let kind = StmtKind::If { condition, then, otherwise: Vec::new() };
        *body = vec![Stmt { kind, in_macro: false, ..like.clone() }];
    }
    Some(())
}

/// The condition and the body of a statement that no text has: one of those that [`put_conditions`] puts, which have the number of
/// the first statement behind them.
fn condition(body: &[Stmt]) -> Option<(&Expr, &[Stmt])> {
    match body {
        [Stmt { id, kind: StmtKind::If { condition, then, .. }, .. }]
            if id.0 != UNNUMBERED && then.first().is_some_and(|first| first.id == *id) =>
        {
            Some((condition, then))
        }
        _ => None,
    }
}

/// The conditions that stand before all of a body, and the statements behind them.
pub(crate) fn split_conditions(body: &[Stmt]) -> (Vec<&Expr>, &[Stmt]) {
    let mut conditions = Vec::new();
    let mut rest = body;
    while let Some((expr, then)) = condition(rest) {
        conditions.push(expr);
        rest = then;
    }
    (conditions, rest)
}

/// The statements behind those conditions, to change them.
pub(super) fn behind_conditions(body: &mut Vec<Stmt>) -> Option<&mut Vec<Stmt>> {
    if condition(body).is_none() {
        return Some(body);
    }
    let StmtKind::If { then, .. } = &mut body.first_mut()?.kind else { return None };
    behind_conditions(then)
}

/// The position of the only loop of a body; none where a loop hides in another statement.
fn only_loop(body: &[Stmt]) -> Option<usize> {
    let mut with_loops = body.iter().enumerate().filter(|(_, stmt)| holds_loop(stmt));
    let (place, stmt) = with_loops.next()?;
    let alone = with_loops.next().is_none() && matches!(stmt.kind, StmtKind::Loop(_));
    alone.then_some(place)
}

fn holds_loop(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Loop(_) | StmtKind::While { .. } | StmtKind::Directive(..) => true,
        StmtKind::If { then, otherwise, .. } => then.iter().chain(otherwise).any(holds_loop),
        _ => false,
    }
}

/// The elements that statements load each time that they run, whatever the values are; those in subscripts too.
pub(super) fn loads_each_time(body: &[Stmt]) -> Vec<&Place> {
    body.iter().flat_map(loads_of).collect()
}

fn loads_of(stmt: &Stmt) -> Vec<&Place> {
    match &stmt.kind {
        StmtKind::Declare { value: Some(value), .. } | StmtKind::Evaluate(value) => loads(value),
        StmtKind::Assign { target, value, .. } => {
            target.indices().chain([value]).flat_map(loads).collect()
        }
        StmtKind::If { condition, .. } => loads(condition),
        _ => Vec::new(),
    }
}

/// The elements that an expression loads however it comes out, those in their subscripts too.
fn loads(expr: &Expr) -> Vec<&Place> {
    match &expr.kind {
        ExprKind::Load(place) => {
            let own = (place.as_symbol().is_none()).then_some(place);
            own.into_iter().chain(place.indices().flat_map(loads)).collect()
        }
        ExprKind::Unary(_, a) | ExprKind::Cast(a) => loads(a),
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, _) | ExprKind::Select(a, ..) => loads(a),
        ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => {
            [a, b].into_iter().flat_map(|own| loads(own)).collect()
        }
        ExprKind::Call { arguments, .. } => arguments.iter().flat_map(loads).collect(),
        _ => Vec::new(),
    }
}

/// Whether the text of every loop in a body begins with its header, or a `simd` before it: a loop that was interchanged with one outside stands in the text of that
/// one, which cannot be copied.
pub(crate) fn has_own_texts(body: &[Stmt]) -> bool {
    let mut own = true;
    walk_statements(body, &mut |stmt| {
        let StmtKind::Loop(l) = &stmt.kind else { return };
        let begins = l.header.start == stmt.span.start;
        let behind_simd = l.is_simd() && stmt.span.start < l.header.start;
        own &= stmt.in_macro || l.header.is_empty() || begins || behind_simd;
    });
    own
}
