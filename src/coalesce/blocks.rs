//! Blocks of memory that lanes touch.

/// The greatest common divisor; that of 0 and 0 is 0.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The aligned blocks that lanes at `offsets + shift` touch.
pub(super) fn aligned_blocks(offsets: &[i64], shift: i64, bytes: u32, sector: u32) -> u32 {
    let size = i64::from(sector);
    let shift_by = sector.is_power_of_two().then(|| sector.trailing_zeros());
    let block = |byte: i64| shift_by.map_or_else(|| byte.div_euclid(size), |bits| byte >> bits);
    let touched = |offset: &i64| {
        let start = offset + shift;
        (block(start), block(start + i64::from(bytes) - 1))
    };
    let mut blocks = 0;
    let mut last = None;
    let ascending = offsets.iter().map(touched).all(|(from, to)| {
        let new = last.map_or(from, |last: (i64, i64)| from.max(last.1 + 1));
        blocks += (to - new + 1).max(0);
        let ascends = last.is_none_or(|last| last.0 <= from);
        last = Some((from, to));
        ascends
    });
    if ascending {
        return blocks as u32;
    }
    let mut all: Vec<i64> = offsets.iter().map(touched).flat_map(|(from, to)| from..=to).collect();
    all.sort_unstable();
    all.dedup();
    all.len() as u32
}

/// The aligned blocks that lanes at `offsets + shift` touch, each by some ranges of bytes: distances from its offset,
/// with sizes.
pub(super) fn union_blocks(offsets: &[i64], shift: i64, ranges: &[(i64, u32)], sector: u32) -> u32 {
    if let [(distance, bytes)] = ranges {
        return aligned_blocks(offsets, shift + distance, *bytes, sector);
    }
    let size = i64::from(sector);
    let touched = |offset: &i64| {
        let start = offset + shift;
        let blocks = move |(distance, bytes): &(i64, u32)| {
            let first = start + distance;
            first.div_euclid(size)..=(first + i64::from(*bytes) - 1).div_euclid(size)
        };
        ranges.iter().flat_map(blocks)
    };
    let mut all: Vec<i64> = offsets.iter().flat_map(touched).collect();
    all.sort_unstable();
    all.dedup();
    all.len() as u32
}

/// The paper's Fig. 7: each difference joins the first window that it fits, or opens a new one.
pub(super) fn greedy_blocks(offsets: &[i64], window: u32) -> u32 {
    let window = i64::from(window);
    let mut requests: Vec<(i64, i64)> = Vec::new();
    for c in offsets {
        let fits = requests.iter_mut().find_map(|(low, high)| {
            if *c >= *low && *c <= *high {
                Some(())
            } else if *c >= *high - window && *c <= *high {
                *low = *c;
                Some(())
            } else if *c <= *low + window && *c >= *low {
                *high = *c + 8;
                Some(())
            } else {
                None
            }
        });
        if fits.is_none() {
            requests.push((*c, *c + 8));
        }
    }
    requests.len() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_counted_in_any_order() {
        let ascending: Vec<i64> = (0..32).map(|lane| lane * 12).collect();
        let descending: Vec<i64> = ascending.iter().rev().copied().collect();
        for (shift, bytes) in [(0, 4), (0, 8), (20, 8), (31, 64), (-7, 1)] {
            let sectors = ascending.iter().flat_map(|offset| {
                let start = offset + shift;
                (start..start + i64::from(bytes)).map(|byte| byte.div_euclid(32))
            });
            let all: std::collections::BTreeSet<i64> = sectors.collect();
            for offsets in [&ascending, &descending] {
                assert_eq!(aligned_blocks(offsets, shift, bytes, 32) as usize, all.len());
            }
        }
    }
}
