//! Blocks of memory that lanes touch.

/// The greatest common divisor; that of 0 and 0 is 0.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The aligned blocks that lanes at `offsets + shift` touch. A lane touches several ranges of bytes: each is a distance from
/// the lane's offset and a size.
pub(super) fn aligned_blocks(
    offsets: &[i64],
    shift: i64,
    ranges: &[(i64, u32)],
    sector: u32,
) -> u32 {
    let size = i64::from(sector);
    let shift_by = sector.is_power_of_two().then(|| sector.trailing_zeros());
    let block = |byte: i64| shift_by.map_or_else(|| byte.div_euclid(size), |bits| byte >> bits);
    let touched = |offset: &i64| {
        let start = offset + shift;
        ranges.iter().map(move |(distance, bytes)| {
            let first = start + distance;
            (block(first), block(first + i64::from(*bytes) - 1))
        })
    };
    let mut blocks = 0;
    let (mut start, mut end) = (i64::MIN, i64::MIN);
    let ascending = offsets.iter().flat_map(touched).all(|(from, to)| {
        blocks += (to - from.max(end.saturating_add(1)) + 1).max(0);
        let ascends = start <= from;
        (start, end) = (from, end.max(to));
        ascends
    });
    if ascending {
        return blocks as u32;
    }
    let all = offsets.iter().flat_map(touched).flat_map(|(from, to)| from..=to);
    let mut all: Vec<i64> = all.collect();
    all.sort_unstable();
    all.dedup();
    all.len() as u32
}

/// The mean and the most blocks that one lane touches, whose address may be `start` plus any multiple of `step`.
pub(super) fn of_lane(ranges: &[(i64, u32)], start: i64, step: i64, sector: u32) -> (f64, u32) {
    let step = gcd(step, sector.into());
    let places = (0..i64::from(sector) / step).map(|k| start + k * step);
    let counts: Vec<u32> = places.map(|at| aligned_blocks(&[at], 0, ranges, sector)).collect();
    let mean = counts.iter().map(|count| f64::from(*count)).sum::<f64>() / counts.len() as f64;
    (mean, counts.into_iter().max().unwrap_or(1))
}

/// The paper's Fig. 7: each difference joins the first window that it fits, or opens a new one.
pub(super) fn greedy_blocks(offsets: &[i64], window: u32) -> u32 {
    let window = i64::from(window);
    let mut requests: Vec<(i64, i64)> = Vec::new();
    for c in offsets {
        let joins = requests.iter_mut().any(|(low, high)| {
            if (*high - window..*low).contains(c) {
                *low = *c;
            } else if (*high + 1..=*low + window).contains(c) {
                *high = *c + 8;
            }
            (*low..=*high).contains(c)
        });
        if !joins {
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
                assert_eq!(aligned_blocks(offsets, shift, &[(0, bytes)], 32) as usize, all.len());
            }
        }
    }
}
