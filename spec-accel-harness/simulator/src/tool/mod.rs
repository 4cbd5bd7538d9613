//! Which transfers between host and device a program could have done without.
//!
//! The offload runtime tells a tool of each copy, allocation and release, and of the place in the
//! program that asked for it (OMPT, in OpenMP's specification). [`Recorder`] judges the copies, one
//! by one, and sums them up by their places in a [`table`] that outlives the process.
//!
//! A copy is *the same again* if its target has these very bytes, or had them when the device's
//! memory was given back: then a program that keeps the memory needs no copy. What it compares with
//! is known from copies only: memory that was never copied from or to since its allocation has no
//! contents, whatever it happens to hold. A copy to the device is *never read* as far as no kernel
//! reads its bytes before they are stored to, copied over, or given back; a copy to the host is
//! *never written* as far as no kernel stored to its bytes since the last copy. No byte is counted
//! twice. A program may do without all of the counted ones together, if its host leaves alone what
//! comes back.
//!
//! Memory is bounded: where there are too many pieces to follow, a copy counts as needed.

mod gone;
mod spans;
pub mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use self::gone::{Gone, Range};
use self::spans::Spans;
use self::table::{Key, Row, Table};
pub use crate::memory::Usage;

/// The most copies of which it is followed whether kernels read them.
const MOST_WAITING: usize = 1 << 16;
/// The most ranges of one allocation of which the contents are remembered that they had when it was
/// given back.
const MOST_COPIED: usize = 64;

/// What poisoned memory holds: no number as a `float`, a `double` or a `_Float16`, and an unlikely
/// integer.
pub const POISON: [u8; 4] = 0x7ffd_a5a5_u32.to_le_bytes();

/// Bytes on a device: its number and an address there.
pub type At = (i32, u64);

/// What is asked of the memories of host and devices.
pub trait Memories {
    /// Whether bytes of the host and bytes of a device are equal, if that can be told.
    fn are_equal(&self, host: u64, at: At, bytes: u64) -> Option<bool>;

    /// A number for bytes of the host; other bytes have other numbers.
    fn digest_of_host(&self, host: u64, bytes: u64) -> u64;

    /// The same of bytes of a device.
    fn digest(&self, at: At, bytes: u64) -> Option<u64>;

    /// How many of these bytes kernels used in this way, if that can be told.
    fn used(&self, at: At, bytes: u64, what: Usage) -> Option<u64>;

    /// Forgets that kernels used them so.
    fn forget(&self, at: At, bytes: u64, what: Usage);
}

/// One copy between the host and a device.
#[derive(Clone, Copy, Debug)]
pub struct Copy {
    /// What asked for it.
    pub place: Key,
    /// The host's bytes.
    pub host: u64,
    /// The device's bytes.
    pub at: At,
    /// Their number.
    pub bytes: u64,
    /// The number of the directive that asked for it; 0: not known.
    pub construct: u64,
}

/// New memory of a device.
#[derive(Clone, Copy, Debug)]
pub struct New {
    /// What asked for it.
    pub place: Key,
    /// The bytes of the host for which it is; 0: none.
    pub host: u64,
    /// Where it is.
    pub at: At,
    /// Its bytes.
    pub bytes: u64,
    /// The number of the directive that asked for it; 0: not known.
    pub construct: u64,
}

/// Memory of a device.
#[derive(Debug)]
struct Allocation {
    end: u64,
    host: u64,
    construct: u64,
    /// What was copied from or to it, so that its contents are known.
    known: Spans,
    /// The host's bytes of these copies: the first address, and the number.
    copied: Vec<(u64, u64)>,
}

/// Bytes that the host copied, of which it is not known yet whether kernels read them.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    end: u64,
    row: usize,
}

/// Takes note of what a program copies.
#[derive(Debug)]
pub struct Recorder<M> {
    memories: M,
    table: Table,
    allocations: BTreeMap<At, Allocation>,
    waiting: BTreeMap<At, Waiting>,
    gone: Gone,
}

impl<M: Memories> Recorder<M> {
    /// One that knows of no memory yet.
    pub fn new(memories: M, table: Table) -> Recorder<M> {
        Recorder {
            memories,
            table,
            allocations: BTreeMap::new(),
            waiting: BTreeMap::new(),
            gone: Gone::default(),
        }
    }

    /// A device has new memory.
    pub fn allocate(&mut self, new: &New) {
        let New { place, host, at, bytes, construct } = *new;
        let row = self.table.row(place);
        self.table.change(row, |row| row.allocations.add(bytes));
        let (end, known, copied) = (at.1.saturating_add(bytes), Spans::default(), Vec::new());
        self.allocations.insert(at, Allocation { end, host, construct, known, copied });
    }

    /// A device is about to give memory back.
    pub fn free(&mut self, at: At) {
        let Some(own) = self.allocations.remove(&at) else { return };
        let bytes = own.end - at.1;
        if own.host != 0 {
            let of = |(host, bytes)| {
                let at = (at.0, at.1 + (host - own.host));
                let digest = self.memories.digest(at, bytes)?;
                Some(Range { host, bytes, digest, is_unread: self.has_unread(at, bytes) })
            };
            let ranges: Vec<Range> = own.copied.iter().copied().filter_map(of).collect();
            self.gone.add((at.0, own.host), bytes, ranges);
        }
        self.settle(at, bytes);
    }

    /// The host is about to copy bytes to a device.
    pub fn copy_to_device(&mut self, copy: &Copy) {
        let Copy { at, bytes, .. } = *copy;
        let row = self.table.row(copy.place);
        let is_known = self.is_known(at, bytes);
        let is_same = if is_known { self.equals(copy) } else { self.was_there(copy) };
        if !(is_known && is_same) {
            self.settle(at, bytes);
            self.memories.forget(at, bytes, Usage::Read);
        }
        let is_watched = self.memories.used(at, bytes, Usage::Read).is_some();
        self.table.change(row, |row| row.to_device.add(bytes, is_same, is_watched));
        if !is_same && is_watched {
            self.wait(at, bytes, row);
        }
        self.memories.forget(at, bytes, Usage::Written);
        self.mark_copied(copy);
    }

    /// The host is about to copy bytes from a device.
    pub fn copy_to_host(&mut self, copy: &Copy) {
        let Copy { at, bytes, .. } = *copy;
        let row = self.table.row(copy.place);
        let is_same = self.equals(copy);
        let written = self.memories.used(at, bytes, Usage::Written);
        self.table.change(row, |row| {
            row.to_host.add(bytes, is_same, written.is_some());
            if !is_same {
                row.to_host.unused += written.map_or(0, |written| bytes - written);
            }
        });
        self.memories.forget(at, bytes, Usage::Written);
        self.mark_copied(copy);
    }

    /// The host is about to copy bytes from a place of a device to another, or to another device.
    pub fn copy_on_devices(&mut self, place: Key, to: At, bytes: u64) {
        let row = self.table.row(place);
        self.table.change(row, |row| row.on_devices.add(bytes));
        if let Some(own) = self.allocation(to, bytes) {
            own.known.remove(to.1, to.1 + bytes);
        }
    }

    /// A device is about to lose all of its memory.
    pub fn end_device(&mut self, device: i32) {
        self.settle((device, 0), u64::MAX);
        self.allocations.retain(|at, _| at.0 != device);
    }

    /// What was counted at a place up to now.
    pub fn row(&mut self, place: Key) -> Row {
        let row = self.table.row(place);
        self.table.get(row)
    }

    fn equals(&self, copy: &Copy) -> bool {
        self.memories.are_equal(copy.host, copy.at, copy.bytes) == Some(true)
    }

    /// Whether the device had these bytes when it gave the memory back that it had for them before.
    /// Nothing else may have changed the new memory: it was made by the same directive, whose
    /// kernel runs later.
    fn was_there(&mut self, copy: &Copy) -> bool {
        let Copy { at, host, bytes, construct, .. } = *copy;
        let Some(own) = self.allocation(at, bytes) else { return false };
        let is_new = own.construct == construct && !own.known.touch(at.1, at.1 + bytes);
        if construct == 0 || !is_new {
            return false;
        }
        let gone = self.gone.find((at.0, host), bytes).filter(|range| !range.is_unread);
        gone.is_some_and(|range| range.digest == self.memories.digest_of_host(host, bytes))
    }

    /// The allocation that has all of these bytes.
    fn allocation(&mut self, at: At, bytes: u64) -> Option<&mut Allocation> {
        self.allocation_at(at, bytes).map(|(_, own)| own)
    }

    /// The same, with its first address.
    fn allocation_at(&mut self, at: At, bytes: u64) -> Option<(u64, &mut Allocation)> {
        let end = at.1.checked_add(bytes)?;
        let (start, own) = self.allocations.range_mut(..=at).next_back()?;
        (start.0 == at.0 && end <= own.end).then_some((start.1, own))
    }

    /// Whether the contents of these bytes are known. Variables of the program's image always have
    /// some.
    fn is_known(&mut self, at: At, bytes: u64) -> bool {
        self.allocation(at, bytes).is_none_or(|own| own.known.have(at.1, at.1 + bytes))
    }

    fn mark_copied(&mut self, copy: &Copy) {
        let Copy { at, host, bytes, .. } = *copy;
        if let Some((start, own)) = self.allocation_at(at, bytes) {
            own.known.add(at.1, at.1 + bytes);
            let is_own = host.checked_sub(own.host) == Some(at.1 - start);
            if is_own && own.copied.len() < MOST_COPIED && !own.copied.contains(&(host, bytes)) {
                own.copied.push((host, bytes));
            }
        }
    }

    /// Follows from now on whether kernels read bytes. What was followed there is settled.
    fn wait(&mut self, at: At, bytes: u64, row: usize) {
        let end = at.1 + bytes;
        let before = self.waiting.range_mut(..at).next_back();
        if let Some((start, last)) = before
            && (start.0, last.end, last.row) == (at.0, at.1, row)
        {
            last.end = end;
        } else if self.waiting.len() < MOST_WAITING {
            self.waiting.insert(at, Waiting { end, row });
        }
    }

    /// The parts of these bytes that are followed, with their rows.
    fn followed(&self, at: At, bytes: u64) -> Vec<(u64, u64, usize)> {
        let (device, end) = (at.0, at.1.saturating_add(bytes));
        let before = self.waiting.range(..at).next_back();
        let inside = self.waiting.range(at..(device, end));
        let all = before.into_iter().chain(inside).filter(|(start, _)| start.0 == device);
        let parts = all.map(|(start, own)| (start.1.max(at.1), own.end.min(end), own.row));
        parts.filter(|(from, to, _)| from < to).collect()
    }

    /// Whether some of these bytes are as the host copied them, and no kernel has read them.
    fn has_unread(&self, at: At, bytes: u64) -> bool {
        self.followed(at, bytes).iter().any(|(from, to, _)| {
            let touched = self.memories.used((at.0, *from), to - from, Usage::Touched);
            touched.is_some_and(|touched| touched < to - from)
        })
    }

    fn unread(&self, at: At, bytes: u64) -> u64 {
        self.memories.used(at, bytes, Usage::Read).map_or(0, |read| bytes - read)
    }

    /// What was copied there is gone: bytes that no kernel has read are counted as never read.
    fn settle(&mut self, at: At, bytes: u64) {
        let device = at.0;
        for (from, to, row) in self.followed(at, bytes) {
            let unread = self.unread((device, from), to - from);
            self.table.change(row, |row| row.to_device.unused += unread);
            let first = self.waiting.range(..=(device, from)).next_back();
            let Some((start, own)) = first.map(|(start, own)| (*start, *own)) else { continue };
            self.waiting.remove(&start);
            if start.1 < from {
                self.waiting.insert(start, Waiting { end: from, row });
            }
            if to < own.end {
                self.waiting.insert((device, to), Waiting { end: own.end, row });
            }
        }
    }
}
