//! Blocks of memory that lanes touch.

/// The greatest common divisor; that of 0 and 0 is 0.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// How many blocks one lane may touch.
pub(super) fn blocks_per_lane(bytes: u32, sector: u32) -> u32 {
    bytes.div_ceil(sector).max(1)
}

/// The aligned blocks that lanes at `offsets + shift` touch.
pub(super) fn aligned_blocks(offsets: &[i64], shift: i64, bytes: u32, sector: u32) -> u32 {
    let sector = i64::from(sector);
    let touched = |offset: &i64| {
        let start = offset + shift;
        start.div_euclid(sector)..=(start + i64::from(bytes) - 1).div_euclid(sector)
    };
    let mut blocks: Vec<i64> = offsets.iter().flat_map(touched).collect();
    blocks.sort_unstable();
    blocks.dedup();
    blocks.len() as u32
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
