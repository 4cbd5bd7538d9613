//! What statements of the host touch of storage that stays on the device: sections of it, more rather than less, and for writes those
//! that are certain, too.

use super::calls::{Library, library};
use super::flow::{Effects, Followed, Here};
use super::lattice::{Lattice, Listing, is_set};
use super::names::is_usable_at;
use super::parts::Parts;
use super::section::{Known, Polynomial, Section, Shape, assigned, is_unsigned};
use super::statements::{host_statements, leaves};
use super::storage::Storage;
use crate::id::SymbolId;
use crate::ir::{
    Base, BinaryOp, Expr, ExprKind, Loop, Place, Relation, Step, Stmt, StmtKind, SymbolKind, Type,
};

/// The storage that is looked at, and how its elements are counted.
#[derive(Clone, Copy)]
pub(super) struct Subject<'s> {
    /// Whether storage may be some of it.
    pub(super) meets: &'s dyn Fn(Storage) -> bool,
    /// Whether storage is one of the pieces that constructs map.
    pub(super) is_one: &'s dyn Fn(Storage) -> bool,
    pub(super) section: &'s Section,
    pub(super) shape: &'s Shape,
}

/// What a statement of the host touches.
#[derive(Clone, Debug)]
pub(super) struct Touched {
    /// What it may read.
    pub(super) reads: Parts,
    /// What it may write.
    pub(super) writes: Parts,
    /// What it writes each time.
    pub(super) certain: Vec<Section>,
    /// The sets, said by lists, of which it touches all elements each time.
    pub(super) listed: Vec<Section>,
}

impl Touched {
    fn nothing() -> Self {
        let (certain, listed) = (Vec::new(), Vec::new());
        Self { reads: Parts::nothing(), writes: Parts::nothing(), certain, listed }
    }

    fn join(&mut self, other: Touched) {
        self.reads.join(&other.reads);
        self.writes.join(&other.writes);
        self.certain.extend(other.certain);
        self.listed.extend(other.listed);
    }
}

/// A loop: its counter, with the least and the greatest value where they are known.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    pub(super) iv: SymbolId,
    pub(super) ends: Option<(Polynomial, Polynomial)>,
    /// Whether each value in between is taken, if there is any.
    pub(super) is_dense: bool,
}

/// Where a place lies in what is counted: elements, or rows, from the first to behind the last.
pub(super) struct Extent {
    pub(super) section: Section,
    /// Whether a write there writes all of it.
    pub(super) is_full: bool,
}

/// What sees statements as sections.
pub(super) struct Extents<'e, 'a> {
    pub(super) followed: &'e Followed<'a>,
    pub(super) subject: Subject<'e>,
    /// All that is mapped, where it is known.
    pub(super) range: Option<Section>,
    /// The counters of the loops around the statement, which nothing else assigns to.
    pub(super) around: Vec<SymbolId>,
    pub(super) inner: Vec<Counter>,
    /// Whether a variable of the function is the same all over the loop.
    pub(super) is_steady: &'e dyn Fn(SymbolId) -> bool,
    /// Whether sets that are no sections are told by what stands for them.
    is_fine: bool,
    /// These sets.
    pub(super) lattices: Vec<Lattice>,
    /// The number of the place that is looked at which is read from a list.
    pub(super) listing: Option<Listing>,
    /// Whether what is looked at is evaluated each time that the loops of the statement run.
    is_always: bool,
}

impl<'e, 'a> Extents<'e, 'a> {
    pub(super) fn of(
        followed: &'e Followed<'a>,
        subject: Subject<'e>,
        is_steady: &'e dyn Fn(SymbolId) -> bool,
    ) -> Self {
        let range = Some(subject.section.clone()).filter(|own| !own.is_whole());
        let (around, inner, lattices) = (Vec::new(), Vec::new(), Vec::new());
        let (is_fine, is_always) = (false, false);
        let listing = None;
        Self {
            followed,
            subject,
            range,
            around,
            inner,
            is_steady,
            is_fine,
            lattices,
            listing,
            is_always,
        }
    }

    /// What a statement touches, in sections, and where sets that are none are told, too; without the statements in it where it is a
    /// condition alone.
    pub(super) fn touched(&mut self, stmt: &Stmt, is_alone: bool) -> [Touched; 2] {
        [false, true].map(|is_fine| {
            self.is_fine = is_fine;
            self.touched_so(stmt, is_alone)
        })
    }

    fn touched_so(&mut self, stmt: &Stmt, is_alone: bool) -> Touched {
        let mut found = Touched::nothing();
        self.statement(stmt, (is_alone, true), &mut found);
        let function = self.followed.function();
        let is_known = |own: SymbolId| is_set(own) || is_usable_at(function, stmt, own);
        found.reads = found.reads.only_with(&is_known);
        found.writes = found.writes.only_with(&is_known);
        found.certain.retain(|own| own.variables().all(is_known));
        found
    }

    fn statement(&mut self, stmt: &Stmt, (is_alone, is_certain): (bool, bool), all: &mut Touched) {
        all.join(self.own(stmt, is_certain));
        if is_alone {
            return;
        }
        let before = (all.certain.len(), all.listed.len());
        match &stmt.kind {
            StmtKind::Loop(l) => {
                self.inner.push(self.counter(l));
                let runs = is_certain && !l.body.iter().any(|own| leaves(own, 0));
                l.body.iter().for_each(|own| self.statement(own, (false, runs), all));
                self.inner.pop();
            }
            _ => host_statements(stmt).for_each(|own| self.statement(own, (false, false), all)),
        }
        if leaves(stmt, 0) {
            all.certain.truncate(before.0);
            all.listed.truncate(before.1);
        }
    }

    /// What a statement itself touches, without the statements in it. What was not seen there may be anything.
    fn own(&mut self, stmt: &Stmt, is_certain: bool) -> Touched {
        let mut own = Touched::nothing();
        self.is_always = is_certain;
        match &stmt.kind {
            StmtKind::Declare { value: Some(value), .. } | StmtKind::Evaluate(value) => {
                self.expression(value, stmt, &mut own);
            }
            StmtKind::Assign { target, op, value } => {
                self.expression(value, stmt, &mut own);
                self.inside(target, stmt, &mut own);
                if op.is_some() {
                    self.touch(target, (stmt, false), &mut own);
                }
                let extent = self.touch(target, (stmt, true), &mut own);
                let is_whole = |own: &Extent| own.is_full && is_certain && op.is_none();
                own.certain.extend(extent.filter(is_whole).map(|own| own.section));
            }
            StmtKind::If { condition, .. } => self.expression(condition, stmt, &mut own),
            _ => {}
        }
        let effects = self.followed.effects.get(&stmt.id);
        let touches = effects.into_iter().flat_map(|Effects { touches, .. }| touches);
        for (_, writes) in touches.filter(|(storage, _)| (self.subject.meets)(*storage)) {
            let parts = if *writes { &mut own.writes } else { &mut own.reads };
            if parts.is_nothing() {
                *parts = Parts::Whole;
            }
        }
        own
    }

    fn expression(&mut self, expr: &Expr, stmt: &Stmt, all: &mut Touched) {
        match &expr.kind {
            ExprKind::Load(place) => {
                self.touch(place, (stmt, false), all);
                self.inside(place, stmt, all);
            }
            ExprKind::AddressOf(place) => self.inside(place, stmt, all),
            ExprKind::Unary(_, operand) | ExprKind::Cast(operand) => {
                self.expression(operand, stmt, all);
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                self.expression(left, stmt, all);
                self.sometimes(&[right], stmt, all);
            }
            ExprKind::Binary(_, left, right) | ExprKind::Compare(_, left, right) => {
                self.expression(left, stmt, all);
                self.expression(right, stmt, all);
            }
            ExprKind::Select(condition, then, otherwise) => {
                self.expression(condition, stmt, all);
                self.sometimes(&[then, otherwise], stmt, all);
            }
            ExprKind::Call { name, pure_fn, arguments } => {
                arguments.iter().for_each(|own| self.expression(own, stmt, all));
                if !pure_fn && self.call_may_touch((name, arguments), stmt) {
                    (all.reads, all.writes) = (Parts::Whole, Parts::Whole);
                }
            }
            ExprKind::Symbol(symbol) => {
                if (self.subject.meets)(Storage::Variable(*symbol)) {
                    all.reads = Parts::Whole;
                }
            }
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Opaque { .. } => {}
        }
    }

    /// Expressions of which some are evaluated.
    fn sometimes(&mut self, parts: &[&Expr], stmt: &Stmt, all: &mut Touched) {
        let is_always = std::mem::replace(&mut self.is_always, false);
        parts.iter().for_each(|own| self.expression(own, stmt, all));
        self.is_always = is_always;
    }

    /// Whether a call may do something with the storage.
    fn call_may_touch(&self, (name, arguments): (&str, &[Expr]), stmt: &Stmt) -> bool {
        let Some(state) = self.followed.states.get(&stmt.id) else { return true };
        let here = Here { state, at: stmt.id, is_certain: false };
        let meets = |own: &Storage| (self.subject.meets)(*own);
        if let Some(summary) = self.followed.summaries.get(name) {
            let mut roots = summary.touches.iter().map(|(root, _)| root);
            let is_touched = roots.any(|root| {
                self.followed.resolved(root, arguments, here).targets.iter().any(meets)
            });
            return is_touched || summary.hides || summary.opaque.is_some();
        }
        let is_given = |own: &Expr| match own.ty {
            Type::Pointer => self.followed.value(own, state, stmt.id).targets.iter().any(meets),
            Type::Aggregate { .. } => true,
            _ => false,
        };
        let is_known =
            matches!(library(name), Some(Library::Nothing | Library::Reads | Library::Writes));
        !is_known || arguments.iter().any(is_given)
    }

    /// What the address of a place is computed from.
    fn inside(&mut self, place: &Place, stmt: &Stmt, all: &mut Touched) {
        match &place.base {
            Base::Symbol(_) => {}
            Base::Loaded(pointer) => {
                self.touch(pointer, (stmt, false), all);
                self.inside(pointer, stmt, all);
            }
            Base::Value(pointer) => self.expression(pointer, stmt, all),
        }
        for step in &place.steps {
            if let Step::Index { index, scale, .. } = step {
                self.expression(index, stmt, all);
                self.expression(scale, stmt, all);
            }
        }
    }

    /// A place is read or written; where it lies in the storage, if it does and that is known.
    fn touch(
        &mut self,
        place: &Place,
        (stmt, writes): (&Stmt, bool),
        all: &mut Touched,
    ) -> Option<Extent> {
        let Some(state) = self.followed.states.get(&stmt.id) else {
            *all = Touched { reads: Parts::Whole, writes: Parts::Whole, ..Touched::nothing() };
            return None;
        };
        let base = self.followed.base(place, state, stmt.id);
        if !base.targets.iter().any(|own| (self.subject.meets)(*own)) {
            return None;
        }
        let wholes = base.targets.iter().map(|own| self.followed.variables.whole(*own));
        let wholes: Vec<(Storage, Polynomial)> = wholes.collect();
        let is_known = !base.is_inside && wholes.iter().all(|own| (self.subject.is_one)(own.0));
        let before = match &wholes[..] {
            [(_, only)] => Some(only.clone()),
            all if all.iter().all(|own| own.1 == Polynomial::default()) => {
                Some(Polynomial::default())
            }
            _ => None,
        };
        let before = before.filter(|_| is_known);
        let mut extent = before.as_ref().and_then(|before| self.extent(place, before));
        if self.is_fine {
            let set = before.and_then(|before| self.set(place, &before, extent.as_ref()));
            let is_listed = |own: &&Extent| own.is_full && self.is_always && self.is_listed(own);
            all.listed.extend(set.as_ref().filter(is_listed).map(|own| own.section.clone()));
            extent = set.or(extent);
        }
        let parts = if writes { &mut all.writes } else { &mut all.reads };
        match &extent {
            Some(extent) => parts.add(&extent.section),
            None => *parts = Parts::Whole,
        }
        extent.filter(|_| base.targets.len() == 1)
    }

    /// Where a place lies, whose base is so many bytes behind the start of storage.
    fn extent(&mut self, place: &Place, before: &Polynomial) -> Option<Extent> {
        let bytes = u64::from(place.ty.bytes());
        let Shape { element, rows } = self.subject.shape;
        let first = place.steps.first()?;
        let Step::Index { index, scale, extent } = first else { return None };
        if self.range.is_none() {
            let Base::Symbol(symbol) = place.base else { return None };
            if self.followed.function().symbol(symbol).kind != SymbolKind::Array {
                return None;
            }
            let length = self.polynomial(extent.as_ref()?)?;
            self.range = Some(Section { lower: Polynomial::default(), length });
        }
        if bytes == 0 {
            return None;
        }
        if rows.is_empty() {
            let offset = self.offset(&place.steps)?.add(before, 1);
            let (least, greatest) = self.hull(&offset)?;
            let end = greatest.add(&Polynomial::number(bytes - 1), 1).divided(*element)?;
            let end = end.add(&Polynomial::number(1), 1);
            let is_one = bytes == *element && offset.is_multiple_of(&Polynomial::number(bytes));
            let is_full = is_one && self.is_dense(&offset, *element);
            return Some(Extent {
                section: Section::between(least.divided(*element)?, &end),
                is_full,
            });
        }
        if *before != Polynomial::default() {
            return None;
        }
        let row =
            rows.iter().try_fold(Polynomial::number(*element), |all, own| all.multiply(own))?;
        let index =
            self.polynomial(index).filter(|_| self.polynomial(scale) == Some(row.clone()))?;
        let rest = self.offset(&place.steps[1..])?;
        let (least, greatest) = self.hull(&rest)?;
        let end = greatest.add(&Polynomial::number(bytes), 1);
        let is_inside =
            least.is_never_negative(&[]) && row.clone().add(&end, -1).is_never_negative(&[]);
        let (first, last) = self.hull(&index).filter(|_| is_inside)?;
        let end_row = last.add(&Polynomial::number(1), 1);
        let is_full = first.clone().add(&Polynomial::number(1), 1) == end_row
            && least == Polynomial::default()
            && end == row
            && bytes == *element
            && self
                .inner
                .iter()
                .all(|own| rest.linear_in(own.iv).is_some_and(|(_, f)| f != Polynomial::default()))
            && self.is_dense(&rest, *element);
        Some(Extent { section: Section::between(first, &end_row), is_full })
    }

    /// The bytes that steps lead on.
    pub(super) fn offset(&self, steps: &[Step]) -> Option<Polynomial> {
        let mut all = Polynomial::default();
        for step in steps {
            let bytes = match step {
                Step::Index { index, scale, .. } => {
                    self.polynomial(index)?.multiply(&self.polynomial(scale)?)?
                }
                Step::Field { offset, .. } => Polynomial::number(*offset),
            };
            all = all.add(&bytes, 1);
        }
        Some(all)
    }

    /// An integer in variables, the counters of the loops around among them.
    pub(super) fn polynomial(&self, expr: &Expr) -> Option<Polynomial> {
        let counts = |own: SymbolId| {
            self.around.contains(&own) || self.inner.iter().any(|counter| counter.iv == own)
        };
        let listing = self.listing.as_ref();
        let known = Known { place: &|own| listing?.value(own), counts: &counts };
        let value = |own: &Expr| self.followed.values.of_reading(own, 0, &known);
        let Some((variable, given)) = listing.and_then(|own| own.given.as_ref()) else {
            return value(expr);
        };
        let (own, given) = (value(expr)?, value(given)?);
        own.with(&|own| {
            Some(if own == *variable { given.clone() } else { Polynomial::variable(own) })
        })
    }

    /// The counter of a loop.
    pub(super) fn counter(&self, l: &Loop) -> Counter {
        let is_kept = !assigned(&l.body).contains(&l.iv) && self.followed.variables.is_own(l.iv);
        let is_up = matches!(l.relation, Relation::Lt | Relation::Le);
        let (first, last) = if is_up { (&l.lower, &l.bound) } else { (&l.bound, &l.lower) };
        let is_known = is_kept && (self.is_exact(l, last) || runs_on(l));
        let ends = is_known.then(|| self.ends(l)).flatten();
        let is_next = l.step.integer().is_some_and(|step| *step == 1 || *step == -1);
        Counter { iv: l.iv, ends, is_dense: is_next && self.is_exact(l, first) }
    }

    /// Whether an end of a loop is compared as the number that its polynomial says. A number less than 0 is very great where the comparison
    /// is one of unsigned numbers: then a loop has no iteration, or too many.
    fn is_exact(&self, l: &Loop, end: &Expr) -> bool {
        let is_signed = !is_unsigned(self.followed.function().symbol(l.iv).ty);
        let mut has_unsigned = !is_signed;
        for own in [&l.lower, &l.bound] {
            own.walk(&mut |part| has_unsigned |= is_unsigned(part.ty));
        }
        !has_unsigned || self.followed.values.is_natural(end)
    }

    /// The least and the greatest value that a counter may have in an iteration.
    fn ends(&self, l: &Loop) -> Option<(Polynomial, Polynomial)> {
        let (lower, bound) = (self.polynomial(&l.lower)?, self.polynomial(&l.bound)?);
        let by = |number: i32| bound.clone().add(&Polynomial::number(number), 1);
        let step = l.step.integer()?;
        match l.relation {
            Relation::Lt if *step > 0 => Some((lower, by(-1))),
            Relation::Le if *step > 0 => Some((lower, by(0))),
            Relation::Gt if *step < 0 => Some((by(1), lower)),
            Relation::Ge if *step < 0 => Some((by(0), lower)),
            _ => None,
        }
    }

    /// The least and the greatest value where all loops of the statement run.
    fn hull(&self, value: &Polynomial) -> Option<(Polynomial, Polynomial)> {
        hull(value, &self.inner, &|factor| self.is_positive(factor))
    }

    /// Whether a value that is not 0 is positive where all loops of the statement run; rows have elements.
    fn is_positive(&self, value: &Polynomial) -> Option<bool> {
        if let Some(number) = value.number_value() {
            return Some(number > 0);
        }
        let length = |counter: &Counter| {
            let (first, last) = counter.ends.as_ref()?;
            Some(last.clone().add(first, -1).add(&Polynomial::number(1), 1))
        };
        let lengths = self.inner.iter().filter_map(length);
        let mut positive = lengths.chain(self.subject.shape.rows.iter().cloned());
        positive.find_map(|own| value.ratio(&own)).map(|ratio| ratio > 0)
    }

    /// Whether a place of one element takes on all places between the least and the greatest: none moves in the loops of the statement,
    /// or one counter moves it by one each time.
    fn is_dense(&self, offset: &Polynomial, element: u64) -> bool {
        let factor = |own: &Counter| offset.linear_in(own.iv).map(|(_, factor)| factor);
        let moved: Vec<_> =
            self.inner.iter().filter(|own| factor(own) != Some(Polynomial::default())).collect();
        match &moved[..] {
            [] => self.inner.is_empty(),
            [only] => {
                let by = factor(only).and_then(|own| own.number_value());
                let is_next = by.is_some_and(|by| by == element || by == -i128::from(element));
                self.inner.len() == 1 && only.is_dense && is_next
            }
            _ => false,
        }
    }
}

/// Whether a loop that has too many iterations never ends, or has each of its accesses in all of them, and so some outside of any storage.
fn runs_on(l: &Loop) -> bool {
    let is_wide = |own: &Expr| matches!(own.ty, Type::Int { bits: 64.., .. });
    if is_wide(&l.lower) && is_wide(&l.bound) {
        return !l.body.iter().any(|own| leaves(own, 0));
    }
    let mut is_straight =
        l.body.iter().all(|own| own.blocks().iter().all(|inner| inner.is_empty()));
    for stmt in &l.body {
        stmt.walk_own(&mut |part| {
            let is_choice = match part.kind {
                ExprKind::Select(..) => true,
                ExprKind::Binary(op, ..) => matches!(op, BinaryOp::And | BinaryOp::Or),
                _ => false,
            };
            is_straight &= !is_choice;
        });
    }
    is_straight && !l.body.iter().any(|own| leaves(own, 0))
}

/// The least and the greatest value in all iterations of loops, the innermost one last; `is_positive` tells the sign of a factor.
pub(super) fn hull(
    value: &Polynomial,
    counters: &[Counter],
    is_positive: &dyn Fn(&Polynomial) -> Option<bool>,
) -> Option<(Polynomial, Polynomial)> {
    let (mut least, mut greatest) = (value.clone(), value.clone());
    for Counter { iv, ends, .. } in counters.iter().rev() {
        let end = |own: &Polynomial, is_least: bool| {
            let (rest, factor) = own.linear_in(*iv)?;
            if factor == Polynomial::default() {
                return Some(rest);
            }
            let (first, last) = ends.as_ref()?;
            let is_first = is_positive(&factor)? == is_least;
            let value = if is_first { first } else { last };
            Some(rest.add(&factor.multiply(value)?, 1))
        };
        (least, greatest) = (end(&least, true)?, end(&greatest, false)?);
    }
    Some((least, greatest))
}
