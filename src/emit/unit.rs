//! The new text of a unit's files: the edits of its regions, of what stays on the device, and of clauses, which must all stand beside
//! each other.

use std::collections::BTreeMap;

use super::{Edit, EditSet, Placed, can_be_numbered, residence, take, tightened};
use crate::diag::Code;
use crate::id::FileId;
use crate::ir::host::HostFunction;
use crate::ir::{HazardKind, TargetRegion};
use crate::plan::Decision;
use crate::plan::unit::{self, Group, Planned};
use crate::policy::Policy;
use crate::source::{SourceMap, Span};
use crate::transfer::{Residence, Tightened, Transfers};

/// The edits of a unit.
#[derive(Clone, Debug, Default)]
pub struct UnitEdits {
    /// What each region's own change edits, in the regions' order.
    pub regions: Vec<EditSet>,
    /// All edits, by file.
    pub files: BTreeMap<FileId, EditSet>,
}

impl UnitEdits {
    /// Decides on all regions of a unit, and writes their changes.
    pub fn of(regions: &mut [Planned], sources: &SourceMap, policy: &Policy) -> UnitEdits {
        let mut own = vec![EditSet::default(); regions.len()];
        let groups = unit::decide(regions, |regions, group| {
            let edits = written(regions, group, (sources, policy));
            group.numbers.iter().for_each(|k| own[*k] = edits.clone());
        });
        let mut all = UnitEdits { regions: own, files: BTreeMap::new() };
        all.leave_refused(regions);
        for group in &groups {
            if !all.join(regions, group, (sources, policy)) {
                group.numbers.iter().for_each(|k| regions[*k].decision.refuse(Code::NotEditable));
            }
        }
        all.leave_refused(regions);
        all.number_apart(regions, sources);
        if !policy.regions {
            all.files.clear();
        }
        all
    }

    /// Adds what keeps data on the device, where it can stand beside the changes of regions. A residence whose text cannot be written
    /// becomes a refusal.
    pub fn keep_on_device(
        &mut self,
        regions: &[TargetRegion],
        sources: &SourceMap,
        found: &mut Transfers,
    ) {
        let is_fixed = has_fixed_text(regions);
        let main = FileId::from_index(0);
        let file = sources.file(main);
        let of_regions = self.files.get(&main).cloned().unwrap_or_default();
        let mut all: Vec<Placed> = Vec::new();
        let mut blocks: Vec<Span> = Vec::new();
        let together = |all: &[Placed]| {
            let before = all.iter().flat_map(|own| own.before.iter().cloned());
            let behind = all.iter().rev().flat_map(|own| own.behind.iter().cloned());
            let regions = of_regions.edits().iter().cloned();
            EditSet::new(before.chain(regions).chain(behind).collect())
        };
        for own in std::mem::take(&mut found.residences) {
            let is_crossed = own.is_block() && blocks.iter().any(|block| crosses(*block, own.span));
            let can_stand = own.file == main && !is_fixed && !is_crossed;
            let mut fits = |own: &Residence| {
                let placed = can_stand.then(|| residence(own, file)).flatten();
                placed.is_some_and(|placed| {
                    all.push(placed);
                    let fits = together(&all).is_ok();
                    all.truncate(all.len() - usize::from(!fits));
                    fits
                })
            };
            let taken = if fits(&own) {
                Some(own)
            } else {
                let flat = own.unpacked().filter(&mut fits);
                found.refusals.extend(flat.is_none().then(|| own.refused()));
                flat
            };
            blocks.extend(taken.iter().filter(|own| own.is_block()).map(|own| own.span));
            found.residences.extend(taken);
        }
        if let (false, Ok(edits)) = (all.is_empty(), together(&all)) {
            self.files.insert(main, edits);
        }
    }

    /// Adds clauses that copy less, where they can stand beside the other edits; says of each whether it is written.
    pub fn tighten(
        &mut self,
        regions: &[(&TargetRegion, &Decision)],
        (functions, sources): (&[HostFunction], &SourceMap),
        found: &mut [Tightened],
    ) {
        if has_fixed_text(regions.iter().map(|(region, _)| *region)) {
            return;
        }
        let mut groups: BTreeMap<(FileId, Span), Vec<&mut Tightened>> = BTreeMap::new();
        let main = |own: &&mut Tightened| own.file.index() == 0;
        for own in found.iter_mut().filter(main) {
            groups.entry((own.file, own.directive)).or_default().push(own);
        }
        for ((file, span), group) in groups {
            let own = |(region, _): &&(&TargetRegion, &Decision)| {
                region.file == file && region.directive.span == span
            };
            let mut all = regions.iter().filter(own);
            let is_parted = all.clone().any(|(_, decision)| decision.makes_several());
            let host = || {
                let mut own = functions.iter().filter(|function| function.file == file);
                own.find_map(|function| function.directive_at(span))
            };
            let directive = all.next().map(|(region, _)| &region.directive).or_else(host);
            let Some(directive) = directive.filter(|_| !is_parted) else { continue };
            let items: Vec<&Tightened> = group.iter().map(|own| &**own).collect();
            let new = tightened(directive, &items, sources.file(file));
            let Some(new) = new else { continue };
            let edits = self.files.entry(file).or_default();
            if let Ok(both) = edits.clone().union(new) {
                *edits = both;
                group.into_iter().for_each(|own| own.is_written = true);
            }
        }
    }

    /// Adds the conditions of updates that need not be repeated, where they can stand beside the other edits.
    pub fn update_once(
        &mut self,
        regions: &[TargetRegion],
        functions: &[HostFunction],
        found: &mut Transfers,
    ) {
        if has_fixed_text(regions) {
            return;
        }
        for own in found.repeated.iter_mut().filter(|own| own.file.index() == 0) {
            let mut all = functions.iter().filter(|function| function.file == own.file);
            let directive = all.find_map(|function| function.directive_at(own.directive));
            let Some(directive) = directive else { continue };
            let text = format!(" if({})", own.condition);
            let new = EditSet::new(vec![Edit::insertion(directive.name_end, text)]);
            let edits = self.files.entry(own.file).or_default();
            if let Ok(both) = new.and_then(|new| edits.clone().union(new)) {
                *edits = both;
                own.is_written = true;
            }
        }
    }

    /// Regions that do not change edit nothing.
    fn leave_refused(&mut self, regions: &[Planned]) {
        let refused = self.regions.iter_mut().zip(regions).filter(|own| !own.1.decision.applies());
        refused.for_each(|(edits, _)| *edits = EditSet::default());
    }

    /// Adds the edits of a group to those of its file; whether they can stand there.
    fn join(
        &mut self,
        regions: &[Planned],
        group: &Group,
        (sources, policy): (&SourceMap, &Policy),
    ) -> bool {
        let own = group.numbers.iter().map(|k| &self.regions[*k]);
        let Some(edits) = own.into_iter().find(|own| !own.is_empty()) else { return true };
        let file = sources.file(group.file);
        let all = self.files.entry(group.file).or_default();
        let mut shared = group.numbers.iter().filter(|k| regions[**k].is_shared());
        let fits = shared.all(|k| {
            let outer = unit::kernel(regions, *k).map(|outer| regions[outer].region);
            outer.is_some_and(|outer| can_be_numbered(outer, file, policy))
        });
        match all.clone().union(edits.clone()) {
            Ok(merged) if fits => *all = merged,
            _ => return false,
        }
        true
    }

    /// Kernels that other units may have, too, get names of their own.
    fn number_apart(&mut self, regions: &[Planned], sources: &SourceMap) {
        for (id, edits) in &mut self.files {
            let mut kernels: BTreeMap<Span, (&TargetRegion, EditSet)> = BTreeMap::new();
            let own = (0..regions.len()).filter(|k| regions[*k].region.file == *id);
            for (number, outer) in own.filter_map(|k| Some((k, unit::kernel(regions, k)?))) {
                let Planned { region, .. } = &regions[outer];
                if regions[outer].is_shared() {
                    let entry = kernels.entry(region.directive.span);
                    let (_, set) = entry.or_insert((*region, EditSet::default()));
                    let new = self.regions[number].clone();
                    *set = set.clone().union(new).unwrap_or_else(|_| set.clone());
                }
            }
            let kernels: Vec<_> = kernels.into_values().collect();
            *edits = std::mem::take(edits).numbered_apart(&kernels, sources.file(*id));
        }
    }
}

/// Whether two spans have a part in common, and neither has all of the other.
fn crosses(a: Span, b: Span) -> bool {
    a.start < b.end && b.start < a.end && !a.contains(b) && !b.contains(a)
}

/// Whether edits of the unit's text may mean something else than they say.
fn has_fixed_text<'a>(regions: impl IntoIterator<Item = &'a TargetRegion>) -> bool {
    regions.into_iter().any(|region| region.has_hazard(HazardKind::FixedText))
}

/// Writes the regions of a group.
fn written(
    regions: &mut [Planned],
    group: &Group,
    (sources, policy): (&SourceMap, &Policy),
) -> EditSet {
    let Some(first) = group.numbers.first().map(|k| regions[*k].region) else {
        return EditSet::default();
    };
    let host_loops = policy.host_loops && !unit::shares_line(regions, first);
    let policy = Policy { host_loops, ..*policy };
    let own = regions.iter_mut().enumerate().filter(|(k, _)| group.numbers.contains(k));
    let mut own: Vec<_> = own.map(|(_, own)| (own.region, &mut *own.decision)).collect();
    take(&mut own, sources.file(group.file), &policy)
}
