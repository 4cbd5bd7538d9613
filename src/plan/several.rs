//! What several regions in the place of one gain ([`crate::transform::split`]).

use std::ops::Range;

use rayon::prelude::*;

use super::study::{Chain, Proposed, Study};
use super::{Decision, Rejected, Variant, choose_order};
use crate::access::Accesses;
use crate::coalesce::groups::Together;
use crate::cost::{self, Coalescing, Cost};
use crate::diag::Code;
use crate::id::{AccessId, LoopId, SymbolId};
use crate::ir::{DataKind, StmtKind, TargetRegion};
use crate::policy::Policy;
use crate::schedule::map::Mapping;
use crate::transform::analyses;
use crate::transform::blocker::Blocker;
use crate::transform::form::Form;
use crate::transform::split::{self, Cut};
use crate::transform::step::StepKind;

/// What the regions that one region becomes have in common.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// The loops around all parts.
    pub common: Vec<LoopId>,
    /// Arrays and records that no clause names: `to` where the parts only read them, `tofrom` where
    /// they do not. They stay on the device from the first part to the last.
    pub implicit: Vec<(DataKind, SymbolId)>,
}

/// Each distribution that may run.
pub(super) fn propose(study: &Study, decision: &Decision) -> Proposed {
    propose_with(study, decision, f64::from(study.pricing.machine.launch))
}

/// The same where nothing else gains: then a further launch is no dearer than beside as many threads as sizes count as.
pub(super) fn propose_otherwise(study: &Study, decision: &Decision) -> Proposed {
    match (&decision.before, decision.taken()) {
        (Ok(before), None) => {
            let loops = &study.accesses.loops;
            let machine = study.pricing.machine;
            let launch = cost::launch_beside(machine, &before.mapping, loops);
            if launch >= f64::from(machine.launch) {
                return Proposed::default();
            }
            let mut chains = propose_with(study, decision, launch).chains;
            chains.iter_mut().for_each(|chain| chain.otherwise = None);
            Proposed { chains, ..Proposed::default() }
        }
        _ => Proposed::default(),
    }
}

/// Each distribution that may run where a launch takes that time.
fn propose_with(study: &Study, decision: &Decision, launch: f64) -> Proposed {
    if !study.may_gain(decision, StepKind::DISTRIBUTE) {
        return Proposed::default();
    }
    let Study { region, accesses, dependences, .. } = *study;
    let mut proposed = Proposed::default();
    let cuts = split::cuts(region, dependences.declared.len()).into_iter();
    for cut in cuts.filter(|cut| split::may_help(accesses, dependences, cut)) {
        let is_of_loops = cut.parts.iter().filter(|part| split::has_loop(part)).count() > 1;
        let steps = vec![split::step(cut.parts_as_written())];
        let refusal =
            |blocker: Blocker| is_of_loops.then(|| Rejected { steps: steps.clone(), blocker });
        let found = split::check(region, accesses, dependences, &cut)
            .and_then(|()| best_of(study, decision, (&cut, launch)));
        match found {
            Ok(variant) => {
                let otherwise = refusal(no_gain(variant.gain.time()));
                proposed.chains.push(Chain { variants: vec![variant], otherwise });
            }
            Err(blocker) => proposed.refused = proposed.refused.or_else(|| refusal(blocker)),
        }
    }
    proposed
}

fn no_gain(gain: f64) -> Blocker {
    let words =
        format!("time would change by a factor of {gain:.2}, with the launch of each region");
    Blocker::in_words(Code::NoGain, None, words)
}

/// The variant of the parts without a test, or where that does not gain enough, with the test that one of them needs.
fn best_of(
    study: &Study,
    decision: &Decision,
    (cut, launch): (&Cut, f64),
) -> Result<Variant, Blocker> {
    let split = Split { cut, parts: analysed(study, cut)?, launch };
    let policy = Policy { tests: false, ..*study.pricing.policy };
    let plain = carry_out(study, decision, &split, &policy)?;
    if study.pricing.policy.tests && !study.gains_enough(&plain, decision) {
        let tested = carry_out(study, decision, &split, study.pricing.policy);
        return Ok(tested.ok().filter(|own| own.gain.time() > plain.gain.time()).unwrap_or(plain));
    }
    Ok(plain)
}

/// A part as a region of its own.
struct Part {
    region: TargetRegion,
    accesses: Accesses,
    /// Which accesses of the whole region these are.
    range: Range<usize>,
}

/// A cut, its parts, and the time of one more launch.
struct Split<'a> {
    cut: &'a Cut<'a>,
    parts: Vec<Part>,
    launch: f64,
}

/// The parts, which have the accesses of the whole region between them.
fn analysed(study: &Study, cut: &Cut) -> Result<Vec<Part>, Blocker> {
    let Study { region, accesses, ref pricing, .. } = *study;
    let parts = cut.parts_as_written();
    let own = parts.iter().map(|part| split::with_only(region, &parts, part));
    let own: Vec<_> = own.map(|own| (analyses::accesses(&own, pricing.policy), own)).collect();
    let spans = own.iter().flat_map(|(own, _)| &own.list).map(|a| a.reference.span);
    if !spans.eq(accesses.list.iter().map(|a| a.reference.span)) {
        let words = "what stands around the parts accesses memory";
        return Err(Blocker::in_words(Code::NotPerfect, None, words));
    }
    let mut first = 0;
    let numbered = own.into_iter().map(|(accesses, region)| {
        let range = first..first + accesses.list.len();
        first = range.end;
        Part { region, accesses, range }
    });
    Ok(numbered.collect())
}

/// The variant of the parts, each of them with the best change.
fn carry_out(
    study: &Study,
    decision: &Decision,
    Split { cut, parts: own, launch }: &Split,
    policy: &Policy,
) -> Result<Variant, Blocker> {
    let Study { region, accesses, dependences, ref pricing } = *study;
    let mut parts = cut.parts_as_written();
    let planned = own.par_iter().map(|part| {
        let own = dependences.within(&part.range);
        let form = Form::written(&part.region, &part.accesses);
        let own = choose_order(&form, &own, pricing.machine, policy);
        let before = own.as_written()?;
        Ok(own.taken().cloned().unwrap_or_else(|| Variant::unchanged(before)))
    });
    let variants: Vec<Variant> = planned.collect::<Result<_, _>>()?;
    let mut tests = variants.iter().filter_map(|variant| variant.test.clone());
    let test = tests.next();
    if tests.next().is_some() {
        let words = "several parts need a test each";
        return Err(Blocker::in_words(Code::NoGain, None, words));
    }
    for (part, variant) in parts.iter_mut().zip(&variants) {
        part.steps.clone_from(&variant.steps);
    }
    let each: Vec<&Coalescing> = variants.iter().map(|variant| &variant.after).collect();
    let mut after = joined(accesses, cut, &each);
    let before = decision.as_written()?;
    let further = (variants.len() - 1) as f64;
    let alone = after.cost.time;
    after.cost.time = alone + launch * further;
    let mut gain = pricing.gain(before, &after);
    gain.parallelism *= found_out(&variants, after.cost.time);
    after.cost.time = alone + f64::from(pricing.machine.launch) * further;
    let mut variant = Variant {
        steps: vec![split::step(parts)],
        gain,
        after,
        test,
        unwritable: super::not_writable(region, pricing.policy),
        distribution: Some(Distribution {
            common: cut.common.iter().map(|l| l.id).collect(),
            implicit: split::implicit(region, accesses),
        }),
        ..Variant::unchanged(before)
    };
    let own = variants.iter().flat_map(|own| &own.assumptions);
    variant.assumptions.extend(own);
    variant.assumptions.insert(Code::DeclaredParallel);
    variant.assumptions.extend(&accesses.assumptions);
    Ok(variant)
}

/// What parts gain because a test finds out that threads are few, which is in their gains alone: the time of all parts by the `time` that the
/// counts tell.
fn found_out(variants: &[Variant], time: f64) -> f64 {
    let saved = variants.iter().filter(|own| own.test.is_some()).map(|own| {
        let Variant { before, after, gain, .. } = own;
        (after.cost.time - before.cost.time / gain.of_requests()).max(0.0)
    });
    let left = time - saved.sum::<f64>();
    if left > 0.0 { time / left } else { 1.0 }
}

/// The counts of all parts, by the accesses of the region: each part's map applies from its first loop on.
fn joined(accesses: &Accesses, cut: &Cut, counted: &[&Coalescing]) -> Coalescing {
    let sectors: Vec<_> = counted.iter().flat_map(|own| own.sectors.clone()).collect();
    let mut groups = Vec::new();
    let mut before = 0;
    for own in counted {
        let moved = |id: &AccessId| AccessId::from_index(before + id.index());
        groups.extend(own.groups.iter().map(|group| {
            let members = group.members.iter().map(moved).collect();
            Together { members, ..group.clone() }
        }));
        before += own.sectors.len();
    }
    let mut inner = Vec::new();
    let mut main = counted[0].mapping.main.clone();
    let mut findings = Vec::new();
    for (part, own) in cut.parts.iter().zip(counted) {
        let mapping = &own.mapping;
        let mut roots = part.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Loop(l) => Some(l.id),
            _ => None,
        });
        match roots.next() {
            Some(root) => inner.push((root, mapping.main.clone())),
            None => main = mapping.main.clone(),
        }
        inner.extend(mapping.inner.iter().cloned());
        let new = |finding: &&_| !findings.contains(*finding);
        let new: Vec<_> = mapping.findings.iter().filter(new).cloned().collect();
        findings.extend(new);
    }
    let cost = counted.iter().fold(Cost::default(), |mut sum, own| {
        let cost = &own.cost;
        sum.total += cost.total;
        sum.range = (sum.range.0 + cost.range.0, sum.range.1 + cost.range.1);
        sum.time += cost.time;
        sum.recovery += cost.recovery;
        sum.requests += cost.requests;
        sum.team += cost.team;
        sum
    });
    let mapping = Mapping { main, inner, findings };
    let (loops, sector) = (accesses.counting().loops.clone(), counted[0].sector);
    Coalescing { mapping, loops, sectors, sector, groups, cost }
}
