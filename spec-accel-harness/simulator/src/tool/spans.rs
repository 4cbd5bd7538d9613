//! A set of addresses, as spans that do not touch.

use std::collections::BTreeMap;

/// The most spans. A set that would need more lacks some of what was added.
const MOST: usize = 1 << 12;

/// The first address of each span, and the one behind its last.
#[derive(Clone, Debug, Default)]
pub(super) struct Spans(BTreeMap<u64, u64>);

impl Spans {
    /// Whether all of these addresses are there.
    pub(super) fn have(&self, start: u64, end: u64) -> bool {
        self.0.range(..=start).next_back().is_some_and(|(_, last)| end <= *last)
    }

    /// Whether one of these addresses is there.
    pub(super) fn touch(&self, start: u64, end: u64) -> bool {
        self.0.range(..end).next_back().is_some_and(|(_, last)| *last > start)
    }

    /// Adds addresses.
    pub(super) fn add(&mut self, mut start: u64, mut end: u64) {
        while let Some((from, to)) = self.0.range(..=end).next_back().map(|(a, b)| (*a, *b))
            && to >= start
        {
            self.0.remove(&from);
            (start, end) = (start.min(from), end.max(to));
        }
        if self.0.len() < MOST && start < end {
            self.0.insert(start, end);
        }
    }

    /// Takes addresses away.
    pub(super) fn remove(&mut self, start: u64, end: u64) {
        if start >= end {
            return;
        }
        while let Some((from, to)) = self.0.range(..end).next_back().map(|(a, b)| (*a, *b))
            && to > start
        {
            self.0.remove(&from);
            for (from, to) in [(from, start), (end, to)] {
                if from < to && self.0.len() < MOST {
                    self.0.insert(from, to);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn spans_are_a_set(steps in proptest::collection::vec((any::<bool>(), 0..40_u64, 0..9_u64), 1..30)) {
            let (mut spans, mut set) = (Spans::default(), [false; 50]);
            for (adds, start, length) in steps {
                let end = start + length;
                if adds { spans.add(start, end) } else { spans.remove(start, end) }
                set[start as usize..end as usize].fill(adds);
                for start in 0..48 {
                    for end in start + 1..=48 {
                        let all = set[start..end].iter().all(|is| *is);
                        let any = set[start..end].iter().any(|is| *is);
                        prop_assert_eq!(spans.have(start as u64, end as u64), all);
                        prop_assert_eq!(spans.touch(start as u64, end as u64), any);
                    }
                }
            }
        }
    }

    #[test]
    fn there_are_never_too_many() {
        let mut spans = Spans::default();
        for at in 0..100_000 {
            spans.add(2 * at, 2 * at + 1);
        }
        assert!(spans.0.len() == MOST && spans.have(0, 1) && !spans.have(199_998, 199_999));
        spans.add(0, 200_000);
        assert!(spans.0.len() == 1 && spans.have(7, 150_000));
    }
}
