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

use std::ops::ControlFlow;

use super::analyses;
use super::blocker::{Blocker, Cause};
use super::form::Form;
use super::nest::new_clause;
use super::order::{self, associate};
use super::step::{Step, StepKind, Subject};
use super::{applied_to_one, boxes, legality, levels, movable, place, serial};
use crate::access::Accesses;
use crate::dependence::reduction::Operator;
use crate::dependence::{Dependences, scalar};
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

impl StepKind {
    /// The directive becomes one that spreads iterations over all threads of all teams, or over teams whose threads share
    /// others ([`StepKind::TEAMS`]); one of threads inside of it goes away.
    pub const COMBINE: StepKind = StepKind::named("combine");
}

/// The region with the combined directive, and without the one inside of it.
pub(super) fn apply(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Directive(leaves) = subject else { return None };
    let mut region = Joined::of(region).ok()?.region;
    region.directive.name = leaves.words();
    Some(vec![region])
}

/// The directives that may join `target teams distribute` from inside.
const INNER: [Leaves; 2] =
    [construct::THREADS, Leaves::of(&[Leaf::Parallel, Leaf::For, Leaf::Simd])];
/// What a combined directive keeps of them.
const SIMD: Leaves = Leaves::of(&[Leaf::Simd]);
/// The directives that may become combined ones.
const ONE_LEVEL: [Leaves; 7] = [
    construct::TEAMS,
    Leaves::of(&[Leaf::Target, Leaf::Teams, Leaf::Distribute, Leaf::Simd]),
    construct::TEAMS_LOOP,
    Leaves::of(&[Leaf::Target, Leaf::Parallel, Leaf::For]),
    Leaves::of(&[Leaf::Target, Leaf::Parallel, Leaf::For, Leaf::Simd]),
    Leaves::of(&[Leaf::Target, Leaf::Parallel, Leaf::Loop]),
    Leaves::of(&[Leaf::Target, Leaf::Loop]),
];

/// The step to a directive of these constructs.
pub(crate) fn combined_to(directive: Leaves) -> Step {
    Step::new(StepKind::COMBINE, Subject::Directive(directive))
}

/// The combined directive's name, where the region's may become one and nothing is known of directives inside.
pub(crate) fn combined_name(region: &TargetRegion) -> Option<String> {
    let leaves = region.directive.leaves();
    let combined = construct::TEAMS | construct::THREADS | leaves.among(SIMD);
    ONE_LEVEL.contains(&leaves).then(|| combined.words())
}

pub(crate) fn refusal(code: Code, words: impl Into<String>) -> Blocker {
    Blocker::in_words(code, None, words)
}

/// A region whose directive is the combined one.
pub(crate) struct Joined {
    pub(crate) region: TargetRegion,
    pub(crate) inner: Option<Inner>,
}

/// A combined region with the loops of both directives associated.
pub(crate) struct Collapsed {
    pub(crate) region: TargetRegion,
    pub(crate) accesses: Accesses,
    pub(crate) dependences: Dependences,
    /// The steps by which what stood between the loops has sunk.
    pub(crate) moved: Vec<Step>,
}

/// A directive that joins the region's.
pub(crate) struct Inner {
    pub(crate) directive: Directive,
    /// The loops that it is written for.
    pub(crate) loops: Vec<LoopId>,
}

impl Joined {
    pub(crate) fn of(region: &TargetRegion) -> Result<Joined, Blocker> {
        let mut clauses = region.directive.clauses.iter().filter(|own| !goes(region, own));
        if let Some(clause) = clauses.find(|clause| !clause.known || clause.row().level.is_none()) {
            let words = format!("clause {} is about one level", clause.name);
            return Err(refusal(Code::NotEditable, words));
        }
        if region.directive.associated_loops().is_none() {
            return Err(refusal(Code::UnknownClause, "the argument of collapse is not a number"));
        }
        if region.has_hazard(HazardKind::DeclaredCall) {
            return Err(refusal(
                Code::UnknownEffect,
                "a function that it calls may have a construct",
            ));
        }
        check_pragmas(region)?;
        let inner = only_inner(region)?;
        let changes = |clause: &Clause| {
            let deals = clause.decides(Decides::Chunks) || goes(region, clause);
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
        let mut joined = Joined { region: region.clone(), inner: None };
        let name = match &inner {
            Some(inner) => Some((construct::TEAMS | inner.directive.leaves()).words()),
            None => combined_name(region),
        };
        joined.region.directive.name = name.unwrap_or_default();
        joined.region.directive.clauses.retain(|clause| !goes(region, clause));
        joined.region.hazards.retain(|hazard| !OF_LOOP.contains(&hazard.kind));
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
            _ if levels::is_of_threads(clause) => {
                let changes = |symbol: SymbolId| !is_from_outside(region, symbol);
                let reads_memory = argument.contains(['*', '[', '(', '.', '>']);
                let named = argument.contains(|c: char| c.is_alphabetic() || c == '_');
                let is_local = named && region.has_hazard(HazardKind::BareDeclaration);
                let has_effect = levels::has_effect(argument);
                if reads_memory
                    || has_effect
                    || is_local
                    || symbols_of(region, argument).any(changes)
                {
                    return refuse();
                }
                self.region.directive.clauses.push(clause.clone());
                Ok(())
            }
            ClauseKind::Private => {
                for name in argument.split(',').map(str::trim) {
                    let Some(symbol) = only_symbol(region, name) else { return refuse() };
                    let Some(first) = inner.loops.first() else { return refuse() };
                    let mut own = region.data.iter().filter(|item| item.symbol == symbol);
                    let other = own.any(|item| !item.enclosing && item.kind != DataKind::Private);
                    if other || levels::named_elsewhere(&region.body, *first, symbol) {
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
        let clause = new_clause(&self.region.directive, "private", Some(name.to_owned()));
        self.region.directive.clauses.push(clause);
        let (member, section) = (None, None);
        let (kind, enclosing) = (DataKind::Private, false);
        let may_be_empty = false;
        self.region.data.push(DataItem { symbol, member, kind, section, enclosing, may_be_empty });
    }

    /// The region with the inner directive's loops associated with the combined one, and its dependences,
    /// where that is as legal as any collapse: both directives say of their loops that they run in no order.
    /// What stands between their loops sinks.
    pub(crate) fn collapsed(&self, accesses: &Accesses, policy: &Policy) -> Option<Collapsed> {
        let inner = self.inner.as_ref()?;
        let depth = self.region.directive.associated_loops()? as usize + inner.loops.len();
        let written = Form::written(&self.region, accesses);
        let sunk = || place::form(&written, policy, depth);
        self.collapse(&written, policy).or_else(|| self.collapse(&sunk()?, policy))
    }

    /// The same of one form of the region. What both directives say is about their iterations: what has moved
    /// from the teams to the threads must find what it found there, whatever these do.
    fn collapse(&self, form: &Form, policy: &Policy) -> Option<Collapsed> {
        let inner = self.inner.as_ref()?;
        let around = self.region.directive.associated_loops()? as usize;
        let depth = around + inner.loops.len();
        let nest: Vec<LoopId> = form.region.nest().iter().map(|l| l.id).collect();
        let rereads = |own: &Dependences| form.reread(own).next().is_some();
        if nest.get(around..depth)? != inner.loops
            || form.dependences.as_deref().is_some_and(rereads)
        {
            return None;
        }
        let mut region = form.region.clone().into_owned();
        associate(&mut region.directive, depth as u32);
        let mut dependences = analyses::dependences(&region, &form.accesses, policy);
        let mut candidate = order::collapsed(&nest, around, depth);
        candidate.steps.splice(..0, boxes::steps_for(form, &candidate));
        let (legal, open) = legality::check(form, &dependences, &candidate, policy).ok()?;
        if open.is_some() {
            return None;
        }
        let region = applied_to_one(&self.region, &legal.steps)?;
        let accesses = analyses::accesses(&region, policy);
        if legal.steps != candidate.steps {
            dependences = analyses::dependences(&region, &accesses, policy);
        }
        let moved = legal.steps.into_iter().filter(|step| step.kind != StepKind::COLLAPSE);
        Some(Collapsed { region, accesses, dependences, moved: moved.collect() })
    }

    /// The counters of the inner directive's loops are private without it.
    pub(crate) fn check_counters(&self) -> Result<(), Blocker> {
        let region = &self.region;
        let loops = region.loops();
        let own = self.inner.iter().flat_map(|inner| &inner.loops);
        let first = self.inner.as_ref().and_then(|inner| inner.loops.first().copied());
        let seen = |symbol: SymbolId| {
            first.is_some_and(|first| levels::named_elsewhere(&region.body, first, symbol))
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

/// What is so of `loop` alone.
const OF_LOOP: [HazardKind; 3] =
    [HazardKind::OneLane, HazardKind::LostIterations, HazardKind::DeclaredCall];

/// Whether a clause of `target teams loop` says what `distribute parallel for` is, or allows, without it: the teams run the
/// iterations, in no order.
fn goes(region: &TargetRegion, clause: &Clause) -> bool {
    let says = |word: &str| clause.argument.as_deref().is_some_and(|own| own.trim() == word);
    region.directive.leaves() == construct::TEAMS_LOOP
        && (clause.name == "bind" && says("teams") || clause.name == "order" && says("concurrent"))
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
            let is_own = matches!(directive.origin, Origin::MainFile | Origin::Header);
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
    let found: Vec<_> = region.symbol_ids().filter(named).collect();
    found.into_iter()
}

/// The symbol of this name, where the region has one only. One that the region does not name could be one of its own, or one
/// whose only use is the clause, of which clang would say so.
fn only_symbol(region: &TargetRegion, name: &str) -> Option<SymbolId> {
    let mut named = region.symbols_named(name);
    named.next().filter(|_| named.next().is_none())
}

/// Whether the symbol has a value before the region that nothing in it changes.
fn is_from_outside(region: &TargetRegion, symbol: SymbolId) -> bool {
    let mut assigned = Vec::new();
    region.body.iter().for_each(|stmt| movable::assignments(stmt, &mut assigned));
    region.symbol(symbol).scope != Scope::Region && !assigned.contains(&symbol)
}
