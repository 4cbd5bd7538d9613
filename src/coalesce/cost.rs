//! The cost of a mapping: sectors × executions, summed over the accesses; sectors that several accesses of an
//! iteration touch count once.
//!
//! Executions are counted per iteration of the mapped loops, as a polynomial in the other loops' trip
//! counts; costs of different mappings are compared by the sectors of the whole region, every unknown
//! size taken as [`NOMINAL`]. An update is a load and a store.
//!
//! Sectors become time through the share of the memory's bandwidth that the warps at work can use
//! (Little's law); `docs/theory/cost.md` derives it. Where their number is not known, they suffice.
//! Instructions that a change adds or saves, and that are no arithmetic of the program's own, take the
//! time of the sectors that the memory delivers while they are issued.

use std::collections::BTreeMap;

use rug::Integer;

use super::launch;
use super::machine::Machine;
use super::map::{Chunk, Mapping, ThreadMap};
use super::warp::Sectors;
use crate::access::Access;
use crate::id::LoopId;
use crate::ir::BinaryOp;
use crate::symbolic::display::Names;
use crate::symbolic::eval::{AccessKind, LoopValues};
use crate::symbolic::poly::{Atom, Monomial, Poly, TermOp};

/// The size that stands for one that is not known.
pub const NOMINAL: u32 = 1024;

/// Requests of one warp that are under way at once: what clang's unrolling and independent loads of
/// an iteration usually give.
const OUTSTANDING: f64 = 4.0;

/// Instructions of a warp that enters and leaves a parallel region inside a team.
const FORK: f64 = 150.0;

/// Instructions of a thread that takes the index of one more collapsed loop out of an iteration's number.
const RECOVERY: f64 = 27.0;

/// Those that it takes more where the number of iterations may need 64 bits.
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
    /// What recovering the indices of collapsed loops takes beside that, if nothing hides it.
    pub recovery: f64,
}

impl Cost {
    /// No mapping of the accesses takes less time: each request of a full warp needs one sector, which others
    /// may share, and the warps suffice. Those that no lane makes take none, as one mapping's `sectors` tell.
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
            weight(access) * instances / f64::from(machine.warp * sharers)
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
            let weight = weight(access);
            let map = mapping.of(&sectors.around.loops);
            let each = requests_per_iteration(loops, map);
            let requests = weight * sectors.around.instances * each * sectors.made;
            let distinct = sectors.distinct;
            cost.total += distinct.mean * requests;
            cost.range.0 += distinct.min * requests;
            cost.range.1 += distinct.max * requests;
            cost.time += distinct.mean * requests / share(machine, loops, map);
        }
        cost.time += forks(loops, mapping, machine);
        cost.recovery = recovery(loops, mapping, machine);
        cost
    }

    /// Both kinds of time.
    pub fn whole_time(&self) -> f64 {
        self.time + self.recovery
    }
}

/// The price of the parallel regions inside teams, each time that one is entered.
fn forks(loops: &[Option<LoopValues>], mapping: &Mapping, machine: &Machine) -> f64 {
    let inner = mapping.inner.iter().filter(|(_, map)| !map.is_serial() && !map.teams.is_empty());
    let fork = |(root, map): &(LoopId, ThreadMap)| {
        let around = loops[root.index()].as_ref().map_or(&[][..], |values| &values.enclosing);
        let warps = f64::from(map.team_size.div_ceil(map.warp));
        executions_estimate(loops, around) * warps * FORK / issued(machine, loops, map)
    };
    inner.map(fork).sum()
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
        let enclosing = root.and_then(|root| loops[root.index()].as_ref());
        let around = enclosing.map_or(&[][..], |values| &values.enclosing);
        let warps = executions_estimate(loops, &[around, &map.loops].concat())
            * requests_per_iteration(loops, map);
        warps * (RECOVERY * divided.len() as f64 + wide) / issued(machine, loops, map)
    };
    let inner = mapping.inner.iter().map(|(root, map)| of_map(Some(*root), map));
    of_map(None, &mapping.main) + inner.sum::<f64>()
}

/// Whether the number of warps at work is known, so that a loss of parallelism shows in the time.
pub(super) fn is_counted(loops: &[Option<LoopValues>], mapping: &Mapping) -> bool {
    let mut maps = std::iter::once(&mapping.main).chain(mapping.inner.iter().map(|(_, map)| map));
    maps.all(|map| warps(loops, map, map.team_size).is_some())
}

/// The share of the bandwidth that the warps of `mapping` can use, at most 1: the least of its maps. `None` where the
/// number of iterations is not known.
pub(super) fn known_share(
    loops: &[Option<LoopValues>],
    mapping: &Mapping,
    machine: &Machine,
) -> Option<f64> {
    let maps = std::iter::once(&mapping.main).chain(mapping.inner.iter().map(|(_, map)| map));
    is_counted(loops, mapping)
        .then(|| maps.map(|map| share(machine, loops, map)).fold(1.0, f64::min))
}

/// The threads that can use that share of the bandwidth.
pub(crate) fn threads_for(machine: &Machine, share: f64) -> u64 {
    let full = under_way(machine, f64::from(machine.warps));
    let each = under_way(machine, 1.0);
    (share * full / each).ceil() as u64 * u64::from(machine.warp)
}

/// Instructions of the map's warps that are issued in one sector's time.
fn issued(machine: &Machine, loops: &[Option<LoopValues>], map: &ThreadMap) -> f64 {
    f64::from(machine.issue) * share(machine, loops, map)
}

/// `97*NK + 64`, or a number where the trip counts are known: the mean sectors of one iteration of
/// the loops that a mapping spreads, in the requests of a warp; `64 + 8/m` where an access is outside of one of them. The
/// sectors are those of the first of the `mappings`, and the iterations those of the second: where the first makes more requests
/// of as many iterations, all of them count.
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
        let mut each = sectors.mean * sectors.made * weight(access) * more;
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

/// An update is a load and a store.
fn weight(access: &Access) -> f64 {
    if access.reference.kind == AccessKind::Update { 2.0 } else { 1.0 }
}

/// A number with as many decimals as it needs, two at most.
pub fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// How often what stands inside the loops `around` is executed in one iteration of the mapped loops: the product of
/// the trip counts of those that are not mapped. An unknown trip count is an atom of its own.
pub fn executions(loops: &[Option<LoopValues>], around: &[LoopId], mapped: &[LoopId]) -> Poly {
    let inner = around.iter().filter(|l| !mapped.contains(l));
    inner.fold(Poly::one(), |product, l| &product * &trip_count(loops, *l))
}

fn trip_count(loops: &[Option<LoopValues>], l: LoopId) -> Poly {
    let known = loops[l.index()].as_ref().and_then(|values| values.trip_count.clone());
    match known {
        Some(count) if is_empty(&count) => Poly::zero(),
        Some(count) => count,
        None => Poly::atom(Atom::Slack(l.0)),
    }
}

fn is_empty(count: &Poly) -> bool {
    count.as_constant().is_some_and(|count| count <= 0)
}

/// The means of the counters of loops around.
type Means = BTreeMap<LoopId, f64>;

/// The product of the trip counts of nested loops, each at the mean of the counters around it.
pub(crate) fn executions_estimate(loops: &[Option<LoopValues>], around: &[LoopId]) -> f64 {
    let mut means = Means::new();
    let mut product = 1.0;
    for l in around {
        let values = loops[l.index()].as_ref();
        let count = values.and_then(|values| iterations(values, &means));
        let count = count.unwrap_or(f64::from(NOMINAL));
        let first = values.and_then(|values| values.first.as_ref());
        let first = first.map_or(0.0, |first| at_means(first, &means));
        means.insert(*l, first + (count - 1.0).max(0.0) / 2.0);
        product *= count;
    }
    product
}

/// About how often a loop's body runs each time that the loop is reached. Bounds of several cases clip
/// each other, as those of a tile do, so that the shortest case counts that is not empty.
fn iterations(values: &LoopValues, means: &Means) -> Option<f64> {
    if let Some(count) = &values.trip_count {
        return Some(if is_empty(count) { 0.0 } else { difference(count, means).max(1.0) });
    }
    let step = values.step.as_ref()?.to_f64().abs();
    let distances = values.distances()?;
    let cases = distances.cases().iter().filter(|case| !is_empty(&case.poly));
    let shortest = cases.map(|case| difference(&case.poly, means)).reduce(f64::min)?;
    Some((shortest / step).max(1.0))
}

/// A polynomial's value at the means, but where what is not known is subtracted at least half of what
/// it is subtracted from: of `n - m` more than nothing is meant to remain.
fn difference(poly: &Poly, means: &Means) -> f64 {
    let (added, subtracted): (Vec<_>, Vec<_>) =
        poly.monomials().partition(|(_, coefficient)| **coefficient > 0);
    let is_mean = |(atom, _): &(Atom, u32)| matches!(atom, Atom::Iv(l, _) if means.contains_key(l));
    let is_known = subtracted.iter().all(|(monomial, _)| monomial.factors().iter().all(is_mean));
    let added: f64 = added.iter().map(|term| monomial_at_means(*term, means)).sum();
    let rest = at_means(poly, means);
    if is_known { rest } else { rest.max(added / 2.0) }
}

/// Requests for each iteration of the mapped loops: 1/32 where all lanes work.
fn requests_per_iteration(loops: &[Option<LoopValues>], map: &ThreadMap) -> f64 {
    map.requests_per_iteration(executions_estimate(loops, &map.loops))
}

/// The share of the bandwidth of a full device that the map's warps can use, at most 1, with requests
/// of four bytes from each lane.
fn share(machine: &Machine, loops: &[Option<LoopValues>], map: &ThreadMap) -> f64 {
    let full = f64::from(machine.warps);
    let team = launch::threads(machine, loops, map);
    let working = warps(loops, map, team).map_or(full, |warps| warps.min(full));
    under_way(machine, working) / under_way(machine, full)
}

/// Sectors that so many warps keep under way.
fn under_way(machine: &Machine, warps: f64) -> f64 {
    let request = f64::from((4 * machine.warp).div_ceil(machine.sector));
    (OUTSTANDING * warps * request).min(f64::from(machine.in_flight))
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

fn known_iterations(loops: &[Option<LoopValues>], list: &[LoopId]) -> Option<f64> {
    let known = |l: &LoopId| Some(trip_count(loops, *l).as_constant()?.to_f64().max(1.0));
    list.iter().map(known).product()
}

/// The product of the trip counts of `list`, where all are numbers.
pub(super) fn number_of_iterations(loops: &[Option<LoopValues>], list: &[LoopId]) -> Option<u64> {
    let count = |l: &LoopId| trip_count(loops, *l).as_constant()?.to_u64();
    list.iter().map(count).try_fold(1_u64, |product, count| product.checked_mul(count?))
}

/// A polynomial's value with every size that is not known at [`NOMINAL`].
pub(super) fn nominal(poly: &Poly) -> f64 {
    at_means(poly, &Means::new())
}

/// A polynomial's value with counters at their means, other counters at half of [`NOMINAL`], the mean
/// over their range, quotients at those of their arguments, and every other atom at [`NOMINAL`].
fn at_means(poly: &Poly, means: &Means) -> f64 {
    poly.monomials().map(|term| monomial_at_means(term, means)).sum()
}

fn monomial_at_means((monomial, coefficient): (&Monomial, &Integer), means: &Means) -> f64 {
    let powers = monomial.factors().iter();
    let powers = powers.map(|(atom, exponent)| atom_at_means(atom, means).powi(*exponent as i32));
    coefficient.to_f64() * powers.product::<f64>()
}

fn atom_at_means(atom: &Atom, means: &Means) -> f64 {
    let nominal = f64::from(NOMINAL);
    match atom {
        Atom::Iv(l, _) => means.get(l).copied().unwrap_or(nominal / 2.0),
        Atom::Term(term) => match (&term.op, &term.args[..]) {
            (TermOp::Binary(BinaryOp::Div), [dividend, divisor]) => {
                difference(dividend, means) / at_means(divisor, means).max(1.0)
            }
            (TermOp::Binary(BinaryOp::Shr), [shifted, by]) => {
                difference(shifted, means) / at_means(by, means).clamp(0.0, 64.0).exp2()
            }
            _ => nominal,
        },
        _ => nominal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::collect;
    use crate::policy::Policy;

    /// How often the innermost body of two loops runs for one iteration of the outer one, which has n.
    fn inner_iterations(outer: &str, inner: &str) -> String {
        let text = format!(
            "(region \"t.c\" 1 f
               (directive \"target teams distribute parallel for\")
               (symbols (symbol n i32 scalar parameter) (symbol m i32 scalar parameter)
                 (symbol i i32 scalar region) (symbol j i32 scalar region)
                 (symbol a ptr pointer parameter))
               (data (map-tofrom a (section \"0\" \"n\")))
               (body (for i {outer} declares (for j {inner} declares
                 (= [a (index j 4:i64)]:i32 1)))))"
        );
        let region = crate::ir::text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let accesses = collect(&region, &Policy::STANDARD);
        let nest: Vec<_> = region.nest().iter().map(|l| l.id).collect();
        let [whole, outermost] =
            [&nest[..], &nest[..1]].map(|around| executions_estimate(&accesses.loops, around));
        number(whole / outermost)
    }

    #[test]
    fn iterations_are_those_at_the_means() {
        let all = "0 < n 1";
        let cases = [
            (all, "0 < 7 1", "7"),
            (all, "0 < 0 1", "0"),
            (all, "0 < m 1", "1024"),
            (all, "0 < (- n 24) 1", "1000"),
            (all, "0 < (+ i 1) 1", "512.5"),
            (all, "i < n 1", "512.5"),
            ("0 < 64 1", "0 <= i 1", "32.5"),
            (all, "0 < m 4", "256.75"),
            (all, "0 < (/ m 8) 1", "128"),
            (all, "0 < (>> m 3) 1", "128"),
        ];
        for (outer, inner, expected) in cases {
            assert_eq!(inner_iterations(outer, inner), expected, "{outer}, {inner}");
        }
    }

    #[test]
    fn half_remains_where_the_unknown_is_subtracted() {
        let cases = [("m < n 1", "512"), ("0 < (- 40 m) 1", "20"), ("(* 3 m) < (* 2 n) 1", "1024")];
        for (inner, expected) in cases {
            assert_eq!(inner_iterations("0 < n 1", inner), expected, "{inner}");
        }
    }

    #[test]
    fn bounds_of_several_cases_clip_each_other() {
        let tile = "i < (select (< (+ i 32) n) (+ i 32) n) 1";
        assert_eq!(inner_iterations("0 < n 32", tile), "32");
        assert_eq!(inner_iterations("0 < n 1", "0 < (select (< m 5) n 0) 1"), "1024");
    }
}
