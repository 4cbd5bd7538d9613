//! What could have been proved. A subset of a pair's loops counts as *truly independent* if no run
//! in a box of sizes, memories and pointers has a conflict in it: a subset that is free of conflicts
//! only because `n` happened to be 3 is refuted by another `n`. Subsets of accesses that no run of
//! the box executes are left out: nothing could refute them.

use std::collections::{BTreeMap, BTreeSet};

use warpcc::Analysis;
use warpcc::dependence::Verdict;
use warpcc::ir::TargetRegion;

use crate::check::{self, Observed, run};
use crate::generate;
use crate::rng::Rng;

/// Runs of the box for each region that has an unproved subset.
const RUNS: usize = 160;

/// A pair, by its number, and a subset of its loops.
pub(crate) type Question = (usize, u32);

/// What the runs of a region have shown.
#[derive(Default)]
pub(crate) struct Seen {
    /// Subsets with a conflict.
    pub(crate) conflicts: BTreeSet<Question>,
    /// Accesses that some run executed.
    executed: BTreeSet<usize>,
}

impl Seen {
    /// Adds one run.
    pub(crate) fn add(&mut self, observed: &Observed, conflicts: BTreeSet<Question>) {
        self.conflicts.extend(conflicts);
        let executed = |access: &&warpcc::access::Access| !observed.instances(access.id).is_empty();
        let numbers = observed.analysis.accesses.iter().filter(executed).map(|a| a.id.index());
        self.executed.extend(numbers);
    }

    /// The subsets of pairs that were executed, nothing refutes, and whose storage is one: those
    /// that are proved and those that are not.
    pub(crate) fn independent(
        &self,
        analysis: &Analysis,
    ) -> BTreeMap<Question, Option<&'static str>> {
        let mut found = BTreeMap::new();
        for (index, pair) in analysis.dependences.pairs.iter().enumerate() {
            let ends = [pair.source.index(), pair.sink.index()];
            if !ends.iter().all(|end| self.executed.contains(end)) {
                continue;
            }
            for (mask, verdict) in &pair.verdicts {
                let question = (index, *mask);
                if check::by_base(verdict) || self.conflicts.contains(&question) {
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

    /// Runs the box until nothing unproved is left to refute.
    pub(crate) fn search(&mut self, region: &TargetRegion, analysis: &Analysis, rng: &mut Rng) {
        for turn in 0..RUNS {
            let open: BTreeSet<usize> = self
                .independent(analysis)
                .into_iter()
                .filter(|(_, test)| test.is_none())
                .map(|((index, _), _)| index)
                .collect();
            if open.is_empty() && turn > 0 {
                return;
            }
            let setting = generate::box_setting(rng, region, turn);
            let Ok(machine) = run(region, &setting, &analysis.dependences.declared) else {
                continue;
            };
            let observed = Observed::new(region, analysis, &setting, &machine);
            let mut conflicts = BTreeSet::new();
            for (index, pair) in analysis.dependences.pairs.iter().enumerate() {
                if open.contains(&index) {
                    conflicts
                        .extend(observed.conflicts(pair).into_keys().map(|mask| (index, mask)));
                }
            }
            self.add(&observed, conflicts);
        }
    }
}
