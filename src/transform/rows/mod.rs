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
mod locals;
mod there;
mod totals;
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
    Base, DataKind, Expr, ExprKind, HazardKind, Jump, Loop, Place, Relation, Step as PlaceStep,
    Stmt, StmtKind, SymbolKind, TargetRegion, Type, Written, addressed, atomic, declared, launch,
    named, walk_block, walk_statements,
};
use crate::openmp::ClauseKind;
use crate::policy::Policy;
use crate::source::Span;
use crate::symbolic::poly::Atom;
use crate::symbolic::root::Root;
use locals::Locals;
use there::{Obstacle, Row};

impl StepKind {
    /// Rows of arrays come through team memory.
    pub const ROWS: StepKind = StepKind::named("rows");
}

/// The rows of a block. They are dealt out to the threads of a team, as many as clang gives one.
pub(crate) const BLOCK: u32 = 128;

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
    super::order::unschedule_step(region).into_iter().chain([rows]).collect()
}

/// The parts of a loop over rows.
pub(crate) struct Rows<'a> {
    /// The loops of the directive around it, from the outermost inwards: each block of rows is in one iteration of theirs.
    pub(crate) around: Vec<&'a Loop>,
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
    /// The innermost loop of the directive, and those in its body that are no parts of other statements and that are `chosen`; others are statements like all.
    pub(crate) fn of(
        region: &'a TargetRegion,
        chosen: impl Fn(LoopId) -> bool,
    ) -> Option<Rows<'a>> {
        let mut around = region.associated_loops();
        if region.body.len() != 1 || region.directive.associated_loops()? as usize != around.len() {
            return None;
        }
        let outer = around.pop()?;
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
        (!parts.is_empty()).then_some(Rows { around, outer, parts, behind })
    }

    /// The rows whose loops along them are those of `staged`.
    fn of_staged(region: &'a TargetRegion, staged: &Staged) -> Option<Rows<'a>> {
        let rows = Rows::of(region, |id| staged.along.iter().any(|(own, _)| *own == id))?;
        let own = staged.along.iter().map(|(id, _)| *id);
        let known = rows.outer.id == staged.outer && own.eq(rows.loops().map(|l| l.id));
        known.then_some(rows)
    }

    /// The counters of the loop over rows, of those around it and of those along them.
    fn counters(&self) -> BTreeSet<SymbolId> {
        self.all().map(|l| l.iv).collect()
    }

    /// The loop over rows, those around it and those along them.
    fn all(&self) -> impl Iterator<Item = &'a Loop> {
        self.around.iter().copied().chain([self.outer]).chain(self.loops())
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

    /// The statements that run behind each other in one row: those between the loops, and the bodies of these.
    fn blocks(&self) -> impl Iterator<Item = &'a [Stmt]> {
        let parts = self.parts.iter().flat_map(|part| [part.before, part.inner.body.as_slice()]);
        parts.chain([self.behind])
    }

    /// Whether the ends of a loop along a row are its own: they name its number, or what the row declares.
    pub(crate) fn has_own_ends(&self, l: &Loop) -> bool {
        let own = self.between().filter_map(|stmt| match stmt.kind {
            StmtKind::Declare { symbol, .. } => Some(symbol),
            _ => None,
        });
        let mut own = own.chain([self.outer.iv]);
        let names = |symbol: SymbolId| l.lower.names(symbol) || l.bound.names(symbol);
        own.any(names)
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
            used.extend(own.inner.header_expressions().into_iter().flat_map(Expr::symbols));
            if at > part {
                used.extend(named(own.before));
            }
        }
        used
    }
}

impl Part<'_> {
    /// The different places in `arrays` that the body of the loop loads: first those that it loads each time, of which there are so many.
    fn places(&self, arrays: &[SymbolId]) -> (Vec<Place>, usize) {
        let body = &self.inner.body;
        let whole = body.iter().position(has_jump).map_or(body.as_slice(), |at| &body[..=at]);
        let mut found: Vec<Place> = Vec::new();
        let mut add = |place: &Place| {
            let is_own = matches!(place.base, Base::Symbol(root) if arrays.contains(&root));
            let is_element = is_own && place.as_symbol().is_none();
            if is_element && !found.iter().any(|known| same_place(known, place)) {
                found.push(place.clone());
            }
            found.len()
        };
        let each_time = loads_each_time(whole).into_iter().map(&mut add).max().unwrap_or(0);
        walk_block(body, &mut |expr| {
            if let ExprKind::Load(place) = &expr.kind {
                add(place);
            }
        });
        (found, each_time)
    }
}

/// Checks that these rows of the region may be staged.
pub(crate) fn check(
    (region, rows): (&TargetRegion, &Rows),
    accesses: &Accesses,
    dependences: &Dependences,
    policy: &Policy,
) -> Result<(), Blocker> {
    let other = |code, words: &str| Blocker::in_words(code, None, words);
    if let Some(words) = host::in_the_way_of_another(region, policy.alternatives) {
        return Err(other(Code::NotEditable, words));
    }
    if region.has_hazard(HazardKind::OtherType) {
        let words = "variables have types that overloads tell from those of team memory";
        return Err(other(Code::NotEditable, words));
    }
    legality::check_copies(region)?;
    let updates = updates(&region.body);
    legality::check_known(accesses)?;
    levels::check_halves(region, accesses, dependences)?;
    check_clauses(region, rows)?;
    totals::check(region, rows, policy)?;
    let nest: Vec<&Loop> = rows.around.iter().copied().chain([rows.outer]).collect();
    levels::check_nest(&nest)?;
    for l in rows.all() {
        check_loop((region, rows), accesses, l)?;
    }
    check_statements(region, rows, &updates)?;
    Locals::of(region, rows)
        .map_err(|symbol| Blocker::new(Code::CarriedScalar, None, Cause::Scalar(symbol)))?;
    Ok(())
}

/// Whether `num_threads` moves to the threads of a block of rows: it is the same there, and all threads of a team come to the barriers.
fn keeps_threads(region: &TargetRegion) -> bool {
    let mut clauses = region.directive.clauses.iter();
    levels::enter_all(&region.directive)
        && clauses.all(|clause| levels::means_the_same_inside(region, clause))
}

/// What the `thread_limit` of the teams becomes where `num_threads` does not move: the threads that are asked for are all that there are then.
fn limit(region: &TargetRegion) -> Option<String> {
    let directive = &region.directive;
    let threads = directive.argument(ClauseKind::NumThreads)?;
    if directive.clause(ClauseKind::ThreadLimit).is_none() {
        return Some(threads.to_owned());
    }
    let numbers = [ClauseKind::NumThreads, ClauseKind::ThreadLimit];
    let [threads, all] = numbers.map(|kind| launch::literal(directive, kind));
    Some(threads?.min(all?).to_string())
}

/// All threads of a team come to the barriers of a block of rows, and variables that each thread has are counters of the loops, or numbers.
fn check_clauses(region: &TargetRegion, rows: &Rows) -> Result<(), Blocker> {
    if !keeps_threads(region) {
        let refuse = |code, words: &str| Err(Blocker::in_words(code, None, words));
        if limit(region).is_none() {
            return refuse(
                Code::ClangLimit,
                "threads of a team that num_threads leaves out miss the barriers of a block of rows with clang 19, and thread_limit \
                 is no number",
            );
        }
        if region.has_hazard(HazardKind::Chained) {
            return refuse(
                Code::NotEditable,
                "num_threads would become a thread_limit of the teams, which have a pragma of their own",
            );
        }
    }
    let (counters, used) = (rows.counters(), named(&region.body));
    for item in region.data.iter().filter(|item| !item.enclosing) {
        let words = match item.kind {
            DataKind::Private if counters.contains(&item.symbol) => continue,
            DataKind::Private if !used.contains(&item.symbol) => continue,
            DataKind::Private if region.symbol(item.symbol).kind != SymbolKind::Scalar => {
                "clause private gives each thread a variable that is no number"
            }
            DataKind::Lastprivate | DataKind::Linear => {
                "a clause wants what the last iteration has"
            }
            _ => continue,
        };
        return Err(Blocker::in_words(Code::NotEditable, None, words));
    }
    Ok(())
}

/// The loop counts up by one between ends that nothing changes; all counters are of one type. The ends of one along a row may be its own, if all
/// rows have as many iterations.
pub(crate) fn check_loop(
    (region, rows): (&TargetRegion, &Rows),
    accesses: &Accesses,
    l: &Loop,
) -> Result<(), Blocker> {
    let refuse = |code, words: &str| Err(Blocker::in_words(code, l.id, words));
    let is_around = rows.around.iter().any(|own| own.id == l.id);
    let ty = if is_around { region.symbol(l.iv).ty } else { rows.ty(region) };
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
    let (is_along, mut directives) = (rows.loops().any(|own| own.id == l.id), false);
    walk_statements(&l.body, &mut |stmt| {
        directives |= matches!(stmt.kind, StmtKind::Directive(..));
    });
    if is_along && directives {
        return refuse(Code::NotEditable, "a directive stands in it");
    }
    let assigned = movable::assigned(region);
    let mut operands = BTreeSet::new();
    let pure = [&l.lower, &l.bound].iter().all(|own| movable::is_pure(own, &mut operands));
    operands.retain(|symbol| assigned.contains(symbol));
    let is_own = |locals: Locals| operands.iter().all(|own| locals.knows(rows, &assigned, *own));
    let steady = || Locals::of(region, rows).is_ok_and(is_own) && has_steady_count(accesses, l);
    if !pure {
        return refuse(
            Code::VaryingBounds,
            "its ends are computed from more than variables and numbers",
        );
    }
    if !(operands.is_empty() || is_along && steady()) {
        return refuse(Code::VaryingBounds, "its ends may be others in another row");
    }
    let times = assigned.iter().filter(|symbol| **symbol == l.iv).count();
    let counts = rows.all().filter(|own| own.iv == l.iv);
    let used = is_along && rows.named_beside(l.iv).contains(&l.iv);
    if times != counts.count() || used || addressed(region).contains(&l.iv) {
        return refuse(
            Code::CarriedScalar,
            "its counter changes in the body, or is used elsewhere",
        );
    }
    Ok(())
}

/// Whether the loop has as many iterations wherever it begins: numbers and variables of outside say how many.
fn has_steady_count(accesses: &Accesses, l: &Loop) -> bool {
    let values = accesses.loop_values(l.id).filter(|values| values.varying.is_none());
    let count = values.and_then(|values| values.trip_count.as_ref());
    count.is_some_and(|count| !count.any_atom(&mut |atom| !matches!(atom, Atom::Symbol(_))))
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

/// Whether a statement may end an iteration of the loop that it stands in.
pub(crate) fn has_jump(stmt: &Stmt) -> bool {
    let mut found = false;
    walk_statements(std::slice::from_ref(stmt), &mut |own| {
        found |= matches!(own.kind, StmtKind::Jump(_));
    });
    found
}

/// No statement leaves a loop, comes from a macro, or assigns a variable of outside. Iterations along a row may end early.
fn check_statements(
    region: &TargetRegion,
    rows: &Rows,
    updates: &BTreeSet<StmtId>,
) -> Result<(), Blocker> {
    legality::check_exits(&rows.outer.body, rows.outer.id)?;
    let mut skips = BTreeSet::new();
    for inner in rows.loops() {
        walk_statements(&inner.body, &mut |stmt| {
            if matches!(stmt.kind, StmtKind::Jump(Jump::Continue)) {
                skips.insert(stmt.id);
            }
        });
    }
    let mut found = None;
    walk_statements(&region.body, &mut |stmt| {
        let odd = matches!(
            stmt.kind,
            StmtKind::Jump(_)
                | StmtKind::While { .. }
                | StmtKind::Directive(..)
                | StmtKind::Opaque { .. }
        );
        let odd = odd && !updates.contains(&stmt.id) && !skips.contains(&stmt.id);
        if odd || stmt.in_macro || stmt.span.is_empty() {
            found = found.or(Some(stmt.id));
        }
    });
    if let Some(stmt) = found {
        return Err(Blocker::new(Code::NotEditable, None, Cause::Statement(stmt)));
    }
    let counters = rows.counters();
    let mut own = declared(&region.body);
    own.extend(locals::private(region, rows));
    own.extend(totals::of(region).iter().map(|total| total.symbol));
    let mut assigned = movable::assigned(region).into_iter();
    match assigned.find(|symbol| !counters.contains(symbol) && !own.contains(symbol)) {
        Some(symbol) => Err(Blocker::new(Code::CarriedScalar, None, Cause::Scalar(symbol))),
        None => Ok(()),
    }
}

/// Why an array cannot be staged along a loop, if it cannot: its subscripts depend on more than the counters, or what is behind a condition may
/// be no element. Otherwise whether some load of it in the loop does not run each time: then no store of the region may touch it.
pub(crate) fn check_array(
    region: &TargetRegion,
    accesses: &Accesses,
    (rows, part): (&Rows, &Part),
    array: SymbolId,
) -> Result<bool, Blocker> {
    let refuse = |words: &str| Err(Blocker::in_words(Code::NotEditable, part.inner.id, words));
    let (staged, each_time) = part.places(&[array]);
    if staged.is_empty() {
        return refuse("no load of the array names it");
    }
    let locals = Locals::of(region, rows).unwrap_or_default();
    let assigned = movable::assigned(region);
    let known = |symbol| symbol == part.inner.iv || locals.knows(rows, &assigned, symbol);
    let nest = rows.around.iter().chain([&rows.outer, &part.inner]);
    let row = Row { region, accesses, loops: nest.map(|l| l.id).collect() };
    for (at, place) in staged.iter().enumerate() {
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
        if at < each_time {
            continue;
        }
        match row.check(place) {
            Ok(()) => {}
            Err(Obstacle::Seldom) => return refuse("a load of the array may run seldom"),
            Err(Obstacle::Absent) => {
                return refuse(
                    "a load of the array does not run each time, and may be of no element",
                );
            }
        }
    }
    Ok(each_time < staged.len())
}

/// Checks that no store in a loop along a row may change what its loads of staged elements find. Adds what this rests on.
pub(crate) fn check_stores(
    region: &TargetRegion,
    [stores, loads]: [&[&Root]; 2],
    policy: &Policy,
    assumptions: &mut BTreeSet<Code>,
) -> Result<(), Blocker> {
    let words = "a store may change what is fetched before it";
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

/// The variables that a statement assigns.
fn assigned_in(stmt: &Stmt) -> Vec<SymbolId> {
    let mut assigned = Vec::new();
    movable::assignments(stmt, &mut assigned);
    assigned
}

/// The element of an array of the team.
fn element(array: SymbolId, ty: Type, indices: Vec<(Expr, i64)>, span: Span) -> Place {
    let bytes = i64::from(ty.bytes());
    let mut scale = bytes;
    let mut steps = Vec::new();
    for (index, extent) in indices.into_iter().rev() {
        let long = |value: i64| Expr { ty: Type::LONG, kind: ExprKind::Int(value.into()) };
        let index = PlaceStep::Index { index, scale: long(scale), extent: Some(long(extent)) };
        steps.insert(0, index);
        scale *= extent;
    }
    Place { base: Base::Symbol(array), steps, ty, span, debug: None }
}

/// The arrays in team memory that elements come through along one loop: each has another type, or another number among those of its type.
fn tiles(part: &Part, arrays: &[SymbolId]) -> Vec<(Place, (Type, usize))> {
    let mut found: Vec<(Place, (Type, usize))> = Vec::new();
    for place in part.places(arrays).0 {
        let number = found.iter().filter(|(_, (ty, _))| *ty == place.ty).count();
        let ty = place.ty;
        found.push((place, (ty, number)));
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
