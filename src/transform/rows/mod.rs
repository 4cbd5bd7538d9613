//! Rows through team memory. In `parallel for i { S  for j { … A[i*m + j] … }  T }` the lanes are rows apart, and a request of
//! theirs needs a sector for each. The iterations of `i` become blocks of 128, one for a team. Its threads fetch some columns of the
//! block, side by side, into an array that they share, and then each runs its rows over these columns:
//!
//! ```text
//! distribute for ib { tile, acc
//!   parallel {
//!     for r { i = ib + r; S; acc[r] = s }
//!     for c { for t { tile[…] = A[…] }  for r { i = ib + r; s = acc[r]; for j { … tile[r][j - …] … } acc[r] = s } }
//!     for r { i = ib + r; s = acc[r]; for j { … A[i*m + j] … }  T } } }
//! ```
//!
//! Each row runs the statements that it ran, in the same order, with the same values: sums are the same bit by bit. The last columns,
//! fewer than a block of them, are read as before. It is a staging of one dimension (Shirako, Hayashi, Sarkar: "Optimized Two-Level
//! Parallelization for GPU Accelerators using the Polyhedral Model", CC 2017, §3.2: elements without coalescing are transferred
//! through shared memory).

pub(super) mod build;
pub(crate) mod warps;

use std::collections::BTreeSet;

use super::blocker::{Blocker, Cause};
use super::levels::{self, COMBINED};
use super::step::{Step, StepKind, Subject};
use super::{host, legality, movable};
use crate::access::{Access, Accesses};
use crate::dependence::Dependences;
use crate::dependence::reduction::same_place;
use crate::diag::Code;
use crate::id::{LoopId, SymbolId};
use crate::ir::{
    Base, BinaryOp, DataKind, Expr, ExprKind, HazardKind, Loop, Place, Relation, Step as PlaceStep,
    Stmt, StmtKind, SymbolKind, TargetRegion, Type, Written, addressed, declared, named,
    walk_statements,
};
use crate::policy::Policy;
use crate::symbolic::root::Root;

impl StepKind {
    /// Rows of arrays come through team memory.
    pub const ROWS: StepKind = StepKind::named("rows");
}

/// The rows of a block. They are dealt out to the threads of a team, as many as clang gives one.
const BLOCK: u32 = 128;

/// Columns that are fetched at once, the most first: 32 are whole sectors of every type.
const COLUMNS: [u32; 3] = [32, 16, 8];

/// What the arrays of a team may take of its memory, in bytes: 48 KB, less what the runtime needs.
const TEAM_MEMORY: u32 = 48 * 1024 - 1024;

/// What comes through team memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staged {
    /// The loop whose iterations are the rows.
    pub outer: LoopId,
    /// The loop along a row.
    pub inner: LoopId,
    /// The arrays.
    pub arrays: Vec<SymbolId>,
    /// The columns that are fetched at once.
    pub columns: u32,
}

/// The step that stages rows, and that without clauses that schedule iterations.
pub(crate) fn steps(region: &TargetRegion, staged: Staged) -> Vec<Step> {
    let rows = Step::new(StepKind::ROWS, Subject::Staged(staged));
    std::iter::once(rows).chain(super::order::unschedule_step(region)).collect()
}

/// The parts of a loop over rows.
pub(crate) struct Rows<'a> {
    pub(crate) outer: &'a Loop,
    pub(crate) inner: &'a Loop,
    before: &'a [Stmt],
    behind: &'a [Stmt],
}

impl<'a> Rows<'a> {
    /// The only loop of the region, with one loop in its body that is no part of another statement.
    pub(crate) fn of(region: &'a TargetRegion) -> Option<Rows<'a>> {
        let [Stmt { kind: StmtKind::Loop(outer), .. }] = region.body.as_slice() else {
            return None;
        };
        let is_loop = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Loop(_));
        let at = outer.body.iter().position(is_loop)?;
        let StmtKind::Loop(inner) = &outer.body[at].kind else { return None };
        let (before, behind) = (&outer.body[..at], &outer.body[at + 1..]);
        Some(Rows { outer, inner, before, behind })
    }

    /// The type of both counters.
    fn ty(&self, region: &TargetRegion) -> Type {
        region.symbol(self.outer.iv).ty
    }

    /// The different places in arrays of `roots` that the body of the inner loop loads each time: not behind a condition.
    fn places(&self, is_root: &dyn Fn(SymbolId) -> bool) -> Vec<&'a Place> {
        let mut found: Vec<&Place> = Vec::new();
        for stmt in &self.inner.body {
            let own = match &stmt.kind {
                StmtKind::Declare { value: Some(value), .. } | StmtKind::Evaluate(value) => {
                    loads(value)
                }
                StmtKind::Assign { target, value, .. } => {
                    target.indices().chain([value]).flat_map(loads).collect()
                }
                _ => Vec::new(),
            };
            for place in own {
                let is_own = matches!(place.base, Base::Symbol(root) if is_root(root));
                if is_own && !found.iter().any(|known| same_place(known, place)) {
                    found.push(place);
                }
            }
        }
        found
    }
}

/// The places that an expression loads however it comes out, those in their subscripts too.
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

/// What the variables of a row become, that statements before the inner loop declare and others use.
#[derive(Default)]
struct Locals {
    /// Definitions that each part of the row repeats.
    repeated: Vec<Stmt>,
    /// Scalars whose value goes from one part to the next.
    carried: Vec<SymbolId>,
}

impl Locals {
    /// The error is a variable that can be neither.
    fn of(region: &TargetRegion, rows: &Rows) -> Result<Locals, SymbolId> {
        let mut used = named(&rows.inner.body);
        used.extend(named(rows.behind));
        let assigned = movable::assigned(region);
        let addressed = addressed(region);
        let mut locals = Locals::default();
        for stmt in rows.before {
            let StmtKind::Declare { symbol, value } = &stmt.kind else { continue };
            let is_needed =
                used.contains(symbol) || rows.before.iter().any(|other| depends(other, *symbol));
            if !is_needed {
                continue;
            }
            let is_known = |operand| locals.knows(rows, &assigned, operand);
            let known = value.iter().flat_map(Expr::symbols).all(is_known);
            let once = assigned.iter().filter(|own| *own == symbol).count() == 1;
            let shared = rows.before.iter().filter(|other| other.span == stmt.span).count() > 1;
            if value.is_some() && known && once && !shared && movable::is_repeatable(region, stmt) {
                locals.repeated.push(stmt.clone());
            } else if used.contains(symbol) {
                let variable = region.symbol(*symbol);
                let is_number = matches!(variable.ty, Type::Int { .. } | Type::Float { .. });
                let plain = variable.kind == SymbolKind::Scalar && is_number;
                if !plain || addressed.contains(symbol) {
                    return Err(*symbol);
                }
                locals.carried.push(*symbol);
            }
        }
        Ok(locals)
    }

    /// Whether every part of a row has the value of a variable: its number, what nothing changes, what is repeated.
    fn knows(&self, rows: &Rows, assigned: &[SymbolId], operand: SymbolId) -> bool {
        let is_own =
            |own: &Stmt| matches!(own.kind, StmtKind::Declare { symbol, .. } if symbol == operand);
        operand == rows.outer.iv || !assigned.contains(&operand) || self.repeated.iter().any(is_own)
    }
}

/// Whether a statement declares a variable by means of another one.
fn depends(stmt: &Stmt, symbol: SymbolId) -> bool {
    matches!(&stmt.kind, StmtKind::Declare { value: Some(value), .. } if value.names(symbol))
}

/// Checks that rows of the region may be staged.
pub(crate) fn check<'a>(
    region: &'a TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    policy: &Policy,
) -> Result<Rows<'a>, Blocker> {
    let other = |code, words: &str| Blocker::in_words(code, None, words);
    let rows = Rows::of(region).ok_or_else(|| other(Code::NotPerfect, "no loop over rows"))?;
    if region.directive.leaves() != COMBINED || !host::may_stand_twice(region, policy.alternatives)
    {
        return Err(other(Code::NotEditable, "the directive stands for more than one loop"));
    }
    if region.has_hazard(HazardKind::OtherType) {
        let words = "variables have types that overloads tell from those of team memory";
        return Err(other(Code::NotEditable, words));
    }
    legality::check_copies(region)?;
    levels::check_region(region, accesses, dependences)?;
    check_clauses(region, &rows)?;
    for l in [rows.outer, rows.inner] {
        check_loop(region, &rows, l)?;
    }
    check_statements(region, &rows)?;
    Locals::of(region, &rows)
        .map_err(|symbol| Blocker::new(Code::CarriedScalar, None, Cause::Scalar(symbol)))?;
    Ok(rows)
}

/// No clause is about threads, and variables that each has are counters of the two loops, or not used.
fn check_clauses(region: &TargetRegion, rows: &Rows) -> Result<(), Blocker> {
    let counters = [rows.outer.iv, rows.inner.iv];
    let used = named(&region.body);
    let fits = |kind: DataKind, symbol: SymbolId| match kind {
        DataKind::Private => counters.contains(&symbol) || !used.contains(&symbol),
        DataKind::Lastprivate | DataKind::Linear | DataKind::Reduction => false,
        _ => true,
    };
    let own = region.data.iter().filter(|item| !item.enclosing);
    let moves = region.directive.clauses.iter().any(levels::is_of_threads);
    if moves || !own.into_iter().all(|item| fits(item.kind, item.symbol)) {
        let words = "a clause about threads would be one about teams";
        return Err(Blocker::in_words(Code::NotEditable, None, words));
    }
    Ok(())
}

/// The loop counts up by one between ends that nothing changes; all counters are of one type.
fn check_loop(region: &TargetRegion, rows: &Rows, l: &Loop) -> Result<(), Blocker> {
    let refuse = |code, words: &str| Err(Blocker::in_words(code, l.id, words));
    let ty = rows.ty(region);
    let is_type = matches!(ty, Type::Int { bits: 32 | 64, .. });
    let typed = [&l.lower, &l.bound].iter().all(|own| own.ty == ty);
    if !is_type || region.symbol(l.iv).ty != ty || !typed {
        return refuse(Code::NotEditable, "counters and ends of the loops have other types");
    }
    let is_one = matches!(&l.step.kind, ExprKind::Int(step) if *step == 1);
    let is_zero = matches!(&l.lower.kind, ExprKind::Int(first) if *first == 0);
    let counts = is_one && matches!(l.relation, Relation::Lt | Relation::Le);
    if !counts || l.written != Written::InFile || l.pragma.is_some() {
        return refuse(Code::NotEditable, "it is no plain loop that counts up by one");
    }
    if !ty.is_signed() && (!is_zero || l.relation != Relation::Lt) {
        return refuse(Code::NotEditable, "its counter is unsigned, and does not begin at 0");
    }
    let assigned = movable::assigned(region);
    let mut operands = BTreeSet::new();
    let pure = [&l.lower, &l.bound].iter().all(|own| movable::is_pure(own, &mut operands));
    if !pure || operands.iter().any(|symbol| assigned.contains(symbol)) {
        return refuse(Code::VaryingBounds, "its ends may be others in another row");
    }
    let times = assigned.iter().filter(|symbol| **symbol == l.iv).count();
    let beside = [rows.before, rows.behind].map(named);
    let is_inner = l.id == rows.inner.id;
    let used = is_inner && beside.iter().any(|own| own.contains(&l.iv));
    if times != 1 || used || addressed(region).contains(&l.iv) {
        return refuse(
            Code::CarriedScalar,
            "its counter changes in the body, or is used elsewhere",
        );
    }
    Ok(())
}

/// No statement leaves a loop, comes from a macro, or assigns a variable of outside.
fn check_statements(region: &TargetRegion, rows: &Rows) -> Result<(), Blocker> {
    legality::check_exits(&rows.outer.body, rows.outer.id)?;
    let mut found = None;
    walk_statements(&region.body, &mut |stmt| {
        let odd = matches!(
            stmt.kind,
            StmtKind::Jump(_)
                | StmtKind::While { .. }
                | StmtKind::Directive(..)
                | StmtKind::Opaque { .. }
        );
        if odd || stmt.in_macro || stmt.span.is_empty() {
            found = found.or(Some(stmt.id));
        }
    });
    if let Some(stmt) = found {
        return Err(Blocker::new(Code::NotEditable, None, Cause::Statement(stmt)));
    }
    let counters = [rows.outer.iv, rows.inner.iv];
    let own = declared(&region.body);
    let mut assigned = movable::assigned(region).into_iter();
    match assigned.find(|symbol| !counters.contains(symbol) && !own.contains(symbol)) {
        Some(symbol) => Err(Blocker::new(Code::CarriedScalar, None, Cause::Scalar(symbol))),
        None => Ok(()),
    }
}

/// Why an array cannot be staged, if it cannot: its subscripts depend on more than the counters, some load of it in the inner loop
/// does not run each time.
pub(crate) fn check_array(
    region: &TargetRegion,
    rows: &Rows,
    array: SymbolId,
) -> Result<(), Blocker> {
    let refuse = |words: &str| Err(Blocker::in_words(Code::NotEditable, rows.inner.id, words));
    let staged = rows.places(&|root| root == array);
    let mut all = Vec::new();
    for stmt in &rows.inner.body {
        walk_statements(std::slice::from_ref(stmt), &mut |own| {
            own.walk_own(&mut |expr| {
                if let ExprKind::Load(place) = &expr.kind
                    && place.base == Base::Symbol(array)
                    && place.as_symbol().is_none()
                {
                    all.push(place.clone());
                }
            });
        });
    }
    if all.is_empty() || !all.iter().all(|own| staged.iter().any(|place| same_place(place, own))) {
        return refuse("a load of the array does not run each time");
    }
    let locals = Locals::of(region, rows).unwrap_or_default();
    let assigned = movable::assigned(region);
    let known = |symbol| symbol == rows.inner.iv || locals.knows(rows, &assigned, symbol);
    for place in &staged {
        let mut operands = BTreeSet::from([array]);
        let mut pure = true;
        for step in &place.steps {
            let PlaceStep::Index { index, .. } = step else {
                return refuse("an element is a part of a record");
            };
            pure &= movable::is_pure(index, &mut operands);
        }
        let is_char = matches!(place.ty, Type::Int { bits: 8, signed: true });
        let typed = matches!(place.ty, Type::Int { bits: 8.., .. } | Type::Float { bits: 32 | 64 });
        if place.debug.is_some() {
            return refuse("a load of the array stands in a function");
        }
        if !pure || !typed || is_char || !operands.into_iter().all(known) {
            return refuse("a subscript depends on more than the counters");
        }
    }
    Ok(())
}

/// Checks that no store in the inner loop may change an array. Adds what this rests on.
pub(crate) fn check_stores(
    region: &TargetRegion,
    stores: &[&Root],
    (array, policy): (SymbolId, &Policy),
    assumptions: &mut BTreeSet<Code>,
) -> Result<(), Blocker> {
    let words = "a store in the loop may change what is fetched before it";
    legality::check_apart(region, [stores, &[&Root::Symbol(array)]], policy, assumptions)
        .map_err(|code| Blocker::in_words(code, None, words))
}

/// The accesses of the inner loop that store, but for what each thread has for itself.
pub(crate) fn stores<'a>(accesses: &'a Accesses, rows: &Rows) -> impl Iterator<Item = &'a Access> {
    let inner = rows.inner.id;
    accesses.list.iter().filter(move |access| {
        let own = &access.reference;
        own.kind.writes() && own.loops.contains(&inner) && !access.thread_private
    })
}

/// The accesses before the inner loop that store, but for what each thread has for itself.
pub(crate) fn stores_before<'a>(
    accesses: &'a Accesses,
    rows: &Rows,
) -> impl Iterator<Item = &'a Access> {
    let (inner, first) = (rows.inner.id, rows.inner.header.start);
    accesses.list.iter().filter(move |access| {
        let own = &access.reference;
        let is_before = !own.loops.contains(&inner) && own.span.start < first;
        own.kind.writes() && is_before && !access.thread_private
    })
}

/// The columns that can be fetched at once of these arrays; `None` where team memory has no room for them.
pub(crate) fn columns(region: &TargetRegion, rows: &Rows, arrays: &[SymbolId]) -> Option<u32> {
    let carried = Locals::of(region, rows).ok()?.carried;
    let values: u32 = carried.iter().map(|own| BLOCK * region.symbol(*own).ty.bytes()).sum();
    let places = rows.places(&|root| arrays.contains(&root));
    let tiles =
        |columns: u32| places.iter().map(|own| BLOCK * (columns + 1) * own.ty.bytes()).sum::<u32>();
    COLUMNS.into_iter().find(|columns| tiles(*columns) + values <= TEAM_MEMORY)
}
