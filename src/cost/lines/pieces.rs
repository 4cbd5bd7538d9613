//! Pieces of memory and how many units of it they touch.

use super::SECTOR;
use crate::coalesce::blocks::gcd;

/// More pieces than these are not listed.
const MOST_PIECES: usize = 1 << 16;

/// Pieces of memory, from one byte to before another one, in their order; so many copies of them that share nothing.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    list: Vec<(i64, i64)>,
    copies: f64,
}

impl Pieces {
    /// Elements of so many bytes at these offsets.
    pub(super) fn of(offsets: &[i64], bytes: i64) -> Pieces {
        let list = offsets.iter().map(|offset| (*offset, offset + bytes)).collect();
        let mut pieces = Pieces { list, copies: 1.0 };
        pieces.merge();
        pieces
    }

    /// Pieces between which no whole sector lies become one.
    fn merge(&mut self) {
        self.list.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::new();
        for (start, end) in self.list.drain(..) {
            match merged.last_mut() {
                Some(last) if start < last.1.saturating_add(SECTOR) => last.1 = last.1.max(end),
                _ => merged.push((start, end)),
            }
        }
        self.list = merged;
    }

    /// How many are listed.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The bytes from the first piece to the last one.
    fn span(&self) -> i64 {
        let [first, last] = [self.list.first(), self.list.last()];
        first.zip(last).map_or(0, |(first, last)| last.1.saturating_sub(first.0))
    }

    /// The bytes, if they are one piece.
    pub(super) fn whole(&self) -> Option<i64> {
        (self.list.len() == 1 && self.copies <= 1.0).then(|| self.span())
    }

    /// The pieces `count` times, `bytes` apart; `later` is the distance of copies to come, which are further apart. Whether they are listed:
    /// copies are not that share nothing with each other nor with those to come, and those that are too many.
    pub(super) fn repeat(&mut self, (bytes, count): (i64, i64), later: Option<i64>) -> bool {
        let span = self.span();
        let further = bytes.saturating_mul(count - 1);
        if self.list.len() == 1 && bytes < span.saturating_add(SECTOR) {
            self.list[0].1 = self.list[0].1.saturating_add(further);
            return true;
        }
        let apart = bytes >= span.saturating_add(SECTOR);
        let needed = !apart || later.is_some_and(|later| later < span.saturating_add(further));
        if !needed || self.list.len().saturating_mul(count as usize) > MOST_PIECES {
            self.copies *= count as f64;
            return false;
        }
        let moved = |at: i64, k: i64| at.saturating_add(bytes.saturating_mul(k));
        let copy = |k: i64| self.list.iter().map(move |(a, b)| (moved(*a, k), moved(*b, k)));
        self.list = (0..count).flat_map(copy).collect();
        self.merge();
        true
    }

    /// The units of so many bytes that they touch: the mean over the places where they may begin, multiples of `step` from where they are.
    pub(super) fn count(&self, unit: i64, step: i64) -> f64 {
        let step = gcd(step, unit);
        let units = |shift: i64| {
            let (mut units, mut next) = (0, i64::MIN);
            for (start, end) in &self.list {
                let first = start.saturating_add(shift).div_euclid(unit).max(next);
                next = (end.saturating_add(shift) - 1).div_euclid(unit) + 1;
                units += (next - first).max(0);
            }
            units
        };
        let shifts: Vec<i64> = (0..unit / step).map(|k| units(k * step)).collect();
        self.copies * shifts.iter().sum::<i64>() as f64 / shifts.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The units that elements touch, one by one, over all places where they may begin.
    fn counted(offsets: &[i64], bytes: i64, axes: &[(i64, i64)], (unit, step): (i64, i64)) -> f64 {
        let mut all = offsets.to_vec();
        for (apart, count) in axes {
            all = all.iter().flat_map(|own| (0..*count).map(move |k| own + k * apart)).collect();
        }
        let step = gcd(step, unit);
        let at = |shift: i64| {
            let bytes = all.iter().flat_map(|own| own + shift..own + shift + bytes);
            bytes.map(|byte| byte.div_euclid(unit)).collect::<BTreeSet<_>>().len()
        };
        let shifts = unit / step;
        (0..shifts).map(|k| at(k * step)).sum::<usize>() as f64 / shifts as f64
    }

    /// Offsets of elements, and the distances and numbers of copies.
    type Case = (&'static [i64], &'static [(i64, i64)]);

    #[test]
    fn sectors_are_those_that_enumeration_finds() {
        let cases: &[Case] = &[
            (&[0], &[(4, 32)]),
            (&[0], &[(4, 33), (132, 5)]),
            (&[-4, 0, 4], &[(4, 32)]),
            (&[-4, 0, 4, -400, 400], &[(4, 20), (400, 7)]),
            (&[0, 8], &[(24, 16), (1000, 3)]),
            (&[0], &[(128, 9), (4, 8)]),
            (&[0], &[(64, 4), (96, 3), (480, 2)]),
        ];
        for (offsets, axes) in cases {
            for step in [0, 4, 32] {
                let mut sorted = axes.to_vec();
                sorted.sort_unstable();
                let mut pieces = Pieces::of(offsets, 4);
                let mut own = step;
                for (at, axis) in sorted.iter().enumerate() {
                    if !pieces.repeat(*axis, sorted.get(at + 1).map(|next| next.0)) {
                        own = gcd(own, axis.0);
                    }
                }
                let expected = counted(offsets, 4, axes, (SECTOR, own));
                let found = pieces.count(SECTOR, own);
                let near = (found - expected).abs() <= 0.02 * expected;
                assert!(near, "{offsets:?} {axes:?} {step}: {found}, and not {expected}");
            }
        }
    }
}
