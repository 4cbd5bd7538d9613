//! The cost of a mapping: sectors × executions, summed over the accesses.
//!
//! Executions are counted per iteration of the mapped loops, as a polynomial in the other loops' trip
//! counts; costs of different mappings are compared by the sectors of the whole region, every unknown
//! size taken as [`NOMINAL`]. An update is a load and a store.

use std::collections::BTreeMap;

use rug::Integer;

use super::map::{Mapping, ThreadMap};
use super::warp::Sectors;
use crate::access::Access;
use crate::id::LoopId;
use crate::symbolic::display::Names;
use crate::symbolic::eval::{AccessKind, LoopValues};
use crate::symbolic::poly::{Atom, Poly};

/// The size that stands for one that is not known.
pub const NOMINAL: u32 = 1024;

/// Sectors that the requests of one warp cause, summed over a region's accesses.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// Mean sectors of one execution, by the number of executions per iteration of the mapped loops.
    pub per_iteration: BTreeMap<Poly, f64>,
    /// An estimate of the whole region's sectors.
    pub total: f64,
}

impl Cost {
    /// The cost of `sectors` under `mapping`.
    pub fn of(
        accesses: &[Access],
        loops: &[Option<LoopValues>],
        sectors: &[Option<Sectors>],
        mapping: &Mapping,
    ) -> Cost {
        let mut cost = Cost::default();
        for (access, sectors) in accesses.iter().zip(sectors) {
            let Some(sectors) = sectors else { continue };
            let weight = if access.reference.kind == AccessKind::Update { 2.0 } else { 1.0 };
            let map = mapping.of(&access.reference.loops);
            let executions = executions(loops, access, &map.spread());
            *cost.per_iteration.entry(executions).or_default() += sectors.mean * weight;
            let instances = executions_estimate(loops, &access.reference.loops);
            cost.total += sectors.mean * weight * instances * requests_per_iteration(loops, map);
        }
        cost
    }

    /// `97*NK + 64`, or a number where the trip counts are known.
    pub fn text(&self, names: &Names) -> String {
        let mut constant = 0.0;
        let mut terms = Vec::new();
        for (executions, sectors) in self.per_iteration.iter().rev() {
            match executions.as_constant() {
                Some(times) => constant += sectors * times.to_f64(),
                None if executions.monomials().len() > 1 => {
                    terms.push(format!("{}*({})", number(*sectors), names.poly(executions)));
                }
                None => terms.push(format!("{}*{}", number(*sectors), names.poly(executions))),
            }
        }
        if constant != 0.0 || terms.is_empty() {
            terms.push(number(constant));
        }
        terms.join(" + ")
    }
}

/// A number with as many decimals as it needs, two at most.
pub fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// How often an access is executed in one iteration of the mapped loops: the product of the trip
/// counts of the loops around it that are not mapped. An unknown trip count is an atom of its own.
pub fn executions(loops: &[Option<LoopValues>], access: &Access, mapped: &[LoopId]) -> Poly {
    let inner = access.reference.loops.iter().filter(|l| !mapped.contains(l));
    inner.fold(Poly::one(), |product, l| &product * &trip_count(loops, *l))
}

fn trip_count(loops: &[Option<LoopValues>], l: LoopId) -> Poly {
    let known = loops[l.index()].as_ref().and_then(|values| values.trip_count.clone());
    known.unwrap_or_else(|| Poly::atom(Atom::Slack(l.0)))
}

fn executions_estimate(loops: &[Option<LoopValues>], around: &[LoopId]) -> f64 {
    around.iter().map(|l| estimate(&trip_count(loops, *l))).product()
}

/// Requests for each iteration of the mapped loops: 1/32 where all lanes work.
fn requests_per_iteration(loops: &[Option<LoopValues>], map: &ThreadMap) -> f64 {
    map.requests_per_iteration(executions_estimate(loops, &map.loops))
}

/// A polynomial's value with every atom at [`NOMINAL`], at least 1. Induction variables count half,
/// the mean over their range.
pub fn estimate(poly: &Poly) -> f64 {
    let value = poly.evaluate(&|atom| {
        Some(match atom {
            Atom::Iv(..) => Integer::from(NOMINAL / 2),
            _ => Integer::from(NOMINAL),
        })
    });
    value.map_or(f64::from(NOMINAL), |value| value.to_f64().max(1.0))
}
