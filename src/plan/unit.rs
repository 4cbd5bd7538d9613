//! Decisions across the regions of a unit: regions that share a directive are decided on together, and a region that takes the
//! constructs inside of it into one must gain more than these do.

use std::collections::BTreeMap;

use super::combined;
use super::decision::Decision;
use super::gain::Gain;
use crate::id::FileId;
use crate::ir::{HazardKind, TargetRegion};
use crate::source::Span;
use crate::symbolic::eval::LoopValues;
use crate::transform::serial;

/// A region of a unit and the decision on it.
#[derive(Debug)]
pub struct Planned<'a> {
    /// The region.
    pub region: &'a TargetRegion,
    /// Bounds of each loop that was reached, by `LoopId`.
    pub loops: &'a [Option<LoopValues>],
    /// What is done with it.
    pub decision: &'a mut Decision,
}

impl Planned<'_> {
    /// Whether other units of the program may have the region, too.
    pub fn is_shared(&self) -> bool {
        self.region.has_hazard(HazardKind::SharedFunction)
    }
}

/// The regions of a unit that share one directive: what one text means in several instances or for several devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The directive's file.
    pub file: FileId,
    /// Their numbers in the unit.
    pub numbers: Vec<usize>,
}

/// Decides on all regions of a unit. `write` decides on one group: it takes what its text can hold, and what it does not take is refused then.
/// Constructs inside of regions come before these. The groups are in that order.
pub fn decide(
    regions: &mut [Planned],
    mut write: impl FnMut(&mut [Planned], &Group),
) -> Vec<Group> {
    check_inner(regions);
    let groups = groups(regions);
    for group in &groups {
        let inside = gainful(regions, group);
        write(regions, group);
        if group.numbers.iter().any(|k| regions[*k].decision.is_combined()) {
            inside.into_iter().for_each(|k| regions[k].decision.withdraw());
        }
    }
    groups
}

/// The region whose kernel has the region of this number: itself where that is inside of no other one.
pub fn kernel(regions: &[Planned], number: usize) -> Option<usize> {
    let region = regions[number].region;
    let has = |outer: &Planned| !outer.region.is_inner() && region.is_inside(outer.region);
    if region.is_inner() { regions.iter().position(has) } else { Some(number) }
}

/// Whether another target region of the function stands on a region's line. clang 19 numbers the kernels of a line, and gives the number of
/// one that only the host has to the next one, too.
pub fn shares_line(regions: &[Planned], region: &TargetRegion) -> bool {
    let place = |own: &TargetRegion| (own.line, own.file);
    let others = regions.iter().map(|own| own.region);
    let mut others = others.filter(|other| {
        place(other) == place(region) && other.directive.span != region.directive.span
    });
    others.any(|other| !other.is_inner() && other.function == region.function)
}

fn groups(regions: &[Planned]) -> Vec<Group> {
    let mut groups: BTreeMap<(bool, FileId, Span), Vec<usize>> = BTreeMap::new();
    for (k, Planned { region, .. }) in regions.iter().enumerate() {
        let is_outer = !region.is_inner();
        groups.entry((is_outer, region.file, region.directive.span)).or_default().push(k);
    }
    groups.into_iter().map(|((_, file, _), numbers)| Group { file, numbers }).collect()
}

/// The numbers of the constructs inside of a region.
fn inside<'a>(regions: &'a [Planned], number: usize) -> impl Iterator<Item = usize> + 'a {
    let outer = regions[number].region;
    let is_inside =
        |own: &(usize, &Planned)| own.1.region.is_inner() && own.1.region.is_inside(outer);
    regions.iter().enumerate().filter(move |own| is_inside(own)).map(|(k, _)| k)
}

/// A region says of the constructs inside of it what they do not know by themselves.
fn check_inner(regions: &mut [Planned]) {
    for k in 0..regions.len() {
        for inner in inside(regions, k).collect::<Vec<_>>() {
            let Planned { region, loops, .. } = &regions[k];
            let checked = serial::check_inside(region, loops, regions[inner].region);
            if let Err(blocker) = checked {
                regions[inner].decision.give_up(blocker);
            }
        }
    }
}

/// Takes from a group the variants that become one construct and gain less than the constructs inside, which have been decided on; answers
/// the numbers of these.
fn gainful(regions: &mut [Planned], group: &Group) -> Vec<usize> {
    let inside: Vec<usize> = group.numbers.iter().flat_map(|k| inside(regions, *k)).collect();
    let changed = inside.iter().map(|k| &*regions[*k].decision).filter(|own| own.applies());
    let gains: Vec<Gain> = changed.map(Decision::gain).collect();
    for k in &group.numbers {
        let variants = &mut regions[*k].decision.variants;
        variants.retain(|own| !own.combined || combined::gains_more(&own.gain, &gains));
    }
    inside
}
