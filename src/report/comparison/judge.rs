//! Whether a region is worse or better than it was.

use super::super::nominal::Nominal;
use super::super::step::{self, Step, Subject};
use super::super::{Access, Region};
use super::matching::{Pair, Side};
use super::requests::{self, Partners, Request};
use super::{Change, Counts, Kind};
use crate::diag::Code;

/// The change of a region; `tolerance` is a part of what was.
pub(super) fn change(pair: &Pair, tolerance: f64) -> Change {
    let counts = |side: &Option<Side>| side.as_ref().map(counts);
    let (kind, reasons) = match (&pair.old, &pair.new) {
        (Some(old), Some(new)) => Judge::of(old, new, tolerance).verdict(),
        (None, Some(new)) => (Kind::New, uncoalesced(new)),
        _ => (Kind::Lost, Vec::new()),
    };
    let side = pair.new.as_ref().or(pair.old.as_ref());
    let region = side.map(|side| side.region);
    let text = |of: fn(&Region) -> &String| region.map_or(String::new(), |r| of(r).clone());
    Change {
        kind,
        file: text(|region| &region.file),
        line: region.map_or(1, |region| region.line),
        function: text(|region| &region.function),
        directive: text(|region| &region.directive),
        old: counts(&pair.old),
        new: counts(&pair.new),
        reasons,
    }
}

/// The accesses of the new side that waste sectors and did not before.
pub(super) fn newly_wasteful<'r>(pair: &Pair<'r>) -> Vec<&'r Access> {
    let of = |side: &Option<Side<'r>>| side.as_ref().map_or(Vec::new(), requests::of);
    let partners = requests::partners(&of(&pair.old), &of(&pair.new));
    let known = |old: &Option<Request>| old.is_some_and(|old| old.is_wasteful);
    let fresh = partners.into_iter().filter(|(old, _)| !known(old)).filter_map(|(_, new)| new);
    fresh.filter(|request| request.is_wasteful).map(|request| request.access).collect()
}

fn counts(side: &Side) -> Counts {
    let requests = requests::of(side);
    let all: f64 = requests.iter().map(Request::weight).sum();
    let sectors: f64 = requests.iter().map(|own| own.weight() * own.sectors).sum();
    let regions = || [side.region].into_iter().chain(side.inner.iter().copied());
    let accesses = || regions().flat_map(|region| &region.accesses);
    let is_counted = is_counted(side.region) && !requests.is_empty();
    Counts {
        file: side.region.file.clone(),
        line: side.region.line,
        sectors_per_request: is_counted.then(|| (100.0 * sectors / all).round() / 100.0),
        sectors_per_warp: regions().map(total).collect::<Vec<_>>().join(" + "),
        accesses: accesses().count() as u64,
        uncoalesced: accesses().filter(|access| access.is_wasteful()).count() as u64,
        steps: steps(side.region).to_vec(),
    }
}

/// What is done with a region.
fn steps(region: &Region) -> &[Step] {
    if region.plan.applied { &region.plan.steps } else { &[] }
}

/// Sectors per warp, as they are compiled; those that accesses share count once.
fn total(region: &Region) -> &str {
    let plan = &region.plan;
    if plan.applied {
        plan.distinct_per_warp_after.as_ref().unwrap_or(&plan.sectors_per_warp_after)
    } else {
        plan.distinct_per_warp_before.as_ref().unwrap_or(&plan.sectors_per_warp_before)
    }
}

/// Whether the requests of several lanes are counted.
fn is_counted(region: &Region) -> bool {
    let is_serial = region.mapping.lanes == Some(1) && !region.plan.applied;
    region.mapping.team_size.is_some() && !is_serial
}

/// Whether counts rest on sizes that are not known.
fn rests_on_sizes(region: &Region) -> bool {
    let interior = Code::InteriorWarps.to_string();
    region.plan.assumptions.iter().any(|assumption| assumption.code == interior)
        || region.loops.iter().any(|own| own.trip_count.parse::<u64>().is_err())
}

/// Steps without the lines that they are about, which any edit moves.
fn signature(steps: &[Step]) -> Vec<String> {
    let of_step = |step: &Step| match &step.subject {
        Subject::Lines(_) => step.kind.name().to_owned(),
        Subject::Parts(parts) => {
            let parts = parts.iter().map(|part| signature(&part.steps).join("+"));
            format!("{}({})", step.kind.name(), parts.collect::<Vec<_>>().join("|"))
        }
        _ => step.claim(),
    };
    steps.iter().map(of_step).collect()
}

/// Why a region has no counts.
fn uncounted(what: &str, region: &Region) -> String {
    format!("{what}: {}", region.mapping.note.as_deref().unwrap_or("one lane of a warp works"))
}

fn uncoalesced(side: &Side) -> Vec<String> {
    let wasteful = side.region.accesses.iter().filter(|access| access.is_wasteful());
    wasteful.map(|access| format!("{}: {}", place(access), not_coalesced(access))).collect()
}

fn not_coalesced(access: &Access) -> String {
    let mean = access.sectors_after.as_ref().map_or(0.0, |sectors| sectors.mean);
    format!("not coalesced, {mean} sectors per request")
}

/// `read of a[i*n + j] (line 7)`.
fn place(access: &Access) -> String {
    let text = access.shown.as_ref().unwrap_or(&access.text);
    format!("{} of {text} (line {})", access.kind, access.line)
}

/// The comparison of a region with what it was.
struct Judge<'r> {
    old: &'r Region,
    new: &'r Region,
    tolerance: f64,
    partners: Vec<Partners<'r>>,
    steps_differ: bool,
    rests_on_sizes: bool,
    /// Whether each side is one region, whose sectors are counted in one iteration of its loops.
    is_single: bool,
}

/// Which way a number went, beyond the tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Up,
    Down,
    Level,
}

impl<'r> Judge<'r> {
    fn of(old: &Side<'r>, new: &Side<'r>, tolerance: f64) -> Self {
        let partners = requests::partners(&requests::of(old), &requests::of(new));
        let regions = [old.region, new.region];
        let steps_differ = signature(steps(regions[0])) != signature(steps(regions[1]));
        let rests_on_sizes = regions.iter().any(|region| rests_on_sizes(region));
        let is_single = old.inner.is_empty() && new.inner.is_empty();
        let [old, new] = regions;
        Self { old, new, tolerance, partners, steps_differ, rests_on_sizes, is_single }
    }

    fn verdict(&self) -> (Kind, Vec<String>) {
        match [self.old, self.new].map(is_counted) {
            [true, true] => {}
            [false, false] => return (Kind::Uncounted, Vec::new()),
            [true, false] => return (Kind::Uncounted, vec![uncounted("is not counted", self.new)]),
            [false, true] => {
                return (Kind::Uncounted, vec![uncounted("was not counted", self.old)]);
            }
        }
        let (lost, won) = (self.turned(is_lost), self.turned(is_won));
        let (mean, total) = (self.mean(), self.total());
        let is_worse = mean == Way::Up
            || mean == Way::Level && (lost > won || lost == won && total == Way::Up);
        let is_better = !is_worse && (mean == Way::Down || won > lost || total == Way::Down);
        let kind = match (is_worse, is_better) {
            (true, _) => Kind::Worse,
            (_, true) => Kind::Better,
            _ => Kind::Same,
        };
        let reasons = if kind == Kind::Same { Vec::new() } else { self.reasons(total) };
        (kind, reasons)
    }

    fn way(&self, old: f64, new: f64) -> Way {
        let most = 1.0 + self.tolerance;
        match (new > old * most, old > new * most) {
            (true, _) => Way::Up,
            (_, true) => Way::Down,
            _ => Way::Level,
        }
    }

    /// Whether what differs is the pattern, and not only a count that rests on sizes which are not
    /// known.
    fn may_count(&self, partners: &Partners) -> bool {
        let (Some(old), Some(new)) = partners else { return true };
        let (old, new) = (old.access, new.access);
        let pattern = |access: &Access| (access.pattern.clone(), access.lane_difference.clone());
        !self.rests_on_sizes || self.steps_differ || pattern(old) != pattern(new)
    }

    /// How many accesses are turned.
    fn turned(&self, is_turned: fn(&Partners) -> bool) -> usize {
        self.partners.iter().filter(|own| is_turned(own) && self.may_count(own)).count()
    }

    /// Where the sectors of a request went, on average. What came or went and is coalesced is more
    /// or less work, and says nothing.
    fn mean(&self) -> Way {
        let (mut before, mut after) = (0.0, 0.0);
        for partners in &self.partners {
            let (old, new) = match partners {
                (Some(old), Some(new)) if self.may_count(partners) => (old.sectors, new.sectors),
                (Some(old), Some(_)) => (old.sectors, old.sectors),
                (None, Some(new)) if new.is_wasteful => (new.least(), new.sectors),
                (Some(old), None) if old.is_wasteful => (old.sectors, old.least()),
                _ => continue,
            };
            let weight = partners.1.or(partners.0).map_or(1.0, |request| request.weight());
            before += weight * old;
            after += weight * new;
        }
        self.way(before, after)
    }

    /// Where the sectors of a warp went because other steps are taken: elements that stay in
    /// scalars are not asked for.
    fn total(&self) -> Way {
        let totals = [self.old, self.new].map(|region| Nominal::of(total(region)));
        let ([Some(old), Some(new)], true) = (totals, self.steps_differ) else { return Way::Level };
        let both = self.partners.iter().filter_map(|(old, new)| old.zip(*new));
        let executions = |request: &Request<'r>| &request.access.executions;
        let as_often = both.clone().all(|(old, new)| executions(&old) == executions(&new));
        let is_comparable = self.is_single && as_often && old.sizes == new.sizes;
        if !is_comparable || both.count() == 0 {
            return Way::Level;
        }
        let sum = |requests: &mut dyn Iterator<Item = &Request<'r>>| -> f64 {
            requests.map(|request| request.weight() * request.sectors).sum()
        };
        let gone = self.partners.iter().filter(|(_, new)| new.is_none());
        let came = self.partners.iter().filter(|(old, _)| old.is_none());
        let gone = sum(&mut gone.filter_map(|(old, _)| old.as_ref()));
        let came = sum(&mut came.filter_map(|(_, new)| new.as_ref()));
        match (self.way(old.value, new.value - came), self.way(old.value - gone, new.value)) {
            (Way::Up, _) => Way::Up,
            (_, Way::Down) => Way::Down,
            _ => Way::Level,
        }
    }

    fn reasons(&self, total: Way) -> Vec<String> {
        let mut reasons: Vec<String> = Vec::new();
        let turned = self.partners.iter().filter(|own| self.may_count(own));
        for reason in turned.filter_map(|own| self.of_access(own)) {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        if total != Way::Level {
            let [old, new] = [self.old, self.new].map(self::total);
            reasons.push(format!("sectors per warp: {old} -> {new}"));
        }
        reasons.extend(self.steps_differ.then(|| self.other_steps()));
        reasons
    }

    fn of_access(&self, partners: &Partners) -> Option<String> {
        let (old, new) = (partners.0.as_ref(), partners.1.as_ref());
        let mean = |request: &Request| {
            request.access.sectors_after.as_ref().map_or(request.sectors, |sectors| sectors.mean)
        };
        let Some(new) = new else {
            let gone = old.filter(|old| old.is_wasteful)?;
            return Some(format!(
                "{} of {} is gone: it was not coalesced",
                gone.access.kind, gone.access.text
            ));
        };
        let place = place(new.access);
        let Some(old) = old else {
            return new
                .is_wasteful
                .then(|| format!("{place} is new: {}", not_coalesced(new.access)));
        };
        let sectors = format!("{} -> {} sectors per request", mean(old), mean(new));
        let turned = match (old.is_wasteful, new.is_wasteful) {
            (false, true) => ", no longer coalesced",
            (true, false) => ", coalesced now",
            _ if self.way(old.sectors, new.sectors) != Way::Level => "",
            _ => return None,
        };
        Some(format!("{place}: {sectors}{turned}"))
    }

    fn other_steps(&self) -> String {
        let words = |steps: &[Step]| match steps {
            [] => "left as it is".to_owned(),
            steps => step::words(steps),
        };
        let [old, new] = [self.old, self.new].map(|region| words(steps(region)));
        let refused = self.new.plan.rejected.first().filter(|_| steps(self.new).is_empty());
        let why = refused.map_or_else(String::new, |refused| {
            format!(" ({}, {}: {})", refused.step.words(), refused.code, refused.reason)
        });
        format!("what warpcc does: {old} -> {new}{why}")
    }
}

fn is_lost(partners: &Partners) -> bool {
    let (old, new) = partners;
    !old.is_some_and(|old| old.is_wasteful) && new.is_some_and(|new| new.is_wasteful)
}

fn is_won(partners: &Partners) -> bool {
    let (old, new) = partners;
    old.is_some_and(|old| old.is_wasteful) && !new.is_some_and(|new| new.is_wasteful)
}
