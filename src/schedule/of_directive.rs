//! The thread maps of a region, read from its directives.
//!
//! clang lowers a worksharing construct for a GPU in two levels: iterations go to teams in *team
//! chunks*, and those of a team chunk to its threads in *thread chunks*, dealt in rounds. What runs in a construct is a
//! function of its directive and of the map around it. The forms are those measured on clang 19 for nvptx64;
//! `docs/theory/coalescing.md`, §1, has the table.

use super::map::{Chunk, Finding, Mapping, ThreadMap, findings};
use crate::diag::Code;
use crate::id::{LoopId, StmtId};
use crate::ir::launch::TeamsLoop;
use crate::ir::{Directive, HazardKind, Stmt, StmtKind, TargetRegion, launch, nest_of};
use crate::machine::Machine;
use crate::openmp::{ClauseKind, Construct, Leaf, Leaves, construct};

/// The mapping that clang's lowering for nvptx gives the region when `loops` are the loops
/// associated with its own directive.
pub fn mapping(
    region: &TargetRegion,
    machine: &Machine,
    loops: &[LoopId],
) -> Result<Mapping, Code> {
    if loops.is_empty() && region.loops().is_empty() && !runs_plainly(region) {
        return Err(Code::NoLoop);
    }
    let in_teams = region.around.iter().any(|around| around.has(Leaf::Teams));
    let repeated = in_teams && !region.directive.has(Leaf::Distribute);
    let map = ThreadMap { repeated, ..ThreadMap::of_one_thread(machine) };
    let mut context = Context { region, loops, in_teams: false, map };
    for around in &region.around {
        context.enter(around, None, &[])?;
    }
    context.enter(&region.directive, None, loops)?;
    let mut mapping =
        Mapping { main: context.map.clone(), inner: Vec::new(), findings: Vec::new() };
    if context.map.is_repeated() {
        mapping.main = context.map.by_one_thread();
        context.add(&context.map.loops, &mut mapping.inner);
    }
    context.block(&region.body, &mut mapping.inner)?;
    mapping.findings = findings(&mapping);
    if launch::weak_loop(region).is_some() {
        mapping.findings.iter_mut().for_each(explain_loop);
    }
    mapping.findings.iter_mut().for_each(|finding| explain_calls(region, finding));
    Ok(mapping)
}

/// What the constructs around a statement say of it.
#[derive(Clone)]
struct Context<'a> {
    region: &'a TargetRegion,
    /// The loops that the region's own directive maps in place of those it is written for.
    loops: &'a [LoopId],
    in_teams: bool,
    /// Who runs what stands in the innermost of them.
    map: ThreadMap,
}

impl Context<'_> {
    /// Goes into a construct, the region's own where there is no statement of it, whose associated loops are `loops`.
    fn enter(
        &mut self,
        directive: &Directive,
        stmt: Option<StmtId>,
        loops: &[LoopId],
    ) -> Result<(), Code> {
        let asked = launch::threads(directive).unwrap_or(self.map.team_size);
        let compiled = launch::compiled_threads(directive).unwrap_or(asked);
        let mut map = ThreadMap { team_size: asked.min(compiled), ..self.map.by_one_thread() };
        if launch::repeats_by_teams(directive) && !self.region.is_inner() {
            map.teams.push(launch::team_loop(self.region));
        }
        if launch::is_parallel(directive) {
            map.thread = Some(launch::thread_loop(self.region, stmt));
        }
        self.in_teams |= directive.has(Leaf::Teams);
        self.map = map;
        self.share(directive, loops, compiled)
    }

    /// Deals out the iterations of `loops`, in a kernel that is compiled for teams of so many threads.
    fn share(
        &mut self,
        directive: &Directive,
        loops: &[LoopId],
        compiled: u32,
    ) -> Result<(), Code> {
        let (map, has) = (&mut self.map, |leaf| directive.has(leaf));
        let in_parallel = map.thread.is_some();
        let is_loop = has(Leaf::Loop) && !has(Leaf::Parallel);
        let is_for = has(Leaf::For) || has(Leaf::Loop) && (!is_loop || in_parallel);
        let of_teams = (is_loop && self.in_teams && !in_parallel)
            .then(|| launch::teams_loop(self.region, directive));
        let in_lanes = of_teams == Some(TeamsLoop::Lanes);
        if has(Leaf::Distribute) || is_loop {
            map.teams.retain(|l| *l != launch::team_loop(self.region));
        }
        let is_dealt = of_teams.is_some() && map.teams.is_empty();
        if has(Leaf::Distribute) && launch::is_parallel(directive) || in_lanes {
            map.loops = loops.to_vec();
            map.team_chunk = distribute_chunk(directive, compiled)?;
            (map.thread_chunk, map.schedule) = thread_chunk(directive)?;
            map.shrinks = may_shrink(self.region);
        } else if has(Leaf::Distribute) || is_dealt {
            map.teams.extend(loops);
        } else if is_for && in_parallel && !loops.is_empty() {
            map.loops = loops.to_vec();
            (map.thread_chunk, map.schedule) = thread_chunk(directive)?;
        } else if launch::repeats_by_threads(directive) && !is_of_one(directive) {
            map.loops.extend(map.thread);
            map.thread_chunk = Chunk::Of(1);
        } else if in_parallel && directive.shares_work() {
            map.thread_chunk = Chunk::Of(1);
        }
        Ok(())
    }

    /// Adds the maps of the constructs in a block, where the threads of a team do not share the iterations around it.
    fn block(&self, body: &[Stmt], inner: &mut Vec<(LoopId, ThreadMap)>) -> Result<(), Code> {
        if !self.map.loops.is_empty() && !self.map.is_repeated() {
            return Ok(());
        }
        for stmt in body {
            let StmtKind::Directive(directive, body) = &stmt.kind else {
                stmt.blocks().into_iter().try_for_each(|block| self.block(block, inner))?;
                continue;
            };
            let mut inside = self.clone();
            let loops = self.associated(directive, body)?;
            inside.enter(directive, Some(stmt.id), &loops)?;
            inside.add(&inside.roots(directive, body, &loops), inner);
            inside.block(body, inner)?;
        }
        Ok(())
    }

    /// Adds the map of what stands in the loops `roots`.
    fn add(&self, roots: &[LoopId], inner: &mut Vec<(LoopId, ThreadMap)>) {
        inner.extend(roots.iter().map(|root| (*root, self.map.clone())));
    }

    /// The outermost loops of a construct that was entered; none where its directive says nothing of who runs them.
    fn roots(&self, directive: &Directive, body: &[Stmt], loops: &[LoopId]) -> Vec<LoopId> {
        let says = Leaves::of(&[Leaf::Parallel, Leaf::Teams]) | construct::WORK;
        if !directive.leaves().meets(says) && !is_of_one(directive) {
            return Vec::new();
        }
        match loops.first() {
            _ if self.map.is_repeated() => self.map.loops.clone(),
            Some(first) if directive.shares_work() => vec![*first],
            _ => first_loops(body),
        }
    }

    /// The loops associated with a nested construct: those that stand in for the region's own where
    /// the construct is chained to it.
    fn associated(&self, directive: &Directive, body: &[Stmt]) -> Result<Vec<LoopId>, Code> {
        let count = directive.associated_loops().ok_or(Code::UnknownClause)? as usize;
        let nest = nest_of(body);
        let first = nest.first().map(|l| l.id);
        if first.is_some()
            && first == self.loops.first().copied()
            && !self.region.directive.shares_work()
        {
            return Ok(self.loops.to_vec());
        }
        Ok(nest.iter().take(count).map(|l| l.id).collect())
    }
}

/// One lane of each team works because of what clang makes of the directive.
fn explain_loop(finding: &mut Finding) {
    if finding.code == Code::OneThreadTeams {
        finding.code = Code::OneLaneLoop;
        finding.text =
            "one lane of each team works: clang 19 makes teams distribute of this teams loop"
                .into();
    }
}

/// One thread works as far as it is known what functions do that the region calls.
fn explain_calls(region: &TargetRegion, finding: &mut Finding) {
    let serial = [Code::OneThreadTeams, Code::SerialRegion];
    if !serial.contains(&finding.code) {
        return;
    }
    if region.has_hazard(HazardKind::CalledThreads) {
        finding.code = Code::UnmodelledMapping;
        finding.text =
            "a function that is called starts threads, which are not looked at: one thread runs the rest".into();
    } else if region.has_hazard(HazardKind::UnseenCall) {
        finding.text = match finding.code {
            Code::OneThreadTeams => {
                "one thread of each team works, unless a function that is called starts others"
            }
            _ => "one thread of the device runs the region, unless a function that is called starts others",
        }
        .into();
    }
}

/// Whether no clause says how many teams or threads run the region's own iterations, which the host counts for the runtime.
fn may_shrink(region: &TargetRegion) -> bool {
    let TargetRegion { directive, around, .. } = region;
    around.is_empty()
        && directive.clause(ClauseKind::NumTeams).is_none()
        && !launch::limits_threads(directive)
}

/// Whether one thread of a team at a time runs the construct.
fn is_of_one(directive: &Directive) -> bool {
    let construct = directive.construct();
    matches!(construct, Construct::Single | Construct::Critical)
        || construct.leaves().meets(construct::MASKED)
}

/// Whether a region without a loop is understood: its directive wants none, and no part is opaque. Where teams or
/// threads run it all, loops without counters are.
fn runs_plainly(region: &TargetRegion) -> bool {
    let repeated = launch::is_repeated(region);
    let opaque = |stmt: &Stmt| match stmt.kind {
        StmtKind::Opaque { .. } => true,
        StmtKind::While { .. } => !repeated,
        _ => false,
    };
    let wants_loop = region.directive.shares_work() || region.directive.has(Leaf::Simd);
    !wants_loop && !region.body.iter().any(opaque)
}

/// The outermost loops of a block.
fn first_loops(body: &[Stmt]) -> Vec<LoopId> {
    let of = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Loop(l) => vec![l.id],
        _ => stmt.blocks().into_iter().flat_map(first_loops).collect(),
    };
    body.iter().flat_map(of).collect()
}

/// What a team gets of a distributed loop: as many iterations as it has threads, unless
/// `dist_schedule` says otherwise.
fn distribute_chunk(directive: &Directive, team_size: u32) -> Result<Chunk, Code> {
    match arguments(directive, ClauseKind::DistSchedule).as_slice() {
        [] => Ok(Chunk::Of(team_size)),
        [kind] if kind == "static" => Ok(Chunk::Share),
        [kind, chunk] if kind == "static" => positive(chunk).map(Chunk::Of),
        _ => Err(Code::UnmodelledSchedule),
    }
}

/// What a thread gets of its team's chunk, and the schedule's name. For `auto` clang calls the runtime's dispatcher, which deals
/// out iterations one by one, as without a clause: `kmp_sched_auto` becomes `kmp_sched_static_chunk` with chunk 1 (LLVM 19,
/// `DeviceRTL/src/Workshare.cpp`, `dispatch_init`).
fn thread_chunk(directive: &Directive) -> Result<(Chunk, String), Code> {
    let words = arguments(directive, ClauseKind::Schedule);
    let kind = words.first().map_or("static", |kind| kind.rsplit(':').next().unwrap_or(kind));
    match (kind, words.get(1)) {
        ("static", None) if words.is_empty() => Ok((Chunk::Of(1), "static,1".into())),
        ("static", None) => Ok((Chunk::Share, "static".into())),
        ("auto", None) => Ok((Chunk::Of(1), "auto".into())),
        ("static", Some(chunk)) => Ok((Chunk::Of(positive(chunk)?), format!("static,{chunk}"))),
        _ => Err(Code::UnmodelledSchedule),
    }
}

fn positive(text: &str) -> Result<u32, Code> {
    text.parse().ok().filter(|size| *size > 0).ok_or(Code::UnmodelledSchedule)
}

/// The arguments of a clause without blanks; none where it is absent.
fn arguments(directive: &Directive, kind: ClauseKind) -> Vec<String> {
    let argument = directive.argument(kind);
    let words = argument.into_iter().flat_map(|text| text.split(','));
    words.map(|word| word.chars().filter(|c| !c.is_whitespace()).collect()).collect()
}
