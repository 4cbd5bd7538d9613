//! What a candidate costs, and whether it costs less enough than the region as written, and than another one.

use std::collections::BTreeSet;

use super::fact::Fact;
use super::gain::{Gain, ratio};
use super::{Variant, not_writable};
use crate::access::Accesses;
use crate::coalesce::atomics::{self, Contended};
use crate::coalesce::warp::Sectors;
use crate::cost::{Coalescing, Cost, count};
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::TargetRegion;
use crate::machine::Machine;
use crate::policy::Policy;
use crate::schedule::map::Mapping;
use crate::schedule::mapping;
use crate::transform::LEAST_MARGIN;
use crate::transform::blocker::Blocker;
use crate::transform::form::Form;
use crate::transform::order::{self, Candidate};

/// Costs that differ by a smaller part are taken to be equal.
const ALIKE: f64 = 0.02;

/// A legal candidate that pays.
pub(super) struct Priced {
    pub(super) candidate: Candidate,
    pub(super) after: Coalescing,
    pub(super) gain: Gain,
    /// Whether the gain includes what a loss of parallelism costs.
    pub(super) counted: bool,
    /// What its proofs rest on.
    pub(super) assumptions: BTreeSet<Code>,
    /// That enough iterations are parallel, where it has fewer parallel loops than are declared and their number is not
    /// known; that too few are as written, where it only adds loops.
    pub(super) room: Option<Room>,
}

/// What must be found out about the number of iterations.
pub(super) struct Room {
    /// Those of the loops that share the threads are enough; or, where loops are added, those of the declared ones are few.
    pub(super) fact: Fact,
    /// Why the candidate is refused where nothing finds out.
    pub(super) otherwise: Blocker,
}

impl Priced {
    /// The gain without recovered indices, where a loss of parallelism does not show: a loop is not kept sequential for
    /// its divisions alone then.
    pub(super) fn seen(&self) -> f64 {
        if self.counted { self.gain.time() } else { self.gain.of_requests() }
    }
}

/// What a candidate must gain over the region as written, so that it gains enough over others, too.
#[derive(Clone, Copy)]
pub(super) struct Threshold {
    /// In time.
    time: f64,
    /// The same, but without recovered indices where no loss of parallelism shows in the time.
    seen: f64,
}

impl Threshold {
    pub(super) const LEAST: Threshold = Threshold { time: LEAST_MARGIN, seen: LEAST_MARGIN };

    pub(super) fn admits(&self, priced: &Priced) -> bool {
        priced.gain.time() >= self.time && priced.seen() >= self.seen
    }

    /// This, and enough more than another candidate gains.
    pub(super) fn and_more_than(self, other: &Priced) -> Threshold {
        let time = self.time.max(LEAST_MARGIN * other.gain.time());
        Threshold { time, seen: self.seen.max(LEAST_MARGIN * other.seen()) }
    }
}

/// How an access counts whose sectors are not known before a change, and are more then than behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doubt {
    /// As many as are likely.
    Kept,
    /// No more than behind the change: that a change makes them known does not make them fewer. Sectors that may be saved
    /// so, and are not counted, make up for divisions that the change adds: these are not counted either.
    Discounted,
}

/// What every candidate of one form of a region is priced against.
#[derive(Clone, Copy)]
pub(super) struct Pricing<'a> {
    pub(super) form: &'a Form<'a>,
    /// What holds of the form because a test finds it out.
    pub(super) facts: &'a [Fact],
    pub(super) declared: &'a [LoopId],
    pub(super) machine: &'a Machine,
    pub(super) policy: &'a Policy,
    /// What a candidate must gain to be one.
    pub(super) threshold: Threshold,
}

/// The loop among these that never has an iteration, if there is one.
pub(super) fn never_runs(accesses: &Accesses, loops: &[LoopId]) -> Option<LoopId> {
    loops.iter().copied().find(|l| accesses.most_iterations(*l) == Some(0))
}

impl Pricing<'_> {
    pub(super) fn count(
        &self,
        region: &TargetRegion,
        loops: &[LoopId],
    ) -> Result<Coalescing, Code> {
        let mapping = mapping(region, self.machine, loops)?;
        let accesses = &self.form.accesses;
        Ok(count(region, accesses, self.machine, mapping, self.policy))
    }

    /// What is gained from `base` to `after`.
    pub(super) fn gain(&self, base: &Coalescing, after: &Coalescing) -> Gain {
        let sure = self.comparable(base, after, Doubt::Discounted);
        let likely = self.comparable(base, after, Doubt::Kept);
        Gain::of([&sure, &likely], &after.cost)
    }

    /// The cost of `base` beside `after`. Where only the change tells which lanes a condition leaves, it is taken to leave
    /// as many of them before, in requests that are full of them.
    fn comparable(&self, base: &Coalescing, after: &Coalescing, doubt: Doubt) -> Cost {
        let mut found = false;
        let mut comparable = |before: &Sectors, after: &Sectors| {
            let least = |requests: f64| requests.min(before.requests());
            let is_doubtful = !before.known && after.total() < before.total();
            if is_doubtful && doubt == Doubt::Discounted {
                found = true;
                let known = Sectors { around: before.around.clone(), ..after.clone() };
                return known.with_requests(least(after.requests()));
            }
            let learnt = before.undecided && !after.undecided;
            let requests = if learnt { least(after.full_requests()) } else { before.requests() };
            before.clone().with_requests(requests)
        };
        let pairs = base.sectors.iter().zip(&after.sectors);
        let pairs = pairs.map(|(before, after)| match (before, after) {
            (Some(before), Some(after)) => Some(comparable(before, after)),
            _ => before.clone(),
        });
        let sectors: Vec<_> = pairs.collect();
        let list = &self.form.accesses.list;
        let counted = Cost::of(list, &base.loops, &sectors, &base.mapping, self.machine);
        let mut cost = Cost { recovery: base.cost.recovery, ..counted };
        if found {
            cost.recovery = cost.recovery.max(after.cost.recovery);
        }
        cost
    }

    /// The candidate's sectors, if they are fewer enough.
    pub(super) fn price(&self, base: &Coalescing, candidate: Candidate) -> Result<Priced, Blocker> {
        let accesses = &self.form.accesses;
        if let Some(empty) = never_runs(accesses, self.declared) {
            return Err(Blocker::in_words(Code::NoGain, empty, "it never has an iteration"));
        }
        let priced = self.value(base, candidate)?;
        let newly = &priced.candidate.newly_parallel;
        let runs_once = |l: &LoopId| accesses.most_iterations(*l).is_some();
        let adds_nothing = !newly.is_empty() && newly.iter().all(runs_once);
        if !self.threshold.admits(&priced) {
            let refusal = Blocker::in_words(Code::NoGain, None, priced.gain.words());
            let filled = (!adds_nothing).then(|| self.filled(base, priced, &refusal)).flatten();
            return filled.ok_or(refusal);
        }
        if adds_nothing {
            let words = "what would become parallel has one iteration at most";
            return Err(Blocker::in_words(Code::NoGain, None, words));
        }
        self.check_turns([&base.mapping, &priced.after.mapping])?;
        let room = self.room(&priced)?;
        Ok(Priced { room, ..priced })
    }

    /// Checks that no place is updated by all lanes of a warp that was not before: they take turns, which no count of sectors has.
    pub(super) fn check_turns(&self, [before, after]: [&Mapping; 2]) -> Result<(), Blocker> {
        let Form { region, accesses, .. } = self.form;
        let Accesses { list, loops, .. } = accesses.counting();
        let [before, after] =
            [before, after].map(|mapping| atomics::contended(region, list, loops, mapping));
        let is_new = |place: &&Contended| !before.iter().any(|own| own.span == place.span);
        match after.iter().find(is_new) {
            Some(Contended { lanes, .. }) => {
                let words = format!("{lanes} lanes would update one place, one after the other");
                Err(Blocker::in_words(Code::NoGain, None, words))
            }
            None => Ok(()),
        }
    }

    /// The candidate's sectors, however many they are.
    pub(super) fn value(&self, base: &Coalescing, candidate: Candidate) -> Result<Priced, Blocker> {
        let region = &self.form.region;
        let after = if candidate.unscheduled {
            self.count(&order::without_schedule(region), candidate.mapped())
        } else {
            self.count(region, candidate.mapped())
        };
        let after = after.map_err(Blocker::unmodelled)?;
        let gain = self.gain(base, &after);
        let counted = after.is_counted();
        let assumptions = BTreeSet::new();
        Ok(Priced { candidate, after, gain, counted, assumptions, room: None })
    }

    /// Whether a candidate of this form costs less than another one; on a tie, whether it has fewer
    /// sectors, fewer as far as is known, more parallel loops where that is what both are for, or else the smaller edit. Fewer parallel loops than the programmer asked for must be
    /// well worth it, and fewer than another candidate are no gain where nothing tells what that loses.
    pub(super) fn better(&self, new: &Priced, old: &Priced) -> bool {
        let narrows = |priced: &Priced| priced.candidate.narrows(self.declared.len());
        let differ = |factor: f64| (factor - 1.0).abs() > ALIKE;
        let (faster, fewer) = self.compare(new, old);
        let sectors = |priced: &Priced| priced.after.cost.total;
        let known = ratio(sectors(old), sectors(new));
        match (narrows(new), narrows(old)) {
            (true, false) => faster > LEAST_MARGIN,
            (false, true) => faster * LEAST_MARGIN >= 1.0,
            _ if differ(faster) => faster > 1.0,
            _ if differ(fewer) => fewer > 1.0,
            _ if differ(known) => known > 1.0,
            (false, false) if new.room.is_some() && old.room.is_some() => {
                new.candidate.depth > old.candidate.depth
            }
            _ => new.candidate.edit_size() < old.candidate.edit_size(),
        }
    }

    /// The factors of time and of sectors by which a candidate of this form is better than another one,
    /// as if the region were written as the latter has it.
    pub(super) fn compare(&self, new: &Priced, old: &Priced) -> (f64, f64) {
        let before = self.comparable(&old.after, &new.after, Doubt::Discounted);
        let counted = new.counted && old.counted;
        let time = |cost: &Cost| if counted { cost.whole_time() } else { cost.time };
        let after = &new.after.cost;
        (ratio(time(&before), time(after)), ratio(before.total, after.total))
    }

    /// The variant that a candidate of this form makes of a region whose mapping is `before`.
    pub(super) fn variant(&self, before: &Coalescing, priced: Priced) -> Variant {
        let Priced { candidate, after, gain, mut assumptions, .. } = priced;
        assumptions.insert(Code::DeclaredParallel);
        assumptions.extend(&self.form.accesses.assumptions);
        assumptions.extend(after.sectors.iter().flatten().flat_map(|s| &s.assumptions));
        let region = &self.form.region;
        Variant {
            unwritable: not_writable(region, self.policy),
            steps: candidate.steps,
            after,
            gain,
            assumptions,
            ..Variant::unchanged(before)
        }
    }
}
