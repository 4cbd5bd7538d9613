//! Requests to the memory of teams, and how many of its banks' turns each takes.
//!
//! That memory has 32 banks of four bytes. Lanes that ask one bank for different words take turns (CUDA C++ Programming Guide,
//! compute capability 5.x: shared memory).

use super::blocks::gcd;
use super::lane_difference;
use super::warp::Sectors;
use crate::access::{Access, Accesses};
use crate::id::AccessId;
use crate::ir::TargetRegion;
use crate::schedule::map::Mapping;
use crate::symbolic::eval::AccessKind;
use crate::symbolic::root::Root;

/// Banks, and bytes of one.
const BANKS: i64 = 32;
const BANK: i64 = 4;

/// An access to the memory of a team.
#[derive(Clone, Debug)]
pub struct InTeam {
    /// The access.
    pub access: AccessId,
    /// Its requests are those that are counted here; its sectors say nothing.
    pub requests: Sectors,
    /// How many requests it makes for each of these: an update is a load and a store.
    pub times: u32,
    /// How many turns a request takes for each that it would take without conflicts of banks; 1 where its lanes' addresses are not
    /// known.
    pub conflicts: u32,
}

/// The accesses to arrays of teams. `count` counts the requests of one; once it counts none,
/// no more are looked at.
pub(super) fn in_team(
    region: &TargetRegion,
    accesses: &Accesses,
    mapping: &Mapping,
    count: impl Fn(&Access) -> Option<Sectors>,
) -> Vec<InTeam> {
    let arrays = region.team_arrays();
    let is_of_team = |access: &&Access| match access.reference.address.root {
        Root::Symbol(symbol) => arrays.contains(&symbol) && !access.reference.path.is_empty(),
        _ => false,
    };
    let of_access = |access: &Access| {
        let map = mapping.of(&access.reference.loops);
        let stride = lane_difference(access, &accesses.loops, map);
        let stride = stride.as_poly().and_then(|stride| stride.as_constant()?.to_i64());
        let conflicts = stride.map_or(1, |stride| conflicts(stride, access.bytes()));
        let times = if access.reference.kind == AccessKind::Update { 2 } else { 1 };
        Some(InTeam { access: access.id, requests: count(access)?, times, conflicts })
    };
    let own = accesses.list.iter().filter(is_of_team);
    own.map_while(of_access).collect()
}

/// The turns of lanes that are `stride` bytes apart, for each turn of lanes side by side, with elements of so many bytes.
fn conflicts(stride: i64, bytes: u32) -> u32 {
    let words = i64::from(bytes).div_euclid(BANK).max(1);
    if stride == 0 || stride % BANK != 0 {
        return 1;
    }
    let shared = gcd(stride / BANK, BANKS);
    (shared / words).max(1) as u32
}

#[cfg(test)]
mod tests {
    use super::conflicts;

    /// The turns that the lanes take, which go by words, of those that they take side by side.
    fn enumerated(stride: i64, bytes: i64) -> i64 {
        let turns = |stride: i64| {
            let words =
                (0..32_i64).flat_map(|lane| (0..bytes / 4).map(move |w| lane * stride / 4 + w));
            let words: std::collections::BTreeSet<i64> = words.collect();
            (0..32).map(|bank| words.iter().filter(|word| *word % 32 == bank).count()).max()
        };
        let count = |stride| turns(stride).map_or(0, |count| count as i64);
        count(stride) / count(bytes)
    }

    #[test]
    fn conflicts_are_those_of_the_banks() {
        for bytes in [4, 8] {
            for elements in 1..=70 {
                let stride = elements * bytes;
                let own = i64::from(conflicts(stride, bytes as u32));
                assert_eq!(own, enumerated(stride, bytes), "{elements} elements of {bytes} bytes");
            }
        }
        assert_eq!(conflicts(0, 8), 1);
    }
}
