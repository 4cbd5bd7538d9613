//! Changes that take loops away from the threads that the programmer gave them.
//!
//! `collapse(1)` in the place of `collapse(2)` may have neighbouring lanes read neighbouring elements, but fewer threads
//! have work. What a device with idle threads loses is far more than most changes gain.

use super::facts;
use super::pricing::{Priced, Pricing, Room};
use crate::cost;
use crate::diag::Code;
use crate::symbolic::poly::Poly;
use crate::transform::blocker::Blocker;

/// What such a change must lower the time by where the threads that are left do not keep the memory busy: their loss of
/// bandwidth is in the time, but how well fewer threads hide everything else is not known.
pub(super) const WELL_ABOVE: f64 = 2.0;

impl Pricing<'_> {
    /// Whether a candidate leaves enough iterations parallel, where it has fewer parallel loops than are declared: so many
    /// as keep the memory busy, or fewer where it gains much all the same. Where their number is not known, the fact that
    /// they are as many.
    pub(super) fn room(&self, priced: &Priced) -> Result<Option<Room>, Blocker> {
        if !priced.candidate.narrows(self.declared.len()) {
            return Ok(None);
        }
        if let Some(share) = priced.after.share(self.machine) {
            let pays = share >= 1.0 || priced.gain.time() >= WELL_ABOVE;
            let part = format!("enough for {:.0} % of the memory's bandwidth", 100.0 * share);
            return if pays { Ok(None) } else { Err(refusal(&part)) };
        }
        let share = (WELL_ABOVE / priced.seen()).min(1.0);
        let threads = cost::threads_for(self.machine, share);
        let fact = facts::at_least(&priced.after.iterations(), &Poly::from(threads));
        let room = |fact| Some(Room { fact, otherwise: unknown() });
        fact.filter(facts::holds_of_large_sizes).map(room).ok_or_else(unknown)
    }
}

/// The refusal of a change whose parallel iterations may be too few.
fn unknown() -> Blocker {
    refusal("not known to keep the device busy")
}

fn refusal(iterations: &str) -> Blocker {
    let words = format!("fewer loops would be parallel, whose iterations are {iterations}");
    Blocker::in_words(Code::IdleDevice, None, words)
}
