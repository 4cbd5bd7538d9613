//! Simulated sectors per request beside the predicted ones.

use std::cmp::Ordering;

use super::counts::Counts;
use super::predicted::Predicted;

/// How far a mean may be from the predicted one and count as the same.
const CLOSE: f64 = 0.01;
/// The same where sizes are not known: the prediction is a mean over alignments, a run has some of them.
const NEAR: f64 = 0.1;
/// The lanes of a warp.
const LANES: u64 = 32;
/// What is rounded in a report.
const ROUNDING: f64 = 1e-6;

/// How a simulated mean compares with the prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Agreement {
    Exact,
    /// Within 1 %.
    Close,
    /// Between the least and the most sectors of a request, and within 10 % of the mean.
    Near,
    /// Between the least and the most only.
    Inside,
    Outside,
}

impl Agreement {
    pub(super) const ALL: [Agreement; 5] = [
        Agreement::Exact,
        Agreement::Close,
        Agreement::Near,
        Agreement::Inside,
        Agreement::Outside,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Agreement::Exact => "exact",
            Agreement::Close => "≤ 1 %",
            Agreement::Near => "inside, ≤ 10 %",
            Agreement::Inside => "inside only",
            Agreement::Outside => "outside",
        }
    }

    fn of(predicted: &Predicted, mean: f64) -> Agreement {
        let Predicted { min, max, mean: expected, .. } = *predicted;
        let distance = (mean - expected).abs() / expected.max(ROUNDING);
        let inside = (min * (1.0 - ROUNDING)..=max * (1.0 + ROUNDING)).contains(&mean);
        match distance {
            same if same <= ROUNDING => Agreement::Exact,
            close if close <= CLOSE => Agreement::Close,
            near if inside && near <= NEAR => Agreement::Near,
            _ if inside => Agreement::Inside,
            _ => Agreement::Outside,
        }
    }
}

/// One prediction beside what one run counted.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Score {
    /// Simulated sectors per request: of all requests where sizes are known, else of those of whole warps.
    pub(super) mean: f64,
    pub(super) agreement: Agreement,
    /// Whether this counts as right.
    pub(super) agrees: bool,
    /// How far the mean is from the predicted one.
    distance: f64,
    /// Whether the other requests make it right: all of them for those of whole warps, and the reverse.
    pub(super) others_agree: bool,
    /// Whether each lane asks for as much as is predicted for one, where fewer take part.
    pub(super) each_lane_agrees: bool,
}

impl Score {
    /// `None` where no request is one that the prediction is about.
    pub(super) fn of(predicted: &Predicted, counts: &Counts) -> Option<Score> {
        let (all, full) = (counts.all, counts.full);
        let (own, other) = if predicted.known { (all, full) } else { (full, all) };
        let mean = own.mean()?;
        let agreement = Agreement::of(predicted, mean);
        let right = |agreement| match agreement {
            Agreement::Exact | Agreement::Close => true,
            Agreement::Near => !predicted.known,
            Agreement::Inside | Agreement::Outside => false,
        };
        let others = other.mean().map(|mean| Agreement::of(predicted, mean));
        let others_agree = others.is_some_and(right);
        let lanes = all.requests * LANES;
        let one_lane = part(all.sectors as usize, counts.lanes as usize);
        let one_lane = one_lane.map(|sectors| Agreement::of(predicted, sectors * LANES as f64));
        Some(Score {
            mean,
            agreement,
            agrees: right(agreement),
            distance: (mean - predicted.mean).abs(),
            others_agree,
            each_lane_agrees: counts.lanes < lanes && one_lane.is_some_and(right),
        })
    }

    /// The order of runs of one access: which is nearer to the prediction.
    pub(super) fn nearer(a: &Score, b: &Score) -> Ordering {
        a.agreement.cmp(&b.agreement).then(a.distance.total_cmp(&b.distance))
    }
}

/// How many of what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// In the order of [`Agreement::ALL`].
    pub(super) classes: [usize; 5],
    pub(super) right: usize,
    /// Uncoalesced by the prediction, by the simulation, by both.
    pub(super) predicted_waste: usize,
    pub(super) simulated_waste: usize,
    pub(super) both_waste: usize,
    /// Predictions without an instruction, and without a request of a whole warp where such is needed.
    pub(super) absent: usize,
    pub(super) never_whole: usize,
    /// Places of instructions without a prediction.
    pub(super) unpredicted: usize,
}

impl Tally {
    pub(super) fn add(&mut self, predicted: &Predicted, score: &Score) {
        let class = Agreement::ALL.iter().position(|class| *class == score.agreement);
        self.classes[class.unwrap_or_default()] += 1;
        self.right += usize::from(score.agrees);
        let (told, shown) = (predicted.wastes(predicted.mean), predicted.wastes(score.mean));
        self.predicted_waste += usize::from(told);
        self.simulated_waste += usize::from(shown);
        self.both_waste += usize::from(told && shown);
    }

    /// Both together.
    pub(super) fn sum(self, other: &Tally) -> Tally {
        let classes = [0, 1, 2, 3, 4].map(|class| self.classes[class] + other.classes[class]);
        Tally {
            classes,
            right: self.right + other.right,
            predicted_waste: self.predicted_waste + other.predicted_waste,
            simulated_waste: self.simulated_waste + other.simulated_waste,
            both_waste: self.both_waste + other.both_waste,
            absent: self.absent + other.absent,
            never_whole: self.never_whole + other.never_whole,
            unpredicted: self.unpredicted + other.unpredicted,
        }
    }

    pub(super) fn compared(&self) -> usize {
        self.classes.iter().sum()
    }

    /// Of the compared accesses, the part that is right.
    pub(super) fn share(&self) -> Option<f64> {
        part(self.right, self.compared())
    }

    /// Of those predicted to be uncoalesced, the part that is.
    pub(super) fn precision(&self) -> Option<f64> {
        part(self.both_waste, self.predicted_waste)
    }

    /// Of those that are uncoalesced, the part that was predicted to be.
    pub(super) fn recall(&self) -> Option<f64> {
        part(self.both_waste, self.simulated_waste)
    }
}

fn part(some: usize, all: usize) -> Option<f64> {
    (all > 0).then(|| some as f64 / all as f64)
}

#[cfg(test)]
mod tests {
    use super::super::predicted::tests::load;
    use super::Agreement::{Close, Exact, Inside, Near, Outside};
    use super::*;
    use crate::profile::Traffic;

    fn counts(all: [u64; 2], full: [u64; 2]) -> Counts {
        let traffic = |[requests, sectors]: [u64; 2]| Traffic { requests, sectors };
        Counts { all: traffic(all), lanes: 32 * all[0], full: traffic(full) }
    }

    #[test]
    fn a_mean_is_exact_close_near_inside_or_outside() {
        let predicted = load(3, 1, [4.0, 32.0, 10.0]);
        let found =
            [10.0, 10.1, 9.9, 10.9, 5.0, 32.0, 3.0].map(|mean| Agreement::of(&predicted, mean));
        assert_eq!(found, [Exact, Close, Close, Near, Inside, Inside, Outside]);
        let fixed = load(3, 1, [1.0; 3]);
        assert_eq!([1.005, 1.05].map(|mean| Agreement::of(&fixed, mean)), [Close, Outside]);
    }

    #[test]
    fn known_sizes_take_all_requests_and_others_those_of_whole_warps() {
        let mut predicted = load(3, 1, [4.0, 5.0, 4.0]);
        let counted = counts([10, 38], [8, 32]);
        let score = Score::of(&predicted, &counted).unwrap();
        assert_eq!((score.mean, score.agrees, score.others_agree), (3.8, false, true));
        predicted.known = false;
        let score = Score::of(&predicted, &counted).unwrap();
        assert_eq!((score.mean, score.agreement), (4.0, Agreement::Exact));
        assert_eq!(Score::of(&predicted, &counts([10, 38], [0, 0])), None);
    }

    #[test]
    fn few_lanes_may_ask_for_as_much_each() {
        let strided = load(3, 1, [32.0, 32.0, 32.0]);
        let few = Counts { lanes: 30, ..counts([10, 30], [0, 0]) };
        let found = Score::of(&strided, &few).unwrap();
        assert!(!found.agrees && found.each_lane_agrees);
        let close = Counts { lanes: 60, ..few };
        assert!(!Score::of(&strided, &close).unwrap().each_lane_agrees);
        assert!(!Score::of(&strided, &counts([10, 320], [0, 0])).unwrap().each_lane_agrees);
    }

    #[test]
    fn the_nearest_run_is_of_the_best_class_and_least_distance() {
        let predicted = load(3, 1, [1.0; 3]);
        let score = |sectors| Score::of(&predicted, &counts([10, sectors], [0, 0])).unwrap();
        let nearest = [30, 16, 20].map(score).into_iter().min_by(Score::nearer);
        assert_eq!(nearest.map(|score| score.mean), Some(1.6));
    }

    #[test]
    fn a_mean_within_ten_percent_is_right_only_where_sizes_are_not_known() {
        let mut predicted = load(3, 1, [4.0, 5.0, 4.875]);
        let counted = counts([10, 46], [10, 46]);
        assert!(!Score::of(&predicted, &counted).unwrap().agrees);
        predicted.known = false;
        assert!(Score::of(&predicted, &counted).unwrap().agrees);
    }

    #[test]
    fn verdicts_are_counted_both_ways() {
        let mut tally = Tally::default();
        let strided = load(3, 1, [4.0, 32.0, 32.0]);
        for all in [[1, 32], [1, 4]] {
            tally.add(&strided, &Score::of(&strided, &counts(all, all)).unwrap());
        }
        let neighbours = load(4, 1, [4.0, 5.0, 4.0]);
        tally.add(&neighbours, &Score::of(&neighbours, &counts([1, 4], [1, 4])).unwrap());
        assert_eq!((tally.compared(), tally.right), (3, 2));
        assert_eq!((tally.precision(), tally.recall()), (Some(0.5), Some(1.0)));
        assert_eq!(Tally::default().share(), None);
    }
}
