//! How much a region wastes: what is worst comes first on the page.

use crate::report::nominal::Nominal;
use crate::report::{Access, Region};

/// Sectors that the requests of one launch of a region fetch in vain, as it is compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Loss {
    /// How many.
    pub(super) sectors: f64,
    /// Whether they depend on sizes that are not known, each of which counts as 1024.
    pub(super) is_rough: bool,
}

/// A value of a report's text, where it is a number.
fn value(text: &str, is_rough: &mut bool) -> f64 {
    let found = Nominal::of(text).filter(|found| found.value > 0.0);
    *is_rough |= found.as_ref().is_none_or(|found| !found.sizes.is_empty());
    found.map_or(1.0, |found| found.value)
}

impl Loss {
    /// Of a region whose requests are counted and made by several lanes; `None` of any other. Accesses that are coalesced lose
    /// nothing, those that share their sectors lose what they all do not need.
    pub(super) fn of(region: &Region) -> Option<Self> {
        let (plan, mapping) = (&region.plan, &region.mapping);
        mapping.team_size?;
        let is_serial = mapping.lanes == Some(1) && !plan.applied;
        let counted = || region.accesses.iter().filter(|own| own.sectors_after.is_some());
        if is_serial || counted().next().is_none() {
            return None;
        }
        let mut is_rough = false;
        let mut sums = [0.0, 0.0];
        for access in counted() {
            let (sectors, lost) = each(access);
            let mut of_size = false;
            let times = value(&access.executions, &mut of_size);
            is_rough |= of_size && lost > 0.0;
            sums[0] += times * sectors;
            sums[1] += times * lost;
        }
        let [all, lost] = sums;
        if lost <= 0.0 {
            return Some(Self::default());
        }
        let warps = warps(region, &mut is_rough);
        let sectors = if plan.applied && all > 0.0 && plan.gain > 0.0 {
            let before = plan.distinct_per_warp_before.as_ref();
            let before = before.unwrap_or(&plan.sectors_per_warp_before);
            value(before, &mut is_rough) / plan.gain * (lost / all) * warps
        } else {
            lost * warps
        };
        Some(Self { sectors, is_rough })
    }
}

/// The sectors of one execution of an access as it is compiled, and those of them that no lane needs.
fn each(access: &Access) -> (f64, f64) {
    let Some(sectors) = &access.sectors_after else { return (0.0, 0.0) };
    let (mean, need) = match &access.shared_after {
        Some(shared) => {
            let part = f64::from(shared.accesses.max(1));
            (shared.sectors.mean / part, f64::from(shared.bytes.max(1)) / part)
        }
        None => (sectors.mean, f64::from(access.bytes.max(1))),
    };
    let requests = if access.kind == "update" { 2.0 } else { 1.0 };
    let lost = if access.is_wasteful() { mean - need } else { 0.0 };
    (requests * mean, requests * lost.max(0.0))
}

/// How many warps one launch has as it is written, each for one iteration of the parallel loops.
fn warps(region: &Region, is_rough: &mut bool) -> f64 {
    let mapping = &region.mapping;
    let mut iterations = |names: &[String]| -> f64 {
        let trips = names.iter().filter_map(|name| {
            let l = region.loops.iter().find(|l| l.name == *name)?;
            Some(value(&l.trip_count, is_rough))
        });
        trips.product()
    };
    let lanes = f64::from(mapping.lanes.unwrap_or(32).clamp(1, 32));
    iterations(&mapping.team_loops) * (iterations(&mapping.parallel_loops) / lanes).max(1.0)
}

/// A number in three digits: `31`, `4.27 k`, `1.05 M`.
pub(super) fn short(number: f64) -> String {
    let units = ["", " k", " M", " G", " T"];
    let mut rest = number;
    let mut unit = 0;
    while rest >= 999.5 && unit + 1 < units.len() {
        rest /= 1000.0;
        unit += 1;
    }
    let digits = match rest {
        _ if rest >= 1000.0 => return format!("{rest:.0e}{}", units[unit]),
        _ if rest >= 99.5 => 0,
        _ if rest >= 9.95 => 1,
        _ => 2,
    };
    let text = format!("{rest:.digits$}");
    let text =
        if digits > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { text.as_str() };
    format!("{text}{}", units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let all = [0.0, 3.5, 31.0, 99.96, 999.4, 999.6, 4265.0, 1_048_576.0, 2e12, 3e17];
        let expected = ["0", "3.5", "31", "100", "999", "1 k", "4.26 k", "1.05 M", "2 T", "3e5 T"];
        assert_eq!(all.map(short), expected);
    }
}
