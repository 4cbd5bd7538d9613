//! Parts of a mapped section: what a statement of the host touches, and what an update moves.
//!
//! A part whose length is not positive has no element: no update is made of it. So parts may be said by polynomials that mean nothing
//! where the loops that they come from do not run.

use rug::Integer;

use super::section::{Polynomial, Section};
use crate::id::SymbolId;

/// Some of a mapped section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Parts {
    /// All of it.
    Whole,
    /// The elements, or rows, of these sections.
    Some(Vec<Section>),
}

/// So many elements between two parts move in less time than another copy takes to begin.
const MOST_BETWEEN: u32 = 4096;

/// More copies are not made in the place of one.
const MOST: usize = 2;

/// More sections are not told apart.
const MOST_KNOWN: usize = 8;

impl Parts {
    pub(super) fn nothing() -> Self {
        Self::Some(Vec::new())
    }

    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Some(list) if list.is_empty())
    }

    pub(super) fn is_whole(&self) -> bool {
        *self == Self::Whole
    }

    /// The sections; `None` where it is all.
    pub(super) fn sections(&self) -> Option<&[Section]> {
        match self {
            Self::Whole => None,
            Self::Some(list) => Some(list),
        }
    }

    /// With another section.
    pub(super) fn add(&mut self, new: &Section) {
        let Self::Some(list) = self else { return };
        if list.iter().any(|own| contains(own, new)) {
            return;
        }
        list.retain(|own| !contains(new, own));
        list.push(new.clone());
        if list.len() > MOST_KNOWN {
            *self = Self::Whole;
        }
    }

    /// As few sections, with what lies between them.
    pub(super) fn packed(self) -> Self {
        let Self::Some(list) = self else { return self };
        let mut packed: Vec<Section> = Vec::new();
        for mut own in list {
            while let Some((at, both)) =
                packed.iter().enumerate().find_map(|(at, other)| Some((at, hull(other, &own)?)))
            {
                packed.remove(at);
                own = both;
            }
            packed.push(own);
        }
        if packed.len() > MOST { Self::Whole } else { Self::Some(packed) }
    }

    pub(super) fn join(&mut self, other: &Parts) {
        match other {
            Self::Whole => *self = Self::Whole,
            Self::Some(list) => list.iter().for_each(|own| self.add(own)),
        }
    }

    /// Without what lies in one of these sections.
    pub(super) fn without(&self, gone: &[Section]) -> Self {
        match self {
            Self::Whole => Self::Whole,
            Self::Some(list) => {
                let stays = |own: &&Section| !gone.iter().any(|gone| contains(gone, own));
                Self::Some(list.iter().filter(stays).cloned().collect())
            }
        }
    }

    /// All of it, unless all variables of its sections are such.
    pub(super) fn only_with(self, is_such: &dyn Fn(SymbolId) -> bool) -> Self {
        match &self {
            Self::Some(list) if list.iter().any(|own| !own.variables().all(is_such)) => Self::Whole,
            _ => self,
        }
    }
}

impl Section {
    pub(super) fn end(&self) -> Polynomial {
        self.lower.clone().add(&self.length, 1)
    }

    pub(super) fn between(lower: Polynomial, end: &Polynomial) -> Self {
        let length = end.clone().add(&lower, -1);
        Self { lower, length }
    }

    pub(super) fn variables(&self) -> impl Iterator<Item = SymbolId> {
        self.lower.variables().into_iter().chain(self.length.variables())
    }
}

/// Whether one section has all that another has, if that has anything.
fn contains(one: &Section, other: &Section) -> bool {
    let is_behind = |a: &Polynomial, b: Polynomial| {
        b.add(a, -1).number_value().is_some_and(|between| between >= 0)
    };
    is_behind(&one.lower, other.lower.clone()) && is_behind(&other.end(), one.end())
}

/// The section from the lesser beginning of two to the greater end, where little lies between them.
fn hull(one: &Section, other: &Section) -> Option<Section> {
    let number = |a: &Polynomial, b: Polynomial| b.add(a, -1).number_value();
    let lower = number(&one.lower, other.lower.clone())?;
    let end = number(&one.end(), other.end())?;
    let gap = [number(&one.end(), other.lower.clone()), number(&other.end(), one.lower.clone())];
    let is_apart = gap.iter().flatten().any(|gap| *gap > MOST_BETWEEN);
    let from = if lower >= 0 { &one.lower } else { &other.lower };
    let to = if end >= 0 { other.end() } else { one.end() };
    (!is_apart).then(|| Section::between(from.clone(), &to))
}

/// What of a part is moved beside another part, so that nothing is moved twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// All of it: nothing of it lies in the other.
    Apart,
    /// All of it, unless it is the other: both are multiples of one length.
    UnlessSame,
    /// What lies behind the end of the other, which begins where all does.
    Behind,
    /// What lies before the beginning of the other, which ends where all does.
    Before,
}

/// What of a part is moved beside another one; `None` where that cannot be said.
pub(super) fn beside(other: &Section, part: &Section, all: &Section) -> Option<Beside> {
    let follows = |a: &Section, b: &Section| {
        let between = b.lower.clone().add(&a.end(), -1);
        between.number_value().is_some_and(|between| between >= 0)
    };
    if follows(other, part) || follows(part, other) {
        return Some(Beside::Apart);
    }
    let between = part.lower.clone().add(&other.lower, -1);
    if part.length == other.length && between.is_multiple_of(&part.length) {
        return Some(Beside::UnlessSame);
    }
    let begins = other.lower == all.lower;
    let ends = other.end() == all.end();
    begins.then_some(Beside::Behind).or(ends.then_some(Beside::Before))
}

/// Whether the beginning and the end of a part that has an element are certain to lie in a section: else what lies in both is meant.
pub(super) fn lies_in(part: &Section, all: &Section) -> [bool; 2] {
    let least = least(&part.length);
    let before = part.lower.clone().add(&all.lower, -1);
    let behind = all.end().add(&part.end(), -1);
    [before, behind].map(|own| own.is_never_negative(&least))
}

/// The same, but that a part which lies there as a whole or not at all is left as it is, where nobody knows which.
pub(super) fn is_inside(part: &Section, all: &Section) -> [bool; 2] {
    let before = part.lower.clone().add(&all.lower, -1);
    let is_aligned = before.is_multiple_of(&part.length) && all.length.is_multiple_of(&part.length);
    let ends = [part.lower.clone(), part.end()];
    let is_outside = |own: &Polynomial| {
        let [before, behind] =
            [own.clone().add(&all.lower, -1), all.end().add(own, -1)].map(|own| own.number_value());
        before.is_some_and(|own| own < 0) || behind.is_some_and(|own| own < 0)
    };
    let is_left = is_aligned && !ends.iter().any(is_outside);
    if is_left { [true, true] } else { lies_in(part, all) }
}

/// Whether a part may be much less than a section: it is certain to lie in there, or has not half of the product that has most factors.
pub(super) fn saves(part: &Section, all: &Section) -> bool {
    let most = all.length.products().max_by_key(|(product, _)| product.len());
    let Some((most, times)) = most.filter(|(product, _)| !product.is_empty()) else { return true };
    let own = part.length.products().find(|(product, _)| *product == most);
    is_inside(part, all) == [true, true]
        || own.is_none_or(|(_, own)| Integer::from(own * 2) < *times)
}

/// The least value of a variable that is known because a length is positive.
pub(super) fn least(length: &Polynomial) -> Vec<(SymbolId, Integer)> {
    let mut variables = length.variables().into_iter();
    let (Some(variable), None) = (variables.next(), variables.next()) else { return Vec::new() };
    let rest = length.linear_in(variable);
    let known = rest.and_then(|(rest, factor)| {
        let (rest, factor) = (rest.number_value()?, factor.number_value()?);
        let least: Integer = 1 - rest;
        (factor > 0).then(|| least.div_rem_ceil(factor).0)
    });
    known.into_iter().map(|least| (variable, least)).collect()
}
