//! Values for counts of sectors.
//!
//! A count weighs, it proves nothing. So it takes what is likely for granted: arithmetic of 32 bits and more does not
//! wrap around, a bound is reached. And it asks something that proofs do not: which lanes of a warp see
//! the same value. All lanes are in the same iteration of every sequential loop, so two lanes see two
//! values only where something differs that the values are made of. An unknown carries these *sources*,
//! loops over which iterations or threads are spread, as arguments: it is the same
//! function of them for all lanes, and one without any is uniform.

use std::collections::{BTreeMap, BTreeSet};

use rug::Integer;

use super::crew::{Counting, Crew};
use super::flow::{Entry, flow};
use super::place::unknown_address;
use super::sources::{Contents, Sources, address_sources, sources, union};
use super::{Address, Binding, Evaluator, LoopValues};
use crate::diag::Code;
use crate::id::{LoopId, SymbolId};
use crate::ir::launch::number_loops;
use crate::ir::{DataKind, Directive, Expr, Loop, Stmt, SymbolKind, clauses};
use crate::symbolic::poly::{Atom, Instance, Poly, TermOp};
use crate::symbolic::root::{Root, is_outside_memory};
use crate::symbolic::value::{Condition, Value};

/// Multiples of more than 2^(bits − 8) wrap around after a few steps, as those of hashes do.
const HEADROOM: u32 = 8;

/// What arithmetic in an integer type comes to: its exact value, but for types narrower than `int`, constants that do
/// not fit, and large multiples.
pub(super) fn likely(exact: &Value, bits: u16, signed: bool) -> Value {
    let fits = |poly: &Poly| {
        let room = |factor: &Integer| factor.significant_bits() + HEADROOM <= u32::from(bits);
        bits >= 32 && poly.monomials().all(|(_, factor)| room(factor))
    };
    exact.map(|poly| match poly.as_constant() {
        Some(constant) => Poly::from(wrapped(constant, bits, signed)),
        None if signed && bits >= 32 || fits(poly) => poly.clone(),
        None => Poly::term(TermOp::Wrap { bits, signed }, vec![poly.clone()]),
    })
}

fn wrapped(value: Integer, bits: u16, signed: bool) -> Integer {
    let bits = u32::from(bits);
    let low = value.keep_bits(bits);
    if signed && low.get_bit(bits.max(1) - 1) { low - (Integer::from(1) << bits) } else { low }
}

/// One of two values.
fn selected(condition: Option<&Condition>, a: &Value, b: &Value) -> Value {
    match condition {
        Some(condition) => Value::select(condition, a, b),
        None => Value::Unknown(Code::TooComplex),
    }
}

impl Evaluator<'_> {
    /// Makes the walk one for counts, from the region's beginning on.
    pub(super) fn start_counting(&mut self, contents: Contents) {
        let region = self.region;
        let loops = region.loop_count + number_loops(region);
        self.out.loops.resize(loops as usize, None);
        self.counting = Some(Counting {
            read: Sources::new(),
            crew: Crew::alone(),
            numbers: BTreeMap::new(),
            contents,
            control: Sources::new(),
            steps: BTreeMap::new(),
        });
        self.environment.clear();
        self.derive_pointers();
        self.forget(&super::assigned::assigned_symbols(region, &region.body));
        for around in &region.around {
            self.enter_construct(around, None, &[]);
        }
        self.enter_construct(&region.directive, None, &region.body);
    }

    /// Whether the walk is one for counts.
    pub(super) fn counts(&self) -> bool {
        self.counting.is_some()
    }

    /// The sources of what the expression at hand has read, in a walk for counts.
    pub(super) fn sources_read(&self) -> Option<Sources> {
        self.counting.as_ref().map(|counting| counting.read.clone())
    }

    /// Begins another statement.
    pub(super) fn forget_sources(&mut self) {
        if let Some(counting) = &mut self.counting {
            counting.read.clear();
        }
    }

    /// Does something whose unknowns have no other sources than what it reads itself.
    pub(super) fn with_sources<T>(&mut self, action: impl FnOnce(&mut Self) -> T) -> T {
        let Some(counting) = &mut self.counting else { return action(self) };
        let outer = std::mem::take(&mut counting.read);
        let result = action(self);
        if let Some(counting) = &mut self.counting {
            counting.read.extend(outer);
        }
        result
    }

    /// Takes note of sources that are read.
    pub(super) fn note_sources(&mut self, sources: impl IntoIterator<Item = LoopId>) {
        if let Some(counting) = &mut self.counting {
            counting.read.extend(sources);
        }
    }

    /// Takes note of a value that is read.
    pub(super) fn note(&mut self, value: &Value) {
        if self.counts() {
            self.note_sources(sources(value));
        }
    }

    /// Takes note of a variable that is read.
    pub(super) fn note_variable(&mut self, symbol: SymbolId) {
        if self.counts() {
            let own = self.variable_sources(symbol);
            self.note_sources(own);
        }
    }

    /// Takes note of something that each lane may see its own value of.
    pub(super) fn note_everything(&mut self) {
        if self.counts() {
            let everything = self.everything();
            self.note_sources(everything);
        }
    }

    /// Takes note of a call with effects: of what the runtime library answers only the thread's own number tells lanes
    /// apart.
    pub(super) fn note_call(&mut self, name: &str) {
        if !name.starts_with("omp_get_") {
            self.note_everything();
            self.note_unknown_store();
        }
    }

    /// The sources of a value that may differ wherever something does.
    pub(super) fn everything(&self) -> Sources {
        self.loops.iter().copied().collect()
    }

    /// An unknown value with these sources.
    pub(super) fn unknown_of(&mut self, sources: &Sources) -> Value {
        self.unknowns += 1;
        let args = sources.iter().map(|l| Poly::atom(Atom::Iv(*l, Instance::Source))).collect();
        let op = TermOp::Unknown { stmt: self.stmt, index: self.unknowns, grows: 0 };
        Value::from(Poly::term(op, args))
    }

    /// The value, or where it is too long an unknown one with the sources of what was read.
    pub(super) fn or_unknown(&mut self, value: Value) -> Value {
        match self.sources_read() {
            Some(sources) if value.unknown().is_some() => self.unknown_of(&sources),
            _ => value,
        }
    }

    /// The sum of values, or an unknown one with their sources.
    pub(super) fn sum_or_unknown(&mut self, sum: Value, parts: [&Value; 3]) -> Value {
        if !self.counts() || sum.unknown().is_none() {
            return sum;
        }
        let all: Sources = parts.into_iter().flat_map(sources).collect();
        self.unknown_of(&all)
    }

    /// A pointer of which nothing is known, in a walk for counts but the sources of what was read.
    pub(super) fn unknown_pointer(&mut self) -> Address {
        let Some(sources) = self.sources_read() else { return unknown_address() };
        let pointer = self.unknown_of(&sources);
        let root = match pointer.as_poly() {
            Some(pointer) => Root::Loaded(pointer.clone()),
            None => Root::Unknown(Code::IndirectSubscript),
        };
        Address { root, offset: Value::constant(0), subscripts: Vec::new() }
    }

    /// What a variable holds of which only the sources are known.
    pub(super) fn unknown_binding(&mut self, symbol: SymbolId, sources: &Sources) -> Binding {
        match self.region.symbol(symbol).kind {
            SymbolKind::Pointer | SymbolKind::Reference => self.with_sources(|e| {
                e.note_sources(sources.iter().copied());
                Binding::Pointer(e.unknown_pointer())
            }),
            _ => Binding::Value(self.unknown_of(sources)),
        }
    }

    /// Gives each of `symbols` a value that each lane may see another one of.
    pub(super) fn vary(&mut self, symbols: &BTreeSet<SymbolId>) {
        self.with_sources(|e| {
            e.note_everything();
            e.forget(symbols);
        });
    }

    /// What a variable holds behind a condition that `decides` tells the sources of.
    pub(super) fn merged(
        &mut self,
        a: &Binding,
        b: &Binding,
        (condition, decides): (Option<&Condition>, Option<&Sources>),
    ) -> Binding {
        match (a, b) {
            (Binding::Value(a), Binding::Value(b)) => self.with_sources(|e| {
                e.note_sources(decides.into_iter().flatten().copied());
                e.note(a);
                e.note(b);
                Binding::Value(e.or_unknown(selected(condition, a, b)))
            }),
            (Binding::Pointer(a), Binding::Pointer(b)) => {
                Binding::Pointer(self.merged_pointers(a, b, (condition, decides)))
            }
            _ => Binding::Value(self.unknown_of(&decides.cloned().unwrap_or_default())),
        }
    }

    /// The same of pointers. Where they point to two arrays, neighbouring lanes mostly choose the same.
    pub(super) fn merged_pointers(
        &mut self,
        a: &Address,
        b: &Address,
        (condition, decides): (Option<&Condition>, Option<&Sources>),
    ) -> Address {
        let mut offset = selected(condition, &a.offset, &b.offset);
        if offset.unknown().is_some() {
            let decides = decides.cloned().unwrap_or_default();
            offset = self.unknown_of(&union([decides, sources(&a.offset), sources(&b.offset)]));
        }
        let mut merged = a.clone();
        if a.root != b.root {
            let start = |own: &Address| {
                let start = Address { offset: Value::constant(0), ..own.clone() };
                address_sources(&start)
            };
            let all = union([start(a), start(b)]);
            let own = [a, b].iter().all(|side| self.leads_to_own(&side.root));
            merged = self.with_sources(|e| {
                e.note_sources(all);
                e.unknown_pointer()
            });
            self.out.to_own.extend(own.then(|| merged.root.clone()));
        }
        Address { offset, subscripts: Vec::new(), ..merged }
    }

    /// Whether a pointer leads to storage of one thread or team.
    fn leads_to_own(&self, root: &Root) -> bool {
        self.out.to_own.contains(root) || is_outside_memory(self.region, root)
    }

    /// Begins a construct: what it reduces is an object of each thread inside of it.
    pub(super) fn copy_reduced(&mut self, directive: &Directive) {
        if !self.counts() {
            return;
        }
        let items = directive.clauses.iter().flat_map(clauses::items);
        let reduced =
            items.filter(|item| item.kind == DataKind::Reduction && item.member.is_none());
        let names: BTreeSet<String> = reduced.map(|item| item.name).collect();
        for (index, symbol) in self.region.symbols.iter().enumerate() {
            let elements = matches!(symbol.kind, SymbolKind::Array | SymbolKind::Pointer);
            if elements && names.contains(&symbol.name) {
                let own = self.with_sources(|e| {
                    e.note_everything();
                    e.unknown_pointer()
                });
                self.out.to_own.insert(own.root.clone());
                self.environment.insert(SymbolId::from_index(index), Binding::Pointer(own));
            }
        }
    }

    /// What a loop is likely to do, where it has no constant step, or begins at one of several values: its atom is the
    /// number of the iteration then.
    pub(super) fn assume_likely(&mut self, inner: &Loop, values: &mut LoopValues, step: Value) {
        let Some(counting) = &mut self.counting else { return };
        counting.steps.insert(inner.id, step);
        if values.first.is_none() {
            values.first = Some(Poly::zero());
        }
    }

    /// The counter of a loop in a walk for counts.
    pub(super) fn likely_counter(&mut self, inner: &Loop, values: &LoopValues) -> Option<Value> {
        let step = self.counting.as_ref()?.steps.get(&inner.id)?.clone();
        let assigned = values.varying == Some(Code::CounterAssigned);
        if assigned && !self.shared.contains(&inner.id) {
            let everything = self.everything();
            return Some(self.unknown_of(&everything));
        }
        let atom = Value::from(Poly::atom(Atom::Iv(inner.id, Instance::Source)));
        let is_unit = step.as_constant().is_some_and(|step| step == 1);
        if is_unit && values.lower.as_poly().is_some() {
            return Some(atom);
        }
        let passed = step.times(&atom);
        let counter = values.lower.plus(&passed);
        Some(self.sum_or_unknown(counter, [&values.lower, &step, &atom]))
    }

    /// Gives what a loop assigns its values when an iteration begins.
    pub(super) fn begin(
        &mut self,
        own: Option<LoopId>,
        body: &[Stmt],
        assigned: &BTreeSet<SymbolId>,
    ) -> Option<Entry> {
        if !self.counts() {
            self.forget(assigned);
            return None;
        }
        let shared = own.filter(|own| self.shared.contains(own));
        let entry = flow(self, body, assigned, shared);
        let kept = self.kept(&entry, body, shared.is_some());
        self.bind(&entry, assigned, &Sources::new());
        for symbol in kept {
            self.environment.insert(symbol, entry.before[&symbol].clone());
        }
        Some(entry)
    }

    /// Gives what a loop assigned its values behind it. `trips` are the sources of how often it runs.
    pub(super) fn end(
        &mut self,
        entry: Option<&Entry>,
        assigned: &BTreeSet<SymbolId>,
        (own, mut trips): (Option<LoopId>, Sources),
    ) {
        let Some(entry) = entry else { return self.forget(assigned) };
        trips.extend(entry.exits.iter().copied());
        let mut entry = entry.clone();
        let replace = |sources: &mut Sources| {
            if own.is_some_and(|own| sources.remove(&own)) {
                sources.extend(trips.iter().copied());
            }
        };
        entry.follows.values_mut().for_each(replace);
        entry.added.values_mut().for_each(|added| replace(&mut added.sources));
        self.bind(&entry, assigned, &trips);
    }

    fn bind(&mut self, entry: &Entry, assigned: &BTreeSet<SymbolId>, trips: &Sources) {
        for symbol in assigned {
            let before = entry.before.get(symbol);
            let binding = match (before, entry.added.get(symbol)) {
                (Some(before), Some(added)) => {
                    let sources: Sources = added.sources.union(trips).copied().collect();
                    let number = self.unknown_of(&sources);
                    let grown = number.times(&Value::constant(added.factor.clone()));
                    self.advanced_binding(before, &grown)
                }
                _ => self.with_sources(|e| {
                    e.note_sources(entry.follows.get(symbol).into_iter().flatten().copied());
                    e.note_sources(trips.iter().copied());
                    match e.region.symbol(*symbol).kind {
                        SymbolKind::Pointer | SymbolKind::Reference => {
                            Binding::Pointer(e.unknown_pointer())
                        }
                        _ => Binding::Value(e.fresh()),
                    }
                }),
            };
            self.environment.insert(*symbol, binding);
        }
    }

    fn advanced_binding(&mut self, before: &Binding, grown: &Value) -> Binding {
        let zero = Value::constant(0);
        match before {
            Binding::Value(value) => {
                let sum = value.plus(grown);
                Binding::Value(self.sum_or_unknown(sum, [value, grown, &zero]))
            }
            Binding::Pointer(address) => {
                let sum = address.offset.plus(grown);
                let offset = self.sum_or_unknown(sum, [&address.offset, grown, &zero]);
                Binding::Pointer(Address { offset, subscripts: Vec::new(), ..address.clone() })
            }
        }
    }

    /// The sources of how often a loop runs.
    pub(super) fn trip_sources(&self, inner: &Loop, values: &LoopValues) -> Sources {
        let step = self.counting.as_ref().and_then(|own| own.steps.get(&inner.id));
        let all = [&values.lower, &values.upper].into_iter().chain(step);
        all.flat_map(sources).collect()
    }

    /// The sources of a condition that was not evaluated yet.
    pub(super) fn condition_sources(&self, condition: Option<&Expr>) -> Sources {
        if !self.counts() {
            return Sources::new();
        }
        condition.map_or_else(Sources::new, |condition| self.static_sources(condition))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a multiple of a counter stays as it is in a type.
    fn stays(factor: i64, bits: u16, signed: bool) -> bool {
        let counter = Poly::atom(Atom::Iv(LoopId(0), Instance::Source));
        let exact = Value::from(&Poly::from(factor) * &counter);
        likely(&exact, bits, signed) == exact
    }

    #[test]
    fn hashes_and_narrow_types_wrap() {
        assert!(stays(4, 32, false) && stays(-1, 64, false) && stays(1 << 20, 32, false));
        assert!(!stays(2_654_435_769, 32, false) && !stays(1 << 24, 32, false));
        assert!(!stays(1, 8, false) && !stays(1, 16, true));
        assert!(stays(1 << 30, 32, true));
    }

    #[test]
    fn constants_wrap_as_in_c() {
        for (value, bits, signed, expected) in [
            (-1_i64, 32, false, 0xffff_ffff_i64),
            (300, 8, false, 44),
            (200, 8, true, -56),
            (1 << 31, 32, true, -(1 << 31)),
            (7, 64, false, 7),
        ] {
            let found = likely(&Value::constant(value), bits, signed);
            assert_eq!(found, Value::constant(expected), "{value} in {bits} bits");
        }
    }
}
