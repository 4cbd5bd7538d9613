//! Storage that is apart because one construct maps both: list items of one construct share none.

use super::flow::{Effects, Followed, Mapping};
use super::storage::{Storage, has_pair};
use crate::ir::Stmt;

impl Followed<'_> {
    /// Whether some construct of the function says that two pieces of storage are apart where constructs map them.
    pub(super) fn may_be_paired(&self, a: Storage, b: Storage) -> bool {
        self.tells_items_apart
            && !has_pair(&self.variables.known.same, a, b)
            && self.effects.values().any(|own| pairs(own, a, b).next().is_some())
    }

    /// Whether each time that a block runs some construct says so of the sections that all of the `mappings` map.
    pub(super) fn always_paired(
        &self,
        block: &[Stmt],
        (a, b): (Storage, Storage),
        mappings: &[&Mapping],
    ) -> bool {
        let is_same = |own: &Mapping, other: &Mapping| {
            own.section == other.section && own.flow.shape == other.flow.shape
        };
        let holds_of = |storage: Storage, own: &Mapping| {
            let mut all = mappings.iter().filter(|other| other.base.targets.contains(&storage));
            all.all(|other| is_same(own, other))
        };
        self.may_be_paired(a, b)
            && self.always(block, &|own| {
                pairs(own, a, b).any(|(x, y)| holds_of(a, x) && holds_of(b, y))
            })
    }
}

/// The list items of one construct that are the two.
fn pairs(effects: &Effects, a: Storage, b: Storage) -> impl Iterator<Item = (&Mapping, &Mapping)> {
    let is_one = move |own: &Mapping, storage| own.base.only() == Some(storage);
    let is_either = move |own: &Mapping| {
        let targets = &own.base.targets;
        targets.len() == 2 && targets.contains(&a) && targets.contains(&b) && !own.base.is_inside
    };
    let is_known = |own: &Mapping| own.is_sure && own.section.is_some() && own.flow.shape.is_some();
    let all = effects.mappings.iter().enumerate();
    all.flat_map(move |(at, x)| {
        effects.mappings.iter().enumerate().filter_map(move |(next, y)| {
            let is_pair = is_one(x, a) && is_one(y, b) || is_either(x) && is_either(y);
            let is_together = at != next && x.construct == y.construct;
            (is_pair && is_together && is_known(x) && is_known(y)).then_some((x, y))
        })
    })
}
