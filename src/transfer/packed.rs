//! Sets of elements that are no section, as a host's loops touch them: columns, faces, members of structures.
//!
//! Where all updates of a loop are known so, another plan moves these sets and nothing else: each is gathered in a buffer, in the order
//! of the numbers of its elements, crosses the bus as one piece, and is spread on the other side. At run time one of the two
//! plans is taken for all of the loop, so that what an update to the device moves has come to the host before.

use std::collections::{BTreeMap, BTreeSet};

use super::extents::{Counter, Extent, Extents};
use super::parts::{Parts, is_inside, least};
use super::section::{Polynomial, Section, Shape};
use super::updates::{Moved, Plan, Saying};
use crate::id::SymbolId;
use crate::ir::{Place, Step, Type};

/// What packing costs, in bytes that cross the bus in that time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// One more kernel for each update.
    pub launch: u32,
    /// One element that the host moves between its place and the buffer.
    pub element: u32,
}

/// The elements whose numbers in each dimension are the first one and multiples of strides: the k-th multiple has as many values, from 0
/// on, as the k-th count says. The order of the values of these, the last one fastest, numbers the elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lattice {
    pub(super) counts: Vec<Polynomial>,
    pub(super) subscripts: Vec<Subscript>,
    /// What leads from an element to the member that is meant, in C; empty where it is the element.
    pub(super) path: String,
    /// The type of what is meant, and its bytes.
    ty: Option<Type>,
    bytes: u64,
}

/// The number of an element in one dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subscript {
    pub(super) first: Polynomial,
    pub(super) strides: Vec<Polynomial>,
}

/// How the updates of a loop cross the bus in a buffer.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    /// What each of them moves in it, beside the leaf of that number; those that move the same in any case are left out.
    pub(super) sites: BTreeMap<(usize, Beside), Vec<Lattice>>,
    /// All sets of them, each once.
    pub(super) pieces: Vec<Lattice>,
    /// What must be greater than 0: then the sets have elements, all of them are mapped, and it pays.
    pub(super) positive: Vec<Polynomial>,
    /// The bytes that cross the bus for all updates, each once, without the buffer and with it.
    pub(super) bytes: [Polynomial; 2],
}

/// Where an update stands, and which way it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Beside {
    /// Before a statement of the host, to which it goes.
    Host,
    /// Before a construct, to the device.
    Before,
    /// Behind a construct, to the host.
    Behind,
    /// Behind the loop, to the device.
    Loop,
}

/// Sets that are no section have sections in the place of them, which begin at a number that nothing else has: that of the set.
/// Variables of functions, and what memory holds, have lesser numbers.
const FIRST: usize = 1 << 30;

/// More sets are not moved by one update.
const MOST_PIECES: usize = 4;

/// Sections of no more bytes are moved as they are.
const MOST_WHOLE: u32 = 4096;

/// Buffers are not numbered by more loops.
const MOST_LEVELS: usize = 2;

/// Whether a variable of polynomials stands for a set.
pub(super) fn is_set(variable: SymbolId) -> bool {
    variable.index() >= FIRST
}

/// The section that stands for the set of that number.
fn standing_for(number: usize) -> Section {
    let lower = Polynomial::variable(SymbolId::from_index(FIRST + number));
    Section { lower, length: Polynomial::number(1) }
}

/// The number of the set that a section stands for.
fn number_of(section: &Section) -> Option<usize> {
    section.lower.variables().into_iter().find(|own| is_set(*own)).map(|own| own.index() - FIRST)
}

pub(super) fn has_set(parts: &Parts) -> bool {
    parts.sections().is_some_and(|all| all.iter().any(|own| number_of(own).is_some()))
}

fn product(all: &[Polynomial]) -> Option<Polynomial> {
    all.iter().try_fold(Polynomial::number(1), |all, own| all.multiply(own))
}

impl Lattice {
    /// The elements of a section, which are counted in rows where there are some.
    fn of_section(section: &Section, shape: &Shape) -> Option<Self> {
        let row = shape.rows.iter().enumerate().map(|(at, length)| (at + 1, length.clone()));
        let levels: Vec<_> = [(0, section.length.clone())].into_iter().chain(row).collect();
        if levels.len() > MOST_LEVELS {
            return None;
        }
        let stride = |at, level: &(usize, _)| Polynomial::number(u32::from(level.0 == at));
        let subscript = |at| Subscript {
            first: if at == 0 { section.lower.clone() } else { Polynomial::default() },
            strides: levels.iter().map(|level| stride(at, level)).collect(),
        };
        let subscripts = (0..levels.len()).map(subscript).collect();
        let counts = levels.into_iter().map(|(_, count)| count).collect();
        Some(Self { counts, subscripts, path: String::new(), ty: None, bytes: shape.element })
    }

    /// How many elements it has, if each of its counts is positive.
    pub(super) fn count(&self) -> Option<Polynomial> {
        product(&self.counts)
    }

    fn variables(&self) -> BTreeSet<SymbolId> {
        let own = self.subscripts.iter().flat_map(|own| own.strides.iter().chain([&own.first]));
        own.chain(&self.counts).flat_map(Polynomial::variables).collect()
    }

    /// What must be greater than 0, so that it has elements and all of them lie in what is mapped.
    fn positive(&self, range: &Section, shape: &Shape) -> Option<Vec<Polynomial>> {
        let mut all = Vec::new();
        let one = Polynomial::number(1);
        let lengths = [range.end()].into_iter().chain(shape.rows.iter().cloned());
        let lowers = [range.lower.clone()]
            .into_iter()
            .chain(shape.rows.iter().map(|_| Polynomial::default()));
        for ((subscript, lower), end) in self.subscripts.iter().zip(lowers).zip(lengths) {
            let Subscript { first, strides } = subscript;
            let mut last = first.clone();
            for (stride, count) in strides.iter().zip(&self.counts) {
                last = last.add(&count.clone().add(&one, -1).multiply(stride)?, 1);
            }
            all.extend(strides.iter().filter(|own| **own != Polynomial::default()).cloned());
            all.push(first.clone().add(&lower, -1).add(&one, 1));
            all.push(end.add(&last, -1));
        }
        Some(all)
    }

    /// Whether a buffer of one type can have what is meant by both.
    fn fits(&self, other: &Lattice) -> bool {
        let is_number = matches!(self.ty, Some(Type::Float { .. }));
        let is_same = self.ty == other.ty && is_number;
        self.path == other.path || !self.path.is_empty() && !other.path.is_empty() && is_same
    }
}

impl Plan<'_> {
    /// How updates cross the bus in a buffer, where some move sets that are no sections; `flat` is what updates move without it, if
    /// that is less than what constructs copy.
    pub(super) fn packed(
        &self,
        fine: &Moved,
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
        Packing::of(sites, [whole?, sections?], (range, saying))
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

impl Packing {
    /// Sets that updates move in the place of `whole` bytes, beside sections of so many.
    fn of(
        sites: BTreeMap<(usize, Beside), Vec<Lattice>>,
        [whole, sections]: [Polynomial; 2],
        (range, saying): (&Section, &Saying),
    ) -> Option<Self> {
        let mut pieces: Vec<Lattice> = Vec::new();
        let (mut bytes, mut elements) = (sections, Polynomial::default());
        for piece in sites.values().flatten() {
            let count = piece.count()?;
            bytes = bytes.add(&count.multiply(&Polynomial::number(piece.bytes))?, 1);
            elements = elements.add(&count, 1);
            if !pieces.contains(piece) {
                pieces.push(piece.clone());
            }
        }
        let first = pieces.first()?;
        if !pieces.iter().all(|own| own.fits(first)) {
            return None;
        }
        let Costs { launch, element } = saying.costs;
        let launches = Polynomial::number(launch).multiply(&Polynomial::number(sites.len()))?;
        let gain = whole.clone().add(&bytes, -2).add(&launches, -1);
        let gain = gain.add(&elements.multiply(&Polynomial::number(element))?, -1);
        let mut positive = Vec::new();
        for piece in &pieces {
            positive.extend(piece.positive(range, saying.shape)?);
        }
        let counts = pieces.iter().flat_map(|own| own.counts.iter().cloned()).collect();
        let positive = needed(counts, positive, gain)?;
        Some(Self { sites, pieces, positive, bytes: [whole, bytes] })
    }

    /// The elements of the buffer.
    pub(super) fn length(&self) -> Option<Polynomial> {
        self.pieces
            .iter()
            .try_fold(Polynomial::default(), |all, own| Some(all.add(&own.count()?, 1)))
    }
}

/// What must be asked, so that all of these are greater than 0, and the gain; `None` where it is never so.
fn needed(
    counts: Vec<Polynomial>,
    others: Vec<Polynomial>,
    gain: Polynomial,
) -> Option<Vec<Polynomial>> {
    let least: Vec<_> = counts.iter().flat_map(least).collect();
    let is_known =
        |own: &Polynomial| own.clone().add(&Polynomial::number(1), -1).is_never_negative(&least);
    let others = others.into_iter().filter(|own| !is_known(own));
    if Polynomial::default().add(&gain, -1).is_never_negative(&least) {
        return None;
    }
    let mut needed: Vec<Polynomial> = Vec::new();
    for own in counts.into_iter().chain(others).chain([gain]) {
        match own.number_value() {
            Some(number) if number > 0 => {}
            Some(_) => return None,
            None if needed.contains(&own) => {}
            None => needed.push(own),
        }
    }
    Some(needed)
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
        let (own, is_full) = self.lattice(place, before)?;
        if let Some(Extent { section, .. }) = extent {
            let bytes = own.count()?.multiply(&Polynomial::number(own.bytes))?;
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
        let (mut counts, mut is_full) = (Vec::new(), true);
        for Counter { iv, ends, is_dense } in &self.inner {
            let parts = subscripts.iter().map(|own| own.first.linear_in(*iv));
            let parts: Vec<(Polynomial, Polynomial)> = parts.collect::<Option<_>>()?;
            if parts.iter().all(|(_, factor)| *factor == Polynomial::default()) {
                is_full = false;
                continue;
            }
            let (least, greatest) = ends.as_ref()?;
            let last = greatest.clone().add(least, -1);
            let is_down = parts.iter().all(|(_, factor)| factor.is_led_by_negative());
            for (own, (rest, factor)) in subscripts.iter_mut().zip(parts) {
                let start = if is_down { greatest } else { least };
                own.first = rest.add(&factor.multiply(start)?, 1);
                own.strides.push(if is_down {
                    Polynomial::default().add(&factor, -1)
                } else {
                    factor
                });
            }
            counts.push(last.add(&Polynomial::number(1), 1));
            is_full &= is_dense;
        }
        let own = Lattice { counts, subscripts, path, ty: Some(place.ty), bytes };
        let is_steady = |own: &SymbolId| {
            (self.is_steady)(*own)
                && !self.around.contains(own)
                && self.inner.iter().all(|counter| counter.iv != *own)
        };
        let is_said = (1..=MOST_LEVELS).contains(&own.counts.len());
        (is_said && own.variables().iter().all(is_steady)).then_some((own, is_full))
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
