//! What constructs copy back, and nobody reads on the host.
//!
//! The storage belongs to the function, which has not let it out, or is an array that no statement
//! of the host reads. Behind the construct, and in the loops around it, no statement reads what
//! the host has of it, and no construct copies that to the device.

use super::Crossing;
use super::clauses::{self, Groups, Saving, Tightened};
use super::constructs::is_plain_data;
use super::flow::Followed;
use super::listed::{Listed, listed, only_item};
use super::live::Later;
use super::statements::{is_data_construct, is_loop, is_region};
use super::storage::Storage;
use crate::id::StmtId;
use crate::ir::{Directive, Origin, Stmt, StmtKind, SymbolKind};

/// Adds to the list items that copy less what is in vain for that reason in a function.
pub(super) fn add(followed: &Followed, groups: &Groups, found: &mut Vec<Tightened>) {
    if !followed.variables.has_labels && !followed.hides {
        block(followed, (&followed.function().body, None), &mut |search| {
            search.add(groups, found);
        });
    }
}

/// Calls `visit` for each construct in statements; `outermost` is the outermost loop around these.
fn block<'s>(
    followed: &'s Followed<'s>,
    (stmts, outermost): (&'s [Stmt], Option<StmtId>),
    visit: &mut dyn FnMut(Search<'s>),
) {
    for stmt in stmts {
        if let StmtKind::Directive(directive, _) = &stmt.kind
            && (is_data_construct(stmt) || is_region(stmt))
        {
            visit(Search { followed, stmt, directive, outermost });
        }
        let outermost = outermost.or_else(|| is_loop(stmt).then_some(stmt.id));
        stmt.blocks().into_iter().for_each(|inner| block(followed, (inner, outermost), visit));
    }
}

/// One construct of a function.
struct Search<'s> {
    followed: &'s Followed<'s>,
    stmt: &'s Stmt,
    directive: &'s Directive,
    /// The outermost loop around it.
    outermost: Option<StmtId>,
}

impl Search<'_> {
    fn add(&self, groups: &Groups, found: &mut Vec<Tightened>) {
        let function = self.followed.function();
        let place = (function.file, self.directive.span);
        let data = function.data_of(self.stmt.id);
        let is_plain = if is_region(self.stmt) {
            let group = groups.get(&place);
            group.is_some_and(|all| all.iter().all(|own| clauses::is_plain(own.region)))
                && data.is_none_or(|own| own.is_whole)
        } else {
            is_plain_data(self.directive, data) && self.directive.origin == Origin::MainFile
        };
        if !is_plain {
            return;
        }
        for item in listed(self.directive) {
            let Some(storage) = self.storage(&item) else { continue };
            let is_it = |own: &&mut Tightened| {
                (own.file, own.directive) == place && own.place == item.place
            };
            let known = found.iter_mut().find(is_it);
            let now = known.as_ref().map_or(item.crossing, |own| own.after);
            let after = match now {
                Crossing::Both => Crossing::To,
                Crossing::From => Crossing::Neither,
                Crossing::To | Crossing::Neither => continue,
            };
            if !self.copies_back(storage) || self.is_live(storage) {
                continue;
            }
            match known {
                Some(own) => (own.after, own.saving) = (after, Saving::Passing),
                None => found.push(Tightened::of(place, item, (after, Saving::NeverRead))),
            }
        }
        if is_region(self.stmt) {
            self.implicit(groups, found);
        }
    }

    /// The arrays and records of a region that no clause names.
    fn implicit(&self, groups: &Groups, found: &mut Vec<Tightened>) {
        let function = self.followed.function();
        let place = (function.file, self.directive.span);
        let Some([kernel]) = groups.get(&place).map(|own| &own[..]) else { return };
        let data = function.data_of(self.stmt.id);
        for symbol in clauses::implicit(kernel.region, function, data) {
            let name = kernel.region.symbol(symbol).name.clone();
            let Some(own) = function.only_named(&name) else { continue };
            let is_it = |own: &&mut Tightened| {
                (own.file, own.directive) == place && own.place.is_none() && own.name == name
            };
            let known = found.iter_mut().find(is_it);
            let now = known.as_ref().map_or(Crossing::Both, |own| own.after);
            let after = match now {
                Crossing::Both => Crossing::To,
                Crossing::From => Crossing::Neither,
                Crossing::To | Crossing::Neither => continue,
            };
            let storage = Storage::Variable(own);
            let is_object = function.symbol(own).kind != SymbolKind::Scalar;
            if !is_object || !self.copies_back(storage) || self.is_live(storage) {
                continue;
            }
            if let Some(own) = known {
                (own.after, own.saving) = (after, Saving::Passing);
            } else {
                let (text, crossing) = (name.clone(), Crossing::Both);
                let item = Listed { place: None, name, text, crossing };
                found.push(Tightened::of(place, item, (after, Saving::NeverRead)));
            }
        }
    }

    /// What a list item is a section of, where that is known.
    fn storage(&self, listed: &Listed) -> Option<Storage> {
        let function = self.followed.function();
        let symbol = function.only_named(&listed.name)?;
        let item = only_item(function, function.data_of(self.stmt.id)?, symbol)?;
        let state = self.followed.states.get(&self.stmt.id)?;
        self.followed.item(item, state, self.stmt.id).only()
    }

    /// Whether the construct itself may copy the storage back: nothing around it has it.
    fn copies_back(&self, storage: Storage) -> bool {
        let Some(own) = self.followed.effects.get(&self.stmt.id) else { return false };
        let mut mapped = own.mappings.iter().filter(|own| own.base.only() == Some(storage));
        mapped.any(|own| own.flow.from) || own.found.iter().any(|own| own.storage == storage)
    }

    /// Whether something behind the construct, or in a loop around it, may read what the host has.
    fn is_live(&self, storage: Storage) -> bool {
        let stmts = std::slice::from_ref(self.stmt);
        let Some(later) = Later::of(self.followed, storage, (stmts, self.outermost)) else {
            return true;
        };
        let mut behind = later.effects();
        behind.any(|(_, own)| {
            let mut mapped = own.mappings.iter().filter(|own| own.flow.to);
            later.reads(own)
                || mapped.any(|own| own.base.targets.iter().any(|at| later.meets(*at)))
                || own.opaque.is_some()
        })
    }
}
