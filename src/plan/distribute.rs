//! Loop distribution: one region with several loops in its body becomes several regions, one behind the
//! other (Allen, Kennedy: "Optimizing Compilers for Modern Architectures", §2.4 and §5.2).
//!
//! `for i { for j A  for k B }` becomes `for i for j A` and `for i for k B`, each under a directive of
//! its own, with a transformation of its own. The order in which two statements of one iteration run stays;
//! what changes is that every iteration of `A` comes before every one of `B`. So it is legal where no
//! dependence goes from a later part to an earlier one, which only a sequential loop around both could
//! carry: the loops declared parallel carry none.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::gain::ratio;
use super::guard;
use super::step::{PartSteps, Step, StepKind, Subject};
use super::{
    Blocker, Cause, Decision, LEAST_GAIN, Pricing, Rejected, Variant, legality, serial, sinkable,
};
use crate::access::{self, Accesses};
use crate::coalesce::Coalescing;
use crate::coalesce::cost::Cost;
use crate::coalesce::groups::Together;
use crate::coalesce::map::Mapping;
use crate::dependence::vector::Direction;
use crate::dependence::{Dependences, scalar};
use crate::diag::Code;
use crate::id::{AccessId, LoopId, StmtId, SymbolId};
use crate::ir::{
    Clause, DataKind, HazardKind, Jump, Loop, Stmt, StmtKind, TargetRegion, named, walk_statements,
};
use crate::openmp::ClauseKind;
use crate::policy::Policy;
use crate::symbolic::root::Root;

/// The regions that one region becomes.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// In their order.
    pub parts: Vec<Part>,
    /// The loops around all parts.
    pub common: Vec<LoopId>,
    /// Arrays and records that no clause names: `to` where the parts only read them, `tofrom` where
    /// they do not. They stay on the device from the first part to the last.
    pub implicit: Vec<(DataKind, SymbolId)>,
}

/// One of the regions that a region becomes.
#[derive(Clone, Debug)]
pub struct Part {
    /// The statements that it has of the body around which all loops are common.
    pub statements: Vec<StmtId>,
    /// The region without the statements of other parts.
    pub region: TargetRegion,
    /// What is done with it; without steps where that is nothing.
    pub variant: Variant,
}

impl Distribution {
    /// What is done with each part.
    pub(super) fn step(&self) -> Step {
        let parts = self.parts.iter().map(|part| PartSteps {
            statements: part.statements.clone(),
            steps: part.variant.steps.clone(),
        });
        Step::new(StepKind::Distribute, Subject::Parts(parts.collect()))
    }
}

/// More parts than these are no distribution that a person would write.
const MAX_PARTS: usize = 4;

/// A way to cut the body of the innermost common loop.
struct Cut<'a> {
    common: Vec<&'a Loop>,
    /// Definitions that every part repeats.
    head: &'a [Stmt],
    parts: Vec<&'a [Stmt]>,
}

/// Adds the best distribution, where it gains enough more than the region as one.
pub(super) fn improve(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    pricing: &Pricing,
    decision: &mut Decision,
) {
    let mut best: Option<Variant> = None;
    let mut refused: Option<Rejected> = None;
    let mut threshold = LEAST_GAIN * decision.taken().map_or(1.0, rank).max(1.0);
    if !may_gain(accesses, pricing, decision, threshold) {
        return;
    }
    let cuts = cuts(region, dependences.declared.len()).into_iter();
    for cut in cuts.filter(|cut| may_help(accesses, dependences, cut)) {
        let found = check(region, accesses, dependences, &cut)
            .and_then(|()| carry_out(region, (accesses, dependences), pricing, decision, &cut))
            .and_then(|variant| {
                let pays = rank(&variant) > threshold && variant.gain.time() > LEAST_GAIN;
                if pays { Ok(variant) } else { Err(no_gain(variant.gain.time())) }
            });
        match found {
            Ok(found) => {
                threshold = rank(&found) * LEAST_GAIN;
                best = Some(found);
            }
            Err(blocker) if cut.parts.iter().filter(|part| has_loop(part)).count() > 1 => {
                let parts = cut
                    .parts
                    .iter()
                    .map(|part| PartSteps { statements: ids(part), steps: Vec::new() });
                let steps = vec![Step::new(StepKind::Distribute, Subject::Parts(parts.collect()))];
                refused.get_or_insert(Rejected { steps, blocker });
            }
            Err(_) => {}
        }
    }
    decision.rejected.extend(refused.filter(|_| decision.variants.is_empty()));
    decision.variants.splice(..0, best);
}

/// Whether a part may be better off alone: a loop of its own may run in parallel, or a dependence joins it with
/// another part.
fn may_help(accesses: &Accesses, dependences: &Dependences, cut: &Cut) -> bool {
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

/// What changes are compared by: the gain in time, without recovered indices where the number of iterations is not known, as
/// among changes of one region.
fn rank(variant: &Variant) -> f64 {
    if variant.after.is_counted() { variant.gain.time() } else { variant.gain.of_requests() }
}

/// Whether some change could gain more than `threshold` in time.
pub(super) fn may_gain(
    accesses: &Accesses,
    pricing: &Pricing,
    decision: &Decision,
    threshold: f64,
) -> bool {
    decision.before.as_ref().is_ok_and(|before| {
        let Accesses { list, loops, .. } = accesses;
        let least = Cost::least_time(list, loops, &before.sectors, pricing.machine);
        ratio(before.cost.whole_time(), least) > threshold
    })
}

fn no_gain(gain: f64) -> Blocker {
    let words =
        format!("time would change by a factor of {gain:.2}, with the launch of each region");
    Blocker::in_words(Code::NoGain, None, words)
}

fn ids(part: &[Stmt]) -> Vec<StmtId> {
    part.iter().map(|stmt| stmt.id).collect()
}

/// The cuts of the bodies of the nest that hold several loops, or a loop and stores, the innermost first:
/// statements between loops go with the loop behind them, or else are parts of their own.
fn cuts(region: &TargetRegion, declared: usize) -> Vec<Cut<'_>> {
    let nest = region.nest();
    let mut found: Vec<Cut> = Vec::new();
    for level in (declared.max(1)..=nest.len()).rev() {
        let body = nest[level - 1].body.as_slice();
        let common = &nest[..level];
        let head = body.iter().take_while(|stmt| sinkable::is_repeatable(region, stmt)).count();
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

fn has_loop(part: &[Stmt]) -> bool {
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
fn check(
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
    if let Some(obstacle) = accesses.obstacles.first() {
        return other(Code::UnknownEffect, &obstacle.why);
    }
    legality::check_unschedule(region)?;
    legality::check_blocks(region)?;
    let maps = region.directive.clause(ClauseKind::Map).is_some();
    if region.has_hazard(HazardKind::Lambda) && (maps || !implicit(region, accesses).is_empty()) {
        return other(Code::NotEditable, "clang 19 loses what a lambda captures in `target data`");
    }
    if region.has_hazard(HazardKind::PartMapped) {
        return other(
            Code::NotEditable,
            "a part of an array that no clause names may be on the device already",
        );
    }
    if !guard::is_simple(region, false) {
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
    parts.for_each(|stmt| sinkable::assignments(stmt, &mut assigned));
    let check = |stmt: &Stmt, at: LoopId| {
        let value = sinkable::definition(region, stmt).map(|(_, value)| value.symbols());
        let steady = value.is_none_or(|names| names.iter().all(|name| !assigned.contains(name)));
        if steady && sinkable::is_repeatable(region, stmt) {
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
    let assigned = sinkable::assigned(region);
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
        StmtKind::Directive(..) => true,
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
        sinkable::assignments(stmt, &mut targets);
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

/// The variant of the parts, each of them with the best change that needs no test.
fn carry_out(
    region: &TargetRegion,
    (accesses, dependences): (&Accesses, &Dependences),
    pricing: &Pricing,
    decision: &Decision,
    cut: &Cut,
) -> Result<Variant, Blocker> {
    let policy = Policy { guards: false, ..*pricing.policy };
    let own = cut.parts.iter().map(|part| with_only(region, cut, part));
    let own: Vec<_> = own.map(|own| (access::collect(&own, &policy), own)).collect();
    let spans = own.iter().flat_map(|(own, _)| &own.list).map(|a| a.reference.span);
    if !spans.eq(accesses.list.iter().map(|a| a.reference.span)) {
        let words = "what stands around the parts accesses memory";
        return Err(Blocker::in_words(Code::NotPerfect, None, words));
    }
    let mut first = 0;
    let numbered = cut.parts.iter().zip(own).map(|(part, (accesses, region))| {
        let range = first..first + accesses.list.len();
        first = range.end;
        (part, range, accesses, region)
    });
    let numbered: Vec<_> = numbered.collect();
    let planned = numbered.into_par_iter().map(|(part, range, accesses, region)| {
        let own = dependences.within(&range);
        let own = super::choose_whole(&region, &accesses, &own, pricing.machine, &policy);
        let before = own.as_written()?;
        let variant = own.taken().cloned();
        let variant = variant.unwrap_or_else(|| Variant::unchanged(&region, before));
        Ok(Part { statements: ids(part), region, variant })
    });
    let parts: Vec<Part> = planned.collect::<Result<_, _>>()?;
    let each: Vec<&Coalescing> = parts.iter().map(|part| &part.variant.after).collect();
    let mut after = joined(accesses, cut, &each);
    after.cost.time += f64::from(pricing.machine.launch) * (parts.len() - 1) as f64;
    let before = decision.as_written()?;
    let mut variant = Variant {
        gain: pricing.gain(before, &after),
        after,
        unwritable: super::not_writable(region, pricing.policy),
        ..Variant::unchanged(region, before)
    };
    let own = parts.iter().flat_map(|part| &part.variant.assumptions);
    variant.assumptions.extend(own);
    variant.assumptions.insert(Code::DeclaredParallel);
    variant.assumptions.extend(&accesses.assumptions);
    let distribution = Distribution {
        common: cut.common.iter().map(|l| l.id).collect(),
        implicit: implicit(region, accesses),
        parts,
    };
    variant.steps = vec![distribution.step()];
    variant.distribution = Some(distribution);
    Ok(variant)
}

/// The region with only the statements of `part` in the innermost common body, behind the head.
fn with_only(region: &TargetRegion, cut: &Cut, part: &[Stmt]) -> TargetRegion {
    fn replace(body: &mut [Stmt], innermost: LoopId, new: &[Stmt]) {
        for stmt in body {
            match &mut stmt.kind {
                StmtKind::Loop(l) if l.id == innermost => l.body = new.to_vec(),
                StmtKind::Loop(l) => replace(&mut l.body, innermost, new),
                _ => {}
            }
        }
    }
    let mut own = region.clone();
    if let Some(innermost) = cut.common.last() {
        replace(&mut own.body, innermost.id, &[cut.head, part].concat());
    }
    own
}

/// The counts of all parts, by the accesses of the region: each part's map applies from its first loop on.
fn joined(accesses: &Accesses, cut: &Cut, counted: &[&Coalescing]) -> Coalescing {
    let sectors: Vec<_> = counted.iter().flat_map(|own| own.sectors.clone()).collect();
    let mut groups = Vec::new();
    let mut before = 0;
    for own in counted {
        let moved = |id: &AccessId| AccessId::from_index(before + id.index());
        groups.extend(own.groups.iter().map(|group| {
            let members = group.members.iter().map(moved).collect();
            Together { members, ..group.clone() }
        }));
        before += own.sectors.len();
    }
    let mut inner = Vec::new();
    let mut main = counted[0].mapping.main.clone();
    let mut findings = Vec::new();
    for (part, own) in cut.parts.iter().zip(counted) {
        let mapping = &own.mapping;
        let mut roots = part.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Loop(l) => Some(l.id),
            _ => None,
        });
        match roots.next() {
            Some(root) => inner.push((root, mapping.main.clone())),
            None => main = mapping.main.clone(),
        }
        inner.extend(mapping.inner.iter().cloned());
        let new = |finding: &&_| !findings.contains(*finding);
        let new: Vec<_> = mapping.findings.iter().filter(new).cloned().collect();
        findings.extend(new);
    }
    let cost = counted.iter().fold(Cost::default(), |mut sum, own| {
        let cost = &own.cost;
        sum.total += cost.total;
        sum.range = (sum.range.0 + cost.range.0, sum.range.1 + cost.range.1);
        sum.time += cost.time;
        sum.recovery += cost.recovery;
        sum
    });
    let mapping = Mapping { main, inner, findings };
    let (loops, sector) = (accesses.counting().loops.clone(), counted[0].sector);
    Coalescing { mapping, loops, sectors, sector, groups, cost }
}

/// Arrays and records of outside that no clause names: the first region would bring them back to the host. What a construct around
/// the region maps stays on the device, and may be a part of the whole, which a clause must not name (OpenMP 5.2 §5.8.3).
fn implicit(region: &TargetRegion, accesses: &Accesses) -> Vec<(DataKind, SymbolId)> {
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
