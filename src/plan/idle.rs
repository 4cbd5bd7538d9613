//! Changes that give idle threads something to do.
//!
//! `collapse(2)` over rows whose elements neighbouring lanes read already changes no request, but where there are a
//! thousand rows most of a device's threads have no work without it. How many rows there are is often known at run time
//! only: then the host finds out whether they are few.

use super::facts;
use super::narrow::WELL_ABOVE;
use super::pricing::{Priced, Pricing, Room};
use crate::coalesce::executions::executions_estimate;
use crate::cost::{self, Coalescing};
use crate::schedule::map::ThreadMap;
use crate::symbolic::poly::Poly;
use crate::transform::blocker::Blocker;
use crate::transform::step::{Step, StepKind};

/// What is left of a full device's speed at least: indices may take longer than as written, for the change is made where the
/// device is far from full; neighbours in memory stay neighbours.
const LEAST_KEPT: f64 = 0.8;

/// The steps that only add loops to those that share the threads.
const WIDEN: [StepKind; 4] = [StepKind::COLLAPSE, StepKind::SINK, StepKind::GUARD, StepKind::BOX];

impl Pricing<'_> {
    /// A candidate that only adds loops to those that share the threads and does not pay on a full device, under the fact
    /// that the iterations of the declared loops are too few for one; with the gain where they are as many as the fact allows.
    pub(super) fn filled(
        &self,
        base: &Coalescing,
        mut priced: Priced,
        refusal: &Blocker,
    ) -> Option<Priced> {
        let Priced { candidate, gain, .. } = &priced;
        let widens = |step: &Step| step.is_any(&WIDEN);
        let kept = gain.time();
        if candidate.depth <= self.declared.len()
            || !candidate.steps.iter().all(widens)
            || kept < LEAST_KEPT
            || base.share(self.machine).is_some()
            || !is_evenly_shared(base)
        {
            return None;
        }
        let room = WELL_ABOVE / kept;
        if self.more_threads(&priced)? < room {
            return None;
        }
        let few = cost::threads_for(self.machine, (kept / WELL_ABOVE).min(1.0));
        let fact = facts::at_least(&Poly::from(few), &base.iterations())?;
        priced.gain.parallelism *= room;
        priced.room = Some(Room { fact, otherwise: refusal.clone() });
        self.threshold.admits(&priced).then_some(priced)
    }

    /// How many iterations of the loops that become parallel there are for each one of the declared loops.
    fn more_threads(&self, priced: &Priced) -> Option<f64> {
        let loops = &self.form.accesses.loops;
        let all = executions_estimate(loops, priced.candidate.mapped());
        let declared = executions_estimate(loops, self.declared);
        (declared > 0.0).then(|| all / declared)
    }
}

/// Whether all threads of all teams share the iterations one by one.
fn is_evenly_shared(base: &Coalescing) -> bool {
    let ThreadMap { loops, teams, repeated, team_size, .. } = &base.mapping.main;
    let map = &base.mapping.main;
    let each_one = map.stride() == Some(1) && map.working_threads() == *team_size;
    each_one && !loops.is_empty() && teams.is_empty() && !repeated && base.mapping.inner.is_empty()
}
