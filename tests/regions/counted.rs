//! Whether a plan's price is the count of the text that it becomes.

use warpcc::access;
use warpcc::cost::{self, Coalescing};
use warpcc::ir::TargetRegion;
use warpcc::machine::Machine;
use warpcc::openmp::ClauseKind;
use warpcc::plan::Variant;
use warpcc::plan::made::as_counted;
use warpcc::policy::Policy;
use warpcc::transform::step::StepKind;
use warpcc::{Analysis, dependence, schedule};

/// Prices are sums of floating-point numbers in two orders.
const ALIKE: f64 = 1e-6;

/// What is counted of regions that run one behind the other.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    sectors: f64,
    requests: f64,
    /// Time of requests beside the sectors: usable bandwidth, and entered parallel regions.
    time: f64,
    /// Time of divisions and of other instructions.
    instructions: f64,
    /// Requests to the memory of teams, by turns of its banks.
    team: f64,
}

impl Count {
    fn of(counted: &Coalescing) -> Count {
        Count {
            sectors: counted.cost.total,
            requests: counted.cost.requests,
            time: counted.cost.time,
            instructions: counted.cost.recovery,
            team: counted.cost.team,
        }
    }

    /// With another region behind it, which is one launch more.
    fn and(self, other: Count) -> Count {
        Count {
            sectors: self.sectors + other.sectors,
            requests: self.requests + other.requests,
            time: self.time + other.time + f64::from(<&Machine>::default().launch),
            instructions: self.instructions + other.instructions,
            team: self.team + other.team,
        }
    }

    fn by_name(&self) -> [(&'static str, f64); 5] {
        let Count { sectors, requests, time, instructions, team } = *self;
        [
            ("sectors", sectors),
            ("requests", requests),
            ("time", time),
            ("instructions", instructions),
            ("requests to team memory", team),
        ]
    }
}

/// The steps of a region's plan, and the numbers that it says otherwise than its text, which reads as the regions `written`; `None`
/// where all are the same.
pub(crate) fn difference(
    (region, analysis): (&TargetRegion, &Analysis),
    written: &[&TargetRegion],
    (machine, policy): (&Machine, &Policy),
) -> Option<String> {
    let variant = analysis.decision.taken()?;
    let kinds: Vec<&str> = variant.steps.iter().map(|step| step.kind.name()).collect();
    let told = |what: &str| format!("{}: {what}", kinds.join("+"));
    let counts = written.iter().map(|own| {
        let own = without_launch(variant, as_counted(variant, region, own));
        as_written(&own, (machine, policy))
    });
    let counts = counts.collect::<Option<Vec<_>>>().into_iter().flatten();
    let Some(text) = counts.reduce(Count::and) else { return Some(told("not modelled")) };
    let plan = Count::of(&variant.after);
    let both = text.by_name().into_iter().zip(plan.by_name());
    let differ = |text: f64, plan: f64| (text - plan).abs() > ALIKE * text.abs().max(plan.abs());
    let differing = both.filter(|((_, text), (_, plan))| differ(*text, *plan));
    let numbers =
        differing.map(|((what, text), (_, plan))| match std::env::var_os("WARPCC_PRICES") {
            Some(_) => format!("{what} ({plan} planned, {text} written)"),
            None => what.to_owned(),
        });
    let numbers: Vec<String> = numbers.collect();
    (!numbers.is_empty()).then(|| told(&numbers.join(", ")))
}

/// A region without the clause for the threads that the runtime launches: no other change is weighed against that clause.
fn without_launch(variant: &Variant, mut region: TargetRegion) -> TargetRegion {
    if variant.has_any(&[StepKind::LAUNCH]) {
        region.directive.clauses.retain(|clause| clause.kind() != ClauseKind::OmpxAttribute);
    }
    region
}

/// The count of a region as its text has it, for teams that have their full size: plans are priced so.
fn as_written(region: &TargetRegion, (machine, policy): (&Machine, &Policy)) -> Option<Count> {
    let machine = &Machine { teams: 0, ..machine.clone() };
    let accesses = access::collect(region, policy);
    let declared = dependence::analyze(region, &accesses, policy).declared;
    let mapping = schedule::mapping(region, machine, &declared).ok()?;
    let counted = cost::count(region, &accesses, machine, mapping, policy);
    Some(Count::of(&counted))
}
