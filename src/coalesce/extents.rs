//! The iterations of loops whose bounds are numbers, as positions in one space.

use crate::access::Accesses;
use crate::id::LoopId;
use crate::symbolic::poly::Poly;

/// A polynomial that is a number.
pub(super) fn number(poly: Option<&Poly>) -> Option<i64> {
    poly?.as_constant()?.to_i64()
}

/// A loop's first value and number of iterations, where these are numbers.
pub(super) fn extent(accesses: &Accesses, l: LoopId) -> Option<(i64, i64)> {
    let values = accesses.loop_values(l)?;
    Some((number(values.first.as_ref())?, number(values.trip_count.as_ref())?.max(0)))
}

/// The number of positions in the collapsed space of loops; `None` where it is too large for a machine integer.
pub(super) fn volume(extents: &[(i64, i64)]) -> Option<i64> {
    extents.iter().try_fold(1_i64, |product, (_, trips)| product.checked_mul(*trips))
}

/// Writes the values of the mapped loops' atoms at position `t` of the collapsed space. Answers how many positions are left in the
/// row of the innermost loop, `t` among them.
pub(super) fn decode(mut t: i64, extents: &[(i64, i64)], lane: &mut [i64]) -> i64 {
    let row = extents.last().map_or(i64::MAX, |(_, trips)| trips - t % trips);
    for (value, (first, trips)) in lane.iter_mut().zip(extents).rev() {
        *value = first + t % trips;
        t /= trips;
    }
    row
}
