//! Memory of which each lane of a warp has its own part.

#![allow(clippy::inline_always)] // Compiled for two kinds of hosts: see the handlers.

use super::registers::lanes_of;
use crate::code::{LANES, Part};

/// The bytes of one lane that lie together.
const PIECE: usize = 8;

/// Eight bytes of each lane lie side by side, as in a GPU: lanes that are at the same address of their parts touch a row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Own(Vec<u8>);

impl Own {
    /// The place of an address of a lane.
    #[inline(always)]
    pub(crate) fn place(lane: usize, address: u64) -> u64 {
        let piece = PIECE as u64;
        (address / piece * LANES as u64 + lane as u64) * piece + address % piece
    }

    /// The bytes of all lanes, by their places.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// The bytes of each lane's part.
    #[inline(always)]
    pub(crate) fn length(&self) -> u64 {
        (self.0.len() / LANES) as u64
    }

    /// Gives each lane so many bytes, or up to seven more; new ones are 0.
    pub(crate) fn resize(&mut self, bytes: u64) {
        self.0.resize(bytes.next_multiple_of(PIECE as u64) as usize * LANES, 0);
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Some bytes of a lane, all of its part.
    pub(crate) fn read(&self, lane: usize, address: u64, bytes: u64) -> Vec<u8> {
        (address..address + bytes).map(|at| self.0[Own::place(lane, at) as usize]).collect()
    }

    /// Writes bytes of a lane, all of its part.
    pub(crate) fn write(&mut self, lane: usize, address: u64, bytes: &[u8]) {
        for (at, byte) in (address..).zip(bytes) {
            self.0[Own::place(lane, at) as usize] = *byte;
        }
    }

    /// Writes the same bytes to each lane, from its first one on.
    pub(crate) fn write_all(&mut self, bytes: &[u8]) {
        for (piece, row) in bytes.chunks(PIECE).zip(self.0.chunks_mut(PIECE * LANES)) {
            row.chunks_mut(PIECE).for_each(|own| own[..piece.len()].copy_from_slice(piece));
        }
    }

    /// Copies parts of another such memory, for the lanes of a mask.
    pub(crate) fn copy(&mut self, own: &[Part], other: (&Own, &[Part]), mask: u32) {
        for (part, from) in own.iter().zip(other.1) {
            let bytes = part.bytes.min(from.bytes);
            let (mut done, piece) = (0, PIECE as u32);
            while done < bytes {
                let (to, from) = (part.at + done, from.at + done);
                let most = (piece - to % piece).min(piece - from % piece).min(bytes - done);
                for lane in lanes_of(mask) {
                    let [to, from] = [to, from].map(|at| Own::place(lane, at.into()) as usize);
                    let length = most as usize;
                    self.0[to..to + length].copy_from_slice(&other.0.0[from..from + length]);
                }
                done += most;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lane_has_its_bytes() {
        let (mut a, mut b) = (Own::default(), Own::default());
        a.resize(20);
        b.resize(24);
        assert_eq!((a.length(), b.length()), (24, 24));
        a.write_all(&(0..20).collect::<Vec<u8>>());
        a.write(3, 6, &[100, 101, 102, 103]);
        let part = |at, bytes| Part { at, bytes };
        b.copy(&[part(0, 11), part(16, 2)], (&a, &[part(5, 12), part(2, 2)]), 1 << 3 | 1 << 30);
        assert_eq!(b.read(3, 0, 12), [5, 100, 101, 102, 103, 10, 11, 12, 13, 14, 15, 0]);
        assert_eq!(b.read(30, 0, 12), [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]);
        assert_eq!(b.read(30, 16, 3), [2, 3, 0]);
        assert_eq!(b.read(4, 0, 24), [0; 24]);
    }

    #[test]
    fn lanes_at_one_address_touch_a_row() {
        for address in [0, 8, 4096] {
            let places: Vec<u64> = (0..LANES).map(|lane| Own::place(lane, address)).collect();
            assert!(places.windows(2).all(|pair| pair[1] == pair[0] + 8));
            assert_eq!(places[0], address * LANES as u64);
        }
    }
}
