//! Arrays of one thread that hold nothing from one iteration to the next.
//!
//! Every thread has its own copy of an array in a `private` clause, so iterations meet in it only where
//! one thread runs them. Where each iteration of a loop writes every element before it reads it, and the array
//! is used nowhere else, it does not matter which thread runs which: the conflicts in that array may be
//! left out of account (array privatization; Tu, Padua: "Automatic Array Privatization", LCPC 1993).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::access::{Access, Accesses};
use crate::id::{AccessId, LoopId, StmtId, SymbolId};
use crate::ir::{DataKind, Jump, Stmt, StmtKind, TargetRegion, walk_statements};
use crate::symbolic::eval::AccessKind;
use crate::symbolic::poly::{Atom, Instance, Poly, TermOp};
use crate::symbolic::root::Root;

/// The arrays of one thread, each with the loops of which every iteration fills it by itself.
pub(super) struct Refilled(BTreeMap<SymbolId, Vec<LoopId>>);

impl Refilled {
    pub(super) fn of(region: &TargetRegion, accesses: &Accesses) -> Refilled {
        let mut found = BTreeMap::new();
        let private = |kind| matches!(kind, DataKind::Private | DataKind::Firstprivate);
        for item in region.data.iter().filter(|item| private(item.kind) && !item.enclosing) {
            let loops = refilled(region, accesses, item.symbol);
            if !loops.is_empty() {
                found.insert(item.symbol, loops);
            }
        }
        Refilled(found)
    }

    /// Whether the two accesses, in iterations that differ in a loop of `moving`, are of an array that each of
    /// these iterations fills by itself.
    pub(super) fn separates(
        &self,
        accesses: &Accesses,
        (source, sink): (AccessId, AccessId),
        mut moving: impl Iterator<Item = LoopId>,
    ) -> bool {
        let [source, sink] = [source, sink].map(|id| &accesses.get(id).reference.address.root);
        let Root::Symbol(symbol) = source else { return false };
        source == sink && self.0.get(symbol).is_some_and(|loops| moving.any(|l| loops.contains(&l)))
    }
}

/// The loops of which every iteration fills the array of one thread by itself.
pub(super) fn refilled(
    region: &TargetRegion,
    accesses: &Accesses,
    symbol: SymbolId,
) -> Vec<LoopId> {
    let root = Root::Symbol(symbol);
    let of_root = |access: &&Access| access.reference.address.root == root;
    let own: Vec<&Access> = accesses.list.iter().filter(of_root).collect();
    let covered = own.iter().all(|access| access.thread_private)
        && Filled::new(accesses, &own).covers(&region.body, &mut Vec::new());
    if covered { common(&own) } else { Vec::new() }
}

/// The loops around all of the accesses.
fn common(accesses: &[&Access]) -> Vec<LoopId> {
    let Some((first, others)) = accesses.split_first() else { return Vec::new() };
    let mut loops = first.reference.loops.clone();
    for other in others {
        let same = loops.iter().zip(&other.reference.loops).take_while(|(a, b)| a == b).count();
        loops.truncate(same);
    }
    loops
}

/// The values of longer loops are not tried one by one.
const MAX_NUMBERS: i64 = 64;

/// Nor are those of longer loops around others.
const MAX_NESTED: i64 = 8;

/// Elements that have been written where control stands.
#[derive(Clone)]
struct Written<'a> {
    by: &'a Access,
    /// The loops that have run to their end since, so that every element they lead to is written.
    swept: Vec<LoopId>,
}

/// A walk through the statements in the order in which they run.
struct Filled<'a> {
    accesses: &'a Accesses,
    by_stmt: BTreeMap<StmtId, Vec<&'a Access>>,
    around: Vec<LoopId>,
    seen: BTreeSet<AccessId>,
    number: usize,
}

impl<'a> Filled<'a> {
    fn new(accesses: &'a Accesses, own: &[&'a Access]) -> Self {
        let mut by_stmt: BTreeMap<StmtId, Vec<&Access>> = BTreeMap::new();
        for access in own {
            by_stmt.entry(access.reference.stmt).or_default().push(access);
        }
        let (around, seen, number) = (Vec::new(), BTreeSet::new(), own.len());
        Self { accesses, by_stmt, around, seen, number }
    }

    /// Whether every read in the region is of an element that was written before, in the same iteration of all
    /// loops around both.
    fn covers(&mut self, body: &[Stmt], written: &mut Vec<Written<'a>>) -> bool {
        self.block(body, written) && self.seen.len() == self.number
    }

    fn block(&mut self, body: &[Stmt], written: &mut Vec<Written<'a>>) -> bool {
        body.iter().all(|stmt| self.statement(stmt, written))
    }

    fn statement(&mut self, stmt: &Stmt, written: &mut Vec<Written<'a>>) -> bool {
        let own = self.by_stmt.get(&stmt.id).cloned().unwrap_or_default();
        self.seen.extend(own.iter().map(|access| access.id));
        let reads = own.iter().filter(|access| access.reference.kind != AccessKind::Write);
        for read in reads {
            if !written.iter().any(|known| self.is_written(known, read)) {
                return false;
            }
        }
        let after = written.len();
        match &stmt.kind {
            StmtKind::Assign { .. } => {
                let writes = own.into_iter().filter(|access| access.reference.kind.writes());
                written.extend(writes.map(|by| Written { by, swept: Vec::new() }));
                return true;
            }
            StmtKind::If { then, otherwise, .. } => {
                for branch in [then, otherwise] {
                    if !self.block(branch, written) {
                        return false;
                    }
                    written.truncate(after);
                }
            }
            StmtKind::Loop(l) => {
                self.around.push(l.id);
                let covered = self.block(&l.body, written);
                self.around.pop();
                let whole = !has_jump(&l.body);
                let in_loop = written.split_off(after);
                let sweeps = |known: &Written| offset(known.by).is_some_and(|o| mentions(o, l.id));
                let swept = in_loop.into_iter().filter(|known| whole && sweeps(known));
                written.extend(swept.map(|mut known| {
                    known.swept.push(l.id);
                    known
                }));
                return covered;
            }
            StmtKind::While { body, .. } | StmtKind::Directive(_, body) => {
                let covered = self.block(body, written);
                written.truncate(after);
                return covered && matches!(stmt.kind, StmtKind::While { .. });
            }
            StmtKind::Jump(Jump::Goto) => return false,
            _ => return own.iter().all(|access| !access.reference.kind.writes()),
        }
        true
    }

    /// Whether what a read needs was written: the same element, or one of those that loops of the same range
    /// have led to.
    fn is_written(&self, known: &Written, read: &Access) -> bool {
        let (Some(from), Some(to)) = (offset(known.by), offset(read)) else { return false };
        if known.by.reference.ty != read.reference.ty {
            return false;
        }
        let free: Vec<LoopId> = self.around.iter().rev().copied().collect();
        self.leads(from, &known.swept, &free, to)
    }

    /// Whether some iteration of the loops `swept` has the offset `to` where they reach `from`: one of a loop in
    /// `free` that runs over the same values now, or one with a number.
    fn leads(&self, from: &Poly, swept: &[LoopId], free: &[LoopId], to: &Poly) -> bool {
        let Some((l, others)) = swept.split_first() else { return from == to };
        let at = |value: &Poly| {
            let counter = Atom::Iv(*l, Instance::Source);
            from.substitute(&|atom| (*atom == counter).then(|| value.clone()))
        };
        let follows = |own: &LoopId| {
            let left: Vec<LoopId> = free.iter().filter(|other| *other != own).copied().collect();
            let counter = Poly::atom(Atom::Iv(*own, Instance::Source));
            self.same_range(*l, *own) && self.leads(&at(&counter), others, &left, to)
        };
        let most = if others.is_empty() { MAX_NUMBERS } else { MAX_NESTED };
        let mut numbers = self.numbers(*l, most).into_iter().flatten();
        free.iter().any(follows)
            || numbers.any(|v| self.leads(&at(&Poly::from(v)), others, free, to))
    }

    /// The values of a loop's counter, where they are `most` numbers or less.
    fn numbers(&self, l: LoopId, most: i64) -> Option<RangeInclusive<i64>> {
        let values = self.accesses.loop_values(l).filter(|values| values.varying.is_none())?;
        let end = |poly: &Option<Poly>| poly.as_ref()?.as_constant()?.to_i64();
        let (first, last) = (end(&values.first)?, end(&values.last)?);
        (last.checked_sub(first)? < most).then_some(first..=last)
    }

    /// Whether two loops have the same first and last values, and steps.
    fn same_range(&self, a: LoopId, b: LoopId) -> bool {
        let [a, b] = [a, b].map(|l| self.accesses.loop_values(l));
        let (Some(a), Some(b)) = (a, b) else { return false };
        let known =
            a.first.is_some() && a.last.is_some() && a.varying.is_none() && b.varying.is_none();
        known && a.first == b.first && a.last == b.last && a.step == b.step && a.lower == b.lower
    }
}

/// The offset of an element that counters and unchanged variables alone decide.
fn offset(access: &Access) -> Option<&Poly> {
    let varies = |atom: &Atom| match atom {
        Atom::Term(term) => {
            matches!(term.op, TermOp::Load { .. } | TermOp::Pointer(_) | TermOp::Unknown { .. })
        }
        _ => false,
    };
    let offset = access.reference.address.offset.as_poly()?;
    (!offset.any_atom(&mut |atom| varies(atom))).then_some(offset)
}

fn has_jump(body: &[Stmt]) -> bool {
    let mut found = false;
    walk_statements(body, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Jump(_)));
    found
}

fn mentions(poly: &Poly, l: LoopId) -> bool {
    poly.any_atom(&mut |atom| matches!(atom, Atom::Iv(own, _) if *own == l))
}
