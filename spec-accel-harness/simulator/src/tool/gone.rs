//! What devices held of the host's bytes when they gave their memory back.

use std::collections::BTreeMap;

/// The most ranges that are remembered; the oldest are forgotten first.
pub(super) const MOST: usize = 1 << 16;

/// Some bytes of the host, as a device had them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) host: u64,
    pub(super) bytes: u64,
    /// Of what the device held.
    pub(super) digest: u64,
    /// Whether some of it was counted as never read: then a copy that brings it again may be
    /// needed.
    pub(super) is_unread: bool,
}

/// The ranges of one allocation.
#[derive(Clone, Debug)]
struct Allocation {
    /// The address behind the last byte of the host.
    end: u64,
    number: u64,
    ranges: Vec<Range>,
}

/// Allocations that were given back, by devices and the host's bytes. No two are for the same
/// bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Gone {
    all: BTreeMap<(i32, u64), Allocation>,
    /// Their keys in the order in which they were given back.
    order: BTreeMap<u64, (i32, u64)>,
    ranges: usize,
    next: u64,
}

impl Gone {
    /// An allocation for bytes of the host is given back. What was remembered of these bytes is not
    /// true any more.
    pub(super) fn add(&mut self, start: (i32, u64), bytes: u64, ranges: Vec<Range>) {
        let end = start.1.saturating_add(bytes);
        while let Some((key, own)) = self.all.range(..(start.0, end)).next_back()
            && key.0 == start.0
            && own.end > start.1
        {
            self.remove(*key);
        }
        if ranges.is_empty() {
            return;
        }
        self.ranges += ranges.len();
        self.order.insert(self.next, start);
        self.all.insert(start, Allocation { end, number: self.next, ranges });
        self.next += 1;
        while self.ranges > MOST
            && let Some((_, oldest)) = self.order.first_key_value()
        {
            self.remove(*oldest);
        }
    }

    /// What is remembered of just these bytes of the host.
    pub(super) fn find(&self, start: (i32, u64), bytes: u64) -> Option<Range> {
        let (key, own) = self.all.range(..=start).next_back()?;
        let mut ranges = own.ranges.iter().filter(|_| key.0 == start.0);
        ranges.find(|range| (range.host, range.bytes) == (start.1, bytes)).copied()
    }

    /// The number of ranges that are remembered.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.all.values().map(|own| own.ranges.len()).sum()
    }

    fn remove(&mut self, key: (i32, u64)) {
        if let Some(own) = self.all.remove(&key) {
            self.ranges -= own.ranges.len();
            self.order.remove(&own.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(host: u64, bytes: u64) -> Range {
        Range { host, bytes, digest: host ^ bytes, is_unread: false }
    }

    #[test]
    fn what_is_given_back_takes_the_place_of_what_it_overlaps() {
        let mut gone = Gone::default();
        gone.add((0, 100), 50, vec![range(100, 50), range(110, 5)]);
        gone.add((0, 150), 50, vec![range(150, 50)]);
        gone.add((1, 100), 50, vec![range(100, 50)]);
        assert_eq!(gone.find((0, 110), 5), Some(range(110, 5)));
        assert_eq!((gone.find((0, 110), 6), gone.find((2, 150), 50)), (None, None));
        gone.add((0, 140), 11, vec![range(140, 11)]);
        assert_eq!((gone.find((0, 100), 50), gone.find((0, 150), 50)), (None, None));
        assert_eq!(gone.find((0, 140), 11), Some(range(140, 11)));
        assert_eq!(gone.find((1, 100), 50), Some(range(100, 50)));
        gone.add((0, 140), 11, Vec::new());
        assert_eq!((gone.find((0, 140), 11), gone.len()), (None, 1));
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut gone = Gone::default();
        let most = MOST as u64;
        for at in 0..2 * most {
            gone.add((0, 8 * at), 8, vec![range(8 * at, 8)]);
        }
        assert_eq!((gone.len(), gone.all.len(), gone.order.len()), (MOST, MOST, MOST));
        assert!(gone.find((0, 8 * most), 8).is_some() && gone.find((0, 8 * most - 8), 8).is_none());
    }
}
