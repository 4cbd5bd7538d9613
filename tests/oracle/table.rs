//! Completeness and comparison as tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use warpcc::Analysis;
use warpcc::access::Access;
use warpcc::dependence::Pair;
use warpcc::symbolic::poly::{Atom, Poly};

use crate::families::Family;

/// What kind of equation a pair of accesses asks to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Integer coefficients; symbols may be added.
    Affine,
    /// Induction variables with symbolic coefficients.
    Linearised,
    /// Products of induction variables, quotients, remainders, loads, conversions.
    NonAffine,
    /// Guards around an access, or values that depend on a condition.
    Guarded,
}

impl Kind {
    pub(crate) const ALL: [Kind; 4] =
        [Kind::Affine, Kind::Linearised, Kind::NonAffine, Kind::Guarded];

    pub(crate) fn of(analysis: &Analysis, pair: &Pair) -> Kind {
        let ends = [pair.source, pair.sink].map(|id| &analysis.accesses[id.index()]);
        if ends.iter().any(|access| guarded(access)) {
            return Kind::Guarded;
        }
        let polys = ends.iter().flat_map(|a| a.reference.address.offset.cases());
        polys.map(|case| shape(&case.poly)).max().unwrap_or(Kind::Affine)
    }

    /// The share of truly independent subsets that is to be proved, in percent.
    pub(crate) fn target(self) -> f64 {
        match self {
            Kind::Affine => 99.0,
            Kind::Linearised => 95.0,
            Kind::NonAffine => 60.0,
            Kind::Guarded => 85.0,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Affine => "affine",
            Kind::Linearised => "symbolic linearised",
            Kind::NonAffine => "non-affine",
            Kind::Guarded => "guarded",
        }
    }
}

fn guarded(access: &Access) -> bool {
    let reference = &access.reference;
    reference.path.iter().any(|guard| !guard.is_always())
        || reference.address.offset.cases().iter().any(|case| !case.guard.is_always())
}

fn shape(poly: &Poly) -> Kind {
    let of = |(monomial, _): (&warpcc::symbolic::poly::Monomial, _)| {
        let factors = monomial.factors();
        let variable = |(atom, e): &(Atom, u32)| if matches!(atom, Atom::Iv(..)) { *e } else { 0 };
        let variables: u32 = factors.iter().map(variable).sum();
        if variables > 1 || factors.iter().any(|(a, _)| matches!(a, Atom::Term(_))) {
            Kind::NonAffine
        } else if variables == 1 && factors.len() > 1 {
            Kind::Linearised
        } else {
            Kind::Affine
        }
    };
    poly.monomials().map(of).max().unwrap_or(Kind::Affine)
}

/// Truly independent subsets of one kind, those proved by test, and those that each family proves
/// alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub(crate) independent: u32,
    pub(crate) proved: BTreeMap<&'static str, u32>,
    pub(crate) alone: BTreeMap<Family, u32>,
}

impl Line {
    fn share(&self, proved: u32) -> f64 {
        100.0 * f64::from(proved) / f64::from(self.independent.max(1))
    }

    pub(crate) fn proved(&self) -> u32 {
        self.proved.values().sum()
    }

    pub(crate) fn add(&mut self, other: &Line) {
        self.independent += other.independent;
        for (test, count) in &other.proved {
            *self.proved.entry(test).or_default() += count;
        }
        for (family, count) in &other.alone {
            *self.alone.entry(*family).or_default() += count;
        }
    }
}

/// Completeness by kind, as a table in Markdown.
pub(crate) fn completeness(lines: &BTreeMap<Kind, Line>) -> String {
    let mut text = String::from(
        "| class | truly independent | proved | share | target | by |\n|---|---|---|---|---|---|\n",
    );
    for kind in Kind::ALL {
        let Some(line) = lines.get(&kind) else { continue };
        let mut tests: Vec<_> = line.proved.iter().map(|(test, n)| (*n, *test)).collect();
        tests.sort_by_key(|(n, test)| (std::cmp::Reverse(*n), *test));
        let by: Vec<_> = tests.iter().map(|(n, test)| format!("{test} {n}")).collect();
        let (independent, proved) = (line.independent, line.proved());
        let (share, target, by) = (line.share(proved), kind.target(), by.join(", "));
        let name = kind.name();
        let row = writeln!(
            text,
            "| {name} | {independent} | {proved} | {share:.1} % | {target} % | {by} |"
        );
        row.expect("a string takes everything");
    }
    text
}

/// What each family proves alone, as a table in Markdown.
pub(crate) fn comparison<'a>(lines: impl IntoIterator<Item = (&'a str, &'a Line)>) -> String {
    let names: Vec<_> = Family::ALL.iter().map(|family| family.name()).collect();
    let mut text = format!("| class | questions | {} |\n", names.join(" | "));
    let _ = writeln!(text, "|---|---{}|", "|---".repeat(names.len()));
    for (name, line) in lines {
        let cell = |family: &Family| {
            let proved = line.alone.get(family).copied().unwrap_or_default();
            format!("{proved} ({:.1} %)", line.share(proved))
        };
        let cells: Vec<_> = Family::ALL.iter().map(cell).collect();
        let _ = writeln!(text, "| {name} | {} | {} |", line.independent, cells.join(" | "));
    }
    text
}

/// The questions that each family proves, counted where they are among `asked`.
pub(crate) fn counted(
    proved: &BTreeMap<Family, BTreeSet<(usize, u32)>>,
    asked: &BTreeSet<(usize, u32)>,
) -> BTreeMap<Family, u32> {
    let count = |(family, questions): (&Family, &BTreeSet<_>)| {
        (*family, questions.intersection(asked).count() as u32)
    };
    proved.iter().map(count).collect()
}
