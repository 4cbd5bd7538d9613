//! Elements of arrays in scalars. In `for i { for j { x[i] += A[j*n + i] * y[j]; } }` clang keeps `x[i]` in memory: the arrays may be the
//! same memory for all that it knows, so that each iteration loads what the one before has stored, and waits for it. Where the storage is
//! known to be apart, the element is a scalar while the loop runs:
//!
//! ```text
//! for i { if (0 < n) { s = x[i];  for j { s += A[j*n + i] * y[j]; }  x[i] = s; } }
//! ```
//!
//! An empty loop loads and stores nothing, as before. Each iteration has the values that it had, in the same order: sums are the same bit
//! by bit. (Callahan, Carr, Kennedy: "Improving Register Allocation for Subscripted Variables", PLDI 1990, call it scalar replacement.)

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::blocker::Blocker;
use super::legality;
use super::movable;
use super::nest::{added, compared, declare, load, made, store, variable};
use super::step::{Along, Step, StepKind, Subject};
use crate::access::{Access, Accesses};
use crate::dependence::reduction::same_place;
use crate::diag::Code;
use crate::id::{AccessId, LoopId, SymbolId};
use crate::ir::{
    Base, Expr, ExprKind, HazardKind, Loop, Place, Relation, Step as PlaceStep, Stmt, StmtKind,
    Symbol, SymbolKind, TargetRegion, Type, Written, replace_statements, walk_block,
    walk_statements,
};
use crate::policy::Policy;
use crate::source::Span;
use crate::symbolic::root::Root;

impl StepKind {
    /// Elements of arrays are scalars while a loop runs.
    pub const SCALAR: StepKind = StepKind::named("scalar");
}

/// The step for the loops `loops`.
pub(crate) fn step(along: Along) -> Step {
    Step::new(StepKind::SCALAR, Subject::Scalars(along))
}

/// The loops of a region that have no other loop inside, and stand in bodies of loops and behind conditions alone.
pub(crate) fn innermost(body: &[Stmt]) -> Vec<&Loop> {
    let mut found = Vec::new();
    for stmt in body {
        match &stmt.kind {
            StmtKind::Loop(l) => {
                let inside = innermost(&l.body);
                let is_last = !has_loops(&l.body) && !stmt.in_macro && !stmt.span.is_empty();
                found.extend(is_last.then_some(&**l));
                found.extend(inside);
            }
            StmtKind::If { then, otherwise, .. } => {
                found.extend(innermost(then));
                found.extend(innermost(otherwise));
            }
            _ => {}
        }
    }
    found
}

fn has_loops(body: &[Stmt]) -> bool {
    let mut found = false;
    walk_statements(body, &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Loop(_) | StmtKind::While { .. });
    });
    found
}

/// The elements that each iteration of the loop stores, whatever the values are, that are the same ones in all of them, and beside which
/// it names no other element of their arrays; each where it is named first.
pub(crate) fn elements<'a>(region: &TargetRegion, l: &'a Loop) -> Vec<&'a Place> {
    let mut assigned = vec![l.iv];
    l.body.iter().for_each(|stmt| movable::assignments(stmt, &mut assigned));
    let mut found: Vec<&Place> = Vec::new();
    for stmt in &l.body {
        let StmtKind::Assign { target, .. } = &stmt.kind else { continue };
        let is_known = found.iter().any(|own| own.base == target.base);
        if !is_known && is_element(region, &assigned, target) && is_alone(l, target) {
            found.push(target);
        }
    }
    found
}

/// Whether a place is an element of an array whose subscripts are the same in all iterations, with a text of its own.
pub(super) fn is_element(region: &TargetRegion, assigned: &[SymbolId], place: &Place) -> bool {
    let Base::Symbol(array) = place.base else { return false };
    let is_array = matches!(region.symbol(array).kind, SymbolKind::Array | SymbolKind::Pointer);
    let is_char = matches!(place.ty, Type::Int { bits: 8, signed: true });
    let typed = matches!(place.ty, Type::Int { bits: 8.., .. } | Type::Float { bits: 32 | 64 });
    let mut operands = BTreeSet::from([array]);
    let indexed = place.steps.iter().all(|step| match step {
        PlaceStep::Index { index, .. } => movable::is_pure(index, &mut operands),
        PlaceStep::Field { .. } => false,
    });
    let plain = is_array && typed && !is_char && indexed && !place.steps.is_empty();
    plain && !place.span.is_empty() && operands.iter().all(|own| !assigned.contains(own))
}

/// Whether all that the loop names of the array is this element, and no address of it.
fn is_alone(l: &Loop, element: &Place) -> bool {
    let mut alone = true;
    walk_places(l, &mut |place| alone &= place.base != element.base || same_place(place, element));
    walk_block(&l.body, &mut |expr| match &expr.kind {
        ExprKind::AddressOf(place) => alone &= place.base != element.base,
        ExprKind::Symbol(symbol) => alone &= element.base != Base::Symbol(*symbol),
        _ => {}
    });
    alone
}

/// Calls `visit` on every place of the loop's body that is loaded or stored.
fn walk_places(l: &Loop, visit: &mut dyn FnMut(&Place)) {
    walk_statements(&l.body, &mut |stmt| {
        if let StmtKind::Assign { target, .. } = &stmt.kind {
            visit(target);
        }
        stmt.walk_own(&mut |expr| {
            if let ExprKind::Load(place) = &expr.kind {
                visit(place);
            }
        });
    });
}

/// The texts of an element in the loop's body.
fn spans(l: &Loop, element: &Place) -> Vec<Span> {
    let mut found = Vec::new();
    walk_places(l, &mut |place| found.extend(same_place(place, element).then_some(place.span)));
    found
}

/// The accesses of a loop that are to its elements.
pub(crate) fn accesses(region: &TargetRegion, accesses: &Accesses, l: &Loop) -> Vec<AccessId> {
    let spans: Vec<Span> =
        elements(region, l).into_iter().flat_map(|element| spans(l, element)).collect();
    let is_own = |access: &&Access| {
        access.reference.loops.contains(&l.id) && spans.contains(&access.reference.span)
    };
    accesses.list.iter().filter(is_own).map(|access| access.id).collect()
}

/// Why the elements of a loop cannot be scalars while it runs, if they cannot. Adds what it rests on.
pub(crate) fn check(
    region: &TargetRegion,
    accesses: &Accesses,
    l: &Loop,
    (policy, assumptions): (&Policy, &mut BTreeSet<Code>),
) -> Result<(), Blocker> {
    let refuse = |code, words: &str| Err(Blocker::in_words(code, l.id, words));
    legality::check_effects(accesses)?;
    legality::check_copies(region)?;
    if region.has_hazard(HazardKind::OtherType) || region.is_instance() {
        return refuse(Code::NotEditable, "its elements have types that a text cannot name");
    }
    let typed = l.declares_iv || l.lower.ty == region.symbol(l.iv).ty;
    let has_text = l.written == Written::InFile && !l.has_hint();
    if !has_text || !typed || !is_plain(l) {
        return refuse(Code::NotEditable, "it is no plain loop");
    }
    let elements = elements(region, l);
    if elements.is_empty() {
        return refuse(Code::NoGain, "it has no elements");
    }
    let list = accesses.list.iter();
    let inside = list.filter(|own| own.reference.loops.contains(&l.id) && !own.thread_private);
    let inside: Vec<&Access> = inside.collect();
    for element in elements {
        let spans = spans(l, element);
        let is_own = |access: &&Access| spans.contains(&access.reference.span);
        let (own, others): (Vec<&Access>, Vec<&Access>) = inside.iter().partition(|a| is_own(a));
        let [own, others] = [own, others].map(|all| {
            all.into_iter().map(|access| &access.reference.address.root).collect::<Vec<&Root>>()
        });
        let Some(root) = own.first() else {
            return refuse(Code::NotEditable, "an element belongs to a thread");
        };
        legality::check_apart(region, [&others, &[root]], policy, assumptions)
            .or_else(|code| refuse(code, "another access of the loop may be to the element"))?;
    }
    Ok(())
}

/// Whether variables alone say when a loop ends, and its body is made of statements that run one behind the other, and conditions.
pub(super) fn is_plain(l: &Loop) -> bool {
    let mut operands = BTreeSet::new();
    let header = l.header_expressions();
    let mut plain = header.into_iter().all(|own| movable::is_pure(own, &mut operands));
    walk_statements(&l.body, &mut |stmt| {
        let is_known = matches!(
            stmt.kind,
            StmtKind::Declare { .. }
                | StmtKind::Assign { .. }
                | StmtKind::Evaluate(_)
                | StmtKind::If { .. }
        );
        plain &= is_known && !stmt.in_macro;
    });
    plain
}

/// A loop with the scalars for its elements.
pub(crate) struct Replaced<'a> {
    l: &'a Loop,
    scalars: Vec<(&'a Place, Symbol)>,
}

impl Replaced<'_> {
    /// The elements in the loop in whose texts' places scalars come, and the names of these.
    pub(crate) fn texts(&self) -> Vec<(Place, String)> {
        let mut found = Vec::new();
        for (element, own) in &self.scalars {
            walk_places(self.l, &mut |place| {
                if same_place(place, element) {
                    found.push((place.clone(), own.name.clone()));
                }
            });
        }
        found.sort_by_key(|(place, _)| (place.span.start, place.span.end));
        found.dedup_by_key(|(place, _)| place.span);
        found
    }
}

/// The scalars along these loops, each with a name of its own; `None` where a loop has no elements.
pub(crate) fn replaced<'a>(
    region: &'a TargetRegion,
    loops: &[LoopId],
) -> Option<Vec<Replaced<'a>>> {
    let mut names: BTreeSet<String> = region.symbols.iter().map(|own| own.name.clone()).collect();
    let mut scalar = |element: &Place| {
        let Base::Symbol(array) = element.base else { return None };
        let first = format!("warpcc_value_{}", region.symbol(array).name);
        let others = (2..).map(|number| format!("{first}_{number}"));
        let mut all = std::iter::once(first.clone()).chain(others);
        let name = all.find(|name| names.insert(name.clone()))?;
        Some(added(name, element.ty, SymbolKind::Scalar))
    };
    let innermost = innermost(&region.body);
    let replaced = loops.iter().map(|id| {
        let l = innermost.iter().copied().find(|l| l.id == *id)?;
        let scalars = elements(region, l).into_iter();
        let scalars: Option<Vec<_>> = scalars.map(|own| Some((own, scalar(own)?))).collect();
        scalars.filter(|own| !own.is_empty()).map(|scalars| Replaced { l, scalars })
    });
    replaced.collect()
}

/// The region whose elements are scalars.
pub(super) fn apply(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Scalars(along) = subject else { return None };
    with_scalars(region, along).map(|new| vec![new])
}

/// The region whose elements are scalars along these loops.
pub(crate) fn with_scalars(region: &TargetRegion, along: &Along) -> Option<TargetRegion> {
    let mut new = region.clone();
    for Replaced { l, scalars } in replaced(region, &along.loops)? {
        let scalars = scalars.into_iter().map(|(element, own)| {
            new.symbols.push(own);
            (element, SymbolId::from_index(new.symbols.len() - 1))
        });
        let scalars: Vec<_> = scalars.collect();
        new.body = replace_statements(new.body, &|stmt| match &stmt.kind {
            StmtKind::Loop(own) if own.id == l.id => {
                ControlFlow::Break(around(stmt, (&scalars, along.run)))
            }
            _ => ControlFlow::Continue(stmt),
        });
    }
    Some(new)
}

/// The type in which C compares values of two types.
fn compared_in(a: Type, b: Type) -> Type {
    let (Type::Int { bits: first, .. }, Type::Int { bits: second, .. }) = (a, b) else { return a };
    let bits = first.max(second).max(32);
    let is_unsigned = |ty: Type| ty == Type::Int { bits, signed: false };
    Type::Int { bits, signed: !is_unsigned(a) && !is_unsigned(b) }
}

/// A value in another type.
fn converted(value: Expr, ty: Type) -> Expr {
    match &value.kind {
        _ if value.ty == ty => value,
        ExprKind::Int(number) if *number >= 0 => Expr { ty, ..value },
        _ => Expr { ty, kind: ExprKind::Cast(Box::new(value)) },
    }
}

/// A loop with scalars in the places of elements, between the statements that load and store these: behind a condition, unless it `runs`
/// at least once. A counter of outside has its first value behind an empty loop.
fn around(mut stmt: Stmt, (scalars, runs): (&[(&Place, SymbolId)], bool)) -> Vec<Stmt> {
    let StmtKind::Loop(l) = &mut stmt.kind else { return vec![stmt] };
    l.body.iter_mut().for_each(|own| rename(own, scalars));
    l.drop_simd();
    let ty = compared_in(l.lower.ty, l.bound.ty);
    let [lower, bound] = [&l.lower, &l.bound].map(|end| converted(end.clone(), ty));
    let condition = compared(lower, l.relation, bound);
    let counter = variable(l.iv, l.lower.ty);
    let otherwise = (!l.declares_iv).then(|| store(counter, l.lower.clone()));
    let runs = runs || is_never_empty(l);
    let takes = scalars.iter().map(|own| declare(own.1, Some(load(own.0.clone()))));
    let value =
        |(element, own): &(&Place, SymbolId)| Expr { ty: element.ty, kind: ExprKind::Symbol(*own) };
    let keeps = scalars.iter().map(|own| store(own.0.clone(), value(own)));
    let then: Vec<Stmt> = takes.chain([stmt]).chain(keeps).collect();
    if runs {
        return then;
    }
    let otherwise = otherwise.into_iter().collect();
    vec![made(StmtKind::If { condition, then, otherwise })]
}

/// Whether the ends of a loop are numbers between which it has an iteration.
fn is_never_empty(l: &Loop) -> bool {
    let (ExprKind::Int(first), ExprKind::Int(end)) = (&l.lower.kind, &l.bound.kind) else {
        return false;
    };
    match l.relation {
        Relation::Lt => first < end,
        Relation::Le => first <= end,
        Relation::Gt => first > end,
        Relation::Ge => first >= end,
        _ => false,
    }
}

/// Puts scalars in the places of elements.
fn rename(stmt: &mut Stmt, scalars: &[(&Place, SymbolId)]) {
    let scalar = |place: &Place| {
        let found = scalars.iter().find(|(element, _)| same_place(element, place));
        found.map(|(_, own)| *own)
    };
    rename_targets(stmt, &scalar);
    stmt.walk_mut(&mut |expr| {
        if let ExprKind::Load(place) = &expr.kind
            && let Some(own) = scalar(place)
        {
            expr.kind = ExprKind::Symbol(own);
        }
    });
}

fn rename_targets(stmt: &mut Stmt, scalar: &dyn Fn(&Place) -> Option<SymbolId>) {
    if let StmtKind::Assign { target, .. } = &mut stmt.kind
        && let Some(own) = scalar(target)
    {
        *target = Place { base: Base::Symbol(own), steps: Vec::new(), ..target.clone() };
    }
    for block in stmt.blocks_mut() {
        block.iter_mut().for_each(|own| rename_targets(own, scalar));
    }
}
