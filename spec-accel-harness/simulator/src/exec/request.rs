//! What the lanes of a split ask memory for at once.

#![allow(clippy::inline_always)] // Compiled for two kinds of hosts: see the handlers.

use super::registers::{lanes_where, spread};
use crate::code::{Access, AtomicOperation, LANES};
use crate::count::{SECTOR, bank_conflicts, sectors};
use crate::shadow::cells::Lanes;

/// What lanes do with the bytes.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Load,
    Store,
    Atomic(AtomicOperation),
}

/// How the addresses of a request lie.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Lanes side by side, and the address of each so many bytes behind that of the one before it. Most requests are such, and are
    /// counted and moved at once.
    Even(i64),
    Any,
}

/// The lanes of an access, and what they touch.
pub(super) struct Request<'r> {
    pub(super) access: &'r Access,
    pub(super) kind: Kind,
    pub(super) mask: u32,
    /// Their addresses. Lanes that do not take part have that of one that does: nothing has to leave them out.
    pub(super) addresses: [u64; LANES],
    pub(super) layout: Layout,
    /// The least and the greatest address.
    pub(super) span: (u64, u64),
}

impl<'r> Request<'r> {
    /// The request of the lanes of a mask, of which there is at least one.
    #[inline(always)]
    pub(super) fn new(
        access: &'r Access,
        kind: Kind,
        mask: u32,
        mut addresses: [u64; LANES],
    ) -> Self {
        let (first, last) = ends(mask);
        let [low, high] = [addresses[first], addresses[last]];
        if mask != u32::MAX {
            spread(&mut addresses, mask, [low, high]);
        }
        let step = addresses[(first + 1) % LANES].wrapping_sub(low);
        let step = if first == last { 0 } else { step };
        let pairs = mask & mask >> 1;
        let mut off = 0;
        for lane in 1..LANES {
            let differs = addresses[lane].wrapping_sub(addresses[lane - 1]) ^ step;
            off |= differs & u64::from(pairs >> (lane - 1) & 1).wrapping_neg();
        }
        let step = step as i64;
        let wraps = step.unsigned_abs() >> 58 != 0 || (step < 0) != (high < low);
        let are_neighbours = mask.count_ones() as usize == last - first + 1;
        let (layout, span) = if off == 0 && are_neighbours && !wraps {
            (Layout::Even(step), (low.min(high), low.max(high)))
        } else {
            let (mut least, mut most) = (low, low);
            for address in addresses {
                (least, most) = (least.min(address), most.max(address));
            }
            (Layout::Any, (least, most))
        };
        Request { access, kind, mask, addresses, layout, span }
    }

    /// Counts addresses from this one on, which is none above the least.
    #[inline(always)]
    pub(super) fn begin_at(&mut self, start: u64) {
        self.addresses.iter_mut().for_each(|address| *address -= start);
        self.span = (self.span.0 - start, self.span.1 - start);
    }

    /// The lanes whose address is no multiple of `bytes`, a power of two.
    #[inline(always)]
    pub(super) fn misaligned(&self, bytes: u64) -> u32 {
        let mut all = self.span.0;
        match self.layout {
            Layout::Even(step) => all |= step as u64,
            Layout::Any => {
                for address in self.addresses {
                    all |= address;
                }
            }
        }
        if all & (bytes - 1) == 0 {
            return 0;
        }
        self.mask & lanes_where(|lane| self.addresses[lane] & (bytes - 1) != 0)
    }

    /// The bytes that a lane touches: a power of two, of which the lane's address is a multiple.
    #[inline(always)]
    pub(super) fn bytes(&self) -> u64 {
        match self.kind {
            Kind::Atomic(_) => self.access.element.bytes.into(),
            _ => self.access.bytes(),
        }
    }

    /// The address behind the last byte.
    #[inline(always)]
    pub(super) fn end(&self) -> u64 {
        self.span.1.saturating_add(self.bytes())
    }

    /// Whether all lanes touch the same bytes.
    #[inline(always)]
    pub(super) fn is_one(&self) -> bool {
        self.span.0 == self.span.1
    }

    /// What is touched in a memory in which an address and `shift` make a place.
    pub(super) fn lanes(&self, shift: u64) -> Lanes<'_> {
        let (mask, addresses, bytes) = (self.mask, &self.addresses, self.bytes());
        let is_row = self.layout == Layout::Even(bytes as i64);
        Lanes { mask, addresses, shift, bytes, is_row, is_one: self.is_one() }
    }

    /// The number of sectors that it touches.
    #[inline(always)]
    pub(super) fn sectors(&self) -> u32 {
        match self.layout {
            Layout::Even(step) if step.unsigned_abs() > SECTOR => self.mask.count_ones(),
            Layout::Even(_) => (self.span.1 / SECTOR - self.span.0 / SECTOR) as u32 + 1,
            Layout::Any => sectors(&self.addresses, self.span),
        }
    }

    /// How often a bank is asked for another word.
    #[inline(always)]
    pub(super) fn conflicts(&self) -> u32 {
        match self.layout {
            Layout::Even(step) if step == 0 || step.unsigned_abs() == self.bytes() => 0,
            _ => bank_conflicts(&self.addresses, self.bytes()),
        }
    }
}

/// The first and the last lane of a mask.
#[inline(always)]
pub(super) fn ends(mask: u32) -> (usize, usize) {
    let last = 31_u32.saturating_sub(mask.leading_zeros());
    (mask.trailing_zeros() as usize % LANES, last as usize % LANES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Element;
    use crate::exec::registers::{each, lanes_of};
    use crate::ptx::Space;

    /// Requests at even and uneven distances, by all lanes and by some, against a set of what is touched.
    #[test]
    fn sectors_and_ends_are_those_of_the_lanes_that_take_part() {
        let element = Element { bytes: 4, signed: false, wide: false };
        let (base, registers) = (None, vec![None]);
        let access = &Access {
            space: Space::Global,
            base,
            offset: 0,
            element,
            registers,
            atomic: false,
            old: None,
        };
        let masks =
            [u32::MAX, 1, 1 << 31, 0x000f_fff0, 0x5555_5555, 0x8000_0001, 0xffff, 0xff0f_0f00];
        for mask in masks {
            for step in [0, 4, 8, 12, 28, 32, 36, 64, 4096, -4, -8, -32, -100, 1 << 40] {
                for odd in [0, 1, 7, 30] {
                    let address = |lane: usize| {
                        let even = (1_u64 << 47).wrapping_add((step * lane as i64) as u64);
                        if odd != 0 && lane.is_multiple_of(odd) {
                            even.wrapping_add(8000)
                        } else {
                            even
                        }
                    };
                    let request = Request::new(access, Kind::Load, mask, each(address));
                    let touched: std::collections::BTreeSet<u64> =
                        lanes_of(mask).map(address).collect();
                    let sectors: std::collections::BTreeSet<u64> =
                        touched.iter().map(|address| address / SECTOR).collect();
                    assert_eq!(request.sectors() as usize, sectors.len(), "{mask:#x} {step} {odd}");
                    let span = touched.first().zip(touched.last()).map(|(a, b)| (*a, *b));
                    assert_eq!(Some(request.span), span, "{mask:#x} {step} {odd}");
                    assert_eq!(request.misaligned(4), 0);
                }
            }
        }
    }
}
