//! Edits of the source text.
//!
//! Text outside the edits stays identical, and the number of lines does not change: kernel names and
//! debug information carry line numbers. What cannot be edited so is refused.

mod collapse;
mod combine;
mod distribute;
mod flat;
mod forward;
mod guard;
mod instances;
mod interchange;
mod launch;
mod reshape;
mod sink;
mod teams;
mod unschedule;

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::Code;
use crate::id::{FileId, LoopId, StmtId, SymbolId};
use crate::ir::{Expr, HazardKind, Loop, Stmt, StmtKind, TargetRegion};
use crate::openmp::construct;
use crate::plan::step::{Step, StepKind, Subject};
use crate::plan::{Guarded, Plan};
use crate::source::{SourceFile, SourceMap, Span, line_ends};

/// The replacement of a span by a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// The new bytes.
    pub text: Vec<u8>,
}

/// Disjoint edits of one file, sorted by their spans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditSet {
    edits: Vec<Edit>,
}

/// Two edits that touch the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlap(pub Span, pub Span);

impl EditSet {
    /// The set of `edits`; insertions at one place keep their order.
    pub fn new(mut edits: Vec<Edit>) -> Result<Self, Overlap> {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        for pair in edits.windows(2) {
            if pair[0].span.end > pair[1].span.start {
                return Err(Overlap(pair[0].span, pair[1].span));
            }
        }
        Ok(Self { edits })
    }

    /// The edits in order.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether nothing is edited.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Both sets.
    pub fn union(self, other: EditSet) -> Result<Self, Overlap> {
        Self::new(self.edits.into_iter().chain(other.edits).collect())
    }

    /// Whether the edits are right whatever macros are defined: a compilation has all of them, and the text that was analysed,
    /// or none. That is so where each preprocessor conditional that the region meets has them all in one branch.
    pub fn holds_elsewhere(&self, region: &TargetRegion, file: &SourceFile) -> bool {
        let Some(last) = self.edits.last() else { return true };
        let opens = |line: &[u8]| {
            let name = guard::directive(line).unwrap_or(line);
            name.trim_ascii_start().starts_with(b"if")
        };
        let closes_behind = |span: Span| span.start >= last.span.end && !opens(file.slice(span));
        let conditionals = region.hazards.iter().filter(|hazard| hazard.kind.is_conditional());
        conditionals.map(|hazard| hazard.span).all(closes_behind)
    }

    /// The file's bytes after the edits.
    pub fn apply(&self, file: &SourceFile) -> Vec<u8> {
        let bytes = file.bytes();
        let mut result = Vec::with_capacity(bytes.len() + 64);
        let mut position = 0;
        for edit in &self.edits {
            result.extend_from_slice(&bytes[position..edit.span.start as usize]);
            result.extend_from_slice(&edit.text);
            position = edit.span.end as usize;
        }
        result.extend_from_slice(&bytes[position..]);
        result
    }
}

/// Applies the plans of `regions` to the main file, the first of `sources`; `None` where nothing
/// changes. A plan that cannot be written down is marked as not applied; so are the plans of regions
/// that share one directive and do not agree. Of instances of a template most of those that agree
/// get their change, behind a condition that tells them from the others. What is written down is right
/// for the macros of this compilation, or for all where no `alternatives` are allowed.
pub fn rewrite(
    sources: &SourceMap,
    regions: &[TargetRegion],
    mut plans: Vec<&mut Plan>,
    alternatives: bool,
) -> Option<Vec<u8>> {
    let (main, file) = sources.iter().next()?;
    let mut groups: BTreeMap<(FileId, Span), Vec<Own>> = BTreeMap::new();
    for (region, plan) in regions.iter().zip(&mut plans) {
        let edits = match plan.not_applied {
            Some(code) => Err(code),
            None if region.file == main => edits_or_otherwise(region, plan, file, alternatives),
            None => Err(Code::NotInMainFile),
        };
        let key = (region.file, region.directive.span);
        groups.entry(key).or_default().push(Own { region, plan, edits });
    }
    let mut all = EditSet::default();
    for mut group in groups.into_values() {
        let set = agree(&mut group, file);
        let merged = set.and_then(|set| all.clone().union(set).map_err(|_| Code::NotEditable));
        match merged {
            Ok(merged) => all = merged,
            Err(code) => {
                group.iter_mut().for_each(|own| own.edits = own.edits.clone().and(Err(code)));
            }
        }
        for Own { plan, edits, .. } in group.into_iter().filter(|own| !own.plan.steps.is_empty()) {
            plan.not_applied = edits.err();
        }
    }
    (!all.is_empty()).then(|| all.apply(file))
}

/// A region, its plan, and the edits that carry the plan out.
struct Own<'r, 'p> {
    region: &'r TargetRegion,
    plan: &'p mut Plan,
    edits: Result<EditSet, Code>,
}

/// The edits of regions that share one directive; of those that do not get theirs the edits become a refusal.
fn agree(group: &mut [Own], file: &SourceFile) -> Result<EditSet, Code> {
    if !group.iter().any(|own| own.region.is_instance()) {
        let first = group[0].edits.clone();
        let alike = group.iter().all(|own| own.edits == first);
        return if alike { first } else { Err(Code::NotEditable) };
    }
    let Some(shape) = instances::chosen(group, file) else { return group[0].edits.clone() };
    group.iter_mut().for_each(|own| instances::fall_back(own, &shape, file));
    let (mut agreed, others): (Vec<_>, Vec<_>) =
        group.iter_mut().partition(|own| instances::shape(own, file).as_ref() == Some(&shape));
    for own in others {
        own.edits = own.edits.clone().and(Err(Code::DependentTemplate));
    }
    instances::write(&mut agreed, file)
}

/// The edits of the plan, or where the text cannot hold its test, of the plan without one, which then
/// takes its place.
fn edits_or_otherwise(
    region: &TargetRegion,
    plan: &mut Plan,
    file: &SourceFile,
    alternatives: bool,
) -> Result<EditSet, Code> {
    let written = |plan: &Plan| {
        let set = edits(region, plan, file)?;
        let holds = alternatives || set.holds_elsewhere(region, file);
        if holds { Ok(set) } else { Err(Code::NotEditable) }
    };
    let set = written(plan);
    match (set, plan.guarded.take()) {
        (Err(_), Some(guarded)) => {
            *plan = guarded.otherwise;
            plan.not_applied.map_or_else(|| written(plan), Err)
        }
        (Err(code), None) => {
            let distribution = plan.distribution.take().ok_or(code)?;
            *plan = distribution.otherwise;
            match plan.not_applied {
                Some(code) => Err(code),
                None => edits_or_otherwise(region, plan, file, alternatives),
            }
        }
        (set, guarded) => {
            plan.guarded = guarded;
            set
        }
    }
}

/// The edits that carry out the plan of `region`, whose text is in `file`.
pub fn edits(region: &TargetRegion, plan: &Plan, file: &SourceFile) -> Result<EditSet, Code> {
    let twice = plan.distribution.is_some() || plan.guarded.is_some() && plan.combined.is_some();
    if region.has_hazard(HazardKind::FixedText) || region.is_instance() && twice {
        return Err(Code::NotEditable);
    }
    let set = match (&plan.distribution, &plan.combined) {
        (Some(distribution), _) => distribute::edits(region, file, distribution)?,
        (None, Some(combined)) => own_edits(&combined.region, plan, file)?,
        (None, None) => own_edits(region, plan, file)?,
    };
    let set = match &plan.instances {
        Some(condition) if plan.guarded.is_none() => {
            guard::for_instances(region, file, condition, set)?
        }
        _ => set,
    };
    let keeps_lines = newlines(&set.apply(file)) == file.newlines();
    let is_clean =
        keeps_lines && !moves_tellers(region, &set, file) && !displaces_a_mode(region, &set, file);
    if is_clean { Ok(set) } else { Err(Code::NotEditable) }
}

/// Whether a text is written anew that tells where it stands.
fn moves_tellers(region: &TargetRegion, set: &EditSet, file: &SourceFile) -> bool {
    let tellers = region.hazards.iter().filter(|hazard| hazard.kind == HazardKind::TellsPlace);
    let is_written = |word: &[u8]| {
        let mut texts = set.edits.iter().map(|edit| edit.text.windows(word.len()));
        texts.any(|mut windows| windows.any(|window| window == word))
    };
    tellers.map(|hazard| file.slice(hazard.span)).any(is_written)
}

/// Whether a text comes to stand before a pragma that sets the mode of floating-point arithmetic, which must be the first
/// in its block.
fn displaces_a_mode(region: &TargetRegion, set: &EditSet, file: &SourceFile) -> bool {
    const MODES: [&[u8]; 3] = [b"clang fp", b"STDC", b"float_control"];
    let has = |text: &[u8], word: &[u8]| text.windows(word.len()).any(|window| window == word);
    let pragmas = region.hazards.iter().filter(|hazard| hazard.kind == HazardKind::InnerPragma);
    let mut modes = pragmas.map(|hazard| hazard.span).filter(|span| {
        let text = file.slice(*span);
        MODES.iter().any(|mode| has(text, mode))
    });
    modes.any(|mode| {
        set.edits.iter().filter(|edit| edit.span.end <= mode.start).any(|edit| {
            let between = file.slice(Span::new(edit.span.end, mode.start));
            !edit.text.is_empty() && between.trim_ascii().is_empty()
        })
    })
}

/// The edits of a region that stays one.
fn own_edits(written: &TargetRegion, plan: &Plan, file: &SourceFile) -> Result<EditSet, Code> {
    let values = forward::Values::of(written, plan, file)?;
    let region = &*values.applied(written);
    let nest = plan.nest(region);
    let innermost = || innermost_body(&nest, plan).ok_or(Code::NotEditable);
    let (mut edits, boxes) = headers(region, plan, &values, &nest)?;
    let mut others = Vec::new();
    let asked = asked(region, plan);
    let (mut definitions, mut guards) = (Vec::new(), Vec::new());
    for step in &plan.steps {
        match (step.kind, &step.subject) {
            (StepKind::Collapse, Subject::Depth(depth)) => {
                others.push(collapse::edit(region, file, *depth)?);
            }
            (StepKind::Sink, Subject::Statements(statements)) => {
                let (before, inside): (Vec<_>, Vec<_>) =
                    statements.iter().partition(|stmt| asked.contains(stmt));
                let (taken, text) = sink::take(region, &values, &before)?;
                others.extend(taken);
                definitions.extend(text);
                others.extend(sink::edits(region, &values, (&inside, None), innermost()?)?);
            }
            (StepKind::First, Subject::First(statements, inner)) => {
                let condition = sink::first_iteration(region, *inner)?;
                let moved = (statements.as_slice(), Some(condition.as_str()));
                others.extend(sink::edits(region, &values, moved, innermost()?)?);
            }
            (StepKind::Guard, Subject::Statements(statements)) => {
                let (taken, text) = reshape::take_guards(region, file, statements)?;
                edits.extend(taken);
                guards.extend(text);
            }
            (StepKind::Unschedule, Subject::Clauses(clauses)) => {
                others.extend(unschedule::edits(region, file, clauses)?);
            }
            (StepKind::Teams, Subject::Shared(loops)) => {
                let own = region.directive.name.as_str();
                let name = plan.combined.as_ref().map_or(own, |combined| &combined.written);
                others.extend(teams::edits(region, name, file, loops)?);
            }
            (StepKind::Substitute, Subject::Values(_, removed)) => {
                others.extend(values.removals(region, removed)?);
            }
            (StepKind::Combine, Subject::Directive(leaves)) if *leaves != construct::TEAMS => {
                others.extend(combine::edits(region, plan, file)?);
            }
            (StepKind::Launch, Subject::Threads(threads)) => {
                others.push(launch::edit(region, *threads));
            }
            (StepKind::Combine | StepKind::Interchange | StepKind::Box, _) => {}
            _ => return Err(Code::NotEditable),
        }
    }
    if !definitions.is_empty() {
        edits.extend(reshape::in_braces(region, innermost()?, (&boxes, &definitions, guards)));
    } else if !(boxes.is_empty() && guards.is_empty()) {
        let inside = conditional_body(region, plan, &nest).ok_or(Code::NotEditable)?;
        edits.extend(reshape::before_body(region, inside, [boxes, guards].concat()));
    }
    edits.extend(others);
    let set = EditSet::new(edits).map_err(|_| Code::NotEditable)?;
    match &plan.guarded {
        Some(guarded) => {
            let original = || guard::second(region, file, EditSet::default());
            let behind = second_version(written, guarded, file).map_or_else(original, Ok)?;
            guard::wrap(region, file, (&guarded.test, plan.instances.as_deref()), (set, &behind))
        }
        None => Ok(set),
    }
}

/// What is done with a region where the test fails: the steps of the plan without one, where that version can be written.
pub fn otherwise<'a>(region: &TargetRegion, plan: &'a Plan, file: &SourceFile) -> &'a [Step] {
    let region = plan.combined.as_ref().map_or(region, |combined| &combined.region);
    let guarded = plan.guarded.as_ref();
    let guarded = guarded.filter(|guarded| second_version(region, guarded, file).is_some());
    guarded.map_or(&[], |guarded| &guarded.otherwise.steps)
}

/// The text of the version behind a test, where the plan without one is to be written, and changes one region with no
/// further directives.
fn second_version(region: &TargetRegion, guarded: &Guarded, file: &SourceFile) -> Option<Vec<u8>> {
    let plan = &guarded.otherwise;
    let more = |step: &Step| step.is_any(&[StepKind::Teams, StepKind::Distribute]);
    if !plan.applies() || plan.guarded.is_some() || plan.steps.iter().any(more) {
        return None;
    }
    guard::second(region, file, own_edits(region, plan, file).ok()?).ok()
}

/// The statements that sink and define or declare what conditions name that move, those of one declaration together.
fn asked(region: &TargetRegion, plan: &Plan) -> BTreeSet<StmtId> {
    let (mut conditions, mut sunk) = (BTreeSet::<StmtId>::new(), BTreeSet::<StmtId>::new());
    for step in &plan.steps {
        match step.kind {
            StepKind::Guard => conditions.extend(step.statements()),
            StepKind::Sink => sunk.extend(step.statements()),
            _ => {}
        }
    }
    let mut all = Vec::new();
    statements(&region.body, &mut all);
    let mut named: BTreeSet<SymbolId> = BTreeSet::new();
    for stmt in all.iter().filter(|stmt| conditions.contains(&stmt.id)) {
        if let StmtKind::If { condition, .. } = &stmt.kind {
            named.extend(condition.symbols());
        }
    }
    let mut asked = BTreeSet::new();
    let mut spans = BTreeSet::new();
    loop {
        let before = asked.len();
        for stmt in all.iter().filter(|stmt| sunk.contains(&stmt.id)) {
            let (target, value) = match &stmt.kind {
                StmtKind::Declare { symbol, value } => (Some(*symbol), value.as_ref()),
                StmtKind::Assign { target, value, .. } => (target.as_symbol(), Some(value)),
                _ => continue,
            };
            if spans.contains(&stmt.span) || target.is_some_and(|target| named.contains(&target)) {
                spans.insert(stmt.span);
                asked.insert(stmt.id);
                named.extend(value.into_iter().flat_map(Expr::symbols));
            }
        }
        if asked.len() == before {
            return asked;
        }
    }
}

/// The edits of the nest's headers, and the conditions that their new bounds need.
fn headers(
    region: &TargetRegion,
    plan: &Plan,
    values: &forward::Values,
    nest: &[&Loop],
) -> Result<(Vec<Edit>, Vec<u8>), Code> {
    let mut order: Vec<LoopId> = nest.iter().map(|l| l.id).collect();
    let mut boxes: &[LoopId] = &[];
    for step in &plan.steps {
        match (step.kind, &step.subject) {
            (StepKind::Interchange, Subject::Loops(loops)) => {
                order.get_mut(..loops.len()).ok_or(Code::NotEditable)?.copy_from_slice(loops);
            }
            (StepKind::Box, Subject::Loops(loops)) => boxes = loops,
            _ => {}
        }
    }
    interchange::edits(region, values, nest, (&order, boxes))
}

/// The loop before whose body the plan's conditions stand: the innermost one that shares the threads or whose counter
/// they name. Sequential loops further in need not ask again in each of their iterations, which clang leaves them to do
/// where lanes may differ.
fn conditional_body<'a>(region: &TargetRegion, plan: &Plan, nest: &[&'a Loop]) -> Option<&'a Loop> {
    let innermost = innermost_body(nest, plan)?;
    let end = nest.iter().position(|l| l.id == innermost.id)?;
    let mut named = BTreeSet::new();
    let mut shared = region.directive.associated_loops().unwrap_or(1) as usize;
    for step in &plan.steps {
        match (step.kind, &step.subject) {
            (StepKind::Collapse, Subject::Depth(depth)) => shared = *depth as usize,
            (StepKind::Box, Subject::Loops(loops)) => {
                for l in nest.iter().filter(|l| loops.contains(&l.id)) {
                    named.insert(l.iv);
                    named.extend([&l.lower, &l.bound].into_iter().flat_map(Expr::symbols));
                }
            }
            (StepKind::Guard, Subject::Statements(moved)) => {
                let mut all = Vec::new();
                statements(&region.body, &mut all);
                for stmt in all.iter().filter(|stmt| moved.contains(&stmt.id)) {
                    let StmtKind::If { condition, .. } = &stmt.kind else { return None };
                    named.extend(condition.symbols());
                }
            }
            _ => {}
        }
    }
    let counter = |l: &LoopId| nest.iter().find(|own| own.id == *l).map(|own| own.iv);
    let names = |l: &LoopId| counter(l).is_some_and(|counter| named.contains(&counter));
    let last = plan.order.iter().rposition(names).map_or(0, |at| at + 1);
    let place = last.max(shared).min(end + 1);
    let has_pragma = nest[place..=end].iter().any(|l| l.pragma.is_some());
    if has_pragma { Some(innermost) } else { nest.get(place.checked_sub(1)?).copied() }
}

/// The loop whose body is innermost among those that the plan touches.
fn innermost_body<'a>(nest: &[&'a Loop], plan: &Plan) -> Option<&'a Loop> {
    let position = |id: &LoopId| nest.iter().position(|l| l.id == *id).map_or(0, |at| at + 1);
    let depth = plan.steps.iter().map(|step| match (step.kind, &step.subject) {
        (StepKind::Interchange, Subject::Loops(loops)) => loops.len(),
        (_, Subject::Loops(loops)) => loops.iter().map(position).max().unwrap_or(0),
        (_, Subject::Depth(depth)) => *depth as usize,
        _ => 0,
    });
    nest.get(depth.max()?.checked_sub(1)?).copied()
}

fn newlines(bytes: &[u8]) -> usize {
    line_ends(bytes).count()
}

/// The text of `span` on one line. Comments and directives inside a text of several lines have no
/// faithful one-line form.
fn one_line(file: &SourceFile, span: Span) -> Result<Vec<u8>, Code> {
    let text = file.slice(span);
    let has = |pattern: &[u8]| text.windows(pattern.len()).any(|window| window == pattern);
    if flat::is_odd(text) || has(b"%:") {
        return Err(Code::NotEditable);
    }
    if newlines(text) == 0 {
        return if has(b"//") { Err(Code::NotEditable) } else { Ok(text.to_vec()) };
    }
    if has(b"//") || has(b"/*") || has(b"\\") || has(b"#") || has(b"\"") {
        return Err(Code::NotEditable);
    }
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    Ok(lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(&b' '))
}

/// `text`, padded with the line feeds of the span that it replaces.
fn padded(mut text: Vec<u8>, file: &SourceFile, replaced: Span) -> Vec<u8> {
    let missing = newlines(file.slice(replaced)).saturating_sub(newlines(&text));
    text.extend(std::iter::repeat_n(b'\n', missing));
    text
}

/// Every statement of a body and below, in pre-order.
fn statements<'a>(body: &'a [Stmt], found: &mut Vec<&'a Stmt>) {
    for stmt in body {
        found.push(stmt);
        match &stmt.kind {
            StmtKind::Loop(inner) => statements(&inner.body, found),
            StmtKind::If { then, otherwise, .. } => {
                statements(then, found);
                statements(otherwise, found);
            }
            StmtKind::While { body, .. } | StmtKind::Directive(_, body) => statements(body, found),
            _ => {}
        }
    }
}
