//! Sets of elements that are no section, as a host's loops touch them: columns, faces, members of structures, what lists of numbers say.
//!
//! Where all updates of a loop are known so, another plan moves these sets and nothing else: each is gathered in a buffer, in the order
//! of the numbers of its elements, crosses the bus as one piece, and is spread on the other side. At run time one of the two
//! plans is taken for all of the loop, so that what an update to the device moves has come to the host before.

use std::collections::BTreeMap;

use super::extents::{Counter, Extent, Extents};
use super::lattice::{
    LISTED, Lattice, List, Listing, MOST_LEVELS, Subscript, has_set, number_of, standing_for,
};
use super::packing::{Beside, Packing, Setting};
use super::parts::{Parts, is_inside};
use super::section::{Polynomial, Section, Shape};
use super::updates::{Asked, Moved, Plan, Saying};
use crate::id::SymbolId;
use crate::ir::{Place, Step, Type};

/// More sets are not moved by one update.
const MOST_PIECES: usize = 4;

/// Sections of no more bytes are moved as they are.
const MOST_WHOLE: u32 = 4096;

impl Plan<'_> {
    /// How updates cross the bus in a buffer, where some move sets that are no sections and what is `asked` is not negative; `flat` is
    /// what updates move without it, if that is less than what constructs copy.
    pub(super) fn packed(
        &self,
        (fine, asked): (&Moved, Vec<Asked>),
        flat: Option<&Moved>,
        saying: &Saying,
    ) -> Option<Packing> {
        let range = self.range.as_ref().filter(|_| !self.is_group)?;
        let (mut sites, mut sections) = (BTreeMap::new(), Polynomial::default());
        let of = |beside, known: &BTreeMap<usize, Parts>| {
            known.iter().map(|(at, own)| ((*at, beside), own.clone())).collect::<Vec<_>>()
        };
        let closing = fine.closing.iter().map(|own| ((usize::MAX, Beside::Loop), own.clone()));
        let all = [
            of(Beside::Host, &fine.host),
            of(Beside::Before, &fine.before),
            of(Beside::Behind, &fine.behind),
            closing.collect(),
        ];
        for (site, parts) in all.concat() {
            if has_set(&parts) {
                let own = parts.sections().filter(|own| own.len() <= MOST_PIECES)?;
                let own = own.iter().map(|own| self.piece(own, saying));
                sites.insert(site, own.collect::<Option<Vec<_>>>()?);
            } else {
                sections = sections.add(&moved_by(&parts, range), 1);
            }
        }
        let whole = match flat {
            Some(flat) => {
                flat.all().fold(Polynomial::default(), |all, own| all.add(&moved_by(own, range), 1))
            }
            None => range.length.multiply(&Polynomial::number(self.copies()))?,
        };
        let [whole, sections] = [whole, sections]
            .map(|length| Section { lower: Polynomial::default(), length }.bytes(saying.shape));
        let asked = asked.into_iter().map(|own| own.value.add(&Polynomial::number(1), 1)).collect();
        let setting = Setting { range, shape: saying.shape, costs: saying.costs };
        Packing::of(sites, [whole?, sections?], asked, setting)
    }

    /// The set that a section stands for, or its own elements, where they are the same all over the loop.
    fn piece(&self, section: &Section, saying: &Saying) -> Option<Lattice> {
        let own = match number_of(section) {
            Some(number) => self.lattices.get(number)?.clone(),
            None => Lattice::of_section(section, saying.shape)?,
        };
        let counters = self.counters();
        let is_fixed = |own: &SymbolId| (saying.is_fixed)(*own) && !counters.contains(own);
        own.variables().iter().all(is_fixed).then_some(own)
    }
}

/// How many elements, or rows, an update moves at most.
fn moved_by(parts: &Parts, range: &Section) -> Polynomial {
    let of = |own: &Section| {
        if is_inside(own, range) == [true, true] { own } else { range }.length.clone()
    };
    match parts.sections() {
        None => range.length.clone(),
        Some(all) => all.iter().fold(Polynomial::default(), |all, own| all.add(&of(own), 1)),
    }
}

impl Extents<'_, '_> {
    /// The set that a place takes on in the loops of the statement, if that is less than the section from its first element to its
    /// last: a section that stands for it.
    pub(super) fn set(
        &mut self,
        place: &Place,
        before: &Polynomial,
        extent: Option<&Extent>,
    ) -> Option<Extent> {
        self.listing = self.listing(place);
        let set = self.lattice(place, before);
        self.listing = None;
        let (own, is_full) = set?;
        if let Some(Extent { section, .. }) = extent.filter(|_| own.list.is_none()) {
            let bytes = own.size()?;
            let whole = section.bytes(self.subject.shape)?;
            let is_short = whole.number_value().is_some_and(|own| own <= MOST_WHOLE);
            if is_short || bytes == whole {
                return None;
            }
        }
        let known = self.lattices.iter().position(|other| *other == own);
        let number = known.unwrap_or(self.lattices.len());
        if known.is_none() {
            self.lattices.push(own);
        }
        Some(Extent { section: standing_for(number), is_full })
    }

    /// The same as a lattice, and whether a write there writes all of it.
    fn lattice(&self, place: &Place, before: &Polynomial) -> Option<(Lattice, bool)> {
        let bytes = u64::from(place.ty.bytes());
        let Shape { element, rows } = self.subject.shape;
        let (indices, path) = self.subscripts(place, before)?;
        let is_number = matches!(place.ty, Type::Int { .. } | Type::Float { .. });
        let is_element = bytes == *element || !path.is_empty() && bytes > 0;
        if indices.len() != rows.len() + 1 || !is_number || !is_element {
            return None;
        }
        let strides = vec![Vec::new(); indices.len()];
        let all = indices.into_iter().zip(strides);
        let mut subscripts: Vec<Subscript> =
            all.map(|(first, strides)| Subscript { first, strides }).collect();
        let (mut counts, mut is_full, mut list) = (Vec::new(), true, None);
        for Counter { iv, ends, is_dense } in &self.inner {
            let listed = self.listing.as_ref().and_then(|own| {
                let (rest, factor) = own.index.linear_in(*iv)?;
                (factor == Polynomial::number(1)).then_some((own, rest))
            });
            let variable = if listed.is_some() { LISTED } else { *iv };
            let parts = subscripts.iter().map(|own| own.first.linear_in(variable));
            let parts: Vec<(Polynomial, Polynomial)> = parts.collect::<Option<_>>()?;
            if parts.iter().all(|(_, factor)| *factor == Polynomial::default()) {
                is_full = false;
                continue;
            }
            let (least, greatest) = ends.as_ref()?;
            let last = greatest.clone().add(least, -1);
            let is_listed = listed.is_some();
            if let Some((Listing { of, bytes, .. }, rest)) = listed {
                let (first, level) = (rest.add(least, 1), counts.len());
                list = Some(List { of: *of, first, bytes: *bytes, level });
            }
            let is_down = !is_listed && parts.iter().all(|(_, own)| own.is_led_by_negative());
            for (own, (rest, factor)) in subscripts.iter_mut().zip(parts) {
                let start = if is_down { greatest } else { least };
                let start =
                    if is_listed { Polynomial::default() } else { factor.multiply(start)? };
                own.first = rest.add(&start, 1);
                own.strides.push(if is_down {
                    Polynomial::default().add(&factor, -1)
                } else {
                    factor
                });
            }
            counts.push(last.add(&Polynomial::number(1), 1));
            is_full &= is_dense;
        }
        let own = Lattice { counts, subscripts, list, path, ty: Some(place.ty), bytes };
        let is_steady = |own: &SymbolId| {
            (self.is_steady)(*own)
                && !self.around.contains(own)
                && self.inner.iter().all(|counter| counter.iv != *own)
        };
        let is_said = (1..=MOST_LEVELS).contains(&own.counts.len());
        (is_said && own.variables().iter().all(is_steady)).then_some((own, is_full))
    }

    /// Whether an extent is a set that a list says.
    pub(super) fn is_listed(&self, own: &Extent) -> bool {
        let set = number_of(&own.section).and_then(|number| self.lattices.get(number));
        set.is_some_and(|own| own.list.is_some())
    }

    /// The subscripts of a place, and the members that they lead to.
    fn subscripts(&self, place: &Place, before: &Polynomial) -> Option<(Vec<Polynomial>, String)> {
        let Shape { element, rows } = self.subject.shape;
        let number = Polynomial::number(*element);
        if rows.is_empty() {
            let [first @ Step::Index { .. }, members @ ..] = &place.steps[..] else { return None };
            let offset = self.offset(std::slice::from_ref(first))?.add(before, 1);
            let mut path = String::new();
            for member in members {
                let Step::Field { name, overlapping: false, .. } = member else { return None };
                if name.is_empty() {
                    return None;
                }
                path = path + "." + name;
            }
            let index = offset.divided(*element).filter(|_| offset.is_multiple_of(&number))?;
            return Some((vec![index], path));
        }
        if *before != Polynomial::default() {
            return None;
        }
        let mut indices = Vec::new();
        for (at, step) in place.steps.iter().enumerate() {
            let Step::Index { index, scale, .. } = step else { return None };
            let inner =
                rows.get(at..)?.iter().try_fold(number.clone(), |all, own| all.multiply(own))?;
            indices.push(self.polynomial(index).filter(|_| self.polynomial(scale) == Some(inner))?);
        }
        Some((indices, String::new()))
    }
}
