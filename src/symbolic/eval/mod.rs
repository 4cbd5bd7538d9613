//! From statements to symbolic values: definitions reach uses through structured control flow
//! (IPDA paper, §4: a load is replaced by its reaching definition wherever possible).
//!
//! One walk over the region in textual order keeps the value of every scalar and pointer in an
//! environment. An `if` merges the two environments to `p·a + (1−p)·b`. A loop forgets what its body
//! assigns: such a variable holds a fresh unknown in every iteration, a function of the enclosing
//! induction variables, so that no two iterations are taken to share it; what a loop advances by the
//! same rule each time has a closed form (`counters.rs`). Memory that the region
//! writes is unknown whenever it is read, but for elements of an iteration's own arrays and members of its structures (`cells.rs`);
//! memory that it does not write is a function of the address.
//!
//! Proofs ask for values that hold always, counts of sectors for those that are likely, and for what
//! tells lanes apart: a second walk answers them (`counting.rs`).

mod assigned;
mod assumed;
mod bounds;
mod cells;
mod contents;
mod counters;
mod counting;
mod crew;
mod expr;
mod flow;
mod fold;
mod numbers;
mod place;
mod sources;
mod stmt;

use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;

use crate::diag::Code;
use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::{
    BinaryOp, DebugLocation, OriginKind, SymbolKind, TargetRegion, Type, addressed, named,
};
use crate::policy::Policy;
use crate::source::Span;
use crate::symbolic::poly::{Atom, Instance, Poly, TermOp};
use crate::symbolic::range::Facts;
use crate::symbolic::root::{
    Root, Storage, compare, is_never_stored, is_only_way, is_scalar_on_device,
};
use crate::symbolic::value::{Guard, Value};

/// An address: the storage it points into, the byte offset, and the subscripts it was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The storage.
    pub root: Root,
    /// Bytes from the root's start.
    pub offset: Value,
    /// The steps with a subscript, outermost first.
    pub subscripts: Vec<Subscript>,
}

/// One subscript of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscript {
    /// Its value.
    pub index: Value,
    /// Bytes per unit.
    pub scale: Value,
    /// The declared number of elements, where the type has one.
    pub extent: Option<Value>,
    /// Constant bytes that member selection adds behind this subscript.
    pub field_offset: u64,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccessKind {
    /// A load.
    Read,
    /// A store.
    Write,
    /// A load and a store of one place, as by `+=`.
    Update,
}

impl AccessKind {
    /// Whether it stores.
    pub fn writes(self) -> bool {
        self != AccessKind::Read
    }
}

/// A reference to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The statement it stands in.
    pub stmt: StmtId,
    /// Its text.
    pub span: Span,
    /// Where debug information has it, if its load is not where its text begins.
    pub debug: Option<Box<DebugLocation>>,
    /// Where it points.
    pub address: Address,
    /// What is stored there.
    pub ty: Type,
    /// Whether an object of another type may be accessed so: a member of a union, or a type that says so.
    pub untyped: bool,
    /// What it does.
    pub kind: AccessKind,
    /// The enclosing loops, outermost first.
    pub loops: Vec<LoopId>,
    /// Disjoint guards, one of which holds whenever the reference is executed.
    pub path: Vec<Guard>,
    /// What the program states to hold there.
    pub assumed: Guard,
}

impl Reference {
    /// Whether it accesses an object of a floating type, and no other.
    pub(crate) fn is_floating(&self) -> bool {
        matches!(self.ty, Type::Float { .. }) && !self.untyped
    }

    /// Whether it accesses a pointer or an integer that no value of another kind may be stored to: not a character, nor in a union.
    pub(crate) fn is_typed(&self) -> bool {
        is_typed(self.ty) && !self.untyped
    }
}

/// Whether objects of the type are no characters, nor of several types.
fn is_typed(ty: Type) -> bool {
    matches!(ty, Type::Int { bits: 16..=64, .. } | Type::Pointer)
}

/// A loop's bounds as values.
#[derive(Clone, Debug)]
pub struct LoopValues {
    /// The loops around it, outermost first.
    pub enclosing: Vec<LoopId>,
    /// The first value of the loop's atom: the lower bound where the step is 1, else 0.
    pub first: Option<Poly>,
    /// The last value of the loop's atom.
    pub last: Option<Poly>,
    /// A value that the loop's atom never passes: the last one, or, where the bounds have several cases, the last one of the case in which
    /// they are farthest apart.
    pub furthest: Option<Poly>,
    /// How far the bounds are apart at most, where they have several cases.
    pub spread: Option<Poly>,
    /// The induction variable's first value.
    pub lower: Value,
    /// One past the induction variable's last value where the step is 1, as written otherwise.
    pub upper: Value,
    /// The step, where it is a constant.
    pub step: Option<Integer>,
    /// The number of iterations where it is at least 0.
    pub trip_count: Option<Poly>,
    /// The most iterations that it ever has, where these are known to be 0 or 1.
    pub most: Option<u32>,
    /// Whether the bounds or the counter change while the loop runs.
    pub varying: Option<Code>,
    /// The guards under which the loop is reached.
    pub path: Vec<Guard>,
}

impl LoopValues {
    /// How far the bounds are apart in the direction of the step, in each case of theirs.
    pub(crate) fn distances(&self) -> Option<Value> {
        let (from, to) = if *self.step.as_ref()? > 0 {
            (&self.lower, &self.upper)
        } else {
            (&self.upper, &self.lower)
        };
        Some(to.minus(from))
    }

    /// How far the bounds are apart in the direction of the step.
    pub(crate) fn distance(&self) -> Option<Poly> {
        self.distances()?.as_poly().cloned()
    }

    /// ⌈(upper − lower) / step⌉ for a loop whose relation fits the sign of its step.
    fn counted_trips(&self) -> Option<Poly> {
        self.trips_over(&self.distance()?)
    }

    /// ⌈distance / step⌉ for a distance in the direction of the step.
    fn trips_over(&self, distance: &Poly) -> Option<Poly> {
        let magnitude = self.step.clone()?.abs();
        if magnitude == 1 {
            return Some(distance.clone());
        }
        let rounded = distance + &Poly::from(Integer::from(&magnitude - 1));
        if let Some(constant) = rounded.as_constant() {
            return Some(Poly::from(constant.div_rem_floor(magnitude).0));
        }
        rounded.divide_exactly(&magnitude).or_else(|| {
            let op = TermOp::Binary(BinaryOp::Div);
            Some(Poly::term(op, vec![rounded.clone(), Poly::from(magnitude)]))
        })
    }

    /// What is not negative while the `iteration`-th one runs, counted from 0: the last iteration is
    /// no earlier. Where the step is not 1, the quotient in `last` hides how far the bounds are apart.
    pub(crate) fn reached(&self, iteration: u32) -> impl Iterator<Item = Poly> {
        let iteration = Integer::from(iteration);
        let steps = self.first.as_ref().zip(self.last.as_ref()).map(|(first, last)| {
            let runs = last - first;
            &runs - &Poly::from(iteration.clone())
        });
        let magnitude = self.step.as_ref().map(|step| step.clone().abs());
        let far = || match self.trip_count {
            Some(_) => self.distance(),
            None => self.spread.clone(),
        };
        let room = magnitude.filter(|magnitude| *magnitude != 1).and_then(|magnitude| {
            let least = Poly::from(iteration * magnitude + 1);
            Some(&far()? - &least)
        });
        steps.into_iter().chain(room)
    }
}

/// Something with effects that the analysis cannot follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The statement.
    pub stmt: StmtId,
    /// The kind of obstacle.
    pub code: Code,
    /// What it is, in words.
    pub why: String,
    /// The enclosing loops, outermost first.
    pub loops: Vec<LoopId>,
}

/// What the walk over a region found.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    /// Indexed by [`LoopId`]; `None` for loops that were not reached.
    pub loops: Vec<Option<LoopValues>>,
    /// Memory references in order of evaluation.
    pub references: Vec<Reference>,
    /// Calls and statements with unknown effects.
    pub obstacles: Vec<Obstacle>,
    /// Assumptions that the values rest on.
    pub assumptions: BTreeSet<Code>,
    /// Whether every reference is executed in all iterations in which its path holds. Without it
    /// (a loop may be left early, a condition is not expressible) paths and bounds say too much.
    pub exact_paths: bool,
    /// Pointers that lead to one of several objects, all of one thread or team.
    pub to_own: BTreeSet<Root>,
}

/// Evaluates a region.
///
/// A first walk takes every load for unknown and finds the roots that are written; the second knows
/// which loads read memory that no iteration changes.
pub fn evaluate(region: &TargetRegion, policy: &Policy) -> Evaluation {
    let first = Evaluator::new(region, policy, None).run();
    let written = first.obstacles.is_empty().then(|| stored(&first.references));
    let anywhere = |(root, _): &(Root, bool)| matches!(root, Root::Unknown(_));
    let settled = written.iter().flatten().any(anywhere).then(|| settle(region, policy)).flatten();
    settled.unwrap_or_else(|| Evaluator::new(region, policy, written).run())
}

/// How often roots that are written are added before a walk counts for nothing.
const MOST_WALKS: u32 = 4;

/// Evaluates a region whose stores go through pointers in memory. A walk that takes all memory but that of some roots for unchanged,
/// and finds no store to another root, is right: the first store to another one would follow loads that all found what they are
/// taken to find, and the walk has that store. `None` where roots are added for too long, or not every effect is known.
fn settle(region: &TargetRegion, policy: &Policy) -> Option<Evaluation> {
    let mut written = BTreeSet::new();
    for _ in 0..MOST_WALKS {
        let found = Evaluator::new(region, policy, Some(written.clone())).run();
        let stores = stored(&found.references);
        if !found.obstacles.is_empty() {
            return None;
        } else if stores.is_subset(&written) {
            return Some(found);
        }
        written.extend(stores);
    }
    None
}

/// The roots that references store to, and whether floating values by their type.
fn stored(references: &[Reference]) -> BTreeSet<(Root, bool)> {
    let stores = references.iter().filter(|reference| reference.kind.writes());
    stores.map(|store| (store.address.root.clone(), store.is_floating())).collect()
}

/// Evaluates a region for counts, whose values no proof may use. `proved` has the references that
/// [`evaluate`] found: memory that none of them writes is taken to stay as it is. What each walk finds objects to hold the
/// next one begins with, until nothing is new.
pub fn evaluate_for_counts(
    region: &TargetRegion,
    policy: &Policy,
    proved: &[Reference],
) -> Evaluation {
    let written = stored(proved);
    let hidden = contents::hidden(region);
    let mut contents = hidden.clone();
    loop {
        let mut evaluator = Evaluator::new(region, policy, Some(written.clone()));
        evaluator.escaped.extend(hidden.keys());
        evaluator.start_counting(contents.clone());
        evaluator.walk();
        let found = evaluator.counting.map(|counting| counting.contents).unwrap_or_default();
        if found == contents || policy.limit.is_over() {
            return evaluator.out;
        }
        contents = found;
    }
}

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Binding {
    Value(Value),
    Pointer(Address),
}

type Environment = BTreeMap<SymbolId, Binding>;

struct Evaluator<'a> {
    region: &'a TargetRegion,
    policy: &'a Policy,
    /// The roots that the region writes, and whether floating values by their type; `None` where anything may be written.
    written: Option<BTreeSet<(Root, bool)>>,
    environment: Environment,
    /// Arrays and structures whose parts are followed like scalars, and what is known of these.
    followed: BTreeMap<SymbolId, cells::Followed>,
    cells: cells::Cells,
    /// Scalars whose address is taken somewhere: their values are not tracked.
    escaped: BTreeSet<SymbolId>,
    /// Objects that something that is not understood may change.
    exposed: BTreeSet<SymbolId>,
    /// Enclosing loops, outermost first.
    loops: Vec<LoopId>,
    path: Vec<Guard>,
    /// What statements before this one in its block say.
    assumed: Guard,
    stmt: StmtId,
    unknowns: u32,
    /// Enclosing loops without an induction variable.
    uncounted_loops: u32,
    /// Enclosing directives, the region's own aside.
    directives: u32,
    /// Loops whose iterations are handed out to threads.
    shared: BTreeSet<LoopId>,
    growing: counters::GrowingIn,
    /// What counts ask for, where the walk is one for them.
    counting: Option<crew::Counting>,
    facts: Facts,
    out: Evaluation,
}

impl<'a> Evaluator<'a> {
    fn new(
        region: &'a TargetRegion,
        policy: &'a Policy,
        written: Option<BTreeSet<(Root, bool)>>,
    ) -> Evaluator<'a> {
        let mut evaluator = Evaluator {
            region,
            policy,
            written,
            environment: Environment::new(),
            followed: cells::followed(region),
            cells: cells::Cells::new(),
            escaped: assigned::escaped_symbols(region),
            exposed: contents::exposed(region),
            loops: Vec::new(),
            path: vec![Guard::always()],
            assumed: Guard::always(),
            stmt: StmtId(0),
            unknowns: 0,
            uncounted_loops: 0,
            directives: 0,
            shared: counters::shared_loops(region),
            growing: counters::GrowingIn::new(),
            counting: None,
            facts: symbol_facts(region),
            out: Evaluation {
                loops: vec![None; region.loop_count as usize],
                exact_paths: stmt::jumps_are_modelled(&region.body, false),
                ..Evaluation::default()
            },
        };
        evaluator.derive_pointers();
        for fact in &region.facts {
            let fact = evaluator.condition(fact);
            evaluator.assume_on_entry(fact.as_ref());
        }
        evaluator.forget(&assigned::assigned_symbols(region, &region.body));
        evaluator
    }

    /// Binds the pointers that the function derives from others to what they are derived from, but for those that are
    /// the only way to it and promise so.
    fn derive_pointers(&mut self) {
        let region = self.region;
        let named = named(&region.body);
        let promises = |symbol| self.policy.restrict && is_only_way(region, &named, symbol);
        let derived = region.origins.iter().flat_map(|origin| region.lineage(origin.symbol));
        let derived: BTreeSet<(usize, SymbolId)> = derived
            .filter(|symbol| !promises(*symbol))
            .map(|symbol| (region.lineage(symbol).len(), symbol))
            .collect();
        for (_, symbol) in derived {
            let pointer = region.origins_of(symbol).find_map(|kind| match kind {
                OriginKind::Derived(pointer) => Some(pointer),
                _ => None,
            });
            let address = pointer.map(|pointer| self.pointer(pointer));
            if let Some(address) = address.filter(|a| !matches!(a.root, Root::Unknown(_))) {
                self.environment.insert(symbol, Binding::Pointer(address));
            }
        }
    }

    fn run(mut self) -> Evaluation {
        self.walk();
        self.out
    }

    fn walk(&mut self) {
        let region = self.region;
        self.block(&region.body);
        self.variables_in_memory();
    }

    /// Variables are followed by their names. Those that a pointer may reach are not followed at all: whose address is taken in the
    /// region; and scalars in `map` clauses, or declared for the device, which are memory there, where the region stores through a
    /// pointer that may point to them.
    fn variables_in_memory(&mut self) {
        let region = self.region;
        let named = named(&region.body);
        let stores = self.out.references.iter().filter(|reference| reference.kind.writes());
        let roots: BTreeSet<&Root> = stores.map(|store| &store.address.root).collect();
        let is_stored = |symbol: &SymbolId| {
            let storage = Root::Symbol(*symbol);
            roots
                .iter()
                .any(|root| compare(region, self.policy, &storage, root) == Storage::MayOverlap)
        };
        let mapped = named.into_iter();
        let mapped = mapped.filter(|s| is_scalar_on_device(region, *s) && is_stored(s));
        let reached: BTreeSet<SymbolId> = addressed(region).into_iter().chain(mapped).collect();
        let loops: Vec<LoopId> = region.loops().iter().map(|l| l.id).collect();
        for symbol in reached {
            let why = format!("a pointer may reach the variable {}", region.symbol(symbol).name);
            let (stmt, loops) = (StmtId(0), loops.clone());
            self.out.obstacles.push(Obstacle { stmt, code: Code::UnknownEffect, why, loops });
        }
    }

    /// A value that may differ in every iteration of the enclosing loops.
    fn fresh(&mut self) -> Value {
        self.fresh_growing(0)
    }

    /// The same of a value that grows by at least `grows` from one iteration of the innermost loop
    /// to a later one.
    fn fresh_growing(&mut self, grows: u32) -> Value {
        if let Some(sources) = self.sources_read() {
            return self.unknown_of(&sources);
        }
        if self.uncounted_loops > 0 {
            return Value::Unknown(Code::NotCanonical);
        }
        self.unknowns += 1;
        let ivs = self.loops.iter().map(|l| Poly::atom(Atom::Iv(*l, Instance::Source))).collect();
        let op = TermOp::Unknown { stmt: self.stmt, index: self.unknowns, grows };
        Value::from(Poly::term(op, ivs))
    }

    /// Gives each of `symbols` a fresh unknown.
    fn forget(&mut self, symbols: &BTreeSet<SymbolId>) {
        for symbol in symbols {
            let binding = match self.region.symbol(*symbol).kind {
                SymbolKind::Pointer | SymbolKind::Reference => {
                    Binding::Pointer(self.unknown_pointer())
                }
                _ => Binding::Value(self.fresh()),
            };
            self.environment.insert(*symbol, binding);
        }
    }

    /// Gives each of `symbols` values that nothing is known of: another one wherever it is read.
    fn lose(&mut self, symbols: &BTreeSet<SymbolId>) {
        if self.counts() {
            return self.vary(symbols);
        }
        self.forget(symbols);
        for symbol in symbols {
            if let Some(Binding::Value(value)) = self.environment.get_mut(symbol) {
                *value = Value::Unknown(Code::UnmodelledMapping);
            }
        }
    }

    fn obstacle(&mut self, code: Code, why: impl Into<String>) {
        let obstacle =
            Obstacle { stmt: self.stmt, code, why: why.into(), loops: self.loops.clone() };
        self.out.obstacles.push(obstacle);
    }

    /// Whether `value` lies in the range of an integer type, wherever the current path is taken.
    fn fits(&self, value: &Value, bits: u16, signed: bool) -> bool {
        let (min, max) = integer_range(bits, signed);
        let within = |poly: &Poly| {
            let range = self.facts.interval(poly);
            range.min.is_some_and(|v| v >= min) && range.max.is_some_and(|v| v <= max)
        };
        value.unknown().is_none() && value.cases().iter().all(|case| within(&case.poly))
    }
}

/// The least and greatest value of an integer type.
pub fn integer_range(bits: u16, signed: bool) -> (Integer, Integer) {
    let half = Integer::from(1) << u32::from(bits.max(1) - 1);
    if signed { (-half.clone(), half - 1) } else { (Integer::new(), (half << 1) - 1) }
}

/// What the types of a region's symbols say of their values.
pub fn symbol_facts(region: &TargetRegion) -> Facts {
    let mut facts = Facts::default();
    for (index, symbol) in region.symbols.iter().enumerate() {
        if let Type::Int { bits, signed } = symbol.ty {
            let (min, max) = integer_range(bits, signed);
            facts.bound_symbol(Atom::Symbol(SymbolId::from_index(index)), min, max);
        }
        let id = SymbolId::from_index(index);
        if !symbol.elements.is_empty() && is_never_stored(region, id) {
            facts.know_elements(id, symbol.ty.bytes(), symbol.elements.clone());
        }
    }
    facts
}
