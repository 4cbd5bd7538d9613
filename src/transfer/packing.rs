//! How sets of elements cross the bus in a buffer, and what that costs.

use std::collections::BTreeMap;

use rug::Integer;

use super::lattice::{LISTED, Lattice, List};
use super::parts::least;
use super::section::{Polynomial, Section, Shape};
use crate::id::SymbolId;

/// What packing costs, in bytes that cross the bus in that time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// One more kernel for each update.
    pub launch: u32,
    /// One element that the host moves between its place and the buffer.
    pub element: u32,
}

/// How the updates of a loop cross the bus in a buffer.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    /// What each of them moves in it, beside the leaf of that number; those that move the same in any case are left out.
    pub(super) sites: BTreeMap<(usize, Beside), Vec<Lattice>>,
    /// All sets of them, each once.
    pub(super) pieces: Vec<Lattice>,
    /// The lists that say some of the sets, each once.
    pub(super) lists: Vec<Numbers>,
    /// What must be greater than 0: then the sets have elements, all of them are mapped, and it pays.
    pub(super) positive: Vec<Polynomial>,
    /// The bytes that cross the bus for all updates, each once, without the buffer and with it.
    pub(super) bytes: [Polynomial; 2],
}

/// What sets lie in, and what it costs to move them.
#[derive(Clone, Copy)]
pub(super) struct Setting<'s> {
    /// All that constructs map.
    pub(super) range: &'s Section,
    pub(super) shape: &'s Shape,
    pub(super) costs: Costs,
}

/// A list that says sets.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub(super) list: List,
    pub(super) count: Polynomial,
    /// What must be greater than 0 for each number, which [`LISTED`] is.
    pub(super) positive: Vec<Polynomial>,
    /// Whether no number may be there twice: the device writes what it says, all elements at one time.
    pub(super) rises: bool,
}

impl Numbers {
    /// That of a set, if it has one.
    fn of(set: &Lattice) -> Option<Self> {
        let list = set.list.clone()?;
        let count = set.counts[list.level].clone();
        Some(Self { list, count, positive: Vec::new(), rises: false })
    }

    /// The lists of what updates move, each once.
    fn all(sites: &BTreeMap<(usize, Beside), Vec<Lattice>>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for ((_, beside), set) in
            sites.iter().flat_map(|(at, sets)| sets.iter().map(move |own| (at, own)))
        {
            let known = all.iter().position(|own| own.says(set));
            let Some(at) = known.or_else(|| {
                all.push(Self::of(set)?);
                Some(all.len() - 1)
            }) else {
                continue;
            };
            all[at].rises |= matches!(beside, Beside::Before | Beside::Loop);
        }
        all
    }

    /// Whether it says a set.
    pub(super) fn says(&self, set: &Lattice) -> bool {
        let is_same = |own: Self| {
            own.count == self.count
                && own.list.of == self.list.of
                && own.list.first == self.list.first
        };
        Self::of(set).is_some_and(is_same)
    }
}

/// A number that a program has from a list has no fewer bytes.
const LEAST_LISTED: u64 = 4;

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

impl Packing {
    /// Sets that updates move in the place of `whole` bytes, beside sections of so many, where all of `positive` is greater than 0.
    pub(super) fn of(
        sites: BTreeMap<(usize, Beside), Vec<Lattice>>,
        [whole, sections]: [Polynomial; 2],
        mut positive: Vec<Polynomial>,
        setting: Setting,
    ) -> Option<Self> {
        let Setting { range, shape, costs: Costs { launch, element } } = setting;
        let mut pieces: Vec<Lattice> = Vec::new();
        let (mut bytes, mut elements) = (sections, Polynomial::default());
        let mut lists = Numbers::all(&sites);
        for Numbers { list, count, .. } in &lists {
            let one = Polynomial::number(list.bytes.max(LEAST_LISTED));
            bytes = bytes.add(&count.multiply(&one)?, 1);
            elements = elements.add(count, 1);
        }
        for piece in sites.values().flatten() {
            let count = piece.count()?;
            bytes = bytes.add(&piece.size()?, 1);
            elements = elements.add(&count, 1);
            if !pieces.contains(piece) {
                pieces.push(piece.clone());
            }
        }
        let first = pieces.first()?;
        if !pieces.iter().all(|own| own.fits(first)) {
            return None;
        }
        let launches = Polynomial::number(launch).multiply(&Polynomial::number(sites.len()))?;
        let gain = whole.clone().add(&bytes, -2).add(&launches, -1);
        let gain = gain.add(&elements.multiply(&Polynomial::number(element))?, -1);
        for piece in &pieces {
            let (listed, fixed): (Vec<_>, Vec<_>) = piece
                .positive(range, shape)?
                .into_iter()
                .partition(|own| own.variables().contains(&LISTED));
            positive.extend(fixed);
            if let Some(own) = lists.iter_mut().find(|own| own.says(piece)) {
                own.positive.extend(
                    listed
                        .into_iter()
                        .filter(|new| !own.positive.contains(new))
                        .collect::<Vec<_>>(),
                );
            }
        }
        let counts = pieces.iter().flat_map(|own| own.counts.iter().cloned()).collect();
        let positive = needed(counts, positive, gain)?;
        Some(Self { sites, pieces, lists, positive, bytes: [whole, bytes] })
    }

    /// The elements of the buffer.
    pub(super) fn length(&self) -> Option<Polynomial> {
        self.pieces
            .iter()
            .try_fold(Polynomial::default(), |all, own| Some(all.add(&own.count()?, 1)))
    }
}

/// How often one value has to be taken, so that each product of another is there no less often.
fn most_times(all: &Polynomial, one: &Polynomial) -> i32 {
    let times = |(product, count): (&[SymbolId], &Integer)| {
        let (_, own) = one.products().find(|own| own.0 == product)?;
        (*own > 0).then(|| count.clone().div_rem_ceil(own.clone()).0.to_i32()).flatten()
    };
    all.products().filter_map(times).max().unwrap_or(1).max(1)
}

/// What must be asked, so that all of these are greater than 0, and the gain; `None` where it is never so.
fn needed(
    counts: Vec<Polynomial>,
    others: Vec<Polynomial>,
    gain: Polynomial,
) -> Option<Vec<Polynomial>> {
    let least: Vec<_> = counts.iter().flat_map(least).collect();
    let is_known = |own: &Polynomial| {
        let is_more = |limit: &Polynomial, times: i32| {
            let all = own.multiply(&Polynomial::number(times));
            all.is_some_and(|all| all.add(limit, -1).is_never_negative(&least))
        };
        is_more(&Polynomial::number(1), 1) || is_more(&gain, most_times(&gain, own))
    };
    let others: Vec<_> = others.into_iter().filter(|own| !is_known(own)).collect();
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
