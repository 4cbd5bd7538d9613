//! Lists of numbers by which the host touches elements: probes, the nodes of a border, what neighbours exchange.
//!
//! ```text
//! for (int i = 0; i < m; i++)
//!   all += u[list[i] * 4 + 1];
//! ```
//!
//! In subscripts a number of a list is a variable, which takes the place of the counter. Where the list is read is asked before the loop in
//! which the storage stays: so each of its numbers must be one that the program reads in any case, and the same all over the loop.

use super::extents::{Extents, Touched};
use super::flow::{Effects, Followed};
use super::lattice::{Lattice, Listing, standing_for};
use super::names::is_usable_at;
use super::parts::Parts;
use super::section::{Polynomial, Section, assigned};
use super::storage::Storage;
use super::updates::{Plan, Use, always};
use crate::id::SymbolId;
use crate::ir::{Base, Expr, ExprKind, Place, Step, Stmt, SymbolKind};

impl Extents<'_, '_> {
    /// The only number that is read from a list for a place's subscripts, in these or where a variable in them is declared.
    pub(super) fn listing<'p>(&self, place: &'p Place) -> Option<Listing> {
        let index = |step: &'p Step| match step {
            Step::Index { index, .. } => Some(index),
            Step::Field { .. } => None,
        };
        let indices: Vec<&Expr> = place.steps.iter().filter_map(index).collect();
        let mut all: Vec<Place> = indices.iter().flat_map(|own| reads(own)).collect();
        let mut given = None;
        if all.is_empty() {
            let values = indices.iter().filter_map(|own| self.polynomial(own));
            let mut inner =
                values.flat_map(|own| own.variables()).filter(|own| !(self.is_steady)(*own));
            given =
                inner.find_map(|own| Some((own, self.followed.values.definition(own)?.clone())));
            all = given.iter().flat_map(|own| reads(&own.1)).collect();
        }
        let [read] = &all[..] else { return None };
        let (Base::Symbol(of), [Step::Index { index, scale, .. }]) = (&read.base, &read.steps[..])
        else {
            return None;
        };
        let (of, bytes) = (*of, u64::from(read.ty.bytes()));
        let is_list = read.ty.is_int() && self.followed.values.shape(of)?.is_of(bytes);
        let is_scaled = self.polynomial(scale) == Some(Polynomial::number(bytes));
        let index = self.polynomial(index).filter(|_| is_list && is_scaled)?;
        Some(Listing { read: read.clone(), given, of, index, bytes })
    }
}

/// The places in memory that a value is read from.
fn reads(value: &Expr) -> Vec<Place> {
    let mut found = Vec::new();
    value.walk(&mut |part| {
        if let ExprKind::Load(place) = &part.kind
            && place.as_symbol().is_none()
        {
            found.push(place.clone());
        }
    });
    found
}

impl Followed<'_> {
    /// Whether a name means one list of numbers all over a loop: nothing writes it in there.
    pub(super) fn keeps_list(&self, stmt: &Stmt, list: SymbolId) -> bool {
        let only = [Storage::Variable(list)];
        let targets: Vec<Storage> = match self.function().symbol(list).kind {
            SymbolKind::Array => only.to_vec(),
            SymbolKind::Pointer
                if self.variables.is_followed(list)
                    && !assigned(std::slice::from_ref(stmt)).contains(&list) =>
            {
                let state = self.states.get(&stmt.id).and_then(|state| state.get(list));
                state.map(|own| own.targets.iter().copied().collect()).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let meets =
            |own: Storage| targets.iter().any(|a| self.variables.may_meet(*a, own, &self.escaped));
        let writes = |effects: &Effects| {
            let maps = effects.mappings.iter().filter(|own| own.flow.writes || !own.flow.to);
            let mapped = maps.flat_map(|own| own.base.targets.iter().copied());
            let touched = effects.touches.iter().filter(|own| own.1).map(|own| own.0);
            let found = effects.found.iter().filter(|own| own.writes).map(|own| own.storage);
            let held = effects.held.iter().copied();
            effects.opaque.is_some()
                || effects.is_wild
                || mapped.chain(touched).chain(found).chain(held).any(meets)
        };
        !targets.is_empty()
            && is_usable_at(self.function(), stmt, list)
            && self.first_in(stmt, &writes).is_none()
    }
}

impl Plan<'_> {
    /// Sets whose lists may be others in the loop, or cannot be read before it, may be anything.
    pub(super) fn forget_lists(&mut self, followed: &Followed) {
        let stays = |(number, own): &(usize, &Lattice)| {
            let set = standing_for(*number);
            own.list.as_ref().is_none_or(|list| {
                let reads = |at: usize| self.leaves[at].lists(&set);
                always(&self.body, &reads) && followed.keeps_list(self.stmt, list.of)
            })
        };
        let gone = self.lattices.iter().enumerate().filter(|own| !stays(own));
        let gone: Vec<Section> = gone.map(|(number, _)| standing_for(number)).collect();
        for leaf in &mut self.leaves {
            if let Use::Host { touched, .. } = &mut leaf.does {
                touched[1].forget(&gone);
            }
        }
    }
}

impl Touched {
    /// Sets may be anything.
    fn forget(&mut self, gone: &[Section]) {
        for parts in [&mut self.reads, &mut self.writes] {
            if parts.sections().is_some_and(|all| all.iter().any(|own| gone.contains(own))) {
                *parts = Parts::Whole;
            }
        }
        self.certain.retain(|own| !gone.contains(own));
    }
}
