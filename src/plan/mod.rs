//! Which transformation a region gets: the candidate of least cost among those proved legal.

pub(crate) mod combined;
pub mod decision;
pub mod fact;
mod facts;
pub mod gain;
mod idle;
mod idle_teams;
mod narrow;
pub mod race;
pub mod several;
mod sizes;
mod study;
mod teams;
pub mod test;
mod ways;

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::access::Accesses;
use crate::coalesce::warp::Sectors;
use crate::cost::{Coalescing, Cost, count};
use crate::dependence::{Dependences, Verdict};
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{Origin, TargetRegion};
use crate::machine::Machine;
use crate::policy::Policy;
use crate::schedule::mapping;
use crate::transform::blocker::Blocker;
use crate::transform::form::{Context, Form};
use crate::transform::order::{self, Candidate};
use crate::transform::{self, host, legality};
pub use decision::{Decision, Rejected, Variant};
use fact::Fact;
use gain::{Gain, ratio};
use narrow::Room;
use study::Study;
use test::HostTest;

/// A change must lower the cost by at least this factor.
const LEAST_GAIN: f64 = transform::LEAST_MARGIN;

/// Costs that differ by a smaller part are taken to be equal.
const ALIKE: f64 = 0.02;

/// A legal candidate that pays.
struct Priced {
    candidate: Candidate,
    after: Coalescing,
    gain: Gain,
    /// Whether the gain includes what a loss of parallelism costs.
    counted: bool,
    /// What its proofs rest on.
    assumptions: BTreeSet<Code>,
    /// That enough iterations are parallel, where it has fewer parallel loops than are declared and their number is not
    /// known; that too few are as written, where it only adds loops.
    room: Option<Room>,
}

impl Priced {
    /// The gain without recovered indices, where a loss of parallelism does not show: a loop is not kept sequential for
    /// its divisions alone then.
    fn seen(&self) -> f64 {
        if self.counted { self.gain.time() } else { self.gain.of_requests() }
    }
}

/// What a candidate must gain over the region as written, so that it gains enough over others, too.
#[derive(Clone, Copy)]
struct Threshold {
    /// In time.
    time: f64,
    /// The same, but without recovered indices where no loss of parallelism shows in the time.
    seen: f64,
}

impl Threshold {
    const LEAST: Threshold = Threshold { time: LEAST_GAIN, seen: LEAST_GAIN };

    fn admits(&self, priced: &Priced) -> bool {
        priced.gain.time() >= self.time && priced.seen() >= self.seen
    }

    /// This, and enough more than another candidate gains.
    fn and_more_than(self, other: &Priced) -> Threshold {
        let time = self.time.max(LEAST_GAIN * other.gain.time());
        Threshold { time, seen: self.seen.max(LEAST_GAIN * other.seen()) }
    }
}

/// The best candidates so far.
#[derive(Default)]
struct Best<'a> {
    /// Legal as it is.
    plain: Option<Priced>,
    /// Legal under a test.
    guarded: Option<Tested<'a>>,
}

/// A candidate that is legal under a test, and the pricing of its form.
struct Tested<'a> {
    priced: Priced,
    test: HostTest,
    pricing: Pricing<'a>,
}

impl Best<'_> {
    /// Forgets the candidate under a test where the one without is almost as good.
    fn prefer_untested(&mut self) {
        let Some(plain) = &self.plain else { return };
        self.guarded.take_if(|Tested { priced, pricing, .. }| {
            pricing.compare(priced, plain).0 <= LEAST_GAIN
        });
    }
}

/// What every candidate of one form of a region is priced against.
#[derive(Clone, Copy)]
struct Pricing<'a> {
    form: &'a Form<'a>,
    /// What holds of the form because a test finds it out.
    facts: &'a [Fact],
    declared: &'a [LoopId],
    machine: &'a Machine,
    policy: &'a Policy,
    /// What a candidate must gain to be one.
    threshold: Threshold,
}

/// Chooses the transformation of `region`. A construct inside of a target region stays one, without tests before it:
/// there is no host to make them.
pub fn choose(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    machine: &Machine,
    policy: &Policy,
) -> Decision {
    if region.is_inner() {
        let policy = Policy { guards: false, ..*policy };
        return choose_whole(region, accesses, dependences, machine, &policy);
    }
    let mut found =
        choose_among_all(region, accesses, dependences, &idle_teams::said(machine), policy);
    let gain = found.gain();
    idle_teams::improve(region, (machine, policy), &mut found);
    let idles = found.gain().parallelism < gain.parallelism;
    if idles && found.gain().time() < LEAST_GAIN {
        return choose_among_all(region, accesses, dependences, machine, policy);
    }
    found
}

/// The transformation of `region`, as one or not, on that machine.
fn choose_among_all(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    machine: &Machine,
    policy: &Policy,
) -> Decision {
    let mut found = choose_whole(region, accesses, dependences, machine, policy);
    let declared = dependences.declared.as_slice();
    if found.before.is_err() || never_runs(accesses, declared).is_some() {
        return found;
    }
    let form = Form::written(region, accesses);
    let pricing =
        Pricing { form: &form, facts: &[], declared, machine, policy, threshold: Threshold::LEAST };
    ways::weigh(&Study { region, accesses, dependences, pricing }, &mut found);
    found
}

/// The transformation of `region` as one.
fn choose_whole(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    machine: &Machine,
    policy: &Policy,
) -> Decision {
    let declared = dependences.declared.as_slice();
    let forms =
        transform::forms(region, accesses, &Context { declared: declared.len(), machine, policy });
    let form = &forms[0];
    let pricing =
        Pricing { form, facts: &[], declared, machine, policy, threshold: Threshold::LEAST };
    let mut found = Decision::keep(region, pricing.count(region, declared));
    let Ok(base) = found.before.clone() else { return found };
    let Best { mut plain, guarded } =
        survey(&mut found.rejected, &base, &forms, dependences, &pricing);
    let slower =
        |priced: &Priced| facts::slower_at_unit_strides(region, accesses, &pricing, priced);
    if let Some(facts) = plain.as_ref().and_then(slower) {
        let facts: Option<Vec<_>> = facts.iter().map(|f| test::fact_text(region, f)).collect();
        let facts = facts.unwrap_or_default().join(" && ");
        let words = format!("as written it is faster where {facts}");
        let blocker = Blocker::in_words(Code::NoGain, None, words);
        let refused = |priced: Priced| Rejected { steps: priced.candidate.steps, blocker };
        found.rejected.extend(plain.take().map(refused));
    }
    let planned = plain.as_ref().map(|priced| priced.candidate.clone());
    let tested = guarded.as_ref().map(|tested| &tested.priced);
    let threshold = tested.into_iter().fold(Threshold::LEAST, Threshold::and_more_than);
    let under_facts = facts::search(region, accesses, &pricing, (threshold, planned.as_ref()));
    let tested = match (under_facts, guarded) {
        (Some(facts::Found { priced, before, test }), _) => {
            Some(Variant { test: Some(test), ..pricing.variant(&before, priced) })
        }
        (None, Some(Tested { priced, test, .. })) => {
            Some(Variant { test: Some(test), ..pricing.variant(&base, priced) })
        }
        (None, None) => None,
    };
    let plain = plain.map(|priced| pricing.variant(&base, priced));
    found.variants.extend(tested.into_iter().chain(plain));
    found
}

/// The best candidates of all forms, on the terms of `pricing`, compared with `base`; those that are refused go into `rejected`.
fn survey<'a>(
    rejected: &mut Vec<Rejected>,
    base: &Coalescing,
    forms: &'a [Form<'a>],
    dependences: &Dependences,
    pricing: &Pricing<'a>,
) -> Best<'a> {
    let Pricing { declared, machine, .. } = *pricing;
    let mut best = Best::default();
    for form in forms {
        let pricing = Pricing { form, ..*pricing };
        let dependences = form.dependences.as_deref().unwrap_or(dependences);
        let Form { region, accesses, .. } = form;
        let candidates = order::enumerate(region, accesses, declared.len(), machine);
        if forms.len() == 1 && candidates.iter().all(|c| c.depth <= declared.len()) {
            let refused = order::why_none(&form.region, dependences);
            rejected.extend(refused.map(|(step, blocker)| Rejected { steps: vec![step], blocker }));
        }
        let concerned = candidates.into_iter().filter(|candidate| form.concerns(candidate));
        let concerned: Vec<_> = concerned.collect();
        let try_out = |candidate| pricing.try_out(dependences, base, candidate);
        let tried: Vec<_> = if concerned.len() < MIN_PARALLEL {
            concerned.into_iter().map(try_out).collect()
        } else {
            concerned.into_par_iter().map(try_out).collect()
        };
        tried.into_iter().for_each(|tried| pricing.keep(rejected, &mut best, tried));
    }
    best.prefer_untested();
    best
}

/// The loop among these that never has an iteration, if there is one.
fn never_runs(accesses: &Accesses, loops: &[LoopId]) -> Option<LoopId> {
    loops.iter().copied().find(|l| accesses.most_iterations(*l) == Some(0))
}

/// A candidate that was checked.
struct Tried {
    candidate: Candidate,
    legal: Result<Legal, Blocker>,
}

/// A candidate as it may be used, what must be tested first, and its price.
struct Legal {
    candidate: Candidate,
    open: Option<Blocker>,
    priced: Result<Priced, Blocker>,
}

/// With fewer candidates than these, starting threads takes longer than pricing.
const MIN_PARALLEL: usize = 6;

impl<'a> Pricing<'a> {
    /// Checks and prices one candidate.
    fn try_out(
        &self,
        dependences: &Dependences,
        base: &Coalescing,
        mut candidate: Candidate,
    ) -> Tried {
        if self.policy.limit.is_over() {
            return Tried { candidate, legal: Err(Blocker::unmodelled(Code::OverBudget)) };
        }
        candidate.steps.extend(self.form.steps.iter().cloned());
        let (legal, open) = match legality::check(self.form, dependences, &candidate, self.policy) {
            Ok(checked) => checked,
            Err(blocker) => return Tried { candidate, legal: Err(blocker) },
        };
        let mut priced = self.price(base, legal.clone());
        if let Ok(priced) = &mut priced {
            priced.assumptions = assumptions(dependences);
        }
        Tried { candidate, legal: Ok(Legal { candidate: legal, open, priced }) }
    }

    /// Keeps a candidate in `best`, or its refusal in `rejected`.
    fn keep(
        &self,
        rejected: &mut Vec<Rejected>,
        best: &mut Best<'a>,
        Tried { candidate, legal }: Tried,
    ) {
        let Legal { candidate: legal, open, priced } = match legal {
            Ok(legal) => legal,
            Err(_) if self.form.is_speculative() => return,
            Err(blocker) => return refuse(rejected, candidate, blocker),
        };
        let room = priced.as_ref().ok().and_then(|priced| priced.room.as_ref());
        let open = open.or_else(|| room.map(|room| room.otherwise.clone()));
        let room = room.map(|room| room.fact.clone());
        match (open, priced) {
            (Some(blocker), priced) => {
                let facts: Vec<Fact> = self.facts.iter().cloned().chain(room).collect();
                let test =
                    test::host_test(&self.form.region, &blocker.conditions, &facts, self.policy);
                let test = test.filter(|_| self.policy.guards);
                let better = |new: &Priced| match &best.guarded {
                    Some(old) => self.better(new, &old.priced),
                    None => true,
                };
                if let (Some(test), Some(priced)) = (test, priced.ok().filter(better)) {
                    best.guarded = Some(Tested { priced, test, pricing: *self });
                }
                if !self.form.is_speculative() {
                    refuse(rejected, legal, blocker);
                }
            }
            (None, Ok(priced)) => match &mut best.plain {
                Some(old) if !self.better(&priced, old) => displace(rejected, priced.candidate),
                old => old
                    .replace(priced)
                    .into_iter()
                    .for_each(|old| displace(rejected, old.candidate)),
            },
            (None, Err(blocker)) => refuse(rejected, legal, blocker),
        }
    }

    fn count(&self, region: &TargetRegion, loops: &[LoopId]) -> Result<Coalescing, Code> {
        let mapping = mapping(region, self.machine, loops)?;
        let accesses = &self.form.accesses;
        Ok(count(region, accesses, self.machine, mapping, self.policy))
    }

    /// What is gained from `base` to `after`.
    fn gain(&self, base: &Coalescing, after: &Coalescing) -> Gain {
        Gain::of(&self.credible(base, after), &after.cost)
    }

    /// The cost of `base`, where an access whose sectors are not known counts no more than after the change: that a
    /// change makes them known does not make them fewer. Sectors that may be saved so, and are not counted, make up
    /// for divisions that the change adds: these are not counted either. Where only the change tells which lanes a
    /// condition leaves, it is taken to leave as many of them before, in requests that are full of them.
    fn credible(&self, base: &Coalescing, after: &Coalescing) -> Cost {
        let mut found = false;
        let mut credible = |before: &Sectors, after: &Sectors| {
            let least = |requests: f64| requests.min(before.requests());
            if !before.known && after.total() < before.total() {
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
            (Some(before), Some(after)) => Some(credible(before, after)),
            _ => before.clone(),
        });
        let sectors: Vec<_> = pairs.collect();
        let list = &self.form.accesses.list;
        let mut cost = Cost::of(list, &base.loops, &sectors, &base.mapping, self.machine);
        if found {
            cost.recovery = cost.recovery.max(after.cost.recovery);
        }
        cost
    }

    /// The candidate's sectors, if they are fewer enough.
    fn price(&self, base: &Coalescing, candidate: Candidate) -> Result<Priced, Blocker> {
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
        let room = self.room(&priced)?;
        Ok(Priced { room, ..priced })
    }

    /// The candidate's sectors, however many they are.
    fn value(&self, base: &Coalescing, candidate: Candidate) -> Result<Priced, Blocker> {
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
    fn better(&self, new: &Priced, old: &Priced) -> bool {
        let narrows = |priced: &Priced| priced.candidate.narrows(self.declared.len());
        let differ = |factor: f64| (factor - 1.0).abs() > ALIKE;
        let (faster, fewer) = self.compare(new, old);
        let sectors = |priced: &Priced| priced.after.cost.total;
        let known = ratio(sectors(old), sectors(new));
        match (narrows(new), narrows(old)) {
            (true, false) => faster > LEAST_GAIN,
            (false, true) => faster * LEAST_GAIN >= 1.0,
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
    fn compare(&self, new: &Priced, old: &Priced) -> (f64, f64) {
        let before = self.credible(&old.after, &new.after);
        let counted = new.counted && old.counted;
        let time = |cost: &Cost| if counted { cost.whole_time() } else { cost.time };
        let after = &new.after.cost;
        (ratio(time(&before), time(after)), ratio(before.total, after.total))
    }

    /// The variant that a candidate of this form makes of a region whose mapping is `before`.
    fn variant(&self, before: &Coalescing, priced: Priced) -> Variant {
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

/// Why no change of the region can be written down, whatever it is.
fn not_writable(region: &TargetRegion, policy: &Policy) -> Option<Code> {
    let can_be_told =
        region.instance.is_some() && host::may_stand_twice(region, policy.alternatives);
    match region.directive.origin {
        Origin::MainFile => {
            (region.is_instance() && !can_be_told).then_some(Code::DependentTemplate)
        }
        _ => Some(Code::NotInMainFile),
    }
}

/// What the proofs of a region's dependences rest on.
fn assumptions(dependences: &Dependences) -> BTreeSet<Code> {
    let verdicts = dependences.pairs.iter().flat_map(|pair| pair.verdicts.values());
    let proofs = verdicts.filter_map(|verdict| match verdict {
        Verdict::Independent(proof) => Some(&proof.assumptions),
        _ => None,
    });
    proofs.flatten().copied().collect()
}

/// Keeps a refusal; that of a variant only where it has a reason of its own.
fn refuse(rejected: &mut Vec<Rejected>, candidate: Candidate, blocker: Blocker) {
    let same = |old: &Rejected| (old.blocker.code, old.blocker.at) == (blocker.code, blocker.at);
    let dull = blocker.code == Code::NoGain || rejected.iter().any(same);
    if !(candidate.variant && dull) {
        rejected.push(Rejected { steps: candidate.steps, blocker });
    }
}

/// Keeps a legal candidate that another one beats.
fn displace(rejected: &mut Vec<Rejected>, candidate: Candidate) {
    let blocker = Blocker::in_words(Code::NoGain, None, "another change saves more");
    refuse(rejected, candidate, blocker);
}
