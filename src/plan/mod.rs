//! Which transformation a region gets: the candidate of least cost among those proved legal.

mod candidates;
mod legality;
mod sinkable;

use std::collections::BTreeSet;

use crate::access::Accesses;
use crate::coalesce::cost::Cost;
use crate::coalesce::machine::Machine;
use crate::coalesce::map::mapping;
use crate::coalesce::{Coalescing, count};
use crate::dependence::alias::Condition;
use crate::dependence::{Dependences, Verdict, scalar};
use crate::diag::Code;
use crate::id::{AccessId, LoopId, StmtId, SymbolId};
use crate::ir::{HazardKind, Origin, TargetRegion};
use crate::policy::Policy;
use candidates::Candidate;

/// One step of a transformation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The directive's `collapse` clause becomes `collapse(depth)`.
    Collapse {
        /// Associated loops afterwards.
        depth: u32,
    },
    /// The nest's outermost loops take this order.
    Interchange {
        /// From the outermost to the innermost that moves.
        loops: Vec<LoopId>,
    },
    /// Definitions between the loops move into the innermost body, in their order.
    Sink {
        /// The definitions.
        statements: Vec<StmtId>,
    },
}

/// Why a transformation is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocker {
    /// The kind of reason.
    pub code: Code,
    /// The loop that it concerns.
    pub at: Option<LoopId>,
    /// The statement, scalar or pair of accesses that causes it.
    pub cause: Cause,
    /// Where nothing else is in the way: the transformation is legal if all of these hold.
    pub conditions: Vec<Condition>,
}

/// What causes a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A statement.
    Statement(StmtId),
    /// A scalar variable.
    Scalar(SymbolId),
    /// Two accesses, and a pair of iterations in which they meet, where one is known.
    Accesses(AccessId, AccessId, Option<String>),
    /// The loop itself or the directive; in words.
    Other(String),
}

impl Blocker {
    fn new(code: Code, at: Option<LoopId>, cause: Cause) -> Self {
        Self { code, at, cause, conditions: Vec::new() }
    }
}

/// A candidate that was not taken.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// Its steps.
    pub steps: Vec<Step>,
    /// Why.
    pub blocker: Blocker,
}

/// What is to be done with a region, and why.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The steps; empty where the region stays as it is.
    pub steps: Vec<Step>,
    /// The nest's loops in their new order.
    pub order: Vec<LoopId>,
    /// The mapping as written, where it is modelled.
    pub before: Result<Coalescing, Code>,
    /// The mapping after the steps.
    pub after: Option<Coalescing>,
    /// Sectors before by sectors after; 1 without steps.
    pub gain: f64,
    /// The least and the most that the gain may be, as far as the counts tell.
    pub gain_range: (f64, f64),
    /// How much more of the bandwidth the warps can use after the change, as a factor.
    pub parallelism: f64,
    /// What legality and counts rest on.
    pub assumptions: BTreeSet<Code>,
    /// The candidates that were not taken.
    pub rejected: Vec<Rejected>,
    /// Inner loop variables that are shared by the threads as written.
    pub shared_counters: Vec<SymbolId>,
    /// Why the steps cannot be applied although they are legal.
    pub not_applied: Option<Code>,
}

/// A change must lower the cost by at least this factor.
const LEAST_GAIN: f64 = 1.1;

/// What every candidate is priced against.
struct Market<'a> {
    region: &'a TargetRegion,
    accesses: &'a Accesses,
    machine: &'a Machine,
    policy: &'a Policy,
}

/// Chooses the transformation of `region`.
pub fn choose(
    region: &TargetRegion,
    accesses: &Accesses,
    dependences: &Dependences,
    machine: &Machine,
    policy: &Policy,
) -> Plan {
    let market = Market { region, accesses, machine, policy };
    let before = market.count(&dependences.declared);
    let mut plan = unchanged(region, before);
    let Ok(base) = plan.before.clone() else { return plan };
    let mut best: Option<(Candidate, Coalescing)> = None;
    let candidates = candidates::enumerate(region, dependences);
    if candidates.is_empty() {
        plan.rejected.extend(candidates::why_none(region, dependences));
    }
    for candidate in candidates {
        let legal = match legality::check(region, accesses, dependences, &candidate) {
            Ok(legal) => legal,
            Err(blocker) => {
                plan.rejected.push(Rejected { steps: candidate.steps, blocker });
                continue;
            }
        };
        let steps = legal.steps.clone();
        match market.price(&base, legal) {
            Ok(priced) => match &mut best {
                Some(old) if !better(&priced, old) => {
                    plan.rejected.push(no_gain(priced.0, "another change saves more"));
                }
                old => {
                    let displaced = old.replace(priced);
                    plan.rejected
                        .extend(displaced.map(|(c, _)| no_gain(c, "another change saves more")));
                }
            },
            Err(blocker) => plan.rejected.push(Rejected { steps, blocker }),
        }
    }
    if let Some((candidate, after)) = best {
        market.take(&mut plan, dependences, candidate, after);
    }
    plan
}

/// The plan of a region that nothing is known of, for the reason `code`.
pub fn left_alone(region: &TargetRegion, code: Code) -> Plan {
    unchanged(region, Err(code))
}

fn unchanged(region: &TargetRegion, before: Result<Coalescing, Code>) -> Plan {
    let nest = region.nest();
    Plan {
        steps: Vec::new(),
        order: nest.iter().map(|l| l.id).collect(),
        before,
        after: None,
        gain: 1.0,
        gain_range: (1.0, 1.0),
        parallelism: 1.0,
        assumptions: BTreeSet::new(),
        rejected: Vec::new(),
        shared_counters: scalar::shared_counters(region, nest.get(1..).unwrap_or_default()),
        not_applied: None,
    }
}

impl Market<'_> {
    fn count(&self, loops: &[LoopId]) -> Result<Coalescing, Code> {
        let mapping = mapping(self.region, self.machine, loops)?;
        Ok(count(self.region, self.accesses, self.machine, mapping, self.policy.aligned))
    }

    /// The cost of `base`, where an access whose sectors are not known counts no more than after the
    /// change: that a change makes them known does not make them fewer.
    fn credible(&self, base: &Coalescing, after: &Coalescing) -> Cost {
        let pairs = base.sectors.iter().zip(&after.sectors);
        let sectors: Vec<_> = pairs
            .map(|(before, after)| match (before, after) {
                (Some(before), Some(after)) if !before.known && before.mean > after.mean => {
                    Some(after.clone())
                }
                _ => before.clone(),
            })
            .collect();
        let Accesses { list, loops, .. } = self.accesses;
        Cost::of(list, loops, &sectors, &base.mapping, self.machine)
    }

    /// The candidate's sectors, if they are fewer enough.
    fn price(
        &self,
        base: &Coalescing,
        candidate: Candidate,
    ) -> Result<(Candidate, Coalescing), Blocker> {
        let refuse = |code, words: String| Blocker::new(code, None, Cause::Other(words));
        let after =
            self.count(candidate.mapped()).map_err(|code| refuse(code, code.title().into()))?;
        let base = self.credible(base, &after);
        if ratio(base.time, after.cost.time) < LEAST_GAIN {
            let words = price_words(&base, &after.cost);
            return Err(refuse(Code::NoGain, words));
        }
        Ok((candidate, after))
    }
}

/// Whether the first candidate costs less; on a tie, whether its edit is smaller.
fn better(a: &(Candidate, Coalescing), b: &(Candidate, Coalescing)) -> bool {
    let (cost_a, cost_b) = (a.1.cost.time, b.1.cost.time);
    if (cost_a - cost_b).abs() > 1e-3 * cost_b {
        return cost_a < cost_b;
    }
    a.0.edit_size() < b.0.edit_size()
}

fn no_gain(candidate: Candidate, words: &str) -> Rejected {
    let blocker = Blocker::new(Code::NoGain, None, Cause::Other(words.into()));
    Rejected { steps: candidate.steps, blocker }
}

impl Market<'_> {
    /// Enters the chosen candidate into the plan.
    fn take(
        &self,
        plan: &mut Plan,
        dependences: &Dependences,
        candidate: Candidate,
        after: Coalescing,
    ) {
        if let Ok(before) = &plan.before {
            let before = self.credible(before, &after);
            plan.gain = ratio(before.total, after.cost.total);
            let (old, new) = (before.range, after.cost.range);
            plan.gain_range = (ratio(old.0, new.1), ratio(old.1, new.0));
            plan.parallelism = ratio(before.time, after.cost.time) / plan.gain;
        }
        plan.assumptions.insert(Code::DeclaredParallel);
        plan.assumptions.extend(&self.accesses.assumptions);
        plan.assumptions.extend(after.sectors.iter().flatten().flat_map(|s| &s.assumptions));
        for pair in &dependences.pairs {
            for verdict in pair.verdicts.values() {
                if let Verdict::Independent(proof) = verdict {
                    plan.assumptions.extend(&proof.assumptions);
                }
            }
        }
        let editable = self.region.directive.origin == Origin::MainFile;
        let instance = self.region.hazards.iter().any(|h| h.kind == HazardKind::Instance);
        plan.not_applied = if editable {
            instance.then_some(Code::DependentTemplate)
        } else {
            Some(Code::NotInMainFile)
        };
        plan.order = candidate.order;
        plan.steps = candidate.steps;
        plan.after = Some(after);
    }
}

/// A quotient of costs; of nothing by nothing it is 1.
fn ratio(before: f64, after: f64) -> f64 {
    if before == after { 1.0 } else { before / after.max(f64::MIN_POSITIVE) }
}

/// Why a change does not pay, in words.
fn price_words(before: &Cost, after: &Cost) -> String {
    let sectors = ratio(before.total, after.total);
    let parallelism = ratio(before.time, after.time) / sectors;
    let mut words = format!("sectors would change by a factor of {sectors:.2}");
    if (parallelism - 1.0).abs() > 0.005 {
        words.push_str(&format!(", usable bandwidth by {parallelism:.2}"));
    }
    words
}

impl Plan {
    /// Whether the steps are to be written into the source.
    pub fn applies(&self) -> bool {
        !self.steps.is_empty() && self.not_applied.is_none()
    }
}
