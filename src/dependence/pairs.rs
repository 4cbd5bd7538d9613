//! Which pairs of accesses are asked about, every question once.
//!
//! The answer for two accesses depends on their loops, paths, sizes and the difference of their
//! addresses. So accesses are put into classes whose members differ in an offset that no loop
//! changes, and two pairs of the same classes with the same difference of these are one question.
//! Where an extent is declared, its absolute place in the array may matter as well, and the offset
//! belongs to the class. Of two different roots only the roots matter.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::atomics::Updates;
use super::instances::common_loops;
use super::{Kind, Pair};
use crate::access::{Access, Accesses};
use crate::id::LoopId;
use crate::symbolic::poly::{Atom, Monomial, Poly};
use crate::symbolic::root::Root;

/// A sum of products of symbols: the product's number and its factor, in the order of the numbers.
type Sum = Vec<(u32, i64)>;

/// An access as far as questions can tell it from others.
struct Class {
    root: u32,
    /// Accesses of one root-and-type class reach the same storage in the same loops.
    storage: u32,
    shape: u32,
    fixed: Sum,
}

/// Numbers for distinct things, in the order of their appearance.
struct Numbers<T>(BTreeMap<T, u32>);

impl<T: Ord> Numbers<T> {
    fn of(&mut self, thing: T) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(thing).or_insert(next)
    }
}

/// The pairs with a loop around both that is not `declared`, each with the pairs of which the same
/// holds. Their verdicts are still open.
pub(super) fn group(accesses: &Accesses, declared: &[LoopId], updates: &Updates) -> Vec<Pair> {
    let classes = classify(&accesses.list, updates);
    let mut groups: BTreeMap<(u32, u32, u32, Kind), Option<usize>> = BTreeMap::new();
    let mut differences = Numbers(BTreeMap::new());
    let mut pairs: Vec<Pair> = Vec::new();
    for (index, source) in accesses.list.iter().enumerate() {
        for (sink, b) in accesses.list.iter().zip(&classes).skip(index) {
            let a = &classes[index];
            let Some(kind) = kind(source, sink) else { continue };
            let key = if a.root == b.root {
                (a.shape, b.shape, differences.of(difference(&a.fixed, &b.fixed)), kind)
            } else {
                (a.storage, b.storage, 0, kind)
            };
            match groups.entry(key) {
                Entry::Occupied(known) => {
                    if let Some(known) = *known.get() {
                        pairs[known].same.push((source.id, sink.id));
                    }
                }
                Entry::Vacant(new) => {
                    let pair = new_pair(source, sink, kind, declared);
                    new.insert(pair.is_some().then_some(pairs.len()));
                    pairs.extend(pair);
                }
            }
        }
    }
    pairs
}

/// `a − b`, without the products that cancel.
fn difference(a: &Sum, b: &Sum) -> Sum {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut sum = Sum::new();
    loop {
        let (left, right) = (a.peek().copied(), b.peek().copied());
        let (product, factor) = match (left, right) {
            (Some((p, x)), Some((q, y))) if p == q => (*p, x - y),
            (Some((p, x)), Some((q, _))) if p < q => (*p, *x),
            (Some((p, x)), None) => (*p, *x),
            (_, Some((q, y))) => (*q, -y),
            (None, None) => return sum,
        };
        if left.is_some_and(|(p, _)| *p == product) {
            a.next();
        }
        if right.is_some_and(|(q, _)| *q == product) {
            b.next();
        }
        if factor != 0 {
            sum.push((product, factor));
        }
    }
}

fn classify(list: &[Access], updates: &Updates) -> Vec<Class> {
    let (mut roots, mut texts) = (Numbers(BTreeMap::new()), Numbers(BTreeMap::new()));
    let mut products = Numbers(BTreeMap::new());
    let class = |access: &Access| {
        let reference = &access.reference;
        let root = roots.of(format!("{:?}", reference.address.root));
        let update = updates.operator(access.id);
        let storage = (reference.ty, &reference.loops, update);
        let storage = texts.of(format!("storage {root} {storage:?}"));
        let (shape, fixed) = shape(access, &mut products);
        let context = (&reference.loops, &reference.path, &reference.assumed, reference.ty);
        let shape = texts.of(format!("{root} {context:?} {update:?} {shape}"));
        Class { root, storage, shape, fixed }
    };
    list.iter().map(class).collect()
}

/// What the access's address is made of, but for what no loop changes, and the latter. An unknown
/// root is not one storage.
fn shape(access: &Access, products: &mut Numbers<Monomial>) -> (String, Sum) {
    let address = &access.reference.address;
    let known = !matches!(address.root, Root::Unknown(_));
    let unbounded = address.subscripts.iter().all(|subscript| subscript.extent.is_none());
    let parts = address.offset.as_poly().filter(|_| known && unbounded);
    match parts.and_then(|offset| split(offset, products)) {
        Some((moving, fixed)) => {
            let scales: Vec<_> = address.subscripts.iter().map(|s| &s.scale).collect();
            (format!("{moving:?} {scales:?}"), fixed)
        }
        None => (format!("{:?} {:?}", address.offset, address.subscripts), Sum::new()),
    }
}

/// The part of an offset that loops or memory change, and the rest, whose factors are small.
fn split(offset: &Poly, products: &mut Numbers<Monomial>) -> Option<(Poly, Sum)> {
    let is_symbol = |(atom, _): &(Atom, u32)| matches!(atom, Atom::Symbol(_));
    let (symbols, moving) = offset.partition(|monomial| monomial.factors().iter().all(is_symbol));
    let mut fixed = Sum::new();
    for (monomial, factor) in symbols.monomials() {
        let factor = factor.to_i64().filter(|f| f.unsigned_abs() < 1 << 61)?;
        fixed.push((products.of(monomial.clone()), factor));
    }
    fixed.sort_unstable();
    Some((moving, fixed))
}

fn kind(source: &Access, sink: &Access) -> Option<Kind> {
    match (source.reference.kind.writes(), sink.reference.kind.writes()) {
        (true, true) => Some(Kind::Output),
        (true, false) => Some(Kind::Flow),
        (false, true) => Some(Kind::Anti),
        (false, false) => None,
    }
}

fn new_pair(source: &Access, sink: &Access, kind: Kind, declared: &[LoopId]) -> Option<Pair> {
    let loops: Vec<_> = common_loops(source, sink).filter(|l| !declared.contains(l)).collect();
    (!loops.is_empty()).then(|| Pair {
        source: source.id,
        sink: sink.id,
        kind,
        loops,
        same: Vec::new(),
        one_root: false,
        verdicts: BTreeMap::new(),
        conditions: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_taken_product_by_product() {
        let a = vec![(0, 3), (2, 5), (4, 1)];
        let b = vec![(1, 2), (2, 5), (4, 3), (7, 1)];
        assert_eq!(difference(&a, &b), [(0, 3), (1, -2), (4, -2), (7, -1)]);
        assert_eq!(difference(&b, &a), [(0, -3), (1, 2), (4, 2), (7, 1)]);
        assert_eq!(difference(&a, &a), []);
    }
}
