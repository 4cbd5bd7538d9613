//! What each family of tests proves alone: the comparison that shows which of them earn their keep.

use std::collections::{BTreeMap, BTreeSet};

use warpcc::access::Accesses;
use warpcc::dependence::problem::{Nest, NoProblem};
use warpcc::dependence::{self, Dependences, Test, Verdict};
use warpcc::ir::TargetRegion;
use warpcc::policy::Policy;

use crate::truth::Question;

/// Tests that are compared as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Family {
    /// ZIV, SIV, RDIV, GCD, Banerjee, Lamport, Delta.
    Classic,
    /// Integer sets.
    Isl,
    /// Iteration-point differences as in the paper.
    Ipda,
    /// Factors, delinearisation and sums of products of constraints.
    Products,
    /// Every test, as the analysis runs them.
    All,
}

impl Family {
    /// All families, in the order of a table.
    pub(crate) const ALL: [Family; 5] =
        [Family::Classic, Family::Isl, Family::Ipda, Family::Products, Family::All];

    /// The name in a table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Family::Classic => "classic",
            Family::Isl => "isl",
            Family::Ipda => "IPDA",
            Family::Products => "products",
            Family::All => "all",
        }
    }

    fn of(test: Test) -> Family {
        match test {
            Test::Ipda => Family::Ipda,
            Test::Exact => Family::Isl,
            Test::Farkas | Test::Factor | Test::Delinearize | Test::Products => Family::Products,
            _ => Family::Classic,
        }
    }
}

/// For each family the questions that it proves alone, of those whose answer does not follow from
/// the storage or from guards that exclude each other.
pub(crate) fn proved_alone(
    region: &TargetRegion,
    accesses: &Accesses,
    policy: &Policy,
    dependences: &Dependences,
) -> BTreeMap<Family, BTreeSet<Question>> {
    let nest = Nest::new(region, accesses, policy);
    let mut proved: BTreeMap<Family, BTreeSet<Question>> = BTreeMap::new();
    for (index, pair) in dependences.pairs.iter().enumerate() {
        let (source, sink) = pair.writer_first(&accesses.list);
        for (mask, verdict) in &pair.verdicts {
            let by_storage = matches!(verdict, Verdict::Independent(p) if p.test == Test::Base);
            if !pair.one_root || by_storage {
                continue;
            }
            let moving: Vec<_> = pair.subset(*mask).collect();
            let mut families: BTreeSet<Family> = match nest.problem(source, sink, &moving) {
                Ok(problems) => {
                    dependence::provers(&problems).into_iter().map(Family::of).collect()
                }
                Err(NoProblem::NeverTogether(_) | NoProblem::Unknown(_)) => BTreeSet::new(),
            };
            if matches!(verdict, Verdict::Independent(_)) {
                families.insert(Family::All);
            }
            for family in families {
                proved.entry(family).or_default().insert((index, *mask));
            }
        }
    }
    proved
}
