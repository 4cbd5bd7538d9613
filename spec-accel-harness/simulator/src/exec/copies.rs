//! Copies from the device's memory to a team's for which threads do not wait at once: `cp.async` (PTX ISA, section 9.7.9.25.3).
//!
//! The bytes are read where the copy is asked for, and written as late as the program allows: where the thread waits for the group that
//! the copy belongs to. Whoever does not wait finds what was there before.

use super::registers::lanes_of;
use super::request::{Kind, Request};
use super::transfer::values;
use super::turn::Running;
use crate::code::{Access, FunctionId, LANES};
use crate::device::Fault;
use crate::ptx::Space;
use crate::shadow::cells::Lanes;
use crate::shadow::{Shared, Touch};

/// The most bytes of one lane.
const MOST: usize = 16;

/// What lanes have read and not yet written.
#[derive(Debug)]
struct Copy {
    mask: u32,
    bytes: u64,
    addresses: [u64; LANES],
    values: [[u8; MOST]; LANES],
    /// The groups that each lane had closed before.
    groups: [u32; LANES],
    /// Where they were asked for.
    place: (FunctionId, u32),
    is_judged: bool,
}

/// The copies of a warp.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    open: Vec<Copy>,
    /// The groups that each lane has closed.
    groups: [u32; LANES],
}

impl Copies {
    /// Closes the group of each lane of a mask.
    pub(crate) fn close(&mut self, mask: u32) {
        lanes_of(mask).for_each(|lane| self.groups[lane] += 1);
    }

    /// Takes what lanes must write now that wait for all groups but the last few; without a number they wait for everything.
    fn take(&mut self, mask: u32, but: Option<u32>) -> Vec<Copy> {
        let mut taken = Vec::new();
        for copy in &mut self.open {
            let is_due = |lane: &usize| {
                let closed = |but: u32| copy.groups[*lane] < self.groups[*lane].saturating_sub(but);
                but.is_none_or(closed)
            };
            let due =
                lanes_of(mask & copy.mask).filter(is_due).fold(0, |due, lane| due | 1 << lane);
            if due != 0 {
                copy.mask &= !due;
                taken.push(Copy { mask: due, ..*copy });
            }
        }
        self.open.retain(|copy| copy.mask != 0);
        taken
    }
}

impl Running<'_> {
    /// Keeps what lanes have read until they wait for it. `to` names the registers with the values and where these go.
    pub(super) fn write_later(&mut self, to: &Access, mask: u32) -> Result<(), Fault> {
        let request = Request::new(to, Kind::Store, mask, self.addresses(to));
        let (addresses, bytes) = (request.addresses, request.bytes());
        self.check_aligned(&request, bytes)?;
        self.check_inside(&request, self.team.shared.len() as u64, Space::Shared)?;
        let mut kept = [[0; MOST]; LANES];
        let (element, registers) = (to.element, self.registers());
        let size = element.bytes as usize;
        for (part, slot) in to.registers.iter().enumerate() {
            let Some(slot) = *slot else { continue };
            let own = values(&registers, slot, element.wide);
            for lane in lanes_of(mask) {
                kept[lane][part * size..][..size].copy_from_slice(&own[lane].to_le_bytes()[..size]);
            }
        }
        let row = self.counts.row_mut(self.id, self.place);
        row.add_conflicts(request.conflicts(), mask.count_ones());
        let is_judged = self.function.locations[self.place as usize].line > 0;
        let place = (self.id, self.place);
        let copies = &mut self.team.warps[self.warp].copies;
        let groups = copies.groups;
        copies.open.push(Copy { mask, bytes, addresses, values: kept, groups, place, is_judged });
        Ok(())
    }

    /// Writes what lanes wait for: all groups but the last few; without a number everything.
    pub(super) fn finish_copies(&mut self, mask: u32, but: Option<u32>) {
        for copy in self.team.warps[self.warp].copies.take(mask, but) {
            let bytes = copy.bytes as usize;
            for lane in lanes_of(copy.mask) {
                let to = copy.addresses[lane] as usize;
                self.team.shared[to..to + bytes].copy_from_slice(&copy.values[lane][..bytes]);
            }
            self.watch_copy(&copy);
        }
    }

    fn watch_copy(&mut self, copy: &Copy) {
        let Some(shadow) = &mut self.shadow else { return };
        let (memory, bytes) = (Shared::Team, copy.bytes);
        let source = self.counts.row(copy.place.0, copy.place.1);
        let (mask, addresses, warp) = (copy.mask, &copy.addresses, self.warp);
        let lanes = Lanes { mask, addresses, shift: 0, bytes, is_row: false, is_one: false };
        if copy.is_judged {
            let touch = Touch { memory, warp, reads: false, writes: true, atomic: false, source };
            shadow.touch(&lanes, &touch, self.memory.written(), &mut self.counts.findings);
        }
        lanes.runs(|place, bytes| shadow.mark_written(place, bytes));
    }
}
