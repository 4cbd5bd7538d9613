//! The region that steps make, and its count.

use super::facts::stated;
use super::study::Study;
use super::{Variant, not_writable};
use crate::access::Accesses;
use crate::cost::told::AsWritten;
use crate::cost::{Coalescing, count};
use crate::dependence::declared_loops;
use crate::diag::Code;
use crate::id::LoopId;
use crate::ir::{Role, TargetRegion, launch};
use crate::schedule::mapping;
use crate::transform::blocker::Blocker;
use crate::transform::step::Step;
use crate::transform::{analyses, applied_to_one};

/// A region that steps make of another one, with its count.
#[derive(Clone, Debug)]
pub struct Made {
    /// The region.
    pub region: TargetRegion,
    /// What it costs.
    pub counted: Coalescing,
}

impl Study<'_> {
    /// The variant that has these `steps` in the place of those of `best`, and is counted under the same facts.
    pub(super) fn changed(&self, best: &Variant, steps: Vec<Step>) -> Result<Variant, Blocker> {
        let (made, after) = self.counted(best, &steps)?;
        let Study { region, ref pricing, .. } = *self;
        let gain = pricing.gain(&best.before, &after);
        let unwritable = best.unwritable.or_else(|| not_writable(region, pricing.policy));
        Ok(Variant { steps, after, made: Some(made), gain, unwritable, ..best.clone() })
    }

    /// The region that `steps` make, and its count told for the region as written; under the facts that `best` is counted with.
    fn counted(&self, best: &Variant, steps: &[Step]) -> Result<(Made, Coalescing), Blocker> {
        let Study { accesses, ref pricing, .. } = *self;
        let written = stated(self.region, &best.stated);
        let region = applied_to_one(&written, steps);
        let region = region.ok_or_else(|| Blocker::unmodelled(Code::NotEditable))?;
        let own = analyses::accesses(&region, pricing.policy);
        let mapped = mapping(&region, pricing.machine, &declared_loops(&region));
        let mapped = mapped.map_err(Blocker::unmodelled)?;
        let counted = count(&region, &own, pricing.machine, mapped, pricing.policy);
        let Accesses { list, .. } = accesses.counting();
        let as_written = AsWritten { list, loops: &best.before.loops };
        let original = |l| as_in(&written, &region, l);
        let told = counted.told(&own.counting().list, as_written, &original);
        Ok((Made { region, counted }, told))
    }
}

/// The loop of a region that a loop of a changed region is, or runs iterations of; the loops over teams and threads stand behind the
/// region's own. `None` where there is none.
fn as_in(written: &TargetRegion, changed: &TargetRegion, l: LoopId) -> Option<LoopId> {
    let [old, new] = [written, changed].map(|region| region.loop_count);
    if l.0 >= new {
        let own = LoopId(l.0 - new + old);
        return (own.0 < old + launch::number_loops(written)).then_some(own);
    }
    let found = changed.loops().into_iter().find(|own| own.id == l)?;
    match found.role {
        Role::Written => (l.0 < old).then_some(l),
        Role::Block { of, .. } | Role::Point { of } => Some(of),
        Role::Copy => None,
    }
}
