//! The dependence graph: accesses, and between them the dependences that are not disproved, each
//! with its direction vector. Queries answer with the edges that stand in the way.

use std::collections::{BTreeMap, BTreeSet};

use super::vector::{Component, Direction, Vectors};
use super::{Kind, Pair, Verdict};
use crate::diag::Code;
use crate::id::{AccessId, LoopId};

/// A dependence that may exist, from the access that comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The access that comes first.
    pub source: AccessId,
    /// The access that comes later.
    pub sink: AccessId,
    /// Flow, anti or output.
    pub kind: Kind,
    /// The common loops that are not declared parallel, outermost first; the declared ones have one
    /// iteration.
    pub loops: Vec<LoopId>,
    /// One component for each of `loops`. The first that is not `=` is `<` or `*`.
    pub vector: Vec<Component>,
    /// Whether two such iterations are known.
    pub certain: bool,
    /// What excluding other directions rests on.
    pub assumptions: BTreeSet<Code>,
    /// The index of the pair that it comes from, and the subset of its loops.
    pub origin: (usize, u32),
}

/// The edges of a region, in the order of its pairs.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Dependences that are not disproved. Those inside one iteration are left out: no
    /// transformation here changes the order of the statements of an iteration.
    pub edges: Vec<Edge>,
}

/// The edges of a pair, from the vectors of those of its subsets that are not independent; `index` is
/// the pair's.
pub(super) fn edges(pair: &Pair, vectors: BTreeMap<u32, Vectors>, index: usize) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (mask, vectors) in vectors {
        let certain = matches!(pair.verdicts.get(&mask), Some(Verdict::Dependent(_)));
        for (vector, reversed) in vectors.list {
            let (source, sink) =
                if reversed { (pair.sink, pair.source) } else { (pair.source, pair.sink) };
            edges.push(Edge {
                source,
                sink,
                kind: if reversed { reversed_kind(pair.kind) } else { pair.kind },
                loops: pair.loops.clone(),
                vector,
                certain,
                assumptions: vectors.assumptions.clone(),
                origin: (index, mask),
            });
        }
    }
    edges
}

fn reversed_kind(kind: Kind) -> Kind {
    match kind {
        Kind::Flow => Kind::Anti,
        Kind::Anti => Kind::Flow,
        Kind::Output => Kind::Output,
    }
}

impl Graph {
    /// The edges that the loop `l` may carry: the iterations of all loops outside it may be equal,
    /// those of `l` differ.
    pub fn carried_by(&self, l: LoopId) -> impl Iterator<Item = &Edge> {
        self.edges.iter().filter(move |edge| {
            let position = edge.loops.iter().position(|other| *other == l);
            position.is_some_and(|position| {
                let may_be_equal =
                    |c: &Component| matches!(c.direction, Direction::Same | Direction::Any);
                edge.vector[..position].iter().all(may_be_equal)
                    && edge.vector[position].direction != Direction::Same
            })
        })
    }

    /// The edges whose sink would come before their source if the nest's loops were ordered as in
    /// `order`; without any the permutation is legal (Allen, Kennedy: "Optimizing Compilers for
    /// Modern Architectures", §5.2: no direction vector's leftmost component other than `=` is `>`).
    pub fn reversed_by<'a>(&'a self, order: &'a [LoopId]) -> impl Iterator<Item = &'a Edge> {
        self.edges.iter().filter(move |edge| edge.is_reversed(order))
    }

    /// The edges that keep the loops of `set` from running in parallel in a nest ordered as in
    /// `order`: they may have different iterations of a loop of `set`, and no loop outside all of
    /// `set` keeps their ends in order.
    pub fn across<'a>(
        &'a self,
        set: &'a [LoopId],
        order: &'a [LoopId],
    ) -> impl Iterator<Item = &'a Edge> {
        self.edges.iter().filter(move |edge| edge.is_across(set, order))
    }

    /// The vectors as text, for each pair of accesses: `(1, 0)`, `(<, *)`.
    pub fn vectors(&self) -> BTreeMap<usize, Vec<String>> {
        let mut texts: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for edge in &self.edges {
            let parts: Vec<_> = edge.vector.iter().map(Component::text).collect();
            let list = texts.entry(edge.origin.0).or_default();
            let text = format!("({})", parts.join(", "));
            if !list.contains(&text) {
                list.push(text);
            }
        }
        texts
    }
}

impl Edge {
    fn is_reversed(&self, order: &[LoopId]) -> bool {
        let differs = |(_, c): &(LoopId, &Component)| c.direction != Direction::Same;
        let moved: Vec<_> = self.in_order(order).filter(differs).collect();
        let stays =
            moved.iter().map(|(l, _)| *l).eq(self.in_order(&[]).filter(differs).map(|(l, _)| l));
        !stays && moved.first().is_some_and(|(_, c)| c.direction != Direction::Before)
    }

    fn is_across(&self, set: &[LoopId], order: &[LoopId]) -> bool {
        for (l, component) in self.in_order(order) {
            match component.direction {
                Direction::Same => {}
                _ if set.contains(&l) => return true,
                Direction::Before => return false,
                Direction::After => return true,
                Direction::Any => {}
            }
        }
        false
    }

    /// The components in the order that `order` gives the loops; loops that are not in it stand
    /// behind, as they were.
    fn in_order<'a>(
        &'a self,
        order: &'a [LoopId],
    ) -> impl Iterator<Item = (LoopId, &'a Component)> + 'a {
        let of = |l: &LoopId| {
            let position = self.loops.iter().position(|other| other == l)?;
            Some((*l, &self.vector[position]))
        };
        let rest = self.loops.iter().zip(&self.vector).filter(|(l, _)| !order.contains(l));
        order.iter().filter_map(of).chain(rest.map(|(l, c)| (*l, c)))
    }
}
