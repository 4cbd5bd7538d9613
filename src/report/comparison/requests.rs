//! The requests of a region, and which of the old ones a new one was.

use super::super::nominal::Nominal;
use super::super::{Access, Region};
use super::matching::Side;

/// The load or the store of an access, with the plan carried out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request<'r> {
    pub(super) access: &'r Access,
    /// `read` or `write`.
    pub(super) kind: &'r str,
    /// Sectors of one request; those that several share count in part.
    pub(super) sectors: f64,
    pub(super) is_wasteful: bool,
}

/// The counted requests of a region: an update is a load and a store.
pub(super) fn of<'r>(side: &Side<'r>) -> Vec<Request<'r>> {
    let regions = [side.region].into_iter().chain(side.inner.iter().copied());
    let accesses = regions.flat_map(|region: &'r Region| &region.accesses);
    let requests = |access: &'r Access| -> Vec<Request<'r>> {
        let Some(sectors) = &access.sectors_after else { return Vec::new() };
        let shared = access.shared_after.as_ref();
        let shared = shared.map(|shared| shared.sectors.mean / f64::from(shared.accesses.max(1)));
        let request = |kind| Request {
            access,
            kind,
            sectors: shared.unwrap_or(sectors.mean),
            is_wasteful: access.is_wasteful(),
        };
        match access.kind.as_str() {
            "update" => vec![request("read"), request("write")],
            kind => vec![request(kind)],
        }
    };
    accesses.flat_map(requests).collect()
}

impl Request<'_> {
    /// How often it is made, as against others of its region.
    pub(super) fn weight(&self) -> f64 {
        let executions = Nominal::of(&self.access.executions).map(|found| found.value);
        executions.filter(|value| *value > 0.0).unwrap_or(1.0)
    }

    /// The fewest sectors that it can take.
    pub(super) fn least(&self) -> f64 {
        self.sectors.min(f64::from(self.access.bytes.max(1)))
    }
}

/// An old request and the new one that it is now; one that came, or went.
pub(super) type Partners<'r> = (Option<Request<'r>>, Option<Request<'r>>);

/// Whether an old request may be a new one.
type Rule = dyn Fn(&Request, &Request) -> bool;

/// Matches requests by their text, then by what they access, then by their kind, each time in their
/// order.
pub(super) fn partners<'r>(old: &[Request<'r>], new: &[Request<'r>]) -> Vec<Partners<'r>> {
    let rules: [&Rule; 4] = [
        &|a, b| (a.kind, &a.access.text) == (b.kind, &b.access.text),
        &|a, b| (a.kind, &a.access.base) == (b.kind, &b.access.base),
        &|a, b| a.access.base == b.access.base,
        &|a, b| a.kind == b.kind,
    ];
    let (mut old, mut new) = (old.to_vec(), new.to_vec());
    let mut found = Vec::new();
    for rule in rules {
        let mut left = Vec::new();
        for request in new {
            match old.iter().position(|other| rule(other, &request)) {
                Some(at) => found.push((Some(old.remove(at)), Some(request))),
                None => left.push(request),
            }
        }
        new = left;
    }
    found.extend(old.into_iter().map(|request| (Some(request), None)));
    found.extend(new.into_iter().map(|request| (None, Some(request))));
    found
}
