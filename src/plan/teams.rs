//! Two levels of parallelism: the teams take the iterations of the loops declared parallel, and the
//! threads of a team those of loops inside them (Shirako, Hayashi, Sarkar: "Optimized Two-Level
//! Parallelization for GPU Accelerators using the Polyhedral Model", CC 2017, §3).
//!
//! `parallel for i { S  for t { for j A  for j B } }` becomes `distribute i { S  for t { parallel for j A
//! parallel for j B } }`. Each inner loop ends with a barrier, so that statements, and iterations of the
//! sequential loops around it, keep their order; only the iterations of one execution of an inner loop run in
//! no order, and these must not depend on each other.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::distribute::may_gain;
use super::fact::Fact;
use super::facts::at_least;
use super::guard;
use super::step::{Shared, Step, StepKind, Subject};
use super::{
    Blocker, Cause, Decision, LEAST_GAIN, Pricing, Rejected, Variant, candidates, legality, serial,
    sinkable,
};
use crate::access::Accesses;
use crate::coalesce::count;
use crate::coalesce::map::mapping;
use crate::dependence::scalar::{self, ScalarUse};
use crate::dependence::{Dependences, Verdict};
use crate::diag::Code;
use crate::id::{LoopId, SymbolId};
use crate::ir::{
    Clause, DataItem, DataKind, Directive, Expr, HazardKind, Loop, Stmt, StmtKind, SymbolKind,
    TargetRegion, Type, declared, named, replace_statements, walk_statements,
};
use crate::openmp::clause::{Decides, Level};
use crate::openmp::{ClauseKind, Leaf, Leaves, construct};
use crate::policy::Policy;
use crate::symbolic::poly::{Atom, Instance, Poly};

/// Iterations below which a warp has idle lanes.
const WARP: u32 = 32;
/// Two levels must lower the time by this factor against what else can be done: what a parallel region inside a
/// team costs is known from its instructions, not from measured times.
const TEAMS_GAIN: f64 = 2.0;
/// The constructs that are taken apart.
const COMBINED: Leaves =
    Leaves::of(&[Leaf::Target, Leaf::Teams, Leaf::Distribute, Leaf::Parallel, Leaf::For]);

/// Whether a clause concerns the threads of a team, and moves inward with them.
pub fn is_of_threads(clause: &Clause) -> bool {
    clause.row().level == Some(Level::Threads)
}

/// Adds two levels, where these gain enough more than what else can be done.
pub(super) fn improve(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    pricing: &Pricing,
    decision: &mut Decision,
) {
    let best = decision.gain().of_requests().max(1.0);
    let concerned = region.directive.leaves() == COMBINED;
    if !concerned || !may_gain(accesses, pricing, decision, TEAMS_GAIN * best) {
        return;
    }
    let found = check_region(region, accesses, dependences)
        .map_err(Some)
        .and_then(|()| best_levels(region, accesses, dependences, pricing, decision))
        .and_then(|(variant, facts)| under(region, pricing.policy, variant, &facts).map_err(Some));
    match found {
        Ok(variant) => decision.variants.insert(0, variant),
        Err(Some(blocker)) => refuse(region, decision, blocker),
        Err(None) => {}
    }
}

/// The two levels that gain most, and what must hold that they do; or why there are none, where a loop was looked at.
fn best_levels(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    pricing: &Pricing,
    decision: &Decision,
) -> Result<(Variant, Vec<Fact>), Option<Blocker>> {
    let mut refused: Option<Blocker> = None;
    let mut found = None;
    let mut tried = Vec::new();
    let mut threshold = TEAMS_GAIN * decision.gain().of_requests().max(1.0);
    for innermost in [false, true] {
        let policy = pricing.policy;
        let mut search = Search { region, accesses, dependences, policy, innermost, refused: None };
        let mut shared = Vec::new();
        let nest = region.nest();
        let Some(declared) = nest.get(dependences.declared.len().wrapping_sub(1)) else { break };
        search.choose(&declared.body, &mut shared);
        refused = refused.or(search.refused);
        if shared.is_empty() || tried == shared {
            continue;
        }
        tried.clone_from(&shared);
        match carry_out(region, accesses, dependences, pricing, (decision, shared)) {
            Ok((variant, facts)) if variant.gain.time() > threshold => {
                threshold = variant.gain.time() * LEAST_GAIN;
                found = Some((variant, facts));
            }
            Ok((variant, _)) => {
                let words = format!("time would change by a factor of {:.2}", variant.gain.time());
                refused.get_or_insert(Blocker::in_words(Code::NoGain, None, words));
            }
            Err(blocker) => drop(refused.get_or_insert(blocker)),
        }
    }
    found.ok_or(refused)
}

/// The variant behind a test of the facts, where there are some.
fn under(
    region: &TargetRegion,
    policy: &Policy,
    variant: Variant,
    facts: &[Fact],
) -> Result<Variant, Blocker> {
    if facts.is_empty() {
        return Ok(variant);
    }
    let test = guard::of(region, &[], facts, policy).filter(|_| policy.guards);
    let words = "whether the inner loops have an iteration for each lane is not known";
    let test = test.ok_or_else(|| Blocker::in_words(Code::NoGain, None, words))?;
    Ok(Variant { test: Some(test), ..variant })
}

/// Keeps the refusal where nothing is done with the region, and nothing else says the same.
fn refuse(region: &TargetRegion, decision: &mut Decision, blocker: Blocker) {
    let inner = region.loops().into_iter().skip(1).map(|l| l.id);
    let inner: Vec<_> =
        inner.map(|id| Shared { id, private: Vec::new(), reductions: Vec::new() }).collect();
    let said = decision.rejected.iter().any(|rejected| rejected.blocker.code == blocker.code);
    let is_kept = decision.variants.is_empty();
    if is_kept && !said && !inner.is_empty() && blocker.code != Code::NoGain {
        let steps = vec![Step::new(StepKind::Teams, Subject::Shared(inner))];
        decision.rejected.push(Rejected { steps, blocker });
    }
}

/// The directive has clauses that either of its halves takes; the effects of the body are known, and it does
/// not observe which thread runs it. What it reduces are scalars by one operation each, which nothing else uses.
fn check_region(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
) -> Result<(), Blocker> {
    let other = |code, words: String| Err(Blocker::in_words(code, None, words));
    if let Some(obstacle) = accesses.obstacles.first() {
        return other(Code::UnknownEffect, obstacle.why.clone());
    }
    legality::check_unschedule(region)?;
    serial::check(region, accesses, &dependences.declared)?;
    if region.directive.clauses.iter().any(|clause| !means_the_same_inside(region, clause)) {
        let words = "a clause about threads may mean something else before an inner loop";
        return other(Code::NotEditable, words.to_owned());
    }
    let moves = |clause: &Clause| is_of_threads(clause) || clause.decides(Decides::Chunks);
    if let Some(blocker) = legality::given_by_macro(&region.directive, moves) {
        return Err(blocker);
    }
    let stays_whole =
        |clause: &&Clause| !clause.known || matches!(clause.row().level, None | Some(Level::Both));
    match region.directive.clauses.iter().find(stays_whole) {
        Some(clause) => {
            other(Code::NotEditable, format!("clause {} is about both levels", clause.name))
        }
        None => check_reductions(region, dependences),
    }
}

/// Whether a clause that moves inward has the value there that it has on the host: it is made of numbers, and of integer
/// variables of outside that the region gets by value. The device may see other memory, evaluates it several times, and a
/// declaration of the region may take its names.
fn means_the_same_inside(region: &TargetRegion, clause: &Clause) -> bool {
    if clause.kind() != ClauseKind::NumThreads {
        return true;
    }
    let argument = clause.argument.as_deref().unwrap_or_default();
    let words = argument.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
    let mut names = words.filter(|word| word.starts_with(|c: char| !c.is_ascii_digit())).peekable();
    let assigned = sinkable::assigned(region);
    let is_named = names.peek().is_some();
    let is_value = |name: &str| {
        let mut ids = (0..region.symbols.len()).map(SymbolId::from_index);
        let symbol = ids.find(|id| region.symbol(*id).name == name);
        symbol.is_some_and(|symbol| {
            guard::is_size(region, symbol)
                && guard::is_visible(region, symbol)
                && !assigned.contains(&symbol)
        })
    };
    let may_be_taken = is_named && region.has_hazard(HazardKind::BareDeclaration);
    names.all(is_value) && !may_be_taken && !has_effect(argument)
}

/// Whether a sum or comparison of names and numbers assigns one of them.
pub(super) fn has_effect(argument: &str) -> bool {
    ["++", "--", "="].iter().any(|effect| argument.contains(effect))
}

fn check_reductions(region: &TargetRegion, dependences: &Dependences) -> Result<(), Blocker> {
    let nest = region.nest();
    let outermost = nest.iter().filter(|l| dependences.declared.first() == Some(&l.id));
    let uses: Vec<_> = outermost.flat_map(|l| scalar::classify(region, l)).collect();
    let items = region.data.iter().filter(|item| item.kind == DataKind::Reduction);
    let splits = |item: &DataItem| {
        let is_scalar = region.symbol(item.symbol).kind == SymbolKind::Scalar;
        let operation = scalar::reduction(region, item.symbol);
        let plain = operation.is_some_and(|operation| !operation.contains(','));
        let only = uses.contains(&(item.symbol, ScalarUse::Reduction));
        is_scalar && item.section.is_none() && item.member.is_none() && plain && only
    };
    match items.into_iter().find(|item| !splits(item)) {
        Some(item) => Err(Blocker::new(Code::CarriedScalar, None, Cause::Scalar(item.symbol))),
        None => Ok(()),
    }
}

/// What is looked for: the outermost loops that threads can share, or the innermost.
struct Search<'a> {
    region: &'a TargetRegion,
    accesses: &'a Accesses,
    dependences: &'a Dependences,
    policy: &'a Policy,
    innermost: bool,
    /// Why the last loop that cannot be shared cannot: of those around each other, the innermost one.
    refused: Option<Blocker>,
}

impl Search<'_> {
    fn choose(&mut self, body: &[Stmt], shared: &mut Vec<Shared>) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Loop(l) => self.choose_in(l, shared),
                StmtKind::If { then, otherwise, .. } => {
                    self.choose(then, shared);
                    self.choose(otherwise, shared);
                }
                StmtKind::While { body, .. } => self.choose(body, shared),
                _ => {}
            }
        }
    }

    fn choose_in(&mut self, l: &Loop, shared: &mut Vec<Shared>) {
        let before = shared.len();
        if self.innermost {
            self.choose(&l.body, shared);
        }
        if shared.len() > before {
            return;
        }
        match self.check(l) {
            Ok(own) => shared.push(own),
            Err(blocker) => {
                self.refused = Some(blocker);
                if !self.innermost {
                    self.choose(&l.body, shared);
                }
            }
        }
    }

    /// The iterations of one execution of the loop may run in any order, each with variables of its own.
    fn check(&self, l: &Loop) -> Result<Shared, Blocker> {
        let refuse = |code: Code, words: &str| Err(Blocker::in_words(code, l.id, words));
        if let Some(words) = legality::obstacle(&l.written) {
            return refuse(Code::NotEditable, &words);
        }
        if l.pragma.is_some() {
            return refuse(Code::NotEditable, "the loop has a pragma or attributes");
        }
        if !matches!(self.region.symbol(l.iv).ty, Type::Int { .. }) {
            return refuse(Code::NotCanonical, "the counter is not an integer");
        }
        legality::check_exits(&l.body, l.id)?;
        legality::check_relation(l, self.policy)?;
        let Some(values) = self.accesses.loop_values(l.id) else {
            return refuse(Code::NotCanonical, "the loop is not reached");
        };
        if let Some(code) = values.varying {
            return refuse(code, code.title());
        }
        if let Some(edge) = self.dependences.graph.carried_by(l.id).next() {
            let pair = &self.dependences.pairs[edge.origin.0];
            let (code, witness) = match pair.verdicts.get(&edge.origin.1) {
                Some(Verdict::Dependent(point)) => (Code::CarriedDependence, Some(point.clone())),
                Some(Verdict::Unknown(code)) => (*code, None),
                _ => (Code::UnprovedDependence, None),
            };
            let cause = Cause::Accesses(pair.source, pair.sink, witness);
            return Err(Blocker::new(code, Some(l.id), cause));
        }
        self.with_scalars(l)
    }

    /// The loop with the variables of outside that every iteration assigns before it uses them, and nothing else
    /// uses, and those that it accumulates; it may assign no others.
    fn with_scalars(&self, l: &Loop) -> Result<Shared, Blocker> {
        let refuse = |symbol| Blocker::new(Code::CarriedScalar, Some(l.id), Cause::Scalar(symbol));
        let declared = declared(&l.body);
        let mut counters = BTreeSet::new();
        walk_statements(&l.body, &mut |stmt| {
            if let StmtKind::Loop(inner) = &stmt.kind {
                counters.insert(inner.iv);
            }
        });
        let mut captured = named(&l.body);
        captured.extend(l.header_expressions().into_iter().flat_map(Expr::symbols));
        if captured.difference(&declared).any(|symbol| self.region.symbol(*symbol).is_bound()) {
            let words = "clang captures no structured bindings";
            return Err(Blocker::in_words(Code::NotEditable, l.id, words));
        }
        let uses = scalar::classify(self.region, l);
        let (mut assigned, mut reductions) = (Vec::new(), Vec::new());
        for (symbol, usage) in uses {
            match (usage, scalar::reduction(self.region, symbol)) {
                (ScalarUse::Private, _) => assigned.push(symbol),
                (ScalarUse::Reduction, Some(operation)) if self.is_alone(symbol) => {
                    reductions.push((operation.to_owned(), symbol));
                }
                _ => return Err(refuse(symbol)),
            }
        }
        let assigned = assigned.into_iter().chain(counters);
        let private: BTreeSet<_> = assigned.filter(|symbol| !declared.contains(symbol)).collect();
        let own = (!l.declares_iv).then_some(l.iv);
        for symbol in private.iter().copied().chain(own) {
            let known = scalar::is_private(self.region, symbol) && self.is_alone(symbol);
            if !known || named_elsewhere(&self.region.body, l.id, symbol) {
                return Err(refuse(symbol));
            }
        }
        Ok(Shared { id: l.id, private: private.into_iter().collect(), reductions })
    }

    /// Whether the name means this variable wherever the region has it.
    fn is_alone(&self, symbol: SymbolId) -> bool {
        sinkable::unique_name(self.region, symbol)
    }
}

/// Whether a statement outside the loop `l` uses or assigns the variable, but as the counter of another loop
/// that does not surround `l`, and but for a declaration without a value.
pub(super) fn named_elsewhere(body: &[Stmt], l: LoopId, symbol: SymbolId) -> bool {
    let used = |expr: &Expr| expr.names(symbol);
    let within = |body: &[Stmt]| named_elsewhere(body, l, symbol);
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Loop(own) if own.id == l => false,
        StmtKind::Loop(other) if other.iv == symbol => {
            used(&other.lower) || scalar::contains(&other.body, l)
        }
        StmtKind::Loop(other) => other.header_names(symbol) || within(&other.body),
        StmtKind::If { condition, then, otherwise } => {
            used(condition) || within(then) || within(otherwise)
        }
        StmtKind::While { condition, body, .. } => {
            condition.as_ref().is_some_and(used) || within(body)
        }
        StmtKind::Directive(_, body) => within(body),
        StmtKind::Declare { symbol: own, value } => {
            value.as_ref().is_some_and(|value| *own == symbol || used(value))
        }
        _ => named(std::slice::from_ref(stmt)).contains(&symbol),
    })
}

/// The variant with two levels, and what must hold that it gains what it says.
fn carry_out(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    pricing: &Pricing,
    (decision, shared): (&Decision, Vec<Shared>),
) -> Result<(Variant, Vec<Fact>), Blocker> {
    let other = |code, words: &str| Blocker::in_words(code, None, words);
    let mut facts = Vec::new();
    for own in &shared {
        match enough(accesses, own.id) {
            Some(true) => {}
            Some(false) => return Err(other(Code::NoGain, "an inner loop has few iterations")),
            None => {
                let words = "the iterations of an inner loop cannot be counted before the region";
                facts.push(least_iterations(accesses, own.id).ok_or(other(Code::NoGain, words))?);
            }
        }
    }
    facts.dedup();
    let split = two_levels(&candidates::without_schedule(region), &shared);
    let mapped =
        mapping(&split, pricing.machine, &dependences.declared).map_err(Blocker::unmodelled)?;
    let after = count(region, accesses, pricing.machine, mapped, pricing.policy);
    let before = decision.as_written()?;
    let gain = pricing.gain(before, &after);
    let mut assumptions = super::assumptions(dependences);
    assumptions.insert(Code::DeclaredParallel);
    assumptions.extend(&accesses.assumptions);
    assumptions.extend(after.sectors.iter().flatten().flat_map(|s| &s.assumptions));
    let scheduled = candidates::schedule_clauses(region);
    let unschedule = (!scheduled.is_empty()).then_some(Step::unschedule(scheduled));
    let variant = Variant {
        steps: [Step::new(StepKind::Teams, Subject::Shared(shared))]
            .into_iter()
            .chain(unschedule)
            .collect(),
        gain,
        assumptions,
        unwritable: super::not_writable(region, pricing.policy),
        after,
        ..Variant::unchanged(region, before)
    };
    Ok((variant, facts))
}

/// Whether a loop has an iteration for each lane of a warp, where its bounds are numbers.
fn enough(accesses: &Accesses, l: LoopId) -> Option<bool> {
    let count = accesses.loop_values(l)?.trip_count.as_ref()?.as_constant()?;
    Some(count >= WARP)
}

/// That the loop has an iteration for each lane of a warp, on the average of the first and the last iteration of
/// the loops around it; `None` where variables of outside do not tell.
fn least_iterations(accesses: &Accesses, l: LoopId) -> Option<Fact> {
    let count = accesses.loop_values(l)?.trip_count.clone()?;
    let ends = |first: bool| {
        let mut count = count.clone();
        for around in accesses.loop_values(l)?.enclosing.iter().rev() {
            let values = accesses.loop_values(*around)?;
            let end = if first { values.first.clone()? } else { values.last.clone()? };
            let counter = Atom::Iv(*around, Instance::Source);
            count = count.substitute(&|atom| (*atom == counter).then(|| end.clone()));
        }
        Some(count)
    };
    let total = &ends(true)? + &ends(false)?;
    let plain = !total.any_atom(&mut |atom| !matches!(atom, Atom::Symbol(_)));
    at_least(&total, &Poly::from(2 * WARP)).filter(|_| plain)
}

/// The region with the directive of its teams, and one before each loop that threads share.
fn two_levels(region: &TargetRegion, shared: &[Shared]) -> TargetRegion {
    let mut region = region.clone();
    let clauses = std::mem::take(&mut region.directive.clauses);
    let (inner, outer): (Vec<_>, Vec<_>) = clauses.into_iter().partition(is_of_threads);
    region.directive.clauses = outer;
    let name = construct::THREADS.words();
    let like = Directive { name, clauses: inner, ..region.directive.clone() };
    region.directive.name = construct::TEAMS.words();
    let behind = |stmt: Stmt| match &stmt.kind {
        StmtKind::Loop(l) if shared.iter().any(|own| own.id == l.id) => {
            let Stmt { id, span, in_macro, .. } = stmt;
            let kind = StmtKind::Directive(like.clone(), vec![stmt]);
            ControlFlow::Break(vec![Stmt { id, span, in_macro, kind }])
        }
        _ => ControlFlow::Continue(stmt),
    };
    region.body = replace_statements(std::mem::take(&mut region.body), &behind);
    region
}
