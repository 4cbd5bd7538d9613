//! Accesses of one iteration that share sectors: the fields of a record.
//!
//! Each access is a request of its own, but the sectors that several of them touch are fetched from memory once: the
//! first request brings them into the L1 cache, and the others find them there. Loads and stores are looked at apart.
//!
//! A record is a block of bytes whose size divides every coefficient of an address. Two iterations touch the same record or
//! different ones, never parts of each other's. Neighbours as `a[i - 1]` and `a[i + 1]` are in different blocks. They share
//! sectors with other iterations, which is not counted (`docs/decisions/0023-records-are-asked-once.md`).

use rug::Integer;

use super::tally::{Sectors, Share, Union};
use crate::access::Access;
use crate::id::AccessId;
use crate::machine::{Counting, Machine};
use crate::symbolic::eval::AccessKind;
use crate::symbolic::poly::Poly;
use crate::symbolic::root::Root;
use crate::symbolic::value::Value;

/// What one lane touches from an address on.
pub(super) struct Touched {
    /// Distances from the address, with sizes in bytes; sorted, and with gaps between them.
    pub(super) ranges: Vec<(i64, u32)>,
    /// The size of the largest access, in bytes.
    pub(super) largest: u32,
}

impl Touched {
    pub(super) fn of(access: &Access) -> Touched {
        let bytes = access.bytes();
        Touched { ranges: vec![(0, bytes)], largest: bytes }
    }

    fn add(&mut self, distance: i64, bytes: u32) {
        self.largest = self.largest.max(bytes);
        self.ranges.push((distance, bytes));
        self.ranges.sort_unstable();
        self.ranges.dedup_by(|(start, bytes), (first, length)| {
            let end = *first + i64::from(*length);
            let joins = *start <= end;
            if joins {
                *length = (end.max(*start + i64::from(*bytes)) - *first) as u32;
            }
            joins
        });
    }
}

/// Accesses under the same conditions in the same iteration, whose addresses differ by numbers.
pub(super) struct Group {
    /// Their indices, in textual order.
    pub(super) members: Vec<usize>,
    /// Whether these are stores; else they are loads.
    stores: bool,
    /// What one lane touches from the address of the first access on.
    pub(super) touched: Touched,
}

/// The groups of two accesses and more. A sequential loop with accesses of its own ends the groups around it: behind the loop, what
/// they brought into the cache may be gone.
fn groups(accesses: &[Access]) -> Vec<Group> {
    let mut all = of_kind(accesses, false);
    all.extend(of_kind(accesses, true));
    all.retain(|group| group.members.len() > 1);
    all
}

fn of_kind(accesses: &[Access], stores: bool) -> Vec<Group> {
    let mut all: Vec<Group> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (index, access) in accesses.iter().enumerate().filter(|(_, access)| access.counted) {
        let first = |group: &usize| &accesses[all[*group].members[0]];
        open.retain(|group| !is_inside(access, first(group)));
        let kind = access.reference.kind;
        let concerned = if stores { kind.writes() } else { kind != AccessKind::Write };
        if !concerned {
            continue;
        }
        let near = |group: &usize| Some((*group, distance(first(group), access)?));
        if let Some((group, distance)) = open.iter().rev().find_map(near) {
            let group = &mut all[group];
            group.members.push(index);
            group.touched.add(distance, access.bytes());
        } else {
            open.push(all.len());
            all.push(Group { members: vec![index], stores, touched: Touched::of(access) });
        }
    }
    all
}

/// Whether an access stands in a loop inside of those around another one.
fn is_inside(access: &Access, other: &Access) -> bool {
    let (own, around) = (&access.reference.loops, &other.reference.loops);
    own.len() > around.len() && own.starts_with(around)
}

/// The bytes from one access to another one of the same group; `None` where they are of none.
fn distance(from: &Access, to: &Access) -> Option<i64> {
    let (a, b) = (&from.reference, &to.reference);
    let same = a.address.root == b.address.root && a.loops == b.loops && a.path == b.path;
    if !same || matches!(a.address.root, Root::Unknown(_)) {
        return None;
    }
    let (Value::Known(here), Value::Known(there)) = (&a.address.offset, &b.address.offset) else {
        return None;
    };
    let mut distance = None;
    for (here, there) in here.iter().zip(there) {
        let apart = (&there.poly - &here.poly).as_constant()?.to_i64()?;
        if here.guard != there.guard
            || block(&here.poly) != block(&there.poly)
            || distance.is_some_and(|known| known != apart)
        {
            return None;
        }
        distance = Some(apart);
    }
    distance.filter(|_| here.len() == there.len())
}

/// The number of the block that an address is in, among the blocks that the address's constant alone tells apart. Where the address
/// is a constant, blocks are as large as a sector may be.
fn block(address: &Poly) -> Integer {
    let size = address.without_constant().content();
    let size = if size == 0 { Integer::from(FIXED) } else { size };
    address.constant_part().div_rem_floor(size).0
}

/// Bytes of a block of constant addresses.
const FIXED: u32 = 32;

/// Accesses of which each asks for sectors that others ask for, too, and what they touch together.
#[derive(Clone, Debug)]
pub struct Together {
    /// The accesses, in textual order.
    pub members: Vec<AccessId>,
    /// Whether these are stores; else they are loads.
    pub stores: bool,
    /// The sectors of a request of each, those of all counted once.
    pub sectors: Sectors,
}

/// Enters into `sectors` what accesses share, and answers who shares. `count` counts the sectors of a group; once it counts none,
/// no more groups are looked at.
pub(super) fn share(
    accesses: &[Access],
    machine: &Machine,
    sectors: &mut [Option<Sectors>],
    count: impl Fn(&Group) -> Option<Sectors>,
) -> Vec<Together> {
    let mut together = Vec::new();
    if machine.counting != Counting::Aligned {
        return together;
    }
    let mut shares: Vec<[Option<Share>; 2]> = vec![[None; 2]; sectors.len()];
    for group in groups(accesses) {
        let own: Vec<&Sectors> =
            group.members.iter().filter_map(|m| sectors[*m].as_ref()).collect();
        let Some(union) = count(&group) else { break };
        let number = group.members.len();
        let requested: f64 = own.iter().map(|sectors| sectors.mean).sum();
        let is_known = own.iter().all(|sectors| sectors.known) == union.known;
        let fewer = is_known && own.len() == number && union.mean < requested * ALIKE;
        let all = Share::of(&union);
        let bytes = group.touched.ranges.iter().map(|(_, bytes)| bytes).sum();
        if fewer {
            let members = group.members.iter().map(|m| accesses[*m].id).collect();
            together.push(Together { members, stores: group.stores, sectors: union });
        }
        let union = Union { accesses: number as u32, bytes, sectors: all };
        for member in group.members {
            let Some(sectors) = &mut sectors[member] else { continue };
            sectors.sharers = sectors.sharers.max(number as u32);
            if fewer {
                sectors.shared.get_or_insert_with(|| union.clone());
                shares[member][usize::from(group.stores)] = Some(all.by(number));
            }
        }
    }
    for ((access, sectors), [load, store]) in accesses.iter().zip(sectors).zip(shares) {
        let Some(sectors) = sectors else { continue };
        let own = Share::of(sectors);
        let (load, store) = (load.unwrap_or(own), store.unwrap_or(own));
        sectors.distinct = match access.reference.kind {
            AccessKind::Read => load,
            AccessKind::Write => store,
            AccessKind::Update => load.mean_with(&store),
        };
    }
    together
}

/// A group whose sectors are not fewer by more than rounding shares none.
const ALIKE: f64 = 1.0 - 1e-9;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coalesce::counted;

    fn together(bounds: &str, map: &str, body: &str) -> Vec<Together> {
        let text = format!(
            "(region \"t.c\" 1 f
               (directive \"target teams distribute parallel for\")
               (symbols (symbol n i32 scalar parameter) (symbol m i32 scalar parameter)
                 (symbol i i32 scalar region) (symbol j i32 scalar region) (symbol a ptr pointer parameter)
                 (symbol q ptr pointer parameter) (symbol x f32 scalar region))
               (data {map})
               (body (for i {bounds} 1 declares {body})))"
        );
        counted(&text).1
    }

    const MAPPED: &str = "(map-tofrom a (section \"0\" \"n\"))";

    /// The same of a part that begins anywhere.
    const SHIFTED: &str = "(map-tofrom a (section \"1\" \"n\"))";

    fn stores(fields: &[(i64, u32)], record: i64) -> String {
        let store = |(at, bytes): &(i64, u32)| {
            format!("(= [a (index (+ i 3) {record}:i64) (field f {at})]:i{} 1)", bytes * 8)
        };
        fields.iter().map(store).collect()
    }

    /// Least, most and sum of the blocks of 32 bytes that the lanes of each warp touch by all fields.
    fn enumerated(
        lanes: i64,
        shifts: &[i64],
        fields: &[(i64, u32)],
        record: i64,
    ) -> (f64, f64, f64) {
        let mut counts = Vec::new();
        for (warp, shift) in (0..lanes / 32).flat_map(|w| shifts.iter().map(move |s| (w, *s))) {
            let lanes = warp * 32..warp * 32 + 32;
            let bytes = lanes.flat_map(|lane| {
                fields.iter().flat_map(move |(at, bytes)| {
                    let start = (lane + 3) * record + at + shift;
                    start..start + i64::from(*bytes)
                })
            });
            let sectors: std::collections::BTreeSet<i64> = bytes.map(|byte| byte / 32).collect();
            counts.push(sectors.len() as f64);
        }
        let mean = counts.iter().sum::<f64>() / counts.len() as f64;
        let least = counts.iter().copied().fold(f64::MAX, f64::min);
        (least, counts.iter().copied().fold(0.0, f64::max), mean)
    }

    #[test]
    fn fields_touch_together_what_their_bytes_do() {
        let records: [(i64, &[(i64, u32)]); 6] = [
            (16, &[(0, 4), (4, 4), (8, 4), (12, 4)]),
            (16, &[(12, 4), (0, 4)]),
            (24, &[(0, 8), (16, 4)]),
            (40, &[(32, 8), (0, 2), (8, 8)]),
            (64, &[(0, 4), (28, 4), (60, 4)]),
            (12, &[(0, 4), (4, 4), (4, 4)]),
        ];
        for (record, fields) in records {
            let body = stores(fields, record);
            for bounds in ["0 < 1024", "0 < n"] {
                let found = together(bounds, MAPPED, &body);
                let expected = enumerated(2048, &[0], fields, record);
                assert_same(&found, fields, expected);
            }
            let largest = i64::from(fields.iter().map(|(_, bytes)| *bytes).max().unwrap_or(1));
            let shifts: Vec<i64> = (0..32 / largest).map(|k| k * largest).collect();
            let found = together("0 < 1024", SHIFTED, &body);
            assert_same(&found, fields, enumerated(1024, &shifts, fields, record));
        }
    }

    fn assert_same(found: &[Together], fields: &[(i64, u32)], expected: (f64, f64, f64)) {
        let [only] = found else { panic!("{fields:?}: {found:?}") };
        let Share { min, max, mean } = Share::of(&only.sectors);
        assert_eq!(only.members.len(), fields.len());
        assert!((min, max) == (expected.0, expected.1), "{fields:?}: {only:?}, {expected:?}");
        assert!((mean - expected.2).abs() < 1e-9, "{fields:?}: {only:?}, {expected:?}");
    }

    /// Neighbours, other conditions, and what a loop with accesses parts share nothing.
    #[test]
    fn other_accesses_share_nothing() {
        let element = |index: &str| format!("(= [a (index {index} 4:i64)]:i32 1)");
        let field = |at: i64| format!("(= [a (index i 16:i64) (field f {at})]:i32 1)");
        let alone = [
            element("i") + &element("(+ i 1)"),
            format!("{}(if (< i m) (then {}))", field(0), field(4)),
            format!(
                "{}(for j 0 < m 1 declares (= [q (index j 4:i64)]:i32 1)){}",
                field(0),
                field(4)
            ),
            format!("{}(= [q (index i 16:i64) (field f 4)]:i32 1)", field(0)),
            format!("{}(= [x] [a (index i 16:i64) (field f 4)]:f32)", field(0)),
        ];
        for body in alone {
            let found = together("0 < n", MAPPED, &body);
            assert!(found.is_empty(), "{body}: {found:?}");
        }
        let both = format!("(if (< i m) (then {}{}))", field(0), field(4));
        assert_eq!(together("0 < n", MAPPED, &both).len(), 1);
    }

    /// A lane whose distance from the next is not known takes as many sectors as its record has places.
    #[test]
    fn symbolic_strides_take_a_record_each() {
        let field =
            |at: i64| format!("(= [a (index i (* 32:i64 (cast n):i64)) (field f {at})]:i32 1)");
        let mean = |map, fields: &[i64]| {
            let body: String = fields.iter().map(|at| field(*at)).collect();
            together("0 < n", map, &body)[0].sectors.mean
        };
        for (map, fields, expected) in
            [(MAPPED, &[0, 4, 8][..], 32.0), (MAPPED, &[4, 28], 32.0), (SHIFTED, &[0, 4], 36.0)]
        {
            assert!((mean(map, fields) - expected).abs() < 1e-9, "{map}, {fields:?}");
        }
    }
}
