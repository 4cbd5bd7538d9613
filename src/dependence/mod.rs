//! Which iterations of which loops may touch the same memory.
//!
//! For every pair of accesses of which one writes, and for every non-empty subset of the loops
//! around both (the power set of the IPDA paper's Fig. 4c), the question is: can the two touch a
//! common byte in iterations that differ in exactly the loops of the subset? Loops that the
//! programmer declared parallel are not asked about: they carry no dependence by declaration, so
//! their difference is 0 in every subset.
//!
//! The tests run from cheap to strong: bases, ZIV, strong SIV, GCD (Goff, Kennedy, Tseng: "Practical
//! Dependence Testing", PLDI 1991), the IPDA test (paper, §5), and the exact test on integer sets.
//! Each proves independence or says nothing.

pub mod alias;
mod atomics;
mod banerjee;
mod classic;
mod coupled;
mod delinearize;
mod exact;
mod extents;
mod factor;
mod farkas;
pub mod graph;
mod instances;
mod ipda;
mod pairs;
mod points;
pub mod problem;
mod products;
pub mod reduction;
mod residue;
pub mod scalar;
mod separate;
mod siv;
pub mod vector;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use alias::Condition;
use atomics::Updates;
use graph::{Edge, Graph};
use rayon::prelude::*;

use crate::access::{Access, Accesses};
use crate::diag::Code;
use crate::id::{AccessId, LoopId};
use crate::ir::{Stmt, StmtKind, TargetRegion, nest_of, walk_statements};
use crate::policy::Policy;
use crate::symbolic::display::Names;
use crate::symbolic::poly::{Atom, TermOp};
use crate::symbolic::root::{Root, Storage};
use instances::Instances;
use problem::{Nest, NoProblem, Problem, Problems};
use vector::Vectors;

/// The tests, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Test {
    /// The storage is distinct.
    Base,
    /// Zero index variables: the difference is a constant.
    Ziv,
    /// One difference with a constant coefficient.
    StrongSiv,
    /// One side only uses the loop.
    WeakZeroSiv,
    /// Opposite coefficients of the loop's two variables.
    WeakCrossingSiv,
    /// A loop around each side only.
    Rdiv,
    /// Functions with a value of their own for each argument.
    Residue,
    /// Greatest common divisor of the coefficients.
    Gcd,
    /// Bounds of the difference for every direction vector.
    Banerjee,
    /// One distance for each subscript.
    Lamport,
    /// Constraints of one subscript put into the others.
    Delta,
    /// Iteration-point differences and ranges.
    Ipda,
    /// A sum of constraints that is a negative constant.
    Farkas,
    /// Integer sets.
    Exact,
    /// Factors that are never 0.
    Factor,
    /// Division by a symbolic size.
    Delinearize,
    /// Sums of products of constraints.
    Products,
    /// Atomic updates, whose order is open.
    Atomic,
}

impl Test {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Test::Base => "base",
            Test::Ziv => "ziv",
            Test::StrongSiv => "strong-siv",
            Test::WeakZeroSiv => "weak-zero-siv",
            Test::WeakCrossingSiv => "weak-crossing-siv",
            Test::Rdiv => "rdiv",
            Test::Gcd => "gcd",
            Test::Banerjee => "banerjee",
            Test::Lamport => "lamport",
            Test::Delta => "delta",
            Test::Ipda => "ipda",
            Test::Farkas => "farkas",
            Test::Exact => "exact",
            Test::Factor => "factor",
            Test::Delinearize => "delinearize",
            Test::Products => "products",
            Test::Residue => "residue",
            Test::Atomic => "atomic",
        }
    }
}

/// Why two accesses touch no common byte, or may come in either order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The test that found it.
    pub test: Test,
    /// Its steps, one line of algebra each.
    pub steps: Vec<String>,
    /// What it rests on.
    pub assumptions: BTreeSet<Code>,
}

/// The answer for one pair of accesses and one subset of loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No two such iterations touch a common byte, or what they do there is done in any order.
    Independent(Proof),
    /// These two do: values of the induction variables and symbols, as `i = 0, i' = 1`.
    Dependent(String),
    /// Not proved, for a reason.
    Unknown(Code),
}

/// How two accesses in textual order may depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A write, then a read.
    Flow,
    /// A read, then a write.
    Anti,
    /// Two writes.
    Output,
}

/// What is known of a pair of accesses.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The textually first access.
    pub source: AccessId,
    /// The textually second access, or the same.
    pub sink: AccessId,
    /// The kind of dependence.
    pub kind: Kind,
    /// The loops around both that are not declared parallel, outermost first.
    pub loops: Vec<LoopId>,
    /// The other pairs of which the same holds: their addresses differ by the same amount, or their
    /// roots are as different.
    pub same: Vec<(AccessId, AccessId)>,
    /// Whether both are from one root, so that the difference of their addresses was looked at.
    pub one_root: bool,
    /// One verdict for each non-empty subset of `loops`, or one for all of them where nothing was
    /// tested; bit k of the key stands for `loops[k]`.
    pub verdicts: BTreeMap<u32, Verdict>,
    /// Where the roots may denote one array: if all of these hold, the pair and those like it are
    /// independent after all.
    pub conditions: Vec<Condition>,
}

impl Pair {
    /// The pair and the others of which the same holds.
    pub fn all(&self) -> impl Iterator<Item = (AccessId, AccessId)> {
        std::iter::once((self.source, self.sink)).chain(self.same.iter().copied())
    }

    /// The two accesses in the order in which their difference is taken: from the one that writes, as
    /// in the paper's examples. The signs of the Δ's cover both directions.
    pub fn writer_first<'a>(&self, accesses: &'a [Access]) -> (&'a Access, &'a Access) {
        let (source, sink) = (&accesses[self.source.index()], &accesses[self.sink.index()]);
        if self.kind == Kind::Anti { (sink, source) } else { (source, sink) }
    }

    /// The two addresses and their difference with all of `loops` moving, as text; nothing where they
    /// have no root in common.
    pub fn difference(&self, accesses: &[Access], names: &Names) -> Vec<String> {
        if !self.one_root {
            return Vec::new();
        }
        let (source, sink) = self.writer_first(accesses);
        let instances = Instances::new(source, sink, &self.loops);
        let f = &source.reference.address.offset;
        let g = instances.sink_value(&sink.reference.address.offset);
        let difference = instances.source_value(f).minus(&g);
        vec![
            format!("f = {}", names.value(f)),
            format!("g = {}", names.value(&g)),
            format!("f - g = {}", names.value(&difference)),
        ]
    }

    /// The loops of a subset. Loops behind the mask's last bit are in every subset.
    pub fn subset(&self, mask: u32) -> impl Iterator<Item = LoopId> {
        let contains = move |k: usize| k >= 32 || mask & (1 << k) != 0;
        self.loops.iter().enumerate().filter(move |(k, _)| contains(*k)).map(|(_, l)| *l)
    }

    /// The verdicts that are not independence, for subsets with a loop of `loops`.
    pub fn carried_by<'a>(
        &'a self,
        loops: &'a [LoopId],
    ) -> impl Iterator<Item = (u32, &'a Verdict)> {
        self.verdicts
            .iter()
            .filter(move |(mask, _)| self.subset(**mask).any(|l| loops.contains(&l)))
            .filter(|(_, verdict)| !matches!(verdict, Verdict::Independent(_)))
            .map(|(mask, verdict)| (*mask, verdict))
    }
}

/// How often a test was tried and how often it proved independence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Subsets tried.
    pub tried: u32,
    /// Subsets proved.
    pub proved: u32,
}

/// What is known of all pairs of a region.
#[derive(Clone, Debug, Default)]
pub struct Dependences {
    /// Pairs with at least one loop that is not declared parallel.
    pub pairs: Vec<Pair>,
    /// The dependences that are not disproved.
    pub graph: Graph,
    /// The loops declared parallel by the region's own directive, outermost first.
    pub declared: Vec<LoopId>,
    /// The loops declared parallel by directives inside the region: for one iteration of the loops
    /// around such a loop, its iterations are independent.
    pub worksharing: Vec<LoopId>,
    /// How the tests fared.
    pub statistics: Statistics,
}

impl Dependences {
    /// What is known of the accesses with the numbers of `range`, which are counted from 0 then.
    ///
    /// A verdict is about iterations and addresses, which stay what they are where other accesses go.
    pub fn within(&self, range: &Range<usize>) -> Dependences {
        let place = |id: AccessId| {
            let inside = range.contains(&id.index());
            inside.then(|| AccessId::from_index(id.index() - range.start))
        };
        let (mut pairs, mut graph) = (Vec::new(), Graph::default());
        let mut numbers = BTreeMap::new();
        for (index, pair) in self.pairs.iter().enumerate() {
            let mut kept = pair.all().filter_map(|(a, b)| Some((place(a)?, place(b)?)));
            let Some((source, sink)) = kept.next() else { continue };
            numbers.insert(index, pairs.len());
            pairs.push(Pair { source, sink, same: kept.collect(), ..pair.clone() });
        }
        for edge in &self.graph.edges {
            let Some(index) = numbers.get(&edge.origin.0) else { continue };
            let own = &pairs[*index];
            let reversed = edge.source != self.pairs[edge.origin.0].source;
            let (source, sink) =
                if reversed { (own.sink, own.source) } else { (own.source, own.sink) };
            let origin = (*index, edge.origin.1);
            graph.edges.push(Edge { source, sink, origin, ..edge.clone() });
        }
        Dependences { pairs, graph, statistics: Statistics::new(), ..self.clone() }
    }
}

/// How often each test was tried and proved something.
pub type Statistics = BTreeMap<Test, Count>;

/// Deeper nests are not asked about: 2^8 subsets of differing loops.
const MAX_LOOPS: usize = 8;
/// Subsets over all pairs beyond which a region counts as too complex.
const MAX_QUESTIONS: usize = 100_000;
/// With fewer questions than these, starting threads takes longer than answering.
const MIN_PARALLEL: usize = 16;

/// Analyses the pairs of accesses of `region`.
pub fn analyze(region: &TargetRegion, accesses: &Accesses, policy: &Policy) -> Dependences {
    let declared = declared_loops(region);
    let nest = Nest::new(region, accesses, policy);
    let updates = Updates::of(region, &accesses.list);
    let mut pairs = pairs::group(accesses, &declared, &updates);
    let mut questions = 0;
    for pair in &mut pairs {
        questions += 1_usize << pair.loops.len().min(MAX_LOOPS);
        if pair.loops.len() > MAX_LOOPS || questions > MAX_QUESTIONS {
            pair.verdicts = BTreeMap::from([(u32::MAX, Verdict::Unknown(Code::TooComplex))]);
        }
    }
    let answer = |(index, mut pair): (usize, Pair)| {
        let (mut statistics, mut vectors) = (Statistics::new(), BTreeMap::new());
        let (source, sink) = (accesses.get(pair.source), accesses.get(pair.sink));
        if policy.limit.is_over() {
            pair.verdicts = BTreeMap::from([(u32::MAX, Verdict::Unknown(Code::OverBudget))]);
        }
        if pair.verdicts.is_empty() {
            let storage = alias::storage(region, policy, source, sink);
            vectors = judge(&nest, &mut pair, storage, &mut statistics);
            if let Some(proof) = updates.proof(&nest, &pair, &declared, storage) {
                settle(&mut pair, &proof, &mut statistics);
                vectors.clear();
            } else if storage == Storage::MayOverlap {
                pair.conditions = alias::conditions(region, accesses, &pair);
            }
        }
        for (mask, verdict) in &pair.verdicts {
            if !matches!(verdict, Verdict::Independent(_)) {
                vectors.entry(*mask).or_insert_with(|| vector::vectors(&pair, *mask, None));
            }
        }
        let edges = graph::edges(&pair, vectors, index);
        (pair, edges, statistics)
    };
    let numbered: Vec<_> = pairs.into_iter().enumerate().collect();
    let answers: Vec<_> = if questions < MIN_PARALLEL {
        numbered.into_iter().map(answer).collect()
    } else {
        numbered.into_par_iter().map(answer).collect()
    };
    collect(answers, declared, worksharing_loops(&region.body))
}

/// Joins the answers in the order of their pairs, whichever thread found them.
fn collect(
    answers: Vec<(Pair, Vec<Edge>, Statistics)>,
    declared: Vec<LoopId>,
    worksharing: Vec<LoopId>,
) -> Dependences {
    let (mut pairs, mut graph) = (Vec::new(), Graph::default());
    let mut statistics = Statistics::new();
    for (pair, edges, counts) in answers {
        pairs.push(pair);
        graph.edges.extend(edges);
        for (test, count) in counts {
            let total = statistics.entry(test).or_default();
            total.tried += count.tried;
            total.proved += count.proved;
        }
    }
    Dependences { pairs, graph, declared, worksharing, statistics }
}

/// The loops that the region's directive makes parallel.
pub(crate) fn declared_loops(region: &TargetRegion) -> Vec<LoopId> {
    if !region.directive.shares_work() {
        return Vec::new();
    }
    let count = region.directive.associated_loops().unwrap_or(1) as usize;
    region.nest().iter().take(count).map(|l| l.id).collect()
}

/// The loops that directives in `body` make parallel.
fn worksharing_loops(body: &[Stmt]) -> Vec<LoopId> {
    let mut found = Vec::new();
    walk_statements(body, &mut |stmt| match &stmt.kind {
        StmtKind::Directive(directive, inner) if directive.shares_work() => {
            let count = directive.associated_loops().unwrap_or(1) as usize;
            found.extend(nest_of(inner).iter().take(count).map(|l| l.id));
        }
        _ => {}
    });
    found
}

/// Gives the subsets that are not proved otherwise this proof.
fn settle(pair: &mut Pair, proof: &Proof, statistics: &mut Statistics) {
    let open = pair.verdicts.values_mut();
    for verdict in open.filter(|verdict| !matches!(verdict, Verdict::Independent(_))) {
        let count = statistics.entry(proof.test).or_default();
        count.tried += 1;
        count.proved += 1;
        *verdict = Verdict::Independent(proof.clone());
    }
}

fn uniform(pair: &Pair, verdict: &Verdict) -> BTreeMap<u32, Verdict> {
    let subsets = 1..(1_u32 << pair.loops.len());
    subsets.map(|mask| (mask, verdict.clone())).collect()
}

/// Fills in the verdicts; answers the vectors of subsets that are not independent, where the tests'
/// problems tell them.
fn judge(
    nest: &Nest,
    pair: &mut Pair,
    storage: Storage,
    statistics: &mut Statistics,
) -> BTreeMap<u32, Vectors> {
    let (source, sink) = pair.writer_first(&nest.accesses.list);
    statistics.entry(Test::Base).or_default().tried += 1;
    match storage {
        Storage::Distinct(assumption) => {
            statistics.entry(Test::Base).or_default().proved += 1;
            let code = assumption.unwrap_or(Code::DistinctObjects);
            let steps = vec![format!("{code}: {}", code.title())];
            let assumptions = assumption.into_iter().collect();
            let proof = Proof { test: Test::Base, steps, assumptions };
            pair.verdicts = uniform(pair, &Verdict::Independent(proof));
            BTreeMap::new()
        }
        Storage::MayOverlap => {
            let code = overlap_code(source, sink);
            pair.verdicts = uniform(pair, &Verdict::Unknown(code));
            BTreeMap::new()
        }
        Storage::Same => judge_subsets(nest, pair, (source, sink), statistics),
    }
}

/// The same for a pair in one storage: every subset of its loops is a question.
fn judge_subsets(
    nest: &Nest,
    pair: &mut Pair,
    (source, sink): (&Access, &Access),
    statistics: &mut Statistics,
) -> BTreeMap<u32, Vectors> {
    let mut vectors = BTreeMap::new();
    pair.one_root = true;
    let separators = separate::separators(nest, source, sink, &pair.loops);
    for mask in 1..(1_u32 << pair.loops.len()) {
        let moving: Vec<_> = pair.subset(mask).collect();
        let separated = || separators.iter().find_map(|s| s.proof(nest, &moving));
        let verdict = if nest.policy.limit.is_over() {
            Verdict::Unknown(Code::OverBudget)
        } else if let Some(proof) = nest.own_storage(source, &moving) {
            Verdict::Independent(proof)
        } else if let Some(proof) = separated() {
            let count = statistics.entry(proof.test).or_default();
            count.tried += 1;
            count.proved += 1;
            Verdict::Independent(proof)
        } else {
            let problems = nest.problem(source, sink, &moving);
            let verdict = decide(&problems, (source, sink), statistics);
            if !matches!(verdict, Verdict::Independent(_)) {
                vectors.insert(mask, vector::vectors(pair, mask, problems.as_ref().ok()));
            }
            verdict
        };
        pair.verdicts.insert(mask, verdict);
    }
    vectors
}

/// Why nothing is known of two roots.
fn overlap_code(source: &Access, sink: &Access) -> Code {
    match (&source.reference.address.root, &sink.reference.address.root) {
        (Root::Unknown(code), _) | (_, Root::Unknown(code)) => *code,
        _ => Code::MayAlias,
    }
}

/// The steps of a proof, where there is one.
type Prover = fn(&Problem) -> Option<Vec<String>>;

/// Tests of one difference in one or two variables.
const CLASSIC: [(Test, Prover); 6] = [
    (Test::Ziv, classic::ziv),
    (Test::StrongSiv, classic::strong_siv),
    (Test::Gcd, classic::gcd),
    (Test::WeakZeroSiv, siv::weak_zero),
    (Test::WeakCrossingSiv, siv::weak_crossing),
    (Test::Rdiv, siv::rdiv),
];
/// The test of differences of remainders and the like, where there are such.
const RESIDUE: (Test, Prover) = (Test::Residue, residue::test);
/// Tests of one difference in any number of variables. Before them one looks whether the accesses meet
/// near 0: then there is nothing to prove. That comes first of all where subscripts are compared, for
/// [`separate`] leaves few pairs of these that do not meet.
const BOUNDING: [(Test, Prover); 2] = [(Test::Banerjee, banerjee::test), (Test::Ipda, ipda::test)];
/// Tests of all subscripts together.
const COUPLED: [(Test, Prover); 2] =
    [(Test::Lamport, coupled::lamport), (Test::Delta, coupled::delta)];
/// The linear test of the strongest question.
const LINEAR: (Test, Prover) = (Test::Farkas, products::linear);
/// Tests of last resort.
const STRONG: [(Test, Prover); 3] = [
    (Test::Factor, factor::test),
    (Test::Delinearize, delinearize::test),
    (Test::Products, products::test),
];

fn decide(
    problems: &Result<Problems, NoProblem>,
    (source, sink): (&Access, &Access),
    statistics: &mut Statistics,
) -> Verdict {
    let problem = match problems {
        Ok(problem) => problem,
        Err(NoProblem::NeverTogether(steps)) => {
            let (steps, assumptions) = (steps.clone(), BTreeSet::new());
            return Verdict::Independent(Proof { test: Test::Ipda, steps, assumptions });
        }
        Err(NoProblem::Unknown(code)) => return Verdict::Unknown(*code),
    };
    let mut classic = || {
        let mut provers = CLASSIC.iter();
        let proof = provers.find_map(|p| attempt(p, problem.alternatives(), statistics));
        let concerned = problem.alternatives().filter(|one| residue::concerns(one));
        proof.or_else(|| attempt(&RESIDUE, concerned, statistics)).map(Verdict::Independent)
    };
    let glance = || problem.strongest().and_then(exact::glance).map(Verdict::Dependent);
    let first = if problem.joint().is_some() {
        glance().or_else(classic)
    } else {
        classic().or_else(glance)
    };
    if let Some(verdict) = first {
        if matches!(verdict, Verdict::Dependent(_)) {
            statistics.entry(Test::Exact).or_default().tried += 1;
        }
        return verdict;
    }
    let cheap = BOUNDING
        .iter()
        .find_map(|prover| attempt(prover, problem.alternatives(), statistics))
        .or_else(|| COUPLED.iter().find_map(|prover| attempt(prover, problem.joint(), statistics)))
        .or_else(|| attempt(&LINEAR, problem.strongest(), statistics));
    if let Some(proof) = cheap {
        return Verdict::Independent(proof);
    }
    match decide_exactly(problem, statistics) {
        Some(verdict) => verdict,
        None => STRONG
            .iter()
            .find_map(|prover| attempt(prover, problem.all(), statistics))
            .map(Verdict::Independent)
            .or_else(|| {
                problem.all().find_map(exact::witness_at_small_sizes).map(Verdict::Dependent)
            })
            .unwrap_or_else(|| Verdict::Unknown(unproved_code(source, sink))),
    }
}

/// The tests that prove a question, each by itself.
pub fn provers(problems: &Problems) -> BTreeSet<Test> {
    let proves = |(_, prove): &&(Test, Prover), problem: Option<&Problem>| {
        problem.is_some_and(|problem| prove(problem).is_some())
    };
    let single = CLASSIC.iter().chain([&RESIDUE]).chain(&BOUNDING);
    let single = single.filter(|test| problems.alternatives().any(|p| proves(test, Some(p))));
    let coupled = COUPLED.iter().filter(|test| proves(test, problems.joint()));
    let linear = Some(&LINEAR).filter(|test| proves(test, problems.strongest()));
    let strong = STRONG.iter().filter(|test| problems.all().any(|p| proves(test, Some(p))));
    let by_sets = problems.all().any(|p| exact::proof(p).is_some()).then_some(Test::Exact);
    let found = single.chain(coupled).chain(linear).chain(strong).map(|(test, _)| *test);
    found.chain(by_sets).collect()
}

/// The proof of the first problem that a test proves.
fn attempt<'p, 'n: 'p>(
    (test, prove): &(Test, Prover),
    problems: impl IntoIterator<Item = &'p Problem<'n>>,
    statistics: &mut Statistics,
) -> Option<Proof> {
    let mut problems = problems.into_iter().peekable();
    if *test == Test::Residue && problems.peek().is_none() {
        return None;
    }
    let count = statistics.entry(*test).or_default();
    count.tried += u32::from(problems.peek().is_some());
    let proof = problems.find_map(|problem| {
        let steps = prove(problem)?;
        Some(Proof { test: *test, steps, assumptions: problem.assumptions.clone() })
    });
    count.proved += u32::from(proof.is_some());
    proof
}

/// The exact test's answer; `None` where it has none.
fn decide_exactly(problem: &Problems, statistics: &mut Statistics) -> Option<Verdict> {
    let count = statistics.entry(Test::Exact).or_default();
    count.tried += 1;
    for alternative in problem.all() {
        match exact::test(alternative) {
            exact::Answer::Independent(steps) => {
                count.proved += 1;
                let assumptions = alternative.assumptions.clone();
                let proof = Proof { test: Test::Exact, steps, assumptions };
                return Some(Verdict::Independent(proof));
            }
            exact::Answer::Dependent(point) => return Some(Verdict::Dependent(point)),
            exact::Answer::Possible => return None,
            exact::Answer::Unknown => {}
        }
    }
    None
}

/// The reason that a person should look at first.
fn unproved_code(source: &Access, sink: &Access) -> Code {
    let has_term = |test: fn(&TermOp) -> bool| {
        [source, sink].into_iter().any(|access| {
            let offset = &access.reference.address.offset;
            offset.any_atom(&mut |atom| matches!(atom, Atom::Term(term) if test(&term.op)))
        })
    };
    if has_term(|op| matches!(op, TermOp::Load { .. } | TermOp::Unknown { .. })) {
        Code::IndirectSubscript
    } else if has_term(|op| matches!(op, TermOp::Wrap { .. })) {
        Code::MayWrap
    } else {
        Code::UnprovedDependence
    }
}
