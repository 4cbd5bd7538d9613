//! Loop distribution: one region with several loops in its body becomes several regions, one behind the
//! other (Allen, Kennedy: "Optimizing Compilers for Modern Architectures", §2.4 and §5.2).
//!
//! `for i { for j A  for k B }` becomes `for i for j A` and `for i for k B`, each under a directive of
//! its own, with a transformation of its own. The order in which two statements of one iteration run stays;
//! what changes is that every iteration of `A` comes before every one of `B`. So it is legal where no
//! dependence goes from a later part to an earlier one, which only a sequential loop around both could
//! carry: the loops declared parallel carry none.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::blocker::{Blocker, Cause};
use super::step::{PartSteps, Step, StepKind, Subject};
use super::{applied_to_one, host, legality, movable, serial};
use crate::access::Accesses;
use crate::dependence::vector::Direction;
use crate::dependence::{Dependences, scalar};
use crate::diag::Code;
use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::{
    Clause, DataKind, HazardKind, Jump, Loop, Stmt, StmtKind, TargetRegion, atomic, named,
    replace_statements, walk_statements,
};
use crate::openmp::ClauseKind;
use crate::symbolic::root::Root;

impl StepKind {
    /// The loops in the body of a loop become regions of their own, one behind the other.
    pub const DISTRIBUTE: StepKind = StepKind::named("distribute");
}

/// The regions of the parts, each after its steps.
pub(super) fn apply(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Parts(parts) = subject else { return None };
    let own = |part: &PartSteps| applied_to_one(&with_only(region, parts, part), &part.steps);
    parts.iter().map(own).collect()
}

/// The region without the statements of all parts but one.
pub(crate) fn with_only(
    region: &TargetRegion,
    parts: &[PartSteps],
    part: &PartSteps,
) -> TargetRegion {
    let others = || parts.iter().flat_map(|other| &other.statements);
    let is_other = |id: StmtId| !part.statements.contains(&id) && others().any(|own| *own == id);
    let body = replace_statements(region.body.clone(), &|stmt| {
        if is_other(stmt.id) { ControlFlow::Break(Vec::new()) } else { ControlFlow::Continue(stmt) }
    });
    TargetRegion { body, ..region.clone() }
}

/// More parts than these are no distribution that a person would write.
const MAX_PARTS: usize = 4;

/// A way to cut the body of the innermost common loop.
pub(crate) struct Cut<'a> {
    /// The loops around all parts.
    pub(crate) common: Vec<&'a Loop>,
    /// Definitions that every part repeats.
    head: &'a [Stmt],
    pub(crate) parts: Vec<&'a [Stmt]>,
}

/// Whether a part may be better off alone: a loop of its own may run in parallel, or a dependence joins it with
/// another part.
pub(crate) fn may_help(accesses: &Accesses, dependences: &Dependences, cut: &Cut) -> bool {
    let graph = &dependences.graph;
    let parallel = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Loop(l) => graph.carried_by(l.id).next().is_none(),
        _ => false,
    };
    let parts: Vec<_> = cut.parts.iter().map(|part| members(part)).collect();
    let part_of = |id| {
        let stmt = accesses.get(id).reference.stmt;
        parts.iter().position(|members| members.contains(&stmt))
    };
    cut.parts.iter().any(|part| part.iter().any(parallel))
        || graph.edges.iter().any(|edge| part_of(edge.source) != part_of(edge.sink))
}

impl Cut<'_> {
    /// The parts without steps.
    pub(crate) fn parts_as_written(&self) -> Vec<PartSteps> {
        let ids = |part: &&[Stmt]| part.iter().map(|stmt| stmt.id).collect();
        let part = |part| PartSteps { statements: ids(part), steps: Vec::new() };
        self.parts.iter().map(part).collect()
    }
}

/// The step to regions of these parts.
pub(crate) fn step(parts: Vec<PartSteps>) -> Step {
    Step::new(StepKind::DISTRIBUTE, Subject::Parts(parts))
}

/// The cuts of the bodies of the nest that hold several loops, or a loop and stores, the innermost first:
/// statements between loops go with the loop behind them, or else are parts of their own.
pub(crate) fn cuts(region: &TargetRegion, declared: usize) -> Vec<Cut<'_>> {
    let nest = region.nest();
    let mut found: Vec<Cut> = Vec::new();
    for level in (declared.max(1)..=nest.len()).rev() {
        let body = nest[level - 1].body.as_slice();
        let common = &nest[..level];
        let head = body.iter().take_while(|stmt| movable::is_repeatable(region, stmt)).count();
        let (head, rest) = body.split_at(head);
        for alone in [false, true] {
            let parts = units(rest, alone);
            let loops = parts.iter().any(|part| has_loop(part));
            let known = found.iter().any(|cut| {
                cut.common.len() == level
                    && cut.parts.iter().map(|p| p.len()).eq(parts.iter().map(|p| p.len()))
            });
            let lasting = parts.iter().all(|part| assigns(part));
            if loops && lasting && !known && (2..=MAX_PARTS).contains(&parts.len()) {
                found.push(Cut { common: common.to_vec(), head, parts });
            }
        }
    }
    found
}

/// Whether a region of these statements would do anything.
fn assigns(part: &[Stmt]) -> bool {
    let mut assigns = false;
    walk_statements(part, &mut |stmt| assigns |= matches!(stmt.kind, StmtKind::Assign { .. }));
    assigns
}

pub(crate) fn has_loop(part: &[Stmt]) -> bool {
    part.iter().any(is_loop)
}

fn is_loop(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Loop(_))
}

/// The statements in runs of which each ends with a loop, or is one of statements without a loop; these
/// stay with the loop behind them unless they stand `alone`.
fn units(body: &[Stmt], alone: bool) -> Vec<&[Stmt]> {
    let mut cuts = vec![0];
    for (at, pair) in body.windows(2).enumerate() {
        let behind_loop = is_loop(&pair[0]);
        let before_loop = alone && is_loop(&pair[1]);
        if behind_loop || before_loop {
            cuts.push(at + 1);
        }
    }
    cuts.push(body.len());
    cuts.windows(2).map(|ends| &body[ends[0]..ends[1]]).collect()
}

/// Whether the parts may run one after the other.
pub(crate) fn check(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    cut: &Cut,
) -> Result<(), Blocker> {
    check_form(region, accesses, cut)?;
    check_variables(region, cut)?;
    check_storage(accesses, cut)?;
    serial::check(region, accesses, &dependences.declared)?;
    check_order(accesses, dependences, cut)
}

/// The region is one loop whose directive can stand several times; its statements have known effects,
/// leave no common loop early, and are text of the main file.
fn check_form(region: &TargetRegion, accesses: &Accesses, cut: &Cut) -> Result<(), Blocker> {
    let other = |code, words: &str| Err(Blocker::in_words(code, None, words));
    legality::check_known(accesses)?;
    legality::check_unschedule(region)?;
    legality::check_blocks(region)?;
    let maps = region.directive.clause(ClauseKind::Map).is_some();
    if region.has_hazard(HazardKind::Lambda) && (maps || !implicit(region, accesses).is_empty()) {
        return other(Code::ClangLimit, "clang 19 loses what a lambda captures in `target data`");
    }
    if region.has_hazard(HazardKind::PartMapped) {
        return other(
            Code::NotEditable,
            "a part of an array that no clause names may be on the device already",
        );
    }
    if !host::is_simple(region, false) || region.has_hazard(HazardKind::Chained) {
        return other(Code::NotEditable, "the directive cannot stand twice");
    }
    if let Some(clause) = region.directive.clauses.iter().find(|c| !is_repeatable(region, c)) {
        return other(Code::NotEditable, &format!("clause {} cannot stand twice", clause.name));
    }
    check_repeated(region, cut)?;
    for l in &cut.common {
        if let Some(words) = legality::obstacle(&l.written) {
            return Err(Blocker::in_words(Code::NotEditable, l.id, words));
        }
    }
    for stmt in cut.head.iter().chain(cut.parts.iter().copied().flatten()) {
        let refuse = |code| Err(Blocker::new(code, None, Cause::Statement(stmt.id)));
        if stmt.in_macro {
            return refuse(Code::NotEditable);
        }
        if leaves(stmt, false) {
            return refuse(Code::EarlyExit);
        }
    }
    Ok(())
}

/// What stands around the parts means the same in each: headers, and definitions before the common loops and in the head, of
/// no variable that a part assigns. Nothing stands behind a common loop.
fn check_repeated(region: &TargetRegion, cut: &Cut) -> Result<(), Blocker> {
    let mut assigned = Vec::new();
    let parts = cut.parts.iter().copied().flatten();
    parts.for_each(|stmt| movable::assignments(stmt, &mut assigned));
    let check = |stmt: &Stmt, at: LoopId| {
        let value = movable::definition(region, stmt).map(|(_, value)| value.symbols());
        let steady = value.is_none_or(|names| names.iter().all(|name| !assigned.contains(name)));
        if steady && movable::is_repeatable(region, stmt) {
            return Ok(());
        }
        Err(Blocker::new(Code::NotPerfect, Some(at), Cause::Statement(stmt.id)))
    };
    for l in &cut.common {
        if let Some(symbol) = assigned.iter().find(|s| l.iv == **s || l.header_names(**s)) {
            return Err(Blocker::new(Code::VaryingBounds, Some(l.id), Cause::Scalar(*symbol)));
        }
    }
    for (outer, inner) in cut.common.iter().zip(cut.common.iter().skip(1)) {
        let is_inner = |stmt: &&Stmt| !matches!(&stmt.kind, StmtKind::Loop(l) if l.id == inner.id);
        let mut before = outer.body.iter().take_while(is_inner);
        before.try_for_each(|stmt| check(stmt, outer.id))?;
        if let Some(behind) = outer.body.last().filter(|stmt| !is_loop(stmt)) {
            let cause = Cause::Statement(behind.id);
            return Err(Blocker::new(Code::NotPerfect, Some(outer.id), cause));
        }
    }
    let innermost = cut.common.last().map_or(LoopId::from_index(0), |l| l.id);
    cut.head.iter().try_for_each(|stmt| check(stmt, innermost))
}

/// Whether the clause means the same in every part: it combines no values of all iterations, says when
/// nothing is done, and its argument is evaluated without effects, on variables that the region leaves alone.
fn is_repeatable(region: &TargetRegion, clause: &Clause) -> bool {
    let argument = clause.argument.as_deref().unwrap_or_default();
    let data = argument.split_once(':').map_or("", |(kind, _)| kind);
    let map = clause.kind() != ClauseKind::Map
        || data.contains('[')
        || ["", "to", "from", "tofrom", "alloc"].contains(&data.trim());
    let assigned = movable::assigned(region);
    let scalar = |symbol: &SymbolId| {
        let name = region.symbol(*symbol).name.as_str();
        let word = |c: char| !(c.is_alphanumeric() || c == '_');
        clause.kind() != ClauseKind::Private && argument.split(word).any(|other| other == name)
    };
    clause.row().repeats
        && map
        && !argument.contains(['=', '"', '\''])
        && !calls(argument)
        && !["++", "--"].iter().any(|effect| argument.contains(effect))
        && !assigned.iter().any(scalar)
}

/// Whether a name or an operand stands before a parenthesis.
fn calls(text: &str) -> bool {
    let mut openings = text.match_indices('(').map(|(at, _)| text[..at].trim_end());
    openings.any(|before| {
        before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '>'))
    })
}

/// Whether a statement of the innermost common body may end an iteration of that loop, or more; `own`: inside
/// a loop of its own.
fn leaves(stmt: &Stmt, own: bool) -> bool {
    let any = |body: &[Stmt], own| body.iter().any(|stmt| leaves(stmt, own));
    match &stmt.kind {
        StmtKind::Jump(Jump::Return | Jump::Goto) | StmtKind::Opaque { .. } => true,
        StmtKind::Jump(Jump::Break | Jump::Continue) => !own,
        StmtKind::If { then, otherwise, .. } => any(then, own) || any(otherwise, own),
        StmtKind::Loop(inner) => any(&inner.body, true),
        StmtKind::While { body, .. } => any(body, true),
        StmtKind::Directive(..) => atomic::update(stmt).is_none(),
        StmtKind::Declare { .. } | StmtKind::Assign { .. } | StmtKind::Evaluate(_) => false,
    }
}

/// Variables that a part assigns have values of their own there: no other part reads one, none is left from an
/// earlier iteration, and nobody sees it afterwards.
fn check_variables(region: &TargetRegion, cut: &Cut) -> Result<(), Blocker> {
    let refuse = |symbol: SymbolId| {
        let at = cut.common.last().map(|l| l.id);
        Err(Blocker::new(Code::CarriedScalar, at, Cause::Scalar(symbol)))
    };
    let mut defined = BTreeSet::new();
    for stmt in cut.head {
        let mut targets = Vec::new();
        movable::assignments(stmt, &mut targets);
        defined.extend(targets);
    }
    let uses: Vec<_> = cut.parts.iter().map(|part| scalar::uses(region, part)).collect();
    for (here, part) in cut.parts.iter().enumerate() {
        for symbol in &uses[here].assigned {
            let own = scalar::is_private(region, *symbol);
            let left = !defined.contains(symbol) && uses[here].exposed.contains(symbol);
            let elsewhere = uses
                .iter()
                .enumerate()
                .any(|(k, other)| k != here && other.exposed.contains(symbol));
            if !own || left || elsewhere {
                return refuse(*symbol);
            }
        }
        let others = || cut.parts.iter().enumerate().filter(|(k, _)| *k != here);
        let elsewhere: BTreeSet<_> = others().flat_map(|(_, part)| named(part)).collect();
        for stmt in *part {
            if let StmtKind::Declare { symbol, .. } = &stmt.kind
                && elsewhere.contains(symbol)
            {
                return refuse(*symbol);
            }
        }
    }
    Ok(())
}

/// Memory of one thread holds no values for another part.
fn check_storage(accesses: &Accesses, cut: &Cut) -> Result<(), Blocker> {
    let parts: Vec<_> = cut.parts.iter().map(|part| members(part)).collect();
    let part_of = |stmt: &StmtId| parts.iter().position(|members| members.contains(stmt));
    let mut private = accesses.list.iter().filter(|access| access.thread_private);
    let split = private.find(|access| {
        let root = &access.reference.address.root;
        let alike = accesses.list.iter().filter(|other| other.reference.address.root == *root);
        let mut parts: Vec<_> = alike.map(|other| part_of(&other.reference.stmt)).collect();
        parts.dedup();
        parts.len() > 1
    });
    match split {
        Some(access) => {
            let cause = Cause::Statement(access.reference.stmt);
            Err(Blocker::new(Code::CarriedScalar, None, cause))
        }
        None => Ok(()),
    }
}

/// The statements of a part, and those inside them.
fn members(part: &[Stmt]) -> BTreeSet<StmtId> {
    let mut found = BTreeSet::new();
    walk_statements(part, &mut |stmt| {
        found.insert(stmt.id);
    });
    found
}

/// No dependence goes from a part to an earlier one.
fn check_order(accesses: &Accesses, dependences: &Dependences, cut: &Cut) -> Result<(), Blocker> {
    let parts: Vec<_> = cut.parts.iter().map(|part| members(part)).collect();
    let part_of = |id| {
        let stmt = accesses.get(id).reference.stmt;
        parts.iter().position(|members| members.contains(&stmt))
    };
    for edge in &dependences.graph.edges {
        let pair = &dependences.pairs[edge.origin.0];
        let swapped = edge.source != pair.source;
        let known = edge.vector.iter().find(|c| c.direction != Direction::Same);
        let one_way = known.is_some_and(|first| first.direction == Direction::Before);
        for (source, sink) in pair.all() {
            let (first, second) = if swapped { (sink, source) } else { (source, sink) };
            let backwards = match (part_of(first), part_of(second)) {
                (Some(first), Some(second)) => first > second || first != second && !one_way,
                _ => true,
            };
            if backwards {
                let code =
                    if edge.certain { Code::CarriedDependence } else { Code::UnprovedDependence };
                let cause = Cause::Accesses(first, second, None);
                return Err(Blocker::new(code, edge.loops.first().copied(), cause));
            }
        }
    }
    Ok(())
}

/// Arrays and records of outside that no clause names: the first region would bring them back to the host. What a construct around
/// the region maps stays on the device, and may be a part of the whole, which a clause must not name (OpenMP 5.2 §5.8.3).
pub(crate) fn implicit(region: &TargetRegion, accesses: &Accesses) -> Vec<(DataKind, SymbolId)> {
    let mut written = BTreeSet::new();
    for access in accesses.list.iter().filter(|access| access.reference.kind.writes()) {
        if let Root::Symbol(symbol) = access.reference.address.root {
            written.insert(symbol);
        }
    }
    let kind = |symbol: &SymbolId| {
        if written.contains(symbol) { DataKind::MapTofrom } else { DataKind::MapTo }
    };
    region.implicitly_mapped().into_iter().map(|symbol| (kind(&symbol), symbol)).collect()
}
