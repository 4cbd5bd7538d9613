//! Whether a region writes all of a section, and reads nothing of it before.
//!
//! The statements are walked in their order with the places that are certain to be written before,
//! as polynomials of the loops' counters. The writes at the end of a loop's body are those of each
//! iteration: they cover a section if the counters are its digits, so that the innermost one steps
//! by what an iteration writes, the next one by what a whole run of that loop writes, and so on.

use std::collections::BTreeMap;

use rug::Integer;

use crate::access::Access;
use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::{Directive, Jump, Stmt, StmtKind};
use crate::openmp::{Construct, Leaf, Leaves};
use crate::symbolic::eval::{AccessKind, LoopValues};
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::range::Facts;

/// A range of bytes of one variable's storage, in the variables of the section.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub(super) first: Poly,
    pub(super) length: Poly,
}

/// What a region does with one variable's storage.
pub(super) struct Writes<'a> {
    pub(super) body: &'a [Stmt],
    /// The accesses to the storage, all of them.
    pub(super) accesses: &'a [&'a Access],
    pub(super) loops: &'a [Option<LoopValues>],
    /// What is known of the variables.
    pub(super) facts: &'a Facts,
    /// Polynomials of the region in the variables of the section.
    pub(super) there: &'a dyn Fn(&Poly) -> Poly,
}

/// The constructs that execute all of their statements.
const WHOLE: Leaves =
    Leaves::of(&[Leaf::Teams, Leaf::Distribute, Leaf::Parallel, Leaf::For, Leaf::Simd, Leaf::Loop]);

/// A place that is written: its offset, and how many bytes.
type Place = (Poly, u32);

impl Writes<'_> {
    /// The variables that must be greater than 0, for the range to be written before anything of
    /// the storage is read; `None` where it may not be.
    pub(super) fn cover(&self, range: &Range) -> Option<Vec<SymbolId>> {
        let mut by_stmt: BTreeMap<StmtId, Vec<&Access>> = BTreeMap::new();
        for access in self.accesses {
            by_stmt.entry(access.reference.stmt).or_default().push(access);
        }
        let mut walk = Walk { by_stmt, ..Walk::default() };
        walk.block(self.body, &mut Vec::new(), true);
        if walk.is_lost || walk.seen != self.accesses.len() {
            return None;
        }
        walk.sets.iter().find_map(|(loops, places)| self.covers(loops, places, range))
    }

    /// Whether each iteration of a nest of loops writes such places that they are the range
    /// together.
    fn covers(&self, loops: &[LoopId], places: &[Place], range: &Range) -> Option<Vec<SymbolId>> {
        let values: Vec<&LoopValues> =
            loops.iter().map(|l| self.loops.get(l.index())?.as_ref()).collect::<Option<_>>()?;
        if values.iter().any(|own| own.varying.is_some()) {
            return None;
        }
        let (first, factors) = linear(&places.first()?.0, loops)?;
        let mut own: Vec<(Integer, Integer)> = Vec::new();
        for (offset, bytes) in places {
            let Some((base, others)) = linear(offset, loops) else { continue };
            let Some(start) = (&base - &first).as_constant().filter(|_| others == factors) else {
                continue;
            };
            let end = Integer::from(&start + *bytes);
            own.push((start, end));
        }
        own.sort();
        let (start, mut end) = own.first()?.clone();
        for (next, behind) in &own {
            if *next > end {
                return None;
            }
            end = end.max(behind.clone());
        }
        let there = self.there;
        let mut written = Poly::from(Integer::from(&end - &start));
        let mut least = there(&(&first + &Poly::from(start)));
        let mut open: Vec<usize> = (0..loops.len()).collect();
        let mut counts = Vec::new();
        while !open.is_empty() {
            let steps = |k: &usize| {
                let factor = there(&factors[*k]);
                factor == written || -&factor == written
            };
            let Some(at) = open.iter().position(steps) else { break };
            let k = open.remove(at);
            let end =
                if there(&factors[k]) == written { &values[k].first } else { &values[k].last };
            least = &least + &there(&(&factors[k] * end.as_ref()?));
            let count = values[k].trip_count.clone()?;
            let span = values[k].last.as_ref()? - values[k].first.as_ref()?;
            if &span + &Poly::one() != count {
                return None;
            }
            written = &written * &there(&count);
            counts.push(count);
        }
        let is_repeated = |k: &usize| {
            let count = values[*k].trip_count.as_ref().and_then(Poly::as_constant);
            factors[*k].is_zero() && count.is_some_and(|count| count > 0)
        };
        let is_all = least == range.first && written == range.length;
        (open.iter().all(is_repeated) && is_all).then(|| self.positive(counts)).flatten()
    }

    /// The variables of which as many loops may have a negative number of iterations that their
    /// product is no length any more, where all others do not.
    fn positive(&self, counts: Vec<Poly>) -> Option<Vec<SymbolId>> {
        let mut open: Vec<Poly> =
            counts.into_iter().filter(|count| !self.facts.nonnegative(count)).collect();
        if open.len() <= 1 {
            return open.iter().all(|count| count.as_constant().is_none()).then(Vec::new);
        }
        let is_single = |count: &Poly| open.iter().filter(|own| *own == count).count() == 1;
        if let Some(single) = open.iter().rposition(is_single) {
            open.remove(single);
        }
        let variable = |count: &Poly| match count.as_atom()? {
            Atom::Symbol(symbol) => Some(*symbol),
            _ => None,
        };
        let mut all = open.iter().map(variable).collect::<Option<Vec<_>>>()?;
        all.sort();
        all.dedup();
        Some(all)
    }
}

/// A polynomial as a sum of counters, each with a factor that has none, and of what has none.
fn linear(offset: &Poly, loops: &[LoopId]) -> Option<(Poly, Vec<Poly>)> {
    let mut rest = offset.clone();
    let mut factors = Vec::new();
    for l in loops {
        let mut parts = rest.coefficients_of(&Atom::Iv(*l, Instance::Source)).into_iter();
        rest = parts.next().unwrap_or_default();
        factors.push(parts.next().unwrap_or_default());
        if parts.next().is_some() {
            return None;
        }
    }
    let counts = |own: &Poly| own.any_atom(&mut |atom| matches!(atom, Atom::Iv(..)));
    (!counts(&rest) && !factors.iter().any(counts)).then_some((rest, factors))
}

#[derive(Default)]
struct Walk<'a> {
    by_stmt: BTreeMap<StmtId, Vec<&'a Access>>,
    /// The loops around.
    loops: Vec<LoopId>,
    /// The accesses that were met.
    seen: usize,
    /// Whether something is read that may not be written, or what happens is not followed.
    is_lost: bool,
    /// What each iteration of some loops writes.
    sets: Vec<(Vec<LoopId>, Vec<Place>)>,
}

impl<'a> Walk<'a> {
    /// Walks a block that runs with these places written; `is_certain` if it runs in each iteration
    /// of the loops around it. Behind it, `written` has what is written in any case.
    fn block(&mut self, block: &'a [Stmt], written: &mut Vec<Place>, is_certain: bool) {
        let mut kept = None;
        for (at, stmt) in block.iter().enumerate() {
            if let StmtKind::If { then, otherwise, .. } = &stmt.kind
                && otherwise.is_empty()
                && let Some((Stmt { kind: StmtKind::Jump(Jump::Continue), .. }, before)) =
                    then.split_last()
                && !before.iter().any(|own| jumps(own, 0))
            {
                self.statement(stmt, written);
                let mut other = written.clone();
                self.block(before, &mut other, false);
                self.block(&block[at + 1..], written, is_certain);
                written.retain(|place| other.contains(place));
                break;
            }
            self.within(stmt, written, is_certain);
            if kept.is_none() && jumps(stmt, 0) {
                kept = Some(written.len());
            }
        }
        written.truncate(kept.unwrap_or(written.len()));
    }

    fn within(&mut self, stmt: &'a Stmt, written: &mut Vec<Place>, is_certain: bool) {
        self.statement(stmt, written);
        match &stmt.kind {
            StmtKind::If { then, otherwise, .. } => {
                let mut other = written.clone();
                self.block(then, written, false);
                self.block(otherwise, &mut other, false);
                written.retain(|place| other.contains(place));
            }
            StmtKind::Loop(l) => {
                let mut inner = written.clone();
                self.loops.push(l.id);
                let is_whole = is_certain && !leaves(&l.body);
                self.block(&l.body, &mut inner, is_whole);
                if is_whole {
                    self.sets.push((self.loops.clone(), inner.split_off(written.len())));
                }
                self.loops.pop();
            }
            StmtKind::While { body, .. } => self.block(body, &mut written.clone(), false),
            StmtKind::Directive(directive, body) => {
                self.is_lost |= !is_whole(directive);
                self.block(body, written, is_certain);
            }
            StmtKind::Jump(Jump::Return | Jump::Goto) | StmtKind::Opaque { .. } => {
                self.is_lost = true;
            }
            StmtKind::Jump(Jump::Break | Jump::Continue)
            | StmtKind::Declare { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Evaluate(_) => {}
        }
    }

    /// The accesses of a statement, without those of the statements in it: reads come before the
    /// write.
    fn statement(&mut self, stmt: &Stmt, written: &mut Vec<Place>) {
        let Some(own) = self.by_stmt.get(&stmt.id) else { return };
        self.seen += own.len();
        let place = |access: &Access| {
            let offset = access.reference.address.offset.as_poly()?;
            Some((offset.clone(), access.bytes()))
        };
        let reads = own.iter().filter(|access| access.reference.kind != AccessKind::Write);
        let is_known = |access: &&Access| {
            let own = place(access);
            own.is_some_and(|(offset, bytes)| {
                written.iter().any(|(there, width)| *there == offset && bytes <= *width)
            })
        };
        self.is_lost |= !reads.into_iter().all(is_known);
        if matches!(stmt.kind, StmtKind::Assign { .. }) {
            let writes = own.iter().filter(|access| access.reference.kind == AccessKind::Write);
            written.extend(writes.filter_map(|access| place(access)));
        }
    }
}

/// Whether a directive inside of a region runs all of its statements.
fn is_whole(directive: &Directive) -> bool {
    match directive.construct() {
        Construct::Combined(leaves) => {
            let words = directive.name.split(' ');
            !leaves.is_empty() && words.into_iter().all(|word| WHOLE.has_word(word))
        }
        Construct::Atomic | Construct::Critical | Construct::Barrier => true,
        _ => false,
    }
}

/// Whether a statement may leave the block that it stands in; `loops` are those around the place in
/// it.
fn jumps(stmt: &Stmt, loops: u32) -> bool {
    let inner = match &stmt.kind {
        StmtKind::Jump(Jump::Break | Jump::Continue) => return loops == 0,
        StmtKind::Jump(Jump::Return | Jump::Goto) => return true,
        StmtKind::Loop(_) | StmtKind::While { .. } => loops + 1,
        _ => loops,
    };
    stmt.blocks().into_iter().flatten().any(|own| jumps(own, inner))
}

/// Whether a `break` may leave the loop of this body.
fn leaves(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Jump(Jump::Break) => true,
        StmtKind::Loop(_) | StmtKind::While { .. } => false,
        _ => stmt.blocks().into_iter().any(leaves),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::access::collect;
    use crate::ir::{BinaryOp, Expr, ExprKind, Relation, TargetRegion};
    use crate::policy::Policy;
    use crate::symbolic::eval::symbol_facts;
    use crate::symbolic::root::Root;

    const N: SymbolId = SymbolId(0);
    const M: SymbolId = SymbolId(1);
    const A: SymbolId = SymbolId(4);

    fn region(body: &str) -> TargetRegion {
        let text = format!(
            "(region \"t.c\" 1 f (directive \"target\")
               (symbols (symbol n i32 scalar parameter) (symbol m i32 scalar parameter)
                 (symbol i i32 scalar region) (symbol j i32 scalar region)
                 (symbol a ptr pointer parameter) (symbol s i32 scalar region))
               (data (map-tofrom a (section \"0\" \"n\")))
               (body {body}))"
        );
        crate::ir::text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    /// The length of a section in ints, and its value.
    type Length = (Poly, fn(i64, i64) -> i64);

    fn lengths() -> [Length; 5] {
        let [n, m] = [N, M].map(|own| Poly::atom(Atom::Symbol(own)));
        [
            (n.clone(), |n, _| n),
            (&n * &m, |n, m| n * m),
            (&n * &n, |n, _| n * n),
            (&n + &n, |n, _| 2 * n),
            (&n + &Poly::one(), |n, _| n + 1),
        ]
    }

    fn proved(region: &TargetRegion, length: &Poly) -> Option<Vec<SymbolId>> {
        let accesses = collect(region, &Policy::STANDARD);
        assert!(accesses.obstacles.is_empty());
        let own = |access: &&Access| access.reference.address.root == Root::Symbol(A);
        let all: Vec<&Access> = accesses.list.iter().filter(own).collect();
        let facts = symbol_facts(region);
        let writes = Writes {
            body: &region.body,
            accesses: &all,
            loops: &accesses.loops,
            facts: &facts,
            there: &Poly::clone,
        };
        writes.cover(&Range { first: Poly::zero(), length: length * &Poly::from(4) })
    }

    /// What happens to the elements when the statements run.
    #[derive(Default)]
    struct Run {
        values: [i64; 6],
        written: BTreeSet<i64>,
        /// Whether an element is read that is not written.
        is_early: bool,
    }

    impl Run {
        fn value(&mut self, expr: &Expr) -> i64 {
            match &expr.kind {
                ExprKind::Int(number) => number.to_i64().expect("a small number"),
                ExprKind::Cast(inside) => self.value(inside),
                ExprKind::Binary(op, a, b) => {
                    let (a, b) = (self.value(a), self.value(b));
                    match op {
                        BinaryOp::Add => a + b,
                        BinaryOp::Sub => a - b,
                        BinaryOp::Mul => a * b,
                        _ => panic!("{op:?}"),
                    }
                }
                ExprKind::Compare(relation, a, b) => {
                    i64::from(relation.holds(self.value(a), self.value(b)))
                }
                ExprKind::Load(place) if !place.steps.is_empty() => {
                    let at = self.element(place);
                    self.is_early |= !self.written.contains(&at);
                    at % 3
                }
                _ => self.values[expr.variable().expect("a variable").index()],
            }
        }

        fn element(&mut self, place: &crate::ir::Place) -> i64 {
            self.value(place.indices().next().expect("a subscript"))
        }

        /// Runs a block; the jump that leaves it, if one does.
        fn block(&mut self, block: &[Stmt]) -> Option<Jump> {
            for stmt in block {
                match &stmt.kind {
                    StmtKind::Assign { target, op, value } => {
                        let value = self.value(value);
                        if let Some(own) = target.as_symbol() {
                            self.values[own.index()] = value;
                            continue;
                        }
                        let at = self.element(target);
                        self.is_early |= op.is_some() && !self.written.contains(&at);
                        self.written.insert(at);
                    }
                    StmtKind::If { condition, then, otherwise } => {
                        let holds = self.value(condition) != 0;
                        let jump = self.block(if holds { then } else { otherwise });
                        if jump.is_some() {
                            return jump;
                        }
                    }
                    StmtKind::Loop(l) => {
                        self.values[l.iv.index()] = self.value(&l.lower);
                        let step = l.step.integer().and_then(Integer::to_i64).expect("a step");
                        while l.relation.holds(self.values[l.iv.index()], self.value(&l.bound)) {
                            if self.block(&l.body) == Some(Jump::Break) {
                                break;
                            }
                            self.values[l.iv.index()] += step;
                            assert!(l.relation != Relation::Ne);
                        }
                    }
                    StmtKind::Jump(jump) => return Some(*jump),
                    _ => panic!("{:?}", stmt.kind),
                }
            }
            None
        }
    }

    const BODIES: [&str; 26] = [
        "(for i 0 < n 1 declares (= [a (index i 4:i64)]:i32 i))",
        "(for i 1 < n 1 declares (= [a (index i 4:i64)]:i32 i))",
        "(for i 0 <= n 1 declares (= [a (index i 4:i64)]:i32 i))",
        "(for i 0 < (- n 1) 1 declares (= [a (index i 4:i64)]:i32 i))",
        "(for i (- n 1) >= 0 -1 declares (= [a (index i 4:i64)]:i32 i))",
        "(for i 0 < n 1 declares (= [a (index (- (- n 1) i) 4:i64)]:i32 i))",
        "(for i 0 < n 2 declares (= [a (index i 4:i64)]:i32 i))",
        "(for i 0 < n 1 declares (= [a (index (* 2 i) 4:i64)]:i32 i))",
        "(for i 0 < n 1 declares (= [a (index (* 2 i) 4:i64)]:i32 i)
           (= [a (index (+ (* 2 i) 1) 4:i64)]:i32 i))",
        "(for i 0 < n 1 declares (= [a (index (* 2 i) 4:i64)]:i32 [a (index (+ (* 2 i) 1) 4:i64)]:i32)
           (= [a (index (+ (* 2 i) 1) 4:i64)]:i32 i))",
        "(for i 0 < n 1 declares (for j 0 < m 1 declares
           (= [a (index (+ (* i m) j) 4:i64)]:i32 j)))",
        "(for i 0 < n 1 declares (for j 0 < n 1 declares
           (= [a (index (+ (* i n) j) 4:i64)]:i32 j)))",
        "(for i 0 < n 1 declares (for j 0 <= i 1 declares
           (= [a (index (+ (* i n) j) 4:i64)]:i32 j)))",
        "(for j 0 < m 1 declares (for i 0 < n 1 declares
           (= [a (index (+ (* i m) j) 4:i64)]:i32 j)))",
        "(for i 0 < n 1 declares (for j 0 < m 1 declares
           (= [a (index (+ (* i n) j) 4:i64)]:i32 j)))",
        "(for i 0 < n 1 declares (for j 0 < m 1 declares (= [a (index i 4:i64)]:i32 j)))",
        "(for i 0 < n 1 declares (for j 0 < 3 1 declares (= [a (index i 4:i64)]:i32 j)))",
        "(for i 0 < n 1 declares (= [a (index i 4:i64)]:i32 0)
           (for j 0 < m 1 declares (+= [a (index i 4:i64)]:i32 j)))",
        "(for i 0 < n 1 declares (for j 0 < m 1 declares (+= [a (index i 4:i64)]:i32 j))
           (= [a (index i 4:i64)]:i32 0))",
        "(for i 0 < n 1 declares (if (< i m) (then (= [a (index i 4:i64)]:i32 0))
           (else (= [a (index i 4:i64)]:i32 1))))",
        "(for i 0 < n 1 declares (if (< i m) (then (= [a (index i 4:i64)]:i32 0))))",
        "(for i 0 < n 1 declares (if (< i m) (then (= [a (index i 4:i64)]:i32 0) (continue)))
           (= [a (index i 4:i64)]:i32 1))",
        "(for i 0 < n 1 declares (if (< i m) (then (continue))) (= [a (index i 4:i64)]:i32 1))",
        "(for i 0 < n 1 declares (= [a (index i 4:i64)]:i32 1) (if (< i m) (then (break))))",
        "(for i 0 < n 1 declares (for j 0 < m 1 declares (if (< j i) (then (break)))
           (= [a (index (+ (* i m) j) 4:i64)]:i32 j)))",
        "(for i 0 < n 1 declares (= [a (index i 4:i64)]:i32 [a (index (- i 1) 4:i64)]:i32))",
    ];

    #[test]
    fn what_is_proved_to_be_written_first_is() {
        let mut count = 0;
        for body in BODIES {
            let region = region(body);
            for (poly, length) in lengths() {
                let Some(positive) = proved(&region, &poly) else { continue };
                count += 1;
                for (n, m) in (-3..5).flat_map(|n| (-3..5).map(move |m| (n, m))) {
                    let is_met = |own: &SymbolId| if *own == N { n > 0 } else { m > 0 };
                    let mut run = Run { values: [n, m, 0, 0, 0, 0], ..Run::default() };
                    let jump = run.block(&region.body);
                    let length = length(n, m);
                    if jump.is_none() && positive.iter().all(is_met) {
                        assert!(!run.is_early, "{body}: {n} {m}");
                        let is_whole = (0..length).all(|at| run.written.contains(&at));
                        assert!(is_whole, "{body}: {n} {m}");
                    }
                }
            }
        }
        assert_eq!(count, 12, "as many are proved");
    }
}
