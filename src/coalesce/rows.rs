//! Warps over rows shorter than they are: `collapse(2)` of a long loop and one of three iterations.
//!
//! Here only the innermost mapped loops have known numbers of iterations. Their space is run through once for each iteration of the
//! loop around them. A warp begins at a known place in this space, and at an unknown iteration of the loop around it. Coefficients
//! may be symbols (`apart.rs`).

use super::blocks::gcd;
use super::extents::{decode, extent};
use crate::access::Accesses;
use crate::id::LoopId;
use crate::schedule::map::{Progression, ThreadMap};

/// More warps are not laid out until counts repeat. This is enough for all rows shorter than the 128 iterations of a team whose
/// lanes are four apart, and for all spaces of up to 512 iterations.
const MAX_CYCLE: i64 = 512;

/// Rows that begin at every multiple of four bytes in a sector, whatever their distance.
const ROWS: i64 = 8;

/// First value and number of iterations of the innermost mapped loops, of which a warp runs several rows.
#[derive(Clone)]
pub(super) struct ShortRows {
    extents: Vec<(i64, i64)>,
    /// The product of their numbers of iterations.
    inner: i64,
    /// The warps after which rows begin at the same lanes again.
    pub(super) warps: Vec<Progression>,
}

impl ShortRows {
    /// No loops inside the outermost one.
    pub(super) const NONE: ShortRows =
        ShortRows { extents: Vec::new(), inner: 1, warps: Vec::new() };

    /// `None` where every warp is inside one row, as far as is known, and all have as many lanes.
    pub(super) fn new(accesses: &Accesses, map: &ThreadMap) -> Option<ShortRows> {
        if !map.is_placed() {
            return None;
        }
        let plain = map.is_plain();
        let dealt = if plain { map.warp.into() } else { map.dealt_at_once()? };
        let mut extents = Vec::new();
        let mut inner = 1_i64;
        for l in map.loops.iter().skip(1).rev() {
            let Some(extent) = extent(accesses, *l).filter(|(_, trips)| *trips > 0) else { break };
            inner = inner.checked_mul(extent.1)?;
            extents.insert(0, extent);
            if inner >= dealt {
                break;
            }
        }
        let one_row = extents.len() == 1 && inner % dealt == 0;
        if extents.is_empty() || plain && one_row {
            return None;
        }
        let period = dealt.checked_mul(inner / gcd(inner, dealt))?;
        let warps: Vec<_> = map.all_progressions(period).take(MAX_CYCLE as usize + 1).collect();
        (warps.len() <= MAX_CYCLE as usize).then_some(ShortRows { extents, inner, warps })
    }

    /// Whether so many warps run enough rows of the outermost loop to show every place in a sector where a row may begin.
    pub(super) fn has_many_in(&self, warps: i64, map: &ThreadMap) -> bool {
        self.extents.len() + 1 == map.loops.len()
            && self.inner * ROWS <= warps * i64::from(map.active())
    }

    /// The loops that differ within a warp: the one around the known ones, and these.
    pub(super) fn loops<'l>(&self, mapped: &'l [LoopId]) -> &'l [LoopId] {
        &mapped[mapped.len() - self.extents.len() - 1..]
    }

    /// Writes the loops' values at a position; the outermost value is relative to an unknown one. Answers how many positions are
    /// left in the row, this one among them.
    pub(super) fn decode(&self, position: i64, lane: &mut [i64]) -> i64 {
        let left = decode(position % self.inner, &self.extents, &mut lane[1..]);
        lane[0] = position / self.inner;
        left
    }
}

#[cfg(test)]
mod tests {
    use crate::coalesce::warp::Sectors;
    use crate::coalesce::{nest_text, sectors_of};

    /// The sectors of `a[i * row + j * element]` where the threads share both loops, as `clauses` deal them out.
    fn sectors(clauses: &str, outer: &str, trips: i64, [row, element]: [i64; 2]) -> Sectors {
        let clauses = format!("(clause collapse \"2\") {clauses}");
        let body = format!("(= [a (index i {row}:i64) (index j {element}:i64)]:i32 1)");
        let text = nest_text(&clauses, [outer, &format!("0 < {trips} 1")], &body);
        sectors_of(&text)
    }

    /// Rows one after the other: of `a[(i*m + j) * trips + c - 2 + shift]`, with c from 2 in the innermost loop, neighbouring lanes
    /// have neighbouring elements whatever n and m are, and each warp begins at a multiple of 32 of them behind `shift`. Where rows
    /// are farther apart than they are long, it does not.
    #[test]
    fn short_rows_without_gaps_are_aligned_as_their_warps_are() {
        let ends = |trips: i64, shift: i64, gap: i64| {
            let element = format!("(+ (* (+ (* i m) j) {}) (- c {}))", trips + gap, 2 - shift);
            let body = format!(
                "(for c 2 < {} 1 declares (= [a (index {element}:i32 4:i64)]:i32 1))",
                trips + 2
            );
            let text = nest_text("(clause collapse \"3\")", ["0 < n 1", "0 < m 1"], &body);
            let sectors =
                sectors_of(&text.replace("(symbol a", "(symbol c i32 scalar region) (symbol a"));
            (sectors.min, sectors.max)
        };
        for trips in [2, 3, 17, 24, 31, 33, 100, 289, 600, 1023] {
            for shift in 0..=8 {
                let each = if shift % 8 == 0 { 4 } else { 5 };
                assert_eq!(ends(trips, shift, 0), (each, each), "{trips} trips, {shift}");
            }
            assert!(ends(trips, 0, 1).1 > 4, "{trips} trips");
        }
    }

    /// At an unknown position a warp takes what the warps of spaces take that are laid out as a whole and begin at
    /// each place in a sector.
    #[test]
    fn short_rows_are_counted_as_in_a_known_space() {
        let layouts =
            [[4, 4], [4, 4096], [12, 4], [20, 4], [32, 4], [400, 4], [8, 1000]].as_slice();
        let schedules = [
            ("", [1, 2, 3, 4, 5, 7, 8, 12, 24, 31, 33, 48, 100].as_slice(), layouts),
            ("(clause schedule \"static,4\")", &[2, 3, 6, 7, 24, 33, 50], &layouts[3..]),
            ("(clause schedule \"static,32\")", &[3, 12, 48], &layouts[4..]),
            ("(clause thread_limit \"48\")", &[3, 5, 32, 48], &layouts[2..]),
            ("(clause dist_schedule \"static,16\")", &[5, 24], &layouts[4..]),
        ];
        for (clauses, all, layouts) in schedules {
            for (trips, layout) in all.iter().flat_map(|t| layouts.iter().map(move |l| (*t, *l))) {
                let unknown = sectors(clauses, "m < n 1", trips, layout);
                let from = |start: i64| format!("{start} < {} 1", start + 2304);
                let whole = |start| sectors(clauses, &from(start), trips, layout);
                let whole: Vec<Sectors> = (0..8).map(whole).collect();
                let what = format!("{clauses} {trips} trips, {layout:?} bytes");
                assert_eq!(Some(unknown.min), whole.iter().map(|s| s.min).min(), "{what}");
                assert_eq!(Some(unknown.max), whole.iter().map(|s| s.max).max(), "{what}");
                let mean = whole.iter().map(|s| s.mean).sum::<f64>() / 8.0;
                assert!((unknown.mean - mean).abs() < 1e-6, "{what}: {} or {mean}", unknown.mean);
            }
        }
    }
}
