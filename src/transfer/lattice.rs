//! Sets of elements that are no section: columns, faces, members of structures, and what lists of numbers say.

use std::collections::BTreeSet;

use super::parts::Parts;
use super::section::{Polynomial, Section, Shape};
use crate::id::SymbolId;
use crate::ir::{Expr, Place, Type};

/// The elements whose numbers in each dimension are the first one and multiples of strides: the k-th multiple has as many values, from 0
/// on, as the k-th count says. The order of the values of these, the last one fastest, numbers the elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lattice {
    pub(super) counts: Vec<Polynomial>,
    pub(super) subscripts: Vec<Subscript>,
    /// Whose numbers the values of one count are, in the place of those from 0 on.
    pub(super) list: Option<List>,
    /// What leads from an element to the member that is meant, in C; empty where it is the element.
    pub(super) path: String,
    /// The type of what is meant, and its bytes.
    pub(super) ty: Option<Type>,
    pub(super) bytes: u64,
}

/// Elements of a variable, or of what it points to, as many as a count says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct List {
    pub(super) of: SymbolId,
    /// The number of the first of them.
    pub(super) first: Polynomial,
    /// How many bytes each has.
    pub(super) bytes: u64,
    /// Which count.
    pub(super) level: usize,
}

/// A number that is read from a list, on which a place's subscripts depend.
#[derive(Clone, Debug)]
pub(super) struct Listing {
    /// The text that reads it.
    pub(super) read: Place,
    /// A variable of the loop that is computed from it, and how.
    pub(super) given: Option<(SymbolId, Expr)>,
    /// The list, or the pointer to it.
    pub(super) of: SymbolId,
    /// Which of its elements.
    pub(super) index: Polynomial,
    pub(super) bytes: u64,
}

impl Listing {
    /// What a place has, if it is the number.
    pub(super) fn value(&self, place: &Place) -> Option<Polynomial> {
        (*place == self.read).then(|| Polynomial::variable(LISTED))
    }
}

/// The number of an element in one dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subscript {
    pub(super) first: Polynomial,
    pub(super) strides: Vec<Polynomial>,
}

/// Sets that are no section have sections in the place of them, which begin at a number that nothing else has: that of the set.
/// Variables of functions, and what memory holds, have lesser numbers.
const FIRST: usize = 1 << 30;

/// The variable of polynomials that a number of a list is.
pub(super) const LISTED: SymbolId = SymbolId(FIRST as u32 - 1);

/// Buffers are not numbered by more loops.
pub(super) const MOST_LEVELS: usize = 2;

/// Whether a variable of polynomials stands for a set.
pub(super) fn is_set(variable: SymbolId) -> bool {
    variable.index() >= FIRST
}

/// The section that stands for the set of that number.
pub(super) fn standing_for(number: usize) -> Section {
    let lower = Polynomial::variable(SymbolId::from_index(FIRST + number));
    Section { lower, length: Polynomial::number(1) }
}

/// The number of the set that a section stands for.
pub(super) fn number_of(section: &Section) -> Option<usize> {
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
    pub(super) fn of_section(section: &Section, shape: &Shape) -> Option<Self> {
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
        let (path, bytes) = (String::new(), shape.element);
        Some(Self { counts, subscripts, list: None, path, ty: None, bytes })
    }

    /// How many elements it has, if each of its counts is positive.
    pub(super) fn count(&self) -> Option<Polynomial> {
        product(&self.counts)
    }

    /// The bytes of all of them.
    pub(super) fn size(&self) -> Option<Polynomial> {
        self.count()?.multiply(&Polynomial::number(self.bytes))
    }

    pub(super) fn variables(&self) -> BTreeSet<SymbolId> {
        let own = self.subscripts.iter().flat_map(|own| own.strides.iter().chain([&own.first]));
        let own = own.chain(&self.counts).chain(self.list.as_ref().map(|own| &own.first));
        own.flat_map(Polynomial::variables).collect()
    }

    /// What must be greater than 0, so that all of its elements, if it has any, lie in what is mapped; with [`LISTED`] for each number of
    /// its list.
    pub(super) fn positive(&self, range: &Section, shape: &Shape) -> Option<Vec<Polynomial>> {
        let mut all = Vec::new();
        let one = Polynomial::number(1);
        let lengths = [range.end()].into_iter().chain(shape.rows.iter().cloned());
        let lowers = [range.lower.clone()]
            .into_iter()
            .chain(shape.rows.iter().map(|_| Polynomial::default()));
        for ((subscript, lower), end) in self.subscripts.iter().zip(lowers).zip(lengths) {
            let Subscript { first, strides } = subscript;
            let (mut first, mut last) = (first.clone(), first.clone());
            for (level, (stride, count)) in strides.iter().zip(&self.counts).enumerate() {
                if self.list.as_ref().is_some_and(|own| own.level == level) {
                    let listed = stride.multiply(&Polynomial::variable(LISTED))?;
                    (first, last) = (first.add(&listed, 1), last.add(&listed, 1));
                } else {
                    last = last.add(&count.clone().add(&one, -1).multiply(stride)?, 1);
                }
            }
            all.extend(strides.iter().filter(|own| **own != Polynomial::default()).cloned());
            all.push(first.add(&lower, -1).add(&one, 1));
            all.push(end.add(&last, -1));
        }
        Some(all)
    }

    /// Whether a buffer of one type can have what is meant by both.
    pub(super) fn fits(&self, other: &Lattice) -> bool {
        let is_number = matches!(self.ty, Some(Type::Float { .. }));
        let is_same = self.ty == other.ty && is_number;
        self.path == other.path || !self.path.is_empty() && !other.path.is_empty() && is_same
    }
}
