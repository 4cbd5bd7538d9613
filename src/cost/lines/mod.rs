//! Distinct lines: the sectors that the L1 caches do not have, and ask L2 for.
//!
//! The model of distinct lines counts the different sectors that a part of the iterations touches (Ferrante, Sarkar, Thrash: "On Estimating
//! and Enhancing Cache Effectiveness", LCPC 1991; for devices Shirako, Hayashi, Sarkar: "Optimized Two-Level Parallelization for GPU
//! Accelerators using the Polyhedral Model", CC 2017, §5.2). Here the parts are nested: the threads of a team side by side; each sequential
//! loop, from the innermost one on; the rounds of a team; the teams of a multiprocessor. Where the lines of one step of a part stay in the
//! cache, the next step finds them there, and the part asks for its different sectors once. Where they do not, each step asks for its own.
//! `docs/theory/cost.md` has the derivation.

mod group;
mod pieces;

use group::{Group, Level, Work};

use super::{Coalescing, launch, model};
use crate::access::Access;
use crate::coalesce::executions::executions_estimate;
use crate::id::LoopId;
use crate::machine::{L1, Machine};
use crate::schedule::map::{Chunk, ThreadMap};
use crate::symbolic::eval::{AccessKind, LoopValues};

/// The bytes of a sector, whatever unit the machine's requests are counted in.
const SECTOR: i64 = 32;

/// More groups of accesses than these are not looked at: each is compared with each.
const MOST_GROUPS: usize = 48;

/// Sectors that a load asks for in the whole region, and those of them that are in no L1 cache.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lines {
    /// Sectors of all requests.
    pub asked: f64,
    /// Those that L2 is asked for.
    pub missed: f64,
}

/// The lines of each access that loads; `None` for others, and where an address is no sum of counters; `None` for all where the answer
/// takes too long. Sizes that are not known are nominal. Loads of one array share what the first of them brings; which is the first, the
/// compiler decides: the sum of such loads says more than each.
pub fn lines(accesses: &[Access], counted: &Coalescing, machine: &Machine) -> Vec<Option<Lines>> {
    let l1 = machine.l1;
    let mut found = vec![None; accesses.len()];
    if i64::from(machine.sector) != SECTOR {
        return found;
    }
    let work = Work::default();
    let groups = groups(accesses, counted, (machine, &work));
    if groups.len() > MOST_GROUPS {
        return found;
    }
    for (number, group) in groups.iter().enumerate() {
        let stays = |at: usize, steps: f64| {
            let lines = groups.iter().filter_map(|own| own.lines_inside(group, (at, steps), l1));
            let lines = lines.sum::<f64>() * group.at_once;
            lines * f64::from(l1.line) <= f64::from(l1.bytes)
        };
        let part = (1..group.levels.len()).take_while(|at| stays(*at, 1.0)).count();
        let is_in = |(k, own): (usize, &Group)| own.has_all_of(group, (k < number, part));
        let is_known = groups.iter().enumerate().any(is_in);
        let outside = group.levels[part + 1..].iter();
        let times: f64 = outside.map(|level| level.count(&group.moves)).product();
        for (access, sectors) in group.shares(part, &|steps| stays(part, steps)) {
            let Some(own) = &counted.sectors[access.index()] else { continue };
            let asked = own.mean * model::requests(own, &counted.loops, &counted.mapping);
            let missed = if is_known { 0.0 } else { sectors * times * group.used };
            found[access.index()] = Some(Lines { asked, missed: missed.min(asked) });
        }
        if work.is_over() {
            return vec![None; accesses.len()];
        }
    }
    found
}

/// The loads that are counted, those of one array at constant distances together.
fn groups<'a>(
    accesses: &'a [Access],
    counted: &'a Coalescing,
    (machine, work): (&Machine, &'a Work),
) -> Vec<Group<'a>> {
    let mut groups: Vec<Group> = Vec::new();
    let loads = |access: &&Access| access.counted && access.reference.kind != AccessKind::Write;
    for access in accesses.iter().filter(loads) {
        let map = counted.mapping.of(&access.reference.loops);
        let Some(mut own) = Group::of(access, &counted.loops, (map, work)) else { continue };
        if let Some(same) = groups.iter_mut().find(|group| group.is_alike(&own)) {
            same.members.append(&mut own.members);
            continue;
        }
        Parts::of(&counted.loops, (map, &own.around), machine).put_into(&mut own, machine.l1);
        groups.push(own);
    }
    groups
}

/// How the iterations around an access are dealt out.
struct Parts<'a> {
    loops: &'a [Option<LoopValues>],
    map: &'a ThreadMap,
    around: Vec<LoopId>,
    /// Threads that have an iteration at the same time.
    at_once: f64,
    /// Threads of a team.
    threads: f64,
    /// Iterations of a team.
    chunk: f64,
    /// Iterations of all.
    total: f64,
}

impl Lines {
    /// The part of the sectors that no L1 cache has.
    pub fn missed_part(&self) -> f64 {
        let is_number = self.asked > 0.0 && self.asked.is_finite();
        if is_number { (self.missed / self.asked).min(1.0) } else { 0.0 }
    }
}

impl<'a> Parts<'a> {
    fn of(
        loops: &'a [Option<LoopValues>],
        (map, around): (&'a ThreadMap, &[LoopId]),
        machine: &Machine,
    ) -> Parts<'a> {
        let around = around.to_vec();
        let threads = f64::from(launch::threads(machine, loops, map));
        let total: f64 = map.loops.iter().map(|l| trips(loops, &around, *l)).product();
        let chunk = match map.team_chunk {
            Chunk::Of(size) => f64::from(size).min(total),
            Chunk::Whole | Chunk::Share => total,
        };
        Parts { loops, map, around, at_once: threads.min(total), threads, chunk, total }
    }

    fn trips(&self, l: LoopId) -> f64 {
        trips(self.loops, &self.around, l)
    }

    fn with_trips(&self, loops: &[LoopId]) -> Vec<(LoopId, f64)> {
        loops.iter().map(|l| (*l, self.trips(*l))).collect()
    }

    /// The levels of a group, from the inside to the outside, the caches that it uses, and the teams at once on each.
    fn put_into(&self, group: &mut Group, l1: L1) {
        let Parts { map, at_once, chunk, total, .. } = *self;
        let spread = self.with_trips(&map.loops);
        let is_spread = |l: &LoopId| map.loops.contains(l);
        let first = self.around.iter().position(is_spread).unwrap_or(0);
        let inner = self.around.iter().rposition(is_spread).map_or(0, |last| last + 1);
        let sequential = |loops: &[LoopId]| -> Vec<Level> {
            let own = loops.iter().rev().filter(|l| !map.teams.contains(l));
            own.map(|l| Level::of_loop(*l, self.trips(*l))).collect()
        };
        let chunks = (total / chunk).ceil();
        let rounds = [total / chunks / at_once, (total / at_once).ceil() / chunks];
        let mut levels = vec![Level::side_by_side(&spread, at_once)];
        levels.extend(sequential(&self.around[inner..]));
        levels.push(Level::rounds(&spread, [at_once, total / chunks], rounds));
        levels.extend(sequential(&self.around[..first]));
        let of_teams = self.with_trips(&map.teams);
        let teams = chunks * of_teams.iter().map(|(_, trips)| trips).product::<f64>();
        group.used = teams.min(f64::from(l1.count));
        let each = teams / group.used;
        group.at_once = (f64::from(l1.threads) / self.threads).floor().min(each).max(1.0);
        levels.push(if of_teams.is_empty() {
            Level::jumps(&spread, chunk * group.used, [each; 2])
        } else {
            Level::jumps(&of_teams, group.used, [each; 2])
        });
        group.levels = levels;
    }
}

/// The iterations of a loop each time that it is reached, one at least; one where it is not around.
fn trips(loops: &[Option<LoopValues>], around: &[LoopId], l: LoopId) -> f64 {
    let Some(at) = around.iter().position(|own| *own == l) else { return 1.0 };
    let [all, outside] = [&around[..=at], &around[..at]].map(|own| executions_estimate(loops, own));
    if outside > 0.0 { (all / outside).max(1.0) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::access::collect;
    use crate::coalesce::nest_text;
    use crate::policy::Policy;
    use crate::{cost, ir, schedule};

    /// What an update of `a[index]` misses where 4096 threads run a loop of 1024 iterations, and teams run one after the other.
    fn missed(index: &str) -> Option<f64> {
        let body = format!("(+= [a (index {index} 4:i64)]:i32 1)");
        missed_by(&body, ["0 < 4096 1", "0 < 1024 1"], 1)
    }

    /// What the loads of two loops miss whose iterations, of so many of the loops, threads share.
    fn missed_by(body: &str, headers: [&str; 2], shared: usize) -> Option<f64> {
        let text = nest_text("", headers, body);
        let region = ir::text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let (policy, machine) = (Policy::STANDARD, <&Machine>::default());
        let machine = &Machine { l1: L1 { threads: 0, ..machine.l1 }, ..machine.clone() };
        let accesses = collect(&region, &policy);
        let declared: Vec<LoopId> = region.nest()[..shared].iter().map(|l| l.id).collect();
        let mapping = schedule::mapping(&region, machine, &declared).expect("a mapping");
        let counted = cost::count(&region, &accesses, machine, mapping, &policy);
        let found = lines(&accesses.counting().list, &counted, machine);
        let missed = found.iter().flatten().map(|own| own.missed);
        found[0].map(|_| missed.sum())
    }

    #[test]
    fn each_sector_is_missed_once_where_its_line_stays() {
        let all = 4096.0 * 1024.0 * 4.0 / 32.0;
        assert_eq!(missed("(+ (* i 1024) j)"), Some(all), "rows");
        assert_eq!(missed("(+ (* j 4096) i)"), Some(all), "columns");
        assert_eq!(missed("i"), Some(4096.0 * 4.0 / 32.0), "an element for each thread");
        assert_eq!(missed("j"), Some(32.0 * 1024.0 * 4.0 / 32.0), "for each of 32 teams");
    }

    /// Rows of 40 elements, 64 apart, of which a team of few threads runs several, in rounds that end inside of rows.
    #[test]
    fn rows_go_on_in_the_next_round() {
        let load = |row: &str| format!("[a (index (+ (* {row} 64) j) 4:i64)]:i32");
        let body = format!("(+= {} {})", load("i"), load("(+ i 1)"));
        let found = missed_by(&body, ["0 < 100 1", "0 < 40 1"], 2).expect("a number");
        let sectors = |at: i64| [0, 1].map(|row| (at / 128, ((at / 40 + row) * 64 + at % 40) / 8));
        let different: BTreeSet<_> = (0..4000).flat_map(sectors).collect();
        let part = found / different.len() as f64;
        assert!((0.98..1.02).contains(&part), "{part}");
    }

    #[test]
    fn sizes_may_be_of_any_length() {
        let power = (0..9).fold("n".to_owned(), |power, _| format!("(* {power} n)"));
        assert_eq!(missed(&format!("(* i {power})")), None);
        assert!(missed("(* (* i n) (* n n))").is_some_and(f64::is_finite));
    }
}
