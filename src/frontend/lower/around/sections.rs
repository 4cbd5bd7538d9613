//! Whether array sections of map clauses may be empty.
//!
//! Two sections of one construct share no storage, but an empty one maps none: it refers to what is mapped already.
//! A length is positive where it is a sum or a product of positive constants and of variables that the counters of
//! the region's loops stay below: these would have no iteration otherwise. A variable may be computed from such variables
//! before, if they keep their values from there on. A member must itself stand in the header of a loop. A difference or a quotient may be 0.

use std::collections::BTreeSet;

use super::{Asked, Host};
use crate::id::SymbolId;
use crate::ir::section::{is_empty_constant, members, names};
use crate::ir::{BinaryOp, Expr, ExprKind, Relation, Step, Stmt, StmtKind, walk_statements};
use crate::source::Span;

/// How many definitions are followed from a name on.
const MOST_STEPS: u32 = 4;

/// Where a data item of a region stands.
#[derive(Clone, Debug)]
pub(in crate::frontend::lower) struct Listed {
    /// The directive that has the item.
    pub(in crate::frontend::lower) directive: Span,
    /// Where that begins, if it does in the function's file.
    pub(in crate::frontend::lower) place: Option<u32>,
    /// The length of its section, and the names in it that mean constants other than 0; `None` where another constant may be 0, or
    /// there is no section.
    pub(in crate::frontend::lower) length: Option<(String, BTreeSet<String>)>,
}

/// What bounds a region's loops.
struct Bounds {
    /// Variables, of the function.
    variables: BTreeSet<SymbolId>,
    /// The names of members.
    members: BTreeSet<String>,
}

impl Bounds {
    /// What bounds all loops of the region.
    fn of(asked: &Asked) -> Self {
        let (mut variables, mut members) = (BTreeSet::new(), BTreeSet::new());
        walk_statements(&asked.region.body, &mut |stmt: &Stmt| {
            let StmtKind::Loop(l) = &stmt.kind else { return };
            let rises = matches!(l.relation, Relation::Lt | Relation::Le | Relation::Ne);
            let greatest = if rises { &l.bound } else { &l.lower };
            variables.extend(greatest.symbols().iter().filter_map(|own| asked.own.get(own)));
            greatest.walk(&mut |part| {
                if let ExprKind::Load(place) = &part.kind {
                    members.extend(place.steps.iter().filter_map(member));
                }
            });
        });
        Self { variables, members }
    }
}

fn member(step: &Step) -> Option<String> {
    match step {
        Step::Field { name, .. } => Some(name.clone()),
        Step::Index { .. } => None,
    }
}

impl Asked<'_> {
    /// Says of each of the region's mapped sections whether it may be empty; `listed` has their lengths.
    pub(in crate::frontend::lower) fn settle_sections(&mut self, listed: &[Listed]) {
        let bounds = Bounds::of(self);
        let host = self.host;
        for (item, listed) in self.region.data.iter_mut().zip(listed) {
            if item.may_be_empty
                && let Some(length) = &listed.length
            {
                item.may_be_empty = host.may_be_empty(length, listed.place, &bounds);
            }
        }
    }
}

impl Host<'_> {
    /// Whether a section of that length may be empty, at an offset of the function's file or in another one.
    fn may_be_empty(
        &self,
        (length, constants): &(String, BTreeSet<String>),
        at: Option<u32>,
        bounds: &Bounds,
    ) -> bool {
        let is_bound = |name: &str| bounds.members.contains(name);
        let is_positive = |name: &str| {
            let variable = match at {
                Some(at) => self.visible(name, at),
                None => self.function.only_named(name),
            };
            let is_constant = name == "this" || constants.contains(name);
            is_constant || variable.is_some_and(|own| self.is_size(own, bounds, MOST_STEPS))
        };
        is_empty_constant(length)
            || takes_away(length)
            || !members(length).into_iter().all(is_bound)
            || !names(length).into_iter().all(is_positive)
    }

    /// Whether a variable bounds one of the region's loops, or is computed from such variables alone.
    fn is_size(&self, variable: SymbolId, bounds: &Bounds, steps: u32) -> bool {
        if bounds.variables.contains(&variable) {
            return true;
        }
        if let Some(constant) = &self.function.symbol(variable).constant {
            return *constant > 0;
        }
        let Some((number, value)) = self.only_value(variable).filter(|_| steps > 0) else {
            return false;
        };
        let is_size =
            |own: SymbolId| self.is_fixed_from(own, number) && self.is_size(own, bounds, steps - 1);
        match value.integer() {
            Some(constant) => *constant > 0,
            None => is_computed(value, &is_size),
        }
    }
}

/// Whether the text of a length has an operator that may make 0 of numbers greater than 0.
fn takes_away(length: &str) -> bool {
    let length = length.replace("->", ".").replace("<<", "*");
    length.contains(['-', '/', '%', '&', '|', '^', '~', '!', '<', '>', '='])
}

/// Whether an expression is computed from numbers greater than 0 and from sizes, by operators that make numbers greater than 0 of these.
fn is_computed(value: &Expr, is_size: &dyn Fn(SymbolId) -> bool) -> bool {
    let is_computed = |part: &Expr| is_computed(part, is_size);
    match &value.kind {
        ExprKind::Int(constant) => *constant > 0,
        ExprKind::Symbol(own) => is_size(*own),
        ExprKind::Load(place) => place.root().is_some_and(is_size),
        ExprKind::Cast(part) => is_computed(part),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl, left, right) => {
            is_computed(left) && is_computed(right)
        }
        ExprKind::Select(_, then, otherwise) => is_computed(then) && is_computed(otherwise),
        ExprKind::Float(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Compare(..)
        | ExprKind::AddressOf(_)
        | ExprKind::Call { .. }
        | ExprKind::Opaque { .. } => false,
    }
}
