//! Moves bytes between registers and memory.

#![allow(clippy::inline_always)] // Compiled for two kinds of hosts: see the handlers.

use super::own::Own;
use super::registers::{Registers, Value, each, lanes_of};
use super::request::{Kind, Layout, Request, ends};
use crate::code::{Element, LANES, Slot};

/// Bytes that lanes reach: those of all lanes, or a part for each.
pub(super) struct View<'a> {
    pub(super) bytes: &'a mut [u8],
    /// The address of the first byte.
    pub(super) first: u64,
    /// Whether each lane reaches its own part: the bytes are those of [`Own`].
    pub(super) is_own: bool,
}

impl View<'_> {
    /// The place of a lane's address.
    #[inline(always)]
    fn place(&self, lane: usize, address: u64) -> u64 {
        if self.is_own { Own::place(lane, address) } else { address - self.first }
    }

    /// The places of all lanes, so many bytes on.
    fn places(&self, request: &Request, from: u64) -> [u64; LANES] {
        each(|lane| self.place(lane, request.addresses[lane] + from))
    }

    /// The value of so many bytes at a place.
    #[inline(always)]
    fn get(&self, place: u64, bytes: usize) -> u64 {
        let mut value = [0; 8];
        value[..bytes].copy_from_slice(&self.bytes[place as usize..][..bytes]);
        u64::from_le_bytes(value)
    }

    /// Writes the low bytes of a value at a place.
    #[inline(always)]
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
        let size = bytes as usize;
        lanes_of(mask).for_each(|lane| self.set(places[lane], size, values[lane]));
    }
}

/// Moves the bytes, all of which are in the view.
#[inline(always)]
pub(super) fn transfer(request: &Request, mut view: View, mut registers: Registers) {
    let Element { bytes, wide, .. } = request.access.element;
    match (request.kind, request.access.registers.as_slice()) {
        (Kind::Load, [Some(slot)]) if wide && bytes == 8 => {
            load::<u64>(request, &view, *slot, &mut registers);
        }
        (Kind::Load, [Some(slot)]) if !wide && bytes == 4 => {
            load::<u32>(request, &view, *slot, &mut registers);
        }
        (Kind::Store, [Some(slot)]) if wide && bytes == 8 => {
            store::<u64>(request, &mut view, *slot, &registers);
        }
        (Kind::Store, [Some(slot)]) if !wide && bytes == 4 => {
            store::<u32>(request, &mut view, *slot, &registers);
        }
        _ => in_parts(request, view, registers),
    }
}

/// The bytes of lanes side by side that touch memory in a row, among those of the view.
#[inline(always)]
fn row<T>(request: &Request, view: &View) -> Option<std::ops::Range<usize>> {
    let size = size_of::<T>();
    let is_row = if view.is_own {
        request.layout == Layout::Even(0) && size == 8
    } else {
        request.layout == Layout::Even(size as i64)
    };
    let first = view.place(ends(request.mask).0, request.span.0) as usize;
    is_row.then(|| first..first + request.mask.count_ones() as usize * size)
}

/// Reads one register, of exactly the size of its values in memory.
#[inline(always)]
fn load<T: Value>(request: &Request, view: &View, slot: Slot, registers: &mut Registers) {
    let (size, (first, last)) = (size_of::<T>(), ends(request.mask));
    if let Some(row) = row::<T>(request, view) {
        let lanes = registers.bytes_mut(slot, size * LANES);
        lanes[first * size..][..row.len()].copy_from_slice(&view.bytes[row]);
    } else if request.is_one() && !view.is_own {
        let value = T::from_bits(view.get(view.place(0, request.span.0), size));
        registers.put(slot, &[value; LANES], request.mask);
    } else {
        let lanes = registers.bytes_mut(slot, size * LANES);
        for lane in first..=last {
            if request.mask >> lane & 1 == 1 {
                let place = view.place(lane, request.addresses[lane]) as usize;
                lanes[lane * size..][..size].copy_from_slice(&view.bytes[place..][..size]);
            }
        }
    }
}

/// Writes one register, of exactly the size of its values in memory.
#[inline(always)]
fn store<T: Value>(request: &Request, view: &mut View, slot: Slot, registers: &Registers) {
    let (size, (first, last)) = (size_of::<T>(), ends(request.mask));
    let lanes = registers.bytes(slot, size * LANES);
    if let Some(row) = row::<T>(request, view) {
        let number = row.len();
        view.bytes[row].copy_from_slice(&lanes[first * size..][..number]);
        return;
    }
    for lane in first..=last {
        if request.mask >> lane & 1 == 1 {
            let place = view.place(lane, request.addresses[lane]) as usize;
            view.bytes[place..][..size].copy_from_slice(&lanes[lane * size..][..size]);
        }
    }
}

/// Moves several registers for each lane, parts of registers, or what changes on the way.
fn in_parts(request: &Request, mut view: View, mut registers: Registers) {
    let access = request.access;
    let Element { bytes, signed, wide } = access.element;
    let parts = access.registers.iter().zip((0..).step_by(bytes as usize));
    let parts = parts.filter_map(|(slot, from)| Some(((*slot)?, from)));
    match request.kind {
        Kind::Load => {
            for (slot, from) in parts {
                let mut values = view.read(&view.places(request, from), bytes);
                if signed {
                    let shift = 64 - 8 * bytes;
                    values = each(|lane| ((values[lane] << shift) as i64 >> shift) as u64);
                }
                assign(&mut registers, (slot, wide), &values, request.mask);
            }
        }
        Kind::Store => {
            for (slot, from) in parts {
                let values = values(&registers, slot, wide);
                let places = view.places(request, from);
                view.write(&places, bytes, &values, request.mask);
            }
        }
        Kind::Atomic(operation) => {
            let operand = |k: usize| {
                let slot = access.registers.get(k).copied().flatten();
                slot.map_or([0; LANES], |slot| values(&registers, slot, wide))
            };
            let (a, b, places) = (operand(0), operand(1), view.places(request, 0));
            let mut old = [0; LANES];
            for lane in lanes_of(request.mask) {
                old[lane] = view.get(places[lane], bytes as usize);
                let mask = u64::MAX >> (64 - 8 * bytes);
                let operands = [a[lane] & mask, b[lane] & mask];
                let new = operation.apply(bytes, old[lane], operands);
                view.set(places[lane], bytes as usize, new);
            }
            if let Some(slot) = access.old {
                assign(&mut registers, (slot, wide), &old, request.mask);
            }
        }
    }
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
fn assign(registers: &mut Registers, (slot, wide): (Slot, bool), values: &[u64; LANES], mask: u32) {
    if wide {
        registers.put(slot, values, mask);
    } else {
        registers.put::<u32>(slot, &each(|lane| values[lane] as u32), mask);
    }
}
