//! What could have been proved. A subset of a pair's loops counts as *truly independent* if no run
//! in a box of sizes, memories and pointers has a conflict in it: a subset that is free of conflicts
//! only because `n` happened to be 3 is refuted by another `n`. A subset counts only if one run in
//! [`SELDOM`] executes the two accesses in iterations that differ in exactly its loops: of the others
//! hardly anything could be refuted.
//!
//! The question is about two accesses. That such iterations are undefined because some *other* access
//! leaves its array does not make these two independent: the runs of the box go on behind such an
//! access, and only the two must be inside their extents. This holds of what is proved as well.

use std::collections::{BTreeMap, BTreeSet};

use warpcc::Analysis;
use warpcc::dependence::Verdict;
use warpcc::ir::TargetRegion;

use crate::check::{self, Claim, Observed, run};
use crate::interpret::Setting;
use crate::rng::Rng;
use crate::settings;

/// Runs of the box for each region that has an unproved subset.
const RUNS: usize = 160;
/// Runs of the box for every region, in which what is proved may be refuted too.
const FAIR: usize = 12;
/// One run of the box in so many may take as many statements as that of a witness: sizes near the
/// box's ends exceed the usual number in deep nests.
const LONG: usize = 12;
/// Values of the two sizes that are all tried in the end: where a difference is 0 for one size alone,
/// that is most often a small one.
const SMALL: std::ops::RangeInclusive<i128> = -3..=4;
/// Of so many runs, defined or not, one must have executed the two accesses.
const SELDOM: u32 = 20;
/// Statements that a run of a witness may take.
const WITNESS_STEPS: u32 = 150_000;

/// A pair, by its number, and a subset of its loops.
pub(crate) type Question = (usize, u32);

/// What the runs of a region have shown.
#[derive(Default)]
pub(crate) struct Seen {
    /// Subsets with a conflict.
    pub(crate) conflicts: BTreeSet<Question>,
    /// In how many runs both accesses were executed in a subset's iterations.
    met: BTreeMap<Question, u32>,
    /// The runs that were tried.
    runs: u32,
}

impl Seen {
    /// Counts a run that is tried.
    pub(crate) fn tried(&mut self) {
        self.runs += 1;
    }

    /// Adds a run that is defined.
    pub(crate) fn add(&mut self, observed: &Observed, conflicts: BTreeSet<Question>) {
        self.conflicts.extend(conflicts);
        for (index, pair) in observed.analysis.dependences.pairs.iter().enumerate() {
            for mask in observed.subsets(pair) {
                *self.met.entry((index, mask)).or_default() += 1;
            }
        }
    }

    /// The subsets that were executed, nothing refutes, and whose storage is one: those that are
    /// proved and those that are not.
    pub(crate) fn independent(
        &self,
        analysis: &Analysis,
    ) -> BTreeMap<Question, Option<&'static str>> {
        let mut found = BTreeMap::new();
        for (index, pair) in analysis.dependences.pairs.iter().enumerate() {
            for (mask, verdict) in &pair.verdicts {
                let question = (index, *mask);
                let met = self.met.get(&question).copied().unwrap_or_default();
                let often = met > 0 && met * SELDOM >= self.runs;
                let open = often && !self.conflicts.contains(&question);
                if check::by_base(verdict) || !open {
                    continue;
                }
                let test = match verdict {
                    Verdict::Independent(proof) => Some(proof.test.name()),
                    _ => None,
                };
                found.insert(question, test);
            }
        }
        found
    }

    /// The pairs with a subset that is neither proved nor refuted.
    fn open(&self, analysis: &Analysis) -> BTreeSet<usize> {
        let pairs = analysis.dependences.pairs.iter().enumerate();
        let unproved = |(index, pair): &(usize, &warpcc::dependence::Pair)| {
            pair.verdicts.iter().any(|(mask, verdict)| {
                !matches!(verdict, Verdict::Independent(_))
                    && !check::by_base(verdict)
                    && !self.conflicts.contains(&(*index, *mask))
            })
        };
        pairs.filter(unproved).map(|(index, _)| index).collect()
    }

    /// Runs the witnesses that are too large for the usual number of statements, or undefined because
    /// of another access; of those that are larger still only the iterations that they name.
    fn run_witnesses(&mut self, region: &TargetRegion, analysis: &Analysis, rng: &mut Rng) {
        for (index, pair) in analysis.dependences.pairs.iter().enumerate() {
            for (mask, verdict) in &pair.verdicts {
                let question = (index, *mask);
                let Verdict::Dependent(point) = verdict else { continue };
                if self.conflicts.contains(&question) {
                    continue;
                }
                let mut setting = settings::setting(rng, region);
                (setting.steps, setting.beyond_extents) = (Some(WITNESS_STEPS), true);
                let claim = Claim { pair, mask: *mask, point };
                let shown = check::witness(region, analysis, &setting, &claim) == Ok(true)
                    || check::sparse_witness(region, analysis, &setting, &claim) == Ok(true);
                self.conflicts.extend(Some(question).filter(|_| shown));
            }
        }
    }

    /// Runs the box until nothing unproved is left to refute.
    pub(crate) fn search(&mut self, region: &TargetRegion, analysis: &Analysis, rng: &mut Rng) {
        self.run_witnesses(region, analysis, rng);
        for turn in 0..RUNS {
            let open = self.open(analysis);
            if open.is_empty() && turn >= FAIR {
                return;
            }
            let mut setting = settings::box_setting(rng, region, turn);
            setting.steps = (turn % LONG == LONG - 1).then_some(WITNESS_STEPS);
            let asked = |index: &usize| turn < FAIR || open.contains(index);
            self.try_setting(region, analysis, &setting, asked);
        }
        for (n, m) in SMALL.flat_map(|n| SMALL.map(move |m| (n, m))) {
            let open = self.open(analysis);
            if open.is_empty() {
                return;
            }
            let mut setting = settings::box_setting(rng, region, 0);
            settings::set(&mut setting, region, &[("n", n), ("m", m)]);
            self.try_setting(region, analysis, &setting, |index| open.contains(index));
        }
    }

    /// Adds a run, and the conflicts of those pairs that are asked about.
    fn try_setting(
        &mut self,
        region: &TargetRegion,
        analysis: &Analysis,
        setting: &Setting,
        asked: impl Fn(&usize) -> bool,
    ) {
        self.tried();
        let Ok(machine) = run(region, setting, &analysis.dependences.declared) else { return };
        let observed = Observed::new(region, analysis, setting, &machine);
        let pairs = analysis.dependences.pairs.iter().enumerate();
        let conflicts = pairs
            .filter(|(index, _)| asked(index))
            .flat_map(|(index, pair)| {
                observed.conflicts(pair).into_keys().map(move |mask| (index, mask))
            })
            .collect();
        self.add(&observed, conflicts);
    }
}
