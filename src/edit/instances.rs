//! What the instances of a template that are changed alike have in common: one text, with the test of each.
//!
//! ```text
//! if constexpr (A || B) { int warpcc_holds = (A ? … : B ? … : 0); if (warpcc_holds) { … } else { … } } else { … }
//! ```

use std::collections::BTreeSet;

use super::{EditSet, Own, edits};
use crate::diag::Code;
use crate::plan::Plan;
use crate::source::SourceFile;

/// More tests than these are no text to write.
const MAX_TESTS: usize = 16;

/// The edits of an instance without the expression of its test, and the names that this has.
pub(super) type Shape = (EditSet, BTreeSet<String>);

/// What an instance must have in common with another one to share its text; `None` where it has no edits of its own.
pub(super) fn shape(own: &Own, file: &SourceFile) -> Option<Shape> {
    let set = own.edits.as_ref().ok()?;
    let Some(guarded) = &own.plan.guarded else { return Some((set.clone(), BTreeSet::new())) };
    let names = guarded.test.names.iter().cloned().collect();
    let mut plan: Plan = own.plan.clone();
    plan.guarded.iter_mut().for_each(|guarded| guarded.test.expression.clear());
    Some((edits(own.region, &plan, file).ok()?, names))
}

/// The shape of most instances that change; of two of as many the one that needs no test, and then the first one.
pub(super) fn chosen(group: &[Own], file: &SourceFile) -> Option<Shape> {
    let is_changed = |own: &&Own| own.edits.as_ref().is_ok_and(|set| !set.is_empty());
    let tested = |own: &Own| own.plan.guarded.is_some();
    let changed = group.iter().filter(is_changed);
    let shapes = changed.filter_map(|own| Some((shape(own, file)?, tested(own))));
    let shapes: Vec<(Shape, bool)> = shapes.collect();
    let number = |shape: &Shape| shapes.iter().filter(|(other, _)| other == shape).count();
    let best = shapes.iter().rev().max_by_key(|(shape, tested)| (number(shape), !tested));
    best.map(|(shape, _)| shape.clone())
}

/// Takes the plan without a test where that one has the shape which was chosen.
pub(super) fn fall_back(own: &mut Own, chosen: &Shape, file: &SourceFile) {
    let Some(guarded) = &own.plan.guarded else { return };
    let plan = &guarded.otherwise;
    if plan.not_applied.is_some() || shape(own, file).as_ref() == Some(chosen) {
        return;
    }
    let Ok(set) = edits(own.region, plan, file) else { return };
    let same = (set, BTreeSet::new());
    if same == *chosen {
        *own.plan = plan.clone();
        own.edits = Ok(same.0);
    }
}

/// The edits of instances of one shape, whose plans get the condition that tells them from others, and the test of all.
pub(super) fn write(agreed: &mut [&mut Own], file: &SourceFile) -> Result<EditSet, Code> {
    let conditions = agreed.iter().map(|own| own.region.instance.clone());
    let conditions: Option<Vec<String>> = conditions.collect();
    let conditions = conditions.ok_or(Code::DependentTemplate)?;
    let old: Vec<Plan> = agreed.iter().map(|own| own.plan.clone()).collect();
    let test = joined(agreed, &conditions).ok_or(Code::DependentTemplate)?;
    for own in agreed.iter_mut() {
        own.plan.instances = Some(conditions.join(" || "));
        if let Some(guarded) = &mut own.plan.guarded {
            guarded.test.expression.clone_from(&test);
        }
    }
    let Own { region, plan, .. } = &*agreed[0];
    let written = edits(region, plan, file);
    if written.is_err() {
        agreed.iter_mut().zip(old).for_each(|(own, old)| *own.plan = old);
    }
    written
}

/// The test of all instances: that of the one whose condition holds, or the only one; `None` where they are too many.
fn joined(agreed: &[&mut Own], conditions: &[String]) -> Option<String> {
    let mut tests: Vec<(&str, Vec<&str>)> = Vec::new();
    for (own, condition) in agreed.iter().zip(conditions) {
        let test = own.plan.guarded.as_ref().map_or("", |guarded| guarded.test.expression.as_str());
        match tests.iter_mut().find(|(known, _)| *known == test) {
            Some((_, of)) => of.push(condition),
            None => tests.push((test, vec![condition])),
        }
    }
    let each = |(test, of): &(&str, Vec<&str>)| format!("({}) ? ({test}) : ", of.join(" || "));
    match tests.as_slice() {
        [(test, _)] => Some((*test).to_owned()),
        all if all.len() > MAX_TESTS => None,
        all => Some(format!("({}0)", all.iter().map(each).collect::<String>())),
    }
}
