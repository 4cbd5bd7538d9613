//! Elements that several iterations of a thread load, in scalars. In [blocks](super::tile) a thread runs consecutive iterations of `i`, and
//! a stencil loads in each of them what it had in the one before. clang loads it again: for all that it knows, the store between may
//! change it. Where the arrays are known to be apart, the elements go from one iteration to the next in scalars:
//!
//! ```text
//! for i = b .. min(b + 8, n)            if n - b >= 8
//!   B[i] = A[i - 1] + A[i + 1]            s0 = A[b - 1];  s1 = A[b + 1 - 1]
//!                                   →     for i = b .. b + 8 { s2 = A[i + 1];  B[i] = s0 + s2;  s0 = s1;  s1 = s2 }
//!                                       else
//!                                         for i = b .. n { B[i] = A[i - 1] + A[i + 1] }
//! ```
//!
//! A whole block loads the elements that it loaded, each once; the last one, with fewer iterations, is left as it is. (Callahan, Carr,
//! Kennedy: "Improving Register Allocation for Subscripted Variables", PLDI 1990, §4: scalar replacement of what a loop carries.)

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::movable;
use super::nest::{added, declare, give_numbers, load, loads_each_time, made, store, variable};
use super::step::{Carried, Chain, Step, StepKind, Subject};
use super::tile::RUN;
use super::{legality, scalar};
use crate::access::{Access, Accesses};
use crate::diag::Code;
use crate::id::{LoopId, SymbolId};
use crate::ir::{
    Base, BinaryOp, Expr, ExprKind, Loop, Place, Role, Stmt, StmtKind, SymbolKind, TargetRegion,
    Type, addressed, named, replace_statements, walk_statements,
};
use crate::policy::Policy;
use crate::source::Span;
use crate::symbolic::eval::AccessKind;
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::root::Root;

impl StepKind {
    /// Elements of arrays go from one iteration of a thread to the next in scalars.
    pub const CARRY: StepKind = StepKind::named("carry");
}

/// What scalars of a thread may take, in registers of 4 bytes: a quarter of what it has where four teams of 128 share a multiprocessor.
const MOST_REGISTERS: u32 = 32;

/// More loads of a body are not looked at: each is compared with each.
const MOST_LOADS: usize = 128;

/// More variables in the subscripts of an element do not get their values: each may be a sum of several others.
const MOST_VALUES: usize = 64;

impl Chain {
    /// The number of iterations after which the first load has the element of the last one: so many scalars go from one to the next.
    fn reach(&self) -> u32 {
        self.loads.last().map_or(0, |(_, distance)| *distance)
    }

    /// The load whose element is loaded so many iterations ahead of a block.
    fn source(&self, scalar: u32) -> (Span, u32) {
        let known = self.loads.iter().rfind(|(_, distance)| *distance <= scalar);
        known.copied().unwrap_or_default()
    }

    /// The elements that each load still loads in a whole block.
    fn left(&self) -> Vec<(Span, u32)> {
        let mut left: BTreeMap<Span, u32> = self.loads.iter().map(|(span, _)| (*span, 0)).collect();
        for scalar in 0..self.reach() {
            *left.entry(self.source(scalar).0).or_default() += 1;
        }
        *left.entry(self.source(self.reach()).0).or_default() += RUN;
        left.into_iter().collect()
    }

    /// The loads of a block that are saved.
    fn saved(&self) -> u32 {
        let left: u32 = self.left().iter().map(|(_, count)| count).sum();
        (RUN * self.loads.len() as u32).saturating_sub(left)
    }
}

impl Carried {
    /// The step with these elements.
    pub(crate) fn step(self) -> Step {
        Step::new(StepKind::CARRY, Subject::Carried(self))
    }

    /// The arrays, each once.
    pub(crate) fn arrays(&self) -> BTreeSet<SymbolId> {
        self.chains.iter().map(|chain| chain.array).collect()
    }
}

/// A load that may be one of a chain.
struct Candidate<'a> {
    array: SymbolId,
    place: &'a Place,
    access: &'a Access,
    offset: &'a Poly,
    /// What its offset grows by from one iteration to the next.
    stride: Poly,
}

/// The elements that blocks of the loop `l` may carry, whose body is `body`, and what that rests on; `None` where there are none.
pub(crate) fn find(
    (region, accesses): (&TargetRegion, &Accesses),
    (l, body): (&Loop, &[Stmt]),
    policy: &Policy,
) -> Option<(Carried, BTreeSet<Code>)> {
    let plain = scalar::is_plain(&Loop { body: body.to_vec(), ..l.clone() });
    if !plain || legality::check_effects(accesses).is_err() {
        return None;
    }
    let assigned = assigned_in(body);
    let values = definitions(region, body);
    let places = loads_each_time(body).into_iter().take(MOST_LOADS);
    let steady = |place: &&Place| {
        scalar::is_element(region, &assigned, &with_values((*place).clone(), &values))
    };
    let found = places.filter(steady);
    let found = found.filter_map(|place| candidate(accesses, l, place));
    let found: Vec<Candidate> = found.collect();
    let mut chains = chains(&found);
    chains.sort_by_key(|(chain, first)| {
        std::cmp::Reverse(1024 * chain.saved() / (chain.reach() * first.place.ty.bytes()))
    });
    let mut registers = 0;
    let (mut taken, mut assumptions) = (Vec::new(), BTreeSet::new());
    for (chain, first) in chains {
        let own = chain.reach() * first.place.ty.bytes().div_ceil(4);
        let root = &first.access.reference.address.root;
        let mut rests_on = BTreeSet::new();
        if registers + own > MOST_REGISTERS
            || !is_read_only((region, accesses), root, (policy, &mut rests_on))
        {
            continue;
        }
        registers += own;
        assumptions.extend(rests_on);
        taken.push(chain);
    }
    taken.sort_by_key(|chain| chain.loads[0].0.start);
    let (along, unrolled) = (l.id, policy.unroll);
    let is_some = !taken.is_empty();
    is_some.then_some((Carried { along, chains: taken, unrolled }, assumptions))
}

/// The variables that a body assigns, each as often as it does.
fn assigned_in(body: &[Stmt]) -> Vec<SymbolId> {
    let mut assigned = Vec::new();
    body.iter().for_each(|stmt| movable::assignments(stmt, &mut assigned));
    assigned
}

/// What the variables are that the body declares and never changes.
fn definitions(region: &TargetRegion, body: &[Stmt]) -> BTreeMap<SymbolId, Expr> {
    let assigned = assigned_in(body);
    let addressed = addressed(region);
    let definition = |stmt: &Stmt| {
        let StmtKind::Declare { symbol, value: Some(value) } = &stmt.kind else { return None };
        let once = assigned.iter().filter(|own| *own == symbol).count() == 1;
        let plain = movable::is_pure(value, &mut BTreeSet::new()) && !addressed.contains(symbol);
        let same = value.ty == region.symbol(*symbol).ty && matches!(value.ty, Type::Int { .. });
        (once && plain && same).then(|| (*symbol, value.clone()))
    };
    body.iter().filter_map(definition).collect()
}

/// A place whose subscripts have these values for the first variables in them.
fn with_values(mut place: Place, values: &BTreeMap<SymbolId, Expr>) -> Place {
    let mut left = MOST_VALUES;
    replace(&mut place, &mut |symbol| {
        let value = values.get(&symbol).filter(|_| left > 0)?;
        left -= 1;
        Some(value)
    });
    place
}

/// Puts values in the places of variables in the subscripts of a place, and of those in these values.
fn replace<'a>(place: &mut Place, value: &mut dyn FnMut(SymbolId) -> Option<&'a Expr>) {
    place.walk_mut(&mut |expr| {
        if let ExprKind::Symbol(symbol) = &expr.kind
            && let Some(value) = value(*symbol)
        {
            *expr = value.clone();
        }
    });
}

/// A load of an element of an array whose address is a sum of counters and sizes.
fn candidate<'a>(accesses: &'a Accesses, l: &Loop, place: &'a Place) -> Option<Candidate<'a>> {
    let Base::Symbol(array) = place.base else { return None };
    let mut own = accesses.list.iter().filter(|access| access.reference.span == place.span);
    let access = own.next().filter(|_| own.next().is_none())?;
    let reference = &access.reference;
    let is_load = reference.kind == AccessKind::Read && access.counted && !access.thread_private;
    let is_typed = reference.ty == place.ty && !reference.untyped;
    let offset = reference.address.offset.as_poly()?;
    let is_sum = !offset.any_atom(&mut |atom| matches!(atom, Atom::Term(_)));
    let stride = stride(offset, l.id);
    let is_steady = !stride.is_zero() && !stride.contains(&Atom::Iv(l.id, Instance::Source));
    let fits = is_load && is_typed && is_sum && is_steady;
    fits.then_some(Candidate { array, place, access, offset, stride })
}

/// What an offset grows by from one iteration of a loop to the next.
pub(crate) fn stride(offset: &Poly, l: LoopId) -> Poly {
    let counter = Atom::Iv(l, Instance::Source);
    let next = &Poly::atom(counter.clone()) + &Poly::one();
    &offset.substitute(&|atom| (*atom == counter).then(|| next.clone())) - offset
}

/// The iterations of a stride that a distance is, where a block may have so many.
pub(crate) fn iterations(distance: &Poly, stride: &Poly) -> Option<i64> {
    let reach = i64::from(RUN);
    (-reach..=reach).find(|k| distance == &(stride * &Poly::from(*k)))
}

/// The loads of one array whose elements are the same some iterations apart, each with one of them.
fn chains<'a>(found: &'a [Candidate<'a>]) -> Vec<(Chain, &'a Candidate<'a>)> {
    let mut groups: Vec<Vec<(&Candidate, i64)>> = Vec::new();
    for own in found {
        let distance = |group: &Vec<(&Candidate, i64)>| {
            let first = group[0].0;
            let alike = first.access.reference.address.root == own.access.reference.address.root
                && first.place.ty == own.place.ty
                && first.stride == own.stride;
            alike.then(|| iterations(&(own.offset - first.offset), &own.stride))?
        };
        match groups.iter_mut().find_map(|group| Some((distance(group)?, group))) {
            Some((distance, group)) => group.push((own, distance)),
            None => groups.push(vec![(own, 0)]),
        }
    }
    let chain = |group: Vec<(&'a Candidate<'a>, i64)>| {
        let least = group.iter().map(|(_, distance)| *distance).min()?;
        let first = group[0].0;
        let load =
            |(own, distance): &(&Candidate, i64)| (own.place.span, (distance - least) as u32);
        let mut loads: Vec<(Span, u32)> = group.iter().map(load).collect();
        loads.sort_by_key(|(span, distance)| (*distance, span.start));
        let chain = Chain { array: first.array, loads };
        (1..=RUN).contains(&chain.reach()).then_some((chain, first))
    };
    groups.into_iter().filter_map(chain).collect()
}

/// Whether the region stores nothing at the root of a chain's loads. Adds what that rests on.
fn is_read_only(
    (region, accesses): (&TargetRegion, &Accesses),
    root: &Root,
    (policy, assumptions): (&Policy, &mut BTreeSet<Code>),
) -> bool {
    let stores = accesses.list.iter().filter(|own| own.reference.kind != AccessKind::Read);
    let stores: Vec<_> = stores.map(|own| &own.reference.address.root).collect();
    legality::check_apart(region, [&stores, &[root]], policy, assumptions).is_ok()
}

/// The region whose blocks carry the elements; `None` where it has no blocks of the loop.
pub(super) fn apply(region: &TargetRegion, subject: &Subject) -> Option<Vec<TargetRegion>> {
    let Subject::Carried(carried) = subject else { return None };
    let mut new = region.clone();
    let mut names: BTreeSet<String> = region.symbols.iter().map(|own| own.name.clone()).collect();
    let mut scalars = Vec::new();
    for chain in &carried.chains {
        let ty = element_type(region, chain)?;
        let name = format!("warpcc_{}", region.symbol(chain.array).name);
        let first = new.symbols.len();
        for _ in 0..=chain.reach() {
            let mut all = (0..).map(|number| format!("{name}_{number}"));
            let name = all.find(|name| names.insert(name.clone()))?;
            new.symbols.push(added(name, ty, SymbolKind::Scalar));
        }
        scalars.push(Scalars { chain, first, ty });
    }
    let is_point = |l: &Loop| l.role == Role::Point { of: carried.along };
    let is_block = |l: &Loop| is_point(l) && matches!(l.bound.kind, ExprKind::Select(..));
    if !region.loops().into_iter().any(is_block) {
        return None;
    }
    new.body = replace_statements(new.body, &|stmt| match &stmt.kind {
        StmtKind::Loop(l) if is_block(l) => {
            ControlFlow::Break(whole_or_rest(region, l, &scalars, carried.unrolled))
        }
        _ => ControlFlow::Continue(stmt),
    });
    give_numbers(&mut new);
    Some(vec![new])
}

/// The type of a chain's elements.
fn element_type(region: &TargetRegion, chain: &Chain) -> Option<Type> {
    let mut found = None;
    walk_statements(&region.body, &mut |stmt| {
        for place in loads_each_time(std::slice::from_ref(stmt)) {
            found = found.or((place.span == chain.loads[0].0).then_some(place.ty));
        }
    });
    found
}

/// The scalars of a chain.
struct Scalars<'a> {
    chain: &'a Chain,
    /// The number of the first one's variable.
    first: usize,
    ty: Type,
}

impl Scalars<'_> {
    fn symbol(&self, number: u32) -> SymbolId {
        SymbolId::from_index(self.first + number as usize)
    }

    fn value(&self, number: u32) -> Expr {
        Expr { ty: self.ty, kind: ExprKind::Symbol(self.symbol(number)) }
    }

    /// The scalar that has the element of a load.
    fn of(&self, span: Span) -> Option<SymbolId> {
        let load = self.chain.loads.iter().find(|(own, _)| *own == span)?;
        Some(self.symbol(load.1))
    }

    /// The scalars go on to the next iteration.
    fn moves(&self) -> impl Iterator<Item = Stmt> {
        let to = |number| store(variable(self.symbol(number), self.ty), self.value(number + 1));
        (0..self.chain.reach()).map(to)
    }
}

/// A loop over a block: with scalars where the block is whole.
fn whole_or_rest(
    region: &TargetRegion,
    l: &Loop,
    scalars: &[Scalars],
    unrolled: bool,
) -> Vec<Stmt> {
    let ExprKind::Select(is_whole, end, rest) = &l.bound.kind else { return Vec::new() };
    let values = definitions(region, &l.body);
    let places = loads_each_time(&l.body);
    let declared = |own: &Scalars, number: u32, counter: Option<&Expr>| {
        let span = own.chain.source(number).0;
        let place = (*places.iter().find(|place| place.span == span)?).clone();
        let mut place = with_values(Place { span: Span::default(), debug: None, ..place }, &values);
        replace(&mut place, &mut |symbol| counter.filter(|_| symbol == l.iv));
        Some(declare(own.symbol(number), Some(load(place))))
    };
    let mut body: Vec<Stmt> =
        scalars.iter().filter_map(|own| declared(own, own.chain.reach(), None)).collect();
    body.extend(used(
        l.body.iter().cloned().map(|stmt| with_scalars(stmt, scalars)).collect(),
        &values,
    ));
    body.extend(scalars.iter().flat_map(Scalars::moves));
    let mut then = Vec::new();
    for own in scalars {
        for number in 0..own.chain.reach() {
            let shift = number - own.chain.source(number).1;
            then.extend(declared(own, number, Some(&ahead(&l.lower, shift))));
        }
    }
    let pragma = unrolled.then(|| format!("clang loop unroll_count({RUN})"));
    let whole = Loop { bound: (**end).clone(), pragma, body, ..l.clone() };
    then.push(made(StmtKind::Loop(Box::new(whole))));
    let rest = Loop { bound: (**rest).clone(), ..l.clone() };
    let otherwise = vec![made(StmtKind::Loop(Box::new(rest)))];
    vec![made(StmtKind::If { condition: (**is_whole).clone(), then, otherwise })]
}

/// The statements without the declarations of those variables that only loads named whose places scalars have taken: clang warns of variables
/// without use.
fn used(mut body: Vec<Stmt>, values: &BTreeMap<SymbolId, Expr>) -> Vec<Stmt> {
    loop {
        let names = named(&body);
        let is_unused = |stmt: &Stmt| {
            let StmtKind::Declare { symbol, .. } = &stmt.kind else { return false };
            values.contains_key(symbol) && !names.contains(symbol)
        };
        let has_use = |span: Span| body.iter().any(|own| own.span == span && !is_unused(own));
        let unused: Vec<Span> =
            body.iter().filter(|own| is_unused(own)).map(|own| own.span).collect();
        let unused: Vec<Span> = unused.into_iter().filter(|span| !has_use(*span)).collect();
        if unused.is_empty() {
            return body;
        }
        body.retain(|own| !unused.contains(&own.span));
    }
}

/// A counter some iterations behind its first value.
fn ahead(lower: &Expr, shift: u32) -> Expr {
    if shift == 0 {
        return lower.clone();
    }
    let shift = Expr { ty: lower.ty, kind: ExprKind::Int(shift.into()) };
    let sum = ExprKind::Binary(BinaryOp::Add, Box::new(lower.clone()), Box::new(shift));
    Expr { ty: lower.ty, kind: sum }
}

/// A statement with the scalars in the places of loads, whose texts these places keep.
fn with_scalars(mut stmt: Stmt, scalars: &[Scalars]) -> Stmt {
    stmt.walk_mut(&mut |expr| {
        if let ExprKind::Load(place) = &mut expr.kind
            && let Some(own) = scalars.iter().find_map(|own| own.of(place.span))
        {
            (place.base, place.steps) = (Base::Symbol(own), Vec::new());
        }
    });
    stmt
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(distances: &[u32]) -> Chain {
        let load = |(at, distance): (usize, &u32)| (Span::new(at as u32, at as u32 + 1), *distance);
        let loads = distances.iter().enumerate().map(load).collect();
        Chain { array: SymbolId::from_index(0), loads }
    }

    /// In each block the loads that are left bring every element that a load of the program has, and no other one.
    #[test]
    fn what_is_left_brings_each_element_once() {
        for distances in [&[0, 1][..], &[0, 1, 2], &[0, 2], &[0, 0, 3, 3], &[0, 8], &[0, 2, 3, 7]] {
            let chain = chain(distances);
            for scalar in 0..chain.reach() {
                let (span, distance) = chain.source(scalar);
                assert!(chain.loads.contains(&(span, distance)));
                assert!(scalar - distance < RUN, "no iteration of the block loads it");
            }
            let along = (0..RUN).map(|iteration| iteration + chain.reach());
            let loaded: Vec<u32> = (0..chain.reach()).chain(along).collect();
            let wanted: BTreeSet<u32> =
                (0..RUN).flat_map(|own| distances.iter().map(move |d| own + d)).collect();
            assert!(wanted.iter().eq(&loaded), "{distances:?}");
            let left: u32 = chain.left().iter().map(|(_, count)| count).sum();
            let saved = RUN as usize * distances.len() - loaded.len();
            assert_eq!((left as usize, chain.saved() as usize), (loaded.len(), saved));
        }
    }
}
