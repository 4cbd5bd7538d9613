//! Sets as text in isl's notation: what proofs print is read back by isl in tests.
//!
//! A name is a letter or `_`, then letters, digits and `_`, then any number of primes. Primed names
//! are how the two ends of a dependence are told apart; isl itself forgets the primes, and two
//! coordinates that share a name are numbered by primes in their order, so `i` must stand before `i'`
//! in the tuple.

use std::collections::BTreeMap;
use std::ffi::CString;

use super::Emptiness;
use super::ffi::{Context, Dimension, Point, Set};

/// The longest text given to isl, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// The deepest nesting of brackets given to isl, whose parser is recursive.
const MAX_NESTING: usize = 200;

/// Decides whether `set` is empty within `max_operations` of isl's operations (0: without bound).
///
/// The answer depends on nothing but the arguments: each call has a context of its own.
pub(crate) fn emptiness(set: &str, max_operations: u64) -> Emptiness {
    decide(set, max_operations).unwrap_or(Emptiness::Unknown)
}

fn decide(text: &str, max_operations: u64) -> Option<Emptiness> {
    if text.len() > MAX_TEXT || nesting(text) > MAX_NESTING {
        return None;
    }
    let text = CString::new(text).ok()?;
    let context = Context::new(max_operations)?;
    let set = context.read_set(&text)?;
    if set.is_empty()? {
        return Some(Emptiness::Empty);
    }
    let sample = set.sample().and_then(|point| coordinates(&set, &point));
    Some(Emptiness::NonEmpty { sample })
}

fn nesting(text: &str) -> usize {
    let mut open = 0_usize;
    let mut deepest = 0;
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    deepest
}

fn coordinates(set: &Set<'_>, point: &Point<'_>) -> Option<Vec<(String, String)>> {
    let mut seen = BTreeMap::new();
    let mut pairs = Vec::new();
    for kind in [Dimension::Parameter, Dimension::Coordinate] {
        for position in 0..set.dimensions(kind)? {
            let name = set.name(kind, position).unwrap_or_else(|| format!("_{position}"));
            let earlier: &mut usize = seen.entry(name.clone()).or_default();
            let primed = name + &"'".repeat(*earlier);
            *earlier += 1;
            pairs.push((primed, point.coordinate(kind, position)?));
        }
    }
    Some(pairs)
}
