//! Accesses of the lanes of a split.

use super::registers::{Registers, lanes_of, lanes_where};
use super::turn::Running;
use crate::cache::Use;
use crate::code::{Access, AtomicOperation, LANES, Slot};
use crate::count::{bank_conflicts, sectors};
use crate::device::Fault;
use crate::memory::{LOCAL, SHARED, WINDOW};
use crate::ptx::Space;
use crate::shadow::{Shared, Touch};

/// Bytes that lanes reach: those of all lanes, or a part for each.
struct View<'a> {
    bytes: &'a mut [u8],
    /// The address of the first byte.
    first: u64,
    /// The bytes of one lane; 0 where all lanes reach the same.
    stride: usize,
    /// The number of bytes that a lane reaches.
    limit: u64,
}

impl View<'_> {
    fn place(&self, lane: usize, address: u64, bytes: u64) -> Option<usize> {
        let at = address.wrapping_sub(self.first);
        (at <= self.limit && bytes <= self.limit - at).then_some(at as usize + lane * self.stride)
    }

    /// The places of lanes; the error is a lane whose bytes are not in the view.
    fn places(&self, request: &Request, bytes: u64) -> Result<[usize; LANES], usize> {
        if request.mask == u32::MAX && bytes <= self.limit {
            let offsets = request.addresses.map(|address| address.wrapping_sub(self.first));
            if offsets.iter().fold(0, |most, at| most.max(*at)) <= self.limit - bytes {
                let place = |lane: usize| offsets[lane] as usize + lane * self.stride;
                return Ok(std::array::from_fn(place));
            }
        }
        let mut places = [0; LANES];
        for lane in lanes_of(request.mask) {
            places[lane] = self.place(lane, request.addresses[lane], bytes).ok_or(lane)?;
        }
        Ok(places)
    }

    /// The value of so many bytes at a place.
    #[inline]
    fn get(&self, place: usize, bytes: usize) -> u64 {
        let mut value = [0; 8];
        value[..bytes].copy_from_slice(&self.bytes[place..][..bytes]);
        u64::from_le_bytes(value)
    }

    /// Writes the low bytes of a value at a place.
    #[inline]
    fn set(&mut self, place: usize, bytes: usize, value: u64) {
        self.bytes[place..][..bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    }

    /// The values of so many bytes at the places of lanes.
    fn read(&self, places: &[usize; LANES], bytes: u32, mask: u32) -> [u64; LANES] {
        match bytes {
            1 => self.gather::<1>(places, mask),
            2 => self.gather::<2>(places, mask),
            4 => self.gather::<4>(places, mask),
            _ => self.gather::<8>(places, mask),
        }
    }

    fn gather<const N: usize>(&self, places: &[usize; LANES], mask: u32) -> [u64; LANES] {
        if mask == u32::MAX {
            return places.map(|place| self.get(place, N));
        }
        let mut values = [0; LANES];
        lanes_of(mask).for_each(|lane| values[lane] = self.get(places[lane], N));
        values
    }

    /// Writes the low bytes of lanes' values at their places, one lane after the other.
    fn write(&mut self, places: &[usize; LANES], bytes: u32, values: &[u64; LANES], mask: u32) {
        match bytes {
            1 => self.scatter::<1>(places, values, mask),
            2 => self.scatter::<2>(places, values, mask),
            4 => self.scatter::<4>(places, values, mask),
            _ => self.scatter::<8>(places, values, mask),
        }
    }

    fn scatter<const N: usize>(
        &mut self,
        places: &[usize; LANES],
        values: &[u64; LANES],
        mask: u32,
    ) {
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

/// The lanes of an access, and what they touch.
struct Request<'r> {
    access: &'r Access,
    kind: Kind,
    mask: u32,
    addresses: [u64; LANES],
}

/// How the bytes of a request lie. Most requests lie in one of the two simple ways, and are counted and moved at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Those of all lanes one behind the other.
    Row,
    /// All lanes touch the same.
    Same,
    Any,
}

impl Request<'_> {
    fn layout(&self) -> Layout {
        let [first, second, ..] = self.addresses;
        let step = second.wrapping_sub(first);
        let layout = match step {
            0 => Layout::Same,
            _ if step == touched(self) => Layout::Row,
            _ => Layout::Any,
        };
        if layout == Layout::Any || self.mask != u32::MAX {
            return Layout::Any;
        }
        let is_off = |(address, lane): (&u64, u64)| *address ^ first.wrapping_add(lane * step);
        let off = self.addresses.iter().zip(0..).map(is_off).fold(0, |all, off| all | off);
        let fits = first.checked_add(step * LANES as u64).is_some();
        if off == 0 && fits { layout } else { Layout::Any }
    }

    /// The addresses of the lanes, put into `room` where these are not all.
    fn active<'b>(&'b self, room: &'b mut [u64; LANES]) -> &'b [u64] {
        if self.mask == u32::MAX {
            return &self.addresses;
        }
        let mut number = 0;
        for lane in lanes_of(self.mask) {
            room[number] = self.addresses[lane];
            number += 1;
        }
        &room[..number]
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
        let mut request = Request { access, kind, mask, addresses };
        if access.space != Space::Generic {
            return self.request(&request, access.space);
        }
        let in_windows = |address: u64| (SHARED..LOCAL + WINDOW).contains(&address);
        let windows = [(Space::Shared, SHARED), (Space::Local, LOCAL)];
        let any = lanes_of(mask).any(|lane| in_windows(addresses[lane]));
        for (space, start) in windows.into_iter().filter(|_| any) {
            let window = start..start + WINDOW;
            let inside = mask & lanes_where(|lane| window.contains(&addresses[lane]));
            if inside != 0 {
                let mut own = Request { mask: inside, ..request };
                own.addresses.iter_mut().for_each(|a| *a = a.wrapping_sub(start));
                self.request(&own, space)?;
                request.mask &= !inside;
            }
        }
        if request.mask == 0 { Ok(()) } else { self.request(&request, Space::Global) }
    }

    /// The error of the first lane whose address is no multiple of `bytes`, a power of two.
    pub(super) fn check_aligned(
        &self,
        addresses: &[u64; LANES],
        mask: u32,
        bytes: u64,
    ) -> Result<(), Fault> {
        let all = lanes_of(mask).fold(0, |all, lane| all | addresses[lane]);
        if all & (bytes - 1) == 0 {
            return Ok(());
        }
        let misaligned = |lane: &usize| addresses[*lane] & (bytes - 1) != 0;
        let lane = lanes_of(mask).find(misaligned).unwrap_or_default();
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
            registers.get::<u64>(base.slot).map(|a| a.wrapping_add(offset))
        } else {
            registers.get::<u32>(base.slot).map(|a| u64::from(a).wrapping_add(offset))
        }
    }

    fn request(&mut self, request: &Request, space: Space) -> Result<(), Fault> {
        let bytes = touched(request);
        let layout = request.layout();
        let mut room = [0; LANES];
        let active = request.active(&mut room);
        let row = self.counts.row_mut(self.id, self.place);
        match (space, layout) {
            (Space::Local | Space::Param, _) => {}
            (Space::Shared, Layout::Row | Layout::Same) => row.add_conflicts(0, LANES as u32),
            (Space::Shared, Layout::Any) => {
                row.add_conflicts(bank_conflicts(active, bytes), active.len() as u32);
            }
            (_, Layout::Row) => {
                row.add_sectors(sectors(&active[..1], bytes * LANES as u64), LANES as u32);
            }
            (_, Layout::Same) => row.add_sectors(sectors(&active[..1], bytes), LANES as u32),
            (_, Layout::Any) => row.add_sectors(sectors(active, bytes), active.len() as u32),
        }
        match space {
            Space::Global | Space::Const | Space::Generic => {
                self.global(request, layout, active)?;
                if space != Space::Const {
                    self.look_up(request, active, bytes);
                }
                Ok(())
            }
            _ => {
                let warp = &mut self.team.warps[self.warp];
                let splits = &mut warp.splits;
                let mut parameters = std::mem::take(&mut splits.frames[self.frame].parameters);
                let view = match space {
                    Space::Shared => View {
                        limit: self.team.shared.len() as u64,
                        bytes: &mut self.team.shared,
                        first: 0,
                        stride: 0,
                    },
                    Space::Local => View {
                        limit: warp.local_bytes,
                        first: 0,
                        stride: warp.local_bytes as usize,
                        bytes: &mut warp.local,
                    },
                    _ => {
                        let stride = parameters.len() / LANES;
                        View { limit: stride as u64, bytes: &mut parameters, first: 0, stride }
                    }
                };
                let frame = &mut splits.frames[self.frame];
                let registers = frame.registers(self.function, &warp.special);
                let done = transfer(request, layout, view, registers);
                splits.frames[self.frame].parameters = parameters;
                done.map_err(|lane| self.outside(lane, (request.addresses[lane], bytes), space))?;
                if space == Space::Shared {
                    self.watch(request, Shared::Team, |address| address);
                }
                Ok(())
            }
        }
    }

    /// A request to the device's memory: of one allocation, or lane by lane.
    fn global(&mut self, request: &Request, layout: Layout, active: &[u64]) -> Result<(), Fault> {
        let bytes = touched(request);
        let (least, most) = match layout {
            Layout::Row => (active[0], active[LANES - 1]),
            Layout::Same => (active[0], active[0]),
            Layout::Any => {
                let span = (u64::MAX, 0);
                active.iter().fold(span, |(least, most), a| (least.min(*a), most.max(*a)))
            }
        };
        let cached = self.place as usize % self.blocks.len();
        let block = self.blocks[cached];
        let known = block.first <= least && most.saturating_add(bytes) <= block.end;
        if !known {
            match self.memory.block(least, most.saturating_sub(least).saturating_add(bytes)) {
                Ok(block) => self.blocks[cached] = block,
                Err(_) if active.len() > 1 => {
                    for lane in lanes_of(request.mask) {
                        let address = [request.addresses[lane]];
                        let own = Request { mask: 1 << lane, ..*request };
                        self.global(&own, Layout::Any, &address)?;
                    }
                    return Ok(());
                }
                Err(error) => {
                    let lane = request.mask.trailing_zeros() as usize;
                    return Err(self.illegal(lane, error.to_string()));
                }
            }
        }
        let block = self.blocks[cached];
        let limit = block.end - block.first;
        let view =
            View { bytes: self.memory.bytes_of_mut(&block), first: block.first, stride: 0, limit };
        let warp = &mut self.team.warps[self.warp];
        let frame = &mut warp.splits.frames[self.frame];
        let registers = frame.registers(self.function, &warp.special);
        transfer(request, layout, view, registers)
            .map_err(|lane| self.illegal(lane, "an access outside of its allocation"))?;
        self.watch(request, Shared::Device, |address| block.place_of(address));
        Ok(())
    }

    /// Looks in the caches, if there are any, for what a request to the device's memory touches.
    fn look_up(&mut self, request: &Request, active: &[u64], bytes: u64) {
        if self.memory.caches().is_none() {
            return;
        }
        let kind = match request.kind {
            Kind::Load if request.access.atomic => Use::FreshLoad,
            Kind::Load => Use::Load,
            Kind::Store => Use::Store,
            Kind::Atomic(_) => Use::Atomic,
        };
        if let Some(found) = self.memory.look_up(kind, active, bytes) {
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
        let bytes = touched(request);
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

/// The bytes that a lane touches.
fn touched(request: &Request) -> u64 {
    match request.kind {
        Kind::Atomic(_) => request.access.element.bytes.into(),
        _ => request.access.bytes(),
    }
}

/// Moves the bytes; the error is a lane whose bytes are not in the view.
fn transfer(
    request: &Request,
    layout: Layout,
    mut view: View,
    mut registers: Registers,
) -> Result<(), usize> {
    let (access, bytes) = (request.access, touched(request));
    if layout != Layout::Any
        && view.stride == 0
        && at_once(request, layout, &mut view, &mut registers)
    {
        return Ok(());
    }
    let places = view.places(request, bytes)?;
    match request.kind {
        Kind::Load => {
            for (index, slot) in access.registers.iter().enumerate() {
                if let Some(slot) = slot {
                    let element = access.element;
                    let from = index * element.bytes as usize;
                    let places = places.map(|place| place + from);
                    let mut values = view.read(&places, element.bytes, request.mask);
                    if element.signed {
                        let shift = 64 - 8 * element.bytes;
                        values = values.map(|value| ((value << shift) as i64 >> shift) as u64);
                    }
                    assign(&mut registers, (*slot, access.element.wide), values, request.mask);
                }
            }
        }
        Kind::Store => {
            for (index, slot) in access.registers.iter().enumerate() {
                let Some(slot) = slot else { continue };
                let values = values(&registers, *slot, access.element.wide);
                let from = index * access.element.bytes as usize;
                let places = places.map(|place| place + from);
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
    Ok(())
}

/// Moves the bytes of all lanes as a whole, where one register of each has exactly their size; `false` where that is not so.
fn at_once(request: &Request, layout: Layout, view: &mut View, registers: &mut Registers) -> bool {
    let element = request.access.element;
    let size = if element.wide { 8 } else { 4 };
    let ([Some(slot)], true) = (request.access.registers.as_slice(), element.bytes == size) else {
        return false;
    };
    let size = size as usize;
    let bytes = if layout == Layout::Row { size * LANES } else { size };
    let Some(at) = view.place(0, request.addresses[0], bytes as u64) else { return false };
    match (request.kind, layout) {
        (Kind::Load, Layout::Row) => {
            registers.bytes_mut(*slot, bytes).copy_from_slice(&view.bytes[at..at + bytes]);
        }
        (Kind::Load, Layout::Same) => {
            let value = view.get(at, size);
            assign(registers, (*slot, element.wide), [value; LANES], u32::MAX);
        }
        (Kind::Store, Layout::Row) => {
            view.bytes[at..at + bytes].copy_from_slice(registers.bytes(*slot, bytes));
        }
        _ => return false,
    }
    true
}

/// The values of a register as 64 bits.
pub(super) fn values(registers: &Registers, slot: Slot, wide: bool) -> [u64; LANES] {
    if wide { registers.get::<u64>(slot) } else { registers.get::<u32>(slot).map(u64::from) }
}

/// Gives lanes their values in a register of 64 or of 32 bits.
fn assign(registers: &mut Registers, (slot, wide): (Slot, bool), values: [u64; LANES], mask: u32) {
    if wide {
        registers.put(slot, values, mask);
    } else {
        registers.put(slot, values.map(|value| value as u32), mask);
    }
}
