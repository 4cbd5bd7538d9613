//! Updates that bring in each iteration of a loop what they brought in the first.
//!
//! Nothing else in the loop writes the storage, on either side, nor changes whether it is on the
//! device: behind the first update both sides have the same bytes, or the device has none of it and
//! no update of the loop copies. The first iteration is told by the loop's counter.

use std::collections::BTreeSet;

use super::flow::{Effects, Followed};
use super::section::assigned;
use super::statements::{ids, is_data_construct, is_followed, leaves};
use super::storage::Storage;
use crate::id::{FileId, StmtId, SymbolId};
use crate::ir::host::HostFunction;
use crate::ir::{Directive, Loop, Origin, Stmt, StmtKind, SymbolKind};
use crate::openmp::Construct;
use crate::source::Span;

/// An update that need only stand in the first iteration of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The file.
    pub file: FileId,
    /// The function's name.
    pub function: String,
    /// The directive.
    pub directive: Span,
    /// The list items.
    pub items: Vec<String>,
    /// The condition, in C, that tells the first iteration.
    pub condition: String,
    /// Whether the text has it.
    pub is_written: bool,
}

/// Adds the updates of a function that need not be repeated; the unit's constructs are executed one after the other.
pub(super) fn add(followed: &Followed, found: &mut Vec<Repeated>) {
    if !followed.variables.has_labels && !followed.hides {
        block(followed, (&followed.function().body, None), found);
    }
}

/// The directive of an update.
fn update(stmt: &Stmt) -> Option<&Directive> {
    match &stmt.kind {
        StmtKind::Directive(own, _) if own.construct() == Construct::Update => Some(own),
        _ => None,
    }
}

/// The updates of a block; `held` is the innermost data construct around it.
fn block(followed: &Followed, (stmts, held): (&[Stmt], Option<StmtId>), found: &mut Vec<Repeated>) {
    for stmt in stmts {
        if let StmtKind::Loop(l) = &stmt.kind {
            found.extend(in_loop(followed, (stmt, held), l));
        }
        if is_followed(stmt) {
            let held = if is_data_construct(stmt) { Some(stmt.id) } else { held };
            stmt.blocks().into_iter().for_each(|inner| block(followed, (inner, held), found));
        }
    }
}

/// The updates that each iteration of a loop meets, and that need not be repeated in it.
fn in_loop(followed: &Followed, (stmt, held): (&Stmt, Option<StmtId>), l: &Loop) -> Vec<Repeated> {
    let function = followed.function();
    let met = l.body.iter().take_while(|own| !leaves(own, 0));
    let is_counter = followed.variables.is_own(l.iv) && !assigned(&l.body).contains(&l.iv);
    let lower = l.lower.integer().filter(|own| function.symbol(l.iv).ty.holds(own));
    let (true, Some(lower)) = (is_counter, lower) else { return Vec::new() };
    let one = |own: &Stmt| {
        let directive = update(own)?;
        let name = &function.symbol(l.iv).name;
        let is_told = meant(function, name, own) == Some(l.iv)
            && brings_the_same(followed, (stmt, held), own)?;
        let texts = directive.clauses.iter().filter_map(|own| own.argument.clone());
        is_told.then(|| Repeated {
            file: function.file,
            function: function.name.clone(),
            directive: directive.span,
            items: texts.collect(),
            condition: format!("{name} == {lower}"),
            is_written: false,
        })
    };
    met.filter_map(one).collect()
}

/// Whether an update brings in each iteration of a loop around it what it brought in the first.
fn brings_the_same(
    followed: &Followed,
    (around, held): (&Stmt, Option<StmtId>),
    own: &Stmt,
) -> Option<bool> {
    let function = followed.function();
    let directive = update(own)?;
    let data = function.data_of(own.id)?;
    let is_motion = |name: &str| matches!(name, "to" | "from");
    let is_open = directive.origin != Origin::MainFile
        || !data.is_whole
        || data.device.is_some()
        || data.items.iter().any(|item| item.member.is_some())
        || followed.effects.get(&own.id).is_some_and(|own| own.opaque.is_some())
        || !directive.clauses.iter().all(|own| is_motion(&own.name) && own.from_macro.is_none());
    if is_open {
        return Some(false);
    }
    let state = followed.states.get(&own.id)?;
    let targets: BTreeSet<Storage> =
        data.items.iter().flat_map(|item| followed.item(item, state, own.id).targets).collect();
    let texts = directive.clauses.iter().filter_map(|own| own.argument.as_deref());
    let is_fixed = texts.into_iter().all(|text| is_same_in_all(followed, (around, own), text));
    let mut ids = ids(std::slice::from_ref(around));
    ids.remove(&own.id);
    let all = match held {
        Some(held) => followed.inside.get(&held)?,
        None => &followed.effects,
    };
    let effects = ids.iter().filter_map(|id| all.get(id));
    Some(is_fixed && effects.into_iter().all(|own| leaves_alone(followed, own, &targets)))
}

/// Whether a statement writes no such storage on either side, and leaves what is on the device there.
fn leaves_alone(followed: &Followed, own: &Effects, targets: &BTreeSet<Storage>) -> bool {
    let Followed { variables, escaped, .. } = followed;
    let meets = |other: Storage| targets.iter().any(|own| variables.may_meet(*own, other, escaped));
    let is_touched = own.touches.iter().any(|(at, writes)| *writes && meets(*at));
    let mut mapped = own.mappings.iter().filter(|own| own.flow.writes);
    let is_mapped = mapped.any(|own| own.base.targets.iter().any(|at| meets(*at)));
    let is_found = own.found.iter().any(|own| own.writes && meets(own.storage));
    let is_held = own.held.iter().any(|at| meets(*at));
    let is_known = own.opaque.is_none() && !own.is_wild;
    is_known && !is_touched && !is_mapped && !is_found && !is_held
}

/// Whether a list means the same in all iterations of a loop: it names variables that nothing in the
/// loop changes, and numbers.
fn is_same_in_all(followed: &Followed, (around, own): (&Stmt, &Stmt), text: &str) -> bool {
    let function = followed.function();
    let changed = assigned(std::slice::from_ref(around));
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_plain = |c: char| is_word(c) || c.is_whitespace() || "[]():,+-*/".contains(c);
    let is_fixed = |word: &str| {
        if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
            return true;
        }
        let Some(symbol) = meant(function, word, own) else { return false };
        let own = function.symbol(symbol);
        let is_place = matches!(own.kind, SymbolKind::Array | SymbolKind::Record);
        function.scope_of(symbol).contains(around.span)
            && own.kind != SymbolKind::Reference
            && (is_place || followed.variables.is_own(symbol) && !changed.contains(&symbol))
    };
    text.chars().all(is_plain) && text.split(|c| !is_word(c)).all(is_fixed)
}

/// The variable that a name means beside a statement; `None` where it may mean several.
fn meant(function: &HostFunction, name: &str, stmt: &Stmt) -> Option<SymbolId> {
    let all = (0..function.symbols.len()).map(SymbolId::from_index);
    let mut own = all.filter(|own| {
        function.symbol(*own).name == name && function.scope_of(*own).contains(stmt.span)
    });
    own.next().filter(|_| own.next().is_none())
}
