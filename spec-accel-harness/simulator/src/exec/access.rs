//! Accesses of the lanes of a split.

#![allow(clippy::inline_always)] // Compiled for two kinds of hosts: see the handlers.

use std::os::unix::fs::FileExt;

use super::handler::{Job, on_host};
use super::registers::{each, lanes_of, lanes_where};
use super::request::{Kind, Request};
use super::team::Warp;
use super::transfer::{View, transfer};
use super::turn::Running;
use crate::cache::Use;
use crate::code::{Access, LANES};
use crate::device::Fault;
use crate::memory::{LOCAL, MemoryError, SHARED, WINDOW};
use crate::ptx::Space;
use crate::shadow::{Shared, Touch};

/// The most bytes of one lane's access: eight registers of 64 bits.
const MOST_BYTES: usize = 64;

/// Where a thread sees its team's memory and its own in the generic space.
const WINDOWS: [(Space, u64); 2] = [(Space::Shared, SHARED), (Space::Local, LOCAL)];

/// The memory that generic addresses from the least one to before an end mean, and where it begins; `None` where they mean several.
#[inline(always)]
fn window(least: u64, end: u64) -> Option<(Space, u64)> {
    if least >= LOCAL + WINDOW || end <= SHARED {
        return Some((Space::Global, 0));
    }
    WINDOWS.into_iter().find(|(_, start)| *start <= least && end <= start + WINDOW)
}

/// An access of the lanes of a mask.
struct Task<'t, 'r> {
    running: &'t mut Running<'r>,
    access: &'t Access,
    kind: Kind,
    mask: u32,
}

impl Job for Task<'_, '_> {
    type Result = Result<(), Fault>;
    #[inline(always)]
    fn run(self) -> Self::Result {
        let Task { running, access, kind, mask } = self;
        running.ask(access, kind, mask)
    }
}

impl Running<'_> {
    /// Executes an access for the lanes of a mask.
    pub(crate) fn access(&mut self, access: &Access, kind: Kind, mask: u32) -> Result<(), Fault> {
        if mask == 0 {
            return Ok(());
        }
        on_host(Task { running: self, access, kind, mask })
    }

    #[inline(always)]
    fn ask(&mut self, access: &Access, kind: Kind, mask: u32) -> Result<(), Fault> {
        let mut request = Request::new(access, kind, mask, self.addresses(access));
        let is_vector = access.registers.len() > 1 && !matches!(kind, Kind::Atomic(_));
        let aligned = if is_vector { access.bytes() } else { access.element.bytes.into() };
        self.check_aligned(&request, aligned)?;
        let mut space = access.space;
        if space == Space::Generic {
            let Some((window, start)) = window(request.span.0, request.end()) else {
                return self.apart(&request);
            };
            if start != 0 {
                request.begin_at(start);
            }
            space = window;
        }
        self.request(&request, space)
    }

    /// A request of which lanes go to the team's memory or to their own.
    fn apart(&mut self, request: &Request) -> Result<(), Fault> {
        let Request { access, kind, mut mask, addresses, .. } = *request;
        for (space, start) in WINDOWS {
            let window = start..start + WINDOW;
            let inside = mask & lanes_where(|lane| window.contains(&addresses[lane]));
            if inside != 0 {
                let places = each(|lane| addresses[lane].wrapping_sub(start));
                self.request(&Request::new(access, kind, inside, places), space)?;
                mask &= !inside;
            }
        }
        if mask == 0 {
            return Ok(());
        }
        self.request(&Request::new(access, kind, mask, addresses), Space::Global)
    }

    /// The error of the first lane whose address is no multiple of `bytes`, a power of two.
    #[inline(always)]
    pub(super) fn check_aligned(&self, request: &Request, bytes: u64) -> Result<(), Fault> {
        let misaligned = request.misaligned(bytes);
        if misaligned == 0 {
            return Ok(());
        }
        let lane = misaligned.trailing_zeros() as usize % LANES;
        let address = request.addresses[lane];
        Err(self.illegal(lane, format!("address {address:#x} is no multiple of {bytes}")))
    }

    /// The error of the first lane whose bytes are not in a memory of so many.
    #[inline(always)]
    pub(super) fn check_inside(
        &self,
        request: &Request,
        limit: u64,
        space: Space,
    ) -> Result<(), Fault> {
        if request.end() <= limit {
            return Ok(());
        }
        let (memory, bytes) = (crate::code::space_name(space), request.bytes());
        let is_outside = |lane: &usize| request.addresses[*lane].saturating_add(bytes) > limit;
        let lane = lanes_of(request.mask).find(is_outside).unwrap_or_default();
        let address = request.addresses[lane];
        let message = format!("{bytes} bytes at {address:#x} are outside of {memory} memory");
        Err(self.illegal(lane, message))
    }

    #[inline(always)]
    pub(super) fn addresses(&mut self, access: &Access) -> [u64; LANES] {
        let offset = access.offset as u64;
        let Some(base) = access.base else { return [offset; LANES] };
        let registers = self.registers();
        if base.wide {
            let base: [u64; LANES] = registers.get(base.slot);
            each(|lane| base[lane].wrapping_add(offset))
        } else {
            let base: [u32; LANES] = registers.get(base.slot);
            each(|lane| u64::from(base[lane]).wrapping_add(offset))
        }
    }

    #[inline(always)]
    fn request(&mut self, request: &Request, space: Space) -> Result<(), Fault> {
        let lanes = request.mask.count_ones();
        match space {
            Space::Local | Space::Param => self.unseen(),
            Space::Shared => {
                let row = self.counts.row_mut(self.id, self.place);
                row.add_conflicts(request.conflicts(), lanes);
            }
            _ => {
                let row = self.counts.row_mut(self.id, self.place);
                row.add_sectors(request.sectors(), lanes);
            }
        }
        if matches!(space, Space::Global | Space::Const | Space::Generic) {
            self.global(request)?;
            if space != Space::Const {
                self.look_up(request);
            }
            return Ok(());
        }
        let warp = &self.team.warps[self.warp];
        let limit = match space {
            Space::Shared => self.team.shared.len() as u64,
            Space::Local => warp.local.length(),
            _ => warp.splits.frames[self.frame].parameters.length(),
        };
        self.check_inside(request, limit, space)?;
        let Warp { splits, special, local, .. } = &mut self.team.warps[self.warp];
        let (registers, parameters) = splits.frames[self.frame].parts(self.function, special);
        let bytes = match space {
            Space::Shared => &mut self.team.shared[..],
            Space::Local => local.bytes_mut(),
            _ => parameters.bytes_mut(),
        };
        transfer(request, View { bytes, first: 0, is_own: space != Space::Shared }, registers);
        if space == Space::Shared {
            self.watch(request, Shared::Team, 0);
        }
        Ok(())
    }

    /// A request to the device's memory: of one allocation, or lane by lane.
    #[inline(always)]
    fn global(&mut self, request: &Request) -> Result<(), Fault> {
        let (least, end) = (request.span.0, request.end());
        let cached = self.place as usize % self.blocks.len();
        let block = &mut self.blocks[cached];
        if least < block.first || end > block.end {
            match self.memory.block(least, end - least) {
                Ok(found) => *block = found,
                Err(_) if request.mask.count_ones() > 1 => return self.one_by_one(request),
                Err(error) => return self.of_host(request, error),
            }
        }
        let block = *block;
        let view =
            View { bytes: self.memory.bytes_of_mut(&block), first: block.first, is_own: false };
        let Warp { splits, special, .. } = &mut self.team.warps[self.warp];
        let (registers, _) = splits.frames[self.frame].parts(self.function, special);
        transfer(request, view, registers);
        let shift = block.place_of(block.first).wrapping_sub(block.first);
        self.note_use(request, shift);
        self.watch(request, Shared::Device, shift);
        Ok(())
    }

    /// A request whose lanes go to several allocations, or to none.
    fn one_by_one(&mut self, request: &Request) -> Result<(), Fault> {
        for lane in lanes_of(request.mask) {
            let Request { access, kind, addresses, .. } = *request;
            self.global(&Request::new(access, kind, 1 << lane, addresses))?;
        }
        Ok(())
    }

    /// A request of one lane to what is no memory of the device: the host's, if kernels reach that.
    fn of_host(&mut self, request: &Request, error: MemoryError) -> Result<(), Fault> {
        let (address, bytes) = (request.span.0, request.bytes() as usize);
        let fault = |running: &Self| {
            running.illegal(request.mask.trailing_zeros() as usize, error.to_string())
        };
        let mut value = [0; MOST_BYTES];
        let value = &mut value[..bytes];
        let read = self.memory.host().map(|host| host.read_exact_at(value, address));
        if !matches!(read, Some(Ok(()))) {
            return Err(fault(self));
        }
        let Warp { splits, special, .. } = &mut self.team.warps[self.warp];
        let (registers, _) = splits.frames[self.frame].parts(self.function, special);
        transfer(request, View { bytes: value, first: address, is_own: false }, registers);
        let is_load = matches!(request.kind, Kind::Load);
        let host = self.memory.host().filter(|_| !is_load);
        host.map_or(Ok(()), |host| host.write_all_at(value, address)).map_err(|_| fault(self))
    }

    /// Looks in the caches, if there are any, for what a request to the device's memory touches.
    fn look_up(&mut self, request: &Request) {
        if self.memory.caches().is_none() {
            return;
        }
        let kind = match request.kind {
            Kind::Load if request.access.atomic => Use::FreshLoad,
            Kind::Load => Use::Load,
            Kind::Store => Use::Store,
            Kind::Atomic(_) => Use::Atomic,
        };
        if let Some(found) = self.memory.look_up(kind, &request.addresses, request.bytes()) {
            self.counts.add_traffic(self.id, self.place, &found);
        }
    }

    /// Takes note of what lanes read and wrote of the device's memory, if that is asked.
    fn note_use(&mut self, request: &Request, shift: u64) {
        let Some(uses) = self.memory.uses_mut() else { return };
        let lanes = request.lanes(shift);
        if !matches!(request.kind, Kind::Store) {
            lanes.runs(|place, bytes| uses.load(place, bytes));
        }
        if !matches!(request.kind, Kind::Load) {
            lanes.runs(|place, bytes| uses.store(place, bytes));
        }
    }

    /// Shows what lanes touched to who watches accesses. `shift` makes a place in the memory of an address. Code without lines is the
    /// runtime's: it orders threads, and is not judged.
    fn watch(&mut self, request: &Request, memory: Shared, shift: u64) {
        let Some(shadow) = &mut self.shadow else { return };
        let is_judged = self.function.locations[self.place as usize].line > 0;
        let (reads, writes) = match request.kind {
            Kind::Load => (true, false),
            Kind::Store => (false, true),
            Kind::Atomic(_) => (true, true),
        };
        let atomic = request.access.atomic;
        let source = self.counts.row(self.id, self.place);
        let (warp, needs) = (self.warp, reads && (writes || !atomic));
        let touch = Touch { memory, warp, reads: needs, writes, atomic, source };
        let mut lanes = request.lanes(shift);
        // What orders threads has its turn lane by lane.
        let mut left = request.mask;
        while left != 0 {
            lanes.mask = if atomic { left & left.wrapping_neg() } else { left };
            left &= !lanes.mask;
            let lane = lanes.mask.trailing_zeros() as usize;
            let (who, place) = (shadow.clock.thread(warp, lane), lanes.place(lane));
            if atomic && reads {
                shadow.acquire(who, memory, place);
            }
            if is_judged {
                shadow.touch(&lanes, &touch, self.memory.written(), &mut self.counts.findings);
            }
            if writes {
                lanes.runs(|place, bytes| match memory {
                    Shared::Team => shadow.mark_written(place, bytes),
                    Shared::Device => self.memory.mark_written(place, bytes),
                });
            }
            if atomic && writes {
                shadow.release(who, memory, place);
            }
        }
    }
}
