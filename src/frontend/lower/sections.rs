//! Whether array sections of map clauses may be empty.
//!
//! Two sections of one construct share no storage, but an empty one maps none: it refers to what is mapped already.
//! A length is taken for positive where it is computed from constants other than 0 and from variables that the counters of
//! the region's loops stay below: these would have no iteration otherwise. A variable may be computed from such variables
//! before, if they keep their values from there on. A member must itself stand in the header of a loop.

use std::collections::BTreeSet;

use clang_sys as cs;

use super::Lowerer;
use super::definitions::Definitions;
use super::syntax::below;
use crate::frontend::libclang::Cursor;
use crate::id::SymbolId;
use crate::ir::section::{is_empty_constant, members, names};
use crate::ir::{ExprKind, Relation, Step, Stmt, StmtKind, walk_statements};

/// How many definitions are followed from a name on.
const MOST_STEPS: u32 = 4;

/// What bounds a region's loops, and what defines variables around it.
pub(super) struct Sizes<'a, 'tu> {
    pub(super) bounds: BTreeSet<SymbolId>,
    /// The names of the members in the bounds.
    members: BTreeSet<String>,
    pub(super) definitions: &'a Definitions<'tu>,
}

impl<'a, 'tu> Sizes<'a, 'tu> {
    /// What bounds all loops of `body`.
    pub(super) fn of(body: &[Stmt], definitions: &'a Definitions<'tu>) -> Sizes<'a, 'tu> {
        let (mut bounds, mut members) = (BTreeSet::new(), BTreeSet::new());
        walk_statements(body, &mut |stmt| {
            let StmtKind::Loop(l) = &stmt.kind else { return };
            let rises = matches!(l.relation, Relation::Lt | Relation::Le | Relation::Ne);
            let greatest = if rises { &l.bound } else { &l.lower };
            bounds.extend(greatest.symbols());
            greatest.walk(&mut |part| {
                if let ExprKind::Load(place) = &part.kind {
                    members.extend(place.steps.iter().filter_map(member));
                }
            });
        });
        Sizes { bounds, members, definitions }
    }
}

fn member(step: &Step) -> Option<String> {
    match step {
        Step::Field { name, .. } => Some(name.clone()),
        Step::Index { .. } => None,
    }
}

impl<'tu> Lowerer<'_, 'tu> {
    /// Whether a section of that length at an offset of the function's file may be empty.
    pub(super) fn may_be_empty(&self, length: &str, at: u32, sizes: &Sizes<'_, 'tu>) -> bool {
        let bounds = |member: &str| sizes.members.contains(member);
        is_empty_constant(length)
            || !members(length).into_iter().all(bounds)
            || names(length).into_iter().any(|name| {
                match self.scans.visible(self.function, name, at) {
                    Some(variable) => !self.is_size(variable, sizes, MOST_STEPS),
                    None if self.is_own_member(name) => !bounds(name),
                    None => self.is_zero_or_unknown(name, sizes),
                }
            })
    }

    /// Whether a variable bounds one of the region's loops, or is computed from such variables alone.
    fn is_size(&self, variable: Cursor<'tu>, sizes: &Sizes<'_, 'tu>, steps: u32) -> bool {
        if self.bounds(variable, sizes) {
            return true;
        }
        let constant = variable.initializer().filter(|_| variable.ty().canonical().is_const());
        let value = sizes.definitions.value_of(variable.identity()).or(constant);
        let Some(value) = value.filter(|_| steps > 0) else { return false };
        if let Some(constant) = value.evaluate_integer() {
            return constant > 0;
        }
        let known = |name: Cursor<'tu>| match name.referenced() {
            Some(variable) if variable.kind() == cs::CXCursor_EnumConstantDecl => {
                variable.enumerator_value() > 0
            }
            Some(variable) => {
                let from = value.extent().0.offset;
                let own = sizes.definitions.get(variable.identity());
                let is_const = || variable.ty().canonical().is_const();
                own.map_or_else(is_const, |own| own.is_fixed_from(from))
                    && self.is_size(variable, sizes, steps - 1)
            }
            None => false,
        };
        let mut parts = below(value);
        parts.all(|part| match part.kind() {
            cs::CXCursor_DeclRefExpr => known(part),
            cs::CXCursor_CallExpr => false,
            _ => true,
        })
    }

    fn bounds(&self, variable: Cursor<'tu>, sizes: &Sizes<'_, 'tu>) -> bool {
        let symbol = self.by_identity.get(&variable.identity());
        symbol.is_some_and(|symbol| sizes.bounds.contains(symbol))
    }

    /// Whether a name that is no variable of the function may mean 0, or a variable that bounds no loop.
    fn is_zero_or_unknown(&self, name: &str, sizes: &Sizes<'_, 'tu>) -> bool {
        self.globals.named(name).iter().any(|global| match global.kind() {
            cs::CXCursor_EnumConstantDecl => global.enumerator_value() <= 0,
            cs::CXCursor_MacroDefinition => {
                let text = self.written(*global).unwrap_or_default();
                is_empty_constant(text.strip_prefix(name).unwrap_or(&text))
            }
            _ => !self.is_size(*global, sizes, MOST_STEPS),
        })
    }
}
