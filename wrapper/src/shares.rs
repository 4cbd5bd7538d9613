//! How the regions of a unit share the time that its analysis may take.
//!
//! In the first round each region may take a part of its equal share, which is enough for most. Those that are not done then
//! begin anew in later rounds, each with an equal share of what is left. So a region that takes long costs the others nothing, and
//! what the others leave is its own.

use std::time::Duration;

/// The first round gives this part of an equal share.
const FIRST_PART: usize = 8;

/// A region begins anew only with so many times what it had before: with less it would hardly come to its end.
const WORTH_A_TRY: u32 = 2;

/// A region and how long it may take; `None` is for ever.
pub(crate) type Turn = (usize, Option<Duration>);

/// What the regions had, and which of them are not done.
#[derive(Clone, Debug)]
pub(crate) struct Shares {
    /// `None` is no limit.
    budget: Option<Duration>,
    /// What each had in its last turn; `None` for those that are done.
    had: Vec<Option<Duration>>,
    first_round: bool,
    /// The region that comes next in this round, and whether one had a turn in it.
    next: usize,
    began: bool,
}

impl Shares {
    /// For so many regions.
    pub(crate) fn new(budget: Option<Duration>, regions: usize) -> Self {
        let had = vec![Some(Duration::ZERO); regions];
        Self { budget, had, first_round: true, next: 0, began: false }
    }

    /// The region's analysis is there.
    pub(crate) fn done(&mut self, region: usize) {
        self.had[region] = None;
    }

    /// Whose turn it is after `taken` of the budget; `None` at the end.
    pub(crate) fn turn(&mut self, taken: Duration) -> Option<Turn> {
        loop {
            while self.next < self.had.len() {
                let region = self.next;
                self.next += 1;
                let Some(had) = self.had[region] else { continue };
                let share = self.share(region, taken);
                if share.is_none_or(|share| share > had * WORTH_A_TRY) {
                    self.had[region] = Some(share.unwrap_or_default());
                    self.began = true;
                    return Some((region, share));
                }
            }
            if !self.began {
                return None;
            }
            (self.next, self.began, self.first_round) = (0, false, false);
        }
    }

    /// What the region may have; everything where no other one is open.
    fn share(&self, region: usize, taken: Duration) -> Option<Duration> {
        let open = |had: &[Option<Duration>]| had.iter().flatten().count();
        let parts = match (self.first_round, open(&self.had)) {
            (true, all @ 2..) => FIRST_PART * all,
            _ => open(&self.had[region..]),
        };
        let parts = u32::try_from(parts).unwrap_or(u32::MAX);
        Some(self.budget?.saturating_sub(taken) / parts.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which regions are done where each needs so many milliseconds, and what was taken in all.
    fn done(budget: u64, needs: &[u64]) -> (Vec<bool>, u64) {
        let mut shares = Shares::new(Some(Duration::from_millis(budget)), needs.len());
        let (mut clock, mut done) = (Duration::ZERO, vec![false; needs.len()]);
        while let Some((region, share)) = shares.turn(clock) {
            let (share, need) = (share.unwrap(), Duration::from_millis(needs[region]));
            clock += share.min(need);
            if need <= share {
                shares.done(region);
                done[region] = true;
            }
        }
        (done, clock.as_millis().try_into().unwrap())
    }

    #[test]
    fn one_region_has_the_whole_budget() {
        assert_eq!(done(2000, &[2000]), (vec![true], 2000));
        assert_eq!(done(2000, &[2001]), (vec![false], 2000));
        assert_eq!(done(0, &[1, 1]), (vec![false, false], 0));
        assert_eq!(done(2000, &[]), (vec![], 0));
    }

    #[test]
    fn a_slow_region_costs_the_others_nothing() {
        let all_but_one = |at: usize| (0..9).map(|k| k != at).collect::<Vec<_>>();
        for at in 0..9 {
            let mut needs = [20; 9];
            needs[at] = 100_000;
            let (done, taken) = done(2000, &needs);
            assert_eq!(done, all_but_one(at));
            assert!(taken <= 2000, "{taken}");
        }
    }

    #[test]
    fn what_quick_regions_leave_is_for_the_slow_ones() {
        for needs in [[1500, 10, 10], [10, 1500, 10], [10, 10, 1900]] {
            assert_eq!(done(2000, &needs).0, [true; 3], "{needs:?}");
        }
        assert_eq!(done(2000, &[600, 600, 10, 10]).0, [true; 4]);
    }

    #[test]
    fn no_region_begins_anew_with_little_more_than_it_had() {
        let (done, taken) = done(2000, &[1400, 1400, 1400]);
        assert_eq!((done, taken), (vec![false; 3], 2000));
    }

    #[test]
    fn without_a_limit_each_has_one_turn() {
        let mut shares = Shares::new(None, 2);
        for region in 0..2 {
            assert_eq!(shares.turn(Duration::from_secs(1000)), Some((region, None)));
            shares.done(region);
        }
        assert_eq!(shares.turn(Duration::ZERO), None);
    }
}
