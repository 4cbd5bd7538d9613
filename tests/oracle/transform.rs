//! Runs a region as a plan rewrites it, the iterations of the collapsed loops in any order.

use warpcc::diag::Code;
use warpcc::ir::{Loop, Stmt, TargetRegion};
use warpcc::transform::applied;
use warpcc::transform::step::{Step, StepKind};

use crate::check::Observed;
use crate::interpret::{Machine, Setting, Stop};
use crate::rng::Rng;

/// A region's nest after the steps of a plan.
struct Rewritten {
    /// The loops that share the threads, outermost first.
    parallel: Vec<Loop>,
    /// What one iteration of them runs.
    body: Vec<Stmt>,
}

/// Compares the region's result with that of every legal change of it, with the collapsed
/// iterations backwards and shuffled twice. Answers how many changes were compared; regions whose
/// declared loops are not parallel in this run have no meaning to keep.
pub(crate) fn check(observed: &Observed, rng: &mut Rng) -> Result<u32, String> {
    let decision = &observed.analysis.decision;
    let chosen = decision.taken().map(|taken| &taken.steps);
    let legal =
        decision.rejected.iter().filter(|r| r.blocker.code == Code::NoGain).map(|r| &r.steps);
    let distributes = |step: &Step| step.kind == StepKind::DISTRIBUTE;
    let legal = legal.filter(|steps| !steps.iter().any(distributes));
    let mut all: Vec<&Vec<Step>> = chosen.into_iter().chain(legal).collect();
    all.retain(|steps| !steps.iter().any(joins));
    if all.is_empty() || observed.races() {
        return Ok(0);
    }
    for steps in &all {
        let rewritten = applied(observed.region, steps).ok_or_else(|| format!("{steps:?}"))?;
        let rewritten: Vec<Rewritten> = rewritten.iter().map(collapsed).collect();
        for turn in 0..3 {
            let mut machine = Machine::new(observed.region, observed.setting, &[]);
            let mut order = |iterations: &mut Vec<Vec<(i128, i128)>>| match turn {
                0 => iterations.reverse(),
                _ => rng.shuffle(iterations),
            };
            let run = rewritten.iter().try_for_each(|one| execute(&mut machine, one, &mut order));
            match run {
                Ok(()) if machine.result() == observed.result() => {}
                Err(Stop::Budget) => return Ok(0),
                outcome => {
                    let sizes = show(observed.setting);
                    return Err(format!("{steps:?} changes the result ({outcome:?}), {sizes}"));
                }
            }
        }
    }
    Ok(all.len() as u32)
}

/// What takes directives together, or apart.
const JOINS: [StepKind; 2] = [StepKind::COMBINE, StepKind::TEAMS];

/// Whether a step takes directives together or apart, which are not run here; so does a part's.
fn joins(step: &Step) -> bool {
    step.is_any(&JOINS) || step.parts().iter().flat_map(|part| &part.steps).any(joins)
}

fn show(setting: &Setting) -> String {
    format!("sizes {:?}, objects {:?}", setting.symbols, setting.objects)
}

fn execute(
    machine: &mut Machine,
    rewritten: &Rewritten,
    order: &mut impl FnMut(&mut Vec<Vec<(i128, i128)>>),
) -> Result<(), Stop> {
    let mut iterations = vec![Vec::new()];
    for l in &rewritten.parallel {
        let values = machine.values(l)?;
        let longer = |prefix: &Vec<(i128, i128)>| -> Vec<Vec<_>> {
            values.iter().map(|v| [prefix.clone(), vec![*v]].concat()).collect()
        };
        iterations = iterations.iter().flat_map(longer).collect();
    }
    order(&mut iterations);
    for iteration in iterations {
        let at: Vec<_> = rewritten
            .parallel
            .iter()
            .zip(iteration)
            .map(|(l, (value, atom))| (l, value, atom))
            .collect();
        machine.iteration(&at, &rewritten.body)?;
    }
    Ok(())
}

/// The region's associated loops, and the body of the innermost of them.
fn collapsed(region: &TargetRegion) -> Rewritten {
    let depth = region.directive.associated_loops().unwrap_or(1) as usize;
    let nest = region.nest();
    let parallel: Vec<Loop> = nest.iter().take(depth).map(|l| (*l).clone()).collect();
    let body = parallel.last().map(|innermost| innermost.body.clone()).unwrap_or_default();
    Rewritten { parallel, body }
}
