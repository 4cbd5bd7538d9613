//! One region's report in the words of a table.

use serde_json::Value;

use crate::report::{Access, Dependence, Plan, Region, Sectors, Step};
use crate::table::Cell;

/// Longest symbolic total that still fits a table's column.
const LONGEST_TOTAL: usize = 14;

/// What was done to the region, as in `interchange(k,i,j)+collapse(2)`; where nothing was, `-` and
/// the code that says why.
pub(crate) fn transformation(region: &Region) -> String {
    match &region.plan {
        Some(plan) if plan.applied => steps(&plan.steps),
        _ => reason(region).map_or_else(|| "-".into(), |code| format!("- ({code})")),
    }
}

/// What was done to the region's loops, if anything was; how many threads a team has is left out.
pub(crate) fn change_of_loops(region: &Region) -> Option<String> {
    let plan = region.plan.as_ref().filter(|plan| plan.applied)?;
    let of_loops = plan.steps_of_loops();
    (!of_loops.is_empty()).then(|| steps(&of_loops))
}

fn steps(steps: &[Step]) -> String {
    steps.iter().map(step).collect::<Vec<_>>().join("+")
}

fn step(step: &Step) -> String {
    if !step.parts.is_empty() {
        let parts: Vec<_> = step.parts.iter().map(|part| steps(&part.steps)).collect();
        return format!("{}({})", step.kind, parts.join("; "));
    }
    match (step.depth, step.loops.as_slice()) {
        (Some(depth), _) => format!("{}({depth})", step.kind),
        (None, []) => step.kind.clone(),
        (None, loops) => format!("{}({})", step.kind, loops.join(",")),
    }
}

/// What the mapping to threads wastes: lanes without iterations, teams of one thread, serial regions.
const WASTE: [&str; 4] = ["WC105", "WC106", "WC107", "WC108"];

/// Why nothing was done: the region is coalesced already, or else the first refusal, or else the
/// first code that is not a finding, or else what its mapping wastes.
fn reason(region: &Region) -> Option<&str> {
    let coalesced = region.codes.iter().find(|code| *code == "WC103");
    let refused = region.plan.iter().flat_map(|plan| &plan.rejected).map(|refusal| &refusal.code);
    let other = region.codes.iter().filter(|code| !code.starts_with("WC1"));
    let waste = region.codes.iter().filter(|code| WASTE.contains(&code.as_str()));
    coalesced.into_iter().chain(refused).chain(other).chain(waste).next().map(String::as_str)
}

/// Sectors that one warp asks for in the whole region, before → after; equal where the plan is not
/// applied. Where the totals depend on
/// sizes that are known only at run time: the sum over the accesses of one request each, marked
/// with `*`.
pub(crate) fn sectors_per_warp(region: &Region) -> String {
    let Some(plan) = &region.plan else { return "-".into() };
    let [before, after] = [&plan.sectors_per_warp_before, &plan.sectors_per_warp_after];
    let after = if plan.applied { after } else { before };
    if let (Some(before), Some(after)) = (total(before), total(after)) {
        return format!("{before} → {after}");
    }
    let sums = (
        sum(region.accesses.iter().map(|access| &access.sectors_before)),
        sum(region.accesses.iter().map(|access| &access.sectors_after)),
    );
    match sums {
        (Some(before), Some(after)) => {
            format!("{} → {} *", interval(before), interval(after))
        }
        _ => "unknown".into(),
    }
}

fn total(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (text.chars().count() <= LONGEST_TOTAL).then_some(text)
}

fn sum<'a>(sectors: impl Iterator<Item = &'a Sectors>) -> Option<(f64, f64)> {
    sectors.map(known).try_fold((0.0, 0.0), |(least, most), next| {
        next.map(|(min, max)| (least + min, most + max))
    })
}

fn known(sectors: &Sectors) -> Option<(f64, f64)> {
    match sectors {
        Sectors::Known { min, max, .. } => Some((*min, *max)),
        Sectors::Unknown(_) => None,
    }
}

/// `4`, or `4..5` where the ends differ, or `?` where they are unknown.
fn interval(ends: (f64, f64)) -> String {
    let (min, max) = (ends.0.to_string(), ends.1.to_string());
    if min == max { min } else { format!("{min}..{max}") }
}

/// The factor by which the plan lowers the sectors, as in `7.25×`; `-` where nothing was done.
pub(crate) fn gain(region: &Region) -> String {
    let applied = region.plan.as_ref().filter(|plan| plan.applied);
    applied
        .and_then(|plan: &Plan| plan.gain)
        .map_or_else(|| "-".into(), |gain| format!("{gain:.2}×"))
}

/// Sectors of one request of each access, as in `C 32 → 4 ×2, A 32 → 1`: equal ones together, in
/// the order of the source.
pub(crate) fn requests(region: &Region) -> String {
    let mut groups: Vec<(String, usize)> = Vec::new();
    for access in &region.accesses {
        let text = request(access);
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => groups.push((text, 1)),
        }
    }
    let words = groups.into_iter().map(|(text, count)| match count {
        1 => text,
        _ => format!("{text} ×{count}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn request(access: &Access) -> String {
    let words = |sectors| known(sectors).map_or_else(|| "?".into(), interval);
    let (before, after) = (words(&access.sectors_before), words(&access.sectors_after));
    format!("{} {before} → {after}", access.base)
}

/// The region's most telling proof: of the independent pairs that the IPDA test decided, else of
/// all independent ones, the first with the longest proof.
pub(crate) fn proof(region: &Region) -> Option<&Dependence> {
    let longest = |by_ipda: bool| {
        let mut best: Option<&Dependence> = None;
        for pair in region.dependences.iter().filter(|pair| pair.verdict == "independent") {
            let eligible = !by_ipda || pair.test.as_deref() == Some("ipda");
            if eligible && pair.proof.len() > best.map_or(0, |best| best.proof.len()) {
                best = Some(pair);
            }
        }
        best
    };
    longest(true).or_else(|| longest(false))
}

/// Sectors of one request, over the accesses of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Requests {
    sum: f64,
    /// Accesses whose sectors are known, and all.
    known: usize,
    all: usize,
}

impl Requests {
    /// As clang compiles the region.
    pub(crate) fn before(region: &Region) -> Requests {
        Requests::of(region.accesses.iter().map(|access| &access.sectors_before))
    }

    /// As warpcc does.
    pub(crate) fn after(region: &Region) -> Requests {
        Requests::of(region.accesses.iter().map(|access| &access.sectors_after))
    }

    fn of<'a>(sectors: impl Iterator<Item = &'a Sectors>) -> Requests {
        let mut requests = Requests::default();
        for sectors in sectors {
            requests.all += 1;
            if let Sectors::Known { mean, .. } = sectors {
                requests.sum += mean;
                requests.known += 1;
            }
        }
        requests
    }

    pub(crate) fn add(self, other: Requests) -> Requests {
        let Requests { sum, known, all } = other;
        Requests { sum: self.sum + sum, known: self.known + known, all: self.all + all }
    }

    /// `None` where no access is known.
    pub(crate) fn mean(self) -> Option<f64> {
        (self.known > 0).then(|| self.sum / self.known as f64)
    }

    /// The mean, with the number of accesses that it leaves out.
    pub(crate) fn cell(self) -> Cell {
        match self.mean() {
            None => "unknown".into(),
            Some(mean) if self.known == self.all => Cell::Sectors(mean),
            Some(mean) => Cell::Text(format!("{mean:.2} ({} of {})", self.known, self.all)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::sample;

    #[test]
    fn an_applied_plan_is_named_by_its_steps() {
        let mut region = sample().regions.remove(0);
        assert_eq!(transformation(&region), "collapse(2)");
        let loops = ["k", "i", "j"].map(String::from).into();
        let interchange =
            Step { kind: "interchange".into(), depth: None, loops, parts: Vec::new() };
        let sink = Step { kind: "sink".into(), depth: None, loops: Vec::new(), parts: Vec::new() };
        region.plan.as_mut().unwrap().steps.splice(0..0, [sink, interchange]);
        assert_eq!(transformation(&region), "sink+interchange(k,i,j)+collapse(2)");
    }

    #[test]
    fn a_region_left_alone_shows_its_reason() {
        let mut report = sample();
        assert_eq!(transformation(&report.regions[1]), "- (WC208)");
        report.regions[1].codes.push("WC103".into());
        assert_eq!(transformation(&report.regions[1]), "- (WC103)");
        report.regions[1].codes = vec!["WC101".into(), "WC401".into()];
        report.regions[1].plan = None;
        assert_eq!(transformation(&report.regions[1]), "- (WC401)");
        report.regions[1].codes = vec!["WC101".into(), "WC107".into()];
        assert_eq!(transformation(&report.regions[1]), "- (WC107)");
    }

    #[test]
    fn totals_that_are_short_are_shown_and_others_become_sums() {
        let mut region = sample().regions.remove(0);
        assert_eq!(sectors_per_warp(&region), "1450 → 200");
        assert_eq!(gain(&region), "7.25×");
        let plan = region.plan.as_mut().unwrap();
        plan.sectors_per_warp_before = "32*NJ + 64*NJ*NK".into();
        assert_eq!(sectors_per_warp(&region), "97 → 13..14 *");
    }

    #[test]
    fn a_plan_that_is_not_applied_lowers_nothing() {
        let mut region = sample().regions.remove(0);
        region.plan.as_mut().unwrap().applied = false;
        assert_eq!((sectors_per_warp(&region), gain(&region)), ("1450 → 1450".into(), "-".into()));
    }

    #[test]
    fn unknown_sectors_are_said_to_be_unknown() {
        let region = sample().regions.remove(1);
        assert_eq!(sectors_per_warp(&region), "unknown");
        assert_eq!(requests(&region), "A ? → ?");
        assert_eq!(gain(&region), "-");
    }

    #[test]
    fn equal_requests_are_counted_together() {
        let region = sample().regions.remove(0);
        assert_eq!(requests(&region), "C 32 → 4 ×2, A 32 → 1, B 1 → 4..5");
    }

    #[test]
    fn a_mean_says_what_it_leaves_out() {
        let region = sample().regions.remove(0);
        assert_eq!(Requests::before(&region).mean(), Some(24.25));
        let unknown = Requests::before(&sample().regions[1]);
        assert_eq!(unknown.cell().text(), "unknown");
        let both = Requests::after(&region).add(unknown);
        assert_eq!(both.cell().text(), "3.38 (4 of 5)");
    }

    #[test]
    fn the_ipda_proof_is_preferred_to_a_longer_one() {
        let mut region = sample().regions.remove(0);
        let mut exact = region.dependences[0].clone();
        exact.test = Some("exact".into());
        exact.proof = vec!["a".into(), "b".into(), "c".into()];
        region.dependences.insert(0, exact);
        assert_eq!(proof(&region).unwrap().test.as_deref(), Some("ipda"));
        region.dependences.pop();
        assert_eq!(proof(&region).unwrap().test.as_deref(), Some("exact"));
    }
}
