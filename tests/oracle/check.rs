//! Compares what the library says of a region with what one run of it does.

use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;
use warpcc::Analysis;
use warpcc::access::Access;
use warpcc::dependence::{Pair, Verdict};
use warpcc::diag::Code;
use warpcc::id::{AccessId, LoopId};
use warpcc::ir::{BinaryOp, TargetRegion};
use warpcc::plan::race::{Meeting, Race, Touch};
use warpcc::symbolic::display::Names;
use warpcc::symbolic::poly::{Atom, Instance as Side, Poly, Term, TermOp};
use warpcc::symbolic::root::Root;
use warpcc::symbolic::value::{Guard, Test, Value};

use crate::interpret::{Instance, Machine, Setting, Stop, convert, wrap};

/// A region with its analysis and one run of it.
pub(crate) struct Observed<'a> {
    pub(crate) region: &'a TargetRegion,
    pub(crate) analysis: &'a Analysis,
    pub(crate) setting: &'a Setting,
    /// Executions of each access, by [`AccessId`].
    by_access: Vec<Vec<&'a Instance>>,
    machine: &'a Machine<'a>,
}

/// Runs a region in its order.
pub(crate) fn run<'a>(
    region: &'a TargetRegion,
    setting: &'a Setting,
    declared: &[LoopId],
) -> Result<Machine<'a>, Stop> {
    let mut machine = Machine::new(region, setting, declared);
    machine.run().map(|()| machine)
}

impl<'a> Observed<'a> {
    pub(crate) fn new(
        region: &'a TargetRegion,
        analysis: &'a Analysis,
        setting: &'a Setting,
        machine: &'a Machine<'a>,
    ) -> Self {
        let of = |access: &Access| {
            let same = |i: &&Instance| {
                i.place == access.reference.span.start && i.writes == access.reference.kind.writes()
            };
            machine.instances.iter().filter(same).collect()
        };
        let by_access = analysis.accesses.iter().map(of).collect();
        Self { region, analysis, setting, by_access, machine }
    }

    /// What the program leaves behind.
    pub(crate) fn result(&self) -> crate::interpret::Visible {
        self.machine.result()
    }

    /// The executions of an access.
    pub(crate) fn instances(&self, id: AccessId) -> &[&'a Instance] {
        &self.by_access[id.index()]
    }

    /// Whether the run stores to bytes that it loads.
    pub(crate) fn changes_what_it_reads(&self) -> bool {
        let bytes = |writes: bool| {
            let own = self.machine.instances.iter().filter(move |one| one.writes == writes);
            let places = |one: &Instance| {
                let (object, start) = (one.object, one.start);
                (0..one.bytes).map(move |byte| (object, start + i128::from(byte)))
            };
            own.flat_map(places).collect::<BTreeSet<_>>()
        };
        !bytes(true).is_disjoint(&bytes(false))
    }

    /// First atom and number of iterations of each execution of a loop.
    pub(crate) fn loop_extents(&self, id: LoopId) -> BTreeSet<(i128, i128)> {
        let runs = self.machine.loops.iter().filter(|run| run.id == id);
        runs.map(|run| (self.first(run), run.trips)).collect()
    }

    /// Checks everything that a single run can refute. Answers which subsets of which pairs have
    /// a conflict.
    pub(crate) fn check(&self) -> Result<BTreeSet<(usize, u32)>, String> {
        self.check_recorded()?;
        for access in &self.analysis.accesses {
            for instance in &self.by_access[access.id.index()] {
                self.check_address(access, instance)?;
                self.check_path(&access.reference.path, &instance.vector, &access.id)?;
            }
        }
        self.check_loops()?;
        let mut conflicts = BTreeSet::new();
        for (index, pair) in self.analysis.dependences.pairs.iter().enumerate() {
            conflicts.extend(self.check_pair(pair)?.into_iter().map(|mask| (index, mask)));
        }
        Ok(conflicts)
    }

    fn check_recorded(&self) -> Result<(), String> {
        for instance in &self.machine.instances {
            let known = self.analysis.accesses.iter().any(|access| {
                let reference = &access.reference;
                reference.span.start == instance.place
                    && reference.stmt == instance.stmt
                    && reference.kind.writes() == instance.writes
                    && reference.loops.iter().eq(instance.vector.iter().map(|(l, _)| l))
            });
            if !known {
                return Err(format!("no access for {instance:?}"));
            }
        }
        Ok(())
    }

    fn check_address(&self, access: &Access, instance: &Instance) -> Result<(), String> {
        let address = &access.reference.address;
        let Root::Symbol(symbol) = &address.root else { return Ok(()) };
        let Some((object, base)) = self.setting.objects.get(symbol) else { return Ok(()) };
        let Some(offset) = self.value(&address.offset, &instance.vector)? else { return Ok(()) };
        let beside = offset - (instance.start - base);
        if instance.object == *object && beside.rem_euclid(1 << 64) == 0 {
            return Ok(());
        }
        let names = Names::of(self.region);
        let text = names.value(&address.offset);
        Err(format!("{}: offset {text} = {offset}, but {instance:?}", access.id))
    }

    /// The value at an iteration, where its atoms have values; an error where the cases are not
    /// disjoint and covering.
    fn value(&self, value: &Value, at: &[(LoopId, i128)]) -> Result<Option<i128>, String> {
        let mut found = Vec::new();
        for case in value.cases() {
            match self.guard(&case.guard, at) {
                None => return Ok(None),
                Some(true) => found.push(&case.poly),
                Some(false) => {}
            }
        }
        match found.as_slice() {
            [] if value.unknown().is_some() => Ok(None),
            [poly] => Ok(self.poly(poly, at)),
            _ => Err(format!("{} cases hold of {value:?} at {at:?}", found.len())),
        }
    }

    fn check_path(
        &self,
        path: &[Guard],
        at: &[(LoopId, i128)],
        what: &dyn std::fmt::Display,
    ) -> Result<(), String> {
        let holds: Option<Vec<bool>> = path.iter().map(|guard| self.guard(guard, at)).collect();
        let Some(holds) = holds else { return Ok(()) };
        match holds.iter().filter(|holds| **holds).count() {
            1 => Ok(()),
            number => Err(format!("{what}: {number} guards of {path:?} hold at {at:?}")),
        }
    }

    fn check_loops(&self) -> Result<(), String> {
        for run in &self.machine.loops {
            let Some(values) = &self.analysis.loops[run.id.index()] else {
                return Err(format!("{} runs but was not reached", run.id));
            };
            let at = &run.vector;
            self.check_path(&values.path, at, &run.id)?;
            let claims = [
                (self.value(&values.lower, at)?, run.lower, "lower"),
                (values.first.as_ref().and_then(|p| self.poly(p, at)), self.first(run), "first"),
            ];
            for (claimed, actual, what) in claims {
                if claimed.is_some_and(|claimed| claimed != actual) {
                    return Err(format!("{}: {what} is {claimed:?}, but {run:?}", run.id));
                }
            }
            let trips = values.trip_count.as_ref().and_then(|p| self.poly(p, at));
            let wrong = |trips: i128| {
                if run.left { trips.max(0) < run.trips } else { trips.max(0) != run.trips }
            };
            if trips.is_some_and(wrong) {
                return Err(format!("{}: {trips:?} iterations, but {run:?}", run.id));
            }
            if values.most.is_some_and(|most| run.trips > i128::from(most)) {
                return Err(format!(
                    "{}: at most {:?} iterations, but {run:?}",
                    run.id, values.most
                ));
            }
        }
        Ok(())
    }

    fn first(&self, run: &crate::interpret::LoopRun) -> i128 {
        let step = self.analysis.loops[run.id.index()].as_ref().and_then(|v| v.step.clone());
        if step.is_some_and(|step| step == 1) { run.lower } else { 0 }
    }

    fn check_pair(&self, pair: &Pair) -> Result<Vec<u32>, String> {
        let conflicts = self.conflicts(pair);
        for (mask, verdict) in &pair.verdicts {
            if let (Verdict::Independent(proof), Some((a, b))) = (verdict, conflicts.get(mask)) {
                let test = proof.test.name();
                let steps = proof.steps.join("\n  ");
                let (from, to) = (pair.source, pair.sink);
                return Err(format!(
                    "{from} {to} loops {:?} mask {mask}: {test} proves\n  {steps}\nbut {a:?}\nand {b:?}",
                    pair.loops
                ));
            }
        }
        Ok(conflicts.into_keys().collect())
    }

    /// For every subset of the pair's loops two executions that touch a common byte and differ in
    /// exactly these loops, where there are any. The same atomic update made twice is none.
    pub(crate) fn conflicts(&self, pair: &Pair) -> BTreeMap<u32, (&'a Instance, &'a Instance)> {
        let fixed = |i: &Instance| -> Vec<i128> {
            let common = self.common(pair);
            let fixed = |(l, _): &&(LoopId, i128)| common.contains(l) && !pair.loops.contains(l);
            i.vector.iter().filter(fixed).map(|(_, v)| *v).collect()
        };
        let mut bytes: BTreeMap<_, Vec<&Instance>> = BTreeMap::new();
        for instance in &self.by_access[pair.source.index()] {
            for k in 0..i128::from(instance.bytes) {
                let key = (fixed(instance), instance.object, instance.start + k);
                bytes.entry(key).or_default().push(instance);
            }
        }
        let all = (1_usize << pair.loops.len()) - 1;
        let mut found = BTreeMap::new();
        for sink in &self.by_access[pair.sink.index()] {
            for k in 0..i128::from(sink.bytes) {
                let key = (fixed(sink), sink.object, sink.start + k);
                for source in bytes.get(&key).into_iter().flatten() {
                    let mask = difference(pair, source, sink);
                    let commute = source.atomic.is_some() && source.atomic == sink.atomic;
                    if mask != 0 && !commute {
                        found.entry(mask).or_insert((*source, *sink));
                    }
                }
                if found.len() == all {
                    return found;
                }
            }
        }
        found
    }

    /// The subsets of the pair's loops in whose iterations both accesses were executed.
    pub(crate) fn subsets(&self, pair: &Pair) -> BTreeSet<u32> {
        let common = self.common(pair);
        let vectors = |id: AccessId| -> BTreeMap<Vec<i128>, BTreeSet<Vec<i128>>> {
            let mut found: BTreeMap<Vec<i128>, BTreeSet<Vec<i128>>> = BTreeMap::new();
            for instance in &self.by_access[id.index()] {
                let inside = instance.vector.iter().filter(|(l, _)| common.contains(l));
                let (moving, fixed): (Vec<_>, Vec<_>) =
                    inside.partition(|(l, _)| pair.loops.contains(l));
                let values = |part: Vec<&(LoopId, i128)>| part.iter().map(|(_, v)| *v).collect();
                found.entry(values(fixed)).or_default().insert(values(moving));
            }
            found
        };
        let (sources, sinks) = (vectors(pair.source), vectors(pair.sink));
        let all = (1_usize << pair.loops.len()) - 1;
        let mut found = BTreeSet::new();
        for (fixed, sources) in &sources {
            for (a, b) in sinks
                .get(fixed)
                .into_iter()
                .flatten()
                .flat_map(|b| sources.iter().map(move |a| (a, b)))
            {
                let bits = a.iter().zip(b).enumerate().map(|(k, (a, b))| u32::from(a != b) << k);
                let mask: u32 = bits.sum();
                found.extend((mask != 0).then_some(mask));
                if found.len() == all {
                    return found;
                }
            }
        }
        found
    }

    fn common(&self, pair: &Pair) -> BTreeSet<LoopId> {
        let loops = |id: AccessId| &self.analysis.accesses[id.index()].reference.loops;
        let both = loops(pair.source).iter().zip(loops(pair.sink));
        both.take_while(|(a, b)| a == b).map(|(a, _)| *a).collect()
    }

    /// Whether iterations of the loops declared parallel share a byte that one of them writes, but for the same atomic updates.
    pub(crate) fn races(&self) -> bool {
        let declared = &self.analysis.dependences.declared;
        let mut bytes: BTreeMap<_, (BTreeSet<Vec<i128>>, bool, bool)> = BTreeMap::new();
        for instance in &self.machine.instances {
            let of = |(l, _): &&(LoopId, i128)| declared.contains(l);
            let vector: Vec<_> = instance.vector.iter().filter(of).map(|(_, v)| *v).collect();
            for k in 0..i128::from(instance.bytes) {
                let entry = bytes.entry((instance.object, instance.start + k)).or_default();
                entry.0.insert(vector.clone());
                entry.1 |= instance.writes;
                entry.2 |= instance.atomic.is_none();
            }
        }
        let races = |(vectors, written, plain): &(BTreeSet<_>, bool, bool)| {
            *written && *plain && vectors.len() > 1
        };
        bytes.values().any(races)
    }

    /// A race that is claimed is one: where the loops run, and the one that carries it so often, two executions meet. Answers whether
    /// the run can tell.
    pub(crate) fn check_race(&self, race: &Race) -> Result<bool, String> {
        let Touch::Accesses { write, read } = race.touch else { return Ok(false) };
        let at =
            |i: &Instance, l: LoopId| i.vector.iter().find(|(own, _)| *own == l).map(|(_, v)| *v);
        let writes = self.instances(write);
        let rounds = |l: LoopId| writes.iter().map(|i| at(i, l)).collect::<BTreeSet<_>>().len();
        let reaches = |l: &LoopId, far: Option<usize>| far.is_some_and(|far| rounds(*l) > far);
        let tells = match &race.meeting {
            Meeting::All(l) | Meeting::One { at: l, .. } => reaches(l, Some(1)),
            Meeting::Apart(distances) => {
                distances.iter().all(|(l, far)| reaches(l, far.clone().abs().to_usize()))
            }
        };
        if !tells {
            return Ok(false);
        }
        let touches = |a: &Instance, b: &Instance| {
            a.object == b.object
                && a.start < b.start + i128::from(b.bytes)
                && b.start < a.start + i128::from(a.bytes)
        };
        let declared = &self.analysis.dependences.declared;
        let apart = |a: &Instance, b: &Instance| declared.iter().any(|l| at(a, *l) != at(b, *l));
        let meets = |write: &&&Instance| {
            let others = self.instances(read).iter();
            others.into_iter().any(|read| apart(read, write) && touches(write, read))
        };
        let found = writes.iter().any(|write| meets(&write));
        found.then_some(true).ok_or_else(|| format!("no two executions meet of {race:?}"))
    }

    fn guard(&self, guard: &Guard, at: &[(LoopId, i128)]) -> Option<bool> {
        let mut all = true;
        for literal in guard.literals() {
            let value = self.poly(&literal.poly, at)?;
            all &= match literal.test {
                Test::NonNegative => value >= 0,
                Test::Zero => value == 0,
                Test::NonZero => value != 0,
            };
        }
        Some(all)
    }

    fn poly(&self, poly: &Poly, at: &[(LoopId, i128)]) -> Option<i128> {
        let value = poly.evaluate(&|atom| match atom {
            Atom::Symbol(symbol) => self.setting.symbols.get(symbol).copied().map(Integer::from),
            Atom::Iv(l, Side::Source) => {
                at.iter().find(|(k, _)| k == l).map(|(_, value)| Integer::from(*value))
            }
            Atom::Term(term) => self.term(term, at).map(Integer::from),
            _ => None,
        });
        value?.to_i128()
    }

    fn term(&self, term: &Term, at: &[(LoopId, i128)]) -> Option<i128> {
        let arguments: Option<Vec<_>> = term.args.iter().map(|arg| self.poly(arg, at)).collect();
        match (&term.op, arguments?.as_slice()) {
            (TermOp::Binary(op), [a, b]) => operate(*op, *a, *b),
            (TermOp::Wrap { bits, signed }, [a]) => Some(wrap(*a, *bits, *signed)),
            (TermOp::Load { symbol, bytes, signed }, [offset]) => {
                let (object, base) = self.setting.objects.get(symbol)?;
                let value = self.setting.load(*object, base + offset, *bytes);
                Some(wrap(value, *bytes as u16 * 8, *signed))
            }
            _ => None,
        }
    }
}

/// The loops of `pair` in which two executions differ.
fn difference(pair: &Pair, a: &Instance, b: &Instance) -> u32 {
    let at = |i: &Instance, l: &LoopId| i.vector.iter().find(|(k, _)| k == l).map(|(_, v)| *v);
    let bit = |(k, l): (usize, &LoopId)| u32::from(at(a, l) != at(b, l)) << k;
    pair.loops.iter().enumerate().map(bit).sum()
}

fn operate(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    match op {
        BinaryOp::Div => a.checked_div(b),
        BinaryOp::Rem => a.checked_rem(b),
        BinaryOp::Shr => u32::try_from(b).ok().map(|b| a >> b.min(127)),
        BinaryOp::BitAnd => Some(a & b),
        BinaryOp::BitOr => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
        _ => None,
    }
}

/// What a dependence's witness says: with these sizes and iterations the pair conflicts in a subset of its loops.
pub(crate) struct Claim<'a> {
    pub(crate) pair: &'a Pair,
    pub(crate) mask: u32,
    pub(crate) point: &'a str,
}

/// Checks that the iterations of a dependence's witness exist: with the sizes it names, two
/// executions of the pair differ in exactly the subset's loops and touch a common byte.
pub(crate) fn witness(
    region: &TargetRegion,
    analysis: &Analysis,
    setting: &Setting,
    claim: &Claim,
) -> Result<bool, String> {
    let Claim { pair, mask, point } = *claim;
    let setting = sized(region, setting, point)?;
    let Ok(machine) = run(region, &setting, &analysis.dependences.declared) else {
        return Ok(false);
    };
    let observed = Observed::new(region, analysis, &setting, &machine);
    if observed.conflicts(pair).contains_key(&mask) {
        return Ok(true);
    }
    Err(format!(
        "{} {} loops {:?} mask {mask}: no such conflict with witness {point}\n{}",
        pair.source,
        pair.sink,
        pair.loops,
        pair.difference(&analysis.accesses, &Names::of(region)).join("\n")
    ))
}

/// Whether the two iterations that a witness names conflict, where those between them are skipped.
pub(crate) fn sparse_witness(
    region: &TargetRegion,
    analysis: &Analysis,
    setting: &Setting,
    claim: &Claim,
) -> Result<bool, String> {
    let Claim { pair, mask, point } = *claim;
    let mut setting = sized(region, setting, point)?;
    let counters: BTreeSet<_> = region.loops().iter().map(|inner| inner.iv).collect();
    let mut only: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (name, value) in values(point) {
        let name = name.trim_start_matches('#').trim_end_matches('\'');
        for counter in counters.iter().filter(|c| region.symbol(**c).name == name) {
            only.entry(*counter).or_default().insert(value);
        }
    }
    setting.only = Some(only);
    let machine = run(region, &setting, &analysis.dependences.declared);
    Ok(machine.is_ok_and(|machine| {
        let observed = Observed::new(region, analysis, &setting, &machine);
        observed.conflicts(pair).contains_key(&mask)
    }))
}

/// The numbers that a witness names.
fn values(point: &str) -> impl Iterator<Item = (&str, i128)> {
    let parts = point.split(", ").filter_map(|part| part.split_once(" = "));
    parts.filter_map(|(name, value)| Some((name, value.parse().ok()?)))
}

/// A setting with the sizes that a witness names.
fn sized(region: &TargetRegion, setting: &Setting, point: &str) -> Result<Setting, String> {
    let mut setting = setting.clone();
    for (name, value) in values(point) {
        let symbol = setting.symbols.keys().find(|s| region.symbol(**s).name == name).copied();
        let Some(symbol) = symbol else { continue };
        if convert(value, region.symbol(symbol).ty) != value {
            return Err(format!("witness {point}: {name} is not in its type's range"));
        }
        setting.symbols.insert(symbol, value);
    }
    Ok(setting)
}

/// Whether a pair's verdicts need no more looking at: storage told apart by its roots.
pub(crate) fn by_base(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Independent(proof) => proof.test.name() == "base",
        Verdict::Unknown(code) => *code == Code::MayAlias,
        Verdict::Dependent(_) => false,
    }
}
