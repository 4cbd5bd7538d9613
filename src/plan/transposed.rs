//! What it gains that a flat loop is counted along the other side of the matrix that it walks
//! ([`crate::transform::transpose`]).

use super::fact::Fact;
use super::lanes;
use super::study::{Chain, Proposed, Study};
use super::test::host_test;
use super::{Decision, Rejected, Variant, not_writable};
use crate::access::Accesses;
use crate::cost::count;
use crate::diag::Code;
use crate::id::SymbolId;
use crate::ir::{HazardKind, StmtKind, TargetRegion, Type, walk_statements};
use crate::schedule::mapping;
use crate::symbolic::eval::symbol_facts;
use crate::symbolic::poly::{Atom, Poly};
use crate::transform::blocker::Blocker;
use crate::transform::step::{Step, StepKind};
use crate::transform::transpose::Flat;
use crate::transform::{analyses, applied_to_one, host, legality, levels};

/// More divisors than these are not tried.
const MOST: usize = 4;

/// The best way to count the loop, if it gains enough.
pub(super) fn propose(study: &Study, decision: &Decision) -> Proposed {
    let Study { region, dependences, .. } = *study;
    let concerned = levels::is_combined(&region.directive) && dependences.declared.len() == 1;
    if !concerned || !study.may_gain(decision, StepKind::TRANSPOSE) {
        return Proposed::default();
    }
    let Some(flat) = Flat::of(region) else { return Proposed::default() };
    let steps = flat.steps(region).into_iter().take(MOST);
    let counted = steps.filter_map(|step| counted(study, decision, step).ok());
    let gaining = counted.filter(|variant| study.gains_enough(variant, decision));
    let best = gaining.max_by(|a, b| a.gain.time().total_cmp(&b.gain.time()));
    let Some(variant) = best else { return Proposed::default() };
    let steps = variant.steps.clone();
    match allowed(study, &flat, variant) {
        Ok(variant) => {
            let chains = vec![Chain { variants: vec![variant], otherwise: None }];
            Proposed { chains, ..Proposed::default() }
        }
        Err(blocker) => {
            Proposed { refused: Some(Rejected { steps, blocker }), ..Proposed::default() }
        }
    }
}

/// The variant with the step, whether it is legal or not.
fn counted(study: &Study, decision: &Decision, step: Step) -> Result<Variant, Blocker> {
    let Study { region, accesses, dependences, ref pricing } = *study;
    let before = decision.as_written()?;
    let steps = vec![step];
    let new = applied_to_one(region, &steps);
    let new = new.ok_or_else(|| Blocker::unmodelled(Code::NotEditable))?;
    let own = analyses::accesses(&new, pricing.policy);
    if !own.stand_where(accesses) {
        return Err(Blocker::unmodelled(Code::TooComplex));
    }
    let mapped =
        mapping(&new, pricing.machine, &dependences.declared).map_err(Blocker::unmodelled)?;
    let after = count(&new, &own, pricing.machine, mapped, pricing.policy);
    pricing.check_turns([&before.mapping, &after.mapping])?;
    let gain = pricing.gain(before, &after);
    let mut assumptions = own.assumptions;
    assumptions.extend([Code::DeclaredParallel, Code::NoSignedOverflow]);
    assumptions.extend(after.sectors.iter().flatten().flat_map(|s| &s.assumptions));
    let unwritable = not_writable(region, pricing.policy);
    Ok(Variant { steps, after, gain, assumptions, unwritable, ..Variant::unchanged(before) })
}

/// The variant, behind a test where sizes may be less than 1, or where their product may be too
/// large.
fn allowed(study: &Study, flat: &Flat, variant: Variant) -> Result<Variant, Blocker> {
    let Study { region, accesses, dependences, ref pricing } = *study;
    legality::check_known(accesses)?;
    legality::check_dealing(region, accesses, &dependences.declared)?;
    legality::check_copies(region)?;
    check_order(region)?;
    check_text(region)?;
    if !pricing.policy.no_overflow {
        let words = "the number of iterations may wrap around";
        return Err(Blocker::in_words(Code::MayWrap, None, words));
    }
    let is_one =
        |symbol: &SymbolId| host::is_size(region, *symbol) && host::is_visible(region, *symbol);
    if let Some(symbol) = flat.sizes().into_iter().find(|symbol| !is_one(symbol)) {
        let name = &region.symbol(symbol).name;
        let words = format!("{name} may have another value on the device");
        return Err(Blocker::in_words(Code::Untested, None, words));
    }
    let facts = facts((region, accesses), flat)?;
    if facts.is_empty() {
        return Ok(variant);
    }
    let test = host_test(region, &[], &facts, pricing.policy).map_err(|words| {
        Blocker::in_words(Code::Untested, None, format!("sizes may be less than 1: {words}"))
    })?;
    Ok(Variant { test: Some(test), ..variant })
}

/// Nothing in the region is made in the order of its iterations: what is updated atomically may be
/// a floating-point sum.
fn check_order(region: &TargetRegion) -> Result<(), Blocker> {
    let mut ordered = None;
    walk_statements(&region.body, &mut |stmt| {
        if let StmtKind::Directive(directive, _) = &stmt.kind {
            ordered = Some(directive.name.clone());
        }
    });
    match ordered {
        Some(name) => {
            let words = format!("a construct {name} stands in it");
            Err(Blocker::in_words(Code::UnknownEffect, None, words))
        }
        None => Ok(()),
    }
}

/// The text can be made anew: it has no pragmas, no types that look like another one and may choose another function, and no
/// name like that of the new counter.
fn check_text(region: &TargetRegion) -> Result<(), Blocker> {
    let hindrances = [
        (HazardKind::OtherType, "it has types that a text cannot name"),
        (HazardKind::InnerPragma, "a pragma stands in it"),
        (HazardKind::TakenName, "a name begins like those of new variables"),
    ];
    match hindrances.into_iter().find(|(kind, _)| region.has_hazard(*kind)) {
        Some((_, words)) => Err(Blocker::in_words(Code::NotEditable, None, words)),
        None => Ok(()),
    }
}

/// That each size is at least 1, where that does not follow from an iteration that runs, and that
/// their product is what it is in the program.
fn facts(
    (region, accesses): (&TargetRegion, &Accesses),
    flat: &Flat,
) -> Result<Vec<Fact>, Blocker> {
    let loops: Vec<_> = region.nest().first().map(|l| l.id).into_iter().collect();
    let known = accesses.facts_inside(symbol_facts(region), &loops);
    let mut facts = Vec::new();
    for symbol in flat.sizes() {
        let left = &Poly::atom(Atom::Symbol(symbol)) - &Poly::one();
        let is_signed = matches!(region.symbol(symbol).ty, Type::Int { signed: true, .. });
        if is_signed && !known.nonnegative(&left) {
            facts.extend(lanes::known_to_be(&left, 0));
        }
    }
    if let (Some(bits), Some((product, number))) = (flat.bits, flat.product()) {
        let power = bits.checked_sub(1 + number.significant_bits());
        let words = "the number of iterations may be too large";
        let power = power.ok_or_else(|| Blocker::in_words(Code::MayWrap, None, words))?;
        if !product.factors().is_empty() {
            facts.push(Fact::Most(product, power));
        }
    }
    Ok(facts)
}
