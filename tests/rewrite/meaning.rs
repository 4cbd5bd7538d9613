//! What a region does, by running its IR: whether it is defined and free of races, and what it
//! leaves in memory.

use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;
use warpcc::dependence::Dependences;
use warpcc::dependence::alias::{Condition, Extent};
use warpcc::dependence::scalar;
use warpcc::id::{LoopId, SymbolId};
use warpcc::ir::{BinaryOp, DataKind, Stmt, StmtKind, SymbolKind, TargetRegion};
use warpcc::plan::fact::Fact;
use warpcc::plan::test::HostTest;
use warpcc::symbolic::poly::{Atom, Poly};
use warpcc::symbolic::root::Root;

use crate::generate::{Class, DIRECTIONS, DIRECTIONS_AT};
use crate::interpret::{Instance, Machine, Setting, Visible};
use crate::rng::Rng;
use crate::settings;

/// Bytes on each side of the place that a pointer points to.
pub(crate) const HALF: i128 = 32768;
/// Bytes of the table `T`.
pub(crate) const TABLE: i128 = 65536;
/// The number of the object `T40`, a matrix of 40 rows of 40 elements.
pub(crate) const MATRIX: u64 = 7;
/// Statements that an original may run.
pub(crate) const STEPS: u32 = 60_000;
/// Statements that a rewriting may run: a condition that kept whole loops from running stands inside
/// of them afterwards.
pub(crate) const STEPS_AFTER: u32 = 100 * STEPS;

/// The arguments of a call, by the names of the parameters.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) values: BTreeMap<String, i128>,
    pub(crate) objects: BTreeMap<String, (u64, i128)>,
    pub(crate) salt: u64,
}

/// Sizes at which the shape of an iteration space changes: nothing, one, around a warp.
const SIZES: [i128; 7] = [0, 1, 2, 5, 31, 32, 33];

/// Numbers of rows, and lengths of rows, around the sizes of tiles and warps; most pairs fit into an object.
const ROWS: [i128; 6] = [1, 5, 33, 64, 128, 129];
const LENGTHS: [i128; 7] = [5, 31, 32, 33, 40, 64, 65];

/// Random arguments for a region of a class.
pub(crate) fn calls(region: &TargetRegion, class: Class, rng: &mut Rng) -> Vec<Call> {
    (0..5)
        .map(|turn| {
            let setting = settings::setting(rng, region);
            let name = |id: &SymbolId| region.symbol(*id).name.clone();
            let mut values: BTreeMap<_, _> =
                setting.symbols.iter().map(|(id, value)| (name(id), *value)).collect();
            let is_matrix = turn > 2 && matches!(class, Class::Rows | Class::Stencils);
            let sizes: [&[i128]; 2] = if is_matrix { [&ROWS, &LENGTHS] } else { [&SIZES; 2] };
            for (name, sizes) in ["n", "m"].into_iter().zip(sizes) {
                if turn > 1 || rng.chance(30) {
                    values.insert(name.into(), *rng.pick(sizes));
                }
            }
            let mut objects: BTreeMap<_, _> =
                setting.objects.iter().map(|(id, place)| (name(id), *place)).collect();
            objects.insert("T40".into(), (MATRIX, 0));
            objects.insert("K".into(), (DIRECTIONS_AT, 0));
            if !maps_a_pointer(region) && rng.chance(60) {
                let (object, offset) = objects.get("A").copied().unwrap_or((1, 0));
                let distance = 4 * *rng.pick(&[-33, -2, -1, 0, 1, 2, 31, 64, 700]);
                objects.insert("B".into(), (object, offset + distance));
            }
            Call { values, objects, salt: rng.next() }
        })
        .collect()
}

/// Whether the construct maps what `A` or `B` points to, used or not: then it is separate storage.
fn maps_a_pointer(region: &TargetRegion) -> bool {
    let clauses = region.directive.clauses.iter().filter(|clause| clause.name == "map");
    clauses.filter_map(|clause| clause.argument.as_ref()).any(|text| text.contains("B["))
}

/// Whether the host's test of a region holds for a call: its facts do, and the ranges lie in different objects, or apart
/// in one. Ranges that reach beyond their objects may make the real test stricter.
pub(crate) fn holds(region: &TargetRegion, test: &HostTest, call: &Call) -> bool {
    let name = |symbol: SymbolId| region.symbol(symbol).name.as_str();
    let value = |poly: &Poly| {
        let value = poly.evaluate(&|atom| match atom {
            Atom::Symbol(symbol) => {
                Some(call.values.get(name(*symbol)).copied().unwrap_or(0).into())
            }
            _ => None,
        });
        value.and_then(|value| value.to_i128()).expect("a condition is of the call's values")
    };
    let range = |extent: &Extent| {
        let Root::Symbol(symbol) = extent.root else { panic!("a condition is about variables") };
        let (object, offset) = call.object(name(symbol));
        (object, offset + value(&extent.first), offset + value(&extent.end))
    };
    let fact = |fact: &Fact| match fact {
        Fact::Least(sum) => value(sum) >= 0,
        Fact::One(symbol) => value(&Poly::atom(Atom::Symbol(*symbol))) == 1,
        Fact::Most(product, power) => {
            let atom = |symbol| Poly::atom(Atom::Symbol(symbol));
            fact.nonnegative().all(|symbol| value(&atom(symbol)) >= 0)
                && value(&Poly::monomial(product.clone(), Integer::from(1))) <= 1 << power
        }
    };
    let apart = |condition: &Condition| {
        let (left, right) = (range(&condition.left), range(&condition.right));
        let mut strides = condition.nonnegative.iter();
        strides.all(|stride| value(&Poly::atom(stride.clone())) >= 0)
            && (left.0 != right.0 || left.2 <= right.1 || right.2 <= left.1)
    };
    test.facts.iter().all(fact) && test.conditions.iter().all(apart)
}

impl Call {
    /// The object and the byte in it that a pointer parameter points to.
    pub(crate) fn object(&self, name: &str) -> (u64, i128) {
        let own = match name {
            "B" => 2,
            "idx" => 3,
            "q" => 5,
            "r" => 6,
            _ => 1,
        };
        self.objects.get(name).copied().unwrap_or((own, 0))
    }
}

/// A run of a region.
pub(crate) struct Run {
    pub(crate) visible: Visible,
    /// A byte that two iterations touch which may run at the same time, one of them writing.
    pub(crate) race: Option<(u64, i128)>,
    /// Whether every access stays inside its object.
    pub(crate) inside: bool,
    /// Whether every access is at a multiple of its size, which the host does not require.
    pub(crate) aligned: bool,
}

/// Runs `regions`, one after the other, with the arguments of `call`; `None` where C does not define
/// what they do, or they take too long.
pub(crate) fn run(
    regions: &[(&TargetRegion, &Dependences)],
    call: &Call,
    steps: u32,
) -> Option<Run> {
    let mut last: Option<Run> = None;
    for (region, dependences) in regions {
        let memory = last.as_ref().map(|run| run.visible.0.clone()).unwrap_or_default();
        let mut run = run_one(region, dependences, call, (steps, memory))?;
        if let Some(earlier) = last {
            run.race = earlier.race.or(run.race);
            run.inside &= earlier.inside;
            run.aligned &= earlier.aligned;
        }
        last = Some(run);
    }
    last
}

/// Runs `region` for at most so many steps, on memory that was written before.
fn run_one(
    region: &TargetRegion,
    dependences: &Dependences,
    call: &Call,
    (steps, memory): (u32, BTreeMap<(u64, i128), u8>),
) -> Option<Run> {
    let mut setting = Setting {
        tables: BTreeSet::from([3]),
        salt: call.salt,
        steps: Some(steps),
        collapses: true,
        ..Setting::default()
    };
    for (index, symbol) in region.symbols.iter().enumerate() {
        let id = SymbolId::from_index(index);
        if let Some(value) = call.values.get(&symbol.name) {
            setting.symbols.insert(id, *value);
        }
        if let Some(place) = call.objects.get(&symbol.name) {
            setting.objects.insert(id, *place);
        }
    }
    let parallel: Vec<LoopId> =
        dependences.declared.iter().chain(&dependences.worksharing).copied().collect();
    if assigns_shared_variables(region, &parallel) {
        return None;
    }
    let mut machine = Machine::new(region, &setting, &dependences.declared);
    machine.memory = memory;
    machine.run().ok()?;
    let race = race(&machine.instances, &parallel);
    let inside = machine.instances.iter().all(is_inside);
    let is_aligned = |instance: &Instance| instance.start % i128::from(instance.bytes.max(1)) == 0;
    let aligned = machine.instances.iter().all(is_aligned);
    Some(Run { visible: machine.result(), race, inside, aligned })
}

/// Whether iterations that may run at the same time assign one variable. It has no bytes that are compared, and a bound
/// made of it would be looked at again after every iteration.
fn assigns_shared_variables(region: &TargetRegion, parallel: &[LoopId]) -> bool {
    let is_own = |kind| matches!(kind, DataKind::Private | DataKind::Reduction);
    let own = region.data.iter().filter(|item| is_own(item.kind)).map(|item| item.symbol);
    let mut own: BTreeSet<_> = own.chain(region.loops().iter().map(|l| l.iv)).collect();
    own.extend(listed_inside(region, &region.body));
    region.loops().into_iter().filter(|l| parallel.contains(&l.id)).any(|l| {
        let (mut declared, mut assigned) = (own.clone(), BTreeSet::new());
        variables(region, &l.body, &mut declared, &mut assigned);
        !assigned.is_subset(&declared)
    })
}

/// Whether threads share the counter of a loop that each of them runs in order, and may change it for the others. Here each
/// has its own, as it has where the loop is collapsed.
pub(crate) fn shares_counters(region: &TargetRegion) -> bool {
    let associated = region.directive.associated_loops().unwrap_or(0) as usize;
    let associated: Vec<LoopId> = region.nest().iter().take(associated).map(|l| l.id).collect();
    let mut loops = region.loops();
    loops.retain(|l| !associated.contains(&l.id));
    let own = listed_inside(region, &region.body);
    scalar::shared_counters(region, &loops).iter().any(|counter| !own.contains(counter))
}

/// The variables that directives inside of the region list, whose threads have their own.
fn listed_inside(region: &TargetRegion, body: &[Stmt]) -> Vec<SymbolId> {
    let mut found = Vec::new();
    for stmt in body {
        match &stmt.kind {
            StmtKind::Directive(directive, body) => {
                let own = |name: &str| ["private", "firstprivate", "reduction"].contains(&name);
                let clauses = directive.clauses.iter().filter(|clause| own(&clause.name));
                let text: Vec<_> =
                    clauses.filter_map(|clause| clause.argument.as_deref()).collect();
                let names: BTreeSet<_> =
                    text.iter().flat_map(|text| text.split([',', ':', ' '])).collect();
                let all = (0..region.symbols.len()).map(SymbolId::from_index);
                found.extend(all.filter(|id| names.contains(region.symbol(*id).name.as_str())));
                found.extend(listed_inside(region, body));
            }
            StmtKind::Loop(inner) => found.extend(listed_inside(region, &inner.body)),
            StmtKind::While { body, .. } => found.extend(listed_inside(region, body)),
            StmtKind::If { then, otherwise, .. } => {
                found.extend(listed_inside(region, then));
                found.extend(listed_inside(region, otherwise));
            }
            _ => {}
        }
    }
    found
}

/// The variables that `body` declares, and those that it assigns.
fn variables(
    region: &TargetRegion,
    body: &[Stmt],
    declared: &mut BTreeSet<SymbolId>,
    assigned: &mut BTreeSet<SymbolId>,
) {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Declare { symbol, .. } => {
                declared.insert(*symbol);
            }
            StmtKind::Assign { target, .. } => {
                let is_variable = |s: &SymbolId| {
                    matches!(region.symbol(*s).kind, SymbolKind::Scalar | SymbolKind::Pointer)
                };
                assigned.extend(target.as_symbol().filter(is_variable));
            }
            StmtKind::If { then, otherwise, .. } => {
                variables(region, then, declared, assigned);
                variables(region, otherwise, declared, assigned);
            }
            StmtKind::Loop(inner) => variables(region, &inner.body, declared, assigned),
            StmtKind::Directive(directive, _) if directive.name == "atomic" => {}
            StmtKind::While { body, .. } | StmtKind::Directive(_, body) => {
                variables(region, body, declared, assigned);
            }
            _ => {}
        }
    }
}

fn is_inside(instance: &Instance) -> bool {
    let (low, high) = match instance.object {
        4 => (0, TABLE),
        DIRECTIONS_AT => (0, 4 * DIRECTIONS.len() as i128),
        MATRIX => (0, 40 * 40 * 4),
        1..=6 => (-HALF, HALF),
        _ => (0, 64),
    };
    instance.start >= low && instance.start + i128::from(instance.bytes) <= high
}

/// Iterations that differ in no loop outside a parallel one may run at the same time, but for the same atomic updates. Bytes that are only
/// read are left out at once: they are most.
fn race(instances: &[Instance], parallel: &[LoopId]) -> Option<(u64, i128)> {
    type Group<'a> = (u64, i128, &'a [(LoopId, i128)], LoopId);
    // The values of the loop, whether an access writes, and the operators of atomic updates.
    type Seen = (BTreeSet<i128>, bool, BTreeSet<Option<&'static str>>);
    let bytes = |instance: &Instance| {
        let (object, start) = (instance.object, instance.start);
        (0..i128::from(instance.bytes)).map(move |byte| (object, start + byte))
    };
    let written: BTreeSet<_> = instances.iter().filter(|i| i.writes).flat_map(bytes).collect();
    let mut groups: BTreeMap<Group, Seen> = BTreeMap::new();
    for instance in instances {
        for (k, (l, value)) in instance.vector.iter().enumerate() {
            if !parallel.contains(l) {
                continue;
            }
            for (object, byte) in bytes(instance).filter(|byte| written.contains(byte)) {
                let key = (object, byte, &instance.vector[..k], *l);
                let group = groups.entry(key).or_default();
                group.0.insert(*value);
                group.1 |= instance.writes;
                group.2.insert(instance.atomic.map(BinaryOp::symbol));
            }
        }
    }
    let racing = groups.iter().find(|(_, (values, written, atomic))| {
        let commute = atomic.len() == 1 && !atomic.contains(&None);
        *written && values.len() > 1 && !commute
    });
    racing.map(|((object, byte, ..), _)| (*object, *byte))
}
