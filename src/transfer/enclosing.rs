//! What the maps of data constructs copy in vain: back what no device writes while the construct
//! lasts, to the device what none uses there.
//!
//! Where the storage was on the device before, the construct copies nothing. Where it was not, the
//! construct's own copy came from the host: if neither side writes the storage until the end, a
//! copy back brings equal bytes. All that the statements in it do must be known.

use super::Crossing;
use super::clauses::{Saving, Tightened};
use super::constructs::is_plain_data;
use super::flow::Followed;
use super::listed::{Listed, listed, only_item};
use super::program::Program;
use super::statements::is_data_construct;
use super::storage::{Storage, has_pair};
use crate::ir::host::HostFunction;
use crate::ir::{Directive, Origin, Stmt, StmtKind, SymbolKind};
use crate::policy::Policy;

/// The list items of a unit's data constructs that need not be copied as they are.
pub(super) fn tightened(program: &Program, policy: &Policy) -> Vec<Tightened> {
    let mut found = Vec::new();
    program.each_followed(|own| !constructs(own).is_empty(), &mut |followed| {
        followed.tells_items_apart = policy.maps;
        if followed.variables.has_labels || followed.hides {
            return;
        }
        for stmt in constructs(followed.function()) {
            if let StmtKind::Directive(directive, _) = &stmt.kind {
                found.extend(of_construct(followed, stmt, directive).into_iter().flatten());
            }
        }
    });
    found
}

fn constructs(function: &HostFunction) -> Vec<&Stmt> {
    let mut found = Vec::new();
    function.walk(&mut |stmt| found.extend(Some(stmt).filter(|own| is_data_construct(own))));
    found
}

fn of_construct(followed: &Followed, stmt: &Stmt, directive: &Directive) -> Option<Vec<Tightened>> {
    let data = followed.function().data_of(stmt.id)?;
    let own = followed.effects.get(&stmt.id)?;
    let is_open = !is_plain_data(directive, Some(data))
        || data.reads_memory
        || directive.origin != Origin::MainFile
        || own.opaque.is_some();
    if is_open {
        return None;
    }
    let found = listed(directive);
    Some(found.into_iter().filter_map(|item| of_item(followed, (stmt, directive), item)).collect())
}

fn of_item(
    followed: &Followed,
    (stmt, directive): (&Stmt, &Directive),
    listed: Listed,
) -> Option<Tightened> {
    let function = followed.function();
    let data = function.data_of(stmt.id)?;
    let symbol = function.only_named(&listed.name)?;
    let item = only_item(function, data, symbol)?;
    let storage = followed.item(item, followed.states.get(&stmt.id)?, stmt.id).only()?;
    let own = followed.effects.get(&stmt.id)?;
    let mut mapped = own.mappings.iter().filter(|own| own.base.targets.contains(&storage));
    let (Some(mapping), None) = (mapped.next(), mapped.next()) else { return None };
    mapping.base.only()?;
    let uses = Uses::of(followed, stmt, storage)?;
    let is_record = function.symbol(symbol).kind == SymbolKind::Record;
    let (after, saving) = match listed.crossing {
        Crossing::Both if uses.on_host || uses.writes => return None,
        Crossing::Both if uses.any || is_record => (Crossing::To, Saving::NeverWritten),
        Crossing::Both => (Crossing::Neither, Saving::Unused),
        Crossing::To if !uses.any && !is_record => (Crossing::Neither, Saving::Unused),
        _ => return None,
    };
    Some(Tightened::of((function.file, directive.span), listed, (after, saving)))
}

/// What the statements in a data construct do with a piece of storage.
#[derive(Default)]
struct Uses {
    /// A device may use it.
    any: bool,
    /// A device may write it.
    writes: bool,
    /// The host may write it.
    on_host: bool,
}

impl Uses {
    /// `None` where constructs name it in ways that are not followed.
    fn of(followed: &Followed, stmt: &Stmt, storage: Storage) -> Option<Self> {
        let Followed { variables, escaped, .. } = followed;
        let own = followed.effects.get(&stmt.id)?;
        let inside = followed.inside.get(&stmt.id)?;
        let may_meet = |other: Storage| variables.may_meet(other, storage, escaped);
        let is_item = |other: Storage| {
            followed.tells_items_apart
                && other != storage
                && !has_pair(&variables.known.same, other, storage)
                && own.mappings.iter().any(|own| own.base.only() == Some(other))
        };
        let meets = |other: Storage| may_meet(other) && !is_item(other);
        let mut uses = Self::default();
        for effects in inside.values() {
            if effects.opaque.is_some() {
                return None;
            }
            if effects.held.iter().any(|own| meets(*own)) {
                return None;
            }
            let mapped = effects.mappings.iter();
            let mapped =
                mapped.flat_map(|own| own.base.targets.iter().map(|at| (*at, own.flow.writes)));
            let found = effects.found.iter().map(|own| (own.storage, own.writes));
            for (_, writes) in mapped.chain(found).filter(|(at, _)| meets(*at)) {
                uses.any = true;
                uses.writes |= writes;
            }
            uses.any |= effects.is_wild;
            uses.writes |= effects.is_wild;
            uses.on_host |= effects.touches.iter().any(|(at, writes)| *writes && may_meet(*at));
        }
        Some(uses)
    }
}
