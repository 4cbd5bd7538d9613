//! What a region costs under a mapping: its sectors, and the time that they take.

mod barriers;
pub(crate) mod launch;
pub mod lines;
mod model;
pub(crate) mod told;

use std::sync::Arc;

pub use barriers::{Meetings, is_mixed};
pub(crate) use model::launch_beside;
pub(crate) use model::threads_for;
pub use model::{Cost, per_iteration};

use crate::access::{Access, Accesses};
use crate::coalesce::executions::executions;
use crate::coalesce::groups::Together;
use crate::coalesce::warp::Sectors;
use crate::coalesce::{Pattern, Requested, pattern, sectors};
use crate::ir::TargetRegion;
use crate::machine::Machine;
use crate::policy::Policy;
use crate::schedule::map::Mapping;
use crate::symbolic::eval::LoopValues;
use crate::symbolic::poly::Poly;

/// A coalesced access has at most so many times the sectors of lanes side by side.
const COALESCED: f64 = 1.25;

/// What a region's accesses cost under a mapping.
#[derive(Clone, Debug)]
pub struct Coalescing {
    /// The mapping.
    pub mapping: Mapping,
    /// Bounds of the loops of the form that was counted, by their number.
    pub loops: Arc<[Option<LoopValues>]>,
    /// Sectors per request, by access; `None` for storage of one thread or team alone.
    pub sectors: Vec<Option<Sectors>>,
    /// The bytes of a sector.
    pub sector: u32,
    /// The groups of accesses that share sectors.
    pub groups: Vec<Together>,
    /// The cost of the whole region.
    pub cost: Cost,
}

impl Coalescing {
    /// The pattern of an access, whose loops have these bounds. Lanes in a few runs have no common stride, but touch few sectors:
    /// this counts as coalesced, too.
    pub fn pattern(&self, access: &Access, loops: &[Option<LoopValues>]) -> Pattern {
        let map = self.mapping.of(&access.reference.loops);
        let pattern = pattern(access, loops, map);
        let counted = self.sectors[access.id.index()].as_ref();
        let Some(counted) = counted.filter(|own| own.known && own.made > 0.0) else {
            return pattern;
        };
        let lanes = f64::from(map.active()) * (counted.executed / counted.made).min(1.0);
        let bytes = lanes * f64::from(access.bytes());
        let side_by_side = 1.0 + (bytes - 1.0) / f64::from(self.sector);
        match pattern {
            Pattern::Scattered if counted.mean <= COALESCED * side_by_side => Pattern::Coalesced,
            Pattern::Uniform if counted.min > access.bytes().div_ceil(self.sector) => {
                Pattern::Strided
            }
            _ => pattern,
        }
    }

    /// Whether the number of warps at work is known, so that a loss of parallelism shows in the time.
    pub fn is_counted(&self) -> bool {
        model::is_counted(&self.loops, &self.mapping)
    }

    /// The share of the bandwidth that its warps can use; `None` where their number is not known.
    pub fn share(&self, machine: &Machine) -> Option<f64> {
        model::known_share(&self.loops, &self.mapping, machine)
    }

    /// The iterations that the threads share.
    pub fn iterations(&self) -> Poly {
        executions(&self.loops, &self.mapping.main.spread(), &[])
    }
}

/// The cost of `region` under `mapping`, with the values that are likely ([`Accesses::counting`]).
pub fn count(
    region: &TargetRegion,
    accesses: &Accesses,
    machine: &Machine,
    mut mapping: Mapping,
    policy: &Policy,
) -> Coalescing {
    let accesses = accesses.counting();
    mapping.findings.extend(launch::finding(machine, &mapping, &accesses.loops));
    let Requested { sectors, groups, in_team } =
        sectors(region, accesses, machine, &mapping, policy);
    let mut cost = Cost::of(&accesses.list, &accesses.loops, &sectors, &mapping, machine);
    cost.add_team(&in_team, (&accesses.loops, &mapping), machine);
    let (loops, sector) = (accesses.loops.clone(), machine.sector);
    Coalescing { mapping, loops, sectors, sector, groups, cost }
}
