//! The cost of a mapping: sectors × executions, summed over the accesses; sectors that several accesses of an
//! iteration touch count once.
//!
//! Executions are counted per iteration of the mapped loops, as a polynomial in the other loops' trip
//! counts; costs of different mappings are compared by the sectors of the whole region, every unknown
//! size taken as [`NOMINAL`](crate::coalesce::executions::NOMINAL). An update is a load and a store.
//!
//! Sectors become time through the share of the memory's bandwidth that the warps at work can use
//! (Little's law); `docs/theory/cost.md` derives it. Where their number is not known, they suffice.
//! Instructions that a change adds or saves, and that are no arithmetic of the program's own, take the
//! time of the sectors that the memory delivers while they are issued.

use std::collections::BTreeMap;

use super::launch;
use crate::access::Access;
use crate::coalesce::executions::{executions, executions_estimate, known_iterations, trip_count};
use crate::coalesce::team::InTeam;
use crate::coalesce::warp::Sectors;
use crate::id::LoopId;
use crate::machine::Machine;
use crate::schedule::map::{Chunk, Mapping, ThreadMap};
use crate::symbolic::display::Names;
use crate::symbolic::eval::{AccessKind, LoopValues};
use crate::symbolic::poly::Poly;

/// Requests of one warp that are under way at once: what clang's unrolling and independent loads of
/// an iteration usually give.
const OUTSTANDING: f64 = 4.0;

/// Instructions of a warp that enters and leaves a parallel region inside a team.
const FORK: f64 = 150.0;

/// Instructions of a warp that begins and ends a worksharing loop of the parallel region that it is in, with a barrier (clang 19 at -O2, on
/// the simulator).
const WORKSHARE: f64 = 35.0;

/// Instructions of a request to the memory of a team, with those that find its address: fetched, stored there and loaded from there, a row
/// of 1024 doubles takes a warp of 32 rows 366 instructions for each instead of 125 (clang 19 at -O3, on the simulator).
const TEAM: f64 = 4.0;

/// Instructions of a thread that takes the index of one more collapsed loop out of an iteration's number.
const RECOVERY: f64 = 27.0;

/// Further instructions of that kind where the number of iterations may need 64 bits.
const WIDE_RECOVERY: f64 = 26.0;

/// Sectors that the requests of one warp cause, summed over a region's accesses.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// An estimate of the whole region's sectors.
    pub total: f64,
    /// The least and the most that `total` may be, as far as the counts tell.
    pub range: (f64, f64),
    /// `total` by the share of the bandwidth that the warps at work can use, in sectors' time.
    pub time: f64,
    /// What recovering the indices of collapsed loops takes beside that, and accesses to the memory of teams do, if nothing hides it.
    pub recovery: f64,
    /// Requests to the memory of teams, each as often as it takes turns for conflicts of banks.
    pub team: f64,
    /// An estimate of the requests of all warps: an update makes two, unless its value is in a register.
    pub requests: f64,
}

impl Cost {
    /// The least time that any mapping of the accesses may take: each request of a full warp needs one sector, which others may
    /// share, and there are enough warps. Requests that no lane makes take no time; the `sectors` of one mapping tell which these
    /// are.
    pub fn least_time(
        accesses: &[Access],
        loops: &[Option<LoopValues>],
        sectors: &[Option<Sectors>],
        machine: &Machine,
    ) -> f64 {
        let is_made = |own: &Option<Sectors>| own.as_ref().is_none_or(|own| own.made > 0.0);
        let shared = accesses.iter().zip(sectors);
        let shared = shared.filter(|(access, own)| access.counted && is_made(own));
        let requests = shared.map(|(access, own)| {
            let written = || executions_estimate(loops, &access.reference.loops);
            let instances = own.as_ref().map_or_else(written, |own| own.around.instances);
            let sharers = own.as_ref().map_or(1, |own| own.sharers);
            weight(access, own.as_ref()) * instances / f64::from(machine.warp * sharers)
        });
        requests.sum()
    }

    /// The cost of `sectors` under `mapping`.
    pub fn of(
        accesses: &[Access],
        loops: &[Option<LoopValues>],
        sectors: &[Option<Sectors>],
        mapping: &Mapping,
        machine: &Machine,
    ) -> Cost {
        let mut cost = Cost::default();
        for (access, sectors) in accesses.iter().zip(sectors) {
            let Some(sectors) = sectors else { continue };
            let map = mapping.of(&sectors.around.loops);
            let requests = weight(access, Some(sectors)) * requests(sectors, loops, mapping);
            let distinct = sectors.distinct;
            cost.requests += requests;
            cost.total += distinct.mean * requests;
            cost.range.0 += distinct.min * requests;
            cost.range.1 += distinct.max * requests;
            let outstanding = sectors.at_once * OUTSTANDING;
            cost.time += distinct.mean * requests / share_with(machine, loops, map, outstanding);
        }
        cost.time += forks(loops, mapping, machine);
        cost.recovery = recovery(loops, mapping, machine);
        cost
    }

    /// Adds what the requests to the memory of teams take.
    pub(super) fn add_team(
        &mut self,
        in_team: &[InTeam],
        (loops, mapping): (&[Option<LoopValues>], &Mapping),
        machine: &Machine,
    ) {
        for own in in_team {
            let counted = &own.requests;
            let requests = f64::from(own.times) * requests(counted, loops, mapping);
            let turns = requests * f64::from(own.conflicts);
            self.team += turns;
            let map = mapping.of(&counted.around.loops);
            self.recovery += turns * TEAM / issued(machine, loops, map);
        }
    }

    /// Both kinds of time.
    pub fn whole_time(&self) -> f64 {
        self.time + self.recovery
    }
}

/// The price of the parallel regions inside teams, each time that one is entered, and of the worksharing loops in these.
fn forks(loops: &[Option<LoopValues>], mapping: &Mapping, machine: &Machine) -> f64 {
    let inner = mapping.inner.iter().enumerate();
    let inner = inner.filter(|(_, (_, map))| !map.is_serial() && !map.teams.is_empty());
    let fork = |(number, (root, map)): (usize, &(LoopId, ThreadMap))| {
        let around = enclosing(loops, *root);
        let warps = f64::from(map.team_size.div_ceil(map.warp));
        let is_entered = mapping.inner[..number].iter().any(|(_, own)| own.thread == map.thread);
        let instructions = if is_entered { WORKSHARE } else { FORK };
        executions_estimate(loops, around) * warps * instructions / issued(machine, loops, map)
    };
    inner.map(fork).sum()
}

/// The loops around a loop.
fn enclosing(loops: &[Option<LoopValues>], root: LoopId) -> &[LoopId] {
    loops[root.index()].as_ref().map_or(&[], |values| &values.enclosing)
}

/// The price of the divisions that find the counters of collapsed loops, in each iteration of theirs
/// (`docs/decisions/0016-indices-stay-64-bits.md` has the measured code).
fn recovery(loops: &[Option<LoopValues>], mapping: &Mapping, machine: &Machine) -> f64 {
    let of_map = |root: Option<LoopId>, map: &ThreadMap| {
        let Some((_, divided)) = map.loops.split_first().filter(|_| !map.is_serial()) else {
            return 0.0;
        };
        let is_number = |l: &LoopId| trip_count(loops, *l).as_constant().is_some();
        let wide = if divided.iter().all(is_number) { 0.0 } else { WIDE_RECOVERY };
        let around = root.map_or(&[][..], |root| enclosing(loops, root));
        let warps = executions_estimate(loops, &[around, &map.loops].concat())
            * requests_per_iteration(loops, map);
        warps * (RECOVERY * divided.len() as f64 + wide) / issued(machine, loops, map)
    };
    let inner = mapping.inner.iter().map(|(root, map)| of_map(Some(*root), map));
    of_map(None, &mapping.main) + inner.sum::<f64>()
}

/// Whether the number of warps at work is known, so that a loss of parallelism shows in the time.
pub(super) fn is_counted(loops: &[Option<LoopValues>], mapping: &Mapping) -> bool {
    mapping.maps().all(|map| warps(loops, map, map.team_size).is_some())
}

/// The share of the bandwidth that the warps of `mapping` can use, at most 1: the least of its maps. `None` where the
/// number of iterations is not known.
pub(super) fn known_share(
    loops: &[Option<LoopValues>],
    mapping: &Mapping,
    machine: &Machine,
) -> Option<f64> {
    let shares = mapping.maps().map(|map| share(machine, loops, map));
    is_counted(loops, mapping).then(|| shares.fold(1.0, f64::min))
}

/// What one more launch takes, in the units of [`Cost::time`], beside a region with this mapping. Where the number of iterations is
/// not known, that time is a full device's, whose memory delivers more than the nominal iterations ask for at once: by as much
/// the launch takes less of it.
pub(crate) fn launch_beside(
    machine: &Machine,
    mapping: &Mapping,
    loops: &[Option<LoopValues>],
) -> f64 {
    let (map, full) = (&mapping.main, f64::from(machine.warps));
    let is_one_level = mapping.inner.is_empty() && map.team_chunk != Chunk::Whole;
    let working = if is_one_level && !is_counted(loops, mapping) {
        executions_estimate(loops, &map.loops) / f64::from(map.warp)
    } else {
        full
    };
    let [own, all] = [working.min(full), full].map(|warps| under_way(machine, warps, OUTSTANDING));
    f64::from(machine.launch) * own / all
}

/// The threads that can use that share of the bandwidth.
pub(crate) fn threads_for(machine: &Machine, share: f64) -> u64 {
    let full = under_way(machine, f64::from(machine.warps), OUTSTANDING);
    let each = under_way(machine, 1.0, OUTSTANDING);
    (share * full / each).ceil() as u64 * u64::from(machine.warp)
}

/// Instructions of the map's warps that are issued in one sector's time.
fn issued(machine: &Machine, loops: &[Option<LoopValues>], map: &ThreadMap) -> f64 {
    f64::from(machine.issue) * share(machine, loops, map)
}

/// The mean sectors of one iteration of the loops that a mapping spreads, in the requests of a warp: `97*NK + 64`, a number where
/// the trip counts are known, or `64 + 8/m` where an access is outside of one of these loops. The sectors are those of the first
/// of the `mappings`, and the iterations are those of the second. Where the first makes more requests for as many iterations, all
/// of them count.
pub fn per_iteration(
    accesses: &[Access],
    loops: &[Option<LoopValues>],
    sectors: &[Option<Sectors>],
    mappings: [&Mapping; 2],
    names: &Names,
) -> String {
    let [own, mapping] = mappings;
    let mut by_executions = BTreeMap::<(Poly, Poly), f64>::new();
    for (access, sectors) in accesses.iter().zip(sectors) {
        let Some(sectors) = sectors else { continue };
        let around = &sectors.around.loops;
        let map = mapping.of(around);
        let spread = map.spread();
        let mut executions = executions(loops, around, &spread);
        let mut shared = self::executions(loops, &spread, around);
        let [made, counted] = [own.of(around), map].map(|map| requests_per_iteration(loops, map));
        let more = if counted > 0.0 && made > 0.0 { made / counted } else { 1.0 };
        let mut each = sectors.mean * sectors.made * weight(access, Some(sectors)) * more;
        if let Some(rounds) = shared.as_constant().filter(|rounds| *rounds > 0) {
            each /= rounds.to_f64();
            shared = Poly::one();
        } else if executions == shared {
            (executions, shared) = (Poly::one(), Poly::one());
        }
        *by_executions.entry((executions, shared)).or_default() += each;
    }
    let mut constant = 0.0;
    let mut terms = Vec::new();
    let factor = |poly: &Poly| match poly.monomials().len() {
        1 => names.poly(poly),
        _ => format!("({})", names.poly(poly)),
    };
    for ((executions, shared), sectors) in by_executions.iter().rev() {
        let rounds =
            if *shared == Poly::one() { String::new() } else { format!("/{}", factor(shared)) };
        match executions.as_constant() {
            Some(times) if rounds.is_empty() => constant += sectors * times.to_f64(),
            Some(times) => terms.push(number(sectors * times.to_f64()) + &rounds),
            None => terms.push(format!("{}*{}{rounds}", number(*sectors), factor(executions))),
        }
    }
    if constant != 0.0 || terms.is_empty() {
        terms.push(number(constant));
    }
    terms.join(" + ")
}

/// The requests of an access in the whole region.
pub(super) fn requests(sectors: &Sectors, loops: &[Option<LoopValues>], mapping: &Mapping) -> f64 {
    let around = &sectors.around;
    let each = requests_per_iteration(loops, mapping.of(&around.loops));
    around.instances * each * sectors.made
}

/// An update is a load and a store, unless its value is in a register.
pub(super) fn weight(access: &Access, sectors: Option<&Sectors>) -> f64 {
    let loads = !sectors.is_some_and(|sectors| sectors.stores_alone);
    if access.reference.kind == AccessKind::Update && loads { 2.0 } else { 1.0 }
}

/// A number with as many decimals as it needs, two at most.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Requests for each iteration of the mapped loops: 1/32 where all lanes work.
pub(super) fn requests_per_iteration(loops: &[Option<LoopValues>], map: &ThreadMap) -> f64 {
    map.requests_per_iteration(executions_estimate(loops, &map.loops))
}

/// The share of the bandwidth of a full device that the map's warps can use, at most 1, with requests
/// of four bytes from each lane.
fn share(machine: &Machine, loops: &[Option<LoopValues>], map: &ThreadMap) -> f64 {
    share_with(machine, loops, map, OUTSTANDING)
}

/// The same where a warp has so many requests `outstanding`.
fn share_with(
    machine: &Machine,
    loops: &[Option<LoopValues>],
    map: &ThreadMap,
    outstanding: f64,
) -> f64 {
    let full = f64::from(machine.warps);
    let team = launch::threads(machine, loops, map);
    let working = warps(loops, map, team).map_or(full, |warps| warps.min(full));
    under_way(machine, working, outstanding) / under_way(machine, full, outstanding)
}

/// Sectors that so many warps keep under way.
fn under_way(machine: &Machine, warps: f64, outstanding: f64) -> f64 {
    let request = f64::from((4 * machine.warp).div_ceil(machine.sector));
    (outstanding * warps * request).min(f64::from(machine.in_flight))
}

/// The threads that have work at the same time in full warps, where the trip counts tell. A team has no more than `team` threads,
/// however many the iterations are.
fn warps(loops: &[Option<LoopValues>], map: &ThreadMap, team: u32) -> Option<f64> {
    let teams = known_iterations(loops, &map.teams).filter(|_| !map.repeated)?;
    let working = f64::from(map.working_threads().min(team));
    let iterations = match known_iterations(loops, &map.loops) {
        None if map.team_chunk == Chunk::Whole => {
            return Some(teams * working / f64::from(map.warp));
        }
        iterations => iterations?,
    };
    let threads = match map.team_chunk {
        Chunk::Of(chunk) => (iterations / f64::from(chunk)).ceil() * working,
        Chunk::Whole => working,
        Chunk::Share => iterations,
    };
    let each = map.stride().map_or(1.0, |stride| f64::from(stride.max(1)));
    Some(teams * threads.min((iterations / each).ceil()) / f64::from(map.warp))
}
