//! What a change saves.

use crate::cost::Cost;

/// The factors by which a change lowers the cost of a region, and what makes them up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gain {
    /// Sectors before by sectors after, where an access whose sectors are not known counts no more before than after: what
    /// a change has to prove that it gains. 1 without steps.
    pub sectors: f64,
    /// Sectors before by sectors after as they are likely.
    pub likely: f64,
    /// The least and the most that `likely` may be, as far as the counts tell.
    pub range: (f64, f64),
    /// How much more of the bandwidth the warps can use after the change.
    pub parallelism: f64,
    /// Below 1 where threads must recover the indices of more collapsed loops than before.
    pub recovery: f64,
}

impl Gain {
    /// Nothing changes.
    pub const NONE: Gain =
        Gain { sectors: 1.0, likely: 1.0, range: (1.0, 1.0), parallelism: 1.0, recovery: 1.0 };

    /// That of a change whose cost is `after`, from costs before it: what is sure, and what is likely.
    ///
    /// Recovery that a change saves is no gain: a device may hide it behind requests.
    pub(super) fn of([before, likely]: [&Cost; 2], after: &Cost) -> Gain {
        let sectors = ratio(before.total, after.total);
        let time = ratio(before.time, after.time);
        let kept = before.recovery.min(after.recovery);
        let least = ratio(likely.range.0, after.range.1);
        let most = ratio(likely.range.1, after.range.0);
        Gain {
            sectors,
            likely: ratio(likely.total, after.total),
            range: (least, most),
            parallelism: time / sectors,
            recovery: ratio(before.time + kept, after.whole_time()) / time,
        }
    }

    /// That of this change and of another one behind it.
    pub(super) fn and(&self, next: &Gain) -> Gain {
        Gain {
            sectors: self.sectors * next.sectors,
            likely: self.likely * next.likely,
            range: (self.range.0 * next.range.0, self.range.1 * next.range.1),
            parallelism: self.parallelism * next.parallelism,
            recovery: self.recovery * next.recovery,
        }
    }

    /// Time before by time after, if a warp's instructions overlapped with no request.
    pub fn time(&self) -> f64 {
        self.of_requests() * self.recovery
    }

    /// Time before by time after, if all instructions were hidden behind requests.
    pub fn of_requests(&self) -> f64 {
        self.sectors * self.parallelism
    }

    /// The factors in words, those that are 1 left out.
    pub(super) fn words(&self) -> String {
        let factors = [
            (self.parallelism, "usable bandwidth by"),
            (self.recovery, "the gain for recovered indices by"),
        ];
        let shown = factors.iter().filter(|(factor, _)| (factor - 1.0).abs() > 0.005);
        let others = shown.map(|(factor, what)| format!(", {what} {factor:.2}"));
        let which = if self.likely - self.sectors > 0.005 { " that are known" } else { "" };
        let sectors = format!("sectors{which} would change by a factor of {:.2}", self.sectors);
        sectors + &others.collect::<String>()
    }
}

/// A quotient of costs; of nothing by nothing it is 1.
pub(super) fn ratio(before: f64, after: f64) -> f64 {
    before.max(NOTHING) / after.max(NOTHING)
}

/// Less than one request, and far from the least number.
const NOTHING: f64 = 1e-9;
