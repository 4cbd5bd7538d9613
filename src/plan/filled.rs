//! Sections of map clauses that may be empty for all that is known, and that a test before the region finds not to be.
//!
//! List items of one construct share no storage, but an empty section is none: `map(to: a[0:n*lda])` says nothing of `a` where
//! `lda` may be 0. The directive computes the length itself, as the test does: what that may do, it does anyway.

use std::collections::BTreeSet;

use super::test::HostTest;
use super::{Decision, Variant};
use crate::access::Accesses;
use crate::dependence::{Dependences, Verdict};
use crate::id::SymbolId;
use crate::ir::section::{names, paths};
use crate::ir::{DataItem, HazardKind, SymbolKind, TargetRegion, Type, named};
use crate::machine::Machine;
use crate::policy::Policy;
use crate::transform::{LEAST_MARGIN, analyses, host};

/// More sections are no cheap test.
const MAX_LENGTHS: usize = 16;

/// What a region is asked for.
pub(super) struct Asked<'a> {
    pub(super) region: &'a TargetRegion,
    pub(super) accesses: &'a Accesses,
    pub(super) dependences: &'a Dependences,
    pub(super) machine: &'a Machine,
    pub(super) policy: &'a Policy,
    /// What chooses a change for a region of which nothing has to be tested.
    pub(super) choose: Choose,
}

type Choose = fn(&TargetRegion, &Accesses, &Dependences, &Machine, &Policy) -> Decision;

/// Puts the best variants for sections that are not empty before those that are `found`, where they gain enough more, or as much
/// under a test that compares fewer addresses.
pub(super) fn improve(asked: &Asked, found: &mut Decision) {
    let Asked { region, accesses, dependences, machine, policy, choose } = *asked;
    let is_open = |verdict: &Verdict| matches!(verdict, Verdict::Unknown(_));
    let is_asked = dependences.pairs.iter().flat_map(|pair| pair.verdicts.values()).any(is_open);
    if !policy.tests
        || !policy.maps
        || !is_asked
        || found.before.is_err()
        || region.has_hazard(HazardKind::TakenName)
        || !host::is_simple(region, policy.alternatives)
    {
        return;
    }
    let Some((supposed, lengths)) = supposed(region) else { return };
    let known = analyses::accesses(&supposed, policy);
    if known.list.len() != accesses.list.len() {
        return;
    }
    let dependences = analyses::dependences(&supposed, &known, policy);
    let other = choose(&supposed, &known, &dependences, machine, policy);
    let best = found.gain().time().max(1.0);
    let spares = |found: &HostTest, other: Option<&HostTest>| {
        let left = other.map_or(0, |other| other.conditions.len());
        found.conditions.len() > left
    };
    let is_simpler = found.test().is_some_and(|own| spares(own, other.test()));
    let least = if is_simpler { best / LEAST_MARGIN } else { LEAST_MARGIN * best };
    if other.gain().time() <= least.max(1.0) {
        return;
    }
    let names: BTreeSet<&str> = lengths.iter().flat_map(|length| names(length)).collect();
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let under = |variant: Variant| {
        let test = HostTest::of_lengths(region, (&lengths, &names), variant.test);
        Variant { test: Some(test), ..variant }
    };
    let gains = |variant: &Variant| variant.gain.time() > least.max(1.0);
    let tested: Vec<Variant> = other.variants.into_iter().filter(gains).map(under).collect();
    found.variants.splice(..0, tested);
}

/// The region with sections that are not empty, and the lengths that must be greater than 0 for that, each once.
fn supposed(region: &TargetRegion) -> Option<(TargetRegion, Vec<String>)> {
    let named = named(&region.body);
    let mut lengths = Vec::new();
    let mut supposed = region.clone();
    for item in &mut supposed.data {
        let Some(length) = open_length(region, item, &named) else { continue };
        item.may_be_empty = false;
        if !lengths.contains(&length) {
            lengths.push(length);
        }
    }
    (!lengths.is_empty() && lengths.len() <= MAX_LENGTHS).then_some((supposed, lengths))
}

/// The length of a section of the region's own clauses that may be empty, where the host can tell before the region.
fn open_length(
    region: &TargetRegion,
    item: &DataItem,
    named: &BTreeSet<SymbolId>,
) -> Option<String> {
    let (_, length) = item.section.as_ref()?;
    let is_open = item.may_be_empty && !item.enclosing && item.kind.is_map();
    let can_be_told = is_open && named.contains(&item.symbol) && is_plain(length);
    let known = can_be_told && paths(length).iter().all(|path| is_known(region, path));
    known.then(|| length.trim().to_owned())
}

/// Whether a length is computed of numbers, variables and members, with nothing that acts.
fn is_plain(length: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_+-*/% ().".contains(c);
    let text: String = length.split_whitespace().collect::<Vec<_>>().join(" ");
    let joined = text.replace(' ', "").replace("->", ".");
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let calls = joined.match_indices('(').any(|(at, _)| joined[..at].ends_with(is_word));
    text.replace("->", ".").chars().all(is_plain)
        && !names(length).is_empty()
        && !joined.contains("++")
        && !joined.contains("--")
        && !joined.contains("//")
        && !joined.contains("/*")
        && !calls
}

/// Whether a name means one integer variable of the region before the region as well, or one whose own members are meant, or those of
/// what it points to. What a member points to may be an object with operators of its own, which act.
fn is_known(region: &TargetRegion, (name, steps): &(&str, Vec<&str>)) -> bool {
    let inner = steps.get(1..).unwrap_or_default();
    let first = steps.first().copied().unwrap_or_default();
    region.symbols_named(name).any(|symbol| {
        let variable = region.symbol(symbol);
        let fits = match variable.kind {
            SymbolKind::Scalar => {
                steps.is_empty() && matches!(variable.ty, Type::Int { bits: 8..=64, .. })
            }
            SymbolKind::Pointer => first == "->",
            SymbolKind::Record => first == ".",
            SymbolKind::Reference | SymbolKind::Array => false,
        };
        fits && inner.iter().all(|step| *step == ".") && host::is_visible(region, symbol)
    })
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn lengths_that_only_compute() {
        let plain = ["n", "n * lda", "(size_t)n*m", "2 * (n + 1)", " ( n ) * ( m - 1 )", "n/2"];
        let members = ["g->n", "s.n", "a -> rows*a->cols", "v.in.n - 1"];
        for length in plain.into_iter().chain(members) {
            assert!(is_plain(length), "{length}");
        }
        for length in [
            "f(n)",
            "n++",
            "--n",
            "g->n()",
            "s.n > 1",
            "a[0]",
            "n = 2",
            "4",
            "SIZE (n)",
            "n, m",
            "n /* m */",
        ] {
            assert!(!is_plain(length), "{length}");
        }
    }
}
