//! Runs a region as a plan rewrites it, the iterations of the collapsed loops in any order.

use warpcc::diag::Code;
use warpcc::id::{LoopId, StmtId};
use warpcc::ir::{Loop, Stmt, StmtKind, TargetRegion};
use warpcc::plan::step::{Step, StepKind, Subject};

use crate::check::Observed;
use crate::interpret::{Machine, Setting, Stop};
use crate::rng::Rng;

/// A region's nest after the steps of a plan.
struct Rewritten<'a> {
    /// The loops that share the threads, outermost first.
    parallel: Vec<&'a Loop>,
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
    let distributes = |step: &Step| step.kind == StepKind::Distribute;
    let all: Vec<_> = chosen
        .into_iter()
        .chain(legal.filter(|steps| !steps.iter().any(distributes)))
        .filter(|steps| !steps.iter().any(reshapes))
        .collect();
    if all.is_empty() || observed.races() {
        return Ok(0);
    }
    for steps in &all {
        let declared = observed.analysis.dependences.declared.len();
        let parts = decision.taken().and_then(|taken| taken.distribution.as_ref());
        let parts = parts.filter(|_| steps.iter().any(distributes));
        let rewritten: Vec<Rewritten> = match parts {
            Some(distribution) => {
                let parts = distribution.parts.iter();
                let own = parts.map(|part| rewrite(&part.region, declared, &part.variant.steps));
                own.collect::<Result<_, _>>()?
            }
            None => vec![rewrite(observed.region, declared, steps)?],
        };
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

/// Whether a step makes another form of the region; so does a part's.
fn reshapes(step: &Step) -> bool {
    let reshaping = [StepKind::Box, StepKind::Combine, StepKind::Teams];
    match &step.subject {
        Subject::Parts(parts) => parts.iter().any(|part| part.steps.iter().any(reshapes)),
        _ => step.is_any(&reshaping),
    }
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
            .map(|(l, (value, atom))| (*l, value, atom))
            .collect();
        machine.iteration(&at, &rewritten.body)?;
    }
    Ok(())
}

fn rewrite<'a>(
    region: &'a TargetRegion,
    declared: usize,
    steps: &[Step],
) -> Result<Rewritten<'a>, String> {
    let nest = region.nest();
    let mut order: Vec<LoopId> = nest.iter().map(|l| l.id).collect();
    let (mut depth, mut span, mut sunk) = (declared, 0, None);
    for step in steps {
        match (step.kind, &step.subject) {
            (StepKind::Collapse, Subject::Depth(associated)) => depth = *associated as usize,
            (StepKind::Interchange, Subject::Loops(loops)) => {
                span = loops.len();
                order.splice(..span, loops.iter().copied());
            }
            (StepKind::Sink, Subject::Statements(statements)) => sunk = Some(statements.clone()),
            _ => {}
        }
    }
    span = span.max(depth).max(declared);
    let (_, innermost) = nest.split_at(span - 1);
    let mut body = between(&nest[..span]);
    let moved: Vec<StmtId> = body.iter().map(|stmt| stmt.id).collect();
    if sunk.is_some_and(|sunk| sunk != moved) {
        return Err(format!("{steps:?} does not sink {moved:?}"));
    }
    body.extend(innermost[0].body.clone());
    let find = |id: &LoopId| nest.iter().find(|l| l.id == *id).copied();
    for l in order[depth..span].iter().rev().filter_map(find) {
        let inner = Loop { body, ..l.clone() };
        let kind = StmtKind::Loop(Box::new(inner));
        body = vec![Stmt { id: StmtId(0), span: l.header, in_macro: false, kind }];
    }
    Ok(Rewritten { parallel: order[..depth].iter().filter_map(find).collect(), body })
}

/// The statements beside the inner loops of `nest`.
fn between(nest: &[&Loop]) -> Vec<Stmt> {
    let beside = |(outer, inner): (&&Loop, &&Loop)| -> Vec<Stmt> {
        let is_inner = |s: &&Stmt| matches!(&s.kind, StmtKind::Loop(l) if l.id == inner.id);
        outer.body.iter().filter(|s| !is_inner(s)).cloned().collect()
    };
    nest.iter().zip(nest.iter().skip(1)).flat_map(beside).collect()
}
