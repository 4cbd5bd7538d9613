//! Accesses of the lanes of a split.

use super::registers::{Registers, each, lanes_of, lanes_where};
use super::team::Warp;
use super::turn::Running;
use crate::cache::Use;
use crate::code::{Access, AtomicOperation, Element, LANES, Slot};
use crate::count::{SECTOR, bank_conflicts, sectors};
use crate::device::Fault;
use crate::memory::{LOCAL, SHARED, WINDOW};
use crate::ptx::Space;
use crate::shadow::{Shared, Touch};

/// Where a thread sees its team's memory and its own in the generic space.
const WINDOWS: [(Space, u64); 2] = [(Space::Shared, SHARED), (Space::Local, LOCAL)];

/// Bytes that lanes reach: those of all lanes, or a part for each.
struct View<'a> {
    bytes: &'a mut [u8],
    /// The address of the first byte.
    first: u64,
    /// The bytes of one lane; 0 where all lanes reach the same.
    stride: u64,
}

impl View<'_> {
    /// The place of a lane's address.
    #[inline]
    fn place(&self, lane: usize, address: u64) -> u64 {
        address - self.first + lane as u64 * self.stride
    }

    /// The value of so many bytes at a place.
    #[inline]
    fn get(&self, place: u64, bytes: usize) -> u64 {
        let mut value = [0; 8];
        value[..bytes].copy_from_slice(&self.bytes[place as usize..][..bytes]);
        u64::from_le_bytes(value)
    }

    /// Writes the low bytes of a value at a place.
    #[inline]
    fn set(&mut self, place: u64, bytes: usize, value: u64) {
        self.bytes[place as usize..][..bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    }

    /// The values of so many bytes at the places of lanes.
    fn read(&self, places: &[u64; LANES], bytes: u32) -> [u64; LANES] {
        match bytes {
            1 => self.gather::<1>(places),
            2 => self.gather::<2>(places),
            4 => self.gather::<4>(places),
            _ => self.gather::<8>(places),
        }
    }

    fn gather<const N: usize>(&self, places: &[u64; LANES]) -> [u64; LANES] {
        each(|lane| self.get(places[lane], N))
    }

    /// Writes the low bytes of lanes' values at their places, one lane after the other.
    fn write(&mut self, places: &[u64; LANES], bytes: u32, values: &[u64; LANES], mask: u32) {
        match bytes {
            1 => self.scatter::<1>(places, values, mask),
            2 => self.scatter::<2>(places, values, mask),
            4 => self.scatter::<4>(places, values, mask),
            _ => self.scatter::<8>(places, values, mask),
        }
    }

    fn scatter<const N: usize>(&mut self, places: &[u64; LANES], values: &[u64; LANES], mask: u32) {
        if mask == u32::MAX {
            (0..LANES).for_each(|lane| self.set(places[lane], N, values[lane]));
        } else {
            lanes_of(mask).for_each(|lane| self.set(places[lane], N, values[lane]));
        }
    }
}

/// What lanes do with the bytes.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Load,
    Store,
    Atomic(AtomicOperation),
}

/// How the addresses of a request lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Each one so many bytes behind the one before it. Most requests are such, and are counted and moved at once.
    Even(i64),
    Any,
}

/// The lanes of an access, and what they touch.
struct Request<'r> {
    access: &'r Access,
    kind: Kind,
    mask: u32,
    /// Their addresses. Lanes that do not take part have that of one that does: nothing has to leave them out.
    addresses: [u64; LANES],
    layout: Layout,
    /// The least and the greatest address.
    span: (u64, u64),
}

impl<'r> Request<'r> {
    fn new(access: &'r Access, kind: Kind, mask: u32, mut addresses: [u64; LANES]) -> Self {
        let one = addresses[mask.trailing_zeros() as usize % LANES];
        if mask != u32::MAX {
            addresses = each(|lane| if mask >> lane & 1 == 1 { addresses[lane] } else { one });
        }
        let (first, last) = (addresses[0], addresses[LANES - 1]);
        let step = addresses[1].wrapping_sub(first);
        let even = |lane: usize| first.wrapping_add(step.wrapping_mul(lane as u64));
        let off = (0..LANES).fold(0, |off, lane| off | addresses[lane] ^ even(lane));
        let step = step as i64;
        let wraps = step.unsigned_abs() >> 58 != 0 || (step < 0) != (last < first);
        let (layout, span) = if off == 0 && !wraps {
            (Layout::Even(step), (first.min(last), first.max(last)))
        } else {
            let span = addresses.iter().fold((first, first), |(l, m), a| (l.min(*a), m.max(*a)));
            (Layout::Any, span)
        };
        Request { access, kind, mask, addresses, layout, span }
    }

    /// Counts addresses from this one on, which is none above the least.
    fn begin_at(&mut self, start: u64) {
        self.addresses.iter_mut().for_each(|address| *address -= start);
        self.span = (self.span.0 - start, self.span.1 - start);
    }

    /// The bytes that a lane touches: a power of two, of which the lane's address is a multiple.
    fn bytes(&self) -> u64 {
        match self.kind {
            Kind::Atomic(_) => self.access.element.bytes.into(),
            _ => self.access.bytes(),
        }
    }

    /// The address behind the last byte.
    fn end(&self) -> u64 {
        self.span.1.saturating_add(self.bytes())
    }

    /// The number of sectors that it touches.
    fn sectors(&self) -> u32 {
        match self.layout {
            Layout::Even(step) if step.unsigned_abs() > SECTOR => LANES as u32,
            Layout::Even(_) => (self.span.1 / SECTOR - self.span.0 / SECTOR) as u32 + 1,
            Layout::Any => sectors(&self.addresses),
        }
    }

    /// How often a bank is asked for another word.
    fn conflicts(&self) -> u32 {
        match self.layout {
            Layout::Even(step) if step == 0 || step.unsigned_abs() == self.bytes() => 0,
            _ => bank_conflicts(&self.addresses, self.bytes()),
        }
    }
}

impl Running<'_> {
    /// Executes an access for the lanes of a mask.
    pub(crate) fn access(&mut self, access: &Access, kind: Kind, mask: u32) -> Result<(), Fault> {
        if mask == 0 {
            return Ok(());
        }
        let addresses = self.addresses(access);
        let bytes = access.bytes();
        let aligned = if access.registers.len() > 1 && !matches!(kind, Kind::Atomic(_)) {
            bytes
        } else {
            u64::from(access.element.bytes)
        };
        self.check_aligned(&addresses, mask, aligned)?;
        let mut request = Request::new(access, kind, mask, addresses);
        if access.space != Space::Generic {
            return self.request(&request, access.space);
        }
        let (least, end) = (request.span.0, request.end());
        if least >= LOCAL + WINDOW || end <= SHARED {
            return self.request(&request, Space::Global);
        }
        for (space, start) in WINDOWS {
            if start <= least && end <= start + WINDOW {
                request.begin_at(start);
                return self.request(&request, space);
            }
        }
        self.apart(&request)
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
    pub(super) fn check_aligned(
        &self,
        addresses: &[u64; LANES],
        mask: u32,
        bytes: u64,
    ) -> Result<(), Fault> {
        let all = addresses.iter().fold(0, |all, address| all | address);
        if all & (bytes - 1) == 0 {
            return Ok(());
        }
        let misaligned = |lane: &usize| addresses[*lane] & (bytes - 1) != 0;
        let Some(lane) = lanes_of(mask).find(misaligned) else { return Ok(()) };
        let message = format!("address {:#x} is no multiple of {bytes}", addresses[lane]);
        Err(self.illegal(lane, message))
    }

    /// The error of a lane whose bytes are not in a memory of fixed size.
    pub(super) fn outside(&self, lane: usize, (address, bytes): (u64, u64), space: Space) -> Fault {
        let memory = crate::code::space_name(space);
        self.illegal(lane, format!("{bytes} bytes at {address:#x} are outside of {memory} memory"))
    }

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

    fn request(&mut self, request: &Request, space: Space) -> Result<(), Fault> {
        let (bytes, lanes) = (request.bytes(), request.mask.count_ones());
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
        let Warp { splits, special, local, local_bytes, .. } = &mut self.team.warps[self.warp];
        let (registers, parameters) = splits.frames[self.frame].parts(self.function, special);
        let (bytes_of, stride) = match space {
            Space::Shared => (&mut self.team.shared, 0),
            Space::Local => (local, *local_bytes),
            _ => {
                let stride = (parameters.len() / LANES) as u64;
                (parameters, stride)
            }
        };
        let limit = if space == Space::Shared { bytes_of.len() as u64 } else { stride };
        if request.end() > limit {
            let is_outside = |lane: &usize| request.addresses[*lane].saturating_add(bytes) > limit;
            let lane = lanes_of(request.mask).find(is_outside).unwrap_or_default();
            return Err(self.outside(lane, (request.addresses[lane], bytes), space));
        }
        transfer(request, View { bytes: bytes_of, first: 0, stride }, registers);
        if space == Space::Shared {
            self.watch(request, Shared::Team, |address| address);
        }
        Ok(())
    }

    /// A request to the device's memory: of one allocation, or lane by lane.
    fn global(&mut self, request: &Request) -> Result<(), Fault> {
        let (least, end) = (request.span.0, request.end());
        let cached = self.place as usize % self.blocks.len();
        let block = &mut self.blocks[cached];
        if least < block.first || end > block.end {
            match self.memory.block(least, end - least) {
                Ok(found) => *block = found,
                Err(_) if request.mask.count_ones() > 1 => {
                    for lane in lanes_of(request.mask) {
                        let Request { access, kind, addresses, .. } = *request;
                        self.global(&Request::new(access, kind, 1 << lane, addresses))?;
                    }
                    return Ok(());
                }
                Err(error) => {
                    let lane = request.mask.trailing_zeros() as usize;
                    return Err(self.illegal(lane, error.to_string()));
                }
            }
        }
        let block = *block;
        let view = View { bytes: self.memory.bytes_of_mut(&block), first: block.first, stride: 0 };
        let Warp { splits, special, .. } = &mut self.team.warps[self.warp];
        let (registers, _) = splits.frames[self.frame].parts(self.function, special);
        transfer(request, view, registers);
        self.watch(request, Shared::Device, |address| block.place_of(address));
        Ok(())
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

    /// Shows what lanes touched to who watches accesses. Code without lines is the runtime's: it orders threads, and is not judged.
    fn watch(&mut self, request: &Request, memory: Shared, place_of: impl Fn(u64) -> u64) {
        let Some(shadow) = &mut self.shadow else { return };
        let is_judged = self.function.locations[self.place as usize].line > 0;
        let (reads, writes) = match request.kind {
            Kind::Load => (true, false),
            Kind::Store => (false, true),
            Kind::Atomic(_) => (true, true),
        };
        let atomic = request.access.atomic;
        let needs = reads && (writes || !atomic);
        let source = self.counts.row(self.id, self.place);
        let bytes = request.bytes();
        for lane in lanes_of(request.mask) {
            let place = place_of(request.addresses[lane]);
            let who = shadow.clock.thread(self.warp, lane);
            if atomic && reads {
                shadow.acquire(who, memory, place);
            }
            if is_judged {
                let touch = Touch { memory, place, bytes, reads: needs, writes, atomic, source };
                shadow.touch(who, &touch, self.memory.written(), &mut self.counts.findings);
            }
            match memory {
                Shared::Team if writes => shadow.mark_written(place, bytes),
                Shared::Device if writes => self.memory.mark_written(place, bytes),
                _ => {}
            }
            if atomic && writes {
                shadow.release(who, memory, place);
            }
        }
    }
}

/// Moves the bytes, all of which are in the view.
fn transfer(request: &Request, mut view: View, mut registers: Registers) {
    if at_once(request, &mut view, &mut registers) {
        return;
    }
    let access = request.access;
    let places: [u64; LANES] = each(|lane| view.place(lane, request.addresses[lane]));
    match request.kind {
        Kind::Load => {
            for (index, slot) in access.registers.iter().enumerate() {
                let Some(slot) = slot else { continue };
                let element = access.element;
                let from = index as u64 * u64::from(element.bytes);
                let places = each(|lane| places[lane] + from);
                let mut values = view.read(&places, element.bytes);
                if element.signed {
                    let shift = 64 - 8 * element.bytes;
                    values = each(|lane| ((values[lane] << shift) as i64 >> shift) as u64);
                }
                assign(&mut registers, (*slot, access.element.wide), values, request.mask);
            }
        }
        Kind::Store => {
            for (index, slot) in access.registers.iter().enumerate() {
                let Some(slot) = slot else { continue };
                let values = values(&registers, *slot, access.element.wide);
                let from = index as u64 * u64::from(access.element.bytes);
                let places = each(|lane| places[lane] + from);
                view.write(&places, access.element.bytes, &values, request.mask);
            }
        }
        Kind::Atomic(operation) => {
            let wide = access.element.wide;
            let operand = |k: usize| {
                let slot = access.registers.get(k).copied().flatten();
                slot.map_or([0; LANES], |slot| values(&registers, slot, wide))
            };
            let (a, b) = (operand(0), operand(1));
            let mut old = [0; LANES];
            let bytes = access.element.bytes;
            for lane in lanes_of(request.mask) {
                old[lane] = view.get(places[lane], bytes as usize);
                let mask = u64::MAX >> (64 - 8 * bytes);
                let operands = [a[lane] & mask, b[lane] & mask];
                let new = operation.apply(bytes, old[lane], operands);
                view.set(places[lane], bytes as usize, new);
            }
            if let Some(slot) = access.old {
                assign(&mut registers, (slot, wide), old, request.mask);
            }
        }
    }
}

/// Moves the bytes where all lanes take part and one register of each has exactly their size; `false` where that is not so.
fn at_once(request: &Request, view: &mut View, registers: &mut Registers) -> bool {
    let Element { bytes, wide, .. } = request.access.element;
    match request.access.registers.as_slice() {
        _ if request.mask != u32::MAX => false,
        [Some(slot)] if wide && bytes == 8 => whole::<8>(request, *slot, view, registers),
        [Some(slot)] if !wide && bytes == 4 => whole::<4>(request, *slot, view, registers),
        _ => false,
    }
}

fn whole<const N: usize>(
    request: &Request,
    slot: Slot,
    view: &mut View,
    registers: &mut Registers,
) -> bool {
    let place = |lane: usize| view.place(lane, request.addresses[lane]) as usize;
    let row = place(0)..place(0) + N * LANES;
    let is_row = request.layout == Layout::Even(N as i64) && view.stride == 0;
    match request.kind {
        Kind::Load => {
            let lanes = registers.bytes_mut(slot, N * LANES);
            if is_row {
                lanes.copy_from_slice(&view.bytes[row]);
            } else {
                for (lane, own) in lanes.chunks_exact_mut(N).enumerate() {
                    own.copy_from_slice(&view.bytes[place(lane)..][..N]);
                }
            }
        }
        Kind::Store => {
            let lanes = registers.bytes(slot, N * LANES);
            if is_row {
                view.bytes[row].copy_from_slice(lanes);
            } else {
                for (lane, own) in lanes.chunks_exact(N).enumerate() {
                    let at = view.place(lane, request.addresses[lane]) as usize;
                    view.bytes[at..][..N].copy_from_slice(own);
                }
            }
        }
        Kind::Atomic(_) => return false,
    }
    true
}

/// The values of a register as 64 bits.
pub(super) fn values(registers: &Registers, slot: Slot, wide: bool) -> [u64; LANES] {
    if wide {
        return registers.get::<u64>(slot);
    }
    let values: [u32; LANES] = registers.get(slot);
    each(|lane| values[lane].into())
}

/// Gives lanes their values in a register of 64 or of 32 bits.
fn assign(registers: &mut Registers, (slot, wide): (Slot, bool), values: [u64; LANES], mask: u32) {
    if wide {
        registers.put(slot, &values, mask);
    } else {
        registers.put::<u32>(slot, &each(|lane| values[lane] as u32), mask);
    }
}
