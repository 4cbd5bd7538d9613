//! Entry points for the fuzzer (`fuzz/`); no interface.

use super::{clauses, pragma};

/// Finds the directives of `bytes` and reads the list items of their clauses. Every span must lie
/// within `bytes`.
pub fn pragmas(bytes: &[u8]) {
    for found in pragma::find(bytes, &[], &[]) {
        assert!(found.span.start <= found.span.end && found.span.end as usize <= bytes.len());
        let clauses = found.directive().into_iter().flat_map(|directive| &directive.clauses);
        clauses.for_each(|clause| drop(clauses::items(clause)));
    }
}
