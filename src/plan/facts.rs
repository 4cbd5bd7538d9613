//! Facts about sizes under which a change is legal, or begins to pay.
//!
//! Rows `c[i * ldc + j]` are apart only where `ldc` is large enough, elements `y[j * inc]` are
//! neighbours only where `inc` is 1. A fact suggested here is a guess: the region is analysed once more with the fact
//! stated, the change must be proved and must pay then, and a fact that this does without is dropped.

use std::collections::BTreeSet;

use rug::Integer;

use super::fact::Fact;
use super::pricing::{Priced, Pricing, Threshold};
use super::study::Study;
use super::survey::{Best, Tested, survey};
use super::test::{self, HostTest};
use super::{Variant, sizes};
use crate::access::{Access, Accesses};
use crate::cost::Coalescing;
use crate::dependence::Dependences;
use crate::id::{LoopId, SymbolId};
use crate::ir::{BinaryOp, Expr, ExprKind, Relation, TargetRegion, Type};
use crate::symbolic::poly::{Atom, Instance, Monomial, Poly};
use crate::transform::analyses;
use crate::transform::form::{Context, Form};
use crate::transform::order::{Candidate, Order};
use crate::transform::{self, LEAST_MARGIN, boxes, host};

/// More facts than these are no cheap test, and too many to find the necessary ones among them.
const MAX_FACTS: usize = 4;

/// A change, what it is compared with, and the test that allows it.
struct Found {
    priced: Priced,
    before: Coalescing,
    test: HostTest,
}

/// What is the same for all facts: the pricing of the region as written, the gain to be beaten, and what is done where the
/// facts do not hold, which a change must beat where they hold.
struct Search<'a> {
    region: &'a TargetRegion,
    accesses: &'a Accesses,
    pricing: &'a Pricing<'a>,
    threshold: Threshold,
    planned: Option<&'a Candidate>,
}

/// The best variant that needs facts and gains more than `threshold`, and more than what is `planned` without any does where they
/// hold, under as few as possible.
pub(super) fn search(
    study: &Study,
    pricing: &Pricing,
    (threshold, planned): (Threshold, Option<&Candidate>),
) -> Option<Variant> {
    let Study { region, accesses, .. } = *study;
    if !pricing.policy.tests || !host::is_simple(region, pricing.policy.alternatives) {
        return None;
    }
    let mut search = Search { region, accesses, pricing, threshold, planned };
    let mut best = None;
    let written = Order { loops: pricing.declared.to_vec(), shared: pricing.declared.len() };
    let orders = std::iter::once(written).chain(planned.map(Candidate::order));
    let orders: Vec<Order> = orders.collect();
    for facts in each_once(all_suggestions(&search, &orders)) {
        if let Some(found) = search.change_under(&facts) {
            let found = search.with_fewest(facts, found);
            search.threshold = search.threshold.and_more_than(&found.priced);
            best = Some(found);
        }
    }
    let Found { priced, before, test } = best?;
    let stated = test.facts.clone();
    Some(Variant { test: Some(test), stated, ..pricing.variant(&before, priced) })
}

/// The strides that are 1 where the region as written is faster than with the change that is `planned` for all strides, if it is
/// faster by more than the change gains elsewhere: neighbours in memory are what most strides are for.
pub(super) fn slower_at_unit_strides(
    region: &TargetRegion,
    accesses: &Accesses,
    pricing: &Pricing,
    planned: &Priced,
) -> Option<Vec<Fact>> {
    let policy = pricing.policy;
    let strides = strides(region, accesses);
    if strides.is_empty() {
        return None;
    }
    let facts: Vec<Fact> = strides.into_iter().map(Fact::One).collect();
    let region = stated(region, &facts);
    let accesses = analyses::accesses(&region, policy);
    let (declared, machine) = (pricing.declared.len(), pricing.machine);
    let forms = transform::forms(&region, &accesses, &Context { declared, machine, policy });
    let written = Pricing { form: &forms[0], facts: &facts, ..*pricing };
    let before = written.count(&region, pricing.declared).ok()?;
    let pricing = Pricing { form: form_of(&planned.candidate, &forms)?, ..written };
    let there = pricing.value(&before, planned.candidate.clone()).ok()?.gain.time();
    let less = there * LEAST_MARGIN.max(planned.gain.time()) < 1.0;
    less.then_some(facts)
}

impl Search<'_> {
    /// The best change where `facts` hold, if it gains enough.
    fn change_under(&self, facts: &[Fact]) -> Option<Found> {
        let policy = self.pricing.policy;
        let region = stated(self.region, facts);
        let accesses = analyses::accesses(&region, policy);
        let runs_once = |l: &LoopId| accesses.most_iterations(*l).is_some();
        if accesses.list.len() != self.accesses.list.len()
            || self.pricing.declared.iter().any(runs_once)
        {
            return None;
        }
        let (declared, machine) = (self.pricing.declared.len(), self.pricing.machine);
        let forms = transform::forms(&region, &accesses, &Context { declared, machine, policy });
        let pricing = Pricing { form: &forms[0], facts, ..*self.pricing };
        let before = pricing.count(&region, self.pricing.declared).ok()?;
        let planned = self.planned.and_then(|planned| {
            let pricing = Pricing { form: form_of(planned, &forms)?, ..pricing };
            pricing.value(&before, planned.clone()).ok()
        });
        let threshold = planned.iter().fold(self.threshold, Threshold::and_more_than);
        let pricing = Pricing { threshold, ..pricing };
        let best = |dependences: &Dependences| {
            survey(&mut Vec::new(), &before, &forms, dependences, &pricing)
        };
        let nothing = Accesses { list: Vec::new(), ..accesses.clone() };
        let independent = analyses::dependences(&region, &nothing, policy);
        best(&independent).plain?;
        let Best { plain, tested } = best(&analyses::dependences(&region, &accesses, policy));
        if let Some(priced) = plain {
            let test = test::host_test(&region, &[], facts, policy).ok()?;
            return Some(Found { priced, before, test });
        }
        let Tested { priced, test, .. } = tested?;
        Some(Found { priced, before, test })
    }

    /// The same change without the facts that it does not need.
    fn with_fewest(&self, mut facts: Vec<Fact>, mut found: Found) -> Found {
        for fact in facts.clone() {
            let others: Vec<_> = facts.iter().filter(|other| **other != fact).cloned().collect();
            let same = |other: &Found| {
                other.priced.candidate.steps == found.priced.candidate.steps
                    && other.priced.gain.time() * LEAST_MARGIN > found.priced.gain.time()
            };
            let without = (!others.is_empty()).then(|| self.change_under(&others)).flatten();
            if let Some(without) = without.filter(same) {
                (facts, found) = (others, without);
            }
        }
        found
    }
}

/// The form that a candidate is of.
fn form_of<'a, 'b>(candidate: &Candidate, forms: &'b [Form<'a>]) -> Option<&'b Form<'a>> {
    let has_all = |form: &&Form| {
        boxes::steps_for(form, candidate).iter().all(|step| candidate.steps.contains(step))
    };
    let suits = |form: &&Form| form.is_for(candidate.span) && has_all(form);
    forms.iter().filter(suits).max_by_key(|form| form.steps.len())
}

/// The region with the facts stated.
pub(super) fn stated(region: &TargetRegion, facts: &[Fact]) -> TargetRegion {
    let mut region = region.clone();
    for fact in facts {
        match fact {
            Fact::Least(sum) => region.facts.extend(condition(&region, sum)),
            Fact::One(symbol) => region.symbols[symbol.index()].constant = Some(Integer::from(1)),
            Fact::Most(..) => {
                let signs = fact.nonnegative().map(|symbol| Poly::atom(Atom::Symbol(symbol)));
                let rows = signs.chain([fact.sum()]);
                let conditions = rows.filter_map(|row| condition(&region, &row));
                let conditions: Vec<_> = conditions.collect();
                region.facts.extend(conditions);
            }
        }
    }
    region
}

/// Wide enough for every sum of variables that a test is about, whatever values they have.
const WIDE: Type = Type::Int { bits: 1024, signed: true };

/// `sum >= 0`; `None` where it is not of variables.
fn condition(region: &TargetRegion, sum: &Poly) -> Option<Expr> {
    let wide = |kind| Expr { ty: WIDE, kind };
    let binary = |op, a, b| wide(ExprKind::Binary(op, Box::new(a), Box::new(b)));
    let mut total = wide(ExprKind::Int(Integer::new()));
    for (monomial, coefficient) in sum.monomials() {
        let mut product = wide(ExprKind::Int(coefficient.clone()));
        for (atom, exponent) in monomial.factors() {
            let Atom::Symbol(symbol) = atom else { return None };
            let ty = region.symbol(*symbol).ty;
            for _ in 0..*exponent {
                let value = Expr { ty, kind: ExprKind::Symbol(*symbol) };
                let factor = wide(ExprKind::Cast(Box::new(value)));
                product = binary(BinaryOp::Mul, product, factor);
            }
        }
        total = binary(BinaryOp::Add, total, product);
    }
    let zero = wide(ExprKind::Int(Integer::new()));
    let compare = ExprKind::Compare(Relation::Ge, Box::new(total), Box::new(zero));
    Some(Expr { ty: Type::INT, kind: compare })
}

/// Where bounds are products, limits for them come first, and then those for what the counters are in.
const SIZE_ROUNDS: usize = 3;

/// Sets of facts for all orders, and for the region whose unsigned arithmetic does not wrap around, where it may.
fn all_suggestions(search: &Search, orders: &[Order]) -> impl Iterator<Item = Vec<Fact>> {
    let Search { region, accesses, pricing, .. } = *search;
    let of = |region: &TargetRegion, accesses: &Accesses| {
        let sets = orders.iter().flat_map(|order| suggestions(region, accesses, order));
        sets.collect::<Vec<_>>()
    };
    let mut sets = of(region, accesses);
    let mut limits = sizes::suggested(region, accesses);
    for round in 1..=SIZE_ROUNDS {
        if limits.is_empty() {
            break;
        }
        let exact = stated(region, &limits);
        let accesses = analyses::accesses(&exact, pricing.policy);
        let more = sizes::joined(&limits, &sizes::suggested(&exact, &accesses));
        let settled = more == limits || round == SIZE_ROUNDS;
        limits = more;
        if settled {
            let facts = std::iter::once(Vec::new()).chain(of(&exact, &accesses));
            sets.extend(facts.map(|facts| [limits.clone(), facts].concat()));
            break;
        }
    }
    sets.retain(|facts| !facts.is_empty());
    sets.into_iter()
}

/// Sets of facts, each of which may be enough for more loops to be parallel than those that the order has.
fn suggestions(region: &TargetRegion, accesses: &Accesses, order: &Order) -> Vec<Vec<Fact>> {
    let rows_where = |ones: &BTreeSet<SymbolId>| rows(accesses, order, ones);
    let rows = rows_where(&BTreeSet::new());
    let strides = strides(region, accesses);
    let ones = strides.iter().map(|symbol| Fact::One(*symbol));
    let dense: Vec<Fact> = ones.chain(rows_where(&strides)).collect();
    let spans = spans(accesses, order);
    let mut sets = vec![rows];
    sets.extend((!strides.is_empty()).then_some(dense));
    sets.extend((!sets.contains(&spans)).then_some(spans));
    sets.dedup();
    sets.retain(|facts| !facts.is_empty() && facts.len() <= MAX_FACTS);
    sets.retain(|facts| facts.iter().all(holds_of_large_sizes));
    sets
}

/// Whether the fact holds where some variable is large enough: `2*n^2 >= n^3` does not, which only says that
/// there is next to nothing to do.
pub(super) fn holds_of_large_sizes(fact: &Fact) -> bool {
    let Fact::Least(sum) = fact else { return true };
    let grows = |atom: &Atom| {
        let coefficients = sum.coefficients_of(atom);
        let leading = coefficients.last().filter(|_| coefficients.len() > 1);
        leading.is_some_and(|leading| leading.monomials().all(|(_, number)| *number > 0))
    };
    sum.monomials().flat_map(|(monomial, _)| monomial.factors()).any(|(atom, _)| grows(atom))
}

/// How an address follows one loop: `scale * pitch` bytes for each iteration.
struct Part {
    l: LoopId,
    pitch: Monomial,
    scale: Integer,
}

/// The parts of an address; `None` where it is no sum of loops times products of variables.
fn parts(offset: &Poly) -> Option<Vec<Part>> {
    let mut found = Vec::new();
    for (monomial, scale) in offset.monomials() {
        let symbolic = |atom: &Atom| matches!(atom, Atom::Symbol(_));
        let counters: Vec<&(Atom, u32)> =
            monomial.factors().iter().filter(|(atom, _)| !symbolic(atom)).collect();
        match counters[..] {
            [] => {}
            [(Atom::Iv(l, Instance::Source), 1)] => {
                let counter = Poly::atom(Atom::Iv(*l, Instance::Source));
                let (counter, _) = counter.monomials().next()?;
                let pitch = monomial.divide(counter)?;
                found.push(Part { l: *l, pitch, scale: scale.clone() });
            }
            _ => return None,
        }
    }
    Some(found)
}

fn stored(accesses: &Accesses) -> impl Iterator<Item = &Access> {
    let roots: Vec<_> = accesses.list.iter().filter(|a| a.reference.kind.writes()).collect();
    let is_stored = move |access: &&Access| {
        let root = &access.reference.address.root;
        roots.iter().any(|other| other.reference.address.root == *root)
    };
    accesses.list.iter().filter(is_stored)
}

/// That rows of the arrays that are stored to do not reach into the next one, in one iteration of the
/// loops that share the threads and where the variables `ones` are 1.
fn rows(accesses: &Accesses, order: &Order, ones: &BTreeSet<SymbolId>) -> Vec<Fact> {
    let dense = |poly: &Poly| {
        let is_one = |atom: &Atom| matches!(atom, Atom::Symbol(s) if ones.contains(s));
        poly.substitute(&|atom| is_one(atom).then(Poly::one))
    };
    let mut found = Vec::new();
    for access in stored(accesses) {
        let Some(offset) = access.reference.address.offset.as_poly().map(dense) else { continue };
        let Some(parts) = parts(&offset) else { continue };
        for part in &parts {
            for (atom, _) in part.pitch.factors() {
                let pitch = Poly::atom(atom.clone());
                let inner = parts.iter().filter(|other| {
                    let quotient = part.pitch.divide(&other.pitch);
                    let in_row = |m| Poly::monomial(m, Integer::from(1)) == pitch;
                    quotient.is_some_and(in_row) && !order.shares(other.l)
                });
                let Some(length) = length(accesses, inner) else { continue };
                let row = &pitch * &Poly::from(part.scale.clone().abs());
                found.extend(at_least(&row, &dense(&length)));
            }
        }
    }
    each_once(found.into_iter())
}

/// That what the loops inside another one run over ends before that one's next iteration begins, where
/// their pitches are no factors of its own: `ld >= m*n` in `c[i*ld + j*n + k]`, `p*q >= n` in
/// `c[i*(p*q) + j]`.
fn spans(accesses: &Accesses, order: &Order) -> Vec<Fact> {
    let mut found = Vec::new();
    for access in stored(accesses) {
        let Some(parts) = access.reference.address.offset.as_poly().and_then(parts) else {
            continue;
        };
        let loops = &access.reference.loops;
        let depth = |part: &Part| order.depth(part.l, loops);
        let bytes = |part: &Part| Poly::monomial(part.pitch.clone(), part.scale.clone().abs());
        let symbolic = |part: &&Part| !part.pitch.factors().is_empty() && !order.shares(part.l);
        for part in parts.iter().filter(symbolic) {
            let mut inner = parts.iter().filter(|inner| depth(inner) > depth(part));
            let span = inner.try_fold(Poly::from(access.bytes()), |span, inner| {
                let runs = iterations_less_one(accesses, inner.l)?;
                Some(&span + &(&runs * &bytes(inner)))
            });
            found.extend(span.and_then(|span| at_least(&bytes(part), &span)));
        }
    }
    each_once(found.into_iter())
}

fn each_once<T: PartialEq>(found: impl Iterator<Item = T>) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for item in found {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

/// The bytes from the first element that the parts reach to the end of the last; `None` where there
/// is no part, or variables do not tell.
fn length<'a>(accesses: &Accesses, parts: impl Iterator<Item = &'a Part>) -> Option<Poly> {
    let mut total = Poly::zero();
    let mut element: Option<Integer> = None;
    for part in parts {
        let scale = part.scale.clone().abs();
        total = &total + &(&iterations_less_one(accesses, part.l)? * &Poly::from(scale.clone()));
        element = Some(element.map_or(scale.clone(), |other| other.min(scale)));
    }
    element.map(|element| &total + &Poly::from(element))
}

/// Last minus first value of a loop's counter, where variables tell.
fn iterations_less_one(accesses: &Accesses, l: LoopId) -> Option<Poly> {
    let values = accesses.loop_values(l)?;
    let distance = values.last.as_ref()? - values.first.as_ref()?;
    let symbolic = !distance.any_atom(&mut |atom| !matches!(atom, Atom::Symbol(_)));
    symbolic.then_some(distance)
}

/// `a >= b`, without a common factor; `None` where that is no question.
pub(super) fn at_least(a: &Poly, b: &Poly) -> Option<Fact> {
    let sum = a - b;
    if sum.as_constant().is_some() {
        return None;
    }
    let factor = sum.content();
    let factor = if sum.constant_part().is_divisible(&factor) { factor } else { Integer::from(1) };
    Some(Fact::Least(sum.divide_exactly(&factor)?))
}

/// Variables that the region leaves alone and by which an access multiplies its innermost counter:
/// strides between elements, as long as nothing in the address runs over elements one by one.
fn strides(region: &TargetRegion, accesses: &Accesses) -> BTreeSet<SymbolId> {
    let assigned = transform::assigned(region);
    let stride = |access: &Access| {
        let parts = parts(access.reference.address.offset.as_poly()?)?;
        let dense = parts.iter().any(|part| part.pitch.factors().is_empty());
        let innermost = |l: &LoopId| parts.iter().find(|part| part.l == *l);
        let part = access.reference.loops.iter().rev().find_map(innermost)?;
        match part.pitch.factors() {
            [(Atom::Symbol(symbol), 1)] if !dense && part.scale == access.bytes() => Some(*symbol),
            _ => None,
        }
    };
    accesses.list.iter().filter_map(stride).filter(|symbol| !assigned.contains(symbol)).collect()
}
