//! Which pairs of accesses are asked about, every question once.
//!
//! The answer for two accesses depends on their loops, paths, sizes and the difference of their
//! addresses. So accesses are put into classes whose members differ in a constant offset only, and
//! two pairs of the same classes with the same difference of constants are one question. Where an
//! extent is declared, its absolute place in the array may matter as well, and the constant belongs
//! to the class. Of two different roots only the roots matter.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::{Kind, Pair};
use crate::access::{Access, Accesses};
use crate::id::LoopId;
use crate::symbolic::root::Root;

/// An access as far as questions can tell it from others.
struct Class {
    root: u32,
    /// Accesses of one root-and-type class reach the same storage in the same loops.
    storage: u32,
    shape: u32,
    constant: i64,
}

/// Numbers for distinct texts, in the order of their appearance.
#[derive(Default)]
struct Numbers(BTreeMap<String, u32>);

impl Numbers {
    fn of(&mut self, text: String) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(text).or_insert(next)
    }
}

/// The pairs with a loop around both that is not `declared`, each with the pairs of which the same
/// holds. Their verdicts are still open.
pub(super) fn group(accesses: &Accesses, declared: &[LoopId]) -> Vec<Pair> {
    let classes = classify(&accesses.list);
    let mut groups: BTreeMap<(u32, u32, i64, Kind), Option<usize>> = BTreeMap::new();
    let mut pairs: Vec<Pair> = Vec::new();
    for (index, source) in accesses.list.iter().enumerate() {
        for (sink, b) in accesses.list.iter().zip(&classes).skip(index) {
            let a = &classes[index];
            let Some(kind) = kind(source, sink) else { continue };
            let key = match a.root == b.root {
                true => (a.shape, b.shape, a.constant.wrapping_sub(b.constant), kind),
                false => (a.storage, b.storage, 0, kind),
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

fn classify(list: &[Access]) -> Vec<Class> {
    let (mut roots, mut texts) = (Numbers::default(), Numbers::default());
    let class = |access: &Access| {
        let reference = &access.reference;
        let root = roots.of(format!("{:?}", reference.address.root));
        let storage = texts.of(format!("storage {root} {:?} {:?}", reference.ty, reference.loops));
        let (shape, constant) = shape(access);
        let context = (&reference.loops, &reference.path, &reference.assumed, reference.ty);
        let shape = texts.of(format!("{root} {context:?} {shape}"));
        Class { root, storage, shape, constant }
    };
    list.iter().map(class).collect()
}

/// What the access's address is made of, but for a constant, and the constant. An unknown root is
/// not one storage.
fn shape(access: &Access) -> (String, i64) {
    let address = &access.reference.address;
    let known = !matches!(address.root, Root::Unknown(_));
    let unbounded = address.subscripts.iter().all(|subscript| subscript.extent.is_none());
    let constant = address.offset.as_poly().filter(|_| known && unbounded).and_then(|offset| {
        let constant = offset.constant_part().to_i64()?;
        let small = constant.unsigned_abs() < 1 << 62;
        small.then(|| (offset.without_constant(), constant))
    });
    match constant {
        Some((offset, constant)) => {
            let scales: Vec<_> = address.subscripts.iter().map(|s| &s.scale).collect();
            (format!("{offset:?} {scales:?}"), constant)
        }
        None => (format!("{:?} {:?}", address.offset, address.subscripts), 0),
    }
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
    let common = source.reference.loops.iter().zip(&sink.reference.loops);
    let loops: Vec<_> = common
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| *a)
        .filter(|l| !declared.contains(l))
        .collect();
    (!loops.is_empty()).then(|| Pair {
        source: source.id,
        sink: sink.id,
        kind,
        loops,
        same: Vec::new(),
        difference: Vec::new(),
        verdicts: BTreeMap::new(),
        conditions: Vec::new(),
    })
}
