//! What a change costs: the count of the region that its steps make.

use std::sync::Arc;

use super::facts::stated;
use super::gain::{Gain, ratio};
use super::study::Study;
use super::{Variant, not_writable};
use crate::access::Accesses;
use crate::cost::told::AsWritten;
use crate::cost::{Coalescing, count};
use crate::dependence::declared_loops;
use crate::diag::Code;
use crate::id::{LoopId, SymbolId};
use crate::ir::{Role, TargetRegion, launch};
use crate::schedule::mapping;
use crate::symbolic::eval::LoopValues;
use crate::symbolic::poly::Atom;
use crate::transform::blocker::Blocker;
use crate::transform::step::Step;
use crate::transform::{analyses, applied_to_one};

impl Study<'_> {
    /// The variant that has these `steps` in the place of those of `best`, and is counted under the same facts.
    pub(super) fn changed(&self, best: &Variant, steps: Vec<Step>) -> Result<Variant, Blocker> {
        let after = self.counted(best, &steps)?;
        let Study { region, ref pricing, .. } = *self;
        let gain = pricing.gain(&best.before, &after);
        let unwritable = best.unwritable.or_else(|| not_writable(region, pricing.policy));
        Ok(Variant { steps, after, gain, unwritable, ..best.clone() })
    }

    /// The variant of an order of loops with the count of the region that its steps make: the price of an order says nothing of what the
    /// compiler keeps in registers in its innermost loop.
    pub(super) fn recounted(&self, variant: Variant) -> Variant {
        let Ok(after) = self.counted(&variant, &variant.steps) else { return variant };
        let (old, new) = (variant.after.cost.range, after.cost.range);
        let range = variant.gain.range;
        let range = (range.0 * ratio(old.1, new.1), range.1 * ratio(old.0, new.0));
        let gain = variant.gain.and(&self.pricing.gain(&variant.after, &after));
        let gain = Gain { range, ..gain };
        Variant { after, gain, ..variant }
    }

    /// The count of the region that `steps` make, told for the region as written; under the facts that `best` is counted with.
    fn counted(&self, best: &Variant, steps: &[Step]) -> Result<Coalescing, Blocker> {
        let Study { accesses, ref pricing, .. } = *self;
        let written = stated(self.region, &best.stated);
        let region = applied_to_one(&written, steps);
        let region = region.ok_or_else(|| Blocker::unmodelled(Code::NotEditable))?;
        let own = analyses::accesses(&region, pricing.policy);
        let mapped = mapping(&region, pricing.machine, &declared_loops(&region));
        let mapped = mapped.map_err(Blocker::unmodelled)?;
        let counted = count(&region, &own, pricing.machine, mapped, pricing.policy);
        let Accesses { list, .. } = accesses.counting();
        let loops = bounds_as_in(&written, (&region, &counted), &best.before);
        let as_written = AsWritten { list, loops: &loops, counted: &best.before };
        let originals = loops_as_in(&written, &region);
        let original = |l: LoopId| originals.get(l.index()).copied().flatten();
        Ok(counted.told(&own.counting().list, as_written, &original))
    }
}

/// A region that a text has, with what a variant's counts take for granted of the region `written`: the facts of its test, and that
/// sections are not empty.
pub fn as_counted(variant: &Variant, written: &TargetRegion, text: &TargetRegion) -> TargetRegion {
    let other = |symbol: SymbolId| text.symbols_named(&written.symbol(symbol).name).next();
    let facts: Vec<_> = variant.stated.iter().filter_map(|fact| fact.renamed(&other)).collect();
    let mut region = stated(text, &facts);
    let lengths = variant.test.as_ref().map_or(&[][..], |test| &test.lengths);
    for item in &mut region.data {
        let length = item.section.as_ref().map(|(_, length)| length.trim());
        let is_asked = length.is_some_and(|own| lengths.iter().any(|asked| asked == own));
        item.may_be_empty &= !is_asked;
    }
    region
}

/// The bounds of a region's loops, of which a changed region may have some with other ones; its own variables and loops are in none.
fn bounds_as_in(
    written: &TargetRegion,
    (changed, counted): (&TargetRegion, &Coalescing),
    before: &Coalescing,
) -> Arc<[Option<LoopValues>]> {
    let mut loops = before.loops.to_vec();
    let is_known = |atom: &Atom| match atom {
        Atom::Symbol(symbol) => symbol.index() < written.symbols.len(),
        Atom::Iv(l, _) => l.0 < written.loop_count,
        _ => true,
    };
    for l in changed.loops().into_iter().filter(|l| l.role == Role::Written) {
        let (Some(old), Some(new)) = (loops.get_mut(l.id.index()), &counted.loops[l.id.index()])
        else {
            continue;
        };
        let count = new.trip_count.iter();
        if !count.chain(&new.first).any(|poly| poly.any_atom(&mut |atom| !is_known(atom))) {
            *old = Some(new.clone());
        }
    }
    loops.into()
}

/// The loop of a region that each loop of a changed region is, or runs iterations of, by its number; the loops over teams and threads
/// stand behind the region's own. `None` where there is none.
fn loops_as_in(written: &TargetRegion, changed: &TargetRegion) -> Vec<Option<LoopId>> {
    let old = written.loop_count;
    let mut originals = vec![None; changed.loop_count as usize];
    for l in changed.loops() {
        originals[l.id.index()] = match l.role {
            Role::Written => Some(l.id).filter(|id| id.0 < old),
            Role::Block { of, .. } | Role::Point { of } => Some(of),
            Role::Copy => None,
        };
    }
    originals.extend((0..launch::number_loops(written)).map(|number| Some(LoopId(old + number))));
    originals
}
