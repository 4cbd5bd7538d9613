//! Combined constructs: the loops of one level of parallelism, or of two, become those of a directive that spreads their
//! iterations over all threads of all teams.
//!
//! `target teams distribute` keeps one thread of each team at work, `target parallel for` those of one team, and `target loop` one thread in
//! all; they become `target teams distribute parallel for`. `target teams loop` is lowered as that already, and takes its name where
//! two levels or several regions are made of it. Where the first stands around a `parallel for`, that directive goes away, and its loop is
//! one of the nest like any other: it may be collapsed with the loops around it, or change places with them. The iterations of a
//! `distribute` run in no order, and so do those of a `parallel for`: that the threads of one team run some of the former, those of
//! several teams the latter, or one thread all of them, is one of the orders that the program allows as written
//! (OpenMP 5.2, §11.5 and §11.6). Those of a `loop` may run at the same time (§11.7).
//!
//! What is done with the combined region is whatever is best for it: two levels (`teams.rs`) and several regions
//! (`distribute.rs`) among it, so that `target parallel for` may become `target teams distribute` around `parallel for`.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::candidates;
use super::distribute::{Distribution, may_gain};
use super::gain::Gain;
use super::step::{Step, StepKind, Subject};
use super::{
    Blocker, Cause, Decision, LEAST_GAIN, Pricing, Rejected, Variant, choose, legality, reshape,
    serial, sinkable, teams,
};
use crate::access::{self, Accesses};
use crate::coalesce::Coalescing;
use crate::dependence::reduction::Operator;
use crate::dependence::{self, Dependences, scalar};
use crate::diag::Code;
use crate::id::{LoopId, SymbolId};
use crate::ir::{
    Clause, DataItem, DataKind, Directive, HazardKind, Origin, Scope, Stmt, StmtKind, SymbolKind,
    TargetRegion, declared, replace_statements, walk_statements,
};
use crate::openmp::clause::Decides;
use crate::openmp::{ClauseKind, Construct, Leaf, Leaves, construct};
use crate::policy::Policy;
use crate::source::Span;

/// A region as a combined construct.
#[derive(Clone, Debug)]
pub struct Combined {
    /// The region with the combined directive, and without the one inside of it.
    pub region: TargetRegion,
    /// The directive's name as written.
    pub written: String,
    /// The directive that goes away.
    pub inner: Option<Directive>,
    /// Its clauses that the combined one takes over.
    pub clauses: Vec<String>,
}

/// What it costs to enter a parallel region is known from its instructions, not from measured times, so that the time must be
/// lowered by this factor.
const COMBINED_GAIN: f64 = 2.0;
/// The directives that may join `target teams distribute` from inside.
const INNER: [Leaves; 2] =
    [construct::THREADS, Leaves::of(&[Leaf::Parallel, Leaf::For, Leaf::Simd])];
/// The directive that is lowered as a combined one.
const TEAMS_LOOP: Leaves = Leaves::of(&[Leaf::Target, Leaf::Teams, Leaf::Loop]);
/// What a combined directive keeps of them.
const SIMD: Leaves = Leaves::of(&[Leaf::Simd]);
/// The directives that may become combined ones.
const ONE_LEVEL: [Leaves; 7] = [
    construct::TEAMS,
    Leaves::of(&[Leaf::Target, Leaf::Teams, Leaf::Distribute, Leaf::Simd]),
    TEAMS_LOOP,
    Leaves::of(&[Leaf::Target, Leaf::Parallel, Leaf::For]),
    Leaves::of(&[Leaf::Target, Leaf::Parallel, Leaf::For, Leaf::Simd]),
    Leaves::of(&[Leaf::Target, Leaf::Parallel, Leaf::Loop]),
    Leaves::of(&[Leaf::Target, Leaf::Loop]),
];

/// Adds the combined constructs that gain enough more than what else can be done.
pub(super) fn improve(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    pricing: &Pricing,
    decision: &mut Decision,
) {
    let threshold = COMBINED_GAIN * decision.gain().of_requests().max(1.0);
    let concerned = combined_name(region).is_some() && !region.is_instance();
    if !concerned || !may_gain(accesses, pricing, decision, threshold) {
        return;
    }
    match carry_out(region, accesses, dependences, pricing, decision) {
        Ok(found) => drop(decision.variants.splice(..0, found)),
        Err(_) if region.directive.leaves() == TEAMS_LOOP => {}
        Err(blocker) if decision.variants.is_empty() => {
            let steps = vec![combined_to(construct::TEAMS | construct::THREADS)];
            decision.rejected.push(Rejected { steps, blocker });
        }
        Err(_) => {}
    }
}

/// Time by time of the variant, if the region were written as the best one so far has it.
fn over(variant: &Variant, decision: &Decision, pricing: &Pricing) -> f64 {
    let best = decision.taken();
    let Some(written) = best.map(|best| &best.after).or(decision.before.as_ref().ok()) else {
        return 0.0;
    };
    let recovery = Gain::of(&written.cost, &variant.after.cost).recovery;
    let is_one = |variant: &Variant| variant.distribution.is_none();
    let are_one = is_one(variant) && best.is_none_or(is_one);
    let known = are_one.then(|| at_once(pricing, written, &variant.after)).flatten();
    let requests = match known {
        Some(gain) => gain.of_requests(),
        None => variant.gain.of_requests() / decision.gain().of_requests().max(1.0),
    };
    requests * recovery
}

/// What is gained from one mapping of the accesses to another. A product of gains is less, for each of its factors credits nothing that
/// was not known before it.
fn at_once(pricing: &Pricing, old: &Coalescing, new: &Coalescing) -> Option<Gain> {
    let are_alike = old.sectors.len() == new.sectors.len();
    are_alike.then(|| pricing.gain(old, new))
}

fn combined_to(directive: Leaves) -> Step {
    Step::new(StepKind::Combine, Subject::Directive(directive))
}

/// The combined directive's name, where the region's may become one and nothing is known of directives inside.
fn combined_name(region: &TargetRegion) -> Option<String> {
    let leaves = region.directive.leaves();
    let combined = construct::TEAMS | construct::THREADS | leaves.among(SIMD);
    ONE_LEVEL.contains(&leaves).then(|| combined.words())
}

/// Whether a region's variant gains more than those of the constructs inside of it, which fall away with it.
pub(crate) fn gains_more(gain: &Gain, inside: &[Gain]) -> bool {
    let gains = inside.iter().map(Gain::time);
    inside.is_empty() || gain.time() > LEAST_GAIN * gains.fold(1.0, f64::max)
}

/// Has the directive be associated with so many loops.
fn associate(directive: &mut Directive, depth: u32) {
    let argument = Some(depth.to_string());
    if let Some(clause) =
        directive.clauses.iter_mut().find(|clause| clause.kind() == ClauseKind::Collapse)
    {
        clause.argument = argument;
        return;
    }
    let (name, span) = ("collapse".to_owned(), Span::new(directive.name_end, directive.name_end));
    directive.clauses.push(Clause { name, argument, span, known: true, from_macro: None });
}

/// What can be done with the region as a combined construct, the best first, and that it becomes one alone.
fn carry_out(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    pricing: &Pricing,
    decision: &Decision,
) -> Result<Vec<Variant>, Blocker> {
    let policy = pricing.policy;
    let before = decision.as_written()?;
    let joined = Joined::of(region)?;
    serial::check(region, accesses, &dependences.declared)?;
    if let Some(inner) = &joined.inner {
        let iterations = serial::iterations(&accesses.loops, &inner.loops);
        serial::check_directive(&[&region.directive], &inner.directive, iterations)?;
    }
    let own = access::collect(&joined.region, policy);
    if let Some(obstacle) = own.obstacles.first() {
        return Err(refusal(Code::UnknownEffect, obstacle.why.clone()));
    }
    legality::check_unschedule(&joined.region)?;
    let places = |accesses: &Accesses| -> Vec<Span> {
        accesses.list.iter().map(|access| access.reference.span).collect()
    };
    if places(&own) != places(accesses) {
        return Err(refusal(Code::TooComplex, "its accesses would be others"));
    }
    for l in joined.region.nest().iter().take(dependences.declared.len()) {
        legality::check_scalars(&joined.region, l)?;
    }
    let (whole, dependences) = if let Some(collapsed) = joined.collapsed(&own, policy) {
        collapsed
    } else {
        joined.check_counters()?;
        (joined.region.clone(), dependence::analyze(&joined.region, &own, policy))
    };
    let even = candidates::without_schedule(&whole);
    let found = choose(&even, &own, &dependences, pricing.machine, pricing.policy);
    let bare = Variant::unchanged(&even, found.as_written()?);
    let mut assumptions = super::assumptions(&dependences);
    assumptions.insert(Code::DeclaredParallel);
    assumptions.extend(&own.assumptions);
    let deeper = whole.directive.associated_loops() != region.directive.associated_loops();
    let depth = whole.directive.associated_loops().filter(|_| deeper);
    let change = Change { region, whole, joined, depth, assumptions, before, pricing };
    let all = found.variants.into_iter().chain([bare]).filter(|variant| change.may_join(variant));
    let mut finished: Vec<Variant> = all.map(|variant| change.finish(variant)).collect();
    finished.retain(|variant| over(variant, decision, pricing) > COMBINED_GAIN);
    if finished.is_empty() && change.joined.inner.is_some() {
        return Err(refusal(Code::NoGain, "the two levels as written are as fast"));
    }
    Ok(finished)
}

/// What a variant of the combined region must be made one of the region's with.
struct Change<'a> {
    region: &'a TargetRegion,
    whole: TargetRegion,
    joined: Joined,
    /// The loops that the combined directive is associated with, where the region's is with fewer.
    depth: Option<u32>,
    assumptions: BTreeSet<Code>,
    before: &'a Coalescing,
    pricing: &'a Pricing<'a>,
}

impl Change<'_> {
    /// Whether a variant can go together with the directive that joins the region's: the text of one version has no place for it, and two
    /// levels or several regions would need it again.
    fn may_join(&self, variant: &Variant) -> bool {
        let separate = [StepKind::Teams, StepKind::Distribute];
        self.joined.inner.is_none() || variant.test.is_none() && !variant.has_any(&separate)
    }

    /// The region's variant.
    fn finish(&self, variant: Variant) -> Variant {
        let is_one = variant.distribution.is_none();
        let known = is_one.then(|| at_once(self.pricing, self.before, &variant.after)).flatten();
        let gain = known
            .unwrap_or_else(|| self.pricing.gain(self.before, &variant.before).and(&variant.gain));
        let mut assumptions = variant.assumptions;
        assumptions.extend(&self.assumptions);
        assumptions.extend(variant.after.sectors.iter().flatten().flat_map(|s| &s.assumptions));
        let distribution = variant.distribution.map(|distribution| self.spread(distribution));
        let steps = match &distribution {
            Some(distribution) => vec![distribution.step()],
            None => self.steps(variant.steps),
        };
        Variant {
            steps,
            before: self.before.clone(),
            gain,
            assumptions,
            unwritable: super::not_writable(self.region, self.pricing.policy),
            distribution,
            combined: Some(self.combined(self.whole.clone())),
            ..variant
        }
    }

    /// The steps of the combined region, with those that make it one.
    fn steps(&self, steps: Vec<Step>) -> Vec<Step> {
        let has_levels = steps.iter().any(|step| step.kind == StepKind::Teams);
        let whole = self.whole.directive.leaves();
        let directive = if has_levels { construct::TEAMS } else { whole };
        let changes = directive != self.region.directive.leaves();
        let combine = changes.then(|| combined_to(directive));
        let says_depth = steps.iter().any(|step| step.kind == StepKind::Collapse);
        let depth = self.depth.filter(|_| !says_depth);
        let collapse = depth.map(Step::collapse);
        let scheduled = candidates::schedule_clauses(&self.whole);
        let unschedule = (!scheduled.is_empty()).then_some(Step::unschedule(scheduled));
        combine.into_iter().chain(steps).chain(collapse).chain(unschedule).collect()
    }

    fn combined(&self, region: TargetRegion) -> Combined {
        Combined {
            region,
            written: self.region.directive.name.clone(),
            inner: self.joined.inner.as_ref().map(|inner| inner.directive.clone()),
            clauses: self.joined.clauses.clone(),
        }
    }

    /// The regions that the combined one becomes, each made one itself.
    fn spread(&self, mut distribution: Distribution) -> Distribution {
        for part in &mut distribution.parts {
            part.region.directive = self.whole.directive.clone();
            let combined = self.combined(part.region.clone());
            part.variant.steps = self.steps(std::mem::take(&mut part.variant.steps));
            part.variant.combined = Some(combined);
        }
        distribution
    }
}

fn refusal(code: Code, words: impl Into<String>) -> Blocker {
    Blocker::in_words(code, None, words)
}

/// A region whose directive is the combined one.
struct Joined {
    region: TargetRegion,
    inner: Option<Inner>,
    /// The clauses that come from the inner directive.
    clauses: Vec<String>,
}

/// A directive that joins the region's.
struct Inner {
    directive: Directive,
    /// The loops that it is written for.
    loops: Vec<LoopId>,
}

impl Joined {
    fn of(region: &TargetRegion) -> Result<Joined, Blocker> {
        let mut clauses = region.directive.clauses.iter();
        if let Some(clause) = clauses.find(|clause| !clause.known || clause.row().level.is_none()) {
            let words = format!("clause {} is about one level", clause.name);
            return Err(refusal(Code::NotEditable, words));
        }
        if region.directive.associated_loops().is_none() {
            return Err(refusal(Code::UnknownClause, "the argument of collapse is not a number"));
        }
        check_pragmas(region)?;
        let inner = only_inner(region)?;
        let changes = |clause: &Clause| {
            let deals = clause.decides(Decides::Chunks);
            deals || clause.kind() == ClauseKind::Collapse
        };
        let own = legality::given_by_macro(&region.directive, changes);
        let inside = || legality::given_by_macro(&inner.as_ref()?.directive, |_| true);
        if let Some(blocker) = own.or_else(inside) {
            return Err(blocker);
        }
        let inner_clauses = inner.iter().flat_map(|inner| &inner.directive.clauses);
        let mut sizes = region.directive.clauses.iter().chain(inner_clauses);
        let is_size = |clause: &Clause| clause.decides(Decides::Sizes);
        if let Some(clause) = sizes.find(|clause| is_size(clause) && serial::is_one(clause)) {
            let words = format!("clause {} may ask for one, which runs in order", clause.name);
            return Err(refusal(Code::NotEditable, words));
        }
        check_storage(region, inner.as_ref())?;
        let mut joined = Joined { region: region.clone(), inner: None, clauses: Vec::new() };
        let name = match &inner {
            Some(inner) => Some((construct::TEAMS | inner.directive.leaves()).words()),
            None => combined_name(region),
        };
        joined.region.directive.name = name.unwrap_or_default();
        if let Some(inner) = inner {
            for clause in &inner.directive.clauses {
                joined.take_over(region, clause, &inner)?;
            }
            let body = std::mem::take(&mut joined.region.body);
            joined.region.body = without_directive(body, inner.directive.span);
            joined.region.hazards.retain(|hazard| !inner.directive.span.contains(hazard.span));
            joined.inner = Some(inner);
        }
        Ok(joined)
    }

    /// What becomes of a clause of the inner directive: what deals out iterations, or says what is shared, goes away.
    fn take_over(
        &mut self,
        region: &TargetRegion,
        clause: &Clause,
        inner: &Inner,
    ) -> Result<(), Blocker> {
        let words = || format!("clause {} of the directive inside", clause.name);
        let refuse = || Err(refusal(Code::NotEditable, words()));
        let argument = clause.argument.as_deref().unwrap_or_default();
        match clause.kind() {
            _ if !clause.known => refuse(),
            ClauseKind::Collapse | ClauseKind::Schedule => Ok(()),
            ClauseKind::Default if matches!(argument.trim(), "none" | "shared") => Ok(()),
            ClauseKind::Shared => {
                let mut names = argument.split(',').map(str::trim);
                if names.all(|name| only_symbol(region, name).is_some()) {
                    Ok(())
                } else {
                    refuse()
                }
            }
            _ if teams::is_of_threads(clause) => {
                let changes = |symbol: SymbolId| !is_from_outside(region, symbol);
                let reads_memory = argument.contains(['*', '[', '(', '.', '>']);
                let named = argument.contains(|c: char| c.is_alphabetic() || c == '_');
                let is_local = named && region.has_hazard(HazardKind::BareDeclaration);
                let has_effect = teams::has_effect(argument);
                if reads_memory
                    || has_effect
                    || is_local
                    || symbols_of(region, argument).any(changes)
                {
                    return refuse();
                }
                self.clauses.push(format!("{}({argument})", clause.name));
                self.region.directive.clauses.push(clause.clone());
                Ok(())
            }
            ClauseKind::Private => {
                for name in argument.split(',').map(str::trim) {
                    let Some(symbol) = only_symbol(region, name) else { return refuse() };
                    let Some(first) = inner.loops.first() else { return refuse() };
                    let mut own = region.data.iter().filter(|item| item.symbol == symbol);
                    let other = own.any(|item| !item.enclosing && item.kind != DataKind::Private);
                    if other || teams::named_elsewhere(&region.body, *first, symbol) {
                        return refuse();
                    }
                    if region.symbol(symbol).scope != Scope::Region {
                        self.make_private(symbol, name);
                    }
                }
                Ok(())
            }
            ClauseKind::Reduction => {
                let items = argument.split_once(':').map_or("", |(_, items)| items);
                let operation = argument.split(':').next().unwrap_or_default().trim();
                let stays = |name: &str| {
                    let symbol = only_symbol(region, name)?;
                    let own = region.symbol(symbol).scope == Scope::Region;
                    let in_order = own && is_sum_of(region, symbol, operation, inner);
                    Some(in_order || !own && scalar::reduction(region, symbol) == Some(operation))
                };
                let all = items.split(',').all(|name| stays(name.trim()) == Some(true));
                if all { Ok(()) } else { refuse() }
            }
            _ => refuse(),
        }
    }

    fn make_private(&mut self, symbol: SymbolId, name: &str) {
        if scalar::is_private(&self.region, symbol) {
            return;
        }
        self.clauses.push(format!("private({name})"));
        let (member, section) = (None, None);
        let (kind, enclosing) = (DataKind::Private, false);
        let may_be_empty = false;
        self.region.data.push(DataItem { symbol, member, kind, section, enclosing, may_be_empty });
    }

    /// The region with the inner directive's loops associated with the combined one, and its dependences, where that is as legal
    /// as any collapse: both directives say of their loops that they run in no order.
    fn collapsed(
        &self,
        accesses: &Accesses,
        policy: &Policy,
    ) -> Option<(TargetRegion, Dependences)> {
        let inner = self.inner.as_ref()?;
        let around = self.region.directive.associated_loops()? as usize;
        let depth = around + inner.loops.len();
        let nest: Vec<LoopId> = self.region.nest().iter().map(|l| l.id).collect();
        if nest.get(around..depth)? != inner.loops {
            return None;
        }
        let mut region = self.region.clone();
        associate(&mut region.directive, depth as u32);
        let dependences = dependence::analyze(&region, accesses, policy);
        let candidate = candidates::collapsed(&nest, around, depth);
        let form = reshape::written(&region, accesses);
        let (legal, open) = legality::check(&form, &dependences, &candidate, policy).ok()?;
        let is_plain = open.is_none() && legal.steps == candidate.steps;
        drop(form);
        is_plain.then_some((region, dependences))
    }

    /// The counters of the inner directive's loops are private without it.
    fn check_counters(&self) -> Result<(), Blocker> {
        let region = &self.region;
        let loops = region.loops();
        let own = self.inner.iter().flat_map(|inner| &inner.loops);
        let first = self.inner.as_ref().and_then(|inner| inner.loops.first().copied());
        let seen = |symbol: SymbolId| {
            first.is_some_and(|first| teams::named_elsewhere(&region.body, first, symbol))
        };
        let mut own = own.filter_map(|id| loops.iter().find(|l| l.id == *id));
        match own.find(|l| !l.declares_iv && (!scalar::is_private(region, l.iv) || seen(l.iv))) {
            Some(l) => {
                Err(Blocker::new(Code::SharedInnerVariable, Some(l.id), Cause::Scalar(l.iv)))
            }
            None => Ok(()),
        }
    }
}

/// Whether the inner directive's loops accumulate the variable by the operation of its `reduction` clause and do nothing else
/// with it, so that one thread computes the same without the clause. What `&&` and `||` make of a variable is 0 or 1, even
/// without iterations.
fn is_sum_of(region: &TargetRegion, symbol: SymbolId, operation: &str, inner: &Inner) -> bool {
    let loops = region.loops();
    let first = inner.loops.first().and_then(|first| loops.iter().find(|l| l.id == *first));
    let operator = Operator::parse(operation)
        .filter(|operator| !matches!(operator, Operator::And | Operator::Or));
    let found = first.and_then(|l| scalar::accumulated(region, &l.body, symbol));
    operator.is_some() && found == operator
}

/// Where the directive's words stand in several pragmas, the threads come into the last one: what an earlier one makes a variable's
/// own is the team's, or one for all, and their threads would share it. They may read it.
fn check_pragmas(region: &TargetRegion) -> Result<(), Blocker> {
    let directive = &region.directive;
    let is_earlier = |clause: &&Clause| clause.span.start < directive.name_end;
    for clause in directive.clauses.iter().filter(is_earlier) {
        let argument = clause.argument.as_deref().unwrap_or_default();
        let is_read = |name: &str| {
            let symbol = only_symbol(region, name.trim())?;
            let is_array = region.symbol(symbol).kind == SymbolKind::Array;
            Some(!is_array && is_from_outside(region, symbol))
        };
        let keeps = match clause.kind() {
            ClauseKind::Private | ClauseKind::Reduction => false,
            ClauseKind::Firstprivate => argument.split(',').all(|name| is_read(name) == Some(true)),
            _ => true,
        };
        if !keeps {
            let words = format!("clause {} of a pragma around the threads'", clause.name);
            return Err(refusal(Code::NotEditable, words));
        }
    }
    Ok(())
}

/// What is reduced are scalars, of which each thread may have one more; and a team with threads has no arrays of its own, which would
/// become as many.
fn check_storage(region: &TargetRegion, inner: Option<&Inner>) -> Result<(), Blocker> {
    let is_scalar = |symbol| region.symbol(symbol).kind == SymbolKind::Scalar;
    let mut reduced = region.data.iter().filter(|item| item.kind == DataKind::Reduction);
    let array = reduced.find(|item| item.section.is_some() || !is_scalar(item.symbol));
    if let Some(item) = array {
        return Err(Blocker::new(Code::NotEditable, None, Cause::Scalar(item.symbol)));
    }
    let Some(first) = inner.and_then(|inner| inner.loops.first()) else { return Ok(()) };
    let loops = region.loops();
    let of_threads = loops.iter().find(|l| l.id == *first).map(|l| declared(&l.body));
    let of_threads = of_threads.unwrap_or_default();
    let all = declared(&region.body);
    let is_plain = |symbol: SymbolId| {
        matches!(region.symbol(symbol).kind, SymbolKind::Scalar | SymbolKind::Pointer)
    };
    match all.difference(&of_threads).find(|symbol| !is_plain(**symbol)) {
        Some(buffer) => {
            let name = &region.symbol(*buffer).name;
            Err(refusal(Code::NotEditable, format!("{name} is the team's")))
        }
        None => Ok(()),
    }
}

/// The only directive of threads inside of the region, if there is one; nothing else inside may be about threads.
fn only_inner(region: &TargetRegion) -> Result<Option<Inner>, Blocker> {
    let mut found = Vec::new();
    walk_statements(&region.body, &mut |stmt| {
        if let StmtKind::Directive(directive, body) = &stmt.kind {
            found.push((directive, body));
        }
    });
    found.retain(|(directive, _)| !is_of_one_thread(directive));
    match found.as_slice() {
        [] => Ok(None),
        [(directive, body)]
            if INNER.contains(&directive.leaves())
                && region.directive.leaves() == construct::TEAMS =>
        {
            let count = directive.associated_loops().unwrap_or(0) as usize;
            let nest = crate::ir::nest_of(body);
            let perfect = nest.iter().take(count.saturating_sub(1)).all(|l| l.body.len() == 1);
            if count == 0 || nest.len() < count || body.len() != 1 || !perfect {
                return Err(refusal(Code::NotPerfect, "the loops of the directive inside"));
            }
            let is_own = directive.origin == Origin::MainFile;
            if !is_own || !region.span().contains(directive.span) {
                return Err(refusal(Code::NotEditable, "the directive inside is of other text"));
            }
            let loops = nest.iter().take(count).map(|l| l.id).collect();
            Ok(Some(Inner { directive: (*directive).clone(), loops }))
        }
        [(directive, _), ..] => {
            let words = format!("{} stands inside", directive.name);
            Err(refusal(Code::NotEditable, words))
        }
    }
}

/// Whether one thread runs what the directive governs, whoever it is.
fn is_of_one_thread(directive: &Directive) -> bool {
    directive.construct() == Construct::Atomic || directive.leaves() == SIMD
}

/// The statements with the body of the directive at `span` in its place.
fn without_directive(body: Vec<Stmt>, span: Span) -> Vec<Stmt> {
    replace_statements(body, &|stmt| match stmt {
        Stmt { kind: StmtKind::Directive(directive, body), .. } if directive.span == span => {
            ControlFlow::Break(body)
        }
        other => ControlFlow::Continue(other),
    })
}

/// The symbols that a clause's text names.
fn symbols_of(region: &TargetRegion, text: &str) -> impl Iterator<Item = SymbolId> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words: Vec<&str> = text.split(move |c| !is_word(c)).collect();
    let named = |id: &SymbolId| words.contains(&region.symbol(*id).name.as_str());
    let found: Vec<_> = (0..region.symbols.len()).map(SymbolId::from_index).filter(named).collect();
    found.into_iter()
}

/// The symbol of this name, where the region has one only. One that the region does not name could be one of its own, or one
/// whose only use is the clause, of which clang would say so.
fn only_symbol(region: &TargetRegion, name: &str) -> Option<SymbolId> {
    let all = (0..region.symbols.len()).map(SymbolId::from_index);
    let mut named = all.filter(|id| region.symbol(*id).name == name);
    named.next().filter(|_| named.next().is_none())
}

/// Whether the symbol has a value before the region that nothing in it changes.
fn is_from_outside(region: &TargetRegion, symbol: SymbolId) -> bool {
    let mut assigned = Vec::new();
    region.body.iter().for_each(|stmt| sinkable::assignments(stmt, &mut assigned));
    region.symbol(symbol).scope != Scope::Region && !assigned.contains(&symbol)
}
