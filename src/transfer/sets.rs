//! The sets of the paper by Baghdadi, Größlinger and Cohen (CPC 2010, §5.1): what a region accesses of an array in a global time step,
//! and what moves between the steps of a loop inside.
//!
//! A region is one global time step `T`, a counter on the host. `C_A(T)` are the elements of A that it accesses. Where the region has a
//! sequential loop `t` around a parallel one, `D_A(t)` are the elements that a tile accesses in one of its steps, for given `T`, `t` and
//! counters around. Only `D_A(t) − D_A(t−1)` has to come in before a step, and only `D_A(t) − D_A(t+1)` to go out behind it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::access::Access;
use crate::id::{LoopId, SymbolId};
use crate::ir::host::HostFunction;
use crate::ir::launch::literal;
use crate::ir::{Directive, Stmt, StmtKind, TargetRegion};
use crate::isl::sets::{difference, simplified};
use crate::openmp::ClauseKind;
use crate::symbolic::eval::LoopValues;
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::root::Root;
use crate::symbolic::value::{Case, Guard, Literal, Test, Value};

/// The sets of one array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArraySets {
    /// The array's name.
    pub array: String,
    /// What each set is called, and the set in isl's notation; or why there is none.
    pub sets: Result<Vec<(String, String)>, String>,
}

/// A region and what its analysis found.
#[derive(Clone, Copy, Debug)]
pub struct Step<'r> {
    /// The region.
    pub region: &'r TargetRegion,
    /// Its accesses.
    pub accesses: &'r [Access],
    /// The values of its loops.
    pub loops: &'r [Option<LoopValues>],
    /// The counter of the host's loop around it, by its name.
    pub time: Option<&'r str>,
}

/// isl operations for each set.
const MAX_OPERATIONS: u64 = 400_000;

/// The sets of each array of a region, in the order of their names.
pub fn sets(step: &Step) -> Vec<ArraySets> {
    let mut arrays: BTreeMap<&str, Vec<&Access>> = BTreeMap::new();
    for access in step.accesses.iter().filter(|own| own.counted) {
        if let Root::Symbol(symbol) = access.reference.address.root {
            arrays.entry(&step.region.symbol(symbol).name).or_default().push(access);
        }
    }
    let writer = Writer::of(step);
    let one = |(array, accesses): (&str, Vec<&Access>)| {
        let sets = writer.array(array, &accesses);
        ArraySets { array: array.to_owned(), sets }
    };
    arrays.into_iter().map(one).collect()
}

/// The counter of the innermost loop of the host around a region.
pub fn counter_around<'f>(functions: &'f [HostFunction], region: &TargetRegion) -> Option<&'f str> {
    let own = functions.iter().filter(|own| own.file == region.file);
    own.into_iter().find_map(|function| {
        let mut counters = Vec::new();
        around(&function.body, region, &mut counters).then_some(())?;
        counters.last().map(|own| function.symbol(*own).name.as_str())
    })
}

/// Whether a region is in statements; then the counters of the loops around it are there, too.
fn around(block: &[Stmt], region: &TargetRegion, counters: &mut Vec<SymbolId>) -> bool {
    block.iter().any(|stmt| {
        let before = counters.len();
        match &stmt.kind {
            StmtKind::Directive(own, _) if own.span == region.directive.span => return true,
            StmtKind::Loop(l) => counters.push(l.iv),
            _ => {}
        }
        let is_there = stmt.blocks().into_iter().any(|block| around(block, region, counters));
        counters.truncate(if is_there { counters.len() } else { before });
        is_there
    })
}

/// What is not affine, or not known.
type Words<T> = Result<T, String>;

struct Writer<'r> {
    step: Step<'r>,
    /// The names of symbols and of loops.
    symbols: Vec<String>,
    counters: Vec<String>,
    /// The symbol that is the host's counter.
    time: Option<SymbolId>,
    /// The sequential loop around a parallel one.
    local: Option<LoopId>,
}

/// What a set is asked of: some accesses to an array of a number of subscripts, in all of a global step, or in a local one, for given
/// values of its counter and of those around.
struct Asked<'a> {
    array: &'a str,
    rank: usize,
    accesses: &'a [&'a Access],
    local: Option<LoopId>,
}

/// The words that isl's notation has for itself.
const WORDS: [&str; 14] = [
    "and", "ceil", "exists", "false", "floor", "implies", "infty", "max", "min", "mod", "nan",
    "not", "or", "true",
];

impl<'r> Writer<'r> {
    fn of(step: &Step<'r>) -> Self {
        let region = step.region;
        let plain = |name: &str| {
            let fits = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if WORDS.contains(&name) || !fits { format!("own_{name}") } else { name.to_owned() }
        };
        let symbols: Vec<String> = region.symbols.iter().map(|own| plain(&own.name)).collect();
        let mut counters = vec![String::new(); region.loop_count as usize];
        let mut used: BTreeSet<String> = BTreeSet::new();
        for l in region.loops() {
            let own = &symbols[l.iv.index()];
            let is_new = used.insert(own.clone());
            counters[l.id.index()] =
                if is_new { own.clone() } else { format!("{own}_{}", l.id.index()) };
        }
        let ids = (0..region.symbols.len()).map(SymbolId::from_index);
        let is_time = |own: &SymbolId| Some(region.symbol(*own).name.as_str()) == step.time;
        let time = ids.into_iter().find(is_time);
        Self { step: *step, symbols, counters, time, local: local(region) }
    }

    fn array(&self, array: &str, accesses: &[&Access]) -> Words<Vec<(String, String)>> {
        let rank = accesses.iter().map(|own| own.reference.address.subscripts.len()).max();
        let rank = rank.filter(|rank| {
            *rank > 0 && accesses.iter().all(|own| own.reference.address.subscripts.len() == *rank)
        });
        let rank = rank.ok_or("its accesses have no subscripts, or different numbers of them")?;
        let mut sets = Vec::new();
        let time = self.time.map(|own| self.symbols[own.index()].as_str());
        let arguments = time.map_or(String::new(), |time| format!("({time})"));
        let global = Asked { array, rank, accesses, local: None };
        let needed = self.union(&global, None)?;
        let name = format!("C_{array}{arguments}");
        sets.push((name.clone(), simple(&needed)?));
        if let Some(time) = self.time {
            let word = &self.symbols[time.index()];
            let before = self.union(&global, Some((Atom::Symbol(time), -1)))?;
            sets.push((format!("{name} - C_{array}({word} - 1)"), apart(&needed, &before)?));
        }
        let Some(local) = self.local else { return Ok(sets) };
        let inside: Vec<&Access> =
            accesses.iter().copied().filter(|own| own.reference.loops.contains(&local)).collect();
        if inside.is_empty() {
            return Ok(sets);
        }
        let word = &self.counters[local.index()];
        let step = Asked { array, rank, accesses: &inside, local: Some(local) };
        let own = self.union(&step, None)?;
        let name = format!("D_{array}({word})");
        sets.push((name.clone(), simple(&own)?));
        for (by, sign) in [(-1, '-'), (1, '+')] {
            let atom = Atom::Iv(local, Instance::Source);
            let other = self.union(&step, Some((atom, by)))?;
            sets.push((format!("{name} - D_{array}({word} {sign} 1)"), apart(&own, &other)?));
        }
        Ok(sets)
    }

    /// The elements that accesses touch, where an atom is a number more.
    fn union(&self, asked: &Asked, shift: Option<(Atom, i32)>) -> Words<String> {
        let Asked { array, rank, accesses, local } = *asked;
        let coordinates: Vec<String> = (0..rank).map(|at| format!("x{at}")).collect();
        let tuple = format!("{array}[{}]", coordinates.join(", "));
        let one = Reader { writer: self, shift };
        let mut parts = Vec::new();
        for access in accesses {
            parts.push(format!("{tuple} : {}", one.access(access, &coordinates, local)?));
        }
        let given = local.map_or(&[][..], |local| self.around(local));
        let given = given.iter().chain(&local).map(|l| self.counters[l.index()].clone());
        let parameters: Vec<String> = self.parameters().into_iter().chain(given).collect();
        Ok(format!("[{}] -> {{ {} }}", parameters.join(", "), parts.join("; ")))
    }

    /// The scalars that sets may name.
    fn parameters(&self) -> Vec<String> {
        let counters: BTreeSet<SymbolId> = self.step.region.loops().iter().map(|l| l.iv).collect();
        let region = self.step.region;
        let is_number = |(at, symbol): &(usize, &crate::ir::Symbol)| {
            symbol.ty.is_int() && !counters.contains(&SymbolId::from_index(*at))
        };
        let numbers = region.symbols.iter().enumerate().filter(is_number);
        numbers.map(|(at, _)| self.symbols[at].clone()).collect()
    }

    fn around(&self, own: LoopId) -> &'r [LoopId] {
        let values = self.step.loops[own.index()].as_ref();
        values.map_or(&[], |values| &values.enclosing)
    }
}

fn simple(set: &str) -> Words<String> {
    simplified(set, MAX_OPERATIONS).ok_or_else(|| "isl ran over its bound".to_owned())
}

fn apart(one: &str, other: &str) -> Words<String> {
    difference(one, other, MAX_OPERATIONS).ok_or_else(|| "isl ran over its bound".to_owned())
}

/// The first sequential loop around a construct whose threads share iterations. A loop that a construct governs is shared, and so are
/// those that its `collapse` takes in.
fn local(region: &TargetRegion) -> Option<LoopId> {
    let mut shared = BTreeSet::new();
    take(&region.body, depth(&region.directive), &mut shared);
    crate::ir::walk_statements(&region.body, &mut |stmt| {
        if let StmtKind::Directive(directive, body) = &stmt.kind {
            take(body, depth(directive), &mut shared);
        }
    });
    let sequential = |l: &&&crate::ir::Loop| !shared.contains(&l.id) && starts_threads(&l.body);
    region.loops().iter().find(sequential).map(|l| l.id)
}

/// How many loops a construct shares.
fn depth(directive: &Directive) -> u32 {
    let collapsed = literal(directive, ClauseKind::Collapse).unwrap_or(1);
    if directive.shares_work() { collapsed } else { 0 }
}

fn take(block: &[Stmt], depth: u32, shared: &mut BTreeSet<LoopId>) {
    for stmt in block.iter().filter(|_| depth > 0) {
        if let StmtKind::Loop(l) = &stmt.kind {
            shared.insert(l.id);
            take(&l.body, depth - 1, shared);
        }
    }
}

fn starts_threads(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| {
        let is_such = matches!(&stmt.kind, StmtKind::Directive(own, _) if own.shares_work());
        is_such || stmt.blocks().into_iter().any(starts_threads)
    })
}

/// One access in isl's notation, with a number added to an atom.
struct Reader<'w, 'r> {
    writer: &'w Writer<'r>,
    shift: Option<(Atom, i32)>,
}

impl Reader<'_, '_> {
    /// That a place is accessed, whatever the counters but those of a local step.
    fn access(&self, access: &Access, names: &[String], local: Option<LoopId>) -> Words<String> {
        let reference = &access.reference;
        let given = local.map_or(&[][..], |local| self.writer.around(local));
        let is_given = |own: &LoopId| given.contains(own) || Some(*own) == local;
        let mut all = Vec::new();
        for l in &reference.loops {
            all.push(self.runs(*l)?);
        }
        all.push(self.any(&reference.path)?);
        for (name, subscript) in names.iter().zip(&reference.address.subscripts) {
            let cases = self.cases(&subscript.index, &|own| format!("{name} = {own}"))?;
            all.push(cases);
        }
        let inner = reference.loops.iter().filter(|own| !is_given(own));
        let inner: Vec<&str> = inner.map(|l| self.writer.counters[l.index()].as_str()).collect();
        let all = all.join(" and ");
        Ok(if inner.is_empty() { all } else { format!("exists {} : {all}", inner.join(", ")) })
    }

    /// That a loop is in an iteration.
    fn runs(&self, l: LoopId) -> Words<String> {
        let counter = &self.counter(l);
        let values = self.writer.step.loops[l.index()].as_ref();
        let values = values.filter(|values| values.varying.is_none());
        let values = values.ok_or_else(|| format!("the bounds of {counter} are not known"))?;
        let step = values.step.as_ref();
        let step = step.ok_or_else(|| format!("the step of {counter} is not a number"))?;
        if *step == 1 {
            let from = self.cases(&values.lower, &|own| format!("{counter} >= {own}"))?;
            let to = self.cases(&values.upper, &|own| format!("{counter} < {own}"))?;
            return Ok(format!("{from} and {to}"));
        }
        let by = step.clone().abs();
        let (from, to) =
            if *step > 0 { (&values.lower, &values.upper) } else { (&values.upper, &values.lower) };
        let far = self.cases(&to.minus(from), &|own| format!("{by} * {counter} < {own}"))?;
        Ok(format!("{counter} >= 0 and {far}"))
    }

    fn counter(&self, l: LoopId) -> String {
        let own = &self.writer.counters[l.index()];
        match &self.shift {
            Some((Atom::Iv(shifted, _), by)) if *shifted == l => format!("({own} + ({by}))"),
            _ => own.clone(),
        }
    }

    /// What holds of a value, in whichever case it is.
    fn cases(&self, value: &Value, holds: &dyn Fn(&str) -> String) -> Words<String> {
        if let Some(code) = value.unknown() {
            return Err(code.title().to_owned());
        }
        let one = |Case { guard, poly }: &Case| {
            let own = holds(&self.affine(poly)?);
            Ok(if guard.is_always() { own } else { format!("({} and {own})", self.all(guard)?) })
        };
        let all: Vec<String> = value.cases().iter().map(one).collect::<Words<_>>()?;
        Ok(format!("({})", all.join(" or ")))
    }

    fn any(&self, path: &[Guard]) -> Words<String> {
        let all: Vec<String> = path.iter().map(|own| self.all(own)).collect::<Words<_>>()?;
        Ok(if all.is_empty() { "true".to_owned() } else { format!("({})", all.join(" or ")) })
    }

    fn all(&self, guard: &Guard) -> Words<String> {
        let one = |literal: &Literal| {
            let sign = match literal.test {
                Test::NonNegative => ">=",
                Test::Zero => "=",
                Test::NonZero => "!=",
            };
            Ok(format!("{} {sign} 0", self.affine(&literal.poly)?))
        };
        let all: Vec<String> = guard.literals().map(one).collect::<Words<_>>()?;
        Ok(if all.is_empty() { "true".to_owned() } else { all.join(" and ") })
    }

    fn affine(&self, poly: &Poly) -> Words<String> {
        let mut text = String::from("(0");
        for (monomial, count) in poly.monomials() {
            let sign = if *count < 0 { '-' } else { '+' };
            let count = count.clone().abs();
            _ = match monomial.factors() {
                [] => write!(text, " {sign} {count}"),
                [(atom, 1)] => write!(text, " {sign} {count} * {}", self.atom(atom)?),
                _ => return Err("a place, a bound or a condition is not affine".to_owned()),
            };
        }
        Ok(text + ")")
    }

    fn atom(&self, atom: &Atom) -> Words<String> {
        match atom {
            Atom::Symbol(symbol) => {
                let own = &self.writer.symbols[symbol.index()];
                let by = self.shift.as_ref().filter(|(shifted, _)| shifted == atom);
                Ok(by.map_or_else(|| own.clone(), |(_, by)| format!("({own} + ({by}))")))
            }
            Atom::Iv(l, Instance::Source) => Ok(self.counter(*l)),
            _ => Err("a place, a bound or a condition depends on what is no number of the region"
                .to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::access::collect;
    use crate::isl::sets::meet;
    use crate::policy::Policy;

    fn region(body: &str) -> TargetRegion {
        let text = format!(
            "(region \"t.c\" 1 f (directive \"target teams distribute\")
               (symbols (symbol n i32 scalar parameter) (symbol T i32 scalar parameter)
                 (symbol P i32 scalar region) (symbol t i32 scalar region) (symbol p i32 scalar region)
                 (symbol a ptr pointer parameter) (symbol b ptr pointer parameter))
               (data (map-tofrom a (section \"0\" \"n\")) (map-tofrom b (section \"0\" \"n\")))
               (body {body}))"
        );
        crate::ir::text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn found(region: &TargetRegion) -> Vec<ArraySets> {
        let accesses = collect(region, &Policy::STANDARD);
        let (accesses, loops) = (&accesses.list, &accesses.loops);
        sets(&Step { region, accesses, loops, time: Some("T") })
    }

    /// The elements of a set for values of its parameters.
    fn elements(set: &str, array: &str, values: &[(&str, i64)]) -> BTreeSet<i64> {
        let names: Vec<&str> = values.iter().map(|own| own.0).collect();
        let fixed: Vec<String> =
            values.iter().map(|(name, own)| format!("{name} = {own}")).collect();
        let is_in = |at: &i64| {
            let point =
                format!("[{}] -> {{ {array}[{at}] : {} }}", names.join(", "), fixed.join(" and "));
            meet(set, &point).unwrap_or_else(|| panic!("{set} {point}"))
        };
        (-4..44).filter(is_in).collect()
    }

    fn set<'s>(all: &'s [ArraySets], array: &str, name: &str) -> &'s str {
        let own = all.iter().find(|own| own.array == array).expect("the array");
        let sets = own.sets.as_ref().expect("sets");
        &sets.iter().find(|own| own.0 == name).unwrap_or_else(|| panic!("{sets:?}")).1
    }

    /// Tiles of eight points move by one point in each of four steps, as in Fig. 3 of the paper.
    #[test]
    fn sets_of_a_tiled_loop_in_time_are_those_that_enumeration_finds() {
        let region = region(
            "(for P 0 < 3 1 declares (for t 0 < 4 1 declares (omp (directive \"parallel for\")
               (for p 0 < 8 1 declares (if (< (+ (+ (* 8 P) p) t) n) (then
                 (= [a (index (+ (+ (+ (* 8 P) p) t) (* 2 T)) 8:i64)]:f64
                   [b (index (+ (+ (* 8 P) p) (* 3 T)) 8:i64)]:f64)))))))",
        );
        let all = found(&region);
        for (n, time) in [(5, 1), (40, 2)] {
            let touched = |array: &str, time: i64, tile: i64, step: i64| -> BTreeSet<i64> {
                let points = (0..8).filter(|p| 8 * tile + p + step < n);
                let place = |p: i64| match array {
                    "a" => 8 * tile + p + step + 2 * time,
                    _ => 8 * tile + p + 3 * time,
                };
                points.map(place).collect()
            };
            for array in ["a", "b"] {
                let needed = |time: i64| -> BTreeSet<i64> {
                    let steps = (0..3).flat_map(|tile| (0..4).map(move |step| (tile, step)));
                    steps.flat_map(|(tile, step)| touched(array, time, tile, step)).collect()
                };
                let global = [("n", n), ("T", time)];
                let name = format!("C_{array}(T)");
                assert_eq!(elements(set(&all, array, &name), array, &global), needed(time));
                let name = format!("C_{array}(T) - C_{array}(T - 1)");
                let moved = &needed(time) - &needed(time - 1);
                assert_eq!(elements(set(&all, array, &name), array, &global), moved);
                for (tile, step) in (0..3).flat_map(|tile| (0..4).map(move |step| (tile, step))) {
                    let local = [("n", n), ("T", time), ("P", tile), ("t", step)];
                    let own = touched(array, time, tile, step);
                    let name = format!("D_{array}(t)");
                    assert_eq!(elements(set(&all, array, &name), array, &local), own);
                    for (sign, other) in [('-', step - 1), ('+', step + 1)] {
                        let runs = (0..4).contains(&other);
                        let beside =
                            if runs { touched(array, time, tile, other) } else { BTreeSet::new() };
                        let name = format!("D_{array}(t) - D_{array}(t {sign} 1)");
                        let own = &own - &beside;
                        assert_eq!(elements(set(&all, array, &name), array, &local), own, "{name}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_not_affine_has_no_sets() {
        let region = region(
            "(for P 0 < n 1 declares (= [a (index (* P n) 8:i64)]:f64 [b (index P 8:i64)]:f64))",
        );
        let all = found(&region);
        assert!(all[0].sets.is_err());
        let sets = all[1].sets.as_ref().expect("sets");
        assert_eq!(sets.len(), 2, "no step inside");
    }
}
