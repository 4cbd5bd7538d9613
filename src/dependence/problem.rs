//! One question of the power set, set up for the tests: differences of two addresses in which the
//! moving loops appear as Δ's, and the facts that hold when both accesses are executed.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rug::Integer;

use super::Proof;
use super::exact::Sets;
use super::extents::{Extents, Table};
use super::instances::{Instances, paths};
use crate::access::{Access, Accesses};
use crate::diag::Code;
use crate::id::{LoopId, SymbolId};
use crate::ir::{Stmt, StmtKind, TargetRegion};
use crate::policy::Policy;
use crate::symbolic::display::Names;
use crate::symbolic::eval::{LoopValues, Subscript, symbol_facts};
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::range::{End, Facts, Interval};
use crate::symbolic::root::Root;
use crate::symbolic::value::{Case, Guard, Literal, Value};

/// What the questions of one region share.
pub struct Nest<'a> {
    pub(super) accesses: &'a Accesses,
    pub(super) names: Names,
    pub(super) policy: &'a Policy,
    /// Ranges of the symbols' types.
    symbols: Facts,
    /// The loops around each declaration inside the region.
    declarations: BTreeMap<SymbolId, Vec<LoopId>>,
    /// Sizes of the arrays that are accessed in every iteration of the innermost of these loops.
    shapes: BTreeMap<Vec<LoopId>, BTreeSet<Poly>>,
    /// For each loop an upper bound of the distance of two of its iterations, in symbols.
    widths: Vec<Option<Poly>>,
    /// The only value of each induction variable that has one value.
    sole_values: BTreeMap<LoopId, Poly>,
    extents: Table,
    sets: Sets,
}

/// Why there is nothing to test.
pub enum NoProblem {
    /// The two accesses are never executed in such iterations.
    NeverTogether(Vec<String>),
    /// An address is not known.
    Unknown(Code),
}

/// A Δ's range: its sign, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeltaRange {
    /// Δ ≥ 1
    Positive,
    /// Δ ≤ −1
    Negative,
    /// Either.
    Any,
}

/// "Do the accesses meet?" as one set of differences: they do only where, in one of the cases, the
/// difference lies strictly between `-before` and `after`.
#[derive(Clone)]
pub struct Problem<'a> {
    /// Source minus sink, in bytes or in elements of one dimension.
    pub cases: Vec<Case>,
    /// The sink's size in the same unit: a difference of `after` or more is behind it.
    pub after: Integer,
    /// The source's size in the same unit.
    pub before: Integer,
    /// The loops in which the iterations differ, outermost first.
    pub moving: Arc<[LoopId]>,
    /// What the difference rests on.
    pub(super) assumptions: BTreeSet<Code>,
    /// Polynomials that are not negative when both accesses are executed.
    pub nonnegative: Arc<Vec<Poly>>,
    /// Polynomials in symbols that are not negative when both accesses are executed: sizes of the
    /// array and of the loops.
    pub sizes: Arc<Vec<Poly>>,
    /// Differences of other subscripts, which must be 0 too.
    pub equal: Vec<Poly>,
    /// Whether cases and `nonnegative` say all there is to say: every point is a real conflict.
    pub(super) complete: bool,
    pub(super) names: &'a Names,
    /// Integer sets that were decided.
    pub(super) sets: &'a Sets,
    /// Which subscript the difference is of, from 0; `None` for the offset in bytes.
    pub(super) subscript: Option<usize>,
    pub(super) widths: Arc<BTreeMap<LoopId, Option<Poly>>>,
    /// What holds of both instances and the sizes, the guards of their paths included.
    pub(super) facts: Arc<Facts>,
    /// The same without the guards, which may hold of one instance alone.
    pub(super) unguarded: Arc<Facts>,
}

/// The ways to look at one question: dimension by dimension where the array's shape allows it, and
/// as one linear offset. Each is set up when a test asks for it.
pub struct Problems<'a> {
    question: Question<'a>,
    /// The difference of each subscript, and of the offsets.
    differences: Vec<Value>,
    linear: Value,
    single: Vec<OnceCell<Option<Box<Problem<'a>>>>>,
    joint: OnceCell<Option<Box<Problem<'a>>>>,
    inside: OnceCell<Option<Box<Problem<'a>>>>,
}

impl<'a> Problems<'a> {
    /// The ways that look at one difference.
    pub(super) fn alternatives(&self) -> impl Iterator<Item = &Problem<'a>> {
        (0..self.single.len()).filter_map(|position| self.single(position))
    }

    fn single(&self, position: usize) -> Option<&Problem<'a>> {
        let build = || match self.differences.get(position) {
            Some(difference) => self.question.dimension(difference, position),
            None => self.question.offset(&self.linear, self.shaped()),
        };
        self.single.get(position)?.get_or_init(|| build().map(Box::new)).as_deref()
    }

    /// Whether some subscript is compared on its own.
    fn shaped(&self) -> bool {
        self.differences.iter().any(|difference| difference.unknown().is_none())
    }

    /// All dimensions at once, with their subscripts inside their extents, where the array's shape
    /// allows it.
    pub(super) fn joint(&self) -> Option<&Problem<'a>> {
        let dimensions = 0..self.differences.len();
        let build = || {
            let all: Vec<_> = dimensions.filter_map(|position| self.single(position)).collect();
            self.question.joint(&all)
        };
        self.joint.get_or_init(|| build().map(Box::new)).as_deref()
    }

    /// The linear offset, with the subscripts that have an extent inside it.
    fn inside(&self) -> Option<&Problem<'a>> {
        let build = || {
            let linear = self.single(self.differences.len()).filter(|_| !self.shaped())?;
            self.question.inside(linear)
        };
        self.inside.get_or_init(|| build().map(Box::new)).as_deref()
    }

    /// The way with the most constraints.
    pub fn strongest(&self) -> Option<&Problem<'a>> {
        self.all().next()
    }

    /// All ways, the strongest first.
    pub(super) fn all(&self) -> impl Iterator<Item = &Problem<'a>> {
        let strong = [Self::joint, Self::inside].into_iter().filter_map(|way| way(self));
        strong.chain(self.alternatives())
    }
}

impl Problem<'_> {
    /// The facts, with every moving loop's Δ in the given range. Loops not in `ranges` may have
    /// either sign.
    pub(super) fn facts(&self, ranges: &[(LoopId, DeltaRange)]) -> Facts {
        self.with_distances(&self.facts, ranges)
    }

    /// The facts that hold of a loop's variable in both instances, with every Δ of either sign.
    pub(super) fn common_facts(&self) -> Facts {
        self.with_distances(&self.unguarded, &[])
    }

    /// The facts that hold in a case as well.
    pub(super) fn facts_of(&self, case: &Case, ranges: &[(LoopId, DeltaRange)]) -> Facts {
        let mut facts = self.facts(ranges);
        facts.assume_guard(&case.guard);
        facts
    }

    /// Whether no difference between these bounds is a meeting.
    pub(super) fn excludes(&self, facts: &Facts, bounds: [&Poly; 2]) -> bool {
        outside(facts, bounds, [&self.before, &self.after])
    }

    /// The lines of a proof for every case, where each has some.
    pub(super) fn prove_cases(
        &self,
        prove: impl Fn(&Case) -> Option<Vec<String>>,
    ) -> Option<Vec<String>> {
        let proofs: Option<Vec<_>> = self.cases.iter().map(prove).collect();
        Some(proofs?.concat())
    }

    fn with_distances(&self, facts: &Facts, ranges: &[(LoopId, DeltaRange)]) -> Facts {
        let mut facts = facts.clone();
        for l in self.moving.iter() {
            let range = ranges.iter().find(|(r, _)| r == l).map_or(DeltaRange::Any, |(_, r)| *r);
            let width = self.widths[l].clone();
            let negated = width.as_ref().map(|w| -w);
            let (min, max) = match range {
                DeltaRange::Positive => (Some(Poly::one()), width),
                DeltaRange::Negative => (negated, Some(Poly::from(-1))),
                DeltaRange::Any => (negated, width),
            };
            facts.add_variable(Atom::Delta(*l), min, max);
        }
        facts
    }

    /// Integer bounds of a symbol.
    pub fn symbol_range(&self, symbol: SymbolId) -> Interval {
        self.facts.symbol_interval(symbol)
    }

    /// The greatest |Δ| of a moving loop, in symbols.
    pub(super) fn width(&self, l: LoopId) -> Option<&Poly> {
        self.widths.get(&l)?.as_ref()
    }

    /// A Δ's sign as text: `Δi >= 1`.
    pub(super) fn sign(&self, (l, range): &(LoopId, DeltaRange)) -> String {
        let relation = if *range == DeltaRange::Positive { ">= 1" } else { "<= -1" };
        format!("Δ{} {relation}", self.names.iv(*l))
    }

    /// The set of moving loops and what is compared, as text: `{j, k}`, `{i}, subscript 3`.
    pub(super) fn subset(&self) -> String {
        let names: Vec<_> = self.moving.iter().map(|l| self.names.iv(*l)).collect();
        let set = format!("{{{}}}", names.join(", "));
        match self.subscript {
            Some(position) => format!("{set}, subscript {}", position + 1),
            None => set,
        }
    }
}

/// Whether all between the bounds is outside (−before, after).
pub(super) fn outside(
    facts: &Facts,
    [least, greatest]: [&Poly; 2],
    [before, after]: [&Integer; 2],
) -> bool {
    facts.nonnegative(&(least - &Poly::from(after.clone())))
        || facts.nonnegative(&(&-greatest - &Poly::from(before.clone())))
}

impl<'a> Nest<'a> {
    /// Reads what the questions about `region` need.
    pub fn new(region: &TargetRegion, accesses: &'a Accesses, policy: &'a Policy) -> Self {
        let symbols = symbol_facts(region);
        let widths = accesses
            .loops
            .iter()
            .map(|values| width(values.as_ref()?, accesses, &symbols))
            .collect();
        let sole_values = accesses.loops.iter().enumerate().filter_map(|(index, values)| {
            let LoopValues { first: Some(first), last, .. } = values.as_ref()? else { return None };
            let only = last.as_ref() == Some(first) && first.as_constant().is_some();
            only.then(|| (LoopId::from_index(index), first.clone()))
        });
        let sole_values = sole_values.collect();
        let mut declarations = BTreeMap::new();
        collect_declarations(&region.body, &mut Vec::new(), &mut declarations);
        let mut shapes: BTreeMap<_, BTreeSet<Poly>> = BTreeMap::new();
        for access in accesses.list.iter().filter(|access| is_always_executed(access, accesses)) {
            let sizes = shape(access).filter(is_size);
            shapes.entry(access.reference.loops.clone()).or_default().extend(sizes);
        }
        let extents = Table::new(accesses, &symbols);
        let (names, sets) = (Names::of(region), Sets::default());
        Self {
            accesses,
            names,
            policy,
            symbols,
            declarations,
            shapes,
            widths,
            sole_values,
            extents,
            sets,
        }
    }

    /// A proof that the iterations do not share the storage because it is declared inside one of
    /// the moving loops.
    pub(super) fn own_storage(&self, access: &Access, moving: &[LoopId]) -> Option<Proof> {
        let Root::Symbol(symbol) = access.reference.address.root else { return None };
        let l = self.declarations.get(&symbol)?.iter().find(|l| moving.contains(l))?;
        let name = self.names.symbol(symbol);
        let steps = vec![format!("{name} is declared inside the loop over {}", self.names.iv(*l))];
        Some(Proof { test: super::Test::Base, steps, assumptions: BTreeSet::new() })
    }

    /// The question whether `source` and `sink` meet in iterations that differ in exactly `moving`.
    pub fn problem<'b>(
        &'b self,
        source: &'b Access,
        sink: &'b Access,
        moving: &'b [LoopId],
    ) -> Result<Problems<'b>, NoProblem> {
        let instances = Instances::new(source, sink, moving);
        let path = paths(&instances, source, sink);
        if path.is_empty() {
            return Err(NoProblem::NeverTogether(vec!["the guards exclude each other".into()]));
        }
        Question::new(self, (source, sink), instances, path).problems()
    }

    /// The differences of the subscripts, dimension by dimension, with every loop of `loops` moving;
    /// none where they may not be compared so.
    pub(super) fn subscript_differences(
        &self,
        source: &Access,
        sink: &Access,
        loops: &[LoopId],
    ) -> Vec<Value> {
        let instances = Instances::new(source, sink, loops);
        Question::new(self, (source, sink), instances, Vec::new()).dimensions()
    }

    /// The greatest distance of two iterations of a loop, in symbols.
    pub(super) fn width(&self, l: LoopId) -> Option<&Poly> {
        self.widths[l.index()].as_ref()
    }

    /// What is not negative when both accesses are executed: every loop around them has an
    /// iteration, moving loops have two, array extents are positive.
    fn sizes(&self, instances: &Instances, source: &Access, sink: &Access) -> Vec<Poly> {
        let mut sizes = Vec::new();
        for access in [source, sink] {
            sizes.extend(shape(access));
            let around = &access.reference.loops;
            let executed = self.shapes.iter().filter(|(loops, _)| around.starts_with(loops));
            sizes.extend(executed.flat_map(|(_, shapes)| shapes).cloned());
            for l in &access.reference.loops {
                let iteration = u32::from(instances.moving.contains(l));
                sizes.extend(self.loop_values(*l).iter().flat_map(|v| v.reached(iteration)));
            }
        }
        for l in instances.moving {
            sizes.extend(self.widths[l.index()].as_ref().map(|width| width - &Poly::one()));
        }
        let mut known = BTreeSet::new();
        sizes.retain(|size| is_size(size) && known.insert(size.clone()));
        sizes
    }

    /// Bounds of the induction variables: the sink's instance of the moving loops, the common value
    /// of the fixed ones, and the loops around one access only.
    fn add_variables(
        &self,
        facts: &mut Facts,
        instances: &Instances,
        source: &Access,
        sink: &Access,
    ) {
        for l in &sink.reference.loops {
            let Some(values) = self.loop_values(*l) else { continue };
            let rename = |poly: &Poly| poly.substitute(&|atom| instances.sink_atom(atom));
            let atom = Atom::Iv(*l, instances.sink_instance(*l));
            facts.add_variable(
                atom,
                values.first.as_ref().map(rename),
                values.furthest.as_ref().map(rename),
            );
        }
        for l in source.reference.loops.iter().filter(|l| !sink.reference.loops.contains(l)) {
            let Some(values) = self.loop_values(*l) else { continue };
            let atom = Atom::Iv(*l, Instance::Source);
            let usable = |poly: &Poly| {
                let moved =
                    |atom: &Atom| matches!(atom, Atom::Iv(l, _) if instances.moving.contains(l));
                (!poly.any_atom(&mut |atom| moved(atom))).then(|| poly.clone())
            };
            let first = values.first.as_ref().and_then(usable);
            let last = values.furthest.as_ref().and_then(usable);
            facts.add_variable(atom, first, last);
        }
    }

    /// `first ≤ i ≤ last` for both instances of every loop, as polynomials that are not negative, and
    /// whether each is bounded on both sides by its own first and last value.
    fn bound_instances(
        &self,
        instances: &Instances,
        source: &Access,
        sink: &Access,
    ) -> (Vec<Poly>, bool) {
        let (mut nonnegative, mut complete) = (Vec::new(), true);
        for (access, at_source) in [(source, true), (sink, false)] {
            for l in &access.reference.loops {
                let place = |atom: &Atom| {
                    if at_source { instances.source_atom(atom) } else { instances.sink_atom(atom) }
                };
                let iv = Poly::atom(Atom::Iv(*l, Instance::Source)).substitute(&place);
                let values = self.loop_values(*l);
                let first = values.and_then(|v| v.first.as_ref()).map(|p| p.substitute(&place));
                let furthest = values.and_then(|v| v.furthest.as_ref());
                complete &= first.is_some() && values.is_some_and(|values| values.last.is_some());
                let above = first.map(|first| &iv - &first);
                let below = furthest.map(|last| &last.substitute(&place) - &iv);
                nonnegative.extend(above.into_iter().chain(below));
            }
        }
        (nonnegative, complete)
    }

    fn loop_values(&self, l: LoopId) -> Option<&LoopValues> {
        self.accesses.loop_values(l)
    }
}

/// Two accesses and the loops in which their iterations differ.
struct Question<'a> {
    nest: &'a Nest<'a>,
    source: &'a Access,
    sink: &'a Access,
    instances: Instances<'a>,
    path: Vec<Guard>,
    setting: OnceCell<Setting>,
    extents: OnceCell<Extents>,
}

/// What the ways to look at one question share.
struct Setting {
    sizes: Arc<Vec<Poly>>,
    /// Bounds of both instances' variables, as polynomials that are not negative.
    nonnegative: Arc<Vec<Poly>>,
    /// Whether both instances of every loop are bounded on both sides, and paths are exact.
    complete: bool,
    moving: Arc<[LoopId]>,
    widths: Arc<BTreeMap<LoopId, Option<Poly>>>,
    /// What holds when both are executed, but for their guards.
    unguarded: Arc<Facts>,
    /// The same with the guard of the only path.
    facts: Arc<Facts>,
    /// Literals that were looked at, and whether they hold or fail everywhere.
    decided: RefCell<BTreeMap<Literal, Option<bool>>>,
    /// The guards of both paths without the literals that hold everywhere.
    guards: OnceCell<Vec<Guard>>,
}

impl Setting {
    /// Whether a literal holds without the path's guard, or fails.
    fn decide(&self, literal: &Literal) -> Option<bool> {
        if let Some(known) = self.decided.borrow().get(literal) {
            return *known;
        }
        let fails = || self.facts.decide(literal).filter(|holds| !holds);
        let answer = self.unguarded.decide(literal).or_else(fails);
        self.decided.borrow_mut().insert(literal.clone(), answer);
        answer
    }
}

impl<'a> Question<'a> {
    fn new(
        nest: &'a Nest<'a>,
        (source, sink): (&'a Access, &'a Access),
        instances: Instances<'a>,
        path: Vec<Guard>,
    ) -> Self {
        let (setting, extents) = (OnceCell::new(), OnceCell::new());
        Self { nest, source, sink, instances, path, setting, extents }
    }

    fn problems(self) -> Result<Problems<'a>, NoProblem> {
        let differences = self.dimensions();
        let f = self.instances.source_value(&self.source.reference.address.offset);
        let g = self.instances.sink_value(&self.sink.reference.address.offset);
        let linear = f.minus(&g);
        let shaped = differences.iter().any(|difference| difference.unknown().is_none());
        if let (Some(code), false) = (linear.unknown(), shaped) {
            return Err(NoProblem::Unknown(code));
        }
        let single = (0..=differences.len()).map(|_| OnceCell::new()).collect();
        let (joint, inside) = (OnceCell::new(), OnceCell::new());
        Ok(Problems { question: self, differences, linear, single, joint, inside })
    }

    fn setting(&self) -> &Setting {
        self.setting.get_or_init(|| {
            let Self { nest, source, sink, instances, .. } = self;
            let (nonnegative, bounded) = nest.bound_instances(instances, source, sink);
            let sizes = nest.sizes(instances, source, sink);
            let mut unguarded = nest.symbols.clone();
            sizes.iter().for_each(|size| unguarded.assume_nonnegative(size));
            nest.add_variables(&mut unguarded, instances, source, sink);
            let mut facts = unguarded.clone();
            if let [guard] = self.path.as_slice() {
                facts.assume_guard(guard);
            }
            let complete = bounded && nest.accesses.exact_paths;
            let width = |l: &LoopId| (*l, nest.widths[l.index()].clone());
            Setting {
                sizes: Arc::new(sizes),
                nonnegative: Arc::new(nonnegative),
                complete,
                moving: instances.moving.into(),
                widths: Arc::new(instances.moving.iter().map(width).collect()),
                unguarded: Arc::new(unguarded),
                facts: Arc::new(facts),
                decided: RefCell::default(),
                guards: OnceCell::new(),
            }
        })
    }

    /// The guards of both paths, without what holds everywhere and those that never hold.
    fn guards(&self) -> &[Guard] {
        let setting = self.setting();
        setting.guards.get_or_init(|| {
            let simple = |guard: &Guard| guard.simplify(&|literal| setting.decide(literal));
            self.path.iter().filter_map(simple).collect()
        })
    }

    /// The question whether one subscript is equal.
    fn dimension(&self, difference: &Value, position: usize) -> Option<Problem<'a>> {
        let problem = self.build(difference, 1, 1)?;
        let assumptions = BTreeSet::from([Code::InBounds]);
        Some(Problem { assumptions, complete: false, subscript: Some(position), ..problem })
    }

    /// The question whether the offsets meet.
    fn offset(&self, difference: &Value, shaped: bool) -> Option<Problem<'a>> {
        let problem = self.build(difference, self.source.bytes(), self.sink.bytes())?;
        let says_nothing = |extents: &Extents| extents.exact && extents.bounds.is_empty();
        let complete = problem.complete && !shaped && says_nothing(self.extents());
        Some(Problem { complete, ..problem })
    }

    /// The linear question with subscripts inside their extents, where there are any.
    fn inside(&self, linear: &Problem<'a>) -> Option<Problem<'a>> {
        let extents = self.extents();
        if extents.bounds.is_empty() {
            return None;
        }
        let nonnegative = linear.nonnegative.iter().chain(&extents.bounds).cloned().collect();
        let complete = self.setting().complete && extents.exact;
        let assumptions = BTreeSet::from([Code::InBounds]);
        let nonnegative = Arc::new(nonnegative);
        Some(Problem { assumptions, nonnegative, complete, ..linear.clone() })
    }

    /// What the extents of subscripts say, where the policy allows the assumption.
    fn extents(&self) -> &Extents {
        self.extents.get_or_init(|| {
            if !self.nest.policy.in_bounds {
                return Extents::NONE;
            }
            let (nest, ends) = (self.nest, (self.source, self.sink));
            nest.extents.between(nest.accesses, &self.instances, ends)
        })
    }

    /// The question whether all subscripts are equal, each inside its extent, where every one of the
    /// `dimensions` is one polynomial.
    fn joint(&self, dimensions: &[&Problem<'a>]) -> Option<Problem<'a>> {
        let (first, others) = dimensions.split_first()?;
        let poly = |problem: &&Problem| match problem.cases.as_slice() {
            [case] => Some(case.poly.clone()),
            _ => None,
        };
        poly(first)?;
        let equal = others.iter().map(poly).collect::<Option<Vec<_>>>()?;
        if dimensions.len() != self.source.reference.address.subscripts.len() {
            return None;
        }
        let extents = self.extents();
        let nonnegative = first.nonnegative.iter().chain(&extents.bounds).cloned().collect();
        let nonnegative = Arc::new(nonnegative);
        let complete = self.setting().complete && extents.exact;
        Some(Problem { subscript: None, nonnegative, equal, complete, ..(*first).clone() })
    }

    /// One difference with the sizes of source and sink, where it is known. Its cases hold on the
    /// path of both.
    fn build(&self, difference: &Value, before: u32, after: u32) -> Option<Problem<'a>> {
        if difference.unknown().is_some() {
            return None;
        }
        let setting = self.setting();
        let mut cases = Vec::new();
        for case in difference.cases() {
            let poly = self.with_sole_values(&case.poly);
            let of = |guard: Guard| Case { guard, poly: poly.clone() };
            if case.guard.is_always() {
                cases.extend(self.guards().iter().cloned().map(of));
            } else {
                let both = self.path.iter().filter_map(|guard| case.guard.and(guard));
                let possible = both.filter_map(|g| g.simplify(&|literal| setting.decide(literal)));
                cases.extend(possible.map(of));
            }
        }
        let nest = self.nest;
        Some(Problem {
            cases,
            after: after.into(),
            before: before.into(),
            moving: setting.moving.clone(),
            assumptions: BTreeSet::new(),
            nonnegative: setting.nonnegative.clone(),
            sizes: setting.sizes.clone(),
            equal: Vec::new(),
            complete: setting.complete,
            names: &nest.names,
            sets: &nest.sets,
            subscript: None,
            widths: setting.widths.clone(),
            facts: setting.facts.clone(),
            unguarded: setting.unguarded.clone(),
        })
    }

    /// Every variable of a loop with one iteration is its value.
    fn with_sole_values(&self, poly: &Poly) -> Poly {
        let Self { nest, instances, .. } = self;
        if nest.sole_values.is_empty() {
            return poly.clone();
        }
        poly.substitute(&|atom| match atom {
            Atom::Iv(l, _) if !instances.moving.contains(l) => nest.sole_values.get(l).cloned(),
            _ => None,
        })
    }

    /// Differences of the subscripts, dimension by dimension: addresses in an array of declared
    /// shape are equal only if all subscripts are. This needs subscripts inside their extents (C11
    /// §6.5.6: arithmetic beyond an array is undefined), assumed where the policy allows.
    fn dimensions(&self) -> Vec<Value> {
        let f = &self.source.reference.address.subscripts;
        let g = &self.sink.reference.address.subscripts;
        let same_shape = |(a, b): (&Subscript, &Subscript)| {
            a.scale == b.scale && a.extent == b.extent && a.field_offset == b.field_offset
        };
        let comparable = f.len() >= 2
            && f.len() == g.len()
            && self.source.bytes() == self.sink.bytes()
            && self.nest.policy.in_bounds
            && f.iter().skip(1).all(|subscript| subscript.extent.is_some())
            && f.iter().zip(g).all(same_shape)
            && f.iter().all(|subscript| is_invariant(&subscript.scale))
            && f.last().is_some_and(|last| holds_element(&last.scale, self.source.bytes()));
        if !comparable {
            return Vec::new();
        }
        let instances = &self.instances;
        let difference = |(a, b): (&Subscript, &Subscript)| {
            instances.source_value(&a.index).minus(&instances.sink_value(&b.index))
        };
        f.iter().zip(g).map(difference).collect()
    }
}

/// Whether an access is executed in every iteration of the loops around it.
pub(super) fn is_always_executed(access: &Access, accesses: &Accesses) -> bool {
    accesses.exact_paths && access.reference.path.as_slice() == [Guard::always()]
}

/// What is not negative because rows and extents of an accessed array are positive.
fn shape(access: &Access) -> impl Iterator<Item = Poly> {
    let sizes = |subscript: &Subscript| {
        let both = [Some(&subscript.scale), subscript.extent.as_ref()];
        both.into_iter().flatten().filter_map(|size| size.as_poly().cloned()).collect::<Vec<_>>()
    };
    access.reference.address.subscripts.iter().flat_map(sizes).map(|size| &size - &Poly::one())
}

/// Whether a polynomial is the same in all iterations, and no number.
fn is_size(poly: &Poly) -> bool {
    let varies = |atom: &Atom| matches!(atom, Atom::Iv(..) | Atom::Delta(_));
    poly.as_constant().is_none() && !poly.any_atom(&mut |atom| varies(atom))
}

/// The loops around each declaration; of a symbol declared twice those around both.
fn collect_declarations(
    body: &[Stmt],
    loops: &mut Vec<LoopId>,
    found: &mut BTreeMap<SymbolId, Vec<LoopId>>,
) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Declare { symbol, .. } => {
                let common = |known: &mut Vec<LoopId>| {
                    let same = known.iter().zip(loops.iter()).take_while(|(a, b)| a == b).count();
                    known.truncate(same);
                };
                found.entry(*symbol).and_modify(common).or_insert_with(|| loops.clone());
            }
            StmtKind::Loop(inner) => {
                loops.push(inner.id);
                collect_declarations(&inner.body, loops, found);
                loops.pop();
            }
            _ => {
                let blocks = stmt.blocks();
                blocks.into_iter().for_each(|block| collect_declarations(block, loops, found));
            }
        }
    }
}

/// Whether a stride is one polynomial in symbols.
fn is_invariant(scale: &Value) -> bool {
    scale.as_poly().is_some()
        && !scale.any_atom(&mut |atom| matches!(atom, Atom::Iv(..) | Atom::Term(_)))
}

/// Whether an element of `bytes` does not reach into its neighbour.
fn holds_element(scale: &Value, bytes: u32) -> bool {
    scale.as_constant().is_some_and(|scale| scale >= bytes)
}

/// The greatest distance of two iterations: the last value's maximum less the first value's minimum
/// over the enclosing loops.
fn width(values: &LoopValues, accesses: &Accesses, symbols: &Facts) -> Option<Poly> {
    let mut facts = symbols.clone();
    for l in &values.enclosing {
        let outer = accesses.loop_values(*l)?;
        let atom = Atom::Iv(*l, Instance::Source);
        facts.add_variable(atom, outer.first.clone(), outer.furthest.clone());
    }
    let last = facts.extreme(values.furthest.as_ref()?, End::Max)?;
    let first = facts.extreme(values.first.as_ref()?, End::Min)?;
    let width = &last - &first;
    let invariant = !width.any_atom(&mut |atom| matches!(atom, Atom::Iv(..) | Atom::Term(_)));
    invariant.then_some(width)
}
