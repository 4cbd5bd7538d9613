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
//! fewer than a block of them, are read as before. Where several loops run along a row, one behind the other, each has its parts; one
//! whose iterations need nothing of each other is shared by the lanes of a warp instead, which run along the row. It is a staging of
//! one dimension (Shirako, Hayashi, Sarkar: "Optimized Two-Level Parallelization for GPU Accelerators using the Polyhedral Model", CC
//! 2017, §3.2: elements without coalescing are transferred through shared memory).

pub(super) mod build;
pub(crate) mod warps;

use std::collections::BTreeSet;

use super::blocker::{Blocker, Cause};
use super::levels;
use super::nest::loads_each_time;
use super::step::{Step, StepKind, Subject};
use super::{host, legality, movable};
use crate::access::{Access, Accesses};
use crate::dependence::Dependences;
use crate::dependence::reduction::same_place;
use crate::diag::Code;
use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::{
    Base, DataKind, Expr, ExprKind, HazardKind, Loop, Place, Relation, Step as PlaceStep, Stmt,
    StmtKind, SymbolKind, TargetRegion, Type, Written, addressed, atomic, declared, named,
    walk_block, walk_statements,
};
use crate::policy::Policy;
use crate::symbolic::root::Root;

impl StepKind {
    /// Rows of arrays come through team memory.
    pub const ROWS: StepKind = StepKind::named("rows");
}

/// The rows of a block. They are dealt out to the threads of a team, as many as clang gives one.
const BLOCK: u32 = 128;

/// The lanes of a warp.
pub(crate) const LANES: i64 = 32;

/// Columns that are fetched at once, the most first: 32 are whole sectors of every type.
const COLUMNS: [u32; 3] = [32, 16, 8];

/// What the arrays of a team may take of its memory, in bytes: 48 KB, less what the runtime needs.
const TEAM_MEMORY: u32 = 48 * 1024 - 1024;

/// What comes through team memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staged {
    /// The loop whose iterations are the rows.
    pub outer: LoopId,
    /// The loops along a row that change, in their order.
    pub along: Vec<(LoopId, Lanes)>,
    /// The columns that are fetched at once.
    pub columns: u32,
}

/// What the lanes of a warp are while a loop along a row runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// Rows; elements of these arrays come through team memory.
    Rows(Vec<SymbolId>),
    /// Columns: iterations of the loop.
    Columns,
}

impl Lanes {
    /// The arrays that come through team memory.
    pub fn arrays(&self) -> &[SymbolId] {
        match self {
            Lanes::Rows(arrays) => arrays,
            Lanes::Columns => &[],
        }
    }
}

impl Staged {
    /// The arrays that come through team memory, each once.
    pub fn arrays(&self) -> BTreeSet<SymbolId> {
        self.along.iter().flat_map(|(_, lanes)| lanes.arrays()).copied().collect()
    }
}

/// The step that stages rows, and that without clauses that schedule iterations.
pub(crate) fn steps(region: &TargetRegion, staged: Staged) -> Vec<Step> {
    let rows = Step::new(StepKind::ROWS, Subject::Staged(staged));
    std::iter::once(rows).chain(super::order::unschedule_step(region)).collect()
}

/// The parts of a loop over rows.
pub(crate) struct Rows<'a> {
    pub(crate) outer: &'a Loop,
    /// One for each loop along a row, in their order.
    pub(crate) parts: Vec<Part<'a>>,
    behind: &'a [Stmt],
}

/// A loop along a row.
pub(crate) struct Part<'a> {
    /// The statements between the loop before and this one.
    before: &'a [Stmt],
    pub(crate) inner: &'a Loop,
}

impl<'a> Rows<'a> {
    /// The only loop of the region, and those in its body that are no parts of other statements and that are `chosen`; others are statements like all.
    pub(crate) fn of(
        region: &'a TargetRegion,
        chosen: impl Fn(LoopId) -> bool,
    ) -> Option<Rows<'a>> {
        let [Stmt { kind: StmtKind::Loop(outer), .. }] = region.body.as_slice() else {
            return None;
        };
        let mut parts = Vec::new();
        let mut first = 0;
        for (at, stmt) in outer.body.iter().enumerate() {
            if let StmtKind::Loop(inner) = &stmt.kind
                && chosen(inner.id)
            {
                parts.push(Part { before: &outer.body[first..at], inner });
                first = at + 1;
            }
        }
        let behind = &outer.body[first..];
        (!parts.is_empty()).then_some(Rows { outer, parts, behind })
    }

    /// The rows whose loops along them are those of `staged`.
    fn of_staged(region: &'a TargetRegion, staged: &Staged) -> Option<Rows<'a>> {
        let rows = Rows::of(region, |id| staged.along.iter().any(|(own, _)| *own == id))?;
        let own = staged.along.iter().map(|(id, _)| *id);
        let known = rows.outer.id == staged.outer && own.eq(rows.loops().map(|l| l.id));
        known.then_some(rows)
    }

    /// The counters of the loop over rows and of those along them.
    fn counters(&self) -> BTreeSet<SymbolId> {
        self.loops().map(|l| l.iv).chain([self.outer.iv]).collect()
    }

    /// The type of all counters.
    fn ty(&self, region: &TargetRegion) -> Type {
        region.symbol(self.outer.iv).ty
    }

    /// The first loop along a row.
    pub(crate) fn inner(&self) -> &'a Loop {
        self.parts[0].inner
    }

    /// The loops along a row.
    fn loops(&self) -> impl Iterator<Item = &'a Loop> {
        self.parts.iter().map(|part| part.inner)
    }

    /// The statements before the loops.
    fn between(&self) -> impl Iterator<Item = &'a Stmt> {
        self.parts.iter().flat_map(|part| part.before)
    }

    /// What statements name outside of the loops along a row that have this counter.
    fn named_beside(&self, counter: SymbolId) -> BTreeSet<SymbolId> {
        let others = self.loops().filter(|l| l.iv != counter);
        let beside = self.parts.iter().map(|part| part.before).chain([self.behind]);
        others.map(|l| l.body.as_slice()).chain(beside).flat_map(named).collect()
    }

    /// What the statements behind those before the loop of a part name: that loop, and all behind it.
    fn named_behind(&self, part: usize) -> BTreeSet<SymbolId> {
        let mut used = named(self.behind);
        for (at, own) in self.parts.iter().enumerate().skip(part) {
            used.extend(named(&own.inner.body));
            if at > part {
                used.extend(named(own.before));
            }
        }
        used
    }
}

impl<'a> Part<'a> {
    /// The different places in `arrays` that the body of the loop loads each time: not behind a condition.
    fn places(&self, arrays: &[SymbolId]) -> Vec<&'a Place> {
        let mut found: Vec<&Place> = Vec::new();
        for place in loads_each_time(&self.inner.body) {
            let is_own = matches!(place.base, Base::Symbol(root) if arrays.contains(&root));
            if is_own && !found.iter().any(|known| same_place(known, place)) {
                found.push(place);
            }
        }
        found
    }
}

/// What the variables of a row become, that statements before a loop along it declare and others use.
#[derive(Default)]
struct Locals {
    /// Definitions that each part of the row repeats.
    repeated: Vec<Stmt>,
    /// Scalars whose value goes from one part to the next, each with the number of the part that declares it.
    carried: Vec<(SymbolId, usize)>,
}

impl Locals {
    /// The error is a variable that can be neither.
    fn of(region: &TargetRegion, rows: &Rows) -> Result<Locals, SymbolId> {
        let assigned = movable::assigned(region);
        let addressed = addressed(region);
        let mut locals = Locals::default();
        for (part, own) in rows.parts.iter().enumerate() {
            let used = rows.named_behind(part);
            for stmt in own.before {
                let StmtKind::Declare { symbol, value } = &stmt.kind else { continue };
                let is_needed =
                    used.contains(symbol) || own.before.iter().any(|other| depends(other, *symbol));
                if !is_needed {
                    continue;
                }
                let is_known = |operand| locals.knows(rows, &assigned, operand);
                let known = value.iter().flat_map(Expr::symbols).all(is_known);
                let once = assigned.iter().filter(|own| *own == symbol).count() == 1;
                let shared = rows.between().filter(|other| other.span == stmt.span).count() > 1;
                let repeats = value.is_some() && known && once && !shared;
                if repeats && movable::is_repeatable(region, stmt) {
                    locals.repeated.push(stmt.clone());
                } else if used.contains(symbol) {
                    let variable = region.symbol(*symbol);
                    let is_number = matches!(variable.ty, Type::Int { .. } | Type::Float { .. });
                    let plain = variable.kind == SymbolKind::Scalar && is_number;
                    if !plain || addressed.contains(symbol) {
                        return Err(*symbol);
                    }
                    locals.carried.push((*symbol, part));
                } else {
                    continue;
                }
                if part > 0 && !movable::unique_name(region, *symbol) {
                    return Err(*symbol);
                }
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

/// Checks that these rows of the region may be staged.
pub(crate) fn check(
    (region, rows): (&TargetRegion, &Rows),
    accesses: &Accesses,
    dependences: &Dependences,
    policy: &Policy,
) -> Result<(), Blocker> {
    let other = |code, words: &str| Blocker::in_words(code, None, words);
    if !levels::is_combined(&region.directive)
        || !host::may_stand_twice(region, policy.alternatives)
    {
        return Err(other(Code::NotEditable, "the directive stands for more than one loop"));
    }
    if region.has_hazard(HazardKind::OtherType) {
        let words = "variables have types that overloads tell from those of team memory";
        return Err(other(Code::NotEditable, words));
    }
    legality::check_copies(region)?;
    let updates = updates(&region.body);
    legality::check_known(accesses)?;
    levels::check_region(region, accesses, dependences)?;
    check_clauses(region, rows)?;
    for l in std::iter::once(rows.outer).chain(rows.loops()) {
        check_loop(region, rows, l)?;
    }
    check_statements(region, rows, &updates)?;
    Locals::of(region, rows)
        .map_err(|symbol| Blocker::new(Code::CarriedScalar, None, Cause::Scalar(symbol)))?;
    Ok(())
}

/// No clause is about threads, and variables that each has are counters of the loops, or not used.
fn check_clauses(region: &TargetRegion, rows: &Rows) -> Result<(), Blocker> {
    let counters = rows.counters();
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
pub(crate) fn check_loop(region: &TargetRegion, rows: &Rows, l: &Loop) -> Result<(), Blocker> {
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
    if !counts || l.written != Written::InFile || l.has_hint() {
        return refuse(Code::NotEditable, "it is no plain loop that counts up by one");
    }
    if !ty.is_signed() && (!is_zero || l.relation != Relation::Lt) {
        return refuse(Code::NotEditable, "its counter is unsigned, and does not begin at 0");
    }
    let (is_along, mut directives) = (l.id != rows.outer.id, false);
    walk_statements(&l.body, &mut |stmt| {
        directives |= matches!(stmt.kind, StmtKind::Directive(..));
    });
    if is_along && directives {
        return refuse(Code::NotEditable, "a directive stands in it");
    }
    let assigned = movable::assigned(region);
    let mut operands = BTreeSet::new();
    let pure = [&l.lower, &l.bound].iter().all(|own| movable::is_pure(own, &mut operands));
    if !pure || operands.iter().any(|symbol| assigned.contains(symbol)) {
        return refuse(Code::VaryingBounds, "its ends may be others in another row");
    }
    let times = assigned.iter().filter(|symbol| **symbol == l.iv).count();
    let counts = std::iter::once(rows.outer).chain(rows.loops()).filter(|own| own.iv == l.iv);
    let used = is_along && rows.named_beside(l.iv).contains(&l.iv);
    if times != counts.count() || used || addressed(region).contains(&l.iv) {
        return refuse(
            Code::CarriedScalar,
            "its counter changes in the body, or is used elsewhere",
        );
    }
    Ok(())
}

/// The atomic updates beside the loops along rows: each row still makes its own, once and in its place, and their order among rows is open.
fn updates(body: &[Stmt]) -> BTreeSet<StmtId> {
    let mut found = BTreeSet::new();
    walk_statements(body, &mut |stmt| {
        if atomic::update(stmt).is_some() {
            found.insert(stmt.id);
        }
    });
    found
}

/// No statement leaves a loop, comes from a macro, or assigns a variable of outside.
fn check_statements(
    region: &TargetRegion,
    rows: &Rows,
    updates: &BTreeSet<StmtId>,
) -> Result<(), Blocker> {
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
        let odd = odd && !updates.contains(&stmt.id);
        if odd || stmt.in_macro || stmt.span.is_empty() {
            found = found.or(Some(stmt.id));
        }
    });
    if let Some(stmt) = found {
        return Err(Blocker::new(Code::NotEditable, None, Cause::Statement(stmt)));
    }
    let counters = rows.counters();
    let own = declared(&region.body);
    let mut assigned = movable::assigned(region).into_iter();
    match assigned.find(|symbol| !counters.contains(symbol) && !own.contains(symbol)) {
        Some(symbol) => Err(Blocker::new(Code::CarriedScalar, None, Cause::Scalar(symbol))),
        None => Ok(()),
    }
}

/// Why an array cannot be staged along a loop, if it cannot: its subscripts depend on more than the counters, some load of it in the loop
/// does not run each time.
pub(crate) fn check_array(
    region: &TargetRegion,
    (rows, part): (&Rows, &Part),
    array: SymbolId,
) -> Result<(), Blocker> {
    let refuse = |words: &str| Err(Blocker::in_words(Code::NotEditable, part.inner.id, words));
    let staged = part.places(&[array]);
    let mut all = Vec::new();
    walk_block(&part.inner.body, &mut |expr| {
        if let ExprKind::Load(place) = &expr.kind
            && place.base == Base::Symbol(array)
            && place.as_symbol().is_none()
        {
            all.push(place.clone());
        }
    });
    if all.is_empty() || !all.iter().all(|own| staged.iter().any(|place| same_place(place, own))) {
        return refuse("a load of the array does not run each time");
    }
    let locals = Locals::of(region, rows).unwrap_or_default();
    let assigned = movable::assigned(region);
    let known = |symbol| symbol == part.inner.iv || locals.knows(rows, &assigned, symbol);
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

/// Checks that no store in a loop along a row may change what its loads of staged elements find. Adds what this rests on.
pub(crate) fn check_stores(
    region: &TargetRegion,
    [stores, loads]: [&[&Root]; 2],
    policy: &Policy,
    assumptions: &mut BTreeSet<Code>,
) -> Result<(), Blocker> {
    let words = "a store in the loop may change what is fetched before it";
    legality::check_apart(region, [stores, loads], policy, assumptions)
        .map_err(|code| Blocker::in_words(code, None, words))
}

/// The array that a load in a loop along a row names, or the pointer to a row of one; where its text names neither, the array that it is in.
pub(crate) fn array(inner: &Loop, access: &Access) -> Option<SymbolId> {
    let Root::Symbol(root) = access.reference.address.root else { return None };
    let mut found = root;
    walk_block(&inner.body, &mut |expr| {
        if let ExprKind::Load(Place { base: Base::Symbol(own), steps, span, .. }) = &expr.kind
            && !steps.is_empty()
            && *span == access.reference.span
        {
            found = *own;
        }
    });
    Some(found)
}

/// The accesses of a loop along a row that store, but for what each thread has for itself.
pub(crate) fn stores<'a>(accesses: &'a Accesses, inner: &Loop) -> impl Iterator<Item = &'a Access> {
    accesses.list.iter().filter(move |access| {
        let own = &access.reference;
        own.kind.writes() && own.loops.contains(&inner.id) && !access.thread_private
    })
}

/// The accesses before a loop along a row that store, but for what each thread has for itself.
pub(crate) fn stores_before<'a>(
    accesses: &'a Accesses,
    inner: &Loop,
) -> impl Iterator<Item = &'a Access> {
    accesses.list.iter().filter(move |access| {
        let own = &access.reference;
        let is_before = !own.loops.contains(&inner.id) && own.span.start < inner.header.start;
        own.kind.writes() && is_before && !access.thread_private
    })
}

/// The arrays in team memory that elements come through along one loop: each has another type, or another number among those of its type.
fn tiles<'a>(part: &Part<'a>, arrays: &[SymbolId]) -> Vec<(&'a Place, (Type, usize))> {
    let mut found: Vec<(&Place, (Type, usize))> = Vec::new();
    for place in part.places(arrays) {
        let number = found.iter().filter(|(_, (ty, _))| *ty == place.ty).count();
        found.push((place, (place.ty, number)));
    }
    found
}

/// The columns that can be fetched at once; `None` where team memory has no room for them.
pub(crate) fn columns(region: &TargetRegion, staged: &Staged) -> Option<u32> {
    let rows = Rows::of_staged(region, staged)?;
    let carried = Locals::of(region, &rows).ok()?.carried;
    let values: u32 = carried.iter().map(|(own, _)| BLOCK * region.symbol(*own).ty.bytes()).sum();
    let parts = rows.parts.iter().zip(&staged.along);
    let all = parts.flat_map(|(part, (_, lanes))| tiles(part, lanes.arrays()));
    let all: BTreeSet<(Type, usize)> = all.map(|(_, tile)| tile).collect();
    let bytes =
        |columns: u32| all.iter().map(|(ty, _)| BLOCK * (columns + 1) * ty.bytes()).sum::<u32>();
    COLUMNS.into_iter().find(|columns| bytes(*columns) + values <= TEAM_MEMORY)
}
