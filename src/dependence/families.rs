//! What each family of tests proves alone: the comparison that shows which of them earn their keep.

use std::collections::{BTreeMap, BTreeSet};

use super::problem::{Nest, NoProblem, Problems};
use super::{
    BOUNDING, CLASSIC, COUPLED, Dependences, LINEAR, Prover, STRONG, Test, Verdict, exact,
};
use crate::access::Accesses;
use crate::ir::TargetRegion;
use crate::policy::Policy;

/// Tests that are compared as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// ZIV, SIV, RDIV, GCD, Banerjee, Lamport, Delta.
    Classic,
    /// Integer sets.
    Isl,
    /// Iteration-point differences as in the paper.
    Ipda,
    /// Factors, delinearisation and sums of products of constraints.
    Products,
    /// Every test, as `analyze` runs them.
    All,
}

impl Family {
    /// All families, in the order of a table.
    pub const ALL: [Family; 5] =
        [Family::Classic, Family::Isl, Family::Ipda, Family::Products, Family::All];

    /// The name in a table.
    pub fn name(self) -> &'static str {
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

/// A pair by its number in [`Dependences::pairs`], and a subset of its loops.
pub type Question = (usize, u32);

/// For each family the questions that it proves alone, of those whose answer does not follow from
/// the storage or from guards that exclude each other.
pub fn proved_alone(
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
                Ok(problems) => families(&problems),
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

fn families(problems: &Problems) -> BTreeSet<Family> {
    let proves = |prove: &Prover, coupled: bool| {
        if coupled {
            problems.joint().is_some_and(|p| prove(p).is_some())
        } else {
            problems.alternatives().any(|p| prove(p).is_some())
        }
    };
    let mut found = BTreeSet::new();
    let lists = [(&CLASSIC[..], false), (&BOUNDING[..], false), (&COUPLED[..], true)];
    for (provers, coupled) in lists {
        for (test, prove) in provers {
            let family = Family::of(*test);
            if !found.contains(&family) && proves(prove, coupled) {
                found.insert(family);
            }
        }
    }
    let linear = problems.strongest().is_some_and(|p| (LINEAR.1)(p).is_some());
    let strong = || STRONG.iter().any(|(_, prove)| problems.all().any(|p| prove(p).is_some()));
    if linear || strong() {
        found.insert(Family::Products);
    }
    let independent = |p| matches!(exact::test(p), exact::Answer::Independent(_));
    if problems.all().any(independent) {
        found.insert(Family::Isl);
    }
    found
}
